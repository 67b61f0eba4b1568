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
  double *b, *rest;
};

TrmTriplets *trm_triplets_new(TrmArena *arena, size_t n) {
  TrmTriplets *t = trm_arena_alloc(arena, sizeof *t);
  t->arena = arena;
  t->n = n;
  t->row = trm_arena_array(arena, 4 * n + 4, sizeof *t->row);
  t->column = t->row + n + 1;
  t->b = t->column + n + 1;
  t->rest = t->b + n + 1;
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
  for (size_t i = 0; i < t->n; i++) trm_pattern_add(pattern, i, i);
  for (size_t i = 0; i < t->count; i++)
    trm_pattern_add(pattern, t->entries[i].row, t->entries[i].column);
  t->matrix = trm_sparse_new(t->arena, pattern);
  trm_pattern_drop(pattern);
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

TrmStatus trm_triplets_solve(TrmTriplets *t, double *b) {
  if (!t->n) return TRM_OK;
  for (size_t i = 0; i < t->n; i++) b[i] *= t->row[i];
  memcpy(t->b, b, t->n * sizeof *b);
  TrmStatus status = trm_sparse_solve(t->matrix, b, 1);
  if (status != TRM_OK) return status;
  trm_sparse_apply(t->matrix, b, t->rest);
  for (size_t i = 0; i < t->n; i++) t->rest[i] = t->b[i] - t->rest[i];
  status = trm_sparse_solve(t->matrix, t->rest, 1);
  for (size_t i = 0; i < t->n; i++) b[i] = (b[i] + t->rest[i]) * t->column[i];
  return status;
}
