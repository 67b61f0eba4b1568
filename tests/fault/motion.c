/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory of motions under forces: allocations fail one by one in runs that go well, by every
 * elimination and formulation, over events and a lock, and each must end with TRM_NO_MEMORY and
 * leave nothing behind.
 */
#include "check.h"
#include "counted.h"
#include "trammel/trammel.h"

enum { REPORTS = 20 };

/* a run in a few reports */
static TrmStatus use_model(const char *path, const TrmDynamicsOptions *options) {
  TrmLog *log = trm_log_new();
  if (!log) return TRM_NO_MEMORY;
  static double values[4096];
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmAnalysis *analysis = NULL;
  TrmDynamicsReport report;
  TrmStatus status = trm_model_read(path, NULL, 0, log, &model);
  if (status == TRM_OK) status = trm_system_compile(model, log, &system);
  if (status == TRM_OK) status = trm_analysis_new(system, log, &analysis);
  if (status == TRM_OK) status = trm_analysis_assemble(analysis, log);
  if (status == TRM_OK) status = trm_analysis_begin_dynamics(analysis, options, log);
  for (int i = 1; i <= REPORTS && status == TRM_OK; i++) {
    status = trm_analysis_advance(analysis, options->until * i / REPORTS, log);
    CHECK(trm_analysis_signals(analysis) < 4096);
    trm_analysis_values(analysis, values);
  }
  if (analysis) trm_analysis_dynamics(analysis, &report);
  trm_analysis_free(analysis);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
  return status;
}

/* what use_model is given */
typedef struct Use {
  const char *path;
  TrmDynamicsOptions options;
} Use;

static TrmStatus use(void *context) {
  const Use *u = context;
  return use_model(u->path, &u->options);
}

static void fail_each(const char *path, TrmDynamicsOptions options, TrmStatus expected) {
  options.every = options.until / REPORTS;
  Use u = {path, options};
  counted_each(path, use, &u, expected, 500, 40);
}

int main(void) {
  static const char *const solvers[] = {"tree", "schur", "sparse"};
  static const char *const formulations[] = {"multipliers", "baumgarte", "penalty",
                                             "augmented_lagrangian", "partitioning"};
  for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
    TrmDynamicsOptions options = {.until = 0.5, .solver = solvers[i]};
    fail_each("examples/a02-four-bars.yaml", options, TRM_OK);
  }
  for (size_t i = 0; i < sizeof formulations / sizeof *formulations; i++) {
    TrmDynamicsOptions options = {.until = 0.1, .formulation = formulations[i]};
    fail_each("examples/double-pendulum.yaml", options, TRM_OK);
    options.integrator = "bdf";
    fail_each("examples/double-pendulum.yaml", options, TRM_OK);
  }
  fail_each("examples/a02-four-bars.yaml", (TrmDynamicsOptions){.until = 0.5, .integrator = "bdf"},
            TRM_OK);
  fail_each("examples/a02-four-bars.yaml",
            (TrmDynamicsOptions){.until = 0.5, .integrator = "radau5"}, TRM_OK);
  fail_each("tests/malformed/cases/dynamics_event_message.yaml", (TrmDynamicsOptions){.until = 1},
            TRM_OK);
  fail_each("tests/malformed/cases/dynamics_chatter.yaml", (TrmDynamicsOptions){.until = 10},
            TRM_FAILED);
  fail_each("tests/malformed/cases/dynamics_dead_point.yaml", (TrmDynamicsOptions){.until = 4},
            TRM_FAILED);
  fail_each("tests/malformed/cases/dynamics_third_crank.yaml", (TrmDynamicsOptions){.until = 1},
            TRM_FAILED);
  fail_each("tests/malformed/cases/dynamics_motion_stops.yaml", (TrmDynamicsOptions){.until = 1},
            TRM_OK);
  return check_done();
}
