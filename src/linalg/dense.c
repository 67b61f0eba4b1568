/* SPDX-License-Identifier: Apache-2.0
 *
 * Dense elimination: the same for both kinds of numbers, P A = L U with L's ones left out.
 */
#include "linalg/dense.h"
#include <math.h>

#define FACTOR(Number, size)                                                                       \
  for (size_t s = 0; s < n; s++) {                                                                 \
    size_t best = s;                                                                               \
    Number *top = a + s * n;                                                                       \
    for (size_t i = s + 1; i < n; i++)                                                             \
      if (size(a[i * n + s]) > size(a[best * n + s])) best = i;                                    \
    swap[s] = best;                                                                                \
    for (size_t k = 0; best != s && k < n; k++) {                                                  \
      Number kept = top[k];                                                                        \
      top[k] = a[best * n + k];                                                                    \
      a[best * n + k] = kept;                                                                      \
    }                                                                                              \
    if (!(size(top[s]) > 0) || !isfinite(size(top[s]))) return 0;                                  \
    for (size_t i = s + 1; i < n; i++) {                                                           \
      Number *row = a + i * n, l = row[s] /= top[s];                                               \
      for (size_t k = s + 1; l != 0 && k < n; k++) row[k] -= l * top[k];                           \
    }                                                                                              \
  }                                                                                                \
  return 1

#define SOLVE(Number)                                                                              \
  for (size_t s = 0; s < n; s++) {                                                                 \
    Number kept = b[s];                                                                            \
    b[s] = b[swap[s]];                                                                             \
    b[swap[s]] = kept;                                                                             \
  }                                                                                                \
  for (size_t s = 0; s < n; s++)                                                                   \
    for (size_t i = s + 1; i < n; i++) b[i] -= a[i * n + s] * b[s];                                \
  for (size_t s = n; s-- > 0;) {                                                                   \
    for (size_t k = s + 1; k < n; k++) b[s] -= a[s * n + k] * b[k];                                \
    b[s] /= a[s * n + s];                                                                          \
  }

int trm_dense_factor(size_t n, double *a, size_t *swap) {
  FACTOR(double, fabs);
}

int trm_dense_factor_complex(size_t n, double complex *a, size_t *swap) {
  FACTOR(double complex, cabs);
}

void trm_dense_solve(size_t n, const double *a, const size_t *swap, double *b) {
  SOLVE(double)
}

void trm_dense_solve_complex(size_t n, const double complex *a, const size_t *swap,
                             double complex *b) {
  SOLVE(double complex)
}

int trm_dense_eliminate(size_t n, double *rows) {
  size_t wide = n + 1;
  for (size_t k = 0; k < n; k++) {
    size_t best = k;
    for (size_t i = k; i < n; i++)
      if (fabs(rows[i * wide + k]) > fabs(rows[best * wide + k])) best = i;
    if (!(fabs(rows[best * wide + k]) > 0)) return 0;
    for (size_t j = 0; j < wide && best != k; j++) {
      double kept = rows[k * wide + j];
      rows[k * wide + j] = rows[best * wide + j];
      rows[best * wide + j] = kept;
    }
    for (size_t i = 0; i < n; i++) {
      double factor = i == k ? 0 : rows[i * wide + k] / rows[k * wide + k];
      for (size_t j = k; j < wide && factor != 0; j++)
        rows[i * wide + j] -= factor * rows[k * wide + j];
    }
  }
  for (size_t k = 0; k < n; k++) rows[k * wide + n] /= rows[k * wide + k];
  return 1;
}
