/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree, cuts in the plane: stiffness against v_2 - v_1 at a place with arms from the points of its
 * bodies, and against alpha_1 - alpha_2.
 */
#include "formulation/tree_plane.h"
#include <string.h>

/* What changes of a cut; right-hand sides g and defects d are times the stiffness. Of a hinge g, l,
 * d are torque and force, of others those of its rows (axes, then offsets), with n and a. */
typedef struct Cut {
  double arm[2][2], Ka, Kv[3], g[3], l[3], d[3], a[2][2], n;
} __attribute__((may_alias)) Cut;

_Static_assert(sizeof(Cut) == TRM_CUT_PLANE * sizeof(double), "as reserved");

TRM_INLINE Cut *cut_at(const TrmTree *tree, size_t i) {
  return (Cut *)(void *)(tree->cut_place + TRM_CUT_PLANE * i);
}

void trm_tree_plane_sides(TrmTree *tree, size_t i, const TrmTreeAxes *x, const double g[6]) {
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

void trm_tree_plane_cuts(TrmTree *tree, const TrmState *state) {
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
    trm_tree_plane_sides(tree, i, &x.axes, x.g);
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

/* multipliers: more by dy */
TRM_INLINE void count_up(const TrmTree *tree, size_t i, Cut *p) {
  double force[3];
  cut_forces(&tree->cut[i], p, tree->dy, i < tree->hinge_count, force);
  for (int k = 0; k < 3; k++) p->l[k] += force[k] - p->d[k];
}

TRM_WIDE void trm_tree_plane_count(TrmTree *tree) {
  for (size_t i = 0; i < tree->cut_count; i++) count_up(tree, i, cut_at(tree, i));
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

TRM_WIDE void trm_tree_plane_defects(TrmTree *tree, int first) {
  for (size_t i = 0; i < tree->cut_count; i++) {
    Cut *p = cut_at(tree, i);
    double force[3], more[3];
    if (!first) count_up(tree, i, p);
    cut_forces(&tree->cut[i], p, tree->y, i < tree->hinge_count, force);
    for (int k = 0; k < 3; k++) {
      p->d[k] = p->g[k] - force[k];
      if (first) p->l[k] = -p->d[k];
      more[k] = p->d[k] - p->l[k];
    }
    spread_out(p, i < tree->hinge_count, more);
    push(&tree->cut[i], p, more, tree->work);
  }
}

void trm_tree_plane_reactions(TrmTree *tree, size_t i, double torque[3], double force[3]) {
  const Cut *p = cut_at(tree, i);
  double less[3] = {-p->l[0], -p->l[1], -p->l[2]};
  spread_out(p, i < tree->hinge_count, less);
  push(&tree->cut[i], p, less, tree->work);
  torque[0] = torque[1] = force[2] = 0;
  torque[2] = -less[0];
  force[0] = -less[1];
  force[1] = -less[2];
}

void trm_tree_plane_arm(const TrmTree *tree, size_t i, int side, double arm[3]) {
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

TRM_INLINE void load_cut(TrmTree *tree, size_t i) {
  const TrmTreeCut *cut = &tree->cut[i];
  const Cut *p = cut_at(tree, i);
  double side[3] = {p->g[0], p->g[1], p->g[2]};
  spread_out(p, i < tree->hinge_count, side);
  for (int k = 0; k < 2; k++) {
    if (cut->node[k] < 0) continue;
    double sign = k ? 1 : -1;
    TrmPlaneLoad part = {.M = {p->Kv[0], p->Kv[1], p->Kv[2]}};
    part.f[1] = sign * side[1];
    part.f[2] = sign * side[2];
    trm_plane_load_shift(p->arm[k][0], p->arm[k][1], &part);
    part.J += p->Ka;
    part.f[0] -= sign * side[0];
    trm_plane_load_add(trm_plane_load_at(tree, cut->node[k]), &part);
  }
  if (cut->link >= 0) load_link(p, cut->flipped, tree->B + 9 * cut->link);
}

TRM_INLINE void load_row(TrmTree *tree, size_t i) {
  const TrmTreeSide *side = tree->side + tree->row[i].first;
  const int *pair = tree->pair + tree->row[i].first_pair;
  double rho = tree->rho[i];
  for (size_t a = 0; a < tree->row[i].count; a++) {
    const double *h = tree->h + 3 * (tree->row[i].first + a);
    double less[3] = {-rho * h[0], -rho * h[1], -rho * h[2]};
    TrmPlaneLoad *to = trm_plane_load_at(tree, side[a].node);
    trm_plane_load_subtract(to, less, h);
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

TRM_WIDE void trm_tree_plane_load(TrmTree *tree, const TrmTreeSpot *spot) {
  for (int k = spot->first_load; k < spot->first_load + spot->loads; k++) {
    size_t which = (size_t)tree->load[k];
    if (which < tree->cut_count) {
      load_cut(tree, which);
    } else {
      load_row(tree, which - tree->cut_count);
    }
  }
}
