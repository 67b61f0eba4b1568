/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops over all of y. Sums of many vectors are taken for sixteen elements at a time, which stay in
 * registers; norms have four running sums.
 */
#include "integrator/vector.h"
#include "integrator/wide.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { PART = 64, MOST_TERMS = 16 };

TRM_WIDE_LOOPS
void trm_vector_sum(size_t n, double *out, const double *y, double h, const TrmSum *sum) {
  size_t count = sum->count, i = 0;
  for (; i + 16 <= n; i += 16) {
    TrmFour a = {0}, b = {0}, c = {0}, d = {0};
    for (size_t k = 0; k < count; k++) {
      double f = sum->factor[k];
      const double *v = sum->vector[k] + i;
      a += f * TRM_FOUR_CONST(v);
      b += f * TRM_FOUR_CONST(v + 4);
      c += f * TRM_FOUR_CONST(v + 8);
      d += f * TRM_FOUR_CONST(v + 12);
    }
    TrmFour *to = &TRM_FOUR(out + i);
    to[0] = y ? TRM_FOUR_CONST(y + i) + h * a : h * a;
    to[1] = y ? TRM_FOUR_CONST(y + i + 4) + h * b : h * b;
    to[2] = y ? TRM_FOUR_CONST(y + i + 8) + h * c : h * c;
    to[3] = y ? TRM_FOUR_CONST(y + i + 12) + h * d : h * d;
  }
  for (; i + 4 <= n; i += 4) {
    TrmFour a = {0};
    for (size_t k = 0; k < count; k++) a += sum->factor[k] * TRM_FOUR_CONST(sum->vector[k] + i);
    TRM_FOUR(out + i) = y ? TRM_FOUR_CONST(y + i) + h * a : h * a;
  }
  for (; i < n; i++) {
    double a = 0;
    for (size_t k = 0; k < count; k++) a += sum->factor[k] * sum->vector[k][i];
    out[i] = y ? y[i] + h * a : h * a;
  }
}

TRM_WIDE_LOOPS
void trm_vector_sums(size_t n, size_t count, double *const *out, double h, const TrmSum *sum) {
  for (size_t i = 0; i < n; i++) {
    double a[4];
    for (size_t j = 0; j < count; j++) {
      a[j] = 0;
      for (size_t k = 0; k < sum[j].count; k++) a[j] += sum[j].factor[k] * sum[j].vector[k][i];
    }
    for (size_t j = 0; j < count; j++) out[j][i] = h * a[j];
  }
}

TRM_WIDE_LOOPS
void trm_vector_swap(size_t n, double *a, double *b) {
  for (size_t i = 0; i < n; i++) {
    double keep = a[i];
    a[i] = b[i];
    b[i] = keep;
  }
}

TRM_WIDE_LOOPS
int trm_vector_finite(size_t n, const double *v) {
  /* an exponent of all ones carries into the sign bit */
  const uint64_t mask = UINT64_C(0x7FF0000000000000), one = UINT64_C(0x0010000000000000);
  uint64_t seen = 0;
  for (size_t i = 0; i < n; i++) {
    uint64_t bits;
    memcpy(&bits, v + i, sizeof bits);
    seen |= (bits & mask) + one;
  }
  return !(seen >> 63);
}

/* weight[i] = 1/(absolute scale + relative max(|y|, |z|)) */
TRM_WIDE_LOOPS
void trm_vector_weights(const TrmStepper *stepper, size_t at, size_t n, const double *y,
                        const double *z, double *weight) {
  double relative = stepper->control.relative, absolute = stepper->control.absolute;
  const double *scale = stepper->ode->scale;
  y += at;
  z += at;
  for (size_t i = 0; i < n; i++) weight[i] = fabs(y[i]) > fabs(z[i]) ? fabs(y[i]) : fabs(z[i]);
  if (scale)
    for (size_t i = 0; i < n; i++)
      weight[i] = 1 / (absolute * scale[at + i] + relative * weight[i] + 1e-300);
  else
    for (size_t i = 0; i < n; i++) weight[i] = 1 / (absolute + relative * weight[i] + 1e-300);
}

/* the squares of part of e, from `at`, are added to four sums */
TRM_WIDE_LOOPS
static void add_squares(const TrmStepper *stepper, size_t at, size_t part, const double *e,
                        const double *y, const double *z, double sum[4]) {
  double weight[PART];
  size_t i = 0;
  trm_vector_weights(stepper, at, part, y, z, weight);
  for (; i < part; i++) weight[i] *= e[i];
  for (i = 0; i + 4 <= part; i += 4)
    for (size_t k = 0; k < 4; k++) sum[k] += weight[i + k] * weight[i + k];
  for (; i < part; i++) sum[i % 4] += weight[i] * weight[i];
}

double trm_vector_norm2(const TrmStepper *stepper, const double *e, const double *y,
                        const double *z) {
  size_t n = stepper->ode->n;
  double sum[4] = {0};
  for (size_t at = 0; at < n; at += PART)
    add_squares(stepper, at, n - at < PART ? n - at : PART, e + at, y, z, sum);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

double trm_vector_sum_norm2(const TrmStepper *stepper, double h, const TrmSum *sum, const double *y,
                            const double *z) {
  size_t n = stepper->ode->n;
  double squares[4] = {0}, e[PART], *vector[MOST_TERMS];
  TrmSum there = {sum->count, sum->factor, vector};
  for (size_t at = 0; at < n; at += PART) {
    size_t part = n - at < PART ? n - at : PART;
    for (size_t k = 0; k < sum->count; k++) vector[k] = sum->vector[k] + at;
    trm_vector_sum(part, e, NULL, h, &there);
    add_squares(stepper, at, part, e, y, z, squares);
  }
  return (squares[0] + squares[1]) + (squares[2] + squares[3]);
}

double trm_vector_norm(const TrmStepper *stepper, const double *e, const double *y,
                       const double *z) {
  size_t n = stepper->ode->n;
  return n ? sqrt(trm_vector_norm2(stepper, e, y, z) / (double)n) : 0;
}

TRM_WIDE_LOOPS
double trm_vector_distance2(size_t n, const double *a, const double *b) {
  double sum[4] = {0};
  size_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (size_t k = 0; k < 4; k++) sum[k] += (a[i + k] - b[i + k]) * (a[i + k] - b[i + k]);
  for (; i < n; i++) sum[i % 4] += (a[i] - b[i]) * (a[i] - b[i]);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}
