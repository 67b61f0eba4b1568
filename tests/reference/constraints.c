/* SPDX-License-Identifier: Apache-2.0
 *
 * Methods on the constraints themselves, held against the tables of the benchmarks, in the plane
 * and in space with redundant equations, through singular positions: errors at tight tolerances,
 * and the steps that an error of 1e-6 takes, found between tolerances on a line of logarithms. Of
 * the governor radau5 is asked for its height to 1e-6 m, without the angle of its shaft, which
 * turns on and on.
 */
#include "table.h"

/* a mechanism, the signal table, and up to when */
typedef struct Mechanism {
  const char *name, *model, *table;
  double until;
} Mechanism;

static const Mechanism mechanisms[] = {{"A01", "a01-pendulum", "a01", 10},
                                       {"A02", "a02-four-bars", "a02-2", 10},
                                       {"A02 in space", "a02-four-bars-3d", "a02-2", 10},
                                       {"A03", "a03-andrews", "a03", 0.03},
                                       {"A04", "a04-bricard", "a04", 10},
                                       {"A05", "a05-flyball", "a05", 10}};
enum { MECHANISMS = sizeof mechanisms / sizeof *mechanisms };

/* a method: the error to reach, at the tightest of two tolerances that lie around it, and the most
 * steps that an error of 1e-6 may take, of which 0: not counted */
typedef struct Method {
  const char *name;
  double goal, loose, tight;
  double most[MECHANISMS];
  int lengths; /* of the governor lengths alone count */
} Method;

static const Method methods[] = {
    {"gstiff", 1e-6, 1e-9, 1e-12, {1.1 * 2062, 1.1 * 2982, 0, 0, 1.1 * 565, 1.1 * 1697}, 0},
    {"si2", 1e-6, 1e-8, 1e-11, {1.1 * 2044, 1.1 * 2978, 0, 0, 1.1 * 554, 1.2 * 1371}, 0},
    {"hht", 1e-3, 1e-6, 1e-11, {0}, 0},
    {"generalized_alpha", 1e-3, 1e-6, 1e-11, {0}, 0},
    {"radau5", 1e-6, 1e-5, 1e-11, {1.1 * 701, 1.1 * 1253, 0, 0, 1.1 * 242, 500}, 1}};

/* worst error of positions over the run, in m or rad, and its steps */
static double follow(const Mechanism *it, const Method *method, double tolerance, size_t *steps) {
  static Table table;
  TrmDynamicsOptions options = {
      .integrator = method->name, .tolerance = tolerance, .until = it->until};
  char path[256];
  double worst[2] = {HUGE_VAL, HUGE_VAL};
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmAnalysis *a = NULL;
  snprintf(path, sizeof path, "examples/%s.yaml", it->model);
  table_read(&table, it->table);
  /* the height is the first signal */
  if (method->lengths && strcmp(it->name, "A05") == 0) table.columns = 2;
  TrmStatus status = trm_model_read(path, NULL, 0, log, &model);
  if (status == TRM_OK) status = trm_system_compile(model, log, &system);
  if (status == TRM_OK) status = trm_analysis_new(system, log, &a);
  if (status == TRM_OK) status = trm_analysis_assemble(a, log);
  if (status == TRM_OK) status = trm_analysis_begin_dynamics(a, &options, log);
  if (status == TRM_OK) table_measure(a, &table, 0, log, worst);
  TrmDynamicsReport report = {0};
  if (status == TRM_OK) trm_analysis_dynamics(a, &report);
  *steps = report.steps;
  printf("%s %s %.0e: %.2e, %zu steps, %zu rejected, %zu evaluations, %zu factorisations\n",
         method->name, it->name, tolerance, worst[0], report.steps, report.rejected,
         report.evaluations, report.factorisations);
  trm_analysis_free(a);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
  return worst[0];
}

/* tolerances a decade apart until the error is below its goal: there are that many steps */
static void check(const Method *method, size_t number) {
  const Mechanism *it = &mechanisms[number];
  double last = HUGE_VAL, error = HUGE_VAL, needed = HUGE_VAL;
  size_t steps = 0, before = 0;
  char what[120];
  for (double t = method->loose; t >= method->tight / 2 && !(error <= method->goal); t /= 10) {
    last = error;
    before = steps;
    error = follow(it, method, t, &steps);
    if (error <= method->goal && last > method->goal) {
      double part = log(last / method->goal) / log(last / error);
      needed = before ? exp(log((double)before) + part * log((double)steps / (double)before))
                      : (double)steps;
    }
  }
  snprintf(what, sizeof what, "%s, %s: worst position of the run", method->name, it->name);
  check_figure("constraints", what, "table", error, method->goal);
  if (!(method->most[number] > 0)) return;
  printf("%s %s: %.0f steps for %.0e, at most %.0f\n", method->name, it->name, needed, method->goal,
         method->most[number]);
  CHECK(needed <= method->most[number]);
}

int main(void) {
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
    for (size_t k = 0; k < MECHANISMS; k++) check(&methods[i], k);
  return check_done();
}
