/* SPDX-License-Identifier: Apache-2.0
 *
 * JSON that is read: a tree of values. The members of an object, and the elements of an array, are
 * a list from `first` on.
 */
#ifndef TRM_BASE_JSON_H
#define TRM_BASE_JSON_H

#include "base/arena.h"

typedef enum TrmJsonKind {
  TRM_JSON_NULL,
  TRM_JSON_FALSE,
  TRM_JSON_TRUE,
  TRM_JSON_NUMBER,
  TRM_JSON_TEXT,
  TRM_JSON_ARRAY,
  TRM_JSON_OBJECT
} TrmJsonKind;

typedef struct TrmJson TrmJson;
struct TrmJson {
  TrmJsonKind kind;
  const char *name; /* of a member; NULL for others */
  double number;
  const char *text;
  const TrmJson *first, *next;
  size_t count; /* of elements or members */
};

/* The value that `text` is; NULL: it is none, or is nested more than 64 deep. Inside a guard. */
const TrmJson *trm_json_read(const char *text, TrmArena *arena);

/* A member of an object, NULL: there is none, or `json` is NULL. Its number and text, or what is to
 * stand for them. */
const TrmJson *trm_json_get(const TrmJson *json, const char *name);
double trm_json_number(const TrmJson *json, const char *name, double otherwise);
const char *trm_json_text(const TrmJson *json, const char *name, const char *otherwise);

/* The elements of the array `name` that are numbers, at most `most`; returns how many. */
size_t trm_json_numbers(const TrmJson *json, const char *name, double *out, size_t most);

#endif
