/* SPDX-License-Identifier: Apache-2.0
 *
 * Springs and actuators. On a line: tension = k (l - length) + c dl/dt + preload, or any law of
 * `length` and `speed`. About a joint: torque = -(k (a - angle) + c da/dt) + preload on the second
 * body, with the angle counted through full turns. A law by intervals jumps at the bounds, which
 * are events.
 */
#include "catalog/force/force.h"

#define BELOW(size, text)                                                                          \
  { .key = "below", .kind = TRM_KIND_NUMBER, .dimension = size, .summary = text }

static const TrmParam force_piece_params[] = {
    BELOW(TRM_LENGTH, "the law holds for lengths below this; left out in the last piece"),
    {.key = "force",
     .kind = TRM_KIND_FUNCTION,
     .flags = TRM_REQUIRED,
     .dimension = TRM_FORCE,
     .summary = "tension as a function of length, speed and time"},
    {.key = NULL}};

const TrmType trm_type_force_piece = {
    .name = "spring.piece",
    .summary = "one interval of a spring's law",
    .example = "trammel: 1\n"
               "name: rubber band that goes slack\n"
               "gravity: [0, 0, -9.81]\n"
               "bodies:\n"
               "  weight: {at: [0, 0, -0.5], mass: 1, point_mass: true}\n"
               "forces:\n"
               "  band:\n"
               "    spring: [ground, weight]\n"
               "    from: [0, 0, 0]\n"
               "    to: [0, 0, -0.5]\n"
               "    pieces:\n"
               "      - {below: 0.4, force: 0}\n"
               "      - {below: 0.8, force: 120*(length - 0.4)}\n"
               "      - {force: 48 + 400*(length - 0.8)}\n"
               "simulate:\n"
               "  - dynamics: {until: 2, every: 0.01}\n",
    .params = force_piece_params};

static const TrmParam torque_piece_params[] = {
    BELOW(TRM_ANGLE, "the law holds for angles below this; left out in the last piece"),
    {.key = "torque",
     .kind = TRM_KIND_FUNCTION,
     .flags = TRM_REQUIRED,
     .dimension = TRM_TORQUE,
     .summary = "torque on the second body as a function of angle, speed and time"},
    {.key = NULL}};

const TrmType trm_type_torque_piece = {
    .name = "torsion_spring.piece",
    .summary = "one interval of a torsion spring's law",
    .example = "trammel: 1\n"
               "name: flap with a soft stop\n"
               "bodies:\n"
               "  flap: {mass: 0.3, inertia: [0.001, 0.002, 0.003], spin: [0, 0, 3]}\n"
               "joints:\n"
               "  hinge: {revolute: [ground, flap], at: [0, 0, 0], axis: z}\n"
               "forces:\n"
               "  stop:\n"
               "    torsion_spring: hinge\n"
               "    pieces:\n"
               "      - {below: 0.5, torque: 0}\n"
               "      - {torque: -20*(angle - 0.5)}\n"
               "simulate:\n"
               "  - dynamics: {until: 1, every: 0.01}\n",
    .params = torque_piece_params};

#define WEIGHT_ON(law)                                                                             \
  "gravity: [0, 0, -9.81]\n"                                                                       \
  "bodies:\n"                                                                                      \
  "  weight: {at: [0, 0, -0.5], mass: 2, point_mass: true}\n"                                      \
  "forces:\n"                                                                                      \
  "  line: {" law "}\n"                                                                            \
  "simulate:\n"                                                                                    \
  "  - dynamics: {until: 2, every: 0.01}\n"

static const TrmParam spring_params[] = {
    TRM_PARAM_PAIR,
    TRM_FORCE_FROM,
    TRM_FORCE_TO,
    TRM_FORCE_NUMBER("k", TRM_NOT_NEGATIVE, TRM_STIFFNESS, "stiffness"),
    TRM_FORCE_NUMBER("c", TRM_NOT_NEGATIVE, TRM_DAMPING, "damping"),
    TRM_FORCE_NUMBER("length", TRM_NOT_NEGATIVE, TRM_LENGTH,
                     "free length; the distance at the design position when left out"),
    {.key = "preload",
     .kind = TRM_KIND_NUMBER,
     .dimension = TRM_FORCE,
     .fallback = "0",
     .summary = "tension at the free length"},
    {.key = "force",
     .kind = TRM_KIND_FUNCTION,
     .dimension = TRM_FORCE,
     .summary = "any law in place of k and c: tension as a function of length, speed and time"},
    {.key = "pieces",
     .kind = TRM_KIND_OBJECTS,
     .type = &trm_type_force_piece,
     .least = 1,
     .summary = "a law by intervals of length, from the shortest to the longest"},
    {.key = NULL}};

const TrmType trm_force_spring = {
    .name = "spring",
    .locals = "length|speed",
    .aliases = "spring_damper",
    .summary = "a spring and damper along the line between two points",
    .details = "Tension = k (l - length) + c dl/dt + preload; positive pulls the ends together. In "
               "`force` and `pieces` the names length and speed are its length and how fast it "
               "lengthens.",
    .example =
        "trammel: 1\n"
        "name: weight on a spring\n" WEIGHT_ON("spring: [ground, weight], from: [0, 0, 0], to: [0, "
                                               "0, -0.5], k: 200, c: 1, length: 0.4"),
    .params = spring_params,
    .shared = trm_force_shared};

static const TrmParam torsion_params[] = {
    {.key = "joint",
     .kind = TRM_KIND_REF,
     .flags = TRM_HEAD | TRM_REQUIRED,
     .refs = TRM_REF_JOINT,
     .summary = "the revolute or cylindrical joint it acts about"},
    TRM_FORCE_NUMBER("k", TRM_NOT_NEGATIVE, TRM_TORSION_STIFFNESS, "stiffness"),
    TRM_FORCE_NUMBER("c", TRM_NOT_NEGATIVE, TRM_TORSION_DAMPING, "damping"),
    {.key = "angle",
     .kind = TRM_KIND_NUMBER,
     .dimension = TRM_ANGLE,
     .fallback = "0",
     .summary = "angle of the joint at which it is free"},
    {.key = "preload",
     .kind = TRM_KIND_NUMBER,
     .dimension = TRM_TORQUE,
     .fallback = "0",
     .summary = "torque on the second body at the free angle"},
    {.key = "torque",
     .kind = TRM_KIND_FUNCTION,
     .dimension = TRM_TORQUE,
     .summary = "any law in place of k and c: torque on the second body, of angle, speed and time"},
    {.key = "pieces",
     .kind = TRM_KIND_OBJECTS,
     .type = &trm_type_torque_piece,
     .least = 1,
     .summary = "a law by intervals of angle, from the least to the greatest"},
    {.key = NULL}};

const TrmType trm_force_torsion_spring = {
    .name = "torsion_spring",
    .locals = "angle|speed",
    .summary = "a spring and damper about a joint that turns",
    .details = "The angle is counted through full turns. In `torque` and `pieces` the names angle "
               "and speed are the joint's angle and how fast it turns.",
    .example = "trammel: 1\n"
               "name: balance wheel\n"
               "bodies:\n"
               "  wheel: {mass: 0.01, inertia: [1e-6, 1e-6, 2e-6], spin: [0, 0, 5]}\n"
               "joints:\n"
               "  staff: {revolute: [ground, wheel], at: [0, 0, 0], axis: z}\n"
               "forces:\n"
               "  hairspring: {torsion_spring: staff, k: 1e-3, c: 1e-7}\n"
               "simulate:\n"
               "  - dynamics: {until: 1, every: 1e-3}\n",
    .params = torsion_params,
    .shared = trm_force_shared};

static const TrmParam actuator_params[] = {
    TRM_PARAM_PAIR,
    TRM_FORCE_FROM,
    TRM_FORCE_TO,
    {.key = "force",
     .kind = TRM_KIND_FUNCTION,
     .flags = TRM_REQUIRED,
     .dimension = TRM_FORCE,
     .summary = "tension, as a function of time and state; positive pulls together"},
    {.key = NULL}};

const TrmType trm_force_actuator = {
    .name = "actuator",
    .locals = "length|speed",
    .summary = "a force along the line between two points",
    .details = "The names length and speed are the length of the line and how fast it lengthens.",
    .example = "trammel: 1\n"
               "name: hoist\n" WEIGHT_ON("actuator: [ground, weight], from: [0, 0, 0], to: [0, 0, "
                                         "-0.5], force: 20 + 5*sin(3*time)"),
    .params = actuator_params,
    .shared = trm_force_shared};
