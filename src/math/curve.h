/* SPDX-License-Identifier: Apache-2.0
 *
 * Curve: a smooth line in space, c(s), with three derivatives. Either the graph (x, y(x), 0) of a
 * spline, with s = x, or a cubic through points, with s the length of the chords; closed curves are
 * periodic in s. Cubic pieces are C2, so velocities and accelerations along a curve are continuous.
 */
#ifndef TRM_MATH_CURVE_H
#define TRM_MATH_CURVE_H

#include "math/spline.h"

typedef struct TrmCurve TrmCurve;

/* The graph of a spline of one parameter, whose x and y are lengths in units of `unit` m. */
TrmCurve *trm_curve_graph(TrmArena *arena, const TrmSpline *spline, double unit);

/* Through `count` points (three doubles each); at least 4, closed at least 3. NULL when there are
 * too few or two neighbours coincide. */
TrmCurve *trm_curve_through(TrmArena *arena, const double *points, size_t count, int closed);

/* c, c', c'', c''' at s: four vectors. NaN outside a spline that ends in an error. */
void trm_curve_eval(const TrmCurve *curve, double s, double out[4][3]);

/* The range of s; the period when the curve is closed. */
void trm_curve_range(const TrmCurve *curve, double *low, double *high, int *closed);

/* The parameter of the point of the curve nearest to p. */
double trm_curve_nearest(const TrmCurve *curve, const double p[3]);

#endif
