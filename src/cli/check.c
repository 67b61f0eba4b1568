/* SPDX-License-Identifier: Apache-2.0
 *
 * check: read a model, check all of it, and print what was understood.
 */
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/table.h"
#include "trammel/analysis.h"
#include <string.h>

static void free_system(void *system) {
  trm_system_free(system);
}

static void free_analysis(void *analysis) {
  trm_analysis_free(analysis);
}

/* one object: file, whether the model is good, the messages, and what was understood */
static TrmStatus print_json(TrmRequest *request, TrmStatus status, const TrmLog *log,
                            const TrmSystem *system, TrmAnalysis *analysis) {
  TrmText *out = trm_request_text(request);
  trm_text_add(out, "{\"file\": ");
  trm_text_json(out, request->arguments[0]);
  trm_text_printf(out, ", \"valid\": %s, \"errors\": %zu, \"warnings\": %zu,\n\"diagnostics\": ",
                  status == TRM_OK ? "true" : "false", trm_log_errors(log), trm_log_warnings(log));
  trm_messages_json(request, log, out);
  while (out->length && out->bytes[out->length - 1] == '\n') out->length--;
  trm_text_add(out, ",\n\"system\": ");
  trm_text_add(out, system ? trm_request_keep(request, trm_system_report_json(system)) : "null");
  if (analysis) {
    int freedoms, redundant;
    trm_text_free(trm_analysis_report(analysis));
    trm_analysis_freedoms(analysis, &freedoms, &redundant);
    trm_text_printf(out, ",\n\"freedoms\": %d, \"redundant\": %d,\n\"not_unique\": [", freedoms,
                    redundant);
    if (trm_analysis_judge(analysis) != TRM_OK) trm_guard_leave();
    for (size_t i = 0, count = 0; i < trm_analysis_signals(analysis); i++) {
      if (trm_analysis_unique(analysis, i)) continue;
      if (count++) trm_text_add(out, ", ");
      trm_text_json(out, trm_analysis_signal(analysis, i, NULL));
    }
    trm_text_char(out, ']');
  }
  trm_text_add(out, "}\n");
  TrmStatus wrote = trm_output_write(NULL, out);
  return wrote ? wrote : status;
}

static TrmStatus run(TrmRequest *request) {
  TrmLog *log = trm_request_log(request);
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmAnalysis *analysis = NULL;
  /* read, then check all of it */
  TrmStatus status = trm_request_model(request, log, &model);
  if (status == TRM_OK) status = trm_system_compile(model, log, &system);
  if (system) trm_arena_defer(request->arena, free_system, system);
  /* does it close? */
  if (status == TRM_OK) status = trm_analysis_new(system, log, &analysis);
  if (analysis) trm_arena_defer(request->arena, free_analysis, analysis);
  if (status == TRM_OK) status = trm_analysis_assemble(analysis, log);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  if (trm_request_flag(request, "json"))
    return print_json(request, status, log, system, status == TRM_OK ? analysis : NULL);
  /* what was wrong, then what was understood */
  trm_messages_print(request, log, "nothing was run");
  if (status != TRM_OK || trm_request_flag(request, "quiet")) return status;
  TrmText *out = trm_request_text(request);
  trm_text_add(out, trm_request_keep(request, trm_system_report(system)));
  if (analysis) trm_text_add(out, trm_request_keep(request, trm_analysis_report(analysis)));
  return trm_output_write(NULL, out);
}

static const TrmExample examples[] = {
    {"check crank-rocker.yaml", "bodies, joints, loops and totals as they were understood"},
    {"check crank-rocker.yaml --set speed=120*rpm", "the same with another value of a parameter"},
    {"check crank-rocker.yaml --json", "everything in one JSON object, for editors and scripts"},
    {NULL, NULL},
};

const TrmCommand trm_command_check = {
    .name = "check",
    .summary = "read a model and say what was understood",
    .usage = "MODEL",
    .details =
        "Reads the model and everything it includes, checks names, values, units and "
        "functions, closes the joints, and prints what was understood: bodies, joints, freedoms by "
        "count and in truth, equations that depend on each other. All errors are reported in one "
        "go, each "
        "with its place and, where there is one, a hint. MODEL is a file, or - for standard input.",
    .common = TRM_TAKES_SET | TRM_TAKES_JSON,
    .least = 1,
    .most = 1,
    .examples = examples,
    .run = run,
};
