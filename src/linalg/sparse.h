/* SPDX-License-Identifier: Apache-2.0
 *
 * Sparse: a square matrix of fixed pattern, whose values are written through slots and which is
 * factored by KLU: analysed once, refactored while the pivots stay healthy, factored anew when not.
 * KLU reports success on singular matrices, so every factorisation is judged by its reciprocal
 * condition and growth.
 */
#ifndef TRM_LINALG_SPARSE_H
#define TRM_LINALG_SPARSE_H

#include "base/arena.h"
#include "trammel/status.h"

typedef struct TrmPattern TrmPattern; /* where entries may be, while it is being made */
typedef struct TrmSparse TrmSparse;

/* How often each operation was done, and the seconds spent in KLU. */
typedef struct TrmSparseCount {
  size_t analyses, factorisations, refactorisations, solves;
  double seconds; /* in factoring and solving */
} TrmSparseCount;

/* A pattern of n rows and columns, entries announced one by one (again is allowed). */
TrmPattern *trm_pattern_new(TrmArena *arena, size_t n);
void trm_pattern_add(TrmPattern *pattern, size_t row, size_t column);

/* Give a pattern's memory back before its arena does, when its matrices are made. */
void trm_pattern_drop(void *pattern);

/* The matrix of a pattern, all zero. Released with the arena. */
TrmSparse *trm_sparse_new(TrmArena *arena, const TrmPattern *pattern);

/* The same with complex values: real and imaginary part one after the other, in values as in
 * right-hand sides, so that entry `slot` is at values[2 * slot]. */
TrmSparse *trm_sparse_new_complex(TrmArena *arena, const TrmPattern *pattern);

/* Before the first factorisation: take it as one block. Where no diagonal is given the search for
 * blocks costs more than linearly, and the factors do not need it. */
void trm_sparse_whole(TrmSparse *matrix);

/* The slot of an announced entry, for values[slot]. */
size_t trm_sparse_slot(const TrmSparse *matrix, size_t row, size_t column);
double *trm_sparse_values(TrmSparse *matrix);
size_t trm_sparse_entries(const TrmSparse *matrix);

/* Factor with the present values. TRM_FAILED when singular to working precision, TRM_NO_MEMORY.
 * Nothing is allocated while the pivots of the last full factorisation serve. */
TrmStatus trm_sparse_factor(TrmSparse *matrix);

/* Factor on the pivots of the last full factorisation, without allocating: TRM_RETRY when they do
 * not serve here, which leaves them for another time; TRM_FAILED when there are none. */
TrmStatus trm_sparse_refactor(TrmSparse *matrix);

/* Forget the pivots, so that the next factorisation depends on its values alone. */
void trm_sparse_renew(TrmSparse *matrix);

/* Solve in place for `count` right-hand sides one after the other. Needs good factors. */
TrmStatus trm_sparse_solve(TrmSparse *matrix, double *b, size_t count);

/* The same with `work`, trm_sparse_work doubles, instead of the matrix's own, so that several may
 * solve at the same time; of real matrices, and not counted. */
size_t trm_sparse_work(const TrmSparse *matrix);
TrmStatus trm_sparse_solve_with(const TrmSparse *matrix, double *b, size_t count, double *work);

/* The same with the transposed matrix, for one right-hand side; of real matrices, as is the spread.
 */
TrmStatus trm_sparse_solve_transposed(TrmSparse *matrix, double *b);

/* Smallest pivot over the largest, each divided by the sizes of its row and its column. Needs good
 * factors. */
double trm_sparse_spread(const TrmSparse *matrix, const double *row_size,
                         const double *column_size);

/* y = A x with the present values. */
void trm_sparse_apply(const TrmSparse *matrix, const double *x, double *y);

const TrmSparseCount *trm_sparse_count(const TrmSparse *matrix);

#endif
