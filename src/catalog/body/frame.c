/* SPDX-License-Identifier: Apache-2.0
 *
 * Frames: markers fixed on bodies, every way to give an orientation, and directions.
 */
#include "catalog/param.h"

static const TrmParam marker_params[] = {
    {.key = "at",
     .kind = TRM_KIND_PLACE,
     .flags = TRM_SHORTHAND | TRM_BODY_FRAME,
     .dimension = TRM_LENGTH,
     .refs = TRM_REF_PLACE,
     .summary = "origin, body frame; the body's when left out"},
    TRM_PARAM_ORIENT(TRM_BODY_FRAME, "orientation relative to the body frame"),
    {.key = "angle",
     .kind = TRM_KIND_NUMBER,
     .flags = TRM_MIRROR_TURN,
     .dimension = TRM_ANGLE,
     .summary = "orientation in planar models, from the body's x axis"},
    {.key = "mirror",
     .kind = TRM_KIND_WORDS,
     .words = "x|y|z",
     .least = 1,
     .most = 3,
     .summary = "of ground's markers: mirrored across this plane; others follow their body"},
    {.key = NULL}};

const TrmType trm_type_marker = {
    .name = "marker",
    .summary = "a named frame fixed on a body, called body.marker",
    .details = "Joints and forces act between markers, and measures such as dx(a.tip, b.tip) read "
               "them. Coordinates are those of the body's own frame.",
    .example = "trammel: 1\n"
               "gravity: [0, 0, -9.81]\n"
               "bodies:\n"
               "  ground:\n"
               "    markers: {pivot: {at: [0, 0, 1], orient: {z: y}}}\n"
               "  arm:\n"
               "    mass: 1\n"
               "    inertia: [0.001, 0.02, 0.02]\n"
               "    markers:\n"
               "      root: {at: [-0.25, 0, 0], orient: {z: y}}\n"
               "      tip: [0.25, 0, 0]\n"
               "joints:\n"
               "  hinge: {revolute: [ground.pivot, arm.root]}\n"
               "outputs: {tip_height: dz(arm.tip)}\n",
    .params = marker_params};

static const TrmParam points_params[] = {
    TRM_PARAM_PLACE("x", "a point on the x axis"),
    TRM_PARAM_PLACE("y", "a point in the xy plane, on the side of +y"),
    {.key = NULL}};

const TrmType trm_type_orient_points = {
    .name = "orient.points",
    .summary = "an orientation by two points seen from the origin of the frame",
    .example = "trammel: 1\n"
               "points:\n"
               "  O: [0.1, 0.2, 0]\n"
               "  X: [0.6, 0.7, 0]\n"
               "  Y: [-0.4, 0.7, 0.1]\n"
               "bodies:\n"
               "  frame: {at: O, orient: {points: {x: X, y: Y}}, mass: 1, inertia: [1, 1, 1]}\n"
               "joints:\n"
               "  ball: {spherical: [ground, frame], at: O}\n",
    .params = points_params};

static const TrmParam orient_params[] = {
    TRM_PARAM_DIRECTION("axis", TRM_AXIAL, "axis to turn about, with angle"),
    {.key = "angle", .kind = TRM_KIND_NUMBER, .dimension = TRM_ANGLE, .summary = "turn about axis"},
    TRM_PARAM_DIRECTION("x", 0, "direction of the x axis"),
    TRM_PARAM_DIRECTION("z", 0, "direction of the z axis; x is then made perpendicular to it"),
    {.key = "points",
     .kind = TRM_KIND_OBJECT,
     .type = &trm_type_orient_points,
     .summary = "{x: P, y: Q}: a point on the x axis and one in the xy plane"},
    {.key = "euler",
     .kind = TRM_KIND_VECTOR,
     .dimension = TRM_ANGLE,
     .least = 3,
     .most = 3,
     .summary = "[psi, theta, phi]: turns about body z, x, z"},
    {.key = "bryant",
     .kind = TRM_KIND_VECTOR,
     .dimension = TRM_ANGLE,
     .least = 3,
     .most = 3,
     .summary = "[a, b, c]: turns about body x, y, z"},
    {.key = "quaternion",
     .kind = TRM_KIND_VECTOR,
     .least = 4,
     .most = 4,
     .summary = "[e0, e1, e2, e3], scalar first"},
    {.key = "matrix",
     .kind = TRM_KIND_MATRIX,
     .least = 3,
     .most = 3,
     .summary = "3 x 3 rotation matrix; its columns are the axes"},
    {.key = NULL}};

const TrmType trm_type_orient = {
    .name = "orient",
    .summary = "an orientation, in any of seven forms",
    .details = "One of {axis: d, angle: a}, {x: d}, {z: d}, {z: d, x: d}, {points: {x: P, y: Q}}, "
               "{euler: [psi, theta, phi]} (body-fixed 3-1-3), {bryant: [a, b, c]} (body-fixed "
               "1-2-3), {quaternion: [e0, e1, e2, e3]} or {matrix: [[..], [..], [..]]}.",
    .example = "trammel: 1\n"
               "bodies:\n"
               "  a: {orient: {axis: [0, 0, 1], angle: 30*deg}, mass: 1, inertia: [2, 3, 4]}\n"
               "  b: {orient: {z: [1, 0, 1], x: y}, mass: 1, inertia: [2, 3, 4]}\n"
               "  c: {orient: {euler: [30*deg, 60*deg, 0]}, mass: 1, inertia: [2, 3, 4]}\n"
               "  d: {orient: {quaternion: [1, 0, 0, 1]}, mass: 1, inertia: [2, 3, 4]}\n"
               "joints:\n"
               "  ja: {spherical: [ground, a], at: [1, 0, 0]}\n"
               "  jb: {spherical: [a, b], at: [2, 0, 0]}\n"
               "  jc: {spherical: [b, c], at: [3, 0, 0]}\n"
               "  jd: {spherical: [c, d], at: [4, 0, 0]}\n",
    .params = orient_params};

static const TrmParam from_to_params[] = {TRM_PARAM_PLACE("from", "where it starts"),
                                          TRM_PARAM_PLACE("to", "where it points"),
                                          {.key = NULL}};

const TrmType trm_type_from_to = {
    .name = "direction",
    .summary = "a direction: x y z -x -y -z, a vector of any length, or {from: P, to: Q}",
    .example = "trammel: 1\n"
               "points: {A: [0, 0, 0], B: [0.2, 0.1, 0.4]}\n"
               "bodies:\n"
               "  piston: {shape: {cylinder: {from: A, to: B, radius: 0.03, density: 2700}}}\n"
               "  collar: {mass: 0.1, inertia: [1e-4, 1e-4, 1e-4]}\n"
               "joints:\n"
               "  bore: {prismatic: [ground, piston], at: A, axis: {from: A, to: B}}\n"
               "  ring: {revolute: [piston, collar], at: B, axis: [2, 1, 4]}\n",
    .params = from_to_params};

static const TrmParam axis_params[] = {{.key = "direction",
                                        .kind = TRM_KIND_DIRECTION,
                                        .flags = TRM_REQUIRED | TRM_SHORTHAND | TRM_AXIAL,
                                        .summary = "direction of the axis"},
                                       {.key = NULL}};

const TrmType trm_type_axis = {
    .name = "axis",
    .summary = "one of a joint's two axes: a direction",
    .example = "trammel: 1\n"
               "bodies:\n"
               "  ring: {mass: 1, inertia: [0.1, 0.1, 0.2]}\n"
               "joints:\n"
               "  gimbal: {universal: [ground, ring], at: [0, 0, 0], axes: [x, [0, 1, 0]]}\n",
    .params = axis_params};
