/* SPDX-License-Identifier: Apache-2.0
 *
 * Newton's matrix: its pattern, found by computing the slopes once, and the slots of all entries. A
 * slope by a turn of a body in space stands in three columns, since B mixes them.
 */
#include "formulation/newton_data.h"
#include <string.h>

/* entries of the slopes, all three kinds, where they stand in the matrix */
static void announce_slopes(const TrmNewton *w, TrmPattern *pattern) {
  const TrmSlopes *s = w->slopes;
  for (size_t i = 0; i < s->count[TRM_BY_POSITION]; i++) {
    const TrmSlope *e = &s->entry[TRM_BY_POSITION][i];
    for (int k = 0; k < w->wide[e->column]; k++)
      trm_pattern_add(pattern, e->row, w->first[e->column] + (size_t)k);
  }
  for (size_t i = 0; i < s->count[TRM_BY_VELOCITY]; i++)
    trm_pattern_add(pattern, s->entry[TRM_BY_VELOCITY][i].row, s->entry[TRM_BY_VELOCITY][i].column);
  for (size_t i = 0; i < s->count[TRM_BY_STATE]; i++)
    trm_pattern_add(pattern, s->entry[TRM_BY_STATE][i].row,
                    w->columns + w->rows + s->entry[TRM_BY_STATE][i].column);
}

/* masses, G and what stands on the diagonal */
static void announce_rest(const TrmNewton *w, TrmPattern *pattern) {
  const TrmEquations *eq = w->flow->eq;
  for (size_t i = 0; i < w->n; i++) trm_pattern_add(pattern, i, i);
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 9; k++) {
      int row = eq->body_column[i][3 + k / 3], column = eq->body_column[i][3 + k % 3];
      if (row >= 0 && column >= 0) trm_pattern_add(pattern, (size_t)row, (size_t)column);
    }
  for (size_t i = 0; i < eq->row_count; i++)
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) {
      trm_pattern_add(pattern, w->columns + i, eq->column[k]);
      trm_pattern_add(pattern, eq->column[k], w->columns + i);
    }
}

static void find_slope_slots(TrmNewton *w, TrmArena *arena) {
  const TrmSlopes *s = w->slopes;
  w->slot = trm_arena_array(arena, s->count[TRM_BY_POSITION] + 1, sizeof *w->slot);
  for (size_t i = 0; i < s->count[TRM_BY_POSITION]; i++) {
    const TrmSlope *e = &s->entry[TRM_BY_POSITION][i];
    for (int k = 0; k < w->wide[e->column]; k++)
      w->slot[i][k] = trm_sparse_slot(w->matrix, e->row, w->first[e->column] + (size_t)k);
  }
  for (int kind = 0; kind < 2; kind++) {
    TrmSlopeKind by = kind ? TRM_BY_STATE : TRM_BY_VELOCITY;
    size_t offset = kind ? w->columns + w->rows : 0;
    w->flat[kind] = trm_arena_array(arena, s->count[by] + 1, sizeof(size_t));
    for (size_t i = 0; i < s->count[by]; i++)
      w->flat[kind][i] =
          trm_sparse_slot(w->matrix, s->entry[by][i].row, offset + s->entry[by][i].column);
  }
}

static void find_slots(TrmNewton *w, TrmArena *arena) {
  const TrmEquations *eq = w->flow->eq;
  w->turn = trm_arena_array(arena, eq->body_count + 1, sizeof *w->turn);
  w->own = trm_arena_array(arena, w->n + 1, sizeof(size_t));
  w->lower = trm_arena_array(arena, 2 * eq->entry_count + 1, sizeof(size_t));
  w->upper = w->lower + eq->entry_count;
  for (size_t i = 0; i < w->n; i++) w->own[i] = trm_sparse_slot(w->matrix, i, i);
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    for (int k = 0; k < 9; k++)
      if (c[3 + k / 3] >= 0 && c[3 + k % 3] >= 0)
        w->turn[i][k] = trm_sparse_slot(w->matrix, (size_t)c[3 + k / 3], (size_t)c[3 + k % 3]);
  }
  for (size_t i = 0; i < eq->row_count; i++)
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) {
      w->lower[k] = trm_sparse_slot(w->matrix, w->columns + i, eq->column[k]);
      w->upper[k] = trm_sparse_slot(w->matrix, eq->column[k], w->columns + i);
    }
  find_slope_slots(w, arena);
}

/* which columns' rates move a column, and what rows are measured by */
static void lay_columns(TrmNewton *w, TrmArena *arena) {
  const TrmEquations *eq = w->flow->eq;
  double mean = eq->system->mass / (double)(eq->body_count + !eq->body_count);
  w->first = trm_arena_array(arena, w->columns + 1, sizeof *w->first);
  w->wide = trm_arena_array(arena, w->columns + 1, sizeof *w->wide);
  w->B = trm_arena_array(arena, w->columns + 1, sizeof *w->B);
  w->at = trm_arena_array(arena, eq->body_count + 1, sizeof *w->at);
  w->weight = trm_arena_array(arena, w->columns + 1, sizeof *w->weight);
  for (size_t k = 0; k < w->columns; k++) w->first[k] = k, w->wide[k] = 1, w->B[k][0] = 1;
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 3; k++) {
      const TrmBody *body = &eq->system->bodies[i];
      const int *c = eq->body_column[i];
      double inertia = body->inertia_b[4 * k], arm = eq->length[i];
      if (c[k] >= 0) w->weight[c[k]] = 1 / (body->mass > 0 ? body->mass : mean);
      if (c[3 + k] >= 0) w->weight[c[3 + k]] = 1 / (inertia > 0 ? inertia : mean * arm * arm);
      if (c[3] >= 0) w->first[c[3 + k]] = (size_t)c[3], w->wide[c[3 + k]] = 3;
    }
}

/* masses as they stand in the accelerations: without constraints of their own, parameters of curves
 * have none */
static TrmWeights find_masses(const TrmFlow *flow, TrmArena *arena) {
  const TrmEquations *eq = flow->eq;
  TrmWeights masses = flow->masses;
  masses.curves_light = 0;
  if (flow->type->soft) return masses;
  masses = trm_weights_new(arena, eq);
  for (size_t i = 0; i < eq->body_count; i++) {
    const TrmBody *body = &eq->system->bodies[i];
    for (int k = 0; k < 3; k++) masses.move[i][k] = body->mass;
    memcpy(masses.turn[i], body->inertia_b, sizeof masses.turn[i]);
  }
  for (size_t i = 0; i < eq->curve_count; i++) masses.curve[i] = 0;
  return masses;
}

TrmNewton *trm_newton_lay_out(TrmArena *arena, TrmFlow *flow, TrmPattern **out) {
  TrmNewton *w = trm_arena_alloc(arena, sizeof *w);
  const TrmEquations *eq = flow->eq;
  w->flow = flow;
  w->columns = eq->column_count;
  w->rows = eq->row_count;
  w->n = w->columns + w->rows + eq->state_count;
  w->slopes = trm_slopes_new(arena, flow, 0);
  w->masses = find_masses(flow, arena);
  lay_columns(w, arena);
  TrmPattern *pattern = trm_pattern_new(arena, w->n);
  announce_slopes(w, pattern);
  announce_rest(w, pattern);
  w->matrix = trm_sparse_new(arena, pattern);
  *out = pattern;
  find_slots(w, arena);
  w->G = trm_arena_array(arena, eq->entry_count + 1, sizeof(double));
  w->b = trm_arena_array(arena, w->n + 1, sizeof(double));
  w->more = trm_arena_array(arena, w->n + 1, sizeof(double));
  w->rest = trm_arena_array(arena, w->n + 1, sizeof(double));
  w->eps = trm_arena_array(arena, 2 * w->rows + 1, sizeof(double));
  w->soft = w->eps + w->rows;
  w->dq = trm_arena_array(arena, 3 * w->columns + 1, sizeof(double));
  w->u = w->dq + w->columns;
  w->rho_q = w->u + w->columns;
  return w;
}
