/* SPDX-License-Identifier: Apache-2.0
 *
 * Touches of balls and capsules with convex solids: a ball touches the nearest face, edge or
 * corner; inside, the face it is least deep under. A capsule touches with its ends, and with edges
 * that pass its middle.
 */
#include "catalog/contact/surface.h"
#include "math/mat3.h"
#include <string.h>

/* p in the axes of the solid's body */
static void into(const TrmEncounter *e, int i, const double p[3], double out[3]) {
  double d[3];
  trm_vec3_add(p, -1, e->motion[i]->r, d);
  trm_mat3_apply_transposed(e->motion[i]->R, d, out);
}

/* 1 when the foot of x on face f lies inside it */
static int over_face(const TrmHull *solid, size_t f, const double x[3]) {
  const double *n = solid->normal + 3 * f;
  unsigned first = solid->start[f], last = solid->start[f + 1];
  for (unsigned k = first; k < last; k++) {
    const double *a = solid->corner + 3 * solid->loop[k];
    const double *b = solid->corner + 3 * solid->loop[k + 1 < last ? k + 1 : first];
    double side[3], out[3], w[3];
    trm_vec3_add(b, -1, a, side);
    trm_vec3_add(x, -1, a, w);
    if (solid->flat) {
      /* a side of a polygon: between its ends */
      if (trm_vec3_dot(w, side) < 0) return 0;
      continue;
    }
    trm_vec3_cross(side, n, out);
    if (trm_vec3_dot(w, out) > 0) return 0;
  }
  return 1;
}

/* what of a solid is nearest to x outside it */
typedef struct Nearest {
  double square;
  const double *corner, *edge; /* the corner, or the edge's first corner */
  double unit[3];
} Nearest;

static void try_edges(const TrmHull *solid, const double x[3], Nearest *near) {
  for (size_t i = 0; i < solid->edge_count; i++) {
    const double *a = solid->corner + 3 * solid->edge[i][0];
    const double *b = solid->corner + 3 * solid->edge[i][1];
    double d[3], w[3];
    trm_vec3_add(b, -1, a, d);
    trm_vec3_add(x, -1, a, w);
    double s = trm_vec3_dot(w, d) / trm_vec3_dot(d, d);
    if (!(s > 0 && s < 1)) continue;
    trm_vec3_add(w, -s, d, w);
    double square = trm_vec3_dot(w, w);
    if (!(square < near->square)) continue;
    near->square = square;
    near->edge = a;
    trm_vec3_unit(d, near->unit);
  }
  for (size_t i = 0; i < solid->corner_count; i++) {
    double w[3];
    trm_vec3_add(x, -1, solid->corner + 3 * i, w);
    double square = trm_vec3_dot(w, w);
    if (!(square < near->square)) continue;
    near->square = square;
    near->corner = solid->corner + 3 * i;
    near->edge = NULL;
  }
}

/* a spot of surface `one`, a ball's or a capsule's */
void trm_touch_spot_on_solid(TrmEncounter *e, int one, const double spot[3], double radius,
                             unsigned slot) {
  const TrmHull *solid = e->surface[1 - one]->solid;
  double p[3], x[3], most = -HUGE_VAL;
  size_t face = 0;
  trm_encounter_place(e, one, spot, p);
  into(e, 1 - one, p, x);
  for (size_t i = 0; i < solid->face_count; i++) {
    double over = trm_vec3_dot(solid->normal + 3 * i, x) - solid->offset[i];
    if (over > most) most = over, face = i;
  }
  /* no nearer than that */
  if (most - radius > e->margin) {
    e->nearest = fmin(e->nearest, most - radius);
    return;
  }
  if (most <= 0 || over_face(solid, face, x)) {
    const double *corner = solid->corner + 3 * solid->loop[solid->start[face]];
    trm_encounter_spot_plane(e, one, spot, corner, solid->normal + 3 * face, radius, slot);
    return;
  }
  Nearest near = {.square = HUGE_VAL};
  try_edges(solid, x, &near);
  if (near.edge) {
    trm_encounter_spot_line(e, one, spot, near.edge, near.unit, radius, 0, slot);
  } else if (near.corner) {
    trm_encounter_spot_spot(e, one, spot, near.corner, radius, 0, slot);
  }
}

void trm_touch_ball_solid(TrmEncounter *e, int one) {
  const TrmSurface *a = e->surface[one];
  trm_touch_spot_on_solid(e, one, a->p[0], a->radius[0], 0);
}

/* 1 when all of the solid lies behind the plane through q across w, or nearly: then nothing of it
 * is nearer to q + w than q */
static int is_outermost(const TrmHull *solid, const double q[3], const double w[3]) {
  static const double slack = 0.02;
  for (size_t i = 0; i < solid->corner_count; i++) {
    double d[3];
    trm_vec3_add(solid->corner + 3 * i, -1, q, d);
    if (trm_vec3_dot(d, w) > slack * trm_vec3_norm(d) * trm_vec3_norm(w)) return 0;
  }
  return 1;
}

/* the capsule's axis passes an edge, from x to x + d in the solid's axes */
static void axis_edge(TrmEncounter *e, int one, size_t edge, const double x[3], const double d[3]) {
  const TrmSurface *a = e->surface[one];
  const TrmHull *solid = e->surface[1 - one]->solid;
  const double *corner = solid->corner + 3 * solid->edge[edge][0];
  double f[3], p[3], q[3], w[3], across[3], s, t;
  trm_vec3_add(solid->corner + 3 * solid->edge[edge][1], -1, corner, f);
  if (!trm_segments_nearest(x, d, corner, f, &s, &t)) return;
  if (!(s > 0 && s < 1 && t > 0 && t < 1)) return;
  trm_vec3_add(x, s, d, p);
  trm_vec3_add(corner, t, f, q);
  trm_vec3_add(p, -1, q, w);
  if (!is_outermost(solid, q, w)) return;
  TrmTouch touch = {.kind = TRM_TOUCH_LINE_LINE, .turned = one, .cosine = 1};
  memcpy(touch.one[0], a->p[0], sizeof touch.one[0]);
  trm_vec3_add(a->p[1], -1, a->p[0], touch.one[1]);
  memcpy(touch.two[0], corner, sizeof touch.two[0]);
  memcpy(touch.two[1], f, sizeof touch.two[1]);
  touch.radius[0] = a->radius[0];
  trm_vec3_cross(d, f, across);
  if (trm_vec3_dot(across, w) > 0) touch.cosine = -1;
  trm_encounter_keep(e, &touch);
}

/* the capsule's axis passes a corner */
static void axis_corner(TrmEncounter *e, int one, const double *corner, const double x[3],
                        const double d[3]) {
  const TrmSurface *a = e->surface[one];
  double w[3], unit[3], s;
  trm_vec3_add(corner, -1, x, w);
  s = trm_vec3_dot(w, d) / trm_vec3_dot(d, d);
  if (!(s > 0 && s < 1)) return;
  trm_vec3_add(w, -s, d, w);
  for (int k = 0; k < 3; k++) w[k] = -w[k];
  if (!is_outermost(e->surface[1 - one]->solid, corner, w)) return;
  trm_vec3_add(a->p[1], -1, a->p[0], unit);
  trm_vec3_unit(unit, unit);
  trm_encounter_spot_line(e, 1 - one, corner, a->p[0], unit, 0, a->radius[0], 0);
}

void trm_touch_capsule_solid(TrmEncounter *e, int one) {
  const TrmSurface *a = e->surface[one];
  const TrmHull *solid = e->surface[1 - one]->solid;
  double p[3], x[2][3], d[3];
  for (int k = 0; k < 2; k++) trm_touch_spot_on_solid(e, one, a->p[k], a->radius[0], 0);
  if (e->nearest > e->margin + 2 * a->reach) return;
  for (int k = 0; k < 2; k++) {
    trm_encounter_place(e, one, a->p[k], p);
    into(e, 1 - one, p, x[k]);
  }
  trm_vec3_add(x[1], -1, x[0], d);
  for (size_t i = 0; i < solid->edge_count; i++) axis_edge(e, one, i, x[0], d);
  for (size_t i = 0; i < solid->corner_count; i++)
    axis_corner(e, one, solid->corner + 3 * i, x[0], d);
}
