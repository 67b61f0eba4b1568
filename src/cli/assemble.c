/* SPDX-License-Identifier: Apache-2.0
 *
 * assemble: bring the bodies into a position that closes all joints.
 */
#include "cli/messages.h"
#include "cli/record.h"
#include "cli/table.h"

static TrmStatus run(TrmRequest *request) {
  TrmLog *log = trm_request_log(request);
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmAnalysis *analysis = NULL;
  TrmStatus status = trm_request_analysis(request, log, &model, &system, &analysis);
  if (status == TRM_OK) return trm_record_assembly(request, log, analysis, system);
  trm_messages_print(request, log, "nothing was run");
  return status;
}

static const TrmOption options[] = {
    TRM_WEIGHTS_OPTION,
    TRM_RECORD_OPTIONS,
    {NULL, 0, NULL, NULL, NULL, NULL},
};

static const TrmExample examples[] = {
    {"assemble corner.yaml", "how far the bodies had to move"},
    {"assemble corner.yaml --csv - --signals 'upright.*'", "the assembled position as a table"},
    {NULL, NULL},
};

const TrmCommand trm_command_assemble = {
    .name = "assemble",
    .summary = "close all joints with the least change",
    .usage = "MODEL",
    .details =
        "Finds positions, velocities, accelerations and reactions that satisfy all joints and "
        "motions at the start, changing what the model gives as little as possible and values "
        "under `exact` not at all, and says which bodies moved and turned. When that is impossible "
        "the "
        "joints that stay open are named, and the best attempt is kept in MODEL-open.h5.",
    .options = options,
    .common = TRM_TAKES_SET | TRM_TAKES_OUTPUT | TRM_TAKES_JSON,
    .least = 1,
    .most = 1,
    .examples = examples,
    .run = run,
};
