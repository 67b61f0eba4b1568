/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree in the plane, what its files share: the inertia that a body carries, y = (alpha, v_x, v_y).
 */
#ifndef TRM_FORMULATION_TREE_PLANE_H
#define TRM_FORMULATION_TREE_PLANE_H

#include "formulation/lanes.h"
#include "formulation/tree.h"

/* J is a number, H a row of two, M is xx yy xy; torque and force. */
typedef struct TrmPlaneLoad {
  double J, H[2], M[3], f[3];
} __attribute__((may_alias)) TrmPlaneLoad;

_Static_assert(sizeof(TrmPlaneLoad) == 9 * sizeof(double), "as kept");

TRM_INLINE TrmPlaneLoad *trm_plane_load_at(const TrmTree *tree, int position) {
  return (TrmPlaneLoad *)(void *)(tree->kept + 9 * tree->spot[position].slot);
}

TRM_INLINE void trm_plane_load_add(TrmPlaneLoad *to, const TrmPlaneLoad *from) {
  to->J += from->J;
  for (int i = 0; i < 2; i++) to->H[i] += from->H[i];
  for (int i = 0; i < 3; i++) to->M[i] += from->M[i];
  for (int i = 0; i < 3; i++) to->f[i] += from->f[i];
}

/* to -= r s' with r = s/D */
TRM_INLINE void trm_plane_load_subtract(TrmPlaneLoad *to, const double r[3], const double s[3]) {
  to->J -= r[0] * s[0];
  to->H[0] -= r[0] * s[1];
  to->H[1] -= r[0] * s[2];
  to->M[0] -= r[1] * s[1];
  to->M[1] -= r[2] * s[2];
  to->M[2] -= r[1] * s[2];
}

/* E'A E with E the shift by (x, y). */
TRM_INLINE void trm_plane_load_shift(double x, double y, TrmPlaneLoad *a) {
  double H0 = a->H[0] + (x * a->M[2] - y * a->M[0]), H1 = a->H[1] + (x * a->M[1] - y * a->M[2]);
  a->J += (x * a->H[1] - y * a->H[0]) + (x * H1 - y * H0);
  a->H[0] = H0;
  a->H[1] = H1;
  a->f[0] += x * a->f[2] - y * a->f[1];
}

/* The files' parts of the kernel: tree_plane_motion.c, tree_plane_loop.c and tree_plane.c. */
void trm_tree_plane_motion(TrmTree *tree, const TrmState *state, const double *Q);
void trm_tree_plane_cuts(TrmTree *tree, const TrmState *state);
void trm_tree_plane_sides(TrmTree *tree, size_t i, const TrmTreeAxes *x, const double g[6]);
void trm_tree_plane_load(TrmTree *tree, const TrmTreeSpot *spot);
void trm_tree_plane_defects(TrmTree *tree, int first);
void trm_tree_plane_count(TrmTree *tree);
void trm_tree_plane_reactions(TrmTree *tree, size_t i, double torque[3], double force[3]);
void trm_tree_plane_arm(const TrmTree *tree, size_t i, int side, double arm[3]);

#endif
