/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree, the motion in space, four bodies side by side. With O, z of the first and P, Z of the
 * second of a joint, d = P - O, and all accelerations zero,
 *   c_v = -(d'' - 2 w1 x d' + w1 x (w1 x d)),
 *   c_alpha = (mu Z - s) x z,  s = w x (w1 x z) - w2 x (w x z),  w = w1 - w2,  mu = s.z / Z.z,
 * which is what the rows of a revolute joint demand, exactly, also where they do not hold. Inertia
 * is about P: J = R I R' + m (rho^2 - rho rho').
 */
#include "formulation/tree_space.h"
#include <string.h>

/* four bodies: position, rotation, velocity, spin in body axes */
typedef struct Four {
  TrmLane3 r, v, w;
  TrmLane R[9];
} Four;

_Static_assert(sizeof(TrmBodyMotion) == 24 * sizeof(double), "r R v w a alpha in a row");

TRM_INLINE const double *motion_at(const TrmState *state, int body) {
  return body < 0 ? trm_ground_motion.r : state->body[body].r;
}

TRM_INLINE void gather(const TrmState *state, const int *who, Four *to) {
  const double *a = motion_at(state, who[0]), *b = motion_at(state, who[1]);
  const double *c = motion_at(state, who[2]), *d = motion_at(state, who[3]);
  TrmLane t[20];
  for (int i = 0; i < 20; i += 4) trm_lane_transpose(a + i, b + i, c + i, d + i, t + i);
  to->r = (TrmLane3){t[0], t[1], t[2]};
  for (int i = 0; i < 9; i++) to->R[i] = t[3 + i];
  to->v = (TrmLane3){t[12], t[13], t[14]};
  to->w = (TrmLane3){t[15], t[16], t[17]};
}

/* applied forces of four bodies in columns; point masses have no torques */
TRM_INLINE void gather_forces(const TrmTree *tree, const double *Q, const int *who, int points,
                              TrmLane3 *force, TrmLane3 *torque) {
  const double *q[4];
  double held[4][6];
  TrmLane low[4], high[4];
  for (int i = 0; i < 4; i++) q[i] = Q + tree->eq->body_column[who[i]][0];
  for (int i = 0; i < 4 && points; i++) {
    memset(held[i], 0, sizeof held[i]);
    memcpy(held[i], q[i], (tree->eq->body_column[who[i]][5] < 0 ? 3 : 6) * sizeof(double));
    q[i] = held[i];
  }
  trm_lane_transpose(q[0], q[1], q[2], q[3], low);
  trm_lane_transpose(q[0] + 2, q[1] + 2, q[2] + 2, q[3] + 2, high);
  *force = (TrmLane3){low[0], low[1], low[2]};
  *torque = (TrmLane3){low[3], high[2], high[3]};
}

/* R I R' about the centre, and the spin I w */
TRM_INLINE TrmLane3 turn_inertia(const TrmLane *R, const double *fixed, TrmLane3 w, int diagonal,
                                 TrmLane J[6]) {
  static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
  TrmLane I[6], T[9];
  TrmLane3 spin;
  for (int i = 0; i < 6; i++) I[i] = trm_lane_load(fixed + 4 * (TRM_FIXED_I + i));
  if (diagonal) {
    for (int i = 0; i < 9; i++) T[i] = R[i] * I[i % 3];
    spin = (TrmLane3){I[0] * w.x, I[1] * w.y, I[2] * w.z};
  } else {
    for (int i = 0; i < 9; i += 3) {
      T[i] = R[i] * I[0] + R[i + 1] * I[3] + R[i + 2] * I[4];
      T[i + 1] = R[i] * I[3] + R[i + 1] * I[1] + R[i + 2] * I[5];
      T[i + 2] = R[i] * I[4] + R[i + 1] * I[5] + R[i + 2] * I[2];
    }
    spin = (TrmLane3){I[0] * w.x + I[3] * w.y + I[4] * w.z, I[3] * w.x + I[1] * w.y + I[5] * w.z,
                      I[4] * w.x + I[5] * w.y + I[2] * w.z};
  }
  for (int i = 0; i < 6; i++) {
    const TrmLane *a = T + 3 * row[i], *b = R + 3 * column[i];
    J[i] = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }
  return spin;
}

/* the joint of each: P, axis and c */
TRM_INLINE TrmLane3 move_joint(const Four *first, const Four *second, const double *fixed,
                               double *field) {
  TrmLane3 s0 = trm_lane3_turn(first->R, trm_lane3_load(fixed + 4 * TRM_FIXED_FIRST));
  TrmLane3 s1 = trm_lane3_turn(second->R, trm_lane3_load(fixed + 4 * TRM_FIXED_SECOND));
  TrmLane3 z = trm_lane3_turn(first->R, trm_lane3_load(fixed + 4 * TRM_FIXED_AXIS_FIRST));
  TrmLane3 Z = trm_lane3_turn(second->R, trm_lane3_load(fixed + 4 * TRM_FIXED_AXIS_SECOND));
  TrmLane3 w0 = trm_lane3_turn(first->R, first->w), w1 = trm_lane3_turn(second->R, second->w);
  TrmLane sign = trm_lane_load(fixed + 4 * TRM_FIXED_SIGN);
  TrmLane3 P = trm_lane3_add(second->r, s1);
  trm_lane3_store(field + 4 * TRM_FIELD_P, P);
  trm_lane3_store(field + 4 * TRM_FIELD_Z, z);

  /* offset, its rate and second rate */
  TrmLane3 d = trm_lane3_less(trm_lane3_less(P, first->r), s0);
  TrmLane3 e0 = trm_lane3_cross(w0, s0), e1 = trm_lane3_cross(w1, s1);
  TrmLane3 d1 = trm_lane3_less(trm_lane3_add(second->v, e1), trm_lane3_add(first->v, e0));
  TrmLane3 d2 = trm_lane3_less(trm_lane3_cross(w1, e1), trm_lane3_cross(w0, e0));
  TrmLane3 turned = trm_lane3_less(trm_lane3_add(d1, d1), trm_lane3_cross(w0, d));
  TrmLane3 cv = trm_lane3_less(trm_lane3_cross(w0, turned), d2);
  trm_lane3_store(field + 4 * (TRM_FIELD_C + 3), trm_lane3_scale(sign, cv));

  /* axes */
  TrmLane3 w = trm_lane3_less(w0, w1);
  TrmLane3 s = trm_lane3_less(trm_lane3_cross(w, trm_lane3_cross(w0, z)),
                              trm_lane3_cross(w1, trm_lane3_cross(w, z)));
  TrmLane mu = trm_lane3_dot(s, z) / trm_lane3_dot(Z, z);
  TrmLane3 ca = trm_lane3_cross(trm_lane3_less(trm_lane3_scale(mu, Z), s), z);
  trm_lane3_store(field + 4 * TRM_FIELD_C, trm_lane3_scale(sign, ca));
  return P;
}

/* inertia and forces about P */
TRM_INLINE void load_body(const Four *own, TrmLane3 P, const double *fixed, int diagonal,
                          TrmLane3 force, TrmLane3 torque, double *field) {
  TrmLane J[6], m = trm_lane_load(fixed + 4 * TRM_FIXED_MASS);
  TrmLane3 spin = turn_inertia(own->R, fixed, own->w, diagonal, J);
  TrmLane3 rho = trm_lane3_less(own->r, P), mr = trm_lane3_scale(m, rho);
  TrmLane xx = mr.x * rho.x, yy = mr.y * rho.y, zz = mr.z * rho.z;
  J[0] += yy + zz;
  J[1] += xx + zz;
  J[2] += xx + yy;
  J[3] -= mr.x * rho.y;
  J[4] -= mr.x * rho.z;
  J[5] -= mr.y * rho.z;
  for (int i = 0; i < 6; i++) trm_lane_store(field + 4 * (TRM_FIELD_J + i), J[i]);
  trm_lane3_store(field + 4 * TRM_FIELD_RHO, rho);
  torque = trm_lane3_less(torque, trm_lane3_cross(own->w, spin));
  torque = trm_lane3_add(trm_lane3_turn(own->R, torque), trm_lane3_cross(rho, force));
  trm_lane3_store(field + 4 * TRM_FIELD_F, torque);
  trm_lane3_store(field + 4 * (TRM_FIELD_F + 3), force);
}

/* R of four bodies from a state */
static void keep_R(TrmTree *tree, const TrmState *state, size_t b) {
  for (size_t k = 4 * b; k < 4 * b + 4; k++)
    memcpy(tree->R + 9 * k, state->body[tree->who[12 * b + 8 + k % 4]].R, 9 * sizeof *tree->R);
}

TRM_WIDE void trm_tree_space_motion(TrmTree *tree, const TrmState *state, const double *Q,
                                    size_t from, size_t last) {
  for (size_t i = from; i < last; i++) {
    size_t b = (size_t)tree->four[i];
    const double *fixed = tree->fixed + 4 * TRM_FIXED * b;
    double *field = tree->field + 4 * TRM_FIELDS * b;
    const int *who = tree->who + 12 * b;
    int kind = tree->block_kind[b];
    Four first, second, own;
    TrmLane3 force, torque;
    gather(state, who, &first);
    gather(state, who + 4, &second);
    TrmLane3 P = move_joint(&first, &second, fixed, field);
    gather_forces(tree, Q, who + 8, kind & TRM_BLOCK_POINT, &force, &torque);
    if (!tree->bare) keep_R(tree, state, b);
    if (!(kind & TRM_BLOCK_SECOND)) {
      gather(state, who + 8, &own);
      load_body(&own, P, fixed, kind & TRM_BLOCK_DIAGONAL, force, torque, field);
    } else if (kind & TRM_BLOCK_DIAGONAL) {
      load_body(&second, P, fixed, 1, force, torque, field);
    } else {
      load_body(&second, P, fixed, 0, force, torque, field);
    }
  }
}
