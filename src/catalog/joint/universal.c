/* SPDX-License-Identifier: Apache-2.0
 *
 * Universal and constant-velocity joints: a common point, and turn about the shafts passed on. The
 * universal joint keeps its two axes perpendicular; the constant-velocity one passes equal speeds.
 */
#include "catalog/joint/joint.h"

static const TrmParam universal_params[] = {
    TRM_PARAM_PAIR,
    TRM_JOINT_AT,
    TRM_PARAM_AXES("[on first, on second]: the two arms of the cross, perpendicular"),
    {.key = NULL}};

static const TrmRowSpec universal_rows[] = {
    TRM_ROWS_POINT, {TRM_ROW_AXES, 2, 2, 0, NULL}, TRM_ROWS_END};
const TrmJointType trm_joint_universal = {
    .type = {.name = "universal",
             .aliases = "hooke|cardan",
             .summary = "a cross with two perpendicular axes: a Cardan joint",
             .details = "With markers, the z axes of the markers are the arms of the cross.",
             .example = "trammel: 1\n"
                        "name: Cardan shaft\n"
                        "points: {A: [-0.3, 0, 0], O: [0, 0, 0], B: [0.3, 0.1, 0]}\n"
                        "bodies:\n"
                        "  driver: {shape: {rod: {from: A, to: O, radius: 0.02, density: 7850}}}\n"
                        "  driven: {shape: {rod: {from: O, to: B, radius: 0.02, density: 7850}}}\n"
                        "joints:\n"
                        "  input: {revolute: [ground, driver], at: A, axis: x}\n"
                        "  cross: {universal: [driver, driven], at: O, axes: [z, [-1, 3, 0]]}\n"
                        "  output: {cylindrical: [ground, driven], at: B, axis: {from: O, to: B}}\n"
                        "motions:\n"
                        "  turn: {joint: input, speed: 60*rpm}\n"
                        "simulate:\n"
                        "  - kinematics: {until: 1, every: 0.01}\n",
             .params = universal_params,
             .shared = trm_joint_shared},
    .equations = 4,
    .rows = universal_rows,
    .pressing = TRM_PRESSING_CROSS};

static const TrmParam constant_velocity_params[] = {
    TRM_PARAM_PAIR,
    TRM_JOINT_AT,
    TRM_PARAM_AXES("[of first, of second]: the axes of the two shafts"),
    {.key = NULL}};

static const TrmRowSpec constant_velocity_rows[] = {
    TRM_ROWS_POINT, {TRM_ROW_EQUAL_SPEED, 0, 0, 0, NULL}, TRM_ROWS_END};
const TrmJointType trm_joint_constant_velocity = {
    .type =
        {.name = "constant_velocity",
         .aliases = "convel",
         .summary = "joins two shafts that turn at the same speed at any angle",
         .details = "With markers, the z axes of the markers are the shafts.",
         .example =
             "trammel: 1\n"
             "name: drive shaft\n"
             "points: {A: [-0.3, 0, 0], O: [0, 0, 0], B: [0.3, 0.1, 0]}\n"
             "bodies:\n"
             "  driver: {shape: {rod: {from: A, to: O, radius: 0.02, density: 7850}}}\n"
             "  driven: {shape: {rod: {from: O, to: B, radius: 0.02, density: 7850}}}\n"
             "joints:\n"
             "  input: {revolute: [ground, driver], at: A, axis: x}\n"
             "  bend: {constant_velocity: [driver, driven], at: O, axes: [x, {from: O, to: B}]}\n"
             "  output: {cylindrical: [ground, driven], at: B, axis: {from: O, to: B}}\n"
             "motions:\n"
             "  turn: {joint: input, speed: 60*rpm}\n"
             "simulate:\n"
             "  - kinematics: {until: 1, every: 0.01}\n",
         .params = constant_velocity_params,
         .shared = trm_joint_shared},
    .equations = 4,
    .rows = constant_velocity_rows};
