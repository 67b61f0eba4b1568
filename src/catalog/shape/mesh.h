/* SPDX-License-Identifier: Apache-2.0
 *
 * Mesh: a surface of triangles read from an STL or OBJ file, in the file's own units and axes.
 * Equal vertices are one, so that triangles know their neighbours. For masses, pictures and
 * contacts.
 */
#ifndef TRM_CATALOG_SHAPE_MESH_H
#define TRM_CATALOG_SHAPE_MESH_H

#include "catalog/shape/shape.h"
#include <stdint.h>

/* The most triangles a mesh may have. */
#define TRM_MESH_LIMIT 20000000u

typedef struct TrmMesh {
  double *vertices;    /* x, y, z of each */
  uint32_t *triangles; /* three vertices each, anticlockwise as seen from outside */
  size_t vertex_count, triangle_count;
  double low[3], high[3], size; /* the box around it, and the box's diagonal */
} TrmMesh;

/* Where messages about a mesh go and what they name. */
typedef struct TrmMeshReport {
  TrmLog *log;
  TrmPlace place;    /* where the model names the file */
  const char *owner; /* the body */
} TrmMeshReport;

/* Read the triangles of a file's text: STL or OBJ by the name's ending, else by the contents. The
 * mesh lies in `arena`; NULL after an error, reported. */
TrmMesh *trm_mesh_parse(TrmArena *arena, const TrmSource *source, const TrmMeshReport *report);

/* Read the file that a mesh shape names. */
TrmMesh *trm_mesh_load(const TrmValues *values, TrmArena *arena);

/* 1 when the surface is closed and its triangles agree about the outside; 0 and a message when not.
 * `arena` is for work space. */
int trm_mesh_closed(TrmArena *arena, const TrmMesh *mesh, const TrmMeshReport *report);

/* 1 when no closed part of the mesh is inside out, cavities apart; 0 and a message when one is. */
int trm_mesh_parts(TrmArena *arena, const TrmMesh *mesh, const TrmMeshReport *report);

/* Volume, centre and inertia for density 1 of a closed mesh; 0 and a message when it is inside out
 * or flat. */
int trm_mesh_solid(TrmArena *arena, const TrmMesh *mesh, const TrmMeshReport *report,
                   TrmMassProperties *out);

#endif
