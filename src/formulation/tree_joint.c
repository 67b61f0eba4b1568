/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree, joints one by one: axes of rows, freedoms, right-hand sides, cuts. A row of axes a of the
 * first and b of the second has n = a x b, and with w = w1 - w2 and no accelerations
 *   g = -(w.a)(w1.b) + (w.b)(w2.a) + w^2 (a.b).
 */
#include "formulation/tree.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include <string.h>

void trm_tree_get3(const TrmTree *tree, size_t k, int i, double out[3]) {
  int flat = i == TRM_FIELD_P ? TRM_FLAT_P : i == TRM_FIELD_RHO ? TRM_FLAT_RHO : TRM_FLAT_D;
  const double *p = tree->width == 4 ? trm_tree_flat(tree, k, flat) : trm_tree_field(tree, k, i);
  out[0] = p[0];
  out[1] = p[4];
  out[2] = tree->width == 4 ? 0 : p[8];
}

void trm_tree_get_R(const TrmTree *tree, size_t k, double R[9]) {
  if (tree->width == 4) {
    const double *p = trm_tree_flat(tree, k, TRM_FLAT_R);
    trm_mat3_identity(R);
    R[0] = R[4] = p[0];
    R[1] = -p[4];
    R[3] = p[4];
    return;
  }
  memcpy(R, tree->R + 9 * k, 9 * sizeof *R);
}

/* where c or F begin, of three parts in the plane and six in space */
static double *six_at(const TrmTree *tree, size_t k, int i) {
  if (tree->width == 4) return trm_tree_flat(tree, k, i == TRM_FIELD_C ? TRM_FLAT_C : TRM_FLAT_F);
  return trm_tree_field(tree, k, i);
}

void trm_tree_get6(const TrmTree *tree, size_t k, int i, double out[6]) {
  const double *p = six_at(tree, k, i);
  int first = tree->width == 4 ? 2 : 0, count = tree->width == 4 ? 3 : 6;
  out[0] = out[1] = out[5] = 0;
  for (int j = 0; j < count; j++) out[first + j] = p[4 * j];
}

void trm_tree_put6(TrmTree *tree, size_t k, int i, const double in[6]) {
  double *p = six_at(tree, k, i);
  int first = tree->width == 4 ? 2 : 0, count = tree->width == 4 ? 3 : 6;
  for (int j = 0; j < count; j++) p[4 * j] = in[first + j];
}

/* R of the body at a position; identity for ground */
static void get_R(const TrmTree *tree, int position, double R[9]) {
  if (position < 0) {
    trm_mat3_identity(R);
  } else {
    trm_tree_get_R(tree, (size_t)position, R);
  }
}

static void frame_axis(const double R[9], const TrmFrame *frame, int k, double out[3]) {
  double axis[3] = {frame->A[k], frame->A[3 + k], frame->A[6 + k]};
  trm_mat3_apply(R, axis, out);
}

/* one normal: its dual, and two directions across it */
static void across_one(TrmTreeAxes *x) {
  const double *n = x->n[0];
  double det = trm_vec3_dot(n, n), size = sqrt(det), unit[3] = {0, 0, 0};
  int least = 0;
  for (int i = 0; i < 3; i++) {
    x->b[0][i] = n[i] / det;
    if (fabs(n[i]) < fabs(n[least])) least = i;
  }
  unit[least] = 1 / size;
  trm_vec3_cross(n, unit, x->free[0]);
  size *= trm_vec3_norm(x->free[0]);
  trm_vec3_cross(n, x->free[0], x->free[1]);
  for (int i = 0; i < 3; i++) x->free[1][i] /= size;
}

/* duals of the normals, and the turns that stay free */
static void find_duals(TrmTreeAxes *x, int count) {
  double det, z[3];
  if (count == 0) {
    memset(x->free, 0, sizeof x->free);
    for (int k = 0; k < 3; k++) x->free[k][k] = 1;
  } else if (count == 1) {
    across_one(x);
  } else if (count == 2) {
    trm_vec3_cross(x->n[0], x->n[1], z);
    det = trm_vec3_dot(z, z);
    trm_vec3_cross(x->n[1], z, x->b[0]);
    trm_vec3_cross(z, x->n[0], x->b[1]);
    for (int i = 0; i < 3; i++) {
      x->b[0][i] /= det;
      x->b[1][i] /= det;
      x->free[0][i] = z[i] / sqrt(det);
    }
  } else {
    for (int k = 0; k < 3; k++) trm_vec3_cross(x->n[(k + 1) % 3], x->n[(k + 2) % 3], x->b[k]);
    det = trm_vec3_dot(x->n[0], x->b[0]);
    for (int k = 0; k < 3; k++)
      for (int i = 0; i < 3; i++) x->b[k][i] /= det;
  }
}

static int position_of(const TrmTree *tree, int body) {
  return body < 0 ? -1 : tree->position[body];
}

/* the axis of a rod from the first's point to P, which is the second's, and two across it */
static void rod_axes(const TrmTree *tree, const TrmTreeRows *rows, TrmTreeAxes *x) {
  const TrmJoint *joint = &tree->eq->system->joints[rows->joint];
  int first = position_of(tree, joint->first), second = position_of(tree, joint->second);
  int held = second >= 0 && tree->node[second].rows.joint == rows->joint ? second : first;
  double R[9], P[3], from[3], rho[3], d[3];
  get_R(tree, first, R);
  trm_mat3_apply(R, joint->frame_first.s, from);
  if (first >= 0) {
    trm_tree_get3(tree, (size_t)first, TRM_FIELD_P, P);
    trm_tree_get3(tree, (size_t)first, TRM_FIELD_RHO, rho);
    for (int i = 0; i < 3; i++) from[i] += P[i] + rho[i];
  }
  trm_tree_get3(tree, (size_t)held, TRM_FIELD_P, P);
  for (int i = 0; i < 3; i++) d[i] = P[i] - from[i];
  const TrmRow *row = &tree->eq->rows[rows->offset_row[0]];
  double length = trm_vec3_norm(d);
  x->slope = 2 * tree->eq->apart[row->first].factor * length;
  for (int i = 0; i < 3; i++) x->a[0][i] = x->first[0][i] = d[i] / length;
  if (tree->width == 4) return;
  memcpy(x->n[0], x->a[0], sizeof x->n[0]);
  across_one(x);
  memcpy(x->first[1], x->free[0], 2 * sizeof x->free[0]);
}

void trm_tree_axes(const TrmTree *tree, const TrmTreeRows *rows, TrmTreeAxes *x) {
  const TrmJoint *joint = &tree->eq->system->joints[rows->joint];
  double R0[9], R1[9];
  x->slope = 1;
  if (rows->rod) rod_axes(tree, rows, x);
  if (rows->rod && tree->width != 4) find_duals(x, 0);
  if (rows->rod) return;
  get_R(tree, position_of(tree, joint->first), R0);
  get_R(tree, position_of(tree, joint->second), R1);
  for (int i = 0; i < 3; i++) frame_axis(R0, &joint->frame_first, i, x->first[i]);
  for (int i = 0; i < rows->offsets; i++)
    memcpy(x->a[i], x->first[rows->offset_axis[i]], sizeof x->a[i]);
  for (int i = 0; i < rows->axes; i++) {
    frame_axis(R1, &joint->frame_second, rows->axes_second[i], x->second[i]);
    trm_vec3_cross(x->first[rows->axes_first[i]], x->second[i], x->n[i]);
  }
  if (tree->width != 4) {
    find_duals(x, rows->axes);
  } else if (rows->axes) {
    x->n[0][0] = x->n[0][1] = x->b[0][0] = x->b[0][1] = 0;
    x->b[0][2] = 1 / x->n[0][2];
  }
}

/* right-hand side of axis row i at the spins of both bodies, ground axes */
static double axes_gamma(const TrmTreeRows *rows, const TrmTreeAxes *x, int i, const double w0[3],
                         const double w1[3]) {
  const double *a = x->first[rows->axes_first[i]], *b = x->second[i];
  double w[3] = {w0[0] - w1[0], w0[1] - w1[1], w0[2] - w1[2]};
  return trm_vec3_dot(w, w) * trm_vec3_dot(a, b) + trm_vec3_dot(w, b) * trm_vec3_dot(w1, a) -
         trm_vec3_dot(w, a) * trm_vec3_dot(w0, b);
}

static void get_spins(const TrmTree *tree, const TrmState *state, int joint, double w[2][3]) {
  const TrmJoint *j = &tree->eq->system->joints[joint];
  int body[2] = {j->first, j->second};
  for (int k = 0; k < 2; k++) {
    w[k][0] = w[k][1] = w[k][2] = 0;
    if (body[k] >= 0) trm_mat3_apply(state->body[body[k]].R, state->body[body[k]].w, w[k]);
  }
}

/* slides that the offset rows leave free */
static void put_slides(const TrmTree *tree, const TrmTreeRows *rows, const TrmTreeAxes *x,
                       double *z) {
  int planar = tree->width == 4, used = 0;
  if (planar && rows->offsets == 1) {
    double along[3] = {-x->a[0][1], x->a[0][0], 0};
    memcpy(z, along, sizeof along);
    return;
  }
  for (int k = 0; k < rows->offsets; k++) used |= 1 << rows->offset_axis[k];
  for (int k = 0; k < (planar ? 2 : 3); k++) {
    if (rows->offsets && (planar || used & 1 << k)) continue;
    if (rows->offsets) {
      memcpy(z, x->first[k], 3 * sizeof *z);
    } else {
      z[0] = z[1] = z[2] = 0;
      z[k] = 1;
    }
    z += 4;
  }
}

/* what the rate of a rod's direction asks of the motion along it */
static double rod_part(const TrmTree *tree, const TrmTreeNode *node, const TrmState *state,
                       const TrmTreeAxes *x) {
  const TrmRow *row = &tree->eq->rows[node->rows.offset_row[0]];
  return node->sign * trm_apart_gamma(&tree->eq->apart[row->first], state->body) / x->slope;
}

void trm_tree_freedoms(TrmTree *tree, const TrmState *state) {
  for (size_t i = 0; i < tree->odd_count; i++) {
    size_t k = tree->odd[i];
    const TrmTreeNode *node = &tree->node[k];
    const TrmTreeRows *rows = &node->rows;
    const TrmTreeSpot *spot = &tree->spot[k];
    double *z = tree->z + 4 * spot->first_step, moved[6], c[6] = {0}, w[2][3];
    TrmTreeAxes x;
    memset(&x, 0, sizeof x);
    trm_tree_get6(tree, k, TRM_FIELD_C, moved);
    trm_tree_put6(tree, k, TRM_FIELD_C, c);
    if (tree->width == 4) x.free[0][2] = 1;
    if (rows->joint >= 0) {
      trm_tree_axes(tree, rows, &x);
    } else {
      for (int j = 0; j < 3 && tree->width != 4; j++) x.free[j][j] = 1;
    }
    for (int j = 0; j < spot->turning; j++, z += 4) memcpy(z, x.free[j], sizeof x.free[j]);
    put_slides(tree, rows, &x, z);
    if (!state || rows->joint < 0) continue;
    if (!rows->rod) get_spins(tree, state, rows->joint, w);
    for (int j = 0; j < rows->offsets; j++) {
      double part = rows->rod ? rod_part(tree, node, state, &x) : trm_vec3_dot(x.a[j], moved + 3);
      for (int l = 0; l < 3; l++) c[3 + l] += x.a[j][l] * part;
    }
    for (int j = 0; j < rows->axes; j++) {
      double g = axes_gamma(rows, &x, j, w[0], w[1]);
      for (int l = 0; l < 3; l++) c[l] -= node->sign * x.b[j][l] * g;
    }
    trm_tree_put6(tree, k, TRM_FIELD_C, c);
  }
}

/* columns of forces as torque about P and force */
static void put_forces(TrmTree *tree, size_t k, const double *f) {
  const int *column = tree->eq->body_column[tree->node[k].body];
  double to[6], R[9], rho[3], force[3], turn[3], torque[3], moment[3];
  get_R(tree, (int)k, R);
  trm_tree_get3(tree, k, TRM_FIELD_RHO, rho);
  for (int i = 0; i < 3; i++) {
    force[i] = f && column[i] >= 0 ? f[column[i]] : 0;
    turn[i] = f && column[3 + i] >= 0 ? f[column[3 + i]] : 0;
  }
  trm_mat3_apply(R, turn, torque);
  trm_vec3_cross(rho, force, moment);
  for (int i = 0; i < 3; i++) {
    to[i] = torque[i] + moment[i];
    to[3 + i] = force[i];
  }
  trm_tree_put6(tree, k, TRM_FIELD_F, to);
}

static void put_shift(TrmTree *tree, size_t k, const double *g) {
  const TrmTreeNode *node = &tree->node[k];
  const TrmTreeRows *rows = &node->rows;
  double c[6] = {0};
  TrmTreeAxes x;
  trm_tree_put6(tree, k, TRM_FIELD_C, c);
  if (!g || rows->joint < 0) return;
  trm_tree_axes(tree, rows, &x);
  for (int i = 0; i < rows->offsets; i++)
    for (int j = 0; j < 3; j++)
      c[3 + j] += node->sign * x.a[i][j] * (g[rows->offset_row[i]] / x.slope);
  for (int i = 0; i < rows->axes; i++)
    for (int j = 0; j < 3; j++) c[j] -= node->sign * x.b[i][j] * g[rows->axes_row[i]];
  trm_tree_put6(tree, k, TRM_FIELD_C, c);
}

void trm_tree_take(TrmTree *tree, const double *f, const double *g) {
  for (size_t k = 0; k < tree->count; k++) {
    put_forces(tree, k, f);
    put_shift(tree, k, g);
  }
  for (size_t i = 0; i < tree->cut_count; i++) {
    const TrmTreeRows *rows = tree->cut[i].rows;
    TrmTreeAxes x = {.a = {{0}}};
    double sides[6] = {0};
    trm_tree_axes(tree, rows, &x);
    for (int k = 0; k < rows->offsets && g; k++) sides[k] = g[rows->offset_row[k]];
    for (int k = 0; k < rows->axes && g; k++) sides[3 + k] = g[rows->axes_row[k]];
    tree->kernel->sides(tree, i, &x, sides);
  }
  for (size_t i = 0; i < tree->row_count; i++) tree->g[i] = g ? g[tree->row[i].row] : 0;
}

/* offset of a joint's points and its first and second rates with accelerations zero, as the rows
 * along axes of the first see it: -(d'' - 2 w1 x d' + w1 x (w1 x d)) */
static void offset_gamma(const TrmState *state, const TrmJoint *joint, double w[2][3],
                         const double arm[2][3], double out[3]) {
  const TrmBodyMotion *m[2] = {&trm_ground_motion, &trm_ground_motion};
  double d[3], d1[3], d2[3], e[2][3], ee[2][3], turned[3];
  if (joint->first >= 0) m[0] = &state->body[joint->first];
  if (joint->second >= 0) m[1] = &state->body[joint->second];
  for (int k = 0; k < 2; k++) {
    trm_vec3_cross(w[k], arm[k], e[k]);
    trm_vec3_cross(w[k], e[k], ee[k]);
  }
  for (int i = 0; i < 3; i++) {
    d[i] = m[1]->r[i] + arm[1][i] - m[0]->r[i] - arm[0][i];
    d1[i] = (m[1]->v[i] + e[1][i]) - (m[0]->v[i] + e[0][i]);
    d2[i] = ee[1][i] - ee[0][i];
  }
  trm_vec3_cross(w[0], d, turned);
  for (int i = 0; i < 3; i++) turned[i] = 2 * d1[i] - turned[i];
  trm_vec3_cross(w[0], turned, out);
  for (int i = 0; i < 3; i++) out[i] -= d2[i];
}

void trm_tree_pair(const TrmTree *tree, const TrmState *state, const TrmTreeCut *cut,
                   TrmTreePair *p) {
  const TrmJoint *joint = &tree->eq->system->joints[cut->rows->joint];
  const double *s[2] = {joint->frame_first.s, joint->frame_second.s};
  double w[2][3], arm[2][3], gamma[3], at[3], R[9];
  memset(p, 0, sizeof *p);
  trm_tree_axes(tree, cut->rows, &p->axes);
  for (int k = 0; k < 2; k++) {
    get_R(tree, cut->node[k], R);
    trm_mat3_apply(R, s[k], arm[k]);
  }
  /* where it is: the point of the second */
  for (int j = 0; j < 3; j++)
    at[j] = arm[1][j] + (joint->second < 0 ? 0 : state->body[joint->second].r[j]);
  for (int k = 0; k < 2; k++) {
    double P[3];
    if (cut->node[k] < 0) continue;
    trm_tree_get3(tree, (size_t)cut->node[k], TRM_FIELD_P, P);
    for (int j = 0; j < 3; j++) p->arm[k][j] = at[j] - P[j];
  }
  get_spins(tree, state, cut->rows->joint, w);
  offset_gamma(state, joint, w, (const double(*)[3])arm, gamma);
  for (int k = 0; k < cut->rows->offsets; k++) p->g[k] = trm_vec3_dot(p->axes.a[k], gamma);
  for (int k = 0; k < cut->rows->axes; k++)
    p->g[3 + k] = axes_gamma(cut->rows, &p->axes, k, w[0], w[1]);
}

/* slopes of a row on a body as torque about P and force */
static void put_slope(const TrmTree *tree, size_t side, const double entries[6]) {
  size_t k = (size_t)tree->side[side].node;
  double R[9], rho[3], turn[3], moment[3], *h = tree->h + tree->width * side;
  get_R(tree, (int)k, R);
  trm_tree_get3(tree, k, TRM_FIELD_RHO, rho);
  trm_mat3_apply(R, entries + 3, turn);
  trm_vec3_cross(rho, entries, moment);
  if (tree->width == 4) {
    h[0] = turn[2] + moment[2];
    h[1] = entries[0];
    h[2] = entries[1];
    return;
  }
  for (int i = 0; i < 3; i++) {
    h[i] = turn[i] + moment[i];
    h[4 + i] = entries[i];
  }
}

void trm_tree_rows(TrmTree *tree, TrmState *state) {
  const TrmEquations *eq = tree->eq;
  for (size_t i = 0; i < tree->row_count; i++) {
    const TrmTreeRow *row = &tree->row[i];
    double *G = tree->row_G, sum = 0;
    trm_equations_row_slopes(eq, state, row->row, G);
    for (size_t e = eq->start[row->row]; e < eq->start[row->row + 1]; e++, G++)
      sum += *G * *G * tree->inverse[eq->column[e]];
    tree->rho[i] = sum > 0 ? tree->stiffness / sum : 0;
    for (size_t s = row->first; s < row->first + row->count; s++) {
      double entries[6] = {0};
      for (int k = 0; k < 6; k++)
        if (tree->side[s].entry[k] >= 0) entries[k] = tree->row_G[tree->side[s].entry[k]];
      put_slope(tree, s, entries);
    }
    tree->g[i] = trm_equations_row_gamma(eq, state, row->row);
  }
}
