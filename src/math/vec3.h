/* SPDX-License-Identifier: Apache-2.0
 *
 * Vec3: vectors of three doubles. Results may be written over an argument unless it is said that
 * they may not.
 */
#ifndef TRM_MATH_VEC3_H
#define TRM_MATH_VEC3_H

#include <math.h>

/* a . b */
static inline double trm_vec3_dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* c = a x b */
static inline void trm_vec3_cross(const double a[3], const double b[3], double c[3]) {
  double x = a[1] * b[2] - a[2] * b[1];
  double y = a[2] * b[0] - a[0] * b[2];
  double z = a[0] * b[1] - a[1] * b[0];
  c[0] = x;
  c[1] = y;
  c[2] = z;
}

/* c = a + s b */
static inline void trm_vec3_add(const double a[3], double s, const double b[3], double c[3]) {
  for (int i = 0; i < 3; i++) c[i] = a[i] + s * b[i];
}

/* Length of a, free of overflow and underflow. */
static inline double trm_vec3_norm(const double a[3]) {
  double big = fmax(fabs(a[0]), fmax(fabs(a[1]), fabs(a[2])));
  if (!(big > 0) || !isfinite(big)) return fabs(a[0]) + fabs(a[1]) + fabs(a[2]);
  double x = a[0] / big, y = a[1] / big, z = a[2] / big;
  return big * sqrt(x * x + y * y + z * z);
}

/* u = a / |a|; returns 0 and leaves u alone when a has no length or is not finite. */
static inline int trm_vec3_unit(const double a[3], double u[3]) {
  double big = fmax(fabs(a[0]), fmax(fabs(a[1]), fabs(a[2])));
  if (!(big > 0) || !isfinite(a[0] + a[1] + a[2])) return 0;
  double v[3] = {a[0] / big, a[1] / big, a[2] / big};
  double norm = sqrt(trm_vec3_dot(v, v));
  for (int i = 0; i < 3; i++) u[i] = v[i] / norm;
  return 1;
}

#endif
