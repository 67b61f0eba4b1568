/* SPDX-License-Identifier: Apache-2.0
 *
 * Elimination of a sparse matrix. The pivot is the entry with the smallest Markowitz count
 * (r-1)(c-1) found in a few of the shortest rows and columns, if it is a good part of the largest
 * entry of its row and of its column: that keeps L and U well-conditioned along chains of bodies,
 * and is relaxed where the fill becomes too large. Small pivots wait until no others are left.
 * Lines without an acceptable entry are set aside until they change.
 */
#include "linalg/rank_data.h"
#include <math.h>

static const double strict = 0.7, relaxed = 0.25;
static const double growth = 8;     /* rows have unit norm at the beginning */
static const double affordable = 4; /* entries of matrix and factors, to those at the beginning */
static const double full_enough = 0.4;

enum {
  LONGEST = 511,              /* lines of more entries are in one bucket */
  LINES_TRIED = 4,            /* lines with an acceptable entry that a search looks at */
  LARGEST_DENSE = 1000 * 1000 /* places that complete pivoting may be left with */
};

/* Rows or columns by the number of their entries, and rows of equal number by preference */
typedef struct Buckets {
  size_t *head, *next, *previous, *bucket;
} Buckets;

typedef struct Column {
  size_t *rows, listed, capacity; /* among them rows that have had their pivot */
  size_t count;                   /* rows without a pivot */
  double largest;                 /* negative when it has to be found again */
} Column;

typedef struct Pivot {
  size_t row, column, cost;
  double value;
} Pivot;

typedef struct Sparse {
  TrmRankWork *work;
  Column *column;
  double *row_largest;
  Buckets rows, columns;
  unsigned char level[256]; /* rank of a preference among those that occur */
  size_t level_count;
  size_t active_rows, active_columns, entries; /* rows and columns with entries */
  size_t *place, *seen, stamp;                 /* place + 1 of a column in the pivot row */
  size_t kept, most; /* entries in the factors, and when there are too many with what is left */
  double least;      /* smaller entries are no pivots yet */
  bool set_aside, is_costly;
} Sparse;

static void buckets_unlink(Buckets *b, size_t i) {
  if (b->bucket[i] == TRM_RANK_NONE) return;
  if (b->previous[i] == TRM_RANK_NONE)
    b->head[b->bucket[i]] = b->next[i];
  else
    b->next[b->previous[i]] = b->next[i];
  if (b->next[i] != TRM_RANK_NONE) b->previous[b->next[i]] = b->previous[i];
  b->bucket[i] = TRM_RANK_NONE;
}

static void buckets_link(Buckets *b, size_t i, size_t bucket) {
  buckets_unlink(b, i);
  b->previous[i] = TRM_RANK_NONE;
  b->next[i] = b->head[bucket];
  if (b->next[i] != TRM_RANK_NONE) b->previous[b->next[i]] = i;
  b->head[bucket] = i;
  b->bucket[i] = bucket;
}

static Buckets buckets_new(TrmArena *arena, size_t count, size_t bucket_count) {
  Buckets b = {.head = trm_arena_array(arena, bucket_count, sizeof *b.head),
               .next = trm_arena_array(arena, count, sizeof *b.next),
               .previous = trm_arena_array(arena, count, sizeof *b.previous),
               .bucket = trm_arena_array(arena, count, sizeof *b.bucket)};
  for (size_t k = 0; k < bucket_count; k++) b.head[k] = TRM_RANK_NONE;
  for (size_t i = 0; i < count; i++) b.bucket[i] = TRM_RANK_NONE;
  return b;
}

static size_t bucket_length(size_t count) {
  return count < LONGEST ? count : LONGEST;
}

static unsigned row_level(const Sparse *s, size_t i) {
  return s->work->prefer ? s->level[s->work->prefer[i]] : 0;
}

/* put a line where the search finds it */
static void link_row(Sparse *s, size_t i) {
  size_t count = s->work->row[i].count;
  if (count)
    buckets_link(&s->rows, i, bucket_length(count) * s->level_count + row_level(s, i));
  else
    buckets_unlink(&s->rows, i);
}

static void link_column(Sparse *s, size_t j) {
  if (s->column[j].count)
    buckets_link(&s->columns, j, bucket_length(s->column[j].count));
  else
    buckets_unlink(&s->columns, j);
}

static void link_all(Sparse *s) {
  for (size_t i = s->work->row_count; i-- > 0;)
    if (s->work->row_step[i] == TRM_RANK_NONE) link_row(s, i);
  for (size_t j = s->work->column_count; j-- > 0;)
    if (s->work->column_step[j] == TRM_RANK_NONE) link_column(s, j);
  s->set_aside = false;
}

static double entry_value(const TrmRankList *row, size_t column) {
  for (size_t e = 0; e < row->count; e++)
    if (row->items[e].index == column) return row->items[e].value;
  return 0;
}

static double column_largest(Sparse *s, size_t j) {
  Column *column = &s->column[j];
  if (column->largest < 0) {
    double largest = 0;
    for (size_t r = 0; r < column->listed; r++)
      if (s->work->row_step[column->rows[r]] == TRM_RANK_NONE)
        largest = fmax(largest, fabs(entry_value(&s->work->row[column->rows[r]], j)));
    column->largest = largest;
  }
  return column->largest;
}

/* whether an entry is large enough in its row and column; a smaller one must not make entries grow
 */
static bool is_acceptable(Sparse *s, size_t i, size_t j, double size) {
  double row = s->row_largest[i], least = s->is_costly ? relaxed : strict;
  if (!(size > s->least) || size < least * row) return false;
  double column = column_largest(s, j);
  if (size >= strict * row && size >= strict * column) return true;
  return s->is_costly && size >= relaxed * column && row * column <= growth * size;
}

/* consider an entry; false when it is too small to be a pivot */
static bool consider(Sparse *s, size_t i, size_t j, double value, Pivot *best) {
  double size = fabs(value);
  if (!is_acceptable(s, i, j, size)) return false;
  size_t cost = (s->work->row[i].count - 1) * (s->column[j].count - 1);
  if (cost > best->cost) return true;
  if (cost == best->cost) {
    unsigned mine = row_level(s, i), other = row_level(s, best->row);
    if (mine > other || (mine == other && size <= fabs(best->value))) return true;
  }
  *best = (Pivot){i, j, cost, value};
  return true;
}

static bool try_row(Sparse *s, size_t i, Pivot *best) {
  const TrmRankList *row = &s->work->row[i];
  bool found = false;
  if (!(s->row_largest[i] > s->least)) return false;
  for (size_t e = 0; e < row->count; e++)
    found |= consider(s, i, row->items[e].index, row->items[e].value, best);
  return found;
}

static bool try_column(Sparse *s, size_t j, Pivot *best) {
  const Column *column = &s->column[j];
  bool found = false;
  for (size_t r = 0; r < column->listed; r++) {
    size_t i = column->rows[r];
    if (s->work->row_step[i] != TRM_RANK_NONE) continue;
    found |= consider(s, i, j, entry_value(&s->work->row[i], j), best);
  }
  return found;
}

/* try the lines of a bucket; those without an acceptable entry are set aside */
static void try_bucket(Sparse *s, Buckets *b, size_t bucket, bool (*try)(Sparse *, size_t, Pivot *),
                       size_t *tried, Pivot *best) {
  for (size_t i = b->head[bucket], next; i != TRM_RANK_NONE && *tried < LINES_TRIED; i = next) {
    next = b->next[i];
    if (try(s, i, best)) {
      ++*tried;
    } else {
      buckets_unlink(b, i);
      s->set_aside = true;
    }
  }
}

/* the best entry of the shortest lines; cost stays NONE when there is none */
static Pivot search(Sparse *s) {
  Pivot best = {.cost = TRM_RANK_NONE};
  size_t tried = 0;
  for (size_t n = 1; n <= LONGEST && tried < LINES_TRIED; n++) {
    if (best.cost <= (n - 1) * (n - 1)) break;
    try_bucket(s, &s->columns, n, try_column, &tried, &best);
    if (best.cost <= n * (n - 1)) break;
    for (size_t level = 0; level < s->level_count; level++)
      try_bucket(s, &s->rows, n * s->level_count + level, try_row, &tried, &best);
  }
  return best;
}

static Pivot find_pivot(Sparse *s) {
  Pivot best = search(s);
  if (best.cost != TRM_RANK_NONE || !s->set_aside) return best;
  link_all(s);
  return search(s);
}

/* a row has lost its entry in a column */
static void column_remove(Sparse *s, size_t j, size_t i) {
  Column *column = &s->column[j];
  size_t r = 0;
  while (column->rows[r] != i) r++;
  column->rows[r] = column->rows[--column->listed];
  if (!--column->count) s->active_columns--;
}

/* a row of the column has had its pivot: it stays listed until such rows are the most */
static void column_leave(Sparse *s, size_t j) {
  Column *column = &s->column[j];
  if (!--column->count) s->active_columns--;
  if (column->listed <= 2 * column->count + 4) return;
  column->listed = 0;
  for (size_t r = 0, left = column->count; left; r++) {
    if (s->work->row_step[column->rows[r]] != TRM_RANK_NONE) continue;
    column->rows[column->listed++] = column->rows[r];
    left--;
  }
}

static void column_add(Sparse *s, size_t j, size_t i) {
  Column *column = &s->column[j];
  if (!column->count++) s->active_columns++;
  TRM_PUSH(s->work->scratch, column->rows, column->listed, column->capacity, i);
}

/* keep the largest entry of a column, unless it is the one that becomes smaller */
static void column_change(Sparse *s, size_t j, double from, double to) {
  Column *column = &s->column[j];
  if (column->largest < 0) return;
  if (fabs(to) >= column->largest)
    column->largest = fabs(to);
  else if (fabs(from) >= column->largest)
    column->largest = -1;
}

/* whether elimination left rounding only */
static bool drops(TrmRankWork *work, double value) {
  if (fabs(value) > work->negligible) return false;
  work->largest_dropped = fmax(work->largest_dropped, fabs(value));
  return true;
}

/* subtract the pivot row from row i, which loses its entry in the pivot column */
static void subtract(Sparse *s, size_t i, const TrmRankList *from, const Pivot *pivot,
                     size_t step) {
  TrmRankWork *work = s->work;
  TrmRankList *row = &work->row[i], *lower = &work->lower[i];
  double multiplier = entry_value(row, pivot->column) / pivot->value, largest = 0;
  size_t kept = 0, before = row->count;
  s->stamp++;
  for (size_t e = 0; e < before; e++) {
    TrmRankEntry entry = row->items[e];
    size_t j = entry.index, place = s->place[j];
    if (j == pivot->column) continue;
    if (place) {
      s->seen[j] = s->stamp;
      entry.value -= multiplier * from->items[place - 1].value;
      column_change(s, j, row->items[e].value, entry.value);
      if (drops(work, entry.value)) {
        column_remove(s, j, i);
        continue;
      }
    }
    largest = fmax(largest, fabs(entry.value));
    row->items[kept++] = entry;
  }
  row->count = kept;
  for (size_t e = 0; e < from->count; e++) {
    size_t j = from->items[e].index;
    double value = -multiplier * from->items[e].value;
    if (s->seen[j] == s->stamp || drops(work, value)) continue;
    largest = fmax(largest, fabs(value));
    TRM_PUSH(work->scratch, row->items, row->count, row->capacity, ((TrmRankEntry){j, value}));
    column_add(s, j, i);
    column_change(s, j, 0, value);
  }
  s->entries = s->entries + row->count - before;
  if (!row->count) s->active_rows--;
  s->row_largest[i] = largest;
  TRM_PUSH(work->scratch, lower->items, lower->count, lower->capacity,
           ((TrmRankEntry){step, multiplier}));
}

/* one step of the elimination */
static void eliminate(Sparse *s, Pivot pivot) {
  TrmRankWork *work = s->work;
  TrmRankList *from = &work->row[pivot.row];
  Column *column = &s->column[pivot.column];
  size_t step = work->rank, kept = 0;
  trm_rank_take(work, pivot.row, pivot.column, pivot.value);
  buckets_unlink(&s->rows, pivot.row);
  buckets_unlink(&s->columns, pivot.column);
  s->entries -= from->count;
  s->kept += from->count + column->count;
  if (s->entries + s->kept > s->most) s->is_costly = true;
  s->active_rows--;
  for (size_t e = 0; e < from->count; e++) {
    size_t j = from->items[e].index;
    column_leave(s, j);
    column_change(s, j, from->items[e].value, 0);
    if (j == pivot.column) continue;
    from->items[kept++] = from->items[e];
    s->place[j] = kept;
  }
  from->count = kept;
  for (size_t r = 0; r < column->listed; r++) {
    if (work->row_step[column->rows[r]] != TRM_RANK_NONE) continue;
    subtract(s, column->rows[r], from, &pivot, step);
    link_row(s, column->rows[r]);
  }
  if (column->count) s->active_columns--;
  column->count = column->listed = 0;
  for (size_t e = 0; e < from->count; e++) {
    size_t j = from->items[e].index;
    s->place[j] = 0;
    link_column(s, j);
  }
}

static void begin(Sparse *s, TrmRankWork *work) {
  TrmArena *arena = work->scratch;
  bool occurs[256] = {false};
  *s = (Sparse){.work = work,
                .column = trm_arena_array(arena, work->column_count, sizeof *s->column),
                .row_largest = trm_arena_array(arena, work->row_count, sizeof *s->row_largest),
                .place = trm_arena_array(arena, work->column_count, sizeof *s->place),
                .seen = trm_arena_array(arena, work->column_count, sizeof *s->seen)};
  for (size_t i = 0; i < work->row_count; i++) occurs[work->prefer ? work->prefer[i] : 0] = true;
  for (size_t p = 0; p < 256; p++)
    if (occurs[p]) s->level[p] = (unsigned char)s->level_count++;
  s->rows = buckets_new(arena, work->row_count, (LONGEST + 1) * s->level_count);
  s->columns = buckets_new(arena, work->column_count, LONGEST + 1);
  for (size_t i = 0; i < work->row_count; i++) {
    const TrmRankList *row = &work->row[i];
    for (size_t e = 0; e < row->count; e++) {
      column_add(s, row->items[e].index, i);
      s->row_largest[i] = fmax(s->row_largest[i], fabs(row->items[e].value));
    }
    s->entries += row->count;
    s->active_rows += row->count > 0;
  }
  s->most = (size_t)(affordable * (double)s->entries);
  for (size_t j = 0; j < work->column_count; j++) s->column[j].largest = -1;
  link_all(s);
}

/* whether what is left has become small, or full and not large */
static bool is_dense(const Sparse *s) {
  if (!s->active_columns || s->active_rows <= TRM_RANK_SMALL / s->active_columns) return true;
  if (s->active_rows > LARGEST_DENSE / s->active_columns) return false;
  return (double)s->entries > full_enough * (double)s->active_rows * (double)s->active_columns;
}

void trm_rank_eliminate(TrmRankWork *work) {
  Sparse *s = trm_arena_alloc(work->scratch, sizeof *s);
  begin(s, work);
  const double least[] = {1e-3, 1e-6, 0};
  for (size_t stage = 0; stage < sizeof least / sizeof *least; stage++) {
    s->least = fmax(least[stage], work->tolerance);
    link_all(s);
    for (;;) {
      if (is_dense(s)) return;
      Pivot pivot = find_pivot(s);
      if (pivot.cost == TRM_RANK_NONE) break;
      eliminate(s, pivot);
    }
    if (s->active_rows <= LARGEST_DENSE / s->active_columns) return;
  }
}
