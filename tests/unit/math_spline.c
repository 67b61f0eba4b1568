/* SPDX-License-Identifier: Apache-2.0
 *
 * Splines: cubics reproduced to round-off, not-a-knot and Akima values against exact rational
 * solutions of their equations, families, ends, faults, and many points.
 */
#include "check.h"
#include "math/spline.h"
#include <time.h>

static TrmArena *arena;
static size_t where;

/* what a test works in: inside a guard, with a fresh arena */
static void run(void (*body)(void *)) {
  arena = trm_arena_new();
  CHECK(arena && trm_guard(body, NULL) == TRM_OK);
  trm_arena_free(arena);
}

static TrmSpline *make(TrmSplineKind kind, TrmSplineEnd end, const double *x, size_t n,
                       const double *y) {
  TrmSpline *spline = NULL;
  CHECK(trm_spline_new(arena, kind, end, x, n, NULL, 1, y, &where, &spline) == TRM_SPLINE_GOOD);
  CHECK(!trm_spline_two(spline));
  return spline;
}

/* a cubic on uneven points, from 4 points up: value and three derivatives everywhere, inside */
static void check_cubic(void *unused) {
  double worst[4] = {0, 0, 0, 0};
  (void)unused;
  for (int trial = 0; trial < 400; trial++) {
    double x[40], y[40], c[4], out[6], high[6];
    size_t n = trial < 100 ? 4 : 4 + (size_t)check_random(0, 36);
    for (int i = 0; i < 4; i++) c[i] = check_random(-1, 1);
    x[0] = check_random(-1, -0.5);
    for (size_t i = 1; i < n; i++) x[i] = x[i - 1] + check_random(0.3, 1.7) * 2 / (double)n;
    for (size_t i = 0; i < n; i++) y[i] = c[0] + x[i] * (c[1] + x[i] * (c[2] + x[i] * c[3]));
    TrmSpline *spline = make(TRM_SPLINE_CUBIC, TRM_END_ERROR, x, n, y);
    for (int k = 0; k < 50; k++) {
      double t = check_random(x[0], x[n - 1]);
      const double d[4] = {c[0] + t * (c[1] + t * (c[2] + t * c[3])),
                           c[1] + t * (2 * c[2] + t * 3 * c[3]), 2 * c[2] + 6 * t * c[3], 6 * c[3]};
      CHECK(trm_spline_eval(spline, 0, t, 0, out));
      worst[0] = fmax(worst[0], fabs(out[0] - d[0]));
      worst[1] = fmax(worst[1], fabs(out[1] - d[1]));
      worst[2] = fmax(worst[2], fabs(out[3] - d[2]));

      /* higher orders are the same curve */
      CHECK(trm_spline_eval(spline, 1, t, 0, high));
      CHECK(high[0] == out[1] && high[1] == out[3]);
      worst[3] = fmax(worst[3], fabs(high[3] - d[3]));
      CHECK(trm_spline_eval(spline, 2, t, 0, high) && high[0] == out[3] && high[3] == 0);
      CHECK(out[2] == 0 && out[4] == 0 && out[5] == 0);
    }
  }
  check_figure("splines", "cubic reproduced: value", "the cubic", worst[0], 1e-13);
  check_figure("splines", "cubic reproduced: slope", "the cubic", worst[1], 1e-12);
  check_figure("splines", "cubic reproduced: second derivative", "the cubic", worst[2], 1e-10);
  check_figure("splines", "cubic reproduced: third derivative", "the cubic", worst[3], 1e-8);
}

/* against the full set of equations solved in rational numbers */
static void check_known(void *unused) {
  static const double x[] = {0, 1, 3, 4, 6.5, 7, 10}, y[] = {1, -2, 4, 0, 3, 2.5, -1};
  static const double cubic[][4] = {
      {0.5, -1.9132345998250129, -2.634706160069995, 11.305876798600103},
      {2, 1.9223507194400409, 4.4611753597200208, -1.8447014388800818},
      {3.5, 2.1741208408049411, -4.7682322392300565, -1.3929667264395298},
      {5, -0.1146698199017646, 2.0631182376534385, 2.6204541005050372},
      {6.75, 2.8822743141280527, -1.0397840380467267, -4.2327780520976805},
      {9, -2.9208182818333808, -0.89601340991190004, 4.3605741659953052}};
  double out[6], worst = 0;
  (void)unused;
  TrmSpline *spline = make(TRM_SPLINE_CUBIC, TRM_END_LINEAR, x, 7, y);
  for (size_t i = 0; i < sizeof cubic / sizeof *cubic; i++) {
    CHECK(trm_spline_eval(spline, 0, cubic[i][0], 0, out));
    worst = fmax(worst, fabs(out[0] - cubic[i][1]));
    worst = fmax(worst, fabs(out[1] - cubic[i][2]));
    worst = fmax(worst, fabs(out[3] - cubic[i][3]));
  }
  check_figure("splines", "not-a-knot on uneven points", "rational solution", worst, 2e-14);

  /* the example of Akima's paper: flat where the data are flat, no overshoot */
  static const double ax[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
                      ay[] = {10, 10, 10, 10, 10, 10, 10.5, 15, 50, 60, 85};
  static const double akima[][2] = {{2.5, 10},
                                    {5.5, 5049.0 / 496},
                                    {6.5, 42189.0 / 3596},
                                    {7.5, 1321955.0 / 42224},
                                    {8.5, 319495.0 / 5824},
                                    {9.5, 4535.0 / 64}};
  spline = make(TRM_SPLINE_AKIMA, TRM_END_LINEAR, ax, 11, ay);
  worst = 0;
  for (size_t i = 0; i < sizeof akima / sizeof *akima; i++) {
    CHECK(trm_spline_eval(spline, 0, akima[i][0], 0, out));
    worst = fmax(worst, fabs(out[0] / akima[i][1] - 1));
  }
  check_figure("splines", "Akima's example", "rational solution", worst, 1e-15);
  CHECK(trm_spline_eval(spline, 0, 3.7, 0, out) && out[0] == 10 && out[1] == 0 && out[3] == 0);

  /* two straight lines: the mean slope at the corner, though the chords carry round-off */
  static const double cx[] = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6},
                      cy[] = {0, 0.07, 0.14, 0.21, 0.21, 0.21, 0.21};
  spline = make(TRM_SPLINE_AKIMA, TRM_END_LINEAR, cx, 7, cy);
  CHECK(trm_spline_eval(spline, 0, 0.3, 0, out));
  CHECK_NEAR(out[1], 0.35, 1e-9);
}

/* continuity at the points: values always, slopes of cubic and Akima, curvature of cubic */
static void check_continuity(void *unused) {
  (void)unused;
  for (int trial = 0; trial < 100; trial++) {
    double x[12], y[12], left[6], right[6];
    for (size_t i = 0; i < 12; i++) {
      x[i] = (i ? x[i - 1] : 0) + check_random(0.2, 1);
      y[i] = check_random(-1, 1);
    }
    for (int kind = 0; kind < 3; kind++) {
      TrmSpline *spline = make((TrmSplineKind)kind, TRM_END_LINEAR, x, 12, y);
      for (size_t i = 0; i < 12; i++) {
        CHECK(trm_spline_eval(spline, 0, nextafter(x[i], -99), 0, left));
        CHECK(trm_spline_eval(spline, 0, x[i], 0, right));
        CHECK_NEAR(right[0], y[i], 1e-14);
        CHECK_NEAR(left[0], y[i], 1e-13);
        if (kind != TRM_SPLINE_LINEAR || i == 0) CHECK_NEAR(left[1], right[1], 1e-12);
        if (kind == TRM_SPLINE_CUBIC && i && i < 11) CHECK_NEAR(left[3], right[3], 1e-10);
      }
    }
  }
}

static void check_ends(void *unused) {
  static const double x[] = {0, 1, 2, 3, 4}, y[] = {0, 1, 4, 9, 16};
  double out[6];
  (void)unused;
  for (int kind = 0; kind < 3; kind++) {
    /* continued by the tangent */
    TrmSpline *spline = make((TrmSplineKind)kind, TRM_END_LINEAR, x, 5, y);
    double slope = kind == TRM_SPLINE_LINEAR ? 7 : 8;
    CHECK(trm_spline_eval(spline, 0, 6, 0, out));
    CHECK_NEAR(out[0], 16 + 2 * slope, 1e-14);
    CHECK_NEAR(out[1], slope, 1e-14);
    CHECK(out[3] == 0);
    CHECK(trm_spline_eval(spline, 1, -2, 0, out) && out[1] == 0 && out[3] == 0);
    CHECK_NEAR(out[0], kind == TRM_SPLINE_LINEAR ? 1 : 0, 1e-14);
    CHECK(trm_spline_eval(spline, 2, 9, 0, out) && out[0] == 0);

    /* held */
    spline = make((TrmSplineKind)kind, TRM_END_HOLD, x, 5, y);
    CHECK(trm_spline_eval(spline, 0, 6, 0, out) && out[0] == 16 && out[1] == 0 && out[3] == 0);
    CHECK(trm_spline_eval(spline, 0, -6, 0, out) && out[0] == 0 && out[1] == 0);

    /* refused, but the end points belong to the curve */
    spline = make((TrmSplineKind)kind, TRM_END_ERROR, x, 5, y);
    CHECK(!trm_spline_eval(spline, 0, 4.0001, 0, out) && isnan(out[0]) && isnan(out[5]));
    CHECK(!trm_spline_eval(spline, 0, -1e-9, 0, out));
    CHECK(trm_spline_eval(spline, 0, 4, 0, out));
    CHECK_NEAR(out[0], 16, 1e-14);
    CHECK(trm_spline_eval(spline, 0, (double)NAN, 0, out) && isnan(out[0]));
    CHECK(!trm_spline_eval(spline, 0, (double)INFINITY, 0, out));
    CHECK(trm_spline_eval(spline, 3, 1, 0, out) && isnan(out[0]));
  }
}

/* y = (1 + z) x^3 at three z: exact between, since linear in z */
static void check_family(void *unused) {
  static const double x[] = {-1, 0, 0.5, 2, 3}, z[] = {0, 1, 4};
  double y[15], out[6], worst = 0;
  TrmSpline *spline = NULL;
  (void)unused;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 5; i++) y[5 * k + i] = (1 + z[k]) * x[i] * x[i] * x[i];
  CHECK(trm_spline_new(arena, TRM_SPLINE_CUBIC, TRM_END_LINEAR, x, 5, z, 3, y, &where, &spline) ==
        TRM_SPLINE_GOOD);
  CHECK(trm_spline_two(spline));
  for (int i = 0; i < 500; i++) {
    double a = check_random(-1, 3), b = check_random(-2, 6);
    const double truth[6] = {(1 + b) * a * a * a, (1 + b) * 3 * a * a, a * a * a,
                             (1 + b) * 6 * a,     3 * a * a,           0};
    CHECK(trm_spline_eval(spline, 0, a, b, out));
    for (int j = 0; j < 6; j++) worst = fmax(worst, fabs(out[j] - truth[j]) / 100);
    CHECK(trm_spline_eval(spline, 1, a, b, out));
    CHECK_NEAR(out[0], truth[1], 1e-13);
    CHECK_NEAR(out[2], truth[4], 1e-13);
    CHECK_NEAR(out[4], 6 * a, 1e-12);
  }
  check_figure("splines", "family of cubics, all derivatives", "the formula", worst, 1e-14);

  /* ends in z: held, refused */
  CHECK(trm_spline_new(arena, TRM_SPLINE_CUBIC, TRM_END_HOLD, x, 5, z, 3, y, &where, &spline) ==
        TRM_SPLINE_GOOD);
  CHECK(trm_spline_eval(spline, 0, 1, 9, out) && out[2] == 0 && out[4] == 0);
  CHECK_NEAR(out[0], 5, 1e-14);
  CHECK(trm_spline_eval(spline, 0, 1, -9, out) && out[2] == 0);
  CHECK_NEAR(out[0], 1, 1e-14);
  CHECK(trm_spline_eval(spline, 0, 1, (double)NAN, out) && isnan(out[0]));
  CHECK(trm_spline_new(arena, TRM_SPLINE_CUBIC, TRM_END_ERROR, x, 5, z, 3, y, &where, &spline) ==
        TRM_SPLINE_GOOD);
  CHECK(!trm_spline_eval(spline, 0, 1, 4.1, out) && !trm_spline_eval(spline, 0, 1, -0.1, out));
  CHECK(trm_spline_eval(spline, 0, 1, 4, out));
  CHECK_NEAR(out[0], 5, 1e-14);
}

static void check_faults(void *unused) {
  double x[] = {0, 1, 2, 3, 4}, y[10] = {0};
  TrmSpline *spline = NULL;
  (void)unused;
#define NEW(kind, n, z, nz)                                                                        \
  trm_spline_new(arena, kind, TRM_END_LINEAR, x, n, z, nz, y, &where, &spline)
  CHECK(NEW(TRM_SPLINE_CUBIC, 3, NULL, 1) == TRM_SPLINE_TOO_FEW && where == 3);
  CHECK(NEW(TRM_SPLINE_AKIMA, 4, NULL, 1) == TRM_SPLINE_TOO_FEW);
  CHECK(NEW(TRM_SPLINE_LINEAR, 1, NULL, 1) == TRM_SPLINE_TOO_FEW);
  CHECK(NEW(TRM_SPLINE_LINEAR, 0, NULL, 1) == TRM_SPLINE_TOO_FEW);
  CHECK(NEW(TRM_SPLINE_CUBIC, 4, NULL, 1) == TRM_SPLINE_GOOD);
  CHECK(NEW(TRM_SPLINE_AKIMA, 5, NULL, 1) == TRM_SPLINE_GOOD);
  CHECK(NEW(TRM_SPLINE_LINEAR, 2, NULL, 1) == TRM_SPLINE_GOOD);
  double level[] = {1, 1}, rising[] = {1, 2};
  CHECK(NEW(TRM_SPLINE_LINEAR, 5, level, 2) == TRM_SPLINE_Z_NOT_RISING && where == 1);
  CHECK(NEW(TRM_SPLINE_LINEAR, 5, rising, 2) == TRM_SPLINE_GOOD);
  x[3] = 2;
  CHECK(NEW(TRM_SPLINE_LINEAR, 5, NULL, 1) == TRM_SPLINE_NOT_RISING && where == 3);
  x[3] = (double)NAN;
  CHECK(NEW(TRM_SPLINE_LINEAR, 5, NULL, 1) == TRM_SPLINE_NOT_RISING && where == 3);
  x[0] = -(double)INFINITY;
  CHECK(NEW(TRM_SPLINE_LINEAR, 5, NULL, 1) == TRM_SPLINE_NOT_RISING && where == 0);
#undef NEW
}

/* switching values: zero at the kinks, one sign between two of them, the other beyond */
static void check_events(void *unused) {
  static const double x[] = {-1, 0, 0.5, 2, 3}, y[10] = {0, 1, 0, 3, 3, 1, 2, 1, 4, 4},
                      z[] = {0, 1};
  double out[2];
  (void)unused;
  TrmSpline *straight = make(TRM_SPLINE_LINEAR, TRM_END_LINEAR, x, 5, y);
  for (int i = 0; i < 10000; i++) {
    double a = check_random(-3, 5), b = check_random(-3, 5), before[2];
    size_t kinks = 0;
    for (int k = 0; k < 5; k++) kinks += (a < x[k]) != (b < x[k]);
    CHECK(trm_spline_events(straight, a, 0, before) == 1);
    CHECK(trm_spline_events(straight, b, 0, out) == 1);
    CHECK((before[0] < 0) != (out[0] < 0) ? kinks % 2 == 1 : kinks % 2 == 0);
  }
  for (int k = 0; k < 5; k++) {
    CHECK(trm_spline_events(straight, x[k], 0, out) == 1);
    CHECK_NEAR(out[0], 0, 0);
  }
  /* a smooth spline has kinks only where it is held, and between the curves of a family */
  CHECK(trm_spline_events(make(TRM_SPLINE_CUBIC, TRM_END_LINEAR, x, 5, y), 1, 0, out) == 0);
  CHECK(trm_spline_events(make(TRM_SPLINE_AKIMA, TRM_END_HOLD, x, 5, y), 3.5, 0, out) == 1);
  CHECK_NEAR(fabs(out[0]), 0.5, 1e-15);
  TrmSpline *family = NULL;
  trm_spline_new(arena, TRM_SPLINE_LINEAR, TRM_END_LINEAR, x, 5, z, 2, y, &where, &family);
  CHECK(family && trm_spline_events(family, 0.5, 0.25, out) == 2);
  CHECK_NEAR(out[0], 0, 0);
  CHECK_NEAR(out[1], 0.25 * 0.75, 1e-15);
}

/* 100,000 points of a sine: made in far less than a second, accurate to the fourth order */
static void check_many(void *unused) {
  enum { N = 100000 };
  double *x = trm_arena_array(arena, N, sizeof *x), *y = trm_arena_array(arena, N, sizeof *y);
  double out[6], worst = 0;
  (void)unused;
  for (int i = 0; i < N; i++) {
    x[i] = i * 1e-4;
    y[i] = sin(x[i]);
  }
  clock_t start = clock();
  TrmSpline *spline = make(TRM_SPLINE_CUBIC, TRM_END_ERROR, x, N, y);
  CHECK((double)(clock() - start) / CLOCKS_PER_SEC < 0.5);
  for (int i = 0; i < 10000; i++) {
    double t = check_random(0, x[N - 1]);
    CHECK(trm_spline_eval(spline, 0, t, 0, out));
    worst = fmax(worst, fmax(fabs(out[0] - sin(t)), 1e-4 * fabs(out[1] - cos(t))));
  }
  check_figure("splines", "100,000 points of a sine", "the sine", worst, 1e-14);
}

int main(void) {
  run(check_cubic);
  run(check_known);
  run(check_continuity);
  run(check_ends);
  run(check_family);
  run(check_faults);
  run(check_events);
  run(check_many);
  return check_done();
}
