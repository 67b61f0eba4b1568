/* SPDX-License-Identifier: Apache-2.0
 *
 * Bench of solvers: a model with all ways of elimination, shaken by random forces and velocities,
 * and how well an answer balances.
 */
#ifndef TRM_TESTS_SOLVER_BENCH_H
#define TRM_TESTS_SOLVER_BENCH_H

#include "analysis/mechanism.h"
#include "check.h"
#include "formulation/solver.h"
#include "trammel/trammel.h"

enum { MOST_SOLVERS = 8, PUSH = 10 };

/* a model under test */
typedef struct Bench {
  TrmArena *arena;
  TrmLog *log;
  TrmModel *model;
  TrmSystem *system;
  TrmMechanism *m;
  TrmSolver *solver[MOST_SOLVERS];
  const char *why[MOST_SOLVERS];
  size_t count;
  double *Q, *a[MOST_SOLVERS], *lambda[MOST_SOLVERS], *f, *u, *G, *gamma;
  int still; /* at rest */
} Bench;

static inline void bench_lay_out(void *context) {
  Bench *b = context;
  b->m = trm_mechanism_new(b->arena, b->system, b->log);
  if (!b->m) return;
  const TrmEquations *eq = b->m->eq;
  size_t n = eq->column_count + 1, rows = eq->row_count + 1;
  b->Q = trm_arena_array(b->arena, n, sizeof(double));
  b->f = trm_arena_array(b->arena, n, sizeof(double));
  b->u = trm_arena_array(b->arena, n, sizeof(double));
  b->G = trm_arena_array(b->arena, eq->entry_count + 1, sizeof(double));
  b->gamma = trm_arena_array(b->arena, rows, sizeof(double));
  for (const TrmSolverType *const *type = trm_solvers; *type; type++) {
    b->why[b->count] = NULL;
    b->a[b->count] = trm_arena_array(b->arena, n, sizeof(double));
    b->lambda[b->count] = trm_arena_array(b->arena, rows, sizeof(double));
    b->solver[b->count] = (*type)->make(b->arena, eq, &b->why[b->count]);
    b->count++;
  }
}

static inline double bench_largest(const double *x, size_t count) {
  double size = 0;
  for (size_t i = 0; i < count; i++) size = fmax(size, fabs(x[i]));
  return size;
}

/* M x of the bodies */
static inline void bench_apply_masses(const TrmEquations *eq, const double *x, double *y) {
  memset(y, 0, eq->column_count * sizeof *y);
  for (size_t i = 0; i < eq->body_count; i++) {
    const TrmBody *body = &eq->system->bodies[i];
    const int *c = eq->body_column[i];
    for (int k = 0; k < 3; k++) {
      if (c[k] >= 0) y[c[k]] = body->mass * x[c[k]];
      for (int l = 0; l < 3; l++)
        if (c[3 + k] >= 0 && c[3 + l] >= 0) y[c[3 + k]] += body->inertia_b[3 * k + l] * x[c[3 + l]];
    }
  }
}

/* how far M a + G' lambda is from f, and G a from gamma, to the size of what is balanced */
static inline double bench_balance(Bench *b, const double *a, const double *lambda) {
  const TrmEquations *eq = b->m->eq;
  const TrmState *state = b->m->state;
  double *out = b->u, force = 1e-300, rate = 1, worst = 0;
  bench_apply_masses(eq, a, out);
  for (size_t k = 0; k < eq->column_count; k++) {
    double f = b->Q[k];
    force = fmax(force, fmax(fabs(out[k]), fabs(f)));
    out[k] -= f;
  }
  for (size_t i = 0; i < eq->body_count; i++) {
    const double *I = eq->system->bodies[i].inertia_b, *w = state->body[i].w;
    const int *c = eq->body_column[i];
    double h[3];
    for (int k = 0; k < 3; k++) h[k] = I[3 * k] * w[0] + I[3 * k + 1] * w[1] + I[3 * k + 2] * w[2];
    for (int k = 0; k < 3 && c[3] >= 0; k++)
      out[c[3 + k]] += w[(k + 1) % 3] * h[(k + 2) % 3] - w[(k + 2) % 3] * h[(k + 1) % 3];
  }
  for (size_t i = 0; i < eq->row_count; i++) {
    double sum = -b->gamma[i], size = fabs(b->gamma[i]);
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) {
      double push = b->G[k] * lambda[i], part = b->G[k] * a[eq->column[k]];
      out[eq->column[k]] += push;
      force = fmax(force, fabs(push));
      sum += part;
      size = fmax(size, fabs(part));
    }
    rate = fmax(rate, size);
    worst = fmax(worst, fabs(sum));
  }
  return fmax(worst / rate, bench_largest(out, eq->column_count) / force);
}

/* random forces and velocities; these made to fit the joints, or not */
static inline int bench_shake(Bench *b, int fits) {
  const TrmEquations *eq = b->m->eq;
  TrmState *state = b->m->state;
  TrmSolver *sparse = b->solver[b->count - 1];
  for (size_t k = 0; k < eq->column_count; k++) {
    b->Q[k] = check_random(-1, 1);
    b->u[k] = b->still ? 0 : check_random(-1, 1);
  }
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      const TrmBody *body = &eq->system->bodies[i];
      int c = eq->body_column[i][k];
      if (c >= 0) b->Q[c] *= PUSH * (k < 3 ? body->mass : body->inertia_b[4 * (k - 3)]);
    }
  trm_equations_position(eq, state, NULL, b->G, b->gamma);
  if (fits) {
    if (sparse->type->factor(sparse, state) != TRM_OK) return 0;
    for (size_t i = 0; i < eq->row_count; i++) b->gamma[i] = -b->gamma[i];
    bench_apply_masses(eq, b->u, b->f);
    if (sparse->type->solve(sparse, b->f, b->gamma, b->u, NULL) != TRM_OK) return 0;
  }
  trm_state_set_velocity(eq, state, b->u);
  trm_equations_position(eq, state, NULL, b->G, NULL);
  trm_equations_gamma(eq, state, b->gamma);
  return 1;
}

static inline void bench_release(Bench *b) {
  trm_arena_free(b->arena);
  trm_system_free(b->system);
  trm_model_free(b->model);
  trm_log_free(b->log);
}

/* assemble; 0 when the model cannot be moved by forces */
static inline int bench_start(Bench *b) {
  b->arena = trm_arena_new();
  if (b->model && !b->system) trm_system_compile(b->model, b->log, &b->system);
  if (!b->system || !b->arena || trm_guard(bench_lay_out, b) != TRM_OK || !b->m) return 0;
  size_t body;
  if (!trm_solver_masses(b->m->eq, &body)) return 0;
  return trm_mechanism_assemble(b->m, b->log) == TRM_OK;
}

#endif
