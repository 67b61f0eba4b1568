/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces said in two ways do the same: ends exchanged, laws as functions, matrices in place of
 * numbers, other units, and the mirror image, at random states.
 */
#include "unit/system_forces_fixture.h"

enum { STATES = CHECK_ROUNDS(300) };

/* two texts with the same bodies */
typedef struct Twin {
  const char *name, *first, *second;
  int small;
} Twin;

#define K "[[1, 0, 0, 0, 0, 0], [0, 2, 0, 0, 0, 0], [0, 0, 3, 0, 0, 0], "
#define KT "[0, 0, 0, 4, 0, 0], [0, 0, 0, 0, 5, 0], [0, 0, 0, 0, 0, 6]]"
#define ENDS "from: [0.1, 0.2, 0], to: [1, 1, 1]"
#define SNEAD "from: [1, 1, 1], to: [0.1, 0.2, 0]"
#define BEAM "beam: [a.m, b.m], length: 0.8, damping_ratio: 0.3"

static const Twin twins[] = {
    {"spring, ends exchanged",
     SPACE "forces:\n  f: {spring: [a, b], " ENDS ", k: 3, c: 2, preload: 1.5, length: 0.7}\n",
     SPACE "forces:\n  f: {spring: [b, a], " SNEAD ", k: 3, c: 2, preload: 1.5, length: 0.7}\n", 0},
    {"actuator, ends exchanged",
     SPACE "forces:\n  f: {actuator: [a, b], " ENDS ", force: 2 + length*speed}\n",
     SPACE "forces:\n  f: {actuator: [b, a], " SNEAD ", force: 2 + length*speed}\n", 0},
    {"spring, by law",
     SPACE "forces:\n  f: {spring: [a, b], " ENDS ", k: 3, c: 2, preload: 1.5, length: 0.7}\n",
     SPACE "forces:\n  f: {spring: [a, b], " ENDS ", force: 3*(length - 0.7) + 2*speed + 1.5}\n",
     0},
    {"spring, free length as designed",
     SPACE "forces:\n  f: {spring: [a, b], from: [0, 0, 0], to: [1, 2, 2], k: 3}\n",
     SPACE "forces:\n  f: {spring: [a, b], from: [0, 0, 0], to: [1, 2, 2], k: 3, length: 3}\n", 0},
    {"spring, by pieces",
     SPACE "forces:\n  f: {spring: [a, b], " ENDS
           ", pieces: [{below: 1, force: length}, {force: 2*length - 1}]}\n",
     SPACE "forces:\n  f: {spring: [a, b], " ENDS
           ", force: 'if(length < 1, length, 2*length - 1)'}\n",
     0},
    {"torsion spring, by law",
     SPACE HINGE "forces:\n  f: {torsion_spring: h, k: 3, c: 2, preload: 0.4, angle: 0.3}\n",
     SPACE HINGE "forces:\n  f: {torsion_spring: h, torque: -3*(angle - 0.3) - 2*speed + 0.4}\n",
     0},
    {"field, as force and torque",
     SPACE "forces:\n  f: {field: [a, b], at: [1, 2, 3], force: [1, 2, 3], torque: [4, 5, 6], in: "
           "c}\n",
     SPACE "forces:\n  f: {force: [a, b], at: [1, 2, 3], vector: [1, 2, 3], in: c}\n  g: {torque: "
           "[a, b], vector: [4, 5, 6], in: c}\n",
     0},
    {"force, by a measure", SPACE "forces:\n  f: {spring: [a.m, b.m], k: 3, length: 0}\n",
     SPACE "forces:\n  f: {force: [a.m, b.m], vector: ['3*dx(b.m, a.m)', '3*dy(b.m, a.m)', "
           "'3*dz(b.m, a.m)']}\n",
     0},
    {"bushing, by matrices",
     SPACE "forces:\n  f: {bushing: [a.m, b.m], k: [1, 2, 3], kt: [4, 5, 6], c: [1, 2, 3], ct: [4, "
           "5, 6]}\n",
     SPACE "forces:\n  f: {bushing: [a.m, b.m], stiffness: " K KT ", damping: " K KT "}\n", 1},
    {"bushing, by a field",
     SPACE "forces:\n  f: {bushing: [a.m, b.m], k: [1, 2, 3], c: 0.3, kt: [4, 5, 6], ct: 0.7}\n",
     SPACE "forces:\n  f: {field: [a.m, b.m], in: b.m, force: ["
           "'-dx(a.m, b.m, b.m) - 0.3*vx(a.m, b.m, b.m, b.m)', "
           "'-2*dy(a.m, b.m, b.m) - 0.3*vy(a.m, b.m, b.m, b.m)', "
           "'-3*dz(a.m, b.m, b.m) - 0.3*vz(a.m, b.m, b.m, b.m)'], torque: ["
           "'-4*ax(a.m, b.m) - 0.7*wx(a.m, b.m, b.m)', '-5*ay(a.m, b.m) - 0.7*wy(a.m, b.m, b.m)', "
           "'-6*az(a.m, b.m) - 0.7*wz(a.m, b.m, b.m)']}\n",
     1},
    {"beam, by a matrix",
     SPACE "forces:\n  f: {" BEAM ", area: 2, ixx: 0.3, iyy: 0.4, izz: 0.5, e: 3, g: 1}\n",
     SPACE "parameters: {l: 0.8, y: 3*0.5/l, z: 3*0.4/l}\n"
           "forces:\n  f: {" BEAM ", stiffness: [[3*2/l, 0, 0, 0, 0, 0], [0, 12*y/l^2, 0, 0, 0, "
           "-6*y/l], [0, 0, 12*z/l^2, 0, 6*z/l, 0], [0, 0, 0, 0.3/l, 0, 0], [0, 0, 6*z/l, 0, 4*z, "
           "0], [0, -6*y/l, 0, 0, 0, 4*y]]}\n",
     1},
    {"beam, bodies or markers",
     SPACE "forces:\n  f: {beam: [a, c], from: [0, 0, 0], to: [1, 2, 2], area: 2, ixx: 0.3, iyy: "
           "0.4, izz: 0.4, e: 3, g: 1}\n",
     "trammel: 1\ngravity: [0.3, -2, 1]\nbodies:\n"
     "  a: {mass: 1, inertia: [1, 2, 2.5], at: [0.1, 0.2, 0.3], cm: [0.1, -0.1, 0.2], markers: {p: "
     "{at: [-0.1, -0.2, -0.3], orient: {x: [1, 2, 2]}}}}\n"
     "  b: {mass: 2, inertia: [2, 1, 1.5], at: [1.3, 0.4, -0.2]}\n"
     "  c: {mass: 1, inertia: [1, 1, 1], at: [0, 1, 0], markers: {p: {at: [1, 1, 2], orient: {x: "
     "[1, 2, 2]}}}}\n"
     "forces:\n  f: {beam: [a.p, c.p], length: 3, area: 2, ixx: 0.3, iyy: 0.4, izz: 0.4, e: 3, g: "
     "1}\n",
     1},
    {"bushing, body beside marker",
     SPACE "forces:\n  f: {bushing: [a.m, b], k: [1, 2, 3], kt: 2}\n",
     SPACE "forces:\n  f: {bushing: [a, b], at: a.m, orient: {euler: [0.4, 0.7, -0.3]}, k: [1, 2, "
           "3], kt: 2}\n",
     1},
    {"filter, as states",
     SPACE
     "forces:\n  f: {force: a, vector: [slow, 0, 0]}\n"
     "transfer_functions:\n  slow: {input: 2*vx(a) - slow, numerator: [2, 1], denominator: [3, "
     "2, 1], initial: [0, 0]}\n",
     SPACE "forces:\n  f: {force: a, vector: [slow, 0, 0]}\n"
           "state_spaces:\n  slow: {inputs: [2*vx(a) - slow], a: [[0, 1], [-1/3, -2/3]], b: [[0], "
           "[1]], c: [[1/3, 2/3]]}\n",
     0}};

/* the bodies of one moved as those of the other */
static void follow(const Bench *from, Bench *to) {
  TrmState *s = to->state;
  s->time = from->state->time;
  memcpy(s->body, from->state->body, from->eq->body_count * sizeof *s->body);
  memcpy(s->e, from->state->e, from->eq->body_count * sizeof *s->e);
  memcpy(s->z, from->state->z, to->eq->state_count * sizeof *s->z);
  trm_state_accept(to->eq, s);
}

/* largest difference of forces and rates of equations, in parts of the largest */
static void compare(Bench *a, Bench *b, double *worst) {
  double first[MOST], second[MOST], size = 1, error = 0;
  follow(a, b);
  evaluate(a, a->state, first);
  evaluate(b, b->state, second);
  for (size_t i = 0; i < a->n + a->system->equation_count; i++) {
    size = fmax(size, fabs(first[i]));
    if (!(fabs(first[i] - second[i]) <= error)) error = fabs(first[i] - second[i]);
  }
  if (!(error / size <= *worst)) *worst = error / size;
}

static void check_twin(const Twin *twin) {
  static Bench a, b;
  const Case it = {NULL, twin->name, NULL, twin->small, 0};
  double worst = 0;
  if (!open_bench(&a, &it, twin->first) || !open_bench(&b, &it, twin->second)) return;
  CHECK(a.rows == b.rows);
  for (int i = 0; i < STATES && a.rows == b.rows; i++) {
    randomise(&a);
    compare(&a, &b, &worst);
  }
  check_figure("forces", twin->name, "said in another way", worst, 1e-13);
  close_bench(&a);
  close_bench(&b);
}

#define UNIT_BODIES                                                                                \
  "gravity: [0.3*m/s^2, -2*m/s^2, 1*m/s^2]\n"                                                      \
  "bodies:\n"                                                                                      \
  "  a: {mass: 1*kg, inertia: [1*kg*m^2, 2*kg*m^2, 2.5*kg*m^2], at: [0.1*m, 0.2*m, 0.3*m], "       \
  "markers: {m: {at: [0.3*m, 0.1*m, -0.2*m]}}}\n"                                                  \
  "  b: {mass: 2*kg, inertia: [2*kg*m^2, 1*kg*m^2, 1.5*kg*m^2], at: [1.3*m, 0.4*m, -0.2*m], "      \
  "markers: {m: {at: [0.3*m, 0.1*m, -0.2*m]}}}\n"                                                  \
  "joints:\n  h: {revolute: [a, b], at: [0.5*m, 0.2*m, 0.1*m], axis: [1, 2, 2]}\n"

/* one text, read in several units */
static const struct {
  const char *name, *text;
} united[] = {
    {"spring",
     "forces:\n  f: {spring: [a.m, b.m], k: 3*N/m, c: 2*N*s/m, length: 0.7*m, preload: 2*N}\n"},
    {"spring by law", "forces:\n  f: {spring: [a.m, b.m], force: 3*N/m*length + 2*N*s/m*speed + "
                      "1*N*sin(2*rad/s*time)}\n"},
    {"spring by pieces", "forces:\n  f: {spring: [a.m, b.m], pieces: [{below: 1*m, force: 2*N}, "
                         "{force: 3*N/m*length}]}\n"},
    {"torsion spring", "forces:\n  f: {torsion_spring: h, k: 3*N*m/rad, c: 2*N*m*s/rad, angle: "
                       "0.3*rad, preload: 2*N*m}\n"},
    {"torsion spring by law",
     "forces:\n  f: {torsion_spring: h, torque: 3*N*m/rad*angle - 2*N*m*s/rad*speed}\n"},
    {"force", "forces:\n  f: {force: [a, b], at: [1*m, 2*m, 0*m], vector: [1*N, 2*N/m*dx(a), "
              "3*N*s/m*vx(b)]}\n"},
    {"torque", "forces:\n  f: {torque: a, vector: [1*N*m, 2*N*m/rad*az(a), 3*N*s*m/rad*wx(b)]}\n"},
    {"bushing", "forces:\n  f: {bushing: [a.m, b.m], k: 3*N/m, c: 2*N*s/m, kt: 3*N*m/rad, ct: "
                "2*N*m*s/rad, preload: [1*N, 2*N, 3*N, 1*N*m, 2*N*m, 3*N*m]}\n"},
    {"bushing by matrices", "forces:\n  f: {bushing: [a.m, b.m], stiffness: [[3*N/m, 0, 0, 0, 0, "
                            "2*N/rad], [0, 1*N/m, 0, 0, "
                            "0, 0], [0, 0, 1*N/m, 0, 0, 0], [0, 0, 0, 2*N*m/rad, 0, 0], [0, 0, 0, "
                            "0, 1*N*m/rad, 0], [2*N, 0, "
                            "0, 0, 0, 1*N*m/rad]], damping: [[3*N*s/m, 0, 0, 0, 0, 2*N*s/rad], [0, "
                            "1*N*s/m, 0, 0, 0, 0], [0, "
                            "0, 1*N*s/m, 0, 0, 0], [0, 0, 0, 2*N*m*s/rad, 0, 0], [0, 0, 0, 0, "
                            "1*N*m*s/rad, 0], [2*N*s, 0, 0, "
                            "0, 0, 1*N*m*s/rad]]}\n"},
    {"beam",
     "forces:\n  f: {beam: [a.m, b.m], length: 0.8*m, area: 2*m^2, ixx: 0.3*m^4, iyy: 0.4*m^4, "
     "izz: 0.5*m^4, e: 3*N/m^2, g: 1*N/m^2, asy: 1.2, asz: 1.1, damping_ratio: 0.1*s}\n"},
    {"aero",
     "forces:\n  f: {aero: a.m, area: 2*m^2, drag: 0.4, lift: 0.3, up: z, density: 1.2*kg/m^3, "
     "wind: [1*m/s, 2*m/s, 0*m/s]}\n"},
    {"states",
     "forces:\n  f: {force: a, vector: [2*N*x, 3*N*slow, 1*N*s*dif1(x)]}\n"
     "equations:\n  x: {rate: -2/s*x + vx(a)/m, initial: 1}\n"
     "transfer_functions:\n  slow: {input: dx(a)/m, numerator: [4*s^2, 3*s, 1], denominator: "
     "[2*s^2, 1*s, 3], initial: [0, 0]}\n"}};

static void check_units(size_t index) {
  static const char *const systems[] = {"mks", "mmks",
                                        "{length: ft, mass: lb, time: ms, force: kN, angle: deg}"};
  static Bench a, b;
  char text[4096], name[128];
  double worst = 0;
  snprintf(name, sizeof name, "%s, in other units", united[index].name);
  const Case it = {NULL, name, NULL, 1, 0};
  snprintf(text, sizeof text, "trammel: 1\nunits: mks\n" UNIT_BODIES "%s", united[index].text);
  if (!open_bench(&a, &it, text)) return;
  CHECK(trm_log_count(a.log) == 0);
  for (size_t k = 1; k < 3; k++) {
    snprintf(text, sizeof text, "trammel: 1\nunits: %s\n" UNIT_BODIES "%s", systems[k],
             united[index].text);
    if (!open_bench(&b, &it, text)) continue;
    for (int i = 0; i < STATES; i++) {
      randomise(&a);
      /* the states of blocks are in units of time of the model */
      for (size_t z = a.system->equation_count; z < a.eq->state_count; z++) a.state->z[z] = 0;
      compare(&a, &b, &worst);
    }
    close_bench(&b);
  }
  check_figure("forces", name, "SI units", worst, 1e-12);
  close_bench(&a);
}

/* a model and its reflection across the planes normal to some axes */
#define IMAGE                                                                                      \
  "trammel: 1\nbodies:\n"                                                                          \
  "  a: {mass: 1, inertia: [1, 2, 2.5], at: [0.1, 0.2, 0.3], orient: {euler: [0.2, 0.3, 0.4]}, "   \
  "markers: {m: {at: [0.3, 0.1, -0.2], orient: {euler: [0.4, 0.7, -0.3]}}}%s}\n"                   \
  "  b: {mass: 2, inertia: [2, 1, 1.5], at: [1.3, 0.4, -0.2], markers: {m: {at: [-0.2, 0.3, "      \
  "0.1], orient: {euler: [0.2, 0.5, 0.6]}}}%s}\n"                                                  \
  "joints:\n  h: {revolute: [a, b], at: [0.5, 0.2, 0.1], axis: [1, 2, 2]%s}\n"                     \
  "  s: {cylindrical: [a, b], at: [0.5, 0.2, 0.1], axis: [1, 2, 2]%s}\n"                           \
  "forces:\n  f: {%s%s}\n"

static const char *const images[] = {
    "spring: [a, b], from: [0.1, 0.3, 0], to: [1, 1, 1], k: 3, c: 2, length: 0.7",
    "torsion_spring: h, k: 3, c: 2, preload: 0.4, angle: 0.3",
    "torsion_spring: s, torque: -2*angle^2 - speed + 1",
    "force: [a, b], at: [0.1, 0.3, 0], vector: [1, 2, 3]",
    "force: [a, b], at: [0.1, 0.3, 0], vector: [1, 2, 3], in: b.m",
    "torque: [a, b], vector: [1, 2, 3], in: a",
    "field: [a.m, b.m], force: [1, 2, 3], torque: [4, 5, 6]",
    ("bushing: [a, b], at: [0.1, 0.3, 0], orient: {euler: [0.3, 0.8, 0.2]}, k: [1, 2, 3], c: 0.3, "
     "kt: "
     "[4, 5, 6], ct: 0.2, preload: [1, 2, 3, 4, 5, 6]"),
    "bushing: [a.m, b.m], stiffness: " FULL ", damping: " FULL,
    ("beam: [a, b], from: [0.1, 0.3, 0], to: [1, 1, 1], area: 2, ixx: 0.3, iyy: 0.4, izz: 0.5, e: "
     "3, "
     "g: 1, asy: 1.2"),
    ("beam: [a, b], from: [0, 0, 0], to: [1, 1, 0], orient: {x: [1, 1, 0], z: [1, -1, 1]}, area: "
     "2, "
     "ixx: 0.3, iyy: 0.4, izz: 0.5, e: 3, g: 1"),
    "aero: a, at: [0.1, 0.3, 0], area: 0.7, drag: 0.5, lift: 0.2, up: [1, 2, 3], wind: [2, 3, 1]"};

static void reflect(const Bench *a, Bench *b, const double S[3], double det) {
  for (size_t i = 0; i < a->eq->body_count; i++) {
    const TrmBodyMotion *from = &a->state->body[i];
    TrmBodyMotion *to = &b->state->body[i];
    for (int k = 0; k < 3; k++) {
      to->r[k] = S[k] * from->r[k];
      to->v[k] = S[k] * from->v[k];
      to->w[k] = det * S[k] * from->w[k];
      for (int l = 0; l < 3; l++) to->R[3 * k + l] = S[k] * from->R[3 * k + l] * S[l];
    }
  }
  memset(b->state->angle, 0, b->eq->turn_count * sizeof *b->state->angle);
  trm_state_accept(b->eq, b->state);
}

/* the hinge held together: both turned as a whole, the second also about the axis */
static void close_hinge(Bench *b) {
  const double axis[3] = {1, 2, 2}, angle = check_random(-3, 3);
  double theta[3], T[9], turn[9], both[9];
  for (int k = 0; k < 3; k++) theta[k] = check_random(-3, 3);
  trm_rotation_exp(theta, T);
  trm_rotation_axis_angle(axis, angle, turn);
  trm_mat3_product(T, turn, both);
  trm_mat3_product(T, b->system->bodies[0].R_gb, b->state->body[0].R);
  trm_mat3_product(both, b->system->bodies[1].R_gb, b->state->body[1].R);
  memset(b->state->angle, 0, b->eq->turn_count * sizeof *b->state->angle);
  trm_state_accept(b->eq, b->state);
}

static void check_image(const char *force, const char *mirror, const double S[3]) {
  static Bench a, b;
  const Case it = {NULL, force, NULL, 1, 0};
  char text[2][4096], flag[32];
  double first[MOST], second[MOST], worst = 0, det = S[0] * S[1] * S[2];
  snprintf(flag, sizeof flag, ", mirror: %s", mirror);
  snprintf(text[0], sizeof text[0], IMAGE, "", "", "", "", force, "");
  snprintf(text[1], sizeof text[1], IMAGE, flag, flag, flag, flag, force, flag);
  if (!open_bench(&a, &it, text[0]) || !open_bench(&b, &it, text[1])) return;
  for (int i = 0; i < STATES / 10 + 1; i++) {
    randomise(&a);
    if (strncmp(force, "torsion", 7) == 0) close_hinge(&a);
    reflect(&a, &b, S, det);
    evaluate(&a, a.state, first);
    evaluate(&b, b.state, second);
    for (size_t k = 0; k < a.n; k++) {
      double sign = S[k % 3] * (k % 6 < 3 ? 1 : det), error = fabs(second[k] - sign * first[k]);
      if (!(error <= worst)) worst = error;
    }
  }
  char name[128];
  snprintf(name, sizeof name, "%.*s: image in %s", (int)strcspn(force, ":"), force, mirror);
  check_figure("forces", name, "forces reflected", worst, 1e-12);
  close_bench(&a);
  close_bench(&b);
}

int main(void) {
  static const double across_y[3] = {1, -1, 1}, across_xz[3] = {-1, 1, -1};
  static const double across_x[3] = {-1, 1, 1};
  for (size_t i = 0; i < sizeof twins / sizeof *twins; i++) check_twin(&twins[i]);
  for (size_t i = 0; i < sizeof united / sizeof *united; i++) check_units(i);
  for (size_t i = 0; i < sizeof images / sizeof *images; i++) {
    check_image(images[i], "y", across_y);
    check_image(images[i], "x", across_x);
    check_image(images[i], "[x, z]", across_xz);
  }
  return check_done();
}
