/* SPDX-License-Identifier: Apache-2.0
 *
 * Checkpoint: everything that the rest of a run depends on, as doubles: the integrator's memory,
 * the coordinates of the formulation, counted turns, values and marks of events, and the balance so
 * far.
 */
#include "analysis/choice.h"
#include "analysis/dynamics_data.h"
#include <string.h>

enum { NUMBERS = 32 };

int trm_dynamics_may_save(const TrmDynamics *d) {
  return d->may_save;
}

/* velocities since which corners are watched */
static size_t corner_memory(const TrmDynamics *d) {
  return d->corner.from ? d->m->eq->column_count : 0;
}

size_t trm_dynamics_memory(const TrmDynamics *d) {
  return NUMBERS + d->flow->n + trm_choice_memory(d) + trm_choice_steppers(d) +
         trm_flow_memory(d->flow) + d->m->eq->turn_count + corner_memory(d) +
         (1 + TRM_EVENT_MARKS) * trm_events_count(d->events) + trm_breaks_memory(d->breaks) +
         trm_sides_memory(d->sides) + trm_happened_memory();
}

void trm_dynamics_save(const TrmDynamics *d, double *memory) {
  size_t turns = d->m->eq->turn_count, events = trm_events_count(d->events);
  const double numbers[NUMBERS] = {d->start,
                                   d->scale,
                                   d->worst,
                                   d->last,
                                   d->position_gap,
                                   d->velocity_gap,
                                   d->last_jump,
                                   (double)d->event_count,
                                   (double)d->instants,
                                   (double)d->jumps,
                                   (double)d->flow->evaluations,
                                   (double)d->flow->projections,
                                   (double)d->shown,
                                   (double)d->again,
                                   d->onto,
                                   (double)d->retaken,
                                   d->work[0],
                                   d->work[1],
                                   d->shown_time,
                                   (double)trm_dynamics_factorisations(d),
                                   (double)d->flow->corrections,
                                   (double)d->flow->loose,
                                   (double)d->opening,
                                   d->m->freedoms,
                                   d->m->redundant,
                                   (double)d->sightings,
                                   d->mark_time,
                                   d->mark,
                                   d->corner.moved,
                                   d->corner.pushed,
                                   d->corner.sharpest,
                                   d->corner.fastest};
  memcpy(memory, numbers, sizeof numbers);
  memory += NUMBERS;
  memcpy(memory, d->next, d->flow->n * sizeof *memory);
  memory += d->flow->n;
  trm_choice_save(d, memory);
  memory += trm_choice_memory(d);
  /* the one at work, in room for the larger */
  memset(memory, 0, trm_choice_steppers(d) * sizeof *memory);
  trm_stepper_save(d->stepper, memory);
  memory += trm_choice_steppers(d);
  trm_flow_save(d->flow, memory);
  memory += trm_flow_memory(d->flow);
  memcpy(memory, d->flow->state->angle, turns * sizeof *memory);
  memory += turns;
  if (d->corner.from) memcpy(memory, d->corner.from, corner_memory(d) * sizeof *memory);
  memory += corner_memory(d);
  memcpy(memory, d->before, events * sizeof *memory);
  trm_events_save(d->events, memory + events);
  memory += (1 + TRM_EVENT_MARKS) * events;
  trm_breaks_save(d->breaks, memory);
  memory += trm_breaks_memory(d->breaks);
  trm_sides_save(d->sides, memory);
  trm_happened_save(&d->happened, d->m->system->model, memory + trm_sides_memory(d->sides));
}

/* counts, which what was done to get here must not change */
static void load_counts(TrmDynamics *d, const double *n) {
  d->flow->evaluations = (size_t)n[10];
  d->flow->projections = (size_t)n[11];
  d->work[0] = n[16];
  d->work[1] = n[17];
  /* less those of getting here; sums of counts come out right however they wrap */
  d->factored += (size_t)n[19] - trm_dynamics_factorisations(d);
  d->flow->corrections = (size_t)n[20];
  d->flow->loose = (size_t)n[21];
  d->renewed = d->stepper->count.steps;
  d->may_save = 1;
}

TrmStatus trm_dynamics_load(TrmDynamics *d, const double *memory) {
  size_t turns = d->m->eq->turn_count, events = trm_events_count(d->events);
  const double *n = memory;
  d->start = n[0];
  d->scale = n[1];
  d->worst = n[2];
  d->last = n[3];
  d->position_gap = n[4];
  d->velocity_gap = n[5];
  d->last_jump = n[6];
  d->event_count = (size_t)n[7];
  d->instants = (size_t)n[8];
  d->jumps = (size_t)n[9];
  d->shown = (size_t)n[12];
  d->again = (unsigned)n[13];
  d->onto = n[14];
  d->retaken = (size_t)n[15];
  d->opening = (int)n[22];
  d->m->freedoms = n[23];
  d->m->redundant = n[24];
  d->sightings = (size_t)n[25];
  d->mark_time = n[26];
  d->mark = n[27];
  d->corner.moved = n[28];
  d->corner.pushed = n[29];
  d->corner.sharpest = n[30];
  d->corner.fastest = n[31];
  memory += NUMBERS;
  memcpy(d->next, memory, d->flow->n * sizeof *memory);
  memory += d->flow->n;
  trm_choice_load(d, memory);
  memory += trm_choice_memory(d);
  const double *stepper = memory;
  memory += trm_choice_steppers(d);
  trm_flow_load(d->flow, memory);
  memory += trm_flow_memory(d->flow);
  memcpy(d->flow->state->angle, memory, turns * sizeof *memory);
  memory += turns;
  if (d->corner.from) memcpy(d->corner.from, memory, corner_memory(d) * sizeof *memory);
  memory += corner_memory(d);
  memcpy(d->before, memory, events * sizeof *memory);
  trm_events_load(d->events, memory + events);
  memory += (1 + TRM_EVENT_MARKS) * events;
  trm_breaks_load(d->breaks, memory);
  memory += trm_breaks_memory(d->breaks);
  trm_sides_load(d->sides, memory);
  trm_happened_load(&d->happened, d->m->system->model, memory + trm_sides_memory(d->sides));
  trm_flow_renew(d->flow);
  TrmStatus status = trm_stepper_load(d->stepper, stepper);
  /* the state that was shown last, as a run has it that was not interrupted */
  if (status == TRM_OK) status = trm_dynamics_show(d, n[18]);
  trm_flow_renew(d->flow);
  const TrmIntegratorType *type = d->stepper->type;
  if (status == TRM_OK && type->implicit && type->restore) status = type->restore(d->stepper);
  load_counts(d, n);
  trm_dynamics_pace(d);
  return status;
}
