/* SPDX-License-Identifier: Apache-2.0
 *
 * Term: the chain rule. With p the products and F their function,
 *   F' = F_i p_i',  F'' = F_i p_i'' + F_ij p_i' p_j',
 *   p' = a'.b + a.b',  p'' = a''.b + 2 a'.b' + a.b'',
 * where a', a'' are arms again, so that slopes of p'' are gradients of products of arms.
 */
#include "system/term.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

/* the outer function's derivatives at the products */
typedef struct Outer {
  double f, f1[3], f2[3][3], f3[3][3][3];
} Outer;

static const double turn = 6.283185307179586476925286766559;

/* atan2(y, x) and derivatives, to order 3 */
static void outer_angle(const double p[3], int order, Outer *o) {
  double y = p[0], x = p[1], n = x * x + y * y;
  o->f = atan2(y, x);
  o->f1[0] = x / n;
  o->f1[1] = -y / n;
  if (order < 2) return;
  double n2 = n * n, xy = 2 * x * y / n2, d = (y * y - x * x) / n2;
  o->f2[0][0] = -xy;
  o->f2[1][1] = xy;
  o->f2[0][1] = o->f2[1][0] = d;
  if (order < 3) return;
  /* Im of 2/(x + i y)^3 up to signs: derivatives of the harmonic function */
  double n3 = n2 * n, re = 2 * (x * x * x - 3 * x * y * y) / n3;
  double im = 2 * (3 * x * x * y - y * y * y) / n3;
  o->f3[1][1][1] = -im;
  o->f3[0][1][1] = o->f3[1][0][1] = o->f3[1][1][0] = re;
  o->f3[0][0][1] = o->f3[0][1][0] = o->f3[1][0][0] = im;
  o->f3[0][0][0] = -re;
}

static void outer_surface(const TrmSpline *surface, double unit, const double p[3], int order,
                          Outer *o) {
  double h[6], hx[6];
  trm_spline_eval(surface, 0, p[0] / unit, p[1] / unit, h);
  o->f = p[2] - unit * h[0];
  o->f1[0] = -h[1];
  o->f1[1] = -h[2];
  o->f1[2] = 1;
  if (order < 2) return;
  o->f2[0][0] = -h[3] / unit;
  o->f2[0][1] = o->f2[1][0] = -h[4] / unit;
  o->f2[1][1] = -h[5] / unit;
  if (order < 3) return;
  trm_spline_eval(surface, 1, p[0] / unit, p[1] / unit, hx);
  for (int i = 3; i < 6; i++) hx[i] /= unit * unit;
  o->f3[0][0][0] = -hx[3];
  o->f3[0][0][1] = o->f3[0][1][0] = o->f3[1][0][0] = -hx[4];
  o->f3[0][1][1] = o->f3[1][0][1] = o->f3[1][1][0] = -hx[5];
}

/* the root and its derivatives */
static void outer_root(double p, int order, Outer *o) {
  o->f = sqrt(p);
  o->f1[0] = 0.5 / o->f;
  if (order > 1) o->f2[0][0] = -0.25 / (o->f * p);
  if (order > 2) o->f3[0][0][0] = 0.375 / (o->f * p * p);
}

static void outer(const TrmTermPlan *term, const double p[3], int order, Outer *o) {
  if (order > 1) memset(o->f2, 0, sizeof o->f2);
  if (order > 2) memset(o->f3, 0, sizeof o->f3);
  if (term->kind == TRM_TERM_ANGLE) {
    outer_angle(p, order, o);
  } else if (term->kind == TRM_TERM_SURFACE) {
    outer_surface(term->surface, term->surface_unit, p, order, o);
  } else if (term->kind == TRM_TERM_ROOT) {
    outer_root(p[0], order, o);
  } else {
    o->f = 0;
    for (unsigned i = 0; i < term->count; i++) {
      o->f += term->product[i].weight * p[i];
      o->f1[i] = term->product[i].weight;
    }
  }
}

/* the angle nearest to the last one */
static double continuous(const TrmTermPlan *term, double value, double last) {
  if (term->kind != TRM_TERM_ANGLE) return value;
  return value + turn * nearbyint((last - value) / turn);
}

double trm_term_value(const TrmTermPlan *term, const TrmPairMotion *m, double last) {
  double p[3];
  Outer o;
  for (unsigned i = 0; i < term->count; i++) {
    TrmArm a, b;
    trm_arm_make(&term->product[i].a, m, &a);
    trm_arm_make(&term->product[i].b, m, &b);
    p[i] = trm_arm_dot(&a, &b);
  }
  outer(term, p, 1, &o);
  return term->factor * continuous(term, o.f, last);
}

double trm_term_gradient(const TrmTermPlan *term, const TrmPairMotion *m, double last, double *g) {
  double p[3];
  TrmArm a[3], b[3];
  Outer o;
  for (unsigned i = 0; i < term->count; i++) {
    trm_arm_make(&term->product[i].a, m, &a[i]);
    trm_arm_make(&term->product[i].b, m, &b[i]);
    p[i] = trm_arm_dot(&a[i], &b[i]);
  }
  outer(term, p, 1, &o);
  memset(g, 0, TRM_LOCAL * sizeof *g);
  for (unsigned i = 0; i < term->count; i++)
    trm_arm_gradient(&a[i], &b[i], m, term->factor * o.f1[i], g);
  return term->factor * continuous(term, o.f, last);
}

/* the arms of a product and their first and second rates */
typedef struct Rates {
  TrmArm a[3], b[3];
} Rates;

static void make_rates(const TrmProduct *product, const TrmPairMotion *m, Rates *r) {
  trm_arm_make(&product->a, m, &r->a[0]);
  trm_arm_make(&product->b, m, &r->b[0]);
  for (int n = 0; n < 2; n++) {
    trm_arm_rate(&r->a[n], m, &r->a[n + 1]);
    trm_arm_rate(&r->b[n], m, &r->b[n + 1]);
  }
}

static double rate_of(const Rates *r) {
  return trm_arm_dot(&r->a[1], &r->b[0]) + trm_arm_dot(&r->a[0], &r->b[1]);
}

static double second_of(const Rates *r) {
  return trm_arm_dot(&r->a[2], &r->b[0]) + 2 * trm_arm_dot(&r->a[1], &r->b[1]) +
         trm_arm_dot(&r->a[0], &r->b[2]);
}

void trm_term_rates(const TrmTermPlan *term, const TrmPairMotion *m, double *rate, double *second) {
  double p[3], p1[3], p2[3];
  Outer o;
  for (unsigned i = 0; i < term->count; i++) {
    Rates r;
    make_rates(&term->product[i], m, &r);
    p[i] = trm_arm_dot(&r.a[0], &r.b[0]);
    p1[i] = rate_of(&r);
    p2[i] = second_of(&r);
  }
  outer(term, p, 2, &o);
  *rate = *second = 0;
  for (unsigned i = 0; i < term->count; i++) {
    *rate += o.f1[i] * p1[i];
    *second += o.f1[i] * p2[i];
    for (unsigned j = 0; j < term->count; j++) *second += o.f2[i][j] * p1[i] * p1[j];
  }
  *rate *= term->factor;
  *second *= term->factor;
}

void trm_term_hessian(const TrmTermPlan *term, const TrmPairMotion *m, double *h) {
  double p[3], g[3][TRM_LOCAL] = {{0}};
  TrmArm a[3], b[3];
  Outer o;
  for (unsigned i = 0; i < term->count; i++) {
    trm_arm_make(&term->product[i].a, m, &a[i]);
    trm_arm_make(&term->product[i].b, m, &b[i]);
    p[i] = trm_arm_dot(&a[i], &b[i]);
    trm_arm_gradient(&a[i], &b[i], m, 1, g[i]);
  }
  outer(term, p, 2, &o);
  memset(h, 0, TRM_LOCAL * TRM_LOCAL * sizeof *h);
  for (unsigned i = 0; i < term->count; i++) {
    trm_arm_hessian(&a[i], &b[i], m, term->factor * o.f1[i], h);
    for (unsigned j = 0; j < term->count && term->kind != TRM_TERM_LINEAR; j++)
      for (size_t k = 0; k < TRM_LOCAL; k++)
        for (size_t l = 0; l < TRM_LOCAL; l++)
          h[TRM_LOCAL * k + l] += term->factor * o.f2[i][j] * g[i][k] * g[j][l];
  }
}

/* slopes of one product's rate and second rate with respect to positions */
typedef struct Slopes {
  double p, p1, p2;
  double g[TRM_LOCAL], g1[TRM_LOCAL], g2[TRM_LOCAL];
} Slopes;

static void make_slopes(const TrmProduct *product, const TrmPairMotion *m, Slopes *s) {
  Rates r;
  make_rates(product, m, &r);
  s->p = trm_arm_dot(&r.a[0], &r.b[0]);
  s->p1 = rate_of(&r);
  s->p2 = second_of(&r);
  memset(s->g, 0, sizeof s->g);
  memset(s->g1, 0, sizeof s->g1);
  memset(s->g2, 0, sizeof s->g2);
  trm_arm_gradient(&r.a[0], &r.b[0], m, 1, s->g);
  trm_arm_gradient(&r.a[1], &r.b[0], m, 1, s->g1);
  trm_arm_gradient(&r.a[0], &r.b[1], m, 1, s->g1);
  trm_arm_gradient(&r.a[2], &r.b[0], m, 1, s->g2);
  trm_arm_gradient(&r.a[1], &r.b[1], m, 2, s->g2);
  trm_arm_gradient(&r.a[0], &r.b[2], m, 1, s->g2);
}

/* velocities in local columns */
static void local_velocity(const TrmPairMotion *m, double u[TRM_LOCAL]) {
  for (int k = 0; k < 2; k++) {
    memcpy(u + 6 * k, m->body[k]->v, sizeof m->body[k]->v);
    memcpy(u + 6 * k + 3, m->body[k]->w, sizeof m->body[k]->w);
    u[TRM_LOCAL_CURVE + k] = m->s_rate[k];
  }
}

void trm_term_slopes(const TrmTermPlan *term, const TrmPairMotion *m, double *by_position,
                     double *by_velocity) {
  Slopes s[3];
  double p[3], h[TRM_LOCAL * TRM_LOCAL], u[TRM_LOCAL];
  Outer o;
  for (unsigned i = 0; i < term->count; i++) {
    make_slopes(&term->product[i], m, &s[i]);
    p[i] = s[i].p;
  }
  outer(term, p, 3, &o);
  memset(by_position, 0, TRM_LOCAL * sizeof *by_position);
  for (size_t c = 0; c < TRM_LOCAL; c++)
    for (unsigned i = 0; i < term->count; i++) {
      by_position[c] += term->factor * o.f1[i] * s[i].g2[c];
      for (unsigned j = 0; j < term->count && term->kind != TRM_TERM_LINEAR; j++) {
        double sum = o.f2[i][j] * (s[i].p2 * s[j].g[c] + 2 * s[i].p1 * s[j].g1[c]);
        for (unsigned k = 0; k < term->count; k++)
          sum += o.f3[i][j][k] * s[i].p1 * s[j].p1 * s[k].g[c];
        by_position[c] += term->factor * sum;
      }
    }
  /* F'' is a quadratic form of the velocities */
  trm_term_hessian(term, m, h);
  local_velocity(m, u);
  for (size_t i = 0; i < TRM_LOCAL; i++) {
    by_velocity[i] = 0;
    for (size_t j = 0; j < TRM_LOCAL; j++) by_velocity[i] += 2 * h[TRM_LOCAL * i + j] * u[j];
  }
}
