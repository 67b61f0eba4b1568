/* SPDX-License-Identifier: Apache-2.0
 *
 * Eigen3: eigenvalues and axes of a symmetric 3x3 matrix, for principal moments of inertia.
 */
#ifndef TRM_MATH_EIGEN3_H
#define TRM_MATH_EIGEN3_H

/* A = V diag(values) V', values rising, V a rotation (its columns are the axes). Only the lower
 * triangle of A is read. Returns 0 when A is not finite. */
int trm_eigen3(const double A[9], double values[3], double V[9]);

#endif
