/* SPDX-License-Identifier: Apache-2.0
 *
 * Events: laws that switch are stepped onto, not over, and the motion between is reported as it
 * was; `stop` ends a run at the crossing, `set` gives states new values, `once` and `direction` are
 * kept; values between steps agree with steps that end at the report times; events without end are
 * named.
 */
#include "motion.h"

static const char *const integrators[] = {"dop853", "dopri5", "abm", "rk4", "bdf", "radau5", NULL};
static const double g = 9.81, height = 0.8, mass = 2, k = 900;

/* the tightest that each method does in little time */
static TrmDynamicsOptions options_of(const char *integrator, double until) {
  /* the errors of the steps of bdf add up to more than a thousand times the tolerance */
  double tolerance = strcmp(integrator, "bdf") == 0 ? 1e-14 : 1e-13;
  TrmDynamicsOptions options = {.integrator = integrator,
                                .tolerance = tolerance,
                                .absolute_tolerance = tolerance,
                                .step = strcmp(integrator, "rk4") == 0 ? 2.5e-4 : 0,
                                .until = until};
  if (strcmp(integrator, "radau5") == 0) options.formulation = "constraint_force";
  return options;
}

/* a weight falls on a spring that only pushes, and bounces for ever: time to fall, time in touch */
static double fall_time(void) {
  return sqrt(2 * height / g);
}
static double touch_time(void) {
  double w = sqrt(k / mass);
  return 2 * (acos(-1) - atan(w * g * fall_time() / g)) / w;
}

static void bounce_truth(double t, double *values) {
  double fall = fall_time(), touch = touch_time(), w = sqrt(k / mass), v0 = g * fall;
  double s = fmod(t + fall, 2 * fall + touch);
  if (s < 2 * fall) {
    values[0] = v0 * s - g * s * s / 2;
    values[1] = v0 - g * s;
    values[2] = -g;
  } else {
    s -= 2 * fall;
    values[0] = -g / (w * w) * (1 - cos(w * s)) - v0 / w * sin(w * s);
    values[1] = -g / w * sin(w * s) - v0 * cos(w * s);
    values[2] = -g - w * w * values[0];
  }
}

#define BOUNCE                                                                                     \
  "trammel: 1\n"                                                                                   \
  "gravity: [0, 0, -9.81]\n"                                                                       \
  "bodies:\n"                                                                                      \
  "  stone: {at: [0, 0, 0.8], mass: 2, point_mass: true}\n"                                        \
  "forces:\n"                                                                                      \
  "  floor: {spring: [ground, stone], from: [0, 0, -1], to: [0, 0, 0.8], pieces: [{below: 1, "     \
  "force: 900*(length - 1)}, {force: 0}]}\n"

static void check_bounces(const char *integrator) {
  static const char *const signals[] = {"stone.z", "stone.vz", "stone.az", NULL};
  TrmDynamicsOptions options = options_of(integrator, 10);
  options.every = 0.01;
  Motion m = motion_begin(BOUNCE, &options);
  char what[160];
  snprintf(what, sizeof what, "weight that bounces on a spring, %s", integrator);
  check_figure("events", what, "closed form", motion_follow(&m, signals, bounce_truth, 10, 1000),
               strcmp(integrator, "rk4") == 0   ? 1e-8
               : strcmp(integrator, "bdf") == 0 ? 2e-9
                                                : 5e-10);
  /* two events in every bounce */
  TrmDynamicsReport report = motion_report(&m);
  double period = 2 * fall_time() + touch_time();
  size_t whole = (size_t)floor((10 + fall_time()) / period);
  CHECK(report.events >= 2 * whole - 1 && report.events <= 2 * whole + 1);
  motion_end(&m);
}

/* 1 when the log has an entry with this code */
static int says(const Motion *m, const char *code) {
  TrmEntry entry = {0};
  for (size_t i = 0; trm_log_entry(m->log, i, &entry) == TRM_OK; i++)
    if (strcmp(entry.code, code) == 0) return 1;
  return 0;
}

/* the third time that the weight comes down is counted by a state, and stops the run */
static void check_stop(const char *integrator) {
  TrmDynamicsOptions options = options_of(integrator, 10);
  Motion m = motion_begin(
      BOUNCE
      "equations:\n"
      "  hits: {rate: 0, initial: 0}\n"
      "  clock: {rate: 1, initial: 0}\n"
      "events:\n"
      "  hit: {when: dz(stone), direction: falling, set: {hits: hits + 1}}\n"
      "  first: {when: dz(stone), direction: falling, once: true, set: {clock: "
      "100*clock}}\n"
      "  third: {when: hits - 2.5, direction: rising, stop: true, message: the third touch}\n"
      "outputs: {count: hits, watch: clock}\n",
      &options);
  char what[160];
  double fall = fall_time(), due = fall + 2 * (2 * fall + touch_time());
  for (int i = 1; i <= 100; i++) motion_advance(&m, 0.1 * i);
  TrmDynamicsReport report = motion_report(&m);
  snprintf(what, sizeof what, "time of the third touch, %s", integrator);
  check_figure("events", what, "closed form", fabs(report.time - due),
               strcmp(integrator, "rk4") == 0 ? 1e-8 : 1e-10);
  CHECK_TEXT(report.stopped, "third");
  CHECK(says(&m, "N336"));
  CHECK_NEAR(motion_value(&m, "count"), 3, 0);
  /* a state set at the first touch goes on from there */
  CHECK_NEAR(motion_value(&m, "watch"), 100 * fall + due - fall, 1e-9);
  motion_end(&m);
}

/* a push that is switched on and off by time alone */
static void push_truth(double t, double *values) {
  double on = fmin(fmax(t - 0.503, 0), 0.25), after = fmax(t - 0.753, 0);
  values[0] = 4 * (on * on / 2 + on * after);
  values[1] = 4 * on;
}

static void check_timed(const char *integrator) {
  static const char *const signals[] = {"stone.x", "stone.vx", NULL};
  TrmDynamicsOptions options = options_of(integrator, 2);
  options.every = 0.05;
  Motion m = motion_begin("trammel: 1\n"
                          "bodies:\n"
                          "  stone: {mass: 2, point_mass: true}\n"
                          "forces:\n"
                          "  push: {force: stone, vector: ['if(time < 0.503, 0, if(time < 0.753, "
                          "8, 0))', 0, 0]}\n",
                          &options);
  char what[160];
  snprintf(what, sizeof what, "push switched by time, %s", integrator);
  check_figure("events", what, "closed form", motion_follow(&m, signals, push_truth, 2, 40),
               strcmp(integrator, "radau5") == 0 ? 2e-11 : 5e-12);
  motion_end(&m);
}

/* values between steps against steps that end at the report times */
static void check_between(const char *integrator) {
  TrmDynamicsOptions free = options_of(integrator, 2), tied = options_of(integrator, 0);
  Motion a = motion_read("examples/double-pendulum.yaml", NULL, 0, &free);
  Motion b = motion_read("examples/double-pendulum.yaml", NULL, 0, &tied);
  double worst = 0, size = 0;
  CHECK(a.status == TRM_OK && b.status == TRM_OK && a.count == b.count);
  for (int i = 1; i <= 200 && motion_advance(&a, 0.01 * i) && motion_advance(&b, 0.01 * i); i++)
    for (size_t s = 0; s < a.count; s++) {
      /* e and -e are one attitude, angles may differ by a turn */
      const char *name = trm_analysis_signal(a.a, s, NULL), *dot = strchr(name, '.');
      if (!dot || (dot[1] == 'e' && dot[2] < '4') || strstr(".psi.theta.phi", dot)) continue;
      worst = motion_worse(worst, a.values[s] - b.values[s]);
      size = fmax(size, fabs(b.values[s]));
    }
  CHECK(motion_report(&b).steps >= 200);
  char what[160];
  snprintf(what, sizeof what, "double pendulum between steps, %s: all signals", integrator);
  check_figure("events", what, "steps onto report times, of the largest", worst / size, 1e-10);
  motion_end(&a);
  motion_end(&b);
}

/* a law that pushes back and forth without rest: a sliding mode, which is named and not followed */
static void check_chatter(void) {
  TrmDynamicsOptions options = {.until = 2};
  Motion m = motion_begin("trammel: 1\n"
                          "bodies:\n"
                          "  stone: {mass: 1, point_mass: true, velocity: [1, 0, 0]}\n"
                          "forces:\n"
                          "  rub: {force: stone, vector: [-5*sign(vx(stone)) - 1, 0, 0]}\n",
                          &options);
  m.status = trm_analysis_advance(m.a, 2, m.log);
  CHECK(m.status != TRM_OK && says(&m, "E335"));
  motion_end(&m);
}

int main(void) {
  for (int i = 0; integrators[i]; i++) {
    check_bounces(integrators[i]);
    check_stop(integrators[i]);
    check_timed(integrators[i]);
    check_between(integrators[i]);
  }
  check_chatter();
  return check_done();
}
