/* SPDX-License-Identifier: Apache-2.0
 *
 * Scene: reading the picture, and where bodies are at a time: between two rows places lie on a
 * straight line, and turns on the shorter arc (slerp).
 */
#include "write/scene.h"
#include "base/journal.h"
#include "math/mat3.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "write/scene_data.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { TRACE_POINTS = 4000, PALETTE = 10 };

uint32_t trm_scene_colour(int body) {
  static const uint32_t palette[PALETTE] = {0x3b7dd8, 0xe08a2b, 0x3aa76d, 0xc2559d, 0x8c6bd1,
                                            0xc9a227, 0x2fa3b5, 0xd0584f, 0x7a8f3c, 0x5f7a99};
  return body < 0 ? 0x8a929c : palette[body % PALETTE];
}

int trm_scene_spot(const TrmJson *json, const char *name, TrmSpot *spot) {
  const TrmJson *frame = trm_json_get(json, name);
  double turn[4];
  if (!frame) return 0;
  spot->body = (int)trm_json_number(frame, "body", -1);
  if (trm_json_numbers(frame, "at", spot->place.p, 3) != 3) return 0;
  if (trm_json_numbers(frame, "turn", turn, 4) == 4)
    trm_quat_matrix(turn, spot->place.R);
  else
    trm_mat3_identity(spot->place.R);
  return 1;
}

size_t trm_scene_points(TrmScene *s, const TrmJson *json, const char *name, double **points) {
  const TrmJson *list = trm_json_get(json, name);
  size_t most = list ? list->count : 0;
  *points = trm_arena_array(s->arena, most + 1, sizeof **points);
  return trm_json_numbers(json, name, *points, most) / 3;
}

void trm_scene_place(const TrmScene *s, const TrmSpot *spot, double out[3]) {
  if (spot->body < 0)
    memcpy(out, spot->place.p, 3 * sizeof *out);
  else
    trm_pose_apply(&s->bodies[spot->body].pose, spot->place.p, out);
}

void trm_scene_piece(TrmScene *s, TrmPiece piece) {
  TRM_PUSH(s->arena, s->pieces, s->piece_count, s->piece_capacity, piece);
}

void trm_scene_add(TrmScene *s, const TrmSolid *form, int body, TrmPose local, uint32_t colour) {
  trm_scene_piece(s, (TrmPiece){.form = form, .body = body, .local = local, .colour = colour});
}

void trm_scene_bar(TrmScene *s, int body, const double from[3], const double to[3], double radius,
                   uint32_t colour) {
  trm_scene_add(s, s->forms[TRM_SOLID_CYLINDER], body, trm_pose_span(from, to, radius, 1), colour);
}

/* the columns NAME.PART of some parts; 1 when all are there */
static int find_columns(const TrmScene *s, const char *name, const char *const *parts, size_t count,
                        size_t *columns) {
  for (size_t i = 0; i < count; i++) {
    int found = trm_result_find(s->result, trm_arena_printf(s->arena, "%s.%s", name, parts[i]));
    if (found < 0) return 0;
    columns[i] = (size_t)found;
  }
  return 1;
}

static void read_bodies(TrmScene *s) {
  static const char *const parts[] = {"x", "y", "z", "e0", "e1", "e2", "e3"};
  const TrmJson *list = trm_json_get(s->picture, "bodies");
  s->bodies = trm_arena_array(s->arena, (list ? list->count : 0) + 1, sizeof *s->bodies);
  for (const TrmJson *json = list ? list->first : NULL; json; json = json->next) {
    TrmSceneBody *body = &s->bodies[s->body_count++];
    const TrmJson *shapes = trm_json_get(json, "shapes");
    double turn[4] = {1, 0, 0, 0};
    body->name = trm_json_text(json, "name", "");
    trm_json_numbers(json, "mass", &body->mass, 1);
    body->has_inertia = trm_json_numbers(json, "inertia", body->inertia, 3) == 3;
    body->point = trm_json_get(json, "point") != NULL;
    body->shapes = shapes ? shapes->first : NULL;
    trm_json_numbers(json, "centre", body->pose.p, 3);
    trm_json_numbers(json, "turn", turn, 4);
    trm_quat_matrix(turn, body->pose.R);
    body->moves = find_columns(s, body->name, parts, 7, body->columns);
  }
}

static size_t read_items(TrmScene *s, const char *section, TrmSceneItem **items) {
  static const char *const parts[] = {"fx", "fy", "fz"};
  static const char *const touches[] = {"x", "y", "z", "nx", "ny", "nz", "press"};
  const TrmJson *list = trm_json_get(s->picture, section);
  size_t count = 0;
  *items = trm_arena_array(s->arena, (list ? list->count : 0) + 1, sizeof **items);
  for (const TrmJson *json = list ? list->first : NULL; json; json = json->next) {
    TrmSceneItem *item = &(*items)[count++];
    item->json = json;
    item->name = trm_json_text(json, "name", "");
    item->type = trm_json_text(json, "type", "");
    item->has_first = trm_scene_spot(json, "first", &item->first);
    item->has_second = trm_scene_spot(json, "second", &item->second);
    /* a body that is not there is ground: a picture is data from a file */
    int most = (int)s->body_count;
    if (item->first.body >= most) item->first.body = -1;
    if (item->second.body >= most) item->second.body = -1;
    item->pulls = find_columns(s, item->name, parts, 3, item->columns);
    if (strcmp(section, "contacts") != 0) continue;
    item->first = (TrmSpot){.body = -1};
    item->touches = find_columns(s, item->name, touches, 7, item->touch);
  }
  return count;
}

/* up is against gravity, y in the plane, else z */
static void find_up(TrmScene *s) {
  const TrmJson *planar = trm_json_get(s->picture, "planar");
  s->planar = planar && planar->kind == TRM_JSON_TRUE;
  trm_json_numbers(s->picture, "gravity", s->gravity, 3);
  s->up[s->planar ? 1 : 2] = 1;
  double g[3] = {-s->gravity[0], -s->gravity[1], -s->gravity[2]};
  if (!s->planar && trm_vec3_norm(g) > 0) trm_vec3_unit(g, s->up);
}

TrmStatus trm_scene_new(TrmResult *result, TrmArena *arena, TrmLog *log, TrmScene **scene) {
  TrmScene *s = *scene = trm_arena_alloc(arena, sizeof *s);
  const char *text = trm_result_about(result, "picture");
  s->arena = arena;
  s->result = result;
  s->picture = text ? trm_json_read(text, arena) : NULL;
  if (!s->picture || s->picture->kind != TRM_JSON_OBJECT) {
    trm_log_add(log, TRM_E_RESULT_PICTURE, TRM_NOWHERE, NULL,
                "the result holds no picture of its model");
    return TRM_BAD_FILE;
  }
  s->rows = trm_result_rows(result);
  s->row_size = trm_result_signals(result);
  s->row_held = SIZE_MAX;
  s->time = trm_arena_array(arena, s->rows + 1, sizeof *s->time);
  s->rows_read = trm_arena_array(arena, 2 * s->row_size + 1, sizeof *s->rows_read);
  TrmStatus status = s->rows ? trm_result_column(result, 0, s->time) : TRM_OK;
  find_up(s);
  read_bodies(s);
  s->joint_count = read_items(s, "joints", &s->joints);
  s->force_count = read_items(s, "forces", &s->forces);
  s->motion_count = read_items(s, "motions", &s->motions);
  s->contact_count = read_items(s, "contacts", &s->contacts);
  for (int kind = 0; kind < TRM_SOLID_KINDS; kind++)
    s->forms[kind] = trm_solid_new(arena, (TrmSolidKind)kind);
  if (status == TRM_OK) status = trm_scene_measure(s);
  if (status != TRM_OK) return status;
  trm_scene_bodies(s);
  status = trm_scene_joints(s);
  if (status == TRM_OK) status = trm_scene_forces(s);
  if (status == TRM_OK) trm_scene_contacts(s);
  return status == TRM_OK ? trm_scene_move(s, s->rows ? s->time[0] : 0) : status;
}

void trm_scene_span(const TrmScene *s, double span[2]) {
  span[0] = s->rows ? s->time[0] : 0;
  span[1] = s->rows ? s->time[s->rows - 1] : 0;
}

double trm_scene_second(const TrmScene *s, const char **unit) {
  static const struct {
    const char *name;
    double seconds;
  } units[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"min", 60}, {"h", 3600}};
  *unit = trm_json_text(s->picture, "time", "s");
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (strcmp(units[i].name, *unit) == 0) return units[i].seconds;
  return 1;
}

/* the row before a time, and the part of the way to the next */
static size_t find_row(const TrmScene *s, double time, double *part) {
  size_t low = 0, high = s->rows - 1;
  *part = 0;
  if (s->rows < 2 || time <= s->time[0]) return 0;
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    if (s->time[middle] <= time)
      low = middle;
    else
      high = middle;
  }
  double step = s->time[high] - s->time[low];
  if (step > 0) *part = fmin(1, (time - s->time[low]) / step);
  return low;
}

/* the pose of a body between two rows; what is no number leaves it where it was */
static void move_body(TrmSceneBody *body, const double *a, const double *b, double part) {
  double p[3], q[4], other[4], cosine = 0;
  for (int k = 0; k < 3; k++)
    p[k] = a[body->columns[k]] + part * (b[body->columns[k]] - a[body->columns[k]]);
  for (int k = 0; k < 4; k++) {
    q[k] = a[body->columns[3 + k]];
    other[k] = b[body->columns[3 + k]];
    cosine += q[k] * other[k];
  }
  double way = cosine < 0 ? -1 : 1, angle = acos(fmin(1, fabs(cosine)));
  double keep = 1 - part, take = part;
  if (angle > 1e-6) {
    keep = sin(keep * angle) / sin(angle);
    take = sin(take * angle) / sin(angle);
  }
  for (int k = 0; k < 4; k++) q[k] = keep * q[k] + take * way * other[k];
  if (!isfinite(p[0] + p[1] + p[2]) || !trm_quat_unit(q, q)) return;
  memcpy(body->pose.p, p, sizeof p);
  trm_quat_matrix(q, body->pose.R);
}

static void move_force(TrmSceneItem *item, const double *a, const double *b, double part) {
  for (int k = 0; k < 3 && item->pulls; k++) {
    double value = a[item->columns[k]] + part * (b[item->columns[k]] - a[item->columns[k]]);
    item->force[k] = isfinite(value) ? value : 0;
  }
}

TrmStatus trm_scene_move(TrmScene *s, double time) {
  double part;
  s->now = time;
  if (!s->rows) return TRM_OK;
  size_t row = find_row(s, time, &part);
  if (row != s->row_held) {
    size_t count = row + 1 < s->rows ? 2 : 1;
    TrmStatus status = trm_result_read(s->result, row, count, s->rows_read);
    if (status != TRM_OK) return status;
    s->row_held = row;
  }
  const double *a = s->rows_read, *b = row + 1 < s->rows ? a + s->row_size : a;
  for (size_t i = 0; i < s->body_count; i++)
    if (s->bodies[i].moves) move_body(&s->bodies[i], a, b, part);
  for (size_t i = 0; i < s->force_count; i++) move_force(&s->forces[i], a, b, part);
  for (size_t i = 0; i < s->joint_count && s->reactions; i++) move_force(&s->joints[i], a, b, part);
  for (size_t i = 0; i < s->contact_count; i++) {
    move_force(&s->contacts[i], a, b, part);
    if (s->contacts[i].touches) trm_scene_press(&s->contacts[i], a, b, part);
  }
  return TRM_OK;
}

/* the marker, joint or body of this name */
static int find_spot(const TrmScene *s, const char *name, TrmSpot *spot) {
  const TrmJson *markers = trm_json_get(s->picture, "markers");
  for (const TrmJson *json = markers ? markers->first : NULL; json; json = json->next)
    if (strcmp(trm_json_text(json, "name", ""), name) == 0)
      return trm_scene_spot(json, "frame", spot) && spot->body < (int)s->body_count;
  for (size_t i = 0; i < s->joint_count; i++) {
    if (strcmp(s->joints[i].name, name) != 0 || !s->joints[i].has_second) continue;
    *spot = s->joints[i].first.body >= 0 ? s->joints[i].first : s->joints[i].second;
    return 1;
  }
  for (size_t i = 0; i < s->body_count; i++)
    if (strcmp(s->bodies[i].name, name) == 0) {
      *spot = (TrmSpot){.body = (int)i};
      return 1;
    }
  return 0;
}

TrmStatus trm_scene_trace(TrmScene *s, const char *name, TrmLog *log) {
  TrmSpot spot;
  if (!find_spot(s, name, &spot)) {
    trm_log_add(log, TRM_E_RESULT_TRACE, TRM_NOWHERE, name,
                "there is no marker, joint or body '%s' to trace", name);
    return TRM_BAD_USAGE;
  }
  s->trace_stride = 1 + s->rows / TRACE_POINTS;
  s->trace_rows = (s->rows + s->trace_stride - 1) / s->trace_stride;
  TrmTrace trace = {trm_arena_array(s->arena, 3 * s->trace_rows + 1, sizeof *trace.points),
                    trm_scene_colour(spot.body)};
  TrmStatus status = TRM_OK;
  for (size_t i = 0; i < s->trace_rows && status == TRM_OK; i++) {
    status = trm_scene_move(s, s->time[i * s->trace_stride]);
    trm_scene_place(s, &spot, trace.points + 3 * i);
  }
  TRM_PUSH(s->arena, s->traces, s->trace_count, s->trace_capacity, trace);
  return status;
}
