/* SPDX-License-Identifier: Apache-2.0
 *
 * The solver `tree`: each body with the multipliers of the joint that holds it, leaves first, in
 * absolute coordinates. Rows outside the tree get an augmented-Lagrangian term; where there are
 * such rows, reactions may be redundant and are spread to the smallest by a second elimination in
 * which every row has that term, only when they are asked for.
 */
#include "formulation/tree.h"
#include <math.h>
#include <string.h>

static TrmSolver *make(TrmArena *arena, const TrmEquations *eq, const char **why) {
  TrmTree *tree = trm_tree_new(arena, eq, 0, why);
  if (!tree) return NULL;
  tree->solver = (TrmSolver){.type = &trm_solver_tree, .eq = eq};
  if (!(tree->cut_count + tree->row_count)) return &tree->solver;
  tree->spread = trm_tree_new(arena, eq, 1, why);
  return tree->spread ? &tree->solver : NULL;
}

/* everything about bodies and joints at a state */
static void move(TrmTree *tree, TrmState *state, const double *Q) {
  tree->kernel->motion(tree, state, Q);
  trm_tree_freedoms(tree, state);
  tree->kernel->cuts(tree, state);
  trm_tree_rows(tree, state);
  tree->solver.factorisations++;
}

static TrmStatus factor(TrmSolver *solver, TrmState *state) {
  TrmTree *tree = (TrmTree *)(void *)solver;
  memset(tree->f_column, 0, solver->eq->column_count * sizeof *tree->f_column);
  move(tree, state, tree->f_column);
  return TRM_OK;
}

static TrmStatus work_out(TrmTree *tree) {
  TrmStatus status = tree->kernel->solve(tree);
  return status == TRM_OK ? trm_tree_refine(tree) : status;
}

/* results; not a number anywhere is a failure */
static TrmStatus finish(TrmTree *tree, double *x, double *lambda) {
  size_t n = tree->width * tree->count;
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += tree->y[i] - tree->y[i];
  if (!(sum == 0)) return TRM_FAILED;
  if (x) trm_tree_scatter(tree, x);
  if (!lambda) return TRM_OK;
  /* multipliers of cuts settle a correction later than accelerations */
  trm_tree_correct(tree, 0);
  trm_tree_recover(tree, lambda);
  if (!tree->spread) return TRM_OK;
  trm_tree_borrow(tree->spread, tree, lambda);
  TrmStatus status = work_out(tree->spread);
  if (status == TRM_OK) trm_tree_recover(tree->spread, lambda);
  return status;
}

static TrmStatus solve(TrmSolver *solver, const double *f, const double *g, double *x,
                       double *lambda) {
  TrmTree *tree = (TrmTree *)(void *)solver;
  solver->solves++;
  trm_tree_take(tree, f, g);
  TrmStatus status = work_out(tree);
  return status == TRM_OK ? finish(tree, x, lambda) : status;
}

static TrmStatus accelerate(TrmSolver *solver, TrmState *state, const double *Q, double *a,
                            double *lambda) {
  TrmTree *tree = (TrmTree *)(void *)solver;
  solver->solves++;
  move(tree, state, Q);
  TrmStatus status = work_out(tree);
  return status == TRM_OK ? finish(tree, a, lambda) : status;
}

const TrmSolverType trm_solver_tree = {.name = "tree",
                                       .summary = "bodies with their joints, leaves first",
                                       .make = make,
                                       .factor = factor,
                                       .solve = solve,
                                       .accelerate = accelerate};
