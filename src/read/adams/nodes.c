/* SPDX-License-Identifier: Apache-2.0
 *
 * Nodes: the tree of the model language that statements are written as. Maps and lists grow by
 * doubling; their capacity is the next power of two above their count.
 */
#include "read/adams/adams.h"
#include <stdarg.h>
#include <string.h>

TrmNode *trm_adams_word(TrmAdams *a, TrmPlace place, const char *text) {
  TrmNode *node = trm_arena_alloc(a->arena, sizeof *node);
  node->kind = TRM_NODE_SCALAR;
  node->plain = 1;
  node->expanded = 1;
  node->place = place;
  node->text = text;
  node->count = (uint32_t)strlen(text);
  return node;
}

TrmNode *trm_adams_wordf(TrmAdams *a, TrmPlace place, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const char *text = trm_arena_vprintf(a->arena, format, args);
  va_end(args);
  return trm_adams_word(a, place, text);
}

TrmNode *trm_adams_value(TrmAdams *a, TrmPlace place, double value) {
  char number[32];
  /* -0 and 0 are the same to a reader */
  trm_number_format(value + 0, number);
  return trm_adams_word(a, place, trm_arena_string(a->arena, number));
}

static TrmNode *collection(TrmAdams *a, TrmNodeKind kind, TrmPlace place) {
  TrmNode *node = trm_arena_alloc(a->arena, sizeof *node);
  node->kind = kind;
  node->expanded = 1;
  node->place = place;
  return node;
}

TrmNode *trm_adams_map(TrmAdams *a, TrmPlace place) {
  return collection(a, TRM_NODE_MAPPING, place);
}

TrmNode *trm_adams_list(TrmAdams *a, TrmPlace place) {
  return collection(a, TRM_NODE_SEQUENCE, place);
}

/* room for one more where the count is a power of two */
static void *room(TrmAdams *a, void *items, uint32_t count, size_t size) {
  if (count & (count - 1)) return items;
  size_t capacity = count ? count : 1;
  return trm_arena_grow(a->arena, items, count, &capacity, size);
}

void trm_adams_put(TrmAdams *a, TrmNode *map, const char *key, TrmPlace place, TrmNode *value) {
  if (!value) return;
  map->pairs = room(a, map->pairs, map->count, sizeof *map->pairs);
  map->pairs[map->count++] = (TrmPair){trm_adams_word(a, place, key), value};
  map->expanded += 1 + value->expanded;
}

void trm_adams_push(TrmAdams *a, TrmNode *list, TrmNode *value) {
  if (!value) return;
  list->items = room(a, list->items, list->count, sizeof *list->items);
  list->items[list->count++] = value;
  list->expanded += value->expanded;
}

TrmNode *trm_adams_values(TrmAdams *a, TrmPlace place, const double *values, size_t count) {
  TrmNode *list = trm_adams_list(a, place);
  for (size_t i = 0; i < count; i++) trm_adams_push(a, list, trm_adams_value(a, place, values[i]));
  return list;
}

TrmNode *trm_adams_pair(TrmAdams *a, TrmPlace place, const char *first, const char *second) {
  TrmNode *list = trm_adams_list(a, place);
  trm_adams_push(a, list, trm_adams_word(a, place, first));
  trm_adams_push(a, list, trm_adams_word(a, place, second));
  return list;
}

TrmNode *trm_adams_thing(TrmAdams *a, TrmAdamsSection section, TrmAdamsStatement *s) {
  TrmNode *map = trm_adams_map(a, s->place);
  if (!a->sections[section]) a->sections[section] = trm_adams_map(a, s->place);
  trm_adams_put(a, a->sections[section], s->name, s->place, map);
  s->node = map;
  return map;
}
