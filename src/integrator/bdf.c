/* SPDX-License-Identifier: Apache-2.0
 *
 * bdf: backward differentiation of orders 1 to 5 with steps of any size and a fixed leading
 * coefficient. phi_i are modified divided differences of y over the times psi_i = t_n - t_n-i; with
 * the predicted p = sum phi*_i and p' = sum gamma_i phi*_i, y_new solves
 *   p' + c (y_new - p) = f(t_new, y_new),   c = (1 + 1/2 + ... + 1/k)/h,
 * by Newton's method with I - J/c factored rarely. K. E. Brenan, S. L. Campbell and L. R. Petzold,
 * Numerical Solution of Initial-Value Problems in Differential-Algebraic Equations, 1996, 5.2.
 */
#include "integrator/bdf_core.h"
#include "integrator/start.h"
#include "integrator/stepper.h"
#include "integrator/table.h"
#include "integrator/vector.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { ITERATIONS = 4 };

static TrmStepper *bdf_make(TrmArena *arena, const TrmOde *ode, const TrmStepControl *control) {
  double *vectors, *scalars;
  TrmStepper *s = trm_stepper_new(arena, &trm_integrator_bdf, ode, control, TRM_BDF_SCALARS,
                                  TRM_BDF_PHIS, &scalars, &vectors);
  s->method = trm_bdf_new(arena, ode->n, scalars, vectors);
  return s;
}

static TrmStatus bdf_begin(TrmStepper *s, double t, const double *y) {
  TrmBdf *bdf = s->method;
  trm_stepper_place(s, t, y);
  trm_bdf_begin(s, bdf);
  s->order = 1;
  if (!s->ode->factor || !s->ode->solve) {
    s->failure = TRM_FAILURE_IMPLICIT;
    return TRM_BAD_USAGE;
  }
  memcpy(bdf->phi[1], s->y, s->ode->n * sizeof(double));
  return trm_stepper_rate_start(s, bdf->phi[2]);
}

/* The first step: phi_2 = h y', as if there had been a step before it */
static TrmStatus start(TrmStepper *s, double limit) {
  TrmBdf *bdf = s->method;
  TrmStatus status = trm_stepper_start(s, 2, limit, bdf->phi[2], bdf->y_pred);
  if (status < 0) return status;
  bdf->scalar[TRM_BDF_PSI + 1] = s->natural;
  for (size_t i = 0; i < s->ode->n; i++) bdf->phi[2][i] *= s->natural;
  return TRM_OK;
}

static TrmStatus factor(TrmStepper *s, double t, const double *y) {
  TrmBdf *bdf = s->method;
  s->count.factorisations++;
  bdf->scalar[TRM_BDF_C_FACTOR] = 0;
  TrmStatus status = s->ode->factor(s->ode->context, t, y, 1 / bdf->c);
  if (status != TRM_OK) {
    s->failure = status > 0 ? TRM_FAILURE_FACTOR : TRM_FAILURE_CALL;
    return status;
  }
  memcpy(bdf->phi[0], y, s->ode->n * sizeof(double));
  bdf->scalar[TRM_BDF_C_FACTOR] = bdf->c;
  bdf->scalar[TRM_BDF_T_FACTOR] = t;
  bdf->scalar[TRM_BDF_SPEED] = 100;
  return TRM_OK;
}

/* Newton's method from the predicted y: y_new = y_pred + e */
static TrmStatus newton(TrmStepper *s, double t_new) {
  TrmBdf *bdf = s->method;
  size_t n = s->ode->n;
  double c = bdf->c, scale = 2 / (1 + c / bdf->scalar[TRM_BDF_C_FACTOR]), first = 0;
  memcpy(bdf->y_new, bdf->y_pred, n * sizeof(double));
  memset(bdf->e, 0, n * sizeof(double));
  for (int m = 0; m < ITERATIONS; m++) {
    /* the residual, divided by c; factors of another c are made up for by a scale */
    TrmStatus status = trm_stepper_rate(s, t_new, bdf->y_new, bdf->r);
    if (status != TRM_OK) return status;
    for (size_t i = 0; i < n; i++)
      bdf->r[i] = scale * ((bdf->dy_pred[i] - bdf->r[i]) / c + bdf->e[i]);
    s->count.solves++;
    status = s->ode->solve(s->ode->context, bdf->r);
    if (status != TRM_OK) {
      s->failure = status > 0 ? TRM_FAILURE_FACTOR : TRM_FAILURE_CALL;
      return status;
    }
    for (size_t i = 0; i < n; i++) {
      bdf->e[i] -= bdf->r[i];
      bdf->y_new[i] = bdf->y_pred[i] + bdf->e[i];
    }

    /* converged when what is to come, by the rate so far, is a tenth of the tolerance: what is left
     * adds up over the steps, and counts as error of the step, which costs orders */
    double change = trm_vector_norm(s, bdf->r, s->y, bdf->y_pred);
    if (m == 0) {
      first = change;
      double size = trm_vector_norm(s, bdf->y_pred, s->y, bdf->y_pred);
      if (change <= 100 * DBL_EPSILON * size) return TRM_OK;
    } else {
      double rate = pow(change / first, 1.0 / m);
      if (!(rate <= 0.9)) break;
      bdf->scalar[TRM_BDF_SPEED] = rate / (1 - rate);
    }
    if (bdf->scalar[TRM_BDF_SPEED] * change <= 0.1) return TRM_OK;
  }
  s->failure = TRM_FAILURE_NEWTON;
  return TRM_RETRY;
}

/* One trial: TRM_OK with err <= 1: good, y_new projected and e brought in line */
static TrmStatus attempt(TrmStepper *s, double h, double t_new, int k) {
  TrmBdf *bdf = s->method;
  trm_bdf_predict(bdf, h, k);
  if (bdf->c != bdf->scalar[TRM_BDF_C]) bdf->scalar[TRM_BDF_SPEED] = 100;
  bdf->scalar[TRM_BDF_C] = bdf->c;

  /* factors serve while their c is near and Newton's method converges with them */
  double ratio = bdf->scalar[TRM_BDF_C_FACTOR] > 0 ? bdf->c / bdf->scalar[TRM_BDF_C_FACTOR] : 0;
  int fresh = !(ratio >= 0.6 && ratio <= 1 / 0.6);
  TrmStatus status = fresh ? factor(s, t_new, bdf->y_pred) : TRM_OK;
  if (status == TRM_OK) status = newton(s, t_new);
  if (status > 0 && !fresh) {
    status = factor(s, t_new, bdf->y_pred);
    if (status == TRM_OK) status = newton(s, t_new);
  }
  if (status != TRM_OK) return status;
  trm_bdf_estimate(s, bdf, k);
  if (!(bdf->err <= 1)) {
    s->failure = bdf->err > 1 ? TRM_FAILURE_ERROR : TRM_FAILURE_NAN;
    return TRM_OK;
  }
  if (!s->ode->project) return TRM_OK;
  status = trm_stepper_project(s, t_new, bdf->y_new);
  for (size_t i = 0; i < s->ode->n; i++) bdf->e[i] = bdf->y_new[i] - bdf->y_pred[i];
  return status;
}

/* After a step that is not good: smaller, in the end with order 1 */
static TrmStatus refuse(TrmStepper *s, double h, int k, int times, TrmStatus status) {
  double without = status > 0 && s->failure != TRM_FAILURE_NEWTON ? 0.5 : 0.25;
  return trm_stepper_shrink(s, h,
                            h * trm_bdf_refuse(s->method, k, times, status == TRM_OK, without));
}

static TrmStatus bdf_step(TrmStepper *s, double limit) {
  TrmBdf *bdf = s->method;
  TrmStatus status;
  if (trm_stepper_idle(s, limit, &status)) return status;
  if (s->natural <= 0) {
    status = start(s, limit);
    if (status < 0) return status;
  }

  for (int times = 1;; times++) {
    double natural = s->natural, t_new, h = trm_stepper_stride(s, limit, &t_new);
    int k = (int)bdf->scalar[TRM_BDF_ORDER];
    if (t_new == s->t + natural) h = natural;
    status = attempt(s, h, t_new, k);
    if (status < 0) return status;
    if (status > 0 || !(bdf->err <= 1)) {
      status = refuse(s, h, k, times, status);
      if (status < 0) return status;
      continue;
    }
    trm_bdf_accept(s, bdf, natural, t_new, k);
    return TRM_OK;
  }
}

/* The polynomial through the ends of the last steps */
static void bdf_interpolate(const TrmStepper *s, double t, double *y) {
  trm_bdf_interpolate(s, s->method, t, y);
}

/* The factors at hand are not in the memory, but where they were made is */
static TrmStatus bdf_restore(TrmStepper *s) {
  TrmBdf *bdf = s->method;
  if (!(bdf->scalar[TRM_BDF_C_FACTOR] > 0)) return TRM_OK;
  return s->ode->factor(s->ode->context, bdf->scalar[TRM_BDF_T_FACTOR], bdf->phi[0],
                        1 / bdf->scalar[TRM_BDF_C_FACTOR]);
}

const TrmIntegratorType trm_integrator_bdf = {
    .name = "bdf",
    .summary = "backward differentiation of orders 1 to 5 with variable steps, for stiff systems",
    .order = TRM_BDF_HIGHEST,
    .implicit = 1,
    .make = bdf_make,
    .begin = bdf_begin,
    .step = bdf_step,
    .interpolate = bdf_interpolate,
    .restore = bdf_restore};
