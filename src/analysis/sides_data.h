/* SPDX-License-Identifier: Apache-2.0
 *
 * What the engine of one-sided conditions holds.
 */
#ifndef TRM_ANALYSIS_SIDES_DATA_H
#define TRM_ANALYSIS_SIDES_DATA_H

#include "analysis/sides.h"
#include "formulation/rub.h"
#include "linalg/lcp.h"
#include "system/onesided.h"

/* Open; closed, and its row on; or closed without pressure or with one that others bear */
typedef enum TrmSideMode { TRM_SIDE_OPEN, TRM_SIDE_CLOSED, TRM_SIDE_TOUCHING } TrmSideMode;

typedef struct TrmBlows TrmBlows;

struct TrmSides {
  TrmMechanism *m;
  TrmFlow *flow;
  const TrmEquations *eq; /* with all rows */
  TrmHappened *happened;
  unsigned char *mode, *was; /* TrmSideMode; before the event */
  unsigned char *struck;     /* an impulse acted on it */
  int blow;                  /* one acted that takes energy */
  double *kept, *noise;      /* the gap counts from here; as long as it is next to rounding, more */
  double *left_at;           /* of one that only touches: when its pressure ended, or 0 */
  double *arm;               /* lengths on bodies, and the fixed ones, that make up the gap */
  double most[2];            /* largest rate so far, of angles and of lengths */
  const TrmItem *culprit;    /* whose condition or friction could not be kept */
  double press;              /* largest pressure so far */
  int fresh;                 /* the freedoms are to be counted again */
  size_t *near, *set;        /* conditions that touch; numbers within them */
  unsigned char *rigid;      /* of those that touch: the others decide their gaps */
  double *speed, *rest_at, *gap;
  double *S, *q, *z, *x, *f;
  TrmLcp *lcp;
  double none; /* a force that counts as none, now */
  /* of each switch: TRM_SWITCH_ of events; it is on. Of each condition and friction: its switch, -1
   */
  unsigned char *override, *on;
  int *side_switch, *dry_switch;
  /* dry friction; NULL: nothing rubs. Of each: sticks; by its own choice begins to slide, so many
   * times; has stopped because it jams; what its speed counts from */
  TrmRub *rub;
  unsigned char *stuck, *impending, *jammed;
  double *slack, most_slide;
  unsigned char *seen; /* of each friction, and its weight: work of spread.c */
  double *weight;
  TrmBlows *blows;
};

/* What an event has said of a switch */
enum { TRM_SWITCH_ON = 1, TRM_SWITCH_OFF = 2 };

/* blows.c: room; impulses of those that touch until nothing approaches any more, flow->u and the
 * state with them; TRM_FAILED where what approaches cannot give way. */
void trm_blows_new(TrmSides *s, TrmArena *arena);
TrmStatus trm_blows_strike(TrmSides *s, size_t count);

/* Rates of all that touch; the number of those that approach, which become the set. A rate that
 * counts as rest. */
size_t trm_sides_approaching(TrmSides *s, size_t count);
double trm_sides_no_speed(const TrmSides *s, size_t i);

/* Solve over the set (numbers within near) with q; z of the set. u += sum of z x over the set. */
TrmStatus trm_sides_solve(TrmSides *s, size_t count, size_t set);
void trm_sides_add(TrmSides *s, size_t set, double *u);

/* toggle.c: find the switches of all conditions; let them say what is there from here on: rows and
 * forces on and off, those that come on with the impulse that this takes. */
void trm_toggle_new(TrmSides *s, TrmArena *arena);
TrmStatus trm_toggle(TrmSides *s, int first);

/* 1 when the condition, the friction is there. */
int trm_side_there(const TrmSides *s, size_t i);
int trm_dry_there(const TrmSides *s, size_t j);

/* rounding.c: find the arms; what rounding leaves of the gap of a condition, at the flow's state.
 */
void trm_sides_measure(TrmSides *s);
double trm_sides_rounding(const TrmSides *s, size_t i);

/* The gap of a condition, whether its row is on or off. */
double trm_sides_gap(const TrmSides *s, size_t i);

/* Second rate of the gap of condition n of those that touch, with flow->a. */
double trm_sides_second(const TrmSides *s, size_t n);

#endif
