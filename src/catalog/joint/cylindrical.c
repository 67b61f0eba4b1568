/* SPDX-License-Identifier: Apache-2.0
 *
 * Cylindrical joint and screw: both keep a common axis. The cylindrical joint is free to turn about
 * and slide along it; the screw ties the two by its pitch, the displacement of a full turn.
 */
#include "catalog/joint/joint.h"

static const TrmParam params[] = {TRM_PARAM_PAIR,
                                  TRM_JOINT_AT,
                                  TRM_JOINT_AXIS(0, "axis it turns about and slides along"),
                                  {.key = NULL}};

static const TrmRowSpec rows[] = {TRM_ROWS_LINE, TRM_ROWS_PARALLEL, TRM_ROWS_END};
const TrmJointType trm_joint_cylindrical = {
    .type = {.name = "cylindrical",
             .summary = "turns about an axis and slides along it: a shaft in a bush",
             .example = "trammel: 1\n"
                        "name: shaft in a bush\n"
                        "gravity: [0, 0, -9.81]\n"
                        "points: {A: [0, 0, 0], B: [0.3, 0, 0]}\n"
                        "bodies:\n"
                        "  shaft: {shape: {rod: {from: A, to: B, radius: 0.02, density: 7850}}}\n"
                        "joints:\n"
                        "  bush: {cylindrical: [ground, shaft], at: A, axis: x}\n"
                        "motions:\n"
                        "  push: {joint: bush, displacement: 0.05*sin(2*pi*time)}\n"
                        "  spin: {joint: bush, angle: 10*time}\n"
                        "simulate:\n"
                        "  - kinematics: {until: 1, every: 0.01}\n",
             .params = params,
             .shared = trm_joint_shared},
    .equations = 4,
    .turns = 1,
    .slides = 1,
    .rows = rows,
    .pressing = TRM_PRESSING_SLEEVE};

static const TrmParam screw_params[] = {
    TRM_PARAM_PAIR,
    TRM_JOINT_AT,
    TRM_JOINT_AXIS(0, "axis of the thread"),
    {.key = "pitch",
     .kind = TRM_KIND_NUMBER,
     .flags = TRM_REQUIRED | TRM_MIRROR_TURN,
     .dimension = TRM_LENGTH,
     .summary = "advance in one full turn; positive: right-handed"},
    {.key = NULL}};

static const TrmRowSpec screw_rows[] = {
    TRM_ROWS_LINE, TRM_ROWS_PARALLEL, {TRM_ROW_THREAD, 0, 0, 0, "pitch"}, TRM_ROWS_END};
const TrmJointType trm_joint_screw = {
    .type =
        {.name = "screw",
         .summary = "a nut on a thread: slides as it turns",
         .details =
             "The displacement is the pitch times the number of turns. A negative pitch is a "
             "left-handed thread.",
         .example =
             "trammel: 1\n"
             "name: lead screw\n"
             "points: {A: [0, 0, 0], B: [0, 0, 0.4]}\n"
             "bodies:\n"
             "  spindle: {shape: {rod: {from: A, to: B, radius: 0.008, density: 7850}}}\n"
             "  nut: {shape: {box: {size: [0.06, 0.06, 0.03], at: [0, 0, 0.1], density: 7850}}}\n"
             "joints:\n"
             "  bearing: {revolute: [ground, spindle], at: A, axis: z}\n"
             "  rail: {orientation: [ground, nut]}\n"
             "  thread: {screw: [nut, spindle], at: B, axis: z, pitch: 5*mm}\n"
             "motions:\n"
             "  motor: {joint: bearing, speed: 300*rpm}\n"
             "simulate:\n"
             "  - kinematics: {until: 1, every: 0.01}\n",
         .params = screw_params,
         .shared = trm_joint_shared},
    .equations = 5,
    .turns = 1,
    .slides = 1,
    .rows = screw_rows,
    .pressing = TRM_PRESSING_THREAD};
