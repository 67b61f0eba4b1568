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
#include "formulation/newton_data.h"
#include "math/quat.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

/* in parts of the diagonal of G M^-1 G' */
static const double epsilon = 1e-11;

TrmNewton *trm_newton_new(TrmArena *arena, TrmFlow *flow, int pair) {
  TrmPattern *pattern;
  TrmNewton *w = trm_newton_lay_out(arena, flow, &pattern);
  if (pair) w->pair = trm_newton_complex_new(arena, w, pattern);
  return w;
}

/* the turns of the bodies at the state factored */
static void take_turns(TrmNewton *w, const double *y) {
  const TrmFlow *flow = w->flow;
  const TrmEquations *eq = flow->eq;
  int planar = eq->system->planar;
  for (size_t i = 0; i < eq->body_count; i++) {
    TrmNewtonTurn *t = &w->at[i];
    if (eq->body_column[i][5] < 0) continue;
    const double *p = y + flow->place[i] + (planar ? 2 : 3);
    memcpy(t->e, flow->state->e[i], sizeof t->e);
    memcpy(t->w, flow->state->body[i].w, sizeof t->w);
    double sum = 0;
    for (int k = 0; k < (planar ? 2 : 4); k++) sum += p[k] * p[k];
    t->length = sqrt(sum);
  }
}

/* B of each body's turns: the inverse of |e| + h w~/2 */
static void lay_turns(TrmNewton *w) {
  const TrmEquations *eq = w->flow->eq;
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    const TrmNewtonTurn *t = &w->at[i];
    double n = t->length, half = w->shift / 2;
    if (c[5] >= 0 && c[3] < 0) w->B[c[5]][0] = 1 / n;
    if (c[3] < 0) continue;
    const double b[3] = {half * t->w[0], half * t->w[1], half * t->w[2]};
    const double skew[9] = {0, -b[2], b[1], b[2], 0, -b[0], -b[1], b[0], 0};
    double all = n * n + trm_vec3_dot(b, b);
    for (int k = 0; k < 9; k++)
      w->B[c[3 + k / 3]][k % 3] = ((k % 4 == 0) * n - skew[k] + b[k / 3] * b[k % 3] / n) / all;
  }
}

/* compliances of the rows, or what stands for them */
static void take_rows(TrmNewton *w) {
  const TrmFlow *flow = w->flow;
  const TrmEquations *eq = flow->eq;
  int soft = trm_flow_law(flow).penalty > 0;
  memcpy(w->G, flow->G, eq->entry_count * sizeof *w->G);
  for (size_t i = 0; i < eq->row_count; i++) {
    double sum = 0;
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      sum += w->G[k] * w->G[k] * w->weight[eq->column[k]];
    w->eps[i] = soft ? 0 : epsilon * (sum > 0 ? sum : 1);
    w->soft[i] = soft ? flow->soft[i] : w->eps[i];
  }
}

void trm_newton_put_fixed(const TrmNewton *w, double *value, size_t parts) {
  const TrmEquations *eq = w->flow->eq;
  const TrmWeights *m = &w->masses;
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    for (int k = 0; k < 3; k++)
      if (c[k] >= 0) value[parts * w->own[c[k]]] += m->move[i][k];
    for (int k = 0; k < 9; k++)
      if (c[3 + k / 3] >= 0 && c[3 + k % 3] >= 0) value[parts * w->turn[i][k]] += m->turn[i][k];
  }
  for (size_t i = 0; i < eq->curve_count; i++)
    value[parts * w->own[eq->curve_column[i]]] += m->curve[i];
  for (size_t k = 0; k < eq->entry_count; k++) {
    value[parts * w->lower[k]] += w->G[k];
    value[parts * w->upper[k]] += w->G[k];
  }
  for (size_t i = 0; i < eq->row_count; i++) value[parts * w->own[w->columns + i]] -= w->soft[i];
  for (size_t i = w->columns + w->rows; i < w->n; i++) value[parts * w->own[i]] += 1;
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
}

void trm_newton_take(TrmNewton *w, const double *y) {
  take_turns(w, y);
  trm_slopes_fill(w->slopes);
  take_rows(w);
}

TrmStatus trm_newton_factor(TrmNewton *w, double gamma) {
  double *value = trm_sparse_values(w->matrix);
  w->shift = gamma;
  lay_turns(w);
  memset(value, 0, trm_sparse_entries(w->matrix) * sizeof *value);
  trm_newton_put_fixed(w, value, 1);
  put_slopes(w, value);
  TrmStatus status = trm_sparse_factor(w->matrix);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  return status == TRM_OK ? TRM_OK : TRM_RETRY;
}

void trm_newton_take_positions(const TrmNewton *w, const double *r, double *rho_q) {
  const TrmFlow *flow = w->flow;
  const TrmEquations *eq = flow->eq;
  int planar = eq->system->planar;
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    const double *p = r + flow->place[i], *t = w->at[i].e;
    for (int k = 0; k < 3; k++)
      if (c[k] >= 0) rho_q[c[k]] = *p++;
    if (c[5] < 0) continue;
    double e[4] = {p[0], planar ? 0 : p[1], planar ? 0 : p[2], planar ? p[1] : p[3]}, made[4];
    const double back[4] = {t[0], -t[1], -t[2], -t[3]};
    trm_quat_product(back, e, made);
    for (int k = 0; k < 3; k++)
      if (c[3 + k] >= 0) rho_q[c[3 + k]] = 2 * made[1 + k];
  }
  for (size_t i = 0; i < eq->curve_count; i++) rho_q[eq->curve_column[i]] = r[flow->curves + i];
}

void trm_newton_give_positions(const TrmNewton *w, const double *dq, const double *h_dq,
                               double *r) {
  const TrmFlow *flow = w->flow;
  const TrmEquations *eq = flow->eq;
  int planar = eq->system->planar;
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    const TrmNewtonTurn *t = &w->at[i];
    double *p = r + flow->place[i], theta[3] = {0, 0, 0}, made[4];
    for (int k = 0; k < 3; k++)
      if (c[k] >= 0) *p++ = dq[c[k]];
    if (c[5] < 0) continue;
    double twist = 0;
    for (int k = 0; k < 3; k++)
      if (c[3 + k] >= 0) theta[k] = dq[c[3 + k]], twist += h_dq[c[3 + k]] * t->w[k];
    double e[4] = {p[0], planar ? 0 : p[1], planar ? 0 : p[2], planar ? p[1] : p[3]};
    double along = t->e[0] * e[0] + t->e[1] * e[1] + t->e[2] * e[2] + t->e[3] * e[3];
    const double turned[4] = {along - twist / 4, t->length * theta[0] / 2, t->length * theta[1] / 2,
                              t->length * theta[2] / 2};
    trm_quat_product(t->e, turned, made);
    p[0] = made[0];
    if (planar) p[1] = made[3];
    for (int k = 1; k < 4 && !planar; k++) p[k] = made[k];
  }
  for (size_t i = 0; i < eq->curve_count; i++) r[flow->curves + i] = dq[eq->curve_column[i]];
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

/* the largest part of a vector */
static double largest(const double *x, size_t n) {
  double most = 0;
  for (size_t i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
  return most;
}

/* the system itself, then again for what eps D and old pivots have left, until that is little */
static TrmStatus solve_rows(TrmNewton *w) {
  memcpy(w->rest, w->b, w->n * sizeof *w->b);
  TrmStatus status = trm_sparse_solve(w->matrix, w->b, 1);
  for (int round = 0; round < TRM_REFINEMENTS && status == TRM_OK; round++) {
    trm_sparse_apply(w->matrix, w->b, w->more);
    for (size_t i = 0; i < w->n; i++) w->more[i] = w->rest[i] - w->more[i];
    for (size_t i = 0; i < w->rows; i++)
      w->more[w->columns + i] -= w->eps[i] * w->b[w->columns + i];
    status = trm_sparse_solve(w->matrix, w->more, 1);
    for (size_t i = 0; i < w->n && status == TRM_OK; i++) w->b[i] += w->more[i];
    if (largest(w->more, w->n) <= TRM_REFINED * largest(w->b, w->n)) break;
  }
  return status;
}

TrmStatus trm_newton_solve(TrmNewton *w, double *r) {
  const TrmFlow *flow = w->flow;
  const TrmEquations *eq = flow->eq;
  const double *rho_u = r + flow->velocities;
  memset(w->b, 0, w->n * sizeof *w->b);
  trm_newton_take_positions(w, r, w->rho_q);
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
  for (size_t k = 0; k < w->columns; k++) w->u[k] = w->shift * w->dq[k];
  trm_newton_give_positions(w, w->dq, w->u, r);
  memcpy(r + flow->velocities, w->b, w->columns * sizeof *r);
  memcpy(r + flow->states, w->b + w->columns + w->rows, eq->state_count * sizeof *r);
  return TRM_OK;
}

void trm_newton_renew(TrmNewton *w) {
  trm_sparse_renew(w->matrix);
  if (w->pair) trm_newton_complex_renew(w);
}

size_t trm_newton_pivots(const TrmNewton *w) {
  size_t count = trm_sparse_count(w->matrix)->factorisations;
  return w->pair ? count + trm_newton_complex_pivots(w) : count;
}

size_t trm_newton_entries(const TrmNewton *w) {
  return trm_sparse_entries(w->matrix);
}
