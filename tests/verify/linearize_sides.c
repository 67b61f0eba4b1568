/* SPDX-License-Identifier: Apache-2.0
 *
 * Linear models of what holds one way only: a taut rope, one over two eyes, a separator and a limit
 * that press hold like joints, in closed forms and against the nonlinear model; what is slack or
 * switched off is not there; friction is left out and said, a rigid contact refused.
 */
#include "linear.h"

#define GROUP "linear models"
#define LIMIT 1e-10

/* the largest error of all modes against the nonlinear model */
static double verify(const Linear *m) {
  double worst = 0;
  for (size_t k = 0; k < m->l.order; k++) {
    double error = nan("");
    if (m->l.im[k] < 0) continue;
    CHECK(trm_analysis_verify(m->r.a, k, &error, m->r.log) == TRM_OK);
    if (isfinite(error)) worst = rest_worse(worst, error);
  }
  return worst;
}

/* at the angles of rope and body: M = [m L L, m L h; m L h, J + m h h], K = m g diag(L, h) */
static void check_rope(void) {
  Linear m = linear_of("trammel: 1\n"
                       "gravity: [0, -9.81]\n"
                       "planar: true\n"
                       "bodies:\n"
                       "  bob: {at: [0, -1.3], mass: 2, inertia: 0.15, markers: {eye: [0, 0.4]}}\n"
                       "  ground: {markers: {hook: [0, 0]}}\n"
                       "joints: {line: {rope: [ground.hook, bob.eye], length: 0.9}}\n"
                       "variables: {lean: 'atan2(dx(bob.eye), -dy(bob.eye))', turn: az(bob)}\n"
                       "simulate: [{linearize: {states: [lean, turn]}}]\n",
                       LINEAR_ASSEMBLED);
  const double g = 9.81, L = 0.9, h = 0.4, mass = 2, J = 0.15;
  const double M[] = {mass * L * L, mass * L * h, mass * L * h, J + mass * h * h};
  const double K[] = {mass * g * L, 0, 0, mass * g * h};
  CHECK(m.l.positions == 2 && m.l.rates == 2 && trm_log_count(m.r.log) == 0);
  if (m.l.rates == 2) {
    double worst = rest_worse(linear_apart(m.l.M, M, 4), linear_apart(m.l.K, K, 4));
    check_figure(GROUP, "body on a taut rope in its angles: M, K", "closed form", worst, LIMIT);
    check_figure(GROUP, "body on a taut rope: all modes, off after half a turn of phase",
                 "motions of the nonlinear model", verify(&m), 1e-6);
  }
  linear_end(&m);
}

/* equal weights over two eyes: each swings as on a string of its own, up and down is neutral */
static void check_through(void) {
  Linear m =
      linear_of("trammel: 1\n"
                "gravity: [0, 0, -9.81]\n"
                "bodies:\n"
                "  a: {at: [-1, 0, -1.5], mass: 3, point_mass: true, markers: {m: [0, 0, 0]}}\n"
                "  b: {at: [1, 0, -0.7], mass: 3, point_mass: true, markers: {m: [0, 0, 0]}}\n"
                "  ground: {markers: {e: [-1, 0, 0], f: [1, 0, 0]}}\n"
                "joints: {line: {rope: , through: [a.m, ground.e, ground.f, b.m]}}\n",
                LINEAR_ASSEMBLED);
  const double slow = 9.81 / 1.5, fast = 9.81 / 0.7;
  double worst = 0;
  CHECK(m.l.order == 10);
  for (size_t i = 0; i < m.l.order; i++) {
    double square = m.l.im[i] * m.l.im[i] - m.l.re[i] * m.l.re[i], expected = i < 6 ? slow : fast;
    worst = rest_worse(worst, i < 2 ? square / slow : square / expected - 1);
  }
  check_figure(GROUP, "weights on a rope over two eyes: eigenvalues", "closed form", worst, LIMIT);
  linear_end(&m);
}

/* one that stands on a separator falls like a pendulum upside down */
static void check_separator(void) {
  Linear m = linear_of("trammel: 1\n"
                       "gravity: [0, 0, -9.81]\n"
                       "bodies: {a: {at: [0, 0, 2], mass: 2, point_mass: true}}\n"
                       "joints: {s: {separator: [ground, a], from: [0, 0, 0], to: [0, 0, 2],\n"
                       "  length: 2}}\n",
                       LINEAR_ASSEMBLED);
  double complex value[4];
  for (int i = 0; i < 4; i++) value[i] = (i % 2 ? 1 : -1) * sqrt(9.81 / 2);
  check_figure(GROUP, "mass on a separator: eigenvalues", "closed form",
               linear_values(&m, value, 4), LIMIT);
  linear_end(&m);
}

/* an arm that lies on its stop, or stands away from it, and a pendulum at its end */
#define ARM                                                                                        \
  "trammel: 1\n"                                                                                   \
  "gravity: [0, -9.81]\n"                                                                          \
  "planar: true\n"                                                                                 \
  "bodies:\n"                                                                                      \
  "  arm: {at: [0.5, 0], mass: 4, inertia: 0.3}\n"                                                 \
  "  bob: {at: [1, -0.6], mass: 2, inertia: 0.1}\n"                                                \
  "joints:\n"                                                                                      \
  "  lock: {fixed: [ground, arm], at: [0, 0], active: 0}\n"                                        \
  "  hinge: {revolute: [ground, arm], at: [0, 0], limits: [%s, 1], restitution: 0%s}\n"            \
  "  pin: {revolute: [arm, bob], at: [1, 0]}\n"                                                    \
  "simulate: [{linearize: {states: [pin, hinge]}}]\n"

static Linear arm(const char *low, const char *more) {
  char text[sizeof ARM + 100];
  snprintf(text, sizeof text, ARM, low, more);
  return linear_of(text, LINEAR_ASSEMBLED);
}

static void check_limit(void) {
  const double w = sqrt(2 * 9.81 * 0.6 / (0.1 + 2 * 0.36));
  double complex value[2] = {LINEAR_I * w, -LINEAR_I * w};
  Linear m = arm("0", "");
  check_figure(GROUP, "pendulum on an arm that a stop holds: eigenvalues", "closed form",
               linear_values(&m, value, 2), LIMIT);
  CHECK(rest_says(&m.r, "W391", "'hinge.angle' is not used as a coordinate: nothing moves it"));
  check_figure(GROUP, "pendulum on an arm that a stop holds: off after half a turn of phase",
               "motions of the nonlinear model", verify(&m), 1e-6);
  linear_end(&m);
  /* it falls from where no stop is */
  m = arm("-0.5", "");
  CHECK(m.l.positions == 2 && rest_says(&m.r, "W392", "accelerates by"));
  linear_end(&m);
  /* friction is no part of it */
  m = arm("0", ", friction: {static: 0.3, dynamic: 0.2, radius: 0.02}");
  CHECK(m.l.positions == 1 && rest_says(&m.r, "W383", "the dry friction of 'hinge'"));
  linear_end(&m);
}

/* what an event has let go is not there, also not in the motions that modes are held against */
static void check_events(void) {
  Linear m = linear_of("trammel: 1\n"
                       "gravity: [0, -9.81]\n"
                       "planar: true\n"
                       "bodies: {bob: {at: [0, -1.2], mass: 2, inertia: 0.1}}\n"
                       "joints:\n"
                       "  lock: {fixed: [ground, bob], at: [0, 0]}\n"
                       "  pin: {revolute: [ground, bob], at: [0, 0], limits: [-1, 1]}\n"
                       "forces: {hold: {torsion_spring: pin, k: 3, c: 0}}\n"
                       "equations: {clock: {rate: -clock, initial: 1}}\n"
                       "events: {go: {when: time - 0.5, direction: rising, deactivate: lock}}\n"
                       "simulate: [{linearize: {states: pin}}]\n",
                       LINEAR_ASSEMBLED);
  const double w = sqrt((2 * 9.81 * 1.2 + 3) / (0.1 + 2 * 1.44));
  double complex value[3] = {LINEAR_I * w, -LINEAR_I * w, -1};
  TrmDynamicsOptions options = {.until = 1, .every = 0.5};
  CHECK(m.l.positions == 0 && m.l.order == 1);
  CHECK(trm_analysis_begin_dynamics(m.r.a, &options, m.r.log) == TRM_OK);
  CHECK(trm_analysis_advance(m.r.a, 1, m.r.log) == TRM_OK);
  CHECK(trm_analysis_linearize(m.r.a, -1, m.r.log) == TRM_OK);
  trm_analysis_linear(m.r.a, &m.l);
  check_figure(GROUP, "pendulum that an event has let go: eigenvalues", "closed form",
               linear_values(&m, value, 3), LIMIT);
  check_figure(GROUP, "pendulum that an event has let go: off after half a turn of phase",
               "motions of the nonlinear model", verify(&m), 1e-6);
  linear_end(&m);
}

static void check_rigid(void) {
  Linear m = linear_try("trammel: 1\n"
                        "gravity: [0, 0, -9.81]\n"
                        "bodies: {ball: {at: [0, 0, 0.1], mass: 2, inertia: [0.01, 0.01, 0.01],\n"
                        "  shape: {sphere: {radius: 0.1}}}}\n"
                        "contacts: {floor: {between: [ball, {plane: ground, normal: z}],\n"
                        "  law: rigid}}\n",
                        LINEAR_ASSEMBLED);
  CHECK(m.r.status == TRM_FAILED && rest_says(&m.r, "E384", "rigid contact 'floor' is closed"));
  linear_end(&m);
}

int main(void) {
  check_rope();
  check_through();
  check_separator();
  check_limit();
  check_events();
  check_rigid();
  return check_done();
}
