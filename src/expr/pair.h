/* SPDX-License-Identifier: Apache-2.0
 *
 * Body fields, sums over sides of +-(base + R c): values, and adjoints with respect to dr, dtheta,
 * dv, dw, da, dalpha. With y = R^T (adjoint) in body axes, dtheta gets c x y and the rest follows
 * from c. `code` is a constant wherever these are called, so that no choice is left at run time.
 */
#ifndef TRM_EXPR_PAIR_H
#define TRM_EXPR_PAIR_H

#include "expr/program_data.h"
#include "math/vec3.h"

/* these must vanish into the sweeps, and loops over three components be written out */
#define TRM_INLINE __attribute__((always_inline)) static inline

/* c in body axes */
TRM_INLINE void trm_side_inner(unsigned code, const TrmBodyMotion *m, const double *s,
                               double c[3]) {
  const double *from = code == TRM_DO_OMEGA ? m->w : code == TRM_DO_ALPHA ? m->alpha : s;
  if (code == TRM_DO_VELOCITY) {
    trm_vec3_cross(m->w, s, c);
  } else if (code == TRM_DO_ACCELERATION) {
    double u[3], v[3];
    trm_vec3_cross(m->w, s, u);
    trm_vec3_cross(m->w, u, c);
    trm_vec3_cross(m->alpha, s, v);
    c[0] += v[0];
    c[1] += v[1];
    c[2] += v[2];
  } else {
    c[0] = from[0];
    c[1] = from[1];
    c[2] = from[2];
  }
}

/* r, v, a, or NULL */
TRM_INLINE const double *trm_side_base(unsigned code, const TrmBodyMotion *m) {
  return code == TRM_DO_POINT          ? m->r
         : code == TRM_DO_VELOCITY     ? m->v
         : code == TRM_DO_ACCELERATION ? m->a
                                       : NULL;
}

/* R^T g */
TRM_INLINE void trm_side_to_body(const TrmBodyMotion *m, const double *g, double y[3]) {
  const double *R = m->R;
  double g0 = g[0], g1 = g[1], g2 = g[2];
  y[0] = R[0] * g0 + R[3] * g1 + R[6] * g2;
  y[1] = R[1] * g0 + R[4] * g1 + R[7] * g2;
  y[2] = R[2] * g0 + R[5] * g1 + R[8] * g2;
}

/* add u x v to out */
TRM_INLINE void trm_side_add_cross(const double u[3], const double v[3], double *out) {
  double x = u[1] * v[2] - u[2] * v[1];
  double y = u[2] * v[0] - u[0] * v[2];
  double z = u[0] * v[1] - u[1] * v[0];
  out[0] += x;
  out[1] += y;
  out[2] += z;
}

/* out += sign v */
TRM_INLINE void trm_side_add(double sign, const double *v, double *out) {
  out[0] += sign * v[0];
  out[1] += sign * v[1];
  out[2] += sign * v[2];
}

/* R c */
TRM_INLINE void trm_side_to_ground(const TrmBodyMotion *m, const double c[3], double out[3]) {
  out[0] = trm_vec3_dot(m->R, c);
  out[1] = trm_vec3_dot(m->R + 3, c);
  out[2] = trm_vec3_dot(m->R + 6, c);
}

TRM_INLINE void trm_pair_vector(unsigned code, const TrmPair *pair, const TrmSituation *at,
                                double out[3]) {
  double sum[3] = {pair->offset[0], pair->offset[1], pair->offset[2]};
  for (uint32_t n = 0; n < pair->count; n++) {
    const TrmSide *side = &pair->side[n];
    const TrmBodyMotion *m = &at->bodies[side->body];
    const double *base = trm_side_base(code, m);
    double c[3], turned[3];
    if (base) trm_side_add(side->sign, base, sum);
    if (base && side->centre) continue;
    trm_side_inner(code, m, side->s, c);
    trm_side_to_ground(m, c, turned);
    trm_side_add(side->sign, turned, sum);
  }
  out[0] = sum[0];
  out[1] = sum[1];
  out[2] = sum[2];
}

TRM_INLINE double trm_pair_component(unsigned code, const TrmPair *pair, const TrmSituation *at,
                                     uint32_t i) {
  double sum = pair->offset[i];
  for (uint32_t n = 0; n < pair->count; n++) {
    const TrmSide *side = &pair->side[n];
    const TrmBodyMotion *m = &at->bodies[side->body];
    const double *base = trm_side_base(code, m);
    double c[3];
    if (base && side->centre) {
      sum += side->sign * base[i];
      continue;
    }
    trm_side_inner(code, m, side->s, c);
    sum += side->sign * ((base ? base[i] : 0) + trm_vec3_dot(m->R + (size_t)3 * i, c));
  }
  return sum;
}

/* what the adjoint y of c gives to dw and dalpha */
TRM_INLINE void trm_side_spread_inner(unsigned code, const TrmBodyMotion *m, const TrmSide *side,
                                      const double y[3], double *gradient) {
  double *omega = gradient + side->omega, *alpha = gradient + side->alpha;
  if (code == TRM_DO_VELOCITY) {
    trm_side_add_cross(side->s, y, omega);
  } else if (code == TRM_DO_OMEGA) {
    trm_side_add(1, y, omega);
  } else if (code == TRM_DO_ACCELERATION) {
    double ws[3], yw[3];
    trm_vec3_cross(m->w, side->s, ws);
    trm_vec3_cross(y, m->w, yw);
    trm_side_add_cross(side->s, y, alpha);
    trm_side_add_cross(ws, y, omega);
    trm_side_add_cross(side->s, yw, omega);
  } else if (code == TRM_DO_ALPHA) {
    trm_side_add(1, y, alpha);
  }
}

/* what y = R^T (adjoint) gives to dtheta, dw and dalpha */
TRM_INLINE void trm_side_spread(unsigned code, const TrmBodyMotion *m, const TrmSide *side,
                                const double c[3], const double y[3], double *gradient) {
  trm_side_add_cross(c, y, gradient + side->theta);
  trm_side_spread_inner(code, m, side, y, gradient);
}

/* backward step of a vector field with adjoint g */
TRM_INLINE void trm_pair_reverse(unsigned code, const TrmPair *pair, const TrmSituation *at,
                                 const double *g, double *gradient) {
  for (uint32_t n = 0; n < pair->count; n++) {
    const TrmSide *side = &pair->side[n];
    const TrmBodyMotion *m = &at->bodies[side->body];
    double h[3] = {side->sign * g[0], side->sign * g[1], side->sign * g[2]}, y[3], c[3];
    if (trm_side_base(code, m)) {
      trm_side_add(1, h, gradient + side->base);
      if (side->centre) continue;
    }
    trm_side_to_body(m, h, y);
    trm_side_inner(code, m, side->s, c);
    trm_side_spread(code, m, side, c, y, gradient);
  }
}

/* backward step of component i with adjoint g */
TRM_INLINE void trm_pair_reverse_component(unsigned code, const TrmPair *pair,
                                           const TrmSituation *at, uint32_t i, double g,
                                           double *gradient) {
  for (uint32_t n = 0; n < pair->count; n++) {
    const TrmSide *side = &pair->side[n];
    const TrmBodyMotion *m = &at->bodies[side->body];
    const double *row = m->R + (size_t)3 * i;
    double h = side->sign * g, y[3] = {row[0] * h, row[1] * h, row[2] * h}, c[3];
    if (trm_side_base(code, m)) {
      gradient[side->base + i] += h;
      if (side->centre) continue;
    }
    trm_side_inner(code, m, side->s, c);
    trm_side_spread(code, m, side, c, y, gradient);
  }
}

/* both directions of an AXES pair in ground axes */
TRM_INLINE void trm_pair_axes(const TrmPair *pair, const TrmSituation *at, double u[3],
                              double w[3]) {
  trm_side_to_ground(&at->bodies[pair->side[0].body], pair->side[0].s, u);
  trm_side_to_ground(&at->bodies[pair->side[1].body], pair->side[1].s, w);
}

/* u . w, and behind it u x w, which the backward step needs */
TRM_INLINE void trm_pair_cosine(const TrmPair *pair, const TrmSituation *at, double out[4]) {
  double u[3], w[3];
  trm_pair_axes(pair, at, u, w);
  out[0] = trm_vec3_dot(u, w);
  trm_vec3_cross(u, w, out + 1);
}

/* backward step of the cosine: +-R^T (u x w) on the sides */
TRM_INLINE void trm_pair_reverse_cosine(const TrmPair *pair, const TrmSituation *at, double g,
                                        const double uw[3], double *gradient) {
  for (int n = 0; n < 2; n++) {
    const TrmSide *side = &pair->side[n];
    double y[3], h = n ? -g : g;
    trm_side_to_body(&at->bodies[side->body], uw, y);
    trm_side_add(h, y, gradient + side->theta);
  }
}

#endif
