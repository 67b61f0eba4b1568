/* SPDX-License-Identifier: Apache-2.0
 *
 * Penalty and augmented Lagrangian: constraints as stiff, damped elements with their own mass,
 *   M a + G' lambda = f,  lambda = lambda* + alpha (G a - gamma + 2 Omega mu phi' + Omega^2 phi),
 * with lambda* = 0 (penalty) or iterated until the constraints hold (augmented Lagrangian, Bayo).
 * alpha counts in parts of each row's effective mass 1 / (G M^-1 G'), so that one number does for
 * every model. Reference: thesis Eq. 3.41-3.44.
 */
#include "formulation/formulation.h"
#include "formulation/ways.h"
#include <math.h>
#include <string.h>

enum { MOST_ITERATIONS = 20 };

/* compliance of each row, 1 / alpha: the diagonal of G M^-1 G' over the penalty factor, where
 * parameters of curves, which have no mass, count as held. A row moves more than the moment of a
 * slender body when others hold it too, so moments count as those of the mass at a typical arm. */
static void soften(TrmFlow *flow, double penalty) {
  const TrmEquations *eq = flow->eq;
  trm_saddle_diagonal(flow->saddle, &flow->sturdy, flow->G, flow->soft);
  for (size_t i = 0; i < eq->row_count; i++) flow->soft[i] /= penalty;
}

/* the law with Omega and mu; penalty factor or its default */
static TrmLaw law_of(const TrmFlow *flow, double factor, double omega) {
  double mu = flow->options.mu > 0 ? flow->options.mu : 1;
  if (flow->options.penalty > 0) factor = flow->options.penalty;
  if (flow->options.omega > 0) omega = flow->options.omega;
  return (TrmLaw){.damping = omega * mu, .stiffness = omega * omega, .penalty = factor};
}

static TrmLaw penalty_law(const TrmFlow *flow) {
  return law_of(flow, 1e8, 100);
}

/* what is iterated */
static TrmLaw round_law(const TrmFlow *flow) {
  return law_of(flow, 1e7, 10);
}

/* what it comes to: constraints that hold */
static TrmLaw augmented_law(const TrmFlow *flow) {
  TrmLaw law = round_law(flow);
  law.penalty = 0;
  return law;
}

static TrmStatus prepare(TrmFlow *flow, const double *Q, const TrmLaw *law) {
  trm_flow_feedback(flow, law, flow->gamma);
  trm_solver_forces(flow->eq, flow->state, Q, flow->dq);
  soften(flow, law->penalty);
  return trm_saddle_factor_soft(flow->saddle, &flow->masses, flow->G, flow->soft);
}

static TrmStatus penalty(TrmFlow *flow, const double *Q, double *a, double *lambda) {
  TrmLaw law = penalty_law(flow);
  TrmStatus status = prepare(flow, Q, &law);
  if (status != TRM_OK) return status;
  return trm_saddle_solve_once(flow->saddle, flow->dq, flow->gamma, a,
                               lambda ? lambda : flow->guess);
}

static TrmStatus augmented(TrmFlow *flow, const double *Q, double *a, double *reactions) {
  const TrmEquations *eq = flow->eq;
  double *lambda = reactions ? reactions : flow->lambda;
  TrmLaw law = round_law(flow);
  TrmStatus status = prepare(flow, Q, &law);
  double *g = flow->phi_t; /* no longer needed */
  double last = HUGE_VAL;
  memset(flow->guess, 0, eq->row_count * sizeof *flow->guess);
  for (int round = 0; round < MOST_ITERATIONS && status == TRM_OK; round++) {
    for (size_t i = 0; i < eq->row_count; i++)
      g[i] = flow->gamma[i] - flow->soft[i] * flow->guess[i];
    status = trm_saddle_solve_once(flow->saddle, flow->dq, g, a, lambda);
    /* what the constraints miss, in parts of the largest acceleration they ask for */
    double missed = 0, most = 0;
    for (size_t i = 0; i < eq->row_count; i++) {
      double scale = sqrt(flow->soft[i] * law.penalty);
      if (!(scale > 0)) continue;
      missed = fmax(missed, flow->soft[i] * fabs(lambda[i] - flow->guess[i]) / scale);
      most = fmax(most, fabs(flow->gamma[i]) / scale);
    }
    memcpy(flow->guess, lambda, eq->row_count * sizeof *lambda);
    if (round > 0 && (missed <= 1e-15 * most || missed > 0.5 * last)) break;
    last = missed;
  }
  return status;
}

const TrmFormulationType trm_formulation_penalty = {
    .name = "penalty",
    .summary = "constraints replaced by stiff, damped elements; approximate by design",
    .soft = 1,
    .accelerate = penalty,
    .law = penalty_law};

const TrmFormulationType trm_formulation_augmented_lagrangian = {
    .name = "augmented_lagrangian",
    .summary = "penalty elements whose forces are iterated until the constraints hold, positions "
               "and velocities projected",
    .soft = 1,
    .projects = 1,
    .accelerate = augmented,
    .law = augmented_law};
