/* SPDX-License-Identifier: Apache-2.0
 *
 * Planar joint: a plane of one body slides on a plane of the other; two slides and a turn are free.
 */
#include "catalog/joint/joint.h"

static const TrmParam params[] = {
    TRM_PARAM_PAIR, TRM_JOINT_AT, TRM_JOINT_AXIS(TRM_AXIAL, "normal of the plane"), {.key = NULL}};

static const TrmRowSpec rows[] = {{TRM_ROW_OFFSET, 2, 0, 0, NULL}, TRM_ROWS_PARALLEL, TRM_ROWS_END};
const TrmJointType trm_joint_planar = {
    .type = {.name = "planar",
             .summary = "a plate that slides and turns on a table",
             .example =
                 "trammel: 1\n"
                 "name: puck on ice\n"
                 "gravity: [0, 0, -9.81]\n"
                 "bodies:\n"
                 "  puck:\n"
                 "    shape: {cylinder: {radius: 0.04, length: 0.025, axis: z, density: 1400}}\n"
                 "    velocity: [3, 0.5, 0]\n"
                 "    spin: [0, 0, 20]\n"
                 "joints:\n"
                 "  ice: {planar: [ground, puck], at: [0, 0, 0], axis: z}\n"
                 "simulate:\n"
                 "  - dynamics: {until: 2, every: 0.01}\n",
             .params = params,
             .shared = trm_joint_shared},
    .equations = 3,
    .turns = 1,
    .rows = rows,
    .pressing = TRM_PRESSING_PLATE};
