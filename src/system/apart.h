/* SPDX-License-Identifier: Apache-2.0
 *
 * Apart: a row that holds two points apart, as rods do. With d from the point on the first body to
 * that on the second, s_k = R_k b_k,
 *   phi = f d.d - offset,  d = r_2 + s_2 - r_1 - s_1.
 * It is what the row's term says (term.h), packed so that it is computed without detours.
 */
#ifndef TRM_SYSTEM_APART_H
#define TRM_SYSTEM_APART_H

#include "system/term.h"

typedef struct TrmApart {
  int body[2];          /* TRM_GROUND for ground */
  signed char entry[2]; /* of G from the start of the row, the first of each body's, or -1 */
  signed char turns[2]; /* the body has turns: their entries follow those of dr */
  signed char arms[2];  /* b is not zero */
  double b[2][3];
  double factor, offset;
} TrmApart;

/* Pack a term less `offset`; 0 when it is of another form. Entries and turns are left to fill in.
 * And the term again. */
int trm_apart_make(const TrmTermPlan *term, double offset, TrmApart *row);
TrmTermPlan trm_apart_term(const TrmApart *row);

/* Residual, and entries of the row in G unless that is NULL. */
double trm_apart_position(const TrmApart *row, int planar, const TrmBodyMotion *bodies, double *G);

/* Right-hand side of accelerations. */
double trm_apart_gamma(const TrmApart *row, const TrmBodyMotion *bodies);

#endif
