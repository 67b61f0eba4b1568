/* SPDX-License-Identifier: Apache-2.0
 *
 * Newton: the matrix I - gamma df/dy of a flow, factored and solved with, for implicit methods. The
 * slopes are exact. The two last of y, work, follow from the others and have none.
 */
#ifndef TRM_FORMULATION_NEWTON_H
#define TRM_FORMULATION_NEWTON_H

#include "formulation/slopes.h"

typedef struct TrmNewton TrmNewton;

/* All memory is taken here, that of complex factors where `pair`. Only inside a guard. */
TrmNewton *trm_newton_new(TrmArena *arena, TrmFlow *flow, int pair);

/* Take the slopes at the flow's state, which is that of y, with its a and lambda. */
void trm_newton_take(TrmNewton *newton, const double *y);

/* Factor with the slopes taken. TRM_RETRY: singular. Leaves the guard when memory is out. */
TrmStatus trm_newton_factor(TrmNewton *newton, double gamma);
TrmStatus trm_newton_complex_factor(TrmNewton *newton, double re, double im);

/* Solve in place for r[n]; for re[n] + i im[n] with the complex factors. */
TrmStatus trm_newton_solve(TrmNewton *newton, double *r);
TrmStatus trm_newton_complex_solve(TrmNewton *newton, double *re, double *im);

/* Forget the pivots of earlier factorisations. */
void trm_newton_renew(TrmNewton *newton);

/* Times that pivots were chosen anew; entries of the matrix. */
size_t trm_newton_pivots(const TrmNewton *newton);
size_t trm_newton_entries(const TrmNewton *newton);

/* partition_newton.c: the same where y holds independent coordinates only. */
typedef struct TrmReduced TrmReduced;
TrmReduced *trm_reduced_new(TrmArena *arena, TrmFlow *flow, int pair);
TrmStatus trm_reduced_take(TrmReduced *reduced);
TrmStatus trm_reduced_factor(TrmReduced *reduced, double gamma);
TrmStatus trm_reduced_complex_factor(TrmReduced *reduced, double re, double im);
TrmStatus trm_reduced_solve(TrmReduced *reduced, double *r);
TrmStatus trm_reduced_complex_solve(TrmReduced *reduced, double *re, double *im);

#endif
