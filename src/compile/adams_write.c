/* SPDX-License-Identifier: Apache-2.0
 *
 * The dataset: units, gravity, parts with their mass centres, markers, joints and motions. A joint
 * has J on its first body and I on its second, so that angles and displacements are the same.
 */
#include "compile/adams.h"
#include "compile/compiler.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

enum { GROUND_PART = 1, GROUND_MARKER = 1 };

int trm_adams_refuse(AdamsWriter *w, TrmPlace place, const char *name, const char *what) {
  w->failed = 1;
  trm_log_add(w->log, TRM_E_ADAMS_EXPORT, place, name, "'%s' has %s, which a dataset cannot say",
              name ? name : "the model", what);
  return 0;
}

void trm_adams_enter(AdamsWriter *w, const char *kind, const char *name, size_t id) {
  size_t *slot = trm_arena_alloc(w->arena, sizeof *slot);
  *slot = id;
  trm_map_put(w->ids, NULL, trm_arena_printf(w->arena, "%s %s", kind, name), slot);
}

size_t trm_adams_id_of(const AdamsWriter *w, const char *kind, const char *name) {
  const size_t *slot = trm_map_get(w->ids, NULL, trm_arena_printf(w->arena, "%s %s", kind, name));
  return slot ? *slot : 0;
}

void trm_adams_add_numbers(TrmText *out, const char *key, const double *values, size_t count) {
  trm_text_printf(out, "\n, %s = ", key);
  for (size_t i = 0; i < count; i++) {
    if (i) trm_text_add(out, i % 6 ? ", " : ",\n, ");
    trm_text_number(out, values[i] + 0);
  }
}

static void add_view(TrmText *out, const char *name) {
  if (name) trm_text_printf(out, "!                adams_view_name='%s'\n", name);
}

static void add_axes(TrmText *out, const double R[9]) {
  double angles[3], one[9];
  trm_mat3_identity(one);
  if (memcmp(one, R, sizeof one) == 0) return;
  trm_rotation_to_euler(R, angles);
  trm_adams_add_numbers(out, "REULER", angles, 3);
}

size_t trm_adams_marker(AdamsWriter *w, const TrmFrame *frame, const char *name) {
  double place[3] = {frame->s[0], frame->s[1], frame->s[2]};
  size_t id = ++w->marker_count;
  if (frame->body >= 0) trm_vec3_add(place, 1, w->system->bodies[frame->body].c_b, place);
  for (int k = 0; k < 3; k++) place[k] /= w->system->units.length;
  add_view(w->markers, name);
  trm_text_printf(w->markers, "MARKER/%zu, PART = %d", id, frame->body + 2);
  if (place[0] != 0 || place[1] != 0 || place[2] != 0)
    trm_adams_add_numbers(w->markers, "QP", place, 3);
  add_axes(w->markers, frame->A);
  trm_text_char(w->markers, '\n');
  return id;
}

size_t trm_adams_frame_id(AdamsWriter *w, const char *name) {
  const TrmSystem *system = w->system;
  size_t known = trm_adams_id_of(w, "MARKER", name);
  TrmFrame frame = {.body = TRM_GROUND};
  trm_mat3_identity(frame.A);
  if (known || trm_same_word(name, "ground")) return known ? known : GROUND_MARKER;
  for (size_t i = 0; i < system->point_count; i++)
    if (strcmp(system->points[i].item->name, name) == 0) {
      memcpy(frame.s, system->points[i].p_g, sizeof frame.s);
      size_t id = trm_adams_marker(w, &frame, NULL);
      trm_adams_enter(w, "MARKER", name, id);
      return id;
    }
  return 0;
}

static const char *unit_word(const char *unit) {
  static const struct {
    const char *unit, *adams;
  } words[] = {
#define TRM_ADAMS_UNIT(adams, unit) {unit, #adams},
#include "read/adams/units.def"
#undef TRM_ADAMS_UNIT
  };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp(words[i].unit, unit) == 0) return words[i].adams;
  return NULL;
}

static void write_units(AdamsWriter *w) {
  const TrmUnits *u = &w->system->units;
  const char *const names[] = {u->length_name, u->mass_name, u->time_name, u->force_name};
  static const char *const keys[] = {"LENGTH", "MASS", "TIME", "FORCE"};
  double g[3];
  trm_text_add(w->parts, "UNITS/");
  for (size_t i = 0; i < 4; i++) {
    const char *word = unit_word(names[i]);
    if (!word) trm_adams_refuse(w, TRM_NOWHERE, NULL, "a unit that Adams does not know");
    trm_text_printf(w->parts, "\n, %s = %s", keys[i], word ? word : "?");
  }
  if (fabs(u->angle - 1) > 0)
    trm_adams_refuse(w, TRM_NOWHERE, NULL, "angles in other units than radians");
  for (int k = 0; k < 3; k++)
    g[k] = w->system->gravity[k] / trm_units_scale(u, (TrmDimension)TRM_ACCELERATION);
  trm_text_add(w->parts, "\nACCGRAV/\n, IGRAV = ");
  trm_text_number(w->parts, g[0]);
  trm_text_add(w->parts, ", JGRAV = ");
  trm_text_number(w->parts, g[1]);
  trm_text_add(w->parts, ", KGRAV = ");
  trm_text_number(w->parts, g[2]);
  trm_text_printf(w->parts, "\nPART/%d, GROUND\n", GROUND_PART);
}

static void write_rates(AdamsWriter *w, const TrmBody *body) {
  static const char *const moves[] = {"VX", "VY", "VZ"}, *const turns[] = {"WX", "WY", "WZ"};
  static const char *const exact[] = {"X",  "Y",  "Z",  "PSI", "THETA", "PHI",
                                      "VX", "VY", "VZ", "WX",  "WY",    "WZ"};
  double speed = trm_units_scale(&w->system->units, (TrmDimension)TRM_VELOCITY);
  for (int k = 0; k < 3 && body->has_velocity; k++) {
    double v = body->v_g[k] / speed;
    trm_adams_add_numbers(w->parts, moves[k], &v, 1);
  }
  for (int k = 0; k < 3 && body->has_spin; k++) {
    double v = body->w_g[k] * w->system->units.time;
    trm_adams_add_numbers(w->parts, turns[k], &v, 1);
  }
  if (body->has_spin) trm_text_printf(w->parts, "\n, WM = %d", GROUND_MARKER);
  for (int k = 0, count = 0; k < 12; k++)
    if (body->exact >> k & 1)
      trm_text_printf(w->parts, "%s%s", count++ ? ":" : "\n, EXACT = ", exact[k]);
}

static void write_body(AdamsWriter *w, size_t index) {
  const TrmBody *body = &w->system->bodies[index];
  const TrmUnits *u = &w->system->units;
  const char *name = body->item->name;
  TrmFrame centre = {.body = (int)index};
  double p[3], inertia = trm_units_scale(u, (TrmDimension)TRM_INERTIA);
  trm_mat3_identity(centre.A);
  size_t cm = trm_adams_marker(w, &centre, NULL);
  trm_adams_enter(w, "MARKER", name, cm);
  for (int k = 0; k < 3; k++) p[k] = body->p_go_g[k] / u->length;
  add_view(w->parts, name);
  trm_text_printf(w->parts, "%s/%zu", body->point_mass ? "POINT_MASS" : "PART", index + 2);
  trm_adams_add_numbers(w->parts, "QG", p, 3);
  add_axes(w->parts, body->R_gb);
  if (body->mass > 0) {
    const double *I = body->inertia_b;
    int flat = w->system->planar;
    const double ip[6] = {I[flat ? 8 : 0] / inertia, I[flat ? 8 : 4] / inertia, I[8] / inertia,
                          -I[1] / inertia,           -I[2] / inertia,           -I[5] / inertia};
    double mass = body->mass / u->mass;
    trm_adams_add_numbers(w->parts, "MASS", &mass, 1);
    if (!body->point_mass && body->has_inertia) trm_adams_add_numbers(w->parts, "IP", ip, 6);
  }
  trm_text_printf(w->parts, "\n, CM = %zu", cm);
  write_rates(w, body);
  trm_text_char(w->parts, '\n');
}

static void write_markers(AdamsWriter *w) {
  for (size_t i = 0; i < w->system->marker_count; i++) {
    const TrmMarker *marker = &w->system->markers[i];
    TrmFrame frame = trm_marker_frame(w->system, marker);
    trm_adams_enter(w, "MARKER", marker->name, trm_adams_marker(w, &frame, marker->item->name));
  }
}

/* A planar body is held in the plane by a joint to ground or to a body that is held; where there is
 * none, by a planar joint of its own. */
static int holds_plane(const TrmJoint *joint) {
  const char *type = joint->type->type.name;
  return strcmp(type, "revolute") == 0 || strcmp(type, "prismatic") == 0 ||
         strcmp(type, "fixed") == 0;
}

static void spread_hold(const TrmSystem *system, char *held) {
  for (int changed = 1; changed;) {
    changed = 0;
    for (size_t i = 0; i < system->joint_count; i++) {
      const TrmJoint *joint = &system->joints[i];
      if (joint->coupling || !holds_plane(joint)) continue;
      int first = joint->first < 0 || held[joint->first];
      int second = joint->second < 0 || held[joint->second];
      if (first == second) continue;
      held[first ? joint->second : joint->first] = 1;
      changed = 1;
    }
  }
}

static void hold_in_plane(AdamsWriter *w) {
  const TrmSystem *system = w->system;
  char *held = trm_arena_alloc(w->arena, system->body_count + 1);
  for (size_t b = 0; b < system->body_count; b++) {
    spread_hold(system, held);
    if (held[b]) continue;
    size_t cm = trm_adams_id_of(w, "MARKER", system->bodies[b].item->name);
    trm_text_printf(w->rest, "%s/%zu, %s, I = %zu, J = %d\n",
                    system->bodies[b].point_mass ? "JPRIM" : "JOINT", ++w->count,
                    system->bodies[b].point_mass ? "INPLANE" : "PLANAR", cm, GROUND_MARKER);
    held[b] = 1;
  }
}

/* types of joints that have a statement of their own */
static const struct {
  const char *type, *kind, *word;
} joints[] = {{"revolute", "JOINT", "REVOLUTE"},
              {"prismatic", "JOINT", "TRANSLATIONAL"},
              {"cylindrical", "JOINT", "CYLINDRICAL"},
              {"spherical", "JOINT", "SPHERICAL"},
              {"fixed", "JOINT", "FIXED"},
              {"planar", "JOINT", "PLANAR"},
              {"universal", "JOINT", "UNIVERSAL"},
              {"constant_velocity", "JOINT", "CONVEL"},
              {"screw", "JOINT", "SCREW"},
              {"point", "JPRIM", "ATPOINT"},
              {"inline", "JPRIM", "INLINE"},
              {"inplane", "JPRIM", "INPLANE"},
              {"orientation", "JPRIM", "ORIENTATION"},
              {"parallel", "JPRIM", "PARALLEL_AXES"},
              {"perpendicular", "JPRIM", "PERPENDICULAR"}};

/* what joints may carry besides */
static void check_extras(AdamsWriter *w, const TrmItem *item) {
  static const char *const keys[] = {"limits", "active"};
  for (size_t i = 0; i < 2; i++)
    if (trm_item_value(item, keys[i])) trm_adams_refuse(w, item->place, item->name, keys[i]);
}

static void write_joint(AdamsWriter *w, const TrmJoint *joint) {
  const char *name = joint->item->name;
  size_t k = 0, count = sizeof joints / sizeof *joints;
  while (k < count && strcmp(joints[k].type, joint->type->type.name) != 0) k++;
  int distance = strcmp(joint->type->type.name, "distance") == 0;
  /* in the plane only those that need no other equations there */
  int flat = !w->system->planar || holds_plane(joint) || distance;
  if ((k == count && !distance) || !joint->has_frames || !flat) {
    trm_adams_refuse(w, joint->item->place, name,
                     trm_arena_printf(w->arena, "the type %s", joint->type->type.name));
    return;
  }
  check_extras(w, joint->item);
  size_t j = trm_adams_marker(w, &joint->frame_first, NULL);
  size_t i = trm_adams_marker(w, &joint->frame_second, NULL), id = ++w->count;
  trm_adams_enter(w, "I of", name, i);
  trm_adams_enter(w, "J of", name, j);
  if (joint->type->slides && !joint->type->turns) trm_adams_enter(w, "slides only", name, 1);
  add_view(w->rest, name);
  if (distance) {
    double p[3], q[3], R[9], length = joint->length / w->system->units.length;
    trm_frame_in_ground(w->system, &joint->frame_first, p, R);
    trm_frame_in_ground(w->system, &joint->frame_second, q, R);
    trm_vec3_add(q, -1, p, q);
    if (!(length > 0)) length = trm_vec3_norm(q) / w->system->units.length;
    trm_text_printf(w->rest, "GCON/%zu, I = %zu, FUNCTION = DM(%zu,%zu)-", id, j, i, j);
    trm_text_number(w->rest, length);
    trm_text_char(w->rest, '\n');
    return;
  }
  trm_adams_enter(w, joints[k].kind, name, id);
  trm_text_printf(w->rest, "%s/%zu, %s, I = %zu, J = %zu", joints[k].kind, id, joints[k].word, i,
                  j);
  if (strcmp(joints[k].word, "SCREW") == 0) {
    double pitch = joint->numbers[0] / w->system->units.length;
    trm_adams_add_numbers(w->rest, "PITCH", &pitch, 1);
    /* in Adams the thread does not hold the axes together */
    trm_text_printf(w->rest, "\nJOINT/%zu, CYLINDRICAL, I = %zu, J = %zu", w->count + 1, i, j);
    w->count++;
  }
  trm_text_char(w->rest, '\n');
  trm_adams_write_rub(w, joint);
}

/* factors times coordinates add up to zero, in the model's units */
static void write_coupling(AdamsWriter *w, const TrmJoint *joint) {
  const char *type = joint->type->type.name;
  double factors[3] = {joint->numbers[0], joint->numbers[1], joint->numbers[2]};
  size_t count = joint->joint_count, id = ++w->count;
  /* a coupler's are as they were written, a radius is in SI */
  if (strcmp(type, "coupler") != 0) factors[1] = -1;
  if (strcmp(type, "rack_pinion") == 0) factors[0] /= w->system->units.length;
  check_extras(w, joint->item);
  add_view(w->rest, joint->item->name);
  trm_text_printf(w->rest, "COUPLER/%zu, JOINTS = ", id);
  for (size_t i = 0; i < count; i++) {
    const TrmJoint *other = &w->system->joints[joint->joints[i]];
    trm_text_printf(w->rest, "%s%zu", i ? ", " : "",
                    trm_adams_id_of(w, "JOINT", other->item->name));
  }
  trm_text_add(w->rest, ", TYPE = ");
  for (size_t i = 0; i < count; i++)
    trm_text_printf(w->rest, "%s%c", i ? ":" : "",
                    w->system->joints[joint->joints[i]].type->turns ? 'R' : 'T');
  trm_adams_add_numbers(w->rest, "SCALES", factors, count);
  trm_text_char(w->rest, '\n');
}

static void write_motion(AdamsWriter *w, const TrmMotion *motion) {
  static const char *const levels[] = {"DISPLACEMENT", "VELOCITY", "ACCELERATION"};
  const char *name = motion->item->name;
  AdamsOwner owner = {.name = name, .place = motion->item->place};
  static const char *const keys[] = {"active", "limit"};
  for (size_t i = 0; i < 2; i++)
    if (trm_item_value(motion->item, keys[i]))
      trm_adams_refuse(w, motion->item->place, name, keys[i]);
  const char *course = motion->course ? trm_adams_write_function(w, motion->course, &owner) : NULL;
  size_t id = trm_adams_id_of(w, "MOTION", name);
  if (!course) return;
  add_view(w->rest, name);
  if (motion->spans) {
    trm_adams_refuse(w, motion->item->place, name, "a distance that it drives");
    return;
  }
  if (motion->joint >= 0) {
    const char *joint = w->system->joints[motion->joint].item->name;
    trm_text_printf(w->rest, "MOTION/%zu, JOINT = %zu, %s", id, trm_adams_id_of(w, "JOINT", joint),
                    motion->turns ? "ROTATION" : "TRANSLATION");
  } else if (motion->turns) {
    trm_adams_refuse(w, motion->item->place, name, "an angle between markers that it drives");
    return;
  } else {
    size_t j = trm_adams_marker(w, &motion->first, NULL);
    size_t i = trm_adams_marker(w, &motion->second, NULL);
    trm_text_printf(w->rest, "MOTION/%zu, I = %zu, J = %zu, Z", id, i, j);
  }
  trm_text_printf(w->rest, ", %s\n, FUNCTION = %s\n", levels[motion->level], course);
}

static void release_text(void *text) {
  trm_text_clear(text);
}

static TrmText *new_text(TrmArena *arena) {
  TrmText *text = trm_arena_alloc(arena, sizeof *text);
  trm_arena_defer(arena, release_text, text);
  trm_text_add(text, "");
  return text;
}

int trm_system_write_adams(const TrmSystem *system, TrmArena *arena, TrmLog *log, TrmText *out) {
  AdamsWriter *w = trm_arena_alloc(arena, sizeof *w);
  *w = (AdamsWriter){.system = system, .arena = arena, .log = log, .count = 0};
  w->parameters = trm_parameters_new(arena, system->model, system->units);
  w->ids = trm_map_new(arena);
  w->parts = new_text(arena);
  w->markers = new_text(arena);
  w->rest = new_text(arena);
  TrmFrame ground = {.body = TRM_GROUND};
  trm_mat3_identity(ground.A);
  trm_adams_marker(w, &ground, NULL);
  write_units(w);
  for (size_t i = 0; i < system->body_count; i++) write_body(w, i);
  write_markers(w);
  if (system->planar) hold_in_plane(w);
  for (size_t i = 0; i < system->joint_count; i++)
    if (!system->joints[i].coupling) write_joint(w, &system->joints[i]);
  for (size_t i = 0; i < system->joint_count; i++)
    if (system->joints[i].coupling) write_coupling(w, &system->joints[i]);
  for (size_t i = 0; i < system->motion_count; i++)
    trm_adams_enter(w, "MOTION", system->motions[i].item->name, ++w->count);
  trm_adams_number_forces(w);
  trm_adams_number_data(w);
  trm_adams_write_data(w);
  for (size_t i = 0; i < system->motion_count; i++) write_motion(w, &system->motions[i]);
  trm_adams_write_forces(w);
  trm_adams_write_contacts(w);
  const TrmValue *name = trm_item_value(system->model->root, "name");
  trm_text_printf(out, "ADAMS/View model name: %s\n",
                  name && name->form == TRM_FORM_TEXT ? name->text : "model");
  trm_text_add(out, w->parts->bytes);
  trm_text_add(out, w->markers->bytes);
  trm_text_add(out, w->rest->bytes);
  trm_text_add(out, "END\n");
  return !w->failed;
}
