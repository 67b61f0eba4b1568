/* SPDX-License-Identifier: Apache-2.0
 *
 * Changes: what the assembly did to each body, against what the model gives.
 */
#ifndef TRM_ANALYSIS_CHANGES_H
#define TRM_ANALYSIS_CHANGES_H

#include "analysis/mechanism.h"
#include "trammel/analysis.h"

/* Changes of all bodies (one each) from the start to the state, right after the assembly. */
void trm_mechanism_changes(const TrmMechanism *m, TrmBodyChange *changes);

#endif
