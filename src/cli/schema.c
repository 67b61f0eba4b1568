/* SPDX-License-Identifier: Apache-2.0
 *
 * schema: the JSON Schema of the model language, for editors that complete and check YAML.
 */
#include "catalog/schema.h"
#include "cli/output.h"
#include "cli/table.h"

static TrmStatus run(TrmRequest *request) {
  TrmText *out = trm_request_text(request);
  trm_schema_write(out);
  return trm_output_write(trm_request_value(request, "output"), out);
}

static const TrmExample examples[] = {
    {"schema -o trammel.schema.json", "write it beside your models"},
    {"schema | jq .title", "look into it"},
    {NULL, NULL},
};

const TrmCommand trm_command_schema = {
    .name = "schema",
    .summary = "print the JSON Schema that editors use",
    .usage = "",
    .details = "With it an editor completes the words of a model while you type, shows what they "
               "mean, and marks mistakes. Begin a model with\n"
               "# yaml-language-server: $schema=trammel.schema.json",
    .common = TRM_TAKES_OUTPUT,
    .examples = examples,
    .word = trm_command_no_word,
    .run = run,
};
