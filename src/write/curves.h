/* SPDX-License-Identifier: Apache-2.0
 *
 * Curves: plots of the signals of results, over time or over another signal; signals of one unit
 * share a plot, and those of a second result have the colours of the first, dashed.
 */
#ifndef TRM_WRITE_CURVES_H
#define TRM_WRITE_CURVES_H

#include "results/store.h"
#include "write/plot.h"

/* More results, and more curves, than a plot can tell apart. */
enum { TRM_CURVES_RUNS = 8, TRM_CURVES_MOST = 64 };

typedef struct TrmCurves {
  TrmResult *results[TRM_CURVES_RUNS];
  const char *names[TRM_CURVES_RUNS]; /* of their files, for the legend */
  size_t count;
  const char *patterns; /* signals, as trm_result_select takes; NULL: the outputs of the model */
  const char *versus;   /* the signal to the right; NULL: time */
  const char *title;    /* above the first plot; NULL: the name of the model */
} TrmCurves;

/* Make the plots, a plot for each unit; only inside a guard. None when patterns is NULL and the
 * model has no outputs. */
TrmStatus trm_curves_plots(const TrmCurves *wanted, TrmArena *arena, TrmLog *log, TrmPlot **plots,
                           size_t *count);

/* plot_terminal.c: append a plot as text of `width` columns and `height` lines of dots (braille),
 * with a letter at the end of each curve; coloured where `colour` is 1. */
void trm_plot_terminal(const TrmPlot *plot, size_t width, size_t height, int colour,
                       TrmArena *arena, TrmText *out);

#endif
