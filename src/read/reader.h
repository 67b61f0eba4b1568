/* SPDX-License-Identifier: Apache-2.0
 *
 * Reader: what the parts of this room share while one model is read. Nodes are interpreted by the
 * descriptors (fill_*.c) in a scope: the file they stand in (prefix, mirror) and the loop variables
 * around them. Loop variables are replaced at once; names of a prefixed file are made whole at the
 * end (scope.c), when every name is known.
 */
#ifndef TRM_READ_READER_H
#define TRM_READ_READER_H

#include "catalog/catalog.h"
#include "catalog/parameter.h"
#include "read/document.h"

enum {
  TRM_INCLUDE_DEPTH = 16,
  TRM_INCLUDE_FILES = 1000,
  TRM_REPEAT_COPIES = 1000000, /* things that repeats may make */
  TRM_REPEAT_VALUES = 3000000  /* and the values in them */
};

/* A file, or a copy of one. */
typedef struct TrmScope {
  const struct TrmScope *outer; /* the file that includes it; NULL for the main file */
  const TrmSource *source;
  const char *prefix; /* the whole prefix, with those of the files around it; "" for none */
  unsigned mirror;    /* as TrmItem.mirror */
  unsigned depth;
  TrmPlace place;         /* where it is included */
  const TrmItem *options; /* of the include; NULL for the main file */
} TrmScope;

/* A loop variable and its present value. */
typedef struct TrmLoop {
  const struct TrmLoop *outer;
  const char *name;
  long value;
} TrmLoop;

/* An item (or one field of the root) whose names are to be made whole in `scope`. */
typedef struct TrmFlat {
  TrmItem *item;
  const TrmParam *param; /* NULL: all fields */
  const TrmScope *scope;
} TrmFlat;

typedef struct TrmPending {
  const TrmNode *node;
  const TrmScope *scope;
} TrmPending;

typedef struct TrmReader {
  TrmModel *model;
  TrmLog *log;
  TrmArena *arena;       /* lives as long as the reading */
  TrmArena *passing;     /* for one item: texts and expressions being looked at */
  TrmSource *held;       /* a source not yet owned by the model */
  TrmText text;          /* for printing expressions */
  const TrmScope *scope; /* where the node being read stands */
  const TrmLoop *loop;
  const char *member_prefix; /* put before the names of ground's markers; NULL: none */
  TrmParameters *parameters; /* set once all files are read */
  size_t copies, values, files;
  unsigned nesting;  /* items inside items */
  size_t own_errors; /* errors that spoil only the thing they stand in */
  TrmFlat *flats;
  size_t flat_count, flat_capacity;
  TrmPending *repeats;
  size_t repeat_count, repeat_capacity;
} TrmReader;

/* fill_value.c: interpret `node` as a value of `param`; 1 and `*value` on success. */
int trm_read_value(TrmReader *r, TrmItem *owner, const TrmParam *param, const TrmNode *node,
                   TrmValue *value);

/* fill_object.c: read the pairs of a mapping into fields, except the pair whose key is `head`;
 * check that nothing required is missing; a whole object of one type. */
void trm_read_fields(TrmReader *r, TrmItem *item, const TrmNode *node, const TrmNode *head);
void trm_read_required(TrmReader *r, const TrmItem *item);
void trm_read_object(TrmReader *r, TrmItem *item, const TrmNode *node);
/* Store a value that was read; `key` gives the place. */
void trm_read_store(TrmReader *r, TrmItem *item, const TrmParam *param, const TrmNode *key,
                    const TrmNode *node);
void trm_read_unknown(TrmReader *r, const TrmItem *item, const TrmType *type, const TrmNode *key);
TrmItem *trm_read_nested(TrmReader *r, TrmItem *owner, const TrmType *type, TrmPlace place);

/* fill_variant.c: which type of a table a node is of, then its parameters. */
typedef struct TrmVariant {
  const TrmType *type;
  const TrmNode *key;  /* the node of the type's word; NULL for a plain one */
  const TrmNode *head; /* the value behind it; NULL: none */
} TrmVariant;

int trm_variant_choose(TrmReader *r, const TrmItem *owner, const TrmTable *table, const char *name,
                       const TrmNode *node, TrmPlace place, TrmVariant *variant);
void trm_variant_read(TrmReader *r, TrmItem *item, const TrmTable *table, const TrmNode *node,
                      const TrmVariant *variant);

/* fill_items.c: a map of named things. */
void trm_read_items(TrmReader *r, TrmItem *owner, const TrmParam *param, const TrmNode *node,
                    TrmPlace key_place);

/* scope.c */
/* The text of a scalar with `{...}` worked out; NULL after an error. Lives until the next item. */
const char *trm_scope_text(TrmReader *r, const TrmNode *node, size_t *length);
/* Parse and, inside loops, replace loop variables. Returns the text to store, NULL after an error.
 */
const char *trm_scope_expression(TrmReader *r, const char *text, TrmPlace place);
/* The loop variable called `name`, or NULL. */
const TrmLoop *trm_scope_loop(const TrmReader *r, const char *name);
/* Work out a whole number; 0 after an error. */
int trm_scope_whole(TrmReader *r, const char *text, TrmPlace place, TrmCode code, long *value);
/* Note that the names in `item` (or its field `param`) belong to the present scope. */
void trm_scope_mark(TrmReader *r, TrmItem *item, const TrmParam *param);

/* Begin the passing arena afresh when it has grown; only where nothing in it is held. */
void trm_scope_renew(TrmReader *r);

/* flatten.c: make the names in marked items whole; only those of parameters, or all others. */
void trm_names_flatten(TrmReader *r, int parameters);

/* top.c: the top level of a file in the present scope, then the files it includes. */
void trm_top_read(TrmReader *r, const TrmNode *root);

/* include.c: the files that the value of `include` asks for. The value that an include around the
 * present scope gives to parameter `item` instead of its own, NULL when none does; the file that
 * gives it in `*scope`. */
void trm_include_read(TrmReader *r, const TrmNode *key, const TrmNode *node);
const TrmValue *trm_include_override(TrmReader *r, const TrmItem *item, const TrmScope **scope);

/* repeat.c: the copies that a `repeat` asks for. */
void trm_repeat_read(TrmReader *r, const TrmNode *node);

/* messages: the nearest name up the tree, NULL at the top level; begin "'key' of 'name'" */
const char *trm_item_label(const TrmItem *item);
const char *trm_read_subject(TrmReader *r, const TrmItem *owner, const TrmParam *param);

#endif
