/* SPDX-License-Identifier: Apache-2.0
 *
 * What holds one way only: ropes go slack and taut, balls bounce and come to rest at the limit of
 * their bounces, blows run through a row of balls, limits throw back; a run that is saved on the
 * way goes on with the same bits; what contradicts itself is named.
 */
#include "motion.h"

static const double g = 9.81;

static TrmDynamicsOptions tight(double until) {
  return (TrmDynamicsOptions){.tolerance = 1e-13, .absolute_tolerance = 1e-13, .until = until};
}

/* the event number `index` of a kind, or -1 */
static double time_of(const Motion *m, TrmHappeningKind kind, size_t index) {
  const TrmHappening *list;
  size_t count = trm_analysis_happened(m->a, &list);
  for (size_t i = 0; i < count; i++) {
    if (list[i].kind != kind) continue;
    if (index-- == 0) return list[i].time;
  }
  return -1;
}

static size_t count_of(const Motion *m, TrmHappeningKind kind) {
  size_t count = 0;
  while (time_of(m, kind, count) >= 0) count++;
  return count;
}

#define BALL                                                                                       \
  "trammel: 1\n"                                                                                   \
  "gravity: [0, 0, -9.81]\n"                                                                       \
  "parameters: {e: 0.8}\n"                                                                         \
  "bodies:\n"                                                                                      \
  "  ball: {at: [0, 0, 1], mass: 0.3, point_mass: true}\n"                                         \
  "joints:\n"                                                                                      \
  "  rail: {inline: [ground, ball], at: [0, 0, 1], axis: z}\n"                                     \
  "  floor: {separator: [ground, ball], from: [0, 0, -1], to: [0, 0, 1], length: 1, restitution: " \
  "e}\n"

/* a ball that is dropped from 1: impacts at t0, t0 + 2 e t0, ..., rest at t0 (1 + e) / (1 - e) */
static void ball_truth(double t, double *values) {
  const double e = 0.8;
  double t0 = sqrt(2 / g), flight = 2 * t0 * e, v = g * t0 * e;
  values[0] = 1 - g * t * t / 2;
  values[1] = -g * t;
  values[2] = 0;
  if (t <= t0) return;
  values[0] = values[1] = 0;
  values[2] = 0.3 * g;
  if (t >= t0 * (1 + e) / (1 - e)) return;
  values[2] = 0;
  for (t -= t0; t > flight; v *= e, flight *= e) t -= flight;
  values[0] = v * t - g * t * t / 2;
  values[1] = v - g * t;
}

static void check_ball(const char *integrator) {
  static const char *const signals[] = {"ball.z", "ball.vz", "floor.force", NULL};
  TrmDynamicsOptions options = tight(6);
  options.integrator = integrator;
  Motion m = motion_begin(BALL, &options);
  char what[160];
  snprintf(what, sizeof what, "bouncing ball, %s: height, speed, force of the floor", integrator);
  check_figure("one sided", what, "closed form", motion_follow(&m, signals, ball_truth, 6, 100),
               1e-10);
  double worst = 0, t = sqrt(2 / g), flight = 2 * t * 0.8;
  for (size_t i = 0; i < 40; i++, t += flight, flight *= 0.8)
    worst = fmax(worst, fabs(time_of(&m, TRM_HAPPENED_IMPACT, i) - t));
  snprintf(what, sizeof what, "bouncing ball, %s: times of 40 impacts", integrator);
  check_figure("one sided", what, "closed form", worst, 1e-10);
  snprintf(what, sizeof what, "bouncing ball, %s: end of infinitely many bounces", integrator);
  check_figure("one sided", what, "closed form",
               fabs(time_of(&m, TRM_HAPPENED_CONTACT, 0) - 9 * sqrt(2 / g)), 1e-10);
  CHECK(count_of(&m, TRM_HAPPENED_CONTACT) == 1);
  CHECK(count_of(&m, TRM_HAPPENED_SEPARATION) == 0);
  CHECK_NEAR(motion_value(&m, "freedoms"), 0, 0);
  CHECK_NEAR(motion_value(&m, "ball.z"), 0, 1e-15);
  /* all the energy there was went into the impacts */
  CHECK_NEAR(motion_report(&m).dissipated, 0.3 * g, 1e-10);
  motion_end(&m);
}

/* the same on a stop at 0.77 below its place, which rounds away what places near zero keep: bounces
 * must not be a little too short, one after the other */
static void check_far_stop(void) {
  const double e = 0.9;
  TrmDynamicsOptions options = {.until = 9, .every = 0.02};
  Motion m = motion_begin("trammel: 1\n"
                          "gravity: [0, 0, -9.81]\n"
                          "bodies:\n"
                          "  ball: {at: [0, 0, 1.77], mass: 1.3, inertia: [1, 1, 1]}\n"
                          "joints:\n"
                          "  rail: {prismatic: [ground, ball], at: [0, 0, 0], axis: z, limits: "
                          "[-0.77, 9], restitution: 0.9}\n",
                          &options);
  motion_advance(&m, 9);
  double worst = 0, t = sqrt(2 * 0.77 / g), flight = 2 * t * e, end = t * (1 + e) / (1 - e);
  for (size_t i = 0; i < 100; i++, t += flight, flight *= e)
    worst = fmax(worst, fabs(time_of(&m, TRM_HAPPENED_IMPACT, i) - t));
  CHECK_NEAR(worst, 0, 1e-10);
  CHECK_NEAR(time_of(&m, TRM_HAPPENED_LIMIT, 0), end, 1e-10);
  CHECK_NEAR(motion_value(&m, "freedoms"), 0, 0);
  motion_end(&m);
}

/* a compliant floor under a ball and a box: the first of their touches and the last are told */
static void check_touches(void) {
  TrmDynamicsOptions options = {.until = 1, .every = 0.01, .integrator = "dop853"};
  Motion m =
      motion_begin("trammel: 1\n"
                   "gravity: [0, 0, -9.81]\n"
                   "bodies:\n"
                   "  ball: {at: [0, 0, 0.4], shape: {sphere: {radius: 0.1, density: 900}}}\n"
                   "  box: {at: [1, 0, 0.5], shape: {box: {size: [0.2, 0.2, 0.2], density: "
                   "900}}}\n"
                   "contacts:\n"
                   "  under: {between: [ball, {plane: ground, normal: z}], stiffness: 1e6, "
                   "restitution: 0.6}\n"
                   "  below: {between: [box, {plane: ground, normal: z}], stiffness: 1e6, "
                   "restitution: 0.6}\n",
                   &options);
  motion_advance(&m, 0.4);
  const TrmHappening *list;
  CHECK(trm_analysis_happened(m.a, &list) == 4);
  for (int i = 0; i < 2; i++) {
    CHECK_NEAR(time_of(&m, TRM_HAPPENED_CONTACT, (size_t)i), sqrt((i ? 0.8 : 0.6) / g), 1e-9);
    CHECK(time_of(&m, TRM_HAPPENED_SEPARATION, (size_t)i) > 0);
  }
  motion_end(&m);
}

/* time that a weight on a taut rope takes to rise from the bottom, where its speed is v, to the
 * angle `end`: Gauss-Legendre on 64 pieces with 5 points */
static double rise_time(double v, double length, double end) {
  static const double x[5] = {0, 0.5384693101056831, -0.5384693101056831, 0.9061798459386640,
                              -0.9061798459386640};
  static const double w[5] = {0.5688888888888889, 0.4786286704993665, 0.4786286704993665,
                              0.2369268850561891, 0.2369268850561891};
  double sum = 0, h = end / 64;
  for (int i = 0; i < 64; i++)
    for (int k = 0; k < 5; k++) {
      double angle = h * (i + (1 + x[k]) / 2);
      sum += h / 2 * w[k] * length / sqrt(v * v - 2 * g * length * (1 - cos(angle)));
    }
  return sum;
}

/* A weight swings up on a rope too slowly to go round: slack where v^2 = -g L cos(angle), from
 * there a parabola that meets the circle again after 4 vz/g. */
static void check_rope(double e) {
  const double v = 4.0, length = 0.5;
  char text[512], what[160];
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "gravity: [0, 0, -9.81]\n"
           "bodies:\n"
           "  bob: {at: [0, 0, -0.5], mass: 0.3, point_mass: true, velocity: [4, 0, 0]}\n"
           "joints:\n"
           "  line: {rope: [ground, bob], from: [0, 0, 0], to: [0, 0, -0.5], length: 0.5, "
           "restitution: %g}\n",
           e);
  double cosine = -(v * v - 2 * g * length) / (3 * g * length), angle = acos(cosine);
  double slack = rise_time(v, length, angle), speed = sqrt(-g * length * cosine);
  double rise = speed * sin(angle), along = speed * cosine;
  double taut = slack + 4 * rise / g;
  TrmDynamicsOptions options = tight(taut + 0.01);
  Motion m = motion_begin(text, &options);
  double tension = 0.3 * (v * v / length + g);
  CHECK_NEAR(motion_value(&m, "line.force"), tension, 1e-12);
  CHECK_NEAR(motion_value(&m, "line.fz"), -tension, 1e-12);
  CHECK_NEAR(motion_value(&m, "freedoms"), 2, 0);
  motion_advance(&m, slack + 0.05);
  CHECK_NEAR(motion_value(&m, "freedoms"), 3, 0);
  CHECK_NEAR(motion_value(&m, "line.force"), 0, 0);
  snprintf(what, sizeof what, "weight on a rope, e = %g: time when it goes slack", e);
  check_figure("one sided", what, "quadrature", fabs(time_of(&m, TRM_HAPPENED_SLACK, 0) - slack),
               1e-10);
  double before = motion_value(&m, "energy.total");
  motion_advance(&m, taut + 0.001);
  snprintf(what, sizeof what, "weight on a rope, e = %g: time when it is taut again", e);
  check_figure("one sided", what, "closed form", fabs(time_of(&m, TRM_HAPPENED_IMPACT, 0) - taut),
               1e-10);
  CHECK((time_of(&m, TRM_HAPPENED_TAUT, 0) > 0) == (e == 0));
  /* the part of the speed along the rope is lost but for e^2 of its energy */
  double t = 4 * rise / g, x = length * sin(angle) + along * t;
  double z = -length * cosine + rise * t - g * t * t / 2, fall = rise - g * t;
  double radial = (x * along + z * fall) / length;
  snprintf(what, sizeof what, "weight on a rope, e = %g: energy that the jerk takes", e);
  check_figure(
      "one sided", what, "closed form",
      fabs(before - motion_value(&m, "energy.total") - 0.15 * radial * radial * (1 - e * e)),
      1e-10);
  motion_end(&m);
}

/* the first of five balls hits the others: only the last leaves, and comes back */
static void check_cradle(void) {
  TrmDynamicsOptions options = tight(8);
  Motion m = motion_read("examples/cradle.yaml", NULL, 0, &options);
  CHECK(m.status == TRM_OK);
  double worst = 0, start = motion_value(&m, "energy.total"), drift = 0;
  for (int i = 1; i <= 80 && motion_advance(&m, 0.1 * i); i++) {
    /* outer balls move in turn, inner ones never */
    for (int k = 1; k < 4; k++) {
      char name[8];
      snprintf(name, sizeof name, "b%d.vx", k);
      worst = fmax(worst, fabs(motion_value(&m, name)));
    }
    worst = fmax(worst, fmin(fabs(motion_value(&m, "b0.vx")), fabs(motion_value(&m, "b4.vx"))));
    drift = fmax(drift, fabs(motion_value(&m, "energy.total") - start));
  }
  check_figure("one sided", "Newton's cradle: speeds of the balls that rest", "zero", worst, 1e-9);
  check_figure("one sided", "Newton's cradle: energy over 8 s", "kept", drift, 1e-9);
  CHECK(count_of(&m, TRM_HAPPENED_IMPACT) >= 20);
  motion_end(&m);
}

/* a carriage between two stops: the speed falls by e at every one */
static void stops_truth(double t, double *values) {
  double x = 0, v = 1, to = 0.3, hit;
  for (; (hit = (to - x) / v) < t; v *= -0.8, to = -to) {
    t -= hit;
    x = to;
  }
  values[0] = x + v * t;
  values[1] = v;
}

static void check_stops(void) {
  static const char *const signals[] = {"guide.displacement", "guide.displacement_rate", NULL};
  TrmDynamicsOptions options = tight(4);
  Motion m =
      motion_begin("trammel: 1\n"
                   "bodies:\n"
                   "  car: {mass: 2, inertia: [1, 1, 1], velocity: [1, 0, 0]}\n"
                   "joints:\n"
                   "  guide: {prismatic: [ground, car], at: [0, 0, 0], axis: x, limits: [-0.3, "
                   "0.3], restitution: 0.8}\n",
                   &options);
  check_figure("one sided", "carriage between stops", "closed form",
               motion_follow(&m, signals, stops_truth, 4, 71), 1e-12);
  motion_end(&m);
}

/* a pendulum that falls onto its stop and stays: the torque there is that of the weight */
static void check_rest(void) {
  TrmDynamicsOptions options = tight(2);
  Motion m = motion_begin("trammel: 1\n"
                          "units: mks\n"
                          "gravity: [0, 0, -9.81]\n"
                          "bodies:\n"
                          "  arm: {at: [0.5, 0, 0], mass: 2, inertia: [0.1, 0.1, 0.1]}\n"
                          "joints:\n"
                          "  pin: {revolute: [ground, arm], at: [0, 0, 0], axis: y, limits: "
                          "[-1, 0.4]}\n",
                          &options);
  motion_advance(&m, 2);
  CHECK_NEAR(motion_value(&m, "pin.angle"), 0.4, 1e-14);
  CHECK_NEAR(motion_value(&m, "pin.ty"), 2 * g * 0.5 * cos(0.4), 1e-11);
  CHECK_NEAR(motion_value(&m, "pin.fz"), -2 * g, 1e-11);
  CHECK_NEAR(motion_value(&m, "freedoms"), 0, 0);
  CHECK(count_of(&m, TRM_HAPPENED_LIMIT) == 1);
  motion_end(&m);
}

/* two weights on a rope over two wheels: a = g (m1 - m2)/(m1 + m2), until one hits its wheel's stop
 */
static void check_pulley(void) {
  TrmDynamicsOptions options = tight(1);
  Motion m = motion_begin(
      "trammel: 1\n"
      "gravity: [0, 0, -9.81]\n"
      "points: {left: [0, 0, 1], right: [0.4, 0, 1]}\n"
      "bodies:\n"
      "  heavy: {at: [0, 0, 0.4], mass: 5, point_mass: true, markers: {eye: [0, 0, 0]}}\n"
      "  light: {at: [0.4, 0, 0.2], mass: 4, point_mass: true, markers: {eye: [0, 0, 0]}}\n"
      "joints:\n"
      "  line: {rope: , through: [heavy.eye, left, right, light.eye]}\n",
      &options);
  CHECK_NEAR(motion_value(&m, "line.force"), 2 * 5 * 4 * g / 9, 1e-12);
  CHECK_NEAR(motion_value(&m, "line.length"), 0.6 + 0.4 + 0.8, 1e-14);
  motion_advance(&m, 0.7);
  check_figure("one sided", "weights over two wheels", "closed form",
               fabs(motion_value(&m, "light.z") - 0.2 - g / 9 * 0.245), 1e-12);
  motion_end(&m);
}

/* a run that is saved after the first bounces goes on with the same bits and knows them */
static void check_again(void) {
  TrmDynamicsOptions options = tight(6);
  Motion a = motion_begin(BALL, &options), b = motion_begin(BALL, &options);
  for (int i = 1; i <= 64; i++) motion_advance(&a, 0.03 * i);
  size_t size = trm_analysis_memory(a.a);
  CHECK(size > 0);
  double *memory = calloc(size + 1, sizeof *memory);
  if (size && memory) {
    trm_analysis_save(a.a, memory);
    CHECK(trm_analysis_load(b.a, memory) == TRM_OK);
  }
  size_t differ = 0;
  for (int i = 65; i <= 200; i++) {
    motion_advance(&a, 0.03 * i);
    motion_advance(&b, 0.03 * i);
    for (size_t k = 0; k < a.count; k++)
      differ += memcmp(&a.values[k], &b.values[k], sizeof *a.values) != 0;
  }
  CHECK(differ == 0);
  const TrmHappening *first, *second;
  size_t count = trm_analysis_happened(a.a, &first), same = 0;
  CHECK(count > 40 && trm_analysis_happened(b.a, &second) == count);
  for (size_t i = 0; i < count; i++)
    same += memcmp(&first[i].time, &second[i].time, sizeof(double)) == 0 &&
            first[i].kind == second[i].kind && strcmp(first[i].name, second[i].name) == 0;
  CHECK(same == count);
  free(memory);
  motion_end(&a);
  motion_end(&b);
}

static int says(const Motion *m, const char *code) {
  TrmEntry entry = {0};
  for (size_t i = 0; trm_log_entry(m->log, i, &entry) == TRM_OK; i++)
    if (strcmp(entry.code, code) == 0) return 1;
  return 0;
}

/* a motion that drives a joint beyond its limit, and methods that do not apply */
static void check_refused(void) {
  static const char *const driven =
      "trammel: 1\n"
      "bodies:\n"
      "  car: {mass: 2, inertia: [1, 1, 1]}\n"
      "joints:\n"
      "  guide: {prismatic: [ground, car], at: [0, 0, 0], axis: x, limits: [-1, 0.5]}\n"
      "motions:\n"
      "  push: {joint: guide, displacement: time}\n";
  TrmDynamicsOptions options = tight(2);
  Motion m = motion_begin(driven, &options);
  m.status = trm_analysis_advance(m.a, 2, m.log);
  CHECK(m.status == TRM_FAILED && says(&m, "E321") && !says(&m, "E333"));
  motion_end(&m);
  static const char *const formulations[] = {"penalty", "augmented_lagrangian", "baumgarte",
                                             "partitioning"};
  for (int i = 0; i < 4; i++) {
    TrmDynamicsOptions other = {.formulation = formulations[i], .until = 1};
    Motion r = {.log = trm_log_new()};
    r.status = trm_model_parse(BALL, strlen(BALL), "model", NULL, 0, r.log, &r.model);
    motion_prepare(&r, &other);
    CHECK(r.status != TRM_OK && says(&r, "E332"));
    motion_end(&r);
  }
}

int main(void) {
  check_ball("dop853");
  check_ball("dopri5");
  check_ball("abm");
  check_far_stop();
  check_touches();
  check_rope(0);
  check_rope(0.6);
  check_cradle();
  check_stops();
  check_rest();
  check_pulley();
  check_again();
  check_refused();
  return check_done();
}
