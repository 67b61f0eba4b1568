/* SPDX-License-Identifier: Apache-2.0
 *
 * Machines with cams, threads and teeth: cams with splines, a jack, a steering rack, a differential
 * and a pantograph, each against a closed form or a spline of the test's own.
 */
#include "run.h"

static const double pi = 3.14159265358979323846;

static Jet direction(JetVec from, JetVec to) {
  return jet_atan2(jet_sub(to.y, from.y), jet_sub(to.x, from.x));
}

/* the profile of cam-spline.yaml, and its second derivatives */
enum { KNOTS = 9 };
static const double knot_x[KNOTS] = {-40, -30, -20, -10, 0, 10, 20, 30, 40};
static const double knot_y[KNOTS] = {26, 30, 31, 33, 38, 44, 46, 43, 36};
static double knot_m[KNOTS];

/* Second derivatives on a uniform grid h: M(i-1) + 4 M(i) + M(i+1) = 6 (y(i-1) - 2 y(i) +
 * y(i+1))/h^2; the third derivative does not jump at the second knot and the last but one. */
static void profile_moments(void) {
  double J[JET_MOST][JET_MOST] = {{0}}, b[JET_MOST][3] = {{0}}, h = 10;
  for (size_t i = 1; i + 1 < KNOTS; i++) {
    J[i][i - 1] = 1, J[i][i] = 4, J[i][i + 1] = 1;
    b[i][0] = 6 * (knot_y[i - 1] - 2 * knot_y[i] + knot_y[i + 1]) / (h * h);
  }
  J[0][0] = 1, J[0][1] = -2, J[0][2] = 1;
  J[KNOTS - 1][KNOTS - 3] = 1, J[KNOTS - 1][KNOTS - 2] = -2, J[KNOTS - 1][KNOTS - 1] = 1;
  jet_eliminate(KNOTS, J, b);
  for (size_t i = 0; i < KNOTS; i++) knot_m[i] = b[i][0];
}

static Jet profile(Jet x) {
  size_t i = 0;
  while (i + 2 < KNOTS && x.v >= knot_x[i + 1]) i++;
  double h = knot_x[i + 1] - knot_x[i];
  Jet u = jet_shift(-knot_x[i], x), w = jet_sub(jet(h), u);
  Jet cube_u = jet_mul(u, jet_mul(u, u)), cube_w = jet_mul(w, jet_mul(w, w));
  Jet bent =
      jet_add(jet_scale(knot_m[i] / (6 * h), cube_w), jet_scale(knot_m[i + 1] / (6 * h), cube_u));
  Jet left = jet_scale(knot_y[i] / h - knot_m[i] * h / 6, w);
  Jet right = jet_scale(knot_y[i + 1] / h - knot_m[i + 1] * h / 6, u);
  return jet_add(bent, jet_add(left, right));
}

static const char *const edge_signals[] = {"follower.x", "follower.y", "follower.turnz",
                                           "cam.turnz",  "lift",       NULL};

static Jet edge_swing(Jet t) {
  return jet_scale(25 * pi / 180, jet_sin(jet_scale(2 * pi, t)));
}

/* the edge (10, height), seen from the cam, lies on the profile */
static void edge_equation(const Jet *height, Jet t, Jet *residual) {
  Jet c = jet_cos(edge_swing(t)), s = jet_sin(edge_swing(t));
  Jet x = jet_add(jet_scale(10, c), jet_mul(*height, s));
  Jet y = jet_sub(jet_mul(*height, c), jet_scale(10, s));
  *residual = jet_sub(y, profile(x));
}

static void edge_truth(Jet t, Jet *out) {
  static Jet height;
  if (t.v <= 0) height = jet(44);
  jet_solve(1, edge_equation, t, &height);
  Jet values[] = {jet(10), jet_shift(46, height), jet(0), edge_swing(t), jet_shift(-44, height)};
  memcpy(out, values, sizeof values);
}

static void test_cams(const char *command) {
  profile_moments();
  for (size_t i = 0; i < KNOTS; i++) CHECK_NEAR(profile(jet(knot_x[i])).v, knot_y[i], 1e-13);
  for (size_t i = 1; i + 1 < KNOTS; i++)
    CHECK_NEAR(profile((Jet){knot_x[i] - 1e-7, 1, 0}).d, profile((Jet){knot_x[i], 1, 0}).d, 1e-6);
  Run run = run_kinematics(command, "examples/cam-spline.yaml", "");
  run_compare(&run, "knife edge on a spline", "own spline and Newton's method", edge_truth,
              edge_signals, 40);
  run_free(&run);

  /* a closed cam: where a given point of the profile is under the follower, its radius is the lift
   */
  run = run_kinematics(command, "examples/cam.yaml", "");
  double side = 0.76 * 30 * sqrt(2), worst = run.rows ? 0 : HUGE_VAL;
  double radius[8] = {38, side, 30, 30, 30, 30, 30, side};
  for (int k = 0; k <= 40; k++) {
    double lift = run_value(&run, "lift_now", run_row(&run, 0.025 * k));
    double error = fabs(lift - (radius[(8 - k % 8) % 8] - 38));
    worst = fmax(worst, isnan(error) ? HUGE_VAL : error);
  }
  check_figure("kinematics", "closed cam: lift at its given points", "their radii", worst / 38,
               1e-12);
  run_free(&run);
}

/* jack: five turns of 6 mm */
static const char *const jack_signals[] = {"table.z",     "spindle.turnz", "table.turnz", "table.x",
                                           "table.turnx", "lift",          NULL};

static void jack_truth(Jet t, Jet *out) {
  Jet part = jet_scale(0.5, jet_sub(jet(1), jet_cos(jet_scale(pi, t))));
  Jet lift = jet_scale(5 * 0.006, part);
  Jet values[] = {jet_shift(0.2, lift), jet_scale(-10 * pi, part), jet(0), jet(0), jet(0), lift};
  memcpy(out, values, sizeof values);
}

/* steering rack: the tie rod from the rack's end R meets the arm about K in S */
static const char *const rack_signals[] = {"pinion.turnz", "rack.x",        "tie_rod.x",
                                           "tie_rod.y",    "tie_rod.turnz", "arm.turnz",
                                           "travel",       "lock",          NULL};

static void rack_points(Jet t, JetVec *r, JetVec *s) {
  Jet angle = jet_scale(pi, jet_sin(jet_scale(2 * pi, t)));
  *r = (JetVec){jet_shift(300, jet_scale(-10, angle)), jet(10), jet(0)};
  *s = jet_meet(*r, sqrt(40100), jet_vec(500, 140, 0), 120, -1);
}

static void rack_truth(Jet t, Jet *out) {
  JetVec r, s, k = jet_vec(500, 140, 0);
  rack_points(t, &r, &s);
  Jet angle = jet_scale(pi, jet_sin(jet_scale(2 * pi, t))), arm = direction(k, s);
  JetVec middle = jet_vec_scale(0.5, jet_vec_add(r, s));
  Jet values[] = {angle,
                  jet_scale(-10, angle),
                  middle.x,
                  middle.y,
                  direction(r, s),
                  arm,
                  jet_scale(10, angle),
                  jet_scale(180 / pi, jet_shift(pi / 2, arm))};
  memcpy(out, values, sizeof values);
}

/* differential: rates only, as the motions prescribe speeds */
static const char *const share_signals[] = {"shaft.turnx", "cage.turny", "left.turny",
                                            "right.turny", "left_rpm",   "right_rpm",
                                            "spider_rpm",  NULL};

static void share_truth(Jet t, Jet *out) {
  Jet part = t.v < 1 ? jet(0) : t.v > 2 ? jet(1) : jet_shift(-1, t);
  Jet step = jet_mul(jet_mul(part, part), jet_sub(jet(3), jet_scale(2, part)));
  double cage = 10 * pi;
  Jet left = jet_scale(cage, jet_sub(jet(1), jet_scale(0.1, step)));
  Jet right = jet_sub(jet(2 * cage), left);
  Jet values[] = {jet_rate(jet(40 * pi)),
                  jet_rate(jet(cage)),
                  jet_rate(left),
                  jet_rate(right),
                  jet_scale(30 / pi, left),
                  jet_scale(30 / pi, right),
                  jet_scale(30 / pi, jet_shift(-cage, left))};
  memcpy(out, values, sizeof values);
}

/* pantograph: the pen is twice as far from O as the tracer */
static const char *const pen_signals[] = {
    "tracer_x", "tracer_y",   "pen_x",     "pen_y",       "pen_vx",      "pen_vy", "long.x",
    "long.y",   "long.turnz", "top.turnz", "lower.turnz", "short.turnz", NULL};

static void pen_points(Jet t, JetVec *p, JetVec *a) {
  Jet angle = jet_scale(2 * pi, t);
  p->x = jet_shift(0.2, jet_scale(0.1, jet_cos(angle)));
  p->y = jet_shift(0.4, jet_scale(0.05, jet_sin(angle)));
  p->z = jet(0);
  *a = jet_meet(jet_vec(0, 0, 0), 0.4, *p, 0.3, 1);
}

static void pen_truth(Jet t, Jet *out) {
  JetVec p, a;
  pen_points(t, &p, &a);
  Jet arm = direction(jet_vec(0, 0, 0), a), tracer = direction(a, p);
  Jet values[] = {p.x,
                  p.y,
                  jet_scale(2, p.x),
                  jet_scale(2, p.y),
                  jet(2 * p.x.d),
                  jet(2 * p.y.d),
                  a.x,
                  a.y,
                  arm,
                  tracer,
                  tracer,
                  arm};
  memcpy(out, values, sizeof values);
}

/* the lengths that the closed forms must keep */
static void check_lengths(void) {
  for (int i = 0; i <= 20; i++) {
    JetVec r, s, p, a;
    rack_points(jet_time(0.05 * i), &r, &s);
    check_constant("tie rod", jet_norm(jet_vec_sub(s, r)), sqrt(40100), 1e4);
    check_constant("steering arm", jet_norm(jet_vec_sub(s, jet_vec(500, 140, 0))), 120, 1e4);
    pen_points(jet_time(0.05 * i), &p, &a);
    check_constant("half of the long bar", jet_norm(a), 0.4, 10);
    check_constant("lower bar", jet_norm(jet_vec_sub(p, a)), 0.3, 10);
  }
  JetVec r, s, p, a;
  rack_points(jet_time(0), &r, &s);
  CHECK_NEAR(s.x.v, 500, 1e-13);
  CHECK_NEAR(s.y.v, 20, 1e-13);
  pen_points(jet_time(0), &p, &a);
  CHECK_NEAR(a.x.v, 0, 1e-14);
  CHECK_NEAR(a.y.v, 0.4, 1e-14);
}

int main(int argc, char **argv) {
  static const struct {
    const char *what, *model, *against;
    RunTruth truth;
    const char *const *signals;
    double size;
  } machines[] = {
      {"screw jack", "examples/screw-jack.yaml", "pitch times turns", jack_truth, jack_signals,
       0.4},
      {"steering rack", "examples/rack-pinion.yaml", "closed form", rack_truth, rack_signals, 500},
      {"differential", "examples/differential.yaml", "mean of the wheels", share_truth,
       share_signals, 1},
      {"pantograph", "examples/pantograph.yaml", "similar triangles", pen_truth, pen_signals, 1}};
  if (argc < 2) return 2;
  check_lengths();
  test_cams(argv[1]);
  for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
    Run run = run_kinematics(argv[1], machines[i].model, "");
    run_compare(&run, machines[i].what, machines[i].against, machines[i].truth, machines[i].signals,
                machines[i].size);
    run_free(&run);
  }
  return check_done();
}
