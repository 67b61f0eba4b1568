/* SPDX-License-Identifier: Apache-2.0
 *
 * Sides: the engine of one-sided conditions. Between events each is open, or closed and then an
 * equation like others. Gaps that close and pressures that end are events; there impulses and then
 * accelerations are found as complementarity problems over all conditions that touch, and the
 * conditions switch.
 */
#ifndef TRM_ANALYSIS_SIDES_H
#define TRM_ANALYSIS_SIDES_H

#include "analysis/happened.h"
#include "analysis/mechanism.h"
#include "formulation/formulation.h"

typedef struct TrmSides TrmSides;

/* NULL where the model has no conditions. Only inside a guard. */
TrmSides *trm_sides_new(TrmArena *arena, TrmMechanism *m, TrmFlow *flow, TrmHappened *happened);

/* Functions that become zero at events, one for each condition, at the flow's state. */
size_t trm_sides_count(const TrmSides *sides);
void trm_sides_values(TrmSides *sides, double *values);
const TrmItem *trm_sides_item(const TrmSides *sides, size_t k);

/* Gaps and sliding speeds that have come down from `before` to what rounding leaves of them become
 * zero. */
void trm_sides_settle(TrmSides *sides, const double *before, double *values);

/* After a step that ended at `values`. */
void trm_sides_accept(TrmSides *sides, const double *values);

/* An event switches the joint, motion, constraint, contact or force `name` on (1) or off (0) at the
 * next resolution; 1 when there is such a thing. */
int trm_sides_override(TrmSides *sides, const char *name, int on);

/* 1 when `active` of something says another thing at the flow's state than what is. */
int trm_sides_outdated(TrmSides *sides);

/* Impulses, then the conditions that hold from here on, at the flow's state, whose velocities
 * change. `first`: at the beginning of the run. TRM_BAD_MODEL after an error, in the log. */
TrmStatus trm_sides_resolve(TrmSides *sides, int first, TrmLog *log);

/* The freedoms that are left now; 1 when they may have changed since the last call. */
int trm_sides_freedoms(TrmSides *sides, double *freedoms);

/* What goes on: its doubles, a copy, and back. */
size_t trm_sides_memory(const TrmSides *sides);
void trm_sides_save(const TrmSides *sides, double *memory);
void trm_sides_load(TrmSides *sides, const double *memory);

#endif
