/* SPDX-License-Identifier: Apache-2.0
 *
 * Newton: the matrix I - gamma df/dy of a flow, factored and solved with, for implicit methods. The
 * slopes are exact. The two last of y, work, follow from the others and have none.
 */
#ifndef TRM_FORMULATION_NEWTON_H
#define TRM_FORMULATION_NEWTON_H

#include "formulation/slopes.h"

typedef struct TrmNewton TrmNewton;

/* All memory is taken here. Only inside a guard. */
TrmNewton *trm_newton_new(TrmArena *arena, TrmFlow *flow);

/* Factor at the flow's state, which is that of y, with its a and lambda. TRM_RETRY: singular.
 * Leaves the guard when memory is out. */
TrmStatus trm_newton_factor(TrmNewton *newton, const double *y, double gamma);

/* Solve in place for r[n]. */
TrmStatus trm_newton_solve(TrmNewton *newton, double *r);

/* Forget the pivots of earlier factorisations. */
void trm_newton_renew(TrmNewton *newton);

/* partition_newton.c: the same where y holds independent coordinates only. */
typedef struct TrmReduced TrmReduced;
TrmReduced *trm_reduced_new(TrmArena *arena, TrmFlow *flow);
TrmStatus trm_reduced_factor(TrmReduced *reduced, double gamma);
TrmStatus trm_reduced_solve(TrmReduced *reduced, double *r);

#endif
