/* SPDX-License-Identifier: Apache-2.0
 *
 * Lock: why a mechanism cannot go on. A motion without a value or with a jump; redundant joints
 * that agreed and now contradict each other, told by a state of self-stress y of the joints alone
 * with y' phi not zero; motions against each other; else a dead point, whose joints have the
 * largest parts in the weakest combination of equations.
 */
#include "analysis/freedoms.h"
#include "analysis/kinematics.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_NAMED = 4, MOST_OPEN = 8 };

/* where redundant joints begin to open, they are dependent only nearly */
static const double nearly_dependent = 1e-5;

/* the weakest combination of equations: a left vector y with y'G nearly zero, by inverse iteration
 */
static void weakest(TrmMechanism *m, double *y) {
  const TrmEquations *eq = m->eq;
  trm_mechanism_evaluate(m, m->state);
  if (trm_saddle_factor(m->saddle, &m->weights, m->G, m->velocity_rows) != TRM_OK) return;
  for (size_t i = 0; i < eq->row_count; i++) y[i] = 1 + 0.1 * sin((double)(i + 1));
  for (int round = 0; round < 6; round++) {
    double most = 0;
    if (trm_saddle_solve(m->saddle, NULL, y, NULL, m->lambda) != TRM_OK) return;
    for (size_t i = 0; i < eq->row_count; i++) most = fmax(most, fabs(m->lambda[i]));
    for (size_t i = 0; i < eq->row_count; i++) y[i] = most > 0 ? m->lambda[i] / most : 0;
  }
}

/* names of the owners of the heaviest rows, joined: "joints 'b', 'c' and motion 'drive'" */
static const char *heaviest(TrmMechanism *m, const double *y, double least) {
  const char *text = "", *last = NULL;
  size_t count = 0;
  for (size_t i = 0; i < m->eq->row_count && count < MOST_NAMED; i++) {
    const TrmRow *row = &m->eq->rows[i];
    const char *name = trm_row_name(m->eq, row);
    if (fabs(y[i]) < least || row->owner == TRM_OWNER_MOTION || name == last) continue;
    text = trm_arena_printf(m->arena, "%s%s'%s'", text, count ? ", " : "", name);
    last = name;
    count++;
  }
  return text;
}

static int bodies_finite(const TrmMechanism *m, const TrmState *state) {
  for (size_t i = 0; i < m->eq->body_count; i++)
    for (int k = 0; k < 3; k++)
      if (!isfinite(state->body[i].r[k]) || !isfinite(state->e[i][k])) return 0;
  return 1;
}

int trm_mechanism_report_motions(TrmMechanism *m, TrmLog *log) {
  const TrmEquations *eq = m->eq;
  const TrmUnits *units = &m->system->units;
  TrmState *later = m->trial;
  double *rate = trm_arena_array(m->arena, eq->row_count + 1, sizeof *rate);
  trm_mechanism_evaluate(m, m->state);
  memcpy(rate, m->phi_t, eq->row_count * sizeof *rate);
  trm_state_copy(eq, m->state, later);
  later->time = m->predicted->time;
  memcpy(later->course, m->predicted->course, m->system->motion_count * sizeof *later->course);
  if (!trm_mechanism_finite(m, later, log)) return 1;
  for (size_t i = 0; i < eq->row_count; i++) {
    const TrmRow *row = &eq->rows[i];
    double size = row->dimension.length == 1 ? m->size : 1;
    char unit[64];
    if (row->owner == TRM_OWNER_JOINT || fabs(m->phi[i]) < 1e-4 * size) continue;
    trm_dimension_format(units, row->dimension, unit, sizeof unit);
    /* a jump is there however slow it is just before */
    if (fabs(rate[i]) * (later->time - m->state->time) > 0.01 * fabs(m->phi[i])) {
      trm_log_add(log, TRM_E_NO_NUMBER, trm_row_place(eq, row), trm_row_name(eq, row),
                  "the value of %s '%s' grows without bound at t = %.6g %s", trm_row_kind(row),
                  trm_row_name(eq, row), m->state->time / units->time, units->time_name);
      trm_log_hint(log, "it has a pole there, such as a division by zero, or runs away too fast to "
                        "follow");
      return 1;
    }
    trm_log_add(log, TRM_E_JUMP, trm_row_place(eq, row), trm_row_name(eq, row),
                "%s '%s' jumps at t = %.6g %s: by %.4g%s%s within %.2g %s", trm_row_kind(row),
                trm_row_name(eq, row), m->state->time / units->time, units->time_name,
                fabs(m->phi[i]) / trm_units_scale(units, row->dimension), *unit ? " " : "", unit,
                (later->time - m->state->time) / units->time, units->time_name);
    trm_log_hint(log, "join the parts of it smoothly, with step5() for example");
    return 1;
  }
  trm_state_copy(eq, m->state, later);
  trm_state_restore(eq, m->predicted, later);
  return bodies_finite(m, later) && !trm_mechanism_finite(m, later, log);
}

/* 1 when two motions are against each other and no joint is at a dead point, which is in the log */
static int report_contradiction(TrmMechanism *m, const double *y, size_t driver, TrmLog *log) {
  const TrmEquations *eq = m->eq;
  const TrmUnits *units = &m->system->units;
  const TrmRow *row = &eq->rows[driver];
  for (size_t i = 0; i < eq->row_count; i++) {
    const TrmRow *other = &eq->rows[i];
    if (i == driver || other->owner != TRM_OWNER_MOTION || fabs(y[i]) < 0.1) continue;
    trm_log_add(log, TRM_E_LOCKED, trm_row_place(eq, row), trm_row_name(eq, row),
                "motions '%s' and '%s' contradict each other from t = %.6g %s on",
                trm_row_name(eq, row), trm_row_name(eq, other), m->state->time / units->time,
                units->time_name);
    trm_log_note(log, trm_row_place(eq, other), "the other motion is here");
    return 1;
  }
  return 0;
}

/* say that the owners of the rows in y, open by phi at the state, agreed until `before` only */
static void name_opening(TrmMechanism *m, const double *y, double before, TrmLog *log) {
  const TrmEquations *eq = m->eq;
  const TrmUnits *units = &m->system->units;
  const char *names = "", *last = "";
  size_t worst = 0, count = 0;
  double most = -1, largest = 0;
  char unit[64], when[80] = "at the start only";
  for (size_t i = 0; i < eq->row_count; i++) largest = fmax(largest, fabs(y[i]));
  for (size_t i = 0; i < eq->row_count; i++) {
    const TrmRow *row = &eq->rows[i];
    double open = fabs(m->phi[i]) / (row->dimension.length == 1 ? m->size : 1);
    if (fabs(y[i]) < 1e-6 * largest) continue;
    if (open > most) worst = i, most = open;
    if (strcmp(last, trm_row_name(eq, row)) == 0 || ++count > MOST_OPEN) continue;
    last = trm_row_name(eq, row);
    names = trm_arena_printf(m->arena, "%s%s'%s'", names, *names ? ", " : "", last);
  }
  const TrmRow *row = &eq->rows[worst];
  trm_dimension_format(units, row->dimension, unit, sizeof unit);
  /* what is over within a thousandth of the way was so at the start only */
  if (before > 1e-3 * m->state->time)
    snprintf(when, sizeof when, "up to t = %.6g %s only", before / units->time, units->time_name);
  trm_log_add(log, TRM_E_OPENS, trm_row_place(eq, row), trm_row_name(eq, row),
              "%s%s agree with each other %s: at t = %.6g %s '%s' is open by %.4g%s%s", names,
              count > MOST_OPEN ? " and more" : "", when, m->state->time / units->time,
              units->time_name, trm_row_name(eq, row),
              fabs(m->phi[worst]) / trm_units_scale(units, row->dimension), *unit ? " " : "", unit);
  trm_log_hint(log, "they hold the same thing more than once: make their lengths and directions "
                    "agree on the whole way, or loosen one of them as `trammel check` proposes");
}

/* dependencies of joints and constraints on each other, motions aside, as they are at the state */
static TrmRank *joint_rank(TrmMechanism *m, size_t *numbers, size_t *row_count) {
  const TrmEquations *eq = m->eq;
  size_t count = 0;
  unsigned *start = trm_arena_array(m->arena, eq->row_count + 2, sizeof *start);
  unsigned *column = trm_arena_array(m->arena, eq->entry_count + 1, sizeof *column);
  double *value = trm_arena_array(m->arena, eq->entry_count + 1, sizeof *value);
  trm_mechanism_evaluate(m, m->state);
  for (size_t i = 0; i < eq->row_count; i++) {
    if (eq->rows[i].owner == TRM_OWNER_MOTION) continue;
    unsigned used = start[count];
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++, used++) {
      column[used] = eq->column[k];
      value[used] = isfinite(m->G[k]) ? m->G[k] : 0;
    }
    numbers[count++] = i;
    start[count] = used;
  }
  TrmRows rows = {count, eq->column_count, start, column, value};
  *row_count = count;
  return trm_rank_new(m->arena, &rows, NULL, nearly_dependent, NULL);
}

int trm_mechanism_report_opening(TrmMechanism *m, double time, TrmLog *log) {
  const TrmEquations *eq = m->eq;
  size_t *numbers = trm_arena_array(m->arena, eq->row_count + 1, sizeof *numbers);
  double *short_y = trm_arena_array(m->arena, 2 * eq->row_count + 2, sizeof *short_y);
  double *y = short_y + eq->row_count + 1, most = 0, before = m->state->time;
  size_t count;
  TrmRank *rank = joint_rank(m, numbers, &count);
  if (!rank->redundant_count) return 0;
  /* how far apart they are when the motion is carried on */
  double h = time - before;
  for (size_t k = 0; k < eq->column_count; k++) m->dq[k] = h * (m->u[k] + h / 2 * m->a[k]);
  trm_state_copy(eq, m->state, m->start);
  trm_state_move(eq, m->state, 1, m->dq);
  trm_mechanism_set_time(m, time);
  trm_mechanism_close(m, m->state);
  trm_mechanism_evaluate(m, m->state);
  double gap = trm_mechanism_gap(m, m->phi, NULL);
  for (size_t k = 0; k < rank->redundant_count; k++) {
    double sum = 0, size = 0;
    trm_rank_dependency(rank, k, short_y);
    for (size_t i = 0; i < count; i++) {
      double unit = eq->rows[numbers[i]].dimension.length == 1 ? m->size : 1;
      sum += short_y[i] * m->phi[numbers[i]];
      size = fmax(size, fabs(short_y[i]) * unit);
    }
    if (!(fabs(sum) > 0.05 * gap * size) || !(fabs(sum) > most * size)) continue;
    most = fabs(sum) / size;
    memset(y, 0, eq->row_count * sizeof *y);
    for (size_t i = 0; i < count; i++) y[numbers[i]] = short_y[i];
  }
  if (most > 0) name_opening(m, y, before, log);
  trm_state_copy(eq, m->start, m->state);
  return most > 0;
}

void trm_mechanism_report_lock(TrmMechanism *m, double time, TrmLog *log) {
  if (trm_mechanism_report_motions(m, log) || trm_mechanism_report_opening(m, time, log)) return;
  double *y = trm_arena_array(m->arena, m->eq->row_count + 1, sizeof *y);
  weakest(m, y);
  trm_mechanism_report_dead(m, y, log);
}

void trm_mechanism_report_dead(TrmMechanism *m, const double *y, TrmLog *log) {
  const TrmEquations *eq = m->eq;
  const TrmUnits *units = &m->system->units;
  int driver = -1;
  for (size_t i = 0; i < eq->row_count; i++)
    if (eq->rows[i].owner == TRM_OWNER_MOTION && (driver < 0 || fabs(y[i]) > fabs(y[driver])))
      driver = (int)i;
  const char *names = heaviest(m, y, 0.1);
  if (!*names && driver >= 0 && report_contradiction(m, y, (size_t)driver, log)) return;
  TrmPlace place = driver >= 0 ? trm_row_place(eq, &eq->rows[driver]) : TRM_NOWHERE;
  trm_log_add(log, TRM_E_LOCKED, place, driver >= 0 ? trm_row_name(eq, &eq->rows[driver]) : NULL,
              *names ? "the mechanism locks at t = %.6g %s: joints %s are at a dead point"
                     : "the mechanism cannot go on at t = %.6g %s%s",
              m->state->time / units->time, units->time_name, names);
  if (driver < 0) return;
  const TrmRow *row = &eq->rows[driver];
  TrmPiece room;
  const TrmPiece *piece = trm_row_piece(eq, row, 0, &room);
  TrmPairMotion at;
  char unit[64];
  trm_term_motion(eq, m->state, piece, &at);
  int turn = piece->plan.turn;
  double value = trm_term_value(&piece->plan, &at, turn < 0 ? 0 : m->state->angle[turn]);
  int turns = row->dimension.angle == 1;
  trm_dimension_format(units, row->dimension, unit, sizeof unit);
  double shown =
      turns ? value * 57.295779513082320877 : value / trm_units_scale(units, row->dimension);
  trm_log_hint(log,
               "motion '%s' cannot go past %.6g %s; change the lengths of the links between these "
               "joints, or drive another joint",
               trm_row_name(eq, row), shown, turns ? "deg" : unit);
}
