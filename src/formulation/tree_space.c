/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree, the elimination in space. A body carries the inertia A = [J H; H' M] about its point, its
 * own and what others pass on, and couplings B with bodies that come later. Each freedom z takes
 *   U = A z,  D = z'U,  W = B'z:   A -= U U'/D,  B -= U W'/D,  A_jl -= W_j W_l'/D,
 * then the parent takes A_p += E'A E, B_pj += E'B_j. Forces go with it down, motions come up. Three
 * components are one vector of four, the last unused.
 */
#include "formulation/tree_space.h"

/* the body's own, from its fields */
TRM_INLINE void add_own(TrmLoad *to, const double *field, double m) {
  const double *J = field + 4 * TRM_FIELD_J, *rho = field + 4 * TRM_FIELD_RHO;
  double x = m * rho[0], y = m * rho[4], z = m * rho[8];
  to->J[0] += (TrmLane){J[0], J[12], J[16], 0};
  to->J[1] += (TrmLane){J[12], J[4], J[20], 0};
  to->J[2] += (TrmLane){J[16], J[20], J[8], 0};
  to->H[0] += (TrmLane){0, -z, y, 0};
  to->H[1] += (TrmLane){z, 0, -x, 0};
  to->H[2] += (TrmLane){-y, x, 0, 0};
  to->M[0] += (TrmLane){m, 0, 0, 0};
  to->M[1] += (TrmLane){0, m, 0, 0};
  to->M[2] += (TrmLane){0, 0, m, 0};
  to->t += trm_column(field + 4 * TRM_FIELD_F);
  to->f += trm_column(field + 4 * (TRM_FIELD_F + 3));
}

/* sums over the parts of three vectors, as one vector */
TRM_INLINE TrmLane sums(TrmLane a, TrmLane b, TrmLane c) {
  TrmLane rows[3] = {a, b, c};
  trm_transpose3(rows);
  return rows[0] + rows[1] + rows[2];
}

/* forces that the given part c of a motion takes: t -= J c + H v, f -= H'c + M v */
TRM_INLINE void take_shift(TrmLoad *a, const double *c) {
  TrmLane v = trm_column(c + 12);
  a->t -= (a->J[0] * c[0] + a->J[1] * c[4] + a->J[2] * c[8]) +
          sums(a->H[0] * v, a->H[1] * v, a->H[2] * v);
  a->f -= (a->H[0] * c[0] + a->H[1] * c[4] + a->H[2] * c[8]) +
          (a->M[0] * c[12] + a->M[1] * c[16] + a->M[2] * c[20]);
}

/* a freedom at work: U and U/D, turning and moving parts, 1/D and t */
typedef struct Freedom {
  TrmLane U[2], ratio[2];
  double inv, t;
} Freedom;

/* one freedom: the load is reduced by it if it goes `on`; 0 when it has no inertia */
TRM_INLINE int reduce(TrmLoad *a, TrmLane z, int slide, int on, Freedom *x) {
  TrmLane own, force;
  if (slide) {
    x->U[0] = sums(a->H[0] * z, a->H[1] * z, a->H[2] * z);
    x->U[1] = own = a->M[0] * z[0] + a->M[1] * z[1] + a->M[2] * z[2];
    force = a->f * z;
  } else {
    x->U[0] = own = a->J[0] * z[0] + a->J[1] * z[1] + a->J[2] * z[2];
    x->U[1] = a->H[0] * z[0] + a->H[1] * z[1] + a->H[2] * z[2];
    force = a->t * z;
  }
  own *= z;
  double D = (own[0] + own[1]) + own[2], u = (force[0] + force[1]) + force[2];
  if (!(D > 0)) return 0;
  x->inv = 1 / D;
  x->t = u * x->inv;
  x->ratio[0] = x->U[0] * x->inv;
  x->ratio[1] = x->U[1] * x->inv;
  if (!on) return 1;
  trm_load_subtract(a, x->U, x->ratio);
  a->t -= x->ratio[0] * u;
  a->f -= x->ratio[1] * u;
  return 1;
}

TRM_INLINE void store_freedom(TrmTree *tree, size_t step, const Freedom *x) {
  trm_lane_store(tree->U + 8 * step, x->ratio[0]);
  trm_lane_store(tree->U + 8 * step + 4, x->ratio[1]);
  tree->inv[step] = x->inv;
  tree->t[step] = x->t;
}

/* the couplings of a body take one of its freedoms: W, then B and the bodies at the other end */
TRM_INLINE void reduce_links(TrmTree *tree, const TrmTreeSpot *spot, TrmLane z, int slide,
                             const Freedom *x, int w) {
  const int *op = tree->op + tree->duty[spot - tree->spot].first_op;
  for (int a = 0; a < spot->links; a++) {
    TrmTreeBlock *B = trm_block_at(tree, tree->link[spot->first_link + a].block);
    TrmLoad *to = trm_load_at(tree, tree->link[spot->first_link + a].other);
    int row = slide ? 3 : 0;
    TrmLane W[2], ratio[2];
    for (int k = 0; k < 2; k++) {
      W[k] = B->row[row][k] * z[0] + B->row[row + 1][k] * z[1] + B->row[row + 2][k] * z[2];
      ratio[k] = W[k] * x->inv;
      trm_lane_store(tree->W + 8 * (w + a) + 4 * k, ratio[k]);
    }
    if (spot->parent >= 0 || spot->turning + spot->sliding > 1)
      for (int i = 0; i < 6; i++)
        for (int k = 0; k < 2; k++) B->row[i][k] -= ratio[k] * x->U[i / 3][i % 3];
    trm_load_subtract(to, W, ratio);
    to->t -= W[0] * x->t;
    to->f -= W[1] * x->t;
    for (int b = 0; b < a; b++, op++) {
      TrmTreeBlock *C = trm_block_at(tree, *op);
      const double *other = tree->W + 8 * (w + b);
      for (int i = 0; i < 6; i++)
        for (int k = 0; k < 2; k++) C->row[i][k] -= W[k] * other[4 * (i / 3) + i % 3];
    }
  }
}

/* E'B: the turning rows take d x the moving ones */
TRM_INLINE void shift_block(TrmTreeBlock *B, const double *d) {
  for (int k = 0; k < 2; k++) {
    TrmLane x = B->row[3][k], y = B->row[4][k], z = B->row[5][k];
    B->row[0][k] += z * d[4] - y * d[8];
    B->row[1][k] += x * d[8] - z * d[0];
    B->row[2][k] += y * d[0] - x * d[4];
  }
}

TRM_INLINE void transpose_block(TrmTreeBlock *B) {
  TrmLane part[2][2][3];
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < 2; k++) part[i / 3][k][i % 3] = B->row[i][k];
  for (int i = 0; i < 4; i++) trm_transpose3(part[i / 2][i % 2]);
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < 2; k++) B->row[i][k] = part[k][i / 3][i % 3];
}

/* the parent takes over the couplings: B_pj += E'B_j; with itself, A_p += E'B + B'E */
TRM_INLINE void pass_links(TrmTree *tree, const TrmTreeSpot *spot, const double *d) {
  for (int a = 0; a < spot->links; a++) {
    const TrmTreeLink *link = &tree->link[spot->first_link + a];
    TrmTreeBlock *B = trm_block_at(tree, tree->link[spot->first_link + a].block);
    shift_block(B, d);
    if (link->with_parent >= 0) {
      TrmTreeBlock *C = trm_block_at(tree, link->with_parent);
      if (link->transposed) transpose_block(B);
      for (int i = 0; i < 6; i++)
        for (int k = 0; k < 2; k++) C->row[i][k] += B->row[i][k];
      continue;
    }
    TrmLoad *to = trm_load_at(tree, spot->parent);
    for (int turn = 0; turn < 2; turn++) {
      for (int i = 0; i < 3; i++) {
        to->J[i] += B->row[i][0];
        to->H[i] += B->row[i][1];
        to->M[i] += B->row[3 + i][1];
      }
      transpose_block(B);
    }
  }
}

/* forces of a given part c of the motion, on the other ends of couplings: f_j -= B'c */
TRM_INLINE void push_links(TrmTree *tree, const TrmTreeSpot *spot, const double *c) {
  for (int a = 0; a < spot->links; a++) {
    const TrmTreeBlock *B = trm_block_at(tree, tree->link[spot->first_link + a].block);
    TrmLoad *to = trm_load_at(tree, tree->link[spot->first_link + a].other);
    for (int i = 0; i < 6; i++) {
      to->t -= B->row[i][0] * c[4 * i];
      to->f -= B->row[i][1] * c[4 * i];
    }
  }
}

/* every freedom of a body that is no hinge */
TRM_WIDE static int reduce_odd(TrmTree *tree, const TrmTreeSpot *spot, TrmLoad *load) {
  for (int k = 0; k < spot->turning + spot->sliding; k++) {
    size_t step = (size_t)(spot->first_step + k);
    TrmLane z = trm_lane_load(tree->z + 4 * step);
    int slide = k >= spot->turning;
    Freedom x;
    if (!reduce(load, z, slide, 1, &x)) return 0;
    store_freedom(tree, step, &x);
    if (spot->links) reduce_links(tree, spot, z, slide, &x, spot->first_w + k * spot->links);
  }
  return 1;
}

/* places that come into use */
TRM_INLINE void clear(TrmTree *tree, const TrmTreeDuty *duty) {
  for (int i = duty->first_fresh; i < duty->first_fresh + duty->freshes; i++) {
    int place = tree->fresh[i];
    if (place >= 0) {
      trm_lane_clear(tree->kept + 44 * (size_t)place, 11);
    } else {
      trm_lane_clear(tree->B + 48 * (size_t)~place, 12);
    }
  }
}

/* down the tree; 0 when a freedom has no inertia */
TRM_WIDE static int eliminate(TrmTree *whole, size_t from, size_t last) {
  TrmTree copy = *whole, *tree = &copy; /* so that stores are seen not to change it */
  TrmLoad load = *(const TrmLoad *)(const void *)tree->carried;
  int carried = from > 0 && tree->spot[from - 1].carries;
  for (size_t k = from; k < last; k++) {
    const TrmTreeSpot *spot = &tree->spot[k];
    double *field = trm_tree_field(tree, k, 0), *d = field + 4 * TRM_FIELD_D;
    const double *c = field + 4 * TRM_FIELD_C;
    if (!carried) load = (TrmLoad){.t = {0}};
    if (spot->busy) {
      const TrmTreeDuty *duty = &tree->duty[k];
      clear(tree, duty);
      if (duty->loads) trm_tree_space_load(whole, duty);
      if (duty->slot >= 0) trm_load_add(&load, trm_load_at(tree, (int)k));
    }
    add_own(&load, field, tree->fixed[4 * (TRM_FIXED * (k / 4) + TRM_FIXED_MASS) + k % 4]);
    take_shift(&load, c);
    if (spot->links) push_links(tree, spot, c);
    if (spot->hinge) {
      TrmLane z = trm_column(field + 4 * TRM_FIELD_Z);
      Freedom x;
      if (!reduce(&load, z, 0, spot->parent >= 0, &x)) return 0;
      store_freedom(tree, (size_t)spot->first_step, &x);
      if (spot->links) reduce_links(tree, spot, z, 0, &x, spot->first_w);
    } else {
      TrmLoad all = load;
      if (!reduce_odd(whole, spot, &all)) return 0;
      load = all;
    }
    carried = spot->carries;
    if (spot->parent < 0) continue;
    const double *at = trm_tree_field(tree, (size_t)spot->parent, TRM_FIELD_P);
    for (int i = 0; i < 12; i += 4) d[i] = field[4 * TRM_FIELD_P + i] - at[i];
    trm_load_shift(&load, d[0], d[4], d[8]);
    if (spot->links) pass_links(tree, spot, d);
    if (!carried) trm_load_add(trm_load_at(tree, spot->parent), &load);
  }
  *(TrmLoad *)(void *)tree->carried = load;
  return 1;
}

/* q of one freedom when the rest moves by x */
TRM_INLINE double freedom_rise(const TrmTree *tree, const TrmTreeSpot *spot, int j, const double *y,
                               const TrmLane x[2]) {
  size_t step = (size_t)(spot->first_step + j);
  const double *U = tree->U + 8 * step;
  TrmLane sum = trm_lane_load(U) * x[0] + trm_lane_load(U + 4) * x[1];
  for (int a = 0; a < spot->links; a++) {
    const double *W = tree->W + 8 * (spot->first_w + j * spot->links + a);
    const double *other = y + 8 * tree->link[spot->first_link + a].other;
    sum +=
        trm_lane_load(W) * trm_lane_load(other) + trm_lane_load(W + 4) * trm_lane_load(other + 4);
  }
  return tree->t[step] - (sum[0] + sum[1] + sum[2]);
}

TRM_WIDE static void rise_odd(const TrmTree *tree, const TrmTreeSpot *spot, const double *y,
                              TrmLane x[2]) {
  for (int j = spot->turning + spot->sliding; j-- > 0;) {
    double q = freedom_rise(tree, spot, j, y, x);
    x[j >= spot->turning] += trm_lane_load(tree->z + 4 * (spot->first_step + j)) * q;
  }
}

/* accelerations of a body by columns; state NULL: R is kept */
TRM_INLINE void show(const TrmTree *tree, const TrmState *state, size_t k, const double *field,
                     const TrmLane y[2], double *x) {
  int body = tree->who[12 * (k / 4) + 8 + k % 4];
  const int *c = tree->eq->body_column[body];
  const double *R = state ? state->body[body].R : tree->R + 9 * k;
  TrmLane a = y[1] + trm_cross(y[0], trm_column(field + 4 * TRM_FIELD_RHO));
  double *to = x + c[0];
  for (int i = 0; i < 3; i++) to[i] = a[i];
  if (c[5] < 0) return;
  for (int i = 0; i < 3; i++) to[3 + i] = R[i] * y[0][0] + R[3 + i] * y[0][1] + R[6 + i] * y[0][2];
}

TRM_WIDE static void scatter(const TrmTree *tree, const TrmState *state, double *x) {
  for (size_t k = 0; k < tree->count; k++) {
    TrmLane y[2] = {trm_lane_load(tree->y + 8 * k), trm_lane_load(tree->y + 8 * k + 4)};
    show(tree, state, k, trm_tree_field(tree, k, 0), y, x);
  }
}

/* up the tree: motions from the freedoms' t into y at first, c added; then into dy, and that added
 * to y, with the squares of both */
TRM_INLINE void rise(TrmTree *tree, TrmTree *whole, double *y, int first, const TrmState *state,
                     double *shown, double sums[2]) {
  TrmLane change = {0}, size = {0}, before[2] = {{0}, {0}};
  for (size_t k = tree->count; k-- > 0;) {
    const TrmTreeSpot *spot = &tree->spot[k];
    const double *field = trm_tree_field(tree, k, 0);
    TrmLane x[2] = {{0}, {0}};
    if (spot->parent >= 0) {
      const double *p = y + 8 * spot->parent;
      x[0] = spot->carries ? before[0] : trm_lane_load(p);
      x[1] = spot->carries ? before[1] : trm_lane_load(p + 4);
      x[1] += trm_cross(x[0], trm_column(field + 4 * TRM_FIELD_D));
    }
    if (spot->hinge) {
      x[0] += trm_column(field + 4 * TRM_FIELD_Z) * freedom_rise(tree, spot, 0, y, x);
    } else {
      TrmLane all[2] = {x[0], x[1]};
      rise_odd(whole, spot, y, all);
      x[0] = all[0];
      x[1] = all[1];
    }
    if (first) {
      x[0] += trm_column(field + 4 * TRM_FIELD_C);
      x[1] += trm_column(field + 4 * (TRM_FIELD_C + 3));
    }
    if (first && shown) show(tree, state, k, field, x, shown);
    for (size_t i = 0; i < 2; i++) {
      if (spot->shown || (first ? !shown : tree->keeps)) trm_lane_store(y + 8 * k + 4 * i, x[i]);
      before[i] = x[i];
      if (first) {
        size += x[i] * x[i];
        continue;
      }
      TrmLane now = trm_lane_load(tree->y + 8 * k + 4 * i) + x[i];
      trm_lane_store(tree->y + 8 * k + 4 * i, now);
      change += x[i] * x[i];
      size += now * now;
    }
  }
  sums[0] = change[0] + change[1] + change[2];
  sums[1] = size[0] + size[1] + size[2];
}

TRM_WIDE static double rise_first(TrmTree *whole, const TrmState *state, double *x) {
  TrmTree copy = *whole, *tree = &copy;
  double sums[2];
  if (x) {
    rise(tree, whole, tree->y, 1, state, x, sums);
  } else {
    rise(tree, whole, tree->y, 1, NULL, NULL, sums);
  }
  return sums[1];
}

/* f - M y of four bodies side by side, as torque and force of each */
TRM_INLINE void need_four(const TrmTree *tree, size_t b, TrmLane rows[8]) {
  const double *field = tree->field + 4 * TRM_FIELDS * b, *y = tree->y + 32 * b;
  TrmLane turn[4], move[4], J[6];
  TrmLane m = trm_lane_load(tree->fixed + 4 * (TRM_FIXED * b + TRM_FIXED_MASS));
  TrmLane3 p = trm_lane3_scale(m, trm_lane3_load(field + 4 * TRM_FIELD_RHO));
  TrmLane3 t = trm_lane3_load(field + 4 * TRM_FIELD_F);
  TrmLane3 f = trm_lane3_load(field + 4 * (TRM_FIELD_F + 3));
  for (int i = 0; i < 6; i++) J[i] = trm_lane_load(field + 4 * (TRM_FIELD_J + i));
  trm_lane_transpose(y, y + 8, y + 16, y + 24, turn);
  trm_lane_transpose(y + 4, y + 12, y + 20, y + 28, move);
  TrmLane3 a = {turn[0], turn[1], turn[2]}, v = {move[0], move[1], move[2]};
  TrmLane3 carried = trm_lane3_cross(p, v), taken = trm_lane3_cross(p, a);
  rows[0] = t.x - (J[0] * a.x + J[3] * a.y + J[4] * a.z + carried.x);
  rows[1] = t.y - (J[3] * a.x + J[1] * a.y + J[5] * a.z + carried.y);
  rows[2] = t.z - (J[4] * a.x + J[5] * a.y + J[2] * a.z + carried.z);
  rows[4] = f.x - (m * v.x - taken.x);
  rows[5] = f.y - (m * v.y - taken.y);
  rows[6] = f.z - (m * v.z - taken.z);
  rows[3] = rows[7] = m - m;
  trm_lane_turn(rows);
  trm_lane_turn(rows + 4);
}

TRM_WIDE static void need(TrmTree *tree) {
  for (size_t b = 0; b < (tree->count + 3) / 4; b++) {
    double *work = tree->work + 32 * b;
    TrmLane rows[8];
    need_four(tree, b, rows);
    for (int i = 0; i < 4; i++) {
      trm_lane_store(work + 8 * i, rows[i]);
      trm_lane_store(work + 8 * i + 4, rows[4 + i]);
    }
  }
}

/* one freedom takes the sum of `part` of the forces */
TRM_INLINE void freedom_sink(TrmTree *tree, const TrmTreeSpot *spot, int j, TrmLane part,
                             TrmLane own[2]) {
  size_t step = (size_t)(spot->first_step + j);
  const double *U = tree->U + 8 * step;
  double u = part[0] + part[1] + part[2];
  tree->t[step] = u * tree->inv[step];
  own[0] -= trm_lane_load(U) * u;
  own[1] -= trm_lane_load(U + 4) * u;
  for (int a = 0; a < spot->links; a++) {
    const double *W = tree->W + 8 * (spot->first_w + j * spot->links + a);
    size_t at = (size_t)tree->link[spot->first_link + a].other & tree->around;
    double *other = tree->work + 8 * at;
    trm_lane_store(other, trm_lane_load(other) - trm_lane_load(W) * u);
    trm_lane_store(other + 4, trm_lane_load(other + 4) - trm_lane_load(W + 4) * u);
  }
}

TRM_WIDE static void sink_odd(TrmTree *tree, const TrmTreeSpot *spot, TrmLane own[2]) {
  for (int j = 0; j < spot->turning + spot->sliding; j++) {
    TrmLane z = trm_lane_load(tree->z + 4 * (spot->first_step + j));
    freedom_sink(tree, spot, j, z * own[j >= spot->turning], own);
  }
}

/* forces on a body down to its parent and couplings, with the factors at hand; `carried` is what it
 * takes over from the last one directly, then what the next does */
TRM_INLINE void sink(TrmTree *tree, TrmTree *whole, size_t k, TrmLane turn, TrmLane move,
                     TrmLane carried[2]) {
  const TrmTreeSpot *spot = &tree->spot[k];
  const double *field = trm_tree_field(tree, k, 0);
  double *f = tree->work + 8 * (k & tree->around);
  TrmLane own[2] = {trm_lane_load(f) + turn, trm_lane_load(f + 4) + move};
  for (int i = 0; i < 2; i++) {
    own[i] += carried[i];
    carried[i] = (TrmLane){0};
    trm_lane_store(f + 4 * i, carried[i]);
  }
  if (spot->hinge) {
    freedom_sink(tree, spot, 0, trm_column(field + 4 * TRM_FIELD_Z) * own[0], own);
  } else {
    TrmLane all[2] = {own[0], own[1]};
    sink_odd(whole, spot, all);
    own[0] = all[0];
    own[1] = all[1];
  }
  if (spot->parent < 0) return;
  double *to = tree->work + 8 * ((size_t)spot->parent & tree->around);
  own[0] += trm_cross(trm_column(field + 4 * TRM_FIELD_D), own[1]);
  for (int i = 0; i < 2; i++) {
    if (spot->carries) {
      carried[i] = own[i];
    } else {
      trm_lane_store(to + 4 * i, trm_lane_load(to + 4 * i) + own[i]);
    }
  }
}

TRM_WIDE static void again(TrmTree *whole, TrmTreeStage stage, double sums[2]) {
  TrmTree copy = *whole, *tree = &copy;
  TrmLane carried[2] = {{0}, {0}};
  size_t pushed = 0;
  trm_tree_space_defects(whole, stage, tree->hinge_count, tree->cut_count);
  for (size_t b = 0; 4 * b < tree->count; b++) {
    TrmLane rows[8];
    size_t k = 4 * b, last = k + 4 < tree->count ? k + 4 : tree->count;
    /* the hinges of a stretch while it is near */
    if (k % TRM_TREE_STRETCH == 0) {
      size_t hinges = tree->stretch_hinges[k / TRM_TREE_STRETCH];
      trm_tree_space_defects(whole, stage, pushed, hinges);
      pushed = hinges;
    }
    need_four(tree, b, rows);
    for (size_t i = 0; k < last; i++, k++) sink(tree, whole, k, rows[i], rows[4 + i], carried);
  }
  rise(tree, whole, tree->dy, 0, NULL, NULL, sums);
}

const TrmTreeKernel trm_tree_space = {.motion = trm_tree_space_motion,
                                      .hinges = trm_tree_space_hinges,
                                      .others = trm_tree_space_others,
                                      .sides = trm_tree_space_sides,
                                      .eliminate = eliminate,
                                      .rise = rise_first,
                                      .scatter = scatter,
                                      .again = again,
                                      .count = trm_tree_space_count,
                                      .need = need,
                                      .reactions = trm_tree_space_reactions,
                                      .arm = trm_tree_space_arm};
