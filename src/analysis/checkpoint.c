/* SPDX-License-Identifier: Apache-2.0
 *
 * Checkpoint: everything that the rest of a run depends on, as doubles: the integrator's memory,
 * the coordinates of the formulation, counted turns, values and marks of events, and the balance so
 * far.
 */
#include "analysis/dynamics_data.h"
#include <string.h>

enum { NUMBERS = 28 };

int trm_dynamics_may_save(const TrmDynamics *d) {
  return d->may_save;
}

size_t trm_dynamics_memory(const TrmDynamics *d) {
  return NUMBERS + d->flow->n + d->stepper->memory_count + trm_flow_memory(d->flow) +
         d->m->eq->turn_count + 2 * trm_events_count(d->events) + trm_breaks_memory(d->breaks);
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
                                   d->mark};
  memcpy(memory, numbers, sizeof numbers);
  memory += NUMBERS;
  memcpy(memory, d->next, d->flow->n * sizeof *memory);
  memory += d->flow->n;
  trm_stepper_save(d->stepper, memory);
  memory += d->stepper->memory_count;
  trm_flow_save(d->flow, memory);
  memory += trm_flow_memory(d->flow);
  memcpy(memory, d->flow->state->angle, turns * sizeof *memory);
  memory += turns;
  memcpy(memory, d->before, events * sizeof *memory);
  trm_events_save(d->events, memory + events);
  trm_breaks_save(d->breaks, memory + 2 * events);
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
  memory += NUMBERS;
  memcpy(d->next, memory, d->flow->n * sizeof *memory);
  memory += d->flow->n;
  const double *stepper = memory;
  memory += d->stepper->memory_count;
  trm_flow_load(d->flow, memory);
  memory += trm_flow_memory(d->flow);
  memcpy(d->flow->state->angle, memory, turns * sizeof *memory);
  memory += turns;
  memcpy(d->before, memory, events * sizeof *memory);
  trm_events_load(d->events, memory + events);
  trm_breaks_load(d->breaks, memory + 2 * events);
  trm_flow_renew(d->flow);
  TrmStatus status = trm_stepper_load(d->stepper, stepper);
  /* the state that was shown last, as a run has it that was not interrupted */
  if (status == TRM_OK) status = trm_dynamics_show(d, n[18]);
  trm_flow_renew(d->flow);
  const TrmIntegratorType *type = d->stepper->type;
  if (status == TRM_OK && type->implicit) status = type->restore(d->stepper);
  load_counts(d, n);
  trm_dynamics_pace(d);
  return status;
}
