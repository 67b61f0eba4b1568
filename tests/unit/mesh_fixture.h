/* SPDX-License-Identifier: Apache-2.0
 *
 * Solids of triangles made by the tests, written out as STL and OBJ in memory.
 */
#ifndef TRM_TESTS_MESH_FIXTURE_H
#define TRM_TESTS_MESH_FIXTURE_H

#include "catalog/shape/mesh.h"
#include "unit/shape_fixture.h"

enum { MOST_POINTS = 6000, MOST_TRIANGLES = 12000 };

typedef struct Solid {
  double points[MOST_POINTS][3];
  size_t triangles[MOST_TRIANGLES][3];
  size_t point_count, triangle_count;
} Solid;

static inline size_t solid_point(Solid *solid, double x, double y, double z) {
  double p[3] = {x, y, z};
  memcpy(solid->points[solid->point_count], p, sizeof p);
  return solid->point_count++;
}

static inline void solid_triangle(Solid *solid, size_t a, size_t b, size_t c) {
  size_t t[3] = {a, b, c};
  memcpy(solid->triangles[solid->triangle_count++], t, sizeof t);
}

static inline void solid_quad(Solid *solid, size_t a, size_t b, size_t c, size_t d) {
  solid_triangle(solid, a, b, c);
  solid_triangle(solid, a, c, d);
}

/* faces of a block whose corner number has bits x, y, z; anticlockwise from outside */
static const size_t block_faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};

/* add a block; `inward` turns its faces around, as those of a cavity are */
static inline void solid_block(Solid *solid, const double low[3], const double high[3],
                               int inward) {
  size_t first = solid->point_count;
  for (int k = 0; k < 8; k++)
    solid_point(solid, k & 1 ? high[0] : low[0], k & 2 ? high[1] : low[1],
                k & 4 ? high[2] : low[2]);
  for (int f = 0; f < 6; f++) {
    const size_t *c = block_faces[f];
    if (inward)
      solid_quad(solid, first + c[3], first + c[2], first + c[1], first + c[0]);
    else
      solid_quad(solid, first + c[0], first + c[1], first + c[2], first + c[3]);
  }
}

/* a regular prism of n sides, radius r and height h, centred on the origin */
static inline void solid_prism(Solid *solid, size_t n, double r, double h) {
  size_t first = solid->point_count;
  for (size_t k = 0; k < n; k++) {
    double angle = 2 * 3.14159265358979323846 * (double)k / (double)n;
    solid_point(solid, r * cos(angle), r * sin(angle), -h / 2);
    solid_point(solid, r * cos(angle), r * sin(angle), h / 2);
  }
  for (size_t k = 0; k < n; k++) {
    size_t a = first + 2 * k, b = first + 2 * ((k + 1) % n);
    solid_quad(solid, a, b, b + 1, a + 1);
    if (k == 0 || k + 1 == n) continue;
    solid_triangle(solid, first, b, a);
    solid_triangle(solid, first + 1, a + 1, b + 1);
  }
}

/* a ball of `rings` rings of twice as many corners, and two poles */
static inline void solid_ball(Solid *solid, size_t rings, double r) {
  size_t n = 2 * rings, first = solid->point_count;
  for (size_t i = 1; i < rings; i++)
    for (size_t j = 0; j < n; j++) {
      double theta = 3.14159265358979323846 * (double)i / (double)rings;
      double phi = 3.14159265358979323846 * (double)j / (double)rings;
      solid_point(solid, r * sin(theta) * cos(phi), r * sin(theta) * sin(phi), r * cos(theta));
    }
  size_t north = solid_point(solid, 0, 0, r), south = solid_point(solid, 0, 0, -r);
  for (size_t j = 0; j < n; j++) {
    size_t next = (j + 1) % n, last = first + (rings - 2) * n;
    solid_triangle(solid, north, first + j, first + next);
    solid_triangle(solid, south, last + next, last + j);
    for (size_t i = 0; i + 2 < rings; i++) {
      size_t a = first + i * n;
      solid_quad(solid, a + j, a + n + j, a + n + next, a + next);
    }
  }
}

/* move every point to at + R p */
static inline void solid_move(Solid *solid, const double at[3], const double R[9]) {
  for (size_t k = 0; k < solid->point_count; k++) {
    double moved[3];
    put(at, R, solid->points[k], moved);
    memcpy(solid->points[k], moved, sizeof moved);
  }
}

/* a text that grows; the caller frees it */
static inline void write_stl_text(const Solid *solid, TrmText *out) {
  trm_text_add(out, "solid made by a test\n");
  for (size_t t = 0; t < solid->triangle_count; t++) {
    trm_text_add(out, "  facet normal 0 0 0\n    outer loop\n");
    for (int v = 0; v < 3; v++) {
      const double *p = solid->points[solid->triangles[t][v]];
      trm_text_printf(out, "      vertex %.17g %.17g %.17g\n", p[0], p[1], p[2]);
    }
    trm_text_add(out, "    endloop\n  endfacet\n");
  }
  trm_text_add(out, "endsolid made by a test\n");
}

static inline void write_little(TrmText *out, unsigned long value, int bytes) {
  for (int i = 0; i < bytes; i++) trm_text_char(out, (char)(value >> (8 * i) & 255));
}

static inline void write_stl_binary(const Solid *solid, const char *header, TrmText *out) {
  char start[80] = {0};
  memcpy(start, header, strlen(header));
  trm_text_bytes(out, start, sizeof start);
  write_little(out, (unsigned long)solid->triangle_count, 4);
  for (size_t t = 0; t < solid->triangle_count; t++) {
    for (int i = 0; i < 3; i++) write_little(out, 0, 4);
    for (int v = 0; v < 3; v++)
      for (int i = 0; i < 3; i++) {
        float value = (float)solid->points[solid->triangles[t][v]][i];
        unsigned bits;
        memcpy(&bits, &value, sizeof bits);
        write_little(out, bits, 4);
      }
    write_little(out, 0, 2);
  }
}

static inline void write_obj(const Solid *solid, TrmText *out) {
  for (size_t k = 0; k < solid->point_count; k++) {
    const double *p = solid->points[k];
    trm_text_printf(out, "v %.17g %.17g %.17g\n", p[0], p[1], p[2]);
  }
  for (size_t t = 0; t < solid->triangle_count; t++) {
    const size_t *v = solid->triangles[t];
    trm_text_printf(out, "f %zu %zu %zu\n", v[0] + 1, v[1] + 1, v[2] + 1);
  }
}

/* parse bytes as if read from a file called `name` */
static inline TrmMesh *parse_bytes(TrmArena *arena, TrmLog *log, const char *name,
                                   const char *bytes, size_t length) {
  TrmMeshReport report = {log, {NULL, 7, 1, 1}, "part"};
  TrmSource *source = trm_source_new(name, bytes, length);
  TrmMesh *mesh = trm_mesh_parse(arena, source, &report);
  trm_source_release(source);
  return mesh;
}

/* volume, centre and inertia of a mesh file for density 1; 0 after an error */
static inline int mass_of(TrmArena *arena, TrmLog *log, const char *name, const TrmText *text,
                          TrmMassProperties *out) {
  TrmMeshReport report = {log, {NULL, 7, 1, 1}, "part"};
  TrmMesh *mesh = parse_bytes(arena, log, name, text->bytes ? text->bytes : "", text->length);
  return mesh && trm_mesh_closed(arena, mesh, &report) && trm_mesh_solid(arena, mesh, &report, out);
}

#endif
