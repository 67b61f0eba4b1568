/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files of touches with curves have in common.
 */
#ifndef TRM_CATALOG_CONTACT_TOUCH_CURVE_H
#define TRM_CATALOG_CONTACT_TOUCH_CURVE_H

#include "catalog/contact/surface.h"

/* A place on a curve in ground axes: c, c', c'', the axis across the curve's plane, and the unit
 * normal towards its free side. */
typedef struct TrmCurvePlace {
  double p[3], tangent[3], bend[3], axis[3], out[3];
} TrmCurvePlace;
void trm_curve_place(const TrmEncounter *e, int i, double at, TrmCurvePlace *place);

/* 1 when the curve has ends; its parameter at a sample; 1 when it has a place there, not an end. */
int trm_curve_is_open(const TrmSurface *s);
double trm_curve_sample_at(const TrmSurface *s, size_t i);
int trm_curve_holds(const TrmSurface *s, double at);

/* The nearest parameter that it has. */
double trm_curve_within(const TrmSurface *s, double at);

/* A spot of surface `one` and the curve, which is the other. */
void trm_touch_spot_on_curve(TrmEncounter *e, int one, const double spot[3], double radius);

#endif
