/* SPDX-License-Identifier: Apache-2.0
 *
 * run: perform the analyses that the model lists under `simulate`, in order.
 */
#include "cli/messages.h"
#include "cli/record.h"
#include "cli/table.h"
#include "compile/system.h"
#include <string.h>

/* one analysis of the list */
static TrmStatus perform(TrmRequest *request, TrmLog *log, const TrmSystem *system,
                         const TrmRun *run) {
  const char *name = run->item->type->name;
  int assembles = strcmp(name, "assemble") == 0, drives = strcmp(name, "kinematics") == 0;
  TrmAnalysis *analysis = NULL;
  TrmTimes span;
  if (!assembles && !drives && strcmp(name, "dynamics") != 0)
    return trm_say_usage(
        "this version performs `assemble`, `kinematics` and `dynamics`; the model lists `%s`",
        name);
  TrmStatus status = trm_analysis_new(system, log, &analysis);
  if (status != TRM_OK) {
    trm_messages_print(request, log, "nothing was run");
    return status;
  }
  if (assembles) {
    status = trm_record_assembly(request, log, analysis, system);
  } else if (drives) {
    status = trm_request_span(request, system, name, run, &span)
                 ? trm_record_kinematics(request, log, analysis, system, span)
                 : TRM_BAD_USAGE;
  } else {
    status = trm_record_dynamics(request, log, analysis, system, run);
  }
  trm_analysis_free(analysis);
  return status;
}

static TrmStatus run(TrmRequest *request) {
  TrmLog *log = trm_request_log(request);
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmAnalysis *analysis = NULL;
  TrmStatus status = trm_request_analysis(request, log, &model, &system, &analysis);
  if (status != TRM_OK) {
    trm_messages_print(request, log, "nothing was run");
    return status;
  }
  if (!system->run_count)
    return trm_say_usage("the model has no `simulate`; try: trammel dynamics %s --until 1",
                         request->arguments[0]);
  for (size_t i = 0; i < system->run_count && status == TRM_OK; i++)
    status = perform(request, log, system, &system->runs[i]);
  return status;
}

static const TrmOption options[] = {
    TRM_RECORD_OPTIONS,
    {NULL, 0, NULL, NULL, NULL, NULL},
};

static const TrmExample examples[] = {
    {"run crank-rocker.yaml", "what its `simulate` lists; results in crank-rocker.h5"},
    {"run crank-rocker.yaml --set speed=120*rpm -o fast.h5", "at another speed, in another file"},
    {NULL, NULL},
};

const TrmCommand trm_command_run = {
    .name = "run",
    .summary = "perform the analyses that the model lists",
    .usage = "MODEL",
    .details = "Performs what `simulate` lists, in order: assemble, kinematics and dynamics in "
               "this version.",
    .options = options,
    .common = TRM_TAKES_SET | TRM_TAKES_OUTPUT,
    .least = 1,
    .most = 1,
    .examples = examples,
    .run = run,
};
