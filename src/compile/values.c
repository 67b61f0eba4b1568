/* SPDX-License-Identifier: Apache-2.0
 *
 * Values: the functions through which a type's own code reads the parameters of one item.
 */
#include "compile/compiler.h"
#include <string.h>

static ValuesContext *context_of(const TrmValues *values) {
  return values->context;
}

static int given(const TrmValues *values, const char *key) {
  return trm_item_value(values->item, key) != NULL;
}

/* the value of `key`, or its default as if it had been written */
static int value_of(const TrmValues *values, const char *key, const TrmParam **param,
                    TrmValue *value) {
  *param = trm_type_param(values->item->type, key);
  if (!*param) return 0;
  const TrmField *field = trm_item_field(values->item, *param);
  if (field) {
    *value = field->value;
    return 1;
  }
  if (!(*param)->fallback) return 0;
  *value = (TrmValue){.form = TRM_FORM_TEXT, .text = (*param)->fallback};
  return 1;
}

static int number(const TrmValues *values, const char *key, double *out) {
  const TrmParam *param;
  TrmValue value;
  *out = 0;
  return value_of(values, key, &param, &value) &&
         trm_compile_number(context_of(values)->compiler, param, &value, values->owner, out);
}

static int vector(const TrmValues *values, const char *key, double *out, size_t most,
                  size_t *count) {
  const TrmParam *param;
  TrmValue value;
  *count = 0;
  return value_of(values, key, &param, &value) &&
         trm_compile_list(context_of(values)->compiler, param, &value, values->owner, out, most,
                          count);
}

static int row(const TrmValues *values, const char *key, size_t index, double *out, size_t most,
               size_t *count) {
  const TrmParam *param = trm_type_param(values->item->type, key);
  const TrmValue *value = trm_item_value(values->item, key);
  *count = 0;
  if (!value || value->form != TRM_FORM_LIST || index >= value->count) return 0;
  return trm_compile_list(context_of(values)->compiler, param, &value->list[index], values->owner,
                          out, most, count);
}

static int place(const TrmValues *values, const char *key, double out[3]) {
  ValuesContext *context = context_of(values);
  const TrmValue *value = trm_item_value(values->item, key);
  return value && trm_site_place(context->compiler, &context->site, value, out);
}

static int places(const TrmValues *values, const char *key, double **out, size_t *count) {
  ValuesContext *context = context_of(values);
  const TrmValue *value = trm_item_value(values->item, key);
  *count = 0;
  if (!value || value->form != TRM_FORM_LIST) return 0;
  *out = trm_arena_array(values->arena, value->count, 3 * sizeof **out);
  int good = 1;
  for (unsigned i = 0; i < value->count; i++)
    good &= trm_site_place(context->compiler, &context->site, &value->list[i], *out + 3 * i);
  *count = value->count;
  return good;
}

static int direction(const TrmValues *values, const char *key, double out[3]) {
  ValuesContext *context = context_of(values);
  const TrmValue *value = trm_item_value(values->item, key);
  return value && trm_site_direction(context->compiler, &context->site, value, out);
}

static int orient(const TrmValues *values, const char *key, double out[9]) {
  ValuesContext *context = context_of(values);
  const TrmValue *value = trm_item_value(values->item, key);
  if (!value || value->form != TRM_FORM_ITEM) return 0;
  return trm_site_orient(context->compiler, &context->site, value->item, out);
}

static int text(const TrmValues *values, const char *key, const char **out) {
  const TrmParam *param;
  TrmValue value;
  if (!value_of(values, key, &param, &value) || value.form != TRM_FORM_TEXT) return 0;
  *out = value.text;
  return 1;
}

/* a file is looked for beside the one that names it */
static int file(const TrmValues *values, const char *key, const char **path) {
  const TrmValue *value = trm_item_value(values->item, key);
  if (!value || value->form != TRM_FORM_TEXT) return 0;
  *path = trm_compile_path(values->arena, value);
  return 1;
}

const char *trm_compile_path(TrmArena *arena, const TrmValue *value) {
  const char *beside = value->place.source ? trm_source_name(value->place.source) : "";
  const char *slash = strrchr(beside, '/');
  if (value->text[0] == '/' || !slash) return value->text;
  return trm_arena_printf(arena, "%.*s/%s", (int)(slash - beside), beside, value->text);
}

static TrmPlace where(const TrmValues *values, const char *key) {
  const TrmValue *value = trm_item_value(values->item, key);
  return value ? value->place : values->item->place;
}

TrmValues trm_site_values(ValuesContext *context, const TrmItem *item) {
  const Compiler *c = context->compiler;
  TrmValues values = {.item = item,
                      .arena = c->arena,
                      .log = trm_compile_log(c),
                      .owner = context->site.owner,
                      .planar = c->system->planar,
                      .given = given,
                      .number = number,
                      .vector = vector,
                      .row = row,
                      .place = place,
                      .places = places,
                      .direction = direction,
                      .orient = orient,
                      .text = text,
                      .file = file,
                      .where = where,
                      .context = context};
  memcpy(values.origin, context->site.origin, sizeof values.origin);
  memcpy(values.axes, context->site.axes, sizeof values.axes);
  return values;
}
