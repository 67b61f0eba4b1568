/* SPDX-License-Identifier: Apache-2.0
 *
 * The language page as a test: every example of the catalogue, every model in examples/ and in
 * tests/language/ is read and checked without a diagnostic; together they use every parameter of
 * every type, every word of every choice and every form of places, directions and numbers.
 */
#include "base/map.h"
#include "catalog/catalog.h"
#include "check.h"
#include "expr/function.h"
#include "expr/measure.h"
#include "trammel/trammel.h"
#include <dirent.h>

static TrmArena *arena;
static TrmMap *used;    /* (param or word, "") -> itself */
static TrmMap *visited; /* types whose parameters were looked at */
static char *functions; /* all text in which functions may be used, lower case */
static size_t functions_length;

static int mark;

static void use(const void *owner, const char *key) {
  trm_map_put(used, owner, trm_arena_string(arena, key), &mark);
}

static const char *const forms[] = {"number", "text", "flag", "list", "item", "items"};

static void see_item(const TrmItem *item);

static void see_value(const TrmParam *param, const TrmValue *value, int nested) {
  if (!nested || param->kind == TRM_KIND_PLACES) use(param, forms[value->form]);
  if (value->form == TRM_FORM_TEXT && param->words) {
    char word[80];
    snprintf(word, sizeof word, "word %s", value->text);
    use(param, word);
  }
  if (value->form == TRM_FORM_TEXT) {
    /* keep the text, so that functions can be looked for in it */
    size_t length = strlen(value->text);
    functions = realloc(functions, functions_length + length + 2);
    for (size_t i = 0; i < length; i++) {
      char c = value->text[i];
      functions[functions_length++] = (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
    }
    functions[functions_length++] = '\n';
    functions[functions_length] = 0;
  }
  if (value->form == TRM_FORM_LIST)
    for (unsigned i = 0; i < value->count; i++) see_value(param, &value->list[i], 1);
  if (value->form == TRM_FORM_ITEM) see_item(value->item);
  if (value->form == TRM_FORM_ITEMS)
    for (unsigned i = 0; i < value->count; i++) see_item(value->items[i]);
}

static void see_item(const TrmItem *item) {
  use(item->type, "type");
  for (unsigned i = 0; i < item->field_count; i++) {
    use(item->fields[i].param, "given");
    see_value(item->fields[i].param, &item->fields[i].value, 0);
  }
}

typedef struct Reading {
  TrmModel *model;
} Reading;

static void see_model(void *context) {
  see_item(((Reading *)context)->model->root);
}

/* read and compile; anything in the log is a failure, except the notes of a body that flies
 * freely and of one that bends */
static void read_model(const char *name, const char *text) {
  TrmLog *log = trm_log_new();
  Reading reading = {NULL};
  TrmSystem *system = NULL;
  TrmStatus status = text ? trm_model_parse(text, strlen(text), name, NULL, 0, log, &reading.model)
                          : trm_model_read(name, NULL, 0, log, &reading.model);
  if (status == TRM_OK) status = trm_system_compile(reading.model, log, &system);
  size_t entries = 0;
  TrmEntry entry;
  for (size_t i = 0; trm_log_entry(log, i, &entry) == TRM_OK; i++)
    entries += strcmp(entry.code, "N251") != 0 && strcmp(entry.code, "N254") != 0;
  CHECK(status == TRM_OK && entries == 0);
  if (status != TRM_OK || entries) {
    char *messages = trm_log_render(log, TRM_LOG_PLAIN);
    fprintf(stderr, "--- %s\n%s%s\n", name, text ? text : "", messages);
    trm_text_free(messages);
  }
  if (reading.model) CHECK(trm_guard(see_model, &reading) == TRM_OK);
  trm_system_free(system);
  trm_model_free(reading.model);
  trm_log_free(log);
}

static void read_folder(const char *folder) {
  DIR *directory = opendir(folder);
  CHECK(directory != NULL);
  if (!directory) return;
  size_t count = 0;
  struct dirent *entry;
  while ((entry = readdir(directory))) {
    const char *dot = strrchr(entry->d_name, '.');
    if (!dot || strcmp(dot, ".yaml") != 0 || strncmp(entry->d_name, "part_", 5) == 0) continue;
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    read_model(path, NULL);
    count++;
  }
  closedir(directory);
  CHECK(count > 0);
}

static int is_used(const void *owner, const char *key) {
  return trm_map_get(used, owner, key) != NULL;
}

static void miss(const TrmType *type, const TrmParam *param, const char *what, const char *detail) {
  int used_somewhere = 0;
  CHECK(used_somewhere);
  fprintf(stderr, "never used: %s of %s.%s %s\n", what, type->name, param->key, detail);
}

static void check_type(const TrmType *type, int in_repeat);

static void check_param(const TrmType *type, const TrmParam *param, int in_repeat) {
  /* includes and repeats are worked in while reading: nothing of them is left in the model */
  int expands = param->type == &trm_type_include || param->type == &trm_type_repeat;
  if (!in_repeat && !expands && !is_used(param, "given")) miss(type, param, "parameter", "");
  size_t length;
  const char *word;
  for (size_t i = 0; !in_repeat && (word = trm_words_at(param->words, i, &length)); i++) {
    char key[80];
    snprintf(key, sizeof key, "word %.*s", (int)length, word);
    if (!is_used(param, key)) miss(type, param, "word", key + 5);
  }
  if (param->type) check_type(param->type, in_repeat);
  if (param->table)
    for (const TrmType *const *t = param->table->types; *t; t++) check_type(*t, in_repeat);
}

static void check_type(const TrmType *type, int in_repeat) {
  if (trm_map_put(visited, type, "", &mark)) return;
  const TrmParam *param;
  int expands = type == &trm_type_repeat || type == &trm_type_include;
  for (size_t i = 0; (param = trm_type_param_at(type, i)); i++)
    if (!(expands && in_repeat)) check_param(type, param, in_repeat || expands);
}

/* every kind of value is written in each of its forms somewhere */
static void check_forms(void) {
  static const struct {
    TrmKind kind;
    const char *form;
    const char *what;
  } wanted[] = {{TRM_KIND_NUMBER, "number", "a number as a number"},
                {TRM_KIND_NUMBER, "text", "a number as an expression"},
                {TRM_KIND_FUNCTION, "number", "a function as a number"},
                {TRM_KIND_FUNCTION, "text", "a function as an expression"},
                {TRM_KIND_PLACE, "list", "a place as coordinates"},
                {TRM_KIND_PLACE, "text", "a place by name"},
                {TRM_KIND_DIRECTION, "list", "a direction as a vector"},
                {TRM_KIND_DIRECTION, "text", "a direction as a word"},
                {TRM_KIND_DIRECTION, "item", "a direction from a point to another"}};
  /* forms are gathered per parameter; look through all of them */
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    int found = 0;
    for (const TrmTable *const *table = trm_catalog_tables; *table; table++)
      for (const TrmType *const *type = (*table)->types; *type; type++) {
        const TrmParam *param;
        for (size_t k = 0; (param = trm_type_param_at(*type, k)); k++)
          found |= param->kind == wanted[i].kind && is_used(param, wanted[i].form);
      }
    CHECK(found);
    if (!found) fprintf(stderr, "never used: %s\n", wanted[i].what);
  }
}

static void check_functions(void) {
  char call[64];
  for (const TrmFunction *const *f = trm_functions; *f; f++) {
    snprintf(call, sizeof call, "%s(", (*f)->name);
    CHECK(functions && strstr(functions, call));
    if (!functions || !strstr(functions, call)) fprintf(stderr, "never used: %s\n", call);
  }
}

/* the files that examples name are beside the example models */
static void read_example(const TrmType *type) {
  char name[128];
  snprintf(name, sizeof name, "examples/%s", type->name);
  if (type->example) read_model(name, type->example);
}

/* the example of every function and measure, as an output of a small mechanism */
static void read_function(const char *name, const char *example) {
  char text[2048];
  snprintf(text, sizeof text,
           "trammel: 1\n"
           "points: {A: [0, 0, 0], B: [0.3, 0, 0], C: [1, 0.7, 0]}\n"
           "splines: {curve: {x: [0, 1, 2, 3, 4], y: [0, 1, 4, 9, 16]}}\n"
           "bodies:\n"
           "  crank: {shape: {rod: {from: A, to: B, radius: 0.01, density: 7850}},\n"
           "          markers: {root: A, tip: B}}\n"
           "  coupler: {shape: {rod: {from: B, to: C, radius: 0.01, density: 7850}},\n"
           "            markers: {root: B, tip: C}}\n"
           "joints:\n"
           "  a: {revolute: [ground, crank], at: A, axis: z}\n"
           "  b: {cylindrical: [crank, coupler], at: B, axis: z}\n"
           "  hinge: {prismatic: [ground, coupler], at: C, axis: x}\n"
           "forces: {spring: {spring: [ground, coupler], from: A, to: C, k: 1, length: 1}}\n"
           "equations: {level: {rate: -level, initial: 1}}\n"
           "variables: {demand: sin(time)}\n"
           "outputs: {f: \"%s\"}\n",
           example);
  read_model(name, text);
}

static void read_functions(void) {
  for (const TrmFunction *const *f = trm_functions; *f; f++)
    read_function((*f)->name, (*f)->example);
}

static void run(void *context) {
  (void)context;
  used = trm_map_new(arena);
  visited = trm_map_new(arena);
  for (const TrmTable *const *table = trm_catalog_tables; *table; table++)
    for (const TrmType *const *type = (*table)->types; *type; type++) read_example(*type);
  for (const TrmType *const *type = trm_catalog_singles; *type; type++) read_example(*type);
  read_functions();
  read_folder("examples");
  read_folder("tests/language");
  check_type(&trm_type_model, 0);
  check_forms();
  check_functions();
}

int main(void) {
  arena = trm_arena_new();
  CHECK(arena && trm_guard(run, NULL) == TRM_OK);
  trm_arena_free(arena);
  free(functions);
  return check_done();
}
