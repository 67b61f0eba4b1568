/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts: the connected pieces of a closed mesh. A piece of negative volume is a cavity when it lies
 * in the box of a piece of positive volume, and inside out when it does not. Pieces are found by
 * joining the corners of each triangle (union-find with path halving).
 */
#include "catalog/shape/mesh.h"
#include <math.h>

/* comparisons of boxes that are worth the while; a mesh of more pieces is taken as it is */
enum { MOST_COMPARISONS = 100000000 };

typedef struct Part {
  double volume, low[3], high[3];
} Part;

static uint32_t find_root(uint32_t *parent, uint32_t v) {
  while (parent[v] != v) v = parent[v] = parent[parent[v]];
  return v;
}

/* volume of the tetrahedron of triangle `t` and the middle of the mesh, six times */
static double tetrahedron(const TrmMesh *mesh, size_t t) {
  double p[3][3], det = 0;
  for (size_t v = 0; v < 3; v++)
    for (size_t i = 0; i < 3; i++)
      p[v][i] = mesh->vertices[3 * (size_t)mesh->triangles[3 * t + v] + i] -
                (mesh->low[i] + 0.5 * (mesh->high[i] - mesh->low[i]));
  for (int i = 0; i < 3; i++) {
    int k = (i + 1) % 3, l = (i + 2) % 3;
    det += p[0][i] * (p[1][k] * p[2][l] - p[1][l] * p[2][k]);
  }
  return det;
}

/* the pieces, in the order of their first vertex */
static Part *find_parts(TrmArena *arena, const TrmMesh *mesh, size_t *count) {
  uint32_t *parent = trm_arena_array(arena, mesh->vertex_count, sizeof *parent);
  uint32_t *number = trm_arena_array(arena, mesh->vertex_count, sizeof *number);
  for (size_t v = 0; v < mesh->vertex_count; v++) parent[v] = (uint32_t)v;
  for (size_t k = 0; k < 3 * mesh->triangle_count; k++) {
    uint32_t a = find_root(parent, mesh->triangles[k]);
    uint32_t b = find_root(parent, mesh->triangles[k - k % 3]);
    if (a < b) parent[b] = a;
    if (b < a) parent[a] = b;
  }
  for (size_t v = 0; v < mesh->vertex_count; v++)
    if (parent[v] == v) number[v] = (uint32_t)(*count)++;

  /* boxes and volumes */
  Part *parts = trm_arena_array(arena, *count, sizeof *parts);
  for (size_t v = 0; v < mesh->vertex_count; v++) {
    uint32_t root = find_root(parent, (uint32_t)v);
    Part *part = &parts[number[root]];
    for (size_t i = 0; i < 3; i++) {
      double x = mesh->vertices[3 * v + i];
      part->low[i] = root == v ? x : fmin(part->low[i], x);
      part->high[i] = root == v ? x : fmax(part->high[i], x);
    }
  }
  for (size_t t = 0; t < mesh->triangle_count; t++)
    parts[number[find_root(parent, mesh->triangles[3 * t])]].volume += tetrahedron(mesh, t);
  return parts;
}

static int in_box(const Part *part, const Part *box) {
  for (int i = 0; i < 3; i++)
    if (part->low[i] < box->low[i] || part->high[i] > box->high[i]) return 0;
  return 1;
}

int trm_mesh_parts(TrmArena *arena, const TrmMesh *mesh, const TrmMeshReport *report) {
  size_t count = 0, comparisons = 0;
  Part *parts = find_parts(arena, mesh, &count);
  for (size_t k = 0; k < count; k++) {
    int loose = parts[k].volume < 0;
    for (size_t j = 0; j < count && loose; j++) {
      if (++comparisons > MOST_COMPARISONS) return 1;
      if (parts[j].volume > 0 && in_box(&parts[k], &parts[j])) loose = 0;
    }
    if (!loose) continue;
    trm_log_add(report->log, TRM_E_MESH_INSIDE_OUT, report->place, report->owner,
                "mesh of '%s' has a part that is inside out, from (%g, %g, %g) to (%g, %g, %g) in "
                "the file's units",
                report->owner, parts[k].low[0], parts[k].low[1], parts[k].low[2], parts[k].high[0],
                parts[k].high[1], parts[k].high[2]);
    trm_log_hint(report->log, "flip the normals of this part in the program that made the mesh");
    return 0;
  }
  return 1;
}
