/* SPDX-License-Identifier: Apache-2.0
 *
 * Builder: triangles by vertex number. A hash table finds vertices with the same coordinates as
 * they come; at the end vertices within 1e-9 of the mesh's size are joined by cells of a grid, so
 * that rounding in the file does not open the surface. Vertices are numbered as triangles first use
 * them.
 */
#include "catalog/shape/mesh_build.h"
#include <float.h>
#include <math.h>
#include <string.h>

#define NONE UINT32_MAX

enum { FIRST_SLOTS = 64 };

/* vertices nearer than this part of the size are one; the grid's cells are four times as wide */
static const double weld = 1e-9, cell_width = 4;

typedef struct Point {
  double x[3];
} Point;

typedef struct Triple {
  uint32_t v[3];
} Triple;

struct TrmMeshBuilder {
  TrmArena *arena;
  const TrmMeshReport *report;
  Point *points;
  size_t point_count, point_capacity;
  Triple *triples;
  size_t triple_count, triple_capacity;
  size_t offered; /* triangles, with those dropped */
  uint32_t *slots;
  size_t slot_count; /* a power of two */
};

/* a well-mixed number from three words (splitmix64's finaliser) */
static uint64_t mix(const uint64_t words[3]) {
  uint64_t hash = 0;
  for (int i = 0; i < 3; i++) {
    hash += words[i] + 0x9E3779B97F4A7C15u;
    hash = (hash ^ (hash >> 30)) * 0xBF58476D1CE4E5B9u;
    hash = (hash ^ (hash >> 27)) * 0x94D049BB133111EBu;
    hash ^= hash >> 31;
  }
  return hash;
}

static uint64_t point_hash(const Point *point) {
  uint64_t words[3];
  memcpy(words, point->x, sizeof words);
  return mix(words);
}

TrmMeshBuilder *trm_mesh_builder_new(TrmArena *arena, const TrmMeshReport *report) {
  TrmMeshBuilder *builder = trm_arena_alloc(arena, sizeof *builder);
  builder->arena = arena;
  builder->report = report;
  return builder;
}

/* room for another vertex with the table at most half full */
static void reserve_slot(TrmMeshBuilder *builder) {
  if (2 * (builder->point_count + 1) <= builder->slot_count) return;
  size_t count = builder->slot_count ? 2 * builder->slot_count : FIRST_SLOTS;
  builder->slots = trm_arena_array(builder->arena, count, sizeof *builder->slots);
  builder->slot_count = count;
  for (size_t i = 0; i < count; i++) builder->slots[i] = NONE;
  for (size_t k = 0; k < builder->point_count; k++) {
    size_t i = point_hash(&builder->points[k]) & (count - 1);
    while (builder->slots[i] != NONE) i = (i + 1) & (count - 1);
    builder->slots[i] = (uint32_t)k;
  }
}

uint32_t trm_mesh_builder_vertex(TrmMeshBuilder *builder, const double p[3]) {
  /* adding zero makes -0 and 0 the same bits */
  Point point = {{p[0] + 0.0, p[1] + 0.0, p[2] + 0.0}};
  reserve_slot(builder);
  size_t i = point_hash(&point) & (builder->slot_count - 1);
  for (; builder->slots[i] != NONE; i = (i + 1) & (builder->slot_count - 1))
    if (memcmp(&builder->points[builder->slots[i]], &point, sizeof point) == 0)
      return builder->slots[i];
  builder->slots[i] = (uint32_t)builder->point_count;
  TRM_PUSH(builder->arena, builder->points, builder->point_count, builder->point_capacity, point);
  return builder->slots[i];
}

const double *trm_mesh_builder_at(const TrmMeshBuilder *builder, uint32_t vertex) {
  return builder->points[vertex].x;
}

int trm_mesh_builder_triangle(TrmMeshBuilder *builder, uint32_t a, uint32_t b, uint32_t c) {
  if (++builder->offered > TRM_MESH_LIMIT) {
    trm_log_add(builder->report->log, TRM_E_MESH_LARGE, builder->report->place,
                builder->report->owner, "mesh of '%s' has more than %u triangles",
                builder->report->owner, TRM_MESH_LIMIT);
    return 0;
  }
  if (a == b || b == c || c == a) return 1;
  Triple triple = {{a, b, c}};
  TRM_PUSH(builder->arena, builder->triples, builder->triple_count, builder->triple_capacity,
           triple);
  return 1;
}

/* cells of the grid in which vertices within reach of one another are looked for */
typedef struct Grid {
  double low[3], reach;
  uint32_t *slots, *next; /* first vertex of a hashed cell, then the others */
  size_t mask;
} Grid;

/* the cell of `x` along axis `i` */
static uint64_t cell_of(const Grid *grid, double x, int i) {
  return (uint64_t)(int64_t)floor((x - grid->low[i]) / (cell_width * grid->reach));
}

/* the earliest joined vertex within reach of `point`, or NONE */
static uint32_t find_near(const TrmMeshBuilder *builder, const Grid *grid, const Point *point) {
  uint64_t below[3], above[3];
  for (int i = 0; i < 3; i++) {
    below[i] = cell_of(grid, point->x[i] - grid->reach, i);
    above[i] = cell_of(grid, point->x[i] + grid->reach, i);
  }
  uint32_t found = NONE;
  for (unsigned corner = 0; corner < 8; corner++) {
    uint64_t cell[3];
    int repeated = 0;
    for (int i = 0; i < 3; i++) {
      int up = corner >> i & 1;
      cell[i] = up ? above[i] : below[i];
      repeated |= up && above[i] == below[i];
    }
    if (repeated) continue;
    for (uint32_t k = grid->slots[mix(cell) & grid->mask]; k != NONE; k = grid->next[k]) {
      const double *x = builder->points[k].x;
      if (k < found && fabs(x[0] - point->x[0]) <= grid->reach &&
          fabs(x[1] - point->x[1]) <= grid->reach && fabs(x[2] - point->x[2]) <= grid->reach)
        found = k;
    }
  }
  return found;
}

/* for each vertex that a triangle uses, the one that stands for it */
static uint32_t *join_near(TrmMeshBuilder *builder, const TrmMesh *mesh) {
  size_t count = builder->point_count, slots = FIRST_SLOTS;
  while (slots < 2 * count) slots *= 2;
  Grid grid = {.reach = weld * mesh->size, .mask = slots - 1};
  memcpy(grid.low, mesh->low, sizeof grid.low);
  grid.slots = trm_arena_array(builder->arena, slots, sizeof *grid.slots);
  grid.next = trm_arena_array(builder->arena, count, sizeof *grid.next);
  uint32_t *same = trm_arena_array(builder->arena, count, sizeof *same);
  for (size_t i = 0; i < slots; i++) grid.slots[i] = NONE;
  for (size_t k = 0; k < count; k++) same[k] = NONE;
  for (size_t t = 0; t < builder->triple_count; t++)
    for (int i = 0; i < 3; i++) same[builder->triples[t].v[i]] = builder->triples[t].v[i];
  for (size_t k = 0; k < count; k++) {
    if (same[k] == NONE) continue;
    const Point *point = &builder->points[k];
    same[k] = find_near(builder, &grid, point);
    if (same[k] != NONE) continue;
    same[k] = (uint32_t)k;
    uint64_t cell[3];
    for (int i = 0; i < 3; i++) cell[i] = cell_of(&grid, point->x[i], i);
    uint32_t *slot = &grid.slots[mix(cell) & grid.mask];
    grid.next[k] = *slot;
    *slot = (uint32_t)k;
  }
  return same;
}

/* the box around the vertices that triangles use; 0 and a message when it cannot be computed with
 */
static int find_bounds(const TrmMeshBuilder *builder, TrmMesh *mesh) {
  double size = 0;
  for (int i = 0; i < 3; i++) mesh->low[i] = HUGE_VAL, mesh->high[i] = -HUGE_VAL;
  for (size_t t = 0; t < builder->triple_count; t++)
    for (int v = 0; v < 3; v++) {
      const double *x = builder->points[builder->triples[t].v[v]].x;
      for (int i = 0; i < 3; i++) {
        mesh->low[i] = fmin(mesh->low[i], x[i]);
        mesh->high[i] = fmax(mesh->high[i], x[i]);
      }
    }
  for (int i = 0; i < 3; i++) size = hypot(size, mesh->high[i] - mesh->low[i]);
  mesh->size = size;
  if (isfinite(size) && weld * size >= DBL_MIN) return 1;
  trm_log_add(builder->report->log, TRM_E_SHAPE_RANGE, builder->report->place,
              builder->report->owner,
              "mesh of '%s' is too large or too small to compute with: size %g",
              builder->report->owner, size);
  return 0;
}

TrmMesh *trm_mesh_builder_finish(TrmMeshBuilder *builder) {
  TrmMesh *mesh = trm_arena_alloc(builder->arena, sizeof *mesh);
  if (builder->triple_count) {
    if (!find_bounds(builder, mesh)) return NULL;
    uint32_t *same = join_near(builder, mesh);

    /* keep the triangles that still have three corners, and number their vertices in order */
    size_t count = builder->point_count;
    uint32_t *number = trm_arena_array(builder->arena, count, sizeof *number);
    for (size_t k = 0; k < count; k++) number[k] = NONE;
    mesh->triangles = trm_arena_array(builder->arena, 3 * builder->triple_count, sizeof(uint32_t));
    mesh->vertices = trm_arena_array(builder->arena, 3 * count, sizeof(double));
    for (size_t t = 0; t < builder->triple_count; t++) {
      uint32_t v[3];
      for (int i = 0; i < 3; i++) v[i] = same[builder->triples[t].v[i]];
      if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) continue;
      for (int i = 0; i < 3; i++) {
        if (number[v[i]] == NONE) {
          number[v[i]] = (uint32_t)mesh->vertex_count++;
          memcpy(mesh->vertices + 3 * (size_t)number[v[i]], &builder->points[v[i]], sizeof(Point));
        }
        mesh->triangles[3 * mesh->triangle_count + (size_t)i] = number[v[i]];
      }
      mesh->triangle_count++;
    }
  }
  if (mesh->triangle_count) return mesh;
  trm_log_add(builder->report->log, TRM_E_MESH_EMPTY, builder->report->place,
              builder->report->owner, "mesh of '%s' has no triangles", builder->report->owner);
  return NULL;
}
