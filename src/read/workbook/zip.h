/* SPDX-License-Identifier: Apache-2.0
 *
 * Zip archives, as far as workbooks need them: stored and deflated files, found by the directory at
 * the archive's end. Hostile ones are refused before anything is unpacked: names that lead out of
 * the archive, files that overlap, more bytes than are allowed; what is unpacked is never more than
 * the directory says.
 */
#ifndef TRM_READ_WORKBOOK_ZIP_H
#define TRM_READ_WORKBOOK_ZIP_H

#include "base/arena.h"
#include <stddef.h>
#include <stdint.h>

enum {
  TRM_ZIP_FILES = 2000,        /* in one archive */
  TRM_ZIP_MOST = 64 * 1048576, /* bytes unpacked, of all files together */
  TRM_ZIP_PIECE = 65536        /* bytes unpacked at a time */
};

typedef struct TrmZip TrmZip;
typedef struct TrmZipFile TrmZipFile;

/* What is wrong with an archive; `large` when it is too much rather than broken. */
typedef struct TrmZipFault {
  const char *text;
  int large;
} TrmZipFault;

/* 1 when the bytes begin as an archive does. */
int trm_zip_is(const char *bytes, size_t length);

/* 1 when they begin as the files of old office programs do, or those with a password. */
int trm_zip_is_compound(const char *bytes, size_t length);

/* The directory of an archive, NULL when it is refused. Only inside a guard. */
TrmZip *trm_zip_open(TrmArena *arena, const char *bytes, size_t length, TrmZipFault *fault);

/* Start unpacking the file called `name` (case does not matter); NULL when there is none. */
TrmZipFile *trm_zip_start(TrmZip *zip, const char *name, TrmZipFault *fault);

/* The next bytes: 1 and a piece, 0 at the end, -1 when the file is damaged, with the fault. */
int trm_zip_next(TrmZipFile *file, const char **bytes, size_t *length, TrmZipFault *fault);

#endif
