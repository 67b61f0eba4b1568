/* SPDX-License-Identifier: Apache-2.0
 *
 * Dry friction of joints: the sliding rows of each kind of joint, and where its reaction presses.
 */
#ifndef TRM_SYSTEM_DRY_H
#define TRM_SYSTEM_DRY_H

#include "system/onesided.h"

/* 1 when a joint has no friction, or one that can be; else what it misses is in the log. */
int trm_dry_serves(const TrmJoint *joint, TrmLog *log);

/* The sliding rows and the friction of joint `index`, if it serves. */
void trm_dry_layout(TrmEquations *eq, size_t index);

/* What the pads of dry friction `dry` feel per multiplier of the joint's own rows, from G[entries]:
 * wrench[6][rows], force and moment about the origin of the second on the second body, in the axes
 * of the first. */
void trm_dry_wrench(const TrmEquations *eq, const TrmState *state, const TrmDry *dry,
                    const double *G, double (*wrench)[6]);

enum { TRM_DRY_MOST_ROWS = 8 };

#endif
