/* SPDX-License-Identifier: Apache-2.0
 *
 * Events: functions of the state whose zeros are met exactly by the steps: the switching functions
 * of force laws and motions, and what the model lists under `events`.
 */
#ifndef TRM_ANALYSIS_EVENTS_H
#define TRM_ANALYSIS_EVENTS_H

#include "analysis/sides.h"
#include "expr/breaks.h"

typedef struct TrmEvents TrmEvents;

/* Collect them. Only inside a guard. */
TrmEvents *trm_events_new(TrmArena *arena, const TrmMechanism *m);

/* Let openings and closings of one-sided conditions come last among them; NULL: none. */
void trm_events_join(TrmEvents *events, TrmSides *sides);

size_t trm_events_count(const TrmEvents *events);
void trm_events_values(const TrmEvents *events, TrmState *state, double *values);

/* 1 when going from `before` to `after` is a crossing that counts for event k. */
int trm_events_crossed(const TrmEvents *events, size_t k, double before, double after);

/* One-sided conditions among all `values`: what the next step begins with in `before`, when they
 * have just switched. */
void trm_events_begin_sides(const TrmEvents *events, const double *values, double *before);

/* After a step that ended at `values`. An event that happens on its way from `before` rests then:
 * what holds its value at zero from there on does not let it happen again and again. */
void trm_events_accept(TrmEvents *events, const double *values);
void trm_events_rest(TrmEvents *events, size_t k, double before);

/* 1 when nothing else is crossed than one-sided conditions that are zero. */
int trm_events_on_sides(const TrmEvents *events, const double *before, const double *values);

/* The first one-sided condition that is crossed and beyond its zero, counted from 1; 0: none. */
size_t trm_events_side_past(const TrmEvents *events, const double *before, const double *values);

/* Those that have come down to what rounding leaves are zero: a step cannot end nearer to it. */
void trm_events_settle_sides(const TrmEvents *events, const double *before, double *values);

/* Times known before they come at which functions of the model switch; `until` at the latest. Only
 * inside a guard. */
TrmBreaks *trm_events_breaks(const TrmEvents *events, TrmArena *arena, double until);

/* 1 when some function depends on time. */
int trm_events_timed(const TrmEvents *events);

/* What happens at a crossing */
typedef enum TrmEventEffect {
  TRM_EVENT_RESTART = 1, /* a law switches: integration begins anew */
  TRM_EVENT_CHANGED = 2, /* states of the model were set */
  TRM_EVENT_STOP = 4,    /* the analysis ends here */
  TRM_EVENT_SWITCH = 8   /* one-sided conditions switch, or what is active does */
} TrmEventEffect;
unsigned trm_events_act(TrmEvents *events, size_t k, TrmState *state, TrmLog *log);

/* Marks of events that happened, so many numbers each, to be kept and restored. */
enum { TRM_EVENT_MARKS = 3 };
void trm_events_save(const TrmEvents *events, double *marks);
void trm_events_load(TrmEvents *events, const double *marks);

/* Name of the compliant contact whose first gap closes at event k on the way from `before` to
 * `values`, or whose last one opens; or NULL. */
const char *trm_events_touch(const TrmEvents *events, size_t k, const double *before,
                             const double *values, int *closes);

/* Name of the user's event k, or NULL. */
const char *trm_events_name(const TrmEvents *events, size_t k);

/* What event k belongs to: a force, an equation, a motion, a constraint or an event; or NULL. */
const TrmItem *trm_events_item(const TrmEvents *events, TrmState *state, size_t k);

/* 1 when event k is one of a motion or constraint. */
int trm_events_course(const TrmEvents *events, size_t k);

#endif
