/* SPDX-License-Identifier: Apache-2.0
 *
 * Linear models against closed forms: pendulums, a spinning top in ground's axes and in its own, a
 * chain of masses; coordinates of the user's, too many, too few, dependent.
 */
#include "linear.h"
#include "motion.h"

#define GROUP "linear models"
#define LIMIT 1e-10

/* I + m L^2, c, m g L */
static void check_pendulum(void) {
  Linear m = linear_of("trammel: 1\n"
                       "gravity: [0, 0, -9.81]\n"
                       "bodies: {bob: {at: [0, 0, -2], mass: 3, inertia: [0.1, 0.2, 0.3]}}\n"
                       "joints: {pivot: {revolute: [ground, bob], at: [0, 0, 0], axis: y}}\n"
                       "forces: {oil: {torsion_spring: pivot, k: 0, c: 0.5}}\n"
                       "simulate: [{linearize: {states: pivot}}]\n",
                       LINEAR_ASSEMBLED);
  double mass = 0.2 + 3 * 4, k = 3 * 9.81 * 2;
  double A[] = {0, 1, -k / mass, -0.5 / mass};
  CHECK(m.l.order == 2 && m.l.positions == 1 && m.l.rates == 1);
  if (m.l.order == 2) {
    double worst = rest_worse(m.l.M[0] / mass - 1, m.l.K[0] / k - 1);
    worst = rest_worse(worst, m.l.damping[0] / 0.5 - 1);
    check_figure(GROUP, "pendulum in its angle: M, C, K", "closed form", worst, LIMIT);
    check_figure(GROUP, "pendulum in its angle: A", "closed form", linear_apart(m.l.A, A, 4),
                 LIMIT);
    double complex root = csqrt(0.25 * 0.25 - mass * k), value[2];
    value[0] = (-0.25 + root) / mass;
    value[1] = (-0.25 - root) / mass;
    check_figure(GROUP, "pendulum in its angle: eigenvalues", "closed form",
                 linear_values(&m, value, 2), LIMIT);
    CHECK_TEXT(m.l.names[0], "pivot.angle");
  }
  linear_end(&m);
}

#define DOUBLE                                                                                     \
  "trammel: 1\n"                                                                                   \
  "gravity: [0, -9.81]\n"                                                                          \
  "planar: true\n"                                                                                 \
  "bodies:\n"                                                                                      \
  "  a: {at: [0, -1], mass: 3, inertia: 0.1}\n"                                                    \
  "  b: {at: [0, -3], mass: 2, inertia: 0.2}\n"                                                    \
  "joints:\n"                                                                                      \
  "  p: {revolute: [ground, a], at: [0, 0]}\n"                                                     \
  "  q: {revolute: [a, b], at: [0, -2]}\n"

/* in the angles of its joints, the second relative to the first */
static void check_double_pendulum(void) {
  Linear m = linear_of(DOUBLE "simulate: [{linearize: {states: [p, q]}}]\n", LINEAR_ASSEMBLED);
  const double g = 9.81;
  const double M[] = {0.1 + 3 + 0.2 + 2 * (4 + 1 + 4), 0.2 + 2 * (1 + 2), 0.2 + 2 * (1 + 2), 2.2};
  const double K[] = {3 * g + 2 * g * 3, 2 * g, 2 * g, 2 * g}, none[4] = {0};
  CHECK(m.l.rates == 2);
  if (m.l.rates == 2) {
    double worst = rest_worse(linear_apart(m.l.M, M, 4), linear_apart(m.l.K, K, 4));
    worst = rest_worse(worst, linear_apart(m.l.damping, none, 4));
    check_figure(GROUP, "double pendulum in its angles: M, C, K", "closed form", worst, LIMIT);
    /* det(K - x M) = 0 */
    double a = M[0] * M[3] - M[1] * M[1], b = -(K[0] * M[3] + K[3] * M[0] - 2 * K[1] * M[1]);
    double c = K[0] * K[3] - K[1] * K[1], root = sqrt(b * b - 4 * a * c);
    double complex value[4];
    for (int i = 0; i < 4; i++)
      value[i] = (i % 2 ? -LINEAR_I : LINEAR_I) * sqrt((-b + (i < 2 ? root : -root)) / (2 * a));
    check_figure(GROUP, "double pendulum: eigenvalues", "closed form", linear_values(&m, value, 4),
                 LIMIT);
  }
  linear_end(&m);
}

/* a sleeping top, A z'' - i C n z' - m g l z = 0 in ground's axes; turning with it, each value is
 * shifted by the spin */
static void check_top(void) {
  static const char text[] =
      "trammel: 1\n"
      "gravity: [0, 0, -9.81]\n"
      "bodies: {top: {at: [0, 0, 0.3], mass: 2, inertia: [0.04, 0.04, 0.05], spin: [0, 0, 60]}}\n"
      "joints: {tip: {spherical: [ground, top], at: [0, 0, 0]}}\n"
      "simulate: [{linearize: {frame: %s}}]\n";
  const double A = 0.04 + 2 * 0.09, C = 0.05, n = 60, mgl = 2 * 9.81 * 0.3;
  double root = sqrt(C * C * n * n - 4 * A * mgl);
  for (int turning = 0; turning < 2; turning++) {
    char model[sizeof text + 16];
    snprintf(model, sizeof model, text, turning ? "top" : "ground");
    Linear m = linear_of(model, LINEAR_ASSEMBLED);
    double complex value[6] = {0};
    for (int i = 0; i < 2; i++) {
      double w = (C * n + (i ? root : -root)) / (2 * A) - (turning ? n : 0);
      value[2 * i] = LINEAR_I * w;
      value[2 * i + 1] = -LINEAR_I * w;
    }
    check_figure(GROUP,
                 turning ? "sleeping top, in its own axes" : "sleeping top, in ground's axes",
                 "closed form", linear_values(&m, value, 6), LIMIT);
    CHECK(trm_log_count(m.r.log) == 0);
    linear_end(&m);
  }
}

/* masses between walls: w = 2 sqrt(k/m) sin(i pi/(2 (n + 1))), damping in proportion */
static void check_chain(void) {
  enum { N = 8 };
  Linear m = linear_of(
      "trammel: 1\n"
      "bodies: {}\n"
      "repeat:\n"
      "  for: {i: 1..8}\n"
      "  bodies: {\"m{i}\": {at: [i, 0, 0], mass: 2, point_mass: true}}\n"
      "  joints: {\"g{i}\": {hold: \"m{i}\", coordinates: [y, z]}}\n"
      "forces: {last: {spring: [m8, ground], from: [8, 0, 0], to: [9, 0, 0], k: 50, c: 0.5},\n"
      "         s1: {spring: [ground, m1], from: [0, 0, 0], to: [1, 0, 0], k: 50, c: 0.5},\n"
      "         s2: {spring: [m1, m2], from: [1, 0, 0], to: [2, 0, 0], k: 50, c: 0.5},\n"
      "         s3: {spring: [m2, m3], from: [2, 0, 0], to: [3, 0, 0], k: 50, c: 0.5},\n"
      "         s4: {spring: [m3, m4], from: [3, 0, 0], to: [4, 0, 0], k: 50, c: 0.5},\n"
      "         s5: {spring: [m4, m5], from: [4, 0, 0], to: [5, 0, 0], k: 50, c: 0.5},\n"
      "         s6: {spring: [m5, m6], from: [5, 0, 0], to: [6, 0, 0], k: 50, c: 0.5},\n"
      "         s7: {spring: [m6, m7], from: [6, 0, 0], to: [7, 0, 0], k: 50, c: 0.5},\n"
      "         s8: {spring: [m7, m8], from: [7, 0, 0], to: [8, 0, 0], k: 50, c: 0.5}}\n",
      LINEAR_ASSEMBLED);
  double complex value[2 * N];
  for (int i = 0; i < N; i++) {
    double w = 2 * 5 * sin((i + 1) * acos(-1) / (2 * (N + 1))), d = 0.01 * w * w / 2;
    value[2 * i] = -d + csqrt(d * d - w * w);
    value[2 * i + 1] = -d - csqrt(d * d - w * w);
  }
  check_figure(GROUP, "chain of masses with dampers: eigenvalues", "closed form",
               linear_values(&m, value, 2 * N), LIMIT);
  linear_end(&m);
}

/* surplus coordinates are dropped, missing ones completed; modes are the same in all */
static void check_choices(void) {
  Linear m = linear_of(DOUBLE "outputs: {slope: angle(p) + angle(q), side: dx(b), high: time}\n"
                              "simulate: [{linearize: {states: [slope, p, q]}}]\n",
                       LINEAR_ASSEMBLED);
  Linear few = linear_of(DOUBLE "variables: {slope: angle(p) + angle(q)}\n"
                                "simulate: [{linearize: {states: slope}}]\n",
                         LINEAR_ASSEMBLED);
  const char *why;
  CHECK(m.l.positions == 2 && m.l.dropped == 1 && m.l.added == 0);
  CHECK(trm_linear_dropped(m.r.a, 0, &why) != NULL && strstr(why, "it follows from '") == why);
  CHECK(rest_says(&m.r, "W391", "is not used as a coordinate: it follows from"));
  CHECK(few.l.positions == 2 && few.l.dropped == 0 && few.l.added == 1);
  CHECK_TEXT(few.l.positions ? few.l.names[0] : NULL, "slope");
  double complex value[4] = {0};
  for (size_t i = 0; i < 4 && i < m.l.order; i++) value[i] = m.l.re[i] + LINEAR_I * m.l.im[i];
  check_figure(GROUP, "double pendulum in other coordinates: eigenvalues", "each other",
               linear_values(&few, value, 4), LIMIT);
  linear_end(&m);
  linear_end(&few);
}

/* J a'' = -m g L sin a - c a', in extended precision */
static void swing_rate(long double t, const long double *y, long double *dy) {
  (void)t;
  dy[0] = y[1];
  dy[1] = (-3 * 9.81L * 2 * sinl(y[0]) - 0.5L * y[1]) / (0.2L + 12);
}

/* under way, at listed times: about a swing at angle a the stiffness is m g L cos a, and the
 * warning says that the pendulum accelerates */
static void check_times(void) {
  Linear m =
      linear_of("trammel: 1\n"
                "parameters: {a0: 1.1}\n"
                "gravity: [0, 0, -9.81]\n"
                "bodies: {bob: {at: [-2*sin(a0), 0, -2*cos(a0)], orient: {axis: y, angle: a0},\n"
                "  mass: 3, inertia: [0.1, 0.2, 0.3]}}\n"
                "joints: {pivot: {revolute: [ground, bob], at: [0, 0, 0], axis: y}}\n"
                "forces: {oil: {torsion_spring: pivot, k: 0, c: 0.5}}\n"
                "simulate: [{linearize: {states: pivot, times: [0.4, 1.3, 2.6]}}]\n",
                LINEAR_ASSEMBLED);
  static const double times[] = {0.4, 1.3, 2.6};
  const double J = 0.2 + 12, size = 3 * 9.81 * 2;
  TrmDynamicsOptions options = {
      .until = 3, .every = 0.1, .tolerance = 1e-13, .absolute_tolerance = 1e-13};
  long double y[TRUTH_SIZE] = {1.1L}, t = 0;
  double worst = 0;
  TrmStatus status = trm_analysis_begin_dynamics(m.r.a, &options, m.r.log);
  for (int i = 0; i < 3 && status == TRM_OK; i++) {
    status = trm_analysis_advance(m.r.a, times[i], m.r.log);
    if (status == TRM_OK) status = trm_analysis_linearize(m.r.a, -1, m.r.log);
    trm_analysis_linear(m.r.a, &m.l);
    truth_advance(swing_rate, &t, (long double)times[i], 0.02L, y, 2);
    CHECK(m.l.order == 2);
    if (m.l.order != 2) break;
    const double A[4] = {0, 1, -size * cos((double)y[0]) / J, -0.5 / J};
    worst = rest_worse(worst, linear_apart(m.l.A, A, 4));
  }
  CHECK(status == TRM_OK && rest_says(&m.r, "W392", "'bob' accelerates by"));
  check_figure(GROUP, "pendulum in mid swing, at listed times: A", "extended precision", worst,
               1e-10);
  linear_end(&m);
}

/* joints that hold the same twice change nothing */
static void check_redundant(void) {
  static const char text[] = "trammel: 1\n"
                             "gravity: [0, 0, -9.81]\n"
                             "bodies: {bob: {at: [0, 0, -2], mass: 3, inertia: [0.1, 0.2, 0.3]}}\n"
                             "joints:\n"
                             "  pivot: {revolute: [ground, bob], at: [0, 0, 0], axis: y}\n"
                             "  again: {revolute: [ground, bob], at: [0, 0.5, 0], axis: y}\n"
                             "outputs: {load: fz(pivot)}\n"
                             "simulate: [{linearize: {states: pivot%s}}]\n";
  char model[sizeof text + 32];
  snprintf(model, sizeof model, text, "");
  Linear m = linear_of(model, LINEAR_ASSEMBLED);
  double M = 0.2 + 3 * 4, K = 3 * 9.81 * 2;
  CHECK(m.l.order == 2);
  if (m.l.order == 2)
    check_figure(GROUP, "pendulum on two hinges: M, K", "closed form",
                 rest_worse(m.l.M[0] / M - 1, m.l.K[0] / K - 1), LIMIT);
  linear_end(&m);
  /* but their loads are not decided */
  snprintf(model, sizeof model, text, ", outputs: load");
  m = linear_try(model, LINEAR_ASSEMBLED);
  CHECK(m.r.status == TRM_FAILED && rest_says(&m.r, "E398", "depends on fz(pivot)"));
  linear_end(&m);
}

/* a coordinate that nothing moves, one that is none, a joint without an angle */
static void check_refused(void) {
  Linear m = linear_of(DOUBLE "outputs: {still: time}\n"
                              "simulate: [{linearize: {states: [still, p]}}]\n",
                       LINEAR_ASSEMBLED);
  CHECK(rest_says(&m.r, "W391", "'still' is not used as a coordinate: nothing moves it"));
  linear_end(&m);
  m = linear_try(DOUBLE "outputs: {fast: vx(b)}\nsimulate: [{linearize: {states: fast}}]\n",
                 LINEAR_ASSEMBLED);
  CHECK(m.r.status == TRM_FAILED && rest_says(&m.r, "E390", "'fast' depends on a velocity"));
  linear_end(&m);
  m = linear_try("trammel: 1\n"
                 "bodies: {top: {at: [0, 0, 0.3], mass: 2, inertia: [0.04, 0.04, 0.05]}}\n"
                 "joints: {tip: {spherical: [ground, top], at: [0, 0, 0]}}\n"
                 "simulate: [{linearize: {states: tip}}]\n",
                 LINEAR_ASSEMBLED);
  CHECK(m.r.status == TRM_FAILED && rest_says(&m.r, "E390", "neither an angle nor"));
  linear_end(&m);
  m = linear_try(DOUBLE "motions: {u: {joint: p, angle: 0}, v: {joint: q, angle: 0}}\n",
                 LINEAR_ASSEMBLED);
  CHECK(m.r.status == TRM_FAILED && rest_says(&m.r, "E393", NULL));
  linear_end(&m);
  m = linear_of("trammel: 1\ngravity: [0, -9.81]\nplanar: true\n"
                "bodies: {a: {at: [1, 0], mass: 3, inertia: 0.1}}\n"
                "joints: {p: {revolute: [ground, a], at: [0, 0]}}\n",
                LINEAR_ASSEMBLED);
  CHECK(rest_says(&m.r, "W392", "'a' accelerates by"));
  linear_end(&m);
  /* a parallelogram with all links in line goes on in two ways */
  m = linear_try("trammel: 1\nplanar: true\n"
                 "bodies:\n"
                 "  a: {at: [0.5, 0], mass: 1, inertia: 0.1}\n"
                 "  b: {at: [2, 0], mass: 1, inertia: 0.1}\n"
                 "  c: {at: [2.5, 0], mass: 1, inertia: 0.1}\n"
                 "joints:\n"
                 "  p: {revolute: [ground, a], at: [0, 0]}\n"
                 "  q: {revolute: [a, b], at: [1, 0]}\n"
                 "  r: {revolute: [b, c], at: [3, 0]}\n"
                 "  s: {revolute: [c, ground], at: [2, 0]}\n",
                 LINEAR_ASSEMBLED);
  CHECK(m.r.status == TRM_FAILED && rest_says(&m.r, "E397", "singular"));
  linear_end(&m);
}

int main(void) {
  check_pendulum();
  check_double_pendulum();
  check_top();
  check_chain();
  check_choices();
  check_times();
  check_redundant();
  check_refused();
  return check_done();
}
