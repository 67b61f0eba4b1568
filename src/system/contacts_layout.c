/* SPDX-License-Identifier: Apache-2.0
 *
 * Layout of contacts: pairs of surfaces by pairs of bodies, the slots of their touches, and what
 * the grid needs.
 */
#include "system/contacts_data.h"
#include <stdlib.h>
#include <string.h>

static size_t count_pairs(const TrmContact *contact) {
  size_t count = 0;
  for (size_t i = 0; i < contact->surface_count; i++)
    for (size_t k = i + 1; k < contact->surface_count; k++)
      count += trm_contact_meets(contact, i, k) != 0;
  return count;
}

/* by bodies of first and second, then as they stand */
typedef struct Keyed {
  int body[2];
  TrmContactPair pair;
} Keyed;

static int compare(const void *a, const void *b) {
  const Keyed *p = a, *q = b;
  for (int k = 0; k < 2; k++)
    if (p->body[k] != q->body[k]) return p->body[k] < q->body[k] ? -1 : 1;
  if (p->pair.first != q->pair.first) return p->pair.first < q->pair.first ? -1 : 1;
  return p->pair.second < q->pair.second ? -1 : p->pair.second > q->pair.second;
}

static void lay_pairs(TrmEquations *eq, TrmContactPlan *plan, size_t count) {
  const TrmContact *contact = plan->contact;
  Keyed *keyed = trm_arena_array(eq->arena, count + 1, sizeof *keyed);
  size_t n = 0;
  for (size_t i = 0; i < contact->surface_count; i++)
    for (size_t k = i + 1; k < contact->surface_count; k++) {
      int order = trm_contact_meets(contact, i, k);
      if (!order) continue;
      size_t first = order > 0 ? i : k, second = order > 0 ? k : i;
      keyed[n].pair = (TrmContactPair){.first = first, .second = second};
      keyed[n].body[0] = contact->sides[first].surface.body;
      keyed[n++].body[1] = contact->sides[second].surface.body;
    }
  qsort(keyed, n, sizeof *keyed, compare);
  plan->pairs = trm_arena_array(eq->arena, n + 1, sizeof *plan->pairs);
  plan->pair_count = n;
  for (size_t i = 0; i < n; i++) plan->pairs[i] = keyed[i].pair;
}

static const TrmSurface *surface(const TrmContactPlan *plan, size_t index) {
  return &plan->contact->sides[index].surface;
}

/* columns of a couple and the jet entries of its bodies */
static void lay_columns(const TrmEquations *eq, TrmCouple *couple) {
  size_t n = eq->column_count;
  for (int side = 0; side < 2; side++)
    for (int k = 0; k < 12; k++) {
      int body = couple->body[side], column = body < 0 ? -1 : eq->body_column[body][k % 6];
      if (column < 0) continue;
      couple->column[couple->column_count++] = (size_t)column + (k < 6 ? 0 : n);
      couple->entry[side][k] = (int)couple->column_count;
    }
}

static void lay_couples(TrmEquations *eq, TrmContactPlan *plan) {
  plan->couples = trm_arena_array(eq->arena, plan->pair_count + 1, sizeof *plan->couples);
  for (size_t i = 0; i < plan->pair_count; i++) {
    TrmContactPair *pair = &plan->pairs[i];
    int body[2] = {surface(plan, pair->first)->body, surface(plan, pair->second)->body};
    TrmCouple *last = plan->couple_count ? &plan->couples[plan->couple_count - 1] : NULL;
    if (last && memcmp(last->body, body, sizeof body) == 0) {
      last->count++;
      continue;
    }
    TrmCouple *couple = &plan->couples[plan->couple_count++];
    *couple = (TrmCouple){.body = {body[0], body[1]}, .first = i, .count = 1};
    lay_columns(eq, couple);
  }
}

static int compare_sizes(const void *a, const void *b) {
  double p = *(const double *)a, q = *(const double *)b;
  return p < q ? -1 : p > q;
}

/* surfaces more than four times as large as the median are compared with all others */
static void lay_grid(TrmEquations *eq, TrmContactPlan *plan) {
  size_t n = plan->contact->surface_count;
  double *reach = trm_arena_array(eq->arena, n + 1, sizeof *reach);
  plan->small = trm_arena_array(eq->arena, n + 1, sizeof *plan->small);
  plan->large = trm_arena_array(eq->arena, n + 1, sizeof *plan->large);
  for (size_t i = 0; i < n; i++) reach[i] = surface(plan, i)->reach;
  qsort(reach, n, sizeof *reach, compare_sizes);
  double most = 4 * reach[n / 2];
  for (size_t i = 0; i < n; i++) {
    double size = surface(plan, i)->reach;
    if (size <= most && isfinite(size)) {
      plan->small[plan->small_count++] = i;
      plan->cell = fmax(plan->cell, 2 * size);
    } else {
      plan->large[plan->large_count++] = i;
    }
  }
}

void trm_contacts_layout(TrmEquations *eq) {
  const TrmSystem *system = eq->system;
  struct TrmContacts *c = trm_arena_alloc(eq->arena, sizeof *c);
  eq->contacts = c;
  c->count = system->contact_count;
  c->plan = trm_arena_array(eq->arena, c->count + 1, sizeof *c->plan);
  for (size_t i = 0; i < c->count; i++) {
    TrmContactPlan *plan = &c->plan[i];
    const TrmContact *contact = &system->contacts[i];
    plan->contact = contact;
    if (!contact->ready) continue;
    if (contact->active) plan->active = trm_system_program(system, contact->active);
    if (plan->active) c->events += trm_program_events(plan->active);
    size_t pairs = count_pairs(contact);
    plan->swept = pairs > TRM_FEW_PAIRS;
    if (plan->swept) {
      lay_grid(eq, plan);
      if (plan->small_count > c->most_small) c->most_small = plan->small_count;
      continue;
    }
    lay_pairs(eq, plan, pairs);
    lay_couples(eq, plan);
    if (contact->rigid) continue;
    c->couples += plan->couple_count;
    for (size_t k = 0; k < plan->pair_count; k++) {
      TrmContactPair *pair = &plan->pairs[k];
      pair->slots = trm_surface_slots(surface(plan, pair->first), surface(plan, pair->second));
      pair->slot = c->slots;
      c->slots += pair->slots;
    }
  }
  c->events += c->slots;
  c->first_slot = eq->turn_count;
  eq->turn_count += c->slots;
}

size_t trm_contacts_room(const TrmEquations *eq, size_t contact) {
  const TrmContactPlan *plan = &eq->contacts->plan[contact];
  size_t surfaces = plan->contact->surface_count;
  if (plan->swept) return 32 * surfaces;
  return 16 * (plan->pair_count < 64 * surfaces ? plan->pair_count : 64 * surfaces);
}

void trm_contacts_start(TrmArena *arena, const TrmEquations *eq, TrmState *state) {
  const struct TrmContacts *c = eq->contacts;
  struct TrmContactState *s = trm_arena_alloc(arena, sizeof *s);
  size_t most = 0;
  state->contact = s;
  if (!c->count) return;
  for (size_t i = 0; i < c->count; i++)
    if (c->plan[i].contact->surface_count > most) most = c->plan[i].contact->surface_count;
  s->work = trm_arena_array(arena, (size_t)3 * TRM_CONTACT_JETS * 25, sizeof *s->work);
  s->block = trm_arena_array(arena, 12 * 24, sizeof *s->block);
  s->grid = trm_arena_array(arena, 2 * c->most_small + 1, sizeof *s->grid);
  s->centre = trm_arena_array(arena, most + 1, sizeof *s->centre);
  s->encounter = trm_arena_alloc(arena, sizeof *s->encounter);
  s->rigid = trm_arena_array(arena, 4 * c->count, sizeof *s->rigid);
  s->borne = trm_arena_array(arena, c->count, sizeof *s->borne);
}
