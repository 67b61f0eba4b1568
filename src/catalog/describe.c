/* SPDX-License-Identifier: Apache-2.0
 *
 * Describe: types, functions and measures in aligned columns for a terminal.
 */
#include "catalog/describe.h"
#include "catalog/wording.h"
#include <stdio.h>
#include <string.h>

enum { WIDTH = 100, CELL = 512, COLUMNS = 5, VALUE_MOST = 26, DEFAULT_MOST = 14 };

/* One row of the table of parameters: key, value, unit, default, meaning */
typedef struct Row {
  char cells[COLUMNS][CELL];
} Row;

/* Length of the part of `text` that fits into `width`, broken at a space where there is one */
static size_t fitting(const char *text, size_t width) {
  size_t length = strlen(text);
  if (length <= width) return length;
  for (size_t i = width; i > 0; i--)
    if (text[i] == ' ') return i;
  return width;
}

static void add_spaces(TrmText *out, size_t count) {
  while (count-- > 0) trm_text_char(out, ' ');
}

/* A paragraph, indented */
static void add_wrapped(TrmText *out, size_t indent, const char *text) {
  while (*text) {
    size_t length = fitting(text, WIDTH - indent);
    add_spaces(out, indent);
    trm_text_bytes(out, text, length);
    trm_text_char(out, '\n');
    text += length;
    while (*text == ' ') text++;
  }
}

/* "name: text", further lines indented */
static void add_heading(TrmText *out, const char *name, const char *kind, const char *text) {
  char line[CELL];
  snprintf(line, sizeof line, "%s%s%s: %s", name, *kind ? ", " : "", kind, text);
  size_t length = fitting(line, WIDTH);
  trm_text_bytes(out, line, length);
  trm_text_char(out, '\n');
  while (line[length] == ' ') length++;
  add_wrapped(out, 2, line + length);
}

/* A text of several lines, indented; empty lines stay empty */
static void add_indented(TrmText *out, size_t indent, const char *text) {
  while (*text) {
    size_t length = strcspn(text, "\n");
    if (length) add_spaces(out, indent);
    trm_text_bytes(out, text, length);
    trm_text_char(out, '\n');
    text += length + (text[length] == '\n');
  }
}

static void fill_row(const TrmTable *table, const TrmType *type, const TrmParam *param, Row *row) {
  char range[64];
  snprintf(row->cells[0], CELL, "%s", trm_word_key(table, type, param));
  trm_word_value(param, row->cells[1], CELL);
  trm_word_unit(param, row->cells[2], CELL);
  snprintf(row->cells[3], CELL, "%s",
           param->flags & TRM_REQUIRED ? "required"
           : param->fallback           ? param->fallback
                                       : "");
  trm_word_range(param, range, sizeof range);
  snprintf(row->cells[4], CELL, "%s%s%s%s", param->summary, *range ? " (" : "", range,
           *range ? ")" : "");
}

/* A row over as many lines as its longest cell needs */
static void add_row(TrmText *out, const Row *row, const size_t widths[COLUMNS]) {
  const char *rest[COLUMNS];
  int more = 1;
  for (int c = 0; c < COLUMNS; c++) rest[c] = row->cells[c];
  while (more) {
    size_t pending = 0;
    more = 0;
    for (int c = 0; c < COLUMNS; c++) {
      /* what fits of this cell, after the spaces that earlier cells left */
      size_t length = fitting(rest[c], widths[c]);
      pending += 2;
      if (length) {
        add_spaces(out, pending);
        trm_text_bytes(out, rest[c], length);
        pending = 0;
      }
      pending += widths[c] - length;
      rest[c] += length;
      while (*rest[c] == ' ') rest[c]++;
      if (*rest[c]) more = 1;
    }
    trm_text_char(out, '\n');
  }
}

static void add_parameters(const TrmTable *table, const TrmType *type, TrmText *out) {
  static const Row head = {{"key", "value", "unit", "default", "meaning"}};
  size_t widths[COLUMNS], used = 0;
  const TrmParam *param;
  Row row;
  /* widths of the columns: the longest cell, up to a limit; what is left goes to the meaning */
  for (int c = 0; c < COLUMNS; c++) widths[c] = strlen(head.cells[c]);
  for (size_t i = 0; (param = trm_type_param_at(type, i)); i++) {
    fill_row(table, type, param, &row);
    for (int c = 0; c < COLUMNS; c++) {
      size_t length = strlen(row.cells[c]);
      if (c == 1 && length > VALUE_MOST) length = VALUE_MOST;
      if (c == 3 && length > DEFAULT_MOST) length = DEFAULT_MOST;
      if (length > widths[c]) widths[c] = length;
    }
  }
  for (int c = 0; c < COLUMNS - 1; c++) used += widths[c] + 2;
  widths[COLUMNS - 1] = WIDTH - used - 2;
  add_row(out, &head, widths);
  for (size_t i = 0; (param = trm_type_param_at(type, i)); i++) {
    fill_row(table, type, param, &row);
    add_row(out, &row, widths);
  }
}

/* "Also called a, b." */
static void add_aliases(const char *aliases, TrmText *out) {
  size_t length;
  const char *word;
  for (size_t i = 0; (word = trm_words_at(aliases, i, &length)); i++)
    trm_text_printf(out, "%s%.*s", i ? ", " : "  Also called ", (int)length, word);
  if (aliases) trm_text_add(out, ".\n");
}

void trm_describe_type(const TrmTable *table, const TrmType *type, TrmText *out) {
  char equations[128];
  add_heading(out, type->name, table ? table->name : "", type->summary);
  trm_word_equations(table, type, equations, sizeof equations);
  if (*equations)
    trm_text_printf(out, "  %c%s.\n", equations[0] == 'o' ? 'O' : equations[0], equations + 1);
  add_aliases(type->aliases, out);
  if (type->details) {
    trm_text_char(out, '\n');
    add_wrapped(out, 2, type->details);
  }
  trm_text_char(out, '\n');
  add_parameters(table, type, out);
  if (type->example) {
    trm_text_add(out, "\nExample\n");
    add_indented(out, 2, type->example);
  }
}

/* The layout that functions and measures share */
static void add_call(const char *form, const char *summary, const char *formula,
                     const char *aliases, const char *example, TrmText *out) {
  add_heading(out, form, "", summary);
  add_aliases(aliases, out);
  if (formula) {
    trm_text_char(out, '\n');
    add_wrapped(out, 2, formula);
  }
  if (example) trm_text_printf(out, "\nExample\n  %s\n", example);
}

void trm_describe_function(const TrmFunction *function, TrmText *out) {
  add_call(function->form, function->summary, function->formula, function->aliases,
           function->example, out);
}

void trm_describe_measure(const TrmMeasure *measure, TrmText *out) {
  add_call(measure->form, measure->summary, measure->formula, NULL, measure->example, out);
}

int trm_describe_call(const char *name, TrmText *out) {
  const TrmFunction *function = trm_function_find(name);
  const TrmMeasure *measure = trm_measure_find(name);
  if (function) trm_describe_function(function, out);
  if (measure) trm_describe_measure(measure, out);
  return function || measure;
}

/* "  name   summary", the summary wrapped in its own column */
static void add_entry(TrmText *out, const char *name, size_t width, const char *summary) {
  size_t length = strlen(name);
  trm_text_printf(out, "  %s", name);
  add_spaces(out, length < width ? width - length + 2 : 2);
  if (length > width) width = length;
  size_t part = fitting(summary, WIDTH - width - 4);
  trm_text_bytes(out, summary, part);
  trm_text_char(out, '\n');
  while (summary[part] == ' ') part++;
  add_wrapped(out, width + 4, summary + part);
}

static size_t longest_name(const TrmType *const *types) {
  size_t width = 0;
  for (; *types; types++)
    if (strlen((*types)->name) > width) width = strlen((*types)->name);
  return width;
}

static void add_types(TrmText *out, const char *title, const TrmType *const *types) {
  size_t width = longest_name(types);
  trm_text_printf(out, "%s\n", title);
  for (; *types; types++) add_entry(out, (*types)->name, width, (*types)->summary);
  trm_text_char(out, '\n');
}

void trm_describe_list(TrmText *out) {
  add_types(out, "Parts of a model", trm_catalog_singles);
  for (const TrmTable *const *table = trm_catalog_tables; *table; table++) {
    char title[64];
    int irregular = strcmp((*table)->name, "analysis") == 0;
    snprintf(title, sizeof title, "%s%s", irregular ? "analyses" : (*table)->name,
             irregular ? "" : "s");
    if (title[0] >= 'a' && title[0] <= 'z') title[0] = (char)(title[0] - 'a' + 'A');
    add_types(out, title, (*table)->types);
  }
  /* functions are listed by how they are called */
  trm_text_add(out, "Functions\n");
  for (const TrmFunction *const *f = trm_functions; *f; f++)
    add_entry(out, (*f)->form, 34, (*f)->summary);
  trm_text_add(out, "\nMeasures\n");
  for (const TrmMeasure *m = trm_measures; m->name; m++) add_entry(out, m->form, 34, m->summary);
  /* units in one paragraph */
  char units[CELL] = "";
  const char *unit;
  for (size_t i = 0; (unit = trm_unit_at(i, NULL)); i++) {
    size_t used = strlen(units);
    snprintf(units + used, sizeof units - used, "%s%s", i ? " " : "", unit);
  }
  trm_text_add(out, "\nUnits\n");
  add_wrapped(out, 2, units);
  trm_text_add(out, "\nMore on one: trammel describe revolute\n");
}
