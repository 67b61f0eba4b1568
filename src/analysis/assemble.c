/* SPDX-License-Identifier: Apache-2.0
 *
 * Assemble: initial positions that close every joint with the least weighted change, weight 1e10 on
 * exact values; then velocities in the same way, accelerations and reactions.
 *   minimise (q - q0)' W (q - q0) / 2  subject to  phi(q) = 0
 * by steps of the linearised problem, and by a dogleg between the steepest descent of phi and
 * Newton's step where these do not reduce phi. Reference: Negrut and Dyer, ADAMS/Solver Primer.
 */
#include "analysis/weigh.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "system/reads.h"
#include <math.h>
#include <string.h>

enum { MOST_STEPS = 100, MOST_DOGLEGS = 200, MOST_NAMED = 5 };

static double longest(const TrmMechanism *m, const double *x) {
  double most = 0;
  for (size_t k = 0; k < m->eq->column_count; k++) most = fmax(most, fabs(x[k]));
  return most;
}

/* the least weighted change: steps of the linearised problem; 0 when they fail to reduce phi */
static int least_change(TrmMechanism *m, const TrmWeights *w, double *x, double *f) {
  const TrmEquations *eq = m->eq;
  double gap;
  trm_mechanism_evaluate(m, m->state);
  gap = trm_mechanism_gap(m, m->phi, NULL);
  for (int round = 0; round < MOST_STEPS; round++) {
    m->iterations++;
    if (trm_saddle_factor(m->saddle, w, m->G, m->velocity_rows) != TRM_OK) return 0;
    trm_weigh_pull(m, w, m->state, x, f);
    for (size_t i = 0; i < eq->row_count; i++) m->phi[i] = -m->phi[i];
    if (trm_saddle_solve(m->saddle, f, m->phi, m->dq, NULL) != TRM_OK) return 0;
    double step = longest(m, m->dq), scale = step > 1 ? 1 / step : 1, now = gap;
    for (int halving = 0;; halving++) {
      trm_state_copy(eq, m->state, m->trial);
      trm_state_move(eq, m->trial, scale, m->dq);
      trm_equations_position(eq, m->trial, m->phi, NULL, NULL);
      now = trm_mechanism_gap(m, m->phi, NULL);
      if (now < gap || now < 1e-9 || (halving == 0 && round == 0 && now < 2 * gap)) break;
      if (halving == 12) return 0;
      scale /= 2;
    }
    trm_state_copy(eq, m->trial, m->state);
    gap = now;
    trm_mechanism_evaluate(m, m->state);
    if (gap < 1e-9 && step < 1e-10) return 1;
  }
  return gap < 1e-9;
}

/* sum of squares of phi in units of the mechanism */
static double merit(const TrmMechanism *m, const double *phi) {
  double sum = 0;
  for (size_t i = 0; i < m->eq->row_count; i++) {
    double size = m->eq->rows[i].dimension.length == 1 ? m->size : 1;
    sum += phi[i] * phi[i] / (size * size);
  }
  return sum;
}

/* gradient of the merit's half with respect to columns, scaled by plain weights, and the length of
 * the steepest-descent step that minimises the linear model */
static double steepest(const TrmMechanism *m, double *descent) {
  const TrmEquations *eq = m->eq;
  double up = 0, down = 0;
  memset(descent, 0, eq->column_count * sizeof *descent);
  for (size_t i = 0; i < eq->row_count; i++) {
    double size = eq->rows[i].dimension.length == 1 ? m->size : 1;
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      if (!m->velocity_rows[i]) descent[eq->column[k]] -= m->G[k] * m->phi[i] / (size * size);
  }
  for (size_t k = 0; k < eq->column_count; k++) up += descent[k] * descent[k];
  for (size_t i = 0; i < eq->row_count; i++) {
    double size = eq->rows[i].dimension.length == 1 ? m->size : 1, sum = 0;
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      if (!m->velocity_rows[i]) sum += m->G[k] * descent[eq->column[k]];
    down += sum * sum / (size * size);
  }
  return down > 0 ? up / down : 0;
}

/* dogleg: between the steepest descent and Newton's step, inside a trust radius */
static int dogleg(TrmMechanism *m, double *descent, double *newton) {
  const TrmEquations *eq = m->eq;
  double radius = 0.3;
  for (int round = 0; round < MOST_DOGLEGS && radius > 1e-14; round++) {
    m->iterations++;
    trm_mechanism_evaluate(m, m->state);
    double now = merit(m, m->phi);
    if (trm_mechanism_gap(m, m->phi, NULL) < 1e-10) return 1;
    double alpha = steepest(m, descent);
    if (trm_saddle_factor(m->saddle, &m->weights, m->G, m->velocity_rows) != TRM_OK) return 0;
    for (size_t i = 0; i < eq->row_count; i++) m->phi[i] = -m->phi[i];
    if (trm_saddle_solve(m->saddle, NULL, m->phi, newton, NULL) != TRM_OK) return 0;
    double far = longest(m, newton), near = alpha * longest(m, descent);
    for (;;) {
      /* the point of the dogleg at the radius */
      double a = 0, b = 1;
      if (far > radius) {
        b = near >= radius ? 0 : (radius - near) / (far - near);
        a = near >= radius ? radius / (near > 0 ? near : 1) : 1 - b;
      }
      for (size_t k = 0; k < eq->column_count; k++)
        m->dq[k] = a * alpha * descent[k] + b * newton[k];
      trm_state_copy(eq, m->state, m->trial);
      trm_state_move(eq, m->trial, 1, m->dq);
      trm_equations_position(eq, m->trial, m->phi, NULL, NULL);
      double then = merit(m, m->phi);
      if (then < now * (1 - 1e-4)) {
        radius = fmin(2 * radius, 2);
        trm_state_copy(eq, m->trial, m->state);
        break;
      }
      radius = fmin(radius, far) / 2;
      if (!(radius > 1e-14)) return 0;
    }
  }
  return 0;
}

/* name the joints that stay open, the worst first, each once */
static void report_open(TrmMechanism *m, TrmLog *log) {
  const TrmEquations *eq = m->eq;
  size_t worst = 0;
  if (!trm_mechanism_finite(m, m->state, log)) return;
  double gap = trm_mechanism_gap(m, m->phi, &worst);
  const TrmRow *row = &eq->rows[worst];
  char unit[64];
  trm_dimension_format(&m->system->units, row->dimension, unit, sizeof unit);
  trm_log_add(log, TRM_E_OPEN, trm_row_place(eq, row), trm_row_name(eq, row),
              "the mechanism cannot be assembled: %s '%s' stays open by %.4g%s%s",
              trm_row_kind(row), trm_row_name(eq, row),
              fabs(m->phi[worst]) / trm_units_scale(&m->system->units, row->dimension),
              *unit ? " " : "", unit);
  size_t named = 0, joints = row->owner == TRM_OWNER_JOINT;
  const char *last = trm_row_name(eq, row);
  for (size_t i = 0; i < eq->row_count && named < MOST_NAMED; i++) {
    const TrmRow *other = &eq->rows[i];
    double size = other->dimension.length == 1 ? m->size : 1;
    if (fabs(m->phi[i]) / size < 0.01 * gap) continue;
    joints += other->owner == TRM_OWNER_JOINT;
    if (strcmp(trm_row_name(eq, other), last) == 0) continue;
    last = trm_row_name(eq, other);
    if (strcmp(last, trm_row_name(eq, row)) == 0) continue;
    trm_dimension_format(&m->system->units, other->dimension, unit, sizeof unit);
    trm_log_note(log, trm_row_place(eq, other), "%s '%s' by %.4g%s%s", trm_row_kind(other), last,
                 fabs(m->phi[i]) / trm_units_scale(&m->system->units, other->dimension),
                 *unit ? " " : "", unit);
    named++;
  }
  if (joints)
    trm_log_hint(log, "the lengths and places of these do not fit together; change one of them, or "
                      "start from a position nearer to the assembled one");
  else
    trm_log_hint(log, "what these prescribe cannot be had together; change one of them, or leave "
                      "one out");
}

static TrmStatus assemble_positions(TrmMechanism *m, TrmLog *log) {
  TrmWeights w = trm_weights_new(m->arena, m->eq);
  double *x = trm_arena_array(m->arena, 2 * m->eq->column_count + 2, sizeof *x);
  double *f = x + m->eq->column_count + 1;
  trm_weigh_positions(m, &w);
  if (!least_change(m, &w, x, f)) {
    trm_state_copy(m->eq, m->start, m->state);
    if (!dogleg(m, x, f)) {
      report_open(m, log);
      return TRM_FAILED;
    }
    least_change(m, &w, x, f);
  }
  /* to rounding, without drawing back to the start */
  if (trm_mechanism_close(m, m->state) != TRM_OK) {
    report_open(m, log);
    return TRM_FAILED;
  }
  trm_state_accept(m->eq, m->state);
  return TRM_OK;
}

/* 1 for columns whose velocity the model gives */
static unsigned char *given_columns(const TrmMechanism *m) {
  unsigned char *given = trm_arena_array(m->arena, m->eq->column_count + 1, 1);
  for (size_t i = 0; i < m->eq->body_count; i++) {
    const TrmBody *body = &m->system->bodies[i];
    for (int k = 0; k < 6; k++) {
      int exact = k < 3 ? (body->exact >> (6 + k) & 1) != 0 : body->exact >> 9 != 0;
      int column = m->eq->body_column[i][k];
      if (column >= 0) given[column] = exact || (k < 3 ? body->has_velocity : body->has_spin);
    }
  }
  return given;
}

TrmStatus trm_mechanism_report_rates(TrmMechanism *m, TrmLog *log) {
  const TrmBody *light = NULL, *heavy = NULL;
  if (!trm_mechanism_finite(m, m->state, log) ||
      trm_mechanism_report_force(m, m->state, m->force, log))
    return TRM_FAILED;
  trm_log_add(log, TRM_E_SINGULAR, TRM_NOWHERE, NULL,
              "the velocities and accelerations of the assembled position cannot be found");
  for (size_t i = 0; i < m->eq->body_count; i++) {
    const TrmBody *body = &m->system->bodies[i];
    if (body->mass > 0 && (!light || body->mass < light->mass)) light = body;
    if (!heavy || body->mass > heavy->mass) heavy = body;
  }
  if (light && light->mass < 1e-20 * heavy->mass)
    trm_log_hint(log, "'%s' weighs only %.1g of '%s', which is more than numbers can hold together",
                 light->item->name, light->mass / heavy->mass, heavy->item->name);
  return TRM_FAILED;
}

static TrmStatus assemble_velocities(TrmMechanism *m, TrmLog *log) {
  const TrmEquations *eq = m->eq;
  TrmWeights w = trm_weights_new(m->arena, eq);
  double *target = trm_arena_array(m->arena, 3 * eq->column_count + 3, sizeof *target);
  double *aim = target + eq->column_count + 1, *x = aim + eq->column_count + 1;
  const unsigned char *given = given_columns(m);
  trm_weigh_velocities(m, &w);
  trm_state_get_velocity(eq, m->state, target);
  memcpy(aim, target, eq->column_count * sizeof *aim);
  trm_mechanism_evaluate(m, m->state);
  TrmStatus status = trm_saddle_factor(m->saddle, &w, m->G, NULL);
  /* what is given is approached in a few rounds, each aiming beyond by what was missed */
  for (int round = 0; round < 4 && status == TRM_OK; round++) {
    for (size_t i = 0; i < eq->row_count; i++) {
      double sum = -m->phi_t[i];
      for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) sum -= m->G[k] * aim[eq->column[k]];
      m->gamma[i] = sum;
    }
    status = trm_saddle_solve(m->saddle, NULL, m->gamma, x, NULL);
    double missed = 0;
    for (size_t k = 0; k < eq->column_count; k++) {
      m->u[k] = aim[k] + x[k];
      if (given[k]) missed = fmax(missed, fabs(target[k] - m->u[k]));
    }
    if (round == 3 || missed > 1e-3 * (1 + longest(m, target))) break;
    for (size_t k = 0; k < eq->column_count; k++)
      if (given[k]) aim[k] += target[k] - m->u[k];
  }
  if (status != TRM_OK) return trm_mechanism_report_rates(m, log);
  trm_state_set_velocity(eq, m->state, m->u);
  return TRM_OK;
}

/* an exact value that the joints do not allow */
static TrmStatus check_exact(const TrmMechanism *m, TrmLog *log) {
  static const char *const names[] = {"x",  "y",  "z",  "psi", "theta", "phi",
                                      "vx", "vy", "vz", "wx",  "wy",    "wz"};
  TrmStatus status = TRM_OK;
  for (size_t i = 0; i < m->eq->body_count; i++) {
    const TrmBody *body = &m->system->bodies[i];
    const TrmBodyMotion *now = &m->state->body[i], *start = &m->start->body[i];
    double w_now[3], w_start[3], angles[2][3];
    if (!body->exact) continue;
    trm_mat3_apply(now->R, now->w, w_now);
    trm_mat3_apply(start->R, start->w, w_start);
    trm_rotation_to_euler(now->R, angles[0]);
    trm_rotation_to_euler(start->R, angles[1]);
    for (int k = 0; k < 12; k++) {
      if (!(body->exact & 1u << k)) continue;
      double change = k < 3   ? now->r[k] - start->r[k]
                      : k < 6 ? remainder(angles[0][k - 3] - angles[1][k - 3], 6.283185307179586)
                      : k < 9 ? now->v[k - 6] - start->v[k - 6]
                              : w_now[k - 9] - w_start[k - 9];
      double limit = k < 3 ? 1e-6 * m->size : 1e-6;
      if (fabs(change) <= limit) continue;
      trm_log_add(log, TRM_E_EXACT, body->item->place, body->item->name,
                  "'%s' of body '%s' is to be exact, but the joints change it by %.4g (SI)",
                  names[k], body->item->name, change);
      status = TRM_BAD_MODEL;
    }
  }
  return status;
}

/* how accelerations of a state are found */
typedef struct Start {
  TrmMechanism *m;
  int masses;
} Start;

static TrmStatus respond(void *context, const double *Q, double *a, double *lambda) {
  const Start *start = context;
  TrmMechanism *m = start->m;
  double *force = m->force;
  memcpy(force, Q, m->eq->column_count * sizeof *Q);
  trm_mechanism_inertia(m, m->state, NULL, force);
  if (start->masses) return trm_saddle_solve(m->saddle, force, m->gamma, a, lambda);
  TrmStatus status = trm_saddle_solve(m->saddle, NULL, m->gamma, a, NULL);
  if (status != TRM_OK) return status;
  trm_mechanism_inertia(m, m->state, a, memcpy(force, Q, m->eq->column_count * sizeof *Q));
  return trm_saddle_solve(m->saddle, force, NULL, NULL, lambda);
}

/* accelerations with the bodies' masses, or from the constraints alone; then the multipliers that
 * balance them, with plain weights, in whose measure they are smallest here as on the way */
static TrmStatus assemble_accelerations(TrmMechanism *m) {
  const TrmEquations *eq = m->eq;
  TrmWeights w = trm_weights_new(m->arena, eq);
  Start start = {m, trm_weights_mass(eq, &w, NULL)};
  memset(m->a, 0, eq->column_count * sizeof *m->a);
  trm_state_set_acceleration(eq, m->state, m->a);
  trm_mechanism_evaluate(m, m->state);
  TrmStatus status = trm_saddle_factor(m->saddle, start.masses ? &w : &m->weights, m->G, NULL);
  if (status != TRM_OK) return status;
  trm_equations_gamma(eq, m->state, m->gamma);
  status = trm_reads_settle(eq, m->state, respond, &start, m->applied, m->a, m->lambda);
  if (status != TRM_OK) return status;
  trm_state_set_acceleration(eq, m->state, m->a);
  if (start.masses) status = trm_saddle_factor(m->saddle, &m->weights, m->G, NULL);
  if (status == TRM_OK && eq->read_count) {
    /* what was read stays as it is */
    memcpy(m->force, m->applied, eq->column_count * sizeof *m->force);
    trm_mechanism_inertia(m, m->state, m->a, m->force);
    status = trm_saddle_solve(m->saddle, m->force, NULL, NULL, m->lambda);
  } else if (status == TRM_OK) {
    status = trm_mechanism_react(m, m->state);
  }
  if (status == TRM_OK) trm_saddle_least(m->saddle, m->lambda);
  return status;
}

/* filters start at rest with what they read, which may follow from where they start */
static TrmStatus start_states(TrmMechanism *m) {
  enum { ROUNDS = 30 };
  size_t count = m->eq->state_count;
  double *before = trm_arena_array(m->arena, count + 1, sizeof *before);
  TrmStatus status = TRM_OK;
  for (int round = 0; round < ROUNDS && status == TRM_OK; round++) {
    double change = 0, size = 0;
    trm_states_start(m->eq, m->state);
    for (size_t i = 0; i < count; i++) {
      change = fmax(change, fabs(m->state->z[i] - before[i]));
      size = fmax(size, fabs(m->state->z[i]));
    }
    memcpy(before, m->state->z, count * sizeof *before);
    if (round && !(change > 1e-15 * size)) break;
    status = assemble_accelerations(m);
  }
  return status;
}

TrmStatus trm_mechanism_assemble(TrmMechanism *m, TrmLog *log) {
  trm_state_copy(m->eq, m->state, m->start);
  TrmStatus status = trm_weigh_check(m, log);
  if (status == TRM_OK) status = assemble_positions(m, log);
  if (status == TRM_OK) status = assemble_velocities(m, log);
  if (status == TRM_OK) status = check_exact(m, log);
  if (status != TRM_OK) return status;
  if (!m->states_begun && m->eq->read_count) {
    status = start_states(m);
  } else {
    if (!m->states_begun) trm_states_start(m->eq, m->state);
    status = assemble_accelerations(m);
  }
  if (status == TRM_RETRY && m->eq->read_count) {
    const TrmItem *item = trm_reads_item(m->eq);
    trm_log_add(log, TRM_E_READS, item->place, item->name,
                "no accelerations and reactions were found that fit '%s', which reads them",
                item->name);
    trm_log_hint(log, "it asks for as much as it leads to, or more; make it weaker, or let a "
                      "transfer function delay it");
    return TRM_FAILED;
  }
  return status == TRM_FAILED ? trm_mechanism_report_rates(m, log) : status;
}
