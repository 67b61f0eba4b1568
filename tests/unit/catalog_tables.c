/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables are complete and consistent: every type and parameter is documented, keys are unique,
 * defaults have the right form, references name sections, ranges are in order.
 */
#include "catalog/catalog.h"
#include "check.h"

/* types met so far, so that each is checked once */
static const TrmType *seen[256];
static size_t seen_count;

static const char *where = "";

#define EXPECT(condition, param)                                                                   \
  do {                                                                                             \
    check_count++;                                                                                 \
    if (!(condition)) {                                                                            \
      check_failed++;                                                                              \
      fprintf(stderr, "%s: %s: %s\n", where, (param) ? (param)->key : "", #condition);             \
    }                                                                                              \
  } while (0)

static int is_list(TrmKind kind) {
  return kind == TRM_KIND_VECTOR || kind == TRM_KIND_FUNCTIONS || kind == TRM_KIND_MATRIX ||
         kind == TRM_KIND_REFS || kind == TRM_KIND_WORDS || kind == TRM_KIND_TEXTS ||
         kind == TRM_KIND_PLACES || kind == TRM_KIND_OBJECTS || kind == TRM_KIND_VARIANTS;
}

static int is_numeric(TrmKind kind) {
  return kind == TRM_KIND_NUMBER || kind == TRM_KIND_INTEGER || kind == TRM_KIND_VECTOR;
}

/* a key or type name: lower-case words joined by underscores, dots between parts */
static int is_word(const char *text) {
  if (!(*text >= 'a' && *text <= 'z')) return 0;
  for (; *text; text++)
    if (!((*text >= 'a' && *text <= 'z') || (*text >= '0' && *text <= '9') || *text == '_' ||
          *text == '.'))
      return 0;
  return 1;
}

/* one line of prose: starts lower case or with a symbol or name, no full stop at the end */
static int is_summary(const char *text) {
  size_t length = text ? strlen(text) : 0;
  return length > 2 && length <= 100 && text[length - 1] != '.' && !strchr(text, '\n');
}

static void check_fallback(const TrmParam *param) {
  const char *text = param->fallback;
  double value;
  if (!text) return;
  EXPECT(*text != 0, param);
  EXPECT(!(param->flags & TRM_REQUIRED), param);
  int parses = trm_number_parse(text, strlen(text), &value);
  if (param->kind == TRM_KIND_FLAG)
    EXPECT(strcmp(text, "true") == 0 || strcmp(text, "false") == 0, param);
  if (param->kind == TRM_KIND_CHOICE) EXPECT(trm_words_have(param->words, text), param);
  if (param->kind == TRM_KIND_INTEGER) EXPECT(parses && floor(value) == value, param);
  /* a number, or an expression that begins with one and gives its unit */
  if (param->kind == TRM_KIND_NUMBER || param->kind == TRM_KIND_FUNCTION)
    EXPECT(parses || (strchr("0123456789", text[0]) && strchr(text, '*')), param);
  if (parses && (param->flags & TRM_LIMITED))
    EXPECT(value >= param->low && value <= param->high, param);
  /* a plain number means something else in other units, save zero and one unit */
  static const TrmDimension pure = TRM_DIMENSIONLESS;
  if (parses && value != 0 && value != 1) EXPECT(trm_dimension_same(param->dimension, pure), param);
}

static void check_param(const TrmParam *param) {
  EXPECT(is_word(param->key), param);
  EXPECT(is_summary(param->summary), param);
  /* words, references, types where the kind asks for them, and only there */
  int words = param->kind == TRM_KIND_CHOICE || param->kind == TRM_KIND_WORDS;
  EXPECT(words == (param->words != NULL), param);
  size_t length;
  const char *word;
  for (size_t i = 0; words && (word = trm_words_at(param->words, i, &length)); i++)
    EXPECT(length > 0, param);
  int refs = param->kind == TRM_KIND_REF || param->kind == TRM_KIND_REFS ||
             param->kind == TRM_KIND_PLACE || param->kind == TRM_KIND_PLACES;
  EXPECT(refs == (param->refs != 0), param);
  int object = param->kind == TRM_KIND_OBJECT || param->kind == TRM_KIND_OBJECTS;
  int variant = param->kind == TRM_KIND_VARIANT || param->kind == TRM_KIND_VARIANTS;
  int items = param->kind == TRM_KIND_ITEMS;
  EXPECT(!object || (param->type && !param->table), param);
  EXPECT(!variant || (param->table && !param->type), param);
  EXPECT(!items || (!param->table != !param->type), param);
  EXPECT(object || variant || items || (!param->type && !param->table), param);
  /* counts and ranges */
  EXPECT(is_list(param->kind) || (!param->least && !param->most), param);
  EXPECT(!param->most || param->least <= param->most, param);
  if (param->flags & TRM_LIMITED) {
    EXPECT(is_numeric(param->kind), param);
    EXPECT(param->low <= param->high && !isnan(param->low) && !isnan(param->high), param);
    EXPECT(!(isinf(param->low) && isinf(param->high)), param);
  } else {
    EXPECT(!(param->flags & (TRM_ABOVE_LOW | TRM_BELOW_HIGH)), param);
    EXPECT(param->low == 0 && param->high == 0, param);
  }
  EXPECT(!(param->flags & TRM_AXIAL) || param->kind == TRM_KIND_DIRECTION ||
             param->kind == TRM_KIND_VECTOR || param->kind == TRM_KIND_FUNCTIONS,
         param);
  check_fallback(param);
}

static void check_example(const TrmType *type) {
  const char *text = type->example;
  if (!text) return;
  EXPECT(strncmp(text, "trammel: 1\n", 11) == 0, (const TrmParam *)NULL);
  EXPECT(strstr(text, "\nbodies:\n") != NULL, (const TrmParam *)NULL);
  EXPECT(text[strlen(text) - 1] == '\n' && !strchr(text, '\t'), (const TrmParam *)NULL);
  /* short enough to read at a glance */
  size_t lines = 0, column = 0, widest = 0;
  for (const char *c = text; *c; c++) {
    if (*c == '\n') lines++;
    column = *c == '\n' ? 0 : column + 1;
    if (column > widest) widest = column;
  }
  EXPECT(lines >= 3 && lines <= 30 && widest <= 98, (const TrmParam *)NULL);
}

static void check_table(const TrmTable *table);

static void check_type(const TrmTable *table, const TrmType *type) {
  for (size_t i = 0; i < seen_count; i++)
    if (seen[i] == type) return;
  CHECK(seen_count < 256);
  seen[seen_count++] = type;
  where = type->name;
  EXPECT(is_word(type->name), (const TrmParam *)NULL);
  EXPECT(is_summary(type->summary), (const TrmParam *)NULL);
  EXPECT(type->params != NULL, (const TrmParam *)NULL);
  EXPECT(!type->details || strlen(type->details) > 10, (const TrmParam *)NULL);
  check_example(type);
  /* parameters: each good in itself, keys unique, one head and one shorthand at most */
  int heads = 0, shorthands = 0;
  const TrmParam *param, *other;
  for (size_t i = 0; (param = trm_type_param_at(type, i)); i++) {
    where = type->name;
    check_param(param);
    heads += (param->flags & TRM_HEAD) != 0;
    shorthands += (param->flags & TRM_SHORTHAND) != 0;
    for (size_t j = 0; j < i && (other = trm_type_param_at(type, j)); j++)
      EXPECT(strcmp(param->key, other->key) != 0, param);
  }
  int head_table = table && table->form == TRM_TABLE_HEAD;
  EXPECT(heads == head_table, (const TrmParam *)NULL);
  EXPECT(shorthands <= 1, (const TrmParam *)NULL);
  /* what it refers to is checked too, and stands in the catalogue */
  for (size_t i = 0; (param = trm_type_param_at(type, i)); i++) {
    if (param->table) check_table(param->table);
    if (!param->type) continue;
    int listed = 0;
    for (const TrmType *const *t = trm_catalog_singles; *t; t++) listed |= *t == param->type;
    where = type->name;
    EXPECT(listed, param);
    check_type(NULL, param->type);
  }
}

static void check_table(const TrmTable *table) {
  int listed = 0;
  for (const TrmTable *const *t = trm_catalog_tables; *t; t++) listed |= *t == table;
  CHECK(listed);
  for (const TrmType *const *t = table->types; *t; t++) {
    check_type(table, *t);
    where = (*t)->name;
    EXPECT((*t)->example || strcmp((*t)->name, "mesh") == 0, (const TrmParam *)NULL);
    EXPECT(trm_table_find(table, (*t)->name) == *t, (const TrmParam *)NULL);
    /* words of the table mean one type each */
    size_t length;
    const char *word;
    for (size_t i = 0; (word = trm_words_at((*t)->aliases, i, &length)); i++) {
      char alias[64];
      snprintf(alias, sizeof alias, "%.*s", (int)length, word);
      EXPECT(is_word(alias) && trm_table_find(table, alias) == *t, (const TrmParam *)NULL);
    }
  }
}

/* the type called `word` in the joint table */
static const TrmJointType *joint(const char *word) {
  return (const TrmJointType *)(const void *)trm_table_find(&trm_table_joints, word);
}

/* equations of each joint, by hand from the theory of mechanisms: in space, in the plane */
static void check_joints(void) {
  static const struct {
    const char *word;
    int space, plane, turns, slides;
  } truth[] = {{"fixed", 6, 3, 0, 0},
               {"revolute", 5, 2, 1, 0},
               {"translational", 5, 2, 0, 1},
               {"cylindrical", 4, 0, 1, 1},
               {"universal", 4, 0, 0, 0},
               {"constant_velocity", 4, 0, 0, 0},
               {"spherical", 3, 0, 0, 0},
               {"planar", 3, 0, 1, 0},
               {"screw", 5, 0, 1, 1},
               {"rack_pinion", 1, 1, 0, 0},
               {"gear", 1, 1, 0, 0},
               {"coupler", 1, 1, 0, 0},
               {"inline", 2, 1, 0, 0},
               {"inplane", 1, 1, 0, 0},
               {"orientation", 3, 1, 0, 0},
               {"parallel", 2, 0, 0, 0},
               {"perpendicular", 1, 0, 0, 0},
               {"point", 3, 2, 0, 0},
               {"distance", 1, 1, 0, 0},
               {"spherical_revolute", 3 + 5 - 6, 0, 0, 0},
               {"revolute_revolute", 5 + 5 - 6, 2 + 2 - 3, 0, 0},
               {"revolute_prismatic", 5 + 5 - 6, 2 + 2 - 3, 0, 0},
               {"revolute_cylindrical", 5 + 4 - 6, 0, 0, 0},
               {"point_on_curve", 2, 1, 0, 0},
               {"curve_on_curve", 4, 1, 0, 0},
               {"point_on_surface", 1, 0, 0, 0},
               {"hold", -1, -1, 0, 0},
               {"rope", 1, 1, 0, 0},
               {"separator", 1, 1, 0, 0}};
  size_t count = 0;
  while (trm_table_joints.types[count]) count++;
  CHECK(count == sizeof truth / sizeof *truth);
  for (size_t i = 0; i < sizeof truth / sizeof *truth; i++) {
    const TrmJointType *type = joint(truth[i].word);
    where = truth[i].word;
    EXPECT(type != NULL, (const TrmParam *)NULL);
    if (!type) continue;
    EXPECT(type->equations == truth[i].space, (const TrmParam *)NULL);
    EXPECT(type->planar_equations == truth[i].plane, (const TrmParam *)NULL);
    EXPECT(type->turns == truth[i].turns && type->slides == truth[i].slides,
           (const TrmParam *)NULL);
    TrmItem item = {.type = &type->type};
    EXPECT(trm_joint_type(&item) == type, (const TrmParam *)NULL);
  }
  TrmItem body = {.type = &trm_type_body};
  CHECK(trm_joint_type(&body) == NULL);
}

static const TrmTable *found_table;
static const TrmType *found_type;

static void found(void *context, const TrmTable *table, const TrmType *type) {
  (*(int *)context)++;
  found_table = table;
  found_type = type;
}

static void check_find(void) {
  int calls = 0;
  CHECK(trm_catalog_find("revolute", found, &calls) == 1 && calls == 1);
  CHECK(found_table == &trm_table_joints && strcmp(found_type->name, "revolute") == 0);
  CHECK(trm_catalog_find("joint revolute", found, &calls) == 1 && found_table == &trm_table_joints);
  CHECK(trm_catalog_find("joints.translational", found, &calls) == 1);
  CHECK(strcmp(found_type->name, "prismatic") == 0);
  CHECK(trm_catalog_find("shape sphere", found, &calls) == 1 && found_table == &trm_table_shapes);
  CHECK(trm_catalog_find("contact side sphere", found, &calls) == 1);
  CHECK(found_table == &trm_table_contact_sides);
  CHECK(trm_catalog_find("sphere", found, &calls) == 2);
  CHECK(trm_catalog_find("bodies", found, &calls) == 1 && found_type == &trm_type_body &&
        !found_table);
  CHECK(trm_catalog_find("body", found, &calls) == 1 && found_type == &trm_type_body);
  CHECK(trm_catalog_find("revolut", found, &calls) == 0);
  CHECK(trm_catalog_find("", found, &calls) == 0);
  CHECK(trm_catalog_find("joint ", found, &calls) == 0);
}

static void check_sections(void) {
  for (unsigned bit = 1; bit <= TRM_REF_FLEXIBLE; bit <<= 1) {
    const char *section = trm_ref_section(bit);
    if (bit == TRM_REF_MARKER || bit == TRM_REF_SHAPE) {
      CHECK(section == NULL);
      continue;
    }
    CHECK(section != NULL);
    const TrmParam *param = section ? trm_type_param(&trm_type_model, section) : NULL;
    CHECK(param && param->kind == TRM_KIND_ITEMS);
    /* repeat holds the very same sections */
    CHECK(param && trm_type_param(&trm_type_repeat, section) == param);
  }
  CHECK(trm_ref_section(0) == NULL && trm_ref_section(1u << 30) == NULL);
}

/* every top-level key of the language page */
static void check_top_level(void) {
  static const char *const keys[] = {"trammel",
                                     "name",
                                     "description",
                                     "units",
                                     "gravity",
                                     "planar",
                                     "parameters",
                                     "points",
                                     "splines",
                                     "bodies",
                                     "flexible",
                                     "joints",
                                     "motions",
                                     "constraints",
                                     "forces",
                                     "contacts",
                                     "variables",
                                     "equations",
                                     "transfer_functions",
                                     "state_spaces",
                                     "events",
                                     "outputs",
                                     "suspension",
                                     "simulate",
                                     "include",
                                     "repeat"};
  size_t count = 0;
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    CHECK(trm_type_param(&trm_type_model, keys[i]) != NULL);
  while (trm_type_param_at(&trm_type_model, count)) count++;
  CHECK(count == sizeof keys / sizeof *keys);
}

int main(void) {
  for (const TrmType *const *t = trm_catalog_singles; *t; t++) {
    check_type(NULL, *t);
    /* those whose example would need another file have none */
    where = (*t)->name;
    EXPECT((*t)->example || *t == &trm_type_include || strcmp((*t)->name, "flexible") == 0,
           (const TrmParam *)NULL);
  }
  for (const TrmTable *const *t = trm_catalog_tables; *t; t++) check_table(*t);
  check_joints();
  check_find();
  check_sections();
  check_top_level();
  return check_done();
}
