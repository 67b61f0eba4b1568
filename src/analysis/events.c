/* SPDX-License-Identifier: Apache-2.0
 *
 * Events: laws first, then courses of motions and user constraints, then the model's own, then
 * one-sided conditions.
 */
#include "analysis/events.h"
#include "system/contacts.h"
#include "system/forces.h"
#include "system/switches.h"
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* one event of the model */
typedef struct Watch {
  const TrmItem *item;
  const TrmProgram *when;
  int direction; /* 1 rising, -1 falling, 0 both */
  int once, done, stop;
  const char *message;
  double most,
      rest; /* largest value so far; one that has happened does not count again until its
               value is beyond this, which has the sign behind the crossing; 0: it counts */
} Watch;

/* part of the largest value that counts as zero after a crossing */
static const double nothing = 1e-10;

struct TrmEvents {
  const TrmMechanism *m;
  TrmSides *sides; /* NULL: none */
  size_t law_count, course_count, guard_count, watch_count, count;
  const TrmProgram **courses; /* those with switching functions, and whose they are */
  const TrmItem **course_items;
  size_t program_count;
  Watch *watches;
  double *kept; /* states before an event sets them */
  int timed;
};

static int flag_of(const TrmItem *item, const char *key) {
  const TrmValue *value = trm_item_value(item, key);
  return value && value->form == TRM_FORM_FLAG && value->number != 0;
}

static int direction_of(const TrmItem *item) {
  const TrmValue *value = trm_item_value(item, "direction");
  if (!value || value->form != TRM_FORM_TEXT) return 0;
  return strcmp(value->text, "rising") == 0 ? 1 : strcmp(value->text, "falling") == 0 ? -1 : 0;
}

/* the events of the model */
static void add_watches(TrmEvents *events, TrmArena *arena) {
  size_t count;
  TrmItem *const *items = trm_model_section(events->m->system->model, "events", &count);
  events->watches = trm_arena_array(arena, count + 1, sizeof *events->watches);
  for (size_t i = 0; i < count; i++) {
    const TrmValue *when = trm_item_value(items[i], "when");
    const TrmValue *message = trm_item_value(items[i], "message");
    const TrmProgram *program = when ? trm_system_program(events->m->system, when) : NULL;
    if (!program) continue;
    Watch *watch = &events->watches[events->watch_count++];
    *watch = (Watch){.item = items[i], .when = program};
    watch->direction = direction_of(items[i]);
    watch->once = flag_of(items[i], "once");
    watch->stop = flag_of(items[i], "stop");
    if (message && message->form == TRM_FORM_TEXT) watch->message = message->text;
  }
}

/* what says when joints, motions and constraints are active */
static void add_guards(TrmEvents *events) {
  const TrmEquations *eq = events->m->eq;
  for (size_t i = 0; i < eq->switch_count; i++)
    if (eq->switch_list[i].active)
      events->guard_count += trm_program_events(eq->switch_list[i].active);
}

static int reads_time(const TrmProgram *program) {
  size_t count;
  const TrmColumn *columns = trm_program_columns(program, &count);
  for (size_t k = 0; k < count; k++)
    if (columns[k].kind == TRM_COLUMN_TIME) return 1;
  return 0;
}

/* programs of motions and constraints that switch */
static void add_courses(TrmEvents *events, TrmArena *arena) {
  const TrmEquations *eq = events->m->eq;
  const TrmSystem *system = events->m->system;
  size_t most = system->motion_count + eq->row_count;
  events->courses = trm_arena_array(arena, most + 1, sizeof *events->courses);
  events->course_items = trm_arena_array(arena, most + 1, sizeof *events->course_items);
  for (size_t i = 0; i < most; i++) {
    const TrmProgram *program = NULL;
    const TrmItem *item = NULL;
    if (i >= system->motion_count) {
      const TrmRow *row = &eq->rows[i - system->motion_count];
      program = row->program ? row->program->program : NULL;
      item = trm_row_item(eq, row);
    } else if (system->motions[i].course) {
      program = trm_system_program(system, system->motions[i].course);
      item = system->motions[i].item;
    }
    size_t switches = program ? trm_program_events(program) : 0;
    if (!switches) continue;
    events->course_items[events->program_count] = item;
    events->courses[events->program_count++] = program;
    events->course_count += switches;
  }
  for (size_t i = 0; i < system->function_count; i++)
    events->timed |= reads_time(system->functions[i]->program);
}

TrmEvents *trm_events_new(TrmArena *arena, const TrmMechanism *m) {
  TrmEvents *events = trm_arena_alloc(arena, sizeof *events);
  events->m = m;
  events->law_count = trm_forces_event_count(m->eq);
  events->kept = trm_arena_array(arena, m->eq->state_count + 1, sizeof *events->kept);
  add_courses(events, arena);
  add_guards(events);
  if (!m->as_it_stands) add_watches(events, arena);
  events->count =
      events->law_count + events->course_count + events->guard_count + events->watch_count;
  return events;
}

void trm_events_join(TrmEvents *events, TrmSides *sides) {
  events->sides = sides;
  events->count += trm_sides_count(sides);
}

/* number of the one-sided condition that event k is of, or one beyond the last */
static size_t side_of(const TrmEvents *events, size_t k) {
  size_t first =
      events->law_count + events->course_count + events->guard_count + events->watch_count;
  return k < first ? SIZE_MAX : k - first;
}

TrmBreaks *trm_events_breaks(const TrmEvents *events, TrmArena *arena, double until) {
  const TrmSystem *system = events->m->system;
  TrmBreaks *breaks = trm_breaks_new(arena, system->function_count, until);
  for (size_t i = 0; i < system->function_count; i++) {
    const TrmUse *use = system->functions[i];
    /* outputs do not move anything */
    if (use->item->name && trm_model_find(system->model, "outputs", use->item->name) == use->item)
      continue;
    if (reads_time(use->program)) trm_breaks_add(breaks, arena, use->program);
  }
  return breaks;
}

size_t trm_events_count(const TrmEvents *events) {
  return events->count;
}

int trm_events_timed(const TrmEvents *events) {
  return events->timed;
}

void trm_events_values(const TrmEvents *events, TrmState *state, double *values) {
  TrmSituation at = {state->time, state->body, state->externals};
  trm_forces_event_values(events->m->eq, state, values);
  values += events->law_count;
  for (size_t i = 0; i < events->program_count; i++) {
    trm_program_event_values(events->courses[i], &at, state->scratch, values);
    values += trm_program_events(events->courses[i]);
  }
  for (size_t i = 0; i < events->m->eq->switch_count; i++) {
    const TrmProgram *active = events->m->eq->switch_list[i].active;
    if (!active) continue;
    trm_program_event_values(active, &at, state->scratch, values);
    values += trm_program_events(active);
  }
  for (size_t i = 0; i < events->watch_count; i++) {
    double rest = events->watches[i].rest;
    values[i] = trm_program_value(events->watches[i].when, &at, state->scratch);
    if (fabs(values[i]) <= fabs(rest)) values[i] = copysign(2 * DBL_MIN, rest);
  }
  if (events->sides) trm_sides_values(events->sides, values + events->watch_count);
}

/* number of the first of the model's own events */
static size_t first_watch(const TrmEvents *events) {
  return events->law_count + events->course_count + events->guard_count;
}

static const Watch *watch_of(const TrmEvents *events, size_t k) {
  size_t first = first_watch(events);
  return k < first || k - first >= events->watch_count ? NULL : &events->watches[k - first];
}

int trm_events_crossed(const TrmEvents *events, size_t k, double before, double after) {
  const Watch *watch = watch_of(events, k);
  /* from zero just reached, zero is no crossing back */
  int left = fabs(before) > DBL_MIN || after != 0;
  int rising = left && before < 0 && after >= 0, falling = left && before > 0 && after <= 0;
  if (side_of(events, k) != SIZE_MAX) return falling;
  if (!watch) return rising || falling;
  if (watch->once && watch->done) return 0;
  return (rising && watch->direction >= 0) || (falling && watch->direction <= 0);
}

void trm_events_begin_sides(const TrmEvents *events, const double *values, double *before) {
  size_t first = events->count - trm_sides_count(events->sides);
  for (size_t k = first; k < events->count; k++) before[k] = fmax(values[k], DBL_MIN);
}

void trm_events_accept(TrmEvents *events, const double *values) {
  for (size_t i = 0; i < events->watch_count; i++) {
    Watch *watch = &events->watches[i];
    double size = fabs(values[first_watch(events) + i]);
    watch->most = fmax(watch->most, size);
    if (size > fabs(watch->rest)) watch->rest = 0;
  }
  if (events->sides)
    trm_sides_accept(events->sides, values + events->count - trm_sides_count(events->sides));
}

void trm_events_rest(TrmEvents *events, size_t k, double before) {
  if (!watch_of(events, k)) return;
  Watch *watch = &events->watches[k - first_watch(events)];
  watch->rest = copysign(nothing * fmax(watch->most, fabs(before)), -before);
}

int trm_events_on_sides(const TrmEvents *events, const double *before, const double *values) {
  int any = 0;
  for (size_t k = 0; k < events->count; k++) {
    if (isnan(values[k])) return 0;
    if (!trm_events_crossed(events, k, before[k], values[k])) continue;
    if (side_of(events, k) == SIZE_MAX || values[k] != 0) return 0;
    any = 1;
  }
  return any;
}

size_t trm_events_side_past(const TrmEvents *events, const double *before, const double *values) {
  for (size_t k = events->count - trm_sides_count(events->sides); k < events->count; k++)
    if (trm_events_crossed(events, k, before[k], values[k]) && values[k] < 0) return k + 1;
  return 0;
}

void trm_events_settle_sides(const TrmEvents *events, const double *before, double *values) {
  size_t first = events->count - trm_sides_count(events->sides);
  trm_sides_settle(events->sides, before + first, values + first);
}

/* new values of states, all worked out before one is set */
static int set_states(TrmEvents *events, const TrmItem *item, TrmState *state) {
  const TrmEquations *eq = events->m->eq;
  const TrmValue *list = trm_item_value(item, "set");
  int changed = 0;
  if (!list || list->form != TRM_FORM_ITEMS) return 0;
  TrmSituation at = {state->time, state->body, state->externals};
  memcpy(events->kept, state->z, eq->state_count * sizeof *events->kept);
  for (unsigned i = 0; i < list->count; i++) {
    const TrmItem *assignment = list->items[i];
    const TrmValue *value = trm_item_value(assignment, "value");
    const TrmProgram *program = value ? trm_system_program(events->m->system, value) : NULL;
    int z = trm_states_find(eq, assignment->name);
    if (!program || z < 0) continue;
    events->kept[z] = trm_program_value(program, &at, state->scratch);
    changed = 1;
  }
  memcpy(state->z, events->kept, eq->state_count * sizeof *events->kept);
  return changed;
}

/* switch what an event names on and off, before the next step; 1 when there is any */
static int switch_elements(const TrmEvents *events, const TrmItem *item) {
  static const char *const keys[] = {"activate", "deactivate"};
  int any = 0;
  for (int k = 0; k < 2; k++) {
    const TrmValue *list = trm_item_value(item, keys[k]);
    for (unsigned i = 0; list && list->form == TRM_FORM_LIST && i < list->count; i++)
      if (list->list[i].form == TRM_FORM_TEXT)
        any |= trm_sides_override(events->sides, list->list[i].text, k == 0);
  }
  return any;
}

unsigned trm_events_act(TrmEvents *events, size_t k, TrmState *state, TrmLog *log) {
  size_t first = first_watch(events), guards = events->law_count + events->course_count;
  if (side_of(events, k) != SIZE_MAX) return TRM_EVENT_RESTART | TRM_EVENT_SWITCH;
  if (k < first) return TRM_EVENT_RESTART | (k >= guards ? TRM_EVENT_SWITCH : 0);
  Watch *watch = &events->watches[k - first];
  unsigned effect = 0;
  watch->done = 1;
  if (watch->message && log) {
    const TrmUnits *units = &events->m->system->units;
    trm_log_add(log, TRM_N_EVENT, watch->item->place, watch->item->name, "%s (t = %.9g %s)",
                watch->message, state->time / units->time, units->time_name);
  }
  if (set_states(events, watch->item, state)) effect |= TRM_EVENT_CHANGED | TRM_EVENT_RESTART;
  if (switch_elements(events, watch->item)) effect |= TRM_EVENT_SWITCH | TRM_EVENT_RESTART;
  if (watch->stop) effect |= TRM_EVENT_STOP;
  return effect;
}

/* 1 when gap j is closed before or, with `values`, after what is crossed */
static int is_closed(const TrmEvents *events, size_t j, const double *before,
                     const double *values) {
  int crossed = values && trm_events_crossed(events, j, before[j], values[j]);
  return crossed ? before[j] > 0 : before[j] < 0;
}

const char *trm_events_touch(const TrmEvents *events, size_t k, const double *before,
                             const double *values, int *closes) {
  const TrmEquations *eq = events->m->eq;
  size_t base = trm_forces_event_count(eq) - trm_contacts_event_count(eq), first, end;
  int closed = 0, was_closed = 0;
  if (k < base || k >= events->law_count) return NULL;
  const char *name = trm_contacts_gaps_of(eq, k - base, &first, &end);
  if (!name) return NULL;
  /* what happens at one time is said once */
  for (size_t j = base + first; j < k; j++)
    if (trm_events_crossed(events, j, before[j], values[j])) return NULL;
  for (size_t j = base + first; j < base + end; j++) {
    closed |= is_closed(events, j, before, values);
    was_closed |= is_closed(events, j, before, NULL);
  }
  *closes = closed;
  return closed != was_closed ? name : NULL;
}

const char *trm_events_name(const TrmEvents *events, size_t k) {
  const Watch *watch = watch_of(events, k);
  return watch ? watch->item->name : NULL;
}

int trm_events_course(const TrmEvents *events, size_t k) {
  return k >= events->law_count && k < events->law_count + events->course_count;
}

const TrmItem *trm_events_item(const TrmEvents *events, TrmState *state, size_t k) {
  const Watch *watch = watch_of(events, k);
  if (watch) return watch->item;
  if (side_of(events, k) != SIZE_MAX) return trm_sides_item(events->sides, side_of(events, k));
  if (k < events->law_count) return trm_forces_event_item(events->m->eq, state, k);
  k -= events->law_count;
  for (size_t i = 0; k >= events->course_count && i < events->m->eq->switch_count; i++) {
    const TrmSwitch *one = &events->m->eq->switch_list[i];
    size_t count = one->active ? trm_program_events(one->active) : 0;
    if (k - events->course_count < count) return one->item;
    k -= count;
  }
  for (size_t i = 0; i < events->program_count; i++) {
    size_t switches = trm_program_events(events->courses[i]);
    if (k < switches) return events->course_items[i];
    k -= switches;
  }
  return NULL;
}

void trm_events_save(const TrmEvents *events, double *marks) {
  memset(marks, 0, TRM_EVENT_MARKS * events->count * sizeof *marks);
  for (size_t k = 0; k < events->count; k++, marks += TRM_EVENT_MARKS) {
    const Watch *watch = watch_of(events, k);
    if (!watch) continue;
    marks[0] = watch->done;
    marks[1] = watch->most;
    marks[2] = watch->rest;
  }
}

void trm_events_load(TrmEvents *events, const double *marks) {
  marks += TRM_EVENT_MARKS * first_watch(events);
  for (size_t k = 0; k < events->watch_count; k++, marks += TRM_EVENT_MARKS) {
    events->watches[k].done = marks[0] != 0;
    events->watches[k].most = marks[1];
    events->watches[k].rest = marks[2];
  }
}
