/* SPDX-License-Identifier: Apache-2.0
 *
 * Nodes: maps and lists grow by doubling; their capacity is the next power of two above their
 * count.
 */
#include "read/node.h"
#include "base/text.h"
#include <stdarg.h>
#include <string.h>

TrmNode *trm_node_scalar(TrmArena *arena, TrmPlace place, const char *text) {
  TrmNode *node = trm_arena_alloc(arena, sizeof *node);
  node->kind = TRM_NODE_SCALAR;
  node->plain = 1;
  node->expanded = 1;
  node->place = place;
  node->text = text;
  node->count = (uint32_t)strlen(text);
  return node;
}

TrmNode *trm_node_printf(TrmArena *arena, TrmPlace place, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const char *text = trm_arena_vprintf(arena, format, args);
  va_end(args);
  return trm_node_scalar(arena, place, text);
}

TrmNode *trm_node_number(TrmArena *arena, TrmPlace place, double value) {
  char number[32];
  /* -0 and 0 are the same to a reader */
  trm_number_format(value + 0, number);
  return trm_node_scalar(arena, place, trm_arena_string(arena, number));
}

static TrmNode *collection(TrmArena *arena, TrmNodeKind kind, TrmPlace place) {
  TrmNode *node = trm_arena_alloc(arena, sizeof *node);
  node->kind = kind;
  node->expanded = 1;
  node->place = place;
  return node;
}

TrmNode *trm_node_map(TrmArena *arena, TrmPlace place) {
  return collection(arena, TRM_NODE_MAPPING, place);
}

TrmNode *trm_node_list(TrmArena *arena, TrmPlace place) {
  return collection(arena, TRM_NODE_SEQUENCE, place);
}

/* room for one more where the count is a power of two */
static void *room(TrmArena *arena, void *items, uint32_t count, size_t size) {
  if (count & (count - 1)) return items;
  size_t capacity = count ? count : 1;
  return trm_arena_grow(arena, items, count, &capacity, size);
}

void trm_node_put(TrmArena *arena, TrmNode *map, const char *key, TrmPlace place, TrmNode *value) {
  if (!value) return;
  map->pairs = room(arena, map->pairs, map->count, sizeof *map->pairs);
  map->pairs[map->count++] = (TrmPair){trm_node_scalar(arena, place, key), value};
  map->expanded += 1 + value->expanded;
}

void trm_node_push(TrmArena *arena, TrmNode *list, TrmNode *value) {
  if (!value) return;
  list->items = room(arena, list->items, list->count, sizeof *list->items);
  list->items[list->count++] = value;
  list->expanded += value->expanded;
}

TrmNode *trm_node_numbers(TrmArena *arena, TrmPlace place, const double *values, size_t count) {
  TrmNode *list = trm_node_list(arena, place);
  for (size_t i = 0; i < count; i++)
    trm_node_push(arena, list, trm_node_number(arena, place, values[i]));
  return list;
}

TrmNode *trm_node_both(TrmArena *arena, TrmPlace place, const char *first, const char *second) {
  TrmNode *list = trm_node_list(arena, place);
  trm_node_push(arena, list, trm_node_scalar(arena, place, first));
  trm_node_push(arena, list, trm_node_scalar(arena, place, second));
  return list;
}

/* may stand in a name */
static int name_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

const char *trm_node_name(TrmArena *arena, const char *wanted) {
  enum { LONGEST = 60 };
  size_t length = strlen(wanted), n = 0;
  char *name = trm_arena_alloc(arena, LONGEST + 8);
  if (*wanted >= '0' && *wanted <= '9') name[n++] = '_';
  /* a run of anything else is one underscore, none at the end */
  for (size_t i = 0; i < length && n < LONGEST; i++) {
    if (name_letter(wanted[i])) {
      name[n++] = wanted[i];
    } else if (n && name[n - 1] != '_') {
      name[n++] = '_';
    }
  }
  while (n > 1 && name[n - 1] == '_' && !name_letter(wanted[length - 1])) n--;
  name[n] = 0;
  return n ? name : "unnamed";
}

const char *trm_node_unique(TrmArena *arena, TrmMap *taken, const char *kind, const char *wanted) {
  const char *name = trm_node_name(arena, wanted), *first = name;
  const char *owner = trm_map_get(taken, NULL, kind);
  if (!owner) {
    owner = trm_arena_string(arena, kind);
    trm_map_put(taken, NULL, owner, (void *)(uintptr_t)owner);
  }
  size_t *begun = NULL; /* how many the first of this name was followed by */
  for (;;) {
    char *key = trm_arena_string(arena, name);
    for (char *c = key; *c; c++)
      if (*c >= 'A' && *c <= 'Z') *c = (char)(*c - 'A' + 'a');
    size_t *count = trm_arena_alloc(arena, sizeof *count);
    *count = 1;
    size_t *earlier = trm_map_put(taken, owner, key, count);
    if (!earlier) return name;
    if (!begun) begun = earlier;
    name = trm_arena_printf(arena, "%s_%zu", first, ++*begun);
  }
}
