/* SPDX-License-Identifier: Apache-2.0
 *
 * Top: the top level of a file. The main file sets everything; an included one adds to the
 * sections, must agree on units and planar, and may give gravity and analyses where the main file
 * has none.
 */
#include "read/reader.h"
#include <string.h>

/* settings that describe a file, not the model it becomes part of */
static int describes_file(const char *key) {
  return strcmp(key, "trammel") == 0 || strcmp(key, "name") == 0 || strcmp(key, "description") == 0;
}

/* `units` of an included file mean the same as the model's */
static int same_units(TrmReader *r, const TrmItem *read) {
  TrmModel view = *r->model;
  view.root = (TrmItem *)(uintptr_t)read;
  TrmUnits theirs = trm_model_units(&view, r->log), ours = trm_model_units(r->model, NULL);
  return theirs.length == ours.length && theirs.mass == ours.mass && theirs.time == ours.time &&
         theirs.force == ours.force && theirs.angle == ours.angle;
}

/* `planar`: a flag that is false when left out */
static int same_flag(TrmReader *r, const TrmItem *read, const char *key) {
  const TrmValue *theirs = trm_item_value(read, key), *ours = trm_item_value(r->model->root, key);
  int a = theirs && theirs->form == TRM_FORM_FLAG && theirs->number != 0;
  int b = ours && ours->form == TRM_FORM_FLAG && ours->number != 0;
  return a == b;
}

/* a setting in an included file that holds for the whole model */
static void check_agreement(TrmReader *r, const TrmParam *param, const TrmPair *pair) {
  TrmItem *read = trm_item_new(r->model, NULL, r->model->root->type, NULL, pair->key->place);
  size_t before = trm_log_errors(r->log);
  trm_read_store(r, read, param, pair->key, pair->value);
  if (trm_log_errors(r->log) > before) return;
  int same = param->kind == TRM_KIND_FLAG ? same_flag(r, read, param->key) : same_units(r, read);
  if (same || trm_log_errors(r->log) > before) return;
  trm_log_add(r->log, TRM_E_INCLUDE_SETTING, pair->key->place, NULL,
              "'%s' differs from the main file's", param->key);
  const TrmField *ours = trm_item_field(r->model->root, param);
  if (ours) trm_log_note(r->log, ours->key_place, "the main file says it here");
  if (param->fallback && !ours)
    trm_log_hint(r->log, "the main file leaves it out, which means '%s'", param->fallback);
}

/* one key of an included file that is no section */
static void read_setting(TrmReader *r, const TrmParam *param, const TrmPair *pair) {
  if (describes_file(param->key)) return;
  if (strcmp(param->key, "units") == 0 || strcmp(param->key, "planar") == 0) {
    check_agreement(r, param, pair);
  } else if (!trm_item_field(r->model->root, param)) {
    trm_read_store(r, r->model->root, param, pair->key, pair->value);
    trm_scope_mark(r, r->model->root, param);
  }
}

void trm_top_read(TrmReader *r, const TrmNode *root) {
  if (root->kind != TRM_NODE_MAPPING) {
    trm_log_add(r->log, TRM_E_WRONG_KIND, root->place, NULL,
                "a model is a map of keys and values, found %s", trm_node_word(root));
    trm_log_hint(r->log, "a model begins with 'trammel: 1'");
    return;
  }
  const TrmPair *include = NULL;
  for (uint32_t i = 0; i < root->count; i++) {
    const TrmPair *pair = &root->pairs[i];
    const TrmParam *param = trm_type_param(r->model->root->type, pair->key->text);
    if (!param) {
      size_t before = trm_log_errors(r->log);
      trm_read_unknown(r, r->model->root, r->model->root->type, pair->key);
      /* a map may have been a section that others refer to; anything else spoils only itself */
      if (pair->value->kind != TRM_NODE_MAPPING) r->own_errors += trm_log_errors(r->log) - before;
    } else if (param->type == &trm_type_include) {
      include = pair;
    } else if (param->type == &trm_type_repeat) {
      TrmPending pending = {pair->value, r->scope};
      TRM_PUSH(r->arena, r->repeats, r->repeat_count, r->repeat_capacity, pending);
    } else if (param->kind == TRM_KIND_ITEMS) {
      trm_read_store(r, r->model->root, param, pair->key, pair->value);
    } else if (!r->scope->outer) {
      size_t before = trm_log_errors(r->log);
      trm_read_store(r, r->model->root, param, pair->key, pair->value);
      r->own_errors += trm_log_errors(r->log) - before;
    } else {
      read_setting(r, param, pair);
    }
  }
  if (include) trm_include_read(r, include->key, include->value);
}
