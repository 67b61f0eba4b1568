/* SPDX-License-Identifier: Apache-2.0
 *
 * Any bytes read as URDF: never a crash, and never silence (a model comes out exactly when no error
 * is reported). What is read is printed in the model language and read again, which must give the
 * same print.
 */
#include "trammel/trammel.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static TrmModel *parse(const char *text, size_t length, const char *name, TrmLog *log) {
  TrmModel *model = NULL;
  TrmStatus status = trm_model_parse(text, length, name, NULL, 0, log, &model);
  if ((status == TRM_OK) != (model != NULL)) abort();
  if ((status == TRM_OK) != (trm_log_errors(log) == 0)) abort();
  return model;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  TrmLog *log = trm_log_new();
  TrmModel *model = parse((const char *)data, size, "no-such-folder/fuzz.urdf", log);
  trm_text_free(trm_log_render(log, TRM_LOG_PLAIN));
  trm_text_free(trm_log_render(log, TRM_LOG_JSON));
  TrmSystem *system = NULL;
  if (model && trm_system_compile(model, log, &system) == TRM_OK)
    trm_text_free(trm_system_report(system));
  trm_system_free(system);
  trm_log_clear(log);
  char *first = model ? trm_model_to_yaml(model) : NULL;
  if (first) {
    TrmModel *again = parse(first, strlen(first), "no-such-folder/fuzz.yaml", log);
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
