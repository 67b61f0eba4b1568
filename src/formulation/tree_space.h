/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree in space, what its files share: inertia that a body carries and couplings, in vectors of
 * four of which three are used.
 */
#ifndef TRM_FORMULATION_TREE_SPACE_H
#define TRM_FORMULATION_TREE_SPACE_H

#include "formulation/lanes.h"
#include "formulation/tree.h"

/* Columns of J, rows of H, columns of M; torque and force. */
typedef struct TrmLoad {
  TrmLane J[3], H[3], M[3], t, f;
} __attribute__((may_alias)) TrmLoad;

/* Rows of a coupling: turning and moving columns. */
typedef struct TrmTreeBlock {
  TrmLane row[6][2];
} __attribute__((may_alias)) TrmTreeBlock;

TRM_INLINE TrmLoad *trm_load_at(const TrmTree *tree, int position) {
  return (TrmLoad *)(void *)(tree->kept + (size_t)tree->duty[position].slot * 44);
}

TRM_INLINE TrmTreeBlock *trm_block_at(const TrmTree *tree, int place) {
  return (TrmTreeBlock *)(void *)(tree->B + (size_t)place * 48);
}

/* Three fields of a body as a vector. */
TRM_INLINE TrmLane trm_column(const double *p) {
  return (TrmLane){p[0], p[4], p[8], 0};
}

TRM_INLINE TrmLane trm_cross(TrmLane a, TrmLane b) {
  TrmLane c =
      a * __builtin_shufflevector(b, b, 1, 2, 0, 3) - __builtin_shufflevector(a, a, 1, 2, 0, 3) * b;
  return __builtin_shufflevector(c, c, 1, 2, 0, 3);
}

/* The transpose of three vectors of three. */
TRM_INLINE void trm_transpose3(TrmLane a[3]) {
  TrmLane none = {0};
  TrmLane low = __builtin_shufflevector(a[0], a[1], 0, 4, 2, 6);
  TrmLane high = __builtin_shufflevector(a[0], a[1], 1, 5, 3, 7);
  TrmLane last = __builtin_shufflevector(a[2], none, 0, 4, 2, 6);
  TrmLane next = __builtin_shufflevector(a[2], none, 1, 5, 3, 7);
  a[0] = __builtin_shufflevector(low, last, 0, 1, 4, 5);
  a[1] = __builtin_shufflevector(high, next, 0, 1, 4, 5);
  a[2] = __builtin_shufflevector(low, last, 2, 3, 6, 7);
}

TRM_INLINE void trm_load_add(TrmLoad *to, const TrmLoad *from) {
  for (int i = 0; i < 3; i++) {
    to->J[i] += from->J[i];
    to->H[i] += from->H[i];
    to->M[i] += from->M[i];
  }
  to->t += from->t;
  to->f += from->f;
}

/* A -= U ratio' */
TRM_INLINE void trm_load_subtract(TrmLoad *a, const TrmLane U[2], const TrmLane ratio[2]) {
  for (int i = 0; i < 3; i++) {
    a->J[i] -= U[0] * ratio[0][i];
    a->H[i] -= U[1] * ratio[0][i];
    a->M[i] -= U[1] * ratio[1][i];
  }
}

/* E'A E with E the shift by d = (x, y, z): with N = d~ M/2,
 *   J += X + X', X = d~ (H + N)',  H += 2 N,  t += d x f */
TRM_INLINE void trm_load_shift(TrmLoad *a, double x, double y, double z) {
  TrmLane d = {x, y, z, 0}, X[3], N[3];
  double u = x / 2, v = y / 2, w = z / 2;
  N[0] = a->M[2] * v - a->M[1] * w;
  N[1] = a->M[0] * w - a->M[2] * u;
  N[2] = a->M[1] * u - a->M[0] * v;
  for (int i = 0; i < 3; i++) {
    a->H[i] += N[i];
    X[i] = trm_cross(d, a->H[i]);
    a->H[i] += N[i];
    a->J[i] += X[i];
  }
  trm_transpose3(X);
  for (int i = 0; i < 3; i++) a->J[i] += X[i];
  a->t += trm_cross(d, a->f);
}

/* The files' parts of the kernel: tree_motion.c, tree_loop.c and tree_space.c. */
void trm_tree_space_motion(TrmTree *tree, const TrmState *state, const double *Q, size_t from,
                           size_t last);
void trm_tree_space_hinges(TrmTree *tree, const TrmState *state, size_t first, size_t last);
void trm_tree_space_others(TrmTree *tree, const TrmState *state);
void trm_tree_space_sides(TrmTree *tree, size_t i, const TrmTreeAxes *axes, const double g[6]);
void trm_tree_space_load(TrmTree *tree, const TrmTreeDuty *duty);
void trm_tree_space_defects(TrmTree *tree, TrmTreeStage stage, size_t first, size_t last);
void trm_tree_space_count(TrmTree *tree);
void trm_tree_space_reactions(TrmTree *tree, size_t i, double torque[3], double force[3]);
void trm_tree_space_arm(const TrmTree *tree, size_t i, int side, double arm[3]);

#endif
