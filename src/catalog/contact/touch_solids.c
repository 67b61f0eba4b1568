/* SPDX-License-Identifier: Apache-2.0
 *
 * Touches of two convex solids. The axis of least overlap is looked for among the normals of both
 * and the products of their edges. Along a normal, the face that is turned against it is cut to
 * the sides of the face it belongs to, and what remains below that face touches; along a product,
 * two edges do.
 */
#include "catalog/contact/surface.h"
#include "math/mat3.h"
#include <string.h>

enum { MOST_CORNERS = 32 };

/* an axis, from the first solid to the second, with the gap along it */
typedef struct Axis {
  double gap, n[3];
  int owner; /* the surface whose face it is, -1: of edges */
  size_t face;
} Axis;

/* the corner of surface i that is farthest along n */
static double farthest(const TrmEncounter *e, int i, const double n[3], double sign) {
  const TrmHull *solid = e->surface[i]->solid;
  double own[3], most = -HUGE_VAL;
  trm_mat3_apply_transposed(e->motion[i]->R, n, own);
  for (size_t k = 0; k < solid->corner_count; k++)
    most = fmax(most, sign * trm_vec3_dot(own, solid->corner + 3 * k));
  return most + sign * trm_vec3_dot(n, e->motion[i]->r);
}

/* faces of surface i; their axes point from it to the other */
static void try_faces(const TrmEncounter *e, int i, Axis *best) {
  const TrmHull *solid = e->surface[i]->solid;
  for (size_t f = 0; f < solid->face_count; f++) {
    double n[3];
    trm_encounter_turn(e, i, solid->normal + 3 * f, n);
    double own = solid->offset[f] + trm_vec3_dot(n, e->motion[i]->r);
    double gap = -farthest(e, 1 - i, n, -1) - own;
    if (!(gap > best->gap)) continue;
    *best = (Axis){.gap = gap, .owner = i, .face = f};
    for (int k = 0; k < 3; k++) best->n[k] = i ? -n[k] : n[k];
  }
}

/* products of edges, taken when they overlap clearly less */
static void try_edges(const TrmEncounter *e, Axis *best) {
  const TrmHull *a = e->surface[0]->solid, *b = e->surface[1]->solid;
  double size = e->surface[0]->reach + e->surface[1]->reach, slack = 1e-9 * size;
  for (size_t i = 0; i < a->direction_count; i++)
    for (size_t k = 0; k < b->direction_count; k++) {
      double d[3], f[3], n[3];
      trm_encounter_turn(e, 0, a->direction + 3 * i, d);
      trm_encounter_turn(e, 1, b->direction + 3 * k, f);
      trm_vec3_cross(d, f, n);
      double length = trm_vec3_norm(n);
      if (length < 1e-6) continue;
      for (int sign = -1; sign < 2; sign += 2) {
        double m[3] = {sign * n[0] / length, sign * n[1] / length, sign * n[2] / length};
        double gap = -farthest(e, 1, m, -1) - farthest(e, 0, m, 1);
        if (!(gap > best->gap + slack)) continue;
        *best = (Axis){.gap = gap, .owner = -1};
        memcpy(best->n, m, sizeof m);
      }
    }
}

/* the edge of surface i that lies farthest along n, of those across it; -1 when there is none */
static int edge_along(const TrmEncounter *e, int i, const double n[3], double sign) {
  const TrmHull *solid = e->surface[i]->solid;
  double own[3], most = farthest(e, i, n, sign) - sign * trm_vec3_dot(n, e->motion[i]->r);
  double slack = 1e-9 * e->surface[i]->reach, best = HUGE_VAL;
  int found = -1;
  trm_mat3_apply_transposed(e->motion[i]->R, n, own);
  for (size_t k = 0; k < solid->edge_count; k++) {
    double low = 0;
    for (int end = 0; end < 2; end++) {
      const double *corner = solid->corner + 3 * solid->edge[k][end];
      low = fmax(low, most - sign * trm_vec3_dot(own, corner));
    }
    if (low < slack && low < best) best = low, found = (int)k;
  }
  return found;
}

static void touch_edges(TrmEncounter *e, const Axis *axis) {
  int edge[2] = {edge_along(e, 0, axis->n, 1), edge_along(e, 1, axis->n, -1)};
  if (edge[0] < 0 || edge[1] < 0) return;
  TrmTouch touch = {.kind = TRM_TOUCH_LINE_LINE, .cosine = 1};
  double d[2][3], across[3];
  for (int i = 0; i < 2; i++) {
    const TrmHull *solid = e->surface[i]->solid;
    const double *a = solid->corner + 3 * solid->edge[edge[i]][0];
    const double *b = solid->corner + 3 * solid->edge[edge[i]][1];
    double(*role)[3] = i ? touch.two : touch.one;
    memcpy(role[0], a, sizeof role[0]);
    trm_vec3_add(b, -1, a, role[1]);
    trm_encounter_turn(e, i, role[1], d[i]);
  }
  trm_vec3_cross(d[0], d[1], across);
  if (trm_vec3_dot(across, axis->n) < 0) touch.cosine = -1;
  trm_encounter_keep(e, &touch);
}

/* a corner of what is left of the face: where, the label of the side that begins there, and what it
 * is: a corner of the face that is cut, where one of its sides is cut, or a corner of the other.
 * Labels: sides of the face from 0, sides it is cut to from -1 down. */
typedef struct Corner {
  double p[3];
  int side;    /* the one that begins here */
  int cut, by; /* the label that was cut and what cut it; by = 0: a corner `cut` of the face */
} Corner;

typedef struct Cut {
  int ref, other; /* surfaces */
  const TrmHull *solid, *faced;
  size_t face, against;
} Cut;

/* corner k of side s of the face that cuts, body axes */
static const double *side_corner(const Cut *c, int s, int end) {
  unsigned first = c->solid->start[c->face], count = c->solid->start[c->face + 1] - first;
  unsigned k = ((unsigned)s + (unsigned)end) % count;
  return c->solid->corner + 3 * c->solid->loop[first + k];
}

/* outward normal of that side, body axes */
static void side_normal(const Cut *c, int s, double out[3]) {
  double d[3];
  trm_vec3_add(side_corner(c, s, 1), -1, side_corner(c, s, 0), d);
  if (c->solid->flat) {
    for (int i = 0; i < 3; i++) out[i] = -d[i];
    return;
  }
  trm_vec3_cross(d, c->solid->normal + 3 * c->face, out);
}

/* cut the polygon to side s: what is beyond it goes */
static size_t cut_side(const TrmEncounter *e, const Cut *c, int s, const Corner *in, size_t count,
                       Corner *out) {
  double own[3], n[3], q[3];
  size_t kept = 0;
  side_normal(c, s, own);
  trm_encounter_turn(e, c->ref, own, n);
  trm_encounter_place(e, c->ref, side_corner(c, s, 0), q);
  double base = trm_vec3_dot(n, q);
  for (size_t i = 0; i < count; i++) {
    const Corner *a = &in[i], *b = &in[(i + 1) % count];
    double here = trm_vec3_dot(n, a->p) - base, there = trm_vec3_dot(n, b->p) - base;
    if (here <= 0 && kept < MOST_CORNERS) out[kept++] = *a;
    /* in the plane it is a line with two ends */
    if (c->faced->flat && i + 1 == count) continue;
    if ((here <= 0) == (there <= 0) || kept == MOST_CORNERS) continue;
    Corner *x = &out[kept++];
    *x = (Corner){.side = here <= 0 ? -1 - s : a->side, .cut = a->side, .by = -1 - s};
    double along = here / (here - there);
    for (int k = 0; k < 3; k++) x->p[k] = a->p[k] + along * (b->p[k] - a->p[k]);
  }
  return kept;
}

/* the face of the other that is turned most against n */
static size_t face_against(const TrmEncounter *e, int i, const double n[3]) {
  const TrmHull *solid = e->surface[i]->solid;
  double own[3], least = HUGE_VAL;
  size_t found = 0;
  trm_mat3_apply_transposed(e->motion[i]->R, n, own);
  for (size_t f = 0; f < solid->face_count; f++) {
    double turn = trm_vec3_dot(own, solid->normal + 3 * f);
    if (turn < least) least = turn, found = f;
  }
  return found;
}

/* what remains as a touch */
static void keep_corner(TrmEncounter *e, const Cut *c, const Corner *corner) {
  const double *normal = c->solid->normal + 3 * c->face, *base = side_corner(c, 0, 0);
  unsigned first = c->faced->start[c->against];
  unsigned count = c->faced->start[c->against + 1] - first;
  if (corner->by == 0) {
    const double *spot = c->faced->corner + 3 * c->faced->loop[first + (unsigned)corner->cut];
    trm_encounter_spot_plane(e, c->other, spot, base, normal, 0, 0);
    return;
  }
  int side = -1 - corner->by;
  if (corner->cut < 0) {
    /* both sides belong to the face: its own corner is over the other's face */
    int sides = (int)(c->solid->start[c->face + 1] - c->solid->start[c->face]);
    int other = -1 - corner->cut, k = (other + 1) % sides == side ? side : other;
    if ((side + 1) % sides != other && (other + 1) % sides != side) return;
    TrmTouch touch = {.kind = TRM_TOUCH_SPOT_FACE, .turned = c->ref};
    memcpy(touch.one[0], side_corner(c, k, 0), sizeof touch.one[0]);
    memcpy(touch.one[1], normal, sizeof touch.one[1]);
    memcpy(touch.two[0], c->faced->corner + 3 * c->faced->loop[first], sizeof touch.two[0]);
    memcpy(touch.two[1], c->faced->normal + 3 * c->against, sizeof touch.two[1]);
    trm_encounter_keep(e, &touch);
    return;
  }
  TrmTouch touch = {.kind = TRM_TOUCH_CUT_PLANE, .turned = c->other};
  unsigned next = ((unsigned)corner->cut + 1) % count;
  const double *a = c->faced->corner + 3 * c->faced->loop[first + (unsigned)corner->cut];
  const double *b = c->faced->corner + 3 * c->faced->loop[first + next];
  memcpy(touch.one[0], a, sizeof touch.one[0]);
  trm_vec3_add(b, -1, a, touch.one[1]);
  memcpy(touch.two[0], base, sizeof touch.two[0]);
  memcpy(touch.two[1], normal, sizeof touch.two[1]);
  memcpy(touch.two[2], side_corner(c, side, 0), sizeof touch.two[2]);
  side_normal(c, side, touch.two[3]);
  trm_encounter_keep(e, &touch);
}

static void touch_face(TrmEncounter *e, const Axis *axis) {
  Corner room[2][MOST_CORNERS], *now = room[0], *next = room[1];
  int i = axis->owner;
  Cut c = {.ref = i, .other = 1 - i, .face = axis->face};
  double n[3], q[3];
  c.solid = e->surface[i]->solid;
  c.faced = e->surface[1 - i]->solid;
  trm_encounter_turn(e, i, c.solid->normal + 3 * axis->face, n);
  c.against = face_against(e, 1 - i, n);
  unsigned first = c.faced->start[c.against], last = c.faced->start[c.against + 1];
  size_t count = 0;
  for (unsigned k = first; k < last && count < MOST_CORNERS; k++, count++) {
    now[count] = (Corner){.side = (int)(k - first), .cut = (int)(k - first)};
    trm_encounter_place(e, c.other, c.faced->corner + 3 * c.faced->loop[k], now[count].p);
  }
  unsigned sides = c.solid->start[c.face + 1] - c.solid->start[c.face];
  for (unsigned s = 0; s < sides && count; s++) {
    Corner *swap = now;
    count = cut_side(e, &c, (int)s, now, count, next);
    now = next;
    next = swap;
  }
  trm_encounter_place(e, i, side_corner(&c, 0, 0), q);
  double base = trm_vec3_dot(n, q);
  for (size_t k = 0; k < count; k++)
    if (trm_vec3_dot(n, now[k].p) - base <= e->margin) keep_corner(e, &c, &now[k]);
}

void trm_touch_solid_solid(TrmEncounter *e, int one) {
  Axis best = {.gap = -HUGE_VAL};
  (void)one;
  for (int i = 0; i < 2; i++) try_faces(e, i, &best);
  if (!e->surface[0]->solid->flat) try_edges(e, &best);
  e->nearest = best.gap;
  if (best.gap > e->margin) return;
  double bound = best.gap;
  e->nearest = HUGE_VAL;
  if (best.owner < 0)
    touch_edges(e, &best);
  else
    touch_face(e, &best);
  if (!e->count) e->nearest = bound;
}
