/* SPDX-License-Identifier: Apache-2.0
 *
 * Elastic stops. At depth p the force is F(p, v, k, e, c, d) = k p^e - c v s(p/d), never pulling: a
 * stiffness k with exponent e and a damping c that comes in over the depth d by the cubic ramp s.
 * impact stops motion below x1; bistop below x1 and above x2, where p = x - x2, v and F are
 * reversed.
 */
#include "expr/function/families.h"
#include "expr/function/kernel.h"
#include "expr/function/ramp.h"

/* the variables of F */
enum { P, V, K, E, C, D, VARIABLES };

/* how one argument of the function enters F: the variable and its derivative by the argument */
typedef struct Entry {
  int variable;
  double factor;
} Entry;

/* the damping ramp at depth p; fully in at and beyond d */
static TrmRamp damping_ramp(double p, double d) {
  return p >= d ? (TrmRamp){1, 0, 0, 0} : trm_ramp_cubic(p / d);
}

static double force(const double *y) {
  return y[K] * pow(y[P], y[E]) - y[C] * y[V] * damping_ramp(y[P], y[D]).s;
}

/* first derivatives of F */
static void force_first(const double *y, double *g) {
  TrmRamp s = damping_ramp(y[P], y[D]);
  double power = pow(y[P], y[E]), u = y[P] < y[D] ? 1 / y[D] : 0, q = y[P] * u;
  g[P] = y[K] * y[E] * power / y[P] - y[C] * y[V] * s.s1 * u;
  g[V] = -y[C] * s.s;
  g[K] = power;
  g[E] = y[K] * power * log(y[P]);
  g[C] = -y[V] * s.s;
  g[D] = y[C] * y[V] * s.s1 * q * u;
}

/* second derivatives of F */
static void force_second(const double *y, double h[VARIABLES][VARIABLES]) {
  TrmRamp s = damping_ramp(y[P], y[D]);
  double power = pow(y[P], y[E]), slope = power / y[P], ln = log(y[P]);
  double u = y[P] < y[D] ? 1 / y[D] : 0, q = y[P] * u, cv = y[C] * y[V];
  memset(h, 0, sizeof(double[VARIABLES][VARIABLES]));
  h[P][P] = y[K] * y[E] * (y[E] - 1) * slope / y[P] - cv * s.s2 * u * u;
  h[P][V] = -y[C] * s.s1 * u;
  h[P][K] = y[E] * slope;
  h[P][E] = y[K] * slope * (1 + y[E] * ln);
  h[P][C] = -y[V] * s.s1 * u;
  h[P][D] = cv * (s.s2 * q + s.s1) * u * u;
  h[V][C] = -s.s;
  h[V][D] = y[C] * s.s1 * q * u;
  h[K][E] = power * ln;
  h[E][E] = y[K] * power * ln * ln;
  h[C][D] = y[V] * s.s1 * q * u;
  h[D][D] = -cv * (s.s2 * q + 2 * s.s1) * q * u * u;
  for (int i = 0; i < VARIABLES; i++)
    for (int j = 0; j < i; j++) h[i][j] = h[j][i];
}

/* second rates of the first derivatives of F, its variables going by `rate` */
static void force_third(const double *y, const double *rate, double *out) {
  TrmJet v[VARIABLES];
  for (int i = 0; i < VARIABLES; i++) v[i] = trm_jet_steady(y[i], rate[i]);
  TrmJet inverse = trm_jet_inverse(v[P]), u = {0, 0, 0}, ln, power, slope;
  double f = pow(y[P], y[E]);
  ln = trm_jet_of(v[P], log(y[P]), inverse.f, -inverse.f * inverse.f);
  power = trm_jet_of(trm_jet_times(v[E], ln), f, f, f);
  slope = trm_jet_times(trm_jet_times(v[K], v[E]), trm_jet_times(power, inverse));

  /* the damping's part: -c v s(q), q = p u with u = 1/d on the ramp and 0 beyond it */
  TrmRamp ramp = damping_ramp(y[P], y[D]);
  if (y[P] < y[D]) u = trm_jet_inverse(v[D]);
  TrmJet q = trm_jet_times(v[P], u), s = trm_ramp_jet(ramp, q), cv = trm_jet_times(v[C], v[V]);
  TrmJet by_p = trm_jet_times(trm_jet_times(cv, trm_ramp_slope_jet(ramp, q)), u);
  out[P] = slope.dd - by_p.dd;
  out[V] = -trm_jet_times(v[C], s).dd;
  out[K] = power.dd;
  out[E] = trm_jet_times(v[K], trm_jet_times(power, ln)).dd;
  out[C] = -trm_jet_times(v[V], s).dd;
  out[D] = trm_jet_times(by_p, q).dd;
}

/* third derivatives of sign * F(y) by the arguments */
static void stop_third(TrmKernel *k, const double *y, const Entry *entry, double sign) {
  double rate[VARIABLES] = {0}, out[VARIABLES];
  for (size_t i = 0; i < k->n; i++) rate[entry[i].variable] += entry[i].factor * k->d[i];
  force_third(y, rate, out);
  for (size_t i = 0; i < k->n; i++)
    k->third[i] = sign * trm_jet_part(entry[i].factor, out[entry[i].variable]);
}

/* sign * F(y) and its derivatives by the arguments, zero where F would pull */
static void stop(TrmKernel *k, const double *y, const Entry *entry, double sign) {
  double f = force(y);
  if (f <= 0) {
    trm_kernel_flat(k, 0);
    return;
  }
  k->value = sign * f;
  if (k->third) stop_third(k, y, entry, sign);
  if (k->gradient) {
    double g[VARIABLES];
    force_first(y, g);
    for (size_t i = 0; i < k->n; i++)
      k->gradient[i] = sign * entry[i].factor * g[entry[i].variable];
  }
  if (k->hessian) {
    double h[VARIABLES][VARIABLES];
    force_second(y, h);
    for (size_t i = 0; i < k->n; i++)
      for (size_t j = 0; j < k->n; j++)
        k->hessian[i * k->n + j] =
            sign * entry[i].factor * entry[j].factor * h[entry[i].variable][entry[j].variable];
  }
}

/* switching values of one side: leaving the stop, the force becoming a pull, full damping */
static size_t stop_events(const double *y, double *out) {
  out[0] = -y[P];
  out[1] = y[P] > 0 ? force(y) : -y[P];
  out[2] = y[D] - y[P];
  return 3;
}

static void impact_variables(const double *x, double *y) {
  const double values[] = {x[2] - x[0], x[1], x[3], x[4], x[5], x[6]};
  memcpy(y, values, sizeof values);
}

static void impact_kernel(TrmKernel *k) {
  static const Entry entry[] = {{P, -1}, {V, 1}, {P, 1}, {K, 1}, {E, 1}, {C, 1}, {D, 1}};
  double y[VARIABLES];
  impact_variables(k->x, y);
  if (y[P] <= 0)
    trm_kernel_flat(k, 0);
  else
    stop(k, y, entry, 1);
}

static size_t impact_events(const double *x, size_t n, double *out) {
  double y[VARIABLES];
  (void)n;
  impact_variables(x, y);
  return stop_events(y, out);
}

/* the lower or upper stop of bistop */
static void bistop_variables(const double *x, int upper, double *y) {
  const double values[] = {
      upper ? x[0] - x[3] : x[2] - x[0], upper ? -x[1] : x[1], x[4], x[5], x[6], x[7]};
  memcpy(y, values, sizeof values);
}

static void bistop_kernel(TrmKernel *k) {
  static const Entry lower[] = {{P, -1}, {V, 1}, {P, 1}, {P, 0}, {K, 1}, {E, 1}, {C, 1}, {D, 1}};
  static const Entry upper[] = {{P, 1}, {V, -1}, {P, 0}, {P, -1}, {K, 1}, {E, 1}, {C, 1}, {D, 1}};
  double y[VARIABLES];
  bistop_variables(k->x, 0, y);
  if (!(y[P] <= 0)) {
    stop(k, y, lower, 1);
    return;
  }
  bistop_variables(k->x, 1, y);
  if (y[P] <= 0)
    trm_kernel_flat(k, 0);
  else
    stop(k, y, upper, -1);
}

static size_t bistop_events(const double *x, size_t n, double *out) {
  double y[VARIABLES];
  (void)n;
  bistop_variables(x, 0, y);
  stop_events(y, out);
  bistop_variables(x, 1, y);
  return 3 + stop_events(y, out + 3);
}

const TrmFunction trm_function_impact = {
    .name = "impact",
    .form = "impact(x, v, x1, k, e, c, d)",
    .summary = "elastic stop that keeps x from falling below x1",
    .formula = "max(0, k (x1 - x)^e - c v step(x, x1 - d, 1, x1, 0)) where x < x1, 0 elsewhere",
    .example = "impact(cos(360*deg*time/s), 0, 0, 1e5, 1.5, 10, 0.01)",
    .least = 7,
    .most = 7,
    .rule = TRM_RULE_ANY,
    .kernel = impact_kernel,
    .events = impact_events,
};

const TrmFunction trm_function_bistop = {
    .name = "bistop",
    .form = "bistop(x, v, x1, x2, k, e, c, d)",
    .summary = "elastic stops that keep x between x1 and x2",
    .formula = "max(0, k (x1 - x)^e - c v step(x, x1 - d, 1, x1, 0)) where x < x1, "
               "min(0, -k (x - x2)^e - c v step(x, x2, 0, x2 + d, 1)) where x > x2, 0 between",
    .example = "bistop(cos(360*deg*time/s), 0, -0.5, 0.5, 1e5, 1.5, 10, 0.01)",
    .least = 8,
    .most = 8,
    .rule = TRM_RULE_ANY,
    .kernel = bistop_kernel,
    .events = bistop_events,
};
