/* SPDX-License-Identifier: Apache-2.0
 *
 * The public calls that give an item's keys their values. Every value goes through the same reader
 * as a model file, so calls and files are checked alike.
 */
#include "catalog/catalog.h"
#include "model/model.h"
#include "read/yaml.h"
#include "trammel/model.h"
#include <math.h>
#include <string.h>

/* the parameter called `key`; the type's own name stands for its head */
static const TrmParam *find_param(const TrmItem *item, const char *key) {
  const TrmParam *param = trm_type_param(item->type, key);
  return param || !trm_type_is(item->type, key) ? param : trm_type_flagged(item->type, TRM_HEAD);
}

typedef struct Setting {
  TrmModel *model;
  TrmItem *item;
  const char *key;
  TrmLog *log;
  TrmText yaml;
} Setting;

static void unknown_key(void *context) {
  const Setting *s = context;
  trm_log_add(s->log, TRM_E_UNKNOWN_KEY, TRM_NOWHERE, s->item->name, "%s has no key '%s'",
              s->item->type->name, s->key);
  TrmNearest nearest = trm_nearest(s->key);
  const TrmParam *param;
  for (size_t i = 0; (param = trm_type_param_at(s->item->type, i)); i++)
    trm_nearest_try(&nearest, param->key);
  if (nearest.best) trm_log_hint(s->log, "did you mean '%s'?", nearest.best);
}

/* read the YAML into the item; the text is freed */
static TrmStatus finish(Setting *s, TrmStatus status) {
  const TrmParam *param = find_param(s->item, s->key);
  if (status == TRM_OK && !param)
    status = trm_guard(unknown_key, s) == TRM_OK ? TRM_BAD_USAGE : TRM_NO_MEMORY;
  if (status == TRM_OK) {
    TrmSource *source = trm_source_new("(value)", s->yaml.bytes, s->yaml.length);
    status = source ? trm_yaml_fill(s->model, s->item, param, source, s->log) : TRM_NO_MEMORY;
    trm_source_release(source);
  }
  trm_text_clear(&s->yaml);
  return status;
}

TrmStatus trm_item_set_yaml(TrmModel *model, TrmItem *item, const char *key, const char *yaml,
                            TrmLog *log) {
  const TrmParam *param = find_param(item, key);
  Setting s = {.model = model, .item = item, .key = key, .log = log};
  if (!param) return finish(&s, TRM_OK);
  TrmSource *source = trm_source_new("(value)", yaml, strlen(yaml));
  if (!source) return TRM_NO_MEMORY;
  TrmStatus status = trm_yaml_fill(model, item, param, source, log);
  trm_source_release(source);
  return status;
}

/* a list of values of either kind, one alone without brackets */
typedef struct List {
  Setting *setting;
  const double *numbers;
  const char *const *texts;
  size_t count;
  int brackets;
} List;

static void write_list(void *context) {
  List *list = context;
  TrmText *out = &list->setting->yaml;
  trm_text_add(out, list->brackets ? "[" : "");
  for (size_t i = 0; i < list->count; i++) {
    if (i) trm_text_add(out, ", ");
    if (list->numbers && !isfinite(list->numbers[i])) {
      trm_text_add(out, ".nan"); /* the reader says that it is not finite */
    } else if (list->numbers) {
      trm_text_number(out, list->numbers[i]);
    } else {
      trm_text_json(out, list->texts[i]);
    }
  }
  trm_text_add(out, list->brackets ? "]" : "");
}

static TrmStatus set_list(TrmModel *model, TrmItem *item, const char *key, TrmLog *log, List list) {
  Setting s = {.model = model, .item = item, .key = key, .log = log};
  list.setting = &s;
  return finish(&s, trm_guard(write_list, &list));
}

TrmStatus trm_item_set_number(TrmModel *model, TrmItem *item, const char *key, double value,
                              TrmLog *log) {
  return set_list(model, item, key, log, (List){.numbers = &value, .count = 1});
}

TrmStatus trm_item_set_text(TrmModel *model, TrmItem *item, const char *key, const char *text,
                            TrmLog *log) {
  return set_list(model, item, key, log, (List){.texts = &text, .count = 1});
}

TrmStatus trm_item_set_numbers(TrmModel *model, TrmItem *item, const char *key,
                               const double *values, size_t count, TrmLog *log) {
  return set_list(model, item, key, log, (List){.numbers = values, .count = count, .brackets = 1});
}

TrmStatus trm_item_set_texts(TrmModel *model, TrmItem *item, const char *key,
                             const char *const *texts, size_t count, TrmLog *log) {
  return set_list(model, item, key, log, (List){.texts = texts, .count = count, .brackets = 1});
}
