/* SPDX-License-Identifier: Apache-2.0
 *
 * Box: edges a, b, c along the axes of `orient`, centred on `at`. Second moments V a^2/12 and so
 * on.
 */
#include "catalog/shape/shape.h"
#include <math.h>

static int box_solid(const TrmValues *values, TrmMassProperties *out) {
  double size[3], centre[3], R_g[9];
  size_t count = 0;
  int ok = values->vector(values, "size", size, 3, &count) && count == 3;
  if (ok) {
    for (int i = 0; i < 3; i++) ok &= size[i] > 0 && isfinite(size[i]);
    if (!ok)
      trm_log_add(values->log, TRM_E_SHAPE_SIZE, values->where(values, "size"), values->owner,
                  "'%s' has a box of size (%g, %g, %g) m: each edge must be more than 0",
                  values->owner, size[0], size[1], size[2]);
  }
  ok &= trm_shape_at(values, centre);
  ok &= trm_shape_orient(values, R_g);
  if (!ok) return 0;
  double volume = size[0] * size[1] * size[2], moments[9] = {0};
  for (int i = 0; i < 3; i++) moments[4 * i] = volume * size[i] * size[i] / 12;
  trm_solid_turn(out, volume, moments, R_g, centre);
  return 1;
}

static void box_figure(const TrmValues *values, TrmFigure *figure) {
  double size[3] = {0};
  size_t count;
  figure->form = TRM_FIGURE_BOX;
  values->vector(values, "size", size, 3, &count);
  for (int i = 0; i < 3; i++) size[i] /= 2;
  trm_figure_axes(values, figure, size);
}

static const TrmParam params[] = {
    {.key = "size",
     .kind = TRM_KIND_VECTOR,
     .flags = TRM_REQUIRED | TRM_LIMITED | TRM_ABOVE_LOW,
     .dimension = TRM_LENGTH,
     .summary = "lengths of the edges along x, y and z of the box",
     .least = 3,
     .most = 3,
     .low = 0,
     .high = HUGE_VAL},
    TRM_PARAM_PLACE("at", "middle of the box; left out: the body's origin"),
    TRM_PARAM_ORIENT(0, "orientation of the box; left out: the body's"),
    {.key = NULL}};

const TrmShapeType trm_shape_box = {
    .type = {.name = "box",
             .summary = "block with right angles",
             .details =
                 "A solid block with edges `size` along its own x, y and z axes, centred on `at`. "
                 "Without `at` and `orient` it sits on the body's frame.",
             .example = "trammel: 1\n"
                        "bodies:\n"
                        "  block:\n"
                        "    at: [0, 0, 0.5]\n"
                        "    shape: {box: {size: [0.4, 0.2, 0.1], density: 2700}}\n",
             .params = params,
             .shared = trm_shape_shared},
    .solid = box_solid,
    .figure = box_figure};
