/* SPDX-License-Identifier: Apache-2.0
 *
 * Plan: the terms of each kind of row, from the frames of a joint or motion.
 */
#ifndef TRM_SYSTEM_PLAN_H
#define TRM_SYSTEM_PLAN_H

#include "system/equations.h"

/* Turn of the second about z of the first; offset of the second's origin along an axis of the
 * first. */
TrmTermPlan trm_plan_angle(const TrmFrame *first, const TrmFrame *second);
TrmTermPlan trm_plan_offset(const TrmFrame *first, const TrmFrame *second, int axis);

/* All rows of joint `index`. */
void trm_plan_joint(TrmEquations *eq, size_t index, TrmLog *log);

/* layout.c: append a row, then its terms */
size_t trm_layout_row(TrmEquations *eq, TrmRow row);
void trm_layout_term(TrmEquations *eq, const TrmTermPlan *plan);

#endif
