/* SPDX-License-Identifier: Apache-2.0
 *
 * The result store: rows of numbers under named signals, in an HDF5 file that any program can read,
 * at any instant, also one whose writer was killed: then it holds the first rows, exactly.
 *   /data [row][signal]  /signals  /units  /about/NAME  /statistics [note][name, text]  /status
 */
#ifndef TRM_RESULTS_STORE_H
#define TRM_RESULTS_STORE_H

#include "base/arena.h"
#include "trammel/log.h"

typedef struct TrmStore TrmStore;
typedef struct TrmResult TrmResult;

typedef struct TrmSignal {
  const char *name;
  const char *unit; /* "" for a pure number */
} TrmSignal;

typedef struct TrmAttribute {
  const char *name; /* one word, no slash */
  const char *text;
} TrmAttribute;

/* Notes a store keeps, and the bytes of a name or a text of one, with its end */
enum { TRM_STORE_NOTES = 64, TRM_STORE_NOTE_SIZE = 512 };

/* Create, or replace, the result file at `path`. `signals[0]` is time. Rows are written every
 * `chunk` rows (0: as many as fill 64 KiB), and once a second. The log must outlive the store. */
TrmStatus trm_store_create(const char *path, const TrmSignal *signals, size_t count,
                           const TrmAttribute *attributes, size_t attribute_count, size_t chunk,
                           TrmLog *log, TrmStore **store);

/* Append a row, a value per signal. Allocates nothing. After a failure the store takes no more;
 * what was written stays. */
TrmStatus trm_store_append(TrmStore *store, const double *row);

/* Write the rows that are still held back. */
TrmStatus trm_store_flush(TrmStore *store);

/* Write them, and wait until they are on the disk. */
TrmStatus trm_store_sync(TrmStore *store);

/* Write a note (a statistic of the run) at once; one of the same name is replaced. */
TrmStatus trm_store_note(TrmStore *store, const char *name, const char *text);

/* Write what is held back, mark the file complete or interrupted, and free. NULL is allowed. */
TrmStatus trm_store_close(TrmStore *store, int complete);

/* Open a result for reading, as it is now. The log must outlive it. */
TrmStatus trm_result_open(const char *path, TrmLog *log, TrmResult **result);
void trm_result_free(TrmResult *result);

size_t trm_result_signals(const TrmResult *result);
size_t trm_result_rows(const TrmResult *result);

/* Signal `index`, or NULL; the index of a name, or -1. */
const TrmSignal *trm_result_signal(const TrmResult *result, size_t index);
int trm_result_find(const TrmResult *result, const char *name);

/* The values of one signal in all rows; of some signals, one after the other; and of all signals in
 * `count` rows from `first` on, row by row. */
TrmStatus trm_result_column(TrmResult *result, size_t signal, double *out);
TrmStatus trm_result_columns(TrmResult *result, const size_t *signals, size_t count, double *out);
TrmStatus trm_result_read(TrmResult *result, size_t first, size_t count, double *out);

/* What was given on creation, in alphabetical order, and the notes, in theirs; NULL past the end.
 */
size_t trm_result_attributes(const TrmResult *result);
const TrmAttribute *trm_result_attribute(const TrmResult *result, size_t index);
size_t trm_result_notes(const TrmResult *result);
const TrmAttribute *trm_result_note(const TrmResult *result, size_t index);

/* The text of an attribute, or NULL. */
const char *trm_result_about(const TrmResult *result, const char *name);

/* 1 when the run came to its end; and "complete", "interrupted" or "running" (or killed). */
int trm_result_complete(const TrmResult *result);
const char *trm_result_status(const TrmResult *result);

/* The signals that a list such as "crank.*,rocker_angle" names, with * and ? as in file names.
 * Time is always first, the others as listed, each once; NULL or "" names all. */
TrmStatus trm_result_select(const TrmResult *result, const char *patterns, TrmArena *arena,
                            TrmLog *log, size_t **signals, size_t *count);
TrmStatus trm_signals_select(const TrmSignal *all, size_t all_count, const char *patterns,
                             TrmArena *arena, TrmLog *log, size_t **signals, size_t *count);

#endif
