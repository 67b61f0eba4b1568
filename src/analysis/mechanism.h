/* SPDX-License-Identifier: Apache-2.0
 *
 * Mechanism: a system laid out, with its state and the memory that analyses work in. What
 * assembles, moves and judges a model is done on it.
 */
#ifndef TRM_ANALYSIS_MECHANISM_H
#define TRM_ANALYSIS_MECHANISM_H

#include "formulation/saddle.h"

typedef struct TrmWatch TrmWatch;

typedef struct TrmMechanism {
  TrmArena *arena;
  TrmArena *passing; /* what a decision on the way needs, until the next one */
  TrmWatch *watch;   /* of a kinematic run; NULL before */
  const TrmSystem *system;
  TrmEquations *eq;
  TrmState *state, *trial, *start, *predicted;
  TrmSaddle *saddle;
  TrmWeights weights;                       /* plain */
  double size;                              /* a typical length of the whole, m */
  double *row_size;                         /* what a residual is measured by: size, or 1 */
  double *phi, *phi_t, *gamma, *G, *lambda; /* rows, entries, rows */
  double *dq, *u, *a, *force, *applied;     /* columns */
  double *kept;                             /* u and a of the last accepted step */
  unsigned char *velocity_rows;             /* 1 for rows that do not count in positions */
  int has_forces;                           /* the model has forces or contacts left out */
  int by_inertia;                           /* the assembly weighs changes by inertia */
  int states_begun;                         /* states z have their values before the assembly */
  int as_it_stands; /* what switches and events have made of it stays so: events do nothing */
  double freedoms, redundant; /* by rank, when it was last decided */
  size_t iterations, steps, halvings;
} TrmMechanism;

/* Lay out a system; NULL after an error, in the log. Only inside a guard. */
TrmMechanism *trm_mechanism_new(TrmArena *arena, const TrmSystem *system, TrmLog *log);

/* An empty arena for a decision on the way; what the last one left is given back. */
TrmArena *trm_mechanism_passing(TrmMechanism *m);

/* Largest residual of position rows, lengths in parts of the mechanism's size. */
double trm_mechanism_gap(const TrmMechanism *m, const double *phi, size_t *worst);

/* Residuals and Jacobian of the state into phi, phi_t, G. */
void trm_mechanism_evaluate(TrmMechanism *m, TrmState *state);

/* 1 when the equations and their first and second rates at the state are numbers; else the first
 * that is not is named in the log. */
int trm_mechanism_finite(TrmMechanism *m, TrmState *state, TrmLog *log);

/* explain.c: 1 when the applied force on a body is not a finite number, named in the log;
 * Q[columns] is overwritten. */
int trm_mechanism_report_force(const TrmMechanism *m, TrmState *state, double *Q, TrmLog *log);

/* Close the constraints from the state at its time by Newton's method with as little change as
 * possible. TRM_RETRY when it does not converge; the state is then the best that was found. */
TrmStatus trm_mechanism_close(TrmMechanism *m, TrmState *state);

/* Velocities, accelerations and multipliers of a closed and driven mechanism: G, phi_t of the state
 * must be at hand and factored with plain weights. */
TrmStatus trm_mechanism_rates(TrmMechanism *m, TrmState *state);

/* force -= M a + w x J w on the columns; `a` NULL: zero. */
void trm_mechanism_inertia(const TrmMechanism *m, const TrmState *state, const double *a,
                           double *force);

/* Multipliers that balance the forces at the state with the accelerations of m->a; G must be
 * factored. */
TrmStatus trm_mechanism_react(TrmMechanism *m, TrmState *state);

/* assemble.c: positions, velocities, accelerations and reactions of the initial state. */
TrmStatus trm_mechanism_assemble(TrmMechanism *m, TrmLog *log);

/* Say in the log why there are no velocities or accelerations; TRM_FAILED. */
TrmStatus trm_mechanism_report_rates(TrmMechanism *m, TrmLog *log);

#endif
