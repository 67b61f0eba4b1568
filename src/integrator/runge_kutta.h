/* SPDX-License-Identifier: Apache-2.0
 *
 * Runge-Kutta: explicit methods with an embedded error estimate and dense output, each a table of
 * coefficients. Stages k_i = f(t + c_i h, y + h sum a_ij k_j), i = 0..stages-1, then
 * y_new = y + h sum b_i k_i, projected, and k_stages = f(t_new, y_new), the first stage of the next
 * step. The interpolant is Hermite's cubic through both projected ends plus s^2 (1-s)^2 times a
 * polynomial, s = (t - t_old)/h, so that it and its derivative are continuous.
 */
#ifndef TRM_INTEGRATOR_RUNGE_KUTTA_H
#define TRM_INTEGRATOR_RUNGE_KUTTA_H

#include "integrator/control.h"
#include "integrator/integrator.h"

/* Rows of `width` coefficients; zeros are left out of all sums. */
typedef struct TrmTableau {
  size_t width;           /* of a row: all stages, the one at the end and those for dense output */
  size_t stages;          /* before the end of the step is known */
  size_t extra;           /* further ones for dense output, after the one at the end */
  const double *c, *a;    /* of all stages */
  const double *b;        /* of the result */
  const double *error[2]; /* of the error; the second, or NULL, corrects the first (DOP853) */
  int error_at_end;       /* the error needs the stage at the end */
  size_t polynomial;      /* terms of the polynomial of dense output */
  const double *d;        /* rows of its coefficients */
  size_t room[4];         /* stages whose places it takes, the further ones first */
  size_t end; /* the stage whose place the one at the end takes, not in sums after it; 0: none */
  TrmPiControl control;
  double stiff; /* h |lambda| at which the method is no longer stable */
} TrmTableau;

/* The functions of a method's descriptor; make gets the table. */
TrmStepper *trm_rk_make(TrmArena *arena, const TrmIntegratorType *type, const TrmTableau *tableau,
                        const TrmOde *ode, const TrmStepControl *control);
TrmStatus trm_rk_begin(TrmStepper *stepper, double t, const double *y);
TrmStatus trm_rk_step(TrmStepper *stepper, double limit);
TrmStatus trm_rk_dense(TrmStepper *stepper);
void trm_rk_interpolate(const TrmStepper *stepper, double t, double *y);

#endif
