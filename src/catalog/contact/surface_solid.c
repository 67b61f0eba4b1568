/* SPDX-License-Identifier: Apache-2.0
 *
 * Solids for contacts: from boxes, prisms and triangles, of which those in one plane are one face.
 * A solid is convex when no corner lies over a face.
 */
#include "catalog/contact/surface.h"
#include <string.h>

/* corners over a face by more than this part of the size make a solid concave */
static const double flatness = 1e-9;

/* how many edges and faces two solids may be compared by */
enum { MOST_FACES = 2000, MOST_DIRECTIONS = 400 };

typedef struct Builder {
  TrmArena *arena;
  TrmHull *solid;
  size_t face_capacity, start_capacity, loop_count, loop_capacity, edge_capacity;
  size_t direction_capacity;
  double size;
} Builder;

typedef struct Triple {
  double v[3];
} Triple;

static Builder begin(TrmArena *arena, const double *corners, size_t count, int flat) {
  Builder b = {.arena = arena, .solid = trm_arena_alloc(arena, sizeof(TrmHull))};
  b.solid->flat = flat;
  b.solid->corner = trm_arena_array(arena, 3 * count + 1, sizeof(double));
  memcpy(b.solid->corner, corners, 3 * count * sizeof(double));
  b.solid->corner_count = count;
  for (size_t i = 0; i < 3 * count; i++) b.size = fmax(b.size, fabs(corners[i] - corners[i % 3]));
  return b;
}

/* outwards of a face by its corners (Newell's rule); in the plane right of its side */
static void face_normal(const TrmHull *s, const unsigned *loop, size_t count, double n[3]) {
  if (s->flat) {
    const double *a = s->corner + 3 * loop[0], *b = s->corner + 3 * loop[1];
    n[0] = b[1] - a[1];
    n[1] = a[0] - b[0];
    n[2] = 0;
    return;
  }
  memset(n, 0, 3 * sizeof *n);
  for (size_t k = 1; k + 1 < count; k++) {
    double d[3], f[3], across[3];
    trm_vec3_add(s->corner + 3 * loop[k], -1, s->corner + 3 * loop[0], d);
    trm_vec3_add(s->corner + 3 * loop[k + 1], -1, s->corner + 3 * loop[0], f);
    trm_vec3_cross(d, f, across);
    trm_vec3_add(n, 1, across, n);
  }
}

static void add_face(Builder *b, const unsigned *loop, size_t count) {
  TrmHull *s = b->solid;
  double n[3];
  face_normal(s, loop, count, n);
  if (!trm_vec3_unit(n, n)) return;
  Triple *normals = (Triple *)(void *)s->normal, normal;
  memcpy(normal.v, n, sizeof n);
  size_t faces = s->face_count, starts = s->face_count;
  TRM_PUSH(b->arena, normals, faces, b->face_capacity, normal);
  s->normal = (double *)(void *)normals;
  TRM_PUSH(b->arena, s->start, starts, b->start_capacity, (unsigned)b->loop_count);
  for (size_t k = 0; k < count; k++)
    TRM_PUSH(b->arena, s->loop, b->loop_count, b->loop_capacity, loop[k]);
  s->face_count++;
}

static void add_edge(Builder *b, unsigned from, unsigned to) {
  TrmHull *s = b->solid;
  double d[3];
  trm_vec3_add(s->corner + 3 * to, -1, s->corner + 3 * from, d);
  if (!trm_vec3_unit(d, d)) return;
  typedef struct Pair {
    unsigned v[2];
  } Pair;
  Pair *edges = (Pair *)(void *)s->edge, edge = {{from, to}};
  TRM_PUSH(b->arena, edges, s->edge_count, b->edge_capacity, edge);
  s->edge = (unsigned(*)[2])(void *)edges;
  for (size_t i = 0; i < s->direction_count; i++)
    if (fabs(trm_vec3_dot(d, s->direction + 3 * i)) > 1 - 1e-12) return;
  Triple *directions = (Triple *)(void *)s->direction, direction;
  memcpy(direction.v, d, sizeof d);
  TRM_PUSH(b->arena, directions, s->direction_count, b->direction_capacity, direction);
  s->direction = (double *)(void *)directions;
}

/* the end of the last face, offsets, and whether it is convex */
static const TrmHull *finish(Builder *b) {
  TrmHull *s = b->solid;
  size_t starts = s->face_count;
  TRM_PUSH(b->arena, s->start, starts, b->start_capacity, (unsigned)b->loop_count);
  s->offset = trm_arena_array(b->arena, s->face_count + 1, sizeof *s->offset);
  s->convex =
      s->face_count > 2 && s->face_count <= MOST_FACES && s->direction_count <= MOST_DIRECTIONS;
  for (size_t f = 0; f < s->face_count; f++) {
    s->offset[f] = trm_vec3_dot(s->normal + 3 * f, s->corner + 3 * s->loop[s->start[f]]);
    for (size_t k = 0; k < s->corner_count && s->convex; k++)
      if (trm_vec3_dot(s->normal + 3 * f, s->corner + 3 * k) - s->offset[f] > flatness * b->size)
        s->convex = 0;
  }
  return s;
}

const TrmHull *trm_hull_prism(TrmArena *arena, const double *corners, size_t count,
                              const double half[3], int planar) {
  double *all = trm_arena_array(arena, 6 * count + 1, sizeof *all);
  size_t layers = planar ? 1 : 2;
  for (size_t i = 0; i < count; i++)
    for (size_t layer = 0; layer < layers; layer++)
      trm_vec3_add(corners + 3 * i,
                   planar  ? 0
                   : layer ? 1
                           : -1,
                   half, all + 3 * (layer * count + i));
  Builder b = begin(arena, all, layers * count, planar);
  unsigned *loop = trm_arena_array(arena, count + 4, sizeof *loop), n = (unsigned)count;
  /* the upper end anticlockwise as seen from where `half` points */
  double normal[3];
  for (unsigned i = 0; i < n; i++) loop[i] = i;
  b.solid->flat = 0;
  face_normal(b.solid, loop, count, normal);
  b.solid->flat = planar;
  int forward = trm_vec3_dot(normal, planar ? (double[3]){0, 0, 1} : half) > 0;
  for (unsigned i = 0; i < n; i++) {
    unsigned j = (i + 1) % n, from = forward ? i : j, to = forward ? j : i;
    unsigned side[4] = {from, to, to + n, from + n};
    add_face(&b, side, planar ? 2 : 4);
    if (planar) continue;
    add_edge(&b, i, j);
    add_edge(&b, i + n, j + n);
    add_edge(&b, i, i + n);
  }
  for (unsigned end = 0; end < 2 && !planar; end++) {
    for (unsigned i = 0; i < n; i++)
      loop[i] = ((end == 1) == forward ? i : n - 1 - i) + (end ? n : 0);
    add_face(&b, loop, count);
  }
  return finish(&b);
}

const TrmHull *trm_hull_box(TrmArena *arena, const double middle[3], double half[3][3],
                            int planar) {
  static const double signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  double corners[12];
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < 3; i++)
      corners[3 * k + i] = middle[i] + signs[k][0] * half[0][i] + signs[k][1] * half[1][i];
  return trm_hull_prism(arena, corners, 4, half[2], planar);
}

/* triangles that lie in one plane */
static int together(const TrmHull *s, size_t a, size_t b, double size) {
  const double *n = s->normal + 3 * a, *corner = s->corner + 3 * s->loop[3 * b];
  double base = trm_vec3_dot(n, s->corner + 3 * s->loop[3 * a]);
  return trm_vec3_dot(n, s->normal + 3 * b) > 1 - 1e-10 &&
         fabs(trm_vec3_dot(n, corner) - base) < flatness * size;
}

/* sides of the triangles in a plane that no two of them share: from[i] to to[i]; how many */
static size_t outline(const TrmHull *s, const size_t *member, size_t count, unsigned *from,
                      unsigned *to) {
  size_t sides = 0;
  for (size_t i = 0; i < count; i++)
    for (unsigned k = 0; k < 3; k++) {
      unsigned a = s->loop[3 * member[i] + k], b = s->loop[3 * member[i] + (k + 1) % 3];
      size_t twin = 0;
      while (twin < sides && !(from[twin] == b && to[twin] == a)) twin++;
      if (twin < sides) {
        from[twin] = from[sides - 1];
        to[twin] = to[--sides];
      } else {
        from[sides] = a;
        to[sides++] = b;
      }
    }
  return sides;
}

/* the triangles of a plane as one face of `into` */
static void join_face(Builder *into, const TrmHull *s, const size_t *member, size_t count,
                      unsigned *work) {
  unsigned *from = work, *to = work + 3 * count, *loop = work + 6 * count;
  size_t sides = outline(s, member, count, from, to), length = 0;
  if (!sides) return;
  unsigned at = from[0];
  do {
    size_t next = 0;
    while (next < sides && from[next] != at) next++;
    if (next == sides) break;
    loop[length++] = at;
    at = to[next];
  } while (at != from[0] && length < sides);
  add_face(into, loop, length);
  for (size_t k = 0; k < length; k++)
    if (loop[k] < loop[(k + 1) % length]) add_edge(into, loop[k], loop[(k + 1) % length]);
}

const TrmHull *trm_hull_mesh(TrmArena *arena, const double *corners, size_t count,
                             const uint32_t *triangles, size_t triangle_count) {
  Builder all = begin(arena, corners, count, 0), b = begin(arena, corners, count, 0);
  /* of large meshes only the corners are of use */
  if (triangle_count > MOST_FACES) return finish(&all);
  for (size_t i = 0; i < triangle_count; i++) add_face(&all, triangles + 3 * i, 3);
  size_t faces = all.solid->face_count;
  char *done = trm_arena_array(arena, faces + 1, 1);
  size_t *member = trm_arena_array(arena, faces + 1, sizeof *member);
  unsigned *work = trm_arena_array(arena, 9 * faces + 1, sizeof *work);
  for (size_t i = 0; i < faces; i++) {
    size_t members = 0;
    for (size_t k = i; k < faces && !done[i]; k++)
      if (k == i || (!done[k] && together(all.solid, i, k, all.size))) member[members++] = k;
    for (size_t k = 0; k < members; k++) done[member[k]] = 1;
    if (members) join_face(&b, all.solid, member, members, work);
  }
  return finish(&b);
}

void trm_surface_bound(TrmSurface *s) {
  size_t count = s->solid ? s->solid->corner_count : 0;
  memset(s->centre, 0, sizeof s->centre);
  s->reach = HUGE_VAL;
  if (s->kind == TRM_SURFACE_PLANE || s->kind == TRM_SURFACE_CURVE) return;
  s->reach = 0;
  for (size_t i = 0; i < count; i++)
    trm_vec3_add(s->centre, 1 / (double)count, s->solid->corner + 3 * i, s->centre);
  for (size_t i = 0; i < count; i++) {
    double d[3];
    trm_vec3_add(s->solid->corner + 3 * i, -1, s->centre, d);
    s->reach = fmax(s->reach, trm_vec3_norm(d));
  }
  if (s->solid) return;
  int ends = s->kind == TRM_SURFACE_BALL ? 1 : 2;
  for (int k = 0; k < ends; k++) trm_vec3_add(s->centre, 1.0 / ends, s->p[k], s->centre);
  for (int k = 0; k < ends; k++) {
    double d[3];
    trm_vec3_add(s->p[k], -1, s->centre, d);
    s->reach = fmax(s->reach, trm_vec3_norm(d) + fmax(s->radius[0], s->radius[1]));
  }
}
