/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads: accelerations, and reactions of joints and motions, that forces, equations and filters
 * read although they follow from the forces. With r the numbers read and R the linear map from
 * forces to accelerations and reactions, r = R Q(r) is solved by Newton's method with exact slopes,
 * from r = 0, so that what comes out depends on the state alone.
 */
#ifndef TRM_SYSTEM_READS_H
#define TRM_SYSTEM_READS_H

#include "system/forces_data.h"

/* a[columns] and lambda[rows] from applied forces Q, linear in Q but for a constant. */
typedef TrmStatus (*TrmReadSolve)(void *context, const double *Q, double *a, double *lambda);

/* Forces Q[columns] of the state with all that they read, and the accelerations and multipliers
 * that follow. Where `a` is NULL everything is at rest, and `solve` gets NULL too. Without reads:
 * forces, then `solve`. TRM_RETRY when no numbers were found that fit. */
TrmStatus trm_reads_settle(const TrmEquations *eq, TrmState *state, TrmReadSolve solve,
                           void *context, double *Q, double *a, double *lambda);

/* The first force, equation or filter that reads something so, or NULL. */
const TrmItem *trm_reads_item(const TrmEquations *eq);

/* Doubles that trm_reads_settle needs of the state. */
size_t trm_reads_size(const TrmEquations *eq);

/* A typical size of read k where forces are of size `force` and arms of size `length`, in its unit.
 */
double trm_read_size(const TrmEquations *eq, size_t k, double force, double length);

/* Numbers read into externals, with their slopes. */
void trm_reads_offer(const TrmEquations *eq, TrmState *state);

/* The slopes of read k at the state with its multipliers: by columns of positions (NULL: not
 * wanted) and by multipliers, handed out as (0, column or row). That of an acceleration is its
 * column alone. */
void trm_read_slopes(const TrmEquations *eq, const TrmState *state, size_t k, const double *lambda,
                     TrmAdd by_position, TrmAdd by_multiplier, void *context);

/* The same of any weights of force and torque on the body of a frame by rows of a joint or motion,
 *   F = -sum lambda g,   T = R t - (R s) x F,   t = -sum lambda g',
 * with g and g' the slopes of the rows by the move and turn of the frame's body. */
typedef struct TrmReaction {
  const TrmFrame *at;
  size_t first, count;
  double force[3], torque[3]; /* weights, ground axes */
} TrmReaction;
void trm_reaction_slopes(const TrmEquations *eq, const TrmState *state, const TrmReaction *reaction,
                         const double *lambda, TrmAdd by_position, TrmAdd by_multiplier,
                         void *context);

/* reads_layout.c: a read for external `external`, 0 when it is nothing that is read so; for the
 * acceleration of a column. */
int trm_reads_add_external(TrmEquations *eq, struct TrmForces *f, unsigned external);
void trm_reads_add_acceleration(TrmEquations *eq, struct TrmForces *f, size_t column);

/* reads_layout.c: number the reads once states and inputs are counted. */
void trm_reads_number(TrmEquations *eq, struct TrmForces *f);

#endif
