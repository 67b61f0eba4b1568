/* SPDX-License-Identifier: Apache-2.0
 *
 * Dynamics of bodies that spin: free of torque about the unstable axis, a heavy top and pendulums
 * on a spherical joint in elliptic functions (Landau and Lifshitz, Mechanics, 37 and 35), and a
 * pendulum on a universal joint against its two Lagrangian equations.
 */
#include "motion.h"

static const TrmDynamicsOptions tight = {.tolerance = 1e-13, .absolute_tolerance = 1e-13};

/* complete integral and functions of Jacobi by arithmetic and geometric means, from the modulus k
 * and its complement kc */
static long double jacobi_quarter(long double kc) {
  long double a = 1, b = kc;
  for (int i = 0; i < 12; i++) {
    long double mean = (a + b) / 2;
    b = sqrtl(a * b);
    a = mean;
  }
  return acosl(-1) / (2 * a);
}

static void jacobi(long double u, long double k, long double kc, long double *sn, long double *cn,
                   long double *dn) {
  enum { MEANS = 10 };
  long double a[MEANS + 1] = {1}, c[MEANS + 1] = {k}, b = kc, turn = 1;
  for (int i = 0; i < MEANS; i++) {
    a[i + 1] = (a[i] + b) / 2;
    c[i + 1] = (a[i] - b) / 2;
    b = sqrtl(a[i] * b);
    turn *= 2;
  }
  long double phi = turn * a[MEANS] * u;
  for (int i = MEANS; i > 0; i--) phi = (phi + asinl(c[i] / a[i] * sinl(phi))) / 2;
  *sn = sinl(phi);
  *cn = cosl(phi);
  *dn = sqrtl(*cn * *cn + kc * kc * *sn * *sn);
}

/* a free body that starts close to the spin about its middle axis */
static const long double inertia[3] = {1, 2, 2.5L}, fast = 6, little = 0.1L;

static void free_spin(long double t, long double w[3]) {
  const long double *I = inertia;
  long double twice = I[1] * fast * fast + I[2] * little * little;
  long double square = I[1] * I[1] * fast * fast + I[2] * I[2] * little * little;
  long double one = twice * I[2] - square, three = square - twice * I[0];
  long double two = I[2] * little * little * (I[2] - I[1]);
  long double k = sqrtl((I[1] - I[0]) * one / ((I[2] - I[1]) * three));
  long double kc = sqrtl((I[2] - I[0]) * two / ((I[2] - I[1]) * three));
  long double rate = sqrtl((I[2] - I[1]) * three / (I[0] * I[1] * I[2])), sn, cn, dn;
  jacobi(rate * t + jacobi_quarter(kc), k, kc, &sn, &cn, &dn);
  w[0] = sqrtl(one / (I[0] * (I[2] - I[0]))) * cn;
  w[1] = sqrtl(one / (I[1] * (I[2] - I[1]))) * sn;
  w[2] = sqrtl(three / (I[2] * (I[2] - I[0]))) * dn;
}

/* the attitude follows from the spin: e' = e (0, w) / 2 */
static void attitude_rate(long double t, const long double *e, long double *de) {
  long double w[3];
  free_spin(t, w);
  de[0] = -(e[1] * w[0] + e[2] * w[1] + e[3] * w[2]) / 2;
  de[1] = (e[0] * w[0] + e[2] * w[2] - e[3] * w[1]) / 2;
  de[2] = (e[0] * w[1] + e[3] * w[0] - e[1] * w[2]) / 2;
  de[3] = (e[0] * w[2] + e[1] * w[1] - e[2] * w[0]) / 2;
}

/* spin in body axes, and where two points of the body are */
static void free_truth(double t, double *values) {
  static long double at, e[4] = {1};
  long double w[3];
  truth_advance(attitude_rate, &at, (long double)t, 0.02L, e, 4);
  free_spin((long double)t, w);
  for (int i = 0; i < 3; i++) values[i] = (double)w[i];
  values[3] = (double)(e[0] * e[0] + e[1] * e[1] - e[2] * e[2] - e[3] * e[3]);
  values[4] = (double)(2 * (e[1] * e[2] + e[0] * e[3]));
  values[5] = (double)(2 * (e[1] * e[3] - e[0] * e[2]));
  values[6] = (double)(2 * (e[1] * e[3] + e[0] * e[2]));
  values[7] = (double)(2 * (e[2] * e[3] - e[0] * e[1]));
  values[8] = (double)(e[0] * e[0] - e[1] * e[1] - e[2] * e[2] + e[3] * e[3]);
}

static void tumble(void) {
  static const char *const signals[] = {"w1", "w2", "w3", "xx", "xy", "xz", "zx", "zy", "zz", NULL};
  Motion m = motion_begin(
      "trammel: 1\n"
      "bodies:\n"
      "  nut: {mass: 1, inertia: [1, 2, 2.5], spin: [0, 6, 0.1], markers: {c: [0, 0, 0], x: [1, "
      "0, 0], z: [0, 0, 1]}}\n"
      "outputs: {w1: 'wx(nut.c, ground, nut.c)', w2: 'wy(nut.c, ground, nut.c)', w3: 'wz(nut.c, "
      "ground, nut.c)', xx: dx(nut.x), xy: dy(nut.x), xz: dz(nut.x), zx: dx(nut.z), zy: "
      "dy(nut.z), zz: dz(nut.z)}\n",
      &tight);
  check_figure("dynamics", "body free of torque about its unstable axis", "elliptic functions",
               motion_follow(&m, signals, free_truth, 20, 200), 5e-11);
  motion_end(&m);
}

/* a top on its tip: moments about the tip and the axis, weight times arm, and how it starts */
static struct {
  long double one, three, weight, tilt, turn, spin; /* turn about the vertical, spin about itself */
  long double low, high, far, s, p;                 /* turning points of cos(tilt); momenta */
} top;

static void top_prepare(long double one, long double three, long double weight, long double tilt,
                        long double turn, long double spin) {
  long double u = cosl(tilt), beta = 2 * weight / one;
  top.one = one, top.three = three, top.weight = weight;
  top.tilt = tilt, top.turn = turn, top.spin = spin;
  top.s = three * (spin + turn * u) / one;
  top.p = turn * (1 - u * u) + top.s * u;
  long double a = turn * turn * (1 - u * u) + beta * u;
  long double q1 = beta * u - (a + top.s * top.s), q0 = q1 * u + 2 * top.p * top.s - beta;
  long double root = sqrtl(q1 * q1 - 4 * beta * q0);
  long double other = q1 < 0 ? 2 * q0 / (-q1 + root) : (-q1 - root) / (2 * beta);
  top.far = (-q1 + root) / (2 * beta);
  top.low = fminl(u, other);
  top.high = fmaxl(u, other);
}

static long double top_height(long double t) {
  long double k = sqrtl((top.high - top.low) / (top.far - top.low)), sn, cn, dn;
  long double kc = sqrtl((top.far - top.high) / (top.far - top.low));
  long double rate = sqrtl(top.weight / (2 * top.one) * (top.far - top.low));
  long double start = cosl(top.tilt) > (top.low + top.high) / 2 ? jacobi_quarter(kc) : 0;
  jacobi(rate * t + start, k, kc, &sn, &cn, &dn);
  return top.low + (top.high - top.low) * sn * sn;
}

static void top_rate(long double t, const long double *y, long double *dy) {
  long double u = top_height(t);
  (void)y;
  dy[0] = (top.p - top.s * u) / (1 - u * u);
}

static long double top_at, top_angle[1];

/* the axis of the top, and its spin about it */
static void top_truth(double t, double *values) {
  truth_advance(top_rate, &top_at, (long double)t, 0.02L, top_angle, 1);
  long double u = top_height((long double)t), across = sqrtl(1 - u * u);
  values[0] = (double)(across * sinl(*top_angle));
  values[1] = (double)(-across * cosl(*top_angle));
  values[2] = (double)u;
  values[3] = (double)(top.s * top.one / top.three);
}

/* a top of 1.5 kg, 0.4 m from tip to centre, on `joint` */
static void spin_top(const char *what, double across, double along, double tilt, double turn,
                     double spin, double limit) {
  static const char *const signals[] = {"x", "y", "z", "w", NULL};
  const double mass = 1.5, arm = 0.4, g = 9.81;
  char text[1024];
  top_prepare((long double)across + (long double)mass * (long double)arm * (long double)arm,
              (long double)along, (long double)mass * (long double)g * (long double)arm,
              (long double)tilt, (long double)turn, (long double)spin);
  top_at = *top_angle = 0;
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "gravity: [0, 0, -9.81]\n"
           "parameters: {tilt: %.17g, turn: %.17g, own: %.17g}\n"
           "bodies:\n"
           "  top: {mass: 1.5, inertia: [%.17g, %.17g, %.17g], cm: [0, 0, 0.4], orient: {axis: x, "
           "angle: tilt}, spin: [0, -own*sin(tilt), own*cos(tilt) + turn], markers: {tip: [0, 0, "
           "0], axis: [0, 0, 1]}}\n"
           "joints:\n"
           "  foot: {spherical: [ground, top], at: [0, 0, 0]}\n"
           "outputs: {x: dx(top.axis), y: dy(top.axis), z: dz(top.axis), w: 'wz(top.tip, ground, "
           "top.tip)'}\n",
           tilt, turn, spin, across, across, along);
  Motion m = motion_begin(text, &tight);
  check_figure("dynamics", what, "elliptic functions",
               motion_follow(&m, signals, top_truth, 10, 200), limit);
  /* a joint holds what gravity and inertia leave */
  double gap = 0;
  gap = motion_worse(gap, motion_value(&m, "foot.fx") + mass * motion_value(&m, "top.ax"));
  gap = motion_worse(gap, motion_value(&m, "foot.fy") + mass * motion_value(&m, "top.ay"));
  gap = motion_worse(gap, motion_value(&m, "foot.fz") + mass * (motion_value(&m, "top.az") + g));
  char row[160];
  snprintf(row, sizeof row, "%s: reaction", what);
  check_figure("dynamics", row, "mass times acceleration, of the weight", gap / (mass * g), 1e-14);
  motion_end(&m);
}

/* turning rate of the slow steady precession at a tilt and own spin */
static double steady(double one, double three, double weight, double tilt, double spin) {
  /* (one - three) cos(tilt) turn^2 - three spin turn + weight = 0 */
  double a = (one - three) * cos(tilt), b = three * spin;
  return 2 * weight / (b + sqrt(b * b - 4 * a * weight));
}

/* pendulum on a universal joint, turned by a about x and then by b about its own y */
static void cross_rate(long double t, const long double *y, long double *dy) {
  const long double I[3] = {0.7L, 0.75L, 0.3L}, weight = 2 * 9.81L * 0.5L;
  long double a = y[0], b = y[1], ra = y[2], rb = y[3];
  long double D = I[0] * cosl(b) * cosl(b) + I[2] * sinl(b) * sinl(b);
  long double slope = 2 * (I[2] - I[0]) * sinl(b) * cosl(b);
  (void)t;
  dy[0] = ra;
  dy[1] = rb;
  dy[2] = (-weight * sinl(a) * cosl(b) - slope * rb * ra) / D;
  dy[3] = (slope * ra * ra / 2 - weight * cosl(a) * sinl(b)) / I[1];
}

static void cross_truth(double t, double *values) {
  static long double at, y[4] = {0, 0, 2, 3};
  truth_advance(cross_rate, &at, (long double)t, 0.01L, y, 4);
  long double a = y[0], b = y[1], ra = y[2], rb = y[3];
  values[0] = (double)(-0.5L * sinl(b));
  values[1] = (double)(0.5L * sinl(a) * cosl(b));
  values[2] = (double)(-0.5L * cosl(a) * cosl(b));
  values[3] = (double)(-0.5L * cosl(b) * rb);
  values[4] = (double)(0.5L * (cosl(a) * cosl(b) * ra - sinl(a) * sinl(b) * rb));
  values[5] = (double)ra;
}

static void swing_on_cross(void) {
  static const char *const signals[] = {"bob.x",  "bob.y",  "bob.z", "bob.vx",
                                        "bob.vy", "bob.wx", NULL};
  Motion m = motion_begin(
      "trammel: 1\n"
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  bob: {mass: 2, inertia: [0.2, 0.25, 0.3], cm: [0, 0, -0.5], spin: [2, 3, 0]}\n"
      "joints:\n"
      "  cross: {universal: [ground, bob], at: [0, 0, 0], axes: [x, y]}\n",
      &tight);
  check_figure("dynamics", "pendulum on a universal joint", "extrapolation",
               motion_follow(&m, signals, cross_truth, 10, 200), 2e-13);
  motion_end(&m);
}

int main(void) {
  double one = 0.06 + 1.5 * 0.16, weight = 1.5 * 9.81 * 0.4;
  tumble();
  spin_top("heavy top, cusps", 0.06, 0.1, 0.6, 0, 50, 2e-12);
  spin_top("heavy top, loops", 0.06, 0.1, 0.6, -1.5, 50, 2e-12);
  spin_top("heavy top, waves", 0.06, 0.1, 0.6, 3, 30, 2e-12);
  spin_top("heavy top, steady precession", 0.06, 0.1, 0.6, steady(one, 0.1, weight, 0.6, 40), 40,
           2e-12);
  spin_top("pendulum on a spherical joint", 0.02, 0.01, 2.2, 3, -3 * cos(2.2), 5e-13);
  swing_on_cross();
  return check_done();
}
