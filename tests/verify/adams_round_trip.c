/* SPDX-License-Identifier: Apache-2.0
 *
 * Models written as Adams datasets and read back move as they did: places, velocities and
 * accelerations of all bodies. And the dataset of every statement, written from the model that it
 * was read as, and read again.
 */
#include "verify/motion.h"

/* models in space without anything that a dataset cannot say */
static const char *const models[] = {"examples/a01-pendulum-thesis.yaml",
                                     "examples/a02-four-bars-3d.yaml",
                                     "examples/a04-bricard.yaml",
                                     "examples/a05-flyball.yaml",
                                     "examples/axle.yaml",
                                     "examples/constant-velocity.yaml",
                                     "examples/corner.yaml",
                                     "examples/crank-rocker.yaml",
                                     "examples/differential.yaml",
                                     "examples/double-pendulum.yaml",
                                     "examples/double-wishbone.yaml",
                                     "examples/hooke-shaft.yaml",
                                     "examples/lamp.yaml",
                                     "examples/pendulum.yaml",
                                     "examples/screw-jack.yaml",
                                     "examples/skate.yaml",
                                     "examples/slider-crank.yaml",
                                     "examples/spatial-slider-crank.yaml",
                                     "examples/stewart.yaml",
                                     "tests/verify/adams/everything.adm"};

/* the model of `m` by way of a dataset */
static Motion way_round(const Motion *m, const TrmDynamicsOptions *options) {
  char *text = NULL;
  Motion again = {.log = trm_log_new()};
  again.status = m->system ? trm_system_to_adams(m->system, again.log, &text) : TRM_FAILED;
  if (again.status == TRM_OK)
    again.status =
        trm_model_parse(text, strlen(text), "again.adm", NULL, 0, again.log, &again.model);
  motion_prepare(&again, options);
  CHECK(again.status == TRM_OK);
  if (again.status != TRM_OK) motion_complain(&again);
  trm_text_free(text);
  return again;
}

/* x to wdz of body `name`, where they begin among the signals; the number of signals when nowhere
 */
static size_t find_body(const Motion *m, const char *name) {
  char signal[128];
  snprintf(signal, sizeof signal, "%s.x", name);
  for (size_t i = 0; i < m->count; i++)
    if (strcmp(trm_analysis_signal(m->a, i, NULL), signal) == 0) return i;
  return m->count;
}

static double follow(const char *path) {
  enum { QUANTITIES = 15, REPORTS = 5 };
  static const double size[] = {1, 1, 10, 1, 10}; /* least sizes that count */
  TrmDynamicsOptions options = {.until = 0.5, .every = 0.1, .tolerance = 1e-10};
  Motion m = motion_read(path, NULL, 0, &options);
  CHECK(m.status == TRM_OK);
  if (m.status != TRM_OK) motion_complain(&m);
  Motion again = way_round(&m, &options);
  double worst = 0;
  for (int i = 0; i <= REPORTS && m.status == TRM_OK && again.status == TRM_OK; i++) {
    if (i && (!motion_advance(&m, 0.1 * i) || !motion_advance(&again, 0.1 * i))) break;
    for (size_t b = 0; b < trm_system_bodies(m.system); b++) {
      TrmBodyInfo info;
      trm_system_body(m.system, b, &info);
      size_t p = find_body(&m, info.name), q = find_body(&again, info.name);
      CHECK(p < m.count && q < again.count);
      for (size_t k = 0; k < QUANTITIES && p < m.count && q < again.count; k++) {
        double value = m.values[p + k], scale = fmax(size[k / 3], fabs(value));
        worst = motion_worse(worst, (again.values[q + k] - value) / scale);
      }
    }
  }
  if (m.status != TRM_OK || again.status != TRM_OK) worst = HUGE_VAL;
  motion_end(&again);
  motion_end(&m);
  return worst;
}

/* what a dataset cannot say is refused by name */
static void check_refused(void) {
  static const char text[] =
      "trammel: 1\nunits: {angle: deg}\nbodies: {b: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints: {j: {revolute: [ground, b], at: [0, 0, 0], axis: z, limits: [0, 1]}}\n";
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  char *dataset = NULL;
  CHECK(trm_model_parse(text, strlen(text), "m.yaml", NULL, 0, log, &model) == TRM_OK);
  CHECK(trm_system_compile(model, log, &system) == TRM_OK);
  CHECK(trm_system_to_adams(system, log, &dataset) == TRM_BAD_MODEL);
  CHECK(dataset == NULL && trm_log_errors(log) == 2);
  TrmEntry entry = {0};
  for (size_t i = 0; i < trm_log_count(log); i++) {
    trm_log_entry(log, i, &entry);
    if (entry.severity == TRM_ERROR) CHECK(strcmp(entry.code, "E715") == 0);
  }
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
}

int main(void) {
  double worst = 0;
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    double error = follow(models[i]);
    printf("%s %.1e\n", models[i], error);
    worst = motion_worse(worst, error);
  }
  check_figure("Adams datasets",
               "20 models written as datasets and read back, motion of all bodies",
               "the models themselves", worst, 1e-9);
  check_refused();
  return check_done();
}
