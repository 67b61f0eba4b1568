/* SPDX-License-Identifier: Apache-2.0
 *
 * Newton's matrix of partitioning, dense like its elimination. A change of y moves everything:
 * G T dx = dcourse, G du = -(phi')_q dq + dcourse', dq = T dx, and the accelerations by the same
 * factors as themselves, M da + G' dlambda = A, G da = C. Then dx' = T^-1 (du - T_x[dx] x'), and
 * each unit change gives a column of J = df/dy. I - gamma J is factored with partial pivoting, in
 * complex numbers too.
 */
#include "formulation/newton.h"
#include "formulation/partition.h"
#include "linalg/dense.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

struct TrmReduced {
  TrmFlow *flow;
  TrmSlopes *slopes;
  size_t n;       /* of y without work */
  double *slope;  /* J, n by n, by rows */
  double *matrix; /* I - gamma J, factored */
  size_t *swap;
  double complex *complex_matrix, *b; /* the same in complex numbers; NULL: none */
  size_t *complex_swap;
  double *dx, *dq, *du, *da, *out, *gap; /* columns; columns + rows + states; rows */
  double *course, *course_rate;          /* changes of courses, by motions */
  double *moved;                         /* changes of positions, n by columns: dx, then dq */
};

TrmReduced *trm_reduced_new(TrmArena *arena, TrmFlow *flow, int pair) {
  const TrmEquations *eq = flow->eq;
  size_t columns = eq->column_count + 1, all = columns + eq->row_count + eq->state_count;
  TrmReduced *r = trm_arena_alloc(arena, sizeof *r);
  r->flow = flow;
  r->n = flow->work;
  r->slopes = trm_slopes_new(arena, flow, 1);
  r->slope = trm_arena_array(arena, r->n * r->n + 1, sizeof(double));
  r->matrix = trm_arena_array(arena, r->n * r->n + 1, sizeof(double));
  if (pair) {
    r->complex_matrix = trm_arena_array(arena, r->n * r->n + 1, sizeof(double complex));
    r->complex_swap = trm_arena_array(arena, r->n + 1, sizeof *r->complex_swap);
    r->b = trm_arena_array(arena, r->n + 1, sizeof(double complex));
  }
  r->swap = trm_arena_array(arena, r->n + 1, sizeof *r->swap);
  r->du = trm_arena_array(arena, columns, sizeof(double));
  r->da = trm_arena_array(arena, columns, sizeof(double));
  r->out = trm_arena_array(arena, all, sizeof(double));
  r->gap = trm_arena_array(arena, eq->row_count + 1, sizeof(double));
  r->course = trm_arena_array(arena, 2 * eq->system->motion_count + 1, sizeof(double));
  r->course_rate = r->course + eq->system->motion_count;
  r->moved = trm_arena_array(arena, 2 * r->n * columns + 1, sizeof(double));
  return r;
}

/* which part of y element j is: 1 a position, 2 a velocity, 3 a state, 4 a course or its rate,
 * whose change is then set */
static int part_of(TrmReduced *r, size_t j) {
  const TrmFlow *flow = r->flow;
  const TrmSystem *system = flow->eq->system;
  memset(r->course, 0, 2 * system->motion_count * sizeof *r->course);
  if (j < flow->velocities) return 1;
  if (j < flow->states) return 2;
  if (j < flow->courses) return 3;
  size_t next = flow->courses;
  for (size_t i = 0; i < system->motion_count; i++) {
    if (system->motions[i].level > 0 && next++ == j) r->course[i] = 1;
    if (system->motions[i].level > 1 && next++ == j) r->course_rate[i] = 1;
  }
  return 4;
}

/* dx and dq by element j of y; p->lu holds the factors of G T */
static void move(TrmReduced *r, size_t j, int part) {
  const TrmFlow *flow = r->flow;
  const TrmEquations *eq = flow->eq;
  TrmPartition *p = flow->partition;
  memset(r->dx, 0, eq->column_count * sizeof *r->dx);
  memset(r->dq, 0, eq->column_count * sizeof *r->dq);
  if (part == 2 || part == 3) return;
  size_t own = part == 1 ? p->column[p->rank + j] : 0;
  for (size_t i = 0; i < p->rank; i++) {
    int course = eq->rows[p->row[i]].course;
    p->rhs[i] = course >= 0 ? r->course[course] : 0;
    if (part == 1) p->rhs[i] -= p->dense[p->row[i] * eq->column_count + own];
  }
  trm_partition_solve(p, p->rhs);
  for (size_t i = 0; i < p->rank; i++) r->dx[p->column[i]] = p->rhs[i];
  if (part == 1) r->dx[own] = 1;
  memcpy(r->dq, r->dx, eq->column_count * sizeof *r->dq);
  for (size_t b = 0; b < eq->body_count; b++) {
    double theta[3], T[9];
    const int *c = eq->body_column[b];
    if (!trm_partition_turn(flow, p, b, theta)) continue;
    trm_partition_tangent(theta, 0, T);
    trm_mat3_apply(T, r->dx + c[3], r->dq + c[3]);
  }
}

/* du by element j of y; p->lu holds the factors of G */
static void speed(TrmReduced *r, size_t j, int part) {
  const TrmFlow *flow = r->flow;
  const TrmEquations *eq = flow->eq;
  TrmPartition *p = flow->partition;
  memset(r->du, 0, eq->column_count * sizeof *r->du);
  if (part == 3) return;
  size_t own = part == 2 ? p->column[p->rank + j - flow->velocities] : 0;
  memset(r->gap, 0, eq->row_count * sizeof *r->gap);
  trm_slopes_close(r->slopes, -1, r->dq, r->gap);
  for (size_t i = 0; i < p->rank; i++) {
    int course = eq->rows[p->row[i]].course;
    p->rhs[i] = r->gap[p->row[i]] + (course >= 0 ? r->course_rate[course] : 0);
    if (part == 2) p->rhs[i] -= p->dense[p->row[i] * eq->column_count + own];
  }
  trm_partition_solve(p, p->rhs);
  for (size_t i = 0; i < p->rank; i++) r->du[p->column[i]] = p->rhs[i];
  if (part == 2) r->du[own] = 1;
}

/* T_x[d] y of T = 1 + a x~ + b x~ x~ */
static void bend(const double x[3], const double d[3], const double y[3], double out[3]) {
  double t2 = trm_vec3_dot(x, x), t = sqrt(t2), a, b, a1, b1; /* a1, b1: slopes over t */
  if (t > 0.1) {
    double s = sin(t), c = cos(t);
    a = -(1 - c) / t2;
    b = (t - s) / (t2 * t);
    a1 = (-s / t + 2 * (1 - c) / t2) / t2;
    b1 = ((1 - c) / t2 - 3 * (t - s) / (t2 * t)) / t2;
  } else {
    a = -0.5 + t2 * (1.0 / 24 - t2 * (1.0 / 720 - t2 / 40320));
    b = 1.0 / 6 - t2 * (1.0 / 120 - t2 * (1.0 / 5040 - t2 / 362880));
    a1 = 1.0 / 12 - t2 * (1.0 / 180 - t2 * (1.0 / 6720 - t2 / 453600));
    b1 = -1.0 / 60 + t2 * (1.0 / 1260 - t2 * (1.0 / 60480 - t2 / 4989600));
  }
  double along = trm_vec3_dot(x, d), xy[3], xxy[3], dy[3], dxy[3], xdy[3];
  trm_vec3_cross(x, y, xy);
  trm_vec3_cross(x, xy, xxy);
  trm_vec3_cross(d, y, dy);
  trm_vec3_cross(d, xy, dxy);
  trm_vec3_cross(x, dy, xdy);
  for (int k = 0; k < 3; k++)
    out[k] = along * (a1 * xy[k] + b1 * xxy[k]) + a * dy[k] + b * (dxy[k] + xdy[k]);
}

/* the changes of x': T^-1 (du - T_x[dx] x') on turns, by columns */
static void rates(TrmReduced *r, double *out) {
  const TrmFlow *flow = r->flow;
  const TrmEquations *eq = flow->eq;
  const TrmPartition *p = flow->partition;
  memcpy(out, r->du, eq->column_count * sizeof *out);
  for (size_t b = 0; b < eq->body_count; b++) {
    double theta[3], T[9], pace[3], bent[3], left[3];
    const int *c = eq->body_column[b];
    if (!trm_partition_turn(flow, p, b, theta)) continue;
    trm_partition_tangent(theta, 1, T);
    trm_mat3_apply(T, flow->state->body[b].w, pace);
    bend(theta, r->dx + c[3], pace, bent);
    trm_vec3_add(r->du + c[3], -1, bent, left);
    trm_mat3_apply(T, left, out + c[3]);
  }
}

/* column j of J, from dx, dq and du */
static TrmStatus put_column(TrmReduced *r, size_t j, int part) {
  TrmFlow *flow = r->flow;
  const TrmEquations *eq = flow->eq;
  const TrmPartition *p = flow->partition;
  size_t n = r->n, columns = eq->column_count, first = columns + eq->row_count;
  double *slope = r->slope + j, *out = r->out;
  memset(out, 0, (first + eq->state_count) * sizeof *out);
  trm_slopes_apply(r->slopes, TRM_BY_POSITION, 1, r->dq, out);
  trm_slopes_apply(r->slopes, TRM_BY_VELOCITY, 1, r->du, out);
  for (size_t i = 0; part == 3 && i < r->slopes->count[TRM_BY_STATE]; i++) {
    const TrmSlope *e = &r->slopes->entry[TRM_BY_STATE][i];
    if (e->column == j - flow->states) out[e->row] += e->value;
  }
  TrmStatus status = flow->solver->type->solve(flow->solver, out, out + columns, r->da, NULL);
  if (status != TRM_OK) return status;
  for (size_t i = 0; i < eq->state_count; i++) slope[(flow->states + i) * n] = out[first + i];
  rates(r, out);
  for (size_t k = 0; k < p->freedoms; k++) {
    slope[k * n] = out[p->column[p->rank + k]];
    slope[(flow->velocities + k) * n] = r->da[p->column[p->rank + k]];
  }
  size_t at = flow->courses;
  for (size_t i = 0; i < eq->system->motion_count; i++) {
    int level = eq->system->motions[i].level;
    if (level > 1) slope[at * n] = r->course_rate[i];
    at += (size_t)level;
  }
  return TRM_OK;
}

/* changes of positions by every element of y, with G T; then G is in its place */
static TrmStatus move_all(TrmReduced *r) {
  const TrmFlow *flow = r->flow;
  TrmPartition *p = flow->partition;
  size_t columns = flow->eq->column_count;
  trm_partition_spread(flow, p->dense);
  trm_partition_transform(flow, p);
  if (!(trm_partition_factor(flow, p) > 1e-12)) return TRM_RETRY;
  for (size_t j = 0; j < r->n; j++) {
    r->dx = r->moved + 2 * columns * j;
    r->dq = r->dx + columns;
    move(r, j, part_of(r, j));
  }
  trm_partition_spread(flow, p->dense);
  return trm_partition_factor(flow, p) > 1e-12 ? TRM_OK : TRM_RETRY;
}

TrmStatus trm_reduced_take(TrmReduced *r) {
  TrmFlow *flow = r->flow;
  size_t n = r->n, columns = flow->eq->column_count;
  trm_slopes_fill(r->slopes);
  memset(r->slope, 0, n * n * sizeof *r->slope);
  TrmStatus status = move_all(r);
  if (status == TRM_OK) status = flow->solver->type->factor(flow->solver, flow->state);
  for (size_t j = 0; j < n && status == TRM_OK; j++) {
    int part = part_of(r, j);
    r->dx = r->moved + 2 * columns * j;
    r->dq = r->dx + columns;
    speed(r, j, part);
    status = put_column(r, j, part);
  }
  return status == TRM_OK ? TRM_OK : TRM_RETRY;
}

TrmStatus trm_reduced_factor(TrmReduced *r, double gamma) {
  size_t n = r->n;
  for (size_t i = 0; i < n * n; i++) r->matrix[i] = (i / n == i % n ? 1 : 0) - gamma * r->slope[i];
  return trm_dense_factor(n, r->matrix, r->swap) ? TRM_OK : TRM_RETRY;
}

TrmStatus trm_reduced_complex_factor(TrmReduced *r, double re, double im) {
  size_t n = r->n;
  for (size_t i = 0; i < n * n; i++)
    r->complex_matrix[i] = (i / n == i % n ? 1 : 0) - trm_complex(re, im) * r->slope[i];
  return trm_dense_factor_complex(n, r->complex_matrix, r->complex_swap) ? TRM_OK : TRM_RETRY;
}

TrmStatus trm_reduced_solve(TrmReduced *r, double *b) {
  trm_dense_solve(r->n, r->matrix, r->swap, b);
  return TRM_OK;
}

TrmStatus trm_reduced_complex_solve(TrmReduced *r, double *re, double *im) {
  for (size_t i = 0; i < r->n; i++) r->b[i] = trm_complex(re[i], im[i]);
  trm_dense_solve_complex(r->n, r->complex_matrix, r->complex_swap, r->b);
  for (size_t i = 0; i < r->n; i++) re[i] = creal(r->b[i]), im[i] = cimag(r->b[i]);
  return TRM_OK;
}
