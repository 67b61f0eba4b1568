/* SPDX-License-Identifier: Apache-2.0
 *
 * Checkpoint: a file from which a run of dynamics goes on as if it had never stopped. It names the
 * model and its settings, the method, the result file and how many of its rows count, and holds the
 * memory of the run. It is replaced in one go, so that there is always a whole one.
 */
#ifndef TRM_CLI_CHECKPOINT_H
#define TRM_CLI_CHECKPOINT_H

#include "cli/record.h"
#include <stdint.h>

typedef struct TrmCheckpoint {
  const char *model, *settings; /* the model's file; one NAME=VALUE a line */
  const char *result, *signals; /* result file; --signals or "" */
  uint64_t text;                /* hash of the model as it was read */
  TrmTimes span;
  TrmDynamicsOptions options;
  size_t rows; /* of the result that count */
  double *memory;
  size_t memory_count;
} TrmCheckpoint;

/* Write it to `path`; a message and TRM_BAD_FILE when that fails. */
TrmStatus trm_checkpoint_write(const TrmCheckpoint *checkpoint, const char *path);

/* Read it; texts and memory are in the arena. */
TrmStatus trm_checkpoint_read(const char *path, TrmArena *arena, TrmCheckpoint *checkpoint);

/* A hash of a text, to see whether it is still the same. */
uint64_t trm_checkpoint_hash(const void *bytes, size_t length);

#endif
