/* SPDX-License-Identifier: Apache-2.0
 *
 * What of a joint holds one way only or rubs: the eyes that a rope runs through and its length, the
 * rebound at limits, the numbers of dry friction.
 */
#include "compile/compiler.h"
#include <string.h>

/* a number of an item; 0 when it is left out. The walk through all values reports what is wrong. */
static double read_number(Compiler *c, const TrmItem *item, const char *key) {
  const TrmParam *param = trm_type_param(item->type, key);
  const TrmValue *value = param ? trm_item_value(item, key) : NULL;
  double si = 0;
  int quiet = c->quiet;
  if (!value) return 0;
  c->quiet = 1;
  if (!trm_compile_number(c, param, value, item->name, &si)) si = 0;
  c->quiet = quiet;
  return si;
}

/* the eyes of a rope, or the two ends of what is given by two bodies */
static void read_eyes(Compiler *c, TrmJoint *joint) {
  const TrmValue *through = trm_item_value(joint->item, "through");
  size_t count = through && through->form == TRM_FORM_LIST ? through->count : 2;
  joint->eyes = trm_arena_array(c->arena, count + 1, sizeof *joint->eyes);
  if (through && joint->has_frames) {
    trm_log_add(trm_compile_log(c), TRM_E_GEOMETRY_TWICE, through->place, joint->item->name,
                "rope '%s' connects two ends, so `through` says twice where it runs",
                joint->item->name);
    return;
  }
  if (!through && joint->has_frames) {
    joint->eyes[0] = joint->frame_first;
    joint->eyes[1] = joint->frame_second;
    joint->eye_count = 2;
    return;
  }
  for (size_t i = 0; through && through->form == TRM_FORM_LIST && i < count; i++) {
    const TrmValue *name = &through->list[i];
    /* a name that exists already passed the reference check or is reported there */
    if (name->form != TRM_FORM_TEXT || !trm_compile_frame(c, name->text, &joint->eyes[i])) return;
  }
  if (!through) return;
  joint->eye_count = count;
  joint->first = joint->eyes[0].body;
  joint->second = joint->eyes[count - 1].body;
}

static void read_friction(Compiler *c, TrmJoint *joint, const TrmItem *item) {
  TrmJointFriction *f = &joint->friction;
  const TrmValue *law = trm_item_value(item, "law");
  const TrmValue *reaction = trm_item_value(item, "reaction");
  f->given = 1;
  f->slide = read_number(c, item, "dynamic");
  f->stick = trm_item_value(item, "static") ? read_number(c, item, "static") : f->slide;
  f->radius = read_number(c, item, "radius");
  f->length = read_number(c, item, "length");
  f->preload = read_number(c, item, "preload");
  f->bending_arm = read_number(c, item, "bending_arm");
  f->axial_arm = trm_item_value(item, "axial_arm") ? read_number(c, item, "axial_arm") : -1;
  f->torsion_arm = read_number(c, item, "torsion_arm");
  f->forceless = reaction && reaction->form == TRM_FORM_FLAG && reaction->number == 0;
  f->speed = read_number(c, item, "stiction_speed");
  f->regularised = law && law->form == TRM_FORM_TEXT && strcmp(law->text, "regularised") == 0;
}

void trm_compile_onesided(Compiler *c, TrmJoint *joint) {
  const TrmValue *friction = trm_item_value(joint->item, "friction");
  joint->restitution = read_number(c, joint->item, "restitution");
  if (joint->type->unilateral) {
    joint->length = read_number(c, joint->item, "length");
    read_eyes(c, joint);
  }
  if (friction && friction->form == TRM_FORM_ITEM) read_friction(c, joint, friction->item);
}
