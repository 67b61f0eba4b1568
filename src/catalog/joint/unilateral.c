/* SPDX-License-Identifier: Apache-2.0
 *
 * Unilateral connections: a rope that may go slack (sum of its spans <= length) and a separator
 * that keeps two points apart (distance >= length). The equation holds only while it is taut or
 * touching; `restitution` says how it rebounds when it becomes so.
 */
#include "catalog/joint/joint.h"

#define PAIR(text)                                                                                 \
  {                                                                                                \
    .key = "between", .kind = TRM_KIND_REFS, .flags = TRM_HEAD, .refs = TRM_REF_BODY_OR_MARKER,    \
    .least = 2, .most = 2, .summary = text                                                         \
  }

static const TrmParam rope_params[] = {
    PAIR("two bodies, or a marker on each; leave empty with `through`"),
    TRM_PARAM_PLACE("from", "where it is tied to the first, when given by bodies"),
    TRM_PARAM_PLACE("to", "where it is tied to the second, when given by bodies"),
    {.key = "through",
     .kind = TRM_KIND_REFS,
     .refs = TRM_REF_POINT | TRM_REF_MARKER,
     .least = 2,
     .summary = "points of ground and markers it runs through freely, from end to end"},
    {.key = "length",
     .kind = TRM_KIND_NUMBER,
     TRM_POSITIVE,
     .dimension = TRM_LENGTH,
     .summary = "length of the rope; that of the design position when left out"},
    {.key = NULL}};

const TrmJointType trm_joint_rope = {
    .type =
        {.name = "rope",
         .summary = "a rope: pulls when taut, does nothing when slack",
         .details = "`{rope: [a, b], from: P, to: Q, length: L}`, or over pulleys `{rope: , "
                    "through: [a.eye, P, b.eye], length: L}`. Its tension is never negative.",
         .example =
             "trammel: 1\n"
             "name: weight on a rope over a pulley\n"
             "gravity: [0, 0, -9.81]\n"
             "points: {wheel: [0.2, 0, 1]}\n"
             "bodies:\n"
             "  weight: {at: [0, 0, 0.4], mass: 5, point_mass: true, markers: {eye: [0, 0, 0]}}\n"
             "  counter: {at: [0.4, 0, 0.5], mass: 4, point_mass: true, markers: {eye: [0, 0, "
             "0]}}\n"
             "joints:\n"
             "  line: {rope: , through: [weight.eye, wheel, counter.eye], restitution: 0}\n"
             "simulate:\n"
             "  - dynamics: {until: 0.5, every: 0.005}\n",
         .params = rope_params,
         .shared = trm_joint_shared},
    .equations = 1,
    .planar_equations = 1,
    .unilateral = 1};

static const TrmParam separator_params[] = {
    TRM_PARAM_PAIR,
    TRM_PARAM_PLACE("from", "the point on the first, when given by bodies"),
    TRM_PARAM_PLACE("to", "the point on the second, when given by bodies"),
    {.key = "length",
     .kind = TRM_KIND_NUMBER,
     TRM_POSITIVE | TRM_REQUIRED,
     .dimension = TRM_LENGTH,
     .summary = "least distance"},
    {.key = NULL}};

const TrmJointType trm_joint_separator = {
    .type =
        {.name = "separator",
         .summary = "keeps two points at least a distance apart",
         .example =
             "trammel: 1\n"
             "name: two carts that bump\n"
             "points: {A: [0, 0, 0], B: [1, 0, 0]}\n"
             "bodies:\n"
             "  left: {at: A, mass: 1, point_mass: true, velocity: [2, 0, 0]}\n"
             "  right: {at: B, mass: 2, point_mass: true}\n"
             "joints:\n"
             "  lane_left: {inline: [ground, left], at: A, axis: x}\n"
             "  lane_right: {inline: [ground, right], at: B, axis: x}\n"
             "  bumper: {separator: [left, right], from: A, to: B, length: 0.2, restitution: 0.8}\n"
             "simulate:\n"
             "  - dynamics: {until: 1, every: 0.01}\n",
         .params = separator_params,
         .shared = trm_joint_shared},
    .equations = 1,
    .planar_equations = 1,
    .unilateral = 1};
