/* SPDX-License-Identifier: Apache-2.0
 *
 * export: signals of a result in the format of another program.
 */
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/stored.h"
#include "cli/table.h"
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

static TrmStatus run(TrmRequest *request) {
  const char *path = request->arguments[0], *target = trm_request_value(request, "output");
  const TrmWriter *writer = choose_writer(request, target);
  if (!writer) return TRM_BAD_USAGE;
  if (target && trm_output_same(path, target))
    return trm_say_usage("'%s' is the file being read; give another name after -o", target);
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
    {NULL, 0, NULL, NULL, NULL, NULL},
};

static const TrmExample examples[] = {
    {"export crank-rocker.h5 -o crank-rocker.csv", "all signals, for a spreadsheet"},
    {"export crank-rocker.h5 --signals 'crank.*' | head",
     "the signals of the crank, on the screen"},
    {"export crank-rocker.h5 -o crank-rocker.mat", "for MATLAB, Octave or SciPy"},
    {NULL, NULL},
};

const TrmCommand trm_command_export = {
    .name = "export",
    .summary = "write signals of a result as CSV, JSON or MAT",
    .usage = "RESULT",
    .details = "Writes all signals of a result, or those that --signals lists, in the format that "
               "the name of the file tells. Numbers are written with as many digits as it takes to "
               "read back the same value. Without -o, CSV goes to standard output.",
    .options = options,
    .common = TRM_TAKES_OUTPUT,
    .least = 1,
    .most = 1,
    .examples = examples,
    .run = run,
};
