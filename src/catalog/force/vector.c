/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces by components: force and torque vectors, and a field of all six. What is put on the first
 * body is taken from the second at the same place; without a second it comes from outside.
 */
#include "catalog/force/force.h"

/* components of force and torque along the axes of `in` */
typedef struct Wrench {
  TrmForceComponents force, torque;
} Wrench;

static int prepare_force(TrmForceSetup *setup, void *data) {
  return trm_force_components(setup, "vector", &((Wrench *)data)->force);
}

static int prepare_torque(TrmForceSetup *setup, void *data) {
  return trm_force_components(setup, "vector", &((Wrench *)data)->torque);
}

static int prepare_field(TrmForceSetup *setup, void *data) {
  return trm_force_components(setup, "force", &((Wrench *)data)->force) &&
         trm_force_components(setup, "torque", &((Wrench *)data)->torque);
}

static void act(TrmForceCall *call) {
  const Wrench *wrench = call->data;
  trm_force_add_components(call, &wrench->force, call->force);
  trm_force_add_components(call, &wrench->torque, call->torque);
}

#define HEAD                                                                                       \
  {                                                                                                \
    .key = "between", .kind = TRM_KIND_REFS, .flags = TRM_HEAD | TRM_REQUIRED,                     \
    .refs = TRM_REF_BODY_OR_MARKER, .least = 1, .most = 2,                                         \
    .summary = "first, which it acts on, and second, which bears it (may be left out)"             \
  }

#define COMPONENTS(name, more, size, fewest, text)                                                 \
  {                                                                                                \
    .key = name, .kind = TRM_KIND_FUNCTIONS, .flags = more, .dimension = size, .least = fewest,    \
    .most = 3, .summary = text                                                                     \
  }

static const TrmParam force_params[] = {
    HEAD,
    TRM_PARAM_PLACE("at", "where it acts, when given by bodies; their mass centre when left out"),
    COMPONENTS("vector", TRM_REQUIRED, TRM_FORCE, 2, "[fx, fy, fz] on the first; planar [fx, fy]"),
    TRM_FORCE_IN,
    {.key = NULL}};

const TrmForceType trm_force_force = {
    .type =
        {.name = "force",
         .summary = "a force given by its components",
         .example =
             "trammel: 1\n"
             "name: pushed plate\n"
             "bodies:\n"
             "  plate: {shape: {box: {size: [0.4, 0.2, 0.02], density: 2700}}}\n"
             "joints:\n"
             "  table: {planar: [ground, plate], at: [0, 0, 0], axis: z}\n"
             "forces:\n"
             "  push: {force: plate, at: [0.2, 0, 0], vector: [0, 'step(time, 0, 5, 1, 0)', 0], "
             "in: plate}\n"
             "simulate:\n"
             "  - dynamics: {until: 2, every: 0.01}\n",
         .params = force_params,
         .shared = trm_force_shared},
    .size = sizeof(Wrench),
    .prepare = prepare_force,
    .act = act};

static const TrmParam torque_params[] = {
    HEAD,
    COMPONENTS("vector", TRM_REQUIRED | TRM_AXIAL, TRM_TORQUE, 1,
               "[tx, ty, tz] on the first; planar: one number"),
    TRM_FORCE_IN,
    {.key = NULL}};

const TrmForceType trm_force_torque = {
    .type = {.name = "torque",
             .summary = "a torque given by its components",
             .example = "trammel: 1\n"
                        "name: motor with a falling torque\n"
                        "bodies:\n"
                        "  rotor: {mass: 1, inertia: [0.002, 0.002, 0.004]}\n"
                        "joints:\n"
                        "  bearing: {revolute: [ground, rotor], at: [0, 0, 0], axis: z}\n"
                        "forces:\n"
                        "  motor: {torque: [rotor, ground], vector: [0, 0, 2 - 0.02*wz(rotor)]}\n"
                        "simulate:\n"
                        "  - dynamics: {until: 1, every: 0.01}\n",
             .params = torque_params,
             .shared = trm_force_shared},
    .size = sizeof(Wrench),
    .prepare = prepare_torque,
    .act = act};

static const TrmParam field_params[] = {
    HEAD,
    TRM_PARAM_PLACE("at", "where it acts, when given by bodies; their mass centre when left out"),
    COMPONENTS("force", 0, TRM_FORCE, 2, "[fx, fy, fz] on the first; planar [fx, fy]"),
    COMPONENTS("torque", TRM_AXIAL, TRM_TORQUE, 1, "[tx, ty, tz] on the first; planar: one number"),
    TRM_FORCE_IN,
    {.key = NULL}};

const TrmForceType trm_force_field = {
    .type = {.name = "field",
             .aliases = "general_force",
             .summary = "a force and a torque, six laws of time and state",
             .example =
                 "trammel: 1\n"
                 "name: floating plate\n"
                 "gravity: [0, 0, -9.81]\n"
                 "bodies:\n"
                 "  plate: {shape: {box: {size: [0.4, 0.4, 0.05], density: 600}}}\n"
                 "forces:\n"
                 "  water:\n"
                 "    field: plate\n"
                 "    force: [-5*vx(plate), -5*vy(plate), 47.1 - 1500*dz(plate) - 40*vz(plate)]\n"
                 "    torque: [-20*ax(plate) - 0.5*wx(plate), -20*ay(plate) - 0.5*wy(plate), "
                 "-0.5*wz(plate)]\n"
                 "simulate:\n"
                 "  - dynamics: {until: 5, every: 0.02}\n",
             .params = field_params,
             .shared = trm_force_shared},
    .size = sizeof(Wrench),
    .prepare = prepare_field,
    .act = act};
