/* SPDX-License-Identifier: Apache-2.0
 *
 * Implicit: a mechanism as equations with multipliers, for methods that work on the constraints
 * themselves (integrator/dae.h): what is left in
 *   M u' + w x I w + G' lambda = f,   phi = 0,   z' = h,
 * and stabilised besides W (p' - u) + G' mu = 0 and G u + phi_t = 0; and Newton's matrix of them,
 * exact, scaled by the squares of the step, with -eps D where rows depend on others. The residual
 * has no such term, so that Newton's method itself corrects for it.
 */
#ifndef TRM_FORMULATION_IMPLICIT_H
#define TRM_FORMULATION_IMPLICIT_H

#include "formulation/slopes.h"
#include "math/step_scale.h"

typedef struct TrmImplicit TrmImplicit;

/* Lay out for a flow; with complex factors where `pair`. Only inside a guard. */
TrmImplicit *trm_implicit_new(TrmArena *arena, TrmFlow *flow, int stabilised, int pair);

/* Multipliers and unknowns: dp, lambda, z; stabilised then du and mu. */
size_t trm_implicit_multipliers(const TrmImplicit *implicit);
size_t trm_implicit_unknowns(const TrmImplicit *implicit);

/* The calls of integrator/dae.h; the context is the flow. */
TrmStatus trm_implicit_start(void *flow, double t, const double *y, double *dy, double *ddy,
                             double *lambda);
TrmStatus trm_implicit_settle(void *flow, double *y);
void trm_implicit_speeds(void *flow, const double *y, const double *rate, double *u);
void trm_implicit_chart(void *flow, const double *from, const double *to, double *x);
void trm_implicit_chart_speeds(void *flow, const double *x, const double *rate, double *u);
TrmStatus trm_implicit_close(void *flow, double t, double *y);
TrmStatus trm_implicit_follow(void *flow, double t, const double *y, int with_work, double *dy);
TrmStatus trm_implicit_residual(void *flow, double t, const double *y, const double *rate,
                                const double *lambda, double *r);
TrmStatus trm_implicit_factor(void *flow, const TrmStepScale *scale);
TrmStatus trm_implicit_solve(void *flow, const TrmStepScale *scale, double *r);
void trm_implicit_move(void *flow, const double *x, double *y, double *lambda);
void trm_implicit_displace(void *flow, const double *x, double *r);
void trm_implicit_displace_positions(void *flow, const double *x, double *y);
TrmStatus trm_implicit_factor_pair(void *flow, double gamma, double re, double im);
TrmStatus trm_implicit_solve_complex(void *flow, double *re, double *im);

/* Sizes of y for tolerances: those of the flow, velocities as their positions. */
void trm_implicit_scale(const TrmFlow *flow, double *scale);

/* Forget pivots; and how often they were chosen. */
void trm_implicit_renew(TrmImplicit *implicit);
size_t trm_implicit_pivots(const TrmImplicit *implicit);

#endif
