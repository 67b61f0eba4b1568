/* SPDX-License-Identifier: Apache-2.0
 *
 * Dynamics: the loop over steps. A step that crosses an event is repeated so that it ends there:
 * the crossing is found on the dense output, then the step is taken again up to it, so that no step
 * runs over a jump. What begins anew after it does so before the next step, since reports may still
 * look into the last. The balance is E - E0 - work = 0.
 */
#include "analysis/applies.h"
#include "analysis/choice.h"
#include "analysis/dynamics_data.h"
#include "base/clock.h"
#include "system/energy.h"
#include "system/forces.h"
#include "system/onesided.h"
#include "system/rigid.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_BISECTIONS = 80, MOST_RETAKEN = 12, MOST_LOOSE = 200, LOOKS = 64 };

/* how many are counted at a time, and what a run may still take of them: more would be days */
enum { STEPS = 4000, EVENTS = 100 };
static const double most_steps = 1e8, most_events = 1e7;

/* values of the events at y */
static TrmStatus watch_events(TrmDynamics *d, double t, const double *y, double *values) {
  TrmStatus status = trm_flow_unpack(d->flow, t, y);
  if (status != TRM_OK) return status;
  status = trm_flow_act(d->flow);
  if (status == TRM_OK) trm_events_values(d->events, d->flow->state, values);
  return status;
}

/* values at the end of the last step; one that ends onto a crossing meets it but for rounding */
static TrmStatus watch_end(TrmDynamics *d, double *values) {
  TrmStatus status = watch_events(d, d->stepper->t, d->stepper->y, values);
  if (status == TRM_OK && d->sides && d->stepper->t >= d->onto)
    trm_events_settle_sides(d->events, d->before, values);
  return status;
}

/* y inside the last step */
static TrmStatus look_between(TrmDynamics *d, double t, double *y) {
  if (t < d->stepper->t) return trm_stepper_interpolate(d->stepper, t, y);
  memcpy(y, d->stepper->y, d->flow->n * sizeof *y);
  return TRM_OK;
}

/* 1 when an event is crossed on the way to `values`, or has no value there */
static int any_crossed(const TrmDynamics *d, const double *values) {
  for (size_t k = 0; k < trm_events_count(d->events); k++)
    if (isnan(values[k]) || trm_events_crossed(d->events, k, d->before[k], values[k])) return 1;
  return 0;
}

/* 1 when an event is crossed at t inside the last step, `past`: beyond the zero of a one-sided
 * condition; what cannot be looked at is not */
static int crossed_at(TrmDynamics *d, double t, int past) {
  return look_between(d, t, d->y) == TRM_OK && watch_events(d, t, d->y, d->between) == TRM_OK &&
         any_crossed(d, d->between) &&
         !(past && trm_events_on_sides(d->events, d->before, d->between));
}

/* a time in the last step at which an event is crossed, of those a report interval apart, or its
 * end; infinite: none. So what is crossed there and back again is seen. */
static double see_crossing(TrmDynamics *d, int crossed) {
  double from = d->stepper->t_old, h = d->stepper->t - from;
  double looks = d->every > 0 ? fmin(LOOKS, ceil(h / d->every)) : 4;
  for (int i = 1; i < looks; i++) {
    double t = from + h * i / looks;
    if (t > from && crossed_at(d, t, 0)) return t;
  }
  return crossed ? d->stepper->t : HUGE_VAL;
}

/* the first crossing in the last step between `low` and `high`, by bisection of the whole set; a
 * time just behind it */
static double bisect(TrmDynamics *d, double low, double high, int past) {
  for (int i = 0; i < MOST_BISECTIONS; i++) {
    double middle = low + (high - low) / 2;
    if (!(middle > low && middle < high)) break;
    if (crossed_at(d, middle, past)) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return high;
}

/* the first crossing up to `high`. A gap that closes slowly is zero for a while, as far as numbers
 * can tell, from half a step of numbers above to half a step below: the middle of these is taken,
 * so that bounces are not all too short. */
static double find_crossing(TrmDynamics *d, double high) {
  double first = bisect(d, d->stepper->t_old, high, 0), share = 0.5;
  if (!d->sides || !crossed_at(d, first, 0)) return first;
  if (!trm_events_on_sides(d->events, d->before, d->between)) return first;
  /* a step that was ended there */
  if (!crossed_at(d, high, 1)) return high;
  double past = bisect(d, first, high, 1);
  size_t k = crossed_at(d, past, 1) ? trm_events_side_past(d->events, d->before, d->between) : 0;
  double below = k ? d->between[k - 1] : 0;
  if (k && !crossed_at(d, nextafter(first, -HUGE_VAL), 0) && d->between[k - 1] > 0)
    share = d->between[k - 1] / (d->between[k - 1] - below);
  return first + (past - first) * share;
}

/* the values of events that begin the next step: zero that was just reached counts as crossed, zero
 * that stays as what it was */
static void begin_events(TrmDynamics *d) {
  for (size_t k = 0; k < trm_events_count(d->events); k++) {
    int crossed = trm_events_crossed(d->events, k, d->before[k], d->after[k]);
    if (d->after[k] != 0)
      d->before[k] = d->after[k];
    else if (crossed)
      d->before[k] = d->before[k] < 0 ? DBL_MIN : -DBL_MIN;
  }
}

/* carry out what is crossed at the stepper's time; TRM_EVENT_ bits */
static unsigned act(TrmDynamics *d, const double *values, TrmLog *log) {
  unsigned effect = 0;
  for (size_t k = 0; k < trm_events_count(d->events); k++) {
    if (!trm_events_crossed(d->events, k, d->before[k], values[k])) continue;
    d->event_count++;
    unsigned one = trm_events_act(d->events, k, d->flow->state, log);
    if (!(one & TRM_EVENT_CHANGED)) trm_events_rest(d->events, k, d->before[k]);
    if (trm_events_course(d->events, k))
      d->again |= TRM_AGAIN_SPEED, d->switched = trm_events_item(d->events, d->flow->state, k);
    if (one & TRM_EVENT_STOP) d->stopped = trm_events_name(d->events, k);
    if (one & TRM_EVENT_SWITCH) d->again |= TRM_AGAIN_SWITCH;
    const char *name = trm_events_name(d->events, k);
    if (name) trm_happened_add(&d->happened, d->stepper->t, TRM_HAPPENED_USER, name);
    int closes;
    const char *touch = trm_events_touch(d->events, k, d->before, values, &closes);
    if (touch)
      trm_happened_add(&d->happened, d->stepper->t,
                       closes ? TRM_HAPPENED_CONTACT : TRM_HAPPENED_SEPARATION, touch);
    effect |= one;
  }
  return effect;
}

/* begin anew where the last step ended: with what an event left, in coordinates chosen again */
static TrmStatus begin_again(TrmDynamics *d, TrmLog *log) {
  TrmStepper *s = d->stepper;
  TrmStatus status = TRM_OK;
  size_t size = d->flow->n * sizeof *d->y;
  memcpy(d->y, d->again & TRM_AGAIN_EVENT ? d->next : s->y, size);
  if (d->again & TRM_AGAIN_CHOOSE) {
    status = trm_flow_unpack(d->flow, s->t, d->y);
    if (status != TRM_OK) return TRM_FAILED;
    trm_flow_choose(d->flow);
    trm_flow_pack(d->flow, d->flow->state, d->y);
  }
  /* a motion that changes its speed at once, behind this time, gives the bodies theirs */
  if (d->again & TRM_AGAIN_SPEED && d->flow->type->projects) {
    double behind = s->t + 4 * DBL_EPSILON * fabs(s->t);
    if (trm_flow_project(d->flow, behind, d->y) != TRM_OK) return TRM_FAILED;
    trm_dynamics_count_impulse(d, d->y);
  }
  unsigned why = d->again;
  d->again = 0;
  if (d->sides && why & ~(unsigned)TRM_AGAIN_CHOOSE) {
    status = trm_dynamics_switch(d, s->t, d->y, 0, log);
    if (status == TRM_OK) status = watch_events(d, s->t, d->y, d->between);
    if (status != TRM_OK) return TRM_FAILED;
    trm_events_begin_sides(d->events, d->between, d->before);
    if (d->corner.from) trm_dynamics_mark_corner(d, d->y);
  }
  if (why & TRM_AGAIN_METHOD) return trm_choice_switch(d, d->y);
  return s->type->begin(s, s->t, d->y);
}

/* the last step crossed events, seen at `seen`: it is taken again up to the first, and again while
 * that moves, since a jump inside a step spoils what is seen; 1 when it ends there already */
static int ends_there(TrmDynamics *d, double seen, TrmStatus *status) {
  TrmStepper *s = d->stepper;
  double crossing = find_crossing(d, seen);
  TrmStepCount count = s->count;
  *status = TRM_OK;
  double near = 4 * trm_breaks_margin(d->breaks, s->t);
  if (!(crossing > s->t_old && crossing < s->t - near) || d->retaken >= MOST_RETAKEN) return 1;
  *status = trm_stepper_load(s, d->saved);
  s->count = count;
  s->count.steps--;
  s->count.rejected++;
  d->flow->care.done = s->t;
  d->onto = crossing;
  d->retaken++;
  return 0;
}

/* remember what is seen to be crossed at the end of the step */
static void note_sighting(TrmDynamics *d) {
  d->sightings++;
  for (size_t k = 0; k < trm_events_count(d->events); k++)
    if (trm_events_crossed(d->events, k, d->before[k], d->after[k])) d->last_event = k;
}

/* let happen what is crossed at the end of the step */
static TrmStatus happen(TrmDynamics *d, double limit, TrmLog *log) {
  TrmStepper *s = d->stepper;
  for (size_t k = 0; k < trm_events_count(d->events); k++)
    if (isnan(d->after[k])) return TRM_FAILED;
  unsigned effect = act(d, d->after, log);
  /* what happened begins anew from what was set; others may be crossed by that */
  if (effect & TRM_EVENT_CHANGED) {
    if (trm_flow_act(d->flow) != TRM_OK) return TRM_FAILED;
    trm_events_values(d->events, d->flow->state, d->between);
  }
  for (size_t k = 0; k < trm_events_count(d->events) && effect & TRM_EVENT_CHANGED; k++)
    if (trm_events_crossed(d->events, k, d->before[k], d->after[k]) && d->between[k] != 0)
      d->before[k] = d->after[k] = d->between[k];
  begin_events(d);
  if (trm_pace_hopeless(&d->event_pace, ++d->instants, s->t, limit)) return TRM_BAD_MODEL;
  if (!(effect & TRM_EVENT_RESTART)) return TRM_OK;
  trm_flow_pack(d->flow, d->flow->state, d->next);
  if (d->flow->counts_work)
    memcpy(d->next + d->flow->work, s->y + d->flow->work, 2 * sizeof *d->next);
  d->again |= TRM_AGAIN_EVENT;
  return TRM_OK;
}

void trm_dynamics_pace(TrmDynamics *d) {
  const TrmStepCount *count = &d->stepper->count;
  trm_pace_begin(&d->step_pace, STEPS, most_steps, d->stepper->t);
  trm_pace_begin(&d->event_pace, EVENTS, most_events, d->stepper->t);
  d->step_pace.began = count->steps + count->rejected;
  d->event_pace.began = d->instants;
}

/* one step that ends at the next break of functions in time, just behind it, if it comes that far;
 * up to there they are what they were before it */
static TrmStatus step_to(TrmDynamics *d, double limit) {
  TrmStepper *s = d->stepper;
  double next = trm_breaks_next(d->breaks, s->t), margin = trm_breaks_margin(d->breaks, next);
  if (next - margin < limit) {
    limit = fmin(limit, next + margin);
    d->flow->latest = next - margin;
  }
  double began = d->flow->timed ? trm_clock() : 0;
  TrmStatus status = s->type->step(s, limit);
  if (d->flow->timed) d->watch.stepping += trm_clock() - began;
  d->flow->latest = HUGE_VAL;
  return status;
}

/* one step, or one that has to be taken again, and what follows from it */
static TrmStatus one_step(TrmDynamics *d, double limit, TrmLog *log) {
  TrmStepper *s = d->stepper;
  size_t count = trm_events_count(d->events);
  TrmStatus status = d->again ? begin_again(d, log) : TRM_OK;
  if (status != TRM_OK) return status;
  s = d->stepper;
  if (count) trm_stepper_save(s, d->saved);
  d->switched = NULL;
  status = step_to(d, fmin(limit, d->onto));
  if (status == TRM_FAILED && d->choice && trm_choice_retreat(d)) {
    d->again |= TRM_AGAIN_METHOD;
    return TRM_OK;
  }
  if (status != TRM_OK) return status;
  int slow = d->step_pace.slow;
  if (trm_pace_hopeless(&d->step_pace, s->count.steps + s->count.rejected, s->t, limit))
    return TRM_BAD_MODEL;
  if (d->step_pace.slow > slow) d->slow_sightings = d->sightings;
  if (count) {
    status = watch_end(d, d->after);
    if (status != TRM_OK) return status;
    int crossed = any_crossed(d, d->after);
    double seen = see_crossing(d, crossed);
    if (crossed) note_sighting(d);
    if (seen < HUGE_VAL && !ends_there(d, seen, &status)) return status;
    status = watch_end(d, d->after);
    if (status == TRM_OK && crossed) status = happen(d, limit, log);
    if (status != TRM_OK) return status;
    if (!crossed) begin_events(d);
    trm_events_accept(d->events, d->after);
    if (crossed || s->t >= d->onto) d->onto = HUGE_VAL, d->retaken = 0;
  }
  status = trm_flow_unpack(d->flow, s->t, s->y);
  if (status != TRM_OK) return status;
  trm_dynamics_watch_energy(d, s->y);
  /* constraints that do not close to rounding for long may contradict each other */
  if (d->flow->loose > MOST_LOOSE && !d->opening) d->opening = 1 + trm_dynamics_opens(d, log);
  if (d->opening == 2) return TRM_FAILED;
  if (trm_flow_accept(d->flow)) d->again |= TRM_AGAIN_CHOOSE;
  if (d->sides && trm_sides_outdated(d->sides)) d->again |= TRM_AGAIN_SWITCH;
  if (d->choice && trm_choice_follow(d, log)) d->again |= TRM_AGAIN_METHOD;
  return TRM_OK;
}

/* worst violations of the flow's state */
static void watch_constraints(TrmDynamics *d) {
  const TrmEquations *eq = d->m->eq;
  TrmFlow *flow = d->flow;
  trm_equations_position(eq, flow->state, flow->phi, flow->G, flow->phi_t);
  for (size_t i = 0; i < eq->row_count; i++) {
    double rate = flow->phi_t[i];
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      rate += flow->G[k] * flow->u[eq->column[k]];
    d->position_gap = fmax(d->position_gap, fabs(flow->phi[i]));
    d->velocity_gap = fmax(d->velocity_gap, fabs(rate));
  }
}

TrmStatus trm_dynamics_show(TrmDynamics *d, double time) {
  TrmMechanism *m = d->m;
  TrmFlow *flow = d->flow;
  TrmStatus status = look_between(d, time, d->y);
  if (status == TRM_OK) status = trm_flow_unpack(flow, time, d->y);
  if (status == TRM_OK && flow->type->projects && (time < d->stepper->t || d->stepper->type->dae))
    status = trm_flow_close(flow);
  if (status == TRM_OK) status = trm_flow_accelerate(flow);
  if (status != TRM_OK) return TRM_FAILED;
  trm_state_get_velocity(m->eq, flow->state, flow->u);
  trm_state_set_acceleration(m->eq, flow->state, flow->a);
  if (d->sides && d->eq->rigid_count) trm_rigid_bear(d->eq, flow->state, flow->lambda);
  trm_state_copy(m->eq, flow->state, m->state);
  memcpy(m->u, flow->u, m->eq->column_count * sizeof *m->u);
  memcpy(m->a, flow->a, m->eq->column_count * sizeof *m->a);
  memcpy(m->lambda, flow->lambda, flow->eq->row_count * sizeof *m->lambda);
  if (d->sides) trm_sides_freedoms(d->sides, &m->freedoms);
  if (flow->counts_work) memcpy(d->work, d->y + flow->work, sizeof d->work);
  d->shown_time = time;
  TrmForceEnergy element = {0};
  trm_state_energy(m->eq, m->state, &d->kinetic, &d->potential);
  trm_forces_energy(m->eq, m->state, &element);
  d->potential += element.potential;
  watch_constraints(d);
  return TRM_OK;
}

/* let solvers forget what came before, from time to time, so that a run can go on from here */
static TrmStatus renew(TrmDynamics *d) {
  TrmStepper *s = d->stepper;
  size_t steps = s->count.steps;
  d->shown++;
  d->may_save = d->shown % TRM_DYNAMICS_RENEW == 0 || steps >= d->renewed + TRM_DYNAMICS_RENEW;
  if (!d->may_save) return TRM_OK;
  trm_flow_renew(d->flow);
  d->renewed = steps;
  /* factors that go on are those that a loaded run makes */
  return s->type->implicit && s->type->restore ? s->type->restore(s) : TRM_OK;
}

/* one step, looked at with the clock now and then */
static TrmStatus watched_step(TrmDynamics *d, double limit, TrmLog *log) {
  d->flow->timed = d->watch.count++ % TRM_WATCHED == 0;
  if (!d->flow->timed) return one_step(d, limit, log);
  double began = trm_clock();
  TrmStatus status = one_step(d, limit, log);
  d->watch.whole += trm_clock() - began;
  d->flow->timed = 0;
  return status;
}

/* steps up to `time`, or an event that ends it; TRM_FAILED when the motion cannot go on */
static TrmStatus go(TrmDynamics *d, double time, TrmLog *log) {
  double worst = d->worst, scale = d->scale;
  while (d->stepper->t < time && !d->stopped) {
    TrmStatus status = watched_step(d, fmax(time, d->until), log);
    if (status == TRM_NO_MEMORY) return status;
    if (status == TRM_BAD_MODEL) trm_dynamics_explain_pace(d, log);
    if (status != TRM_OK && status != TRM_BAD_MODEL && d->opening < 2) trm_dynamics_explain(d, log);
    if (status == TRM_OK) continue;
    /* the accuracy is that of the results */
    d->worst = worst;
    d->scale = scale;
    return TRM_FAILED;
  }
  return TRM_OK;
}

TrmStatus trm_dynamics_advance(TrmDynamics *d, double time, TrmLog *log) {
  double began = trm_clock();
  TrmStatus status = go(d, time, log);
  double stepped = trm_clock();
  d->watch.steps += stepped - began;
  if (status != TRM_OK) return status;
  trm_dynamics_report_jumps(d, log);
  status = trm_dynamics_show(d, d->stopped ? fmin(d->stepper->t, time) : time);
  if (renew(d) != TRM_OK) return TRM_FAILED;
  d->watch.reports += trm_clock() - stepped;
  if (status == TRM_OK) trm_dynamics_report_lost(d, log);
  if (status == TRM_FAILED) trm_dynamics_explain(d, log);
  if (status == TRM_OK && !d->flow->type->projects && trm_dynamics_apart(d, log)) return TRM_FAILED;
  return status;
}

/* 0 when the tolerance is none that numbers of 16 digits can meet or miss */
static int tolerance_serves(double tolerance, TrmLog *log) {
  if (tolerance >= 1e-15 && tolerance <= 0.1) return 1;
  trm_log_add(log, TRM_E_COMBINATION, TRM_NOWHERE, NULL,
              tolerance < 1 ? "a tolerance of %.3g cannot be met: numbers have 16 digits"
                            : "a tolerance of %.3g leaves no digit that counts",
              tolerance);
  trm_log_hint(log, "1e-14 to 1e-2 make sense, 1e-8 is used when nothing is said");
  return 0;
}

static TrmStepControl control_of(const TrmDynamics *d, const TrmIntegratorType *type,
                                 const TrmDynamicsOptions *o) {
  double tolerance = o->tolerance > 0 ? o->tolerance : 1e-8;
  TrmStepControl control = {.relative = tolerance,
                            .absolute =
                                o->absolute_tolerance > 0 ? o->absolute_tolerance : tolerance,
                            .first = o->step,
                            .largest = o->max_step,
                            .smallest = o->min_step,
                            .max_order = (int)fmin(fmax(o->max_order, 0), 100),
                            .damping = o->damping};
  /* what happens at a time of its own could be stepped over */
  if (!(control.largest > 0) && trm_events_timed(d->events)) {
    double pace = type->fixed ? HUGE_VAL : trm_breaks_pace(d->breaks);
    control.largest = o->every > 0 ? fmin(o->every, pace) : pace < HUGE_VAL ? pace : 0;
  }
  return control;
}

/* one-sided conditions among the events */
static void join_sides(TrmDynamics *d, TrmArena *arena) {
  d->happened.arena = arena;
  d->sides = trm_sides_new(arena, d->m, d->flow, &d->happened);
  trm_events_join(d->events, d->sides);
}

/* the method where nobody names one and events do not serve */
static void leap_where_needed(TrmDynamics *d, TrmDynamicsOptions *options) {
  if (!trm_dynamics_must_leap(d->m, options)) return;
  options->integrator = "moreau";
  d->reason = "events do not follow some of the rigid contacts";
}

/* a step of constant size where none is given */
static double fixed_step(const TrmDynamics *d) {
  double step = d->every > 0 ? d->every / 10 : d->until > 0 ? d->until / 1000 : 1e-3;
  return fmin(step, trm_breaks_pace(d->breaks) / 4);
}

TrmDynamics *trm_dynamics_new(TrmArena *arena, TrmMechanism *m, const TrmDynamicsOptions *options,
                              TrmLog *log) {
  TrmDynamics *d = trm_arena_alloc(arena, sizeof *d);
  TrmDynamicsOptions own = options ? *options : (TrmDynamicsOptions){0};
  double began = trm_clock();
  const TrmDynamicsOptions *o = &own;
  d->m = m;
  d->until = o->until;
  d->every = o->every;
  if (!trm_dynamics_applies(m, log)) return NULL;
  leap_where_needed(d, &own);
  d->events = trm_events_new(arena, m);
  int wide = m->eq->switches || (m->eq->rigid_count && !trm_dynamics_leaps(o));
  d->eq = wide ? trm_equations_wide(arena, m->eq) : m->eq;
  const TrmIntegratorType *type = trm_dynamics_integrator(d, o, log);
  if (type && !trm_contacts_serve(m, type->implicit, type->leaps, log)) return NULL;
  if (d->events) d->breaks = trm_events_breaks(d->events, arena, fmax(o->until, o->every));
  d->flow = d->events && type ? trm_dynamics_flow(d, arena, type, o, log) : NULL;
  if (!d->flow) return NULL;
  join_sides(d, arena);
  TrmStepControl control = control_of(d, type, o);
  if (!trm_dynamics_wanted(o->integrator))
    type = trm_choice_explicit(d, &control, o->until - m->state->time);
  if (!type->fixed && !tolerance_serves(control.relative, log)) return NULL;
  size_t n = d->flow->n, count = trm_events_count(d->events);
  if (type->fixed && !(control.first > 0)) control.first = fixed_step(d);
  double *scale = trm_arena_array(arena, n + 1, sizeof *scale);
  trm_flow_scale(d->flow, scale);
  d->ode = (TrmOde){.n = n,
                    .context = d->flow,
                    .rate = trm_flow_rate,
                    .project = trm_flow_project,
                    .review = trm_flow_review,
                    .scale = scale};
  trm_dynamics_prepare(d, arena, type);
  d->y = trm_arena_array(arena, n + 1, sizeof *d->y);
  d->before = trm_arena_array(arena, 3 * count + 1, sizeof *d->before);
  d->after = d->before + count;
  d->between = d->after + count;
  /* steps of a fixed size meet no tolerance */
  if (type->fixed) control.relative = control.absolute = 1e-8;
  d->jump = fmax(1e-3, 10 * control.relative);
  d->last_jump = -HUGE_VAL;
  d->floor = 0.5 * m->system->mass * pow(1e4 * control.absolute, 2);
  d->onto = HUGE_VAL;
  d->next = trm_arena_array(arena, n + 1, sizeof *d->next);
  if (!d->flow->type->projects && !d->flow->type->partitions && m->eq->row_count)
    trm_dynamics_watch_corners(d, arena);
  d->stepper = type->make(arena, &d->ode, &control);
  if (!trm_dynamics_wanted(o->integrator)) d->choice = trm_choice_new(arena, d, o, &control);
  if (d->sides) d->choice = NULL; /* implicit methods do not follow what holds one way only */
  if (count) d->saved = trm_arena_array(arena, trm_choice_steppers(d), sizeof *d->saved);
  /* from the assembled state, brought onto the constraints once more in the metric of the masses */
  trm_state_copy(m->eq, m->state, d->flow->state);
  trm_flow_pack(d->flow, m->state, d->y);
  TrmStatus status = trm_flow_project(d->flow, m->state->time, d->y);
  if (status == TRM_OK && d->sides) status = trm_dynamics_switch(d, m->state->time, d->y, 1, log);
  if (status == TRM_OK && !trm_dynamics_wanted(o->integrator))
    trm_choice_begin(arena, d, m->state->time, d->y);
  if (status == TRM_OK) status = d->stepper->type->begin(d->stepper, m->state->time, d->y);
  if (d->corner.from) trm_dynamics_mark_corner(d, d->y);
  if (status == TRM_OK) status = watch_events(d, m->state->time, d->y, d->before);
  if (status == TRM_OK && d->sides) trm_events_begin_sides(d->events, d->before, d->before);
  if (status == TRM_OK) {
    double kinetic, potential;
    d->start = trm_dynamics_energy(d, d->y, &kinetic, &potential);
    d->scale = kinetic;
    status = trm_dynamics_show(d, m->state->time);
  }
  trm_flow_renew(d->flow);
  d->may_save = 1;
  trm_dynamics_pace(d);
  d->watch.preparation = trm_clock() - began;
  if (status == TRM_OK) return d;
  if (d->opening < 2) trm_dynamics_explain(d, log);
  return NULL;
}
