/* SPDX-License-Identifier: Apache-2.0
 *
 * Term: a scalar of the geometry between two bodies: a function F of up to three products of
 * arms.
 *   linear   sum of weight * product
 *   angle    atan2(product 0, product 1), made continuous by the number of turns
 *   surface  product 2 - h(product 0, product 1) of a spline of two parameters
 *   root     the square root of product 0: a distance
 * Constraint equations are sums of terms. All derivatives are exact, to the third order where gamma
 * is differentiated.
 */
#ifndef TRM_SYSTEM_TERM_H
#define TRM_SYSTEM_TERM_H

#include "system/arm.h"

typedef enum TrmTermKind {
  TRM_TERM_LINEAR,
  TRM_TERM_ANGLE,
  TRM_TERM_SURFACE,
  TRM_TERM_ROOT
} TrmTermKind;

typedef struct TrmProduct {
  TrmArmPlan a, b;
  double weight; /* of a linear term */
} TrmProduct;

typedef struct TrmTermPlan {
  TrmTermKind kind;
  double factor; /* of the whole term */
  unsigned count;
  TrmProduct product[3];
  const TrmSpline *surface; /* heights, x and y are lengths in units of surface_unit m */
  double surface_unit;
  int body[2];  /* TRM_GROUND for ground */
  int curve[2]; /* number of the curve parameter on each side, or -1 */
  int turn;     /* number of the angle whose turns are counted, or -1 */
} TrmTermPlan;

/* Value of the term, factor included; an angle is the one nearest to `last`. */
double trm_term_value(const TrmTermPlan *term, const TrmPairMotion *m, double last);

/* The same, and its gradient over the local columns (overwritten). */
double trm_term_gradient(const TrmTermPlan *term, const TrmPairMotion *m, double last, double *g);

/* Rate and second rate with accelerations zero, so that gamma = -second. */
void trm_term_rates(const TrmTermPlan *term, const TrmPairMotion *m, double *rate, double *second);

/* Second derivatives in exponential coordinates, TRM_LOCAL squared (overwritten). */
void trm_term_hessian(const TrmTermPlan *term, const TrmPairMotion *m, double *h);

/* Slopes of the second rate: with respect to positions (velocities held) and to velocities. */
void trm_term_slopes(const TrmTermPlan *term, const TrmPairMotion *m, double *by_position,
                     double *by_velocity);

#endif
