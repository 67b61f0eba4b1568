/* SPDX-License-Identifier: Apache-2.0
 *
 * What happened in a run: the list of events in the order of time.
 */
#ifndef TRM_ANALYSIS_HAPPENED_H
#define TRM_ANALYSIS_HAPPENED_H

#include "base/arena.h"
#include "model/model.h"
#include "trammel/analysis.h"

typedef struct TrmHappened {
  TrmArena *arena;
  TrmHappening *list;
  size_t count, capacity;
} TrmHappened;

/* The first so many are kept by a run that is saved. */
enum { TRM_HAPPENED_KEPT = 512 };

/* What goes on, as doubles: where in the sections of the model its names are; a copy, and back. */
size_t trm_happened_memory(void);
void trm_happened_save(const TrmHappened *happened, const TrmModel *model, double *memory);
void trm_happened_load(TrmHappened *happened, const TrmModel *model, const double *memory);

/* Note one; earlier than the last ones it is put before them. Takes memory now and then. */
void trm_happened_add(TrmHappened *happened, double time, TrmHappeningKind kind, const char *name);

#endif
