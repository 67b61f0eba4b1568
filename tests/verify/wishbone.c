/* SPDX-License-Identifier: Apache-2.0
 *
 * Double wishbone suspension: the two ball joints L, U and the end R of the tie rod lie on spheres
 * about points of the car and keep their distances; with the height of the wheel that is nine
 * equations for nine coordinates, solved by the test's own Newton method.
 */
#include "run.h"

static const double pi = 3.14159265358979323846;

static const double lower_ball[3] = {0, 700, 180}, upper_ball[3] = {-20, 680, 490};
static const double rod_end[3] = {-130, 690, 250}, wheel_centre[3] = {0, 770, 310};

static const struct {
  int end; /* 0 L, 1 U, 2 R */
  double about[3];
} spheres[5] = {{0, {200, 400, 200}},
                {0, {-200, 400, 200}},
                {1, {120, 450, 480}},
                {1, {-120, 450, 470}},
                {2, {-120, 380, 260}}};

static const char *const signals[] = {
    "upright.x",     "upright.y", "upright.z", "upright.turnx", "upright.turny",
    "upright.turnz", "camber",    "toe",       "track_change",  NULL};

static JetVec constant(const double p[3]) {
  return jet_vec(p[0], p[1], p[2]);
}

/* L, U and R from the nine coordinates, and as designed */
static void ends_of(const Jet *x, JetVec ends[3]) {
  for (int i = 0; i < 3; i++) ends[i] = (JetVec){x[3 * i], x[3 * i + 1], x[3 * i + 2]};
}

static void design_ends(JetVec ends[3]) {
  ends[0] = constant(lower_ball), ends[1] = constant(upper_ball), ends[2] = constant(rod_end);
}

/* perpendicular axes fixed on the triangle L, U, R */
static void triangle_axes(const JetVec ends[3], JetVec axes[3]) {
  axes[0] = jet_unit(jet_vec_sub(ends[1], ends[0]));
  axes[2] = jet_unit(jet_cross(axes[0], jet_vec_sub(ends[2], ends[0])));
  axes[1] = jet_cross(axes[2], axes[0]);
}

/* a vector fixed on the upright, given as it was at the design position */
static JetVec carried(const JetVec axes[3], const double vector[3]) {
  JetVec ends[3], design[3], sum = jet_vec(0, 0, 0);
  design_ends(ends);
  triangle_axes(ends, design);
  for (int i = 0; i < 3; i++)
    sum = jet_vec_add(sum, jet_vec_mul(jet_dot(design[i], constant(vector)), axes[i]));
  return sum;
}

static JetVec wheel_of(const JetVec ends[3]) {
  double arm[3];
  JetVec axes[3];
  for (int i = 0; i < 3; i++) arm[i] = wheel_centre[i] - lower_ball[i];
  triangle_axes(ends, axes);
  return jet_vec_add(ends[0], carried(axes, arm));
}

/* how much the square of the distance of a and b differs from that of a0 and b0 */
static Jet stretch(JetVec a, JetVec b, JetVec a0, JetVec b0) {
  JetVec now = jet_vec_sub(a, b), design = jet_vec_sub(a0, b0);
  return jet_sub(jet_dot(now, now), jet_dot(design, design));
}

static Jet wanted_height(Jet t) {
  return jet_shift(310, jet_scale(60, jet_sin(jet_scale(2 * pi, t))));
}

static void equations(const Jet *x, Jet t, Jet *residual) {
  JetVec ends[3], design[3];
  ends_of(x, ends);
  design_ends(design);
  for (int i = 0; i < 5; i++) {
    JetVec about = constant(spheres[i].about);
    residual[i] = stretch(ends[spheres[i].end], about, design[spheres[i].end], about);
  }
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3;
    residual[5 + i] = stretch(ends[i], ends[j], design[i], design[j]);
  }
  residual[8] = jet_sub(wheel_of(ends).z, wanted_height(t));
}

/* the ends at time t, followed from the design position */
static void ends_at(Jet t, JetVec ends[3]) {
  static Jet last[9];
  if (t.v <= 0) {
    for (int i = 0; i < 3; i++) {
      last[i] = jet(lower_ball[i]);
      last[3 + i] = jet(upper_ball[i]);
      last[6 + i] = jet(rod_end[i]);
    }
  }
  CHECK(jet_solve(9, equations, t, last) < 1e-10);
  ends_of(last, ends);
}

static void truth(Jet t, Jet *out) {
  static const double outward[3] = {0, 1, 0};
  JetVec ends[3], axes[3];
  ends_at(t, ends);
  triangle_axes(ends, axes);
  JetVec wheel = wheel_of(ends), spin = jet_spin(axes), axle = carried(axes, outward);
  Jet values[] = {wheel.x,
                  wheel.y,
                  wheel.z,
                  spin.x,
                  spin.y,
                  spin.z,
                  jet_scale(-180 / pi, jet_asin(axle.z)),
                  jet_scale(180 / pi, jet_atan2(axle.x, axle.y)),
                  jet_shift(-770, wheel.y)};
  memcpy(out, values, sizeof values);
}

/* arms and rod keep their lengths, the wheel is where it is wanted */
static void check_lengths(void) {
  for (int k = 0; k <= 20; k++) {
    Jet t = jet_time(0.05 * k), x[9], residual[9];
    JetVec ends[3];
    ends_at(t, ends);
    for (int i = 0; i < 3; i++)
      x[3 * i] = ends[i].x, x[3 * i + 1] = ends[i].y, x[3 * i + 2] = ends[i].z;
    equations(x, t, residual);
    for (int i = 0; i < 9; i++) check_constant("an arm", residual[i], 0, 1e7);
  }
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  check_lengths();
  Run run = run_kinematics(argv[1], "examples/double-wishbone.yaml", "");
  run_compare(&run, "double wishbone", "own Newton method on spheres", truth, signals, 700);
  run_free(&run);
  return check_done();
}
