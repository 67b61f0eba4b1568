/* SPDX-License-Identifier: Apache-2.0
 *
 * Stiff mechanisms: a row of suspension arms in bushings of 1e7 N/m, thirty bodies, of which the
 * fast motions die out at once. The implicit method takes the steps that the slow motion allows,
 * the explicit ones those of the fast; both follow the same motion. A weight on a stiff damper has
 * a closed form.
 */
#include "arms.h"
#include "motion.h"

enum { REPORTS = 10 };
static const double until = 0.5;

static const char *const formulations[] = {"constraint_force", "projection", "multipliers",
                                           "baumgarte",        "penalty",    "augmented_lagrangian",
                                           "partitioning"};

/* a run: places and speeds of all bodies at the reports, and its counts */
typedef struct Run {
  double *values;
  size_t count;
  TrmDynamicsReport report;
} Run;

static Run follow(const char *text, const char *integrator, const char *formulation,
                  double tolerance) {
  static const char *const kept[] = {".x", ".y", ".z", ".vx", ".vy", ".vz", ".wx", ".wy", ".wz"};
  TrmDynamicsOptions options = {
      .integrator = integrator, .formulation = formulation, .tolerance = tolerance, .until = until};
  Motion m = motion_begin(text, &options);
  Run run = {.values = calloc((REPORTS + 1) * (m.count + 1), sizeof(double))};
  for (int i = 1; run.values && i <= REPORTS && motion_advance(&m, until * i / REPORTS); i++)
    for (size_t s = 0; s < m.count; s++) {
      const char *dot = strchr(trm_analysis_signal(m.a, s, NULL), '.');
      for (size_t k = 0; dot && k < sizeof kept / sizeof *kept; k++)
        if (strcmp(dot, kept[k]) == 0) run.values[run.count++] = m.values[s];
    }
  run.report = motion_report(&m);
  CHECK(run.count == REPORTS * 2 * PAIRS * 9);
  motion_end(&m);
  return run;
}

static double apart(const Run *run, const Run *truth) {
  double worst = 0;
  if (run->count != truth->count) return HUGE_VAL;
  for (size_t i = 0; i < run->count; i++)
    worst = motion_worse(worst, run->values[i] - truth->values[i]);
  return worst;
}

/* the error follows the tolerance over six decades */
static void check_tolerance(const char *text, const char *integrator, const Run *truth) {
  enum { DECADES = 6 };
  double x[DECADES + 1], y[DECADES + 1], sx = 0, sy = 0, sxx = 0, sxy = 0, worst = 0;
  int n = DECADES + 1;
  for (int i = 0; i < n; i++) {
    Run run = follow(text, integrator, "constraint_force", pow(10, -3 - i));
    x[i] = -3 - i;
    y[i] = log10(apart(&run, truth));
    sx += x[i], sy += y[i], sxx += x[i] * x[i], sxy += x[i] * y[i];
    if (i > 1) CHECK(y[i] < y[i - 2]);
    printf("%s 1e%g: error %.1e, %zu steps, %zu rejected, %zu evaluations\n", integrator, x[i],
           pow(10, y[i]), run.report.steps, run.report.rejected, run.report.evaluations);
    free(run.values);
  }
  double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
  for (int i = 0; i < n; i++) worst = fmax(worst, fabs(y[i] - (sy / n + slope * (x[i] - sx / n))));
  char what[120];
  snprintf(what, sizeof what, "%s, arms in bushings: power of the tolerance that the error follows",
           integrator);
  /* where all is stiff the order of radau5 falls, to three fifths at worst */
  check_figure("stiff", what, "1", fabs(slope - 1), strcmp(integrator, "radau5") == 0 ? 0.4 : 0.25);
  snprintf(what, sizeof what, "%s, arms in bushings: decades off that line", integrator);
  check_figure("stiff", what, "0", worst, 0.9);
}

/* thirty bodies: explicit and implicit, and all formulations with the implicit method */
static void check_row(void) {
  char *text = row_of_arms();
  Run truth = follow(text, "dop853", "constraint_force", 1e-12);
  Run explicit = follow(text, "dop853", "constraint_force", 1e-6);
  const TrmDynamicsReport *e = &explicit.report;
  printf("dop853: error %.1e, %zu steps, %zu evaluations\n", apart(&explicit, &truth), e->steps,
         e->evaluations);
  for (size_t i = 0; i < sizeof formulations / sizeof *formulations; i++) {
    char what[100];
    Run run = follow(text, "bdf", formulations[i], 1e-6);
    int soft = strcmp(formulations[i], "penalty") == 0;
    snprintf(what, sizeof what, "bdf with %s, arms in bushings", formulations[i]);
    check_figure("stiff", what, "dop853, 1e-12", apart(&run, &truth), soft ? 1e-3 : 1e-4);
    printf("%s: error %.1e, %zu steps, %zu evaluations\n", what, apart(&run, &truth),
           run.report.steps, run.report.evaluations);
    CHECK(20 * run.report.steps <= e->steps);
    CHECK(20 * run.report.evaluations <= e->evaluations);
    free(run.values);
  }
  Run radau = follow(text, "radau5", "constraint_force", 1e-6);
  check_figure("stiff", "radau5 with constraint_force, arms in bushings", "dop853, 1e-12",
               apart(&radau, &truth), 1e-4);
  printf("radau5: error %.1e, %zu steps, %zu evaluations\n", apart(&radau, &truth),
         radau.report.steps, radau.report.evaluations);
  CHECK(20 * radau.report.steps <= e->steps && 20 * radau.report.evaluations <= e->evaluations);
  free(radau.values);
  check_tolerance(text, "bdf", &truth);
  check_tolerance(text, "radau5", &truth);
  free(explicit.values);
  free(truth.values);
  free(text);
}

/* a weight on a damper of 1e6/s: z = -g t/d + g (1 - exp(-d t))/d^2 */
static const double rate = 1e6;

static void damped_truth(double t, double *values) {
  values[0] = -9.81 * t / rate + 9.81 * (1 - exp(-rate * t)) / (rate * rate);
  values[1] = -9.81 / rate * (1 - exp(-rate * t));
}

static void check_damper(void) {
  static const char *const signals[] = {"stone.z", "stone.vz", NULL};
  TrmDynamicsOptions options = {.integrator = "bdf", .tolerance = 1e-8, .until = 10};
  Motion m = motion_begin("trammel: 1\n"
                          "gravity: [0, 0, -9.81]\n"
                          "bodies:\n"
                          "  stone: {at: [0, 0, 0], mass: 2, point_mass: true}\n"
                          "forces:\n"
                          "  drag: {force: stone, at: [0, 0, 0], vector: [0, 0, -2e6*vz(stone)]}\n",
                          &options);
  check_figure("stiff", "weight on a damper of 1e6/s, bdf", "closed form",
               motion_follow(&m, signals, damped_truth, 10, 10), 1e-7);
  TrmDynamicsReport report = motion_report(&m);
  printf("damper: %zu steps\n", report.steps);
  CHECK(report.steps < 200);
  motion_end(&m);
}

/* a governor without dampers, whose stiff springs ring: energy that steps too coarse for it lose is
 * said, and not where it is kept */
static void check_ringing(void) {
  static const TrmSetting undamped = {"c", "0"};
  int lost = 0, unsaid = 0;
  for (int i = 0; i < 9; i++) {
    static const char *const integrators[] = {"bdf", "abm", "radau5"};
    TrmDynamicsOptions o = {
        .integrator = integrators[i % 3], .tolerance = pow(10, -2 - i / 3), .until = 3};
    Motion m = motion_read("examples/a05-flyball.yaml", &undamped, 1, &o);
    for (int k = 1; k <= 10; k++) motion_advance(&m, 0.3 * k);
    TrmDynamicsReport report = motion_report(&m);
    int is_lost = report.energy_error > 0.01 * report.energy_scale, said = 0;
    TrmEntry entry;
    for (size_t k = 0; trm_log_entry(m.log, k, &entry) == TRM_OK; k++)
      said |= strcmp(entry.code, "W339") == 0;
    lost += is_lost;
    unsaid += is_lost != said;
    motion_end(&m);
  }
  printf("ringing: energy lost by %d of 9 methods\n", lost);
  check_figure("stiff",
               "governor without dampers: energy off by 1 % without a word, or not but said",
               "none", unsaid, 0);
  CHECK(lost >= 3);
}

int main(void) {
  check_damper();
  check_ringing();
  check_row();
  return check_done();
}
