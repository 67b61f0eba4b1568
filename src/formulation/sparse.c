/* SPDX-License-Identifier: Apache-2.0
 *
 * The solver `sparse`: the whole block system by KLU. It applies to every model; parameters of
 * curves and bodies without mass have weight zero, which is right as long as the constraints hold
 * them.
 */
#include "formulation/saddle.h"
#include "formulation/ways.h"

typedef struct Sparse {
  TrmSolver solver;
  TrmSaddle *saddle;
  TrmWeights masses;
  double *G, *f, *g;
} Sparse;

static TrmSolver *make(TrmArena *arena, const TrmEquations *eq, const char **why) {
  Sparse *s = trm_arena_alloc(arena, sizeof *s);
  (void)why;
  s->solver = (TrmSolver){.type = &trm_solver_sparse, .eq = eq, .softness = trm_saddle_softness()};
  s->saddle = trm_saddle_new(arena, eq);
  s->masses = trm_weights_new(arena, eq);
  s->G = trm_arena_array(arena, eq->entry_count + 1, sizeof(double));
  s->f = trm_arena_array(arena, eq->column_count + 1, sizeof(double));
  s->g = trm_arena_array(arena, eq->row_count + 1, sizeof(double));
  for (size_t i = 0; i < eq->body_count; i++) {
    const TrmBody *body = &eq->system->bodies[i];
    for (int k = 0; k < 3; k++) s->masses.move[i][k] = body->mass;
    for (int k = 0; k < 9; k++) s->masses.turn[i][k] = body->inertia_b[k];
  }
  for (size_t i = 0; i < eq->curve_count; i++) s->masses.curve[i] = 1e-3 * eq->system->mass;
  s->masses.curves_light = 1;
  return &s->solver;
}

static TrmStatus factor(TrmSolver *solver, TrmState *state) {
  Sparse *s = (Sparse *)(void *)solver;
  solver->factorisations++;
  trm_equations_position(solver->eq, state, NULL, s->G, NULL);
  TrmStatus status = trm_saddle_factor(s->saddle, &s->masses, s->G, state->off);
  solver->pivots = trm_saddle_count(s->saddle)->factorisations;
  return status;
}

static TrmStatus solve(TrmSolver *solver, const double *f, const double *g, double *x,
                       double *lambda) {
  Sparse *s = (Sparse *)(void *)solver;
  size_t before = trm_saddle_count(s->saddle)->solves;
  TrmStatus status = trm_saddle_solve(s->saddle, f, g, x, lambda);
  solver->settling = trm_saddle_settling(s->saddle);
  if (status == TRM_OK && lambda) trm_saddle_least(s->saddle, lambda);
  solver->solves++;
  solver->corrections += trm_saddle_count(s->saddle)->solves - before - 1;
  return status;
}

static TrmStatus accelerate(TrmSolver *solver, TrmState *state, const double *Q, double *a,
                            double *lambda) {
  Sparse *s = (Sparse *)(void *)solver;
  TrmStatus status = factor(solver, state);
  if (status != TRM_OK) return status;
  trm_solver_forces(solver->eq, state, Q, s->f);
  trm_equations_gamma(solver->eq, state, s->g);
  return solve(solver, s->f, s->g, a, lambda);
}

static void renew(TrmSolver *solver) {
  trm_saddle_renew(((Sparse *)(void *)solver)->saddle);
}

const TrmSolverType trm_solver_sparse = {.name = "sparse",
                                         .summary = "the whole block system by a sparse LU",
                                         .make = make,
                                         .factor = factor,
                                         .solve = solve,
                                         .accelerate = accelerate,
                                         .renew = renew};
