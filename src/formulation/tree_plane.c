/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree, the elimination in the plane: that in space (tree_space.c) with J a number, H a row of two,
 * M two by two.
 */
#include "formulation/tree_plane.h"
#include <string.h>

/* one freedom: U/D, 1/D and t, and the load reduced by it. 0 when it has no inertia */
TRM_INLINE int reduce(TrmPlaneLoad *a, double z0, double z1, int slide, double U[3], double *ratio,
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
  trm_plane_load_subtract(a, ratio, U);
  for (int i = 0; i < 3; i++) a->f[i] -= ratio[i] * u;
  return 1;
}

/* the couplings of a body take one of its freedoms */
TRM_INLINE void reduce_links(TrmTree *tree, const TrmTreeSpot *spot, const double z[2], int slide,
                             const double U[3], double inv, double t, int w) {
  const int *op = tree->op + spot->first_op;
  double *ratio = tree->W + 3 * w;
  for (int a = 0; a < spot->links; a++) {
    double *B = tree->B + 9 * tree->link[spot->first_link + a].block, W[3], *r = ratio + 3 * a;
    TrmPlaneLoad *to = trm_plane_load_at(tree, tree->link[spot->first_link + a].other);
    for (int i = 0; i < 3; i++) {
      W[i] = slide ? B[3 + i] * z[0] + B[6 + i] * z[1] : B[i];
      r[i] = W[i] * inv;
    }
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) B[3 * i + j] -= U[i] * r[j];
    trm_plane_load_subtract(to, r, W);
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
    double *B = tree->B + 9 * tree->link[spot->first_link + a].block;
    for (int j = 0; j < 3; j++) B[j] += x * B[6 + j] - y * B[3 + j];
    if (link->with_parent >= 0) {
      double *C = tree->B + 9 * link->with_parent;
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) C[3 * i + j] += link->transposed ? B[3 * j + i] : B[3 * i + j];
      continue;
    }
    TrmPlaneLoad *to = trm_plane_load_at(tree, spot->parent);
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
    const double *B = tree->B + 9 * tree->link[spot->first_link + a].block;
    TrmPlaneLoad *to = trm_plane_load_at(tree, tree->link[spot->first_link + a].other);
    for (int j = 0; j < 3; j++) to->f[j] -= B[j] * c[0] + B[3 + j] * c[1] + B[6 + j] * c[2];
  }
}

/* places that come into use */
TRM_INLINE void clear(TrmTree *tree, const TrmTreeSpot *spot) {
  for (int i = spot->first_fresh; i < spot->first_fresh + spot->freshes; i++) {
    int place = tree->fresh[i];
    memset(place >= 0 ? tree->kept + 9 * place : tree->B + 9 * ~place, 0, 9 * sizeof(double));
  }
}

/* down the tree; 0 when a freedom has no inertia */
TRM_WIDE static int eliminate(TrmTree *tree) {
  TrmPlaneLoad load;
  int carried = 0;
  for (size_t k = 0; k < tree->count; k++) {
    const TrmTreeSpot *spot = &tree->spot[k];
    double *field = trm_tree_field(tree, k, 0);
    double m = tree->fixed[4 * (TRM_FIXED * (k / 4) + TRM_FIXED_MASS) + k % 4];
    double c[3] = {field[4 * (TRM_FIELD_C + 2)], field[4 * (TRM_FIELD_C + 3)],
                   field[4 * (TRM_FIELD_C + 4)]};
    if (!carried) memset(&load, 0, sizeof load);
    if (spot->freshes) clear(tree, spot);
    if (spot->loads) trm_tree_plane_load(tree, spot);
    if (spot->slot >= 0) trm_plane_load_add(&load, trm_plane_load_at(tree, (int)k));
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
    trm_plane_load_shift(x, y, &load);
    if (spot->links) pass_links(tree, spot, x, y);
    if (!carried) trm_plane_load_add(trm_plane_load_at(tree, spot->parent), &load);
  }
  return 1;
}

/* up the tree: motions from the freedoms' t into y at first, c added; then into dy, and that added
 * to y, with the squares of both and work cleared */
TRM_INLINE void rise(TrmTree *tree, double *y, int first, double sums[2]) {
  double change = 0, size = 0;
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
    for (size_t i = 0; i < 3; i++) {
      if (first) {
        y[3 * k + i] = x[i] + field[4 * (TRM_FIELD_C + 2 + i)];
        continue;
      }
      double now = tree->y[3 * k + i] + x[i];
      y[3 * k + i] = x[i];
      tree->y[3 * k + i] = now;
      tree->work[3 * k + i] = 0;
      change += x[i] * x[i];
      size += now * now;
    }
  }
  sums[0] = change;
  sums[1] = size;
}

TRM_WIDE static void rise_first(TrmTree *tree) {
  double sums[2];
  rise(tree, tree->y, 1, sums);
}

/* f - M y of a body */
TRM_INLINE void need_one(const TrmTree *tree, size_t k, double out[3]) {
  const double *field = trm_tree_field(tree, k, 0), *f = field + 4 * (TRM_FIELD_F + 2);
  const double *y = tree->y + 3 * k;
  double m = tree->fixed[4 * (TRM_FIXED * (k / 4) + TRM_FIXED_MASS) + k % 4];
  double p = m * field[4 * TRM_FIELD_RHO], q = m * field[4 * TRM_FIELD_RHO + 4];
  out[0] = f[0] - (field[4 * (TRM_FIELD_J + 2)] * y[0] + (p * y[2] - q * y[1]));
  out[1] = f[4] - (m * y[1] - q * y[0]);
  out[2] = f[8] - (m * y[2] + p * y[0]);
}

TRM_WIDE static void need(TrmTree *tree) {
  for (size_t k = 0; k < tree->count; k++) need_one(tree, k, tree->work + 3 * k);
}

TRM_WIDE static void again(TrmTree *tree, double sums[2]) {
  double *f = tree->work;
  for (size_t k = 0; k < tree->count; k++) {
    const TrmTreeSpot *spot = &tree->spot[k];
    const double *d = trm_tree_field(tree, k, TRM_FIELD_D);
    double own[3];
    need_one(tree, k, own);
    for (size_t i = 0; i < 3; i++) own[i] += f[3 * k + i];
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
  rise(tree, tree->dy, 0, sums);
}

static TrmStatus solve(TrmTree *tree) {
  if (!eliminate(tree)) return TRM_FAILED;
  rise_first(tree);
  return TRM_OK;
}

const TrmTreeKernel trm_tree_plane = {.motion = trm_tree_plane_motion,
                                      .cuts = trm_tree_plane_cuts,
                                      .sides = trm_tree_plane_sides,
                                      .solve = solve,
                                      .defects = trm_tree_plane_defects,
                                      .again = again,
                                      .count = trm_tree_plane_count,
                                      .need = need,
                                      .reactions = trm_tree_plane_reactions,
                                      .arm = trm_tree_plane_arm};
