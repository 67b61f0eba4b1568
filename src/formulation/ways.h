/* SPDX-License-Identifier: Apache-2.0
 *
 * Ways: the descriptors of all ways of elimination, and what they share.
 */
#ifndef TRM_FORMULATION_WAYS_H
#define TRM_FORMULATION_WAYS_H

#include "formulation/solver.h"

extern const TrmSolverType trm_solver_tree, trm_solver_schur, trm_solver_sparse;

/* f[columns] = Q - gyroscopic terms at the state; Q NULL: zero. */
void trm_solver_forces(const TrmEquations *eq, const TrmState *state, const double *Q, double *f);

#endif
