/* SPDX-License-Identifier: Apache-2.0
 *
 * Closedness: in a closed surface every edge is used by two triangles, once in each direction. The
 * uses of all edges are sorted by their lower vertex (counting) and then by the higher one.
 */
#include "catalog/shape/mesh.h"
#include <stdlib.h>

/* what can be wrong with an edge, worst first */
typedef enum EdgeFault {
  EDGE_OPEN,
  EDGE_CROWDED,
  EDGE_FLIPPED,
  EDGE_SHARED,
  EDGE_FAULTS
} EdgeFault;

typedef struct EdgeFinding {
  size_t count;
  uint32_t low, high; /* the first such edge */
} EdgeFinding;

/* the uses of edges whose lower vertex is v are in uses[first[v]] .. uses[first[v + 1]]: twice the
 * higher vertex, plus one when used from the higher to the lower */
typedef struct EdgeUses {
  size_t *first;
  uint32_t *uses;
} EdgeUses;

static EdgeUses sort_edges(TrmArena *arena, const TrmMesh *mesh) {
  size_t count = 3 * mesh->triangle_count;
  EdgeUses edges = {trm_arena_array(arena, mesh->vertex_count + 2, sizeof *edges.first),
                    trm_arena_array(arena, count, sizeof *edges.uses)};
  /* count, then sum up, then fill: first[v + 1] moves from the start of v to its end */
  for (size_t k = 0; k < count; k++) {
    uint32_t a = mesh->triangles[k], b = mesh->triangles[k % 3 == 2 ? k - 2 : k + 1];
    edges.first[(a < b ? a : b) + 2]++;
  }
  for (size_t v = 2; v < mesh->vertex_count + 2; v++) edges.first[v] += edges.first[v - 1];
  for (size_t k = 0; k < count; k++) {
    uint32_t a = mesh->triangles[k], b = mesh->triangles[k % 3 == 2 ? k - 2 : k + 1];
    edges.uses[edges.first[(a < b ? a : b) + 1]++] = a < b ? 2 * b : 2 * a + 1;
  }
  return edges;
}

static int compare_uses(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* what is wrong with an edge used `up` times from its lower to its higher vertex, `down` times back
 */
static EdgeFault edge_fault(size_t up, size_t down) {
  if (up == 1 && down == 1) return EDGE_FAULTS;
  if (up + down == 1) return EDGE_OPEN;
  if (up == down) return EDGE_SHARED;
  return up + down == 2 ? EDGE_FLIPPED : EDGE_CROWDED;
}

static void find_faults(TrmArena *arena, const TrmMesh *mesh, EdgeFinding found[EDGE_FAULTS]) {
  EdgeUses edges = sort_edges(arena, mesh);
  for (size_t v = 0; v < mesh->vertex_count; v++) {
    uint32_t *use = edges.uses + edges.first[v], *end = edges.uses + edges.first[v + 1];
    qsort(use, (size_t)(end - use), sizeof *use, compare_uses);
    while (use < end) {
      uint32_t high = *use / 2;
      size_t counts[2] = {0};
      for (; use < end && *use / 2 == high; use++) counts[*use & 1]++;
      EdgeFault fault = edge_fault(counts[0], counts[1]);
      if (fault == EDGE_FAULTS) continue;
      if (found[fault].count++ == 0) {
        found[fault].low = (uint32_t)v;
        found[fault].high = high;
      }
    }
  }
}

int trm_mesh_closed(TrmArena *arena, const TrmMesh *mesh, const TrmMeshReport *report) {
  static const struct {
    TrmCode code;
    const char *text;
  } messages[EDGE_FAULTS] = {
      {TRM_E_MESH_OPEN, "is open: edges with one triangle only"},
      {TRM_E_MESH_EDGE, "has too many walls: edges with three or more triangles"},
      {TRM_E_MESH_ORIENTATION, "has triangles turned over: edges where neighbours disagree"},
      {TRM_W_MESH_TOUCHING, "has parts that touch: edges shared by several"}};
  EdgeFinding found[EDGE_FAULTS] = {{0}};
  find_faults(arena, mesh, found);
  for (int fault = 0; fault < EDGE_FAULTS; fault++) {
    if (!found[fault].count) continue;
    const double *a = mesh->vertices + 3 * (size_t)found[fault].low;
    const double *b = mesh->vertices + 3 * (size_t)found[fault].high;
    double middle[3];
    for (int i = 0; i < 3; i++) middle[i] = a[i] + 0.5 * (b[i] - a[i]);
    trm_log_add(report->log, messages[fault].code, report->place, report->owner,
                "mesh of '%s' %s: %zu, one near (%g, %g, %g) in the file's units", report->owner,
                messages[fault].text, found[fault].count, middle[0], middle[1], middle[2]);
    if (fault == EDGE_OPEN)
      trm_log_hint(report->log, "close the mesh, or leave out 'density' and 'mass' of this shape "
                                "and give the body its own");
    return fault == EDGE_SHARED;
  }
  return 1;
}
