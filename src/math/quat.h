/* SPDX-License-Identifier: Apache-2.0
 *
 * Quat: unit quaternions (Euler parameters) e0 + e1 i + e2 j + e3 k. The rotation of q takes body
 * components to ground components: v_g = q v_b q*. Reference: Shepperd 1978 for the way back from a
 * matrix, which divides by the largest component.
 */
#ifndef TRM_MATH_QUAT_H
#define TRM_MATH_QUAT_H

#include <math.h>

/* c = a b; not over an argument. */
static inline void trm_quat_product(const double a[4], const double b[4], double c[4]) {
  c[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  c[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  c[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
  c[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
}

/* u = a / |a|; returns 0 and leaves u alone when a has no length or is not finite. */
static inline int trm_quat_unit(const double a[4], double u[4]) {
  double big = fmax(fmax(fabs(a[0]), fabs(a[1])), fmax(fabs(a[2]), fabs(a[3])));
  if (!(big > 0) || !isfinite(a[0] + a[1] + a[2] + a[3])) return 0;
  double v[4] = {a[0] / big, a[1] / big, a[2] / big, a[3] / big};
  double norm = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
  for (int i = 0; i < 4; i++) u[i] = v[i] / norm;
  return 1;
}

/* R of a unit quaternion, row-major. */
static inline void trm_quat_matrix(const double q[4], double R[9]) {
  double a = q[0], b = q[1], c = q[2], d = q[3];
  R[0] = 1 - 2 * (c * c + d * d);
  R[1] = 2 * (b * c - a * d);
  R[2] = 2 * (b * d + a * c);
  R[3] = 2 * (b * c + a * d);
  R[4] = 1 - 2 * (b * b + d * d);
  R[5] = 2 * (c * d - a * b);
  R[6] = 2 * (b * d - a * c);
  R[7] = 2 * (c * d + a * b);
  R[8] = 1 - 2 * (b * b + c * c);
}

/* The unit quaternion of a rotation matrix with q[0] >= 0. */
static inline void trm_quat_from_matrix(const double R[9], double q[4]) {
  /* 4 q_i^2 for each component; the largest is at least 1 */
  double square[4] = {1 + R[0] + R[4] + R[8], 1 + R[0] - R[4] - R[8], 1 - R[0] + R[4] - R[8],
                      1 - R[0] - R[4] + R[8]};
  int k = 0;
  for (int i = 1; i < 4; i++)
    if (square[i] > square[k]) k = i;

  /* the column 4 q_k q of the symmetric matrix 4 q q' */
  double x = R[7] - R[5], y = R[2] - R[6], z = R[3] - R[1];
  double xy = R[1] + R[3], xz = R[2] + R[6], yz = R[5] + R[7];
  double column[4][4] = {
      {square[0], x, y, z}, {x, square[1], xy, xz}, {y, xy, square[2], yz}, {z, xz, yz, square[3]}};
  double norm = 0;
  for (int i = 0; i < 4; i++) norm += column[k][i] * column[k][i];
  norm = sqrt(norm);
  if (column[k][0] < 0) norm = -norm;
  for (int i = 0; i < 4; i++) q[i] = column[k][i] / norm;
}

#endif
