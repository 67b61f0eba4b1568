/* SPDX-License-Identifier: Apache-2.0
 *
 * Dynamics of masses on springs and dampers against closed forms: the cases of a thesis' appendix
 * (damper alone, spring with damper, spring alone, all under gravity), critical and strong damping,
 * a forced mass, two masses on a spring in space; and a ball thrown through air.
 */
#include "motion.h"

static const TrmDynamicsOptions tight = {.tolerance = 1e-13, .absolute_tolerance = 1e-13};
static const double gravity = 9.81, amplitude = 12, drive = 7;

/* m y'' + c y' + k y = -m g + F sin(w t), from rest at zero */
static struct { double m, c, k, force; } now;

/* value and rate of the solution with y = y' = 0 at t = 0; its second rate from the equation */
static void oscillate(double t, double *values) {
  double m = now.m, c = now.c, k = now.k, y, v;
  if (k == 0) {
    double fall = m * gravity / c, fade = exp(-c * t / m);
    y = -fall * (t - m / c * (1 - fade));
    v = -fall * (1 - fade);
  } else {
    /* steady part, then the free part from what is left at the start */
    double stiff = k - m * drive * drive, drag = c * drive, size = stiff * stiff + drag * drag;
    double s = now.force * stiff / size, p = -now.force * drag / size;
    double y0 = m * gravity / k - p, v0 = -s * drive;
    double half = c / (2 * m), square = k / m - half * half, fade = exp(-half * t);
    double w = sqrt(fabs(square)), one = 1, other = t;
    if (square > 0) one = cos(w * t), other = sin(w * t) / w;
    if (square < 0) one = cosh(w * t), other = sinh(w * t) / w;
    double slope = v0 + half * y0;
    y = fade * (y0 * one + slope * other);
    v = fade * (slope * one - square * y0 * other) - half * y;
    y += s * sin(drive * t) + p * cos(drive * t) - m * gravity / k;
    v += drive * (s * cos(drive * t) - p * sin(drive * t));
  }
  values[0] = y;
  values[1] = v;
  values[2] = (-m * gravity + now.force * sin(drive * t) - c * v - k * y) / m;
  values[3] = -k * y - c * v;
}

/* a mass in a guide, hung on a spring and a damper in one or both */
static void hang(const char *what, double m, double c, double k, double force) {
  static const char *const signals[] = {"mass.y", "mass.vy", "mass.ay", "leg.force", NULL};
  char text[1024];
  now.m = m, now.c = c, now.k = k, now.force = force;
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "gravity: [0, -%.17g, 0]\n"
           "bodies:\n"
           "  mass: {mass: %.17g, inertia: [0.1, 0.1, 0.1]}\n"
           "joints:\n"
           "  guide: {prismatic: [ground, mass], at: [0, 0, 0], axis: y}\n"
           "forces:\n"
           "  leg: {spring: [ground, mass], from: [0, 20, 0], to: [0, 0, 0], k: %.17g, c: %.17g}\n"
           "  push: {force: mass, vector: [0, %.17g*sin(%.17g*time), 0]}\n",
           gravity, m, k, c, force, drive);
  Motion motion = motion_begin(text, &tight);
  double error = motion_follow(&motion, signals, oscillate, 10, 200);
  check_figure("dynamics", what, "closed form", error, 2e-12);
  /* what is put in, taken out and stored is the same to rounding */
  TrmDynamicsReport report = motion_report(&motion);
  char balance[160];
  snprintf(balance, sizeof balance, "%s: energy balance", what);
  check_figure("dynamics", balance, "zero, of the largest energy",
               report.energy_error / report.energy_scale, 1e-12);
  CHECK(c == 0 || report.dissipated > 0);
  motion_end(&motion);
}

/* two point masses on a spring without free length: the relative motion is an ellipse */
static void pair_truth(double t, double *values) {
  const double m[2] = {1.5, 4}, k = 37, x0[2][3] = {{0.1, 0.2, -0.3}, {1.2, -0.4, 0.5}};
  const double v0[2][3] = {{0.3, 1, -0.2}, {-0.5, 0.4, 0.7}};
  double all = m[0] + m[1], w = sqrt(k * all / (m[0] * m[1]));
  for (int i = 0; i < 3; i++) {
    double centre = (m[0] * (x0[0][i] + v0[0][i] * t) + m[1] * (x0[1][i] + v0[1][i] * t)) / all;
    double glide = (m[0] * v0[0][i] + m[1] * v0[1][i]) / all;
    double d0 = x0[1][i] - x0[0][i], r0 = v0[1][i] - v0[0][i];
    double d = d0 * cos(w * t) + r0 / w * sin(w * t), r = r0 * cos(w * t) - w * d0 * sin(w * t);
    values[i] = centre - m[1] / all * d;
    values[3 + i] = centre + m[0] / all * d;
    values[6 + i] = glide - m[1] / all * r;
    values[9 + i] = glide + m[0] / all * r;
    values[12 + i] = k / m[0] * d;
  }
}

static void pair(void) {
  static const char *const signals[] = {"a.x",  "a.y",  "a.z",  "b.x",  "b.y",  "b.z",
                                        "a.vx", "a.vy", "a.vz", "b.vx", "b.vy", "b.vz",
                                        "a.ax", "a.ay", "a.az", NULL};
  Motion m = motion_begin(
      "trammel: 1\n"
      "bodies:\n"
      "  a: {at: [0.1, 0.2, -0.3], mass: 1.5, point_mass: true, velocity: [0.3, 1, -0.2]}\n"
      "  b: {at: [1.2, -0.4, 0.5], mass: 4, point_mass: true, velocity: [-0.5, 0.4, 0.7]}\n"
      "forces:\n"
      "  band: {spring: [a, b], from: [0.1, 0.2, -0.3], to: [1.2, -0.4, 0.5], k: 37, length: 0}\n",
      &tight);
  check_figure("dynamics", "two masses on a spring", "closed form",
               motion_follow(&m, signals, pair_truth, 10, 100), 2e-12);
  motion_end(&m);
}

/* a ball through moving air: 1/2 rho A cd |v - wind| (v - wind) / m against the flight */
static void flight_rate(long double t, const long double *y, long double *dy) {
  const long double wind[3] = {-3, 1, 0}, factor = 1.225L * 3.4e-3L * 0.5L / (2 * 0.06L);
  long double against[3], speed = 0;
  (void)t;
  for (int i = 0; i < 3; i++) against[i] = y[3 + i] - wind[i];
  for (int i = 0; i < 3; i++) speed += against[i] * against[i];
  speed = sqrtl(speed);
  for (int i = 0; i < 3; i++) {
    dy[i] = y[3 + i];
    dy[3 + i] = -factor * speed * against[i] - (i == 2 ? 9.81L : 0);
  }
}

static void flight_truth(double t, double *values) {
  static long double at, y[6] = {0, 0, 2, 20, 0, 8};
  long double dy[6];
  truth_advance(flight_rate, &at, (long double)t, 0.02L, y, 6);
  flight_rate(at, y, dy);
  for (int i = 0; i < 6; i++) values[i] = (double)y[i];
  for (int i = 0; i < 3; i++) values[6 + i] = (double)dy[3 + i];
}

static void flight(void) {
  static const char *const signals[] = {"ball.x",  "ball.y",  "ball.z",  "ball.vx", "ball.vy",
                                        "ball.vz", "ball.ax", "ball.ay", "ball.az", NULL};
  Motion m =
      motion_begin("trammel: 1\n"
                   "gravity: [0, 0, -9.81]\n"
                   "bodies:\n"
                   "  ball: {at: [0, 0, 2], mass: 0.06, point_mass: true, velocity: [20, 0, 8]}\n"
                   "forces:\n"
                   "  air: {force: ball, vector: [-drag*vx_air, -drag*vy_air, -drag*vz(ball)]}\n"
                   "variables:\n"
                   "  vx_air: vx(ball) + 3\n"
                   "  vy_air: vy(ball) - 1\n"
                   "  drag: 1.225*3.4e-3*0.5/2*sqrt(vx_air^2 + vy_air^2 + vz(ball)^2)\n",
                   &tight);
  check_figure("dynamics", "ball thrown through moving air", "extrapolation",
               motion_follow(&m, signals, flight_truth, 5, 50), 1e-14);
  motion_end(&m);
}

int main(void) {
  hang("mass on a damper", 2, 8, 0, 0);
  hang("mass on a spring", 2, 0, 90, 0);
  hang("mass on spring and damper, weak damping", 2, 3, 90, 0);
  hang("mass on spring and damper, critical damping", 2, 24, 72, 0);
  hang("mass on spring and damper, strong damping", 2, 60, 90, 0);
  hang("mass on spring and damper, forced", 2, 3, 90, amplitude);
  pair();
  flight();
  return check_done();
}
