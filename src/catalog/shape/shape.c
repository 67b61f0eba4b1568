/* SPDX-License-Identifier: Apache-2.0
 *
 * Shape: what all shapes share: reading sizes and places, the tensor of a placed solid, density or
 * mass, and the sum of parts. With second moments J = ∫ x x^T dV the inertia is tr(J) E - J; two
 * parts at distance d add m1 m2/(m1 + m2) (d.d E - d d^T) to their own tensors.
 */
#include "catalog/shape/shape.h"
#include <float.h>
#include <math.h>

/* places nearer than this part of their distance from the origin are the same */
static const double same_place = 1e-12;

const TrmParam trm_shape_shared[] = {
    {.key = "density",
     .kind = TRM_KIND_NUMBER,
     .flags = TRM_LIMITED | TRM_ABOVE_LOW,
     .dimension = TRM_DENSITY,
     .summary = "mass per volume; the body's mass follows from its shapes",
     .low = 0,
     .high = HUGE_VAL},
    {.key = "mass",
     .kind = TRM_KIND_NUMBER,
     .flags = TRM_LIMITED | TRM_ABOVE_LOW,
     .dimension = TRM_MASS,
     .summary = "mass of this shape, in place of `density`",
     .low = 0,
     .high = HUGE_VAL},
    {.key = "name",
     .kind = TRM_KIND_TEXT,
     .summary = "name of the shape; contacts refer to it as body.name"},
    {.key = "colour", .kind = TRM_KIND_TEXT, .summary = "colour in pictures: a name or #rrggbb"},
    {.key = NULL}};

const TrmShapeType *trm_shape_type(const TrmItem *shape) {
  return (const TrmShapeType *)(const void *)shape->type;
}

int trm_shape_positive(const TrmValues *values, const char *key, double *out) {
  if (!values->number(values, key, out)) return 0;
  if (*out > 0 && isfinite(*out)) return 1;
  char unit[32];
  TrmUnits si = trm_units_mks();
  trm_dimension_format(&si, trm_type_param(values->item->type, key)->dimension, unit, sizeof unit);
  trm_log_add(values->log, TRM_E_SHAPE_SIZE, values->where(values, key), values->owner,
              "'%s' has a %s with %s = %g %s, which is not positive", values->owner,
              values->item->type->name, key, *out, unit);
  return 0;
}

int trm_shape_span(const TrmValues *values, TrmSpan *span) {
  int ok = values->place(values, "from", span->from);
  ok &= values->place(values, "to", span->to);
  if (!ok) return 0;
  double size = 0, d[3];
  for (int i = 0; i < 3; i++) {
    d[i] = span->to[i] - span->from[i];
    size = fmax(size, fmax(fabs(span->from[i]), fabs(span->to[i])));
  }
  span->length = hypot(hypot(d[0], d[1]), d[2]);
  if (!(span->length > same_place * size)) {
    trm_log_add(values->log, TRM_E_SHAPE_LENGTH, values->where(values, "to"), values->owner,
                "'%s' has a %s of no length: 'from' and 'to' are both (%g, %g, %g) m",
                values->owner, values->item->type->name, span->to[0], span->to[1], span->to[2]);
    return 0;
  }
  for (int i = 0; i < 3; i++) span->unit[i] = d[i] / span->length;
  return 1;
}

int trm_shape_at(const TrmValues *values, double out[3]) {
  if (values->given(values, "at")) return values->place(values, "at", out);
  for (int i = 0; i < 3; i++) out[i] = values->origin[i];
  return 1;
}

int trm_shape_orient(const TrmValues *values, double out[9]) {
  if (values->given(values, "orient")) return values->orient(values, "orient", out);
  for (int i = 0; i < 9; i++) out[i] = values->axes[i];
  return 1;
}

void trm_solid_revolve(TrmMassProperties *out, double volume, double axial, double transverse,
                       const double from[3], const double unit[3], double along) {
  out->mass = out->volume = volume;
  for (int i = 0; i < 3; i++) {
    out->centre[i] = from[i] + along * unit[i];
    /* transverse (E - u u^T) + axial u u^T, with 1 - u_i^2 as the sum of the other two squares */
    for (int j = 0; j < 3; j++) {
      double other = unit[(i + 1) % 3] * unit[(i + 1) % 3] + unit[(i + 2) % 3] * unit[(i + 2) % 3];
      double across = i == j ? other : -unit[i] * unit[j];
      out->inertia[3 * i + j] = transverse * across + axial * (unit[i] * unit[j]);
    }
  }
}

void trm_solid_turn(TrmMassProperties *out, double volume, const double moments[9],
                    const double R_g[9], const double centre[3]) {
  /* J_g = R J R^T */
  double half[9], J[9];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      half[3 * i + j] = R_g[3 * i] * moments[j] + R_g[3 * i + 1] * moments[3 + j] +
                        R_g[3 * i + 2] * moments[6 + j];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      J[3 * i + j] = half[3 * i] * R_g[3 * j] + half[3 * i + 1] * R_g[3 * j + 1] +
                     half[3 * i + 2] * R_g[3 * j + 2];
  out->mass = out->volume = volume;
  for (int i = 0; i < 3; i++) {
    int k = (i + 1) % 3, l = (i + 2) % 3;
    out->centre[i] = centre[i];
    out->inertia[4 * i] = J[4 * k] + J[4 * l];
    /* both sides of the diagonal get the same bits */
    out->inertia[3 * i + k] = out->inertia[3 * k + i] = -0.5 * (J[3 * i + k] + J[3 * k + i]);
  }
}

/* 1 when volume, centre and inertia are numbers to compute with, and positive where `weighs` */
static int in_range(const TrmMassProperties *solid, int weighs) {
  int ok = isfinite(solid->mass) && isfinite(solid->volume);
  for (int i = 0; i < 3; i++) ok &= isfinite(solid->centre[i]);
  for (int i = 0; i < 9; i++) ok &= isfinite(solid->inertia[i]);
  if (!weighs) return ok;
  ok &= solid->volume >= DBL_MIN && solid->mass >= DBL_MIN;
  for (int i = 0; i < 3; i++) ok &= solid->inertia[4 * i] >= DBL_MIN;
  return ok;
}

void trm_shape_figure(const TrmValues *values, TrmFigure *figure) {
  *figure = (TrmFigure){0};
  values->text(values, "name", &figure->name);
  values->text(values, "colour", &figure->colour);
  trm_shape_type(values->item)->figure(values, figure);
}

void trm_figure_points(const TrmValues *values, TrmFigure *figure, size_t count) {
  figure->points = trm_arena_array(values->arena, count, 3 * sizeof *figure->points);
  figure->point_count = count;
}

void trm_figure_span(const TrmValues *values, TrmFigure *figure) {
  trm_figure_points(values, figure, 2);
  values->place(values, "from", figure->points);
  values->place(values, "to", figure->points + 3);
}

void trm_figure_axes(const TrmValues *values, TrmFigure *figure, const double size[3]) {
  double at[3], R_g[9];
  trm_shape_at(values, at);
  trm_shape_orient(values, R_g);
  trm_figure_points(values, figure, 4);
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < 3; i++)
      figure->points[3 * k + i] = at[i] + (k ? size[k - 1] * R_g[3 * i + k - 1] : 0);
}

int trm_shape_mass(const TrmValues *values, TrmMassProperties *out) {
  *out = (TrmMassProperties){0};
  int has_density = values->given(values, "density"), has_mass = values->given(values, "mass");
  double density = 0, mass = 0;
  int ok = 1;
  if (has_density && has_mass) {
    trm_log_add(values->log, TRM_E_SHAPE_MASS_TWICE, values->where(values, "mass"), values->owner,
                "'%s' has a %s with both a density and a mass", values->owner,
                values->item->type->name);
    trm_log_hint(values->log, "leave out one of them");
    ok = 0;
  }
  if (has_density) ok &= trm_shape_positive(values, "density", &density);
  if (has_mass) ok &= trm_shape_positive(values, "mass", &mass);
  ok &= trm_shape_type(values->item)->solid(values, out);
  if (!ok) return 0;

  /* from density 1 to the one asked for */
  int weighs = has_density || has_mass;
  int fine = in_range(out, weighs);
  if (has_mass) density = mass / out->volume;
  out->mass *= density;
  for (int i = 0; i < 9; i++) out->inertia[i] *= density;
  if (!fine || !in_range(out, weighs)) {
    trm_log_add(values->log, TRM_E_SHAPE_RANGE, values->item->place, values->owner,
                "'%s' has a %s too large or too small to compute with: volume %g m^3",
                values->owner, values->item->type->name, out->volume);
    return 0;
  }
  return 1;
}

void trm_mass_add(TrmMassProperties *sum, const TrmMassProperties *part) {
  double total = sum->mass + part->mass;
  sum->volume += part->volume;
  if (!(part->mass > 0)) return;
  double d[3], share = part->mass / total, reduced = sum->mass * share;
  for (int i = 0; i < 3; i++) d[i] = part->centre[i] - sum->centre[i];
  for (int i = 0; i < 3; i++) {
    int k = (i + 1) % 3, l = (i + 2) % 3;
    sum->inertia[4 * i] += part->inertia[4 * i] + reduced * (d[k] * d[k] + d[l] * d[l]);
    double off = part->inertia[3 * i + k] - reduced * d[i] * d[k];
    sum->inertia[3 * i + k] += off;
    sum->inertia[3 * k + i] += off;
  }
  /* the first part brings its centre unrounded */
  for (int i = 0; i < 3; i++)
    sum->centre[i] = sum->mass > 0 ? sum->centre[i] + share * d[i] : part->centre[i];
  sum->mass = total;
}
