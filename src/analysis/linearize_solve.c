/* SPDX-License-Identifier: Apache-2.0
 *
 * Right-hand sides of the linear model, a few at a time, for that is how the factors are read least
 * often; and several such blocks at once where threads are allowed. A block is always made of the
 * same columns, so that the bits of the matrices do not depend on how many threads there are.
 */
#define _POSIX_C_SOURCE 200809L
#include "analysis/linearize_solve.h"
#include <pthread.h>
#include <string.h>

/* what a thread works on: blocks number `first`, `first` + `step`, ... */
typedef struct Share {
  TrmLinear *l;
  TrmLinearRoom room;
  size_t first, step;
  pthread_t thread;
  int good;
} Share;

static size_t most(size_t a, size_t b) {
  return a > b ? a : b;
}

/* of columns, multipliers and reads */
static size_t saddle_size(const TrmLinear *l) {
  return l->eq->column_count + l->saddle_rows + l->eq->read_count;
}

TrmLinearRoom trm_linear_room(TrmLinear *l) {
  const TrmEquations *eq = l->eq;
  size_t n = eq->column_count, rows = eq->row_count, wide = TRM_LINEAR_BLOCK;
  size_t work = most(trm_triplets_work(l->J0), trm_triplets_work(l->J1));
  TrmLinearRoom r = {.x = trm_arena_array(l->arena, wide * l->order + 1, sizeof(double))};
  r.dq = trm_arena_array(l->arena, wide * n + 1, sizeof(double));
  r.du = trm_arena_array(l->arena, wide * n + 1, sizeof(double));
  r.b = trm_arena_array(l->arena, wide * saddle_size(l) + 1, sizeof(double));
  r.right = trm_arena_array(l->arena, wide * (n + rows + l->states) + 1, sizeof(double));
  r.s = trm_arena_array(l->arena, most(l->positions, rows) + 1, sizeof(double));
  r.user = trm_arena_array(l->arena, l->asked_count + 1, sizeof(double));
  r.none = trm_arena_array(l->arena, n + 1, sizeof(double));
  r.dlambda = trm_arena_array(l->arena, rows + 1, sizeof(double));
  r.work = trm_arena_array(l->arena, most(work, trm_triplets_work(l->saddle)), sizeof(double));
  return r;
}

/* 1 when one of the numbers is not zero */
static int any(const double *x, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (x[i] != 0) return 1;
  return 0;
}

int trm_linear_tangents(const TrmLinear *l, TrmLinearRoom *r, size_t count) {
  size_t n = l->eq->column_count, f = l->positions;
  int placed = 0, moving = 0;
  memset(r->dq, 0, count * n * sizeof *r->dq);
  memset(r->du, 0, count * n * sizeof *r->du);
  for (size_t c = 0; c < count; c++) {
    const double *x = r->x + c * l->order;
    memcpy(r->dq + c * n + l->position_rows, x, f * sizeof *x);
    placed |= any(x, f);
    moving |= any(x, f + l->rates);
  }
  if (placed && trm_triplets_solve_block(l->J0, r->dq, count, r->work) != TRM_OK) return 0;
  for (size_t c = 0; c < count; c++) {
    const double *x = r->x + c * l->order, *dq = r->dq + c * n;
    double *du = r->du + c * n;
    /* what velocities must do for rates of constraints and coordinates to stay */
    if (any(x, f)) {
      memset(r->s, 0, l->eq->row_count * sizeof *r->s);
      trm_slopes_close(l->slopes, 1, dq, r->s);
      for (size_t i = 0; i < l->rate_rows; i++) du[i] = -r->s[l->rate_row[i]];
      trm_linear_rates_with(l, r->user, dq, r->none, r->s);
      for (size_t i = 0; i < l->rates; i++) du[l->rate_rows + i] = -r->s[l->rate[i]];
    }
    for (size_t i = 0; i < l->rates; i++) du[l->rate_rows + i] += x[f + i];
  }
  return !moving || trm_triplets_solve_block(l->J1, r->du, count, r->work) == TRM_OK;
}

int trm_linear_responses(const TrmLinear *l, TrmLinearRoom *r, size_t count, size_t input) {
  const TrmEquations *eq = l->eq;
  size_t n = eq->column_count, m = saddle_size(l), all = n + eq->row_count + l->states;
  memset(r->right, 0, count * all * sizeof *r->right);
  memset(r->b, 0, count * m * sizeof *r->b);
  for (size_t c = 0; c < count; c++) {
    const double *x = r->x + c * l->order;
    double *right = r->right + c * all, *b = r->b + c * m;
    trm_slopes_apply(l->slopes, TRM_BY_POSITION, 1, r->dq + c * n, right);
    trm_slopes_apply(l->slopes, TRM_BY_VELOCITY, 1, r->du + c * n, right);
    trm_slopes_apply(l->slopes, TRM_BY_STATE, 1, x + l->positions + l->rates, right);
    if (input + c < l->input_count) trm_linear_push(l, input + c, right);
    memcpy(b, right, n * sizeof *right);
    for (size_t i = 0; i < l->saddle_rows; i++) b[n + i] = right[n + l->saddle_row[i]];
    trm_linear_read_positions(l, r->dq + c * n, b + n + l->saddle_rows);
  }
  if (trm_triplets_solve_block(l->saddle, r->b, count, r->work) != TRM_OK) return 0;
  /* rates of states read what has come out */
  for (size_t c = 0; c < count && eq->read_count; c++)
    trm_slopes_apply(l->slopes, TRM_BY_READ, 1, r->b + c * m + n + l->saddle_rows,
                     r->right + c * all);
  return 1;
}

/* column `j` of a matrix of `wide` columns: x' of the block's number c */
static void put_column(const TrmLinear *l, TrmLinearRoom *r, size_t c, double *matrix, size_t wide,
                       size_t j) {
  const TrmEquations *eq = l->eq;
  size_t n = eq->column_count, all = n + eq->row_count + l->states;
  const double *dq = r->dq + c * n, *du = r->du + c * n, *da = r->b + c * saddle_size(l);
  trm_linear_rates_with(l, r->user, dq, du, r->s);
  for (size_t i = 0; i < l->positions; i++) matrix[i * wide + j] = r->s[i];
  trm_linear_seconds_with(l, r->user, dq, du, da, r->s);
  for (size_t i = 0; i < l->rates; i++) matrix[(l->positions + i) * wide + j] = r->s[l->rate[i]];
  const double *z = r->right + c * all + n + eq->row_count;
  for (size_t i = 0; i < l->states; i++) matrix[(l->positions + l->rates + i) * wide + j] = z[i];
}

void trm_linear_derive(const TrmLinear *l, TrmLinearRoom *r, double *out) {
  put_column(l, r, 0, out, 1, 0);
}

/* everything that comes of number c of the block, column j: of A and C, or of B and D */
static void keep(TrmLinear *l, TrmLinearRoom *r, size_t c, size_t j) {
  size_t n = l->eq->column_count, z = l->positions + l->rates, m = saddle_size(l);
  const double *dq = r->dq + c * n, *du = r->du + c * n, *b = r->b + c * m;
  int input = j >= l->order;
  size_t wide = input ? l->input_count : l->order, column = input ? j - l->order : j;
  for (size_t i = 0; i < l->saddle_rows; i++) r->dlambda[l->saddle_row[i]] = b[n + i];
  const TrmLinearChange change = {.dq = dq,
                                  .du = du,
                                  .da = b,
                                  .dz = r->x + c * l->order + z,
                                  .dlambda = r->dlambda,
                                  .dr = b + n + l->saddle_rows,
                                  .input = input ? column : SIZE_MAX};
  for (size_t i = 0; i < l->output_count; i++)
    (input ? l->D : l->C)[i * wide + column] = trm_linear_measure(l, i, &change);
  put_column(l, r, c, input ? l->B : l->A, wide, column);
  if (j < l->positions) {
    memcpy(l->q_S + j * n, dq, n * sizeof *dq);
    memcpy(l->u_S + j * n, du, n * sizeof *du);
  } else if (j < z) {
    memcpy(l->u_W + (j - l->positions) * n, du, n * sizeof *du);
  }
}

/* the blocks of a share; inputs begin a block of their own */
static void *work_off(void *context) {
  Share *share = context;
  TrmLinear *l = share->l;
  size_t blocks = (l->order + TRM_LINEAR_BLOCK - 1) / TRM_LINEAR_BLOCK;
  size_t more = (l->input_count + TRM_LINEAR_BLOCK - 1) / TRM_LINEAR_BLOCK;
  TrmLinearRoom *r = &share->room;
  for (size_t k = share->first; k < blocks + more && share->good; k += share->step) {
    int input = k >= blocks;
    size_t first = (input ? k - blocks : k) * TRM_LINEAR_BLOCK;
    size_t last = input ? l->input_count : l->order;
    size_t count = last - first < TRM_LINEAR_BLOCK ? last - first : TRM_LINEAR_BLOCK;
    memset(r->x, 0, TRM_LINEAR_BLOCK * l->order * sizeof *r->x);
    for (size_t c = 0; c < count && !input; c++) r->x[c * l->order + first + c] = 1;
    share->good = trm_linear_tangents(l, r, count) &&
                  trm_linear_responses(l, r, count, input ? first : SIZE_MAX / 2);
    for (size_t c = 0; c < count && share->good; c++)
      keep(l, r, c, (input ? l->order : 0) + first + c);
  }
  return NULL;
}

int trm_linear_columns(TrmLinear *l) {
  size_t count = l->threads ? l->threads : 1, started = 1;
  int good = 1;
  Share *shares = trm_arena_array(l->arena, count, sizeof *shares);
  for (size_t i = 0; i < count; i++)
    shares[i] = (Share){.l = l, .room = trm_linear_room(l), .first = i, .step = count, .good = 1};
  while (started < count &&
         pthread_create(&shares[started].thread, NULL, work_off, &shares[started]) == 0)
    started++;
  work_off(&shares[0]);
  /* what found no thread is done here */
  for (size_t i = started; i < count; i++) work_off(&shares[i]);
  for (size_t i = 1; i < started; i++) pthread_join(shares[i].thread, NULL);
  for (size_t i = 0; i < count; i++) good &= shares[i].good;
  return good;
}
