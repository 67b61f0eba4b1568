/* SPDX-License-Identifier: Apache-2.0
 *
 * Energy of the bodies: kinetic, and potential in gravity. J.
 */
#ifndef TRM_SYSTEM_ENERGY_H
#define TRM_SYSTEM_ENERGY_H

#include "system/equations.h"

void trm_state_energy(const TrmEquations *eq, const TrmState *state, double *kinetic,
                      double *potential);

#endif
