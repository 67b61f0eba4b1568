/* SPDX-License-Identifier: Apache-2.0
 *
 * Allocations of statics and quasi-statics fail one by one, later ones of a long run here and
 * there: equilibria found, relaxed, judged and missed, a path that snaps. Each failed run must end
 * with TRM_NO_MEMORY, and nothing may be left allocated.
 */
#include "check.h"
#include "each.h"
#include "trammel/trammel.h"

/* assemble and bring to rest; follow the path to `until` in a few steps where that is above 0 */
static TrmStatus use_analysis(const TrmSystem *system, double until, TrmLog *log) {
  TrmAnalysis *analysis = NULL, *next = NULL;
  TrmStaticsOptions options = {.stable = 1};
  TrmStatus status = trm_analysis_new(system, log, &analysis);
  if (status == TRM_OK) status = trm_analysis_assemble(analysis, log);
  if (status == TRM_OK)
    status = until > 0 ? trm_analysis_begin_quasistatics(analysis, &options, log)
                       : trm_analysis_statics(analysis, &options, log);
  for (int i = 1; i <= 3 && until > 0 && status == TRM_OK; i++)
    status = trm_analysis_advance(analysis, until * i / 3, log);
  /* the next analysis begins there */
  if (status == TRM_OK) status = trm_analysis_new(system, log, &next);
  if (status == TRM_OK) trm_analysis_begin_at(next, analysis);
  if (status == TRM_OK) status = trm_analysis_assemble(next, log);
  trm_analysis_free(next);
  trm_analysis_free(analysis);
  return status;
}

static TrmStatus use_model(const char *path, const TrmSetting *setting, double until) {
  TrmLog *log = trm_log_new();
  if (!log) return TRM_NO_MEMORY;
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmStatus status = trm_model_read(path, setting, setting != NULL, log, &model);
  if (status == TRM_OK) status = trm_system_compile(model, log, &system);
  if (status == TRM_OK) status = use_analysis(system, until, log);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
  return status;
}

static void fail_each(const char *path, const TrmSetting *setting, double until,
                      TrmStatus expected) {
  Use u = {use_model, path, setting, until};
  counted_each(path, each_use, &u, expected, 700, 12);
}

int main(void) {
  TrmSetting upright = {"start", "180*deg"}, many = {"N", "70"};
  fail_each("examples/four-bar-weight.yaml", NULL, 0, TRM_OK);
  fail_each("examples/pendulum.yaml", &upright, 0, TRM_OK);
  fail_each("examples/balance.yaml", NULL, 0, TRM_OK);
  fail_each("examples/chain.yaml", &many, 0, TRM_OK);
  fail_each("examples/truss.yaml", NULL, 0.3, TRM_OK);
  fail_each("tests/malformed/cases/statics_winds.yaml", NULL, 0, TRM_FAILED);
  fail_each("tests/malformed/cases/statics_no_rest.yaml", NULL, 0, TRM_FAILED);
  fail_each("tests/malformed/cases/statics_ends.yaml", NULL, 1, TRM_FAILED);
  return check_done();
}
