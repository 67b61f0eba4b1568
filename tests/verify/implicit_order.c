/* SPDX-License-Identifier: Apache-2.0
 *
 * Orders of the methods on the constraints, with steps of constant size and, for backward
 * differentiation, with each highest order: of positions, velocities and reactions of a double
 * pendulum in space. It hangs at rest and is pushed by the eighth power of a sine, so that nothing
 * moves before a formula of order 5 has its past. The truth is an explicit run at 1e-13.
 */
#include "motion.h"

static const char *const text =
    "trammel: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  upper: {at: [0, 0, -0.5], mass: 1, inertia: [0.09, 0.08, 0.01]}\n"
    "  lower: {at: [0, 0, -1.4], mass: 0.7, inertia: [0.05, 0.06, 0.01]}\n"
    "joints:\n"
    "  top: {universal: [ground, upper], at: [0, 0, 0], axes: [y, x]}\n"
    "  knee: {spherical: [upper, lower], at: [0, 0, -1]}\n"
    "forces:\n"
    "  swing: {torque: upper, vector: ['3*sin(time)^8', '8*sin(time)^8', 0]}\n"
    "  push: {force: lower, at: [0.1, 0, -1.8], vector: ['2*sin(time)^8', '-sin(time)^8', 0]}\n";

enum { KINDS = 3, EACH = 5, TIMES = 5, SIZES = 4 };
static const char *const kinds[KINDS] = {"positions", "velocities", "reactions"};
static const char *const names[KINDS][EACH] = {
    {"upper.x", "upper.y", "lower.x", "lower.y", "lower.z"},
    {"upper.vx", "upper.wy", "lower.vx", "lower.vy", "lower.wz"},
    {"knee.fx", "knee.fy", "knee.fz", "top.fz", "top.tz"}};
static const double until = 2;

/* the signals at some ends of steps, of a run in steps h, or of any size where h is 0. The
 * tolerance is so loose that steps could be longer, and rules only how far Newton's method goes. */
static void run(const char *method, int order, double h, double tolerance,
                double values[KINDS][TIMES * EACH]) {
  TrmDynamicsOptions options = {.integrator = method,
                                .tolerance = tolerance,
                                .step = h,
                                .max_step = h,
                                .max_order = order,
                                .until = until};
  Motion m = motion_begin(text, &options);
  for (int t = 0; t < TIMES && motion_advance(&m, until * (t + 6) / (TIMES + 5)); t++)
    for (int k = 0; k < KINDS; k++)
      for (int i = 0; i < EACH; i++) values[k][EACH * t + i] = motion_value(&m, names[k][i]);
  TrmDynamicsReport report = motion_report(&m);
  if (h > 0) CHECK(report.rejected == 0 && report.steps == (size_t)nearbyint(until / h));
  motion_end(&m);
}

/* slopes of log error over log step by least squares, the first step being `until` over `count` */
static void check(const char *method, int order, int most, int count, double tolerance,
                  int kind_count) {
  double truth[KINDS][TIMES * EACH], values[KINDS][TIMES * EACH], sx = 0, sxx = 0, sy[KINDS] = {0},
                                                                  sxy[KINDS] = {0};
  run("dop853", 0, 0, 1e-13, truth);
  for (int i = 0; i < SIZES; i++) {
    double h = until / (count << i), x = log(h);
    run(method, most, h, tolerance, values);
    sx += x;
    sxx += x * x;
    for (int k = 0; k < KINDS; k++) {
      double sum = 0;
      for (int s = 0; s < TIMES * EACH; s++) sum += pow(values[k][s] - truth[k][s], 2);
      sy[k] += log(sum) / 2;
      sxy[k] += x * log(sum) / 2;
    }
  }
  for (int k = 0; k < kind_count; k++) {
    double slope = (SIZES * sxy[k] - sx * sy[k]) / (SIZES * sxx - sx * sx);
    char what[120];
    snprintf(what, sizeof what, "%s, order %d of %s, steps of constant size", method, order,
             kinds[k]);
    printf("%s: %.2f\n", what, slope);
    check_figure("constraints", what, "theory", fabs(slope - order), 0.2);
  }
}

/* the method of Radau, whose iteration ends by the tolerance: slope of log error over log steps as
 * the tolerance goes down */
static void check_radau(void) {
  enum { COUNT = 7 };
  double truth[KINDS][TIMES * EACH], sx = 0, sxx = 0, sy = 0, sxy = 0;
  run("dop853", 0, 0, 1e-13, truth);
  for (int i = 0; i < COUNT; i++) {
    TrmDynamicsOptions options = {
        .integrator = "radau5", .tolerance = 1e-7 * pow(10, -0.5 * i), .until = until};
    Motion m = motion_begin(text, &options);
    double sum = 0;
    for (int k = 1; k <= 8 && motion_advance(&m, until * k / 8); k++) continue;
    for (int s = 0; s < EACH; s++)
      sum += pow(motion_value(&m, names[0][s]) - truth[0][EACH * (TIMES - 1) + s], 2);
    double x = log((double)motion_report(&m).steps), y = log(sum) / 2;
    printf("radau5: %.2e in %zu steps\n", sqrt(sum), motion_report(&m).steps);
    sx += x, sxx += x * x, sy += y, sxy += x * y;
    motion_end(&m);
  }
  double slope = (COUNT * sxy - sx * sy) / (COUNT * sxx - sx * sx);
  printf("radau5: %.2f\n", slope);
  check_figure("constraints", "radau5, order of positions over seven tolerances", "5",
               fabs(slope + 5), 0.2);
}

int main(void) {
  for (int order = 1; order <= 5; order++) {
    check("gstiff", order, order, 200, 1e-2, KINDS);
    check("si2", order, order, 200, 1e-2, KINDS);
  }
  check("hht", 2, 0, 200, 1e-2, KINDS);
  check("generalized_alpha", 2, 0, 200, 1e-2, KINDS);
  check_radau();
  return check_done();
}
