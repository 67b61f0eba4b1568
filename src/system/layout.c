/* SPDX-License-Identifier: Apache-2.0
 *
 * Layout: columns for bodies and curve parameters, rows for joints, motions and constraints, and
 * the pattern of G by rows. Every joint is a list of row specifications in the catalogue; what each
 * kind of row means in terms of arms is in plan.c.
 */
#include "math/mat3.h"
#include "math/vec3.h"
#include "system/contacts.h"
#include "system/equations.h"
#include "system/onesided.h"
#include "system/reads.h"
#include "system/turns.h"
#include <string.h>

static void lay_columns(TrmEquations *eq) {
  const TrmSystem *system = eq->system;
  int next = 0;
  eq->body_column = trm_arena_array(eq->arena, eq->body_count + 1, sizeof *eq->body_column);
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      int moves = k < (system->planar ? 2 : 3);
      int turns = !system->bodies[i].point_mass && (system->planar ? k == 5 : k > 2);
      eq->body_column[i][k] = moves || turns ? next++ : -1;
    }
  eq->column_count = (size_t)next;
}

size_t trm_layout_row(TrmEquations *eq, TrmRow row) {
  row.first = (unsigned)eq->term_count;
  TRM_PUSH(eq->arena, eq->rows, eq->row_count, eq->row_capacity, row);
  return eq->row_count - 1;
}

void trm_layout_term(TrmEquations *eq, const TrmTermPlan *plan) {
  TrmPiece term = {.plan = *plan};
  if (plan->kind == TRM_TERM_ANGLE) term.plan.turn = (int)eq->turn_count++;
  TRM_PUSH(eq->arena, eq->terms, eq->term_count, eq->term_capacity, term);
  eq->rows[eq->row_count - 1].term_count++;
}

/* a program as part of a row; NULL after an error */
static const TrmRowProgram *lay_program(TrmEquations *eq, const TrmValue *value, double factor,
                                        TrmRowLevel level, const TrmItem *item, TrmLog *log) {
  const TrmProgram *program = trm_system_program(eq->system, value);
  if (!program) return NULL;
  TrmRowProgram *p = trm_arena_alloc(eq->arena, sizeof *p);
  const TrmColumn *columns = trm_program_columns(program, &p->column_count);
  p->program = program;
  p->factor = factor;
  p->time = -1;
  p->entry = trm_arena_array(eq->arena, p->column_count, sizeof *p->entry);
  for (size_t k = 0; k < p->column_count; k++) {
    const char *bad = NULL;
    if (columns[k].kind == TRM_COLUMN_TIME) p->time = (int)k;
    if (columns[k].kind == TRM_COLUMN_EXTERNAL) bad = "a force or state";
    if (columns[k].kind == TRM_COLUMN_BODY) {
      if (columns[k].component >= 12) bad = "an acceleration";
      if (columns[k].component >= 6 && level == TRM_LEVEL_POSITION) bad = "a velocity";
    }
    if (!bad) continue;
    trm_log_add(log, TRM_E_CONSTRAINT_DEPENDS, value->place, item->name,
                "'%s' prescribes positions, but depends on %s", item->name, bad);
    return NULL;
  }
  return p;
}

/* 1 when a motion's course is a function of time alone */
static int of_time(const TrmProgram *program) {
  size_t count;
  const TrmColumn *columns = trm_program_columns(program, &count);
  for (size_t k = 0; k < count; k++)
    if (columns[k].kind != TRM_COLUMN_TIME) return 0;
  return 1;
}

static void lay_motion(TrmEquations *eq, size_t index, TrmLog *log) {
  const TrmMotion *motion = &eq->system->motions[index];
  const TrmProgram *program =
      motion->course ? trm_system_program(eq->system, motion->course) : NULL;
  eq->motion_row[index] = -1;
  if (!motion->has_frames || !program) return;
  TrmRow row = {.owner = TRM_OWNER_MOTION, .index = (unsigned)index, .course = -1};
  row.dimension = motion->turns ? (TrmDimension)TRM_ANGLE : (TrmDimension)TRM_LENGTH;
  row.wraps = motion->turns != 0;
  if (of_time(program)) {
    row.course = (int)index;
  } else if (motion->level > 0) {
    trm_log_add(log, TRM_E_CONSTRAINT_DEPENDS, motion->course->place, motion->item->name,
                "motion '%s' prescribes a %s that depends on the state of the model",
                motion->item->name, motion->level == 1 ? "speed" : "acceleration");
    trm_log_hint(log, "prescribe the %s itself, or a function of time",
                 motion->turns ? "angle" : "displacement");
    return;
  } else {
    row.program = lay_program(eq, motion->course, -1, TRM_LEVEL_POSITION, motion->item, log);
    if (!row.program) return;
  }
  eq->motion_row[index] = (int)trm_layout_row(eq, row);
  TrmTermPlan plan = motion->spans   ? trm_plan_span(&motion->first, &motion->second)
                     : motion->turns ? trm_plan_angle(&motion->first, &motion->second)
                                     : trm_plan_offset(&motion->first, &motion->second, 2);
  trm_layout_term(eq, &plan);
}

static void lay_constraint(TrmEquations *eq, const TrmItem *item, size_t index, TrmLog *log) {
  const TrmValue *value = trm_item_value(item, "equation");
  TrmRow row = {.owner = TRM_OWNER_CONSTRAINT, .index = (unsigned)index, .course = -1};
  row.level =
      strcmp(item->type->name, "nonholonomic") == 0 ? TRM_LEVEL_VELOCITY : TRM_LEVEL_POSITION;
  eq->constraint_row[index] = -1;
  row.program = value ? lay_program(eq, value, 1, row.level, item, log) : NULL;
  if (row.program) eq->constraint_row[index] = (int)trm_layout_row(eq, row);
}

/* a typical arm of each body: the farthest frame of a joint on it */
static void find_lengths(TrmEquations *eq) {
  const TrmSystem *system = eq->system;
  double all = 0;
  eq->length = trm_arena_array(eq->arena, eq->body_count + 1, sizeof *eq->length);
  for (size_t i = 0; i < system->joint_count; i++) {
    const TrmFrame *frames[2] = {&system->joints[i].frame_first, &system->joints[i].frame_second};
    for (int k = 0; k < 2 && system->joints[i].has_frames && system->joints[i].placed; k++) {
      if (frames[k]->body < 0) continue;
      double arm = trm_vec3_norm(frames[k]->s);
      if (arm > eq->length[frames[k]->body]) eq->length[frames[k]->body] = arm;
      if (arm > all) all = arm;
    }
  }
  if (!(all > 0)) all = 1;
  for (size_t i = 0; i < eq->body_count; i++)
    if (!(eq->length[i] > 0.01 * all)) eq->length[i] = all;
}

/* room for all rows: joints have as many as the catalogue says, along axes for the most part */
static void reserve(TrmLayout *layout, size_t constraints) {
  TrmEquations *eq = layout->eq;
  const TrmSystem *system = eq->system;
  size_t rows = system->motion_count + constraints, along = 0, entries = 0, curves = 0;
  for (size_t i = 0; i < system->joint_count; i++) {
    const TrmJoint *joint = &system->joints[i];
    const TrmRowSpec *spec = system->planar ? joint->type->planar_rows : joint->type->rows;
    size_t bodies = (joint->first >= 0 ? 1u : 0u) + (joint->second >= 0 ? 1u : 0u);
    for (int k = 0; k < 2; k++) curves += joint->curve[k] != NULL;
    for (; spec && spec->kind && !joint->type->unilateral; spec++, rows++) {
      int turns = spec->kind == TRM_ROW_AXES;
      along += turns || spec->kind == TRM_ROW_OFFSET || spec->kind == TRM_ROW_OFFSET_SECOND;
      entries += bodies * (size_t)(system->planar ? (turns ? 1 : 3) : (turns ? 3 : 6));
    }
  }
  eq->curve_column = trm_arena_array(eq->arena, curves + 1, sizeof *eq->curve_column);
  eq->curve_start = trm_arena_array(eq->arena, curves + 1, sizeof *eq->curve_start);
  eq->row_capacity = rows + 1;
  layout->start_capacity = rows + 2;
  layout->along_capacity = along;
  layout->column_capacity = entries;
  eq->rows = trm_arena_array(eq->arena, eq->row_capacity, sizeof *eq->rows);
  eq->start = trm_arena_array(eq->arena, layout->start_capacity, sizeof *eq->start);
  eq->along = trm_arena_array(eq->arena, along, sizeof *eq->along);
  eq->column = trm_arena_array(eq->arena, entries, sizeof *eq->column);
}

/* joints, motions, constraints, and the angles among their terms */
static void lay_rows(TrmLayout *layout, TrmLog *log) {
  TrmEquations *eq = layout->eq;
  const TrmSystem *system = eq->system;
  size_t count, first;
  TrmItem *const *constraints = trm_model_section(system->model, "constraints", &count);
  reserve(layout, count);
  eq->joint_row = trm_arena_array(eq->arena, system->joint_count + 1, sizeof *eq->joint_row);
  eq->joint_rows = trm_arena_array(eq->arena, system->joint_count + 1, sizeof *eq->joint_rows);
  eq->motion_row = trm_arena_array(eq->arena, system->motion_count + 1, sizeof *eq->motion_row);
  eq->constraint_row = trm_arena_array(eq->arena, count + 1, sizeof *eq->constraint_row);
  for (size_t i = 0; i < system->joint_count; i++) {
    first = eq->row_count;
    trm_plan_joint(eq, i, log);
    eq->joint_row[i] = (int)first;
    eq->joint_rows[i] = (int)(eq->row_count - first);
    trm_layout_pack(layout, first);
  }
  first = eq->row_count;
  for (size_t i = 0; i < system->motion_count; i++) lay_motion(eq, i, log);
  for (size_t i = 0; i < count; i++) lay_constraint(eq, constraints[i], i, log);
  trm_layout_pack(layout, first);
  trm_sides_layout(layout);
  eq->turning = trm_arena_array(eq->arena, eq->turn_count + 1, sizeof *eq->turning);
  eq->turning_count = eq->turn_count;
  for (size_t i = 0; i < eq->term_count; i++)
    if (eq->terms[i].plan.turn >= 0) eq->turning[eq->terms[i].plan.turn] = i;
}

/* reactions are read of joints that hold always, both ways and without friction */
static void check_reads(const TrmEquations *eq, TrmLog *log) {
  const TrmItem *item = trm_reads_item(eq);
  if (!item || !eq->switches) return;
  trm_log_add(log, TRM_E_FORCE_DEPENDS, item->place, item->name,
              "'%s' depends on accelerations or reactions, but some joints of the model hold one "
              "way only, rub or are switched",
              item->name);
  trm_log_hint(log, "read them in outputs only, or leave out limits, ropes, dry friction and "
                    "`active` of joints");
}

TrmEquations *trm_equations_new(TrmArena *arena, const TrmSystem *system, TrmLog *log) {
  TrmEquations *eq = trm_arena_alloc(arena, sizeof *eq);
  TrmLayout layout = {.eq = eq};
  size_t before = log ? trm_log_errors(log) : 0;
  eq->arena = arena;
  eq->system = system;
  eq->body_count = system->body_count;
  lay_columns(eq);
  find_lengths(eq);
  lay_rows(&layout, log);
  for (size_t i = 0; i < system->function_count; i++) {
    size_t scratch = trm_program_scratch(system->functions[i]->program);
    if (scratch > eq->scratch) eq->scratch = scratch;
  }
  if (!trm_forces_layout(eq, log)) return NULL;
  trm_contacts_layout(eq);
  trm_sides_layout_contacts(&layout);
  trm_turns_layout(eq);
  check_reads(eq, log);
  return log && trm_log_errors(log) > before ? NULL : eq;
}
