/* SPDX-License-Identifier: Apache-2.0
 *
 * Polygons of a mesh as triangles. A convex one becomes a fan; of any other, ears are cut off:
 * corners where the outline turns left and whose triangle holds no other corner. Outlines that are
 * too long, or leave no ear because they meet themselves, end in a fan, whose signed areas still
 * add up to the polygon's.
 */
#include "catalog/shape/mesh_build.h"
#include <math.h>

/* cutting ears takes the square of the number of corners */
enum { MOST_EARS = 4096 };

typedef struct Outline {
  const TrmMeshBuilder *builder;
  const uint32_t *corners;
  double normal[3];
} Outline;

/* twice the area of the triangle a, b, c seen along the normal */
static double turn(const Outline *outline, uint32_t a, uint32_t b, uint32_t c) {
  const double *p = trm_mesh_builder_at(outline->builder, a);
  const double *q = trm_mesh_builder_at(outline->builder, b);
  const double *r = trm_mesh_builder_at(outline->builder, c);
  double u[3], v[3], sum = 0;
  for (int i = 0; i < 3; i++) u[i] = q[i] - p[i], v[i] = r[i] - p[i];
  for (int i = 0; i < 3; i++) {
    int k = (i + 1) % 3, l = (i + 2) % 3;
    sum += outline->normal[i] * (u[k] * v[l] - u[l] * v[k]);
  }
  return sum;
}

/* the area vector of the polygon, as a unit vector; 0 when it has none */
static int find_normal(Outline *outline, size_t count) {
  const double *o = trm_mesh_builder_at(outline->builder, outline->corners[0]);
  double normal[3] = {0};
  for (size_t k = 1; k + 1 < count; k++) {
    const double *p = trm_mesh_builder_at(outline->builder, outline->corners[k]);
    const double *q = trm_mesh_builder_at(outline->builder, outline->corners[k + 1]);
    for (int i = 0; i < 3; i++) {
      int a = (i + 1) % 3, b = (i + 2) % 3;
      normal[i] += (p[a] - o[a]) * (q[b] - o[b]) - (p[b] - o[b]) * (q[a] - o[a]);
    }
  }
  double length = hypot(hypot(normal[0], normal[1]), normal[2]);
  for (int i = 0; i < 3; i++) outline->normal[i] = normal[i] / length;
  return length > 0 && isfinite(length);
}

static int is_convex(const Outline *outline, size_t count) {
  const uint32_t *c = outline->corners;
  /* all corners turn left, and so do all triangles of the fan */
  for (size_t k = 0; k < count; k++)
    if (!(turn(outline, c[k], c[(k + 1) % count], c[(k + 2) % count]) >= 0)) return 0;
  for (size_t k = 1; k + 1 < count; k++)
    if (!(turn(outline, c[0], c[k], c[k + 1]) >= 0)) return 0;
  return 1;
}

/* 1 when corner `at` of what is left (a ring of `next`) can be cut off */
static int is_ear(const Outline *outline, const uint32_t *next, uint32_t before, uint32_t at) {
  const uint32_t *c = outline->corners;
  uint32_t after = next[at], a = c[before], b = c[at], d = c[after];
  if (!(turn(outline, a, b, d) > 0)) return 0;
  for (uint32_t k = next[after]; k != before; k = next[k]) {
    uint32_t p = c[k];
    if (p == a || p == b || p == d) continue;
    if (turn(outline, a, b, p) >= 0 && turn(outline, b, d, p) >= 0 && turn(outline, d, a, p) >= 0)
      return 0;
  }
  return 1;
}

/* add the corners that are left as a fan from `first` */
static int add_fan(TrmMeshBuilder *builder, const uint32_t *corners, const uint32_t *next,
                   uint32_t first, size_t count) {
  uint32_t at = next[first];
  for (size_t k = 2; k < count; k++, at = next[at])
    if (!trm_mesh_builder_triangle(builder, corners[first], corners[at], corners[next[at]]))
      return 0;
  return 1;
}

int trm_mesh_polygon(TrmMeshBuilder *builder, const uint32_t *corners, size_t count,
                     uint32_t *work) {
  Outline outline = {.builder = builder, .corners = corners};
  uint32_t *next = work, before = (uint32_t)(count - 1);
  for (size_t k = 0; k < count; k++) next[k] = (uint32_t)((k + 1) % count);
  int plain = count == 3 || count > MOST_EARS || !find_normal(&outline, count) ||
              is_convex(&outline, count);
  /* cut ears off, each time starting behind the last one, until a triangle or no ear is left */
  size_t left = count, tried = 0;
  while (!plain && left > 3 && tried < left) {
    uint32_t at = next[before];
    if (is_ear(&outline, next, before, at)) {
      if (!trm_mesh_builder_triangle(builder, corners[before], corners[at], corners[next[at]]))
        return 0;
      next[before] = next[at];
      left--;
      tried = 0;
    } else {
      tried++;
    }
    before = next[before];
  }
  return add_fan(builder, corners, next, next[before], left);
}
