/* SPDX-License-Identifier: Apache-2.0
 *
 * Signature: rows of L one after the other, each a sparse triangular solve along the elimination
 * tree. The order is KLU's minimum degree on the pattern of the symmetric part.
 */
#include "linalg/signature.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/klu.h>

struct TrmSignature {
  size_t n, count;
  int *start, *row;      /* upper triangle by columns, in the order of elimination */
  size_t *place;         /* of each entry given, in `value` */
  unsigned char *twice;  /* an entry off the diagonal stands for half of two */
  double *value;         /* of the upper triangle */
  int *parent, *l_start; /* elimination tree; columns of L */
  int *l_row, *filled, *flag, *pattern, *order;
  double *l_value, *d, *y;
  size_t worst; /* the most negative of D */
};

typedef struct Place {
  int row, column;
  size_t entry;
} Place;

static int compare(const void *a, const void *b) {
  const Place *p = a, *q = b;
  if (p->column != q->column) return p->column < q->column ? -1 : 1;
  if (p->row != q->row) return p->row < q->row ? -1 : 1;
  return p->entry < q->entry ? -1 : p->entry > q->entry;
}

/* columns of sorted places: starts and rows, each place once; returns how many */
static size_t compress(size_t n, size_t count, Place *places, int *start, int *row, size_t *where) {
  size_t used = 0;
  qsort(places, count, sizeof *places, compare);
  memset(start, 0, (n + 1) * sizeof *start);
  for (size_t i = 0; i < count; i++) {
    int again = i && places[i].column == places[i - 1].column && places[i].row == places[i - 1].row;
    if (!again) {
      row[used++] = places[i].row;
      start[places[i].column + 1]++;
    }
    if (where) where[places[i].entry] = used - 1;
  }
  for (size_t i = 0; i < n; i++) start[i + 1] += start[i];
  return used;
}

/* the order of elimination: position of each row */
static int *find_order(TrmArena *arena, size_t n, size_t count, const size_t *row,
                       const size_t *column) {
  Place *places = trm_arena_array(arena, 2 * count + n + 1, sizeof *places);
  int *start = trm_arena_array(arena, n + 1, sizeof *start);
  int *rows = trm_arena_array(arena, 2 * count + n + 1, sizeof *rows);
  int *order = trm_arena_array(arena, n + 1, sizeof *order);
  size_t all = 0;
  for (size_t i = 0; i < count; i++) {
    places[all++] = (Place){(int)row[i], (int)column[i], 0};
    places[all++] = (Place){(int)column[i], (int)row[i], 0};
  }
  for (size_t i = 0; i < n; i++) places[all++] = (Place){(int)i, (int)i, 0};
  compress(n, all, places, start, rows, NULL);
  klu_common common;
  klu_defaults(&common);
  common.btf = 0;
  common.ordering = 0; /* AMD */
  klu_symbolic *symbolic = klu_analyze((int)n, start, rows, &common);
  if (!symbolic) return NULL;
  for (size_t i = 0; i < n; i++) order[symbolic->Q[i]] = (int)i;
  klu_free_symbolic(&symbolic, &common);
  return order;
}

/* the elimination tree, and how many entries each column of L has */
static void analyse(TrmSignature *s, TrmArena *arena) {
  size_t n = s->n;
  int *length = s->filled;
  for (int k = 0; k < (int)n; k++) {
    s->parent[k] = -1;
    s->flag[k] = k;
    length[k] = 0;
    for (int p = s->start[k]; p < s->start[k + 1]; p++)
      for (int i = s->row[p]; s->flag[i] != k; i = s->parent[i]) {
        if (s->parent[i] < 0) s->parent[i] = k;
        length[i]++;
        s->flag[i] = k;
      }
  }
  for (size_t k = 0; k < n; k++) s->l_start[k + 1] = s->l_start[k] + length[k];
  s->l_row = trm_arena_array(arena, (size_t)s->l_start[n] + 1, sizeof *s->l_row);
  s->l_value = trm_arena_array(arena, (size_t)s->l_start[n] + 1, sizeof *s->l_value);
}

TrmSignature *trm_signature_new(TrmArena *arena, size_t n, size_t count, const size_t *row,
                                const size_t *column) {
  TrmSignature *s = trm_arena_alloc(arena, sizeof *s);
  s->n = n;
  s->count = count;
  if (!n) return s;
  s->order = find_order(arena, n, count, row, column);
  if (!s->order) return NULL;
  Place *places = trm_arena_array(arena, count + 1, sizeof *places);
  s->start = trm_arena_array(arena, n + 1, sizeof *s->start);
  s->row = trm_arena_array(arena, count + 1, sizeof *s->row);
  s->place = trm_arena_array(arena, count + 1, sizeof *s->place);
  s->twice = trm_arena_array(arena, count + 1, sizeof *s->twice);
  for (size_t i = 0; i < count; i++) {
    int a = s->order[row[i]], b = s->order[column[i]];
    places[i] = (Place){a < b ? a : b, a < b ? b : a, i};
    s->twice[i] = a != b;
  }
  size_t used = compress(n, count, places, s->start, s->row, s->place);
  s->value = trm_arena_array(arena, used + 1, sizeof *s->value);
  s->parent = trm_arena_array(arena, 5 * n + 1, sizeof *s->parent);
  s->filled = s->parent + n;
  s->flag = s->filled + n;
  s->pattern = s->flag + n;
  s->l_start = s->pattern + n;
  s->d = trm_arena_array(arena, 2 * n + 1, sizeof *s->d);
  s->y = s->d + n;
  analyse(s, arena);
  return s;
}

/* the nonzero columns of row k of L, in an order to solve them; y holds the row. Returns where the
 * list begins */
static int reach(TrmSignature *s, int k) {
  int top = (int)s->n;
  s->y[k] = 0;
  s->flag[k] = k;
  for (int p = s->start[k]; p < s->start[k + 1]; p++) {
    int i = s->row[p], length = 0;
    s->y[i] += s->value[p];
    for (; s->flag[i] != k; i = s->parent[i]) {
      s->pattern[length++] = i;
      s->flag[i] = k;
    }
    while (length > 0) s->pattern[--top] = s->pattern[--length];
  }
  return top;
}

size_t trm_signature_count(TrmSignature *s, const double *values) {
  int n = (int)s->n;
  size_t negative = 0;
  double largest = 0;
  s->worst = 0;
  if (!n) return 0;
  memset(s->value, 0, (size_t)s->start[n] * sizeof *s->value);
  for (size_t i = 0; i < s->count; i++) s->value[s->place[i]] += values[i] / (s->twice[i] ? 2 : 1);
  for (int p = 0; p < s->start[n]; p++) largest = fmax(largest, fabs(s->value[p]));
  memset(s->y, 0, s->n * sizeof *s->y);
  memset(s->filled, 0, s->n * sizeof *s->filled);
  for (int k = 0; k < n; k++) s->flag[k] = -1;
  for (int k = 0; k < n; k++) {
    int top = reach(s, k);
    double d = s->y[k];
    s->y[k] = 0;
    for (; top < n; top++) {
      int i = s->pattern[top], end = s->l_start[i] + s->filled[i];
      double y = s->y[i];
      s->y[i] = 0;
      for (int p = s->l_start[i]; p < end; p++) s->y[s->l_row[p]] -= s->l_value[p] * y;
      double l = y / s->d[i];
      d -= l * y;
      s->l_row[end] = k;
      s->l_value[end] = l;
      s->filled[i]++;
    }
    /* a pivot of rounding only stands for a direction that nothing decides */
    double least = DBL_EPSILON * largest;
    s->d[k] = fabs(d) > least ? d : least > 0 ? least : 1;
    negative += s->d[k] < 0;
    if (s->d[k] < s->d[s->worst]) s->worst = (size_t)k;
  }
  return negative;
}

void trm_signature_direction(TrmSignature *s, double *x) {
  int n = (int)s->n;
  double size = 0;
  /* L' y = e, so that y'A y = d */
  memset(s->y, 0, s->n * sizeof *s->y);
  s->y[s->worst] = 1;
  for (int k = (int)s->worst; k >= 0; k--)
    for (int p = s->l_start[k]; p < s->l_start[k] + s->filled[k]; p++)
      s->y[k] -= s->l_value[p] * s->y[s->l_row[p]];
  for (int k = 0; k < n; k++) size += s->y[k] * s->y[k];
  for (int k = 0; k < n; k++) x[k] = s->y[s->order[k]] / sqrt(size);
  memset(s->y, 0, s->n * sizeof *s->y);
}
