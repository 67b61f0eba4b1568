/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree, cuts in the plane. A cut at a place with arms from the points of its bodies has rows on the
 * difference of their motions there, second less first: (-n, 0, 0) of axes, (0, a) of offsets.
 */
#include "formulation/tree_plane.h"
#include <stdint.h>
#include <string.h>

/* What changes of a cut that is no hinge; right-hand sides g, multipliers l and defects d, those of
 * its rows, are times the stiffness. */
typedef struct Cut {
  TrmLane arm[2], g, l, d, row[3];
} __attribute__((may_alias)) Cut;

_Static_assert(sizeof(Cut) == 4 * TRM_CUT_PLANE * sizeof(double), "as reserved");

/* Of a hinge, whose g and l are forces: (-y, x) of both arms; g and l */
enum { ARMS = 0, SIDES = 4 };

TRM_INLINE Cut *cut_at(const TrmTree *tree, size_t i) {
  return (Cut *)(void *)(tree->cut_place + 4 * TRM_CUT_PLANE * (i - tree->hinge_count));
}

TRM_INLINE double *hinge_at(const TrmTree *tree, size_t i) {
  return tree->hinge + TRM_HINGE_PLANE * i;
}

/* the first and the last two parts of a vector of four, as (0, a, b, 0) */
TRM_INLINE TrmLane head(TrmLane a) {
  return __builtin_shufflevector(a, (TrmLane){0}, 4, 0, 1, 5);
}
TRM_INLINE TrmLane tail(TrmLane a) {
  return __builtin_shufflevector(a, (TrmLane){0}, 4, 2, 3, 5);
}

TRM_INLINE TrmLane stiffness(const TrmTreeCut *cut) {
  return (TrmLane){cut->about, cut->along, cut->along, 0};
}

void trm_tree_plane_sides(TrmTree *tree, size_t i, const TrmTreeAxes *x, const double g[6]) {
  const TrmTreeCut *cut = &tree->cut[i];
  if (i < tree->hinge_count) {
    double *to = hinge_at(tree, i) + SIDES;
    for (int k = 0; k < 2; k++) to[k] = cut->along * (g[0] * x->a[0][k] + g[1] * x->a[1][k]);
  } else {
    cut_at(tree, i)->g = (TrmLane){g[3], g[0], g[1], 0} * stiffness(cut);
  }
}

/* a revolute joint outside the tree */
TRM_INLINE void place_hinge(TrmTree *tree, const TrmState *state, size_t i) {
  const double *fixed = tree->cut_fixed + TRM_FLAT_FIXED_CUT * i;
  const int *who = tree->cut_who + 16 * (i / 4) + i % 4;
  double s[2][2], r[2][2], v[2][2], w[2], along = tree->cut[i].along;
  double *to = hinge_at(tree, i);
  for (int k = 0; k < 2; k++) {
    const TrmBodyMotion *m = who[4 * k] < 0 ? &trm_ground_motion : &state->body[who[4 * k]];
    const double *at = fixed + (k ? TRM_FLAT_FIXED_SECOND : TRM_FLAT_FIXED_FIRST);
    s[k][0] = m->R[0] * at[0] - m->R[3] * at[1];
    s[k][1] = m->R[3] * at[0] + m->R[0] * at[1];
    w[k] = m->w[2];
    r[k][0] = m->r[0] + s[k][0];
    r[k][1] = m->r[1] + s[k][1];
    v[k][0] = m->v[0] - w[k] * s[k][1];
    v[k][1] = m->v[1] + w[k] * s[k][0];
  }
  for (int k = 0; k < 2; k++) {
    if (who[8 + 4 * k] < 0) continue;
    const double *P = trm_tree_flat(tree, (size_t)who[8 + 4 * k], TRM_FLAT_P);
    to[ARMS + 2 * k] = P[4] - r[1][1];
    to[ARMS + 2 * k + 1] = r[1][0] - P[0];
  }
  double w00 = w[0] * w[0], w11 = w[1] * w[1], twice = w[0] + w[0];
  double x =
      w11 * s[1][0] - w00 * s[0][0] - twice * (v[1][1] - v[0][1]) + w00 * (r[1][0] - r[0][0]);
  double y =
      w11 * s[1][1] - w00 * s[0][1] + twice * (v[1][0] - v[0][0]) + w00 * (r[1][1] - r[0][1]);
  trm_lane_store(to + SIDES, (TrmLane){along * x, along * y, 0, 0});
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

/* how the second of a cut moves at it, less the first */
TRM_INLINE TrmLane moved_apart(const TrmTreeCut *cut, TrmLane first, TrmLane second,
                               const double *y) {
  TrmLane move[2] = {{0}, {0}}, arm[2] = {first, second};
  for (int k = 0; k < 2; k++) {
    if (cut->node[k] < 0) continue;
    move[k] = trm_lane_load(y + 4 * cut->node[k]);
    move[k] += arm[k] * move[k][0];
  }
  return move[1] - move[0];
}

/* what the stiffness of a hinge makes of a motion; of any other cut, by its rows */
TRM_INLINE TrmLane hinge_forces(const TrmTreeCut *cut, TrmLane arms, const double *y) {
  return moved_apart(cut, head(arms), tail(arms), y) * ((TrmLane){0, 1, 1, 0} * cut->along);
}

TRM_INLINE TrmLane cut_forces(const TrmTreeCut *cut, const Cut *p, const double *y) {
  TrmLane move = moved_apart(cut, p->arm[0], p->arm[1], y);
  TrmLane rows[4] = {p->row[0] * move, p->row[1] * move, p->row[2] * move, {0}};
  trm_lane_turn(rows);
  return (rows[0] + rows[1] + rows[2]) * stiffness(cut);
}

/* the force at a cut from those of its rows */
TRM_INLINE TrmLane spread_out(const Cut *p, TrmLane x) {
  return p->row[0] * x[0] + p->row[1] * x[1] + p->row[2] * x[2];
}

/* multipliers: more by dy */
TRM_WIDE void trm_tree_plane_count(TrmTree *tree) {
  for (size_t i = 0; i < tree->hinge_count; i++) {
    double *p = hinge_at(tree, i) + SIDES;
    TrmLane more = hinge_forces(&tree->cut[i], trm_lane_load(p - SIDES + ARMS), tree->dy);
    more -= trm_lane_load(tree->hinge_defect + 4 * i);
    p[2] += more[1];
    p[3] += more[2];
  }
  for (size_t i = tree->hinge_count; i < tree->cut_count; i++) {
    Cut *p = cut_at(tree, i);
    p->l += cut_forces(&tree->cut[i], p, tree->dy) - p->d;
  }
}

/* a force at a cut on its bodies: on the second as it is, on the first opposite */
TRM_INLINE void push(const TrmTreeCut *cut, TrmLane first, TrmLane second, TrmLane x,
                     const TrmTree *tree, size_t around) {
  TrmLane arm[2] = {first, second};
  for (int k = 0; k < 2; k++) {
    if (cut->node[k] < 0) continue;
    double *to = tree->work + 4 * ((size_t)cut->node[k] & around);
    TrmLane part = trm_plane_force(arm[k], x);
    trm_lane_store(to, k ? trm_lane_load(to) + part : trm_lane_load(to) - part);
  }
}

/* multipliers at a stage, before the defects of the last motion have been seen and then */
TRM_INLINE TrmLane count_defect(TrmTreeStage stage, TrmLane l, TrmLane d) {
  if (stage <= TRM_STAGE_FIRST) l = d - d;
  return stage == TRM_STAGE_FIRST || stage == TRM_STAGE_NEXT ? l - d : l;
}

TRM_INLINE void hinge_defect(TrmTree *tree, TrmTreeStage stage, size_t i) {
  double *p = hinge_at(tree, i);
  TrmLane arms = trm_lane_load(p + ARMS), sides = trm_lane_load(p + SIDES);
  TrmLane d = head(sides) - hinge_forces(&tree->cut[i], arms, tree->y);
  if (tree->keeps) trm_lane_store(tree->hinge_defect + 4 * i, d);
  TrmLane l = count_defect(stage, tail(sides), d);
  trm_lane_store(p + SIDES, __builtin_shufflevector(sides, l, 0, 1, 5, 6));
  push(&tree->cut[i], head(arms), tail(arms), d - l, tree, tree->around);
}

TRM_INLINE void other_defect(TrmTree *tree, TrmTreeStage stage, size_t i) {
  Cut *p = cut_at(tree, i);
  TrmLane d = p->g - cut_forces(&tree->cut[i], p, tree->y);
  if (tree->keeps) p->d = d;
  p->l = count_defect(stage, p->l, d);
  push(&tree->cut[i], p->arm[0], p->arm[1], spread_out(p, d - p->l), tree, tree->around);
}

TRM_WIDE void trm_tree_plane_defects(TrmTree *whole, TrmTreeStage stage, size_t first,
                                     size_t last) {
  TrmTree copy = *whole, *tree = &copy; /* so that stores are seen not to change it */
  size_t hinges = last < tree->hinge_count ? last : tree->hinge_count;
  for (size_t i = first; i < hinges; i++) hinge_defect(tree, stage, i);
  for (size_t i = first > hinges ? first : hinges; i < last; i++) other_defect(tree, stage, i);
}

void trm_tree_plane_reactions(TrmTree *tree, size_t i, double torque[3], double force[3]) {
  TrmLane x, arm[2];
  if (i < tree->hinge_count) {
    const double *p = hinge_at(tree, i);
    x = tail(trm_lane_load(p + SIDES));
    arm[0] = head(trm_lane_load(p + ARMS));
    arm[1] = tail(trm_lane_load(p + ARMS));
  } else {
    const Cut *p = cut_at(tree, i);
    x = spread_out(p, p->l);
    arm[0] = p->arm[0];
    arm[1] = p->arm[1];
  }
  push(&tree->cut[i], arm[0], arm[1], -x, tree, SIZE_MAX);
  torque[0] = torque[1] = force[2] = 0;
  torque[2] = -x[0];
  force[0] = x[1];
  force[1] = x[2];
}

void trm_tree_plane_arm(const TrmTree *tree, size_t i, int side, double arm[3]) {
  const double *at = i < tree->hinge_count ? hinge_at(tree, i) + ARMS + 2 * side
                                           : (const double *)&cut_at(tree, i)->arm[side] + 1;
  arm[0] = at[1];
  arm[1] = -at[0];
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

/* stiffness and right-hand sides of a hinge on its bodies and their coupling */
TRM_INLINE void load_hinge(TrmTree *tree, size_t i) {
  const TrmTreeCut *cut = &tree->cut[i];
  const double *p = hinge_at(tree, i);
  TrmLane arms = trm_lane_load(p + ARMS), force = head(trm_lane_load(p + SIDES)), part[3];
  TrmLane arm[2] = {head(arms), tail(arms)};
  for (int k = 0; k < 2; k++) {
    if (cut->node[k] < 0) continue;
    TrmPlaneLoad *to = trm_plane_load_at(tree, cut->node[k]);
    TrmLane moved = trm_plane_force(arm[k], force);
    shift_hinge(arm[k], arm[k], part);
    for (int j = 0; j < 3; j++) to->A[j] += part[j] * cut->along;
    to->f += k ? moved : -moved;
  }
  if (cut->link < 0) return;
  TrmPlaneBlock *B = trm_plane_block_at(tree, cut->link);
  shift_hinge(arm[cut->flipped], arm[!cut->flipped], part);
  for (int j = 0; j < 3; j++) B->row[j] -= part[j] * cut->along;
}

/* the same of any other cut */
TRM_WIDE static void load_other(TrmTree *tree, size_t i) {
  const TrmTreeCut *cut = &tree->cut[i];
  const Cut *p = cut_at(tree, i);
  TrmLane K[3], part[3], force = spread_out(p, p->g), weight = stiffness(cut);
  for (int j = 0; j < 3; j++)
    K[j] = p->row[0] * (weight[0] * p->row[0][j]) + p->row[1] * (weight[1] * p->row[1][j]) +
           p->row[2] * (weight[2] * p->row[2][j]);
  for (int k = 0; k < 2; k++) {
    if (cut->node[k] < 0) continue;
    TrmPlaneLoad *to = trm_plane_load_at(tree, cut->node[k]);
    TrmLane moved = trm_plane_force(p->arm[k], force);
    shift_both(K, p->arm[k], p->arm[k], part);
    for (int j = 0; j < 3; j++) to->A[j] += part[j];
    to->f += k ? moved : -moved;
  }
  if (cut->link < 0) return;
  TrmPlaneBlock *B = trm_plane_block_at(tree, cut->link);
  shift_both(K, p->arm[cut->flipped], p->arm[!cut->flipped], part);
  for (int j = 0; j < 3; j++) B->row[j] -= part[j];
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
      load_hinge(tree, which);
    } else if (which < tree->cut_count) {
      load_other(tree, which);
    } else {
      load_row(tree, which - tree->cut_count);
    }
  }
}
