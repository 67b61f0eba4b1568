/* SPDX-License-Identifier: Apache-2.0
 *
 * Schema: one definition per type, and one per table that picks the type by its key (if/then, so
 * that an editor names the very key that is wrong, and offers the types where none is chosen yet).
 * Numbers may be expressions, so they are numbers or strings. Limits are written only where they do
 * not depend on the model's units: at zero and infinity, and for pure numbers.
 */
#include "catalog/schema.h"
#include "catalog/catalog.h"
#include "catalog/wording.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define NUMBER "{\"type\":[\"number\",\"string\"]}"
#define TEXT "{\"type\":[\"string\",\"number\"]}"
#define PLACE_ITEMS "\"items\":" NUMBER ",\"minItems\":2,\"maxItems\":3"

/* A name in the definitions: "joint.revolute", "contact_side", "body" */
static void add_name(TrmText *out, const TrmTable *table, const TrmType *type) {
  for (const char *c = table ? table->name : ""; *c; c++) trm_text_char(out, *c == ' ' ? '_' : *c);
  if (table && type) trm_text_char(out, '.');
  if (type) trm_text_add(out, type->name);
}

static void add_ref(TrmText *out, const TrmTable *table, const TrmType *type) {
  trm_text_add(out, "\"$ref\":\"#/definitions/");
  add_name(out, table, type);
  trm_text_char(out, '"');
}

/* "description": what it is, its unit and its default */
static void add_description(TrmText *out, const TrmParam *param) {
  char words[1024], unit[64], range[64];
  trm_word_unit(param, unit, sizeof unit);
  trm_word_range(param, range, sizeof range);
  snprintf(words, sizeof words, "%s%s%s%s%s%s%s%s", param->summary, *range ? " (" : "", range,
           *range ? ")" : "", *unit ? "; in mks: " : "", unit, param->fallback ? "; default " : "",
           param->fallback ? param->fallback : "");
  trm_text_add(out, "\"description\":");
  trm_text_json(out, words);
}

/* "default" as a number, flag or text */
static void add_default(TrmText *out, const TrmParam *param) {
  double value;
  if (!param->fallback || param->fallback[0] == '[' || param->fallback[0] == '{') return;
  trm_text_add(out, ",\"default\":");
  if (param->kind == TRM_KIND_FLAG ||
      trm_number_parse(param->fallback, strlen(param->fallback), &value))
    trm_text_add(out, param->fallback);
  else
    trm_text_json(out, param->fallback);
}

static void add_limit(TrmText *out, const TrmParam *param, const char *key, double bound) {
  static const TrmDimension pure = TRM_DIMENSIONLESS;
  if (isinf(bound) || (bound != 0 && !trm_dimension_same(param->dimension, pure))) return;
  trm_text_printf(out, ",\"%s\":", key);
  trm_text_number(out, bound);
}

static void add_limits(TrmText *out, const TrmParam *param) {
  if (!(param->flags & TRM_LIMITED)) return;
  add_limit(out, param, param->flags & TRM_ABOVE_LOW ? "exclusiveMinimum" : "minimum", param->low);
  add_limit(out, param, param->flags & TRM_BELOW_HIGH ? "exclusiveMaximum" : "maximum",
            param->high);
}

static void add_enum(TrmText *out, const char *words) {
  size_t length;
  const char *word;
  trm_text_add(out, "\"enum\":[");
  for (size_t i = 0; (word = trm_words_at(words, i, &length)); i++)
    trm_text_printf(out, "%s\"%.*s\"", i ? "," : "", (int)length, word);
  trm_text_char(out, ']');
}

static void add_counts(TrmText *out, const TrmParam *param) {
  if (param->least) trm_text_printf(out, ",\"minItems\":%u", param->least);
  if (param->most) trm_text_printf(out, ",\"maxItems\":%u", param->most);
}

/* a list whose elements are `items`, or one alone where that is allowed; `alone` are its types. A
 * head that may be left out may be empty. */
static void add_list(TrmText *out, const TrmParam *param, const char *alone, const char *items) {
  int empty = (param->flags & (TRM_HEAD | TRM_REQUIRED)) == TRM_HEAD;
  trm_text_printf(out, "\"type\":[\"array\"%s%s%s],\"items\":%s", empty ? ",\"null\"" : "",
                  param->least <= 1 ? "," : "", param->least <= 1 ? alone : "", items);
  add_counts(out, param);
  if (param->least <= 1) add_limits(out, param);
}

/* list of words, or one alone */
static void add_words(TrmText *out, const TrmParam *param) {
  trm_text_add(out, "\"anyOf\":[{");
  add_enum(out, param->words);
  trm_text_add(out, "},{\"type\":\"array\",\"items\":{");
  add_enum(out, param->words);
  trm_text_char(out, '}');
  add_counts(out, param);
  trm_text_add(out, "}]");
}

/* a list of things, or one alone */
static void add_things(TrmText *out, const TrmParam *param) {
  if (param->least <= 1) {
    trm_text_add(out, "\"anyOf\":[{");
    add_ref(out, param->table, param->type);
    trm_text_add(out, "},{");
  }
  trm_text_add(out, "\"type\":\"array\",\"items\":{");
  add_ref(out, param->table, param->type);
  trm_text_char(out, '}');
  add_counts(out, param);
  if (param->least <= 1) trm_text_add(out, "}]");
}

/* The keywords of a parameter's value, without braces */
static void add_value(TrmText *out, const TrmParam *param) {
  switch (param->kind) {
  case TRM_KIND_NUMBER:
  case TRM_KIND_FUNCTION:
    trm_text_add(out, "\"type\":[\"number\",\"string\"]");
    add_limits(out, param);
    break;
  case TRM_KIND_INTEGER:
    trm_text_add(out, "\"type\":[\"integer\",\"string\"]");
    add_limits(out, param);
    break;
  case TRM_KIND_FLAG: trm_text_add(out, "\"type\":\"boolean\""); break;
  case TRM_KIND_TEXT: trm_text_add(out, "\"type\":[\"string\",\"number\"]"); break;
  case TRM_KIND_CHOICE: add_enum(out, param->words); break;
  case TRM_KIND_REF: trm_text_add(out, "\"type\":\"string\""); break;
  case TRM_KIND_VECTOR:
  case TRM_KIND_FUNCTIONS: add_list(out, param, "\"number\",\"string\"", NUMBER); break;
  case TRM_KIND_MATRIX:
    trm_text_add(out, "\"type\":\"array\",\"items\":{\"type\":\"array\",\"items\":" NUMBER "}");
    add_counts(out, param);
    break;
  case TRM_KIND_PLACE: trm_text_add(out, "\"type\":[\"array\",\"string\"]," PLACE_ITEMS); break;
  case TRM_KIND_DIRECTION: add_ref(out, NULL, &trm_type_from_to); break;
  case TRM_KIND_REFS: add_list(out, param, "\"string\"", "{\"type\":\"string\"}"); break;
  case TRM_KIND_WORDS: add_words(out, param); break;
  case TRM_KIND_TEXTS: add_list(out, param, "\"string\",\"number\"", TEXT); break;
  case TRM_KIND_PLACES:
    trm_text_add(out,
                 "\"type\":\"array\",\"items\":{\"type\":[\"array\",\"string\"]," PLACE_ITEMS "}");
    add_counts(out, param);
    break;
  case TRM_KIND_RANGE: trm_text_add(out, "\"type\":\"string\",\"pattern\":\"[.][.]\""); break;
  case TRM_KIND_OBJECT:
  case TRM_KIND_VARIANT: add_ref(out, param->table, param->type); break;
  case TRM_KIND_OBJECTS:
  case TRM_KIND_VARIANTS: add_things(out, param); break;
  case TRM_KIND_ITEMS:
    trm_text_add(out, "\"type\":\"object\",\"patternProperties\":"
                      "{\"^[A-Za-z_{][A-Za-z0-9_{}+*/() -]*$\":{");
    add_ref(out, param->table, param->type);
    trm_text_add(out, "}},\"additionalProperties\":false");
    break;
  }
}

/* "key": {description, value} */
static void add_property(TrmText *out, const char *key, const TrmParam *param) {
  trm_text_json(out, key);
  trm_text_add(out, ":{");
  add_description(out, param);
  trm_text_char(out, ',');
  add_value(out, param);
  add_default(out, param);
  trm_text_char(out, '}');
}

/* A parameter under its own key and, as the head of a table's type, under the type's words */
static void add_param(TrmText *out, const TrmTable *table, const TrmType *type,
                      const TrmParam *param) {
  int head = table && table->form == TRM_TABLE_HEAD && (param->flags & TRM_HEAD);
  size_t length;
  const char *word;
  add_property(out, param->key, param);
  if (!head) return;
  if (strcmp(type->name, param->key) != 0) {
    trm_text_add(out, ",\n ");
    add_property(out, type->name, param);
  }
  for (size_t i = 0; (word = trm_words_at(type->aliases, i, &length)); i++) {
    char alias[64];
    snprintf(alias, sizeof alias, "%.*s", (int)length, word);
    trm_text_add(out, ",\n ");
    add_property(out, alias, param);
  }
}

/* "required": the type's own key where it has only one name, and the required parameters */
static void add_required(TrmText *out, const TrmTable *table, const TrmType *type) {
  int head = table && table->form == TRM_TABLE_HEAD, count = 0;
  const TrmParam *param;
  trm_text_add(out, ",\"required\":[");
  if (head && !type->aliases) trm_text_printf(out, "%s\"%s\"", count++ ? "," : "", type->name);
  for (size_t i = 0; (param = trm_type_param_at(type, i)); i++)
    if ((param->flags & TRM_REQUIRED) && !(head && (param->flags & TRM_HEAD)))
      trm_text_printf(out, "%s\"%s\"", count++ ? "," : "", param->key);
  trm_text_char(out, ']');
}

/* The keywords of a map with the type's parameters */
static void add_map(TrmText *out, const TrmTable *table, const TrmType *type) {
  const TrmParam *param;
  trm_text_add(out, "\"type\":\"object\",\"description\":");
  trm_text_json(out, type->summary);
  trm_text_add(out, ",\"additionalProperties\":false");
  add_required(out, table, type);
  trm_text_add(out, ",\"properties\":{");
  for (size_t i = 0; (param = trm_type_param_at(type, i)); i++) {
    trm_text_add(out, i ? ",\n " : "\n ");
    add_param(out, table, type, param);
  }
  trm_text_char(out, '}');
}

/* "table.type": the type's map, or the value that may stand in its place */
static void add_type(TrmText *out, const TrmTable *table, const TrmType *type) {
  const TrmParam *alone = trm_type_flagged(type, TRM_SHORTHAND);
  trm_text_add(out, "\"");
  add_name(out, table, type);
  trm_text_add(out, "\":{");
  if (type == &trm_type_from_to) {
    /* a direction is a word, a vector, or from and to */
    trm_text_add(out, "\"if\":{\"type\":\"object\"},\"then\":{");
    add_map(out, table, type);
    trm_text_add(
        out,
        "},\"else\":{\"type\":[\"array\",\"string\"],\"pattern\":\"^-?[xyz]$\"," PLACE_ITEMS "}");
  } else if (!alone) {
    add_map(out, table, type);
  } else {
    trm_text_add(out, "\"anyOf\":[{");
    add_description(out, alone);
    trm_text_char(out, ',');
    add_value(out, alone);
    trm_text_add(out, "},{");
    add_map(out, table, type);
    trm_text_add(out, "}]");
  }
  trm_text_char(out, '}');
}

/* {"required":["translational"]} for each word of the type */
static void add_presence(TrmText *out, const TrmType *type) {
  size_t length;
  const char *word;
  trm_text_printf(out, "{\"required\":[\"%s\"]}", type->name);
  for (size_t i = 0; (word = trm_words_at(type->aliases, i, &length)); i++)
    trm_text_printf(out, ",{\"required\":[\"%.*s\"]}", (int)length, word);
}

/* if: the type's key is there, and is not merely a parameter of another type that is there too */
static void add_choice(TrmText *out, const TrmTable *table, const TrmType *type) {
  int others = 0;
  trm_text_add(out, "{\"if\":{\"anyOf\":[");
  add_presence(out, type);
  trm_text_char(out, ']');
  for (const TrmType *const *t = table->types; *t; t++) {
    if (*t == type || !trm_type_param(*t, type->name)) continue;
    trm_text_add(out, others++ ? "," : ",\"not\":{\"anyOf\":[");
    add_presence(out, *t);
  }
  trm_text_printf(out, "%s},\"then\":{", others ? "]}" : "");
  add_ref(out, table, type);
  trm_text_add(out, "}}");
}

/* {revolute: [a, b], at: P}: the type by the key that is there; the types where none is yet */
static void add_head_table(TrmText *out, const TrmTable *table) {
  trm_text_add(out, "\"if\":{\"anyOf\":[");
  for (const TrmType *const *t = table->types; *t; t++) {
    if (t != table->types) trm_text_char(out, ',');
    add_presence(out, *t);
  }
  trm_text_add(out, "]},\n\"then\":{\"allOf\":[\n ");
  for (const TrmType *const *t = table->types; *t; t++) {
    if (t != table->types) trm_text_add(out, ",\n ");
    add_choice(out, table, *t);
  }
  trm_text_add(
      out, "]},\n\"else\":{\"type\":\"object\",\"minProperties\":1,\"additionalProperties\":false,"
           "\"properties\":{");
  for (const TrmType *const *t = table->types; *t; t++) {
    const TrmParam *head = trm_type_flagged(*t, TRM_HEAD);
    trm_text_printf(out, "%s\n \"%s\":{\"description\":", t != table->types ? "," : "", (*t)->name);
    trm_text_json(out, (*t)->summary);
    trm_text_char(out, ',');
    add_value(out, head);
    trm_text_char(out, '}');
  }
  trm_text_add(out, "}}");
}

/* {rod: {from: A, to: B}}: a key whose value is the type's map. (That there is only one is left to
 * the reader: with maxProperties, editors would offer nothing.) */
static void add_nested_table(TrmText *out, const TrmTable *table) {
  size_t length;
  const char *word;
  trm_text_add(out, "\"type\":\"object\",\"minProperties\":1,"
                    "\"additionalProperties\":false,\"properties\":{");
  for (const TrmType *const *t = table->types; *t; t++) {
    trm_text_printf(out, "%s\n \"%s\":{", t != table->types ? "," : "", (*t)->name);
    add_ref(out, table, *t);
    trm_text_char(out, '}');
    for (size_t i = 0; (word = trm_words_at((*t)->aliases, i, &length)); i++) {
      trm_text_printf(out, ",\n \"%.*s\":{", (int)length, word);
      add_ref(out, table, *t);
      trm_text_char(out, '}');
    }
  }
  trm_text_char(out, '}');
}

static void add_table(TrmText *out, const TrmTable *table) {
  for (const TrmType *const *t = table->types; *t; t++) {
    add_type(out, table, *t);
    trm_text_add(out, ",\n");
  }
  trm_text_char(out, '"');
  add_name(out, table, NULL);
  trm_text_printf(out, "\":{\"description\":\"%s\",", table->name);
  if (table->plain) trm_text_add(out, "\"if\":{\"type\":\"object\"},\"then\":{");
  if (table->form == TRM_TABLE_HEAD)
    add_head_table(out, table);
  else
    add_nested_table(out, table);
  if (table->plain) trm_text_add(out, "},\"else\":{\"type\":\"string\"}");
  trm_text_char(out, '}');
}

void trm_schema_write(TrmText *out) {
  trm_text_add(out, "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\n"
                    "\"title\":\"Trammel model\",\n");
  add_map(out, NULL, &trm_type_model);
  trm_text_add(out, ",\n\"definitions\":{");
  const char *comma = "\n";
  for (const TrmType *const *t = trm_catalog_singles; *t; t++) {
    if (*t == &trm_type_model) continue;
    trm_text_add(out, comma);
    add_type(out, NULL, *t);
    comma = ",\n";
  }
  for (const TrmTable *const *table = trm_catalog_tables; *table; table++) {
    trm_text_add(out, comma);
    add_table(out, *table);
  }
  trm_text_add(out, "}}\n");
}
