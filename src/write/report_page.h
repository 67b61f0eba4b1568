/* SPDX-License-Identifier: Apache-2.0
 *
 * Report: what its files share.
 */
#ifndef TRM_WRITE_REPORT_PAGE_H
#define TRM_WRITE_REPORT_PAGE_H

#include "write/plot.h"
#include "write/report.h"

typedef struct TrmReportPage {
  const TrmReport *report;
  TrmArena *arena;
  TrmLog *log;
  TrmText *out;
} TrmReportPage;

void trm_report_heading(TrmReportPage *p, const char *title);

/* Append a plot as a picture. */
void trm_report_plot(TrmReportPage *p, const TrmPlot *plot, const char *about);

/* report_modes.c: 1 when the result holds modes, or modes over a parameter; append their table and
 * diagrams. */
int trm_report_has_modes(const TrmReportPage *p);
TrmStatus trm_report_modes(TrmReportPage *p);

#endif
