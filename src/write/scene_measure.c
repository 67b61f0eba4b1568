/* SPDX-License-Identifier: Apache-2.0
 *
 * Scene: the room that everything takes over the run, and how long links usually are.
 */
#include "math/mat3.h"
#include "math/vec3.h"
#include "write/scene_data.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LOOKS = 40, MOST_CLOUD = 40000 };

/* a place on a body, and the room about it */
typedef struct Near {
  TrmSpot spot;
  double room;
} Near;

typedef struct Measure {
  TrmScene *scene;
  Near *near;
  size_t count, capacity;
} Measure;

static void add_near(Measure *m, int body, const double at[3], double room) {
  Near near = {.spot = {.body = body}, .room = room};
  memcpy(near.spot.place.p, at, sizeof near.spot.place.p);
  TRM_PUSH(m->scene->arena, m->near, m->count, m->capacity, near);
}

/* the box of a mesh, or its own points */
static void add_shapes(Measure *m, int body, const TrmJson *shape) {
  for (; shape; shape = shape->next) {
    double *points, radius[3] = {0};
    const char *form = trm_json_text(shape, "form", "");
    size_t count = trm_scene_points(m->scene, shape, "points", &points);
    trm_json_numbers(shape, "radius", radius, 3);
    double room = strcmp(form, "prism") == 0 ? 0 : fmax(radius[0], radius[1]);
    if (strcmp(form, "mesh") == 0) count = trm_scene_points(m->scene, shape, "box", &points);
    if (strcmp(form, "box") == 0 && count == 4) {
      double reach = 0, d[3];
      for (size_t i = 1; i < 4; i++) {
        trm_vec3_add(points + 3 * i, -1, points, d);
        reach += trm_vec3_norm(d);
      }
      room = 0.6 * reach;
      count = 1;
    }
    for (size_t i = 0; i < count; i++) add_near(m, body, points + 3 * i, room);
  }
}

/* what a rope runs through; curves that things touch */
static void add_places(Measure *m, const TrmJson *list) {
  for (const TrmJson *json = list ? list->first : NULL; json; json = json->next) {
    double at[3], *points;
    size_t count = trm_scene_points(m->scene, json, "points", &points);
    int body = (int)trm_json_number(json, "body", -1);
    if (body >= (int)m->scene->body_count) continue;
    for (size_t k = 0; k < count; k++) add_near(m, body, points + 3 * k, 0);
    if (!trm_json_get(json, "normal") && trm_json_numbers(json, "at", at, 3) == 3)
      add_near(m, body, at, 0);
  }
}

static void add_items(Measure *m, const TrmSceneItem *items, size_t count) {
  static const char *const sides[] = {"curve1", "curve2"};
  for (size_t i = 0; i < count; i++) {
    if (items[i].has_first) add_near(m, items[i].first.body, items[i].first.place.p, 0);
    if (items[i].has_second) add_near(m, items[i].second.body, items[i].second.place.p, 0);
    add_places(m, trm_json_get(items[i].json, "eyes"));
    for (int side = 0; side < 2; side++) {
      const TrmJson *curve = trm_json_get(items[i].json, sides[side]);
      double *points;
      size_t many = trm_scene_points(m->scene, curve, "points", &points);
      int body = (int)trm_json_number(curve, "body", -1);
      if (body >= (int)m->scene->body_count) continue;
      for (size_t k = 0; k < many; k++) add_near(m, body, points + 3 * k, 0);
    }
  }
}

/* everything that takes room */
static void list_near(Measure *m) {
  TrmScene *s = m->scene;
  const double origin[3] = {0, 0, 0};
  for (size_t i = 0; i < s->body_count; i++) {
    add_near(m, (int)i, origin, 0);
    add_shapes(m, (int)i, s->bodies[i].shapes);
  }
  const TrmJson *ground = trm_json_get(trm_json_get(s->picture, "ground"), "shapes");
  add_shapes(m, -1, ground ? ground->first : NULL);
  add_items(m, s->joints, s->joint_count);
  add_items(m, s->forces, s->force_count);
  for (size_t i = 0; i < s->contact_count; i++)
    add_places(m, trm_json_get(s->contacts[i].json, "surfaces"));
  const TrmJson *markers = trm_json_get(s->picture, "markers");
  for (const TrmJson *json = markers ? markers->first : NULL; json; json = json->next) {
    TrmSpot spot;
    if (!trm_scene_spot(json, "frame", &spot) || spot.body < 0 || spot.body >= (int)s->body_count ||
        s->bodies[spot.body].shapes)
      continue;
    add_near(m, spot.body, spot.place.p, 0);
  }
}

static void take(TrmScene *s, const double p[3], double room) {
  if (!isfinite(p[0] + p[1] + p[2])) return;
  for (int k = 0; k < 3; k++) {
    s->low[k] = fmin(s->low[k], p[k] - room);
    s->high[k] = fmax(s->high[k], p[k] + room);
  }
  if (s->cloud_count >= MOST_CLOUD) return;
  if (s->cloud_count == s->cloud_capacity)
    s->cloud =
        trm_arena_grow(s->arena, s->cloud, s->cloud_count, &s->cloud_capacity, sizeof *s->cloud);
  memcpy(s->cloud[s->cloud_count++], (double[4]){p[0], p[1], p[2], room}, 4 * sizeof *p);
}

static int by_size(const void *a, const void *b) {
  double p = *(const double *)a, q = *(const double *)b;
  return p < q ? -1 : p > q;
}

/* half of the links are shorter than this */
static double usual_length(TrmScene *s) {
  double *reach = trm_arena_array(s->arena, s->body_count + 1, sizeof *reach);
  double(*first)[3] = trm_arena_array(s->arena, s->body_count + 1, sizeof *first);
  char *known = trm_arena_array(s->arena, s->body_count + 1, 1);
  const TrmSceneItem *lists[] = {s->joints, s->forces};
  const size_t counts[] = {s->joint_count, s->force_count};
  for (int l = 0; l < 2; l++)
    for (size_t i = 0; i < counts[l]; i++)
      for (int side = 0; side < 2; side++) {
        const TrmSceneItem *item = &lists[l][i];
        const TrmSpot *spot = side ? &item->second : &item->first;
        if (!(side ? item->has_second : item->has_first) || spot->body < 0) continue;
        int body = spot->body;
        if (!known[body]) memcpy(first[body], spot->place.p, sizeof first[body]);
        known[body] = 1;
        double d[3];
        trm_vec3_add(spot->place.p, -1, first[body], d);
        reach[body] = fmax(reach[body], fmax(trm_vec3_norm(spot->place.p), trm_vec3_norm(d)));
      }
  size_t many = 0;
  for (size_t i = 0; i < s->body_count; i++)
    if (reach[i] > 1e-4 * s->size) reach[many++] = reach[i];
  if (!many) return s->size;
  qsort(reach, many, sizeof *reach, by_size);
  return reach[many / 2];
}

static void measure_size(TrmScene *s) {
  double d[3];
  trm_vec3_add(s->high, -1, s->low, d);
  s->size = trm_vec3_norm(d) > 0 ? trm_vec3_norm(d) : 1;
  s->thick = fmin(0.011 * s->size, 0.09 * usual_length(s));
}

/* discs are as large as their inertia tells */
static TrmStatus add_discs(TrmScene *s, size_t looks) {
  double size = s->size, room = 2 * s->thick, axis[3], radius;
  for (size_t i = 0; i < looks; i++) {
    TrmStatus status =
        trm_scene_move(s, s->rows ? s->time[looks > 1 ? i * (s->rows - 1) / (looks - 1) : 0] : 0);
    if (status != TRM_OK) return status;
    for (size_t b = 0; b < s->body_count; b++)
      if (!s->bodies[b].shapes && trm_scene_disc(s, b, room, axis, &radius))
        take(s, s->bodies[b].pose.p, fmin(0.2 * size, radius));
  }
  return TRM_OK;
}

TrmStatus trm_scene_measure(TrmScene *s) {
  Measure m = {.scene = s};
  for (int k = 0; k < 3; k++) s->low[k] = HUGE_VAL, s->high[k] = -HUGE_VAL;
  list_near(&m);
  size_t looks = m.count > 2000 ? 6 : LOOKS;
  if (looks > s->rows) looks = s->rows ? s->rows : 1;
  for (size_t i = 0; i < looks; i++) {
    size_t row = looks > 1 ? i * (s->rows - 1) / (looks - 1) : 0;
    TrmStatus status = trm_scene_move(s, s->rows ? s->time[row] : 0);
    if (status != TRM_OK) return status;
    for (size_t k = 0; k < m.count; k++) {
      double p[3];
      trm_scene_place(s, &m.near[k].spot, p);
      take(s, p, m.near[k].room);
    }
  }
  if (s->low[0] > s->high[0])
    for (int k = 0; k < 3; k++) s->low[k] = -0.5, s->high[k] = 0.5;
  measure_size(s);
  TrmStatus status = add_discs(s, looks);
  if (status != TRM_OK) return status;
  measure_size(s);
  return TRM_OK;
}

TrmStatus trm_scene_travel(TrmScene *s, const TrmSpot *first, const TrmSpot *second,
                           double range[2]) {
  size_t looks = s->rows < 60 ? s->rows : 60;
  range[0] = range[1] = 0;
  for (size_t i = 0; i < looks; i++) {
    TrmStatus status = trm_scene_move(s, s->time[looks > 1 ? i * (s->rows - 1) / (looks - 1) : 0]);
    if (status != TRM_OK) return status;
    double a[3], b[3], d[3], axis[3] = {first->place.R[2], first->place.R[5], first->place.R[8]};
    double turned[3];
    memcpy(turned, axis, sizeof axis);
    if (first->body >= 0) trm_mat3_apply(s->bodies[first->body].pose.R, axis, turned);
    trm_scene_place(s, first, a);
    trm_scene_place(s, second, b);
    trm_vec3_add(b, -1, a, d);
    double along = trm_vec3_dot(d, turned);
    range[0] = fmin(range[0], along);
    range[1] = fmax(range[1], along);
  }
  return TRM_OK;
}
