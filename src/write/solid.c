/* SPDX-License-Identifier: Apache-2.0
 *
 * Solids: sweeps of circles along curves, solids of revolution, and polygons cut into triangles ear
 * by ear (Meisters 1975).
 */
#include "write/solid.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

enum {
  SIDES = 28,
  ROUND = 56, /* of cylinders */
  RINGS = 14,
  COIL_STEPS = 220,
  COIL_SIDES = 6,
  RING_STEPS = 40,
  RING_SIDES = 8
};

static const double two_pi = 6.283185307179586;

static TrmSolid *form_new(TrmArena *arena) {
  TrmSolid *form = trm_arena_alloc(arena, sizeof *form);
  form->arena = arena;
  return form;
}

static void corner(TrmSolid *f, const double p[3], const double n[3]) {
  if (f->count == f->capacity)
    f->corners = trm_arena_grow(f->arena, f->corners, f->count, &f->capacity, sizeof *f->corners);
  memcpy(f->corners[f->count], p, 3 * sizeof *p);
  memcpy(f->corners[f->count++] + 3, n, 3 * sizeof *n);
}

/* a triangle with one normal, its own */
static void flat(TrmSolid *f, const double a[3], const double b[3], const double c[3]) {
  double u[3], v[3], n[3];
  trm_vec3_add(b, -1, a, u);
  trm_vec3_add(c, -1, a, v);
  trm_vec3_cross(u, v, n);
  corner(f, a, n);
  corner(f, b, n);
  corner(f, c, n);
}

/* a quadrilateral of points with normals: a b c d in turn */
static void patch(TrmSolid *f, double p[4][3], double n[4][3]) {
  static const int order[6] = {0, 1, 2, 0, 2, 3};
  for (int k = 0; k < 6; k++) corner(f, p[order[k]], n[order[k]]);
}

/* the surface between two circles about z; a radius of 0 is a point */
static void add_cone(TrmSolid *f, double z0, double r0, double z1, double r1, int sides,
                     double turn) {
  double slope = z1 != z0 ? (r0 - r1) / (z1 - z0) : 0;
  for (int i = 0; i < sides; i++) {
    double p[4][3], n[4][3];
    for (int k = 0; k < 4; k++) {
      int next = k == 1 || k == 2, high = k >= 2;
      double angle = turn + two_pi * (i + next) / sides, r = high ? r1 : r0;
      double lit = sides > 6 ? angle : turn + two_pi * (i + 0.5) / sides;
      double c[3] = {r * cos(angle), r * sin(angle), high ? z1 : z0};
      double m[3] = {cos(lit), sin(lit), slope};
      memcpy(p[k], c, sizeof c);
      memcpy(n[k], m, sizeof m);
    }
    patch(f, p, n);
  }
}

/* the ring between two radii at z, facing up or down */
static void add_disc(TrmSolid *f, double z, double inner, double outer, double way) {
  for (int i = 0; i < ROUND; i++) {
    double p[4][3], n[4][3];
    for (int k = 0; k < 4; k++) {
      double angle = two_pi * (i + (k == 1 || k == 2)) / ROUND, r = k >= 2 ? inner : outer;
      double c[3] = {r * cos(angle), r * sin(angle), z}, m[3] = {0, 0, way};
      memcpy(p[k], c, sizeof c);
      memcpy(n[k], m, sizeof m);
    }
    patch(f, p, n);
  }
}

static void add_ball(TrmSolid *f) {
  for (int j = 0; j < RINGS; j++)
    for (int i = 0; i < SIDES; i++) {
      double p[4][3];
      for (int k = 0; k < 4; k++) {
        double around = two_pi * (i + (k == 1 || k == 2)) / SIDES;
        double down = 0.5 * two_pi * (j + (k >= 2)) / RINGS;
        double c[3] = {sin(down) * cos(around), sin(down) * sin(around), cos(down)};
        memcpy(p[k], c, sizeof c);
      }
      patch(f, p, p);
    }
}

static void add_block(TrmSolid *f) {
  for (int axis = 0; axis < 3; axis++)
    for (int side = -1; side <= 1; side += 2) {
      double p[4][3], n[4][3] = {{0}};
      for (int k = 0; k < 4; k++) {
        p[k][axis] = 0.5 * side;
        p[k][(axis + 1) % 3] = k == 1 || k == 2 ? 0.5 : -0.5;
        p[k][(axis + 2) % 3] = k >= 2 ? 0.5 : -0.5;
        n[k][axis] = side;
      }
      patch(f, p, n);
    }
}

/* a tube of this radius along a curve */
static void add_tube(TrmSolid *f, void (*curve)(double t, double out[3]), int steps, int sides,
                     double radius, double squeeze) {
  double before[SIDES][3], turned[SIDES][3];
  for (int i = 0; i <= steps; i++) {
    double t = (double)i / steps, a[3], b[3], c[3], along[3], side[3], other[3];
    curve(t, c);
    curve(fmax(t - 1e-3, 0), a);
    curve(fmin(t + 1e-3, 1), b);
    trm_vec3_add(b, -1, a, along);
    trm_vec3_unit(along, along);
    /* outwards from the axis, without what points along */
    double out[3] = {c[0], c[1], 0.02};
    trm_vec3_add(out, -trm_vec3_dot(out, along), along, side);
    trm_vec3_unit(side, side);
    trm_vec3_cross(along, side, other);
    double here[SIDES][3], normal[SIDES][3];
    for (int k = 0; k < sides; k++) {
      double angle = two_pi * k / sides;
      for (int x = 0; x < 3; x++) {
        normal[k][x] = cos(angle) * side[x] + sin(angle) * other[x];
        here[k][x] = c[x] + radius * normal[k][x];
      }
      here[k][2] *= squeeze;
      normal[k][2] /= squeeze;
    }
    for (int k = 0; i && k < sides; k++) {
      int next = (k + 1) % sides;
      double p[4][3], n[4][3];
      memcpy(p[0], before[k], sizeof p[0]), memcpy(n[0], turned[k], sizeof n[0]);
      memcpy(p[1], before[next], sizeof p[1]), memcpy(n[1], turned[next], sizeof n[1]);
      memcpy(p[2], here[next], sizeof p[2]), memcpy(n[2], normal[next], sizeof n[2]);
      memcpy(p[3], here[k], sizeof p[3]), memcpy(n[3], normal[k], sizeof n[3]);
      patch(f, p, n);
    }
    memcpy(before, here, sizeof here);
    memcpy(turned, normal, sizeof normal);
  }
}

/* a coil with straight ends on its axis, six long */
static void coil(double t, double out[3]) {
  const double lead = 0.08, turns = 7;
  double part = fmin(fmax((t - lead) / (1 - 2 * lead), 0), 1);
  double radius = fmin(1, fmin(t, 1 - t) / lead);
  out[0] = radius * cos(two_pi * turns * part);
  out[1] = radius * sin(two_pi * turns * part);
  out[2] = 6 * t;
}

static void ring(double t, double out[3]) {
  out[0] = cos(0.8 * two_pi * t);
  out[1] = sin(0.8 * two_pi * t);
  out[2] = 0;
}

const TrmSolid *trm_solid_new(TrmArena *arena, TrmSolidKind kind) {
  TrmSolid *f = form_new(arena);
  switch (kind) {
  case TRM_SOLID_CYLINDER:
    add_cone(f, -0.5, 1, 0.5, 1, ROUND, 0);
    add_disc(f, -0.5, 0, 1, -1);
    add_disc(f, 0.5, 0, 1, 1);
    break;
  case TRM_SOLID_BALL: add_ball(f); break;
  case TRM_SOLID_BLOCK: add_block(f); break;
  case TRM_SOLID_HEAD:
    add_cone(f, 0, 1, 1, 0, ROUND, 0);
    add_disc(f, 0, 0, 1, -1);
    break;
  case TRM_SOLID_PEDESTAL: add_cone(f, -1, 1, 0, 0.18, 4, two_pi / 8); break;
  case TRM_SOLID_COIL: add_tube(f, coil, COIL_STEPS, COIL_SIDES, 0.13, 1.0 / 6); break;
  default: add_tube(f, ring, RING_STEPS, RING_SIDES, 0.09, 1); break;
  }
  return f;
}

/* move and turn a form in place */
static void settle(TrmSolid *f, const TrmPose *place) {
  for (size_t i = 0; i < f->count; i++) {
    double p[3], n[3];
    trm_pose_apply(place, f->corners[i], p);
    trm_mat3_apply(place->R, f->corners[i] + 3, n);
    memcpy(f->corners[i], p, sizeof p);
    memcpy(f->corners[i] + 3, n, sizeof n);
  }
}

const TrmSolid *trm_solid_revolved(TrmArena *arena, const double *from, const double *to,
                                   const double radius[3]) {
  TrmSolid *f = form_new(arena);
  double d[3];
  trm_vec3_add(to, -1, from, d);
  double length = trm_vec3_norm(d);
  add_cone(f, 0, radius[0], length, radius[1], ROUND, 0);
  if (radius[2] > 0) add_cone(f, 0, radius[2], length, radius[2], ROUND, 0);
  add_disc(f, 0, radius[2], radius[0], -1);
  add_disc(f, length, radius[2], radius[1], 1);
  /* along the line, without scale */
  TrmPose place = trm_pose_span(from, to, 1, 0);
  for (int i = 0; i < 3; i++)
    if (length > 0) place.R[3 * i + 2] /= length;
  settle(f, &place);
  return f;
}

void trm_solid_normal(const double *corners, size_t count, double normal[3]) {
  memset(normal, 0, 3 * sizeof *normal);
  for (size_t i = 0; i < count; i++) {
    double c[3];
    trm_vec3_cross(corners + 3 * i, corners + 3 * ((i + 1) % count), c);
    trm_vec3_add(normal, 1, c, normal);
  }
}

/* twice the area of a triangle seen along n */
static double area_of(const double *a, const double *b, const double *c, const double n[3]) {
  double u[3], v[3], w[3];
  trm_vec3_add(b, -1, a, u);
  trm_vec3_add(c, -1, a, v);
  trm_vec3_cross(u, v, w);
  return trm_vec3_dot(w, n);
}

static int is_same(const double *a, const double *b) {
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* 1 when the corner between two others can be cut off: no other corner lies in it */
static int is_ear(const double *corners, const size_t *left, size_t count, size_t i,
                  const double n[3]) {
  const double *a = corners + 3 * left[(i + count - 1) % count], *b = corners + 3 * left[i];
  const double *c = corners + 3 * left[(i + 1) % count];
  if (!(area_of(a, b, c, n) > 0)) return 0;
  for (size_t k = 0; k < count; k++) {
    const double *p = corners + 3 * left[k];
    if (is_same(p, a) || is_same(p, b) || is_same(p, c)) continue;
    if (area_of(a, b, p, n) >= 0 && area_of(b, c, p, n) >= 0 && area_of(c, a, p, n) >= 0) return 0;
  }
  return 1;
}

const TrmSolid *trm_solid_prism(TrmArena *arena, const double *corners, size_t count, double half) {
  TrmSolid *f = form_new(arena);
  double n[3];
  trm_solid_normal(corners, count, n);
  if (!trm_vec3_unit(n, n)) n[0] = n[1] = 0, n[2] = 1;
  double *above = trm_arena_array(arena, 3 * count, sizeof *above);
  double *below = trm_arena_array(arena, 3 * count, sizeof *below);
  size_t *left = trm_arena_array(arena, count + 1, sizeof *left), many = count;
  for (size_t i = 0; i < count; i++) {
    trm_vec3_add(corners + 3 * i, half, n, above + 3 * i);
    trm_vec3_add(corners + 3 * i, -half, n, below + 3 * i);
    left[i] = i;
  }
  for (size_t i = 0; i < count; i++) {
    size_t next = (i + 1) % count;
    flat(f, below + 3 * i, below + 3 * next, above + 3 * next);
    flat(f, below + 3 * i, above + 3 * next, above + 3 * i);
  }
  /* ears one after the other; what has none left is cut anywhere */
  while (many > 2) {
    size_t ear = 0;
    while (ear < many && !is_ear(corners, left, many, ear, n)) ear++;
    if (ear == many) ear = 0;
    size_t a = left[(ear + many - 1) % many], b = left[ear], c = left[(ear + 1) % many];
    flat(f, above + 3 * a, above + 3 * b, above + 3 * c);
    flat(f, below + 3 * c, below + 3 * b, below + 3 * a);
    memmove(left + ear, left + ear + 1, (--many - ear) * sizeof *left);
  }
  return f;
}

const TrmSolid *trm_solid_mesh(TrmArena *arena, const float *points, size_t point_count,
                               const unsigned *triangles, size_t triangle_count) {
  TrmSolid *f = form_new(arena);
  for (size_t i = 0; i < triangle_count; i++) {
    double p[3][3];
    for (int k = 0; k < 3; k++) {
      if (triangles[3 * i + (size_t)k] >= point_count) return f;
      for (int x = 0; x < 3; x++)
        p[k][x] = (double)points[3 * triangles[3 * i + (size_t)k] + (size_t)x];
    }
    flat(f, p[0], p[1], p[2]);
  }
  return f;
}

TrmPose trm_pose_span(const double from[3], const double to[3], double radius, int middle) {
  TrmPose place;
  double d[3], x[3] = {1, 0, 0}, y[3], z[3] = {0, 0, 1};
  trm_vec3_add(to, -1, from, d);
  double length = trm_vec3_norm(d);
  trm_vec3_unit(d, z);
  if (fabs(z[0]) > 0.9) x[0] = 0, x[1] = 1;
  trm_vec3_add(x, -trm_vec3_dot(x, z), z, x);
  trm_vec3_unit(x, x);
  trm_vec3_cross(z, x, y);
  for (int i = 0; i < 3; i++) {
    place.R[3 * i] = radius * x[i];
    place.R[3 * i + 1] = radius * y[i];
    place.R[3 * i + 2] = length * z[i];
    place.p[i] = middle ? (from[i] + to[i]) / 2 : from[i];
  }
  return place;
}

TrmPose trm_pose_at(const double at[3], double x, double y, double z) {
  return (TrmPose){{x, 0, 0, 0, y, 0, 0, 0, z}, {at[0], at[1], at[2]}};
}

TrmPose trm_pose_product(const TrmPose *a, const TrmPose *b) {
  TrmPose place;
  trm_mat3_product(a->R, b->R, place.R);
  trm_pose_apply(a, b->p, place.p);
  return place;
}

void trm_pose_apply(const TrmPose *place, const double point[3], double out[3]) {
  double turned[3];
  trm_mat3_apply(place->R, point, turned);
  trm_vec3_add(turned, 1, place->p, out);
}
