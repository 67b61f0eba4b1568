/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree, cuts in the plane. A cut at a place with arms from the points of its bodies has rows on the
 * difference of their motions there, second less first: (-n, 0, 0) of axes, (0, a) of offsets.
 */
#include "formulation/tree_plane.h"
#include <string.h>

/* What changes of a cut; right-hand sides g and defects d are times the stiffness. Of a hinge the
 * parts of g, l, d are those of a force, of others those of its rows. */
typedef struct Cut {
  TrmLane arm[2], g, l, d, row[3];
} __attribute__((may_alias)) Cut;

_Static_assert(sizeof(Cut) == 4 * TRM_CUT_PLANE * sizeof(double), "as reserved");

TRM_INLINE Cut *cut_at(const TrmTree *tree, size_t i) {
  return (Cut *)(void *)(tree->cut_place + 4 * TRM_CUT_PLANE * i);
}

TRM_INLINE TrmLane stiffness(const TrmTreeCut *cut, int hinge) {
  TrmLane along = (TrmLane){0, 1, 1, 0} * cut->along;
  return hinge ? along : along + (TrmLane){1, 0, 0, 0} * cut->about;
}

void trm_tree_plane_sides(TrmTree *tree, size_t i, const TrmTreeAxes *x, const double g[6]) {
  const TrmTreeCut *cut = &tree->cut[i];
  TrmLane rows = {g[3], g[0], g[1], 0};
  if (i < tree->hinge_count)
    rows = (TrmLane){0, g[0] * x->a[0][0] + g[1] * x->a[1][0],
                     g[0] * x->a[0][1] + g[1] * x->a[1][1], 0};
  cut_at(tree, i)->g = rows * stiffness(cut, i < tree->hinge_count);
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
    const double *P = trm_tree_flat(tree, (size_t)cut->node[k], TRM_FLAT_P);
    to->arm[k] = (TrmLane){0, P[4] - r[1][1], r[1][0] - P[0], 0};
  }
  double w00 = w[0] * w[0], w11 = w[1] * w[1], twice = w[0] + w[0];
  double x =
      w11 * s[1][0] - w00 * s[0][0] - twice * (v[1][1] - v[0][1]) + w00 * (r[1][0] - r[0][0]);
  double y =
      w11 * s[1][1] - w00 * s[0][1] + twice * (v[1][0] - v[0][0]) + w00 * (r[1][1] - r[0][1]);
  to->g = (TrmLane){0, cut->along * x, cut->along * y, 0};
}

TRM_WIDE void trm_tree_plane_hinges(TrmTree *tree, const TrmState *state, size_t from,
                                    size_t last) {
  for (size_t i = from; i < last; i++) place_hinge(tree, state, i);
}

void trm_tree_plane_others(TrmTree *tree, const TrmState *state) {
  for (size_t i = tree->hinge_count; i < tree->cut_count; i++) {
    Cut *to = cut_at(tree, i);
    TrmTreePair x;
    trm_tree_pair(tree, state, &tree->cut[i], &x);
    to->row[0] = (TrmLane){-x.axes.n[0][2], 0, 0, 0};
    for (int k = 0; k < 2; k++) {
      to->row[1 + k] = (TrmLane){0, x.axes.a[k][0], x.axes.a[k][1], 0};
      to->arm[k] = (TrmLane){0, -x.arm[k][1], x.arm[k][0], 0};
    }
    trm_tree_plane_sides(tree, i, &x.axes, x.g);
  }
}

/* what a cut's stiffness makes of a motion */
TRM_INLINE TrmLane cut_forces(const TrmTreeCut *cut, const Cut *p, const double *y, int hinge) {
  TrmLane move[2] = {{0}, {0}};
  for (int k = 0; k < 2; k++) {
    if (cut->node[k] < 0) continue;
    move[k] = trm_lane_load(y + 4 * cut->node[k]);
    move[k] += p->arm[k] * move[k][0];
  }
  move[1] -= move[0];
  if (!hinge) {
    TrmLane rows[4] = {p->row[0] * move[1], p->row[1] * move[1], p->row[2] * move[1], {0}};
    trm_lane_turn(rows);
    move[1] = rows[0] + rows[1] + rows[2];
  }
  return move[1] * stiffness(cut, hinge);
}

/* the force at a cut from what it keeps of it */
TRM_INLINE TrmLane spread_out(const Cut *p, int hinge, TrmLane x) {
  return hinge ? x : p->row[0] * x[0] + p->row[1] * x[1] + p->row[2] * x[2];
}

/* multipliers: more by dy */
TRM_INLINE void count_up(const TrmTree *tree, size_t i, Cut *p) {
  p->l += cut_forces(&tree->cut[i], p, tree->dy, i < tree->hinge_count) - p->d;
}

TRM_WIDE void trm_tree_plane_count(TrmTree *tree) {
  for (size_t i = 0; i < tree->cut_count; i++) count_up(tree, i, cut_at(tree, i));
}

/* a force at a cut on its bodies: on the second as it is, on the first opposite */
TRM_INLINE void push(const TrmTreeCut *cut, const Cut *p, TrmLane x, double *f) {
  for (int k = 0; k < 2; k++) {
    if (cut->node[k] < 0) continue;
    double *to = f + 4 * cut->node[k];
    TrmLane part = trm_plane_force(p->arm[k], x);
    trm_lane_store(to, k ? trm_lane_load(to) + part : trm_lane_load(to) - part);
  }
}

TRM_WIDE void trm_tree_plane_defects(TrmTree *whole, TrmTreeStage stage, size_t first,
                                     size_t last) {
  TrmTree copy = *whole, *tree = &copy; /* so that stores are seen not to change it */
  for (size_t i = first; i < last; i++) {
    Cut *p = cut_at(tree, i);
    int hinge = i < tree->hinge_count;
    TrmLane d = p->g - cut_forces(&tree->cut[i], p, tree->y, hinge), l = p->l;
    if (tree->keeps) p->d = d;
    if (stage <= TRM_STAGE_FIRST) l = d - d;
    if (stage == TRM_STAGE_FIRST || stage == TRM_STAGE_NEXT) l -= d;
    p->l = l;
    push(&tree->cut[i], p, spread_out(p, hinge, d - l), tree->work);
  }
}

void trm_tree_plane_reactions(TrmTree *tree, size_t i, double torque[3], double force[3]) {
  const Cut *p = cut_at(tree, i);
  TrmLane x = spread_out(p, i < tree->hinge_count, p->l);
  push(&tree->cut[i], p, -x, tree->work);
  torque[0] = torque[1] = force[2] = 0;
  torque[2] = -x[0];
  force[0] = x[1];
  force[1] = x[2];
}

void trm_tree_plane_arm(const TrmTree *tree, size_t i, int side, double arm[3]) {
  const Cut *p = cut_at(tree, i);
  arm[0] = p->arm[side][2];
  arm[1] = -p->arm[side][1];
  arm[2] = 0;
}

/* E_row' K E_column */
TRM_INLINE void shift_both(const TrmLane K[3], TrmLane row, TrmLane column, TrmLane out[3]) {
  TrmLane top = K[0] + (K[2] * row[2] + K[1] * row[1]);
  out[0] = trm_plane_force(column, top);
  out[1] = trm_plane_force(column, K[1]);
  out[2] = trm_plane_force(column, K[2]);
}

/* the same of a hinge, K = diag(0, 1, 1) */
TRM_INLINE void shift_hinge(TrmLane row, TrmLane column, TrmLane out[3]) {
  TrmLane part = row * column;
  out[0] = row + (TrmLane){part[1] + part[2], 0, 0, 0};
  out[1] = __builtin_shufflevector(column, (TrmLane){1, 0, 0, 0}, 1, 4, 5, 6);
  out[2] = __builtin_shufflevector(column, (TrmLane){1, 0, 0, 0}, 2, 5, 4, 6);
}

/* stiffness and right-hand sides of a cut on its bodies and their coupling */
TRM_INLINE void load_cut(TrmTree *tree, size_t i, int hinge) {
  const TrmTreeCut *cut = &tree->cut[i];
  const Cut *p = cut_at(tree, i);
  TrmLane K[3], part[3], force = spread_out(p, hinge, p->g), weight = stiffness(cut, hinge);
  for (int j = 0; j < 3 && !hinge; j++)
    K[j] = p->row[0] * (weight[0] * p->row[0][j]) + p->row[1] * (weight[1] * p->row[1][j]) +
           p->row[2] * (weight[2] * p->row[2][j]);
  double scale = hinge ? cut->along : 1;
  for (int k = 0; k < 2; k++) {
    if (cut->node[k] < 0) continue;
    TrmPlaneLoad *to = trm_plane_load_at(tree, cut->node[k]);
    TrmLane moved = trm_plane_force(p->arm[k], force);
    if (hinge) {
      shift_hinge(p->arm[k], p->arm[k], part);
    } else {
      shift_both(K, p->arm[k], p->arm[k], part);
    }
    for (int j = 0; j < 3; j++) to->A[j] += part[j] * scale;
    to->f += k ? moved : -moved;
  }
  if (cut->link < 0) return;
  TrmPlaneBlock *B = trm_plane_block_at(tree, cut->link);
  if (hinge) {
    shift_hinge(p->arm[cut->flipped], p->arm[!cut->flipped], part);
  } else {
    shift_both(K, p->arm[cut->flipped], p->arm[!cut->flipped], part);
  }
  for (int j = 0; j < 3; j++) B->row[j] -= part[j] * scale;
}

TRM_INLINE void load_row(TrmTree *tree, size_t i) {
  const TrmTreeRow *row = &tree->row[i];
  const TrmTreeSide *side = tree->side + row->first;
  const int *pair = tree->pair + row->first_pair;
  for (size_t a = 0; a < row->count; a++) {
    TrmLane h = trm_lane_load(tree->h + 4 * (row->first + a)), less = h * -tree->rho[i];
    TrmPlaneLoad *to = trm_plane_load_at(tree, side[a].node);
    trm_plane_load_subtract(to, h, less);
    to->f -= less * tree->g[i];
    for (size_t b = 0; b < a; b++, pair++) {
      TrmLane other = trm_lane_load(tree->h + 4 * (row->first + b));
      TrmPlaneBlock *B = trm_plane_block_at(tree, *pair & ~TRM_TREE_TRANSPOSED);
      int turned = (*pair & TRM_TREE_TRANSPOSED) != 0;
      for (int r = 0; r < 3; r++)
        B->row[r] += turned ? other * (tree->rho[i] * h[r]) : h * (tree->rho[i] * other[r]);
    }
  }
}

TRM_WIDE void trm_tree_plane_load(TrmTree *tree, const TrmTreeDuty *duty) {
  for (int k = duty->first_load; k < duty->first_load + duty->loads; k++) {
    size_t which = (size_t)tree->load[k];
    if (which < tree->hinge_count) {
      load_cut(tree, which, 1);
    } else if (which < tree->cut_count) {
      load_cut(tree, which, 0);
    } else {
      load_row(tree, which - tree->cut_count);
    }
  }
}
