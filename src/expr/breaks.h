/* SPDX-License-Identifier: Apache-2.0
 *
 * Breaks: times, known before they come, at which functions of time switch, turn a corner or pass a
 * point of a spline, so that steps can end there and no pulse, however short, is stepped over.
 */
#ifndef TRM_EXPR_BREAKS_H
#define TRM_EXPR_BREAKS_H

#include "expr/program.h"

typedef struct TrmBreaks TrmBreaks;

/* None yet; at most `count` programs can be added. Times up to `until` matter, 0: all. */
TrmBreaks *trm_breaks_new(TrmArena *arena, size_t count, double until);
void trm_breaks_add(TrmBreaks *breaks, TrmArena *arena, const TrmProgram *program);

/* How far from t a break may be that is found there: functions have switched that much later. */
double trm_breaks_margin(const TrmBreaks *breaks, double t);

/* The first behind t, or infinite. Allocates nothing. */
double trm_breaks_next(TrmBreaks *breaks, double t);

/* A quarter of the period of the fastest sine of time in the programs; infinite: there is none. */
double trm_breaks_pace(const TrmBreaks *breaks);

/* What they hold, to be kept and restored: so many doubles. */
size_t trm_breaks_memory(const TrmBreaks *breaks);
void trm_breaks_save(const TrmBreaks *breaks, double *memory);
void trm_breaks_load(TrmBreaks *breaks, const double *memory);

#endif
