/* SPDX-License-Identifier: Apache-2.0
 *
 * Report: a page to print about one result: the model, what a check says of it, settings, accuracy,
 * energy, plots, messages. It runs no program and asks nothing of a network.
 */
#ifndef TRM_WRITE_REPORT_H
#define TRM_WRITE_REPORT_H

#include "results/store.h"
#include "write/image.h"

typedef struct TrmReport {
  TrmResult *result;
  const char *file;        /* its name */
  const char *patterns;    /* signals that are plotted; NULL: the outputs, or the first motions */
  const char *summary;     /* what was understood of the model; NULL: it cannot be read again */
  const char *check;       /* freedoms and redundant equations; NULL: as before */
  const char *trouble;     /* why it cannot be read again */
  const TrmImage *picture; /* of the mechanism, or NULL */
} TrmReport;

/* Append the page; only inside a guard. */
TrmStatus trm_report_write(const TrmReport *report, TrmArena *arena, TrmLog *log, TrmText *out);

#endif
