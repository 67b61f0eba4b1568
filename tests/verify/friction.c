/* SPDX-License-Identifier: Apache-2.0
 *
 * Dry friction from the reactions of joints, against closed forms: what sticks does not creep, what
 * slides has the exact force, and both turn into each other at the exact times; guides that jam are
 * named; the regularised law comes to the exact one.
 */
#include "motion.h"

static const double g = 9.81;

static TrmDynamicsOptions tight(double until) {
  return (TrmDynamicsOptions){.tolerance = 1e-13, .absolute_tolerance = 1e-13, .until = until};
}

static double time_of(const Motion *m, TrmHappeningKind kind, size_t index) {
  const TrmHappening *list;
  size_t count = trm_analysis_happened(m->a, &list);
  for (size_t i = 0; i < count; i++) {
    if (list[i].kind != kind) continue;
    if (index-- == 0) return list[i].time;
  }
  return -1;
}

static int says(const Motion *m, const char *code) {
  TrmEntry entry = {0};
  for (size_t i = 0; trm_log_entry(m->log, i, &entry) == TRM_OK; i++)
    if (strcmp(entry.code, code) == 0) return 1;
  return 0;
}

/* a block on an incline of 20 deg: at rest for 100 s below the angle of friction, above it with
 * g (sin - mu cos) */
static void check_incline(double stick, double slide, int moves, const char *formulation) {
  char text[640], what[160];
  double slope = 20 * acos(-1) / 180;
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "gravity: [%.17g, 0, %.17g]\n"
           "bodies:\n"
           "  block: {mass: 2, inertia: [0.01, 0.01, 0.01]}\n"
           "joints:\n"
           "  guide: {prismatic: [ground, block], at: [0, 0, 0], axis: x, friction: {static: %g, "
           "dynamic: %g}}\n",
           g * sin(slope), -g * cos(slope), stick, slide);
  TrmDynamicsOptions options = tight(100);
  options.formulation = formulation;
  Motion m = motion_begin(text, &options);
  double worst = 0, a = g * (sin(slope) - slide * cos(slope));
  for (int i = 1; i <= 100 && motion_advance(&m, i); i++)
    worst = fmax(worst, fabs(motion_value(&m, "block.x") - (moves ? a * i * i / 2 : 0)) /
                            (moves ? a * i * i / 2 : 1));
  snprintf(what, sizeof what, "block on an incline that %s, 100 s, %s", moves ? "slides" : "sticks",
           formulation);
  check_figure("friction", what, "closed form", worst, moves ? 1e-12 : 1e-12);
  double force = moves ? slide * 2 * g * cos(slope) : 2 * g * sin(slope);
  CHECK_NEAR(motion_value(&m, "guide.fx"), force, 1e-12);
  CHECK_NEAR(motion_value(&m, "freedoms"), moves, 0);
  motion_end(&m);
}

/* a block on a belt, tied to a spring: sticks up to x = mu_s m g/k, slips for (2 pi - 2 atan(A
 * w/v))/w, sticks for 2 A/v, and so on */
static void check_belt(void) {
  const double v = 0.5, k = 50, mass = 2, w = 5, A = 0.1 * mass * g / k;
  TrmDynamicsOptions options = tight(6);
  options.every = 0.05;
  Motion m = motion_begin("trammel: 1\n"
                          "gravity: [0, 0, -9.81]\n"
                          "bodies:\n"
                          "  belt: {mass: 1, inertia: [1, 1, 1], velocity: [0.5, 0, 0]}\n"
                          "  block: {mass: 2, inertia: [0.01, 0.01, 0.01], velocity: [0.5, 0, 0]}\n"
                          "joints:\n"
                          "  rail: {prismatic: [ground, belt], at: [0, 0, 0], axis: x}\n"
                          "  rub: {prismatic: [belt, block], at: [0, 0, 0], axis: x, friction: "
                          "{static: 0.4, dynamic: 0.3}}\n"
                          "motions:\n"
                          "  drive: {joint: rail, speed: 0.5}\n"
                          "forces:\n"
                          "  coil: {spring: [ground, block], from: [-1, 0, 0], to: [0, 0, 0], k: "
                          "50}\n",
                          &options);
  motion_advance(&m, 6);
  double slip = 0.4 * mass * g / k / v, worst = 0;
  double slipping = (2 * acos(-1) - 2 * atan(A * w / v)) / w, sticking = 2 * A / v;
  for (size_t i = 0; i < 3; i++, slip += slipping + sticking) {
    worst = fmax(worst, fabs(time_of(&m, TRM_HAPPENED_SLIP, i) - slip));
    worst = fmax(worst, fabs(time_of(&m, TRM_HAPPENED_STICK, i) - slip - slipping));
  }
  check_figure("friction", "stick and slip on a belt: six times", "closed form", worst, 1e-10);
  motion_end(&m);
}

/* the acceleration of a weight on a pin: I a = -m g L sin - mu R |F| */
static double swing_mu, swing_radius;
static void swing_rate(long double t, const long double *y, long double *dy) {
  const long double L = 0.5L, I = 0.55L, G = 9.81L;
  long double a = -2 * G * L * sinl(y[0]) / I;
  (void)t;
  for (int i = 0; i < 60; i++) {
    long double across = 2 * (L * a + G * sinl(y[0])),
                along = 2 * (L * y[1] * y[1] + G * cosl(y[0]));
    long double N = sqrtl(across * across + along * along);
    long double rub = (long double)(swing_mu * swing_radius) * N * (y[1] > 0 ? 1 : -1);
    a = (-2 * G * L * sinl(y[0]) - rub) / I;
  }
  dy[0] = y[1];
  dy[1] = a;
}

/* A pendulum with a rubbing pin: it swings over once, comes to rest, and sticks where the torque of
 * its weight is small enough: sin = mu R/L for the dynamic forces of rest. */
static void check_pin(void) {
  TrmDynamicsOptions options = tight(40);
  Motion m = motion_begin("trammel: 1\n"
                          "gravity: [0, 0, -9.81]\n"
                          "bodies:\n"
                          "  arm: {at: [0.5, 0, 0], mass: 2, inertia: [0.05, 0.05, 0.05]}\n"
                          "joints:\n"
                          "  pin: {revolute: [ground, arm], at: [0, 0, 0], axis: y, friction: "
                          "{static: 0.3, dynamic: 0.25, radius: 0.04}}\n",
                          &options);
  /* from the horizontal, in the first swing */
  swing_mu = 0.25;
  swing_radius = 0.04;
  long double y[2] = {-acosl(-1) / 2, 0.0L};
  long double t = 0, h = 0.6L / 6000;
  for (int i = 0; i < 6000; i++, t += h) {
    long double k1[2], k2[2], k3[2], k4[2], z[2];
    y[1] += i ? 0 : 1e-300L;
    swing_rate(t, y, k1);
    for (int c = 0; c < 2; c++) z[c] = y[c] + h / 2 * k1[c];
    swing_rate(t, z, k2);
    for (int c = 0; c < 2; c++) z[c] = y[c] + h / 2 * k2[c];
    swing_rate(t, z, k3);
    for (int c = 0; c < 2; c++) z[c] = y[c] + h * k3[c];
    swing_rate(t, z, k4);
    for (int c = 0; c < 2; c++) y[c] += h / 6 * (k1[c] + 2 * k2[c] + 2 * k3[c] + k4[c]);
  }
  motion_advance(&m, 0.6);
  check_figure("friction", "pendulum with a rubbing pin, angle after 0.6 s",
               "Runge-Kutta in extended precision",
               fabs(motion_value(&m, "pin.angle") - (double)(y[0] + acosl(-1) / 2)), 1e-11);
  motion_advance(&m, 40);
  CHECK_NEAR(motion_value(&m, "freedoms"), 0, 0);
  double hangs = fabs(motion_value(&m, "pin.angle") - acos(-1) / 2);
  CHECK(sin(hangs) <= 0.3 * 0.04 / 0.5 && hangs > 0);
  CHECK_NEAR(motion_value(&m, "pin.angle_rate"), 0, 0);
  /* the torque that holds it is that of its weight */
  CHECK_NEAR(fabs(motion_value(&m, "pin.ty")), 2 * g * 0.5 * sin(hangs), 1e-12);
  motion_end(&m);
}

/* an arm sticks at rest up to sin = mu R/L from hanging, and not beyond */
static void check_stick_angle(void) {
  double limit = asin(0.3 * 0.04 / 0.5);
  for (int beyond = 0; beyond < 2; beyond++) {
    char text[512];
    double angle = limit + (beyond ? 1e-9 : -1e-9);
    snprintf(text, sizeof text,
             "trammel: 1\n"
             "gravity: [0, 0, -9.81]\n"
             "bodies:\n"
             "  arm: {at: [%.17g, 0, %.17g], mass: 2, inertia: [0.05, 0.05, 0.05]}\n"
             "joints:\n"
             "  pin: {revolute: [ground, arm], at: [0, 0, 0], axis: y, friction: {static: 0.3, "
             "dynamic: 0.25, radius: 0.04}}\n",
             0.5 * sin(angle), -0.5 * cos(angle));
    TrmDynamicsOptions options = tight(1);
    Motion m = motion_begin(text, &options);
    CHECK_NEAR(motion_value(&m, "freedoms"), beyond, 0);
    motion_end(&m);
  }
}

/* what comes to rest under a constant force of friction: start, deceleration, rest time */
typedef struct Stop {
  const char *what, *text, *signal, *rate;
  double speed, slowing;
} Stop;

static void check_stop(const Stop *stop) {
  char text[1024], what[160];
  snprintf(text, sizeof text, "trammel: 1\n%s", stop->text);
  double rest = stop->speed / stop->slowing;
  TrmDynamicsOptions options = tight(2 * rest);
  Motion m = motion_begin(text, &options);
  motion_advance(&m, rest / 2);
  double error = fabs(motion_value(&m, stop->rate) - stop->speed / 2) / stop->speed;
  motion_advance(&m, 2 * rest);
  double way = stop->speed * rest / 2;
  error = fmax(error, fabs(motion_value(&m, stop->signal) - way) / way);
  error = fmax(error, fabs(time_of(&m, TRM_HAPPENED_STICK, 0) - rest) / rest);
  error = fmax(error, fabs(motion_value(&m, stop->rate)));
  snprintf(what, sizeof what, "%s: way and time to rest", stop->what);
  check_figure("friction", what, "closed form", error, 1e-11);
  motion_end(&m);
}

static const Stop stops[] = {
    {"rotor on a thrust collar",
     "gravity: [0, 0, -9.81]\nbodies:\n  r: {mass: 2, inertia: [1, 1, 0.4], spin: [0, 0, 3]}\n"
     "joints:\n  j: {revolute: [ground, r], at: [0, 0, 0], axis: z, friction: {dynamic: 0.2, "
     "radius: "
     "0.05}}\noutputs: {turn: angle(j), rate: wz(r)}\n",
     "turn", "rate", 3, 0.2 * 0.05 * 2 * 9.81 / 0.4},
    {"rotor with preload",
     "bodies:\n  r: {mass: 2, inertia: [1, 1, 0.4], spin: [0, 0, 3]}\n"
     "joints:\n  j: {revolute: [ground, r], at: [0, 0, 0], axis: z, friction: {dynamic: 0.2, "
     "radius: "
     "0.05, preload: 30}}\noutputs: {turn: angle(j), rate: wz(r)}\n",
     "turn", "rate", 3, 0.2 * 0.05 * 30 / 0.4},
    {"sleeve that slides and turns",
     "gravity: [0, 0, -9.81]\nbodies:\n  r: {mass: 2, inertia: [0.005, 1, 1], velocity: [0.6, 0, "
     "0], "
     "spin: [16, 0, 0]}\njoints:\n  j: {cylindrical: [ground, r], at: [0, 0, 0], axis: x, "
     "friction: "
     "{dynamic: 0.2, radius: 0.05}}\noutputs: {way: displacement(j)/0.6, rate: vx(r)/0.6}\n",
     "way", "rate", 1, 0.2 * 9.81},
    {"ball that spins about a slanted axis",
     "gravity: [0, 0, -9.81]\nbodies:\n  r: {mass: 2, inertia: [0.4, 0.4, 0.4], spin: [1, 2, 2]}\n"
     "joints:\n  j: {spherical: [ground, r], at: [0, 0, 0], friction: {dynamic: 0.2, radius: "
     "0.05}}\n"
     "equations: {turned: 'wm(r)'}\noutputs: {way: turned, rate: wm(r)}\n",
     "way", "rate", 3, 0.2 * 0.05 * 2 * 9.81 / 0.4},
    {"puck that slides askew",
     "gravity: [0, 0, -9.81]\nbodies:\n  r: {mass: 2, inertia: [1, 1, 1], velocity: [0.6, 0.8, "
     "0]}\n"
     "joints:\n  j: {planar: [ground, r], at: [0, 0, 0], axis: z, friction: {dynamic: 0.3}}\n"
     "outputs: {way: dm(r), rate: vm(r)}\n",
     "way", "rate", 1, 0.3 * 9.81},
    {"cross that turns about one arm",
     "bodies:\n  r: {mass: 2, inertia: [0.5, 0.5, 0.4], spin: [0, 0, 3]}\n"
     "joints:\n  j: {universal: [ground, r], at: [0, 0, 0], axes: [z, x], friction: {dynamic: 0.2, "
     "radius: 0.05, preload: 30}}\nequations: {turned: wz(r)}\noutputs: {way: turned, rate: "
     "wz(r)}\n",
     "way", "rate", 3, 0.2 * 0.05 * 30 / 0.4},
    {"planar guide",
     "planar: true\ngravity: [0, -9.81]\nbodies:\n  r: {mass: 2, inertia: 1, velocity: [1, 0]}\n"
     "joints:\n  j: {prismatic: [ground, r], at: [0, 0], axis: x, friction: {dynamic: 0.25}}\n"
     "outputs: {way: dx(r), rate: vx(r)}\n",
     "way", "rate", 1, 0.25 * 9.81}};

/* A nut on an upright square thread: with tan a = lead/R it holds itself while mu > tan a; a torque
 * W R (tan a + mu)/(1 - mu tan a) on it just lifts it. */
static void check_thread(void) {
  const double pi = acos(-1), R = 0.01, mu = 0.2, W = 3 * g;
  for (int steep = 0; steep < 2; steep++) {
    double tangent = steep ? 0.25 : 0.1, pitch = 2 * pi * R * tangent;
    double lift = W * R * (tangent + mu) / (1 - mu * tangent);
    char text[800];
    snprintf(text, sizeof text,
             "trammel: 1\n"
             "gravity: [0, 0, -9.81]\n"
             "bodies:\n"
             "  nut: {mass: 3, inertia: [0.01, 0.01, 0.002]}\n"
             "joints:\n"
             "  thread: {screw: [ground, nut], at: [0, 0, 0], axis: z, pitch: %.17g, friction: "
             "{dynamic: 0.2, radius: 0.01}}\n"
             "forces:\n"
             "  key: {torque: nut, vector: [0, 0, '%.17g*time']}\n",
             pitch, lift);
    TrmDynamicsOptions options = tight(2);
    Motion m = motion_begin(text, &options);
    CHECK_NEAR(motion_value(&m, "freedoms"), steep, 0);
    motion_advance(&m, 2);
    if (!steep)
      check_figure("friction", "nut on a thread: torque that lifts it", "closed form",
                   fabs(time_of(&m, TRM_HAPPENED_SLIP, 0) - 1), 1e-10);
    motion_end(&m);
  }
}

/* a carriage pushed by F beside its axis: N = 2 hypot(m g/2, F d/L) */
static void check_overhung(void) {
  const double F = 30, d = 0.2, L = 0.4, mass = 2, mu = 0.3;
  TrmDynamicsOptions options = tight(1);
  Motion m = motion_begin("trammel: 1\n"
                          "gravity: [0, 0, -9.81]\n"
                          "bodies:\n"
                          "  car: {mass: 2, inertia: [1, 1, 1], markers: {hook: [0, 0.2, 0]}}\n"
                          "joints:\n"
                          "  guide: {prismatic: [ground, car], at: [0, 0, 0], axis: x, friction: "
                          "{dynamic: 0.3, length: 0.4}}\n"
                          "forces:\n"
                          "  push: {force: car.hook, vector: [30, 0, 0]}\n",
                          &options);
  double rub = mu * 2 * hypot(mass * g / 2, F * d / L);
  motion_advance(&m, 1);
  check_figure("friction", "carriage with an overhung push, way in 1 s", "closed form",
               fabs(motion_value(&m, "car.x") - (F - rub) / mass / 2), 1e-12);
  CHECK_NEAR(motion_value(&m, "guide.fx"), rub, 1e-11);
  CHECK(!says(&m, "N322"));
  motion_end(&m);
}

/* Arms of a guide and of a pin: moments press with their size over an arm, a force along a pin rubs
 * on a collar; without the reaction only moments and the preload press. */
static void check_arms(void) {
  const double F = 30, d = 0.2, T = 4, mass = 2, mu = 0.1, load = 10, R = 0.05, I = 0.3;
  for (int forceless = 0; forceless < 2; forceless++) {
    char text[700];
    snprintf(text, sizeof text,
             "trammel: 1\n"
             "gravity: [0, 0, -9.81]\n"
             "bodies:\n"
             "  car: {mass: 2, inertia: [1, 1, 1], markers: {hook: [0, 0.2, 0]}}\n"
             "joints:\n"
             "  guide: {prismatic: [ground, car], at: [0, 0, 0], axis: x, friction: "
             "{dynamic: 0.1, bending_arm: 0.4, torsion_arm: 0.08, preload: 7%s}}\n"
             "forces:\n"
             "  push: {force: car.hook, vector: [30, 0, 0]}\n"
             "  twist: {torque: car, vector: [4, 0, 0]}\n",
             forceless ? ", reaction: false" : "");
    TrmDynamicsOptions options = tight(1);
    Motion m = motion_begin(text, &options);
    double rub = mu * ((forceless ? 0 : mass * g) + F * d / 0.4 + T / 0.08 + 7);
    motion_advance(&m, 1);
    check_figure("friction",
                 forceless ? "guide whose moments press by arms, way in 1 s"
                           : "guide whose force and moments press by arms, way in 1 s",
                 "closed form", fabs(motion_value(&m, "car.x") - (F - rub) / mass / 2), 1e-12);
    motion_end(&m);
  }
  TrmDynamicsOptions options = tight(1);
  Motion m =
      motion_begin("trammel: 1\n"
                   "gravity: [0, 0, -9.81]\n"
                   "bodies:\n"
                   "  disc: {mass: 2, inertia: [0.2, 0.2, 0.3], markers: {rim: [0.3, 0, 0]}}\n"
                   "joints:\n"
                   "  pin: {revolute: [ground, disc], at: [0, 0, 0], axis: z, friction: "
                   "{dynamic: 0.1, radius: 0.05, axial_arm: 0.02, bending_arm: 0.4, preload: 7}}\n"
                   "forces:\n"
                   "  lift: {force: disc.rim, vector: [0, 0, 10]}\n"
                   "  drive: {torque: disc, vector: [0, 0, 0.5]}\n",
                   &options);
  double rub = mu * ((mass * g - load) * 0.02 + R * load * 0.3 / 0.4 + R * 7);
  motion_advance(&m, 1);
  check_figure("friction", "pin with a collar, a bending arm and a preload, angle after 1 s",
               "closed form", fabs(motion_value(&m, "pin.angle") - (0.5 - rub) / I / 2), 1e-12);
  motion_end(&m);
}

/* a bracket on a post: from d = L/(2 mu) on it holds any load; one that slides into such a state
 * stops at once */
static void check_jam(void) {
  for (int beyond = 0; beyond < 2; beyond++) {
    char text[640];
    snprintf(text, sizeof text,
             "trammel: 1\n"
             "gravity: [0, 0, -9.81]\n"
             "bodies:\n"
             "  arm: {at: [%.17g, 0, 0], mass: 2, inertia: [0.1, 0.1, 0.1]}\n"
             "joints:\n"
             "  post: {prismatic: [ground, arm], at: [0, 0, 0], axis: z, friction: {dynamic: 0.2, "
             "length: 0.1}}\n",
             0.25 + (beyond ? 1e-9 : -1e-9));
    TrmDynamicsOptions options = tight(1);
    Motion m = motion_begin(text, &options);
    CHECK_NEAR(motion_value(&m, "freedoms"), !beyond, 0);
    CHECK(says(&m, "N322") == beyond);
    motion_advance(&m, 1);
    CHECK_NEAR(motion_value(&m, "arm.z"), beyond ? 0 : -g / 2, 1e-12);
    motion_end(&m);
  }
  TrmDynamicsOptions options = tight(1);
  Motion m =
      motion_begin("trammel: 1\n"
                   "bodies:\n"
                   "  arm: {at: [0.3, 0, 0], mass: 2, inertia: [0.1, 0.1, 0.1], velocity: [0, "
                   "0, -1]}\n"
                   "joints:\n"
                   "  post: {prismatic: [ground, arm], at: [0, 0, 0], axis: z, friction: "
                   "{dynamic: 0.2, length: 0.1}}\n"
                   "forces:\n"
                   "  bend: {torque: arm, vector: [0, 5, 0]}\n",
                   &options);
  CHECK(says(&m, "N322"));
  motion_advance(&m, 1);
  CHECK_NEAR(motion_value(&m, "arm.z"), 0, 1e-14);
  CHECK_NEAR(motion_report(&m).dissipated, 1, 1e-12);
  motion_end(&m);
}

/* The regularised law of a block that slides to rest creeps on for pi^2 s^2/(12 mu g), with s its
 * stiction speed: so it comes to the exact law. */
static void check_regularised(void) {
  double way = 1 / (2 * 0.3 * g), pi = acos(-1), last = HUGE_VAL;
  for (int i = 0; i < 4; i++) {
    char text[512], what[120];
    double speed = 0.02 * pow(0.1, i), creeps = pi * pi * speed * speed / (12 * 0.3 * g);
    snprintf(text, sizeof text,
             "trammel: 1\n"
             "gravity: [0, 0, -9.81]\n"
             "bodies:\n"
             "  block: {mass: 2, inertia: [1, 1, 1], velocity: [1, 0, 0]}\n"
             "joints:\n"
             "  guide: {prismatic: [ground, block], at: [0, 0, 0], axis: x, friction: {dynamic: "
             "0.3, law: regularised, stiction_speed: %.17g}}\n",
             speed);
    TrmDynamicsOptions options = {.tolerance = 1e-11, .absolute_tolerance = 1e-11, .until = 0.6};
    Motion m = motion_begin(text, &options);
    motion_advance(&m, 0.6);
    double error = fabs(motion_value(&m, "block.x") - way);
    snprintf(what, sizeof what, "regularised law, stiction speed %.0e m/s: way to rest", speed);
    check_figure("friction", what, "closed form", fabs(error - creeps), 2e-10);
    CHECK(error < 0.02 * last);
    last = error;
    motion_end(&m);
  }
}

int main(void) {
  check_incline(0.4, 0.3, 0, "constraint_force");
  check_incline(0.4, 0.3, 0, "multipliers");
  check_incline(0.36, 0.3, 1, "constraint_force");
  check_incline(0.36, 0.3, 1, "projection");
  check_belt();
  check_pin();
  check_stick_angle();
  for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) check_stop(&stops[i]);
  check_thread();
  check_overhung();
  check_arms();
  check_jam();
  check_regularised();
  return check_done();
}
