/* SPDX-License-Identifier: Apache-2.0
 *
 * Plots: ticks are round, evenly spaced and few; places are those of the axis; a document is XML
 * whose paths, read back, stand where the values are; gaps part lines; many points become few that
 * still touch the extremes.
 */
#define _XOPEN_SOURCE 700
#include "check.h"
#include "write/plot.h"
#include <float.h>

/* 1 when v is 1, 2 or 5 times a power of ten */
static int is_nice(double v) {
  double mantissa = v / pow(10, floor(log10(v) + 1e-9));
  return fabs(mantissa - 1) < 1e-6 || fabs(mantissa - 2) < 1e-6 || fabs(mantissa - 5) < 1e-6;
}

static void check_linear(double low, double high) {
  TrmPlotScale s;
  trm_plot_scale(&s, 0, low, high, 1, 8);
  CHECK(s.low <= low && s.high >= high && s.tick_count >= 2 && s.tick_count <= 10);
  double step = s.tick[1] - s.tick[0];
  CHECK(is_nice(step));
  for (size_t i = 0; i < s.tick_count; i++) {
    CHECK_NEAR(s.tick[i] / step, nearbyint(s.tick[i] / step), 1e-6);
    CHECK_NEAR(trm_plot_place(&s, s.tick[i]), (double)i / (double)(s.tick_count - 1), 1e-6);
  }
}

static void test_ticks(void) {
  check_linear(0, 1);
  check_linear(-3.7, 12.1);
  check_linear(1e-7, 3e-7);
  check_linear(-1e5, 7e8);
  check_linear(99.9, 100.1);
  check_linear(3, 3);
  check_linear(0, 0);
  for (int i = 0; i < 2000; i++) {
    double low = check_random(-1, 1) * pow(10, check_random(-200, 200));
    check_linear(low, low + fabs(low) * pow(10, check_random(-6, 6)));
  }
  /* decades, with every third labelled where there are many; none at all; beyond all numbers */
  TrmPlotScale s;
  trm_plot_scale(&s, 1, 3e-9, 0.2, 1, 10);
  CHECK(s.tick_count == 10 && s.low == -9 && s.high == 0);
  CHECK_NEAR(trm_plot_place(&s, 1e-3), 6.0 / 9, 1e-12);
  CHECK(isnan(trm_plot_place(&s, 0)) && isnan(trm_plot_place(&s, -1)));
  CHECK(isnan(trm_plot_place(&s, (double)NAN)) && isnan(trm_plot_place(&s, (double)INFINITY)));
  trm_plot_scale(&s, 1, 1e-30, 1, 1, 10);
  CHECK(s.tick_count == 11);
  trm_plot_scale(&s, 1, 2, 8, 0, 10);
  CHECK(s.tick_count == 7 && s.tick[0] == 2 && s.tick[6] == 8);
  trm_plot_scale(&s, 0, HUGE_VAL, -HUGE_VAL, 1, 10);
  CHECK(s.low == 0 && s.high == 1);
  trm_plot_scale(&s, 0, -DBL_MAX, DBL_MAX, 1, 10);
  CHECK(isfinite(s.high - s.low) && s.tick_count > 1);
  trm_plot_scale(&s, 1, 5e-324, DBL_MAX, 1, 10);
  CHECK(isfinite(s.high - s.low) && s.tick_count > 1);
}

static void check_label(int log, double low, double high, double tick, const char *expected) {
  TrmPlotScale s;
  TrmText text = {0};
  trm_plot_scale(&s, log, low, high, 1, 8);
  trm_plot_label(&s, tick, &text);
  CHECK_TEXT(text.bytes, expected);
  trm_text_clear(&text);
}

static void test_labels(void) {
  check_label(0, 0, 1, 0.2, "0.2");
  check_label(0, 0, 1, 1, "1.0");
  check_label(0, -40, 40, -20,
              "\xe2\x88\x92"
              "20");
  check_label(0, -40, 40, -0.0, "0");
  check_label(0, 0, 5e-4, 1e-4, "100");
  check_label(0, 0, 3e7, 1e7, "10");
  check_label(1, 1e-9, 1, 1e-6,
              "10<tspan dy=\"-5\" font-size=\"9\">\xe2\x88\x92"
              "6</tspan>");
  check_label(1, 1e-9, 1, 1, "1");
  check_label(1, 1, 1e9, 1e5, "10<tspan dy=\"-5\" font-size=\"9\">5</tspan>");
}

/* the points of the first path of a line: at most `most`; M counts strokes */
static size_t read_path(const char *svg, double (*points)[2], size_t most, size_t *strokes) {
  const char *at = strstr(svg, "<g clip-path");
  at = at ? strstr(at, "<path fill=\"none\"") : NULL;
  at = at ? strstr(at, " d=\"") : NULL;
  size_t count = 0;
  *strokes = 0;
  if (!at) return 0;
  for (at += 4; *at && *at != '"' && count < most;) {
    char *after;
    *strokes += *at == 'M';
    points[count][0] = strtod(at + 1, &after);
    points[count][1] = strtod(after, &after);
    count++;
    at = after;
  }
  return count;
}

/* 1 when xmllint, where it is installed, takes the document */
static int well_formed(const TrmText *svg) {
  if (system("command -v xmllint >/dev/null") != 0) return 1;
  FILE *pipe = popen("xmllint --noout -", "w");
  if (!pipe) return 0;
  fwrite(svg->bytes, 1, svg->length, pipe);
  return pclose(pipe) == 0;
}

enum { MANY = 200000 };
static double x[MANY], y[MANY], points[MANY][2];

static void test_document(TrmArena *arena) {
  size_t strokes;
  TrmText svg = {0};
  const double a[6] = {1, 10, 100, 1000, 1e4, 1e5},
               b[6] = {1e-2, 1e-4, (double)NAN, 1e-8, 0, 1e-12};
  const TrmPlotSeries series[2] = {{"dop853 <&\"> \x01 \xff", a, b, 6, 1, 1, 0},
                                   {NULL, b, b, 0, 0, 0, 0}};
  const TrmPlot plot = {"Work & precision",     "a note", {"time [ms]", 1, 0, 0},
                        {"error [m]", 1, 0, 0}, series,   2};
  trm_plot_write(&plot, 1, 0, 0, arena, &svg);
  CHECK(well_formed(&svg));
  CHECK(strstr(svg.bytes, "dop853 &lt;&amp;&quot;&gt; ? ?") || strstr(svg.bytes, "&quot;> ? ?"));
  CHECK(strstr(svg.bytes, "Work &amp; precision") && strstr(svg.bytes, "error [m]"));
  /* four of the points can be shown, in three strokes, on one straight line */
  CHECK(read_path(svg.bytes, points, MANY, &strokes) == 4 && strokes == 3);
  double slope = (points[1][1] - points[0][1]) / (points[1][0] - points[0][0]);
  for (int i = 2; i < 4; i++)
    CHECK_NEAR(points[i][1], points[0][1] + slope * (points[i][0] - points[0][0]), 1e-3);
  trm_text_clear(&svg);

  /* many points of a wave: few remain, and they touch its extremes */
  for (int i = 0; i < MANY; i++) {
    x[i] = 1e-3 * i;
    y[i] = 3 * sin(40 * x[i]);
  }
  const TrmPlotSeries wave = {"wave", x, y, MANY, 0, 0, 0};
  const TrmPlot two[2] = {{NULL, NULL, {"t [s]", 0, 0, 0}, {"x [m]", 0, -4, 4}, &wave, 1},
                          {"nothing", NULL, {NULL, 0, 0, 0}, {NULL, 1, 0, 0}, NULL, 0}};
  trm_plot_write(two, 2, 800, 300, arena, &svg);
  CHECK(well_formed(&svg) && strstr(svg.bytes, "viewBox=\"0 0 800 600\""));
  size_t count = read_path(svg.bytes, points, MANY, &strokes);
  CHECK(strokes == 1 && count > 1000 && count < 6500);
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (size_t i = 0; i < count; i++) {
    low = fmin(low, points[i][1]);
    high = fmax(high, points[i][1]);
    CHECK(i == 0 || points[i][0] >= points[i - 1][0]);
  }
  /* 6 of 8 parts of the height, which is 300 less margins of 22 and 62 */
  CHECK_NEAR(high - low, (300 - 22 - 62) * 6.0 / 8, 1e-3);
  trm_text_clear(&svg);
}

static void test_all(void *context) {
  test_ticks();
  test_labels();
  test_document(context);
}

int main(void) {
  TrmArena *arena = trm_arena_new();
  CHECK(arena && trm_guard(test_all, arena) == TRM_OK);
  trm_arena_free(arena);
  return check_done();
}
