/* SPDX-License-Identifier: Apache-2.0
 *
 * Every function of the table at 1,000 random argument sets, in radians and in degrees: its value
 * against its definition written here a second time in extended precision, its gradient, Hessian
 * and third derivatives (along a random direction, by every argument) against differences of that
 * definition extrapolated to zero step (Richardson).
 */
#include "check.h"
#include "expr/function.h"

typedef long double Wide;

enum { MOST = TRM_FUNCTION_ARGUMENTS, POINTS = CHECK_ROUNDS(1000) };
static const Wide pi = 3.14159265358979323846264338327950288L;

/* one definition: value, and random arguments (returns their number) */
typedef struct Definition {
  const char *name;
  Wide (*value)(const Wide *x, size_t n, Wide angle);
  size_t (*draw)(double *x, double angle);
} Definition;

/* fill x from low to high pairs */
static size_t draw_box(double *x, size_t n, const double box[][2]) {
  for (size_t i = 0; i < n; i++) x[i] = check_random(box[i][0], box[i][1]);
  return n;
}

static size_t draw_any(double *x, double angle) {
  (void)angle;
  return draw_box(x, 1, (const double[][2]){{-4, 4}});
}

static size_t draw_positive(double *x, double angle) {
  (void)angle;
  return draw_box(x, 1, (const double[][2]){{0.1, 5}});
}

static size_t draw_inside(double *x, double angle) {
  (void)angle;
  return draw_box(x, 1, (const double[][2]){{-0.9, 0.9}});
}

static size_t draw_angle(double *x, double angle) {
  x[0] = check_random(-1.3, 1.3) / angle;
  return 1;
}

static size_t draw_pair(double *x, double angle) {
  (void)angle;
  return draw_box(x, 2, (const double[][2]){{-3, 3}, {0.4, 2}});
}

static size_t draw_several(double *x, double angle) {
  size_t n = 2 + (size_t)check_random(0, 7.99);
  (void)angle;
  for (size_t i = 0; i < n; i++) x[i] = check_random(-5, 5);
  return n;
}

static size_t draw_sign(double *x, double angle) {
  size_t n = check_random(0, 1) < 0.5 ? 1 : 2;
  (void)angle;
  return draw_box(x, n, (const double[][2]){{-3, 3}, {-3, 3}});
}

static size_t draw_ramp(double *x, double angle) {
  (void)angle;
  draw_box(x, 5, (const double[][2]){{-0.7, 2.7}, {-0.5, 0.5}, {-3, 3}, {1.5, 2.5}, {-3, 3}});
  if (check_random(0, 1) < 0.25) { /* from right to left */
    double x0 = x[1];
    x[1] = x[3];
    x[3] = x0;
  }
  return 5;
}

static size_t draw_impact(double *x, double angle) {
  (void)angle;
  const double exponents[] = {1, 2.2, 3, check_random(1.1, 3)};
  draw_box(
      x, 7,
      (const double[][2]){{-1, 0.6}, {-2, 2}, {0.3, 0.5}, {1, 9}, {1, 3}, {0.1, 2}, {0.2, 1.2}});
  x[4] = exponents[(size_t)check_random(0, 3.99)];
  return 7;
}

static size_t draw_bistop(double *x, double angle) {
  (void)angle;
  return draw_box(
      x, 8,
      (const double[][2]){
          {-2, 2}, {-2, 2}, {-0.5, -0.2}, {0.1, 0.5}, {1, 9}, {1, 3}, {0.1, 2}, {0.2, 1.2}});
}

static size_t draw_series(double *x, double angle) {
  size_t n = 3 + (size_t)check_random(0, 6.99);
  (void)angle;
  for (size_t i = 0; i < n; i++) x[i] = check_random(-1.2, 1.2);
  return n;
}

static size_t draw_fourier(double *x, double angle) {
  size_t n = 4 + (size_t)check_random(0, 5.99);
  for (size_t i = 0; i < n; i++) x[i] = check_random(-1.2, 1.2);
  x[2] /= angle;
  return n;
}

static size_t draw_shf(double *x, double angle) {
  for (size_t i = 0; i < 6; i++) x[i] = check_random(-2, 2);
  x[3] /= angle;
  x[4] /= angle;
  return 6;
}

static size_t draw_sweep(double *x, double angle) {
  (void)angle;
  return draw_box(
      x, 7,
      (const double[][2]){{-0.5, 3}, {-2, 2}, {-0.2, 0.2}, {0, 1}, {1.5, 2.5}, {0, 1}, {0.3, 1.3}});
}

static size_t draw_pulse(double *x, double angle) {
  (void)angle;
  draw_box(x, 6,
           (const double[][2]){{-1, 9}, {-0.2, 0.2}, {-2, 2}, {0.8, 1.4}, {0.2, 0.7}, {2.2, 3}});
  if (check_random(0, 1) < 0.2) x[5] = 0;
  return 6;
}

/* definitions of one line */
#define DEFINE(name, expression)                                                                   \
  static Wide define_##name(const Wide *x, size_t n, Wide r) {                                     \
    (void)n, (void)r;                                                                              \
    return expression;                                                                             \
  }
DEFINE(abs, x[0] < 0 ? -x[0] : x[0])
DEFINE(acos, (pi / 2 - atan2l(x[0], sqrtl(1 - x[0] * x[0]))) / r)
DEFINE(asin, atan2l(x[0], sqrtl(1 - x[0] * x[0])) / r)
DEFINE(atan, atan2l(x[0], 1) / r)
DEFINE(atan2, atan2l(x[0], x[1]) / r)
DEFINE(ceil, -floorl(-x[0]))
DEFINE(cos, sinl(x[0] * r + pi / 2))
DEFINE(cosh, (expl(x[0]) + expl(-x[0])) / 2)
DEFINE(dim, x[0] > x[1] ? x[0] - x[1] : 0)
DEFINE(exp, powl(2.71828182845904523536028747135266250L, x[0]))
DEFINE(floor, floorl(x[0]))
DEFINE(log, log2l(x[0]) * 0.693147180559945309417232121458176568L)
DEFINE(log10, logl(x[0]) / logl(10))
DEFINE(mod, x[0] - x[1] * truncl(x[0] / x[1]))
DEFINE(round, x[0] < 0 ? -floorl(-x[0] + 0.5L) : floorl(x[0] + 0.5L))
DEFINE(shf, x[2] * sinl(r * (x[3] * (x[0] - x[1]) - x[4])) + x[5])
DEFINE(sign, (n == 1 ? 1 : fabsl(x[0])) * (x[n - 1] < 0 ? -1 : 1))
DEFINE(sin, sinl(x[0] * r))
DEFINE(sinh, (expl(x[0]) - expl(-x[0])) / 2)
DEFINE(sqrt, powl(x[0], 0.5L))
DEFINE(tan, sinl(x[0] * r) / cosl(x[0] * r))
DEFINE(tanh, 1 - 2 / (1 + expl(2 * x[0])))
DEFINE(trunc, x[0] < 0 ? -floorl(-x[0]) : floorl(x[0]))

static Wide define_min(const Wide *x, size_t n, Wide r) {
  Wide best = x[0];
  (void)r;
  for (size_t i = 1; i < n; i++) best = fminl(best, x[i]);
  return best;
}

static Wide define_max(const Wide *x, size_t n, Wide r) {
  Wide best = x[0];
  (void)r;
  for (size_t i = 1; i < n; i++) best = fmaxl(best, x[i]);
  return best;
}

/* the transitions as Adams defines them, and mirrored where x1 < x0 */
static Wide step(Wide x, Wide x0, Wide h0, Wide x1, Wide h1) {
  if (x1 < x0) return step(x, x1, h1, x0, h0);
  if (x <= x0) return h0;
  if (x >= x1) return h1;
  Wide d = (x - x0) / (x1 - x0);
  return h0 + (h1 - h0) * d * d * (3 - 2 * d);
}

static Wide step5(Wide x, Wide x0, Wide h0, Wide x1, Wide h1) {
  if (x1 < x0) return step5(x, x1, h1, x0, h0);
  if (x <= x0) return h0;
  if (x >= x1) return h1;
  Wide d = (x - x0) / (x1 - x0);
  return h0 + (h1 - h0) * powl(d, 3) * (10 - 15 * d + 6 * d * d);
}

static Wide havsin(Wide x, Wide x0, Wide h0, Wide x1, Wide h1) {
  if (x1 < x0) return havsin(x, x1, h1, x0, h0);
  if (x <= x0) return h0;
  if (x >= x1) return h1;
  return (h0 + h1) / 2 + (h1 - h0) / 2 * sinl((x - x0) / (x1 - x0) * pi - pi / 2);
}
DEFINE(step, step(x[0], x[1], x[2], x[3], x[4]))
DEFINE(step5, step5(x[0], x[1], x[2], x[3], x[4]))
DEFINE(havsin, havsin(x[0], x[1], x[2], x[3], x[4]))

/* stops as in the Adams documentation */
static Wide define_impact(const Wide *x, size_t n, Wide r) {
  Wide x1 = x[2], d = x[6];
  (void)n, (void)r;
  if (x[0] >= x1) return 0;
  return fmaxl(0, x[3] * powl(x1 - x[0], x[4]) - x[5] * x[1] * step(x[0], x1 - d, 1, x1, 0));
}

static Wide define_bistop(const Wide *x, size_t n, Wide r) {
  Wide x1 = x[2], x2 = x[3], k = x[4], e = x[5], cv = x[6] * x[1], d = x[7];
  (void)n, (void)r;
  if (x[0] < x1) return fmaxl(0, k * powl(x1 - x[0], e) - cv * step(x[0], x1 - d, 1, x1, 0));
  if (x[0] > x2) return fminl(0, -k * powl(x[0] - x2, e) - cv * step(x[0], x2, 0, x2 + d, 1));
  return 0;
}

static Wide define_poly(const Wide *x, size_t n, Wide r) {
  Wide sum = 0;
  (void)r;
  for (size_t i = 2; i < n; i++) sum += x[i] * (i == 2 ? 1 : powl(x[0] - x[1], (Wide)(i - 2)));
  return sum;
}

/* T_j(t) = cos(j arc cos t), and its continuation outside -1 .. 1 */
static Wide define_cheby(const Wide *x, size_t n, Wide r) {
  Wide t = x[0] - x[1], sum = 0;
  (void)r;
  for (size_t i = 2; i < n; i++) {
    Wide j = (Wide)(i - 2), sign = t < 0 && (i & 1) ? -1 : 1;
    Wide T = fabsl(t) <= 1 ? cosl(j * acosl(t)) : sign * coshl(j * acoshl(fabsl(t)));
    sum += x[i] * T;
  }
  return sum;
}

static Wide define_forcos(const Wide *x, size_t n, Wide r) {
  Wide sum = 0;
  for (size_t i = 3; i < n; i++) sum += x[i] * cosl((Wide)(i - 3) * x[2] * (x[0] - x[1]) * r);
  return sum;
}

static Wide define_forsin(const Wide *x, size_t n, Wide r) {
  Wide sum = x[3];
  for (size_t i = 4; i < n; i++) sum += x[i] * sinl((Wide)(i - 3) * x[2] * (x[0] - x[1]) * r);
  return sum;
}

/* the phase is the area below the frequency line, from 0, with f0 before x0 */
static Wide define_sweep(const Wide *x, size_t n, Wide r) {
  Wide x0 = x[2], f0 = x[3], x1 = x[4], f1 = x[5];
  (void)n, (void)r;
  if (x[0] <= x0) return 0;
  Wide at = fminl(x[0], x1), f = f0 + (f1 - f0) * (at - x0) / (x1 - x0);
  Wide cycles = f0 * x0 + (f0 + f) / 2 * (at - x0) + f1 * (x[0] - at);
  return x[1] * step5(x[0], x0, 0, x0 + x[6], 1) * sinl(2 * pi * cycles);
}

static Wide define_pulse(const Wide *x, size_t n, Wide r) {
  Wide u = x[0] - x[1], width = x[3], rise = x[4];
  (void)n, (void)r;
  if (u < 0) return 0;
  if (x[5] > 0) u -= x[5] * floorl(u / x[5]);
  return u < width ? step(u, 0, 0, rise, x[2]) : step(u, width, x[2], width + rise, 0);
}

#define ROW(name, draw)                                                                            \
  { #name, define_##name, draw }
static const Definition definitions[] = {
    ROW(abs, draw_any),        ROW(acos, draw_inside),    ROW(asin, draw_inside),
    ROW(atan, draw_any),       ROW(atan2, draw_pair),     ROW(bistop, draw_bistop),
    ROW(ceil, draw_any),       ROW(cheby, draw_series),   ROW(cos, draw_angle),
    ROW(cosh, draw_any),       ROW(dim, draw_pair),       ROW(exp, draw_any),
    ROW(floor, draw_any),      ROW(forcos, draw_fourier), ROW(forsin, draw_fourier),
    ROW(havsin, draw_ramp),    ROW(impact, draw_impact),  ROW(log, draw_positive),
    ROW(log10, draw_positive), ROW(max, draw_several),    ROW(min, draw_several),
    ROW(mod, draw_pair),       ROW(poly, draw_series),    ROW(pulse, draw_pulse),
    ROW(round, draw_any),      ROW(shf, draw_shf),        ROW(sign, draw_sign),
    ROW(sin, draw_angle),      ROW(sinh, draw_any),       ROW(sqrt, draw_positive),
    ROW(step, draw_ramp),      ROW(step5, draw_ramp),     ROW(sweep, draw_sweep),
    ROW(tan, draw_angle),      ROW(tanh, draw_any),       ROW(trunc, draw_any),
};

static const Definition *definition_of(const char *name) {
  for (size_t i = 0; i < sizeof definitions / sizeof *definitions; i++)
    if (strcmp(definitions[i].name, name) == 0) return &definitions[i];
  return NULL;
}

/* central differences with steps h, h/2, h/4, h/8 extrapolated: error of order h^8 */
static Wide richardson(Wide (*difference)(void *, Wide), void *context, Wide h) {
  Wide row[4];
  for (int i = 0; i < 4; i++) {
    row[i] = difference(context, h / (Wide)(1 << i));
    Wide factor = 1;
    for (int j = i - 1; j >= 0; j--) {
      factor *= 4;
      row[j] = row[j + 1] + (row[j + 1] - row[j]) / (factor - 1);
    }
  }
  return row[0];
}

/* a place and the two directions of a difference; scale[i] is the size of argument i */
typedef struct Point {
  const Definition *definition;
  Wide x[MOST], scale[MOST], angle;
  Wide d[MOST]; /* direction of third derivatives, in units of scale; its sizes sum to 1 */
  size_t n, i, j;
} Point;

static Wide at(const Point *p, Wide di, Wide dj) {
  Wide x[MOST];
  memcpy(x, p->x, sizeof x);
  x[p->i] += di * p->scale[p->i];
  x[p->j] += dj * p->scale[p->j];
  return p->definition->value(x, p->n, p->angle);
}

/* derivatives by the scaled arguments, so that all entries are alike in size */
static Wide first_difference(void *context, Wide h) {
  const Point *p = context;
  return (at(p, h, 0) - at(p, -h, 0)) / (2 * h);
}

static Wide second_difference(void *context, Wide h) {
  const Point *p = context;
  if (p->i == p->j) return (at(p, h, 0) - 2 * at(p, 0, 0) + at(p, -h, 0)) / (h * h);
  return (at(p, h, h) - at(p, h, -h) - at(p, -h, h) + at(p, -h, -h)) / (4 * h * h);
}

static Wide along(const Point *p, Wide di, Wide dd) {
  Wide x[MOST];
  memcpy(x, p->x, sizeof x);
  x[p->i] += di * p->scale[p->i];
  for (size_t j = 0; j < p->n; j++) x[j] += dd * p->d[j] * p->scale[j];
  return p->definition->value(x, p->n, p->angle);
}

/* second difference along the direction, of first differences by argument i */
static Wide third_difference(void *context, Wide h) {
  const Point *p = context;
  Wide ahead = along(p, h, h) - along(p, -h, h), behind = along(p, h, -h) - along(p, -h, -h);
  Wide middle = along(p, h, 0) - along(p, -h, 0);
  return (ahead - 2 * middle + behind) / (2 * h * h * h);
}

/* 1 when no switching value changes sign or comes near zero around the point */
static int clear_of_kinks(const TrmFunction *f, const double *x, size_t n, const Wide *scale) {
  double here[8], there[8], moved[MOST];
  if (!f->events) return 1;
  size_t count = f->events(x, n, here);
  for (size_t e = 0; e < count; e++)
    if (fabs(here[e]) < 0.03) return 0;
  for (size_t i = 0; i < 2 * n; i++) {
    memcpy(moved, x, n * sizeof *x);
    moved[i / 2] += (i % 2 ? 0.02 : -0.02) * (double)scale[i / 2];
    f->events(moved, n, there);
    for (size_t e = 0; e < count; e++)
      if (here[e] * there[e] <= 0) return 0;
  }
  return 1;
}

typedef struct Worst {
  double value, first, second, third;
} Worst;

/* third derivatives along a random direction, against the largest of them, at least the value's
 * size; and the same bits whether asked for alone or with all the others */
static void compare_third(const TrmFunction *f, Point *p, const double *x, Worst *worst) {
  double d[MOST], third[MOST], again[MOST], gradient[MOST], hessian[MOST * MOST];
  Wide exact[MOST], size = 1, sum = 0;
  for (size_t i = 0; i < p->n; i++) sum += fabsl(p->d[i] = (Wide)check_random(-1, 1));
  for (size_t i = 0; i < p->n; i++) {
    p->d[i] /= sum;
    d[i] = (double)(p->d[i] * p->scale[i]);
    third[i] = again[i] = (double)NAN;
  }
  TrmKernel k = {.x = x, .n = p->n, .angle = (double)p->angle, .d = d, .third = third};
  f->kernel(&k);
  TrmKernel all = {
      .x = x, .n = p->n, .angle = k.angle, .gradient = gradient, .hessian = hessian, .d = d};
  all.third = again;
  f->kernel(&all);
  CHECK(all.value == k.value && memcmp(third, again, p->n * sizeof *third) == 0);
  for (p->i = 0; p->i < p->n; p->i++) {
    exact[p->i] = richardson(third_difference, p, 0.01L);
    size = fmaxl(size, fabsl(exact[p->i]));
  }
  for (size_t i = 0; i < p->n; i++) {
    Wide error = fabsl((Wide)third[i] * p->scale[i] - exact[i]) / size;
    worst->third = isnan(error) ? 1e9 : fmax(worst->third, (double)error);
  }
}

/* compare at one point */
static void compare(const TrmFunction *f, Point *p, const double *x, Worst *worst) {
  double gradient[MOST], hessian[MOST * MOST], alone[MOST];
  TrmKernel k = {.x = x, .n = p->n, .angle = (double)p->angle, .gradient = gradient};
  k.hessian = hessian;
  f->kernel(&k);

  /* value, and the same bits whatever is asked for */
  double value = (double)p->definition->value(p->x, p->n, p->angle);
  worst->value = fmax(worst->value, fabs(k.value - value) / fmax(1, fabs(value)));
  TrmKernel bare = {.x = x, .n = p->n, .angle = (double)p->angle};
  f->kernel(&bare);
  CHECK(bare.value == k.value);
  bare.gradient = alone;
  f->kernel(&bare);
  CHECK(bare.value == k.value && memcmp(alone, gradient, p->n * sizeof *alone) == 0);

  /* derivatives by scaled arguments against the largest of them, at least the value's size */
  Wide g[MOST], h[MOST][MOST], g_size = 1, h_size = 1;
  for (p->i = 0; p->i < p->n; p->i++) {
    p->j = p->i;
    g[p->i] = richardson(first_difference, p, 0.01L);
    g_size = fmaxl(g_size, fabsl(g[p->i]));
    for (p->j = 0; p->j <= p->i; p->j++) {
      h[p->i][p->j] = richardson(second_difference, p, 0.01L);
      h_size = fmaxl(h_size, fabsl(h[p->i][p->j]));
    }
  }
  for (size_t i = 0; i < p->n; i++) {
    Wide error = fabsl((Wide)gradient[i] * p->scale[i] - g[i]) / g_size;
    worst->first = isnan(error) ? 1e9 : fmax(worst->first, (double)error);
    for (size_t j = 0; j <= i; j++) {
      CHECK(hessian[i * p->n + j] == hessian[j * p->n + i]);
      error = fabsl((Wide)hessian[i * p->n + j] * p->scale[i] * p->scale[j] - h[i][j]) / h_size;
      worst->second = isnan(error) ? 1e9 : fmax(worst->second, (double)error);
    }
  }
}

static void check_function(const TrmFunction *f, Worst *all) {
  const Definition *definition = definition_of(f->name);
  CHECK(definition != NULL);
  if (!definition) return;
  Worst worst = {0, 0, 0, 0};
  for (int degrees = 0; degrees < 2; degrees++) {
    Point p = {.definition = definition, .angle = degrees ? (Wide)(double)(pi / 180) : 1};
    int done = 0, tried = 0;
    for (; done < POINTS && tried < 200 * POINTS; tried++) {
      double x[MOST];
      p.n = definition->draw(x, (double)p.angle);
      for (size_t i = 0; i < p.n; i++) {
        p.x[i] = (Wide)x[i];
        p.scale[i] = x[i] == 0 ? 0 : fmaxl(1, fabsl(p.x[i]) / 5); /* 0 stands for a choice */
      }
      if (!clear_of_kinks(f, x, p.n, p.scale)) continue;
      compare(f, &p, x, &worst);
      compare_third(f, &p, x, &worst);
      done++;
    }
    CHECK(done == POINTS);
  }
  char text[64];
  snprintf(text, sizeof text, "%s: value", f->name);
  check_figure("functions", text, "definition in extended precision", worst.value, 1e-14);
  snprintf(text, sizeof text, "%s: gradient", f->name);
  check_figure("functions", text, "extrapolated differences", worst.first, 1e-8);
  snprintf(text, sizeof text, "%s: Hessian", f->name);
  check_figure("functions", text, "extrapolated differences", worst.second, 1e-6);
  snprintf(text, sizeof text, "%s: third derivatives", f->name);
  check_figure("functions", text, "extrapolated differences", worst.third, 1e-6);
  all->value = fmax(all->value, worst.value);
  all->first = fmax(all->first, worst.first);
  all->second = fmax(all->second, worst.second);
  all->third = fmax(all->third, worst.third);
}

int main(void) {
  Worst all = {0, 0, 0, 0};
  for (size_t i = 0; trm_functions[i]; i++) check_function(trm_functions[i], &all);
  printf("worst: value %.1e, gradient %.1e, Hessian %.1e, third %.1e\n", all.value, all.first,
         all.second, all.third);
  return check_done();
}
