/* SPDX-License-Identifier: Apache-2.0
 *
 * A mechanism as equations with multipliers: what is left in them, and how y is moved.
 */
#include "formulation/implicit.h"
#include "formulation/implicit_data.h"
#include "formulation/ways.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "system/forces.h"
#include <math.h>
#include <string.h>

TrmImplicit *trm_implicit_new(TrmArena *arena, TrmFlow *flow, int stabilised, int pair) {
  return trm_implicit_lay_out(arena, flow, stabilised, pair);
}

size_t trm_implicit_multipliers(const TrmImplicit *w) {
  return w->stabilised ? 2 * w->rows : w->rows;
}

size_t trm_implicit_unknowns(const TrmImplicit *w) {
  return w->n;
}

void trm_implicit_scale(const TrmFlow *flow, double *scale) {
  const TrmEquations *eq = flow->eq;
  trm_flow_scale(flow, scale);
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 3; k++) {
      int column = eq->body_column[i][k];
      if (column >= 0) scale[flow->velocities + (size_t)column] = fmin(1, flow->size);
    }
}

/* what an integrator is told: try again smaller, or a failure for good */
static TrmStatus outcome(TrmStatus status) {
  return status < 0 && status != TRM_FAILED ? status : status != TRM_OK ? TRM_RETRY : TRM_OK;
}

/* the numbers of a body's quaternion in y, of which the plane has two; 0: it does not turn */
static int take_turn(const TrmFlow *flow, size_t body, const double *y, double e[4]) {
  const TrmEquations *eq = flow->eq;
  const double *p = y + flow->place[body] + (eq->system->planar ? 2 : 3);
  if (eq->body_column[body][5] < 0) return 0;
  memset(e, 0, 4 * sizeof *e);
  if (eq->system->planar) {
    e[0] = p[0], e[3] = p[1];
  } else {
    memcpy(e, p, 4 * sizeof *e);
  }
  return 1;
}

static void put_turn(const TrmFlow *flow, size_t body, const double e[4], double *y) {
  int planar = flow->eq->system->planar;
  double *p = y + flow->place[body] + (planar ? 2 : 3);
  if (planar) {
    p[0] = e[0], p[1] = e[3];
  } else {
    memcpy(p, e, 4 * sizeof *p);
  }
}

/* second rates of positions: r'' and e'' = (e' (0, w) + e (0, w')) / 2 */
static void take_bends(const TrmFlow *flow, const double *y, const double *dy, double *ddy) {
  const TrmEquations *eq = flow->eq;
  const double *u = y + flow->velocities, *a = dy + flow->velocities;
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    double *p = ddy + flow->place[i], e[4], rate[4], w[4] = {0}, bend[4] = {0}, x[4], z[4];
    for (int k = 0; k < (eq->system->planar ? 2 : 3); k++) p[k] = c[k] >= 0 ? a[c[k]] : 0;
    if (!take_turn(flow, i, y, e)) continue;
    take_turn(flow, i, dy, rate);
    for (int k = 0; k < 3; k++)
      if (c[3 + k] >= 0) w[1 + k] = u[c[3 + k]] / 2, bend[1 + k] = a[c[3 + k]] / 2;
    trm_quat_product(rate, w, x);
    trm_quat_product(e, bend, z);
    for (int k = 0; k < 4; k++) x[k] += z[k];
    put_turn(flow, i, x, ddy);
  }
  for (size_t i = 0; i < eq->curve_count; i++) ddy[flow->curves + i] = a[eq->curve_column[i]];
}

TrmStatus trm_implicit_start(void *context, double t, const double *y, double *dy, double *ddy,
                             double *lambda) {
  TrmFlow *flow = context;
  size_t rows = flow->eq->row_count;
  TrmStatus status = trm_flow_rate(flow, t, y, dy);
  if (status == TRM_OK && !flow->driven) status = trm_flow_accelerate(flow);
  if (status != TRM_OK) return outcome(status);
  take_bends(flow, y, dy, ddy);
  memcpy(lambda, flow->lambda, rows * sizeof *lambda);
  if (flow->implicit->stabilised) memset(lambda + rows, 0, rows * sizeof *lambda);
  return TRM_OK;
}

TrmStatus trm_implicit_settle(void *context, double *y) {
  const TrmFlow *flow = context;
  double e[4], unit[4];
  for (size_t i = 0; i < flow->eq->body_count; i++) {
    if (!take_turn(flow, i, y, e)) continue;
    if (!trm_quat_unit(e, unit)) return TRM_RETRY;
    put_turn(flow, i, unit, y);
  }
  return TRM_OK;
}

void trm_implicit_speeds(void *context, const double *y, const double *rate, double *u) {
  const TrmFlow *flow = context;
  const TrmEquations *eq = flow->eq;
  int planar = eq->system->planar;
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    const double *p = rate + flow->place[i];
    double e[4], turned[4], w[4];
    for (int k = 0; k < (planar ? 2 : 3); k++)
      if (c[k] >= 0) u[c[k]] = p[k];
    if (!take_turn(flow, i, y, e)) continue;
    take_turn(flow, i, rate, turned);
    /* w = 2 e* e' */
    for (int k = 1; k < 4; k++) e[k] = -e[k];
    trm_quat_product(e, turned, w);
    for (int k = 0; k < 3; k++)
      if (c[3 + k] >= 0) u[c[3 + k]] = 2 * w[1 + k];
  }
  for (size_t i = 0; i < eq->curve_count; i++) u[eq->curve_column[i]] = rate[flow->curves + i];
}

void trm_implicit_chart(void *context, const double *from, const double *to, double *x) {
  const TrmFlow *flow = context;
  const TrmEquations *eq = flow->eq;
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    double e[4], f[4], by[4];
    for (int k = 0; k < (eq->system->planar ? 2 : 3); k++)
      if (c[k] >= 0) x[c[k]] = to[flow->place[i] + (size_t)k] - from[flow->place[i] + (size_t)k];
    if (!take_turn(flow, i, from, e)) continue;
    take_turn(flow, i, to, f);
    for (int k = 1; k < 4; k++) e[k] = -e[k];
    trm_quat_product(e, f, by);
    /* the shorter way round */
    double sine = sqrt(by[1] * by[1] + by[2] * by[2] + by[3] * by[3]), cosine = fabs(by[0]);
    double angle = 2 * atan2(sine, cosine), unit = sine > 0 ? angle / sine : 2;
    if (by[0] < 0) unit = -unit;
    for (int k = 0; k < 3; k++)
      if (c[3 + k] >= 0) x[c[3 + k]] = unit * by[1 + k];
  }
  for (size_t i = 0; i < eq->curve_count; i++)
    x[eq->curve_column[i]] = to[flow->curves + i] - from[flow->curves + i];
}

void trm_implicit_chart_speeds(void *context, const double *x, const double *rate, double *u) {
  const TrmFlow *flow = context;
  const TrmEquations *eq = flow->eq;
  memcpy(u, rate, eq->column_count * sizeof *u);
  /* w = x' - (1 - cos)/x^2 x * x' + (x - sin)/x^3 x * (x * x') */
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    if (c[3] < 0) continue;
    const double *t = x + c[3], *v = rate + c[3];
    double square = trm_vec3_dot(t, t), angle = sqrt(square), once[3], twice[3];
    double half = angle > 1e-4 ? sin(angle / 2) / angle : 0.5 - square / 48;
    double a = 2 * half * half;
    double b = angle > 1e-2 ? (angle - sin(angle)) / (square * angle)
                            : 1.0 / 6 - square / 120 + square * square / 5040;
    trm_vec3_cross(t, v, once);
    trm_vec3_cross(t, once, twice);
    for (int k = 0; k < 3; k++) u[c[3] + k] = v[k] - a * once[k] + b * twice[k];
  }
}

TrmStatus trm_implicit_close(void *context, double t, double *y) {
  TrmFlow *flow = context;
  TrmStatus status = trm_flow_unpack(flow, t, y);
  if (status == TRM_OK) status = trm_flow_approach(flow);
  if (status != TRM_OK) return outcome(status);
  for (size_t i = 0; i < flow->eq->body_count; i++) {
    double *p = y + flow->place[i], e[4];
    for (int k = 0; k < (flow->eq->system->planar ? 2 : 3); k++) p[k] = flow->state->body[i].r[k];
    if (take_turn(flow, i, y, e)) put_turn(flow, i, flow->state->e[i], y);
  }
  memcpy(y + flow->curves, flow->state->s, flow->eq->curve_count * sizeof *y);
  return TRM_OK;
}

TrmStatus trm_implicit_follow(void *context, double t, const double *y, int with_work, double *dy) {
  TrmFlow *flow = context;
  const TrmSystem *system = flow->eq->system;
  TrmStatus status = trm_flow_unpack(flow, t, y);
  if (status != TRM_OK) return outcome(status);
  double *course = dy + flow->courses;
  for (size_t i = 0; i < system->motion_count; i++) {
    if (system->motions[i].level > 0) *course++ = flow->state->course[i].rate;
    if (system->motions[i].level > 1) *course++ = flow->state->course[i].second;
  }
  if (!with_work || !flow->counts_work) return TRM_OK;
  /* what reactions put in, from those that fit the velocities: multipliers of a step jump where
   * its size changes */
  if (flow->driven) {
    status = trm_flow_close(flow);
    if (status == TRM_OK) status = trm_flow_accelerate(flow);
    if (status != TRM_OK) return outcome(status);
  } else {
    trm_forces_evaluate(flow->eq, flow->state, flow->Q);
  }
  trm_flow_work_rates(flow, dy + flow->work);
  return TRM_OK;
}

/* out += G' lambda */
static void add_reactions(const TrmFlow *flow, const double *lambda, double *out) {
  const TrmEquations *eq = flow->eq;
  for (size_t i = 0; i < eq->row_count; i++)
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      out[eq->column[k]] += flow->G[k] * lambda[i];
}

/* W (p' - u) + G' mu, and G u + phi_t */
static void take_drift(TrmImplicit *w, const double *y, const double *rate, double *r) {
  const TrmFlow *flow = w->flow;
  const TrmEquations *eq = flow->eq;
  const double *u = y + flow->velocities;
  trm_implicit_speeds(w->flow, y, rate, w->u);
  for (size_t k = 0; k < w->columns; k++) w->u[k] -= u[k];
  trm_weights_apply(eq, &w->metric, w->u, r + w->speeds);
  add_reactions(flow, w->mu, r + w->speeds);
  for (size_t i = 0; i < eq->row_count; i++) {
    double sum = flow->phi_t[i];
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) sum += flow->G[k] * u[eq->column[k]];
    r[w->drift + i] = sum;
    if (eq->rows[i].level == TRM_LEVEL_VELOCITY) r[w->columns + i] = 0;
  }
}

TrmStatus trm_implicit_residual(void *context, double t, const double *y, const double *rate,
                                const double *lambda, double *r) {
  TrmFlow *flow = context;
  TrmImplicit *w = flow->implicit;
  const TrmEquations *eq = flow->eq;
  TrmStatus status = trm_flow_unpack(flow, t, y);
  if (status != TRM_OK) return outcome(status);
  flow->evaluations++;
  memcpy(w->lambda, lambda, trm_implicit_multipliers(w) * sizeof *lambda);
  memcpy(flow->lambda, lambda, eq->row_count * sizeof *lambda);
  trm_forces_evaluate(eq, flow->state, flow->Q);
  trm_equations_position(eq, flow->state, r + w->columns, flow->G, flow->phi_t);
  /* M u' + w x I w + G' lambda - f */
  trm_solver_forces(eq, flow->state, flow->Q, w->f);
  trm_weights_apply(eq, &w->masses, rate + flow->velocities, r);
  for (size_t k = 0; k < w->columns; k++) r[k] -= w->f[k];
  add_reactions(flow, lambda, r);
  /* where positions are closed, rounding in rows that depend on each other is nothing to solve */
  for (size_t i = 0; i < eq->row_count && w->pair; i++) r[w->columns + i] = 0;
  for (size_t i = 0; i < eq->row_count && w->holds && !w->stabilised; i++) {
    if (eq->rows[i].level != TRM_LEVEL_VELOCITY) continue;
    double sum = flow->phi_t[i];
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      sum += flow->G[k] * y[flow->velocities + eq->column[k]];
    r[w->columns + i] = sum;
  }
  if (eq->state_count) {
    trm_states_rate(eq, flow->state, r + w->states);
    for (size_t i = 0; i < eq->state_count; i++)
      r[w->states + i] = rate[flow->states + i] - r[w->states + i];
  }
  if (w->stabilised) take_drift(w, y, rate, r);
  return TRM_OK;
}

void trm_implicit_displace_positions(void *context, const double *x, double *y) {
  const TrmFlow *flow = context;
  const TrmEquations *eq = flow->eq;
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    double *p = y + flow->place[i], e[4], turned[4], unit[4], theta[3] = {0};
    for (int k = 0; k < (eq->system->planar ? 2 : 3); k++)
      if (c[k] >= 0) p[k] += x[c[k]];
    if (!take_turn(flow, i, y, e)) continue;
    for (int k = 0; k < 3; k++)
      if (c[3 + k] >= 0) theta[k] = x[c[3 + k]];
    double angle = sqrt(trm_vec3_dot(theta, theta));
    double part = angle > 1e-4 ? sin(angle / 2) / angle : 0.5 - angle * angle / 48;
    const double by[4] = {cos(angle / 2), part * theta[0], part * theta[1], part * theta[2]};
    trm_quat_product(e, by, turned);
    if (trm_quat_unit(turned, unit)) put_turn(flow, i, unit, y);
  }
  for (size_t i = 0; i < eq->curve_count; i++) y[flow->curves + i] += x[eq->curve_column[i]];
}

void trm_implicit_move(void *context, const double *x, double *y, double *lambda) {
  const TrmFlow *flow = context;
  const TrmImplicit *w = flow->implicit;
  const TrmEquations *eq = flow->eq;
  trm_implicit_displace_positions(context, x, y);
  for (size_t i = 0; i < eq->row_count; i++) lambda[i] += x[w->columns + i];
  for (size_t i = 0; i < eq->state_count; i++) y[flow->states + i] += x[w->states + i];
  if (!w->stabilised) return;
  for (size_t k = 0; k < w->columns; k++) y[flow->velocities + k] += x[w->speeds + k];
  for (size_t i = 0; i < eq->row_count; i++) lambda[w->rows + i] += x[w->drift + i];
}
