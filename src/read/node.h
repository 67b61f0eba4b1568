/* SPDX-License-Identifier: Apache-2.0
 *
 * Making nodes: readers of other formats write what they understood as the tree that a YAML file
 * would have given, each node with its place in their own file. All only inside a guard.
 */
#ifndef TRM_READ_NODE_H
#define TRM_READ_NODE_H

#include "base/map.h"
#include "read/document.h"

/* A plain scalar; the text is not copied. A number in the fewest digits. */
TrmNode *trm_node_scalar(TrmArena *arena, TrmPlace place, const char *text);
TrmNode *trm_node_number(TrmArena *arena, TrmPlace place, double value);
TrmNode *trm_node_printf(TrmArena *arena, TrmPlace place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Empty collections, and one more in them; a NULL value is left out. */
TrmNode *trm_node_map(TrmArena *arena, TrmPlace place);
TrmNode *trm_node_list(TrmArena *arena, TrmPlace place);
void trm_node_put(TrmArena *arena, TrmNode *map, const char *key, TrmPlace place, TrmNode *value);
void trm_node_push(TrmArena *arena, TrmNode *list, TrmNode *value);

/* A list of numbers, and one of two words. */
TrmNode *trm_node_numbers(TrmArena *arena, TrmPlace place, const double *values, size_t count);
TrmNode *trm_node_both(TrmArena *arena, TrmPlace place, const char *first, const char *second);

/* A name for `wanted`: letters, digits and _ only, not beginning with a digit. */
const char *trm_node_name(TrmArena *arena, const char *wanted);

/* The same, one that nothing of this kind has yet; `taken` holds those, without regard to case. */
const char *trm_node_unique(TrmArena *arena, TrmMap *taken, const char *kind, const char *wanted);

#endif
