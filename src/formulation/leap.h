/* SPDX-License-Identifier: Apache-2.0
 *
 * Leap: a step of constant size over rigid contacts (Moreau's time stepping). Contacts are not
 * events: all that may touch within the step are found at its beginning, and one impulse each, P,
 * is sought for all of them at once, so that with the gap g and the velocity v of a touch
 *   0 <= P_n  and  v_n + max(g, 0)/h >= 0, one of them zero;  |P_t| <= mu P_n against v_t,
 * while the joints hold exactly. Positions follow with the new velocities; what would be left sunk
 * in is brought out by a second problem of positions alone.
 */
#ifndef TRM_FORMULATION_LEAP_H
#define TRM_FORMULATION_LEAP_H

#include "formulation/formulation.h"
#include "system/contacts.h"

/* A touch in a step: directions n, t1, t2; of both bodies the arms' moments in body axes, and these
 * through the inverse inertia. */
typedef struct TrmStrike {
  int body[2];
  size_t contact, first, second, touch; /* what it is, to find it again */
  double direction[3][3], turn[2][3][3], spin[2][3][3];
  double size[3]; /* velocity along each direction that a unit impulse along it gives */
  double impulse[3];
  double was[3], way[3]; /* impulses from which the last round began, and after the one before */
  double gap, mu, bias;
  double slack;      /* m: how deep it may sink in in a step, by the sizes of its bodies */
  double lift, push; /* impulse and bias of the problem of positions */
} TrmStrike;

typedef struct TrmLeap {
  const TrmEquations *eq;
  TrmStrike *strikes;
  size_t count, capacity;
  int full;                        /* there were more than there is room for */
  double (*light)[3], (*twist)[9]; /* inverse masses by axis; inverse inertia, body axes */
  double (*speed)[6];              /* of bodies: v in ground axes, w in body axes */
  double (*before)[6];             /* at the beginning of the step */
  double (*free)[6];               /* without contacts; then, how positions move */
  double (*way)[6];                /* after the round of sweeps before */
  double *arm;                     /* m: how far the surfaces of a body reach from its centre */
  double *rest;                    /* y: states, courses and work of the step */
  char *struck;                    /* a body bears an impulse */
  double h, wide, last_h;          /* of this step, of the widest so far, of the step before */
  /* of the step before: what the touches were, and their impulses; a table of them by what they
   * are, and links of those that fall together */
  TrmStrike *last;
  size_t last_count;
  int *table, *link;
  size_t table_size;
  double *force;  /* of all contacts on the columns, the mean of the last step */
  double deepest; /* m, so far */
  double left;    /* the largest change of a velocity in the last sweep of a step, so far, m/s */
  size_t most;    /* touches in a step, so far */
  size_t sweeps;  /* so far */
} TrmLeap;

/* Take the memory. Only inside a guard. */
void trm_leap_prepare(TrmFlow *flow, TrmArena *arena);

/* A step of size h from (t, y) to y_new, projected. */
TrmStatus trm_leap_step(void *flow, double t, double h, const double *y, double *y_new);

/* Forget the impulses of the last step. */
void trm_leap_renew(TrmLeap *leap);

/* leap_strikes.c: find the touches of the flow's state, with impulses of the last step to begin
 * with; keep them for the next. */
void trm_leap_gather(TrmFlow *flow, double margin);
void trm_leap_keep(TrmLeap *leap);

/* leap_sweep.c: solve for the impulses, bodies' speeds follow; choose with which speeds (`free`)
 * positions move; then solve for what positions need besides, from speeds of zero. Where there are
 * joints, `hold` brings speeds onto them after every round. */
typedef TrmStatus (*TrmLeapHold)(TrmFlow *flow);
TrmStatus trm_leap_sweep(TrmFlow *flow, TrmLeapHold hold);
void trm_leap_choose(TrmFlow *flow);
TrmStatus trm_leap_lift(TrmFlow *flow, TrmLeapHold hold);

#endif
