/* SPDX-License-Identifier: Apache-2.0
 *
 * What is not always there: joints that are let go keep all momentum, latches that close take what
 * an impact without rebound takes, motions, constraints, ropes and forces come and go by `active`
 * and by events; a run that is saved in between goes on with the same bits.
 */
#include "motion.h"

static const double g = 9.81;

static TrmDynamicsOptions tight(double until) {
  return (TrmDynamicsOptions){.tolerance = 1e-13, .absolute_tolerance = 1e-13, .until = until};
}

/* two welded bodies that spin: from 0.7 s on each goes straight, momentum and spin are kept */
static void check_release(const char *how) {
  char text[900], what[120];
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "bodies:\n"
           "  a: {at: [0.5, 0, 0], mass: 2, inertia: [0.1, 0.2, 0.3], velocity: [1, 1, 0], spin: "
           "[0, 0, 2]}\n"
           "  b: {at: [-0.5, 0, 0], mass: 2, inertia: [0.1, 0.2, 0.3], velocity: [1, -1, 0], spin: "
           "[0, 0, 2]}\n"
           "joints:\n"
           "  weld: {fixed: [a, b]%s}\n"
           "%s"
           "outputs:\n"
           "  px: '2*(vx(a) + vx(b))'\n"
           "  py: '2*(vy(a) + vy(b))'\n"
           "  spin: '2*(dx(a)*vy(a) - dy(a)*vx(a) + dx(b)*vy(b) - dy(b)*vx(b)) + 0.3*(wz(a) + "
           "wz(b))'\n",
           *how ? "" : ", active: time < 0.7", how);
  TrmDynamicsOptions options = tight(2);
  Motion m = motion_begin(text, &options);
  double start[3] = {motion_value(&m, "px"), motion_value(&m, "py"), motion_value(&m, "spin")};
  CHECK_NEAR(motion_value(&m, "freedoms"), 6, 0);
  motion_advance(&m, 0.69);
  CHECK_NEAR(motion_value(&m, "freedoms"), 6, 0);
  CHECK_NEAR(motion_value(&m, "weld.fx") * cos(1.38) + motion_value(&m, "weld.fy") * sin(1.38),
             -2 * 4 * 0.5, 1e-11);
  motion_advance(&m, 2);
  CHECK_NEAR(motion_value(&m, "freedoms"), 12, 0);
  double worst = fabs(motion_value(&m, "px") - start[0]);
  worst = fmax(worst, fabs(motion_value(&m, "py") - start[1]));
  worst = fmax(worst, fabs(motion_value(&m, "spin") - start[2]));
  snprintf(what, sizeof what, "weld let go by %s: momentum and spin", *how ? "an event" : "active");
  check_figure("switched", what, "kept", worst, 1e-12);
  double x = 0.7 + 0.5 * cos(1.4) + 1.3 * (1 - sin(1.4)), y = 0.5 * sin(1.4) + 1.3 * cos(1.4);
  worst = hypot(motion_value(&m, "a.x") - x, motion_value(&m, "a.y") - y);
  snprintf(what, sizeof what, "weld let go by %s: place after 1.3 s", *how ? "an event" : "active");
  check_figure("switched", what, "closed form", worst, 1e-12);
  CHECK_NEAR(motion_value(&m, "weld.fx"), 0, 0);
  motion_end(&m);
}

/* a wagon runs into another, whose latch closes: v = m1 v1/(m1 + m2), the energy of the reduced
 * mass is lost, one freedom goes */
static void check_latch(int by_markers) {
  char text[900], what[120];
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "bodies:\n"
           "  a: {at: [0, 0, 0], mass: 2, inertia: [1, 1, 1], velocity: [3, 0, 0], markers: {hook: "
           "[0.2, 0, 0]}}\n"
           "  b: {at: [1, 0, 0], mass: 1, inertia: [1, 1, 1], markers: {eye: [-0.2, 0, 0]}}\n"
           "joints:\n"
           "  rail_a: {prismatic: [ground, a], at: [0, 0, 0], axis: x}\n"
           "  rail_b: {prismatic: [ground, b], at: [1, 0, 0], axis: x}\n"
           "  latch: {fixed: [%s], active: 0}\n"
           "events:\n"
           "  meet: {when: 'dx(b.eye, a.hook)', direction: falling, activate: latch}\n",
           by_markers ? "a.hook, b.eye" : "a, b");
  TrmDynamicsOptions options = tight(1);
  Motion m = motion_begin(text, &options);
  CHECK_NEAR(motion_value(&m, "freedoms"), 2, 0);
  CHECK_NEAR(motion_value(&m, "a.x"), 0, 1e-14);
  motion_advance(&m, 1);
  CHECK_NEAR(motion_value(&m, "freedoms"), 1, 0);
  double error = fabs(motion_value(&m, "a.vx") - 2) + fabs(motion_value(&m, "b.vx") - 2);
  error = fmax(error, fabs(motion_value(&m, "a.x") - 0.6 - 2 * 0.8));
  error = fmax(error, fabs(motion_value(&m, "b.x") - 1 - 2 * 0.8));
  error = fmax(error, fabs(motion_report(&m).dissipated - 3));
  snprintf(what, sizeof what, "latch given by %s: speeds, places, energy lost",
           by_markers ? "markers" : "bodies");
  check_figure("switched", what, "closed form", error, 1e-12);
  motion_end(&m);
}

/* two rotors that a clutch joins where they meet: what holds the angle there from then on is no
 * event again; w = (J1 w1 + J2 w2)/(J1 + J2) */
static void check_clutch(void) {
  TrmDynamicsOptions options = {.until = 2, .every = 0.05};
  Motion m =
      motion_begin("trammel: 1\n"
                   "bodies:\n"
                   "  a: {mass: 1, inertia: [1, 1, 0.7], spin: [0, 0, 4]}\n"
                   "  b: {at: [0, 0, 0.5], mass: 1, inertia: [1, 1, 1.9], spin: [0, 0, -1]}\n"
                   "joints:\n"
                   "  ra: {revolute: [ground, a], at: [0, 0, 0], axis: z}\n"
                   "  rb: {revolute: [ground, b], at: [0, 0, 0.5], axis: z}\n"
                   "  clutch: {fixed: [a, b], at: [0, 0, 0.2], active: 0}\n"
                   "events:\n"
                   "  close: {when: angle(ra) - angle(rb) - 2.2, activate: clutch}\n",
                   &options);
  motion_advance(&m, 2);
  const TrmHappening *list;
  CHECK(trm_analysis_happened(m.a, &list) == 1);
  CHECK_NEAR(motion_value(&m, "a.wz"), (0.7 * 4 - 1.9) / 2.6, 1e-13);
  CHECK_NEAR(motion_value(&m, "b.wz"), (0.7 * 4 - 1.9) / 2.6, 1e-13);
  CHECK_NEAR(motion_value(&m, "freedoms"), 1, 0);
  motion_end(&m);
}

/* a rotor that is driven for a second and then left alone; a brake force that an event takes away
 * and brings back; a rope that is cut; a constraint that ends */
static void check_others(void) {
  TrmDynamicsOptions options = tight(3);
  Motion m = motion_begin("trammel: 1\n"
                          "bodies:\n"
                          "  r: {mass: 1, inertia: [0.1, 0.1, 0.2]}\n"
                          "joints:\n"
                          "  axle: {revolute: [ground, r], at: [0, 0, 0], axis: z}\n"
                          "motions:\n"
                          "  motor: {joint: axle, angle: 'time^2', active: 'time < 1'}\n"
                          "forces:\n"
                          "  brake: {torque: [r, ground], vector: [0, 0, -0.1]}\n"
                          "events:\n"
                          "  rest: {when: time - 1.5, direction: rising, deactivate: brake}\n"
                          "  again: {when: time - 2.5, direction: rising, activate: brake}\n",
                          &options);
  motion_advance(&m, 0.9);
  CHECK_NEAR(motion_value(&m, "freedoms"), 0, 0);
  CHECK_NEAR(motion_value(&m, "motor.torque"), 0.2 * 2 + 0.1, 1e-12);
  motion_advance(&m, 3);
  CHECK_NEAR(motion_value(&m, "freedoms"), 1, 0);
  /* it slows down by 0.5 rad/s^2 for 0.5 s, twice */
  check_figure("switched", "rotor with a motor and a brake that come and go", "closed form",
               fabs(motion_value(&m, "r.wz") - (2 - 0.25 - 0.25)), 1e-12);
  motion_end(&m);
  m = motion_begin("trammel: 1\n"
                   "gravity: [0, 0, -9.81]\n"
                   "bodies:\n"
                   "  w: {at: [0, 0, -1], mass: 3, point_mass: true}\n"
                   "joints:\n"
                   "  line: {rope: [ground, w], from: [0, 0, 0], to: [0, 0, -1], length: 1}\n"
                   "events:\n"
                   "  cut: {when: time - 1, direction: rising, deactivate: line}\n"
                   "  catch: {when: time - 1.2, direction: rising, activate: line}\n",
                   &options);
  motion_advance(&m, 0.5);
  CHECK_NEAR(motion_value(&m, "line.force"), 3 * g, 1e-12);
  motion_advance(&m, 1.1);
  CHECK_NEAR(motion_value(&m, "w.z"), -1 - g * 0.005, 1e-13);
  CHECK_NEAR(motion_value(&m, "line.force"), 0, 0);
  /* caught where it is */
  motion_advance(&m, 3);
  CHECK_NEAR(motion_value(&m, "w.z"), -1 - g * 0.02, 1e-13);
  CHECK_NEAR(motion_value(&m, "line.force"), 3 * g, 1e-11);
  motion_end(&m);
  m = motion_begin("trammel: 1\n"
                   "gravity: [0, 0, -9.81]\n"
                   "bodies:\n"
                   "  p: {mass: 1, point_mass: true, velocity: [1, 0, 0]}\n"
                   "constraints:\n"
                   "  table: {holonomic: dz(p), active: 'dx(p) < 1.5'}\n",
                   &options);
  motion_advance(&m, 3);
  check_figure("switched", "point that leaves its table", "closed form",
               fabs(motion_value(&m, "p.z") + g * 1.5 * 1.5 / 2), 1e-11);
  motion_end(&m);
}

/* a pendulum that swings, is caught by a brake of friction and let go: again with the same bits */
static void check_again(void) {
  static const char *const text =
      "trammel: 1\n"
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  arm: {at: [0.5, 0, 0], mass: 2, inertia: [0.1, 0.1, 0.1]}\n"
      "joints:\n"
      "  pin: {revolute: [ground, arm], at: [0, 0, 0], axis: y, friction: {dynamic: 0.2, radius: "
      "0.02}}\n"
      "  clamp: {fixed: [ground, arm], active: 0}\n"
      "events:\n"
      "  catch: {when: time - 0.9, direction: rising, activate: clamp}\n"
      "  drop: {when: time - 1.7, direction: rising, deactivate: clamp}\n";
  TrmDynamicsOptions options = tight(4);
  Motion a = motion_begin(text, &options), b = motion_begin(text, &options);
  for (int i = 1; i <= 64; i++) motion_advance(&a, 0.02 * i);
  CHECK_NEAR(motion_value(&a, "freedoms"), 0, 0);
  size_t size = trm_analysis_memory(a.a), differ = 0;
  double *memory = calloc(size + 1, sizeof *memory);
  CHECK(size > 0);
  if (size && memory) {
    trm_analysis_save(a.a, memory);
    CHECK(trm_analysis_load(b.a, memory) == TRM_OK);
  }
  for (int i = 65; i <= 200; i++) {
    motion_advance(&a, 0.02 * i);
    motion_advance(&b, 0.02 * i);
    for (size_t k = 0; k < a.count; k++)
      differ += memcmp(&a.values[k], &b.values[k], sizeof *a.values) != 0;
  }
  CHECK(differ == 0);
  CHECK_NEAR(motion_value(&a, "freedoms"), 1, 0);
  free(memory);
  motion_end(&a);
  motion_end(&b);
}

int main(void) {
  check_release("");
  check_release("events:\n  cut: {when: time - 0.7, direction: rising, deactivate: weld}\n");
  check_latch(0);
  check_latch(1);
  check_clutch();
  check_others();
  check_again();
  return check_done();
}
