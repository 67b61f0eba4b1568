/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops over all of y. Sums of many vectors take four at a time over a part of y that stays in the
 * cache; norms have four running sums.
 */
#include "integrator/vector.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { PART = 512 };

/* acc (+)= up to four vectors; `first`: acc is set */
static void add_four(size_t n, double *restrict acc, const double *f, double *const *v, size_t at,
                     size_t count, int first) {
  const double *a = v[0] + at, *b = v[count > 1 ? 1 : 0] + at, *c = v[count > 2 ? 2 : 0] + at,
               *d = v[count > 3 ? 3 : 0] + at;
  double fa = f[0], fb = count > 1 ? f[1] : 0, fc = count > 2 ? f[2] : 0, fd = count > 3 ? f[3] : 0;
  if (first && count == 1)
    for (size_t i = 0; i < n; i++) acc[i] = fa * a[i];
  else if (first && count == 2)
    for (size_t i = 0; i < n; i++) acc[i] = fa * a[i] + fb * b[i];
  else if (first && count == 3)
    for (size_t i = 0; i < n; i++) acc[i] = fa * a[i] + fb * b[i] + fc * c[i];
  else if (first)
    for (size_t i = 0; i < n; i++) acc[i] = fa * a[i] + fb * b[i] + fc * c[i] + fd * d[i];
  else if (count == 1)
    for (size_t i = 0; i < n; i++) acc[i] += fa * a[i];
  else if (count == 2)
    for (size_t i = 0; i < n; i++) acc[i] += fa * a[i] + fb * b[i];
  else if (count == 3)
    for (size_t i = 0; i < n; i++) acc[i] += fa * a[i] + fb * b[i] + fc * c[i];
  else
    for (size_t i = 0; i < n; i++) acc[i] += fa * a[i] + fb * b[i] + fc * c[i] + fd * d[i];
}

/* acc = the sum over the elements from `at` */
static void add_all(size_t n, double *acc, size_t at, const TrmSum *sum) {
  if (sum->count == 0) memset(acc, 0, n * sizeof *acc);
  for (size_t k = 0; k < sum->count; k += 4)
    add_four(n, acc, sum->factor + k, sum->vector + k, at, sum->count - k < 4 ? sum->count - k : 4,
             k == 0);
}

void trm_vector_sum(size_t n, double *out, const double *y, double h, const TrmSum *sum) {
  double acc[PART];
  for (size_t at = 0; at < n; at += PART) {
    size_t part = n - at < PART ? n - at : PART;
    add_all(part, acc, at, sum);
    if (y)
      for (size_t i = 0; i < part; i++) out[at + i] = y[at + i] + h * acc[i];
    else
      for (size_t i = 0; i < part; i++) out[at + i] = h * acc[i];
  }
}

void trm_vector_sums(size_t n, size_t count, double *const *out, double h, const TrmSum *sum) {
  double acc[4][PART];
  for (size_t at = 0; at < n; at += PART) {
    size_t part = n - at < PART ? n - at : PART;
    for (size_t j = 0; j < count; j++) add_all(part, acc[j], at, &sum[j]);
    for (size_t j = 0; j < count; j++)
      for (size_t i = 0; i < part; i++) out[j][at + i] = h * acc[j][i];
  }
}

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

/* e / (size + relative max(|y|, |z|)) squared */
static inline double part2(double e, double y, double z, double size, double relative) {
  double largest = fabs(y) > fabs(z) ? fabs(y) : fabs(z);
  double x = e / (size + relative * largest + 1e-300);
  return x * x;
}

double trm_vector_norm2(const TrmStepper *stepper, const double *e, const double *y,
                        const double *z) {
  size_t n = stepper->ode->n, i = 0;
  const double *scale = stepper->ode->scale;
  double relative = stepper->control.relative, absolute = stepper->control.absolute;
  double sum[4] = {0};
  for (; i + 4 <= n; i += 4)
    for (size_t k = 0; k < 4; k++)
      sum[k] +=
          part2(e[i + k], y[i + k], z[i + k], scale ? absolute * scale[i + k] : absolute, relative);
  for (; i < n; i++)
    sum[i % 4] += part2(e[i], y[i], z[i], scale ? absolute * scale[i] : absolute, relative);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

double trm_vector_norm(const TrmStepper *stepper, const double *e, const double *y,
                       const double *z) {
  size_t n = stepper->ode->n;
  return n ? sqrt(trm_vector_norm2(stepper, e, y, z) / (double)n) : 0;
}

double trm_vector_distance2(size_t n, const double *a, const double *b) {
  double sum[4] = {0};
  size_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (size_t k = 0; k < 4; k++) sum[k] += (a[i + k] - b[i + k]) * (a[i + k] - b[i + k]);
  for (; i < n; i++) sum[i % 4] += (a[i] - b[i]) * (a[i] - b[i]);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}
