/* SPDX-License-Identifier: Apache-2.0
 *
 * Fill object: the pairs of a map as the parameters of one type. Unknown keys are answered with the
 * nearest key, or with the place where the key belongs; missing ones are named.
 */
#include "read/reader.h"
#include <string.h>

TrmItem *trm_read_nested(TrmReader *r, TrmItem *owner, const TrmType *type, TrmPlace place) {
  TrmItem *item = trm_item_new(r->model, owner, type, NULL, place);
  item->mirror = r->scope->mirror;
  return item;
}

/* the key of a parameter of `type` whose own map would take `key`; NULL when none would */
static const char *inside_which(const TrmType *type, const char *key) {
  const TrmParam *param;
  for (size_t i = 0; (param = trm_type_param_at(type, i)); i++) {
    if (param->kind == TRM_KIND_ITEMS) continue;
    if (param->type && trm_type_param(param->type, key)) return param->key;
    if (!param->table) continue;
    for (const TrmType *const *t = param->table->types; *t; t++)
      if (trm_type_is(*t, key) || trm_type_param(*t, key)) return param->key;
  }
  return NULL;
}

void trm_read_unknown(TrmReader *r, const TrmItem *item, const TrmType *type, const TrmNode *key) {
  const char *label = trm_item_label(item);
  trm_log_add(r->log, TRM_E_UNKNOWN_KEY, key->place, label, "%s%s%s has no key '%.64s'",
              item->owner ? type->name : "the top level", item->name ? " " : "",
              item->name ? trm_arena_printf(r->passing, "'%s'", item->name) : "", key->text);
  if (trm_log_full(r->log)) return;
  TrmNearest nearest = trm_nearest(key->text);
  const TrmParam *param;
  for (size_t i = 0; (param = trm_type_param_at(type, i)); i++)
    trm_nearest_try(&nearest, param->key);
  /* a near spelling first, then the level where the very word is known */
  const char *inside = inside_which(type, key->text);
  if (nearest.best && (nearest.distance <= 1 || !inside))
    trm_log_hint(r->log, "did you mean '%s'?", nearest.best);
  else if (inside)
    trm_log_hint(r->log, "'%s' belongs inside '%s'", key->text, inside);
  else if (item->owner && trm_type_param(item->owner->type, key->text))
    trm_log_hint(r->log, "'%s' belongs one level up, to the %s", key->text,
                 item->owner->owner ? item->owner->type->name : "top level");
}

/* add the entries of `more` to a list that is there already (ground's shapes from several files) */
static void join_lists(TrmReader *r, TrmValue *list, const TrmValue *more) {
  unsigned count = list->count + more->count;
  TrmValue *joined = trm_arena_array(r->model->arena, count, sizeof *joined);
  if (list->count) memcpy(joined, list->list, list->count * sizeof *joined);
  if (more->count) memcpy(joined + list->count, more->list, more->count * sizeof *joined);
  list->list = joined;
  list->count = list->capacity = count;
}

void trm_read_store(TrmReader *r, TrmItem *item, const TrmParam *param, const TrmNode *key,
                    const TrmNode *node) {
  TrmValue value = {0};
  if (param->kind == TRM_KIND_ITEMS) {
    trm_read_items(r, item, param, node, key->place);
    return;
  }
  if (!trm_read_value(r, item, param, node, &value)) {
    /* an empty value keeps "missing" from being reported on top of "wrong" */
    if (!trm_item_field(item, param))
      trm_item_put(r->model, item, param, key->place,
                   (TrmValue){.form = TRM_FORM_BROKEN, .place = node->place});
    return;
  }
  TrmField *field = trm_item_field(item, param);
  if (field && field->value.form == TRM_FORM_LIST && value.form == TRM_FORM_LIST)
    join_lists(r, &field->value, &value);
  else
    trm_item_put(r->model, item, param, key->place, value);
}

void trm_read_fields(TrmReader *r, TrmItem *item, const TrmNode *node, const TrmNode *head) {
  for (uint32_t i = 0; i < node->count; i++) {
    const TrmNode *key = node->pairs[i].key;
    if (key == head) continue;
    const TrmParam *param = trm_type_param(item->type, key->text);
    if (!param) {
      trm_read_unknown(r, item, item->type, key);
      continue;
    }
    const TrmField *field = trm_item_field(item, param);
    if (head && field && (param->flags & TRM_HEAD)) {
      trm_log_add(r->log, TRM_E_GIVEN_TWICE, key->place, trm_item_label(item),
                  "'%s' is already given by '%s'", key->text, head->text);
      trm_log_note(r->log, field->value.place, "given here");
      continue;
    }
    trm_read_store(r, item, param, key, node->pairs[i].value);
  }
}

void trm_read_required(TrmReader *r, const TrmItem *item) {
  const TrmParam *param;
  for (size_t i = 0; (param = trm_type_param_at(item->type, i)); i++) {
    if (!(param->flags & TRM_REQUIRED) || trm_item_field(item, param)) continue;
    const char *key = param->flags & TRM_HEAD ? item->type->name : param->key;
    if (!item->owner)
      trm_log_add(r->log, TRM_E_MISSING_KEY, item->place, NULL, "the model needs '%s'", key);
    else if (item->name)
      trm_log_add(r->log, TRM_E_MISSING_KEY, item->place, item->name, "%s '%s' needs '%s'",
                  item->type->name, item->name, key);
    else
      trm_log_add(r->log, TRM_E_MISSING_KEY, item->place, trm_item_label(item), "%s needs '%s'",
                  item->type->name, key);
    if (param->summary) trm_log_hint(r->log, "%s: %s", key, param->summary);
  }
}

void trm_read_object(TrmReader *r, TrmItem *item, const TrmNode *node) {
  const TrmParam *shorthand = trm_type_flagged(item->type, TRM_SHORTHAND);
  if (node->kind == TRM_NODE_MAPPING) {
    /* a map that is the shorthand's own value */
    int takes_map =
        shorthand && (shorthand->kind == TRM_KIND_DIRECTION || shorthand->type || shorthand->table);
    for (uint32_t i = 0; takes_map && i < node->count; i++)
      if (trm_type_param(item->type, node->pairs[i].key->text)) takes_map = 0;
    if (takes_map && node->count)
      trm_read_store(r, item, shorthand, node->pairs[0].key, node);
    else
      trm_read_fields(r, item, node, NULL);
  } else if (trm_node_null(node)) {
    /* nothing is an empty map */
  } else if (shorthand) {
    trm_read_store(r, item, shorthand, node, node);
  } else {
    const char *label = trm_item_label(item);
    trm_log_add(r->log, TRM_E_WRONG_KIND, node->place, label, "%s%s%s%s takes a map, found %s",
                item->type->name, item->name ? " '" : "", item->name ? item->name : "",
                item->name ? "'" : "", trm_node_word(node));
    return;
  }
  trm_read_required(r, item);
}
