/* SPDX-License-Identifier: Apache-2.0
 *
 * What the kernels of all families share: writing the derivatives of a function of one argument,
 * starting from zero derivatives, and switching values for functions with jumps at whole numbers.
 */
#ifndef TRM_EXPR_FUNCTION_KERNEL_H
#define TRM_EXPR_FUNCTION_KERNEL_H

#include "expr/function.h"
#include <math.h>
#include <string.h>

#define TRM_PI 3.14159265358979323846

/* All wanted derivatives zero. */
static inline void trm_kernel_clear(TrmKernel *k) {
  if (k->gradient) memset(k->gradient, 0, k->n * sizeof *k->gradient);
  if (k->hessian) memset(k->hessian, 0, k->n * k->n * sizeof *k->hessian);
}

/* A constant: the value and zero derivatives. */
static inline void trm_kernel_flat(TrmKernel *k, double value) {
  k->value = value;
  trm_kernel_clear(k);
}

/* A function of one argument: value, first and second derivative. */
static inline void trm_kernel_chain(TrmKernel *k, double f, double f1, double f2) {
  k->value = f;
  if (k->gradient) k->gradient[0] = f1;
  if (k->hessian) k->hessian[0] = f2;
}

/* Second derivative by arguments i and j, both ways round; the Hessian must be wanted. */
static inline void trm_kernel_second(TrmKernel *k, size_t i, size_t j, double value) {
  k->hessian[i * k->n + j] = value;
  k->hessian[j * k->n + i] = value;
}

/* 1 when any derivative is wanted. */
static inline int trm_kernel_derives(const TrmKernel *k) {
  return k->gradient || k->hessian;
}

/* Zero at whole numbers with a change of sign, continuous: a triangular wave of height 1/2. */
static inline double trm_kernel_whole(double x) {
  double nearest = rint(x), distance = x - nearest;
  return fmod(nearest, 2) == 0 ? distance : -distance;
}

#endif
