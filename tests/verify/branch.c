/* SPDX-License-Identifier: Apache-2.0
 *
 * Branch points: a parallelogram turns through its two flat positions, in the plane and in space
 * with redundant hinges, reported at them and beside them; its coupler only shifts. Bricard's
 * linkage, whose redundant equation is not the same one everywhere, has none.
 */
#include "analysis/freedoms.h"
#include "analysis/kinematics.h"
#include "check.h"
#include "trammel/trammel.h"

static const double pi = 3.14159265358979323846;

typedef struct Bench {
  TrmArena *arena;
  TrmLog *log;
  TrmModel *model;
  TrmSystem *system;
  TrmMechanism *m;
  int steps;
  double until;
  TrmStatus status;
  void (*look)(struct Bench *b);
  double errors[3];          /* positions, velocities, accelerations, in parts of their sizes */
  double branched[3];        /* the same at branch points */
  double redundant, changes; /* equations by rank, and how often that changed */
} Bench;

static void run(void *context) {
  Bench *b = context;
  b->status = TRM_FAILED;
  b->m = trm_mechanism_new(b->arena, b->system, b->log);
  if (!b->m) return;
  trm_mechanism_begin_courses(b->m);
  b->status = trm_mechanism_assemble(b->m, b->log);
  if (b->status == TRM_OK) b->status = trm_mechanism_drive(b->m, b->log);
  for (int i = 1; i <= b->steps && b->status == TRM_OK; i++) {
    b->status = trm_mechanism_advance(b->m, b->until * i / b->steps, b->log);
    if (b->status == TRM_OK) b->look(b);
  }
}

static void perform(Bench *b, const char *text, const char *path) {
  b->arena = trm_arena_new();
  b->log = trm_log_new();
  TrmStatus status =
      text ? trm_model_parse(text, strlen(text), "model.yaml", NULL, 0, b->log, &b->model)
           : trm_model_read(path, NULL, 0, b->log, &b->model);
  CHECK(status == TRM_OK);
  CHECK(trm_system_compile(b->model, b->log, &b->system) == TRM_OK);
  CHECK(trm_guard(run, b) == TRM_OK && b->status == TRM_OK);
}

static void finish(Bench *b) {
  trm_system_free(b->system);
  trm_model_free(b->model);
  trm_log_free(b->log);
  trm_arena_free(b->arena);
}

/* coupler of a crank 0.2 m that begins upright at one turn a second: B to C is (0.5, 0) always */
static void look_parallelogram(Bench *b) {
  const TrmBodyMotion *crank = &b->m->state->body[0], *coupler = &b->m->state->body[1],
                      *rocker = &b->m->state->body[2];
  double t = b->m->state->time, w = 2 * pi, x = pi / 2 + w * t;
  double pin[3][2] = {{0.2 * cos(x), 0.2 * sin(x)},
                      {-0.2 * w * sin(x), 0.2 * w * cos(x)},
                      {-0.2 * w * w * cos(x), -0.2 * w * w * sin(x)}};
  double size[3] = {0.2, 0.2 * w, 0.2 * w * w}, error[3] = {0, 0, 0};
  int flat = fabs(remainder(t - 0.25, 0.5)) < 1e-9;
  for (int k = 0; k < 2; k++) {
    double shift = k ? 0 : 0.25;
    error[0] = fmax(error[0], fabs(coupler->r[k] - shift - pin[0][k]));
    error[0] = fmax(error[0], fabs(rocker->r[k] - (k ? 0 : 0.5) - pin[0][k] / 2));
    error[1] = fmax(error[1], fabs(coupler->v[k] - pin[1][k]));
    error[1] = fmax(error[1], fabs(rocker->v[k] - pin[1][k] / 2));
    error[2] = fmax(error[2], fabs(coupler->a[k] - pin[2][k]));
    error[2] = fmax(error[2], fabs(rocker->a[k] - pin[2][k] / 2));
  }
  error[1] = fmax(error[1], 0.2 * fmax(fabs(rocker->w[2] - w), fabs(coupler->w[2])));
  error[2] = fmax(error[2], 0.2 * fmax(fabs(rocker->alpha[2]), fabs(coupler->alpha[2])));
  error[1] = fmax(error[1], 0.2 * fabs(crank->w[2] - w));
  for (int k = 0; k < 3; k++) {
    double *worst = flat ? &b->branched[k] : &b->errors[k];
    *worst = fmax(*worst, error[k] / size[k]);
  }
  /* one freedom more at the branch point, none elsewhere */
  CHECK(b->m->freedoms == (flat ? 1 : 0));
}

static int named(const Bench *b, const char *code, const char *text) {
  int count = 0;
  for (size_t i = 0; i < trm_log_count(b->log); i++) {
    TrmEntry entry;
    trm_log_entry(b->log, i, &entry);
    count += strcmp(entry.code, code) == 0 && strstr(entry.text, text);
  }
  return count;
}

static const char *const space =
    "trammel: 1\ngravity: [0, -9.81, 0]\n"
    "points: {A: [0, 0, 0], B: [0, 0.2, 0], C: [0.5, 0.2, 0], D: [0.5, 0, 0]}\n"
    "bodies:\n"
    "  crank:   {shape: {rod: {from: A, to: B, radius: 0.01, density: 7850}}}\n"
    "  coupler: {shape: {rod: {from: B, to: C, radius: 0.01, density: 7850}}}\n"
    "  rocker:  {shape: {rod: {from: D, to: C, radius: 0.01, density: 7850}}}\n"
    "joints:\n"
    "  a: {revolute: [ground, crank], at: A, axis: z}\n"
    "  b: {revolute: [crank, coupler], at: B, axis: z}\n"
    "  c: {revolute: [coupler, rocker], at: C, axis: z}\n"
    "  d: {revolute: [ground, rocker], at: D, axis: z}\n"
    "motions:\n  drive: {joint: a, angle: 60*rpm*time}\n";

static void test_parallelogram(void) {
  static const int steps[] = {100, 81, 997, 27};
  static const char *const orders[] = {"positions", "velocities", "accelerations"};
  static const double limits[] = {1e-12, 1e-11, 2e-9}, flat_limits[] = {1e-12, 1e-11, 2e-9};
  for (int in_space = 0; in_space < 2; in_space++) {
    Bench worst = {.steps = 0};
    for (int i = 0; i < 4; i++) {
      Bench b = {.steps = steps[i], .until = 1, .look = look_parallelogram};
      perform(&b, in_space ? space : NULL, "examples/parallelogram.yaml");
      CHECK(named(&b, "N350", "at t = 0.25 s") == 1 && named(&b, "N350", "at t = 0.75 s") == 1);
      CHECK(named(&b, "N350", "joints 'b', 'c', 'd' are in line; it goes on along the") == 2);
      for (int k = 0; k < 3; k++) {
        worst.errors[k] = fmax(worst.errors[k], b.errors[k]);
        worst.branched[k] = fmax(worst.branched[k], b.branched[k]);
      }
      finish(&b);
    }
    for (int k = 0; k < 3; k++) {
      char what[120];
      const char *place = in_space ? ", in space" : "";
      snprintf(what, sizeof what, "parallelogram%s: %s", place, orders[k]);
      check_figure("branch points", what, "closed form", worst.errors[k], limits[k]);
      snprintf(what, sizeof what, "parallelogram%s: %s at the point", place, orders[k]);
      check_figure("branch points", what, "closed form", worst.branched[k], flat_limits[k]);
    }
  }
}

static void look_bricard(Bench *b) {
  TrmRank *rank = trm_mechanism_rank(b->m);
  b->changes += (double)rank->redundant_count != b->redundant;
  CHECK(rank->free_count == 0);
}

static void test_bricard(void) {
  Bench b = {.steps = 100, .until = 1, .look = look_bricard, .redundant = 1};
  /* one freedom and one redundant equation everywhere; the drive takes the freedom */
  perform(&b, NULL, "examples/bricard.yaml");
  check_figure("branch points", "Bricard: changes of rank on the way", "none", b.changes, 0);
  CHECK(named(&b, "N350", "") == 0);
  finish(&b);
}

/* a fourth crank beside the parallelogram holds it through: nothing to announce */
static void look_nothing(Bench *b) {
  CHECK(b->m->freedoms == 0 && b->m->redundant == 1);
}

static void test_held_through(void) {
  Bench b = {.steps = 100, .until = 1, .look = look_nothing};
  perform(&b,
          "trammel: 1\nplanar: true\n"
          "points: {A: [0, 0], B: [0, 0.2], C: [0.5, 0.2], D: [0.5, 0], E: [0.2, 0.1],\n"
          "  F: [0.2, 0.3]}\n"
          "bodies:\n"
          "  crank:   {shape: {rod: {from: A, to: B, radius: 0.01, density: 7850}}}\n"
          "  coupler: {shape: {rod: {from: B, to: C, radius: 0.01, density: 7850}}}\n"
          "  rocker:  {shape: {rod: {from: D, to: C, radius: 0.01, density: 7850}}}\n"
          "  helper:  {shape: {rod: {from: E, to: F, radius: 0.01, density: 7850}}}\n"
          "joints:\n"
          "  a: {revolute: [ground, crank], at: A}\n"
          "  b: {revolute: [crank, coupler], at: B}\n"
          "  c: {revolute: [coupler, rocker], at: C}\n"
          "  d: {revolute: [ground, rocker], at: D}\n"
          "  e: {revolute: [ground, helper], at: E}\n"
          "  f: {revolute: [coupler, helper], at: F}\n"
          "motions:\n  drive: {joint: a, angle: 60*rpm*time}\n",
          NULL);
  CHECK(named(&b, "N350", "") == 0);
  finish(&b);
}

int main(void) {
  test_parallelogram();
  test_bricard();
  test_held_through();
  return check_done();
}
