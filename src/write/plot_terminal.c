/* SPDX-License-Identifier: Apache-2.0
 *
 * Plots in a terminal: two by four dots to a character (braille, U+2800 and on), in the order
 * 1 4 / 2 5 / 3 6 / 7 8 of its bits.
 */
#include "write/curves.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ACROSS = 2, DOWN = 4, LABEL = 11, COLOURS = 6 };

/* the characters of a plot: dots, and whose they are */
typedef struct Sheet {
  size_t columns, lines;
  unsigned char *dots;
  int *owner;
} Sheet;

static const char *const colours[COLOURS] = {"34", "33", "32", "35", "36", "31"};

static size_t place_of(const Sheet *s, long x, long y) {
  return (size_t)(y / DOWN) * s->columns + (size_t)(x / ACROSS);
}

static void set_dot(Sheet *s, long x, long y, int owner) {
  static const unsigned char bits[DOWN][ACROSS] = {
      {0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
  if (x < 0 || y < 0 || x >= (long)(ACROSS * s->columns) || y >= (long)(DOWN * s->lines)) return;
  size_t at = place_of(s, x, y);
  s->dots[at] |= bits[y % DOWN][x % ACROSS];
  s->owner[at] = owner;
}

/* dots from one to the other, one in each column or each row */
static void draw_line(Sheet *s, const double a[2], const double b[2], int owner) {
  double steps = fmin(ceil(fmax(fabs(b[0] - a[0]), fabs(b[1] - a[1]))), 1e4);
  for (double k = 0; k <= steps; k++) {
    double part = steps > 0 ? k / steps : 0;
    set_dot(s, lround(a[0] + part * (b[0] - a[0])), lround(a[1] + part * (b[1] - a[1])), owner);
  }
}

/* the dot of a point; 0: it has none */
static int find_dot(const Sheet *s, const TrmPlotScale *x, const TrmPlotScale *y,
                    const TrmPlotSeries *series, size_t i, double dot[2]) {
  double right = trm_plot_place(x, series->x[i]), up = trm_plot_place(y, series->y[i]);
  if (!isfinite(right) || !isfinite(up)) return 0;
  dot[0] = fmin(fmax(right, -1), 2) * (double)(ACROSS * s->columns - 1);
  dot[1] = (1 - fmin(fmax(up, -1), 2)) * (double)(DOWN * s->lines - 1);
  return 1;
}

/* a curve, and the line at which it ends; -1: it has no point */
static long draw_curve(Sheet *s, const TrmPlotScale *x, const TrmPlotScale *y,
                       const TrmPlotSeries *series, int owner) {
  double last[2], next[2];
  int down = 0;
  long end = -1;
  for (size_t i = 0; i < series->count; i++) {
    if (!find_dot(s, x, y, series, i, next)) {
      down = 0;
      continue;
    }
    draw_line(s, down ? last : next, next, owner);
    memcpy(last, next, sizeof last);
    down = 1;
    end = lround(next[1]) / DOWN;
  }
  return end >= 0 && end < (long)s->lines ? end : -1;
}

/* least and largest of the values an axis shows */
static void lay_scale(const TrmPlot *plot, int of_y, size_t most, TrmPlotScale *scale) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (size_t k = 0; k < plot->count; k++) {
    const TrmPlotSeries *series = &plot->series[k];
    for (size_t i = 0; i < series->count; i++) {
      if (!isfinite(series->x[i]) || !isfinite(series->y[i])) continue;
      double value = of_y ? series->y[i] : series->x[i];
      low = fmin(low, value);
      high = fmax(high, value);
    }
  }
  trm_plot_scale(scale, 0, low, high, of_y, most);
}

static void begin_colour(TrmText *out, int colour, int owner) {
  if (colour) trm_text_printf(out, "\x1b[%sm", colours[owner % COLOURS]);
}

static void end_colour(TrmText *out, int colour) {
  if (colour) trm_text_add(out, "\x1b[0m");
}

/* the label of the tick that is on this line, if any */
static void add_label(const TrmPlotScale *y, const Sheet *s, size_t line, TrmText *out) {
  for (size_t i = 0; i < y->tick_count; i++) {
    double dot = (1 - trm_plot_place(y, y->tick[i])) * (double)(DOWN * s->lines - 1);
    if ((size_t)lround(dot) / DOWN != line) continue;
    trm_text_printf(out, "%*.6g ┤", LABEL - 2, y->tick[i] + 0.0);
    return;
  }
  trm_text_printf(out, "%*s │", LABEL - 2, "");
}

static void add_rows(const Sheet *s, const TrmPlotScale *y, const long *ends, size_t curves,
                     int colour, TrmText *out) {
  for (size_t line = 0; line < s->lines; line++) {
    add_label(y, s, line, out);
    int last = -1;
    for (size_t column = 0; column < s->columns; column++) {
      size_t at = line * s->columns + column;
      int owner = s->dots[at] ? s->owner[at] : -1;
      if (owner != last && last >= 0) end_colour(out, colour);
      if (owner != last && owner >= 0) begin_colour(out, colour, owner);
      last = owner;
      if (s->dots[at])
        trm_text_bytes(out,
                       (char[3]){(char)0xE2, (char)(0xA0 + (s->dots[at] >> 6)),
                                 (char)(0x80 + (s->dots[at] & 63))},
                       3);
      else
        trm_text_char(out, ' ');
    }
    if (last >= 0) end_colour(out, colour);
    /* letters of the curves that end here */
    for (size_t k = 0; k < curves && curves > 1; k++)
      if (ends[k] == (long)line) {
        begin_colour(out, colour, (int)k);
        trm_text_char(out, (char)(k < 26 ? 'a' + (int)k : '*'));
        end_colour(out, colour);
      }
    trm_text_char(out, '\n');
  }
}

/* labels of the axis to the right, each centred below its place */
static void add_bottom(const TrmPlot *plot, const TrmPlotScale *x, const Sheet *s, TrmText *out) {
  trm_text_printf(out, "%*s └", LABEL - 2, "");
  for (size_t i = 0; i < s->columns; i++) trm_text_add(out, "─");
  trm_text_printf(out, "\n%*s", LABEL, "");
  size_t column = 0;
  for (size_t i = 0; i < x->tick_count; i++) {
    char label[32];
    double place = trm_plot_place(x, x->tick[i]);
    int length = snprintf(label, sizeof label, "%.6g", x->tick[i] + 0.0);
    double from = place * (double)(s->columns - 1) - length / 2;
    size_t first = from > 0 ? (size_t)from : 0;
    if (i && first <= column) continue;
    for (; column < first; column++) trm_text_char(out, ' ');
    trm_text_add(out, label);
    column += (size_t)length;
  }
  trm_text_printf(out, "\n%*s%s\n", LABEL, "", plot->x.title ? plot->x.title : "");
}

void trm_plot_terminal(const TrmPlot *plot, size_t width, size_t height, int colour,
                       TrmArena *arena, TrmText *out) {
  TrmPlotScale x, y;
  if (width < 30) width = 30;
  if (height < 4) height = 4;
  Sheet s = {.columns = width - LABEL - 4, .lines = height};
  s.dots = trm_arena_array(arena, s.columns * s.lines, 1);
  s.owner = trm_arena_array(arena, s.columns * s.lines, sizeof *s.owner);
  long *ends = trm_arena_array(arena, plot->count + 1, sizeof *ends);
  lay_scale(plot, 1, height / 3, &y);
  lay_scale(plot, 0, s.columns / 12, &x);
  for (size_t k = 0; k < plot->count; k++)
    ends[k] = draw_curve(&s, &x, &y, &plot->series[k], (int)k);
  if (plot->title) trm_text_printf(out, "%s\n", plot->title);
  if (plot->y.title) trm_text_printf(out, "%*s%s\n", LABEL - 1, "", plot->y.title);
  add_rows(&s, &y, ends, plot->count, colour, out);
  add_bottom(plot, &x, &s, out);
  for (size_t k = 0; k < plot->count && plot->count > 1; k++) {
    begin_colour(out, colour, (int)k);
    trm_text_printf(out, "%*s%c", LABEL, "", (char)(k < 26 ? 'a' + (int)k : '*'));
    end_colour(out, colour);
    trm_text_printf(out, "  %s\n", plot->series[k].name ? plot->series[k].name : "");
  }
}
