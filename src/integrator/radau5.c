/* SPDX-License-Identifier: Apache-2.0
 *
 * radau5: the implicit method of Radau with three stages (IIA), order 5, variable steps. The stages
 * Z_i = y_i - y solve Z = h A F(y + Z); with T^-1 A^-1 T one real number u and a pair a +- i b, W =
 * T^-1 Z comes from a real system with u/h - J and a complex one with (a + i b)/h - J. The error is
 * that of an embedded formula of order 3, filtered by the real factors; tolerances are taken to the
 * power 4/5 so that the error of the result, h^5 against h^4, follows them. E. Hairer and G.
 * Wanner, Solving Ordinary Differential Equations II, IV.8.
 */
#include "integrator/radau_numbers.h"
#include "integrator/start.h"
#include "integrator/stepper.h"
#include "integrator/table.h"
#include "integrator/vector.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { ITERATIONS = 7 };

/* what is kept between steps */
enum {
  H_FACTOR, /* step of the factors at hand; 0: there are none */
  T_SLOPES, /* where the slopes were taken */
  FRESH,    /* the slopes are those of y */
  KEEP,     /* Newton's method converged so fast that the slopes serve on */
  SPEED,    /* of Newton's method: rate/(1 - rate) */
  H_OLD,    /* of the last step, whose polynomial is at hand; 0: there is none */
  ERR_OLD,
  H_GOOD, /* of the last step that the tolerance chose */
  SCALARS
};
enum { RATE, SLOPES, P1, P2, P3, VECTORS }; /* y', y where slopes were taken, the polynomial */

typedef struct Radau {
  double *scalar, *vector[VECTORS];
  double *z[3], *w[3], *f[3]; /* stages, transformed stages, their rates */
  double *y_new, *e;
  double tolerance, part; /* that the method works with, and over the one asked for */
  double theta;           /* rate of Newton's method in the step under way */
  int rounds;             /* its iterations there */
} Radau;

static TrmStepper *radau_make(TrmArena *arena, const TrmOde *ode, const TrmStepControl *control) {
  size_t n = ode->n;
  double *scalars, *vectors;
  TrmStepper *s = trm_stepper_new(arena, &trm_integrator_radau5, ode, control, SCALARS, VECTORS,
                                  &scalars, &vectors);
  Radau *r = trm_arena_alloc(arena, sizeof *r);
  s->method = r;
  r->scalar = scalars;
  for (size_t i = 0; i < VECTORS; i++) r->vector[i] = vectors + i * n;
  double *room = trm_arena_array(arena, 11 * n + 1, sizeof(double));
  for (size_t i = 0; i < 3; i++) {
    r->z[i] = room + i * n;
    r->w[i] = room + (3 + i) * n;
    r->f[i] = room + (6 + i) * n;
  }
  r->y_new = room + 9 * n;
  r->e = room + 10 * n;
  double tolerance = control->relative > 0 ? control->relative : control->absolute;
  r->tolerance = 0.5 * pow(tolerance, 0.8);
  r->part = r->tolerance / tolerance;
  return s;
}

static TrmStatus radau_begin(TrmStepper *s, double t, const double *y) {
  Radau *r = s->method;
  trm_stepper_place(s, t, y);
  memset(r->scalar, 0, SCALARS * sizeof(double));
  memset(r->vector[0], 0, VECTORS * s->ode->n * sizeof(double));
  r->scalar[SPEED] = 1;
  if (!s->ode->factor_pair || !s->ode->solve || !s->ode->solve_complex) {
    s->failure = TRM_FAILURE_IMPLICIT;
    return TRM_BAD_USAGE;
  }
  return trm_stepper_rate_start(s, r->vector[RATE]);
}

/* gamma of the real system and of the complex one */
static TrmStatus call_factor(TrmStepper *s, double t, const double *y, double h) {
  const double a = trm_radau_a, b = trm_radau_b, size = a * a + b * b;
  return s->ode->factor_pair(s->ode->context, t, y, h / trm_radau_u, h * a / size, -h * b / size);
}

/* factors for a step h from y; slopes are taken where they are not kept */
static TrmStatus factor(TrmStepper *s, double h, int take) {
  Radau *r = s->method;
  size_t size = s->ode->n * sizeof(double);
  if (take) {
    memcpy(r->vector[SLOPES], s->y, size);
    r->scalar[T_SLOPES] = s->t;
    r->scalar[FRESH] = 1;
  } else if (r->scalar[H_FACTOR] == h) {
    return TRM_OK;
  }
  s->count.factorisations++;
  r->scalar[H_FACTOR] = 0;
  TrmStatus status = call_factor(s, s->t, take ? r->vector[SLOPES] : NULL, h);
  if (status == TRM_OK) {
    r->scalar[H_FACTOR] = h;
  } else {
    r->scalar[KEEP] = 0;
    s->failure = status > 0 ? TRM_FAILURE_FACTOR : TRM_FAILURE_CALL;
  }
  return status;
}

/* stages to begin with: the polynomial of the last step, or none */
static void predict(TrmStepper *s, double h) {
  Radau *r = s->method;
  size_t n = s->ode->n;
  const double at[3] = {trm_radau_c1, trm_radau_c2, 1};
  double ratio = r->scalar[H_OLD] > 0 ? h / r->scalar[H_OLD] : 0;
  const double *p1 = r->vector[P1], *p2 = r->vector[P2], *p3 = r->vector[P3];
  for (int k = 0; k < 3; k++) {
    double x = at[k] * ratio;
    for (size_t i = 0; i < n; i++)
      r->z[k][i] = x * (p1[i] + (x + 1 - trm_radau_c2) * (p2[i] + (x + 1 - trm_radau_c1) * p3[i]));
  }
  trm_radau_transform(n, trm_radau_T_inverse, r->z, r->w);
}

/* rates of the stages */
static TrmStatus evaluate(TrmStepper *s, double h, double t_new) {
  Radau *r = s->method;
  const double at[3] = {fmin(s->t + trm_radau_c1 * h, t_new), fmin(s->t + trm_radau_c2 * h, t_new),
                        t_new};
  for (int k = 0; k < 3; k++) {
    for (size_t i = 0; i < s->ode->n; i++) r->y_new[i] = s->y[i] + r->z[k][i];
    TrmStatus status = trm_stepper_rate(s, at[k], r->y_new, r->f[k]);
    if (status != TRM_OK) return status;
  }
  return TRM_OK;
}

/* changes of the transformed stages, in f */
static TrmStatus correct(TrmStepper *s, double h) {
  Radau *r = s->method;
  size_t n = s->ode->n;
  const double u = trm_radau_u, a = trm_radau_a, b = trm_radau_b, size = a * a + b * b;
  trm_radau_transform(n, trm_radau_T_inverse, r->f, r->f);
  for (size_t i = 0; i < n; i++) {
    /* right-hand sides times gamma: h f/u - w, and the same with a + i b */
    double re = h * r->f[1][i], im = h * r->f[2][i];
    r->f[0][i] = h / u * r->f[0][i] - r->w[0][i];
    r->f[1][i] = (a * re + b * im) / size - r->w[1][i];
    r->f[2][i] = (a * im - b * re) / size - r->w[2][i];
  }
  s->count.solves += 2;
  TrmStatus status = s->ode->solve(s->ode->context, r->f[0]);
  if (status == TRM_OK) status = s->ode->solve_complex(s->ode->context, r->f[1], r->f[2]);
  if (status != TRM_OK) s->failure = status > 0 ? TRM_FAILURE_FACTOR : TRM_FAILURE_CALL;
  return status;
}

/* Newton's method: TRM_RETRY when it does not converge; *shrink is then what the step may be
 * multiplied by, 0 when nothing is known */
static TrmStatus newton(TrmStepper *s, double h, double t_new, double *shrink) {
  Radau *r = s->method;
  size_t n = s->ode->n;
  /* a hundredth of the tolerance asked for */
  double goal = fmax(10 * DBL_EPSILON / r->tolerance, fmin(0.03, 0.01 / r->part));
  double last = 0, rate_old = 0, speed = pow(fmax(r->scalar[SPEED], DBL_EPSILON), 0.8);
  *shrink = 0;
  r->theta = 1e-3;
  for (int m = 1; m <= ITERATIONS; m++) {
    TrmStatus status = evaluate(s, h, t_new);
    if (status == TRM_OK) status = correct(s, h);
    if (status != TRM_OK) return status;
    double sum = 0;
    for (int k = 0; k < 3; k++) sum += trm_vector_norm2(s, r->f[k], s->y, s->y);
    double change = n ? sqrt(sum / (3 * (double)n)) / r->part : 0;
    if (m > 1) {
      double rate = change / last;
      r->theta = m == 2 ? rate : sqrt(rate * rate_old);
      rate_old = rate;
      if (!(r->theta < 0.99)) break;
      /* what will be left after the last iteration */
      int more = ITERATIONS - 1 - m;
      speed = r->theta / (1 - r->theta);
      double left = speed * change * pow(r->theta, more) / goal;
      if (more >= 0 && !(left < 1)) {
        *shrink = 0.8 * pow(fmin(fmax(left, 1e-4), 20), -1.0 / (4 + more));
        break;
      }
    }
    last = fmax(change, DBL_EPSILON);
    for (int k = 0; k < 3; k++)
      for (size_t i = 0; i < n; i++) r->w[k][i] += r->f[k][i];
    trm_radau_transform(n, trm_radau_T, r->w, r->z);
    r->rounds = m;
    if (speed * change <= goal) {
      r->scalar[SPEED] = speed;
      s->failure = TRM_FAILURE_NONE;
      return TRM_OK;
    }
  }
  s->failure = TRM_FAILURE_NEWTON;
  return TRM_RETRY;
}

/* the norm of the error: (u/h - J)^-1 (y' + sum of stages) */
static TrmStatus estimate(TrmStepper *s, double h, int again, double *err) {
  Radau *r = s->method;
  size_t n = s->ode->n;
  const double *rate = r->vector[RATE];
  for (int round = 0; round < 2; round++) {
    for (size_t i = 0; i < n; i++) {
      double sum = trm_radau_error[0] * r->z[0][i] + trm_radau_error[1] * r->z[1][i] +
                   trm_radau_error[2] * r->z[2][i];
      r->e[i] = (sum + h * rate[i]) / trm_radau_u;
    }
    s->count.solves++;
    TrmStatus status = s->ode->solve(s->ode->context, r->e);
    if (status != TRM_OK) {
      s->failure = status > 0 ? TRM_FAILURE_FACTOR : TRM_FAILURE_CALL;
      return status;
    }
    *err = trm_vector_norm(s, r->e, s->y, s->y) / r->part;
    if (*err < 1e-10) *err = 1e-10;
    if (*err < 1 || !again || round) break;
    /* filtered once more where it may be far too large */
    for (size_t i = 0; i < n; i++) r->y_new[i] = s->y[i] + r->e[i];
    status = trm_stepper_rate(s, s->t, r->y_new, r->f[0]);
    if (status < 0) return status;
    if (status > 0) break;
    rate = r->f[0];
  }
  s->failure = *err <= 1 ? TRM_FAILURE_NONE : *err > 1 ? TRM_FAILURE_ERROR : TRM_FAILURE_NAN;
  return TRM_OK;
}

/* the polynomial of the step through y and the stages, from its end back */
static void lay_polynomial(TrmStepper *s, double h) {
  Radau *r = s->method;
  for (size_t i = 0; i < s->ode->n; i++) {
    double z1 = r->z[0][i], z2 = r->z[1][i], z3 = r->z[2][i];
    double first = (z2 - z3) / (trm_radau_c2 - 1),
           chord = (z1 - z2) / (trm_radau_c1 - trm_radau_c2);
    double start = (chord - z1 / trm_radau_c1) / trm_radau_c2;
    r->vector[P1][i] = first;
    r->vector[P2][i] = (chord - first) / (trm_radau_c1 - 1);
    r->vector[P3][i] = r->vector[P2][i] - start;
  }
  r->scalar[H_OLD] = h;
}

/* One trial: TRM_OK with *err <= 1: good, y_new projected and its rate in f[0] */
static TrmStatus attempt(TrmStepper *s, double h, double t_new, int again, double *err,
                         double *shrink) {
  Radau *r = s->method;
  size_t n = s->ode->n;
  *shrink = 0;
  int fresh = r->scalar[FRESH] > 0 && r->scalar[H_FACTOR] > 0;
  TrmStatus status = factor(s, h, !fresh && !(r->scalar[KEEP] > 0));
  if (status != TRM_OK) return status;
  predict(s, h);
  status = newton(s, h, t_new, shrink);
  /* slopes of an earlier place are tried anew before the step is made smaller */
  if (status > 0 && !(r->scalar[FRESH] > 0)) {
    status = factor(s, h, 1);
    if (status != TRM_OK) return status;
    predict(s, h);
    status = newton(s, h, t_new, shrink);
  }
  if (status == TRM_OK) status = estimate(s, h, again, err);
  if (status != TRM_OK || !(*err <= 1)) return status;
  for (size_t i = 0; i < n; i++) r->y_new[i] = s->y[i] + r->z[2][i];
  if (!trm_vector_finite(n, r->y_new)) {
    s->failure = TRM_FAILURE_NAN;
    return TRM_RETRY;
  }
  status = trm_stepper_project(s, t_new, r->y_new);
  return status == TRM_OK ? trm_stepper_rate(s, t_new, r->y_new, r->f[0]) : status;
}

/* what the next step is divided by, from the error and the work of this one */
static double quotient(const Radau *r, double h, double err) {
  double safety = fmin(0.9, 0.9 * (1 + 2 * ITERATIONS) / (r->rounds + 2 * ITERATIONS));
  double by = fmax(0.125, fmin(5, pow(err, 0.25) / safety));
  if (!(r->scalar[H_GOOD] > 0) || !(err <= 1)) return by;
  double trend = r->scalar[H_GOOD] / h * pow(err * err / r->scalar[ERR_OLD], 0.25) / 0.9;
  return fmax(by, fmax(0.125, fmin(5, trend)));
}

static TrmStatus radau_step(TrmStepper *s, double limit) {
  Radau *r = s->method;
  TrmStatus status;
  if (trm_stepper_idle(s, limit, &status)) return status;
  if (s->natural <= 0) {
    status = trm_stepper_start(s, 3, limit, r->vector[RATE], r->w[0]);
    if (status < 0) return status;
  }

  int refused = 0;
  double h, t_new, err = 0, natural, shrink;
  for (;;) {
    natural = s->natural;
    h = trm_stepper_stride(s, limit, &t_new);
    if (t_new == s->t + natural) h = natural;
    int first = !(r->scalar[H_OLD] > 0);
    status = attempt(s, h, t_new, first || refused, &err, &shrink);
    if (status < 0) return status;
    if (status == TRM_OK && err <= 1) break;
    double factor = shrink > 0 ? shrink : 0.5;
    if (status == TRM_OK) factor = first ? 0.1 : fmin(0.9, 1 / quotient(r, h, err));
    refused = 1;
    status = trm_stepper_shrink(s, h, h * factor);
    if (status < 0) return status;
  }

  /* the next step; one that the limit cut short says less than the one before it */
  int cut = h < 0.99 * natural;
  double by = quotient(r, h, err), next = h / by;
  if (refused) next = fmin(next, h);
  if (!cut) {
    r->scalar[H_GOOD] = h;
    r->scalar[ERR_OLD] = fmax(err, 1e-2);
  }
  /* factors serve on while the step hardly grows */
  r->scalar[KEEP] = r->theta <= 1e-3;
  if (r->scalar[KEEP] > 0 && next >= h && next <= 1.2 * h) next = h;
  s->natural = cut && next >= h ? fmax(next, natural) : next;
  if (s->control.largest > 0) s->natural = fmin(s->natural, s->control.largest);
  lay_polynomial(s, h);
  memcpy(r->vector[RATE], r->f[0], s->ode->n * sizeof(double));
  r->scalar[FRESH] = 0;
  trm_stepper_accept(s, t_new, r->y_new);
  return TRM_OK;
}

/* The polynomial, which projection has moved at the end; a cubic makes up for that at the start */
static void radau_interpolate(const TrmStepper *s, double t, double *y) {
  const Radau *r = s->method;
  const double *p1 = r->vector[P1], *p2 = r->vector[P2], *p3 = r->vector[P3];
  double h = r->scalar[H_OLD];
  if (t == s->t || !(s->t > s->t_old) || !(h > 0)) {
    memcpy(y, s->y, s->ode->n * sizeof(double));
    return;
  }
  double x = (t - s->t) / h, cubic = x * x * (3 + 2 * x);
  for (size_t i = 0; i < s->ode->n; i++) {
    double whole = p1[i] - trm_radau_c2 * (p2[i] - trm_radau_c1 * p3[i]);
    double miss = s->y[i] - whole - s->y_old[i];
    y[i] = s->y[i] +
           x * (p1[i] + (x + 1 - trm_radau_c2) * (p2[i] + (x + 1 - trm_radau_c1) * p3[i])) -
           cubic * miss;
  }
  if (t == s->t_old) memcpy(y, s->y_old, s->ode->n * sizeof(double));
}

/* The factors at hand are not in the memory, but where they were made is */
static TrmStatus radau_restore(TrmStepper *s) {
  Radau *r = s->method;
  if (!(r->scalar[H_FACTOR] > 0)) return TRM_OK;
  return call_factor(s, r->scalar[T_SLOPES], r->vector[SLOPES], r->scalar[H_FACTOR]);
}

const TrmIntegratorType trm_integrator_radau5 = {
    .name = "radau5",
    .summary = "the implicit method of Radau, three stages and order 5, for stiff systems",
    .order = 5,
    .implicit = 1,
    .pair = 1,
    .on_constraints = &trm_integrator_radau5_index3,
    .make = radau_make,
    .begin = radau_begin,
    .step = radau_step,
    .interpolate = radau_interpolate,
    .restore = radau_restore};
