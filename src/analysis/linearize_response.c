/* SPDX-License-Identifier: Apache-2.0
 *
 * Response of the linear model to its inputs: G(s) = C (s - A)^-1 B + D at a frequency, at rest,
 * and the zeros of one output to one input. With h = C A^(r-1) B the first that is not zero, these
 * are the eigenvalues of A - B C A^r / h, less r at zero; with D = h other than zero r is 0.
 */
#include "analysis/linearize.h"
#include "linalg/dense.h"
#include "linalg/eigen.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double full_turn = 6.283185307179586476925286766559;

TrmStatus trm_linear_response(const TrmLinear *l, TrmArena *arena, double hz, double *out) {
  size_t n = l->order, m = l->input_count;
  double complex *s = trm_arena_array(arena, n * n + 1, sizeof *s);
  double complex *x = trm_arena_array(arena, n + 1, sizeof *x);
  size_t *swap = trm_arena_array(arena, n + 1, sizeof *swap);
  for (size_t i = 0; i < n * n; i++) s[i] = trm_complex(-l->A[i], 0);
  for (size_t i = 0; i < n; i++) s[i * n + i] += trm_complex(0, full_turn * hz);
  if (!trm_dense_factor_complex(n, s, swap)) return TRM_FAILED;
  for (size_t j = 0; j < m; j++) {
    for (size_t i = 0; i < n; i++) x[i] = trm_complex(l->B[i * m + j], 0);
    trm_dense_solve_complex(n, s, swap, x);
    for (size_t i = 0; i < l->output_count; i++) {
      double complex sum = trm_complex(l->D[i * m + j], 0);
      for (size_t k = 0; k < n; k++) sum += l->C[i * n + k] * x[k];
      out[2 * (i * m + j)] = creal(sum);
      out[2 * (i * m + j) + 1] = cimag(sum);
    }
  }
  return TRM_OK;
}

/* y = A x, or x' A */
static void multiply(const TrmLinear *l, int from_left, const double *x, double *y) {
  size_t n = l->order;
  memset(y, 0, n * sizeof *y);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      double a = l->A[i * n + j];
      if (from_left)
        y[j] += x[i] * a;
      else
        y[i] += a * x[j];
    }
}

/* the zeros that are left when the r next to zero are taken out */
static void keep_largest(size_t *count, size_t r, double *re, double *im) {
  for (; r > 0 && *count > 0; r--) {
    size_t least = 0;
    for (size_t k = 1; k < *count; k++)
      if (hypot(re[k], im[k]) < hypot(re[least], im[least])) least = k;
    --*count;
    for (size_t k = least; k < *count; k++) re[k] = re[k + 1], im[k] = im[k + 1];
  }
}

TrmStatus trm_linear_zeros(const TrmLinear *l, TrmArena *arena, size_t output, size_t input,
                           double *re, double *im, size_t *count) {
  size_t n = l->order, m = l->input_count, r = 0;
  double *row = trm_arena_array(arena, 2 * n + 2, sizeof *row), *next = row + n + 1;
  double *A = trm_arena_array(arena, n * n + 1, sizeof *A);
  double h = l->D[output * m + input], size_b = 0;
  memcpy(row, l->C + output * n, n * sizeof *row);
  for (size_t i = 0; i < n; i++) size_b += l->B[i * m + input] * l->B[i * m + input];
  *count = 0;
  /* the first of D, C B, C A B, ... that is not zero; `row` is C A^r then */
  while (h == 0 && r < n) {
    double sum = 0, size = 0;
    for (size_t i = 0; i < n; i++) {
      sum += row[i] * l->B[i * m + input];
      size += row[i] * row[i];
    }
    if (fabs(sum) > 1e-11 * sqrt(size * size_b)) h = sum;
    multiply(l, 1, row, next);
    memcpy(row, next, n * sizeof *row);
    r++;
  }
  if (h == 0) return TRM_OK;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      A[j * n + i] = l->A[i * n + j] - l->B[i * m + input] * row[j] / h;
  TrmStatus status = trm_eigen_general(arena, n, A, re, im, NULL);
  *count = status == TRM_OK ? n : 0;
  keep_largest(count, r, re, im);
  return status;
}

TrmStatus trm_linear_gain(const TrmLinear *l, TrmArena *arena, double *out) {
  size_t n = l->order, m = l->input_count;
  double *A = trm_arena_array(arena, n * n + 1, sizeof *A);
  double *x = trm_arena_array(arena, n + 1, sizeof *x), least = HUGE_VAL, most = 0;
  size_t *swap = trm_arena_array(arena, n + 1, sizeof *swap);
  for (size_t i = 0; i < n * n; i++) A[i] = -l->A[i];
  /* a pole at zero, but for rounding, leaves no gain */
  for (size_t k = 0; k < n; k++) {
    least = fmin(least, hypot(l->re[k], l->im[k]));
    most = fmax(most, hypot(l->re[k], l->im[k]));
  }
  if (n && !(least > 100 * sqrt(DBL_EPSILON) * most)) return TRM_FAILED;
  if (!trm_dense_factor(n, A, swap)) return TRM_FAILED;
  for (size_t j = 0; j < m; j++) {
    for (size_t i = 0; i < n; i++) x[i] = l->B[i * m + j];
    trm_dense_solve(n, A, swap, x);
    for (size_t i = 0; i < l->output_count; i++) {
      out[i * m + j] = l->D[i * m + j];
      for (size_t k = 0; k < n; k++) out[i * m + j] += l->C[i * n + k] * x[k];
    }
  }
  return TRM_OK;
}
