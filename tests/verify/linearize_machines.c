/* SPDX-License-Identifier: Apache-2.0
 *
 * The washing machine and the all-terrain vehicle, which have the counts of the published models:
 * linearised at rest and at the end of a run that settles, where every mode agrees with a motion of
 * the nonlinear model; the modes at both places are those of one machine.
 */
#include "linear.h"

#define GROUP "linear models"

/* how many joints of a type a model has */
static size_t joints(const char *report, const char *type) {
  size_t count = 0, length = strlen(type);
  for (const char *at = report; at && (at = strstr(at, type)); at += length) count++;
  return count;
}

/* the largest error of all modes against the nonlinear model */
static double verify(const Linear *m) {
  double worst = 0;
  for (size_t k = 0; k < m->l.order; k++) {
    double error;
    if (m->l.im[k] < 0) continue;
    CHECK(trm_analysis_verify(m->r.a, k, &error, m->r.log) == TRM_OK);
    if (!isfinite(error)) fprintf(stderr, "mode %zu was not compared\n", k);
    worst = rest_worse(worst, error);
  }
  return worst;
}

/* at rest, or at the end of a run */
static Linear look(const char *path, double until) {
  Linear m = {.r = {.log = trm_log_new()}};
  Rest *r = &m.r;
  r->status = trm_model_read(path, NULL, 0, r->log, &r->model);
  if (r->status == TRM_OK) r->status = trm_system_compile(r->model, r->log, &r->system);
  if (r->status == TRM_OK) r->status = trm_analysis_new(r->system, r->log, &r->a);
  if (r->status == TRM_OK) r->status = trm_analysis_assemble(r->a, r->log);
  if (r->status == TRM_OK && until == 0) r->status = trm_analysis_statics(r->a, NULL, r->log);
  if (r->status == TRM_OK && until > 0) {
    TrmDynamicsOptions options = {.until = until, .every = until};
    r->status = trm_analysis_begin_dynamics(r->a, &options, r->log);
    if (r->status == TRM_OK) r->status = trm_analysis_advance(r->a, until, r->log);
  }
  if (r->status == TRM_OK) r->status = trm_analysis_linearize(r->a, -1, r->log);
  CHECK(r->status == TRM_OK && trm_log_count(r->log) == 0);
  if (r->status != TRM_OK || trm_log_count(r->log)) rest_complain(r);
  if (r->a) trm_analysis_linear(r->a, &m.l);
  return m;
}

/* a machine, the freedoms it has, and the time in which it settles */
static void check_machine(const char *name, size_t freedoms, double until) {
  char path[100], what[160];
  snprintf(path, sizeof path, "examples/%s.yaml", name);
  Linear rest = look(path, 0), end = look(path, until);
  CHECK(rest.l.positions == freedoms && end.l.positions == freedoms);
  snprintf(what, sizeof what, "%s at rest: all modes, off after half a turn of phase", name);
  check_figure(GROUP, what, "motions of the nonlinear model", verify(&rest), 1e-6);
  snprintf(what, sizeof what, "%s after a run: all modes, off after half a turn of phase", name);
  check_figure(GROUP, what, "motions of the nonlinear model", verify(&end), 1e-6);
  for (size_t k = 0; k < rest.l.order; k++) CHECK(rest.l.re[k] < 0 && end.l.re[k] < 0);
  linear_end(&rest);
  linear_end(&end);
}

/* the counts of the paper */
static void check_counts(const char *name, const char *const *types, const size_t *counts,
                         int motions, size_t bodies) {
  char path[100];
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  int coordinates, equations, driven;
  snprintf(path, sizeof path, "examples/%s.yaml", name);
  CHECK(trm_model_read(path, NULL, 0, log, &model) == TRM_OK);
  CHECK(trm_system_compile(model, log, &system) == TRM_OK);
  char *report = trm_system_report_json(system);
  for (size_t i = 0; types[i]; i++) {
    char type[60];
    snprintf(type, sizeof type, "\"type\": \"%s\"", types[i]);
    if (joints(report, type) != counts[i])
      fprintf(stderr, "%s has %zu %s joints\n", name, joints(report, type), types[i]);
    CHECK(joints(report, type) == counts[i]);
  }
  trm_system_counts(system, &coordinates, &equations, &driven);
  CHECK(driven == motions && trm_system_bodies(system) == bodies);
  trm_text_free(report);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
}

int main(void) {
  static const char *const types[] = {"revolute", "spherical",   "prismatic", "universal",
                                      "fixed",    "cylindrical", "inline",    NULL};
  static const size_t washer[] = {5, 4, 4, 4, 1, 0, 0}, vehicle[] = {3, 21, 7, 4, 6, 1, 1};
  check_counts("washer", types, washer, 1, 15);
  check_counts("all-terrain", types, vehicle, 5, 33);
  check_machine("washer", 10, 30);
  check_machine("all-terrain", 22, 20);
  return check_done();
}
