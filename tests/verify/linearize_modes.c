/* SPDX-License-Identifier: Apache-2.0
 *
 * Modes against closed forms: shapes and energies of a chain of masses, and the rotor on a soft
 * mount: with q = x + i y of the origin and p the tilt that moves the centres by h p, m q'' + S p''
 * + c q' + k q = 0,   S q'' + A p'' - i C W p' + ct p' + kt p = 0, in ground's axes; in the rotor's
 * each value is less by i W.
 */
#include "linear.h"

#define GROUP "linear models"
#define LIMIT 1e-10

enum { N = 5 };

/* shapes sin(i j pi/(n + 1)), energies by their squares and those of their steps */
static void check_chain(void) {
  Linear m =
      linear_of("trammel: 1\n"
                "bodies:\n"
                "  m1: {at: [1, 0, 0], mass: 2, point_mass: true}\n"
                "  m2: {at: [2, 0, 0], mass: 2, point_mass: true}\n"
                "  m3: {at: [3, 0, 0], mass: 2, point_mass: true}\n"
                "  m4: {at: [4, 0, 0], mass: 2, point_mass: true}\n"
                "  m5: {at: [5, 0, 0], mass: 2, point_mass: true}\n"
                "joints:\n"
                "  g1: {hold: m1, coordinates: [y, z]}\n"
                "  g2: {hold: m2, coordinates: [y, z]}\n"
                "  g3: {hold: m3, coordinates: [y, z]}\n"
                "  g4: {hold: m4, coordinates: [y, z]}\n"
                "  g5: {hold: m5, coordinates: [y, z]}\n"
                "forces:\n"
                "  s1: {spring: [ground, m1], from: [0, 0, 0], to: [1, 0, 0], k: 50, c: 0.5}\n"
                "  s2: {spring: [m1, m2], from: [1, 0, 0], to: [2, 0, 0], k: 50, c: 0.5}\n"
                "  s3: {spring: [m2, m3], from: [2, 0, 0], to: [3, 0, 0], k: 50, c: 0.5}\n"
                "  s4: {spring: [m3, m4], from: [3, 0, 0], to: [4, 0, 0], k: 50, c: 0.5}\n"
                "  s5: {spring: [m4, m5], from: [4, 0, 0], to: [5, 0, 0], k: 50, c: 0.5}\n"
                "  s6: {spring: [m5, ground], from: [5, 0, 0], to: [6, 0, 0], k: 50, c: 0.5}\n",
                LINEAR_ASSEMBLED);
  double shapes = 0, energies = 0;
  CHECK(m.l.order == 2 * N);
  for (size_t i = 0; i < N && m.l.order == 2 * N; i++) {
    TrmMode mode;
    double x[N + 2] = {0}, most = 0, moving = 0, strained = 0;
    CHECK(trm_analysis_mode(m.r.a, 2 * i, &mode) == TRM_OK);
    CHECK(mode.bodies == N && mode.elements == N + 2 && mode.whirl == 0);
    for (size_t j = 1; j <= N; j++) {
      x[j] = sin((double)((i + 1) * j) * acos(-1) / (N + 1));
      if (fabs(x[j]) > fabs(most) * (1 + 1e-9)) most = x[j];
      moving += x[j] * x[j];
    }
    for (size_t j = 1; j <= N + 1; j++) strained += (x[j] - x[j - 1]) * (x[j] - x[j - 1]);
    for (size_t j = 1; j <= N; j++) {
      const double *s = mode.shape + 12 * (j - 1);
      /* which of two that are as large is 1 is open */
      double error = fmin(fabs(s[0] - x[j] / most), fabs(s[0] + x[j] / most));
      shapes = rest_worse(shapes, error);
      for (int k = 1; k < 12; k++) shapes = rest_worse(shapes, s[k]);
      energies = rest_worse(energies, mode.kinetic[j - 1] - x[j] * x[j] / moving);
    }
    for (size_t j = 1; j <= N + 1; j++) {
      double part = (x[j] - x[j - 1]) * (x[j] - x[j - 1]) / strained;
      energies = rest_worse(energies, mode.strain[j - 1] - part);
      energies = rest_worse(energies, mode.dissipation[j - 1] - part);
    }
    double w = 2 * sin((double)(i + 1) * acos(-1) / (2 * (N + 1))) * 5;
    CHECK_NEAR(mode.half, log(2) / (0.01 * w * w / 2), 1e-9);
    CHECK_NEAR(mode.frequency_hz, w / (2 * acos(-1)), 1e-12);
  }
  check_figure(GROUP, "chain of masses: shapes", "sines", shapes, LIMIT);
  check_figure(GROUP, "chain of masses: kinetic, strain, dissipated energy by element", "sines",
               energies, LIMIT);
  linear_end(&m);
}

/* a pendulum has its stiffness from the load on its joint */
static void check_load(void) {
  Linear m = linear_of("trammel: 1\n"
                       "gravity: [0, 0, -9.81]\n"
                       "bodies: {bob: {at: [0, 0, -2], mass: 3, inertia: [0.1, 0.2, 0.3]}}\n"
                       "joints: {pivot: {revolute: [ground, bob], at: [0, 0, 0], axis: y}}\n",
                       LINEAR_ASSEMBLED);
  TrmMode mode;
  CHECK(trm_analysis_mode(m.r.a, 0, &mode) == TRM_OK);
  CHECK(mode.elements == 1 && fabs(mode.strain[0] - 1) < 1e-14 && mode.kinetic[0] == 1);
  CHECK_TEXT(trm_linear_element(m.r.a, 0), "joints under load");
  CHECK(isinf(mode.half));
  linear_end(&m);
  /* a mode of a state alone moves nothing, and no motion says anything of it */
  m = linear_of("trammel: 1\n"
                "bodies: {}\n"
                "equations: {x: {rate: -2*x, initial: 1}}\n",
                LINEAR_ASSEMBLED);
  double error = 0;
  CHECK(m.l.order == 1 && m.l.re[0] == -2);
  CHECK(trm_analysis_verify(m.r.a, 0, &error, m.r.log) == TRM_OK && isnan(error));
  linear_end(&m);
}

/* the four roots of the determinant by simultaneous iteration (Weierstrass) */
static void find_roots(const double complex p[5], double complex root[4]) {
  for (int k = 0; k < 4; k++) root[k] = cpow(0.4 + 0.9 * LINEAR_I, k) * 3;
  for (int round = 0; round < 2000; round++)
    for (int k = 0; k < 4; k++) {
      double complex value = 0, others = p[4];
      for (int n = 4; n >= 0; n--) value = value * root[k] + p[n];
      for (int j = 0; j < 4; j++)
        if (j != k) others *= root[k] - root[j];
      root[k] -= value / others;
    }
}

static Linear rotor(double speed, const char *frame) {
  char set[40], entry[80];
  snprintf(set, sizeof set, "%.17g", speed);
  snprintf(entry, sizeof entry, "[{linearize: {frame: %s}}]", frame);
  TrmSetting setting = {"speed", set};
  Linear m = {.r = {.log = trm_log_new()}};
  Rest *x = &m.r;
  x->status = trm_model_read("examples/rotor-stator.yaml", &setting, 1, x->log, &x->model);
  if (x->status == TRM_OK)
    x->status = trm_item_set_yaml(x->model, trm_model_root(x->model), "simulate", entry, x->log);
  if (x->status == TRM_OK) x->status = trm_system_compile(x->model, x->log, &x->system);
  if (x->status == TRM_OK) x->status = trm_analysis_new(x->system, x->log, &x->a);
  if (x->status == TRM_OK) x->status = trm_analysis_assemble(x->a, x->log);
  if (x->status == TRM_OK) x->status = trm_analysis_linearize(x->a, -1, x->log);
  CHECK(x->status == TRM_OK && trm_log_count(x->log) == 0);
  if (x->a) trm_analysis_linear(x->a, &m.l);
  return m;
}

/* mode with the imaginary part next to `im`: its sense */
static double sense(const Linear *l, double im) {
  size_t best = 0;
  TrmMode mode;
  for (size_t i = 0; i < l->l.order; i++)
    if (fabs(l->l.im[i] - im) < fabs(l->l.im[best] - im)) best = i;
  CHECK(fabs(l->l.im[best] - im) < 1e-9 && trm_analysis_mode(l->r.a, best, &mode) == TRM_OK);
  return mode.whirl;
}

/* of the rocking modes the faster one goes forward in ground's axes and backward in the rotor's:
 * what is w forward there is w - W here, and what is w backward w + W */
static void check_swap(const Linear *l, const double complex root[4], double W, int turning) {
  double forward = 0, backward = 0;
  for (int i = 0; i < 4; i++) {
    forward = fmax(forward, cimag(root[i]));
    backward = fmin(backward, cimag(root[i]));
  }
  double seen_forward = forward - (turning ? W : 0), seen_backward = -backward + (turning ? W : 0);
  CHECK(turning ? seen_backward > seen_forward : seen_forward > seen_backward);
  CHECK_NEAR(sense(l, seen_forward), 1, 1e-6);
  CHECK_NEAR(sense(l, seen_backward), -1, 1e-6);
}

static void check_rotor(void) {
  const double m = 1500, S = 1300 * 0.75, A = 500 + 1300 * 0.75 * 0.75 + 50, C = 1000;
  const double k = 1000, c = 1, kt = 10000, ct = 10;
  double worst[2] = {0}, moved = 0;
  for (int step = 0; step <= 8; step++)
    for (int turning = 0; turning < 2; turning++) {
      double W = 0.75 * step;
      double complex d = ct - LINEAR_I * C * W, root[4], value[14] = {0};
      /* (m s^2 + c s + k)(A s^2 + d s + kt) - S^2 s^4 */
      double complex p[5] = {k * kt, c * kt + k * d, m * kt + c * d + k * A, m * d + c * A,
                             m * A - S * S};
      find_roots(p, root);
      for (int i = 0; i < 4; i++) {
        value[2 * i] = root[i] - (turning ? LINEAR_I * W : 0);
        value[2 * i + 1] = conj(value[2 * i]);
      }
      /* up and down; the stator about the axis; the rotor is free to turn */
      value[8] = (-c + csqrt(c * c - 4 * m * k)) / (2 * m);
      value[10] = (-ct + csqrt(ct * ct - 4 * 10 * kt)) / (2 * 10);
      value[9] = conj(value[8]);
      value[11] = conj(value[10]);
      Linear l = rotor(W, turning ? "rotor" : "ground");
      worst[turning] = rest_worse(worst[turning], linear_values(&l, value, 14));
      /* a motion of the nonlinear model, seen from the frame */
      for (size_t i = 0; i < l.l.order && step == 4; i++) {
        double error;
        CHECK(trm_analysis_verify(l.r.a, i, &error, l.r.log) == TRM_OK);
        if (isfinite(error)) moved = rest_worse(moved, error);
      }
      if (step) check_swap(&l, root, W, turning);
      linear_end(&l);
    }
  check_figure(GROUP, "rotor on a soft mount, 0 to 1 Hz, in ground's axes", "characteristic roots",
               worst[0], LIMIT);
  check_figure(GROUP, "rotor on a soft mount, 0 to 1 Hz, in its own axes", "characteristic roots",
               worst[1], LIMIT);
  check_figure(GROUP, "rotor on a soft mount, in both axes: off after half a turn of phase",
               "motions of the nonlinear model", moved, 1e-6);
}

int main(void) {
  check_chain();
  check_load();
  check_rotor();
  return check_done();
}
