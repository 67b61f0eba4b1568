/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree, the elimination in the plane: that in space (tree_space.c) with three by three numbers,
 * where a hinge's U is simply the first row.
 */
#include "formulation/tree_plane.h"

/* a freedom at work: U and U/D, 1/D and t */
typedef struct Freedom {
  TrmLane U, ratio;
  double inv, t;
} Freedom;

/* one freedom, a slide along z or a turn (z NULL): the load is reduced by it if it goes `on`; 0
 * when it has no inertia */
TRM_INLINE int reduce(TrmPlaneLoad *a, const double *z, int on, Freedom *x) {
  double D, u;
  if (z) {
    x->U = a->A[1] * z[0] + a->A[2] * z[1];
    D = z[0] * x->U[1] + z[1] * x->U[2];
    u = z[0] * a->f[1] + z[1] * a->f[2];
  } else {
    x->U = a->A[0];
    D = x->U[0];
    u = a->f[0];
  }
  if (!(D > 0)) return 0;
  x->inv = 1 / D;
  x->t = u * x->inv;
  x->ratio = x->U * x->inv;
  if (!on) return 1;
  trm_plane_load_subtract(a, x->U, x->ratio);
  a->f -= x->ratio * u;
  return 1;
}

TRM_INLINE void store_freedom(TrmTree *tree, size_t step, const Freedom *x) {
  trm_lane_store(tree->U + 4 * step, x->ratio);
  tree->inv[step] = x->inv;
  tree->t[step] = x->t;
}

/* the couplings of a body take one of its freedoms */
TRM_INLINE void reduce_links(TrmTree *tree, const TrmTreeSpot *spot, const double *z,
                             const Freedom *x, int w) {
  const int *op = tree->op + tree->duty[spot - tree->spot].first_op;
  for (int a = 0; a < spot->links; a++) {
    const TrmTreeLink *link = &tree->link[spot->first_link + a];
    TrmPlaneBlock *B = trm_plane_block_at(tree, link->block);
    TrmPlaneLoad *to = trm_plane_load_at(tree, link->other);
    TrmLane W = z ? B->row[1] * z[0] + B->row[2] * z[1] : B->row[0], ratio = W * x->inv;
    trm_lane_store(tree->W + 4 * (w + a), ratio);
    if (spot->parent >= 0 || !spot->hinge)
      for (int i = 0; i < 3; i++) B->row[i] -= ratio * x->U[i];
    trm_plane_load_subtract(to, W, ratio);
    to->f -= W * x->t;
    for (int b = 0; b < a; b++, op++) {
      TrmPlaneBlock *C = trm_plane_block_at(tree, *op);
      for (int i = 0; i < 3; i++) C->row[i] -= W * tree->W[4 * (w + b) + i];
    }
  }
}

TRM_INLINE void transpose_block(TrmPlaneBlock *B) {
  TrmLane a[4] = {B->row[0], B->row[1], B->row[2], {0}};
  trm_lane_turn(a);
  for (int i = 0; i < 3; i++) B->row[i] = a[i];
}

/* the parent takes over the couplings: B_pj += E'B_j; with itself, A_p += E'B + B'E */
TRM_INLINE void pass_links(TrmTree *tree, const TrmTreeSpot *spot, TrmLane shift) {
  for (int a = 0; a < spot->links; a++) {
    const TrmTreeLink *link = &tree->link[spot->first_link + a];
    TrmPlaneBlock *B = trm_plane_block_at(tree, link->block);
    B->row[0] += B->row[2] * shift[2] + B->row[1] * shift[1];
    if (link->with_parent >= 0) {
      TrmPlaneBlock *C = trm_plane_block_at(tree, link->with_parent);
      if (link->transposed) transpose_block(B);
      for (int i = 0; i < 3; i++) C->row[i] += B->row[i];
      continue;
    }
    TrmPlaneLoad *to = trm_plane_load_at(tree, spot->parent);
    for (int turn = 0; turn < 2; turn++) {
      for (int i = 0; i < 3; i++) to->A[i] += B->row[i];
      transpose_block(B);
    }
  }
}

/* forces of a given part c of the motion, on the other ends of couplings */
TRM_INLINE void push_links(TrmTree *tree, const TrmTreeSpot *spot, const double *c) {
  for (int a = 0; a < spot->links; a++) {
    const TrmTreeLink *link = &tree->link[spot->first_link + a];
    const TrmPlaneBlock *B = trm_plane_block_at(tree, link->block);
    TrmPlaneLoad *to = trm_plane_load_at(tree, link->other);
    to->f -= B->row[0] * c[0] + B->row[1] * c[4] + B->row[2] * c[8];
  }
}

/* every freedom of a body that is no hinge */
TRM_WIDE static int reduce_odd(TrmTree *tree, const TrmTreeSpot *spot, TrmPlaneLoad *load) {
  for (int j = 0; j < spot->turning + spot->sliding; j++) {
    size_t step = (size_t)(spot->first_step + j);
    const double *z = j < spot->turning ? NULL : tree->z + 4 * step;
    Freedom x;
    if (!reduce(load, z, 1, &x)) return 0;
    store_freedom(tree, step, &x);
    if (spot->links) reduce_links(tree, spot, z, &x, spot->first_w + j * spot->links);
  }
  return 1;
}

/* places that come into use */
TRM_INLINE void clear(TrmTree *tree, const TrmTreeDuty *duty) {
  for (int i = duty->first_fresh; i < duty->first_fresh + duty->freshes; i++) {
    int place = tree->fresh[i];
    if (place >= 0) {
      trm_lane_clear(tree->kept + 16 * (size_t)place, 4);
    } else {
      trm_lane_clear(tree->B + 12 * (size_t)~place, 3);
    }
  }
}

/* the body's own, from its fields */
TRM_INLINE void add_own(TrmPlaneLoad *to, const double *field, double m) {
  const double *f = field + 4 * TRM_FLAT_F;
  double p = m * field[4 * TRM_FLAT_RHO], q = m * field[4 * TRM_FLAT_RHO + 4];
  to->A[0] += (TrmLane){field[4 * TRM_FLAT_J], -q, p, 0};
  to->A[1] += (TrmLane){-q, m, 0, 0};
  to->A[2] += (TrmLane){p, 0, m, 0};
  to->f += (TrmLane){f[0], f[4], f[8], 0};
}

/* down the tree; 0 when a freedom has no inertia */
TRM_WIDE static int eliminate(TrmTree *whole, size_t from, size_t last) {
  TrmTree copy = *whole, *tree = &copy; /* so that stores are seen not to change it */
  TrmPlaneLoad load = *(const TrmPlaneLoad *)(const void *)tree->carried;
  int carried = from > 0 && tree->spot[from - 1].carries;
  for (size_t k = from; k < last; k++) {
    const TrmTreeSpot *spot = &tree->spot[k];
    double *field = trm_tree_flat(tree, k, 0);
    const double *c = field + 4 * TRM_FLAT_C;
    if (!carried) load = (TrmPlaneLoad){.f = {0}};
    if (spot->busy) {
      const TrmTreeDuty *duty = &tree->duty[k];
      clear(tree, duty);
      if (duty->loads) trm_tree_plane_load(whole, duty);
      if (duty->slot >= 0) trm_plane_load_add(&load, trm_plane_load_at(tree, (int)k));
    }
    add_own(&load, field, field[4 * TRM_FLAT_MASS]);
    load.f -= load.A[0] * c[0] + load.A[1] * c[4] + load.A[2] * c[8];
    if (spot->links) push_links(tree, spot, c);
    if (spot->hinge) {
      Freedom x;
      if (!reduce(&load, NULL, spot->parent >= 0, &x)) return 0;
      store_freedom(tree, (size_t)spot->first_step, &x);
      if (spot->links) reduce_links(tree, spot, NULL, &x, spot->first_w);
    } else {
      TrmPlaneLoad all = load;
      if (!reduce_odd(whole, spot, &all)) return 0;
      load = all;
    }
    carried = spot->carries;
    if (spot->parent < 0) continue;
    const double *at = trm_tree_flat(tree, (size_t)spot->parent, TRM_FLAT_P);
    double x = field[4 * TRM_FLAT_P] - at[0], y = field[4 * TRM_FLAT_P + 4] - at[4];
    TrmLane shift = {0, -y, x, 0};
    field[4 * TRM_FLAT_D] = x;
    field[4 * TRM_FLAT_D + 4] = y;
    trm_plane_load_shift(&load, shift);
    if (spot->links) pass_links(tree, spot, shift);
    if (!carried) trm_plane_load_add(trm_plane_load_at(tree, spot->parent), &load);
  }
  *(TrmPlaneLoad *)(void *)tree->carried = load;
  return 1;
}

/* q of one freedom when the rest moves by x */
TRM_INLINE double freedom_rise(const TrmTree *tree, const TrmTreeSpot *spot, int j, const double *y,
                               TrmLane x) {
  size_t step = (size_t)(spot->first_step + j);
  TrmLane sum = trm_lane_load(tree->U + 4 * step) * x;
  for (int a = 0; a < spot->links; a++) {
    const double *W = tree->W + 4 * (spot->first_w + j * spot->links + a);
    sum += trm_lane_load(W) * trm_lane_load(y + 4 * tree->link[spot->first_link + a].other);
  }
  return tree->t[step] - (sum[0] + sum[1] + sum[2]);
}

TRM_WIDE static void rise_odd(const TrmTree *tree, const TrmTreeSpot *spot, const double *y,
                              TrmLane *x) {
  for (int j = spot->turning + spot->sliding; j-- > 0;) {
    const double *z = tree->z + 4 * (spot->first_step + j);
    double q = freedom_rise(tree, spot, j, y, *x);
    *x += j < spot->turning ? (TrmLane){q, 0, 0, 0} : (TrmLane){0, z[0] * q, z[1] * q, 0};
  }
}

/* accelerations of a body by columns */
TRM_INLINE void show(const TrmTree *tree, size_t k, const double *field, TrmLane y, double *x) {
  const int *c = tree->eq->body_column[tree->who[12 * (k / 4) + 8 + k % 4]];
  const double *rho = field + 4 * TRM_FLAT_RHO;
  x[c[0]] = y[1] - y[0] * rho[4];
  x[c[1]] = y[2] + y[0] * rho[0];
  if (c[5] >= 0) x[c[5]] = y[0];
}

static void scatter(const TrmTree *tree, const TrmState *state, double *x) {
  (void)state; /* turns are those of the ground */
  for (size_t k = 0; k < tree->count; k++)
    show(tree, k, trm_tree_flat(tree, k, 0), trm_lane_load(tree->y + 4 * k), x);
}

/* up the tree: motions from the freedoms' t into y at first, c added; then into dy, and that added
 * to y, with the squares of both */
TRM_INLINE void rise(TrmTree *tree, TrmTree *whole, double *y, int first, double *shown,
                     double sums[2]) {
  TrmLane change = {0}, size = {0}, before = {0};
  for (size_t k = tree->count; k-- > 0;) {
    const TrmTreeSpot *spot = &tree->spot[k];
    const double *field = trm_tree_flat(tree, k, 0), *d = field + 4 * TRM_FLAT_D;
    const double *c = field + 4 * TRM_FLAT_C;
    TrmLane x = {0};
    if (spot->parent >= 0) {
      x = spot->carries ? before : trm_lane_load(y + 4 * spot->parent);
      x += (TrmLane){0, -d[4], d[0], 0} * x[0];
    }
    if (spot->hinge) {
      x += (TrmLane){freedom_rise(tree, spot, 0, y, x), 0, 0, 0};
    } else {
      TrmLane all = x;
      rise_odd(whole, spot, y, &all);
      x = all;
    }
    if (first) {
      x += (TrmLane){c[0], c[4], c[8], 0};
      if (shown) show(tree, k, field, x, shown);
      if (!shown || spot->shown) trm_lane_store(y + 4 * k, x);
      size += x * x;
      before = x;
      continue;
    }
    before = x;
    TrmLane now = trm_lane_load(tree->y + 4 * k) + x;
    if (spot->shown || tree->keeps) trm_lane_store(y + 4 * k, x);
    trm_lane_store(tree->y + 4 * k, now);
    change += x * x;
    size += now * now;
  }
  sums[0] = change[0] + change[1] + change[2];
  sums[1] = size[0] + size[1] + size[2];
}

TRM_WIDE static double rise_first(TrmTree *whole, const TrmState *state, double *x) {
  TrmTree copy = *whole, *tree = &copy;
  double sums[2];
  (void)state;
  if (x) {
    rise(tree, whole, tree->y, 1, x, sums);
  } else {
    rise(tree, whole, tree->y, 1, NULL, sums);
  }
  return sums[1];
}

/* f - M y of four bodies side by side, as the forces of each */
TRM_INLINE void need_four(const TrmTree *tree, size_t b, TrmLane rows[4]) {
  const double *field = tree->field + 4 * TRM_FLAT_FIELDS * b, *f = field + 4 * TRM_FLAT_F;
  const double *y = tree->y + 16 * b;
  TrmLane m = trm_lane_load(field + 4 * TRM_FLAT_MASS);
  TrmLane p = m * trm_lane_load(field + 4 * TRM_FLAT_RHO);
  TrmLane q = m * trm_lane_load(field + 4 * TRM_FLAT_RHO + 4), v[4];
  trm_lane_transpose(y, y + 4, y + 8, y + 12, v);
  rows[0] =
      trm_lane_load(f) - (trm_lane_load(field + 4 * TRM_FLAT_J) * v[0] + (p * v[2] - q * v[1]));
  rows[1] = trm_lane_load(f + 4) - (m * v[1] - q * v[0]);
  rows[2] = trm_lane_load(f + 8) - (m * v[2] + p * v[0]);
  rows[3] = m - m;
  trm_lane_turn(rows);
}

TRM_WIDE static void need(TrmTree *tree) {
  for (size_t b = 0; 4 * b < tree->count; b++) {
    TrmLane rows[4];
    need_four(tree, b, rows);
    for (int i = 0; i < 4; i++) trm_lane_store(tree->work + 16 * b + 4 * i, rows[i]);
  }
}

/* one freedom takes its part u of the forces */
TRM_INLINE TrmLane freedom_sink(TrmTree *tree, const TrmTreeSpot *spot, int j, double u,
                                TrmLane own) {
  size_t step = (size_t)(spot->first_step + j);
  tree->t[step] = u * tree->inv[step];
  for (int a = 0; a < spot->links; a++) {
    const double *W = tree->W + 4 * (spot->first_w + j * spot->links + a);
    size_t at = (size_t)tree->link[spot->first_link + a].other & tree->around;
    double *other = tree->work + 4 * at;
    trm_lane_store(other, trm_lane_load(other) - trm_lane_load(W) * u);
  }
  return own - trm_lane_load(tree->U + 4 * step) * u;
}

TRM_WIDE static void sink_odd(TrmTree *tree, const TrmTreeSpot *spot, TrmLane *own) {
  for (int j = 0; j < spot->turning + spot->sliding; j++) {
    const double *z = tree->z + 4 * (spot->first_step + j);
    double u = j < spot->turning ? (*own)[0] : z[0] * (*own)[1] + z[1] * (*own)[2];
    *own = freedom_sink(tree, spot, j, u, *own);
  }
}

/* forces on a body down to its parent and couplings, with the factors at hand; returned is what the
 * next takes over directly */
TRM_INLINE TrmLane sink(TrmTree *tree, TrmTree *whole, size_t k, TrmLane own) {
  const TrmTreeSpot *spot = &tree->spot[k];
  const double *d = trm_tree_flat(tree, k, TRM_FLAT_D);
  double *f = tree->work + 4 * (k & tree->around);
  TrmLane none = {0};
  own += trm_lane_load(f);
  trm_lane_store(f, none);
  if (spot->hinge) {
    own = freedom_sink(tree, spot, 0, own[0], own);
  } else {
    TrmLane all = own;
    sink_odd(whole, spot, &all);
    own = all;
  }
  if (spot->parent < 0) return none;
  double *to = tree->work + 4 * ((size_t)spot->parent & tree->around);
  own = trm_plane_force((TrmLane){0, -d[4], d[0], 0}, own);
  if (spot->carries) return own;
  trm_lane_store(to, trm_lane_load(to) + own);
  return none;
}

TRM_WIDE static void again(TrmTree *whole, TrmTreeStage stage, double sums[2]) {
  TrmTree copy = *whole, *tree = &copy;
  TrmLane carried = {0};
  size_t pushed = 0;
  trm_tree_plane_defects(whole, stage, tree->hinge_count, tree->cut_count);
  for (size_t b = 0; 4 * b < tree->count; b++) {
    TrmLane rows[4];
    size_t k = 4 * b, last = k + 4 < tree->count ? k + 4 : tree->count;
    /* the hinges of a stretch while it is near */
    if (k % TRM_TREE_STRETCH == 0) {
      size_t hinges = tree->stretch_hinges[k / TRM_TREE_STRETCH];
      trm_tree_plane_defects(whole, stage, pushed, hinges);
      pushed = hinges;
    }
    need_four(tree, b, rows);
    for (size_t i = 0; k < last; i++, k++) carried = sink(tree, whole, k, rows[i] + carried);
  }
  rise(tree, whole, tree->dy, 0, NULL, sums);
}

const TrmTreeKernel trm_tree_plane = {.motion = trm_tree_plane_motion,
                                      .hinges = trm_tree_plane_hinges,
                                      .others = trm_tree_plane_others,
                                      .sides = trm_tree_plane_sides,
                                      .eliminate = eliminate,
                                      .rise = rise_first,
                                      .scatter = scatter,
                                      .again = again,
                                      .count = trm_tree_plane_count,
                                      .need = need,
                                      .reactions = trm_tree_plane_reactions,
                                      .arm = trm_tree_plane_arm};
