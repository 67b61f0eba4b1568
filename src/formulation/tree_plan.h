/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree, work of planning: which joint holds which body, which rows are cut.
 */
#ifndef TRM_FORMULATION_TREE_PLAN_H
#define TRM_FORMULATION_TREE_PLAN_H

#include "formulation/tree.h"

typedef struct TrmTreePlan {
  TrmArena *arena, *paper; /* what stays, and what is thrown away when all is laid out */
  const TrmEquations *eq;
  TrmTree *tree;
  int loose;            /* no joint in the tree */
  TrmTreeNode *body;    /* by body */
  int *parent;          /* body numbers, TRM_GROUND */
  unsigned char *taken; /* rows that are in the tree or in a cut */
  unsigned char *held;  /* joints in the tree */
} TrmTreePlan;

/* Stiffness of what closes loops, in parts of the effective mass: 1e8, and as much more as masses
 * differ or as long rows of loops are softer, up to 1e12. More would carry more rounding into
 * singular positions, less would take more corrections. */
double trm_tree_stiffness(TrmArena *arena, const TrmEquations *eq);

/* The spanning tree, then cuts and rows with the numbers of bodies for positions. */
void trm_tree_span(TrmTreePlan *p);
void trm_tree_list_cuts(TrmTreePlan *p);

/* Cuts in the order in which they are loaded; places of all that the elimination passes on. */
void trm_tree_sort_cuts(TrmTree *tree);
/* Zeroed doubles at an address that vectors like. */
double *trm_tree_doubles(TrmArena *arena, size_t count);
void trm_tree_lay_stretches(TrmTreePlan *p);
/* The number of fresh places. */
size_t trm_tree_lay_memory(TrmTreePlan *p, size_t op_count, size_t pair_count);

/* Rows of a revolute joint: a point, and in space z along Z. */
static inline int trm_tree_hinge(const TrmTreeRows *rows, int planar) {
  if (rows->joint < 0) return 0;
  if (planar) return rows->offsets == 2 && !rows->axes;
  return rows->offsets == 3 && rows->axes == 2 && rows->axes_first[0] == 2 &&
         rows->axes_first[1] == 2;
}

#endif
