/* SPDX-License-Identifier: Apache-2.0
 *
 * Order and tolerance on mechanisms: with every formulation the error of rk4 falls with the fourth
 * power of its step, and that of the adaptive methods in step with the tolerance over six decades.
 * An error is the worst over positions, speeds and turns of all bodies at the end, against a tight
 * run; a penalty moves the limit, not the order, and is held against a tight run of its own.
 */
#include "motion.h"

enum { DECADES = 6, HALVINGS = 3, MOST = 64 };

static const char *const formulations[] = {"constraint_force", "projection", "multipliers",
                                           "baumgarte",        "penalty",    "augmented_lagrangian",
                                           "partitioning",     NULL};

/* a mechanism and how long it is followed */
typedef struct Machine {
  const char *what, *text;
  double until;
} Machine;

static const Machine pendulum = {"pendulum",
                                 "trammel: 1\n"
                                 "gravity: [0, -9.81, 0]\n"
                                 "bodies:\n"
                                 "  rod: {at: [1, 0, 0], mass: 2, inertia: [0.1, 0.4, 0.4]}\n"
                                 "joints:\n"
                                 "  hinge: {revolute: [ground, rod], at: [0, 0, 0], axis: z}\n",
                                 2};

static const Machine four_bar = {"four-bar",
                                 "trammel: 1\n"
                                 "planar: true\n"
                                 "gravity: [0, -9.81]\n"
                                 "points: {A: [0, 0], B: [0.3, 0.4], C: [1.5, 0.9], D: [1.2, 0]}\n"
                                 "bodies:\n"
                                 "  crank: {at: [0.15, 0.2], mass: 1, inertia: 0.02}\n"
                                 "  coupler: {at: [0.9, 0.65], mass: 2, inertia: 0.3}\n"
                                 "  rocker: {at: [1.35, 0.45], mass: 1.5, inertia: 0.1}\n"
                                 "joints:\n"
                                 "  a: {revolute: [ground, crank], at: A}\n"
                                 "  b: {revolute: [crank, coupler], at: B}\n"
                                 "  c: {revolute: [coupler, rocker], at: C}\n"
                                 "  d: {revolute: [rocker, ground], at: D}\n",
                                 1};

/* x, y, vx, vy, wz of every body at the end; their number */
static size_t state_at_end(const Machine *machine, const TrmDynamicsOptions *options,
                           double values[MOST]) {
  static const char *const kept[] = {".x", ".y", ".vx", ".vy", ".wz"};
  Motion m = motion_begin(machine->text, options);
  size_t count = 0;
  motion_advance(&m, machine->until);
  for (size_t i = 0; i < m.count && m.status == TRM_OK; i++) {
    const char *dot = strchr(trm_analysis_signal(m.a, i, NULL), '.');
    for (size_t k = 0; dot && k < sizeof kept / sizeof *kept && count < MOST; k++)
      if (strcmp(dot, kept[k]) == 0) values[count++] = m.values[i];
  }
  motion_end(&m);
  return count;
}

/* the state that a formulation tends to */
static size_t truth_of(const Machine *machine, const char *formulation, double truth[MOST]) {
  int own = strcmp(formulation, "penalty") == 0;
  TrmDynamicsOptions tight = {.integrator = "dop853",
                              .formulation = own ? formulation : "constraint_force",
                              .tolerance = 1e-14,
                              .until = machine->until};
  return state_at_end(machine, &tight, truth);
}

static double error_of(const Machine *machine, const TrmDynamicsOptions *options,
                       const double truth[MOST], size_t count) {
  double values[MOST], worst = 0;
  if (state_at_end(machine, options, values) != count || !count) return HUGE_VAL;
  for (size_t i = 0; i < count; i++) worst = motion_worse(worst, values[i] - truth[i]);
  return worst;
}

static void check_order(const Machine *machine, const char *formulation) {
  double truth[MOST], last = 0, off = 0;
  size_t count = truth_of(machine, formulation, truth);
  for (int i = 0; i <= HALVINGS; i++) {
    double step = machine->until / (400 << i);
    TrmDynamicsOptions options = {.integrator = "rk4", .formulation = formulation, .step = step};
    double error = error_of(machine, &options, truth, count);
    if (i > 1) off = fmax(off, fabs(log2(last / error) - 4));
    last = error;
  }
  char what[160];
  snprintf(what, sizeof what, "rk4 with %s on a %s: order", formulation, machine->what);
  check_figure("dynamics, methods", what, "4", off, 0.15);
}

static void check_tolerance(const Machine *machine, const char *integrator, const char *formulation,
                            double slack) {
  double truth[MOST], x[DECADES + 1], y[DECADES + 1], sx = 0, sy = 0, sxx = 0, sxy = 0, worst = 0;
  size_t count = truth_of(machine, formulation, truth);
  int n = DECADES + 1;
  for (int i = 0; i < n; i++) {
    TrmDynamicsOptions options = {.integrator = integrator,
                                  .formulation = formulation,
                                  .tolerance = pow(10, -5 - i),
                                  .until = machine->until};
    x[i] = -5 - i;
    y[i] = log10(error_of(machine, &options, truth, count));
    sx += x[i], sy += y[i], sxx += x[i] * x[i], sxy += x[i] * y[i];
    if (i > 1) CHECK(y[i] < y[i - 2]);
  }
  double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
  for (int i = 0; i < n; i++) worst = fmax(worst, fabs(y[i] - (sy / n + slope * (x[i] - sx / n))));
  char what[160];
  snprintf(what, sizeof what, "%s with %s on a %s: power of the tolerance that the error follows",
           integrator, formulation, machine->what);
  check_figure("dynamics, methods", what, "1", fabs(slope - 1), 0.25);
  snprintf(what, sizeof what, "%s with %s on a %s: decades off that line", integrator, formulation,
           machine->what);
  check_figure("dynamics, methods", what, "0", worst, slack);
}

int main(void) {
  static const char *const adaptive[] = {"dopri5", "dop853", "abm", "bdf", "radau5"};
  for (int i = 0; formulations[i]; i++) {
    check_order(&pendulum, formulations[i]);
    check_order(&four_bar, formulations[i]);
  }
  for (int k = 0; k < 5; k++)
    for (int i = 0; formulations[i]; i++)
      /* stability bounds the step of a penalty where the tolerance is loose */
      check_tolerance(&four_bar, adaptive[k], formulations[i],
                      strcmp(formulations[i], "penalty") == 0 ? 1.2 : 0.9);
  return check_done();
}
