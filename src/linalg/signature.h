/* SPDX-License-Identifier: Apache-2.0
 *
 * Signature: how many eigenvalues of a sparse symmetric matrix are negative, from the signs of
 * A = L D L' (Sylvester), and a direction in which it is. Analysed once, factored often. There is
 * no pivoting: it is meant for matrices that are positive but for a few directions.
 * Reference: Davis, Algorithm 849: a concise sparse Cholesky factorization package.
 */
#ifndef TRM_LINALG_SIGNATURE_H
#define TRM_LINALG_SIGNATURE_H

#include "base/arena.h"

typedef struct TrmSignature TrmSignature;

/* A matrix of n rows whose entries stand at (row[i], column[i]), in both triangles; entries of one
 * place add up. Its symmetric part counts. NULL when memory is out inside KLU. */
TrmSignature *trm_signature_new(TrmArena *arena, size_t n, size_t count, const size_t *row,
                                const size_t *column);

/* The number of negative eigenvalues with these values[count]. */
size_t trm_signature_count(TrmSignature *signature, const double *values);

/* After a count above zero: a direction x[n] with x'A x < 0, of unit length. */
void trm_signature_direction(TrmSignature *signature, double *x);

#endif
