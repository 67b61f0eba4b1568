/* SPDX-License-Identifier: Apache-2.0
 *
 * Spherical joint: a common point; all turns are free.
 */
#include "catalog/joint/joint.h"

static const TrmParam params[] = {TRM_PARAM_PAIR, TRM_JOINT_AT, {.key = NULL}};

static const TrmRowSpec rows[] = {TRM_ROWS_POINT, TRM_ROWS_END};
const TrmJointType trm_joint_spherical = {
    .type = {.name = "spherical",
             .aliases = "ball",
             .summary = "a ball in a socket",
             .example =
                 "trammel: 1\n"
                 "name: spinning top\n"
                 "gravity: [0, 0, -9.81]\n"
                 "points: {foot: [0, 0, 0], disc: [0.02, 0, 0.1]}\n"
                 "bodies:\n"
                 "  top: {at: disc, mass: 0.2, inertia: [1e-4, 1e-4, 2e-4], spin: [0, 0, 200]}\n"
                 "joints:\n"
                 "  tip: {spherical: [ground, top], at: foot}\n"
                 "outputs: {lean: dx(top)}\n"
                 "simulate:\n"
                 "  - dynamics: {until: 2, every: 0.005}\n",
             .params = params,
             .shared = trm_joint_shared},
    .equations = 3,
    .rows = rows,
    .pressing = TRM_PRESSING_BALL};
