/* SPDX-License-Identifier: Apache-2.0
 *
 * Hessenberg: eigenvalues of a small complex matrix that is zero below its first subdiagonal, as
 * Krylov methods leave it, by the shifted QR iteration (Golub and Van Loan, 7.3 and 7.5).
 */
#ifndef TRM_LINALG_HESSENBERG_H
#define TRM_LINALG_HESSENBERG_H

#include "linalg/dense.h"

/* value[n] of H[n * n] by rows, which is overwritten. 0: not found, or H is not finite. */
int trm_hessenberg_eigenvalues(size_t n, double complex *H, double complex *value);

#endif
