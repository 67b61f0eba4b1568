/* SPDX-License-Identifier: Apache-2.0
 *
 * Arm: with omega the small turn in ground axes, the product p = a . b has
 *   dp  = sum dr . (ca b + cb a) + omega . (xa x b + xb x a) + ds (xa' . b + xb' . a)
 *   d2p = d2a . b + 2 da . db + a . d2b,  d2a = omega x (omega x xa) + 2 ds omega x xa' + ds^2
 * xa''.
 */
#include "system/arm.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include <string.h>

/* point, tangent or normal of a curve and its derivatives, body axes */
static void curve_side(const TrmArmCurve *side, double s, double out[4][3]) {
  double c[4][3], unit[4][3] = {{0}};
  trm_curve_eval(side->curve, s, c);
  /* derivatives beyond the third of a cubic are zero */
  for (int n = 0; n + side->order < 4; n++) memcpy(unit[n], c[n + side->order], sizeof unit[n]);
  for (int n = 0; n < 4; n++) {
    if (side->across) {
      double x = unit[n][0];
      unit[n][0] = -unit[n][1];
      unit[n][1] = x;
    }
    trm_mat3_apply(side->A, unit[n], out[n]);
  }
  if (!side->order) trm_vec3_add(out[0], 1, side->s_b, out[0]);
}

void trm_arm_make(const TrmArmPlan *plan, const TrmPairMotion *m, TrmArm *arm) {
  arm->curved = plan->side[0].curve || plan->side[1].curve;
  if (arm->curved) memset(arm->xs, 0, sizeof arm->xs);
  arm->v[0] = arm->v[1] = arm->v[2] = 0;
  for (int k = 0; k < 2; k++) {
    const TrmArmSide *side = &plan->side[k];
    const TrmBodyMotion *body = m->body[k];
    double x_b[3] = {side->x_b[0], side->x_b[1], side->x_b[2]};
    if (side->curve) {
      double c[4][3];
      curve_side(side->curve, m->s[k], c);
      trm_vec3_add(x_b, side->curve->sign, c[0], x_b);
      for (int n = 0; n < 3; n++) {
        trm_mat3_apply(body->R, c[n + 1], arm->xs[k][n]);
        for (int i = 0; i < 3; i++) arm->xs[k][n][i] *= side->curve->sign;
      }
    }
    arm->c[k] = side->c;
    trm_mat3_apply(body->R, x_b, arm->x[k]);
    for (int i = 0; i < 3; i++) arm->v[i] += side->c * body->r[i] + arm->x[k][i];
  }
}

void trm_arm_rate(const TrmArm *f, const TrmPairMotion *m, TrmArm *rate) {
  rate->curved = f->curved;
  if (f->curved) memset(rate->xs, 0, sizeof rate->xs);
  rate->v[0] = rate->v[1] = rate->v[2] = 0;
  for (int k = 0; k < 2; k++) {
    trm_vec3_cross(m->w_g[k], f->x[k], rate->x[k]);
    rate->c[k] = 0;
    if (f->curved) {
      trm_vec3_add(rate->x[k], m->s_rate[k], f->xs[k][0], rate->x[k]);
      for (int n = 0; n < 3; n++) {
        trm_vec3_cross(m->w_g[k], f->xs[k][n], rate->xs[k][n]);
        if (n < 2) trm_vec3_add(rate->xs[k][n], m->s_rate[k], f->xs[k][n + 1], rate->xs[k][n]);
      }
    }
    for (int i = 0; i < 3; i++) rate->v[i] += f->c[k] * m->body[k]->v[i] + rate->x[k][i];
  }
}

double trm_arm_dot(const TrmArm *a, const TrmArm *b) {
  return trm_vec3_dot(a->v, b->v);
}

void trm_arm_gradient(const TrmArm *a, const TrmArm *b, const TrmPairMotion *m, double scale,
                      double *out) {
  for (int k = 0; k < 2; k++) {
    double turn[3], other[3], turn_b[3], *dr = out + 6 * k, *dtheta = dr + 3;
    for (int i = 0; i < 3; i++) dr[i] += scale * (a->c[k] * b->v[i] + b->c[k] * a->v[i]);
    trm_vec3_cross(a->x[k], b->v, turn);
    trm_vec3_cross(b->x[k], a->v, other);
    trm_vec3_add(turn, 1, other, turn);
    trm_mat3_apply_transposed(m->body[k]->R, turn, turn_b);
    trm_vec3_add(dtheta, scale, turn_b, dtheta);
    if (a->curved) out[TRM_LOCAL_CURVE + k] += scale * trm_vec3_dot(a->xs[k][0], b->v);
    if (b->curved) out[TRM_LOCAL_CURVE + k] += scale * trm_vec3_dot(b->xs[k][0], a->v);
  }
}

/* derivative of the arm with respect to each local column: 3 x TRM_LOCAL, row-major by column */
static void derivative(const TrmArm *f, const TrmPairMotion *m, double d[TRM_LOCAL][3]) {
  memset(d, 0, sizeof(double[TRM_LOCAL][3]));
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 3; i++) {
      const double *R = m->body[k]->R;
      double axis[3] = {R[i], R[3 + i], R[6 + i]};
      d[6 * k + i][i] = f->c[k];
      trm_vec3_cross(axis, f->x[k], d[6 * k + 3 + i]);
      if (f->curved) d[TRM_LOCAL_CURVE + k][i] = f->xs[k][0][i];
    }
}

/* out += scale * second derivatives of f, taken along the vector g */
static void bend(const TrmArm *f, const double g[3], const TrmPairMotion *m, double scale,
                 double *out) {
  for (int k = 0; k < 2; k++) {
    double x[3], y[3];
    size_t theta = (size_t)(6 * k + 3), s = (size_t)(TRM_LOCAL_CURVE + k);
    trm_mat3_apply_transposed(m->body[k]->R, f->x[k], x);
    trm_mat3_apply_transposed(m->body[k]->R, g, y);
    double xy = trm_vec3_dot(x, y);
    for (size_t i = 0; i < 3; i++)
      for (size_t j = 0; j < 3; j++)
        out[TRM_LOCAL * (theta + i) + theta + j] +=
            scale * ((x[i] * y[j] + y[i] * x[j]) / 2 - (i == j ? xy : 0));
    if (!f->curved) continue;
    /* omega x x' . y = omega . (x' x y) */
    double slope[3], mixed[3];
    trm_mat3_apply_transposed(m->body[k]->R, f->xs[k][0], slope);
    trm_vec3_cross(slope, y, mixed);
    for (size_t i = 0; i < 3; i++) {
      out[TRM_LOCAL * (theta + i) + s] += scale * mixed[i];
      out[TRM_LOCAL * s + theta + i] += scale * mixed[i];
    }
    out[TRM_LOCAL * s + s] += scale * trm_vec3_dot(f->xs[k][1], g);
  }
}

void trm_arm_hessian(const TrmArm *a, const TrmArm *b, const TrmPairMotion *m, double scale,
                     double *out) {
  double da[TRM_LOCAL][3], db[TRM_LOCAL][3];
  derivative(a, m, da);
  derivative(b, m, db);
  for (size_t i = 0; i < TRM_LOCAL; i++)
    for (size_t j = 0; j < TRM_LOCAL; j++)
      out[TRM_LOCAL * i + j] += scale * (trm_vec3_dot(da[i], db[j]) + trm_vec3_dot(db[i], da[j]));
  bend(a, b->v, m, scale, out);
  bend(b, a->v, m, scale, out);
}
