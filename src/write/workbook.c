/* SPDX-License-Identifier: Apache-2.0
 *
 * Workbook: cells are collected as XML of their sheets while they are filled in, in rising order;
 * texts stand in the cells themselves.
 */
#include "write/workbook.h"
#include "write/zip.h"
#include <string.h>

/* what the cells of a style look like, in the order of the style sheet below */
enum { PLAIN, TITLE, HEAD, PART, NOTE };

enum { SHEETS = 6, TITLE_ROW = 1, NOTE_ROW = 3, HEAD_ROW = 4, PART_ROW = 5, LIST_ROWS = 1000 };

typedef struct Sheet {
  const TrmLayout *layout;
  TrmText *rows;    /* finished ones */
  TrmText *cells;   /* of the present row, by their column */
  const char *note; /* behind the value of a label */
  uint32_t row;
} Sheet;

struct TrmWorkbookWriter {
  TrmArena *arena;
  Sheet sheets[SHEETS];
};

static void release_text(void *text) {
  trm_text_clear(text);
}

static TrmText *new_text(TrmArena *arena) {
  TrmText *text = trm_arena_alloc(arena, sizeof *text);
  trm_arena_defer(arena, release_text, text);
  trm_text_add(text, "");
  return text;
}

static void add_escaped(TrmText *out, const char *text) {
  for (; *text; text++) {
    const char *entity = *text == '&'   ? "&amp;"
                         : *text == '<' ? "&lt;"
                         : *text == '>' ? "&gt;"
                                        : NULL;
    if (*text == '"') entity = "&quot;";
    if (entity)
      trm_text_add(out, entity);
    else
      trm_text_char(out, *text);
  }
}

static void cell_name(uint32_t row, uint32_t column, TrmText *out) {
  char letters[8];
  int count = 0;
  for (; column && count < 7; column = (column - 1) / 26)
    letters[count++] = (char)('A' + (column - 1) % 26);
  while (count > 0) trm_text_char(out, letters[--count]);
  trm_text_printf(out, "%u", row);
}

static void begin_cell(Sheet *s, uint32_t column, int style, const char *type) {
  trm_text_add(s->cells, "<c r=\"");
  cell_name(s->row, column, s->cells);
  trm_text_printf(s->cells, "\" s=\"%d\"%s>", style, type);
}

static void add_text(Sheet *s, uint32_t column, int style, const char *text) {
  if (!text || !*text) return;
  begin_cell(s, column, style, " t=\"inlineStr\"");
  trm_text_add(s->cells, "<is><t xml:space=\"preserve\">");
  add_escaped(s->cells, text);
  trm_text_add(s->cells, "</t></is></c>");
}

static void end_row(Sheet *s) {
  if (s->note) add_text(s, 3, NOTE, s->note);
  s->note = NULL;
  if (!s->cells->length) return;
  trm_text_printf(s->rows, "<row r=\"%u\">", s->row);
  trm_text_bytes(s->rows, s->cells->bytes, s->cells->length);
  trm_text_add(s->rows, "</row>\n");
  s->cells->length = 0;
}

static void begin_row(Sheet *s, uint32_t row) {
  end_row(s);
  s->row = row;
}

/* the first column of field `field` */
static uint32_t column_of(const TrmLayout *layout, unsigned field) {
  uint32_t column = 1;
  for (unsigned i = 0; i < field; i++) column += layout->columns[i].size;
  return column;
}

static int is_parameters(const TrmLayout *layout) {
  return layout == &trm_layout_parameters;
}

/* the row of a label in SimParam: the table of plots stands below the other */
static uint32_t label_row(unsigned label) {
  return (uint32_t)HEAD_ROW + label + (label >= TRM_SIM_PLOTS ? 2 : 0);
}

/* titles, what they mean, and the names of their parts */
static void write_head(Sheet *s) {
  const TrmLayoutColumn *columns = s->layout->columns;
  begin_row(s, TITLE_ROW);
  add_text(s, 1, TITLE, s->layout->about);
  if (is_parameters(s->layout)) return;
  for (int pass = 0; pass < 3; pass++) {
    begin_row(s, (uint32_t)(NOTE_ROW + pass));
    for (unsigned i = 0; columns[i].title; i++) {
      uint32_t column = column_of(s->layout, i);
      if (pass == 0) add_text(s, column, NOTE, columns[i].about);
      if (pass == 1) add_text(s, column, HEAD, columns[i].title);
      const char *part = pass == 2 ? columns[i].parts : NULL;
      for (uint32_t k = 0; part; k++) {
        char word[32] = {0};
        const char *bar = strchr(part, '|');
        size_t length = bar ? (size_t)(bar - part) : strlen(part);
        memcpy(word, part, length < sizeof word - 1 ? length : sizeof word - 1);
        add_text(s, column + k, PART, word);
        part = bar ? bar + 1 : NULL;
      }
    }
  }
}

TrmWorkbookWriter *trm_workbook_new(TrmArena *arena) {
  TrmWorkbookWriter *w = trm_arena_alloc(arena, sizeof *w);
  w->arena = arena;
  for (size_t i = 0; i < SHEETS; i++) {
    Sheet *s = &w->sheets[i];
    s->layout = trm_layouts[i];
    s->rows = new_text(arena);
    s->cells = new_text(arena);
    write_head(s);
  }
  return w;
}

static Sheet *sheet_of(TrmWorkbookWriter *w, const TrmLayout *layout) {
  size_t i = 0;
  while (w->sheets[i].layout != layout) i++;
  return &w->sheets[i];
}

void trm_workbook_row(TrmWorkbookWriter *w, const TrmLayout *layout) {
  Sheet *s = sheet_of(w, layout);
  begin_row(s, s->row + 1);
}

/* go to the row of a label, writing those before it */
static void go_to(Sheet *s, unsigned label) {
  for (uint32_t row = s->row + 1; row <= label_row(label); row++) {
    begin_row(s, row);
    for (unsigned i = 0; i < TRM_SIM_COUNT; i++) {
      if (label_row(i) != row) continue;
      add_text(s, 1, HEAD, s->layout->columns[i].title);
      s->note = s->layout->columns[i].about;
    }
    if (row == label_row(TRM_SIM_PLOTS) - 1) add_text(s, 1, TITLE, "Graphics");
  }
}

static uint32_t place(TrmWorkbookWriter *w, const TrmLayout *layout, unsigned column,
                      unsigned part) {
  Sheet *s = sheet_of(w, layout);
  if (!is_parameters(layout)) return column_of(layout, column) + part;
  go_to(s, column);
  return 2;
}

void trm_workbook_number(TrmWorkbookWriter *w, const TrmLayout *layout, unsigned column,
                         unsigned part, double value) {
  Sheet *s = sheet_of(w, layout);
  uint32_t at = place(w, layout, column, part);
  begin_cell(s, at, PLAIN, "");
  trm_text_add(s->cells, "<v>");
  trm_text_number(s->cells, value + 0);
  trm_text_add(s->cells, "</v></c>");
}

void trm_workbook_text(TrmWorkbookWriter *w, const TrmLayout *layout, unsigned column,
                       unsigned part, const char *text) {
  Sheet *s = sheet_of(w, layout);
  add_text(s, place(w, layout, column, part), PLAIN, text);
}

void trm_workbook_numbers(TrmWorkbookWriter *w, const TrmLayout *layout, unsigned column,
                          const double *values) {
  for (unsigned k = 0; k < layout->columns[column].size; k++)
    trm_workbook_number(w, layout, column, k, values[k]);
}

void trm_workbook_ground(TrmWorkbookWriter *w) {
  static const double zero[3] = {0, 0, 0};
  trm_workbook_row(w, &trm_layout_bodies);
  trm_workbook_text(w, &trm_layout_bodies, TRM_BODIES_NAME, 0, "Absolute Frame");
  trm_workbook_numbers(w, &trm_layout_bodies, TRM_BODIES_CENTRE, zero);
}

/* a list to choose from in cells of column `column`, rows `from` to `to` */
static void add_list(TrmText *out, const char *words, uint32_t column, uint32_t from, uint32_t to) {
  trm_text_add(out,
               "<dataValidation type=\"list\" allowBlank=\"1\" showErrorMessage=\"0\" sqref=\"");
  cell_name(from, column, out);
  trm_text_char(out, ':');
  cell_name(to, column, out);
  trm_text_add(out, "\"><formula1>&quot;");
  for (; *words; words++) trm_text_char(out, *words == '|' ? ',' : *words);
  trm_text_add(out, "&quot;</formula1></dataValidation>");
}

static void add_lists(const Sheet *s, TrmText *out) {
  size_t count = 0;
  for (unsigned i = 0; s->layout->columns[i].title; i++)
    count += s->layout->columns[i].words != NULL;
  if (!count) return;
  trm_text_printf(out, "<dataValidations count=\"%zu\">", count);
  for (unsigned i = 0; s->layout->columns[i].title; i++) {
    const char *words = s->layout->columns[i].words;
    if (!words) continue;
    if (is_parameters(s->layout))
      add_list(out, words, 2, label_row(i), label_row(i));
    else
      add_list(out, words, column_of(s->layout, i), PART_ROW + 1, PART_ROW + LIST_ROWS);
  }
  trm_text_add(out, "</dataValidations>");
}

/* titles over three columns */
static void add_merges(const Sheet *s, TrmText *out) {
  size_t count = 0;
  for (unsigned i = 0; s->layout->columns[i].title; i++) count += s->layout->columns[i].size > 1;
  if (!count) return;
  trm_text_printf(out, "<mergeCells count=\"%zu\">", 2 * count);
  for (unsigned i = 0; s->layout->columns[i].title; i++)
    for (uint32_t row = NOTE_ROW; row <= HEAD_ROW && s->layout->columns[i].size > 1; row++) {
      uint32_t column = column_of(s->layout, i);
      trm_text_add(out, "<mergeCell ref=\"");
      cell_name(row, column, out);
      trm_text_char(out, ':');
      cell_name(row, column + s->layout->columns[i].size - 1, out);
      trm_text_add(out, "\"/>");
    }
  trm_text_add(out, "</mergeCells>");
}

#define XML "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
#define MAIN "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
#define DOCUMENT "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
#define PACKAGE "http://schemas.openxmlformats.org/package/2006/"
#define TYPE "application/vnd.openxmlformats-officedocument.spreadsheetml."

/* fonts and fills of the styles, as a spreadsheet program wants them */
static const char styles[] =
    XML "<styleSheet xmlns=\"" MAIN "\"><fonts count=\"3\">"
        "<font><sz val=\"11\"/><name val=\"Calibri\"/></font>"
        "<font><b/><sz val=\"11\"/><name val=\"Calibri\"/></font>"
        "<font><i/><sz val=\"9\"/><color rgb=\"FF666666\"/><name val=\"Calibri\"/></font></fonts>"
        "<fills count=\"3\"><fill><patternFill patternType=\"none\"/></fill>"
        "<fill><patternFill patternType=\"gray125\"/></fill>"
        "<fill><patternFill patternType=\"solid\"><fgColor rgb=\"FFDDE8F0\"/></patternFill></fill>"
        "</fills><borders count=\"1\"><border/></borders>"
        "<cellStyleXfs count=\"1\"><xf/></cellStyleXfs><cellXfs count=\"5\"><xf/>"
        "<xf fontId=\"1\" applyFont=\"1\"/>"
        "<xf fontId=\"1\" fillId=\"2\" applyFont=\"1\" applyFill=\"1\"/>"
        "<xf fillId=\"2\" applyFill=\"1\"/>"
        "<xf fontId=\"2\" applyFont=\"1\" applyAlignment=\"1\"><alignment wrapText=\"1\" "
        "vertical=\"top\"/></xf></cellXfs></styleSheet>";

static void write_sheet(TrmZipWriter *zip, Sheet *s, size_t number) {
  TrmText *out = new_text(zip->arena);
  if (is_parameters(s->layout)) go_to(s, TRM_SIM_COUNT - 1);
  end_row(s);
  trm_text_printf(out,
                  XML "<worksheet xmlns=\"" MAIN "\"><sheetViews><sheetView %sworkbookViewId"
                      "=\"0\">",
                  number == 1 ? "tabSelected=\"1\" " : "");
  if (!is_parameters(s->layout))
    trm_text_printf(out,
                    "<pane xSplit=\"1\" ySplit=\"%d\" topLeftCell=\"B%d\" activePane="
                    "\"bottomRight\" state=\"frozen\"/>",
                    PART_ROW, PART_ROW + 1);
  trm_text_printf(out, "</sheetView></sheetViews><cols><col min=\"1\" max=\"1\" width=\"28\" "
                       "customWidth=\"1\"/><col min=\"2\" max=\"60\" width=\"13\" customWidth="
                       "\"1\"/></cols><sheetData>\n");
  trm_text_bytes(out, s->rows->bytes, s->rows->length);
  trm_text_add(out, "</sheetData>");
  if (!is_parameters(s->layout)) add_merges(s, out);
  add_lists(s, out);
  trm_text_add(out, "</worksheet>");
  const char *name = trm_arena_printf(zip->arena, "xl/worksheets/sheet%zu.xml", number);
  trm_zip_add(zip, name, out->bytes, out->length);
}

/* the parts that say what the others are */
static void write_outline(TrmZipWriter *zip) {
  TrmText *types = new_text(zip->arena), *book = new_text(zip->arena),
          *links = new_text(zip->arena);
  static const char root[] = XML "<Relationships xmlns=\"" PACKAGE
                                 "relationships\"><Relationship Id=\"rId1\" Type=\"" DOCUMENT
                                 "/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>";
  trm_text_add(types,
               XML "<Types xmlns=\"" PACKAGE "content-types\"><Default Extension=\"rels\" "
                   "ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
                   "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
                   "<Override PartName=\"/xl/workbook.xml\" ContentType=\"" TYPE
                   "sheet.main+xml\"/><Override PartName=\"/xl/styles.xml\" ContentType=\"" TYPE
                   "styles+xml\"/>");
  trm_text_add(book, XML "<workbook xmlns=\"" MAIN "\" xmlns:r=\"" DOCUMENT "\"><sheets>");
  trm_text_add(links, XML "<Relationships xmlns=\"" PACKAGE "relationships\">");
  for (size_t i = 0; i < SHEETS; i++) {
    size_t n = i + 1;
    trm_text_printf(types,
                    "<Override PartName=\"/xl/worksheets/sheet%zu.xml\" ContentType=\"" TYPE
                    "worksheet+xml\"/>",
                    n);
    trm_text_printf(book, "<sheet name=\"%s\" sheetId=\"%zu\" r:id=\"rId%zu\"/>",
                    trm_layouts[i]->sheet, n, n);
    trm_text_printf(links,
                    "<Relationship Id=\"rId%zu\" Type=\"" DOCUMENT
                    "/worksheet\" Target=\"worksheets/sheet%zu.xml\"/>",
                    n, n);
  }
  trm_text_add(types, "</Types>");
  trm_text_add(book, "</sheets></workbook>");
  trm_text_add(links, "<Relationship Id=\"rId99\" Type=\"" DOCUMENT
                      "/styles\" Target=\"styles.xml\"/></Relationships>");
  trm_zip_add(zip, "[Content_Types].xml", types->bytes, types->length);
  trm_zip_add(zip, "_rels/.rels", root, sizeof root - 1);
  trm_zip_add(zip, "xl/workbook.xml", book->bytes, book->length);
  trm_zip_add(zip, "xl/_rels/workbook.xml.rels", links->bytes, links->length);
  trm_zip_add(zip, "xl/styles.xml", styles, sizeof styles - 1);
}

void trm_workbook_write(TrmWorkbookWriter *w, TrmText *out) {
  TrmZipWriter *zip = trm_zip_begin(w->arena, out);
  write_outline(zip);
  for (size_t i = 0; i < SHEETS; i++) write_sheet(zip, &w->sheets[i], i + 1);
  trm_zip_end(zip);
}
