/* SPDX-License-Identifier: Apache-2.0
 *
 * Methods on the constraints against theory: hht and generalized_alpha are, on an oscillator, the
 * recurrences of their authors, step by step, from slow motions to such as are damped most; their
 * order and that of radau5; a controller of van der Pol's with rates of 1e6, of which sixteen
 * digits are published (IVP Test Set, VDPOL); a governor with springs of 1e9 N/m; tolerances over
 * six decades with redundant joints.
 */
#include "motion.h"

/* a mass of 1 on a spring of stiffness w^2 from x = 1 on, in steps h: the recurrence */
static double recur(double w, double h, double m, double f, double beta, double gamma, int steps,
                    double *x) {
  double q = 1, u = 0, a = -w * w, worst = 0;
  x[0] = q;
  for (int i = 1; i <= steps; i++) {
    /* (1 - m) a' + m a = -w^2 ((1 - f) q' + f q), q' and u' by Newmark */
    double free = q + h * u + h * h * (0.5 - beta) * a;
    double next =
        -(m * a + w * w * ((1 - f) * free + f * q)) / (1 - m + w * w * (1 - f) * h * h * beta);
    u += h * ((1 - gamma) * a + gamma * next);
    q = free + h * h * beta * next;
    a = next;
    x[i] = q;
    worst = fmax(worst, fabs(q));
  }
  return worst;
}

static void check_recurrence(const char *method, double radius, double turns) {
  enum { STEPS = 60 };
  double w = 20, h = turns / w, x[STEPS + 1], m = 0, f, beta, gamma, worst = 0;
  if (strcmp(method, "hht") == 0) {
    double alpha = (radius - 1) / (radius + 1);
    f = -alpha, beta = (1 - alpha) * (1 - alpha) / 4, gamma = 0.5 - alpha;
  } else {
    m = (2 * radius - 1) / (radius + 1), f = radius / (radius + 1);
    gamma = 0.5 + f - m, beta = (0.5 + gamma) * (0.5 + gamma) / 4;
  }
  recur(w, h, m, f, beta, gamma, STEPS, x);
  TrmDynamicsOptions options = {.integrator = method,
                                .tolerance = 0.1,
                                .absolute_tolerance = 1e6,
                                .step = h,
                                .max_step = h,
                                .damping = radius < 1 ? 1 - radius : -1,
                                .until = h * (STEPS + 4)};
  Motion motion = motion_begin("trammel: 1\n"
                               "bodies:\n"
                               "  weight: {at: [1, 0, 0], mass: 1, point_mass: true}\n"
                               "forces:\n"
                               "  pull: {force: weight, vector: ['-400*dx(weight)', 0, 0]}\n",
                               &options);
  for (int i = 1; i <= STEPS && motion_advance(&motion, h * i); i++)
    worst = motion_worse(worst, motion_value(&motion, "weight.x") - x[i]);
  char what[160];
  snprintf(what, sizeof what, "%s, damping of fast motions %g, w h = %g", method, radius, turns);
  check_figure("constraints", what, "recurrence of its authors", worst, 1e-9);
  motion_end(&motion);
}

/* error of a double pendulum at its end, and the steps it took */
static double swing(const char *method, double tolerance, const double *truth, double *out,
                    size_t *steps) {
  TrmDynamicsOptions options = {.integrator = method, .tolerance = tolerance, .until = 2};
  Motion m = motion_begin("trammel: 1\n"
                          "gravity: [0, -9.81, 0]\n"
                          "bodies:\n"
                          "  upper: {at: [0.5, 0, 0], mass: 1, inertia: [0.01, 0.09, 0.09]}\n"
                          "  lower: {at: [1.4, 0.1, 0], mass: 0.7, inertia: [0.01, 0.05, 0.06]}\n"
                          "joints:\n"
                          "  top: {universal: [ground, upper], at: [0, 0, 0], axes: [y, z]}\n"
                          "  knee: {spherical: [upper, lower], at: [1, 0, 0]}\n",
                          &options);
  double worst = 0;
  static const char *const names[] = {"upper.x", "upper.y", "lower.x", "lower.y", "lower.z"};
  motion_advance(&m, 2);
  for (int i = 0; i < 5; i++) {
    out[i] = motion_value(&m, names[i]);
    worst = motion_worse(worst, out[i] - (truth ? truth[i] : 0));
  }
  *steps = motion_report(&m).steps;
  motion_end(&m);
  return worst;
}

/* the order, from errors and steps between two tolerances */
static void check_order(const char *method, double loose, double tight, double order) {
  double truth[5], end[5], e[2];
  size_t steps[2], count;
  swing("dop853", 1e-13, NULL, truth, &count);
  e[0] = swing(method, loose, truth, end, &steps[0]);
  e[1] = swing(method, tight, truth, end, &steps[1]);
  double found = log(e[0] / e[1]) / log((double)steps[1] / (double)steps[0]);
  printf("%s: %.1e in %zu steps, %.1e in %zu: order %.2f\n", method, e[0], steps[0], e[1], steps[1],
         found);
  char what[120];
  snprintf(what, sizeof what, "%s, order of positions on a double pendulum in space", method);
  check_figure("constraints", what, "theory", fabs(found - order), order > 2 ? 0.5 : 0.2);
}

/* the redundant six-bar loop: the error follows the tolerance over six decades */
static void check_tolerance(const char *method) {
  enum { DECADES = 6 };
  static const char *const names[] = {"rod1.x", "rod2.y", "rod3.z", "rod4.x", "rod5.y"};
  double truth[5] = {0}, x[DECADES + 1], y[DECADES + 1], sx = 0, sy = 0, sxx = 0, sxy = 0;
  int n = DECADES + 1;
  for (int i = -1; i < n; i++) {
    TrmDynamicsOptions options = {.integrator = i < 0 ? "dop853" : method,
                                  .tolerance = i < 0 ? 1e-13 : pow(10, -5 - i),
                                  .until = 2};
    Motion m = motion_read("examples/a04-bricard.yaml", NULL, 0, &options);
    double worst = 0;
    motion_advance(&m, 2);
    for (int k = 0; k < 5; k++) {
      double value = motion_value(&m, names[k]);
      if (i < 0) truth[k] = value;
      worst = motion_worse(worst, value - truth[k]);
    }
    motion_end(&m);
    if (i < 0) continue;
    x[i] = -5 - i;
    y[i] = log10(worst);
    printf("%s 1e%g: %.1e\n", method, x[i], worst);
    sx += x[i], sy += y[i], sxx += x[i] * x[i], sxy += x[i] * y[i];
    if (i > 1) CHECK(y[i] < y[i - 2]);
  }
  double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
  char what[120];
  snprintf(what, sizeof what,
           "%s, redundant six bars: power of the tolerance that the error follows", method);
  check_figure("constraints", what, "1", fabs(slope - 1), 0.25);
}

/* IVP Test Set, VDPOL with eps = 1e-6, at t = 2 */
static void check_controller(const char *method, double limit) {
  TrmDynamicsOptions options = {.integrator = method, .tolerance = 1e-9, .until = 2};
  Motion m = motion_begin("trammel: 1\n"
                          "bodies:\n"
                          "  weight: {mass: 1, point_mass: true}\n"
                          "equations:\n"
                          "  y: {rate: dif(v), initial: 2}\n"
                          "  v: {rate: '((1 - dif(y)^2)*dif(v) - dif(y))*1e6', initial: 0}\n",
                          &options);
  motion_advance(&m, 2);
  double error = fabs(motion_value(&m, "y") - 1.706167732170483);
  char what[120];
  snprintf(what, sizeof what, "%s, van der Pol's controller with rates of 1e6", method);
  check_figure("constraints", what, "published", error, limit);
  printf("%s: %.2e, %zu steps\n", method, error, motion_report(&m).steps);
  motion_end(&m);
}

/* height of the governor with springs of 1e9 N/m at some times */
static void governor(const char *method, const char *formulation, double tolerance, double *s) {
  TrmDynamicsOptions options = {
      .integrator = method, .formulation = formulation, .tolerance = tolerance, .until = 1};
  TrmSetting stiff = {"k", "1e9"};
  Motion m = motion_read("examples/a05-flyball.yaml", &stiff, 1, &options);
  for (int i = 0; i < 4; i++) {
    motion_advance(&m, 0.25 * (i + 1));
    s[i] = motion_value(&m, "s");
  }
  motion_end(&m);
}

static void check_governor(const char *method, double tolerance, double limit) {
  double truth[4], s[4], worst = 0;
  governor("radau5", "constraint_force", 1e-12, truth);
  governor(method, NULL, tolerance, s);
  for (int i = 0; i < 4; i++) worst = motion_worse(worst, s[i] - truth[i]);
  char what[120];
  snprintf(what, sizeof what, "%s, governor with springs of 1e9 N/m", method);
  check_figure("constraints", what, "radau5 of the flow at 1e-12", worst, limit);
}

int main(void) {
  static const char *const alphas[] = {"hht", "generalized_alpha"};
  static const double phases[] = {0.05, 0.5, 5, 500};
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 4; k++) {
      check_recurrence(alphas[i], 0.6, phases[k]);
      check_recurrence(alphas[i], 0.9, phases[k]);
    }
  check_order("hht", 1e-8, 1e-10, 2);
  check_order("generalized_alpha", 1e-8, 1e-10, 2);
  check_order("radau5", 1e-6, 1e-9, 5);
  check_tolerance("gstiff");
  check_tolerance("si2");
  check_tolerance("radau5");
  check_controller("gstiff", 1e-6);
  check_controller("si2", 1e-6);
  check_controller("radau5", 1e-9);
  check_governor("gstiff", 1e-8, 1e-5);
  check_governor("si2", 1e-8, 1e-5);
  check_governor("radau5", 1e-8, 1e-6);
  return check_done();
}
