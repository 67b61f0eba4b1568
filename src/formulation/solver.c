/* SPDX-License-Identifier: Apache-2.0
 *
 * Solver: the table, and what all ways of elimination share: masses and gyroscopic forces.
 */
#include "formulation/solver.h"
#include "formulation/ways.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include <string.h>

const TrmSolverType *const trm_solvers[] = {&trm_solver_tree, &trm_solver_schur, &trm_solver_sparse,
                                            NULL};

const TrmSolverType *trm_solver_find(const char *name) {
  for (const TrmSolverType *const *type = trm_solvers; *type; type++)
    if (strcmp((*type)->name, name) == 0) return *type;
  return NULL;
}

int trm_solver_masses(const TrmEquations *eq, size_t *body) {
  for (size_t i = 0; i < eq->body_count; i++) {
    const TrmBody *b = &eq->system->bodies[i];
    const double *I = b->inertia_b;
    int turns = eq->body_column[i][5] >= 0, space = eq->body_column[i][3] >= 0;
    int positive = b->mass > 0 && (!turns || I[8] > 0);
    if (space)
      positive = positive && I[0] > 0 && I[0] * I[4] > I[1] * I[1] && trm_mat3_determinant(I) > 0;
    if (positive) continue;
    if (body) *body = i;
    return 0;
  }
  return 1;
}

void trm_solver_forces(const TrmEquations *eq, const TrmState *state, const double *Q, double *f) {
  if (Q) {
    memcpy(f, Q, eq->column_count * sizeof *f);
  } else {
    memset(f, 0, eq->column_count * sizeof *f);
  }
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    const double *w = state->body[i].w;
    double spin[3], turn[3];
    if (c[3] < 0) continue;
    trm_mat3_apply(eq->system->bodies[i].inertia_b, w, spin);
    trm_vec3_cross(w, spin, turn);
    for (int k = 0; k < 3; k++) f[c[3 + k]] -= turn[k];
  }
}
