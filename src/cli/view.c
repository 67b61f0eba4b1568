/* SPDX-License-Identifier: Apache-2.0
 *
 * view: one HTML file that shows results in any browser: the mechanism moving, and its plots.
 */
#include "cli/desktop.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/stored.h"
#include "cli/table.h"
#include "write/page.h"
#include <stdio.h>
#include <string.h>

enum { MOST_RESULTS = 8 };

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* "crank-rocker.html" from "runs/crank-rocker.h5": beside the user */
static const char *default_path(TrmRequest *request) {
  const char *name = base_name(request->arguments[0]), *dot = strrchr(name, '.');
  return trm_arena_printf(request->arena, "%.*s.html", (int)(dot ? dot - name : (long)strlen(name)),
                          name);
}

static void say(const TrmRequest *request, const TrmPageRun *runs, const char *path,
                size_t length) {
  if (trm_request_flag(request, "quiet")) return;
  for (size_t i = 0; i < request->count; i++) {
    const TrmPageRun *run = &runs[i];
    if (run->rows < run->all_rows)
      fprintf(stderr, "%s: %zu of %zu rows are in the page, evenly.\n", run->file, run->rows,
              run->all_rows);
    if (run->signals < run->all_signals && !run->patterns)
      fprintf(stderr, "%s: %zu of %zu signals are in the page; choose them with --signals.\n",
              run->file, run->signals, run->all_signals);
  }
  fprintf(stderr, "Page: %s (%.3g MB), for any browser\n", path, (double)length / 1e6);
}

static TrmStatus run(TrmRequest *request) {
  const char *target = trm_request_value(request, "output");
  TrmPageRun runs[MOST_RESULTS] = {{.result = NULL}};
  TrmLog *log = trm_request_log(request);
  TrmText *out = trm_request_text(request);
  TrmStatus status = TRM_OK;
  if (!target) target = default_path(request);
  for (size_t i = 0; i < request->count && status == TRM_OK; i++) {
    if (trm_output_same(request->arguments[i], target))
      return trm_say_usage("'%s' is the file being read; give another name after -o", target);
    runs[i].file = base_name(request->arguments[i]);
    runs[i].patterns = trm_request_value(request, "signals");
    status = trm_request_stored(request, request->arguments[i], log, &runs[i].result);
  }
  if (status == TRM_OK) status = trm_page_write(runs, request->count, request->arena, log, out);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  trm_messages_print(request, log, "nothing was written");
  if (status == TRM_OK) status = trm_output_write(target, out);
  if (status != TRM_OK || strcmp(target, "-") == 0) return status;
  say(request, runs, target, out->length);
  if (!trm_request_flag(request, "no-open")) trm_desktop_show(target);
  return TRM_OK;
}

static const TrmOption options[] = {
    {"signals", 0, NULL, "LIST", NULL, "only these can be plotted, as crank.*,rocker_angle"},
    {"no-open", 0, NULL, NULL, NULL, "do not open the page in a browser"},
    {NULL, 0, NULL, NULL, NULL, NULL},
};

static const TrmExample examples[] = {
    {"view crank-rocker.h5", "write crank-rocker.html, and open it where there is a desktop"},
    {"view crank-rocker.h5 -o shown.html --signals 'rocker_angle,drive.*'",
     "a smaller page: only these signals can be plotted"},
    {"view before.h5 after.h5", "two results in one page, one over the other"},
    {NULL, NULL},
};

const TrmCommand trm_command_view = {
    .name = "view",
    .summary = "write a page that shows results in any browser",
    .usage = "RESULT...",
    .details =
        "Writes one HTML file with all that it needs: the mechanism moving, plots of its signals, "
        "and what was said of the run. It asks nothing of a network and can be sent to anybody. "
        "Bodies are drawn by their shapes, or else as links between their joints. Numbers are "
        "kept in single precision. Without -o the page is named after the result.",
    .options = options,
    .common = TRM_TAKES_OUTPUT,
    .least = 1,
    .most = MOST_RESULTS,
    .examples = examples,
    .run = run,
};
