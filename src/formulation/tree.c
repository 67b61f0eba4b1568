/* SPDX-License-Identifier: Apache-2.0
 *
 * The solver `tree`: each body with the multipliers of the joint that holds it, leaves first, in
 * absolute coordinates. Rows outside the tree get an augmented-Lagrangian term; where there are
 * such rows, reactions may be redundant and are spread to the smallest by a second elimination in
 * which every row has that term, only when they are asked for. Where a body has next to no inertia
 * about one axis that term may leave no digits, which shows in corrections that do not settle; the
 * sparse system then takes over.
 */
#include "formulation/tree.h"
#include "math/mat3.h"
#include <math.h>
#include <string.h>

/* a moment of inertia below this part of the largest, or of the mass at a typical arm: about five
 * digits are lost from there on */
static const double slender = 5e-5;

static int any_slender(const TrmEquations *eq) {
  for (size_t i = 0; i < eq->body_count; i++) {
    const TrmBody *body = &eq->system->bodies[i];
    const double *I = body->inertia_b;
    double most = body->mass * eq->length[i] * eq->length[i];
    for (int k = 0; k < 3; k++) most = fmax(most, I[4 * k]);
    for (int k = 0; k < 3; k++)
      if (eq->body_column[i][3 + k] >= 0 && I[4 * k] < slender * most) return 1;
    /* what is oblique may be slender too */
    if (eq->body_column[i][3] >= 0 && (I[1] != 0 || I[2] != 0 || I[5] != 0) &&
        trm_mat3_determinant(I) < slender * I[0] * I[4] * I[8])
      return 1;
  }
  return 0;
}

static TrmSolver *make(TrmArena *arena, const TrmEquations *eq, const char **why) {
  *why = "its order of elimination is fixed, but rows of this model switch on and off";
  if (eq->switches) return NULL;
  TrmTree *tree = trm_tree_new(arena, eq, 0, why);
  if (!tree) return NULL;
  tree->solver = (TrmSolver){.type = &trm_solver_tree, .eq = eq, .softness = 1 / tree->stiffness};
  if (!(tree->cut_count + tree->row_count)) return &tree->solver;
  if (any_slender(eq)) {
    tree->sturdy = trm_solver_sparse.make(arena, eq, why);
    tree->held = trm_state_new(arena, eq);
  }
  tree->spread = trm_tree_new(arena, eq, 1, why);
  return tree->spread ? &tree->solver : NULL;
}

/* everything about bodies and joints at a state */
static void move(TrmTree *tree, TrmState *state, const double *Q) {
  tree->kernel->motion(tree, state, Q, 0, (tree->count + 3) / 4);
  trm_tree_freedoms(tree, state);
  tree->kernel->hinges(tree, state, 0, tree->hinge_count);
  tree->kernel->others(tree, state);
  trm_tree_rows(tree, state);
}

/* the same, and eliminate each stretch of bodies while it is near */
static int move_and_eliminate(TrmTree *tree, TrmState *state, const double *Q) {
  const TrmTreeKernel *kernel = tree->kernel;
  size_t moved = 0, placed = 0, done = 0;
  for (size_t i = 0; i < tree->stretch_count; i++) {
    kernel->motion(tree, state, Q, moved, tree->stretch_moved[i]);
    moved = tree->stretch_moved[i];
    if (placed < tree->stretch_hinges[i])
      kernel->hinges(tree, state, placed, tree->stretch_hinges[i]);
    placed = tree->stretch_hinges[i];
    size_t last = done + TRM_TREE_STRETCH;
    if (last > tree->count) last = tree->count;
    if (!kernel->eliminate(tree, done, last)) return 0;
    done = last;
  }
  return 1;
}

static TrmStatus factor(TrmSolver *solver, TrmState *state) {
  TrmTree *tree = (TrmTree *)(void *)solver;
  memset(tree->f_column, 0, solver->eq->column_count * sizeof *tree->f_column);
  tree->bare = 0;
  move(tree, state, tree->f_column);
  tree->eliminated = 0;
  tree->handed = 0;
  if (tree->sturdy) trm_state_copy(solver->eq, state, tree->held);
  solver->factorisations++;
  return TRM_OK;
}

/* y after the elimination, or x[columns] at once where nothing is corrected */
static TrmStatus work_out(TrmTree *tree, int eliminated, const TrmState *state, double *x) {
  tree->eliminated = eliminated;
  if (!eliminated || !isfinite(tree->kernel->rise(tree, state, x))) return TRM_FAILED;
  return trm_tree_refine(tree);
}

static TrmStatus finish(TrmTree *tree, const TrmState *state, double *x, double *lambda) {
  if (x) tree->kernel->scatter(tree, state, x);
  if (!lambda) return TRM_OK;
  /* multipliers of cuts settle a correction later than accelerations */
  if (tree->spread) {
    tree->keeps = 1;
    trm_tree_correct(tree, TRM_STAGE_NEXT);
    tree->kernel->count(tree);
    trm_tree_correct(tree, TRM_STAGE_COUNTED);
  }
  trm_tree_recover(tree, lambda);
  tree->keeps = 0;
  if (!tree->spread) return TRM_OK;
  trm_tree_borrow(tree->spread, tree, lambda);
  TrmTree *loose = tree->spread;
  TrmStatus status = work_out(loose, loose->kernel->eliminate(loose, 0, loose->count), NULL, NULL);
  if (status == TRM_OK) trm_tree_recover(tree->spread, lambda);
  return status;
}

/* 1 when the other way takes over from corrections that did not settle */
static int hands_over(const TrmTree *tree, const double *lambda) {
  return tree->sturdy && (tree->lost || (lambda && tree->spread->lost));
}

static TrmStatus taken_over(TrmTree *tree, TrmStatus status) {
  tree->solver.settling = tree->sturdy->settling;
  tree->solver.pivots = tree->sturdy->pivots;
  return status;
}

static TrmStatus solve(TrmSolver *solver, const double *f, const double *g, double *x,
                       double *lambda) {
  TrmTree *tree = (TrmTree *)(void *)solver;
  solver->solves++;
  trm_tree_take(tree, f, g);
  /* without cuts the elimination costs no more than a correction */
  TrmStatus status =
      tree->eliminated && tree->cut_count + tree->row_count
          ? trm_tree_repeat(tree)
          : work_out(tree, tree->kernel->eliminate(tree, 0, tree->count), NULL, NULL);
  if (status == TRM_OK) status = finish(tree, NULL, x, lambda);
  if (!hands_over(tree, lambda)) return status;
  const TrmSolverType *other = tree->sturdy->type;
  if (!tree->handed && other->factor(tree->sturdy, tree->held) != TRM_OK) return TRM_FAILED;
  tree->handed = 1;
  return taken_over(tree, other->solve(tree->sturdy, f, g, x, lambda));
}

static TrmStatus accelerate(TrmSolver *solver, TrmState *state, const double *Q, double *a,
                            double *lambda) {
  TrmTree *tree = (TrmTree *)(void *)solver;
  solver->factorisations++;
  solver->solves++;
  int eliminated;
  tree->bare = tree->stretch_count && !lambda;
  if (tree->stretch_count) {
    eliminated = move_and_eliminate(tree, state, Q);
  } else {
    move(tree, state, Q);
    eliminated = tree->kernel->eliminate(tree, 0, tree->count);
  }
  double *at_once = tree->dy || lambda ? NULL : a;
  TrmStatus status = work_out(tree, eliminated, state, at_once);
  if (status == TRM_OK && !at_once) status = finish(tree, tree->bare ? state : NULL, a, lambda);
  if (!hands_over(tree, lambda)) return status;
  return taken_over(tree, tree->sturdy->type->accelerate(tree->sturdy, state, Q, a, lambda));
}

static void renew(TrmSolver *solver) {
  TrmTree *tree = (TrmTree *)(void *)solver;
  if (tree->sturdy) tree->sturdy->type->renew(tree->sturdy);
  tree->handed = 0;
}

const TrmSolverType trm_solver_tree = {.name = "tree",
                                       .summary = "bodies with their joints, leaves first",
                                       .make = make,
                                       .factor = factor,
                                       .solve = solve,
                                       .accelerate = accelerate,
                                       .renew = renew};
