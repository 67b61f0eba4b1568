/* SPDX-License-Identifier: Apache-2.0
 *
 * Mechanism: Newton's method on the constraints, and the rates that follow from one factorisation.
 */
#include "analysis/mechanism.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "system/reads.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_ITERATIONS = 30 };

/* a typical length: the largest distance of a body's centre or joint from ground's origin region */
static double find_size(const TrmEquations *eq) {
  double size = 0, low[3], high[3];
  for (size_t i = 0; i < eq->body_count; i++) {
    double p[3];
    trm_body_centre(&eq->system->bodies[i], p);
    for (int k = 0; k < 3; k++) {
      low[k] = i && low[k] < p[k] ? low[k] : p[k];
      high[k] = i && high[k] > p[k] ? high[k] : p[k];
    }
    if (eq->length[i] > size) size = eq->length[i];
  }
  for (int k = 0; k < 3 && eq->body_count; k++)
    if (high[k] - low[k] > size) size = high[k] - low[k];
  return size > 0 ? size : 1;
}

/* what gaps are measured by: the size, or far from the origin what rounding leaves of it */
static double find_reach(const TrmEquations *eq, double size) {
  double reach = size, p[3];
  for (size_t i = 0; i < eq->body_count; i++) {
    trm_body_centre(&eq->system->bodies[i], p);
    for (int k = 0; k < 3; k++) reach = fmax(reach, 1e-3 * fabs(p[k]));
  }
  return reach;
}

static void free_passing(void *object) {
  TrmMechanism *m = object;
  trm_arena_free(m->passing);
}

TrmArena *trm_mechanism_passing(TrmMechanism *m) {
  trm_arena_free(m->passing);
  m->passing = trm_arena_new();
  if (!m->passing) trm_guard_leave();
  return m->passing;
}

TrmMechanism *trm_mechanism_new(TrmArena *arena, const TrmSystem *system, TrmLog *log) {
  TrmMechanism *m = trm_arena_alloc(arena, sizeof *m);
  m->arena = arena;
  trm_arena_defer(arena, free_passing, m);
  m->system = system;
  m->eq = trm_equations_new(arena, system, log);
  if (!m->eq) return NULL;
  const TrmEquations *eq = m->eq;
  m->state = trm_state_new(arena, eq);
  m->trial = trm_state_new(arena, eq);
  m->start = trm_state_new(arena, eq);
  m->predicted = trm_state_new(arena, eq);
  m->kept = trm_arena_array(arena, 2 * eq->column_count + 1, sizeof(double));
  m->saddle = trm_saddle_new(arena, eq);
  m->weights = trm_weights_new(arena, eq);
  m->size = find_size(eq);
  m->phi = trm_arena_array(arena, eq->wide_rows + 1, sizeof(double));
  m->phi_t = trm_arena_array(arena, eq->wide_rows + 1, sizeof(double));
  m->gamma = trm_arena_array(arena, eq->wide_rows + 1, sizeof(double));
  m->lambda = trm_arena_array(arena, eq->wide_rows + 1, sizeof(double));
  m->G = trm_arena_array(arena, eq->wide_entries + 1, sizeof(double));
  m->dq = trm_arena_array(arena, eq->column_count + 1, sizeof(double));
  m->u = trm_arena_array(arena, eq->column_count + 1, sizeof(double));
  m->a = trm_arena_array(arena, eq->column_count + 1, sizeof(double));
  m->force = trm_arena_array(arena, eq->column_count + 1, sizeof(double));
  m->applied = trm_arena_array(arena, eq->column_count + 1, sizeof(double));
  m->velocity_rows = trm_arena_array(arena, eq->row_count + 1, 1);
  m->row_size = trm_arena_array(arena, eq->row_count + 1, sizeof(double));
  double reach = find_reach(eq, m->size);
  for (size_t i = 0; i < eq->row_count; i++) {
    m->velocity_rows[i] = eq->rows[i].level == TRM_LEVEL_VELOCITY;
    m->row_size[i] = eq->rows[i].dimension.length == 1 ? reach : 1;
  }
  m->has_forces = !trm_forces_known(eq, NULL);
  for (size_t i = 0; i < system->run_count; i++) m->by_inertia |= system->runs[i].by_inertia;
  return m;
}

double trm_mechanism_gap(const TrmMechanism *m, const double *phi, size_t *worst) {
  double gap = 0, named = 0;
  for (size_t i = 0; i < m->eq->row_count; i++) {
    double value = fabs(phi[i]) / m->row_size[i];
    if (value <= gap) continue;
    if (isnan(value)) gap = HUGE_VAL;
    /* of equal ones the first, whatever the rounding */
    if (worst && !(value <= named * (1 + 1e-9))) {
      *worst = i;
      named = value;
    }
    if (isnan(value)) break;
    gap = value;
  }
  return gap;
}

void trm_mechanism_evaluate(TrmMechanism *m, TrmState *state) {
  trm_equations_position(m->eq, state, m->phi, m->G, m->phi_t);
}

/* what of a row is not a number, or NULL */
static const char *not_finite(const TrmMechanism *m, size_t row) {
  if (!isfinite(m->phi[row])) return "value";
  for (size_t k = m->eq->start[row]; k < m->eq->start[row + 1]; k++)
    if (!isfinite(m->G[k])) return "slope";
  if (!isfinite(m->phi_t[row])) return "speed";
  return isfinite(m->gamma[row]) ? NULL : "acceleration";
}

int trm_mechanism_finite(TrmMechanism *m, TrmState *state, TrmLog *log) {
  const TrmEquations *eq = m->eq;
  const TrmUnits *units = &m->system->units;
  trm_mechanism_evaluate(m, state);
  trm_equations_gamma(eq, state, m->gamma);
  /* what is written by hand is the cause, joints are its victims */
  for (int joints = 0; joints < 2; joints++)
    for (size_t i = 0; i < eq->row_count; i++) {
      const TrmRow *row = &eq->rows[i];
      const char *what = (row->owner == TRM_OWNER_JOINT) == joints ? not_finite(m, i) : NULL;
      if (!what) continue;
      trm_log_add(log, TRM_E_NO_NUMBER, trm_row_place(eq, row), trm_row_name(eq, row),
                  "the %s of %s '%s' is not a finite number at t = %.6g %s", what,
                  trm_row_kind(row), trm_row_name(eq, row), state->time / units->time,
                  units->time_name);
      return 0;
    }
  const TrmItem *item = trm_forces_broken(eq, state);
  if (item)
    trm_log_add(log, TRM_E_NO_NUMBER, item->place, item->name,
                "the value of %s '%s' is not a finite number at t = %.6g %s", item->type->name,
                item->name, state->time / units->time, units->time_name);
  return item == NULL;
}

TrmStatus trm_mechanism_close(TrmMechanism *m, TrmState *state) {
  const TrmEquations *eq = m->eq;
  double gap, last = HUGE_VAL;
  trm_mechanism_evaluate(m, state);
  gap = trm_mechanism_gap(m, m->phi, NULL);
  for (int round = 0; round < MOST_ITERATIONS; round++) {
    m->iterations++;
    TrmStatus status = trm_saddle_factor(m->saddle, &m->weights, m->G, m->velocity_rows);
    if (status != TRM_OK) return status == TRM_FAILED ? TRM_RETRY : status;
    /* closed: at rounding, or no longer getting better */
    if (gap <= 8 * DBL_EPSILON || (gap < 1e-12 && !(gap < 0.1 * last))) return TRM_OK;
    for (size_t i = 0; i < eq->row_count; i++) m->phi[i] = -m->phi[i];
    status = trm_saddle_solve(m->saddle, NULL, m->phi, m->dq, NULL);
    if (status != TRM_OK) return TRM_RETRY;
    /* damped: never let the gap grow */
    last = gap;
    double scale = 1;
    trm_state_keep(eq, state, m->trial);
    for (int halving = 0;; halving++) {
      trm_state_move(eq, state, scale, m->dq);
      trm_mechanism_evaluate(m, state);
      gap = trm_mechanism_gap(m, m->phi, NULL);
      if (gap < last || gap < 1e-12) break;
      trm_state_restore(eq, m->trial, state);
      if (halving == 20) return TRM_RETRY;
      scale /= 2;
    }
  }
  return gap < 1e-10 ? TRM_OK : TRM_RETRY;
}

void trm_mechanism_inertia(const TrmMechanism *m, const TrmState *state, const double *a,
                           double *force) {
  const TrmSystem *system = m->system;
  for (size_t i = 0; i < m->eq->body_count; i++) {
    const TrmBody *body = &system->bodies[i];
    const int *c = m->eq->body_column[i];
    double Jw[3], Ja[3], gyro[3], alpha[3] = {0, 0, 0};
    /* in the plane there is one turn, and nothing gyroscopic */
    if (system->planar) {
      for (int k = 0; k < 2 && a; k++) force[c[k]] -= body->mass * a[c[k]];
      if (c[5] >= 0 && a) force[c[5]] -= body->inertia_b[8] * a[c[5]];
      continue;
    }
    for (int k = 0; k < 3 && a; k++) alpha[k] = c[3 + k] >= 0 ? a[c[3 + k]] : 0;
    trm_mat3_apply(body->inertia_b, state->body[i].w, Jw);
    trm_mat3_apply(body->inertia_b, alpha, Ja);
    trm_vec3_cross(state->body[i].w, Jw, gyro);
    for (int k = 0; k < 3; k++) {
      if (c[k] >= 0 && a) force[c[k]] -= body->mass * a[c[k]];
      if (c[3 + k] >= 0) force[c[3 + k]] -= Ja[k] + gyro[k];
    }
  }
}

/* what balances given accelerations */
typedef struct Balanced {
  TrmMechanism *m;
  const TrmState *state;
} Balanced;

static TrmStatus react(void *context, const double *Q, double *a, double *lambda) {
  const Balanced *b = context;
  TrmMechanism *m = b->m;
  if (a != m->a) memcpy(a, m->a, m->eq->column_count * sizeof *a);
  memcpy(m->force, Q, m->eq->column_count * sizeof *Q);
  trm_mechanism_inertia(m, b->state, m->a, m->force);
  return trm_saddle_solve(m->saddle, m->force, NULL, NULL, lambda);
}

TrmStatus trm_mechanism_react(TrmMechanism *m, TrmState *state) {
  Balanced b = {m, state};
  return trm_reads_settle(m->eq, state, react, &b, m->applied, m->a, m->lambda);
}

TrmStatus trm_mechanism_rates(TrmMechanism *m, TrmState *state) {
  const TrmEquations *eq = m->eq;
  for (size_t i = 0; i < eq->row_count; i++) m->phi_t[i] = -m->phi_t[i];
  TrmStatus status = trm_saddle_solve(m->saddle, NULL, m->phi_t, m->u, NULL);
  if (status != TRM_OK) return status;
  trm_state_set_velocity(eq, state, m->u);
  trm_equations_gamma(eq, state, m->gamma);
  status = trm_saddle_solve(m->saddle, NULL, m->gamma, m->a, NULL);
  if (status != TRM_OK) return status;
  trm_state_set_acceleration(eq, state, m->a);
  status = trm_mechanism_react(m, state);
  if (status != TRM_OK || !(m->redundant > 0)) return status;
  trm_saddle_least(m->saddle, m->lambda);
  return TRM_OK;
}
