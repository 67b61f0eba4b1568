/* SPDX-License-Identifier: Apache-2.0
 *
 * Springs and actuators. On a line: tension = k (l - length) + c dl/dt + preload, or any law of
 * `length` and `speed`. About a joint: torque = -(k (a - angle) + c da/dt) + preload on the second
 * body, with the angle counted through full turns. A law by intervals jumps at the bounds, which
 * are events.
 */
#include "catalog/force/force.h"
#include "math/mat3.h"
#include <string.h>

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

/* A law of one coordinate: linear, by a function, or by intervals */
typedef struct Law {
  double k, c, rest, preload;
  size_t count;        /* functions: none when linear, else one per interval */
  size_t first;        /* number of the first */
  const double *below; /* where the intervals end, all but the last */
} Law;

static int complain(const TrmForceSetup *setup, TrmPlace place, const char *text) {
  const TrmItem *item = setup->values.item;
  if (!trm_item_damaged(item))
    trm_log_add(setup->values.log, TRM_E_FORCE_LAW, place, item->name, "%s '%s' %s",
                item->type->name, item->name, text);
  return 0;
}

/* intervals that follow each other; the last goes on to infinity */
static int prepare_pieces(TrmForceSetup *setup, const char *key, const TrmValue *pieces, Law *law) {
  double *below = trm_arena_array(setup->values.arena, pieces->count + 1, sizeof *below);
  for (unsigned i = 0; i < pieces->count; i++) {
    const TrmItem *piece = pieces->list[i].form == TRM_FORM_ITEM ? pieces->list[i].item : NULL;
    const TrmValue *value = piece ? trm_item_value(piece, key) : NULL;
    TrmValues values = setup->values;
    if (!value) return 0;
    values.item = piece;
    int ends = values.given(&values, "below"), last = i + 1 == pieces->count;
    if (!ends && !last) return complain(setup, piece->place, "needs `below` in this piece");
    if (ends && !values.number(&values, "below", &below[i])) return 0;
    if (ends && i && !(below[i] > below[i - 1]))
      return complain(setup, values.where(&values, "below"), "has pieces that do not rise");
    size_t number = trm_force_law(setup, value);
    if (!i) law->first = number;
    law->count++;
  }
  law->below = below;
  return 1;
}

/* a law under `key`, or k and c and a preload with the free coordinate `rest` */
static int prepare_law(TrmForceSetup *setup, const char *key, const char *rest, Law *law) {
  const TrmValues *values = &setup->values;
  const TrmItem *item = values->item;
  const TrmValue *function = trm_item_value(item, key), *pieces = trm_item_value(item, "pieces");
  int stiff = values->number(values, "k", &law->k), damped = values->number(values, "c", &law->c);
  int loaded = values->given(values, "preload");
  values->number(values, "preload", &law->preload);
  int has_rest = values->number(values, rest, &law->rest);
  if (!has_rest) law->rest = setup->distance;
  int linear = stiff || damped || loaded;
  if (!function + !pieces + !linear < 2)
    return complain(setup, item->place, "has its law given twice");
  if (linear) return 1;
  if (pieces && pieces->form == TRM_FORM_LIST) return prepare_pieces(setup, key, pieces, law);
  if (!function) return complain(setup, item->place, "has no law");
  law->first = trm_force_law(setup, function);
  law->count = 1;
  return 1;
}

/* the law's value at a coordinate and its rate; of a linear one only what is not k x, which the
 * caller adds */
static const double *law_value(TrmForceCall *call, const Law *law, const double *x,
                               const double *rate) {
  size_t piece = 0, n = call->n;
  while (piece + 1 < law->count && !(x[0] < law->below[piece])) piece++;
  if (law->count) return trm_force_program(call, law->first + piece);
  double *value = trm_force_scalar(call);
  for (size_t i = 0; i <= n; i++) value[i] = law->c * rate[i];
  value[0] += law->preload - law->k * law->rest;
  return value;
}

/* energy of k, c and preload; `sense` of the preload along the coordinate */
static void law_energy(TrmForceCall *call, const Law *law, double sense) {
  double stretch = call->length - law->rest;
  call->potential = (law->k * stretch / 2 + sense * law->preload) * stretch;
  call->storing = (law->k * stretch + sense * law->preload) * call->speed;
  call->dissipation = -law->c * call->speed * call->speed;
}

/* distances from the ends of intervals */
static size_t law_events(const TrmForceCall *call, double *values) {
  const Law *law = call->data;
  size_t count = law->count ? law->count - 1 : 0;
  for (size_t i = 0; values && i < count; i++) values[i] = call->length - law->below[i];
  return count;
}

static int prepare_line(TrmForceSetup *setup, void *data) {
  return prepare_law(setup, "force", "length", data);
}

/* tension along the unit vector u from the first to the second; k l u is k d, which has a slope
 * even where the line has no length */
static void act_line(TrmForceCall *call) {
  const Law *law = call->data;
  size_t n = call->n;
  double *d = trm_force_vector(call), *u = trm_force_vector(call), *v = trm_force_vector(call);
  double *length = trm_force_scalar(call), *speed = trm_force_scalar(call);
  const double *p = trm_force_point(call, TRM_FORCE_FIRST);
  trm_jet_subtract(trm_force_point(call, TRM_FORCE_SECOND), p, d, n);
  trm_jet_unit(d, length, u, n);
  p = trm_force_velocity(call, TRM_FORCE_FIRST);
  trm_jet_subtract(trm_force_velocity(call, TRM_FORCE_SECOND), p, v, n);
  trm_jet_dot(u, v, speed, n);
  trm_force_local(call, 0, length, call->units->length);
  trm_force_local(call, 1, speed, call->units->length / call->units->time);
  const double *pull = law_value(call, law, length, speed);
  trm_jet_add_scaled(call->force, 1, pull, u, n);
  trm_jet_add(call->force, law->k, d, n);
  call->length = length[0];
  call->speed = speed[0];
  call->pull = pull[0] + law->k * length[0];
  if (call->energetic) law_energy(call, law, 1);
}

static int prepare_torsion(TrmForceSetup *setup, void *data) {
  return prepare_law(setup, "torque", "angle", data);
}

/* x axes of both, y axis of the first */
static double torsion_angle(const TrmForceSite *first, const TrmForceSite *second, double last) {
  const double turn = 6.283185307179586476925286766559;
  double axis[3][3];
  for (int k = 0; k < 3; k++) {
    const TrmForceSite *site = k < 2 ? first : second;
    int number = k == 1;
    const double *A = site->frame->A, x[3] = {A[number], A[3 + number], A[6 + number]};
    trm_mat3_apply(site->motion->R, x, axis[k]);
  }
  double angle = atan2(trm_vec3_dot(axis[2], axis[1]), trm_vec3_dot(axis[2], axis[0]));
  return angle + turn * nearbyint((last - angle) / turn);
}

/* With X the x axis of the second, a = X.x and b = X.y along axes of the first, the angle
 * atan2(b, a) changes by m . (w2 - w1), m = X x (a y - b x)/(a^2 + b^2); that is z while the joint
 * holds. The torque acts along m, so that its power is torque times the rate of the angle. */
static void act_torsion(TrmForceCall *call) {
  const Law *law = call->data;
  size_t n = call->n;
  double *a = trm_force_scalar(call), *b = trm_force_scalar(call), *angle = trm_force_scalar(call);
  double *square = trm_force_scalar(call), *speed = trm_force_scalar(call);
  double *across = trm_force_zero(call), *arm = trm_force_vector(call), *m = trm_force_zero(call);
  double *spin = trm_force_vector(call);
  const double *X = trm_force_axis(call, TRM_FORCE_SECOND, 0);
  const double *x = trm_force_axis(call, TRM_FORCE_FIRST, 0);
  const double *y = trm_force_axis(call, TRM_FORCE_FIRST, 1);
  trm_jet_dot(X, x, a, n);
  trm_jet_dot(X, y, b, n);
  trm_jet_angle(b, a, angle, n);
  angle[0] =
      torsion_angle(&call->site[TRM_FORCE_FIRST], &call->site[TRM_FORCE_SECOND], *call->turned);
  trm_jet_add_scaled(across, 1, a, y, n);
  trm_jet_add_scaled(across, -1, b, x, n);
  trm_jet_cross(X, across, arm, n);
  memset(square, 0, (n + 1) * sizeof *square);
  trm_jet_add_product(square, 1, a, a, n);
  trm_jet_add_product(square, 1, b, b, n);
  double inverse = square[0] > 0 ? 1 / square[0] : 0;
  trm_jet_apply(square, inverse, -inverse * inverse, n);
  trm_jet_add_scaled(m, 1, square, arm, n);
  const double *w = trm_force_spin(call, TRM_FORCE_FIRST);
  trm_jet_subtract(trm_force_spin(call, TRM_FORCE_SECOND), w, spin, n);
  trm_jet_dot(m, spin, speed, n);
  trm_force_local(call, 0, angle, call->units->angle);
  trm_force_local(call, 1, speed, call->units->angle / call->units->time);
  /* on the first: what k and c hold it back by, less the law's or preload's torque */
  double *twist = trm_force_scalar(call);
  const double *value = law->count ? law_value(call, law, angle, speed) : NULL;
  for (size_t i = 0; i <= n; i++)
    twist[i] = value ? -value[i] : law->k * angle[i] + law->c * speed[i];
  if (!value) twist[0] -= law->k * law->rest + law->preload;
  trm_jet_add_scaled(call->torque, 1, twist, m, n);
  call->length = angle[0];
  call->speed = speed[0];
  call->pull = -twist[0];
  if (call->energetic) law_energy(call, law, -1);
}

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

const TrmForceType trm_force_spring = {
    .type =
        {.name = "spring",
         .locals = "length|speed",
         .aliases = "spring_damper",
         .summary = "a spring and damper along the line between two points",
         .details =
             "Tension = k (l - length) + c dl/dt + preload; positive pulls the ends together. In "
             "`force` and `pieces` the names length and speed are its length and how fast it "
             "lengthens.",
         .example = "trammel: 1\n"
                    "name: weight on a spring\n" WEIGHT_ON(
                        "spring: [ground, weight], from: [0, 0, 0], to: [0, "
                        "0, -0.5], k: 200, c: 1, length: 0.4"),
         .params = spring_params,
         .shared = trm_force_shared},
    .size = sizeof(Law),
    .has_line = 1,
    .prepare = prepare_line,
    .act = act_line,
    .events = law_events};

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

const TrmForceType trm_force_torsion_spring = {
    .type =
        {.name = "torsion_spring",
         .locals = "angle|speed",
         .summary = "a spring and damper about a joint that turns",
         .details =
             "The angle is counted through full turns. In `torque` and `pieces` the names angle "
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
         .shared = trm_force_shared},
    .size = sizeof(Law),
    .has_line = 1,
    .turns = 1,
    .counts_turns = 1,
    .prepare = prepare_torsion,
    .act = act_torsion,
    .angle = torsion_angle,
    .events = law_events};

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

const TrmForceType trm_force_actuator = {
    .type = {.name = "actuator",
             .locals = "length|speed",
             .summary = "a force along the line between two points",
             .details =
                 "The names length and speed are the length of the line and how fast it lengthens.",
             .example = "trammel: 1\n"
                        "name: hoist\n" WEIGHT_ON(
                            "actuator: [ground, weight], from: [0, 0, 0], to: [0, 0, "
                            "-0.5], force: 20 + 5*sin(3*time)"),
             .params = actuator_params,
             .shared = trm_force_shared},
    .size = sizeof(Law),
    .has_line = 1,
    .prepare = prepare_line,
    .act = act_line};
