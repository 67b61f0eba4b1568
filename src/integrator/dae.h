/* SPDX-License-Identifier: Apache-2.0
 *
 * Dae: the problem of methods that work on the constraints themselves, without solving for
 * accelerations first,
 *   M u' = f(t, p, u, z) - G' lambda,   phi(t, p) = 0,   z' = h(t, p, u, z),   u ~ p',
 * with y = positions p, velocities u, states z, courses of time, work. Positions lie on a manifold:
 * they are moved, never added to. Stabilised, p' = u + W G' mu and phi' = 0 besides.
 */
#ifndef TRM_INTEGRATOR_DAE_H
#define TRM_INTEGRATOR_DAE_H

#include "math/step_scale.h"
#include "trammel/status.h"
#include <stddef.h>

typedef struct TrmDae {
  size_t velocities, states, courses, work; /* where these parts of y begin */
  size_t multipliers, unknowns;             /* how many; unknowns: dp, du where stabilised, ... */
  int stabilised;                           /* velocities are unknowns, and there are mu */
  const double *scale;                      /* sizes of y, as those of the rate's problem */
  /* y', the second rates of positions and multipliers at consistent (t, y) */
  TrmStatus (*start)(void *context, double t, const double *y, double *dy, double *ddy,
                     double *lambda);
  /* positions of y onto their manifold */
  TrmStatus (*settle)(void *context, double *y);
  /* velocities u from positions y and their rates */
  void (*speeds)(void *context, const double *y, const double *rate, double *u);
  /* positions `to` as displacements x of positions `from`, turns by vectors of rotation; velocities
   * u from x and its rate */
  void (*chart)(void *context, const double *from, const double *to, double *x);
  void (*chart_speeds)(void *context, const double *x, const double *rate, double *u);
  /* positions of y onto the constraints, for methods with pairs: residuals are then without phi */
  TrmStatus (*close)(void *context, double t, double *y);
  /* rates of courses, and of work too where asked for, into dy */
  TrmStatus (*follow)(void *context, double t, const double *y, int with_work, double *dy);
  /* what is left in the equations, r[unknowns]: y, rates of its positions, velocities and states */
  TrmStatus (*residual)(void *context, double t, const double *y, const double *rate,
                        const double *lambda, double *r);
  /* Newton's matrix where the residual was taken last */
  TrmStatus (*factor)(void *context, const TrmStepScale *scale);
  /* the increments of the unknowns that r asks for, in place, with multipliers as they are */
  TrmStatus (*solve)(void *context, const TrmStepScale *scale, double *r);
  /* y and multipliers changed by x[unknowns] */
  void (*move)(void *context, const double *x, double *y, double *lambda);
  /* positions of y displaced by x, turns by vectors of rotation */
  void (*displace_positions)(void *context, const double *x, double *y);
  /* r changed by what a displacement of positions x does, velocities held */
  void (*displace)(void *context, const double *x, double *r);
  /* the same in eigenvalues of a method with three stages: a real matrix of h = gamma and a complex
   * one of re + i im, scales u = h, a = h^2, z = h */
  TrmStatus (*factor_pair)(void *context, double gamma, double re, double im);
  TrmStatus (*solve_complex)(void *context, double *re, double *im);
} TrmDae;

#endif
