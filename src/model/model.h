/* SPDX-License-Identifier: Apache-2.0
 *
 * Model: what the user described, as data. One tree of items: the root is of the catalogue's
 * `model` type and holds sections of named items (bodies, joints, ...). Values stay as written:
 * numbers, or the text of an expression or name; nothing is evaluated here. Every value knows its
 * place.
 */
#ifndef TRM_MODEL_MODEL_H
#define TRM_MODEL_MODEL_H

#include "base/arena.h"
#include "base/journal.h"
#include "base/source.h"
#include "base/text.h"
#include "model/type.h"
#include "trammel/model.h"

typedef struct TrmItem TrmItem;
typedef struct TrmValue TrmValue;

typedef enum TrmForm {
  TRM_FORM_NUMBER, /* number */
  TRM_FORM_TEXT,   /* text: expression, name, word */
  TRM_FORM_FLAG,   /* number 0 or 1 */
  TRM_FORM_LIST,   /* list, count */
  TRM_FORM_ITEM,   /* item */
  TRM_FORM_ITEMS,  /* items, count: a section */
  TRM_FORM_BROKEN  /* something was given but could not be read; only while errors are gathered */
} TrmForm;

struct TrmValue {
  TrmForm form;
  unsigned count, capacity; /* of list or items */
  TrmPlace place;
  union {
    double number;
    const char *text;
    TrmValue *list;
    TrmItem *item;
    TrmItem **items;
  };
};

/* A parameter that was given. */
typedef struct TrmField {
  const TrmParam *param;
  TrmPlace key_place;
  TrmValue value;
} TrmField;

struct TrmItem {
  const TrmType *type;
  const char *name; /* NULL for nested objects without one */
  TrmPlace place;   /* of its name, or of the object */
  TrmItem *owner;   /* the item it stands in; NULL for the root */
  unsigned mirror;  /* bit 0 x, 1 y, 2 z: geometry is mirrored across these planes of ground */
  int damaged;      /* something in it could not be read: what is missing may have been given */
  unsigned field_count, field_capacity;
  TrmField *fields; /* in the order given */
};

struct TrmModel {
  TrmArena *arena;
  TrmItem *root;
  struct TrmMap *names;  /* (section's owner item + param, name) -> item */
  struct TrmMap *broken; /* the same for names whose things could not be read at all */
};

/* A model whose root is of type `root`; NULL when memory is out. */
TrmModel *trm_model_create(const TrmType *root);

/* Keep `source` alive as long as the model. */
void trm_model_keep(TrmModel *model, const TrmSource *source);

/* The field of `param` (or of the parameter called `key`), NULL when not given. */
TrmField *trm_item_field(const TrmItem *item, const TrmParam *param);
const TrmValue *trm_item_value(const TrmItem *item, const char *key);

/* Give `param` a value (replacing one); returns the stored value to fill in. */
TrmValue *trm_item_put(TrmModel *model, TrmItem *item, const TrmParam *param, TrmPlace key_place,
                       TrmValue value);

/* A nested item of `type`, not yet stored anywhere. */
TrmItem *trm_item_new(TrmModel *model, TrmItem *owner, const TrmType *type, const char *name,
                      TrmPlace place);

/* Add a named item to the section `param` of `owner`. Returns NULL and sets `*earlier` when the
 * name is taken there. */
TrmItem *trm_section_add(TrmModel *model, TrmItem *owner, const TrmParam *param,
                         const TrmType *type, const char *name, TrmPlace place, TrmItem **earlier);

/* The item called `name` in section `param` of `owner`, or NULL. */
TrmItem *trm_section_find(const TrmModel *model, const TrmItem *owner, const TrmParam *param,
                          const char *name);

/* Remember that `name` was defined there but could not be read, so that nobody reports it missing.
 */
void trm_section_break(TrmModel *model, const TrmItem *owner, const TrmParam *param,
                       const char *name);
int trm_section_broken(const TrmModel *model, const TrmItem *owner, const TrmParam *param,
                       const char *name);

/* The planes (bits as in TrmItem.mirror) its geometry is mirrored across: what its own `mirror`
 * says, and what an include added. */
unsigned trm_item_mirror(const TrmItem *item);

/* 1 when the item or one it stands in is damaged. */
int trm_item_damaged(const TrmItem *item);

/* The items of the root section called `key` ("bodies"); count in `*count`. */
TrmItem *const *trm_model_section(const TrmModel *model, const char *key, size_t *count);
TrmItem *trm_model_find(const TrmModel *model, const char *section, const char *name);

/* The body that a name such as "ground", "crank" or "crank.tip" begins with is looked up by the
 * catalogue (ground is no item). Splits "a.b" at the first dot: returns the part after it or NULL.
 */
const char *trm_name_split(const char *name, char *first, size_t size);

/* 1 when `name` is [A-Za-z_][A-Za-z0-9_]*. */
int trm_name_valid(const char *name);

/* Print the model back in the model language, normalised; comments say what each thing is. */
void trm_model_write_yaml(const TrmModel *model, TrmText *out);

#endif
