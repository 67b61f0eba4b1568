/* SPDX-License-Identifier: Apache-2.0
 *
 * Body: a rigid body with its frame, mass and initial motion; and the velocity it starts with.
 */
#include "catalog/param.h"

static const TrmParam velocity_params[] = {
    {.key = "velocity",
     .kind = TRM_KIND_VECTOR,
     .flags = TRM_REQUIRED | TRM_SHORTHAND,
     .dimension = TRM_VELOCITY,
     .least = 2,
     .most = 3,
     .summary = "components in ground axes"},
    TRM_PARAM_PLACE("point", "the point that has it; the origin of the body frame when left out"),
    {.key = NULL}};

const TrmType trm_type_velocity = {
    .name = "velocity",
    .summary = "the velocity of a body's origin, or of any point on it, at the start",
    .details = "A plain vector is the velocity of the body frame's origin; {point: P, velocity: "
               "[..]} that of the point of the body which is at P.",
    .example = "trammel: 1\n"
               "name: puck that is hit off centre\n"
               "bodies:\n"
               "  puck:\n"
               "    at: [0.2, 0, 0]\n"
               "    mass: 0.16\n"
               "    inertia: [7e-5, 7e-5, 1.2e-4]\n"
               "    velocity: {point: [0.2, 0.03, 0], velocity: [2, 0, 0]}\n"
               "    spin: [0, 0, 10]\n"
               "joints:\n"
               "  ice: {planar: [ground, puck], at: [0, 0, 0], axis: z}\n"
               "outputs: {speed_of_centre: vm(puck)}\n"
               "simulate:\n"
               "  - dynamics: {until: 0.8, every: 0.01}\n",
    .params = velocity_params};

static const TrmParam body_params[] = {
    TRM_PARAM_PLACE("at", "origin of the body frame, ground coordinates; ground's when left out"),
    TRM_PARAM_ORIENT(0, "orientation of the body frame; ground's when left out"),
    {.key = "angle",
     .kind = TRM_KIND_NUMBER,
     .flags = TRM_MIRROR_TURN,
     .dimension = TRM_ANGLE,
     .summary = "orientation in planar models, from ground's x axis"},
    {.key = "mass",
     .kind = TRM_KIND_NUMBER,
     TRM_POSITIVE,
     .dimension = TRM_MASS,
     .summary = "mass; that of its shapes when left out"},
    {.key = "cm",
     .kind = TRM_KIND_PLACE,
     .flags = TRM_BODY_FRAME,
     .dimension = TRM_LENGTH,
     .refs = TRM_REF_PLACE,
     .summary = "mass centre, body frame; its origin, or that of the shapes, when left out"},
    {.key = "inertia",
     .kind = TRM_KIND_VECTOR,
     .dimension = TRM_INERTIA,
     .least = 1,
     .most = 6,
     .summary = "about the mass centre, body axes: [xx, yy, zz] or [.., xy, xz, yz]; planar: one"},
    {.key = "inertia_as_given",
     .kind = TRM_KIND_FLAG,
     .fallback = "false",
     .summary =
         "take the inertia also where one principal moment is more than the sum of the others"},
    {.key = "velocity",
     .kind = TRM_KIND_OBJECT,
     .type = &trm_type_velocity,
     .summary = "initial velocity of the body frame's origin, or of a point, ground axes"},
    {.key = "spin",
     .kind = TRM_KIND_VECTOR,
     .flags = TRM_AXIAL,
     .dimension = TRM_SPIN,
     .least = 1,
     .most = 3,
     .summary = "initial angular velocity, ground axes; planar: one number"},
    {.key = "exact",
     .kind = TRM_KIND_WORDS,
     .words = "x|y|z|psi|theta|phi|vx|vy|vz|wx|wy|wz",
     .least = 1,
     .most = 12,
     .summary =
         "initial values that the assembly must keep as given (psi: the angle in planar models)"},
    {.key = "point_mass",
     .kind = TRM_KIND_FLAG,
     .fallback = "false",
     .summary = "a mass without rotation: three coordinates"},
    {.key = "markers",
     .kind = TRM_KIND_ITEMS,
     .type = &trm_type_marker,
     .summary = "named frames fixed on the body"},
    {.key = "shape",
     .kind = TRM_KIND_VARIANTS,
     .table = &trm_table_shapes,
     .summary = "its picture, and its mass where density is given and mass is not"},
    TRM_PARAM_MIRROR,
    {.key = NULL}};

const TrmType trm_type_body = {
    .name = "body",
    .summary = "a rigid body",
    .details = "A body may be empty: its frame is then ground's at the design position, so that "
               "markers can be given in design coordinates. Mass and inertia are needed only where "
               "an analysis needs them; kinematics runs without. `bodies: {ground: {markers: ..}}` "
               "adds markers and shapes to ground.",
    .example = "trammel: 1\n"
               "name: physical pendulum\n"
               "gravity: [0, 0, -9.81]\n"
               "bodies:\n"
               "  rod:\n"
               "    at: [0.5, 0, 0]\n"
               "    orient: {axis: z, angle: 0}\n"
               "    mass: 1\n"
               "    cm: [0, 0, 0]\n"
               "    inertia: [0.001, 0.0835, 0.0835]\n"
               "    spin: [0, 0.2, 0]\n"
               "    markers: {tip: {at: [0.5, 0, 0], orient: {z: x}}}\n"
               "joints:\n"
               "  hinge: {revolute: [ground, rod], at: [0, 0, 0], axis: y}\n"
               "outputs: {tip_height: dz(rod.tip)}\n"
               "simulate:\n"
               "  - dynamics: {until: 2, every: 0.01}\n",
    .params = body_params};
