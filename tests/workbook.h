/* SPDX-License-Identifier: Apache-2.0
 *
 * Workbooks made by hand for tests: cells by their names, put into the parts of an .xlsx file
 * without any code of the library but its packer.
 */
#ifndef TRM_TESTS_WORKBOOK_H
#define TRM_TESTS_WORKBOOK_H

#include "check.h"
#include "trammel/trammel.h"
#include "write/zip.h"

enum { BOOK_CELLS = 400, BOOK_TEXT = 256 };

/* A text that is a number is stored as one; one that begins with < is the inside of the cell as it
 * stands, after its attributes and a bar: "t=\"e\"|<v>#DIV/0!</v>". */
typedef struct BookCell {
  const char *sheet, *name, *text;
} BookCell;

typedef struct Book {
  BookCell cells[BOOK_CELLS];
  size_t count;
} Book;

static int book_is_number(const char *text) {
  char *end;
  (void)strtod(text, &end);
  return *text && !*end && (*text == '-' || (*text >= '0' && *text <= '9'));
}

/* put a cell, in place of what was there; NULL: nothing */
static void book_put(Book *book, const char *sheet, const char *name, const char *text) {
  for (size_t i = 0; i < book->count; i++)
    if (strcmp(book->cells[i].sheet, sheet) == 0 && strcmp(book->cells[i].name, name) == 0) {
      book->cells[i].text = text;
      return;
    }
  CHECK(book->count < BOOK_CELLS);
  if (book->count < BOOK_CELLS) book->cells[book->count++] = (BookCell){sheet, name, text};
}

/* one row from a column on, cells apart by bars */
static void book_row(Book *book, const char *sheet, char column, int row, const char *texts) {
  static char store[64 * 1024];
  static size_t used;
  while (texts) {
    const char *bar = strchr(texts, '|');
    size_t length = bar ? (size_t)(bar - texts) : strlen(texts);
    if (used + length + 16 > sizeof store) used = 0;
    char *name = store + used, *text = name + 8;
    snprintf(name, 8, "%s%c%d", column > 'Z' ? "A" : "", column > 'Z' ? column - 26 : column,
             row % 1000);
    memcpy(text, texts, length);
    text[length] = 0;
    used += length + 9;
    if (length) book_put(book, sheet, name, text);
    texts = bar ? bar + 1 : NULL;
    column++;
  }
}

static void book_escape(TrmText *out, const char *text) {
  for (; *text; text++)
    trm_text_add(out, *text == '&'   ? "&amp;"
                      : *text == '<' ? "&lt;"
                      : *text == '>' ? "&gt;"
                                     : (const char[]){*text, 0});
}

static void book_sheet(const Book *book, const char *sheet, TrmText *out) {
  trm_text_add(out, "<?xml version=\"1.0\"?><x:worksheet xmlns:x=\"m\"><x:sheetData>");
  for (size_t i = 0; i < book->count; i++) {
    const BookCell *cell = &book->cells[i];
    if (strcmp(cell->sheet, sheet) != 0 || !cell->text) continue;
    const char *raw = strstr(cell->text, "|<");
    trm_text_printf(out, "<x:c r=\"%s\" ", cell->name);
    if (raw) {
      trm_text_bytes(out, cell->text, (size_t)(raw - cell->text));
      trm_text_printf(out, ">%s</x:c>", raw + 1);
    } else if (book_is_number(cell->text)) {
      trm_text_printf(out, "><x:v>%s</x:v></x:c>", cell->text);
    } else {
      trm_text_add(out, "t=\"inlineStr\"><x:is><x:t>");
      book_escape(out, cell->text);
      trm_text_add(out, "</x:t></x:is></x:c>");
    }
  }
  trm_text_add(out, "</x:sheetData></x:worksheet>");
}

static void book_part(TrmZipWriter *zip, const char *name, const char *text) {
  trm_zip_add(zip, name, text, strlen(text));
}

/* sheets that are used, in the order in which they appear */
static size_t book_sheets(const Book *book, const char **names) {
  size_t count = 0;
  for (size_t i = 0; i < book->count; i++) {
    size_t k = 0;
    while (k < count && strcmp(names[k], book->cells[i].sheet) != 0) k++;
    if (k == count && count < 16) names[count++] = book->cells[i].sheet;
  }
  return count;
}

/* parts in another folder, by other names, which only the relations tell */
static int book_elsewhere;

/* the archive; `strings` (may be NULL) are the shared texts */
static void book_write(TrmArena *arena, const Book *book, const char *strings, TrmText *out) {
  const char *names[16];
  size_t count = book_sheets(book, names);
  TrmZipWriter *zip = trm_zip_begin(arena, out);
  TrmText list = {0}, links = {0}, sheet = {0};
  trm_text_add(&list, "<workbook xmlns:r=\"r\"><sheets>");
  trm_text_add(&links, "<Relationships>");
  for (size_t i = 0; i < count; i++) {
    char path[64];
    snprintf(path, sizeof path, "%s/s%zu.xml", book_elsewhere ? "office" : "xl/worksheets", i);
    trm_text_printf(&list, "<sheet name=\"%s\" sheetId=\"%zu\" r:id=\"k%zu\"/>", names[i], i + 7,
                    i);
    trm_text_printf(&links, "<Relationship Id=\"k%zu\" Target=\"%s\"/>", i,
                    book_elsewhere ? path + 7 : path + 3);
    sheet.length = 0;
    book_sheet(book, names[i], &sheet);
    book_part(zip, path, sheet.bytes);
  }
  trm_text_add(&list, "</sheets></workbook>");
  trm_text_add(&links,
               "<Relationship Id=\"t\" Type=\"http://a/sharedStrings\" Target=\"texts.xml\"/>"
               "</Relationships>");
  book_part(zip, book_elsewhere ? "office/book.xml" : "xl/workbook.xml", list.bytes);
  book_part(zip, book_elsewhere ? "office/_rels/book.xml.rels" : "xl/_rels/workbook.xml.rels",
            links.bytes);
  if (strings) book_part(zip, book_elsewhere ? "office/texts.xml" : "xl/texts.xml", strings);
  if (book_elsewhere)
    book_part(zip, "_rels/.rels",
              "<Relationships><Relationship Id=\"o\" Type=\"http://a/officeDocument\" "
              "Target=\"/office/book.xml\"/></Relationships>");
  trm_zip_end(zip);
  trm_text_clear(&list);
  trm_text_clear(&links);
  trm_text_clear(&sheet);
}

#endif
