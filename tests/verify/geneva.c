/* SPDX-License-Identifier: Apache-2.0
 *
 * Curves in touch: the pin of a Geneva drive in its slot, and a flat follower on a parabola, which
 * a cubic spline reproduces exactly. Both have closed forms. The Geneva drive also through four
 * cycles of motion and rest.
 */
#include "run.h"

static const double pi = 3.14159265358979323846;

/* Geneva drive: crank 0.1 sqrt(2) about A, wheel about W = (0.2, 0), pin in a slot through W */
static const char *const geneva_signals[] = {"crank.turnz", "wheel.turnz", "index", NULL};

static JetVec geneva_pin(Jet t) {
  double r = 0.1 * sqrt(2);
  Jet angle = jet_shift(-pi / 4, jet_scale(2 * pi, t));
  return (JetVec){jet_scale(r, jet_cos(angle)), jet_scale(r, jet_sin(angle)), jet(0)};
}

/* the wheel turns against the crank */
static Jet geneva_wheel(Jet t) {
  JetVec pin = geneva_pin(t);
  return jet_scale(-1, jet_atan2(pin.y, jet_sub(jet(0.2), pin.x)));
}

static void geneva_truth(Jet t, Jet *out) {
  Jet wheel = geneva_wheel(t);
  out[0] = jet_scale(2 * pi, t);
  out[1] = wheel;
  out[2] = jet_shift(-45, jet_scale(180 / pi, wheel));
}

static void test_geneva(const char *command) {
  /* the pin stays in the slot, which starts at -135 degrees; the wheel starts and ends at rest */
  for (int i = 0; i <= 10; i++) {
    Jet t = jet_time(0.025 * i);
    Jet slot = jet_shift(-pi, geneva_wheel(t));
    JetVec pin = jet_vec_sub(geneva_pin(t), jet_vec(0.2, 0, 0));
    Jet away = jet_sub(jet_mul(pin.y, jet_cos(slot)), jet_mul(pin.x, jet_sin(slot)));
    check_constant("the pin", away, 0, 10);
  }
  Jet first = geneva_wheel(jet_time(0)), last = geneva_wheel(jet_time(0.25));
  CHECK_NEAR(last.v - first.v, -pi / 2, 1e-14);
  CHECK_NEAR(first.d, 0, 1e-14);
  CHECK_NEAR(last.d, 0, 1e-14);
  Run run = run_kinematics(command, "examples/geneva-slot.yaml", "");
  run_compare(&run, "Geneva drive, pin in its slot", "closed form", geneva_truth, geneva_signals,
              0.2);
  run_free(&run);
}

/* four turns of the crank, one of the wheel: a quarter of each second it follows the pin, then it
 * rests; at the ends of rest its acceleration jumps */
static void test_cycle(const char *command) {
  Run run = run_kinematics(command, "examples/geneva.yaml", "--until 4 --steps 800");
  int wz = run_column(&run, "wheel.wz"), wdz = run_column(&run, "wheel.wdz");
  int index = run_column(&run, "index");
  double moving[3] = {0, 0, 0}, resting[3] = {0, 0, 0};
  size_t rests = 0, jumps = 0;
  for (size_t row = 0; row < run.rows; row++) {
    double t = run_at(&run, 0, row), cycle = floor(t + 1e-9), in = t - cycle;
    int engaged = in < 0.25 + 1e-9, jump = fabs(in) < 1e-9 || fabs(in - 0.25) < 1e-9;
    Jet truth = engaged ? geneva_wheel(jet_time(in)) : jet(-pi / 4);
    double angle = 180 / pi * truth.v - 45 - 90 * cycle;
    double error[3] = {fabs(remainder(run_at(&run, index, row) - angle, 360)) * pi / 180,
                       fabs(run_at(&run, wz, row) - truth.d),
                       fabs(run_at(&run, wdz, row) - truth.a)};
    if (jump) error[2] = fmin(error[2], fabs(run_at(&run, wdz, row)));
    double *worst = engaged ? moving : resting;
    for (int k = 0; k < 3; k++) worst[k] = fmax(worst[k], error[k]);
    rests += !engaged;
    jumps += (size_t)jump;
  }
  CHECK(run.rows == 801 && rests == 4 * 149 && jumps == 9);
  check_figure("kinematics", "Geneva drive, whole cycle: positions", "closed form", moving[0],
               1e-12);
  check_figure("kinematics", "Geneva drive, whole cycle: velocities", "closed form", moving[1] / 15,
               1e-12);
  check_figure("kinematics", "Geneva drive, whole cycle: accelerations", "closed form",
               moving[2] / 210, 1e-12);
  check_figure("kinematics", "Geneva drive, at rest: positions", "a quarter turn", resting[0],
               1e-14);
  check_figure("kinematics", "Geneva drive, at rest: velocities", "0", resting[1], 0);
  check_figure("kinematics", "Geneva drive, at rest: accelerations", "0", resting[2], 0);
  run_free(&run);
}

/* parabola y = 60 - x^2/80 turned by a, touched from above by a level line: it touches where
 * x = 40 tan a, at the height x sin a + y cos a */
static const char *const flat_signals[] = {"cam.turnz",      "follower.x", "follower.y",
                                           "follower.turnz", "lift",       NULL};

static Jet flat_angle(Jet t) {
  return jet_scale(pi / 6, jet_sin(jet_scale(2 * pi, t)));
}

static void flat_truth(Jet t, Jet *out) {
  Jet angle = flat_angle(t), c = jet_cos(angle), s = jet_sin(angle);
  Jet height = jet_add(jet_scale(60, c), jet_scale(20, jet_div(jet_mul(s, s), c)));
  Jet values[] = {angle, jet(0), height, jet(0), jet_shift(-60, height)};
  memcpy(out, values, sizeof values);
}

static void test_flat(const char *command) {
  /* no point of the turned parabola is higher, and one is as high */
  for (int i = 0; i <= 20; i++) {
    Jet t = jet_time(0.05 * i), out[RUN_SIGNALS];
    flat_truth(t, out);
    double a = out[0].v, highest = -HUGE_VAL, touch = 40 * tan(a);
    for (double x = -40; x <= 40; x += 0.25)
      highest = fmax(highest, x * sin(a) + (60 - x * x / 80) * cos(a));
    CHECK(highest <= out[2].v + 1e-12);
    CHECK_NEAR(touch * sin(a) + (60 - touch * touch / 80) * cos(a), out[2].v, 1e-14);
  }
  Run run = run_kinematics(command, "examples/flat-follower.yaml", "");
  run_compare(&run, "flat follower on a parabola", "closed form", flat_truth, flat_signals, 60);
  run_free(&run);
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  test_geneva(argv[1]);
  test_cycle(argv[1]);
  test_flat(argv[1]);
  return check_done();
}
