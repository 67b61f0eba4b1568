/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files of touches with cylinders have in common: the cylinder in ground axes, places
 * where rims are nearest to lines and rims, and the axis of least overlap.
 */
#ifndef TRM_CATALOG_CONTACT_TOUCH_CYLINDER_H
#define TRM_CATALOG_CONTACT_TOUCH_CYLINDER_H

#include "catalog/contact/surface.h"

/* Surface i of the encounter, a cylinder, in ground axes. */
typedef struct TrmCylinder {
  int i;
  double p[2][3], n[3], radius, length;
} TrmCylinder;
TrmCylinder trm_cylinder_of(const TrmEncounter *e, int i);

/* A line with a radius on surface i: an edge, or the middle of a capsule or cylinder; from p over
 * d, body axes; the same in ground axes. */
typedef struct TrmStraight {
  int i;
  double p[3], d[3], radius;
  double p_g[3], d_g[3];
} TrmStraight;
TrmStraight trm_straight_edge(const TrmEncounter *e, int i, size_t edge);
TrmStraight trm_straight_middle(const TrmEncounter *e, int i);

/* How many of them a surface has. */
size_t trm_straight_count(const TrmSurface *s);
TrmStraight trm_straight_of(const TrmEncounter *e, int i, size_t k);

/* touch_rims.c: touches of rim `end` of a cylinder with a line, and with rim `other_end` of another
 * cylinder, at all places where they are nearest to each other; how many of at most four. The sign
 * of the normal is left open. */
enum { TRM_MOST_NEAR = 4 };
size_t trm_rim_near_line(const TrmEncounter *e, const TrmCylinder *a, int end,
                         const TrmStraight *line, TrmTouch touches[TRM_MOST_NEAR]);
size_t trm_rim_near_rim(const TrmEncounter *e, const TrmCylinder *a, int end, const TrmCylinder *b,
                        int other_end, TrmTouch touches[TRM_MOST_NEAR]);

/* Turn the normal of such a touch along n (from the first surface to the second), and measure. */
void trm_rim_aim(const TrmEncounter *e, TrmTouch *touch, const double n[3]);

/* The middle of a cylinder and a line: where they cross between their ends 1, or 0. */
int trm_middle_crosses(const TrmEncounter *e, const TrmCylinder *a, const TrmStraight *line,
                       TrmTouch *touch);

/* An axis from the first surface to the second with the gap along it, and what touches there */
typedef enum TrmAxisKind {
  TRM_AXIS_NONE,
  TRM_AXIS_FACE,     /* of the solid, `face` */
  TRM_AXIS_END,      /* of cylinder `owner`, `face` is the end */
  TRM_AXIS_TOUCH,    /* `touch` alone */
  TRM_AXIS_CORNER,   /* a corner beside a cylinder */
  TRM_AXIS_PARALLEL, /* two middles side by side */
} TrmAxisKind;

typedef struct TrmAxis {
  TrmAxisKind kind;
  double gap, n[3];
  int owner;
  size_t face;
  TrmTouch touch;
} TrmAxis;

/* touch_cylinder.c: the axis of surfaces one of which is a cylinder. */
TrmAxis trm_cylinder_axis(const TrmEncounter *e);

#endif
