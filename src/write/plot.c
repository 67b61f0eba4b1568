/* SPDX-License-Identifier: Apache-2.0
 *
 * Plots: the document, its axes with their grid, and the legend to the right of them.
 */
#include "write/plot.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LETTER = 7, LINE = 20, MOST_LEGEND = 34 }; /* width of a letter and height of a line, px */

/* text as it stands in SVG; at most `most` characters of it, and ... */
static void add_text(TrmText *out, const char *text, size_t most) {
  size_t left = strlen(text), shown = 0;
  for (; *text && shown < most; shown++) {
    size_t length = trm_utf8_length(text, left);
    const char *escape = *text == '<'                            ? "&lt;"
                         : *text == '&'                          ? "&amp;"
                         : *text == '"'                          ? "&quot;"
                         : !length || (unsigned char)*text < ' ' ? "?"
                                                                 : NULL;
    if (escape)
      trm_text_add(out, escape);
    else
      trm_text_bytes(out, text, length);
    text += length ? length : 1;
    left -= length ? length : 1;
  }
  if (*text) trm_text_add(out, "\xe2\x80\xa6");
}

static size_t columns(const char *text) {
  size_t count = 0;
  for (; *text; text++) count += ((unsigned char)*text & 0xC0) != 0x80;
  return count;
}

/* the least and largest of all values that an axis can show; low > high: none */
static void find_range(const TrmPlot *plot, int of_y, double *low, double *high) {
  const TrmPlotAxis *axis = of_y ? &plot->y : &plot->x;
  const TrmPlotScale any = {.log = axis->log, .high = 1};
  *low = HUGE_VAL;
  *high = -HUGE_VAL;
  for (size_t s = 0; s < plot->count; s++)
    for (size_t i = 0; i < plot->series[s].count; i++) {
      double value = of_y ? plot->series[s].y[i] : plot->series[s].x[i];
      double other = of_y ? plot->series[s].x[i] : plot->series[s].y[i];
      if (!isfinite(other) || !isfinite(trm_plot_place(&any, value))) continue;
      *low = fmin(*low, value);
      *high = fmax(*high, value);
    }
}

static void lay_axis(const TrmPlot *plot, int of_y, size_t most, TrmPlotScale *scale) {
  const TrmPlotAxis *axis = of_y ? &plot->y : &plot->x;
  double low = axis->low, high = axis->high;
  int given = low < high && !(axis->log && low <= 0);
  if (!given) find_range(plot, of_y, &low, &high);
  /* a line over time begins and ends at the frame */
  trm_plot_scale(scale, axis->log, low, high, !given && (of_y || axis->log), most);
}

/* one line of the grid with its label */
static void add_tick(const TrmPlotFrame *f, int of_y, double tick, TrmText *out) {
  const TrmPlotScale *scale = of_y ? &f->y : &f->x;
  double place = trm_plot_place(scale, tick);
  if (!(place > -1e-6 && place < 1 + 1e-6)) return;
  double x = f->left + f->width * place, y = f->top + f->height * (1 - place);
  if (of_y) {
    trm_text_printf(out, "<path d=\"M%.2f %.2fh%.2f\"/>", f->left, y, f->width);
    trm_text_printf(out, "<text stroke=\"none\" text-anchor=\"end\" x=\"%.2f\" y=\"%.2f\">",
                    f->left - 8, y + 4);
  } else {
    trm_text_printf(out, "<path d=\"M%.2f %.2fv%.2f\"/>", x, f->top, f->height);
    trm_text_printf(out, "<text stroke=\"none\" text-anchor=\"middle\" x=\"%.2f\" y=\"%.2f\">", x,
                    f->top + f->height + 18);
  }
  trm_plot_label(scale, tick, out);
  trm_text_add(out, "</text>\n");
}

static void add_grid(const TrmPlotFrame *f, TrmText *out) {
  /* faint lines between those with labels */
  trm_text_add(out, "<path stroke=\"#f0f1f3\" fill=\"none\" d=\"");
  for (size_t i = 0; i < f->x.minor_count; i++) {
    double x = f->left + f->width * trm_plot_place(&f->x, f->x.minor[i]);
    trm_text_printf(out, "M%.2f %.2fv%.2f", x, f->top, f->height);
  }
  for (size_t i = 0; i < f->y.minor_count; i++) {
    double y = f->top + f->height * (1 - trm_plot_place(&f->y, f->y.minor[i]));
    trm_text_printf(out, "M%.2f %.2fh%.2f", f->left, y, f->width);
  }
  trm_text_add(out, "\"/>\n<g stroke=\"#dadde1\" fill=\"#444b54\" font-size=\"12\">\n");
  for (size_t i = 0; i < f->x.tick_count; i++) add_tick(f, 0, f->x.tick[i], out);
  for (size_t i = 0; i < f->y.tick_count; i++) add_tick(f, 1, f->y.tick[i], out);
  trm_text_add(out, "</g>\n");
}

/* the title of an axis, and the power of ten that its labels are multiples of */
static void add_axis_title(const TrmPlotScale *scale, const char *title, TrmText *out) {
  if (title) add_text(out, title, 120);
  if (scale->exponent)
    trm_text_printf(out, "%s\xc3\x97 10<tspan dy=\"-5\" font-size=\"9\">%s%d</tspan>",
                    title ? "  " : "", scale->exponent < 0 ? "\xe2\x88\x92" : "",
                    scale->exponent < 0 ? -scale->exponent : scale->exponent);
  trm_text_add(out, "</text>\n");
}

static void add_titles(const TrmPlot *plot, const TrmPlotFrame *f, double top, TrmText *out) {
  double middle = f->left + f->width / 2, centre = f->top + f->height / 2;
  if (plot->title) {
    trm_text_printf(out, "<text x=\"%.2f\" y=\"%.2f\" font-size=\"17\" font-weight=\"600\">",
                    f->left, top + 28);
    add_text(out, plot->title, 100);
    trm_text_add(out, "</text>\n");
  }
  if (plot->note) {
    trm_text_printf(out, "<text x=\"%.2f\" y=\"%.2f\" font-size=\"12\" fill=\"#5b6470\">", f->left,
                    top + (plot->title ? 48 : 28));
    add_text(out, plot->note, 140);
    trm_text_add(out, "</text>\n");
  }
  trm_text_printf(out, "<text x=\"%.2f\" y=\"%.2f\" font-size=\"13\" text-anchor=\"middle\">",
                  middle, f->top + f->height + 42);
  add_axis_title(&f->x, plot->x.title, out);
  trm_text_printf(out,
                  "<text transform=\"translate(%.2f %.2f) rotate(-90)\" font-size=\"13\" "
                  "text-anchor=\"middle\">",
                  22.0, centre);
  add_axis_title(&f->y, plot->y.title, out);
}

/* samples and names, as many as there is room for */
static void add_legend(const TrmPlot *plot, const TrmPlotFrame *f, TrmText *out) {
  size_t named = 0, row = 0, room = (size_t)(f->height / LINE);
  for (size_t s = 0; s < plot->count; s++) named += plot->series[s].name != NULL;
  if (!named) return;
  size_t shown = named <= room ? named : room - 1;
  double x = f->left + f->width + 18;
  trm_text_add(out, "<g font-size=\"12.5\">\n");
  for (size_t s = 0; s < plot->count && row < shown; s++) {
    const TrmPlotSeries *series = &plot->series[s];
    if (!series->name) continue;
    double y = f->top + 10 + LINE * (double)row++;
    trm_plot_sample(series, series->look ? series->look - 1 : s, x, y, out);
    trm_text_printf(out, "<text x=\"%.2f\" y=\"%.2f\"%s>", x + 34, y + 4.5,
                    series->bold ? " font-weight=\"600\"" : "");
    add_text(out, series->name, MOST_LEGEND);
    trm_text_add(out, "</text>\n");
  }
  if (shown < named)
    trm_text_printf(out, "<text x=\"%.2f\" y=\"%.2f\" fill=\"#5b6470\">and %zu more</text>\n",
                    x + 34, f->top + 14.5 + LINE * (double)row, named - shown);
  trm_text_add(out, "</g>\n");
}

/* room that the widest label of y, and the legend, take */
static void lay_frame(const TrmPlot *plot, double top, double width, double height, TrmPlotFrame *f,
                      TrmText *paper) {
  size_t widest = 3, legend = 0;
  f->top = top + (plot->title ? 40 : 22) + (plot->note ? 22 : 0);
  f->height = fmax(40, top + height - 62 - f->top);
  lay_axis(plot, 1, (size_t)(f->height / 45), &f->y);
  for (size_t i = 0; i < f->y.tick_count; i++) {
    size_t label = trm_plot_label(&f->y, f->y.tick[i], paper);
    if (label > widest) widest = label;
  }
  for (size_t s = 0; s < plot->count; s++) {
    size_t length = plot->series[s].name ? columns(plot->series[s].name) + 1 : 0;
    legend = length > legend ? length : legend;
  }
  if (legend > MOST_LEGEND + 1) legend = MOST_LEGEND + 1;
  f->left = 44 + (double)(widest * LETTER);
  f->width = fmax(80, width - f->left - (legend ? 60 + (double)legend * 7.3 : 24));
  lay_axis(plot, 0, (size_t)(f->width / 80), &f->x);
}

static void add_plot(const TrmPlot *plot, size_t number, double top, double width, double height,
                     TrmText *paper, TrmText *out) {
  TrmPlotFrame f = {0};
  lay_frame(plot, top, width, height, &f, paper);
  trm_text_add(out, "<g>\n");
  add_grid(&f, out);
  add_titles(plot, &f, top, out);
  /* lines do not leave the frame */
  trm_text_printf(out,
                  "<clipPath id=\"frame%zu\"><rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" "
                  "height=\"%.2f\"/></clipPath>\n<g clip-path=\"url(#frame%zu)\">\n",
                  number, f.left - 5, f.top - 5, f.width + 10, f.height + 10, number);
  for (size_t s = 0; s < plot->count; s++) {
    size_t look = plot->series[s].look;
    trm_plot_line(&f, &plot->series[s], look ? look - 1 : s, out);
  }
  trm_text_printf(out,
                  "</g>\n<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"none\" "
                  "stroke=\"#8a929c\"/>\n",
                  f.left, f.top, f.width, f.height);
  add_legend(plot, &f, out);
  trm_text_add(out, "</g>\n");
}

static void clear_text(void *text) {
  trm_text_clear(text);
}

void trm_plot_write(const TrmPlot *plots, size_t count, double width, double height,
                    TrmArena *arena, TrmText *out) {
  TrmText *paper = trm_arena_alloc(arena, sizeof *paper);
  trm_arena_defer(arena, clear_text, paper);
  if (!(width > 0)) width = 960;
  if (!(height > 0)) height = 600;
  double all = height * (double)count;
  trm_text_printf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
                  "width=\"%.0f\" height=\"%.0f\" role=\"img\" fill=\"#1f2630\" "
                  "font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\">\n<title>",
                  width, all, width, all);
  add_text(out, count && plots[0].title ? plots[0].title : "plot", 100);
  trm_text_add(out, "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
  for (size_t i = 0; i < count; i++)
    add_plot(&plots[i], i, height * (double)i, width, height, paper, out);
  trm_text_add(out, "</svg>\n");
}
