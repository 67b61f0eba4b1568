/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree in the plane, what its files share: the inertia that a body carries and couplings, by rows,
 * for y = (alpha, v_x, v_y); rows are vectors of four of which three are used. A shift by (x, y) is
 * kept as (0, -y, x).
 */
#ifndef TRM_FORMULATION_TREE_PLANE_H
#define TRM_FORMULATION_TREE_PLANE_H

#include "formulation/lanes.h"
#include "formulation/tree.h"

typedef struct TrmPlaneLoad {
  TrmLane A[3], f;
} __attribute__((may_alias)) TrmPlaneLoad;

typedef struct TrmPlaneBlock {
  TrmLane row[3];
} __attribute__((may_alias)) TrmPlaneBlock;

TRM_INLINE TrmPlaneLoad *trm_plane_load_at(const TrmTree *tree, int position) {
  return (TrmPlaneLoad *)(void *)(tree->kept + 16 * (size_t)tree->duty[position].slot);
}

TRM_INLINE TrmPlaneBlock *trm_plane_block_at(const TrmTree *tree, int place) {
  return (TrmPlaneBlock *)(void *)(tree->B + 12 * (size_t)place);
}

TRM_INLINE void trm_plane_load_add(TrmPlaneLoad *to, const TrmPlaneLoad *from) {
  for (int i = 0; i < 3; i++) to->A[i] += from->A[i];
  to->f += from->f;
}

/* A -= U ratio' */
TRM_INLINE void trm_plane_load_subtract(TrmPlaneLoad *to, TrmLane U, TrmLane ratio) {
  for (int i = 0; i < 3; i++) to->A[i] -= U * ratio[i];
}

/* Torque about the other point: the first part takes x f_y - y f_x. */
TRM_INLINE TrmLane trm_plane_force(TrmLane shift, TrmLane f) {
  TrmLane part = shift * f;
  return f + (TrmLane){part[1] + part[2], 0, 0, 0};
}

/* E'A E */
TRM_INLINE void trm_plane_load_shift(TrmPlaneLoad *a, TrmLane shift) {
  TrmLane top = a->A[0] + (a->A[2] * shift[2] + a->A[1] * shift[1]);
  a->A[1] = __builtin_shufflevector(a->A[1], top, 5, 1, 2, 3);
  a->A[2] = __builtin_shufflevector(a->A[2], top, 6, 1, 2, 3);
  a->A[0] = trm_plane_force(shift, top);
  a->f = trm_plane_force(shift, a->f);
}

/* The files' parts of the kernel: tree_plane_motion.c, tree_plane_loop.c and tree_plane.c. */
void trm_tree_plane_motion(TrmTree *tree, const TrmState *state, const double *Q, size_t from,
                           size_t last);
void trm_tree_plane_hinges(TrmTree *tree, const TrmState *state, size_t first, size_t last);
void trm_tree_plane_others(TrmTree *tree, const TrmState *state);
void trm_tree_plane_sides(TrmTree *tree, size_t i, const TrmTreeAxes *x, const double g[6]);
void trm_tree_plane_load(TrmTree *tree, const TrmTreeDuty *duty);
void trm_tree_plane_defects(TrmTree *tree, TrmTreeStage stage, size_t first, size_t last);
void trm_tree_plane_count(TrmTree *tree);
void trm_tree_plane_reactions(TrmTree *tree, size_t i, double torque[3], double force[3]);
void trm_tree_plane_arm(const TrmTree *tree, size_t i, int side, double arm[3]);

#endif
