/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces, equations and filters that read accelerations and reactions, which follow from them, in
 * motion, at rest, driven and in linear models, against closed forms and extended precision; all
 * formulations and ways of elimination alike.
 */
#include "linear.h"
#include "motion.h"

#define GROUP "forces that read reactions"

static const TrmDynamicsOptions tight = {.tolerance = 1e-13, .absolute_tolerance = 1e-13};

/* a bob on an arm L whose torque is kappa times the upward load on its pivot, Fy = -m (g + y''):
 * (J + kappa m L sin a) a'' = -m g L sin a - kappa m (g + L a'^2 cos a); the sum of Fx = -m x'',
 * and a filter of Fy with a lag of T */
enum { ANGLE, SPEED, SUM, FILTER, BOB };
static const double mass = 3, arm = 1.2, own = 0.4, gravity = 9.81, kappa = 0.3, lag = 0.5;

#define PENDULUM                                                                                   \
  "trammel: 1\n"                                                                                   \
  "gravity: [0, -9.81]\n"                                                                          \
  "planar: true\n"                                                                                 \
  "bodies: {bob: {at: [0, -1.2], mass: 3, inertia: 0.4}}\n"                                        \
  "joints: {pivot: {revolute: [ground, bob], at: [0, 0]}}\n"                                       \
  "variables: {load: fy(pivot), twice: 2*load}\n"                                                  \
  "forces: {drive: {torque: bob, vector: 0.15*twice}}\n"                                           \
  "equations: {sum: {rate: fx(pivot)}}\n"                                                          \
  "transfer_functions: {slow: {input: load, numerator: [1], denominator: [0.5, 1]}}\n"             \
  "outputs: {up: fy(pivot), side: fx(pivot), effort: tz(drive), read: load, all: fm(pivot),\n"     \
  "  held: sum, slowly: slow}\n"

static void loads(const long double *y, long double *out) {
  const long double m = (long double)mass, L = (long double)arm, g = (long double)gravity;
  const long double k = (long double)kappa, J = (long double)own + m * L * L;
  long double s = sinl(y[ANGLE]), c = cosl(y[ANGLE]), w = y[SPEED];
  out[2] = (-m * g * L * s - k * m * (g + L * w * w * c)) / (J + k * m * L * s);
  out[0] = -m * L * (out[2] * c - w * w * s);
  out[1] = -m * (g + L * (out[2] * s + w * w * c));
}

static void bob_rate(long double t, const long double *y, long double *dy) {
  long double load[3];
  (void)t;
  loads(y, load);
  dy[ANGLE] = y[SPEED];
  dy[SPEED] = load[2];
  dy[SUM] = load[0];
  dy[FILTER] = (load[1] - y[FILTER]) / (long double)lag;
}

static struct { long double t, y[BOB]; } bob;

/* from rest, where the filter has the load that is there: -m g, since nothing moves up */
static void bob_begin(void) {
  memset(&bob, 0, sizeof bob);
  bob.y[FILTER] = -(long double)mass * (long double)gravity;
}

static void bob_truth(double t, double *values) {
  long double load[3];
  truth_advance(bob_rate, &bob.t, (long double)t, 0.02L, bob.y, BOB);
  loads(bob.y, load);
  values[0] = (double)bob.y[ANGLE];
  values[1] = (double)bob.y[SPEED];
  for (int i = 0; i < 2; i++) values[2 + i] = (double)load[i];
  values[4] = values[3];
  values[5] = kappa * values[3];
  values[6] = hypot(values[2], values[3]);
  values[7] = (double)bob.y[SUM];
  values[8] = (double)bob.y[FILTER];
}

static const char *const bob_signals[] = {
    "~pivot.angle", "pivot.angle_rate", "side", "up", "read", "effort", "all",
    "held",         "slowly",           NULL};

/* with every formulation, way of elimination and explicit integrator */
static void check_bob(void) {
  static const struct {
    const char *formulation, *solver, *integrator;
    double limit;
  } ways[] = {{"constraint_force", "tree", "dop853", 2e-12},
              {"constraint_force", "schur", "dop853", 2e-12},
              {"projection", NULL, "dop853", 2e-12},
              {"multipliers", NULL, "dop853", 2e-12},
              {"partitioning", NULL, "dop853", 2e-12},
              {"baumgarte", NULL, "dop853", 1e-10},
              {"augmented_lagrangian", NULL, "dopri5", 1e-7},
              {"constraint_force", NULL, "abm", 1e-10},
              {"constraint_force", NULL, "dopri5", 1e-11}};
  double worst = 0;
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    TrmDynamicsOptions o = tight;
    o.formulation = ways[i].formulation;
    o.solver = ways[i].solver;
    o.integrator = ways[i].integrator;
    if (ways[i].limit > 1e-8) o.tolerance = o.absolute_tolerance = 1e-10;
    bob_begin();
    Motion m = motion_begin(PENDULUM, &o);
    double error = motion_follow(&m, bob_signals, bob_truth, 3, 30);
    if (!(error < ways[i].limit))
      fprintf(stderr, "%s %s %s: %.2e\n", ways[i].formulation, ways[i].solver ? ways[i].solver : "",
              ways[i].integrator, error);
    CHECK(error < ways[i].limit);
    if (!i) worst = error;
    motion_end(&m);
  }
  check_figure(GROUP, "pendulum driven by the load on its pivot", "extended precision", worst,
               2e-12);
}

/* the same bits again, and methods that need slopes are refused */
static void check_bits(void) {
  Motion a = motion_begin(PENDULUM, NULL), b = motion_begin(PENDULUM, NULL);
  CHECK(motion_advance(&a, 1) && motion_advance(&b, 1) && a.count == b.count);
  CHECK(memcmp(a.values, b.values, a.count * sizeof *a.values) == 0);
  motion_end(&a);
  motion_end(&b);
  static const char *const implicit[] = {"radau5", "bdf", "gstiff", "hht"};
  for (size_t i = 0; i < sizeof implicit / sizeof *implicit; i++) {
    TrmDynamicsOptions o = {.integrator = implicit[i]};
    Rest r = {.log = trm_log_new()};
    CHECK(trm_model_parse(PENDULUM, strlen(PENDULUM), "model", NULL, 0, r.log, &r.model) == TRM_OK);
    CHECK(trm_system_compile(r.model, r.log, &r.system) == TRM_OK);
    CHECK(trm_analysis_new(r.system, r.log, &r.a) == TRM_OK);
    CHECK(trm_analysis_assemble(r.a, r.log) == TRM_OK);
    CHECK(trm_analysis_begin_dynamics(r.a, &o, r.log) != TRM_OK);
    CHECK(rest_says(&r, "E332", "read accelerations or reactions"));
    rest_end(&r);
  }
}

/* a block on a spring that carries 2 kg of mass by force alone: w^2 = k/(5 + 2); its guide is
 * pressed by that, and damps by what it is pressed with; an accelerometer behind a lag */
static void block_truth(double t, double *values) {
  double w = sqrt(70.0 / 7);
  values[0] = 0.3 * cos(w * t);
  values[1] = -0.3 * w * sin(w * t);
  values[2] = -0.3 * w * w * cos(w * t);
  /* T y' = a - y from a(0) */
  double T = 0.2, a = -0.3 * w * w, c = a / (1 + T * T * w * w);
  values[3] = c * (cos(w * t) + T * w * sin(w * t)) + (a - c) * exp(-t / T);
}

static void check_block(void) {
  static const char *const signals[] = {"block.x", "block.vx", "block.ax", "felt", NULL};
  Motion m = motion_begin("trammel: 1\n"
                          "bodies: {block: {at: [0.3, 0, 0], mass: 5, inertia: [1, 2, 3]}}\n"
                          "joints: {guide: {prismatic: [ground, block], at: [0, 0, 0], axis: x}}\n"
                          "forces:\n"
                          "  carried: {force: block, vector: [-2*kg*accx(block), 0, 0]}\n"
                          "  pull: {force: block, vector: [-70*N/m*dx(block), 0, 0]}\n"
                          "transfer_functions:\n"
                          "  sensor: {input: accx(block), numerator: [1], denominator: [0.2, 1]}\n"
                          "outputs: {felt: sensor}\n",
                          &tight);
  check_figure(GROUP, "block that carries mass by force, with an accelerometer", "closed form",
               motion_follow(&m, signals, block_truth, 4, 40), 1e-12);
  motion_end(&m);
}

/* slides with c N v, N the size of the load on a slope: v = v0 exp(-c g cos b t) - ..., with the
 * slope's pull g sin b */
static void slope_truth(double t, double *values) {
  double b = 0.4, c = 0.3 * gravity * cos(b), end = gravity * sin(b) / c;
  values[0] = end + (2 - end) * exp(-c * t);
  values[1] = 5 * gravity * cos(b);
}

static void check_slope(void) {
  static const char *const signals[] = {"down", "load", NULL};
  Motion m =
      motion_begin("trammel: 1\n"
                   "gravity: [9.81*sin(0.4), 0, -9.81*cos(0.4)]\n"
                   "bodies: {block: {mass: 5, inertia: [1, 2, 3], velocity: [2, 0, 0]}}\n"
                   "joints: {guide: {prismatic: [ground, block], at: [0, 0, 0], axis: x}}\n"
                   "forces: {drag: {force: block, vector: [-0.3*fm(guide)*speed(guide), 0, 0]}}\n"
                   "outputs: {down: speed(guide), load: fm(guide)}\n",
                   &tight);
  check_figure(GROUP, "block on a slope, damped by the size of its load", "closed form",
               motion_follow(&m, signals, slope_truth, 4, 40), 1e-12);
  motion_end(&m);
}

/* a wheel that is braked by 12/N of its load N = m g, which has no value without load: the speed
 * falls evenly */
static void wheel_truth(double t, double *values) {
  double slowed = 12 / (2 * gravity) / 0.5;
  values[0] = 9 - slowed * t;
  values[1] = 9 * t - slowed * t * t / 2;
}

static void check_wheel(void) {
  static const char *const signals[] = {"rotor.wz", "turned", NULL};
  Motion m = motion_begin("trammel: 1\n"
                          "gravity: [0, -9.81, 0]\n"
                          "bodies: {rotor: {mass: 2, inertia: [0.3, 0.4, 0.5], spin: [0, 0, 9]}}\n"
                          "joints: {axle: {revolute: [ground, rotor], at: [0, 0, 0], axis: z}}\n"
                          "forces: {brake: {torque: rotor, vector: [0, 0, -12/fm(axle)]}}\n"
                          "equations: {turned: wz(rotor)}\n",
                          &tight);
  check_figure(GROUP, "wheel braked by what has no value without load", "closed form",
               motion_follow(&m, signals, wheel_truth, 2, 20), 1e-12);
  motion_end(&m);
}

/* the torque of a motion, 0.5 * 10 cos 5t, summed up by an equation; two thirds of it in a torque
 * that helps, so that the motion gives tau = J a - h with h = 2 tau: tau = J a/3 */
static void motor_truth(double t, double *values) {
  values[0] = sin(5 * t) / 3;
  values[1] = 5 * cos(5 * t) / 3;
  values[2] = 10 * cos(5 * t) / 3;
}

static void check_motor(void) {
  static const char *const signals[] = {"total", "tau", "help", NULL};
  Motion m = motion_begin("trammel: 1\n"
                          "bodies:\n"
                          "  rotor: {mass: 2, inertia: [0.3, 0.4, 0.5], spin: [0, 0, 3]}\n"
                          "joints:\n"
                          "  bearing: {revolute: [ground, rotor], at: [0, 0, 0], axis: z}\n"
                          "motions: {drive: {joint: bearing, speed: 3 + 2*sin(5*time)}}\n"
                          "forces: {helper: {torque: rotor, vector: [0, 0, 2*tz(drive)]}}\n"
                          "equations: {sum: {rate: tz(drive)}}\n"
                          "outputs: {total: sum, tau: tz(drive), help: tz(helper)}\n",
                          &tight);
  check_figure(GROUP, "motor that is helped by twice its torque", "closed form",
               motion_follow(&m, signals, motor_truth, 4, 80), 1e-12);
  motion_end(&m);
  /* nothing is free: kinematics has the same torques */
  Rest r = {.log = trm_log_new()};
  static const char text[] =
      "trammel: 1\n"
      "bodies: {rotor: {mass: 2, inertia: [0.3, 0.4, 0.5]}}\n"
      "joints: {bearing: {revolute: [ground, rotor], at: [0, 0, 0], axis: z}}\n"
      "motions: {drive: {joint: bearing, angle: 3*time + 0.4*(1 - cos(5*time))}}\n"
      "forces: {helper: {torque: rotor, vector: [0, 0, 2*tz(drive)]}}\n"
      "outputs: {tau: tz(drive), help: tz(helper)}\n";
  double worst = 0;
  r.status = trm_model_parse(text, strlen(text), "model", NULL, 0, r.log, &r.model);
  if (r.status == TRM_OK) r.status = trm_system_compile(r.model, r.log, &r.system);
  if (r.status == TRM_OK) r.status = trm_analysis_new(r.system, r.log, &r.a);
  if (r.status == TRM_OK) r.status = trm_analysis_assemble(r.a, r.log);
  r.count = r.a ? trm_analysis_signals(r.a) : 0;
  r.values = calloc(r.count + 1, sizeof *r.values);
  for (int i = 0; i <= 20 && r.status == TRM_OK; i++) {
    double t = 0.1 * i, truth[3];
    if (i) r.status = trm_analysis_advance(r.a, t, r.log);
    trm_analysis_values(r.a, r.values);
    motor_truth(t, truth);
    worst = rest_worse(worst, rest_value(&r, "tau") - truth[1]);
    worst = rest_worse(worst, rest_value(&r, "help") - truth[2]);
  }
  CHECK(r.status == TRM_OK);
  if (r.status != TRM_OK) rest_complain(&r);
  check_figure(GROUP, "motor that is helped, in kinematics", "closed form", worst, 1e-12);
  rest_end(&r);
}

/* at rest: m g L sin a = -kappa m g; with the size of the load m g the other way round */
static void check_rest(void) {
  Rest r = rest_of(PENDULUM);
  double worst = rest_worse(rest_value(&r, "pivot.angle") + asin(kappa / arm),
                            rest_value(&r, "slowly") + mass * gravity);
  rest_end(&r);
  r = rest_of("trammel: 1\n"
              "gravity: [0, 0, -9.81]\n"
              "bodies: {bob: {at: [0, 0, -1.2], mass: 3, inertia: [0.4, 0.5, 0.6]}}\n"
              "joints: {pivot: {revolute: [ground, bob], at: [0, 0, 0], axis: x}}\n"
              "variables: {load: fm(pivot)}\n"
              "forces: {drive: {torque: bob, vector: [0.3*load, 0, 0]}}\n");
  worst = rest_worse(worst, rest_value(&r, "pivot.angle") - asin(kappa / arm));
  rest_end(&r);
  check_figure(GROUP, "pendulum at rest under the load on its pivot", "closed form", worst, 1e-12);
}

/* about that rest, with c = cos a0: J* x'' = -m g L c x, J* = J + kappa m L sin a0; all that is
 * read goes with x'' */
static void check_linear(void) {
  Linear m = linear_of(PENDULUM "simulate: [{linearize: {states: pivot,\n"
                                "  outputs: [side, up, effort, all]}}]\n",
                       LINEAR_AT_REST);
  double a0 = -asin(kappa / arm), c = cos(a0), s = sin(a0);
  double J = own + mass * arm * arm + kappa * mass * arm * s, k = -mass * gravity * arm * c / J;
  double side = -mass * arm * c * k, up = -mass * arm * s * k;
  const double A[16] = {0, 1, 0, 0, k, 0, 0, 0, side, 0, 0, 0, up, 0, 0, -1 / lag};
  const double C[16] = {side, 0, 0, 0, up, 0, 0, 0, kappa * up, 0, 0, 0, -up, 0, 0, 0};
  CHECK(m.l.order == 4 && m.l.outputs == 4);
  if (m.l.order == 4 && m.l.outputs == 4) {
    /* the filter's own state is scaled: its output is it over the lag */
    double found[16];
    memcpy(found, m.l.A, sizeof found);
    found[12] *= up / (found[12] != 0 ? found[12] : 1);
    check_figure(GROUP, "pendulum under the load on its pivot: A", "closed form",
                 linear_apart(found, A, 16), 1e-10);
    check_figure(GROUP, "pendulum under the load on its pivot: C", "closed form",
                 linear_apart(m.l.C, C, 16), 1e-10);
  }
  linear_end(&m);
}

int main(void) {
  check_bob();
  check_bits();
  check_block();
  check_slope();
  check_wheel();
  check_motor();
  check_rest();
  check_linear();
  return check_done();
}
