/* SPDX-License-Identifier: Apache-2.0
 *
 * Walk: every value that no stage before has read is evaluated once here, by the kind its parameter
 * declares, so that all errors of a model are found in one run, whatever will use the value.
 */
#include "compile/compiler.h"
#include <string.h>

static void walk_item(Compiler *c, const TrmItem *item, const Site *site);

/* the name to use in messages: the nearest named owner's */
static const char *name_of(const TrmItem *item) {
  while (!item->name && item->owner) item = item->owner;
  return item->name;
}

static void walk_numbers(Compiler *c, const TrmItem *item, const TrmParam *param,
                         const TrmValue *value) {
  double si;
  if (value->form == TRM_FORM_LIST) {
    for (unsigned i = 0; i < value->count; i++) walk_numbers(c, item, param, &value->list[i]);
  } else {
    trm_compile_number(c, param, value, name_of(item), &si);
  }
}

static void walk_places(Compiler *c, const TrmValue *value, const Site *site, int list) {
  double p[3];
  if (list && value->form == TRM_FORM_LIST) {
    for (unsigned i = 0; i < value->count; i++) trm_site_place(c, site, &value->list[i], p);
  } else {
    trm_site_place(c, site, value, p);
  }
}

/* nested items, alone or in lists */
static void walk_nested(Compiler *c, const TrmValue *value, const Site *site) {
  if (value->form == TRM_FORM_ITEM) walk_item(c, value->item, site);
  if (value->form == TRM_FORM_LIST)
    for (unsigned i = 0; i < value->count; i++) walk_nested(c, &value->list[i], site);
  if (value->form == TRM_FORM_ITEMS)
    for (unsigned i = 0; i < value->count; i++) walk_item(c, value->items[i], site);
}

static void walk_value(Compiler *c, const TrmItem *item, const TrmField *field, const Site *site) {
  const TrmParam *param = field->param;
  double v[9];
  switch (param->kind) {
  case TRM_KIND_NUMBER:
  case TRM_KIND_INTEGER:
  case TRM_KIND_VECTOR:
  case TRM_KIND_MATRIX: walk_numbers(c, item, param, &field->value); break;
  case TRM_KIND_FUNCTION:
  case TRM_KIND_FUNCTIONS:
    if (!c->circle) trm_compile_function(c, item, param, &field->value);
    break;
  case TRM_KIND_REF:
  case TRM_KIND_REFS: trm_compile_refer(c, param, &field->value, item); break;
  case TRM_KIND_PLACE: walk_places(c, &field->value, site, 0); break;
  case TRM_KIND_PLACES: walk_places(c, &field->value, site, 1); break;
  case TRM_KIND_DIRECTION: trm_site_direction(c, site, &field->value, v); break;
  case TRM_KIND_OBJECT:
    if (param->type == &trm_type_orient && field->value.form == TRM_FORM_ITEM) {
      trm_site_orient(c, site, field->value.item, v);
    } else {
      walk_nested(c, &field->value, site);
    }
    break;
  case TRM_KIND_OBJECTS:
  case TRM_KIND_VARIANT:
  case TRM_KIND_VARIANTS:
  case TRM_KIND_ITEMS: walk_nested(c, &field->value, site); break;
  case TRM_KIND_FLAG:
  case TRM_KIND_TEXT:
  case TRM_KIND_CHOICE:
  case TRM_KIND_WORDS:
  case TRM_KIND_TEXTS:
  case TRM_KIND_RANGE: break;
  }
}

static void walk_item(Compiler *c, const TrmItem *item, const Site *site) {
  for (unsigned i = 0; i < item->field_count; i++) walk_value(c, item, &item->fields[i], site);
}

/* sections that stages of their own have read completely, and those whose geometry they have */
static int is_read(const char *key) {
  return trm_words_have("units|splines|points|parameters|bodies", key);
}

/* joints: the geometry was read with the frames, the rest was not */
static int joint_read(const TrmParam *param) {
  return trm_words_have("at|axis|axes|from|to|slide", param->key);
}

static void walk_section(Compiler *c, const TrmParam *section, const TrmValue *value) {
  int joints = strcmp(section->key, "joints") == 0;
  for (unsigned i = 0; i < value->count; i++) {
    const TrmItem *item = value->items[i];
    Site site = trm_site(item, item->name);
    for (unsigned k = 0; k < item->field_count; k++) {
      const TrmField *field = &item->fields[k];
      if (joints && joint_read(field->param) && c->system->joints[i].geometry_read) continue;
      walk_value(c, item, field, &site);
    }
  }
}

static void check_required(Compiler *c, const TrmItem *item);

static void check_nested(Compiler *c, const TrmValue *value) {
  if (value->form == TRM_FORM_ITEM) check_required(c, value->item);
  if (value->form == TRM_FORM_LIST)
    for (unsigned i = 0; i < value->count; i++) check_nested(c, &value->list[i]);
  if (value->form == TRM_FORM_ITEMS)
    for (unsigned i = 0; i < value->count; i++) check_required(c, value->items[i]);
}

/* what a file's reader has seen to already, but calls may have left out */
static void check_required(Compiler *c, const TrmItem *item) {
  const TrmParam *param;
  for (size_t i = 0; (param = trm_type_param_at(item->type, i)); i++) {
    if (!(param->flags & TRM_REQUIRED) || trm_item_field(item, param)) continue;
    if (trm_item_damaged(item)) continue;
    const char *name = name_of(item);
    trm_log_add(c->log, TRM_E_MISSING_KEY, item->place, name, "%s%s%s%s needs '%s'",
                item->type->name, name ? " '" : "", name ? name : "", name ? "'" : "",
                param->flags & TRM_HEAD ? item->type->name : param->key);
  }
  for (unsigned i = 0; i < item->field_count; i++) check_nested(c, &item->fields[i].value);
}

void trm_compile_walk(Compiler *c) {
  const TrmItem *root = c->model->root;
  for (unsigned i = 0; i < root->field_count; i++) check_nested(c, &root->fields[i].value);
  Site site = trm_site(root, NULL);
  for (unsigned i = 0; i < root->field_count; i++) {
    const TrmField *field = &root->fields[i];
    if (is_read(field->param->key)) continue;
    if (field->value.form == TRM_FORM_ITEMS) {
      walk_section(c, field->param, &field->value);
    } else {
      walk_value(c, root, field, &site);
    }
  }
}
