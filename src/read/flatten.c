/* SPDX-License-Identifier: Apache-2.0
 *
 * Flatten: the names in a file included with a prefix mean that file's own things first, then those
 * of the files around it. Once every name is known, references and expressions are rewritten to the
 * whole names, so that the finished model has no scopes. Only prefixed items are visited.
 */
#include "expr/function.h"
#include "read/reader.h"
#include <string.h>

/* an expression may name anything */
enum { ANYTHING = TRM_REF_FLEXIBLE * 2 - 1 };

static void flatten_item(TrmReader *r, TrmItem *item, const TrmScope *scope);

/* 1 when a root section that `refs` points into has `name` */
static int defined(const TrmReader *r, unsigned refs, const char *name) {
  for (unsigned bit = 0; refs >> bit; bit++) {
    const char *section = refs >> bit & 1 ? trm_ref_section(1u << bit) : NULL;
    if (section && trm_model_find(r->model, section, name)) return 1;
  }
  return 0;
}

/* ground has a member of that name in some section of its own */
static int ground_has(const TrmReader *r, const char *name) {
  const TrmItem *ground = trm_model_find(r->model, "bodies", "ground");
  for (unsigned i = 0; ground && i < ground->field_count; i++)
    if (ground->fields[i].value.form == TRM_FORM_ITEMS &&
        trm_section_find(r->model, ground, ground->fields[i].param, name))
      return 1;
  return 0;
}

/* the whole name that `name` has in `scope`; NULL to keep it */
static const char *whole_name(TrmReader *r, const TrmScope *scope, unsigned refs,
                              const char *name) {
  char first[256];
  const char *dot = strchr(name, '.');
  if ((dot ? (size_t)(dot - name) : strlen(name)) >= sizeof first) return NULL;
  const char *member = trm_name_split(name, first, sizeof first);
  int ground = strcmp(first, "ground") == 0;
  if (ground && !member) return NULL;
  /* what stands before a dot is most often a body */
  if (member) refs |= TRM_REF_BODY | TRM_REF_FLEXIBLE;
  for (; scope && *scope->prefix; scope = scope->outer) {
    if (ground) {
      const char *whole = trm_arena_printf(r->passing, "%s%s", scope->prefix, member);
      if (ground_has(r, whole)) return trm_arena_printf(r->passing, "ground.%s", whole);
      continue;
    }
    const char *whole = trm_arena_printf(r->passing, "%s%s", scope->prefix, first);
    if (defined(r, refs, whole))
      return member ? trm_arena_printf(r->passing, "%s.%s", whole, member) : whole;
  }
  return NULL;
}

/* what a plain name in an expression may mean */
enum {
  VALUES = TRM_REF_PARAMETER | TRM_REF_VARIABLE | TRM_REF_EQUATION | TRM_REF_OUTPUT |
           TRM_REF_TRANSFER_FUNCTION | TRM_REF_STATE_SPACE
};

typedef struct Renaming {
  TrmReader *r;
  const TrmScope *scope;
  const char *locals; /* words of the element that stand for themselves */
  int changed;
} Renaming;

/* names in an expression; only an argument of a measure may be the name of a thing */
static void rename_names(Renaming *renaming, TrmExpr *expr, int thing) {
  if (expr->kind == TRM_EXPR_NAME && !trm_words_have(renaming->locals, expr->name)) {
    const char *whole =
        whole_name(renaming->r, renaming->scope, thing ? ANYTHING : VALUES, expr->name);
    if (whole) expr->name = whole;
    renaming->changed |= whole != NULL;
  }
  int measure = expr->kind == TRM_EXPR_CALL && !trm_function_find(expr->name);
  for (size_t i = 0; i < expr->count; i++) rename_names(renaming, expr->arguments[i], measure);
}

static void flatten_expression(TrmReader *r, const TrmItem *item, TrmValue *value,
                               const TrmScope *scope) {
  const TrmItem *element = item;
  while (element->owner && element->owner->owner) element = element->owner;
  Renaming renaming = {r, scope, element->type->locals, 0};
  TrmExpr *expr = trm_expr_parse(r->passing, value->text, value->place, NULL);
  if (!expr) return;
  rename_names(&renaming, expr, 0);
  if (!renaming.changed) return;
  r->text.length = 0;
  trm_expr_print(expr, NULL, NULL, &r->text);
  value->text = trm_arena_copy(r->model->arena, r->text.bytes, r->text.length);
}

static void flatten_reference(TrmReader *r, TrmValue *value, unsigned refs, const TrmScope *scope) {
  const char *whole = whole_name(r, scope, refs, value->text);
  if (whole) value->text = trm_arena_string(r->model->arena, whole);
}

/* a text by the kind of its parameter */
static void flatten_text(TrmReader *r, const TrmItem *item, const TrmParam *param, TrmValue *value,
                         int in_place, const TrmScope *scope) {
  switch (param->kind) {
  case TRM_KIND_NUMBER:
  case TRM_KIND_INTEGER:
  case TRM_KIND_FUNCTION:
  case TRM_KIND_VECTOR:
  case TRM_KIND_FUNCTIONS:
  case TRM_KIND_MATRIX: flatten_expression(r, item, value, scope); break;
  case TRM_KIND_REF:
  case TRM_KIND_REFS: flatten_reference(r, value, param->refs, scope); break;
  case TRM_KIND_PLACE:
  case TRM_KIND_PLACES:
    if (in_place)
      flatten_expression(r, item, value, scope);
    else
      flatten_reference(r, value, param->refs | TRM_REF_POINT | TRM_REF_MARKER, scope);
    break;
  case TRM_KIND_DIRECTION:
    if (in_place) flatten_expression(r, item, value, scope);
    break;
  default: break;
  }
}

/* `depth` counts the lists around a value: a text in the list of a place is a coordinate */
static void flatten_value(TrmReader *r, const TrmItem *item, const TrmParam *param, TrmValue *value,
                          int depth, const TrmScope *scope) {
  int place_depth = param->kind == TRM_KIND_PLACES ? 2 : 1;
  switch (value->form) {
  case TRM_FORM_TEXT: flatten_text(r, item, param, value, depth >= place_depth, scope); break;
  case TRM_FORM_LIST:
    for (unsigned i = 0; i < value->count; i++)
      flatten_value(r, item, param, &value->list[i], depth + 1, scope);
    break;
  case TRM_FORM_ITEM: flatten_item(r, value->item, scope); break;
  case TRM_FORM_ITEMS:
    for (unsigned i = 0; i < value->count; i++) flatten_item(r, value->items[i], scope);
    break;
  default: break;
  }
}

static void flatten_item(TrmReader *r, TrmItem *item, const TrmScope *scope) {
  for (unsigned i = 0; i < item->field_count; i++)
    flatten_value(r, item, item->fields[i].param, &item->fields[i].value, 0, scope);
}

void trm_names_flatten(TrmReader *r, int parameters) {
  for (size_t i = 0; i < r->flat_count; i++) {
    TrmFlat *flat = &r->flats[i];
    if (!flat->item || (parameters && flat->item->type != &trm_type_parameter)) continue;
    TrmField *field = flat->param ? trm_item_field(flat->item, flat->param) : NULL;
    if (field)
      flatten_value(r, flat->item, field->param, &field->value, 0, flat->scope);
    else if (!flat->param)
      flatten_item(r, flat->item, flat->scope);
    flat->item = NULL;
    trm_scope_renew(r);
  }
}
