/* SPDX-License-Identifier: Apache-2.0
 *
 * Order: the elimination of a graph on paper. Fewest couplings first, children before parents where
 * there are any, the latest that became ready first; eliminating couples all neighbours.
 */
#ifndef TRM_FORMULATION_ORDER_H
#define TRM_FORMULATION_ORDER_H

#include "base/arena.h"

typedef struct TrmOrder {
  TrmArena *arena;
  size_t n;
  int **near; /* couplings of each; after trm_order_find those it is coupled with when eliminated */
  size_t *count, *capacity, total;
  int *order;
  int *children, *first, *next;
  size_t least;
} TrmOrder;

TrmOrder trm_order_new(TrmArena *arena, size_t n);

/* Couple two; negative numbers and itself are left out. */
void trm_order_couple(TrmOrder *order, int a, int b);

/* Find the order; `parents` (NULL: none) are coupled with what their children are coupled with. 0
 * when there come to be more than `limit` couplings. */
int trm_order_find(TrmOrder *order, const int *parents, size_t limit);

#endif
