/* SPDX-License-Identifier: Apache-2.0
 *
 * Four-bars in a row (IFToMM A02) pass twice a turn a position in which all bars are in line, and
 * could go on along other branches, in which the couplers turn. Methods that hold the constraints
 * stay on theirs; those that drift, or step too coarsely, may leave it, and then the energy balance
 * says so.
 */
#include "motion.h"

typedef struct Way {
  const char *formulation, *integrator;
  double tolerance, step;
  int stays; /* must not leave its branch */
} Way;

static const Way ways[] = {{"constraint_force", "dop853", 1e-8, 0, 1},
                           {"constraint_force", "abm", 1e-6, 0, 1},
                           {"constraint_force", "dopri5", 1e-4, 0, 1},
                           {"constraint_force", "rk4", 0, 0.02, 1},
                           {"projection", "dop853", 1e-6, 0, 1},
                           {"partitioning", "dop853", 1e-6, 0, 1},
                           {"augmented_lagrangian", "dop853", 1e-6, 0, 1},
                           {"augmented_lagrangian", "abm", 1e-4, 0, 1},
                           {"constraint_force", "rk4", 0, 0.1, 0},
                           {"multipliers", "dop853", 1e-3, 0, 0},
                           {"multipliers", "dop853", 1e-4, 0, 0},
                           {"multipliers", "dop853", 1e-6, 0, 0},
                           {"multipliers", "dopri5", 1e-6, 0, 0},
                           {"multipliers", "abm", 1e-4, 0, 0},
                           {"multipliers", "abm", 1e-3, 0, 0},
                           {"multipliers", "rk4", 0, 0.02, 0},
                           {"baumgarte", "dopri5", 1e-2, 0, 0}};

/* 1 when the log says that energy jumps or is lost, or that the motion cannot go on */
static int is_said(const TrmLog *log) {
  TrmEntry entry;
  for (size_t i = 0; trm_log_entry(log, i, &entry) == TRM_OK; i++)
    if (strcmp(entry.code, "W334") == 0 || strcmp(entry.code, "W339") == 0 ||
        entry.severity == TRM_ERROR)
      return 1;
  return 0;
}

/* 1 when it left its branch; the largest turn of a coupler in *turn */
static int follow(const Way *way, double *turn, int *said, double *lost) {
  TrmDynamicsOptions o = {.formulation = way->formulation,
                          .integrator = way->integrator,
                          .tolerance = way->tolerance,
                          .step = way->step,
                          .until = 10,
                          .every = 0.01};
  Motion m = motion_read("examples/a02-four-bars.yaml", NULL, 0, &o);
  CHECK(m.status == TRM_OK);
  *turn = 0;
  for (int i = 1; i <= 1000 && m.status == TRM_OK; i++) {
    m.status = trm_analysis_advance(m.a, 0.01 * i, m.log);
    if (m.status != TRM_OK) break;
    trm_analysis_values(m.a, m.values);
    *turn = fmax(*turn, fabs(motion_value(&m, "h1.psi")));
    *turn = fmax(*turn, fabs(motion_value(&m, "h2.psi")));
  }
  TrmDynamicsReport report = {0};
  trm_analysis_dynamics(m.a, &report);
  *lost = report.energy_error / report.energy_scale;
  *said = is_said(m.log);
  motion_end(&m);
  return *turn > 0.1;
}

int main(void) {
  int changed = 0;
  double worst = 0;
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    const Way *way = &ways[i];
    double turn, lost;
    int said, left = follow(way, &turn, &said, &lost);
    printf("%s + %s, %g: couplers turn by %.2g rad, energy off by %.2g%s\n", way->formulation,
           way->integrator, way->tolerance + way->step, turn, lost, said ? ", said" : "");
    if (way->stays) worst = motion_worse(worst, turn);
    CHECK(!way->stays || !said);
    CHECK(!left || said);
    changed += left;
  }
  check_figure("Singular positions", "couplers of four-bars stay level, eight methods",
               "their branch", worst, 1e-9);
  /* the others did what is to be noticed */
  CHECK(changed >= 6);
  return check_done();
}
