/* SPDX-License-Identifier: Apache-2.0
 *
 * Slope: first, second and third partial derivatives of the curved scalar operations of one
 * or two operands, from the values in `v`. Where a derivative does not exist (a length of zero, a
 * power of a negative base by its exponent) it counts as zero.
 */
#ifndef TRM_EXPR_SLOPE_H
#define TRM_EXPR_SLOPE_H

#include "expr/program_data.h"

typedef struct TrmSlope {
  int two; /* has a second operand */
  double x, y;
  double xx, xy, yy;
  double third[4]; /* by x three times, ..., by y three times */
} TrmSlope;

/* First derivatives; 0 when the operation has none (comparisons, logic). */
int trm_slope_first(const TrmOp *o, const double *v, TrmSlope *d);

/* Second derivatives beside the first. */
int trm_slope_second(const TrmOp *o, const double *v, TrmSlope *d);

/* Third derivatives beside the first and second. */
int trm_slope_third(const TrmOp *o, const double *v, TrmSlope *d);

/* STEP: value, and first and second derivative where not NULL. */
static inline double trm_slope_step(const TrmOp *o, double x, double *first, double *second) {
  double h0 = o->k[1], h1 = o->k[3], height = h1 - h0, q = (x - o->k[0]) * o->k[4];
  if (x <= o->k[0] || x >= o->k[2]) {
    if (first) *first = 0;
    if (second) *second = 0;
    return x <= o->k[0] ? h0 : h1;
  }
  if (first) *first = 6 * q * (1 - q) * (height * o->k[4]);
  if (second) *second = (6 - 12 * q) * (height * o->k[4] * o->k[4]);
  return h0 + height * (q * q * (3 - 2 * q));
}

/* POLYNOMIAL: value, and its derivatives. */
static inline double trm_slope_polynomial(const TrmOp *o, double a) {
  double x = a + o->k[4];
  return ((o->k[3] * x + o->k[2]) * x + o->k[1]) * x + o->k[0];
}
static inline double trm_slope_polynomial_first(const TrmOp *o, double a) {
  double x = a + o->k[4];
  return (3 * o->k[3] * x + 2 * o->k[2]) * x + o->k[1];
}
static inline double trm_slope_polynomial_second(const TrmOp *o, double a) {
  return 6 * o->k[3] * (a + o->k[4]) + 2 * o->k[2];
}

#endif
