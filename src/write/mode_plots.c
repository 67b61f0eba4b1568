/* SPDX-License-Identifier: Apache-2.0
 *
 * Plots of modes: a curve for each mode, with its label.
 */
#include "write/mode_plots.h"
#include <math.h>

static const double full_turn = 6.283185307179586476925286766559;

enum { MOST_CURVES = 24, MOST_ORDERS = 8, ORDER_LOOK = 16 };

/* one curve of one mode: where it swings, frequency over the parameter, or the eigenvalue */
static TrmPlotSeries draw_mode(const TrmModeCurves *c, size_t mode, int locus, int mirror,
                               TrmArena *arena) {
  double *x = trm_arena_array(arena, c->count, sizeof *x);
  double *y = trm_arena_array(arena, c->count, sizeof *y);
  for (size_t i = 0; i < c->count; i++) {
    double im = c->im[mode][i];
    x[i] = locus ? c->re[mode][i] : c->values[i];
    y[i] = locus ? (mirror ? -1 : 1) * im : fabs(im) / full_turn;
    if (!locus && im == 0) y[i] = nan("");
  }
  return (TrmPlotSeries){.name = mirror ? NULL : c->labels[mode],
                         .x = x,
                         .y = y,
                         .count = c->count,
                         .marks = locus,
                         .look = mode + 1};
}

/* the modes that are drawn, those that swing somewhere; their number */
static size_t choose(const TrmModeCurves *c, int locus, size_t *modes) {
  size_t count = 0;
  for (size_t k = 0; k < c->modes && count < MOST_CURVES; k++) {
    int swings = locus;
    for (size_t i = 0; i < c->count; i++) swings |= isfinite(c->im[k][i]) && c->im[k][i] != 0;
    if (swings) modes[count++] = k;
  }
  return count;
}

void trm_mode_plots(const TrmModeCurves *c, TrmArena *arena, TrmPlot plots[2]) {
  size_t modes[MOST_CURVES], orders = c->order_count < MOST_ORDERS ? c->order_count : MOST_ORDERS;
  for (int locus = 0; locus < 2; locus++) {
    TrmPlotSeries *series = trm_arena_array(arena, 2 * MOST_CURVES + MOST_ORDERS, sizeof *series);
    size_t count = choose(c, locus, modes), used = 0;
    for (size_t i = 0; i < count; i++) series[used++] = draw_mode(c, modes[i], locus, 0, arena);
    for (size_t i = 0; i < count && locus; i++)
      series[used++] = draw_mode(c, modes[i], 1, 1, arena);
    for (size_t i = 0; i < orders && !locus; i++) {
      double *y = trm_arena_array(arena, c->count, sizeof *y);
      for (size_t k = 0; k < c->count; k++) y[k] = fabs(c->orders[i] * c->turns * c->values[k]);
      series[used++] = (TrmPlotSeries){.name = trm_arena_printf(arena, "%gx", c->orders[i]),
                                       .x = c->values,
                                       .y = y,
                                       .count = c->count,
                                       .look = ORDER_LOOK + i};
    }
    plots[locus] = (TrmPlot){
        .title =
            trm_arena_printf(arena, "%s: %s", c->model, locus ? "root locus" : "Campbell diagram"),
        .note = locus ? trm_arena_printf(arena, "eigenvalues for %s from %.6g to %.6g",
                                         c->parameter, c->values[0], c->values[c->count - 1])
                      : "frequencies at which the modes swing",
        .x = {.title = locus ? "real part [1/s]" : c->parameter},
        .y = {.title = locus ? "imaginary part [1/s]" : "frequency [Hz]"},
        .series = series,
        .count = used};
  }
}

void trm_mode_plane(const double *re, const double *im, size_t count, TrmArena *arena,
                    TrmPlot *plot) {
  /* marks alone: what lies between them is a gap */
  double *x = trm_arena_array(arena, 4 * count + 1, sizeof *x);
  double *y = trm_arena_array(arena, 4 * count + 1, sizeof *y);
  TrmPlotSeries *series = trm_arena_array(arena, 1, sizeof *series);
  for (size_t i = 0; i < 2 * count; i++) {
    x[2 * i] = re[i / 2];
    y[2 * i] = i % 2 ? -im[i / 2] : im[i / 2];
    x[2 * i + 1] = y[2 * i + 1] = nan("");
  }
  *series = (TrmPlotSeries){.x = x, .y = y, .count = 4 * count, .marks = 1, .look = 1};
  *plot = (TrmPlot){.x = {.title = "real part [1/s]"},
                    .y = {.title = "imaginary part [1/s]"},
                    .series = series,
                    .count = 1};
}
