/* SPDX-License-Identifier: Apache-2.0
 *
 * What partitioning holds: the coordinates chosen, the position they are counted from, and the
 * dense elimination of the dependent ones.
 */
#ifndef TRM_FORMULATION_PARTITION_H
#define TRM_FORMULATION_PARTITION_H

#include "formulation/formulation.h"

/* displacements with the time and the courses of motions that they belong to */
typedef struct TrmSpot {
  double *x, *course, time;
} TrmSpot;

struct TrmPartition {
  size_t rank, freedoms;
  TrmState *reference;
  size_t *row, *column; /* of the pivots first; then the redundant rows, the independent columns */
  double *x;            /* displacements at the last position: now.x */
  TrmSpot now;          /* the last position */
  TrmSpot from, kept;   /* where a move began, and its last good part */
  TrmSpot anchor;       /* the end of the last step that counts */
  TrmSpot target;       /* courses and time where a move goes */
  TrmSpot aside;        /* the position that a factorisation left */
  double *arm;          /* of each column: a length for turns, 1 for moves */
  double *dense;        /* rows by columns */
  double *lu, *rhs;     /* rank by rank, rank */
  size_t *swap;
  double lever; /* how much faster than the independent the others move, when chosen */
};

/* G of the flow, rows by columns. */
void trm_partition_spread(const TrmFlow *flow, double *dense);

/* Columns of turns of the dependent rows of p->dense from u to x': G T. */
void trm_partition_transform(const TrmFlow *flow, const TrmPartition *p);

/* Factor the dependent part of p->dense, and solve with it in place; the pivots' ratio. */
double trm_partition_factor(const TrmFlow *flow, TrmPartition *p);
void trm_partition_solve(TrmPartition *p, double *b);

/* The turn part of x of a body, and T(x) with its inverse; 0 when it does not turn about three
 * axes.
 */
int trm_partition_turn(const TrmFlow *flow, const TrmPartition *p, size_t body, double theta[3]);
void trm_partition_tangent(const double x[3], int inverse, double T[9]);

#endif
