/* SPDX-License-Identifier: Apache-2.0
 *
 * The ramps from 0 to 1 that step, step5, impact, sweep and pulse are made of.
 */
#ifndef TRM_EXPR_FUNCTION_RAMP_H
#define TRM_EXPR_FUNCTION_RAMP_H

/* A ramp at one place: value, first and second derivative. */
typedef struct TrmRamp {
  double s, s1, s2;
} TrmRamp;

/* q^2 (3 - 2 q) within 0 < q < 1 */
static inline TrmRamp trm_ramp_cubic(double q) {
  return (TrmRamp){q * q * (3 - 2 * q), 6 * q * (1 - q), 6 - 12 * q};
}

/* q^3 (10 - 15 q + 6 q^2) within 0 < q < 1 */
static inline TrmRamp trm_ramp_quintic(double q) {
  double p = 1 - q;
  return (TrmRamp){q * q * q * (10 + q * (6 * q - 15)), 30 * q * q * p * p,
                   60 * q * p * (1 - 2 * q)};
}

#endif
