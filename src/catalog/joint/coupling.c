/* SPDX-License-Identifier: Apache-2.0
 *
 * Couplings: one equation between the angles and displacements of other joints.
 *   rack_pinion  displacement(second) = radius * angle(first)
 *   gear         angle(second) = ratio * angle(first)
 *   coupler      sum of scales[i] * coordinate(joints[i]) = 0
 */
#include "catalog/joint/joint.h"

/* two wheels on fixed axes, whose joints a coupling ties together */
#define TWO_WHEELS                                                                                 \
  "points: {A: [0, 0, 0], B: [0.15, 0, 0]}\n"                                                      \
  "bodies:\n"                                                                                      \
  "  small: {shape: {cylinder: {at: A, radius: 0.05, length: 0.02, axis: z, density: 7850}}}\n"    \
  "  large: {shape: {cylinder: {at: B, radius: 0.1, length: 0.02, axis: z, density: 7850}}}\n"     \
  "joints:\n"                                                                                      \
  "  a: {revolute: [ground, small], at: A, axis: z}\n"                                             \
  "  b: {revolute: [ground, large], at: B, axis: z}\n"

#define TURN                                                                                       \
  "motions:\n"                                                                                     \
  "  motor: {joint: a, speed: 120*rpm}\n"                                                          \
  "simulate:\n"                                                                                    \
  "  - kinematics: {until: 1, every: 0.01}\n"

static const TrmParam rack_params[] = {
    TRM_PARAM_JOINTS(2, 2, "the joint that turns, then the one that slides"),
    {.key = "radius",
     .kind = TRM_KIND_NUMBER,
     .flags = TRM_REQUIRED,
     .dimension = TRM_LENGTH,
     .summary = "radius of the pinion; negative: the rack moves the other way"},
    {.key = NULL}};

static const TrmRowSpec rack_pinion_rows[] = {{TRM_ROW_COUPLING, 0, 1, 0, "radius"}, TRM_ROWS_END};
const TrmJointType trm_joint_rack_pinion = {
    .type = {.name = "rack_pinion",
             .summary = "a pinion that rolls along a rack: turning one joint slides another",
             .details = "displacement(second) = radius * angle(first).",
             .example = "trammel: 1\n"
                        "name: steering rack\n"
                        "points: {A: [0, 0, 0], B: [0, 0.02, 0]}\n"
                        "bodies:\n"
                        "  pinion: {shape: {cylinder: {at: A, radius: 0.02, length: 0.03, axis: z, "
                        "density: 7850}}}\n"
                        "  rack: {shape: {box: {at: B, size: [0.6, 0.02, 0.02], density: 7850}}}\n"
                        "joints:\n"
                        "  column: {revolute: [ground, pinion], at: A, axis: z}\n"
                        "  guide: {prismatic: [ground, rack], at: B, axis: -x}\n"
                        "  teeth: {rack_pinion: [column, guide], radius: 0.02}\n"
                        "motions:\n"
                        "  hand: {joint: column, angle: 90*deg*sin(time)}\n"
                        "simulate:\n"
                        "  - kinematics: {until: 6, every: 0.02}\n",
             .params = rack_params,
             .shared = trm_joint_shared},
    .equations = 1,
    .planar_equations = 1,
    .rows = rack_pinion_rows,
    .planar_rows = rack_pinion_rows};

static const TrmParam gear_params[] = {
    TRM_PARAM_JOINTS(2, 2, "the joints of the two wheels, on the same carrier"),
    {.key = "ratio",
     .kind = TRM_KIND_NUMBER,
     .flags = TRM_REQUIRED,
     .summary = "turns of the second for one of the first; negative for wheels that mesh outside"},
    {.key = NULL}};

static const TrmRowSpec gear_rows[] = {{TRM_ROW_COUPLING, 0, 2, 0, "ratio"}, TRM_ROWS_END};
const TrmJointType trm_joint_gear = {
    .type = {.name = "gear",
             .summary = "two joints that turn at a fixed ratio",
             .details =
                 "angle(second) = ratio * angle(first). In a planetary train both joints have "
                 "the arm as their first body.",
             .example = "trammel: 1\n"
                        "name: gear pair\n" TWO_WHEELS "  mesh: {gear: [a, b], ratio: -0.5}\n" TURN,
             .params = gear_params,
             .shared = trm_joint_shared},
    .equations = 1,
    .planar_equations = 1,
    .rows = gear_rows,
    .planar_rows = gear_rows};

static const TrmParam coupler_params[] = {
    TRM_PARAM_JOINTS(2, 3, "two or three joints, each free to turn or slide"),
    {.key = "scales",
     .kind = TRM_KIND_VECTOR,
     .flags = TRM_REQUIRED,
     .least = 2,
     .most = 3,
     .summary = "one factor a joint; the sum of factor times coordinate stays zero"},
    {.key = NULL}};

static const TrmRowSpec coupler_rows[] = {{TRM_ROW_COUPLING, 0, 0, 0, "scales"}, TRM_ROWS_END};
const TrmJointType trm_joint_coupler = {
    .type = {.name = "coupler",
             .summary = "a linear relation between two or three joints",
             .details =
                 "scales[0]*q0 + scales[1]*q1 (+ scales[2]*q2) = 0, where q is the angle of a "
                 "joint that turns and the displacement of one that slides, in the model's "
                 "units. A differential is `scales: [1, 1, -2]`.",
             .example = "trammel: 1\n"
                        "name: belt drive\n" TWO_WHEELS
                        "  belt: {coupler: [a, b], scales: [0.05, -0.1]}\n" TURN,
             .params = coupler_params,
             .shared = trm_joint_shared},
    .equations = 1,
    .planar_equations = 1,
    .rows = coupler_rows,
    .planar_rows = coupler_rows};
