/* SPDX-License-Identifier: Apache-2.0
 *
 * What is generated from the tables: the JSON Schema is JSON whose references resolve and that
 * knows every type; descriptions fit a terminal; the pages of the reference are well-formed tables.
 */
#include "catalog/describe.h"
#include "catalog/reference.h"
#include "catalog/schema.h"
#include "check.h"

/* A checker of JSON's grammar (RFC 8259): each function returns the end of what it read, or NULL */
static const char *json_value(const char *c, int depth);

static const char *json_space(const char *c) {
  while (*c == ' ' || *c == '\n' || *c == '\r' || *c == '\t') c++;
  return c;
}

static const char *json_string(const char *c) {
  if (*c++ != '"') return NULL;
  for (; *c != '"'; c++) {
    if ((unsigned char)*c < 0x20) return NULL;
    if (*c != '\\') continue;
    c++;
    if (*c == 'u') {
      for (int i = 0; i < 4; i++)
        if (!strchr("0123456789abcdefABCDEF", *++c) || !*c) return NULL;
    } else if (!*c || !strchr("\"\\/bfnrt", *c)) {
      return NULL;
    }
  }
  return c + 1;
}

static const char *json_number(const char *c) {
  size_t digits;
  if (*c == '-') c++;
  digits = strspn(c, "0123456789");
  if (digits == 0 || (digits > 1 && *c == '0')) return NULL;
  c += digits;
  if (*c == '.') {
    digits = strspn(++c, "0123456789");
    if (digits == 0) return NULL;
    c += digits;
  }
  if (*c == 'e' || *c == 'E') {
    c++;
    if (*c == '+' || *c == '-') c++;
    digits = strspn(c, "0123456789");
    if (digits == 0) return NULL;
    c += digits;
  }
  return c;
}

/* an object or array; keys of one object must differ */
static const char *json_group(const char *c, int depth) {
  int object = *c == '{';
  char close = object ? '}' : ']';
  const char *keys[512];
  size_t lengths[512], count = 0;
  c = json_space(c + 1);
  if (*c == close) return c + 1;
  for (;;) {
    if (object) {
      const char *key = c;
      c = json_string(c);
      if (!c || count == 512) return NULL;
      for (size_t i = 0; i < count; i++)
        if (lengths[i] == (size_t)(c - key) && memcmp(keys[i], key, lengths[i]) == 0) return NULL;
      keys[count] = key;
      lengths[count++] = (size_t)(c - key);
      c = json_space(c);
      if (*c++ != ':') return NULL;
    }
    c = json_value(json_space(c), depth + 1);
    if (!c) return NULL;
    c = json_space(c);
    if (*c == close) return c + 1;
    if (*c++ != ',') return NULL;
    c = json_space(c);
  }
}

static const char *json_value(const char *c, int depth) {
  if (depth > 64) return NULL;
  if (*c == '{' || *c == '[') return json_group(c, depth);
  if (*c == '"') return json_string(c);
  if (strncmp(c, "true", 4) == 0 || strncmp(c, "null", 4) == 0) return c + 4;
  if (strncmp(c, "false", 5) == 0) return c + 5;
  return json_number(c);
}

static int json_valid(const char *text) {
  const char *end = json_value(json_space(text), 0);
  return end && *json_space(end) == 0;
}

static void check_checker(void) {
  CHECK(json_valid("{\"a\":[1,-2.5e3,true,null,\"\\u00e9\\n\"],\"b\":{}}"));
  CHECK(!json_valid("{\"a\":1,}") && !json_valid("{\"a\":1,\"a\":2}") && !json_valid("[01]"));
  CHECK(!json_valid("\"\n\"") && !json_valid("[1 2]") && !json_valid("{} x") &&
        !json_valid("[.5]"));
}

/* every "$ref" names a definition, and every definition is referred to */
static void check_references(const char *schema) {
  static const char mark[] = "\"$ref\":\"#/definitions/";
  size_t references = 0;
  for (const char *c = schema; (c = strstr(c, mark)); c++) {
    char definition[128];
    const char *name = c + sizeof mark - 1;
    snprintf(definition, sizeof definition, "\n\"%.*s\":{", (int)strcspn(name, "\""), name);
    references++;
    CHECK(strstr(schema, definition) != NULL);
    if (!strstr(schema, definition)) fprintf(stderr, "no definition %s\n", definition);
  }
  CHECK(references > 100);
}

static void check_schema(void) {
  TrmText text = {0}, again = {0};
  trm_schema_write(&text);
  trm_schema_write(&again);
  CHECK(json_valid(text.bytes));
  CHECK(strcmp(text.bytes, again.bytes) == 0);
  check_references(text.bytes);
  for (const TrmTable *const *table = trm_catalog_tables; *table; table++)
    for (const TrmType *const *t = (*table)->types; *t; t++) {
      char definition[128];
      snprintf(definition, sizeof definition, "\n\"%s.%s\":{", (*table)->name, (*t)->name);
      for (char *c = definition; *c; c++)
        if (*c == ' ') *c = '_';
      CHECK(strstr(text.bytes, definition) != NULL);
    }
  CHECK(strstr(text.bytes, "http://json-schema.org/draft-07/schema#") != NULL);
  trm_text_clear(&text);
  trm_text_clear(&again);
}

/* no line wider than 100, none that ends in a space */
static void check_lines(const char *name, const char *text) {
  int good = text && *text && text[strlen(text) - 1] == '\n';
  for (const char *c = text; good && *c;) {
    size_t length = strcspn(c, "\n");
    if (length > 100 || (length && c[length - 1] == ' ')) {
      fprintf(stderr, "%s: %.*s\n", name, (int)length, c);
      good = 0;
    }
    c += length + 1;
  }
  CHECK(good);
}

static void check_type(const TrmTable *table, const TrmType *type) {
  TrmText text = {0};
  const TrmParam *param;
  trm_describe_type(table, type, &text);
  check_lines(type->name, text.bytes);
  CHECK(strncmp(text.bytes, type->name, strlen(type->name)) == 0);
  for (size_t i = 0; (param = trm_type_param_at(type, i)); i++) {
    char key[64];
    int head = table && table->form == TRM_TABLE_HEAD && (param->flags & TRM_HEAD);
    snprintf(key, sizeof key, "\n  %s ", head ? type->name : param->key);
    CHECK(strstr(text.bytes, key) != NULL);
  }
  trm_text_clear(&text);
}

static void check_describe(void) {
  for (const TrmType *const *t = trm_catalog_singles; *t; t++) check_type(NULL, *t);
  for (const TrmTable *const *table = trm_catalog_tables; *table; table++)
    for (const TrmType *const *t = (*table)->types; *t; t++) check_type(*table, *t);
  TrmText text = {0};
  for (const TrmFunction *const *f = trm_functions; *f; f++) {
    text.length = 0;
    CHECK(trm_describe_call((*f)->name, &text));
    check_lines((*f)->name, text.bytes);
  }
  for (const TrmMeasure *m = trm_measures; m->name; m++) {
    text.length = 0;
    CHECK(trm_describe_call(m->name, &text));
    check_lines(m->name, text.bytes);
  }
  text.length = 0;
  CHECK(!trm_describe_call("no_such_function", &text));
  trm_describe_list(&text);
  check_lines("list", text.bytes);
  trm_text_clear(&text);
}

/* the whole text that `trammel describe separator` prints */
static void check_separator(void) {
  static const char expected[] =
      "separator, joint: keeps two points at least a distance apart\n"
      "  1 equation in space, 1 in the plane.\n"
      "\n"
      "  key          value                    unit  default   meaning\n"
      "  separator    2 names: body or marker        required  first and second: two bodies, or a "
      "marker on\n"
      "                                                        each\n"
      "  from         place                    m               the point on the first, when given "
      "by "
      "bodies\n"
      "  to           place                    m               the point on the second, when given "
      "by\n"
      "                                                        bodies\n"
      "  length       number                   m     required  least distance (more than 0)\n";
  TrmText text = {0};
  trm_describe_type(&trm_table_joints, trm_table_find(&trm_table_joints, "separator"), &text);
  CHECK(strncmp(text.bytes, expected, sizeof expected - 1) == 0);
  if (strncmp(text.bytes, expected, sizeof expected - 1) != 0) fputs(text.bytes, stderr);
  trm_text_clear(&text);
}

/* rows of a Markdown table have as many cells as its head */
static void check_cells(const char *page, const char *text) {
  size_t expected = 0;
  int good = 1, fenced = 0;
  for (const char *c = text; *c;) {
    size_t length = strcspn(c, "\n"), bars = 0;
    if (strncmp(c, "```", 3) == 0) fenced = !fenced;
    if (*c == '|' && !fenced) {
      for (size_t i = 0; i < length; i++) bars += c[i] == '|' && (i == 0 || c[i - 1] != '\\');
      if (!expected) expected = bars;
      if (bars != expected) {
        fprintf(stderr, "%s: %.*s\n", page, (int)length, c);
        good = 0;
      }
    } else {
      expected = 0;
    }
    c += length + (c[length] == '\n');
  }
  CHECK(good && !fenced);
}

static void check_reference(void) {
  TrmText all = {0};
  for (size_t i = 0; trm_reference_pages[i]; i++) {
    TrmText text = {0};
    CHECK(trm_reference_write(trm_reference_pages[i], &text));
    CHECK(text.bytes && strncmp(text.bytes, "# ", 2) == 0);
    check_cells(trm_reference_pages[i], text.bytes);
    trm_text_add(&all, text.bytes);
    trm_text_clear(&text);
  }
  /* every type has its heading */
  char heading[128];
  for (const TrmType *const *t = trm_catalog_singles; *t; t++) {
    snprintf(heading, sizeof heading, "\n## %s\n", (*t)->name);
    CHECK(strstr(all.bytes, heading) != NULL);
  }
  for (const TrmTable *const *table = trm_catalog_tables; *table; table++)
    for (const TrmType *const *t = (*table)->types; *t; t++) {
      snprintf(heading, sizeof heading, "\n## %s\n", (*t)->name);
      CHECK(strstr(all.bytes, heading) != NULL);
    }
  trm_text_clear(&all);
  CHECK(!trm_reference_write("no such page", &all) && all.length == 0);
}

static void check_all(void *context) {
  (void)context;
  check_checker();
  check_schema();
  check_describe();
  check_separator();
  check_reference();
}

int main(void) {
  CHECK(trm_guard(check_all, NULL) == TRM_OK);
  return check_done();
}
