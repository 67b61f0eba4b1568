/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree, work of planning: which joint holds which body, which rows are cut.
 */
#ifndef TRM_FORMULATION_TREE_PLAN_H
#define TRM_FORMULATION_TREE_PLAN_H

#include "formulation/tree.h"

typedef struct TrmTreePlan {
  TrmArena *arena;
  const TrmEquations *eq;
  TrmTree *tree;
  int loose;            /* no joint in the tree */
  TrmTreeNode *body;    /* by body */
  int *parent;          /* body numbers, TRM_GROUND */
  unsigned char *taken; /* rows that are in the tree or in a cut */
  unsigned char *held;  /* joints in the tree */
} TrmTreePlan;

/* The spanning tree, then cuts and rows with the numbers of bodies for positions. */
void trm_tree_span(TrmTreePlan *p);
void trm_tree_list_cuts(TrmTreePlan *p);

#endif
