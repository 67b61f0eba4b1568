/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree: bodies in the order of their elimination, children before parents. Of body i, held in the
 * tree at point P, the unknown is y = (alpha, v), ground axes, where v is the acceleration of the
 * body at P less its velocity terms, so that a = v + alpha x (r - P). A joint of the tree says
 *   y_i = E y_parent + sum z_k q_k + c,   E: shift from the parent's point by d,
 * with freedoms z that turn or slide, eliminated one after the other. Rows outside the tree (cuts)
 * act through h = dG/dy. In the plane y has three parts.
 */
#ifndef TRM_FORMULATION_TREE_H
#define TRM_FORMULATION_TREE_H

#include "formulation/ways.h"

/* Which rows of a joint are offsets a.(v_2 - v_1) = g and which n.(alpha_1 - alpha_2) = g. A rod
 * has one offset, along itself, in which turns of its ends have no part. */
typedef struct TrmTreeRows {
  int joint;
  int offset_row[3], axes_row[3]; /* rows of the equations */
  signed char rod;
  signed char offsets, axes, offset_axis[3], axes_first[3], axes_second[3];
} TrmTreeRows;

/* A body in the tree. */
typedef struct TrmTreeNode {
  TrmTreeRows rows; /* of the joint that holds it; joint -1: free */
  size_t body;
  int parent; /* position in the order, or -1 for ground */
  int sign;   /* 1: it is the second of its joint, -1: the first */
} TrmTreeNode;

/* What the sweeps need of a body, close together. */
typedef struct TrmTreeSpot {
  int parent;
  int first_step, first_link, first_w;
  int links;                    /* couplings with bodies later in the order */
  signed char turning, sliding; /* freedoms: turns, then slides */
  signed char carries;          /* its parent is next and takes over what it passes on directly */
  signed char hinge;            /* a revolute: all about it is done in lanes */
  signed char busy;             /* it has duties */
  signed char shown;            /* others than the one before it or rows look at its motion */
} TrmTreeSpot;

/* What else there is to do when a body is eliminated. */
typedef struct TrmTreeDuty {
  int slot;                 /* where what others pass on to it is kept, or -1 */
  int first_op;             /* of the updates of couplings */
  int first_load, loads;    /* cuts and rows that are loaded when it comes up */
  int first_fresh, freshes; /* places that start from zero then */
} TrmTreeDuty;

/* A coupling: block of A between a body and one later in the order. */
typedef struct TrmTreeLink {
  int other;       /* position */
  int block;       /* its place */
  int with_parent; /* place of the coupling of `other` with the parent; -1: it is the parent */
  int transposed;  /* that coupling has the parent as its column */
} TrmTreeLink;

/* A joint outside the tree, with its stiffness along and about. */
typedef struct TrmTreeCut {
  const TrmTreeRows *rows;
  int node[2]; /* positions of first and second, -1: ground */
  int link;    /* place of the coupling of the two, or -1 */
  int flipped; /* it has the second as its row */
  double along, about;
} TrmTreeCut;

/* What changes of a cut, in fours of doubles, and of one that is a hinge, in doubles */
enum { TRM_CUT_SPACE = 14, TRM_CUT_PLANE = 8, TRM_HINGE_SPACE = 24, TRM_HINGE_PLANE = 8 };

/* Any other row outside the tree, and its bodies: sides `first` to first + count. */
typedef struct TrmTreeRow {
  size_t row, first, count;
  size_t first_pair; /* places of the couplings of its bodies, in order of sides */
} TrmTreeRow;

typedef struct TrmTreeSide {
  int node;
  int entry[6]; /* of G from the row's start by column of the body, or -1 */
} TrmTreeSide;

/* Fields of a body, side by side for four of them */
enum {
  TRM_FIELD_P = 0,
  TRM_FIELD_C = 3,   /* turning, then moving */
  TRM_FIELD_RHO = 9, /* r - P */
  TRM_FIELD_D = 12,  /* P - P of the parent */
  TRM_FIELD_Z = 15,  /* axis of a hinge */
  TRM_FIELD_J = 18,  /* inertia about P, ground axes: xx yy zz xy xz yz */
  TRM_FIELD_F = 24,  /* torque about P and force */
  TRM_FIELDS = 30,
  /* the same in the plane, those that a correction reads first: torque and force, inertia, r - P,
   * P - P of the parent, the mass, which stays, spin and move of c, P, cosine and sine */
  TRM_FLAT_F = 0,
  TRM_FLAT_J = 3,
  TRM_FLAT_RHO = 4,
  TRM_FLAT_D = 6,
  TRM_FLAT_MASS = 8,
  TRM_FLAT_C = 9,
  TRM_FLAT_P = 12,
  TRM_FLAT_R = 14,
  TRM_FLAT_FIELDS = 16,
  TRM_FIXED_FIRST = 0, /* points and axes of its joint on both bodies, body axes */
  TRM_FIXED_SECOND = 3,
  TRM_FIXED_AXIS_FIRST = 6,
  TRM_FIXED_AXIS_SECOND = 9,
  TRM_FIXED_SIGN = 12,
  TRM_FIXED_MASS = 13,
  TRM_FIXED_ALONG = 12, /* of cuts instead */
  TRM_FIXED_ABOUT = 13,
  TRM_FIXED_I = 14, /* inertia about the centre, body axes, in the order of J */
  TRM_FIXED = 20,
  TRM_FLAT_FIXED_FIRST =
      0, /* the same in the plane; of cuts only the points, side by side for one */
  TRM_FLAT_FIXED_SECOND = 2,
  TRM_FLAT_FIXED_SIGN = 4,
  TRM_FLAT_FIXED_I = 5,
  TRM_FLAT_FIXED = 6,
  TRM_FLAT_FIXED_CUT = 4
};

typedef struct TrmTree {
  TrmSolver solver;
  const TrmEquations *eq;
  const struct TrmTreeKernel *kernel;
  size_t width; /* of y: in space 8, alpha at 0 and v at 4, in the plane 4 */
  size_t count, hinge_count, slots, blocks, steps, link_count, cut_count, row_count, side_count,
      w_count;
  TrmTreeNode *node;
  TrmTreeSpot *spot;
  TrmTreeDuty *duty;
  size_t *odd, odd_count; /* bodies that are not held by hinges */
  TrmTreeLink *link;
  TrmTreeCut *cut;
  TrmTreeRow *row;
  TrmTreeSide *side;
  int *pair, *op; /* places of couplings; TRM_TREE_TRANSPOSED set where the roles change */
  int *load;      /* cuts, then rows (counted on), by the bodies they are loaded at */
  int *fresh;     /* places that start from zero: of bodies, ~ of couplings */
  /* bodies are moved and eliminated in stretches that stay near: before each is eliminated, how
   * many fours must have been moved, in their order of moving, and how many hinges placed */
  size_t stretch_count, *stretch_moved, *stretch_hinges;
  size_t around;    /* bits of positions by which forces on bodies are kept while they sink: few
                     * places, taken in turn, where what a body passes on does not go far */
  int *four;        /* all fours of bodies in the order in which they are moved */
  double *carried;  /* what the last body of a stretch passes on to the next */
  int *position;    /* of each body */
  int uneven;       /* masses differ by more than a hundred: a tree is corrected too */
  double stiffness; /* of cuts and rows, in parts of the effective mass */
  double *inverse;  /* of the diagonal of the masses, by columns */
  double *fixed, *cut_fixed;
  int *cut_who;    /* of cuts that are hinges: first, second bodies and their positions */
  int *who;        /* four first, four second and four own bodies in turn; -1: ground */
  int *block_kind; /* of each four: bits TRM_BLOCK_xxx */

  /* what changes: geometry, factors, vectors */
  double *field, *R;       /* R in space, nine in a row by positions */
  double *z, *U, *inv, *t; /* of each freedom: axis, U/D, 1/D, q where the rest is at rest */
  double *kept;            /* what is passed on, by slots: J H M f */
  double *B, *W;           /* couplings; B'z/D by freedoms and couplings */
  double *hinge,
      *hinge_defect; /* of cuts that are hinges; defects when multipliers are asked for */
  double *cut_place; /* of the others */
  double *h, *rho, *g, *lambda, *defect, *row_G; /* of rows */
  double *y, *dy, *work, *f_column;
  struct TrmTree *spread; /* all rows as cuts: spreads redundant forces */
  int loose;              /* it is such a one */
  int eliminated;         /* the factors are those of the geometry */
  int keeps;              /* defects of cuts are kept, since multipliers are asked for */
  int bare;               /* R is not kept: only accelerations are asked for, of a state at hand */
  int lost;               /* the last corrections did not settle */
  TrmSolver *sturdy;      /* takes over then, where bodies are slender; NULL: none are */
  TrmState *held;         /* the state of the last factor, for it */
  int handed;             /* it has the factors of that state */
} TrmTree;

enum { TRM_TREE_TRANSPOSED = 1 << 30, TRM_TREE_STRETCH = 128 };

/* Four bodies of which none is first of its joint; whose inertia is along the axes; one of which
 * is a point mass */
enum { TRM_BLOCK_SECOND = 1, TRM_BLOCK_DIAGONAL = 2, TRM_BLOCK_POINT = 4 };

/* Plan the elimination; with `loose` no joint is in the tree. NULL when it does not apply. */
TrmTree *trm_tree_new(TrmArena *arena, const TrmEquations *eq, int loose, const char **why);

/* Field `i` of the body at position k, in space and in the plane. */
static inline double *trm_tree_field(const TrmTree *tree, size_t k, int i) {
  return tree->field + 4 * (TRM_FIELDS * (k / 4) + (size_t)i) + k % 4;
}
static inline double *trm_tree_flat(const TrmTree *tree, size_t k, int i) {
  return tree->field + 4 * (TRM_FLAT_FIELDS * (k / 4) + (size_t)i) + k % 4;
}

/* Of either, by the field in space: the vectors P, rho and D; R; c or F as six numbers, and back;
 * the mass. */
void trm_tree_get3(const TrmTree *tree, size_t k, int i, double out[3]);
void trm_tree_get_R(const TrmTree *tree, size_t k, double R[9]);
void trm_tree_get6(const TrmTree *tree, size_t k, int i, double out[6]);
void trm_tree_put6(TrmTree *tree, size_t k, int i, const double in[6]);

/* Axes of a joint's rows, their duals and the turns they leave free, from R of both bodies. */
typedef struct TrmTreeAxes {
  double first[3][3];               /* axes of the first's frame */
  double a[3][3], n[3][3], b[3][3]; /* n_i.b_k = 1 if i = k, else 0 */
  double free[3][3];
  double second[3][3]; /* the second's axes of the axis rows */
  double slope;        /* of a rod's row along itself, in which G and g are counted; else 1 */
} TrmTreeAxes;
void trm_tree_axes(const TrmTree *tree, const TrmTreeRows *rows, TrmTreeAxes *axes);

/* A cut at a state: axes, arms from the points of its bodies, right-hand sides. */
typedef struct TrmTreePair {
  TrmTreeAxes axes;
  double arm[2][3], g[6];
} TrmTreePair;
void trm_tree_pair(const TrmTree *tree, const TrmState *state, const TrmTreeCut *cut,
                   TrmTreePair *pair);

/* Freedoms of joints that are no hinges; with a state, their c too. */
void trm_tree_freedoms(TrmTree *tree, const TrmState *state);
/* c of all joints, f of all bodies, right-hand sides of cuts, from f and g (NULL: zero). */
void trm_tree_take(TrmTree *tree, const double *f, const double *g);
/* Other rows at a state: slopes, right-hand sides. */
void trm_tree_rows(TrmTree *tree, TrmState *state);

/* Multipliers of cuts before a correction: y knows nothing of them yet; they are in y alone; they
 * lack the last defects; they have been counted up by dy already, which is more exact. */
typedef enum TrmTreeStage {
  TRM_STAGE_NONE,
  TRM_STAGE_FIRST,
  TRM_STAGE_NEXT,
  TRM_STAGE_COUNTED
} TrmTreeStage;

/* What differs between space and plane. */
typedef struct TrmTreeKernel {
  /* geometry, inertia, c and forces of fours first to last - 1 in their order of moving; hinges
   * among the cuts, and all other cuts */
  void (*motion)(TrmTree *tree, const TrmState *state, const double *Q, size_t first, size_t last);
  void (*hinges)(TrmTree *tree, const TrmState *state, size_t first, size_t last);
  void (*others)(TrmTree *tree, const TrmState *state);
  /* right-hand sides of a cut from those of its rows */
  void (*sides)(TrmTree *tree, size_t cut, const TrmTreeAxes *axes, const double g[6]);
  /* eliminate bodies first to last - 1 with the forces and c at hand, one stretch after the other
   * (0: a freedom has no inertia); then y, and the sum of its squares. With x[columns], which is
   * for trees without cuts and rows, accelerations at the state go there, and y is left out where
   * no other body needs it */
  int (*eliminate)(TrmTree *tree, size_t first, size_t last);
  double (*rise)(TrmTree *tree, const TrmState *state, double *x);
  /* accelerations of all bodies from y, by columns; state NULL: R is kept */
  void (*scatter)(const TrmTree *tree, const TrmState *state, double *x);
  /* count up the multipliers of cuts, push their defects onto work and add f - M y, solve for that
   * into dy, add it to y; squares of dy and y. Work is zero again */
  void (*again)(TrmTree *tree, TrmTreeStage stage, double sums[2]);
  /* the same for results: multipliers counted up by dy; f - M y into work; multipliers of a cut,
   * taken from work; its arm */
  void (*count)(TrmTree *tree);
  void (*need)(TrmTree *tree);
  void (*reactions)(TrmTree *tree, size_t cut, double torque[3], double force[3]);
  void (*arm)(const TrmTree *tree, size_t cut, int side, double arm[3]);
} TrmTreeKernel;
extern const TrmTreeKernel trm_tree_space, trm_tree_plane;

/* Count the first multipliers, then correct until the cuts hold; one correction: its size to y's.
 * With the factors at hand a solution is one correction more, of a motion that the tree allows;
 * there must be cuts. */
TrmStatus trm_tree_refine(TrmTree *tree);
TrmStatus trm_tree_repeat(TrmTree *tree);
double trm_tree_correct(TrmTree *tree, TrmTreeStage stage);

/* lambda[rows] from y and the multipliers of cuts. */
void trm_tree_recover(TrmTree *tree, double *lambda);

/* Geometry of the loose tree from that of another, and forces G' lambda. */
void trm_tree_borrow(TrmTree *loose, const TrmTree *from, const double *lambda);

#endif
