/* SPDX-License-Identifier: Apache-2.0
 *
 * Toggle: joints, motions, constraints, ropes and forces that come and go. What goes leaves
 * velocities as they are, so that momentum is kept. What comes holds things where they are, and
 * takes the velocities that it does not allow by an impulse without rebound.
 */
#include "analysis/sides_data.h"
#include "system/switches.h"
#include <math.h>
#include <string.h>

/* a gap in parts of a typical length that a joint closes when it is switched on */
static const double closes = 1e-6;

void trm_toggle_new(TrmSides *s, TrmArena *arena) {
  const TrmEquations *eq = s->eq;
  s->override = trm_arena_array(arena, 2 * eq->switch_count + 1, sizeof *s->override);
  s->on = s->override + eq->switch_count;
  s->side_switch = trm_arena_array(arena, eq->side_count + 1, sizeof *s->side_switch);
  s->dry_switch = trm_arena_array(arena, eq->dry_count + 1, sizeof *s->dry_switch);
  for (size_t i = 0; i < eq->side_count; i++)
    s->side_switch[i] = trm_switches_find(eq, eq->sides[i].item);
  for (size_t j = 0; j < eq->dry_count; j++)
    s->dry_switch[j] = trm_switches_find(eq, eq->dry[j].item);
}

int trm_side_there(const TrmSides *s, size_t i) {
  return s->side_switch[i] < 0 || s->on[s->side_switch[i]];
}

int trm_dry_there(const TrmSides *s, size_t j) {
  return s->dry_switch[j] < 0 || s->on[s->dry_switch[j]];
}

double trm_sides_gap(const TrmSides *s, size_t i) {
  size_t row = s->eq->sides[i].row;
  return trm_equations_row_value(s->eq, s->flow->state, row) - s->flow->state->shift[row];
}

int trm_sides_override(TrmSides *s, const char *name, int on) {
  for (size_t i = 0; s && i < s->eq->switch_count; i++) {
    if (strcmp(s->eq->switch_list[i].item->name, name) != 0) continue;
    s->override[i] = on ? TRM_SWITCH_ON : TRM_SWITCH_OFF;
    return 1;
  }
  return 0;
}

/* 1 when the switch is to be on */
static int wanted(const TrmSides *s, size_t i) {
  if (s->override[i]) return s->override[i] == TRM_SWITCH_ON;
  if (s->m->as_it_stands && s->eq->switch_list[i].rows)
    return !s->flow->state->off[s->eq->switch_list[i].row];
  return trm_switch_wanted(s->eq, s->flow->state, i);
}

int trm_sides_outdated(TrmSides *s) {
  for (size_t i = 0; i < s->eq->switch_count; i++)
    if (s->eq->switch_list[i].force < 0 && wanted(s, i) != s->on[i]) return 1;
  return 0;
}

/* what a row holds from here on: zero where it is next to it, else what it is */
static void catch_row(TrmSides *s, size_t row) {
  TrmState *state = s->flow->state;
  double value = trm_equations_row_value(s->eq, state, row);
  double size = s->eq->rows[row].dimension.length == 1 ? s->flow->reach : 1;
  state->shift[row] = fabs(value) <= closes * size ? 0 : value;
}

/* a rope that is switched on where it would be too short has the length that it needs there */
static void catch_side(TrmSides *s, size_t i) {
  size_t row = s->eq->sides[i].row;
  s->flow->state->shift[row] = fmin(0, trm_equations_row_value(s->eq, s->flow->state, row));
}

TrmStatus trm_toggle(TrmSides *s, int first) {
  const TrmEquations *eq = s->eq;
  TrmState *state = s->flow->state;
  int comes = 0;
  for (size_t i = 0; i < eq->switch_count; i++) {
    const TrmSwitch *one = &eq->switch_list[i];
    if (one->force >= 0) {
      if (s->override[i])
        state->idle[one->force] = s->override[i] == TRM_SWITCH_ON ? TRM_IDLE_NOT : TRM_IDLE;
      continue;
    }
    int on = wanted(s, i), was = s->on[i];
    s->on[i] = (unsigned char)on;
    if (on == was && !first) continue;
    s->fresh = 1;
    for (size_t k = 0; k < one->rows; k++) {
      if (on && !first) catch_row(s, one->row + k);
      state->off[one->row + k] = !on;
    }
    for (size_t k = 0; on && !first && k < eq->side_count; k++)
      if (s->side_switch[k] == (int)i) catch_side(s, k);
    comes |= on && !first && one->rows;
  }
  return comes ? trm_flow_close(s->flow) : TRM_OK;
}
