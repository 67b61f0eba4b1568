/* SPDX-License-Identifier: Apache-2.0
 *
 * Type: looking parameters and types up in the descriptors.
 */
#include "model/type.h"
#include <string.h>

const TrmParam *trm_type_param_at(const TrmType *type, size_t index) {
  const TrmParam *lists[] = {type->params, type->shared};
  for (int i = 0; i < 2; i++)
    for (const TrmParam *p = lists[i]; p && p->key; p++)
      if (index-- == 0) return p;
  return NULL;
}

const TrmParam *trm_type_param(const TrmType *type, const char *key) {
  const TrmParam *lists[] = {type->params, type->shared};
  for (int i = 0; i < 2; i++)
    for (const TrmParam *p = lists[i]; p && p->key; p++)
      if (strcmp(p->key, key) == 0) return p;
  return NULL;
}

const TrmParam *trm_type_flagged(const TrmType *type, unsigned flag) {
  const TrmParam *lists[] = {type->params, type->shared};
  for (int i = 0; i < 2; i++)
    for (const TrmParam *p = lists[i]; p && p->key; p++)
      if (p->flags & flag) return p;
  return NULL;
}

const char *trm_words_at(const char *words, size_t index, size_t *length) {
  if (!words || !*words) return NULL;
  for (; index > 0; index--) {
    words = strchr(words, '|');
    if (!words) return NULL;
    words++;
  }
  *length = strcspn(words, "|");
  return words;
}

int trm_words_have(const char *words, const char *word) {
  size_t wanted = strlen(word), length;
  const char *candidate;
  for (size_t i = 0; (candidate = trm_words_at(words, i, &length)); i++)
    if (length == wanted && memcmp(candidate, word, length) == 0) return 1;
  return 0;
}

int trm_type_is(const TrmType *type, const char *word) {
  return strcmp(type->name, word) == 0 || trm_words_have(type->aliases, word);
}

const TrmType *trm_table_find(const TrmTable *table, const char *word) {
  for (const TrmType *const *t = table->types; *t; t++)
    if (trm_type_is(*t, word)) return *t;
  return NULL;
}
