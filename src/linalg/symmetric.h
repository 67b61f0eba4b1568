/* SPDX-License-Identifier: Apache-2.0
 *
 * Symmetric: eigenvalues and eigenvectors of a small dense symmetric matrix by Jacobi's rotations,
 * which find small eigenvalues beside large ones.
 */
#ifndef TRM_LINALG_SYMMETRIC_H
#define TRM_LINALG_SYMMETRIC_H

#include <stddef.h>

/* Eigenvalues of A (n by n, row-major, overwritten) in ascending order; the vector of value k is
 * row k of V (n by n). */
void trm_symmetric_eigen(size_t n, double *A, double *values, double *V);

#endif
