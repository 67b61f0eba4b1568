/* SPDX-License-Identifier: Apache-2.0
 *
 * hht: the method of H. M. Hilber, T. J. R. Hughes and R. L. Taylor, 1977, on the constraints. Its
 * alpha, -1/3 to 0, follows from the spectral radius of the fastest motions, (1 + alpha)/(1 -
 * alpha).
 */
#include "integrator/alpha_core.h"
#include "integrator/table.h"

static TrmStepper *make(TrmArena *arena, const TrmOde *ode, const TrmStepControl *control) {
  double damping = control->damping > 0 ? control->damping : control->damping < 0 ? 0 : 0.2;
  double alpha = -damping / (2 - damping);
  TrmAlphaNumbers numbers = {0, -alpha, (1 - alpha) * (1 - alpha) / 4, 0.5 - alpha};
  return trm_alpha_make(arena, &trm_integrator_hht, ode, control, numbers);
}

const TrmIntegratorType trm_integrator_hht = {
    .name = "hht",
    .summary = "the method of Hilber, Hughes and Taylor on the constraints, order 2, with "
               "numerical damping of fast motions",
    .order = 2,
    .implicit = 1,
    .dae = 1,
    .on_constraints = &trm_integrator_hht,
    .make = make,
    .begin = trm_alpha_begin,
    .step = trm_alpha_step,
    .interpolate = trm_alpha_interpolate};
