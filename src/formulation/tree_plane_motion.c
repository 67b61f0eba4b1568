/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree, the motion in the plane, four bodies side by side: points of joints, c of their offset rows
 * (tree_motion.c), inertia and forces about them.
 */
#include "formulation/tree_plane.h"

typedef struct Four {
  TrmLane x, y, c, s, vx, vy, w; /* place, cosine and sine, velocity, spin */
} Four;

TRM_INLINE void gather(const TrmState *state, const int *who, Four *to) {
  const double *m[4];
  TrmLane t[4];
  for (int i = 0; i < 4; i++) m[i] = who[i] < 0 ? trm_ground_motion.r : state->body[who[i]].r;
  trm_lane_transpose(m[0], m[1], m[2], m[3], t);
  to->x = t[0];
  to->y = t[1];
  to->c = t[3];
  trm_lane_transpose(m[0] + 6, m[1] + 6, m[2] + 6, m[3] + 6, t);
  to->s = t[0];
  trm_lane_transpose(m[0] + 12, m[1] + 12, m[2] + 12, m[3] + 12, t);
  to->vx = t[0];
  to->vy = t[1];
  trm_lane_transpose(m[0] + 14, m[1] + 14, m[2] + 14, m[3] + 14, t);
  to->w = t[3];
}

/* applied forces of four bodies; point masses have no torque */
TRM_INLINE void gather_forces(const TrmTree *tree, const double *Q, const int *who, int points,
                              TrmLane q[3]) {
  double each[3][4];
  for (int i = 0; i < 4; i++) {
    const int *column = tree->eq->body_column[who[i]];
    const double *from = Q + column[0];
    each[0][i] = from[0];
    each[1][i] = from[1];
    each[2][i] = points && column[5] < 0 ? 0 : from[2];
  }
  for (int k = 0; k < 3; k++) q[k] = trm_lane_load(each[k]);
}

/* P of each joint, and c of its offset rows */
TRM_INLINE void move_joint(const Four *first, const Four *second, const double *fixed,
                           double *field, TrmLane P[2]) {
  TrmLane a = trm_lane_load(fixed + 4 * TRM_FLAT_FIXED_FIRST);
  TrmLane b = trm_lane_load(fixed + 4 * TRM_FLAT_FIXED_FIRST + 4);
  TrmLane s0x = first->c * a - first->s * b, s0y = first->s * a + first->c * b;
  a = trm_lane_load(fixed + 4 * TRM_FLAT_FIXED_SECOND);
  b = trm_lane_load(fixed + 4 * TRM_FLAT_FIXED_SECOND + 4);
  TrmLane s1x = second->c * a - second->s * b, s1y = second->s * a + second->c * b;
  TrmLane w0 = first->w, w1 = second->w, sign = trm_lane_load(fixed + 4 * TRM_FLAT_FIXED_SIGN);
  P[0] = second->x + s1x;
  P[1] = second->y + s1y;
  TrmLane dx = P[0] - first->x - s0x, dy = P[1] - first->y - s0y;
  TrmLane rx = (second->vx - w1 * s1y) - (first->vx - w0 * s0y);
  TrmLane ry = (second->vy + w1 * s1x) - (first->vy + w0 * s0x);
  TrmLane w00 = w0 * w0, w11 = w1 * w1, twice = w0 + w0;
  TrmLane cx = w11 * s1x - w00 * s0x - twice * ry + w00 * dx;
  TrmLane cy = w11 * s1y - w00 * s0y + twice * rx + w00 * dy;
  trm_lane_store(field + 4 * TRM_FLAT_P, P[0]);
  trm_lane_store(field + 4 * TRM_FLAT_P + 4, P[1]);
  trm_lane_store(field + 4 * TRM_FLAT_C, sign - sign);
  trm_lane_store(field + 4 * (TRM_FLAT_C + 1), sign * cx);
  trm_lane_store(field + 4 * (TRM_FLAT_C + 2), sign * cy);
}

TRM_INLINE void load_body(const Four *own, const TrmLane P[2], const double *fixed,
                          const TrmLane q[3], int bare, double *field) {
  TrmLane m = trm_lane_load(field + 4 * TRM_FLAT_MASS);
  TrmLane I = trm_lane_load(fixed + 4 * TRM_FLAT_FIXED_I);
  TrmLane x = own->x - P[0], y = own->y - P[1];
  trm_lane_store(field + 4 * TRM_FLAT_J, I + m * (x * x + y * y));
  trm_lane_store(field + 4 * TRM_FLAT_RHO, x);
  trm_lane_store(field + 4 * TRM_FLAT_RHO + 4, y);
  trm_lane_store(field + 4 * TRM_FLAT_F, q[2] + (x * q[1] - y * q[0]));
  trm_lane_store(field + 4 * (TRM_FLAT_F + 1), q[0]);
  trm_lane_store(field + 4 * (TRM_FLAT_F + 2), q[1]);
  if (bare) return;
  trm_lane_store(field + 4 * TRM_FLAT_R, own->c);
  trm_lane_store(field + 4 * (TRM_FLAT_R + 1), own->s);
}

TRM_WIDE void trm_tree_plane_motion(TrmTree *tree, const TrmState *state, const double *Q,
                                    size_t from, size_t last) {
  for (size_t i = from; i < last; i++) {
    size_t b = (size_t)tree->four[i];
    const double *fixed = tree->fixed + 4 * TRM_FLAT_FIXED * b;
    double *field = tree->field + 4 * TRM_FLAT_FIELDS * b;
    const int *who = tree->who + 12 * b;
    Four first, second, own;
    TrmLane P[2], q[3];
    gather(state, who, &first);
    gather(state, who + 4, &second);
    move_joint(&first, &second, fixed, field, P);
    gather_forces(tree, Q, who + 8, tree->block_kind[b] & TRM_BLOCK_POINT, q);
    if (tree->block_kind[b] & TRM_BLOCK_SECOND) {
      load_body(&second, P, fixed, q, tree->bare, field);
    } else {
      gather(state, who + 8, &own);
      load_body(&own, P, fixed, q, tree->bare, field);
    }
  }
}
