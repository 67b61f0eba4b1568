/* SPDX-License-Identifier: Apache-2.0
 *
 * Backward differentiation on the constraints, for gstiff and si2.
 */
#ifndef TRM_INTEGRATOR_BDF_DAE_H
#define TRM_INTEGRATOR_BDF_DAE_H

#include "integrator/integrator.h"

TrmStepper *trm_bdf_dae_make(TrmArena *arena, const TrmIntegratorType *type, const TrmOde *ode,
                             const TrmStepControl *control);
TrmStatus trm_bdf_dae_begin(TrmStepper *stepper, double t, const double *y);
TrmStatus trm_bdf_dae_step(TrmStepper *stepper, double limit);
void trm_bdf_dae_interpolate(const TrmStepper *stepper, double t, double *y);
TrmStatus trm_bdf_dae_restore(TrmStepper *stepper);

#endif
