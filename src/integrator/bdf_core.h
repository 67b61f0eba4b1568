/* SPDX-License-Identifier: Apache-2.0
 *
 * Bdf: backward differentiation of orders 1 to 5 with steps of any size and a fixed leading
 * coefficient, all but the equations that are solved in a step. phi_i are modified divided
 * differences of y over the times psi_i = t_n - t_n-i. K. E. Brenan, S. L. Campbell and L. R.
 * Petzold, Numerical Solution of Initial-Value Problems in Differential-Algebraic Equations, 1996,
 * 5.2.
 */
#ifndef TRM_INTEGRATOR_BDF_CORE_H
#define TRM_INTEGRATOR_BDF_CORE_H

#include "integrator/integrator.h"

/* phi[1..7]; phi[0] is where slopes were taken */
enum { TRM_BDF_HIGHEST = 5, TRM_BDF_PHIS = TRM_BDF_HIGHEST + 3 };

/* what is kept between steps */
enum {
  TRM_BDF_ORDER,     /* of the next step */
  TRM_BDF_ORDER_OLD, /* of the last step */
  TRM_BDF_SAME,      /* steps of the same size and order, the last one among them */
  TRM_BDF_H_OLD,
  TRM_BDF_CLIMBING, /* at the start: order and step are raised every time */
  TRM_BDF_C,        /* leading coefficient of the last step */
  TRM_BDF_C_FACTOR, /* of the factors at hand; 0: there are none */
  TRM_BDF_T_FACTOR,
  TRM_BDF_SPEED, /* of Newton's method: rate/(1 - rate) */
  TRM_BDF_CAP,   /* the highest order allowed */
  TRM_BDF_MORE,  /* the method's own */
  TRM_BDF_PSI,   /* from PSI + 1 */
  TRM_BDF_SCALARS = TRM_BDF_PSI + TRM_BDF_HIGHEST + 2
};

typedef struct TrmBdf {
  size_t size; /* of the vectors */
  double *scalar, *phi[TRM_BDF_PHIS];
  double *y_pred, *dy_pred, *y_new, *e, *r; /* room for the step under way */
  double *value[TRM_BDF_HIGHEST + 1];
  double growth; /* the least that is worth a larger step */
  /* of the error test */
  double (*norm)(const TrmStepper *stepper, const double *e, const double *y, const double *z);

  /* coefficients of the step under way, numbered from 1 */
  double psi[TRM_BDF_HIGHEST + 3], beta[TRM_BDF_HIGHEST + 3], sigma[TRM_BDF_HIGHEST + 3],
      gamma[TRM_BDF_HIGHEST + 3];
  double h, c, error_factor;
  double err, err_k, err_km1; /* of the step; as if taken with orders k, k-1 */
  int lower;                  /* order k-1 would do as well */
} TrmBdf;

/* Room for a step of vectors of `size`, whose scalars and differences are given. */
TrmBdf *trm_bdf_new(TrmArena *arena, size_t size, double *scalars, double *vectors);

/* Forget all: order 1 comes next. */
void trm_bdf_begin(const TrmStepper *stepper, TrmBdf *bdf);

/* Coefficients of a step h with order k, and the polynomial through the last values at its end. */
void trm_bdf_predict(TrmBdf *bdf, double h, int k);

/* Errors of the step, and as if it had been taken with orders k, k-1, k-2. */
void trm_bdf_estimate(const TrmStepper *stepper, TrmBdf *bdf, int k);

/* Order and size of the step after a good one, then the differences at its end. */
void trm_bdf_choose(TrmStepper *stepper, TrmBdf *bdf, int k, int k_old);
void trm_bdf_update(TrmBdf *bdf, int k);

/* A good step of size h and order k, of which the natural size was given: all of that. */
void trm_bdf_accept(TrmStepper *stepper, TrmBdf *bdf, double natural, double t_new, int k);

/* What a step that was refused is multiplied by, `times` in a row, with its error where it has one
 * and `status`; the order changes. */
double trm_bdf_refuse(TrmBdf *bdf, int k, int times, int has_error, double without);

/* Degree of the polynomial through the last values. */
int trm_bdf_degree(const TrmBdf *bdf);

/* Go on to t_new, so near that y_new is what was predicted there: past times move along. */
void trm_bdf_shift(TrmStepper *stepper, TrmBdf *bdf, double t_new);

/* y at t inside the last step. */
void trm_bdf_interpolate(const TrmStepper *stepper, const TrmBdf *bdf, double t, double *y);

#endif
