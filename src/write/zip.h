/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing zip archives: files added one after another, then the directory. The same files give the
 * same bytes: there is no date in them.
 */
#ifndef TRM_WRITE_ZIP_H
#define TRM_WRITE_ZIP_H

#include "base/arena.h"
#include "base/text.h"

typedef struct TrmZipWriter {
  TrmArena *arena;
  TrmText *out;
  TrmText *directory;
  size_t count;
} TrmZipWriter;

/* Begin an archive in `out`, which must be empty. Only inside a guard. */
TrmZipWriter *trm_zip_begin(TrmArena *arena, TrmText *out);

/* Add a file, deflated. */
void trm_zip_add(TrmZipWriter *zip, const char *name, const char *bytes, size_t length);

/* Write the directory. */
void trm_zip_end(TrmZipWriter *zip);

#endif
