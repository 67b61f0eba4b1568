/* SPDX-License-Identifier: Apache-2.0
 *
 * Dense: small square matrices by rows, real or complex, factored in place with partial pivoting.
 */
#ifndef TRM_LINALG_DENSE_H
#define TRM_LINALG_DENSE_H

#include <complex.h>
#include <stddef.h>
#include <string.h>

/* re + i im; C's own CMPLX is not there with every compiler. */
static inline double complex trm_complex(double re, double im) {
  const double parts[2] = {re, im};
  double complex z;
  memcpy(&z, parts, sizeof z);
  return z;
}

/* Factor a[n * n]; the exchanges of rows go to swap[n]. 0 when it is singular or not finite. */
int trm_dense_factor(size_t n, double *a, size_t *swap);
int trm_dense_factor_complex(size_t n, double complex *a, size_t *swap);

/* Solve in place for b[n] with the factors. */
void trm_dense_solve(size_t n, const double *a, const size_t *swap, double *b);
void trm_dense_solve_complex(size_t n, const double complex *a, const size_t *swap,
                             double complex *b);

/* Solve n equations with the right-hand side in the last of n + 1 columns, which becomes the
 * solution; 0 when they are singular. */
int trm_dense_eliminate(size_t n, double *rows);

#endif
