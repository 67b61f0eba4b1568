/* SPDX-License-Identifier: Apache-2.0
 *
 * Stepper: what all methods share at work: their memory in one block, calls of the problem with
 * counting and a look for values that are not numbers, the size of steps near the limit, and why
 * steps fail. A step that cannot be taken leaves its cause in `failure`; the cause stands when the
 * step becomes too small.
 */
#ifndef TRM_INTEGRATOR_STEPPER_H
#define TRM_INTEGRATOR_STEPPER_H

#include "integrator/integrator.h"

/* Causes of failure; words in stepper.c. */
typedef enum TrmFailure {
  TRM_FAILURE_NONE,
  TRM_FAILURE_ERROR,      /* the error stays too large */
  TRM_FAILURE_RATE,       /* the rate cannot be evaluated */
  TRM_FAILURE_NAN,        /* the rate is not a number */
  TRM_FAILURE_PROJECTION, /* y cannot be projected */
  TRM_FAILURE_FACTOR,     /* I - gamma J cannot be factored */
  TRM_FAILURE_NEWTON,     /* Newton's method does not converge */
  TRM_FAILURE_START_RATE, /* the rate cannot be evaluated where the method begins */
  TRM_FAILURE_START_NAN,  /* the rate is not a number where the method begins */
  TRM_FAILURE_CALL,       /* a call failed for good */
  TRM_FAILURE_LIMIT,      /* the limit lies behind, or is not a number */
  TRM_FAILURE_IMPLICIT,   /* an implicit method without `factor` or `solve` */
  TRM_FAILURE_COUNT
} TrmFailure;

/* A stepper whose memory holds y_old, y, `scalars` doubles and `vectors` times n doubles of the
 * method's own: *scalar and *vector point to them. */
TrmStepper *trm_stepper_new(TrmArena *arena, const TrmIntegratorType *type, const TrmOde *ode,
                            const TrmStepControl *control, size_t scalars, size_t vectors,
                            double **scalar, double **vector);

/* Place (t, y) and forget the natural step and signs of stiffness. */
void trm_stepper_place(TrmStepper *stepper, double t, const double *y);

/* Calls of the problem: counted, checked for numbers, the cause noted when they do not succeed. */
TrmStatus trm_stepper_rate(TrmStepper *stepper, double t, const double *y, double *dy);
TrmStatus trm_stepper_project(TrmStepper *stepper, double t, double *y);

/* After a step to t_new was tried: 1 when the problem asks for the same once more. */
int trm_stepper_review(TrmStepper *stepper, double t_new, int good);

/* The rate where a method begins: TRM_RETRY becomes TRM_FAILED with a cause of its own. */
TrmStatus trm_stepper_rate_start(TrmStepper *stepper, double *dy);

/* 1 when `step` has nothing to do, or `limit` makes no sense; *status is then what it returns. */
int trm_stepper_idle(TrmStepper *stepper, double limit, TrmStatus *status);

/* The least step that the control and rounding allow here. */
double trm_stepper_least(const TrmStepper *stepper);

/* The next step, of the natural size bounded by `largest`: up to the limit if it is near, half way
 * if it is less than two steps off, so that no tiny step is left. *t_new is its end. */
double trm_stepper_stride(const TrmStepper *stepper, double limit, double *t_new);

/* After a step `tried` was refused: natural becomes h, or the least. TRM_OK: try again;
 * TRM_FAILED: the least was tried already. */
TrmStatus trm_stepper_shrink(TrmStepper *stepper, double tried, double h);

/* Take (t_new, y_new) for the end of a step; y_new may be in the place of y_old. */
void trm_stepper_accept(TrmStepper *stepper, double t_new, const double *y_new);

#endif
