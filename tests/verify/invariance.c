/* SPDX-License-Identifier: Apache-2.0
 *
 * Invariance: a rigid displacement of everything changes no term of any joint and turns its
 * gradient along; first and second of every joint exchanged, or other units, give the same motion
 * and the same reactions (with the sign, or in the units, that belong to them).
 */
#include "catalog/catalog.h"
#include "check.h"
#include "math/mat3.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "system/equations.h"
#include "trammel/trammel.h"

typedef struct Layout {
  TrmArena *arena;
  const TrmSystem *system;
  TrmLog *log;
  TrmEquations *eq;
} Layout;

static void lay_out(void *context) {
  Layout *l = context;
  l->eq = trm_equations_new(l->arena, l->system, l->log);
}

static void random_rotation(double R[9]) {
  double e[4] = {check_random(-1, 1), check_random(-1, 1), check_random(-1, 1), 0.3};
  trm_quat_unit(e, e);
  trm_quat_matrix(e, R);
}

/* one term at a random motion, and at the same displaced as a whole */
static double displaced_error(const TrmTermPlan *plan) {
  TrmBodyMotion body[2], moved[2];
  TrmPairMotion m = {.s = {0.01, 0.02}}, n = {.s = {0.01, 0.02}};
  double T[9], shift[3], g[TRM_LOCAL], h[TRM_LOCAL], error;
  random_rotation(T);
  for (int k = 0; k < 3; k++) shift[k] = check_random(-2, 2);
  for (int b = 0; b < 2; b++) {
    body[b] = (TrmBodyMotion){.r = {check_random(-1, 1), check_random(-1, 1), check_random(-1, 1)}};
    random_rotation(body[b].R);
    moved[b] = body[b];
    trm_mat3_apply(T, body[b].r, moved[b].r);
    trm_vec3_add(moved[b].r, 1, shift, moved[b].r);
    trm_mat3_product(T, body[b].R, moved[b].R);
    m.body[b] = &body[b];
    n.body[b] = &moved[b];
  }
  double value = trm_term_gradient(plan, &m, 0, g);
  error = fabs(trm_term_gradient(plan, &n, 0, h) - value) / (1 + fabs(value));
  for (int b = 0; b < 2; b++) {
    double turned[3];
    trm_mat3_apply(T, g + 6 * b, turned);
    for (int k = 0; k < 3; k++) {
      double size = 1 + fabs(g[6 * b + 3 + k]) + fabs(turned[k]);
      error = fmax(error, fabs(h[6 * b + k] - turned[k]) / size);
      error = fmax(error, fabs(h[6 * b + 3 + k] - g[6 * b + 3 + k]) / size);
    }
  }
  return error;
}

static void test_displacement(void) {
  const TrmTable *tables[] = {&trm_table_joints, &trm_table_motions};
  for (size_t t = 0; t < 2; t++)
    for (const TrmType *const *type = tables[t]->types; *type; type++) {
      const char *text = (*type)->example;
      Layout l = {.arena = trm_arena_new(), .log = trm_log_new()};
      TrmModel *model = NULL;
      TrmSystem *system = NULL;
      trm_model_parse(text, strlen(text), "model.yaml", NULL, 0, l.log, &model);
      CHECK(model && trm_system_compile(model, l.log, &system) == TRM_OK);
      l.system = system;
      CHECK(system && trm_guard(lay_out, &l) == TRM_OK && l.eq);
      double worst = 0;
      for (size_t i = 0; l.eq && i < l.eq->term_count; i++)
        for (int round = 0; round < 200; round++)
          worst = fmax(worst, displaced_error(&l.eq->terms[i].plan));
      char what[128];
      snprintf(what, sizeof what, "%s: rigid displacement", (*type)->name);
      if (l.eq && l.eq->term_count)
        check_figure("invariance", what, "the same terms", worst, 1e-11);
      trm_system_free(system);
      trm_model_free(model);
      trm_log_free(l.log);
      trm_arena_free(l.arena);
    }
}

/* a spatial slider crank with every kind of simple joint in it; pairs and lengths are filled in */
static const char *const machine =
    "trammel: 1\nunits: %s\ngravity: [0, 0, -9.81*m/s^2]\n"
    "points: {O: [0, 0, 0], A: [0, 0.1*m, 0], B: [0.5*m, 0.05*m, 0]}\nbodies:\n"
    "  crank: {at: [0, 0.05*m, 0], mass: 1, inertia: [2e-3*kg*m^2, 1e-3*kg*m^2, 2e-3*kg*m^2]}\n"
    "  rod: {at: [0.25*m, 0.075*m, 0], mass: 2, inertia: [1e-3*kg*m^2, 0.04*kg*m^2, 0.04*kg*m^2]}\n"
    "  slider: {at: B, mass: 3, inertia: [0.01*kg*m^2, 0.01*kg*m^2, 0.01*kg*m^2]}\n"
    "joints:\n"
    "  a: {revolute: [%s], at: O, axis: [1, 0, 0.3]}\n"
    "  b: {spherical: [%s], at: A}\n"
    "  c: {universal: [%s], at: B, axes: [%s]}\n"
    "  d: {prismatic: [%s], at: B, axis: x}\n"
    "motions:\n  drive: {joint: a, angle: %s2*rad/s*time}\n";

enum { ROWS = 21 };

typedef struct Run {
  double value[ROWS][64];
  const char *name[64];
} Run;

/* the signals that are compared */
static const char *const compared[] = {
    "crank.y", "rod.x", "rod.vy", "rod.az", "slider.x", "slider.vx",    "slider.ax",  "rod.wx",
    "rod.wdy", "a.fx",  "a.fz",   "a.ty",   "b.fx",     "b.fy",         "b.fz",       "c.fx",
    "c.tx",    "c.ty",  "d.fy",   "d.fz",   "d.tx",     "drive.torque", "drive.power"};
enum { COMPARED = sizeof compared / sizeof *compared };

static void run_machine(const char *text, Run *run) {
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmAnalysis *analysis = NULL;
  memset(run, 0, sizeof *run);
  trm_model_parse(text, strlen(text), "model.yaml", NULL, 0, log, &model);
  if (model) trm_system_compile(model, log, &system);
  if (system) trm_analysis_new(system, log, &analysis);
  int good = analysis && trm_analysis_assemble(analysis, log) == TRM_OK &&
             trm_analysis_drive(analysis, log) == TRM_OK;
  CHECK(good);
  if (!good) {
    char *messages = trm_log_render(log, TRM_LOG_PLAIN);
    fputs(messages, stderr);
    trm_text_free(messages);
  }
  size_t count = good ? trm_analysis_signals(analysis) : 0;
  double *values = calloc(count + 1, sizeof *values);
  for (int i = 0; i < ROWS && good; i++) {
    CHECK(trm_analysis_advance(analysis, 0.15 * i, log) == TRM_OK);
    trm_analysis_values(analysis, values);
    for (size_t k = 0; k < COMPARED; k++)
      for (size_t s = 0; s < count; s++)
        if (strcmp(trm_analysis_signal(analysis, s, NULL), compared[k]) == 0)
          run->value[i][k] = values[s];
  }
  free(values);
  trm_analysis_free(analysis);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
}

/* largest difference after scaling the second run's column k by factor(k), relative to its size */
static double compare(const Run *a, const Run *b, double (*factor)(const char *name)) {
  double worst = 0;
  for (size_t k = 0; k < COMPARED; k++) {
    double size = 0, difference = 0;
    for (int i = 0; i < ROWS; i++) {
      size = fmax(size, fabs(a->value[i][k]));
      difference = fmax(difference, fabs(a->value[i][k] - factor(compared[k]) * b->value[i][k]));
    }
    CHECK(size > 0);
    if (difference > 1e-9 * size)
      fprintf(stderr, "%s differs by %g of %g\n", compared[k], difference, size);
    worst = fmax(worst, difference / size);
  }
  return worst;
}

/* what a joint puts on its first body changes sign with the bodies */
static double swapped(const char *name) {
  return name[1] == '.' ? -1 : 1;
}

/* millimetres and newtons in metres and newtons */
static double millimetres(const char *name) {
  const char *signal = strchr(name, '.') + 1;
  if (strcmp(signal, "power") == 0 || strcmp(signal, "torque") == 0) return 1e-3;
  if (signal[0] == 'f' || signal[0] == 'w') return 1;
  return 1e-3;
}

static void test_exchange(void) {
  static Run plain, other;
  char text[4096];
  snprintf(text, sizeof text, machine, "mks", "ground, crank", "crank, rod", "rod, slider", "y, z",
           "ground, slider", "");
  run_machine(text, &plain);
  snprintf(text, sizeof text, machine, "mks", "crank, ground", "rod, crank", "slider, rod", "z, y",
           "slider, ground", "-");
  run_machine(text, &other);
  double error = 0;
  /* the drive's torque belongs to the exchanged joint: its sign changes, its power does not */
  for (int i = 0; i < ROWS; i++) other.value[i][COMPARED - 2] *= -1;
  error = compare(&plain, &other, swapped);
  check_figure("invariance", "first and second exchanged", "the same machine", error, 1e-10);
  snprintf(text, sizeof text, machine, "mmks", "ground, crank", "crank, rod", "rod, slider", "y, z",
           "ground, slider", "");
  run_machine(text, &other);
  error = compare(&plain, &other, millimetres);
  check_figure("invariance", "millimetres for metres", "the same machine", error, 1e-10);
}

int main(void) {
  test_displacement();
  test_exchange();
  return check_done();
}
