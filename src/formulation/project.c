/* SPDX-License-Identifier: Apache-2.0
 *
 * Projection onto the constraints with the least change in the metric of the masses:
 *   positions   M dq + G' mu = 0, G dq = -phi,   repeated until phi is rounding,
 *   velocities  M du + G' mu = 0, G du = -(G u + phi_t).
 * The factor is kept while the gap shrinks well. Tight projection is what keeps a mechanism on its
 * branch through a singular position.
 */
#include "base/clock.h"
#include "formulation/formulation.h"
#include <math.h>
#include <string.h>

enum { MOST_ROUNDS = 25 };
static const double good_gap = 2e-16, loose_gap = 1e-12, bearable_gap = 1e-9;
static const double best_rate = 4e-16, good_rate = 1e-12, bearable_rate = 1e-6;

/* positions that differ by so little share a factor: what it misses is found in the next round */
static const double near_gap = 1e-6;
/* between these a rough correction does */
static const double loosest_gap = 1e-3, tightest_gap = 1e-12;
static const double settled_gap = 1e-14, settled_rate = 1e-13;

/* what opens further in one step has jumped, or would be closed on another branch */
static const double jump_gap = 0.02;

/* largest violation of positions, lengths in parts of the reach */
static double position_gap(TrmFlow *flow) {
  const TrmEquations *eq = flow->eq;
  double gap = 0;
  trm_equations_position(eq, flow->state, flow->phi, NULL, NULL);
  for (size_t i = 0; i < eq->row_count; i++) {
    double size = eq->rows[i].dimension.length == 1 ? flow->reach : 1;
    double value = fabs(flow->phi[i]) / size;
    if (!(value <= gap)) gap = value;
  }
  return gap;
}

/* `near` is set when the factor at hand is as good as one at the new positions */
static TrmStatus close_positions(TrmFlow *flow, double most, int *near) {
  const TrmEquations *eq = flow->eq;
  double gap = position_gap(flow), last = HUGE_VAL;
  if (gap > most) return TRM_RETRY;
  *near = gap > good_gap && gap <= near_gap;
  for (int round = 0; round < MOST_ROUNDS && gap > good_gap; round++) {
    if (!isfinite(gap)) return TRM_RETRY;
    /* rounding is reached where nothing is gained any more */
    int fresh = round == 0 || gap > 0.1 * last;
    if (round > 0 && fresh) *near = 0;
    if (round > 0 && gap < 1e-12 && gap > 0.5 * last) break;
    last = gap;
    TrmStatus status = fresh ? flow->solver->type->factor(flow->solver, flow->state) : TRM_OK;
    for (size_t i = 0; i < eq->row_count; i++) flow->phi[i] = -flow->phi[i];
    if (status == TRM_OK)
      status = flow->solver->type->solve(flow->solver, NULL, flow->phi, flow->dq, NULL);
    if (status != TRM_OK) return TRM_RETRY;
    trm_state_move(eq, flow->state, 1, flow->dq);
    gap = position_gap(flow);
    flow->corrections++;
  }
  flow->loose = gap > loose_gap ? flow->loose + 1 : 0;
  return gap <= bearable_gap ? TRM_OK : TRM_RETRY;
}

/* largest violation of velocities, in sizes per second; gamma = -(G u + phi_t). The largest
 * velocity so far is in *speed. */
static double velocity_gap(TrmFlow *flow, double *speed) {
  const TrmEquations *eq = flow->eq;
  double gap = 0;
  for (size_t i = 0; i < eq->row_count; i++) {
    double sum = -flow->phi_t[i], size = fabs(flow->phi_t[i]);
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) {
      double part = flow->G[k] * flow->u[eq->column[k]];
      sum -= part;
      size += fabs(part);
    }
    flow->gamma[i] = sum;
    double unit = eq->rows[i].dimension.length == 1 ? flow->reach : 1;
    gap = fmax(gap, fabs(sum) / unit);
    *speed = fmax(*speed, size / unit);
  }
  return gap;
}

static TrmStatus close_velocities(TrmFlow *flow, int near) {
  const TrmEquations *eq = flow->eq;
  trm_equations_position(eq, flow->state, NULL, flow->G, flow->phi_t);
  trm_state_get_velocity(eq, flow->state, flow->u);
  TrmStatus status = near ? TRM_OK : flow->solver->type->factor(flow->solver, flow->state);
  double speed = 0, gap = HUGE_VAL, last = HUGE_VAL;
  if (status != TRM_OK) return TRM_RETRY;
  /* two rounds where one does not do, and more while a weak factor needs them */
  for (int round = 0; round < MOST_ROUNDS; round++) {
    gap = velocity_gap(flow, &speed);
    if (round > 0 && gap <= best_rate * speed) break;
    if (round > 1 && (gap <= good_rate * speed || !(gap < 0.9 * last))) break;
    last = gap;
    status = flow->solver->type->solve(flow->solver, NULL, flow->gamma, flow->dq, NULL);
    if (status != TRM_OK) return TRM_RETRY;
    for (size_t k = 0; k < eq->column_count; k++) flow->u[k] += flow->dq[k];
  }
  trm_state_set_velocity(eq, flow->state, flow->u);
  /* constraints that ask for different velocities */
  return gap <= bearable_rate * fmax(speed, 1e-6) ? TRM_OK : TRM_RETRY;
}

/* one of the solutions of a settling */
static TrmStatus solve_rough(TrmFlow *flow, const double *g) {
  TrmSolver *solver = flow->solver;
  TrmStatus status = solver->type->factor(solver, flow->state);
  solver->rough = 1;
  if (status == TRM_OK) status = solver->type->solve(solver, NULL, g, flow->dq, NULL);
  solver->rough = 0;
  return status == TRM_OK ? TRM_OK : TRM_RETRY;
}

TrmStatus trm_flow_settle(TrmFlow *flow) {
  const TrmEquations *eq = flow->eq;
  double speed = 0;
  if (!eq->row_count) return TRM_OK;
  /* positions, unless all that is open is rounding */
  if (position_gap(flow) > settled_gap) {
    for (size_t i = 0; i < eq->row_count; i++) flow->phi[i] = -flow->phi[i];
    TrmStatus status = solve_rough(flow, flow->phi);
    if (status != TRM_OK) return status;
    trm_state_move(eq, flow->state, 1, flow->dq);
  }
  /* velocities there */
  trm_equations_position(eq, flow->state, NULL, flow->G, flow->phi_t);
  trm_state_get_velocity(eq, flow->state, flow->u);
  if (velocity_gap(flow, &speed) <= settled_rate * speed) return TRM_OK;
  TrmStatus status = solve_rough(flow, flow->gamma);
  if (status != TRM_OK) return status;
  for (size_t k = 0; k < eq->column_count; k++) flow->u[k] += flow->dq[k];
  trm_state_set_velocity(eq, flow->state, flow->u);
  return TRM_OK;
}

static TrmStatus close(TrmFlow *flow, double most) {
  if (!flow->eq->row_count) return TRM_OK;
  flow->projections++;
  int near = 0;
  TrmStatus status = close_positions(flow, most, &near);
  return status == TRM_OK ? close_velocities(flow, near) : status;
}

TrmStatus trm_flow_approach(TrmFlow *flow) {
  const TrmEquations *eq = flow->eq;
  if (!eq->row_count) return TRM_OK;
  double gap = position_gap(flow);
  if (gap <= good_gap) return TRM_OK;
  if (!(gap <= loosest_gap) || gap < tightest_gap) return trm_flow_close_positions(flow);
  for (size_t i = 0; i < eq->row_count; i++) flow->phi[i] = -flow->phi[i];
  TrmStatus status = solve_rough(flow, flow->phi);
  if (status == TRM_OK) trm_state_move(eq, flow->state, 1, flow->dq);
  return status;
}

TrmStatus trm_flow_close_positions(TrmFlow *flow) {
  int near = 0;
  return flow->eq->row_count ? close_positions(flow, jump_gap, &near) : TRM_OK;
}

TrmStatus trm_flow_close(TrmFlow *flow) {
  return close(flow, HUGE_VAL);
}

static TrmStatus project(TrmFlow *flow, double t, double *y) {
  TrmStatus status = trm_flow_unpack(flow, t, y);
  if (status == TRM_OK && flow->type->projects) status = close(flow, jump_gap);
  if (status != TRM_OK || flow->partition) return status;
  trm_flow_pack(flow, flow->state, y);
  return TRM_OK;
}

TrmStatus trm_flow_project(void *context, double t, double *y) {
  TrmFlow *flow = context;
  if (!flow->timed) return project(flow, t, y);
  double began = trm_clock();
  TrmStatus status = project(flow, t, y);
  flow->projecting += trm_clock() - began;
  return status;
}
