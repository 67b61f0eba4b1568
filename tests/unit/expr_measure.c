/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of the measures against independent truths: positions by matrices, velocities and
 * accelerations by differentiating coordinates in the observer's frame along a motion, angles by
 * rebuilding the rotation from them.
 */
#include "expr/measure.h"
#include "unit/expr_fixture.h"

static double worst_place, worst_rate, worst_angle;

static void note(double *worst, double got, double expected) {
  *worst = fmax(*worst, fabs(got - expected) / fmax(1, fabs(expected)));
}

/* origin and axes of a frame in ground, at time t after the situation, to second order */
static void frame_at(const Fixture *f, const TrmFrame *frame, double t, double p[3], double A[9]) {
  if (frame->body < 0) {
    memcpy(p, frame->s, 3 * sizeof *p);
    memcpy(A, frame->A, 9 * sizeof *A);
    return;
  }
  const TrmBodyMotion *m = &f->bodies[frame->body];
  double turn[3], E[9], R[9];
  for (int i = 0; i < 3; i++) turn[i] = m->w[i] * t + m->alpha[i] * t * t / 2;
  mat_exp(turn, E);
  mat_product(m->R, E, R);
  mat_vector(R, frame->s, p);
  for (int i = 0; i < 3; i++) p[i] += m->r[i] + m->v[i] * t + m->a[i] * t * t / 2;
  mat_product(R, frame->A, A);
}

typedef struct Track {
  const Fixture *f;
  const TrmFrame *i, *j, *l;
  int component;
} Track;

/* component of p_i - p_j in the axes of l */
static double coordinate(void *context, double t) {
  Track *k = context;
  double p[3], q[3], A[9], L[9], d[3], out[3];
  frame_at(k->f, k->i, t, p, A);
  frame_at(k->f, k->j, t, q, A);
  for (int n = 0; n < 3; n++) d[n] = p[n] - q[n];
  frame_at(k->f, k->l, t, p, L);
  mat_transposed(L, d, out);
  return k->component < 3 ? out[k->component]
                          : sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
}

/* component of an axis of i (rows 0-2, 3-5, 6-8: entry of A_l^T A_i) */
static double entry(void *context, double t) {
  Track *k = context;
  double p[3], A[9], L[9], out[3];
  frame_at(k->f, k->i, t, p, A);
  frame_at(k->f, k->l, t, p, L);
  double column[3] = {A[k->component % 3], A[3 + k->component % 3], A[6 + k->component % 3]};
  mat_transposed(L, column, out);
  return out[k->component / 3];
}

/* angular velocity of i relative to l in the axes of l: w~ = dB/dt B^T, B = A_l^T A_i */
static void spin(const Fixture *f, const TrmFrame *i, const TrmFrame *l, double out[3]) {
  double B[9], dB[9], w[9], ignored;
  for (int n = 0; n < 9; n++) {
    Track k = {f, i, NULL, l, n};
    B[n] = entry(&k, 0);
    differences(entry, &k, 0.05, &dB[n], &ignored);
  }
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      w[3 * r + c] =
          dB[3 * r] * B[3 * c] + dB[3 * r + 1] * B[3 * c + 1] + dB[3 * r + 2] * B[3 * c + 2];
  out[0] = w[7];
  out[1] = w[2];
  out[2] = w[3];
}

/* a vector given in the axes of l, in the axes of k */
static void change_axes(const Fixture *f, const TrmFrame *l, const TrmFrame *k, const double *v,
                        double *out) {
  double p[3], L[9], K[9], ground[3];
  frame_at(f, l, 0, p, L);
  frame_at(f, k, 0, p, K);
  mat_vector(L, v, ground);
  mat_transposed(K, ground, out);
}

static double measure(Fixture *f, const char *name, const char *arguments) {
  char text[80];
  snprintf(text, sizeof text, "%s(%s)", name, arguments);
  return fixture_value(f, text);
}

static void test_motion(Fixture *f) {
  static const char *const axes[] = {"x", "y", "z"};
  double d[3], v[3], a[3], w[3], out[3], far, apart, ignored;
  for (int n = 0; n < 3; n++) {
    Track k = {f, &f->a, &f->b, &f->c, n};
    d[n] = coordinate(&k, 0);
    differences(coordinate, &k, 0.05, &v[n], &a[n]);
  }
  char name[8];
  for (int n = 0; n < 3; n++) {
    change_axes(f, &f->c, &f->g, d, out);
    snprintf(name, sizeof name, "d%s", axes[n]);
    note(&worst_place, measure(f, name, "a, b, g"), out[n]);
    note(&worst_place, measure(f, name, "a, b, c"), d[n]);
    change_axes(f, &f->c, &f->g, v, out);
    snprintf(name, sizeof name, "v%s", axes[n]);
    note(&worst_rate, measure(f, name, "a, b, g, c"), out[n]);
    change_axes(f, &f->c, &f->a, a, out);
    snprintf(name, sizeof name, "acc%s", axes[n]);
    note(&worst_rate, measure(f, name, "a, b, a, c"), out[n]);
  }
  note(&worst_rate, measure(f, "vm", "a, b, c"), sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
  note(&worst_rate, measure(f, "accm", "a, b, c"), sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]));
  Track length = {f, &f->a, &f->b, &f->g, 3};
  far = coordinate(&length, 0);
  differences(coordinate, &length, 0.05, &apart, &ignored);
  note(&worst_place, measure(f, "dm", "a, b"), far);
  if (far > 0.5) note(&worst_rate, measure(f, "vr", "a, b"), apart);

  /* angular velocities of i relative to j, in the axes of j and of g */
  spin(f, &f->a, &f->b, w);
  change_axes(f, &f->b, &f->g, w, out);
  for (int n = 0; n < 3; n++) {
    snprintf(name, sizeof name, "w%s", axes[n]);
    note(&worst_rate, measure(f, name, "a, b, b"), w[n]);
    note(&worst_rate, measure(f, name, "a, b, g"), out[n]);
  }
  note(&worst_rate, measure(f, "wm", "a, b"), sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]));
}

/* rotation about axis n */
static void turn(int n, double angle, double *R) {
  double v[3] = {0};
  v[n] = angle;
  mat_exp(v, R);
}

/* the three angles about the given axes rebuild A_b^T A_a */
static void test_sequence(Fixture *f, const char *const *names, const int *axes) {
  double p[3], A[9], B[9], R[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, T[9];
  for (int n = 0; n < 3; n++) {
    turn(axes[n], measure(f, names[n], "a, b") * f->units.angle, T);
    mat_product(R, T, R);
  }
  frame_at(f, &f->a, 0, p, A);
  frame_at(f, &f->b, 0, p, B);
  for (int c = 0; c < 3; c++) {
    double column[3] = {A[c], A[3 + c], A[6 + c]}, out[3];
    mat_transposed(B, column, out);
    for (int r = 0; r < 3; r++) note(&worst_angle, R[3 * r + c], out[r]);
  }
}

/* turned about one axis of j only, the angle is that turn */
static void test_axis_angles(Fixture *f) {
  static const char *const names[] = {"ax", "ay", "az"};
  for (int n = 0; n < 3; n++) {
    double angle = check_random(-3, 3), T[9];
    Fixture other = *f;
    turn(n, angle, T);
    other.a.body = other.b.body = 1;
    mat_product(other.b.A, T, other.a.A);
    note(&worst_angle, measure(&other, names[n], "a, b") * f->units.angle, angle);
    if (n == 2) note(&worst_angle, fixture_value(&other, "angle(hinge)") * f->units.angle, -angle);
  }
}

/* angular acceleration: derivative of wx(a, b) in the axes of c by moving time */
static void test_spin_rate(Fixture *f) {
  Fixture late[2];
  double w[2][3], h = 1e-4;
  for (int side = 0; side < 2; side++) {
    late[side] = *f;
    double t = side ? h : -h;
    for (int i = 0; i < BODIES; i++) {
      TrmBodyMotion *m = &late[side].bodies[i];
      double step[3], E[9];
      for (int n = 0; n < 3; n++) step[n] = m->w[n] * t + m->alpha[n] * t * t / 2;
      mat_exp(step, E);
      mat_product(f->bodies[i].R, E, m->R);
      for (int n = 0; n < 3; n++) m->w[n] += m->alpha[n] * t;
    }
    late[side].at.bodies = late[side].bodies;
    w[side][0] = measure(&late[side], "wx", "a, b, c");
    w[side][1] = measure(&late[side], "wy", "a, b, c");
    w[side][2] = measure(&late[side], "wz", "a, b, c");
  }
  static const char *const names[] = {"wdtx", "wdty", "wdtz"};
  double sum = 0;
  for (int n = 0; n < 3; n++) {
    double rate = (w[1][n] - w[0][n]) / (2 * h);
    sum += rate * rate;
    CHECK_NEAR(measure(f, names[n], "a, b, c, c"), rate, 1e-6);
  }
  CHECK_NEAR(measure(f, "wdtm", "a, b, c"), sqrt(sum), 1e-6);
}

/* joints and names: what they are made of */
static void test_joints(Fixture *f) {
  CHECK_NEAR(fixture_value(f, "displacement(slide)"), fixture_value(f, "dz(b, a, a)"), 1e-14);
  CHECK_NEAR(fixture_value(f, "speed(hinge)"), fixture_value(f, "wz(b, a, a)"), 1e-14);
  CHECK_NEAR(fixture_value(f, "speed(slide)"), fixture_value(f, "vz(b, a, a, a)"), 1e-14);
  CHECK_NEAR(fixture_value(f, "fx(spring)"), f->externals[2], 0);
  CHECK_NEAR(fixture_value(f, "tm(spring)"), f->externals[3], 0);
  CHECK_NEAR(fixture_value(f, "DIF(state) + dif1(state)"), f->externals[4] + f->externals[5],
             1e-15);
  CHECK_NEAR(fixture_value(f, "dx(arm)"), f->bodies[0].r[0], 0);
}

/* the same state in other units: a length in mm is 1000 times one in m, and so on */
static void test_units(Fixture *f) {
  static const struct {
    const char *text;
    double factor;
  } cases[] = {{"dx(a, b, c)", 1e3},
               {"vx(a, b, c, c)", 1},
               {"accz(a, b)", 1e-3},
               {"wx(a, b)", 0.18 / 3.14159265358979323846},
               {"psi(a, b)", 180 / 3.14159265358979323846},
               {"time", 1e3},
               {"angle(hinge)", 180 / 3.14159265358979323846},
               {"dm(a, b)/m", 1},
               {"speed(slide)", 1},
               {"noise(3, 5/s)", 1},
               {"sin(psi(a, b))", 1},
               {"30D/deg", 1}};
  Fixture other = *f;
  fixture_degrees(&other);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    CHECK_NEAR(fixture_value(&other, cases[i].text),
               cases[i].factor * fixture_value(f, cases[i].text), 1e-12);
}

/* noise: bounded, the same for the same seed, continuous with its slope at the knots */
static void test_noise(Fixture *f) {
  double gradient[1], last = 0, slope = 0;
  TrmProgram *p = fixture_compile(f, "noise(42, 10)");
  double *scratch = fixture_scratch(f, p);
  for (int i = 0; i < 2000; i++) {
    f->at.time = i * 0.1 + (i % 2 ? 1e-9 : -1e-9);
    double value = trm_program_gradient(p, &f->at, scratch, gradient);
    CHECK(fabs(value) <= 1.25);
  }
  for (int i = 0; i < 100; i++) {
    f->at.time = i * 0.1 - 1e-11;
    last = trm_program_gradient(p, &f->at, scratch, gradient);
    slope = gradient[0];
    f->at.time = i * 0.1 + 1e-11;
    CHECK_NEAR(trm_program_gradient(p, &f->at, scratch, gradient), last, 1e-8);
    CHECK_NEAR(gradient[0], slope, 1e-6);
  }
  f->at.time = 0.3712;
  /* bits that must be the same on every machine */
  CHECK_NEAR(fixture_value(f, "noise(42, 10)") - fixture_value(f, "noise(42, 10)"), 0, 0);
  CHECK(fixture_value(f, "noise(42, 10)") != fixture_value(f, "noise(43, 10)"));
}

static void run(void *context) {
  (void)context;
  static const char *const euler[] = {"psi", "theta", "phi"}, *const yaw[] = {"yaw", "pitch",
                                                                              "roll"};
  static const int axes_euler[] = {2, 0, 2}, axes_yaw[] = {2, 1, 0};
  for (int state = 0; state < 1000; state++) {
    Fixture f;
    fixture_start(&f);
    if (state % 2) trm_units_set(&f.units, "angle", "deg");
    test_sequence(&f, euler, axes_euler);
    test_sequence(&f, yaw, axes_yaw);
    test_axis_angles(&f);
    f.units = trm_units_mks();
    test_motion(&f);
    test_spin_rate(&f);
    test_joints(&f);
    test_units(&f);
    if (state < 3) test_noise(&f);
    fixture_end(&f);
  }
  check_figure("functions", "positions between markers", "rotation matrices", worst_place, 1e-13);
  check_figure("functions", "velocities and accelerations between markers",
               "differentiated coordinates in the observer's frame", worst_rate, 1e-8);
  check_figure("functions", "Euler and Bryant angles", "rotations rebuilt from them", worst_angle,
               1e-13);
  /* every measure is described */
  for (const TrmMeasure *m = trm_measures; m->name; m++) {
    CHECK(m->form && m->summary && m->formula && m->example && m->pattern && m->build);
    CHECK(strncmp(m->form, m->name, strlen(m->name)) == 0);
  }
}

int main(void) {
  CHECK(trm_guard(run, NULL) == TRM_OK);
  return check_done();
}
