/* SPDX-License-Identifier: Apache-2.0
 *
 * Order: minimum degree with stacks by degree, so that the work is in proportion to the couplings.
 */
#include "formulation/order.h"

TrmOrder trm_order_new(TrmArena *arena, size_t n) {
  TrmOrder p = {.arena = arena, .n = n, .least = n};
  p.near = trm_arena_array(arena, n + 1, sizeof *p.near);
  p.count = trm_arena_array(arena, 2 * n + 2, sizeof(size_t));
  p.capacity = p.count + n + 1;
  p.children = trm_arena_array(arena, 4 * n + 4, sizeof(int));
  p.order = p.children + n + 1;
  p.next = p.order + n + 1;
  p.first = p.next + n + 1;
  for (size_t i = 0; i <= n; i++) p.first[i] = -1;
  return p;
}

void trm_order_couple(TrmOrder *p, int a, int b) {
  if (a == b || a < 0 || b < 0) return;
  for (size_t k = 0; k < p->count[a]; k++)
    if (p->near[a][k] == b) return;
  TRM_PUSH(p->arena, p->near[a], p->count[a], p->capacity[a], b);
  TRM_PUSH(p->arena, p->near[b], p->count[b], p->capacity[b], a);
  p->total++;
}

static void forget(TrmOrder *p, int from, int gone) {
  for (size_t k = 0; k < p->count[from]; k++)
    if (p->near[from][k] == gone) p->near[from][k--] = p->near[from][--p->count[from]];
}

static void make_ready(TrmOrder *p, int which) {
  size_t degree = p->count[which];
  p->next[which] = p->first[degree];
  p->first[degree] = which;
  if (degree < p->least) p->least = degree;
}

/* take a ready one with the fewest couplings; those whose number has changed are put back */
static int take_ready(TrmOrder *p) {
  for (;;) {
    while (p->first[p->least] < 0) p->least++;
    int which = p->first[p->least];
    p->first[p->least] = p->next[which];
    if (p->count[which] == p->least) return which;
    make_ready(p, which);
  }
}

int trm_order_find(TrmOrder *p, const int *parents, size_t limit) {
  for (size_t i = 0; i < p->n && parents; i++)
    if (parents[i] >= 0) p->children[parents[i]]++;
  for (size_t i = p->n; i-- > 0;)
    if (!p->children[i]) make_ready(p, (int)i);
  for (size_t k = 0; k < p->n; k++) {
    int which = take_ready(p), parent = parents ? parents[which] : -1;
    const int *list = p->near[which];
    p->order[k] = which;
    for (size_t a = 0; a < p->count[which]; a++) forget(p, list[a], which);
    for (size_t a = 0; a < p->count[which]; a++) {
      trm_order_couple(p, list[a], parent);
      for (size_t b = 0; b < a; b++) trm_order_couple(p, list[a], list[b]);
    }
    if (parent >= 0 && --p->children[parent] == 0) make_ready(p, parent);
    if (p->total > limit) return 0;
  }
  return 1;
}
