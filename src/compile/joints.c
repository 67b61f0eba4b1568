/* SPDX-License-Identifier: Apache-2.0
 *
 * Joints: which bodies, and the frame on each that the joint brings together, z along its axis.
 * Given by bodies, both frames lie where `at` and `axis` (or `from`, `to`, `axes`) say; given by
 * markers, they are the markers'.
 */
#include "compile/compiler.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include <string.h>

/* one side of a joint: a body, and its marker if it was given by one */
typedef struct Side {
  int body, marker;
} Side;

/* a name that exists already passed the reference check or is reported there */
static int read_side(const Compiler *c, const TrmValue *value, Side *side) {
  side->marker = -1;
  if (value->form != TRM_FORM_TEXT) return 0;
  if (trm_compile_body(c, value->text, &side->body)) return 1;
  side->marker = trm_compile_index(c, GROUP_MARKER, value->text);
  if (side->marker < 0) return 0;
  side->body = c->system->markers[side->marker].body;
  return 1;
}

/* origin and z axis in ground axes, of one end of the joint */
typedef struct End {
  double p[3], z[3], x[3];
} End;

static int needs_axis(const Compiler *c, const TrmJoint *joint) {
  const TrmParam *axis = trm_type_param(joint->item->type, "axis");
  if (!axis || axis->fallback) return 0;
  return !c->system->planar || joint->type->slides;
}

/* say what is missing of a joint between bodies */
static void report_missing(Compiler *c, const TrmJoint *joint, const char *keys) {
  if (trm_item_damaged(joint->item)) return;
  trm_log_add(trm_compile_log(c), TRM_E_GEOMETRY_MISSING, joint->item->place, joint->item->name,
              "%s joint '%s' between bodies needs %s", joint->item->type->name, joint->item->name,
              keys);
  trm_log_hint(trm_compile_log(c), "say where it is, or connect two markers");
}

/* a place or direction given under `key`, reflected to its actual side */
static int read_end(Compiler *c, const Site *site, const TrmItem *item, const char *place,
                    const char *axis, End *end) {
  const TrmValue *at = place ? trm_item_value(item, place) : NULL;
  const TrmValue *along = axis ? trm_item_value(item, axis) : NULL;
  int good = 1;
  if (at) {
    good &= trm_site_place(c, site, at, end->p);
    trm_mirror_vector(site->mirror, end->p);
  }
  if (along) {
    good &= trm_site_direction(c, site, along, end->z);
    if (trm_type_param(item->type, axis)->flags & TRM_AXIAL) {
      trm_mirror_axial(site->mirror, end->z);
    } else {
      trm_mirror_vector(site->mirror, end->z);
    }
  }
  return good;
}

/* the two directions of `axes`, on first and second */
static int read_axes(Compiler *c, const Site *site, const TrmItem *item, End ends[2]) {
  const TrmValue *axes = trm_item_value(item, "axes");
  if (!axes || axes->form != TRM_FORM_LIST || axes->count != 2) return axes == NULL;
  for (unsigned i = 0; i < 2; i++) {
    const TrmItem *axis = axes->list[i].form == TRM_FORM_ITEM ? axes->list[i].item : NULL;
    const TrmValue *direction = axis ? trm_item_value(axis, "direction") : NULL;
    if (!direction || !trm_site_direction(c, site, direction, ends[i].z)) return 0;
    trm_mirror_axial(site->mirror, ends[i].z);
  }
  return 1;
}

/* axes x = normal in the plane, y = out of the plane, z = the direction in R's third column */
void trm_frame_axis_in_plane(double R[9]) {
  double a[3] = {R[2], R[5], 0};
  double norm = hypot(a[0], a[1]);
  if (!(norm > 0)) return;
  double turned[9] = {-a[1] / norm, 0, a[0] / norm, a[0] / norm, 0, a[1] / norm, 0, 1, 0};
  memcpy(R, turned, sizeof turned);
}

static TrmFrame frame_at(const Compiler *c, const TrmJoint *joint, int body, const End *end) {
  double R[9];
  trm_rotation_one_axis(2, end->z, R);
  if (joint->type->along) trm_rotation_two_axes(2, end->z, 0, end->x, R);
  if (c->system->planar && joint->type->axis_in_plane) trm_frame_axis_in_plane(R);
  return trm_frame_on_body(c->system, body, end->p, R);
}

/* the direction along which the frames' x axes lie, perpendicular to z */
static int read_along(Compiler *c, const Site *site, const TrmJoint *joint, End ends[2]) {
  const char *key = joint->type->along;
  const TrmValue *value = key ? trm_item_value(joint->item, key) : NULL;
  if (!key) return 1;
  if (!value) {
    report_missing(c, joint, trm_arena_printf(c->arena, "`%s`", key));
    return 0;
  }
  if (!trm_site_direction(c, site, value, ends[0].x)) return 0;
  trm_mirror_vector(site->mirror, ends[0].x);
  memcpy(ends[1].x, ends[0].x, sizeof ends[1].x);
  double slant = trm_vec3_dot(ends[0].x, ends[0].z);
  double size = trm_vec3_norm(ends[0].x) * trm_vec3_norm(ends[0].z);
  if (fabs(slant) <= 1e-9 * size) return 1;
  trm_log_add(trm_compile_log(c), TRM_E_NOT_PERPENDICULAR, value->place, joint->item->name,
              "%s joint '%s': `%s` must be perpendicular to the axis, but is %.4g deg off",
              joint->item->type->name, joint->item->name, key,
              asin(fmin(1, fabs(slant) / size)) * 180 / 3.14159265358979323846);
  return 0;
}

/* shafts that turn equally have frames that differ by the least turn from z to Z */
static void align_shafts(Compiler *c, TrmJoint *joint) {
  double p[3], q[3], R[9], S[9], turn[9], turned[9], z[3], axis[3];
  trm_frame_in_ground(c->system, &joint->frame_first, p, R);
  trm_frame_in_ground(c->system, &joint->frame_second, q, S);
  double first[3] = {R[2], R[5], R[8]}, second[3] = {S[2], S[5], S[8]};
  double sign = trm_vec3_dot(first, second) < 0 ? -1 : 1;
  for (int i = 0; i < 3; i++) z[i] = sign * second[i];
  trm_vec3_cross(first, z, axis);
  double angle = atan2(trm_vec3_norm(axis), trm_vec3_dot(first, z));
  if (!trm_rotation_axis_angle(axis, angle, turn)) trm_mat3_identity(turn);
  trm_mat3_product(turn, R, turned);
  joint->frame_second = trm_frame_on_body(c->system, joint->second, q, turned);
}

static int has_row(const TrmJointType *type, TrmRowKind kind) {
  for (const TrmRowSpec *row = type->rows; row && row->kind; row++)
    if (row->kind == kind) return 1;
  return 0;
}

/* the arms of a cross are perpendicular: 1 deg is left to the rounding of what was typed */
static int check_cross(Compiler *c, const TrmJoint *joint, const End ends[2]) {
  const TrmValue *axes = trm_item_value(joint->item, "axes");
  int cross = 0;
  for (const TrmRowSpec *row = joint->type->rows; row && row->kind; row++)
    cross |= row->kind == TRM_ROW_AXES && row->first == 2 && row->second == 2;
  if (!axes || !cross) return 1;
  double slant = fabs(trm_vec3_dot(ends[0].z, ends[1].z));
  double size = trm_vec3_norm(ends[0].z) * trm_vec3_norm(ends[1].z);
  if (slant <= 0.01745 * size) return 1;
  trm_log_add(trm_compile_log(c), TRM_E_NOT_PERPENDICULAR, axes->place, joint->item->name,
              "%s joint '%s': the two `axes` must be perpendicular, but are %.4g deg off",
              joint->item->type->name, joint->item->name,
              asin(fmin(1, slant / size)) * 180 / 3.14159265358979323846);
  return 0;
}

/* frames of a joint given by bodies */
static void frames_by_bodies(Compiler *c, TrmJoint *joint) {
  const TrmItem *item = joint->item;
  joint->geometry_read = 1;
  Site site = trm_site(item, item->name);
  End ends[2] = {{.z = {0, 0, 1}, .x = {1, 0, 0}}, {.z = {0, 0, 1}, .x = {1, 0, 0}}};
  int good = 1, has_at = trm_type_param(item->type, "at") != NULL;
  int has_from = trm_type_param(item->type, "from") != NULL;
  /* directions have no place, and a joint without freedoms is the same wherever it is: these are
   * reported at a mass centre */
  int anywhere = has_at ? joint->type->equations == 6 && !trm_item_value(item, "at") : !has_from;
  joint->placed = !anywhere;
  if (anywhere) {
    trm_body_centre(&c->system->bodies[joint->second >= 0 ? joint->second : joint->first],
                    ends[0].p);
    ends[1] = ends[0];
  }
  if (has_at) {
    if (!anywhere && !trm_item_value(item, "at")) {
      report_missing(c, joint,
                     needs_axis(c, joint) && !trm_item_value(item, "axis") ? "`at` and `axis`"
                                                                           : "`at`");
      return;
    }
    good &= read_end(c, &site, item, "at", NULL, &ends[0]);
    ends[1] = ends[0];
  } else if (has_from) {
    good &= read_end(c, &site, item, "from", NULL, &ends[0]);
    ends[1] = ends[0];
    good &= read_end(c, &site, item, "to", NULL, &ends[1]);
  }
  if (needs_axis(c, joint) && !trm_item_value(item, "axis")) {
    report_missing(c, joint, "`axis`");
    return;
  }
  good &= read_end(c, &site, item, NULL, "axis", &ends[0]);
  memcpy(ends[1].z, ends[0].z, sizeof ends[1].z);
  good &= read_axes(c, &site, item, ends);
  /* curves lie in the xy plane of what carries them */
  if (has_row(joint->type, TRM_ROW_CURVE_TANGENT) && joint->second >= 0)
    for (int i = 0; i < 3; i++)
      ends[0].z[i] = ends[1].z[i] = c->system->bodies[joint->second].R_gb[3 * i + 2];
  if (!good || !read_along(c, &site, joint, ends) || !check_cross(c, joint, ends)) return;
  joint->frame_first = frame_at(c, joint, joint->first, &ends[0]);
  joint->frame_second = frame_at(c, joint, joint->second, &ends[1]);
  if (has_row(joint->type, TRM_ROW_EQUAL_SPEED)) align_shafts(c, joint);
  joint->has_frames = 1;
}

/* geometry beside markers would contradict them */
static void check_twice(Compiler *c, const TrmJoint *joint) {
  static const char *const keys[] = {"at", "axis", "axes", "from", "to"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    const TrmValue *value = trm_item_value(joint->item, keys[i]);
    if (!value) continue;
    trm_log_add(trm_compile_log(c), TRM_E_GEOMETRY_TWICE, value->place, joint->item->name,
                "joint '%s' connects markers, so `%s` says twice where it is", joint->item->name,
                keys[i]);
    return;
  }
}

/* x, y, z become y, z, x: z then lies in the plane */
static void cycle_axes(TrmFrame *frame) {
  for (int i = 0; i < 3; i++) {
    double *row = frame->A + 3 * i, x = row[0];
    row[0] = row[1];
    row[1] = row[2];
    row[2] = x;
  }
}

/* frames of a joint given by one or two markers; a body beside a marker meets it where it is */
static void frames_by_markers(Compiler *c, TrmJoint *joint, Side first, Side second) {
  const TrmSystem *system = c->system;
  double p[3], R[9];
  check_twice(c, joint);
  if (first.marker >= 0)
    joint->frame_first = trm_marker_frame(system, &system->markers[first.marker]);
  if (second.marker >= 0)
    joint->frame_second = trm_marker_frame(system, &system->markers[second.marker]);
  if (first.marker < 0) {
    trm_frame_in_ground(system, &joint->frame_second, p, R);
    joint->frame_first = trm_frame_on_body(system, first.body, p, R);
  }
  if (second.marker < 0) {
    trm_frame_in_ground(system, &joint->frame_first, p, R);
    joint->frame_second = trm_frame_on_body(system, second.body, p, R);
  }
  /* in the plane a joint that slides does so along the markers' x axes */
  if (system->planar && joint->type->axis_in_plane) {
    cycle_axes(&joint->frame_first);
    cycle_axes(&joint->frame_second);
  }
  joint->by_markers = joint->has_frames = joint->placed = 1;
}

/* equations by the table; -1 there means one per named coordinate */
static int count_equations(const Compiler *c, const TrmJoint *joint) {
  int equations = c->system->planar ? joint->type->planar_equations : joint->type->equations;
  const TrmValue *coordinates = trm_item_value(joint->item, "coordinates");
  if (equations >= 0) return equations;
  return coordinates && coordinates->form == TRM_FORM_LIST ? (int)coordinates->count : 0;
}

static void compile_joint(Compiler *c, TrmJoint *joint) {
  const TrmItem *item = joint->item;
  const TrmParam *head = trm_type_flagged(item->type, TRM_HEAD);
  const TrmField *field = head ? trm_item_field(item, head) : NULL;
  joint->type = trm_joint_type(item);
  joint->first = joint->second = TRM_GROUND;
  joint->equations = count_equations(c, joint);
  joint->coupling = head && head->refs & TRM_REF_JOINT;
  if (c->system->planar && joint->equations == 0 && joint->type->planar_equations == 0)
    trm_log_add(trm_compile_log(c), TRM_E_NOT_PLANAR, item->place, item->name,
                "there is no %s joint in the plane: '%s'", item->type->name, item->name);
  if (!field || joint->coupling) return;
  const TrmValue *value = &field->value;
  Side first, second;
  if (value->form == TRM_FORM_TEXT) {
    trm_compile_body(c, value->text, &joint->first);
    return;
  }
  if (value->form != TRM_FORM_LIST || value->count != 2) return;
  if (!read_side(c, &value->list[0], &first) || !read_side(c, &value->list[1], &second)) return;
  joint->first = first.body;
  joint->second = second.body;
  if (first.body == second.body) {
    trm_log_add(trm_compile_log(c), TRM_E_SAME_BODY, value->place, item->name,
                "joint '%s' connects '%s' with itself", item->name,
                first.body == TRM_GROUND ? "ground" : c->system->bodies[first.body].item->name);
    return;
  }
  if (first.marker >= 0 || second.marker >= 0) {
    frames_by_markers(c, joint, first, second);
  } else {
    frames_by_bodies(c, joint);
  }
}

/* limits of the one coordinate it has; the walk through all values reports what is wrong */
static void read_limits(Compiler *c, TrmJoint *joint) {
  const TrmParam *param = trm_type_param(joint->item->type, "limits");
  const TrmValue *value = param ? trm_item_value(joint->item, "limits") : NULL;
  int quiet = c->quiet;
  size_t count = 0;
  if (!value || joint->type->turns + joint->type->slides != 1) return;
  c->quiet = 1;
  joint->limited =
      trm_compile_list(c, param, value, joint->item->name, joint->limits, 2, &count) && count == 2;
  c->quiet = quiet;
  for (size_t k = 0; k < 2; k++)
    joint->limits[k] *= joint->type->turns ? c->system->units.angle : c->system->units.length;
}

void trm_compile_joints(Compiler *c) {
  TrmItem *const *items = trm_model_section(c->model, "joints", &c->system->joint_count);
  size_t count = c->system->joint_count;
  c->system->joints = trm_arena_array(c->arena, count, sizeof *c->system->joints);
  for (size_t i = 0; i < count; i++) {
    c->system->joints[i].item = items[i];
    trm_compile_register(c, GROUP_JOINT, items[i]->name, i);
  }
  for (size_t i = 0; i < count; i++) {
    compile_joint(c, &c->system->joints[i]);
    read_limits(c, &c->system->joints[i]);
  }
  for (size_t i = 0; i < count; i++) {
    trm_compile_relation(c, &c->system->joints[i]);
    trm_compile_onesided(c, &c->system->joints[i]);
  }
}
