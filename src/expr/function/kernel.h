/* SPDX-License-Identifier: Apache-2.0
 *
 * What the kernels of all families share: writing the derivatives of a function of one argument,
 * starting from zero derivatives, arguments as jets for third derivatives, and switching values for
 * functions with jumps at whole numbers.
 */
#ifndef TRM_EXPR_FUNCTION_KERNEL_H
#define TRM_EXPR_FUNCTION_KERNEL_H

#include "expr/function.h"
#include "expr/jet.h"
#include <math.h>
#include <string.h>

#define TRM_PI 3.14159265358979323846

/* Gradient and Hessian zero where they are wanted; third derivatives are for the kernel to write.
 */
static inline void trm_kernel_clear(TrmKernel *k) {
  if (k->gradient) memset(k->gradient, 0, k->n * sizeof *k->gradient);
  if (k->hessian) memset(k->hessian, 0, k->n * k->n * sizeof *k->hessian);
}

/* 0 when third derivatives are not wanted; otherwise they are zero from here on, and 1. */
static inline int trm_kernel_thirds(TrmKernel *k) {
  if (!k->third) return 0;
  memset(k->third, 0, k->n * sizeof *k->third);
  return 1;
}

/* A constant: the value and zero derivatives. */
static inline void trm_kernel_flat(TrmKernel *k, double value) {
  k->value = value;
  trm_kernel_clear(k);
  trm_kernel_thirds(k);
}

/* A function of one argument: value, first, second and third derivative. */
static inline void trm_kernel_chain(TrmKernel *k, double f, double f1, double f2, double f3) {
  k->value = f;
  if (k->gradient) k->gradient[0] = f1;
  if (k->hessian) k->hessian[0] = f2;
  if (k->third) k->third[0] = trm_jet_part(f3, k->d[0] * k->d[0]);
}

/* Second derivative by arguments i and j, both ways round; the Hessian must be wanted. */
static inline void trm_kernel_second(TrmKernel *k, size_t i, size_t j, double value) {
  k->hessian[i * k->n + j] = value;
  k->hessian[j * k->n + i] = value;
}

/* Third derivative by arguments i, j and l, all ways round; trm_kernel_thirds comes before. */
static inline void trm_kernel_third(TrmKernel *k, size_t i, size_t j, size_t l, double value) {
  const double *d = k->d;
  k->third[i] += (j == l ? 1 : 2) * trm_jet_part(value, d[j] * d[l]);
  if (j != i) k->third[j] += (i == l ? 1 : 2) * trm_jet_part(value, d[i] * d[l]);
  if (l != i && l != j) k->third[l] += (i == j ? 1 : 2) * trm_jet_part(value, d[i] * d[j]);
}

/* Argument i along the direction; third derivatives must be wanted. The second rate of a gradient
 * written with these is `third`. */
static inline TrmJet trm_kernel_jet(const TrmKernel *k, size_t i) {
  return trm_jet_steady(k->x[i], k->d[i]);
}

/* 1 when any derivative is wanted. */
static inline int trm_kernel_derives(const TrmKernel *k) {
  return k->gradient || k->hessian || k->third;
}

/* Zero at whole numbers with a change of sign, continuous: a triangular wave of height 1/2. */
static inline double trm_kernel_whole(double x) {
  double nearest = rint(x), distance = x - nearest;
  return fmod(nearest, 2) == 0 ? distance : -distance;
}

#endif
