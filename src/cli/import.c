/* SPDX-License-Identifier: Apache-2.0
 *
 * import: read a model in any form and print it in the model language, normalised. What is printed
 * reads back to the same model.
 */
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/relocate.h"
#include "cli/table.h"
#include "trammel/system.h"
#include <string.h>

static TrmStatus run(TrmRequest *request) {
  const char *path = request->arguments[0], *target = trm_request_value(request, "output");
  if (target && trm_output_same(path, target))
    return trm_say_usage("'%s' is the file being read; give another name after -o", target);
  TrmLog *log = trm_request_log(request);
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  /* a model with errors is not worth printing, so it is checked whole */
  TrmStatus status = trm_request_model(request, log, &model);
  if (status == TRM_OK) status = trm_system_compile(model, log, &system);
  trm_system_free(system);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  trm_messages_print(request, log, "nothing was written");
  if (status != TRM_OK) return status;
  trm_relocate_files(model, target);
  TrmText *out = trm_request_text(request);
  trm_text_add(out, trm_request_keep(request, trm_model_to_yaml(model)));
  return trm_output_write(target, out);
}

static const TrmOption options[] = {
    {"to", 0, NULL, "FORMAT", "yaml", "the language to print in: yaml (default)"},
    {NULL, 0, NULL, NULL, NULL, NULL},
};

static const TrmExample examples[] = {
    {"import axle.yaml -o whole.yaml",
     "one file with what axle.yaml includes and repeats written out"},
    {"import axle.yaml --to yaml | less", "read the normalised model"},
    {NULL, NULL},
};

const TrmCommand trm_command_import = {
    .name = "import",
    .summary = "read a model and print it in the model language",
    .usage = "FILE",
    .details = "Includes are merged in and repeats written out, so that the result stands in one "
               "file. Reading the result gives the same model again; files it names are named from "
               "where it is written. FILE may be - for standard input.",
    .options = options,
    .common = TRM_TAKES_SET | TRM_TAKES_OUTPUT,
    .least = 1,
    .most = 1,
    .examples = examples,
    .run = run,
};
