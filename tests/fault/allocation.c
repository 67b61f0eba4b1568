/* SPDX-License-Identifier: Apache-2.0
 *
 * Every allocation fails once: read, check, report and reprint models, assemble and move some,
 * failing the first allocation, then the second, and so on until a run needs no more. Each failed
 * run must end with TRM_NO_MEMORY, and nothing may be left allocated. The program's own malloc also
 * serves libyaml and KLU.
 */
#include "check.h"
#include "each.h"
#include "trammel/trammel.h"

/* assemble, drive, move, judge and report; a mechanism that is not driven is only assembled */
static TrmStatus use_analysis(const TrmSystem *system, double until, TrmLog *log) {
  enum { STEPS = 12, MOST_SIGNALS = 4096 };
  static double values[MOST_SIGNALS];
  TrmAnalysis *analysis = NULL;
  TrmBodyChange change;
  TrmStatus status = trm_analysis_new(system, log, &analysis);
  if (status == TRM_OK) status = trm_analysis_assemble(analysis, log);
  if (status == TRM_OK) status = trm_analysis_judge(analysis);
  if (status == TRM_OK) {
    char *report = trm_analysis_report(analysis);
    if (!report) status = TRM_NO_MEMORY;
    trm_text_free(report);
    if (trm_analysis_signals(analysis) <= MOST_SIGNALS) trm_analysis_values(analysis, values);
    if (!trm_analysis_change(analysis, 0, &change)) status = TRM_FAILED;
  }
  if (status == TRM_OK && until > 0) status = trm_analysis_drive(analysis, log);
  for (int i = 1; i <= STEPS && until > 0 && status == TRM_OK; i++)
    status = trm_analysis_advance(analysis, until * i / STEPS, log);
  trm_analysis_free(analysis);
  return status;
}

/* everything a command does with a model; the first status that is not good */
static TrmStatus use_model(const char *path, const TrmSetting *setting, double until) {
  TrmLog *log = trm_log_new();
  if (!log) return TRM_NO_MEMORY;
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmStatus status = trm_model_read(path, setting, setting != NULL, log, &model);
  if (status == TRM_OK) status = trm_system_compile(model, log, &system);
  if (system) {
    char *texts[] = {trm_system_report(system), trm_system_report_json(system),
                     trm_model_to_yaml(model)};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
      if (!texts[i]) status = TRM_NO_MEMORY;
      trm_text_free(texts[i]);
    }
  }
  /* not every model can be a dataset, but memory is all that may be missing */
  char *dataset = NULL;
  if (system && trm_system_to_adams(system, log, &dataset) == TRM_NO_MEMORY) status = TRM_NO_MEMORY;
  trm_text_free(dataset);
  if (status == TRM_OK && until >= 0) status = use_analysis(system, until, log);
  char *messages = trm_log_render(log, TRM_LOG_PLAIN);
  if (!messages) status = TRM_NO_MEMORY;
  trm_text_free(messages);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
  return status;
}

static void fail_each(const char *path, const TrmSetting *setting, double until,
                      TrmStatus expected) {
  Use u = {use_model, path, setting, until};
  counted_each(path, each_use, &u, expected, 0, 1);
}

int main(void) {
  TrmSetting speed = {"speed", "30*rpm"};
  fail_each("examples/crank-rocker.yaml", &speed, -1, TRM_OK);
  fail_each("examples/axle.yaml", NULL, -1, TRM_OK);
  fail_each("examples/ladder.yaml", NULL, -1, TRM_OK);
  fail_each("tests/fault/everything.yaml", NULL, -1, TRM_OK);
  fail_each("tests/fault/wrong.yaml", NULL, -1, TRM_BAD_MODEL);
  /* Adams: every statement, a command file, mistakes */
  fail_each("tests/verify/adams/everything.adm", NULL, -1, TRM_OK);
  fail_each("examples/swing.acf", NULL, -1, TRM_OK);
  fail_each("tests/malformed/cases/adams_function_ids.adm", NULL, -1, TRM_BAD_MODEL);
  /* a workbook; robots, one of them wrong */
  fail_each("examples/excel/a05-flyball.xlsx", NULL, -1, TRM_OK);
  fail_each("examples/urdf/four_bar.urdf", NULL, -1, TRM_OK);
  fail_each("tests/malformed/cases/urdf_loop_link.urdf", NULL, -1, TRM_BAD_MODEL);
  /* analyses: redundant, with a curve, over a branch point, undriven, locked, open, contradictory
   */
  fail_each("examples/four-bar-3d.yaml", NULL, 1, TRM_OK);
  fail_each("examples/cam-spline.yaml", NULL, 1, TRM_OK);
  fail_each("examples/parallelogram.yaml", NULL, 1, TRM_OK);
  fail_each("examples/planar-ladder.yaml", NULL, 0, TRM_OK);
  fail_each("tests/malformed/cases/analysis_lock_four_bar.yaml", NULL, 4, TRM_FAILED);
  fail_each("tests/malformed/cases/analysis_open_short_coupler.yaml", NULL, 0, TRM_FAILED);
  fail_each("tests/malformed/cases/analysis_opens_start.yaml", NULL, 1, TRM_FAILED);
  return check_done();
}
