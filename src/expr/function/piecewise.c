/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions made of straight pieces: absolute value, sign, extremes, remainder and roundings. Their
 * second and third derivatives are zero; at a kink the derivative is that of the upper side (of the
 * first of equal extremes). The switching values are zero exactly at the kinks and jumps.
 */
#include "expr/function/families.h"
#include "expr/function/kernel.h"

static void abs_kernel(TrmKernel *k) {
  trm_kernel_chain(k, fabs(k->x[0]), k->x[0] < 0 ? -1 : 1, 0, 0);
}

static size_t argument_events(const double *x, size_t n, double *out) {
  memcpy(out, x, n * sizeof *x);
  return n;
}

/* one argument: -1, 0 or 1; two: the size of the first with the sign of the second */
static void sign_kernel(TrmKernel *k) {
  const double *x = k->x;
  if (k->n == 1) {
    trm_kernel_flat(k, x[0] > 0 ? 1 : x[0] < 0 ? -1 : x[0]);
    return;
  }
  double side = x[1] >= 0 ? 1 : x[1] < 0 ? -1 : x[1];
  trm_kernel_flat(k, side * fabs(x[0]));
  if (k->gradient) k->gradient[0] = x[0] < 0 ? -side : side;
}

/* the argument number `which` */
static void pick(TrmKernel *k, size_t which) {
  trm_kernel_flat(k, k->x[which]);
  if (k->gradient) k->gradient[which] = 1;
}

static void min_kernel(TrmKernel *k) {
  size_t best = 0;
  for (size_t i = 1; i < k->n; i++)
    if (k->x[i] < k->x[best] || isnan(k->x[i])) best = i;
  pick(k, best);
}

static void max_kernel(TrmKernel *k) {
  size_t best = 0;
  for (size_t i = 1; i < k->n; i++)
    if (k->x[i] > k->x[best] || isnan(k->x[i])) best = i;
  pick(k, best);
}

/* each argument but the last, less the extreme of the others: one changes sign at any exchange */
static size_t extreme_events(const double *x, size_t n, double *out, double sign) {
  for (size_t i = 0; i + 1 < n; i++) {
    double other = -(double)INFINITY;
    for (size_t j = 0; j < n; j++)
      if (j != i) other = fmax(other, sign * x[j]);
    out[i] = sign * x[i] - other;
  }
  return n - 1;
}

static size_t min_events(const double *x, size_t n, double *out) {
  return extreme_events(x, n, out, -1);
}

static size_t max_events(const double *x, size_t n, double *out) {
  return extreme_events(x, n, out, 1);
}

static void dim_kernel(TrmKernel *k) {
  double d = k->x[0] - k->x[1];
  trm_kernel_flat(k, d < 0 ? 0 : d);
  if (k->gradient && !(d < 0)) {
    k->gradient[0] = 1;
    k->gradient[1] = -1;
  }
}

static size_t dim_events(const double *x, size_t n, double *out) {
  (void)n;
  out[0] = x[0] - x[1];
  return 1;
}

static void mod_kernel(TrmKernel *k) {
  double f = fmod(k->x[0], k->x[1]);
  trm_kernel_flat(k, f);
  if (!k->gradient) return;
  k->gradient[0] = 1;
  k->gradient[1] = isinf(k->x[1]) ? 0 : -round((k->x[0] - f) / k->x[1]);
}

static size_t mod_events(const double *x, size_t n, double *out) {
  (void)n;
  double whole = trm_kernel_whole(x[0] / x[1]);
  out[0] = isinf(x[1]) ? whole : fabs(x[1]) * whole;
  return 1;
}

static void floor_kernel(TrmKernel *k) {
  trm_kernel_chain(k, floor(k->x[0]), 0, 0, 0);
}

static void ceil_kernel(TrmKernel *k) {
  trm_kernel_chain(k, ceil(k->x[0]), 0, 0, 0);
}

static void trunc_kernel(TrmKernel *k) {
  trm_kernel_chain(k, trunc(k->x[0]), 0, 0, 0);
}

static void round_kernel(TrmKernel *k) {
  trm_kernel_chain(k, round(k->x[0]), 0, 0, 0);
}

static size_t whole_events(const double *x, size_t n, double *out) {
  (void)n;
  out[0] = trm_kernel_whole(x[0]);
  return 1;
}

static size_t half_events(const double *x, size_t n, double *out) {
  (void)n;
  out[0] = trm_kernel_whole(x[0] - 0.5);
  return 1;
}

const TrmFunction trm_function_abs = {
    .name = "abs",
    .form = "abs(x)",
    .summary = "absolute value",
    .formula = "x where x >= 0, -x elsewhere",
    .example = "abs(sin(360*deg*time/s))",
    .least = 1,
    .most = 1,
    .rule = TRM_RULE_SAME,
    .kernel = abs_kernel,
    .events = argument_events,
    .paced = TRM_PACED_LINEAR,
};

const TrmFunction trm_function_sign = {
    .name = "sign",
    .form = "sign(x) or sign(a, b)",
    .summary = "sign of x; or the size of a with the sign of b",
    .formula = "-1, 0 or 1; or abs(a) where b >= 0, -abs(a) elsewhere",
    .example = "sign(sin(360*deg*time/s))",
    .least = 1,
    .most = 2,
    .rule = TRM_RULE_ANY,
    .kernel = sign_kernel,
    .events = argument_events,
    .paced = TRM_PACED_LINEAR,
};

const TrmFunction trm_function_min = {
    .name = "min",
    .form = "min(a, b, ...)",
    .summary = "the smallest of two to nine values",
    .formula = "the argument that none is below",
    .example = "min(time, 0.5*s)",
    .least = 2,
    .most = 9,
    .rule = TRM_RULE_SAME,
    .kernel = min_kernel,
    .events = min_events,
    .paced = TRM_PACED_LINEAR,
};

const TrmFunction trm_function_max = {
    .name = "max",
    .form = "max(a, b, ...)",
    .summary = "the largest of two to nine values",
    .formula = "the argument that none is above",
    .example = "max(time, 0.5*s)",
    .least = 2,
    .most = 9,
    .rule = TRM_RULE_SAME,
    .kernel = max_kernel,
    .events = max_events,
    .paced = TRM_PACED_LINEAR,
};

const TrmFunction trm_function_dim = {
    .name = "dim",
    .form = "dim(x, y)",
    .summary = "by how much x is above y",
    .formula = "x - y where x > y, 0 elsewhere",
    .example = "dim(time, 0.5*s)",
    .least = 2,
    .most = 2,
    .rule = TRM_RULE_SAME,
    .kernel = dim_kernel,
    .events = dim_events,
    .paced = TRM_PACED_LINEAR,
};

const TrmFunction trm_function_mod = {
    .name = "mod",
    .form = "mod(x, y)",
    .summary = "remainder of x divided by y, with the sign of x",
    .formula = "x - y trunc(x/y), for y other than 0",
    .example = "mod(time, 0.25*s)",
    .least = 2,
    .most = 2,
    .rule = TRM_RULE_SAME,
    .kernel = mod_kernel,
    .events = mod_events,
    .paced = TRM_PACED_LINEAR,
};

const TrmFunction trm_function_floor = {
    .name = "floor",
    .form = "floor(x)",
    .summary = "the next whole number down",
    .formula = "the largest whole number that is not above x",
    .example = "floor(time/(0.1*s))",
    .least = 1,
    .most = 1,
    .rule = TRM_RULE_SAME,
    .kernel = floor_kernel,
    .events = whole_events,
    .paced = TRM_PACED_LINEAR,
};

const TrmFunction trm_function_ceil = {
    .name = "ceil",
    .form = "ceil(x)",
    .summary = "the next whole number up",
    .formula = "the smallest whole number that is not below x",
    .example = "ceil(time/(0.1*s))",
    .least = 1,
    .most = 1,
    .rule = TRM_RULE_SAME,
    .kernel = ceil_kernel,
    .events = whole_events,
    .paced = TRM_PACED_LINEAR,
};

const TrmFunction trm_function_trunc = {
    .name = "trunc",
    .aliases = "aint|int",
    .form = "trunc(x)",
    .summary = "x without its fraction",
    .formula = "floor(x) where x >= 0, ceil(x) elsewhere",
    .example = "trunc(time/(0.1*s))",
    .least = 1,
    .most = 1,
    .rule = TRM_RULE_SAME,
    .kernel = trunc_kernel,
    .events = whole_events,
    .paced = TRM_PACED_LINEAR,
};

const TrmFunction trm_function_round = {
    .name = "round",
    .aliases = "anint|nint",
    .form = "round(x)",
    .summary = "the nearest whole number",
    .formula = "trunc(x + 1/2) where x >= 0, trunc(x - 1/2) elsewhere",
    .example = "round(time/(0.1*s))",
    .least = 1,
    .most = 1,
    .rule = TRM_RULE_SAME,
    .kernel = round_kernel,
    .events = half_events,
    .paced = TRM_PACED_LINEAR,
};
