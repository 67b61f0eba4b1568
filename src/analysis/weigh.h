/* SPDX-License-Identifier: Apache-2.0
 *
 * Weigh: what a change of a body counts in the assembly. Plain: 1 for moves, a typical arm squared
 * for turns. By inertia: the body's mass and moments, so that heavy parts stay and light ones go.
 * Exact values count 1e10 times as much.
 */
#ifndef TRM_ANALYSIS_WEIGH_H
#define TRM_ANALYSIS_WEIGH_H

#include "analysis/mechanism.h"

/* Weights of positions at the start, and of velocities at the state. */
void trm_weigh_positions(const TrmMechanism *m, TrmWeights *w);
void trm_weigh_velocities(const TrmMechanism *m, TrmWeights *w);

/* What pulls back to the start: f = -d/dq of (q - q0)' W (q - q0) / 2; x[columns] is q - q0. */
void trm_weigh_pull(const TrmMechanism *m, const TrmWeights *w, const TrmState *state, double *x,
                    double *f);

/* TRM_BAD_MODEL when inertia is to weigh and a body has none, which is in the log. */
TrmStatus trm_weigh_check(const TrmMechanism *m, TrmLog *log);

#endif
