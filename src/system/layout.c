/* SPDX-License-Identifier: Apache-2.0
 *
 * Layout: columns for bodies and curve parameters, rows for joints, motions and constraints, and
 * the pattern of G by rows. Every joint is a list of row specifications in the catalogue; what each
 * kind of row means in terms of arms is in plan.c.
 */
#include "math/mat3.h"
#include "math/vec3.h"
#include "system/equations.h"
#include "system/forces_data.h"
#include "system/plan.h"
#include "system/turns.h"
#include <stdlib.h>
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
  row.first_term = eq->term_count;
  TRM_PUSH(eq->arena, eq->rows, eq->row_count, eq->row_capacity, row);
  return eq->row_count - 1;
}

void trm_layout_term(TrmEquations *eq, const TrmTermPlan *plan) {
  TrmPiece term = {.plan = *plan};
  if (plan->kind == TRM_TERM_ANGLE) term.plan.turn = (int)eq->turn_count++;
  TRM_PUSH(eq->arena, eq->terms, eq->term_count, eq->term_capacity, term);
  eq->rows[eq->row_count - 1].term_count++;
}

static int compare_columns(const void *a, const void *b) {
  int p = *(const int *)a, q = *(const int *)b;
  return p < q ? -1 : p > q;
}

/* 1 when a term changes with the place of a side's body, and not with its turn alone */
static int moves(const TrmTermPlan *plan, int side) {
  for (unsigned i = 0; i < plan->count; i++)
    if (plan->product[i].a.side[side].c != 0 || plan->product[i].b.side[side].c != 0) return 1;
  return 0;
}

/* columns of a term */
static void term_columns(const TrmEquations *eq, TrmPiece *term) {
  for (int k = 0; k < TRM_LOCAL; k++) term->column[k] = -1;
  for (int side = 0; side < 2; side++) {
    int body = term->plan.body[side], curve = term->plan.curve[side];
    for (int k = moves(&term->plan, side) ? 0 : 3; k < 6 && body >= 0; k++)
      term->column[6 * side + k] = eq->body_column[body][k];
    if (curve >= 0) term->column[TRM_LOCAL_CURVE + side] = (int)eq->curve_column[curve];
  }
}

/* the column of the system that a program's column stands for in this row, or -1 */
static int program_column(const TrmEquations *eq, const TrmRow *row, const TrmColumn *column) {
  unsigned c = column->component, base = row->level == TRM_LEVEL_VELOCITY ? 6 : 0;
  if (column->kind != TRM_COLUMN_BODY || c < base || c >= base + 6) return -1;
  return eq->body_column[column->index][c - base];
}

/* the columns of one row, sorted, each once; their number */
static size_t row_columns(TrmEquations *eq, const TrmRow *row, int *found) {
  size_t count = 0, kept = 0;
  for (size_t t = 0; t < row->term_count; t++) {
    TrmPiece *term = &eq->terms[row->first_term + t];
    term_columns(eq, term);
    for (int k = 0; k < TRM_LOCAL; k++)
      if (term->column[k] >= 0) found[count++] = term->column[k];
  }
  if (row->program) {
    size_t columns;
    const TrmColumn *list = trm_program_columns(row->program->program, &columns);
    for (size_t k = 0; k < columns; k++) {
      int column = program_column(eq, row, &list[k]);
      if (column >= 0) found[count++] = column;
    }
  }
  qsort(found, count, sizeof *found, compare_columns);
  for (size_t k = 0; k < count; k++)
    if (!kept || found[kept - 1] != found[k]) found[kept++] = found[k];
  return kept;
}

static int find_column(const int *sorted, size_t count, int column) {
  if (column < 0) return -1;
  const int *at = bsearch(&column, sorted, count, sizeof *sorted, compare_columns);
  return at ? (int)(at - sorted) : -1;
}

/* where the entries of each row are */
static void lay_pattern(TrmEquations *eq) {
  size_t most = 1, total = 0;
  for (size_t i = 0; i < eq->row_count; i++) {
    size_t count = 0, wide = TRM_LOCAL * eq->rows[i].term_count;
    if (eq->rows[i].program) trm_program_columns(eq->rows[i].program->program, &count);
    total += wide + count;
    if (wide + count > most) most = wide + count;
  }
  int *found = trm_arena_array(eq->arena, most, sizeof *found);
  eq->start = trm_arena_array(eq->arena, eq->row_count + 1, sizeof *eq->start);
  eq->column = trm_arena_array(eq->arena, total + 1, sizeof *eq->column);
  for (size_t i = 0; i < eq->row_count; i++) {
    TrmRow *row = &eq->rows[i];
    size_t count = row_columns(eq, row, found);
    for (size_t k = 0; k < count; k++) eq->column[eq->start[i] + k] = (size_t)found[k];
    eq->start[i + 1] = eq->start[i] + count;
    for (size_t t = 0; t < row->term_count; t++) {
      TrmPiece *term = &eq->terms[row->first_term + t];
      for (int k = 0; k < TRM_LOCAL; k++)
        term->entry[k] = find_column(found, count, term->column[k]);
    }
    if (!row->program) continue;
    size_t columns;
    const TrmColumn *list = trm_program_columns(row->program->program, &columns);
    for (size_t k = 0; k < columns; k++)
      row->program->entry[k] = find_column(found, count, program_column(eq, row, &list[k]));
  }
  eq->entry_count = eq->start[eq->row_count];
}

/* a row that holds two points apart, packed; NULL when it is another */
static const TrmApart *pack_apart(TrmEquations *eq, const TrmRow *row, const TrmPiece *term) {
  TrmApart apart;
  if (!trm_apart_make(&term->plan, row->offset, &apart)) return NULL;
  for (int k = 0; k < 2; k++) {
    const int *entry = &term->entry[6 * k];
    if (apart.body[k] < 0) continue;
    apart.entry[k] = (signed char)entry[0];
    apart.turns[k] = entry[5] >= 0;
  }
  TrmApart *kept = trm_arena_alloc(eq->arena, sizeof *kept);
  *kept = apart;
  return kept;
}

/* rows that measure an arm along an axis, packed, and the numbers of the others and of the angles
 */
static void pack_rows(TrmEquations *eq) {
  eq->turning = trm_arena_array(eq->arena, eq->turn_count + 1, sizeof *eq->turning);
  eq->turning_count = eq->turn_count;
  for (size_t i = 0; i < eq->term_count; i++)
    if (eq->terms[i].plan.turn >= 0) eq->turning[eq->terms[i].plan.turn] = i;
  eq->along = trm_arena_array(eq->arena, eq->row_count + 1, sizeof *eq->along);
  eq->other = trm_arena_array(eq->arena, eq->row_count + 1, sizeof *eq->other);
  for (size_t i = 0; i < eq->row_count; i++) {
    TrmRow *row = &eq->rows[i];
    const TrmPiece *term = row->term_count == 1 ? &eq->terms[row->first_term] : NULL;
    TrmAlong *along = &eq->along[eq->along_count];
    if (row->program || row->course >= 0 || row->wraps) term = NULL;
    if (term) row->apart = pack_apart(eq, row, term);
    int plain =
        term && !row->apart && trm_along_make(&term->plan, row->offset, eq->system->planar, along);
    along->row = (unsigned)i;
    for (int s = 0; s < 2 && plain; s++) {
      int side = along->body[s] == term->plan.body[0] ? 0 : 1;
      const int *entry = &term->entry[6 * side];
      if (along->body[s] < 0) continue;
      /* a point mass has no turns */
      if (entry[5] < 0) plain = 0;
      int first = along->moves ? entry[0] : entry[eq->system->planar ? 5 : 3];
      along->entry[s] = (int)eq->start[i] + first;
    }
    if (plain) {
      along->same = eq->along_count > 0 && trm_along_same(along, along - 1);
      eq->along_count++;
    } else {
      eq->other[eq->other_count++] = i;
    }
  }
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
  TrmRow row = {.owner = TRM_OWNER_MOTION, .index = index, .course = -1};
  row.dimension = motion->turns ? (TrmDimension)TRM_ANGLE : (TrmDimension)TRM_LENGTH;
  row.wraps = motion->turns;
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
  TrmTermPlan plan = motion->turns ? trm_plan_angle(&motion->first, &motion->second)
                                   : trm_plan_offset(&motion->first, &motion->second, 2);
  trm_layout_term(eq, &plan);
}

static void lay_constraint(TrmEquations *eq, const TrmItem *item, size_t index, TrmLog *log) {
  const TrmValue *value = trm_item_value(item, "equation");
  TrmRow row = {.owner = TRM_OWNER_CONSTRAINT, .index = index, .course = -1};
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

TrmEquations *trm_equations_new(TrmArena *arena, const TrmSystem *system, TrmLog *log) {
  TrmEquations *eq = trm_arena_alloc(arena, sizeof *eq);
  size_t before = log ? trm_log_errors(log) : 0, count;
  TrmItem *const *constraints = trm_model_section(system->model, "constraints", &count);
  eq->arena = arena;
  eq->system = system;
  eq->body_count = system->body_count;
  lay_columns(eq);
  find_lengths(eq);
  eq->joint_row = trm_arena_array(arena, system->joint_count + 1, sizeof *eq->joint_row);
  eq->joint_rows = trm_arena_array(arena, system->joint_count + 1, sizeof *eq->joint_rows);
  eq->motion_row = trm_arena_array(arena, system->motion_count + 1, sizeof *eq->motion_row);
  eq->constraint_row = trm_arena_array(arena, count + 1, sizeof *eq->constraint_row);
  eq->curve_column = trm_arena_array(arena, 2 * system->joint_count, sizeof *eq->curve_column);
  eq->curve_start = trm_arena_array(arena, 2 * system->joint_count, sizeof *eq->curve_start);
  for (size_t i = 0; i < system->joint_count; i++) {
    eq->joint_row[i] = (int)eq->row_count;
    trm_plan_joint(eq, i, log);
    eq->joint_rows[i] = (int)eq->row_count - eq->joint_row[i];
  }
  for (size_t i = 0; i < system->motion_count; i++) lay_motion(eq, i, log);
  for (size_t i = 0; i < count; i++) lay_constraint(eq, constraints[i], i, log);
  lay_pattern(eq);
  pack_rows(eq);
  for (size_t i = 0; i < system->function_count; i++) {
    size_t scratch = trm_program_scratch(system->functions[i]->program);
    if (scratch > eq->scratch) eq->scratch = scratch;
  }
  if (!trm_forces_layout(eq, log)) return NULL;
  trm_turns_layout(eq);
  return log && trm_log_errors(log) > before ? NULL : eq;
}
