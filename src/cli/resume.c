/* SPDX-License-Identifier: Apache-2.0
 *
 * resume: go on with a run of dynamics that was stopped or killed.
 */
#include "cli/messages.h"
#include "cli/record.h"
#include "cli/table.h"

static TrmStatus run(TrmRequest *request) {
  TrmLog *log = trm_request_log(request);
  return trm_record_resume(request, log, request->arguments[0]);
}

static const TrmOption options[] = {
    TRM_CHECKPOINT_OPTION,
    {NULL, 0, NULL, NULL, NULL, NULL},
};

static const TrmExample examples[] = {
    {"resume long.point", "goes on after Ctrl-C, a kill or a power cut"},
    {"resume long.point --quiet",
     "the same without a word; the run began with --checkpoint long.point"},
    {NULL, NULL},
};

const TrmCommand trm_command_resume = {
    .name = "resume",
    .summary = "go on with a run from its checkpoint",
    .usage = "CHECKPOINT",
    .details =
        "Goes on with a run of dynamics that was started with --checkpoint. The results are the "
        "same, bit for bit, as if it had never stopped. The model must not have changed.",
    .options = options,
    .common = TRM_TAKES_JSON,
    .least = 1,
    .most = 1,
    .examples = examples,
    .run = run,
};
