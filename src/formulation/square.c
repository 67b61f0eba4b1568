/* SPDX-License-Identifier: Apache-2.0
 *
 * Square: health of the factors. Pivots are measured in parts of the sizes that rows and columns
 * had when G was last looked at closely; the first solution with new factors is put into the
 * equations. After a failure a few factorisations are left out, ever more while failures go on.
 */
#include "formulation/square.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* the saddle system's own regularisation shows below 1e-5 */
static const double least_spread = 1e-4;
enum { MOST_REST = 64 };

struct TrmSquare {
  const TrmEquations *eq;
  TrmSparse *matrix;
  int *slot, *column; /* of each entry of G */
  double *row_size, *column_size, *defect;
  const double *G;
  int sized, proved, rest, pause;
};

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
  square->slot = trm_arena_array(arena, 2 * eq->entry_count + 1, sizeof *square->slot);
  square->column = square->slot + eq->entry_count;
  for (size_t k = 0; k < eq->entry_count; k++) square->column[k] = (int)eq->column[k];
  for (size_t i = 0; i < n; i++)
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      square->slot[k] = (int)trm_sparse_slot(square->matrix, i, eq->column[k]);
  square->row_size = trm_arena_array(arena, n + 1, sizeof(double));
  square->column_size = trm_arena_array(arena, n + 1, sizeof(double));
  square->defect = trm_arena_array(arena, n + 1, sizeof(double));
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

/* remember that G did not serve */
static int give_up(TrmSquare *square) {
  square->pause = square->pause ? 2 * square->pause : 1;
  if (square->pause > MOST_REST) square->pause = MOST_REST;
  square->rest = square->pause;
  square->sized = 0;
  return 0;
}

int trm_square_factor(TrmSquare *square, const double *G) {
  const TrmEquations *eq = square->eq;
  double *value = trm_sparse_values(square->matrix);
  square->G = G;
  square->proved = 0;
  if (square->rest > 0) {
    square->rest--;
    return 0;
  }
  if (!square->sized) find_sizes(square, G);
  square->sized = 1;
  for (size_t k = 0; k < eq->entry_count; k++) value[square->slot[k]] = G[k];
  TrmStatus status = trm_sparse_factor(square->matrix);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  if (status != TRM_OK) return give_up(square);
  double spread = trm_sparse_spread(square->matrix, square->row_size, square->column_size);
  if (!(spread > least_spread)) return give_up(square);
  square->pause = 0;
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

static TrmStatus check_finite(const double *x, size_t n) {
  for (size_t k = 0; k < n; k++)
    if (!isfinite(x[k])) return TRM_FAILED;
  return TRM_OK;
}

TrmStatus trm_square_solve(TrmSquare *square, const double *g, double *x) {
  size_t n = square->eq->row_count;
  memcpy(x, g, n * sizeof *x);
  TrmStatus status = trm_sparse_solve(square->matrix, x, 1);
  if (status == TRM_OK) status = check_finite(x, n);
  if (status != TRM_OK || square->proved) return status;
  /* pivots of an earlier position may have let errors grow: one correction, or none of this */
  for (int round = 0; find_defect(square, g, x) > 64 * DBL_EPSILON; round++) {
    if (round == 1) {
      give_up(square);
      return TRM_RETRY;
    }
    status = trm_sparse_solve(square->matrix, square->defect, 1);
    if (status != TRM_OK) return status;
    for (size_t k = 0; k < n; k++) x[k] += square->defect[k];
  }
  square->proved = 1;
  return TRM_OK;
}

TrmStatus trm_square_solve_transposed(TrmSquare *square, const double *f, double *lambda) {
  size_t n = square->eq->row_count;
  if (lambda != f) memcpy(lambda, f, n * sizeof *lambda);
  TrmStatus status = trm_sparse_solve_transposed(square->matrix, lambda);
  return status == TRM_OK ? check_finite(lambda, n) : status;
}

const TrmSparseCount *trm_square_count(const TrmSquare *square) {
  return trm_sparse_count(square->matrix);
}

void trm_square_renew(TrmSquare *square) {
  trm_sparse_renew(square->matrix);
  square->sized = square->proved = square->rest = square->pause = 0;
}
