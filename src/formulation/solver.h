/* SPDX-License-Identifier: Apache-2.0
 *
 * Solver: accelerations and constraint forces from one block system,
 *   M a + G' lambda = f,   G a = g,
 * eliminated in one of several ways with the same answer. Redundant rows need no decision: the
 * multipliers come out smallest. One const descriptor per way, one line in the table.
 */
#ifndef TRM_FORMULATION_SOLVER_H
#define TRM_FORMULATION_SOLVER_H

#include "system/equations.h"

typedef struct TrmSolverType TrmSolverType;

/* A way of elimination at work; a method's own struct begins with it. */
typedef struct TrmSolver {
  const TrmSolverType *type;
  const TrmEquations *eq;
  size_t factorisations, solves, corrections;
  size_t pivots; /* times that pivots were chosen anew, which takes memory */
  /* what a correction left of the one before it at the last solution: near 1 where rows depend on
   * each other, 0 where it cannot be told from rounding */
  double settling;
  double softness; /* over the square of a small singular value of G, that is what a correction
                      leaves */
  int rough;       /* corrections may be left out: the answer is corrected otherwise */
} TrmSolver;

struct TrmSolverType {
  const char *name, *summary;
  /* All memory is taken here; NULL when this way does not apply to the model, with the reason in
   * `*why`. Only inside a guard. */
  TrmSolver *(*make)(TrmArena *arena, const TrmEquations *eq, const char **why);
  /* M and G at the positions of the state. */
  TrmStatus (*factor)(TrmSolver *solver, TrmState *state);
  /* x[columns] and lambda[rows] (either may be NULL) at the last factor; f or g NULL: zero. */
  TrmStatus (*solve)(TrmSolver *solver, const double *f, const double *g, double *x,
                     double *lambda);
  /* Factor, then solve with f = Q - gyroscopic terms and g = gamma of the state: Q[columns] holds
   * the applied forces. */
  TrmStatus (*accelerate)(TrmSolver *solver, TrmState *state, const double *Q, double *a,
                          double *lambda);
  /* Forget what earlier factorisations left behind, so that what follows depends on the state
   * alone; NULL: nothing is kept. */
  void (*renew)(TrmSolver *solver);
};

const TrmSolverType *trm_solver_find(const char *name);
extern const TrmSolverType
    *const trm_solvers[]; /* NULL-terminated; the first that applies is `auto` */

/* Masses of the columns are positive: 1, or 0 and the first body that has none. */
int trm_solver_masses(const TrmEquations *eq, size_t *body);

#endif
