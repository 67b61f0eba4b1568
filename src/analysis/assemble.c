/* SPDX-License-Identifier: Apache-2.0
 *
 * Assemble: initial positions that close every joint with the least weighted change, weight 1e10 on
 * exact values; then velocities in the same way, accelerations and reactions.
 *   minimise (q - q0)' W (q - q0) / 2  subject to  phi(q) = 0
 * by steps of the linearised problem, and by a dogleg between the steepest descent of phi and
 * Newton's step where these do not reduce phi. Reference: Negrut and Dyer, ADAMS/Solver Primer.
 */
#include "analysis/mechanism.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "system/forces.h"
#include <math.h>
#include <string.h>

static const double exact_weight = 1e10, free_weight = 1e-8;
enum { MOST_STEPS = 100, MOST_DOGLEGS = 200, MOST_NAMED = 5 };

/* add 1e10 b b' to a 3x3 weight, b a unit vector in body axes */
static void weigh_direction(double *W, const double b[3], double weight) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) W[3 * i + j] += weight * b[i] * b[j];
}

/* directions of turn (body axes) that change one of psi, theta, phi and nothing else: exact angles
 * get weight in their dual directions, the gradients of the angles */
static void weigh_angles(const double R[9], unsigned turns, double weight, double *W) {
  double up[3] = {R[6], R[7], R[8]}, axis[3] = {0, 0, 1}, nodes[3], psi[3], phi[3];
  double sine = hypot(R[6], R[7]);
  if (turns == 7 || sine < 1e-6) {
    double x[3] = {1, 0, 0}, y[3] = {0, 1, 0};
    if (turns & 5) weigh_direction(W, axis, weight);
    if (turns & 2 || turns == 7) {
      weigh_direction(W, x, weight);
      weigh_direction(W, y, weight);
    }
    return;
  }
  /* theta turns about the line of nodes; psi's gradient is perpendicular to nodes and body z */
  trm_vec3_cross(up, axis, nodes);
  for (int i = 0; i < 3; i++) nodes[i] /= sine;
  trm_vec3_cross(axis, nodes, psi);
  trm_vec3_cross(up, nodes, phi);
  if (turns & 1) weigh_direction(W, psi, weight);
  if (turns & 2) weigh_direction(W, nodes, weight);
  if (turns & 4) weigh_direction(W, phi, weight);
}

static void position_weights(const TrmMechanism *m, TrmWeights *w) {
  trm_weights_plain(m->eq, w);
  for (size_t i = 0; i < m->eq->body_count; i++) {
    const TrmBody *body = &m->system->bodies[i];
    double turn = exact_weight * m->eq->length[i] * m->eq->length[i];
    for (int k = 0; k < 3; k++)
      if (body->exact & 1u << k) w->move[i][k] = exact_weight;
    unsigned turns = body->exact >> 3 & 7;
    if (m->system->planar && turns) w->turn[i][8] = turn;
    if (!m->system->planar && turns) weigh_angles(m->start->body[i].R, turns, turn, w->turn[i]);
  }
  for (size_t i = 0; i < m->eq->curve_count; i++) w->curve[i] = 1e-6;
}

/* what has changed since the start, by columns */
static void changes(const TrmMechanism *m, const TrmState *state, double *x) {
  for (size_t i = 0; i < m->eq->body_count; i++) {
    const int *c = m->eq->body_column[i];
    double turn[9], theta[3];
    trm_mat3_transposed_product(m->start->body[i].R, state->body[i].R, turn);
    trm_rotation_log(turn, theta);
    for (int k = 0; k < 3; k++) {
      if (c[k] >= 0) x[c[k]] = state->body[i].r[k] - m->start->body[i].r[k];
      if (c[3 + k] >= 0) x[c[3 + k]] = theta[k];
    }
  }
  for (size_t i = 0; i < m->eq->curve_count; i++)
    x[m->eq->curve_column[i]] = state->s[i] - m->start->s[i];
}

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
    changes(m, m->state, x);
    trm_weights_apply(eq, w, x, f);
    for (size_t k = 0; k < eq->column_count; k++) f[k] = -f[k];
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
  size_t named = 0;
  const char *last = trm_row_name(eq, row);
  for (size_t i = 0; i < eq->row_count && named < MOST_NAMED; i++) {
    const TrmRow *other = &eq->rows[i];
    double size = other->dimension.length == 1 ? m->size : 1;
    if (fabs(m->phi[i]) / size < 0.01 * gap || strcmp(trm_row_name(eq, other), last) == 0) continue;
    last = trm_row_name(eq, other);
    if (strcmp(last, trm_row_name(eq, row)) == 0) continue;
    trm_dimension_format(&m->system->units, other->dimension, unit, sizeof unit);
    trm_log_note(log, trm_row_place(eq, other), "%s '%s' by %.4g%s%s", trm_row_kind(other), last,
                 fabs(m->phi[i]) / trm_units_scale(&m->system->units, other->dimension),
                 *unit ? " " : "", unit);
    named++;
  }
  trm_log_hint(log, "the lengths and places of these do not fit together; change one of them, or "
                    "start from a position nearer to the assembled one");
}

static TrmStatus assemble_positions(TrmMechanism *m, TrmLog *log) {
  TrmWeights w = trm_weights_new(m->arena, m->eq);
  double *x = trm_arena_array(m->arena, 2 * m->eq->column_count + 2, sizeof *x);
  double *f = x + m->eq->column_count + 1;
  position_weights(m, &w);
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

static void velocity_weights(const TrmMechanism *m, TrmWeights *w) {
  trm_weights_plain(m->eq, w);
  for (size_t i = 0; i < m->eq->body_count; i++) {
    const TrmBody *body = &m->system->bodies[i];
    double arm = m->eq->length[i] * m->eq->length[i];
    for (int k = 0; k < 3; k++) {
      if (!body->has_velocity) w->move[i][k] = free_weight;
      if (!body->has_spin) w->turn[i][4 * k] = free_weight * arm;
      if (body->exact & 1u << (6 + k)) w->move[i][k] = exact_weight;
    }
    /* exact spins are about ground axes */
    for (int k = 0; k < 3; k++) {
      const double *R = m->state->body[i].R;
      if (body->exact & 1u << (9 + k)) weigh_direction(w->turn[i], R + 3 * k, exact_weight * arm);
    }
  }
  for (size_t i = 0; i < m->eq->curve_count; i++) w->curve[i] = free_weight;
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
  if (trm_mechanism_finite(m, m->state, log))
    trm_log_add(log, TRM_E_SINGULAR, TRM_NOWHERE, NULL,
                "the velocities and accelerations of the assembled position cannot be found");
  return TRM_FAILED;
}

static TrmStatus assemble_velocities(TrmMechanism *m, TrmLog *log) {
  const TrmEquations *eq = m->eq;
  TrmWeights w = trm_weights_new(m->arena, eq);
  double *target = trm_arena_array(m->arena, 3 * eq->column_count + 3, sizeof *target);
  double *aim = target + eq->column_count + 1, *x = aim + eq->column_count + 1;
  const unsigned char *given = given_columns(m);
  velocity_weights(m, &w);
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

/* accelerations and multipliers with the bodies' masses, or from the constraints alone */
static TrmStatus assemble_accelerations(TrmMechanism *m) {
  const TrmEquations *eq = m->eq;
  TrmWeights w = trm_weights_new(m->arena, eq);
  int masses = trm_mechanism_masses(m, &w);
  memset(m->a, 0, eq->column_count * sizeof *m->a);
  trm_state_set_acceleration(eq, m->state, m->a);
  trm_mechanism_evaluate(m, m->state);
  TrmStatus status = trm_saddle_factor(m->saddle, masses ? &w : &m->weights, m->G, NULL);
  if (status != TRM_OK) return status;
  trm_equations_gamma(eq, m->state, m->gamma);
  trm_mechanism_forces(m, m->state, m->force);
  status = trm_saddle_solve(m->saddle, masses ? m->force : NULL, m->gamma, m->a, m->lambda);
  if (status != TRM_OK) return status;
  trm_state_set_acceleration(eq, m->state, m->a);
  if (masses) return TRM_OK;
  trm_mechanism_forces(m, m->state, m->force);
  return trm_saddle_solve(m->saddle, m->force, NULL, NULL, m->lambda);
}

TrmStatus trm_mechanism_assemble(TrmMechanism *m, TrmLog *log) {
  trm_state_copy(m->eq, m->state, m->start);
  TrmStatus status = assemble_positions(m, log);
  if (status == TRM_OK) status = assemble_velocities(m, log);
  if (status == TRM_OK) status = check_exact(m, log);
  if (status != TRM_OK) return status;
  trm_states_start(m->eq, m->state);
  status = assemble_accelerations(m);
  return status == TRM_FAILED ? trm_mechanism_report_rates(m, log) : status;
}
