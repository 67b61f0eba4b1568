/* SPDX-License-Identifier: Apache-2.0
 *
 * Any bytes read as a model: never a crash, and never silence (a model comes out exactly when no
 * error is reported). What is read is printed and read again, which must give the same print.
 */
#include "trammel/trammel.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* no file stands beside this one, so nothing can be included */
static const char name[] = "no-such-folder/fuzz.yaml";

static TrmModel *parse(const char *text, size_t length, TrmLog *log) {
  TrmModel *model = NULL;
  TrmStatus status = trm_model_parse(text, length, name, NULL, 0, log, &model);
  if ((status == TRM_OK) != (model != NULL)) abort();
  if ((status == TRM_OK) != (trm_log_errors(log) == 0)) abort();
  return model;
}

/* the message texts are made, too */
static void render(const TrmLog *log) {
  trm_text_free(trm_log_render(log, TRM_LOG_PLAIN));
  trm_text_free(trm_log_render(log, TRM_LOG_JSON));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  TrmLog *log = trm_log_new();
  TrmModel *model = parse((const char *)data, size, log);
  render(log);
  /* a model that was read is checked and reported, whatever comes of it */
  TrmSystem *system = NULL;
  if (model && trm_system_compile(model, log, &system) == TRM_OK) {
    trm_text_free(trm_system_report(system));
    trm_text_free(trm_system_report_json(system));
  }
  trm_system_free(system);
  trm_log_clear(log);
  char *first = model ? trm_model_to_yaml(model) : NULL;
  if (first) {
    TrmModel *again = parse(first, strlen(first), log);
    if (!again) abort();
    char *second = trm_model_to_yaml(again);
    if (strcmp(first, second) != 0) abort();
    trm_text_free(second);
    trm_model_free(again);
  }
  trm_text_free(first);
  trm_model_free(model);
  trm_log_free(log);
  return 0;
}
