/* SPDX-License-Identifier: Apache-2.0
 *
 * Scene: what makes bodies look as they are held: discs about joints at mass centres, bars to what
 * is attached far from all shapes of a body, bands on balls that roll.
 */
#include "math/mat3.h"
#include "math/vec3.h"
#include "write/scene_data.h"
#include <math.h>
#include <string.h>

/* more bodies than these have no bands */
enum { MANY_BODIES = 200 };

static int is_one(const char *type, const char *const *types) {
  for (; *types; types++)
    if (strcmp(type, *types) == 0) return 1;
  return 0;
}

static const TrmSpot *spot_on(const TrmSceneItem *item, int side, int body) {
  if (side == 0 && item->has_first && item->first.body == body) return &item->first;
  if (side == 1 && item->has_second && item->second.body == body) return &item->second;
  return NULL;
}

int trm_scene_disc(const TrmScene *s, size_t body, double room, double axis[3], double *radius) {
  /* these let nothing turn */
  static const char *const straight[] = {"prismatic", "translational", "fixed", NULL};
  const TrmSceneItem *lists[] = {s->joints, s->forces};
  const size_t counts[] = {s->joint_count, s->force_count};
  const TrmSceneBody *b = &s->bodies[body];
  size_t places = 0, joints = 0, turning = 0;
  double about = 0;
  axis[0] = axis[1] = 0;
  axis[2] = 1;
  for (int l = 0; l < 2; l++)
    for (size_t i = 0; i < counts[l]; i++)
      for (int side = 0; side < 2; side++) {
        const TrmSpot *spot = spot_on(&lists[l][i], side, (int)body);
        if (!spot) continue;
        if (trm_vec3_norm(spot->place.p) > room) return 0;
        places++;
        if (l) continue;
        turning += !is_one(lists[l][i].type, straight);
        for (int k = 0; k < 3 && joints == 0; k++) axis[k] = spot->place.R[3 * k + 2];
        joints++;
      }
  for (int k = 0; k < 3; k++) about += b->inertia[k] * axis[k] * axis[k];
  *radius = b->mass > 0 ? sqrt(fmax(0, 2 * about / b->mass)) : 0;
  return places > 0 && (!joints || turning);
}

/* how far a point is from a segment, and the place on it that is nearest */
static double to_segment(const double *p, const double at[3], double near[3]) {
  double d[3], from[3], off[3];
  trm_vec3_add(p + 3, -1, p, d);
  trm_vec3_add(at, -1, p, from);
  double square = trm_vec3_dot(d, d), part = square > 0 ? trm_vec3_dot(from, d) / square : 0;
  trm_vec3_add(p, fmin(1, fmax(0, part)), d, near);
  trm_vec3_add(at, -1, near, off);
  return trm_vec3_norm(off);
}

/* the same of a block by its middle and the ends of three half edges */
static double to_block(const double *p, const double at[3], double near[3]) {
  double from[3], half[3], off[3];
  trm_vec3_add(at, -1, p, from);
  memcpy(near, p, 3 * sizeof *near);
  for (int k = 1; k < 4; k++) {
    trm_vec3_add(p + 3 * k, -1, p, half);
    double square = trm_vec3_dot(half, half);
    double part = square > 0 ? trm_vec3_dot(from, half) / square : 0;
    trm_vec3_add(near, fmin(1, fmax(-1, part)), half, near);
  }
  trm_vec3_add(at, -1, near, off);
  return trm_vec3_norm(off);
}

/* how far a point is from a shape, and the place in it that is nearest; negative: not known */
static double gap_to(TrmScene *s, const TrmJson *shape, const double at[3], double near[3]) {
  const char *form = trm_json_text(shape, "form", "");
  double *p, radius[3] = {0}, off[3], reach = 0;
  size_t count = trm_scene_points(s, shape, "points", &p);
  trm_json_numbers(shape, "radius", radius, 3);
  double r = fmax(radius[0], radius[1]);
  if (strcmp(form, "ball") == 0 && count) {
    memcpy(near, p, 3 * sizeof *near);
    trm_vec3_add(at, -1, p, off);
    return trm_vec3_norm(off) - r;
  }
  if ((strcmp(form, "round") == 0 || strcmp(form, "capsule") == 0) && count == 2)
    return to_segment(p, at, near) - r;
  if (strcmp(form, "box") == 0 && count == 4) return to_block(p, at, near);
  if (strcmp(form, "prism") != 0 || !count) return -1;
  memset(near, 0, 3 * sizeof *near);
  for (size_t i = 0; i < count; i++) trm_vec3_add(near, 1.0 / (double)count, p + 3 * i, near);
  for (size_t i = 0; i < count; i++) {
    trm_vec3_add(p + 3 * i, -1, near, off);
    reach = fmax(reach, trm_vec3_norm(off));
  }
  trm_vec3_add(at, -1, near, off);
  return trm_vec3_norm(off) - reach;
}

static void add_strut(TrmScene *s, size_t body, const double at[3], uint32_t colour) {
  double best = HUGE_VAL, near[3], to[3] = {0, 0, 0};
  for (const TrmJson *shape = s->bodies[body].shapes; shape; shape = shape->next) {
    double gap = gap_to(s, shape, at, near);
    if (gap < best) best = gap, memcpy(to, near, sizeof to);
  }
  if (best > 0.05 * s->size && isfinite(best))
    trm_scene_bar(s, (int)body, at, to, 0.4 * s->thick, colour);
}

void trm_scene_spoke(TrmScene *s, int body, const double *ends, double radius, uint32_t colour) {
  double axis[3], side[3] = {1, 0, 0}, from[3], to[3];
  trm_vec3_add(ends + 3, -1, ends, axis);
  if (s->body_count > MANY_BODIES || trm_vec3_norm(axis) > 1.6 * radius || radius < 3 * s->thick)
    return;
  if (!trm_vec3_unit(axis, axis)) return;
  if (fabs(axis[0]) > 0.9) side[0] = 0, side[1] = 1;
  trm_vec3_add(side, -trm_vec3_dot(side, axis), axis, side);
  if (!trm_vec3_unit(side, side)) return;
  uint32_t pale = (colour >> 1 & 0x7f7f7f) + 0x808080;
  for (int face = 0; face < 2; face++) {
    trm_vec3_add(ends + 3 * face, 0.12 * radius, side, from);
    trm_vec3_add(ends + 3 * face, 0.94 * radius, side, to);
    trm_scene_bar(s, body, from, to, 0.018 * radius, pale);
  }
}

/* two bands about each ball of a body, half as dark */
static void add_bands(TrmScene *s, size_t body, uint32_t colour) {
  uint32_t pale = (colour >> 1 & 0x7f7f7f) + 0x808080;
  for (const TrmJson *shape = s->bodies[body].shapes; shape; shape = shape->next) {
    double *p, r = 0;
    if (strcmp(trm_json_text(shape, "form", ""), "ball") != 0) continue;
    if (!trm_scene_points(s, shape, "points", &p) || !trm_json_numbers(shape, "radius", &r, 1))
      continue;
    for (int k = 0; k < 3; k += 2) {
      double from[3] = {p[0], p[1], p[2]}, to[3] = {p[0], p[1], p[2]};
      from[k] -= 0.06 * r;
      to[k] += 0.06 * r;
      trm_scene_bar(s, (int)body, from, to, 1.006 * r, pale);
    }
  }
}

void trm_scene_struts(TrmScene *s, size_t body, uint32_t colour) {
  /* frames of these need not be at the bodies: things slide along them */
  static const char *const slides[] = {"prismatic", "translational", "cylindrical", "screw",
                                       "inline",    "inplane",       "planar",      NULL};
  static const char *const lines[] = {"spring", "actuator", "beam", "bushing", NULL};
  int held = 0;
  for (size_t i = 0; i < s->joint_count; i++) {
    const TrmSceneItem *joint = &s->joints[i];
    int free = is_one(joint->type, slides) || trm_json_get(joint->json, "curve1") ||
               trm_json_get(joint->json, "curve2");
    const TrmJson *eyes = trm_json_get(joint->json, "eyes");
    for (int side = 0; side < 2; side++) {
      const TrmSpot *spot = spot_on(joint, side, (int)body);
      if (!spot) continue;
      held = 1;
      if (!free && !eyes) add_strut(s, body, spot->place.p, colour);
    }
    for (const TrmJson *eye = eyes ? eyes->first : NULL; eye; eye = eye->next) {
      double at[3];
      if ((int)trm_json_number(eye, "body", -1) != (int)body) continue;
      held = 1;
      if (!free && trm_json_numbers(eye, "at", at, 3) == 3) add_strut(s, body, at, colour);
    }
  }
  for (size_t i = 0; i < s->force_count; i++)
    for (int side = 0; side < 2 && is_one(s->forces[i].type, lines); side++) {
      const TrmSpot *spot = spot_on(&s->forces[i], side, (int)body);
      if (spot) add_strut(s, body, spot->place.p, colour);
    }
  if (!held && s->body_count <= MANY_BODIES) add_bands(s, body, colour);
}
