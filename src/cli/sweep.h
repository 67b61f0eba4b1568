/* SPDX-License-Identifier: Apache-2.0
 *
 * Sweep: a table of what describes a suspension while it is moved one way.
 */
#ifndef TRM_CLI_SWEEP_H
#define TRM_CLI_SWEEP_H

#include "base/text.h"
#include "cli/command.h"
#include "results/store.h"
#include "trammel/suspension.h"
#include <stddef.h>

typedef struct TrmSweepColumn {
  const char *name, *unit;
  const char *wheel, *quantity; /* "left" and "camber" of "left_camber" */
  const double *values;         /* a NaN stands for what is not defined there */
  int computed;                 /* from others: not in the result */
} TrmSweepColumn;

typedef struct TrmSweepTable {
  TrmSweepKind kind;
  const char *word; /* "travel", "roll", "steer" */
  const char *path; /* of the result */
  TrmSweepColumn *columns;
  size_t count, capacity, rows;
} TrmSweepTable;

/* Read the columns of a sweep from its result, those of `wheels` and of axles; with the wheelbase
 * (model units; 0: not given) Ackermann's part of a steered axle. */
TrmStatus trm_sweep_read(TrmSweepTable *table, const TrmSystem *system, TrmArena *arena,
                         TrmLog *log);

/* What a quantity is called: "half track" of "half_track". */
const char *trm_sweep_title(const char *quantity);

/* As text for a terminal, as JSON, and as lines over the first column. */
void trm_sweep_text(const TrmSweepTable *table, TrmArena *arena, TrmText *out);
void trm_sweep_json(const TrmSweepTable *table, TrmText *out);
void trm_sweep_plot(const TrmSweepTable *tables, size_t count, TrmArena *arena, TrmText *out);

/* Write the page of all sweeps. */
TrmStatus trm_sweep_page(TrmRequest *request, const TrmSweepTable *tables, size_t count,
                         const char *path, TrmLog *log);

#endif
