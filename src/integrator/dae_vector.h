/* SPDX-License-Identifier: Apache-2.0
 *
 * What methods on constraints share: their error test, which counts positions, velocities times the
 * step, states and courses, and never multipliers or work; the measure of Newton's increments; and
 * the start.
 */
#ifndef TRM_INTEGRATOR_DAE_VECTOR_H
#define TRM_INTEGRATOR_DAE_VECTOR_H

#include "integrator/stepper.h"

/* Root mean square of e / (absolute scale + relative max(|y|, |z|)), velocities times h. */
double trm_dae_norm(const TrmStepper *stepper, double h, const double *e, const double *y,
                    const double *z);

/* The same of the difference of a and b, positions and states alone, sized by a. */
double trm_dae_distance(const TrmStepper *stepper, const double *a, const double *b);

/* What rounding of positions y makes of that. */
double trm_dae_rounding(const TrmStepper *stepper, const double *y);

/* Begin at t: place y brought onto its constraints; its rate, second rates of positions,
 * multipliers.
 */
TrmStatus trm_dae_begin(TrmStepper *stepper, double t, const double *y, double *dy, double *ddy,
                        double *lambda);

/* The first step. */
void trm_dae_first(TrmStepper *stepper, double limit, const double *dy);

/* Part of the step that the tolerance allows, below which a step may be extrapolated. */
#define TRM_DAE_TINY 1e-3

/* 1 when a step h is so short that differences of positions over it are rounding, and what is
 * predicted at its end as good as what a step would find. */
int trm_dae_stays(const TrmStepper *stepper, double h, const double *y_pred);

/* Calls of the problem, counted and looked at. */
TrmStatus trm_dae_residual(TrmStepper *stepper, double t, const double *y, const double *rate,
                           const double *lambda, double *r);
TrmStatus trm_dae_factor(TrmStepper *stepper, const TrmStepScale *scale);
TrmStatus trm_dae_solve(TrmStepper *stepper, const TrmStepScale *scale, double *r);

#endif
