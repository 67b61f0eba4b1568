/* SPDX-License-Identifier: Apache-2.0
 *
 * dynamics: move a model under its forces.
 */
#include "cli/record.h"
#include "cli/table.h"

static TrmStatus run(TrmRequest *request) {
  return trm_request_record(request, trm_record_dynamics);
}

static const TrmOption options[] = {
    TRM_SPAN_OPTIONS,
    TRM_METHOD_OPTIONS,
    {"check-accuracy", 0, NULL, NULL, NULL,
     "move again with a tighter tolerance, and say what differs"},
    {"checkpoint", 0, NULL, "FILE", NULL, "keep in FILE what `trammel resume FILE` goes on from"},
    TRM_CHECKPOINT_OPTION,
    TRM_WEIGHTS_OPTION,
    TRM_RECORD_OPTIONS,
    {NULL, 0, NULL, NULL, NULL, NULL},
};

static const TrmExample examples[] = {
    {"dynamics pendulum.yaml", "as the model's `simulate` says; results in pendulum.h5"},
    {"dynamics pendulum.yaml --until 10 --every 0.01", "other times"},
    {"dynamics pendulum.yaml --tolerance 1e-10 --integrator abm", "another method, tighter"},
    {"dynamics pendulum.yaml --json", "accuracy, work and time as one JSON object, SI units"},
    {NULL, NULL},
};

const TrmCommand trm_command_dynamics = {
    .name = "dynamics",
    .summary = "move a model under its forces",
    .usage = "MODEL",
    .details = "Assembles the model and follows its motion under gravity, forces and motions. It "
               "says which "
               "method was chosen and why, and at the end how well energy and constraints were "
               "kept. Where "
               "the motion cannot go on, what was solved before is kept, and the message says why.",
    .options = options,
    .common = TRM_TAKES_SET | TRM_TAKES_OUTPUT | TRM_TAKES_JSON,
    .least = 1,
    .most = 1,
    .examples = examples,
    .run = run,
};
