/* SPDX-License-Identifier: Apache-2.0
 *
 * Kinematics: moving a driven mechanism through time.
 */
#ifndef TRM_ANALYSIS_KINEMATICS_H
#define TRM_ANALYSIS_KINEMATICS_H

#include "analysis/mechanism.h"

/* Let the courses of motions given by speed or acceleration start from the state. */
void trm_mechanism_begin_courses(TrmMechanism *m);

/* Go on to `time` from the present accepted state, whose u and a are at hand, in steps halved where
 * needed. TRM_FAILED when the mechanism locks, which is in the log. */
TrmStatus trm_mechanism_advance(TrmMechanism *m, double time, TrmLog *log);

/* The same without a report; 0 when it cannot go there. */
int trm_mechanism_go(TrmMechanism *m, double time);

/* Set the state's time and carry on the courses of motions given by speed or acceleration. */
void trm_mechanism_set_time(TrmMechanism *m, double time);

/* The largest change of place between two states, in parts of the size, or turn. */
double trm_mechanism_distance(const TrmMechanism *m, const TrmState *a, const TrmState *b);

/* lock.c: say where and why the mechanism cannot go on from its state to `time`. */
void trm_mechanism_report_lock(TrmMechanism *m, double time, TrmLog *log);

#endif
