/* SPDX-License-Identifier: Apache-2.0
 *
 * Writers: a result in a format of other programs. One file and one line in table.c each.
 */
#ifndef TRM_WRITE_WRITE_H
#define TRM_WRITE_WRITE_H

#include "base/text.h"
#include "results/store.h"

typedef struct TrmWriter {
  const char *name;      /* as after --format */
  const char *extension; /* of files, with the dot */
  const char *summary;   /* one line, lower case, no full stop */
  /* Append `count` signals of `result` to `out`; only inside a guard. `arena` is for working
   * memory. Problems are in the log, as those of reading the result. */
  TrmStatus (*write)(TrmResult *result, const size_t *signals, size_t count, TrmArena *arena,
                     TrmLog *log, TrmText *out);
} TrmWriter;

extern const TrmWriter trm_writer_csv, trm_writer_json, trm_writer_mat;
extern const TrmWriter *const trm_writers[]; /* NULL-terminated, the default first */

/* The writer called `name`; the one for the extension of `path`. NULL: none. */
const TrmWriter *trm_writer_find(const char *name);
const TrmWriter *trm_writer_for(const char *path);

#endif
