/* SPDX-License-Identifier: Apache-2.0
 *
 * Choice: the methods, trials of those that are not at work, and what is kept of it all.
 */
#include "analysis/choice.h"
#include "analysis/dynamics_data.h"
#include "analysis/stiffness.h"
#include "base/journal.h"
#include "formulation/newton.h"
#include "system/contacts.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* what is at work: an explicit method, one for stiff flows, one on the constraints themselves */
typedef enum Which { EXPLICIT, STIFF, CONSTRAINED, METHODS } Which;

/* methods: where steps are as long as accuracy lets them, where they must be shorter for what
 * happens in time, for stiff motions, and for those whose fast parts all die out */
static const char *const usual = "dop853", *const brief = "dopri5", *const stiff = "radau5",
                         *const damped = "gstiff";

/* numbers that a run goes on from: the method at work, and whether it is on trial; which goes on
 * when methods are switched, and which is for what is stiff; steps since it
 * is; steps until the other is tried, and how long that is put off next time; marks of time and
 * work, the older one first; what the other did for its work when it was at work last; where a
 * method failed last; and the switches, when and to what */
typedef enum Number {
  NOW,
  NEXT,
  FOR_STIFF,
  ON_TRIAL,
  STEPS,
  PAUSE,
  PAUSE_NEXT,
  MARK,
  RATE = MARK + 4,
  FAILED,
  SHORT, /* steps cut short, in a row */
  BEGAN,
  SWITCHES,
  WHEN,
  WHICH = WHEN + TRM_SWITCHES,
  NUMBERS = WHICH + TRM_SWITCHES
} Number;

/* steps that a run is held to, from which on those of few evaluations pay, and the tolerance down
 * to which they do; shorter ones by this part, one after the other, may be a sign of stiffness */
static const double many_steps = 100, loose_enough = 1e-9, cut_short = 0.2;

struct TrmChoice {
  TrmStepper *method[METHODS]; /* CONSTRAINED: NULL where it does not apply */
  TrmKrylov *krylov;
  double factor_work[METHODS]; /* in evaluations */
  double number[NUMBERS];
};

/* parts of the tolerance that methods on the constraints are given: backward differentiation errs
 * by a hundred times what it tests, more than the others do, radau5 by ten times, since velocities
 * follow from positions. Backward differentiation does down to the least, below which its orders do
 * not pay. */
static const double damped_part = 0.01, driven_part = 0.1, damped_least = 1e-10;

/* what is faster than such a part of the run, and dies out, is stiff from the start */
static const double fast_part = 5000;

/* signs of stiffness in a row that call for a trial (Hairer and Wanner, IV.2), and steps near to
 * them that call for a look */
enum { SIGNS = 15, NEAR = 30 };

/* steps of a trial, of which the first serve to find the step; steps between marks; steps before a
 * trial, at first and after one that failed; and steps that must be left for one to pay */
static const struct {
  double trial, begin, marks, wait, again, left;
} plan[2] = {{25, 10, 16, 0, 200, 100}, {12, 6, 8, 20, 40, 40}};

/* the first explicit step, in parts of the last one of the stiff method */
static const double short_part = 1e-3;

/* pauses grow so far, and a method must be so much better to be taken */
static const double longest_pause = 1e6, better = 0.7;

/* steps between looks at the slopes while the motion is stiff, at most; evaluations of an explicit
 * step, and h |lambda| up to which it is stable */
static const double longest_look = 160, explicit_work = 13, stable = 6;

/* a step so much longer than the last one is still on its way to what the tolerance allows */
static const double still_grows = 1.1;

/* what is slower than so many steps that stability holds short is not stiff */
static const double many_short = 10;

/* work in tenths of a microsecond, as measured: of an evaluation for a body and a force, of a pair
 * of factorisations at all and for an entry; solutions in parts of a factorisation */
static const double body_work = 2, force_work = 7, pair_work = 350, entry_work = 1,
                    solve_part = 0.1, single_part = 0.5; /* of one that is not a pair */

/* the numbers of plan for a method */
static int plan_of(const double *number) {
  return number[NOW] > 0;
}

/* work in evaluations */
static double work_of(const TrmChoice *choice, const TrmStepCount *c) {
  double factorisations = (double)c->factorisations + solve_part * (double)c->solves;
  double each = choice->factor_work[(int)choice->number[NOW]];
  return (double)(c->evaluations + c->projections) + each * factorisations;
}

static void find_factor_work(const TrmFlow *flow, double *work) {
  const TrmSystem *system = flow->eq->system;
  double entries = flow->newton ? (double)trm_newton_entries(flow->newton)
                                : (double)(flow->velocities * flow->velocities);
  double pair = (pair_work + entry_work * entries) /
                (body_work * (double)system->body_count +
                 force_work * (double)(system->force_count + system->contact_count));
  work[EXPLICIT] = work[STIFF] = pair;
  work[CONSTRAINED] = flow->driven ? pair : single_part * pair;
}

static void mark(TrmDynamics *d) {
  double *n = d->choice->number;
  n[MARK] = n[MARK + 2];
  n[MARK + 1] = n[MARK + 3];
  n[MARK + 2] = d->stepper->t;
  n[MARK + 3] = work_of(d->choice, &d->stepper->count);
}

/* work for a second of motion since the older mark */
static double rate_now(const TrmDynamics *d) {
  const double *n = d->choice->number;
  return (work_of(d->choice, &d->stepper->count) - n[MARK + 1]) / (d->stepper->t - n[MARK]);
}

/* 1 when some motion of the model could die out fast: nothing else gives rates of its own */
static int can_be_stiff(const TrmDynamics *d) {
  const TrmSystem *system = d->m->system;
  /* slopes of very many contacts are out of reach */
  if (trm_contacts_many(d->m->eq)) return 0;
  /* implicit methods do not follow what forces read of their own effects */
  if (d->m->eq->read_count) return 0;
  return system->force_count || system->contact_count || d->m->eq->state_count ||
         d->flow->type->soft;
}

/* 1 when steps are held to less than accuracy would ask for, many times over */
static int is_held(const TrmStepControl *control, double duration) {
  return control->largest > 0 && duration > many_steps * control->largest * (1 - 1e-9) &&
         control->relative >= loose_enough;
}

/* 1 when motions leave no freedom, so that nothing but their work is integrated */
static int is_driven(const TrmDynamics *d) {
  return d->m->eq->column_count && d->m->freedoms < 0.5 && !d->m->eq->state_count;
}

const TrmIntegratorType *trm_choice_explicit(const TrmDynamics *d, const TrmStepControl *control,
                                             double duration) {
  /* where things stick, hit and let go, the times of that are worth more than evaluations */
  if (d->sides) return trm_integrator_find(usual);
  return trm_integrator_find(is_held(control, duration) || is_driven(d) ? brief : usual);
}

/* the method on the constraints, where it applies and no formulation is asked for; else NULL.
 * Where reactions do work, which takes accelerations at the end of every step, those of long steps
 * are cheaper. */
static TrmStepper *make_constrained(TrmArena *arena, TrmDynamics *d, const TrmDynamicsOptions *o,
                                    const TrmStepControl *control) {
  const TrmIntegratorType *type = trm_integrator_find(d->flow->driven ? stiff : damped);
  double part = d->flow->driven ? driven_part : damped_part;
  TrmStepControl finer = *control;
  if (!type || trm_dynamics_wanted(o->formulation) || d->eq->switches || d->eq->dry_count)
    return NULL;
  /* the memory of many steps is lost at every contact; and where fast states make first steps
   * short, velocities, which are differences over them, begin with what is rounded in positions */
  if (d->m->system->contact_count || d->m->eq->state_count) return NULL;
  if (fmin(control->relative, control->absolute) < damped_least && !d->flow->driven) return NULL;
  finer.relative *= part;
  finer.absolute *= part;
  trm_dynamics_prepare(d, arena, type->on_constraints);
  return type->on_constraints->make(arena, &d->ode, &finer);
}

TrmChoice *trm_choice_new(TrmArena *arena, TrmDynamics *d, const TrmDynamicsOptions *options,
                          const TrmStepControl *control) {
  const TrmIntegratorType *type = trm_integrator_find(stiff);
  if (!type || !can_be_stiff(d)) return NULL;
  TrmChoice *choice = trm_arena_alloc(arena, sizeof *choice);
  trm_dynamics_prepare(d, arena, type);
  choice->method[EXPLICIT] = d->stepper;
  choice->method[STIFF] = type->make(arena, &d->ode, control);
  choice->method[CONSTRAINED] = make_constrained(arena, d, options, control);
  choice->krylov = trm_stiffness_new(arena, d->flow);
  find_factor_work(d->flow, choice->factor_work);
  choice->number[FAILED] = -HUGE_VAL;
  return choice;
}

/* settle with the method at work, from here on */
static void settle(TrmDynamics *d, double pause) {
  double *n = d->choice->number;
  n[ON_TRIAL] = n[STEPS] = 0;
  n[PAUSE] = pause;
  mark(d);
  mark(d);
}

/* the method for what is stiff so: high orders of backward differentiation are not stable where
 * something fast oscillates on */
static Which for_stiff(const TrmChoice *choice, const TrmStiffness *found) {
  const TrmStepper *s = choice->method[CONSTRAINED];
  return s && (s->type->pair || !(found->turning > 0)) ? CONSTRAINED : STIFF;
}

/* "one equation is redundant" */
static const char *redundancy(TrmArena *arena, const TrmDynamics *d) {
  if (d->m->redundant < 1) return "";
  if (d->m->redundant < 2) return " and one equation is redundant";
  return trm_arena_printf(arena, " and %.0f equations are redundant", d->m->redundant);
}

void trm_choice_begin(TrmArena *arena, TrmDynamics *d, double t, const double *y) {
  TrmChoice *choice = d->choice;
  double duration = d->until - t;
  TrmStiffness found = {0, 0};
  if (choice && duration > 0)
    found = trm_stiffness_find(choice->krylov, t, y, d->ode.scale, duration / fast_part);
  if (found.decay > 0) {
    d->reason = trm_arena_printf(
        arena, "it is stiff: something dies out within %.1g s of the %.3g s to follow%s",
        1 / found.decay, duration, redundancy(arena, d));
  } else {
    const char *held =
        !d->sides && is_held(&d->stepper->control, duration)
            ? trm_arena_printf(arena, ", steps are held to %.3g s for what happens in time",
                               d->stepper->control.largest)
        : !d->sides && is_driven(d) ? ", motions leave no freedom"
                                    : "";
    d->reason = trm_arena_printf(arena, "nothing is stiff%s%s%s", choice ? " at the start" : "",
                                 held, redundancy(arena, d));
  }
  if (!choice) return;
  double *n = choice->number;
  n[FOR_STIFF] = for_stiff(choice, &found);
  n[NOW] = n[BEGAN] = found.decay > 0 ? n[FOR_STIFF] : EXPLICIT;
  n[PAUSE_NEXT] = plan[plan_of(n)].again;
  d->stepper = choice->method[(int)n[NOW]];
  d->stepper->t = t;
  settle(d, plan[plan_of(n)].wait);
}

TrmStatus trm_choice_switch(TrmDynamics *d, double *y) {
  TrmChoice *choice = d->choice;
  const TrmStepper *from = d->stepper;
  int next = (int)choice->number[NEXT];
  TrmStepper *to = choice->method[next];
  to->count = from->count;
  /* velocities of steps on the constraints do not quite fit them */
  TrmStatus status = from->type->dae ? trm_flow_project(d->flow, from->t, y) : TRM_OK;
  if (status == TRM_OK) status = to->type->begin(to, from->t, y);
  /* what is at rest only seems to allow an explicit step of any length: it grows from a short one
   */
  if (next == EXPLICIT) to->natural = short_part * (from->t - from->t_old);
  choice->number[NOW] = next;
  d->stepper = to;
  return status;
}

/* remember a switch, and say so while they are few */
static void note_switch(TrmDynamics *d, TrmLog *log) {
  double *n = d->choice->number;
  int now = (int)n[NOW];
  if (n[SWITCHES] < TRM_SWITCHES) {
    n[WHEN + (int)n[SWITCHES]] = d->stepper->t;
    n[WHICH + (int)n[SWITCHES]] = now;
  }
  if (n[SWITCHES]++ >= TRM_SWITCHES) return;
  trm_log_add(log, TRM_N_METHOD_SWITCHED, TRM_NOWHERE, NULL,
              now != EXPLICIT ? "at t = %.6g s the motion has become stiff: %s goes on"
                              : "at t = %.6g s the motion is no longer stiff: %s goes on",
              d->stepper->t, d->stepper->type->name);
}

/* which goes on instead of the one at work */
static int other_of(const double *n) {
  return n[NOW] > 0 ? EXPLICIT : (int)n[FOR_STIFF];
}

/* the end of a trial: 1 when the other one was better */
static int judge(TrmDynamics *d, TrmLog *log) {
  double *n = d->choice->number;
  if (rate_now(d) < better * n[RATE]) {
    note_switch(d, log);
    n[PAUSE_NEXT] = plan[plan_of(n)].again;
    settle(d, plan[plan_of(n)].wait);
    return 0;
  }
  /* back, and not again for twice as long */
  n[ON_TRIAL] = -1;
  n[NEXT] = other_of(n);
  return 1;
}

/* 1 when something dies out fast beside what is left of the run, or explicit steps, were they as
 * long as they must be to do with less work, would not be stable */
static int is_stiff(TrmDynamics *d) {
  TrmStepper *s = d->stepper;
  double step = explicit_work / rate_now(d) / stable;
  double longest = fmax(step, (d->until - s->t) / fast_part);
  TrmStiffness found = trm_stiffness_find(d->choice->krylov, s->t, s->y, d->ode.scale, longest);
  /* what else begins to oscillate is not for backward differentiation */
  if (found.turning * step >= 1 && found.decay > 0)
    d->choice->number[FOR_STIFF] = for_stiff(d->choice, &found);
  /* the factors of the method are made anew */
  if (s->type->restore && s->type->restore(s) != TRM_OK) return 1;
  return found.decay > 0 || found.turning * step >= 1;
}

/* 1 when an explicit method sees signs of stiffness; or when it is near to them, or its steps are
 * short again and again where they need not be, and something dies out fast. The method for what
 * has become stiff is found then. */
static int seems_stiff(TrmDynamics *d) {
  TrmStepper *s = d->stepper;
  double h = s->t - s->t_old, *n = d->choice->number;
  n[SHORT] = h < cut_short * s->control.largest ? n[SHORT] + 1 : 0;
  if (s->stiff < SIGNS && s->near < NEAR && n[SHORT] < SIGNS) return 0;
  TrmStiffness found =
      trm_stiffness_find(d->choice->krylov, s->t, s->y, d->ode.scale, many_short * h);
  n[FOR_STIFF] = for_stiff(d->choice, &found);
  n[SHORT] = s->near = 0;
  if (s->stiff >= SIGNS || found.decay * h >= 1) return 1;
  n[PAUSE] = n[STEPS] + plan[EXPLICIT].again;
  return 0;
}

/* 1 when the one that is not at work should be tried */
static int worth_trying(TrmDynamics *d) {
  double *n = d->choice->number;
  const TrmStepper *s = d->stepper;
  int now = plan_of(n);
  if (n[STEPS] < n[PAUSE] || d->again) return 0;
  if (d->until - s->t < plan[now].left * (s->t - s->t_old)) return 0;
  /* velocities of steps on the constraints are differences over them: while steps still grow from
   * short ones, there is more rounding in them than another method should begin with */
  if (s->type->dae && s->natural > still_grows * (s->t - s->t_old)) return 0;
  if (now == EXPLICIT) return seems_stiff(d);
  if (!is_stiff(d)) return 1;
  /* asked again after twice as many steps, but not too late */
  n[PAUSE] += fmin(n[PAUSE], longest_look);
  return 0;
}

int trm_choice_follow(TrmDynamics *d, TrmLog *log) {
  double *n = d->choice->number;
  int now = plan_of(n);
  /* at the end nothing goes on */
  if (d->until > 0 && d->stepper->t >= d->until) return 0;
  /* a method comes back from the trial of the other */
  if (n[ON_TRIAL] < 0) {
    settle(d, n[PAUSE_NEXT]);
    n[PAUSE_NEXT] = fmin(2 * n[PAUSE_NEXT], longest_pause);
  }
  n[STEPS]++;
  if (n[ON_TRIAL] > 0) {
    if (n[STEPS] == plan[now].begin) mark(d), mark(d);
    return n[STEPS] >= plan[now].trial ? judge(d, log) : 0;
  }
  if (worth_trying(d)) {
    n[RATE] = rate_now(d);
    n[ON_TRIAL] = 1;
    n[STEPS] = 0;
    n[NEXT] = other_of(n);
    return 1;
  }
  if (fmod(n[STEPS], plan[now].marks) == 0) mark(d);
  return 0;
}

int trm_choice_retreat(TrmDynamics *d) {
  double *n = d->choice->number;
  double t = d->stepper->t;
  if (n[FAILED] == t) return 0;
  n[FAILED] = t;
  n[ON_TRIAL] = -1;
  /* one that sees rates: positions and multipliers alone may be led past a pole */
  n[FOR_STIFF] = STIFF;
  n[NEXT] = n[NOW] == STIFF ? EXPLICIT : STIFF;
  return 1;
}

size_t trm_choice_steppers(const TrmDynamics *d) {
  size_t most = d->stepper->memory_count;
  for (int k = 0; d->choice && k < METHODS; k++)
    if (d->choice->method[k] && d->choice->method[k]->memory_count > most)
      most = d->choice->method[k]->memory_count;
  return most;
}

size_t trm_choice_memory(const TrmDynamics *d) {
  return d->choice ? NUMBERS : 0;
}

void trm_choice_save(const TrmDynamics *d, double *memory) {
  if (d->choice) memcpy(memory, d->choice->number, sizeof d->choice->number);
}

void trm_choice_load(TrmDynamics *d, const double *memory) {
  if (!d->choice) return;
  memcpy(d->choice->number, memory, sizeof d->choice->number);
  d->stepper = d->choice->method[(int)d->choice->number[NOW]];
}

void trm_choice_report(const TrmDynamics *d, TrmDynamicsReport *report) {
  if (!d->choice) return;
  const double *n = d->choice->number;
  report->integrator = d->choice->method[(int)n[BEGAN]]->type->name;
  if (n[BEGAN] == CONSTRAINED) report->formulation = trm_formulation_index3.name;
  report->switches = (size_t)n[SWITCHES];
  for (int i = 0; i < TRM_SWITCHES && i < n[SWITCHES]; i++) {
    report->switched[i].time = n[WHEN + i];
    report->switched[i].to = d->choice->method[(int)n[WHICH + i]]->type->name;
  }
}
