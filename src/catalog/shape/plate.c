/* SPDX-License-Identifier: Apache-2.0
 *
 * Plate: a flat polygon of thickness t, half of it on either side of the corners' plane. In the
 * plane, the triangle of the reference point with an edge a, b gives its area det(a, b)/2, first
 * moment det (a + b)/6 and second moments det ((a + b)(a + b)^T + a a^T + b b^T)/24; across the
 * plane the second moment is A t^3/12.
 */
#include "catalog/shape/shape.h"
#include <math.h>

enum { MOST_CORNERS = 10000 };

/* parts of the polygon's size: equal points, points on a line, points in a plane */
static const double same_point = 1e-12, on_line = 1e-13, in_plane = 1e-6;

typedef struct Polygon {
  size_t count;
  const double *corners; /* 3 each, ground */
  double size;
  double origin[3];    /* a point of the plane near the middle */
  double R_g[9];       /* columns: two directions in the plane, and its normal */
  double (*points)[2]; /* the corners in the plane, from the origin */
} Polygon;

static void cross(const double a[3], const double b[3], double out[3]) {
  for (int i = 0; i < 3; i++)
    out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double norm(const double a[3]) {
  return hypot(hypot(a[0], a[1]), a[2]);
}

static double distance(const double a[3], const double b[3]) {
  return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

/* the corners, a repeated first one left out; size and middle; equal neighbours are refused */
static int read_corners(const TrmValues *values, Polygon *polygon) {
  double *corners;
  size_t n = 0;
  if (!values->places(values, "points", &corners, &n)) return 0;
  TrmPlace place = values->where(values, "points");
  if (n > 1 && distance(corners, corners + 3 * (n - 1)) == 0) n--;
  if (n < 3 || n > MOST_CORNERS) {
    trm_log_add(values->log, TRM_E_PLATE_CORNERS, place, values->owner,
                "'%s' has a plate with %zu corners; it needs 3 to %d", values->owner, n,
                MOST_CORNERS);
    return 0;
  }
  double extent[3];
  for (int i = 0; i < 3; i++) {
    double low = corners[i], high = corners[i];
    for (size_t k = 1; k < n; k++) {
      low = fmin(low, corners[3 * k + (size_t)i]);
      high = fmax(high, corners[3 * k + (size_t)i]);
    }
    extent[i] = high - low;
    polygon->origin[i] = low + 0.5 * extent[i];
  }
  polygon->count = n;
  polygon->corners = corners;
  polygon->size = norm(extent);
  for (size_t k = 0; k < n; k++) {
    size_t next = (k + 1) % n;
    if (distance(corners + 3 * k, corners + 3 * next) > same_point * polygon->size) continue;
    trm_log_add(values->log, TRM_E_PLATE_CORNERS, place, values->owner,
                "'%s' has a plate whose corners %zu and %zu are the same", values->owner, k + 1,
                next + 1);
    return 0;
  }
  return 1;
}

/* the plane through a corner, the one farthest from it, and the one farthest from their line */
static int fit_plane(const TrmValues *values, Polygon *polygon) {
  const double *p = polygon->corners;
  size_t n = polygon->count, far = 0;
  double most = 0, x[3], y[3], normal[3] = {0};
  for (size_t k = 1; k < n; k++) {
    double d = distance(p, p + 3 * k);
    if (d > most) most = d, far = k;
  }
  for (int i = 0; i < 3; i++) x[i] = (p[3 * far + (size_t)i] - p[i]) / most;
  double widest = 0;
  for (size_t k = 1; k < n; k++) {
    double arm[3], side[3];
    for (size_t i = 0; i < 3; i++) arm[i] = p[3 * k + i] - p[i];
    cross(x, arm, side);
    double width = norm(side);
    if (width <= widest) continue;
    widest = width;
    for (int i = 0; i < 3; i++) normal[i] = side[i] / width;
  }
  if (!(widest > same_point * polygon->size)) {
    trm_log_add(values->log, TRM_E_PLATE_AREA, values->where(values, "points"), values->owner,
                "'%s' has a plate whose corners lie on one line", values->owner);
    return 0;
  }
  /* make x exactly perpendicular to the normal again, then y */
  cross(normal, x, y);
  double length = norm(y);
  for (int i = 0; i < 3; i++) y[i] /= length;
  cross(y, normal, x);
  double lift = 0;
  for (int i = 0; i < 3; i++) lift += normal[i] * (p[i] - polygon->origin[i]);
  for (int i = 0; i < 3; i++) {
    polygon->origin[i] += lift * normal[i];
    polygon->R_g[3 * i] = x[i];
    polygon->R_g[3 * i + 1] = y[i];
    polygon->R_g[3 * i + 2] = normal[i];
  }
  return 1;
}

/* coordinates in the plane; the corner farthest from it must be near enough */
static int lay_flat(const TrmValues *values, Polygon *polygon) {
  double gap = 0;
  size_t worst = 0;
  polygon->points = trm_arena_array(values->arena, polygon->count, sizeof *polygon->points);
  for (size_t k = 0; k < polygon->count; k++) {
    double local[3] = {0};
    for (size_t j = 0; j < 3; j++)
      for (size_t i = 0; i < 3; i++)
        local[j] += polygon->R_g[3 * i + j] * (polygon->corners[3 * k + i] - polygon->origin[i]);
    polygon->points[k][0] = local[0];
    polygon->points[k][1] = local[1];
    if (fabs(local[2]) > gap) gap = fabs(local[2]), worst = k;
  }
  if (gap <= in_plane * polygon->size) return 1;
  trm_log_add(values->log, TRM_E_PLATE_FLAT, values->where(values, "points"), values->owner,
              "'%s' has a plate that is not flat: corner %zu is %g m out of the plane",
              values->owner, worst + 1, gap);
  return 0;
}

/* the side of the line a, b that c is on: -1, 0 (on it), 1 */
static int side_of(const double a[2], const double b[2], const double c[2], double size) {
  double u[2] = {b[0] - a[0], b[1] - a[1]}, v[2] = {c[0] - a[0], c[1] - a[1]};
  double area = u[0] * v[1] - u[1] * v[0], least = on_line * size * hypot(u[0], u[1]);
  return area > least ? 1 : area < -least ? -1 : 0;
}

/* 1 when c, which is on the line a, b, is between them */
static int between(const double a[2], const double b[2], const double c[2], double size) {
  double slack = on_line * size;
  for (int i = 0; i < 2; i++)
    if (c[i] < fmin(a[i], b[i]) - slack || c[i] > fmax(a[i], b[i]) + slack) return 0;
  return 1;
}

/* 1 when the edges a, b and c, d have a point in common */
static int edges_meet(const double a[2], const double b[2], const double c[2], const double d[2],
                      double size) {
  for (int i = 0; i < 2; i++)
    if (fmax(a[i], b[i]) < fmin(c[i], d[i]) - on_line * size ||
        fmax(c[i], d[i]) < fmin(a[i], b[i]) - on_line * size)
      return 0;
  int abc = side_of(a, b, c, size), abd = side_of(a, b, d, size);
  int cda = side_of(c, d, a, size), cdb = side_of(c, d, b, size);
  if (abc * abd < 0 && cda * cdb < 0) return 1;
  return (abc == 0 && between(a, b, c, size)) || (abd == 0 && between(a, b, d, size)) ||
         (cda == 0 && between(c, d, a, size)) || (cdb == 0 && between(c, d, b, size));
}

/* 1 when the outline turns straight back at corner b */
static int folds_back(const double a[2], const double b[2], const double c[2], double size) {
  double dot = (a[0] - b[0]) * (c[0] - b[0]) + (a[1] - b[1]) * (c[1] - b[1]);
  return dot > 0 && (side_of(b, a, c, size) == 0 || side_of(b, c, a, size) == 0);
}

/* no two edges may meet except neighbours in their common corner */
static int check_crossing(const TrmValues *values, const Polygon *polygon) {
  size_t n = polygon->count;
  double(*p)[2] = polygon->points, size = polygon->size;
  for (size_t i = 0; i < n; i++) {
    size_t next = (i + 1) % n, after = (i + 2) % n, other = n;
    if (folds_back(p[i], p[next], p[after], size)) other = next;
    for (size_t j = i + 2; j < n && other == n; j++) {
      if ((j + 1) % n == i) continue;
      if (edges_meet(p[i], p[next], p[j], p[(j + 1) % n], size)) other = j;
    }
    if (other == n) continue;
    trm_log_add(values->log, TRM_E_PLATE_CROSSING, values->where(values, "points"), values->owner,
                "'%s' has a plate whose outline meets itself: edge %zu-%zu and edge %zu-%zu",
                values->owner, i + 1, next + 1, other + 1, (other + 1) % n + 1);
    trm_log_hint(values->log, "list the corners in order around the outline");
    return 0;
  }
  return 1;
}

/* area integrals, then the prism */
static void integrate(const Polygon *polygon, double thickness, TrmMassProperties *out) {
  double area = 0, first[2] = {0}, second[3] = {0}; /* xx, yy, xy */
  for (size_t k = 0; k < polygon->count; k++) {
    const double *a = polygon->points[k], *b = polygon->points[(k + 1) % polygon->count];
    double det = a[0] * b[1] - a[1] * b[0], sum[2] = {a[0] + b[0], a[1] + b[1]};
    area += det / 2;
    for (int i = 0; i < 2; i++) {
      first[i] += det * sum[i] / 6;
      second[i] += det * (sum[i] * sum[i] + a[i] * a[i] + b[i] * b[i]) / 24;
    }
    second[2] += det * (sum[0] * sum[1] + a[0] * a[1] + b[0] * b[1]) / 24;
  }
  /* a clockwise outline gives everything a minus sign */
  double sign = area < 0 ? -1 : 1, volume = sign * area * thickness, t = sign * thickness;
  double c[2] = {first[0] / area, first[1] / area}, centre[3];
  for (int i = 0; i < 3; i++)
    centre[i] = polygon->origin[i] + polygon->R_g[3 * i] * c[0] + polygon->R_g[3 * i + 1] * c[1];
  double xy = t * (second[2] - area * c[0] * c[1]);
  double moments[9] = {t * (second[0] - area * c[0] * c[0]), xy, 0, xy,
                       t * (second[1] - area * c[1] * c[1]), 0,  0, 0,
                       volume * thickness * thickness / 12};
  trm_solid_turn(out, volume, moments, polygon->R_g, centre);
}

static int plate_solid(const TrmValues *values, TrmMassProperties *out) {
  Polygon polygon;
  double thickness;
  int ok = trm_shape_positive(values, "thickness", &thickness);
  ok &= read_corners(values, &polygon) && fit_plane(values, &polygon) &&
        lay_flat(values, &polygon) && check_crossing(values, &polygon);
  if (ok) integrate(&polygon, thickness, out);
  return ok;
}

static void plate_figure(const TrmValues *values, TrmFigure *figure) {
  figure->form = TRM_FIGURE_PRISM;
  values->places(values, "points", &figure->points, &figure->point_count);
  values->number(values, "thickness", &figure->radius[0]);
  figure->radius[0] /= 2;
}

static const TrmParam params[] = {
    {.key = "points",
     .kind = TRM_KIND_PLACES,
     .flags = TRM_REQUIRED,
     .dimension = TRM_LENGTH,
     .summary = "corners of the outline, in order around it",
     .refs = TRM_REF_POINT | TRM_REF_MARKER,
     .least = 3,
     .most = MOST_CORNERS},
    TRM_SHAPE_SIZE("thickness", TRM_REQUIRED,
                   "thickness, half of it on either side of the corners"),
    {.key = NULL}};

const TrmShapeType trm_shape_plate = {
    .type =
        {.name = "plate",
         .aliases = "polygon",
         .summary = "flat polygon with a thickness",
         .details =
             "The outline runs through `points` and back to the first; it may be concave but may "
             "not meet itself, and all corners lie in one plane. Handy for ternary links and "
             "brackets: the corners are the joints' places.",
         .example = "trammel: 1\n"
                    "points: {A: [0, 0, 0], B: [0.4, 0, 0], C: [0.1, 0.3, 0]}\n"
                    "bodies:\n"
                    "  ternary: {shape: {plate: {points: [A, B, C], thickness: 0.01, "
                    "density: 7850}}}\n",
         .params = params,
         .shared = trm_shape_shared},
    .solid = plate_solid,
    .figure = plate_figure};
