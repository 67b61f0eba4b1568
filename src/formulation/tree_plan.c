/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree, the plan: the order of elimination, couplings and where each update goes, memory. Done
 * once.
 */
#include "formulation/tree_plan.h"
#include "formulation/order.h"
#include <stdint.h>
#include <string.h>

/* bodies of a cut or row are coupled with each other */
static void couple_cuts(TrmOrder *p, const TrmTree *tree) {
  for (size_t i = 0; i < tree->cut_count; i++)
    trm_order_couple(p, tree->cut[i].node[0], tree->cut[i].node[1]);
  for (size_t i = 0; i < tree->row_count; i++) {
    const TrmTreeSide *side = tree->side + tree->row[i].first;
    for (size_t a = 0; a < tree->row[i].count; a++)
      for (size_t b = 0; b < a; b++) trm_order_couple(p, side[a].node, side[b].node);
  }
}

/* the coupling of two positions; the flag when `a` comes later */
static int find_link(const TrmTree *tree, int a, int b) {
  int low = a < b ? a : b, high = a < b ? b : a;
  const TrmTreeSpot *spot = &tree->spot[low];
  for (int k = spot->first_link; k < spot->first_link + spot->links; k++)
    if (tree->link[k].other == high) return k | (a < b ? 0 : TRM_TREE_TRANSPOSED);
  return -1;
}

/* couplings in the order of elimination, those of a body by rising position */
static void lay_links(TrmTree *tree, const TrmOrder *p, TrmArena *arena) {
  size_t links = 0;
  for (size_t k = 0; k < tree->count; k++) links += p->count[p->order[k]];
  tree->link = trm_arena_array(arena, links + 1, sizeof *tree->link);
  for (size_t k = 0; k < tree->count; k++) {
    int body = p->order[k];
    TrmTreeSpot *spot = &tree->spot[k];
    spot->first_link = (int)tree->link_count;
    spot->links = (int)p->count[body];
    for (size_t a = 0; a < p->count[body]; a++) {
      int other = tree->position[p->near[body][a]];
      size_t at = tree->link_count + a;
      for (; at > (size_t)spot->first_link && tree->link[at - 1].other > other; at--)
        tree->link[at] = tree->link[at - 1];
      tree->link[at] = (TrmTreeLink){.other = other, .block = -1, .with_parent = -1};
    }
    tree->link_count += p->count[body];
  }
}

/* where the updates of each body go */
static size_t lay_targets(TrmTree *tree, TrmArena *arena) {
  size_t ops = 0, capacity = 0;
  for (size_t k = 0; k < tree->count; k++) {
    TrmTreeSpot *spot = &tree->spot[k];
    tree->duty[k].first_op = (int)ops;
    for (int a = 0; a < spot->links; a++) {
      TrmTreeLink *link = &tree->link[spot->first_link + a];
      if (spot->parent >= 0 && link->other != spot->parent) {
        int found = find_link(tree, spot->parent, link->other);
        link->with_parent = found & ~TRM_TREE_TRANSPOSED;
        link->transposed = (found & TRM_TREE_TRANSPOSED) != 0;
      }
      for (int b = 0; b < a; b++) {
        int found = find_link(tree, link[b - a].other, link->other);
        TRM_PUSH(arena, tree->op, ops, capacity, found);
      }
    }
  }
  return ops;
}

/* positions instead of bodies in cuts and rows, and their couplings */
static size_t finish_cuts(TrmTree *tree, TrmArena *arena) {
  size_t pairs = 0, capacity = 0;
  for (size_t i = 0; i < tree->side_count; i++)
    tree->side[i].node = tree->position[tree->side[i].node];
  for (size_t i = 0; i < tree->cut_count; i++) {
    TrmTreeCut *cut = &tree->cut[i];
    for (int k = 0; k < 2; k++)
      if (cut->node[k] >= 0) cut->node[k] = tree->position[cut->node[k]];
    if (cut->node[0] < 0 || cut->node[1] < 0) continue;
    int found = find_link(tree, cut->node[0], cut->node[1]);
    cut->link = found & ~TRM_TREE_TRANSPOSED;
    cut->flipped = (found & TRM_TREE_TRANSPOSED) != 0;
  }
  for (size_t i = 0; i < tree->row_count; i++) {
    const TrmTreeSide *side = tree->side + tree->row[i].first;
    tree->row[i].first_pair = pairs;
    for (size_t a = 0; a < tree->row[i].count; a++)
      for (size_t b = 0; b < a; b++) {
        int found = find_link(tree, side[b].node, side[a].node);
        TRM_PUSH(arena, tree->pair, pairs, capacity, found);
      }
  }
  trm_tree_sort_cuts(tree);
  return pairs;
}

static void lay_nodes(TrmTreePlan *p, const TrmOrder *paper) {
  TrmTree *tree = p->tree;
  int planar = p->eq->system->planar;
  for (size_t k = 0; k < tree->count; k++) {
    int body = paper->order[k], point = p->eq->body_column[body][5] < 0;
    TrmTreeNode *node = &tree->node[k];
    TrmTreeSpot *spot = &tree->spot[k];
    const TrmTreeRows *rows = &node->rows;
    *node = p->body[body];
    node->parent = spot->parent = p->parent[body] < 0 ? -1 : tree->position[p->parent[body]];
    spot->carries = spot->parent == (int)k + 1;
    tree->duty[k].slot = -1;
    spot->turning = (signed char)(point ? 0 : (planar ? 1 : 3) - rows->axes);
    spot->sliding = (signed char)((planar ? 2 : 3) - rows->offsets);
    spot->hinge = (signed char)trm_tree_hinge(rows, planar);
    spot->first_step = (int)tree->steps;
    tree->steps += (size_t)(spot->turning + spot->sliding);
    if (!spot->hinge) tree->odd[tree->odd_count++] = k;
  }
}

double *trm_tree_doubles(TrmArena *arena, size_t count) {
  uintptr_t at = (uintptr_t)trm_arena_array(arena, count + 16, sizeof(double));
  return (double *)((at + 63) & ~(uintptr_t)63);
}

/* memory of everything that changes */
static void reserve(TrmTree *tree, TrmArena *arena) {
  size_t w = tree->width, n = (tree->count + 4) * w, blocks = (tree->count + 3) / 4, most = 1;
  const TrmEquations *eq = tree->eq;
  tree->field =
      trm_tree_doubles(arena, 4 * (size_t)(w == 4 ? TRM_FLAT_FIELDS : TRM_FIELDS) * blocks);
  if (w != 4) tree->R = trm_tree_doubles(arena, 9 * 4 * blocks);
  tree->who = trm_arena_array(arena, 12 * blocks + 1, sizeof *tree->who);
  tree->block_kind = trm_arena_array(arena, blocks + 1, sizeof *tree->block_kind);
  tree->z = trm_tree_doubles(arena, tree->odd_count ? 4 * tree->steps : 0);
  tree->U = trm_tree_doubles(arena, w * tree->steps);
  tree->inv = trm_tree_doubles(arena, tree->steps);
  tree->t = trm_tree_doubles(arena, tree->steps);
  tree->kept = trm_tree_doubles(arena, tree->slots * (w == 4 ? 16 : 44));
  tree->B = trm_tree_doubles(arena, tree->blocks * (w == 4 ? 12 : 48));
  tree->W = trm_tree_doubles(arena, tree->w_count * w);
  tree->hinge =
      trm_tree_doubles(arena, tree->hinge_count * (w == 4 ? TRM_HINGE_PLANE : TRM_HINGE_SPACE));
  tree->hinge_defect = trm_tree_doubles(arena, tree->hinge_count * w);
  size_t others = tree->cut_count - tree->hinge_count;
  tree->cut_place = trm_tree_doubles(arena, 4 * others * (w == 4 ? TRM_CUT_PLANE : TRM_CUT_SPACE));
  tree->h = trm_tree_doubles(arena, tree->side_count * w);
  tree->rho = trm_tree_doubles(arena, tree->row_count);
  tree->g = trm_tree_doubles(arena, tree->row_count);
  tree->lambda = trm_tree_doubles(arena, tree->row_count);
  tree->defect = trm_tree_doubles(arena, tree->row_count);
  for (size_t i = 0; i < tree->row_count; i++) {
    size_t row = tree->row[i].row, entries = eq->start[row + 1] - eq->start[row];
    if (entries > most) most = entries;
  }
  tree->row_G = trm_tree_doubles(arena, most);
  tree->y = trm_tree_doubles(arena, n);
  tree->work = trm_tree_doubles(arena, n);
  tree->uneven = tree->stiffness > 1e10;
  if (tree->cut_count + tree->row_count || tree->uneven) tree->dy = trm_tree_doubles(arena, n);
  tree->f_column = trm_tree_doubles(arena, eq->column_count);
}

/* the bodies of four joints, and what they have in common */
static void lay_block(TrmTree *tree, size_t k) {
  const TrmTreeNode *node = &tree->node[k < tree->count ? k : tree->count - 1];
  const TrmBody *body = &tree->eq->system->bodies[node->body];
  int *who = tree->who + 12 * (k / 4) + k % 4, *kind = &tree->block_kind[k / 4];
  who[0] = node->parent < 0 ? -1 : (int)tree->node[node->parent].body;
  who[4] = who[8] = (int)node->body;
  if (k % 4 == 0) *kind = TRM_BLOCK_SECOND | TRM_BLOCK_DIAGONAL;
  if (node->sign < 0) {
    who[4] = who[0];
    who[0] = (int)node->body;
    *kind &= ~TRM_BLOCK_SECOND;
  }
  const double *I = body->inertia_b;
  if (I[1] != 0 || I[2] != 0 || I[5] != 0) *kind &= ~TRM_BLOCK_DIAGONAL;
  if (tree->eq->body_column[node->body][5] < 0) *kind |= TRM_BLOCK_POINT;
}

/* the hinges among the cuts, in space side by side for four */
static void lay_cuts(TrmTree *tree, TrmArena *arena) {
  size_t blocks = (tree->hinge_count + 3) / 4;
  int planar = tree->width == 4;
  tree->cut_fixed =
      trm_tree_doubles(arena, 4 * (size_t)(planar ? TRM_FLAT_FIXED_CUT : TRM_FIXED) * blocks);
  tree->cut_who = trm_arena_array(arena, 16 * blocks + 1, sizeof *tree->cut_who);
  for (size_t i = 0; i < 4 * blocks; i++) {
    const TrmTreeCut *cut = &tree->cut[i < tree->hinge_count ? i : tree->hinge_count - 1];
    const TrmJoint *joint = &tree->eq->system->joints[cut->rows->joint];
    int *who = tree->cut_who + 16 * (i / 4) + i % 4;
    who[0] = joint->first;
    who[4] = joint->second;
    who[8] = cut->node[0];
    who[12] = cut->node[1];
    if (planar) {
      double *to = tree->cut_fixed + TRM_FLAT_FIXED_CUT * i;
      memcpy(to + TRM_FLAT_FIXED_FIRST, joint->frame_first.s, 2 * sizeof *to);
      memcpy(to + TRM_FLAT_FIXED_SECOND, joint->frame_second.s, 2 * sizeof *to);
      continue;
    }
    double *to = tree->cut_fixed + 4 * TRM_FIXED * (i / 4) + i % 4;
    for (int k = 0; k < 3; k++) {
      to[4 * (TRM_FIXED_FIRST + k)] = joint->frame_first.s[k];
      to[4 * (TRM_FIXED_SECOND + k)] = joint->frame_second.s[k];
      to[4 * (TRM_FIXED_AXIS_FIRST + k)] = joint->frame_first.A[3 * k + 2];
      to[4 * (TRM_FIXED_AXIS_SECOND + k)] = joint->frame_second.A[3 * k + 2];
    }
    to[4 * TRM_FIXED_ALONG] = cut->along;
    to[4 * TRM_FIXED_ABOUT] = cut->about;
  }
}

static void lay_flat(TrmTree *tree, size_t k, const TrmTreeNode *node) {
  double *to = tree->fixed + 4 * TRM_FLAT_FIXED * (k / 4) + k % 4;
  const TrmBody *body = &tree->eq->system->bodies[node->body];
  *trm_tree_flat(tree, k, TRM_FLAT_MASS) = body->mass;
  to[4 * TRM_FLAT_FIXED_SIGN] = node->sign;
  if (tree->eq->body_column[node->body][5] >= 0) to[4 * TRM_FLAT_FIXED_I] = body->inertia_b[8];
  if (node->rows.joint < 0) return;
  const TrmJoint *joint = &tree->eq->system->joints[node->rows.joint];
  for (int i = 0; i < 2; i++) {
    to[4 * (TRM_FLAT_FIXED_FIRST + i)] = joint->frame_first.s[i];
    to[4 * (TRM_FLAT_FIXED_SECOND + i)] = joint->frame_second.s[i];
  }
}

/* what never changes: masses, points and axes, side by side for four bodies */
static void lay_fixed(TrmTree *tree, TrmArena *arena) {
  const TrmEquations *eq = tree->eq;
  size_t blocks = (tree->count + 3) / 4, each = tree->width == 4 ? TRM_FLAT_FIXED : TRM_FIXED;
  tree->fixed = trm_tree_doubles(arena, 4 * each * blocks);
  for (size_t k = 0; k < 4 * blocks; k++) {
    /* lanes beyond the last repeat it */
    const TrmTreeNode *node = &tree->node[k < tree->count ? k : tree->count - 1];
    const TrmBody *body = &eq->system->bodies[node->body];
    static const int entry[6] = {0, 4, 8, 1, 2, 5};
    lay_block(tree, k);
    if (tree->width == 4) {
      lay_flat(tree, k, node);
      continue;
    }
    double *to = tree->fixed + 4 * TRM_FIXED * (k / 4) + k % 4;
    to[4 * TRM_FIXED_SIGN] = node->sign;
    to[4 * TRM_FIXED_MASS] = body->mass;
    for (int i = 0; i < 6 && eq->body_column[node->body][5] >= 0; i++)
      to[4 * (TRM_FIXED_I + i)] = body->inertia_b[entry[i]];
    to[4 * (TRM_FIXED_AXIS_FIRST + 2)] = to[4 * (TRM_FIXED_AXIS_SECOND + 2)] = 1;
    if (node->rows.joint < 0) continue;
    const TrmJoint *joint = &eq->system->joints[node->rows.joint];
    for (int i = 0; i < 3; i++) {
      to[4 * (TRM_FIXED_FIRST + i)] = joint->frame_first.s[i];
      to[4 * (TRM_FIXED_SECOND + i)] = joint->frame_second.s[i];
      to[4 * (TRM_FIXED_AXIS_FIRST + i)] = joint->frame_first.A[3 * i + 2];
      to[4 * (TRM_FIXED_AXIS_SECOND + i)] = joint->frame_second.A[3 * i + 2];
    }
  }
  lay_cuts(tree, arena);
  if (!tree->row_count) return;
  tree->inverse = trm_tree_doubles(arena, eq->column_count);
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      const TrmBody *body = &eq->system->bodies[i];
      int c = eq->body_column[i][k];
      if (c >= 0) tree->inverse[c] = 1 / (k < 3 ? body->mass : body->inertia_b[4 * (k - 3)]);
    }
}

/* a list that was made on paper, at its size and one more, so that one that is empty is one too */
static void *keep(const TrmTreePlan *p, const void *items, size_t count, size_t size) {
  void *kept = trm_arena_array(p->arena, count + 1, size);
  if (count) memcpy(kept, items, count * size);
  return kept;
}

/* 0 when couplings fill up */
static int lay_out(TrmTreePlan *p) {
  TrmTree *tree = p->tree;
  TrmOrder paper = trm_order_new(p->paper, tree->count);
  couple_cuts(&paper, tree);
  if (!trm_order_find(&paper, p->parent, 64 * tree->count + 4096)) return 0;
  for (size_t k = 0; k < tree->count; k++) tree->position[paper.order[k]] = (int)k;
  lay_nodes(p, &paper);
  lay_links(tree, &paper, p->arena);
  size_t ops = lay_targets(tree, p->paper), pairs = finish_cuts(tree, p->paper);
  size_t fresh = trm_tree_lay_memory(p, ops, pairs);
  tree->op = keep(p, tree->op, ops, sizeof *tree->op);
  tree->pair = keep(p, tree->pair, pairs, sizeof *tree->pair);
  tree->fresh = keep(p, tree->fresh, fresh, sizeof *tree->fresh);
  tree->cut = keep(p, tree->cut, tree->cut_count, sizeof *tree->cut);
  tree->row = keep(p, tree->row, tree->row_count, sizeof *tree->row);
  tree->side = keep(p, tree->side, tree->side_count, sizeof *tree->side);
  tree->odd = keep(p, tree->odd, tree->odd_count, sizeof *tree->odd);
  trm_tree_lay_stretches(p);
  return 1;
}

static void drop_paper(void *object) {
  TrmArena **paper = object;
  trm_arena_free(*paper);
  *paper = NULL;
}

/* an arena that goes with the other at the latest */
static TrmArena **take_paper(TrmArena *arena) {
  TrmArena **paper = trm_arena_alloc(arena, sizeof(void *));
  trm_arena_defer(arena, drop_paper, (void *)paper);
  *paper = trm_arena_new();
  if (!*paper) trm_guard_leave();
  return paper;
}

TrmTree *trm_tree_new(TrmArena *arena, const TrmEquations *eq, int loose, const char **why) {
  TrmTree *tree = trm_arena_alloc(arena, sizeof *tree);
  size_t n = eq->body_count + 1;
  TrmTreePlan p = {.arena = arena, .eq = eq, .tree = tree, .loose = loose};
  if (eq->curve_count) {
    *why = "parameters of curves have no mass";
    return NULL;
  }
  if (!trm_solver_masses(eq, NULL)) {
    *why = "a body has no mass or inertia";
    return NULL;
  }
  tree->eq = eq;
  TrmArena **paper = take_paper(arena);
  p.paper = *paper;
  tree->stiffness = trm_tree_stiffness(p.paper, eq);
  tree->loose = loose;
  tree->count = eq->body_count;
  tree->width = eq->system->planar ? 4 : 8;
  tree->kernel = eq->system->planar ? &trm_tree_plane : &trm_tree_space;
  p.body = trm_arena_array(p.paper, n, sizeof *p.body);
  p.parent = trm_arena_array(p.paper, n, sizeof(int));
  p.taken = trm_arena_array(p.paper, eq->row_count + 1, 1);
  p.held = trm_arena_array(p.paper, eq->system->joint_count + 1, 1);
  tree->node = trm_arena_array(arena, n, sizeof *tree->node);
  tree->spot = trm_arena_array(arena, n, sizeof *tree->spot);
  tree->duty = trm_arena_array(arena, n, sizeof *tree->duty);
  tree->odd = trm_arena_array(p.paper, n, sizeof *tree->odd);
  tree->position = trm_arena_array(arena, n, sizeof *tree->position);
  trm_tree_span(&p);
  trm_tree_list_cuts(&p);
  int good = lay_out(&p);
  drop_paper((void *)paper);
  if (!good) {
    *why = "its loops are too entangled for a tree";
    return NULL;
  }
  reserve(tree, arena);
  if (tree->count) lay_fixed(tree, arena);
  return tree;
}
