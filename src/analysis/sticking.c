/* SPDX-License-Identifier: Apache-2.0
 *
 * Sticking and sliding. A friction at rest sticks as long as |lambda| <= mu N with the static
 * coefficient; beyond it slides the way that lambda held it. One that slides comes to rest where
 * its speed along its direction ends; whether it sticks there is found with all others. Where no
 * normal force fits the sliding (it presses harder than it pushes), it jams: it stops at once.
 */
#include "analysis/sticking.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* parts: of the largest sliding speed so far that is rest, along one direction or in several; of a
 * friction force that is none */
static const double rest = 1e-12, rest_across = 1e-7, none = 1e-12, rounding = 1e-14;

/* friction that presses a contact almost as hard as it pushes jams it: see rub.h */
static const double no_margin = 1e-3, unsure = 0.5;

/* rounds for the directions in which sliding begins */
enum { MOST_TURNS = 100 };

int trm_sticking_watches(const TrmSides *s) {
  return s->rub != NULL;
}

/* 1 when the friction acts: a contact must be closed */
static int acts(const TrmSides *s, size_t j) {
  const TrmDry *dry = &s->eq->dry[j];
  return s->rub->mode[j] != TRM_DRY_CREEP && trm_dry_there(s, j) &&
         (dry->side < 0 || s->mode[dry->side] == TRM_SIDE_CLOSED);
}

/* how far the force that holds is from what friction can bear; the size of both */
static double reserve(const TrmSides *s, size_t j, double *size) {
  double bearable = s->eq->dry[j].stick * trm_rub_normal(s->rub, j);
  double force = trm_rub_force(s->rub, j);
  *size = fmax(bearable, force);
  return bearable - force;
}

/* speed along the direction in which it slides */
static double along(const TrmSides *s, size_t j) {
  const double *v = s->rub->speed[j], *d = s->rub->direction[j];
  return v[0] * d[0] + v[1] * d[1] + v[2] * d[2];
}

void trm_sticking_values(TrmSides *s, double *values) {
  trm_sticking_spread(s);
  for (size_t j = 0; j < s->eq->dry_count; j++) {
    double size;
    values[j] = 1;
    if (!acts(s, j)) continue;
    if (s->rub->mode[j] == TRM_DRY_STICK) {
      double left = reserve(s, j, &size);
      values[j] = left + none * size;
    } else {
      double margin = s->rub->margin[j];
      /* near to jamming its direction turns ever faster, the slower it slides */
      double slow = margin < unsure ? rest_across / 2 * s->most_slide : 0;
      values[j] = fmin(along(s, j) + s->slack[j] - slow, margin - no_margin);
    }
  }
}

void trm_sticking_settle(const TrmSides *s, const double *before, double *values) {
  for (size_t j = 0; j < s->eq->dry_count; j++) {
    int slides = acts(s, j) && s->rub->mode[j] == TRM_DRY_SLIDE;
    if (slides && values[j] < before[j] && values[j] <= rounding * s->most_slide)
      values[j] = fmin(values[j], 0);
  }
}

/* the direction of sliding from the speeds */
static void aim(TrmSides *s, size_t j) {
  double rate = trm_rub_rate(s->rub, j);
  for (int i = 0; i < 3 && rate > 0; i++) s->rub->direction[j][i] = s->rub->speed[j][i] / rate;
  s->rub->began[j] = rate;
}

void trm_sticking_accept(TrmSides *s) {
  if (!s->rub) return;
  trm_rub_speeds(s->rub);
  for (size_t j = 0; j < s->eq->dry_count; j++) {
    double rate = trm_rub_rate(s->rub, j);
    s->most_slide = fmax(s->most_slide, rate);
    if (s->rub->mode[j] != TRM_DRY_SLIDE) continue;
    if (along(s, j) > 4 * s->slack[j]) s->slack[j] = 0;
    if (trm_rub_turns(s->rub, j)) aim(s, j);
  }
}

/* rows of a friction on or off; those that begin to hold do so where they are */
static void hold(TrmSides *s, size_t j, int on) {
  const TrmDry *dry = &s->eq->dry[j];
  TrmState *state = s->flow->state;
  for (unsigned i = 0; i < dry->count; i++) {
    size_t row = dry->row + i;
    if (on && state->off[row] && !s->stuck[j])
      state->shift[row] = trm_equations_row_value(s->eq, state, row);
    state->off[row] = !on;
  }
}

void trm_sticking_release(TrmSides *s) {
  for (size_t j = 0; j < s->eq->dry_count; j++) hold(s, j, 0);
}

/* the sliding speed that is nothing but rounding of the speeds it is the difference of */
static double rounded(const TrmSides *s, size_t j) {
  const TrmEquations *eq = s->eq;
  const TrmDry *dry = &eq->dry[j];
  double sum = 0;
  for (size_t row = dry->row; row < dry->row + dry->count; row++)
    for (size_t k = eq->start[row]; k < eq->start[row + 1]; k++)
      sum += fabs(s->rub->G[k] * s->rub->f[eq->column[k]]);
  return 4 * DBL_EPSILON * sum;
}

/* what a friction does before anything is known */
static void begin(TrmSides *s, size_t j) {
  const TrmDry *dry = &s->eq->dry[j];
  double rate = trm_rub_rate(s->rub, j);
  s->most_slide = fmax(s->most_slide, rate);
  s->impending[j] = s->jammed[j] = 0;
  if (s->rub->mode[j] == TRM_DRY_CREEP) return;
  int rests =
      rate <= (dry->count > 1 ? rest_across : rest) * s->most_slide || rate <= rounded(s, j);
  s->rub->mode[j] = rests ? TRM_DRY_STICK : TRM_DRY_SLIDE;
  if (!rests) aim(s, j);
}

/* second rates of the sliding, and in its direction */
static double gains(const TrmSides *s, size_t j, double second[3]) {
  const TrmEquations *eq = s->eq;
  const TrmDry *dry = &eq->dry[j];
  double sum = 0;
  for (unsigned i = 0; i < dry->count; i++) {
    size_t row = dry->row + i;
    second[i] = -trm_equations_row_gamma(eq, s->flow->state, row);
    for (size_t k = eq->start[row]; k < eq->start[row + 1]; k++)
      second[i] += s->rub->G[k] * s->flow->a[eq->column[k]];
    sum += second[i] * s->rub->direction[j][i];
  }
  return sum;
}

/* what begins to slide in several directions goes where its friction holds it least: along its
 * second rate, found with as much of the last direction as friction takes; how far it was */
static double turn_directions(TrmSides *s) {
  double worst = 0;
  for (size_t j = 0; j < s->eq->dry_count; j++) {
    unsigned count = s->eq->dry[j].count;
    double second[3] = {0}, change = 0, *d = s->rub->direction[j];
    if (!acts(s, j) || count < 2 || s->rub->mode[j] != TRM_DRY_SLIDE || !s->impending[j]) continue;
    if (!(gains(s, j, second) > 0)) continue;
    double taken = trm_rub_taken(s->rub, j);
    for (unsigned i = 0; i < count; i++) second[i] += taken * d[i];
    double size = sqrt(second[0] * second[0] + second[1] * second[1] + second[2] * second[2]);
    for (unsigned i = 0; i < count; i++) {
      change = fmax(change, fabs(second[i] / size - d[i]));
      d[i] = second[i] / size;
    }
    worst = fmax(worst, change);
  }
  return worst;
}

/* 1 when friction j was violated, and changes */
static int change_friction(TrmSides *s, size_t j) {
  const TrmDry *dry = &s->eq->dry[j];
  double size;
  if (!acts(s, j)) return 0;
  if (s->rub->mode[j] == TRM_DRY_STICK) {
    if (reserve(s, j, &size) >= -none / 2 * size || s->jammed[j]) return 0;
    double force = trm_rub_force(s->rub, j);
    for (unsigned i = 0; i < dry->count; i++)
      s->rub->direction[j][i] = s->flow->lambda[dry->row + i] / force;
    s->rub->mode[j] = TRM_DRY_SLIDE;
    s->rub->began[j] = 0;
    s->impending[j]++;
    return 1;
  }
  double second[3];
  if (!s->impending[j] || gains(s, j, second) >= 0 || s->impending[j] > 3) return 0;
  s->rub->mode[j] = TRM_DRY_STICK;
  return 1;
}

/* 1 when condition n (of those that touch) was violated, and changes */
static int change_side(TrmSides *s, size_t count, size_t n) {
  size_t i = s->near[n], row = s->eq->sides[i].row;
  int closed = s->mode[i] == TRM_SIDE_CLOSED;
  if (closed && s->flow->lambda[row] <= s->none) return 0;
  if (!closed && !(trm_sides_second(s, n) < -s->none * s->S[n * count + n])) return 0;
  s->mode[i] = closed ? TRM_SIDE_OPEN : TRM_SIDE_CLOSED;
  return 1;
}

/* the friction that has no solution stops; 0 when it is at rest already */
static int jam(TrmSides *s) {
  size_t j = s->rub->failed;
  if (s->rub->mode[j] != TRM_DRY_SLIDE || s->jammed[j]) return 0;
  s->rub->mode[j] = TRM_DRY_STICK;
  s->jammed[j] = 1;
  return 1;
}

static TrmStatus find_modes(TrmSides *s, size_t count, size_t set) {
  const TrmEquations *eq = s->eq;
  size_t most = 50 + 20 * (set + eq->dry_count);
  int turns = 0;
  trm_rub_speeds(s->rub);
  for (size_t a = 0; a < set; a++) s->mode[s->near[s->set[a]]] = TRM_SIDE_CLOSED;
  for (size_t j = 0; j < eq->dry_count; j++) begin(s, j), s->rub->away[j] = !trm_dry_there(s, j);
  for (size_t round = 0; round < most; round++) {
    for (size_t a = 0; a < set; a++) {
      size_t i = s->near[s->set[a]];
      s->flow->state->off[eq->sides[i].row] = s->mode[i] != TRM_SIDE_CLOSED;
    }
    for (size_t j = 0; j < eq->dry_count; j++)
      hold(s, j, acts(s, j) && s->rub->mode[j] == TRM_DRY_STICK);
    if (trm_flow_accelerate(s->flow) != TRM_OK) {
      s->culprit = eq->dry[s->rub->failed].item;
      if (!jam(s)) return TRM_FAILED;
      continue;
    }
    trm_sticking_spread(s);
    int changed = 0;
    for (size_t a = 0; a < set && !changed; a++) changed = change_side(s, count, s->set[a]);
    for (size_t j = 0; j < eq->dry_count && !changed; j++) changed = change_friction(s, j);
    if (changed) continue;
    if (turns++ >= MOST_TURNS || turn_directions(s) < 1e-15) return TRM_OK;
    round--;
  }
  return TRM_FAILED;
}

TrmStatus trm_sticking_find(TrmSides *s, size_t count, size_t set) {
  s->rub->least = no_margin * (1 + 1e-9);
  TrmStatus status = find_modes(s, count, set);
  s->rub->least = trm_rub_least;
  return status;
}

/* say that its own friction, not what pushes it, is what holds */
static void report_jam(const TrmSides *s, size_t j, TrmLog *log) {
  const TrmUnits *units = &s->m->system->units;
  const TrmItem *item = s->eq->dry[j].item;
  int contact = s->eq->dry[j].side >= 0;
  trm_log_add(log, TRM_N_JAMS, item->place, item->name,
              contact ? "'%s' jams at t = %.6g %s: its friction presses the surfaces together "
                        "harder than what pushes them apart, so that they stop sliding at once"
                      : "'%s' jams at t = %.6g %s: what pushes it presses it into its ends, so "
                        "that friction holds it however large the push is",
              item->name, s->flow->state->time / units->time, units->time_name);
  trm_log_hint(log, contact
                        ? "no force of sliding fits there (Painleve's case): a flatter contact "
                          "or less friction has one"
                        : "a longer guide, a load nearer to its axis or less friction frees it");
}

void trm_sticking_switch(TrmSides *s, int first, TrmLog *log) {
  if (!s->rub) return;
  double t = s->flow->state->time, size;
  for (size_t j = 0; j < s->eq->dry_count; j++) {
    const TrmItem *item = s->eq->dry[j].item;
    int sticks = acts(s, j) && s->rub->mode[j] == TRM_DRY_STICK;
    /* what begins to slide does so with what was left of its speed when it came to rest */
    s->slack[j] = s->impending[j] ? rounding * s->most_slide + trm_rub_rate(s->rub, j) : 0;
    if (s->stuck[j] != sticks) s->fresh = 1;
    /* what lifts off does not slip */
    if (s->stuck[j] != sticks && !first && (sticks || acts(s, j)))
      trm_happened_add(s->happened, t, sticks ? TRM_HAPPENED_STICK : TRM_HAPPENED_SLIP, item->name);
    /* without the moments it would slide */
    double held = sticks ? reserve(s, j, &size) : 0;
    double moment = sticks ? s->eq->dry[j].stick * trm_rub_moment_part(s->rub, j) : 0;
    int jams = sticks && (s->jammed[j] || (moment > 0 && held - moment < -1e-9 * size));
    if (jams && (!s->stuck[j] || first)) report_jam(s, j, log);
    s->stuck[j] = (unsigned char)sticks;
  }
}
