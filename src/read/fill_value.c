/* SPDX-License-Identifier: Apache-2.0
 *
 * Fill value: a node as the value of a parameter, whatever kind the parameter is of. A value that
 * does not fit is reported and not stored; reading goes on, so that one run finds every error.
 */
#include "read/reader.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FOUND_SIZE = 64 };

const char *trm_item_label(const TrmItem *item) {
  while (item && !item->name) item = item->owner;
  return item ? item->name : NULL;
}

const char *trm_read_subject(TrmReader *r, const TrmItem *owner, const TrmParam *param) {
  const char *label = trm_item_label(owner), *key = param->key;
  /* a value may stand for the whole thing, or behind the type's own word */
  if (param->flags & TRM_HEAD) key = owner->type->name;
  if (param->flags & TRM_SHORTHAND) key = owner->name ? NULL : owner->type->name;
  if (!key) return trm_arena_printf(r->passing, "'%s'", label);
  if (!label) return trm_arena_printf(r->passing, "'%s'", key);
  return trm_arena_printf(r->passing, "'%s' of '%s'", key, label);
}

/* what a REF may name: "a body or marker" */
static const char *ref_words(TrmReader *r, unsigned refs) {
  static const char *const words[] = {"parameter",   "point",
                                      "spline",      "body",
                                      "marker",      "shape",
                                      "joint",       "motion",
                                      "constraint",  "force",
                                      "contact",     "variable",
                                      "equation",    "transfer function",
                                      "state space", "event",
                                      "output",      "flexible body"};
  const char *text = "";
  unsigned left = refs & ((1u << (sizeof words / sizeof *words)) - 1);
  for (unsigned i = 0; left; i++) {
    if (!(left >> i & 1)) continue;
    left &= ~(1u << i);
    const char *before = !*text ? "" : left ? ", " : " or ";
    text = trm_arena_printf(r->passing, "%s%s%s", text, before, words[i]);
  }
  return *text ? text : "thing";
}

/* "3", "2 to 3", "at least 1" */
static const char *count_words(TrmReader *r, const TrmParam *param) {
  if (param->most == 0) return trm_arena_printf(r->passing, "at least %u", param->least);
  if (param->least == param->most) return trm_arena_printf(r->passing, "%u", param->most);
  return trm_arena_printf(r->passing, "%u to %u", param->least, param->most);
}

/* the words of a choice with commas */
static const char *choice_words(TrmReader *r, const char *words) {
  char *text = trm_arena_string(r->passing, "");
  const char *word;
  size_t length;
  for (size_t i = 0; (word = trm_words_at(words, i, &length)) && i < 24; i++)
    text = trm_arena_printf(r->passing, "%s%s%.*s", text, i ? ", " : "", (int)length, word);
  return text;
}

/* what a parameter takes, for messages */
static const char *expected_words(TrmReader *r, const TrmParam *param) {
  switch (param->kind) {
  case TRM_KIND_NUMBER: return "a number";
  case TRM_KIND_INTEGER: return "a whole number";
  case TRM_KIND_FLAG: return "true or false";
  case TRM_KIND_TEXT: return "a text";
  case TRM_KIND_CHOICE:
    return trm_arena_printf(r->passing, "one of %s", choice_words(r, param->words));
  case TRM_KIND_REF:
    return trm_arena_printf(r->passing, "the name of a %s", ref_words(r, param->refs));
  case TRM_KIND_FUNCTION: return "a number or function";
  case TRM_KIND_VECTOR: return "a list of numbers";
  case TRM_KIND_FUNCTIONS: return "a list of numbers or functions";
  case TRM_KIND_MATRIX: return "a list of rows";
  case TRM_KIND_PLACE: return "a place: [x, y, z] or the name of a point";
  case TRM_KIND_DIRECTION: return "a direction: x, y, z, [x, y, z] or {from, to}";
  case TRM_KIND_REFS:
    return trm_arena_printf(r->passing, "a list of names (%s)", ref_words(r, param->refs));
  case TRM_KIND_WORDS:
    return trm_arena_printf(r->passing, "a list of words (%s)", choice_words(r, param->words));
  case TRM_KIND_TEXTS: return "a list of texts";
  case TRM_KIND_PLACES: return "a list of places";
  case TRM_KIND_RANGE: return "a range such as 1..5";
  default: return "a map";
  }
}

/* what was found: the value itself where it is short */
static const char *found_words(TrmReader *r, const TrmNode *node) {
  if (node->kind != TRM_NODE_SCALAR || trm_node_null(node) || !node->count)
    return trm_node_word(node);
  return trm_arena_printf(r->passing, "'%.*s'", FOUND_SIZE, node->text);
}

static int wrong_kind(TrmReader *r, const TrmItem *owner, const TrmParam *param,
                      const TrmNode *node) {
  trm_log_add(r->log, TRM_E_WRONG_KIND, node->place, trm_item_label(owner), "%s takes %s, found %s",
              trm_read_subject(r, owner, param), expected_words(r, param), found_words(r, node));
  if (param->summary && param->kind == TRM_KIND_VECTOR)
    trm_log_hint(r->log, "%s: %s", param->key, param->summary);
  return 0;
}

/* a plain entry whose parenthesis is left open was cut in two at a comma */
static int cut_at_comma(const TrmNode *node) {
  for (uint32_t i = 0; node->kind == TRM_NODE_SEQUENCE && i < node->count; i++) {
    const TrmNode *entry = node->items[i];
    if (entry->kind != TRM_NODE_SCALAR || !entry->plain) continue;
    const char *open = strrchr(entry->text, '(');
    if (open && !strchr(open, ')')) return 1;
  }
  return 0;
}

static int wrong_count(TrmReader *r, const TrmItem *owner, const TrmParam *param,
                       const TrmNode *node, const char *wanted) {
  trm_log_add(r->log, TRM_E_WRONG_COUNT, node->place, trm_item_label(owner),
              "%s takes %s %s, found %u", trm_read_subject(r, owner, param), wanted,
              param->kind == TRM_KIND_MATRIX ? "rows" : "values",
              (unsigned)(node->kind == TRM_NODE_SEQUENCE ? node->count : 1));
  if (cut_at_comma(node)) trm_log_hint(r->log, "put an expression with commas in quotes");
  return 0;
}

static int same_plain(const TrmNode *node, const char *const *words) {
  if (node->kind != TRM_NODE_SCALAR || !node->plain) return 0;
  for (; *words; words++)
    if (strcmp(node->text, *words) == 0) return 1;
  return 0;
}

static const char *const true_words[] = {"true", "True", "TRUE", "yes", "Yes", "YES", NULL};
static const char *const false_words[] = {"false", "False", "FALSE", "no", "No", "NO", NULL};
static const char *const truth_words[] = {"true", "True", "TRUE", "false", "False", "FALSE", NULL};
static const char *const endless_words[] = {".inf",  ".Inf",  ".INF",  "+.inf", "+.Inf",
                                            "+.INF", "-.inf", "-.Inf", "-.INF", ".nan",
                                            ".NaN",  ".NAN",  NULL};

/* 1 for a decimal number too large for a double */
static int overflows(const char *text) {
  if (strspn(text, "0123456789+-.eE") != strlen(text)) return 0;
  char *end;
  double value = strtod(text, &end);
  return *end == 0 && end != text && isinf(value);
}

/* a number, or an expression kept as text */
static int read_number(TrmReader *r, TrmItem *owner, const TrmParam *param, const TrmNode *node,
                       TrmValue *value) {
  if (node->kind != TRM_NODE_SCALAR || trm_node_null(node) || !node->count ||
      same_plain(node, truth_words))
    return wrong_kind(r, owner, param, node);
  size_t length;
  const char *text = trm_scope_text(r, node, &length);
  if (!text) return 0;
  value->place = node->place;
  if (trm_number_parse(text, length, &value->number)) {
    value->form = TRM_FORM_NUMBER;
    if (param->kind != TRM_KIND_INTEGER || value->number == floor(value->number)) return 1;
    trm_log_add(r->log, TRM_E_NOT_WHOLE, node->place, trm_item_label(owner),
                "%s must be a whole number, not %.*s", trm_read_subject(r, owner, param),
                FOUND_SIZE, text);
    return 0;
  }
  if (same_plain(node, endless_words) || overflows(text)) {
    trm_log_add(r->log, TRM_E_NUMBER_NOT_FINITE, node->place, trm_item_label(owner),
                "%s cannot be %.*s", trm_read_subject(r, owner, param), FOUND_SIZE, text);
    return 0;
  }
  /* a loop variable alone is a number */
  const TrmLoop *loop = trm_scope_loop(r, text);
  if (loop) {
    value->form = TRM_FORM_NUMBER;
    value->number = (double)loop->value;
    return 1;
  }
  text = trm_scope_expression(r, text, node->place);
  if (!text) return 0;
  /* with loop variables replaced, -i may have become a number */
  value->form = TRM_FORM_NUMBER;
  if (r->loop && trm_number_parse(text, strlen(text), &value->number)) return 1;
  value->form = TRM_FORM_TEXT;
  value->text = trm_arena_string(r->model->arena, text);
  return 1;
}

static int read_flag(TrmReader *r, const TrmItem *owner, const TrmParam *param, const TrmNode *node,
                     TrmValue *value) {
  int yes = same_plain(node, true_words);
  if (!yes && !same_plain(node, false_words)) return wrong_kind(r, owner, param, node);
  *value = (TrmValue){.form = TRM_FORM_FLAG, .place = node->place, .number = yes};
  return 1;
}

static int read_text(TrmReader *r, const TrmItem *owner, const TrmParam *param, const TrmNode *node,
                     TrmValue *value) {
  if (node->kind != TRM_NODE_SCALAR || trm_node_null(node))
    return wrong_kind(r, owner, param, node);
  size_t length;
  const char *text = trm_scope_text(r, node, &length);
  if (!text) return 0;
  *value = (TrmValue){.form = TRM_FORM_TEXT,
                      .place = node->place,
                      .text = trm_arena_copy(r->model->arena, text, length)};
  return 1;
}

static int read_choice(TrmReader *r, const TrmItem *owner, const TrmParam *param,
                       const TrmNode *node, TrmValue *value) {
  if (!read_text(r, owner, param, node, value)) return 0;
  if (trm_words_have(param->words, value->text)) return 1;
  trm_log_add(r->log, TRM_E_UNKNOWN_WORD, node->place, trm_item_label(owner), "%s cannot be '%.*s'",
              trm_read_subject(r, owner, param), FOUND_SIZE, value->text);
  if (trm_log_full(r->log)) return 0;
  TrmNearest nearest = trm_nearest(value->text);
  const char *word;
  size_t length;
  for (size_t i = 0; (word = trm_words_at(param->words, i, &length)); i++)
    trm_nearest_try(&nearest, trm_arena_copy(r->passing, word, length));
  if (nearest.best)
    trm_log_hint(r->log, "did you mean '%s'?", nearest.best);
  else
    trm_log_hint(r->log, "it takes one of %s", choice_words(r, param->words));
  return 0;
}

/* 1 for a name, or several joined by dots */
static int name_like(const char *text) {
  char part[256];
  while (text) {
    if (strcspn(text, ".") >= sizeof part) return 0;
    text = trm_name_split(text, part, sizeof part);
    if (!trm_name_valid(part)) return 0;
  }
  return 1;
}

static int read_ref(TrmReader *r, const TrmItem *owner, const TrmParam *param, const TrmNode *node,
                    TrmValue *value) {
  if (node->kind != TRM_NODE_SCALAR || trm_node_null(node) || !node->count)
    return wrong_kind(r, owner, param, node);
  if (!read_text(r, owner, param, node, value)) return 0;
  if (name_like(value->text)) return 1;
  return wrong_kind(r, owner, param, node);
}

/* the parameter that describes one entry of a list parameter */
static TrmParam entry_param(const TrmParam *param, TrmKind kind) {
  TrmParam entry = *param;
  entry.kind = kind;
  return entry;
}

/* a list whose entries are of kind `kind`; one entry may stand alone where `alone` */
static int read_list(TrmReader *r, TrmItem *owner, const TrmParam *param, TrmKind kind, int alone,
                     const TrmNode *node, TrmValue *value) {
  const TrmNode *single = node;
  const TrmNode *const *nodes = &single;
  uint32_t count = 1;
  if (node->kind == TRM_NODE_SEQUENCE) {
    nodes = (const TrmNode *const *)node->items;
    count = node->count;
  } else if (!alone || trm_node_null(node)) {
    return wrong_kind(r, owner, param, node);
  }
  if (count < param->least || (param->most && count > param->most))
    return wrong_count(r, owner, param, node, count_words(r, param));
  TrmParam entry = entry_param(param, kind);
  *value = (TrmValue){.form = TRM_FORM_LIST, .place = node->place};
  value->count = value->capacity = count;
  value->list = trm_arena_array(r->model->arena, count, sizeof *value->list);
  int good = 1;
  for (uint32_t i = 0; i < count; i++)
    good &= trm_read_value(r, owner, &entry, nodes[i], &value->list[i]);
  return good;
}

static int read_matrix(TrmReader *r, TrmItem *owner, const TrmParam *param, const TrmNode *node,
                       TrmValue *value) {
  /* the rows have lengths of their own, which must agree */
  if (node->kind != TRM_NODE_SEQUENCE) return wrong_kind(r, owner, param, node);
  if (node->count < param->least || (param->most && node->count > param->most))
    return wrong_count(r, owner, param, node, count_words(r, param));
  TrmParam row = entry_param(param, TRM_KIND_VECTOR);
  row.least = 1;
  row.most = 0;
  *value = (TrmValue){.form = TRM_FORM_LIST, .place = node->place};
  value->count = value->capacity = node->count;
  value->list = trm_arena_array(r->model->arena, node->count, sizeof *value->list);
  int good = 1;
  for (uint32_t i = 0; i < node->count; i++) {
    if (!trm_read_value(r, owner, &row, node->items[i], &value->list[i])) {
      good = 0;
    } else if (good && value->list[i].count != value->list[0].count) {
      const char *wanted = trm_arena_printf(r->passing, "rows of %u", value->list[0].count);
      row.kind = TRM_KIND_FUNCTIONS;
      good = wrong_count(r, owner, &row, node->items[i], wanted);
    }
  }
  return good;
}

static int read_place(TrmReader *r, TrmItem *owner, const TrmParam *param, const TrmNode *node,
                      TrmValue *value) {
  if (node->kind == TRM_NODE_SCALAR) {
    TrmParam name = entry_param(param, TRM_KIND_PLACE);
    return read_ref(r, owner, &name, node, value);
  }
  if (node->kind != TRM_NODE_SEQUENCE) return wrong_kind(r, owner, param, node);
  TrmParam vector = entry_param(param, TRM_KIND_VECTOR);
  vector.least = 2;
  vector.most = 3;
  return trm_read_value(r, owner, &vector, node, value);
}

static int read_direction(TrmReader *r, TrmItem *owner, const TrmParam *param, const TrmNode *node,
                          TrmValue *value) {
  if (node->kind == TRM_NODE_MAPPING) {
    TrmItem *item = trm_read_nested(r, owner, &trm_type_from_to, node->place);
    trm_read_fields(r, item, node, NULL);
    /* both ends are needed, whatever else the type allows */
    const TrmParam *end;
    for (size_t i = 0; (end = trm_type_param_at(item->type, i)); i++) {
      if (trm_item_field(item, end)) continue;
      trm_log_add(r->log, TRM_E_MISSING_KEY, node->place, trm_item_label(owner),
                  "%s needs both 'from' and 'to'", trm_read_subject(r, owner, param));
      return 0;
    }
    *value = (TrmValue){.form = TRM_FORM_ITEM, .place = node->place, .item = item};
    return 1;
  }
  if (node->kind == TRM_NODE_SEQUENCE) {
    TrmParam vector = entry_param(param, TRM_KIND_VECTOR);
    vector.least = 2;
    vector.most = 3;
    return trm_read_value(r, owner, &vector, node, value);
  }
  double number;
  if (trm_node_null(node) || trm_number_parse(node->text, node->count, &number))
    return wrong_kind(r, owner, param, node);
  TrmParam word = entry_param(param, TRM_KIND_CHOICE);
  word.words = "x|y|z|-x|-y|-z";
  return read_choice(r, owner, &word, node, value);
}

/* an object or a variant as an item of its own */
static int read_item(TrmReader *r, TrmItem *owner, const TrmParam *param, const TrmNode *node,
                     TrmValue *value) {
  const TrmType *type = param->type;
  TrmVariant variant = {0};
  if (param->table) {
    if (!trm_variant_choose(r, owner, param->table, NULL, node, node->place, &variant)) return 0;
    type = variant.type;
  }
  TrmItem *item = trm_read_nested(r, owner, type, node->place);
  if (param->table)
    trm_variant_read(r, item, param->table, node, &variant);
  else
    trm_read_object(r, item, node);
  *value = (TrmValue){.form = TRM_FORM_ITEM, .place = node->place, .item = item};
  return 1;
}

int trm_read_value(TrmReader *r, TrmItem *owner, const TrmParam *param, const TrmNode *node,
                   TrmValue *value) {
  int one = param->least <= 1;
  switch (param->kind) {
  case TRM_KIND_NUMBER:
  case TRM_KIND_INTEGER:
  case TRM_KIND_FUNCTION: return read_number(r, owner, param, node, value);
  case TRM_KIND_FLAG: return read_flag(r, owner, param, node, value);
  case TRM_KIND_TEXT:
  case TRM_KIND_RANGE: return read_text(r, owner, param, node, value);
  case TRM_KIND_CHOICE: return read_choice(r, owner, param, node, value);
  case TRM_KIND_REF: return read_ref(r, owner, param, node, value);
  case TRM_KIND_PLACE: return read_place(r, owner, param, node, value);
  case TRM_KIND_DIRECTION: return read_direction(r, owner, param, node, value);
  case TRM_KIND_MATRIX: return read_matrix(r, owner, param, node, value);
  case TRM_KIND_VECTOR:
    return read_list(r, owner, param, TRM_KIND_NUMBER,
                     param->least == 1 && node->kind == TRM_NODE_SCALAR, node, value);
  case TRM_KIND_FUNCTIONS:
    return read_list(r, owner, param, TRM_KIND_FUNCTION,
                     param->least == 1 && node->kind == TRM_NODE_SCALAR, node, value);
  case TRM_KIND_REFS:
    return read_list(r, owner, param, TRM_KIND_REF, one && node->kind == TRM_NODE_SCALAR, node,
                     value);
  case TRM_KIND_WORDS:
    return read_list(r, owner, param, TRM_KIND_CHOICE, one && node->kind == TRM_NODE_SCALAR, node,
                     value);
  case TRM_KIND_TEXTS:
    return read_list(r, owner, param, TRM_KIND_TEXT, one && node->kind == TRM_NODE_SCALAR, node,
                     value);
  case TRM_KIND_PLACES: return read_list(r, owner, param, TRM_KIND_PLACE, 0, node, value);
  case TRM_KIND_OBJECT:
  case TRM_KIND_VARIANT: return read_item(r, owner, param, node, value);
  case TRM_KIND_OBJECTS:
  case TRM_KIND_VARIANTS:
    return read_list(r, owner, param,
                     param->kind == TRM_KIND_OBJECTS ? TRM_KIND_OBJECT : TRM_KIND_VARIANT, 1, node,
                     value);
  case TRM_KIND_ITEMS: break;
  }
  return wrong_kind(r, owner, param, node);
}
