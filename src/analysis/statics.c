/* SPDX-License-Identifier: Apache-2.0
 *
 * Statics: Newton's method on closed positions, damped so that what is unbalanced never grows. A
 * small stiffness everywhere stands in for the inertia of directions without one. Where that fails,
 * relaxation: enough stiffness is added that every step goes with the forces (an implicit step of a
 * motion in honey), and taken away again as the position settles.
 * Reference: Kelley and Keyes, Convergence analysis of pseudo-transient continuation, 1998.
 */
#include "analysis/statics.h"
#include "system/forces.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_CLOSINGS = 12, MOST_HALVINGS = 14, MOST_RELAXATIONS = 600, MOST_RAISES = 40 };

/* what stands for inertia, in parts of force by size */
static const double small_inertia = 1e-9;

/* largest turn of a body in one step, rad, so that turns can be counted */
static const double most_turn = 0.7;

TrmStatics *trm_statics_new(TrmArena *arena, TrmMechanism *m, const TrmStaticsOptions *options,
                            TrmLog *log) {
  TrmStatics *s = trm_arena_alloc(arena, sizeof *s);
  TrmStaticsOptions none = {0};
  const TrmStaticsOptions *o = options ? options : &none;
  if (!trm_statics_applies(m, log)) return NULL;
  s->m = m;
  s->b = trm_balance_new(arena, m);
  s->kept = trm_state_new(arena, m->eq);
  s->tried = trm_state_new(arena, m->eq);
  s->tolerance = o->tolerance > 0 ? o->tolerance : 1e-8;
  s->most = o->iterations > 0 ? o->iterations : 50;
  s->wants_stable = o->stable;
  s->secant =
      trm_arena_array(arena, 2 * m->eq->column_count + m->eq->state_count + 3, sizeof *s->secant);
  s->verdict.worst = s->secant + m->eq->column_count + 1;
  s->dz = s->verdict.worst + m->eq->column_count + 1;
  return s;
}

/* Newton's method on the constraints without damping: a step from which it does not converge soon
 * is too long */
static TrmStatus close_near(TrmMechanism *m) {
  double last = HUGE_VAL;
  for (int round = 0; round < MOST_CLOSINGS; round++) {
    trm_mechanism_evaluate(m, m->state);
    double gap = trm_mechanism_gap(m, m->phi, NULL);
    if (!(gap < last) && !(gap < 1e-12)) return TRM_RETRY;
    m->iterations++;
    TrmStatus status = trm_saddle_factor(m->saddle, &m->weights, m->G, m->velocity_rows);
    if (status != TRM_OK) return TRM_RETRY;
    /* closed: at rounding, or no longer getting better */
    if (gap <= 8 * DBL_EPSILON || (gap < 1e-12 && !(gap < 0.1 * last))) return TRM_OK;
    last = gap;
    for (size_t i = 0; i < m->eq->row_count; i++) m->phi[i] = -m->phi[i];
    if (trm_saddle_solve(m->saddle, NULL, m->phi, m->dq, NULL) != TRM_OK) return TRM_RETRY;
    trm_state_move(m->eq, m->state, 1, m->dq);
  }
  return TRM_RETRY;
}

/* close the position at hand and look at its balance */
static TrmStatus look(TrmStatics *s) {
  TrmStatus status = close_near(s->m);
  return status == TRM_OK ? trm_balance_look(s->b) : status;
}

/* how far a step goes: the largest move in parts of the size, the largest turn */
static void extent(const TrmMechanism *m, const double *dq, double *move, double *turn) {
  *move = *turn = 0;
  for (size_t i = 0; i < m->eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      int column = m->eq->body_column[i][k];
      if (column < 0) continue;
      if (k < 3) *move = fmax(*move, fabs(dq[column]) / m->size);
      if (k >= 3) *turn = fmax(*turn, fabs(dq[column]));
    }
}

/* how much of the step m->dq may be taken: no body moves or turns too far */
static double allowed(const TrmStatics *s, double radius) {
  double move, turn, scale = 1;
  extent(s->m, s->m->dq, &move, &turn);
  if (move > radius) scale = radius / move;
  if (turn * scale > fmin(radius, most_turn)) scale = fmin(radius, most_turn) / turn;
  return scale;
}

/* positions and states from `tried`, moved by a part of the step, closed and looked at */
static TrmStatus take(TrmStatics *s, double scale) {
  const TrmEquations *eq = s->m->eq;
  TrmState *state = s->m->state;
  trm_state_move(eq, state, scale, s->m->dq);
  for (size_t i = 0; i < s->b->states; i++) state->z[i] += scale * s->b->dz[i];
  /* closing works in m->dq */
  memcpy(s->b->shape, s->m->dq, eq->column_count * sizeof *s->b->shape);
  TrmStatus status = look(s);
  memcpy(s->m->dq, s->b->shape, eq->column_count * sizeof *s->b->shape);
  return status;
}

static void go_back(TrmStatics *s) {
  trm_state_restore(s->m->eq, s->tried, s->m->state);
  memcpy(s->m->state->z, s->tried->z, s->b->states * sizeof(double));
}

static void keep(TrmStatics *s) {
  trm_state_keep(s->m->eq, s->m->state, s->tried);
  memcpy(s->tried->z, s->m->state->z, s->b->states * sizeof(double));
}

/* the step of Newton's method, with ever more of what stands for inertia where it needs it */
static TrmStatus newton_step(TrmStatics *s) {
  for (double shift = small_inertia; shift < 10; shift *= 1e3)
    if (trm_balance_factor(s->b, shift) == TRM_OK && trm_balance_step(s->b) == TRM_OK)
      return TRM_OK;
  return TRM_RETRY;
}

/* 1 when what is left unbalanced is little enough */
static int good_enough(const TrmStatics *s, double merit) {
  return merit < s->tolerance && (!s->strict || merit < trm_balance_rounding(s->b));
}

int trm_statics_newton(TrmStatics *s, size_t most) {
  TrmBalance *b = s->b;
  double radius = 0.5;
  if (look(s) != TRM_OK) return 0;
  for (size_t round = 0; round < most; round++) {
    trm_balance_measure(b);
    trm_balance_slopes(b);
    double before = b->merit;
    if (before <= 8 * DBL_EPSILON) return 1;
    s->iterations++;
    if (newton_step(s) != TRM_OK) return 0;
    keep(s);
    double scale = allowed(s, radius), limit = scale;
    for (int halving = 0;; halving++) {
      if (take(s, scale) == TRM_OK && b->merit < before * (1 - 1e-4 * scale)) break;
      go_back(s);
      if (halving == MOST_HALVINGS || (before < 1e-12 && halving == 2)) {
        /* no better: at rounding, or stuck */
        look(s);
        return good_enough(s, before);
      }
      scale /= 2;
    }
    trm_state_accept(s->m->eq, s->m->state);
    if (limit < 1 && scale == limit) radius *= 2;
  }
  return good_enough(s, b->merit);
}

/* work that the forces r do along the step, free of units */
static double work(const TrmStatics *s, const double *dq) {
  double sum = 0;
  for (size_t k = 0; k < s->b->columns; k++) sum += s->b->r[k] * dq[k];
  return sum / (s->b->force * s->m->size);
}

/* a step downhill from the position kept, with ever more stiffness added until it is one */
static int descend(TrmStatics *s, double *shift) {
  TrmBalance *b = s->b;
  double deficit = trm_balance_deficit(b);
  for (int raise = 0; raise < MOST_RAISES; raise++) {
    if (trm_balance_factor(b, 1.5 * deficit + *shift) == TRM_OK && trm_balance_step(b) == TRM_OK) {
      double scale = allowed(s, 0.5), before = work(s, s->m->dq), merit = b->merit;
      /* taken when the forces do work on the whole way, or less is unbalanced */
      if (take(s, scale) == TRM_OK && (before + work(s, s->m->dq) > 0 || b->merit < 0.5 * merit))
        return 1;
      go_back(s);
      if (look(s) != TRM_OK) return 0;
    }
    *shift = fmax(4 * *shift, 1e-6);
  }
  return 0;
}

int trm_statics_relax(TrmStatics *s) {
  TrmBalance *b = s->b;
  double shift = 1;
  if (look(s) != TRM_OK) return 0;
  for (int round = 0; round < MOST_RELAXATIONS; round++) {
    trm_balance_measure(b);
    trm_balance_slopes(b);
    if (b->merit < 1e-10 && trm_balance_unstable(b, small_inertia, NULL) == 0) return 1;
    s->relaxations++;
    keep(s);
    if (!descend(s, &shift)) return b->merit < s->tolerance;
    trm_state_accept(s->m->eq, s->m->state);
    shift = fmax(shift / 8, small_inertia);
  }
  return 0;
}

void trm_statics_settle(TrmStatics *s) {
  TrmMechanism *m = s->m;
  trm_state_accept(m->eq, m->state);
  look(s);
  /* of multipliers that the equations leave open the smallest */
  if (m->redundant > 0) trm_saddle_least(m->saddle, m->lambda);
  memset(m->u, 0, m->eq->column_count * sizeof *m->u);
  memset(m->a, 0, m->eq->column_count * sizeof *m->a);
  trm_state_set_velocity(m->eq, m->state, m->u);
  trm_state_set_acceleration(m->eq, m->state, m->a);
  s->unbalanced = trm_balance_worst(s->b);
}

void trm_statics_push(TrmStatics *s, const double *direction, double distance) {
  double move, turn;
  extent(s->m, direction, &move, &turn);
  double far = fmax(move, turn);
  if (far > 0) trm_state_move(s->m->eq, s->m->state, distance / far, direction);
}

/* from an equilibrium that is not stable to one that is; 0 when there is none nearby */
static int leave(TrmStatics *s) {
  for (int round = 0; round < 8 && s->verdict.unstable; round++) {
    trm_statics_push(s, s->verdict.worst, 0.02);
    if (!trm_statics_relax(s) || !trm_statics_newton(s, s->most)) return 0;
    trm_statics_judge(s);
  }
  return s->verdict.unstable == 0;
}

TrmStatus trm_statics_find(TrmStatics *s, TrmLog *log) {
  TrmMechanism *m = s->m;
  /* at rest */
  memset(m->u, 0, m->eq->column_count * sizeof *m->u);
  trm_state_set_velocity(m->eq, m->state, m->u);
  trm_state_set_acceleration(m->eq, m->state, m->u);
  trm_state_copy(m->eq, m->state, s->kept);
  int found = trm_statics_newton(s, s->most);
  if (!found) {
    trm_state_copy(m->eq, s->kept, m->state);
    found = trm_statics_relax(s) && trm_statics_newton(s, s->most);
  }
  if (!found) return trm_statics_explain(s, log);
  trm_statics_judge(s);
  if (s->wants_stable && s->verdict.unstable && !leave(s)) return trm_statics_explain(s, log);
  trm_statics_settle(s);
  trm_statics_say_verdict(s, log);
  return trm_statics_check_limits(s, log);
}

void trm_statics_report(const TrmStatics *s, TrmStaticsReport *report) {
  const TrmVerdict *v = &s->verdict;
  const TrmSystem *system = s->m->system;
  *report = (TrmStaticsReport){
      .iterations = s->iterations,
      .relaxations = s->relaxations,
      .steps = s->m->steps,
      .halvings = s->m->halvings,
      .unbalanced = s->unbalanced.size,
      .force = s->b->largest,
      .length = s->m->size,
      .body = system->body_count ? system->bodies[s->unbalanced.body].item->name : NULL,
      .stability = v->states_held && v->freedoms ? TRM_NOT_JUDGED
                   : v->unstable                 ? TRM_UNSTABLE
                   : v->neutral                  ? TRM_NEUTRAL
                                                 : TRM_STABLE,
      .freedoms = v->freedoms,
      .unstable = v->unstable,
      .neutral = v->neutral,
      .stiffness = v->softest,
      .by_potential = v->asymmetry <= 1e-9 && !s->b->states,
      .snaps = s->snaps,
      .snap_time = s->snap_time,
      .snap_body = s->snap_body};
  memcpy(report->snap_from, s->snap_from, sizeof report->snap_from);
  memcpy(report->snap_to, s->snap_to, sizeof report->snap_to);
}
