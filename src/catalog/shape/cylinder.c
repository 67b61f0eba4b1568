/* SPDX-License-Identifier: Apache-2.0
 *
 * Cylinder: solid or hollow, by its ends or by its middle. With outer and inner radius R, r:
 * V = pi (R^2 - r^2) L; about the axis V (R^2 + r^2)/2, across it V ((R^2 + r^2)/4 + L^2/12).
 */
#include "catalog/shape/shape.h"
#include <math.h>

#define PI 3.14159265358979323846

/* the middle, the axis and the length from whichever way the cylinder was given */
static int cylinder_place(const TrmValues *values, double middle[3], double unit[3],
                          double *length) {
  int ends = values->given(values, "from") || values->given(values, "to");
  int centred = values->given(values, "at") || values->given(values, "axis") ||
                values->given(values, "length");
  int both_ends = values->given(values, "from") && values->given(values, "to");
  if ((ends && centred) || (ends && !both_ends) || (!ends && !values->given(values, "length"))) {
    trm_log_add(values->log, TRM_E_SHAPE_GEOMETRY, values->item->place, values->owner,
                "'%s' has a cylinder %s", values->owner,
                ends && centred ? "given by its ends and by its middle"
                : ends          ? "with one end only"
                                : "without a length");
    trm_log_hint(values->log, "write 'from' and 'to', or 'length' with 'at' and 'axis'");
    return 0;
  }
  if (ends) {
    TrmSpan span;
    if (!trm_shape_span(values, &span)) return 0;
    *length = span.length;
    for (int i = 0; i < 3; i++) {
      unit[i] = span.unit[i];
      middle[i] = span.from[i] + 0.5 * span.length * unit[i];
    }
    return 1;
  }
  int ok = trm_shape_positive(values, "length", length);
  ok &= trm_shape_at(values, middle);
  for (int i = 0; i < 3; i++) unit[i] = values->axes[3 * i + 2];
  if (values->given(values, "axis")) ok &= values->direction(values, "axis", unit);
  if (!ok) return 0;
  double norm = hypot(hypot(unit[0], unit[1]), unit[2]);
  for (int i = 0; i < 3; i++) unit[i] /= norm;
  return 1;
}

static int cylinder_solid(const TrmValues *values, TrmMassProperties *out) {
  double R, r = 0, length, middle[3], unit[3];
  int ok = trm_shape_positive(values, "radius", &R);
  if (values->given(values, "inner_radius")) {
    int inner = trm_shape_positive(values, "inner_radius", &r);
    if (ok && inner && !(r < R)) {
      trm_log_add(values->log, TRM_E_SHAPE_HOLLOW, values->where(values, "inner_radius"),
                  values->owner, "'%s' has a cylinder with inner radius %g m and radius %g m",
                  values->owner, r, R);
      ok = 0;
    }
    ok &= inner;
  }
  ok &= cylinder_place(values, middle, unit, &length);
  if (!ok) return 0;
  double volume = PI * (R - r) * (R + r) * length, squares = R * R + r * r;
  trm_solid_revolve(out, volume, volume * squares / 2,
                    volume * (squares / 4 + length * length / 12), middle, unit, 0);
  return 1;
}

static void cylinder_figure(const TrmValues *values, TrmFigure *figure) {
  double middle[3], unit[3], length;
  figure->form = TRM_FIGURE_ROUND;
  trm_figure_points(values, figure, 2);
  if (!cylinder_place(values, middle, unit, &length)) return;
  for (int i = 0; i < 3; i++) {
    figure->points[i] = middle[i] - 0.5 * length * unit[i];
    figure->points[3 + i] = middle[i] + 0.5 * length * unit[i];
  }
  values->number(values, "radius", &figure->radius[0]);
  figure->radius[1] = figure->radius[0];
  if (values->given(values, "inner_radius"))
    values->number(values, "inner_radius", &figure->radius[2]);
}

static const TrmParam params[] = {
    TRM_SHAPE_SIZE("radius", TRM_REQUIRED, "outer radius"),
    TRM_SHAPE_SIZE("inner_radius", 0, "radius of the bore; left out: solid"),
    TRM_SHAPE_SIZE("length", 0, "length along the axis, with `at` and `axis`"),
    TRM_PARAM_PLACE("at", "middle of the cylinder; left out: the body's origin"),
    TRM_PARAM_DIRECTION("axis", 0, "direction of the axis; left out: the body's z axis"),
    TRM_PARAM_PLACE("from", "middle of the first end, in place of `at`, `axis` and `length`"),
    TRM_PARAM_PLACE("to", "middle of the second end"),
    {.key = NULL}};

const TrmShapeType trm_shape_cylinder = {
    .type =
        {.name = "cylinder",
         .summary = "solid or hollow cylinder: wheels, discs, tubes",
         .details =
             "Given by its middle, axis and length, as a wheel is, or by its two ends, as a tube "
             "is. `inner_radius` makes it hollow.",
         .example =
             "trammel: 1\n"
             "bodies:\n"
             "  wheel: {shape: {cylinder: {radius: 0.3, length: 0.1, axis: y, density: 2700}}}\n"
             "  tube:\n"
             "    shape:\n"
             "      cylinder:\n"
             "        from: [0, 0, 0]\n"
             "        to: [1, 0, 0]\n"
             "        radius: 0.05\n"
             "        inner_radius: 0.045\n"
             "        density: 7850\n",
         .params = params,
         .shared = trm_shape_shared},
    .solid = cylinder_solid,
    .figure = cylinder_figure};
