/* SPDX-License-Identifier: Apache-2.0
 *
 * Mat3: matrices of three by three doubles, row-major. Products are never written over an argument.
 */
#ifndef TRM_MATH_MAT3_H
#define TRM_MATH_MAT3_H

#include <math.h>
#include <string.h>

/* A = 1 */
static inline void trm_mat3_identity(double A[9]) {
  static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  memcpy(A, identity, sizeof identity);
}

/* C = A B */
static inline void trm_mat3_product(const double A[9], const double B[9], double C[9]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      C[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
}

/* C = A' B */
static inline void trm_mat3_transposed_product(const double A[9], const double B[9], double C[9]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      C[3 * i + j] = A[i] * B[j] + A[3 + i] * B[3 + j] + A[6 + i] * B[6 + j];
}

/* b = A a */
static inline void trm_mat3_apply(const double A[9], const double a[3], double b[3]) {
  for (int i = 0; i < 3; i++) b[i] = A[3 * i] * a[0] + A[3 * i + 1] * a[1] + A[3 * i + 2] * a[2];
}

/* b = A' a */
static inline void trm_mat3_apply_transposed(const double A[9], const double a[3], double b[3]) {
  for (int i = 0; i < 3; i++) b[i] = A[i] * a[0] + A[3 + i] * a[1] + A[6 + i] * a[2];
}

/* B = A' */
static inline void trm_mat3_transpose(const double A[9], double B[9]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) B[3 * i + j] = A[3 * j + i];
}

static inline double trm_mat3_determinant(const double A[9]) {
  return A[0] * (A[4] * A[8] - A[5] * A[7]) - A[1] * (A[3] * A[8] - A[5] * A[6]) +
         A[2] * (A[3] * A[7] - A[4] * A[6]);
}

/* Largest entry of A'A - 1 in magnitude: how far A is from orthonormal (NaN when A has one). */
static inline double trm_mat3_defect(const double A[9]) {
  double C[9], worst = 0;
  trm_mat3_transposed_product(A, A, C);
  for (int i = 0; i < 9; i++) {
    double d = fabs(C[i] - (i % 4 == 0));
    if (!(d <= worst)) worst = d;
    if (d != d) return d;
  }
  return worst;
}

#endif
