/* SPDX-License-Identifier: Apache-2.0
 *
 * Scene: where it is looked at from, and drawing it: the grid below, the mechanism, paths.
 */
#include "math/vec3.h"
#include "write/scene_data.h"
#include <math.h>
#include <string.h>

/* half the angle that is seen from top to bottom, 14 degrees */
static const double slope = 0.24932800284318071;

/* x to the right and depth, such that the model stands upright */
static void find_axes(const TrmScene *s, double right[3], double depth[3]) {
  memset(right, 0, 3 * sizeof *right);
  right[!s->planar && fabs(s->up[0]) > 0.9] = 1;
  trm_vec3_add(right, -trm_vec3_dot(right, s->up), s->up, right);
  trm_vec3_unit(right, right);
  trm_vec3_cross(right, s->up, depth);
}

/* from where a side is seen; 0: there is no such side */
static int find_direction(const TrmScene *s, const char *side, double d[3]) {
  static const struct {
    const char *name;
    double right, depth, up;
  } sides[] = {{"iso", 0.85, 1.25, 0.75}, {"front", 0, 1, 0}, {"back", 0, -1, 0},
               {"right", 1, 0, 0},        {"left", -1, 0, 0}, {"top", 0, 1e-4, 1},
               {"bottom", 0, 1e-4, -1}};
  double right[3], depth[3];
  find_axes(s, right, depth);
  for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
    if (strcmp(sides[i].name, side) != 0) continue;
    for (int k = 0; k < 3; k++)
      d[k] = sides[i].right * right[k] + sides[i].depth * depth[k] + sides[i].up * s->up[k];
    return trm_vec3_unit(d, d);
  }
  return 0;
}

int trm_scene_look(const TrmScene *s, const char *side, double aspect, TrmCamera *c) {
  double back[3], centre[3], room = 3 * s->thick;
  if (!find_direction(s, side ? side : s->planar ? "front" : "iso", back)) return 0;
  for (int k = 0; k < 3; k++) {
    centre[k] = (s->low[k] + s->high[k]) / 2;
    c->ahead[k] = -back[k];
  }
  trm_vec3_cross(c->ahead, s->up, c->right);
  trm_vec3_unit(c->right, c->right);
  trm_vec3_cross(c->right, c->ahead, c->up);
  /* the least distance from which every place is in sight */
  double distance = 0.02 * s->size / slope;
  for (size_t i = 0; i < s->cloud_count; i++) {
    double d[3], about = room + s->cloud[i][3];
    trm_vec3_add(s->cloud[i], -1, centre, d);
    double wide = fabs(trm_vec3_dot(d, c->right)) + about;
    double high = fabs(trm_vec3_dot(d, c->up)) + about;
    distance = fmax(distance, 1.15 * fmax(high, wide / aspect) / slope + trm_vec3_dot(d, back));
  }
  trm_vec3_add(centre, distance, back, c->eye);
  c->slope = slope;
  memcpy(c->sky, s->up, sizeof c->sky);
  /* the sun stands above the eye, a little to the right */
  double sun[3];
  trm_vec3_add(c->eye, 0.7 * s->size, s->up, sun);
  trm_vec3_add(sun, 0.3 * s->size, c->right, sun);
  trm_vec3_add(sun, -1, centre, sun);
  trm_vec3_unit(sun, c->sun);
  return 1;
}

/* lines under everything, behind it in the plane */
static void draw_grid(const TrmScene *s, TrmRender *r, uint32_t colour) {
  double wide = (s->planar ? 4 : 1.5) * s->size, raw = wide / (s->planar ? 36 : 14);
  double decade = pow(10, floor(log10(raw))), step = decade, right[3], depth[3], base[3];
  static const double steps[] = {1, 2, 5, 10};
  for (int i = 0; i < 4 && step < raw; i++) step = steps[i] * decade;
  int n = (int)ceil(wide / step / 2) + 2;
  find_axes(s, right, depth);
  double normal[3], other[3], low = HUGE_VAL, centre[3];
  memcpy(normal, s->planar ? depth : s->up, sizeof normal);
  trm_vec3_cross(normal, right, other);
  for (int k = 0; k < 8; k++) {
    double p[3];
    for (int x = 0; x < 3; x++) p[x] = k >> x & 1 ? s->high[x] : s->low[x];
    low = fmin(low, trm_vec3_dot(p, normal));
  }
  for (int k = 0; k < 3; k++) {
    centre[k] = (s->low[k] + s->high[k]) / 2;
    base[k] = (low - 4.4 * s->thick) * normal[k];
  }
  trm_vec3_add(base, round(trm_vec3_dot(centre, right) / step) * step, right, base);
  trm_vec3_add(base, round(trm_vec3_dot(centre, other) / step) * step, other, base);
  for (int i = -n; i <= n; i++)
    for (int way = 0; way < 2; way++) {
      const double *along = way ? other : right, *across = way ? right : other;
      /* in pieces, so that what is behind the eye leaves the rest */
      for (int k = -n; k < n; k++) {
        double a[3], b[3];
        trm_vec3_add(base, i * step, across, a);
        trm_vec3_add(a, k * step, along, a);
        trm_vec3_add(a, step, along, b);
        trm_render_line(r, a, b, 1, colour, 0.75);
      }
    }
}

/* that of a contact ends where it presses: inside a body it would not be seen */
double trm_scene_arrow(const TrmScene *s, const TrmSceneItem *item, double from[3],
                       double arrow[3]) {
  double length = 0, most = (item->touches ? 0.6 : 2) * s->size;
  if (item->touches && !item->presses) return 0;
  trm_scene_place(s, &item->first, from);
  for (int k = 0; k < 3; k++) arrow[k] = s->arrow * item->force[k];
  length = trm_vec3_norm(arrow);
  if (length > most)
    for (int k = 0; k < 3; k++) arrow[k] *= most / length;
  if (item->touches) trm_vec3_add(from, -1, arrow, from);
  return fmin(length, most);
}

/* from one part of the way between two places to another */
static int find_span(const TrmScene *s, const TrmPiece *piece, TrmPose *place) {
  double a[3], b[3], d[3], from[3], to[3];
  trm_scene_place(s, piece->item ? &piece->item->first : &piece->ends[0], a);
  trm_scene_place(s, piece->item ? &piece->item->second : &piece->ends[1], b);
  trm_vec3_add(b, -1, a, d);
  if (trm_vec3_norm(d) < 1e-6 * s->size) return 0;
  trm_vec3_add(a, piece->from, d, from);
  trm_vec3_add(a, piece->to, d, to);
  *place = trm_pose_span(from, to, piece->radius, piece->middle);
  return 1;
}

/* across the normal of a contact */
static int find_disc(const TrmScene *s, const TrmSceneItem *contact, TrmPose *place) {
  double from[3], to[3];
  if (!contact->presses) return 0;
  trm_vec3_add(contact->first.place.p, -0.35 * s->thick, contact->normal, from);
  trm_vec3_add(contact->first.place.p, 0.35 * s->thick, contact->normal, to);
  *place = trm_pose_span(from, to, 1.6 * s->thick, 1);
  return 1;
}

/* where a piece stands now; 0: it is not seen */
static int find_place(const TrmScene *s, const TrmPiece *piece, TrmPose *place) {
  double a[3], b[3], from[3], to[3];
  if (piece->kind == TRM_PIECE_FIXED) {
    *place = piece->local;
    if (piece->body >= 0) *place = trm_pose_product(&s->bodies[piece->body].pose, &piece->local);
    return 1;
  }
  if (piece->kind == TRM_PIECE_SPAN) return find_span(s, piece, place);
  if (piece->kind == TRM_PIECE_DISC) return find_disc(s, piece->item, place);
  double length = trm_scene_arrow(s, piece->item, a, b), head = 3.2 * s->thick;
  if (length < 0.6 * s->thick) return 0;
  double tip = fmin(head, length), part = fmax(0.02, 1 - head / length);
  trm_vec3_add(a, piece->kind == TRM_PIECE_SHAFT ? part : 1, b, to);
  trm_vec3_add(a, piece->kind == TRM_PIECE_SHAFT ? 0 : 1 - tip / length, b, from);
  *place = trm_pose_span(from, to, (piece->kind == TRM_PIECE_SHAFT ? 0.4 : 1.15) * s->thick,
                         piece->kind == TRM_PIECE_SHAFT);
  return 1;
}

/* a path, the part already passed stronger */
static void draw_trace(const TrmScene *s, const TrmTrace *trace, TrmRender *r) {
  for (size_t i = 1; i < s->trace_rows; i++) {
    int done = s->time[i * s->trace_stride] <= s->now;
    trm_render_line(r, trace->points + 3 * (i - 1), trace->points + 3 * i, 1.6, trace->colour,
                    done ? 1 : 0.35);
  }
}

void trm_scene_draw(const TrmScene *s, TrmRender *r, int dark) {
  trm_render_clear(r, dark ? 0x181d24 : 0xeef1f5);
  draw_grid(s, r, dark ? 0x3a434f : 0xc3cad3);
  for (size_t i = 0; i < s->piece_count; i++) {
    TrmPose place;
    const TrmPiece *piece = &s->pieces[i];
    /* arrows are signs, not bodies */
    r->plain = piece->plain || piece->kind == TRM_PIECE_SHAFT || piece->kind == TRM_PIECE_POINT;
    if (find_place(s, piece, &place)) trm_render_solid(r, piece->form, &place, piece->colour);
  }
  r->plain = 0;
  for (size_t i = 0; i < s->trace_count; i++) draw_trace(s, &s->traces[i], r);
  /* sheets last: what is behind them is seen through them */
  for (size_t i = 0; i < s->sheet_count; i++) {
    const TrmSheet *sheet = &s->sheets[i];
    double corners[4][3];
    for (int k = 0; k < 4; k++) {
      memcpy(corners[k], sheet->corners[k], sizeof corners[k]);
      if (sheet->body >= 0)
        trm_pose_apply(&s->bodies[sheet->body].pose, sheet->corners[k], corners[k]);
    }
    trm_render_veil(r, (const double(*)[3])corners, 0x8a929c, 0.16);
  }
}
