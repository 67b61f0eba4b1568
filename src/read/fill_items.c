/* SPDX-License-Identifier: Apache-2.0
 *
 * Fill items: a map of named things. Names are checked, prefixed and entered; ground may be given
 * markers and shapes, from any file, but is never defined anew.
 */
#include "read/reader.h"
#include <ctype.h>
#include <string.h>

/* the nearest name that is allowed */
static const char *repaired(TrmReader *r, const char *name) {
  size_t length = strlen(name);
  if (length > 64) length = 64;
  char *copy = trm_arena_alloc(r->passing, length + 2);
  char *out = copy;
  if (isdigit((unsigned char)*name)) *out++ = '_';
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)name[i];
    if (isalnum(c) || c == '_')
      *out++ = (char)c;
    else if (out > copy && out[-1] != '_')
      *out++ = '_';
  }
  return copy;
}

/* an output may be one of a group: request.f2 */
static int is_name(const TrmParam *param, const char *name) {
  const char *dot = strcmp(param->key, "outputs") == 0 ? strchr(name, '.') : NULL;
  char group[256];
  if (!dot) return trm_name_valid(name);
  if (dot - name >= (int)sizeof group) return 0;
  return trm_name_valid(trm_name_split(name, group, sizeof group)) && trm_name_valid(group);
}

/* the name a key gives, braces worked out; NULL after an error */
static const char *read_name(TrmReader *r, const TrmParam *param, const TrmNode *key) {
  size_t length;
  const char *name = trm_scope_text(r, key, &length);
  if (!name) return NULL;
  if (length == strlen(name) && is_name(param, name)) return name;
  trm_log_add(r->log, TRM_E_BAD_NAME, key->place, name, "'%.64s' cannot be a name", name);
  const char *better = repaired(r, name);
  if (trm_name_valid(better)) trm_log_hint(r->log, "try '%s'", better);
  return NULL;
}

static void report_twice(TrmReader *r, const TrmParam *param, const char *name, TrmPlace place,
                         const TrmItem *earlier) {
  trm_log_add(r->log, TRM_E_DUPLICATE_NAME, place, name, "'%s' is already defined in %s", name,
              param->key);
  trm_log_note(r->log, earlier->place, "first defined here");
  if (r->loop && strcmp(earlier->name, name) == 0 && earlier->place.line == place.line &&
      earlier->place.source == place.source)
    trm_log_hint(r->log, "put the loop variable into the name, such as \"%s{%s}\"", name,
                 r->loop->name);
}

/* what a section may say of ground: sections of its own (markers), and shapes */
static int ground_may_have(const TrmParam *param) {
  return param->kind == TRM_KIND_ITEMS || param->table == &trm_table_shapes;
}

/* only what this file adds is in its scope */
static void store_of_ground(TrmReader *r, TrmItem *ground, const TrmParam *param,
                            const TrmNode *key, const TrmNode *node) {
  const TrmField *field = trm_item_field(ground, param);
  unsigned before = field && field->value.form == TRM_FORM_LIST ? field->value.count : 0;
  trm_read_store(r, ground, param, key, node);
  field = trm_item_field(ground, param);
  if (!field || field->value.form != TRM_FORM_LIST) return;
  for (unsigned i = before; i < field->value.count; i++)
    if (field->value.list[i].form == TRM_FORM_ITEM)
      trm_scope_mark(r, field->value.list[i].item, NULL);
}

static void read_ground(TrmReader *r, TrmItem *owner, const TrmParam *param, const TrmNode *key,
                        const TrmNode *node) {
  TrmItem *earlier, *ground;
  ground = trm_section_add(r->model, owner, param, param->type, "ground", key->place, &earlier);
  if (!ground) ground = earlier;
  if (node->kind != TRM_NODE_MAPPING) {
    if (trm_node_null(node)) return;
    trm_log_add(r->log, TRM_E_WRONG_KIND, node->place, "ground",
                "'ground' takes a map of markers and shapes, found %s", trm_node_word(node));
    return;
  }
  const char *outer_prefix = r->member_prefix;
  r->member_prefix = *r->scope->prefix ? r->scope->prefix : NULL;
  for (uint32_t i = 0; i < node->count; i++) {
    const TrmNode *word = node->pairs[i].key;
    const TrmParam *field = trm_type_param(param->type, word->text);
    if (!field) {
      trm_read_unknown(r, ground, param->type, word);
    } else if (!ground_may_have(field)) {
      trm_log_add(r->log, TRM_E_GROUND, word->place, "ground",
                  "ground does not move and cannot have '%s'", word->text);
      trm_log_hint(r->log, "give it 'markers' and 'shape' only");
    } else {
      store_of_ground(r, ground, field, word, node->pairs[i].value);
    }
  }
  r->member_prefix = outer_prefix;
}

/* a parameter takes the value an include around it gives, which is meant in the including file */
static void apply_override(TrmReader *r, TrmItem *item) {
  const TrmScope *own = r->scope, *giver = NULL;
  const TrmValue *value = trm_include_override(r, item, &giver);
  const TrmParam *param = trm_type_flagged(item->type, TRM_SHORTHAND);
  if (value && param) {
    trm_item_put(r->model, item, param, value->place, *value);
    r->scope = giver;
  }
  trm_scope_mark(r, item, NULL);
  r->scope = own;
}

/* one named thing */
static void read_one(TrmReader *r, TrmItem *owner, const TrmParam *param, const TrmNode *key,
                     const TrmNode *node) {
  const char *name = read_name(r, param, key);
  if (!name) return;
  int top = owner == r->model->root;
  if (top && strcmp(name, "ground") == 0 && param->type == &trm_type_body) {
    read_ground(r, owner, param, key, node);
    return;
  }
  if (top && strcmp(name, "ground") == 0 && strcmp(param->key, "flexible") == 0) {
    trm_log_add(r->log, TRM_E_GROUND, key->place, name, "'ground' is always there and rigid");
    return;
  }
  /* names of a prefixed file, and of the markers it gives to ground */
  const char *prefix = top ? r->scope->prefix : r->member_prefix;
  if (prefix && *prefix) name = trm_arena_printf(r->passing, "%s%s", prefix, name);
  const TrmType *type = param->type;
  TrmVariant variant = {0};
  if (param->table) {
    if (!trm_variant_choose(r, owner, param->table, name, node, key->place, &variant)) {
      trm_section_break(r->model, owner, param, name);
      return;
    }
    type = variant.type;
  }
  TrmItem *earlier;
  TrmItem *item = trm_section_add(r->model, owner, param, type, name, key->place, &earlier);
  if (!item) {
    report_twice(r, param, name, key->place, earlier);
    return;
  }
  item->mirror = r->scope->mirror;
  size_t before = trm_log_errors(r->log);
  if (param->table)
    trm_variant_read(r, item, param->table, node, &variant);
  else
    trm_read_object(r, item, node);
  item->damaged = trm_log_errors(r->log) > before;
  if (top && type == &trm_type_parameter)
    apply_override(r, item);
  else if (top || r->member_prefix)
    trm_scope_mark(r, item, NULL);
}

void trm_read_items(TrmReader *r, TrmItem *owner, const TrmParam *param, const TrmNode *node,
                    TrmPlace key_place) {
  /* an empty section is given all the same */
  if (!trm_item_field(owner, param))
    trm_item_put(r->model, owner, param, key_place,
                 (TrmValue){.form = TRM_FORM_ITEMS, .place = node->place});
  if (trm_node_null(node)) return;
  if (node->kind != TRM_NODE_MAPPING) {
    trm_log_add(r->log, TRM_E_WRONG_KIND, node->place, trm_item_label(owner),
                "%s takes a map of names, found %s", trm_read_subject(r, owner, param),
                trm_node_word(node));
    return;
  }
  const char *outer_prefix = r->member_prefix;
  for (uint32_t i = 0; i < node->count; i++) {
    if (!r->nesting) trm_scope_renew(r);
    size_t before = trm_log_errors(r->log);
    r->nesting++;
    read_one(r, owner, param, node->pairs[i].key, node->pairs[i].value);
    r->nesting--;
    if (!r->nesting) r->own_errors += trm_log_errors(r->log) - before;
    r->member_prefix = outer_prefix;
  }
}
