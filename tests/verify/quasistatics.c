/* SPDX-License-Identifier: Apache-2.0
 *
 * Quasi-statics against closed forms: the truss that snaps through, there and back; a column that
 * buckles; springs drawn by motions; laws that end; loads that begin with a kink.
 */
#include "rest.h"

#define GROUP "quasi-statics"

static const double pi = 3.14159265358979323846;

/* von Mises' truss: half span 1, rise h, bars of stiffness k and free length L; pressed down by
 * P(y) = 2 k (L - l) y/l with l^2 = 1 + y^2 the apex stands at height y. It snaps where P is
 * largest: l^3 = L */
static const long double rise = 0.3L, k = 1000;
static long double target;

static long double press(long double y) {
  long double L = sqrtl(1 + rise * rise), l = sqrtl(1 + y * y);
  return 2 * k * (L - l) * y / l;
}

static long double press_error(long double y) {
  return press(y) - target;
}

static long double snap_height(void) {
  long double L = sqrtl(1 + rise * rise), l = cbrtl(L);
  return sqrtl(l * l - 1);
}

static void check_truss(void) {
  Rest r = rest_read("examples/truss.yaml", NULL, 0, NULL, 1);
  long double critical = snap_height(), most = press(critical);
  double before = 0, after = 0, t = 0;
  for (int i = 1; i <= 100 && r.status == TRM_OK; i++) {
    t = i / 100.0;
    CHECK(rest_follow(&r, t));
    target = 60 * (long double)t;
    int up = target < most;
    double y =
        (double)(up ? rest_root(press_error, critical, rise) : rest_root(press_error, -2, -rise));
    double *worst = up ? &before : &after;
    *worst = rest_worse(*worst, rest_value(&r, "apex.y") - y);
    *worst = rest_worse(*worst, rest_value(&r, "apex.x"));
    CHECK(r.report.snaps == (size_t)!up);
  }
  check_figure(GROUP, "truss before it snaps: height", "closed form", before, 2e-14);
  check_figure(GROUP, "truss after it snapped: height", "closed form", after, 1e-14);
  check_figure(GROUP, "truss: load at which it snaps", "l^3 = L a^2",
               fabs(r.report.snap_time * 60 / (double)most - 1), 2e-11);
  check_figure(GROUP, "truss: height at which it snaps", "l^3 = L a^2",
               fabs(r.report.snap_from[1] - (double)critical), 1e-5);
  target = most;
  double landing = (double)rest_root(press_error, -2, -rise);
  check_figure(GROUP, "truss: height at which it lands", "other branch",
               fabs(r.report.snap_to[1] - landing), 1e-12);
  CHECK_TEXT(r.report.snap_body, "apex");
  CHECK(rest_says(&r, "W364", "body 'apex' jumps from (0, 0.1707"));
  CHECK(r.report.stability == TRM_STABLE);
  rest_end(&r);
}

/* the place is found whatever the shape of the truss and however seldom it is looked at */
static void check_any_truss(void) {
  double worst = 0;
  for (int shape = 1; shape <= 8; shape++)
    for (int reports = 1; reports <= 64; reports = reports * 2 + 1) {
      double h = 0.1 * shape, L = hypot(1, h), l = cbrt(L), y = sqrt(l * l - 1);
      double most = 2 * 1000 * (L - l) * y / l;
      char rises[40], loads[40];
      snprintf(rises, sizeof rises, "%.17g", h);
      snprintf(loads, sizeof loads, "%.17g", most / 0.61803);
      TrmSetting settings[] = {{"rise", rises}, {"load", loads}};
      Rest r = rest_read("examples/truss.yaml", settings, 2, NULL, 1);
      for (int i = 1; i <= reports; i++) CHECK(rest_follow(&r, (double)i / reports));
      CHECK(r.report.snaps == 1 && r.report.stability == TRM_STABLE);
      CHECK(!rest_says(&r, "W366", NULL));
      worst = rest_worse(worst, r.report.snap_time / 0.61803 - 1);
      rest_end(&r);
    }
  check_figure(GROUP, "trusses of all shapes: load at which they snap", "l^3 = L a^2", worst,
               1e-10);
}

/* to and fro: the same load snaps it back, from the other side */
static void check_hysteresis(void) {
  Rest r = rest_begin("trammel: 1\n"
                      "planar: true\n"
                      "bodies: {apex: {at: [0, 0.3], mass: 1, point_mass: true}}\n"
                      "forces:\n"
                      "  left: {spring: [ground, apex], from: [-1, 0], to: [0, 0.3], k: 1000}\n"
                      "  right: {spring: [ground, apex], from: [1, 0], to: [0, 0.3], k: 1000}\n"
                      "  press: {force: apex, vector: [0, -20*sin(2*pi*time)]}\n");
  long double critical = snap_height(), most = press(critical);
  double worst = 0, first = asin((double)most / 20) / (2 * pi);
  for (int i = 1; i <= 80 && r.status == TRM_OK; i++) {
    double t = i / 40.0;
    CHECK(rest_follow(&r, t));
    if (r.status != TRM_OK) rest_complain(&r);
    target = 20 * sinl(2 * (long double)pi * (long double)t);
    /* down after each first quarter, up after each third */
    double phase = t - floor(t);
    int down = phase > first && phase < first + 0.5;
    double y = (double)(down ? rest_root(press_error, -2, -critical)
                             : rest_root(press_error, critical, 2));
    worst = rest_worse(worst, rest_value(&r, "apex.y") - y);
  }
  check_figure(GROUP, "truss pressed and pulled: height", "closed form", worst, 2e-14);
  CHECK(r.report.snaps == 4);
  rest_end(&r);
}

/* a column on a torsion spring under a growing load: unstable from P l = k on, and followed on */
static void check_column(void) {
  Rest r = rest_begin("trammel: 1\n"
                      "planar: true\n"
                      "bodies: {pole: {at: [0, 1], mass: 1, inertia: 1}}\n"
                      "joints: {foot: {revolute: [ground, pole], at: [0, 0]}}\n"
                      "forces:\n"
                      "  coil: {torsion_spring: foot, k: 7}\n"
                      "  load: {force: pole, at: [0, 2], vector: [0, -9*time]}\n");
  for (int i = 1; i <= 20; i++) {
    CHECK(rest_follow(&r, i / 20.0));
    /* 9 t * 2 = 7 at t = 0.3889 */
    CHECK((r.report.stability == TRM_UNSTABLE) == (i > 7));
  }
  CHECK(r.report.snaps == 0 && r.report.unstable == 1);
  CHECK(rest_says(&r, "W366", "from t = 0.3"));
  CHECK(rest_says(&r, "W366", "joint 'foot' can turn"));
  for (size_t i = 0; i < trm_log_count(r.log); i++) {
    TrmEntry entry;
    trm_log_entry(r.log, i, &entry);
    double t = 0;
    if (sscanf(entry.text, "from t = %lf", &t) == 1)
      check_figure(GROUP, "column: load from which it is unstable", "k/l", fabs(t - 7 / 18.0),
                   1e-7);
  }
  check_figure(GROUP, "column: stays straight", "closed form", fabs(rest_value(&r, "pole.x")),
               1e-14);
  rest_end(&r);
}

/* the same with a crooked start never snaps: P l sin(a) = k (a - a0) */
static long double lean0 = 0.02L, lean_load;

static long double column_error(long double a) {
  return 7 * (a - lean0) - lean_load * 2 * sinl(a);
}

static void check_crooked(void) {
  Rest r =
      rest_begin("trammel: 1\n"
                 "planar: true\n"
                 "bodies: {pole: {at: [-sin(0.02), cos(0.02)], angle: 0.02, mass: 1, inertia: 1}}\n"
                 "joints: {foot: {revolute: [ground, pole], at: [0, 0]}}\n"
                 "forces:\n"
                 "  coil: {torsion_spring: foot, k: 7}\n"
                 "  load: {force: pole, at: [-2*sin(0.02), 2*cos(0.02)], vector: [0, -10*time]}\n");
  double worst = 0;
  for (int i = 1; i <= 40; i++) {
    CHECK(rest_follow(&r, i / 40.0));
    lean_load = 10 * (i / 40.0L);
    worst = rest_worse(worst,
                       rest_value(&r, "pole.psi") - (double)rest_root(column_error, lean0, 3.1L));
  }
  check_figure(GROUP, "crooked column: lean", "elastica of one hinge", worst, 2e-14);
  CHECK(r.report.snaps == 0 && r.report.stability == TRM_STABLE);
  CHECK(!rest_says(&r, "W366", NULL));
  rest_end(&r);
}

/* a spring whose foot a motion draws, the other end on a hanging weight: linear, with a load that
 * begins with a kink */
static void check_drawn(void) {
  Rest r = rest_begin(
      "trammel: 1\n"
      "gravity: [0, 0, -10]\n"
      "bodies:\n"
      "  hand: {at: [0, 0, 1], mass: 1, inertia: [1, 1, 1]}\n"
      "  load: {at: [0, 0, 0], mass: 2, inertia: [1, 1, 1]}\n"
      "joints:\n"
      "  grip: {prismatic: [ground, hand], at: [0, 0, 1], axis: z}\n"
      "  guide: {prismatic: [ground, load], at: [0, 0, 0], axis: z}\n"
      "motions: {draw: {joint: grip, displacement: 0.2*sin(3*time)}}\n"
      "forces:\n"
      "  coil: {spring: [hand, load], from: [0, 0, 1], to: [0, 0, 0], k: 400, length: 1}\n"
      "  push: {force: load, vector: [0, 0, \"if(time > 0.5, 30*(time - 0.5), 0)\"]}\n");
  double worst = 0, torque = 0;
  for (int i = 1; i <= 30; i++) {
    double t = i / 30.0, push = t > 0.5 ? 30 * (t - 0.5) : 0;
    CHECK(rest_follow(&r, t));
    worst = rest_worse(worst, rest_value(&r, "load.z") - (0.2 * sin(3 * t) + (push - 20) / 400));
    torque = rest_worse(torque, rest_value(&r, "draw.force") - (30 - push));
  }
  check_figure(GROUP, "weight on a drawn spring: height", "linear", worst, 1e-14);
  check_figure(GROUP, "weight on a drawn spring: force of the motion", "weights", torque / 30,
               1e-14);
  CHECK(r.report.snaps == 0);
  rest_end(&r);
}

/* a law that yields at most k/e at x = 1: beyond that load there is no equilibrium at all */
static void check_end(void) {
  Rest r = rest_begin(
      "trammel: 1\n"
      "bodies: {block: {at: [0, 0, 0], mass: 1, inertia: [1, 1, 1], markers: {m: [0, 0, 0]}}}\n"
      "joints: {rail: {prismatic: [ground, block], at: [0, 0, 0], axis: x}}\n"
      "forces:\n"
      "  grip: {force: block, vector: [-10*dx(block.m)*exp(-dx(block.m)), 0, 0]}\n"
      "  pull: {force: block, vector: [5*time, 0, 0]}\n");
  int i = 1;
  while (i <= 20 && rest_follow(&r, i / 20.0)) i++;
  /* 5 t = 10/e at t = 0.73576 */
  CHECK(i == 15 && r.status == TRM_FAILED);
  CHECK(rest_says(&r, "E365", "ends at t = 0.735758"));
  /* what is left is the last equilibrium */
  CHECK_NEAR(rest_value(&r, "time"), 2 / exp(1), 1e-9);
  CHECK_NEAR(rest_value(&r, "block.x"), 1, 1e-4);
  rest_end(&r);
}

int main(void) {
  check_truss();
  check_any_truss();
  check_hysteresis();
  check_column();
  check_crooked();
  check_drawn();
  check_end();
  return check_done();
}
