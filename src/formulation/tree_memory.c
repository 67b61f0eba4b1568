/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree, memory of the elimination. What is passed on to a body and a coupling live only from the
 * first contribution until that body is eliminated; their places are then given to others, so that
 * few are in use at a time and stay near. Cuts are loaded when the first of their bodies comes up.
 */
#include "formulation/tree_plan.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* places that are free again */
typedef struct Pool {
  int *free;
  size_t count, capacity, made;
} Pool;

/* the state of the hand-out, at one body of the order */
typedef struct Memory {
  TrmArena *arena;
  TrmTree *tree;
  Pool slots, blocks;
  size_t fresh, fresh_capacity;
} Memory;

static int take(Memory *m, Pool *pool, int sign) {
  int place = pool->count ? pool->free[--pool->count] : (int)pool->made++;
  TRM_PUSH(m->arena, m->tree->fresh, m->fresh, m->fresh_capacity, sign > 0 ? place : ~place);
  return place;
}

static void give_back(Memory *m, Pool *pool, int place) {
  TRM_PUSH(m->arena, pool->free, pool->count, pool->capacity, place);
}

/* a place for what is passed on to a body */
static void need_slot(Memory *m, int position) {
  if (position < 0 || m->tree->duty[position].slot >= 0) return;
  m->tree->duty[position].slot = take(m, &m->slots, 1);
}

static void need_block(Memory *m, int link) {
  TrmTreeLink *l = &m->tree->link[link & ~TRM_TREE_TRANSPOSED];
  if (l->block < 0) l->block = take(m, &m->blocks, -1);
}

/* everything that is written while a body is eliminated */
static void need_all(Memory *m, size_t k, size_t ops) {
  TrmTree *tree = m->tree;
  const TrmTreeSpot *spot = &tree->spot[k];
  const TrmTreeDuty *duty = &tree->duty[k];
  for (int i = duty->first_load; i < duty->first_load + duty->loads; i++) {
    size_t which = (size_t)tree->load[i];
    if (which < tree->cut_count) {
      for (int s = 0; s < 2; s++) need_slot(m, tree->cut[which].node[s]);
      if (tree->cut[which].link >= 0) need_block(m, tree->cut[which].link);
      continue;
    }
    const TrmTreeRow *row = &tree->row[which - tree->cut_count];
    for (size_t a = 0; a < row->count; a++) {
      int node = tree->side[row->first + a].node;
      need_slot(m, node);
      tree->spot[node].shown = 1;
    }
    for (size_t a = 0; a < row->count * (row->count - 1) / 2; a++)
      need_block(m, tree->pair[row->first_pair + a]);
  }
  if (!spot->carries || spot->links) need_slot(m, spot->parent);
  for (int a = 0; a < spot->links; a++) {
    const TrmTreeLink *link = &tree->link[spot->first_link + a];
    need_slot(m, link->other);
    tree->spot[link->other].shown = 1;
    if (link->with_parent >= 0) need_block(m, link->with_parent);
  }
  for (size_t i = 0; i < ops; i++) need_block(m, tree->op[(size_t)duty->first_op + i]);
}

/* numbers of couplings become places */
static void find_places(TrmTree *tree, size_t op_count, size_t pair_count) {
  for (size_t i = 0; i < op_count; i++) tree->op[i] = tree->link[tree->op[i]].block;
  for (size_t i = 0; i < pair_count; i++) {
    int turned = tree->pair[i] & TRM_TREE_TRANSPOSED;
    tree->pair[i] = tree->link[tree->pair[i] & ~TRM_TREE_TRANSPOSED].block | turned;
  }
  for (size_t i = 0; i < tree->cut_count; i++)
    if (tree->cut[i].link >= 0) tree->cut[i].link = tree->link[tree->cut[i].link].block;
  for (size_t i = 0; i < tree->link_count; i++)
    if (tree->link[i].with_parent >= 0)
      tree->link[i].with_parent = tree->link[tree->link[i].with_parent].block;
}

/* the position at which a cut or row is loaded */
static int time_of_cut(const TrmTreeCut *cut) {
  int a = cut->node[0], b = cut->node[1];
  return a < 0 || (b >= 0 && b < a) ? b : a;
}

static int time_of_row(const TrmTree *tree, const TrmTreeRow *row) {
  int first = -1;
  for (size_t s = row->first; s < row->first + row->count; s++)
    if (first < 0 || tree->side[s].node < first) first = tree->side[s].node;
  return first;
}

static int compare_cuts(const void *a, const void *b) {
  const TrmTreeCut *p = a, *q = b;
  int s = time_of_cut(p), t = time_of_cut(q);
  if (s != t) return s < t ? -1 : 1;
  return p->rows->joint < q->rows->joint ? -1 : p->rows->joint > q->rows->joint;
}

void trm_tree_sort_cuts(TrmTree *tree) {
  if (!tree->cut_count) return;
  qsort(tree->cut, tree->hinge_count, sizeof *tree->cut, compare_cuts);
  qsort(tree->cut + tree->hinge_count, tree->cut_count - tree->hinge_count, sizeof *tree->cut,
        compare_cuts);
}

/* lists of what is loaded at each body */
static void list_loads(TrmTree *tree, TrmArena *arena) {
  size_t total = tree->cut_count + tree->row_count;
  tree->load = trm_arena_array(arena, total + 1, sizeof *tree->load);
  for (int fill = 0; fill < 2; fill++) {
    for (size_t i = 0; i < total; i++) {
      int at = i < tree->cut_count ? time_of_cut(&tree->cut[i])
                                   : time_of_row(tree, &tree->row[i - tree->cut_count]);
      if (at < 0) continue;
      TrmTreeDuty *duty = &tree->duty[at];
      if (fill) tree->load[duty->first_load + duty->loads] = (int)i;
      duty->loads++;
    }
    int next = 0;
    for (size_t k = 0; k < tree->count && !fill; k++) {
      tree->duty[k].first_load = next;
      next += tree->duty[k].loads;
      tree->duty[k].loads = 0;
    }
  }
}

size_t trm_tree_lay_memory(TrmTreePlan *p, size_t op_count, size_t pair_count) {
  TrmTree *tree = p->tree;
  Memory m = {.arena = p->paper, .tree = tree};
  list_loads(tree, p->arena);
  for (size_t k = 0; k < tree->count; k++) {
    TrmTreeSpot *spot = &tree->spot[k];
    TrmTreeDuty *duty = &tree->duty[k];
    size_t ops = (k + 1 < tree->count ? (size_t)duty[1].first_op : op_count);
    spot->first_w = (int)tree->w_count;
    tree->w_count += (size_t)((spot->turning + spot->sliding) * spot->links);
    duty->first_fresh = (int)m.fresh;
    need_all(&m, k, ops - (size_t)duty->first_op);
    duty->freshes = (int)m.fresh - duty->first_fresh;
    spot->busy = duty->slot >= 0 || duty->loads || duty->freshes;
    if (spot->parent >= 0 && !spot->carries) tree->spot[spot->parent].shown = 1;
    if (duty->slot >= 0) give_back(&m, &m.slots, duty->slot);
    for (int a = 0; a < spot->links; a++)
      give_back(&m, &m.blocks, tree->link[spot->first_link + a].block);
  }
  tree->slots = m.slots.made;
  tree->blocks = m.blocks.made;
  find_places(tree, op_count, pair_count);
  return m.fresh;
}

/* the four of a body is moved next, unless it has been moved */
static void move_four(TrmTree *tree, unsigned char *moved, size_t *count, int position) {
  int four = position / 4;
  if (position < 0 || moved[four]) return;
  moved[four] = 1;
  tree->four[(*count)++] = four;
}

/* The farthest that forces go, from the first body of a stretch by its hinges and from each body,
 * as bits of positions; all where not everything is done in lanes */
static size_t find_around(const TrmTree *tree) {
  size_t reach = TRM_TREE_STRETCH, hinge = 0, bits = 1;
  for (size_t k = 0; k < tree->count; k++) {
    const TrmTreeSpot *spot = &tree->spot[k];
    if (spot->parent > (int)(k + reach)) reach = (size_t)spot->parent - k;
    for (int a = 0; a < spot->links; a++) {
      size_t other = (size_t)tree->link[spot->first_link + a].other;
      if (other > k + reach) reach = other - k;
    }
  }
  for (size_t i = 0; i < tree->stretch_count; i++)
    for (; hinge < tree->stretch_hinges[i]; hinge++)
      for (int s = 0; s < 2; s++) {
        int node = tree->cut[hinge].node[s];
        if (node >= (int)(i * TRM_TREE_STRETCH + reach))
          reach = (size_t)node - i * TRM_TREE_STRETCH;
      }
  while (bits <= reach) bits *= 2;
  return tree->stretch_count ? bits - 1 : SIZE_MAX;
}

/* which bodies must have been moved before a stretch is eliminated: its own, parents and both ends
 * of cuts. Only where everything is done in lanes are there stretches */
void trm_tree_lay_stretches(TrmTreePlan *p) {
  TrmTree *tree = p->tree;
  TrmArena *arena = p->arena;
  size_t count = (tree->count + TRM_TREE_STRETCH - 1) / TRM_TREE_STRETCH;
  size_t fours = (tree->count + 3) / 4, moved = 0, hinges = 0;
  unsigned char *done = trm_arena_array(p->paper, fours + 1, 1);
  int apart = tree->odd_count || tree->row_count || tree->hinge_count < tree->cut_count;
  tree->carried = trm_tree_doubles(arena, 44);
  tree->four = trm_arena_array(arena, fours + 1, sizeof *tree->four);
  tree->stretch_count = apart ? 0 : count;
  tree->stretch_moved = trm_arena_array(arena, 2 * count + 1, sizeof(size_t));
  tree->stretch_hinges = tree->stretch_moved + count;
  for (size_t i = 0; i < count; i++) {
    size_t last = (i + 1) * TRM_TREE_STRETCH;
    if (last > tree->count) last = tree->count;
    for (size_t k = i * TRM_TREE_STRETCH; k < last; k++) move_four(tree, done, &moved, (int)k);
    for (size_t k = i * TRM_TREE_STRETCH; k < last; k++)
      move_four(tree, done, &moved, tree->spot[k].parent);
    while (hinges < tree->hinge_count &&
           (hinges % 4 || (size_t)time_of_cut(&tree->cut[hinges]) < last)) {
      for (int s = 0; s < 2; s++) move_four(tree, done, &moved, tree->cut[hinges].node[s]);
      hinges++;
    }
    tree->stretch_moved[i] = moved;
    tree->stretch_hinges[i] = hinges;
  }
  tree->around = find_around(tree);
}
