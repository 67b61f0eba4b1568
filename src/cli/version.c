/* SPDX-License-Identifier: Apache-2.0
 *
 * version: which Trammel this is.
 */
#include "cli/version.h"
#include "cli/output.h"
#include "cli/table.h"

static TrmStatus run(TrmRequest *request) {
  TrmText *out = trm_request_text(request);
  if (trm_request_flag(request, "json")) {
    trm_text_printf(out, "{\"trammel\": \"%s\", \"language\": %d}\n", TRM_VERSION, TRM_LANGUAGE);
  } else {
    trm_text_printf(out, "trammel %s (model language %d)\n", TRM_VERSION, TRM_LANGUAGE);
  }
  return trm_output_write(NULL, out);
}

static const TrmExample examples[] = {
    {"version", "one line, to quote when you report something"},
    {"version --json", "the same for a program"},
    {NULL, NULL},
};

const TrmCommand trm_command_version = {
    .name = "version",
    .summary = "which Trammel this is",
    .usage = "",
    .common = TRM_TAKES_JSON,
    .examples = examples,
    .word = trm_command_no_word,
    .run = run,
};
