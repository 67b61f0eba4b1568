/* SPDX-License-Identifier: Apache-2.0
 *
 * Fill variant: things of which a table lists several types. The type is found by its own word
 * among the keys: {revolute: [a, b], at: P} where the word holds the head, or {rod: {from: A, ...}}
 * where it holds everything. A bare name or number is of the table's plain type.
 */
#include "read/reader.h"
#include <string.h>

/* "joint 'a'", or "the shape of 'crank'" for a nameless one */
static const char *subject_of(TrmReader *r, const TrmItem *owner, const TrmTable *table,
                              const char *name) {
  if (name) return trm_arena_printf(r->passing, "%s '%s'", table->name, name);
  const char *label = trm_item_label(owner);
  if (label) return trm_arena_printf(r->passing, "the %s of '%s'", table->name, label);
  return trm_arena_printf(r->passing, "the %s", table->name);
}

/* 1 when some type of the table has a parameter `key` */
static int known_parameter(const TrmTable *table, const char *key) {
  for (const TrmType *const *t = table->types; *t; t++)
    if (trm_type_param(*t, key)) return 1;
  return 0;
}

static void try_types(const TrmTable *table, TrmNearest *nearest) {
  for (const TrmType *const *t = table->types; *t; t++) {
    trm_nearest_try(nearest, (*t)->name);
  }
}

/* no key is a type: blame the key that looks most like one */
static void report_no_type(TrmReader *r, const TrmItem *owner, const TrmTable *table,
                           const char *name, const TrmNode *node, TrmPlace place) {
  if (trm_log_full(r->log)) {
    trm_log_add(r->log, TRM_E_UNKNOWN_TYPE, place, name, "no type");
    return;
  }
  const TrmNode *blamed = NULL;
  const char *best = NULL;
  unsigned distance = 0;
  for (uint32_t i = 0; node->kind == TRM_NODE_MAPPING && i < node->count && i < 64; i++) {
    const TrmNode *key = node->pairs[i].key;
    if (known_parameter(table, key->text)) continue;
    TrmNearest nearest = trm_nearest(key->text);
    try_types(table, &nearest);
    if (!blamed || (nearest.best && (!best || nearest.distance < distance))) {
      blamed = key;
      best = nearest.best;
      distance = nearest.distance;
    }
  }
  if (blamed)
    trm_log_add(r->log, TRM_E_UNKNOWN_TYPE, blamed->place, name, "%s: '%.64s' is not a type of %s",
                subject_of(r, owner, table, name), blamed->text, table->name);
  else
    trm_log_add(r->log, TRM_E_UNKNOWN_TYPE, place, name, "%s has no type",
                subject_of(r, owner, table, name));
  if (best) {
    trm_log_hint(r->log, "did you mean '%s'?", best);
    return;
  }
  const char *list = "";
  for (size_t i = 0; table->types[i] && i < 8; i++)
    list = trm_arena_printf(r->passing, "%s%s%s", list, i ? ", " : "", table->types[i]->name);
  trm_log_hint(r->log, "the types are %s%s", list, table->types[0] ? ", ..." : "none");
}

/* a scalar or list: the plain type, or in nested tables the bare word of a type */
static int choose_bare(TrmReader *r, const TrmItem *owner, const TrmTable *table, const char *name,
                       const TrmNode *node, TrmVariant *variant) {
  if (table->plain && !trm_node_null(node)) {
    *variant = (TrmVariant){table->plain, NULL, node};
    return 1;
  }
  if (node->kind == TRM_NODE_SCALAR && !trm_node_null(node) && table->form == TRM_TABLE_NESTED) {
    const TrmType *type = trm_table_find(table, node->text);
    if (type) {
      *variant = (TrmVariant){type, node, NULL};
      return 1;
    }
    trm_log_add(r->log, TRM_E_UNKNOWN_TYPE, node->place, name, "%s: '%.64s' is not a type of %s",
                subject_of(r, owner, table, name), node->text, table->name);
    TrmNearest nearest = trm_nearest(node->text);
    try_types(table, &nearest);
    if (nearest.best) trm_log_hint(r->log, "did you mean '%s'?", nearest.best);
    return 0;
  }
  trm_log_add(r->log, TRM_E_WRONG_KIND, node->place, name, "%s takes a map, found %s",
              subject_of(r, owner, table, name), trm_node_word(node));
  return 0;
}

/* 1 when every other type word among the keys is a parameter of `type` */
static int fits(const TrmTable *table, const TrmNode *node, uint32_t index, const TrmType *type) {
  for (uint32_t i = 0; i < node->count; i++) {
    const char *key = node->pairs[i].key->text;
    if (i != index && trm_table_find(table, key) && !trm_type_param(type, key)) return 0;
  }
  return 1;
}

int trm_variant_choose(TrmReader *r, const TrmItem *owner, const TrmTable *table, const char *name,
                       const TrmNode *node, TrmPlace place, TrmVariant *variant) {
  if (node->kind != TRM_NODE_MAPPING) return choose_bare(r, owner, table, name, node, variant);
  const TrmNode *first = NULL, *second = NULL;
  /* no type has this many parameters, so more keys cannot be right (and would cost) */
  enum { MOST_KEYS = 1000 };
  for (uint32_t i = 0; i < node->count && i < MOST_KEYS; i++) {
    const TrmNode *key = node->pairs[i].key;
    const TrmType *type = trm_table_find(table, key->text);
    if (!type) continue;
    if (node->count == 1 || fits(table, node, i, type)) {
      *variant = (TrmVariant){type, key, node->pairs[i].value};
      return 1;
    }
    if (!first)
      first = key;
    else if (!second)
      second = key;
  }
  if (!second) {
    report_no_type(r, owner, table, name, node, place);
    return 0;
  }
  trm_log_add(r->log, TRM_E_SEVERAL_TYPES, second->place, name, "%s is both '%s' and '%s'",
              subject_of(r, owner, table, name), first->text, second->text);
  trm_log_note(r->log, first->place, "the other type stands here");
  return 0;
}

/* keys beside the one type word of a nested table */
static void report_beside(TrmReader *r, TrmItem *item, const TrmTable *table, const TrmNode *node,
                          const TrmNode *word) {
  for (uint32_t i = 0; i < node->count; i++) {
    const TrmNode *key = node->pairs[i].key;
    if (key == word) continue;
    trm_log_add(r->log, TRM_E_UNKNOWN_KEY, key->place, trm_item_label(item),
                "'%.64s' cannot stand beside '%s' in a %s", key->text, word->text, table->name);
    if (trm_type_param(item->type, key->text))
      trm_log_hint(r->log, "'%s' belongs inside '%s'", key->text, word->text);
    else if (item->owner && trm_type_param(item->owner->type, key->text))
      trm_log_hint(r->log, "'%s' belongs one level up", key->text);
  }
}

/* the value behind the type's word, or the whole of a plain one */
static void read_head(TrmReader *r, TrmItem *item, const TrmNode *key, const TrmNode *head) {
  const TrmParam *param = key ? NULL : trm_type_flagged(item->type, TRM_SHORTHAND);
  if (!param) param = trm_type_flagged(item->type, TRM_HEAD);
  if (trm_node_null(head)) return;
  if (param) {
    trm_read_store(r, item, param, key ? key : head, head);
    return;
  }
  trm_log_add(r->log, TRM_E_WRONG_KIND, head->place, trm_item_label(item),
              "'%s' takes no value of its own, found %s", item->type->name, trm_node_word(head));
}

void trm_variant_read(TrmReader *r, TrmItem *item, const TrmTable *table, const TrmNode *node,
                      const TrmVariant *variant) {
  if (table->form == TRM_TABLE_NESTED && variant->key) {
    if (node->kind == TRM_NODE_MAPPING) report_beside(r, item, table, node, variant->key);
    if (variant->head)
      trm_read_object(r, item, variant->head);
    else
      trm_read_required(r, item);
    return;
  }
  if (variant->head) read_head(r, item, variant->key, variant->head);
  if (variant->key) trm_read_fields(r, item, node, variant->key);
  trm_read_required(r, item);
}
