/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree, all of it in the plane: y = (alpha, v_x, v_y). The motion is found for four bodies side by
 * side; the elimination is that in space with J a number, H a row of two, M two by two.
 */
#include "formulation/lanes.h"
#include "formulation/tree.h"
#include <string.h>

/* inertia and force that a body carries: M is xx yy xy */
typedef struct Load {
  double J, H[2], M[3], f[3];
} Load;

_Static_assert(sizeof(Load) == 9 * sizeof(double), "as kept");

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
TRM_INLINE void gather_forces(const TrmTree *tree, const double *Q, const int *who, TrmLane q[3]) {
  static const int part[3] = {0, 1, 5};
  for (int k = 0; k < 3; k++) {
    double each[4];
    for (int i = 0; i < 4; i++) {
      int column = tree->eq->body_column[who[i]][part[k]];
      each[i] = column < 0 ? 0 : Q[column];
    }
    q[k] = trm_lane_load(each);
  }
}

/* P of each joint, and c of its offset rows */
TRM_INLINE void move_joint(const Four *first, const Four *second, const double *fixed,
                           double *field, TrmLane P[2]) {
  TrmLane a = trm_lane_load(fixed + 4 * TRM_FIXED_FIRST);
  TrmLane b = trm_lane_load(fixed + 4 * TRM_FIXED_FIRST + 4);
  TrmLane s0x = first->c * a - first->s * b, s0y = first->s * a + first->c * b;
  a = trm_lane_load(fixed + 4 * TRM_FIXED_SECOND);
  b = trm_lane_load(fixed + 4 * TRM_FIXED_SECOND + 4);
  TrmLane s1x = second->c * a - second->s * b, s1y = second->s * a + second->c * b;
  TrmLane w0 = first->w, w1 = second->w, sign = trm_lane_load(fixed + 4 * TRM_FIXED_SIGN);
  P[0] = second->x + s1x;
  P[1] = second->y + s1y;
  TrmLane dx = P[0] - first->x - s0x, dy = P[1] - first->y - s0y;
  TrmLane rx = (second->vx - w1 * s1y) - (first->vx - w0 * s0y);
  TrmLane ry = (second->vy + w1 * s1x) - (first->vy + w0 * s0x);
  TrmLane w00 = w0 * w0, w11 = w1 * w1, twice = w0 + w0;
  TrmLane cx = w11 * s1x - w00 * s0x - twice * ry + w00 * dx;
  TrmLane cy = w11 * s1y - w00 * s0y + twice * rx + w00 * dy;
  trm_lane_store(field + 4 * TRM_FIELD_P, P[0]);
  trm_lane_store(field + 4 * TRM_FIELD_P + 4, P[1]);
  trm_lane_store(field + 4 * (TRM_FIELD_C + 2), sign - sign);
  trm_lane_store(field + 4 * (TRM_FIELD_C + 3), sign * cx);
  trm_lane_store(field + 4 * (TRM_FIELD_C + 4), sign * cy);
}

TRM_INLINE void load_body(const Four *own, const TrmLane P[2], const double *fixed,
                          const TrmLane q[3], double *field) {
  TrmLane m = trm_lane_load(fixed + 4 * TRM_FIXED_MASS);
  TrmLane I = trm_lane_load(fixed + 4 * (TRM_FIXED_I + 2));
  TrmLane x = own->x - P[0], y = own->y - P[1];
  trm_lane_store(field + 4 * (TRM_FIELD_J + 2), I + m * (x * x + y * y));
  trm_lane_store(field + 4 * TRM_FIELD_RHO, x);
  trm_lane_store(field + 4 * TRM_FIELD_RHO + 4, y);
  trm_lane_store(field + 4 * (TRM_FIELD_F + 2), q[2] + (x * q[1] - y * q[0]));
  trm_lane_store(field + 4 * (TRM_FIELD_F + 3), q[0]);
  trm_lane_store(field + 4 * (TRM_FIELD_F + 4), q[1]);
  trm_lane_store(field + 4 * TRM_FIELD_R, own->c);
  trm_lane_store(field + 4 * (TRM_FIELD_R + 1), -own->s);
  trm_lane_store(field + 4 * (TRM_FIELD_R + 3), own->s);
  trm_lane_store(field + 4 * (TRM_FIELD_R + 4), own->c);
}

TRM_WIDE static void motion(TrmTree *tree, const TrmState *state, const double *Q) {
  size_t blocks = (tree->count + 3) / 4;
  for (size_t b = 0; b < blocks; b++) {
    const double *fixed = tree->fixed + 4 * TRM_FIXED * b;
    double *field = tree->field + 4 * TRM_FIELDS * b;
    const int *who = tree->who + 12 * b;
    Four first, second, own;
    TrmLane P[2], q[3];
    gather(state, who, &first);
    gather(state, who + 4, &second);
    move_joint(&first, &second, fixed, field, P);
    gather_forces(tree, Q, who + 8, q);
    if (tree->block_kind[b] & TRM_BLOCK_SECOND) {
      load_body(&second, P, fixed, q, field);
    } else {
      gather(state, who + 8, &own);
      load_body(&own, P, fixed, q, field);
    }
  }
}

TRM_INLINE Load *kept_at(const TrmTree *tree, int position) {
  return (Load *)(void *)(tree->kept + 9 * tree->spot[position].slot);
}

TRM_INLINE void add_load(Load *to, const Load *from) {
  to->J += from->J;
  for (int i = 0; i < 2; i++) to->H[i] += from->H[i];
  for (int i = 0; i < 3; i++) to->M[i] += from->M[i];
  for (int i = 0; i < 3; i++) to->f[i] += from->f[i];
}

/* to -= r s' with r = s/D */
TRM_INLINE void subtract_square(Load *to, const double r[3], const double s[3]) {
  to->J -= r[0] * s[0];
  to->H[0] -= r[0] * s[1];
  to->H[1] -= r[0] * s[2];
  to->M[0] -= r[1] * s[1];
  to->M[1] -= r[2] * s[2];
  to->M[2] -= r[1] * s[2];
}

/* one freedom: U/D, 1/D and t, and the load reduced by it. 0 when it has no inertia */
TRM_INLINE int reduce(Load *a, double z0, double z1, int slide, double U[3], double *ratio,
                      double *inv, double *t) {
  double D, u;
  if (slide) {
    U[0] = a->H[0] * z0 + a->H[1] * z1;
    U[1] = a->M[0] * z0 + a->M[2] * z1;
    U[2] = a->M[2] * z0 + a->M[1] * z1;
    D = z0 * U[1] + z1 * U[2];
    u = z0 * a->f[1] + z1 * a->f[2];
  } else {
    U[0] = D = a->J;
    U[1] = a->H[0];
    U[2] = a->H[1];
    u = a->f[0];
  }
  if (!(D > 0)) return 0;
  *inv = 1 / D;
  *t = u * *inv;
  for (int i = 0; i < 3; i++) ratio[i] = U[i] * *inv;
  subtract_square(a, ratio, U);
  for (int i = 0; i < 3; i++) a->f[i] -= ratio[i] * u;
  return 1;
}

TRM_INLINE void shift_load(double x, double y, Load *a) {
  double H0 = a->H[0] + (x * a->M[2] - y * a->M[0]), H1 = a->H[1] + (x * a->M[1] - y * a->M[2]);
  a->J += (x * a->H[1] - y * a->H[0]) + (x * H1 - y * H0);
  a->H[0] = H0;
  a->H[1] = H1;
  a->f[0] += x * a->f[2] - y * a->f[1];
}

/* the couplings of a body take one of its freedoms */
TRM_INLINE void reduce_links(TrmTree *tree, const TrmTreeSpot *spot, const double z[2], int slide,
                             const double U[3], double inv, double t, int w) {
  const int *op = tree->op + spot->first_op;
  double *ratio = tree->W + 3 * w;
  for (int a = 0; a < spot->links; a++) {
    double *B = tree->B + 9 * (spot->first_link + a), W[3], *r = ratio + 3 * a;
    Load *to = kept_at(tree, tree->link[spot->first_link + a].other);
    for (int i = 0; i < 3; i++) {
      W[i] = slide ? B[3 + i] * z[0] + B[6 + i] * z[1] : B[i];
      r[i] = W[i] * inv;
    }
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) B[3 * i + j] -= U[i] * r[j];
    subtract_square(to, r, W);
    for (int i = 0; i < 3; i++) to->f[i] -= W[i] * t;
    for (int b = 0; b < a; b++, op++) {
      double *C = tree->B + 9 * *op;
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) C[3 * i + j] -= ratio[3 * b + i] * W[j];
    }
  }
}

/* the parent takes over the couplings: B_pj += E'B_j; with itself, A_p += E'B + B'E */
TRM_INLINE void pass_links(TrmTree *tree, const TrmTreeSpot *spot, double x, double y) {
  for (int a = 0; a < spot->links; a++) {
    const TrmTreeLink *link = &tree->link[spot->first_link + a];
    double *B = tree->B + 9 * (spot->first_link + a);
    for (int j = 0; j < 3; j++) B[j] += x * B[6 + j] - y * B[3 + j];
    if (link->with_parent >= 0) {
      double *C = tree->B + 9 * link->with_parent;
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) C[3 * i + j] += link->transposed ? B[3 * j + i] : B[3 * i + j];
      continue;
    }
    Load *to = kept_at(tree, spot->parent);
    to->J += B[0] + B[0];
    to->H[0] += B[1] + B[3];
    to->H[1] += B[2] + B[6];
    to->M[0] += B[4] + B[4];
    to->M[1] += B[8] + B[8];
    to->M[2] += B[5] + B[7];
  }
}

/* forces of a given part c of the motion, on the other ends of couplings */
TRM_INLINE void push_links(TrmTree *tree, const TrmTreeSpot *spot, const double c[3]) {
  for (int a = 0; a < spot->links; a++) {
    const double *B = tree->B + 9 * (spot->first_link + a);
    Load *to = kept_at(tree, tree->link[spot->first_link + a].other);
    for (int j = 0; j < 3; j++) to->f[j] -= B[j] * c[0] + B[3 + j] * c[1] + B[6 + j] * c[2];
  }
}

/* down the tree; 0 when a freedom has no inertia */
TRM_WIDE static int eliminate(TrmTree *tree) {
  Load load;
  int carried = 0;
  for (size_t k = 0; k < tree->count; k++) {
    const TrmTreeSpot *spot = &tree->spot[k];
    double *field = trm_tree_field(tree, k, 0);
    double m = tree->fixed[4 * (TRM_FIXED * (k / 4) + TRM_FIXED_MASS) + k % 4];
    double c[3] = {field[4 * (TRM_FIELD_C + 2)], field[4 * (TRM_FIELD_C + 3)],
                   field[4 * (TRM_FIELD_C + 4)]};
    if (!carried) memset(&load, 0, sizeof load);
    if (spot->slot >= 0) add_load(&load, kept_at(tree, (int)k));
    load.J += field[4 * (TRM_FIELD_J + 2)];
    load.H[0] -= m * field[4 * (TRM_FIELD_RHO + 1)];
    load.H[1] += m * field[4 * TRM_FIELD_RHO];
    load.M[0] += m;
    load.M[1] += m;
    for (int i = 0; i < 3; i++) load.f[i] += field[4 * (TRM_FIELD_F + 2 + i)];
    load.f[0] -= load.J * c[0] + (load.H[0] * c[1] + load.H[1] * c[2]);
    load.f[1] -= load.H[0] * c[0] + (load.M[0] * c[1] + load.M[2] * c[2]);
    load.f[2] -= load.H[1] * c[0] + (load.M[2] * c[1] + load.M[1] * c[2]);
    if (spot->links) push_links(tree, spot, c);
    for (int j = 0; j < spot->turning + spot->sliding; j++) {
      size_t step = (size_t)(spot->first_step + j);
      const double *z = tree->z + 4 * step;
      int slide = j >= spot->turning;
      double U[3], *inv = tree->inv + step, *t = tree->t + step;
      if (!reduce(&load, z[0], z[1], slide, U, tree->U + 3 * step, inv, t)) return 0;
      if (spot->links)
        reduce_links(tree, spot, z, slide, U, *inv, *t, spot->first_w + j * spot->links);
    }
    carried = spot->carries;
    if (spot->parent < 0) continue;
    const double *at = trm_tree_field(tree, (size_t)spot->parent, TRM_FIELD_P);
    double x = field[4 * TRM_FIELD_P] - at[0], y = field[4 * TRM_FIELD_P + 4] - at[4];
    field[4 * TRM_FIELD_D] = x;
    field[4 * TRM_FIELD_D + 4] = y;
    shift_load(x, y, &load);
    if (spot->links) pass_links(tree, spot, x, y);
    if (!carried) add_load(kept_at(tree, spot->parent), &load);
  }
  return 1;
}

/* up the tree: motions from the freedoms' t; with `shifts` c is added */
TRM_INLINE void rise(TrmTree *tree, double *y, int shifts) {
  for (size_t k = tree->count; k-- > 0;) {
    const TrmTreeSpot *spot = &tree->spot[k];
    const double *field = trm_tree_field(tree, k, 0), *d = field + 4 * TRM_FIELD_D;
    double x[3] = {0, 0, 0};
    if (spot->parent >= 0) {
      const double *p = y + 3 * spot->parent;
      x[0] = p[0];
      x[1] = p[1] - p[0] * d[4];
      x[2] = p[2] + p[0] * d[0];
    }
    for (int j = spot->turning + spot->sliding; j-- > 0;) {
      size_t step = (size_t)(spot->first_step + j);
      const double *U = tree->U + 3 * step, *z = tree->z + 4 * step;
      double q = tree->t[step] - (U[0] * x[0] + U[1] * x[1] + U[2] * x[2]);
      for (int a = 0; a < spot->links; a++) {
        const double *W = tree->W + 3 * (spot->first_w + j * spot->links + a);
        const double *other = y + 3 * tree->link[spot->first_link + a].other;
        q -= W[0] * other[0] + W[1] * other[1] + W[2] * other[2];
      }
      if (j < spot->turning) {
        x[0] += q;
      } else {
        x[1] += z[0] * q;
        x[2] += z[1] * q;
      }
    }
    for (int i = 0; i < 3; i++)
      y[3 * k + (size_t)i] = shifts ? x[i] + field[4 * (TRM_FIELD_C + 2 + i)] : x[i];
  }
}

TRM_WIDE static void rise_first(TrmTree *tree) {
  rise(tree, tree->y, 1);
}

TRM_WIDE static void again(TrmTree *tree) {
  double *f = tree->work;
  for (size_t k = 0; k < tree->count; k++) {
    const TrmTreeSpot *spot = &tree->spot[k];
    const double *d = trm_tree_field(tree, k, TRM_FIELD_D);
    double *own = f + 3 * k;
    for (int j = 0; j < spot->turning + spot->sliding; j++) {
      size_t step = (size_t)(spot->first_step + j);
      const double *U = tree->U + 3 * step, *z = tree->z + 4 * step;
      double u = j < spot->turning ? own[0] : z[0] * own[1] + z[1] * own[2];
      tree->t[step] = u * tree->inv[step];
      for (int i = 0; i < 3; i++) own[i] -= U[i] * u;
      for (int a = 0; a < spot->links; a++) {
        const double *W = tree->W + 3 * (spot->first_w + j * spot->links + a);
        double *other = f + 3 * tree->link[spot->first_link + a].other;
        for (int i = 0; i < 3; i++) other[i] -= W[i] * u;
      }
    }
    if (spot->parent < 0) continue;
    double *to = f + 3 * spot->parent;
    to[0] += own[0] + (d[0] * own[2] - d[4] * own[1]);
    to[1] += own[1];
    to[2] += own[2];
  }
  rise(tree, tree->dy, 0);
}

/* f - M y of every body, into tree->work */
TRM_WIDE static void need(TrmTree *tree) {
  for (size_t k = 0; k < tree->count; k++) {
    const double *field = trm_tree_field(tree, k, 0), *f = field + 4 * (TRM_FIELD_F + 2);
    const double *y = tree->y + 3 * k;
    double m = tree->fixed[4 * (TRM_FIXED * (k / 4) + TRM_FIXED_MASS) + k % 4];
    double p = m * field[4 * TRM_FIELD_RHO], q = m * field[4 * TRM_FIELD_RHO + 4];
    double *to = tree->work + 3 * k;
    to[0] = f[0] - (field[4 * (TRM_FIELD_J + 2)] * y[0] + (p * y[2] - q * y[1]));
    to[1] = f[4] - (m * y[1] - q * y[0]);
    to[2] = f[8] - (m * y[2] + p * y[0]);
  }
}

/* What changes of a cut; right-hand sides g and defects d are times the stiffness. Of a hinge g, l,
 * d are torque and force, of others those of its rows (axes, then offsets), with n and a. */
typedef struct Cut {
  double arm[2][2], Ka, Kv[3], g[3], l[3], d[3], a[2][2], n;
} __attribute__((may_alias)) Cut;

_Static_assert(sizeof(Cut) == TRM_CUT_PLANE * sizeof(double), "as reserved");

TRM_INLINE Cut *cut_at(const TrmTree *tree, size_t i) {
  return (Cut *)(void *)(tree->cut_place + TRM_CUT_PLANE * i);
}

static void sides(TrmTree *tree, size_t i, const TrmTreeAxes *x, const double g[6]) {
  const TrmTreeCut *cut = &tree->cut[i];
  Cut *to = cut_at(tree, i);
  to->g[0] = cut->about * g[3];
  for (int k = 0; k < 2; k++) to->g[1 + k] = cut->along * g[k];
  if (i >= tree->hinge_count) return;
  for (int j = 0; j < 2; j++) to->g[1 + j] = cut->along * (g[0] * x->a[0][j] + g[1] * x->a[1][j]);
}

/* a revolute joint outside the tree */
TRM_INLINE void place_hinge(TrmTree *tree, const TrmState *state, size_t i) {
  const TrmTreeCut *cut = &tree->cut[i];
  const double *fixed = tree->cut_fixed + 4 * TRM_FIXED * (i / 4) + i % 4;
  const int *who = tree->cut_who + 16 * (i / 4) + i % 4;
  double s[2][2], r[2][2], v[2][2], w[2];
  Cut *to = cut_at(tree, i);
  for (int k = 0; k < 2; k++) {
    const TrmBodyMotion *m = who[4 * k] < 0 ? &trm_ground_motion : &state->body[who[4 * k]];
    const double *at = fixed + 4 * (k ? TRM_FIXED_SECOND : TRM_FIXED_FIRST);
    s[k][0] = m->R[0] * at[0] - m->R[3] * at[4];
    s[k][1] = m->R[3] * at[0] + m->R[0] * at[4];
    w[k] = m->w[2];
    r[k][0] = m->r[0] + s[k][0];
    r[k][1] = m->r[1] + s[k][1];
    v[k][0] = m->v[0] - w[k] * s[k][1];
    v[k][1] = m->v[1] + w[k] * s[k][0];
  }
  for (int k = 0; k < 2; k++) {
    if (cut->node[k] < 0) continue;
    const double *P = trm_tree_field(tree, (size_t)cut->node[k], TRM_FIELD_P);
    to->arm[k][0] = r[1][0] - P[0];
    to->arm[k][1] = r[1][1] - P[4];
  }
  double w00 = w[0] * w[0], w11 = w[1] * w[1], twice = w[0] + w[0];
  to->g[1] = cut->along * (w11 * s[1][0] - w00 * s[0][0] - twice * (v[1][1] - v[0][1]) +
                           w00 * (r[1][0] - r[0][0]));
  to->g[2] = cut->along * (w11 * s[1][1] - w00 * s[0][1] + twice * (v[1][0] - v[0][0]) +
                           w00 * (r[1][1] - r[0][1]));
  to->Kv[0] = to->Kv[1] = cut->along;
}

static void cuts(TrmTree *tree, const TrmState *state) {
  for (size_t i = 0; i < tree->hinge_count; i++) place_hinge(tree, state, i);
  for (size_t i = tree->hinge_count; i < tree->cut_count; i++) {
    const TrmTreeCut *cut = &tree->cut[i];
    Cut *to = cut_at(tree, i);
    TrmTreePair x;
    trm_tree_pair(tree, state, cut, &x);
    memset(to->Kv, 0, sizeof to->Kv);
    for (int k = 0; k < 2; k++) {
      const double *a = x.axes.a[k];
      memcpy(to->a[k], a, sizeof to->a[k]);
      to->Kv[0] += cut->along * a[0] * a[0];
      to->Kv[1] += cut->along * a[1] * a[1];
      to->Kv[2] += cut->along * a[0] * a[1];
    }
    to->n = x.axes.n[0][2];
    to->Ka = cut->about * to->n * to->n;
    for (int k = 0; k < 2; k++) memcpy(to->arm[k], x.arm[k], sizeof to->arm[k]);
    sides(tree, i, &x.axes, x.g);
  }
}

/* what a cut's stiffness makes of a motion */
TRM_INLINE void cut_forces(const TrmTreeCut *cut, const Cut *p, const double *y, int hinge,
                           double out[3]) {
  double turn = 0, move[2] = {0, 0};
  if (cut->node[0] >= 0) {
    const double *x = y + 3 * cut->node[0];
    turn = x[0];
    move[0] = -(x[1] - x[0] * p->arm[0][1]);
    move[1] = -(x[2] + x[0] * p->arm[0][0]);
  }
  if (cut->node[1] >= 0) {
    const double *x = y + 3 * cut->node[1];
    turn -= x[0];
    move[0] += x[1] - x[0] * p->arm[1][1];
    move[1] += x[2] + x[0] * p->arm[1][0];
  }
  out[0] = hinge ? 0 : cut->about * (p->n * turn);
  for (int k = 0; k < 2; k++)
    out[1 + k] = cut->along * (hinge ? move[k] : p->a[k][0] * move[0] + p->a[k][1] * move[1]);
}

/* torque and force at a cut from what it keeps of them */
TRM_INLINE void spread_out(const Cut *p, int hinge, double x[3]) {
  if (hinge) return;
  double move[2] = {x[1], x[2]};
  x[0] *= p->n;
  for (int k = 0; k < 2; k++) x[1 + k] = p->a[0][k] * move[0] + p->a[1][k] * move[1];
}

TRM_WIDE static void count(TrmTree *tree, const double *change, int first) {
  for (size_t i = 0; i < tree->cut_count; i++) {
    Cut *p = cut_at(tree, i);
    double force[3];
    cut_forces(&tree->cut[i], p, change, i < tree->hinge_count, force);
    for (int k = 0; k < 3; k++)
      p->l[k] = first ? force[k] - p->g[k] : p->l[k] + (force[k] - p->d[k]);
  }
}

/* torque and force at a cut: on the second as they are, on the first opposite */
TRM_INLINE void push(const TrmTreeCut *cut, const Cut *p, const double x[3], double *f) {
  for (int k = 0; k < 2; k++) {
    if (cut->node[k] < 0) continue;
    double *to = f + 3 * cut->node[k], sign = k ? 1 : -1;
    to[0] += sign * ((p->arm[k][0] * x[2] - p->arm[k][1] * x[1]) - x[0]);
    to[1] += sign * x[1];
    to[2] += sign * x[2];
  }
}

TRM_WIDE static void defects(TrmTree *tree) {
  for (size_t i = 0; i < tree->cut_count; i++) {
    Cut *p = cut_at(tree, i);
    double force[3], more[3];
    cut_forces(&tree->cut[i], p, tree->y, i < tree->hinge_count, force);
    for (int k = 0; k < 3; k++) {
      p->d[k] = p->g[k] - force[k];
      more[k] = p->d[k] - p->l[k];
    }
    spread_out(p, i < tree->hinge_count, more);
    push(&tree->cut[i], p, more, tree->work);
  }
}

static void reactions(TrmTree *tree, size_t i, double torque[3], double force[3]) {
  const Cut *p = cut_at(tree, i);
  double less[3] = {-p->l[0], -p->l[1], -p->l[2]};
  spread_out(p, i < tree->hinge_count, less);
  push(&tree->cut[i], p, less, tree->work);
  torque[0] = torque[1] = force[2] = 0;
  torque[2] = -less[0];
  force[0] = -less[1];
  force[1] = -less[2];
}

static void arm_of(const TrmTree *tree, size_t i, int side, double arm[3]) {
  const Cut *p = cut_at(tree, i);
  arm[0] = p->arm[side][0];
  arm[1] = p->arm[side][1];
  arm[2] = 0;
}

/* -E_row' K E_column */
TRM_INLINE void load_link(const Cut *p, int flipped, double *B) {
  const double *row = p->arm[flipped], *column = p->arm[!flipped], *K = p->Kv;
  double over[2] = {K[2] * column[0] - K[0] * column[1], K[1] * column[0] - K[2] * column[1]};
  double up[2] = {row[0] * K[2] - row[1] * K[0], row[0] * K[1] - row[1] * K[2]};
  B[0] -= p->Ka + (row[0] * over[1] - row[1] * over[0]);
  B[1] -= up[0];
  B[2] -= up[1];
  B[3] -= over[0];
  B[6] -= over[1];
  B[4] -= K[0];
  B[5] -= K[2];
  B[7] -= K[2];
  B[8] -= K[1];
}

TRM_WIDE static void load_cuts(TrmTree *tree) {
  for (size_t i = 0; i < tree->cut_count; i++) {
    const TrmTreeCut *cut = &tree->cut[i];
    const Cut *p = cut_at(tree, i);
    double side[3] = {p->g[0], p->g[1], p->g[2]};
    spread_out(p, i < tree->hinge_count, side);
    for (int k = 0; k < 2; k++) {
      if (cut->node[k] < 0) continue;
      double sign = k ? 1 : -1;
      Load part = {.M = {p->Kv[0], p->Kv[1], p->Kv[2]}};
      part.f[1] = sign * side[1];
      part.f[2] = sign * side[2];
      shift_load(p->arm[k][0], p->arm[k][1], &part);
      part.J += p->Ka;
      part.f[0] -= sign * side[0];
      add_load(kept_at(tree, cut->node[k]), &part);
    }
    if (cut->link >= 0) load_link(p, cut->flipped, tree->B + 9 * cut->link);
  }
}

static void load_rows(TrmTree *tree) {
  for (size_t i = 0; i < tree->row_count; i++) {
    const TrmTreeSide *side = tree->side + tree->row[i].first;
    const int *pair = tree->pair + tree->row[i].first_pair;
    double rho = tree->rho[i];
    for (size_t a = 0; a < tree->row[i].count; a++) {
      const double *h = tree->h + 3 * (tree->row[i].first + a);
      double less[3] = {-rho * h[0], -rho * h[1], -rho * h[2]};
      Load *to = kept_at(tree, side[a].node);
      subtract_square(to, less, h);
      for (int k = 0; k < 3; k++) to->f[k] += rho * tree->g[i] * h[k];
      for (size_t b = 0; b < a; b++, pair++) {
        const double *other = tree->h + 3 * (tree->row[i].first + b);
        double *B = tree->B + 9 * (*pair & ~TRM_TREE_TRANSPOSED);
        int turned = (*pair & TRM_TREE_TRANSPOSED) != 0;
        for (int r = 0; r < 3; r++)
          for (int c = 0; c < 3; c++)
            B[3 * r + c] += rho * (turned ? h[r] * other[c] : other[r] * h[c]);
      }
    }
  }
}

static TrmStatus solve(TrmTree *tree) {
  if (tree->slots) memset(tree->kept, 0, 9 * tree->slots * sizeof *tree->kept);
  if (tree->link_count) memset(tree->B, 0, 9 * tree->link_count * sizeof *tree->B);
  load_cuts(tree);
  load_rows(tree);
  if (!eliminate(tree)) return TRM_FAILED;
  rise_first(tree);
  return TRM_OK;
}

const TrmTreeKernel trm_tree_plane = {.motion = motion,
                                      .cuts = cuts,
                                      .sides = sides,
                                      .solve = solve,
                                      .again = again,
                                      .need = need,
                                      .defects = defects,
                                      .count = count,
                                      .reactions = reactions,
                                      .arm = arm_of};
