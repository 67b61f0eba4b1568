/* SPDX-License-Identifier: Apache-2.0
 *
 * Planar machines and their twins in space, whose joints repeat equations: the motion and the
 * forces in the plane are the same, and nothing leaves it. The four-bar also against a closed form.
 */
#include "run.h"

static const double pi = 3.14159265358979323846;

/* worst difference of a signal between two runs, relative to its largest value or to `size` */
static double twin_error(const Run *flat, const Run *space, const char *name, double size) {
  int one = run_column(flat, name), two = run_column(space, name);
  double worst = 0, scale = size;
  if (!flat->rows || flat->rows != space->rows) return HUGE_VAL;
  for (size_t row = 0; row < flat->rows; row++) {
    double a = run_at(flat, one, row), b = run_at(space, two, row);
    scale = fmax(scale, fabs(a));
    if (!(fabs(a - b) <= worst)) worst = isnan(a - b) ? HUGE_VAL : fabs(a - b);
  }
  return worst / scale;
}

/* worst of `parts` over all of `names` */
static double twin_worst(const Run *flat, const Run *space, const char *const *names,
                         const char *const *parts, double size) {
  double worst = 0;
  for (; *names; names++) {
    for (const char *const *part = parts; *part; part++) {
      char name[80];
      snprintf(name, sizeof name, "%s.%s", *names, *part);
      worst = fmax(worst, twin_error(flat, space, name, size));
    }
  }
  return worst;
}

/* how far the twin in space leaves the plane */
static double twin_leaves(const Run *space, const char *const *bodies, double size) {
  static const char *const parts[] = {"z", "vz", "az", "wx", "wy", "wdx", "wdy"};
  double worst = space->rows ? 0 : HUGE_VAL;
  for (; *bodies; bodies++) {
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
      char name[80];
      snprintf(name, sizeof name, "%s.%s", *bodies, parts[i]);
      int column = run_column(space, name);
      for (size_t row = 0; row < space->rows; row++) {
        double value = fabs(run_at(space, column, row));
        worst = fmax(worst, isnan(value) ? HUGE_VAL : value);
      }
    }
  }
  return worst / size;
}

typedef struct Twin {
  const char *what, *flat, *space;
  const char *bodies[12], *joints[16];
  double size;
} Twin;

static const Twin twins[] = {
    {.what = "slider crank",
     .flat = "examples/slider-crank-report.yaml",
     .space = "examples/slider-crank-report-3d.yaml",
     .bodies = {"crank", "coupler", "slider"},
     .joints = {"a", "b", "c", "rail"},
     .size = 25},
    {.what = "straight-line linkage",
     .flat = "examples/peaucellier-report.yaml",
     .space = "examples/peaucellier-report-3d.yaml",
     .bodies = {"link2", "link3", "link4", "link5", "link6", "link7", "link8"},
     .joints = {"e", "a1", "a2", "c1", "c2", "d1", "d2", "f1", "f2", "b"},
     .size = 15},
    {.what = "multiplier",
     .flat = "examples/multiplier.yaml",
     .space = "examples/multiplier-3d.yaml",
     .bodies = {"product", "height", "lever", "scale", "across", "p1", "p2", "p3", "q1", "q2",
                "q3"},
     .joints = {"pivot", "out", "a", "b", "c", "pin_p12", "pin_p23", "pin_q12", "pin_q23",
                "slot_p1", "slot_p2", "slot_p3", "slot_q1", "slot_q2", "slot_q3"},
     .size = 20}};

static void test_twin(const char *command, const Twin *twin) {
  static const char *const motion[] = {"x", "y", "vx", "vy", "ax", "ay", "wz", "wdz", NULL};
  static const char *const force[] = {"fx", "fy", NULL};
  char row[160];
  Run flat = run_kinematics(command, twin->flat, "");
  Run space = run_kinematics(command, twin->space, "");
  snprintf(row, sizeof row, "%s in space: motion", twin->what);
  check_figure("kinematics", row, "the same in the plane",
               twin_worst(&flat, &space, twin->bodies, motion, twin->size), 1e-10);
  snprintf(row, sizeof row, "%s in space: out of the plane", twin->what);
  check_figure("kinematics", row, "zero", twin_leaves(&space, twin->bodies, twin->size), 1e-10);
  snprintf(row, sizeof row, "%s in space: joint forces", twin->what);
  check_figure("kinematics", row, "the same in the plane",
               twin_worst(&flat, &space, twin->joints, force, 1), 1e-9);
  run_free(&flat);
  run_free(&space);
}

/* crank-rocker: A = (0, 0), B = (0.3, 0), C = (1, 0.7), D = (1.2, 0) at the design position */
static const char *const bar_signals[] = {"crank.turnz", "coupler.turnz", "rocker.turnz",
                                          "rocker_angle", NULL};

static Jet direction(JetVec from, JetVec to) {
  return jet_atan2(jet_sub(to.y, from.y), jet_sub(to.x, from.x));
}

static void bar_points(Jet t, JetVec *b, JetVec *c) {
  Jet angle = jet_scale(2 * pi, t);
  *b = (JetVec){jet_scale(0.3, jet_cos(angle)), jet_scale(0.3, jet_sin(angle)), jet(0)};
  *c = jet_meet(*b, sqrt(0.98), jet_vec(1.2, 0, 0), sqrt(0.53), 1);
}

static void bar_truth(Jet t, Jet *out) {
  JetVec b, c, d = jet_vec(1.2, 0, 0);
  bar_points(t, &b, &c);
  out[0] = jet_scale(2 * pi, t);
  out[1] = direction(b, c);
  out[2] = direction(d, c);
  /* joint d gives the angle of ground relative to the rocker, zero at the design position */
  out[3] = jet_scale(-180 / pi, jet_shift(-atan2(0.7, -0.2), out[2]));
}

static void test_four_bar(const char *command) {
  static const struct {
    const char *what, *model;
  } bars[] = {{"planar four-bar", "examples/four-bar.yaml"},
              {"four-bar with four hinges in space", "examples/four-bar-3d.yaml"},
              {"four-bar without redundant equations", "examples/crank-rocker.yaml"}};
  for (int i = 0; i <= 20; i++) {
    JetVec b, c;
    bar_points(jet_time(0.05 * i), &b, &c);
    check_constant("coupler", jet_norm(jet_vec_sub(c, b)), sqrt(0.98), 100);
    check_constant("rocker", jet_norm(jet_vec_sub(c, jet_vec(1.2, 0, 0))), sqrt(0.53), 100);
  }
  JetVec b, c;
  bar_points(jet_time(0), &b, &c);
  CHECK_NEAR(c.x.v, 1, 1e-14);
  CHECK_NEAR(c.y.v, 0.7, 1e-14);
  for (size_t i = 0; i < 3; i++) {
    Run run = run_kinematics(command, bars[i].model, "");
    run_compare(&run, bars[i].what, "intersection of circles", bar_truth, bar_signals, 1);
    run_free(&run);
  }
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  for (size_t i = 0; i < sizeof twins / sizeof *twins; i++) test_twin(argv[1], &twins[i]);
  test_four_bar(argv[1]);
  return check_done();
}
