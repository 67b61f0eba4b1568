/* SPDX-License-Identifier: Apache-2.0
 *
 * What Newton's matrix of a flow holds: where its entries stand, and what it was made of.
 */
#ifndef TRM_FORMULATION_NEWTON_DATA_H
#define TRM_FORMULATION_NEWTON_DATA_H

#include "formulation/newton.h"

/* solutions are refined until the last change is so small a part of them, or so often */
#define TRM_REFINED 1e-6
enum { TRM_REFINEMENTS = 4 };

/* what a body's turn is at the state factored: unit quaternion, length of e in y, and w */
typedef struct TrmNewtonTurn {
  double e[4], length, w[3];
} TrmNewtonTurn;

struct TrmNewton {
  TrmFlow *flow;
  TrmSlopes *slopes;
  TrmSparse *matrix;
  double shift;                /* h of the factors */
  size_t columns, rows, n;     /* n: with states */
  size_t (*slot)[3], *flat[2]; /* of slopes by positions; by velocities and by states */
  size_t (*turn)[9];           /* of inertias */
  size_t *lower, *upper, *own; /* G, its transpose, the diagonal */
  size_t *first; /* of the columns whose rates move a column: three for turns in space */
  int *wide;
  double (*B)[3]; /* row of B of each column */
  TrmNewtonTurn *at;
  TrmWeights masses;
  double *weight;                           /* inverse masses that rows are measured by */
  double *G;                                /* at the state factored */
  double *eps;                              /* what stands for rows that depend on others */
  double *soft;                             /* compliance of rows, or eps */
  double *b, *rest, *more, *dq, *u, *rho_q; /* room */
  struct TrmNewtonComplex *pair;            /* the same with a complex h; NULL: none */
};

/* newton_layout.c: all but the numbers. The pattern of the matrix is left in *pattern. */
TrmNewton *trm_newton_lay_out(TrmArena *arena, TrmFlow *flow, TrmPattern **pattern);

/* newton_complex.c: room for the matrix of a complex h. */
struct TrmNewtonComplex *trm_newton_complex_new(TrmArena *arena, TrmNewton *newton,
                                                const TrmPattern *pattern);
void trm_newton_complex_renew(TrmNewton *newton);
size_t trm_newton_complex_pivots(const TrmNewton *newton);

/* newton.c: what does not depend on h into values of one or two parts. */
void trm_newton_put_fixed(const TrmNewton *newton, double *value, size_t parts);

/* rho of positions by columns; and the solution in positions, e turned by dtheta, and its length
 * changed by what r says and by h dq. */
void trm_newton_take_positions(const TrmNewton *newton, const double *r, double *rho_q);
void trm_newton_give_positions(const TrmNewton *newton, const double *dq, const double *h_dq,
                               double *r);

#endif
