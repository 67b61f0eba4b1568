/* SPDX-License-Identifier: Apache-2.0
 *
 * Square: the Jacobian G of a driven mechanism that has as many equations as columns, factored by
 * itself. Where it is well conditioned, G x = g and G' lambda = f are the answers of the saddle
 * system at a fraction of its cost; where it is not, the saddle system answers.
 */
#ifndef TRM_FORMULATION_SQUARE_H
#define TRM_FORMULATION_SQUARE_H

#include "linalg/sparse.h"
#include "system/equations.h"

typedef struct TrmSquare TrmSquare;

/* NULL when G is not square, or has rows that count in velocities only. */
TrmSquare *trm_square_new(TrmArena *arena, const TrmEquations *eq);

/* Factor G[entries], which must stay until the last solution; 1 when it is well conditioned. Leaves
 * the guard when memory is out. */
int trm_square_factor(TrmSquare *square, const double *G);

/* G x = g. TRM_RETRY when the factors turn out not to serve, TRM_FAILED when g is not finite. */
TrmStatus trm_square_solve(TrmSquare *square, const double *g, double *x);

/* G' lambda = f; TRM_RETRY and TRM_FAILED as above. */
TrmStatus trm_square_solve_transposed(TrmSquare *square, const double *f, double *lambda);

/* A number from 0.5 to 1.5 or its opposite for every k, without pattern, the same on every machine.
 */
double trm_uneven(size_t k);

const TrmSparseCount *trm_square_count(const TrmSquare *square);

/* Forget pivots and failures. */
void trm_square_renew(TrmSquare *square);

#endif
