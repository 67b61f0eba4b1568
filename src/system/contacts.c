/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts: meetings of surfaces, and what the laws of compliant ones put on the columns.
 */
#include "system/contacts.h"
#include "math/mat3.h"
#include "system/contacts_data.h"
#include <stdint.h>
#include <string.h>

static const TrmSurface *surface(const TrmContactPlan *plan, size_t index) {
  return &plan->contact->sides[index].surface;
}

static const TrmBodyMotion *motion_of(const TrmState *state, int body) {
  return body < 0 ? &trm_ground_motion : &state->body[body];
}

/* a walk over meetings */
typedef struct Walk {
  const TrmEquations *eq;
  TrmState *state;
  const TrmContactPlan *plan;
  size_t contact;
  double margin;
  TrmMeet meet;
  void *context;
} Walk;

static int is_on(const TrmEquations *eq, TrmState *state, const TrmContactPlan *plan) {
  (void)eq;
  TrmSituation at = {state->time, state->body, state->externals};
  return !plan->active || trm_program_value(plan->active, &at, state->scratch) != 0;
}

/* the gap of the balls around two surfaces; -infinite when one has none */
static double apart(const TrmState *state, const TrmSurface *a, const TrmSurface *b) {
  double p[3], q[3], reach = a->reach + b->reach;
  if (!isfinite(reach)) return -HUGE_VAL;
  trm_mat3_apply(motion_of(state, a->body)->R, a->centre, p);
  trm_vec3_add(p, 1, motion_of(state, a->body)->r, p);
  trm_mat3_apply(motion_of(state, b->body)->R, b->centre, q);
  trm_vec3_add(q, 1, motion_of(state, b->body)->r, q);
  trm_vec3_add(q, -1, p, q);
  return trm_vec3_norm(q) - reach;
}

static void meet_pair(const Walk *walk, size_t first, size_t second, size_t slot) {
  TrmEncounter *e = walk->state->contact->encounter;
  const TrmSurface *a = surface(walk->plan, first), *b = surface(walk->plan, second);
  e->surface[0] = a;
  e->surface[1] = b;
  e->motion[0] = motion_of(walk->state, a->body);
  e->motion[1] = motion_of(walk->state, b->body);
  e->planar = walk->eq->system->planar;
  e->margin = walk->margin;
  trm_encounter_find(e);
  TrmMeeting meeting = {walk->contact, first, second, slot, e};
  walk->meet(walk->context, &meeting);
}

static void meet_swept(void *context, size_t first, size_t second) {
  const Walk *walk = context;
  meet_pair(walk, first, second, SIZE_MAX);
}

void trm_contacts_meet(const TrmEquations *eq, TrmState *state, size_t contact, double margin,
                       TrmMeet meet, void *context) {
  const TrmContactPlan *plan = &eq->contacts->plan[contact];
  Walk walk = {eq, state, plan, contact, margin, meet, context};
  if (!plan->contact->ready || !is_on(eq, state, plan)) return;
  if (plan->swept) {
    trm_contacts_sweep(plan, state, margin, meet_swept, &walk);
    return;
  }
  for (size_t i = 0; i < plan->pair_count; i++) {
    const TrmContactPair *pair = &plan->pairs[i];
    const TrmSurface *a = surface(plan, pair->first), *b = surface(plan, pair->second);
    if (apart(state, a, b) <= margin) meet_pair(&walk, pair->first, pair->second, pair->slot);
  }
}

/* a call for the law of a touch */
static TrmForceCall begin_call(const TrmEquations *eq, TrmState *state, const TrmEncounter *e,
                               size_t n) {
  static const TrmFrame centre = {.body = -1};
  return (TrmForceCall){.n = n,
                        .units = &eq->system->units,
                        .site = {{e->motion[0], &centre, NULL}, {e->motion[1], &centre, NULL}},
                        .work = state->contact->work};
}

/* approach speed when the touch began; 0: not known */
static double begun(const TrmEquations *eq, const TrmState *state, const TrmMeeting *meeting,
                    const TrmTouch *touch) {
  if (meeting->slot == SIZE_MAX) return 0;
  return state->angle[eq->contacts->first_slot + meeting->slot + touch->slot];
}

/* the law of touch i of a meeting, values or with slopes by the couple's columns */
static void act(const TrmEquations *eq, TrmState *state, const TrmMeeting *meeting, size_t i,
                const TrmCouple *couple, TrmForceCall *call, TrmTouchJets *jets,
                TrmContactAct *done) {
  const TrmTouch *touch = &meeting->touches->touch[i];
  *call = begin_call(eq, state, meeting->touches, couple ? couple->column_count : 0);
  for (int side = 0; couple && side < 2; side++) call->site[side].entry = couple->entry[side];
  trm_touch_jets(touch, call, jets);
  trm_contact_act(&eq->system->contacts[meeting->contact].law, call, jets,
                  begun(eq, state, meeting, touch), done);
}

typedef struct Sum {
  const TrmEquations *eq;
  TrmState *state;
  double *Q;
  TrmForceEnergy *energy;
  TrmContactReport *report;
  const TrmItem *broken;
  double nearest, weight;
} Sum;

/* force F on the first at p, the opposite on the second */
static void add_wrench(const TrmEquations *eq, const TrmMeeting *meeting, const double p[3],
                       const double F[3], double *Q) {
  for (int side = 0; side < 2; side++) {
    int body = meeting->touches->surface[side]->body;
    if (body < 0) continue;
    const TrmBodyMotion *m = meeting->touches->motion[side];
    const int *column = eq->body_column[body];
    double arm[3], moment[3], turned[3], sign = side ? -1 : 1;
    trm_vec3_add(p, -1, m->r, arm);
    trm_vec3_cross(arm, F, moment);
    trm_mat3_apply_transposed(m->R, moment, turned);
    for (int k = 0; k < 3; k++) {
      if (column[k] >= 0) Q[column[k]] += sign * F[k];
      if (column[3 + k] >= 0) Q[column[3 + k]] += sign * turned[k];
    }
  }
}

static void meet_apply(void *context, const TrmMeeting *meeting) {
  Sum *sum = context;
  for (size_t i = 0; i < meeting->touches->count; i++) {
    TrmForceCall call;
    TrmTouchJets jets;
    TrmContactAct done;
    if (meeting->touches->touch[i].gap >= 0) continue;
    act(sum->eq, sum->state, meeting, i, NULL, &call, &jets, &done);
    add_wrench(sum->eq, meeting, jets.point, done.force, sum->Q);
  }
}

/* run over all compliant contacts */
static void each(const TrmEquations *eq, TrmState *state, double margin, TrmMeet meet, Sum *sum) {
  sum->eq = eq;
  sum->state = state;
  for (size_t i = 0; i < eq->contacts->count; i++)
    if (!eq->system->contacts[i].rigid) trm_contacts_meet(eq, state, i, margin, meet, sum);
}

void trm_contacts_apply(const TrmEquations *eq, TrmState *state, double *Q) {
  Sum sum = {.Q = Q};
  each(eq, state, 0, meet_apply, &sum);
}

/* how fast the gap of a touch changes: its slopes by positions times velocities */
static double gap_rate(const TrmEquations *eq, TrmState *state, const TrmMeeting *meeting,
                       const TrmTouch *touch) {
  static const int entry[2][12] = {{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}};
  TrmForceCall call = begin_call(eq, state, meeting->touches, 12);
  TrmTouchJets jets;
  double rate = 0;
  for (int side = 0; side < 2; side++) call.site[side].entry = entry[side];
  trm_touch_jets(touch, &call, &jets);
  for (int side = 0; side < 2; side++) {
    const TrmBodyMotion *m = meeting->touches->motion[side];
    for (int k = 0; k < 3; k++)
      rate += jets.gap[entry[side][k]] * m->v[k] + jets.gap[entry[side][3 + k]] * m->w[k];
  }
  return rate;
}

static void meet_energy(void *context, const TrmMeeting *meeting) {
  Sum *sum = context;
  const TrmContactLaw *law = &sum->eq->system->contacts[meeting->contact].law;
  for (size_t i = 0; i < meeting->touches->count; i++) {
    const TrmTouch *touch = &meeting->touches->touch[i];
    TrmForceCall call;
    TrmTouchJets jets;
    TrmContactAct done;
    if (touch->gap >= 0) continue;
    act(sum->eq, sum->state, meeting, i, NULL, &call, &jets, &done);
    sum->energy->potential += done.potential;
    sum->energy->dissipation += done.dissipation;
    sum->energy->power += done.dissipation;
    /* of what a side cuts off, and on a rim beside its lowest place, the spring does not do what
     * its depth says */
    int cut = touch->kind == TRM_TOUCH_CUT_PLANE || touch->kind == TRM_TOUCH_SPOT_FACE ||
              touch->kind == TRM_TOUCH_CUT_RIM;
    if (!cut && !(touch->kind == TRM_TOUCH_RIM_PLANE && touch->sine != 0)) continue;
    double spring = law->stiffness * pow(-touch->gap, law->exponent);
    double rate = gap_rate(sum->eq, sum->state, meeting, touch);
    sum->energy->power -= spring * (rate + done.approach);
  }
}

void trm_contacts_energy(const TrmEquations *eq, TrmState *state, TrmForceEnergy *energy) {
  Sum sum = {.energy = energy};
  each(eq, state, 0, meet_energy, &sum);
}

static void meet_broken(void *context, const TrmMeeting *meeting) {
  Sum *sum = context;
  for (size_t i = 0; i < meeting->touches->count; i++) {
    TrmForceCall call;
    TrmTouchJets jets;
    TrmContactAct done;
    act(sum->eq, sum->state, meeting, i, NULL, &call, &jets, &done);
    double all = done.force[0] + done.force[1] + done.force[2];
    if (!isfinite(all)) sum->broken = sum->eq->system->contacts[meeting->contact].item;
  }
}

const TrmItem *trm_contacts_broken(const TrmEquations *eq, TrmState *state) {
  Sum sum = {0};
  each(eq, state, 0, meet_broken, &sum);
  return sum.broken;
}

static void meet_report(void *context, const TrmMeeting *meeting) {
  Sum *sum = context;
  TrmContactReport *report = sum->report;
  const TrmEncounter *e = meeting->touches;
  sum->nearest = fmin(sum->nearest, e->nearest);
  for (size_t i = 0; i < e->count; i++) {
    const TrmTouch *touch = &e->touch[i];
    TrmForceCall call;
    TrmTouchJets jets;
    TrmContactAct done = {0};
    int rigid = sum->eq->system->contacts[meeting->contact].rigid;
    if (touch->gap < 0 && !rigid) {
      act(sum->eq, sum->state, meeting, i, NULL, &call, &jets, &done);
      trm_vec3_add(report->force, 1, done.force, report->force);
      report->press += done.press;
    }
    report->touches += done.press > 0;
    if (sum->weight == 0 && (done.press > 0 || touch->gap <= report->gap)) {
      memcpy(report->point, touch->point, sizeof report->point);
      memcpy(report->normal, touch->normal, sizeof report->normal);
    }
    report->gap = fmin(report->gap, touch->gap);
    if (!(done.press > 0)) continue;
    /* the mean so far, and what is new */
    sum->weight += done.press;
    double share = done.press / sum->weight;
    for (int k = 0; k < 3; k++) {
      report->point[k] += share * (touch->point[k] - report->point[k]);
      report->normal[k] += share * (touch->normal[k] - report->normal[k]);
    }
  }
}

void trm_contacts_report(const TrmEquations *eq, TrmState *state, size_t contact,
                         TrmContactReport *report) {
  const TrmContactPlan *plan = &eq->contacts->plan[contact];
  Sum sum = {.eq = eq, .state = state, .report = report, .nearest = HUGE_VAL};
  *report = (TrmContactReport){.gap = HUGE_VAL};
  /* far apart is told from near only where there are few */
  double margin = plan->swept ? plan->cell : HUGE_VAL;
  trm_contacts_meet(eq, state, contact, margin, meet_report, &sum);
  if (!isfinite(report->gap)) report->gap = isfinite(sum.nearest) ? sum.nearest : margin;
  if (!isfinite(report->gap)) report->gap = 0;
  if (!plan->contact->rigid) return;
  const TrmBorne *borne = &state->contact->borne[contact];
  if (borne->touches > 0) {
    memcpy(report->force, borne->force, sizeof report->force);
    memcpy(report->point, borne->point, sizeof report->point);
    memcpy(report->normal, borne->normal, sizeof report->normal);
    report->press = borne->press;
    report->touches = borne->touches;
    return;
  }
  memcpy(report->force, state->contact->rigid + 4 * contact, sizeof report->force);
  report->press = state->contact->rigid[4 * contact + 3];
}
