/* SPDX-License-Identifier: Apache-2.0
 *
 * Newton's matrix with a complex h = gamma, for methods whose stages are coupled by a pair of
 * complex numbers. The slopes are those of the real matrix, which see in newton.c.
 */
#include "formulation/newton_data.h"
#include "linalg/dense.h"
#include <math.h>
#include <string.h>

struct TrmNewtonComplex {
  TrmSparse *matrix;
  double complex shift;
  double complex (*B)[3];
  double complex *b, *rest, *more;   /* n */
  double complex *rho_q, *dq;        /* columns */
  double *part, *other, *u, *h_part; /* columns: one part of complex numbers */
};

struct TrmNewtonComplex *trm_newton_complex_new(TrmArena *arena, TrmNewton *w,
                                                const TrmPattern *pattern) {
  struct TrmNewtonComplex *z = trm_arena_alloc(arena, sizeof *z);
  z->matrix = trm_sparse_new_complex(arena, pattern);
  z->B = trm_arena_array(arena, w->columns + 1, sizeof *z->B);
  for (size_t k = 0; k < w->columns; k++) z->B[k][0] = 1;
  z->b = trm_arena_array(arena, w->n + 1, sizeof *z->b);
  z->rest = trm_arena_array(arena, w->n + 1, sizeof *z->rest);
  z->more = trm_arena_array(arena, w->n + 1, sizeof *z->more);
  z->rho_q = trm_arena_array(arena, w->columns + 1, sizeof *z->rho_q);
  z->dq = trm_arena_array(arena, w->columns + 1, sizeof *z->dq);
  z->part = trm_arena_array(arena, 4 * w->columns + 1, sizeof *z->part);
  z->other = z->part + w->columns;
  z->u = z->other + w->columns;
  z->h_part = z->u + w->columns;
  return z;
}

void trm_newton_complex_renew(TrmNewton *w) {
  trm_sparse_renew(w->pair->matrix);
}

/* B of each body's turns */
static void lay_turns(const TrmNewton *w, struct TrmNewtonComplex *z) {
  const TrmEquations *eq = w->flow->eq;
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    const TrmNewtonTurn *t = &w->at[i];
    double n = t->length;
    if (c[5] >= 0 && c[3] < 0) z->B[c[5]][0] = 1 / n;
    if (c[3] < 0) continue;
    double complex half = z->shift / 2, b[3] = {half * t->w[0], half * t->w[1], half * t->w[2]};
    double complex skew[9] = {0, -b[2], b[1], b[2], 0, -b[0], -b[1], b[0], 0};
    double complex all = n * n + b[0] * b[0] + b[1] * b[1] + b[2] * b[2];
    for (int k = 0; k < 9; k++)
      z->B[c[3 + k / 3]][k % 3] = ((k % 4 == 0) * n - skew[k] + b[k / 3] * b[k % 3] / n) / all;
  }
}

static void add(double *value, size_t slot, double complex number) {
  value[2 * slot] += creal(number);
  value[2 * slot + 1] += cimag(number);
}

static void put_slopes(const TrmNewton *w, const struct TrmNewtonComplex *z, double *value) {
  const TrmSlopes *s = w->slopes;
  double complex h = z->shift, h2 = h * h;
  for (size_t i = 0; i < s->count[TRM_BY_POSITION]; i++) {
    const TrmSlope *e = &s->entry[TRM_BY_POSITION][i];
    for (int k = 0; k < w->wide[e->column]; k++)
      add(value, w->slot[i][k], -e->value * (h2 * z->B[e->column][k]));
  }
  for (size_t i = 0; i < s->count[TRM_BY_VELOCITY]; i++)
    add(value, w->flat[0][i], -s->entry[TRM_BY_VELOCITY][i].value * h);
  for (size_t i = 0; i < s->count[TRM_BY_STATE]; i++)
    add(value, w->flat[1][i], -s->entry[TRM_BY_STATE][i].value * h);
}

TrmStatus trm_newton_complex_factor(TrmNewton *w, double re, double im) {
  struct TrmNewtonComplex *z = w->pair;
  double *value = trm_sparse_values(z->matrix);
  z->shift = trm_complex(re, im);
  lay_turns(w, z);
  memset(value, 0, 2 * trm_sparse_entries(z->matrix) * sizeof *value);
  trm_newton_put_fixed(w, value, 2);
  put_slopes(w, z, value);
  TrmStatus status = trm_sparse_factor(z->matrix);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  return status == TRM_OK ? TRM_OK : TRM_RETRY;
}

/* dq = B x */
static void move_along(const TrmNewton *w, const double complex *x, double complex *dq) {
  for (size_t k = 0; k < w->columns; k++) {
    const double complex *B = w->pair->B[k], *from = x + w->first[k];
    dq[k] = w->wide[k] == 1 ? B[0] * from[0] : B[0] * from[0] + B[1] * from[1] + B[2] * from[2];
  }
}

/* courses, and their part in the rows' right-hand sides */
static void take_courses(const TrmNewton *w, double *re, double *im) {
  const TrmFlow *flow = w->flow;
  const TrmSystem *system = flow->eq->system;
  struct TrmNewtonComplex *z = w->pair;
  TrmLaw law = trm_flow_law(flow);
  size_t at = flow->courses;
  for (size_t i = 0; i < system->motion_count; i++) {
    int level = system->motions[i].level, row = flow->eq->motion_row[i];
    if (level < 1) continue;
    double complex value = trm_complex(re[at], im[at]), rate = 0;
    if (level > 1) rate = trm_complex(re[at + 1], im[at + 1]);
    value += z->shift * rate;
    re[at] = creal(value);
    im[at] = cimag(value);
    if (row >= 0)
      z->b[w->columns + (size_t)row] += z->shift * (law.stiffness * value + 2 * law.damping * rate);
    at += (size_t)level;
  }
}

/* M rho_u, G rho_u and rho_z of one part, times `unit` */
static void take_rest(const TrmNewton *w, const double *r, double complex unit) {
  const TrmFlow *flow = w->flow;
  const TrmEquations *eq = flow->eq;
  struct TrmNewtonComplex *z = w->pair;
  const double *rho_u = r + flow->velocities;
  trm_weights_apply(eq, &w->masses, rho_u, z->u);
  for (size_t k = 0; k < w->columns; k++) z->b[k] += unit * z->u[k];
  for (size_t i = 0; i < eq->row_count; i++)
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      z->b[w->columns + i] += unit * (w->G[k] * rho_u[eq->column[k]]);
  for (size_t i = 0; i < eq->state_count; i++)
    z->b[w->columns + w->rows + i] += unit * r[flow->states + i];
}

/* the largest part of a vector */
static double largest(const double complex *x, size_t n) {
  double most = 0;
  for (size_t i = 0; i < n; i++) most = fmax(most, cabs(x[i]));
  return most;
}

/* the system itself, then again for what eps D and old pivots have left, until that is little */
static TrmStatus solve_rows(const TrmNewton *w) {
  struct TrmNewtonComplex *z = w->pair;
  memcpy(z->rest, z->b, w->n * sizeof *z->b);
  TrmStatus status = trm_sparse_solve(z->matrix, (double *)z->b, 1);
  for (int round = 0; round < TRM_REFINEMENTS && status == TRM_OK; round++) {
    trm_sparse_apply(z->matrix, (const double *)z->b, (double *)z->more);
    for (size_t i = 0; i < w->n; i++) z->more[i] = z->rest[i] - z->more[i];
    for (size_t i = 0; i < w->rows; i++)
      z->more[w->columns + i] -= w->eps[i] * z->b[w->columns + i];
    status = trm_sparse_solve(z->matrix, (double *)z->more, 1);
    for (size_t i = 0; i < w->n && status == TRM_OK; i++) z->b[i] += z->more[i];
    if (largest(z->more, w->n) <= TRM_REFINED * largest(z->b, w->n)) break;
  }
  return status;
}

/* one part of the solution into y: the real one, or the imaginary one */
static void give(const TrmNewton *w, int imaginary, double *r) {
  const TrmFlow *flow = w->flow;
  struct TrmNewtonComplex *z = w->pair;
  for (size_t k = 0; k < w->columns; k++) {
    double complex turned = z->shift * z->dq[k];
    z->part[k] = imaginary ? cimag(z->dq[k]) : creal(z->dq[k]);
    z->h_part[k] = imaginary ? cimag(turned) : creal(turned);
    r[flow->velocities + k] = imaginary ? cimag(z->b[k]) : creal(z->b[k]);
  }
  trm_newton_give_positions(w, z->part, z->h_part, r);
  for (size_t i = 0; i < flow->eq->state_count; i++) {
    double complex state = z->b[w->columns + w->rows + i];
    r[flow->states + i] = imaginary ? cimag(state) : creal(state);
  }
}

TrmStatus trm_newton_complex_solve(TrmNewton *w, double *re, double *im) {
  struct TrmNewtonComplex *z = w->pair;
  const TrmSlopes *s = w->slopes;
  memset(z->b, 0, w->n * sizeof *z->b);
  trm_newton_take_positions(w, re, z->part);
  trm_newton_take_positions(w, im, z->other);
  for (size_t k = 0; k < w->columns; k++) z->rho_q[k] = trm_complex(z->part[k], z->other[k]);
  take_courses(w, re, im);
  move_along(w, z->rho_q, z->dq);
  for (size_t i = 0; i < s->count[TRM_BY_POSITION]; i++) {
    const TrmSlope *e = &s->entry[TRM_BY_POSITION][i];
    z->b[e->row] += z->shift * (e->value * z->dq[e->column]);
  }
  take_rest(w, re, 1);
  take_rest(w, im, trm_complex(0, 1));
  TrmStatus status = solve_rows(w);
  if (status != TRM_OK) return status;
  for (size_t k = 0; k < w->columns; k++) z->rho_q[k] += z->shift * z->b[k];
  move_along(w, z->rho_q, z->dq);
  give(w, 0, re);
  give(w, 1, im);
  return TRM_OK;
}

size_t trm_newton_complex_pivots(const TrmNewton *w) {
  return trm_sparse_count(w->pair->matrix)->factorisations;
}
