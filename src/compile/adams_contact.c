/* SPDX-License-Identifier: Apache-2.0
 *
 * Pictures, contacts between them, and friction of joints as statements of Adams. A torque as
 * preload presses at the radius; a rebound in place of damping is the law POISSON.
 */
#include "compile/adams.h"
#include "compile/compiler.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

/* joints whose friction has a statement, and the keys of their numbers */
static const struct {
  const char *type, *radius, *bending, *torsion, *axial;
} rubbing[] = {{"prismatic", NULL, "INITIAL_OVERLAP", "REACTION_ARM", NULL},
               {"cylindrical", "PIN_RADIUS", "INITIAL_OVERLAP", NULL, NULL},
               {"revolute", "PIN_RADIUS", "BENDING_REACTION_ARM", NULL, "FRICTION_ARM"},
               {"spherical", "BALL_RADIUS", NULL, NULL, NULL}};

static void add_one(AdamsWriter *w, const char *key, double value) {
  trm_adams_add_numbers(w->rest, key, &value, 1);
}

static const char *unsayable(const TrmJointFriction *f, size_t k) {
  if (k == sizeof rubbing / sizeof *rubbing)
    return "friction, which joints of its type do not have";
  if (f->length > 0) return "friction that presses at two ends";
  if (f->regularised && f->stick > f->slide) return "friction of the regularised law that sticks";
  return NULL;
}

void trm_adams_write_rub(AdamsWriter *w, const TrmJoint *joint) {
  const TrmJointFriction *f = &joint->friction;
  const char *name = joint->item->name;
  double length = w->system->units.length, force = w->system->units.force;
  size_t k = 0;
  if (!f->given) return;
  while (k < sizeof rubbing / sizeof *rubbing &&
         strcmp(rubbing[k].type, joint->type->type.name) != 0)
    k++;
  const char *what = unsayable(f, k);
  if (what) {
    trm_adams_refuse(w, joint->item->place, name, what);
    return;
  }
  double torsion = f->torsion_arm > 0 ? f->torsion_arm : f->radius;
  const char *inputs = "";
  const struct {
    int on;
    const char *word;
  } list[] = {{f->preload > 0, "PRELOAD"},
              {!f->forceless, "REACTION_FORCE"},
              {rubbing[k].bending && f->bending_arm > 0, "BENDING_MOMENT"},
              {rubbing[k].torsion && torsion > 0, "TORSIONAL_MOMENT"}};
  for (size_t i = 0; i < 4; i++)
    if (list[i].on)
      inputs = trm_arena_printf(w->arena, "%s%s%s", inputs, *inputs ? ", " : "", list[i].word);
  trm_text_printf(w->rest, "FRICTION/%zu, JOINT = %zu", ++w->count,
                  trm_adams_id_of(w, "JOINT", name));
  add_one(w, "MU_STATIC", f->stick);
  add_one(w, "MU_DYNAMIC", f->slide);
  if (f->regularised)
    add_one(w, "STICTION_TRANSITION_VELOCITY", f->speed * w->system->units.time / length);
  if (f->regularised) trm_text_add(w->rest, "\n, EFFECT = SLIDING");
  if (rubbing[k].radius) add_one(w, rubbing[k].radius, f->radius / length);
  if (list[2].on) add_one(w, rubbing[k].bending, f->bending_arm / length);
  if (list[3].on) add_one(w, rubbing[k].torsion, torsion / length);
  if (rubbing[k].axial)
    add_one(w, rubbing[k].axial, (f->axial_arm < 0 ? f->radius : f->axial_arm) / length);
  if (list[0].on && k < 2) add_one(w, "FRICTION_FORCE_PRELOAD", f->preload / force);
  if (list[0].on && k >= 2)
    add_one(w, "FRICTION_TORQUE_PRELOAD", f->preload / force * (f->radius / length));
  trm_text_printf(w->rest, "\n, INPUTS = %s\n", *inputs ? inputs : "NONE");
}

/* a marker on a body at a place and along axes in ground at the design position */
static size_t marker_at(AdamsWriter *w, int body, const double p_g[3], const double R_g[9]) {
  TrmFrame frame = trm_frame_on_body(w->system, body, p_g, R_g);
  return trm_adams_marker(w, &frame, NULL);
}

static void begin_picture(AdamsWriter *w, const char *name, size_t id, const char *kind) {
  if (name) trm_text_printf(w->rest, "!                adams_view_name='%s'\n", name);
  trm_text_printf(w->rest, "GRAPHICS/%zu, %s", id, kind);
}

static void write_ball(AdamsWriter *w, const char *name, size_t id, size_t marker, double radius) {
  double scale = 2 * radius / w->system->units.length;
  begin_picture(w, name, id, "ELLIPSOID");
  trm_text_printf(w->rest, ", CM = %zu", marker);
  add_one(w, "XSCALE", scale);
  add_one(w, "YSCALE", scale);
  add_one(w, "ZSCALE", scale);
  trm_text_char(w->rest, '\n');
}

static void write_round(AdamsWriter *w, const TrmSeen *seen, size_t id) {
  const TrmFigure *f = &seen->figure;
  double length = w->system->units.length, d[3], R[9];
  int cone = fabs(f->radius[0] - f->radius[1]) > 0;
  trm_vec3_add(f->points + 3, -1, f->points, d);
  trm_rotation_one_axis(2, d, R);
  size_t marker = marker_at(w, seen->body, f->points, R);
  begin_picture(w, f->name, id, cone ? "FRUSTUM" : "CYLINDER");
  trm_text_printf(w->rest, ", CM = %zu", marker);
  add_one(w, "LENGTH", trm_vec3_norm(d) / length);
  add_one(w, cone ? "BOTTOM" : "RADIUS", f->radius[0] / length);
  if (cone) add_one(w, "TOP", f->radius[1] / length);
  trm_text_char(w->rest, '\n');
}

static void write_box(AdamsWriter *w, const TrmSeen *seen, size_t id) {
  static const char *const keys[] = {"X", "Y", "Z"};
  const TrmFigure *f = &seen->figure;
  double corner[3], R[9], size[3], half[3];
  memcpy(corner, f->points, sizeof corner);
  for (size_t k = 0; k < 3; k++) {
    trm_vec3_add(f->points + 3 * (k + 1), -1, f->points, half);
    trm_vec3_add(corner, -1, half, corner);
    size[k] = trm_vec3_unit(half, half) ? 1 : 0;
    for (size_t i = 0; i < 3; i++) R[3 * i + k] = half[i];
  }
  /* a box in a mirror is a box: its third axis may point the other way */
  double across[3], x[3] = {R[0], R[3], R[6]}, y[3] = {R[1], R[4], R[7]}, z[3] = {R[2], R[5], R[8]};
  trm_vec3_cross(x, y, across);
  int turned = trm_vec3_dot(across, z) < 0;
  for (size_t k = 0; k < 3; k++) {
    trm_vec3_add(f->points + 3 * (k + 1), -1, f->points, half);
    size[k] = 2 * trm_vec3_norm(half);
    if (turned && k == 2) trm_vec3_add(corner, 2, half, corner);
  }
  for (size_t i = 0; turned && i < 3; i++) R[3 * i + 2] = -R[3 * i + 2];
  size_t marker = marker_at(w, seen->body, corner, R);
  begin_picture(w, f->name, id, "BOX");
  trm_text_printf(w->rest, ", CORNER = %zu", marker);
  for (size_t k = 0; k < 3; k++) add_one(w, keys[k], size[k] / w->system->units.length);
  trm_text_char(w->rest, '\n');
}

/* pictures of all shapes that have a statement; their ids, 0: none */
static size_t *write_pictures(AdamsWriter *w) {
  const TrmSystem *system = w->system;
  size_t *ids = trm_arena_array(w->arena, system->seen_count + 1, sizeof *ids);
  double one[9];
  trm_mat3_identity(one);
  for (size_t i = 0; i < system->seen_count; i++) {
    const TrmSeen *seen = &system->seen[i];
    TrmFigureForm form = seen->figure.form;
    if (form != TRM_FIGURE_ROUND && form != TRM_FIGURE_BALL && form != TRM_FIGURE_BOX) continue;
    ids[i] = ++w->count;
    if (form == TRM_FIGURE_ROUND) write_round(w, seen, ids[i]);
    if (form == TRM_FIGURE_BOX) write_box(w, seen, ids[i]);
    if (form == TRM_FIGURE_BALL)
      write_ball(w, seen->figure.name, ids[i], marker_at(w, seen->body, seen->figure.points, one),
                 seen->figure.radius[0]);
  }
  return ids;
}

/* the picture that a side of a contact is; 0: it has none */
static size_t side_picture(AdamsWriter *w, const TrmContactSide *side, const size_t *pictures) {
  const TrmSurface *s = &side->surface;
  TrmFrame frame = {.body = s->body};
  if (side->seen) return pictures[side->seen - w->system->seen];
  memcpy(frame.s, s->p[0], sizeof frame.s);
  trm_mat3_identity(frame.A);
  if (s->kind == TRM_SURFACE_BALL && s->radius[0] > 0) {
    write_ball(w, NULL, ++w->count, trm_adams_marker(w, &frame, NULL), s->radius[0]);
    return w->count;
  }
  if (s->kind != TRM_SURFACE_PLANE) return 0;
  trm_rotation_one_axis(2, s->n, frame.A);
  trm_text_printf(w->rest,
                  "GRAPHICS/%zu, PLANE, RM = %zu, XMIN = -1, XMAX = 1, YMIN = -1, YMAX = 1\n",
                  w->count + 1, trm_adams_marker(w, &frame, NULL));
  return ++w->count;
}

static void write_law(AdamsWriter *w, const TrmContactLaw *law) {
  const TrmUnits *u = &w->system->units;
  double speed = trm_units_scale(u, (TrmDimension)TRM_VELOCITY);
  int poisson = law->rebound > 0;
  add_one(w, poisson ? "PENALTY" : "STIFFNESS",
          law->stiffness / (u->force / pow(u->length, law->exponent)));
  if (poisson) {
    add_one(w, "RESTITUTION_COEFFICIENT", law->restitution);
  } else {
    add_one(w, "EXPONENT", law->exponent);
    add_one(w, "DAMPING", law->damping / trm_units_scale(u, (TrmDimension)TRM_DAMPING));
    add_one(w, "DMAX", law->depth / u->length);
  }
  if (!law->rubs) return;
  trm_text_add(w->rest, "\n, COULOMB_FRICTION = ON");
  add_one(w, "MU_STATIC", law->mu_static);
  add_one(w, "MU_DYNAMIC", law->mu_dynamic);
  add_one(w, "STICTION_TRANSITION_VELOCITY", law->stick / speed);
  add_one(w, "FRICTION_TRANSITION_VELOCITY", law->slip / speed);
}

/* what of a contact has no statement, or NULL */
static const char *contact_beyond(const AdamsWriter *w, const TrmContact *c) {
  int elastic = trm_item_value(c->item, "restitution") != NULL;
  if (w->system->planar) return "a contact in the plane";
  if (!c->ready || c->lacking) return "a contact that is not complete";
  if (c->rigid) return "a rigid contact";
  if (c->active) return "active";
  if (elastic && fabs(c->law.exponent - 1) > 0) return "a rebound with an exponent that is not 1";
  if (elastic && !(c->law.rebound > 0)) return "a rebound without loss";
  for (size_t i = 0; i < c->surface_count; i++)
    if (c->sides[i].marks == 3) return "a contact of bodies among themselves";
  return NULL;
}

static void write_contact(AdamsWriter *w, const TrmContact *c, const size_t *pictures) {
  const char *what = contact_beyond(w, c), *lists[2] = {"", ""};
  for (size_t i = 0; i < c->surface_count && !what; i++) {
    size_t id = side_picture(w, &c->sides[i], pictures);
    int side = c->sides[i].marks == 2;
    if (!id) what = "a contact of a point, curve, capsule, plate or mesh";
    lists[side] = trm_arena_printf(w->arena, "%s%s%zu", lists[side], *lists[side] ? ", " : "", id);
  }
  if (what) {
    trm_adams_refuse(w, c->item->place, c->item->name, what);
    return;
  }
  trm_text_printf(w->rest, "!                adams_view_name='%s'\n", c->item->name);
  trm_text_printf(w->rest, "CONTACT/%zu, %s\n, IGEOM = %s\n, JGEOM = %s", ++w->count,
                  c->law.rebound > 0 ? "POISSON" : "IMPACT", lists[0], lists[1]);
  write_law(w, &c->law);
  trm_text_char(w->rest, '\n');
}

void trm_adams_write_contacts(AdamsWriter *w) {
  const size_t *pictures = write_pictures(w);
  for (size_t i = 0; i < w->system->contact_count; i++)
    write_contact(w, &w->system->contacts[i], pictures);
}
