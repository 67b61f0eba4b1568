/* SPDX-License-Identifier: Apache-2.0
 *
 * Rams that prescribe the distance of two points by length, speed or acceleration: the distance,
 * the motion that follows and the force that it takes, against closed forms.
 */
#include "motion.h"

static const double g = 9.81;

/* an arm on a hinge (m = 3, 1 from it, 4 kg m^2 about it), lifted by a ram from (1, -0.5) to a lug
 * 1.5 along it, whose length is d0 + (1 - cos t)/10 */
static void truth(double t, double *values) {
  const double r = 1.5, p = hypot(1, 0.5), foot = atan2(-0.5, 1);
  double d = sqrt(0.5) + 0.1 * (1 - cos(t)), rate = 0.1 * sin(t), second = 0.1 * cos(t);
  double psi = acos((r * r + p * p - d * d) / (2 * r * p)), lever = r * p * sin(psi);
  double turn = d * rate / lever;
  double gain = (rate * rate + d * second - r * p * cos(psi) * turn * turn) / lever;
  double angle = psi + foot;
  values[0] = d;
  values[1] = angle;
  values[2] = (4 * gain + 3 * g * cos(angle)) * d / lever;
  values[3] = values[2] * rate;
}

static void check_ram(const char *course, const char *formulation) {
  static const char *const signals[] = {"d", "lift", "ram.force", "ram.power", NULL};
  char text[800], what[160];
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "gravity: [0, 0, -9.81]\n"
           "bodies:\n"
           "  ground: {markers: {foot: [1, 0, -0.5]}}\n"
           "  arm: {at: [1, 0, 0], mass: 3, inertia: [1, 1, 1], markers: {lug: [0.5, 0, 0]}}\n"
           "joints:\n"
           "  hinge: {revolute: [ground, arm], at: [0, 0, 0], axis: y}\n"
           "motions:\n"
           "  ram: {distance: [ground.foot, arm.lug], %s}\n"
           "outputs: {d: 'dm(ground.foot, arm.lug)', lift: -angle(hinge)}\n",
           course);
  TrmDynamicsOptions options = {
      .tolerance = 1e-13, .absolute_tolerance = 1e-13, .until = 3, .formulation = formulation};
  Motion m = motion_begin(text, &options);
  snprintf(what, sizeof what, "ram by %.*s, %s: length, lift, force, power",
           (int)strcspn(course, ":"), course, formulation);
  check_figure("actuators", what, "closed form", motion_follow(&m, signals, truth, 3, 60), 1e-10);
  /* what it puts in is the energy that is gained */
  TrmDynamicsReport report = motion_report(&m);
  CHECK_NEAR(report.work, report.stored, 1e-9);
  motion_end(&m);
}

int main(void) {
  static const char *const formulations[] = {"constraint_force", "projection"};
  for (int i = 0; i < 2; i++) {
    check_ram("length: 'sqrt(0.5) + 0.1*(1 - cos(time))'", formulations[i]);
    check_ram("speed: '0.1*sin(time)'", formulations[i]);
    check_ram("acceleration: '0.1*cos(time)'", formulations[i]);
  }
  return check_done();
}
