/* SPDX-License-Identifier: Apache-2.0
 *
 * Aerodynamic force at a point: q = density/2 |v|^2 with v the velocity relative to the wind; drag
 * is q area drag along the wind, lift q area lift across it towards `up`.
 */
#include "catalog/force/force.h"

#define COEFFICIENT(name, text)                                                                    \
  { .key = name, .kind = TRM_KIND_FUNCTION, .fallback = "0", .summary = text }

static const TrmParam params[] = {
    {.key = "body",
     .kind = TRM_KIND_REF,
     .flags = TRM_HEAD | TRM_REQUIRED,
     .refs = TRM_REF_BODY_OR_MARKER,
     .summary = "the body, or a marker at its centre of pressure"},
    TRM_PARAM_PLACE("at",
                    "centre of pressure, when given by a body; its mass centre when left out"),
    TRM_FORCE_NUMBER("area", TRM_POSITIVE | TRM_REQUIRED, TRM_AREA, "reference area"),
    COEFFICIENT("drag", "drag coefficient"),
    COEFFICIENT("lift", "lift coefficient"),
    TRM_PARAM_DIRECTION("up", 0, "direction on the body towards which lift acts"),
    {.key = "density",
     .kind = TRM_KIND_NUMBER,
     TRM_POSITIVE,
     .dimension = TRM_DENSITY,
     .fallback = "1.225*kg/m^3",
     .summary = "density of the air"},
    {.key = "wind",
     .kind = TRM_KIND_FUNCTIONS,
     .dimension = TRM_VELOCITY,
     .least = 2,
     .most = 3,
     .summary = "velocity of the air, ground axes; still when left out"},
    {.key = NULL}};

const TrmForceType trm_force_aero = {
    .type = {.name = "aero",
             .summary = "drag and lift at a point of a body",
             .example =
                 "trammel: 1\n"
                 "name: ball in a breeze\n"
                 "gravity: [0, 0, -9.81]\n"
                 "bodies:\n"
                 "  ball: {at: [0, 0, 2], mass: 0.06, point_mass: true, velocity: [20, 0, 8]}\n"
                 "forces:\n"
                 "  air: {aero: ball, area: 3.4e-3, drag: 0.5, wind: [-3, 1, 0]}\n"
                 "simulate:\n"
                 "  - dynamics: {until: 2, every: 0.01}\n",
             .params = params,
             .shared = trm_force_shared}};
