/* SPDX-License-Identifier: Apache-2.0
 *
 * Dry friction of joints. With F and M the force and the moment about the origin of the second that
 * the joint puts on it, z the axis, R the radius and L the length of the guide or bearing,
 *   across      |F'/2 + z x M/L| + |F'/2 - z x M/L|, F' across z: what presses at its two ends,
 *   guide       across + |Mz|/R        pin, sleeve  across + |Fz|
 *   ball, cross |F|                    plate        |Fz|
 *   thread      across + |(Fz, Mz/R)|
 * With an arm B for bending, across is |F'| + |M'|/B.
 */
#include "system/dry.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

static const double full_turn = 6.283185307179586476925286766559;

/* forces across the axis, at one place or at the two ends of a length */
static void press_across(TrmDry *dry, double length) {
  for (int end = 0; end < (length > 0 ? 2 : 1); end++) {
    double(*pad)[6] = dry->pad[dry->pad_count++];
    double part = length > 0 ? 0.5 : 1, arm = length > 0 ? (end ? -1 : 1) / length : 0;
    pad[0][0] = pad[1][1] = part;
    pad[0][4] = -arm;
    pad[1][3] = arm;
  }
}

/* one pad of up to three components of the wrench, each with its weight */
static void press(TrmDry *dry, int count, const int *component, const double *weight) {
  double(*pad)[6] = dry->pad[dry->pad_count++];
  for (int i = 0; i < count; i++) pad[i][component[i]] = weight[i];
}

/* a sliding row of one term */
static void slide(TrmEquations *eq, TrmRow *row, TrmTermPlan plan, double arm) {
  plan.factor *= arm;
  trm_layout_row(eq, *row);
  trm_layout_term(eq, &plan);
  row->part++;
}

/* axis k of the first in ground axes */
static void axis_of(const TrmState *state, const TrmFrame *frame, int k, double axis[3]) {
  const TrmBodyMotion *b = frame->body < 0 ? &trm_ground_motion : &state->body[frame->body];
  double own[3] = {frame->A[k], frame->A[3 + k], frame->A[6 + k]};
  trm_mat3_apply(b->R, own, axis);
}

/* turn of a ball about axis k of the first, times the radius */
typedef struct Turn {
  const TrmJoint *joint;
  int axis;
} Turn;

static double turn_value(const void *data, const TrmEquations *eq, const TrmState *state,
                         double local[12]) {
  const Turn *turn = data;
  const TrmFrame *frames[2] = {&turn->joint->frame_first, &turn->joint->frame_second};
  double axis[3];
  (void)eq;
  if (!local) return 0;
  memset(local, 0, 12 * sizeof *local);
  axis_of(state, frames[0], turn->axis, axis);
  for (int side = 0; side < 2; side++) {
    int body = frames[side]->body;
    if (body < 0) continue;
    trm_mat3_apply_transposed(state->body[body].R, axis, local + 6 * side + 3);
    for (int k = 3; k < 6; k++)
      local[6 * side + k] *= (side ? 1 : -1) * turn->joint->friction.radius;
  }
  return 0;
}

/* minus the rate of axis . (w2 - w1) with the accelerations zero: the axis turns with the first */
static double turn_gamma(const void *data, const TrmEquations *eq, const TrmState *state) {
  const Turn *turn = data;
  const TrmFrame *frames[2] = {&turn->joint->frame_first, &turn->joint->frame_second};
  double axis[3], w[2][3] = {{0}}, rate[3];
  (void)eq;
  axis_of(state, frames[0], turn->axis, axis);
  for (int side = 0; side < 2; side++)
    if (frames[side]->body >= 0)
      trm_mat3_apply(state->body[frames[side]->body].R, state->body[frames[side]->body].w, w[side]);
  trm_vec3_cross(w[0], axis, rate);
  return -turn->joint->friction.radius * trm_vec3_dot(rate, w[1]);
}

static void slide_ball(TrmEquations *eq, TrmRow *row, const TrmJoint *joint) {
  for (int k = 0; k < 3; k++, row->part++) {
    Turn *turn = trm_arena_alloc(eq->arena, sizeof *turn);
    *turn = (Turn){joint, k};
    TrmGiven given = {.data = turn,
                      .body = {joint->frame_first.body, joint->frame_second.body},
                      .value = turn_value,
                      .gamma = turn_gamma};
    row->level = TRM_LEVEL_VELOCITY;
    trm_given_add(eq, *row, &given);
  }
}

/* what each kind needs of its numbers; 0 after an error */
static int numbers_serve(const TrmJoint *joint, TrmLog *log) {
  const TrmJointFriction *f = &joint->friction;
  TrmPressing p = joint->type->pressing;
  const TrmItem *item = trm_item_value(joint->item, "friction")->item;
  if (p == TRM_PRESSING_NONE) {
    trm_log_add(log, TRM_E_FRICTION, item->place, joint->item->name,
                "a %s joint has no dry friction: '%s'", joint->item->type->name, joint->item->name);
    trm_log_hint(log, "revolute, prismatic, cylindrical, spherical, universal, planar and screw "
                      "joints have");
    return 0;
  }
  int needs = p != TRM_PRESSING_GUIDE && p != TRM_PRESSING_PLATE;
  const char *missing = needs && !(f->radius > 0) ? "radius" : NULL;
  if (f->regularised && !(f->speed > 0)) missing = "stiction_speed";
  if (missing) {
    trm_log_add(log, TRM_E_FRICTION, item->place, joint->item->name,
                "the friction of %s joint '%s' needs `%s`", joint->item->type->name,
                joint->item->name, missing);
    return 0;
  }
  if (f->length > 0 && (f->bending_arm > 0 || f->forceless)) {
    trm_log_add(log, TRM_E_FRICTION, item->place, joint->item->name,
                "the friction of '%s' has `length` and also `%s`", joint->item->name,
                f->forceless ? "reaction: false" : "bending_arm");
    trm_log_hint(log, "forces and moments press together over a length; leave out one of the two");
    return 0;
  }
  if (f->stick >= f->slide) return 1;
  trm_log_add(log, TRM_E_FRICTION, item->place, joint->item->name,
              "the friction of '%s' is smaller at rest (static %.4g) than in motion (dynamic %.4g)",
              joint->item->name, f->stick, f->slide);
  return 0;
}

/* pads of a pin, sleeve, guide or thread: forces and moments across the axis, then along it */
static void lay_bearing(const TrmJoint *joint, TrmDry *dry) {
  static const int along[] = {2, 5}, bent[] = {3, 4};
  const TrmJointFriction *f = &joint->friction;
  TrmPressing p = joint->type->pressing;
  double arm = f->torsion_arm > 0 ? f->torsion_arm : f->radius, one = arm > 0 ? 1 / arm : 0;
  double collar = f->axial_arm < 0 ? 1 : f->radius > 0 ? f->axial_arm / f->radius : 0;
  double turned[] = {f->forceless ? 0 : 1, one};
  if (!f->forceless) press_across(dry, f->length);
  if (f->bending_arm > 0) press(dry, 2, bent, (double[]){1 / f->bending_arm, 1 / f->bending_arm});
  if (p == TRM_PRESSING_THREAD) press(dry, 2, along, turned);
  if ((p == TRM_PRESSING_PIN || p == TRM_PRESSING_SLEEVE) && collar > 0 && !f->forceless)
    press(dry, 1, along, &collar);
  if (p == TRM_PRESSING_GUIDE && arm > 0) press(dry, 1, along + 1, &one);
}

/* pads of a kind */
static void lay_pads(const TrmJoint *joint, TrmDry *dry) {
  static const int along[] = {2}, all[] = {0, 1, 2};
  static const double ones[] = {1, 1, 1};
  TrmPressing p = joint->type->pressing;
  int whole = p == TRM_PRESSING_BALL || p == TRM_PRESSING_CROSS;
  if (!whole && p != TRM_PRESSING_PLATE)
    lay_bearing(joint, dry);
  else if (!joint->friction.forceless)
    press(dry, whole ? 3 : 1, whole ? all : along, ones);
}

/* one friction with its sliding rows: those along and across first, then turns */
static void lay_slides(TrmEquations *eq, TrmRow *row, const TrmJoint *joint, int second) {
  const TrmFrame *a = &joint->frame_first, *b = &joint->frame_second;
  double radius = joint->friction.radius, lead = joint->numbers[0] / full_turn;
  TrmPressing p = joint->type->pressing;
  row->dimension = (TrmDimension)TRM_LENGTH;
  if (p == TRM_PRESSING_BALL) slide_ball(eq, row, joint);
  if (p == TRM_PRESSING_GUIDE || p == TRM_PRESSING_SLEEVE)
    slide(eq, row, trm_plan_offset(a, b, 2), 1);
  for (int axis = 0; axis < 2 && p == TRM_PRESSING_PLATE; axis++)
    slide(eq, row, trm_plan_offset(a, b, axis), 1);
  if (p == TRM_PRESSING_CROSS)
    slide(eq, row, second ? trm_plan_swing(b, a, 2) : trm_plan_swing(a, b, 2), radius);
  if (p == TRM_PRESSING_THREAD) {
    /* along the helix: (R^2 turn + lead * slide) / hypot(R, lead) */
    TrmTermPlan rise = trm_plan_offset(a, b, 2);
    rise.factor = lead / hypot(radius, lead);
    slide(eq, row, trm_plan_angle(a, b), radius * radius / hypot(radius, lead));
    if (lead != 0) trm_layout_term(eq, &rise);
  }
  if (p == TRM_PRESSING_PIN || p == TRM_PRESSING_SLEEVE || (p == TRM_PRESSING_PLATE && radius > 0))
    slide(eq, row, trm_plan_angle(a, b), radius);
}

int trm_dry_serves(const TrmJoint *joint, TrmLog *log) {
  return !joint->friction.given || numbers_serve(joint, log);
}

void trm_dry_layout(TrmEquations *eq, size_t index) {
  const TrmJoint *joint = &eq->system->joints[index];
  const TrmJointFriction *f = &joint->friction;
  if (!trm_dry_serves(joint, NULL)) return;
  TrmRow row = {.owner = TRM_OWNER_JOINT, .index = (unsigned)index, .course = -1};
  int both = joint->type->pressing == TRM_PRESSING_CROSS;
  for (int k = 0; k <= both; k++) {
    TrmDry dry = {.row = eq->row_count,
                  .item = joint->item,
                  .stick = f->stick,
                  .slide = f->slide,
                  .preload = f->preload,
                  .creep = f->regularised ? f->speed : 0,
                  .side = -1,
                  .joint = (int)index};
    lay_slides(eq, &row, joint, k);
    lay_pads(joint, &dry);
    dry.count = (unsigned)(eq->row_count - dry.row);
    trm_dry_add(eq, dry);
  }
}

void trm_dry_wrench(const TrmEquations *eq, const TrmState *state, const TrmDry *dry,
                    const double *G, double (*wrench)[6]) {
  const TrmJoint *joint = &eq->system->joints[dry->joint];
  const TrmFrame *first = &joint->frame_first, *second = &joint->frame_second;
  int on = second->body >= 0 ? second->body : first->body;
  double sign = second->body >= 0 ? -1 : 1, p[3], arm[3], axes[9];
  const TrmBodyMotion *of = second->body < 0 ? &trm_ground_motion : &state->body[second->body];
  const TrmBodyMotion *base = first->body < 0 ? &trm_ground_motion : &state->body[first->body];
  const TrmBodyMotion *b = &state->body[on];
  /* the place, and the axes of the first */
  trm_mat3_apply(of->R, second->s, p);
  trm_vec3_add(p, 1, of->r, p);
  for (int k = 0; k < 3; k++) arm[k] = b->r[k] - p[k];
  trm_mat3_product(base->R, first->A, axes);
  for (int i = 0; i < eq->joint_rows[dry->joint]; i++) {
    size_t row = (size_t)(eq->joint_row[dry->joint] + i);
    double part[6] = {0}, turn[3], moment[3];
    for (size_t k = eq->start[row]; k < eq->start[row + 1]; k++)
      for (int c = 0; c < 6; c++)
        if (eq->body_column[on][c] == (int)eq->column[k]) part[c] = sign * G[k];
    trm_mat3_apply(b->R, part + 3, turn);
    trm_vec3_cross(arm, part, moment);
    trm_vec3_add(turn, 1, moment, turn);
    trm_mat3_apply_transposed(axes, part, wrench[i]);
    trm_mat3_apply_transposed(axes, turn, wrench[i] + 3);
  }
}
