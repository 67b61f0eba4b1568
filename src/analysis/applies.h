/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether the motion under forces of a model can be computed, and why it could not go on.
 */
#ifndef TRM_ANALYSIS_APPLIES_H
#define TRM_ANALYSIS_APPLIES_H

#include "analysis/mechanism.h"
#include "formulation/formulation.h"
#include "integrator/integrator.h"

/* 1 when every body has mass and every element is one that dynamics follows; else the log says what
 * is not. */
int trm_dynamics_applies(const TrmMechanism *m, TrmLog *log);

/* Say in the log when, where and why the motion cannot go on, and what to try. */
void trm_dynamics_explain(TrmMechanism *m, TrmFlow *flow, const TrmStepper *stepper, TrmLog *log);

#endif
