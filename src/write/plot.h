/* SPDX-License-Identifier: Apache-2.0
 *
 * Plot: lines over axes, drawn as SVG on a light ground, for pages and papers. An axis is linear or
 * counts in decades; what is not finite, or not positive on decades, is a gap in its line. Curves
 * of many points keep what a screen can show: the ends, least and largest of every half pixel.
 */
#ifndef TRM_WRITE_PLOT_H
#define TRM_WRITE_PLOT_H

#include "base/arena.h"
#include "base/text.h"

typedef struct TrmPlotAxis {
  const char *title; /* with its unit, "error [m]"; NULL: none */
  int log;           /* decades */
  double low, high;  /* its ends; equal: from the values, rounded outwards */
} TrmPlotAxis;

typedef struct TrmPlotSeries {
  const char *name; /* in the legend; NULL: not listed */
  const double *x, *y;
  size_t count;
  int marks; /* one at each point */
  int bold;  /* the one to look at */
  /* whose colour, dashes and mark it has, counted from 1: after eight come dashes; 0: its own */
  size_t look;
} TrmPlotSeries;

typedef struct TrmPlot {
  const char *title, *note; /* above the axes, and a smaller line below the title; NULL: none */
  TrmPlotAxis x, y;
  const TrmPlotSeries *series;
  size_t count;
} TrmPlot;

/* Append an SVG document of `count` plots, one below the other, each width by height pixels (0:
 * 960 by 600). Only inside a guard; `arena` is for working memory. */
void trm_plot_write(const TrmPlot *plots, size_t count, double width, double height,
                    TrmArena *arena, TrmText *out);

/* What an axis shows of `low` to `high`: labelled places, and fainter ones between them. */
enum { TRM_PLOT_TICKS = 64 };
typedef struct TrmPlotScale {
  int log;
  double low, high; /* its ends, of decades their logarithms */
  double tick[TRM_PLOT_TICKS], minor[TRM_PLOT_TICKS];
  size_t tick_count, minor_count;
  int decimals; /* of linear labels */
  int exponent; /* power of ten that linear labels are multiples of; 0: none */
} TrmPlotScale;

/* plot_axis.c: lay out an axis whose values go from low to high (low > high: there are none), with
 * at most about `most` labels; round: the ends are moved out to round numbers. */
void trm_plot_scale(TrmPlotScale *scale, int log, double low, double high, int round, size_t most);

/* The place of a value, 0 to 1 between the ends; NaN: it has none. */
double trm_plot_place(const TrmPlotScale *scale, double value);

/* Append the label of a tick as SVG text, exponents raised; its columns. */
size_t trm_plot_label(const TrmPlotScale *scale, double tick, TrmText *out);

/* plot_line.c: where a plot is drawn, in pixels, and its scales. */
typedef struct TrmPlotFrame {
  double left, top, width, height;
  TrmPlotScale x, y;
} TrmPlotFrame;

/* Append the line and marks of series number `index`; its colour, dashes and marks, as in the
 * legend, where they are drawn at (x, y). */
void trm_plot_line(const TrmPlotFrame *frame, const TrmPlotSeries *series, size_t index,
                   TrmText *out);
void trm_plot_sample(const TrmPlotSeries *series, size_t index, double x, double y, TrmText *out);

#endif
