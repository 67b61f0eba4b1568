/* SPDX-License-Identifier: Apache-2.0
 *
 * Picture: bodies with their shapes, joints, motions, force elements, contacts, markers and points.
 * Numbers have the digits of single precision.
 */
#include "compile/picture.h"
#include "compile/compiler.h"
#include "math/mat3.h"
#include "math/quat.h"
#include "math/vec3.h"
#include <string.h>

enum { CURVE_POINTS = 160, MOST_PAIRS = 1000 };

typedef struct Picture {
  const TrmSystem *system;
  TrmText *out;
  double unit; /* of length, m */
} Picture;

static void add_values(Picture *p, const char *key, const double *v, size_t count, double unit) {
  trm_text_printf(p->out, ",\"%s\":[", key);
  for (size_t i = 0; i < count; i++)
    trm_text_printf(p->out, "%s%.7g", i ? "," : "", v[i] / unit + 0.0);
  trm_text_char(p->out, ']');
}

static void open_item(Picture *p, size_t index, const char *name) {
  trm_text_add(p->out, index ? ",\n{\"name\":" : "\n{\"name\":");
  trm_text_json(p->out, name);
}

static void add_word(Picture *p, const char *key, const char *word) {
  trm_text_printf(p->out, ",\"%s\":", key);
  trm_text_json(p->out, word);
}

/* body, place and axes of a frame: ",\"KEY\":{\"body\":0,\"at\":[..],\"turn\":[..]}" */
static void add_frame(Picture *p, const char *key, const TrmFrame *frame) {
  double q[4];
  trm_quat_from_matrix(frame->A, q);
  trm_text_printf(p->out, ",\"%s\":{\"body\":%d", key, frame->body);
  add_values(p, "at", frame->s, 3, p->unit);
  if (q[0] < 1) add_values(p, "turn", q, 4, 1);
  trm_text_char(p->out, '}');
}

/* a place in ground, seen from a body's centre of mass */
static void to_body(const TrmSystem *system, int body, const double p_g[3], double out[3]) {
  TrmFrame frame = trm_frame_on_body(system, body, p_g, (double[9]){1, 0, 0, 0, 1, 0, 0, 0, 1});
  memcpy(out, frame.s, sizeof frame.s);
}

static void add_figure(Picture *p, const TrmSeen *seen, int first) {
  static const char *const forms[] = {"round", "capsule", "ball", "box", "prism", "mesh"};
  const TrmFigure *figure = &seen->figure;
  trm_text_printf(p->out, "%s{\"form\":\"%s\"", first ? "" : ",", forms[figure->form]);
  if (figure->name) add_word(p, "name", figure->name);
  if (figure->colour) add_word(p, "colour", figure->colour);
  trm_text_add(p->out, figure->form == TRM_FIGURE_MESH ? "" : ",\"points\":[");
  double axes[12] = {0};
  for (size_t i = 0; i < figure->point_count; i++) {
    double s[3];
    to_body(p->system, seen->body, figure->points + 3 * i, s);
    for (size_t k = 0; k < 3; k++) {
      if (figure->form == TRM_FIGURE_MESH)
        axes[3 * i + k] = s[k] / p->unit;
      else
        trm_text_printf(p->out, "%s%.7g", i + k ? "," : "", s[k] / p->unit + 0.0);
    }
  }
  if (figure->form == TRM_FIGURE_MESH)
    trm_picture_mesh(figure->file, axes, p->out);
  else
    trm_text_char(p->out, ']');
  if (figure->radius[0] > 0 || figure->radius[1] > 0)
    add_values(p, "radius", figure->radius, 3, p->unit);
  trm_text_char(p->out, '}');
}

/* all that is seen of a body; figures stand in the order of bodies, ground's first */
static void add_figures(Picture *p, int body, size_t *next) {
  trm_text_add(p->out, ",\"shapes\":[");
  for (int first = 1; *next < p->system->seen_count && p->system->seen[*next].body == body;
       first = 0)
    add_figure(p, &p->system->seen[(*next)++], first);
  trm_text_char(p->out, ']');
}

static void add_bodies(Picture *p) {
  const TrmUnits *u = &p->system->units;
  size_t next = 0;
  trm_text_add(p->out, ",\n\"ground\":{\"name\":\"ground\"");
  add_figures(p, TRM_GROUND, &next);
  trm_text_add(p->out, "},\n\"bodies\":[");
  for (size_t i = 0; i < p->system->body_count; i++) {
    const TrmBody *body = &p->system->bodies[i];
    double centre[3], q[4];
    const double moments[3] = {body->inertia_b[0], body->inertia_b[4], body->inertia_b[8]};
    trm_body_centre(body, centre);
    trm_quat_from_matrix(body->R_gb, q);
    open_item(p, i, body->item->name);
    add_values(p, "mass", &body->mass, 1, u->mass);
    add_values(p, "centre", centre, 3, p->unit);
    add_values(p, "turn", q, 4, 1);
    if (body->has_inertia) add_values(p, "inertia", moments, 3, u->mass * p->unit * p->unit);
    if (body->point_mass) trm_text_add(p->out, ",\"point\":true");
    add_figures(p, (int)i, &next);
    trm_text_char(p->out, '}');
  }
}

/* a curve on a body as a line of points: "{\"body\":0,\"closed\":true,\"points\":[..]}" */
static void add_curve(Picture *p, const TrmCurve *curve, const TrmFrame *carrier) {
  double low, high;
  int closed;
  trm_curve_range(curve, &low, &high, &closed);
  if (closed) high = low + high;
  trm_text_printf(p->out, "{\"body\":%d,\"closed\":%s,\"points\":[", carrier->body,
                  closed ? "true" : "false");
  int last = closed ? CURVE_POINTS - 1 : CURVE_POINTS;
  for (int i = 0; i <= last; i++) {
    double c[4][3], s[3];
    trm_curve_eval(curve, low + (high - low) * i / CURVE_POINTS, c);
    trm_mat3_apply(carrier->A, c[0], s);
    for (int k = 0; k < 3; k++)
      trm_text_printf(p->out, "%s%.6g", i + k ? "," : "", (s[k] + carrier->s[k]) / p->unit + 0.0);
  }
  trm_text_add(p->out, "]}");
}

/* what a rope runs through, from end to end */
static void add_eyes(Picture *p, const TrmJoint *joint) {
  trm_text_add(p->out, ",\"eyes\":[");
  for (size_t i = 0; i < joint->eye_count; i++) {
    trm_text_printf(p->out, "%s{\"body\":%d", i ? "," : "", joint->eyes[i].body);
    add_values(p, "at", joint->eyes[i].s, 3, p->unit);
    trm_text_char(p->out, '}');
  }
  trm_text_char(p->out, ']');
}

static void add_joints(Picture *p) {
  trm_text_add(p->out, "],\n\"joints\":[");
  for (size_t i = 0; i < p->system->joint_count; i++) {
    const TrmJoint *joint = &p->system->joints[i];
    open_item(p, i, joint->item->name);
    add_word(p, "type", joint->type->type.name);
    if (joint->has_frames) {
      add_frame(p, "first", &joint->frame_first);
      add_frame(p, "second", &joint->frame_second);
    }
    if (joint->length > 0) add_values(p, "length", &joint->length, 1, p->unit);
    for (int k = 0; k < 2; k++) {
      if (!joint->curve[k]) continue;
      trm_text_printf(p->out, ",\"curve%d\":", k + 1);
      add_curve(p, joint->curve[k], &joint->carrier[k]);
    }
    if (joint->eye_count > 2) add_eyes(p, joint);
    trm_text_char(p->out, '}');
  }
  trm_text_add(p->out, "],\n\"motions\":[");
  for (size_t i = 0; i < p->system->motion_count; i++) {
    const TrmMotion *motion = &p->system->motions[i];
    open_item(p, i, motion->item->name);
    trm_text_printf(p->out, ",\"turns\":%s", motion->turns ? "true" : "false");
    if (motion->joint >= 0) add_word(p, "joint", p->system->joints[motion->joint].item->name);
    if (motion->has_frames) add_frame(p, "first", &motion->first);
    if (motion->has_frames) add_frame(p, "second", &motion->second);
    trm_text_char(p->out, '}');
  }
}

static void add_forces(Picture *p) {
  trm_text_add(p->out, "],\n\"forces\":[");
  for (size_t i = 0; i < p->system->force_count; i++) {
    const TrmForce *force = &p->system->forces[i];
    const TrmItem *item = force->item;
    int damped = trm_item_value(item, "c") != NULL, sprung = trm_item_value(item, "k") != NULL;
    open_item(p, i, item->name);
    add_word(p, "type", force->type->type.name);
    if (force->ready) add_frame(p, "first", &force->frame[TRM_FORCE_FIRST]);
    if (force->ready && force->paired) add_frame(p, "second", &force->frame[TRM_FORCE_SECOND]);
    if (damped) trm_text_add(p->out, ",\"damped\":true");
    if (damped && !sprung) trm_text_add(p->out, ",\"sprung\":false");
    trm_text_char(p->out, '}');
  }
}

/* how many pairs of surfaces may touch, as far as anybody wants to know */
static size_t count_pairs(const TrmContact *contact) {
  size_t count = 0;
  for (size_t i = 0; i < contact->surface_count; i++)
    for (size_t k = 0; k < i && count < MOST_PAIRS; k++)
      count += trm_contact_meets(contact, i, k) != 0;
  return count;
}

/* surfaces that no shape shows: planes and curves */
static void add_surface(Picture *p, const TrmSurface *surface) {
  if (surface->kind == TRM_SURFACE_CURVE) {
    add_curve(p, surface->curve, &surface->carrier);
    return;
  }
  trm_text_printf(p->out, "{\"body\":%d", surface->body);
  add_values(p, "at", surface->p[0], 3, p->unit);
  add_values(p, "normal", surface->n, 3, 1);
  trm_text_char(p->out, '}');
}

static void add_contacts(Picture *p) {
  trm_text_add(p->out, "],\n\"contacts\":[");
  for (size_t i = 0; i < p->system->contact_count; i++) {
    const TrmContact *contact = &p->system->contacts[i];
    size_t count = 0;
    open_item(p, i, contact->item->name);
    trm_text_printf(p->out, ",\"rigid\":%s,\"pairs\":%zu,\"surfaces\":[",
                    contact->rigid ? "true" : "false", count_pairs(contact));
    for (size_t k = 0; k < contact->surface_count && contact->ready; k++) {
      TrmSurfaceKind kind = contact->sides[k].surface.kind;
      if (kind != TRM_SURFACE_CURVE && kind != TRM_SURFACE_PLANE) continue;
      if (count++) trm_text_char(p->out, ',');
      add_surface(p, &contact->sides[k].surface);
    }
    trm_text_add(p->out, "]}");
  }
}

static void add_places(Picture *p) {
  trm_text_add(p->out, "],\n\"markers\":[");
  for (size_t i = 0; i < p->system->marker_count; i++) {
    TrmFrame frame = trm_marker_frame(p->system, &p->system->markers[i]);
    open_item(p, i, p->system->markers[i].name);
    add_frame(p, "frame", &frame);
    trm_text_char(p->out, '}');
  }
  trm_text_add(p->out, "],\n\"points\":[");
  for (size_t i = 0; i < p->system->point_count; i++) {
    open_item(p, i, p->system->points[i].item->name);
    add_values(p, "at", p->system->points[i].p_g, 3, p->unit);
    trm_text_char(p->out, '}');
  }
  trm_text_char(p->out, ']');
}

void trm_picture_json(const TrmSystem *system, TrmText *out) {
  const TrmUnits *u = &system->units;
  Picture picture = {system, out, u->length}, *p = &picture;
  const TrmValue *about = trm_item_value(system->model->root, "description");
  trm_text_printf(out, "{\"picture\":1,\"planar\":%s", system->planar ? "true" : "false");
  add_word(p, "length", u->length_name);
  add_word(p, "time", u->time_name);
  add_word(p, "force", u->force_name);
  add_word(p, "angle", u->angle_name);
  if (about && about->form == TRM_FORM_TEXT) add_word(p, "description", about->text);
  add_values(p, "gravity", system->gravity, 3, trm_units_scale(u, (TrmDimension)TRM_ACCELERATION));
  add_bodies(p);
  add_joints(p);
  add_forces(p);
  add_contacts(p);
  add_places(p);
  trm_text_add(out, "}\n");
}
