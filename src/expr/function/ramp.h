/* SPDX-License-Identifier: Apache-2.0
 *
 * The ramps from 0 to 1 that step, step5, impact, sweep and pulse are made of.
 */
#ifndef TRM_EXPR_FUNCTION_RAMP_H
#define TRM_EXPR_FUNCTION_RAMP_H

#include "expr/jet.h"

/* A ramp at one place: value, first, second and third derivative. */
typedef struct TrmRamp {
  double s, s1, s2, s3;
} TrmRamp;

/* q^2 (3 - 2 q) within 0 < q < 1 */
static inline TrmRamp trm_ramp_cubic(double q) {
  return (TrmRamp){q * q * (3 - 2 * q), 6 * q * (1 - q), 6 - 12 * q, -12};
}

/* q^3 (10 - 15 q + 6 q^2) within 0 < q < 1 */
static inline TrmRamp trm_ramp_quintic(double q) {
  double p = 1 - q;
  return (TrmRamp){q * q * q * (10 + q * (6 * q - 15)), 30 * q * q * p * p,
                   60 * q * p * (1 - 2 * q), 60 * (1 - 6 * q * p)};
}

/* Value and slope of the ramp along a path of q. */
static inline TrmJet trm_ramp_jet(TrmRamp r, TrmJet q) {
  return trm_jet_of(q, r.s, r.s1, r.s2);
}
static inline TrmJet trm_ramp_slope_jet(TrmRamp r, TrmJet q) {
  return trm_jet_of(q, r.s1, r.s2, r.s3);
}

#endif
