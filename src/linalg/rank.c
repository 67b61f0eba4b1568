/* SPDX-License-Identifier: Apache-2.0
 *
 * The rank decision: scale the matrix, eliminate, and keep the factors. Scales are powers of two,
 * so that what depends exactly, such as a row written twice, still does after scaling.
 */
#include "linalg/rank.h"
#include "linalg/rank_data.h"
#include <math.h>
#include <string.h>

/* entries smaller than this, of rows of unit norm, are rounding */
static const double rounding = 1e-15;

/* the power of two nearest to 1/size, within what a double holds; 1 for what has no size */
static double inverse_power(double size) {
  if (!(size > 0) || !isfinite(size)) return 1;
  int exponent;
  double fraction = frexp(size, &exponent);
  int power = fraction < 0.70710678118654752 ? 1 - exponent : -exponent;
  return ldexp(1, power > 1000 ? 1000 : power < -1000 ? -1000 : power);
}

static double row_norm(const TrmRankEntry *items, size_t count) {
  double largest = 0, sum = 0;
  for (size_t e = 0; e < count; e++) largest = fmax(largest, fabs(items[e].value));
  if (!(largest > 0) || !isfinite(largest)) return largest;
  for (size_t e = 0; e < count; e++) {
    double ratio = items[e].value / largest;
    sum += ratio * ratio;
  }
  return largest * sqrt(sum);
}

/* copy the matrix scaled, entries of the same place added, zeros left out */
static void scale_matrix(TrmArena *arena, TrmRankFactors *f, const TrmRows *A,
                         const double *column_scale, TrmArena *scratch) {
  size_t *place = trm_arena_array(scratch, f->column_count, sizeof *place);
  size_t total = f->row_count ? A->start[f->row_count] - A->start[0] : 0;
  TrmRankEntry *items = trm_arena_array(arena, total, sizeof *items);
  size_t count = 0;
  f->matrix.items = items;
  f->matrix.start = trm_arena_array(arena, f->row_count + 1, sizeof *f->matrix.start);
  f->row_scale = trm_arena_array(arena, f->row_count, sizeof *f->row_scale);
  f->column_scale = trm_arena_array(arena, f->column_count, sizeof *f->column_scale);
  for (size_t j = 0; j < f->column_count; j++)
    f->column_scale[j] = column_scale ? 1 / inverse_power(column_scale[j]) : 1;
  for (size_t i = 0; i < f->row_count; i++) {
    size_t first = count, kept = count;
    for (size_t e = A->start[i]; e < A->start[i + 1]; e++) {
      size_t j = A->column[e];
      if (place[j] <= first) {
        items[count] = (TrmRankEntry){j, 0};
        place[j] = ++count;
      }
      items[place[j] - 1].value += A->value[e] * f->column_scale[j];
    }
    f->row_scale[i] = inverse_power(row_norm(items + first, count - first));
    for (size_t e = first; e < count; e++) {
      place[items[e].index] = 0;
      items[e].value *= f->row_scale[i];
      if (items[e].value != 0) items[kept++] = items[e];
    }
    count = kept;
    f->matrix.start[i + 1] = count;
  }
}

/* the state before the first step */
static TrmRankWork *begin(TrmArena *scratch, const TrmRankFactors *f, double tolerance,
                          const unsigned char *prefer) {
  TrmRankWork *work = trm_arena_alloc(scratch, sizeof *work);
  size_t most = f->row_count < f->column_count ? f->row_count : f->column_count;
  *work = (TrmRankWork){.scratch = scratch,
                        .row_count = f->row_count,
                        .column_count = f->column_count,
                        .prefer = prefer,
                        .tolerance = tolerance,
                        .negligible = fmin(rounding, tolerance / 1000),
                        .row = trm_arena_array(scratch, f->row_count, sizeof *work->row),
                        .lower = trm_arena_array(scratch, f->row_count, sizeof *work->lower),
                        .row_step = f->row_step,
                        .column_step = f->column_step,
                        .pivot_row = trm_arena_array(scratch, most, sizeof *work->pivot_row),
                        .pivot_column = trm_arena_array(scratch, most, sizeof *work->pivot_column),
                        .pivot = trm_arena_array(scratch, most, sizeof *work->pivot)};
  for (size_t i = 0; i < f->row_count; i++) {
    TrmRankList *row = &work->row[i];
    row->count = row->capacity = f->matrix.start[i + 1] - f->matrix.start[i];
    if (!row->count) continue;
    row->items = trm_arena_array(scratch, row->capacity, sizeof *row->items);
    memcpy(row->items, f->matrix.items + f->matrix.start[i], row->count * sizeof *row->items);
  }
  return work;
}

void trm_rank_take(TrmRankWork *work, size_t row, size_t column, double value) {
  size_t step = work->rank++;
  double size = fabs(value);
  work->pivot_row[step] = row;
  work->pivot_column[step] = column;
  work->pivot[step] = value;
  work->row_step[row] = work->column_step[column] = step;
  if (step == 0 || size < work->smallest_pivot) work->smallest_pivot = size;
}

/* the lists of `order` (NULL: as they are) laid end to end */
static TrmRankTable lay(TrmArena *arena, const TrmRankList *lists, const size_t *order,
                        size_t count) {
  TrmRankTable table = {.start = trm_arena_array(arena, count + 1, sizeof *table.start)};
  for (size_t i = 0; i < count; i++)
    table.start[i + 1] = table.start[i] + lists[order ? order[i] : i].count;
  table.items = trm_arena_array(arena, table.start[count], sizeof *table.items);
  for (size_t i = 0; i < count; i++) {
    const TrmRankList *list = &lists[order ? order[i] : i];
    if (list->count)
      memcpy(table.items + table.start[i], list->items, list->count * sizeof *list->items);
  }
  return table;
}

static void *copy(TrmArena *arena, const void *from, size_t count, size_t size) {
  void *to = trm_arena_array(arena, count, size);
  if (count) memcpy(to, from, count * size);
  return to;
}

static void keep_factors(TrmArena *arena, TrmRankFactors *f, const TrmRankWork *work) {
  size_t rank = f->rank = work->rank;
  f->lower = lay(arena, work->lower, NULL, f->row_count);
  f->upper = lay(arena, work->row, work->pivot_row, rank);
  f->pivot_row = copy(arena, work->pivot_row, rank, sizeof *f->pivot_row);
  f->pivot_column = copy(arena, work->pivot_column, rank, sizeof *f->pivot_column);
  f->pivot = copy(arena, work->pivot, rank, sizeof *f->pivot);
  f->step_value = trm_arena_array(arena, rank, sizeof *f->step_value);
  f->step_sum = trm_arena_array(arena, rank, sizeof *f->step_sum);
  f->step_size = trm_arena_array(arena, rank, sizeof *f->step_size);
  f->step_before = trm_arena_array(arena, rank, sizeof *f->step_before);
  f->column_value = trm_arena_array(arena, f->column_count, sizeof *f->column_value);
  f->column_sum = trm_arena_array(arena, f->column_count, sizeof *f->column_sum);
  f->heap = trm_arena_array(arena, rank, sizeof *f->heap);
  f->touched_step = trm_arena_array(arena, rank, sizeof *f->touched_step);
  f->touched_column = trm_arena_array(arena, f->column_count, sizeof *f->touched_column);
  f->in_heap = trm_arena_array(arena, rank, sizeof *f->in_heap);
  f->is_touched = trm_arena_array(arena, rank, sizeof *f->is_touched);
}

/* those without a pivot */
static size_t *without_step(TrmArena *arena, const size_t *step, size_t count, size_t found) {
  size_t *list = trm_arena_array(arena, found, sizeof *list), used = 0;
  for (size_t i = 0; i < count; i++)
    if (step[i] == TRM_RANK_NONE) list[used++] = i;
  return list;
}

static void release_scratch(void *box) {
  TrmArena **scratch = box;
  trm_arena_free(*scratch);
  *scratch = NULL;
}

TrmRank *trm_rank_new(TrmArena *arena, const TrmRows *A, const double *column_scale,
                      double tolerance, const unsigned char *prefer) {
  /* the scratch memory goes at the end of this call, or with the arena when memory runs out */
  TrmArena **scratch = trm_arena_alloc(arena, sizeof *scratch);
  trm_arena_defer(arena, release_scratch, scratch);
  *scratch = trm_arena_new();
  if (!*scratch) trm_guard_leave();

  TrmRankFactors *f = trm_arena_alloc(arena, sizeof *f);
  f->row_count = A->row_count;
  f->column_count = A->column_count;
  f->row_step = trm_arena_array(arena, f->row_count, sizeof *f->row_step);
  f->column_step = trm_arena_array(arena, f->column_count, sizeof *f->column_step);
  for (size_t i = 0; i < f->row_count; i++) f->row_step[i] = TRM_RANK_NONE;
  for (size_t j = 0; j < f->column_count; j++) f->column_step[j] = TRM_RANK_NONE;
  scale_matrix(arena, f, A, column_scale, *scratch);

  TrmRankWork *work = begin(*scratch, f, tolerance, prefer);
  bool small = !f->column_count || f->row_count <= TRM_RANK_SMALL / f->column_count;
  if (!small) trm_rank_eliminate(work);
  trm_rank_finish(work);
  keep_factors(arena, f, work);

  TrmRank *rank = trm_arena_alloc(arena, sizeof *rank);
  rank->factors = f;
  rank->rank = work->rank;
  rank->redundant_count = f->row_count - work->rank;
  rank->redundant = without_step(arena, f->row_step, f->row_count, rank->redundant_count);
  rank->free_count = f->column_count - work->rank;
  rank->free_column = without_step(arena, f->column_step, f->column_count, rank->free_count);
  rank->largest_dropped = work->largest_dropped;
  rank->smallest_pivot = work->smallest_pivot;
  release_scratch(scratch);
  return rank;
}
