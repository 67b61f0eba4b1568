/* SPDX-License-Identifier: Apache-2.0
 *
 * Cells read as numbers, texts and functions. Text that is a number with a comma for the decimal
 * point counts as that number, with a note.
 */
#include "base/text.h"
#include "read/workbook/table.h"
#include <math.h>
#include <string.h>

const TrmCell *trm_table_cell(const TrmSheetTable *t, uint32_t row, unsigned field, unsigned part) {
  uint32_t column = t->columns[field];
  return column ? trm_sheet_cell(t->sheet, row, column + part) : NULL;
}

TrmPlace trm_table_place(const TrmSheetTable *t, uint32_t row, unsigned field, unsigned part) {
  uint32_t column = t->columns[field] ? t->columns[field] + part : t->columns[0];
  return trm_sheet_place(t->sheet, row, column);
}

int trm_table_given(const TrmSheetTable *t, uint32_t row, unsigned field) {
  for (unsigned k = 0; k < t->layout->columns[field].size; k++)
    if (trm_table_cell(t, row, field, k)) return 1;
  return 0;
}

/* cells that hold nothing to work with; 1 when there is none of that */
static int sound(TrmLog *log, const TrmCell *cell, TrmPlace place) {
  if (cell->kind == TRM_CELL_ERROR) {
    trm_log_add(log, TRM_E_CELL, place, NULL, "the cell holds an error: %.64s", cell->text);
    return 0;
  }
  if (cell->kind == TRM_CELL_UNKNOWN) {
    trm_log_add(log, TRM_E_CELL_FORMULA, place, NULL,
                "the cell holds a formula whose value is not stored");
    trm_log_hint(log, "open the workbook in a spreadsheet program and save it");
    return 0;
  }
  return 1;
}

/* text as a number: blanks around it, one comma for the point */
static int text_number(TrmArena *arena, const char *text, double *value, int *comma) {
  size_t length = strlen(text);
  while (length && strchr(" \t\r\n", text[length - 1])) length--;
  while (length && strchr(" \t\r\n", *text)) text++, length--;
  char *copy = trm_arena_copy(arena, text, length), *found = strchr(copy, ',');
  *comma = found && !strchr(copy, '.') && !strchr(found + 1, ',');
  if (*comma) *found = '.';
  if (*copy == '+') copy++, length--;
  return length && trm_number_parse(copy, length, value);
}

int trm_cell_number(TrmArena *arena, TrmLog *log, const TrmCell *cell, TrmPlace place,
                    double *value) {
  int comma = 0;
  *value = 0;
  if (!cell) return 1;
  if (!sound(log, cell, place)) return 0;
  if (cell->kind == TRM_CELL_NUMBER || cell->kind == TRM_CELL_FLAG) {
    *value = cell->number;
    if (isfinite(*value)) return 1;
  } else if (text_number(arena, cell->text, value, &comma) && isfinite(*value)) {
    if (comma)
      trm_log_add(log, TRM_N_CELL_COMMA, place, NULL,
                  "the text '%.32s' is read as the number %.12g", cell->text, *value);
    return 1;
  }
  trm_log_add(log, TRM_E_CELL, place, NULL, "a number is expected here");
  if (cell->kind == TRM_CELL_TEXT && strchr(cell->text, '@'))
    trm_log_hint(log, "functions may stand only where forces and drivers are given");
  return 0;
}

int trm_table_number(const TrmSheetTable *t, uint32_t row, unsigned field, double *value) {
  return trm_cell_number(t->arena, t->log, trm_table_cell(t, row, field, 0),
                         trm_table_place(t, row, field, 0), value);
}

int trm_table_vector(const TrmSheetTable *t, uint32_t row, unsigned field, double values[3]) {
  int good = 1;
  for (unsigned k = 0; k < 3; k++)
    good &= trm_cell_number(t->arena, t->log, trm_table_cell(t, row, field, k),
                            trm_table_place(t, row, field, k), &values[k]);
  return good;
}

int trm_table_whole(const TrmSheetTable *t, uint32_t row, unsigned field, long least, long most,
                    long *value) {
  double number;
  if (!trm_table_number(t, row, field, &number)) return 0;
  *value = fabs(number) < 1e9 ? (long)number : -1;
  if (fabs((double)*value - number) <= 0 && *value >= least && *value <= most) return 1;
  trm_log_add(t->log, TRM_E_CELL, trm_table_place(t, row, field, 0), NULL,
              "'%s' must be a whole number from %ld to %ld", t->layout->columns[field].title, least,
              most);
  return 0;
}

const char *trm_cell_text(TrmArena *arena, TrmLog *log, const TrmCell *cell, TrmPlace place) {
  char number[32];
  if (!cell) return "";
  if (!sound(log, cell, place)) return NULL;
  if (cell->kind == TRM_CELL_FLAG) return cell->number > 0 ? "Yes" : "No";
  if (cell->kind == TRM_CELL_NUMBER) {
    trm_number_format(cell->number, number);
    return trm_arena_string(arena, number);
  }
  const char *text = cell->text;
  size_t length = strlen(text);
  while (length && strchr(" \t\r\n", text[length - 1])) length--;
  while (length && strchr(" \t\r\n", *text)) text++, length--;
  return trm_arena_copy(arena, text, length);
}

const char *trm_table_text(const TrmSheetTable *t, uint32_t row, unsigned field) {
  return trm_cell_text(t->arena, t->log, trm_table_cell(t, row, field, 0),
                       trm_table_place(t, row, field, 0));
}

const char *trm_table_function(const TrmSheetTable *t, uint32_t row, unsigned field, unsigned part,
                               const char *argument) {
  const TrmCell *cell = trm_table_cell(t, row, field, part);
  TrmPlace place = trm_table_place(t, row, field, part);
  double value;
  int comma;
  if (!cell) return "";
  if (!sound(t->log, cell, place)) return NULL;
  if (cell->kind != TRM_CELL_TEXT || text_number(t->arena, cell->text, &value, &comma)) {
    char number[32];
    if (!trm_cell_number(t->arena, t->log, cell, place, &value)) return NULL;
    trm_number_format(value + 0, number);
    return trm_arena_string(t->arena, number);
  }
  return trm_matlab_function(t->arena, cell->text, argument, place, t->log);
}
