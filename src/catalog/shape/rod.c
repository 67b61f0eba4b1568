/* SPDX-License-Identifier: Apache-2.0
 *
 * Rod: a solid cylinder between two places. V = pi r^2 L; about the axis V r^2/2, across it
 * V (r^2/4 + L^2/12).
 */
#include "catalog/shape/shape.h"
#include <math.h>

#define PI 3.14159265358979323846

static int rod_solid(const TrmValues *values, TrmMassProperties *out) {
  TrmSpan span;
  double r;
  int ok = trm_shape_span(values, &span);
  ok &= trm_shape_positive(values, "radius", &r);
  if (!ok) return 0;
  double length = span.length, volume = PI * r * r * length;
  trm_solid_revolve(out, volume, volume * r * r / 2, volume * (r * r / 4 + length * length / 12),
                    span.from, span.unit, length / 2);
  return 1;
}

static void rod_figure(const TrmValues *values, TrmFigure *figure) {
  figure->form = TRM_FIGURE_ROUND;
  trm_figure_span(values, figure);
  values->number(values, "radius", &figure->radius[0]);
  figure->radius[1] = figure->radius[0];
}

static const TrmParam params[] = {
    TRM_SHAPE_END("from", "middle of the first end"),
    TRM_SHAPE_END("to", "middle of the second end"),
    TRM_SHAPE_SIZE("radius", TRM_REQUIRED, "radius of the cross-section"),
    {.key = NULL}};

const TrmShapeType trm_shape_rod = {
    .type =
        {.name = "rod",
         .summary = "solid round bar between two places",
         .details =
             "A solid cylinder whose flat ends are centred on `from` and `to`. The usual shape of "
             "a link: its ends are the joints' places. Its thickness counts in its inertia.",
         .example = "trammel: 1\n"
                    "points: {A: [0, 0, 0], B: [0.3, 0, 0]}\n"
                    "bodies:\n"
                    "  crank: {shape: {rod: {from: A, to: B, radius: 0.01, density: 7850}}}\n",
         .params = params,
         .shared = trm_shape_shared},
    .solid = rod_solid,
    .figure = rod_figure};
