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
#ifndef TRM_FORMULATION_SADDLE_H
#define TRM_FORMULATION_SADDLE_H

#include "linalg/sparse.h"
#include "system/equations.h"

/* Weights: of a body three for its centre, then a 3x3 matrix of turns in body axes. Zero is allowed
 * where the constraints hold the column. */
typedef struct TrmWeights {
  double (*move)[3];
  double (*turn)[9];
  double *curve;
  int curves_light; /* curve parameters weigh nothing; `curve` only serves the factors */
} TrmWeights;

typedef struct TrmSaddle TrmSaddle;

TrmSaddle *trm_saddle_new(TrmArena *arena, const TrmEquations *eq);

/* Factor with weights and G[entries]; rows with skip[i] = 1 (may be NULL) do not count. Leaves the
 * guard when memory is out. */
TrmStatus trm_saddle_factor(TrmSaddle *saddle, const TrmWeights *weights, const double *G,
                            const unsigned char *skip);

/* Solve for x[columns] and lambda[rows] (either may be NULL); f and g may be NULL for zero. */
TrmStatus trm_saddle_solve(TrmSaddle *saddle, const double *f, const double *g, double *x,
                           double *lambda);

/* What a correction left of the one before it at the last solution; 0: not to be told from
 * rounding. */
double trm_saddle_settling(const TrmSaddle *saddle);

/* eps. */
double trm_saddle_softness(void);

/* The diagonal of G W^-1 G' with the diagonal of W: rows without entries get 1. */
void trm_saddle_diagonal(const TrmSaddle *saddle, const TrmWeights *weights, const double *G,
                         double *diagonal);

/* Factor with compliant constraints: -soft[i] stands in the corner of row i; solve without
 * corrections. Leaves the guard when memory is out. */
TrmStatus trm_saddle_factor_soft(TrmSaddle *saddle, const TrmWeights *weights, const double *G,
                                 const double *soft);
TrmStatus trm_saddle_solve_once(TrmSaddle *saddle, const double *f, const double *g, double *x,
                                double *lambda);

/* Forget the pivots of earlier factorisations. */
void trm_saddle_renew(TrmSaddle *saddle);

/* Take out of the multipliers just solved for what rounding has put into directions that G does not
 * decide, some eps_machine/eps of them. Costs a few solutions. */
void trm_saddle_least(TrmSaddle *saddle, double *lambda);

/* How far the columns of G are from depending on each other, with the factors at hand: about the
 * smallest singular value of D^-1/2 G W^-1/2, near sqrt(eps) where they do. Costs one solution. */
double trm_saddle_health(TrmSaddle *saddle);

/* y[columns] = W x. */
void trm_weights_apply(const TrmEquations *eq, const TrmWeights *weights, const double *x,
                       double *y);

/* Unit weights: 1 for moves, a typical arm squared for turns. */
TrmWeights trm_weights_new(TrmArena *arena, const TrmEquations *eq);
void trm_weights_plain(const TrmEquations *eq, TrmWeights *weights);

/* The masses of the bodies as weights; curve parameters weigh nothing. 0 when a body has no
 * mass where it needs one: its number is in `*body` (may be NULL). */
int trm_weights_mass(const TrmEquations *eq, TrmWeights *weights, size_t *body);

/* Operations done so far, of all matrices together. */
const TrmSparseCount *trm_saddle_count(TrmSaddle *saddle);

#endif
