/* SPDX-License-Identifier: Apache-2.0
 *
 * Integrator: a method that steps y' = f(t, y) through time, with error control, dense output
 * inside the last step, and a projection onto constraints after every accepted step. It knows no
 * mechanics. One const descriptor per method, one line in the table.
 */
#ifndef TRM_INTEGRATOR_INTEGRATOR_H
#define TRM_INTEGRATOR_INTEGRATOR_H

#include "base/arena.h"
#include "integrator/dae.h"
#include "trammel/status.h"

/* The problem. Calls return TRM_OK, TRM_RETRY (the step is tried again, smaller) or less (final).
 */
typedef struct TrmOde {
  size_t n;
  void *context;
  TrmStatus (*rate)(void *context, double t, const double *y, double *dy);
  /* bring y onto the constraints, in place; NULL: none */
  TrmStatus (*project)(void *context, double t, double *y);
  /* after a step from t to t_new was tried, good or not: 1 when it should be tried again as it is,
   * because rates will be better, at most twice; NULL: none */
  int (*review)(void *context, double t, double t_new, int good);
  /* for implicit methods: factor I - gamma J at (t, y), and solve with it in place; NULL: none */
  TrmStatus (*factor)(void *context, double t, const double *y, double gamma);
  TrmStatus (*solve)(void *context, double *r);
  /* for methods with complex coefficients: factor I - gamma J, for `solve`, and I - (re + i im) J
   * at (t, y), or where y is NULL with the J that was last; and solve with the latter */
  TrmStatus (*factor_pair)(void *context, double t, const double *y, double gamma, double re,
                           double im);
  TrmStatus (*solve_complex)(void *context, double *re, double *im);
  const double *scale; /* n sizes of y: its absolute tolerance is absolute * scale; NULL: ones */
  /* a step of size h from (t, y) to y_new over rigid contacts; NULL: none */
  TrmStatus (*leap)(void *context, double t, double h, const double *y, double *y_new);
  const TrmDae *dae; /* the same as equations with multipliers; NULL: none */
} TrmOde;

/* The error of a step, e, is good when the root mean square of
 * e / (absolute scale + relative max(|y|, |y new|)) is at most 1. */
typedef struct TrmStepControl {
  double relative, absolute;
  double first;    /* step to begin with, and the step of fixed-step methods; 0: found */
  double largest;  /* 0: any */
  double smallest; /* 0: by rounding */
  int max_order;   /* of methods whose order varies; 0: their own */
  double damping;  /* of methods with numerical damping: 1 - spectral radius of the fastest motions;
                      0:  the method's own, negative: none */
} TrmStepControl;

typedef struct TrmStepCount {
  size_t steps, rejected, evaluations, projections, factorisations, solves;
} TrmStepCount;

typedef struct TrmIntegratorType TrmIntegratorType;

/* A method at work. What a method keeps between steps is in `memory`, doubles only, so that a run
 * goes on bit for bit from a saved copy (trm_stepper_save, trm_stepper_load). */
typedef struct TrmStepper {
  const TrmIntegratorType *type;
  const TrmOde *ode;
  TrmStepControl control;
  TrmStepCount count;
  double t_old, t;   /* the last step */
  double *y_old, *y; /* at its ends, n each; y is projected */
  double natural;    /* the step the tolerance allows next; 0: not known yet */
  int order;         /* of the last step */
  int stiff;         /* explicit methods: signs of stiffness in a row; 15 say that it is stiff */
  int near;       /* the same: how often steps were near to such signs, less those that were not */
  int failure;    /* why the last step failed: trm_stepper_failure */
  double *memory; /* everything that counts, t, y and counts among it */
  size_t memory_count;
  void *method; /* of the method's own */
} TrmStepper;

struct TrmIntegratorType {
  const char *name, *summary;
  int order;    /* of the method, or the highest */
  int fixed;    /* steps of constant size */
  int leaps;    /* needs `leap` */
  int implicit; /* needs `factor` and `solve` */
  int pair;     /* needs `factor_pair` and `solve_complex`, and `solve` */
  int dae;      /* needs `dae`: 1 with multipliers alone, 2 stabilised; 0: needs `rate` */
  const TrmIntegratorType *on_constraints; /* the same method for a `dae`; NULL: none */
  /* All memory is taken here. Only inside a guard. */
  TrmStepper *(*make)(TrmArena *arena, const TrmOde *ode, const TrmStepControl *control);
  /* Begin, or begin again after a discontinuity, at t with y[n]; counts go on. */
  TrmStatus (*begin)(TrmStepper *stepper, double t, const double *y);
  /* One accepted step, which ends at `limit` at the latest and evaluates nothing beyond it.
   * TRM_FAILED: the step became too small; less than TRM_OK otherwise: a call failed; t and y are
   * those of the last good step, inside which interpolation is then over. `limit` equal to t:
   * nothing is done. */
  TrmStatus (*step)(TrmStepper *stepper, double limit);
  /* To be called once after a step before interpolation inside it, may evaluate rates; NULL:
   * nothing to do. Later steps do not depend on it. */
  TrmStatus (*dense)(TrmStepper *stepper);
  /* y[n] at t inside the last step, not projected but equal to y_old and y at its ends. */
  void (*interpolate)(const TrmStepper *stepper, double t, double *y);
  /* After memory was restored; NULL: nothing to do. */
  TrmStatus (*restore)(TrmStepper *stepper);
};

/* Methods by name; NULL when there is none. */
const TrmIntegratorType *trm_integrator_find(const char *name);
extern const TrmIntegratorType *const trm_integrators[]; /* NULL-terminated */

/* Why the last step failed, in words: "the step became too small: ..."; "" when it did not. */
const char *trm_stepper_failure(const TrmStepper *stepper);

/* y[n] at t inside the last step, with what interpolation needs made on first use. */
TrmStatus trm_stepper_interpolate(TrmStepper *stepper, double t, double *y);

/* Copy everything to `memory[stepper->memory_count]`, and from there into a stepper that was made
 * of the same problem, whose steps then have the same bits. An implicit method factors again at the
 * saved place, which is not counted. */
void trm_stepper_save(const TrmStepper *stepper, double *memory);
TrmStatus trm_stepper_load(TrmStepper *stepper, const double *memory);

#endif
