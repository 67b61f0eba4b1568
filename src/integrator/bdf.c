/* SPDX-License-Identifier: Apache-2.0
 *
 * bdf: backward differentiation of orders 1 to 5 with steps of any size and a fixed leading
 * coefficient. phi_i are modified divided differences of y over the times psi_i = t_n - t_n-i; with
 * the predicted p = sum phi*_i and p' = sum gamma_i phi*_i, y_new solves
 *   p' + c (y_new - p) = f(t_new, y_new),   c = (1 + 1/2 + ... + 1/k)/h,
 * by Newton's method with I - J/c factored rarely. K. E. Brenan, S. L. Campbell and L. R. Petzold,
 * Numerical Solution of Initial-Value Problems in Differential-Algebraic Equations, 1996, 5.2.
 */
#include "integrator/start.h"
#include "integrator/stepper.h"
#include "integrator/table.h"
#include "integrator/vector.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { HIGHEST = 5, PHIS = HIGHEST + 3, ITERATIONS = 4 }; /* phi[1..7]; phi[0] where J was taken */

/* what is kept between steps */
enum {
  ORDER,     /* of the next step */
  ORDER_OLD, /* of the last step */
  SAME,      /* steps of the same size and order, the last one among them */
  H_OLD,
  CLIMBING, /* at the start: order and step are raised every time */
  C,        /* leading coefficient of the last step */
  C_FACTOR, /* of the factors at hand; 0: there are none */
  T_FACTOR,
  SPEED, /* of Newton's method: rate/(1 - rate) */
  PSI,   /* from PSI + 1 */
  SCALARS = PSI + HIGHEST + 2
};

typedef struct Bdf {
  double *scalar, *phi[PHIS];
  double *y_pred, *dy_pred, *y_new, *e, *r; /* room for the step under way */

  /* coefficients of the step under way, numbered from 1 */
  double psi[HIGHEST + 3], beta[HIGHEST + 3], sigma[HIGHEST + 3], gamma[HIGHEST + 3];
  double c, error_factor;
  double err, err_k, err_km1; /* of the step; as if taken with orders k, k-1 */
  int lower;                  /* order k-1 would do as well */
} Bdf;

static TrmStepper *bdf_make(TrmArena *arena, const TrmOde *ode, const TrmStepControl *control) {
  size_t n = ode->n;
  double *vectors, *scalars;
  TrmStepper *s =
      trm_stepper_new(arena, &trm_integrator_bdf, ode, control, SCALARS, PHIS, &scalars, &vectors);
  Bdf *bdf = trm_arena_alloc(arena, sizeof *bdf);
  s->method = bdf;
  bdf->scalar = scalars;
  for (size_t i = 0; i < PHIS; i++) bdf->phi[i] = vectors + i * n;
  bdf->y_pred = trm_arena_array(arena, 5 * n, sizeof(double));
  bdf->dy_pred = bdf->y_pred + n;
  bdf->y_new = bdf->dy_pred + n;
  bdf->e = bdf->y_new + n;
  bdf->r = bdf->e + n;
  return s;
}

static TrmStatus bdf_begin(TrmStepper *s, double t, const double *y) {
  Bdf *bdf = s->method;
  trm_stepper_place(s, t, y);
  memset(bdf->scalar, 0, SCALARS * sizeof(double));
  memset(bdf->phi[0], 0, PHIS * s->ode->n * sizeof(double));
  s->order = 1;
  bdf->scalar[ORDER] = 1;
  bdf->scalar[CLIMBING] = 1;
  bdf->scalar[SPEED] = 100;
  if (!s->ode->factor || !s->ode->solve) {
    s->failure = TRM_FAILURE_IMPLICIT;
    return TRM_BAD_USAGE;
  }
  memcpy(bdf->phi[1], s->y, s->ode->n * sizeof(double));
  return trm_stepper_rate_start(s, bdf->phi[2]);
}

/* The first step: phi_2 = h y', as if there had been a step before it */
static TrmStatus start(TrmStepper *s, double limit) {
  Bdf *bdf = s->method;
  TrmStatus status = trm_stepper_start(s, 2, limit, bdf->phi[2], bdf->y_pred);
  if (status < 0) return status;
  bdf->scalar[PSI + 1] = s->natural;
  for (size_t i = 0; i < s->ode->n; i++) bdf->phi[2][i] *= s->natural;
  return TRM_OK;
}

/* Coefficients of a step h with order k */
static void coefficients(Bdf *bdf, double h, int k) {
  const double *old = bdf->scalar + PSI;
  double alpha[HIGHEST + 3], alpha_sum = 1, harmonic = 1;
  bdf->psi[1] = h;
  alpha[1] = bdf->beta[1] = bdf->sigma[1] = 1;
  bdf->gamma[1] = 0;
  for (int i = 2; i <= k + 1; i++) {
    bdf->psi[i] = old[i - 1] + h;
    bdf->beta[i] = bdf->beta[i - 1] * (bdf->psi[i - 1] / old[i - 1]);
    alpha[i] = h / bdf->psi[i];
    bdf->sigma[i] = (i - 1) * bdf->sigma[i - 1] * alpha[i];
    bdf->gamma[i] = bdf->gamma[i - 1] + alpha[i - 1] / h;
  }
  for (int i = 2; i <= k; i++) {
    alpha_sum += alpha[i];
    harmonic += 1.0 / i;
  }
  bdf->c = harmonic / h;
  bdf->error_factor = fmax(fabs(alpha[k + 1] - harmonic + alpha_sum), alpha[k + 1]);
}

/* The polynomial through the last values, at the new time */
static void predict(TrmStepper *s, int k) {
  Bdf *bdf = s->method;
  double rate[HIGHEST + 3];
  for (int i = 1; i <= k + 1; i++) rate[i] = bdf->gamma[i] * bdf->beta[i];
  trm_vector_sum(s->ode->n, bdf->y_pred, NULL, 1,
                 &(TrmSum){(size_t)k + 1, bdf->beta + 1, bdf->phi + 1});
  trm_vector_sum(s->ode->n, bdf->dy_pred, NULL, 1, &(TrmSum){(size_t)k, rate + 2, bdf->phi + 2});
}

static TrmStatus factor(TrmStepper *s, double t, const double *y) {
  Bdf *bdf = s->method;
  s->count.factorisations++;
  bdf->scalar[C_FACTOR] = 0;
  TrmStatus status = s->ode->factor(s->ode->context, t, y, 1 / bdf->c);
  if (status != TRM_OK) {
    s->failure = status > 0 ? TRM_FAILURE_FACTOR : TRM_FAILURE_CALL;
    return status;
  }
  memcpy(bdf->phi[0], y, s->ode->n * sizeof(double));
  bdf->scalar[C_FACTOR] = bdf->c;
  bdf->scalar[T_FACTOR] = t;
  bdf->scalar[SPEED] = 100;
  return TRM_OK;
}

/* Newton's method from the predicted y: y_new = y_pred + e */
static TrmStatus newton(TrmStepper *s, double t_new) {
  Bdf *bdf = s->method;
  size_t n = s->ode->n;
  double c = bdf->c, scale = 2 / (1 + c / bdf->scalar[C_FACTOR]), first = 0;
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

    /* converged when what is to come, by the rate so far, is small against the tolerance */
    double change = trm_vector_norm(s, bdf->r, s->y, bdf->y_pred);
    if (m == 0) {
      first = change;
      double size = trm_vector_norm(s, bdf->y_pred, s->y, bdf->y_pred);
      if (change <= 100 * DBL_EPSILON * size) return TRM_OK;
    } else {
      double rate = pow(change / first, 1.0 / m);
      if (!(rate <= 0.9)) break;
      bdf->scalar[SPEED] = rate / (1 - rate);
    }
    if (bdf->scalar[SPEED] * change <= 0.33) return TRM_OK;
  }
  s->failure = TRM_FAILURE_NEWTON;
  return TRM_RETRY;
}

/* Errors of the step, and as if it had been taken with orders k, k-1, k-2 */
static void estimate(TrmStepper *s, int k) {
  Bdf *bdf = s->method;
  size_t n = s->ode->n;
  double size = trm_vector_norm(s, bdf->e, s->y, bdf->y_new);
  bdf->err = bdf->error_factor * size;
  bdf->err_k = bdf->sigma[k + 1] * size;
  bdf->err_km1 = 0;
  bdf->lower = 0;
  if (k < 2) return;
  double term = (k + 1) * bdf->err_k, beta = bdf->beta[k + 1];
  for (size_t i = 0; i < n; i++) bdf->r[i] = bdf->e[i] + beta * bdf->phi[k + 1][i];
  bdf->err_km1 = bdf->sigma[k] * trm_vector_norm(s, bdf->r, s->y, bdf->y_new);
  double term_km1 = k * bdf->err_km1;
  if (k == 2) {
    bdf->lower = term_km1 <= term / 2;
    return;
  }
  beta = bdf->beta[k];
  for (size_t i = 0; i < n; i++) bdf->r[i] += beta * bdf->phi[k][i];
  double err_km2 = bdf->sigma[k - 1] * trm_vector_norm(s, bdf->r, s->y, bdf->y_new);
  bdf->lower = fmax(term_km1, (k - 1) * err_km2) <= term;
}

/* One trial: TRM_OK with err <= 1: good, y_new projected and e brought in line */
static TrmStatus attempt(TrmStepper *s, double h, double t_new, int k) {
  Bdf *bdf = s->method;
  coefficients(bdf, h, k);
  predict(s, k);
  if (bdf->c != bdf->scalar[C]) bdf->scalar[SPEED] = 100;
  bdf->scalar[C] = bdf->c;

  /* factors serve while their c is near and Newton's method converges with them */
  double ratio = bdf->scalar[C_FACTOR] > 0 ? bdf->c / bdf->scalar[C_FACTOR] : 0;
  int fresh = !(ratio >= 0.6 && ratio <= 1 / 0.6);
  TrmStatus status = fresh ? factor(s, t_new, bdf->y_pred) : TRM_OK;
  if (status == TRM_OK) status = newton(s, t_new);
  if (status > 0 && !fresh) {
    status = factor(s, t_new, bdf->y_pred);
    if (status == TRM_OK) status = newton(s, t_new);
  }
  if (status != TRM_OK) return status;
  estimate(s, k);
  if (!(bdf->err <= 1)) {
    s->failure = bdf->err > 1 ? TRM_FAILURE_ERROR : TRM_FAILURE_NAN;
    return TRM_OK;
  }
  if (!s->ode->project) return TRM_OK;
  status = trm_stepper_project(s, t_new, bdf->y_new);
  for (size_t i = 0; i < s->ode->n; i++) bdf->e[i] = bdf->y_new[i] - bdf->y_pred[i];
  return status;
}

/* Differences at the new time */
static void update(TrmStepper *s, int k) {
  Bdf *bdf = s->method;
  size_t n = s->ode->n;
  for (int i = 2; i <= k + 1; i++) {
    double beta = bdf->beta[i];
    if (beta != 1)
      for (size_t l = 0; l < n; l++) bdf->phi[i][l] *= beta;
  }
  memcpy(bdf->phi[k + 2], bdf->e, n * sizeof(double));
  for (int i = k + 1; i >= 2; i--) {
    double *restrict phi = bdf->phi[i], *restrict up = bdf->phi[i + 1];
    for (size_t l = 0; l < n; l++) phi[l] += up[l];
  }
  memcpy(bdf->phi[1], bdf->y_new, n * sizeof(double));
  for (int i = 1; i <= k + 1; i++) bdf->scalar[PSI + i] = bdf->psi[i];
}

/* Order and size of the next step; before `update` */
static void choose(TrmStepper *s, double h, int k, int k_old) {
  Bdf *bdf = s->method;
  int next = bdf->lower ? k - 1 : k;
  double err = bdf->lower ? bdf->err_km1 : bdf->err_k;
  if (bdf->lower || k == HIGHEST) bdf->scalar[CLIMBING] = 0;
  if (bdf->scalar[CLIMBING] > 0) {
    bdf->scalar[ORDER] = k + 1;
    s->natural = 2 * h;
  } else {
    /* with steps of the same size the error of order k + 1 can be known too */
    if (!bdf->lower && k < HIGHEST && k + 1 < bdf->scalar[SAME] && k - k_old != 1) {
      for (size_t i = 0; i < s->ode->n; i++) bdf->r[i] = bdf->e[i] - bdf->phi[k + 2][i];
      double term = (k + 1) * bdf->err_k, up = trm_vector_norm(s, bdf->r, s->y, bdf->y_new);
      if (k > 1 && k * bdf->err_km1 <= fmin(term, up)) {
        next = k - 1;
        err = bdf->err_km1;
      } else if (k == 1 ? up < term / 2 : up < term) {
        next = k + 1;
        err = up / (k + 2);
      }
    }
    double factor = pow(2 * err + 1e-4, -1.0 / (next + 1));
    if (factor >= 2)
      s->natural = 2 * h;
    else if (factor <= 1)
      s->natural = h * fmax(0.5, fmin(0.9, factor));
    else
      s->natural = h;
    bdf->scalar[ORDER] = next;
  }
  if (s->control.largest > 0) s->natural = fmin(s->natural, s->control.largest);
}

/* After a step that is not good: smaller, in the end with order 1 */
static TrmStatus refuse(TrmStepper *s, double h, int k, int times, TrmStatus status) {
  Bdf *bdf = s->method;
  bdf->scalar[CLIMBING] = 0;
  bdf->scalar[H_OLD] = 0;
  double factor = 0.25;
  if (status > 0 && s->failure != TRM_FAILURE_NEWTON) factor = 0.5;
  if (status == TRM_OK && times <= 2) {
    int next = bdf->lower ? k - 1 : k;
    double err = bdf->lower ? bdf->err_km1 : bdf->err_k;
    if (times == 1) factor = fmax(0.25, fmin(0.9, 0.9 * pow(2 * err + 1e-4, -1.0 / (next + 1))));
    bdf->scalar[ORDER] = next;
  } else if (times > 2) {
    bdf->scalar[ORDER] = 1;
  }
  return trm_stepper_shrink(s, h, h * factor);
}

static TrmStatus bdf_step(TrmStepper *s, double limit) {
  Bdf *bdf = s->method;
  TrmStatus status;
  if (trm_stepper_idle(s, limit, &status)) return status;
  if (s->natural <= 0) {
    status = start(s, limit);
    if (status < 0) return status;
  }

  for (int times = 1;; times++) {
    double natural = s->natural, t_new, h = trm_stepper_stride(s, limit, &t_new);
    int k = (int)bdf->scalar[ORDER], k_old = (int)bdf->scalar[ORDER_OLD];
    if (t_new == s->t + natural) h = natural;
    status = attempt(s, h, t_new, k);
    if (status < 0) return status;
    if (status > 0 || !(bdf->err <= 1)) {
      status = refuse(s, h, k, times, status);
      if (status < 0) return status;
      continue;
    }

    /* a good step */
    int same = h == bdf->scalar[H_OLD] && k == k_old;
    bdf->scalar[SAME] = fmin((same ? bdf->scalar[SAME] : 0) + 1, k_old + 2);
    bdf->scalar[ORDER_OLD] = s->order = k;
    bdf->scalar[H_OLD] = h;
    choose(s, h, k, k_old);
    update(s, k);
    trm_stepper_accept(s, t_new, bdf->y_new);

    /* one that the limit cut short says less than the one before it */
    if (h < 0.99 * natural && s->natural >= h) s->natural = fmax(s->natural, natural);
    return TRM_OK;
  }
}

/* The polynomial through the ends of the last steps */
static void bdf_interpolate(const TrmStepper *s, double t, double *y) {
  const Bdf *bdf = s->method;
  int k = (int)bdf->scalar[ORDER_OLD];
  double past = t - s->t, factor[HIGHEST + 3];
  const double *psi = bdf->scalar + PSI;
  if (t == s->t || !(s->t > s->t_old)) {
    memcpy(y, s->y, s->ode->n * sizeof(double));
    return;
  }
  factor[1] = past / psi[1];
  for (int j = 2; j <= k; j++) factor[j] = factor[j - 1] * ((past + psi[j - 1]) / psi[j]);
  trm_vector_sum(s->ode->n, y, s->y, 1, &(TrmSum){(size_t)k, factor + 1, bdf->phi + 2});
}

/* The factors at hand are not in the memory, but where they were made is */
static TrmStatus bdf_restore(TrmStepper *s) {
  Bdf *bdf = s->method;
  if (!(bdf->scalar[C_FACTOR] > 0)) return TRM_OK;
  return s->ode->factor(s->ode->context, bdf->scalar[T_FACTOR], bdf->phi[0],
                        1 / bdf->scalar[C_FACTOR]);
}

const TrmIntegratorType trm_integrator_bdf = {
    .name = "bdf",
    .summary = "backward differentiation of orders 1 to 5 with variable steps, for stiff systems",
    .order = HIGHEST,
    .implicit = 1,
    .make = bdf_make,
    .begin = bdf_begin,
    .step = bdf_step,
    .interpolate = bdf_interpolate,
    .restore = bdf_restore};
