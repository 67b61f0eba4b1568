/* SPDX-License-Identifier: Apache-2.0
 *
 * Choice: which method steps, an explicit one or one for stiff motions, where nobody says which. Of
 * the latter there are two: backward differentiation on the constraints, the cheapest where all
 * that is fast dies out, and a method that is stable for what is fast and oscillates, too. The
 * model decides what a run begins with. Then the run does: where the explicit method sees signs of
 * stiffness the other is tried, where the other is at work the explicit one is tried now and then,
 * and the one that goes further for its work goes on. Work is counted, never timed, so that all of
 * it comes out the same again, and goes on from a checkpoint.
 */
#ifndef TRM_ANALYSIS_CHOICE_H
#define TRM_ANALYSIS_CHOICE_H

#include "analysis/dynamics.h"
#include "integrator/integrator.h"

typedef struct TrmChoice TrmChoice;

/* The explicit method for a model, and for steps that are held so by the control. */
const TrmIntegratorType *trm_choice_explicit(const TrmDynamics *d, const TrmStepControl *control,
                                             double duration);

/* Prepare the choice of a run whose explicit stepper is made; NULL where nothing can become stiff.
 * The reason of the run is found. Only inside a guard. */
TrmChoice *trm_choice_new(TrmArena *arena, TrmDynamics *d, const TrmDynamicsOptions *options,
                          const TrmStepControl *control);

/* Decide what the run begins with, at (t, y): d->stepper, and d->reason. */
void trm_choice_begin(TrmArena *arena, TrmDynamics *d, double t, const double *y);

/* After every step: 1 when the other method is to go on from here. */
int trm_choice_follow(TrmDynamics *d, TrmLog *log);

/* After a step that failed: 1 when the other method is to go on, which has not failed here. */
int trm_choice_retreat(TrmDynamics *d);

/* Let the other method be d->stepper, counts and all, and begin where the last step ended, with
 * y[n], which may be brought onto the constraints. */
TrmStatus trm_choice_switch(TrmDynamics *d, double *y);

/* Doubles that the larger method keeps; those of the choice, a copy, and back. */
size_t trm_choice_steppers(const TrmDynamics *d);
size_t trm_choice_memory(const TrmDynamics *d);
void trm_choice_save(const TrmDynamics *d, double *memory);
void trm_choice_load(TrmDynamics *d, const double *memory);

/* What is said of it: the method begun with, and when which went on. */
void trm_choice_report(const TrmDynamics *d, TrmDynamicsReport *report);

#endif
