/* SPDX-License-Identifier: Apache-2.0
 *
 * Plan: rows of joints as terms. With axes a of the first and A of the second, d = P - O:
 *   offset a.d,  axes a.A,  distance (d.d - L^2)/(2 L),  equal speed x.Y - y.X,
 *   angle atan2(X.y, X.x),  thread d.z - pitch/(2 pi) angle,  curves d(s) along axes of the second.
 */
#include "system/plan.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include <string.h>

static const double full_turn = 6.283185307179586476925286766559;

static TrmTermPlan begin(int first, int second) {
  return (TrmTermPlan){.kind = TRM_TERM_LINEAR,
                       .factor = 1,
                       .count = 1,
                       .product = {{.weight = 1}},
                       .body = {first, second},
                       .curve = {-1, -1},
                       .turn = -1};
}

/* an axis of a frame, fixed on its side */
static TrmArmPlan axis_of(const TrmFrame *frame, int side, int axis) {
  TrmArmPlan plan = {0};
  for (int i = 0; i < 3; i++) plan.side[side].x_b[i] = frame->A[3 * i + axis];
  return plan;
}

/* d = P - O */
static TrmArmPlan between(const TrmFrame *first, const TrmFrame *second) {
  TrmArmPlan plan = {{{.c = -1}, {.c = 1}}};
  for (int i = 0; i < 3; i++) {
    plan.side[0].x_b[i] = -first->s[i];
    plan.side[1].x_b[i] = second->s[i];
  }
  return plan;
}

TrmTermPlan trm_plan_angle(const TrmFrame *first, const TrmFrame *second) {
  TrmTermPlan plan = begin(first->body, second->body);
  plan.kind = TRM_TERM_ANGLE;
  plan.count = 2;
  for (int i = 0; i < 2; i++) {
    plan.product[i].a = axis_of(second, 1, 0);
    plan.product[i].b = axis_of(first, 0, i ? 0 : 1);
  }
  return plan;
}

TrmTermPlan trm_plan_offset(const TrmFrame *first, const TrmFrame *second, int axis) {
  TrmTermPlan plan = begin(first->body, second->body);
  plan.product[0].a = axis_of(first, 0, axis);
  plan.product[0].b = between(first, second);
  return plan;
}

TrmTermPlan trm_plan_swing(const TrmFrame *first, const TrmFrame *second, int axis) {
  TrmTermPlan plan = trm_plan_angle(first, second);
  for (int i = 0; i < 2; i++) plan.product[i].a = axis_of(second, 1, axis);
  return plan;
}

TrmTermPlan trm_plan_apart(const TrmFrame *first, const TrmFrame *second) {
  TrmTermPlan plan = begin(first->body, second->body);
  plan.product[0].a = plan.product[0].b = between(first, second);
  plan.factor = 0.5;
  return plan;
}

TrmTermPlan trm_plan_span(const TrmFrame *first, const TrmFrame *second) {
  TrmTermPlan plan = trm_plan_apart(first, second);
  plan.kind = TRM_TERM_ROOT;
  plan.factor = 1;
  return plan;
}

static TrmTermPlan plan_offset_second(const TrmFrame *first, const TrmFrame *second, int axis) {
  TrmTermPlan plan = begin(first->body, second->body);
  plan.product[0].a = axis_of(second, 1, axis);
  plan.product[0].b = between(first, second);
  return plan;
}

static TrmTermPlan plan_axes(const TrmFrame *first, const TrmFrame *second, int a, int b) {
  TrmTermPlan plan = begin(first->body, second->body);
  plan.product[0].a = axis_of(first, 0, a);
  plan.product[0].b = axis_of(second, 1, b);
  return plan;
}

static TrmTermPlan plan_equal_speed(const TrmFrame *first, const TrmFrame *second) {
  TrmTermPlan plan = begin(first->body, second->body);
  plan.count = 2;
  for (int i = 0; i < 2; i++) {
    plan.product[i].a = axis_of(first, 0, i);
    plan.product[i].b = axis_of(second, 1, 1 - i);
    plan.product[i].weight = i ? -1 : 1;
  }
  return plan;
}

/* motion of the two bodies at the design position */
static void design(const TrmSystem *system, const int body[2], TrmBodyMotion at[2],
                   TrmPairMotion *m) {
  memset(m, 0, sizeof *m);
  for (int k = 0; k < 2; k++) {
    at[k] = trm_ground_motion;
    m->body[k] = &at[k];
    if (body[k] < 0) continue;
    const TrmBody *b = &system->bodies[body[k]];
    trm_body_centre(b, at[k].r);
    memcpy(at[k].R, b->R_gb, sizeof at[k].R);
  }
}

double trm_plan_value(const TrmSystem *system, const TrmTermPlan *plan) {
  TrmBodyMotion at[2];
  TrmPairMotion m;
  design(system, plan->body, at, &m);
  return trm_term_value(plan, &m, 0);
}

static void plan_distance(TrmEquations *eq, const TrmJoint *joint, TrmRow row, TrmLog *log) {
  TrmTermPlan plan = begin(joint->frame_first.body, joint->frame_second.body);
  plan.product[0].a = plan.product[0].b = between(&joint->frame_first, &joint->frame_second);
  double length = joint->length;
  if (!(length > 0)) length = sqrt(trm_plan_value(eq->system, &plan));
  if (!(length > 0)) {
    trm_log_add(log, TRM_E_LINK_LENGTH, joint->item->place, joint->item->name,
                "the two ends of joint '%s' are at one place, so its link has no length",
                joint->item->name);
    return;
  }
  plan.factor = 0.5 / length;
  row.offset = length / 2;
  trm_layout_row(eq, row);
  trm_layout_term(eq, &plan);
}

static void plan_thread(TrmEquations *eq, const TrmJoint *joint, TrmRow row) {
  TrmTermPlan slide = trm_plan_offset(&joint->frame_first, &joint->frame_second, 2);
  TrmTermPlan turn = trm_plan_angle(&joint->frame_first, &joint->frame_second);
  turn.factor = -joint->numbers[0] / full_turn;
  trm_layout_row(eq, row);
  trm_layout_term(eq, &slide);
  if (turn.factor != 0) trm_layout_term(eq, &turn);
}

/* sum of factors times coordinates, in the model's units */
static void plan_coupling(TrmEquations *eq, const TrmJoint *joint, const TrmRowSpec *spec,
                          TrmRow row) {
  const TrmSystem *system = eq->system;
  int rack = spec->second == 1, listed = joint->number_count > 1;
  if (joint->joint_count < 2 || !joint->number_count) return;
  row.dimension = (TrmDimension)TRM_DIMENSIONLESS;
  if (!listed) row.dimension = rack ? (TrmDimension)TRM_LENGTH : (TrmDimension)TRM_ANGLE;
  trm_layout_row(eq, row);
  for (size_t i = 0; i < joint->joint_count; i++) {
    const TrmJoint *related = &system->joints[joint->joints[i]];
    int slides = rack ? i == 1 : !related->type->turns;
    TrmTermPlan plan = slides ? trm_plan_offset(&related->frame_first, &related->frame_second, 2)
                              : trm_plan_angle(&related->frame_first, &related->frame_second);
    TrmDimension d = slides ? (TrmDimension)TRM_LENGTH : (TrmDimension)TRM_ANGLE;
    plan.factor = listed ? joint->numbers[i] / trm_units_scale(&system->units, d)
                         : (i ? -1 : joint->numbers[0]);
    if (plan.factor != 0) trm_layout_term(eq, &plan);
  }
}

/* the point or curve on one side of a cam, signed */
static void curve_side(TrmArena *arena, const TrmJoint *joint, int side, double sign,
                       TrmArmPlan *arm) {
  TrmArmSide *s = &arm->side[side];
  const TrmFrame *carrier = &joint->carrier[side];
  s->c = sign;
  if (!joint->curve[side]) {
    const TrmFrame *frame = side ? &joint->frame_second : &joint->frame_first;
    for (int i = 0; i < 3; i++) s->x_b[i] = sign * frame->s[i];
    return;
  }
  TrmArmCurve *curve = trm_arena_alloc(arena, sizeof *curve);
  *curve = (TrmArmCurve){.curve = joint->curve[side], .sign = sign};
  memcpy(curve->s_b, carrier->s, sizeof curve->s_b);
  memcpy(curve->A, carrier->A, sizeof curve->A);
  s->curve = curve;
}

static TrmTermPlan plan_curve_point(TrmArena *arena, const TrmJoint *joint, const int curve[2],
                                    int axis) {
  TrmTermPlan plan = begin(joint->first, joint->second);
  plan.curve[0] = curve[0];
  plan.curve[1] = curve[1];
  curve_side(arena, joint, 0, -1, &plan.product[0].b);
  curve_side(arena, joint, 1, 1, &plan.product[0].b);
  plan.product[0].a = axis_of(&joint->carrier[1], 1, axis);
  return plan;
}

/* tangent of the first's curve along the normal of the second's */
static TrmTermPlan plan_curve_tangent(TrmArena *arena, const TrmJoint *joint, const int curve[2]) {
  TrmTermPlan plan = begin(joint->first, joint->second);
  for (int k = 0; k < 2; k++) {
    TrmArmSide *s = k ? &plan.product[0].b.side[1] : &plan.product[0].a.side[0];
    plan.curve[k] = curve[k];
    TrmArmCurve *tangent = trm_arena_alloc(arena, sizeof *tangent);
    *tangent = (TrmArmCurve){.curve = joint->curve[k], .sign = 1, .order = 1, .across = k};
    memcpy(tangent->A, joint->carrier[k].A, sizeof tangent->A);
    s->curve = tangent;
  }
  return plan;
}

static TrmTermPlan plan_surface(const TrmJoint *joint, double unit) {
  TrmTermPlan plan = begin(joint->first, joint->second);
  plan.kind = TRM_TERM_SURFACE;
  plan.count = 3;
  plan.surface = joint->surface;
  plan.surface_unit = unit;
  for (int k = 0; k < 3; k++) {
    TrmArmPlan d = between(&joint->carrier[1], &joint->frame_first);
    /* from the carrier's origin to the point: the sides change places */
    TrmArmSide swap = d.side[0];
    d.side[0] = d.side[1];
    d.side[1] = swap;
    plan.product[k].a = axis_of(&joint->carrier[1], 1, k);
    plan.product[k].b = d;
  }
  return plan;
}

/* parameters of curves where they are nearest to the place of contact at the design position */
static void add_curves(TrmEquations *eq, const TrmJoint *joint, int curve[2]) {
  double p[3], R[9], local[3];
  double meeting[3] = {0, 0, 0};
  int known = 0;
  curve[0] = curve[1] = -1;
  for (int round = 0; round < 4; round++)
    for (int k = 0; k < 2; k++) {
      if (!joint->curve[k]) {
        const TrmFrame *frame = k ? &joint->frame_second : &joint->frame_first;
        TrmBodyMotion at[2];
        TrmPairMotion m;
        int body[2] = {frame->body, TRM_GROUND};
        design(eq->system, body, at, &m);
        trm_mat3_apply(at[0].R, frame->s, meeting);
        trm_vec3_add(meeting, 1, at[0].r, meeting);
        known = 1;
        continue;
      }
      TrmBodyMotion at[2];
      TrmPairMotion m;
      int body[2] = {joint->carrier[k].body, TRM_GROUND};
      double c[4][3], low, high;
      int closed;
      design(eq->system, body, at, &m);
      trm_mat3_apply(at[0].R, joint->carrier[k].s, p);
      trm_vec3_add(p, 1, at[0].r, p);
      trm_mat3_product(at[0].R, joint->carrier[k].A, R);
      if (curve[k] < 0) {
        curve[k] = (int)eq->curve_count;
        eq->curve_column[eq->curve_count++] = eq->column_count++;
      }
      trm_curve_range(joint->curve[k], &low, &high, &closed);
      double s = (low + high) / 2;
      if (known) {
        trm_vec3_add(meeting, -1, p, local);
        double there[3];
        trm_mat3_apply_transposed(R, local, there);
        s = trm_curve_nearest(joint->curve[k], there);
      }
      eq->curve_start[curve[k]] = s;
      trm_curve_eval(joint->curve[k], s, c);
      trm_mat3_apply(R, c[0], meeting);
      trm_vec3_add(meeting, 1, p, meeting);
      known = 1;
    }
}

static void plan_hold(TrmEquations *eq, const TrmJoint *joint, TrmRow row, TrmLog *log) {
  const TrmSystem *system = eq->system;
  /* the body is the first, on which reactions are reported, and ground the second */
  TrmFrame ground = {.body = TRM_GROUND}, body = {.body = joint->first};
  if (joint->first < 0) return;
  trm_mat3_identity(ground.A);
  trm_mat3_identity(body.A);
  const TrmBody *b = &system->bodies[joint->first];
  trm_body_centre(b, ground.s);
  for (int k = 0; k < (system->planar ? 2 : 3); k++) {
    if (!(joint->held & 1u << k)) continue;
    TrmTermPlan plan = plan_offset_second(&body, &ground, k);
    row.dimension = (TrmDimension)TRM_LENGTH;
    trm_layout_row(eq, row);
    trm_layout_term(eq, &plan);
    row.part++;
  }
  unsigned turns = joint->held >> 3;
  if (!turns) return;
  row.dimension = (TrmDimension)TRM_ANGLE;
  memcpy(ground.A, b->R_gb, sizeof ground.A); /* aligned with the body now */
  double sine = hypot(b->R_gb[2], b->R_gb[5]);
  int singular = sine < 1e-6 && !system->planar && turns != 7;
  if (singular && turns != 3 && turns != 6) {
    trm_log_add(
        log, TRM_E_HOLD_SINGULAR, joint->item->place, joint->item->name,
        "'%s' holds single angles of '%s', whose theta is %s: psi and phi are not apart there",
        joint->item->name, b->item->name, b->R_gb[8] > 0 ? "zero" : "half a turn");
    trm_log_hint(log, "hold psi, theta and phi together, or use a joint");
    return;
  }
  TrmTermPlan plans[3];
  int count = 0;
  if (system->planar) {
    plans[count++] = plan_axes(&body, &ground, 1, 0);
  } else if (turns == 7) {
    for (int k = 0; k < 3; k++) plans[count++] = plan_axes(&body, &ground, (k + 1) % 3, k);
  } else if (singular) {
    plans[count++] = plan_axes(&body, &ground, 2, 0);
    plans[count++] = plan_axes(&body, &ground, 2, 1);
  } else {
    /* psi: z_b stays in its upright plane; theta: its slope; phi: z of ground stays in a plane of b
     */
    double h[3] = {-b->R_gb[5] / sine, b->R_gb[2] / sine, 0};
    double k_b[3] = {b->R_gb[7], -b->R_gb[6], 0}, z[3] = {0, 0, 1};
    double norm = trm_vec3_norm(k_b);
    for (int i = 0; i < 3; i++) k_b[i] /= norm;
    const double *first[3] = {z, z, k_b}, *second[3] = {h, z, z};
    for (int k = 0; k < 3; k++) {
      if (!(turns & 1u << k)) continue;
      TrmTermPlan plan = begin(joint->first, TRM_GROUND);
      memcpy(plan.product[0].a.side[0].x_b, first[k], sizeof h);
      memcpy(plan.product[0].b.side[1].x_b, second[k], sizeof h);
      plans[count++] = plan;
    }
  }
  for (int k = 0; k < count; k++, row.part++) {
    row.offset = trm_plan_value(system, &plans[k]);
    trm_layout_row(eq, row);
    trm_layout_term(eq, &plans[k]);
  }
}

/* rows of one term each, by kind; 0 when the kind has more to it */
static int plan_single(const TrmEquations *eq, const TrmJoint *joint, const TrmRowSpec *spec,
                       const int curve[2], TrmTermPlan *plan, TrmDimension *dimension) {
  const TrmFrame *first = &joint->frame_first, *second = &joint->frame_second;
  *dimension = (TrmDimension)TRM_LENGTH;
  switch (spec->kind) {
  case TRM_ROW_OFFSET: *plan = trm_plan_offset(first, second, spec->first); return 1;
  case TRM_ROW_OFFSET_SECOND: *plan = plan_offset_second(first, second, spec->second); return 1;
  case TRM_ROW_CURVE_POINT:
    *plan = plan_curve_point(eq->arena, joint, curve, spec->second);
    return 1;
  case TRM_ROW_SURFACE:
    *plan = plan_surface(joint, eq->system->units.length);
    return joint->surface != NULL;
  default: break;
  }
  *dimension = (TrmDimension)TRM_ANGLE;
  switch (spec->kind) {
  case TRM_ROW_AXES: *plan = plan_axes(first, second, spec->first, spec->second); return 1;
  case TRM_ROW_EQUAL_SPEED: *plan = plan_equal_speed(first, second); return 1;
  case TRM_ROW_CURVE_TANGENT: *plan = plan_curve_tangent(eq->arena, joint, curve); return 1;
  default: return 0;
  }
}

void trm_plan_joint(TrmEquations *eq, size_t index, TrmLog *log) {
  const TrmJoint *joint = &eq->system->joints[index];
  const TrmRowSpec *spec = eq->system->planar ? joint->type->planar_rows : joint->type->rows;
  TrmRow row = {.owner = TRM_OWNER_JOINT, .index = (unsigned)index, .course = -1};
  int curve[2];
  if (!spec || joint->type->unilateral) return;
  int cam = spec->kind == TRM_ROW_CURVE_POINT;
  if (cam && !joint->curve[1]) return;
  add_curves(eq, joint, curve);
  for (; spec->kind; spec++, row.part++) {
    TrmTermPlan plan;
    TrmDimension dimension;
    if (spec->kind == TRM_ROW_HOLD) {
      plan_hold(eq, joint, row, log);
    } else if (spec->kind == TRM_ROW_DISTANCE) {
      row.dimension = (TrmDimension)TRM_LENGTH;
      plan_distance(eq, joint, row, log);
    } else if (spec->kind == TRM_ROW_THREAD) {
      row.dimension = (TrmDimension)TRM_LENGTH;
      plan_thread(eq, joint, row);
    } else if (spec->kind == TRM_ROW_COUPLING) {
      plan_coupling(eq, joint, spec, row);
    } else if (plan_single(eq, joint, spec, curve, &plan, &dimension)) {
      row.dimension = dimension;
      row.offset = spec->keep && !joint->by_markers ? trm_plan_value(eq->system, &plan) : 0;
      trm_layout_row(eq, row);
      trm_layout_term(eq, &plan);
    }
  }
}
