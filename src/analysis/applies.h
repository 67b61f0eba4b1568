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

#endif
