/* SPDX-License-Identifier: Apache-2.0
 *
 * Slopes, switching functions and memory of contacts. The slopes of a couple of bodies are handed
 * out as one block, zero where nothing touches, so that their pattern does not change.
 */
#include "math/mat3.h"
#include "system/contacts_data.h"
#include <stdint.h>
#include <string.h>

/* the meeting of one pair of few */
static TrmMeeting meet_at(const TrmEquations *eq, TrmState *state, size_t contact,
                          const TrmContactPair *pair, double margin) {
  const TrmContactPlan *plan = &eq->contacts->plan[contact];
  size_t number[2] = {pair->first, pair->second};
  TrmEncounter *e = state->contact->encounter;
  e->planar = eq->system->planar;
  e->margin = margin;
  for (int side = 0; side < 2; side++) {
    const TrmSurface *s = &plan->contact->sides[number[side]].surface;
    e->surface[side] = s;
    e->motion[side] = s->body < 0 ? &trm_ground_motion : &state->body[s->body];
  }
  trm_encounter_find(e);
  return (TrmMeeting){contact, pair->first, pair->second, pair->slot, e};
}

static int is_on(TrmState *state, const TrmContactPlan *plan) {
  TrmSituation at = {state->time, state->body, state->externals};
  return !plan->active || trm_program_value(plan->active, &at, state->scratch) != 0;
}

/* add the slopes of a touch to the couple's block */
static void add_touch(const TrmEquations *eq, TrmState *state, const TrmMeeting *meeting, size_t i,
                      const TrmCouple *couple) {
  static const TrmFrame centre = {.body = -1};
  const TrmEncounter *e = meeting->touches;
  const TrmTouch *touch = &e->touch[i];
  size_t n = couple->column_count;
  double *memory = &state->angle[eq->contacts->first_slot + meeting->slot + touch->slot];
  TrmForceCall call = {.n = n,
                       .units = &eq->system->units,
                       .site = {{e->motion[0], &centre, couple->entry[0]},
                                {e->motion[1], &centre, couple->entry[1]}},
                       .work = state->contact->work};
  TrmTouchJets jets;
  TrmContactAct done;
  trm_touch_jets(touch, &call, &jets);
  trm_contact_act(&eq->system->contacts[meeting->contact].law, &call, &jets, *memory, &done);
  call.force = done.force;
  call.torque = trm_force_zero(&call);
  double *moved = trm_force_vector(&call), *turned = trm_force_vector(&call);
  for (int side = 0; side < 2; side++) {
    if (couple->body[side] < 0) continue;
    trm_force_on_body(&call, side, jets.point, moved, turned);
    for (size_t k = 0; k < 6; k++)
      for (size_t c = 0; c < n; c++)
        state->contact->block[24 * (6 * (size_t)side + k) + c] +=
            (k < 3 ? moved : turned)[3 * (c + 1) + k % 3];
  }
}

static void put_couple(const TrmEquations *eq, TrmState *state, const TrmCouple *couple,
                       const TrmForceSlopes *s) {
  const TrmAdd add[2] = {s->force_by_position, s->force_by_velocity};
  size_t n = eq->column_count;
  for (int side = 0; side < 2; side++)
    for (size_t k = 0; k < 6; k++) {
      int row = couple->body[side] < 0 ? -1 : eq->body_column[couple->body[side]][k];
      if (row < 0) continue;
      for (size_t c = 0; c < couple->column_count; c++) {
        size_t column = couple->column[c], kind = column >= n;
        double value = state->contact->block[24 * (6 * (size_t)side + k) + c];
        if (add[kind]) add[kind](s->context, (size_t)row, column - kind * n, value);
      }
    }
}

void trm_contacts_slopes(const TrmEquations *eq, TrmState *state, const TrmForceSlopes *slopes) {
  const struct TrmContacts *c = eq->contacts;
  if (trm_contacts_many(eq)) return;
  for (size_t i = 0; i < c->count; i++) {
    const TrmContactPlan *plan = &c->plan[i];
    int on = !plan->contact->rigid && plan->contact->ready && is_on(state, plan);
    if (plan->contact->rigid) continue;
    for (size_t k = 0; k < plan->couple_count; k++) {
      const TrmCouple *couple = &plan->couples[k];
      memset(state->contact->block, 0, 12 * 24 * sizeof(double));
      for (size_t p = couple->first; on && p < couple->first + couple->count; p++) {
        TrmMeeting meeting = meet_at(eq, state, i, &plan->pairs[p], 0);
        for (size_t t = 0; t < meeting.touches->count; t++)
          if (meeting.touches->touch[t].gap < 0) add_touch(eq, state, &meeting, t, couple);
      }
      put_couple(eq, state, couple, slopes);
    }
  }
}

int trm_contacts_many(const TrmEquations *eq) {
  const struct TrmContacts *c = eq->contacts;
  for (size_t i = 0; i < c->count; i++)
    if (c->plan[i].swept && !c->plan[i].contact->rigid) return 1;
  return c->couples > TRM_MOST_COUPLES;
}

const TrmItem *trm_contacts_forget(const TrmEquations *eq) {
  const struct TrmContacts *c = eq->contacts;
  for (size_t i = 0; i < c->count; i++) {
    const TrmContact *contact = c->plan[i].contact;
    if (c->plan[i].swept && !contact->rigid && contact->law.rebound > 0) return contact->item;
  }
  return NULL;
}

size_t trm_contacts_event_count(const TrmEquations *eq) {
  return eq->contacts->events;
}

/* the gaps of a pair's slots */
static void gaps_of(const TrmMeeting *meeting, const TrmContactPair *pair, double *gaps) {
  const TrmEncounter *e = meeting->touches;
  for (size_t k = 0; k < pair->slots; k++) gaps[k] = HUGE_VAL;
  for (size_t i = 0; i < e->count; i++) {
    double *gap = &gaps[e->touch[i].slot];
    if (!(e->touch[i].gap >= *gap)) *gap = e->touch[i].gap;
  }
  for (size_t k = 0; k < pair->slots; k++) {
    if (gaps[k] == HUGE_VAL) gaps[k] = e->nearest;
    if (gaps[k] == HUGE_VAL) gaps[k] = 1;
  }
}

void trm_contacts_event_values(const TrmEquations *eq, TrmState *state, double *values) {
  const struct TrmContacts *c = eq->contacts;
  TrmSituation at = {state->time, state->body, state->externals};
  for (size_t i = 0; i < c->count; i++) {
    const TrmContactPlan *plan = &c->plan[i];
    for (size_t k = 0; k < plan->pair_count && !plan->contact->rigid; k++) {
      TrmMeeting meeting = meet_at(eq, state, i, &plan->pairs[k], HUGE_VAL);
      gaps_of(&meeting, &plan->pairs[k], values + plan->pairs[k].slot);
    }
  }
  values += c->slots;
  for (size_t i = 0; i < c->count; i++) {
    if (!c->plan[i].active) continue;
    trm_program_event_values(c->plan[i].active, &at, state->scratch, values);
    values += trm_program_events(c->plan[i].active);
  }
}

const TrmItem *trm_contacts_event_item(const TrmEquations *eq, size_t k) {
  const struct TrmContacts *c = eq->contacts;
  size_t passed = c->slots;
  for (size_t i = 0; i < c->count; i++) {
    const TrmContactPlan *plan = &c->plan[i];
    for (size_t p = 0; p < plan->pair_count && !plan->contact->rigid; p++)
      if (k >= plan->pairs[p].slot && k < plan->pairs[p].slot + plan->pairs[p].slots)
        return plan->contact->item;
  }
  for (size_t i = 0; i < c->count; i++) {
    passed += c->plan[i].active ? trm_program_events(c->plan[i].active) : 0;
    if (k >= c->slots && k < passed) return c->plan[i].contact->item;
  }
  return NULL;
}

const char *trm_contacts_gaps_of(const TrmEquations *eq, size_t k, size_t *first, size_t *end) {
  const struct TrmContacts *c = eq->contacts;
  for (size_t i = 0; i < c->count; i++) {
    const TrmContactPlan *plan = &c->plan[i];
    if (plan->contact->rigid || !plan->pair_count) continue;
    const TrmContactPair *last = &plan->pairs[plan->pair_count - 1];
    *first = plan->pairs[0].slot;
    *end = last->slot + last->slots;
    if (k >= *first && k < *end) return plan->contact->item->name;
  }
  return NULL;
}

/* approach speed at a touch */
static double approach_of(const TrmEquations *eq, TrmState *state, const TrmMeeting *meeting,
                          const TrmTouch *touch) {
  static const TrmFrame centre = {.body = -1};
  const TrmEncounter *e = meeting->touches;
  TrmForceCall call = {.units = &eq->system->units,
                       .site = {{e->motion[0], &centre, NULL}, {e->motion[1], &centre, NULL}},
                       .work = state->contact->work};
  return trm_vec3_dot(touch->normal, trm_contact_velocity(&call, touch->point));
}

void trm_contacts_accept(const TrmEquations *eq, TrmState *state) {
  const struct TrmContacts *c = eq->contacts;
  for (size_t i = 0; i < c->count; i++) {
    const TrmContactPlan *plan = &c->plan[i];
    if (plan->contact->rigid || !(plan->contact->law.rebound > 0)) continue;
    for (size_t k = 0; k < plan->pair_count; k++) {
      const TrmContactPair *pair = &plan->pairs[k];
      double *memory = &state->angle[c->first_slot + pair->slot], gaps[TRM_MOST_SLOTS];
      TrmMeeting meeting = meet_at(eq, state, i, pair, HUGE_VAL);
      gaps_of(&meeting, pair, gaps);
      for (size_t s = 0; s < pair->slots; s++) {
        if (gaps[s] > 0) memory[s] = 0;
        if (gaps[s] > 0 || memory[s] > 0) continue;
        for (size_t t = 0; t < meeting.touches->count; t++)
          if (meeting.touches->touch[t].slot == s)
            memory[s] =
                fmax(memory[s], approach_of(eq, state, &meeting, &meeting.touches->touch[t]));
        memory[s] = fmax(memory[s], TRM_CONTACT_SLOW);
      }
    }
  }
}
