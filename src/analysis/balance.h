/* SPDX-License-Identifier: Apache-2.0
 *
 * Balance: the equations of rest, at a closed position with velocities zero,
 *   r = Q(q, z) - G' lambda = 0,   phi(q, t) = 0,   z'(q, z) = 0,
 * and their exact slopes. lambda are the multipliers that leave the smallest r. Everything is made
 * free of units: lengths by the mechanism's size, forces by the largest force in the model.
 */
#ifndef TRM_ANALYSIS_BALANCE_H
#define TRM_ANALYSIS_BALANCE_H

#include "analysis/mechanism.h"
#include "linalg/signature.h"

/* Freedoms up to which every look at the stiffness is a dense one. */
enum { TRM_BALANCE_DENSE = 60 };

/* An entry of the matrix of slopes, on the way from where it is computed to where it stands */
typedef struct TrmBalanceEntry {
  size_t row, column, slot;
} TrmBalanceEntry;

typedef struct TrmBalance {
  TrmMechanism *m;
  size_t columns, rows, states, n;
  TrmSparse *matrix;
  TrmSignature *signature;
  TrmBalanceEntry *entries; /* those of forces, bends and rates, in the order they come */
  size_t entry_count, entry_capacity;
  size_t bend_first;         /* the first of them that comes from the constraints */
  double *raw;               /* value of each, SI */
  size_t *lower, *upper;     /* slots of G and G' */
  size_t *diagonal;          /* slots of the diagonal */
  double *scale_row, *scale; /* of equations and unknowns */
  double *rate, *dz;         /* z' and the step of z */
  double *Q, *r;             /* forces, and what of them is not balanced */
  double *b, *shape;         /* right-hand side and solution; a direction of columns */
  double *signature_values;
  double force;   /* what forces are measured by, N */
  double largest; /* the largest force in the model, N */
  double merit;   /* size of what is left, in parts of the largest force */
  int has_velocity_rows;
} TrmBalance;

TrmBalance *trm_balance_new(TrmArena *arena, TrmMechanism *m);

/* Multipliers, r and z' of the mechanism's state, which is closed with its factors at hand (see
 * trm_mechanism_close); fills merit. TRM_RETRY when something is not a number. */
TrmStatus trm_balance_look(TrmBalance *balance);

/* Measure forces anew, as they are at the state. After trm_balance_look. */
void trm_balance_measure(TrmBalance *balance);

/* Slopes of the equations at the state, after trm_balance_look. */
void trm_balance_slopes(TrmBalance *balance);

/* Factor them, with a stiffness of `shift` added to every coordinate, in parts of force by size;
 * then the step that balances the equations: m->dq and dz. */
TrmStatus trm_balance_factor(TrmBalance *balance, double shift);
TrmStatus trm_balance_step(TrmBalance *balance);

/* How many directions that the constraints leave have a stiffness below -shift, in parts of force
 * by size; x[columns], which may be NULL, is the least stiff of them. Exact for few freedoms, else
 * by the signature of the stiffness with the constraints held by springs. */
size_t trm_balance_unstable(TrmBalance *balance, double shift, double *x);

/* The least shift that leaves no direction unstable; 0 when none is. */
double trm_balance_deficit(TrmBalance *balance);

/* What rounding may leave of the merit at the state whose slopes are at hand. */
double trm_balance_rounding(const TrmBalance *balance);

/* The largest part of r, N or N m over a typical arm; where it is. */
typedef struct TrmUnbalanced {
  double size; /* N */
  size_t body;
  int turns;     /* it is a torque: */
  double actual; /* N or N m */
} TrmUnbalanced;
TrmUnbalanced trm_balance_worst(const TrmBalance *balance);

#endif
