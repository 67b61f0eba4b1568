/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree: bodies in the order of their elimination, children before parents. Of body i, held in the
 * tree at point P, the unknown is y = (alpha, v), ground axes, where v is the acceleration of the
 * body at P less its velocity terms, so that a = v + alpha x (r - P). A joint of the tree says
 *   y_i = E y_parent + Z q + c,   E: shift from the parent's point by d,
 * and rows that are not in the tree (cuts) act through h = dG/dy. In the plane y has three parts.
 */
#ifndef TRM_FORMULATION_TREE_H
#define TRM_FORMULATION_TREE_H

#include "formulation/ways.h"

enum { TRM_TREE_WIDTH = 6 };

/* A body in the tree. */
typedef struct TrmTreeNode {
  size_t body;
  int parent;         /* position in the order, or -1 for ground */
  int joint;          /* that holds it, or -1: free */
  int sign;           /* 1: it is the second of its joint, -1: the first */
  int freedom;        /* columns of Z */
  int offsets, axes;  /* rows of its joint in the tree: of each kind */
  int offset_axis[3]; /* axes of the first along which points stay together */
  int axes_first[3], axes_second[3];
  int offset_row[3], axes_row[3]; /* rows of the equations */
  int point, turning;             /* a point mass has no turn */
  size_t first_link, link_count;  /* couplings with bodies later in the order */
  size_t first_op;                /* where the couplings of its neighbours are */
  size_t z;                       /* of its first column in Z, U and the factor's triangle */
  size_t triangle;
} TrmTreeNode;

/* A coupling: block of A between a body and one later in the order. */
typedef struct TrmTreeLink {
  int other;       /* position */
  int with_parent; /* number of the coupling of `other` with the parent; -1: it is the parent */
  int transposed;  /* that coupling has the parent as its row */
} TrmTreeLink;

/* A row outside the tree. */
typedef struct TrmTreeCut {
  size_t row, first, count; /* its bodies: sides first to first + count */
  size_t first_pair;        /* links of its pairs of bodies, in order of sides */
} TrmTreeCut;

/* A body of a cut, and its entries of G: from `entry` on, of `column` 0 to 5. */
typedef struct TrmTreeSide {
  int node;
  int entry[6]; /* from the row's start, or -1 */
} TrmTreeSide;

/* Where a body is. */
typedef struct TrmTreePlace {
  double R[9], P[3], rho[3], d[3];  /* rho = r - P, d = P - P of the parent */
  double I[6];                      /* inertia about the centre, ground axes: xx yy zz xy xz yz */
  double a[3][3], n[3][3], b[3][3]; /* axes of offset rows; normals of axis rows and their duals */
} TrmTreePlace;

typedef struct TrmTree {
  TrmSolver solver;
  const TrmEquations *eq;
  size_t width; /* of y: 6, in the plane 3 */
  size_t count, link_count, cut_count, side_count, pair_count, op_count, z_count, triangle_count;
  TrmTreeNode *node;
  TrmTreeLink *link;
  TrmTreeCut *cut;
  TrmTreeSide *side;
  int *pair, *op;  /* links; bit 30 set: transposed */
  int *position;   /* of each body */
  double *inverse; /* of the diagonal of the masses, by columns */

  /* what changes: geometry, factors, vectors */
  TrmTreePlace *place;
  double *A, *B, *Z, *U, *W, *D; /* W: B' Z by links */
  double *h, *rho, *row_G;       /* of cuts */
  double *y, *dy, *f, *work, *c, *t, *lambda, *g, *defect;
  double *f_column, *g_row;
  struct TrmTree *spread; /* all rows as cuts: spreads redundant forces */
  size_t *w_start;        /* of W of each link */
} TrmTree;

enum { TRM_TREE_TRANSPOSED = 1 << 30 };

/* Plan the elimination; with `loose` no joint is in the tree. NULL when it does not apply. */
TrmTree *trm_tree_new(TrmArena *arena, const TrmEquations *eq, int loose, const char **why);

/* The parts of a factorisation and of a solution, in this order. */
void trm_tree_place(TrmTree *tree, TrmState *state);
void trm_tree_cuts(TrmTree *tree, TrmState *state);
TrmStatus trm_tree_eliminate(TrmTree *tree);
TrmStatus trm_tree_solve(TrmTree *tree, const double *f, const double *g, double *x,
                         double *lambda);

/* Geometry of the loose tree from that of another. */
void trm_tree_borrow(TrmTree *loose, const TrmTree *from);

/* y = (tau, F) about P from column forces of body k, and back for motion: x from y. */
void trm_tree_gather(const TrmTree *tree, size_t k, const double *f, double *y);
void trm_tree_scatter(const TrmTree *tree, size_t k, const double *y, double *x);
/* force = M y of body k. */
void trm_tree_inertia(const TrmTree *tree, size_t k, const double *y, double *force);

#endif
