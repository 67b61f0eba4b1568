/* SPDX-License-Identifier: Apache-2.0
 *
 * Rigid contacts followed by events: balls that bounce to rest, blows through rows of balls,
 * several blows at once with the laws of Newton and Poisson, boxes that fall on faces and corners,
 * a ball that leaves the ball it slides on; runs again with the same bits, and what is refused.
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

#define BALL                                                                                       \
  "trammel: 1\n"                                                                                   \
  "gravity: [0, 0, -9.81]\n"                                                                       \
  "bodies:\n"                                                                                      \
  "  ball:\n"                                                                                      \
  "    at: [0, 0, 1.1]\n"                                                                          \
  "    mass: 0.3\n"                                                                                \
  "    inertia: [0.0012, 0.0012, 0.0012]\n"                                                        \
  "    velocity: [0.4, 0, 0]\n"                                                                    \
  "    spin: [1, 2, 3]\n"                                                                          \
  "    shape: {sphere: {radius: 0.1}}\n"                                                           \
  "contacts:\n"                                                                                    \
  "  floor: {between: [ball, {plane: ground, normal: z}], law: rigid, restitution: 0.8%s}\n"

/* a ball that is dropped from 1: impacts at t0, t0 + 2 e t0, ..., rest at t0 (1 + e)/(1 - e) */
static void ball_truth(double t, double *values) {
  const double e = 0.8;
  double t0 = sqrt(2 / g), flight = 2 * t0 * e, v = g * t0 * e;
  values[0] = 1.1 - g * t * t / 2;
  values[1] = -g * t;
  values[2] = 0;
  values[3] = 0.4 * t;
  if (t <= t0) return;
  values[0] = 0.1;
  values[1] = 0;
  values[2] = 0.3 * g;
  if (t >= t0 * (1 + e) / (1 - e)) return;
  values[2] = 0;
  for (t -= t0; t > flight; v *= e, flight *= e) t -= flight;
  values[0] = 0.1 + v * t - g * t * t / 2;
  values[1] = v - g * t;
}

static void check_ball(const char *integrator, const char *law) {
  static const char *const signals[] = {"ball.z", "ball.vz", "floor.press", "ball.x", NULL};
  TrmDynamicsOptions options = tight(6);
  char text[1024], what[160];
  options.integrator = integrator;
  snprintf(text, sizeof text, BALL, law);
  Motion m = motion_begin(text, &options);
  snprintf(what, sizeof what, "bouncing ball, %s%s: height, speed, force of the floor", integrator,
           law);
  check_figure("rigid contact", what, "closed form", motion_follow(&m, signals, ball_truth, 6, 100),
               1e-10);
  double worst = 0, t = sqrt(2 / g), flight = 2 * t * 0.8;
  for (size_t i = 0; i < 40; i++, t += flight, flight *= 0.8)
    worst = fmax(worst, fabs(time_of(&m, TRM_HAPPENED_IMPACT, i) - t));
  snprintf(what, sizeof what, "bouncing ball, %s%s: times of 40 impacts", integrator, law);
  check_figure("rigid contact", what, "closed form", worst, 1e-10);
  snprintf(what, sizeof what, "bouncing ball, %s%s: end of infinitely many bounces", integrator,
           law);
  check_figure("rigid contact", what, "closed form",
               fabs(time_of(&m, TRM_HAPPENED_CONTACT, 0) - 9 * sqrt(2 / g)), 1e-10);
  CHECK(count_of(&m, TRM_HAPPENED_CONTACT) == 1);
  CHECK(count_of(&m, TRM_HAPPENED_SEPARATION) == 0);
  CHECK_NEAR(motion_value(&m, "freedoms"), 5, 0);
  CHECK_NEAR(motion_value(&m, "floor.fz"), 0.3 * g, 1e-12);
  CHECK_NEAR(motion_value(&m, "floor.touches"), 1, 0);
  CHECK_NEAR(motion_value(&m, "floor.nz"), -1, 1e-15);
  CHECK_NEAR(motion_value(&m, "floor.gap"), 0, 1e-15);
  CHECK_NEAR(motion_value(&m, "ball.wx"), 1, 1e-12);
  CHECK_NEAR(motion_report(&m).dissipated, 0.3 * g, 1e-10);
  motion_end(&m);
}

/* Five balls in a row, `gap` apart, the first comes at 1: with no gap and with gaps the last leaves
 * at 1 and the others stay where the one behind them stops. */
static void check_row(double gap) {
  char text[1024], what[160];
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "parameters: {gap: %g}\n"
           "repeat:\n"
           "  for: {i: 0..4}\n"
           "  bodies:\n"
           "    \"b{i}\": {at: ['0.1*i + gap*i', 0, 0], mass: 0.3, inertia: [1, 1, 1], velocity: "
           "['if(i < 1, 1, 0)', 0, 0], shape: {sphere: {radius: 0.05}}}\n"
           "contacts:\n"
           "  row: {between: [{every: b*}, {every: b*}], law: rigid, restitution: 1}\n",
           gap);
  TrmDynamicsOptions options = tight(1);
  Motion m = motion_begin(text, &options);
  motion_advance(&m, 1);
  double worst = 0;
  for (int i = 0; i < 5; i++) {
    char name[8];
    snprintf(name, sizeof name, "b%d.vx", i);
    worst = fmax(worst, fabs(motion_value(&m, name) - (i == 4)));
    snprintf(name, sizeof name, "b%d.x", i);
    double stays = 0.1 * i + gap * (i + 1), left = 0.4 + 4 * gap + 1 - 4 * gap;
    worst = fmax(worst, fabs(motion_value(&m, name) - (i == 4 ? left : stays)));
  }
  snprintf(what, sizeof what, "row of five balls %g apart: where they are, how they move", gap);
  check_figure("rigid contact", what, "closed form", worst, 1e-12);
  worst = 0;
  for (size_t i = 0; i < 4; i++)
    worst = fmax(worst, fabs(time_of(&m, TRM_HAPPENED_IMPACT, i) - gap * (double)(i + 1)));
  snprintf(what, sizeof what, "row of five balls %g apart: times of the blows", gap);
  check_figure("rigid contact", what, "closed form", worst, 1e-12);
  motion_end(&m);
}

/* A bar falls on both ends at once, with other speeds and restitutions. With S the inverse mass at
 * the ends, Newton: S P = (1 + e_i) v_i; Poisson: S C = v_i, P = (1 + e_i) C_i. */
static void check_two_blows(int poisson) {
  static const double e[2] = {0.6, 0.4}, mass = 2, inertia = 0.1, arm[2] = {-0.5, 0.3};
  char text[1400], what[160];
  const char *law = poisson ? ", rebound: poisson" : "";
  double drop = 0.3, t = sqrt(2 * drop / g), w0 = 0.6, fall = g * t;
  /* it turns level by the time it hits */
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "gravity: [0, 0, -9.81]\n"
           "bodies:\n"
           "  bar: {at: [0, 0, 0.4], orient: {axis: y, angle: %.17g*rad}, mass: 2, inertia: [0.1, "
           "0.1, 0.1], spin: [0, 0.6, 0], markers: {l: [-0.5, 0, 0], r: [0.3, 0, 0]}}\n"
           "contacts:\n"
           "  left: {between: [{sphere: bar.l, radius: 0.1}, {plane: ground, normal: z}], law: "
           "rigid, restitution: 0.6%s}\n"
           "  right: {between: [{sphere: bar.r, radius: 0.1}, {plane: ground, normal: z}], law: "
           "rigid, restitution: 0.4%s}\n",
           -w0 * t, law, law);
  TrmDynamicsOptions options = tight(1);
  Motion m = motion_begin(text, &options);
  /* speeds of the ends downwards: z' = -fall - w x */
  double v[2], S[2][2], P[2];
  for (int i = 0; i < 2; i++) {
    v[i] = fall + w0 * arm[i];
    for (int k = 0; k < 2; k++) S[i][k] = 1 / mass + arm[i] * arm[k] / inertia;
  }
  double det = S[0][0] * S[1][1] - S[0][1] * S[1][0];
  double q[2] = {v[0] * (poisson ? 1 : 1 + e[0]), v[1] * (poisson ? 1 : 1 + e[1])};
  P[0] = (S[1][1] * q[0] - S[0][1] * q[1]) / det;
  P[1] = (S[0][0] * q[1] - S[1][0] * q[0]) / det;
  for (int i = 0; i < 2 && poisson; i++) P[i] *= 1 + e[i];
  CHECK(P[0] > 0 && P[1] > 0);
  double vz = -fall + (P[0] + P[1]) / mass;
  double wy = w0 - (P[0] * arm[0] + P[1] * arm[1]) / inertia, later = 1e-3;
  motion_advance(&m, t + later);
  snprintf(what, sizeof what, "two blows at once, %s", poisson ? "Poisson" : "Newton");
  check_figure("rigid contact", what, "closed form",
               fmax(fabs(motion_value(&m, "bar.vz") - (vz - g * later)),
                    fabs(motion_value(&m, "bar.wy") - wy)),
               1e-10);
  motion_end(&m);
}

/* a box falls flat: four corners at once; at rest each bears a quarter */
static void check_flat(void) {
  TrmDynamicsOptions options = tight(3);
  Motion m = motion_begin(
      "trammel: 1\n"
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  box: {at: [0, 0, 0.6], mass: 3, inertia: [0.1, 0.2, 0.25], velocity: [0.3, 0, 0], shape: "
      "{box: {size: [0.4, 0.6, 0.2]}}}\n"
      "contacts:\n"
      "  floor: {between: [box, {plane: ground, normal: z}], law: rigid, restitution: 0.5}\n",
      &options);
  motion_advance(&m, 3);
  check_figure("rigid contact", "box falls flat: time when it rests", "closed form",
               fabs(time_of(&m, TRM_HAPPENED_CONTACT, 0) - 3 * sqrt(1 / g)), 1e-10);
  check_figure("rigid contact", "box falls flat: where it is in the end", "closed form",
               fmax(fabs(motion_value(&m, "box.z") - 0.1), fabs(motion_value(&m, "box.x") - 0.9)),
               1e-12);
  check_figure("rigid contact", "box falls flat: force of the floor", "closed form",
               fabs(motion_value(&m, "floor.press") - 3 * g), 1e-11);
  CHECK_NEAR(motion_value(&m, "floor.touches"), 4, 0);
  CHECK_NEAR(motion_value(&m, "floor.x"), motion_value(&m, "box.x"), 1e-12);
  CHECK_NEAR(motion_value(&m, "floor.y"), 0, 1e-12);
  CHECK_NEAR(motion_value(&m, "freedoms"), 3, 0);
  motion_end(&m);
}

/* a rectangle in the plane falls on one corner: P = (1 + e) v/(1/m + x^2/I), x its arm */
static void check_corner(void) {
  static const double a = 0.4, half = 0.2, height = 0.1;
  TrmDynamicsOptions options = tight(1);
  Motion m = motion_begin(
      "trammel: 1\n"
      "planar: true\n"
      "gravity: [0, -9.81]\n"
      "bodies:\n"
      "  box: {at: [0, 1], angle: 0.4*rad, mass: 3, inertia: 0.05, shape: {box: {size: [0.4, 0.2, "
      "0.2]}}}\n"
      "contacts:\n"
      "  floor: {between: [box, {plane: ground, at: [0, 0], normal: y}], law: rigid, restitution: "
      "0.6}\n",
      &options);
  /* the corner (-half, -height) is the lowest */
  double x = -half * cos(a) + height * sin(a), y = -half * sin(a) - height * cos(a);
  double t = sqrt(2 * (1 + y) / g), v = g * t, P = 1.6 * v / (1.0 / 3 + x * x / 0.05);
  motion_advance(&m, t + 1e-3);
  check_figure("rigid contact", "rectangle on a corner: time of the blow", "closed form",
               fabs(time_of(&m, TRM_HAPPENED_IMPACT, 0) - t), 1e-12);
  check_figure("rigid contact", "rectangle on a corner: speeds after the blow", "closed form",
               fmax(fabs(motion_value(&m, "box.vy") - (-v + P / 3 - g * 1e-3)),
                    fabs(motion_value(&m, "box.wz") - x * P / 0.05)),
               1e-11);
  motion_end(&m);
}

#define SLIDE                                                                                      \
  "trammel: 1\n"                                                                                   \
  "gravity: [0, 0, -9.81]\n"                                                                       \
  "bodies:\n"                                                                                      \
  "  dome: {at: [0, 0, 0], mass: 1, inertia: [1, 1, 1], shape: {sphere: {radius: 1}}}\n"           \
  "  ball: {at: [0, 0, 1.2], mass: 0.5, inertia: [1, 1, 1], velocity: [0.7, 0, 0], shape: "        \
  "{sphere: {radius: 0.2}}}\n"                                                                     \
  "joints:\n"                                                                                      \
  "  base: {fixed: [ground, dome], at: [0, 0, 0]}\n"                                               \
  "contacts:\n"                                                                                    \
  "  skin: {between: [ball, dome], law: rigid}\n"

/* A ball slides off a dome: with L the distance of centres v^2 = v0^2 + 2 g L (1 - cos a), and it
 * leaves where v^2 = g L cos a: cos a = (2 + v0^2/(g L))/3. */
static void check_dome(void) {
  static const double x[5] = {0, 0.5384693101056831, -0.5384693101056831, 0.9061798459386640,
                              -0.9061798459386640};
  static const double w[5] = {0.5688888888888889, 0.4786286704993665, 0.4786286704993665,
                              0.2369268850561891, 0.2369268850561891};
  double length = 1.2, v0 = 0.7, end = acos((2 + v0 * v0 / (g * length)) / 3), t = 0;
  double h = end / 64;
  for (int i = 0; i < 64; i++)
    for (int k = 0; k < 5; k++) {
      double angle = h * (i + (1 + x[k]) / 2);
      t += h / 2 * w[k] * length / sqrt(v0 * v0 + 2 * g * length * (1 - cos(angle)));
    }
  TrmDynamicsOptions options = tight(1);
  Motion m = motion_begin(SLIDE, &options);
  CHECK_NEAR(motion_value(&m, "skin.press"), 0.5 * (g - v0 * v0 / length), 1e-12);
  motion_advance(&m, t / 2);
  double gap = hypot(motion_value(&m, "ball.x"), motion_value(&m, "ball.z")) - length;
  CHECK_NEAR(gap, 0, 1e-14);
  motion_advance(&m, t + 0.1);
  check_figure("rigid contact", "ball slides off a dome: time when it leaves", "quadrature",
               fabs(time_of(&m, TRM_HAPPENED_SEPARATION, 0) - t), 1e-10);
  /* from there it falls freely */
  double v = sqrt(g * length * cos(end)), s = 0.1;
  double fx = length * sin(end) + v * cos(end) * s;
  double fz = length * cos(end) - v * sin(end) * s - g * s * s / 2;
  check_figure("rigid contact", "ball slides off a dome: where it is later", "closed form",
               fmax(fabs(motion_value(&m, "ball.x") - fx), fabs(motion_value(&m, "ball.z") - fz)),
               1e-10);
  motion_end(&m);
}

#define TUMBLE                                                                                     \
  "trammel: 1\n"                                                                                   \
  "gravity: [0, 0, -9.81]\n"                                                                       \
  "bodies:\n"                                                                                      \
  "  box: {at: [0, 0, 0.5], orient: {bryant: [0.3*rad, 0.2*rad, 0]}, velocity: [0.3, 0, 0], "      \
  "shape: {box: {size: [0.4, 0.6, 0.2], density: 900}}}\n"                                         \
  "contacts:\n"                                                                                    \
  "  floor: {between: [box, {plane: ground, normal: z}], law: rigid, restitution: 0.5}\n"

/* a box tumbles to rest on its face: it keeps its energy between blows; again with the same bits,
 * and from where it was saved in the midst of its blows */
static void check_tumble(void) {
  TrmDynamicsOptions options = tight(3);
  Motion a = motion_begin(TUMBLE, &options), b = motion_begin(TUMBLE, &options);
  Motion c = motion_begin(TUMBLE, &options);
  size_t differ = 0, size = trm_analysis_memory(a.a);
  double *memory = calloc(size + 1, sizeof *memory);
  for (int i = 1; i <= 100; i++) {
    motion_advance(&a, 0.03 * i);
    motion_advance(&b, 0.03 * i);
    if (i == 20 && memory) {
      trm_analysis_save(a.a, memory);
      CHECK(trm_analysis_load(c.a, memory) == TRM_OK);
    }
    if (i > 20) motion_advance(&c, 0.03 * i);
    for (size_t k = 0; k < a.count; k++) {
      differ += memcmp(&a.values[k], &b.values[k], sizeof *a.values) != 0;
      differ += i > 20 && memcmp(&a.values[k], &c.values[k], sizeof *a.values) != 0;
    }
  }
  CHECK(differ == 0);
  free(memory);
  check_figure("rigid contact", "box tumbles to rest: height of its middle", "half its height",
               fabs(motion_value(&a, "box.z") - 0.1), 1e-12);
  CHECK_NEAR(motion_value(&a, "box.vx"), 0.3, 1e-12);
  CHECK_NEAR(motion_value(&a, "freedoms"), 3, 0);
  CHECK_NEAR(motion_value(&a, "floor.touches"), 4, 0);
  TrmDynamicsReport report = motion_report(&a);
  check_figure("rigid contact", "box tumbles to rest: balance of energy", "zero",
               report.energy_error / report.energy_scale, 1e-11);
  motion_end(&a);
  motion_end(&b);
  motion_end(&c);
}

static int says(const Motion *m, const char *code, const char *words) {
  TrmEntry entry = {0};
  for (size_t i = 0; trm_log_entry(m->log, i, &entry) == TRM_OK; i++)
    if (strcmp(entry.code, code) == 0 && strstr(entry.text, words)) return 1;
  return 0;
}

/* what is not followed by events says so, and methods that do not apply */
static void check_refused(const char *text, const char *integrator, const char *code,
                          const char *words) {
  TrmDynamicsOptions options = {.until = 1, .integrator = integrator};
  Motion m = {.log = trm_log_new()};
  m.status = trm_model_parse(text, strlen(text), "model", NULL, 0, m.log, &m.model);
  motion_prepare(&m, &options);
  CHECK(m.status != TRM_OK && says(&m, code, words));
  if (m.status == TRM_OK || !says(&m, code, words)) motion_complain(&m);
  motion_end(&m);
}

int main(void) {
  check_ball("dop853", "");
  check_ball("dopri5", "");
  check_ball("abm", "");
  check_ball("dop853", ", rebound: poisson");
  check_row(0);
  check_row(0.02);
  check_two_blows(0);
  check_two_blows(1);
  check_flat();
  check_corner();
  check_dome();
  check_tumble();
  check_refused(SLIDE, "radau5", "E331", "slopes");
  check_refused(SLIDE, "gstiff", "E332", "one way only");
  check_refused("trammel: 1\n"
                "bodies:\n"
                "  drum: {at: [0, 0, 2], mass: 1, inertia: [1, 1, 1], shape: {cylinder: {from: [0, "
                "0, 1], to: [0, 0, 2], radius: 1}}}\n"
                "contacts:\n"
                "  floor: {between: [drum, {plane: ground, normal: z}], law: rigid}\n",
                "dop853", "E331", "a cylinder against a plane");
  check_refused("trammel: 1\n"
                "bodies:\n"
                "  ball: {at: [0, 0, 0.1], mass: 1, inertia: [1, 1, 1], shape: {sphere: {radius: "
                "0.2}}}\n"
                "contacts:\n"
                "  floor: {between: [ball, {plane: ground, normal: z}], law: rigid}\n",
                NULL, "E321", "violated at the beginning");
  return check_done();
}
