/* SPDX-License-Identifier: Apache-2.0
 *
 * Printing a model back in its own language, normalised: parameters in the order of their tables,
 * short things on one line, long ones as blocks, a comment above each section. Reading the result
 * gives the same model.
 */
#include "model/model.h"
#include <ctype.h>
#include <string.h>

enum { WIDTH = 96, DEEPEST = 24 };

typedef struct Writer {
  TrmText *out;
  int depth;    /* nesting of flow collections, bounded by the reader's own limit */
  size_t limit; /* a trial on one line is given up beyond this length; 0: none */
} Writer;

static void write_value(Writer *w, const TrmParam *param, const TrmValue *value);
static void write_item(Writer *w, const TrmTable *table, const TrmItem *item);

/* words that YAML or the reader would not take as text */
static int is_special_word(const char *text) {
  double number;
  static const char *const words[] = {"true", "false", "yes", "no", "on", "off", "null", "~", ""};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (trm_same_word(text, words[i])) return 1;
  return trm_number_parse(text, strlen(text), &number);
}

/* 1 when `text` may stand without quotes in a flow collection */
static int is_plain(const char *text) {
  unsigned char first = (unsigned char)text[0];
  if (!isalnum(first) && first != '_' && first != '(' && first != '-') return 0;
  if (first == '-' && !isalnum((unsigned char)text[1]) && text[1] != '(' && text[1] != '_')
    return 0;
  for (const char *s = text; *s; s++) {
    if (isalnum((unsigned char)*s) || strchr("_.+-*/^()<>=", *s)) continue;
    if (*s == ' ' && s[1] && s[1] != ' ') continue;
    return 0;
  }
  return !is_special_word(text);
}

static void write_text(Writer *w, const char *text) {
  if (is_plain(text)) {
    trm_text_add(w->out, text);
  } else {
    trm_text_json(w->out, text);
  }
}

static void write_list(Writer *w, const TrmParam *param, const TrmValue *value) {
  /* one shape or object alone needs no list around it */
  if (value->count == 1 && value->list[0].form == TRM_FORM_ITEM) {
    write_value(w, param, &value->list[0]);
    return;
  }
  trm_text_char(w->out, '[');
  for (unsigned i = 0; i < value->count; i++) {
    if (i) trm_text_add(w->out, ", ");
    write_value(w, param, &value->list[i]);
  }
  trm_text_char(w->out, ']');
}

static void write_value(Writer *w, const TrmParam *param, const TrmValue *value) {
  if (w->limit && w->out->length > w->limit) return;
  if (++w->depth > DEEPEST) {
    w->depth--;
    return;
  }
  switch (value->form) {
  case TRM_FORM_NUMBER: trm_text_number(w->out, value->number); break;
  case TRM_FORM_FLAG: trm_text_add(w->out, value->number != 0 ? "true" : "false"); break;
  case TRM_FORM_TEXT: write_text(w, value->text); break;
  case TRM_FORM_LIST: write_list(w, param, value); break;
  case TRM_FORM_BROKEN: trm_text_add(w->out, "null"); break;
  case TRM_FORM_ITEM: write_item(w, param->table, value->item); break;
  case TRM_FORM_ITEMS:
    trm_text_char(w->out, '{');
    for (unsigned i = 0; i < value->count; i++) {
      trm_text_printf(w->out, "%s%s: ", i ? ", " : "", value->items[i]->name);
      write_item(w, param->table, value->items[i]);
    }
    trm_text_char(w->out, '}');
    break;
  }
  w->depth--;
}

/* a parameter that was given; they come in table order, `mirror` last */
typedef struct Entry {
  const TrmParam *param;
  const TrmValue *value;
} Entry;

static int next_entry(const TrmItem *item, unsigned skip_flag, size_t *index, Entry *entry) {
  const TrmParam *param;
  while ((param = trm_type_param_at(item->type, *index))) {
    ++*index;
    const TrmField *field = trm_item_field(item, param);
    if (!field || (param->flags & skip_flag) || strcmp(param->key, "mirror") == 0) continue;
    /* empty sections are left out, except those of which a model needs one */
    int empty = field->value.form == TRM_FORM_ITEMS && field->value.count == 0;
    if (empty && !trm_words_have("bodies|flexible", param->key)) continue;
    *entry = (Entry){param, &field->value};
    return 1;
  }
  return 0;
}

static int is_ground(const TrmItem *item) {
  return item->name && strcmp(item->name, "ground") == 0;
}

static unsigned printed_mirror(const TrmItem *item) {
  /* what stands in a body follows the body, but ground is never mirrored itself */
  int nested = item->owner && item->owner->owner && !is_ground(item->owner);
  return nested || !trm_type_param(item->type, "mirror") ? 0 : trm_item_mirror(item);
}

static void write_mirror(Writer *w, unsigned mask) {
  trm_text_add(w->out, "mirror: [");
  const char *separator = "";
  for (unsigned k = 0; k < 3; k++) {
    if (!(mask >> k & 1)) continue;
    trm_text_printf(w->out, "%s%c", separator, (char)('x' + (int)k));
    separator = ", ";
  }
  trm_text_char(w->out, ']');
}

/* {key: value, ...} of an item, without braces; returns the number of entries */
static unsigned write_entries(Writer *w, const TrmItem *item, unsigned skip_flag, unsigned count) {
  Entry entry;
  for (size_t index = 0; next_entry(item, skip_flag, &index, &entry); count++) {
    trm_text_printf(w->out, "%s%s: ", count ? ", " : "", entry.param->key);
    write_value(w, entry.param, entry.value);
  }
  unsigned mask = printed_mirror(item);
  if (mask) {
    trm_text_add(w->out, count++ ? ", " : "");
    write_mirror(w, mask);
  }
  return count;
}

/* the one value that may stand for the whole item, or NULL */
static const TrmField *short_form(const TrmTable *table, const TrmItem *item) {
  if (printed_mirror(item) || item->field_count != 1) return NULL;
  const TrmField *field = &item->fields[0];
  if (table && item->type == table->plain && field->param->flags & TRM_HEAD) return field;
  if (table || !(field->param->flags & TRM_SHORTHAND)) return NULL;
  return field->value.form == TRM_FORM_ITEM || field->value.form == TRM_FORM_ITEMS ? NULL : field;
}

/* the type's own key and what follows it; the number of entries written */
static unsigned write_head(Writer *w, const TrmItem *item) {
  const TrmParam *head = trm_type_flagged(item->type, TRM_HEAD);
  const TrmField *field = head ? trm_item_field(item, head) : NULL;
  trm_text_printf(w->out, "%s: ", item->type->name);
  if (field) {
    write_value(w, head, &field->value);
  } else {
    trm_text_add(w->out, "null");
  }
  return 1;
}

static void write_item(Writer *w, const TrmTable *table, const TrmItem *item) {
  const TrmField *alone = short_form(table, item);
  if (alone) {
    write_value(w, alone->param, &alone->value);
    return;
  }
  trm_text_char(w->out, '{');
  if (table && table->form == TRM_TABLE_HEAD) {
    write_entries(w, item, TRM_HEAD, write_head(w, item));
  } else if (table) {
    trm_text_printf(w->out, "%s: {", item->type->name);
    write_entries(w, item, 0, 0);
    trm_text_char(w->out, '}');
  } else {
    write_entries(w, item, 0, 0);
  }
  trm_text_char(w->out, '}');
}

/* start a new line at `indent` */
static void new_line(Writer *w, int indent) {
  trm_text_printf(w->out, "\n%*s", indent, "");
}

/* break a flow text written since `start` into lines at its commas: the wrapped text is written
 * behind the original, then moved over it */
static void wrap(Writer *w, size_t start, int indent) {
  TrmText *out = w->out;
  size_t line = start, end = out->length;
  while (line > 0 && out->bytes[line - 1] != '\n') line--;
  if (end - line <= WIDTH) return;
  int quoted = 0;
  size_t column = start - line;
  for (size_t i = start; i < end; i++, column++) {
    char c = out->bytes[i];
    trm_text_char(out, c);
    if (c == '"' && i > 0 && out->bytes[i - 1] != '\\') quoted = !quoted;
    if (c != ',' || quoted || out->bytes[i + 1] != ' ') continue;
    /* the next piece must fit, else it begins a line of its own */
    size_t piece = strcspn(out->bytes + i + 1, ",");
    if (column + piece + 2 <= WIDTH) continue;
    new_line(w, indent);
    column = (size_t)indent;
    i++;
  }
  memmove(out->bytes + start, out->bytes + end, out->length - end + 1);
  out->length -= end - start;
}

static void write_field_line(Writer *w, Entry entry, int indent);

/* an item after its name: on one line where it fits, else a block */
static void write_block(Writer *w, const TrmTable *table, const TrmItem *item, int indent) {
  size_t start = w->out->length, line = start;
  while (line > 0 && w->out->bytes[line - 1] != '\n') line--;
  trm_text_char(w->out, ' ');
  w->limit = short_form(table, item) ? 0 : line + WIDTH;
  write_item(w, table, item);
  w->limit = 0;
  if (w->out->length - line <= WIDTH) return;
  if (short_form(table, item)) {
    wrap(w, start, indent);
    return;
  }
  /* too long: take it back and write a block */
  w->out->length = start;
  w->out->bytes[start] = 0;
  unsigned skip = 0;
  if (table && table->form == TRM_TABLE_HEAD) {
    new_line(w, indent);
    write_head(w, item);
    skip = TRM_HEAD;
  } else if (table) {
    new_line(w, indent);
    trm_text_printf(w->out, "%s:", item->type->name);
    indent += 2;
  }
  Entry entry;
  for (size_t index = 0; next_entry(item, skip, &index, &entry);)
    write_field_line(w, entry, indent);
  unsigned mask = printed_mirror(item);
  if (mask) {
    new_line(w, indent);
    write_mirror(w, mask);
  }
}

/* a member of a list after its dash: {kinematics: {..}} without the outer braces */
static void write_member(Writer *w, const TrmTable *table, const TrmItem *item, int indent) {
  size_t start = w->out->length;
  trm_text_char(w->out, ' ');
  if (table && table->form == TRM_TABLE_NESTED) {
    trm_text_printf(w->out, "%s: {", item->type->name);
    write_entries(w, item, 0, 0);
    trm_text_char(w->out, '}');
  } else {
    write_item(w, table, item);
  }
  wrap(w, start, indent + 2);
}

/* does the value fit behind its key on this line? */
static int fits(Writer *w, Entry entry) {
  size_t start = w->out->length, line = start;
  while (line > 0 && w->out->bytes[line - 1] != '\n') line--;
  w->limit = line + WIDTH;
  write_value(w, entry.param, entry.value);
  w->limit = 0;
  size_t end = w->out->length;
  w->out->length = start;
  w->out->bytes[start] = 0;
  return end - line < WIDTH;
}

/* key: value on a line of its own, sections and long objects as blocks */
static void write_field_line(Writer *w, Entry entry, int indent) {
  new_line(w, indent);
  trm_text_printf(w->out, "%s:", entry.param->key);
  const TrmValue *value = entry.value;
  if (value->form == TRM_FORM_ITEMS) {
    if (value->count == 0) trm_text_add(w->out, " {}");
    for (unsigned i = 0; i < value->count; i++) {
      new_line(w, indent + 2);
      trm_text_printf(w->out, "%s:", value->items[i]->name);
      write_block(w, entry.param->table, value->items[i], indent + 4);
    }
  } else if (value->form == TRM_FORM_ITEM) {
    write_block(w, entry.param->table, value->item, indent + 2);
  } else if (value->form == TRM_FORM_LIST && value->count && value->list[0].form == TRM_FORM_ITEM &&
             (indent == 0 || !fits(w, entry))) {
    for (unsigned i = 0; i < value->count; i++) {
      new_line(w, indent + 2);
      trm_text_char(w->out, '-');
      write_member(w, entry.param->table, value->list[i].item, indent + 4);
    }
  } else {
    size_t start = w->out->length;
    trm_text_char(w->out, ' ');
    write_value(w, entry.param, value);
    wrap(w, start, indent + 2);
  }
}

/* the entries of the root: settings, sections, and last the analyses */
static void write_root(Writer *w, const TrmItem *root, int analyses) {
  Entry entry;
  for (size_t index = 0; next_entry(root, 0, &index, &entry);) {
    if ((entry.param->kind == TRM_KIND_VARIANTS) != analyses) continue;
    /* a blank line and a comment above each section */
    int section = entry.value->form == TRM_FORM_ITEMS || analyses;
    if (section) trm_text_printf(w->out, "\n\n# %s", entry.param->summary);
    write_field_line(w, entry, 0);
  }
}

void trm_model_write_yaml(const TrmModel *model, TrmText *out) {
  Writer writer = {.out = out};
  size_t start = out->length;
  write_root(&writer, model->root, 0);
  write_root(&writer, model->root, 1);
  trm_text_char(out, '\n');
  /* every line was begun with its line end */
  memmove(out->bytes + start, out->bytes + start + 1, out->length - start);
  out->length--;
}
