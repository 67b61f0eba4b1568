/* SPDX-License-Identifier: Apache-2.0
 *
 * Problems for integrators with known solutions: an ellipse of Kepler, the orbit of Arenstorf, a
 * free rigid body (Jacobi's elliptic functions), a pendulum in the plane with its length kept by
 * projection; and the loop that drives a stepper. Every evaluation is counted.
 */
#ifndef TRM_TESTS_INTEGRATOR_FIXTURE_H
#define TRM_TESTS_INTEGRATOR_FIXTURE_H

#include "check.h"
#include "integrator/integrator.h"
#include "linalg/dense.h"

enum { MOST = 64 };

/* what a problem's calls see of it */
typedef struct Calls {
  size_t rates, projections, factorisations, solves;
  double latest; /* time evaluated */
  double a[8];   /* of the problem's own */
  double lu[16], J[16];
  int pivot[4], n;
  double complex complex_lu[16];
  size_t complex_pivot[4];
  TrmStatus (*factor)(void *context, double t, const double *y, double gamma);
} Calls;

/* an exact solution at t; NULL when none is known */
typedef struct Problem {
  const char *name;
  TrmOde ode;
  double until;
  double y0[MOST];
  void (*exact)(double t, double *y);
} Problem;

static inline void calls_note(Calls *calls, double t) {
  calls->rates++;
  calls->latest = fmax(calls->latest, t);
}

/* I - gamma J factored by rows with pivots, n <= 4 */
static inline TrmStatus dense_factor(Calls *calls, int n, const double *J, double gamma) {
  double *lu = calls->lu;
  calls->factorisations++;
  calls->n = n;
  memmove(calls->J, J, (size_t)(n * n) * sizeof *J);
  for (int i = 0; i < n * n; i++) lu[i] = (i / n == i % n ? 1 : 0) - gamma * J[i];
  for (int k = 0; k < n; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(lu[i * n + k]) > fabs(lu[p * n + k])) p = i;
    if (lu[p * n + k] == 0) return TRM_RETRY;
    calls->pivot[k] = p;
    for (int j = 0; j < n; j++) {
      double kept = lu[k * n + j];
      lu[k * n + j] = lu[p * n + j];
      lu[p * n + j] = kept;
    }
    for (int i = k + 1; i < n; i++) {
      double factor = lu[i * n + k] /= lu[k * n + k];
      for (int j = k + 1; j < n; j++) lu[i * n + j] -= factor * lu[k * n + j];
    }
  }
  return TRM_OK;
}

static inline TrmStatus dense_solve(Calls *calls, int n, double *r) {
  const double *lu = calls->lu;
  calls->solves++;
  for (int k = 0; k < n; k++) {
    double kept = r[k];
    r[k] = r[calls->pivot[k]];
    r[calls->pivot[k]] = kept;
  }
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) r[i] -= lu[i * n + k] * r[k];
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) r[i] -= lu[i * n + j] * r[j];
    r[i] /= lu[i * n + i];
  }
  return TRM_OK;
}

/* the same, and I - (re + i im) J, of one call; with the last J where y is NULL */
static inline TrmStatus dense_pair(void *context, double t, const double *y, double gamma,
                                   double re, double im) {
  Calls *calls = context;
  TrmStatus status =
      y ? calls->factor(calls, t, y, gamma) : dense_factor(calls, calls->n, calls->J, gamma);
  int n = calls->n;
  for (int i = 0; i < n * n; i++)
    calls->complex_lu[i] = (i / n == i % n ? 1 : 0) - CMPLX(re, im) * calls->J[i];
  if (status != TRM_OK) return status;
  return trm_dense_factor_complex((size_t)n, calls->complex_lu, calls->complex_pivot) ? TRM_OK
                                                                                      : TRM_RETRY;
}

static inline TrmStatus dense_solve_complex(void *context, double *re, double *im) {
  Calls *calls = context;
  double complex r[4];
  calls->solves++;
  for (int i = 0; i < calls->n; i++) r[i] = CMPLX(re[i], im[i]);
  trm_dense_solve_complex((size_t)calls->n, calls->complex_lu, calls->complex_pivot, r);
  for (int i = 0; i < calls->n; i++) re[i] = creal(r[i]), im[i] = cimag(r[i]);
  return TRM_OK;
}

/* Jacobi's sn, cn, dn for modulus k by the arithmetic-geometric mean */
static inline void jacobi(double u, double k, double *sn, double *cn, double *dn) {
  double a[16] = {1}, c[16] = {k}, b = sqrt(1 - k * k);
  int n = 0;
  while (fabs(c[n]) > 1e-17 && n < 15) {
    a[n + 1] = (a[n] + b) / 2;
    c[n + 1] = (a[n] - b) / 2;
    b = sqrt(a[n] * b);
    n++;
  }
  double phi = ldexp(a[n] * u, n);
  for (; n > 0; n--) phi = (phi + asin(c[n] / a[n] * sin(phi))) / 2;
  *sn = sin(phi);
  *cn = cos(phi);
  *dn = sqrt(1 - k * k * *sn * *sn);
}

/* the ellipse of Kepler with eccentricity 0.5 and period 2 pi */
static const double kepler_e = 0.5;

static inline TrmStatus kepler_rate(void *context, double t, const double *y, double *dy) {
  calls_note(context, t);
  double r2 = y[0] * y[0] + y[1] * y[1], r3 = r2 * sqrt(r2);
  dy[0] = y[2];
  dy[1] = y[3];
  dy[2] = -y[0] / r3;
  dy[3] = -y[1] / r3;
  return TRM_OK;
}

static inline void kepler_exact(double t, double *y) {
  double e = kepler_e, E = t, root = sqrt(1 - e * e);
  for (int i = 0; i < 60; i++) E -= (E - e * sin(E) - t) / (1 - e * cos(E));
  double rate = 1 / (1 - e * cos(E));
  y[0] = cos(E) - e;
  y[1] = root * sin(E);
  y[2] = -sin(E) * rate;
  y[3] = root * cos(E) * rate;
}

/* the restricted problem of three bodies: a closed orbit (Hairer, Norsett and Wanner, II.0) */
static const double arenstorf_period = 17.0652165601579625588917206249;

static inline TrmStatus arenstorf_rate(void *context, double t, const double *y, double *dy) {
  calls_note(context, t);
  double mu = 0.012277471, nu = 1 - mu;
  double a = (y[0] + mu) * (y[0] + mu) + y[1] * y[1], b = (y[0] - nu) * (y[0] - nu) + y[1] * y[1];
  double d1 = a * sqrt(a), d2 = b * sqrt(b);
  dy[0] = y[2];
  dy[1] = y[3];
  dy[2] = y[0] + 2 * y[3] - nu * (y[0] + mu) / d1 - mu * (y[0] - nu) / d2;
  dy[3] = y[1] - 2 * y[2] - nu * y[1] / d1 - mu * y[1] / d2;
  return TRM_OK;
}

static inline void arenstorf_exact(double t, double *y) {
  (void)t; /* known after whole periods only */
  y[0] = 0.994;
  y[1] = y[2] = 0;
  y[3] = -2.00158510637908252240537862224;
}

/* a free rigid body with moments 1, 2, 3: w = (A cn, B sn, C dn)(p t) */
static const double body_A = 1.0, body_C = 1.1;

static inline TrmStatus body_rate(void *context, double t, const double *y, double *dy) {
  calls_note(context, t);
  double I1 = 1, I2 = 2, I3 = 3;
  dy[0] = (I2 - I3) / I1 * y[1] * y[2];
  dy[1] = (I3 - I1) / I2 * y[2] * y[0];
  dy[2] = (I1 - I2) / I3 * y[0] * y[1];
  return TRM_OK;
}

static inline TrmStatus body_factor(void *context, double t, const double *y, double gamma) {
  Calls *calls = context;
  calls->latest = fmax(calls->latest, t);
  double J[9] = {0, -y[2], -y[1], y[2], 0, y[0], -y[1] / 3, -y[0] / 3, 0};
  return dense_factor(calls, 3, J, gamma);
}

static inline TrmStatus solve3(void *context, double *r) {
  return dense_solve(context, 3, r);
}

static inline void body_exact(double t, double *y) {
  /* from w' = ...: A p = B C, B p = A C, C k^2 p = A B / 3 with (1, 1, 1/3) of the rates */
  double A = body_A, C = body_C, B = A, p = C;
  double k2 = A * B / (3 * C * p), sn, cn, dn;
  jacobi(p * t, sqrt(k2), &sn, &cn, &dn);
  y[0] = A * cn;
  y[1] = B * sn;
  y[2] = C * dn;
}

/* a pendulum of length 1 under g = 1 in the plane, let go at 2 rad; x, y, x', y' */
static const double pendulum_angle = 2.0;

static inline TrmStatus pendulum_rate(void *context, double t, const double *y, double *dy) {
  calls_note(context, t);
  double r2 = y[0] * y[0] + y[1] * y[1];
  double pull = (y[2] * y[2] + y[3] * y[3] - y[1]) / r2;
  dy[0] = y[2];
  dy[1] = y[3];
  dy[2] = -pull * y[0];
  dy[3] = -pull * y[1] - 1;
  return TRM_OK;
}

static inline TrmStatus pendulum_project(void *context, double t, double *y) {
  Calls *calls = context;
  calls->projections++;
  calls->latest = fmax(calls->latest, t);
  double r = sqrt(y[0] * y[0] + y[1] * y[1]);
  y[0] /= r;
  y[1] /= r;
  double out = y[0] * y[2] + y[1] * y[3];
  y[2] -= out * y[0];
  y[3] -= out * y[1];
  return TRM_OK;
}

static inline TrmStatus pendulum_factor(void *context, double t, const double *y, double gamma) {
  Calls *calls = context;
  calls->latest = fmax(calls->latest, t);
  double r2 = y[0] * y[0] + y[1] * y[1];
  double pull = (y[2] * y[2] + y[3] * y[3] - y[1]) / r2;
  double d[4] = {-2 * y[0] * pull / r2, -(1 + 2 * y[1] * pull) / r2, 2 * y[2] / r2, 2 * y[3] / r2};
  double J[16] = {[2] = 1, [7] = 1};
  for (int i = 0; i < 4; i++) {
    J[8 + i] = -d[i] * y[0] - (i == 0 ? pull : 0);
    J[12 + i] = -d[i] * y[1] - (i == 1 ? pull : 0);
  }
  return dense_factor(calls, 4, J, gamma);
}

static inline TrmStatus solve4(void *context, double *r) {
  return dense_solve(context, 4, r);
}

static inline void pendulum_exact(double t, double *y) {
  /* sin(theta/2) = k cd(t), theta' = -2 k k' sd(t), where cd = cn/dn, sd = sn/dn */
  double k = sin(pendulum_angle / 2), sn, cn, dn;
  jacobi(t, k, &sn, &cn, &dn);
  double half = asin(k * cn / dn), rate = -2 * k * sqrt(1 - k * k) * sn / dn;
  y[0] = sin(2 * half);
  y[1] = -cos(2 * half);
  y[2] = rate * cos(2 * half);
  y[3] = rate * sin(2 * half);
}

/* a circle around a place that moves: y' = J (y - p) + p', y = p + (cos t, -sin t), which Newton's
 * method solves at once */
static inline void forced_exact(double t, double *y) {
  y[0] = sin(2 * t) + cos(t);
  y[1] = cos(3 * t) - sin(t);
}

static inline TrmStatus forced_rate(void *context, double t, const double *y, double *dy) {
  calls_note(context, t);
  dy[0] = y[1] - cos(3 * t) + 2 * cos(2 * t);
  dy[1] = sin(2 * t) - y[0] - 3 * sin(3 * t);
  return TRM_OK;
}

static inline TrmStatus forced_factor(void *context, double t, const double *y, double gamma) {
  const double J[4] = {0, 1, -1, 0};
  (void)t;
  (void)y;
  return dense_factor(context, 2, J, gamma);
}

static inline TrmStatus solve2(void *context, double *r) {
  return dense_solve(context, 2, r);
}

static inline Problem problem_of(const char *name, Calls *calls) {
  Problem p = {.name = name, .ode = {.n = 4, .context = calls}};
  memset(calls, 0, sizeof *calls);
  if (strcmp(name, "kepler") == 0) {
    p.ode.rate = kepler_rate;
    p.exact = kepler_exact;
    p.until = 20;
  } else if (strcmp(name, "arenstorf") == 0) {
    p.ode.rate = arenstorf_rate;
    p.exact = arenstorf_exact;
    p.until = arenstorf_period;
  } else if (strcmp(name, "body") == 0) {
    p.ode.n = 3;
    p.ode.rate = body_rate;
    p.ode.factor = body_factor;
    p.ode.solve = solve3;
    p.exact = body_exact;
    p.until = 20;
  } else if (strcmp(name, "forced") == 0) {
    p.ode.n = 2;
    p.ode.rate = forced_rate;
    p.ode.factor = forced_factor;
    p.ode.solve = solve2;
    p.exact = forced_exact;
    p.until = 20;
  } else {
    p.ode.rate = pendulum_rate;
    p.ode.project = pendulum_project;
    p.ode.factor = pendulum_factor;
    p.ode.solve = solve4;
    p.exact = pendulum_exact;
    p.until = 20;
  }
  calls->factor = p.ode.factor;
  p.ode.factor_pair = dense_pair;
  p.ode.solve_complex = dense_solve_complex;
  p.exact(0, p.y0);
  return p;
}

/* Make inside a guard */
typedef struct Making {
  TrmArena *arena;
  const TrmIntegratorType *type;
  const TrmOde *ode;
  const TrmStepControl *control;
  TrmStepper *stepper;
} Making;

static inline void making_body(void *context) {
  Making *m = context;
  m->stepper = m->type->make(m->arena, m->ode, m->control);
}

static inline TrmStepper *stepper_make(TrmArena *arena, const char *method, const TrmOde *ode,
                                       const TrmStepControl *control) {
  Making m = {arena, trm_integrator_find(method), ode, control, NULL};
  if (!m.type || trm_guard(making_body, &m) != TRM_OK) {
    fprintf(stderr, "no integrator '%s'\n", method);
    exit(1);
  }
  return m.stepper;
}

/* Step until the end; the last status */
static inline TrmStatus stepper_run(TrmStepper *s, double until, size_t most) {
  TrmStatus status = TRM_OK;
  for (size_t i = 0; i < most && s->t < until && status == TRM_OK; i++)
    status = s->type->step(s, until);
  return status;
}

static inline double distance(size_t n, const double *a, const double *b) {
  double worst = 0;
  for (size_t i = 0; i < n; i++) {
    if (!(fabs(a[i] - b[i]) <= worst)) worst = fabs(a[i] - b[i]);
  }
  return worst;
}

#endif
