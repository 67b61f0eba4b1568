/* SPDX-License-Identifier: Apache-2.0
 *
 * export: signals of a result in the format of another program; a model as an Adams dataset.
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

/* --adm: the argument is a model */
static TrmStatus export_model(TrmRequest *request, const char *target) {
  TrmLog *log = trm_request_log(request);
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  char *text = NULL;
  TrmStatus status = trm_request_model(request, log, &model);
  if (status == TRM_OK) status = trm_system_compile(model, log, &system);
  if (status == TRM_OK) status = trm_system_to_adams(system, log, &text);
  trm_system_free(system);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  trm_messages_print(request, log, "nothing was written");
  if (status != TRM_OK) return status;
  TrmText *out = trm_request_text(request);
  trm_text_add(out, trm_request_keep(request, text));
  return trm_output_write(target, out);
}

static TrmStatus run(TrmRequest *request) {
  const char *path = request->arguments[0], *target = trm_request_value(request, "output");
  if (target && trm_output_same(path, target))
    return trm_say_usage("'%s' is the file being read; give another name after -o", target);
  if (trm_request_flag(request, "adm")) return export_model(request, target);
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
    {NULL, 0, NULL, NULL, NULL, NULL},
};

static const TrmExample examples[] = {
    {"export crank-rocker.h5 -o crank-rocker.csv", "all signals, for a spreadsheet"},
    {"export crank-rocker.h5 --signals 'crank.*' | head",
     "the signals of the crank, on the screen"},
    {"export crank-rocker.h5 -o crank-rocker.mat", "for MATLAB, Octave or SciPy"},
    {"export pendulum.yaml --adm -o pendulum.adm", "a model for Adams"},
    {NULL, NULL},
};

const TrmCommand trm_command_export = {
    .name = "export",
    .summary = "write signals of a result as CSV, JSON or MAT",
    .usage = "RESULT|MODEL",
    .details = "Writes all signals of a result, or those that --signals lists, in the format that "
               "the name of the file tells. Numbers are written with as many digits as it takes to "
               "read back the same value. Without -o, CSV goes to standard output. With --adm the "
               "argument is a model, which is written as an Adams dataset.",
    .options = options,
    .common = TRM_TAKES_OUTPUT | TRM_TAKES_SET,
    .least = 1,
    .most = 1,
    .examples = examples,
    .run = run,
};
