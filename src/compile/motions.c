/* SPDX-License-Identifier: Apache-2.0
 *
 * Motions: which freedom is driven, and at which level: position, speed or acceleration.
 */
#include "compile/compiler.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include <string.h>

enum { ANGLE, DISPLACEMENT, SPEED, ACCELERATION, LENGTH, COURSES };
static const char *const courses[COURSES] = {"angle", "displacement", "speed", "acceleration",
                                             "length"};

/* the one course that is given, or -1 */
static int find_course(Compiler *c, const TrmItem *item) {
  int found = -1, count = 0;
  for (int i = 0; i < COURSES; i++) {
    if (!trm_item_value(item, courses[i])) continue;
    found = i;
    count++;
  }
  if (count == 1) return found;
  if (trm_item_damaged(item)) return -1;
  trm_log_add(trm_compile_log(c), TRM_E_MOTION_FORM, item->place, item->name,
              count ? "motion '%s' prescribes %d things at once"
                    : "motion '%s' does not say what it prescribes",
              item->name, count);
  trm_log_hint(trm_compile_log(c),
               trm_type_param(item->type, "length")
                   ? "give exactly one of length, speed and acceleration"
                   : "give exactly one of angle, displacement, speed and acceleration");
  return -1;
}

/* does the motion of `joint` turn? -1 when the joint cannot do what is asked */
static int turns_joint(Compiler *c, const TrmMotion *motion, int course) {
  const TrmItem *item = motion->item;
  const TrmJointType *type = c->system->joints[motion->joint].type;
  const char *name = c->system->joints[motion->joint].item->name;
  int can = course == 0 ? type->turns : course == 1 ? type->slides : type->turns || type->slides;
  if (can && (course < 2 || !(type->turns && type->slides)))
    return course == 0 || (course > 1 && type->turns);
  const TrmValue *value = trm_item_value(item, courses[course]);
  if (can) {
    trm_log_add(trm_compile_log(c), TRM_E_MOTION_FREEDOM, value->place, item->name,
                "motion '%s' prescribes the %s of joint '%s', which both turns and slides",
                item->name, courses[course], name);
    trm_log_hint(trm_compile_log(c), "drive its angle or its displacement");
  } else {
    trm_log_add(trm_compile_log(c), TRM_E_MOTION_FREEDOM, value->place, item->name,
                "motion '%s' drives the %s of joint '%s', but a %s joint has none", item->name,
                courses[course], name, type->type.name);
    if (type->turns || type->slides)
      trm_log_hint(trm_compile_log(c), "it has %s", type->turns ? "an angle" : "a displacement");
  }
  return -1;
}

/* an end on a body is where `key` says, if it says so; 0 after an error */
static int place_end(Compiler *c, const TrmItem *item, const char *side, const char *key,
                     TrmFrame *frame) {
  const TrmValue *value = trm_item_value(item, key);
  Site site = trm_site(item, item->name);
  double p[3], was[3], R[9];
  if (!value) return 1;
  if (strchr(side, '.')) {
    trm_log_add(trm_compile_log(c), TRM_E_GEOMETRY_TWICE, value->place, item->name,
                "motion '%s' is given by a marker, so `%s` says twice where it is", item->name,
                key);
    return 0;
  }
  int quiet = c->quiet;
  c->quiet = 1;
  int good = trm_site_place(c, &site, value, p);
  c->quiet = quiet;
  if (!good) return 0;
  trm_mirror_vector(site.mirror, p);
  trm_frame_in_ground(c->system, frame, was, R);
  *frame = trm_frame_on_body(c->system, frame->body, p, R);
  return 1;
}

/* frames of the two ends of a distance */
static void frames_apart(Compiler *c, TrmMotion *motion) {
  static const char *const ends[2] = {"from", "to"};
  const TrmParam *head = trm_type_flagged(motion->item->type, TRM_HEAD);
  const TrmField *field = head ? trm_item_field(motion->item, head) : NULL;
  TrmFrame *sides[2] = {&motion->first, &motion->second};
  if (!field || field->value.form != TRM_FORM_LIST || field->value.count != 2) return;
  for (int k = 0; k < 2; k++) {
    const TrmValue *side = &field->value.list[k];
    if (side->form != TRM_FORM_TEXT || trm_compile_frame(c, side->text, sides[k]) <= 0) return;
    if (!place_end(c, motion->item, side->text, ends[k], sides[k])) return;
  }
  motion->spans = motion->has_frames = 1;
}

/* between markers the axis decides */
static int turns_between(Compiler *c, const TrmItem *item, int course) {
  const TrmValue *along = trm_item_value(item, "along"), *about = trm_item_value(item, "about");
  if (trm_item_damaged(item)) return -1;
  int good = !along != !about && !(course == 0 && along) && !(course == 1 && about);
  if (good) return about != NULL;
  trm_log_add(trm_compile_log(c), TRM_E_MOTION_FORM, item->place, item->name,
              "motion '%s' needs %s", item->name,
              course == 0   ? "`about` an axis for its angle"
              : course == 1 ? "`along` an axis for its displacement"
                            : "one of `along` and `about`");
  return -1;
}

/* frames of a motion between two: z of the first along the axis. Displacements are measured between
 * the origins (of a body, its mass centre); angles between the x axes where z is the axis of both,
 * else from the design position. */
static void frames_between(Compiler *c, TrmMotion *motion) {
  const TrmItem *item = motion->item;
  const TrmParam *head = trm_type_flagged(item->type, TRM_HEAD);
  const TrmField *field = head ? trm_item_field(item, head) : NULL;
  const TrmValue *axis = trm_item_value(item, motion->turns ? "about" : "along");
  Site site = trm_site(item, item->name);
  TrmFrame *sides[2] = {&motion->first, &motion->second};
  double z[3], p[2][3], R[2][9];
  if (!field || field->value.form != TRM_FORM_LIST || field->value.count != 2 || !axis) return;
  int quiet = c->quiet, own = 1;
  c->quiet = 1;
  int good = trm_site_direction(c, &site, axis, z);
  c->quiet = quiet;
  if (!good) return;
  if (motion->turns) {
    trm_mirror_axial(site.mirror, z);
  } else {
    trm_mirror_vector(site.mirror, z);
  }
  for (int k = 0; k < 2; k++) {
    const TrmValue *side = &field->value.list[k];
    if (side->form != TRM_FORM_TEXT || trm_compile_frame(c, side->text, sides[k]) <= 0) return;
    trm_frame_in_ground(c->system, sides[k], p[k], R[k]);
    double own_z[3] = {R[k][2], R[k][5], R[k][8]}, cross[3];
    trm_vec3_cross(own_z, z, cross);
    own &= trm_vec3_norm(cross) <= 1e-9 * trm_vec3_norm(z) && trm_vec3_dot(own_z, z) > 0;
  }
  for (int k = 0; k < 2; k++) {
    if (!own) trm_rotation_one_axis(2, z, R[k]);
    *sides[k] = trm_frame_on_body(c->system, sides[k]->body, p[k], R[k]);
  }
  motion->has_frames = 1;
}

/* the largest torque or force, whose unit follows from what is driven */
static void read_limit(Compiler *c, TrmMotion *motion) {
  const TrmValue *value = trm_item_value(motion->item, "limit");
  const TrmParam *param = trm_type_param(motion->item->type, "limit");
  const TrmUnits *units = &c->system->units;
  double si;
  if (!value || !param || !trm_compile_number(c, param, value, motion->item->name, &si)) return;
  int known = trm_type_param(motion->item->type, "length") != NULL;
  motion->limit = known ? si : si * units->force * (motion->turns ? units->length : 1);
}

static void compile_motion(Compiler *c, TrmMotion *motion) {
  const TrmItem *item = motion->item;
  int course = find_course(c, item);
  const TrmValue *joint = trm_item_value(item, "joint");
  motion->joint =
      joint && joint->form == TRM_FORM_TEXT ? trm_compile_index(c, GROUP_JOINT, joint->text) : -1;
  if (course < 0) return;
  motion->level = course == SPEED ? 1 : course == ACCELERATION ? 2 : 0;
  int turns = 0, apart = trm_type_param(item->type, "length") != NULL;
  if (motion->joint >= 0) turns = turns_joint(c, motion, course);
  if (!joint && !apart) turns = turns_between(c, item, course);
  motion->turns = turns > 0;
  motion->course = trm_item_value(item, courses[course]);
  read_limit(c, motion);
  if (motion->joint >= 0) {
    const TrmJoint *driven = &c->system->joints[motion->joint];
    motion->first = driven->frame_first;
    motion->second = driven->frame_second;
    motion->has_frames = driven->has_frames && turns >= 0;
  } else if (apart) {
    frames_apart(c, motion);
  } else if (!joint && turns >= 0) {
    frames_between(c, motion);
  }
}

void trm_compile_motions(Compiler *c) {
  TrmItem *const *items = trm_model_section(c->model, "motions", &c->system->motion_count);
  size_t count = c->system->motion_count;
  c->system->motions = trm_arena_array(c->arena, count, sizeof *c->system->motions);
  for (size_t i = 0; i < count; i++) {
    c->system->motions[i].item = items[i];
    compile_motion(c, &c->system->motions[i]);
  }
}
