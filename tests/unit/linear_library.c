/* SPDX-License-Identifier: Apache-2.0
 *
 * Without LAPACK there are no eigenvalues, and the error E394 says what to install. This program's
 * own dlopen finds nothing.
 */
#include "check.h"
#include "trammel/trammel.h"
#include <dlfcn.h>

void *dlopen(const char *file, int mode) {
  (void)file;
  (void)mode;
  return NULL;
}

int main(void) {
  static const char text[] = "trammel: 1\n"
                             "gravity: [0, 0, -9.81]\n"
                             "bodies: {bob: {at: [0, 0, -2], mass: 3, inertia: [1, 1, 1]}}\n"
                             "forces: {spring: {spring: [ground, bob], from: [0, 0, 0],\n"
                             "                  to: [0, 0, -2], k: 10}}\n";
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmAnalysis *analysis = NULL;
  TrmEntry entry;
  CHECK(trm_model_parse(text, strlen(text), "model", NULL, 0, log, &model) == TRM_OK);
  CHECK(trm_system_compile(model, log, &system) == TRM_OK);
  CHECK(trm_analysis_new(system, log, &analysis) == TRM_OK);
  CHECK(trm_analysis_assemble(analysis, log) == TRM_OK);
  CHECK(trm_analysis_statics(analysis, NULL, log) == TRM_OK);
  trm_log_clear(log);
  CHECK(trm_analysis_linearize(analysis, -1, log) == TRM_FAILED);
  CHECK(trm_log_entry(log, 0, &entry) == TRM_OK);
  CHECK_TEXT(entry.code, "E394");
  CHECK(strstr(entry.hint, "apt install liblapack3") != NULL);
  /* nor are there those of large models without ARPACK */
  TrmLinearOptions large = {.modes = 1, .dense = 1};
  trm_log_clear(log);
  CHECK(trm_analysis_linearize_with(analysis, -1, &large, log) == TRM_FAILED);
  CHECK(trm_log_entry(log, 0, &entry) == TRM_OK);
  CHECK_TEXT(entry.code, "E394");
  CHECK(strstr(entry.hint, "apt install libarpack2") != NULL);
  trm_analysis_free(analysis);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
  return check_done();
}
