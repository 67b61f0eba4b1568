/* SPDX-License-Identifier: Apache-2.0
 *
 * Along, second derivatives: how the entries of G change. With A = R_k a, w = R_k' e, y = R_o' A
 *   d(c A) = -c R_k a~ dtheta_k,   d(b_o x y) = b_o~ (y~ dtheta_o - R_o' R_k a~ dtheta_k),
 *   d(a x w) = a~ (R_k' (c_k dr_k + c_o dr_o - R_o b_o~ dtheta_o) + w~ dtheta_k).
 * What an axis along one of its body's makes zero at every place is left out.
 */
#include "math/mat3.h"
#include "math/vec3.h"
#include "system/along.h"
#include "system/equations.h"

/* the list under way; where the entries of moves and turns of k and o begin, or -1 */
typedef struct List {
  TrmBent *out;
  size_t count;
  int move[2], turn[2];
} List;

static void put(List *list, int to, int by, double value) {
  list->out[list->count++] = (TrmBent){(unsigned char)to, (unsigned char)by, value};
}

static void find_entries(const TrmAlong *row, int moves, List *list) {
  for (int s = 0; s < 2; s++) {
    int first = row->entry[s];
    list->move[s] = first < 0 || !row->c[0] ? -1 : first;
    list->turn[s] = first < 0 ? -1 : row->c[0] ? first + moves : first;
  }
}

static const TrmBodyMotion *motion_of(const TrmBodyMotion *bodies, int body) {
  return body < 0 ? &trm_ground_motion : &bodies[body];
}

static size_t second_plane(const TrmAlong *row, const TrmBodyMotion *bodies, List *list) {
  const TrmBodyMotion *k = motion_of(bodies, row->body[0]), *o = motion_of(bodies, row->body[1]);
  const double *a = row->a, *b = row->b[1];
  double A[2] = {k->R[0] * a[0] - k->R[3] * a[1], k->R[3] * a[0] + k->R[0] * a[1]};
  double x[2] = {o->R[0] * b[0] - o->R[3] * b[1], o->R[3] * b[0] + o->R[0] * b[1]};
  double across[2] = {-A[1], A[0]}, e[2], along = A[0] * x[0] + A[1] * x[1];
  find_entries(row, 2, list);
  for (int i = 0; i < 2; i++) e[i] = row->c[0] * k->r[i] + row->c[1] * o->r[i] + x[i];
  int turn = list->turn[0], other = list->turn[1], arm = other >= 0 && (b[0] != 0 || b[1] != 0);
  for (int s = 0; s < 2 && turn >= 0; s++)
    for (int i = 0; i < 2 && list->move[s] >= 0; i++) {
      put(list, list->move[s] + i, turn, row->c[s] * across[i]);
      put(list, turn, list->move[s] + i, row->c[s] * across[i]);
    }
  if (turn >= 0) put(list, turn, turn, -(A[0] * e[0] + A[1] * e[1]));
  if (turn >= 0 && arm) put(list, turn, other, along);
  if (turn >= 0 && arm) put(list, other, turn, along);
  if (arm) put(list, other, other, -along);
  return list->count;
}

/* 1 when a vector has no part across axis i */
static int lies_along(const double v[3], int i) {
  return v[(i + 1) % 3] == 0 && v[(i + 2) % 3] == 0;
}

/* out = x~ m, or m x~ */
static void cross_left(const double x[3], const double m[9], double out[9]) {
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 3; i++) {
      int p = (i + 1) % 3, q = (i + 2) % 3;
      out[3 * i + j] = x[p] * m[3 * q + j] - x[q] * m[3 * p + j];
    }
}

static void cross_right(const double m[9], const double x[3], double out[9]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      int p = (j + 1) % 3, q = (j + 2) % 3;
      out[3 * i + j] = m[3 * i + p] * x[q] - m[3 * i + q] * x[p];
    }
}

/* factor m, or its transpose, at the entries from `to` and `by` on, but for rows and columns of
 * turns whose vector lies along their axis; NULL: all are there */
static void put_block(List *list, int to, int by, const double m[9], double factor, int transposed,
                      const double *left, const double *right) {
  for (int i = 0; i < 3; i++) {
    if (left && lies_along(left, i)) continue;
    for (int j = 0; j < 3; j++) {
      if (right && lies_along(right, j)) continue;
      put(list, to + i, by + j, factor * m[transposed ? 3 * j + i : 3 * i + j]);
    }
  }
}

static size_t second_space(const TrmAlong *row, const TrmBodyMotion *bodies, List *list) {
  const TrmBodyMotion *k = motion_of(bodies, row->body[0]), *o = motion_of(bodies, row->body[1]);
  const double *a = row->a, *b = row->b[1];
  double A[3], x[3], e[3], w[3], y[3], Ra[9], both[9], m[9], n[9];
  const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  trm_mat3_apply(k->R, a, A);
  trm_mat3_apply(o->R, b, x);
  for (int i = 0; i < 3; i++) e[i] = row->c[0] * k->r[i] + row->c[1] * o->r[i] + x[i];
  trm_mat3_apply_transposed(k->R, e, w);
  trm_mat3_apply_transposed(o->R, A, y);
  cross_right(k->R, a, Ra);
  find_entries(row, 3, list);
  int turn = list->turn[0], other = list->turn[1];
  int arm = other >= 0 && (b[0] != 0 || b[1] != 0 || b[2] != 0);
  for (int s = 0; s < 2 && turn >= 0; s++) {
    if (list->move[s] < 0) continue;
    /* a~ R' = -(R a~)' */
    put_block(list, list->move[s], turn, Ra, -row->c[s], 0, NULL, a);
    put_block(list, turn, list->move[s], Ra, -row->c[s], 1, a, NULL);
  }
  if (turn >= 0) {
    cross_right(unit, w, n);
    cross_left(a, n, m);
    put_block(list, turn, turn, m, 1, 0, a, NULL);
  }
  if (turn >= 0 && arm) {
    /* R_o b_o~ turned into k's axes; of the other's turns it is the transpose */
    cross_right(o->R, b, n);
    for (int i = 0; i < 9; i++) {
      both[i] = 0;
      for (int l = 0; l < 3; l++) both[i] += k->R[3 * l + i / 3] * n[3 * l + i % 3];
    }
    cross_left(a, both, m);
    put_block(list, turn, other, m, -1, 0, a, b);
    put_block(list, other, turn, m, -1, 1, b, a);
  }
  if (arm) {
    cross_right(unit, y, n);
    cross_left(b, n, m);
    put_block(list, other, other, m, 1, 0, b, NULL);
  }
  return list->count;
}

size_t trm_along_second(const TrmAlong *row, int planar, const TrmBodyMotion *bodies,
                        TrmBent out[TRM_ALONG_BENT]) {
  List list = {.out = out};
  return planar ? second_plane(row, bodies, &list) : second_space(row, bodies, &list);
}
