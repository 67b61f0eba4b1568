/* SPDX-License-Identifier: Apache-2.0
 *
 * Along: with A = R_k a the axis in ground axes and w = R_k' e,
 *   dphi = A . (c_k dr_k + c_o dr_o) + (a x w) . dtheta_k + (b_o x R_o' A) . dtheta_o,
 *   w'' = R_k' e'' - 2 w_k x R_k' e' + w_k x (w_k x w),  e'' = R_o (w_o x (w_o x b_o)).
 * In the plane vectors have two components and turns one.
 */
#include "system/along.h"
#include "compile/system.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "system/equations.h"
#include <math.h>
#include <string.h>

/* the side an arm is fixed on when it is an axis there, or -1 */
static int axis_side(const TrmArmPlan *arm) {
  int side = -1;
  for (int k = 0; k < 2; k++) {
    const TrmArmSide *s = &arm->side[k];
    if (s->c != 0 || s->curve) return -1;
    if (s->x_b[0] == 0 && s->x_b[1] == 0 && s->x_b[2] == 0) continue;
    if (side >= 0) return -1;
    side = k;
  }
  return side;
}

int trm_along_make(const TrmTermPlan *term, double offset, int planar, TrmAlong *row) {
  if (term->kind != TRM_TERM_LINEAR || term->count != 1 || term->body[0] == term->body[1]) return 0;
  const TrmProduct *product = &term->product[0];
  const TrmArmPlan *axis = &product->a, *arm = &product->b;
  int k = axis_side(axis);
  if (k < 0) {
    axis = &product->b;
    arm = &product->a;
    k = axis_side(axis);
  }
  if (k < 0 || arm->side[0].curve || arm->side[1].curve) return 0;
  const TrmArmSide *other = &arm->side[1 - k];
  const double *a = axis->side[k].x_b;
  const double *own = arm->side[k].x_b;
  if (planar && (a[2] != 0 || own[2] != 0 || other->x_b[2] != 0)) return 0;
  double factor = term->factor * product->weight, c[2] = {arm->side[k].c, other->c};
  for (int i = 0; i < 2; i++)
    if ((c[i] != 0 || c[1 - i] != 0) && fabs(c[i]) != 1) return 0;
  *row = (TrmAlong){.body = {term->body[k], term->body[1 - k]},
                    .entry = {-1, -1},
                    .c = {(signed char)c[0], (signed char)c[1]},
                    .side = k == 1,
                    .a = {factor * a[0], factor * a[1], factor * a[2]},
                    .b = {{own[0], own[1], own[2]}, {other->x_b[0], other->x_b[1], other->x_b[2]}},
                    .offset = offset};
  return 1;
}

TrmTermPlan trm_along_term(const TrmAlong *row) {
  int k = row->side;
  TrmTermPlan term = {.kind = TRM_TERM_LINEAR, .factor = 1, .count = 1, .curve = {-1, -1}};
  TrmProduct *product = &term.product[0];
  term.turn = -1;
  product->weight = 1;
  memcpy(product->a.side[k].x_b, row->a, sizeof row->a);
  for (int i = 0; i < 2; i++) {
    TrmArmSide *side = &product->b.side[i ? 1 - k : k];
    term.body[i ? 1 - k : k] = row->body[i];
    side->c = row->c[i];
    memcpy(side->x_b, row->b[i], sizeof row->b[i]);
  }
  return term;
}

static const TrmBodyMotion *motion_of(const TrmBodyMotion *bodies, int body) {
  return body < 0 ? &trm_ground_motion : &bodies[body];
}

/* x = R b in the plane */
static void turn_plane(const TrmBodyMotion *m, const double b[2], double x[2]) {
  x[0] = m->R[0] * b[0] - m->R[3] * b[1];
  x[1] = m->R[3] * b[0] + m->R[0] * b[1];
}

/* what rows of one arm have in common, on bodies k and o: R_k b_k, R_o b_o, the arm, and in space
 * R_k' (arm - R_k b_k) */
typedef struct Shared {
  const TrmBodyMotion *k, *o;
  double own[3], x[3], v[3], w[3];
} Shared;

static void share_plane(const TrmAlong *row, const TrmBodyMotion *bodies, Shared *s) {
  s->k = motion_of(bodies, row->body[0]);
  s->o = motion_of(bodies, row->body[1]);
  turn_plane(s->k, row->b[0], s->own);
  turn_plane(s->o, row->b[1], s->x);
  /* in this order what closes at the design position is zero to the last bit */
  for (int i = 0; i < 2; i++)
    s->v[i] = (row->c[0] * s->k->r[i] + s->own[i]) + (row->c[1] * s->o->r[i] + s->x[i]);
}

static double position_plane(const TrmAlong *row, const Shared *at, double *G) {
  double A[2];
  turn_plane(at->k, row->a, A);
  double value = A[0] * at->v[0] + A[1] * at->v[1] - row->offset;
  if (!G) return value;
  double e[2] = {at->v[0] - at->own[0], at->v[1] - at->own[1]};
  double turn[2] = {A[0] * e[1] - A[1] * e[0], at->x[0] * A[1] - at->x[1] * A[0]};
  for (int s = 0; s < 2; s++) {
    if (row->entry[s] < 0) continue;
    double *g = G + row->entry[s];
    if (row->c[0]) {
      *g++ = row->c[s] * A[0];
      *g++ = row->c[s] * A[1];
    }
    *g = turn[s];
  }
  return value;
}

static void share_space(const TrmAlong *row, const TrmBodyMotion *bodies, int slopes, Shared *s) {
  s->k = motion_of(bodies, row->body[0]);
  s->o = motion_of(bodies, row->body[1]);
  trm_mat3_apply(s->k->R, row->b[0], s->own);
  trm_mat3_apply(s->o->R, row->b[1], s->x);
  for (int i = 0; i < 3; i++)
    s->v[i] = (row->c[0] * s->k->r[i] + s->own[i]) + (row->c[1] * s->o->r[i] + s->x[i]);
  if (!slopes) return;
  double e[3] = {s->v[0] - s->own[0], s->v[1] - s->own[1], s->v[2] - s->own[2]};
  trm_mat3_apply_transposed(s->k->R, e, s->w);
}

static double position_space(const TrmAlong *row, const Shared *at, double *G) {
  double A[3], x[3], turn[2][3];
  trm_mat3_apply(at->k->R, row->a, A);
  double value = trm_vec3_dot(A, at->v) - row->offset;
  if (!G) return value;
  trm_vec3_cross(row->a, at->w, turn[0]);
  trm_mat3_apply_transposed(at->o->R, A, x);
  trm_vec3_cross(row->b[1], x, turn[1]);
  for (int s = 0; s < 2; s++) {
    if (row->entry[s] < 0) continue;
    double *g = G + row->entry[s];
    if (row->c[0]) {
      for (int i = 0; i < 3; i++) g[i] = row->c[s] * A[i];
      g += 3;
    }
    for (int i = 0; i < 3; i++) g[i] = turn[s][i];
  }
  return value;
}

static void share(const TrmAlong *row, int planar, const TrmBodyMotion *bodies, int slopes,
                  Shared *s) {
  if (planar) {
    share_plane(row, bodies, s);
  } else {
    share_space(row, bodies, slopes, s);
  }
}

double trm_along_value(const TrmAlong *row, int planar, const TrmBodyMotion *bodies, double *G) {
  Shared at;
  share(row, planar, bodies, G != NULL, &at);
  return planar ? position_plane(row, &at, G) : position_space(row, &at, G);
}

void trm_along_position(const TrmAlong *rows, size_t count, int planar, const TrmBodyMotion *bodies,
                        double *phi, double *G) {
  Shared at;
  for (size_t i = 0; i < count; i++) {
    const TrmAlong *row = &rows[i];
    double *entries = G ? G + row->first : NULL;
    if (!row->same) share(row, planar, bodies, G != NULL, &at);
    double value = planar ? position_plane(row, &at, entries) : position_space(row, &at, entries);
    if (phi) phi[row->row] = value;
  }
}

int trm_along_same(const TrmAlong *row, const TrmAlong *other) {
  return memcmp(row->body, other->body, sizeof row->body) == 0 &&
         memcmp(row->c, other->c, sizeof row->c) == 0 &&
         memcmp(row->b, other->b, sizeof row->b) == 0;
}

static double second_plane(const TrmAlong *row, const TrmBodyMotion *bodies) {
  const TrmBodyMotion *k = motion_of(bodies, row->body[0]), *o = motion_of(bodies, row->body[1]);
  double A[2], x[2], e[2], e1[2], p = k->w[2], q = o->w[2];
  turn_plane(k, row->a, A);
  turn_plane(o, row->b[1], x);
  for (int i = 0; i < 2; i++) {
    e[i] = row->c[0] * k->r[i] + row->c[1] * o->r[i] + x[i];
    e1[i] = row->c[0] * k->v[i] + row->c[1] * o->v[i];
  }
  e1[0] -= q * x[1];
  e1[1] += q * x[0];
  return A[0] * (2 * p * e1[1] - p * p * e[0] - q * q * x[0]) -
         A[1] * (2 * p * e1[0] + p * p * e[1] + q * q * x[1]);
}

static double second_space(const TrmAlong *row, const TrmBodyMotion *bodies) {
  const TrmBodyMotion *k = motion_of(bodies, row->body[0]), *o = motion_of(bodies, row->body[1]);
  double x[3], e[3], w[3], spin[3], turned[3], sum[3];
  /* R_k' e, with w_k x of it in the bracket of w_k x (w_k x w - 2 R_k' e') */
  trm_mat3_apply(o->R, row->b[1], x);
  for (int i = 0; i < 3; i++) e[i] = row->c[0] * k->r[i] + row->c[1] * o->r[i] + x[i];
  trm_mat3_apply_transposed(k->R, e, w);
  trm_vec3_cross(o->w, row->b[1], spin);
  trm_mat3_apply(o->R, spin, x);
  for (int i = 0; i < 3; i++) e[i] = row->c[0] * k->v[i] + row->c[1] * o->v[i] + x[i];
  trm_mat3_apply_transposed(k->R, e, turned);
  trm_vec3_cross(k->w, w, sum);
  trm_vec3_add(sum, -2, turned, sum);
  trm_vec3_cross(k->w, sum, sum);
  /* R_k' e'' */
  trm_vec3_cross(o->w, spin, spin);
  trm_mat3_apply(o->R, spin, x);
  trm_mat3_apply_transposed(k->R, x, turned);
  return trm_vec3_dot(row->a, sum) + trm_vec3_dot(row->a, turned);
}

double trm_along_right(const TrmAlong *row, int planar, const TrmBodyMotion *bodies) {
  return planar ? -second_plane(row, bodies) : -second_space(row, bodies);
}

void trm_along_gamma(const TrmAlong *rows, size_t count, int planar, const TrmBodyMotion *bodies,
                     double *gamma) {
  if (planar) {
    for (size_t i = 0; i < count; i++) gamma[rows[i].row] = -second_plane(&rows[i], bodies);
  } else {
    for (size_t i = 0; i < count; i++) gamma[rows[i].row] = -second_space(&rows[i], bodies);
  }
}
