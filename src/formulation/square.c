/* SPDX-License-Identifier: Apache-2.0
 *
 * Square: health of the factors. Pivots are measured in parts of the sizes that rows and columns
 * had when G was last looked at closely; the first solution with new factors is put into the
 * equations. After a failure a few factorisations are left out, ever more while failures go on.
 */
#include "formulation/square.h"
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* the saddle system's own regularisation shows below 1e-5 */
static const double least_spread = 1e-4;

/* a matrix nearby is off by this part of its entries */
static const double nearby = 1e-6;
enum { MOST_FAILURES = 8, MOST_CORRECTIONS = 4, MOST_REST = 64, MOST_FRESH_REST = 1 << 20 };

struct TrmSquare {
  const TrmEquations *eq;
  TrmSparse *matrix;
  int *slot, *column; /* of each entry of G */
  double *row_size, *column_size, *defect, *sum;
  const double *G;
  double *last;      /* G when it was factored last */
  int known, serves; /* `last` is there; its factors serve */
  int sized, proved;
  int rest, pause; /* factorisations to leave out, and how many the last time */
  int failures;    /* of pivots, in a row */
  int fresh;       /* pivots were chosen for this G */
  int near;        /* the factors are those of a matrix nearby */
};

double trm_uneven(size_t k) {
  uint32_t bits = ((uint32_t)k + 1) * 2654435761u;
  bits ^= bits >> 15;
  bits *= 2246822519u;
  bits ^= bits >> 13;
  double size = 0.5 + (double)(bits >> 1) / 2147483648.0;
  return bits & 1 ? size : -size;
}

TrmSquare *trm_square_new(TrmArena *arena, const TrmEquations *eq) {
  size_t n = eq->row_count;
  if (n != eq->column_count) return NULL;
  for (size_t i = 0; i < n; i++)
    if (eq->rows[i].level == TRM_LEVEL_VELOCITY) return NULL;
  TrmSquare *square = trm_arena_alloc(arena, sizeof *square);
  TrmPattern *pattern = trm_pattern_new(arena, n);
  square->eq = eq;
  for (size_t i = 0; i < n; i++)
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      trm_pattern_add(pattern, i, eq->column[k]);
  square->matrix = trm_sparse_new(arena, pattern);
  trm_pattern_drop(pattern);
  square->slot = trm_arena_array(arena, 2 * eq->entry_count + 1, sizeof *square->slot);
  square->column = square->slot + eq->entry_count;
  for (size_t k = 0; k < eq->entry_count; k++) square->column[k] = (int)eq->column[k];
  for (size_t i = 0; i < n; i++)
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      square->slot[k] = (int)trm_sparse_slot(square->matrix, i, eq->column[k]);
  square->row_size = trm_arena_array(arena, n + 1, sizeof(double));
  square->column_size = trm_arena_array(arena, n + 1, sizeof(double));
  square->defect = trm_arena_array(arena, n + 1, sizeof(double));
  square->last = trm_arena_array(arena, eq->entry_count + 1, sizeof(double));
  square->sum = trm_arena_array(arena, n + 1, sizeof(double));
  return square;
}

/* sizes of rows, turns counted by arms, then of columns in such rows */
static void find_sizes(TrmSquare *square, const double *G) {
  const TrmEquations *eq = square->eq;
  double *row = square->row_size, *column = square->column_size, *most = square->defect;
  for (size_t j = 0; j < eq->column_count; j++) column[j] = 1;
  for (size_t b = 0; b < eq->body_count; b++)
    for (int k = 3; k < 6; k++)
      if (eq->body_column[b][k] >= 0) column[eq->body_column[b][k]] = eq->length[b];
  for (size_t i = 0; i < eq->row_count; i++) {
    row[i] = 0;
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      row[i] = fmax(row[i], fabs(G[k]) / column[eq->column[k]]);
    if (!(row[i] > 0)) row[i] = 1;
  }
  memset(most, 0, eq->column_count * sizeof *most);
  for (size_t i = 0; i < eq->row_count; i++)
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      most[eq->column[k]] = fmax(most[eq->column[k]], fabs(G[k]) / row[i]);
  for (size_t j = 0; j < eq->column_count; j++)
    if (most[j] > 0) column[j] = most[j];
}

/* remember that G did not serve; with pivots chosen for it, it hardly will soon */
static int give_up(TrmSquare *square) {
  int most = square->fresh ? MOST_FRESH_REST : MOST_REST;
  square->pause = square->pause ? 2 * square->pause : 1;
  if (square->pause > most) square->pause = most;
  square->rest = square->pause;
  square->serves = 0;
  square->sized = 0;
  return 0;
}

/* the entries of G into the matrix, each off by a part of its size */
static void put_entries(TrmSquare *square, const double *G, double off) {
  const TrmEquations *eq = square->eq;
  double *value = trm_sparse_values(square->matrix);
  for (size_t i = 0; i < eq->row_count; i++)
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) {
      value[square->slot[k]] = G[k];
      if (off > 0)
        value[square->slot[k]] +=
            off * square->row_size[i] * square->column_size[square->column[k]] * trm_uneven(k);
    }
}

/* 1 when the pivots are good */
static int spread(const TrmSquare *square) {
  return trm_sparse_spread(square->matrix, square->row_size, square->column_size) > least_spread;
}

/* 1 when what is factored is regular beyond what it was moved by: a matrix near to one that is
 * singular has solutions, but their part along what G leaves free is made of that move alone, and
 * no defect tells. A right-hand side with a part in every direction shows it by its size. */
static int regular(TrmSquare *square) {
  size_t n = square->eq->row_count;
  double *x = square->sum, most = 0;
  for (size_t i = 0; i < n; i++) x[i] = square->row_size[i] * trm_uneven(i);
  if (trm_sparse_solve(square->matrix, x, 1) != TRM_OK) return 0;
  for (size_t j = 0; j < n; j++) {
    double size = fabs(x[j]) * square->column_size[j];
    if (!(size <= most)) most = size;
  }
  return most * least_spread < 1;
}

/* Pivots are often zero at one position only, with links in line or at a right angle. There the
 * factors of a matrix nearby serve, and solutions are corrected; where that goes on, new pivots are
 * chosen. */
static TrmStatus factor(TrmSquare *square, const double *G) {
  put_entries(square, G, 0);
  TrmStatus status = trm_sparse_refactor(square->matrix);
  if (status == TRM_OK && spread(square)) {
    square->pause = square->failures = 0;
    return status;
  }
  if (status != TRM_FAILED && ++square->failures < MOST_FAILURES) {
    put_entries(square, G, nearby);
    square->near = trm_sparse_refactor(square->matrix) == TRM_OK && regular(square);
    if (square->near) return TRM_OK;
    put_entries(square, G, 0);
    status = TRM_RETRY;
  }
  if (status == TRM_OK) return TRM_RETRY;
  square->fresh = 1;
  status = trm_sparse_factor(square->matrix);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  return status == TRM_OK && !spread(square) ? TRM_RETRY : status;
}

int trm_square_factor(TrmSquare *square, const double *G) {
  size_t size = square->eq->entry_count * sizeof *G;
  square->G = G;
  /* the same question has the same answer, wherever the count of failures is */
  if (square->known && memcmp(square->last, G, size) == 0) return square->serves;
  memcpy(square->last, G, size);
  square->known = 1;
  square->serves = square->proved = square->fresh = square->near = 0;
  if (square->rest > 0) {
    square->rest--;
    return 0;
  }
  if (!square->sized) find_sizes(square, G);
  square->sized = 1;
  if (factor(square, G) != TRM_OK) return give_up(square);
  square->serves = 1;
  return 1;
}

/* defect = g - G x; its size against that of the sums it comes from */
static double find_defect(TrmSquare *square, const double *g, const double *x) {
  const TrmEquations *eq = square->eq;
  double worst = 0, all = 0;
  for (size_t i = 0; i < eq->row_count; i++) {
    double sum = g[i], size = fabs(g[i]);
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) {
      double part = square->G[k] * x[square->column[k]];
      sum -= part;
      size += fabs(part);
    }
    square->defect[i] = sum;
    double scaled = fabs(sum) / square->row_size[i];
    if (scaled > worst) worst = scaled;
    if (size / square->row_size[i] > all) all = size / square->row_size[i];
  }
  return all > 0 ? worst / all : 0;
}

/* the same of f - G' lambda */
static double find_defect_transposed(TrmSquare *square, const double *f, const double *lambda) {
  const TrmEquations *eq = square->eq;
  double worst = 0, all = 0;
  for (size_t j = 0; j < eq->column_count; j++) {
    square->defect[j] = f[j];
    square->sum[j] = fabs(f[j]);
  }
  for (size_t i = 0; i < eq->row_count; i++)
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) {
      double part = square->G[k] * lambda[i];
      square->defect[square->column[k]] -= part;
      square->sum[square->column[k]] += fabs(part);
    }
  for (size_t j = 0; j < eq->column_count; j++) {
    worst = fmax(worst, fabs(square->defect[j]) / square->column_size[j]);
    all = fmax(all, square->sum[j] / square->column_size[j]);
  }
  return all > 0 ? worst / all : 0;
}

static TrmStatus check_finite(const double *x, size_t n) {
  for (size_t k = 0; k < n; k++)
    if (!isfinite(x[k])) return TRM_FAILED;
  return TRM_OK;
}

/* correct x until g = G x, or f = G' x; TRM_RETRY when that takes too long */
static TrmStatus correct(TrmSquare *square, const double *g, double *x, int transposed) {
  size_t n = square->eq->row_count;
  int most = square->near ? MOST_CORRECTIONS : 1;
  for (int round = 0;; round++) {
    double defect = transposed ? find_defect_transposed(square, g, x) : find_defect(square, g, x);
    if (defect <= 64 * DBL_EPSILON) return TRM_OK;
    if (round == most) {
      give_up(square);
      return TRM_RETRY;
    }
    TrmStatus status = transposed ? trm_sparse_solve_transposed(square->matrix, square->defect)
                                  : trm_sparse_solve(square->matrix, square->defect, 1);
    if (status != TRM_OK) return status;
    for (size_t k = 0; k < n; k++) x[k] += square->defect[k];
  }
}

TrmStatus trm_square_solve(TrmSquare *square, const double *g, double *x) {
  size_t n = square->eq->row_count;
  memcpy(x, g, n * sizeof *x);
  TrmStatus status = trm_sparse_solve(square->matrix, x, 1);
  if (status == TRM_OK) status = check_finite(x, n);
  if (status != TRM_OK || (square->proved && !square->near)) return status;
  /* pivots of an earlier position may have let errors grow */
  status = correct(square, g, x, 0);
  square->proved = status == TRM_OK;
  return status;
}

TrmStatus trm_square_solve_transposed(TrmSquare *square, const double *f, double *lambda) {
  size_t n = square->eq->row_count;
  memcpy(lambda, f, n * sizeof *lambda);
  TrmStatus status = trm_sparse_solve_transposed(square->matrix, lambda);
  if (status == TRM_OK) status = check_finite(lambda, n);
  return status == TRM_OK && square->near ? correct(square, f, lambda, 1) : status;
}

const TrmSparseCount *trm_square_count(const TrmSquare *square) {
  return trm_sparse_count(square->matrix);
}

void trm_square_renew(TrmSquare *square) {
  trm_sparse_renew(square->matrix);
  square->sized = square->proved = square->rest = square->pause = 0;
  square->failures = square->known = 0;
}
