/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces and states against closed forms: springs and their energies, torsion through full turns,
 * the tip of a cantilever, drag and lift, steps of transfer functions, implicit equations, states
 * at rest, switching functions.
 */
#include "unit/system_forces_fixture.h"

static const double pi = 3.14159265358979323846;

#define MODEL                                                                                      \
  "trammel: 1\ngravity: [0, 0, -9.81]\n"                                                           \
  "bodies:\n  a: {mass: 2, inertia: [1, 1, 1]}\n"                                                  \
  "  b: {at: [1, 0, 0], mass: 3, inertia: [1, 1, 1]}\n"

static int start(Bench *b, const char *text) {
  static const Case it = {NULL, "values", NULL, 0, 0};
  return open_bench(b, &it, text);
}

static TrmForceReport report(Bench *b, size_t element) {
  TrmForceReport r;
  trm_forces_evaluate(b->eq, b->state, NULL);
  trm_forces_report(b->eq, b->state, element, &r);
  return r;
}

static void turn(Bench *b, size_t body, double x, double y, double z) {
  double theta[3] = {x, y, z};
  trm_rotation_exp(theta, b->state->body[body].R);
}

static void check_gravity(void) {
  static Bench b;
  double Q[MOST];
  if (!start(&b, MODEL)) return;
  trm_forces_evaluate(b.eq, b.state, Q);
  for (size_t k = 0; k < b.n; k++) CHECK_NEAR(Q[k], k == 2 ? -19.62 : k == 8 ? -29.43 : 0, 1e-15);
  close_bench(&b);
}

/* tension 5 (l - 1) + 0.5 l' + 2 */
static void check_spring(void) {
  static Bench b;
  TrmForceEnergy energy;
  if (!start(&b,
             MODEL "forces:\n  f: {spring: [a, b], from: [0, 0, 0], to: [1, 0, 0], k: 5, c: 0.5, "
                   "preload: 2, length: 1}\n"))
    return;
  memcpy(b.state->body[1].r, (double[3]){3, 4, 0}, sizeof b.state->body[1].r);
  memcpy(b.state->body[1].v, (double[3]){0, 10, 7}, sizeof b.state->body[1].v);
  TrmForceReport r = report(&b, 0);
  double tension = 5 * 4 + 0.5 * 8 + 2;
  CHECK(r.has_line);
  CHECK_NEAR(r.length, 5, 1e-15);
  CHECK_NEAR(r.speed, 8, 1e-15);
  CHECK_NEAR(r.tension, tension, 1e-15);
  CHECK_NEAR(r.force[0], 0.6 * tension, 1e-15);
  CHECK_NEAR(r.force[1], 0.8 * tension, 1e-15);
  trm_forces_energy(b.eq, b.state, &energy);
  CHECK_NEAR(energy.potential, 5 * 16 / 2.0 + 2 * 4, 1e-15);
  CHECK_NEAR(energy.dissipation, -0.5 * 64, 1e-15);
  CHECK_NEAR(energy.power, -0.5 * 64, 1e-14);
  close_bench(&b);
}

/* a spring of no free length has a slope even where it has no length */
static double stiffness;
static void add_first(void *context, size_t row, size_t column, double value) {
  (void)context;
  if (row == 0 && column == 0) stiffness += value;
}

static void check_no_length(void) {
  static Bench b;
  TrmForceSlopes slopes = {.force_by_position = add_first};
  if (!start(&b, MODEL "forces:\n  f: {spring: [ground, a], from: [0, 0, 0], to: [0, 0, 0], k: 5, "
                       "length: 0}\n"))
    return;
  trm_forces_slopes(b.eq, b.state, &slopes);
  CHECK_NEAR(stiffness, -5, 1e-15);
  close_bench(&b);
}

/* three turns and a bit, and back beyond zero: the angle is counted all the way */
static void check_torsion(void) {
  static Bench b;
  TrmForceReport r;
  TrmForceEnergy energy;
  if (!start(&b,
             MODEL "joints:\n  h: {revolute: [a, b], at: [0, 0, 0], axis: z}\n"
                   "forces:\n  f: {torsion_spring: h, k: 2, c: 0.3, angle: 0.5, preload: 0.1}\n"))
    return;
  double angle = 0;
  for (; angle < 6 * pi + 1; angle += 0.4) {
    turn(&b, 1, 0, 0, angle);
    b.state->body[1].w[2] = 3;
    r = report(&b, 0);
    CHECK_NEAR(r.length, angle, 1e-14);
    CHECK_NEAR(r.speed, 3, 1e-14);
    CHECK_NEAR(r.tension, -2 * (angle - 0.5) - 0.9 + 0.1, 1e-13);
    CHECK_NEAR(r.torque[2], -r.tension, 1e-14);
    trm_state_accept(b.eq, b.state);
  }
  trm_forces_energy(b.eq, b.state, &energy);
  CHECK_NEAR(energy.potential, pow(r.length - 0.5, 2) - 0.1 * (r.length - 0.5), 1e-13);
  for (; angle > -9; angle -= 0.4) {
    turn(&b, 1, 0, 0, angle);
    r = report(&b, 0);
    CHECK_NEAR(r.length, angle, 1e-14);
    trm_state_accept(b.eq, b.state);
  }
  close_bench(&b);
}

/* a cantilever from ground to b with a load on its tip: v = P L^3/3EI + shear P L/GA,
 * slope P L^2/2EI; torsion T L/GI; stretch P L/EA */
static void check_cantilever(void) {
  static Bench b;
  const double L = 2, E = 7, G = 3, A = 0.5, ixx = 0.2, iyy = 0.3, izz = 0.4, asy = 1.2, asz = 1.5;
  const double P = 1e-3;
  if (!start(&b,
             MODEL "forces:\n  f: {beam: [ground, b], from: [-1, 0, 0], to: [1, 0, 0], area: 0.5, "
                   "ixx: 0.2, iyy: 0.3, izz: 0.4, e: 7, g: 3, asy: 1.2, asz: 1.5}\n"))
    return;
  TrmBodyMotion *tip = &b.state->body[1];
  double shape[4][3] = {
      {P * L * L * L / (3 * E * izz) + asy * P * L / (G * A), P * L * L / (2 * E * izz), P},
      {P * L * L * L / (3 * E * iyy) + asz * P * L / (G * A), -P * L * L / (2 * E * iyy), P},
      {P * L / (E * A), 0, P},
      {0, P * L / (G * ixx), 0}};
  for (int k = 0; k < 4; k++) {
    static const int along[4] = {1, 2, 0, 0}, about[4] = {2, 1, 0, 0};
    double Q[MOST], theta[3] = {0, 0, 0}, worst = 0;
    memcpy(tip->r, (double[3]){1, 0, 0}, sizeof tip->r);
    tip->r[along[k]] += shape[k][0];
    theta[about[k]] = shape[k][1];
    turn(&b, 1, theta[0], theta[1], theta[2]);
    trm_forces_evaluate(b.eq, b.state, Q);
    Q[8] += 29.43;
    /* the tip pushes back with the load alone */
    for (int i = 0; i < 6; i++) {
      double load = i == along[k] ? -shape[k][2] : 0;
      if (k == 3 && i == 3) load = -P;
      worst = fmax(worst, fabs(Q[6 + i] - load));
    }
    check_figure("forces",
                 k == 3   ? "beam: twist of a shaft"
                 : k == 2 ? "beam: stretch"
                 : k      ? "beam: tip of a cantilever, z"
                          : "beam: tip of a cantilever, y",
                 "Timoshenko's closed form", worst / P, 1e-11);
    /* and the root bears load and moment */
    TrmForceReport r = report(&b, 0);
    if (k == 0) CHECK_NEAR(r.force[1] / P, 1, 1e-12);
    if (k == 0) CHECK_NEAR(r.torque[2] / P, L, 1e-12);
    if (k == 1) CHECK_NEAR(r.torque[1] / P, -L, 1e-12);
  }
  close_bench(&b);
}

static void check_bushing(void) {
  static Bench b;
  TrmForceEnergy energy;
  if (!start(&b,
             MODEL "forces:\n  f: {bushing: [b, ground], at: [1, 0, 0], orient: {z: x, x: y}, k: "
                   "[1, 2, 3], kt: [4, 5, 6], c: 0.5, preload: [0, 0, 0, 0, 0, 0.25]}\n"))
    return;
  /* bushing x is ground's y, y is ground's z, z is ground's x */
  memcpy(b.state->body[1].r, (double[3]){1.1, 0.2, 0.3}, sizeof b.state->body[1].r);
  memcpy(b.state->body[1].v, (double[3]){0.1, 0, 0}, sizeof b.state->body[1].v);
  turn(&b, 1, 0.3, 0, 0);
  TrmForceReport r = report(&b, 0);
  CHECK_NEAR(r.force[0], -3 * 0.1 - 0.5 * 0.1, 1e-15);
  CHECK_NEAR(r.force[1], -1 * 0.2, 1e-15);
  CHECK_NEAR(r.force[2], -2 * 0.3, 1e-15);
  CHECK_NEAR(r.torque[0], -6 * 0.3 + 0.25, 1e-15);
  CHECK_NEAR(r.torque[1], 0, 1e-15);
  trm_forces_energy(b.eq, b.state, &energy);
  CHECK_NEAR(energy.potential, (3 * 0.01 + 0.04 + 2 * 0.09 + 6 * 0.09) / 2 - 0.25 * 0.3, 1e-15);
  CHECK_NEAR(energy.dissipation, -0.5 * 0.01, 1e-15);
  close_bench(&b);
}

static void check_aero(void) {
  static Bench b;
  if (!start(&b,
             MODEL "forces:\n  f: {aero: b, area: 0.2, drag: 0.5, lift: 1.5, up: z, wind: [-3, 1, "
                   "0], density: 1.2}\n"))
    return;
  memcpy(b.state->body[1].v, (double[3]){20, 0, 8}, sizeof b.state->body[1].v);
  double v[3] = {23, -1, 8}, speed = sqrt(23 * 23 + 1 + 64), half = 0.5 * 1.2 * 0.2;
  TrmForceReport r = report(&b, 0);
  /* z less its part along the wind */
  double up[3] = {-8 * 23 / (speed * speed), 8 / (speed * speed), 1 - 64 / (speed * speed)};
  double size = sqrt(trm_vec3_dot(up, up)), worst = 0;
  for (int k = 0; k < 3; k++) {
    double expected = -0.5 * half * speed * v[k] + 1.5 * half * speed * speed * up[k] / size;
    worst = fmax(worst, fabs(r.force[k] - expected));
  }
  check_figure("forces", "aero: drag and lift", "closed form", worst, 1e-13);
  /* still air, at rest: nothing, and no division by zero */
  memcpy(b.state->body[1].v, (double[3]){-3, 1, 0}, sizeof b.state->body[1].v);
  r = report(&b, 0);
  for (int k = 0; k < 3; k++) CHECK(r.force[k] == 0);
  close_bench(&b);
}

/* one step of Runge and Kutta over the states alone */
static void step(Bench *b, double h) {
  size_t n = b->eq->state_count;
  double start_z[8], rate[4][8];
  memcpy(start_z, b->state->z, n * sizeof *start_z);
  for (int k = 0; k < 4; k++) {
    double part = k == 0 ? 0 : k == 3 ? h : h / 2;
    for (size_t i = 0; i < n && k; i++) b->state->z[i] = start_z[i] + part * rate[k - 1][i];
    trm_forces_evaluate(b->eq, b->state, NULL);
    trm_states_rate(b->eq, b->state, rate[k]);
  }
  for (size_t i = 0; i < n; i++)
    b->state->z[i] =
        start_z[i] + h / 6 * (rate[0][i] + 2 * rate[1][i] + 2 * rate[2][i] + rate[3][i]);
  b->state->time += h;
}

/* (2 s + 3)/(s^2 + 3 s + 2) answers a step with 3/2 - e^-t - e^-2t/2, (s + 2)/(s + 1) with
 * 2 - e^-t, in seconds and in milliseconds */
static void check_steps(void) {
  static const char *const texts[] = {
      "trammel: 1\nbodies: {a: {}}\ntransfer_functions:\n"
      "  two: {input: 1, numerator: [2, 3], denominator: [1, 3, 2], initial: [0, 0]}\n"
      "  one: {input: 1, numerator: [0, 1, 2], denominator: [1, 1], initial: [0]}\n"
      "  gain: {input: 3, numerator: [4], denominator: [2]}\n",
      "trammel: 1\nunits: {time: ms}\nbodies: {a: {}}\ntransfer_functions:\n"
      "  two: {input: 1, numerator: [2*s, 3], denominator: [1*s^2, 3*s, 2], initial: [0, 0]}\n"
      "  one: {input: 1, numerator: [1*s, 2], denominator: [1*s, 1], initial: [0]}\n"
      "  gain: {input: 3, numerator: [4], denominator: [2]}\n",
      "trammel: 1\nbodies: {a: {}}\nstate_spaces:\n"
      "  two: {inputs: [1, 2], a: [[-1, 0], [0, -2]], b: [[1, 0], [0, 1]], c: [[1, 0.5]]}\n"
      "  one: {inputs: 1, a: [[-1]], b: [[1]], c: [[1]], d: [[1]]}\n"
      "equations: {gain: {rate: 0, initial: 6}}\n"};
  for (int k = 0; k < 3; k++) {
    static Bench b;
    double worst = 0, t = 0;
    if (!start(&b, texts[k])) continue;
    size_t first = k == 2 ? 1 : 0;
    for (int i = 0; i < 2000; i++) {
      step(&b, 1e-3);
      t += 1e-3;
      trm_forces_evaluate(b.eq, b.state, NULL);
      double two = trm_states_value(b.eq, b.state, first);
      double one = trm_states_value(b.eq, b.state, first + 1);
      worst = fmax(worst, fabs(two - (1.5 - exp(-t) - exp(-2 * t) / 2)));
      worst = fmax(worst, fabs(one - (2 - exp(-t))));
    }
    CHECK_TEXT(trm_states_name(b.eq, first), "two");
    CHECK_NEAR(trm_states_value(b.eq, b.state, k == 2 ? 0 : 2), 6, 1e-15);
    check_figure("forces",
                 k == 2 ? "state space: step"
                 : k    ? "transfer function: step in ms"
                        : "transfer function: step",
                 "partial fractions", worst, 1e-13);
    close_bench(&b);
  }
}

/* at rest with the first input, through feedback and one filter behind the other */
static void check_rest(void) {
  static Bench b;
  double rate[8];
  if (!start(&b,
             MODEL "transfer_functions:\n"
                   "  last: {input: 2*loop, numerator: [1, 5], denominator: [2, 1, 4]}\n"
                   "  loop: {input: 3 - 4*loop + 0.1*sum, numerator: [2], denominator: [3, 1]}\n"
                   "  sum: {input: loop, numerator: [1], denominator: [1, 0]}\n"
                   "  plain: {input: dx(b), numerator: [3], denominator: [1, 2, 6]}\n"))
    return;
  trm_forces_evaluate(b.eq, b.state, NULL);
  trm_states_rate(b.eq, b.state, rate);
  /* loop = 2 (3 - 4 loop) */
  CHECK_NEAR(trm_states_value(b.eq, b.state, 1), 6.0 / 9, 1e-14);
  CHECK_NEAR(trm_states_value(b.eq, b.state, 0), 5 * 2 * 6.0 / 9 / 4, 1e-14);
  CHECK_NEAR(trm_states_value(b.eq, b.state, 2), 0, 1e-14);
  CHECK_NEAR(trm_states_value(b.eq, b.state, 3), 0.5, 1e-14);
  for (int i = 0; i < 6; i++) CHECK_NEAR(rate[i], i == 3 ? 6.0 / 9 : 0, 1e-14);
  close_bench(&b);
}

/* implicit equations: r^3 + r = x, and a rate that another reads */
static void check_implicit(void) {
  static Bench b;
  double rate[4];
  if (!start(&b, MODEL "equations:\n  y: 2*dif1(x) + dif(x)\n"
                       "  x: {residual: dif1(x)^3 + dif1(x) - x, initial: 10, initial_rate: 1}\n"))
    return;
  CHECK(b.eq->state_count == 2);
  CHECK(b.state->z[1] == 10);
  trm_forces_evaluate(b.eq, b.state, NULL);
  trm_states_rate(b.eq, b.state, rate);
  CHECK_NEAR(rate[1], 2, 1e-14);
  CHECK_NEAR(rate[0], 14, 1e-14);
  b.state->z[1] = 0;
  trm_forces_evaluate(b.eq, b.state, NULL);
  trm_states_rate(b.eq, b.state, rate);
  CHECK_NEAR(rate[1], 0, 1e-14);
  close_bench(&b);
}

/* ends of pieces, comparisons in laws, and what switches an element */
static void check_events(void) {
  static Bench b;
  double values[16], before[16];
  TrmForceReport r;
  if (!start(&b, MODEL "forces:\n"
                       "  f: {spring: [a, b], from: [0, 0, 0], to: [1, 0, 0], pieces: [{below: 2, "
                       "force: 0}, {below: 3, force: length - 2}, {force: 1}]}\n"
                       "  g: {force: a, vector: [1, 2, 3], active: dx(b) > 4}\n"
                       "equations:\n  x: {rate: 'if(time < 0.5, 1, 2)'}\n"))
    return;
  CHECK(trm_forces_event_count(b.eq) == 4);
  trm_forces_event_values(b.eq, b.state, before);
  r = report(&b, 1);
  CHECK(r.force[0] == 0 && r.force[2] == 0);
  b.state->body[1].r[0] = 4.5;
  b.state->time = 1;
  trm_forces_event_values(b.eq, b.state, values);
  for (size_t i = 0; i < 4; i++) CHECK(before[i] * values[i] < 0);
  CHECK_NEAR(values[0], 2.5, 1e-15);
  CHECK_NEAR(values[1], 1.5, 1e-15);
  r = report(&b, 1);
  CHECK(r.force[0] == 1 && r.force[2] == 3);
  close_bench(&b);
}

int main(void) {
  check_gravity();
  check_spring();
  check_no_length();
  check_torsion();
  check_cantilever();
  check_bushing();
  check_aero();
  check_steps();
  check_rest();
  check_implicit();
  check_events();
  return check_done();
}
