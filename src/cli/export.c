/* SPDX-License-Identifier: Apache-2.0
 *
 * export: signals of a result in the format of another program; a model as an Adams dataset or an
 * Excel workbook.
 */
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/stored.h"
#include "cli/table.h"
#include "trammel/system.h"
#include "write/write.h"
#include <string.h>

/* the writer that --format names, or that fits the file; NULL after a message */
static const TrmWriter *choose_writer(const TrmRequest *request, const char *target) {
  const char *format = trm_request_value(request, "format");
  if (format) return trm_writer_find(format);
  if (!target || strcmp(target, "-") == 0) return trm_writers[0];
  const TrmWriter *writer = trm_writer_for(target);
  if (!writer)
    trm_say_usage("the name '%s' does not tell the format; add --format csv, json or mat", target);
  return writer;
}

/* --adm or --excel: the argument is a model */
static TrmStatus export_model(TrmRequest *request, const char *target) {
  TrmLog *log = trm_request_log(request);
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  char *text = NULL;
  size_t length = 0;
  int excel = trm_request_flag(request, "excel");
  TrmStatus status = trm_request_model(request, log, &model);
  if (status == TRM_OK) status = trm_system_compile(model, log, &system);
  if (status == TRM_OK)
    status = excel ? trm_system_to_workbook(system, log, &text, &length)
                   : trm_system_to_adams(system, log, &text);
  trm_system_free(system);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  trm_messages_print(request, log, "nothing was written");
  if (status != TRM_OK) return status;
  TrmText *out = trm_request_text(request);
  const char *kept = trm_request_keep(request, text);
  trm_text_bytes(out, kept, excel ? length : strlen(kept));
  return trm_output_write(target, out);
}

static TrmStatus run(TrmRequest *request) {
  const char *path = request->arguments[0], *target = trm_request_value(request, "output");
  if (target && trm_output_same(path, target))
    return trm_say_usage("'%s' is the file being read; give another name after -o", target);
  if (trm_request_flag(request, "adm") || trm_request_flag(request, "excel"))
    return export_model(request, target);
  const TrmWriter *writer = choose_writer(request, target);
  if (!writer) return TRM_BAD_USAGE;
  TrmLog *log = trm_request_log(request);
  TrmResult *result = NULL;
  TrmText *out = trm_request_text(request);
  size_t *signals = NULL, count = 0;
  TrmStatus status = trm_request_result(request, log, &result);
  if (status == TRM_OK)
    status = trm_result_select(result, trm_request_value(request, "signals"), request->arena, log,
                               &signals, &count);
  if (status == TRM_OK) status = writer->write(result, signals, count, request->arena, log, out);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  trm_messages_print(request, log, "nothing was written");
  return status == TRM_OK ? trm_output_write(target, out) : status;
}

static const TrmOption options[] = {
    {"signals", 0, NULL, "LIST", NULL, "only these, as crank.*,rocker_angle; time is always first"},
    {"format", 0, NULL, "FORMAT", "csv|json|mat",
     "csv (default), json or mat; else by FILE's name"},
    {"adm", 0, NULL, NULL, NULL, "write a model, not a result, as an Adams dataset"},
    {"excel", 0, NULL, NULL, NULL, "write a model, not a result, as an Excel workbook"},
    {NULL, 0, NULL, NULL, NULL, NULL},
};

static const TrmExample examples[] = {
    {"export crank-rocker.h5 -o crank-rocker.csv", "all signals, for a spreadsheet"},
    {"export crank-rocker.h5 --signals 'crank.*' | head",
     "the signals of the crank, on the screen"},
    {"export crank-rocker.h5 -o crank-rocker.mat", "for MATLAB, Octave or SciPy"},
    {"export pendulum.yaml --adm -o pendulum.adm", "a model for Adams"},
    {"export a05-flyball.yaml --excel -o flyball.xlsx", "a model as a workbook"},
    {NULL, NULL},
};

const TrmCommand trm_command_export = {
    .name = "export",
    .summary = "write signals of a result as CSV, JSON or MAT",
    .usage = "RESULT|MODEL",
    .details =
        "Writes all signals of a result, or those that --signals lists, in the format that "
        "the name of the file tells. Numbers are written with as many digits as it takes to "
        "read back the same value. Without -o, CSV goes to standard output. With --adm or "
        "--excel the argument is a model, which is written as an Adams dataset or as an Excel "
        "workbook.",
    .options = options,
    .common = TRM_TAKES_OUTPUT | TRM_TAKES_SET,
    .least = 1,
    .most = 1,
    .examples = examples,
    .run = run,
};
