/* SPDX-License-Identifier: Apache-2.0
 *
 * abm: the Adams methods of orders 1 to 12 with steps of any size, predicted and corrected with an
 * evaluation after both (PECE) and local extrapolation: the predictor of order k, the corrector of
 * order k + 1. Two evaluations a step. y' is kept as modified divided differences phi over the
 * times psi_i = t_n - t_n-i. L. F. Shampine and M. K. Gordon, Computer Solution of Ordinary
 * Differential Equations, 1975; coefficients g by Krogh's recursion.
 */
#include "integrator/start.h"
#include "integrator/stepper.h"
#include "integrator/table.h"
#include "integrator/vector.h"
#include "integrator/wide.h"
#include <math.h>
#include <string.h>

/* phi[1..14]; phi[0] bridges interpolants; loops go over parts that stay in the cache */
enum { HIGHEST = 12, PHIS = HIGHEST + 3, PART = 128 };

/* what is kept between steps */
enum {
  ORDER,     /* of the next step */
  ORDER_OLD, /* of the last step */
  SAME,      /* steps of the same size, the last one among them */
  H_OLD,
  CLIMBING, /* at the start: order and step are raised every time */
  IS_DENSE,
  PSI, /* from PSI + 1 */
  SCALARS = PSI + HIGHEST + 2
};

typedef struct Abm {
  double *scalar, *phi[PHIS];
  double *y_new, *dy, *e; /* room for the step under way */

  /* coefficients of the step under way, numbered from 1 */
  double psi[HIGHEST + 2], alpha[HIGHEST + 2], beta[HIGHEST + 2], g[HIGHEST + 2],
      sigma[HIGHEST + 2];
  double h;
  int k;                               /* that they are for */
  double err, err_k, err_km1, err_km2; /* of the step; as if taken with orders k, k-1, k-2 */
} Abm;

/* |gamma*_k|, the error constants with steps of the same size */
static const double gamma_star[HIGHEST + 2] = {1,
                                               1.0 / 2,
                                               1.0 / 12,
                                               1.0 / 24,
                                               19.0 / 720,
                                               3.0 / 160,
                                               863.0 / 60480,
                                               275.0 / 24192,
                                               33953.0 / 3628800,
                                               8183.0 / 1036800,
                                               3250433.0 / 479001600,
                                               4671.0 / 788480,
                                               13695779093.0 / 2615348736000,
                                               2224234463.0 / 475517952000};

static TrmStepper *abm_make(TrmArena *arena, const TrmOde *ode, const TrmStepControl *control) {
  double *vectors, *scalars;
  TrmStepper *s =
      trm_stepper_new(arena, &trm_integrator_abm, ode, control, SCALARS, PHIS, &scalars, &vectors);
  Abm *abm = trm_arena_alloc(arena, sizeof *abm);
  s->method = abm;
  abm->scalar = scalars;
  for (size_t i = 0; i < PHIS; i++) abm->phi[i] = vectors + i * ode->n;
  abm->y_new = trm_arena_array(arena, 3 * ode->n, sizeof(double));
  abm->dy = abm->y_new + ode->n;
  abm->e = abm->dy + ode->n;
  return s;
}

static TrmStatus abm_begin(TrmStepper *s, double t, const double *y) {
  Abm *abm = s->method;
  trm_stepper_place(s, t, y);
  abm->k = 0;
  memset(abm->scalar, 0, SCALARS * sizeof(double));
  memset(abm->phi[0], 0, PHIS * s->ode->n * sizeof(double));
  abm->scalar[ORDER] = 1;
  abm->scalar[CLIMBING] = 1;
  s->order = 1;
  return trm_stepper_rate_start(s, abm->phi[1]);
}

/* psi, alpha, beta, sigma and g of a step h with order k */
static void coefficients(Abm *abm, double h, int k) {
  const double *old = abm->scalar + PSI;

  /* after k steps of the same size they stay what they are */
  if (abm->k == k && abm->h == h && abm->scalar[H_OLD] == h && abm->scalar[SAME] >= k) return;
  abm->h = h;
  abm->k = k;
  abm->psi[1] = h;
  abm->alpha[1] = abm->beta[1] = abm->sigma[1] = 1;
  for (int i = 2; i <= k; i++) {
    abm->psi[i] = old[i - 1] + h;
    abm->alpha[i] = h / abm->psi[i];
    abm->beta[i] = abm->beta[i - 1] * (abm->psi[i - 1] / old[i - 1]);
  }
  for (int i = 1; i <= k; i++) abm->sigma[i + 1] = i * abm->alpha[i] * abm->sigma[i];

  double w[HIGHEST + 3] = {0};
  for (int q = 1; q <= k + 1; q++) w[q] = 1.0 / (q * (q + 1));
  abm->g[1] = 1;
  abm->g[2] = w[1];
  for (int i = 3; i <= k + 1; i++) {
    for (int q = 1; q <= k + 2 - i; q++) w[q] -= abm->alpha[i - 1] * w[q + 1];
    abm->g[i] = w[1];
  }
}

/* phi for the new time, as if the polynomial went on, and the predicted y */
TRM_WIDE_LOOPS
static void predict(TrmStepper *s, double h, int k) {
  Abm *abm = s->method;
  size_t n = s->ode->n, l = 0;
  memcpy(abm->phi[k + 2], abm->phi[k + 1], n * sizeof(double));
  for (; l + 8 <= n; l += 8) {
    TrmFour sum = {0}, up = {0}, sum2 = {0}, up2 = {0};
    for (int i = k; i >= 1; i--) {
      double *phi = abm->phi[i] + l, beta = abm->beta[i], g = abm->g[i];
      TrmFour x = beta * TRM_FOUR(phi), x2 = beta * TRM_FOUR(phi + 4);
      sum += g * x;
      sum2 += g * x2;
      up += x;
      up2 += x2;
      TRM_FOUR(phi) = up;
      TRM_FOUR(phi + 4) = up2;
    }
    TRM_FOUR(abm->y_new + l) = TRM_FOUR(s->y + l) + h * sum;
    TRM_FOUR(abm->y_new + l + 4) = TRM_FOUR(s->y + l + 4) + h * sum2;
  }
  for (; l < n; l++) {
    double sum = 0, up = 0;
    for (int i = k; i >= 1; i--) {
      double x = abm->beta[i] * abm->phi[i][l];
      sum += abm->g[i] * x;
      up += x;
      abm->phi[i][l] = up;
    }
    abm->y_new[l] = s->y[l] + h * sum;
  }
}

/* phi as before the step */
static void restore(TrmStepper *s, int k) {
  Abm *abm = s->method;
  for (int i = 1; i <= k; i++) {
    double *phi = abm->phi[i], beta = abm->beta[i];
    const double *up = i < k ? abm->phi[i + 1] : NULL;
    for (size_t l = 0; l < s->ode->n; l++) phi[l] = (up ? phi[l] - up[l] : phi[l]) / beta;
  }
}

/* Errors from the rate at the predicted y: of the step, and as if taken with orders k, k-1, k-2 */
TRM_WIDE_LOOPS
static void estimate(TrmStepper *s, double h, int k) {
  Abm *abm = s->method;
  size_t n = s->ode->n;
  double sum[3][4] = {{0}}, weight[PART], e[PART];
  for (size_t at = 0; at < n; at += PART) {
    size_t part = n - at < PART ? n - at : PART;
    const double *first = abm->phi[1] + at, *dy = abm->dy + at;
    trm_vector_weights(s, at, part, s->y, abm->y_new, weight);
    for (size_t l = 0; l < part; l++) e[l] = dy[l] - first[l];
    for (int j = 0; j < 3 && j < k; j++) {
      const double *more = j ? abm->phi[k + 1 - j] + at : NULL;
      double x[PART];
      for (size_t l = 0; l < part; l++) x[l] = weight[l] * (more ? e[l] + more[l] : e[l]);
      size_t l = 0;
      for (; l + 4 <= part; l += 4)
        for (size_t q = 0; q < 4; q++) sum[j][q] += x[l + q] * x[l + q];
      for (; l < part; l++) sum[j][l % 4] += x[l] * x[l];
    }
  }
  double size[3];
  for (int j = 0; j < 3; j++)
    size[j] = n ? h * sqrt(((sum[j][0] + sum[j][1]) + (sum[j][2] + sum[j][3])) / (double)n) : 0;
  abm->err = size[0] * (abm->g[k] - abm->g[k + 1]);
  abm->err_k = size[0] * abm->sigma[k + 1] * gamma_star[k];
  abm->err_km1 = k >= 2 ? size[1] * abm->sigma[k] * gamma_star[k - 1] : 0;
  abm->err_km2 = k >= 3 ? size[2] * abm->sigma[k - 1] * gamma_star[k - 2] : 0;
}

/* Predict, evaluate, test, correct, project, evaluate */
static TrmStatus attempt(TrmStepper *s, double h, double t_new, int k) {
  Abm *abm = s->method;
  coefficients(abm, h, k);
  predict(s, h, k);
  TrmStatus status = trm_stepper_rate(s, t_new, abm->y_new, abm->dy);
  abm->err = abm->err_k = 2;
  abm->err_km1 = abm->err_km2 = 0;
  if (status != TRM_OK) return status;
  estimate(s, h, k);
  if (!(abm->err <= 1)) {
    s->failure = abm->err > 1 ? TRM_FAILURE_ERROR : TRM_FAILURE_NAN;
    return TRM_OK;
  }
  double factor = h * abm->g[k + 1];
  for (size_t l = 0; l < s->ode->n; l++) abm->y_new[l] += factor * (abm->dy[l] - abm->phi[1][l]);
  status = trm_stepper_project(s, t_new, abm->y_new);
  return status == TRM_OK ? trm_stepper_rate(s, t_new, abm->y_new, abm->dy) : status;
}

/* Differences at the new time, from the rate there */
TRM_WIDE_LOOPS
static void update(TrmStepper *s, int k) {
  Abm *abm = s->method;
  size_t n = s->ode->n, l = 0;
  double *first = abm->phi[k + 1], *second = abm->phi[k + 2];
  for (; l + 8 <= n; l += 8) {
    TrmFour e = TRM_FOUR(abm->dy + l) - TRM_FOUR(abm->phi[1] + l);
    TrmFour e2 = TRM_FOUR(abm->dy + l + 4) - TRM_FOUR(abm->phi[1] + l + 4);
    TRM_FOUR(first + l) = e;
    TRM_FOUR(first + l + 4) = e2;
    TRM_FOUR(second + l) = e - TRM_FOUR(second + l);
    TRM_FOUR(second + l + 4) = e2 - TRM_FOUR(second + l + 4);
    for (int i = 1; i <= k; i++) {
      TRM_FOUR(abm->phi[i] + l) += e;
      TRM_FOUR(abm->phi[i] + l + 4) += e2;
    }
  }
  for (; l < n; l++) {
    double e = abm->dy[l] - abm->phi[1][l];
    first[l] = e;
    second[l] = e - second[l];
    for (int i = 1; i <= k; i++) abm->phi[i][l] += e;
  }
  for (int i = 1; i <= k; i++) abm->scalar[PSI + i] = abm->psi[i];
}

/* Order and size of the next step */
static void choose(TrmStepper *s, double h, int k, int lower) {
  Abm *abm = s->method;
  int next = lower ? k - 1 : k;
  double err = lower ? abm->err_km1 : abm->err_k;
  if (lower || k == HIGHEST) abm->scalar[CLIMBING] = 0;
  int climbing = abm->scalar[CLIMBING] > 0;
  if (climbing) {
    next = k + 1;
    err = 0;
  } else if (!lower && k + 1 <= abm->scalar[SAME] && k < HIGHEST) {
    /* with steps of the same size the error of order k + 1 can be known too */
    double up = h * gamma_star[k + 1] * trm_vector_norm(s, abm->phi[k + 2], s->y, s->y);
    int raise = k == 1 ? up < abm->err_k / 2 : up < abm->err_k;
    if (k > 1 && abm->err_km1 <= fmin(abm->err_k, up)) {
      next = k - 1;
      err = abm->err_km1;
    } else if (raise) {
      next = k + 1;
      err = up;
    }
  }
  abm->scalar[ORDER] = next;

  /* twice, the same or less; changes are dear, for they spoil the differences */
  if (climbing || 0.5 >= ldexp(err, next + 1))
    s->natural = 2 * h;
  else if (0.5 >= err)
    s->natural = h;
  else
    s->natural = h * fmax(0.5, fmin(0.9, pow(0.5 / err, 1.0 / (next + 1))));
  if (s->control.largest > 0) s->natural = fmin(s->natural, s->control.largest);
}

/* After a step that is not good: smaller, in the end with order 1 */
static TrmStatus refuse(TrmStepper *s, double h, int k, int times, TrmStatus status) {
  Abm *abm = s->method;
  restore(s, k);
  abm->scalar[CLIMBING] = 0;
  abm->scalar[SAME] = 0;
  abm->scalar[H_OLD] = 0;
  double factor = 0.5;
  if (times > 3 && status == TRM_OK && abm->err_k > 2) factor = sqrt(0.5 / abm->err_k);
  int lower = (k > 2 && fmax(abm->err_km1, abm->err_km2) <= abm->err_k) ||
              (k == 2 && abm->err_km1 <= abm->err_k / 2);
  if (times >= 3)
    abm->scalar[ORDER] = 1;
  else if (lower && status == TRM_OK)
    abm->scalar[ORDER] = k - 1;
  return trm_stepper_shrink(s, h, h * factor);
}

static TrmStatus abm_step(TrmStepper *s, double limit) {
  Abm *abm = s->method;
  TrmStatus status;
  if (trm_stepper_idle(s, limit, &status)) return status;
  if (s->natural <= 0) {
    status = trm_stepper_start(s, 2, limit, abm->phi[1], abm->y_new);
    if (status < 0) return status;
  }

  for (int times = 1;; times++) {
    double natural = s->natural, t_new, h = trm_stepper_stride(s, limit, &t_new);
    int k = (int)abm->scalar[ORDER];
    if (t_new == s->t + natural) h = natural;
    status = attempt(s, h, t_new, k);
    if (status < 0) {
      restore(s, k);
      return status;
    }
    int good = status == TRM_OK && abm->err <= 1;
    if (trm_stepper_review(s, t_new, good)) {
      restore(s, k);
      times--;
      continue;
    }
    if (!good) {
      status = refuse(s, h, k, times, status);
      if (status < 0) return status;
      continue;
    }

    /* a good step */
    double same = h == abm->scalar[H_OLD] ? abm->scalar[SAME] : 0;
    abm->scalar[SAME] = fmin(same, abm->scalar[ORDER_OLD]) + 1;
    abm->scalar[ORDER_OLD] = k;
    abm->scalar[H_OLD] = h;
    abm->scalar[IS_DENSE] = 0;
    update(s, k);
    s->order = k;
    trm_stepper_accept(s, t_new, abm->y_new);
    int lower = (k > 2 && fmax(abm->err_km1, abm->err_km2) <= abm->err_k) ||
                (k == 2 && abm->err_km1 <= abm->err_k / 2);
    choose(s, h, k, lower);

    /* one that the limit cut short says less than the one before it */
    if (h < 0.99 * natural && s->natural >= h) s->natural = fmax(s->natural, natural);
    return TRM_OK;
  }
}

/* The polynomial that has y and y' of the end and y' of k times before: sum of factor_i phi_i */
static void polynomial(const Abm *abm, double past, double *factor) {
  int count = (int)abm->scalar[ORDER_OLD] + 1;
  double w[HIGHEST + 3], term = 0;
  for (int i = 1; i <= count; i++) w[i] = 1.0 / i;
  factor[1] = past;
  for (int j = 2; j <= count; j++) {
    double psi = abm->scalar[PSI + j - 1], gamma = (past + term) / psi, eta = past / psi;
    for (int i = 1; i <= count + 1 - j; i++) w[i] = gamma * w[i] - eta * w[i + 1];
    factor[j] = past * w[1];
    term = psi;
  }
}

/* y at t by the polynomial, and a bridge that makes up at t_old what it misses there */
static void evaluate(const TrmStepper *s, double t, double bridge, double *y) {
  const Abm *abm = s->method;
  int count = (int)abm->scalar[ORDER_OLD] + 1;
  double factor[HIGHEST + 3];
  TrmSum sum = {(size_t)count, factor + 1, abm->phi + 1};
  polynomial(abm, t - s->t, factor);
  trm_vector_sum(s->ode->n, y, s->y, 1, &sum);
  if (bridge != 0)
    for (size_t l = 0; l < s->ode->n; l++) y[l] += bridge * abm->phi[0][l];
}

static TrmStatus abm_dense(TrmStepper *s) {
  Abm *abm = s->method;
  if (abm->scalar[IS_DENSE] != 0 || !(s->t > s->t_old)) return TRM_OK;
  evaluate(s, s->t_old, 0, abm->e);
  for (size_t l = 0; l < s->ode->n; l++) abm->phi[0][l] = s->y_old[l] - abm->e[l];
  abm->scalar[IS_DENSE] = 1;
  return TRM_OK;
}

static void abm_interpolate(const TrmStepper *s, double t, double *y) {
  double h = s->t - s->t_old, x = h > 0 ? (t - s->t_old) / h : 1, z = 1 - x;
  if (h > 0 && t != s->t)
    evaluate(s, t, z * z * (1 + 2 * x), y);
  else
    memcpy(y, s->y, s->ode->n * sizeof(double));
}

/* Coefficients at hand belong to another run */
static TrmStatus abm_restore(TrmStepper *s) {
  ((Abm *)s->method)->k = 0;
  return TRM_OK;
}

const TrmIntegratorType trm_integrator_abm = {
    .name = "abm",
    .summary = "the Adams methods of orders 1 to 12, predicted and corrected, with variable steps",
    .order = HIGHEST,
    .make = abm_make,
    .begin = abm_begin,
    .step = abm_step,
    .dense = abm_dense,
    .interpolate = abm_interpolate,
    .restore = abm_restore};
