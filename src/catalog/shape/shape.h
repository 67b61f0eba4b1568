/* SPDX-License-Identifier: Apache-2.0
 *
 * Shape: a solid that a body carries, for its picture, its contacts and, where a density or a mass
 * is given, its mass properties. One file per shape; each knows its volume, centre and inertia.
 */
#ifndef TRM_CATALOG_SHAPE_SHAPE_H
#define TRM_CATALOG_SHAPE_SHAPE_H

#include "catalog/param.h"
#include "catalog/values.h"

/* Of a solid, in ground axes at the design position. The inertia is the row-major tensor about the
 * centre, with minus the products of inertia off the diagonal. */
typedef struct TrmMassProperties {
  double mass, centre[3], inertia[9];
  double volume;
} TrmMassProperties;

/* What is seen of a solid: a form of few kinds, by points in ground axes at the design position.
 *   TRM_FIGURE_ROUND    the ends of its axis; radius at either, radius of the bore
 *   TRM_FIGURE_CAPSULE  the centres of its round ends; radius
 *   TRM_FIGURE_BALL     the centre; radius
 *   TRM_FIGURE_BOX      the middle and the middles of three faces
 *   TRM_FIGURE_PRISM    the corners of its middle plane; half the thickness
 *   TRM_FIGURE_MESH     the file's origin and the ends of its three axes, one unit of the file away
 */
typedef enum TrmFigureForm {
  TRM_FIGURE_ROUND,
  TRM_FIGURE_CAPSULE,
  TRM_FIGURE_BALL,
  TRM_FIGURE_BOX,
  TRM_FIGURE_PRISM,
  TRM_FIGURE_MESH
} TrmFigureForm;

typedef struct TrmFigure {
  TrmFigureForm form;
  double *points; /* x, y, z of each */
  size_t point_count;
  double radius[3];
  const char *file;          /* of a mesh */
  const char *name, *colour; /* as given, or NULL */
} TrmFigure;

/* What a shape's type adds to its parameters. */
typedef struct TrmShapeType {
  TrmType type; /* first, so that a TrmType in the shape table is a TrmShapeType */
  /* volume, centre and inertia for density 1; 0 after an error, reported */
  int (*solid)(const TrmValues *values, TrmMassProperties *unit_density);
  /* what is seen of it, of values that `solid` accepted */
  void (*figure)(const TrmValues *values, TrmFigure *figure);
} TrmShapeType;

/* density, mass, name, colour: the parameters of every shape */
extern const TrmParam trm_shape_shared[];

/* The shape type of an item under `shape`. */
const TrmShapeType *trm_shape_type(const TrmItem *shape);

/* Mass properties with the shape's density or mass; mass and inertia are 0 when neither is given.
 * 0 after an error, reported. */
int trm_shape_mass(const TrmValues *values, TrmMassProperties *out);

/* What is seen of a shape whose mass properties were found. */
void trm_shape_figure(const TrmValues *values, TrmFigure *figure);

/* Add `part` to `sum` (start from zero): centre and inertia of both together. */
void trm_mass_add(TrmMassProperties *sum, const TrmMassProperties *part);

/* For the shapes themselves. */

/* A length that must be positive; an end that must be given */
#define TRM_SHAPE_SIZE(name, more, text)                                                           \
  {                                                                                                \
    .key = name, .kind = TRM_KIND_NUMBER, .dimension = TRM_LENGTH, .summary = text,                \
    TRM_POSITIVE | more                                                                            \
  }
#define TRM_SHAPE_END(name, text)                                                                  \
  {                                                                                                \
    .key = name, .kind = TRM_KIND_PLACE, .flags = TRM_REQUIRED, .dimension = TRM_LENGTH,           \
    .refs = TRM_REF_PLACE, .summary = text                                                         \
  }

/* The number `key`, which must be more than zero; 0 and a message otherwise. */
int trm_shape_positive(const TrmValues *values, const char *key, double *out);

/* The places `from` and `to`, their distance (not zero) and the unit vector between them. */
typedef struct TrmSpan {
  double from[3], to[3], unit[3], length;
} TrmSpan;
int trm_shape_span(const TrmValues *values, TrmSpan *span);

/* Room for the points of a figure; and a figure by the places `from` and `to`. */
void trm_figure_points(const TrmValues *values, TrmFigure *figure, size_t count);
void trm_figure_span(const TrmValues *values, TrmFigure *figure);

/* A figure by `at` and `orient`: the middle, and points `size` away along its axes. */
void trm_figure_axes(const TrmValues *values, TrmFigure *figure, const double size[3]);

/* `at` or where the body is; `orient` or the body's axes (row-major, to ground). */
int trm_shape_at(const TrmValues *values, double out[3]);
int trm_shape_orient(const TrmValues *values, double out[9]);

/* Fill in a solid of revolution: moments about its axis `unit` and across it, `along` from `from`.
 */
void trm_solid_revolve(TrmMassProperties *out, double volume, double axial, double transverse,
                       const double from[3], const double unit[3], double along);

/* Fill in a solid whose second moments ∫ x x^T dV about its centre are `moments` (row-major) in
 * axes R_g (row-major, to ground). */
void trm_solid_turn(TrmMassProperties *out, double volume, const double moments[9],
                    const double R_g[9], const double centre[3]);

#endif
