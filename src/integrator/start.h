/* SPDX-License-Identifier: Apache-2.0
 *
 * Start: the first step, from y' and an estimate of y'' by one step of Euler's method (Hairer,
 * Norsett and Wanner, Solving Ordinary Differential Equations I, II.4).
 */
#ifndef TRM_INTEGRATOR_START_H
#define TRM_INTEGRATOR_START_H

#include "integrator/integrator.h"

/* Set stepper->natural to control.first, or else find it for a method of `order` by one more
 * evaluation before `limit`; dy[n] is the rate at (t, y), work[2 n] room. Less than TRM_OK: a call
 * failed. */
TrmStatus trm_stepper_start(TrmStepper *stepper, int order, double limit, const double *dy,
                            double *work);

#endif
