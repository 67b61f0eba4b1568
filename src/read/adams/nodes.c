/* SPDX-License-Identifier: Apache-2.0
 *
 * Nodes: the tree of the model language that statements are written as.
 */
#include "read/adams/adams.h"
#include "read/node.h"
#include <stdarg.h>

TrmNode *trm_adams_word(TrmAdams *a, TrmPlace place, const char *text) {
  return trm_node_scalar(a->arena, place, text);
}

TrmNode *trm_adams_wordf(TrmAdams *a, TrmPlace place, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const char *text = trm_arena_vprintf(a->arena, format, args);
  va_end(args);
  return trm_adams_word(a, place, text);
}

TrmNode *trm_adams_value(TrmAdams *a, TrmPlace place, double value) {
  return trm_node_number(a->arena, place, value);
}

TrmNode *trm_adams_map(TrmAdams *a, TrmPlace place) {
  return trm_node_map(a->arena, place);
}

TrmNode *trm_adams_list(TrmAdams *a, TrmPlace place) {
  return trm_node_list(a->arena, place);
}

void trm_adams_put(TrmAdams *a, TrmNode *map, const char *key, TrmPlace place, TrmNode *value) {
  trm_node_put(a->arena, map, key, place, value);
}

void trm_adams_push(TrmAdams *a, TrmNode *list, TrmNode *value) {
  trm_node_push(a->arena, list, value);
}

TrmNode *trm_adams_values(TrmAdams *a, TrmPlace place, const double *values, size_t count) {
  return trm_node_numbers(a->arena, place, values, count);
}

TrmNode *trm_adams_pair(TrmAdams *a, TrmPlace place, const char *first, const char *second) {
  return trm_node_both(a->arena, place, first, second);
}

TrmNode *trm_adams_thing(TrmAdams *a, TrmAdamsSection section, TrmAdamsStatement *s) {
  TrmNode *map = trm_adams_map(a, s->place);
  if (!a->sections[section]) a->sections[section] = trm_adams_map(a, s->place);
  trm_adams_put(a, a->sections[section], s->name, s->place, map);
  s->node = map;
  return map;
}
