/* SPDX-License-Identifier: Apache-2.0
 *
 * Scene: springs as coils, dampers as tubes in each other, and forces as arrows to one scale.
 */
#include "math/vec3.h"
#include "write/scene_data.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LOOKS = 200, STEEL = 0x8f98a3, TUBE = 0x4d5661, RED = 0xd7263d };

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

/* the largest force is 30 parts in a hundred of the whole */
static TrmStatus find_scale(TrmScene *s) {
  size_t looks = s->rows < LOOKS ? s->rows : LOOKS, count = s->force_count + s->contact_count;
  double *sizes = trm_arena_array(s->arena, count * looks + 1, sizeof *sizes), most = 0;
  for (size_t k = 0; k < looks; k++) {
    TrmStatus status = trm_scene_move(s, s->time[looks > 1 ? k * (s->rows - 1) / (looks - 1) : 0]);
    if (status != TRM_OK) return status;
    for (size_t i = 0; i < count; i++) {
      const TrmSceneItem *item =
          i < s->force_count ? &s->forces[i] : &s->contacts[i - s->force_count];
      sizes[i * looks + k] = item->pulls ? trm_vec3_norm(item->force) : 0;
    }
  }
  for (size_t i = 0; i < count && looks; i++)
    most = fmax(most, usual_size(sizes + i * looks, looks, i >= s->force_count));
  s->arrow = most > 0 ? 0.3 * s->size / most : 0;
  return TRM_OK;
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
    if (!force->pulls) continue;
    trm_scene_piece(s, (TrmPiece){.kind = TRM_PIECE_SHAFT,
                                  .form = s->forms[TRM_SOLID_CYLINDER],
                                  .item = force,
                                  .colour = RED});
    trm_scene_piece(s, (TrmPiece){.kind = TRM_PIECE_POINT,
                                  .form = s->forms[TRM_SOLID_HEAD],
                                  .item = force,
                                  .colour = RED});
  }
  return find_scale(s);
}
