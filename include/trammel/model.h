/* SPDX-License-Identifier: Apache-2.0
 *
 * The model: what a user describes, read from a file or a string or built by calls. The calls
 * follow the model language: sections ("bodies", "joints"), types ("revolute") and keys ("at",
 * "axis") are its words, so whatever a file can say, calls can say.
 */
#ifndef TRAMMEL_MODEL_H
#define TRAMMEL_MODEL_H

#include "trammel/log.h"
#include "trammel/status.h"
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TrmModel TrmModel;
typedef struct TrmItem TrmItem;

/* A parameter set from outside, as `--set name=value` does. */
typedef struct TrmSetting {
  const char *name;
  const char *value; /* a number or an expression */
} TrmSetting;

/* How a model is read. */
typedef struct TrmReading {
  const TrmSetting *settings; /* override parameters; may be NULL */
  size_t setting_count;
  const char *ignore; /* of an Adams dataset: statements to leave out, "FRICTION,SFORCE/3"; of URDF
                         limits, damping, friction, mimic; or NULL */
} TrmReading;

/* Read a model file: YAML, an Adams dataset (.adm) or command file (.acf), an Excel workbook
 * (.xlsx) or URDF. On failure `*model` is NULL and the log says why; warnings may be there on
 * success. */
TrmStatus trm_model_load(const char *path, const TrmReading *reading, TrmLog *log,
                         TrmModel **model);

/* The same with `settings` (may be NULL) alone. */
TrmStatus trm_model_read(const char *path, const TrmSetting *settings, size_t setting_count,
                         TrmLog *log, TrmModel **model);

/* Read a model from `length` bytes of text; `name` stands for the file in messages, and files it
 * includes are looked for beside it. */
TrmStatus trm_model_parse(const char *text, size_t length, const char *name,
                          const TrmSetting *settings, size_t setting_count, TrmLog *log,
                          TrmModel **model);

/* An empty model to be filled by calls; NULL when memory is out. */
TrmModel *trm_model_new(void);
void trm_model_free(TrmModel *model);

/* The root, whose keys are the top-level keys of the language ("name", "gravity", "units"). */
TrmItem *trm_model_root(TrmModel *model);

/* Add `name` of type `type` to a section of the model, such as ("joints", "elbow", "revolute").
 * `type` is NULL for sections of one type (bodies, points, parameters). */
TrmStatus trm_model_add(TrmModel *model, const char *section, const char *name, const char *type,
                        TrmLog *log, TrmItem **item);

/* Add to a section inside an item: trm_item_add(model, body, "markers", "tip", NULL, ...). */
TrmStatus trm_item_add(TrmModel *model, TrmItem *owner, const char *section, const char *name,
                       const char *type, TrmLog *log, TrmItem **item);

/* Give the item's `key` a value. Text is an expression, a name or a word, whatever the key takes.
 * The type's own key ("revolute") takes the two bodies as names. */
TrmStatus trm_item_set_number(TrmModel *model, TrmItem *item, const char *key, double value,
                              TrmLog *log);
TrmStatus trm_item_set_text(TrmModel *model, TrmItem *item, const char *key, const char *text,
                            TrmLog *log);
TrmStatus trm_item_set_numbers(TrmModel *model, TrmItem *item, const char *key,
                               const double *values, size_t count, TrmLog *log);
TrmStatus trm_item_set_texts(TrmModel *model, TrmItem *item, const char *key,
                             const char *const *texts, size_t count, TrmLog *log);

/* Give the item's `key` a value written in YAML, such as "{rod: {from: A, to: B, radius: 0.01}}".
 */
TrmStatus trm_item_set_yaml(TrmModel *model, TrmItem *item, const char *key, const char *yaml,
                            TrmLog *log);

/* The item called `name` in a section, or NULL. */
TrmItem *trm_model_item(const TrmModel *model, const char *section, const char *name);

/* The model in the model language, normalised; free with trm_text_free. NULL when memory is out. */
char *trm_model_to_yaml(const TrmModel *model);

#ifdef __cplusplus
}
#endif
#endif
