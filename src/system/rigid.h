/* SPDX-License-Identifier: Apache-2.0
 *
 * Rigid contacts as one-sided conditions: every place where two surfaces may touch is a row whose
 * value is the gap there. Surfaces that touch at one place have their nearest points; capsules and
 * solids on planes have one place an end, one a corner.
 */
#ifndef TRM_SYSTEM_RIGID_H
#define TRM_SYSTEM_RIGID_H

#include "system/onesided.h"

/* A place where surfaces of a contact may touch. */
typedef struct TrmRigid {
  size_t contact;
  const TrmSurface *surface[2];
  int one;            /* the surface that `spot` is on */
  const double *spot; /* over the plane of the other; NULL: the nearest points */
  double radius;      /* of the spot */
  size_t row;         /* of the gap */
  size_t slide_row;   /* the first of its sliding rows, when it rubs */
  unsigned slides;    /* how many there are */
} TrmRigid;

/* Lay out the places of all rigid contacts; none where one of them cannot be laid out. After the
 * contacts. */
void trm_rigid_layout(TrmLayout *layout);

/* Why a rigid contact has no places: "a cylinder against a plane"; NULL when it has. */
const char *trm_rigid_lacks(const TrmEquations *eq, size_t contact);

/* What the reactions lambda[rows] of places mean for the contacts, kept in the state. */
void trm_rigid_bear(const TrmEquations *eq, TrmState *state, const double *lambda);

#endif
