/* SPDX-License-Identifier: Apache-2.0
 *
 * The log: diagnostics as data. The library never prints; it appends what it found to the caller's
 * log, each entry with a stable code, a place in a file, the object's name, a text and a hint.
 * Where a function takes a log, NULL means that nobody wants to know.
 */
#ifndef TRAMMEL_LOG_H
#define TRAMMEL_LOG_H

#include "trammel/status.h"
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TrmLog TrmLog;

typedef enum TrmSeverity { TRM_NOTE, TRM_WARNING, TRM_ERROR } TrmSeverity;

/* One entry. Strings belong to the log; file is NULL and line 0 where there is no place. */
typedef struct TrmEntry {
  TrmSeverity severity;
  const char *code;        /* stable, such as "E204"; see trm_code_explanation */
  const char *file;        /* name of the file, or NULL */
  const char *sheet;       /* of a workbook: line and column are then a cell's; or NULL */
  unsigned line, column;   /* from 1 */
  unsigned length;         /* characters underlined */
  const char *object;      /* name of the thing concerned, or NULL */
  const char *text;        /* the sentence */
  const char *hint;        /* what to do, or NULL */
  const char *source_line; /* the text of the line, or NULL */
  size_t note_count;       /* further places, such as "first defined here" */
} TrmEntry;

/* A new, empty log; NULL when memory is out. */
TrmLog *trm_log_new(void);
void trm_log_free(TrmLog *log);

/* Forget all entries. */
void trm_log_clear(TrmLog *log);

/* Entries kept, and how many of each severity were reported (errors beyond the cap are counted). */
size_t trm_log_count(const TrmLog *log);
size_t trm_log_errors(const TrmLog *log);
size_t trm_log_warnings(const TrmLog *log);

/* Entry `index` from 0; returns TRM_BAD_USAGE past the end. */
TrmStatus trm_log_entry(const TrmLog *log, size_t index, TrmEntry *entry);

/* Note `note` of entry `index`: its text and place in entry->text, file, line, column, length. */
TrmStatus trm_log_entry_note(const TrmLog *log, size_t index, size_t note, TrmEntry *entry);

typedef enum TrmLogFormat {
  TRM_LOG_PLAIN, /* compiler style with source line and caret */
  TRM_LOG_COLOUR,
  TRM_LOG_JSON /* one JSON array */
} TrmLogFormat;

/* The whole log as text; free the result with trm_text_free. NULL when memory is out. */
char *trm_log_render(const TrmLog *log, TrmLogFormat format);
void trm_text_free(char *text);

/* Title and explanation of a code such as "E204" (case does not matter); NULL when unknown. */
const char *trm_code_title(const char *code);
const char *trm_code_explanation(const char *code);

/* The code at `index` in the stable list, NULL past its end. */
const char *trm_code_at(size_t index);

#ifdef __cplusplus
}
#endif
#endif
