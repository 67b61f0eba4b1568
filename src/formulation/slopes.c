/* SPDX-License-Identifier: Apache-2.0
 *
 * Slopes. With g = gamma - 2 d phi' - k phi and compliances c = diag(G M^-1 G')/penalty,
 *   (g - G a + c lambda)_q = gamma_q - k G - (G x)_q - 2 d (phi_t)_q,
 *   x = a + 2 d u - 2 lambda/penalty M^-1 G' of each row,
 * so that second derivatives of a row are taken once.
 */
#include "formulation/slopes.h"
#include "system/forces.h"
#include <string.h>

/* entries while they are announced, or put in */
typedef struct Pass {
  TrmSlopes *slopes;
  int announces;
  size_t next[TRM_BY_COUNT], next_phi_rate;
} Pass;

static void put(Pass *pass, TrmSlopeKind kind, size_t row, size_t column, double value) {
  TrmSlopes *s = pass->slopes;
  if (pass->announces) {
    TrmSlope entry = {row, column, 0};
    TRM_PUSH(s->arena, s->entry[kind], s->count[kind], s->capacity[kind], entry);
    return;
  }
  s->entry[kind][pass->next[kind]++].value = value;
}

static size_t rows_before_states(const Pass *pass) {
  const TrmEquations *eq = pass->slopes->flow->eq;
  return eq->column_count + eq->row_count;
}

static void put_force_q(void *context, size_t row, size_t column, double value) {
  put(context, TRM_BY_POSITION, row, column, value);
}

static void put_force_u(void *context, size_t row, size_t column, double value) {
  put(context, TRM_BY_VELOCITY, row, column, value);
}

static void put_force_z(void *context, size_t row, size_t column, double value) {
  put(context, TRM_BY_STATE, row, column, value);
}

static void put_force_r(void *context, size_t row, size_t column, double value) {
  put(context, TRM_BY_READ, row, column, value);
}

static void put_rate_q(void *context, size_t row, size_t column, double value) {
  put(context, TRM_BY_POSITION, rows_before_states(context) + row, column, value);
}

static void put_rate_u(void *context, size_t row, size_t column, double value) {
  put(context, TRM_BY_VELOCITY, rows_before_states(context) + row, column, value);
}

static void put_rate_z(void *context, size_t row, size_t column, double value) {
  put(context, TRM_BY_STATE, rows_before_states(context) + row, column, value);
}

static void put_rate_r(void *context, size_t row, size_t column, double value) {
  put(context, TRM_BY_READ, rows_before_states(context) + row, column, value);
}

static void put_bend(void *context, size_t row, size_t column, double value) {
  put(context, TRM_BY_POSITION, row, column, -value);
}

/* 1 for a row that is off, whose accelerations are not asked for */
static int is_off(const Pass *pass, size_t row) {
  const TrmState *state = pass->slopes->flow->state;
  return state->off && state->off[row];
}

static void put_gamma_q(void *context, size_t row, size_t column, double value) {
  Pass *pass = context;
  if (is_off(pass, row)) value = 0;
  put(pass, TRM_BY_POSITION, pass->slopes->flow->eq->column_count + row, column, value);
}

static void put_gamma_u(void *context, size_t row, size_t column, double value) {
  Pass *pass = context;
  if (is_off(pass, row)) value = 0;
  put(pass, TRM_BY_VELOCITY, pass->slopes->flow->eq->column_count + row, column, value);
}

static void put_sway(void *context, size_t row, size_t column, double value) {
  put_gamma_q(context, row, column, -value);
}

static void put_phi_rate(void *context, size_t row, size_t column, double value) {
  Pass *pass = context;
  TrmSlopes *s = pass->slopes;
  if (pass->announces) {
    TrmSlope entry = {row, column, 0};
    TRM_PUSH(s->arena, s->phi_rate, s->phi_rate_count, s->phi_rate_capacity, entry);
    return;
  }
  s->phi_rate[pass->next_phi_rate++].value = value;
}

/* gyroscopic terms: (w x I w)_w = w~ I - (I w)~ */
static void run_spins(Pass *pass) {
  const TrmFlow *flow = pass->slopes->flow;
  const TrmEquations *eq = flow->eq;
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    const double *I = eq->system->bodies[i].inertia_b, *w = flow->state->body[i].w;
    if (c[3] < 0) continue;
    double h[3], H[9], W[9] = {0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0};
    for (int k = 0; k < 3; k++) h[k] = I[3 * k] * w[0] + I[3 * k + 1] * w[1] + I[3 * k + 2] * w[2];
    const double spin[9] = {0, -h[2], h[1], h[2], 0, -h[0], -h[1], h[0], 0};
    for (int k = 0; k < 9; k++) {
      const double *row = W + 3 * (k / 3);
      H[k] = row[0] * I[k % 3] + row[1] * I[3 + k % 3] + row[2] * I[6 + k % 3] - spin[k];
      put(pass, TRM_BY_VELOCITY, (size_t)c[3 + k / 3], (size_t)c[3 + k % 3], -H[k]);
    }
  }
}

/* what the constraints are fed back with: their own slopes */
static void run_feedback(Pass *pass, const TrmLaw *law) {
  const TrmFlow *flow = pass->slopes->flow;
  const TrmEquations *eq = flow->eq;
  if (!(law->damping > 0 || law->stiffness > 0)) return;
  for (size_t i = 0; i < eq->row_count; i++) {
    double stiffness = eq->rows[i].level == TRM_LEVEL_POSITION ? law->stiffness : 0;
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) {
      put_gamma_q(pass, i, eq->column[k], -stiffness * flow->G[k]);
      put_gamma_u(pass, i, eq->column[k], -2 * law->damping * flow->G[k]);
    }
  }
}

static void run(Pass *pass) {
  TrmSlopes *s = pass->slopes;
  TrmFlow *flow = s->flow;
  const TrmEquations *eq = flow->eq;
  TrmForceSlopes forces = {.force_by_position = put_force_q,
                           .force_by_velocity = put_force_u,
                           .force_by_state = put_force_z,
                           .rate_by_position = put_rate_q,
                           .rate_by_velocity = put_rate_u,
                           .rate_by_state = put_rate_z,
                           .force_by_read = put_force_r,
                           .rate_by_read = put_rate_r,
                           .context = pass};
  TrmLaw law = trm_flow_law(flow);
  trm_equations_position(eq, flow->state, NULL, flow->G, NULL);
  trm_forces_slopes(eq, flow->state, &forces);
  run_spins(pass);
  trm_equations_bend(eq, flow->state, flow->lambda, put_bend, pass);
  trm_state_get_velocity(eq, flow->state, s->u);
  if (s->motion) return;
  trm_equations_gamma_by_position(eq, flow->state, put_gamma_q, pass);
  trm_equations_gamma_by_velocity(eq, flow->state, put_gamma_u, pass);
  run_feedback(pass, &law);
  /* second derivatives of the rows along what stands beside G */
  for (size_t i = 0; i < eq->row_count; i++) {
    double soft = law.penalty > 0 ? 2 * flow->lambda[i] / law.penalty : 0;
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) {
      size_t c = eq->column[k];
      s->x[k] = flow->a[c] + 2 * law.damping * s->u[c] - soft * s->inverse[c] * flow->G[k];
    }
  }
  trm_equations_sway(eq, flow->state, s->x, 2 * law.damping, put_sway, pass);
}

/* (G u + phi_t)_q */
static void run_phi_rate(Pass *pass) {
  TrmSlopes *s = pass->slopes;
  const TrmEquations *eq = s->flow->eq;
  for (size_t k = 0; k < eq->entry_count; k++) s->x[k] = s->u[eq->column[k]];
  trm_equations_sway(eq, s->flow->state, s->x, 1, put_phi_rate, pass);
}

static void invert_masses(TrmSlopes *s) {
  const TrmEquations *eq = s->flow->eq;
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 3; k++) {
      const TrmFlow *flow = s->flow;
      const TrmWeights *masses = flow->type->soft ? &flow->sturdy : &flow->masses;
      const int *c = eq->body_column[i];
      if (c[k] >= 0) s->inverse[c[k]] = 1 / masses->move[i][k];
      if (c[3 + k] >= 0) s->inverse[c[3 + k]] = 1 / masses->turn[i][4 * k];
    }
}

static TrmSlopes *make(TrmArena *arena, TrmFlow *flow, int closes, int motion) {
  const TrmEquations *eq = flow->eq;
  TrmSlopes *s = trm_arena_alloc(arena, sizeof *s);
  s->flow = flow;
  s->arena = arena;
  s->motion = motion;
  s->inverse = trm_arena_array(arena, eq->column_count + 1, sizeof(double));
  s->u = trm_arena_array(arena, eq->column_count + 1, sizeof(double));
  s->x = trm_arena_array(arena, eq->entry_count + 1, sizeof(double));
  invert_masses(s);
  Pass pass = {.slopes = s, .announces = 1};
  run(&pass);
  if (closes) run_phi_rate(&pass);
  return s;
}

TrmSlopes *trm_slopes_new(TrmArena *arena, TrmFlow *flow, int closes) {
  return make(arena, flow, closes, 0);
}

TrmSlopes *trm_slopes_of_motion(TrmArena *arena, TrmFlow *flow, int closes) {
  return make(arena, flow, closes, 1);
}

void trm_slopes_fill(TrmSlopes *slopes) {
  Pass pass = {.slopes = slopes};
  run(&pass);
  if (slopes->phi_rate_count) run_phi_rate(&pass);
}

void trm_slopes_apply(const TrmSlopes *slopes, TrmSlopeKind kind, double factor, const double *x,
                      double *out) {
  const TrmSlope *entry = slopes->entry[kind];
  for (size_t i = 0; i < slopes->count[kind]; i++)
    out[entry[i].row] += factor * entry[i].value * x[entry[i].column];
}

void trm_slopes_close(const TrmSlopes *slopes, double factor, const double *x, double *out) {
  const TrmSlope *entry = slopes->phi_rate;
  for (size_t i = 0; i < slopes->phi_rate_count; i++)
    out[entry[i].row] += factor * entry[i].value * x[entry[i].column];
}
