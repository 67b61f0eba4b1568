/* SPDX-License-Identifier: Apache-2.0
 *
 * Stewart platform: six driven legs, and the pose of the platform from the test's own Newton method
 * on six lengths, with place p and a quaternion of length one as unknowns.
 */
#include "run.h"

static const double pi = 3.14159265358979323846;

static const char *const signals[] = {
    "platform.x",     "platform.y", "platform.z", "platform.turnx", "platform.turny",
    "platform.turnz", "height",     "tilt_x",     "tilt_y",         NULL};

/* joints of leg i on the base and, in the platform's frame, on the platform */
static void leg_ends(int i, double base[3], double top[3]) {
  double side = 2 * (i % 2) - 1, middle = 120 * (i / 2);
  double b = (middle + 10 * side) * pi / 180, p = (middle + 50 * side) * pi / 180;
  base[0] = cos(b), base[1] = sin(b), base[2] = 0;
  top[0] = 0.6 * cos(p), top[1] = 0.6 * sin(p), top[2] = 0;
}

/* the columns of the rotation of a quaternion of length one */
static void axes_of(const Jet q[4], JetVec axes[3]) {
  JetVec v = {q[1], q[2], q[3]};
  axes[0] = jet_vec(1, 0, 0), axes[1] = jet_vec(0, 1, 0), axes[2] = jet_vec(0, 0, 1);
  for (int i = 0; i < 3; i++) {
    JetVec cross = jet_cross(v, axes[i]);
    JetVec more = jet_vec_add(jet_vec_mul(q[0], cross), jet_cross(v, cross));
    axes[i] = jet_vec_add(axes[i], jet_vec_scale(2, more));
  }
}

/* the place of a point given in the platform's frame */
static JetVec place_of(const Jet x[7], const double top[3]) {
  JetVec axes[3], place = {x[0], x[1], x[2]};
  axes_of(x + 3, axes);
  for (int i = 0; i < 3; i++) place = jet_vec_add(place, jet_vec_scale(top[i], axes[i]));
  return place;
}

/* length of leg i: that of the design position and what the motion adds */
static Jet leg_length(int i, Jet t) {
  double base[3], top[3];
  leg_ends(i, base, top);
  double design = hypot(hypot(top[0] - base[0], top[1] - base[1]), 1.2);
  Jet phase = jet_shift(i * pi / 3, jet_scale(2 * pi, t));
  return jet_shift(design, jet_scale(0.05, jet_sin(phase)));
}

static void equations(const Jet *x, Jet t, Jet *residual) {
  for (int i = 0; i < 6; i++) {
    double base[3], top[3];
    leg_ends(i, base, top);
    JetVec leg = jet_vec_sub(place_of(x, top), jet_vec(base[0], base[1], base[2]));
    Jet length = leg_length(i, t);
    residual[i] = jet_sub(jet_dot(leg, leg), jet_mul(length, length));
  }
  residual[6] = jet(-1);
  for (int i = 3; i < 7; i++) residual[6] = jet_add(residual[6], jet_mul(x[i], x[i]));
}

/* the pose at time t, followed from the design position */
static void pose(Jet t, Jet x[7]) {
  static Jet last[7];
  if (t.v <= 0) {
    for (int i = 0; i < 7; i++) last[i] = jet(i == 2 ? 1.2 : i == 3 ? 1 : 0);
  }
  CHECK(jet_solve(7, equations, t, last) < 1e-13);
  memcpy(x, last, sizeof last);
}

static void truth(Jet t, Jet *out) {
  static const double centre[3] = {0, 0, 0.015};
  Jet x[7];
  JetVec axes[3];
  pose(t, x);
  axes_of(x + 3, axes);
  JetVec place = place_of(x, centre), spin = jet_spin(axes);
  Jet values[] = {place.x,
                  place.y,
                  place.z,
                  spin.x,
                  spin.y,
                  spin.z,
                  place.z,
                  jet_scale(180 / pi, jet_atan2(axes[1].z, axes[2].z)),
                  jet_scale(-180 / pi, jet_asin(axes[0].z))};
  memcpy(out, values, sizeof values);
}

/* the legs of the pose have the lengths they are driven to, with their rates */
static void check_legs(void) {
  for (int k = 0; k <= 40; k++) {
    Jet t = jet_time(0.05 * k), x[7];
    pose(t, x);
    for (int i = 0; i < 6; i++) {
      double base[3], top[3];
      leg_ends(i, base, top);
      JetVec leg = jet_vec_sub(place_of(x, top), jet_vec(base[0], base[1], base[2]));
      check_constant("leg", jet_sub(jet_norm(leg), leg_length(i, t)), 0, 10);
    }
  }
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  check_legs();
  Run run = run_kinematics(argv[1], "examples/stewart.yaml", "");
  run_compare(&run, "Stewart platform", "own Newton method on six lengths", truth, signals, 1);
  run_free(&run);
  return check_done();
}
