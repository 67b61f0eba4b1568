/* SPDX-License-Identifier: Apache-2.0
 *
 * Stability of equilibria and the ways to them: unstable, neutral and stable ones told apart and
 * named; forces without a potential; positions that Newton's method does not reach; the position
 * that one analysis hands on to the next.
 */
#include "bars.h"
#include "rest.h"

#define GROUP "statics"

/* pendulums of 1 m and 1 kg on top of each other, leaning by `lean` from the vertical, upwards */
static Rest stand(double lean, const TrmStaticsOptions *options, const char *more) {
  char text[3000];
  double s = sin(lean), c = cos(lean);
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "gravity: [0, 0, -9.81]\n"
           "bodies:\n"
           "  low: {at: [%.17g, 0, %.17g], orient: {z: [%.17g, 0, %.17g], x: [1, 0, 0]},\n"
           "        mass: 1, inertia: [0.1, 0.1, 0.01]}\n"
           "  high: {at: [%.17g, 0, %.17g], orient: {z: [%.17g, 0, %.17g], x: [1, 0, 0]},\n"
           "         mass: 1, inertia: [0.1, 0.1, 0.01]}\n"
           "joints:\n"
           "  foot: {revolute: [ground, low], at: [0, 0, 0], axis: y}\n"
           "  knee: {revolute: [low, high], at: [%.17g, 0, %.17g], axis: y}\n%s",
           s / 2, c / 2, s, c, 3 * s / 2, 3 * c / 2, s, c, s, c, more);
  return rest_need(rest_try(text, options));
}

static void check_inverted(void) {
  Rest r = stand(0, NULL, "");
  CHECK(r.report.stability == TRM_UNSTABLE && r.report.unstable == 2 && r.report.neutral == 0);
  CHECK(rest_says(&r, "W362", "2 directions"));
  CHECK(rest_says(&r, "W362", "joint 'knee' can turn"));
  CHECK(r.report.iterations == 0 && r.report.by_potential);
  double error = fabs(rest_value(&r, "high.z") - 1.5);
  check_figure(GROUP, "double pendulum upside down: stays", "upright", error, 1e-14);
  rest_end(&r);

  /* near the top Newton's method finds the top */
  r = stand(0.1, NULL, "");
  CHECK(r.report.unstable == 2);
  error = rest_worse(fabs(rest_value(&r, "high.z") - 1.5), rest_value(&r, "high.x"));
  check_figure(GROUP, "double pendulum near the top: top", "upright", error, 1e-12);
  rest_end(&r);

  /* asked for a stable one it falls to the bottom */
  TrmStaticsOptions stable = {.stable = 1};
  r = stand(0, &stable, "");
  CHECK(r.report.stability == TRM_STABLE && r.report.relaxations > 0);
  CHECK(!rest_says(&r, "W362", NULL));
  error = rest_worse(fabs(rest_value(&r, "high.z") + 1.5), rest_value(&r, "high.x"));
  check_figure(GROUP, "double pendulum relaxed from the top: bottom", "hanging", error, 1e-12);
  rest_end(&r);

  /* one half of it held upright by a spring: only the other falls */
  r = stand(0, NULL, "forces: {coil: {torsion_spring: foot, k: 100}}\n");
  CHECK(r.report.unstable == 1 && rest_says(&r, "W362", "joint 'knee' can turn"));
  rest_end(&r);
  r = stand(0, NULL,
            "forces: {a: {torsion_spring: foot, k: 100}, b: {torsion_spring: knee, k: 50}}\n");
  CHECK(r.report.stability == TRM_STABLE);
  rest_end(&r);
}

/* the least stiffness of a pendulum, which changes its sign at k = m g l */
static void check_threshold(void) {
  static const char *const model =
      "trammel: 1\n"
      "gravity: [0, 0, -9.81]\n"
      "bodies: {pole: {at: [0, 0, 2], mass: 3, inertia: [1, 1, 1]}}\n"
      "joints: {foot: {revolute: [ground, pole], at: [0, 0, 0], axis: y}}\n"
      "forces: {coil: {torsion_spring: foot, k: %.17g}}\n";
  double limit = 3 * 9.81 * 2;
  static const double parts[] = {1 - 1e-6, 1, 1 + 1e-6};
  static const TrmStability verdicts[] = {TRM_UNSTABLE, TRM_NEUTRAL, TRM_STABLE};
  for (size_t i = 0; i < 3; i++) {
    char text[500];
    snprintf(text, sizeof text, model, limit * parts[i]);
    Rest r = rest_of(text);
    CHECK(r.report.stability == verdicts[i]);
    rest_end(&r);
  }
}

static void check_neutral(void) {
  /* a cart on a level rail with a pendulum, and a wheel that turns freely */
  Rest r = rest_of("trammel: 1\n"
                   "gravity: [0, 0, -9.81]\n"
                   "bodies:\n"
                   "  cart: {at: [0.3, 0, 0], mass: 2, inertia: [1, 1, 1]}\n"
                   "  bob: {at: [1.2, 0, -0.4], mass: 1, inertia: [0.1, 0.1, 0.1]}\n"
                   "  wheel: {at: [0.3, 1, 0], mass: 1, inertia: [0.1, 0.1, 0.1]}\n"
                   "joints:\n"
                   "  rail: {prismatic: [ground, cart], at: [0.3, 0, 0], axis: x}\n"
                   "  hook: {revolute: [cart, bob], at: [0.3, 0, 0], axis: y}\n"
                   "  axle: {revolute: [cart, wheel], at: [0.3, 1, 0], axis: y}\n");
  CHECK(r.report.stability == TRM_NEUTRAL && r.report.neutral == 2 && r.report.unstable == 0);
  CHECK(rest_says(&r, "N363", "joint 'rail' can slide"));
  CHECK(rest_says(&r, "N363", "joint 'axle' can turn"));
  /* the bob hangs straight; the wheel did not turn, the cart hardly moved */
  double length = hypot(0.9, 0.4);
  double error = rest_worse(0, rest_value(&r, "bob.x") - rest_value(&r, "cart.x"));
  error = rest_worse(error, rest_value(&r, "bob.z") + length);
  check_figure(GROUP, "bob on a free cart: hangs straight", "closed form", error, 1e-12);
  CHECK_NEAR(rest_value(&r, "axle.angle"), 0, 1e-6);
  CHECK(fabs(rest_value(&r, "cart.x") - 0.3) < 2);
  rest_end(&r);
  /* nothing acts at all */
  r = rest_of("trammel: 1\nbodies: {stone: {mass: 1, inertia: [1, 1, 1]}}\n");
  CHECK(r.report.stability == TRM_NEUTRAL && r.report.neutral == 6 && r.report.force == 0);
  rest_end(&r);
}

/* a force that keeps its direction in the body does no work that only depends on the position */
static void check_follower(void) {
  Rest r = rest_of("trammel: 1\n"
                   "planar: true\n"
                   "bodies:\n"
                   "  low: {at: [0, 0.5], angle: 90*deg, mass: 1, inertia: 0.1}\n"
                   "  high: {at: [0, 1.5], angle: 90*deg, mass: 1, inertia: 0.1}\n"
                   "joints:\n"
                   "  foot: {revolute: [ground, low], at: [0, 0]}\n"
                   "  knee: {revolute: [low, high], at: [0, 1]}\n"
                   "forces:\n"
                   "  a: {torsion_spring: foot, k: 10}\n"
                   "  b: {torsion_spring: knee, k: 10}\n"
                   "  push: {force: high, at: [0, 2], vector: [-12, 0], in: high}\n");
  CHECK(!r.report.by_potential);
  double error = rest_worse(fabs(rest_value(&r, "high.y") - 1.5), rest_value(&r, "high.x"));
  check_figure(GROUP, "column under a force that follows: straight", "closed form", error, 1e-14);
  rest_end(&r);
}

/* a spring that stiffens only near the middle: far away Newton's method sees no slope */
static void check_relaxation(void) {
  Rest r =
      rest_of("trammel: 1\n"
              "bodies: {block: {at: [4, 0, 0], mass: 1, inertia: [1, 1, 1],\n"
              "                 markers: {m: [0, 0, 0]}}}\n"
              "joints: {rail: {prismatic: [ground, block], at: [4, 0, 0], axis: x}}\n"
              "forces: {magnet: {force: block, vector: [3 - 10*tanh(8*dx(block.m)), 0, 0]}}\n");
  double error = fabs(rest_value(&r, "block.x") - atanh(0.3) / 8);
  check_figure(GROUP, "block drawn in from afar: place", "atanh", error, 1e-14);
  CHECK(r.report.relaxations > 0 && r.report.stability == TRM_STABLE);
  rest_end(&r);
}

/* an arch of n bars, upside down of a hanging chain: unstable in all its directions; relaxed it
 * hangs as the chain does */
static void check_arch(int n) {
  char name[40];
  double turn = 2.0 / n, span = sin(n * turn / 2) / sin(turn / 2);
  char *text = bars_model(n, n / 2.0 * turn, -turn, span);
  TrmStaticsOptions options[2] = {{.stable = 0}, {.stable = 1}};
  Rest up = rest_need(rest_try(text, &options[0])), down = rest_need(rest_try(text, &options[1]));
  free(text);
  CHECK(up.report.unstable == (size_t)n - 2 && up.report.neutral == 0);
  CHECK(down.report.stability == TRM_STABLE);
  double error = 0;
  for (int i = 0; i < n; i++) {
    snprintf(name, sizeof name, "b%d.x", i);
    error = rest_worse(error, (rest_value(&up, name) - rest_value(&down, name)) / span);
    snprintf(name, sizeof name, "b%d.y", i);
    error = rest_worse(error, (rest_value(&up, name) + rest_value(&down, name)) / span);
  }
  snprintf(name, sizeof name, "arch of %d bars: mirror of the chain", n);
  check_figure(GROUP, name, "symmetry", error, 1e-11);
  printf("arch of %d: %zu, down %zu after %zu\n", n, up.report.iterations, down.report.iterations,
         down.report.relaxations);
  rest_end(&up);
  rest_end(&down);
}

/* dynamics begun at an equilibrium stays there */
static void check_handed_on(void) {
  Rest r = rest_read("examples/mount.yaml", NULL, 0, NULL, 0);
  double before[3] = {rest_value(&r, "engine.x"), rest_value(&r, "engine.y"),
                      rest_value(&r, "engine.z")};
  TrmAnalysis *next = NULL;
  TrmDynamicsOptions options = {.until = 0.001, .every = 0.001, .tolerance = 1e-10};
  CHECK(trm_analysis_new(r.system, r.log, &next) == TRM_OK);
  trm_analysis_begin_at(next, r.a);
  CHECK(trm_analysis_assemble(next, r.log) == TRM_OK);
  CHECK(trm_analysis_begin_dynamics(next, &options, r.log) == TRM_OK);
  trm_analysis_values(next, r.values);
  double error = 0, speed = 0;
  static const char *const places[] = {"engine.x", "engine.y", "engine.z"};
  static const char *const rates[] = {"engine.vx", "engine.vz", "mast.vx", "mast.ax", "engine.az"};
  for (size_t k = 0; k < 3; k++) error = rest_worse(error, rest_value(&r, places[k]) - before[k]);
  for (size_t k = 0; k < 5; k++) speed = rest_worse(speed, rest_value(&r, rates[k]));
  check_figure(GROUP, "dynamics begun at an equilibrium: place", "that of statics", error, 1e-14);
  check_figure(GROUP, "dynamics begun at an equilibrium: rates", "rest", speed, 1e-8);
  trm_analysis_free(next);
  rest_end(&r);
}

int main(void) {
  check_inverted();
  check_threshold();
  check_neutral();
  check_follower();
  check_relaxation();
  check_arch(12);
  check_arch(80);
  check_arch(400);
  check_handed_on();
  return check_done();
}
