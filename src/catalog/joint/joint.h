/* SPDX-License-Identifier: Apache-2.0
 *
 * Joints: what every joint's file begins with. A joint is one `const TrmJointType trm_joint_<name>`
 * and one line in table.c.
 */
#ifndef TRM_CATALOG_JOINT_H
#define TRM_CATALOG_JOINT_H

#include "catalog/param.h"

/* Parameters any joint may carry: friction, limits, restitution, active, mirror. */
extern const TrmParam trm_joint_shared[];

/* Where a joint is, when it is given by bodies */
#define TRM_JOINT_AT TRM_PARAM_PLACE("at", "where it is, when given by bodies")
#define TRM_JOINT_AXIS(more, text) TRM_PARAM_DIRECTION("axis", more, text)

#endif
