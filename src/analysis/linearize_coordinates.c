/* SPDX-License-Identifier: Apache-2.0
 *
 * Coordinates of the linear model. With R the frame's axes, w and w' its spin and the rate of that,
 * an internal coordinate is s = R'x with x = dr, or x = R_b dtheta, whose rates are dv, R_b dw and
 * then da, R_b (dalpha + w_b x dw), so that
 *   s' = R'(x' - w x x),   s'' = R'(x'' - w' x x - 2 w x x' + w x (w x x)).
 * A user's is a row of the probe: s' = (G u + phi_t)_q dq + G du and
 *   s'' = G da - gamma_u du + ((G a)_q - gamma_q) dq.
 */
#include "analysis/linearize.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "system/second.h"
#include <string.h>

typedef struct Pass {
  TrmLinear *l;
  TrmLinearSlopes *to;
  double sign;
} Pass;

static void put(void *context, size_t row, size_t column, double value) {
  Pass *pass = context;
  TrmLinearSlopes *to = pass->to;
  TrmSlope entry = {row, column, pass->sign * value};
  TRM_PUSH(pass->l->arena, to->list, to->count, to->capacity, entry);
}

void trm_linear_slopes(TrmLinear *l) {
  const TrmEquations *p = l->probe;
  TrmState *state = l->m->state;
  unsigned char *off = state->off;
  double *x = trm_arena_array(l->arena, p->entry_count + 1, sizeof *x);
  Pass rate = {l, &l->rate_q, 1}, plus = {l, &l->second_q, 1}, minus = {l, &l->second_q, -1};
  Pass by_u = {l, &l->second_u, -1};
  l->probe_G = trm_arena_array(l->arena, p->entry_count + 1, sizeof *l->probe_G);
  /* rows of the mechanism are off, not those of the probe */
  state->off = NULL;
  trm_equations_position(p, state, NULL, l->probe_G, NULL);
  state->off = off;
  for (size_t k = 0; k < p->entry_count; k++) x[k] = l->u[p->column[k]];
  trm_equations_sway(p, state, x, 1, put, &rate);
  for (size_t k = 0; k < p->entry_count; k++) x[k] = l->a[p->column[k]];
  trm_equations_sway(p, state, x, 0, put, &plus);
  trm_equations_gamma_by_position(p, state, put, &minus);
  trm_equations_gamma_by_velocity(p, state, put, &by_u);
}

/* three columns from `first` part on, zero where there are none */
static void take(const TrmLinear *l, size_t body, int first, const double *columns, double out[3]) {
  const int *c = l->eq->body_column[body];
  for (int k = 0; k < 3; k++) out[k] = c[first + k] < 0 ? 0 : columns[c[first + k]];
}

void trm_linear_twist(const TrmLinear *l, size_t body, const double *columns, double out[6]) {
  double turn[3];
  take(l, body, 0, columns, out);
  take(l, body, 3, columns, turn);
  trm_mat3_apply(l->m->state->body[body].R, turn, out + 3);
}

void trm_linear_row(const TrmLinear *l, const TrmLinearCoordinate *c, TrmTriplets *matrix,
                    size_t row) {
  const TrmEquations *p = l->probe;
  double unit = 1 / c->scale;
  if (c->user) {
    for (size_t k = p->start[c->index]; k < p->start[c->index + 1]; k++)
      trm_triplets_add(matrix, row, p->column[k], unit * l->probe_G[k]);
    return;
  }
  int body = l->column_body[c->index], part = l->column_part[c->index];
  if (body < 0) {
    trm_triplets_add(matrix, row, c->index, unit);
    return;
  }
  /* the frame's axis, for turns in the axes of the body */
  double axis[3], along[3];
  for (int k = 0; k < 3; k++) axis[k] = l->R_gf[3 * k + part % 3];
  memcpy(along, axis, sizeof along);
  if (part > 2) trm_mat3_apply_transposed(l->m->state->body[body].R, axis, along);
  for (int k = 0; k < 3; k++) {
    int column = l->eq->body_column[body][part / 3 * 3 + k];
    if (column >= 0) trm_triplets_add(matrix, row, (size_t)column, unit * along[k]);
  }
}

/* x and its rates of an internal coordinate, in ground axes; orders: 2 or 3 of them */
static void vectors(const TrmLinear *l, const TrmLinearCoordinate *c, const double *const *columns,
                    int orders, double x[3][3]) {
  size_t body = (size_t)l->column_body[c->index];
  int first = l->column_part[c->index] / 3 * 3;
  const TrmBodyMotion *m = &l->m->state->body[body];
  for (int k = 0; k < orders; k++) {
    double own[3], spun[3], before[3];
    take(l, body, first, columns[k], own);
    if (!first) {
      memcpy(x[k], own, sizeof own);
      continue;
    }
    if (k == 2) {
      take(l, body, first, columns[1], before);
      trm_vec3_cross(m->w, before, spun);
      trm_vec3_add(own, 1, spun, own);
    }
    trm_mat3_apply(m->R, own, x[k]);
  }
}

/* s' or s'' of an internal coordinate */
static double internal(const TrmLinear *l, const TrmLinearCoordinate *c,
                       const double *const *columns, int order) {
  double x[3][3], v[3], turned[3], twice[3], sum = 0;
  if (l->column_body[c->index] < 0) return columns[order][c->index];
  vectors(l, c, columns, order + 1, x);
  memcpy(v, x[order], sizeof v);
  trm_vec3_cross(l->spin, x[order - 1], turned);
  trm_vec3_add(v, order == 1 ? -1 : -2, turned, v);
  if (order == 2) {
    trm_vec3_cross(l->spin_rate, x[0], turned);
    trm_vec3_add(v, -1, turned, v);
    trm_vec3_cross(l->spin, x[0], turned);
    trm_vec3_cross(l->spin, turned, twice);
    trm_vec3_add(v, 1, twice, v);
  }
  for (int k = 0; k < 3; k++) sum += l->R_gf[3 * k + l->column_part[c->index] % 3] * v[k];
  return sum;
}

static void apply(const TrmLinearSlopes *slopes, const double *x, double *out) {
  for (size_t i = 0; i < slopes->count; i++)
    out[slopes->list[i].row] += slopes->list[i].value * x[slopes->list[i].column];
}

/* the same of the probe's rows, of which some are coordinates */
static void probed(const TrmLinear *l, const double *const *columns, int order, double *out) {
  const TrmEquations *p = l->probe;
  memset(out, 0, l->asked_count * sizeof *out);
  for (size_t i = 0; i < l->asked_count; i++)
    for (size_t k = p->start[i]; k < p->start[i + 1]; k++)
      out[i] += l->probe_G[k] * columns[order][p->column[k]];
  apply(order == 1 ? &l->rate_q : &l->second_q, columns[0], out);
  if (order == 2) apply(&l->second_u, columns[1], out);
}

static void rates(const TrmLinear *l, double *user, const double *const *columns, int order,
                  double *out) {
  probed(l, columns, order, user);
  for (size_t i = 0; i < l->positions; i++) {
    const TrmLinearCoordinate *c = &l->coordinates[i];
    out[i] = (c->user ? user[c->index] : internal(l, c, columns, order)) / c->scale;
  }
}

void trm_linear_rates_with(const TrmLinear *l, double *room, const double *dq, const double *du,
                           double *out) {
  const double *const columns[] = {dq, du};
  rates(l, room, columns, 1, out);
}

void trm_linear_seconds_with(const TrmLinear *l, double *room, const double *dq, const double *du,
                             const double *da, double *out) {
  const double *const columns[] = {dq, du, da};
  rates(l, room, columns, 2, out);
}

void trm_linear_rates(const TrmLinear *l, const double *dq, const double *du, double *out) {
  trm_linear_rates_with(l, l->by_q, dq, du, out);
}

void trm_linear_seconds(const TrmLinear *l, const double *dq, const double *du, const double *da,
                        double *out) {
  trm_linear_seconds_with(l, l->by_q, dq, du, da, out);
}

/* entries of one order of a coordinate by the columns of one kind, which begin at `first` */
static void add_entries(TrmLinear *l, const TrmLinearCoordinate *c, int order, int kind,
                        double factor, TrmTriplets *matrix, size_t row, size_t first) {
  const int *own = l->eq->body_column[l->column_body[c->index]];
  double *columns[3] = {l->dq, l->du, l->da};
  size_t n = l->eq->column_count;
  for (int k = 0; k < 3; k++) memset(columns[k], 0, n * sizeof *l->dq);
  for (int k = 0; k < 3; k++) {
    int column = own[l->column_part[c->index] / 3 * 3 + k];
    if (column < 0) continue;
    columns[kind][column] = 1;
    double value = internal(l, c, (const double *const *)columns, order);
    columns[kind][column] = 0;
    trm_triplets_add(matrix, row, first + (size_t)column, factor * value / c->scale);
  }
}

static void add_list(const TrmLinearSlopes *slopes, const TrmLinearCoordinate *c, double factor,
                     TrmTriplets *matrix, size_t row, size_t first) {
  for (size_t i = 0; i < slopes->count; i++)
    if (slopes->list[i].row == c->index)
      trm_triplets_add(matrix, row, first + slopes->list[i].column,
                       factor * slopes->list[i].value / c->scale);
}

void trm_linear_entries(TrmLinear *l, const TrmLinearCoordinate *c, int order, double factor,
                        TrmTriplets *matrix, size_t row) {
  size_t n = l->eq->column_count, last = (size_t)order * n;
  const TrmEquations *p = l->probe;
  if (c->user) {
    for (size_t k = p->start[c->index]; k < p->start[c->index + 1]; k++)
      trm_triplets_add(matrix, row, last + p->column[k], factor * l->probe_G[k] / c->scale);
    if (order == 1) add_list(&l->rate_q, c, factor, matrix, row, 0);
    if (order == 2) add_list(&l->second_q, c, factor, matrix, row, 0);
    if (order == 2) add_list(&l->second_u, c, factor, matrix, row, n);
  } else if (l->column_body[c->index] < 0) {
    trm_triplets_add(matrix, row, last + c->index, factor / c->scale);
  } else if (order == 0) {
    /* the place goes as its rate does with the velocities alone */
    add_entries(l, c, 1, 1, factor, matrix, row, 0);
  } else {
    for (int kind = 0; kind <= order; kind++)
      add_entries(l, c, order, kind, factor, matrix, row, (size_t)kind * n);
  }
}
