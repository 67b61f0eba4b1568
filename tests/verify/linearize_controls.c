/* SPDX-License-Identifier: Apache-2.0
 *
 * Inputs, outputs and controls in linear models, against closed forms: a cart and pole with A, B,
 * C, D, zeros and response; a pendulum held by a PID controller; a motion as an input; a rolling
 * hoop and a sled, whose constraints are of velocities.
 */
#include "linear.h"

#define GROUP "linear models"
#define LIMIT 1e-10

#define CART                                                                                       \
  "trammel: 1\n"                                                                                   \
  "gravity: [0, -9.81]\n"                                                                          \
  "planar: true\n"                                                                                 \
  "parameters: {half: 0.5, load: half*2, idle: 3}\n"                                               \
  "bodies:\n"                                                                                      \
  "  cart: {at: [0, 0], mass: 4, inertia: 0.1}\n"                                                  \
  "  pole: {at: [0, 0.5], mass: 1.5, inertia: 0.2}\n"                                              \
  "joints:\n"                                                                                      \
  "  rail: {prismatic: [ground, cart], at: [0, 0], axis: x}\n"                                     \
  "  pin: {revolute: [cart, pole], at: [0, 0]}\n"                                                  \
  "variables: {push: 0}\n"                                                                         \
  "forces:\n"                                                                                      \
  "  motor: {force: cart, vector: [push + 3*(load - 1), 0]}\n"                                     \
  "  line: {actuator: [ground, pole], from: [-1, 1], to: [0, 1], force: 0}\n"                      \
  "  wind: {force: pole, at: [0, 1], vector: [0, 0]}\n"                                            \
  "outputs:\n"                                                                                     \
  "  tip: dx(pole) - 0.5*sin(angle(pin))\n"                                                        \
  "  pull: fx(pin)\n"                                                                              \
  "  moved: accx(cart)\n"                                                                          \
  "  cable: fm(line)\n"                                                                            \
  "  speed: vx(pole)\n"                                                                            \
  "  still: time\n"                                                                                \
  "  part: e0(pole)\n"

/* M = [mc + mp, -mp a; -mp a, I + mp a^2], K = [0, 0; 0, -mp g a] */
typedef struct Cart {
  double inverse[4], A[16], B[4][2];
} Cart;

static Cart cart(void) {
  const double mc = 4, mp = 1.5, a = 0.5, J = 0.2, g = 9.81;
  double M[4] = {mc + mp, -mp * a, -mp * a, J + mp * a * a}, det = M[0] * M[3] - M[1] * M[2];
  Cart c = {.inverse = {M[3] / det, -M[1] / det, -M[2] / det, M[0] / det}};
  c.A[2] = c.A[7] = 1;
  c.A[9] = c.inverse[1] * mp * g * a;
  c.A[13] = c.inverse[3] * mp * g * a;
  return c;
}

/* by generalised forces: the push is (1, 0), three of it per load and six per half; the line pulls
 * the tip to the left, (-1, 1); the wind pushes it to the right and up */
static void check_cart(void) {
  Linear m = linear_of(CART "simulate: [{linearize: {states: [rail, pin],\n"
                            "  inputs: [push, load, half, line, wind],\n"
                            "  outputs: [tip, pull, moved, speed]}}]\n",
                       LINEAR_ASSEMBLED);
  static const double force[6][2] = {{1, 0}, {3, 0}, {6, 0}, {-1, 1}, {1, -1}, {0, 0}};
  static const char *const names[] = {"push", "load", "half", "line", "wind.fx", "wind.fy"};
  const Cart c = cart();
  double B[4 * 6] = {0}, C[4 * 4] = {0}, D[4 * 6] = {0};
  CHECK(m.l.order == 4 && m.l.inputs == 6 && m.l.outputs == 4);
  if (m.l.order != 4 || m.l.inputs != 6 || m.l.outputs != 4) return;
  for (size_t k = 0; k < 6; k++) {
    size_t j = 0;
    while (j < 5 && strcmp(trm_linear_input(m.r.a, j, NULL), names[k]) != 0) j++;
    CHECK_TEXT(trm_linear_input(m.r.a, j, NULL), names[k]);
    for (int i = 0; i < 2; i++)
      B[(2 + i) * 6 + (int)j] = c.inverse[2 * i] * force[k][0] + c.inverse[2 * i + 1] * force[k][1];
    /* the pin pulls the cart with what its acceleration needs beside the push */
    D[6 + j] = 4 * B[2 * 6 + j] - (k < 3 ? force[k][0] : 0);
    D[12 + j] = B[2 * 6 + j];
  }
  C[0] = 1, C[1] = -1;
  C[4 + 1] = 4 * c.A[9];
  C[8 + 1] = c.A[9];
  C[12 + 2] = 1, C[12 + 3] = -0.5;
  double worst = rest_worse(linear_apart(m.l.A, c.A, 16), linear_apart(m.l.B, B, 24));
  check_figure(GROUP, "cart and pole: A, B", "closed form", worst, LIMIT);
  worst = rest_worse(linear_apart(m.l.C, C, 16), linear_apart(m.l.D, D, 24));
  check_figure(GROUP, "cart and pole: C, D of a place, reaction, acceleration, speed",
               "closed form", worst, LIMIT);
  linear_end(&m);
}

/* the tip by the push, (J + mp a^2 - 2 a mp a) s^2 - mp g a over the determinant */
static void check_response(void) {
  Linear m = linear_of(CART "simulate: [{linearize: {states: [rail, pin], inputs: push,\n"
                            "  outputs: [tip, moved]}}]\n",
                       LINEAR_ASSEMBLED);
  const double J = 0.2 + 1.5 * 0.25, ma = 1.5 * 0.5, mga = 1.5 * 9.81 * 0.5, all = 5.5;
  double re[4], im[4], out[4], worst = 0;
  size_t count = 0;
  CHECK(m.l.order == 4 && trm_analysis_zeros(m.r.a, 0, 0, re, im, &count) == TRM_OK);
  /* a numerator J s^2 - mga of the place, less ma s^2 of the angle */
  double square = mga / (J - ma);
  CHECK(count == 2);
  for (size_t k = 0; k < count; k++)
    worst = rest_worse(worst, cabs(cpow(re[k] + LINEAR_I * im[k], 2) - square) / fabs(square));
  check_figure(GROUP, "cart and pole: zeros of the tip by the push", "closed form", worst, LIMIT);
  /* the acceleration itself: two at rest, two where the pole hangs on a fixed cart's acceleration
   */
  CHECK(trm_analysis_zeros(m.r.a, 1, 0, re, im, &count) == TRM_OK && count == 4);
  worst = 0;
  for (int k = 0; k < 5; k++) {
    double hz = 0.1 * pow(4, k), w = 2 * acos(-1) * hz;
    double s2 = -w * w, det = (all * J - ma * ma) * s2 * s2 - all * mga * s2;
    CHECK(trm_analysis_response(m.r.a, hz, out) == TRM_OK);
    double expected = ((J - ma) * s2 - mga) / det;
    worst = rest_worse(worst, hypot(out[0] - expected, out[1]) / fabs(expected));
  }
  check_figure(GROUP, "cart and pole: response of the tip", "closed form", worst, LIMIT);
  /* it rolls away from a constant push: no gain at rest */
  CHECK(trm_analysis_gain(m.r.a, out) == TRM_FAILED);
  linear_end(&m);
}

/* J t'' - m g a t = u, u = -(kp e + ki z + kd d), z' = e, and d the filtered rate of e by a
 * transfer function s/(1 + T s): J T s^4 + J s^3 + ... by hand */
static void check_pid(void) {
  Linear m =
      linear_of("trammel: 1\n"
                "gravity: [0, -9.81]\n"
                "planar: true\n"
                "parameters: {kp: 30, ki: 12, kd: 6, T: 0.02}\n"
                "bodies: {pole: {at: [0, 0.5], mass: 1.5, inertia: 0.2}}\n"
                "joints: {pin: {revolute: [ground, pole], at: [0, 0]}}\n"
                "variables: {error: angle(pin) - wanted, wanted: 0}\n"
                "equations: {sum: {rate: error, initial: 0}}\n"
                "transfer_functions:\n"
                "  slope: {input: error, numerator: [1, 0], denominator: [0.02, 1]}\n"
                "forces: {motor: {torque: pole, vector: -(kp*error + ki*sum + kd*slope)}}\n"
                "outputs: {at: angle(pin), effort: tz(motor)}\n"
                "simulate: [{linearize: {states: pin, inputs: wanted, outputs: [at, effort]}}]\n",
                LINEAR_ASSEMBLED);
  const double J = 0.2 + 1.5 * 0.25, k = 1.5 * 9.81 * 0.5, kp = 30, ki = 12, kd = 6, T = 0.02;
  /* (J s^2 - k) s (1 + T s) + (kp s + ki)(1 + T s) + kd s^2 = 0 */
  const double p[5] = {ki, kp + ki * T - k, kp * T + kd - k * T, J, J * T};
  double worst = 0, gain[2] = {0}, size = -HUGE_VAL;
  CHECK(m.l.order == 4 && m.l.states == 2);
  for (size_t i = 0; i < m.l.order; i++) {
    double complex s = m.l.re[i] + LINEAR_I * m.l.im[i], sum = 0;
    double scale = 0;
    for (int n = 4; n >= 0; n--) sum = sum * s + p[n], scale = scale * cabs(s) + fabs(p[n]);
    worst = rest_worse(worst, cabs(sum) / scale);
    size = fmax(size, m.l.re[i]);
  }
  check_figure(GROUP, "pendulum held by a PID controller: poles", "characteristic polynomial",
               worst, LIMIT);
  CHECK(size < 0);
  /* the integral leaves nothing: at = wanted, and no effort but against the weight */
  CHECK(trm_analysis_gain(m.r.a, gain) == TRM_OK);
  check_figure(GROUP, "pendulum held by a PID controller: gain at rest", "1 and -m g a",
               rest_worse(gain[0] - 1, gain[1] / k + 1), LIMIT);
  linear_end(&m);
}

#define LOOP                                                                                       \
  "trammel: 1\n"                                                                                   \
  "gravity: [0, -9.81]\n"                                                                          \
  "planar: true\n"                                                                                 \
  "bodies: {bob: {at: [0, -1.2], mass: 3, inertia: 0.4}}\n"                                        \
  "joints: {pivot: {revolute: [ground, bob], at: [0, 0]}}\n"                                       \
  "variables: {effort: push - held, held: 2*f + soft, push: 5}\n"                                  \
  "equations: {soft: {residual: 0.2*dif1(soft) + soft + 0.5*soft^3 - 2*angle(pivot)}}\n"           \
  "state_spaces:\n"                                                                                \
  "  f: {inputs: [angle(pivot), wz(bob)], a: [[-3, 1], [0, -5]], b: [[1, 0], [0.5, 2]],\n"         \
  "      c: [[4, -1]], d: [[0.3, 0.7]]}\n"                                                         \
  "forces: {motor: {torque: bob, vector: effort}}\n"

/* at rest s + s^3/2 = 2 t, x2 = t/10, x1 = (x2 + t)/3, f = 4 x1 - x2 + 0.3 t */
static long double loop_rest(long double s) {
  long double t = (s + s * s * s / 2) / 2, x2 = t / 10, x1 = (x2 + t) / 3;
  return -3 * 9.81L * 1.2L * sinl(t) + 5 - 2 * (4 * x1 - x2 + 0.3L * t) - s;
}

/* an implicit equation and a state space in the loop, at the rest that both lead to */
static void check_loop(void) {
  Linear m = linear_of(LOOP "simulate: [{linearize: {states: pivot, inputs: push,\n"
                            "  outputs: [effort, held]}}]\n",
                       LINEAR_AT_REST);
  const double s0 = (double)rest_root(loop_rest, 0, 1), t0 = (s0 + s0 * s0 * s0 / 2) / 2;
  const double J = 0.4 + 3 * 1.2 * 1.2, k = 3 * 9.81 * 1.2 * cos(t0);
  const double held[5] = {0.6, 1.4, 1, 8, -2};
  double A[25] = {0, 1}, C[10], D[2] = {1, 0}, B[5] = {0, 1 / J};
  for (int i = 0; i < 5; i++) A[5 + i] = -(held[i] + (i ? 0 : k)) / J, C[i] = -held[i];
  memcpy(C + 5, held, sizeof held);
  A[10] = 2 / 0.2, A[12] = -(1 + 1.5 * s0 * s0) / 0.2;
  A[15] = 1, A[18] = -3, A[19] = 1;
  A[20] = 0.5, A[21] = 2, A[24] = -5;
  CHECK(m.l.order == 5 && m.l.inputs == 1 && m.l.outputs == 2);
  if (m.l.order == 5 && m.l.inputs == 1 && m.l.outputs == 2) {
    CHECK_TEXT(m.l.names[2], "soft");
    CHECK_TEXT(m.l.names[4], "f.2");
    double worst = rest_worse(linear_apart(m.l.A, A, 25), linear_apart(m.l.B, B, 5));
    worst = rest_worse(worst, linear_apart(m.l.C, C, 10));
    worst = rest_worse(worst, linear_apart(m.l.D, D, 2));
    check_figure(GROUP, "implicit equation and state space in a loop at rest: A, B, C, D",
                 "closed form", worst, LIMIT);
  }
  linear_end(&m);
  Rest r = rest_of(LOOP "outputs: {angle_now: angle(pivot), soft_now: soft, f_now: f}\n");
  double x2 = t0 / 10, x1 = (x2 + t0) / 3;
  double worst = rest_worse(rest_value(&r, "angle_now") - t0, rest_value(&r, "soft_now") - s0);
  worst = rest_worse(worst, rest_value(&r, "f_now") - (4 * x1 - x2 + 0.3 * t0));
  check_figure("statics", "implicit equation and state space in a loop at rest", "closed form",
               worst, 1e-12);
  rest_end(&r);
}

/* the rail is moved: its acceleration is the input, its place and speed are states, and the pole
 * follows, (J) t'' = m a s'' + m g a t */
static void check_motion(void) {
  Linear m = linear_of(CART "motions: {drive: {joint: rail, displacement: 0.1*sin(time)}}\n"
                            "simulate: [{linearize: {states: pin, inputs: drive,\n"
                            "  outputs: [tip, moved]}}]\n",
                       LINEAR_ASSEMBLED);
  const double J = 0.2 + 1.5 * 0.25;
  double A[16] = {0}, B[4] = {0, 0, 1, 1.5 * 0.5 / J}, C[8] = {1, -1}, D[2] = {0, 1};
  A[2] = A[7] = 1;
  A[13] = 1.5 * 9.81 * 0.5 / J;
  CHECK(m.l.order == 4 && m.l.inputs == 1);
  if (m.l.order == 4 && m.l.inputs == 1) {
    CHECK_TEXT(m.l.names[0], "drive");
    CHECK_TEXT(trm_linear_input(m.r.a, 0, NULL), "drive.acceleration");
    double worst = rest_worse(linear_apart(m.l.A, A, 16), linear_apart(m.l.B, B, 4));
    worst = rest_worse(worst, linear_apart(m.l.C, C, 8));
    worst = rest_worse(worst, linear_apart(m.l.D, D, 2));
    check_figure(GROUP, "motion as an input: A, B, C, D", "closed form", worst, LIMIT);
  }
  linear_end(&m);
}

/* upright and rolling: leaning and turning go as (A + m r^2) t'' = (m g r - (C + m r^2) C w^2/A) t,
 * all else is neutral; it is stable above w^2 = A m g r/(C (C + m r^2)) */
static void check_hoop(void) {
  const double m = 2, r = 0.4, A = m * r * r / 2, C = m * r * r, g = 9.81;
  double limit = sqrt(A * m * g * r / (C * (C + m * r * r))), worst = 0, still = 0;
  for (int k = 0; k < 3; k++) {
    char set[40];
    double w = limit * (0.5 + 0.7 * k);
    snprintf(set, sizeof set, "%.17g", w);
    TrmSetting setting = {"rate", set};
    Linear h = {.r = {.log = trm_log_new()}};
    Rest *x = &h.r;
    x->status = trm_model_read("examples/hoop.yaml", &setting, 1, x->log, &x->model);
    if (x->status == TRM_OK) x->status = trm_system_compile(x->model, x->log, &x->system);
    if (x->status == TRM_OK) x->status = trm_analysis_new(x->system, x->log, &x->a);
    if (x->status == TRM_OK) x->status = trm_analysis_assemble(x->a, x->log);
    if (x->status == TRM_OK) x->status = trm_analysis_linearize(x->a, -1, x->log);
    CHECK(x->status == TRM_OK);
    if (x->status != TRM_OK) rest_complain(x);
    if (x->a) trm_analysis_linear(x->a, &h.l);
    CHECK(h.l.positions == 5 && h.l.rates == 3);
    double square = (m * g * r - (C + m * r * r) * C * w * w / A) / (A + m * r * r);
    /* both by the nearest; the six that are neutral come in chains, which rounding pulls apart */
    double complex value = csqrt(square), found;
    for (int sign = 0; sign < 2; sign++, value = -value) {
      double least = HUGE_VAL;
      for (size_t i = 0; i < h.l.order; i++) {
        found = h.l.re[i] + LINEAR_I * h.l.im[i];
        least = fmin(least, cabs(found - value));
      }
      worst = rest_worse(worst, least / cabs(value));
    }
    for (size_t i = 0; i < 6 && i < h.l.order; i++)
      still = rest_worse(still, hypot(h.l.re[i], h.l.im[i]) / cabs(value));
    linear_end(&h);
  }
  check_figure(GROUP, "rolling hoop below and above its stable speed", "closed form", worst, LIMIT);
  check_figure(GROUP, "rolling hoop: what is neutral", "0", still, 1e-6);
}

/* a sled whose runner is a distance d behind the centre: with forward speed u the yaw rate goes as
 * w' = -m u d/(J + m d^2) w, so that it is stable where d > 0 */
static void check_sled(void) {
  const double m = 70, d = 0.3, J = 5, u = 4;
  Linear s = linear_of(
      "trammel: 1\n"
      "planar: true\n"
      "bodies:\n"
      "  sled: {mass: 70, inertia: 5, velocity: [4, 0], markers: {edge: {at: [-0.3, 0]}}}\n"
      "constraints:\n"
      "  runner: {nonholonomic: 'vy(sled.edge)*cos(az(sled)) - vx(sled.edge)*sin(az(sled))'}\n",
      LINEAR_ASSEMBLED);
  double complex value[5] = {-m * u * d / (J + m * d * d)};
  CHECK(s.l.positions == 3 && s.l.rates == 2);
  check_figure(GROUP, "sled on a runner behind its centre", "closed form",
               linear_values(&s, value, 5), LIMIT);
  linear_end(&s);
}

/* parameters that are made of each other twice over, sixty deep: each is asked once */
static void check_depth(void) {
  char text[4000];
  size_t used =
      (size_t)snprintf(text, sizeof text, "trammel: 1\nplanar: true\nparameters:\n  p0: 1\n");
  for (int i = 1; i <= 60; i++)
    used += (size_t)snprintf(text + used, sizeof text - used, "  p%d: (p%d + p%d)/2\n", i, i - 1,
                             i - 1);
  snprintf(text + used, sizeof text - used,
           "bodies: {a: {mass: 4, inertia: 1}}\n"
           "forces: {f: {force: a, vector: [p60, 0]}}\n"
           "simulate: [{linearize: {inputs: p0}}]\n");
  Linear m = linear_of(text, LINEAR_ASSEMBLED);
  CHECK(m.l.order == 6 && m.l.inputs == 1);
  if (m.l.order == 6 && m.l.inputs == 1) CHECK_NEAR(m.l.B[3], 0.25, 1e-15);
  linear_end(&m);
}

/* what cannot be an input or output, and what moves nothing */
static void check_refused(void) {
  Linear m = linear_try(CART "simulate: [{linearize: {inputs: idle}}]\n", LINEAR_ASSEMBLED);
  CHECK(m.r.status == TRM_FAILED && rest_says(&m.r, "E395", "depends on input 'idle'"));
  linear_end(&m);
  m = linear_of(CART "simulate: [{linearize: {outputs: still}}]\n", LINEAR_ASSEMBLED);
  CHECK(rest_says(&m.r, "W396", "'still' depends on nothing that moves"));
  linear_end(&m);
  m = linear_try(CART "simulate: [{linearize: {outputs: part}}]\n", LINEAR_ASSEMBLED);
  CHECK(m.r.status == TRM_FAILED && rest_says(&m.r, "E398", "depends on e0(pole)"));
  linear_end(&m);
  /* without a linear model these stay what they are */
  m = linear_of(CART, LINEAR_ASSEMBLED);
  CHECK(m.l.inputs == 0 && m.l.outputs == 0);
  linear_end(&m);
}

int main(void) {
  check_cart();
  check_response();
  check_pid();
  check_loop();
  check_motion();
  check_hoop();
  check_sled();
  check_depth();
  check_refused();
  return check_done();
}
