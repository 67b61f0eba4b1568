/* SPDX-License-Identifier: Apache-2.0
 *
 * run: perform the analyses that the model lists under `simulate`, in order.
 */
#include "analysis/dynamics.h"
#include "cli/collect.h"
#include "cli/linear.h"
#include "cli/messages.h"
#include "cli/recorder.h"
#include "cli/table.h"
#include "cli/watch.h"
#include "compile/system.h"
#include <string.h>

/* analyses that later ones go on from: the last equilibrium, and the one before where it is another
 * and a linear model comes after it */
typedef struct Before {
  TrmAnalysis *rest, *last;
} Before;

/* follow the motion from where the last analysis ended, and linearise at the times listed */
static TrmStatus perform_times(TrmRequest *request, TrmLog *log, const TrmSystem *system,
                               const TrmRun *run, const TrmAnalysis *from) {
  TrmAnalysis *analysis = NULL;
  TrmDynamicsOptions options = {.until = run->times[run->time_count - 1]};
  const TrmRun *how = trm_request_run(system, "dynamics");
  if (how) trm_dynamics_read(how, &options);
  if (!trm_request_method(request, system, &options)) return TRM_BAD_USAGE;
  TrmStatus status = trm_analysis_new(system, log, &analysis);
  if (status == TRM_OK && from) trm_analysis_begin_at(analysis, from);
  if (status == TRM_OK) status = trm_analysis_assemble(analysis, log);
  if (status == TRM_OK) status = trm_analysis_begin_dynamics(analysis, &options, log);
  for (size_t i = 0; i < run->time_count && status == TRM_OK; i++) {
    status = trm_analysis_advance(analysis, run->times[i], log);
    if (status == TRM_OK)
      status = trm_record_linear(request, log, analysis, system, run, "in motion");
    trm_log_clear(log);
  }
  if (status != TRM_OK) trm_messages_print(request, log, "no more was linearised");
  trm_analysis_free(analysis);
  return status;
}

/* linearise where the last analysis ended, at the equilibrium, or as assembled */
static TrmStatus perform_linear(TrmRequest *request, TrmLog *log, const TrmSystem *system,
                                const TrmRun *run, Before *before) {
  TrmAnalysis *analysis = before->last ? before->last : before->rest;
  if (run->time_count) return perform_times(request, log, system, run, analysis);
  if (analysis)
    return trm_record_linear(request, log, analysis, system, run,
                             before->last ? "where that ended" : "at the equilibrium");
  TrmStatus status = trm_analysis_new(system, log, &before->last);
  if (status == TRM_OK) status = trm_analysis_assemble(before->last, log);
  if (status == TRM_OK)
    return trm_record_linear(request, log, before->last, system, run, "as assembled");
  trm_messages_print(request, log, "nothing was run");
  return status;
}

/* 1 when the analysis after this one in the list is a linear model */
static int leads_on(const TrmSystem *system, const TrmRun *run) {
  size_t next = (size_t)(run - system->runs) + 1;
  return next < system->run_count && strcmp(system->runs[next].item->type->name, "linearize") == 0;
}

/* one analysis of the list, from where `rest` stands when there is one */
static TrmStatus perform(TrmRequest *request, TrmLog *log, const TrmSystem *system,
                         const TrmRun *run, Before *before) {
  static const char *const names[] = {"assemble", "kinematics",   "dynamics",
                                      "statics",  "quasistatics", "linearize"};
  const char *name = run->item->type->name;
  TrmAnalysis *analysis = NULL;
  TrmTimes span;
  size_t which = 0;
  while (which < 5 && strcmp(name, names[which]) != 0) which++;
  trm_collect_name(request, name);
  if (which == 5) return perform_linear(request, log, system, run, before);
  trm_analysis_free(before->last);
  before->last = NULL;
  TrmStatus status = trm_analysis_new(system, log, &analysis);
  if (status != TRM_OK) {
    trm_messages_print(request, log, "nothing was run");
    return status;
  }
  if (before->rest) trm_analysis_begin_at(analysis, before->rest);
  if (which == 0) status = trm_record_assembly(request, log, analysis, system);
  if (which == 1)
    status = trm_request_span(request, system, name, run, &span)
                 ? trm_record_kinematics(request, log, analysis, system, span)
                 : TRM_BAD_USAGE;
  if (which == 2) status = trm_record_dynamics(request, log, analysis, system, run);
  if (which == 3) status = trm_record_statics(request, log, analysis, system, run);
  if (which == 4) status = trm_record_quasistatics(request, log, analysis, system, run);
  /* what comes after an equilibrium begins there */
  if (which == 3 && status == TRM_OK) {
    TrmAnalysis *earlier = before->rest;
    before->rest = analysis;
    analysis = earlier;
  } else if (status == TRM_OK && leads_on(system, run)) {
    before->last = analysis;
    analysis = NULL;
  }
  trm_analysis_free(analysis);
  return status;
}

/* no list: a model with freedoms moves under its forces, one without follows its motions */
static TrmStatus perform_one(TrmRequest *request, TrmLog *log, const TrmSystem *system,
                             TrmAnalysis *analysis) {
  TrmAnalysis *fresh = NULL;
  TrmTimes span;
  int freedoms = 0, redundant;
  TrmStatus status = trm_analysis_assemble(analysis, log);
  if (status == TRM_OK) status = trm_analysis_new(system, log, &fresh);
  if (status != TRM_OK) {
    trm_messages_print(request, log, "nothing was run");
    return status;
  }
  /* the report finds them */
  trm_text_free(trm_analysis_report(analysis));
  trm_analysis_freedoms(analysis, &freedoms, &redundant);
  int free = freedoms > 0 || !system->motion_count;
  trm_collect_name(request, free ? "dynamics" : "kinematics");
  if (free)
    status = trm_record_dynamics(request, log, fresh, system, NULL);
  else
    status = trm_request_span(request, system, "kinematics", NULL, &span)
                 ? trm_record_kinematics(request, log, fresh, system, span)
                 : TRM_BAD_USAGE;
  trm_analysis_free(fresh);
  return status;
}

/* 1 when an analysis leaves a file: an assembly does where one is asked for */
static int records(const TrmRequest *request, const TrmRun *run) {
  if (strcmp(run->item->type->name, "linearize") == 0)
    return trm_request_value(request, "output") != NULL;
  return strcmp(run->item->type->name, "assemble") != 0 || trm_request_value(request, "output") ||
         trm_request_value(request, "csv");
}

/* "fast-statics.csv" from "fast.csv"; "fast-dynamics-2.csv" for the second of a kind */
static const char *own_path(const TrmRequest *request, const char *path, const char *name,
                            size_t number) {
  const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
  int stem = (int)(dot && dot != path ? dot - path : (long)strlen(path));
  if (number < 2)
    return trm_arena_printf(request->arena, "%.*s-%s%s", stem, path, name, path + stem);
  return trm_arena_printf(request->arena, "%.*s-%s-%zu%s", stem, path, name, number, path + stem);
}

/* where there are several analyses, each writes to files of its own */
static void give_paths(TrmRequest *request, const TrmSystem *system, size_t index) {
  const char *name = system->runs[index].item->type->name, *csv = trm_request_value(request, "csv");
  const char *output = trm_request_value(request, "output");
  size_t number = 1;
  for (size_t i = 0; i < index; i++) number += strcmp(system->runs[i].item->type->name, name) == 0;
  if (!output && !csv) output = trm_recorder_default(request, "");
  if (output) trm_request_put(request, "output", own_path(request, output, name, number));
  if (csv) trm_request_put(request, "csv", own_path(request, csv, name, number));
}

static TrmStatus run_model(TrmRequest *request) {
  TrmLog *log = trm_request_log(request);
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmAnalysis *analysis = NULL;
  Before before = {0};
  TrmStatus status = trm_request_analysis(request, log, &model, &system, &analysis);
  if (status != TRM_OK) {
    trm_messages_print(request, log, "nothing was run");
    return status;
  }
  if (!system->run_count && trm_request_value(request, "until"))
    return perform_one(request, log, system, analysis);
  if (!system->run_count)
    return trm_say_usage("the model has no `simulate`; try: trammel run %s --until 1",
                         request->arguments[0]);
  size_t several = 0, given = request->given_count;
  const char *csv = trm_request_value(request, "csv");
  for (size_t i = 0; i < system->run_count; i++)
    several += (size_t)records(request, &system->runs[i]);
  if (several > 1 && csv && strcmp(csv, "-") == 0)
    return trm_say_usage(
        "the model lists %zu analyses, which do not fit into one table; give --csv "
        "FILE, for FILE-%s.csv and so on",
        several, system->runs[0].item->type->name);
  for (size_t i = 0; i < system->run_count && status == TRM_OK; i++) {
    /* what was said of one analysis is not said again of the next */
    trm_log_clear(log);
    if (several > 1 && records(request, &system->runs[i])) give_paths(request, system, i);
    status = perform(request, log, system, &system->runs[i], &before);
    request->given_count = given;
  }
  trm_analysis_free(before.last);
  trm_analysis_free(before.rest);
  return status;
}

static TrmStatus run(TrmRequest *request) {
  int json = trm_request_flag(request, "json"), watch = trm_request_flag(request, "watch");
  if (json && watch) return trm_say_usage("--watch shows results in the browser; leave out --json");
  if (watch) return trm_watch(request, run_model);
  if (json) trm_collect_begin(request);
  TrmStatus status = run_model(request);
  TrmStatus wrote = status == TRM_BAD_USAGE ? TRM_OK
                    : status == TRM_OK      ? trm_collect_end(request, "complete")
                                            : trm_collect_end(request, "failed");
  return status ? status : wrote;
}

static const TrmOption options[] = {
    TRM_SPAN_OPTIONS,
    TRM_METHOD_OPTIONS,
    TRM_RECORD_OPTIONS,
    TRM_WATCH_OPTIONS,
    {NULL, 0, NULL, NULL, NULL, NULL},
};

static const TrmExample examples[] = {
    {"run crank-rocker.yaml", "what its `simulate` lists; results in crank-rocker.h5"},
    {"run crank-rocker.yaml --set speed=120*rpm -o fast.h5", "at another speed, in another file"},
    {"run crank-rocker.yaml --json", "what happened, as JSON for other programs"},
    {"run crank-rocker.yaml --watch", "in the browser, again whenever the file changes"},
    {"run pendulum.adm --until 5 --every 0.01", "an Adams dataset, which lists no analyses"},
    {NULL, NULL},
};

const TrmCommand trm_command_run = {
    .name = "run",
    .summary = "perform the analyses that the model lists",
    .usage = "MODEL",
    .details =
        "Performs what `simulate` lists, in order: assemble, kinematics, dynamics, statics, "
        "quasistatics and linearize. What comes after statics begins at the "
        "equilibrium, at rest; linearize takes the state in which the analysis before it ended. A "
        "model without `simulate` is moved up to --until: under its "
        "forces, or along its motions when they leave no freedom. MODEL may also be an Adams "
        "dataset (.adm) or command file (.acf), an Excel workbook (.xlsx), or URDF.\nWhere several "
        "analyses leave results, each has a file of its own: crank-rocker-statics.h5, "
        "crank-rocker-dynamics.h5, and crank-rocker-dynamics-2.h5 for a second one. With --json, "
        "one analysis prints the object "
        "that the command of its name prints, headed by `analysis`; several print one object that "
        "lists them under `analyses`.\nWith --watch "
        "no file is kept: the browser shows the "
        "result, and the model is run again whenever its file, or another model, table or mesh in "
        "its folder, changes. Only this machine can connect.",
    .options = options,
    .common = TRM_TAKES_SET | TRM_TAKES_OUTPUT | TRM_TAKES_JSON,
    .least = 1,
    .most = 1,
    .examples = examples,
    .run = run,
};
