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

/* every allocation at first, later ones here and there */
static void fail_each(const char *path, TrmDynamicsOptions options, TrmStatus expected) {
  enum { MOST = 100000, MOST_SPARED = 6 };
  long runs = 0, spared = 0;
  options.every = options.until / REPORTS;
  use_model(path, &options);
  for (long n = 0; n < MOST; n += n < 500 ? 1 : n / 40, runs++) {
    long before = live;
    failed = 0;
    countdown = n;
    TrmStatus status = use_model(path, &options);
    countdown = -1;
    CHECK(live == before);
    if (!failed) {
      CHECK(status == expected);
      break;
    }
    /* the C library reads a file without its buffer when it cannot have one */
    if (status == expected && ++spared <= MOST_SPARED) continue;
    CHECK(status == TRM_NO_MEMORY);
    if (status == TRM_NO_MEMORY) continue;
    fprintf(stderr, "%s: status %d when allocation %ld fails\n", path, (int)status, n);
    break;
  }
  CHECK(runs > 10 && runs < MOST);
  printf("%s: %ld allocations failed in turn\n", path, runs);
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
