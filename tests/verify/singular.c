/* SPDX-License-Identifier: Apache-2.0
 *
 * Four-bars in a row (IFToMM A02) pass twice a turn a position in which all bars are in line, and
 * could go on along other branches, in which the couplers turn. Methods that hold the constraints
 * stay on theirs; those that drift, or step too coarsely, may leave it, and then that is said,
 * whatever the method and its tolerance. Where no branch is left nothing is said of corners.
 */
#include "motion.h"
#include <dirent.h>

typedef struct Way {
  const char *formulation, *integrator;
  double tolerance, step;
} Way;

/* these must not leave their branch */
static const Way ways[] = {
    {"constraint_force", "dop853", 1e-8, 0},     {"constraint_force", "abm", 1e-6, 0},
    {"constraint_force", "dopri5", 1e-4, 0},     {"constraint_force", "rk4", 0, 0.02},
    {"projection", "dop853", 1e-6, 0},           {"partitioning", "dop853", 1e-6, 0},
    {"augmented_lagrangian", "dop853", 1e-6, 0}, {"augmented_lagrangian", "abm", 1e-4, 0}};

static const char *const formulations[] = {
    "constraint_force", "multipliers",          "baumgarte",   "penalty",
    "projection",       "augmented_lagrangian", "partitioning"};
static const char *const integrators[] = {"abm", "bdf", "dopri5", "dop853", "radau5", "rk4"};
enum { FORMULATIONS = 7, INTEGRATORS = 6, TOLERANCES = 7, REPORTS = 20, MOST_SIGNALS = 400 };

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

/* those that must stay, and have nothing to say */
static void stay(void) {
  double worst = 0;
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    const Way *way = &ways[i];
    double turn, lost;
    int said;
    follow(way, &turn, &said, &lost);
    worst = motion_worse(worst, turn);
    CHECK(!said);
  }
  check_figure("Singular positions", "couplers of four-bars stay level, eight methods",
               "their branch", worst, 1e-9);
}

/* all methods with tolerances from 1e-2 to 1e-8, or steps from 0.1 s: who leaves the branch says so
 */
static void leave(void) {
  int changed = 0, silent = 0, runs = 0, stride = 24 / CHECK_ROUNDS(24);
  for (int i = 0; i < FORMULATIONS * INTEGRATORS * TOLERANCES; i += stride) {
    const char *integrator = integrators[i / TOLERANCES % INTEGRATORS];
    int fixed = strcmp(integrator, "rk4") == 0, place = i % TOLERANCES;
    Way way = {formulations[i / TOLERANCES / INTEGRATORS], integrator,
               fixed ? 0 : pow(10, -2 - place), fixed ? 0.1 * pow(2, -place) : 0};
    double turn, lost;
    int said, left = follow(&way, &turn, &said, &lost);
    runs++;
    changed += left;
    silent += left && !said;
    if (left)
      printf("%s + %s, %.2g: couplers turn by %.2g rad, energy off by %.2g%s\n", way.formulation,
             way.integrator, way.tolerance + way.step, turn, lost, said ? ", said" : ", SILENT");
  }
  printf("%d of %d methods left their branch\n", changed, runs);
  check_figure("Singular positions", "branches left without a word, all methods and tolerances",
               "none", silent, 0);
  /* they did what is to be noticed */
  CHECK(changed >= 35 / stride);
}

/* places of all bodies at the reports; the number of corners said */
static int record(const char *path, const TrmDynamicsOptions *o, double *values, size_t *count) {
  Motion m = motion_read(path, NULL, 0, o);
  int corners = 0;
  *count = 0;
  for (int i = 1; i <= REPORTS && m.status == TRM_OK; i++) {
    m.status = trm_analysis_advance(m.a, o->until * i / REPORTS, m.log);
    if (m.status == TRM_OK) trm_analysis_values(m.a, m.values);
    for (size_t s = 0; m.status == TRM_OK && s < m.count && *count < REPORTS * MOST_SIGNALS; s++) {
      const char *unit, *name = trm_analysis_signal(m.a, s, &unit), *dot = strrchr(name, '.');
      if (dot && strchr("xyz", dot[1]) && !dot[2]) values[(*count)++] = m.values[s];
    }
  }
  TrmEntry entry;
  for (size_t i = 0; trm_log_entry(m.log, i, &entry) == TRM_OK; i++)
    corners += strcmp(entry.code, "W334") == 0 && strstr(entry.text, "corner") != NULL;
  motion_end(&m);
  return corners;
}

/* the largest difference of places, in parts of the largest one */
static double difference(const double *a, const double *b, size_t count) {
  double most = 0, size = 0;
  for (size_t i = 0; i < count; i++) {
    most = fmax(most, fabs(a[i] - b[i]));
    size = fmax(size, fabs(b[i]));
  }
  return most / size;
}

/* no example turns a corner, unless it is off by more than its tolerance explains */
static void raise_no_alarm(void) {
  static double values[2][REPORTS * MOST_SIGNALS];
  int runs = 0, alarms = 0, corners = 0, seen = 0, stride = 24 / CHECK_ROUNDS(24);
  DIR *folder = opendir("examples");
  CHECK(folder != NULL);
  for (struct dirent *file; folder && (file = readdir(folder)) != NULL;) {
    char path[300];
    if (!strstr(file->d_name, ".yaml")) continue;
    snprintf(path, sizeof path, "examples/%.255s", file->d_name);
    for (int i = 0; i < 12; i++) {
      double tolerance = i / 6 ? 1e-4 : 1e-6;
      if (seen++ % stride) continue;
      TrmDynamicsOptions o = {.formulation = formulations[1 + i % 3],
                              .integrator = i / 3 % 2 ? "abm" : "dop853",
                              .tolerance = tolerance,
                              .until = 1,
                              .every = 1.0 / REPORTS};
      size_t count[2];
      runs++;
      if (!record(path, &o, values[0], &count[0])) continue;
      o.formulation = "constraint_force";
      o.tolerance = 1e-8;
      record(path, &o, values[1], &count[1]);
      double apart = difference(values[0], values[1], count[0] < count[1] ? count[0] : count[1]);
      corners++;
      alarms += !(apart > 20 * tolerance);
      printf("%s, %s + %s, %g: turns a corner, %.2g apart\n", file->d_name, formulations[1 + i % 3],
             o.integrator, i / 6 ? 1e-4 : 1e-6, apart);
    }
  }
  if (folder) closedir(folder);
  printf("%d of %d runs of examples turn a corner\n", corners, runs);
  check_figure("Singular positions", "corners said of examples that keep their branch", "none",
               alarms, 0);
  CHECK(runs >= 12 * 49 / stride);
}

int main(void) {
  stay();
  leave();
  raise_no_alarm();
  return check_done();
}
