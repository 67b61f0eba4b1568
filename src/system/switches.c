/* SPDX-License-Identifier: Apache-2.0
 *
 * Switches: which items have one, and what they say at the beginning.
 */
#include "system/switches.h"
#include <string.h>

int trm_switches_find(const TrmEquations *eq, const TrmItem *item) {
  for (size_t i = 0; i < eq->switch_count; i++)
    if (eq->switch_list[i].item == item) return (int)i;
  return -1;
}

static void add(TrmEquations *eq, TrmSwitch one) {
  if (trm_switches_find(eq, one.item) >= 0) return;
  TRM_PUSH(eq->arena, eq->switch_list, eq->switch_count, eq->switch_capacity, one);
}

/* the rows of an item among those that hold always */
static void find_rows(const TrmEquations *eq, TrmSwitch *one) {
  for (size_t i = 0; i < eq->row_count; i++) {
    if (trm_row_item(eq, &eq->rows[i]) != one->item) continue;
    if (!one->rows) one->row = i;
    one->rows++;
  }
}

/* 1 for a motion with a limit: its row is on while it is stronger than what it drives */
static int is_limited(const TrmEquations *eq, const TrmItem *item) {
  for (size_t i = 0; i < eq->system->motion_count; i++)
    if (eq->system->motions[i].item == item) return eq->system->motions[i].limit > 0;
  return 0;
}

/* an item that `active` or an event switches */
static void add_item(TrmEquations *eq, const TrmItem *item) {
  const TrmValue *active = trm_item_value(item, "active");
  TrmSwitch one = {.item = item, .force = -1};
  one.active = active ? trm_system_program(eq->system, active) : NULL;
  if (!is_limited(eq, item)) find_rows(eq, &one);
  add(eq, one);
}

/* a force that an event switches; what `active` says of it, its law knows */
static void add_force(TrmEquations *eq, size_t index) {
  add(eq, (TrmSwitch){.item = eq->system->forces[index].item, .force = (int)index});
}

/* the elements that an event names under `key` */
static void add_named(TrmEquations *eq, const TrmItem *event, const char *key) {
  static const char *const sections[] = {"joints", "motions", "constraints", "contacts"};
  const TrmValue *list = trm_item_value(event, key);
  for (unsigned i = 0; list && list->form == TRM_FORM_LIST && i < list->count; i++) {
    const TrmValue *name = &list->list[i];
    if (name->form != TRM_FORM_TEXT) continue;
    for (size_t s = 0; s < sizeof sections / sizeof *sections; s++) {
      const TrmItem *item = trm_model_find(eq->system->model, sections[s], name->text);
      if (item) add_item(eq, item);
    }
    for (size_t f = 0; f < eq->system->force_count; f++)
      if (strcmp(eq->system->forces[f].item->name, name->text) == 0) add_force(eq, f);
  }
}

void trm_switches_layout(TrmEquations *eq) {
  static const char *const sections[] = {"joints", "motions", "constraints", "contacts"};
  const TrmModel *model = eq->system->model;
  size_t count;
  for (size_t s = 0; s < sizeof sections / sizeof *sections; s++) {
    TrmItem *const *items = trm_model_section(model, sections[s], &count);
    for (size_t i = 0; i < count; i++)
      if (trm_item_value(items[i], "active")) add_item(eq, items[i]);
  }
  TrmItem *const *events = trm_model_section(model, "events", &count);
  for (size_t i = 0; i < count; i++) {
    add_named(eq, events[i], "activate");
    add_named(eq, events[i], "deactivate");
  }
  for (size_t i = 0; i < eq->switch_count; i++) eq->switches |= eq->switch_list[i].force < 0;
}

int trm_switch_wanted(const TrmEquations *eq, TrmState *state, size_t index) {
  const TrmProgram *program = eq->switch_list[index].active;
  TrmSituation at = {state->time, state->body, state->externals};
  return !program || trm_program_value(program, &at, state->scratch) != 0;
}

void trm_switches_begin(const TrmEquations *eq, TrmState *state) {
  for (size_t i = 0; i < eq->system->motion_count; i++)
    if (eq->system->motions[i].limit > 0 && eq->motion_row[i] >= 0)
      state->off[eq->motion_row[i]] = 1;
  for (size_t i = 0; i < eq->switch_count; i++) {
    const TrmSwitch *one = &eq->switch_list[i];
    int off = one->force < 0 && !trm_switch_wanted(eq, state, i);
    for (size_t k = 0; k < one->rows; k++) state->off[one->row + k] = (unsigned char)off;
  }
}
