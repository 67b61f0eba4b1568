/* SPDX-License-Identifier: Apache-2.0
 *
 * Lemke's method on the tableau w - M z - e z0 = q, with e = diag scale. Ties of the ratio test are
 * broken lexicographically by the rows of the inverse of the basis, so that degenerate pivots do
 * not go round in circles. Cottle, Pang, Stone, The Linear Complementarity Problem, 4.4 and 4.9.
 */
#include "linalg/lcp.h"
#include <float.h>
#include <math.h>
#include <string.h>

struct TrmLcp {
  size_t most;
  double *tableau; /* n rows of w, z, z0, q */
  size_t *basis;   /* variable of each row: w 0..n-1, z n..2n-1, z0 2n */
  double *scale;
};

static const double nothing = 1e-13;

TrmLcp *trm_lcp_new(TrmArena *arena, size_t most) {
  TrmLcp *lcp = trm_arena_alloc(arena, sizeof *lcp);
  lcp->most = most;
  lcp->tableau = trm_arena_array(arena, most * (2 * most + 2) + 1, sizeof *lcp->tableau);
  lcp->basis = trm_arena_array(arena, most + 1, sizeof *lcp->basis);
  lcp->scale = trm_arena_array(arena, most + 1, sizeof *lcp->scale);
  return lcp;
}

/* rows and columns of the problem in units in which M has a diagonal of ones, and q is of size one
 */
static double fill(TrmLcp *lcp, size_t n, const double *M, const double *q) {
  size_t width = 2 * n + 2;
  double size = 0;
  for (size_t i = 0; i < n; i++) {
    double d = M[i * n + i];
    lcp->scale[i] = d > 0 ? 1 / sqrt(d) : 1;
    size = fmax(size, fabs(q[i]) * lcp->scale[i]);
  }
  memset(lcp->tableau, 0, n * width * sizeof *lcp->tableau);
  for (size_t i = 0; i < n; i++) {
    double *row = lcp->tableau + i * width;
    row[i] = 1;
    for (size_t k = 0; k < n; k++) row[n + k] = -M[i * n + k] * lcp->scale[i] * lcp->scale[k];
    row[2 * n] = -1;
    row[2 * n + 1] = size > 0 ? q[i] * lcp->scale[i] / size : 0;
    lcp->basis[i] = i;
  }
  return size;
}

static void pivot(TrmLcp *lcp, size_t n, size_t at, size_t entering) {
  size_t width = 2 * n + 2;
  double *row = lcp->tableau + at * width, value = row[entering];
  for (size_t k = 0; k < width; k++) row[k] /= value;
  for (size_t i = 0; i < n; i++) {
    double *other = lcp->tableau + i * width, factor = other[entering];
    if (i == at || factor == 0) continue;
    for (size_t k = 0; k < width; k++) other[k] -= factor * row[k];
    other[entering] = 0;
  }
  lcp->basis[at] = entering;
}

/* 1 when row a leaves before row b: the smaller of q, then of the columns of the inverse, over the
 * entering column */
static int leaves_before(const TrmLcp *lcp, size_t n, size_t a, size_t b, size_t entering) {
  size_t width = 2 * n + 2;
  const double *p = lcp->tableau + a * width, *r = lcp->tableau + b * width;
  double first = p[2 * n + 1] / p[entering], second = r[2 * n + 1] / r[entering];
  if (fabs(first - second) > nothing * (1 + fabs(first))) return first < second;
  /* z0 leaves where it can */
  if (lcp->basis[a] == 2 * n || lcp->basis[b] == 2 * n) return lcp->basis[a] == 2 * n;
  for (size_t k = 0; k < n; k++) {
    first = p[k] / p[entering];
    second = r[k] / r[entering];
    if (fabs(first - second) > nothing * (1 + fabs(first))) return first < second;
  }
  return a < b;
}

/* the row that leaves when `entering` grows, or n: it grows without bound */
static size_t find_leaving(const TrmLcp *lcp, size_t n, size_t entering) {
  size_t found = n, width = 2 * n + 2;
  for (size_t i = 0; i < n; i++) {
    if (!(lcp->tableau[i * width + entering] > 1e-11)) continue;
    if (found == n || leaves_before(lcp, n, i, found, entering)) found = i;
  }
  return found;
}

/* the values of z in the units of the problem */
static void read_solution(const TrmLcp *lcp, size_t n, double size, double *z) {
  size_t width = 2 * n + 2;
  memset(z, 0, n * sizeof *z);
  for (size_t i = 0; i < n; i++) {
    size_t variable = lcp->basis[i];
    if (variable < n || variable >= 2 * n) continue;
    z[variable - n] =
        fmax(0, lcp->tableau[i * width + 2 * n + 1]) * size * lcp->scale[variable - n];
  }
}

TrmStatus trm_lcp_solve(TrmLcp *lcp, size_t n, const double *M, const double *q, double *z) {
  size_t width = 2 * n + 2, worst = n;
  double size = fill(lcp, n, M, q), least = 0;
  memset(z, 0, n * sizeof *z);
  for (size_t i = 0; i < n; i++) {
    double value = lcp->tableau[i * width + 2 * n + 1];
    if (isnan(value)) return TRM_FAILED;
    if (value < least) least = value, worst = i;
  }
  if (worst == n) return TRM_OK;
  size_t leaving = lcp->basis[worst];
  pivot(lcp, n, worst, 2 * n);
  for (size_t count = 0; count < 50 * n + 100; count++) {
    size_t entering = leaving < n ? leaving + n : leaving - n;
    size_t row = find_leaving(lcp, n, entering);
    if (row == n) return TRM_FAILED;
    leaving = lcp->basis[row];
    pivot(lcp, n, row, entering);
    if (leaving != 2 * n) continue;
    read_solution(lcp, n, size, z);
    return TRM_OK;
  }
  return TRM_FAILED;
}
