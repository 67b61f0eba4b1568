/* SPDX-License-Identifier: Apache-2.0
 *
 * What Newton's matrix on the constraints holds: where its entries stand, and what it is made of.
 */
#ifndef TRM_FORMULATION_IMPLICIT_DATA_H
#define TRM_FORMULATION_IMPLICIT_DATA_H

#include "formulation/implicit.h"

struct TrmImplicit {
  TrmFlow *flow;
  TrmSlopes *slopes;
  int stabilised, holds; /* holds: there are nonholonomic rows */
  size_t columns, rows, n;
  size_t states, speeds, drift; /* where z, du and mu begin among the unknowns */
  TrmSparse *matrix, *pair;     /* pair: with complex numbers; NULL: none */
  size_t *by_position, (*by_velocity)[3], *by_state, *by_drift, *by_rate; /* slots of slopes */
  size_t (*turn)[9], *own; /* inertias; the diagonal of columns and states */
  size_t *lower, (*lower_turned)[3], *upper, *soft; /* G, G of nonholonomic rows, G', -eps D */
  /* stabilised: W, -W, the same for G u and G' mu, and -eps D of the first rows */
  size_t (*kinematic)[9], (*speed_turn)[9], *speed_move, *speed_own, *speed_lower, *drift_upper,
      *drift_soft;
  int *wide;                 /* columns that mix with it: three for turns in space */
  size_t *first;             /* of these */
  TrmWeights masses, metric; /* curves weigh nothing; or something */
  double shift[2];           /* h of the complex factors */
  double *weight, *eps;      /* inverse masses that rows are measured by; eps D */
  TrmSlope *drift_bend;      /* (G' mu)_q */
  size_t drift_count, drift_capacity, drift_next;
  double (*V)[3][2];        /* row of V of each column: du = V dp/u */
  double *lambda, *mu;      /* at the residual */
  double *b, *rest, *u, *f; /* room */
  TrmArena *arena;          /* while entries are announced */
};

/* implicit_layout.c: all but the numbers. */
TrmImplicit *trm_implicit_lay_out(TrmArena *arena, TrmFlow *flow, int stabilised, int pair);

/* implicit_layout.c: entries of (G' mu)_q at the flow's state. */
void trm_implicit_take_drift(TrmImplicit *implicit);

#endif
