/* SPDX-License-Identifier: Apache-2.0
 *
 * Slope: first and second partial derivatives of the curved scalar operations of one
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
} TrmSlope;

/* First derivatives; 0 when the operation has none (comparisons, logic). */
int trm_slope_first(const TrmOp *o, const double *v, TrmSlope *d);

/* Second derivatives beside the first. */
int trm_slope_second(const TrmOp *o, const double *v, TrmSlope *d);

/* step(x, k[0], k[1], k[2], k[3]): value, and first and second derivative where not NULL. */
double trm_slope_step(const TrmOp *o, double x, double *first, double *second);

#endif
