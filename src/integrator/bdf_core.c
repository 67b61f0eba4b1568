/* SPDX-License-Identifier: Apache-2.0
 *
 * Backward differentiation: coefficients, prediction, errors, order and size of steps.
 */
#include "integrator/bdf_core.h"
#include "integrator/stepper.h"
#include "integrator/vector.h"
#include <math.h>
#include <string.h>

TrmBdf *trm_bdf_new(TrmArena *arena, size_t size, double *scalars, double *vectors) {
  TrmBdf *bdf = trm_arena_alloc(arena, sizeof *bdf);
  bdf->size = size;
  bdf->scalar = scalars;
  for (size_t i = 0; i < TRM_BDF_PHIS; i++) bdf->phi[i] = vectors + i * size;
  bdf->y_pred = trm_arena_array(arena, (5 + TRM_BDF_HIGHEST + 1) * size + 1, sizeof(double));
  bdf->dy_pred = bdf->y_pred + size;
  bdf->y_new = bdf->dy_pred + size;
  bdf->e = bdf->y_new + size;
  bdf->r = bdf->e + size;
  for (size_t i = 0; i <= TRM_BDF_HIGHEST; i++) bdf->value[i] = bdf->r + (i + 1) * size;
  bdf->growth = 2;
  bdf->norm = trm_vector_norm;
  return bdf;
}

void trm_bdf_begin(const TrmStepper *s, TrmBdf *bdf) {
  int most = s->control.max_order;
  memset(bdf->scalar, 0, TRM_BDF_SCALARS * sizeof(double));
  memset(bdf->phi[0], 0, TRM_BDF_PHIS * bdf->size * sizeof(double));
  bdf->scalar[TRM_BDF_ORDER] = 1;
  bdf->scalar[TRM_BDF_CLIMBING] = 1;
  bdf->scalar[TRM_BDF_SPEED] = 100;
  bdf->scalar[TRM_BDF_CAP] = most > 0 && most < TRM_BDF_HIGHEST ? most : TRM_BDF_HIGHEST;
}

/* Coefficients of a step h with order k */
static void coefficients(TrmBdf *bdf, double h, int k) {
  const double *old = bdf->scalar + TRM_BDF_PSI;
  double alpha[TRM_BDF_HIGHEST + 3], alpha_sum = 1, harmonic = 1;
  bdf->h = h;
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

void trm_bdf_predict(TrmBdf *bdf, double h, int k) {
  double rate[TRM_BDF_HIGHEST + 3];
  coefficients(bdf, h, k);
  for (int i = 1; i <= k + 1; i++) rate[i] = bdf->gamma[i] * bdf->beta[i];
  trm_vector_sum(bdf->size, bdf->y_pred, NULL, 1,
                 &(TrmSum){(size_t)k + 1, bdf->beta + 1, bdf->phi + 1});
  trm_vector_sum(bdf->size, bdf->dy_pred, NULL, 1, &(TrmSum){(size_t)k, rate + 2, bdf->phi + 2});
}

void trm_bdf_estimate(const TrmStepper *s, TrmBdf *bdf, int k) {
  size_t n = s->ode->n;
  double size = bdf->norm(s, bdf->e, s->y, bdf->y_new);
  bdf->err = bdf->error_factor * size;
  bdf->err_k = bdf->sigma[k + 1] * size;
  bdf->err_km1 = 0;
  bdf->lower = 0;
  if (k < 2) return;
  double term = (k + 1) * bdf->err_k, beta = bdf->beta[k + 1];
  for (size_t i = 0; i < n; i++) bdf->r[i] = bdf->e[i] + beta * bdf->phi[k + 1][i];
  bdf->err_km1 = bdf->sigma[k] * bdf->norm(s, bdf->r, s->y, bdf->y_new);
  double term_km1 = k * bdf->err_km1;
  if (k == 2) {
    bdf->lower = term_km1 <= term / 2;
    return;
  }
  beta = bdf->beta[k];
  for (size_t i = 0; i < n; i++) bdf->r[i] += beta * bdf->phi[k][i];
  double err_km2 = bdf->sigma[k - 1] * bdf->norm(s, bdf->r, s->y, bdf->y_new);
  bdf->lower = fmax(term_km1, (k - 1) * err_km2) <= term;
}

void trm_bdf_update(TrmBdf *bdf, int k) {
  size_t n = bdf->size;
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
  for (int i = 1; i <= k + 1; i++) bdf->scalar[TRM_BDF_PSI + i] = bdf->psi[i];
}

void trm_bdf_choose(TrmStepper *s, TrmBdf *bdf, int k, int k_old) {
  double h = bdf->h;
  int cap = (int)bdf->scalar[TRM_BDF_CAP];
  int next = bdf->lower ? k - 1 : k;
  double err = bdf->lower ? bdf->err_km1 : bdf->err_k;
  if (bdf->lower || k >= cap) bdf->scalar[TRM_BDF_CLIMBING] = 0;
  if (bdf->scalar[TRM_BDF_CLIMBING] > 0) {
    bdf->scalar[TRM_BDF_ORDER] = k + 1;
    s->natural = 2 * h;
  } else {
    /* with steps of the same size the error of order k + 1 can be known too */
    if (!bdf->lower && k < cap && k + 1 < bdf->scalar[TRM_BDF_SAME] && k - k_old != 1) {
      for (size_t i = 0; i < s->ode->n; i++) bdf->r[i] = bdf->e[i] - bdf->phi[k + 2][i];
      double term = (k + 1) * bdf->err_k, up = bdf->norm(s, bdf->r, s->y, bdf->y_new);
      if (k > 1 && k * bdf->err_km1 <= fmin(term, up)) {
        next = k - 1;
        err = bdf->err_km1;
      } else if (k == 1 ? up < term / 2 : up < term) {
        next = k + 1;
        err = up / (k + 2);
      }
    }
    double factor = pow(2 * err + 1e-4, -1.0 / (next + 1));
    if (factor >= bdf->growth)
      s->natural = fmin(2, factor) * h;
    else if (factor <= 1)
      s->natural = h * fmax(0.5, fmin(0.9, factor));
    else
      s->natural = h;
    bdf->scalar[TRM_BDF_ORDER] = next;
  }
  if (s->control.largest > 0) s->natural = fmin(s->natural, s->control.largest);
}

void trm_bdf_accept(TrmStepper *s, TrmBdf *bdf, double natural, double t_new, int k) {
  double h = bdf->h;
  int k_old = (int)bdf->scalar[TRM_BDF_ORDER_OLD];
  int same = h == bdf->scalar[TRM_BDF_H_OLD] && k == k_old;
  bdf->scalar[TRM_BDF_SAME] = fmin((same ? bdf->scalar[TRM_BDF_SAME] : 0) + 1, k_old + 2);
  bdf->scalar[TRM_BDF_ORDER_OLD] = s->order = k;
  bdf->scalar[TRM_BDF_H_OLD] = h;
  trm_bdf_choose(s, bdf, k, k_old);
  trm_bdf_update(bdf, k);
  trm_stepper_accept(s, t_new, bdf->y_new);

  /* one that the limit cut short says less than the one before it */
  if (h < 0.99 * natural && s->natural >= h) s->natural = fmax(s->natural, natural);
}

double trm_bdf_refuse(TrmBdf *bdf, int k, int times, int has_error, double without) {
  double factor = has_error ? 0.25 : without;
  bdf->scalar[TRM_BDF_CLIMBING] = 0;
  bdf->scalar[TRM_BDF_H_OLD] = 0;
  if (has_error && times <= 2) {
    int next = bdf->lower ? k - 1 : k;
    double err = bdf->lower ? bdf->err_km1 : bdf->err_k;
    if (times == 1) factor = fmax(0.25, fmin(0.9, 0.9 * pow(2 * err + 1e-4, -1.0 / (next + 1))));
    bdf->scalar[TRM_BDF_ORDER] = next;
  } else if (times > 2) {
    bdf->scalar[TRM_BDF_ORDER] = 1;
  }
  return factor;
}

void trm_bdf_interpolate(const TrmStepper *s, const TrmBdf *bdf, double t, double *y) {
  int k = (int)bdf->scalar[TRM_BDF_ORDER_OLD];
  double past = t - s->t, factor[TRM_BDF_HIGHEST + 3];
  const double *psi = bdf->scalar + TRM_BDF_PSI;
  if (t == s->t || !(s->t > s->t_old)) {
    memcpy(y, s->y, bdf->size * sizeof(double));
    return;
  }
  /* a step too short to have differences of its own */
  if (psi[1] != s->t - s->t_old && (s->t - s->t_old) < 0.5 * psi[1]) {
    double part = (t - s->t_old) / (s->t - s->t_old);
    for (size_t i = 0; i < bdf->size; i++) y[i] = s->y_old[i] + part * (s->y[i] - s->y_old[i]);
    return;
  }
  factor[1] = past / psi[1];
  for (int j = 2; j <= k; j++) factor[j] = factor[j - 1] * ((past + psi[j - 1]) / psi[j]);
  /* from the end that is nearer, so that rounding is small there */
  int early = t - s->t_old < 0.5 * psi[1];
  if (early) factor[1] = (t - s->t_old) / psi[1];
  trm_vector_sum(bdf->size, y, early ? s->y_old : s->y, 1,
                 &(TrmSum){(size_t)k, factor + 1, bdf->phi + 2});
}

int trm_bdf_degree(const TrmBdf *bdf) {
  return (int)bdf->scalar[bdf->scalar[TRM_BDF_ORDER_OLD] > 0 ? TRM_BDF_ORDER_OLD : TRM_BDF_ORDER];
}

void trm_bdf_shift(TrmStepper *s, TrmBdf *bdf, double t_new) {
  const double *psi = bdf->scalar + TRM_BDF_PSI;
  int k = trm_bdf_degree(bdf);
  double at[TRM_BDF_HIGHEST + 1] = {0}, factor[TRM_BDF_HIGHEST + 2];
  /* values of the polynomial at times as far apart as before */
  for (int j = 0; j <= k; j++) {
    double past = t_new - s->t;
    if (j > 0) at[j] = -psi[j];
    past += at[j];
    factor[1] = past / psi[1];
    for (int i = 2; i <= k; i++) factor[i] = factor[i - 1] * ((past + psi[i - 1]) / psi[i]);
    trm_vector_sum(bdf->size, bdf->value[j], bdf->phi[1], 1,
                   &(TrmSum){(size_t)k, factor + 1, bdf->phi + 2});
  }
  memcpy(bdf->value[0], bdf->y_new, bdf->size * sizeof(double));
  /* their differences */
  for (int level = 1; level <= k; level++)
    for (int j = k; j >= level; j--) {
      double *v = bdf->value[j], *w = bdf->value[j - 1], gap = at[j - level] - at[j];
      for (size_t i = 0; i < bdf->size; i++) v[i] = (w[i] - v[i]) / gap;
    }
  double unit = 1;
  for (int j = 0; j <= k; j++) {
    if (j > 0) unit *= psi[j];
    for (size_t i = 0; i < bdf->size; i++) bdf->phi[j + 1][i] = unit * bdf->value[j][i];
  }
  bdf->scalar[TRM_BDF_SAME] = 0;
  trm_stepper_accept(s, t_new, bdf->y_new);
}
