/* SPDX-License-Identifier: Apache-2.0
 *
 * Newton's matrix as one sparse saddle. With h = gamma and the slopes A of f - G' lambda, C of
 * g - G a + c lambda, Z of z', and dq = B (rho_q + h du) from the rates of positions, the solution
 * of (I - h df/dy) dy = rho follows from
 *   [ M - h A_u - h^2 A_q B   G'  -h A_z    ] [ du        ]   [ M rho_u + h A_q B rho_q ]
 *   [ G - h C_u - h^2 C_q B   -c   0        ] [ h dlambda ] = [ G rho_u + h C_q B rho_q ]
 *   [   - h Z_u - h^2 Z_q B    0   1 - h Z_z] [ dz        ]   [ rho_z   + h Z_q B rho_q ].
 * Where constraints are not compliant, c = eps D stands for rows that depend on others.
 */
#include "formulation/newton.h"
#include "math/quat.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

/* in parts of the diagonal of G M^-1 G' */
static const double epsilon = 1e-11;

/* what a body's turn is at the state factored: unit quaternion, length of e in y, and w */
typedef struct Turn {
  double e[4], length, w[3];
} Turn;

struct TrmNewton {
  TrmFlow *flow;
  TrmSlopes *slopes;
  TrmSparse *matrix;
  double shift;
  size_t columns, rows, n;     /* n: with states */
  size_t (*slot)[3], *flat[2]; /* of slopes by positions; by velocities and by states */
  size_t (*turn)[9];           /* of inertias */
  size_t *lower, *upper, *own; /* G, its transpose, the diagonal */
  size_t *first; /* of the columns whose rates move a column: three for turns in space */
  int *wide;
  double (*B)[3]; /* row of B of each column */
  Turn *at;
  TrmWeights masses;
  double *weight;                           /* inverse masses that rows are measured by */
  double *G;                                /* at the state factored */
  double *eps;                              /* what stands for rows that depend on others */
  double *b, *rest, *more, *dq, *u, *rho_q; /* room */
};

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

TrmNewton *trm_newton_new(TrmArena *arena, TrmFlow *flow) {
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
  find_slots(w, arena);
  w->G = trm_arena_array(arena, eq->entry_count + 1, sizeof(double));
  w->b = trm_arena_array(arena, w->n + 1, sizeof(double));
  w->more = trm_arena_array(arena, w->n + 1, sizeof(double));
  w->rest = trm_arena_array(arena, w->n + 1, sizeof(double));
  w->eps = trm_arena_array(arena, w->rows + 1, sizeof(double));
  w->dq = trm_arena_array(arena, 3 * w->columns + 1, sizeof(double));
  w->u = w->dq + w->columns;
  w->rho_q = w->u + w->columns;
  return w;
}

/* B of each body's turns: the inverse of |e| + h w~/2 */
static void lay_turns(TrmNewton *w, const double *y) {
  const TrmFlow *flow = w->flow;
  const TrmEquations *eq = flow->eq;
  int planar = eq->system->planar;
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    Turn *t = &w->at[i];
    if (c[5] < 0) continue;
    const double *p = y + flow->place[i] + (planar ? 2 : 3);
    double e[4] = {p[0], planar ? 0 : p[1], planar ? 0 : p[2], planar ? p[1] : p[3]};
    memcpy(t->e, flow->state->e[i], sizeof t->e);
    memcpy(t->w, flow->state->body[i].w, sizeof t->w);
    t->length = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
    if (planar) {
      w->B[c[5]][0] = 1 / t->length;
      continue;
    }
    double n = t->length,
           b[3] = {w->shift * t->w[0] / 2, w->shift * t->w[1] / 2, w->shift * t->w[2] / 2};
    double all = n * n + trm_vec3_dot(b, b);
    const double skew[9] = {0, -b[2], b[1], b[2], 0, -b[0], -b[1], b[0], 0};
    for (int k = 0; k < 9; k++)
      w->B[c[3 + k / 3]][k % 3] = ((k % 4 == 0) * n - skew[k] + b[k / 3] * b[k % 3] / n) / all;
  }
}

static void put_masses(const TrmNewton *w, double *value) {
  const TrmEquations *eq = w->flow->eq;
  const TrmWeights *m = &w->masses;
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    for (int k = 0; k < 3; k++)
      if (c[k] >= 0) value[w->own[c[k]]] += m->move[i][k];
    for (int k = 0; k < 9; k++)
      if (c[3 + k / 3] >= 0 && c[3 + k % 3] >= 0) value[w->turn[i][k]] += m->turn[i][k];
  }
  for (size_t i = 0; i < eq->curve_count; i++) value[w->own[eq->curve_column[i]]] += m->curve[i];
}

static void put_rows(const TrmNewton *w, double *value) {
  const TrmFlow *flow = w->flow;
  const TrmEquations *eq = flow->eq;
  TrmLaw law = trm_flow_law(flow);
  for (size_t i = 0; i < eq->row_count; i++) {
    double sum = 0;
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) {
      value[w->lower[k]] += flow->G[k];
      value[w->upper[k]] += flow->G[k];
      sum += flow->G[k] * flow->G[k] * w->weight[eq->column[k]];
    }
    w->eps[i] = law.penalty > 0 ? 0 : epsilon * (sum > 0 ? sum : 1);
    value[w->own[w->columns + i]] -= law.penalty > 0 ? flow->soft[i] : w->eps[i];
  }
}

static void put_slopes(const TrmNewton *w, double *value) {
  const TrmSlopes *s = w->slopes;
  double h = w->shift;
  for (size_t i = 0; i < s->count[TRM_BY_POSITION]; i++) {
    const TrmSlope *e = &s->entry[TRM_BY_POSITION][i];
    for (int k = 0; k < w->wide[e->column]; k++)
      value[w->slot[i][k]] -= h * h * e->value * w->B[e->column][k];
  }
  for (size_t i = 0; i < s->count[TRM_BY_VELOCITY]; i++)
    value[w->flat[0][i]] -= h * s->entry[TRM_BY_VELOCITY][i].value;
  for (size_t i = 0; i < s->count[TRM_BY_STATE]; i++)
    value[w->flat[1][i]] -= h * s->entry[TRM_BY_STATE][i].value;
  for (size_t i = w->columns + w->rows; i < w->n; i++) value[w->own[i]] += 1;
}

TrmStatus trm_newton_factor(TrmNewton *w, const double *y, double gamma) {
  double *value = trm_sparse_values(w->matrix);
  w->shift = gamma;
  lay_turns(w, y);
  trm_slopes_fill(w->slopes);
  memcpy(w->G, w->flow->G, w->flow->eq->entry_count * sizeof *w->G);
  memset(value, 0, trm_sparse_entries(w->matrix) * sizeof *value);
  put_masses(w, value);
  put_rows(w, value);
  put_slopes(w, value);
  TrmStatus status = trm_sparse_factor(w->matrix);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  return status == TRM_OK ? TRM_OK : TRM_RETRY;
}

/* rho of positions by columns; what changes the length of e goes to the first of a body's numbers
 */
static void take_positions(TrmNewton *w, const double *r) {
  const TrmFlow *flow = w->flow;
  const TrmEquations *eq = flow->eq;
  int planar = eq->system->planar;
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    const double *p = r + flow->place[i], *t = w->at[i].e;
    for (int k = 0; k < 3; k++)
      if (c[k] >= 0) w->rho_q[c[k]] = *p++;
    if (c[5] < 0) continue;
    double e[4] = {p[0], planar ? 0 : p[1], planar ? 0 : p[2], planar ? p[1] : p[3]}, made[4];
    const double back[4] = {t[0], -t[1], -t[2], -t[3]};
    trm_quat_product(back, e, made);
    for (int k = 0; k < 3; k++)
      if (c[3 + k] >= 0) w->rho_q[c[3 + k]] = 2 * made[1 + k];
  }
  for (size_t i = 0; i < eq->curve_count; i++) w->rho_q[eq->curve_column[i]] = r[flow->curves + i];
}

/* the solution in positions: e turned by dtheta, its length by what rho says */
static void give_positions(TrmNewton *w, double *r) {
  const TrmFlow *flow = w->flow;
  const TrmEquations *eq = flow->eq;
  int planar = eq->system->planar;
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    const Turn *t = &w->at[i];
    double *p = r + flow->place[i], theta[3] = {0, 0, 0}, made[4];
    for (int k = 0; k < 3; k++)
      if (c[k] >= 0) *p++ = w->dq[c[k]];
    if (c[5] < 0) continue;
    for (int k = 0; k < 3; k++)
      if (c[3 + k] >= 0) theta[k] = w->dq[c[3 + k]];
    double e[4] = {p[0], planar ? 0 : p[1], planar ? 0 : p[2], planar ? p[1] : p[3]};
    double along = t->e[0] * e[0] + t->e[1] * e[1] + t->e[2] * e[2] + t->e[3] * e[3];
    const double turned[4] = {along - w->shift * trm_vec3_dot(theta, t->w) / 4,
                              t->length * theta[0] / 2, t->length * theta[1] / 2,
                              t->length * theta[2] / 2};
    trm_quat_product(t->e, turned, made);
    p[0] = made[0];
    if (planar) p[1] = made[3];
    for (int k = 1; k < 4 && !planar; k++) p[k] = made[k];
  }
  for (size_t i = 0; i < eq->curve_count; i++) r[flow->curves + i] = w->dq[eq->curve_column[i]];
}

/* dq = B x */
static void move_along(const TrmNewton *w, const double *x, double *dq) {
  for (size_t k = 0; k < w->columns; k++) {
    const double *B = w->B[k], *from = x + w->first[k];
    dq[k] = w->wide[k] == 1 ? B[0] * from[0] : B[0] * from[0] + B[1] * from[1] + B[2] * from[2];
  }
}

/* courses depend on nothing but time and themselves; their part in the rows' right-hand sides */
static void take_courses(const TrmNewton *w, double *r) {
  const TrmFlow *flow = w->flow;
  const TrmSystem *system = flow->eq->system;
  TrmLaw law = trm_flow_law(flow);
  double *course = r + flow->courses;
  for (size_t i = 0; i < system->motion_count; i++) {
    int level = system->motions[i].level, row = flow->eq->motion_row[i];
    if (level > 1) course[0] += w->shift * course[1];
    if (level > 0 && row >= 0) {
      double rate = level > 1 ? course[1] : 0;
      w->b[w->columns + (size_t)row] +=
          w->shift * (law.stiffness * course[0] + 2 * law.damping * rate);
    }
    course += level;
  }
}

/* the system itself, then once more for what eps D and old pivots have left */
static TrmStatus solve_rows(TrmNewton *w) {
  memcpy(w->rest, w->b, w->n * sizeof *w->b);
  TrmStatus status = trm_sparse_solve(w->matrix, w->b, 1);
  if (status != TRM_OK) return status;
  trm_sparse_apply(w->matrix, w->b, w->more);
  for (size_t i = 0; i < w->n; i++) w->more[i] = w->rest[i] - w->more[i];
  for (size_t i = 0; i < w->rows; i++) w->more[w->columns + i] -= w->eps[i] * w->b[w->columns + i];
  status = trm_sparse_solve(w->matrix, w->more, 1);
  for (size_t i = 0; i < w->n && status == TRM_OK; i++) w->b[i] += w->more[i];
  return status;
}

TrmStatus trm_newton_solve(TrmNewton *w, double *r) {
  const TrmFlow *flow = w->flow;
  const TrmEquations *eq = flow->eq;
  const double *rho_u = r + flow->velocities;
  memset(w->b, 0, w->n * sizeof *w->b);
  take_positions(w, r);
  take_courses(w, r);
  move_along(w, w->rho_q, w->dq);
  trm_slopes_apply(w->slopes, TRM_BY_POSITION, w->shift, w->dq, w->b);
  /* M rho_u, G rho_u, rho_z */
  trm_weights_apply(eq, &w->masses, rho_u, w->u);
  for (size_t k = 0; k < w->columns; k++) w->b[k] += w->u[k];
  for (size_t i = 0; i < eq->row_count; i++)
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      w->b[w->columns + i] += w->G[k] * rho_u[eq->column[k]];
  for (size_t i = 0; i < eq->state_count; i++)
    w->b[w->columns + w->rows + i] += r[flow->states + i];
  TrmStatus status = solve_rows(w);
  if (status != TRM_OK) return status;
  /* back to y */
  for (size_t k = 0; k < w->columns; k++) w->u[k] = w->rho_q[k] + w->shift * w->b[k];
  move_along(w, w->u, w->dq);
  give_positions(w, r);
  memcpy(r + flow->velocities, w->b, w->columns * sizeof *r);
  memcpy(r + flow->states, w->b + w->columns + w->rows, eq->state_count * sizeof *r);
  return TRM_OK;
}

void trm_newton_renew(TrmNewton *w) {
  trm_sparse_renew(w->matrix);
}
