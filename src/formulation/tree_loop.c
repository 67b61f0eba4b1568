/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree, cuts in space. A cut at a place with arms e from the points of its bodies has stiffness
 * K_v = rho sum a a' against v_2 - v_1 and K_a = rho sum n n' against alpha_1 - alpha_2; of a
 * revolute joint, with axes z and Z that should agree,
 *   sum n n' = 1 - z z' - m m', m = z x Z,   sum n g = z x (Z (Z.s) - s),  s as in tree_motion.c.
 */
#include "formulation/tree_space.h"
#include "math/vec3.h"
#include <stdint.h>
#include <string.h>

/* What changes of a cut that is no hinge; right-hand sides g, multipliers l and defects d, those of
 * its rows, are times the stiffness. Multipliers cannot leave the directions of the rows. */
typedef struct Cut {
  TrmLane arm[2], ga, gv, la, lv, da, dv, n[3], a[3];
} __attribute__((may_alias)) Cut;

_Static_assert(sizeof(Cut) == 4 * TRM_CUT_SPACE * sizeof(double), "as reserved");

/* Of a hinge, vectors of three in a row: arms, z and z x Z, of which K_a is made, g and l, in
 * ground axes. One is read as a vector of four, whose last part is of no consequence. */
enum { ARMS = 0, AXIS = 6, ASKEW = 9, GA = 12, GV = 15, LA = 18, LV = 21 };

TRM_INLINE Cut *cut_at(const TrmTree *tree, size_t i) {
  return (Cut *)(void *)(tree->cut_place + 4 * TRM_CUT_SPACE * (i - tree->hinge_count));
}

TRM_INLINE double *hinge_at(const TrmTree *tree, size_t i) {
  return tree->hinge + TRM_HINGE_SPACE * i;
}

TRM_INLINE void store3(double *p, TrmLane a) {
  memcpy(p, &a, 3 * sizeof *p);
}

/* one side of four revolute joints outside the tree */
typedef struct Four {
  TrmLane R[9];
  TrmLane3 r, v, w; /* spin in ground axes */
} Four;

TRM_INLINE void gather(const TrmState *state, const int *who, Four *to) {
  const double *m[4];
  TrmLane t[20];
  for (int i = 0; i < 4; i++) m[i] = who[i] < 0 ? trm_ground_motion.r : state->body[who[i]].r;
  for (int i = 0; i < 20; i += 4) trm_lane_transpose(m[0] + i, m[1] + i, m[2] + i, m[3] + i, t + i);
  to->r = (TrmLane3){t[0], t[1], t[2]};
  for (int i = 0; i < 9; i++) to->R[i] = t[3 + i];
  to->v = (TrmLane3){t[12], t[13], t[14]};
  to->w = trm_lane3_turn(to->R, (TrmLane3){t[15], t[16], t[17]});
}

/* to four hinges, four numbers in a row of each */
TRM_INLINE void deal(TrmTree *tree, size_t first, size_t offset, TrmLane a, TrmLane b, TrmLane c,
                     TrmLane d) {
  TrmLane rows[4] = {a, b, c, d};
  trm_lane_turn(rows);
  for (size_t i = 0; i < 4 && first + i < tree->hinge_count; i++)
    trm_lane_store(hinge_at(tree, first + i) + offset, rows[i]);
}

/* P of the body at each of four positions */
TRM_INLINE TrmLane3 gather_points(const TrmTree *tree, const int *node) {
  double P[3][4] = {{0}};
  for (int i = 0; i < 4; i++) {
    if (node[i] < 0) continue;
    const double *from = trm_tree_field(tree, (size_t)node[i], TRM_FIELD_P);
    for (int k = 0; k < 3; k++) P[k][i] = from[4 * k];
  }
  return (TrmLane3){trm_lane_load(P[0]), trm_lane_load(P[1]), trm_lane_load(P[2])};
}

/* revolute joints outside the tree, four side by side */
TRM_WIDE void trm_tree_space_hinges(TrmTree *tree, const TrmState *state, size_t from,
                                    size_t last) {
  for (size_t b = from / 4; 4 * b < last; b++) {
    const double *fixed = tree->cut_fixed + 4 * TRM_FIXED * b;
    const int *who = tree->cut_who + 16 * b;
    Four first, second;
    gather(state, who, &first);
    gather(state, who + 4, &second);
    TrmLane3 s0 = trm_lane3_turn(first.R, trm_lane3_load(fixed + 4 * TRM_FIXED_FIRST));
    TrmLane3 s1 = trm_lane3_turn(second.R, trm_lane3_load(fixed + 4 * TRM_FIXED_SECOND));
    TrmLane3 z = trm_lane3_turn(first.R, trm_lane3_load(fixed + 4 * TRM_FIXED_AXIS_FIRST));
    TrmLane3 Z = trm_lane3_turn(second.R, trm_lane3_load(fixed + 4 * TRM_FIXED_AXIS_SECOND));
    TrmLane along = trm_lane_load(fixed + 4 * TRM_FIXED_ALONG);
    TrmLane about = trm_lane_load(fixed + 4 * TRM_FIXED_ABOUT);
    TrmLane3 P = trm_lane3_add(second.r, s1), m = trm_lane3_cross(z, Z);
    TrmLane3 arm0 = trm_lane3_less(P, gather_points(tree, who + 8));
    TrmLane3 arm1 = trm_lane3_less(P, gather_points(tree, who + 12));
    deal(tree, 4 * b, ARMS, arm0.x, arm0.y, arm0.z, arm1.x);
    deal(tree, 4 * b, ARMS + 4, arm1.y, arm1.z, z.x, z.y);
    deal(tree, 4 * b, AXIS + 2, z.z, m.x, m.y, m.z);

    /* right-hand sides */
    TrmLane3 w = trm_lane3_less(first.w, second.w);
    TrmLane3 s = trm_lane3_less(trm_lane3_cross(w, trm_lane3_cross(first.w, z)),
                                trm_lane3_cross(second.w, trm_lane3_cross(w, z)));
    TrmLane3 across = trm_lane3_less(trm_lane3_scale(trm_lane3_dot(Z, s), Z), s);
    TrmLane3 ga = trm_lane3_cross(trm_lane3_scale(about, z), across);
    TrmLane3 d = trm_lane3_less(trm_lane3_less(P, first.r), s0);
    TrmLane3 e0 = trm_lane3_cross(first.w, s0), e1 = trm_lane3_cross(second.w, s1);
    TrmLane3 d1 = trm_lane3_less(trm_lane3_add(second.v, e1), trm_lane3_add(first.v, e0));
    TrmLane3 d2 = trm_lane3_less(trm_lane3_cross(second.w, e1), trm_lane3_cross(first.w, e0));
    TrmLane3 turned = trm_lane3_less(trm_lane3_add(d1, d1), trm_lane3_cross(first.w, d));
    TrmLane3 gv = trm_lane3_scale(along, trm_lane3_less(trm_lane3_cross(first.w, turned), d2));
    deal(tree, 4 * b, GA, ga.x, ga.y, ga.z, gv.x);
    deal(tree, 4 * b, GV + 1, gv.y, gv.z, along - along, along - along);
  }
}

/* any other joint outside the tree */
static void place_other(TrmTree *tree, const TrmState *state, size_t i) {
  Cut *to = cut_at(tree, i);
  TrmTreePair x;
  trm_tree_pair(tree, state, &tree->cut[i], &x);
  for (int k = 0; k < 2; k++) to->arm[k] = (TrmLane){x.arm[k][0], x.arm[k][1], x.arm[k][2], 0};
  for (int k = 0; k < 3; k++) {
    to->a[k] = (TrmLane){x.axes.a[k][0], x.axes.a[k][1], x.axes.a[k][2], 0};
    to->n[k] = (TrmLane){x.axes.n[k][0], x.axes.n[k][1], x.axes.n[k][2], 0};
  }
  trm_tree_space_sides(tree, i, &x.axes, x.g);
}

void trm_tree_space_sides(TrmTree *tree, size_t i, const TrmTreeAxes *axes, const double g[6]) {
  const TrmTreeCut *cut = &tree->cut[i];
  if (i >= tree->hinge_count) {
    Cut *to = cut_at(tree, i);
    to->ga = (TrmLane){g[3], g[4], g[5], 0} * cut->about;
    to->gv = (TrmLane){g[0], g[1], g[2], 0} * cut->along;
    return;
  }
  double turn[3] = {0, 0, 0}, move[3] = {0, 0, 0};
  for (int k = 0; k < 3; k++) trm_vec3_add(move, cut->along * g[k], axes->a[k], move);
  for (int k = 0; k < 2; k++) trm_vec3_add(turn, cut->about * g[3 + k], axes->n[k], turn);
  memcpy(hinge_at(tree, i) + GA, turn, sizeof turn);
  memcpy(hinge_at(tree, i) + GV, move, sizeof move);
}

void trm_tree_space_others(TrmTree *tree, const TrmState *state) {
  for (size_t i = tree->hinge_count; i < tree->cut_count; i++) place_other(tree, state, i);
}

/* sum of vectors with the parts of x as factors */
TRM_INLINE TrmLane combine(const TrmLane v[3], TrmLane x) {
  return v[0] * x[0] + v[1] * x[1] + v[2] * x[2];
}

/* scalar products with three vectors, as one vector */
TRM_INLINE TrmLane products(const TrmLane v[3], TrmLane x) {
  TrmLane rows[3] = {v[0] * x, v[1] * x, v[2] * x};
  trm_transpose3(rows);
  return rows[0] + rows[1] + rows[2];
}

/* the part of a vector along another, whose length is one */
TRM_INLINE TrmLane part_along(TrmLane axis, TrmLane a) {
  TrmLane part = axis * a;
  return axis * (part[0] + part[1] + part[2]);
}

/* a torque across the hinge's axis */
TRM_INLINE TrmLane across(const double *p, TrmLane torque) {
  return torque - part_along(trm_lane_load(p + AXIS), torque);
}

/* how the second of a cut moves at it, less the first; turns the other way round */
TRM_INLINE void move_apart(const TrmTreeCut *cut, TrmLane first, TrmLane second, const double *y,
                           TrmLane *turned, TrmLane *moved) {
  TrmLane turn[2] = {{0}, {0}}, move[2] = {{0}, {0}}, arm[2] = {first, second};
  for (int k = 0; k < 2; k++) {
    if (cut->node[k] < 0) continue;
    turn[k] = trm_lane_load(y + 8 * cut->node[k]);
    move[k] = trm_lane_load(y + 8 * cut->node[k] + 4) + trm_cross(turn[k], arm[k]);
  }
  *turned = turn[0] - turn[1];
  *moved = move[1] - move[0];
}

/* what the stiffness of a hinge makes of a motion: torque and force; of any other cut: by rows */
TRM_INLINE void hinge_forces(const TrmTreeCut *cut, const double *p, const double *y,
                             TrmLane *torque, TrmLane *force) {
  TrmLane turned, moved, m = trm_lane_load(p + ASKEW);
  move_apart(cut, trm_lane_load(p + ARMS), trm_lane_load(p + ARMS + 3), y, &turned, &moved);
  *torque = (across(p, turned) - part_along(m, turned)) * cut->about;
  *force = moved * cut->along;
}

TRM_INLINE void cut_forces(const TrmTreeCut *cut, const Cut *p, const double *y, TrmLane *torque,
                           TrmLane *force) {
  TrmLane turned, moved;
  move_apart(cut, p->arm[0], p->arm[1], y, &turned, &moved);
  *torque = products(p->n, turned) * cut->about;
  *force = products(p->a, moved) * cut->along;
}

/* multipliers: from y at first, then more by dy */
TRM_WIDE void trm_tree_space_count(TrmTree *tree) {
  for (size_t i = 0; i < tree->cut_count; i++) {
    TrmLane torque, force;
    if (i < tree->hinge_count) {
      double *p = hinge_at(tree, i);
      const double *d = tree->hinge_defect + 8 * i;
      hinge_forces(&tree->cut[i], p, tree->dy, &torque, &force);
      torque = trm_lane_load(p + LA) + (torque - trm_lane_load(d));
      store3(p + LV, trm_lane_load(p + LV) + (force - trm_lane_load(d + 4)));
      store3(p + LA, across(p, torque));
    } else {
      Cut *p = cut_at(tree, i);
      cut_forces(&tree->cut[i], p, tree->dy, &torque, &force);
      p->la += torque - p->da;
      p->lv += force - p->dv;
    }
  }
}

/* add torque and force at a cut to its bodies: the second as they are, the first opposite */
TRM_INLINE void push(const TrmTreeCut *cut, TrmLane first, TrmLane second, TrmLane torque,
                     TrmLane force, const TrmTree *tree, size_t around) {
  TrmLane arm[2] = {first, second};
  for (int k = 0; k < 2; k++) {
    if (cut->node[k] < 0) continue;
    double *to = tree->work + 8 * ((size_t)cut->node[k] & around);
    TrmLane turn = trm_cross(arm[k], force) - torque;
    if (k) {
      trm_lane_store(to, trm_lane_load(to) + turn);
      trm_lane_store(to + 4, trm_lane_load(to + 4) + force);
    } else {
      trm_lane_store(to, trm_lane_load(to) - turn);
      trm_lane_store(to + 4, trm_lane_load(to + 4) - force);
    }
  }
}

/* multipliers at a stage, before the defects of the last motion have been seen and then */
TRM_INLINE TrmLane count_defect(TrmTreeStage stage, TrmLane l, TrmLane d) {
  if (stage <= TRM_STAGE_FIRST) l = d - d;
  return stage == TRM_STAGE_FIRST || stage == TRM_STAGE_NEXT ? l - d : l;
}

TRM_INLINE void hinge_defect(TrmTree *tree, TrmTreeStage stage, size_t i) {
  double *p = hinge_at(tree, i);
  TrmLane torque, force;
  hinge_forces(&tree->cut[i], p, tree->y, &torque, &force);
  TrmLane da = trm_lane_load(p + GA) - torque, dv = trm_lane_load(p + GV) - force;
  if (tree->keeps) {
    trm_lane_store(tree->hinge_defect + 8 * i, da);
    trm_lane_store(tree->hinge_defect + 8 * i + 4, dv);
  }
  TrmLane la = count_defect(stage, trm_lane_load(p + LA), da);
  TrmLane lv = count_defect(stage, trm_lane_load(p + LV), dv);
  if (stage == TRM_STAGE_FIRST || stage == TRM_STAGE_NEXT) la = across(p, la);
  store3(p + LA, la);
  store3(p + LV, lv);
  push(&tree->cut[i], trm_lane_load(p + ARMS), trm_lane_load(p + ARMS + 3), across(p, da - la),
       dv - lv, tree, tree->around);
}

TRM_INLINE void other_defect(TrmTree *tree, TrmTreeStage stage, size_t i) {
  Cut *p = cut_at(tree, i);
  TrmLane torque, force;
  cut_forces(&tree->cut[i], p, tree->y, &torque, &force);
  TrmLane da = p->ga - torque, dv = p->gv - force;
  if (tree->keeps) p->da = da, p->dv = dv;
  p->la = count_defect(stage, p->la, da);
  p->lv = count_defect(stage, p->lv, dv);
  push(&tree->cut[i], p->arm[0], p->arm[1], combine(p->n, da - p->la), combine(p->a, dv - p->lv),
       tree, tree->around);
}

TRM_WIDE void trm_tree_space_defects(TrmTree *whole, TrmTreeStage stage, size_t first,
                                     size_t last) {
  TrmTree copy = *whole, *tree = &copy; /* so that stores are seen not to change it */
  size_t hinges = last < tree->hinge_count ? last : tree->hinge_count;
  for (size_t i = first; i < hinges; i++) hinge_defect(tree, stage, i);
  for (size_t i = first > hinges ? first : hinges; i < last; i++) other_defect(tree, stage, i);
}

void trm_tree_space_reactions(TrmTree *tree, size_t i, double torque[3], double force[3]) {
  TrmLane turn, move, arm[2];
  if (i < tree->hinge_count) {
    const double *p = hinge_at(tree, i);
    turn = across(p, trm_lane_load(p + LA));
    move = trm_lane_load(p + LV);
    for (int k = 0; k < 2; k++) arm[k] = trm_lane_load(p + ARMS + 3 * k);
  } else {
    const Cut *p = cut_at(tree, i);
    turn = combine(p->n, p->la);
    move = combine(p->a, p->lv);
    for (int k = 0; k < 2; k++) arm[k] = p->arm[k];
  }
  push(&tree->cut[i], arm[0], arm[1], -turn, -move, tree, SIZE_MAX);
  for (int k = 0; k < 3; k++) {
    torque[k] = turn[k];
    force[k] = move[k];
  }
}

void trm_tree_space_arm(const TrmTree *tree, size_t i, int side, double arm[3]) {
  const double *at = i < tree->hinge_count ? hinge_at(tree, i) + ARMS + 3 * side
                                           : (const double *)&cut_at(tree, i)->arm[side];
  memcpy(arm, at, 3 * sizeof *arm);
}

/* -E_row' K E_column into the coupling of the two bodies */
TRM_INLINE void load_link(const Cut *p, const TrmLane Ka[3], const TrmLane Kv[3], int flipped,
                          TrmTreeBlock *B) {
  TrmLane row = p->arm[flipped], column = p->arm[!flipped];
  /* K e~ by rows is k x e */
  for (int i = 0; i < 3; i++) {
    B->row[3 + i][0] += trm_cross(Kv[i], column);
    B->row[3 + i][1] -= Kv[i];
    B->row[i][0] -= Ka[i];
  }
  TrmLane over[3];
  for (int i = 0; i < 3; i++) over[i] = trm_cross(Kv[i], column);
  B->row[0][0] += over[2] * row[1] - over[1] * row[2];
  B->row[1][0] += over[0] * row[2] - over[2] * row[0];
  B->row[2][0] += over[1] * row[0] - over[0] * row[1];
  B->row[0][1] -= Kv[2] * row[1] - Kv[1] * row[2];
  B->row[1][1] -= Kv[0] * row[2] - Kv[2] * row[0];
  B->row[2][1] -= Kv[1] * row[0] - Kv[0] * row[1];
}

/* a hinge: K_v is a number k, so that E'K E = [K_a - k e~ e~', k e~; -k e~, k] */
TRM_INLINE void load_hinge(TrmTree *tree, size_t i) {
  const TrmTreeCut *cut = &tree->cut[i];
  const double *p = hinge_at(tree, i);
  TrmLane unit[3] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}, cross[2][3], Ka[3];
  TrmLane ga = trm_lane_load(p + GA), gv = trm_lane_load(p + GV);
  TrmLane arm[2] = {trm_lane_load(p + ARMS), trm_lane_load(p + ARMS + 3)};
  TrmLane z = trm_lane_load(p + AXIS), m = trm_lane_load(p + ASKEW);
  double k = cut->along;
  for (int j = 0; j < 3; j++) Ka[j] = (unit[j] - (z * z[j] + m * m[j])) * cut->about;
  /* rows of e~: unit vectors x e */
  for (int side = 0; side < 2; side++)
    for (int j = 0; j < 3; j++) cross[side][j] = trm_cross(unit[j], arm[side]);
  for (int side = 0; side < 2; side++) {
    if (cut->node[side] < 0) continue;
    TrmLoad *to = trm_load_at(tree, cut->node[side]);
    TrmLane e = arm[side], square = e * e;
    double all = square[0] + square[1] + square[2];
    TrmLane turn = trm_cross(e, gv) - ga;
    for (int j = 0; j < 3; j++) {
      to->J[j] += Ka[j] + (unit[j] * all - e * e[j]) * k;
      to->H[j] += cross[side][j] * k;
      to->M[j] += unit[j] * k;
    }
    to->t += side ? turn : -turn;
    to->f += side ? gv : -gv;
  }
  if (cut->link < 0) return;
  TrmTreeBlock *B = trm_block_at(tree, cut->link);
  TrmLane row = arm[cut->flipped], column = arm[!cut->flipped], product = row * column;
  double all = product[0] + product[1] + product[2];
  for (int j = 0; j < 3; j++) {
    /* e~ d~ = d e' - (e.d) 1 */
    B->row[j][0] += (row * column[j] - unit[j] * all) * k - Ka[j];
    B->row[j][1] -= cross[cut->flipped][j] * k;
    B->row[3 + j][0] += cross[!cut->flipped][j] * k;
    B->row[3 + j][1] -= unit[j] * k;
  }
}

/* any other cut */
TRM_WIDE static void load_other(TrmTree *tree, size_t i) {
  const TrmTreeCut *cut = &tree->cut[i];
  const Cut *p = cut_at(tree, i);
  TrmLane Ka[3], Kv[3], torque = combine(p->n, p->ga), force = combine(p->a, p->gv);
  for (int j = 0; j < 3; j++) {
    Ka[j] = (p->n[0] * p->n[0][j] + p->n[1] * p->n[1][j] + p->n[2] * p->n[2][j]) * cut->about;
    Kv[j] = (p->a[0] * p->a[0][j] + p->a[1] * p->a[1][j] + p->a[2] * p->a[2][j]) * cut->along;
  }
  for (int k = 0; k < 2; k++) {
    if (cut->node[k] < 0) continue;
    TrmLoad part = {.M = {Kv[0], Kv[1], Kv[2]}, .f = k ? force : -force};
    trm_load_shift(&part, p->arm[k][0], p->arm[k][1], p->arm[k][2]);
    for (int j = 0; j < 3; j++) part.J[j] += Ka[j];
    part.t += k ? -torque : torque;
    trm_load_add(trm_load_at(tree, cut->node[k]), &part);
  }
  if (cut->link >= 0) load_link(p, Ka, Kv, cut->flipped, trm_block_at(tree, cut->link));
}

TRM_INLINE void load_row(TrmTree *tree, size_t i) {
  const TrmTreeRow *row = &tree->row[i];
  const TrmTreeSide *side = tree->side + row->first;
  const int *pair = tree->pair + row->first_pair;
  for (size_t a = 0; a < row->count; a++) {
    const double *h = tree->h + 8 * (row->first + a);
    TrmLane own[2] = {trm_lane_load(h), trm_lane_load(h + 4)};
    TrmLane less[2] = {own[0] * -tree->rho[i], own[1] * -tree->rho[i]};
    TrmLoad *to = trm_load_at(tree, side[a].node);
    trm_load_subtract(to, own, less);
    to->t -= less[0] * tree->g[i];
    to->f -= less[1] * tree->g[i];
    for (size_t b = 0; b < a; b++, pair++) {
      const double *other = tree->h + 8 * (row->first + b);
      TrmTreeBlock *B = trm_block_at(tree, *pair & ~TRM_TREE_TRANSPOSED);
      int turned = (*pair & TRM_TREE_TRANSPOSED) != 0;
      const double *rows = turned ? h : other, *columns = turned ? other : h;
      for (int r = 0; r < 6; r++)
        for (int c = 0; c < 2; c++)
          B->row[r][c] +=
              trm_lane_load(columns + 4 * c) * (tree->rho[i] * rows[4 * (r / 3) + r % 3]);
    }
  }
}

TRM_WIDE void trm_tree_space_load(TrmTree *tree, const TrmTreeDuty *duty) {
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
