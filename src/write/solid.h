/* SPDX-License-Identifier: Apache-2.0
 *
 * Solids: surfaces of triangles, each with a normal at its corners, that pictures of mechanisms are
 * made of. Those of size one lie along z.
 */
#ifndef TRM_WRITE_SOLID_H
#define TRM_WRITE_SOLID_H

#include "base/arena.h"

typedef struct TrmSolid {
  TrmArena *arena;
  double (*corners)[6];   /* place and normal, three of a triangle in a row */
  size_t count, capacity; /* of corners */
} TrmSolid;

typedef enum TrmSolidKind {
  TRM_SOLID_CYLINDER, /* radius 1, from -1/2 to 1/2 */
  TRM_SOLID_BALL,     /* radius 1 */
  TRM_SOLID_BLOCK,    /* edges 1, about the middle */
  TRM_SOLID_HEAD,     /* a cone of radius 1 from 0 to its tip at 1 */
  TRM_SOLID_PEDESTAL, /* four-sided, radius 1 at -1, narrow at 0 */
  TRM_SOLID_COIL,     /* a helix of radius 1 from 0 to 1 */
  TRM_SOLID_TURN,     /* most of a ring of radius 1 */
  TRM_SOLID_KINDS
} TrmSolidKind;

/* Where a form stands: x' = R x + p, R with scale. */
typedef struct TrmPose {
  double R[9], p[3];
} TrmPose;

const TrmSolid *trm_solid_new(TrmArena *arena, TrmSolidKind kind);

/* A body of revolution between two points with a radius at each and that of a bore; a flat polygon
 * of `count` corners made thick by `half` on either side; triangles between points. */
const TrmSolid *trm_solid_revolved(TrmArena *arena, const double *from, const double *to,
                                   const double radius[3]);
const TrmSolid *trm_solid_prism(TrmArena *arena, const double *corners, size_t count, double half);
const TrmSolid *trm_solid_mesh(TrmArena *arena, const float *points, size_t point_count,
                               const unsigned *triangles, size_t triangle_count);

/* The normal of a polygon, of length twice its area. */
void trm_solid_normal(const double *corners, size_t count, double normal[3]);

/* The place that lays a form of length one along z between two points: from 0 to 1, or about the
 * middle when `middle` is 1; and one scaled along its axes and moved. */
TrmPose trm_pose_span(const double from[3], const double to[3], double radius, int middle);
TrmPose trm_pose_at(const double at[3], double x, double y, double z);

/* a after b. */
TrmPose trm_pose_product(const TrmPose *a, const TrmPose *b);
void trm_pose_apply(const TrmPose *place, const double point[3], double out[3]);

#endif
