/* SPDX-License-Identifier: Apache-2.0
 *
 * Catalogue: the tables of everything the language knows. Each folder below has one table (table.c)
 * and one file per type or family; `trm_type_model` is the root from which all of it is reached.
 */
#ifndef TRM_CATALOG_CATALOG_H
#define TRM_CATALOG_CATALOG_H

#include "model/model.h"
#include "model/type.h"

extern const TrmType trm_type_model;     /* the top level: sections and settings */
extern const TrmType trm_type_body;      /* bodies: {name: {...}} */
extern const TrmType trm_type_marker;    /* markers: {name: {at, orient}} */
extern const TrmType trm_type_orient;    /* every form of orientation */
extern const TrmType trm_type_from_to;   /* {from: P, to: Q} of a direction */
extern const TrmType trm_type_point;     /* points: {name: place} */
extern const TrmType trm_type_parameter; /* parameters: {name: expression} */
extern const TrmType trm_type_spline;
extern const TrmType trm_type_include;
extern const TrmType trm_type_repeat;

extern const TrmTable trm_table_joints;
extern const TrmTable trm_table_motions;
extern const TrmTable trm_table_constraints;
extern const TrmTable trm_table_forces;
extern const TrmTable trm_table_contact_sides;
extern const TrmTable trm_table_shapes;
extern const TrmTable trm_table_analyses;

/* One constraint equation of a joint, between the frame of the first (origin O, axes x y z) and
 * that of the second (origin P, axes X Y Z). Axes are numbered 0, 1, 2. */
typedef enum TrmRowKind {
  TRM_ROW_END,
  TRM_ROW_OFFSET,        /* (P - O) along axis `first` of the first is zero */
  TRM_ROW_OFFSET_SECOND, /* (P - O) along axis `second` of the second is zero */
  TRM_ROW_AXES,     /* axis `first` of the first is perpendicular to axis `second` of the second */
  TRM_ROW_DISTANCE, /* |P - O| is the parameter `key`, or what it was at the design position */
  TRM_ROW_EQUAL_SPEED,   /* shafts along z turn equally: x.Y = y.X */
  TRM_ROW_THREAD,        /* displacement = parameter `key` * turns */
  TRM_ROW_COUPLING,      /* a relation of the coordinates of other joints, factors in `key` */
  TRM_ROW_CURVE_POINT,   /* point or curve of the first meets the curve of the second, axis `second`
                          */
  TRM_ROW_CURVE_TANGENT, /* both curves have one tangent */
  TRM_ROW_SURFACE,       /* O lies on the surface of the second */
  TRM_ROW_HOLD           /* coordinates of a body keep their values */
} TrmRowKind;

typedef struct TrmRowSpec {
  TrmRowKind kind;
  int first, second;
  int keep;        /* given by bodies, it keeps its value at the design position instead of zero */
  const char *key; /* the parameter it reads */
} TrmRowSpec;

/* Short lists that many joints are made of */
#define TRM_ROWS_POINT                                                                             \
  {TRM_ROW_OFFSET, 0, 0, 0, NULL}, {TRM_ROW_OFFSET, 1, 0, 0, NULL}, {                              \
    TRM_ROW_OFFSET, 2, 0, 0, NULL                                                                  \
  }
#define TRM_ROWS_LINE                                                                              \
  {TRM_ROW_OFFSET, 0, 0, 0, NULL}, {                                                               \
    TRM_ROW_OFFSET, 1, 0, 0, NULL                                                                  \
  }
#define TRM_ROWS_PARALLEL                                                                          \
  {TRM_ROW_AXES, 2, 0, 0, NULL}, {                                                                 \
    TRM_ROW_AXES, 2, 1, 0, NULL                                                                    \
  }
#define TRM_ROWS_ORIENTATION                                                                       \
  {TRM_ROW_AXES, 0, 1, 0, NULL}, {TRM_ROW_AXES, 1, 2, 0, NULL}, {                                  \
    TRM_ROW_AXES, 2, 0, 0, NULL                                                                    \
  }
#define TRM_ROWS_END                                                                               \
  { TRM_ROW_END, 0, 0, 0, NULL }

/* Where a joint's reaction presses, so that there is friction: see system/dry.c. */
typedef enum TrmPressing {
  TRM_PRESSING_NONE,
  TRM_PRESSING_GUIDE,  /* slides along z in a guide */
  TRM_PRESSING_PIN,    /* turns about z */
  TRM_PRESSING_SLEEVE, /* both */
  TRM_PRESSING_BALL,   /* turns about a point */
  TRM_PRESSING_CROSS,  /* turns about z of the first and z of the second */
  TRM_PRESSING_PLATE,  /* slides and turns on a plane */
  TRM_PRESSING_THREAD  /* slides along a helix */
} TrmPressing;

/* What a joint's type adds to its parameters. */
typedef struct TrmJointType {
  TrmType type;         /* first, so that a TrmType in the joint table is a TrmJointType */
  int equations;        /* constraint equations in space; -1: one per named coordinate */
  int planar_equations; /* in planar models; -1: one per named coordinate; 0: not in the plane */
  int turns, slides;    /* freedoms about and along the axis that angle() and displacement() read */
  int unilateral;       /* holds one way only: a rope when taut, a separator when touching */
  const TrmRowSpec *rows, *planar_rows; /* its equations, ending with TRM_ROWS_END */
  const char *along;    /* the direction that the x axis of its frames points along; NULL: any */
  int axis_in_plane;    /* in planar models its axis is a direction in the plane */
  TrmPressing pressing; /* its friction */
} TrmJointType;

/* The joint type of an item in `joints`. */
const TrmJointType *trm_joint_type(const TrmItem *joint);

/* The root section a TRM_REF_xxx bit points into ("joints"); NULL for markers and shapes. */
const char *trm_ref_section(unsigned bit);

/* Find a type by what a user calls it: "revolute", "joint revolute", "joints.revolute", "body".
 * Calls found(context, table or NULL, type) for each match; returns the number of matches. */
size_t trm_catalog_find(const char *word,
                        void (*found)(void *context, const TrmTable *table, const TrmType *type),
                        void *context);

/* All tables, and all types that stand alone, in the order of the reference page. */
extern const TrmTable *const trm_catalog_tables[]; /* NULL-terminated */
extern const TrmType *const trm_catalog_singles[]; /* NULL-terminated */

#endif
