/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of the elimination, as a full matrix with complete pivoting: the largest entry left is
 * the next pivot, until it is no larger than the tolerance. Among rows with an entry of at least
 * half the largest, those that are not preferred as redundant come first.
 */
#include "linalg/rank_data.h"
#include <limits.h>
#include <math.h>

/* entries that differ by less are equal, so that rounding does not choose between them */
static const double equal = 1 - 1e-9;

typedef struct Dense {
  size_t row_count, column_count;
  size_t *row, *column;  /* of the whole matrix */
  double **at, *largest; /* the rows, and the largest entry left of each */
} Dense;

/* the largest entry in rows without a pivot */
static double largest_left(const TrmRankWork *work) {
  double largest = 0;
  for (size_t i = 0; i < work->row_count; i++) {
    if (work->row_step[i] != TRM_RANK_NONE) continue;
    for (size_t e = 0; e < work->row[i].count; e++)
      largest = fmax(largest, fabs(work->row[i].items[e].value));
  }
  return largest;
}

/* gather the rows that are left, over the columns they have */
static Dense gather(TrmRankWork *work) {
  Dense d = {.row = trm_arena_array(work->scratch, work->row_count, sizeof *d.row)};
  size_t *place = trm_arena_array(work->scratch, work->column_count, sizeof *place);
  for (size_t i = 0; i < work->row_count; i++) {
    if (work->row_step[i] != TRM_RANK_NONE || !work->row[i].count) continue;
    d.row[d.row_count++] = i;
    for (size_t e = 0; e < work->row[i].count; e++) place[work->row[i].items[e].index] = 1;
  }
  d.column = trm_arena_array(work->scratch, work->column_count, sizeof *d.column);
  for (size_t j = 0; j < work->column_count; j++) {
    if (!place[j]) continue;
    place[j] = d.column_count;
    d.column[d.column_count++] = j;
  }
  d.at = trm_arena_array(work->scratch, d.row_count, sizeof *d.at);
  d.largest = trm_arena_array(work->scratch, d.row_count, sizeof *d.largest);
  for (size_t i = 0; i < d.row_count; i++) {
    TrmRankList *row = &work->row[d.row[i]];
    d.at[i] = trm_arena_array(work->scratch, d.column_count, sizeof **d.at);
    for (size_t e = 0; e < row->count; e++) {
      d.at[i][place[row->items[e].index]] = row->items[e].value;
      d.largest[i] = fmax(d.largest[i], fabs(row->items[e].value));
    }
    row->count = 0;
  }
  return d;
}

/* the row of the next pivot, at or after `step`, or row_count when what is left counts as zero */
static size_t choose_row(const TrmRankWork *work, const Dense *d, size_t step, double *left) {
  double largest = 0, best = 0;
  for (size_t i = step; i < d->row_count; i++) largest = fmax(largest, d->largest[i]);
  *left = largest;
  if (!(largest > work->tolerance)) return d->row_count;
  unsigned least = UINT_MAX;
  for (size_t i = step; i < d->row_count; i++) {
    unsigned level = work->prefer ? work->prefer[d->row[i]] : 0;
    if (d->largest[i] < largest / 2 || d->largest[i] <= work->tolerance || level > least) continue;
    best = level < least ? d->largest[i] : fmax(best, d->largest[i]);
    least = level;
  }
  size_t chosen = d->row_count;
  for (size_t i = step; i < d->row_count; i++) {
    if (d->largest[i] < equal * best || (work->prefer && work->prefer[d->row[i]] != least))
      continue;
    if (chosen == d->row_count || d->row[i] < d->row[chosen]) chosen = i;
  }
  return chosen;
}

/* the first of the largest entries in a row */
static size_t choose_column(const Dense *d, size_t i, size_t step) {
  size_t chosen = d->column_count;
  for (size_t j = step; j < d->column_count; j++) {
    if (fabs(d->at[i][j]) < equal * d->largest[i]) continue;
    if (chosen == d->column_count || d->column[j] < d->column[chosen]) chosen = j;
  }
  return chosen;
}

/* bring row i and column j of what is left to the front */
static void bring(Dense *d, size_t step, size_t i, size_t j) {
  double *row = d->at[i], largest = d->largest[i];
  size_t number = d->row[i], column = d->column[j];
  d->at[i] = d->at[step], d->at[step] = row;
  d->largest[i] = d->largest[step], d->largest[step] = largest;
  d->row[i] = d->row[step], d->row[step] = number;
  d->column[j] = d->column[step], d->column[step] = column;
  for (size_t r = step; r < d->row_count; r++) {
    double value = d->at[r][j];
    d->at[r][j] = d->at[r][step];
    d->at[r][step] = value;
  }
}

/* subtract the pivot row from one below it */
static void subtract(TrmRankWork *work, Dense *d, size_t step, size_t i, size_t global_step) {
  const double *restrict from = d->at[step];
  double *restrict row = d->at[i];
  if (fabs(row[step]) <= work->negligible) {
    work->largest_dropped = fmax(work->largest_dropped, fabs(row[step]));
    if (d->largest[i] > fabs(row[step])) return;
  }
  double multiplier = fabs(row[step]) <= work->negligible ? 0 : row[step] / from[step];
  double largest = 0;
  for (size_t j = step + 1; j < d->column_count; j++) {
    row[j] -= multiplier * from[j];
    double size = fabs(row[j]);
    largest = size > largest ? size : largest;
  }
  d->largest[i] = largest;
  if (multiplier == 0) return;
  TrmRankList *lower = &work->lower[d->row[i]];
  TRM_PUSH(work->scratch, lower->items, lower->count, lower->capacity,
           ((TrmRankEntry){global_step, multiplier}));
}

void trm_rank_finish(TrmRankWork *work) {
  double left = largest_left(work);
  if (left > work->tolerance) {
    Dense d = gather(work);
    for (size_t step = 0; step < d.row_count; step++) {
      size_t i = choose_row(work, &d, step, &left);
      if (i == d.row_count) break;
      bring(&d, step, i, choose_column(&d, i, step));
      size_t global_step = work->rank, row = d.row[step];
      trm_rank_take(work, row, d.column[step], d.at[step][step]);
      TrmRankList *upper = &work->row[row];
      for (size_t j = step + 1; j < d.column_count; j++)
        if (fabs(d.at[step][j]) > work->negligible)
          TRM_PUSH(work->scratch, upper->items, upper->count, upper->capacity,
                   ((TrmRankEntry){d.column[j], d.at[step][j]}));
      for (size_t r = step + 1; r < d.row_count; r++) subtract(work, &d, step, r, global_step);
      left = 0;
    }
  }
  work->largest_dropped = fmax(work->largest_dropped, left);
}
