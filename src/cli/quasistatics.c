/* SPDX-License-Identifier: Apache-2.0
 *
 * quasistatics: follow an equilibrium while motions and forces change slowly.
 */
#include "cli/record.h"
#include "cli/table.h"

static TrmStatus run(TrmRequest *request) {
  return trm_request_record(request, trm_record_quasistatics);
}

static const TrmOption options[] = {
    TRM_SPAN_OPTIONS,
    TRM_STATICS_OPTIONS,
    TRM_WEIGHTS_OPTION,
    TRM_RECORD_OPTIONS,
    {NULL, 0, NULL, NULL, NULL, NULL},
};

static const TrmExample examples[] = {
    {"quasistatics truss.yaml", "as the model's `simulate` says; results in truss.h5"},
    {"quasistatics truss.yaml --until 1 --every 0.01", "other times"},
    {NULL, NULL},
};

const TrmCommand trm_command_quasistatics = {
    .name = "quasistatics",
    .summary = "follow an equilibrium while motions and forces change slowly",
    .usage = "MODEL",
    .details =
        "Finds the equilibrium at the start as `statics` does and follows it through time, without "
        "inertia or damping. Where it ends, as that of a truss that snaps through, the time is "
        "said, where the model jumps from and where to, and the run goes on from there.",
    .options = options,
    .common = TRM_TAKES_SET | TRM_TAKES_OUTPUT | TRM_TAKES_JSON,
    .least = 1,
    .most = 1,
    .examples = examples,
    .run = run,
};
