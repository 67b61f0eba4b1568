/* SPDX-License-Identifier: Apache-2.0
 *
 * Type: the description of one kind of thing a user can write. Everything about its parameters is
 * declared here once; the reader, checks, defaults, `describe`, the JSON Schema and the reference
 * page all come from it. A table is a NULL-terminated list of types that can stand in one place.
 */
#ifndef TRM_MODEL_TYPE_H
#define TRM_MODEL_TYPE_H

#include "math/units.h"
#include <stdint.h>

typedef struct TrmType TrmType;
typedef struct TrmTable TrmTable;

/* What a parameter's value looks like, and how the model stores it (form in parentheses) */
typedef enum TrmKind {
  TRM_KIND_NUMBER,    /* number, or expression over parameters and constants (number | text) */
  TRM_KIND_INTEGER,   /* the same, must come out whole */
  TRM_KIND_FLAG,      /* true or false (flag) */
  TRM_KIND_TEXT,      /* any text (text) */
  TRM_KIND_CHOICE,    /* one of `words` (text) */
  TRM_KIND_REF,       /* name of an item in one of the sections `refs` (text) */
  TRM_KIND_FUNCTION,  /* expression of time and state (number | text) */
  TRM_KIND_VECTOR,    /* least..most NUMBERs (list); one number alone where least is 1 */
  TRM_KIND_FUNCTIONS, /* least..most FUNCTIONs (list); one alone where least is 1 */
  TRM_KIND_MATRIX,    /* list of VECTORs, least..most rows (list of lists) */
  TRM_KIND_PLACE,     /* [x, y, z] ([x, y] in planar models), a point's or a marker's name */
  TRM_KIND_DIRECTION, /* x y z -x -y -z, a vector, or {from: P, to: Q} (text | list | item) */
  TRM_KIND_REFS,      /* list of least..most REFs; one alone where least is 1 (list of text) */
  TRM_KIND_WORDS,     /* list of CHOICEs (list of text) */
  TRM_KIND_TEXTS,     /* list of texts; one alone where least is 1 (list of text) */
  TRM_KIND_PLACES,    /* list of PLACEs */
  TRM_KIND_RANGE,     /* a..b, whole numbers, both included: only in `repeat` (text) */
  TRM_KIND_OBJECT,    /* a map with the parameters of `type` (item) */
  TRM_KIND_OBJECTS,   /* list of OBJECTs, or one alone (list of item) */
  TRM_KIND_VARIANT,   /* one of `table`, see TrmTableForm (item) */
  TRM_KIND_VARIANTS,  /* list of VARIANTs, or one alone (list of item) */
  TRM_KIND_ITEMS      /* map of named things of `type` or `table` (items) */
} TrmKind;

/* Sections that a REF may point into */
enum {
  TRM_REF_PARAMETER = 1 << 0,
  TRM_REF_POINT = 1 << 1,
  TRM_REF_SPLINE = 1 << 2,
  TRM_REF_BODY = 1 << 3,   /* includes ground */
  TRM_REF_MARKER = 1 << 4, /* body.marker, ground.marker */
  TRM_REF_SHAPE = 1 << 5,  /* body.shape */
  TRM_REF_JOINT = 1 << 6,
  TRM_REF_MOTION = 1 << 7,
  TRM_REF_CONSTRAINT = 1 << 8,
  TRM_REF_FORCE = 1 << 9,
  TRM_REF_CONTACT = 1 << 10,
  TRM_REF_VARIABLE = 1 << 11,
  TRM_REF_EQUATION = 1 << 12,
  TRM_REF_TRANSFER_FUNCTION = 1 << 13,
  TRM_REF_STATE_SPACE = 1 << 14,
  TRM_REF_EVENT = 1 << 15,
  TRM_REF_OUTPUT = 1 << 16,
  TRM_REF_FLEXIBLE = 1 << 17,
  TRM_REF_BODY_OR_MARKER = TRM_REF_BODY | TRM_REF_MARKER
};

/* Flags of a parameter */
enum {
  TRM_REQUIRED = 1 << 0,
  TRM_HEAD = 1 << 1,      /* the value of the type's own key: {revolute: [a, b]} */
  TRM_SHORTHAND = 1 << 2, /* may stand alone in place of the whole map: `mass_of: 3` */
  TRM_AXIAL = 1 << 3,     /* a direction or vector that mirrors as an axis of rotation */
  TRM_ABOVE_LOW = 1 << 4, /* the value must be more than `low`, not equal to it */
  TRM_BELOW_HIGH = 1 << 5,
  TRM_BODY_FRAME = 1 << 6, /* a PLACE or DIRECTION in the body's frame, not ground's */
  TRM_LIMITED = 1 << 7,    /* `low` and `high` apply */
  TRM_MIRROR_TURN = 1 << 8 /* a function or number that changes sign when mirrored */
};

typedef struct TrmParam {
  const char *key; /* NULL ends a list */
  TrmKind kind;
  unsigned flags;
  TrmDimension dimension;
  const char *summary;   /* one line, lower case, no full stop */
  const char *fallback;  /* default as a user would write it; NULL: none */
  const char *words;     /* CHOICE, WORDS: "cubic|akima|linear" */
  unsigned refs;         /* REF, REFS, PLACE: sections */
  unsigned least, most;  /* counts of list kinds; most 0: no limit */
  double low, high;      /* with TRM_LIMITED, in SI; INFINITY where open */
  const TrmType *type;   /* OBJECT, OBJECTS, ITEMS of one type */
  const TrmTable *table; /* VARIANT, VARIANTS, ITEMS of several types */
} TrmParam;

struct TrmType {
  const char *name;       /* the word users write */
  const char *aliases;    /* further words, "translational|slider"; NULL: none */
  const char *summary;    /* one line for lists */
  const char *details;    /* a paragraph for `describe`; NULL: none */
  const char *example;    /* a whole model in YAML that is read without a diagnostic; NULL: none */
  const TrmParam *params; /* ended by key NULL */
  const TrmParam *shared; /* parameters common to the whole table; NULL: none */
  const char *locals;     /* names its functions may use besides, "length|speed"; NULL: none */
};

typedef enum TrmTableForm {
  TRM_TABLE_HEAD, /* {revolute: [a, b], at: P}: the type's key holds the head, the rest beside it */
  TRM_TABLE_NESTED /* {rod: {from: A, to: B}}: the type's key holds all parameters */
} TrmTableForm;

struct TrmTable {
  const char *name; /* singular: "joint", "shape" */
  TrmTableForm form;
  const TrmType *const *types; /* NULL-terminated */
  const TrmType *plain;        /* the type meant by a bare name or number; NULL: not allowed */
};

/* Parameter called `key` of `type` (own or shared), or NULL. */
const TrmParam *trm_type_param(const TrmType *type, const char *key);

/* Parameter number `index` over own and shared ones, NULL past the end. */
const TrmParam *trm_type_param_at(const TrmType *type, size_t index);

/* The parameter with flag `flag` (TRM_HEAD, TRM_SHORTHAND), or NULL. */
const TrmParam *trm_type_flagged(const TrmType *type, unsigned flag);

/* 1 when `word` is the type's name or an alias; the type of that word in a table, or NULL. */
int trm_type_is(const TrmType *type, const char *word);
const TrmType *trm_table_find(const TrmTable *table, const char *word);

/* 1 when `word` stands between the bars of `words`; word number `index`, its length in `*length`.
 */
int trm_words_have(const char *words, const char *word);
const char *trm_words_at(const char *words, size_t index, size_t *length);

#endif
