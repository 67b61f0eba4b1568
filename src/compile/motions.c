/* SPDX-License-Identifier: Apache-2.0
 *
 * Motions: which freedom is driven, and at which level: position, speed or acceleration.
 */
#include "compile/compiler.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

static const char *const courses[] = {"angle", "displacement", "speed", "acceleration"};

/* the one course that is given, or -1 */
static int find_course(Compiler *c, const TrmItem *item) {
  int found = -1, count = 0;
  for (int i = 0; i < 4; i++) {
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
               "give exactly one of angle, displacement, speed and acceleration");
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

/* the frame of one side of a motion between two: a marker's, or a body's axes at `p` */
static int side_frame(Compiler *c, const TrmValue *side, const double *p, TrmFrame *frame) {
  int body;
  double R[9];
  trm_mat3_identity(R);
  if (side->form != TRM_FORM_TEXT) return 0;
  if (!trm_compile_body(c, side->text, &body)) return trm_compile_frame(c, side->text, frame) > 0;
  if (!p) return trm_compile_frame(c, side->text, frame) > 0;
  *frame = trm_frame_on_body(c->system, body, p, R);
  return 1;
}

/* frames of a motion between two: z of the first along the axis. Markers whose z is that axis are
 * measured between their x axes, everything else from the design position. */
static void frames_between(Compiler *c, TrmMotion *motion) {
  const TrmItem *item = motion->item;
  const TrmParam *head = trm_type_flagged(item->type, TRM_HEAD);
  const TrmField *field = head ? trm_item_field(item, head) : NULL;
  const TrmValue *axis = trm_item_value(item, motion->turns ? "about" : "along");
  Site site = trm_site(item, item->name);
  double z[3], p[3], R[9], q[3], S[9];
  int body;
  if (!field || field->value.form != TRM_FORM_LIST || field->value.count != 2 || !axis) return;
  const TrmValue *sides = field->value.list;
  int quiet = c->quiet;
  c->quiet = 1;
  int good =
      trm_site_direction(c, &site, axis, z) && side_frame(c, &sides[0], NULL, &motion->first);
  c->quiet = quiet;
  if (!good) return;
  if (motion->turns) {
    trm_mirror_axial(site.mirror, z);
  } else {
    trm_mirror_vector(site.mirror, z);
  }
  trm_frame_in_ground(c->system, &motion->first, p, R);
  int markers = sides[1].form == TRM_FORM_TEXT && !trm_compile_body(c, sides[1].text, &body) &&
                sides[0].form == TRM_FORM_TEXT && !trm_compile_body(c, sides[0].text, &body);
  if (!side_frame(c, &sides[1], markers ? NULL : p, &motion->second)) return;
  trm_frame_in_ground(c->system, &motion->second, q, S);
  double first[3] = {R[2], R[5], R[8]}, cross[3];
  trm_vec3_cross(first, z, cross);
  int own =
      markers && trm_vec3_norm(cross) <= 1e-9 * trm_vec3_norm(z) && trm_vec3_dot(first, z) > 0;
  if (!own) {
    trm_rotation_one_axis(2, z, R);
    memcpy(S, R, sizeof S);
  }
  motion->first = trm_frame_on_body(c->system, motion->first.body, p, R);
  motion->second = trm_frame_on_body(c->system, motion->second.body, q, S);
  motion->has_frames = 1;
}

static void compile_motion(Compiler *c, TrmMotion *motion) {
  const TrmItem *item = motion->item;
  int course = find_course(c, item);
  const TrmValue *joint = trm_item_value(item, "joint");
  motion->joint =
      joint && joint->form == TRM_FORM_TEXT ? trm_compile_index(c, GROUP_JOINT, joint->text) : -1;
  if (course < 0) return;
  motion->level = course < 2 ? 0 : course - 1;
  int turns = 0;
  if (motion->joint >= 0) turns = turns_joint(c, motion, course);
  if (!joint) turns = turns_between(c, item, course);
  motion->turns = turns > 0;
  motion->course = trm_item_value(item, courses[course]);
  if (motion->joint >= 0) {
    const TrmJoint *driven = &c->system->joints[motion->joint];
    motion->first = driven->frame_first;
    motion->second = driven->frame_second;
    motion->has_frames = driven->has_frames && turns >= 0;
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
