/* SPDX-License-Identifier: Apache-2.0
 *
 * Unique reactions: multipliers that are smallest in another measure, that of the bodies' masses,
 * balance the same loads. Components not marked as open must be alike in both, those marked differ
 * somewhere. A beam on three supports has the smallest reactions in closed form.
 */
#include "analysis/freedoms.h"
#include "analysis/kinematics.h"
#include "analysis/signals.h"
#include "check.h"
#include "trammel/trammel.h"

typedef struct Bench {
  TrmArena *arena;
  TrmLog *log;
  TrmModel *model;
  TrmSystem *system;
  TrmMechanism *m;
  TrmSignals *signals;
  int steps;
  double until, closed, open, rows[8], length;
  TrmStatus status;
} Bench;

/* reactions by plain weights against those by masses */
static void compare(Bench *b) {
  TrmMechanism *m = b->m;
  size_t count, rows = m->eq->row_count;
  const TrmSignalInfo *list = trm_signals_list(b->signals, &count);
  double *values[2], largest = 0, *kept = m->lambda;
  TrmWeights masses = trm_weights_new(b->arena, m->eq);
  CHECK(trm_weights_mass(m->eq, &masses, NULL));
  double *other = trm_arena_array(b->arena, rows + 1, sizeof *other);
  trm_mechanism_evaluate(m, m->state);
  memcpy(m->force, m->applied, m->eq->column_count * sizeof *m->force);
  trm_mechanism_inertia(m, m->state, m->a, m->force);
  CHECK(trm_saddle_factor(m->saddle, &masses, m->G, NULL) == TRM_OK);
  CHECK(trm_saddle_solve(m->saddle, m->force, NULL, NULL, other) == TRM_OK);
  trm_saddle_least(m->saddle, other);
  for (int k = 0; k < 2; k++) {
    values[k] = trm_arena_array(b->arena, count + 1, sizeof(double));
    m->lambda = k ? other : kept;
    trm_signals_evaluate(b->signals, m, values[k]);
  }
  m->lambda = kept;
  for (size_t i = 0; i < count; i++) {
    const char *unit = list[i].unit;
    if (strchr(unit, 'N') && !strstr(list[i].name, "energy"))
      largest = fmax(largest, fabs(values[0][i]));
  }
  for (size_t i = 0; i < count; i++) {
    double apart = fabs(values[1][i] - values[0][i]) / largest;
    if (!strchr(list[i].unit, 'N') || strstr(list[i].name, "energy")) continue;
    double *worst = trm_signals_unique(b->signals, i) ? &b->closed : &b->open;
    *worst = fmax(*worst, apart);
  }
}

static void run(void *context) {
  Bench *b = context;
  b->status = TRM_FAILED;
  b->m = trm_mechanism_new(b->arena, b->system, b->log);
  if (!b->m) return;
  b->signals = trm_signals_new(b->arena, b->m);
  trm_mechanism_begin_courses(b->m);
  b->status = trm_mechanism_assemble(b->m, b->log);
  for (size_t i = 0; i < b->m->eq->row_count && i < 8; i++) b->rows[i] = b->m->lambda[i];
  b->length = b->m->eq->length[0];
  if (b->steps && b->status == TRM_OK) b->status = trm_mechanism_drive(b->m, b->log);
  for (int i = 1; i <= b->steps && b->status == TRM_OK; i++) {
    b->status = trm_mechanism_advance(b->m, b->until * i / b->steps, b->log);
    if (b->status != TRM_OK) break;
    trm_signals_judge(b->signals, b->m);
    compare(b);
  }
}

static void finish(Bench *b) {
  trm_system_free(b->system);
  trm_model_free(b->model);
  trm_log_free(b->log);
  trm_arena_free(b->arena);
}

static void test_two_measures(void) {
  static const char *const names[] = {"four-bar-3d", "bricard", "multiplier-3d",
                                      "slider-crank-report-3d", "crank-rocker"};
  for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
    char path[256], what[256];
    Bench b = {.arena = trm_arena_new(), .log = trm_log_new(), .steps = 7, .until = 0.9};
    snprintf(path, sizeof path, "examples/%s.yaml", names[n]);
    CHECK(trm_model_read(path, NULL, 0, b.log, &b.model) == TRM_OK);
    CHECK(trm_system_compile(b.model, b.log, &b.system) == TRM_OK);
    CHECK(trm_guard(run, &b) == TRM_OK && b.status == TRM_OK);
    snprintf(what, sizeof what, "%s: unique reactions", names[n]);
    check_figure("reactions", what, "those smallest by mass", b.closed, 1e-11);
    if (strcmp(names[n], "bricard") == 0) CHECK(b.open > 1e-2);
    if (strcmp(names[n], "crank-rocker") == 0) CHECK(b.open == 0);
    finish(&b);
  }
}

/* supports at -1, 0 and 1 under a beam of 3 kg: least sum of D f^2 with D = 1 + x^2/L^2 */
static void test_beam(void) {
  static const char *const text =
      "trammel: 1\nplanar: true\ngravity: [0, -10]\nbodies:\n"
      "  ground: {markers: {o: [0, 0]}}\n"
      "  beam: {at: [0, 0], mass: 3, inertia: 1, markers: {l: [-1, 0], m: [0, 0], r: [1, 0]}}\n"
      "constraints:\n"
      "  left: {holonomic: dy(beam.l)}\n  middle: {holonomic: dy(beam.m)}\n"
      "  right: {holonomic: dy(beam.r)}\n  along: {holonomic: dx(beam.m)}\n";
  Bench b = {.arena = trm_arena_new(), .log = trm_log_new()};
  CHECK(trm_model_parse(text, strlen(text), "model.yaml", NULL, 0, b.log, &b.model) == TRM_OK);
  CHECK(trm_system_compile(b.model, b.log, &b.system) == TRM_OK);
  CHECK(trm_guard(run, &b) == TRM_OK && b.status == TRM_OK);
  double side = 1 / (1 + 1 / (b.length * b.length)), total = 1 + 2 * side, worst = 0;
  for (int i = 0; i < 3; i++)
    worst = fmax(worst, fabs(fabs(b.rows[i]) - 30 * (i == 1 ? 1 : side) / total));
  check_figure("reactions", "beam on three supports", "smallest, closed form", worst / 30, 1e-13);
  finish(&b);
}

int main(void) {
  test_two_measures();
  test_beam();
  return check_done();
}
