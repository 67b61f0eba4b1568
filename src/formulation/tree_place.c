/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree, the geometry at a state: reference points, shifts, freedoms Z, inertias; the rows outside
 * the tree as h and their weight rho = 1e10 of the effective mass. With O, x y z of the first and
 * P, X Y Z of the second, offset rows are a.(v_2 - v_1) = g at P, exactly, and rows of axes
 * n.(alpha_1 - alpha_2) = g with n = a x b. Duals: n_i.b_k = 1 if i = k, else 0.
 */
#include "formulation/tree.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include <string.h>

static const double stiffness = 1e10;

/* axis `k` of a frame in ground axes */
static void frame_axis(const double R[9], const TrmFrame *frame, int k, double out[3]) {
  double axis[3] = {frame->A[k], frame->A[3 + k], frame->A[6 + k]};
  trm_mat3_apply(R, axis, out);
}

static const TrmBodyMotion *motion_of(const TrmState *state, int body) {
  return body < 0 ? &trm_ground_motion : &state->body[body];
}

/* duals of the normals, and the turns that stay free into `free` (3 - count of them) */
static void find_duals(TrmTreePlace *p, int count, double free[3][3]) {
  double(*n)[3] = p->n, (*b)[3] = p->b, det;
  if (count == 0) {
    memset(free, 0, 9 * sizeof(double));
    for (int k = 0; k < 3; k++) free[k][k] = 1;
  } else if (count == 1) {
    det = trm_vec3_dot(n[0], n[0]);
    for (int i = 0; i < 3; i++) b[0][i] = n[0][i] / det;
    /* across the normal: from the axis that is least along it */
    int least = 0;
    for (int i = 1; i < 3; i++)
      if (fabs(n[0][i]) < fabs(n[0][least])) least = i;
    double unit[3] = {0, 0, 0}, size = sqrt(det);
    unit[least] = 1 / size;
    trm_vec3_cross(n[0], unit, free[0]);
    size = size * trm_vec3_norm(free[0]);
    trm_vec3_cross(n[0], free[0], free[1]);
    for (int i = 0; i < 3; i++) free[1][i] /= size;
  } else if (count == 2) {
    double z[3];
    trm_vec3_cross(n[0], n[1], z);
    det = trm_vec3_dot(z, z);
    trm_vec3_cross(n[1], z, b[0]);
    trm_vec3_cross(z, n[0], b[1]);
    for (int i = 0; i < 3; i++) {
      b[0][i] /= det;
      b[1][i] /= det;
      free[0][i] = z[i] / sqrt(det);
    }
  } else {
    for (int k = 0; k < 3; k++) trm_vec3_cross(n[(k + 1) % 3], n[(k + 2) % 3], b[k]);
    det = trm_vec3_dot(n[0], b[0]);
    for (int k = 0; k < 3; k++)
      for (int i = 0; i < 3; i++) b[k][i] /= det;
  }
}

/* a column of Z: a turn about, or a slide along, `axis` */
static void put_freedom(const TrmTree *tree, double *z, int slide, const double axis[3]) {
  memset(z, 0, tree->width * sizeof *z);
  if (tree->width == 3) {
    if (slide) {
      z[1] = axis[0];
      z[2] = axis[1];
    } else {
      z[0] = axis[2];
    }
  } else {
    memcpy(z + (slide ? 3 : 0), axis, 3 * sizeof *z);
  }
}

/* slides left free by the offset rows */
static void put_slides(const TrmTree *tree, const TrmTreeNode *node, const TrmTreePlace *p,
                       double axes[3][3], double *z) {
  int planar = tree->width == 3, used = 0;
  static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  if (planar && node->offsets == 1) {
    double across[3] = {-p->a[0][1], p->a[0][0], 0};
    put_freedom(tree, z, 1, across);
    return;
  }
  for (int k = 0; k < node->offsets; k++) used |= 1 << node->offset_axis[k];
  for (int k = 0; k < (planar ? 2 : 3); k++) {
    if (node->offsets && (planar || used & 1 << k)) continue;
    put_freedom(tree, z, 1, node->offsets ? axes[k] : unit[k]);
    z += tree->width;
  }
}

static void place_joint(TrmTree *tree, const TrmState *state, size_t k) {
  const TrmTreeNode *node = &tree->node[k];
  TrmTreePlace *p = &tree->place[k];
  double *z = tree->Z + node->z, free[3][3], axes[3][3] = {{0}};
  memcpy(p->P, state->body[node->body].r, sizeof p->P);
  if (node->joint >= 0) {
    const TrmJoint *joint = &tree->eq->system->joints[node->joint];
    const TrmBodyMotion *first = motion_of(state, joint->first);
    const TrmBodyMotion *second = motion_of(state, joint->second);
    trm_mat3_apply(second->R, joint->frame_second.s, p->P);
    trm_vec3_add(second->r, 1, p->P, p->P);
    for (int i = 0; i < 3; i++) frame_axis(first->R, &joint->frame_first, i, axes[i]);
    for (int i = 0; i < node->offsets; i++)
      memcpy(p->a[i], axes[node->offset_axis[i]], sizeof p->a[i]);
    for (int i = 0; i < node->axes; i++) {
      double other[3];
      frame_axis(second->R, &joint->frame_second, node->axes_second[i], other);
      trm_vec3_cross(axes[node->axes_first[i]], other, p->n[i]);
    }
  }
  if (tree->width == 3) {
    free[0][0] = free[0][1] = 0;
    free[0][2] = 1;
    if (node->axes) {
      p->n[0][0] = p->n[0][1] = p->b[0][0] = p->b[0][1] = 0;
      p->b[0][2] = 1 / p->n[0][2];
    }
  } else {
    find_duals(p, node->axes, free);
  }
  for (int i = 0; i < node->turning; i++, z += tree->width) put_freedom(tree, z, 0, free[i]);
  put_slides(tree, node, p, axes, z);
}

/* inertia in ground axes: R I R' */
static void place_inertia(const TrmTree *tree, const TrmState *state, size_t k) {
  static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
  const TrmTreeNode *node = &tree->node[k];
  TrmTreePlace *p = &tree->place[k];
  const double *R = state->body[node->body].R;
  double half[9];
  trm_mat3_product(R, tree->eq->system->bodies[node->body].inertia_b, half);
  for (int i = 0; i < 6; i++)
    p->I[i] = node->point ? 0 : trm_vec3_dot(half + 3 * row[i], R + 3 * column[i]);
  memcpy(p->R, R, sizeof p->R);
}

void trm_tree_place(TrmTree *tree, TrmState *state) {
  for (size_t k = 0; k < tree->count; k++) {
    TrmTreePlace *p = &tree->place[k];
    place_joint(tree, state, k);
    place_inertia(tree, state, k);
    for (int i = 0; i < 3; i++) p->rho[i] = state->body[tree->node[k].body].r[i] - p->P[i];
  }
  for (size_t k = 0; k < tree->count; k++) {
    TrmTreePlace *p = &tree->place[k];
    int parent = tree->node[k].parent;
    for (int i = 0; i < 3; i++) p->d[i] = parent < 0 ? 0 : p->P[i] - tree->place[parent].P[i];
  }
}

void trm_tree_gather(const TrmTree *tree, size_t k, const double *f, double *y) {
  const TrmTreePlace *p = &tree->place[k];
  const int *c = tree->eq->body_column[tree->node[k].body];
  double force[3], turn[3], torque[3], moment[3];
  for (int i = 0; i < 3; i++) {
    force[i] = f && c[i] >= 0 ? f[c[i]] : 0;
    turn[i] = f && c[3 + i] >= 0 ? f[c[3 + i]] : 0;
  }
  trm_mat3_apply(p->R, turn, torque);
  trm_vec3_cross(p->rho, force, moment);
  if (tree->width == 3) {
    y[0] = torque[2] + moment[2];
    y[1] = force[0];
    y[2] = force[1];
    return;
  }
  for (int i = 0; i < 3; i++) {
    y[i] = torque[i] + moment[i];
    y[3 + i] = force[i];
  }
}

void trm_tree_scatter(const TrmTree *tree, size_t k, const double *y, double *x) {
  const TrmTreePlace *p = &tree->place[k];
  const int *c = tree->eq->body_column[tree->node[k].body];
  double alpha[3] = {0, 0, y[0]}, v[3] = {y[1], y[2], 0}, turn[3], carried[3];
  if (tree->width == 6) {
    memcpy(alpha, y, sizeof alpha);
    memcpy(v, y + 3, sizeof v);
  }
  trm_vec3_cross(alpha, p->rho, carried);
  trm_mat3_apply_transposed(p->R, alpha, turn);
  for (int i = 0; i < 3; i++) {
    if (c[i] >= 0) x[c[i]] = v[i] + carried[i];
    if (c[3 + i] >= 0) x[c[3 + i]] = turn[i];
  }
}

void trm_tree_inertia(const TrmTree *tree, size_t k, const double *y, double *force) {
  const TrmTreePlace *p = &tree->place[k];
  const double *I = p->I, *rho = p->rho;
  double m = tree->eq->system->bodies[tree->node[k].body].mass;
  if (tree->width == 3) {
    force[1] = m * (y[1] - y[0] * rho[1]);
    force[2] = m * (y[2] + y[0] * rho[0]);
    force[0] = I[2] * y[0] + rho[0] * force[2] - rho[1] * force[1];
    return;
  }
  double carried[3], moment[3];
  trm_vec3_cross(y, rho, carried);
  for (int i = 0; i < 3; i++) force[3 + i] = m * (y[3 + i] + carried[i]);
  trm_vec3_cross(rho, force + 3, moment);
  force[0] = I[0] * y[0] + I[3] * y[1] + I[4] * y[2] + moment[0];
  force[1] = I[3] * y[0] + I[1] * y[1] + I[5] * y[2] + moment[1];
  force[2] = I[4] * y[0] + I[5] * y[1] + I[2] * y[2] + moment[2];
}

void trm_tree_cuts(TrmTree *tree, TrmState *state) {
  const TrmEquations *eq = tree->eq;
  for (size_t i = 0; i < tree->cut_count; i++) {
    const TrmTreeCut *cut = &tree->cut[i];
    double *G = tree->row_G, sum = 0;
    trm_equations_row_slopes(eq, state, cut->row, G);
    for (size_t e = eq->start[cut->row]; e < eq->start[cut->row + 1]; e++, G++)
      sum += *G * *G * tree->inverse[eq->column[e]];
    tree->rho[i] = sum > 0 ? stiffness / sum : 0;
    for (size_t s = cut->first; s < cut->first + cut->count; s++) {
      const TrmTreeSide *side = &tree->side[s];
      double entries[6] = {0};
      const int *c = eq->body_column[tree->node[side->node].body];
      for (int k = 0; k < 6; k++) {
        if (side->entry[k] >= 0) entries[k] = tree->row_G[side->entry[k]];
      }
      /* forces of a unit multiplier, gathered like any others */
      for (int k = 0; k < 6; k++)
        if (c[k] >= 0) tree->f_column[c[k]] = entries[k];
      trm_tree_gather(tree, (size_t)side->node, tree->f_column, tree->h + tree->width * s);
    }
  }
}

/* h about the centre instead of P */
static void shift_back(const TrmTree *from, size_t k, const double *h, double *out) {
  const double *rho = from->place[k].rho;
  if (from->width == 3) {
    out[0] = h[0] - (rho[0] * h[2] - rho[1] * h[1]);
    out[1] = h[1];
    out[2] = h[2];
    return;
  }
  double moment[3];
  trm_vec3_cross(rho, h + 3, moment);
  for (int i = 0; i < 3; i++) {
    out[i] = h[i] - moment[i];
    out[3 + i] = h[3 + i];
  }
}

/* h of a row of the tree on its child (sign 1) or parent (-1), about P of the child */
static void tree_row(const TrmTree *from, size_t k, int axis, int i, double sign, double *out) {
  const TrmTreePlace *p = &from->place[k];
  double h[6] = {0};
  for (int c = 0; c < 3; c++) {
    if (axis) {
      h[c] = -sign * p->n[i][c];
    } else {
      h[3 + c] = sign * p->a[i][c];
    }
  }
  if (from->width == 6) {
    memcpy(out, h, sizeof h);
  } else {
    out[0] = h[2];
    out[1] = h[3];
    out[2] = h[4];
  }
}

/* find where each row is: number of the row's cut in `loose` */
void trm_tree_borrow(TrmTree *loose, const TrmTree *from) {
  size_t w = from->width;
  for (size_t k = 0; k < loose->count; k++) {
    size_t old = (size_t)from->position[loose->node[k].body];
    TrmTreePlace *p = &loose->place[k];
    const TrmTreePlace *q = &from->place[old];
    memcpy(p->R, q->R, sizeof p->R);
    memcpy(p->I, q->I, sizeof p->I);
    memset(p->rho, 0, sizeof p->rho);
    memset(p->d, 0, sizeof p->d);
    for (int i = 0; i < 3; i++) p->P[i] = q->P[i] + q->rho[i];
    static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double *z = loose->Z + loose->node[k].z;
    for (int i = 0; i < loose->node[k].turning; i++, z += w)
      put_freedom(loose, z, 0, unit[w == 3 ? 2 : i]);
    for (int i = 0; i < (w == 3 ? 2 : 3); i++, z += w) put_freedom(loose, z, 1, unit[i]);
  }
  /* rows outside the tree: the same, about the centres */
  for (size_t i = 0; i < from->cut_count; i++) {
    const TrmTreeCut *cut = &from->cut[i], *same = &loose->cut[cut->row];
    loose->rho[cut->row] = from->rho[i];
    for (size_t s = 0; s < cut->count; s++)
      shift_back(from, (size_t)from->side[cut->first + s].node, from->h + w * (cut->first + s),
                 loose->h + w * (same->first + s));
  }
  /* rows of the tree */
  for (size_t k = 0; k < from->count; k++) {
    const TrmTreeNode *node = &from->node[k];
    for (int i = 0; i < node->offsets + node->axes; i++) {
      int axis = i >= node->offsets, part = axis ? i - node->offsets : i;
      int row = axis ? node->axes_row[part] : node->offset_row[part];
      const TrmTreeCut *cut = &loose->cut[row];
      double sum = 0;
      for (size_t s = cut->first; s < cut->first + cut->count; s++) {
        size_t at = (size_t)loose->side[s].node;
        size_t body = loose->node[at].body;
        int child = body == node->body;
        double h[6], *out = loose->h + w * s, turn[3], b[3];
        tree_row(from, k, axis, part, child ? node->sign : -node->sign, h);
        /* from the child's P to the centre of this body */
        const TrmTreePlace *own = &loose->place[at];
        double arm[3], moment[3];
        for (int c = 0; c < 3; c++) arm[c] = from->place[k].P[c] - own->P[c];
        memcpy(out, h, w * sizeof *out);
        if (w == 6) {
          trm_vec3_cross(arm, h + 3, moment);
          for (int c = 0; c < 3; c++) out[c] += moment[c];
          memcpy(turn, out, sizeof turn);
        } else {
          out[0] += arm[0] * h[2] - arm[1] * h[1];
          turn[0] = turn[1] = 0;
          turn[2] = out[0];
        }
        /* its effective mass with the diagonal of the masses */
        const int *column = from->eq->body_column[body];
        trm_mat3_apply_transposed(own->R, turn, b);
        for (int c = 0; c < 3; c++) {
          double move = w == 6 ? out[3 + c] : c < 2 ? out[1 + c] : 0;
          if (column[c] >= 0) sum += move * move * from->inverse[column[c]];
          if (column[3 + c] >= 0) sum += b[c] * b[c] * from->inverse[column[3 + c]];
        }
      }
      loose->rho[row] = sum > 0 ? stiffness / sum : 0;
    }
  }
}
