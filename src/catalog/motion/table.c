/* SPDX-License-Identifier: Apache-2.0
 *
 * Motions: one equation each that prescribes a joint's coordinate, one between two markers or the
 * distance of two points, as a function of time: its value, its speed or its acceleration.
 */
#include "catalog/param.h"

#define COURSE(name, size, text)                                                                   \
  { .key = name, .kind = TRM_KIND_FUNCTION, .dimension = size, .summary = text }

#define LIMIT(size, text)                                                                          \
  { .key = "limit", .kind = TRM_KIND_NUMBER, TRM_POSITIVE, .dimension = size, .summary = text }

static const TrmParam shared[] = {
    COURSE("angle", TRM_ANGLE, "angle as a function of time, where it turns"),
    COURSE("displacement", TRM_LENGTH, "displacement as a function of time, where it slides"),
    COURSE("speed", TRM_DIMENSIONLESS,
           "its rate as a function of time, in the model's units of angle or length per time"),
    COURSE("acceleration", TRM_DIMENSIONLESS,
           "its second rate as a function of time, in the model's units"),
    LIMIT(TRM_DIMENSIONLESS,
          "largest torque or force that it gives, in the model's units: it slips beyond it"),
    TRM_PARAM_ACTIVE,
    TRM_PARAM_MIRROR,
    {.key = NULL}};

static const TrmParam joint_params[] = {{.key = "joint",
                                         .kind = TRM_KIND_REF,
                                         .flags = TRM_HEAD | TRM_REQUIRED,
                                         .refs = TRM_REF_JOINT,
                                         .summary = "the joint that is driven"},
                                        {.key = NULL}};

static const TrmType joint = {
    .name = "joint",
    .summary = "drives the angle or displacement of a joint",
    .details =
        "Give exactly one of angle, displacement, speed and acceleration. The last two start "
        "from the initial state.",
    .example = "trammel: 1\n"
               "name: fan\n"
               "bodies:\n"
               "  rotor: {mass: 0.8, inertia: [0.01, 0.01, 0.02]}\n"
               "joints:\n"
               "  bearing: {revolute: [ground, rotor], at: [0, 0, 0], axis: z}\n"
               "motions:\n"
               "  motor: {joint: bearing, speed: 'step(time, 0, 0, 1, 600*rpm)'}\n"
               "outputs: {needed_torque: tz(motor)}\n"
               "simulate:\n"
               "  - kinematics: {until: 2, every: 0.01}\n",
    .params = joint_params,
    .shared = shared};

static const TrmParam between_params[] = {
    {.key = "between",
     .kind = TRM_KIND_REFS,
     .flags = TRM_HEAD | TRM_REQUIRED,
     .refs = TRM_REF_BODY_OR_MARKER,
     .least = 2,
     .most = 2,
     .summary = "first and second marker; the second moves relative to the first"},
    TRM_PARAM_DIRECTION("along", 0, "drive the displacement along this axis of the first"),
    TRM_PARAM_DIRECTION("about", TRM_AXIAL, "drive the angle about this axis of the first"),
    {.key = NULL}};

static const TrmType between = {
    .name = "between",
    .summary = "drives a displacement or angle between two markers",
    .details = "Give one of along and about, and exactly one of angle, displacement, speed and "
               "acceleration.",
    .example =
        "trammel: 1\n"
        "name: shaken box\n"
        "bodies:\n"
        "  ground: {markers: {zero: [0, 0, 0]}}\n"
        "  box:\n"
        "    shape: {box: {size: [0.2, 0.2, 0.1], density: 300}}\n"
        "    markers: {middle: [0, 0, 0]}\n"
        "joints:\n"
        "  rail: {orientation: [ground, box]}\n"
        "motions:\n"
        "  shake: {between: [ground.zero, box.middle], along: x, displacement: 0.02*sin(30*time)}\n"
        "  rest_y: {between: [ground.zero, box.middle], along: y, displacement: 0}\n"
        "  rest_z: {between: [ground.zero, box.middle], along: z, displacement: 0}\n"
        "simulate:\n"
        "  - kinematics: {until: 1, every: 0.005}\n",
    .params = between_params,
    .shared = shared};

static const TrmParam distance_params[] = {
    {.key = "distance",
     .kind = TRM_KIND_REFS,
     .flags = TRM_HEAD | TRM_REQUIRED,
     .refs = TRM_REF_BODY_OR_MARKER,
     .least = 2,
     .most = 2,
     .summary = "the two ends: markers, or bodies at `from` and `to`"},
    TRM_PARAM_PLACE("from", "its end on the first, a body; its mass centre when left out"),
    TRM_PARAM_PLACE("to", "its end on the second, a body; its mass centre when left out"),
    COURSE("length", TRM_LENGTH, "distance of the two ends as a function of time"),
    COURSE("speed", TRM_VELOCITY, "its rate as a function of time"),
    COURSE("acceleration", TRM_ACCELERATION, "its second rate as a function of time"),
    {.key = NULL}};

static const TrmParam distance_shared[] = {
    LIMIT(TRM_FORCE, "largest force that it gives: it slips beyond it"),
    TRM_PARAM_ACTIVE,
    TRM_PARAM_MIRROR,
    {.key = NULL}};

static const TrmType distance = {
    .name = "distance",
    .summary = "drives the distance of two points, as a ram does",
    .details = "Give exactly one of length, speed and acceleration. `force` of the motion is what "
               "it pushes the ends apart with.",
    .example = "trammel: 1\n"
               "name: ramp that is lifted\n"
               "gravity: [0, 0, -9.81]\n"
               "bodies:\n"
               "  ground: {markers: {foot: [1, 0, -0.5]}}\n"
               "  ramp:\n"
               "    shape: {box: {size: [2, 1, 0.1], at: [1, 0, 0], density: 500}}\n"
               "    markers: {lug: [0.5, 0, 0]}\n"
               "joints:\n"
               "  hinge: {revolute: [ground, ramp], at: [0, 0, 0], axis: y}\n"
               "motions:\n"
               "  ram: {distance: [ground.foot, ramp.lug], speed: 'step(time, 0, 0, 1, 0.1)'}\n"
               "simulate:\n"
               "  - dynamics: {until: 2, every: 0.01}\n",
    .params = distance_params,
    .shared = distance_shared};

static const TrmType *const types[] = {&joint, &between, &distance, NULL};

const TrmTable trm_table_motions = {.name = "motion", .form = TRM_TABLE_HEAD, .types = types};
