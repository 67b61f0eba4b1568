/* SPDX-License-Identifier: Apache-2.0
 *
 * Roots, exponentials, logarithms and hyperbolic functions. Outside its domain a function is not a
 * number; at the edge of it (the root of 0) the derivatives are infinite.
 */
#include "expr/function/families.h"
#include "expr/function/kernel.h"

static void sqrt_kernel(TrmKernel *k) {
  double x = k->x[0] + 0.0, f = sqrt(x); /* -0 + 0 is 0 */
  trm_kernel_chain(k, f, 0.5 / f, -0.25 / (x * f), 0.375 / (x * x * f));
}

static void exp_kernel(TrmKernel *k) {
  double f = exp(k->x[0]);
  trm_kernel_chain(k, f, f, f, f);
}

static void log_kernel(TrmKernel *k) {
  double x = k->x[0] <= 0 ? (double)NAN : k->x[0];
  trm_kernel_chain(k, log(x), 1 / x, -1 / (x * x), 2 / (x * x * x));
}

static void log10_kernel(TrmKernel *k) {
  const double scale = 0.43429448190325182765; /* 1 / log 10 */
  double x = k->x[0] <= 0 ? (double)NAN : k->x[0];
  trm_kernel_chain(k, log10(x), scale / x, -scale / (x * x), 2 * scale / (x * x * x));
}

static void sinh_kernel(TrmKernel *k) {
  double f = sinh(k->x[0]), f1 = k->gradient || k->third ? cosh(k->x[0]) : 0;
  trm_kernel_chain(k, f, f1, f, f1);
}

static void cosh_kernel(TrmKernel *k) {
  double f = cosh(k->x[0]), f1 = k->gradient || k->third ? sinh(k->x[0]) : 0;
  trm_kernel_chain(k, f, f1, f, f1);
}

static void tanh_kernel(TrmKernel *k) {
  double f = tanh(k->x[0]), f1 = 0;
  if (trm_kernel_derives(k)) {
    double c = cosh(k->x[0]);
    f1 = 1 / (c * c);
  }
  trm_kernel_chain(k, f, f1, -2 * f * f1, 2 * f1 * (2 * f * f - f1));
}

const TrmFunction trm_function_sqrt = {
    .name = "sqrt",
    .form = "sqrt(x)",
    .summary = "square root",
    .formula = "x^(1/2), for x >= 0",
    .example = "sqrt(1 + (time/s)^2)",
    .least = 1,
    .most = 1,
    .rule = TRM_RULE_ROOT,
    .kernel = sqrt_kernel,
};

const TrmFunction trm_function_exp = {
    .name = "exp",
    .form = "exp(x)",
    .summary = "exponential",
    .formula = "e^x",
    .example = "5*exp(-time/(0.2*s))",
    .least = 1,
    .most = 1,
    .rule = TRM_RULE_NUMBER,
    .kernel = exp_kernel,
};

const TrmFunction trm_function_log = {
    .name = "log",
    .aliases = "ln|alog",
    .form = "log(x)",
    .summary = "natural logarithm",
    .formula = "ln x, for x > 0",
    .example = "log(1 + time/s)",
    .least = 1,
    .most = 1,
    .rule = TRM_RULE_NUMBER,
    .kernel = log_kernel,
};

const TrmFunction trm_function_log10 = {
    .name = "log10",
    .aliases = "alog10",
    .form = "log10(x)",
    .summary = "logarithm to base 10",
    .formula = "ln x / ln 10, for x > 0",
    .example = "20*log10(1 + time/s)",
    .least = 1,
    .most = 1,
    .rule = TRM_RULE_NUMBER,
    .kernel = log10_kernel,
};

const TrmFunction trm_function_sinh = {
    .name = "sinh",
    .form = "sinh(x)",
    .summary = "hyperbolic sine",
    .formula = "(e^x - e^-x)/2",
    .example = "sinh(time/s)",
    .least = 1,
    .most = 1,
    .rule = TRM_RULE_NUMBER,
    .kernel = sinh_kernel,
};

const TrmFunction trm_function_cosh = {
    .name = "cosh",
    .form = "cosh(x)",
    .summary = "hyperbolic cosine",
    .formula = "(e^x + e^-x)/2",
    .example = "cosh(time/s)",
    .least = 1,
    .most = 1,
    .rule = TRM_RULE_NUMBER,
    .kernel = cosh_kernel,
};

const TrmFunction trm_function_tanh = {
    .name = "tanh",
    .form = "tanh(x)",
    .summary = "hyperbolic tangent, a smooth sign",
    .formula = "sinh(x)/cosh(x)",
    .example = "tanh(time/(0.01*s))",
    .least = 1,
    .most = 1,
    .rule = TRM_RULE_NUMBER,
    .kernel = tanh_kernel,
};
