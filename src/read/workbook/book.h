/* SPDX-License-Identifier: Apache-2.0
 *
 * Book: the sheets of an .xlsx file as cells with their values: numbers, texts (shared, inline,
 * rich), flags, errors; of a formula the value that was stored with it. Nothing is interpreted.
 */
#ifndef TRM_READ_WORKBOOK_BOOK_H
#define TRM_READ_WORKBOOK_BOOK_H

#include "base/journal.h"
#include "model/model.h"
#include <stdint.h>

enum {
  TRM_SHEET_ROWS = 100000,
  TRM_SHEET_COLUMNS = 256,
  TRM_BOOK_CELLS = 200000, /* filled, in all sheets */
  TRM_BOOK_SHEETS = 200
};

typedef enum TrmCellKind {
  TRM_CELL_EMPTY,
  TRM_CELL_NUMBER,
  TRM_CELL_TEXT,
  TRM_CELL_FLAG,   /* TRUE or FALSE in `number` */
  TRM_CELL_ERROR,  /* such as #DIV/0! in `text` */
  TRM_CELL_UNKNOWN /* a formula without a stored value */
} TrmCellKind;

typedef struct TrmCell {
  TrmCellKind kind;
  uint32_t row, column; /* from 1 */
  double number;
  const char *text;
} TrmCell;

typedef struct TrmSheet {
  const char *name;
  const TrmSource *source; /* its places are cells */
  TrmCell *cells;          /* by row, then column */
  size_t count, capacity;
  size_t *first; /* number of the first cell of each row; one more at the end */
  uint32_t rows; /* last row with something in it */
} TrmSheet;

typedef struct TrmBook {
  TrmSheet *sheets;
  size_t count;
  size_t others;           /* sheets of other names, which are not read */
  const char *other_names; /* the first few of them */
} TrmBook;

/* Read all sheets; NULL after an error. Sources of sheets are kept by the model. Only inside a
 * guard. */
TrmBook *trm_book_read(TrmArena *arena, TrmModel *model, const TrmSource *source, TrmLog *log);

/* The cell at a row and column; NULL when it is empty. */
const TrmCell *trm_sheet_cell(const TrmSheet *sheet, uint32_t row, uint32_t column);

TrmPlace trm_sheet_place(const TrmSheet *sheet, uint32_t row, uint32_t column);

/* A text in lower case without blanks, underscores and marks, and without what is in brackets. */
const char *trm_sheet_plain(TrmArena *arena, const char *text);

#endif
