/* SPDX-License-Identifier: Apache-2.0
 *
 * Modes: eigenvalues of A, ordered by frequency, its right vectors, and what they mean for bodies
 * and elements. With q and u the columns that go with a vector, the kinetic energy of a body is
 * u*M u/2, the strain energy of an element -Re(q*Q_q q)/2 with the slopes Q_q of what it puts on
 * the bodies, the power that a damper takes -Re(u*Q_u u)/2; joints under load have
 * Re(q*(G'lambda)_q q)/2.
 */
#include "analysis/linearize_solve.h"
#include "linalg/eigen.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "system/forces.h"
#include "system/second.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* an eigenvalue on the way to its place */
typedef struct Value {
  double re, im, size;
  size_t from;
} Value;

static int compare(const void *a, const void *b) {
  const Value *p = a, *q = b;
  if (p->size != q->size) return p->size < q->size ? -1 : 1;
  if (p->re != q->re) return p->re < q->re ? -1 : 1;
  return p->from < q->from ? -1 : p->from > q->from;
}

/* ascending by size; a pair stays together, im > 0 first */
void trm_linear_sort(TrmLinear *l) {
  size_t n = l->order, count = l->values, modes = 0, kept = 0;
  Value *v = trm_arena_array(l->arena, count + 1, sizeof *v);
  double *vector = trm_arena_array(l->arena, n * count + 1, sizeof *vector);
  for (size_t k = 0; k < count; k++) {
    size_t first = l->im[k] < 0 && k ? k - 1 : k;
    v[k] = (Value){l->re[first], l->im[k], hypot(l->re[first], l->im[first]), k};
  }
  if (count) qsort(v, count, sizeof *v, compare);
  for (size_t k = 0; k < count; k++) {
    l->re[k] = v[k].re;
    l->im[k] = v[k].im;
    memcpy(vector + k * n, l->vector + v[k].from * n, n * sizeof *vector);
    modes += !(v[k].im < 0);
    if (!l->modes || modes <= l->modes) kept = k + 1;
  }
  l->vector = vector;
  l->values = kept;
}

int trm_linear_complain(TrmLinear *l, TrmStatus status) {
  if (status == TRM_BAD_FILE) {
    trm_log_add(l->log, TRM_E_NO_LAPACK, TRM_NOWHERE, NULL,
                l->large ? "eigenvalues of a model of %zu states need the library ARPACK, which is "
                           "not installed"
                         : "eigenvalues need the library LAPACK, which is not installed",
                l->order);
    trm_log_hint(l->log, "on Debian and Ubuntu: apt install %s",
                 l->large ? "libarpack2" : "liblapack3");
  } else {
    trm_log_add(l->log, TRM_E_LINEAR_SINGULAR, TRM_NOWHERE, NULL,
                "the eigenvalues of the linear model were not found");
  }
  return 0;
}

int trm_linear_modes(TrmLinear *l) {
  size_t n = l->order;
  double *A = trm_arena_array(l->arena, n * n + 1, sizeof *A);
  l->re = trm_arena_array(l->arena, 2 * n + 2, sizeof *l->re);
  l->im = l->re + n + 1;
  l->vector = trm_arena_array(l->arena, n * n + 1, sizeof *l->vector);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) A[j * n + i] = l->A[i * n + j];
  TrmStatus status = trm_eigen_general(l->arena, n, A, l->re, l->im, l->vector);
  if (status != TRM_OK) return trm_linear_complain(l, status);
  l->values = n;
  trm_linear_sort(l);
  return 1;
}

/* where slopes of an element are gathered */
typedef struct Pass {
  TrmLinear *l;
  size_t element;
  int by_velocity;
} Pass;

static void put(Pass *pass, int by_velocity, size_t row, size_t column, double value) {
  TrmLinear *l = pass->l;
  TrmLinearElement entry = {pass->element, by_velocity, row, column, value};
  if (value != 0) TRM_PUSH(l->arena, l->elements, l->element_count, l->element_capacity, entry);
}

static void put_position(void *context, size_t row, size_t column, double value) {
  put(context, 0, row, column, -value);
}

static void put_velocity(void *context, size_t row, size_t column, double value) {
  put(context, 1, row, column, -value);
}

static void put_bend(void *context, size_t row, size_t column, double value) {
  put(context, 0, row, column, value);
}

/* slopes of all elements, and of joints under load as the last */
static void gather(TrmLinear *l) {
  size_t forces = l->eq->system->force_count;
  Pass pass = {.l = l};
  TrmForceSlopes slopes = {
      .force_by_position = put_position, .force_by_velocity = put_velocity, .context = &pass};
  for (pass.element = 0; pass.element < forces; pass.element++)
    trm_force_slopes(l->eq, l->flow->state, pass.element, &slopes);
  trm_equations_bend(l->eq, l->flow->state, l->m->lambda, put_bend, &pass);
  l->mode.kinetic = trm_arena_array(l->arena, l->eq->body_count + 1, sizeof(double));
  l->mode.strain = trm_arena_array(l->arena, forces + 1, sizeof(double));
  l->mode.dissipation = trm_arena_array(l->arena, forces + 1, sizeof(double));
  l->mode.shape = trm_arena_array(l->arena, 12 * l->eq->body_count + 1, sizeof(double));
  l->mode_columns = trm_arena_array(l->arena, 4 * l->eq->column_count + 4, sizeof(double));
  l->gathered = 1;
}

void trm_linear_part(const TrmLinear *l, size_t k, size_t i, double out[2]) {
  size_t n = l->order, first = l->im[k] < 0 ? k - 1 : k;
  out[0] = l->vector[first * n + i];
  out[1] = l->im[k] == 0 ? 0 : l->vector[(first + 1) * n + i];
  if (l->im[k] < 0) out[1] = -out[1];
}

/* columns of q and u: q real, q imaginary, u real, u imaginary */
static void find_columns(TrmLinear *l, size_t k) {
  size_t n = l->eq->column_count, f = l->positions;
  double *c = l->mode_columns;
  memset(c, 0, 4 * n * sizeof *c);
  for (size_t j = 0; j < f + l->rates; j++) {
    double x[2];
    const double *u = j < f ? l->u_S + j * n : l->u_W + (j - f) * n;
    trm_linear_part(l, k, j, x);
    for (int p = 0; p < 2; p++) {
      if (x[p] == 0) continue;
      for (size_t i = 0; i < n; i++) c[(size_t)(2 + p) * n + i] += x[p] * u[i];
      for (size_t i = 0; i < n && j < f; i++) c[(size_t)p * n + i] += x[p] * l->q_S[j * n + i];
    }
  }
}

/* the same from the factors, where there are no tangents of each state */
static void solve_columns(TrmLinear *l, size_t k) {
  size_t n = l->eq->column_count;
  TrmLinearRoom *room = l->room;
  for (size_t j = 0; j < l->order; j++) {
    double x[2];
    trm_linear_part(l, k, j, x);
    room->x[j] = x[0];
    room->x[l->order + j] = x[1];
  }
  trm_linear_tangents(l, room, 2);
  memcpy(l->mode_columns, room->dq, 2 * n * sizeof *room->dq);
  memcpy(l->mode_columns + 2 * n, room->du, 2 * n * sizeof *room->du);
}

/* moves and turns of the bodies in ground axes, the largest of them 1 and real, turns measured by
 * a typical arm; what they were divided by is left in l->mode.factor */
static void find_shape(TrmLinear *l) {
  size_t n = l->eq->column_count;
  double most = 0, by[2] = {1, 0}, *shape = l->mode.shape;
  for (size_t b = 0; b < l->eq->body_count; b++) {
    trm_linear_twist(l, b, l->mode_columns, shape + 12 * b);
    trm_linear_twist(l, b, l->mode_columns + n, shape + 12 * b + 6);
    for (int k = 0; k < 6; k++) {
      double re = shape[12 * b + (size_t)k], im = shape[12 * b + 6 + (size_t)k];
      double size = hypot(re, im) * (k < 3 ? 1 : l->eq->length[b]);
      if (size <= most * (1 + 1e-9)) continue;
      most = size;
      by[0] = re * (k < 3 ? 1 : l->eq->length[b]);
      by[1] = im * (k < 3 ? 1 : l->eq->length[b]);
    }
  }
  double square = by[0] * by[0] + by[1] * by[1];
  /* nothing moves in a mode of states alone */
  l->mode.factor[0] = most > 0 ? by[0] : 0;
  l->mode.factor[1] = most > 0 ? by[1] : 0;
  for (size_t i = 0; i < 12 * l->eq->body_count && square > 0; i++) {
    if (i % 12 > 5) continue;
    double re = shape[i], im = shape[i + 6];
    shape[i] = (re * by[0] + im * by[1]) / square;
    shape[i + 6] = (im * by[0] - re * by[1]) / square;
  }
}

static void to_parts(double *x, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += fabs(x[i]);
  for (size_t i = 0; i < count && sum > 0; i++) x[i] /= sum;
}

static void find_kinetic(TrmLinear *l) {
  const TrmSystem *system = l->eq->system;
  size_t n = l->eq->column_count;
  for (size_t b = 0; b < l->eq->body_count; b++) {
    const int *c = l->eq->body_column[b];
    double sum = 0;
    for (int p = 2; p < 4; p++) {
      const double *u = l->mode_columns + (size_t)p * n;
      for (int k = 0; k < 3; k++)
        if (c[k] >= 0) sum += system->bodies[b].mass * u[c[k]] * u[c[k]];
      for (int k = 0; k < 9; k++)
        if (c[3 + k / 3] >= 0 && c[3 + k % 3] >= 0)
          sum += system->bodies[b].inertia_b[k] * u[c[3 + k / 3]] * u[c[3 + k % 3]];
    }
    l->mode.kinetic[b] = sum;
  }
  to_parts(l->mode.kinetic, l->eq->body_count);
}

static void find_elements(TrmLinear *l) {
  size_t n = l->eq->column_count, count = l->eq->system->force_count + 1;
  const double *c = l->mode_columns;
  memset(l->mode.strain, 0, count * sizeof(double));
  memset(l->mode.dissipation, 0, count * sizeof(double));
  for (size_t i = 0; i < l->element_count; i++) {
    const TrmLinearElement *e = &l->elements[i];
    const double *x = c + (e->by_velocity ? 2 * n : 0);
    double *to = e->by_velocity ? l->mode.dissipation : l->mode.strain;
    to[e->element] += e->value * (x[e->row] * x[e->column] + x[n + e->row] * x[n + e->column]);
  }
  to_parts(l->mode.strain, count);
  to_parts(l->mode.dissipation, count);
}

/* 1 when moves and turns go round as the bodies spin, -1 when the other way, 0 in a plane */
static double find_whirl(const TrmLinear *l) {
  double sum = 0, size = 0, w[3], cross[3];
  for (size_t b = 0; b < l->eq->body_count; b++) {
    const TrmBodyMotion *m = &l->m->state->body[b];
    const double *s = l->mode.shape + 12 * b;
    const TrmBody *body = &l->eq->system->bodies[b];
    trm_mat3_apply(m->R, m->w, w);
    double spin = trm_vec3_norm(w);
    if (!(spin > 1e-9)) continue;
    for (int k = 0; k < 2; k++) {
      double weight = k ? body->inertia_b[0] + body->inertia_b[4] + body->inertia_b[8] : body->mass;
      /* Re(x e^it) turns as im x cross re x */
      trm_vec3_cross(s + 6 + 3 * k, s + 3 * k, cross);
      sum += 2 * weight * trm_vec3_dot(cross, w) / spin;
      size += weight *
              (trm_vec3_dot(s + 3 * k, s + 3 * k) + trm_vec3_dot(s + 6 + 3 * k, s + 6 + 3 * k));
    }
  }
  return size > 0 ? sum / size : 0;
}

const TrmLinearMode *trm_linear_mode(TrmLinear *l, size_t k) {
  if (!l->gathered) gather(l);
  if (l->large)
    solve_columns(l, k);
  else
    find_columns(l, k);
  find_shape(l);
  find_kinetic(l);
  find_elements(l);
  l->mode.whirl = l->im[k] != 0 ? find_whirl(l) : 0;
  return &l->mode;
}
