/* SPDX-License-Identifier: Apache-2.0
 *
 * Parameters that many types share, so that each is worded once: the pair of bodies at the head of
 * a joint or force, its geometry at the design position, ranges, and the switch that turns it off.
 */
#ifndef TRM_CATALOG_PARAM_H
#define TRM_CATALOG_PARAM_H

#include "catalog/catalog.h"
#include <math.h>

/* Ranges; each ends in the flags, so that more can be joined: TRM_POSITIVE | TRM_REQUIRED */
#define TRM_POSITIVE .low = 0, .high = HUGE_VAL, .flags = TRM_LIMITED | TRM_ABOVE_LOW
#define TRM_NOT_NEGATIVE .low = 0, .high = HUGE_VAL, .flags = TRM_LIMITED
#define TRM_FRACTION .low = 0, .high = 1, .flags = TRM_LIMITED

/* Sections a place may be named from */
#define TRM_REF_PLACE (TRM_REF_POINT | TRM_REF_MARKER)

/* The head of joints and forces that act between two things */
#define TRM_PARAM_PAIR                                                                             \
  {                                                                                                \
    .key = "between", .kind = TRM_KIND_REFS, .flags = TRM_HEAD | TRM_REQUIRED,                     \
    .refs = TRM_REF_BODY_OR_MARKER, .least = 2, .most = 2,                                         \
    .summary = "first and second: two bodies, or a marker on each"                                 \
  }

/* The head of relations between other joints */
#define TRM_PARAM_JOINTS(fewest, greatest, text)                                                   \
  {                                                                                                \
    .key = "joints", .kind = TRM_KIND_REFS, .flags = TRM_HEAD | TRM_REQUIRED,                      \
    .refs = TRM_REF_JOINT, .least = fewest, .most = greatest, .summary = text                      \
  }

/* A place in ground at the design position */
#define TRM_PARAM_PLACE(name, text)                                                                \
  {                                                                                                \
    .key = name, .kind = TRM_KIND_PLACE, .dimension = TRM_LENGTH, .refs = TRM_REF_PLACE,           \
    .summary = text                                                                                \
  }

/* A direction; `more` is TRM_AXIAL for axes of rotation, else 0 */
#define TRM_PARAM_DIRECTION(name, more, text)                                                      \
  { .key = name, .kind = TRM_KIND_DIRECTION, .flags = more, .summary = text }

#define TRM_PARAM_AXES(text)                                                                       \
  {                                                                                                \
    .key = "axes", .kind = TRM_KIND_OBJECTS, .least = 2, .most = 2, .type = &trm_type_axis,        \
    .summary = text                                                                                \
  }

#define TRM_PARAM_ORIENT(more, text)                                                               \
  {                                                                                                \
    .key = "orient", .kind = TRM_KIND_OBJECT, .flags = more, .type = &trm_type_orient,             \
    .summary = text                                                                                \
  }

/* Geometry is mirrored across these planes of ground; written when an include is printed flat */
#define TRM_PARAM_MIRROR                                                                           \
  {                                                                                                \
    .key = "mirror", .kind = TRM_KIND_WORDS, .words = "x|y|z", .least = 1, .most = 3,              \
    .summary =                                                                                     \
        "the geometry given here is mirrored across the plane of ground normal to this axis"       \
  }

#define TRM_PARAM_ACTIVE                                                                           \
  {                                                                                                \
    .key = "active", .kind = TRM_KIND_FUNCTION, .fallback = "1",                                   \
    .summary = "acts while this is not zero"                                                       \
  }

/* Pieces of the catalogue that several folders refer to */
extern const TrmType trm_type_axis;     /* one of `axes`: a direction */
extern const TrmType trm_type_velocity; /* velocity of a body's origin or of a point on it */
extern const TrmType trm_type_friction; /* friction in a joint */
extern const TrmType trm_type_units;
extern const TrmType trm_type_flexible;
extern const TrmType trm_type_loop; /* {i: 0..N} of a repeat */
extern const TrmType trm_type_contact;
extern const TrmType trm_type_contact_friction;
extern const TrmType trm_type_variable;
extern const TrmType trm_type_equation;
extern const TrmType trm_type_transfer_function;
extern const TrmType trm_type_state_space;
extern const TrmType trm_type_event;
extern const TrmType trm_type_assignment; /* {name: value} of an event's `set` */
extern const TrmType trm_type_output;
extern const TrmType trm_type_suspension; /* of one wheel */
extern const TrmType trm_type_orient_points;
extern const TrmType trm_type_curve;
extern const TrmType trm_type_force_piece;
extern const TrmType trm_type_torque_piece;

/* The sections of named things, shared by the top level and by `repeat`. */
extern const TrmParam trm_sections[];

#endif
