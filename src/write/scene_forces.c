/* SPDX-License-Identifier: Apache-2.0
 *
 * Scene: springs as coils, dampers as tubes in each other, and forces as arrows to one scale.
 */
#include "math/vec3.h"
#include "write/scene_data.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  LOOKS = 200,
  VIEWS = 20,
  STEEL = 0x8f98a3,
  TUBE = 0x4d5661,
  RED = 0xd7263d,
  BLUE = 0x1756c9
};

static void add_span(TrmScene *s, const TrmSceneItem *force, TrmSolidKind kind, double from,
                     double to, double radius, uint32_t colour) {
  trm_scene_piece(s, (TrmPiece){.kind = TRM_PIECE_SPAN,
                                .form = s->forms[kind],
                                .item = force,
                                .from = from,
                                .to = to,
                                .radius = radius,
                                .middle = kind == TRM_SOLID_CYLINDER,
                                .colour = colour});
}

static void add_spring(TrmScene *s, const TrmSceneItem *force) {
  const TrmJson *sprung = trm_json_get(force->json, "sprung");
  const TrmJson *damped = trm_json_get(force->json, "damped");
  int springs = strcmp(force->type, "spring") == 0 && !(sprung && sprung->kind == TRM_JSON_FALSE);
  int acts = strcmp(force->type, "actuator") == 0;
  double r = s->thick;
  if (springs) add_span(s, force, TRM_SOLID_COIL, 0, 1, 2.1 * r, STEEL);
  if (acts || (damped && damped->kind == TRM_JSON_TRUE)) {
    add_span(s, force, TRM_SOLID_CYLINDER, 0, 0.55, springs ? r : 1.3 * r, acts ? 0xe08a2b : TUBE);
    add_span(s, force, TRM_SOLID_CYLINDER, 0.45, 1, 0.5 * r, STEEL);
  }
  if (strcmp(force->type, "beam") == 0)
    add_span(s, force, TRM_SOLID_CYLINDER, 0, 1, 0.7 * r, 0x9aa4b0);
  for (int side = 0; side < 2; side++) {
    const TrmSpot *spot = side ? &force->second : &force->first;
    trm_scene_add(s, s->forms[TRM_SOLID_BALL], spot->body,
                  trm_pose_at(spot->place.p, 0.9 * r, 0.9 * r, 0.9 * r), TUBE);
  }
}

static int by_size(const void *a, const void *b) {
  double p = *(const double *)a, q = *(const double *)b;
  return p < q ? -1 : p > q;
}

/* the size of a force that few others exceed: spikes of single rows are left out, and of contacts
 * the rows in which they do not press */
static double usual_size(double *sizes, size_t count, int contact) {
  size_t none = 0;
  qsort(sizes, count, sizeof *sizes, by_size);
  while (contact && none < count && !(sizes[none] > 0)) none++;
  if (none == count) return 0;
  return sizes[none + (size_t)((contact ? 0.8 : 0.97) * (double)(count - none - 1))];
}

/* item i of all that may have an arrow: forces, contacts, joints */
static const TrmSceneItem *item_at(const TrmScene *s, size_t i) {
  if (i < s->force_count) return &s->forces[i];
  i -= s->force_count;
  return i < s->contact_count ? &s->contacts[i] : &s->joints[i - s->contact_count];
}

/* row k of `looks`, evenly over the run */
static TrmStatus look(TrmScene *s, size_t k, size_t looks) {
  return trm_scene_move(s, s->time[looks > 1 ? k * (s->rows - 1) / (looks - 1) : 0]);
}

/* the tips of arrows are in sight; of very long ones not all */
static TrmStatus add_tips(TrmScene *s, size_t count, size_t rows) {
  TrmStatus status = TRM_OK;
  for (size_t k = 0; k < rows && status == TRM_OK; k++) {
    status = look(s, k, rows);
    for (size_t i = 0; i < count && status == TRM_OK; i++) {
      const TrmSceneItem *item = item_at(s, i);
      double from[3], arrow[3], tip[4] = {0};
      if (!item->pulls || !(item->has_first || item->touches)) continue;
      double length = trm_scene_arrow(s, item, from, arrow);
      if (!(length > 0)) continue;
      /* that of a contact begins in the air */
      double part = fmin(1, 0.25 * s->size / length);
      trm_vec3_add(from, item->touches ? 1 - part : part, arrow, tip);
      if (!isfinite(tip[0] + tip[1] + tip[2])) continue;
      if (s->cloud_count == s->cloud_capacity)
        s->cloud = trm_arena_grow(s->arena, s->cloud, s->cloud_count, &s->cloud_capacity,
                                  sizeof *s->cloud);
      memcpy(s->cloud[s->cloud_count++], tip, sizeof tip);
    }
  }
  return status;
}

/* the usual sizes of forces over the run, the largest of those that have arrows and of all */
static TrmStatus find_sizes(TrmScene *s, size_t drawn, double *most, double *all) {
  size_t looks = s->rows < LOOKS ? s->rows : LOOKS;
  size_t count = s->force_count + s->contact_count + s->joint_count;
  double *sizes = trm_arena_array(s->arena, count * looks + 1, sizeof *sizes);
  for (size_t k = 0; k < looks; k++) {
    TrmStatus status = look(s, k, looks);
    if (status != TRM_OK) return status;
    for (size_t i = 0; i < count; i++) {
      const TrmSceneItem *item = item_at(s, i);
      sizes[i * looks + k] = item->pulls ? trm_vec3_norm(item->force) : 0;
    }
  }
  for (size_t i = 0; i < count && looks; i++) {
    double size = usual_size(sizes + i * looks, looks, item_at(s, i)->touches);
    *all = fmax(*all, size);
    if (i < drawn) *most = fmax(*most, size);
  }
  return TRM_OK;
}

/* the largest force is 20 parts in a hundred of the whole; beside the reactions that hold the
 * mechanism, what rounding leaves is none */
static TrmStatus find_scale(TrmScene *s) {
  size_t drawn = s->force_count + s->contact_count + (s->reactions ? s->joint_count : 0);
  double most = 0, all = 0;
  int reactions = s->reactions;
  s->reactions = 1;
  TrmStatus status = find_sizes(s, drawn, &most, &all);
  s->reactions = reactions;
  if (status != TRM_OK) return status;
  s->arrow = most > 1e-12 * all ? 0.2 * s->size / most : 0;
  return add_tips(s, drawn, s->rows < VIEWS ? s->rows : VIEWS);
}

static void add_arrow(TrmScene *s, const TrmSceneItem *item, uint32_t colour) {
  static const TrmPieceKind kinds[] = {TRM_PIECE_SHAFT, TRM_PIECE_POINT};
  static const TrmSolidKind forms[] = {TRM_SOLID_CYLINDER, TRM_SOLID_HEAD};
  for (int k = 0; k < 2 && item->pulls; k++)
    trm_scene_piece(
        s,
        (TrmPiece){.kind = kinds[k], .form = s->forms[forms[k]], .item = item, .colour = colour});
}

TrmStatus trm_scene_reactions(TrmScene *s) {
  s->reactions = 1;
  for (size_t i = 0; i < s->joint_count; i++)
    if (s->joints[i].has_first) add_arrow(s, &s->joints[i], BLUE);
  TrmStatus status = find_scale(s);
  return status == TRM_OK && s->rows ? trm_scene_move(s, s->time[0]) : status;
}

TrmStatus trm_scene_forces(TrmScene *s) {
  const double origin[3] = {0, 0, 0};
  double r = s->thick;
  for (size_t i = 0; i < s->force_count; i++) {
    const TrmSceneItem *force = &s->forces[i];
    const TrmSpot *spot = &force->first;
    int line = strcmp(force->type, "spring") == 0 || strcmp(force->type, "actuator") == 0 ||
               strcmp(force->type, "beam") == 0;
    if (!force->has_first) continue;
    if (line && force->has_second)
      add_spring(s, force);
    else if (strcmp(force->type, "bushing") == 0)
      trm_scene_add(s, s->forms[TRM_SOLID_BLOCK], spot->body,
                    trm_pose_at(spot->place.p, 3.2 * r, 3.2 * r, 3.2 * r), 0x3d434b);
    else if (strcmp(force->type, "torsion_spring") == 0) {
      TrmPose local = trm_pose_at(origin, 2.4 * r, 2.4 * r, 2.4 * r);
      trm_scene_add(s, s->forms[TRM_SOLID_TURN], spot->body, trm_pose_product(&spot->place, &local),
                    STEEL);
    }
    add_arrow(s, force, RED);
  }
  return find_scale(s);
}
