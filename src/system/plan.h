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

/* Distance of two origins: its square times a half, or itself. */
TrmTermPlan trm_plan_apart(const TrmFrame *first, const TrmFrame *second);
TrmTermPlan trm_plan_span(const TrmFrame *first, const TrmFrame *second);

/* Turn about z of the first of an axis of the second. */
TrmTermPlan trm_plan_swing(const TrmFrame *first, const TrmFrame *second, int axis);

/* Value of a term at the design position. */
double trm_plan_value(const TrmSystem *system, const TrmTermPlan *plan);

/* All rows of joint `index`. */
void trm_plan_joint(TrmEquations *eq, size_t index, TrmLog *log);

/* Room that the layout reserved, in numbers of elements, and columns of the row at hand. */
typedef struct TrmLayout {
  TrmEquations *eq;
  size_t start_capacity, column_capacity, along_capacity, apart_capacity, other_capacity;
  int *found;
  size_t room;
} TrmLayout;

/* pack.c: entries of the rows from `first_row` on, and those packed that have closed forms. */
void trm_layout_pack(TrmLayout *layout, size_t first_row);

/* layout.c: append a row, then its terms */
size_t trm_layout_row(TrmEquations *eq, TrmRow row);
void trm_layout_term(TrmEquations *eq, const TrmTermPlan *plan);

#endif
