/* SPDX-License-Identifier: Apache-2.0
 *
 * Pace: whether a run gets anywhere. Steps, or events, are counted in windows; when at the pace of
 * two windows in a row the rest would take more of them than anybody waits for, the run is ended
 * with a reason in place of going on without end.
 */
#ifndef TRM_ANALYSIS_PACE_H
#define TRM_ANALYSIS_PACE_H

#include <stddef.h>

typedef struct TrmPace {
  size_t window; /* how many are counted at a time */
  double most;   /* that the rest may take */
  size_t began;  /* the count when the window began, and the time */
  double since;
  int slow;      /* windows in a row */
  double needed; /* for the rest, at the last window's pace */
} TrmPace;

/* Count from here on. */
void trm_pace_begin(TrmPace *pace, size_t window, double most, double t);

/* 1 when `count` of them by the time t show that `until` will not be reached. */
int trm_pace_hopeless(TrmPace *pace, size_t count, double t, double until);

#endif
