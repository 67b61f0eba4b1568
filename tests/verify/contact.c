/* SPDX-License-Identifier: Apache-2.0
 *
 * Compliant contacts against closed forms: a ball on a Hertz spring (depth, duration, rebound),
 * restitution whatever the law, balls that meet, a ball that slides and then rolls, a block that
 * creeps below the angle of friction and slides above it, rest on many touches, and balls found in
 * a grid against the sum over all pairs.
 */
#include "motion.h"

static void figure(const char *what, const char *against, double error, double limit) {
  check_figure("contact", what, against, fabs(error), limit);
}

static const TrmDynamicsOptions tight = {.tolerance = 1e-13, .absolute_tolerance = 1e-13};
static const double pi = 3.14159265358979323846;

/* a ball thrown at a wall without gravity */
static Motion throw_ball(double mass, double speed, const char *law, const TrmDynamicsOptions *o) {
  char text[1024];
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "bodies:\n"
           "  ball:\n"
           "    at: [0, 0, 0.3]\n"
           "    velocity: [0, 0, -%.17g]\n"
           "    shape: {sphere: {radius: 0.1, mass: %.17g}}\n"
           "contacts:\n"
           "  wall: {between: [ball, {plane: ground, normal: z}], %s}\n",
           speed, mass, law);
  return motion_begin(text, o);
}

/* m x'' = -k x^n: depth ((n + 1) m v^2 / 2 k)^(1/(n + 1)) after half of the duration
 * 2 (depth/v) sqrt(pi) Gamma(1 + p)/Gamma(1/2 + p), p = 1/(n + 1) */
static void check_hertz(double n) {
  const double m = 0.7, k = 3e5, v = 2.5;
  char law[128], what[64];
  double p = 1 / (n + 1), depth = pow((n + 1) * m * v * v / (2 * k), p);
  double last = 2 * depth / v * sqrt(pi) * tgamma(1 + p) / tgamma(0.5 + p), begin = 0.2 / v;
  snprintf(law, sizeof law, "stiffness: %.17g, exponent: %.17g", k, n);
  Motion motion = throw_ball(m, v, law, &tight);
  motion_advance(&motion, begin + last / 2);
  snprintf(what, sizeof what, "greatest depth, exponent %g", n);
  figure(what, "closed form", motion_value(&motion, "wall.gap") / depth + 1, 1e-10);
  CHECK_NEAR(motion_value(&motion, "ball.vz") / v, 0, 1e-8);
  CHECK_NEAR(motion_value(&motion, "wall.press") / (k * pow(depth, n)), 1, 1e-9);
  CHECK_NEAR(motion_value(&motion, "wall.nz"), -1, 1e-15);
  CHECK(motion_value(&motion, "wall.touches") == 1);
  motion_advance(&motion, begin + last);
  snprintf(what, sizeof what, "gap after the whole contact, exponent %g", n);
  figure(what, "closed form", motion_value(&motion, "wall.gap") / depth, 1e-8);
  motion_advance(&motion, begin + 2 * last);
  snprintf(what, sizeof what, "speed of rebound, exponent %g", n);
  figure(what, "closed form", motion_value(&motion, "ball.vz") / v - 1, 1e-10);
  motion_end(&motion);
}

static void check_restitution(void) {
  static const double rebound[] = {0.05, 0.3, 0.6, 0.9, 1};
  double worst = 0;
  for (size_t i = 0; i < 5; i++)
    for (int fast = 0; fast < 2; fast++) {
      char law[128];
      double v = fast ? 7 : 0.4;
      snprintf(law, sizeof law, "stiffness: 2e5, exponent: %g, restitution: %g", fast ? 1.5 : 2.2,
               rebound[i]);
      Motion motion = throw_ball(fast ? 1 : 0.2, v, law, &tight);
      motion_advance(&motion, 0.2 / v + 0.3);
      worst = motion_worse(worst, motion_value(&motion, "ball.vz") / v - rebound[i]);
      TrmDynamicsReport report = motion_report(&motion);
      CHECK(report.energy_error < 1e-9 * report.energy_scale);
      motion_end(&motion);
    }
  figure("speed of rebound by restitution", "the restitution", worst, 1e-10);
}

/* every method finds the same rebound from a damped contact, and closes the balance */
static void check_methods(void) {
  static const char *const names[] = {"dop853", "dopri5", "abm", "bdf", "radau5"};
  static const char *const coarse[] = {"gstiff", "radau5"};
  static const char law[] = "stiffness: 2e5, exponent: 1.5, damping: 200, depth: 1e-3";
  double first = 0, worst = 0;
  for (size_t i = 0; i < 5; i++) {
    TrmDynamicsOptions o = {.tolerance = 1e-10,
                            .absolute_tolerance = 1e-10,
                            .integrator = names[i],
                            .formulation = "constraint_force"};
    Motion motion = throw_ball(1, 3, law, &o);
    motion_advance(&motion, 0.3);
    double speed = motion_value(&motion, "ball.vz");
    if (!i) first = speed;
    worst = motion_worse(worst, speed - first);
    TrmDynamicsReport report = motion_report(&motion);
    CHECK(report.dissipated > 0.1);
    CHECK(report.energy_error < 1e-6 * report.energy_scale);
    motion_end(&motion);
  }
  figure("rebound from a damped contact", "each other, five integrators", worst, 1e-6);
  /* on the constraints themselves tolerances are coarser, and work does not control the steps */
  worst = 0;
  for (size_t i = 0; i < 2; i++) {
    TrmDynamicsOptions o = {
        .tolerance = 1e-10, .absolute_tolerance = 1e-10, .integrator = coarse[i]};
    Motion motion = throw_ball(1, 3, law, &o);
    motion_advance(&motion, 0.3);
    worst = motion_worse(worst, motion_value(&motion, "ball.vz") - first);
    motion_end(&motion);
  }
  figure("rebound from a damped contact, gstiff and radau5", "the other integrators", worst, 1e-4);
}

/* two balls that meet head on: velocities from momentum and restitution */
static void check_balls(void) {
  const double m1 = 1, m2 = 3, v1 = 2, v2 = -0.5, r = 0.8;
  Motion motion = motion_begin(
      "trammel: 1\n"
      "bodies:\n"
      "  a: {at: [0, 0, 0], velocity: [2, 0, 0], shape: {sphere: {radius: 0.1, mass: 1}}}\n"
      "  b: {at: [1, 0, 0], velocity: [-0.5, 0, 0], shape: {sphere: {radius: 0.2, mass: 3}}}\n"
      "contacts:\n"
      "  hit: {between: [a, b], stiffness: 1e6, restitution: 0.8}\n",
      &tight);
  motion_advance(&motion, 0.6);
  double centre = (m1 * v1 + m2 * v2) / (m1 + m2), part = r * (v1 - v2) / (m1 + m2);
  double error = fmax(fabs(motion_value(&motion, "a.vx") - (centre - m2 * part)),
                      fabs(motion_value(&motion, "b.vx") - (centre + m1 * part)));
  figure("two balls: velocities", "momentum and restitution", error, 1e-10);
  motion_end(&motion);
}

/* thrown without spin at its height of rest, it ends rolling: with the arm a from the centre to the
 * contact, m (v0 - v) a = I v/a */
static void check_rolling(void) {
  const double m = 2, r = 0.1, k = 1e8, g = 9.81, v0 = 3, mu = 0.3;
  double depth = pow(m * g / k, 1 / 1.5), a = r - depth / 2, inertia = 0.4 * m * r * r;
  double truth = v0 / (1 + inertia / (m * a * a)), slides = (v0 - truth) / (mu * g);
  char text[1024];
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "gravity: [0, 0, -9.81]\n"
           "bodies:\n"
           "  ball:\n"
           "    at: [0, 0, %.17g]\n"
           "    velocity: [3, 0, 0]\n"
           "    shape: {sphere: {radius: 0.1, mass: 2}}\n"
           "contacts:\n"
           "  floor:\n"
           "    between: [ball, {plane: ground, normal: z}]\n"
           "    stiffness: 1e8\n"
           "    friction: {static: 0.3, dynamic: 0.3, stiction_speed: 1e-3, slip_speed: 2e-3}\n",
           r - depth);
  TrmDynamicsOptions o = {.tolerance = 1e-10, .absolute_tolerance = 1e-10, .integrator = "radau5"};
  Motion motion = motion_begin(text, &o);
  motion_advance(&motion, 0.5 * slides);
  figure("sliding ball: speed half way", "v - mu g t",
         motion_value(&motion, "ball.vx") - (v0 - 0.5 * mu * g * slides), 1e-8);
  motion_advance(&motion, 2 * slides);
  figure("rolling ball: speed at the end", "angular momentum about the floor",
         motion_value(&motion, "ball.vx") / truth - 1, 1e-8);
  CHECK_NEAR(truth / (5 * v0 / 7), 1, 1e-3);
  motion_end(&motion);
}

/* a block on an incline: below the angle of friction it creeps at the speed at which the smooth
 * step reaches tan(angle), above it slides with g (sin - mu cos) */
static void check_block(double slope, double truth_speed, double truth_acceleration) {
  char text[1024];
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "gravity: [9.81*sin(%.17g), 0, -9.81*cos(%.17g)]\n"
           "bodies:\n"
           "  block:\n"
           "    at: [0, 0, 0.05]\n"
           "    shape: {box: {size: [0.4, 0.3, 0.1], mass: 2}}\n"
           "contacts:\n"
           "  floor:\n"
           "    between: [block, {plane: ground, normal: z}]\n"
           "    stiffness: 1e6\n"
           "    exponent: 1\n"
           "    damping: 3000\n"
           "    depth: 1e-6\n"
           "    friction: {static: 0.5, dynamic: 0.4, stiction_speed: 1e-3, slip_speed: 2e-3}\n",
           slope, slope);
  TrmDynamicsOptions o = {.tolerance = 1e-10, .absolute_tolerance = 1e-10, .integrator = "radau5"};
  Motion motion = motion_begin(text, &o);
  motion_advance(&motion, 1);
  CHECK(motion_value(&motion, "floor.touches") == 4);
  if (truth_speed > 0)
    figure("block below the angle of friction: creep", "root of the smooth step",
           motion_value(&motion, "block.vx") / truth_speed - 1, 1e-7);
  else
    figure("block above the angle of friction: acceleration", "closed form",
           motion_value(&motion, "block.ax") - truth_acceleration, 1e-7);
  CHECK_NEAR(motion_value(&motion, "floor.fz"), 2 * 9.81 * cos(slope), 1e-6);
  motion_end(&motion);
}

static void check_blocks(void) {
  double below = atan(0.45), above = atan(0.6), low = 0, high = 1;
  for (int i = 0; i < 100; i++) {
    double s = (low + high) / 2;
    *(0.5 * (1.5 * s - 0.5 * s * s * s) < 0.45 ? &low : &high) = s;
  }
  check_block(below, 1e-3 * low, 0);
  check_block(above, 0, 9.81 * (sin(above) - 0.4 * cos(above)));
}

/* 100 balls in a grid: forces against the sum over all pairs, at random places */
static void check_grid(void) {
  enum { SIDE = 100 };
  const double k = 1000, n = 2;
  char *text = malloc(1 << 16), *end = text;
  double at[SIDE][3], r[SIDE], worst = 0, most = 0;
  size_t touching = 0;
  if (!text) return;
  end += sprintf(end, "trammel: 1\nbodies:\n");
  for (int i = 0; i < SIDE; i++) {
    for (int c = 0; c < 3; c++) at[i][c] = check_random(-1, 1);
    r[i] = check_random(0.1, 0.3);
    end += sprintf(
        end, "  b%d: {at: [%.17g, %.17g, %.17g], shape: {sphere: {radius: %.17g, mass: 1}}}\n", i,
        at[i][0], at[i][1], at[i][2], r[i]);
  }
  sprintf(end, "contacts:\n  all: {between: [{every: b*}, {every: b*}], stiffness: 1000, "
               "exponent: 2}\n");
  Motion motion = motion_begin(text, &tight);
  for (int i = 0; i < SIDE; i++) {
    double force[3] = {0};
    char name[16];
    for (int j = 0; j < SIDE; j++) {
      double d[3], length = 0;
      for (int c = 0; c < 3; c++) d[c] = at[i][c] - at[j][c], length += d[c] * d[c];
      length = sqrt(length);
      if (i == j || length >= r[i] + r[j]) continue;
      touching++;
      for (int c = 0; c < 3; c++) force[c] += k * pow(r[i] + r[j] - length, n) * d[c] / length;
    }
    for (int c = 0; c < 3; c++) {
      snprintf(name, sizeof name, "b%d.a%c", i, 'x' + c);
      worst = motion_worse(worst, motion_value(&motion, name) - force[c]);
      most = fmax(most, fabs(force[c]));
    }
  }
  CHECK(touching > 200);
  CHECK(motion_value(&motion, "all.touches") == (double)touching / 2);
  figure("100 balls in a grid: forces", "sum over all pairs", worst / most, 1e-13);
  motion_end(&motion);
  free(text);
}

/* the examples: a ball that ends rolling, a crate that ends at rest on a face */
static void check_examples(void) {
  TrmDynamicsOptions o = {.integrator = "radau5"};
  Motion ball = motion_read("examples/bounce.yaml", NULL, 0, &o);
  motion_advance(&ball, 2);
  double arm = 0.1 + motion_value(&ball, "floor.gap") / 2;
  CHECK_NEAR(motion_value(&ball, "ball.vx"), arm * motion_value(&ball, "ball.wy"), 1e-6);
  CHECK(motion_value(&ball, "floor.touches") == 1 && motion_value(&ball, "ball.vx") > 1);
  motion_end(&ball);
  Motion crate = motion_read("examples/tumble.yaml", NULL, 0, &o);
  motion_advance(&crate, 2);
  CHECK_NEAR(motion_value(&crate, "floor.press"), 0.3 * 0.2 * 0.2 * 300 * 9.81, 1e-3);
  CHECK(motion_value(&crate, "floor.touches") >= 3);
  CHECK(motion_value(&crate, "floor.gap") > -1e-3);
  CHECK_NEAR(motion_value(&crate, "energy.kinetic"), 0, 1e-6);
  motion_end(&crate);
}

/* at rest: the depth at which the touches carry the weight */
static void check_rest(void) {
  static const char *const shapes[] = {"sphere: {radius: 0.2, mass: 2}",
                                       "box: {size: [0.4, 0.4, 0.4], mass: 2}",
                                       "cylinder: {radius: 0.3, length: 0.4, mass: 2}"};
  static const double touches[] = {1, 4, 4};
  double worst = 0;
  for (int i = 0; i < 3; i++) {
    char text[512];
    snprintf(text, sizeof text,
             "trammel: 1\n"
             "gravity: [0, 0, -9.81]\n"
             "bodies:\n"
             "  it: {at: [0, 0, 0.1995], shape: {%s}}\n"
             "contacts:\n"
             "  floor: {between: [it, {plane: ground, normal: z}], stiffness: 1e5}\n",
             shapes[i]);
    TrmLog *log = trm_log_new();
    TrmModel *model = NULL;
    TrmSystem *system = NULL;
    TrmAnalysis *a = NULL;
    TrmStatus status = trm_model_parse(text, strlen(text), "rest", NULL, 0, log, &model);
    if (status == TRM_OK) status = trm_system_compile(model, log, &system);
    if (status == TRM_OK) status = trm_analysis_new(system, log, &a);
    if (status == TRM_OK) status = trm_analysis_assemble(a, log);
    if (status == TRM_OK) status = trm_analysis_statics(a, NULL, log);
    CHECK(status == TRM_OK);
    Motion m = {.log = log, .model = model, .system = system, .a = a, .status = status};
    m.count = a ? trm_analysis_signals(a) : 0;
    m.values = calloc(m.count + 1, sizeof *m.values);
    if (a && m.values) trm_analysis_values(a, m.values);
    double truth = pow(2 * 9.81 / touches[i] / 1e5, 1 / 1.5);
    worst = motion_worse(worst, motion_value(&m, "floor.gap") / truth + 1);
    CHECK(motion_value(&m, "floor.touches") == touches[i]);
    motion_end(&m);
  }
  figure("ball, box and cylinder at rest: depth", "closed form", worst, 1e-9);
}

int main(void) {
  check_hertz(1.5);
  check_hertz(1);
  check_hertz(2.5);
  check_restitution();
  check_methods();
  check_balls();
  check_rolling();
  check_blocks();
  check_grid();
  check_rest();
  check_examples();
  return check_done();
}
