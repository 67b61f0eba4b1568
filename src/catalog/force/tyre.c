/* SPDX-License-Identifier: Apache-2.0
 *
 * Tyres on roads. The tyre's normal force follows its deflection on the road, its forces in the
 * contact patch the slip, by a brush law (Fiala) or the Magic Formula (Pacejka).
 */
#include "catalog/force/force.h"

/* force per angle, as cornering stiffness is */
#define FORCE_PER_ANGLE                                                                            \
  { 0, 0, 0, 1, -1 }

static const TrmParam tyre_params[] = {
    {.key = "wheel",
     .kind = TRM_KIND_REF,
     .flags = TRM_HEAD | TRM_REQUIRED,
     .refs = TRM_REF_BODY_OR_MARKER,
     .summary = "the wheel: a body, or a marker at its centre whose z is the axle"},
    TRM_PARAM_PLACE("at", "centre of the wheel, when given by a body"),
    TRM_PARAM_DIRECTION("axis", TRM_AXIAL, "axle, when given by a body"),
    {.key = "road",
     .kind = TRM_KIND_REF,
     .refs = TRM_REF_FORCE,
     .flags = TRM_REQUIRED,
     .summary = "the road it runs on, one of `forces`"},
    {.key = "model",
     .kind = TRM_KIND_CHOICE,
     .words = "fiala|magic_formula",
     .fallback = "fiala",
     .summary = "law of the forces in the contact patch"},
    TRM_FORCE_NUMBER("radius", TRM_POSITIVE | TRM_REQUIRED, TRM_LENGTH, "radius without load"),
    TRM_FORCE_NUMBER("width", TRM_POSITIVE, TRM_LENGTH, "width of the tread"),
    TRM_FORCE_NUMBER("stiffness", TRM_POSITIVE, TRM_STIFFNESS, "radial stiffness"),
    TRM_FORCE_NUMBER("damping", TRM_NOT_NEGATIVE, TRM_DAMPING, "radial damping"),
    TRM_FORCE_NUMBER("slip_stiffness", TRM_POSITIVE, TRM_FORCE,
                     "longitudinal force per unit of slip"),
    TRM_FORCE_NUMBER("cornering_stiffness", TRM_POSITIVE, FORCE_PER_ANGLE,
                     "lateral force per slip angle"),
    TRM_FORCE_NUMBER("camber_stiffness", TRM_NOT_NEGATIVE, FORCE_PER_ANGLE,
                     "lateral force per camber angle"),
    TRM_FORCE_NUMBER("relaxation_length", TRM_NOT_NEGATIVE, TRM_LENGTH,
                     "distance rolled while the lateral force builds up"),
    {.key = "rolling_resistance",
     .kind = TRM_KIND_NUMBER,
     TRM_NOT_NEGATIVE,
     .fallback = "0",
     .summary = "rolling resistance over normal force"},
    {.key = "file", .kind = TRM_KIND_TEXT, .summary = "tyre property file, beside the model"},
    {.key = NULL}};

#define ON_A_ROAD                                                                                  \
  "trammel: 1\n"                                                                                   \
  "name: wheel on a road\n"                                                                        \
  "gravity: [0, 0, -9.81]\n"                                                                       \
  "bodies:\n"                                                                                      \
  "  wheel:\n"                                                                                     \
  "    at: [0, 0, 0.3]\n"                                                                          \
  "    mass: 20\n"                                                                                 \
  "    inertia: [0.6, 1.1, 0.6]\n"                                                                 \
  "    velocity: [10, 0, 0]\n"                                                                     \
  "    spin: [0, 33.3, 0]\n"                                                                       \
  "forces:\n"                                                                                      \
  "  street: {road: ground, at: [0, 0, 0], normal: z, friction: 0.9}\n"                            \
  "  tread:\n"                                                                                     \
  "    tyre: wheel\n"                                                                              \
  "    road: street\n"                                                                             \
  "    axis: y\n"                                                                                  \
  "    radius: 0.3\n"                                                                              \
  "    stiffness: 2e5\n"                                                                           \
  "    damping: 200\n"                                                                             \
  "    slip_stiffness: 4e4\n"                                                                      \
  "    cornering_stiffness: 3e4\n"                                                                 \
  "simulate:\n"                                                                                    \
  "  - dynamics: {until: 2, every: 0.01}\n"

const TrmForceType trm_force_tyre = {.type = {.name = "tyre",
                                              .aliases = "tire",
                                              .summary = "a tyre on a road",
                                              .example = ON_A_ROAD,
                                              .params = tyre_params,
                                              .shared = trm_force_shared}};

static const TrmParam road_params[] = {
    {.key = "on",
     .kind = TRM_KIND_REF,
     .flags = TRM_HEAD | TRM_REQUIRED,
     .refs = TRM_REF_BODY_OR_MARKER,
     .summary = "the body that carries the road, ground as a rule"},
    TRM_PARAM_PLACE("at", "a point of the road; the origin when left out"),
    TRM_PARAM_DIRECTION("normal", 0, "its upward normal"),
    TRM_PARAM_DIRECTION("forward", 0, "direction along which the profile runs"),
    {.key = "friction",
     .kind = TRM_KIND_NUMBER,
     TRM_NOT_NEGATIVE,
     .fallback = "1",
     .summary = "coefficient of friction with the tread"},
    {.key = "profile",
     .kind = TRM_KIND_REF,
     .refs = TRM_REF_SPLINE,
     .summary = "spline of the height along `forward`; of two parameters: also across"},
    {.key = NULL}};

const TrmForceType trm_force_road = {
    .type = {.name = "road",
             .summary = "a road for tyres: flat, or with a profile",
             .details = "It acts on nothing by itself; tyres name it.",
             .example = ON_A_ROAD,
             .params = road_params,
             .shared = trm_force_shared}};
