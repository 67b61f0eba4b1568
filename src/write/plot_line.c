/* SPDX-License-Identifier: Apache-2.0
 *
 * Lines of plots: a path of points joined, broken at gaps, thinned to what a screen can show.
 * Colours are told apart by people who see few of them (Okabe and Ito), and by marks and dashes
 * without any.
 */
#include "write/plot.h"
#include <math.h>

static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#56b4e9", "#e69f00", "#6a51a3", "#4d4d4d"};
static const char *const dashes[] = {"", "7 4", "2 3"};

/* marks: what follows a move to their centre */
static const char *const marks[] = {"m-3.4 0a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0-6.8 0z",
                                    "m-3-3h6v6h-6z", "m0-4.4l4 7h-8z",
                                    "m0-4.4l4.4 4.4l-4.4 4.4l-4.4-4.4z", "m0 4.4l4-7h-8z"};
enum {
  COLOURS = sizeof colours / sizeof *colours,
  DASHES = sizeof dashes / sizeof *dashes,
  MARKS = sizeof marks / sizeof *marks
};

/* columns of half a pixel */
static const double fine = 2;

/* a path under way: its last point, and what the column it is in holds beside it */
typedef struct Pen {
  TrmText *out;
  int down, several;
  double column, low, high, last_x, last_y;
} Pen;

static void point(Pen *pen, double x, double y) {
  trm_text_printf(pen->out, "%s%.2f %.2f", pen->down ? "L" : "M", x, y);
  pen->down = 1;
}

/* the extremes of a column that is left, then its last point */
static void leave_column(Pen *pen) {
  if (pen->several) {
    int rising = pen->last_y - pen->low > pen->high - pen->last_y;
    point(pen, pen->last_x, rising ? pen->low : pen->high);
    point(pen, pen->last_x, rising ? pen->high : pen->low);
    point(pen, pen->last_x, pen->last_y);
  }
  pen->several = 0;
}

/* go on to (x, y): the first point of a column is drawn, those after it are kept in mind */
static void draw_to(Pen *pen, double x, double y) {
  double column = floor(x * fine);
  if (pen->down && column == pen->column) {
    pen->several = 1;
  } else {
    leave_column(pen);
    point(pen, x, y);
    pen->column = column;
    pen->low = pen->high = y;
  }
  pen->low = fmin(pen->low, y);
  pen->high = fmax(pen->high, y);
  pen->last_x = x;
  pen->last_y = y;
}

/* a mark of its own shape */
static void add_mark(size_t index, double x, double y, TrmText *out) {
  trm_text_printf(out, "M%.2f %.2f%s", x, y, marks[index % MARKS]);
}

/* open the group of a series: what its line and marks look like */
static void begin(const TrmPlotSeries *series, size_t index, TrmText *out) {
  const char *colour = colours[index % COLOURS], *dash = dashes[index / COLOURS % DASHES];
  trm_text_printf(out,
                  "<g fill=\"%s\" stroke=\"%s\" stroke-width=\"%s\" stroke-linejoin=\"round\" "
                  "stroke-linecap=\"round\">",
                  colour, colour, series->bold ? "2.8" : "1.6");
  trm_text_printf(out, "<path fill=\"none\"%s%s%s d=\"", *dash ? " stroke-dasharray=\"" : "", dash,
                  *dash ? "\"" : "");
}

/* where point i stands; 0: nowhere */
static int find_point(const TrmPlotFrame *frame, const TrmPlotSeries *series, size_t i, double *x,
                      double *y) {
  *x = trm_plot_place(&frame->x, series->x[i]);
  *y = 1 - trm_plot_place(&frame->y, series->y[i]);
  if (!isfinite(*x) || !isfinite(*y)) return 0;
  /* what is far outside is clipped; a bound keeps numbers short */
  *x = frame->left + frame->width * fmin(fmax(*x, -100), 100);
  *y = frame->top + frame->height * fmin(fmax(*y, -100), 100);
  return 1;
}

void trm_plot_line(const TrmPlotFrame *frame, const TrmPlotSeries *series, size_t index,
                   TrmText *out) {
  Pen pen = {.out = out};
  double x, y;
  begin(series, index, out);
  for (size_t i = 0; i < series->count; i++) {
    if (find_point(frame, series, i, &x, &y)) {
      draw_to(&pen, x, y);
      continue;
    }
    leave_column(&pen);
    pen.down = 0;
  }
  leave_column(&pen);
  trm_text_add(out, "\"/>");
  if (series->marks) {
    trm_text_add(out, "<path d=\"");
    for (size_t i = 0; i < series->count; i++)
      if (find_point(frame, series, i, &x, &y)) add_mark(index, x, y, out);
    trm_text_add(out, "\"/>");
  }
  trm_text_add(out, "</g>\n");
}

void trm_plot_sample(const TrmPlotSeries *series, size_t index, double x, double y, TrmText *out) {
  begin(series, index, out);
  trm_text_printf(out, "M%.2f %.2fh26\"/>", x, y);
  if (series->marks) {
    trm_text_add(out, "<path d=\"");
    add_mark(index, x + 13, y, out);
    trm_text_add(out, "\"/>");
  }
  trm_text_add(out, "</g>");
}
