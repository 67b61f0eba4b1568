/* SPDX-License-Identifier: Apache-2.0
 *
 * kinematics: move a driven mechanism through time.
 */
#include "cli/messages.h"
#include "cli/record.h"
#include "cli/table.h"

static TrmStatus run(TrmRequest *request) {
  TrmLog *log = trm_request_log(request);
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmAnalysis *analysis = NULL;
  TrmTimes span;
  TrmStatus status = trm_request_analysis(request, log, &model, &system, &analysis);
  if (status != TRM_OK) {
    trm_messages_print(request, log, "nothing was run");
    return status;
  }
  if (!trm_request_span(request, system, "kinematics", NULL, &span)) return TRM_BAD_USAGE;
  return trm_record_kinematics(request, log, analysis, system, span);
}

static const TrmOption options[] = {
    TRM_SPAN_OPTIONS,
    TRM_WEIGHTS_OPTION,
    TRM_RECORD_OPTIONS,
    {NULL, 0, NULL, NULL, NULL, NULL},
};

static const TrmExample examples[] = {
    {"kinematics crank-rocker.yaml", "as the model's `simulate` says; results in crank-rocker.h5"},
    {"kinematics crank-rocker.yaml --until 1 --every 0.01", "other times"},
    {"kinematics crank-rocker.yaml --csv - --signals rocker_angle", "one signal, as a table"},
    {"kinematics crank-rocker.yaml --json", "the work it took and what was said, as JSON"},
    {NULL, NULL},
};

const TrmCommand trm_command_kinematics = {
    .name = "kinematics",
    .summary = "move a mechanism whose motions leave no freedom",
    .usage = "MODEL",
    .details =
        "Assembles the model and moves it through time: positions, velocities, accelerations, "
        "reactions, and the forces and power of its motions. Every freedom must be driven. Where "
        "the mechanism locks, what was solved before is kept, and the message names the joints.",
    .options = options,
    .common = TRM_TAKES_SET | TRM_TAKES_OUTPUT | TRM_TAKES_JSON,
    .least = 1,
    .most = 1,
    .examples = examples,
    .run = run,
};
