/* SPDX-License-Identifier: Apache-2.0
 *
 * Touches of a step: their directions, arms and what an impulse moves, and the impulses that the
 * same touches bore in the step before.
 */
#include "formulation/leap.h"
#include "math/mat3.h"
#include <math.h>
#include <string.h>

/* two directions across n, which depend on n alone */
static void lay_across(const double n[3], double a[3], double b[3]) {
  double axis[3] = {0, 0, 0};
  axis[fabs(n[2]) > 0.9 ? 0 : 2] = 1;
  trm_vec3_cross(axis, n, a);
  trm_vec3_unit(a, a);
  trm_vec3_cross(n, a, b);
}

/* arms, and what a unit impulse along each direction does */
static void lay_arms(const TrmLeap *leap, const TrmEncounter *e, const double point[3],
                     TrmStrike *s) {
  for (int k = 0; k < 3; k++) s->size[k] = 0;
  for (int side = 0; side < 2; side++) {
    int body = s->body[side];
    const TrmBodyMotion *m = e->motion[side];
    double arm[3], moment[3];
    if (body < 0) continue;
    trm_vec3_add(point, -1, m->r, arm);
    for (int k = 0; k < 3; k++) {
      const double *d = s->direction[k];
      trm_vec3_cross(arm, d, moment);
      trm_mat3_apply_transposed(m->R, moment, s->turn[side][k]);
      trm_mat3_apply(leap->twist[body], s->turn[side][k], s->spin[side][k]);
      s->size[k] += trm_vec3_dot(s->turn[side][k], s->spin[side][k]);
      for (int i = 0; i < 3; i++) s->size[k] += leap->light[body][i] * d[i] * d[i];
    }
  }
}

/* velocity of the second less that of the first along a direction, at given speeds */
static double rate_of(const TrmStrike *s, double (*speed)[6], int k) {
  double rate = 0;
  for (int side = 0; side < 2; side++) {
    if (s->body[side] < 0) continue;
    const double *v = speed[s->body[side]];
    double sum = trm_vec3_dot(s->direction[k], v) + trm_vec3_dot(s->turn[side][k], v + 3);
    rate += side ? sum : -sum;
  }
  return rate;
}

static size_t place_of(const TrmLeap *leap, const TrmStrike *s) {
  size_t key = s->contact;
  key = key * 1000003u + s->first;
  key = key * 1000003u + s->second;
  key = key * 1000003u + s->touch;
  key ^= key >> 17;
  return key % leap->table_size;
}

/* the impulse of the same touch in the step before, turned with it */
static void begin_with(const TrmLeap *leap, TrmStrike *s) {
  for (int i = leap->table[place_of(leap, s)]; i > 0; i = leap->link[i - 1]) {
    const TrmStrike *was = &leap->last[i - 1];
    if (was->contact != s->contact || was->first != s->first || was->second != s->second ||
        was->touch != s->touch)
      continue;
    double across[3] = {0, 0, 0};
    for (int k = 1; k < 3; k++) trm_vec3_add(across, was->impulse[k], was->direction[k], across);
    double part = leap->last_h > 0 ? leap->h / leap->last_h : 1;
    s->impulse[0] = part * was->impulse[0];
    for (int k = 1; k < 3; k++) s->impulse[k] = part * trm_vec3_dot(across, s->direction[k]);
    s->lift = was->lift;
    return;
  }
}

/* a part of the size of the smaller body */
static double slack_of(const TrmLeap *leap, const TrmStrike *s) {
  static const double part = 2e-4;
  double size = HUGE_VAL;
  for (int side = 0; side < 2; side++)
    if (s->body[side] >= 0 && leap->arm[s->body[side]] > 0)
      size = fmin(size, leap->arm[s->body[side]]);
  return part * size;
}

static void meet(void *context, const TrmMeeting *meeting) {
  TrmLeap *leap = context;
  const TrmEncounter *e = meeting->touches;
  const TrmContactLaw *law = &leap->eq->system->contacts[meeting->contact].law;
  for (size_t i = 0; i < e->count; i++) {
    const TrmTouch *touch = &e->touch[i];
    if (leap->count == leap->capacity || !isfinite(touch->gap)) {
      leap->full = 1;
      return;
    }
    TrmStrike *s = &leap->strikes[leap->count++];
    *s = (TrmStrike){.body = {e->surface[0]->body, e->surface[1]->body},
                     .contact = meeting->contact,
                     .first = meeting->first,
                     .second = meeting->second,
                     .touch = i,
                     .gap = touch->gap};
    memcpy(s->direction[0], touch->normal, sizeof s->direction[0]);
    lay_across(touch->normal, s->direction[1], s->direction[2]);
    lay_arms(leap, e, touch->point, s);
    double approach = rate_of(s, leap->before, 0);
    double slide = hypot(rate_of(s, leap->before, 1), rate_of(s, leap->before, 2));
    if (law->rubs) s->mu = slide < law->stick ? law->mu_static : law->mu_dynamic;
    /* up to the touch in this step, or back from it */
    s->bias = fmax(touch->gap, 0) / leap->h;
    if (law->restitution > 0 && approach < 0 && touch->gap + leap->h * approach <= 0)
      s->bias = law->restitution * approach;
    s->slack = slack_of(leap, s);
    begin_with(leap, s);
    leap->deepest = fmax(leap->deepest, -touch->gap);
  }
}

void trm_leap_gather(TrmFlow *flow, double margin) {
  TrmLeap *leap = flow->leap;
  leap->count = 0;
  leap->full = 0;
  for (size_t i = 0; i < flow->eq->system->contact_count; i++)
    if (flow->eq->system->contacts[i].rigid)
      trm_contacts_meet(flow->eq, flow->state, i, margin, meet, leap);
  if (leap->count > leap->most) leap->most = leap->count;
}

void trm_leap_renew(TrmLeap *leap) {
  leap->last_count = 0;
  memset(leap->table, 0, leap->table_size * sizeof *leap->table);
}

void trm_leap_keep(TrmLeap *leap) {
  TrmStrike *swap = leap->last;
  leap->last = leap->strikes;
  leap->strikes = swap;
  leap->last_count = leap->count;
  leap->last_h = leap->h;
  memset(leap->table, 0, leap->table_size * sizeof *leap->table);
  for (size_t i = 0; i < leap->last_count; i++) {
    int *head = &leap->table[place_of(leap, &leap->last[i])];
    leap->link[i] = *head;
    *head = (int)i + 1;
  }
}
