/* SPDX-License-Identifier: Apache-2.0
 *
 * Watch: at a branch point G loses rank, positions are known to the root of rounding only, and
 * velocities not at all. All of them are smooth along a branch, so they are interpolated there from
 * three stations on either side, to sixth order, in time. Between reports a branch point shows as
 * the smallest singular value of G touching zero like |t - t*|; it is found as the zero of the same
 * value with a sign, which is smooth.
 */
#include "analysis/watch.h"
#include "analysis/freedoms.h"
#include "analysis/kinematics.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include <math.h>
#include <string.h>

enum { STATIONS = 6, REGULAR = 7, LAST = 4, MOST_NAMED = 5, MOST_ROUNDS = 5 };

/* a state is looked at when its health is below this part of the best, or below this part of what
 * the trend promises; false alarms make it look less */
static const double low = 0.02, sharp = 0.5;
enum { MOST_ALARMS = 8 };

/* what elimination leaves below this is dependent */
static const double rank_tolerance = 1e-6;

/* a bridge is this long between stations, in rad or parts of the size: nearer to the point they
 * would know less, as rounding over the square of the distance */
static const double spacing = 0.015;

/* what there is at one time, by columns and rows */
typedef struct Moment {
  double time, health;
  double *x, *u, *a, *lambda;
} Moment;

struct TrmWatch {
  TrmState *start[REGULAR]; /* states from which a bridge can start, newest first */
  double *start_rates[REGULAR], start_health[REGULAR];
  size_t start_count;
  TrmState *reference, *saved;
  Moment station[STATIONS], kept;
  double middle, step;             /* of the stations */
  double time[LAST], health[LAST]; /* of the states last reported, newest first */
  size_t last_count;
  double best;                /* largest health so far */
  double freedoms, redundant; /* away from branch points */
  double passed;              /* time of the branch point named last */
  size_t passed_count;
  int low_alarms, sharp_alarms, between_alarms; /* false ones */
};

static void reserve(TrmMechanism *m, Moment *moment) {
  size_t n = m->eq->column_count + 1;
  moment->x = trm_arena_array(m->arena, 3 * n + m->eq->row_count + 1, sizeof(double));
  moment->u = moment->x + n;
  moment->a = moment->u + n;
  moment->lambda = moment->a + n;
}

static void keep_rates(const TrmMechanism *m, Moment *moment) {
  size_t size = m->eq->column_count * sizeof(double);
  memcpy(moment->u, m->u, size);
  memcpy(moment->a, m->a, size);
  memcpy(moment->lambda, m->lambda, m->eq->row_count * sizeof(double));
}

static void restore_rates(TrmMechanism *m, const Moment *moment) {
  size_t size = m->eq->column_count * sizeof(double);
  memcpy(m->u, moment->u, size);
  memcpy(m->a, moment->a, size);
  memcpy(m->lambda, moment->lambda, m->eq->row_count * sizeof(double));
}

/* remember the state as one that a bridge can start from; it replaces the newest where that is
 * nearer than a bridge's spacing to the one before */
static void keep_start(TrmMechanism *m) {
  TrmWatch *w = m->watch;
  int crowded = w->start_count > 1 && trm_mechanism_distance(m, w->start[0], w->start[1]) < spacing;
  size_t place = crowded ? 0 : REGULAR - 1, n = m->eq->column_count;
  TrmState *state = w->start[place];
  double *rates = w->start_rates[place];
  memmove(w->start + 1, w->start, place * sizeof *w->start);
  memmove(w->start_rates + 1, w->start_rates, place * sizeof *w->start_rates);
  memmove(w->start_health + 1, w->start_health, place * sizeof *w->start_health);
  trm_state_copy(m->eq, m->state, state);
  memcpy(rates, m->u, n * sizeof *rates);
  memcpy(rates + n, m->a, n * sizeof *rates);
  w->start[0] = state;
  w->start_rates[0] = rates;
  w->start_health[0] = w->health[0];
  if (!crowded && w->start_count < REGULAR) w->start_count++;
}

/* remember the health of the state just reported */
static void keep_health(TrmMechanism *m) {
  TrmWatch *w = m->watch;
  memmove(w->time + 1, w->time, (LAST - 1) * sizeof *w->time);
  memmove(w->health + 1, w->health, (LAST - 1) * sizeof *w->health);
  w->time[0] = m->state->time;
  w->health[0] = trm_saddle_health(m->saddle);
  if (w->last_count < LAST) w->last_count++;
  w->best = fmax(w->best, w->health[0]);
}

void trm_watch_begin(TrmMechanism *m) {
  const TrmEquations *eq = m->eq;
  if (!m->watch) {
    TrmWatch *w = m->watch = trm_arena_alloc(m->arena, sizeof *w);
    for (size_t i = 0; i < REGULAR; i++) {
      w->start[i] = trm_state_new(m->arena, eq);
      w->start_rates[i] = trm_arena_array(m->arena, 2 * eq->column_count + 1, sizeof(double));
    }
    w->reference = trm_state_new(m->arena, eq);
    w->saved = trm_state_new(m->arena, eq);
    for (size_t i = 0; i < STATIONS; i++) reserve(m, &w->station[i]);
    reserve(m, &w->kept);
  }
  TrmWatch *w = m->watch;
  w->start_count = w->last_count = w->passed_count = 0;
  w->low_alarms = w->sharp_alarms = w->between_alarms = 0;
  w->best = 0;
  w->passed = -HUGE_VAL;
  w->freedoms = m->freedoms;
  w->redundant = m->redundant;
  keep_health(m);
  keep_start(m);
}

/* how fast anything moves, in parts of the size, or turns */
static double speed(const TrmMechanism *m) {
  double most = 0;
  for (size_t i = 0; i < m->eq->body_count; i++) {
    const TrmBodyMotion *b = &m->state->body[i];
    most = fmax(most, fmax(trm_vec3_norm(b->v) / m->size, trm_vec3_norm(b->w)));
  }
  return most;
}

/* columns from the reference to the state */
static void find_columns(const TrmMechanism *m, double *x) {
  const TrmState *from = m->watch->reference, *to = m->state;
  for (size_t i = 0; i < m->eq->body_count; i++) {
    const int *c = m->eq->body_column[i];
    double turned[9], theta[3];
    trm_mat3_transposed_product(from->body[i].R, to->body[i].R, turned);
    trm_rotation_log(turned, theta);
    for (int k = 0; k < 3; k++) {
      if (c[k] >= 0) x[c[k]] = to->body[i].r[k] - from->body[i].r[k];
      if (c[3 + k] >= 0) x[c[3 + k]] = theta[k];
    }
  }
  for (size_t i = 0; i < m->eq->curve_count; i++) x[m->eq->curve_column[i]] = to->s[i] - from->s[i];
}

/* where the stations are, in steps from the middle, and their weights for a value at p */
static const double place[STATIONS] = {-3, -2, -1, 1, 2, 3};

static void find_weights(double p, double weight[STATIONS]) {
  for (int i = 0; i < STATIONS; i++) {
    weight[i] = 1;
    for (int k = 0; k < STATIONS; k++)
      if (k != i) weight[i] *= (p - place[k]) / (place[i] - place[k]);
  }
}

/* `count` values at `offset` from the columns of the stations */
static void interpolate(const TrmWatch *w, const double *weight, const double *first, size_t count,
                        double *out) {
  size_t offset = (size_t)(first - w->station->x);
  for (size_t k = 0; k < count; k++) {
    out[k] = 0;
    for (size_t i = 0; i < STATIONS; i++) out[k] += weight[i] * w->station[i].x[offset + k];
  }
}

/* the newest regular state that is at least `before` ahead of `time`, else the oldest of all */
static size_t find_start(const TrmWatch *w, double time, double before) {
  size_t found = w->start_count;
  for (size_t i = 0; i < w->start_count; i++) {
    if (!(w->start[i]->time < time)) continue;
    found = i;
    if (time - w->start[i]->time >= before) break;
  }
  return found;
}

/* go along the branch over the time `middle` by stations on either side; 0 when those beyond cannot
 * be reached. The start is at least `before` ahead, where there is one. */
static int bridge(TrmMechanism *m, double middle, double before) {
  const TrmEquations *eq = m->eq;
  TrmWatch *w = m->watch;
  size_t n = eq->column_count;
  size_t start = find_start(w, middle, fmax(before, 4 * spacing / speed(m)));
  if (start == w->start_count) return 0;
  trm_state_copy(eq, w->start[start], m->state);
  memcpy(m->u, w->start_rates[start], n * sizeof *m->u);
  memcpy(m->a, w->start_rates[start] + n, n * sizeof *m->a);
  double moving = speed(m);
  w->step = (middle - m->state->time) / 4;
  if (w->step * moving > spacing) w->step = spacing / moving;
  w->middle = middle;
  for (int i = 0; i < STATIONS; i++) {
    Moment *station = &w->station[i];
    station->time = middle + w->step * place[i];
    if (!trm_mechanism_go(m, station->time)) return 0;
    if (i == 0) trm_state_copy(eq, m->state, w->reference);
    find_columns(m, station->x);
    keep_rates(m, station);
    station->health = trm_saddle_health(m->saddle);
  }
  return 1;
}

/* make the state that of `time` between the stations; 0 when it cannot be closed */
static int settle(TrmMechanism *m, double time) {
  const TrmEquations *eq = m->eq;
  TrmWatch *w = m->watch;
  size_t n = eq->column_count;
  double weight[STATIONS];
  find_weights((time - w->middle) / w->step, weight);
  interpolate(w, weight, w->station->x, n, m->dq);
  trm_state_copy(eq, w->reference, m->state);
  trm_state_move(eq, m->state, 1, m->dq);
  trm_mechanism_set_time(m, time);
  /* closed to rounding by one correction, which dependent equations have no part in */
  trm_mechanism_evaluate(m, m->state);
  if (trm_saddle_factor(m->saddle, &m->weights, m->G, m->velocity_rows) != TRM_OK) return 0;
  for (size_t i = 0; i < eq->row_count; i++) m->phi[i] = -m->phi[i];
  if (trm_saddle_solve(m->saddle, NULL, m->phi, m->dq, NULL) != TRM_OK) return 0;
  trm_state_move(eq, m->state, 1, m->dq);
  interpolate(w, weight, w->station->u, n, m->u);
  interpolate(w, weight, w->station->a, n, m->a);
  interpolate(w, weight, w->station->lambda, eq->row_count, m->lambda);
  trm_state_set_velocity(eq, m->state, m->u);
  trm_state_set_acceleration(eq, m->state, m->a);
  trm_state_accept(eq, m->state);
  return 1;
}

/* 1 when multipliers grow towards the point as 1/|t - t*| does */
static int unbounded(const TrmMechanism *m) {
  double size[2] = {0, 0};
  for (size_t i = 0; i < m->eq->row_count; i++)
    for (int side = 0; side < 2; side++) {
      size[0] = fmax(size[0], fabs(m->watch->station[side ? 3 : 2].lambda[i]));
      size[1] = fmax(size[1], fabs(m->watch->station[side ? 4 : 1].lambda[i]));
    }
  return size[0] > 1.7 * size[1];
}

/* place of a joint on its first side, ground axes */
static void joint_place(const TrmMechanism *m, const TrmJoint *joint, double p[3]) {
  int body = joint->frame_first.body;
  const TrmBodyMotion *b = body < 0 ? &trm_ground_motion : &m->state->body[body];
  trm_mat3_apply(b->R, joint->frame_first.s, p);
  trm_vec3_add(p, 1, b->r, p);
}

/* 1 when the places of the joints that move in the freedom x are on one line */
static int in_line(const TrmMechanism *m, const double *x) {
  double(*p)[3] = trm_arena_array(m->passing, m->system->joint_count + 1, sizeof *p);
  double along[3] = {0, 0, 0}, d[3], off[3], far = 0, away = 0;
  size_t count = 0;
  for (size_t i = 0; i < m->system->joint_count; i++)
    if (trm_joint_moves(m, &m->system->joints[i], x))
      joint_place(m, &m->system->joints[i], p[count++]);
  /* the line through the first and the one farthest from it */
  for (size_t i = 1; i < count; i++) {
    trm_vec3_add(p[i], -1, p[0], d);
    if (!(trm_vec3_norm(d) > far)) continue;
    far = trm_vec3_norm(d);
    memcpy(along, d, sizeof along);
  }
  for (size_t i = 1; i < count && far > 0; i++) {
    trm_vec3_add(p[i], -1, p[0], d);
    trm_vec3_cross(d, along, off);
    away = fmax(away, trm_vec3_norm(off) / far);
  }
  return count > 2 && far > 0 && away < 1e-6 * m->size;
}

/* say that the bridged state is a branch point, where x is a freedom */
static void announce(TrmMechanism *m, const double *x, const char *then, TrmLog *log) {
  const TrmUnits *units = &m->system->units;
  TrmWatch *w = m->watch;
  const char *names = "";
  w->passed = m->state->time;
  if (++w->passed_count > MOST_NAMED) return;
  for (size_t i = 0; i < m->system->joint_count; i++)
    if (trm_joint_moves(m, &m->system->joints[i], x))
      names = trm_arena_printf(m->passing, "%s%s'%s'", names, *names ? ", " : "",
                               m->system->joints[i].item->name);
  trm_log_add(log, TRM_N_BRANCH_POINT, TRM_NOWHERE, NULL,
              "at t = %.6g %s the mechanism passes a branch point: joints %s %s; %s",
              m->state->time / units->time, units->time_name, names,
              in_line(m, x) ? "are in line" : "could go another way", then);
  if (unbounded(m)) trm_log_note(log, TRM_NOWHERE, "reactions grow without bound towards it");
  if (w->passed_count == MOST_NAMED)
    trm_log_note(log, TRM_NOWHERE, "branch points that follow are not named");
}

/* a freedom x of the bridged state in memory of its own; NULL when it has none */
static double *decide(TrmMechanism *m) {
  TrmRank *rank = trm_mechanism_rank_at(m, trm_mechanism_passing(m), rank_tolerance);
  if (!rank->free_count) return NULL;
  double *x = trm_arena_array(m->passing, m->eq->column_count + 1, sizeof *x);
  trm_rank_freedom(rank, 0, x);
  return x;
}

static void save(TrmMechanism *m) {
  trm_state_copy(m->eq, m->state, m->watch->saved);
  keep_rates(m, &m->watch->kept);
}

static void restore(TrmMechanism *m) {
  trm_state_copy(m->eq, m->watch->saved, m->state);
  restore_rates(m, &m->watch->kept);
}

/* bridge the branch point that is near `time`, moving the middle onto it; 0 when there is none */
static int bridge_over(TrmMechanism *m, double time, double before) {
  TrmWatch *w = m->watch;
  double weight[STATIONS];
  find_weights(0, weight);
  for (int round = 0; round < MOST_ROUNDS; round++) {
    if (!bridge(m, time, before)) return 0;
    /* with its sign, which changes at the point */
    double root[STATIONS], here = 0;
    for (int i = 0; i < STATIONS; i++) {
      root[i] = (i < 3 ? 1 : -1) * w->station[i].health;
      here += weight[i] * root[i];
    }
    double later = w->step * 2 * here / (root[2] - root[3]);
    if (!(fabs(later) < 3 * w->step)) return 0;
    if (fabs(later) < 1e-6 * w->step) return 1;
    time += later;
  }
  return 0;
}

/* 1 when the state just reported may be at a branch point or next to it */
static int suspect_here(const TrmWatch *w, int *is_low) {
  double promised = 0;
  if (w->last_count > 2)
    promised = w->health[1] * exp(log(w->health[1] / w->health[2]) * (w->time[0] - w->time[1]) /
                                  (w->time[1] - w->time[2]));
  *is_low = w->health[0] < low * w->best && w->low_alarms < MOST_ALARMS;
  return *is_low || w->health[0] < pow(sharp, 1 + w->sharp_alarms) * promised;
}

/* where the health is zero by the straight line from the last regular states */
static double guess_zero(const TrmWatch *w) {
  double now = w->time[0], was = w->start[0]->time, f = w->health[0] / w->start_health[0];
  int behind = 0;
  if (w->start_count > 1) {
    double before = w->start_health[1] / w->start_health[0];
    behind = 1 + (1 - before) / (was - w->start[1]->time) * (now - was) < 0;
  }
  return behind || f >= 1 ? now - (now - was) * f / (1 + f) : now + (now - was) * f / (1 - f);
}

/* freedoms are those away from branch points */
static void forget_decision(TrmMechanism *m) {
  m->freedoms = m->watch->freedoms;
  m->redundant = m->watch->redundant;
}

/* put a state at a branch point or next to it right and decide its freedoms; 0 when it is none */
static int look_here(TrmMechanism *m, int is_low, TrmLog *log) {
  TrmWatch *w = m->watch;
  double time = m->state->time;
  save(m);
  int is_near = bridge_over(m, guess_zero(w), 0) && fabs(time - w->middle) <= 3 * w->step;
  if (!is_near || !settle(m, time)) {
    restore(m);
    if (is_low) w->low_alarms++;
    if (!is_low) w->sharp_alarms++;
    return 0;
  }
  const double *x = decide(m);
  /* the point itself may be between this state and the one before */
  int between = !x && w->middle < time && w->middle > w->time[1];
  if (between && settle(m, w->middle)) x = decide(m);
  if (x) announce(m, x, "it goes on along the branch it came on", log);
  if (between) settle(m, time);
  if (between) forget_decision(m);
  return 1;
}

/* 1 when the health seems to pass through zero between the two states before the last; where, by
 * the straight lines from either side */
static int suspect_between(const TrmWatch *w, double *time) {
  const double *f = w->health, *t = w->time;
  if (w->last_count < LAST || w->passed_count >= MOST_NAMED) return 0;
  if (w->between_alarms >= MOST_ALARMS) return 0;
  double ahead = f[1] + (f[1] - f[0]) * (t[1] - t[2]) / (t[0] - t[1]);
  double back = f[2] + (f[2] - f[3]) * (t[1] - t[2]) / (t[2] - t[3]);
  *time = t[2] + (t[1] - t[2]) * f[2] / (f[1] + f[2]);
  return ahead + back < 0 && !(w->passed >= t[2] && w->passed <= t[1]);
}

/* the branch point that seems to be between two reports, and whether its branch was kept */
static void look_between(TrmMechanism *m, double time, TrmLog *log) {
  TrmWatch *w = m->watch;
  save(m);
  const double *x = NULL;
  if (bridge_over(m, time, (w->time[1] - w->time[2]) / 2)) {
    /* where the branch leads, against where the run went */
    int same =
        trm_mechanism_go(m, w->saved->time) && trm_mechanism_distance(m, m->state, w->saved) < 1e-6;
    x = settle(m, w->middle) ? decide(m) : NULL;
    if (x)
      announce(m, x,
               same ? "it goes on along the branch it came on"
                    : "it changes to another branch there, take shorter intervals",
               log);
  }
  if (!x) w->between_alarms++;
  restore(m);
}

void trm_watch_look(TrmMechanism *m, TrmLog *log) {
  TrmWatch *w = m->watch;
  double time;
  int is_low, here;
  if (!w) return;
  keep_health(m);
  forget_decision(m);
  here = suspect_here(w, &is_low) && look_here(m, is_low, log);
  if (!here && suspect_between(w, &time)) {
    look_between(m, time, log);
    forget_decision(m);
  }
  if (!here) keep_start(m);
}
