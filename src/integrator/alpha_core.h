/* SPDX-License-Identifier: Apache-2.0
 *
 * Alpha methods on the constraints, for hht and generalized_alpha: Newmark's formulas with a
 * weighted mean of accelerations.
 */
#ifndef TRM_INTEGRATOR_ALPHA_CORE_H
#define TRM_INTEGRATOR_ALPHA_CORE_H

#include "integrator/integrator.h"

/* (1 - m) a_new + m a = (1 - f) u'_new + f u', with
 * dp = h u + h^2 ((1/2 - beta) a + beta a_new), u_new = u + h ((1 - gamma) a + gamma a_new) */
typedef struct TrmAlphaNumbers {
  double m, f, beta, gamma;
} TrmAlphaNumbers;

TrmStepper *trm_alpha_make(TrmArena *arena, const TrmIntegratorType *type, const TrmOde *ode,
                           const TrmStepControl *control, TrmAlphaNumbers numbers);
TrmStatus trm_alpha_begin(TrmStepper *stepper, double t, const double *y);
TrmStatus trm_alpha_step(TrmStepper *stepper, double limit);
void trm_alpha_interpolate(const TrmStepper *stepper, double t, double *y);

#endif
