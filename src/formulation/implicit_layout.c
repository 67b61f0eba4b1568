/* SPDX-License-Identifier: Apache-2.0
 *
 * Newton's matrix on the constraints: its pattern, found by computing the slopes once, and the
 * slots of all entries. Unknowns are dp, lambda, z, and stabilised du and mu; rows the equations of
 * motion, phi (and G u + phi_t of nonholonomic rows), z', and stabilised p' - u and G u + phi_t.
 * A slope by the turning of a body in space stands in three columns of dp.
 */
#include "formulation/implicit_data.h"
#include "system/second.h"
#include <string.h>

/* Entries are announced, and later looked up, by the same walk. */
typedef struct Walk {
  TrmImplicit *w;
  TrmPattern *pattern; /* NULL: look up */
} Walk;

static size_t at(Walk *walk, size_t row, size_t column) {
  if (!walk->pattern) return trm_sparse_slot(walk->w->matrix, row, column);
  trm_pattern_add(walk->pattern, row, column);
  return 0;
}

/* the entries by the velocity of a column: stabilised in its own column of du, else where dp is */
static void at_velocity(Walk *walk, size_t row, size_t column, size_t slot[3]) {
  const TrmImplicit *w = walk->w;
  if (w->stabilised) {
    slot[0] = at(walk, row, w->speeds + column);
    return;
  }
  for (int k = 0; k < w->wide[column]; k++) slot[k] = at(walk, row, w->first[column] + (size_t)k);
}

static void walk_slopes(Walk *walk) {
  TrmImplicit *w = walk->w;
  const TrmSlopes *s = w->slopes;
  for (size_t i = 0; i < s->count[TRM_BY_POSITION]; i++) {
    const TrmSlope *e = &s->entry[TRM_BY_POSITION][i];
    w->by_position[i] = at(walk, e->row, e->column);
  }
  for (size_t i = 0; i < s->count[TRM_BY_VELOCITY]; i++) {
    const TrmSlope *e = &s->entry[TRM_BY_VELOCITY][i];
    at_velocity(walk, e->row, e->column, w->by_velocity[i]);
  }
  for (size_t i = 0; i < s->count[TRM_BY_STATE]; i++) {
    const TrmSlope *e = &s->entry[TRM_BY_STATE][i];
    w->by_state[i] = at(walk, e->row, w->states + e->column);
  }
  for (size_t i = 0; i < s->phi_rate_count; i++) {
    const TrmSlope *e = &s->phi_rate[i];
    int holds = w->flow->eq->rows[e->row].level == TRM_LEVEL_VELOCITY;
    size_t row = (w->stabilised ? w->drift : w->columns) + e->row;
    if (w->stabilised || holds) w->by_rate[i] = at(walk, row, e->column);
  }
  for (size_t i = 0; i < w->drift_count; i++)
    w->by_drift[i] = at(walk, w->speeds + w->drift_bend[i].row, w->drift_bend[i].column);
}

/* masses of a body's turns, row by row */
static void walk_turn(Walk *walk, size_t body, size_t rows, size_t columns, size_t slot[9]) {
  const int *c = walk->w->flow->eq->body_column[body];
  for (int k = 0; k < 9; k++)
    if (c[3 + k / 3] >= 0 && c[3 + k % 3] >= 0)
      slot[k] = at(walk, rows + (size_t)c[3 + k / 3], columns + (size_t)c[3 + k % 3]);
}

static void walk_masses(Walk *walk) {
  TrmImplicit *w = walk->w;
  const TrmEquations *eq = w->flow->eq;
  size_t speeds = w->stabilised ? w->speeds : 0;
  for (size_t k = 0; k < w->columns; k++) w->own[k] = at(walk, k, speeds + k);
  for (size_t i = 0; i < eq->state_count; i++)
    w->own[w->columns + i] = at(walk, w->states + i, w->states + i);
  for (size_t i = 0; i < eq->body_count; i++) {
    walk_turn(walk, i, 0, speeds, w->turn[i]);
    if (!w->stabilised) continue;
    walk_turn(walk, i, w->speeds, 0, w->kinematic[i]);
    walk_turn(walk, i, w->speeds, w->speeds, w->speed_turn[i]);
  }
  for (size_t k = 0; k < w->columns && w->stabilised; k++) {
    w->speed_own[k] = at(walk, w->speeds + k, w->speeds + k);
    w->speed_move[k] = at(walk, w->speeds + k, k);
  }
}

static void walk_rows(Walk *walk) {
  TrmImplicit *w = walk->w;
  const TrmEquations *eq = w->flow->eq;
  for (size_t i = 0; i < eq->row_count; i++) {
    int holds = eq->rows[i].level == TRM_LEVEL_VELOCITY;
    size_t row = w->columns + i;
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) {
      size_t column = eq->column[k];
      w->upper[k] = at(walk, column, row);
      if (!holds) w->lower[k] = at(walk, row, column);
      if (holds && !w->stabilised) at_velocity(walk, row, column, w->lower_turned[k]);
      if (!w->stabilised) continue;
      w->speed_lower[k] = at(walk, w->drift + i, w->speeds + column);
      w->drift_upper[k] = at(walk, w->speeds + column, w->drift + i);
    }
    /* lambda keeps velocities, mu positions */
    w->soft[i] = at(walk, w->stabilised ? w->drift + i : row, row);
    if (w->stabilised) w->drift_soft[i] = at(walk, row, w->drift + i);
  }
}

static void walk_all(Walk *walk) {
  walk_slopes(walk);
  walk_masses(walk);
  walk_rows(walk);
}

/* (G' mu)_q, announced or filled in */
static void put_drift(void *context, size_t row, size_t column, double value) {
  TrmImplicit *w = context;
  if (w->arena) {
    TrmSlope entry = {row, column, 0};
    TRM_PUSH(w->arena, w->drift_bend, w->drift_count, w->drift_capacity, entry);
    return;
  }
  w->drift_bend[w->drift_next++].value = value;
}

void trm_implicit_take_drift(TrmImplicit *w) {
  w->drift_next = 0;
  trm_equations_bend(w->flow->eq, w->flow->state, w->mu, put_drift, w);
}

/* which columns' rates move a column, and what rows are measured by */
static void lay_columns(TrmImplicit *w, TrmArena *arena) {
  const TrmEquations *eq = w->flow->eq;
  double mean = eq->system->mass / (double)(eq->body_count + !eq->body_count);
  w->first = trm_arena_array(arena, w->columns + 1, sizeof *w->first);
  w->wide = trm_arena_array(arena, w->columns + 1, sizeof *w->wide);
  w->V = trm_arena_array(arena, w->columns + 1, sizeof *w->V);
  w->weight = trm_arena_array(arena, w->columns + 1, sizeof *w->weight);
  for (size_t k = 0; k < w->columns; k++) {
    w->first[k] = k;
    w->wide[k] = 1;
    w->V[k][0][0] = 1;
    w->weight[k] = 1 / (mean > 0 ? mean : 1);
  }
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 3; k++) {
      const TrmBody *body = &eq->system->bodies[i];
      const int *c = eq->body_column[i];
      if (c[k] >= 0) w->weight[c[k]] = 1 / body->mass;
      if (c[3 + k] >= 0) w->weight[c[3 + k]] = 1 / body->inertia_b[4 * k];
      if (c[3] >= 0) w->first[c[3 + k]] = (size_t)c[3], w->wide[c[3 + k]] = 3;
    }
}

/* masses with parameters of curves that weigh nothing, and with some that do */
static void lay_masses(TrmImplicit *w, TrmArena *arena) {
  const TrmEquations *eq = w->flow->eq;
  double mean = eq->system->mass / (double)(eq->body_count + !eq->body_count);
  w->masses = trm_weights_new(arena, eq);
  w->metric = trm_weights_new(arena, eq);
  for (size_t i = 0; i < eq->body_count; i++) {
    const TrmBody *body = &eq->system->bodies[i];
    for (int k = 0; k < 3; k++) w->masses.move[i][k] = w->metric.move[i][k] = body->mass;
    memcpy(w->masses.turn[i], body->inertia_b, sizeof w->masses.turn[i]);
    memcpy(w->metric.turn[i], body->inertia_b, sizeof w->metric.turn[i]);
  }
  for (size_t i = 0; i < eq->curve_count; i++) w->masses.curve[i] = 0, w->metric.curve[i] = mean;
  w->masses.curves_light = w->metric.curves_light = 0;
}

static void take_slots(TrmImplicit *w, TrmArena *arena) {
  const TrmEquations *eq = w->flow->eq;
  const TrmSlopes *s = w->slopes;
  size_t columns = w->columns + eq->state_count + 1, entries = eq->entry_count + 1;
  size_t bodies = eq->body_count + 1, rows = w->rows + 1, size = sizeof(size_t);
  w->by_position = trm_arena_array(arena, s->count[TRM_BY_POSITION] + 1, size);
  w->by_velocity = trm_arena_array(arena, s->count[TRM_BY_VELOCITY] + 1, 3 * size);
  w->by_state = trm_arena_array(arena, s->count[TRM_BY_STATE] + 1, size);
  w->by_rate = trm_arena_array(arena, s->phi_rate_count + 1, size);
  w->by_drift = trm_arena_array(arena, w->drift_count + 1, size);
  w->own = trm_arena_array(arena, columns, size);
  w->turn = trm_arena_array(arena, bodies, sizeof *w->turn);
  w->lower = trm_arena_array(arena, entries, size);
  w->upper = trm_arena_array(arena, entries, size);
  w->lower_turned = trm_arena_array(arena, w->holds ? entries : 1, 3 * size);
  w->soft = trm_arena_array(arena, rows, size);
  if (!w->stabilised) return;
  w->kinematic = trm_arena_array(arena, bodies, sizeof *w->kinematic);
  w->speed_turn = trm_arena_array(arena, bodies, sizeof *w->speed_turn);
  w->speed_move = trm_arena_array(arena, columns, size);
  w->speed_own = trm_arena_array(arena, columns, size);
  w->speed_lower = trm_arena_array(arena, entries, size);
  w->drift_upper = trm_arena_array(arena, entries, size);
  w->drift_soft = trm_arena_array(arena, rows, size);
}

TrmImplicit *trm_implicit_lay_out(TrmArena *arena, TrmFlow *flow, int stabilised, int pair) {
  TrmImplicit *w = trm_arena_alloc(arena, sizeof *w);
  const TrmEquations *eq = flow->eq;
  w->flow = flow;
  w->stabilised = stabilised;
  w->columns = eq->column_count;
  w->rows = eq->row_count;
  w->states = w->columns + w->rows;
  w->speeds = w->states + eq->state_count;
  w->drift = w->speeds + w->columns;
  w->n = stabilised ? w->drift + w->rows : w->speeds;
  for (size_t i = 0; i < w->rows; i++) w->holds |= eq->rows[i].level == TRM_LEVEL_VELOCITY;
  w->lambda = trm_arena_array(arena, 2 * w->rows + 1, sizeof(double));
  w->mu = w->lambda + w->rows;
  w->slopes = trm_slopes_of_motion(arena, flow, stabilised || w->holds);
  w->arena = arena;
  if (stabilised) trm_equations_bend(eq, flow->state, w->mu, put_drift, w);
  w->arena = NULL;
  lay_columns(w, arena);
  lay_masses(w, arena);
  take_slots(w, arena);
  TrmPattern *pattern = trm_pattern_new(arena, w->n);
  walk_all(&(Walk){w, pattern});
  w->matrix = trm_sparse_new(arena, pattern);
  walk_all(&(Walk){w, NULL});
  if (pair) w->pair = trm_sparse_new_complex(arena, pattern);
  trm_pattern_drop(pattern);
  w->eps = trm_arena_array(arena, w->rows + 1, sizeof(double));
  w->b = trm_arena_array(arena, 2 * w->n + 1, sizeof(double));
  w->rest = trm_arena_array(arena, w->n + 1, sizeof(double));
  w->u = trm_arena_array(arena, w->columns + 1, sizeof(double));
  w->f = trm_arena_array(arena, w->columns + 1, sizeof(double));
  return w;
}
