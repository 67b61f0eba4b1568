/* SPDX-License-Identifier: Apache-2.0
 *
 * Rigid contacts that rub, followed by events: balls that slide until they roll, bounce with spin
 * and roll off each other, boxes on slopes, a block that rocks, a rod whose own friction jams it,
 * boxes that fall flat and that tumble; runs again with the same bits.
 */
#include "motion.h"

static const double g = 9.81;

static TrmDynamicsOptions tight(double until) {
  return (TrmDynamicsOptions){.tolerance = 1e-13, .absolute_tolerance = 1e-13, .until = until};
}

/* the event number `index` of a kind, or -1 */
static double time_of(const Motion *m, TrmHappeningKind kind, size_t index) {
  const TrmHappening *list;
  size_t count = trm_analysis_happened(m->a, &list);
  for (size_t i = 0; i < count; i++) {
    if (list[i].kind != kind) continue;
    if (index-- == 0) return list[i].time;
  }
  return -1;
}

static size_t count_of(const Motion *m, TrmHappeningKind kind) {
  size_t count = 0;
  while (time_of(m, kind, count) >= 0) count++;
  return count;
}

static double worst_of(const Motion *m, const char *const *signals, const double *truth) {
  double worst = 0;
  for (size_t i = 0; signals[i]; i++)
    worst = motion_worse(worst, motion_value(m, signals[i]) - truth[i]);
  return worst;
}

/* A solid ball slides with v and the spin w: its place on the floor slides at u = v + w x (-r z),
 * which friction mu g + mu g r^2/(2/5 r^2) = 7/2 mu g takes away in its own direction. Then it
 * rolls, for ever. */
static void check_ball(const char *integrator) {
  static const char *const signals[] = {"ball.x",  "ball.y",   "ball.vx",  "ball.vy",
                                        "ball.wx", "floor.fx", "floor.fy", NULL};
  static const double v[2] = {1.5, 0.3}, w[2] = {4, -9}, r = 0.1, mu = 0.4;
  TrmDynamicsOptions options = tight(2);
  char what[120];
  options.integrator = integrator;
  Motion m = motion_begin(
      "trammel: 1\n"
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  ball: {at: [0, 0, 0.1], mass: 0.5, inertia: [0.002, 0.002, 0.002], velocity: [1.5, 0.3, "
      "0], spin: [4, -9, 3], shape: {sphere: {radius: 0.1}}}\n"
      "contacts:\n"
      "  floor: {between: [ball, {plane: ground, normal: z}], law: rigid, friction: {static: 0.5, "
      "dynamic: 0.4}}\n",
      &options);
  double u[2] = {v[0] - w[1] * r, v[1] + w[0] * r}, rate = hypot(u[0], u[1]);
  double end = 2 * rate / (7 * mu * g), d[2] = {u[0] / rate, u[1] / rate};
  double t = end / 2;
  motion_advance(&m, t);
  double sliding[] = {v[0] * t - mu * g * d[0] * t * t / 2,
                      v[1] * t - mu * g * d[1] * t * t / 2,
                      v[0] - mu * g * d[0] * t,
                      v[1] - mu * g * d[1] * t,
                      w[0] - 5 * mu * g * d[1] * t / (2 * r),
                      -mu * 0.5 * g * d[0],
                      -mu * 0.5 * g * d[1]};
  snprintf(what, sizeof what, "ball that slides, %s", integrator);
  check_figure("rigid friction", what, "closed form", worst_of(&m, signals, sliding), 1e-11);
  CHECK_NEAR(motion_value(&m, "freedoms"), 5, 0);
  motion_advance(&m, 2);
  snprintf(what, sizeof what, "ball that slides until it rolls, %s: when it does", integrator);
  check_figure("rigid friction", what, "closed form",
               fabs(time_of(&m, TRM_HAPPENED_STICK, 0) - end), 1e-11);
  double vx = v[0] - mu * g * d[0] * end, vy = v[1] - mu * g * d[1] * end;
  double rolling[] = {v[0] * end - mu * g * d[0] * end * end / 2 + vx * (2 - end),
                      v[1] * end - mu * g * d[1] * end * end / 2 + vy * (2 - end),
                      vx,
                      vy,
                      -vy / r,
                      0,
                      0};
  snprintf(what, sizeof what, "ball that rolls, %s", integrator);
  check_figure("rigid friction", what, "closed form", worst_of(&m, signals, rolling), 1e-11);
  CHECK_NEAR(motion_value(&m, "freedoms"), 3, 0);
  CHECK_NEAR(motion_value(&m, "ball.wz"), 3, 1e-12);
  double loss = 0.5 * 0.5 * rate * rate * 2 / 7;
  CHECK_NEAR(motion_report(&m).dissipated, loss, 1e-11);
  motion_end(&m);
}

/* The same by steps of constant size, whose last one ends where the sliding does, in a direction
 * that is rounding there. */
static void check_ball_steps(double mu) {
  char text[400];
  snprintf(
      text, sizeof text,
      "trammel: 1\n"
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  ball: {at: [0, 0, 0.1], mass: 2, inertia: [0.008, 0.008, 0.008], velocity: [1.98, 2.64, "
      "0], shape: {sphere: {radius: 0.1}}}\n"
      "contacts:\n"
      "  floor: {between: [ball, {plane: ground, normal: z}], law: rigid, friction: %g}\n",
      mu);
  TrmDynamicsOptions options = {.until = 1, .every = 0.05, .integrator = "rk4"};
  Motion m = motion_begin(text, &options);
  motion_advance(&m, 1);
  CHECK_NEAR(time_of(&m, TRM_HAPPENED_STICK, 0), 2 * 3.3 / (7 * mu * g), 1e-12);
  motion_end(&m);
}

/* A ball bounces with spin: every blow has P_n = m (1 + e) v, and a tangential impulse that stops
 * the sliding, m u 2/7, or mu P_n. The floor stands upright beside gravity's way in space. */
static void check_bounces(double mu, const char *law) {
  static const double r = 0.1, e = 0.7, m0 = 0.5;
  char text[1024], what[120];
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "gravity: [0, 0, -9.81]\n"
           "bodies:\n"
           "  ball: {at: [0, 0, 0.6], mass: 0.5, inertia: [0.002, 0.002, 0.002], velocity: [1.2, "
           "-0.8, 0], spin: [9, 30, 3], shape: {sphere: {radius: 0.1}}}\n"
           "contacts:\n"
           "  floor: {between: [ball, {plane: ground, normal: z}], law: rigid, restitution: 0.7%s, "
           "friction: {static: %g, dynamic: %g}}\n",
           law, mu, mu);
  TrmDynamicsOptions options = tight(1.8);
  Motion m = motion_begin(text, &options);
  double v[3] = {1.2, -0.8, 0}, w[2] = {9, 30}, at[2] = {0, 0}, t = sqrt(2 * 0.5 / g), last = 0;
  double worst = 0;
  for (int blow = 0; blow < 5; blow++) {
    double fall = g * (blow ? (t - last) / 2 : t);
    double u[2] = {v[0] - w[1] * r, v[1] + w[0] * r}, rate = hypot(u[0], u[1]);
    double most = mu * m0 * (1 + e) * fall, P = fmin(m0 * rate * 2 / 7, most);
    worst = fmax(worst, fabs(time_of(&m, TRM_HAPPENED_IMPACT, (size_t)blow) - t) * (blow > 99));
    for (int k = 0; k < 2; k++) at[k] += v[k] * (t - last);
    for (int k = 0; k < 2 && rate > 0; k++) {
      v[k] -= P / m0 * u[k] / rate;
      w[!k] += (k ? -1 : 1) * P * r / 0.002 * u[k] / rate;
    }
    v[2] = e * fall;
    motion_advance(&m, t + 1e-3);
    static const char *const signals[] = {"ball.x",  "ball.y",  "ball.vx", "ball.vy",
                                          "ball.vz", "ball.wx", "ball.wy", NULL};
    double truth[] = {
        at[0] + 1e-3 * v[0], at[1] + 1e-3 * v[1], v[0], v[1], v[2] - g * 1e-3, w[0], w[1]};
    worst = motion_worse(worst, worst_of(&m, signals, truth));
    worst = fmax(worst, fabs(time_of(&m, TRM_HAPPENED_IMPACT, (size_t)blow) - t));
    last = t;
    t += 2 * v[2] / g;
  }
  snprintf(what, sizeof what, "ball that bounces with spin, friction %g%s", mu, law);
  check_figure("rigid friction", what, "closed form", worst, 1e-11);
  motion_end(&m);
}

#define BOX                                                                                        \
  "trammel: 1\n"                                                                                   \
  "parameters: {a: %.17g, b: 0.3}\n"                                                               \
  "gravity: ['9.81*sin(a)*cos(b)', '9.81*sin(a)*sin(b)', '-9.81*cos(a)']\n"                        \
  "bodies:\n"                                                                                      \
  "  box: {at: [0, 0, 0.1], mass: 3, inertia: [0.1, 0.2, 0.25], velocity: ['%g*cos(b)', "          \
  "'%g*sin(b)', 0], shape: {box: {size: [0.4, 0.6, 0.2]}}}\n"                                      \
  "contacts:\n"                                                                                    \
  "  floor: {between: [box, {plane: ground, normal: z}], law: rigid, friction: {static: 0.5, "     \
  "dynamic: 0.4}}\n"

/* a box on four corners sticks below the angle of friction, slides above it, and comes to rest
 * where it slides down a slope that holds it */
static void check_box(double slope, double speed, double until) {
  char text[1024], what[120];
  double a = atan(slope), down = 9.81 * (sin(a) - 0.4 * cos(a)), t = until, s = 0, v = 0;
  int moves = speed > 0 || slope > 0.5, stops = moves && down < 0;
  snprintf(text, sizeof text, BOX, a, speed, speed);
  TrmDynamicsOptions options = tight(until);
  Motion m = motion_begin(text, &options);
  motion_advance(&m, until);
  if (stops) t = speed / -down;
  if (moves) s = speed * t + down * t * t / 2, v = stops ? 0 : speed + down * t;
  static const char *const signals[] = {"box.x",       "box.y",  "box.z",  "box.vx",
                                        "floor.press", "box.wz", "box.e3", NULL};
  double truth[] = {s * cos(0.3), s * sin(0.3), 0.1, v * cos(0.3), 3 * g * cos(a), 0, 0};
  snprintf(what, sizeof what, "box on a slope of %.12g that begins with %g m/s, after %g s", slope,
           speed, until);
  check_figure("rigid friction", what, "closed form", worst_of(&m, signals, truth),
               moves ? 1e-10 : 1e-12);
  if (stops)
    check_figure("rigid friction", "box that comes to rest on a slope: when", "closed form",
                 fabs(time_of(&m, TRM_HAPPENED_STICK, 0) - t), 1e-11);
  CHECK_NEAR(motion_value(&m, "freedoms"), moves && !stops ? 3 : 0, 0);
  motion_end(&m);
}

/* time in which a block that leans by `most` from rest falls back on its base: with A = a - most,
 * w^2 = 2 p (cos A - cos(A + s^2)), Gauss' rule in s */
static double falls_in(double most, double a, double p) {
  static const double x[5] = {0, 0.5384693101056831, -0.5384693101056831, 0.9061798459386640,
                              -0.9061798459386640};
  static const double w[5] = {0.5688888888888889, 0.4786286704993665, 0.4786286704993665,
                              0.2369268850561891, 0.2369268850561891};
  double t = 0, h = sqrt(most) / 64;
  for (int i = 0; i < 64; i++)
    for (int k = 0; k < 5; k++) {
      double s = h * (i + (1 + x[k]) / 2), y = s * s / 2;
      t += h / 2 * w[k] * 2 * s / sqrt(4 * p * sin(a - most + y) * sin(y));
    }
  return t;
}

/* A block rocks on its edges (Housner 1963): a blow on the other edge takes the turn from w to
 * w (1 - 3/2 sin^2 a), a the angle of the diagonal. In finite time it stands. */
static void check_rocking(void) {
  static const double b = 0.2, h = 0.6, lean = 0.15;
  double a = atan(b / h), p = 0.75 * g / hypot(b, h), most = lean, t = falls_in(lean, a, p);
  double r = 1 - 1.5 * sin(a) * sin(a), worst = 0, turn = 0;
  TrmDynamicsOptions options = tight(5);
  Motion m = motion_begin(
      "trammel: 1\n"
      "planar: true\n"
      "gravity: [0, -9.81]\n"
      "parameters: {b: 0.2, h: 0.6, t0: 0.15}\n"
      "bodies:\n"
      "  block:\n"
      "    at: ['b*cos(t0) - h*sin(t0)', 'b*sin(t0) + h*cos(t0)']\n"
      "    angle: t0\n"
      "    mass: 10\n"
      "    inertia: 10*(b^2 + h^2)/3\n"
      "    shape: {box: {size: [2*b, 2*h, 0.1]}}\n"
      "contacts:\n"
      "  floor: {between: [block, {plane: ground, at: [0, 0], normal: y}], law: rigid, friction: "
      "{static: 1, dynamic: 1}}\n",
      &options);
  for (int blow = 0; blow < 8; blow++) {
    double before = 2 * sqrt(p * sin(a - most / 2) * sin(most / 2)), after = r * before;
    motion_advance(&m, t + 1e-6);
    worst = fmax(worst, fabs(time_of(&m, TRM_HAPPENED_IMPACT, (size_t)blow) - t));
    turn = motion_worse(turn, fabs(motion_value(&m, "block.wz")) - after + 1e-6 * p * sin(a));
    /* cos(a - most) = cos a + w^2/(2 p) */
    most = a - acos(cos(a) + after * after / (2 * p));
    t += 2 * falls_in(most, a, p);
  }
  check_figure("rigid friction", "rocking block: times of eight blows", "quadrature", worst, 1e-10);
  check_figure("rigid friction", "rocking block: turn after the blows", "closed form", turn, 1e-10);
  motion_advance(&m, 5);
  static const char *const signals[] = {"block.x",  "block.y",  "block.e3", "block.wz",
                                        "floor.fy", "freedoms", NULL};
  double truth[] = {0.2, 0.6, 0, 0, 10 * g, 0};
  check_figure("rigid friction", "rocking block: where it stands in the end", "closed form",
               worst_of(&m, signals, truth), 1e-9);
  motion_end(&m);
}

/* A ball rolls off a fixed ball, k = I/(m r^2), L the distance of centres:
 *   v^2 = 2 g L (cos a0 - cos a)/(1 + k),  F = k/(1 + k) m g sin a,  N = m g cos a - m v^2/L,
 * until F = mu N. */
static void check_dome(void) {
  static const double x[5] = {0, 0.5384693101056831, -0.5384693101056831, 0.9061798459386640,
                              -0.9061798459386640};
  static const double w[5] = {0.5688888888888889, 0.4786286704993665, 0.4786286704993665,
                              0.2369268850561891, 0.2369268850561891};
  double length = 1.2, k = 0.4, mu = 0.3, from = 0.2, low = from, high = 1, t = 0;
  for (int i = 0; i < 80; i++) {
    double a = (low + high) / 2, N = cos(a) - 2 * (cos(from) - cos(a)) / (1 + k);
    if (k / (1 + k) * sin(a) < mu * N) {
      low = a;
    } else {
      high = a;
    }
  }
  double h = sqrt(low - from) / 64;
  for (int i = 0; i < 64; i++)
    for (int n = 0; n < 5; n++) {
      double s = h * (i + (1 + x[n]) / 2), y = s * s / 2;
      t += h / 2 * w[n] * 2 * s * length / sqrt(4 * g * length / (1 + k) * sin(from + y) * sin(y));
    }
  TrmDynamicsOptions options = tight(1);
  Motion m = motion_begin(
      "trammel: 1\n"
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  dome: {at: [0, 0, 0], mass: 1, inertia: [1, 1, 1], shape: {sphere: {radius: 1}}}\n"
      "  ball: {at: ['1.2*sin(0.2)*cos(1)', '1.2*sin(0.2)*sin(1)', '1.2*cos(0.2)'], mass: 0.5, "
      "inertia: [0.008, 0.008, 0.008], shape: {sphere: {radius: 0.2}}}\n"
      "joints:\n"
      "  base: {fixed: [ground, dome], at: [0, 0, 0]}\n"
      "contacts:\n"
      "  skin: {between: [ball, dome], law: rigid, friction: {static: 0.3, dynamic: 0.2}}\n",
      &options);
  motion_advance(&m, 1);
  check_figure("rigid friction", "ball rolls off a dome: when it begins to slide", "quadrature",
               fabs(time_of(&m, TRM_HAPPENED_SLIP, 0) - t), 1e-10);
  TrmDynamicsReport report = motion_report(&m);
  check_figure("rigid friction", "ball rolls off a dome: balance of energy", "zero",
               report.energy_error / report.energy_scale, 1e-12);
  CHECK(count_of(&m, TRM_HAPPENED_SEPARATION) == 1);
  motion_end(&m);
}

/* A ball rolls without sliding over a turning capsule, a turning disc's edge and a tumbling ball:
 * no energy is lost. `under` is what it rolls on. */
static void check_rolling(const char *what, const char *under, const char *at) {
  char text[1400], figure[120];
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "gravity: [0, 0, -9.81]\n"
           "bodies:\n"
           "  base: {at: [0, 0, 0], mass: 2, inertia: [1, 1.2, 1.4], spin: [0.5, 0, 0], shape: "
           "%s}\n"
           "  ball: {at: %s, velocity: [0, 0, 0], spin: [2, 1, 3], mass: 0.5, inertia: [0.008, "
           "0.008, 0.008], shape: {sphere: {radius: 0.2}}}\n"
           "joints:\n"
           "  hinge: {revolute: [ground, base], at: [0, 0, 0], axis: x}\n"
           "contacts:\n"
           "  skin: {between: [ball, base], law: rigid, friction: {static: 50, dynamic: 50}}\n",
           under, at);
  TrmDynamicsOptions options = tight(0.3);
  Motion m = motion_begin(text, &options);
  motion_advance(&m, 0.02);
  double first = motion_value(&m, "energy.total"), worst = 0;
  CHECK_NEAR(motion_value(&m, "skin.touches"), 1, 0);
  for (int i = 1; i <= 10; i++) {
    motion_advance(&m, 0.02 + 0.012 * i);
    worst = motion_worse(worst, motion_value(&m, "energy.total") - first);
  }
  CHECK_NEAR(motion_value(&m, "skin.touches"), 1, 0);
  snprintf(figure, sizeof figure, "ball rolls on %s: energy", what);
  check_figure("rigid friction", figure, "kept", worst, 1e-11);
  motion_end(&m);
}

static int says(const Motion *m, const char *code, const char *words) {
  TrmEntry entry = {0};
  for (size_t i = 0; trm_log_entry(m->log, i, &entry) == TRM_OK; i++)
    if (strcmp(entry.code, code) == 0 && strstr(entry.text, words)) return 1;
  return 0;
}

/* A rod drags on its end under 45 degrees, backwards (Painleve): N = m g/(S_n - mu S_x) with
 * S_n = 5/2, S_x = 3/2. From mu = 5/3 on nothing fits its sliding: it stops at once by the impulse
 * P of S P = (2, 0), S = (5/2, 3/2; 3/2, 5/2). */
static void check_rod(double mu) {
  char text[1024], what[120];
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "planar: true\n"
           "gravity: [0, -9.81]\n"
           "parameters: {a: 45*deg}\n"
           "bodies:\n"
           "  rod: {at: ['0.5*cos(a)', '0.5*sin(a)'], angle: a, velocity: [-2, 0], mass: 1, "
           "inertia: 1/12, markers: {tip: [-0.5, 0]}}\n"
           "contacts:\n"
           "  floor: {between: [{point: rod.tip}, {plane: ground, at: [0, 0], normal: y}], law: "
           "rigid, friction: {static: %g, dynamic: %g}}\n",
           mu, mu);
  TrmDynamicsOptions options = tight(0.01);
  Motion m = motion_begin(text, &options);
  if (mu < 5.0 / 3) {
    check_figure("rigid friction", "rod that drags on its end: force of the floor", "closed form",
                 fabs(motion_value(&m, "floor.fy") - g / (2.5 - 1.5 * mu)), 1e-12);
    CHECK(!says(&m, "N322", "jams"));
    motion_end(&m);
    return;
  }
  /* the tip: v + w x arm, with the arm (-1, -1) r */
  double r = 0.5 * sqrt(0.5), vx = motion_value(&m, "rod.vx"), vy = motion_value(&m, "rod.vy");
  double w = motion_value(&m, "rod.wz");
  snprintf(what, sizeof what, "rod that jams, friction %g: its speed, and its end at rest", mu);
  check_figure("rigid friction", what, "closed form",
               fmax(fabs(vx + 0.75), fmax(fabs(vx + w * r), fabs(vy - w * r))), 1e-12);
  CHECK(says(&m, "N322", "its friction presses the surfaces together"));
  motion_end(&m);
}

/* A box falls flat and sideways: S of its two corners gives P1 + P2 = m v, and P1 - P2 so that the
 * moment mu (P1 + P2) h of friction is borne */
static void check_flat(void) {
  TrmDynamicsOptions options = tight(1);
  Motion m = motion_begin(
      "trammel: 1\n"
      "planar: true\n"
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  box: {at: [0, 0.6], velocity: [4, 0], mass: 3, inertia: 0.05, shape: {box: {size: [0.6, "
      "0.2, 0.2]}}}\n"
      "contacts:\n"
      "  floor: {between: [box, {plane: ground, at: [0, 0], normal: y}], law: rigid, friction: "
      "{static: 0.5, dynamic: 0.5}}\n",
      &options);
  double t = sqrt(1 / g), v = 4 - 0.5 * g * t, end = t + v / (0.5 * g);
  motion_advance(&m, t + 0.1);
  static const char *const signals[] = {"box.x", "box.y", "box.vx", "box.wz", "floor.fx", NULL};
  double truth[] = {4 * t + v * 0.1 - 0.25 * g * 0.01, 0.1, v - 0.05 * g, 0, -1.5 * g};
  check_figure("rigid friction", "box falls flat and sideways", "closed form",
               worst_of(&m, signals, truth), 1e-11);
  motion_advance(&m, 1);
  check_figure("rigid friction", "box falls flat and sideways: when it rests", "closed form",
               fabs(time_of(&m, TRM_HAPPENED_STICK, 0) - end), 1e-10);
  motion_end(&m);
}

/* a box tumbles to rest; again with the same bits, and from where it was saved on its way */
static void check_tumble(const char *law) {
  char text[1024];
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "gravity: [0, 0, -9.81]\n"
           "bodies:\n"
           "  box: {at: [0, 0, 0.5], orient: {bryant: [0.3*rad, 0.2*rad, 0]}, velocity: [1.3, "
           "0.4, 0], spin: [1, 2, 3], shape: {box: {size: [0.4, 0.6, 0.2], density: 900}}}\n"
           "contacts:\n"
           "  floor: {between: [box, {plane: ground, normal: z}], law: rigid, %s}\n",
           law);
  TrmDynamicsOptions options = {.tolerance = 1e-9, .until = 3};
  Motion a = motion_begin(text, &options), b = motion_begin(text, &options);
  Motion c = motion_begin(text, &options);
  double *memory = calloc(trm_analysis_memory(a.a) + 1, sizeof *memory);
  size_t differ = 0;
  for (int i = 1; i <= 60; i++) {
    motion_advance(&a, 0.05 * i);
    motion_advance(&b, 0.05 * i);
    if (i == 9 && memory) {
      trm_analysis_save(a.a, memory);
      CHECK(trm_analysis_load(c.a, memory) == TRM_OK);
    }
    if (i > 9) motion_advance(&c, 0.05 * i);
    for (size_t k = 0; k < a.count; k++) {
      differ += memcmp(&a.values[k], &b.values[k], sizeof *a.values) != 0;
      differ += i > 9 && memcmp(&a.values[k], &c.values[k], sizeof *a.values) != 0;
    }
  }
  CHECK(differ == 0);
  free(memory);
  CHECK_NEAR(motion_value(&a, "freedoms"), 0, 0);
  CHECK_NEAR(motion_value(&a, "floor.touches"), 4, 0);
  double z = motion_value(&a, "box.z");
  CHECK(fmin(fabs(z - 0.1), fmin(fabs(z - 0.2), fabs(z - 0.3))) < 1e-9);
  TrmDynamicsReport report = motion_report(&a);
  CHECK(fabs(report.energy_error) < 1e-8 * report.energy_scale);
  motion_end(&a);
  motion_end(&b);
  motion_end(&c);
}

int main(void) {
  check_ball("dop853");
  check_ball("dopri5");
  check_ball("abm");
  check_ball_steps(0.1);
  check_ball_steps(0.21);
  check_bounces(0.1, "");
  check_bounces(0.3, "");
  check_bounces(0.3, ", rebound: poisson");
  check_box(0.499999999, 0, 100);
  check_box(0.500000001, 0, 1);
  check_box(0.6, 0, 1);
  check_box(0.3, 1, 2);
  check_rocking();
  check_dome();
  check_rolling("a turning capsule", "{capsule: {from: [-2, 0, 0], to: [2, 0, 0], radius: 1}}",
                "[0, '1.2*sin(0.1)', '1.2*cos(0.1)']");
  check_rolling("a turning ball", "{sphere: {radius: 1}}", "[0.1, 0, '1.2*cos(asin(0.1/1.2))']");
  check_rolling(
      "the edge of a turning drum", "{cylinder: {from: [-1, 0, 0], to: [1, 0, 0], radius: 1}}",
      "['1 + 0.2*sin(0.6)', '(1 + 0.2*cos(0.6))*sin(0.1)', '(1 + 0.2*cos(0.6))*cos(0.1)']");
  check_rod(0.5);
  check_rod(1.6);
  check_rod(2);
  check_flat();
  check_tumble("restitution: 0.5, friction: {static: 0.5, dynamic: 0.4}");
  check_tumble("restitution: 0.2, rebound: poisson, friction: {static: 1, dynamic: 1}");
  return check_done();
}
