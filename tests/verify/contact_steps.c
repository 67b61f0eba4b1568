/* SPDX-License-Identifier: Apache-2.0
 *
 * Rigid contacts by time steps (moreau): a ball that bounces to rest, slides and rolls; a block
 * that sticks and one that slides; a lever that rests on the floor beside its joint; a stack of
 * boxes; balls in a box that settle. Runs are the same to the bit.
 */
#include "motion.h"

static void figure(const char *what, const char *against, double error, double limit) {
  check_figure("contact", what, against, fabs(error), limit);
}

static TrmDynamicsOptions steps_of(double h) {
  return (TrmDynamicsOptions){.integrator = "moreau", .step = h};
}

/* dropped from rest: bounces end at t (1 + 2 e/(1 - e)); errors are of the order of a step */
static double rest_error(double h) {
  const double fall = sqrt(2 * 0.5 / 9.81), e = 0.5;
  TrmDynamicsOptions o = steps_of(h);
  Motion motion =
      motion_begin("trammel: 1\n"
                   "gravity: [0, 0, -9.81]\n"
                   "bodies:\n"
                   "  ball: {at: [0, 0, 0.6], shape: {sphere: {radius: 0.1, mass: 1}}}\n"
                   "contacts:\n"
                   "  floor: {between: [ball, {plane: ground, normal: z}], law: rigid, "
                   "restitution: 0.5}\n",
                   &o);
  double truth = fall * (1 + 2 * e / (1 - e)), moved = 0;
  for (double t = 0.01; t < 1.5; t += 0.01) {
    motion_advance(&motion, t);
    if (fabs(motion_value(&motion, "ball.vz")) > 0.02) moved = t;
  }
  CHECK(fabs(motion_value(&motion, "ball.z") - 0.1) < 1e-9);
  CHECK_NEAR(motion_value(&motion, "ball.vz"), 0, 1e-9);
  CHECK_NEAR(motion_value(&motion, "floor.press"), 9.81, 1e-9);
  motion_end(&motion);
  return moved / truth - 1;
}

static void check_rolling(void) {
  TrmDynamicsOptions o = steps_of(1e-3);
  Motion motion = motion_begin("trammel: 1\n"
                               "gravity: [0, 0, -9.81]\n"
                               "bodies:\n"
                               "  ball: {at: [0, 0, 0.1], velocity: [3, 0, 0], shape: {sphere: "
                               "{radius: 0.1, mass: 2}}}\n"
                               "contacts:\n"
                               "  floor: {between: [ball, {plane: ground, normal: z}], law: rigid, "
                               "friction: {dynamic: 0.3}}\n",
                               &o);
  motion_advance(&motion, 0.1);
  figure("moreau, sliding ball: speed", "v - mu g t",
         motion_value(&motion, "ball.vx") - (3 - 0.3 * 9.81 * 0.1), 1e-12);
  motion_advance(&motion, 1);
  figure("moreau, rolling ball: speed", "5/7 of the first",
         motion_value(&motion, "ball.vx") / (15.0 / 7) - 1, 1e-12);
  CHECK_NEAR(motion_value(&motion, "ball.wy") * 0.1, 15.0 / 7, 1e-12);
  motion_end(&motion);
}

/* a block on an incline, held by friction or not */
static void check_block(double slope, int slides) {
  char text[512];
  TrmDynamicsOptions o = steps_of(2e-3);
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "gravity: [9.81*sin(%.17g), 0, -9.81*cos(%.17g)]\n"
           "bodies:\n"
           "  block: {at: [0, 0, 0.05], shape: {box: {size: [0.4, 0.3, 0.1], mass: 2}}}\n"
           "contacts:\n"
           "  floor: {between: [block, {plane: ground, normal: z}], law: rigid, friction: {static: "
           "0.5, dynamic: 0.4}}\n",
           slope, slope);
  Motion motion = motion_begin(text, &o);
  motion_advance(&motion, slides ? 0.5 : 10);
  double truth = 9.81 * (sin(slope) - 0.4 * cos(slope));
  /* until it is as fast as the stiction speed, friction is static */
  double held = 0.01 / (9.81 * (sin(slope) - 0.5 * cos(slope)));
  if (slides)
    figure("moreau, block above the angle of friction: speed", "closed form, to a step",
           motion_value(&motion, "block.vx") - (0.01 + (0.5 - held) * truth), 2e-3);
  else
    figure("moreau, block below the angle of friction: drift in 10 s", "none",
           motion_value(&motion, "block.x"), 1e-9);
  CHECK_NEAR(motion_value(&motion, "floor.press"), 2 * 9.81 * cos(slope), 1e-6);
  if (slides) {
    double before = motion_value(&motion, "block.vx");
    motion_advance(&motion, 1);
    figure("moreau, block above the angle of friction: acceleration", "closed form",
           (motion_value(&motion, "block.vx") - before) / 0.5 - truth, 1e-12);
  }
  motion_end(&motion);
}

/* a lever of weight W with its joint at one end and a ball on the floor at the other bears half */
static void check_lever(void) {
  TrmDynamicsOptions o = steps_of(1e-3);
  Motion motion = motion_begin(
      "trammel: 1\n"
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  lever: {at: [0.5, 0, 0.1], mass: 3, inertia: [0.01, 0.25, 0.25], markers: {tip: [0.5, 0, "
      "0]}}\n"
      "joints:\n"
      "  hinge: {revolute: [ground, lever], at: [0, 0, 0.1], axis: y}\n"
      "contacts:\n"
      "  floor: {between: [{sphere: lever.tip, radius: 0.1}, {plane: ground, normal: z}], law: "
      "rigid}\n",
      &o);
  motion_advance(&motion, 1);
  figure("moreau, lever: force of the floor", "half the weight",
         motion_value(&motion, "floor.press") / (1.5 * 9.81) - 1, 1e-10);
  figure("moreau, lever: force of the hinge", "half the weight",
         fabs(motion_value(&motion, "hinge.fz")) / (1.5 * 9.81) - 1, 1e-10);
  CHECK_NEAR(motion_value(&motion, "lever.wy"), 0, 1e-6);
  CHECK_NEAR(motion_value(&motion, "constraint.position"), 0, 1e-12);
  motion_end(&motion);
}

/* three boxes on each other stay where they are, each bears what is above it */
static void check_stack(void) {
  TrmDynamicsOptions o = steps_of(2e-3);
  Motion motion = motion_begin(
      "trammel: 1\n"
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  a: {at: [0, 0, 0.1], shape: {box: {size: [0.4, 0.4, 0.2], mass: 3}}}\n"
      "  b: {at: [0.02, 0.01, 0.3], shape: {box: {size: [0.3, 0.3, 0.2], mass: 2}}}\n"
      "  c: {at: [0.01, -0.02, 0.5], orient: {axis: z, angle: 0.3}, shape: {box: {size: [0.2, 0.2, "
      "0.2], mass: 1}}}\n"
      "contacts:\n"
      "  low: {between: [a, {plane: ground, normal: z}], law: rigid, friction: {dynamic: 0.5}}\n"
      "  mid: {between: [a, b], law: rigid, friction: {dynamic: 0.5}}\n"
      "  top: {between: [b, c], law: rigid, friction: {dynamic: 0.5}}\n",
      &o);
  motion_advance(&motion, 2);
  CHECK_NEAR(motion_value(&motion, "c.z"), 0.5, 1e-4);
  CHECK_NEAR(motion_value(&motion, "c.x"), 0.01, 1e-4);
  CHECK_NEAR(motion_value(&motion, "low.press"), 6 * 9.81, 1e-6);
  CHECK_NEAR(motion_value(&motion, "mid.press"), 3 * 9.81, 1e-6);
  CHECK_NEAR(motion_value(&motion, "top.press"), 9.81, 1e-6);
  motion_end(&motion);
}

/* balls in a box, dropped from a lattice */
static Motion settle(double until) {
  TrmDynamicsOptions o = steps_of(1e-3);
  Motion motion = motion_read("examples/pile.yaml", NULL, 0, &o);
  CHECK(motion.status == TRM_OK);
  if (motion.status != TRM_OK) motion_complain(&motion);
  motion_advance(&motion, until);
  return motion;
}

static void check_pile(void) {
  Motion motion = settle(3), again = settle(3);
  TrmDynamicsReport report = motion_report(&motion);
  double weight;
  weight = 64 * 0.1 * 9.81;
  CHECK(report.touches > 100);
  figure("moreau, pile of 64 balls: greatest depth", "of the radius", report.touch_depth / 0.05,
         1e-3);
  figure("moreau, pile of 64 balls: floor and walls", "the weight",
         (motion_value(&motion, "floor.fz") + motion_value(&motion, "west.fz") +
          motion_value(&motion, "east.fz") + motion_value(&motion, "south.fz") +
          motion_value(&motion, "north.fz")) /
                 weight -
             1,
         1e-6);
  /* a ball may still roll, which nothing stops */
  CHECK(motion_value(&motion, "energy.kinetic") < 1e-3);
  for (size_t i = 0; i < motion.count; i++)
    CHECK(memcmp(&motion.values[i], &again.values[i], sizeof(double)) == 0);
  motion_end(&motion);
  motion_end(&again);
}

/* falls in coarse steps: neither the blow of a heap on the floor nor that of balls on each other
 * lets one sink in, and nothing depends on the steps being short enough */
static void check_falling_pile(void) {
  TrmSetting setting = {"n", "5"};
  TrmDynamicsOptions o = steps_of(2e-3);
  Motion motion = motion_read("examples/pile.yaml", &setting, 1, &o);
  double least = 0, kinetic = 0;
  for (int i = 1; i <= 300; i++) {
    static const char *const gaps[] = {"balls.gap", "floor.gap", "west.gap",
                                       "east.gap",  "south.gap", "north.gap"};
    motion_advance(&motion, 2e-3 * i);
    for (int k = 0; k < 6; k++) least = fmin(least, motion_value(&motion, gaps[k]));
    kinetic = fmax(kinetic, motion_value(&motion, "energy.kinetic"));
  }
  TrmDynamicsReport report = motion_report(&motion);
  figure("moreau, falling pile of 125 balls in steps of 2 ms: greatest depth at any time",
         "of the radius", -least / 0.05, 3e-4);
  CHECK(report.touch_depth <= 3e-4 * 0.05 && report.touches > 200);
  CHECK(kinetic > 125 * 0.1 * 9.81 * 0.02);
  motion_end(&motion);
}

int main(void) {
  double coarse = rest_error(2e-3), fine = rest_error(2.5e-4);
  figure("moreau, bouncing ball: time of rest", "geometric sum", fine, 0.02);
  CHECK(fabs(fine) < fabs(coarse) + 0.01);
  check_rolling();
  check_block(atan(0.45), 0);
  check_block(atan(0.6), 1);
  check_lever();
  check_stack();
  check_pile();
  check_falling_pile();
  return check_done();
}
