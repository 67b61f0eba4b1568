/* SPDX-License-Identifier: Apache-2.0
 *
 * Dynamics: motion under forces from the assembled state. A formulation makes the mechanism a flow,
 * an integrator follows it, events are stepped onto, and the energy balance is watched on the way.
 */
#ifndef TRM_ANALYSIS_DYNAMICS_H
#define TRM_ANALYSIS_DYNAMICS_H

#include "analysis/mechanism.h"
#include "trammel/analysis.h"

typedef struct TrmDynamics TrmDynamics;

/* Prepare from the assembled state of the mechanism; NULL after an error, in the log. Only inside a
 * guard. */
TrmDynamics *trm_dynamics_new(TrmArena *arena, TrmMechanism *m, const TrmDynamicsOptions *options,
                              TrmLog *log);

/* Go on to `time`; the mechanism then has the state, accelerations and multipliers there, or those
 * at the event that ended it earlier. TRM_FAILED when the motion cannot go on, which is in the log.
 */
TrmStatus trm_dynamics_advance(TrmDynamics *d, double time, TrmLog *log);

/* What an entry of the model's `simulate` says about it; times of reports are not in it. */
void trm_dynamics_read(const TrmRun *run, TrmDynamicsOptions *options);

void trm_dynamics_report(const TrmDynamics *d, TrmDynamicsReport *report);

/* What happened so far; its number. */
size_t trm_dynamics_happened(const TrmDynamics *d, const TrmHappening **list);

/* After so many advances, or the first advance after so many steps, a run may be saved. */
enum { TRM_DYNAMICS_RENEW = 64 };

/* checkpoint.c: everything the run goes on from, as one block of doubles: their number, a copy, and
 * back into a run prepared from the same model with the same options, which then goes on with the
 * same bits. Save only when it may be. */
int trm_dynamics_may_save(const TrmDynamics *d);
size_t trm_dynamics_memory(const TrmDynamics *d);
void trm_dynamics_save(const TrmDynamics *d, double *memory);
TrmStatus trm_dynamics_load(TrmDynamics *d, const double *memory);

#endif
