/* SPDX-License-Identifier: Apache-2.0
 *
 * Linear models of a request: brought to where they are wanted, linearised, and written.
 */
#include "analysis/dynamics.h"
#include "cli/collect.h"
#include "cli/linear.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/recorder.h"
#include "compile/system.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 1 when nothing moves as assembled */
static int rests(const TrmAnalysis *analysis) {
  TrmBodyChange change;
  for (size_t i = 0; trm_analysis_change(analysis, i, &change); i++)
    for (int k = 0; k < 3; k++)
      if (fabs(change.velocity[1][k]) > 1e-12 || fabs(change.spin[1][k]) > 1e-12) return 0;
  return 1;
}

/* 1 when nothing holds one way only or is switched, which statics does not follow */
static int statics_serve(const TrmSystem *system) {
  static const char *const sections[] = {"joints", "motions", "constraints"};
  for (size_t i = 0; i < system->joint_count; i++)
    if (system->joints[i].type->unilateral) return 0;
  for (size_t i = 0; i < system->contact_count; i++)
    if (system->contacts[i].rigid) return 0;
  for (size_t s = 0; s < sizeof sections / sizeof *sections; s++) {
    size_t count;
    TrmItem *const *items = trm_model_section(system->model, sections[s], &count);
    for (size_t i = 0; i < count; i++)
      if (trm_item_value(items[i], "active")) return 0;
  }
  return 1;
}

/* follow the motion up to `time` */
static TrmStatus move(TrmAnalysis *analysis, const TrmSystem *system, double time, TrmLog *log) {
  TrmDynamicsOptions options = {0};
  const TrmRun *run = trm_request_run(system, "dynamics");
  if (run) trm_dynamics_read(run, &options);
  options.until = time;
  options.every = time / 100;
  TrmStatus status = trm_analysis_begin_dynamics(analysis, &options, log);
  for (int i = 1; i <= 100 && status == TRM_OK; i++)
    status = trm_analysis_advance(analysis, time * i / 100, log);
  return status;
}

TrmStatus trm_linear_go(TrmRequest *request, TrmAnalysis *analysis, const TrmSystem *system,
                        TrmLog *log, const char **place) {
  const char *at = trm_request_value(request, "at");
  TrmStatus status = trm_analysis_assemble(analysis, log);
  if (status != TRM_OK) return status;
  *place = "as assembled";
  if (!at) at = rests(analysis) && statics_serve(system) ? "equilibrium" : "assembled";
  if (strcmp(at, "assembled") == 0) return TRM_OK;
  if (strcmp(at, "equilibrium") == 0) {
    TrmStaticsOptions options = {0};
    const TrmRun *run = trm_request_run(system, "statics");
    if (run) options = (TrmStaticsOptions){run->tolerance, run->iterations, run->stable};
    *place = "at the equilibrium";
    return trm_analysis_statics(analysis, &options, log);
  }
  double time = strtod(at, NULL) * system->units.time;
  *place = "in motion";
  return time > 0 ? move(analysis, system, time, log) : TRM_OK;
}

int trm_linear_check(const TrmRequest *request) {
  const char *at = trm_request_value(request, "at");
  char *after;
  if (!at || strcmp(at, "equilibrium") == 0 || strcmp(at, "assembled") == 0) return 1;
  double time = strtod(at, &after);
  if (*at && !*after && isfinite(time) && time >= 0) return 1;
  trm_say_usage("--at takes `equilibrium`, `assembled` or a time, not '%s'", at);
  return 0;
}

/* the result file of -o: all modes, or the one of --animate; and where it is */
static TrmStatus keep(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                      const TrmSystem *system) {
  const char *path = trm_request_value(request, "output");
  double number = trm_request_number(request, "animate");
  if (number < 0) return TRM_BAD_USAGE;
  if (!path && number == 0) return TRM_OK;
  if (!path) path = trm_recorder_default(request, "-mode");
  TrmStatus status = number > 0
                         ? trm_linear_animate(request, log, analysis, system, (size_t)number, path)
                         : trm_linear_store(request, log, analysis, system, path);
  if (status != TRM_OK && status != TRM_BAD_USAGE)
    trm_messages_print(request, log, "the modes were not kept");
  if (status != TRM_OK || trm_request_flag(request, "quiet")) return status;
  fprintf(stderr, "Results: %s   ", path);
  if (number > 0)
    fprintf(stderr, "See it: trammel view %s\n", path);
  else
    fputs("See one: --animate NUMBER writes its motion\n", stderr);
  return status;
}

TrmStatus trm_record_linear(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                            const TrmSystem *system, const TrmRun *run, const char *place) {
  int json = trm_request_flag(request, "json"), quiet = trm_request_flag(request, "quiet");
  TrmText *out = trm_request_text(request);
  TrmStatus status = TRM_OK;
  TrmLinearOptions options;
  int place_given = place != NULL;
  if (trm_linear_options(request, &options) != TRM_OK) return TRM_BAD_USAGE;
  if (!place) status = trm_linear_check(request) ? TRM_OK : TRM_BAD_USAGE;
  if (status != TRM_OK) return status;
  if (!place) status = trm_linear_go(request, analysis, system, log, &place);
  int entry = run ? (int)(run - system->runs) : -1;
  if (status == TRM_OK) status = trm_analysis_linearize_with(analysis, entry, &options, log);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  const double *errors = NULL;
  if (status == TRM_OK && trm_request_flag(request, "verify"))
    status = trm_linear_verify_all(request, analysis, log, &errors);
  if (json) {
    trm_linear_json(request, analysis, log, status, errors, out);
  } else {
    trm_messages_print(request, log, "nothing was linearised");
    if (status != TRM_OK) return status;
    int energies = trm_request_flag(request, "shapes");
    if (!quiet) trm_linear_text(analysis, system, place, energies, errors, out);
  }
  const char *csv = trm_request_value(request, "csv");
  int table = csv && strcmp(csv, "-") == 0;
  TrmStatus wrote = table  ? TRM_OK
                    : json ? trm_collect_write(request, out)
                           : trm_output_write(NULL, out);
  if (status == TRM_OK && wrote == TRM_OK) wrote = keep(request, log, analysis, system);
  if (status == TRM_OK && wrote == TRM_OK && !place_given)
    wrote = trm_linear_files(request, analysis);
  return status != TRM_OK ? status : wrote;
}
