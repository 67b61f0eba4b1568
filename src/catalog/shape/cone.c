/* SPDX-License-Identifier: Apache-2.0
 *
 * Cone: a frustum of height h with radius R at `from` and r at `to`. With s = R^2 + R r + r^2:
 * V = pi h s/3, centre at h (R^2 + 2 R r + 3 r^2)/(4 s), about the axis
 * A = pi h (R^4 + R^3 r + R^2 r^2 + R r^3 + r^4)/10, across it (through the centre)
 * A/2 + pi h^3 (R^4 + 4 R^3 r + 10 R^2 r^2 + 4 R r^3 + r^4)/(80 s).
 */
#include "catalog/shape/shape.h"
#include <math.h>

#define PI 3.14159265358979323846

/* a radius that may be zero */
static int cone_radius(const TrmValues *values, const char *key, double *out) {
  if (!values->number(values, key, out)) {
    *out = 0;
    return !values->given(values, key);
  }
  if (*out >= 0 && isfinite(*out)) return 1;
  trm_log_add(values->log, TRM_E_SHAPE_SIZE, values->where(values, key), values->owner,
              "'%s' has a cone with %s = %g m, which is negative", values->owner, key, *out);
  return 0;
}

static int cone_solid(const TrmValues *values, TrmMassProperties *out) {
  TrmSpan span;
  double R, r;
  int ok = trm_shape_span(values, &span);
  int radii = cone_radius(values, "radius", &R);
  radii &= cone_radius(values, "top_radius", &r);
  if (radii && R == 0 && r == 0) {
    trm_log_add(values->log, TRM_E_SHAPE_SIZE, values->where(values, "radius"), values->owner,
                "'%s' has a cone with radius 0 m at both ends", values->owner);
    radii = 0;
  }
  if (!ok || !radii) return 0;
  double h = span.length, s = R * R + R * r + r * r, q = R * r;
  double quartic = R * R * R * R + r * r * r * r;
  double axial = PI * h * (quartic + q * (R * R + r * r) + q * q) / 10;
  double spread = PI * h * h * h * (quartic + 4 * q * (R * R + r * r) + 10 * q * q) / (80 * s);
  double along = h * (R * R + 2 * R * r + 3 * r * r) / (4 * s);
  trm_solid_revolve(out, PI * h * s / 3, axial, axial / 2 + spread, span.from, span.unit, along);
  return 1;
}

static void cone_figure(const TrmValues *values, TrmFigure *figure) {
  figure->form = TRM_FIGURE_ROUND;
  trm_figure_span(values, figure);
  cone_radius(values, "radius", &figure->radius[0]);
  cone_radius(values, "top_radius", &figure->radius[1]);
}

static const TrmParam params[] = {TRM_SHAPE_END("from", "middle of the base"),
                                  TRM_SHAPE_END("to", "the tip, or the middle of the top"),
                                  {.key = "radius",
                                   .kind = TRM_KIND_NUMBER,
                                   .flags = TRM_REQUIRED | TRM_LIMITED,
                                   .dimension = TRM_LENGTH,
                                   .summary = "radius of the base",
                                   .low = 0,
                                   .high = HUGE_VAL},
                                  {.key = "top_radius",
                                   .kind = TRM_KIND_NUMBER,
                                   .flags = TRM_LIMITED,
                                   .dimension = TRM_LENGTH,
                                   .summary = "radius of the top; 0 is a tip",
                                   .fallback = "0",
                                   .low = 0,
                                   .high = HUGE_VAL},
                                  {.key = NULL}};

const TrmShapeType trm_shape_cone = {
    .type =
        {.name = "cone",
         .aliases = "frustum",
         .summary = "cone, or with a top radius a frustum",
         .details =
             "A solid cone with its base centred on `from` and its tip at `to`. With `top_radius` "
             "it is cut flat there.",
         .example = "trammel: 1\n"
                    "bodies:\n"
                    "  top: {shape: {cone: {from: [0, 0, 0.1], to: [0, 0, 0], radius: 0.04, "
                    "density: 7850}}}\n",
         .params = params,
         .shared = trm_shape_shared},
    .solid = cone_solid,
    .figure = cone_figure};
