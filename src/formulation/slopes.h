/* SPDX-License-Identifier: Apache-2.0
 *
 * Slopes: exact derivatives of what the accelerations of a flow follow from,
 *   M a + G' lambda = f(q, u, z),   G a - c lambda = g(q, u),   z' = h(q, u, z),
 * with a and lambda held: f - G' lambda, g - G a + c lambda and h, by positions, velocities,
 * states and reads. They are lists of entries that come in the same order every time.
 */
#ifndef TRM_FORMULATION_SLOPES_H
#define TRM_FORMULATION_SLOPES_H

#include "formulation/formulation.h"

/* By what a slope is taken */
typedef enum TrmSlopeKind {
  TRM_BY_POSITION,
  TRM_BY_VELOCITY,
  TRM_BY_STATE,
  TRM_BY_READ, /* numbers of reads.h */
  TRM_BY_COUNT
} TrmSlopeKind;

/* Rows: columns of f, then constraints, then states. */
typedef struct TrmSlope {
  size_t row, column;
  double value;
} TrmSlope;

typedef struct TrmSlopes {
  TrmFlow *flow;
  TrmArena *arena; /* while entries are announced */
  TrmSlope *entry[TRM_BY_COUNT];
  size_t count[TRM_BY_COUNT], capacity[TRM_BY_COUNT];
  TrmSlope *phi_rate; /* (G u + phi_t)_q, where it was asked for */
  size_t phi_rate_count, phi_rate_capacity;
  int motion;      /* those of f - G' lambda, h and phi' alone */
  double *inverse; /* of the diagonal of the masses that rows are softened by; 0 for curves */
  double *x, *u;   /* room: entries of G, columns */
} TrmSlopes;

/* Announce all entries, with those of phi' where `closes`. Only inside a guard. */
TrmSlopes *trm_slopes_new(TrmArena *arena, TrmFlow *flow, int closes);

/* The same without those of g - G a: with multipliers as unknowns there is no such equation. */
TrmSlopes *trm_slopes_of_motion(TrmArena *arena, TrmFlow *flow, int closes);

/* All values at the flow's state, with its a and lambda; flow->G is then G there. */
void trm_slopes_fill(TrmSlopes *slopes);

/* out[columns + rows + states] += factor * (slopes of one kind) x. */
void trm_slopes_apply(const TrmSlopes *slopes, TrmSlopeKind kind, double factor, const double *x,
                      double *out);

/* out[rows] += factor (G u + phi_t)_q x. */
void trm_slopes_close(const TrmSlopes *slopes, double factor, const double *x, double *out);

#endif
