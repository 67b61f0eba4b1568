/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files of the rank decision share: the state of the elimination, and the factors it
 * leaves. Row k of the matrix is the sum of lower[k] times rows of U, and its own row of U when it
 * has a pivot. Steps number the pivots in the order they were taken.
 */
#ifndef TRM_LINALG_RANK_DATA_H
#define TRM_LINALG_RANK_DATA_H

#include "linalg/rank.h"
#include <stdbool.h>
#include <stdint.h>

#define TRM_RANK_NONE SIZE_MAX

/* Up to this many places complete pivoting is affordable throughout */
enum { TRM_RANK_SMALL = 200 * 200 };

typedef struct TrmRankEntry {
  size_t index;
  double value;
} TrmRankEntry;

typedef struct TrmRankList {
  TrmRankEntry *items;
  size_t count, capacity;
} TrmRankList;

/* The elimination: what is left of each row, which becomes its row of U once it has a pivot */
typedef struct TrmRankWork {
  TrmArena *scratch;
  size_t row_count, column_count;
  const unsigned char *prefer;
  double tolerance;
  double negligible;  /* cancellation leaves no more than this of an entry */
  TrmRankList *row;   /* by column, without the pivot */
  TrmRankList *lower; /* multipliers by step */
  size_t *row_step, *column_step, *pivot_row, *pivot_column;
  double *pivot;
  size_t rank;
  double largest_dropped, smallest_pivot;
} TrmRankWork;

/* Lists laid end to end */
typedef struct TrmRankTable {
  size_t *start;
  TrmRankEntry *items;
} TrmRankTable;

typedef struct TrmRankFactors {
  size_t row_count, column_count, rank;
  TrmRankTable matrix; /* scaled, row by column */
  TrmRankTable lower;  /* row by step */
  TrmRankTable upper;  /* step by column, without the pivot */
  size_t *row_step, *column_step, *pivot_row, *pivot_column;
  double *pivot, *row_scale, *column_scale;
  double *step_value, *step_sum, *step_size,
      *step_before;                  /* workspace by step, zero between calls */
  double *column_value, *column_sum; /* workspace by column, zero between calls */
  size_t *heap, heap_count, *touched_step, *touched_column;
  unsigned char *in_heap, *is_touched;
} TrmRankFactors;

/* Take (row, column) as the next pivot */
void trm_rank_take(TrmRankWork *work, size_t row, size_t column, double value);

/* Eliminate while the matrix is sparse; what is left goes to trm_rank_finish */
void trm_rank_eliminate(TrmRankWork *work);

/* Eliminate the rest as a full matrix with complete pivoting */
void trm_rank_finish(TrmRankWork *work);

#endif
