/* SPDX-License-Identifier: Apache-2.0
 *
 * Spline: a curve y(x), or a family y(x, z) of curves at several z, through given points. Cubic
 * (natural C2 where nothing else is known: not-a-knot ends, so cubics are reproduced exactly),
 * Akima (C1, no overshoot) or linear in x; between the curves of a family linear in z.
 */
#ifndef TRM_MATH_SPLINE_H
#define TRM_MATH_SPLINE_H

#include "base/arena.h"

typedef struct TrmSpline TrmSpline;

typedef enum TrmSplineKind { TRM_SPLINE_CUBIC, TRM_SPLINE_AKIMA, TRM_SPLINE_LINEAR } TrmSplineKind;
typedef enum TrmSplineEnd { TRM_END_LINEAR, TRM_END_HOLD, TRM_END_ERROR } TrmSplineEnd;

/* What is wrong with spline data; `where` is the index of the offending value */
typedef enum TrmSplineFault {
  TRM_SPLINE_GOOD,
  TRM_SPLINE_TOO_FEW,     /* fewer points than the kind needs (2; cubic 4; Akima 5) */
  TRM_SPLINE_NOT_RISING,  /* x[where] is not more than x[where-1] */
  TRM_SPLINE_Z_NOT_RISING /* z[where] is not more than z[where-1] */
} TrmSplineFault;

/* Make a spline from x[nx] and y[nz][nx] (row by row), z[nz]; nz = 1 and z NULL for one curve. */
TrmSplineFault trm_spline_new(TrmArena *arena, TrmSplineKind kind, TrmSplineEnd end,
                              const double *x, size_t nx, const double *z, size_t nz,
                              const double *y, size_t *where, TrmSpline **spline);

/* Derivatives of the order-th x-derivative (order 0, 1 or 2) at (x, z):
 * out[0] value, [1] d/dx, [2] d/dz, [3] d2/dx2, [4] d2/dxdz, [5] d2/dz2. Returns 0 when (x, z) lies
 * outside and the end is TRM_END_ERROR (out is then NaN), else 1. */
int trm_spline_eval(const TrmSpline *spline, int order, double x, double z, double out[6]);

/* Switching values, zero where the slope jumps and of changing sign there: at the points of a
 * linear spline, at held ends, at the curves of a family. Writes at most two, returns their number,
 * which is the same everywhere. */
size_t trm_spline_events(const TrmSpline *spline, double x, double z, double out[2]);

/* The range of x that the points cover. */
void trm_spline_range(const TrmSpline *spline, double *low, double *high);

/* 1 when it is linear between its points; the next of them behind x in a direction, 1 or -1, or
 * infinite. */
int trm_spline_is_linear(const TrmSpline *spline);
double trm_spline_next(const TrmSpline *spline, double x, int direction);

/* 1 when the spline is a family (takes z). */
int trm_spline_two(const TrmSpline *spline);

#endif
