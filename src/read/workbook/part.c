/* SPDX-License-Identifier: Apache-2.0
 *
 * Part: unpacking feeds the XML parser, so that a sheet is never in memory as text. A cell without
 * a name follows the one before it.
 */
#include "read/workbook/part.h"
#include <string.h>

typedef struct Feed {
  TrmBookPart *part;
  TrmZipFile *file;
  TrmZipFault fault;
  TrmXmlEars inner;
} Feed;

/* the ears of a sheet */
typedef struct Cells {
  TrmBookPart *part;
  TrmSheet *sheet;
  TrmCell cell;
  uint32_t row, column; /* where the next one stands */
  char type[12];
  int has_formula, has_value, collecting, skipped;
  const char *formula;
  int full;
} Cells;

static void release_text(void *text) {
  trm_text_clear(text);
}

static int refuse(TrmBookPart *part, const char *path, const TrmZipFault *fault) {
  TrmPlace place = {part->source, 0, 0, 0};
  trm_log_add(part->log, fault->large ? TRM_E_ARCHIVE_SIZE : TRM_E_ARCHIVE, place, NULL,
              "the workbook cannot be unpacked: %s%s%s", fault->text, path ? ": " : "",
              path ? path : "");
  return 0;
}

int trm_book_open(TrmBookPart *part) {
  TrmZipFault fault = {0};
  size_t length;
  const char *bytes = trm_source_text(part->source, &length);
  part->text = trm_arena_alloc(part->arena, sizeof *part->text);
  trm_arena_defer(part->arena, release_text, part->text);
  part->zip = trm_zip_open(part->arena, bytes, length, &fault);
  return part->zip ? 1 : refuse(part, NULL, &fault);
}

static int next_piece(void *context, const char **bytes, size_t *length) {
  Feed *feed = context;
  int more = trm_zip_next(feed->file, bytes, length, &feed->fault);
  if (more > 0) feed->part->unpacked += *length;
  if (more < 0 || feed->part->unpacked <= TRM_ZIP_MOST) return more;
  feed->fault = (TrmZipFault){"it unpacks to more than 64 MB", 1};
  return -1;
}

/* the ears of a part, behind those that know how to get the next piece */
static void feed_open(void *context, const char *name, const char **attributes, size_t at) {
  Feed *feed = context;
  feed->inner.open(feed->inner.context, name, attributes, at);
}

static void feed_close(void *context, const char *name) {
  Feed *feed = context;
  feed->inner.close(feed->inner.context, name);
}

static void feed_text(void *context, const char *bytes, size_t length) {
  Feed *feed = context;
  if (feed->inner.text) feed->inner.text(feed->inner.context, bytes, length);
}

int trm_book_part(TrmBookPart *part, const char *path, TrmXmlEars *ears, int needed) {
  Feed feed = {.part = part, .inner = *ears};
  TrmXmlEars outer = {&feed, feed_open, feed_close, feed_text, next_piece, 0};
  feed.file = trm_zip_start(part->zip, path, &feed.fault);
  if (!feed.file && !feed.fault.text && !needed) return 1;
  if (!feed.file && !feed.fault.text)
    feed.fault.text = "it is no .xlsx workbook, a part is missing";
  if (!feed.file) return refuse(part, path, &feed.fault);
  TrmXmlEnd end = trm_xml_read(part->arena, &outer);
  if (end.fault == TRM_XML_GOOD) return 1;
  if (end.fault == TRM_XML_CUT) return refuse(part, path, &feed.fault);
  TrmPlace place = {part->source, 0, 0, 0};
  trm_log_add(part->log, end.fault == TRM_XML_TYPED ? TRM_E_XML_TYPE : TRM_E_XML, place, NULL,
              "%s in the workbook, line %u, column %zu: %s", path, end.line, end.column, end.text);
  return 0;
}

/* "AB12" as column and row; 0 when it is no name of a cell */
static int parse_name(const char *name, uint32_t *row, uint32_t *column) {
  uint64_t r = 0, c = 0;
  for (; *name >= 'A' && *name <= 'Z' && c < 100000; name++)
    c = c * 26 + (uint64_t)(*name - 'A' + 1);
  for (; *name >= '0' && *name <= '9' && r < 100000000; name++)
    r = r * 10 + (uint64_t)(*name - '0');
  if (*name || !r || !c) return 0;
  *row = (uint32_t)r;
  *column = (uint32_t)c;
  return 1;
}

static void open_row(Cells *it, const char **attributes) {
  const char *name = trm_xml_attribute(attributes, "r");
  double number = it->row + 1;
  if (name && (!trm_number_parse(name, strlen(name), &number) || !(number >= 1 && number < 1e8)))
    number = it->row + 1;
  it->row = (uint32_t)number;
  it->column = 0;
}

static void open_cell(Cells *it, const char **attributes) {
  const char *name = trm_xml_attribute(attributes, "r");
  const char *type = trm_xml_attribute(attributes, "t");
  if (!name || !parse_name(name, &it->row, &it->column)) it->column++;
  it->cell = (TrmCell){.row = it->row, .column = it->column};
  it->has_formula = it->has_value = it->collecting = it->skipped = 0;
  it->formula = NULL;
  it->part->text->length = 0;
  strncpy(it->type, type ? type : "n", sizeof it->type - 1);
}

static void open_element(void *context, const char *name, const char **attributes, size_t at) {
  Cells *it = context;
  (void)at;
  if (strcmp(name, "row") == 0) open_row(it, attributes);
  if (strcmp(name, "c") == 0) open_cell(it, attributes);
  if (strcmp(name, "rPh") == 0) it->skipped = 1;
  if (strcmp(name, "f") == 0) it->has_formula = 1;
  int value = strcmp(name, "v") == 0, text = strcmp(name, "t") == 0 && !it->skipped;
  if (value) it->part->text->length = 0;
  it->collecting = value || text;
}

static void add_text(void *context, const char *bytes, size_t length) {
  Cells *it = context;
  if (!it->collecting) return;
  it->has_value = 1;
  trm_text_bytes(it->part->text, bytes, length);
}

/* what the characters of a cell mean by its type */
static void find_value(Cells *it) {
  TrmCell *cell = &it->cell;
  const TrmText *text = it->part->text;
  double number = 0;
  int good = text->length && trm_number_parse(text->bytes, text->length, &number);
  if (!it->has_value) {
    cell->kind =
        it->has_formula && strcmp(it->type, "str") != 0 ? TRM_CELL_UNKNOWN : TRM_CELL_EMPTY;
  } else if (strcmp(it->type, "s") == 0) {
    int known = good && number >= 0 && number < (double)it->part->string_count;
    cell->kind = known ? TRM_CELL_TEXT : TRM_CELL_ERROR;
    cell->text =
        known ? it->part->strings[(size_t)number] : "a text that the workbook does not have";
  } else if (strcmp(it->type, "b") == 0) {
    cell->kind = TRM_CELL_FLAG;
    cell->number = number;
  } else {
    int is_number = strcmp(it->type, "n") == 0;
    cell->kind = is_number && good               ? TRM_CELL_NUMBER
                 : is_number || *it->type == 'e' ? TRM_CELL_ERROR
                                                 : TRM_CELL_TEXT;
    cell->number = number;
    if (cell->kind != TRM_CELL_NUMBER)
      cell->text = trm_arena_copy(it->part->arena, text->bytes, text->length);
  }
  /* text of nothing but blanks is nothing */
  if (cell->kind == TRM_CELL_TEXT && !cell->text[strspn(cell->text, " \t\r\n")])
    cell->kind = TRM_CELL_EMPTY;
}

static void close_cell(Cells *it) {
  find_value(it);
  if (it->cell.kind == TRM_CELL_EMPTY) return;
  if (it->part->cells >= TRM_BOOK_CELLS || it->cell.row > TRM_SHEET_ROWS ||
      it->cell.column > TRM_SHEET_COLUMNS) {
    it->full = 1;
    return;
  }
  it->part->cells++;
  TRM_PUSH(it->part->arena, it->sheet->cells, it->sheet->count, it->sheet->capacity, it->cell);
}

static void close_element(void *context, const char *name) {
  Cells *it = context;
  it->collecting = 0;
  if (strcmp(name, "rPh") == 0) it->skipped = 0;
  if (strcmp(name, "c") == 0) close_cell(it);
}

int trm_book_sheet(TrmBookPart *part, const char *path, TrmSheet *sheet) {
  Cells cells = {.part = part, .sheet = sheet};
  TrmXmlEars ears = {&cells, open_element, close_element, add_text, NULL, 0};
  if (!trm_book_part(part, path, &ears, 1)) return 0;
  if (!cells.full) return 1;
  TrmPlace place = {part->source, 0, 0, 0};
  trm_log_add(part->log, TRM_E_ARCHIVE_SIZE, place, sheet->name,
              "the sheet '%s' has more cells than are read", sheet->name);
  return 0;
}
