/* SPDX-License-Identifier: Apache-2.0
 *
 * Recording dynamics: what the options say, and runs that go on from a checkpoint.
 */
#include "analysis/dynamics.h"
#include "cli/checkpoint.h"
#include "cli/messages.h"
#include "cli/recorder.h"
#include "compile/system.h"
#include <string.h>

int trm_request_method(TrmRequest *request, const TrmSystem *system, TrmDynamicsOptions *o) {
  const double time = system->units.time;
  const struct {
    const char *option;
    double *number, unit;
  } numbers[] = {
      {"tolerance", &o->tolerance, 1}, {"step", &o->step, time}, {"max-step", &o->max_step, time}};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    double value = trm_request_number(request, numbers[i].option);
    if (value < 0) return 0;
    if (value > 0) *numbers[i].number = value * numbers[i].unit;
  }
  if (trm_request_value(request, "tolerance")) o->absolute_tolerance = 0;
  const char *integrator = trm_request_value(request, "integrator");
  const char *formulation = trm_request_value(request, "formulation");
  const char *solver = trm_request_value(request, "solver");
  if (integrator) o->integrator = integrator;
  if (formulation) o->formulation = formulation;
  if (solver) o->solver = solver;
  if (o->solver && strcmp(o->solver, "auto") == 0) o->solver = NULL;
  return 1;
}

/* what the options say, else the model */
static int read_dynamics(TrmRequest *request, const TrmSystem *system, const TrmRun *run,
                         TrmTimes span, TrmDynamicsOptions *o) {
  *o = (TrmDynamicsOptions){.until = span.until, .every = span.until / (double)span.intervals};
  if (run) trm_dynamics_read(run, o);
  return trm_request_method(request, system, o);
}

TrmStatus trm_record_dynamics(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                              const TrmSystem *system, const TrmRun *run) {
  TrmRecorder r = {.request = request, .log = log, .analysis = analysis, .system = system};
  TrmDynamicsOptions options;
  if (!run) run = trm_request_run(system, "dynamics");
  if (!trm_request_span(request, system, "dynamics", run, &r.span)) return TRM_BAD_USAGE;
  if (!read_dynamics(request, system, run, r.span, &options)) return TRM_BAD_USAGE;
  r.dynamics = &options;
  r.checkpoint = trm_request_value(request, "checkpoint");
  int checks = trm_request_flag(request, "check-accuracy");
  int keeps = trm_request_value(request, "output") || !trm_request_value(request, "csv");
  if ((r.checkpoint || checks) && !keeps)
    return trm_say_usage("--%s needs a result file: give -o FILE beside --csv",
                         checks ? "check-accuracy" : "checkpoint");
  TrmStatus status = trm_record_motion(&r);
  return status == TRM_OK && checks ? trm_record_check(&r) : status;
}

/* 1 when the model is still the one of the checkpoint */
static int same_model(TrmRequest *request, const TrmModel *model, uint64_t expected) {
  const char *text = trm_request_keep(request, trm_model_to_yaml(model));
  return trm_checkpoint_hash(text, strlen(text)) == expected;
}

TrmStatus trm_record_resume(TrmRequest *request, TrmLog *log, const char *path) {
  TrmCheckpoint checkpoint;
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmAnalysis *analysis = NULL;
  TrmStatus status = trm_checkpoint_read(path, request->arena, &checkpoint);
  if (status != TRM_OK) return status;
  request->arguments[0] = checkpoint.model;
  trm_request_put(request, "set", checkpoint.settings);
  trm_request_put(request, "output", checkpoint.result);
  if (*checkpoint.signals) trm_request_put(request, "signals", checkpoint.signals);
  status = trm_request_analysis(request, log, &model, &system, &analysis);
  if (status != TRM_OK) {
    trm_messages_print(request, log, "nothing was run");
    return status;
  }
  if (!same_model(request, model, checkpoint.text))
    return trm_say_file("'%s' has changed since '%s' was written; run it again from the start",
                        checkpoint.model, path);
  TrmRecorder r = {.request = request,
                   .log = log,
                   .analysis = analysis,
                   .system = system,
                   .span = checkpoint.span,
                   .dynamics = &checkpoint.options,
                   .checkpoint = path,
                   .resumed = &checkpoint};
  return trm_record_motion(&r);
}
