/* SPDX-License-Identifier: Apache-2.0
 *
 * Formulations whose constraints hold exactly in the accelerations, with multipliers from one block
 * system: constraint_force (the fastest way of elimination, projected), projection (sparse,
 * projected), multipliers (sparse, nothing done about drift) and partitioning (independent
 * coordinates only).
 */
#include "formulation/formulation.h"

static TrmStatus accelerate(TrmFlow *flow, const double *Q, double *a, double *lambda) {
  return flow->solver->type->accelerate(flow->solver, flow->state, Q, a, lambda);
}

const TrmFormulationType trm_formulation_constraint_force = {
    .name = "constraint_force",
    .summary = "constraint forces by the fastest elimination, positions and velocities projected "
               "after every step",
    .projects = 1,
    .accelerate = accelerate};

const TrmFormulationType trm_formulation_projection = {
    .name = "projection",
    .summary = "multipliers from the sparse system, positions and velocities projected after every "
               "step with the masses as weights",
    .solver = "sparse",
    .projects = 1,
    .accelerate = accelerate};

const TrmFormulationType trm_formulation_multipliers = {
    .name = "multipliers",
    .summary = "multipliers from the sparse system; constraints drift with the errors of the steps",
    .solver = "sparse",
    .accelerate = accelerate};

const TrmFormulationType trm_formulation_partitioning = {
    .name = "partitioning",
    .summary = "independent coordinates are integrated, the others follow from the constraints",
    .partitions = 1,
    .accelerate = accelerate};

const TrmFormulationType trm_formulation_index3 = {
    .name = "index3",
    .summary = "positions and multipliers are solved for in every step, no accelerations",
    .projects = 1,
    .accelerate = accelerate};

const TrmFormulationType trm_formulation_stabilised = {
    .name = "stabilised",
    .summary = "positions, velocities and multipliers are solved for in every step",
    .projects = 1,
    .accelerate = accelerate};
