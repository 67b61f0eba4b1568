/* SPDX-License-Identifier: Apache-2.0
 *
 * Bushing and beam: linear forces and torques in the six relative coordinates of two frames.
 * The beam is Timoshenko's: phi = 12 E I shear/(G A L^2), stiffness 12 E I/(L^3 (1 + phi)) and so
 * on (Przemieniecki, Theory of Matrix Structural Analysis, 1968).
 */
#include "catalog/force/force.h"
#include "math/mat3.h"
#include <string.h>

/* Force and torque on one frame, the moving one, in the axes of the other: g = load - K e - C e',
 * with e its place (less where it is free) and the three small angles ax, ay, az of the functions
 * of these names; their rates are velocity and spin relative to the other's axes. */
typedef struct Matrix {
  TrmForceSide moving, base;
  double K[36], C[36], load[6], free[3];
} Matrix;

static int complain(const TrmForceSetup *setup, TrmPlace place, TrmCode code, const char *text) {
  const TrmItem *item = setup->values.item;
  if (!trm_item_damaged(item))
    trm_log_add(setup->values.log, code, place, item->name, "%s '%s' %s", item->type->name,
                item->name, text);
  return 0;
}

/* signs of places, then angles, of a mirrored element */
static void mirror_signs(unsigned mirror, double sign[6]) {
  double all = 1;
  for (int k = 0; k < 3; k++) all *= mirror >> k & 1 ? -1 : 1;
  for (int k = 0; k < 6; k++) sign[k] = (mirror >> (k % 3) & 1 ? -1 : 1) * (k < 3 ? 1 : all);
}

/* a full matrix under `key`, from the model's units: 1 given, 0 left out, -1 in error */
static int read_matrix(TrmForceSetup *setup, const char *key, double time, double *out) {
  const TrmItem *item = setup->values.item;
  const TrmUnits *units = setup->units;
  const TrmValue *rows = trm_item_value(item, key);
  double sign[6];
  if (!rows) return 0;
  mirror_signs(setup->mirror, sign);
  for (unsigned i = 0; i < 6; i++) {
    size_t count = 0;
    if (rows->form != TRM_FORM_LIST || rows->count != 6 || rows->list[i].form != TRM_FORM_LIST ||
        rows->list[i].count != 6) {
      complain(setup, rows->place, TRM_E_MATRIX_SIZE, "needs six rows of six numbers here");
      return -1;
    }
    if (!setup->values.row(&setup->values, key, i, out + (size_t)6 * i, 6, &count)) return -1;
    for (unsigned j = 0; j < 6; j++)
      out[6 * i + j] *= sign[i] * sign[j] * time * units->force * (i < 3 ? 1 : units->length) /
                        (j < 3 ? units->length : units->angle);
  }
  return 1;
}

/* three numbers on the diagonal; one counts for all */
static int read_diagonal(TrmForceSetup *setup, const char *key, double *out) {
  double v[3] = {0, 0, 0};
  size_t count;
  if (!setup->values.vector(&setup->values, key, v, 3, &count)) return 0;
  for (size_t k = 0; k < 3; k++) out[7 * k] = count == 1 ? v[0] : v[k];
  return 1;
}

static int prepare_bushing(TrmForceSetup *setup, void *data) {
  Matrix *m = data;
  size_t count;
  double sign[6];
  m->moving = TRM_FORCE_FIRST;
  m->base = TRM_FORCE_SECOND;
  int single = 0;
  single |= read_diagonal(setup, "k", m->K) | read_diagonal(setup, "kt", m->K + 21);
  int stiff = read_matrix(setup, "stiffness", 1, m->K);
  if (stiff < 0) return 0;
  if (single && stiff)
    return complain(setup, setup->values.where(&setup->values, "stiffness"), TRM_E_FORCE_LAW,
                    "has its stiffness given twice");
  int slow = read_diagonal(setup, "c", m->C) | read_diagonal(setup, "ct", m->C + 21);
  int damped = read_matrix(setup, "damping", setup->units->time, m->C);
  if (damped < 0) return 0;
  if (slow && damped)
    return complain(setup, setup->values.where(&setup->values, "damping"), TRM_E_FORCE_LAW,
                    "has its damping given twice");
  mirror_signs(setup->mirror, sign);
  setup->values.vector(&setup->values, "preload", m->load, 6, &count);
  for (int k = 0; k < 6; k++)
    m->load[k] *= sign[k] * setup->units->force * (k < 3 ? 1 : setup->units->length);
  return 1;
}

/* K of a beam of length l along x, clamped at the base, free end moving */
static int prepare_section(TrmForceSetup *setup, Matrix *m, double l) {
  const TrmValues *v = &setup->values;
  double A, ixx = 0, iyy = 0, izz, E, G = 0, asy, asz;
  v->number(v, "asy", &asy);
  v->number(v, "asz", &asz);
  int good = v->number(v, "area", &A) & v->number(v, "izz", &izz) & v->number(v, "e", &E);
  int shear = v->number(v, "g", &G), rest = v->number(v, "ixx", &ixx) & v->number(v, "iyy", &iyy);
  if (!good || (!v->planar && (!shear || !rest)) || (asy > 0 && !shear))
    return complain(setup, v->item->place, TRM_E_FORCE_LAW,
                    v->planar ? "needs `area`, `izz`, `e` (and `g` with `asy`), or `stiffness`"
                              : "needs `area`, `ixx`, `iyy`, `izz`, `e` and `g`, or `stiffness`");
  double py = asy > 0 ? 12 * E * izz * asy / (G * A * l * l) : 0;
  double pz = asz > 0 ? 12 * E * iyy * asz / (G * A * l * l) : 0;
  double y = E * izz / (l * (1 + py)), z = E * iyy / (l * (1 + pz));
  m->K[0] = E * A / l;
  m->K[7] = 12 * y / (l * l);
  m->K[14] = 12 * z / (l * l);
  m->K[21] = G * ixx / l;
  m->K[28] = (4 + pz) * z;
  m->K[35] = (4 + py) * y;
  m->K[11] = m->K[31] = -6 * y / l;
  m->K[16] = m->K[26] = 6 * z / l;
  /* x of a mirrored frame runs from the second to the first */
  double sign[6];
  mirror_signs(setup->mirror, sign);
  for (int i = 0; i < 36; i++) m->K[i] *= sign[i / 6] * sign[i % 6];
  return 1;
}

static int prepare_beam(TrmForceSetup *setup, void *data) {
  Matrix *m = data;
  const TrmValues *v = &setup->values;
  double length, ratio, sign[6];
  m->moving = TRM_FORCE_SECOND;
  m->base = TRM_FORCE_FIRST;
  if (!v->number(v, "length", &length)) length = setup->distance;
  if (!(length > 0))
    return complain(setup, v->item->place, TRM_E_LINK_LENGTH, "has both ends at one place");
  mirror_signs(setup->mirror, sign);
  m->free[0] = sign[0] * length;
  int stiff = read_matrix(setup, "stiffness", 1, m->K);
  if (stiff < 0) return 0;
  if (stiff && v->given(v, "area"))
    return complain(setup, v->where(v, "stiffness"), TRM_E_FORCE_LAW,
                    "has its stiffness given twice");
  if (!stiff && !prepare_section(setup, m, length)) return 0;
  v->number(v, "damping_ratio", &ratio);
  int damped = read_matrix(setup, "damping", setup->units->time, m->C);
  for (int i = 0; i < 36 && !damped; i++) m->C[i] = ratio * m->K[i];
  return damped >= 0;
}

/* the frames' axes, and the moving one's place and rates along those of the base */
typedef struct Coordinates {
  const double *base[3];
  double *e[6], *rate[6], *d;
} Coordinates;

static void find_coordinates(TrmForceCall *call, const Matrix *m, Coordinates *c) {
  size_t n = call->n;
  double *v = trm_force_vector(call), *w = trm_force_vector(call),
         *carried = trm_force_vector(call);
  const double *moving[3];
  c->d = trm_force_vector(call);
  for (int k = 0; k < 3; k++) {
    c->base[k] = trm_force_axis(call, m->base, k);
    moving[k] = trm_force_axis(call, m->moving, k);
  }
  const double *p = trm_force_point(call, m->base), *spin = trm_force_spin(call, m->base);
  trm_jet_subtract(trm_force_point(call, m->moving), p, c->d, n);
  trm_jet_subtract(trm_force_spin(call, m->moving), spin, w, n);
  trm_jet_cross(spin, c->d, carried, n);
  p = trm_force_velocity(call, m->base);
  trm_jet_subtract(trm_force_velocity(call, m->moving), p, v, n);
  trm_jet_add(v, -1, carried, n);
  for (int k = 0; k < 3; k++) {
    int next = (k + 1) % 3, last = (k + 2) % 3;
    double *sine = trm_force_scalar(call), *cosine = trm_force_scalar(call);
    for (int i = 0; i < 2; i++) {
      c->e[k + 3 * i] = trm_force_scalar(call);
      c->rate[k + 3 * i] = trm_force_scalar(call);
    }
    trm_jet_dot(c->d, c->base[k], c->e[k], n);
    trm_jet_dot(v, c->base[k], c->rate[k], n);
    trm_jet_dot(w, c->base[k], c->rate[k + 3], n);
    /* how far the moving frame's axis leans about axis k of the base */
    trm_jet_dot(moving[last], c->base[next], sine, n);
    trm_jet_dot(moving[last], c->base[last], cosine, n);
    for (size_t i = 0; i <= n; i++) sine[i] = -sine[i];
    trm_jet_angle(sine, cosine, c->e[k + 3], n);
    c->e[k][0] -= m->free[k];
  }
}

/* rate of the small angle about axis k: not quite the spin about it */
static double angle_rate(const TrmForceCall *call, const Matrix *m, const Coordinates *c, int k) {
  const TrmForceSite *site = &call->site[m->moving];
  int next = (k + 1) % 3, last = (k + 2) % 3;
  const double *A = site->frame->A, x_b[3] = {A[last], A[3 + last], A[6 + last]};
  double x[3], w[3] = {0, 0, 0}, rate[3];
  trm_mat3_apply(site->motion->R, x_b, x);
  for (int i = 0; i < 3; i++) trm_vec3_add(w, c->rate[3 + i][0], c->base[i], w);
  trm_vec3_cross(w, x, rate);
  double y = -trm_vec3_dot(x, c->base[next]), z = trm_vec3_dot(x, c->base[last]);
  double dy = -trm_vec3_dot(rate, c->base[next]), dz = trm_vec3_dot(rate, c->base[last]);
  double square = y * y + z * z;
  return square > 0 ? (z * dy - y * dz) / square : 0;
}

/* e'K e/2 - load e is kept (of K what is symmetric), the rest of the power goes in or out */
static void matrix_energy(TrmForceCall *call, const Matrix *m, const Coordinates *c) {
  double rate[6];
  for (int i = 0; i < 6; i++) rate[i] = i < 3 ? c->rate[i][0] : angle_rate(call, m, c, i - 3);
  for (int i = 0; i < 6; i++) {
    call->potential -= m->load[i] * c->e[i][0];
    call->storing -= m->load[i] * rate[i];
    for (int j = 0; j < 6; j++) {
      double k = (m->K[6 * i + j] + m->K[6 * j + i]) / 2;
      call->potential += k * c->e[i][0] * c->e[j][0] / 2;
      call->storing += k * c->e[i][0] * rate[j];
      call->dissipation -= m->C[6 * i + j] * c->rate[i][0] * c->rate[j][0];
    }
  }
}

static void act(TrmForceCall *call) {
  const Matrix *m = call->data;
  size_t n = call->n;
  Coordinates c;
  find_coordinates(call, m, &c);
  double *g = trm_force_scalar(call), sign = m->moving == TRM_FORCE_FIRST ? 1 : -1;
  for (int i = 0; i < 6; i++) {
    memset(g, 0, (n + 1) * sizeof *g);
    g[0] = m->load[i];
    for (int j = 0; j < 6; j++) {
      double k = m->K[6 * i + j], damping = m->C[6 * i + j];
      if (k == 0 && damping == 0) continue;
      for (size_t s = 0; s <= n; s++) g[s] -= k * c.e[j][s] + damping * c.rate[j][s];
    }
    trm_jet_add_scaled(i < 3 ? call->force : call->torque, sign, g, c.base[i % 3], n);
  }
  if (call->energetic) matrix_energy(call, m, &c);
  if (m->moving == TRM_FORCE_FIRST) return;
  /* moved from the second's point to the first's */
  double *moment = trm_force_vector(call);
  trm_jet_cross(c.d, call->force, moment, n);
  trm_jet_add(call->torque, 1, moment, n);
}

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
    .type =
        {.name = "bushing",
         .summary = "a rubber bush: stiff in all six directions",
         .details =
             "It is free of force at the design position when given by bodies, and where the "
             "markers coincide when given by markers. Force and torque on the first are, along "
             "the axes of the second, preload - k x - c x' and preload - kt (ax, ay, az) - ct w, "
             "with the angles of these functions: rotations are meant to stay small.",
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
         .shared = trm_force_shared},
    .size = sizeof(Matrix),
    .prepare = prepare_bushing,
    .act = act};

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
    .type =
        {.name = "beam",
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
         .shared = trm_force_shared},
    .size = sizeof(Matrix),
    .straight = 1,
    .prepare = prepare_beam,
    .act = act};
