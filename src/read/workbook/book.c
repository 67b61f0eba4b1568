/* SPDX-License-Identifier: Apache-2.0
 *
 * Book: the parts of the archive in order: relations, shared texts, the list of sheets, sheets.
 */
#include "read/workbook/book.h"
#include "base/text.h"
#include "read/workbook/part.h"
#include "write/layout.h"
#include <stdlib.h>
#include <string.h>

/* relation or sheet: two texts that belong together; of a relation, what kind it is */
typedef struct Link {
  const char *id, *target, *kind;
} Link;

typedef struct Links {
  TrmArena *arena;
  Link *list;
  size_t count, capacity;
} Links;

typedef struct Strings {
  TrmArena *arena;
  TrmText *text;
  const char **list;
  size_t count, capacity;
  int inside, skipped; /* in <t>; in a hint for pronunciation */
} Strings;

/* where the parts of a workbook are */
typedef struct Outline {
  const char *folder;  /* of the workbook's own part, with a slash at its end */
  const char *strings; /* path of the shared texts */
  Links relations, sheets;
} Outline;

static void keep_link(Links *links, const char *id, const char *target, const char *kind) {
  if (!id || !target || links->count >= TRM_BOOK_SHEETS) return;
  /* the kind is the last word of an address */
  const char *slash = kind ? strrchr(kind, '/') : NULL;
  Link link = {trm_arena_string(links->arena, id), trm_arena_string(links->arena, target),
               trm_arena_string(links->arena, slash ? slash + 1 : "")};
  TRM_PUSH(links->arena, links->list, links->count, links->capacity, link);
}

static void open_relation(void *context, const char *name, const char **attributes, size_t at) {
  (void)at;
  if (strcmp(name, "Relationship") == 0)
    keep_link(context, trm_xml_attribute(attributes, "Id"), trm_xml_attribute(attributes, "Target"),
              trm_xml_attribute(attributes, "Type"));
}

/* `id` of a sheet is the relation's: r:id, not sheetId */
static void open_sheet(void *context, const char *name, const char **attributes, size_t at) {
  (void)at;
  if (strcmp(name, "sheet") == 0)
    keep_link(context, trm_xml_attribute(attributes, "id"), trm_xml_attribute(attributes, "name"),
              NULL);
}

static void close_nothing(void *context, const char *name) {
  (void)context;
  (void)name;
}

static void open_string(void *context, const char *name, const char **attributes, size_t at) {
  Strings *s = context;
  (void)attributes;
  (void)at;
  if (strcmp(name, "si") == 0) s->text->length = 0;
  if (strcmp(name, "rPh") == 0) s->skipped = 1;
  s->inside = strcmp(name, "t") == 0 && !s->skipped;
}

static void close_string(void *context, const char *name) {
  Strings *s = context;
  s->inside = 0;
  if (strcmp(name, "rPh") == 0) s->skipped = 0;
  /* cells can use no more than there may be of them */
  if (strcmp(name, "si") != 0 || s->count > TRM_BOOK_CELLS) return;
  const char *text =
      trm_arena_copy(s->arena, s->text->length ? s->text->bytes : "", s->text->length);
  TRM_PUSH(s->arena, s->list, s->count, s->capacity, text);
}

static void add_string(void *context, const char *bytes, size_t length) {
  Strings *s = context;
  if (s->inside) trm_text_bytes(s->text, bytes, length);
}

static const char *target_of(const Links *links, const char *id) {
  for (size_t i = 0; i < links->count; i++)
    if (strcmp(links->list[i].id, id) == 0) return links->list[i].target;
  return NULL;
}

static const char *of_kind(const Links *links, const char *kind) {
  for (size_t i = 0; i < links->count; i++)
    if (strcmp(links->list[i].kind, kind) == 0) return links->list[i].target;
  return NULL;
}

/* the part of the archive that a relation of a part in `folder` names */
static const char *part_path(TrmArena *arena, const char *folder, const char *target) {
  return *target == '/' ? target + 1 : trm_arena_printf(arena, "%s%s", folder, target);
}

static int by_place(const void *a, const void *b) {
  const TrmCell *x = a, *y = b;
  if (x->row != y->row) return x->row < y->row ? -1 : 1;
  return x->column < y->column ? -1 : x->column > y->column;
}

/* put the cells in order, and find the rows quickly */
static void index_sheet(TrmArena *arena, TrmSheet *sheet) {
  if (sheet->count) qsort(sheet->cells, sheet->count, sizeof *sheet->cells, by_place);
  sheet->rows = sheet->count ? sheet->cells[sheet->count - 1].row : 0;
  sheet->first = trm_arena_array(arena, (size_t)sheet->rows + 2, sizeof *sheet->first);
  size_t next = 0;
  for (uint32_t row = 0; row <= sheet->rows + 1; row++) {
    while (next < sheet->count && sheet->cells[next].row < row) next++;
    sheet->first[row] = next;
  }
}

/* what a message shows of a cell */
static void add_shown(TrmText *out, const TrmCell *cell) {
  enum { SHOWN = 120 };
  if (cell->kind == TRM_CELL_NUMBER) trm_text_number(out, cell->number);
  if (cell->kind == TRM_CELL_FLAG) trm_text_add(out, cell->number > 0 ? "TRUE" : "FALSE");
  if (!cell->text) return;
  size_t length = strlen(cell->text), i = 0;
  while (i < length && i < SHOWN) {
    size_t bytes = trm_utf8_length(cell->text + i, length - i);
    if (!bytes) return;
    char c = cell->text[i];
    if (bytes == 1) trm_text_char(out, c == '\t' || c == '\n' || c == '\r' ? ' ' : c);
    if (bytes > 1) trm_text_bytes(out, cell->text + i, bytes);
    i += bytes;
  }
}

static void release_source(void *slot) {
  trm_source_release(*(TrmSource **)slot);
}

/* the sheet as text, for messages */
static void make_source(TrmBookPart *part, TrmModel *model, TrmSheet *sheet) {
  TrmText *out = part->text;
  TrmSource **slot = trm_arena_alloc(part->arena, sizeof *slot);
  uint32_t row = 1, column = 1;
  out->length = 0;
  trm_text_add(out, "");
  for (size_t i = 0; i < sheet->count; i++) {
    const TrmCell *cell = &sheet->cells[i];
    for (; row < cell->row; row++, column = 1) trm_text_char(out, '\n');
    for (; column < cell->column; column++) trm_text_char(out, '\t');
    add_shown(out, cell);
  }
  trm_arena_defer(part->arena, release_source, slot);
  *slot = trm_source_new_sheet(trm_source_name(part->source), sheet->name, out->bytes, out->length);
  if (!*slot) trm_guard_leave();
  sheet->source = *slot;
  trm_model_keep(model, *slot);
}

/* names of sheets have 31 characters; a longer one is cut */
static const char *clipped(TrmArena *arena, const char *name) {
  enum { LONGEST = 128 };
  size_t length = strlen(name), n = 0, bytes = 1;
  for (; n < length && n < LONGEST && bytes; n += bytes)
    bytes = trm_utf8_length(name + n, length - n);
  return trm_arena_copy(arena, name, n);
}

/* the part that is the workbook, as the archive's own relations say; its relations stand beside it
 */
static int find_workbook(TrmBookPart *part, const char **path, const char **relations) {
  Links links = {.arena = part->arena, .count = 0};
  TrmXmlEars ears = {&links, open_relation, close_nothing, NULL, NULL, 0};
  if (!trm_book_part(part, "_rels/.rels", &ears, 0)) return 0;
  const char *target = of_kind(&links, "officeDocument");
  *path = part_path(part->arena, "", target ? target : "xl/workbook.xml");
  const char *slash = strrchr(*path, '/'), *name = slash ? slash + 1 : *path;
  *relations = trm_arena_printf(part->arena, "%.*s_rels/%s.rels", (int)(name - *path), *path, name);
  return 1;
}

/* relations, shared texts and the list of sheets; 0 after an error */
static int read_outline(TrmBookPart *part, Outline *outline, Strings *strings) {
  const char *path, *relations;
  if (!find_workbook(part, &path, &relations)) return 0;
  const char *slash = strrchr(path, '/');
  outline->folder =
      trm_arena_copy(part->arena, path, slash ? (size_t)(slash - path) + 1 : (size_t)0);
  TrmXmlEars ears = {&outline->relations, open_relation, close_nothing, NULL, NULL, 0};
  if (!trm_book_part(part, relations, &ears, 1)) return 0;
  ears = (TrmXmlEars){&outline->sheets, open_sheet, close_nothing, NULL, NULL, 0};
  if (!trm_book_part(part, path, &ears, 1)) return 0;
  const char *shared = of_kind(&outline->relations, "sharedStrings");
  ears = (TrmXmlEars){strings, open_string, close_string, add_string, NULL, 0};
  return trm_book_part(
      part, part_path(part->arena, outline->folder, shared ? shared : "sharedStrings.xml"), &ears,
      0);
}

/* is it one of the layout's sheets? Others may hold anything and are not unpacked */
static int is_known(TrmArena *arena, const char *name) {
  const char *plain = trm_sheet_plain(arena, name);
  for (size_t i = 0; trm_layouts[i]; i++)
    if (trm_layout_lists(trm_layouts[i]->also, plain, strlen(plain))) return 1;
  return 0;
}

/* the names of sheets that are not read, the first few */
static void leave_out(TrmArena *arena, TrmBook *book, const char *name) {
  enum { SHOWN = 4 };
  if (book->others++ >= SHOWN) return;
  book->other_names =
      trm_arena_printf(arena, "%s%s'%s'", book->other_names, book->others > 1 ? ", " : "", name);
}

TrmBook *trm_book_read(TrmArena *arena, TrmModel *model, const TrmSource *source, TrmLog *log) {
  TrmBookPart part = {.arena = arena, .source = source, .log = log};
  if (!trm_book_open(&part)) return NULL;
  Outline outline = {.relations = {.arena = arena}, .sheets = {.arena = arena}};
  Strings strings = {.arena = arena, .text = part.text};
  if (!read_outline(&part, &outline, &strings)) return NULL;
  part.strings = strings.list;
  part.string_count = strings.count;
  TrmBook *book = trm_arena_alloc(arena, sizeof *book);
  book->other_names = "";
  book->sheets = trm_arena_array(arena, outline.sheets.count + 1, sizeof *book->sheets);
  for (size_t i = 0; i < outline.sheets.count; i++) {
    const char *target = target_of(&outline.relations, outline.sheets.list[i].id);
    TrmSheet *sheet = &book->sheets[book->count];
    if (!target) continue;
    sheet->name = clipped(arena, outline.sheets.list[i].target);
    if (!is_known(arena, sheet->name)) {
      leave_out(arena, book, sheet->name);
      continue;
    }
    if (!trm_book_sheet(&part, part_path(arena, outline.folder, target), sheet)) return NULL;
    index_sheet(arena, sheet);
    make_source(&part, model, sheet);
    book->count++;
  }
  return book;
}

const TrmCell *trm_sheet_cell(const TrmSheet *sheet, uint32_t row, uint32_t column) {
  if (!row || row > sheet->rows) return NULL;
  for (size_t i = sheet->first[row]; i < sheet->first[row + 1]; i++)
    if (sheet->cells[i].column == column) return &sheet->cells[i];
  return NULL;
}

TrmPlace trm_sheet_place(const TrmSheet *sheet, uint32_t row, uint32_t column) {
  return (TrmPlace){sheet->source, row, (uint16_t)column, 1};
}

/* how many primes begin here, as spreadsheet programs like to print them */
static unsigned primes(const char *text, size_t *length) {
  static const struct {
    const char *mark;
    unsigned count;
  } marks[] = {{"\xE2\x80\x99", 1},
               {"\xE2\x80\x98", 1},
               {"\xE2\x80\xB2", 1},
               {"\xC2\xB4", 1},
               {"`", 1},
               {"\xE2\x80\xB3", 2},
               {"\xE2\x80\x9D", 2},
               {"\"", 2}};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
    *length = strlen(marks[i].mark);
    if (strncmp(text, marks[i].mark, *length) == 0) return marks[i].count;
  }
  return 0;
}

const char *trm_sheet_plain(TrmArena *arena, const char *text) {
  size_t n = 0, length;
  int inside = 0;
  char *plain = trm_arena_alloc(arena, 2 * strlen(text) + 1);
  for (; *text; text++) {
    char c = *text;
    unsigned count = inside ? 0 : primes(text, &length);
    if (count) {
      while (count--) plain[n++] = '\'';
      text += length - 1;
      continue;
    }
    if (c == '(' || c == '[') inside++;
    if ((c == ')' || c == ']') && inside) inside--;
    if (inside) continue;
    if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (unsigned char)c >= 0x80 || c == '\'')
      plain[n++] = c;
  }
  plain[n] = 0;
  return plain;
}
