/* SPDX-License-Identifier: Apache-2.0
 *
 * Along: a row that measures an arm along an axis fixed on one of its bodies, as most rows of
 * joints do. With k the body of the axis a, o the other, b_k and b_o fixed on each,
 *   phi = R_k a . (e + R_k b_k) - offset,  e = c_k r_k + c_o r_o + R_o b_o.
 * It is what the row's term says (term.h), packed so that it is computed without detours.
 */
#ifndef TRM_SYSTEM_ALONG_H
#define TRM_SYSTEM_ALONG_H

#include "system/term.h"

typedef struct TrmAlong {
  unsigned row, first;  /* its number and first entry of G */
  int body[2];          /* k and o, TRM_GROUND for ground */
  signed char entry[2]; /* of G from the row's first on, the first of each body's, or -1 */
  signed char c[2];     /* both zero, or the entries begin with those of dr */
  unsigned char side;   /* k is the term's first body: 0, its second: 1 */
  unsigned char same;   /* all but axis and offset is as in the row before */
  double a[3], b[2][3]; /* axes of k, of k and o */
  double offset;
} TrmAlong;

/* Pack a term less `offset`; 0 when it is of another form. Row and entries are left to fill in.
 * And the term again. */
int trm_along_make(const TrmTermPlan *term, double offset, int planar, TrmAlong *row);
TrmTermPlan trm_along_term(const TrmAlong *row);

/* One row: its residual, its entries of G unless that is NULL; its right-hand side of
 * accelerations. */
double trm_along_value(const TrmAlong *row, int planar, const TrmBodyMotion *bodies, double *G);
double trm_along_right(const TrmAlong *row, int planar, const TrmBodyMotion *bodies);

/* 1 when two rows measure one arm. */
int trm_along_same(const TrmAlong *row, const TrmAlong *other);

/* Residuals phi[rows] and G[entries] of `count` rows; each may be NULL. */
void trm_along_position(const TrmAlong *rows, size_t count, int planar, const TrmBodyMotion *bodies,
                        double *phi, double *G);

/* Their right-hand sides of accelerations into gamma[rows]. */
void trm_along_gamma(const TrmAlong *rows, size_t count, int planar, const TrmBodyMotion *bodies,
                     double *gamma);

/* How entry `to` of a row of G changes with the coordinate of entry `by`, which are counted from
 * the row's first on. */
typedef struct TrmBent {
  unsigned char to, by;
  double value;
} TrmBent;

/* All that are not zero at every place, in the same order every time; their number. */
enum { TRM_ALONG_BENT = 108 };
size_t trm_along_second(const TrmAlong *row, int planar, const TrmBodyMotion *bodies,
                        TrmBent out[TRM_ALONG_BENT]);

#endif
