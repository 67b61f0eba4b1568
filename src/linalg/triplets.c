/* SPDX-License-Identifier: Apache-2.0
 *
 * Triplets: A y = b as (R A C) (C^-1 y) = R b, with R and C powers of two, which round nothing.
 */
#include "linalg/triplets.h"
#include <math.h>
#include <string.h>

typedef struct Triplet {
  size_t row, column;
  double value;
} Triplet;

struct TrmTriplets {
  TrmArena *arena;
  size_t n, count, capacity;
  Triplet *entries;
  TrmSparse *matrix;
  double *row, *column; /* scales */
  double *b, *work;
};

TrmTriplets *trm_triplets_new(TrmArena *arena, size_t n) {
  TrmTriplets *t = trm_arena_alloc(arena, sizeof *t);
  t->arena = arena;
  t->n = n;
  t->row = trm_arena_array(arena, 3 * n + 3, sizeof *t->row);
  t->column = t->row + n + 1;
  t->b = t->column + n + 1;
  return t;
}

void trm_triplets_add(TrmTriplets *t, size_t row, size_t column, double value) {
  Triplet entry = {row, column, value};
  if (value != 0) TRM_PUSH(t->arena, t->entries, t->count, t->capacity, entry);
}

/* 2^-k with 2^k next to x; 1 where x is zero */
static double inverse_power(double x) {
  int exponent;
  if (!(x > 0) || !isfinite(x)) return 1;
  frexp(x, &exponent);
  return ldexp(1, -exponent);
}

/* rows, then columns of what that leaves, three times over */
static void find_scales(TrmTriplets *t) {
  for (size_t i = 0; i < t->n; i++) t->row[i] = t->column[i] = 1;
  for (int pass = 0; pass < 6; pass++) {
    double *scale = pass % 2 ? t->column : t->row;
    memset(t->b, 0, t->n * sizeof *t->b);
    for (size_t i = 0; i < t->count; i++) {
      const Triplet *e = &t->entries[i];
      size_t at = pass % 2 ? e->column : e->row;
      t->b[at] = fmax(t->b[at], fabs(e->value) * t->row[e->row] * t->column[e->column]);
    }
    for (size_t i = 0; i < t->n; i++) scale[i] *= inverse_power(pass < 4 ? sqrt(t->b[i]) : t->b[i]);
  }
}

TrmStatus trm_triplets_factor(TrmTriplets *t) {
  for (size_t i = 0; i < t->count; i++)
    if (!isfinite(t->entries[i].value)) return TRM_FAILED;
  if (!t->n) return TRM_OK;
  find_scales(t);
  TrmPattern *pattern = trm_pattern_new(t->arena, t->n);
  for (size_t i = 0; i < t->count; i++)
    trm_pattern_add(pattern, t->entries[i].row, t->entries[i].column);
  t->matrix = trm_sparse_new(t->arena, pattern);
  trm_sparse_whole(t->matrix);
  trm_pattern_drop(pattern);
  t->work = trm_arena_array(t->arena, trm_triplets_work(t), sizeof *t->work);
  double *value = trm_sparse_values(t->matrix);
  for (size_t i = 0; i < t->count; i++) {
    const Triplet *e = &t->entries[i];
    value[trm_sparse_slot(t->matrix, e->row, e->column)] +=
        e->value * t->row[e->row] * t->column[e->column];
  }
  TrmStatus status = trm_sparse_factor(t->matrix);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  return status;
}

enum { BLOCK = 4 };

size_t trm_triplets_work(const TrmTriplets *t) {
  return t->n ? 2 * BLOCK * t->n + trm_sparse_work(t->matrix) : 1;
}

/* up to four at a time */
static TrmStatus solve_some(const TrmTriplets *t, double *b, size_t count, double *work) {
  size_t n = t->n;
  double *kept = work, *rest = work + BLOCK * n, *room = rest + BLOCK * n;
  for (size_t c = 0; c < count; c++)
    for (size_t i = 0; i < n; i++) b[c * n + i] *= t->row[i];
  memcpy(kept, b, count * n * sizeof *b);
  TrmStatus status = trm_sparse_solve_with(t->matrix, b, count, room);
  if (status != TRM_OK) return status;
  for (size_t c = 0; c < count; c++) {
    trm_sparse_apply(t->matrix, b + c * n, rest + c * n);
    for (size_t i = 0; i < n; i++) rest[c * n + i] = kept[c * n + i] - rest[c * n + i];
  }
  status = trm_sparse_solve_with(t->matrix, rest, count, room);
  for (size_t c = 0; c < count; c++)
    for (size_t i = 0; i < n; i++) b[c * n + i] = (b[c * n + i] + rest[c * n + i]) * t->column[i];
  return status;
}

TrmStatus trm_triplets_solve_block(const TrmTriplets *t, double *b, size_t count, double *work) {
  TrmStatus status = TRM_OK;
  for (size_t first = 0; first < count && t->n && status == TRM_OK; first += BLOCK)
    status = solve_some(t, b + first * t->n, count - first < BLOCK ? count - first : BLOCK, work);
  return status;
}

TrmStatus trm_triplets_solve(TrmTriplets *t, double *b) {
  return trm_triplets_solve_block(t, b, 1, t->work);
}
