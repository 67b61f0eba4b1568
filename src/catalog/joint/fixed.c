/* SPDX-License-Identifier: Apache-2.0
 *
 * Fixed joint: the second frame stays where it is in the first.
 */
#include "catalog/joint/joint.h"

static const TrmParam params[] = {TRM_PARAM_PAIR, TRM_JOINT_AT, {.key = NULL}};

static const TrmRowSpec rows[] = {TRM_ROWS_POINT, TRM_ROWS_ORIENTATION, TRM_ROWS_END};
static const TrmRowSpec planar_rows[] = {
    TRM_ROWS_LINE, {TRM_ROW_AXES, 0, 1, 0, NULL}, TRM_ROWS_END};
const TrmJointType trm_joint_fixed = {
    .type = {.name = "fixed",
             .aliases = "weld",
             .summary = "no relative motion at all",
             .details = "`at` is only where its force and torque are reported; the mass centre of "
                        "the second when left out.",
             .example = "trammel: 1\n"
                        "name: bracket on a wall\n"
                        "gravity: [0, 0, -9.81]\n"
                        "bodies:\n"
                        "  bracket: {shape: {box: {size: [0.3, 0.1, 0.02], density: 7850}}}\n"
                        "joints:\n"
                        "  wall: {fixed: [ground, bracket], at: [-0.15, 0, 0]}\n"
                        "outputs: {bending: ty(wall)}\n"
                        "simulate:\n"
                        "  - statics: {}\n",
             .params = params,
             .shared = trm_joint_shared},
    .equations = 6,
    .planar_equations = 3,
    .rows = rows,
    .planar_rows = planar_rows};
