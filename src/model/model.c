/* SPDX-License-Identifier: Apache-2.0
 *
 * Model: building and reading the tree of items.
 */
#include "model/model.h"
#include "base/map.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* one guarded step of making a model */
static void create(void *context) {
  TrmModel *model = context;
  model->names = trm_map_new(model->arena);
  model->broken = trm_map_new(model->arena);
  model->root = trm_arena_alloc(model->arena, sizeof *model->root);
}

TrmModel *trm_model_create(const TrmType *root) {
  TrmModel *model = calloc(1, sizeof *model);
  if (!model) return NULL;
  model->arena = trm_arena_new();
  if (!model->arena || trm_guard(create, model) != TRM_OK) {
    trm_model_free(model);
    return NULL;
  }
  model->root->type = root;
  return model;
}

void trm_model_free(TrmModel *model) {
  if (!model) return;
  trm_arena_free(model->arena);
  free(model);
}

static void release_source(void *source) {
  trm_source_release(source);
}

void trm_model_keep(TrmModel *model, const TrmSource *source) {
  trm_arena_defer(model->arena, release_source, (void *)(uintptr_t)source);
  trm_source_retain(source);
}

TrmField *trm_item_field(const TrmItem *item, const TrmParam *param) {
  for (unsigned i = 0; i < item->field_count; i++)
    if (item->fields[i].param == param) return &item->fields[i];
  return NULL;
}

const TrmValue *trm_item_value(const TrmItem *item, const char *key) {
  for (unsigned i = 0; i < item->field_count; i++)
    if (strcmp(item->fields[i].param->key, key) == 0) return &item->fields[i].value;
  return NULL;
}

TrmValue *trm_item_put(TrmModel *model, TrmItem *item, const TrmParam *param, TrmPlace key_place,
                       TrmValue value) {
  TrmField *field = trm_item_field(item, param);
  if (!field) {
    if (item->field_count == item->field_capacity) {
      size_t capacity = item->field_capacity;
      item->fields = trm_arena_grow(model->arena, item->fields, item->field_count, &capacity,
                                    sizeof *item->fields);
      item->field_capacity = (unsigned)capacity;
    }
    field = &item->fields[item->field_count++];
  }
  *field = (TrmField){param, key_place, value};
  return &field->value;
}

TrmItem *trm_item_new(TrmModel *model, TrmItem *owner, const TrmType *type, const char *name,
                      TrmPlace place) {
  TrmItem *item = trm_arena_alloc(model->arena, sizeof *item);
  item->type = type;
  item->name = name ? trm_arena_string(model->arena, name) : NULL;
  item->place = place;
  item->owner = owner;
  return item;
}

/* what distinguishes the name spaces of an item's sections: its fields' parameters are shared by
 * all items of a type, so the owner of a name is the owner's address offset by the parameter */
static const void *name_space(const TrmItem *owner, const TrmParam *param) {
  size_t index = 0;
  const TrmParam *p;
  while ((p = trm_type_param_at(owner->type, index)) && p != param) index++;
  return (const char *)owner + index % sizeof *owner;
}

TrmItem *trm_section_find(const TrmModel *model, const TrmItem *owner, const TrmParam *param,
                          const char *name) {
  return trm_map_get(model->names, name_space(owner, param), name);
}

TrmItem *trm_section_add(TrmModel *model, TrmItem *owner, const TrmParam *param,
                         const TrmType *type, const char *name, TrmPlace place, TrmItem **earlier) {
  *earlier = trm_section_find(model, owner, param, name);
  if (*earlier) return NULL;
  TrmItem *item = trm_item_new(model, owner, type, name, place);
  trm_map_put(model->names, name_space(owner, param), item->name, item);
  TrmField *field = trm_item_field(owner, param);
  TrmValue *section = field ? &field->value
                            : trm_item_put(model, owner, param, place,
                                           (TrmValue){.form = TRM_FORM_ITEMS, .place = place});
  if (section->count == section->capacity) {
    size_t capacity = section->capacity;
    section->items = trm_arena_grow(model->arena, section->items, section->count, &capacity,
                                    sizeof *section->items);
    section->capacity = (unsigned)capacity;
  }
  section->items[section->count++] = item;
  return item;
}

void trm_section_break(TrmModel *model, const TrmItem *owner, const TrmParam *param,
                       const char *name) {
  trm_map_put(model->broken, name_space(owner, param), trm_arena_string(model->arena, name), model);
}

int trm_section_broken(const TrmModel *model, const TrmItem *owner, const TrmParam *param,
                       const char *name) {
  return trm_map_get(model->broken, name_space(owner, param), name) != NULL;
}

unsigned trm_item_mirror(const TrmItem *item) {
  unsigned mask = item->mirror;
  const TrmValue *given = trm_item_value(item, "mirror");
  for (unsigned i = 0; given && given->form == TRM_FORM_LIST && i < given->count; i++)
    if (given->list[i].form == TRM_FORM_TEXT) mask ^= 1u << (given->list[i].text[0] - 'x');
  return mask & 7;
}

int trm_item_damaged(const TrmItem *item) {
  for (; item; item = item->owner)
    if (item->damaged) return 1;
  return 0;
}

TrmItem *const *trm_model_section(const TrmModel *model, const char *key, size_t *count) {
  const TrmValue *value = trm_item_value(model->root, key);
  *count = 0;
  if (!value || value->form != TRM_FORM_ITEMS) return NULL;
  *count = value->count;
  return value->items;
}

TrmItem *trm_model_find(const TrmModel *model, const char *section, const char *name) {
  const TrmParam *param = trm_type_param(model->root->type, section);
  return param ? trm_section_find(model, model->root, param, name) : NULL;
}

const char *trm_name_split(const char *name, char *first, size_t size) {
  const char *dot = strchr(name, '.');
  size_t length = dot ? (size_t)(dot - name) : strlen(name);
  if (length >= size) length = size - 1;
  memcpy(first, name, length);
  first[length] = 0;
  return dot ? dot + 1 : NULL;
}

int trm_name_valid(const char *name) {
  if (!isalpha((unsigned char)*name) && *name != '_') return 0;
  for (const char *s = name; *s; s++)
    if (!isalnum((unsigned char)*s) && *s != '_') return 0;
  return 1;
}
