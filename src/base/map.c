/* SPDX-License-Identifier: Apache-2.0
 *
 * Map: open addressing with linear probing, at most half full; FNV-1a over the key and the owner.
 */
#include "base/map.h"
#include <stdint.h>
#include <string.h>

typedef struct Slot {
  const void *owner;
  const char *key;
  void *value;
  uint64_t hash;
} Slot;

struct TrmMap {
  TrmArena *arena;
  Slot *slots;
  size_t count, capacity; /* capacity is a power of two */
};

static uint64_t hash_of(const void *owner, const char *key) {
  uint64_t hash = 0xcbf29ce484222325u ^ (uint64_t)(uintptr_t)owner * 0x9E3779B97F4A7C15u;
  for (; *key; key++) hash = (hash ^ (unsigned char)*key) * 0x100000001b3u;
  return hash ^ hash >> 29;
}

/* the slot that holds (owner, key), or the free one where it would go */
static Slot *slot_for(const TrmMap *map, const void *owner, const char *key, uint64_t hash) {
  size_t mask = map->capacity - 1;
  for (size_t i = hash & mask;; i = (i + 1) & mask) {
    Slot *slot = &map->slots[i];
    if (!slot->key) return slot;
    if (slot->hash == hash && slot->owner == owner && strcmp(slot->key, key) == 0) return slot;
  }
}

static void resize(TrmMap *map, size_t capacity) {
  Slot *old = map->slots;
  size_t old_capacity = map->capacity;
  Slot *fresh = trm_arena_array(map->arena, capacity, sizeof *fresh);
  map->slots = fresh;
  map->capacity = capacity;
  for (size_t i = 0; i < old_capacity; i++)
    if (old[i].key) *slot_for(map, old[i].owner, old[i].key, old[i].hash) = old[i];
}

TrmMap *trm_map_new(TrmArena *arena) {
  TrmMap *map = trm_arena_alloc(arena, sizeof *map);
  map->arena = arena;
  resize(map, 32);
  return map;
}

void *trm_map_get(const TrmMap *map, const void *owner, const char *key) {
  return slot_for(map, owner, key, hash_of(owner, key))->value;
}

void *trm_map_put(TrmMap *map, const void *owner, const char *key, void *value) {
  if (map->count * 2 >= map->capacity) resize(map, map->capacity * 2);
  uint64_t hash = hash_of(owner, key);
  Slot *slot = slot_for(map, owner, key, hash);
  if (slot->key) return slot->value;
  *slot = (Slot){owner, key, value, hash};
  map->count++;
  return NULL;
}
