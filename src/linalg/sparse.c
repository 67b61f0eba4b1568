/* SPDX-License-Identifier: Apache-2.0
 *
 * Sparse: compressed columns with KLU. Reference: Davis and Palamadai Natarajan, Algorithm 907.
 */
#include "linalg/sparse.h"
#include "base/clock.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/klu.h>

typedef struct Entry {
  uint32_t column, row;
} Entry;

struct TrmPattern {
  size_t n, count, capacity;
  Entry *entries; /* of malloc, for it is much while it lasts */
};

struct TrmSparse {
  size_t n;
  size_t parts;     /* of a value: 1, or 2 when they are complex */
  int *start, *row; /* by columns */
  double *value;
  klu_common common;
  klu_symbolic *symbolic;
  klu_numeric *numeric;
  double spread; /* reciprocal condition of the diagonal when the pivots were chosen */
  TrmSparseCount count;
};

void trm_pattern_drop(void *object) {
  TrmPattern *pattern = object;
  free(pattern->entries);
  pattern->entries = NULL;
  pattern->count = pattern->capacity = 0;
}

TrmPattern *trm_pattern_new(TrmArena *arena, size_t n) {
  TrmPattern *pattern = trm_arena_alloc(arena, sizeof *pattern);
  pattern->n = n;
  trm_arena_defer(arena, trm_pattern_drop, pattern);
  return pattern;
}

void trm_pattern_add(TrmPattern *pattern, size_t row, size_t column) {
  if (pattern->count == pattern->capacity) {
    size_t wanted = pattern->capacity ? 2 * pattern->capacity : 64;
    Entry *more =
        wanted > SIZE_MAX / sizeof *more ? NULL : realloc(pattern->entries, wanted * sizeof *more);
    if (!more) trm_guard_leave();
    pattern->entries = more;
    pattern->capacity = wanted;
  }
  pattern->entries[pattern->count++] = (Entry){(uint32_t)column, (uint32_t)row};
}

static int compare_entries(const void *a, const void *b) {
  const Entry *p = a, *q = b;
  if (p->column != q->column) return p->column < q->column ? -1 : 1;
  return p->row < q->row ? -1 : p->row > q->row;
}

/* free the factors */
static void forget(TrmSparse *matrix) {
  if (!matrix->numeric) return;
  if (matrix->parts == 2) {
    klu_z_free_numeric(&matrix->numeric, &matrix->common);
  } else {
    klu_free_numeric(&matrix->numeric, &matrix->common);
  }
}

static void release(void *object) {
  TrmSparse *matrix = object;
  forget(matrix);
  if (matrix->symbolic) klu_free_symbolic(&matrix->symbolic, &matrix->common);
}

static TrmSparse *new_matrix(TrmArena *arena, const TrmPattern *pattern, size_t parts) {
  TrmSparse *matrix = trm_arena_alloc(arena, sizeof *matrix);
  size_t n = pattern->n, used = 0;
  matrix->n = n;
  matrix->parts = parts;
  if (pattern->count)
    qsort(pattern->entries, pattern->count, sizeof *pattern->entries, compare_entries);
  matrix->start = trm_arena_array(arena, n + 1, sizeof *matrix->start);
  matrix->row = trm_arena_array(arena, pattern->count + 1, sizeof *matrix->row);
  for (size_t i = 0; i < pattern->count; i++) {
    const Entry *entry = &pattern->entries[i];
    if (i && compare_entries(entry - 1, entry) == 0) continue;
    matrix->row[used++] = (int)entry->row;
    matrix->start[entry->column + 1]++;
  }
  for (size_t i = 0; i < n; i++) matrix->start[i + 1] += matrix->start[i];
  matrix->value = trm_arena_array(arena, parts * used + 1, sizeof *matrix->value);
  klu_defaults(&matrix->common);
  matrix->common.scale = -1;   /* equations come scaled, patterns are sound */
  matrix->common.ordering = 1; /* COLAMD: pivots do not stay on the diagonal */
  trm_arena_defer(arena, release, matrix);
  return matrix;
}

TrmSparse *trm_sparse_new(TrmArena *arena, const TrmPattern *pattern) {
  return new_matrix(arena, pattern, 1);
}

TrmSparse *trm_sparse_new_complex(TrmArena *arena, const TrmPattern *pattern) {
  return new_matrix(arena, pattern, 2);
}

void trm_sparse_whole(TrmSparse *matrix) {
  matrix->common.btf = 0;
}

size_t trm_sparse_slot(const TrmSparse *matrix, size_t row, size_t column) {
  int low = matrix->start[column], high = matrix->start[column + 1];
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (matrix->row[middle] <= (int)row) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return (size_t)low;
}

double *trm_sparse_values(TrmSparse *matrix) {
  return matrix->value;
}

size_t trm_sparse_entries(const TrmSparse *matrix) {
  return (size_t)matrix->start[matrix->n];
}

/* health of the factors at hand */
static int healthy(TrmSparse *matrix) {
  klu_common *c = &matrix->common;
  if (c->status != KLU_OK) return 0;
  int known = matrix->parts == 2 ? klu_z_rcond(matrix->symbolic, matrix->numeric, c)
                                 : klu_rcond(matrix->symbolic, matrix->numeric, c);
  return known && c->rcond > 1e-300;
}

/* refactor on the old pivots; 0 when they no longer serve. Growth costs a pass over the factors, so
 * it is looked at only when the diagonal has spread since the pivots were chosen */
static int refactor(TrmSparse *matrix) {
  klu_common *c = &matrix->common;
  int *start = matrix->start, *row = matrix->row, complex = matrix->parts == 2;
  double *value = matrix->value;
  matrix->count.refactorisations++;
  int done = complex ? klu_z_refactor(start, row, value, matrix->symbolic, matrix->numeric, c)
                     : klu_refactor(start, row, value, matrix->symbolic, matrix->numeric, c);
  if (!done || !healthy(matrix)) return 0;
  if (c->rcond > 1e-3 * matrix->spread) return 1;
  if (complex) {
    klu_z_rgrowth(start, row, value, matrix->symbolic, matrix->numeric, c);
  } else {
    klu_rgrowth(start, row, value, matrix->symbolic, matrix->numeric, c);
  }
  return c->rgrowth > 1e-7;
}

static TrmStatus klu_outcome(const klu_common *common) {
  return common->status == KLU_OUT_OF_MEMORY ? TRM_NO_MEMORY : TRM_FAILED;
}

static int finite(const TrmSparse *matrix) {
  for (size_t i = 0; i < matrix->parts * trm_sparse_entries(matrix); i++)
    if (!isfinite(matrix->value[i])) return 0;
  return 1;
}

static TrmStatus factor(TrmSparse *matrix) {
  klu_common *c = &matrix->common;
  if (!matrix->n) return TRM_OK;
  if (!finite(matrix)) return TRM_FAILED;
  if (!matrix->symbolic) {
    matrix->count.analyses++;
    matrix->symbolic = klu_analyze((int)matrix->n, matrix->start, matrix->row, c);
    if (!matrix->symbolic) return klu_outcome(c);
  }
  if (matrix->numeric) {
    if (refactor(matrix)) return TRM_OK;
    forget(matrix);
  }
  matrix->count.factorisations++;
  matrix->numeric =
      matrix->parts == 2
          ? klu_z_factor(matrix->start, matrix->row, matrix->value, matrix->symbolic, c)
          : klu_factor(matrix->start, matrix->row, matrix->value, matrix->symbolic, c);
  if (!matrix->numeric) return klu_outcome(c);
  if (healthy(matrix)) {
    matrix->spread = c->rcond;
    return TRM_OK;
  }
  forget(matrix);
  return TRM_FAILED;
}

TrmStatus trm_sparse_factor(TrmSparse *matrix) {
  double start = trm_clock();
  TrmStatus status = factor(matrix);
  matrix->count.seconds += trm_clock() - start;
  return status;
}

TrmStatus trm_sparse_refactor(TrmSparse *matrix) {
  if (!matrix->n) return TRM_OK;
  if (!matrix->numeric || !finite(matrix)) return TRM_FAILED;
  double start = trm_clock();
  int good = refactor(matrix);
  matrix->count.seconds += trm_clock() - start;
  return good ? TRM_OK : TRM_RETRY;
}

TrmStatus trm_sparse_solve(TrmSparse *matrix, double *b, size_t count) {
  if (!matrix->n) return TRM_OK;
  if (!matrix->numeric) return TRM_FAILED;
  matrix->count.solves += count;
  double start = trm_clock();
  int n = (int)matrix->n, columns = (int)count;
  int good = matrix->parts == 2
                 ? klu_z_solve(matrix->symbolic, matrix->numeric, n, columns, b, &matrix->common)
                 : klu_solve(matrix->symbolic, matrix->numeric, n, columns, b, &matrix->common);
  matrix->count.seconds += trm_clock() - start;
  return good ? TRM_OK : TRM_FAILED;
}

size_t trm_sparse_work(const TrmSparse *matrix) {
  return 4 * matrix->n + 1;
}

TrmStatus trm_sparse_solve_with(const TrmSparse *matrix, double *b, size_t count, double *work) {
  if (!matrix->n) return TRM_OK;
  if (!matrix->numeric) return TRM_FAILED;
  /* all that KLU writes to when it solves */
  klu_common common = matrix->common;
  klu_numeric numeric = *matrix->numeric;
  numeric.Xwork = work;
  int n = (int)matrix->n, columns = (int)count;
  return klu_solve(matrix->symbolic, &numeric, n, columns, b, &common) ? TRM_OK : TRM_FAILED;
}

TrmStatus trm_sparse_solve_transposed(TrmSparse *matrix, double *b) {
  if (!matrix->n) return TRM_OK;
  if (!matrix->numeric) return TRM_FAILED;
  matrix->count.solves++;
  double start = trm_clock();
  int good = klu_tsolve(matrix->symbolic, matrix->numeric, (int)matrix->n, 1, b, &matrix->common);
  matrix->count.seconds += trm_clock() - start;
  return good ? TRM_OK : TRM_FAILED;
}

double trm_sparse_spread(const TrmSparse *matrix, const double *row_size,
                         const double *column_size) {
  double least = HUGE_VAL, most = 0;
  if (!matrix->n) return 1;
  const double *pivot = matrix->numeric->Udiag;
  const int *row = matrix->numeric->Pnum, *column = matrix->symbolic->Q;
  for (size_t k = 0; k < matrix->n; k++) {
    double size = fabs(pivot[k]) / (row_size[row[k]] * column_size[column[k]]);
    if (!(size >= least)) least = size;
    if (size > most) most = size;
  }
  return least / most;
}

/* the same with complex numbers */
static void apply_complex(const TrmSparse *matrix, const double *x, double *y) {
  for (size_t j = 0; j < matrix->n; j++)
    for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++) {
      const double *a = matrix->value + 2 * k, *b = x + 2 * j;
      double *c = y + 2 * matrix->row[k];
      c[0] += a[0] * b[0] - a[1] * b[1];
      c[1] += a[0] * b[1] + a[1] * b[0];
    }
}

void trm_sparse_apply(const TrmSparse *matrix, const double *x, double *y) {
  memset(y, 0, matrix->parts * matrix->n * sizeof *y);
  if (matrix->parts == 2) {
    apply_complex(matrix, x, y);
    return;
  }
  for (size_t j = 0; j < matrix->n; j++)
    for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++)
      y[matrix->row[k]] += matrix->value[k] * x[j];
}

const TrmSparseCount *trm_sparse_count(const TrmSparse *matrix) {
  return &matrix->count;
}

void trm_sparse_renew(TrmSparse *matrix) {
  forget(matrix);
}
