/* SPDX-License-Identifier: Apache-2.0
 *
 * Revolute joint: a common point and a common axis; one turn about it is free.
 */
#include "catalog/joint/joint.h"

static const TrmParam params[] = {
    TRM_PARAM_PAIR,
    TRM_JOINT_AT,
    TRM_JOINT_AXIS(TRM_AXIAL, "axis it turns about; not in planar models"),
    {.key = NULL}};

static const TrmRowSpec rows[] = {TRM_ROWS_POINT, TRM_ROWS_PARALLEL, TRM_ROWS_END};
static const TrmRowSpec planar_rows[] = {TRM_ROWS_LINE, TRM_ROWS_END};
const TrmJointType trm_joint_revolute = {
    .type = {.name = "revolute",
             .aliases = "hinge|pin",
             .summary = "turns about an axis: a hinge",
             .details = "angle(j) is the turn of the second relative to the first about the axis: "
                        "zero at the design position when given by bodies, between the x axes of "
                        "the markers when given by markers (their z is the axis).",
             .example =
                 "trammel: 1\n"
                 "name: pendulum\n"
                 "gravity: [0, -9.81, 0]\n"
                 "points: {pivot: [0, 0, 0], tip: [0.5, 0, 0]}\n"
                 "bodies:\n"
                 "  arm: {shape: {rod: {from: pivot, to: tip, radius: 0.01, density: 7850}}}\n"
                 "joints:\n"
                 "  hinge: {revolute: [ground, arm], at: pivot, axis: z}\n"
                 "outputs: {swing: angle(hinge)/deg}\n"
                 "simulate:\n"
                 "  - dynamics: {until: 2, every: 0.01}\n",
             .params = params,
             .shared = trm_joint_shared},
    .equations = 5,
    .planar_equations = 2,
    .turns = 1,
    .rows = rows,
    .planar_rows = planar_rows,
    .pressing = TRM_PRESSING_PIN};
