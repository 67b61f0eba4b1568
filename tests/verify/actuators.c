/* SPDX-License-Identifier: Apache-2.0
 *
 * Rams that prescribe the distance of two points by length, speed or acceleration: the distance,
 * the motion that follows and the force that it takes, against closed forms; motors and rams that
 * are not strong enough.
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
  int by_places = strcmp(formulation, "projection") == 0;
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "gravity: [0, 0, -9.81]\n"
           "bodies:\n"
           "  ground: {markers: {foot: [1, 0, -0.5]}}\n"
           "  arm: {at: [1, 0, 0], mass: 3, inertia: [1, 1, 1], markers: {lug: [0.5, 0, 0]}}\n"
           "joints:\n"
           "  hinge: {revolute: [ground, arm], at: [0, 0, 0], axis: y}\n"
           "motions:\n"
           "  ram: {distance: [%s%s, %s}\n"
           "outputs: {d: 'dm(ground.foot, arm.lug)', lift: -angle(hinge)}\n",
           by_places ? "ground, arm]" : "ground.foot, arm.lug]",
           by_places ? ", from: [1, 0, -0.5], to: [1.5, 0, 0]" : "", course);
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

/* A motor of 4 N m starts a rotor of 0.2 kg m^2 and holds it at 10 rad/s; a load that grows beyond
 * it slows the rotor down, and one that goes lets it come back. */
static void check_motor(const char *course) {
  static const char *const signals[] = {"rotor.wz", "motor.torque", "freedoms", NULL};
  static const double at[] = {0.2, 0.7, 1.5, 2.6, 3.5, 4.4, 5};
  static const double truth[][3] = {{4, 4, 1},   {10, 0, 0}, {10, 3, 0}, {7, 4, 1},
                                    {0.5, 4, 1}, {10, 0, 0}, {10, 0, 0}};
  char text[900], what[120];
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "bodies:\n"
           "  rotor: {mass: 1, inertia: [0.1, 0.1, 0.2]}\n"
           "joints:\n"
           "  axle: {revolute: [ground, rotor], at: [0, 0, 0], axis: z}\n"
           "motions:\n"
           "  motor: {joint: axle, %s, limit: 4}\n"
           "forces:\n"
           "  load: {torque: [rotor, ground], vector: [0, 0, 'if(time - 1: 0, 0, if(time - 2: -3, "
           "-3, if(time - 3.5: -5, -5, 0)))']}\n",
           course);
  TrmDynamicsOptions options = {.tolerance = 1e-12, .absolute_tolerance = 1e-12, .until = 5};
  Motion m = motion_begin(text, &options);
  double worst = 0;
  for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
    motion_advance(&m, at[i]);
    for (size_t k = 0; signals[k]; k++)
      worst = motion_worse(worst, motion_value(&m, signals[k]) -
                                      (i == 4 && k == 0 ? 10 - 5 * 1.5 : truth[i][k]));
  }
  snprintf(what, sizeof what, "motor of 4 N m, %.*s: speed, torque, freedoms",
           (int)strcspn(course, ":"), course);
  check_figure("actuators", what, "closed form", worst, 1e-10);
  const TrmHappening *list;
  size_t count = trm_analysis_happened(m.a, &list);
  CHECK(count == 3 && list[0].kind == TRM_HAPPENED_STICK && list[1].kind == TRM_HAPPENED_SLIP);
  if (count == 3) {
    CHECK_NEAR(list[0].time, 0.5, 1e-11);
    CHECK_NEAR(list[1].time, 2, 1e-11);
    CHECK_NEAR(list[2].time, 3.5 + 7.5 / 20, 1e-11);
  }
  motion_end(&m);
}

/* a ram of 50 N cannot lift 6 kg, which sink by g - 50/6, but 4 kg */
static void check_weak_ram(double mass, double rises) {
  char text[600], what[120];
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "gravity: [0, 0, -9.81]\n"
           "bodies:\n"
           "  ground: {markers: {foot: [0, 0, 0]}}\n"
           "  load: {at: [0, 0, 9], mass: %g, inertia: [1, 1, 1], markers: {eye: [0, 0, 0]}}\n"
           "joints:\n"
           "  rail: {prismatic: [ground, load], at: [0, 0, 0], axis: z}\n"
           "motions:\n"
           "  ram: {distance: [ground.foot, load.eye], length: 9 + time^2/10, limit: 50}\n",
           mass);
  TrmDynamicsOptions options = {.tolerance = 1e-12, .absolute_tolerance = 1e-12, .until = 1};
  Motion m = motion_begin(text, &options);
  motion_advance(&m, 1);
  snprintf(what, sizeof what, "ram of 50 N under %g kg: way, force", mass);
  double force = mass < 5 ? mass * (g + 0.2) : 50;
  check_figure("actuators", what, "closed form",
               fmax(fabs(motion_value(&m, "load.z") - 9 - rises),
                    fabs(motion_value(&m, "ram.force") - force)),
               1e-10);
  motion_end(&m);
}

int main(void) {
  static const char *const formulations[] = {"constraint_force", "projection"};
  for (int i = 0; i < 2; i++) {
    check_ram("length: 'sqrt(0.5) + 0.1*(1 - cos(time))'", formulations[i]);
    check_ram("speed: '0.1*sin(time)'", formulations[i]);
    check_ram("acceleration: '0.1*cos(time)'", formulations[i]);
  }
  check_motor("speed: 10");
  check_motor("angle: 10*time");
  check_weak_ram(4, 0.1);
  check_weak_ram(6, -(g - 50.0 / 6) / 2);
  return check_done();
}
