/* SPDX-License-Identifier: Apache-2.0
 *
 * The axis along which a cylinder and a solid, capsule or other cylinder overlap least: of normals
 * of faces and ends, ways from the middle across to corners and lines, and normals where a rim is
 * next to a corner, line or rim. Along each axis the overlap is that of the supports, so that none
 * shows more than there is.
 */
#include "catalog/contact/touch_cylinder.h"
#include "math/mat3.h"
#include <string.h>

typedef struct Search {
  const TrmEncounter *e;
  TrmCylinder cylinder[2]; /* those of the surfaces that are one */
  TrmAxis best;
  double slack;
} Search;

/* how far surface i reaches along sign * n */
static double support(const Search *s, int i, const double n[3], double sign) {
  const TrmEncounter *e = s->e;
  const TrmSurface *a = e->surface[i];
  double most = -HUGE_VAL, p[3];
  if (a->solid) {
    double own[3];
    trm_mat3_apply_transposed(e->motion[i]->R, n, own);
    for (size_t k = 0; k < a->solid->corner_count; k++)
      most = fmax(most, sign * trm_vec3_dot(own, a->solid->corner + 3 * k));
    return most + sign * trm_vec3_dot(n, e->motion[i]->r);
  }
  for (int k = 0; k < 2; k++) {
    trm_encounter_place(e, i, a->p[k], p);
    most = fmax(most, sign * trm_vec3_dot(n, p));
  }
  if (a->kind == TRM_SURFACE_CAPSULE) return most + a->radius[0];
  double across[3];
  trm_vec3_cross(n, s->cylinder[i].n, across);
  return most + a->radius[0] * trm_vec3_norm(across);
}

/* an axis by its direction: 1 when it is the best so far. Those that come later must be better by
 * more than rounding. */
static int try_axis(Search *s, const double n[3], TrmAxisKind kind) {
  double gap = -support(s, 1, n, -1) - support(s, 0, n, 1);
  if (!(gap > s->best.gap + (s->best.kind ? s->slack : 0))) return 0;
  s->best = (TrmAxis){.kind = kind, .gap = gap};
  memcpy(s->best.n, n, sizeof s->best.n);
  return 1;
}

static void try_faces(Search *s, int i) {
  const TrmHull *solid = s->e->surface[i]->solid;
  for (size_t f = 0; f < solid->face_count; f++) {
    double n[3];
    trm_encounter_turn(s->e, i, solid->normal + 3 * f, n);
    for (int k = 0; k < 3 && i; k++) n[k] = -n[k];
    if (try_axis(s, n, TRM_AXIS_FACE)) s->best.owner = i, s->best.face = f;
  }
}

static void try_ends(Search *s, int i) {
  const TrmCylinder *a = &s->cylinder[i];
  for (size_t end = 0; end < 2; end++) {
    double n[3], sign = (end ? 1 : -1) * (i ? -1 : 1);
    for (int k = 0; k < 3; k++) n[k] = sign * a->n[k];
    if (try_axis(s, n, TRM_AXIS_END)) s->best.owner = i, s->best.face = end;
  }
}

/* a spot of the other, beside cylinder i or beyond its rim */
static void try_spot(Search *s, int i, const double spot[3], double radius) {
  const TrmCylinder *a = &s->cylinder[i];
  const TrmSurface *surface = s->e->surface[i];
  double p[3], w[3], out[3], n[3];
  trm_encounter_place(s->e, 1 - i, spot, p);
  trm_vec3_add(p, -1, a->p[0], w);
  double x = trm_vec3_dot(w, a->n);
  trm_vec3_add(w, -x, a->n, w);
  double y = trm_vec3_norm(w);
  if (!trm_vec3_unit(w, out)) return;
  TrmTouch touch = {.turned = 1 - i, .radius = {radius, a->radius}};
  memcpy(touch.one[0], spot, sizeof touch.one[0]);
  for (int k = 0; k < 3; k++) n[k] = i ? -out[k] : out[k];
  if (x >= 0 && x <= a->length && try_axis(s, n, TRM_AXIS_CORNER)) {
    touch.kind = TRM_TOUCH_SPOT_LINE;
    memcpy(touch.two[0], surface->p[0], sizeof touch.two[0]);
    memcpy(touch.two[1], surface->n, sizeof touch.two[1]);
    s->best.owner = i;
    s->best.touch = touch;
  }
  int far = x > a->length / 2;
  double beyond = far ? x - a->length : x;
  if (!(y > a->radius) || x * (x - a->length) <= 0) return;
  for (int k = 0; k < 3; k++) n[k] = (i ? -1 : 1) * ((y - a->radius) * out[k] + beyond * a->n[k]);
  if (!trm_vec3_unit(n, n) || !try_axis(s, n, TRM_AXIS_TOUCH)) return;
  touch.kind = TRM_TOUCH_SPOT_RIM;
  memcpy(touch.two[0], surface->p[far], sizeof touch.two[0]);
  memcpy(touch.two[1], surface->n, sizeof touch.two[1]);
  s->best.touch = touch;
}

/* an axis that belongs to a touch: when that is where both reach farthest along it */
static void try_measured(Search *s, const TrmTouch *touch) {
  double gap = -support(s, 1, touch->normal, -1) - support(s, 0, touch->normal, 1);
  if (!(fabs(touch->gap - gap) <= s->slack)) return;
  if (try_axis(s, touch->normal, TRM_AXIS_TOUCH)) s->best.touch = *touch;
}

static void try_touch(Search *s, TrmTouch *touch) {
  trm_encounter_measure(s->e, touch);
  if (!(fabs(trm_vec3_norm(touch->normal) - 1) < 1e-6)) return;
  try_measured(s, touch);
  if (touch->cosine == 0) return;
  touch->cosine = -touch->cosine;
  trm_encounter_measure(s->e, touch);
  try_measured(s, touch);
}

/* middles side by side: the way across from one to the other */
static void try_parallel(Search *s, int i, const TrmStraight *line) {
  const TrmCylinder *a = &s->cylinder[i];
  double unit[3], across[3], w[3];
  if (line->radius == 0 || !trm_vec3_unit(line->d_g, unit)) return;
  trm_vec3_cross(unit, a->n, across);
  if (trm_vec3_norm(across) >= 1e-7) return;
  trm_vec3_add(line->p_g, -1, a->p[0], w);
  trm_vec3_add(w, -trm_vec3_dot(w, a->n), a->n, w);
  if (!trm_vec3_unit(w, w)) return;
  for (int k = 0; k < 3 && i; k++) w[k] = -w[k];
  if (try_axis(s, w, TRM_AXIS_PARALLEL)) s->best.owner = i;
}

/* cylinder i and the lines of the other */
static void try_lines(Search *s, int i) {
  size_t count = trm_straight_count(s->e->surface[1 - i]);
  for (size_t k = 0; k < count; k++) {
    TrmStraight line = trm_straight_of(s->e, 1 - i, k);
    TrmTouch touch, near[TRM_MOST_NEAR];
    if (trm_middle_crosses(s->e, &s->cylinder[i], &line, &touch)) try_measured(s, &touch);
    try_parallel(s, i, &line);
    for (int end = 0; end < 2; end++) {
      size_t found = trm_rim_near_line(s->e, &s->cylinder[i], end, &line, near);
      for (size_t j = 0; j < found; j++) try_touch(s, &near[j]);
    }
  }
}

static void try_rims(Search *s) {
  TrmTouch near[TRM_MOST_NEAR];
  for (int k = 0; k < 4; k++) {
    size_t found = trm_rim_near_rim(s->e, &s->cylinder[0], k / 2, &s->cylinder[1], k % 2, near);
    for (size_t j = 0; j < found; j++) try_touch(s, &near[j]);
  }
}

TrmAxis trm_cylinder_axis(const TrmEncounter *e) {
  Search s = {.e = e, .best = {.gap = -HUGE_VAL}};
  s.slack = 1e-9 * (e->surface[0]->reach + e->surface[1]->reach);
  int round[2];
  for (int i = 0; i < 2; i++) {
    round[i] = e->surface[i]->kind == TRM_SURFACE_ROUND;
    if (round[i]) s.cylinder[i] = trm_cylinder_of(e, i);
  }
  for (int i = 0; i < 2; i++) {
    if (e->surface[i]->solid) try_faces(&s, i);
    if (round[i]) try_ends(&s, i);
  }
  for (int i = 0; i < 2; i++) {
    const TrmSurface *other = e->surface[1 - i];
    if (!round[i]) continue;
    for (size_t k = 0; other->solid && k < other->solid->corner_count; k++)
      try_spot(&s, i, other->solid->corner + 3 * k, 0);
    for (int k = 0; other->kind == TRM_SURFACE_CAPSULE && k < 2; k++)
      try_spot(&s, i, other->p[k], other->radius[0]);
    try_lines(&s, i);
  }
  if (round[0] && round[1]) try_rims(&s);
  return s.best;
}
