/* SPDX-License-Identifier: Apache-2.0
 *
 * report: a page to print about a result. The model that the result keeps is read and checked
 * again, so that the report says what `check` says.
 */
#include "write/report.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/stored.h"
#include "cli/table.h"
#include "trammel/analysis.h"
#include "write/scene.h"
#include <stdio.h>
#include <string.h>

/* "crank-rocker-report.html" from "runs/crank-rocker.h5": beside the user */
static const char *default_path(const TrmRequest *request) {
  const char *slash = strrchr(request->arguments[0], '/');
  const char *name = slash ? slash + 1 : request->arguments[0], *dot = strrchr(name, '.');
  return trm_arena_printf(request->arena, "%.*s-report.html",
                          (int)(dot ? dot - name : (long)strlen(name)), name);
}

/* the first error, as the reason why */
static const char *reason_of(const TrmRequest *request, const TrmLog *log) {
  TrmEntry entry;
  for (size_t i = 0; trm_log_entry(log, i, &entry) == TRM_OK; i++)
    if (entry.severity == TRM_ERROR)
      return trm_arena_printf(request->arena, "%s: %s", entry.code, entry.text);
  return "it is not in the result";
}

/* what `check` says of the model that the result keeps */
static void check_model(TrmRequest *request, TrmReport *report) {
  const char *text = trm_result_about(report->result, "model_text");
  TrmLog *log = trm_request_log(request);
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmAnalysis *analysis = NULL;
  TrmStatus status = text && *text ? TRM_OK : TRM_BAD_FILE;
  if (status == TRM_OK)
    status = trm_model_parse(text, strlen(text), report->file, NULL, 0, log, &model);
  if (status == TRM_OK) status = trm_system_compile(model, log, &system);
  if (status == TRM_OK) report->summary = trm_request_keep(request, trm_system_report(system));
  if (status == TRM_OK) status = trm_analysis_new(system, log, &analysis);
  if (status == TRM_OK) status = trm_analysis_assemble(analysis, log);
  if (status == TRM_OK) report->check = trm_request_keep(request, trm_analysis_report(analysis));
  if (status != TRM_OK) report->trouble = reason_of(request, log);
  trm_analysis_free(analysis);
  trm_system_free(system);
  trm_model_free(model);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
}

/* the mechanism in the middle of its motion; none where the result keeps no picture of it */
static void draw_model(TrmRequest *request, TrmReport *report) {
  enum { WIDE = 840, HIGH = 420 };
  TrmArena *arena = request->arena;
  TrmScene *scene = NULL;
  double span[2];
  if (trm_scene_new(report->result, arena, trm_request_log(request), &scene) != TRM_OK) return;
  TrmRender *render = trm_render_new(arena, WIDE, HIGH, 2);
  TrmImage *image = trm_image_new(arena, WIDE, HIGH, 0);
  trm_scene_look(scene, NULL, (double)WIDE / HIGH, &render->camera);
  trm_scene_span(scene, span);
  if (trm_scene_move(scene, span[0] + 0.31 * (span[1] - span[0])) != TRM_OK) return;
  trm_scene_draw(scene, render, 0);
  trm_render_image(render, image);
  report->picture = image;
}

static TrmStatus run(TrmRequest *request) {
  const char *target = trm_request_value(request, "output"), *path = request->arguments[0];
  const char *slash = strrchr(path, '/');
  TrmReport report = {.file = slash ? slash + 1 : path,
                      .patterns = trm_request_value(request, "signals")};
  TrmLog *log = trm_request_log(request);
  TrmText *out = trm_request_text(request);
  if (!target) target = default_path(request);
  if (trm_output_same(path, target))
    return trm_say_usage("'%s' is the file being read; give another name after -o", target);
  TrmStatus status = trm_request_stored(request, path, log, &report.result);
  if (status == TRM_OK) check_model(request, &report);
  if (status == TRM_OK) draw_model(request, &report);
  if (status == TRM_OK) status = trm_report_write(&report, request->arena, log, out);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  trm_messages_print(request, log, "nothing was written");
  if (status == TRM_OK) status = trm_output_write(target, out);
  if (status != TRM_OK || strcmp(target, "-") == 0 || trm_request_flag(request, "quiet"))
    return status;
  fprintf(stderr, "Report: %s (%.3g kB), to read or print\n", target, (double)out->length / 1e3);
  return TRM_OK;
}

static const TrmOption options[] = {
    {"signals", 0, NULL, "LIST", NULL,
     "what is plotted, as crank.*,rocker_angle; else the outputs"},
    {NULL, 0, NULL, NULL, NULL, NULL},
};

static const TrmExample examples[] = {
    {"report crank-rocker.h5", "crank-rocker-report.html, to read or print"},
    {"report crank-rocker.h5 --signals 'drive.*' -o drive.html", "with other plots"},
    {NULL, NULL},
};

const TrmCommand trm_command_report = {
    .name = "report",
    .summary = "write a page to print about a result",
    .usage = "RESULT",
    .details =
        "Writes an HTML file to read or print: the model as `check` understands it, freedoms "
        "and redundant equations, settings, accuracy, energy, plots of the outputs or of "
        "--signals, messages, and the model as text. It asks nothing of a network. Without "
        "-o the report is named after the result.",
    .options = options,
    .common = TRM_TAKES_OUTPUT,
    .least = 1,
    .most = 1,
    .examples = examples,
    .run = run,
};
