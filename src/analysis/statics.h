/* SPDX-License-Identifier: Apache-2.0
 *
 * Statics: a position in which nothing wants to move, whether it is stable, and the row of such
 * positions that a model goes through while motions and forces change slowly (quasi-statics).
 */
#ifndef TRM_ANALYSIS_STATICS_H
#define TRM_ANALYSIS_STATICS_H

#include "analysis/balance.h"
#include "analysis/freedoms.h"
#include "trammel/analysis.h"

/* A direction that the constraints leave, by what moves in it */
typedef struct TrmDirection {
  TrmFreedomName name;
  double stiffness; /* N/m, a turn counted by a typical arm of the body */
} TrmDirection;

enum { TRM_DIRECTIONS = 6 };

/* What the reduced stiffness says of an equilibrium. */
typedef struct TrmVerdict {
  size_t freedoms, unstable, neutral;
  int all_known;    /* every direction was looked at, else they were counted */
  double asymmetry; /* of the stiffness, in parts of itself */
  int states_held;  /* states do not follow from the position: they were held */
  size_t named[2];  /* directions below: unstable, neutral */
  TrmDirection direction[2][TRM_DIRECTIONS];
  double softest; /* the least stiffness, N/m */
  double *worst;  /* columns: the least stiff direction */
} TrmVerdict;

typedef struct TrmStatics {
  TrmMechanism *m;
  TrmBalance *b;
  TrmState *kept, *tried; /* before a step of the path, and of the iteration */
  double tolerance;
  size_t most; /* iterations of Newton's method */
  size_t iterations, relaxations;
  int wants_stable;
  int strict; /* along a path: nothing but rounding may be left */
  TrmVerdict verdict;
  TrmUnbalanced unbalanced;
  /* the path */
  double *secant, *dz;       /* columns, states: the last step */
  double secant_time, reach; /* its duration; the step to try next */
  size_t unstable;           /* directions, along the path */
  size_t snaps, turns;
  double snap_time, snap_from[3], snap_to[3];
  const char *snap_body;
} TrmStatics;

/* Prepare from the assembled state of the mechanism; NULL after an error, in the log. Only inside a
 * guard. */
TrmStatics *trm_statics_new(TrmArena *arena, TrmMechanism *m, const TrmStaticsOptions *options,
                            TrmLog *log);

/* Find an equilibrium from the state and judge it; velocities are zero then. TRM_FAILED when there
 * is none, with the reason in the log; the state is the best that was found. */
TrmStatus trm_statics_find(TrmStatics *s, TrmLog *log);

void trm_statics_report(const TrmStatics *s, TrmStaticsReport *report);

/* Newton's method from the closed state at hand, at most so many iterations; 1 when it converged.
 */
int trm_statics_newton(TrmStatics *s, size_t most);

/* Follow the forces downhill to a stable position, whatever the way; 1 when it arrived. */
int trm_statics_relax(TrmStatics *s);

/* Move the state by `distance` (in parts of the size, or rad) along a direction of the columns. */
void trm_statics_push(TrmStatics *s, const double *direction, double distance);

/* Multipliers and rates of a position at rest that was found. */
void trm_statics_settle(TrmStatics *s);

/* stability.c: judge the equilibrium at hand, and say in the log what is worth saying. */
void trm_statics_judge(TrmStatics *s);
void trm_statics_say_verdict(const TrmStatics *s, TrmLog *log);

/* unbalanced.c: 1 when statics knows everything that the model has, else the log says what not. */
int trm_statics_applies(const TrmMechanism *m, TrmLog *log);

/* Say why there is no equilibrium: TRM_FAILED. */
TrmStatus trm_statics_explain(TrmStatics *s, TrmLog *log);

/* TRM_FAILED when a joint is beyond its limits, which is said. */
TrmStatus trm_statics_check_limits(TrmStatics *s, TrmLog *log);

/* " at t = 0.2 s" on a path, "" for a single position. */
const char *trm_statics_when(TrmStatics *s);

/* quasistatics.c: begin at the equilibrium found; then move the path on to `time`. */
void trm_quasistatics_begin(TrmStatics *s);
TrmStatus trm_quasistatics_advance(TrmStatics *s, double time, TrmLog *log);

#endif
