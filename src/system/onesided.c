/* SPDX-License-Identifier: Apache-2.0
 *
 * One-sided conditions of joints as rows. With L the length and d the distance,
 *   rope between two ends (L - d d/L)/2, through several L - sum of spans,
 *   separator (d d/L - L)/2, limits q - low and high - q.
 */
#include "system/onesided.h"
#include "math/vec3.h"
#include "system/dry.h"
#include "system/rigid.h"
#include "system/switches.h"
#include <math.h>

size_t trm_given_add(TrmEquations *eq, TrmRow row, const TrmGiven *given) {
  TrmGiven *kept = trm_arena_alloc(eq->arena, sizeof *kept);
  *kept = *given;
  row.form = TRM_FORM_GIVEN;
  row.given = kept;
  row.course = -1;
  return trm_layout_row(eq, row);
}

size_t trm_side_add(TrmEquations *eq, TrmSide side) {
  TRM_PUSH(eq->arena, eq->sides, eq->side_count, eq->side_capacity, side);
  return eq->side_count - 1;
}

size_t trm_dry_add(TrmEquations *eq, TrmDry dry) {
  TRM_PUSH(eq->arena, eq->dry, eq->dry_count, eq->dry_capacity, dry);
  return eq->dry_count - 1;
}

/* the row that follows of a joint, and its condition */
static void add_condition(TrmEquations *eq, TrmRow row, const TrmTermPlan *plan, TrmSideKind kind) {
  const TrmJoint *joint = &eq->system->joints[row.index];
  TrmSide side = {.kind = kind, .item = joint->item, .restitution = joint->restitution};
  side.row = trm_layout_row(eq, row);
  if (plan) trm_layout_term(eq, plan);
  trm_side_add(eq, side);
}

/* the part of a rope that does not change, and of the rest its number of spans */
static double fixed_part(const TrmSystem *system, const TrmJoint *joint, double *moving,
                         size_t *spans) {
  double fixed = 0;
  *moving = 0;
  *spans = 0;
  for (size_t i = 1; i < joint->eye_count; i++) {
    TrmTermPlan plan = trm_plan_span(&joint->eyes[i - 1], &joint->eyes[i]);
    double length = trm_plan_value(system, &plan);
    int moves = joint->eyes[i - 1].body != joint->eyes[i].body;
    *(moves ? moving : &fixed) += length;
    *spans += moves ? 1u : 0u;
  }
  return fixed;
}

/* a length that a rope can have; 0 after an error */
static int length_serves(const TrmJoint *joint, double length, double fixed, TrmLog *log) {
  if (length > fixed) return 1;
  trm_log_add(log, TRM_E_LINK_LENGTH, joint->item->place, joint->item->name,
              fixed > 0 ? "'%s' is shorter than the parts of its way that do not change"
                        : "the ends of '%s' are at one place, so it has no length",
              joint->item->name);
  return 0;
}

static void lay_rope(TrmEquations *eq, TrmRow row) {
  const TrmJoint *joint = &eq->system->joints[row.index];
  size_t spans;
  double moving, fixed = fixed_part(eq->system, joint, &moving, &spans);
  double length = joint->length > 0 ? joint->length : fixed + moving;
  row.dimension = (TrmDimension)TRM_LENGTH;
  if (!spans || !length_serves(joint, length, fixed, NULL)) return;
  length -= fixed;
  TrmSide side = {.kind = TRM_SIDE_ROPE, .item = joint->item, .restitution = joint->restitution};
  row.offset = spans > 1 ? -length : -length / 2;
  side.row = trm_layout_row(eq, row);
  for (size_t i = 1; i < joint->eye_count; i++) {
    const TrmFrame *from = &joint->eyes[i - 1], *to = &joint->eyes[i];
    if (from->body == to->body) continue;
    TrmTermPlan plan = spans > 1 ? trm_plan_span(from, to) : trm_plan_apart(from, to);
    plan.factor *= spans > 1 ? -1 : -1 / length;
    trm_layout_term(eq, &plan);
  }
  trm_side_add(eq, side);
}

static void lay_separator(TrmEquations *eq, TrmRow row) {
  const TrmJoint *joint = &eq->system->joints[row.index];
  if (joint->eye_count != 2 || !(joint->length > 0)) return;
  TrmTermPlan plan = trm_plan_apart(&joint->eyes[0], &joint->eyes[1]);
  plan.factor /= joint->length;
  row.offset = joint->length / 2;
  row.dimension = (TrmDimension)TRM_LENGTH;
  add_condition(eq, row, &plan, TRM_SIDE_SEPARATOR);
}

static void lay_limits(TrmEquations *eq, TrmRow row) {
  const TrmJoint *joint = &eq->system->joints[row.index];
  const TrmFrame *first = &joint->frame_first, *second = &joint->frame_second;
  row.dimension = joint->type->turns ? (TrmDimension)TRM_ANGLE : (TrmDimension)TRM_LENGTH;
  for (int k = 0; k < 2; k++, row.part++) {
    TrmTermPlan plan =
        joint->type->turns ? trm_plan_angle(first, second) : trm_plan_offset(first, second, 2);
    plan.factor = k ? -1 : 1;
    row.offset = k ? -joint->limits[1] : joint->limits[0];
    add_condition(eq, row, &plan, TRM_SIDE_LIMIT);
  }
}

/* a motion with a limit slips as dry friction does that is pressed by no reaction */
static void lay_limit(TrmEquations *eq, size_t index) {
  const TrmMotion *motion = &eq->system->motions[index];
  if (!(motion->limit > 0) || eq->motion_row[index] < 0) return;
  trm_dry_add(eq, (TrmDry){.row = (size_t)eq->motion_row[index],
                           .count = 1,
                           .item = motion->item,
                           .stick = 1,
                           .slide = 1,
                           .preload = motion->limit,
                           .side = -1,
                           .joint = -1});
}

/* what of one joint holds one way only, or rubs */
static void lay_joint(TrmEquations *eq, size_t index) {
  const TrmJoint *joint = &eq->system->joints[index];
  TrmRow row = {.owner = TRM_OWNER_JOINT, .index = (unsigned)index, .course = -1};
  row.part = (unsigned char)eq->joint_rows[index];
  if (joint->type->unilateral && joint->eye_count) {
    if (trm_type_param(joint->item->type, "through")) {
      lay_rope(eq, row);
    } else {
      lay_separator(eq, row);
    }
  }
  if (joint->limited && joint->has_frames) lay_limits(eq, row);
  if (joint->friction.given && joint->has_frames) trm_dry_layout(eq, index);
}

/* limits need the one coordinate that they are of; 0 after an error */
static int limits_serve(const TrmJoint *joint, TrmLog *log) {
  const TrmValue *value = trm_item_value(joint->item, "limits");
  if (!value || (joint->limited && joint->has_frames)) return 1;
  trm_log_add(log, TRM_E_NOT_MOVED, value->place, joint->item->name,
              "'%s' has limits, but not the one angle or displacement that they could be of",
              joint->item->name);
  trm_log_hint(log, "limit another joint, or the distance of two points by a rope or a separator");
  return 0;
}

int trm_sides_serve(const TrmEquations *eq, TrmLog *log) {
  int good = 1;
  for (size_t i = 0; i < eq->system->joint_count; i++) {
    const TrmJoint *joint = &eq->system->joints[i];
    good &= trm_dry_serves(joint, log);
    good &= limits_serve(joint, log);
    if (joint->type->unilateral && !joint->eye_count) {
      trm_log_add(log, TRM_E_GEOMETRY_MISSING, joint->item->place, joint->item->name,
                  "'%s' does not say what it joins", joint->item->name);
      trm_log_hint(log, "give two bodies or markers, or for a rope what it runs `through`");
      good = 0;
      continue;
    }
    if (!joint->type->unilateral || !joint->eye_count || eq->tail_rows[i]) continue;
    size_t spans;
    double moving, fixed = fixed_part(eq->system, joint, &moving, &spans);
    double length = joint->length > 0 ? joint->length : fixed + moving;
    /* one that nothing moves holds for ever, or never */
    good &= !spans && length >= fixed ? 1 : length_serves(joint, length, fixed, log);
  }
  return good;
}

/* all rows are laid out: what is not asked for has only those that hold always */
static void keep_wide(TrmEquations *eq) {
  eq->wide_rows = eq->row_count;
  eq->wide_entries = eq->entry_count;
  eq->wide_along = eq->along_count;
  eq->wide_apart = eq->apart_count;
  eq->wide_other = eq->other_count;
  eq->wide_sides = eq->side_count;
  eq->wide_dries = eq->dry_count;
}

/* the counts of all rows, to lay out more or to work with them */
static void widen(TrmEquations *eq) {
  eq->row_count = eq->wide_rows;
  eq->entry_count = eq->wide_entries;
  eq->along_count = eq->wide_along;
  eq->apart_count = eq->wide_apart;
  eq->other_count = eq->wide_other;
  eq->side_count = eq->wide_sides;
  eq->dry_count = eq->wide_dries;
}

/* back to the counts of `narrow` */
static void narrow_to(TrmEquations *eq, const TrmEquations *narrow) {
  eq->row_count = narrow->row_count;
  eq->entry_count = narrow->entry_count;
  eq->along_count = narrow->along_count;
  eq->apart_count = narrow->apart_count;
  eq->other_count = narrow->other_count;
  eq->side_count = narrow->side_count;
  eq->dry_count = narrow->dry_count;
}

void trm_sides_layout(TrmLayout *layout) {
  TrmEquations *eq = layout->eq;
  const TrmEquations narrow = *eq;
  size_t count = eq->system->joint_count;
  eq->narrow_rows = eq->row_count;
  trm_switches_layout(eq);
  eq->tail_row = trm_arena_array(eq->arena, count + 1, sizeof *eq->tail_row);
  eq->tail_rows = trm_arena_array(eq->arena, count + 1, sizeof *eq->tail_rows);
  for (size_t i = 0; i < count; i++) {
    eq->tail_row[i] = (int)eq->row_count;
    lay_joint(eq, i);
    eq->tail_rows[i] = (int)eq->row_count - eq->tail_row[i];
  }
  for (size_t i = 0; i < eq->system->motion_count; i++) lay_limit(eq, i);
  trm_layout_pack(layout, eq->narrow_rows);
  keep_wide(eq);
  eq->switches |= eq->wide_rows > eq->narrow_rows || eq->wide_dries > 0;
  narrow_to(eq, &narrow);
}

void trm_sides_layout_contacts(TrmLayout *layout) {
  TrmEquations *eq = layout->eq;
  const TrmEquations narrow = *eq;
  size_t first = eq->wide_rows;
  widen(eq);
  trm_rigid_layout(layout);
  trm_layout_pack(layout, first);
  keep_wide(eq);
  narrow_to(eq, &narrow);
}

TrmEquations *trm_equations_wide(TrmArena *arena, const TrmEquations *eq) {
  TrmEquations *wide = trm_arena_alloc(arena, sizeof *wide);
  *wide = *eq;
  widen(wide);
  wide->switches |= eq->rigid_count > 0;
  return wide;
}
