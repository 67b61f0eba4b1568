/* SPDX-License-Identifier: Apache-2.0
 *
 * Scene: a small figure for each type of joint, z along its axis; rails, links, ropes, curves, what
 * stands on the ground, and what is driven.
 */
#include "math/mat3.h"
#include "math/vec3.h"
#include "write/scene_data.h"
#include <string.h>

enum { STEEL = 0xc3c9d1, DARK = 0x59616c, DRIVEN = 0xe4572e, RAIL = 0x9aa4b0, ROPE = 0xa5793f };

/* what a joint is drawn with: rods along z, x or y, balls, blocks; sizes in thicknesses */
typedef struct Stroke {
  char kind;      /* 'z', 'x', 'y', 'o' a ball, 'b' a block, 0 ends */
  double a, b, c; /* half length and radius; radius; edges */
} Stroke;

typedef struct Figure {
  const char *type;
  Stroke strokes[2];
} Figure;

/* what is not here is a small ball */
static const Figure figures[] = {
    {"revolute", {{'z', 1.9, 1.45, 0}}},
    {"cylindrical", {{'z', 3.2, 1.35, 0}}},
    {"screw", {{'z', 3.2, 1.2, 0}, {'z', 0.8, 1.8, 0}}},
    {"prismatic", {{'b', 2.8, 2.8, 5.5}}},
    {"translational", {{'b', 2.8, 2.8, 5.5}}},
    {"spherical", {{'o', 1.75, 0, 0}}},
    {"point", {{'o', 1.75, 0, 0}}},
    {"universal", {{'x', 2.4, 0.8, 0}, {'y', 2.4, 0.8, 0}}},
    {"constant_velocity", {{'o', 1.8, 0, 0}, {'z', 2.4, 0.9, 0}}},
    {"fixed", {{'b', 2.4, 2.4, 2.4}}},
    {"planar", {{'b', 6, 6, 0.5}}},
    {"inline", {{'z', 3, 1.1, 0}}},
    {"inplane", {{'b', 5, 5, 0.5}}},
};

static const char *const sliding[] = {"prismatic", "translational", "cylindrical",
                                      "screw",     "inline",        NULL};
static const char *const lines[] = {"distance",
                                    "rope",
                                    "separator",
                                    "spherical_revolute",
                                    "revolute_revolute",
                                    "revolute_prismatic",
                                    "revolute_cylindrical",
                                    NULL};

static int is_one(const char *type, const char *const *list) {
  for (; *list; list++)
    if (strcmp(type, *list) == 0) return 1;
  return 0;
}

static void add_stroke(TrmScene *s, const Stroke *stroke, const TrmSpot *spot, double r) {
  const double origin[3] = {0, 0, 0};
  double to[3] = {0, 0, 0}, from[3];
  const TrmSolid *form = s->forms[TRM_SOLID_CYLINDER];
  TrmPose local;
  if (stroke->kind == 'o') {
    form = s->forms[TRM_SOLID_BALL];
    local = trm_pose_at(origin, stroke->a * r, stroke->a * r, stroke->a * r);
  } else if (stroke->kind == 'b') {
    form = s->forms[TRM_SOLID_BLOCK];
    local = trm_pose_at(origin, stroke->a * r, stroke->b * r, stroke->c * r);
  } else {
    to[stroke->kind - 'x'] = stroke->a * r;
    for (int k = 0; k < 3; k++) from[k] = -to[k];
    local = trm_pose_span(from, to, stroke->b * r, 1);
  }
  trm_scene_add(s, form, spot->body, trm_pose_product(&spot->place, &local), STEEL);
}

static void add_figure(TrmScene *s, const char *type, const TrmSpot *spot, double r) {
  static const Figure other = {"", {{'o', 1.3, 0, 0}}};
  const Figure *figure = &other;
  for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
    if (strcmp(figures[i].type, type) == 0) figure = &figures[i];
  for (size_t i = 0; i < 2 && figure->strokes[i].kind; i++)
    add_stroke(s, &figure->strokes[i], spot, r);
}

static void add_ball(TrmScene *s, const TrmSpot *spot, double r, uint32_t colour) {
  trm_scene_add(s, s->forms[TRM_SOLID_BALL], spot->body, trm_pose_at(spot->place.p, r, r, r),
                colour);
}

/* a rod or a rope between two places */
static void add_link(TrmScene *s, const TrmSceneItem *joint) {
  int rope = strcmp(joint->type, "rope") == 0, thin = strcmp(joint->type, "separator") == 0;
  trm_scene_piece(s, (TrmPiece){.kind = TRM_PIECE_SPAN,
                                .form = s->forms[TRM_SOLID_CYLINDER],
                                .colour = rope ? ROPE : STEEL,
                                .item = joint,
                                .to = 1,
                                .middle = 1,
                                .radius = (rope   ? 0.3
                                           : thin ? 0.2
                                                  : 0.55) *
                                          s->thick});
  add_ball(s, &joint->first, 1.2 * s->thick, DARK);
  add_ball(s, &joint->second, 1.2 * s->thick, DARK);
}

/* what stands on the ground stands on something */
static void add_support(TrmScene *s, const TrmSpot *spot) {
  double below[3], r = 2.9 * s->thick;
  if (spot->body >= 0) return;
  trm_vec3_add(spot->place.p, -1, s->up, below);
  TrmPose place = trm_pose_span(below, spot->place.p, 1, 0);
  const double origin[3] = {0, 0, 0};
  TrmPose size = trm_pose_at(origin, r, r, 4.2 * s->thick);
  place = trm_pose_product(&place, &size);
  memcpy(place.p, spot->place.p, sizeof place.p);
  trm_scene_add(s, s->forms[TRM_SOLID_PEDESTAL], -1, place, 0x767e89);
}

/* a rope over several points, from eye to eye; over those between it rolls */
static void add_rope(TrmScene *s, const TrmJson *eyes) {
  TrmSpot last = {.body = -1}, eye;
  for (const TrmJson *json = eyes->first; json; json = json->next) {
    int inner = json != eyes->first && json->next;
    double at[3];
    if (trm_json_numbers(json, "at", at, 3) != 3) return;
    eye = (TrmSpot){.body = (int)trm_json_number(json, "body", -1)};
    if (eye.body >= (int)s->body_count) return;
    memcpy(eye.place.p, at, sizeof at);
    add_ball(s, &eye, (inner ? 1.7 : 1.2) * s->thick, inner ? STEEL : DARK);
    if (inner) add_support(s, &eye);
    if (json != eyes->first)
      trm_scene_piece(s, (TrmPiece){.kind = TRM_PIECE_SPAN,
                                    .form = s->forms[TRM_SOLID_CYLINDER],
                                    .colour = ROPE,
                                    .to = 1,
                                    .middle = 1,
                                    .radius = 0.3 * s->thick,
                                    .ends = {last, eye}});
    last = eye;
  }
}

/* along which the second slides on the first; it stays where the ground is */
static TrmStatus add_rail(TrmScene *s, const TrmSceneItem *joint) {
  double range[2], room = 5 * s->thick;
  TrmStatus status = trm_scene_travel(s, &joint->first, &joint->second, range);
  int turned = joint->second.body < 0;
  const TrmSpot *spot = turned ? &joint->second : &joint->first;
  double from[3] = {0, 0, turned ? -range[1] - room : range[0] - room};
  double to[3] = {0, 0, turned ? -range[0] + room : range[1] + room};
  TrmPose local = trm_pose_span(from, to, 0.42 * s->thick, 1);
  trm_scene_add(s, s->forms[TRM_SOLID_CYLINDER], spot->body, trm_pose_product(&spot->place, &local),
                RAIL);
  return status;
}

/* cams and their like */
static void add_curve(TrmScene *s, const TrmJson *curve) {
  int body = (int)trm_json_number(curve, "body", -1);
  const TrmJson *closed = trm_json_get(curve, "closed");
  double *p;
  size_t count = trm_scene_points(s, curve, "points", &p);
  if (!curve || count < 2 || body >= (int)s->body_count) return;
  int shaped = body >= 0 && s->bodies[body].shapes;
  uint32_t colour = trm_scene_colour(body);
  if (closed && closed->kind == TRM_JSON_TRUE && !shaped && count > 2) {
    const double origin[3] = {0, 0, 0};
    trm_scene_add(s, trm_solid_prism(s->arena, p, count, 0.8 * s->thick), body,
                  trm_pose_at(origin, 1, 1, 1), colour);
    return;
  }
  for (size_t i = 1; i < count; i++)
    trm_scene_bar(s, body, p + 3 * (i - 1), p + 3 * i, 0.35 * s->thick, colour);
}

static TrmStatus add_joint(TrmScene *s, const TrmSceneItem *joint) {
  const TrmJson *curve1 = trm_json_get(joint->json, "curve1");
  const TrmJson *curve2 = trm_json_get(joint->json, "curve2");
  TrmStatus status = TRM_OK;
  add_curve(s, curve1);
  add_curve(s, curve2);
  const TrmJson *eyes = trm_json_get(joint->json, "eyes");
  if (eyes) add_rope(s, eyes);
  if (eyes || !joint->has_first || !joint->has_second) return status;
  if (is_one(joint->type, lines)) {
    add_link(s, joint);
  } else {
    int slides = is_one(joint->type, sliding), first = joint->first.body < 0;
    int other = joint->second.body < 0;
    const TrmSpot *spot = curve2 && !curve1 ? &joint->first
                          : slides          ? first ? &joint->second : &joint->first
                          : other           ? &joint->first
                                            : &joint->second;
    if (slides) status = add_rail(s, joint);
    add_figure(s, joint->type, spot, (curve2 ? 0.7 : 1) * s->thick);
  }
  if (!curve2) {
    add_support(s, &joint->first);
    add_support(s, &joint->second);
  }
  return status;
}

/* part of an arrow that shows what is driven */
static void add_sign(TrmScene *s, const TrmSolid *form, const TrmSpot *spot, const TrmPose *local) {
  trm_scene_piece(s, (TrmPiece){.form = form,
                                .body = spot->body,
                                .local = trm_pose_product(&spot->place, local),
                                .colour = DRIVEN,
                                .plain = 1});
}

/* a round arrow about what is driven to turn, a straight one along what is driven to slide */
static void add_motion(TrmScene *s, const TrmSceneItem *motion) {
  const char *name = trm_json_text(motion->json, "joint", "");
  const TrmJson *turns = trm_json_get(motion->json, "turns");
  const TrmSpot *spot = motion->has_first ? &motion->first : NULL;
  const double origin[3] = {0, 0, 0};
  double r = s->thick;
  for (size_t i = 0; i < s->joint_count && !spot; i++)
    if (strcmp(s->joints[i].name, name) == 0 && s->joints[i].has_first) spot = &s->joints[i].first;
  if (!spot) return;
  TrmPose local, head;
  if (turns && turns->kind == TRM_JSON_TRUE) {
    local = trm_pose_at(origin, 3.2 * r, 3.2 * r, 3.2 * r);
    add_sign(s, s->forms[TRM_SOLID_TURN], spot, &local);
    /* its head, where the ring ends after four fifths of a turn */
    double at[3] = {3.2 * r * 0.30901699, -3.2 * r * 0.95105652, 0};
    double tip[3] = {at[0] + 1.7 * r * 0.95105652, at[1] + 1.7 * r * 0.30901699, 0};
    head = trm_pose_span(at, tip, 0.8 * r, 0);
  } else {
    double from[3] = {2.2 * r, 0, -4 * r}, to[3] = {2.2 * r, 0, 3 * r};
    double tip[3] = {2.2 * r, 0, 4.9 * r};
    local = trm_pose_span(from, to, 0.35 * r, 1);
    add_sign(s, s->forms[TRM_SOLID_CYLINDER], spot, &local);
    head = trm_pose_span(to, tip, 0.9 * r, 0);
  }
  add_sign(s, s->forms[TRM_SOLID_HEAD], spot, &head);
}

TrmStatus trm_scene_joints(TrmScene *s) {
  TrmStatus status = TRM_OK;
  for (size_t i = 0; i < s->joint_count && status == TRM_OK; i++)
    status = add_joint(s, &s->joints[i]);
  for (size_t i = 0; i < s->motion_count; i++) add_motion(s, &s->motions[i]);
  return status;
}
