/* SPDX-License-Identifier: Apache-2.0
 *
 * si2: backward differentiation of orders 1 to 5 in the stabilised form (index 2) of C. W. Gear, B.
 * Leimkuhler and G. K. Gupta, 1985: velocities are unknowns too and fit the constraints.
 */
#include "integrator/bdf_core.h"
#include "integrator/bdf_dae.h"
#include "integrator/table.h"

static TrmStepper *make(TrmArena *arena, const TrmOde *ode, const TrmStepControl *control) {
  return trm_bdf_dae_make(arena, &trm_integrator_si2, ode, control);
}

const TrmIntegratorType trm_integrator_si2 = {
    .name = "si2",
    .summary = "backward differentiation on the constraints of positions and of velocities, orders "
               "1 to 5, for stiff systems and smooth accelerations",
    .order = TRM_BDF_HIGHEST,
    .implicit = 1,
    .dae = 2,
    .on_constraints = &trm_integrator_si2,
    .make = make,
    .begin = trm_bdf_dae_begin,
    .step = trm_bdf_dae_step,
    .interpolate = trm_bdf_dae_interpolate};
