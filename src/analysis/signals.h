/* SPDX-License-Identifier: Apache-2.0
 *
 * Signals: everything a result has without being asked: motion of bodies and markers, reactions and
 * coordinates of joints, drive forces and power of motions, energies, freedoms, violations,
 * outputs. Values are in the model's units. Only groups of which something is wanted are computed.
 */
#ifndef TRM_ANALYSIS_SIGNALS_H
#define TRM_ANALYSIS_SIGNALS_H

#include "analysis/mechanism.h"

typedef struct TrmSignalInfo {
  const char *name;
  const char *unit; /* "" for a pure number */
} TrmSignalInfo;

typedef struct TrmSignals TrmSignals;

/* All signals of a mechanism; signal 0 is time. */
TrmSignals *trm_signals_new(TrmArena *arena, TrmMechanism *m);
const TrmSignalInfo *trm_signals_list(const TrmSignals *signals, size_t *count);

/* The unit of an output or variable: what the model heads it with, else the one that its expression
 * is known to have, "" where that is open. */
const char *trm_output_unit(TrmArena *arena, const TrmSystem *system, const TrmItem *item);

/* Compute only what these signals need (indices); NULL for all. */
void trm_signals_want(TrmSignals *signals, const size_t *wanted, size_t count);

/* Values of all signals (those not wanted are NaN) from the state, its rates and multipliers. */
void trm_signals_evaluate(TrmSignals *signals, TrmMechanism *m, double *values);

/* 1 when all values that are wanted are finite numbers; else the first that is not, and when, is in
 * the log. */
int trm_signals_finite(const TrmSignals *signals, const TrmMechanism *m, const double *values,
                       TrmLog *log);

/* unique.c: find the reactions that the equations leave open at the state, and mark them, together
 * with those marked before. */
void trm_signals_judge(TrmSignals *signals, TrmMechanism *m);

/* Mark component `part` of the joint or motion `index`; 1 when a signal is not marked. */
void trm_signals_mark(TrmSignals *signals, TrmOwnerKind owner, size_t index, size_t part);
int trm_signals_unique(const TrmSignals *signals, size_t index);

/* The marks as numbers, one a signal, to be kept and restored. */
void trm_signals_save(const TrmSignals *signals, double *marks);
void trm_signals_load(TrmSignals *signals, const double *marks);

/* Force and torque that the rows of a joint put on its first body, ground axes, at the joint. */
void trm_joint_reaction(const TrmMechanism *m, size_t joint, double force[3], double torque[3]);

/* wrench.c: the way through all eyes of a rope, or between the ends of a separator. */
double trm_joint_span(const TrmMechanism *m, const TrmJoint *joint);

/* The same of the constraint that an external names, on its frame's body at the frame's
 * origin; 0 when it names none. Euler parameter `n` of a frame, continued in time. */
int trm_constraint_reaction(const TrmMechanism *m, const TrmExternal *external, double force[3],
                            double torque[3]);
double trm_frame_parameter(const TrmMechanism *m, const TrmFrame *frame, int n);

/* All that functions read beside the motion, at the state with its multipliers: forces, states,
 * reactions. */
void trm_mechanism_externals(TrmMechanism *m);

/* Kinetic energy and potential energy of gravity, J. */
void trm_mechanism_energy(const TrmMechanism *m, double *kinetic, double *potential);

#endif
