/* SPDX-License-Identifier: Apache-2.0
 *
 * Probe: rows that no joint, motion or constraint owns. Angles are taken next to zero, which their
 * slopes do not depend on.
 */
#include "system/probe.h"
#include "system/plan.h"

static const TrmRowProgram *lay_program(TrmArena *arena, const TrmProgram *program) {
  TrmRowProgram *p = trm_arena_alloc(arena, sizeof *p);
  const TrmColumn *columns = trm_program_columns(program, &p->column_count);
  p->program = program;
  p->factor = 1;
  p->time = -1;
  p->entry = trm_arena_array(arena, p->column_count + 1, sizeof *p->entry);
  for (size_t k = 0; k < p->column_count; k++)
    if (columns[k].kind == TRM_COLUMN_TIME) p->time = (int)k;
  return p;
}

TrmEquations *trm_probe_new(TrmArena *arena, const TrmEquations *eq, const TrmProbed *list,
                            size_t count) {
  TrmEquations *probe = trm_arena_alloc(arena, sizeof *probe);
  TrmLayout layout = {.eq = probe, .start_capacity = count + 2};
  *probe = *eq;
  probe->arena = arena;
  probe->row_count = probe->entry_count = probe->term_count = 0;
  probe->along_count = probe->apart_count = probe->other_count = 0;
  probe->row_capacity = probe->term_capacity = 0;
  probe->rows = NULL;
  probe->terms = NULL;
  probe->along = NULL;
  probe->apart = NULL;
  probe->other = probe->column = NULL;
  probe->start = trm_arena_array(arena, layout.start_capacity, sizeof *probe->start);
  for (size_t i = 0; i < count; i++) {
    TrmRow row = {.owner = TRM_OWNER_CONSTRAINT, .course = -1};
    if (list[i].program) row.program = lay_program(arena, list[i].program);
    trm_layout_row(probe, row);
    if (!list[i].program) trm_layout_term(probe, &list[i].term);
  }
  trm_layout_pack(&layout, 0);
  for (size_t i = 0; i < probe->term_count; i++) probe->terms[i].plan.turn = -1;
  probe->turn_count = eq->turn_count;
  return probe;
}

TrmTermPlan trm_probe_angle(const TrmFrame *first, const TrmFrame *second) {
  return trm_plan_angle(first, second);
}

TrmTermPlan trm_probe_displacement(const TrmFrame *first, const TrmFrame *second) {
  return trm_plan_offset(first, second, 2);
}
