/* SPDX-License-Identifier: Apache-2.0
 *
 * Tables: a header is up to five rows around the one that has the first column's title. Titles of
 * groups stand at their left end. Rows of data have something in the first column; the table ends
 * at a blank row.
 */
#include "read/workbook/table.h"
#include "base/text.h"
#include <math.h>
#include <string.h>

enum { HEADER_ABOVE = 2, HEADER_BELOW = 2, TRIED = 40 };

/* what a header's cell says in plain letters, "" for nothing */
static const char *plain_cell(TrmArena *arena, const TrmCell *cell) {
  return cell->kind == TRM_CELL_TEXT ? trm_sheet_plain(arena, cell->text) : "";
}

static int matches(const char *plain, const TrmLayoutColumn *wanted) {
  return *plain && trm_layout_lists(wanted->also, plain, strlen(plain));
}

/* look for the columns in rows `from` to `to`, top down, the first being `own`; how many there are
 */
static size_t find_columns(TrmSheetTable *t, uint32_t from, uint32_t to, uint32_t own) {
  char claimed[TRM_SHEET_COLUMNS + 4] = {0};
  size_t count = 1;
  if (to > t->sheet->rows) to = t->sheet->rows;
  size_t begin = t->sheet->first[from], end = t->sheet->first[to + 1];
  const char **plain = trm_arena_array(t->arena, end - begin + 1, sizeof *plain);
  for (size_t k = begin; k < end; k++) plain[k - begin] = plain_cell(t->arena, &t->sheet->cells[k]);
  memset(t->columns, 0, sizeof t->columns);
  t->columns[0] = own;
  claimed[own] = 1;
  for (unsigned i = 1; t->layout->columns[i].title; i++) {
    const TrmLayoutColumn *wanted = &t->layout->columns[i];
    for (size_t k = begin; k < end && !t->columns[i]; k++) {
      uint32_t column = t->sheet->cells[k].column;
      if (claimed[column] || !matches(plain[k - begin], wanted)) continue;
      t->columns[i] = column;
      for (uint32_t n = column; n < column + wanted->size && n <= TRM_SHEET_COLUMNS; n++)
        claimed[n] = 1;
      count++;
    }
  }
  return count;
}

/* all that is needed was found */
static const TrmLayoutColumn *missing(const TrmSheetTable *t) {
  for (unsigned i = 0; t->layout->columns[i].title; i++)
    if (t->layout->columns[i].needed && !t->columns[i]) return &t->layout->columns[i];
  return NULL;
}

/* anything in the columns of the table */
static int row_filled(const TrmSheetTable *t, uint32_t row) {
  for (unsigned i = 0; t->layout->columns[i].title; i++)
    if (trm_table_given(t, row, i)) return 1;
  return 0;
}

/* numbers below the end of a table were meant for it */
static void check_below(const TrmSheetTable *t) {
  for (uint32_t row = t->last + 1; row <= t->sheet->rows; row++) {
    size_t numbers = 0;
    for (unsigned i = 1; t->layout->columns[i].title; i++)
      for (unsigned k = 0; k < t->layout->columns[i].size; k++) {
        const TrmCell *cell = trm_table_cell(t, row, i, k);
        numbers += cell && cell->kind == TRM_CELL_NUMBER;
      }
    if (!numbers || !trm_table_given(t, row, 0)) continue;
    trm_log_add(t->log, TRM_W_SHEET_UNUSED, trm_table_place(t, row, 0, 0), NULL,
                "rows below a blank one are not read");
    trm_log_hint(t->log, "take the blank rows out of the table");
    return;
  }
}

/* the rows of data: from the first below the header with something in the first column */
static void find_rows(TrmSheetTable *t, uint32_t header) {
  uint32_t row = header + 1;
  while (row <= header + HEADER_BELOW && !trm_table_given(t, row, 0)) row++;
  /* titles below the first column's own are still header */
  t->first = row;
  t->last = row - 1;
  for (; row <= t->sheet->rows && row_filled(t, row); row++) {
    t->last = row;
    if (trm_table_given(t, row, 0)) continue;
    trm_log_add(t->log, TRM_E_SHEET_ROW, trm_table_place(t, row, 0, 0), NULL,
                "row %u of the sheet '%s' has nothing under '%s'", row, t->sheet->name,
                t->layout->columns[0].title);
  }
  check_below(t);
}

/* the last row of a header: those below belong to it as long as the first column is blank */
static uint32_t header_end(const TrmSheetTable *t, uint32_t row, uint32_t column) {
  uint32_t last = row;
  while (last < row + HEADER_BELOW && !trm_sheet_cell(t->sheet, last + 1, column)) last++;
  return last;
}

/* the row whose header has the most of the columns, which are then set; 0: there is none */
static uint32_t find_header(TrmSheetTable *t) {
  const TrmCell *best = NULL;
  size_t most = 0, tried = 0;
  for (size_t i = 0; i <= t->sheet->count; i++) {
    /* the last time round for the best one again */
    const TrmCell *cell = i < t->sheet->count && tried < TRIED ? &t->sheet->cells[i] : best;
    if (!cell) return 0;
    if (cell != best && !matches(plain_cell(t->arena, cell), &t->layout->columns[0])) continue;
    uint32_t from = cell->row > HEADER_ABOVE ? cell->row - HEADER_ABOVE : 1;
    size_t count = find_columns(t, from, header_end(t, cell->row, cell->column), cell->column);
    tried++;
    if (cell == best) return best->row;
    /* a legend at the side has no columns of its own */
    if (count > most || (count == most && best && cell->column < best->column)) {
      most = count;
      best = cell;
    }
  }
  return 0;
}

static const TrmSheet *find_sheet(TrmArena *arena, const TrmBook *book, const TrmLayout *layout) {
  for (size_t i = 0; i < book->count; i++) {
    const char *plain = trm_sheet_plain(arena, book->sheets[i].name);
    if (trm_layout_lists(layout->also, plain, strlen(plain))) return &book->sheets[i];
  }
  return NULL;
}

/* a sheet that has to be there */
static const TrmSheet *need_sheet(TrmArena *arena, TrmLog *log, const TrmBook *book,
                                  const TrmLayout *layout) {
  const TrmSheet *sheet = find_sheet(arena, book, layout);
  if (sheet) return sheet;
  TrmPlace place = {book->count ? book->sheets[0].source : NULL, 0, 0, 0};
  trm_log_add(log, TRM_E_SHEET, place, NULL, "the workbook has no sheet '%s'", layout->sheet);
  trm_log_hint(log, "an empty workbook with all sheets: trammel new --excel");
  return NULL;
}

TrmSheetTable trm_sheet_table(TrmArena *arena, TrmLog *log, const TrmBook *book,
                              const TrmLayout *layout, int needed) {
  TrmSheetTable t = {.arena = arena, .log = log, .layout = layout, .first = 1};
  t.sheet = needed ? need_sheet(arena, log, book, layout) : find_sheet(arena, book, layout);
  /* an optional sheet may be empty */
  if (!t.sheet || (!needed && !t.sheet->count)) {
    t.sheet = NULL;
    return t;
  }
  uint32_t header = find_header(&t);
  const TrmLayoutColumn *lost = header ? missing(&t) : &layout->columns[0];
  if (!lost) {
    find_rows(&t, header);
    return t;
  }
  TrmPlace place = header ? trm_sheet_place(t.sheet, header, t.columns[0] ? t.columns[0] : 1)
                          : trm_sheet_place(t.sheet, 1, 1);
  trm_log_add(log, TRM_E_COLUMN, place, NULL, "the sheet '%s' has no column '%s'", t.sheet->name,
              lost->title);
  t.sheet = NULL;
  return t;
}

const TrmSheet *trm_sheet_labels(TrmArena *arena, TrmLog *log, const TrmBook *book,
                                 uint32_t rows[TRM_SIM_COUNT], uint32_t columns[TRM_SIM_COUNT]) {
  const TrmSheet *sheet = need_sheet(arena, log, book, &trm_layout_parameters);
  memset(rows, 0, TRM_SIM_COUNT * sizeof *rows);
  memset(columns, 0, TRM_SIM_COUNT * sizeof *columns);
  for (size_t i = 0; sheet && i < sheet->count; i++) {
    const TrmCell *cell = &sheet->cells[i];
    const char *plain = plain_cell(arena, cell);
    for (unsigned k = 0; *plain && k < TRM_SIM_COUNT; k++) {
      if (rows[k] || !matches(plain, &trm_layout_parameters.columns[k])) continue;
      rows[k] = cell->row;
      columns[k] = cell->column + 1;
      break;
    }
  }
  return sheet;
}
