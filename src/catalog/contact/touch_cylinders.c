/* SPDX-License-Identifier: Apache-2.0
 *
 * Touches of cylinders with solids, capsules and cylinders, once the axis of least overlap is
 * known: on a face rims at four places, where its sides cut them and its corners over an end; on an
 * end corners, rims and lines that pass over its edge; else what is nearest.
 */
#include "catalog/contact/touch_cylinder.h"
#include "math/mat3.h"
#include <stdint.h>
#include <string.h>

/* ends and faces that are turned against each other up to this cosine touch as faces */
static const double flat = 0.999;
/* touches whose normals differ more than this from the axis belong to something else */
static const double near_axis = 0.95;

/* a place over the end of a cylinder */
static int over_end(const TrmCylinder *a, const double p[3]) {
  double w[3];
  trm_vec3_add(p, -1, a->p[0], w);
  trm_vec3_add(w, -trm_vec3_dot(w, a->n), a->n, w);
  return trm_vec3_norm(w) <= a->radius * (1 + 1e-12);
}

/* a measured touch along the axis, and no deeper than what is found along that */
static void keep_along(TrmEncounter *e, TrmTouch *touch, const TrmAxis *axis) {
  double slack = 1e-9 * (e->surface[0]->reach + e->surface[1]->reach);
  if (touch->gap >= axis->gap - slack && trm_vec3_dot(touch->normal, axis->n) > near_axis)
    trm_encounter_keep(e, touch);
}

/* a rim of surface i at a quarter turn from its lowest point, over a plane of the other */
static TrmTouch rim_over(const TrmEncounter *e, int i, int end, int quarter, const double p[3],
                         const double normal[3]) {
  static const double turn[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  const TrmSurface *a = e->surface[i];
  TrmTouch touch = {.kind = TRM_TOUCH_RIM_PLANE, .turned = i};
  memcpy(touch.one[0], a->p[end], sizeof touch.one[0]);
  memcpy(touch.one[1], a->n, sizeof touch.one[1]);
  memcpy(touch.two[0], p, sizeof touch.two[0]);
  memcpy(touch.two[1], normal, sizeof touch.two[1]);
  touch.radius[0] = a->radius[end];
  touch.cosine = turn[quarter][0];
  touch.sine = turn[quarter][1];
  trm_encounter_measure(e, &touch);
  return touch;
}

/* on a face of the solid: its corners and the outward normals of its sides, body axes */
typedef struct Face {
  int i; /* the surface */
  const TrmHull *solid;
  size_t face;
  unsigned first, count;
  const double *p, *n;
} Face;

static const double *face_corner(const Face *f, unsigned k) {
  return f->solid->corner + 3 * f->solid->loop[f->first + k % f->count];
}

static void face_side(const Face *f, unsigned k, double out[3]) {
  double d[3];
  trm_vec3_add(face_corner(f, k + 1), -1, face_corner(f, k), d);
  trm_vec3_cross(d, f->n, out);
  trm_vec3_unit(out, out);
}

/* 1 when p, ground axes, is over the face, but for side `but` */
static int over_face(const TrmEncounter *e, const Face *f, const double p[3], int but) {
  double w[3], x[3], side[3];
  trm_vec3_add(p, -1, e->motion[f->i]->r, w);
  trm_mat3_apply_transposed(e->motion[f->i]->R, w, x);
  for (unsigned k = 0; k < f->count; k++) {
    if ((int)k == but) continue;
    face_side(f, k, side);
    trm_vec3_add(x, -1, face_corner(f, k), w);
    if (trm_vec3_dot(w, side) > 0) return 0;
  }
  return 1;
}

/* where side k of the face cuts a rim: c + R (u cos + v sin), (..) . m = h */
static void cut_rim(TrmEncounter *e, const Face *f, const TrmCylinder *a, int end, unsigned k) {
  double own[3], m[3], q[3], w[3], across[3], out[3];
  face_side(f, k, own);
  trm_encounter_turn(e, f->i, own, m);
  trm_encounter_place(e, f->i, face_corner(f, k), q);
  trm_vec3_add(q, -1, a->p[end], w);
  double height = trm_vec3_dot(w, m) / a->radius;
  trm_vec3_add(m, -trm_vec3_dot(m, a->n), a->n, w);
  double most = trm_vec3_norm(w);
  if (!(most > 1e-3) || !(fabs(height) < most * (1 - 1e-9))) return;
  trm_vec3_unit(w, w);
  trm_vec3_cross(a->n, w, across);
  double c = height / most, s = sqrt(1 - c * c);
  for (int sign = -1; sign < 2; sign += 2) {
    double p[3];
    TrmTouch touch = {.kind = TRM_TOUCH_CUT_RIM, .turned = a->i};
    for (int i = 0; i < 3; i++) out[i] = c * w[i] + sign * s * across[i];
    trm_vec3_add(a->p[end], a->radius, out, p);
    if (!over_face(e, f, p, (int)k)) continue;
    memcpy(touch.one[0], e->surface[a->i]->p[end], sizeof touch.one[0]);
    memcpy(touch.one[1], e->surface[a->i]->n, sizeof touch.one[1]);
    trm_mat3_apply_transposed(e->motion[a->i]->R, out, touch.one[2]);
    memcpy(touch.two[0], f->p, sizeof touch.two[0]);
    memcpy(touch.two[1], f->n, sizeof touch.two[1]);
    memcpy(touch.two[2], face_corner(f, k), sizeof touch.two[2]);
    memcpy(touch.two[3], own, sizeof touch.two[3]);
    touch.radius[0] = a->radius;
    trm_encounter_keep(e, &touch);
  }
}

/* corner k of the face over or under the end that is turned to it */
static void corner_on_end(TrmEncounter *e, const Face *f, const TrmCylinder *a, size_t end,
                          unsigned k) {
  const TrmSurface *s = e->surface[a->i];
  double p[3];
  trm_encounter_place(e, f->i, face_corner(f, k), p);
  if (!over_end(a, p)) return;
  TrmTouch touch = {.kind = TRM_TOUCH_SPOT_FACE, .turned = f->i};
  memcpy(touch.one[0], face_corner(f, k), sizeof touch.one[0]);
  memcpy(touch.one[1], f->n, sizeof touch.one[1]);
  memcpy(touch.two[0], s->p[end], sizeof touch.two[0]);
  for (int i = 0; i < 3; i++) touch.two[1][i] = end ? s->n[i] : -s->n[i];
  trm_encounter_keep(e, &touch);
}

static void touch_face(TrmEncounter *e, int i, size_t face, const TrmAxis *axis) {
  TrmCylinder a = trm_cylinder_of(e, 1 - i);
  const TrmHull *solid = e->surface[i]->solid;
  Face f = {.i = i, .solid = solid, .face = face, .first = solid->start[face]};
  double normal[3];
  f.count = solid->start[face + 1] - f.first;
  f.n = solid->normal + 3 * face;
  f.p = face_corner(&f, 0);
  for (int end = 0; end < 2; end++)
    for (int quarter = 0; quarter < 4; quarter++) {
      TrmTouch touch = rim_over(e, a.i, end, quarter, f.p, f.n);
      if (over_face(e, &f, touch.point, -1)) trm_encounter_keep(e, &touch);
    }
  for (int end = 0; end < 2; end++)
    for (unsigned k = 0; k < f.count; k++) cut_rim(e, &f, &a, end, k);
  trm_encounter_turn(e, i, f.n, normal);
  double turned = trm_vec3_dot(normal, a.n);
  for (unsigned k = 0; k < f.count && fabs(turned) > flat; k++)
    corner_on_end(e, &f, &a, turned < 0, k);
  /* lying on it, over a side */
  for (size_t k = 0; k < solid->edge_count && fabs(turned) < flat; k++) {
    TrmStraight line = trm_straight_edge(e, i, k);
    TrmTouch touch;
    if (trm_middle_crosses(e, &a, &line, &touch)) keep_along(e, &touch, axis);
  }
}

/* the face of the solid that is turned against an end; SIZE_MAX when none is flat on it */
static size_t face_on_end(const TrmEncounter *e, int i, const double outwards[3]) {
  const TrmHull *solid = e->surface[i]->solid;
  double own[3];
  trm_mat3_apply_transposed(e->motion[i]->R, outwards, own);
  for (size_t f = 0; f < solid->face_count; f++)
    if (trm_vec3_dot(own, solid->normal + 3 * f) < -flat) return f;
  return SIZE_MAX;
}

/* lines of the other that pass over the rim */
static void lines_on_rim(TrmEncounter *e, const TrmCylinder *a, int end, const TrmAxis *axis) {
  size_t count = trm_straight_count(e->surface[1 - a->i]);
  for (size_t k = 0; k < count; k++) {
    TrmStraight line = trm_straight_of(e, 1 - a->i, k);
    TrmTouch near[TRM_MOST_NEAR];
    size_t found = trm_rim_near_line(e, a, end, &line, near);
    for (size_t j = 0; j < found; j++) {
      trm_rim_aim(e, &near[j], axis->n);
      keep_along(e, &near[j], axis);
    }
  }
}

/* rims of the other over the end of this one, at four places; all round when both are flat */
static void rims_on_end(TrmEncounter *e, const TrmCylinder *a, size_t end, const TrmCylinder *b) {
  const TrmSurface *s = e->surface[a->i];
  double normal[3];
  for (int k = 0; k < 3; k++) normal[k] = end ? s->n[k] : -s->n[k];
  for (int other = 0; other < 2; other++)
    for (int quarter = 0; quarter < 4; quarter++) {
      TrmTouch touch = rim_over(e, b->i, other, quarter, s->p[end], normal);
      if (over_end(a, touch.point)) trm_encounter_keep(e, &touch);
    }
}

static void cylinder_on_end(TrmEncounter *e, const TrmCylinder *a, const TrmAxis *axis) {
  TrmCylinder b = trm_cylinder_of(e, 1 - a->i);
  rims_on_end(e, a, axis->face, &b);
  double turned = trm_vec3_dot(a->n, b.n);
  if (fabs(turned) < flat) {
    lines_on_rim(e, a, (int)axis->face, axis);
    return;
  }
  size_t end = (turned > 0) != (axis->face == 1);
  rims_on_end(e, &b, end, a);
  TrmTouch near[TRM_MOST_NEAR];
  size_t found = trm_rim_near_rim(e, a, (int)axis->face, &b, (int)end, near);
  for (size_t j = 0; j < found; j++) {
    trm_rim_aim(e, &near[j], axis->n);
    keep_along(e, &near[j], axis);
  }
}

static void touch_end(TrmEncounter *e, const TrmAxis *axis) {
  TrmCylinder a = trm_cylinder_of(e, axis->owner);
  const TrmSurface *s = e->surface[axis->owner], *other = e->surface[1 - axis->owner];
  double outwards[3], normal[3], p[3], sign = axis->face ? 1 : -1;
  for (int k = 0; k < 3; k++) outwards[k] = sign * a.n[k], normal[k] = sign * s->n[k];
  if (other->kind == TRM_SURFACE_ROUND) {
    cylinder_on_end(e, &a, axis);
    return;
  }
  size_t face = other->solid ? face_on_end(e, 1 - axis->owner, outwards) : SIZE_MAX;
  if (face != SIZE_MAX) {
    touch_face(e, 1 - axis->owner, face, axis);
    return;
  }
  size_t count = other->solid ? other->solid->corner_count : 2;
  for (size_t k = 0; k < count; k++) {
    const double *spot = other->solid ? other->solid->corner + 3 * k : other->p[k];
    trm_encounter_place(e, 1 - axis->owner, spot, p);
    if (over_end(&a, p))
      trm_encounter_spot_plane(e, 1 - axis->owner, spot, s->p[axis->face], normal,
                               other->solid ? 0 : other->radius[0], 0);
  }
  lines_on_rim(e, &a, (int)axis->face, axis);
}

/* side by side: the ends of either that lie beside the other */
static void touch_parallel(TrmEncounter *e) {
  int kept = 0;
  for (int k = 0; k < 4 && kept < 2; k++) {
    int i = k / 2;
    const TrmSurface *a = e->surface[i], *b = e->surface[1 - i];
    double p[3], q[3], d[3], w[3], unit[3];
    trm_encounter_place(e, i, a->p[k % 2], p);
    trm_encounter_place(e, 1 - i, b->p[0], q);
    trm_vec3_add(b->p[1], -1, b->p[0], unit);
    trm_encounter_turn(e, 1 - i, unit, d);
    trm_vec3_add(p, -1, q, w);
    double along = trm_vec3_dot(w, d);
    if (!(along >= 0 && along <= trm_vec3_dot(d, d)) || !trm_vec3_unit(unit, unit)) continue;
    trm_encounter_spot_line(e, i, a->p[k % 2], b->p[0], unit, a->radius[0], b->radius[0], 0);
    kept++;
  }
}

/* corners beside the cylinder, and edges across it */
static void touch_corners(TrmEncounter *e, const TrmAxis *axis) {
  TrmCylinder a = trm_cylinder_of(e, axis->owner);
  int i = 1 - axis->owner;
  const TrmSurface *s = e->surface[axis->owner], *other = e->surface[i];
  trm_encounter_keep(e, &axis->touch);
  for (size_t k = 0; other->solid && k < other->solid->corner_count; k++) {
    const double *corner = other->solid->corner + 3 * k;
    double p[3], w[3];
    if (memcmp(corner, axis->touch.one[0], sizeof w) == 0) continue;
    TrmTouch touch = {.kind = TRM_TOUCH_SPOT_LINE, .turned = i, .radius = {0, a.radius}};
    trm_encounter_place(e, i, corner, p);
    trm_vec3_add(p, -1, a.p[0], w);
    double x = trm_vec3_dot(w, a.n);
    if (!(x >= 0 && x <= a.length)) continue;
    memcpy(touch.one[0], corner, sizeof touch.one[0]);
    memcpy(touch.two[0], s->p[0], sizeof touch.two[0]);
    memcpy(touch.two[1], s->n, sizeof touch.two[1]);
    trm_encounter_measure(e, &touch);
    keep_along(e, &touch, axis);
  }
}

void trm_touch_cylinder(TrmEncounter *e, int one) {
  TrmAxis axis = trm_cylinder_axis(e);
  (void)one;
  e->nearest = axis.gap;
  if (axis.gap > e->margin) return;
  e->nearest = HUGE_VAL;
  if (axis.kind == TRM_AXIS_FACE) touch_face(e, axis.owner, axis.face, &axis);
  if (axis.kind == TRM_AXIS_END) touch_end(e, &axis);
  if (axis.kind == TRM_AXIS_TOUCH) trm_encounter_keep(e, &axis.touch);
  if (axis.kind == TRM_AXIS_CORNER) touch_corners(e, &axis);
  if (axis.kind == TRM_AXIS_PARALLEL) touch_parallel(e);
  if (!e->count) e->nearest = axis.gap;
}
