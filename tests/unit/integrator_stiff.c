/* SPDX-License-Identifier: Apache-2.0
 *
 * bdf and radau5 on stiff systems: Van der Pol's equation with mu = 1000 and Robertson's reaction,
 * against dop853 with a tight tolerance, whose steps stability alone keeps small, and against the
 * values of the Test Set for IVP Solvers; the error follows the tolerance, factors are used again,
 * and the explicit methods notice that the systems are stiff.
 */
#include "integrator_fixture.h"

/* Van der Pol */
static const double mu = 1000;

static TrmStatus pol_rate(void *context, double t, const double *y, double *dy) {
  calls_note(context, t);
  dy[0] = y[1];
  dy[1] = mu * (1 - y[0] * y[0]) * y[1] - y[0];
  return TRM_OK;
}

static TrmStatus pol_factor(void *context, double t, const double *y, double gamma) {
  Calls *calls = context;
  calls->latest = fmax(calls->latest, t);
  double J[4] = {0, 1, -2 * mu * y[0] * y[1] - 1, mu * (1 - y[0] * y[0])};
  return dense_factor(calls, 2, J, gamma);
}

/* Robertson */
static TrmStatus robertson_rate(void *context, double t, const double *y, double *dy) {
  calls_note(context, t);
  dy[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
  dy[2] = 3e7 * y[1] * y[1];
  dy[1] = -dy[0] - dy[2];
  return TRM_OK;
}

static TrmStatus robertson_factor(void *context, double t, const double *y, double gamma) {
  Calls *calls = context;
  calls->latest = fmax(calls->latest, t);
  double J[9] = {-0.04,       1e4 * y[2], 1e4 * y[1], 0.04, -1e4 * y[2] - 6e7 * y[1],
                 -1e4 * y[1], 0,          6e7 * y[1], 0};
  return dense_factor(calls, 3, J, gamma);
}

static const double sizes[3] = {1, 1e-5, 1};

/* Run to `until`; y[3] at the end */
static TrmStepCount run(const char *method, TrmOde *ode, Calls *calls, double tolerance,
                        double until, const double *y0, double *y, int *stiff) {
  TrmArena *arena = trm_arena_new();
  TrmStepControl control = {.relative = tolerance, .absolute = tolerance};
  memset(calls, 0, sizeof *calls);
  ode->context = calls;
  calls->factor = ode->factor;
  TrmStepper *s = stepper_make(arena, method, ode, &control);
  CHECK(s->type->begin(s, 0, y0) == TRM_OK);
  if (stiff) *stiff = 0;
  while (s->t < until && s->type->step(s, until) == TRM_OK)
    if (stiff && s->stiff > *stiff) *stiff = s->stiff;
  CHECK(s->t == until);
  TrmStepCount count = s->count;
  CHECK(calls->rates == count.evaluations && calls->latest <= until);
  CHECK(calls->factorisations == count.factorisations && calls->solves == count.solves);
  memcpy(y, s->y, ode->n * sizeof *y);
  trm_arena_free(arena);
  return count;
}

static TrmOde pol = {.n = 2,
                     .rate = pol_rate,
                     .factor = pol_factor,
                     .solve = solve2,
                     .factor_pair = dense_pair,
                     .solve_complex = dense_solve_complex};
static TrmOde robertson = {.n = 3,
                           .rate = robertson_rate,
                           .factor = robertson_factor,
                           .solve = solve3,
                           .factor_pair = dense_pair,
                           .solve_complex = dense_solve_complex,
                           .scale = sizes};

/* The error of y over six decades of the tolerance, against `truth` */
static void check_decades(const char *method, const char *name, TrmOde *ode, double until,
                          const double *y0, const double *truth, const double *size, int first,
                          double slack) {
  Calls calls;
  double y[3], sx = 0, sy = 0, sxx = 0, sxy = 0, least = 1;
  for (int k = first; k <= first + 6; k++) {
    TrmStepCount count = run(method, ode, &calls, pow(10, -k), until, y0, y, NULL);
    double worst = 0;
    for (size_t i = 0; i < ode->n; i++) worst = fmax(worst, fabs(y[i] - truth[i]) / size[i]);
    CHECK(worst < slack * pow(10, -k));
    CHECK(count.factorisations * 3 < count.steps || strcmp(method, "bdf") != 0);
    CHECK(count.factorisations < 2 * count.steps);
    sx -= k;
    sy += log10(worst);
    sxx += k * k;
    sxy -= k * log10(worst);
    least = fmin(least, worst);
  }
  char what[100];
  snprintf(what, sizeof what, "%s on %s: power of the tolerance that the error follows", method,
           name);
  /* three stages have order 3 to 5 where all is stiff: 3/5 of the power at least */
  check_figure("integrators", what, "1", fabs((7 * sxy - sx * sy) / (7 * sxx - sx * sx) - 1),
               strcmp(method, "radau5") == 0 ? 0.4 : 0.25);
  snprintf(what, sizeof what, "%s on %s, tolerance 1e-%d", method, name, first + 6);
  check_figure("integrators", what, "dop853, tolerance 1e-12", least, slack * pow(10, -first - 6));
}

static void check_pol(void) {
  Calls calls;
  double y0[2] = {2, 0}, y[3], truth[3], size[2] = {1, 1e-3};
  int stiff;
  TrmStepCount explicit = run("dop853", &pol, &calls, 1e-12, 2000, y0, truth, &stiff);
  CHECK(stiff >= 15);

  /* Test Set for IVP Solvers, release 2.4, with the time of that problem times mu */
  CHECK_NEAR(truth[0], 1.706167732170469, 1e-9);
  CHECK_NEAR(truth[1] * mu, -0.8928097010248125, 1e-9);
  check_decades("bdf", "Van der Pol's equation", &pol, 2000, y0, truth, size, 4, 1e3);
  check_decades("radau5", "Van der Pol's equation", &pol, 2000, y0, truth, size, 4, 1e3);
  TrmStepCount count = run("bdf", &pol, &calls, 1e-6, 2000, y0, y, NULL);
  CHECK(count.evaluations * 1000 < explicit.evaluations);
  CHECK(count.steps < 1200 && count.evaluations < 2 * count.steps);
}

static void check_robertson(void) {
  Calls calls;
  double y0[3] = {1, 0, 0}, y[3], truth[3];
  int stiff;
  run("dop853", &robertson, &calls, 1e-12, 40, y0, truth, &stiff);
  CHECK(stiff >= 15);

  /* as printed in Hairer and Wanner II, IV.10 and in the manual of LSODE */
  CHECK_NEAR(truth[0], 0.7158271, 1e-6);
  check_decades("bdf", "Robertson's reaction", &robertson, 40, y0, truth, sizes, 4, 1e2);
  check_decades("radau5", "Robertson's reaction", &robertson, 40, y0, truth, sizes, 4, 1e2);

  /* to 1e11, where steps have grown by seventeen decades: Test Set for IVP Solvers */
  const double small[3] = {1e-8, 1e-13, 1};
  TrmOde far = robertson;
  far.scale = small;
  TrmStepCount count = run("bdf", &far, &calls, 1e-10, 1e11, y0, y, NULL);
  check_figure("integrators", "bdf on Robertson's reaction up to 1e11", "Test Set for IVP Solvers",
               fabs(y[0] / 2.083340149701255e-8 - 1), 1e-7);
  CHECK_NEAR(y[1] / 8.333360770334713e-14, 1, 1e-7);
  CHECK_NEAR(y[2], 0.9999999791665050, 1e-12);
  CHECK(count.steps < 20000);
  count = run("radau5", &far, &calls, 1e-10, 1e11, y0, y, NULL);
  check_figure("integrators", "radau5 on Robertson's reaction up to 1e11",
               "Test Set for IVP Solvers", fabs(y[0] / 2.083340149701255e-8 - 1), 1e-7);
  CHECK_NEAR(y[1] / 8.333360770334713e-14, 1, 1e-7);
  CHECK(count.steps < 5000);
}

int main(void) {
  check_pol();
  check_robertson();

  /* where nothing is stiff, and explicit methods say so */
  Calls calls;
  Problem body = problem_of("body", &calls);
  double y[3];
  int stiff;
  run("dopri5", &body.ode, &calls, 1e-9, 20, body.y0, y, &stiff);
  CHECK(stiff < 15);
  run("dop853", &body.ode, &calls, 1e-9, 20, body.y0, y, &stiff);
  CHECK(stiff < 15);
  return check_done();
}
