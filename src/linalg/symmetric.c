/* SPDX-License-Identifier: Apache-2.0
 *
 * Symmetric: cyclic sweeps of rotations, each of which makes one entry zero, until none is left
 * that counts. Reference: Golub and Van Loan, Matrix Computations, 4th edition, section 8.5.
 */
#include "linalg/symmetric.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_SWEEPS = 40 };

/* rows p and q of X: x_p' = c x_p - s x_q, x_q' = s x_p + c x_q */
static void rotate_rows(size_t n, double *X, size_t p, size_t q, double c, double s) {
  double *a = X + p * n, *b = X + q * n;
  for (size_t k = 0; k < n; k++) {
    double x = a[k], y = b[k];
    a[k] = c * x - s * y;
    b[k] = s * x + c * y;
  }
}

/* make A[p][q] zero */
static void annihilate(size_t n, double *A, double *V, size_t p, size_t q) {
  double off = A[p * n + q], theta = (A[q * n + q] - A[p * n + p]) / (2 * off);
  double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(1 + theta * theta));
  double c = 1 / sqrt(1 + t * t), s = t * c;
  rotate_rows(n, A, p, q, c, s);
  for (size_t k = 0; k < n; k++) {
    double x = A[k * n + p], y = A[k * n + q];
    A[k * n + p] = c * x - s * y;
    A[k * n + q] = s * x + c * y;
  }
  A[p * n + q] = A[q * n + p] = 0;
  rotate_rows(n, V, p, q, c, s);
}

static void swap_rows(size_t n, double *X, size_t p, size_t q) {
  for (size_t k = 0; k < n; k++) {
    double x = X[p * n + k];
    X[p * n + k] = X[q * n + k];
    X[q * n + k] = x;
  }
}

void trm_symmetric_eigen(size_t n, double *A, double *values, double *V) {
  double largest = 0;
  for (size_t k = 0; k < n * n; k++) largest = fmax(largest, fabs(A[k]));
  memset(V, 0, n * n * sizeof *V);
  for (size_t k = 0; k < n; k++) V[k * n + k] = 1;
  for (int sweep = 0, rotated = 1; rotated && sweep < MOST_SWEEPS; sweep++) {
    rotated = 0;
    for (size_t p = 0; p < n; p++)
      for (size_t q = p + 1; q < n; q++) {
        /* what changes neither eigenvalue, or is nothing beside the whole */
        double off = fabs(A[p * n + q]);
        double size = sqrt(fabs(A[p * n + p])) * sqrt(fabs(A[q * n + q]));
        if (!(off > 0.1 * DBL_EPSILON * size) || !(off > 1e-20 * largest)) continue;
        annihilate(n, A, V, p, q);
        rotated = 1;
      }
  }
  for (size_t k = 0; k < n; k++) values[k] = A[k * n + k];
  /* ascending */
  for (size_t k = 0; k + 1 < n; k++) {
    size_t least = k;
    for (size_t i = k + 1; i < n; i++)
      if (values[i] < values[least]) least = i;
    double value = values[k];
    values[k] = values[least];
    values[least] = value;
    if (least != k) swap_rows(n, V, k, least);
  }
}
