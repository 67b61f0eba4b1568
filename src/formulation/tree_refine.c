/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree, corrections and results. A correction solves for what M y + h' lambda - f and h y - g still
 * are; with the stiffness at 1e10 of the effective mass it shrinks them by six to ten digits.
 * Multipliers of the tree's rows follow from the balance of each body, leaves first.
 */
#include "formulation/tree.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

enum { MOST_CORRECTIONS = 12 };

static double mass_of(const TrmTree *tree, size_t k) {
  return tree->fixed[4 * (TRM_FIXED * (k / 4) + TRM_FIXED_MASS) + k % 4];
}

/* y of a body as turning and moving vectors */
static inline void get_motion(const TrmTree *tree, const double *y, int k, double out[6]) {
  if (k < 0) {
    memset(out, 0, 6 * sizeof *out);
  } else if (tree->width == 6) {
    memcpy(out, y + 6 * k, 6 * sizeof *out);
  } else {
    out[0] = out[1] = out[5] = 0;
    out[2] = y[3 * k];
    out[3] = y[3 * k + 1];
    out[4] = y[3 * k + 2];
  }
}

/* add torque and force on a body */
static inline void add_force(const TrmTree *tree, double *f, int k, const double part[6]) {
  if (k < 0) return;
  if (tree->width == 6) {
    for (int i = 0; i < 6; i++) f[6 * k + i] += part[i];
  } else {
    f[3 * k] += part[2];
    f[3 * k + 1] += part[3];
    f[3 * k + 2] += part[4];
  }
}

/* f - M y of every body, into tree->work */
static void find_need(TrmTree *tree) {
  for (size_t k = 0; k < tree->count; k++) {
    const double *field = trm_tree_field(tree, k, 0), *J = field + 4 * TRM_FIELD_J;
    const double *rho = field + 4 * TRM_FIELD_RHO, *f = field + 4 * TRM_FIELD_F;
    double m = mass_of(tree, k);
    if (tree->width == 3) {
      const double *y = tree->y + 3 * k;
      double x = m * rho[0], z = m * rho[4], *need = tree->work + 3 * k;
      need[0] = f[8] - (J[8] * y[0] + (x * y[2] - z * y[1]));
      need[1] = f[12] - (m * y[1] - z * y[0]);
      need[2] = f[16] - (m * y[2] + x * y[0]);
      continue;
    }
    const double *y = tree->y + 6 * k;
    double p[3] = {m * rho[0], m * rho[4], m * rho[8]}, *need = tree->work + 6 * k;
    need[0] = f[0] - (J[0] * y[0] + J[12] * y[1] + J[16] * y[2] + (p[1] * y[5] - p[2] * y[4]));
    need[1] = f[4] - (J[12] * y[0] + J[4] * y[1] + J[20] * y[2] + (p[2] * y[3] - p[0] * y[5]));
    need[2] = f[8] - (J[16] * y[0] + J[20] * y[1] + J[8] * y[2] + (p[0] * y[4] - p[1] * y[3]));
    need[3] = f[12] - (m * y[3] - (p[1] * y[2] - p[2] * y[1]));
    need[4] = f[16] - (m * y[4] - (p[2] * y[0] - p[0] * y[2]));
    need[5] = f[20] - (m * y[5] - (p[0] * y[1] - p[1] * y[0]));
  }
}

/* how a cut's rows move: a.(v_2 - v_1) and n.(alpha_1 - alpha_2) at its place */
static void cut_rates(const TrmTree *tree, size_t i, const double *y, double out[6]) {
  const TrmTreeCut *cut = &tree->cut[i];
  const TrmTreeCutPlace *p = &tree->cut_place[i];
  double m[2][6], carried[3], turn[3], move[3] = {0, 0, 0};
  for (int k = 0; k < 2; k++) {
    get_motion(tree, y, cut->node[k], m[k]);
    trm_vec3_cross(m[k], p->arm[k], carried);
    for (int j = 0; j < 3; j++) move[j] += (k ? 1 : -1) * (m[k][3 + j] + carried[j]);
  }
  for (int j = 0; j < 3; j++) turn[j] = m[0][j] - m[1][j];
  for (int k = 0; k < cut->rows.offsets; k++) out[k] = trm_vec3_dot(p->a[k], move);
  for (int k = 0; k < cut->rows.axes; k++) out[3 + k] = trm_vec3_dot(p->n[k], turn);
}

/* f += h' push of a cut */
static void push_cut(const TrmTree *tree, size_t i, const double push[6], double *f) {
  const TrmTreeCut *cut = &tree->cut[i];
  const TrmTreeCutPlace *p = &tree->cut_place[i];
  double force[3] = {0, 0, 0}, torque[3] = {0, 0, 0};
  for (int k = 0; k < cut->rows.offsets; k++) trm_vec3_add(force, push[k], p->a[k], force);
  for (int k = 0; k < cut->rows.axes; k++) trm_vec3_add(torque, -push[3 + k], p->n[k], torque);
  for (int k = 0; k < 2; k++) {
    double moment[3], sign = k ? 1 : -1, part[6];
    trm_vec3_cross(p->arm[k], force, moment);
    for (int j = 0; j < 3; j++) {
      part[j] = sign * (torque[j] + moment[j]);
      part[3 + j] = sign * force[j];
    }
    add_force(tree, f, cut->node[k], part);
  }
}

static double row_rate(const TrmTree *tree, size_t i, const double *y) {
  const TrmTreeRow *row = &tree->row[i];
  size_t w = tree->width;
  double sum = 0;
  for (size_t s = row->first; s < row->first + row->count; s++)
    for (size_t j = 0; j < w; j++)
      sum += tree->h[w * s + j] * y[w * (size_t)tree->side[s].node + j];
  return sum;
}

static void push_row(const TrmTree *tree, size_t i, double push, double *f) {
  const TrmTreeRow *row = &tree->row[i];
  size_t w = tree->width;
  for (size_t s = row->first; s < row->first + row->count; s++)
    for (size_t j = 0; j < w; j++)
      f[w * (size_t)tree->side[s].node + j] += tree->h[w * s + j] * push;
}

/* stiffness of row k of a cut, and whether it is there */
static inline double stiffness(const TrmTreeCut *cut, int k) {
  if (k < 3) return k < cut->rows.offsets ? cut->along : 0;
  return k - 3 < cut->rows.axes ? cut->about : 0;
}

/* lambda += rho (rate - wanted) of cuts and rows, where y has just changed by `change`; wanted is g
 * at first, then the defect */
static void count_forces(TrmTree *tree, const double *change, int first) {
  for (size_t i = 0; i < tree->cut_count; i++) {
    TrmTreeCutPlace *p = &tree->cut_place[i];
    double rate[6] = {0};
    cut_rates(tree, i, change, rate);
    for (int k = 0; k < 6; k++) {
      double more = stiffness(&tree->cut[i], k) * (rate[k] - (first ? p->g[k] : p->defect[k]));
      p->lambda[k] = first ? more : p->lambda[k] + more;
    }
  }
  for (size_t i = 0; i < tree->row_count; i++) {
    double wanted = first ? tree->g[i] : tree->defect[i];
    double more = tree->rho[i] * (row_rate(tree, i, change) - wanted);
    tree->lambda[i] = first ? more : tree->lambda[i] + more;
  }
}

/* right-hand side of a correction */
static void find_defects(TrmTree *tree) {
  find_need(tree);
  for (size_t i = 0; i < tree->cut_count; i++) {
    TrmTreeCutPlace *p = &tree->cut_place[i];
    double rate[6] = {0}, push[6];
    cut_rates(tree, i, tree->y, rate);
    for (int k = 0; k < 6; k++) {
      double rho = stiffness(&tree->cut[i], k);
      p->defect[k] = rho > 0 ? p->g[k] - rate[k] : 0;
      push[k] = rho * p->defect[k] - p->lambda[k];
    }
    push_cut(tree, i, push, tree->work);
  }
  for (size_t i = 0; i < tree->row_count; i++) {
    tree->defect[i] = tree->g[i] - row_rate(tree, i, tree->y);
    push_row(tree, i, tree->rho[i] * tree->defect[i] - tree->lambda[i], tree->work);
  }
}

TrmStatus trm_tree_refine(TrmTree *tree) {
  size_t n = tree->width * tree->count;
  double last = 1;
  if (!(tree->cut_count + tree->row_count)) return TRM_OK;
  count_forces(tree, tree->y, 1);
  for (int round = 0; round < MOST_CORRECTIONS; round++) {
    double change = 0, size = 0;
    find_defects(tree);
    if (tree->width == 6) {
      trm_tree_space_again(tree);
    } else {
      trm_tree_plane_again(tree);
    }
    count_forces(tree, tree->dy, 0);
    for (size_t i = 0; i < n; i++) {
      tree->y[i] += tree->dy[i];
      change = fmax(change, fabs(tree->dy[i]));
      size = fmax(size, fabs(tree->y[i]));
    }
    tree->solver.corrections++;
    if (!isfinite(change)) return TRM_FAILED;
    if (size > 0) change /= size;
    /* the next one would not be seen, or they do not help any more */
    if (change * change <= 1e-15 * last || change <= 1e-15) break;
    if (round > 1 && change > 0.5 * last) break;
    last = change;
  }
  return TRM_OK;
}

void trm_tree_scatter(const TrmTree *tree, double *x) {
  for (size_t k = 0; k < tree->count; k++) {
    const double *field = trm_tree_field(tree, k, 0), *R = field + 4 * TRM_FIELD_R;
    const double *rho = field + 4 * TRM_FIELD_RHO;
    const int *c = tree->eq->body_column[tree->node[k].body];
    double m[6];
    get_motion(tree, tree->y, (int)k, m);
    double a[3] = {m[3] + (m[1] * rho[8] - m[2] * rho[4]), m[4] + (m[2] * rho[0] - m[0] * rho[8]),
                   m[5] + (m[0] * rho[4] - m[1] * rho[0])};
    for (int i = 0; i < 3; i++) {
      if (c[i] >= 0) x[c[i]] = a[i];
      if (c[3 + i] >= 0)
        x[c[3 + i]] = R[4 * i] * m[0] + R[4 * (3 + i)] * m[1] + R[4 * (6 + i)] * m[2];
    }
  }
}

/* multipliers of one joint of the tree from the wrench on its child */
static void joint_forces(const TrmTree *tree, size_t k, const double wrench[6], double *lambda) {
  const TrmTreeNode *node = &tree->node[k];
  TrmTreeAxes x;
  if (node->rows.joint < 0) return;
  trm_tree_axes(tree, &node->rows, &x);
  for (int i = 0; i < node->rows.offsets; i++)
    lambda[node->rows.offset_row[i]] = node->sign * trm_vec3_dot(x.a[i], wrench + 3);
  for (int i = 0; i < node->rows.axes; i++)
    lambda[node->rows.axes_row[i]] = -node->sign * trm_vec3_dot(x.b[i], wrench);
}

void trm_tree_recover(TrmTree *tree, double *lambda) {
  find_need(tree);
  for (size_t i = 0; i < tree->cut_count; i++) {
    const TrmTreeCutPlace *p = &tree->cut_place[i];
    const TrmTreeRows *rows = &tree->cut[i].rows;
    double push[6];
    for (int k = 0; k < 6; k++) push[k] = -p->lambda[k];
    push_cut(tree, i, push, tree->work);
    for (int k = 0; k < rows->offsets; k++) lambda[rows->offset_row[k]] = p->lambda[k];
    for (int k = 0; k < rows->axes; k++) lambda[rows->axes_row[k]] = p->lambda[3 + k];
  }
  for (size_t i = 0; i < tree->row_count; i++) {
    push_row(tree, i, -tree->lambda[i], tree->work);
    lambda[tree->row[i].row] = tree->lambda[i];
  }
  /* what is left is the joint's; its parent feels the opposite */
  for (size_t k = 0; k < tree->count; k++) {
    double wrench[6], d[3], moment[3];
    get_motion(tree, tree->work, (int)k, wrench);
    joint_forces(tree, k, wrench, lambda);
    if (tree->spot[k].parent < 0) continue;
    trm_tree_get3(tree, k, TRM_FIELD_D, d);
    trm_vec3_cross(d, wrench + 3, moment);
    trm_vec3_add(wrench, 1, moment, wrench);
    add_force(tree, tree->work, tree->spot[k].parent, wrench);
  }
}
