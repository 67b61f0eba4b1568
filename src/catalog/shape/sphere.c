/* SPDX-License-Identifier: Apache-2.0
 *
 * Sphere: V = 4 pi r^3/3, every moment 2 V r^2/5.
 */
#include "catalog/shape/shape.h"
#include <math.h>

#define PI 3.14159265358979323846

static int sphere_solid(const TrmValues *values, TrmMassProperties *out) {
  double r, centre[3];
  int ok = trm_shape_positive(values, "radius", &r);
  ok &= trm_shape_at(values, centre);
  if (!ok) return 0;
  double volume = 4 * PI / 3 * r * r * r, moment = 0.4 * volume * r * r;
  trm_solid_revolve(out, volume, moment, moment, centre, (double[3]){0, 0, 1}, 0);
  return 1;
}

static void sphere_figure(const TrmValues *values, TrmFigure *figure) {
  figure->form = TRM_FIGURE_BALL;
  trm_figure_points(values, figure, 1);
  trm_shape_at(values, figure->points);
  values->number(values, "radius", &figure->radius[0]);
}

static const TrmParam params[] = {TRM_SHAPE_SIZE("radius", TRM_REQUIRED, "radius"),
                                  TRM_PARAM_PLACE("at", "centre; left out: the body's origin"),
                                  {.key = NULL}};

const TrmShapeType trm_shape_sphere = {
    .type = {.name = "sphere",
             .aliases = "ball",
             .summary = "solid ball",
             .details = "A solid ball about `at`, or about the body's origin.",
             .example = "trammel: 1\n"
                        "bodies:\n"
                        "  ball: {at: [0, 0, 1], shape: {sphere: {radius: 0.05, density: 7850}}}\n",
             .params = params,
             .shared = trm_shape_shared},
    .solid = sphere_solid,
    .figure = sphere_figure};
