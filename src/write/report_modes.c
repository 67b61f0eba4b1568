/* SPDX-License-Identifier: Apache-2.0
 *
 * Report of modes: the table of eigenvalues, and the plane they lie in; over a parameter, the table
 * at its ends, Campbell diagram and root locus.
 */
#include "base/json.h"
#include "write/html.h"
#include "write/mode_plots.h"
#include "write/report_page.h"
#include <math.h>
#include <string.h>

enum { MOST_ORDERS = 8 };

static int is_analysis(const TrmReportPage *p, const char *name) {
  const char *own = trm_result_about(p->report->result, "analysis");
  return own && strcmp(own, name) == 0 && trm_result_rows(p->report->result) > 0;
}

int trm_report_has_modes(const TrmReportPage *p) {
  return is_analysis(p, "modes") || is_analysis(p, "mode_sweep");
}

static const double *column(TrmReportPage *p, const char *name, TrmStatus *status) {
  double *values = trm_arena_array(p->arena, trm_result_rows(p->report->result), sizeof *values);
  long signal = (long)trm_result_find(p->report->result, name);
  for (size_t i = 0; i < trm_result_rows(p->report->result); i++) values[i] = nan("");
  if (signal >= 0 && *status == TRM_OK)
    *status = trm_result_column(p->report->result, (size_t)signal, values);
  return values;
}

static void cell(TrmReportPage *p, double value) {
  trm_text_add(p->out, "<td>");
  if (isfinite(value)) trm_text_printf(p->out, "%.5g", value + 0.0);
  trm_text_add(p->out, "</td>");
}

static TrmStatus add_modes(TrmReportPage *p) {
  static const char *const names[] = {"frequency", "damping_ratio", "re", "im", "whirl"};
  enum { PARTS = sizeof names / sizeof *names, RE = 2, IM = 3, WHIRL = 4 };
  const double *part[PARTS];
  size_t rows = trm_result_rows(p->report->result);
  TrmStatus status = TRM_OK;
  TrmPlot plot;
  for (int k = 0; k < PARTS; k++) part[k] = column(p, names[k], &status);
  if (status != TRM_OK) return status;
  trm_report_heading(p, "Modes");
  trm_text_add(p->out, "<table class=\"numbers wide\">\n<tr><th>mode</th><th>frequency [Hz]</th>"
                       "<th>damping ratio</th><th>real part [1/s]</th><th>imaginary part "
                       "[1/s]</th><th>whirl</th></tr>\n");
  for (size_t i = 0; i < rows; i++) {
    trm_text_printf(p->out, "<tr><th>%zu</th>", i + 1);
    for (int k = 0; k < PARTS; k++)
      cell(p, k == WHIRL ? round(100 * part[k][i]) / 100 : part[k][i]);
    trm_text_add(p->out, "</tr>\n");
  }
  trm_text_add(p->out, "</table>\n");
  trm_mode_plane(part[RE], part[IM], rows, p->arena, &plot);
  trm_report_plot(p, &plot, "eigenvalues");
  return TRM_OK;
}

/* what the result says of its sweep; what is missing is left out */
static void read_sweep(TrmReportPage *p, TrmModeCurves *c, const char **labels) {
  const char *text = trm_result_about(p->report->result, "sweep");
  const TrmJson *json = text ? trm_json_read(text, p->arena) : NULL;
  const TrmJson *list = json ? trm_json_get(json, "labels") : NULL;
  const TrmJson *label = list ? list->first : NULL;
  double *orders = trm_arena_array(p->arena, MOST_ORDERS, sizeof *orders);
  for (size_t k = 0; k < c->modes; k++) {
    labels[k] = label && label->text ? label->text : trm_arena_printf(p->arena, "%zu", k + 1);
    label = label ? label->next : NULL;
  }
  list = json ? trm_json_get(json, "orders") : NULL;
  for (const TrmJson *pair = list ? list->first : NULL; pair && c->order_count < MOST_ORDERS;
       pair = pair->next) {
    if (!pair->first || !pair->first->next) continue;
    orders[c->order_count++] = pair->first->number;
    c->turns = pair->first->next->number;
  }
  c->orders = orders;
  c->labels = labels;
}

static void add_ends(TrmReportPage *p, const TrmModeCurves *c, const double *const *damping) {
  size_t last = c->count - 1;
  trm_text_add(p->out, "<table class=\"numbers wide\">\n<tr><th></th>");
  for (size_t end = 0; end < 2; end++) {
    trm_text_add(p->out, "<th colspan=\"2\">");
    trm_html_text(p->out, c->parameter);
    trm_text_printf(p->out, " = %.6g</th>", c->values[end ? last : 0]);
  }
  trm_text_add(p->out, "</tr>\n<tr><th>mode</th><th>frequency [Hz]</th><th>damping ratio</th>"
                       "<th>frequency [Hz]</th><th>damping ratio</th></tr>\n");
  for (size_t k = 0; k < c->modes; k++) {
    trm_text_add(p->out, "<tr><th>");
    trm_html_text(p->out, c->labels[k]);
    trm_text_add(p->out, "</th>");
    for (size_t end = 0; end < 2; end++) {
      size_t i = end ? last : 0;
      cell(p, hypot(c->re[k][i], c->im[k][i]) / 6.283185307179586476925286766559);
      cell(p, damping[k][i]);
    }
    trm_text_add(p->out, "</tr>\n");
  }
  trm_text_add(p->out, "</table>\n");
}

static TrmStatus add_sweep(TrmReportPage *p) {
  TrmResult *result = p->report->result;
  TrmModeCurves c = {.model = trm_result_about(result, "name"),
                     .parameter = trm_result_signal(result, 0)->name,
                     .count = trm_result_rows(result)};
  TrmStatus status = TRM_OK;
  TrmPlot plots[2];
  while (trm_result_find(result, trm_arena_printf(p->arena, "mode_%zu.re", c.modes + 1)) >= 0)
    c.modes++;
  const char **labels = trm_arena_array(p->arena, c.modes + 1, sizeof *labels);
  const double **re = trm_arena_array(p->arena, c.modes + 1, sizeof *re);
  const double **im = trm_arena_array(p->arena, c.modes + 1, sizeof *im);
  const double **damping = trm_arena_array(p->arena, c.modes + 1, sizeof *damping);
  for (size_t k = 0; k < c.modes; k++) {
    re[k] = column(p, trm_arena_printf(p->arena, "mode_%zu.re", k + 1), &status);
    im[k] = column(p, trm_arena_printf(p->arena, "mode_%zu.im", k + 1), &status);
    damping[k] = column(p, trm_arena_printf(p->arena, "mode_%zu.damping_ratio", k + 1), &status);
  }
  c.values = column(p, c.parameter, &status);
  if (status != TRM_OK || !c.modes) return status;
  if (!c.model || !*c.model) c.model = p->report->file;
  c.re = re;
  c.im = im;
  read_sweep(p, &c, labels);
  trm_report_heading(p, "Modes");
  add_ends(p, &c, damping);
  trm_mode_plots(&c, p->arena, plots);
  trm_report_plot(p, &plots[0], "Campbell diagram");
  trm_report_plot(p, &plots[1], "root locus");
  return TRM_OK;
}

TrmStatus trm_report_modes(TrmReportPage *p) {
  return is_analysis(p, "modes") ? add_modes(p) : add_sweep(p);
}
