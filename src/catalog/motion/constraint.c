/* SPDX-License-Identifier: Apache-2.0
 *
 * Constraints of the user's own: an expression that stays zero. Holonomic ones depend on positions
 * and time, nonholonomic ones on velocities too (and linearly on them).
 */
#include "catalog/param.h"

static const TrmParam params[] = {{.key = "equation",
                                   .kind = TRM_KIND_FUNCTION,
                                   .flags = TRM_HEAD | TRM_REQUIRED,
                                   .summary = "expression that stays zero"},
                                  {.key = "on",
                                   .kind = TRM_KIND_REF,
                                   .refs = TRM_REF_BODY_OR_MARKER,
                                   .summary = "body or marker on which fx and the like report "
                                              "its force"},
                                  TRM_PARAM_ACTIVE,
                                  {.key = NULL}};

static const TrmType holonomic = {.name = "holonomic",
                                  .summary = "an expression of positions and time that stays zero",
                                  .example =
                                      "trammel: 1\n"
                                      "name: pendulum by its own equation\n"
                                      "gravity: [0, -9.81, 0]\n"
                                      "bodies:\n"
                                      "  bob: {at: [1, 0, 0], mass: 1, point_mass: true}\n"
                                      "joints:\n"
                                      "  sheet: {inplane: [ground, bob], at: [1, 0, 0], axis: z}\n"
                                      "constraints:\n"
                                      "  circle: {holonomic: dx(bob)^2 + dy(bob)^2 - 1}\n"
                                      "simulate:\n"
                                      "  - dynamics: {until: 2, every: 0.01}\n",
                                  .params = params};

static const TrmType nonholonomic = {
    .name = "nonholonomic",
    .summary = "an expression of positions, velocities and time that stays zero",
    .details = "It must be linear in the velocities, as the rolling of a wheel or the edge of a "
               "skate is.",
    .example = "trammel: 1\n"
               "name: skate\n"
               "planar: true\n"
               "bodies:\n"
               "  skate: {mass: 2, inertia: 0.1, angle: 0, spin: 1}\n"
               "forces:\n"
               "  slope: {force: skate, vector: [0, -6]}\n"
               "constraints:\n"
               "  edge: {nonholonomic: vy(skate)*cos(az(skate)) - vx(skate)*sin(az(skate))}\n"
               "simulate:\n"
               "  - dynamics: {until: 10, every: 0.01}\n",
    .params = params};

static const TrmType *const types[] = {&holonomic, &nonholonomic, NULL};

const TrmTable trm_table_constraints = {
    .name = "constraint", .form = TRM_TABLE_HEAD, .types = types};
