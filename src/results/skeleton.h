/* SPDX-License-Identifier: Apache-2.0
 *
 * Skeleton: a result file without rows, and the places in it that change while rows are added. The
 * rows stand at the end of the file, one after the other. A few numbers of eight bytes say how many
 * there are; none of them lies across a page, so that each is written whole or not at all.
 */
#ifndef TRM_RESULTS_SKELETON_H
#define TRM_RESULTS_SKELETON_H

#include "results/hdf5.h"
#include "results/store.h"
#include <stdint.h>

/* Offsets in the file */
typedef struct TrmSkeleton {
  uint64_t file_end;      /* where the file is said to end */
  uint64_t rows, most;    /* number of rows, and the most there can be (0: not stated) */
  uint64_t address, size; /* where the rows begin, and their bytes */
  uint64_t status, notes; /* the texts of /status and /statistics */
  uint64_t data;          /* the first row itself */
} TrmSkeleton;

/* What the skeleton is made of: texts packed into cells of equal size */
typedef struct TrmOutline {
  size_t signals, name_size, unit_size;
  const char *names, *units;
  const TrmAttribute *attributes;
  size_t attribute_count;
} TrmOutline;

/* The bytes of /status */
enum { TRM_STATUS_SIZE = 16 };

/* Lay out the file at `path` with the library and close it; 0 when that failed. */
int trm_skeleton_make(const TrmHdf5 *h, const char *path, const TrmOutline *outline,
                      TrmSkeleton *skeleton);

/* Find the changing places in the open file `file` and make it ready for rows; NULL, or why not. */
const char *trm_skeleton_adopt(int file, TrmSkeleton *skeleton);

/* Write a number of eight bytes at `offset`; 0, or errno. */
int trm_skeleton_number(int file, uint64_t offset, uint64_t value);

/* Write all bytes at `offset`; 0, or errno. */
int trm_skeleton_bytes(int file, uint64_t offset, const void *bytes, size_t length);

#endif
