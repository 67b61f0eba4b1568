/* SPDX-License-Identifier: Apache-2.0
 *
 * Changes of positions, velocities, accelerations and multipliers with states and inputs, a block
 * of them at a time, by the factors of a linear model.
 */
#ifndef TRM_ANALYSIS_LINEARIZE_SOLVE_H
#define TRM_ANALYSIS_LINEARIZE_SOLVE_H

#include "analysis/linearize.h"
#include <stdint.h>

/* right-hand sides of a block */
enum { TRM_LINEAR_BLOCK = 4 };

/* Room for a block, one after the other in each array; of a thread of its own */
typedef struct TrmLinearRoom {
  double *x;        /* states */
  double *dq, *du;  /* columns */
  double *b;        /* columns and rows of the saddle: accelerations, multipliers */
  double *right;    /* columns, rows, states: right-hand sides, of states their rates */
  double *s, *user; /* of one: coordinates or rows, rows of the probe */
  double *none;     /* columns, all zero */
  double *dlambda;  /* of one: rows */
  double *work;
} TrmLinearRoom;

/* When the factors are there. Only inside a guard. */
TrmLinearRoom trm_linear_room(TrmLinear *l);

/* dq and du of `count` states x; then b and right, with a unit of inputs from number `input` on
 * beside them (SIZE_MAX / 2: none). 0: singular. */
int trm_linear_tangents(const TrmLinear *l, TrmLinearRoom *room, size_t count);
int trm_linear_responses(const TrmLinear *l, TrmLinearRoom *room, size_t count, size_t input);

/* x' of the first of the block, after both. */
void trm_linear_derive(const TrmLinear *l, TrmLinearRoom *room, double *out);

/* A, B, C, D and what goes with them, by l->threads threads. 0: singular. */
int trm_linear_columns(TrmLinear *l);

/* linearize_large.c: the eigenvalues of least size by a sparse pencil: as many as l->modes modes
 * have, with their vectors. 0 after an error. */
int trm_linear_lowest(TrmLinear *l);

#endif
