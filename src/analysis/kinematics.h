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

/* Say in the log where and why the mechanism cannot go on. */
void trm_mechanism_report_lock(TrmMechanism *m, TrmLog *log);

#endif
