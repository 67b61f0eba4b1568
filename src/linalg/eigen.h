/* SPDX-License-Identifier: Apache-2.0
 *
 * Eigen: eigenvalues and eigenvectors of dense matrices that have no symmetry, by LAPACK, which is
 * loaded when it is first asked for. Its threads are held to one, so that bits do not depend on
 * the machine.
 */
#ifndef TRM_LINALG_EIGEN_H
#define TRM_LINALG_EIGEN_H

#include "base/arena.h"

/* 1 when LAPACK is there. */
int trm_eigen_available(void);

/* Hold the threads of a library of dlopen, or of the BLAS it brings along, to one. */
void trm_eigen_hold_threads(void *library);

/* Eigenvalues re[n] + i im[n] of A[n * n] by columns, which is overwritten; conjugates stand next
 * to each other, the one with im > 0 first. V (NULL: not wanted) takes n * n: of a real value its
 * vector is column k; of a pair at k, k + 1 it is column k + i column k + 1. TRM_FAILED when the
 * matrix is not finite or its iteration does not converge, TRM_BAD_FILE without LAPACK. */
TrmStatus trm_eigen_general(TrmArena *arena, size_t n, double *A, double *re, double *im,
                            double *V);

#endif
