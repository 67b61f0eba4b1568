/* SPDX-License-Identifier: Apache-2.0
 *
 * Page: one HTML file that shows results in any browser, without a network. The program in it comes
 * from viewer/, made into three parts when Trammel is built; the title stands between the first two
 * and the results between the last two. Texts are JSON, in which every < is written \u003c, so that
 * nothing in them is ever HTML.
 */
#ifndef TRM_WRITE_PAGE_H
#define TRM_WRITE_PAGE_H

#include "base/text.h"
#include "results/store.h"

typedef struct TrmPagePart {
  const unsigned char *bytes;
  size_t length;
} TrmPagePart;
extern const TrmPagePart trm_page_parts[3];

typedef struct TrmPageRun {
  TrmResult *result;
  const char *file;       /* its name */
  const char *patterns;   /* signals that can be plotted, as trm_result_select takes; NULL: all */
  const char *sheet;      /* of runs that are shown one at a time: its title; NULL: all together */
  const char *suspension; /* of a sweep of a suspension: what its columns are, as JSON, or NULL */
  /* what was written: */
  size_t signals, all_signals; /* in the page, in the result */
  size_t rows, all_rows;
} TrmPageRun;

/* Append a page of `count` results; only inside a guard. Where there is more than a browser can
 * take, rows are left out evenly, and signals after the positions of bodies. */
TrmStatus trm_page_write(TrmPageRun *runs, size_t count, TrmArena *arena, TrmLog *log,
                         TrmText *out);

#endif
