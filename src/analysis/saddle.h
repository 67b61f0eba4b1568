/* SPDX-License-Identifier: Apache-2.0
 *
 * Saddle: the system that every analysis of constraints solves,
 *   [ W  G' ] [ x      ]   [ f ]
 *   [ G  0  ] [ lambda ] = [ g ],
 * with W weights or masses. G may have dependent rows: -eps D stands in the lower corner and a few
 * corrections remove its effect (augmented Lagrangian with a fixed factor), so that no rank is
 * decided here and multipliers come out smallest. One factorisation serves corrections of position,
 * velocities, accelerations and multipliers.
 */
#ifndef TRM_ANALYSIS_SADDLE_H
#define TRM_ANALYSIS_SADDLE_H

#include "linalg/sparse.h"
#include "system/equations.h"

/* Weights: of a body three for its centre, then a 3x3 matrix of turns in body axes. */
typedef struct TrmWeights {
  double (*move)[3];
  double (*turn)[9];
  double *curve;
} TrmWeights;

typedef struct TrmSaddle TrmSaddle;

TrmSaddle *trm_saddle_new(TrmArena *arena, const TrmEquations *eq);

/* Factor with weights and G[entries]; rows with skip[i] = 1 (may be NULL) do not count. */
TrmStatus trm_saddle_factor(TrmSaddle *saddle, const TrmWeights *weights, const double *G,
                            const unsigned char *skip);

/* Solve for x[columns] and lambda[rows] (either may be NULL); f and g may be NULL for zero. */
TrmStatus trm_saddle_solve(TrmSaddle *saddle, const double *f, const double *g, double *x,
                           double *lambda);

/* y[columns] = W x. */
void trm_weights_apply(const TrmEquations *eq, const TrmWeights *weights, const double *x,
                       double *y);

/* Unit weights: 1 for moves, a typical arm squared for turns. */
TrmWeights trm_weights_new(TrmArena *arena, const TrmEquations *eq);
void trm_weights_plain(const TrmEquations *eq, TrmWeights *weights);

/* Operations done so far, of all matrices together. */
const TrmSparseCount *trm_saddle_count(TrmSaddle *saddle);

#endif
