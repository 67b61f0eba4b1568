/* SPDX-License-Identifier: Apache-2.0
 *
 * Partial derivatives of x/y, x^n, x^y, atan2(x, y), sqrt(x^2 + y^2) and the functions that have an
 * operation of their own.
 */
#include "expr/slope.h"
#include "expr/constant.h"
#include <math.h>

/* factor x^n, where a factor of zero wins over an infinite power */
static double scaled_power(double factor, double x, double n) {
  return factor == 0 ? 0 : factor * trm_constant_power(x, n);
}

/* x^y log(x)^n by y; zero for x = 0, y > 0 and where x < 0 */
static double log_power(double x, double y, int n) {
  if (x < 0 || (x == 0 && y > 0)) return 0;
  double l = log(x);
  return pow(x, y) * (n == 1 ? l : n == 2 ? l * l : l * l * l);
}

/* first and second derivative of a function of one operand; 0 when it is none */
static int slope_one(const TrmOp *o, double x, double f, double *first, double *second) {
  switch (o->code) {
  case TRM_DO_SINE:
    *first = cos(x);
    *second = -f;
    return 1;
  case TRM_DO_COSINE:
    *first = -sin(x);
    *second = -f;
    return 1;
  case TRM_DO_EXPONENTIAL: *first = *second = f; return 1;
  case TRM_DO_TANH:
    *first = (1 - f) * (1 + f);
    *second = -2 * f * *first;
    return 1;
  case TRM_DO_STEP: trm_slope_step(o, x, first, second); return 1;
  case TRM_DO_POLYNOMIAL:
    *first = trm_slope_polynomial_first(o, x);
    *second = trm_slope_polynomial_second(o, x);
    return 1;
  default: return 0;
  }
}

int trm_slope_first(const TrmOp *o, const double *v, TrmSlope *d) {
  double x = v[o->a], y = v[o->b], n = o->k[0], r;
  d->two = 1;
  switch (o->code) {
  case TRM_DO_DIVIDE:
    d->x = 1 / y;
    d->y = -v[o->to] / y;
    return 1;
  case TRM_DO_WHOLE_POWER:
  case TRM_DO_FIXED_POWER:
    d->two = 0;
    d->x = n * trm_constant_power(x, n - 1);
    return 1;
  case TRM_DO_POWER:
    d->x = scaled_power(y, x, y - 1);
    d->y = log_power(x, y, 1);
    return 1;
  case TRM_DO_ATAN2:
    r = x * x + y * y;
    d->x = r > 0 ? y / r : 0;
    d->y = r > 0 ? -x / r : 0;
    return 1;
  case TRM_DO_HYPOTENUSE:
    r = v[o->to];
    d->x = r > 0 ? x / r : 0;
    d->y = r > 0 ? y / r : 0;
    return 1;
  default: d->two = 0; return slope_one(o, x, v[o->to], &d->x, &d->xx);
  }
}

int trm_slope_second(const TrmOp *o, const double *v, TrmSlope *d) {
  double x = v[o->a], y = v[o->b], n = o->k[0], r;
  d->xx = d->xy = d->yy = 0;
  if (!trm_slope_first(o, v, d)) return 0;
  switch (o->code) {
  case TRM_DO_DIVIDE:
    d->xy = -d->x / y;
    d->yy = -2 * d->y / y;
    break;
  case TRM_DO_WHOLE_POWER:
  case TRM_DO_FIXED_POWER: d->xx = n * (n - 1) * trm_constant_power(x, n - 2); break;
  case TRM_DO_POWER:
    d->xx = scaled_power(y * (y - 1), x, y - 2);
    d->xy = x > 0 ? pow(x, y - 1) * (1 + y * log(x)) : 0;
    d->yy = log_power(x, y, 2);
    break;
  case TRM_DO_ATAN2:
    r = x * x + y * y;
    if (!(r > 0)) break;
    d->xx = -2 * x * y / (r * r);
    d->yy = -d->xx;
    d->xy = (x * x - y * y) / (r * r);
    break;
  case TRM_DO_HYPOTENUSE:
    r = v[o->to];
    if (!(r > 0)) break;
    d->xx = d->y * d->y / r;
    d->yy = d->x * d->x / r;
    d->xy = -d->x * d->y / r;
    break;
  default: break;
  }
  return 1;
}

/* third derivative of a function of one operand */
static double third_one(const TrmOp *o, const double *v, const TrmSlope *d) {
  double x = v[o->a], n = o->k[0], f = v[o->to];
  switch (o->code) {
  case TRM_DO_WHOLE_POWER:
  case TRM_DO_FIXED_POWER: return scaled_power(n * (n - 1) * (n - 2), x, n - 3);
  case TRM_DO_SINE:
  case TRM_DO_COSINE: return -d->x;
  case TRM_DO_EXPONENTIAL: return f;
  case TRM_DO_TANH: return 2 * d->x * (2 * f * f - d->x);
  case TRM_DO_STEP:
    if (x <= o->k[0] || x >= o->k[2]) return 0;
    return -12 * (o->k[3] - o->k[1]) * (o->k[4] * o->k[4] * o->k[4]);
  default: return 6 * o->k[3]; /* POLYNOMIAL */
  }
}

int trm_slope_third(const TrmOp *o, const double *v, TrmSlope *d) {
  double x = v[o->a], y = v[o->b], *third = d->third, r, s, c, l;
  third[0] = third[1] = third[2] = third[3] = 0;
  if (!trm_slope_second(o, v, d)) return 0;
  switch (o->code) {
  case TRM_DO_DIVIDE:
    third[2] = -2 * d->xy / y;
    third[3] = -3 * d->yy / y;
    break;
  case TRM_DO_POWER:
    third[0] = scaled_power(y * (y - 1) * (y - 2), x, y - 3);
    third[3] = log_power(x, y, 3);
    if (!(x > 0)) break;
    l = log(x);
    third[1] = pow(x, y - 2) * (2 * y - 1 + y * (y - 1) * l);
    third[2] = pow(x, y - 1) * l * (2 + y * l);
    break;
  case TRM_DO_ATAN2:
    r = sqrt(x * x + y * y), s = x / r, c = y / r, r = r * r * r;
    if (!(r > 0)) break;
    third[2] = 2 * c * (c * c - 3 * s * s) / r;
    third[3] = 2 * s * (s * s - 3 * c * c) / r;
    third[0] = -third[2];
    third[1] = -third[3];
    break;
  case TRM_DO_HYPOTENUSE:
    r = v[o->to], s = d->x, c = d->y, r = r * r;
    if (!(r > 0)) break;
    third[0] = -3 * s * c * c / r;
    third[1] = c * (2 * s * s - c * c) / r;
    third[2] = s * (2 * c * c - s * s) / r;
    third[3] = -3 * c * s * s / r;
    break;
  default: third[0] = third_one(o, v, d); break;
  }
  return 1;
}
