/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree, redundant reactions. Of all multipliers with the same forces G' lambda, those with the
 * least sum of D lambda^2 (D the diagonal of G M^-1 G') come out of a system in which every row has
 * the stiffness 1e10/D and no body is held: a loose tree, whose geometry is that of the other.
 */
#include "formulation/tree.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include <string.h>

/* a body in the plane as it is, about its centre */
static void borrow_flat(TrmTree *loose, size_t k, const TrmTree *from, size_t old) {
  double *to = trm_tree_flat(loose, k, 0);
  const double *at = trm_tree_flat(from, old, 0);
  double m = at[4 * TRM_FLAT_MASS], x = at[4 * TRM_FLAT_RHO], y = at[4 * TRM_FLAT_RHO + 4];
  for (int i = 0; i < 2; i++) {
    to[4 * (TRM_FLAT_R + i)] = at[4 * (TRM_FLAT_R + i)];
    to[4 * (TRM_FLAT_P + i)] = at[4 * (TRM_FLAT_P + i)] + at[4 * (TRM_FLAT_RHO + i)];
    to[4 * (TRM_FLAT_RHO + i)] = 0;
  }
  for (int i = 0; i < 3; i++) to[4 * (TRM_FLAT_C + i)] = to[4 * (TRM_FLAT_F + i)] = 0;
  to[4 * TRM_FLAT_J] = at[4 * TRM_FLAT_J] - m * (x * x + y * y);
}

/* bodies as they are, about their centres; no forces, nothing given */
static void borrow_bodies(TrmTree *loose, const TrmTree *from) {
  for (size_t k = 0; k < loose->count; k++) {
    if (loose->width == 4) {
      borrow_flat(loose, k, from, (size_t)from->position[loose->node[k].body]);
      continue;
    }
    size_t old = (size_t)from->position[loose->node[k].body];
    double *to = trm_tree_field(loose, k, 0);
    const double *at = trm_tree_field(from, old, 0);
    double m = from->fixed[4 * (TRM_FIXED * (old / 4) + TRM_FIXED_MASS) + old % 4];
    double x = at[4 * TRM_FIELD_RHO], y = at[4 * TRM_FIELD_RHO + 4];
    double z = at[4 * TRM_FIELD_RHO + 8];
    double less[6] = {y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z};
    memcpy(loose->R + 9 * k, from->R + 9 * old, 9 * sizeof *loose->R);
    for (int i = 0; i < 3; i++) {
      to[4 * (TRM_FIELD_P + i)] = at[4 * (TRM_FIELD_P + i)] + at[4 * (TRM_FIELD_RHO + i)];
      to[4 * (TRM_FIELD_RHO + i)] = 0;
    }
    for (int i = 0; i < 6; i++) {
      to[4 * (TRM_FIELD_J + i)] = at[4 * (TRM_FIELD_J + i)] - m * less[i];
      to[4 * (TRM_FIELD_C + i)] = to[4 * (TRM_FIELD_F + i)] = 0;
    }
  }
}

/* a row's torque and force on a body, given about `at`, now about its centre */
static void put_side(TrmTree *loose, size_t side, const double part[6], const double at[3]) {
  size_t k = (size_t)loose->side[side].node;
  double centre[3], arm[3], moment[3], *h = loose->h + loose->width * side;
  trm_tree_get3(loose, k, TRM_FIELD_P, centre);
  for (int i = 0; i < 3; i++) arm[i] = at[i] - centre[i];
  trm_vec3_cross(arm, part + 3, moment);
  if (loose->width == 4) {
    h[0] = part[2] + moment[2];
    h[1] = part[3];
    h[2] = part[4];
    return;
  }
  for (int i = 0; i < 3; i++) {
    h[i] = part[i] + moment[i];
    h[4 + i] = part[3 + i];
  }
}

/* a row of a joint: on the second +a at its place or -n, on the first the opposite */
static void borrow_row(TrmTree *loose, int row, int second, int axis, const double v[3],
                       const double at[3]) {
  const TrmTreeRow *to = &loose->row[row];
  for (size_t s = to->first; s < to->first + to->count; s++) {
    int body = (int)loose->node[loose->side[s].node].body;
    double part[6] = {0}, sign = (body == second) == !axis ? 1 : -1;
    for (int i = 0; i < 3; i++) part[(axis ? 0 : 3) + i] = sign * v[i];
    put_side(loose, s, part, at);
  }
}

static void borrow_joint(TrmTree *loose, const TrmTree *from, const TrmTreeRows *rows,
                         const double at[3]) {
  int second = from->eq->system->joints[rows->joint].second;
  TrmTreeAxes x;
  trm_tree_axes(from, rows, &x);
  for (int i = 0; i < rows->offsets; i++) {
    for (int k = 0; k < 3; k++) x.a[i][k] *= x.slope;
    borrow_row(loose, rows->offset_row[i], second, 0, x.a[i], at);
  }
  for (int i = 0; i < rows->axes; i++) borrow_row(loose, rows->axes_row[i], second, 1, x.n[i], at);
}

/* stiffness of each row from the diagonal of the masses */
static void find_stiffness(TrmTree *loose) {
  for (size_t i = 0; i < loose->row_count; i++) {
    const TrmTreeRow *row = &loose->row[i];
    double sum = 0;
    for (size_t s = row->first; s < row->first + row->count; s++) {
      size_t k = (size_t)loose->side[s].node, w = loose->width;
      const int *column = loose->eq->body_column[loose->node[k].body];
      const double *h = loose->h + w * s;
      double R[9];
      trm_tree_get_R(loose, k, R);
      double turn[3] = {0, 0, h[0]}, move[3] = {h[1], h[2], 0};
      if (w != 4) {
        memcpy(turn, h, sizeof turn);
        memcpy(move, h + 4, sizeof move);
      }
      for (int c = 0; c < 3; c++) {
        double own = R[c] * turn[0] + R[3 + c] * turn[1] + R[6 + c] * turn[2];
        if (column[c] >= 0) sum += move[c] * move[c] * loose->inverse[column[c]];
        if (column[3 + c] >= 0) sum += own * own * loose->inverse[column[3 + c]];
      }
    }
    loose->rho[i] = sum > 0 ? 1e10 / sum : 0;
    loose->g[i] = 0;
  }
}

void trm_tree_borrow(TrmTree *loose, const TrmTree *from, const double *lambda) {
  size_t w = from->width;
  borrow_bodies(loose, from);
  trm_tree_freedoms(loose, NULL);
  for (size_t k = 0; k < from->count; k++) {
    double at[3];
    if (from->node[k].rows.joint < 0) continue;
    trm_tree_get3(from, k, TRM_FIELD_P, at);
    borrow_joint(loose, from, &from->node[k].rows, at);
  }
  for (size_t i = 0; i < from->cut_count; i++) {
    const TrmTreeCut *cut = &from->cut[i];
    int side = cut->node[1] >= 0;
    double at[3], arm[3];
    trm_tree_get3(from, (size_t)cut->node[side], TRM_FIELD_P, at);
    from->kernel->arm(from, i, side, arm);
    trm_vec3_add(at, 1, arm, at);
    borrow_joint(loose, from, cut->rows, at);
  }
  for (size_t i = 0; i < from->row_count; i++) {
    const TrmTreeRow *row = &from->row[i], *to = &loose->row[row->row];
    for (size_t s = 0; s < row->count; s++) {
      const double *h = from->h + w * (row->first + s);
      double part[6] = {0, 0, h[0], h[1], h[2], 0}, at[3];
      if (w != 4) {
        memcpy(part, h, 3 * sizeof *part);
        memcpy(part + 3, h + 4, 3 * sizeof *part);
      }
      trm_tree_get3(from, (size_t)from->side[row->first + s].node, TRM_FIELD_P, at);
      put_side(loose, to->first + s, part, at);
    }
  }
  find_stiffness(loose);
  /* forces G' lambda */
  for (size_t i = 0; i < loose->row_count; i++) {
    const TrmTreeRow *row = &loose->row[i];
    for (size_t s = row->first; s < row->first + row->count; s++) {
      size_t k = (size_t)loose->side[s].node;
      const double *h = loose->h + w * s;
      double f[6];
      trm_tree_get6(loose, k, TRM_FIELD_F, f);
      for (size_t j = 0; j < w; j++) {
        if (j % 4 == 3) continue;
        f[w == 4 ? j + 2 : j < 3 ? j : j - 1] += h[j] * lambda[row->row];
      }
      trm_tree_put6(loose, k, TRM_FIELD_F, f);
    }
  }
}
