/* SPDX-License-Identifier: Apache-2.0
 *
 * Rotation: exp(theta~) = 1 + a theta~ + b theta~^2 with a = sin t/t, b = (1 - cos t)/t^2 and
 * t = |theta| (Rodrigues); the logarithm goes by the quaternion, so that it keeps full accuracy
 * near half a turn. Angle triples come back from the matrix by arc tangents of its entries; the
 * last angle is read after the first is undone, so that it stays accurate near the gimbal
 * positions.
 */
#include "math/rotation.h"
#include "math/mat3.h"
#include "math/quat.h"
#include "math/vec3.h"

/* below this sine, two of the three angles turn about the same axis */
#define GIMBAL 1e-15

/* R = 1 + a K + b K^2, K the cross product matrix of k */
static void rodrigues(const double k[3], double a, double b, double R[9]) {
  double x = k[0], y = k[1], z = k[2];
  R[0] = 1 - b * (y * y + z * z);
  R[1] = b * x * y - a * z;
  R[2] = b * x * z + a * y;
  R[3] = b * x * y + a * z;
  R[4] = 1 - b * (x * x + z * z);
  R[5] = b * y * z - a * x;
  R[6] = b * x * z - a * y;
  R[7] = b * y * z + a * x;
  R[8] = 1 - b * (x * x + y * y);
}

int trm_rotation_axis_angle(const double axis[3], double angle, double R[9]) {
  double u[3], half = sin(angle / 2);
  if (!trm_vec3_unit(axis, u)) return 0;
  rodrigues(u, sin(angle), 2 * half * half, R);
  return 1;
}

void trm_rotation_exp(const double theta[3], double R[9]) {
  double t = trm_vec3_norm(theta);
  double a = t > 0 ? sin(t) / t : 1;
  double h = t > 0 ? sin(t / 2) / t : 0.5;
  rodrigues(theta, a, 2 * h * h, R);
}

void trm_rotation_log(const double R[9], double theta[3]) {
  double q[4];
  trm_quat_from_matrix(R, q);
  double sine = trm_vec3_norm(q + 1);
  double factor = sine > 0 ? 2 * atan2(sine, q[0]) / sine : 2;
  for (int i = 0; i < 3; i++) theta[i] = factor * q[i + 1];
}

/* C = A times the turn by `angle` about coordinate axis `axis` */
static void turn(const double A[9], int axis, double angle, double C[9]) {
  int j = (axis + 1) % 3, k = (axis + 2) % 3;
  double c = cos(angle), s = sin(angle);
  for (int i = 0; i < 9; i += 3) {
    C[i + axis] = A[i + axis];
    C[i + j] = A[i + j] * c + A[i + k] * s;
    C[i + k] = A[i + k] * c - A[i + j] * s;
  }
}

void trm_rotation_euler(const double angles[3], double R[9]) {
  double A[9], B[9];
  trm_mat3_identity(R);
  turn(R, 2, angles[0], A);
  turn(A, 0, angles[1], B);
  turn(B, 2, angles[2], R);
}

void trm_rotation_to_euler(const double R[9], double angles[3]) {
  double sine = hypot(R[2], R[5]);
  angles[1] = atan2(sine, R[8]);
  if (sine < GIMBAL) {
    angles[0] = atan2(R[3], R[0]);
    angles[2] = 0;
    return;
  }
  angles[0] = atan2(R[2], -R[5]);
  double c = cos(angles[0]), s = sin(angles[0]);
  angles[2] = atan2(-(c * R[1] + s * R[4]), c * R[0] + s * R[3]);
}

void trm_rotation_bryant(const double angles[3], double R[9]) {
  double A[9], B[9];
  trm_mat3_identity(R);
  turn(R, 0, angles[0], A);
  turn(A, 1, angles[1], B);
  turn(B, 2, angles[2], R);
}

void trm_rotation_to_bryant(const double R[9], double angles[3]) {
  double cosine = hypot(R[5], R[8]);
  angles[1] = atan2(R[2], cosine);
  if (cosine < GIMBAL) {
    angles[0] = atan2(R[7], R[4]);
    angles[2] = 0;
    return;
  }
  angles[0] = atan2(-R[5], R[8]);
  double c = cos(angles[0]), s = sin(angles[0]);
  angles[2] = atan2(c * R[3] + s * R[6], c * R[4] + s * R[7]);
}

int trm_rotation_one_axis(int axis, const double direction[3], double R[9]) {
  double u[3], e[3] = {0, 0, 0}, k[3];
  if (!trm_vec3_unit(direction, u)) return 0;
  e[axis] = 1;

  /* k = e x u is exact in its digits, so sine^2 serves where 1 + cosine would cancel */
  trm_vec3_cross(e, u, k);
  double cosine = u[axis], sine2 = trm_vec3_dot(k, k);
  if (cosine < 0 && sine2 < 1e-32) {
    k[0] = k[1] = k[2] = 0;
    k[(axis + 1) % 3] = 1;
    rodrigues(k, 0, 2, R);
  } else {
    rodrigues(k, 1, cosine < 0 ? (1 - cosine) / sine2 : 1 / (1 + cosine), R);
  }
  return 1;
}

int trm_rotation_two_axes(int first, const double a[3], int second, const double b[3],
                          double R[9]) {
  double u[3], v[3], w[3];
  if (!trm_vec3_unit(a, u) || !trm_vec3_unit(b, v)) return 0;
  trm_vec3_cross(u, v, w);
  if (trm_vec3_norm(w) < 1e-9) return 0;

  /* w completes the plane of u and v; v is made perpendicular to both */
  trm_vec3_unit(w, w);
  trm_vec3_cross(w, u, v);
  trm_vec3_unit(v, v);
  double side = (first + 1) % 3 == second ? 1 : -1;
  for (int i = 0; i < 3; i++) {
    R[3 * i + first] = u[i];
    R[3 * i + second] = v[i];
    R[3 * i + 3 - first - second] = side * w[i];
  }
  return 1;
}

int trm_rotation_is(const double R[9], double tolerance) {
  return trm_mat3_defect(R) <= tolerance && trm_mat3_determinant(R) > 0;
}
