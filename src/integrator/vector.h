/* SPDX-License-Identifier: Apache-2.0
 *
 * Vector: the loops over all of y. Every element is computed by the same operations in the same
 * order whatever n is, and sums are taken in a fixed order, so that the same input gives the same
 * bits. Compiled for speed: between evaluations a step does nothing else.
 */
#ifndef TRM_INTEGRATOR_VECTOR_H
#define TRM_INTEGRATOR_VECTOR_H

#include "integrator/integrator.h"

/* A sum of `count` vectors with their factors. */
typedef struct TrmSum {
  size_t count;
  const double *factor;
  double *const *vector;
} TrmSum;

/* out = y + h * sum; y NULL: zero. `out` may be one of the vectors. */
void trm_vector_sum(size_t n, double *out, const double *y, double h, const TrmSum *sum);

/* out[j] = h * sum[j] for up to four; `out` may be among the vectors of all sums. */
void trm_vector_sums(size_t n, size_t count, double *const *out, double h, const TrmSum *sum);

/* Exchange two vectors. */
void trm_vector_swap(size_t n, double *a, double *b);

/* All elements are finite. */
int trm_vector_finite(size_t n, const double *v);

/* weight[n] = 1/(absolute scale + relative max(|y|, |z|)) of the elements from `at`. */
void trm_vector_weights(const TrmStepper *stepper, size_t at, size_t n, const double *y,
                        const double *z, double *weight);

/* Sum over e / (absolute scale + relative max(|y|, |z|)) squared; z may be y. */
double trm_vector_norm2(const TrmStepper *stepper, const double *e, const double *y,
                        const double *z);

/* The same of e = h * sum, which is not kept. */
double trm_vector_sum_norm2(const TrmStepper *stepper, double h, const TrmSum *sum, const double *y,
                            const double *z);

/* Its root mean square. */
double trm_vector_norm(const TrmStepper *stepper, const double *e, const double *y,
                       const double *z);

/* Sum of the squares of a - b. */
double trm_vector_distance2(size_t n, const double *a, const double *b);

#endif
