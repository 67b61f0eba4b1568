/* SPDX-License-Identifier: Apache-2.0
 *
 * Prismatic joint: parallel axes, no turn; one slide along the axis is free.
 */
#include "catalog/joint/joint.h"

static const TrmParam params[] = {
    TRM_PARAM_PAIR, TRM_JOINT_AT, TRM_JOINT_AXIS(0, "direction it slides along"), {.key = NULL}};

static const TrmRowSpec rows[] = {TRM_ROWS_LINE, TRM_ROWS_ORIENTATION, TRM_ROWS_END};
static const TrmRowSpec planar_rows[] = {
    {TRM_ROW_OFFSET, 0, 0, 0, NULL}, {TRM_ROW_AXES, 2, 0, 0, NULL}, TRM_ROWS_END};
const TrmJointType trm_joint_prismatic = {
    .type =
        {.name = "prismatic",
         .aliases = "translational|slider",
         .summary = "slides along an axis: a piston in a bore that cannot turn",
         .details = "displacement(j) is how far the second has moved relative to the first.",
         .example =
             "trammel: 1\n"
             "name: mass on a spring\n"
             "gravity: [0, 0, -9.81]\n"
             "bodies:\n"
             "  block: {shape: {box: {size: [0.1, 0.1, 0.1], density: 2700}}}\n"
             "joints:\n"
             "  guide: {prismatic: [ground, block], at: [0, 0, 0], axis: z, limits: [-0.3, 0.3]}\n"
             "forces:\n"
             "  coil: {spring: [ground, block], from: [0, 0, 0.5], to: [0, 0, 0.05], k: 400, c: "
             "2}\n"
             "simulate:\n"
             "  - dynamics: {until: 3, every: 0.01}\n",
         .params = params,
         .shared = trm_joint_shared},
    .equations = 5,
    .planar_equations = 2,
    .slides = 1,
    .rows = rows,
    .planar_rows = planar_rows,
    .axis_in_plane = 1,
    .pressing = TRM_PRESSING_GUIDE};
