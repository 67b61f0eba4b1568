/* SPDX-License-Identifier: Apache-2.0
 *
 * Fold: a map from lower-case names to what they stand for.
 */
#include "model/fold.h"
#include "base/map.h"
#include <ctype.h>
#include <string.h>

enum { KINDS = 16, LONGEST = 256 };

struct TrmFold {
  TrmArena *arena;
  TrmMap *map;
  char kinds[KINDS]; /* the address of each stands for it in the map */
};

/* the name behind a lower-case spelling, and whether it is the only one */
typedef struct Entry {
  const char *name;
  int several;
} Entry;

TrmFold *trm_fold_new(TrmArena *arena) {
  TrmFold *fold = trm_arena_alloc(arena, sizeof *fold);
  fold->arena = arena;
  fold->map = trm_map_new(arena);
  return fold;
}

/* 0 when the name is longer than any that is folded */
static int lower(const char *name, char out[LONGEST]) {
  size_t length = strlen(name);
  if (length >= LONGEST) return 0;
  for (size_t i = 0; i <= length; i++) out[i] = (char)tolower((unsigned char)name[i]);
  return 1;
}

void trm_fold_add(TrmFold *fold, unsigned kind, const char *name) {
  char key[LONGEST];
  if (!lower(name, key)) return;
  const void *owner = &fold->kinds[kind % KINDS];
  Entry *entry = trm_map_get(fold->map, owner, key);
  if (entry) {
    entry->several |= strcmp(entry->name, name) != 0;
    return;
  }
  entry = trm_arena_alloc(fold->arena, sizeof *entry);
  entry->name = name;
  trm_map_put(fold->map, owner, trm_arena_string(fold->arena, key), entry);
}

const char *trm_fold_find(TrmFold *fold, unsigned kind, const char *name) {
  char key[LONGEST];
  if (!lower(name, key)) return NULL;
  const Entry *entry = trm_map_get(fold->map, &fold->kinds[kind % KINDS], key);
  return entry && !entry->several ? entry->name : NULL;
}
