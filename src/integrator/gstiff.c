/* SPDX-License-Identifier: Apache-2.0
 *
 * gstiff: backward differentiation of orders 1 to 5 of positions and multipliers (index 3).
 */
#include "integrator/bdf_core.h"
#include "integrator/bdf_dae.h"
#include "integrator/table.h"

static TrmStepper *make(TrmArena *arena, const TrmOde *ode, const TrmStepControl *control) {
  return trm_bdf_dae_make(arena, &trm_integrator_gstiff, ode, control);
}

const TrmIntegratorType trm_integrator_gstiff = {
    .name = "gstiff",
    .summary = "backward differentiation on the constraints themselves, orders 1 to 5, for stiff "
               "systems",
    .order = TRM_BDF_HIGHEST,
    .implicit = 1,
    .dae = 1,
    .on_constraints = &trm_integrator_gstiff,
    .make = make,
    .begin = trm_bdf_dae_begin,
    .step = trm_bdf_dae_step,
    .interpolate = trm_bdf_dae_interpolate};
