/* SPDX-License-Identifier: Apache-2.0
 *
 * Waves: shf, a sine with offset; sweep, a sine whose frequency rises steadily; pulse, a train of
 * pulses with smooth edges. sweep counts its phase in cycles: n(x) = f0 x + (f1 - f0)(x - x0)^2 /
 * (2 (x1 - x0)) up to x1 and goes on with frequency f1 from there, so that phase and frequency are
 * continuous; its amplitude comes in by the quintic ramp over dx.
 */
#include "expr/function/families.h"
#include "expr/function/kernel.h"
#include "expr/function/ramp.h"

/* the arguments of shf */
enum { X, X0, A, W, PHI, B, COUNT };

/* second rates of the gradient of shf */
static void shf_third(TrmKernel *k) {
  TrmJet t = trm_jet_add(trm_kernel_jet(k, X), -1, trm_kernel_jet(k, X0)), w = trm_kernel_jet(k, W);
  TrmJet p = trm_jet_add(trm_jet_times(w, t), -1, trm_kernel_jet(k, PHI));
  p = trm_jet_scale(k->angle, p);
  double s = sin(p.f), c = cos(p.f);
  TrmJet slope = trm_jet_times(trm_kernel_jet(k, A), trm_jet_of(p, c, -s, -c));
  slope = trm_jet_scale(k->angle, slope);
  k->third[X] = trm_jet_times(slope, w).dd;
  k->third[X0] = -k->third[X];
  k->third[A] = trm_jet_of(p, s, c, -s).dd;
  k->third[W] = trm_jet_times(slope, t).dd;
  k->third[PHI] = -slope.dd;
  k->third[B] = 0;
}

/* a sin(p) + b, p = w (x - x0) - phi */
static void shf_kernel(TrmKernel *k) {
  const double *x = k->x;
  double r = k->angle, t = x[X] - x[X0], p = r * (x[W] * t - x[PHI]);
  if (!trm_kernel_derives(k)) {
    k->value = x[A] * sin(p) + x[B];
    return;
  }
  double s = sin(p), c = cos(p);
  k->value = x[A] * s + x[B];

  /* derivatives of the phase in radians by each argument */
  const double d[COUNT] = {r * x[W], -r * x[W], 0, r * t, -r, 0};
  if (k->gradient) {
    for (size_t i = 0; i < COUNT; i++) k->gradient[i] = x[A] * c * d[i];
    k->gradient[A] = s;
    k->gradient[B] = 1;
  }
  if (k->third) shf_third(k);
  if (!k->hessian) return;
  for (size_t i = 0; i < COUNT; i++)
    for (size_t j = 0; j < COUNT; j++) k->hessian[i * COUNT + j] = -x[A] * s * (d[i] * d[j]);
  for (size_t i = 0; i < COUNT; i++)
    if (i != A) trm_kernel_second(k, A, i, c * d[i]);
  k->hessian[W * COUNT + X] += x[A] * c * r;
  k->hessian[X * COUNT + W] += x[A] * c * r;
  k->hessian[W * COUNT + X0] -= x[A] * c * r;
  k->hessian[X0 * COUNT + W] -= x[A] * c * r;
}

/* the arguments of sweep */
enum { SX, SA, SX0, SF0, SX1, SF1, SDX, SWEEP };

/* the phase in cycles, its derivatives by the arguments, and second derivatives where h is given */
static double sweep_phase(const double *x, double g[SWEEP], double h[SWEEP][SWEEP]) {
  double rise = x[SF1] - x[SF0];
  memset(g, 0, SWEEP * sizeof *g);
  if (h) memset(h, 0, sizeof(double[SWEEP][SWEEP]));

  /* beyond x1: f1 x - (f1 - f0)(x0 + x1)/2 */
  if (x[SX] >= x[SX1]) {
    double middle = (x[SX0] + x[SX1]) / 2;
    g[SX] = x[SF1];
    g[SX0] = g[SX1] = -rise / 2;
    g[SF0] = middle;
    g[SF1] = x[SX] - middle;
    if (h) {
      h[SX][SF1] = 1;
      h[SX0][SF0] = h[SF0][SX1] = 0.5;
      h[SX0][SF1] = h[SX1][SF1] = -0.5;
    }
    return x[SF1] * x[SX] - rise * middle;
  }

  /* before: f0 x + rise t^2/(2 w), with q = t/w */
  double t = x[SX] - x[SX0], w = x[SX1] - x[SX0], q = t / w, m = rise / w;
  g[SX] = x[SF0] + rise * q;
  g[SX0] = rise * q * (q / 2 - 1);
  g[SX1] = -rise * q * q / 2;
  g[SF0] = x[SX] - t * q / 2;
  g[SF1] = t * q / 2;
  if (h) {
    h[SX][SX] = m;
    h[SX][SX0] = m * (q - 1);
    h[SX][SX1] = -m * q;
    h[SX][SF0] = 1 - q;
    h[SX][SF1] = q;
    h[SX0][SX0] = m * (q - 1) * (q - 1);
    h[SX0][SX1] = m * q * (1 - q);
    h[SX0][SF0] = q * (1 - q / 2);
    h[SX0][SF1] = -q * (1 - q / 2);
    h[SX1][SX1] = m * q * q;
    h[SF0][SX1] = q * q / 2;
    h[SX1][SF1] = -q * q / 2;
  }
  return x[SF0] * x[SX] + rise * t * q / 2;
}

/* the ramp of the amplitude, its derivatives by x, x0 and dx in g, and second derivatives in h */
static TrmRamp sweep_ramp(const double *x, double g[SWEEP], double h[SWEEP][SWEEP]) {
  double t = x[SX] - x[SX0], d = x[SDX];
  memset(g, 0, SWEEP * sizeof *g);
  memset(h, 0, sizeof(double[SWEEP][SWEEP]));
  if (t >= d) return (TrmRamp){1, 0, 0, 0};
  double q = t / d;
  TrmRamp r = trm_ramp_quintic(q);
  g[SX] = r.s1 / d;
  g[SX0] = -r.s1 / d;
  g[SDX] = -r.s1 * q / d;
  h[SX][SX] = h[SX0][SX0] = r.s2 / (d * d);
  h[SX][SX0] = -r.s2 / (d * d);
  h[SX][SDX] = -(r.s2 * q + r.s1) / (d * d);
  h[SX0][SDX] = (r.s2 * q + r.s1) / (d * d);
  h[SDX][SDX] = (r.s2 * q + 2 * r.s1) * q / (d * d);
  return r;
}

/* the phase in cycles and its gradient along the direction */
static TrmJet sweep_phase_jet(const TrmKernel *k, TrmJet g[SWEEP]) {
  TrmJet x = trm_kernel_jet(k, SX), x0 = trm_kernel_jet(k, SX0), x1 = trm_kernel_jet(k, SX1);
  TrmJet f0 = trm_kernel_jet(k, SF0), f1 = trm_kernel_jet(k, SF1), rise = trm_jet_add(f1, -1, f0);
  memset(g, 0, SWEEP * sizeof *g);
  if (x.f >= x1.f) {
    TrmJet middle = trm_jet_scale(0.5, trm_jet_add(x0, 1, x1));
    g[SX] = f1;
    g[SX0] = g[SX1] = trm_jet_scale(-0.5, rise);
    g[SF0] = middle;
    g[SF1] = trm_jet_add(x, -1, middle);
    return trm_jet_add(trm_jet_times(f1, x), -1, trm_jet_times(rise, middle));
  }
  TrmJet t = trm_jet_add(x, -1, x0), w = trm_jet_add(x1, -1, x0);
  TrmJet q = trm_jet_times(t, trm_jet_inverse(w)), half = trm_jet_scale(0.5, trm_jet_times(t, q));
  TrmJet slope = trm_jet_times(rise, q);
  g[SX] = trm_jet_add(f0, 1, slope);
  g[SX1] = trm_jet_scale(-0.5, trm_jet_times(slope, q));
  g[SX0] = trm_jet_add(trm_jet_scale(-1, slope), -1, g[SX1]);
  g[SF0] = trm_jet_add(x, -1, half);
  g[SF1] = half;
  return trm_jet_add(trm_jet_times(f0, x), 1, trm_jet_times(rise, half));
}

/* the ramp of the amplitude and its gradient along the direction */
static TrmJet sweep_ramp_jet(const TrmKernel *k, TrmJet g[SWEEP]) {
  TrmJet t = trm_jet_add(trm_kernel_jet(k, SX), -1, trm_kernel_jet(k, SX0));
  TrmJet d = trm_kernel_jet(k, SDX);
  memset(g, 0, SWEEP * sizeof *g);
  if (t.f >= d.f) return trm_jet_steady(1, 0);
  TrmJet inverse = trm_jet_inverse(d), q = trm_jet_times(t, inverse);
  TrmRamp r = trm_ramp_quintic(q.f);
  g[SX] = trm_jet_times(trm_ramp_slope_jet(r, q), inverse);
  g[SX0] = trm_jet_scale(-1, g[SX]);
  g[SDX] = trm_jet_scale(-1, trm_jet_times(g[SX], q));
  return trm_ramp_jet(r, q);
}

/* second rates of the gradient of sweep */
static void sweep_third(TrmKernel *k) {
  const double turn = 2 * TRM_PI;
  TrmJet ng[SWEEP], ug[SWEEP], a = trm_kernel_jet(k, SA);
  TrmJet phase = trm_jet_scale(turn, sweep_phase_jet(k, ng)), u = sweep_ramp_jet(k, ug);
  double sine = sin(phase.f), cosine = cos(phase.f);
  TrmJet s = trm_jet_of(phase, sine, cosine, -sine);
  TrmJet c = trm_jet_scale(turn, trm_jet_of(phase, cosine, -sine, -cosine));
  TrmJet as = trm_jet_times(a, s), auc = trm_jet_times(a, trm_jet_times(u, c));
  for (size_t i = 0; i < SWEEP; i++)
    k->third[i] = trm_jet_times(as, ug[i]).dd + trm_jet_times(auc, ng[i]).dd;
  k->third[SA] = trm_jet_times(u, s).dd;
}

/* a u sin(2 pi n), ramp u and phase n */
static void sweep_kernel(TrmKernel *k) {
  const double *x = k->x, turn = 2 * TRM_PI;
  double ng[SWEEP], nh[SWEEP][SWEEP], ug[SWEEP], uh[SWEEP][SWEEP];
  if (x[SX] < x[SX0] || (x[SX] == x[SX0] && x[SDX] > 0)) {
    trm_kernel_flat(k, 0);
    return;
  }
  double phase = turn * sweep_phase(x, ng, k->hessian ? nh : NULL), a = x[SA];
  double u = sweep_ramp(x, ug, uh).s, s = sin(phase), c = turn * cos(phase);
  k->value = a * u * s;
  if (k->gradient) {
    for (size_t i = 0; i < SWEEP; i++) k->gradient[i] = a * (ug[i] * s + u * c * ng[i]);
    k->gradient[SA] = u * s;
  }
  if (k->third) sweep_third(k);
  if (!k->hessian) return;

  /* upper triangle, then its mirror; the row of the amplitude last */
  for (size_t i = 0; i < SWEEP; i++)
    for (size_t j = i; j < SWEEP; j++)
      trm_kernel_second(k, i, j,
                        a * (uh[i][j] * s + (ug[i] * ng[j] + ug[j] * ng[i]) * c +
                             u * (nh[i][j] * c - ng[i] * ng[j] * turn * turn * s)));
  for (size_t i = 0; i < SWEEP; i++)
    if (i != SA) trm_kernel_second(k, SA, i, ug[i] * s + u * c * ng[i]);
}

static size_t sweep_events(const double *x, size_t n, double *out) {
  (void)n;
  out[0] = x[SX] - x[SX0];
  out[1] = x[SX] - x[SX0] - x[SDX];
  out[2] = x[SX] - x[SX1];
  return 3;
}

/* the arguments of pulse */
enum { PX, PX0, PHEIGHT, PWIDTH, PRISE, PPERIOD, PULSE };

/* add the second rates of the gradient of sign * height * s(q) */
static void pulse_third(TrmKernel *k, double sign, double ahead, const double l[PULSE]) {
  double rate = 0;
  for (size_t i = 0; i < PULSE; i++) rate += l[i] * k->d[i];
  TrmJet inverse = trm_jet_inverse(trm_kernel_jet(k, PRISE));
  TrmJet q = trm_jet_times(trm_jet_steady(ahead, rate), inverse);
  TrmRamp r = trm_ramp_cubic(q.f);
  TrmJet slope = trm_jet_times(trm_kernel_jet(k, PHEIGHT), trm_ramp_slope_jet(r, q));
  slope = trm_jet_scale(sign, trm_jet_times(slope, inverse));
  for (size_t i = 0; i < PULSE; i++) k->third[i] += trm_jet_part(l[i], slope.dd);
  k->third[PRISE] -= trm_jet_times(slope, q).dd;
  k->third[PHEIGHT] += sign * trm_ramp_jet(r, q).dd;
}

/* add sign * height * s(q), q = (u - shift)/rise; l holds the derivatives of u - shift */
static void pulse_edge(TrmKernel *k, double sign, double ahead, const double l[PULSE]) {
  double rise = k->x[PRISE], height = sign * k->x[PHEIGHT];
  if (ahead <= 0 && !(ahead == 0 && rise == 0)) return;
  if (ahead >= rise) {
    k->value += height;
    if (k->gradient) k->gradient[PHEIGHT] += sign;
    return;
  }
  double q = ahead / rise, g[PULSE];
  TrmRamp r = trm_ramp_cubic(q);
  k->value += height * r.s;
  for (size_t i = 0; i < PULSE; i++) g[i] = l[i] / rise;
  g[PRISE] = -q / rise;
  if (k->gradient) {
    for (size_t i = 0; i < PULSE; i++) k->gradient[i] += height * r.s1 * g[i];
    k->gradient[PHEIGHT] += sign * r.s;
  }
  if (k->third) pulse_third(k, sign, ahead, l);
  if (!k->hessian) return;
  for (size_t i = 0; i < PULSE; i++)
    for (size_t j = 0; j < PULSE; j++) {
      double second = (i == PRISE ? -g[j] : 0) + (j == PRISE ? -g[i] : 0);
      k->hessian[i * PULSE + j] += height * (r.s2 * (g[i] * g[j]) + r.s1 * second / rise);
      if (i == PHEIGHT) k->hessian[i * PULSE + j] += sign * r.s1 * g[j];
      if (j == PHEIGHT) k->hessian[i * PULSE + j] += sign * r.s1 * g[i];
    }
}

static void pulse_kernel(TrmKernel *k) {
  const double *x = k->x;
  double width = x[PWIDTH], rise = x[PRISE], period = x[PPERIOD], u = x[PX] - x[PX0];
  int good = rise >= 0 && width >= rise && (period == 0 || period >= width + rise);
  trm_kernel_flat(k, good ? 0 : (double)NAN);
  if (!good || u < 0) return;

  /* time since the pulse began, whole periods taken off */
  double past = period > 0 ? fmod(u, period) : u;
  double count = period > 0 && !isinf(period) ? round((u - past) / period) : 0;
  const double up[PULSE] = {1, -1, 0, 0, 0, -count}, down[PULSE] = {1, -1, 0, -1, 0, -count};
  pulse_edge(k, 1, past, up);
  pulse_edge(k, -1, past - width, down);
}

/* the two corners of each edge, in every period */
static size_t pulse_events(const double *x, size_t n, double *out) {
  const double corner[4] = {0, x[PRISE], x[PWIDTH], x[PWIDTH] + x[PRISE]};
  (void)n;
  for (int i = 0; i < 4; i++) {
    double ahead = x[PX] - x[PX0] - corner[i], cycles = ahead / x[PPERIOD];
    out[i] = x[PPERIOD] > 0 && cycles > 0 ? x[PPERIOD] * trm_kernel_whole(cycles) : ahead;
  }
  return 4;
}

const TrmFunction trm_function_shf = {
    .name = "shf",
    .form = "shf(x, x0, a, w, phi, b)",
    .summary = "simple harmonic function",
    .formula = "a sin(w (x - x0) - phi) + b, the angle in the model's unit",
    .example = "shf(time, 0, 2, 360*deg/s, 30*deg, 1)",
    .least = 6,
    .most = 6,
    .rule = TRM_RULE_ANY,
    .kernel = shf_kernel,
};

const TrmFunction trm_function_sweep = {
    .name = "sweep",
    .form = "sweep(x, a, x0, f0, x1, f1, dx)",
    .summary = "sine of amplitude a whose frequency goes from f0 at x0 to f1 at x1",
    .formula = "a step5(x, x0, 0, x0 + dx, 1) sin(2 pi n), frequencies in cycles per unit of x: "
               "n = f0 x + (f1 - f0)(x - x0)^2/(2 (x1 - x0)) where x < x1, "
               "n = f1 x - (f1 - f0)(x0 + x1)/2 from there on",
    .example = "sweep(time, 1, 0, 1*Hz, 5*s, 10*Hz, 0.1*s)",
    .least = 7,
    .most = 7,
    .rule = TRM_RULE_ANY,
    .kernel = sweep_kernel,
    .events = sweep_events,
    .paced = TRM_PACED_EVENTS,
};

const TrmFunction trm_function_pulse = {
    .name = "pulse",
    .form = "pulse(x, x0, height, width, rise, period)",
    .summary = "train of pulses with smooth edges, from x0 on; one pulse where period is 0",
    .formula =
        "height (s(u/rise) - s((u - width)/rise)), s(q) = q^2 (3 - 2 q) with q kept between 0 "
        "and 1, u = mod(x - x0, period) where x >= x0, 0 before; for 0 <= rise <= width "
        "and width + rise <= period; the area of a pulse is height width",
    .example = "pulse(time, 0.1*s, 5, 0.2*s, 0.05*s, 0.5*s)",
    .least = 6,
    .most = 6,
    .rule = TRM_RULE_ANY,
    .kernel = pulse_kernel,
    .events = pulse_events,
    .paced = TRM_PACED_EVENTS,
};
