/* SPDX-License-Identifier: Apache-2.0
 *
 * Tables of a workbook: found by the texts over their columns, and their cells read as what they
 * should be. What is wrong is reported at the cell.
 */
#ifndef TRM_READ_WORKBOOK_TABLE_H
#define TRM_READ_WORKBOOK_TABLE_H

#include "read/node.h"
#include "read/workbook/book.h"
#include "write/layout.h"

enum { TRM_SHEET_FIELDS = 32 };

typedef struct TrmSheetTable {
  TrmArena *arena;
  TrmLog *log;
  const TrmSheet *sheet; /* NULL: the workbook does not have it */
  const TrmLayout *layout;
  uint32_t columns[TRM_SHEET_FIELDS]; /* where each begins; 0: it is not there */
  uint32_t first, last;               /* rows with data; last < first: none */
} TrmSheetTable;

/* Find a table; a needed one that is not there is an error. */
TrmSheetTable trm_sheet_table(TrmArena *arena, TrmLog *log, const TrmBook *book,
                              const TrmLayout *layout, int needed);

/* Find the rows of labels in SimParam: `rows[i]` and `columns[i]` of the cell beside label i, or 0.
 */
const TrmSheet *trm_sheet_labels(TrmArena *arena, TrmLog *log, const TrmBook *book,
                                 uint32_t rows[TRM_SIM_COUNT], uint32_t columns[TRM_SIM_COUNT]);

/* Part `part` (from 0) of a field in a row: its cell (NULL: blank) and its place. */
const TrmCell *trm_table_cell(const TrmSheetTable *t, uint32_t row, unsigned field, unsigned part);
TrmPlace trm_table_place(const TrmSheetTable *t, uint32_t row, unsigned field, unsigned part);

/* 1 when any part of a field is filled in. */
int trm_table_given(const TrmSheetTable *t, uint32_t row, unsigned field);

/* A number, 0 when blank; 0 returned after an error. All parts of a field. A whole number in a
 * range. */
int trm_cell_number(TrmArena *arena, TrmLog *log, const TrmCell *cell, TrmPlace place,
                    double *value);
int trm_table_number(const TrmSheetTable *t, uint32_t row, unsigned field, double *value);
int trm_table_vector(const TrmSheetTable *t, uint32_t row, unsigned field, double values[3]);
int trm_table_whole(const TrmSheetTable *t, uint32_t row, unsigned field, long least, long most,
                    long *value);

/* Text without blanks around it, "" when blank; a number is written out; NULL after an error. */
const char *trm_cell_text(TrmArena *arena, TrmLog *log, const TrmCell *cell, TrmPlace place);
const char *trm_table_text(const TrmSheetTable *t, uint32_t row, unsigned field);

/* A function of t (function.c) with `argument` in place of t: its text in the model language; of a
 * number the number; "" when blank, NULL after an error. */
const char *trm_table_function(const TrmSheetTable *t, uint32_t row, unsigned field, unsigned part,
                               const char *argument);

/* function.c: the same of a text; NULL after an error. */
const char *trm_matlab_function(TrmArena *arena, const char *text, const char *argument,
                                TrmPlace place, TrmLog *log);

#endif
