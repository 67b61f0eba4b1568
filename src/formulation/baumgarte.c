/* SPDX-License-Identifier: Apache-2.0
 *
 * Baumgarte's stabilisation: the constraints are fed back as damped oscillators,
 *   G a = gamma - 2 alpha phi' - beta^2 phi,   phi' = G u + phi_t.
 */
#include "formulation/formulation.h"
#include "formulation/ways.h"

/* phi, G, phi_t, gamma of the flow's state, then g = gamma - 2 damping phi' - stiffness phi */
void trm_flow_feedback(TrmFlow *flow, const TrmLaw *law, double *g) {
  const TrmEquations *eq = flow->eq;
  trm_equations_position(eq, flow->state, flow->phi, flow->G, flow->phi_t);
  trm_state_get_velocity(eq, flow->state, flow->u);
  trm_equations_gamma(eq, flow->state, g);
  for (size_t i = 0; i < eq->row_count; i++) {
    double rate = flow->phi_t[i];
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      rate += flow->G[k] * flow->u[eq->column[k]];
    g[i] -= 2 * law->damping * rate + law->stiffness * flow->phi[i];
  }
}

static TrmLaw law(const TrmFlow *flow) {
  double alpha = flow->options.alpha > 0 ? flow->options.alpha : 10;
  double beta = flow->options.beta > 0 ? flow->options.beta : alpha;
  return (TrmLaw){.damping = alpha, .stiffness = beta * beta};
}

static TrmStatus accelerate(TrmFlow *flow, const double *Q, double *a, double *lambda) {
  TrmLaw numbers = law(flow);
  trm_flow_feedback(flow, &numbers, flow->gamma);
  trm_solver_forces(flow->eq, flow->state, Q, flow->dq);
  TrmStatus status = flow->solver->type->factor(flow->solver, flow->state);
  if (status != TRM_OK) return status;
  return flow->solver->type->solve(flow->solver, flow->dq, flow->gamma, a, lambda);
}

const TrmFormulationType trm_formulation_baumgarte = {
    .name = "baumgarte",
    .summary = "multipliers with the constraints' errors fed back as damped oscillators",
    .accelerate = accelerate,
    .law = law};
