/* SPDX-License-Identifier: Apache-2.0
 *
 * generalized_alpha: the method of J. Chung and G. M. Hulbert, 1993, on the constraints: the least
 * damping of slow motions for a given one of the fastest, whose spectral radius is rho.
 */
#include "integrator/alpha_core.h"
#include "integrator/table.h"

static TrmStepper *make(TrmArena *arena, const TrmOde *ode, const TrmStepControl *control) {
  double damping = control->damping > 0 ? control->damping : control->damping < 0 ? 0 : 0.2;
  double rho = 1 - damping, m = (2 * rho - 1) / (rho + 1), f = rho / (rho + 1);
  double gamma = 0.5 + f - m, half = 0.5 + gamma;
  TrmAlphaNumbers numbers = {m, f, half * half / 4, gamma};
  return trm_alpha_make(arena, &trm_integrator_generalized_alpha, ode, control, numbers);
}

const TrmIntegratorType trm_integrator_generalized_alpha = {
    .name = "generalized_alpha",
    .summary = "Newmark's method with means of accelerations on the constraints, order 2, with "
               "numerical damping of fast motions",
    .order = 2,
    .implicit = 1,
    .dae = 1,
    .on_constraints = &trm_integrator_generalized_alpha,
    .make = make,
    .begin = trm_alpha_begin,
    .step = trm_alpha_step,
    .interpolate = trm_alpha_interpolate};
