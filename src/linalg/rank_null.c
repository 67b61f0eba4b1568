/* SPDX-License-Identifier: Apache-2.0
 *
 * Null vectors from the factors, each refined with the residual of the scaled matrix. The left ones
 * are sparse solves: a heap hands out the steps that occur, in order, and what has cancelled is not
 * followed further, so that a local dependency costs no more than its neighbourhood.
 */
#include "linalg/rank_data.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { REFINEMENTS = 3 };

static const double counts = 1e-12;               /* an entry of a dependency */
static const double fine = 1e-17;                 /* of the largest: what a solve may leave out */
static const double clean = 4 * DBL_EPSILON;      /* residual relative to the sum of sizes */
static const double cancelled = 16 * DBL_EPSILON; /* the same of a sum in a solve */

/* the smallest key of a heap, each key once */
static void heap_push(TrmRankFactors *f, size_t key) {
  if (f->in_heap[key]) return;
  f->in_heap[key] = 1;
  size_t at = f->heap_count++;
  while (at && f->heap[(at - 1) / 2] > key) {
    f->heap[at] = f->heap[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  f->heap[at] = key;
}

static size_t heap_pop(TrmRankFactors *f) {
  size_t least = f->heap[0], last = f->heap[--f->heap_count], at = 0;
  f->in_heap[least] = 0;
  for (size_t child; (child = 2 * at + 1) < f->heap_count; at = child) {
    if (child + 1 < f->heap_count && f->heap[child + 1] < f->heap[child]) child++;
    if (f->heap[child] >= last) break;
    f->heap[at] = f->heap[child];
  }
  f->heap[at] = last;
  return least;
}

/* A left null vector while it is found: values by step are in step_value, and which are touched */
typedef struct Left {
  TrmRankFactors *f;
  size_t row, touched_steps, touched_columns;
  double largest;
} Left;

static void add_value(Left *left, size_t step, double value) {
  TrmRankFactors *f = left->f;
  if (!f->is_touched[step]) {
    f->is_touched[step] = 1;
    f->touched_step[left->touched_steps++] = step;
  }
  f->step_value[step] += value;
  left->largest = fmax(left->largest, fabs(f->step_value[step]));
}

/* subtract `value` times the multipliers of a row from the sums of earlier steps */
static void spread_lower(TrmRankFactors *f, size_t row, double value) {
  for (size_t e = f->lower.start[row]; e < f->lower.start[row + 1]; e++) {
    size_t step = f->lower.items[e].index;
    double product = value * f->lower.items[e].value;
    f->step_sum[step] -= product;
    f->step_size[step] += fabs(product);
    heap_push(f, f->rank - 1 - step);
  }
}

/* z'L = w': from the last step to the first; the solution is added to the vector */
static void solve_lower(Left *left) {
  TrmRankFactors *f = left->f;
  while (f->heap_count) {
    size_t step = f->rank - 1 - heap_pop(f);
    double value = f->step_sum[step], size = f->step_size[step];
    f->step_sum[step] = f->step_size[step] = 0;
    if (fabs(value) <= fmax(cancelled * size, fine * left->largest)) continue;
    add_value(left, step, value);
    spread_lower(f, f->pivot_row[step], value);
  }
}

static void add_residual(Left *left, size_t row, double factor) {
  TrmRankFactors *f = left->f;
  for (size_t e = f->matrix.start[row]; e < f->matrix.start[row + 1]; e++) {
    size_t j = f->matrix.items[e].index;
    double product = factor * f->matrix.items[e].value;
    if (f->column_sum[j] == 0) f->touched_column[left->touched_columns++] = j;
    f->column_value[j] += product;
    f->column_sum[j] += fabs(product) + DBL_MIN;
  }
}

/* the largest of y'A; what is more than rounding in pivot columns is put up for solving */
static double find_residual(Left *left) {
  TrmRankFactors *f = left->f;
  double largest = 0;
  left->touched_columns = 0;
  add_residual(left, left->row, 1);
  for (size_t t = 0; t < left->touched_steps; t++) {
    size_t step = f->touched_step[t];
    if (f->step_value[step] != 0) add_residual(left, f->pivot_row[step], f->step_value[step]);
  }
  for (size_t t = 0; t < left->touched_columns; t++) {
    size_t j = f->touched_column[t], step = f->column_step[j];
    double size = fabs(f->column_value[j]);
    largest = fmax(largest, size);
    if (step != TRM_RANK_NONE && size > clean * f->column_sum[j]) {
      f->step_sum[step] = -f->column_value[j];
      heap_push(f, step);
    }
    f->column_value[j] = f->column_sum[j] = 0;
  }
  return largest;
}

/* w'U = what is put up, from the first step to the last; its solution is put up for solve_lower */
static void solve_residual(Left *left) {
  TrmRankFactors *f = left->f;
  size_t solved = 0; /* the list of columns serves for the steps with a value */
  while (f->heap_count) {
    size_t step = heap_pop(f);
    double value = f->step_sum[step] / f->pivot[step];
    f->step_sum[step] = 0;
    if (fabs(value) <= fine * left->largest) continue;
    f->touched_column[solved++] = step;
    f->column_value[step] = value;
    for (size_t e = f->upper.start[step]; e < f->upper.start[step + 1]; e++) {
      size_t later = f->column_step[f->upper.items[e].index];
      if (later == TRM_RANK_NONE) continue;
      f->step_sum[later] -= value * f->upper.items[e].value;
      heap_push(f, later);
    }
  }
  for (size_t t = 0; t < solved; t++) {
    size_t step = f->touched_column[t];
    f->step_sum[step] = f->column_value[step];
    f->column_value[step] = 0;
    heap_push(f, f->rank - 1 - step);
  }
}

/* correct the vector by its residual, as long as that becomes smaller: when the pivot columns alone
 * are ill-conditioned, a correction may spoil the others */
static void refine(Left *left) {
  TrmRankFactors *f = left->f;
  double error = find_residual(left);
  for (int pass = 0; pass < REFINEMENTS && f->heap_count; pass++) {
    size_t before = left->touched_steps;
    for (size_t t = 0; t < before; t++)
      f->step_before[f->touched_step[t]] = f->step_value[f->touched_step[t]];
    solve_residual(left);
    solve_lower(left);
    double next = find_residual(left);
    if (!(next < error)) {
      for (size_t t = 0; t < left->touched_steps; t++)
        f->step_value[f->touched_step[t]] = t < before ? f->step_before[f->touched_step[t]] : 0;
      break;
    }
    error = next;
  }
  while (f->heap_count) f->step_sum[heap_pop(f)] = 0;
}

size_t trm_rank_dependency(const TrmRank *rank, size_t k, double *y) {
  TrmRankFactors *f = rank->factors;
  Left left = {.f = f, .row = rank->redundant[k], .largest = 1};
  memset(y, 0, f->row_count * sizeof *y);
  spread_lower(f, left.row, 1);
  solve_lower(&left);
  refine(&left);

  /* back to the rows as they were given */
  size_t count = 1;
  y[left.row] = 1;
  for (size_t t = 0; t < left.touched_steps; t++) {
    size_t step = f->touched_step[t], row = f->pivot_row[step];
    double value = f->step_value[step];
    f->step_value[step] = 0;
    f->is_touched[step] = 0;
    if (fabs(value) <= DBL_EPSILON * left.largest) continue;
    y[row] = value * (f->row_scale[row] / f->row_scale[left.row]);
    count += fabs(value) > counts;
  }
  return count;
}

/* U x = b for the pivot columns, with b in step_value and the free columns as they stand in x */
static void solve_upper(const TrmRankFactors *f, double *x) {
  for (size_t step = f->rank; step-- > 0;) {
    double sum = f->step_value[step];
    for (size_t e = f->upper.start[step]; e < f->upper.start[step + 1]; e++)
      sum -= f->upper.items[e].value * x[f->upper.items[e].index];
    x[f->pivot_column[step]] = sum / f->pivot[step];
  }
}

/* L t = residual of the pivot rows, in step_value; false when the residual is rounding */
static bool right_residual(const TrmRankFactors *f, const double *x) {
  bool rounding = true;
  for (size_t step = 0; step < f->rank; step++) {
    size_t row = f->pivot_row[step];
    double sum = 0, size = 0;
    for (size_t e = f->matrix.start[row]; e < f->matrix.start[row + 1]; e++) {
      double product = f->matrix.items[e].value * x[f->matrix.items[e].index];
      sum += product;
      size += fabs(product);
    }
    if (fabs(sum) > clean * size) rounding = false;
    for (size_t e = f->lower.start[row]; e < f->lower.start[row + 1]; e++)
      sum -= f->lower.items[e].value * f->step_value[f->lower.items[e].index];
    f->step_value[step] = sum;
  }
  return !rounding;
}

void trm_rank_freedom(const TrmRank *rank, size_t k, double *x) {
  const TrmRankFactors *f = rank->factors;
  size_t column = rank->free_column[k];
  memset(x, 0, f->column_count * sizeof *x);
  x[column] = 1;
  solve_upper(f, x);
  for (int pass = 0; pass < REFINEMENTS && right_residual(f, x); pass++) {
    solve_upper(f, f->column_value);
    for (size_t step = 0; step < f->rank; step++) {
      size_t j = f->pivot_column[step];
      x[j] -= f->column_value[j];
      f->column_value[j] = 0;
    }
    for (size_t step = 0; step < f->rank; step++) f->step_value[step] = 0;
  }
  for (size_t step = 0; step < f->rank; step++) f->step_value[step] = 0;
  for (size_t j = 0; j < f->column_count; j++) x[j] *= f->column_scale[j] / f->column_scale[column];
}
