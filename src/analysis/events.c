/* SPDX-License-Identifier: Apache-2.0
 *
 * Events: laws first, then courses of motions and user constraints, then the model's own.
 */
#include "analysis/events.h"
#include "system/forces.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* one event of the model */
typedef struct Watch {
  const TrmItem *item;
  const TrmProgram *when;
  int direction; /* 1 rising, -1 falling, 0 both */
  int once, done, stop;
  const char *message;
} Watch;

struct TrmEvents {
  const TrmMechanism *m;
  size_t law_count, course_count, watch_count, count;
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

/* the events of the model; 0 when one does what the dynamics does not do */
static int add_watches(TrmEvents *events, TrmArena *arena, TrmLog *log) {
  static const char *const switches[] = {"activate", "deactivate"};
  size_t count;
  int good = 1;
  TrmItem *const *items = trm_model_section(events->m->system->model, "events", &count);
  events->watches = trm_arena_array(arena, count + 1, sizeof *events->watches);
  for (size_t i = 0; i < count; i++) {
    const TrmValue *when = trm_item_value(items[i], "when");
    const TrmValue *message = trm_item_value(items[i], "message");
    for (size_t k = 0; k < 2; k++) {
      const TrmValue *value = trm_item_value(items[i], switches[k]);
      if (!value) continue;
      trm_log_add(log, TRM_E_NOT_MOVED, value->place, items[i]->name,
                  "event '%s' switches elements on or off, which the dynamics of this version does "
                  "not do",
                  items[i]->name);
      trm_log_hint(log, "end the analysis there with `stop`, and begin another model from there");
      good = 0;
    }
    const TrmProgram *program = when ? trm_system_program(events->m->system, when) : NULL;
    if (!program) continue;
    Watch *watch = &events->watches[events->watch_count++];
    *watch = (Watch){.item = items[i], .when = program};
    watch->direction = direction_of(items[i]);
    watch->once = flag_of(items[i], "once");
    watch->stop = flag_of(items[i], "stop");
    if (message && message->form == TRM_FORM_TEXT) watch->message = message->text;
  }
  return good;
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

TrmEvents *trm_events_new(TrmArena *arena, const TrmMechanism *m, TrmLog *log) {
  TrmEvents *events = trm_arena_alloc(arena, sizeof *events);
  events->m = m;
  events->law_count = trm_forces_event_count(m->eq);
  events->kept = trm_arena_array(arena, m->eq->state_count + 1, sizeof *events->kept);
  add_courses(events, arena);
  if (!add_watches(events, arena, log)) return NULL;
  events->count = events->law_count + events->course_count + events->watch_count;
  return events;
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
  for (size_t i = 0; i < events->watch_count; i++)
    values[i] = trm_program_value(events->watches[i].when, &at, state->scratch);
}

static const Watch *watch_of(const TrmEvents *events, size_t k) {
  size_t first = events->law_count + events->course_count;
  return k < first ? NULL : &events->watches[k - first];
}

int trm_events_crossed(const TrmEvents *events, size_t k, double before, double after) {
  const Watch *watch = watch_of(events, k);
  /* from zero just reached, zero is no crossing back */
  int left = fabs(before) > DBL_MIN || after != 0;
  int rising = left && before < 0 && after >= 0, falling = left && before > 0 && after <= 0;
  if (!watch) return rising || falling;
  if (watch->once && watch->done) return 0;
  return (rising && watch->direction >= 0) || (falling && watch->direction <= 0);
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

unsigned trm_events_act(TrmEvents *events, size_t k, TrmState *state, TrmLog *log) {
  size_t first = events->law_count + events->course_count;
  if (k < first) return TRM_EVENT_RESTART;
  Watch *watch = &events->watches[k - first];
  unsigned effect = 0;
  watch->done = 1;
  if (watch->message && log) {
    const TrmUnits *units = &events->m->system->units;
    trm_log_add(log, TRM_N_EVENT, watch->item->place, watch->item->name, "%s (t = %.9g %s)",
                watch->message, state->time / units->time, units->time_name);
  }
  if (set_states(events, watch->item, state)) effect |= TRM_EVENT_CHANGED | TRM_EVENT_RESTART;
  if (watch->stop) effect |= TRM_EVENT_STOP;
  return effect;
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
  if (k < events->law_count) return trm_forces_event_item(events->m->eq, state, k);
  k -= events->law_count;
  for (size_t i = 0; i < events->program_count; i++) {
    size_t switches = trm_program_events(events->courses[i]);
    if (k < switches) return events->course_items[i];
    k -= switches;
  }
  return NULL;
}

void trm_events_save(const TrmEvents *events, double *marks) {
  for (size_t k = 0; k < events->count; k++) {
    const Watch *watch = watch_of(events, k);
    marks[k] = watch && watch->done;
  }
}

void trm_events_load(TrmEvents *events, const double *marks) {
  for (size_t k = 0; k < events->watch_count; k++)
    events->watches[k].done = marks[events->count - events->watch_count + k] != 0;
}
