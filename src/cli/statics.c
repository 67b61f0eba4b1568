/* SPDX-License-Identifier: Apache-2.0
 *
 * statics: find the position in which all forces balance.
 */
#include "cli/record.h"
#include "cli/table.h"

static TrmStatus run(TrmRequest *request) {
  return trm_request_record(request, trm_record_statics);
}

static const TrmOption options[] = {
    TRM_STATICS_OPTIONS,
    TRM_WEIGHTS_OPTION,
    TRM_RECORD_OPTIONS,
    {NULL, 0, NULL, NULL, NULL, NULL},
};

static const TrmExample examples[] = {
    {"statics mount.yaml", "the position of rest; results in mount.h5"},
    {"statics pendulum.yaml --stable", "never one from which it falls"},
    {"statics mount.yaml --csv - --signals 'left.*'", "the load of one mount, as a table"},
    {NULL, NULL},
};

const TrmCommand trm_command_statics = {
    .name = "statics",
    .summary = "find the position in which all forces balance",
    .usage = "MODEL",
    .details =
        "Assembles the model and finds its equilibrium under gravity, forces and motions at time "
        "zero, with the forces in its joints. It says whether the equilibrium is stable, unstable "
        "or neutral, and which joint or body moves in the directions that are not. Where there is "
        "none, the message names what stays unbalanced, and the best attempt is kept.",
    .options = options,
    .common = TRM_TAKES_SET | TRM_TAKES_OUTPUT | TRM_TAKES_JSON,
    .least = 1,
    .most = 1,
    .examples = examples,
    .run = run,
};
