/* SPDX-License-Identifier: Apache-2.0
 *
 * Dynamics with motions given by speed or acceleration, and with differential equations, transfer
 * functions and state spaces in the loop, against closed forms; linear loops against the
 * exponential of their matrix.
 */
#include "motion.h"

static const TrmDynamicsOptions tight = {.tolerance = 1e-13, .absolute_tolerance = 1e-13};

#define ROTOR                                                                                      \
  "trammel: 1\n"                                                                                   \
  "bodies:\n"                                                                                      \
  "  rotor: {mass: 2, inertia: [0.3, 0.4, 0.5], spin: [0, 0, 3]}\n"                                \
  "joints:\n"                                                                                      \
  "  bearing: {revolute: [ground, rotor], at: [0, 0, 0], axis: z}\n"

/* angle, speed, torque and energy of a rotor driven at 3 + 2 sin 5t */
static void speed_truth(double t, double *values) {
  double w = 3 + 2 * sin(5 * t);
  values[0] = 3 * t + 0.4 * (1 - cos(5 * t));
  values[1] = w;
  values[2] = 0.5 * 10 * cos(5 * t);
  values[3] = 0.25 * w * w;
}

/* the same rotor with its acceleration given: 6t - cos 3t, from a speed of 3 */
static void acceleration_truth(double t, double *values) {
  double w = 3 + 3 * t * t - sin(3 * t) / 3;
  values[0] = 3 * t + t * t * t + (cos(3 * t) - 1) / 9;
  values[1] = w;
  values[2] = 0.5 * (6 * t - cos(3 * t));
  values[3] = 0.25 * w * w;
}

static void drive(const char *what, const char *motion, MotionTruth truth) {
  static const char *const signals[] = {"~bearing.angle", "bearing.angle_rate", "drive.torque",
                                        "energy.kinetic", NULL};
  char text[1024];
  snprintf(text, sizeof text, ROTOR "motions:\n  drive: {joint: bearing, %s}\n", motion);
  /* the Adams methods, which are chosen, add up work to the tolerance, not to rounding */
  TrmDynamicsOptions options = tight;
  options.integrator = "dop853";
  Motion m = motion_begin(text, &options);
  check_figure("dynamics", what, "closed form", motion_follow(&m, signals, truth, 4, 80), 5e-13);
  /* the work of the motion is the energy gained */
  double ends[2][4];
  truth(0, ends[0]);
  truth(4, ends[1]);
  TrmDynamicsReport report = motion_report(&m);
  char work[160];
  snprintf(work, sizeof work, "%s: work put in", what);
  check_figure("dynamics", work, "energy gained, of it",
               fabs(report.work / (ends[1][3] - ends[0][3]) - 1), 1e-13);
  motion_end(&m);
}

enum { STATES = 6 };

/* a linear loop x' = A x, the last x constant */
static struct {
  size_t n;
  double A[STATES][STATES], x[STATES];
} loop;

static void loop_rate(const long double *x, long double *dx) {
  for (size_t i = 0; i < loop.n; i++) {
    dx[i] = 0;
    for (size_t k = 0; k < loop.n; k++) dx[i] += (long double)loop.A[i][k] * x[k];
  }
}

/* exp(A t) x by its series over short pieces, in extended precision */
static void loop_truth(double t, double *values) {
  long double x[STATES], term[STATES], dx[STATES];
  int pieces = 1 + (int)(50 * t);
  for (size_t i = 0; i < loop.n; i++) x[i] = (long double)loop.x[i];
  for (int p = 0; p < pieces; p++) {
    memcpy(term, x, sizeof term);
    for (int k = 1; k < 40; k++) {
      loop_rate(term, dx);
      for (size_t i = 0; i < loop.n; i++) {
        term[i] = dx[i] * (long double)t / (pieces * k);
        x[i] += term[i];
      }
    }
  }
  for (size_t i = 0; i + 1 < loop.n; i++) values[i] = (double)x[i];
}

#define CART                                                                                       \
  "trammel: 1\n"                                                                                   \
  "bodies:\n"                                                                                      \
  "  cart: {mass: 5, inertia: [0.1, 0.1, 0.1], velocity: [0.2, 0, 0]}\n"                           \
  "joints:\n"                                                                                      \
  "  rail: {prismatic: [ground, cart], at: [0, 0, 0], axis: x}\n"                                  \
  "forces:\n"                                                                                      \
  "  motor: {force: cart, vector: [push, 0, 0]}\n"

/* a cart with proportional, differential and integral control through a lag */
static void lag(void) {
  static const char *const signals[] = {"cart.x", "cart.vx", "effort", "total", NULL};
  static const double A[5][5] = {{0, 1, 0, 0, 0},
                                 {0, 0, 0.2, 0, 0},
                                 {-20 / 0.05, -15 / 0.05, -1 / 0.05, 4 / 0.05, 20 / 0.05},
                                 {-1, 0, 0, 0, 1},
                                 {0, 0, 0, 0, 0}};
  loop.n = 5;
  for (int i = 0; i < 5; i++) memcpy(loop.A[i], A[i], sizeof A[i]);
  /* the lag begins at rest with its input */
  const double x[5] = {0, 0.2, 20 - 15 * 0.2, 0, 1};
  memcpy(loop.x, x, sizeof x);
  Motion m = motion_begin(CART "transfer_functions:\n"
                               "  amplifier: {input: 20*(1 - displacement(rail)) - 15*speed(rail) "
                               "+ 4*sum, numerator: [1], denominator: [0.05, 1]}\n"
                               "equations:\n"
                               "  sum: {rate: 1 - displacement(rail), initial: 0}\n"
                               "variables: {push: amplifier}\n"
                               "outputs: {effort: amplifier, total: sum}\n",
                          &tight);
  check_figure("dynamics", "cart controlled through a transfer function", "matrix exponential",
               motion_follow(&m, signals, loop_truth, 6, 60), 1e-13);
  motion_end(&m);
}

/* the same cart on an observer given by matrices */
static void observer(void) {
  static const char *const signals[] = {"cart.x", "cart.vx", NULL};
  static const double A[5][5] = {
      {0, 1, 0, 0, 0}, {0, 0, 4, -3, 0}, {-10, 0, -10, 2, 10}, {0, 10, 0, -10, 0}, {0, 0, 0, 0, 0}};
  loop.n = 5;
  for (int i = 0; i < 5; i++) memcpy(loop.A[i], A[i], sizeof A[i]);
  const double x[5] = {0, 0.2, 0.3, -0.1, 1};
  memcpy(loop.x, x, sizeof x);
  Motion m = motion_begin(CART "state_spaces:\n"
                               "  filter:\n"
                               "    inputs: [1 - displacement(rail), speed(rail)]\n"
                               "    a: [[-10, 2], [0, -10]]\n"
                               "    b: [[10, 0], [0, 10]]\n"
                               "    c: [[20, -15]]\n"
                               "    initial: [0.3, -0.1]\n"
                               "variables: {push: filter}\n",
                          &tight);
  check_figure("dynamics", "cart controlled through a state space", "matrix exponential",
               motion_follow(&m, signals, loop_truth, 6, 60), 1e-13);
  motion_end(&m);
}

/* growth with a bound, in both forms of an equation, pushes a mass */
static void growth_truth(double t, double *values) {
  double z = 0.2 * exp(3 * t) / (1 + 0.2 * (exp(3 * t) - 1));
  values[0] = values[1] = z;
  values[2] = z / 4;
}

static void growth(void) {
  static const char *const signals[] = {"plain", "implicit", "stone.ax", NULL};
  Motion m = motion_begin("trammel: 1\n"
                          "bodies:\n"
                          "  stone: {mass: 4, point_mass: true}\n"
                          "forces:\n"
                          "  push: {force: stone, vector: [z, 0, 0]}\n"
                          "equations:\n"
                          "  z: {rate: 3*z*(1 - z), initial: 0.2}\n"
                          "  y: {residual: dif1(y)/3 + dif(y)^2 - dif(y), initial: 0.2}\n"
                          "outputs: {plain: z, implicit: dif(y)}\n",
                          &tight);
  check_figure("dynamics", "growth with a bound", "closed form",
               motion_follow(&m, signals, growth_truth, 5, 50), 1e-13);
  motion_end(&m);
}

int main(void) {
  drive("rotor driven by speed", "speed: 3 + 2*sin(5*time)", speed_truth);
  drive("rotor driven by acceleration", "acceleration: 6*time - cos(3*time)", acceleration_truth);
  lag();
  observer();
  growth();
  return check_done();
}
