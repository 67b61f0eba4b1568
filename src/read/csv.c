/* SPDX-License-Identifier: Apache-2.0
 *
 * CSV: two passes over the text, one that finds the separator, the names and the number of rows,
 * one that reads the numbers. Fields may be quoted; an error is shown where its field stands.
 */
#include "read/csv.h"
#include "base/text.h"
#include <ctype.h>
#include <string.h>

enum { MOST_COLUMNS = 4096, NAME_SIZE = 64 };

typedef struct Table {
  TrmSource *source;
  TrmLog *log;
  TrmArena *arena;
  char separator;
  uint32_t names_line, first_line; /* 0: no line of names; where the numbers begin */
  size_t rows, width;              /* fields in the first row */
} Table;

typedef struct Field {
  const char *text; /* without quotes and blanks around it */
  size_t length, column;
} Field;

static void release_table(void *object) {
  Table *table = object;
  trm_source_release(table->source);
  table->source = NULL;
}

/* 1 for a line with nothing on it but blanks or a comment */
static int blank_line(const char *line, size_t length) {
  size_t i = 0;
  while (i < length && (line[i] == ' ' || line[i] == '\t')) i++;
  return i == length || line[i] == '#';
}

/* the separator that a line uses: the first of these that occurs outside quotes */
static char separator_of(const char *line, size_t length) {
  static const char candidates[] = ";\t,";
  for (const char *c = candidates; *c; c++) {
    int quoted = 0;
    for (size_t i = 0; i < length; i++) {
      if (line[i] == '"') quoted = !quoted;
      if (!quoted && line[i] == *c) return *c;
    }
  }
  return ' ';
}

static int is_blank(char c) {
  return c == ' ' || c == '\t';
}

/* split off the field that begins at `*at`; 0 at the end of the line */
static int next_field(const Table *table, const char *line, size_t length, size_t *at,
                      Field *field) {
  size_t i = *at;
  if (i > length) return 0;
  while (i < length && is_blank(line[i]) && line[i] != table->separator) i++;
  if (table->separator == ' ') {
    while (i < length && is_blank(line[i])) i++;
    if (i >= length) return 0;
  }
  int quoted = i < length && line[i] == '"';
  size_t start = i + (size_t)quoted, stop;
  if (quoted) {
    for (i = start; i < length && line[i] != '"'; i++) continue;
    stop = i;
  }
  while (i < length && line[i] != table->separator) i++;
  if (!quoted) {
    stop = i;
    while (stop > start && is_blank(line[stop - 1])) stop--;
  }
  *field = (Field){line + start, stop - start, start + 1};
  *at = i + 1;
  return 1;
}

static TrmPlace place_of(const Table *table, uint32_t line, size_t column, size_t length) {
  return trm_place_part((TrmPlace){table->source, line, 0, 0}, column, length);
}

/* find separator, names, first row and number of rows */
static int survey(Table *table) {
  size_t length, at = 0;
  const char *line;
  for (uint32_t n = 1; (line = trm_source_line(table->source, n, &length)); n++) {
    if (blank_line(line, length)) continue;
    if (table->first_line) {
      table->rows++;
      continue;
    }
    table->separator = separator_of(line, length);
    Field field;
    double number;
    int names = 0;
    for (at = 0, table->width = 0; next_field(table, line, length, &at, &field); table->width++)
      if (!trm_number_parse(field.text, field.length, &number)) names = 1;
    if (names && !table->names_line) {
      table->names_line = n;
    } else {
      table->first_line = n;
      table->rows = 1;
    }
  }
  if (table->rows) return 1;
  trm_log_add(table->log, TRM_E_CSV, place_of(table, 1, 1, 1), NULL, "the table has no rows");
  return 0;
}

/* the index of a column by name or number; MOST_COLUMNS when there is none */
static size_t find_column(Table *table, const char *wanted, TrmPlace place) {
  size_t length = 0, at = 0, index = 0;
  TrmNearest nearest = trm_nearest(wanted);
  const char *line =
      table->names_line ? trm_source_line(table->source, table->names_line, &length) : NULL;
  Field field;
  for (; line && index < MOST_COLUMNS && next_field(table, line, length, &at, &field); index++) {
    if (field.length == strlen(wanted) && memcmp(field.text, wanted, field.length) == 0)
      return index;
    if (field.length < NAME_SIZE)
      trm_nearest_try(&nearest, trm_arena_copy(table->arena, field.text, field.length));
  }
  double number;
  if (trm_number_parse(wanted, strlen(wanted), &number) && number >= 1 &&
      number <= (double)table->width && number < MOST_COLUMNS && number == (double)(size_t)number)
    return (size_t)number - 1;
  trm_log_add(table->log, TRM_E_CSV_COLUMN, place, wanted, "'%s' has no column '%.64s'",
              trm_source_name(table->source), wanted);
  if (nearest.best)
    trm_log_hint(table->log, "did you mean '%s'?", nearest.best);
  else
    trm_log_hint(table->log, "it has %zu column%s", table->width, table->width == 1 ? "" : "s");
  return MOST_COLUMNS;
}

/* one row: each column that is wanted */
static int read_row(const Table *table, uint32_t n, const char *line, size_t length,
                    const size_t *indices, size_t count, double **columns, size_t row) {
  size_t at = 0, index = 0, found = 0;
  Field field;
  for (; next_field(table, line, length, &at, &field); index++) {
    for (size_t k = 0; k < count; k++) {
      if (indices[k] != index) continue;
      found++;
      if (trm_number_parse(field.text, field.length, &columns[k][row])) continue;
      trm_log_add(table->log, TRM_E_CSV, place_of(table, n, field.column, field.length), NULL,
                  "'%.*s' is not a number", (int)(field.length < 64 ? field.length : 64),
                  field.text);
      if (table->separator == ';' && memchr(field.text, ',', field.length))
        trm_log_hint(table->log, "write decimal points, not commas");
      return 0;
    }
  }
  if (found == count) return 1;
  trm_log_add(table->log, TRM_E_CSV, place_of(table, n, 1, length), NULL,
              "the row has %zu field%s, too few", index, index == 1 ? "" : "s");
  return 0;
}

static int read_rows(const Table *table, const size_t *indices, size_t count, double **columns) {
  size_t length, row = 0;
  const char *line;
  size_t before = trm_log_errors(table->log);
  for (uint32_t n = table->first_line; (line = trm_source_line(table->source, n, &length)); n++) {
    if (blank_line(line, length)) continue;
    read_row(table, n, line, length, indices, count, columns, row++);
    if (trm_log_full(table->log)) break;
  }
  return trm_log_errors(table->log) == before;
}

TrmStatus trm_csv_columns(TrmArena *arena, const char *path, TrmPlace place,
                          const char *const *wanted, size_t count, TrmLog *log, double **columns,
                          size_t *rows) {
  Table *table = trm_arena_alloc(arena, sizeof *table);
  table->log = log;
  table->arena = arena;
  trm_arena_defer(arena, release_table, table);
  const char *reason = NULL;
  TrmStatus status =
      trm_source_read(path, TRM_NAMED_BY_MODEL, TRM_SOURCE_LIMIT, &table->source, &reason);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  if (status != TRM_OK) {
    trm_log_add(log, TRM_E_FILE_OPEN, place, path, "'%s' cannot be read: %s", path, reason);
    return TRM_BAD_FILE;
  }
  int good = survey(table);
  size_t *indices = trm_arena_array(arena, count, sizeof *indices);
  for (size_t k = 0; good && k < count; k++) {
    indices[k] = find_column(table, wanted[k], place);
    if (indices[k] == MOST_COLUMNS) good = 0;
  }
  for (size_t k = 0; good && k < count; k++)
    columns[k] = trm_arena_array(arena, table->rows, sizeof **columns);
  good = good && read_rows(table, indices, count, columns);
  *rows = good ? table->rows : 0;
  release_table(table);
  return good ? TRM_OK : TRM_BAD_MODEL;
}

int trm_csv_read(TrmArena *arena, const char *path, const TrmValue *file, const TrmValue *columns,
                 TrmLog *log, double *found[2], size_t *rows) {
  const char *wanted[2] = {"1", "2"};
  for (unsigned i = 0; columns && columns->form == TRM_FORM_LIST && i < columns->count && i < 2;
       i++)
    if (columns->list[i].form == TRM_FORM_TEXT) wanted[i] = columns->list[i].text;
  TrmPlace place = columns ? columns->place : file->place;
  return trm_csv_columns(arena, path, place, wanted, 2, log, found, rows) == TRM_OK;
}
