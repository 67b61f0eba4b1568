/* SPDX-License-Identifier: Apache-2.0
 *
 * Sides: with S = G M^-1 G' of the conditions that touch, joints and motions eliminated,
 *   impulses P >= 0       w = S P + (1 + e) v-  >= 0, w P = 0       (Newton's restitution e),
 *   pressures p >= 0      w = S p + gap''       >= 0, w p = 0,
 * gap'' without pressures. Approaching conditions go first: what their impulses make approach
 * follows, as a blow runs through a row of balls; without rebound all that touch are solved at
 * once. Bounces that follow each other ever faster, at e, e^2, ... of the first flight, end at
 * flight / (1 - e), where the condition stays closed.
 */
#include "analysis/freedoms.h"
#include "analysis/sticking.h"
#include "system/forces.h"
#include <math.h>
#include <string.h>

/* parts of a typical length or speed: what touches, what rests, what a bounce ends at */
static const double touching = 1e-12, resting = 1e-12, bouncing = 1e-12, rounding = 1e-14;

TrmSides *trm_sides_new(TrmArena *arena, TrmMechanism *m, TrmFlow *flow, TrmHappened *happened) {
  const TrmEquations *eq = flow->eq;
  if (!eq->switches && !eq->switch_count) return NULL;
  TrmSides *s = trm_arena_alloc(arena, sizeof *s);
  size_t n = eq->side_count, columns = eq->column_count;
  s->m = m;
  s->flow = flow;
  s->eq = eq;
  s->happened = happened;
  s->mode = trm_arena_array(arena, n + 1, sizeof *s->mode);
  s->was = trm_arena_array(arena, n + 1, sizeof *s->was);
  s->struck = trm_arena_array(arena, n + 1, sizeof *s->struck);
  s->kept = trm_arena_array(arena, 4 * n + 1, sizeof *s->kept);
  s->noise = s->kept + n;
  s->left_at = s->noise + n;
  s->arm = s->left_at + n;
  s->rigid = trm_arena_array(arena, n + 1, sizeof *s->rigid);
  s->near = trm_arena_array(arena, 2 * n + 1, sizeof *s->near);
  s->set = s->near + n;
  s->speed = trm_arena_array(arena, 3 * n + 1, sizeof *s->speed);
  s->rest_at = s->speed + n;
  s->gap = s->rest_at + n;
  s->S = trm_arena_array(arena, 2 * n * n + 1, sizeof *s->S);
  s->q = trm_arena_array(arena, 2 * n + 1, sizeof *s->q);
  s->z = s->q + n;
  s->x = trm_arena_array(arena, n * columns + 1, sizeof *s->x);
  s->f = trm_arena_array(arena, columns + 1, sizeof *s->f);
  s->lcp = trm_lcp_new(arena, n);
  s->rub = flow->rub;
  s->stuck = trm_arena_array(arena, 4 * eq->dry_count + 1, sizeof *s->stuck);
  s->impending = s->stuck + eq->dry_count;
  s->jammed = s->impending + eq->dry_count;
  s->seen = s->jammed + eq->dry_count;
  s->slack = trm_arena_array(arena, 2 * eq->dry_count + 1, sizeof *s->slack);
  s->weight = s->slack + eq->dry_count;
  s->fresh = 1;
  trm_sides_measure(s);
  trm_toggle_new(s, arena);
  trm_blows_new(s, arena);
  return s;
}

size_t trm_sides_count(const TrmSides *s) {
  return s ? s->eq->side_count + s->eq->dry_count : 0;
}

const TrmItem *trm_sides_item(const TrmSides *s, size_t k) {
  size_t sides = s->eq->side_count;
  return k < sides ? s->eq->sides[k].item : s->eq->dry[k - sides].item;
}

/* what lengths or angles of a condition are measured by */
static double size_of(const TrmSides *s, size_t i) {
  return s->eq->rows[s->eq->sides[i].row].dimension.length == 1 ? s->flow->reach : 1;
}

/* a force that counts as none */
static double no_force(const TrmSides *s) {
  double most = s->press;
  for (size_t i = 0; i < s->eq->body_count; i++)
    for (int k = 0; k < 3; k++) {
      int c = s->eq->body_column[i][k];
      if (c >= 0) most = fmax(most, fabs(s->flow->Q[c]));
    }
  return 1e-12 * most;
}

/* rate of a condition's gap at velocities u, and the size of what it is made of */
static double rate_at(TrmSides *s, size_t i, const double *u, double *size) {
  const TrmEquations *eq = s->eq;
  size_t row = eq->sides[i].row;
  double rate = 0;
  *size = 0;
  for (size_t k = eq->start[row]; k < eq->start[row + 1]; k++) {
    double part = s->flow->G[k] * u[eq->column[k]];
    rate += part;
    *size += fabs(part);
  }
  return rate;
}

/* the same at flow->u; its size counts for later */
static double gap_rate(TrmSides *s, size_t i) {
  size_t row = s->eq->sides[i].row;
  double size, rate = rate_at(s, i, s->flow->u, &size);
  double *most = &s->most[s->eq->rows[row].dimension.length == 1];
  *most = fmax(*most, size);
  return rate;
}

double trm_sides_no_speed(const TrmSides *s, size_t i) {
  return resting * s->most[s->eq->rows[s->eq->sides[i].row].dimension.length == 1];
}

/* The gap of what is not closed. One that has just opened counts as open, whatever rounding makes
 * of it, until it closes again. */
static double watched_gap(TrmSides *s, size_t i) {
  size_t row = s->eq->sides[i].row;
  double gap = trm_sides_gap(s, i), size;
  if (!(s->noise[i] > 0)) return gap;
  if (s->mode[i] != TRM_SIDE_OPEN) return gap - s->kept[i] + s->noise[i];
  trm_state_get_velocity(s->eq, s->flow->state, s->f);
  trm_equations_row_slopes(s->eq, s->flow->state, row, s->flow->G + s->eq->start[row]);
  double rate = rate_at(s, i, s->f, &size);
  return rate > -trm_sides_no_speed(s, i) ? fmax(gap - s->kept[i], 0) + s->noise[i] : gap;
}

void trm_sides_values(TrmSides *s, double *values) {
  const TrmEquations *eq = s->eq;
  int closed = trm_sticking_watches(s);
  for (size_t i = 0; i < eq->side_count; i++) closed |= s->mode[i] == TRM_SIDE_CLOSED;
  int good = !closed || trm_flow_accelerate(s->flow) == TRM_OK;
  double none = closed ? no_force(s) : 0;
  for (size_t i = 0; i < eq->side_count; i++) {
    size_t row = eq->sides[i].row;
    if (!trm_side_there(s, i)) {
      values[i] = 1;
    } else if (s->mode[i] == TRM_SIDE_CLOSED) {
      values[i] = good ? none - s->flow->lambda[row] : nan("");
    } else {
      values[i] = watched_gap(s, i);
    }
  }
  if (good && s->rub) trm_sticking_values(s, values + eq->side_count);
  for (size_t j = 0; !good && j < eq->dry_count; j++) values[eq->side_count + j] = nan("");
}

void trm_sides_settle(TrmSides *s, const double *before, double *values) {
  for (size_t i = 0; i < s->eq->side_count; i++) {
    if (s->mode[i] == TRM_SIDE_CLOSED || !trm_side_there(s, i)) continue;
    /* far from it nothing has to be worked out */
    if (!(values[i] > 0 && values[i] < before[i])) continue;
    if (values[i] <= touching * size_of(s, i) && values[i] <= trm_sides_rounding(s, i))
      values[i] = 0;
  }
  if (s->rub) trm_sticking_settle(s, before + s->eq->side_count, values + s->eq->side_count);
}

/* what an opening is called */
static void note_opening(TrmSides *s, size_t i, double t) {
  static const TrmHappeningKind opens[] = {TRM_HAPPENED_SLACK, TRM_HAPPENED_SEPARATION,
                                           TRM_HAPPENED_SEPARATION, TRM_HAPPENED_SEPARATION};
  const TrmSide *side = &s->eq->sides[i];
  trm_happened_add(s->happened, t, opens[side->kind], side->item->name);
}

void trm_sides_accept(TrmSides *s, const double *values) {
  trm_sticking_accept(s);
  for (size_t i = 0; i < s->eq->side_count; i++) {
    if (s->mode[i] == TRM_SIDE_CLOSED) {
      if (values[i] > s->press) s->press = values[i];
      continue;
    }
    /* what only touched has opened, when its pressure ended */
    if (s->mode[i] == TRM_SIDE_TOUCHING && values[i] > 4 * s->noise[i]) {
      s->mode[i] = TRM_SIDE_OPEN;
      note_opening(s, i, s->left_at[i] > 0 ? s->left_at[i] : s->flow->state->time);
    }
    /* far enough from rounding the gap itself counts */
    if (s->mode[i] == TRM_SIDE_OPEN && values[i] > 4 * s->noise[i]) {
      s->noise[i] = s->kept[i] = 0;
    }
  }
}

/* conditions that touch, their slopes in flow->G */
static size_t find_near(TrmSides *s) {
  const TrmEquations *eq = s->eq;
  TrmState *state = s->flow->state;
  size_t count = 0;
  for (size_t i = 0; i < eq->side_count; i++) {
    size_t row = eq->sides[i].row;
    if (!trm_side_there(s, i)) {
      s->mode[i] = TRM_SIDE_OPEN;
      continue;
    }
    s->gap[i] = trm_sides_gap(s, i);
    if (s->mode[i] != TRM_SIDE_CLOSED && s->gap[i] > 4 * touching * size_of(s, i)) continue;
    trm_equations_row_slopes(eq, state, row, s->flow->G + eq->start[row]);
    s->near[count++] = i;
  }
  return count;
}

/* sum of G^2 / M over a row: S of it on its own, with the bodies free */
static double free_answer(const TrmSides *s, size_t row) {
  const TrmEquations *eq = s->eq;
  double sum = 0;
  for (size_t b = 0; b < eq->body_count; b++)
    for (size_t k = eq->start[row]; k < eq->start[row + 1]; k++)
      for (int c = 0; c < 6; c++) {
        if (eq->body_column[b][c] != (int)eq->column[k]) continue;
        double mass = c < 3 ? s->flow->masses.move[b][c] : s->flow->masses.turn[b][4 * (c - 3)];
        sum += s->flow->G[k] * s->flow->G[k] / mass;
      }
  return sum;
}

/* answers x of the mechanism without conditions to forces G' of those that touch, and S */
static TrmStatus find_answers(TrmSides *s, size_t count) {
  const TrmEquations *eq = s->eq;
  TrmSolver *solver = s->flow->solver;
  size_t columns = eq->column_count;
  TrmStatus status = solver->type->factor(solver, s->flow->state);
  for (size_t n = 0; n < count && status == TRM_OK; n++) {
    size_t row = eq->sides[s->near[n]].row;
    memset(s->f, 0, columns * sizeof *s->f);
    for (size_t k = eq->start[row]; k < eq->start[row + 1]; k++)
      s->f[eq->column[k]] = s->flow->G[k];
    status = solver->type->solve(solver, s->f, NULL, s->x + n * columns, NULL);
  }
  if (status != TRM_OK) return TRM_FAILED;
  for (size_t n = 0; n < count; n++) {
    size_t row = eq->sides[s->near[n]].row;
    for (size_t l = 0; l < count; l++) {
      double sum = 0;
      for (size_t k = eq->start[row]; k < eq->start[row + 1]; k++)
        sum += s->flow->G[k] * s->x[l * columns + eq->column[k]];
      s->S[n * count + l] = sum;
    }
    s->rigid[n] = !(s->S[n * count + n] > 1e-9 * free_answer(s, row));
  }
  return TRM_OK;
}

TrmStatus trm_sides_solve(TrmSides *s, size_t count, size_t set) {
  double *M = s->S + count * count;
  for (size_t a = 0; a < set; a++)
    for (size_t b = 0; b < set; b++) M[a * set + b] = s->S[s->set[a] * count + s->set[b]];
  return trm_lcp_solve(s->lcp, set, M, s->q, s->z);
}

void trm_sides_add(TrmSides *s, size_t set, double *u) {
  size_t columns = s->eq->column_count;
  for (size_t a = 0; a < set; a++)
    for (size_t k = 0; k < columns && s->z[a] != 0; k++)
      u[k] += s->z[a] * s->x[s->set[a] * columns + k];
}

size_t trm_sides_approaching(TrmSides *s, size_t count) {
  size_t set = 0;
  trm_state_get_velocity(s->eq, s->flow->state, s->flow->u);
  for (size_t n = 0; n < count; n++) s->speed[n] = gap_rate(s, s->near[n]);
  for (size_t n = 0; n < count; n++)
    if (s->speed[n] < -trm_sides_no_speed(s, s->near[n])) s->set[set++] = n;
  return set;
}

double trm_sides_second(const TrmSides *s, size_t n) {
  const TrmEquations *eq = s->eq;
  size_t row = eq->sides[s->near[n]].row;
  double second = -trm_equations_row_gamma(eq, s->flow->state, row);
  for (size_t k = eq->start[row]; k < eq->start[row + 1]; k++)
    second += s->flow->G[k] * s->flow->a[eq->column[k]];
  return second;
}

/* the same of all that touch */
static void find_seconds(TrmSides *s, size_t count, double *second) {
  for (size_t n = 0; n < count; n++) second[n] = trm_sides_second(s, n);
}

/* a second rate that counts as none */
static double no_second(const TrmSides *s, size_t n, size_t count) {
  return no_force(s) * s->S[n * count + n];
}

/* 1 when n neither approaches nor leaves */
static int rests(const TrmSides *s, size_t n) {
  return fabs(s->speed[n]) <= trm_sides_no_speed(s, s->near[n]) || s->rest_at[s->near[n]] > 0;
}

/* n leaves a blow so slowly that this flight is one of the last: it is `flight` long */
static int ends_bouncing(const TrmSides *s, size_t n, double second, double *flight) {
  double e = s->eq->sides[s->near[n]].restitution, v = s->speed[n];
  if (!(e < 1) || !(second < 0) || !(v > 0) || !s->blow) return 0;
  *flight = 2 * v / -second;
  return v * v / (2 * -second) < bouncing * size_of(s, s->near[n]);
}

/* 1 when one of the set is a contact that touches without a pressure of its own */
static int is_shared(const TrmSides *s, size_t count, size_t set) {
  for (size_t a = 0; a < set; a++) {
    size_t n = s->set[a], i = s->near[n];
    if (s->eq->sides[i].kind != TRM_SIDE_CONTACT || s->mode[i] == TRM_SIDE_CLOSED) continue;
    if (trm_sides_second(s, n) <= no_second(s, n, count)) return 1;
  }
  return 0;
}

/* Places that bear the same load share it: of the pressures that do, the smallest. All of the set
 * that do not open are closed, and those that would pull let go, the one that pulls most first.
 * Where that ends with one that would sink in, the modes stay as they were found. */
static TrmStatus share(TrmSides *s, size_t count, size_t set) {
  TrmFlow *flow = s->flow;
  double *second = s->gap;
  if (!is_shared(s, count, set)) return TRM_OK;
  for (size_t a = 0; a < set; a++) {
    size_t n = s->set[a], i = s->near[n];
    flow->state->off[s->eq->sides[i].row] =
        s->mode[i] != TRM_SIDE_CLOSED && second[n] > no_second(s, n, count);
  }
  for (size_t round = 0; round <= set; round++) {
    size_t worst = SIZE_MAX;
    double least = s->none;
    if (trm_flow_accelerate(flow) != TRM_OK) return TRM_FAILED;
    for (size_t a = 0; a < set; a++) {
      size_t row = s->eq->sides[s->near[s->set[a]]].row;
      if (flow->state->off[row] || -flow->lambda[row] > least) continue;
      least = -flow->lambda[row];
      worst = row;
    }
    if (worst == SIZE_MAX) break;
    flow->state->off[worst] = 1;
  }
  int sinks = 0;
  for (size_t a = 0; a < set; a++)
    sinks |= trm_sides_second(s, s->set[a]) < -no_second(s, s->set[a], count);
  for (size_t a = 0; a < set; a++) {
    size_t i = s->near[s->set[a]], row = s->eq->sides[i].row;
    if (sinks) flow->state->off[row] = s->mode[i] != TRM_SIDE_CLOSED;
    s->mode[i] = flow->state->off[row] ? TRM_SIDE_OPEN : TRM_SIDE_CLOSED;
  }
  return sinks ? trm_flow_accelerate(flow) : TRM_OK;
}

/* which of the set press, by pressures as a complementarity problem; flow->a with them */
static TrmStatus press_without_friction(TrmSides *s, size_t count, size_t set) {
  TrmFlow *flow = s->flow;
  double *second = s->gap;
  trm_forces_evaluate(s->eq, flow->state, flow->Q);
  if (flow->type->accelerate(flow, flow->Q, flow->a, flow->lambda) != TRM_OK) return TRM_FAILED;
  find_seconds(s, count, second);
  for (size_t a = 0; a < set; a++) s->q[a] = second[s->set[a]];
  TrmStatus status = trm_sides_solve(s, count, set);
  if (status != TRM_OK) return status;
  trm_sides_add(s, set, flow->a);
  s->none = no_force(s);
  for (size_t a = 0; a < set; a++)
    s->mode[s->near[s->set[a]]] = s->z[a] > s->none ? TRM_SIDE_CLOSED : TRM_SIDE_OPEN;
  find_seconds(s, count, second);
  return share(s, count, set);
}

/* the same with dry friction */
static TrmStatus press_with_friction(TrmSides *s, size_t count, size_t set) {
  trm_forces_evaluate(s->eq, s->flow->state, s->flow->Q);
  s->none = no_force(s);
  return trm_sticking_find(s, count, set);
}

/* bounces that are about to end: their rates are taken out, and all that rests stays so; their
 * number */
static size_t end_bounces(TrmSides *s, size_t count, const double *second, TrmStatus *status) {
  unsigned char *off = s->flow->state->off;
  size_t joined = 0;
  for (size_t n = 0; n < count; n++) {
    size_t i = s->near[n];
    double flight, e = s->eq->sides[i].restitution;
    if (s->mode[i] != TRM_SIDE_OPEN || s->rest_at[i] > 0) continue;
    if (!ends_bouncing(s, n, second[n], &flight)) continue;
    s->rest_at[i] = s->flow->state->time + (s->struck[i] ? flight / (1 - e) : flight);
    joined++;
  }
  /* places of one contact come to rest together */
  for (size_t n = 0; n < count && joined; n++)
    for (size_t l = 0; l < count && s->rest_at[s->near[n]] > 0; l++)
      if (s->eq->sides[s->near[l]].item == s->eq->sides[s->near[n]].item)
        s->rest_at[s->near[n]] = fmax(s->rest_at[s->near[n]], s->rest_at[s->near[l]]);
  for (size_t n = 0; n < count; n++)
    off[s->eq->sides[s->near[n]].row] = !joined || s->rigid[n] || !rests(s, n);
  if (joined) *status = trm_flow_close(s->flow);
  for (size_t n = 0; n < count; n++) off[s->eq->sides[s->near[n]].row] = 1;
  return joined;
}

/* pressures of those that rest; conditions that are about to stop bouncing join them */
static TrmStatus press(TrmSides *s, size_t count) {
  double *second = s->gap;
  for (size_t round = 0; round <= count; round++) {
    size_t set = 0;
    trm_sides_approaching(s, count);
    for (size_t n = 0; n < count; n++) {
      size_t i = s->near[n];
      s->mode[i] = s->rigid[n] && rests(s, n) ? TRM_SIDE_TOUCHING : TRM_SIDE_OPEN;
      if (rests(s, n) && !s->rigid[n]) s->set[set++] = n;
    }
    TrmStatus status =
        s->rub ? press_with_friction(s, count, set) : press_without_friction(s, count, set);
    if (status != TRM_OK) return status;
    /* what neither presses nor opens only touches */
    find_seconds(s, count, second);
    for (size_t a = 0; a < set; a++) {
      size_t n = s->set[a], i = s->near[n];
      if (s->mode[i] == TRM_SIDE_OPEN && second[n] <= no_second(s, n, count))
        s->mode[i] = TRM_SIDE_TOUCHING;
    }
    if (!end_bounces(s, count, second, &status)) return TRM_OK;
    if (status != TRM_OK) return status;
  }
  return TRM_OK;
}

/* what opened and closed at an event */
static void note(TrmSides *s, size_t i) {
  static const TrmHappeningKind closes[] = {TRM_HAPPENED_TAUT, TRM_HAPPENED_CONTACT,
                                            TRM_HAPPENED_LIMIT, TRM_HAPPENED_CONTACT};
  const TrmSide *side = &s->eq->sides[i];
  double t = s->flow->state->time;
  int open = s->mode[i] == TRM_SIDE_OPEN, was_open = s->was[i] == TRM_SIDE_OPEN;
  if (s->struck[i]) trm_happened_add(s->happened, t, TRM_HAPPENED_IMPACT, side->item->name);
  if (open && !was_open) note_opening(s, i, t);
  if (!open && was_open)
    trm_happened_add(s->happened, fmax(t, s->rest_at[i]), closes[side->kind], side->item->name);
  if (s->mode[i] == TRM_SIDE_TOUCHING && s->was[i] == TRM_SIDE_CLOSED) s->left_at[i] = t;
  if (s->mode[i] != TRM_SIDE_TOUCHING) s->left_at[i] = 0;
}

/* rows on and off, and from where gaps count */
static void switch_over(TrmSides *s, size_t count, int first) {
  TrmState *state = s->flow->state;
  for (size_t n = 0; n < count; n++) {
    size_t i = s->near[n];
    double size = size_of(s, i), gap = trm_sides_gap(s, i);
    s->kept[i] = s->mode[i] == TRM_SIDE_OPEN ? gap : 0;
    s->noise[i] = s->mode[i] == TRM_SIDE_OPEN ? rounding * size : 2 * touching * size;
  }
  for (size_t i = 0; i < s->eq->side_count; i++) {
    size_t row = s->eq->sides[i].row;
    state->off[row] = s->mode[i] != TRM_SIDE_CLOSED;
    s->fresh |= s->mode[i] != s->was[i];
    if (!first || s->struck[i]) note(s, i);
  }
}

/* how far a condition is violated: of two ends a distance, where the row has its square */
static double violation_of(const TrmSides *s, size_t i) {
  const TrmSide *side = &s->eq->sides[i];
  double gap = trm_sides_gap(s, i);
  if (side->kind != TRM_SIDE_ROPE && side->kind != TRM_SIDE_SEPARATOR) return -gap;
  const TrmJoint *joint = &s->eq->system->joints[s->eq->rows[side->row].index];
  double length = joint->length, sign = side->kind == TRM_SIDE_ROPE ? 1 : -1;
  if (joint->eye_count != 2 || !(length > 0)) return -gap;
  return sign * (sqrt(fmax(length * length - sign * 2 * length * gap, 0)) - length);
}

/* the first condition that is violated from the start, said; 0: none */
static int report_start(TrmSides *s, TrmLog *log) {
  const TrmUnits *units = &s->m->system->units;
  for (size_t i = 0; i < s->eq->side_count; i++) {
    const TrmSide *side = &s->eq->sides[i];
    double gap = trm_sides_gap(s, i);
    int length = s->eq->rows[side->row].dimension.length == 1;
    if (!trm_side_there(s, i) || gap >= -1e-9 * size_of(s, i)) continue;
    trm_log_add(log, TRM_E_ONE_SIDED, side->item->place, side->item->name,
                "'%s' is violated at the beginning, by %.4g %s", side->item->name,
                violation_of(s, i) / (length ? units->length : units->angle),
                length ? units->length_name : units->angle_name);
    trm_log_hint(log, "begin where it holds: change its length or limits, or the positions");
    return 1;
  }
  return 0;
}

/* say what could not be kept */
static void report_contradiction(const TrmSides *s, TrmLog *log) {
  const TrmUnits *units = &s->m->system->units;
  const TrmItem *item = s->culprit;
  double t = s->flow->state->time / units->time;
  if (!item) {
    trm_log_add(log, TRM_E_ONE_SIDED, TRM_NOWHERE, NULL,
                "no forces were found that keep all that holds one way only at t = %.6g %s", t,
                units->time_name);
    return;
  }
  trm_log_add(log, TRM_E_ONE_SIDED, item->place, item->name,
              "the motion cannot go on at t = %.6g %s: no force keeps '%s' with all that moves it",
              t, units->time_name, item->name);
  trm_log_hint(log, "a motion that drives into it must end before, or be a force that gives way");
}

TrmStatus trm_sides_resolve(TrmSides *s, int first, TrmLog *log) {
  const TrmEquations *eq = s->eq;
  TrmState *state = s->flow->state;
  memcpy(s->was, s->mode, eq->side_count);
  memset(s->struck, 0, eq->side_count);
  s->blow = 0;
  for (size_t i = 0; i < eq->side_count; i++) {
    s->rest_at[i] = 0;
    state->off[eq->sides[i].row] = 1;
  }
  trm_sticking_release(s);
  TrmStatus status = trm_toggle(s, first);
  if (status != TRM_OK) return status;
  if (first && report_start(s, log)) return TRM_BAD_MODEL;
  size_t count = find_near(s);
  status = count ? find_answers(s, count) : TRM_OK;
  if (status == TRM_OK) status = trm_blows_strike(s, count);
  if (status == TRM_OK) status = press(s, count);
  if (status == TRM_OK) {
    switch_over(s, count, first);
    trm_sticking_switch(s, first, log);
    return TRM_OK;
  }
  report_contradiction(s, log);
  return TRM_BAD_MODEL;
}

int trm_sides_freedoms(TrmSides *s, double *freedoms) {
  const TrmEquations *eq = s->eq;
  if (!s->fresh) return 0;
  TrmArena *arena = trm_mechanism_passing(s->m);
  double *scale = trm_arena_array(arena, eq->column_count + 1, sizeof *scale);
  unsigned char *prefer = trm_arena_array(arena, eq->row_count + 1, 1);
  for (size_t k = 0; k < eq->column_count; k++) scale[k] = s->m->size;
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 3; k < 6; k++)
      if (eq->body_column[i][k] >= 0) scale[eq->body_column[i][k]] = s->m->size / eq->length[i];
  trm_equations_position(eq, s->flow->state, NULL, s->flow->G, NULL);
  TrmRows rows = {eq->row_count, eq->column_count, eq->start, eq->column, s->flow->G};
  TrmRank *rank = trm_rank_new(arena, &rows, scale, trm_rank_tolerance, prefer);
  *freedoms = (double)eq->column_count - (double)rank->rank;
  s->fresh = 0;
  return 1;
}
