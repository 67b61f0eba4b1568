/* SPDX-License-Identifier: Apache-2.0
 *
 * Scene: bodies by their shapes; one without is a bar between two joints, a plate or a star between
 * more, an arm with a bob at one, a block with its inertia at none.
 */
#include "math/vec3.h"
#include "write/scene_data.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 64 };

static const double origin[3] = {0, 0, 0};

/* bytes of base 64; how many */
static size_t decode(const char *text, unsigned char *out) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  unsigned long held = 0;
  int bits = 0;
  size_t count = 0;
  for (const char *found; *text && (found = strchr(digits, *text)) != NULL; text++) {
    held = held << 6 | (unsigned long)(found - digits);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out[count++] = (unsigned char)(held >> bits & 255);
  }
  return count;
}

/* a colour that the model names as #rrggbb or by one of a few words */
static uint32_t named_colour(const char *text, uint32_t usual) {
  static const struct {
    const char *name;
    uint32_t colour;
  } names[] = {{"black", 0x202020},  {"white", 0xffffff},     {"grey", 0x808080},
               {"gray", 0x808080},   {"silver", 0xc0c0c0},    {"red", 0xff0000},
               {"green", 0x008000},  {"blue", 0x0000ff},      {"yellow", 0xffff00},
               {"orange", 0xffa500}, {"brown", 0xa52a2a},     {"purple", 0x800080},
               {"pink", 0xffc0cb},   {"cyan", 0x00ffff},      {"magenta", 0xff00ff},
               {"gold", 0xffd700},   {"steelblue", 0x4682b4}, {"tomato", 0xff6347}};
  if (!text) return usual;
  if (*text == '#' && strlen(text) == 7) {
    for (const char *c = text + 1; *c; c++)
      if (!isxdigit((unsigned char)*c)) return usual;
    return (uint32_t)strtol(text + 1, NULL, 16);
  }
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i].name, text) == 0) return names[i].colour;
  return usual;
}

static void add_mesh(TrmScene *s, const TrmJson *shape, int body, uint32_t colour) {
  const char *points = trm_json_text(shape, "vertices", ""),
             *triangles = trm_json_text(shape, "triangles", "");
  float *p = trm_arena_alloc(s->arena, strlen(points) + 16);
  unsigned *t = trm_arena_alloc(s->arena, strlen(triangles) + 16);
  size_t point_count = decode(points, (unsigned char *)p) / 12;
  size_t count = decode(triangles, (unsigned char *)t) / 12;
  trm_scene_add(s, trm_solid_mesh(s->arena, p, point_count, t, count), body,
                trm_pose_at(origin, 1, 1, 1), colour);
}

/* a block by its middle and the ends of three half edges */
static void add_block(TrmScene *s, const double *p, int body, uint32_t colour) {
  TrmPose place;
  for (int k = 0; k < 3; k++) {
    place.p[k] = p[k];
    for (int i = 0; i < 3; i++) place.R[3 * k + i] = 2 * (p[3 * (i + 1) + k] - p[k]);
  }
  trm_scene_add(s, s->forms[TRM_SOLID_BLOCK], body, place, colour);
}

static void add_figure(TrmScene *s, const TrmJson *shape, int body, uint32_t usual) {
  const char *form = trm_json_text(shape, "form", "");
  uint32_t colour = named_colour(trm_json_text(shape, "colour", NULL), usual);
  TrmPose still = trm_pose_at(origin, 1, 1, 1);
  double *p, *box, r[3] = {0};
  size_t count = trm_scene_points(s, shape, "points", &p);
  size_t corners = trm_scene_points(s, shape, "box", &box);
  trm_json_numbers(shape, "radius", r, 3);
  if (strcmp(form, "ball") == 0 && count) {
    trm_scene_add(s, s->forms[TRM_SOLID_BALL], body, trm_pose_at(p, r[0], r[0], r[0]), colour);
  } else if (strcmp(form, "round") == 0 && count == 2) {
    if (r[0] == r[1] && !(r[2] > 0)) {
      trm_scene_bar(s, body, p, p + 3, r[0], colour);
      if (body >= 0) trm_scene_spoke(s, body, p, r[0], colour);
    } else {
      trm_scene_add(s, trm_solid_revolved(s->arena, p, p + 3, r), body, still, colour);
    }
  } else if (strcmp(form, "capsule") == 0 && count == 2) {
    trm_scene_bar(s, body, p, p + 3, r[0], colour);
    for (size_t i = 0; i < 2; i++)
      trm_scene_add(s, s->forms[TRM_SOLID_BALL], body, trm_pose_at(p + 3 * i, r[0], r[0], r[0]),
                    colour);
  } else if (strcmp(form, "prism") == 0 && count > 2) {
    trm_scene_add(s, trm_solid_prism(s->arena, p, count, r[0]), body, still, colour);
  } else if (strcmp(form, "box") == 0 && count == 4) {
    add_block(s, p, body, colour);
  } else if (trm_json_get(shape, "vertices")) {
    add_mesh(s, shape, body, colour);
  } else if (corners == 4) {
    add_block(s, box, body, colour);
  }
}

/* a place on a body, unless one is there already */
static size_t add_point(const TrmScene *s, double (*list)[3], size_t count, const TrmSpot *spot) {
  for (size_t i = 0; i < count; i++) {
    double d[3];
    trm_vec3_add(spot->place.p, -1, list[i], d);
    if (trm_vec3_norm(d) < 1e-4 * s->size) return count;
  }
  if (count == MOST_POINTS) return count;
  memcpy(list[count], spot->place.p, sizeof list[count]);
  return count + 1;
}

/* where things are attached to a body; of one that joints say little of, its markers too */
static size_t attached(const TrmScene *s, int body, double (*list)[3], int *curved) {
  const TrmSceneItem *items[] = {s->joints, s->forces};
  const size_t counts[] = {s->joint_count, s->force_count};
  size_t count = 0;
  *curved = 0;
  for (int l = 0; l < 2; l++)
    for (size_t i = 0; i < counts[l]; i++) {
      const TrmSceneItem *item = &items[l][i];
      if (item->has_first && item->first.body == body)
        count = add_point(s, list, count, &item->first);
      if (item->has_second && item->second.body == body)
        count = add_point(s, list, count, &item->second);
      const TrmJson *eyes = trm_json_get(item->json, "eyes");
      for (const TrmJson *eye = eyes ? eyes->first : NULL; eye; eye = eye->next) {
        TrmSpot spot = {.body = (int)trm_json_number(eye, "body", -1)};
        if (spot.body == body && trm_json_numbers(eye, "at", spot.place.p, 3) == 3)
          count = add_point(s, list, count, &spot);
      }
      *curved |= trm_json_number(trm_json_get(item->json, "curve1"), "body", -1) == body ||
                 trm_json_number(trm_json_get(item->json, "curve2"), "body", -1) == body;
    }
  const TrmJson *markers = count < 2 ? trm_json_get(s->picture, "markers") : NULL;
  for (const TrmJson *json = markers ? markers->first : NULL; json; json = json->next) {
    TrmSpot spot;
    if (trm_scene_spot(json, "frame", &spot) && spot.body == body)
      count = add_point(s, list, count, &spot);
  }
  return count;
}

/* nothing attached: a block with its inertia, no edge longer than `most`, or a ball */
static void add_lump(TrmScene *s, const TrmSceneBody *b, int body, double most, uint32_t colour) {
  double least = 0.03 * s->size, edge[3];
  if (b->point || !b->has_inertia || !(b->mass > 0)) {
    double r = 1.4 * least;
    trm_scene_add(s, s->forms[TRM_SOLID_BALL], body, trm_pose_at(origin, r, r, r), colour);
    return;
  }
  for (int k = 0; k < 3; k++) {
    double v = b->inertia[(k + 1) % 3] + b->inertia[(k + 2) % 3] - b->inertia[k];
    edge[k] = fmin(most, fmax(least, sqrt(fmax(0, 6 * v / b->mass))));
  }
  trm_scene_add(s, s->forms[TRM_SOLID_BLOCK], body, trm_pose_at(origin, edge[0], edge[1], edge[2]),
                colour);
}

/* a joint at the mass centre: a disc with a spoke, so that its turning is seen; what does not turn
 * is a block */
static void add_disc(TrmScene *s, const TrmSceneBody *b, int body, uint32_t colour) {
  double axis[3], side[3] = {1, 0, 0}, half[3], back[3], tip[3], radius;
  if (!trm_scene_disc(s, (size_t)body, 2 * s->thick, axis, &radius)) {
    add_lump(s, b, body, 0.1 * s->size, colour);
    return;
  }
  radius = fmin(0.2 * s->size, fmax(3.2 * s->thick, radius));
  if (fabs(axis[0]) > 0.9) side[0] = 0, side[1] = 1;
  trm_vec3_add(side, -trm_vec3_dot(side, axis), axis, side);
  trm_vec3_unit(side, side);
  for (int k = 0; k < 3; k++) half[k] = 0.8 * s->thick * axis[k], back[k] = -half[k];
  trm_scene_bar(s, body, back, half, radius, colour);
  for (int face = 0; face < 2; face++) {
    trm_vec3_add(face ? half : back, radius, side, tip);
    trm_scene_bar(s, body, face ? half : back, tip, 0.4 * s->thick, 0xf4f6f8);
  }
}

/* one joint: an arm to the mass centre with a bob; a slender rod reaches as far beyond it */
static void add_pendulum(TrmScene *s, const TrmSceneBody *b, int body, const double point[3],
                         uint32_t colour) {
  double length = trm_vec3_norm(point), r = 3 * s->thick, end[3] = {0, 0, 0};
  if (!(length > 2 * s->thick)) {
    add_disc(s, b, body, colour);
    return;
  }
  double across = fmax(b->inertia[0], fmax(b->inertia[1], b->inertia[2]));
  double slender = b->mass * length * length / 3;
  int rod = b->mass > 0 && fabs(across - slender) < 0.2 * slender;
  for (int k = 0; k < 3 && rod; k++) end[k] = -point[k];
  trm_scene_bar(s, body, point, end, s->thick, colour);
  if (!rod) trm_scene_add(s, s->forms[TRM_SOLID_BALL], body, trm_pose_at(origin, r, r, r), colour);
}

/* two joints: a bar; a mass centre far from it is worth an arm */
static void add_link(TrmScene *s, int body, double (*p)[3], uint32_t colour) {
  double d[3], near[3], r = 1.5 * s->thick;
  trm_scene_bar(s, body, p[0], p[1], s->thick, colour);
  trm_vec3_add(p[1], -1, p[0], d);
  double along = -trm_vec3_dot(p[0], d) / trm_vec3_dot(d, d);
  trm_vec3_add(p[0], fmin(1, fmax(0, along)), d, near);
  if (!(trm_vec3_norm(near) > 0.15 * trm_vec3_norm(d) + 2 * s->thick)) return;
  trm_scene_bar(s, body, near, origin, 0.6 * s->thick, colour);
  trm_scene_add(s, s->forms[TRM_SOLID_BALL], body, trm_pose_at(origin, r, r, r), colour);
}

static double turn_of(const double o[2], const double a[2], const double b[2]) {
  return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

/* a flat point and which it is */
typedef struct Flat {
  double at[2];
  size_t index;
} Flat;

static int by_place(const void *a, const void *b) {
  const Flat *p = a, *q = b;
  for (int k = 0; k < 2; k++)
    if (p->at[k] != q->at[k]) return p->at[k] < q->at[k] ? -1 : 1;
  return 0;
}

/* the convex outline of points in a plane (Andrew 1979); how many corners it has */
static size_t outline(double (*p)[3], size_t count, const double n[3], const double middle[3],
                      double (*hull)[3]) {
  Flat flat[MOST_POINTS], kept[2 * MOST_POINTS];
  double x[3] = {1, 0, 0}, y[3], d[3];
  if (fabs(n[0]) > 0.9) x[0] = 0, x[1] = 1;
  trm_vec3_add(x, -trm_vec3_dot(x, n), n, x);
  trm_vec3_unit(x, x);
  trm_vec3_cross(n, x, y);
  for (size_t i = 0; i < count; i++) {
    trm_vec3_add(p[i], -1, middle, d);
    flat[i] = (Flat){{trm_vec3_dot(d, x), trm_vec3_dot(d, y)}, i};
  }
  qsort(flat, count, sizeof *flat, by_place);
  size_t made = 0;
  for (int half = 0; half < 2; half++) {
    size_t least = made + 1;
    for (size_t k = 0; k < count; k++) {
      const Flat *next = &flat[half ? count - 1 - k : k];
      while (made > least && turn_of(kept[made - 2].at, kept[made - 1].at, next->at) <= 0) made--;
      kept[made++] = *next;
    }
    made--;
  }
  for (size_t i = 0; i < made; i++) memcpy(hull[i], p[kept[i].index], sizeof hull[i]);
  return made;
}

/* the largest normal of two points about the middle */
static double find_normal(double (*p)[3], size_t count, const double middle[3], double n[3]) {
  double most = 0;
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < i; j++) {
      double a[3], b[3], c[3];
      trm_vec3_add(p[i], -1, middle, a);
      trm_vec3_add(p[j], -1, middle, b);
      trm_vec3_cross(a, b, c);
      if (!(trm_vec3_norm(c) > most)) continue;
      most = trm_vec3_norm(c);
      memcpy(n, c, sizeof c);
    }
  trm_vec3_unit(n, n);
  return most;
}

/* the two points that are farthest from the middle and from each other */
static void add_longest(TrmScene *s, int body, double (*p)[3], size_t count, uint32_t colour) {
  size_t a = 0, b = 0;
  double most = -1, d[3];
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < i; j++) {
      trm_vec3_add(p[i], -1, p[j], d);
      if (trm_vec3_norm(d) > most) most = trm_vec3_norm(d), a = i, b = j;
    }
  trm_scene_bar(s, body, p[a], p[b], s->thick, colour);
}

/* three joints or more: a plate where they lie in a plane, else arms from their middle */
static void add_plate(TrmScene *s, int body, double (*p)[3], size_t count, uint32_t colour) {
  double middle[3] = {0, 0, 0}, n[3] = {0, 0, 1}, reach = 0, hull[2 * MOST_POINTS][3], d[3];
  for (size_t i = 0; i < count; i++) trm_vec3_add(middle, 1.0 / (double)count, p[i], middle);
  for (size_t i = 0; i < count; i++) {
    trm_vec3_add(p[i], -1, middle, d);
    reach = fmax(reach, trm_vec3_norm(d));
  }
  if (find_normal(p, count, middle, n) < 0.02 * reach * reach) {
    add_longest(s, body, p, count, colour);
    return;
  }
  int flat = 1;
  for (size_t i = 0; i < count; i++) {
    trm_vec3_add(p[i], -1, middle, d);
    flat &= fabs(trm_vec3_dot(d, n)) < 0.02 * reach;
  }
  size_t corners = flat ? outline(p, count, n, middle, hull) : 0;
  double area[3] = {0, 0, 0};
  if (corners > 2) trm_solid_normal(hull[0], corners, area);
  if (trm_vec3_norm(area) / 2 > 0.02 * reach * reach) {
    trm_scene_add(s, trm_solid_prism(s->arena, hull[0], corners, 0.35 * s->thick), body,
                  trm_pose_at(origin, 1, 1, 1), colour);
    for (size_t i = 0; i < corners; i++)
      trm_scene_bar(s, body, hull[i], hull[(i + 1) % corners], 0.7 * s->thick, colour);
    return;
  }
  double r = 1.3 * s->thick;
  for (size_t i = 0; i < count; i++) trm_scene_bar(s, body, middle, p[i], 0.9 * s->thick, colour);
  trm_scene_add(s, s->forms[TRM_SOLID_BALL], body, trm_pose_at(middle, r, r, r), colour);
}

void trm_scene_bodies(TrmScene *s) {
  const TrmJson *ground = trm_json_get(trm_json_get(s->picture, "ground"), "shapes");
  for (const TrmJson *shape = ground ? ground->first : NULL; shape; shape = shape->next)
    add_figure(s, shape, -1, trm_scene_colour(-1));
  for (size_t i = 0; i < s->body_count; i++) {
    const TrmSceneBody *b = &s->bodies[i];
    uint32_t colour = trm_scene_colour((int)i);
    double points[MOST_POINTS][3];
    int curved;
    for (const TrmJson *shape = b->shapes; shape; shape = shape->next)
      add_figure(s, shape, (int)i, colour);
    if (b->shapes) {
      trm_scene_struts(s, i, colour);
      continue;
    }
    size_t count = attached(s, (int)i, points, &curved);
    if (count == 0)
      add_lump(s, b, (int)i, 0.35 * s->size, colour);
    else if (count == 1 && !curved)
      add_pendulum(s, b, (int)i, points[0], colour);
    else if (count == 2)
      add_link(s, (int)i, points, colour);
    else if (count > 2)
      add_plate(s, (int)i, points, count, colour);
  }
}
