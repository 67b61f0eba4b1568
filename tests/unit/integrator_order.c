/* SPDX-License-Identifier: Apache-2.0
 *
 * Orders of the methods with steps of constant size: of the result after a time, of one step, and
 * of the interpolant inside one step, on a free rigid body, and on a pendulum with projection; and
 * powers of t, which a method of order p integrates exactly up to t^(p-1).
 */
#include "integrator_fixture.h"

/* Steps of constant size: tolerances so wide that every step is good, and none larger than h */
static TrmStepper *stepper_fixed(TrmArena *arena, const char *method, const TrmOde *ode, double h) {
  TrmStepControl control = {.relative = 0, .absolute = 1e200, .first = h, .largest = h};
  return stepper_make(arena, method, ode, &control);
}

enum { STARTS = 24, SIZES = 4 };

/* Sums of squares of errors at the end, and between, of `count` steps h */
static void add_errors(const char *problem, const char *method, double from, double h, int count,
                       double *end, double *between) {
  Calls calls;
  Problem p = problem_of(problem, &calls);
  TrmArena *arena = trm_arena_new();
  TrmStepper *s = stepper_fixed(arena, method, &p.ode, h);
  double y[MOST], exact[MOST], until = from + count * h;
  p.exact(from, p.y0);
  CHECK(s->type->begin(s, from, p.y0) == TRM_OK);
  while (s->t < until && s->type->step(s, until) == TRM_OK)
    for (int i = 1; i < 8; i++) {
      double t = s->t_old + (s->t - s->t_old) * i / 8;
      CHECK(trm_stepper_interpolate(s, t, y) == TRM_OK);
      p.exact(t, exact);
      *between += pow(distance(p.ode.n, y, exact), 2) / (7 * count);
    }
  CHECK(s->t == until && s->count.steps == (size_t)count && s->count.rejected == 0);
  p.exact(until, exact);
  *end += pow(distance(p.ode.n, s->y, exact), 2);
  trm_arena_free(arena);
}

/* Slopes of log error over log h by least squares: of the mean over many starts, so that no error
 * which happens to vanish counts. `span` 0: of one step, else of steps over the time span. */
static void slopes(const char *problem, const char *method, double h, double span, double *end,
                   double *between) {
  double sx = 0, sxx = 0, sy[2] = {0}, sxy[2] = {0};
  for (int i = 0; i < SIZES; i++) {
    int count = span > 0 ? (int)(span / h * pow(1.3, i)) : 1;
    double size = span > 0 ? span / count : h * pow(1.3, -i), error[2] = {0};
    for (int k = 0; k < STARTS; k++)
      add_errors(problem, method, 0.1 + 0.26 * k, size, count, &error[0], &error[1]);
    double x = log(size);
    sx += x;
    sxx += x * x;
    for (int k = 0; k < 2; k++) {
      sy[k] += log(error[k]) / 2;
      sxy[k] += x * log(error[k]) / 2;
    }
  }
  *end = (SIZES * sxy[0] - sx * sy[0]) / (SIZES * sxx - sx * sx);
  *between = (SIZES * sxy[1] - sx * sy[1]) / (SIZES * sxx - sx * sx);
}

/* `inside`: powers of h in the error of interpolation inside a step */
static void check_order(const char *method, int order, int inside, double h, double h_one) {
  double end, between, one, within;
  char what[80];
  slopes("body", method, h, 3, &end, &between);
  slopes("body", method, h_one, 0, &one, &within);
  snprintf(what, sizeof what, "order of %s, steps of constant size", method);
  check_figure("integrators", what, "theory", fabs(end - order), 0.15);
  snprintf(what, sizeof what, "order of %s between steps", method);
  check_figure("integrators", what, "theory", fabs(between - order), 0.15);
  snprintf(what, sizeof what, "power of h in the error of one step of %s", method);
  check_figure("integrators", what, "theory", fabs(one - (order + 1)), 0.15);
  snprintf(what, sizeof what, "power of h in the error inside one step of %s", method);
  check_figure("integrators", what, "theory", fabs(within - inside), 0.15);
}

/* Projection costs no order */
static void check_projected(const char *method, int order, double h) {
  double end, between;
  char what[80];
  slopes("pendulum", method, h, 3, &end, &between);
  snprintf(what, sizeof what, "order of %s with projection", method);
  check_figure("integrators", what, "theory", fabs(between - order), 0.15);
}

/* y_i' = (i + 1) t^i, so that y_i = t^(i+1) */
static TrmStatus power_rate(void *context, double t, const double *y, double *dy) {
  calls_note(context, t);
  (void)y;
  for (int i = 0; i < 12; i++) dy[i] = (i + 1) * pow(t, i);
  return TRM_OK;
}

static TrmStatus power_pair(void *context, double t, const double *y, double gamma, double re,
                            double im) {
  (void)context, (void)t, (void)y, (void)gamma, (void)re, (void)im;
  return TRM_OK;
}

/* J = 0 */
static TrmStatus power_solve(void *context, double *r) {
  (void)context, (void)r;
  return TRM_OK;
}

static TrmStatus power_solve_complex(void *context, double *re, double *im) {
  (void)context, (void)re, (void)im;
  return TRM_OK;
}

/* One step from 0 to 1: exact up to t^order at its end, up to t^inside between */
static void check_powers(const char *method, int order, int inside) {
  Calls calls = {0};
  TrmOde ode = {.n = 12,
                .context = &calls,
                .rate = power_rate,
                .factor_pair = power_pair,
                .solve = power_solve,
                .solve_complex = power_solve_complex};
  TrmArena *arena = trm_arena_new();
  TrmStepper *s = stepper_fixed(arena, method, &ode, 1);
  double zero[12] = {0}, y[12], worst = 0, miss = 1;
  CHECK(s->type->begin(s, 0, zero) == TRM_OK && s->type->step(s, 1) == TRM_OK && s->t == 1);
  for (int i = 0; i < order; i++) worst = fmax(worst, fabs(s->y[i] - 1));
  for (int k = 1; k < 8; k++) {
    double t = k / 8.0;
    CHECK(trm_stepper_interpolate(s, t, y) == TRM_OK);
    for (int i = 0; i < inside; i++) worst = fmax(worst, fabs(y[i] - pow(t, i + 1)));
    miss = fmin(miss, fabs(y[inside] - pow(t, inside + 1)));
  }
  char what[80];
  snprintf(what, sizeof what, "powers of t integrated exactly by %s", method);
  check_figure("integrators", what, "closed form", worst, 3e-14);

  /* and not beyond, or the test would see nothing */
  CHECK(fabs(s->y[order] - 1) > 1e-9 && miss > 1e-9);
  trm_arena_free(arena);
}

/* A method that iterates, where the iteration ends at once: 4 powers of h between steps */
static void check_implicit(const char *method, int order, double h, double h_one) {
  double end, between, one, within;
  char what[80];
  slopes("forced", method, h, 3, &end, &between);
  slopes("forced", method, h_one, 0, &one, &within);
  snprintf(what, sizeof what, "order of %s, steps of constant size", method);
  check_figure("integrators", what, "theory", fabs(end - order), 0.15);
  snprintf(what, sizeof what, "power of h in the error of one step of %s", method);
  check_figure("integrators", what, "theory", fabs(one - (order + 1)), 0.15);
  snprintf(what, sizeof what, "power of h in the error inside steps of %s", method);
  check_figure("integrators", what, "theory", fmax(fabs(between - 4), fabs(within - 4)), 0.15);
}

/* Inside a step y is continuous with both ends, its slope with the rate at the end */
static void check_continuity(const char *method, double most) {
  Calls calls;
  Problem p = problem_of("pendulum", &calls);
  TrmArena *arena = trm_arena_new();
  TrmStepControl control = {.relative = 1e-6, .absolute = 1e-6};
  TrmStepper *s = stepper_make(arena, method, &p.ode, &control);
  double y[4], gap = 0, kink = 0, dy[4], z[4];
  CHECK(s->type->begin(s, 0, p.y0) == TRM_OK);
  while (s->t < 5 && s->type->step(s, 5) == TRM_OK) {
    CHECK(trm_stepper_interpolate(s, s->t, y) == TRM_OK);
    CHECK(memcmp(y, s->y, sizeof y) == 0);
    s->type->interpolate(s, s->t_old, y);
    gap = fmax(gap, distance(4, y, s->y_old));
    double h = s->t - s->t_old, d = 1e-5 * h;
    s->type->interpolate(s, s->t - d, y);
    s->type->interpolate(s, s->t - 2 * d, z);
    pendulum_rate(&calls, s->t, s->y, dy);
    for (int i = 0; i < 4; i++)
      kink = fmax(kink, fabs((3 * s->y[i] - 4 * y[i] + z[i]) / (2 * d) - dy[i]));
  }
  char what[80];
  snprintf(what, sizeof what, "interpolant of %s against both ends of steps", method);
  check_figure("integrators", what, "itself", gap, 1e-14);
  CHECK(kink < most);
  trm_arena_free(arena);
}

int main(void) {
  check_order("rk4", 4, 4, 0.05, 0.05);
  check_order("dopri5", 5, 5, 0.05, 0.08);
  check_order("dop853", 8, 8, 0.25, 0.3);
  check_projected("rk4", 4, 0.02);
  check_projected("dopri5", 5, 0.04);
  check_projected("dop853", 8, 0.3);
  check_powers("rk4", 4, 3);
  check_powers("dopri5", 5, 4);
  check_powers("dop853", 8, 7);
  check_powers("radau5", 5, 3);
  check_implicit("radau5", 5, 0.05, 0.05);
  check_continuity("rk4", 1e-6);
  check_continuity("dopri5", 1e-6);
  check_continuity("dop853", 1e-6);
  check_continuity("abm", 1e-6);
  check_continuity("bdf", 1e-3);
  check_continuity("radau5", 1e-3);
  return check_done();
}
