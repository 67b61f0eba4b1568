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

/* What a joint's type adds to its parameters. */
typedef struct TrmJointType {
  TrmType type;         /* first, so that a TrmType in the joint table is a TrmJointType */
  int equations;        /* constraint equations in space; -1: one per named coordinate */
  int planar_equations; /* in planar models; -1: one per named coordinate; 0: not in the plane */
  int turns, slides;    /* freedoms about and along the axis that angle() and displacement() read */
  int unilateral;       /* holds one way only: a rope when taut, a separator when touching */
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
