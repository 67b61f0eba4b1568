/* SPDX-License-Identifier: Apache-2.0
 *
 * Trigonometric functions. Angles go in and come out in the model's angle unit, worth r radians:
 * sin(x) is the sine of r x radians, asin(x) is the arc sine divided by r.
 */
#include "expr/function/families.h"
#include "expr/function/kernel.h"

static void sin_kernel(TrmKernel *k) {
  double r = k->angle, t = r * k->x[0];
  if (!trm_kernel_derives(k)) {
    k->value = sin(t);
    return;
  }
  double s = sin(t), c = cos(t);
  trm_kernel_chain(k, s, r * c, -r * r * s, -r * r * r * c);
}

static void cos_kernel(TrmKernel *k) {
  double r = k->angle, t = r * k->x[0];
  if (!trm_kernel_derives(k)) {
    k->value = cos(t);
    return;
  }
  double s = sin(t), c = cos(t);
  trm_kernel_chain(k, c, -r * s, -r * r * c, r * r * r * s);
}

static void tan_kernel(TrmKernel *k) {
  double r = k->angle, f = tan(r * k->x[0]), f1 = r * (1 + f * f);
  trm_kernel_chain(k, f, f1, 2 * r * f * f1, 2 * r * f1 * (f1 + 2 * r * f * f));
}

static void asin_kernel(TrmKernel *k) {
  double x = k->x[0], r = k->angle, w = 1 / sqrt((1 - x) * (1 + x));
  trm_kernel_chain(k, asin(x) / r, w / r, x * w * w * w / r,
                   w * w * w * (1 + 3 * x * x * w * w) / r);
}

static void acos_kernel(TrmKernel *k) {
  double x = k->x[0], r = k->angle, w = 1 / sqrt((1 - x) * (1 + x));
  trm_kernel_chain(k, acos(x) / r, -w / r, -x * w * w * w / r,
                   -w * w * w * (1 + 3 * x * x * w * w) / r);
}

static void atan_kernel(TrmKernel *k) {
  double x = k->x[0], r = k->angle, w = 1 / (1 + x * x);
  int far = fabs(x) > 1e100;
  trm_kernel_chain(k, atan(x) / r, w / r, far ? 0 : -2 * x * w * w / r,
                   far ? 0 : w * w * (8 * x * x * w - 2) / r);
}

/* derivatives with cosine c and sine s of the angle and distance h: c/h, -s/h, ... ; none at h = 0;
 * the third are the real and imaginary part of 2 / (x + iy)^3 */
static void atan2_kernel(TrmKernel *k) {
  double y = k->x[0], x = k->x[1], r = k->angle;
  k->value = atan2(y, x) / r;
  if (!trm_kernel_derives(k)) return;
  double h = hypot(x, y);
  if (h == 0) {
    trm_kernel_flat(k, k->value);
    return;
  }
  double c = x / h, s = y / h, w = 1 / (r * h);
  if (k->gradient) {
    k->gradient[0] = c * w;
    k->gradient[1] = -s * w;
  }
  w /= h;
  if (k->hessian) {
    k->hessian[0] = -2 * c * s * w;
    k->hessian[3] = 2 * c * s * w;
    trm_kernel_second(k, 0, 1, (s - c) * (s + c) * w);
  }
  if (!trm_kernel_thirds(k)) return;
  double real = 2 * c * (c * c - 3 * s * s) * w / h,
         imaginary = 2 * s * (s * s - 3 * c * c) * w / h;
  trm_kernel_third(k, 0, 0, 0, -real);
  trm_kernel_third(k, 0, 0, 1, -imaginary);
  trm_kernel_third(k, 0, 1, 1, real);
  trm_kernel_third(k, 1, 1, 1, imaginary);
}

/* zero on the negative x axis, where the angle jumps by a turn; it jumps itself at -90 deg */
static size_t atan2_events(const double *x, size_t n, double *out) {
  (void)n;
  out[0] = x[1] < 0 ? x[0] : hypot(x[0], x[1]);
  return 1;
}

const TrmFunction trm_function_sin = {
    .name = "sin",
    .form = "sin(x)",
    .summary = "sine of an angle",
    .formula = "sin x, x in the model's angle unit",
    .example = "sin(360*deg*time/s)",
    .least = 1,
    .most = 1,
    .rule = TRM_RULE_ANGLE_IN,
    .kernel = sin_kernel,
};

const TrmFunction trm_function_cos = {
    .name = "cos",
    .form = "cos(x)",
    .summary = "cosine of an angle",
    .formula = "cos x, x in the model's angle unit",
    .example = "cos(360*deg*time/s)",
    .least = 1,
    .most = 1,
    .rule = TRM_RULE_ANGLE_IN,
    .kernel = cos_kernel,
};

const TrmFunction trm_function_tan = {
    .name = "tan",
    .form = "tan(x)",
    .summary = "tangent of an angle",
    .formula = "sin x / cos x, x in the model's angle unit",
    .example = "tan(10*deg*time/s)",
    .least = 1,
    .most = 1,
    .rule = TRM_RULE_ANGLE_IN,
    .kernel = tan_kernel,
};

const TrmFunction trm_function_asin = {
    .name = "asin",
    .form = "asin(x)",
    .summary = "arc sine, an angle between -90 deg and 90 deg",
    .formula = "the angle whose sine is x, for -1 <= x <= 1",
    .example = "asin(0.5*sin(360*deg*time/s))",
    .least = 1,
    .most = 1,
    .rule = TRM_RULE_ANGLE_OUT,
    .kernel = asin_kernel,
};

const TrmFunction trm_function_acos = {
    .name = "acos",
    .form = "acos(x)",
    .summary = "arc cosine, an angle between 0 and 180 deg",
    .formula = "the angle whose cosine is x, for -1 <= x <= 1",
    .example = "acos(0.5*sin(360*deg*time/s))",
    .least = 1,
    .most = 1,
    .rule = TRM_RULE_ANGLE_OUT,
    .kernel = acos_kernel,
};

const TrmFunction trm_function_atan = {
    .name = "atan",
    .form = "atan(x)",
    .summary = "arc tangent, an angle between -90 deg and 90 deg",
    .formula = "the angle whose tangent is x",
    .example = "atan(time/s)",
    .least = 1,
    .most = 1,
    .rule = TRM_RULE_ANGLE_OUT,
    .kernel = atan_kernel,
};

const TrmFunction trm_function_atan2 = {
    .name = "atan2",
    .form = "atan2(y, x)",
    .summary = "direction of the point (x, y), an angle between -180 deg and 180 deg",
    .formula = "the angle whose sine and cosine are as y and x",
    .example = "atan2(sin(360*deg*time/s), 2)",
    .least = 2,
    .most = 2,
    .rule = TRM_RULE_ATAN2,
    .kernel = atan2_kernel,
    .events = atan2_events,
};
