/* SPDX-License-Identifier: Apache-2.0
 *
 * What a log holds; shared by log.c, which fills it, and render.c, which prints it.
 */
#ifndef TRM_BASE_LOG_DATA_H
#define TRM_BASE_LOG_DATA_H

#include "base/arena.h"
#include "base/journal.h"

typedef struct LogNote {
  TrmPlace place;
  const char *text;
} LogNote;

typedef struct LogEntry {
  TrmCode code;
  TrmSeverity severity;
  TrmPlace place;
  const char *object, *text, *hint;
  LogNote *notes;
  size_t note_count, note_capacity;
} LogEntry;

struct TrmLog {
  TrmArena *arena;
  LogEntry *entries;
  size_t count, capacity;
  size_t totals[3]; /* by severity, beyond the cap too */
  const TrmSource **sources;
  size_t source_count, source_capacity;
  int open; /* the last message was kept, so notes and the hint go to it */
};

#endif
