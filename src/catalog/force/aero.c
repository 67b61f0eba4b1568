/* SPDX-License-Identifier: Apache-2.0
 *
 * Aerodynamic force at a point: q = density/2 |v|^2 with v the velocity relative to the wind; drag
 * is q area drag along the wind, lift q area lift across it towards `up`.
 */
#include "catalog/force/force.h"
#include "math/mat3.h"
#include <string.h>

/* coefficients are functions, -1: none */
typedef struct Air {
  double half; /* density area/2 */
  int drag, lift;
  double up_b[3];
  TrmForceComponents wind;
} Air;

static int prepare(TrmForceSetup *setup, void *data) {
  Air *air = data;
  const TrmValues *values = &setup->values;
  const TrmValue *drag = trm_item_value(values->item, "drag");
  const TrmValue *lift = trm_item_value(values->item, "lift");
  double area, density, up[3];
  if (!values->number(values, "area", &area) || !values->number(values, "density", &density))
    return 0;
  air->half = density * area / 2;
  air->drag = drag ? (int)trm_force_law(setup, drag) : -1;
  air->lift = lift ? (int)trm_force_law(setup, lift) : -1;
  if (!trm_force_components(setup, "wind", &air->wind)) return 0;
  if (!lift) return 1;
  if (!values->given(values, "up")) {
    if (!trm_item_damaged(values->item))
      trm_log_add(values->log, TRM_E_FORCE_LAW, lift->place, values->item->name,
                  "aero '%s' has lift but does not say which way is `up`", values->item->name);
    return 0;
  }
  if (!values->direction(values, "up", up)) return 0;
  for (int k = 0; k < 3; k++)
    if (setup->mirror >> k & 1) up[k] = -up[k];
  trm_mat3_apply_transposed(setup->R_gb[TRM_FORCE_FIRST], up, air->up_b);
  return 1;
}

static void act(TrmForceCall *call) {
  const Air *air = call->data;
  size_t n = call->n;
  double *v = trm_force_zero(call), *wind = trm_force_zero(call), *along = trm_force_vector(call);
  double *speed = trm_force_scalar(call), *pressure = trm_force_scalar(call);
  double *size = trm_force_scalar(call);
  trm_jet_add(v, 1, trm_force_velocity(call, TRM_FORCE_FIRST), n);
  trm_force_add_components(call, &air->wind, wind);
  trm_jet_add(v, -1, wind, n);
  trm_jet_unit(v, speed, along, n);
  trm_jet_dot(v, v, pressure, n);
  if (air->drag >= 0) {
    const double *drag = trm_force_program(call, (size_t)air->drag);
    memset(size, 0, (n + 1) * sizeof *size);
    trm_jet_add_product(size, air->half, pressure, drag, n);
    trm_jet_add_scaled(call->force, -1, size, along, n);
  }
  if (air->lift < 0) return;
  /* up, made perpendicular to the wind */
  const double *lift = trm_force_program(call, (size_t)air->lift);
  double *up = trm_force_vector(call), *across = trm_force_vector(call);
  double *slant = trm_force_scalar(call), *length = trm_force_scalar(call);
  trm_site_vector(&call->site[TRM_FORCE_FIRST], air->up_b, up, n);
  trm_jet_dot(up, along, slant, n);
  trm_jet_add_scaled(up, -1, slant, along, n);
  trm_jet_unit(up, length, across, n);
  memset(size, 0, (n + 1) * sizeof *size);
  trm_jet_add_product(size, air->half, pressure, lift, n);
  trm_jet_add_scaled(call->force, 1, size, across, n);
}

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
             .shared = trm_force_shared},
    .size = sizeof(Air),
    .prepare = prepare,
    .act = act};
