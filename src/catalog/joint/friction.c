/* SPDX-License-Identifier: Apache-2.0
 *
 * Friction in a joint: its force follows from the joint's own reaction and a preload.
 */
#include "catalog/joint/joint.h"

static const TrmParam params[] = {
    {.key = "static",
     .kind = TRM_KIND_NUMBER,
     TRM_NOT_NEGATIVE,
     .summary = "coefficient while it sticks; the dynamic one when left out"},
    {.key = "dynamic",
     .kind = TRM_KIND_NUMBER,
     TRM_NOT_NEGATIVE | TRM_REQUIRED | TRM_SHORTHAND,
     .summary = "coefficient while it slides"},
    {.key = "law",
     .kind = TRM_KIND_CHOICE,
     .words = "coulomb|regularised",
     .fallback = "coulomb",
     .summary = "coulomb sticks exactly; regularised creeps below stiction_speed"},
    {.key = "radius",
     .kind = TRM_KIND_NUMBER,
     TRM_NOT_NEGATIVE,
     .dimension = TRM_LENGTH,
     .summary = "radius of the pin or ball, where the joint turns"},
    {.key = "length",
     .kind = TRM_KIND_NUMBER,
     TRM_POSITIVE,
     .dimension = TRM_LENGTH,
     .summary = "of the guide or bearing, at whose two ends moments press; they do not when left "
                "out"},
    {.key = "bending_arm",
     .kind = TRM_KIND_NUMBER,
     TRM_POSITIVE,
     .dimension = TRM_LENGTH,
     .summary =
         "in place of `length`: moments across the axis press with their size over this arm"},
    {.key = "axial_arm",
     .kind = TRM_KIND_NUMBER,
     TRM_NOT_NEGATIVE,
     .dimension = TRM_LENGTH,
     .summary = "radius of the collar that bears the force along a pin; `radius` when left out"},
    {.key = "torsion_arm",
     .kind = TRM_KIND_NUMBER,
     TRM_POSITIVE,
     .dimension = TRM_LENGTH,
     .summary = "arm at which a moment about a guide presses; `radius` when left out"},
    {.key = "reaction",
     .kind = TRM_KIND_FLAG,
     .fallback = "true",
     .summary = "false: the force of the joint does not press, only its moments and the preload"},
    {.key = "preload",
     .kind = TRM_KIND_NUMBER,
     TRM_NOT_NEGATIVE,
     .fallback = "0",
     .dimension = TRM_FORCE,
     .summary = "normal force that is there without a reaction"},
    {.key = "stiction_speed",
     .kind = TRM_KIND_NUMBER,
     TRM_POSITIVE,
     .dimension = TRM_VELOCITY,
     .summary = "sliding speed below which the regularised law falls off"},
    {.key = NULL}};

const TrmType trm_type_friction = {
    .name = "friction",
    .summary = "dry friction in a joint",
    .details =
        "The friction force is the coefficient times the preload and what the joint's own "
        "reaction presses. With `coulomb` the joint loses its freedom while it sticks, until "
        "the force that holds it is more than the static coefficient bears. Where the joint "
        "turns, `radius` is needed.",
    .example = "trammel: 1\n"
               "name: pendulum that comes to rest\n"
               "gravity: [0, -9.81, 0]\n"
               "points: {pivot: [0, 0, 0], tip: [0.4, 0, 0]}\n"
               "bodies:\n"
               "  arm: {shape: {rod: {from: pivot, to: tip, radius: 0.01, density: 7850}}}\n"
               "joints:\n"
               "  hinge:\n"
               "    revolute: [ground, arm]\n"
               "    at: pivot\n"
               "    axis: z\n"
               "    friction: {static: 0.2, dynamic: 0.15, law: coulomb, radius: 0.008}\n"
               "simulate:\n"
               "  - dynamics: {until: 10, every: 0.02}\n",
    .params = params};
