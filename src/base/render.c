/* SPDX-License-Identifier: Apache-2.0
 *
 * Render: a log as text in the compiler style, or as JSON.
 *
 *   arm.yaml:14:8: error[E204]: joint 'elbow' refers to marker 'upper.tpi'
 *      14 |   elbow: {revolute: [upper.tpi, fore.root], axis: z}
 *         |                      ^~~~~~~~~
 *     hint: did you mean 'upper.tip'?
 *
 * A place in a workbook is a cell: model.xlsx:Joints!D7.
 */
#include "base/log_data.h"
#include "base/text.h"
#include <string.h>

typedef struct Style {
  const char *bold, *reset, *severity[3], *caret;
} Style;

static const Style plain = {"", "", {"", "", ""}, ""};
static const Style coloured = {
    "\033[1m", "\033[0m", {"\033[1;36m", "\033[1;35m", "\033[1;31m"}, "\033[1;32m"};
static const char *const words[] = {"note", "warning", "error"};

enum { LINE_SHOWN = 160 }; /* longer source lines are cut around the place */

/* bytes of the character at `at`; what is no UTF-8 counts one by one */
static size_t character_bytes(const char *line, size_t length, size_t at) {
  size_t bytes = trm_utf8_length(line + at, length - at);
  return bytes ? bytes : 1;
}

/* byte offset of character `column` (from 0) in the line */
static size_t byte_offset(const char *line, size_t length, size_t column) {
  size_t at = 0;
  while (column-- > 0 && at < length) at += character_bytes(line, length, at);
  return at < length ? at : length;
}

/* a source line with tabs and control characters as blanks and '?' for bytes that are no UTF-8, so
 * that the caret stands right */
static void add_visible(TrmText *out, const char *line, size_t length) {
  for (size_t i = 0; i < length;) {
    unsigned char c = (unsigned char)line[i];
    size_t bytes = trm_utf8_length(line + i, length - i);
    if (bytes > 1) {
      trm_text_bytes(out, line + i, bytes);
    } else {
      trm_text_char(out, bytes == 0 ? '?' : c < 0x20 || c == 0x7F ? ' ' : (char)c);
    }
    i += bytes ? bytes : 1;
  }
}

/* what stands in a cell, underlined */
static void add_cell(TrmText *out, TrmPlace place, const Style *style) {
  enum { CELL_SHOWN = 100 };
  char name[TRM_CELL_NAME];
  size_t length, characters = 0;
  const char *cell = trm_source_cell(place, &length);
  if (!cell || !length) return;
  trm_cell_name(place.line, place.column, name);
  size_t end = byte_offset(cell, length, CELL_SHOWN);
  trm_text_printf(out, "%5s | ", name);
  add_visible(out, cell, end);
  trm_text_printf(out, "%s\n      | %s", end < length ? "..." : "", style->caret);
  for (size_t i = 0; i < end; i += character_bytes(cell, end, i)) characters++;
  for (size_t i = 0; i < characters; i++) trm_text_char(out, i ? '~' : '^');
  trm_text_printf(out, "%s\n", style->reset);
}

/* the source line and a caret span under it */
static void add_excerpt(TrmText *out, TrmPlace place, const Style *style) {
  size_t length;
  if (!place.source || !place.line) return;
  if (trm_source_sheet(place.source)) {
    add_cell(out, place, style);
    return;
  }
  const char *line = trm_source_line(place.source, place.line, &length);
  if (!line) return;
  /* cut long lines: show a window that begins a little before the place */
  size_t first = place.column > 0 ? (size_t)place.column - 1 : 0, skipped = 0;
  if (length > LINE_SHOWN && first > LINE_SHOWN / 2) skipped = first - LINE_SHOWN / 4;
  size_t begin = byte_offset(line, length, skipped);
  size_t end = byte_offset(line, length, skipped + LINE_SHOWN);
  trm_text_printf(out, "%5u | %s", place.line, skipped ? "..." : "");
  add_visible(out, line + begin, end - begin);
  trm_text_printf(out, "%s\n      | %s", end < length ? "..." : "", skipped ? "   " : "");
  for (size_t i = skipped; i < first; i++) trm_text_char(out, ' ');
  trm_text_add(out, style->caret);
  trm_text_char(out, '^');
  for (unsigned i = 1; i < place.length && first + i < skipped + LINE_SHOWN; i++)
    trm_text_char(out, '~');
  trm_text_add(out, style->reset);
  trm_text_char(out, '\n');
}

static void add_place(TrmText *out, TrmPlace place) {
  if (!place.source) return;
  trm_text_add(out, trm_source_name(place.source));
  const char *sheet = trm_source_sheet(place.source);
  if (sheet) trm_text_printf(out, ":%s", sheet);
  if (sheet && place.line) {
    char name[TRM_CELL_NAME];
    trm_cell_name(place.line, place.column, name);
    trm_text_printf(out, "!%s", name);
  } else if (place.line) {
    trm_text_printf(out, ":%u:%u", place.line, place.column);
  }
  trm_text_add(out, ": ");
}

static void add_entry(TrmText *out, const LogEntry *entry, const Style *style) {
  trm_text_add(out, style->bold);
  add_place(out, entry->place);
  trm_text_printf(out, "%s%s%s[%s]:%s ", style->reset, style->severity[entry->severity],
                  words[entry->severity], trm_code_name(entry->code), style->reset);
  trm_text_printf(out, "%s%s%s\n", style->bold, entry->text, style->reset);
  add_excerpt(out, entry->place, style);
  for (size_t i = 0; i < entry->note_count; i++) {
    trm_text_add(out, "  ");
    add_place(out, entry->notes[i].place);
    trm_text_printf(out, "note: %s\n", entry->notes[i].text);
    add_excerpt(out, entry->notes[i].place, style);
  }
  if (entry->hint) trm_text_printf(out, "  hint: %s\n", entry->hint);
}

static void add_json_place(TrmText *out, TrmPlace place) {
  if (!place.source) return;
  trm_text_add(out, ", \"file\": ");
  const char *sheet = trm_source_sheet(place.source);
  trm_text_json(out, trm_source_name(place.source));
  if (sheet) {
    trm_text_add(out, ", \"sheet\": ");
    trm_text_json(out, sheet);
  }
  if (sheet && place.line) {
    char name[TRM_CELL_NAME];
    trm_cell_name(place.line, place.column, name);
    trm_text_printf(out, ", \"cell\": \"%s\"", name);
  }
  if (place.line)
    trm_text_printf(out, ", \"line\": %u, \"column\": %u, \"length\": %u", place.line, place.column,
                    place.length);
}

static void add_json_entry(TrmText *out, const LogEntry *entry) {
  trm_text_printf(out, "{\"severity\": \"%s\", \"code\": \"%s\"", words[entry->severity],
                  trm_code_name(entry->code));
  add_json_place(out, entry->place);
  if (entry->object) {
    trm_text_add(out, ", \"object\": ");
    trm_text_json(out, entry->object);
  }
  trm_text_add(out, ", \"text\": ");
  trm_text_json(out, entry->text);
  if (entry->hint) {
    trm_text_add(out, ", \"hint\": ");
    trm_text_json(out, entry->hint);
  }
  if (entry->note_count) trm_text_add(out, ", \"notes\": [");
  for (size_t i = 0; i < entry->note_count; i++) {
    trm_text_add(out, i ? ", {\"text\": " : "{\"text\": ");
    trm_text_json(out, entry->notes[i].text);
    add_json_place(out, entry->notes[i].place);
    trm_text_char(out, '}');
  }
  trm_text_add(out, entry->note_count ? "]}" : "}");
}

typedef struct Rendering {
  const TrmLog *log;
  TrmLogFormat format;
  TrmText out;
} Rendering;

static void render(void *context) {
  Rendering *r = context;
  const TrmLog *log = r->log;
  trm_text_add(&r->out, r->format == TRM_LOG_JSON ? "[" : "");
  for (size_t i = 0; i < log->count; i++) {
    if (r->format == TRM_LOG_JSON) {
      trm_text_add(&r->out, i ? ",\n " : "");
      add_json_entry(&r->out, &log->entries[i]);
    } else {
      add_entry(&r->out, &log->entries[i], r->format == TRM_LOG_COLOUR ? &coloured : &plain);
    }
  }
  if (r->format == TRM_LOG_JSON) {
    trm_text_add(&r->out, "]\n");
  } else if (log->totals[TRM_ERROR] > TRM_LOG_CAP) {
    trm_text_printf(&r->out, "... and %zu more errors\n", log->totals[TRM_ERROR] - TRM_LOG_CAP);
  }
}

char *trm_log_render(const TrmLog *log, TrmLogFormat format) {
  Rendering rendering = {.log = log, .format = format};
  if (trm_guard(render, &rendering) != TRM_OK) {
    trm_text_clear(&rendering.out);
    return NULL;
  }
  return rendering.out.bytes;
}
