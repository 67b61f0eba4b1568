/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether the motion under forces of a model can be computed.
 */
#ifndef TRM_ANALYSIS_APPLIES_H
#define TRM_ANALYSIS_APPLIES_H

#include "analysis/mechanism.h"

/* 1 when every body has mass and every element is one that dynamics follows; else the log says what
 * is not. */
int trm_dynamics_applies(const TrmMechanism *m, TrmLog *log);

/* 1 when the contacts can be followed, with their slopes where these are wanted, and rigid ones
 * by steps that leap over them; else why not is in
 * the log. */
int trm_contacts_serve(const TrmMechanism *m, int slopes, int leaps, TrmLog *log);

#endif
