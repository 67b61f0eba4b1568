/* SPDX-License-Identifier: Apache-2.0
 *
 * Jet: a quantity with its slopes. Of a scalar, entry 0 is the value and entries 1 to n its
 * derivatives with respect to n columns; of a vector each entry is three numbers. The rules of
 * differentiation are written once and hold for the value alone when n is 0. Results may be written
 * over an argument only where they are added to it.
 */
#ifndef TRM_MATH_JET_H
#define TRM_MATH_JET_H

#include "math/vec3.h"
#include <stddef.h>

/* c += s b */
static inline void trm_jet_add(double *c, double s, const double *b, size_t n) {
  for (size_t i = 0; i < 3 * (n + 1); i++) c[i] += s * b[i];
}

/* c = a - b */
static inline void trm_jet_subtract(const double *a, const double *b, double *c, size_t n) {
  for (size_t i = 0; i < 3 * (n + 1); i++) c[i] = a[i] - b[i];
}

/* c = a x b */
static inline void trm_jet_cross(const double *a, const double *b, double *c, size_t n) {
  trm_vec3_cross(a, b, c);
  for (size_t i = 3; i <= 3 * n; i += 3) {
    double other[3];
    trm_vec3_cross(a + i, b, c + i);
    trm_vec3_cross(a, b + i, other);
    trm_vec3_add(c + i, 1, other, c + i);
  }
}

/* scalar c = a . b */
static inline void trm_jet_dot(const double *a, const double *b, double *c, size_t n) {
  c[0] = trm_vec3_dot(a, b);
  for (size_t i = 1; i <= n; i++) c[i] = trm_vec3_dot(a + 3 * i, b) + trm_vec3_dot(a, b + 3 * i);
}

/* vector c += scale * scalar a * vector v */
static inline void trm_jet_add_scaled(double *c, double scale, const double *a, const double *v,
                                      size_t n) {
  trm_vec3_add(c, scale * a[0], v, c);
  for (size_t i = 1; i <= n; i++) {
    trm_vec3_add(c + 3 * i, scale * a[i], v, c + 3 * i);
    trm_vec3_add(c + 3 * i, scale * a[0], v + 3 * i, c + 3 * i);
  }
}

/* scalar c += scale * a * b */
static inline void trm_jet_add_product(double *c, double scale, const double *a, const double *b,
                                       size_t n) {
  c[0] += scale * a[0] * b[0];
  for (size_t i = 1; i <= n; i++) c[i] += scale * (a[i] * b[0] + a[0] * b[i]);
}

/* scalar a becomes f(a), with the value and slope of f at a[0] */
static inline void trm_jet_apply(double *a, double value, double slope, size_t n) {
  a[0] = value;
  for (size_t i = 1; i <= n; i++) a[i] *= slope;
}

/* length and unit vector of d; where d has no length both are zero with zero slopes */
static inline void trm_jet_unit(const double *d, double *length, double *unit, size_t n) {
  double l = sqrt(trm_vec3_dot(d, d)), inverse = l > 0 ? 1 / l : 0;
  length[0] = l;
  for (int k = 0; k < 3; k++) unit[k] = inverse * d[k];
  for (size_t i = 1; i <= n; i++) {
    length[i] = trm_vec3_dot(unit, d + 3 * i);
    for (size_t k = 0; k < 3; k++) unit[3 * i + k] = inverse * (d[3 * i + k] - length[i] * unit[k]);
  }
}

/* scalar c = atan2(y, x) */
static inline void trm_jet_angle(const double *y, const double *x, double *c, size_t n) {
  double square = x[0] * x[0] + y[0] * y[0], inverse = square > 0 ? 1 / square : 0;
  c[0] = atan2(y[0], x[0]);
  for (size_t i = 1; i <= n; i++) c[i] = inverse * (x[0] * y[i] - y[0] * x[i]);
}

/* component `axis` of a vector as a scalar */
static inline void trm_jet_component(const double *v, size_t axis, double *c, size_t n) {
  for (size_t i = 0; i <= n; i++) c[i] = v[3 * i + axis];
}

#endif
