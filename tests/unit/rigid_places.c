/* SPDX-License-Identifier: Apache-2.0
 *
 * Places of rigid contacts: slopes of their gaps by positions, and second rates along a flight,
 * against differences of the sixth order of the gap itself, for every pair of features.
 */
#include "analysis/mechanism.h"
#include "check.h"
#include "system/onesided.h"
#include "system/rigid.h"

enum { ROUNDS = 40 };

typedef struct Bench {
  TrmArena *arena;
  TrmLog *log;
  TrmSystem *system;
  TrmMechanism *m;
  TrmEquations *eq;
} Bench;

static void lay_out(void *context) {
  Bench *b = context;
  b->m = trm_mechanism_new(b->arena, b->system, b->log);
  if (b->m) b->eq = trm_equations_wide(b->arena, b->m->eq);
}

/* bodies anywhere near their places, turned and moving anyhow */
static void randomise(Bench *b, double *dq, double *u) {
  size_t n = b->eq->column_count;
  trm_state_copy(b->eq, b->m->start, b->m->state);
  for (size_t k = 0; k < n; k++) dq[k] = check_random(-0.3, 0.3);
  trm_state_move(b->eq, b->m->state, 1, dq);
  for (size_t k = 0; k < n; k++) u[k] = check_random(-1, 1);
  trm_state_set_velocity(b->eq, b->m->state, u);
}

/* the gap of a row after a flight of time h at velocity u */
static double gap_after(Bench *b, size_t row, const double *u, double h) {
  TrmState *trial = b->m->trial;
  trm_state_copy(b->eq, b->m->state, trial);
  trm_state_move(b->eq, trial, h, u);
  return trm_equations_row_value(b->eq, trial, row);
}

/* first and second rates of the gap by differences; 0 where the pair of features changes nearby */
static int differences(Bench *b, size_t row, const double *u, double h, double rates[2]) {
  static const double first[3] = {45, -9, 1}, second[3] = {270, -27, 2};
  double middle = gap_after(b, row, u, 0);
  rates[0] = rates[1] = 0;
  for (int k = 1; k <= 3; k++) {
    double ahead = gap_after(b, row, u, k * h), back = gap_after(b, row, u, -k * h);
    rates[0] += first[k - 1] * (ahead - back) / (60 * h);
    rates[1] += second[k - 1] * (ahead - 2 * middle + back) / (180 * h * h);
  }
  return isfinite(rates[1]);
}

static void check_model(const char *name, const char *text) {
  Bench b = {.arena = trm_arena_new(), .log = trm_log_new()};
  TrmModel *model = NULL;
  double worst[2] = {0}, dq[64], u[64], G[16];
  size_t skipped = 0, compared = 0;
  CHECK(trm_model_parse(text, strlen(text), name, NULL, 0, b.log, &model) == TRM_OK);
  CHECK(model && trm_system_compile(model, b.log, &b.system) == TRM_OK);
  CHECK(b.system && trm_guard(lay_out, &b) == TRM_OK && b.eq);
  CHECK(b.eq && b.eq->rigid_count > 0 && b.eq->column_count <= 64);
  for (int round = 0; b.eq && round < ROUNDS; round++) {
    randomise(&b, dq, u);
    for (size_t i = 0; i < b.eq->rigid_count; i++) {
      size_t row = b.eq->rigid[i].row;
      double fine[2], coarse[2], rate = 0;
      compared++;
      trm_equations_row_slopes(b.eq, b.m->state, row, G);
      for (size_t k = b.eq->start[row]; k < b.eq->start[row + 1]; k++)
        rate += G[k - b.eq->start[row]] * u[b.eq->column[k]];
      double gamma = trm_equations_row_gamma(b.eq, b.m->state, row);
      /* features change where coarse and fine differences do not agree */
      if (!differences(&b, row, u, 4e-3, fine) || !differences(&b, row, u, 8e-3, coarse) ||
          fabs(fine[1] - coarse[1]) > 1e-7) {
        skipped++;
        continue;
      }
      worst[0] = fmax(worst[0], fabs(rate - fine[0]));
      worst[1] = fmax(worst[1], fabs(-gamma - fine[1]));
    }
  }
  char what[160];
  snprintf(what, sizeof what, "%s: rate of the gap", name);
  check_figure("places", what, "sixth-order differences", worst[0], 1e-8);
  snprintf(what, sizeof what, "%s: second rate of the gap", name);
  check_figure("places", what, "sixth-order differences", worst[1], 1e-7);
  CHECK(skipped < compared / 4);
  trm_system_free(b.system);
  trm_model_free(model);
  trm_log_free(b.log);
  trm_arena_free(b.arena);
}

#define MODEL(first, second, between)                                                              \
  "trammel: 1\n"                                                                                   \
  "bodies:\n"                                                                                      \
  "  a: {at: [0, 0, 2], mass: 1, inertia: [1, 1, 1], shape: " first "}\n"                          \
  "  b: {at: [0.4, 0.3, 0], mass: 1, inertia: [1, 1, 1], shape: " second "}\n"                     \
  "contacts:\n"                                                                                    \
  "  c: {between: " between ", law: rigid}\n"

#define BALL "{sphere: {radius: 0.3}}"
#define BAR "{capsule: {from: [-1, 0, 0], to: [1, 0.2, 0.1], radius: 0.2}}"
#define DRUM "{cylinder: {from: [0, 0, -0.4], to: [0.1, 0, 0.4], radius: 0.5}}"
#define BOX "{box: {size: [0.8, 0.6, 0.7]}}"

int main(void) {
  check_model("ball and plane", MODEL(BALL, BOX, "[a, {plane: b, at: [0, 0, 0.5], normal: z}]"));
  check_model("plane and ball", MODEL(BALL, BOX, "[{plane: b, at: [0, 0, 0.5], normal: z}, a]"));
  check_model("ball and ball", MODEL(BALL, BALL, "[a, b]"));
  check_model("ball and capsule", MODEL(BALL, BAR, "[a, b]"));
  check_model("ball and cylinder", MODEL(BALL, DRUM, "[a, b]"));
  check_model("cylinder and ball", MODEL(DRUM, BALL, "[a, b]"));
  check_model("ball and box", MODEL(BALL, BOX, "[a, b]"));
  check_model("capsule and plane", MODEL(BAR, BALL, "[a, {plane: b, at: [0, 0, 0.3], normal: x}]"));
  check_model("box and plane", MODEL(BOX, BALL, "[a, {plane: b, at: [0, 0, 0.3], normal: z}]"));
  check_model("box and plane of ground", MODEL(BOX, BALL, "[a, {plane: ground, normal: z}]"));
  check_model("ball and box in the plane",
              "trammel: 1\n"
              "planar: true\n"
              "bodies:\n"
              "  a: {at: [0, 2], mass: 1, inertia: 1, shape: {sphere: {radius: 0.3}}}\n"
              "  b: {at: [0.4, 0], mass: 1, inertia: 1, shape: {box: {size: [0.8, 0.6, 0.7]}}}\n"
              "contacts:\n"
              "  c: {between: [a, b], law: rigid}\n");
  return check_done();
}
