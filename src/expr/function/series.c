/* SPDX-License-Identifier: Apache-2.0
 *
 * Series f = sum a_j b_j(t), t = x - x0, called as f(x, x0, a0, a1, ...) with powers (poly) and
 * Chebyshev polynomials (cheby) for b_j, or as f(x, x0, w, a0, a1, ...) with cosines (forcos) and
 * sines (forsin) of j w t, an angle in the model's unit.
 */
#include "expr/function/families.h"
#include "expr/function/kernel.h"

enum { X, X0, W };

/* derivatives by x and x0, those by t known: f1, f2, and b1 of each coefficient from `first` on */
static void shift(TrmKernel *k, size_t first, double f1, double f2, const double *b1) {
  if (k->gradient) {
    k->gradient[X] = f1;
    k->gradient[X0] = -f1;
  }
  if (!k->hessian) return;
  trm_kernel_second(k, X, X, f2);
  trm_kernel_second(k, X0, X0, f2);
  trm_kernel_second(k, X, X0, -f2);
  for (size_t i = first; i < k->n; i++) {
    trm_kernel_second(k, X, i, b1[i]);
    trm_kernel_second(k, X0, i, -b1[i]);
  }
}

/* third derivatives that coefficient i brings, b2 and b3 being those of its function of t */
static void shift_third(TrmKernel *k, size_t i, double b2, double b3) {
  double d = k->d[X] - k->d[X0], rate = (k->x[i] * b3 * d + 2 * k->d[i] * b2) * d;
  k->third[i] = b2 * d * d;
  k->third[X] += rate;
  k->third[X0] -= rate;
}

static void poly_third(TrmKernel *k, double t) {
  double below[3] = {0, 0, 0}, power = 1; /* t^(j-1) and so on down, t^j */
  for (size_t i = 2; i < k->n; i++) {
    double j = (double)(i - 2);
    shift_third(k, i, j * (j - 1) * below[1], j * (j - 1) * (j - 2) * below[2]);
    below[2] = below[1];
    below[1] = below[0];
    below[0] = power;
    power *= t;
  }
}

static void poly_kernel(TrmKernel *k) {
  double t = k->x[X] - k->x[X0], f = 0, f1 = 0, f2 = 0, b1[TRM_FUNCTION_ARGUMENTS];

  /* Horner's rule for f, f' and f''/2 */
  for (size_t i = k->n; i-- > 2;) {
    f2 = f2 * t + f1;
    f1 = f1 * t + f;
    f = f * t + k->x[i];
  }
  k->value = f;
  if (!trm_kernel_derives(k)) return;

  /* by the coefficients: t^j and j t^(j-1) */
  trm_kernel_clear(k);
  if (trm_kernel_thirds(k)) poly_third(k, t);
  double power = 1, below = 0;
  for (size_t i = 2; i < k->n; i++) {
    if (k->gradient) k->gradient[i] = power;
    b1[i] = (double)(i - 2) * below;
    below = power;
    power *= t;
  }
  shift(k, 2, f1, 2 * f2, b1);
}

static void cheby_third(TrmKernel *k, double t) {
  double now[4] = {1, 0, 0, 0}, before[4] = {t, 1, 0, 0};
  for (size_t i = 2; i < k->n; i++) {
    shift_third(k, i, now[2], now[3]);
    for (int order = 3; order >= 0; order--) {
      double next = 2 * (t * now[order] + (order ? order * now[order - 1] : 0)) - before[order];
      before[order] = now[order];
      now[order] = next;
    }
  }
}

/* by T_j+1 = 2 t T_j - T_j-1 and its derivatives */
static void cheby_kernel(TrmKernel *k) {
  double t = k->x[X] - k->x[X0], f = 0, f1 = 0, f2 = 0, b1[TRM_FUNCTION_ARGUMENTS];
  double now[3] = {1, 0, 0}, before[3] = {t, 1, 0}; /* T_0 and T_-1 = T_1 */
  trm_kernel_clear(k);
  if (trm_kernel_thirds(k)) cheby_third(k, t);
  for (size_t i = 2; i < k->n; i++) {
    if (k->gradient) k->gradient[i] = now[0];
    f += k->x[i] * now[0];
    f1 += k->x[i] * now[1];
    f2 += k->x[i] * now[2];
    b1[i] = now[1];
    double next[3] = {2 * t * now[0] - before[0], 2 * (now[0] + t * now[1]) - before[1],
                      2 * (2 * now[1] + t * now[2]) - before[2]};
    memcpy(before, now, sizeof now);
    memcpy(now, next, sizeof now);
  }
  k->value = f;
  shift(k, 2, f1, f2, b1);
}

/* second rates of the gradient: b by the coefficients, and the slope by the phase w t */
static void fourier_third(TrmKernel *k, int sine) {
  TrmJet t = trm_jet_add(trm_kernel_jet(k, X), -1, trm_kernel_jet(k, X0));
  TrmJet w = trm_kernel_jet(k, W), phase = trm_jet_times(w, t), slope = {0, 0, 0};
  k->third[3] = 0;
  for (size_t i = 4; i < k->n; i++) {
    double r = (double)(i - 3) * k->angle, s = sin(r * phase.f), c = cos(r * phase.f);
    double b = sine ? s : c, b1 = r * (sine ? c : -s);
    TrmJet by_phase = trm_jet_of(phase, b1, -r * r * b, -r * r * b1);
    k->third[i] = trm_jet_of(phase, b, b1, -r * r * b).dd;
    slope = trm_jet_add(slope, 1, trm_jet_times(trm_kernel_jet(k, i), by_phase));
  }
  k->third[X] = trm_jet_times(slope, w).dd;
  k->third[X0] = -k->third[X];
  k->third[W] = trm_jet_times(slope, t).dd;
}

/* sum of a_j b(j w t); b is the cosine, or the sine with the constant a0 kept */
static void fourier(TrmKernel *k, int sine) {
  double t = k->x[X] - k->x[X0], w = k->x[W], f = k->x[3], p1 = 0, p2 = 0;
  double b1[TRM_FUNCTION_ARGUMENTS] = {0};
  if (trm_kernel_derives(k)) trm_kernel_clear(k);

  /* p1, p2: derivatives by the phase w t; b1: of each coefficient's function */
  if (k->gradient) k->gradient[3] = 1;
  for (size_t i = 4; i < k->n; i++) {
    double r = (double)(i - 3) * k->angle, s = sin(r * w * t), c = cos(r * w * t);
    double b = sine ? s : c;
    f += k->x[i] * b;
    b1[i] = r * (sine ? c : -s);
    p1 += k->x[i] * b1[i];
    p2 -= k->x[i] * r * r * b;
    if (k->gradient) k->gradient[i] = b;
  }
  k->value = f;
  if (!trm_kernel_derives(k)) return;

  if (k->third) fourier_third(k, sine);

  /* by w, the phase being w t */
  if (k->gradient) k->gradient[W] = p1 * t;
  if (k->hessian) {
    trm_kernel_second(k, W, W, p2 * t * t);
    trm_kernel_second(k, W, X, p1 + p2 * w * t);
    trm_kernel_second(k, W, X0, -(p1 + p2 * w * t));
    for (size_t i = 4; i < k->n; i++) trm_kernel_second(k, W, i, b1[i] * t);
  }
  for (size_t i = 4; i < k->n; i++) b1[i] *= w;
  shift(k, 4, p1 * w, p2 * w * w, b1);
}

static void forcos_kernel(TrmKernel *k) {
  fourier(k, 0);
}

static void forsin_kernel(TrmKernel *k) {
  fourier(k, 1);
}

const TrmFunction trm_function_poly = {
    .name = "poly",
    .form = "poly(x, x0, a0, a1, ...)",
    .summary = "polynomial about x0",
    .formula = "a0 + a1 t + a2 t^2 + ..., t = x - x0",
    .example = "poly(time, 0, 1, 0.5, -0.25)",
    .least = 3,
    .most = 0,
    .rule = TRM_RULE_ANY,
    .kernel = poly_kernel,
};

const TrmFunction trm_function_cheby = {
    .name = "cheby",
    .form = "cheby(x, x0, a0, a1, ...)",
    .summary = "sum of Chebyshev polynomials about x0",
    .formula = "a0 T0(t) + a1 T1(t) + ..., t = x - x0, T0 = 1, T1 = t, Tj = 2 t Tj-1 - Tj-2",
    .example = "cheby(time, 1, 1, 0.5, -0.25)",
    .least = 3,
    .most = 0,
    .rule = TRM_RULE_ANY,
    .kernel = cheby_kernel,
};

const TrmFunction trm_function_forcos = {
    .name = "forcos",
    .form = "forcos(x, x0, w, a0, a1, ...)",
    .summary = "Fourier series of cosines",
    .formula = "a0 + a1 cos(w t) + a2 cos(2 w t) + ..., t = x - x0, w t in the model's angle unit",
    .example = "forcos(time, 0, 360*deg/s, 1, 0.5, 0.25)",
    .least = 4,
    .most = 0,
    .rule = TRM_RULE_ANY,
    .kernel = forcos_kernel,
};

const TrmFunction trm_function_forsin = {
    .name = "forsin",
    .form = "forsin(x, x0, w, a0, a1, ...)",
    .summary = "Fourier series of sines",
    .formula = "a0 + a1 sin(w t) + a2 sin(2 w t) + ..., t = x - x0, w t in the model's angle unit",
    .example = "forsin(time, 0, 360*deg/s, 1, 0.5, 0.25)",
    .least = 4,
    .most = 0,
    .rule = TRM_RULE_ANY,
    .kernel = forsin_kernel,
};
