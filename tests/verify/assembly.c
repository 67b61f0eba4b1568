/* SPDX-License-Identifier: Apache-2.0
 *
 * Assembly: the worked example of weights from the literature, exact values kept, velocities that
 * are given kept, and a thousand random disturbances of ten mechanisms, each of which has a
 * solution nearby (the undisturbed one) and must be closed to rounding.
 */
#include "analysis/kinematics.h"
#include "check.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "trammel/trammel.h"

typedef struct Bench {
  TrmArena *arena;
  TrmLog *log;
  TrmModel *model;
  TrmSystem *system;
  TrmMechanism *m;
  double disturbance; /* in parts of the size, and rad */
  TrmStatus status;
  double gap;
} Bench;

static void assemble(void *context) {
  Bench *b = context;
  b->m = trm_mechanism_new(b->arena, b->system, b->log);
  b->status = TRM_FAILED;
  if (!b->m) return;
  const TrmEquations *eq = b->m->eq;
  trm_mechanism_begin_courses(b->m);
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      double size = b->disturbance * (k < 3 ? b->m->size : 1);
      if (eq->body_column[i][k] >= 0)
        b->m->dq[eq->body_column[i][k]] = size > 0 ? check_random(-size, size) : 0;
    }
  if (b->disturbance > 0) trm_state_move(eq, b->m->state, 1, b->m->dq);
  b->status = trm_mechanism_assemble(b->m, b->log);
  trm_mechanism_evaluate(b->m, b->m->state);
  b->gap = trm_mechanism_gap(b->m, b->m->phi, NULL);
}

static void finish(Bench *b) {
  trm_system_free(b->system);
  trm_model_free(b->model);
  trm_log_free(b->log);
  trm_arena_free(b->arena);
}

static Bench begin(const char *text) {
  Bench b = {.arena = trm_arena_new(), .log = trm_log_new()};
  CHECK(trm_model_parse(text, strlen(text), "model.yaml", NULL, 0, b.log, &b.model) == TRM_OK);
  CHECK(trm_system_compile(b.model, b.log, &b.system) == TRM_OK);
  CHECK(trm_guard(assemble, &b) == TRM_OK && b.status == TRM_OK);
  return b;
}

/* x^2 = y with x = 1 exact and y = 6 given: x = 1 + 1e-9, y = x^2 */
static void test_weights(void) {
  Bench b = begin("trammel: 1\nplanar: true\nbodies:\n"
                  "  p: {at: [1, 6], mass: 1, point_mass: true, exact: [x]}\n"
                  "constraints:\n  parabola: {holonomic: dx(p)^2 - dy(p)}\n");
  if (b.status == TRM_OK) {
    const double *r = b.m->state->body[0].r;
    check_figure("assembly", "weights: x - 1", "the paper's 1e-9", fabs(r[0] - 1 - 1e-9), 1e-13);
    check_figure("assembly", "weights: y", "x squared", fabs(r[1] - r[0] * r[0]), 1e-14);
  }
  finish(&b);
}

#define FOUR_BAR                                                                                   \
  "trammel: 1\nplanar: true\nbodies:\n"                                                            \
  "  crank: {at: [0.02, 0.16], angle: 75*deg, mass: 1, inertia: 1, exact: [psi%s],\n"              \
  "    markers: {a: [-0.15, 0], b: [0.15, 0]}, %s}\n"                                              \
  "  coupler: {at: [0.6, 0.5], angle: 20*deg, mass: 1, inertia: 1,\n"                              \
  "    markers: {b: [-0.5, 0], c: [0.5, 0]}}\n"                                                    \
  "  rocker: {at: [1.2, 0.3], angle: 80*deg, mass: 1, inertia: 1,\n"                               \
  "    markers: {d: [-0.35, 0], c: [0.35, 0]}}\n"                                                  \
  "  ground: {markers: {a: [0, 0], d: [1.2, 0]}}\n"                                                \
  "joints:\n"                                                                                      \
  "  a: {revolute: [ground.a, crank.a]}\n  b: {revolute: [crank.b, coupler.b]}\n"                  \
  "  c: {revolute: [coupler.c, rocker.c]}\n  d: {revolute: [rocker.d, ground.d]}\n"

/* a four-bar drawn by hand closes, its exact angle and spin kept */
static void test_exact(void) {
  char text[2048];
  snprintf(text, sizeof text, FOUR_BAR, ", wz", "spin: 3");
  Bench b = begin(text);
  if (b.status == TRM_OK) {
    const TrmBodyMotion *crank = &b.m->state->body[0];
    double angle = atan2(crank->R[3], crank->R[0]);
    check_figure("assembly", "misassembled four-bar: gap", "0", b.gap, 1e-12);
    check_figure("assembly", "misassembled four-bar: exact angle", "75 deg",
                 fabs(angle - 75 * 3.14159265358979323846 / 180), 1e-9);
    check_figure("assembly", "misassembled four-bar: exact spin", "3 rad/s", fabs(crank->w[2] - 3),
                 1e-9);
    /* the far ends close on circles about the fixed pins */
    double c[2] = {crank->r[0] + 0.15 * crank->R[0] - 0.3 * cos(angle),
                   crank->r[1] + 0.15 * crank->R[3] - 0.3 * sin(angle)};
    check_figure("assembly", "misassembled four-bar: crank pin", "its circle", hypot(c[0], c[1]),
                 1e-12);
  }
  finish(&b);
  /* a spin that is given but not exact is kept too where the joints allow it */
  snprintf(text, sizeof text, FOUR_BAR, "", "spin: 3");
  b = begin(text);
  if (b.status == TRM_OK)
    check_figure("assembly", "four-bar: given spin", "3 rad/s", fabs(b.m->state->body[0].w[2] - 3),
                 1e-9);
  finish(&b);
}

static void test_disturbances(void) {
  static const char *const names[] = {"crank-rocker",         "four-bar-3d", "slider-crank-report",
                                      "peaucellier-report",   "bricard",     "pantograph",
                                      "spatial-slider-crank", "hooke-shaft", "double-wishbone",
                                      "rack-pinion"};
  static const double sizes[] = {0.01, 0.03, 0.1};
  for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
    double worst = 0;
    int open = 0, said = 0;
    for (int i = 0; i < 100; i++) {
      char path[256];
      Bench b = {.arena = trm_arena_new(), .log = trm_log_new()};
      b.disturbance = sizes[i % 3];
      snprintf(path, sizeof path, "examples/%s.yaml", names[n]);
      CHECK(trm_model_read(path, NULL, 0, b.log, &b.model) == TRM_OK);
      CHECK(trm_system_compile(b.model, b.log, &b.system) == TRM_OK);
      CHECK(trm_guard(assemble, &b) == TRM_OK);
      if (b.status == TRM_OK) {
        worst = fmax(worst, b.gap);
      } else {
        open++;
        said += trm_log_errors(b.log) > 0;
      }
      finish(&b);
    }
    char what[256];
    snprintf(what, sizeof what, "%s: gap after 100 disturbances", names[n]);
    check_figure("assembly", what, "0", worst, 1e-12);
    snprintf(what, sizeof what, "%s: disturbances not closed", names[n]);
    check_figure("assembly", what, "none of 100", open, 0);
    CHECK(said == open);
  }
}

/* two bodies of 1 and 3 kg, 4 m apart, joined at their centres: they meet at the common centre */
static void test_shared_move(void) {
  static const char *const kinds[] = {"plain", "inertia"};
  static const double meets[] = {2, 3};
  for (int k = 0; k < 2; k++) {
    char text[512], what[80];
    snprintf(text, sizeof text,
             "trammel: 1\nplanar: true\nbodies:\n"
             "  light: {at: [0, 0], mass: 1, inertia: 2}\n"
             "  heavy: {at: [4, 0], mass: 3, inertia: 5}\n"
             "constraints:\n  x: {holonomic: dx(light) - dx(heavy)}\n"
             "simulate:\n  - assemble: {weights: %s}\n",
             kinds[k]);
    Bench b = begin(text);
    snprintf(what, sizeof what, "%s weights: where 1 and 3 kg meet", kinds[k]);
    if (b.status == TRM_OK)
      check_figure("assembly", what, "closed form",
                   fmax(fabs(b.m->state->body[0].r[0] - meets[k]),
                        fabs(b.m->state->body[1].r[0] - meets[k])),
                   1e-12);
    finish(&b);
  }
  /* an exact place is kept however light the body */
  Bench b = begin("trammel: 1\nplanar: true\nbodies:\n"
                  "  light: {at: [0, 0], mass: 1e-3, inertia: 2, exact: [x]}\n"
                  "  heavy: {at: [4, 0], mass: 3e3, inertia: 5}\n"
                  "constraints:\n  x: {holonomic: dx(light) - dx(heavy)}\n"
                  "simulate:\n  - assemble: {weights: inertia}\n");
  if (b.status == TRM_OK)
    check_figure("assembly", "inertia weights: an exact place", "0", fabs(b.m->state->body[0].r[0]),
                 1e-9);
  finish(&b);
}

/* cost of a turn R of a body of 2 kg with a point s held at p, from its start at the origin */
static double turn_cost(const double R[9]) {
  static const double s[3] = {0.3, -0.2, 0.5}, p[3] = {0.9, 0.4, 0.1}, J[3] = {0.5, 1.3, 0.9};
  double arm[3], r[3], theta[3], cost = 0;
  trm_mat3_apply(R, s, arm);
  trm_vec3_add(p, -1, arm, r);
  trm_rotation_log(R, theta);
  for (int k = 0; k < 3; k++) cost += (2 * r[k] * r[k] + J[k] * theta[k] * theta[k]) / 2;
  return cost;
}

/* in space, with three different moments: no turn about the point held costs less */
static void test_least_turn(void) {
  Bench b = begin("trammel: 1\nbodies:\n"
                  "  part: {at: [0, 0, 0], mass: 2, inertia: [0.5, 1.3, 0.9],\n"
                  "    markers: {s: [0.3, -0.2, 0.5]}}\n"
                  "  ground: {markers: {p: [0.9, 0.4, 0.1]}}\n"
                  "joints:\n  ball: {spherical: [ground.p, part.s]}\n"
                  "simulate:\n  - assemble: {weights: inertia}\n");
  double worst = 0;
  for (int k = 0; k < 3 && b.status == TRM_OK; k++) {
    double turn[2][3] = {{0}}, cost[2], R[9], step[9];
    for (int side = 0; side < 2; side++) {
      turn[side][k] = side ? 1e-4 : -1e-4;
      trm_rotation_exp(turn[side], step);
      trm_mat3_product(b.m->state->body[0].R, step, R);
      cost[side] = turn_cost(R);
    }
    worst = fmax(worst, fabs(cost[1] - cost[0]) / 2e-4 / turn_cost(b.m->state->body[0].R));
    CHECK(cost[0] > turn_cost(b.m->state->body[0].R));
  }
  check_figure("assembly", "inertia weights: slope of the cost in space", "0",
               b.status == TRM_OK ? worst : HUGE_VAL, 1e-8);
  finish(&b);
}

/* a bead that is let go on y = x^2 at (1, 1): gravity's part along the slope of 2 */
static void test_bead(void) {
  Bench b = begin("trammel: 1\nplanar: true\ngravity: [0, -10]\n"
                  "splines:\n  bowl: {x: [-3, -2, -1, 0, 1, 2, 3], y: [9, 4, 1, 0, 1, 4, 9]}\n"
                  "bodies:\n  bead: {at: [1, 1], mass: 2e-3, point_mass: true}\n"
                  "joints:\n  on: {point_on_curve: [bead, ground], at: [1, 1], curve: bowl}\n");
  const double *a = b.m->state->body[0].a;
  check_figure("assembly", "acceleration of a bead on a curve", "closed form",
               b.status == TRM_OK ? fmax(fabs(a[0] + 4), fabs(a[1] + 8)) : HUGE_VAL, 1e-12);
  finish(&b);
}

int main(void) {
  test_weights();
  test_bead();
  test_shared_move();
  test_least_turn();
  test_exact();
  test_disturbances();
  return check_done();
}
