/* SPDX-License-Identifier: Apache-2.0
 *
 * Watch: what changes on the way of a kinematic run. One solution with the factors that every
 * step has anyway tells where equations come to depend on each other; a rank decision is made only
 * there.
 */
#ifndef TRM_ANALYSIS_WATCH_H
#define TRM_ANALYSIS_WATCH_H

#include "analysis/mechanism.h"

/* Watch from the present state on, whose u, a and factors are at hand and whose freedoms are
 * decided. */
void trm_watch_begin(TrmMechanism *m);

/* Look at the state just reached, when a watch was begun. Where it is a branch point, its
 * velocities, accelerations and reactions are made those of the branch it came on; what was passed
 * is said in the log. */
void trm_watch_look(TrmMechanism *m, TrmLog *log);

#endif
