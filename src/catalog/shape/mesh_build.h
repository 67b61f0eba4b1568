/* SPDX-License-Identifier: Apache-2.0
 *
 * What the readers of mesh files share: a builder that collects triangles, and a scanner of words.
 */
#ifndef TRM_CATALOG_SHAPE_MESH_BUILD_H
#define TRM_CATALOG_SHAPE_MESH_BUILD_H

#include "catalog/shape/mesh.h"

typedef struct TrmMeshBuilder TrmMeshBuilder;

TrmMeshBuilder *trm_mesh_builder_new(TrmArena *arena, const TrmMeshReport *report);

/* The number of the vertex at `p` (finite); the same bits give the same number. */
uint32_t trm_mesh_builder_vertex(TrmMeshBuilder *builder, const double p[3]);
const double *trm_mesh_builder_at(const TrmMeshBuilder *builder, uint32_t vertex);

/* Add a triangle; one without extent is dropped. 0 and a message when there are too many. */
int trm_mesh_builder_triangle(TrmMeshBuilder *builder, uint32_t a, uint32_t b, uint32_t c);

/* Join vertices nearer than 1e-9 of the size and make the mesh; NULL after an error. */
TrmMesh *trm_mesh_builder_finish(TrmMeshBuilder *builder);

/* The readers: 0 after an error, reported. */
int trm_mesh_read_stl(TrmMeshBuilder *builder, const TrmSource *source,
                      const TrmMeshReport *report);
int trm_mesh_read_obj(TrmArena *arena, TrmMeshBuilder *builder, const TrmSource *source,
                      const TrmMeshReport *report);

/* 1 when the bytes are a binary STL file of the right length. */
int trm_mesh_stl_fits(const char *text, size_t length);

/* Add a polygon of `count` corners as triangles: a fan where it is convex, else by cutting off
 * ears. `work` has room for `count` numbers. */
int trm_mesh_polygon(TrmMeshBuilder *builder, const uint32_t *corners, size_t count,
                     uint32_t *work);

/* Words of a text file, with their places. */
typedef struct TrmMeshScan {
  const TrmSource *source;
  const TrmMeshReport *report;
  const char *at, *end, *line_start;
  uint32_t line;
  const char *word; /* the word read last */
  size_t length;
  uint32_t word_line;
  size_t word_column;
} TrmMeshScan;

TrmMeshScan trm_mesh_scan(const TrmSource *source, const TrmMeshReport *report);

/* The next word of this line, across lines ended by a backslash; 0 at the end of the line. */
int trm_mesh_scan_word(TrmMeshScan *scan);

/* Leave the rest of this line; 0 at the end of the file. */
int trm_mesh_scan_line(TrmMeshScan *scan);

/* 1 when the word read last is `word`, whatever its case. */
int trm_mesh_scan_is(const TrmMeshScan *scan, const char *word);

/* The next word of the line as a coordinate; 0 and a message when it is none. */
int trm_mesh_scan_number(TrmMeshScan *scan, double *out);

/* Report that the word read last is not what was expected; `expected` says what was. */
void trm_mesh_scan_error(TrmMeshScan *scan, TrmCode code, const char *expected);

#endif
