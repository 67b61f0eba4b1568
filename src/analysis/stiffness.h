/* SPDX-License-Identifier: Apache-2.0
 *
 * Stiffness: what in a motion dies out much faster than the motion lasts. The fast eigenvalues of
 * y' = f(t, y) on the constraints, lambda, are found from the exact slopes J of the flow: those of
 *   B = 1 - (1 - gamma J)^-1  are  nu = -gamma lambda / (1 - gamma lambda),
 * near 1 for what is faster than 1/gamma and near 0 for what is slower, so that a few steps of
 * Arnoldi's method part them.
 */
#ifndef TRM_ANALYSIS_STIFFNESS_H
#define TRM_ANALYSIS_STIFFNESS_H

#include "formulation/formulation.h"

/* Rates, 1/s, of what is faster than the time that was asked for; 0: nothing is. */
typedef struct TrmStiffness {
  double decay;   /* of what dies out */
  double turning; /* of what oscillates on */
} TrmStiffness;

/* Room for it; the flow must be prepared for implicit methods. Only inside a guard. */
typedef struct TrmKrylov TrmKrylov;
TrmKrylov *trm_stiffness_new(TrmArena *arena, TrmFlow *flow);

/* At (t, y[n]), by the scales of y; `longest`: a time, s, so much shorter than which something must
 * be to count. Not found: zeros. What the flow has factored is lost. */
TrmStiffness trm_stiffness_find(TrmKrylov *krylov, double t, const double *y, const double *scale,
                                double longest);

#endif
