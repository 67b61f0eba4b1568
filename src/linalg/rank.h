/* SPDX-License-Identifier: Apache-2.0
 *
 * Rank of a sparse matrix by Gaussian elimination, P A Q = L U: which rows depend on the others and
 * which columns stay free, with the null vectors of both sides. Pivots follow Markowitz' count with
 * a threshold along row and column, and complete pivoting at the end or when the matrix is small.
 * Duff, Erisman, Reid, Direct Methods for Sparse Matrices, 2nd edition, chapters 5, 7 and 10.
 */
#ifndef TRM_LINALG_RANK_H
#define TRM_LINALG_RANK_H

#include "base/arena.h"

/* A sparse matrix by rows: entries of row i are at [start[i], start[i+1]) of column and value.
 * Values are finite; entries of the same place add up. */
typedef struct TrmRows {
  size_t row_count, column_count;
  const unsigned *start, *column;
  const double *value;
} TrmRows;

/* What a rank decision found. The two sizes tell how clear it was: they are of the scaled matrix,
 * the smallest pivot is 0 when there is none. */
typedef struct TrmRank {
  size_t rank;
  size_t redundant_count, *redundant; /* rows that depend on the others, ascending */
  size_t free_count, *free_column;    /* columns without pivot, ascending */
  double largest_dropped, smallest_pivot;
  struct TrmRankFactors *factors;
} TrmRank;

/* Rank of A, its columns multiplied by column_scale (positive; NULL: ones) and then its rows scaled
 * to unit norm, both to the nearest power of two, so that scaling rounds nothing. What elimination
 * leaves at or below the tolerance counts as zero. Of rows that would serve as well, one with a
 * larger `prefer` (NULL: all alike) is left to be redundant. A is copied. */
TrmRank *trm_rank_new(TrmArena *arena, const TrmRows *A, const double *column_scale,
                      double tolerance, const unsigned char *prefer);

/* Left null vector of redundant row number k: y of row_count with y'A = 0, y[redundant[k]] = 1 and
 * otherwise on pivot rows only, refined to rounding. Returns how many entries are above 1e-12 when
 * rows are scaled to unit norm. The calls on one rank share its workspace. */
size_t trm_rank_dependency(const TrmRank *rank, size_t k, double *y);

/* Right null vector of free column number k: x of column_count with A x = 0, x[free_column[k]] = 1,
 * zero on the other free columns, refined to rounding. */
void trm_rank_freedom(const TrmRank *rank, size_t k, double *x);

#endif
