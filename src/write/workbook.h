/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing Excel workbooks in the layout: titles and what they mean over every table, lists to
 * choose from in its cells, and rows of values where there are any.
 */
#ifndef TRM_WRITE_WORKBOOK_H
#define TRM_WRITE_WORKBOOK_H

#include "base/arena.h"
#include "base/text.h"
#include "write/layout.h"
#include <stdint.h>

typedef struct TrmWorkbookWriter TrmWorkbookWriter;

/* A workbook with all tables and no rows. Only inside a guard. */
TrmWorkbookWriter *trm_workbook_new(TrmArena *arena);

/* Begin the next row of a table; SimParam has a row for each label already. */
void trm_workbook_row(TrmWorkbookWriter *w, const TrmLayout *layout);

/* Fill part `part` of a column in the present row of a table with a number or a text. In SimParam
 * the column is the label. */
void trm_workbook_number(TrmWorkbookWriter *w, const TrmLayout *layout, unsigned column,
                         unsigned part, double value);
void trm_workbook_text(TrmWorkbookWriter *w, const TrmLayout *layout, unsigned column,
                       unsigned part, const char *text);

/* All parts of a column. */
void trm_workbook_numbers(TrmWorkbookWriter *w, const TrmLayout *layout, unsigned column,
                          const double *values);

/* The first row of the bodies, which is the absolute frame. */
void trm_workbook_ground(TrmWorkbookWriter *w);

/* The archive. */
void trm_workbook_write(TrmWorkbookWriter *w, TrmText *out);

#endif
