/* SPDX-License-Identifier: Apache-2.0
 *
 * The public calls that read, build and print a model. Everything that may run out of memory runs
 * inside a guard; what it left half done is freed.
 */
#include "trammel/model.h"
#include "catalog/catalog.h"
#include "model/model.h"
#include "read/yaml.h"
#include "trammel/system.h"
#include <string.h>

/* the version of the language that the calls speak */
static void set_version(void *context) {
  TrmModel *model = context;
  TrmValue one = {.form = TRM_FORM_NUMBER, .number = 1};
  trm_item_put(model, model->root, trm_type_param(model->root->type, "trammel"), TRM_NOWHERE, one);
}

TrmModel *trm_model_new(void) {
  TrmModel *model = trm_model_create(&trm_type_model);
  if (!model || trm_guard(set_version, model) == TRM_OK) return model;
  trm_model_free(model);
  return NULL;
}

TrmItem *trm_model_root(TrmModel *model) {
  return model->root;
}

/* one message without a place */
typedef struct Complaint {
  TrmLog *log;
  TrmCode code;
  const char *object, *text, *detail;
} Complaint;

static void complain(void *context) {
  const Complaint *it = context;
  trm_log_add(it->log, it->code, TRM_NOWHERE, it->object, "'%s' %s %s", it->object, it->text,
              it->detail);
}

static TrmStatus refuse(TrmLog *log, TrmCode code, const char *object, const char *text,
                        const char *detail, TrmStatus status) {
  Complaint complaint = {log, code, object, text, detail};
  return trm_guard(complain, &complaint) == TRM_OK ? status : TRM_NO_MEMORY;
}

/* read, and where that failed check the rest all the same: every error is reported in one go */
static TrmStatus read_source(TrmSource *source, const TrmReading *reading, TrmLog *log,
                             TrmModel **model) {
  TrmStatus status = trm_yaml_draft(source, reading, log, model);
  trm_source_release(source);
  if (status == TRM_OK || !*model) return status;
  TrmSystem *system = NULL;
  if (trm_system_compile(*model, log, &system) == TRM_NO_MEMORY) status = TRM_NO_MEMORY;
  trm_system_free(system);
  trm_model_free(*model);
  *model = NULL;
  return status;
}

TrmStatus trm_model_read(const char *path, const TrmSetting *settings, size_t setting_count,
                         TrmLog *log, TrmModel **model) {
  TrmReading reading = {.settings = settings, .setting_count = setting_count};
  return trm_model_load(path, &reading, log, model);
}

TrmStatus trm_model_load(const char *path, const TrmReading *reading, TrmLog *log,
                         TrmModel **model) {
  TrmSource *source;
  const char *reason;
  *model = NULL;
  TrmStatus status = trm_source_read(path, TRM_NAMED_BY_USER, TRM_SOURCE_LIMIT, &source, &reason);
  if (status == TRM_BAD_FILE) {
    TrmCode code = reason == trm_source_too_large ? TRM_E_FILE_SIZE : TRM_E_FILE_OPEN;
    return refuse(log, code, path, "cannot be read:", reason, TRM_BAD_FILE);
  }
  if (status != TRM_OK) return status;
  return read_source(source, reading, log, model);
}

TrmStatus trm_model_parse(const char *text, size_t length, const char *name,
                          const TrmSetting *settings, size_t setting_count, TrmLog *log,
                          TrmModel **model) {
  *model = NULL;
  if (length > TRM_SOURCE_LIMIT)
    return refuse(log, TRM_E_FILE_SIZE, name, "cannot be read:", trm_source_too_large,
                  TRM_BAD_FILE);
  TrmSource *source = trm_source_new(name, text, length);
  if (!source) return TRM_NO_MEMORY;
  TrmReading reading = {.settings = settings, .setting_count = setting_count};
  return read_source(source, &reading, log, model);
}

TrmItem *trm_model_item(const TrmModel *model, const char *section, const char *name) {
  return trm_model_find(model, section, name);
}

typedef struct Printing {
  const TrmModel *model;
  TrmText out;
} Printing;

static void print(void *context) {
  Printing *printing = context;
  trm_model_write_yaml(printing->model, &printing->out);
}

char *trm_model_to_yaml(const TrmModel *model) {
  Printing printing = {.model = model};
  if (trm_guard(print, &printing) != TRM_OK) {
    trm_text_clear(&printing.out);
    return NULL;
  }
  return printing.out.bytes;
}

/* adding an item, inside a guard */
typedef struct Adding {
  TrmModel *model;
  TrmItem *owner, *made, *earlier;
  const TrmParam *param;
  const TrmType *type;
  const char *name;
} Adding;

static void add_item(void *context) {
  Adding *a = context;
  a->made =
      trm_section_add(a->model, a->owner, a->param, a->type, a->name, TRM_NOWHERE, &a->earlier);
}

TrmStatus trm_item_add(TrmModel *model, TrmItem *owner, const char *section, const char *name,
                       const char *type, TrmLog *log, TrmItem **item) {
  *item = NULL;
  const TrmParam *param = trm_type_param(owner->type, section);
  if (!param || param->kind != TRM_KIND_ITEMS)
    return refuse(log, TRM_E_UNKNOWN_KEY, section, "is not a section of", owner->type->name,
                  TRM_BAD_USAGE);
  if (!trm_name_valid(name))
    return refuse(log, TRM_E_BAD_NAME, name,
                  "is not a name:", "letters, digits and _, not beginning with a digit",
                  TRM_BAD_MODEL);
  const TrmType *found = param->type;
  if (param->table) found = type ? trm_table_find(param->table, type) : NULL;
  if (!found)
    return refuse(log, TRM_E_UNKNOWN_TYPE, type ? type : "", "is not a type in", section,
                  TRM_BAD_USAGE);
  Adding adding = {.model = model, .owner = owner, .param = param, .type = found, .name = name};
  if (trm_guard(add_item, &adding) != TRM_OK) return TRM_NO_MEMORY;
  if (!adding.made)
    return refuse(log, TRM_E_DUPLICATE_NAME, name, "is defined twice in", section, TRM_BAD_MODEL);
  *item = adding.made;
  return TRM_OK;
}

TrmStatus trm_model_add(TrmModel *model, const char *section, const char *name, const char *type,
                        TrmLog *log, TrmItem **item) {
  return trm_item_add(model, model->root, section, name, type, log, item);
}
