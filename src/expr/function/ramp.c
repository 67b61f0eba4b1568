/* SPDX-License-Identifier: Apache-2.0
 *
 * Transitions from h0 at x0 to h1 at x1: h0 + (h1 - h0) s(q), q = (x - x0)/(x1 - x0) kept between 0
 * and 1. step is a cubic (once continuously differentiable), step5 a quintic (twice), havsin half a
 * sine wave. All five arguments have exact derivatives; with x1 = x0 the transition is a jump.
 */
#include "expr/function/ramp.h"
#include "expr/function/families.h"
#include "expr/function/kernel.h"

enum { X, X0, H0, X1, H1 };

/* the value h[which] before or after the transition */
static void level(TrmKernel *k, size_t which) {
  trm_kernel_flat(k, k->x[which]);
  if (k->gradient) k->gradient[which] = 1;
}

/* q where it lies between 0 and 1; otherwise writes the level and returns 0 */
static int within(TrmKernel *k, double *q) {
  const double *x = k->x;
  double width = x[X1] - x[X0], ahead = x[X] - x[X0];
  if ((width == 0 || isinf(width)) && !isnan(ahead)) {
    level(k, ahead < 0 ? H0 : H1);
    return 0;
  }
  *q = ahead / width;
  if (*q <= 0) level(k, H0);
  if (*q >= 1) level(k, H1);
  return !(*q <= 0 || *q >= 1);
}

/* second rates of the gradient from the ramp at q */
static void transition_third(TrmKernel *k, TrmRamp r) {
  TrmJet x0 = trm_kernel_jet(k, X0), h0 = trm_kernel_jet(k, H0);
  TrmJet inverse = trm_jet_inverse(trm_jet_add(trm_kernel_jet(k, X1), -1, x0));
  TrmJet q = trm_jet_times(trm_jet_add(trm_kernel_jet(k, X), -1, x0), inverse);
  TrmJet height = trm_jet_add(trm_kernel_jet(k, H1), -1, h0);
  TrmJet by_x = trm_jet_times(trm_jet_times(height, trm_ramp_slope_jet(r, q)), inverse);
  TrmJet by_x1 = trm_jet_scale(-1, trm_jet_times(by_x, q));
  k->third[X] = by_x.dd;
  k->third[X0] = -by_x1.dd - by_x.dd;
  k->third[X1] = by_x1.dd;
  k->third[H1] = trm_ramp_jet(r, q).dd;
  k->third[H0] = -k->third[H1];
}

/* value and derivatives from the ramp at q */
static void transition(TrmKernel *k, double q, TrmRamp r) {
  const double *x = k->x;
  double width = x[X1] - x[X0], height = x[H1] - x[H0];
  k->value = x[H0] + height * r.s;
  if (!trm_kernel_derives(k)) return;

  /* first derivatives of q by x, x0, x1 */
  const size_t at[3] = {X, X0, X1};
  const double d[3] = {1 / width, (q - 1) / width, -q / width};
  if (k->gradient) {
    for (int i = 0; i < 3; i++) k->gradient[at[i]] = height * r.s1 * d[i];
    k->gradient[H0] = 1 - r.s;
    k->gradient[H1] = r.s;
  }
  if (k->third) transition_third(k, r);
  if (!k->hessian) return;

  /* second derivatives of q, times width^2 */
  const double dd[3][3] = {{0, 1, -1}, {1, 2 * (q - 1), 1 - 2 * q}, {-1, 1 - 2 * q, 2 * q}};
  memset(k->hessian, 0, 25 * sizeof *k->hessian);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++)
      k->hessian[at[i] * 5 + at[j]] =
          height * (r.s2 * (d[i] * d[j]) + r.s1 * dd[i][j] / (width * width));
    trm_kernel_second(k, at[i], H0, -r.s1 * d[i]);
    trm_kernel_second(k, at[i], H1, r.s1 * d[i]);
  }
}

static void step_kernel(TrmKernel *k) {
  double q;
  if (within(k, &q)) transition(k, q, trm_ramp_cubic(q));
}

static void step5_kernel(TrmKernel *k) {
  double q;
  if (within(k, &q)) transition(k, q, trm_ramp_quintic(q));
}

static void havsin_kernel(TrmKernel *k) {
  double q;
  if (!within(k, &q)) return;
  double s = sin((q - 0.5) * TRM_PI), c = trm_kernel_derives(k) ? sin(q * TRM_PI) : 0;
  transition(k, q,
             (TrmRamp){(1 + s) / 2, TRM_PI * c / 2, -TRM_PI * TRM_PI * s / 2,
                       -TRM_PI * TRM_PI * TRM_PI * c / 2});
}

static size_t ramp_events(const double *x, size_t n, double *out) {
  (void)n;
  out[0] = x[X] - x[X0];
  out[1] = x[X] - x[X1];
  return 2;
}

const TrmFunction trm_function_step = {
    .name = "step",
    .form = "step(x, x0, h0, x1, h1)",
    .summary = "smooth transition by a cubic",
    .formula = "h0 + (h1 - h0) q^2 (3 - 2 q), q = (x - x0)/(x1 - x0) kept between 0 and 1",
    .example = "step(time, 0.2*s, 0, 0.8*s, 10)",
    .least = 5,
    .most = 5,
    .rule = TRM_RULE_STEP,
    .kernel = step_kernel,
    .events = ramp_events,
    .paced = TRM_PACED_EVENTS,
};

const TrmFunction trm_function_step5 = {
    .name = "step5",
    .form = "step5(x, x0, h0, x1, h1)",
    .summary = "smoother transition by a quintic",
    .formula =
        "h0 + (h1 - h0) q^3 (10 - 15 q + 6 q^2), q = (x - x0)/(x1 - x0) kept between 0 and 1",
    .example = "step5(time, 0.2*s, 0, 0.8*s, 10)",
    .least = 5,
    .most = 5,
    .rule = TRM_RULE_STEP,
    .kernel = step5_kernel,
    .events = ramp_events,
    .paced = TRM_PACED_EVENTS,
};

const TrmFunction trm_function_havsin = {
    .name = "havsin",
    .form = "havsin(x, x0, h0, x1, h1)",
    .summary = "smooth transition by half a sine wave",
    .formula = "(h0 + h1)/2 + (h1 - h0)/2 sin((q - 1/2) pi), q = (x - x0)/(x1 - x0) kept between 0 "
               "and 1, pi in radians",
    .example = "havsin(time, 0.2*s, 0, 0.8*s, 10)",
    .least = 5,
    .most = 5,
    .rule = TRM_RULE_STEP,
    .kernel = havsin_kernel,
    .events = ramp_events,
    .paced = TRM_PACED_EVENTS,
};
