/* SPDX-License-Identifier: Apache-2.0
 *
 * Sticking: the part of the engine of one-sided conditions that dry friction has.
 */
#ifndef TRM_ANALYSIS_STICKING_H
#define TRM_ANALYSIS_STICKING_H

#include "analysis/sides_data.h"

/* Values whose zeros are events, one for each friction, with accelerations and reactions of the
 * flow's state at hand; and after a step that ended there. */
void trm_sticking_values(TrmSides *s, double *values);

/* Sliding speeds that have come down from `before` to what rounding leaves of them become zero. */
void trm_sticking_settle(const TrmSides *s, const double *before, double *values);
void trm_sticking_accept(TrmSides *s);

/* spread.c: forces of places that stick between the same bodies, in flow->lambda, so that none
 * bears more than it can where that can be. */
void trm_sticking_spread(TrmSides *s);

/* Rows of all frictions off: impulses of conditions act without them. */
void trm_sticking_release(TrmSides *s);

/* Find what sticks and which of the `set` conditions (numbers within the `count` that touch) press,
 * with flow->a and flow->lambda: one that is violated changes at a time, the first in order.
 * TRM_FAILED when that comes to no end. */
TrmStatus trm_sticking_find(TrmSides *s, size_t count, size_t set);

/* Rows of what sticks hold where they are; notes of what changed. */
void trm_sticking_switch(TrmSides *s, int first, TrmLog *log);

/* 1 when reactions are needed to watch: something rubs. */
int trm_sticking_watches(const TrmSides *s);

#endif
