/* SPDX-License-Identifier: Apache-2.0
 *
 * Repeat: copies of sections, one for each value of the loop variables. The same nodes are read
 * again for every copy, with the loop variables bound. After a copy with errors no more are made:
 * the others would only repeat them.
 */
#include "read/reader.h"
#include <string.h>

static int run_loops(TrmReader *r, const TrmNode *node, const TrmNode *loops, uint32_t index);

/* the two ends of "first..last"; 0 after an error */
static int read_range(TrmReader *r, const TrmNode *key, const TrmNode *node, long *first,
                      long *last) {
  if (node->kind == TRM_NODE_MAPPING && node->count == 1 &&
      strcmp(node->pairs[0].key->text, "range") == 0)
    node = node->pairs[0].value;
  const char *dots = node->kind == TRM_NODE_SCALAR ? strstr(node->text, "..") : NULL;
  if (!dots || dots == node->text || !dots[2]) {
    trm_log_add(r->log, TRM_E_RANGE, node->place, key->text,
                "'%.64s' takes a range such as 1..5, found %s", key->text, trm_node_word(node));
    return 0;
  }
  size_t left = (size_t)(dots - node->text), right = node->count - left - 2;
  const char *low = trm_arena_copy(r->passing, node->text, left);
  const char *high = trm_arena_copy(r->passing, dots + 2, right);
  return trm_scope_whole(r, low, trm_place_part(node->place, 0, left), TRM_E_RANGE, first) &&
         trm_scope_whole(r, high, trm_place_part(node->place, left + 2, right), TRM_E_RANGE, last);
}

static int count_copies(TrmReader *r, const TrmNode *node, size_t copies, size_t values) {
  r->copies += copies;
  r->values += values;
  if (r->copies <= TRM_REPEAT_COPIES && r->values <= TRM_REPEAT_VALUES) return 1;
  trm_log_add(r->log, TRM_E_REPEAT_LIMIT, node->place, NULL,
              "repeats would make more than %d things, or %d values in them", TRM_REPEAT_COPIES,
              TRM_REPEAT_VALUES);
  return 0;
}

/* one copy: every section, with the loop variables bound; 0 to stop */
static int make_copy(TrmReader *r, const TrmNode *node) {
  size_t before = trm_log_errors(r->log);
  if (!count_copies(r, node, 1, 0)) return 0;
  for (uint32_t i = 0; i < node->count; i++) {
    const TrmNode *key = node->pairs[i].key, *value = node->pairs[i].value;
    if (strcmp(key->text, "for") == 0) continue;
    const TrmParam *param = trm_type_param(&trm_type_repeat, key->text);
    if (!param) continue;
    if (param->type == &trm_type_repeat) {
      trm_repeat_read(r, value);
      continue;
    }
    size_t things = value->kind == TRM_NODE_MAPPING ? value->count : 0;
    if (!count_copies(r, key, things, value->expanded)) return 0;
    const TrmParam *section = trm_type_param(r->model->root->type, key->text);
    if (section) trm_read_items(r, r->model->root, section, value, key->place);
  }
  return trm_log_errors(r->log) == before;
}

/* all values of loop variable `index`, and inside it of those that follow; 0 to stop */
static int run_loops(TrmReader *r, const TrmNode *node, const TrmNode *loops, uint32_t index) {
  if (index == loops->count) return make_copy(r, node);
  if (!r->nesting) trm_scope_renew(r);
  const TrmNode *key = loops->pairs[index].key;
  long first = 0, last = 0;
  if (!read_range(r, key, loops->pairs[index].value, &first, &last)) return 0;
  TrmLoop loop = {r->loop, key->text, first};
  int good = 1;
  for (; good && loop.value <= last; loop.value++) {
    r->loop = &loop;
    good =
        count_copies(r, key, index + 1 < loops->count, 0) && run_loops(r, node, loops, index + 1);
    r->loop = loop.outer;
  }
  return good;
}

/* keys that a repeat cannot have; sections that it may leave empty are given all the same */
static void check_keys(TrmReader *r, const TrmNode *node) {
  for (uint32_t i = 0; i < node->count; i++) {
    const TrmNode *key = node->pairs[i].key;
    const TrmParam *param = trm_type_param(&trm_type_repeat, key->text);
    const TrmParam *section = trm_type_param(r->model->root->type, key->text);
    if (!param) {
      TrmItem *item = trm_read_nested(r, r->model->root, &trm_type_repeat, node->place);
      trm_read_unknown(r, item, &trm_type_repeat, key);
    } else if (section && section->kind == TRM_KIND_ITEMS &&
               !trm_item_field(r->model->root, section)) {
      trm_item_put(r->model, r->model->root, section, key->place,
                   (TrmValue){.form = TRM_FORM_ITEMS, .place = key->place});
    }
  }
}

static void repeat_one(TrmReader *r, const TrmNode *node) {
  if (node->kind != TRM_NODE_MAPPING) {
    trm_log_add(r->log, TRM_E_WRONG_KIND, node->place, NULL,
                "'repeat' takes a map with 'for' and sections, found %s", trm_node_word(node));
    return;
  }
  check_keys(r, node);
  const TrmPair *pair = trm_node_pair(node, "for");
  if (!pair) {
    trm_log_add(r->log, TRM_E_MISSING_KEY, node->place, NULL, "repeat needs 'for'");
    trm_log_hint(r->log, "for: {i: 1..5} makes five copies");
    return;
  }
  const TrmNode *loops = pair->value;
  if (loops->kind != TRM_NODE_MAPPING || loops->count == 0) {
    trm_log_add(r->log, TRM_E_WRONG_KIND, loops->place, NULL,
                "'for' takes loop variables and ranges such as {i: 1..5}, found %s",
                loops->kind == TRM_NODE_MAPPING ? "an empty map" : trm_node_word(loops));
    return;
  }
  for (uint32_t i = 0; i < loops->count; i++) {
    const TrmNode *key = loops->pairs[i].key;
    if (trm_name_valid(key->text)) continue;
    trm_log_add(r->log, TRM_E_BAD_NAME, key->place, key->text, "'%.64s' cannot be a name",
                key->text);
    return;
  }
  run_loops(r, node, loops, 0);
}

void trm_repeat_read(TrmReader *r, const TrmNode *node) {
  if (trm_node_null(node)) return;
  if (node->kind != TRM_NODE_SEQUENCE) {
    repeat_one(r, node);
    return;
  }
  for (uint32_t i = 0; i < node->count; i++) repeat_one(r, node->items[i]);
}
