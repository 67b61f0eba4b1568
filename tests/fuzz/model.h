/* SPDX-License-Identifier: Apache-2.0
 *
 * What every reader's target does with any bytes: never a crash, and never silence (a model comes
 * out exactly when no error is reported). What is read is checked and reported, printed in the
 * model language and read again, which must give the same print.
 */
#ifndef TRM_TESTS_FUZZ_MODEL_H
#define TRM_TESTS_FUZZ_MODEL_H

#include "trammel/trammel.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline TrmModel *fuzz_parse(const char *text, size_t length, const char *name, TrmLog *log) {
  TrmModel *model = NULL;
  TrmStatus status = trm_model_parse(text, length, name, NULL, 0, log, &model);
  if ((status == TRM_OK) != (model != NULL)) abort();
  if ((status == TRM_OK) != (trm_log_errors(log) == 0)) abort();
  return model;
}

/* the print of a model, read and printed again */
static inline void fuzz_read_again(const TrmModel *model, TrmLog *log) {
  char *first = trm_model_to_yaml(model);
  if (!first) return;
  TrmModel *again = fuzz_parse(first, strlen(first), "no-such-folder/fuzz.yaml", log);
  if (!again) abort();
  char *second = trm_model_to_yaml(again);
  if (strcmp(first, second) != 0) abort();
  trm_text_free(second);
  trm_text_free(first);
  trm_model_free(again);
}

/* No file stands beside one of this name, so nothing can be included. */
static inline void fuzz_model(const void *bytes, size_t size, const char *name) {
  TrmLog *log = trm_log_new();
  TrmModel *model = fuzz_parse(bytes, size, name, log);
  trm_text_free(trm_log_render(log, TRM_LOG_PLAIN));
  trm_text_free(trm_log_render(log, TRM_LOG_JSON));
  TrmSystem *system = NULL;
  if (model && trm_system_compile(model, log, &system) == TRM_OK) {
    trm_text_free(trm_system_report(system));
    trm_text_free(trm_system_report_json(system));
  }
  trm_system_free(system);
  trm_log_clear(log);
  if (model) fuzz_read_again(model, log);
  trm_model_free(model);
  trm_log_free(log);
}

#endif
