/* SPDX-License-Identifier: Apache-2.0
 *
 * Topology by depth-first search, so that a chain stays a chain and each loop is closed by one
 * joint.
 */
#include "compile/topology.h"

/* neighbours of each body in joint order; index 0 is ground */
typedef struct Graph {
  size_t count, *first; /* count + 1 */
  TrmBranch *ends;
} Graph;

static int is_edge(const TrmJoint *joint) {
  return !joint->coupling && joint->first != joint->second;
}

static Graph build_graph(TrmArena *arena, const TrmSystem *system) {
  Graph graph = {.count = system->body_count + 1};
  graph.first = trm_arena_array(arena, graph.count + 2, sizeof *graph.first);
  size_t *next = trm_arena_array(arena, graph.count + 2, sizeof *next);
  size_t edges = 0;
  for (size_t j = 0; j < system->joint_count; j++) {
    const TrmJoint *joint = &system->joints[j];
    if (!is_edge(joint)) continue;
    graph.first[joint->first + 2]++;
    graph.first[joint->second + 2]++;
    edges += 2;
  }
  for (size_t i = 0; i < graph.count; i++) graph.first[i + 1] += graph.first[i];
  for (size_t i = 0; i < graph.count; i++) next[i] = graph.first[i];
  graph.ends = trm_arena_array(arena, edges, sizeof *graph.ends);
  for (size_t j = 0; j < system->joint_count; j++) {
    const TrmJoint *joint = &system->joints[j];
    if (!is_edge(joint)) continue;
    graph.ends[next[joint->first + 1]++] = (TrmBranch){(int)j, joint->second, 0};
    graph.ends[next[joint->second + 1]++] = (TrmBranch){(int)j, joint->first, 0};
  }
  return graph;
}

typedef struct Walk {
  const Graph *graph;
  char *seen_body, *seen_joint;
  size_t *next;    /* next neighbour of each body to look at */
  int *stack;      /* bodies on the way */
  TrmBranch *kept; /* by position in graph.ends; joint -1: not part of the tree */
  size_t loops;
} Walk;

/* everything that hangs on `root` */
static void search(Walk *walk, int root) {
  const Graph *graph = walk->graph;
  size_t depth = 0;
  walk->stack[depth++] = root;
  walk->seen_body[root + 1] = 1;
  while (depth) {
    size_t body = (size_t)(walk->stack[depth - 1] + 1);
    if (walk->next[body] == graph->first[body + 1]) {
      depth--;
      continue;
    }
    size_t at = walk->next[body]++;
    TrmBranch branch = graph->ends[at];
    walk->kept[at].joint = -1;
    if (walk->seen_joint[branch.joint]) continue;
    walk->seen_joint[branch.joint] = 1;
    branch.closes = walk->seen_body[branch.body + 1];
    walk->kept[at] = branch;
    walk->loops += (size_t)branch.closes;
    if (branch.closes) continue;
    walk->seen_body[branch.body + 1] = 1;
    walk->stack[depth++] = branch.body;
  }
}

TrmTopology *trm_topology_new(TrmArena *arena, const TrmSystem *system) {
  Graph graph = build_graph(arena, system);
  TrmTopology *topology = trm_arena_alloc(arena, sizeof *topology);
  size_t edges = graph.first[graph.count];
  Walk walk = {.graph = &graph};
  walk.seen_body = trm_arena_array(arena, graph.count, 1);
  walk.seen_joint = trm_arena_array(arena, system->joint_count, 1);
  walk.next = trm_arena_array(arena, graph.count, sizeof *walk.next);
  walk.stack = trm_arena_array(arena, graph.count, sizeof *walk.stack);
  walk.kept = trm_arena_array(arena, edges, sizeof *walk.kept);
  for (size_t i = 0; i < graph.count; i++) walk.next[i] = graph.first[i];
  search(&walk, TRM_GROUND);
  topology->roots = trm_arena_array(arena, graph.count, sizeof *topology->roots);
  for (size_t i = 1; i < graph.count; i++) {
    if (walk.seen_body[i]) continue;
    topology->roots[topology->root_count++] = (int)i - 1;
    search(&walk, (int)i - 1);
  }
  /* keep only the branches of the tree, packed */
  topology->first = trm_arena_array(arena, graph.count + 1, sizeof *topology->first);
  topology->branches = trm_arena_array(arena, edges, sizeof *topology->branches);
  size_t used = 0;
  for (size_t i = 0; i < graph.count; i++) {
    topology->first[i] = used;
    for (size_t k = graph.first[i]; k < graph.first[i + 1]; k++)
      if (walk.kept[k].joint >= 0) topology->branches[used++] = walk.kept[k];
  }
  topology->first[graph.count] = used;
  topology->loop_count = walk.loops;
  return topology;
}
