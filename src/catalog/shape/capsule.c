/* SPDX-License-Identifier: Apache-2.0
 *
 * Capsule: a cylinder of length L with half spheres beyond its ends. With C = pi r^2 L and
 * S = 4 pi r^3/3: about the axis C r^2/2 + 2 S r^2/5, across it
 * C (r^2/4 + L^2/12) + S (2 r^2/5 + L^2/4 + 3 L r/8).
 */
#include "catalog/shape/shape.h"
#include <math.h>

#define PI 3.14159265358979323846

static int capsule_solid(const TrmValues *values, TrmMassProperties *out) {
  TrmSpan span;
  double r;
  int ok = trm_shape_span(values, &span);
  ok &= trm_shape_positive(values, "radius", &r);
  if (!ok) return 0;
  double L = span.length, C = PI * r * r * L, S = 4 * PI / 3 * r * r * r;
  double axial = C * r * r / 2 + 0.4 * S * r * r;
  double transverse = C * (r * r / 4 + L * L / 12) + S * (0.4 * r * r + L * L / 4 + 0.375 * L * r);
  trm_solid_revolve(out, C + S, axial, transverse, span.from, span.unit, L / 2);
  return 1;
}

static void capsule_figure(const TrmValues *values, TrmFigure *figure) {
  figure->form = TRM_FIGURE_CAPSULE;
  trm_figure_span(values, figure);
  values->number(values, "radius", &figure->radius[0]);
}

static const TrmParam params[] = {
    TRM_SHAPE_END("from", "centre of the first half sphere"),
    TRM_SHAPE_END("to", "centre of the second half sphere"),
    TRM_SHAPE_SIZE("radius", TRM_REQUIRED, "radius of the cylinder and of its round ends"),
    {.key = NULL}};

const TrmShapeType trm_shape_capsule = {
    .type =
        {.name = "capsule",
         .summary = "bar with round ends between two places",
         .details =
             "A cylinder from `from` to `to` with half a sphere beyond each end, so that it is "
             "longer by the radius on both sides. Every point of it is within `radius` of the line "
             "between the two places, which makes its contacts simple.",
         .example = "trammel: 1\n"
                    "bodies:\n"
                    "  limb: {shape: {capsule: {from: [0, 0, 0], to: [0, 0, 0.4], radius: 0.05, "
                    "density: 1000}}}\n",
         .params = params,
         .shared = trm_shape_shared},
    .solid = capsule_solid,
    .figure = capsule_figure};
