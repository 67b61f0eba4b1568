/* SPDX-License-Identifier: Apache-2.0
 *
 * Bushing and beam: linear forces and torques in the six relative coordinates of two frames.
 * The beam is Timoshenko's: phi = 12 E I shear/(G A L^2), stiffness 12 E I/(L^3 (1 + phi)) and so
 * on (Przemieniecki, Theory of Matrix Structural Analysis, 1968).
 */
#include "catalog/force/force.h"

#define TRIPLE(name, size, text)                                                                   \
  {                                                                                                \
    .key = name, .kind = TRM_KIND_VECTOR, .dimension = size, .least = 1, .most = 3, .low = 0,      \
    .high = HUGE_VAL, .flags = TRM_LIMITED, .summary = text                                        \
  }

static const TrmParam bushing_params[] = {
    TRM_PARAM_PAIR,
    TRM_PARAM_PLACE("at", "where it is, when given by bodies"),
    TRM_PARAM_ORIENT(0, "its axes, when given by bodies; ground's when left out"),
    TRIPLE("k", TRM_STIFFNESS, "stiffness along x, y, z; one number for all three"),
    TRIPLE("c", TRM_DAMPING, "damping along x, y, z"),
    TRIPLE("kt", TRM_TORSION_STIFFNESS, "torsional stiffness about x, y, z"),
    TRIPLE("ct", TRM_TORSION_DAMPING, "torsional damping about x, y, z"),
    {.key = "preload",
     .kind = TRM_KIND_VECTOR,
     .least = 6,
     .most = 6,
     .summary = "forces, then torques on the first in the design position, in the model's units"},
    TRM_FORCE_MATRIX("stiffness", "full 6 x 6 matrix in place of k and kt, in the model's units"),
    TRM_FORCE_MATRIX("damping", "full 6 x 6 matrix in place of c and ct, in the model's units"),
    {.key = NULL}};

const TrmForceType trm_force_bushing = {
    .type = {.name = "bushing",
             .summary = "a rubber bush: stiff in all six directions",
             .details =
                 "It is free of force at the design position when given by bodies, and where the "
                 "markers coincide when given by markers. Rotations are meant to stay small.",
             .example = "trammel: 1\n"
                        "name: engine on a mount\n"
                        "gravity: [0, 0, -9.81]\n"
                        "bodies:\n"
                        "  engine: {at: [0, 0, 0.2], mass: 80, inertia: [3, 4, 4]}\n"
                        "forces:\n"
                        "  mount:\n"
                        "    bushing: [ground, engine]\n"
                        "    at: [0, 0, 0]\n"
                        "    k: [2e5, 2e5, 4e5]\n"
                        "    c: [300, 300, 500]\n"
                        "    kt: 1e4\n"
                        "    ct: 50\n"
                        "simulate:\n"
                        "  - dynamics: {until: 1, every: 1e-3}\n",
             .params = bushing_params,
             .shared = trm_force_shared}};

static const TrmParam beam_params[] = {
    TRM_PARAM_PAIR,
    TRM_FORCE_FROM,
    TRM_FORCE_TO,
    TRM_PARAM_ORIENT(0, "axes of the section, x along the beam, when given by bodies"),
    TRM_FORCE_NUMBER("length", TRM_POSITIVE, TRM_LENGTH,
                     "free length; the distance at the design position when left out"),
    TRM_FORCE_NUMBER("area", TRM_POSITIVE, TRM_AREA, "area of the section"),
    TRM_FORCE_NUMBER("ixx", TRM_POSITIVE, TRM_AREA_MOMENT, "torsion constant of the section"),
    TRM_FORCE_NUMBER("iyy", TRM_POSITIVE, TRM_AREA_MOMENT,
                     "area moment about the section's y axis"),
    TRM_FORCE_NUMBER("izz", TRM_POSITIVE, TRM_AREA_MOMENT,
                     "area moment about the section's z axis"),
    TRM_FORCE_NUMBER("e", TRM_POSITIVE, TRM_PRESSURE, "Young's modulus"),
    TRM_FORCE_NUMBER("g", TRM_POSITIVE, TRM_PRESSURE, "shear modulus"),
    {.key = "asy",
     .kind = TRM_KIND_NUMBER,
     TRM_NOT_NEGATIVE,
     .fallback = "0",
     .summary =
         "shear area ratio for y: 1.2 for a rectangle, 10/9 for a disc, 0 for a slender beam"},
    {.key = "asz",
     .kind = TRM_KIND_NUMBER,
     TRM_NOT_NEGATIVE,
     .fallback = "0",
     .summary = "shear area ratio for z"},
    {.key = "damping_ratio",
     .kind = TRM_KIND_NUMBER,
     TRM_NOT_NEGATIVE,
     .dimension = TRM_TIME,
     .fallback = "0",
     .summary = "damping matrix over stiffness matrix"},
    TRM_FORCE_MATRIX("stiffness",
                     "full 6 x 6 matrix in place of the section, in the model's units"),
    TRM_FORCE_MATRIX("damping", "full 6 x 6 matrix, in the model's units"),
    {.key = NULL}};

const TrmForceType trm_force_beam = {
    .type = {
        .name = "beam",
        .summary = "a massless Timoshenko beam between two frames",
        .details =
            "x runs along the beam from the first to the second. With markers, it is straight and "
            "free of force where the second lies `length` along the x axis of the first.",
        .example = "trammel: 1\n"
                   "name: weight on a cantilever\n"
                   "gravity: [0, 0, -9.81]\n"
                   "points: {root: [0, 0, 0], tip: [0.5, 0, 0]}\n"
                   "bodies:\n"
                   "  weight: {at: tip, mass: 1, inertia: [1e-3, 1e-3, 1e-3]}\n"
                   "forces:\n"
                   "  blade:\n"
                   "    beam: [ground, weight]\n"
                   "    from: root\n"
                   "    to: tip\n"
                   "    area: 2e-4\n"
                   "    ixx: 7e-9\n"
                   "    iyy: 1.7e-9\n"
                   "    izz: 6.7e-9\n"
                   "    e: 210*GPa\n"
                   "    g: 80*GPa\n"
                   "    damping_ratio: 1e-4\n"
                   "simulate:\n"
                   "  - statics: {}\n",
        .params = beam_params,
        .shared = trm_force_shared}};
