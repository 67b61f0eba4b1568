/* SPDX-License-Identifier: Apache-2.0
 *
 * Dynamics of machines: a spatial slider crank under gravity, spring, damper and torque against its
 * one equation M(q) q'' + M'(q) q'^2 / 2 = Q, written with jets over the crank's angle; a skate on
 * a slope and a disc that rolls in a circle, whose constraints are on velocities.
 */
#include "jet.h"
#include "motion.h"

static const TrmDynamicsOptions tight = {.tolerance = 1e-13, .absolute_tolerance = 1e-13};
static const double rod_mass = 0.2, rod_along = 1e-5, rod_across = 1.5e-3, slider_mass = 2;
static const double crank_inertia = 1e-3, stiffness = 150, damping = 15, torque = 0.6, rest = 0.2;

/* centres of rod and slider and the rod's axes over the angle of the crank */
static void crank_shape(double angle, JetVec *middle, JetVec *slider, JetVec axes[3]) {
  Jet q = jet_time(angle);
  JetVec b = {jet(0), jet_shift(0.1, jet_scale(-0.08, jet_sin(q))),
              jet_shift(0.12, jet_scale(0.08, jet_cos(q)))};
  Jet away = jet_add(jet_mul(b.y, b.y), jet_mul(b.z, b.z));
  *slider = (JetVec){jet_sqrt(jet_sub(jet(0.09), away)), jet(0), jet(0)};
  *middle = jet_vec_scale(0.5, jet_vec_add(b, *slider));
  axes[0] = jet_unit(jet_vec_sub(*slider, b));
  axes[1] = jet_unit(jet_cross(jet_vec(0, 0, 1), axes[0]));
  axes[2] = jet_cross(axes[0], axes[1]);
}

/* m c'.c'' and m c'.c' of a centre */
static void add_mass(double m, JetVec c, double *M, double *slope) {
  *M += m * (c.x.d * c.x.d + c.y.d * c.y.d + c.z.d * c.z.d);
  *slope += 2 * m * (c.x.d * c.x.a + c.y.d * c.y.a + c.z.d * c.z.a);
}

static void crank_rate(long double t, const long double *y, long double *dy) {
  JetVec middle, slider, axes[3];
  double M = crank_inertia, slope = 0, speed = (double)y[1];
  (void)t;
  crank_shape((double)y[0], &middle, &slider, axes);
  add_mass(rod_mass, middle, &M, &slope);
  add_mass(slider_mass, slider, &M, &slope);
  JetVec w = jet_spin(axes), e = axes[0];
  double own = e.x.v * w.x.d + e.y.v * w.y.d + e.z.v * w.z.d;
  double change = e.x.v * w.x.a + e.y.v * w.y.a + e.z.v * w.z.a;
  change += e.x.d * w.x.d + e.y.d * w.y.d + e.z.d * w.z.d;
  M += rod_across * (w.x.d * w.x.d + w.y.d * w.y.d + w.z.d * w.z.d);
  slope += 2 * rod_across * (w.x.d * w.x.a + w.y.d * w.y.a + w.z.d * w.z.a);
  M += (rod_along - rod_across) * own * own;
  slope += 2 * (rod_along - rod_across) * own * change;
  double pull = -stiffness * (slider.x.v - rest) - damping * slider.x.d * speed;
  double Q = torque + pull * slider.x.d - 9.81 * rod_mass * middle.z.d;
  dy[0] = y[1];
  dy[1] = (long double)((Q - slope * speed * speed / 2) / M);
}

/* value, rate and second rate in time of a jet over the angle */
static void in_time(Jet x, double speed, double change, double *values) {
  values[0] = x.v;
  values[1] = x.d * speed;
  values[2] = x.a * speed * speed + x.d * change;
}

static void crank_truth(double t, double *values) {
  static long double at, y[2] = {0, 4};
  long double dy[2];
  JetVec middle, slider, axes[3];
  truth_advance(crank_rate, &at, (long double)t, 0.002L, y, 2);
  crank_rate(at, y, dy);
  double speed = (double)y[1], change = (double)dy[1];
  crank_shape((double)y[0], &middle, &slider, axes);
  in_time(slider.x, speed, change, values);
  in_time(middle.x, speed, change, values + 3);
  in_time(middle.y, speed, change, values + 6);
  in_time(middle.z, speed, change, values + 9);
  values[12] = speed;
  values[13] = change;
}

static void slider_crank(void) {
  static const char *const signals[] = {"slider.x", "slider.vx", "slider.ax", "rod.x",     "rod.vx",
                                        "rod.ax",   "rod.y",     "rod.vy",    "rod.ay",    "rod.z",
                                        "rod.vz",   "rod.az",    "crank.wx",  "crank.wdx", NULL};
  Motion m = motion_begin(
      "trammel: 1\n"
      "gravity: [0, 0, -9.81]\n"
      "points: {A: [0, 0.1, 0.12], B: [0, 0.1, 0.2], C: [0.2, 0, 0]}\n"
      "bodies:\n"
      "  crank: {at: A, mass: 0.12, inertia: [1e-3, 1e-3, 1e-3], spin: [4, 0, 0], exact: [wx]}\n"
      "  rod: {at: [0.1, 0.05, 0.1], orient: {x: {from: B, to: C}}, mass: 0.2, inertia: [1e-5, "
      "1.5e-3, 1.5e-3]}\n"
      "  slider: {at: C, mass: 2, inertia: [1e-4, 1e-4, 1e-4]}\n"
      "joints:\n"
      "  main: {revolute: [ground, crank], at: A, axis: x}\n"
      "  ball: {spherical: [crank, rod], at: B}\n"
      "  cross: {universal: [rod, slider], at: C, axes: [[1, 2, 0], z]}\n"
      "  rail: {prismatic: [ground, slider], at: C, axis: x}\n"
      "forces:\n"
      "  motor: {torque: crank, vector: [0.6, 0, 0]}\n"
      "  load: {force: slider, vector: [-150*(dx(slider) - 0.2) - 15*vx(slider), 0, 0]}\n",
      &tight);
  check_figure("dynamics", "spatial slider crank under forces", "equation of one freedom",
               motion_follow(&m, signals, crank_truth, 4, 200), 5e-11);
  TrmDynamicsReport report = motion_report(&m);
  check_figure("dynamics", "spatial slider crank under forces: energy balance",
               "zero, of the largest energy", report.energy_error / report.energy_scale, 1e-12);
  motion_end(&m);
}

/* a skate set down on a slope turns evenly and draws a cycloid */
static void skate_truth(double t, double *values) {
  const double g = 2, w = 2;
  double v = g / w * (cos(w * t) - 1);
  values[0] = g / w * (t / 2 + sin(2 * w * t) / (4 * w) - sin(w * t) / w);
  values[1] = g / w * (sin(w * t) * sin(w * t) / (2 * w) + (cos(w * t) - 1) / w);
  values[2] = v * cos(w * t);
  values[3] = v * sin(w * t);
}

static void skate(const char *formulation) {
  static const char *const signals[] = {"x", "y", "skate.vx", "skate.vy", NULL};
  TrmDynamicsOptions options = tight;
  options.formulation = formulation;
  Motion m = motion_read("examples/skate.yaml", NULL, 0, &options);
  char what[160];
  snprintf(what, sizeof what, "skate on a slope, %s", formulation);
  check_figure("dynamics", what, "closed form", motion_follow(&m, signals, skate_truth, 10, 100),
               1e-11);
  motion_end(&m);
}

/* a disc of 2 kg and 0.5 m leans by 70 degrees and rolls in a circle, once round in 2 pi s */
static const double radius = 0.5, lean = 1.2217304763960306;

static double disc_spin(void) {
  double A = 0.125, C = 0.25, m = 2, s = sin(lean), c = cos(lean);
  return (A * s * c - m * 9.81 * radius * c) / ((C + m * radius * radius) * s);
}

static void disc_truth(double t, double *values) {
  double path = disc_spin() * radius, s = sin(t), c = cos(t);
  values[0] = -path * s;
  values[1] = radius * cos(lean) - path * (1 - c);
  values[2] = radius * sin(lean);
  values[3] = -path * c;
  values[4] = -path * s;
  values[5] = sin(lean) * s;
  values[6] = -sin(lean) * c;
  values[7] = cos(lean);
}

static void disc(void) {
  static const char *const signals[] = {"disc.x",  "disc.y",  "disc.z",  "disc.vx", "disc.vy",
                                        "normalx", "normaly", "normalz", NULL};
  char text[2048];
  double s = sin(lean), c = cos(lean), spin = disc_spin();
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "gravity: [0, 0, -9.81]\n"
           "bodies:\n"
           "  disc: {at: [0, %.17g, %.17g], orient: {z: [0, %.17g, %.17g], x: x}, mass: 2, "
           "inertia: [0.125, 0.125, 0.25], velocity: [%.17g, 0, 0], spin: [0, %.17g, %.17g], "
           "markers: {c: [0, 0, 0], n: [0, 0, 1]}}\n"
           "variables:\n"
           "  nx: dx(disc.n, disc.c)\n"
           "  ny: dy(disc.n, disc.c)\n"
           "  nz: dz(disc.n, disc.c)\n"
           "  arm: 0.5/sqrt(1 - nz^2)\n"
           "  px: arm*nz*nx\n"
           "  py: arm*nz*ny\n"
           "  pz: -arm*(1 - nz^2)\n"
           "constraints:\n"
           "  touch: {holonomic: dz(disc.c) + pz}\n"
           "  roll: {nonholonomic: vx(disc.c) + wy(disc)*pz - wz(disc)*py}\n"
           "  slide: {nonholonomic: vy(disc.c) + wz(disc)*px - wx(disc)*pz}\n"
           "outputs: {normalx: nx, normaly: ny, normalz: nz}\n",
           radius * c, radius * s, -s, c, -spin * radius, s * c - spin * s, s * s + spin * c);
  Motion m = motion_begin(text, &tight);
  check_figure("dynamics", "disc that rolls in a circle", "closed form",
               motion_follow(&m, signals, disc_truth, 10, 100), 2e-13);
  motion_end(&m);
}

int main(void) {
  slider_crank();
  skate("constraint_force");
  skate("projection");
  skate("multipliers");
  skate("augmented_lagrangian");
  disc();
  return check_done();
}
