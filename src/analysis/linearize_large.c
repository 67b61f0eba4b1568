/* SPDX-License-Identifier: Apache-2.0
 *
 * The modes of lowest frequency of a large model, from one sparse matrix: with x = (S, W, z) the
 * solution x of (A - s) x = b is that of
 *   G dq = 0,  S' - s S = b_S,   G du + (G u + phi_t)_q dq = 0,  W' - s W = b_W,
 *   [M G'; G 0] (da, dlambda) = slopes (dq, du, dz),   z' - s z = b_z,
 * where S, S' and W' are rows of the coordinates by dq, du, da (linearize_coordinates.c). The
 * largest eigenvalues 1/(lambda - s) of that operator belong to the lambda next to s.
 */
#include "analysis/linearize_solve.h"
#include "linalg/arnoldi.h"
#include <math.h>
#include <string.h>

/* what the operator works with */
typedef struct Pencil {
  TrmLinear *l;
  TrmTriplets *matrix;
  size_t all, q, u, a, m, z, r; /* unknowns, and where each kind begins */
  double shift, size;           /* positions are counted by 1/size, so that they are like rates */
  double *x, *s, *work;
  TrmArena *arena; /* of one search */
} Pencil;

/* G, or G and slopes of the rates of constraints */
static void add_rows(Pencil *p, const size_t *rows, size_t count, size_t first, size_t columns) {
  const TrmEquations *eq = p->l->eq;
  for (size_t i = 0; i < count; i++)
    for (size_t k = eq->start[rows[i]]; k < eq->start[rows[i] + 1]; k++)
      trm_triplets_add(p->matrix, first + i, columns + eq->column[k], p->l->flow->G[k]);
}

/* slopes of forces, constraints and states, with the sign they have on the left */
static void add_slopes(Pencil *p, const size_t *row_of) {
  static const TrmSlopeKind kinds[] = {TRM_BY_POSITION, TRM_BY_VELOCITY, TRM_BY_STATE, TRM_BY_READ};
  const TrmLinear *l = p->l;
  const size_t columns[] = {p->q, p->u, p->z, p->r};
  size_t n = l->eq->column_count, states = n + l->eq->row_count;
  for (int kind = 0; kind < 4; kind++)
    for (size_t i = 0; i < l->slopes->count[kinds[kind]]; i++) {
      const TrmSlope *e = &l->slopes->entry[kinds[kind]][i];
      size_t row = e->row < n        ? p->a + e->row
                   : e->row < states ? row_of[e->row - n]
                                     : p->z + e->row - states;
      double sign = e->row < states ? -1 : 1;
      /* reads of forces come with the equations of reads */
      if (kinds[kind] == TRM_BY_READ && e->row < states) continue;
      if (row != SIZE_MAX)
        trm_triplets_add(p->matrix, row, columns[kind] + e->column, sign * e->value);
    }
}

/* masses on the columns of accelerations */
static void add_masses(Pencil *p) {
  const TrmEquations *eq = p->l->eq;
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    const TrmBody *body = &eq->system->bodies[i];
    for (int k = 0; k < 3; k++)
      if (c[k] >= 0)
        trm_triplets_add(p->matrix, p->a + (size_t)c[k], p->a + (size_t)c[k], body->mass);
    for (int k = 0; k < 9; k++)
      if (c[3 + k / 3] >= 0 && c[3 + k % 3] >= 0)
        trm_triplets_add(p->matrix, p->a + (size_t)c[3 + k / 3], p->a + (size_t)c[3 + k % 3],
                         body->inertia_b[k]);
  }
}

/* the matrix at a shift; 0 when it is singular */
static int factor(Pencil *p, double shift) {
  TrmLinear *l = p->l;
  TrmArena *arena = p->arena;
  const TrmEquations *eq = l->eq;
  size_t *row_of = trm_arena_array(arena, eq->row_count + 1, sizeof *row_of);
  size_t *rate_of = trm_arena_array(arena, eq->row_count + 1, sizeof *rate_of);
  p->shift = shift;
  p->matrix = trm_triplets_new(arena, p->all);
  for (size_t i = 0; i < eq->row_count; i++) row_of[i] = rate_of[i] = SIZE_MAX;
  for (size_t i = 0; i < l->saddle_rows; i++) row_of[l->saddle_row[i]] = p->m + i;
  for (size_t i = 0; i < l->rate_rows; i++) rate_of[l->rate_row[i]] = p->u + i;
  /* positions */
  add_rows(p, l->position_row, l->position_rows, p->q, p->q);
  for (size_t i = 0; i < l->positions; i++) {
    size_t row = p->q + l->position_rows + i;
    trm_linear_entries(l, &l->coordinates[i], 1, 1, p->matrix, row);
    trm_linear_entries(l, &l->coordinates[i], 0, -shift, p->matrix, row);
  }
  /* velocities */
  add_rows(p, l->rate_row, l->rate_rows, p->u, p->u);
  for (size_t i = 0; i < l->slopes->phi_rate_count; i++) {
    const TrmSlope *e = &l->slopes->phi_rate[i];
    if (rate_of[e->row] != SIZE_MAX)
      trm_triplets_add(p->matrix, rate_of[e->row], p->q + e->column, e->value);
  }
  for (size_t i = 0; i < l->rates; i++) {
    const TrmLinearCoordinate *c = &l->coordinates[l->rate[i]];
    trm_linear_entries(l, c, 2, 1, p->matrix, p->u + l->rate_rows + i);
    trm_linear_entries(l, c, 1, -shift, p->matrix, p->u + l->rate_rows + i);
  }
  /* accelerations, multipliers, states */
  add_masses(p);
  add_rows(p, l->saddle_row, l->saddle_rows, p->m, p->a);
  for (size_t i = 0; i < l->saddle_rows; i++)
    for (size_t k = eq->start[l->saddle_row[i]]; k < eq->start[l->saddle_row[i] + 1]; k++)
      trm_triplets_add(p->matrix, p->a + eq->column[k], p->m + i, l->flow->G[k]);
  add_slopes(p, row_of);
  for (size_t i = 0; i < l->states; i++) trm_triplets_add(p->matrix, p->z + i, p->z + i, -shift);
  trm_linear_read_entries(l, p->matrix, p->a, row_of, p->r);
  for (size_t i = 0; i < l->read_q.count; i++)
    trm_triplets_add(p->matrix, p->r + l->read_q.list[i].row, p->q + l->read_q.list[i].column,
                     -l->read_q.list[i].value);
  if (trm_triplets_factor(p->matrix) != TRM_OK) return 0;
  p->work = trm_arena_array(arena, trm_triplets_work(p->matrix), sizeof *p->work);
  return 1;
}

static void release(void *object) {
  Pencil *p = object;
  trm_arena_free(p->arena);
  p->arena = NULL;
}

static Pencil *new_pencil(TrmLinear *l) {
  size_t n = l->eq->column_count;
  Pencil *p = trm_arena_alloc(l->arena, sizeof *p);
  *p = (Pencil){.l = l, .q = 0, .u = n, .a = 2 * n, .m = 3 * n};
  p->z = p->m + l->saddle_rows;
  p->r = p->z + l->states;
  p->all = p->r + l->eq->read_count;
  p->x = trm_arena_array(l->arena, p->all + 1, sizeof *p->x);
  p->s = trm_arena_array(l->arena, l->positions + 1, sizeof *p->s);
  p->size = 1;
  trm_arena_defer(l->arena, release, p);
  return p;
}

/* y = (A - s)^-1 x of scaled states */
static TrmStatus solve(void *context, const double *x, double *y) {
  Pencil *p = context;
  TrmLinear *l = p->l;
  size_t f = l->positions, n = l->eq->column_count;
  memset(p->x, 0, p->all * sizeof *p->x);
  for (size_t i = 0; i < f; i++) p->x[p->q + l->position_rows + i] = x[i] / p->size;
  for (size_t i = 0; i < l->rates; i++) p->x[p->u + l->rate_rows + i] = x[f + i];
  for (size_t i = 0; i < l->states; i++) p->x[p->z + i] = x[f + l->rates + i];
  if (trm_triplets_solve_block(p->matrix, p->x, 1, p->work) != TRM_OK) return TRM_FAILED;
  memset(l->room->none, 0, n * sizeof *p->x);
  trm_linear_rates_with(l, l->room->user, l->room->none, p->x + p->q, p->s);
  for (size_t i = 0; i < f; i++) y[i] = p->size * p->s[i];
  trm_linear_rates_with(l, l->room->user, p->x + p->q, p->x + p->u, p->s);
  for (size_t i = 0; i < l->rates; i++) y[f + i] = p->s[l->rate[i]];
  for (size_t i = 0; i < l->states; i++) y[f + l->rates + i] = p->x[p->z + i];
  for (size_t i = 0; i < l->order; i++)
    if (!isfinite(y[i])) return TRM_FAILED;
  return TRM_OK;
}

/* the largest size that an eigenvalue may have, roughly, by powers of A; 0: none was found */
static double find_scale(TrmLinear *l) {
  enum { ROUNDS = 12 };
  TrmLinearRoom *r = l->room;
  double *y = trm_arena_array(l->arena, l->order + 1, sizeof *y), grown = 0, last = 0;
  for (size_t i = 0; i < l->order; i++) y[i] = 1 + 0.5 * sin((double)i);
  for (int round = 0; round < ROUNDS; round++) {
    double size = 0;
    for (size_t i = 0; i < l->order; i++) size = fmax(size, fabs(y[i]));
    if (!(size > 0) || !isfinite(size)) break;
    for (size_t i = 0; i < l->order; i++) r->x[i] = y[i] / size;
    if (!trm_linear_tangents(l, r, 1) || !trm_linear_responses(l, r, 1, SIZE_MAX / 2)) return 0;
    trm_linear_derive(l, r, y);
    last = grown;
    grown = 0;
    for (size_t i = 0; i < l->order; i++) grown = fmax(grown, fabs(y[i]));
  }
  /* positions become rates and rates accelerations: two rounds are the square */
  return sqrt(grown * last);
}

/* how far A x is from lambda x, in parts of what it is made of */
static double find_error(Pencil *p, size_t k) {
  TrmLinear *l = p->l;
  TrmLinearRoom *r = l->room;
  size_t n = l->order;
  double *y = trm_arena_array(l->arena, 2 * n + 1, sizeof *y), worst = 0, most = 0;
  for (int part = 0; part < 2; part++) {
    for (size_t i = 0; i < n; i++) {
      double x[2];
      trm_linear_part(l, k, i, x);
      r->x[i] = x[part];
    }
    if (!trm_linear_tangents(l, r, 1) || !trm_linear_responses(l, r, 1, SIZE_MAX / 2))
      return HUGE_VAL;
    trm_linear_derive(l, r, y + (size_t)part * n);
  }
  for (size_t i = 0; i < n; i++) {
    double x[2], scale = i < l->positions ? p->size : 1;
    trm_linear_part(l, k, i, x);
    double re = y[i] - (l->re[k] * x[0] - l->im[k] * x[1]);
    double im = y[n + i] - (l->re[k] * x[1] + l->im[k] * x[0]);
    worst = fmax(worst, scale * hypot(re, im));
    most = fmax(most, scale * hypot(x[0], x[1]) * fmax(p->size, hypot(l->re[k], l->im[k])));
  }
  return most > 0 ? worst / most : HUGE_VAL;
}

/* eigenvalues of the operator become those of the model, of a pair im > 0 first */
static void turn_back(Pencil *p) {
  TrmLinear *l = p->l;
  size_t n = l->order;
  for (size_t k = 0; k < l->values; k++) {
    double square = l->re[k] * l->re[k] + l->im[k] * l->im[k];
    l->re[k] = p->shift + l->re[k] / square;
    l->im[k] = fabs(l->im[k]) / square;
    for (size_t i = 0; i < l->positions; i++) l->vector[k * n + i] /= p->size;
    if (l->im[k] == 0) continue;
    /* 1/nu has the other sign of im, and so has its vector */
    for (size_t i = 0; i < l->positions; i++) l->vector[(k + 1) * n + i] /= p->size;
    for (size_t i = 0; i < n; i++) l->vector[(k + 1) * n + i] *= -1;
    l->re[k + 1] = l->re[k];
    l->im[k + 1] = -l->im[k];
    k++;
  }
}

/* search with a shift, which is also what positions are counted by */
static TrmStatus look(Pencil *p, double shift, double tolerance) {
  TrmLinear *l = p->l;
  size_t wanted = 2 * l->modes + 2 < l->order - 3 ? 2 * l->modes + 2 : l->order - 3;
  p->size = shift;
  release(p);
  p->arena = trm_arena_new();
  if (!p->arena) trm_guard_leave();
  if (!factor(p, shift)) return TRM_FAILED;
  l->re = trm_arena_array(l->arena, 2 * wanted + 4, sizeof *l->re);
  l->im = l->re + wanted + 2;
  l->vector = trm_arena_array(l->arena, l->order * (wanted + 2), sizeof *l->vector);
  TrmStatus status = trm_arnoldi_largest(p->arena, l->order, wanted, tolerance, solve, p, l->re,
                                         l->im, l->vector, &l->values);
  if (status == TRM_OK) turn_back(p);
  return status;
}

/* a typical size of what was found, without what is zero but for rounding: a double zero is found
 * as the root of that */
static double middle(const TrmLinear *l, double shift, double nothing) {
  double sum = 0;
  size_t count = 0;
  for (size_t k = 0; k < l->values; k++) {
    double size = hypot(l->re[k], l->im[k]);
    if (size > nothing) sum += log(size), count++;
  }
  return count ? exp(sum / (double)count) : shift;
}

int trm_linear_lowest(TrmLinear *l) {
  Pencil *p = new_pencil(l);
  double scale = find_scale(l), shift = 1e-3 * scale;
  if (!(scale > 0) || !isfinite(scale)) return trm_linear_complain(l, TRM_FAILED);
  /* closer, until the shift is of the size of what is looked for */
  TrmStatus status = look(p, shift, 1e-3);
  for (int round = 0; round < 4 && status == TRM_OK; round++) {
    double next = middle(l, shift, 1e-6 * scale) / 2;
    if (next > 0.1 * shift && next < 10 * shift) break;
    shift = next;
    status = look(p, shift, 1e-3);
  }
  if (status == TRM_OK) status = look(p, middle(l, shift, 1e-6 * scale) / 2, 0);
  if (status != TRM_OK) return trm_linear_complain(l, status);
  release(p);
  trm_linear_sort(l);
  for (size_t k = 0; k < l->values; k++)
    if (!(l->im[k] < 0) && find_error(p, k) > 1e-6) return trm_linear_complain(l, TRM_FAILED);
  return 1;
}
