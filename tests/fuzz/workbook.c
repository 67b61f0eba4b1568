/* SPDX-License-Identifier: Apache-2.0
 *
 * Any bytes read as an Excel workbook, and what is understood written as one. Bytes that begin with
 * < are put into an archive as the XML of a sheet, others that are no archive as its cells: a line
 * "# NAME" begins a sheet, every other line is a row whose cells are apart by tabs.
 */
#include "fuzz/model.h"
#include "write/zip.h"

enum { SHEETS = 6 };

static const char *const names[SHEETS] = {"SimParam",       "Bodies",         "Joints",
                                          "Joints Drivers", "Force Elements", "PosProcessing"};

/* one cell: a number as such, anything else as text; control characters are no XML */
static void add_cell(TrmText *out, const char *text, size_t length) {
  double value;
  int number = trm_number_parse(text, length, &value);
  trm_text_add(out, number ? "<c><v>" : "<c t='inlineStr'><is><t>");
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c == '&' || c == '<') trm_text_add(out, c == '&' ? "&amp;" : "&lt;");
    if (c != '&' && c != '<') trm_text_char(out, c >= 0x20 && c < 0x7F ? (char)c : ' ');
  }
  trm_text_add(out, number ? "</v></c>" : "</t></is></c>");
}

/* the sheet that a line "# NAME" begins; else the present one */
static size_t find_sheet(const char *line, size_t length, size_t present) {
  for (size_t i = 0; i < SHEETS; i++)
    if (length == strlen(names[i]) + 2 && memcmp(line + 2, names[i], length - 2) == 0) return i;
  return present;
}

static void add_rows(TrmText sheets[SHEETS], const char *text, size_t size) {
  size_t sheet = 0;
  for (size_t i = 0; i < SHEETS; i++) trm_text_add(&sheets[i], "<worksheet><sheetData>");
  while (size) {
    const char *end = memchr(text, '\n', size);
    size_t length = end ? (size_t)(end - text) : size;
    if (length > 2 && text[0] == '#') {
      sheet = find_sheet(text, length, sheet);
    } else {
      trm_text_add(&sheets[sheet], "<row>");
      for (const char *cell = text; cell;) {
        const char *tab = memchr(cell, '\t', (size_t)(text + length - cell));
        add_cell(&sheets[sheet], cell, (size_t)((tab ? tab : text + length) - cell));
        cell = tab ? tab + 1 : NULL;
      }
      trm_text_add(&sheets[sheet], "</row>");
    }
    text += end ? length + 1 : length;
    size -= end ? length + 1 : length;
  }
  for (size_t i = 0; i < SHEETS; i++) trm_text_add(&sheets[i], "</sheetData></worksheet>");
}

typedef struct Packing {
  TrmArena *arena;
  TrmText sheets[SHEETS], list, links, out;
  const char *text;
  size_t size;
} Packing;

static void pack(void *context) {
  Packing *p = context;
  TrmZipWriter *zip = trm_zip_begin(p->arena, &p->out);
  if (p->text[0] == '<')
    trm_text_bytes(&p->sheets[0], p->text, p->size);
  else
    add_rows(p->sheets, p->text, p->size);
  trm_text_add(&p->list, "<workbook xmlns:r='r'><sheets>");
  trm_text_add(&p->links, "<Relationships>");
  for (size_t i = 0; i < SHEETS && p->sheets[i].length; i++) {
    const char *path = trm_arena_printf(p->arena, "s%zu.xml", i);
    trm_text_printf(&p->list, "<sheet name='%s' r:id='%s'/>", names[i], path);
    trm_text_printf(&p->links, "<Relationship Id='%s' Target='%s'/>", path, path);
    trm_zip_add(zip, trm_arena_printf(p->arena, "xl/%s", path), p->sheets[i].bytes,
                p->sheets[i].length);
  }
  trm_text_add(&p->list, "</sheets></workbook>");
  trm_text_add(&p->links, "</Relationships>");
  trm_zip_add(zip, "xl/workbook.xml", p->list.bytes, p->list.length);
  trm_zip_add(zip, "xl/_rels/workbook.xml.rels", p->links.bytes, p->links.length);
  trm_zip_end(zip);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Packing p = {.arena = trm_arena_new(), .text = (const char *)data, .size = size};
  const char *bytes = p.text;
  size_t length = size;
  if (size && !(size > 1 && data[0] == 'P' && data[1] == 'K')) {
    if (trm_guard(pack, &p) != TRM_OK) abort();
    bytes = p.out.bytes;
    length = p.out.length;
  }
  TrmLog *log = trm_log_new();
  TrmModel *model = fuzz_parse(bytes, length, "no-such-folder/fuzz.xlsx", log);
  trm_text_free(trm_log_render(log, TRM_LOG_PLAIN));
  trm_text_free(trm_log_render(log, TRM_LOG_JSON));
  TrmSystem *system = NULL;
  if (model && trm_system_compile(model, log, &system) == TRM_OK) {
    char *written = NULL;
    trm_text_free(trm_system_report(system));
    trm_system_to_workbook(system, log, &written, &length);
    trm_text_free(written);
  }
  trm_system_free(system);
  trm_log_clear(log);
  if (model) fuzz_read_again(model, log);
  trm_model_free(model);
  trm_log_free(log);
  for (size_t i = 0; i < SHEETS; i++) trm_text_clear(&p.sheets[i]);
  trm_text_clear(&p.list);
  trm_text_clear(&p.links);
  trm_text_clear(&p.out);
  trm_arena_free(p.arena);
  return 0;
}
