/* SPDX-License-Identifier: Apache-2.0
 *
 * Topology: bodies as a tree of joints from ground, with the joints that close loops marked.
 */
#ifndef TRM_COMPILE_TOPOLOGY_H
#define TRM_COMPILE_TOPOLOGY_H

#include "compile/system.h"

/* A joint on the way from one body to the next. */
typedef struct TrmBranch {
  int joint, body; /* the body it leads to; TRM_GROUND for ground */
  int closes;      /* it leads back to a body that is in the tree already */
} TrmBranch;

/* Branches of body b are branches[first[b + 1]] to branches[first[b + 2] - 1]; ground is b = -1. */
typedef struct TrmTopology {
  TrmBranch *branches;
  size_t *first;
  int *roots; /* bodies that nothing ties to ground, one per free part */
  size_t root_count, loop_count;
} TrmTopology;

TrmTopology *trm_topology_new(TrmArena *arena, const TrmSystem *system);

#endif
