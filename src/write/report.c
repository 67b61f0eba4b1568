/* SPDX-License-Identifier: Apache-2.0
 *
 * Report: its sections, one function each.
 */
#include "math/units.h"
#include "write/curves.h"
#include "write/html.h"
#include "write/report_page.h"
#include <math.h>
#include <string.h>

typedef TrmReportPage Page;

static const char head[] =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline'; img-src data:\">\n<title>";
static const char style[] =
    "</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n"
    "body{font:15px/1.5 system-ui,'Segoe UI','DejaVu Sans',sans-serif;color:#1f2630;"
    "max-width:56rem;margin:2rem auto;padding:0 1.2rem}\n"
    "h1{font-size:1.7rem;margin:0}h2{font-size:1.15rem;margin:2rem 0 .5rem;border-bottom:1px solid "
    "#dadde1;padding-bottom:.2rem}\n"
    ".kind{color:#5b6470;margin:.2rem 0 1rem}img{max-width:100%;display:block;margin:.6rem 0}\n"
    "table{border-collapse:collapse}th{text-align:left;font-weight:500;color:#5b6470;padding:.1rem "
    "1.6rem .1rem 0;vertical-align:top}td{padding:.1rem 0;overflow-wrap:anywhere}\n"
    ".numbers td{text-align:right;font-variant-numeric:tabular-nums}.wide th,.wide "
    "td{padding:.1rem "
    "1.2rem .1rem 0}.wide tr:not(:last-child) th:not(:first-child){text-align:right}\n"
    "pre{font:12px/1.45 ui-monospace,'DejaVu Sans Mono',monospace;white-space:pre-wrap;"
    "overflow-wrap:anywhere;background:#f5f6f8;padding:.7rem .9rem;border-radius:6px}\n"
    ".warning{border-left:4px solid #d55e00;padding-left:.8rem}\n"
    "@media print{body{margin:0;max-width:none;font-size:10.5pt}h2{break-after:avoid}"
    "img,table{break-inside:avoid}pre{background:none;border:1px solid #dadde1}}\n"
    "</style>\n</head>\n<body>\n";

static const char *note_of(const Page *p, const char *name) {
  const TrmAttribute *note;
  for (size_t i = 0; (note = trm_result_note(p->report->result, i)); i++)
    if (strcmp(note->name, name) == 0) return note->text;
  return NULL;
}

static const char *about(const Page *p, const char *name) {
  const char *text = trm_result_about(p->report->result, name);
  return text ? text : "";
}

void trm_report_heading(Page *p, const char *title) {
  trm_text_printf(p->out, "<h2>%s</h2>\n", title);
}

static void element(Page *p, const char *tag, const char *text) {
  trm_text_printf(p->out, "<%s>", tag);
  trm_html_text(p->out, text);
  trm_text_printf(p->out, "</%s>\n", tag);
}

static void table_row(Page *p, const char *name, const char *text) {
  if (!text || !*text) return;
  trm_text_add(p->out, "<tr><th>");
  trm_html_text(p->out, name);
  trm_text_add(p->out, "</th><td>");
  trm_html_text(p->out, text);
  trm_text_add(p->out, "</td></tr>\n");
}

static void add_title(Page *p) {
  const char *name = about(p, "name"), *status = trm_result_status(p->report->result);
  if (!*name) name = p->report->file;
  trm_text_add(p->out, head);
  trm_html_text(p->out, name);
  trm_text_add(p->out, style);
  element(p, "h1", name);
  trm_text_add(p->out, "<p class=\"kind\">");
  trm_html_text(p->out, about(p, "analysis"));
  trm_text_printf(p->out, ", %s &middot; ",
                  strcmp(status, "running") == 0 ? "not ended: running, or stopped by force"
                                                 : status);
  trm_html_text(p->out, p->report->file);
  trm_text_add(p->out, " &middot; Trammel ");
  trm_html_text(p->out, about(p, "version"));
  trm_text_add(p->out, "</p>\n");
}

static void add_picture(Page *p) {
  TrmText png = {0};
  if (!p->report->picture) return;
  trm_image_png(p->report->picture, p->arena, &png);
  trm_html_picture(p->out, "png", &png, "the mechanism");
  trm_text_clear(&png);
}

static void add_model(Page *p) {
  const TrmReport *r = p->report;
  trm_report_heading(p, "Model");
  if (r->summary) element(p, "pre", r->summary);
  if (r->trouble) {
    trm_text_add(p->out, "<p class=\"warning\">The model cannot be read again from the result: ");
    trm_html_text(p->out, r->trouble);
    trm_text_add(p->out, "</p>\n");
  }
  if (!r->check) return;
  trm_report_heading(p, "Check");
  element(p, "pre", r->check);
}

static TrmStatus add_settings(Page *p) {
  TrmResult *result = p->report->result;
  size_t rows = trm_result_rows(result), all = trm_result_signals(result);
  double *row = trm_arena_array(p->arena, all, sizeof *row), first = 0;
  const char *unit = trm_result_signal(result, 0)->unit, *over = trm_result_signal(result, 0)->name;
  int modes = trm_report_has_modes(p);
  TrmStatus status = TRM_OK;
  trm_report_heading(p, "Settings");
  trm_text_add(p->out, "<table>\n");
  table_row(p, "set on the command line", about(p, "settings"));
  table_row(p, "formulation", note_of(p, "formulation"));
  table_row(p, "integrator", note_of(p, "integrator"));
  table_row(p, "solver", note_of(p, "solver"));
  table_row(p, "chosen because", note_of(p, "reason"));
  if (rows) {
    status = trm_result_read(result, 0, 1, row);
    first = row[0];
    if (status == TRM_OK) status = trm_result_read(result, rows - 1, 1, row);
    if (modes && strcmp(over, "mode") == 0)
      table_row(p, "modes", trm_arena_printf(p->arena, "%zu", rows));
    else
      table_row(p, over,
                trm_arena_printf(p->arena, "%.6g to %.6g%s%s, %zu %s%s", first, row[0],
                                 *unit ? " " : "", unit, rows, modes ? "value" : "row",
                                 rows == 1 ? "" : "s"));
  }
  table_row(p, "signals", trm_arena_printf(p->arena, "%zu", all));
  trm_text_add(p->out, "</table>\n");
  return status;
}

static void add_accuracy(Page *p) {
  const char *accuracy = note_of(p, "accuracy"), *open = note_of(p, "not_unique");
  if (!accuracy && !open) return;
  trm_report_heading(p, "Accuracy");
  if (accuracy) {
    trm_text_add(p->out, "<p>Over the run: ");
    trm_html_text(p->out, accuracy);
    trm_text_add(p->out, "</p>\n");
  }
  if (open) {
    trm_text_add(p->out, "<p>Reactions that the equations do not decide, of which the smallest are "
                         "given: ");
    trm_html_text(p->out, open);
    trm_text_add(p->out, "</p>\n");
  }
}

void trm_report_plot(Page *p, const TrmPlot *plot, const char *about_it) {
  TrmText svg = {0};
  trm_plot_write(plot, 1, 860, 360, p->arena, &svg);
  trm_html_picture(p->out, "svg+xml", &svg, about_it);
  trm_text_clear(&svg);
}

/* plots of these signals, each a picture of its own */
static TrmStatus add_plots(Page *p, const char *patterns, const char *title) {
  TrmCurves wanted = {.results = {p->report->result},
                      .names = {p->report->file},
                      .count = 1,
                      .patterns = patterns,
                      .title = title};
  TrmPlot *plots = NULL;
  size_t count = 0;
  TrmStatus status = trm_curves_plots(&wanted, p->arena, p->log, &plots, &count);
  for (size_t i = 0; i < count && status == TRM_OK; i++) {
    if (i == 0 && !*title) plots[i].title = NULL;
    trm_report_plot(p, &plots[i], plots[i].y.title ? plots[i].y.title : "plot");
  }
  return status;
}

/* the names of signals that end so, at most two; "" for none */
static const char *ending(const Page *p, const char *const ends[2]) {
  const TrmResult *result = p->report->result;
  const char *list = "";
  for (size_t i = 1, found = 0; i < trm_result_signals(result) && found < 2; i++) {
    const char *name = trm_result_signal(result, i)->name, *dot = strrchr(name, '.');
    if (!dot || (strcmp(dot, ends[0]) != 0 && strcmp(dot, ends[1]) != 0)) continue;
    list = trm_arena_printf(p->arena, "%s%s%s", list, *list ? "," : "", name);
    found++;
  }
  return list;
}

/* of one position: outputs, what drives, what turns or slides */
static int is_shown(const char *name) {
  static const char *const ends[] = {".torque", ".force", ".angle", ".displacement"};
  const char *dot = strrchr(name, '.');
  if (!dot) return strcmp(name, "freedoms") != 0;
  for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
    if (strcmp(dot, ends[k]) == 0) return 1;
  return 0;
}

/* what rounding leaves beside the largest of the same unit is nothing; of angles beside one */
static double calm(const TrmResult *result, const double *row, size_t index) {
  const char *unit = trm_result_signal(result, index)->unit;
  double most = strcmp(unit, "rad") == 0;
  for (size_t i = 1; i < trm_result_signals(result); i++)
    if (strcmp(trm_result_signal(result, i)->unit, unit) == 0 && isfinite(row[i]))
      most = fmax(most, fabs(row[i]));
  return fabs(row[index]) < 1e-12 * most ? 0 : row[index];
}

static void add_value(Page *p, const double *row, size_t index) {
  const char *unit = trm_result_signal(p->report->result, index)->unit;
  table_row(p, trm_result_signal(p->report->result, index)->name,
            trm_arena_printf(p->arena, "%.6g%s%s", calm(p->report->result, row, index),
                             *unit ? " " : "", unit));
}

static TrmStatus add_values(Page *p) {
  TrmResult *result = p->report->result;
  size_t all = trm_result_signals(result), count = 0, *list = NULL;
  double *row = trm_arena_array(p->arena, all, sizeof *row);
  TrmStatus status = TRM_OK;
  if (trm_result_rows(result) == 0) return status;
  if (p->report->patterns) {
    status = trm_result_select(result, p->report->patterns, p->arena, p->log, &list, &count);
  } else {
    list = trm_arena_array(p->arena, all, sizeof *list);
    for (size_t i = 1; i < all; i++)
      if (is_shown(trm_result_signal(result, i)->name)) list[count++] = i;
  }
  if (status == TRM_OK) status = trm_result_read(result, 0, 1, row);
  if (status != TRM_OK || count == 0) return status;
  trm_report_heading(p, "Values");
  trm_text_add(p->out, "<table class=\"numbers\">\n");
  for (size_t k = 0; k < count; k++)
    if (list[k]) add_value(p, row, list[k]);
  trm_text_add(p->out, "</table>\n");
  return status;
}

/* outputs, else what drives, else what turns */
static TrmStatus add_chosen(Page *p) {
  static const char *const drives[2] = {".torque", ".force"};
  static const char *const turns[2] = {".angle", ".displacement"};
  const char *list = p->report->patterns;
  int outputs = 0;
  for (size_t i = 1; i < trm_result_signals(p->report->result); i++) {
    const char *name = trm_result_signal(p->report->result, i)->name;
    outputs |= !strchr(name, '.') && strcmp(name, "freedoms") != 0;
  }
  if (!list && !outputs) list = ending(p, drives);
  if (list && !*list) list = ending(p, turns);
  if (trm_result_rows(p->report->result) < 2) return add_values(p);
  if (list && !*list) return TRM_OK;
  trm_report_heading(p, "Plots");
  return add_plots(p, list, "");
}

/* the SI size of a product of units such as "N mm"; 0 when it is none */
static double size_of(const char *unit) {
  double size = 1, si;
  TrmDimension dimension;
  char word[16];
  while (*unit) {
    size_t length = strcspn(unit, " ");
    if (length == 0 || length >= sizeof word) return 0;
    memcpy(word, unit, length);
    word[length] = '\0';
    if (!trm_unit_find(word, &si, &dimension)) return 0;
    size *= si;
    unit += length + (unit[length] == ' ');
  }
  return size;
}

/* notes are in J; they are shown in the unit of the plot */
static TrmStatus add_energy(Page *p) {
  static const struct {
    const char *note, *what;
  } rows[] = {
      {"energy_start", "at the beginning"},     {"energy_put_in", "put in by motions and forces"},
      {"energy_dissipated", "dissipated"},      {"energy_stored", "stored since the beginning"},
      {"energy_error", "error of the balance"}, {"energy_scale", "what it is measured by"}};
  long total = (long)trm_result_find(p->report->result, "energy.total");
  const char *unit = total >= 0 ? trm_result_signal(p->report->result, (size_t)total)->unit : "J";
  double joule = size_of(unit);
  if (!(joule > 0)) joule = 1, unit = "J";
  if (!note_of(p, rows[0].note)) return TRM_OK;
  trm_report_heading(p, "Energy");
  trm_text_add(p->out, "<table class=\"numbers\">\n");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const char *text = note_of(p, rows[i].note);
    double value;
    if (text && trm_number_parse(text, strlen(text), &value))
      table_row(p, rows[i].what, trm_arena_printf(p->arena, "%.6g %s", value / joule, unit));
  }
  trm_text_add(p->out, "</table>\n");
  if (total < 0) return TRM_OK;
  return add_plots(p, "energy.*", "");
}

static void add_messages(Page *p) {
  const TrmAttribute *note;
  size_t count = 0;
  trm_report_heading(p, "Messages");
  for (size_t i = 0; (note = trm_result_note(p->report->result, i)); i++) {
    if (strncmp(note->name, "message_", 8) != 0) continue;
    element(p, "p", note->text);
    count++;
  }
  if (!count) element(p, "p", "None.");
}

/* what the run took: the notes that nothing above has shown */
static void add_statistics(Page *p) {
  static const char *const shown[] = {"message_", "energy_", "formulation", "integrator",
                                      "solver",   "reason",  "accuracy",    "not_unique"};
  const TrmAttribute *note;
  size_t count = 0;
  for (size_t i = 0; (note = trm_result_note(p->report->result, i)); i++) {
    int known = 0;
    for (size_t k = 0; k < sizeof shown / sizeof *shown; k++)
      known |= strncmp(note->name, shown[k], strlen(shown[k])) == 0;
    if (known) continue;
    if (count++ == 0) {
      trm_report_heading(p, "The run in numbers");
      trm_text_add(p->out, "<table class=\"numbers\">\n");
    }
    /* seconds_assembly as "seconds assembly", numbers with six digits */
    char *name = trm_arena_string(p->arena, note->name);
    for (char *c = name; *c; c++) *c = *c == '_' ? ' ' : *c;
    double value;
    const char *text = note->text;
    if (trm_number_parse(text, strlen(text), &value))
      text = trm_arena_printf(p->arena, "%.6g", value);
    table_row(p, name, text);
  }
  if (count) trm_text_add(p->out, "</table>\n");
}

TrmStatus trm_report_write(const TrmReport *report, TrmArena *arena, TrmLog *log, TrmText *out) {
  Page page = {.report = report, .arena = arena, .log = log, .out = out}, *p = &page;
  add_title(p);
  add_picture(p);
  add_model(p);
  TrmStatus status = add_settings(p);
  add_accuracy(p);
  if (status == TRM_OK && trm_report_has_modes(p)) status = trm_report_modes(p);
  if (status == TRM_OK && (p->report->patterns || !trm_report_has_modes(p))) status = add_chosen(p);
  if (status == TRM_OK) status = add_energy(p);
  add_messages(p);
  add_statistics(p);
  if (*about(p, "model_text")) {
    trm_report_heading(p, "The model as text");
    element(p, "pre", about(p, "model_text"));
  }
  trm_text_add(out, "</body>\n</html>\n");
  return status;
}
