/* SPDX-License-Identifier: Apache-2.0
 *
 * Suspensions: a model with a section `suspension` (or points that are named like one) is moved
 * through the travel, roll and steering of its wheels. A sweep is a model of its own: the motions
 * that drive the wheels and the outputs that describe them are added to a copy of the model, which
 * kinematics then moves from time 0 to 1.
 */
#ifndef TRAMMEL_SUSPENSION_H
#define TRAMMEL_SUSPENSION_H

#include "trammel/system.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum TrmSweepKind { TRM_SWEEP_TRAVEL, TRM_SWEEP_ROLL, TRM_SWEEP_STEER } TrmSweepKind;

/* What moves, and between which values: wheels up and down together, or those on the right against
 * those on the left (m), or what steers (m, or rad where it turns). */
typedef struct TrmSweep {
  TrmSweepKind kind;
  double low, high;
} TrmSweep;

/* Describe the suspension of a model that does not, from the names of its points. TRM_BAD_MODEL
 * when they are not there. */
TrmStatus trm_suspension_find(TrmModel *model, TrmLog *log);

/* Wheels that are described, and whether something steers one of them (and turns, rather than
 * slides). */
size_t trm_suspension_wheels(const TrmSystem *system, int *steers, int *turns);

/* Make `model`, of which `system` was compiled, the model of a sweep, to be compiled again. Motions
 * of the carriers and of what steers are left out. */
TrmStatus trm_suspension_sweep(TrmModel *model, const TrmSystem *system, const TrmSweep *sweep,
                               TrmLog *log);

#ifdef __cplusplus
}
#endif
#endif
