/* SPDX-License-Identifier: Apache-2.0
 *
 * Map: text (with an owner, so that one map serves many name spaces) to pointer; open addressing.
 */
#ifndef TRM_BASE_MAP_H
#define TRM_BASE_MAP_H

#include "base/arena.h"

typedef struct TrmMap TrmMap;

TrmMap *trm_map_new(TrmArena *arena);

/* What is stored under (owner, key), or NULL. */
void *trm_map_get(const TrmMap *map, const void *owner, const char *key);

/* Store; the key is not copied. Returns what was there before, which stays if not NULL. */
void *trm_map_put(TrmMap *map, const void *owner, const char *key, void *value);

#endif
