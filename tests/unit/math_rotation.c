/* SPDX-License-Identifier: Apache-2.0
 *
 * Rotations: every way to write one and back again at random and at the gimbal positions, against
 * each other and against matrices written out by hand; principal axes of symmetric matrices.
 */
#include "check.h"
#include "math/eigen3.h"
#include "math/mat3.h"
#include "math/quat.h"
#include "math/rotation.h"
#include "math/vec3.h"

static const double pi = 3.14159265358979323846;

/* largest difference of two arrays */
static double apart(const double *a, const double *b, int n) {
  double worst = 0;
  for (int i = 0; i < n; i++) worst = fmax(worst, isnan(a[i]) ? 1e9 : fabs(a[i] - b[i]));
  return worst;
}

static void random_axis(double u[3]) {
  do
    for (int i = 0; i < 3; i++) u[i] = check_random(-1, 1);
  while (trm_vec3_norm(u) > 1 || trm_vec3_norm(u) < 0.1);
}

/* exp in extended precision by its power series, an independent truth */
static void exp_series(const double theta[3], double R[9]) {
  long double x = (long double)theta[0], y = (long double)theta[1], z = (long double)theta[2];
  long double K[9] = {0, -z, y, z, 0, -x, -y, x, 0};
  long double term[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, sum[9], next[9];
  memcpy(sum, term, sizeof sum);
  for (int n = 1; n < 60; n++) {
    for (int i = 0; i < 9; i++) {
      next[i] = 0;
      for (int k = 0; k < 3; k++) next[i] += term[i / 3 * 3 + k] * K[3 * k + i % 3] / n;
    }
    for (int i = 0; i < 9; i++) sum[i] += term[i] = next[i];
  }
  for (int i = 0; i < 9; i++) R[i] = (double)sum[i];
}

static void check_vectors(void) {
  const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, a[3] = {1, 2, 3};
  double c[3], u[3] = {7, 7, 7};
  trm_vec3_cross(x, y, c);
  CHECK(c[0] == 0 && c[1] == 0 && c[2] == 1 && trm_vec3_dot(a, a) == 14);
  trm_vec3_add(a, -2, x, c);
  CHECK(c[0] == -1 && c[1] == 2 && c[2] == 3);
  CHECK_NEAR(trm_vec3_norm((double[]){3e200, 4e200, 0}) / 5e200, 1, 1e-15);
  CHECK_NEAR(trm_vec3_norm((double[]){3e-200, 4e-200, 0}) / 5e-200, 1, 1e-15);
  CHECK(trm_vec3_norm((double[]){0, 0, 0}) == 0 &&
        isnan(trm_vec3_norm((double[]){1, (double)NAN, 0})));
  CHECK(!trm_vec3_unit((double[]){0, 0, 0}, u) && u[0] == 7);
  CHECK(!trm_vec3_unit((double[]){(double)INFINITY, 0, 0}, u) && u[0] == 7);
  CHECK(trm_vec3_unit((double[]){0, 0, -1e-300}, u) && u[2] == -1);
  double q[4] = {7, 7, 7, 7};
  CHECK(!trm_quat_unit((double[]){0, 0, 0, 0}, q) && q[0] == 7);
  CHECK(trm_quat_unit((double[]){3e200, 0, 0, 4e200}, q));
  CHECK_NEAR(q[0], 0.6, 1e-16);
}

/* exp against its series, log, axis and angle, quaternions; near zero and near half a turn too */
static void check_exp(void) {
  double exp_error = 0, log_error = 0, defect = 0, quat_error = 0, axis_error = 0, mul_error = 0;
  for (int i = 0; i < 4000; i++) {
    double u[3], theta[3], R[9], S[9], back[3], q[4], p[4];
    random_axis(u);
    trm_vec3_unit(u, u);
    double angle = check_random(0, pi);
    if (i % 4 == 1) angle = pow(10, check_random(-12, -1));
    if (i % 4 == 2) angle = pi - pow(10, check_random(-12, -1));
    for (int j = 0; j < 3; j++) theta[j] = angle * u[j];
    trm_rotation_exp(theta, R);
    exp_series(theta, S);
    exp_error = fmax(exp_error, apart(R, S, 9));
    defect = fmax(defect, trm_mat3_defect(R));
    CHECK(trm_rotation_is(R, 1e-14));
    trm_rotation_log(R, back);
    log_error = fmax(log_error, apart(theta, back, 3));
    CHECK(trm_rotation_axis_angle((double[]){5 * u[0], 5 * u[1], 5 * u[2]}, angle, S));
    axis_error = fmax(axis_error, apart(R, S, 9));

    /* quaternions: there and back, and product as composition */
    trm_quat_from_matrix(R, q);
    CHECK(q[0] >= 0);
    trm_quat_matrix(q, S);
    quat_error = fmax(quat_error, apart(R, S, 9));
    double turned[9], R2[9];
    trm_quat_product(q, q, p);
    trm_quat_matrix(p, turned);
    trm_mat3_product(R, R, R2);
    mul_error = fmax(mul_error, apart(turned, R2, 9));
  }
  check_figure("rotations", "exp", "power series in extended precision", exp_error, 2e-15);
  check_figure("rotations", "log of exp", "the vector put in", log_error, 4e-15);
  check_figure("rotations", "exp: orthonormality", "R'R = 1", defect, 5e-15);
  check_figure("rotations", "axis and angle", "exp", axis_error, 2e-15);
  check_figure("rotations", "quaternion round trip", "the matrix put in", quat_error, 2e-15);
  check_figure("rotations", "quaternion product", "matrix product", mul_error, 5e-15);

  double R[9], theta[3];
  trm_rotation_exp((double[]){0, 0, 0}, R);
  trm_rotation_log(R, theta);
  CHECK(R[0] == 1 && R[1] == 0 && theta[0] == 0 && theta[1] == 0 && theta[2] == 0);
  CHECK(!trm_rotation_axis_angle((double[]){0, 0, 0}, 1, R));

  /* half turns exactly: each component of the quaternion in turn is the largest */
  const double half[3][9] = {
      {1, 0, 0, 0, -1, 0, 0, 0, -1}, {-1, 0, 0, 0, 1, 0, 0, 0, -1}, {-1, 0, 0, 0, -1, 0, 0, 0, 1}};
  for (int i = 0; i < 3; i++) {
    trm_rotation_log(half[i], theta);
    for (int j = 0; j < 3; j++) CHECK_NEAR(fabs(theta[j]), i == j ? pi : 0, 1e-15);
  }
}

/* angle triples: the matrix written out, there and back, the gimbal positions */
static void check_angles(void) {
  double euler = 0, bryant = 0, matrix = 0;
  static const double corner[] = {0, 1e-15, 1e-9, 1e-5, 1};
  for (int i = 0; i < 4000; i++) {
    double a[3], R[9], S[9], back[3];
    for (int j = 0; j < 3; j++) a[j] = check_random(-pi, pi);

    /* 3-1-3, with theta near 0 and pi as well */
    a[1] = fabs(a[1]);
    if (i % 4 == 1) a[1] = corner[i / 4 % 4];
    if (i % 4 == 2) a[1] = pi - corner[i / 4 % 4];
    trm_rotation_euler(a, R);
    double c1 = cos(a[0]), s1 = sin(a[0]), c2 = cos(a[1]), s2 = sin(a[1]), c3 = cos(a[2]),
           s3 = sin(a[2]);
    const double E[9] = {c1 * c3 - s1 * c2 * s3,
                         -c1 * s3 - s1 * c2 * c3,
                         s1 * s2,
                         s1 * c3 + c1 * c2 * s3,
                         -s1 * s3 + c1 * c2 * c3,
                         -c1 * s2,
                         s2 * s3,
                         s2 * c3,
                         c2};
    matrix = fmax(matrix, apart(R, E, 9));
    trm_rotation_to_euler(R, back);
    trm_rotation_euler(back, S);
    euler = fmax(euler, apart(R, S, 9));
    CHECK(back[1] >= 0 && back[1] <= pi);
    if (i % 4 == 0 && a[1] > 0.1 && a[1] < 3)
      for (int j = 0; j < 3; j++) CHECK_NEAR(back[j], a[j], 2e-14);

    /* 1-2-3, with b near +-pi/2 as well */
    a[1] = a[1] - pi / 2;
    trm_rotation_bryant(a, R);
    c2 = cos(a[1]);
    s2 = sin(a[1]);
    const double B[9] = {c2 * c3,
                         -c2 * s3,
                         s2,
                         c1 * s3 + s1 * s2 * c3,
                         c1 * c3 - s1 * s2 * s3,
                         -s1 * c2,
                         s1 * s3 - c1 * s2 * c3,
                         s1 * c3 + c1 * s2 * s3,
                         c1 * c2};
    matrix = fmax(matrix, apart(R, B, 9));
    trm_rotation_to_bryant(R, back);
    trm_rotation_bryant(back, S);
    bryant = fmax(bryant, apart(R, S, 9));
    CHECK(fabs(back[1]) <= pi / 2 + 1e-15);
  }
  check_figure("rotations", "3-1-3 and 1-2-3 matrices", "written out", matrix, 1e-15);
  check_figure("rotations", "3-1-3 round trip", "the matrix put in", euler, 3e-15);
  check_figure("rotations", "1-2-3 round trip", "the matrix put in", bryant, 3e-15);

  /* exactly at the gimbal positions the last angle is zero */
  double R[9], back[3];
  trm_rotation_euler((double[]){0.3, 0, 0.4}, R);
  trm_rotation_to_euler(R, back);
  CHECK_NEAR(back[0], 0.7, 1e-15);
  CHECK(back[1] == 0 && back[2] == 0);
  trm_rotation_euler((double[]){0.3, pi, 0.4}, R);
  trm_rotation_to_euler(R, back);
  CHECK_NEAR(back[0], -0.1, 1e-15);
  CHECK(back[2] == 0);
  trm_rotation_bryant((double[]){0.3, pi / 2, 0.4}, R);
  trm_rotation_to_bryant(R, back);
  CHECK_NEAR(back[0], 0.7, 1e-15);
  CHECK_NEAR(back[1], pi / 2, 1e-15);
  CHECK(back[2] == 0);
}

/* frames from one and two directions */
static void check_frames(void) {
  double along = 0, defect = 0;
  for (int i = 0; i < 3000; i++) {
    double d[3], e[3], u[3], R[9];
    int axis = i % 3, other = (axis + 1 + i / 3 % 2) % 3;
    random_axis(d);
    random_axis(e);
    if (i % 5 == 0) { /* close to the opposite */
      for (int j = 0; j < 3; j++) d[j] *= pow(10, check_random(-17, -3));
      d[axis] = -1;
    }
    CHECK(trm_rotation_one_axis(axis, d, R));
    trm_vec3_unit(d, u);
    for (int j = 0; j < 3; j++) along = fmax(along, fabs(R[3 * j + axis] - u[j]));
    defect = fmax(defect, trm_mat3_defect(R));
    CHECK(trm_rotation_is(R, 1e-14));

    /* the least turn: its axis is perpendicular to the coordinate axis */
    double theta[3];
    trm_rotation_log(R, theta);
    if (i % 5) CHECK_NEAR(theta[axis], 0, 1e-14);

    if (!trm_rotation_two_axes(axis, d, other, e, R)) continue;
    CHECK(trm_rotation_is(R, 1e-14));
    double side = 0, off = 0;
    int third = 3 - axis - other;
    for (int j = 0; j < 3; j++) {
      along = fmax(along, fabs(R[3 * j + axis] - u[j]));
      side += R[3 * j + other] * e[j];
      off += R[3 * j + third] * e[j];
    }
    CHECK(side > 0);
    CHECK_NEAR(off, 0, 1e-6);
    defect = fmax(defect, trm_mat3_defect(R));
  }
  check_figure("rotations", "frames: axis along its direction", "the direction", along, 1e-15);
  check_figure("rotations", "frames: orthonormality", "R'R = 1", defect, 5e-15);

  /* known ones */
  double R[9];
  const double same[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, flip[9] = {1, 0, 0, 0, -1, 0, 0, 0, -1};
  CHECK(trm_rotation_one_axis(2, (double[]){0, 0, 5}, R) && apart(R, same, 9) == 0);
  CHECK(trm_rotation_one_axis(2, (double[]){0, 0, -5}, R) && apart(R, flip, 9) == 0);
  CHECK(trm_rotation_two_axes(2, (double[]){0, 0, 2}, 0, (double[]){3, 0, 9}, R));
  CHECK(apart(R, same, 9) == 0);
  CHECK(!trm_rotation_one_axis(2, (double[]){0, 0, 0}, R));
  CHECK(!trm_rotation_two_axes(2, (double[]){0, 0, 1}, 0, (double[]){0, 0, -3}, R));
  CHECK(!trm_rotation_two_axes(2, (double[]){0, 0, 1}, 0, (double[]){0, 0, 0}, R));
  CHECK(!trm_rotation_two_axes(2, (double[]){0, (double)NAN, 1}, 0, (double[]){1, 0, 0}, R));

  /* what is no rotation */
  CHECK(!trm_rotation_is((double[]){1, 0, 0, 0, 1, 0, 0, 0, -1}, 1e-9));
  CHECK(!trm_rotation_is((double[]){1, 0, 0, 0, 1, 0, 0, 0, 1.1}, 1e-9));
  CHECK(!trm_rotation_is((double[]){1, 0, 0, 0, (double)NAN, 0, 0, 0, 1}, 1e-9));
  double a[3] = {1, 2, 3}, b[3], T[9];
  const double A[9] = {1, 2, 3, 4, 5, 6, 7, 8, 10};
  trm_mat3_apply(A, a, b);
  CHECK(b[0] == 14 && b[1] == 32 && b[2] == 53);
  trm_mat3_transpose(A, T);
  trm_mat3_apply_transposed(T, a, b);
  CHECK(b[0] == 14 && b[1] == 32 && b[2] == 53 && trm_mat3_determinant(A) == -3);
}

static void check_eigen(void) {
  double value_error = 0, rebuild = 0, defect = 0;
  for (int i = 0; i < 2000; i++) {
    double theta[3], R[9], D[9] = {0}, RD[9], A[9], T[9], values[3], V[9];
    random_axis(theta);
    trm_rotation_exp(theta, R);
    double wanted[3] = {check_random(0, 1), check_random(1, 2), check_random(2, 3)};
    if (i % 3 == 1) wanted[1] = wanted[2];
    if (i % 7 == 1) wanted[0] = wanted[1] = wanted[2];
    for (int j = 0; j < 3; j++) D[4 * j] = wanted[j];
    trm_mat3_product(R, D, RD);
    trm_mat3_transpose(R, T);
    trm_mat3_product(RD, T, A);
    CHECK(trm_eigen3(A, values, V) && trm_rotation_is(V, 1e-14));
    value_error = fmax(value_error, apart(values, wanted, 3));
    defect = fmax(defect, trm_mat3_defect(V));
    for (int j = 0; j < 3; j++) D[4 * j] = values[j];
    trm_mat3_product(V, D, RD);
    trm_mat3_transpose(V, T);
    trm_mat3_product(RD, T, R);
    for (int j = 0; j < 9; j++) rebuild = fmax(rebuild, fabs(R[j] - A[j]));
  }
  check_figure("principal axes", "values", "those the matrix was made of", value_error, 5e-15);
  check_figure("principal axes", "V diag V' - A", "the matrix put in", rebuild, 8e-15);
  check_figure("principal axes", "orthonormality", "V'V = 1", defect, 5e-15);

  /* by hand: [2 1; 1 2] has 1 and 3; scales far from one; nothing; not a number */
  double values[3], V[9];
  CHECK(trm_eigen3((double[]){2, 9, 9, 1, 2, 9, 0, 0, 7}, values, V));
  CHECK_NEAR(values[0], 1, 1e-15);
  CHECK_NEAR(values[1], 3, 1e-15);
  CHECK(values[2] == 7);
  CHECK(trm_eigen3((double[]){2e300, 0, 0, 1e300, 2e300, 0, 0, 0, 7e300}, values, V));
  CHECK_NEAR(values[0] / 1e300, 1, 1e-15);
  CHECK(trm_eigen3((double[9]){0}, values, V) && values[0] == 0 && V[0] == 1);
  CHECK(!trm_eigen3((double[]){1, 0, 0, (double)NAN, 1, 0, 0, 0, 1}, values, V));
}

int main(void) {
  check_vectors();
  check_exp();
  check_angles();
  check_frames();
  check_eigen();
  return check_done();
}
