/* SPDX-License-Identifier: Apache-2.0
 *
 * Probe: scalars of the geometry that are measured, not held: laid out as rows of equations of
 * their own over the columns of others, so that their slopes come from where those of constraints
 * do (equations.h, second.h).
 */
#ifndef TRM_SYSTEM_PROBE_H
#define TRM_SYSTEM_PROBE_H

#include "system/term.h"

typedef struct TrmEquations TrmEquations;

/* A scalar: the program of positions, or where that is NULL the term. */
typedef struct TrmProbed {
  const TrmProgram *program;
  TrmTermPlan term;
} TrmProbed;

/* Rows in the order of the list; states are those of `eq`. */
TrmEquations *trm_probe_new(TrmArena *arena, const TrmEquations *eq, const TrmProbed *list,
                            size_t count);

/* The angle of a joint, or its displacement. */
TrmTermPlan trm_probe_angle(const TrmFrame *first, const TrmFrame *second);
TrmTermPlan trm_probe_displacement(const TrmFrame *first, const TrmFrame *second);

#endif
