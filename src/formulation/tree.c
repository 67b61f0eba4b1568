/* SPDX-License-Identifier: Apache-2.0
 *
 * The solver `tree`: each body with the multipliers of the joint that holds it, leaves first, in
 * absolute coordinates. Rows outside the tree get an augmented-Lagrangian term; where there are
 * such rows, reactions may be redundant and are spread to the smallest by a second elimination in
 * which every row has that term, only when they are asked for.
 */
#include "formulation/tree.h"
#include <string.h>

static TrmSolver *make(TrmArena *arena, const TrmEquations *eq, const char **why) {
  TrmTree *tree = trm_tree_new(arena, eq, 0, why);
  if (!tree) return NULL;
  tree->solver = (TrmSolver){.type = &trm_solver_tree, .eq = eq};
  if (tree->cut_count) tree->spread = trm_tree_new(arena, eq, 1, why);
  return tree->cut_count && !tree->spread ? NULL : &tree->solver;
}

static TrmStatus factor(TrmSolver *solver, TrmState *state) {
  TrmTree *tree = (TrmTree *)(void *)solver;
  solver->factorisations++;
  trm_tree_place(tree, state);
  trm_tree_cuts(tree, state);
  return trm_tree_eliminate(tree);
}

/* the smallest multipliers with the same forces G' lambda */
static TrmStatus spread(TrmTree *tree, double *lambda) {
  TrmTree *loose = tree->spread;
  size_t w = loose->width;
  double *force = tree->f_column;
  trm_tree_borrow(loose, tree);
  TrmStatus status = trm_tree_eliminate(loose);
  if (status != TRM_OK) return status;
  memset(loose->dy, 0, loose->count * w * sizeof *loose->dy);
  for (size_t i = 0; i < loose->cut_count; i++) {
    const TrmTreeCut *cut = &loose->cut[i];
    for (size_t s = cut->first; s < cut->first + cut->count; s++)
      for (size_t j = 0; j < w; j++)
        loose->dy[w * (size_t)loose->side[s].node + j] += loose->h[w * s + j] * lambda[cut->row];
  }
  /* forces about the centres, ground axes: columns have torques in body axes, as accelerations */
  for (size_t k = 0; k < loose->count; k++) trm_tree_scatter(loose, k, loose->dy + w * k, force);
  return trm_tree_solve(loose, force, NULL, NULL, lambda);
}

static TrmStatus solve(TrmSolver *solver, const double *f, const double *g, double *x,
                       double *lambda) {
  TrmTree *tree = (TrmTree *)(void *)solver;
  solver->solves++;
  TrmStatus status = trm_tree_solve(tree, f, g, x, lambda);
  if (status != TRM_OK || !lambda || !tree->spread) return status;
  return spread(tree, lambda);
}

static TrmStatus accelerate(TrmSolver *solver, TrmState *state, const double *Q, double *a,
                            double *lambda) {
  TrmTree *tree = (TrmTree *)(void *)solver;
  TrmStatus status = factor(solver, state);
  if (status != TRM_OK) return status;
  trm_solver_forces(solver->eq, state, Q, tree->f_column);
  trm_equations_gamma(solver->eq, state, tree->g_row);
  return solve(solver, tree->f_column, tree->g_row, a, lambda);
}

const TrmSolverType trm_solver_tree = {.name = "tree",
                                       .summary = "bodies with their joints, leaves first",
                                       .make = make,
                                       .factor = factor,
                                       .solve = solve,
                                       .accelerate = accelerate};
