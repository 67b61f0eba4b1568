/* SPDX-License-Identifier: Apache-2.0
 *
 * Jets: a quantity with its first and second time derivative, carried through formulas by the rules
 * of differentiation, so that a closed form for positions gives velocities and accelerations too.
 * jet_solve finds jets that satisfy equations: f(x(t), t) = 0 holds for all three orders.
 */
#ifndef TRM_TESTS_JET_H
#define TRM_TESTS_JET_H

#include <math.h>
#include <stddef.h>

/* value, first and second time derivative */
typedef struct Jet {
  double v, d, a;
} Jet;

typedef struct JetVec {
  Jet x, y, z;
} JetVec;

static inline Jet jet(double v) {
  return (Jet){v, 0, 0};
}
static inline Jet jet_time(double t) {
  return (Jet){t, 1, 0};
}
static inline Jet jet_add(Jet x, Jet y) {
  return (Jet){x.v + y.v, x.d + y.d, x.a + y.a};
}
static inline Jet jet_sub(Jet x, Jet y) {
  return (Jet){x.v - y.v, x.d - y.d, x.a - y.a};
}
static inline Jet jet_scale(double k, Jet x) {
  return (Jet){k * x.v, k * x.d, k * x.a};
}
static inline Jet jet_shift(double k, Jet x) {
  return (Jet){k + x.v, x.d, x.a};
}

static inline Jet jet_mul(Jet x, Jet y) {
  return (Jet){x.v * y.v, x.d * y.v + x.v * y.d, x.a * y.v + 2 * x.d * y.d + x.v * y.a};
}

/* a function of one argument from its value and derivatives there */
static inline Jet jet_chain(Jet x, double f, double f1, double f2) {
  return (Jet){f, f1 * x.d, f1 * x.a + f2 * x.d * x.d};
}

static inline Jet jet_inverse(Jet x) {
  return jet_chain(x, 1 / x.v, -1 / (x.v * x.v), 2 / (x.v * x.v * x.v));
}

static inline Jet jet_div(Jet x, Jet y) {
  return jet_mul(x, jet_inverse(y));
}
static inline Jet jet_sin(Jet x) {
  return jet_chain(x, sin(x.v), cos(x.v), -sin(x.v));
}
static inline Jet jet_cos(Jet x) {
  return jet_chain(x, cos(x.v), -sin(x.v), -cos(x.v));
}

static inline Jet jet_sqrt(Jet x) {
  double root = sqrt(x.v);
  return jet_chain(x, root, 0.5 / root, -0.25 / (root * x.v));
}

static inline Jet jet_asin(Jet x) {
  double w = 1 - x.v * x.v;
  return jet_chain(x, asin(x.v), 1 / sqrt(w), x.v / (w * sqrt(w)));
}

static inline Jet jet_acos(Jet x) {
  return jet_sub(jet(acos(0)), jet_asin(x));
}

static inline Jet jet_atan2(Jet y, Jet x) {
  Jet angle = jet(atan2(y.v, x.v));
  double r2 = x.v * x.v + y.v * y.v, moment = x.v * y.d - y.v * x.d;
  angle.d = moment / r2;
  angle.a = (x.v * y.a - y.v * x.a) / r2 - angle.d * 2 * (x.v * x.d + y.v * y.d) / r2;
  return angle;
}

/* a rate with its own derivative, as the second and third part of a jet */
static inline Jet jet_rate(Jet rate) {
  return (Jet){0, rate.v, rate.d};
}

static inline JetVec jet_vec(double x, double y, double z) {
  return (JetVec){jet(x), jet(y), jet(z)};
}

static inline JetVec jet_vec_add(JetVec a, JetVec b) {
  return (JetVec){jet_add(a.x, b.x), jet_add(a.y, b.y), jet_add(a.z, b.z)};
}

static inline JetVec jet_vec_sub(JetVec a, JetVec b) {
  return (JetVec){jet_sub(a.x, b.x), jet_sub(a.y, b.y), jet_sub(a.z, b.z)};
}

static inline JetVec jet_vec_mul(Jet k, JetVec a) {
  return (JetVec){jet_mul(k, a.x), jet_mul(k, a.y), jet_mul(k, a.z)};
}

static inline JetVec jet_vec_scale(double k, JetVec a) {
  return jet_vec_mul(jet(k), a);
}

static inline Jet jet_dot(JetVec a, JetVec b) {
  return jet_add(jet_add(jet_mul(a.x, b.x), jet_mul(a.y, b.y)), jet_mul(a.z, b.z));
}

static inline JetVec jet_cross(JetVec a, JetVec b) {
  return (JetVec){jet_sub(jet_mul(a.y, b.z), jet_mul(a.z, b.y)),
                  jet_sub(jet_mul(a.z, b.x), jet_mul(a.x, b.z)),
                  jet_sub(jet_mul(a.x, b.y), jet_mul(a.y, b.x))};
}

static inline Jet jet_norm(JetVec a) {
  return jet_sqrt(jet_dot(a, a));
}
static inline JetVec jet_unit(JetVec a) {
  return jet_vec_mul(jet_inverse(jet_norm(a)), a);
}

/* `a` turned by `angle` about the unit vector `axis` */
static inline JetVec jet_turn(JetVec a, JetVec axis, Jet angle) {
  Jet c = jet_cos(angle), s = jet_sin(angle);
  JetVec along = jet_vec_mul(jet_dot(axis, a), axis);
  JetVec sum = jet_vec_add(along, jet_vec_mul(c, jet_vec_sub(a, along)));
  return jet_vec_add(sum, jet_vec_mul(s, jet_cross(axis, a)));
}

/* Angular velocity and acceleration of three axes e: sum of e x e' / 2 and of e x e'' / 2, each as
 * the second and third part of a jet. */
static inline JetVec jet_spin(const JetVec e[3]) {
  JetVec spin = jet_vec(0, 0, 0);
  for (int i = 0; i < 3; i++) {
    JetVec first = {jet(e[i].x.d), jet(e[i].y.d), jet(e[i].z.d)};
    JetVec second = {jet(e[i].x.a), jet(e[i].y.a), jet(e[i].z.a)};
    JetVec here = {jet(e[i].x.v), jet(e[i].y.v), jet(e[i].z.v)};
    JetVec w = jet_cross(here, first), wd = jet_cross(here, second);
    spin.x.d += w.x.v / 2, spin.y.d += w.y.v / 2, spin.z.d += w.z.v / 2;
    spin.x.a += wd.x.v / 2, spin.y.a += wd.y.v / 2, spin.z.a += wd.z.v / 2;
  }
  return spin;
}

/* In the plane: the point at distance `ra` from a and `rb` from b, left of the way from a to b when
 * side is 1, right when it is -1. */
static inline JetVec jet_meet(JetVec a, double ra, JetVec b, double rb, double side) {
  JetVec way = jet_vec_sub(b, a);
  Jet d2 = jet_dot(way, way);
  Jet along = jet_scale(0.5, jet_shift(1, jet_div(jet(ra * ra - rb * rb), d2)));
  Jet high = jet_sqrt(jet_sub(jet_div(jet(ra * ra), d2), jet_mul(along, along)));
  JetVec left = {jet_scale(-side, way.y), jet_scale(side, way.x), jet(0)};
  return jet_vec_add(a, jet_vec_add(jet_vec_mul(along, way), jet_vec_mul(high, left)));
}

enum { JET_MOST = 12 };

/* residuals of n equations in n unknowns at time t */
typedef void (*JetEquations)(const Jet *x, Jet t, Jet *residual);

/* solve the n x n system J y = b for three right-hand sides, with exchange of rows */
static inline void jet_eliminate(size_t n, double J[JET_MOST][JET_MOST], double b[JET_MOST][3]) {
  for (size_t k = 0; k < n; k++) {
    size_t best = k;
    for (size_t i = k + 1; i < n; i++)
      if (fabs(J[i][k]) > fabs(J[best][k])) best = i;
    for (size_t j = 0; j < n; j++) {
      double kept = J[k][j];
      J[k][j] = J[best][j], J[best][j] = kept;
    }
    for (size_t j = 0; j < 3; j++) {
      double kept = b[k][j];
      b[k][j] = b[best][j], b[best][j] = kept;
    }
    for (size_t i = 0; i < n; i++) {
      if (i == k) continue;
      double factor = J[i][k] / J[k][k];
      for (size_t j = k; j < n; j++) J[i][j] -= factor * J[k][j];
      for (size_t j = 0; j < 3; j++) b[i][j] -= factor * b[k][j];
    }
  }
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < 3; j++) b[i][j] /= J[i][i];
}

/* Newton's method for the jets x[n], from the values they hold; returns the last correction of the
 * values. A unit rate in one unknown at a time gives the columns of the Jacobian. */
static inline double jet_solve(size_t n, JetEquations equations, Jet t, Jet *x) {
  double J[JET_MOST][JET_MOST], b[JET_MOST][3], last = 0;
  Jet r[JET_MOST], probe[JET_MOST];
  for (int iteration = 0; iteration < 12; iteration++) {
    for (size_t j = 0; j < n; j++) {
      for (size_t i = 0; i < n; i++) probe[i] = (Jet){x[i].v, i == j, 0};
      equations(probe, jet(t.v), r);
      for (size_t i = 0; i < n; i++) J[i][j] = r[i].d;
    }
    equations(x, t, r);
    for (size_t i = 0; i < n; i++) b[i][0] = r[i].v, b[i][1] = r[i].d, b[i][2] = r[i].a;
    jet_eliminate(n, J, b);
    last = 0;
    for (size_t i = 0; i < n; i++) {
      last = fmax(last, fabs(b[i][0]));
      x[i] = jet_sub(x[i], (Jet){b[i][0], b[i][1], b[i][2]});
    }
  }
  return last;
}

#endif
