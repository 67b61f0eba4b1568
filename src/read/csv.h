/* SPDX-License-Identifier: Apache-2.0
 *
 * CSV: columns of numbers from a text table. Separators are commas, semicolons or tabs (or blanks,
 * where there is nothing else); the first row may hold names; lines that begin with # are skipped.
 */
#ifndef TRM_READ_CSV_H
#define TRM_READ_CSV_H

#include "base/arena.h"
#include "base/journal.h"
#include "model/model.h"

/* Read `count` columns of the file at `path`, which is named at `place`. wanted[i] is a column's
 * name in the first row, or its number from 1. On success columns[i] points to `*rows` numbers in
 * `arena`. After an error (in the log): TRM_BAD_FILE when the file cannot be opened, else
 * TRM_BAD_MODEL. Only inside a guard. */
TrmStatus trm_csv_columns(TrmArena *arena, const char *path, TrmPlace place,
                          const char *const *wanted, size_t count, TrmLog *log, double **columns,
                          size_t *rows);

/* The same for a model's `file` and its two `columns` (NULL: the first two); 1 on success. */
int trm_csv_read(TrmArena *arena, const char *path, const TrmValue *file, const TrmValue *columns,
                 TrmLog *log, double *found[2], size_t *rows);

#endif
