/* SPDX-License-Identifier: Apache-2.0
 *
 * Kinematics: positions that follow from time alone. Each step predicts q + h u + h^2 a / 2, closes
 * the constraints by Newton's method, and is halved where that fails or leads too far away, which
 * would be another branch. Courses given as speeds are integrated by Gauss quadrature, refined
 * until it no longer changes.
 */
#include "analysis/kinematics.h"
#include "analysis/watch.h"
#include "math/vec3.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_DEPTH = 24, MOST_SPLITS = 1000, MOST_HALVINGS = 40 };

/* a course's program at a time */
static double course_at(TrmMechanism *m, const TrmProgram *program, double time) {
  TrmSituation at = {time, m->state->body, m->state->externals};
  return trm_program_value(program, &at, m->state->scratch);
}

/* integrals over [a, b] of f and of (b - t) f, by eight Gauss points; how much f changes there */
static double gauss(TrmMechanism *m, const TrmProgram *program, double a, double b, double out[2]) {
  static const double x[4] = {0.18343464249564980494, 0.52553240991632898582,
                              0.79666647741362673959, 0.96028985649753623168};
  static const double w[4] = {0.36268378337836198297, 0.31370664587788728734,
                              0.22238103445337447054, 0.10122853629037625915};
  double middle = (a + b) / 2, half = (b - a) / 2, low = HUGE_VAL, high = -HUGE_VAL;
  out[0] = out[1] = 0;
  for (int i = 0; i < 8; i++) {
    double t = middle + (i < 4 ? -x[i] : x[i - 4]) * half;
    double f = course_at(m, program, t), part = half * w[i % 4] * f;
    low = fmin(low, f);
    high = fmax(high, f);
    out[0] += part;
    out[1] += (b - t) * part;
  }
  return high - low;
}

/* halved until both halves agree with the whole, as far as the rounding of f and of t lets them */
static void integrate(TrmMechanism *m, const TrmProgram *program, double a, double b, int depth,
                      int *splits, double out[2]) {
  double whole[2], left[2], right[2], middle = (a + b) / 2;
  double change = gauss(m, program, a, b, whole);
  gauss(m, program, a, middle, left);
  gauss(m, program, middle, b, right);
  double halves = left[0] + right[0];
  double rounding = fabs(left[0]) + fabs(right[0]) + fmax(fabs(a), fabs(b)) * change;
  int good = fabs(whole[0] - halves) <= 4 * DBL_EPSILON * rounding;
  if (!good && isfinite(halves) && depth < MOST_DEPTH && *splits < MOST_SPLITS) {
    ++*splits;
    integrate(m, program, a, middle, depth + 1, splits, left);
    integrate(m, program, middle, b, depth + 1, splits, right);
  }
  out[0] = left[0] + right[0];
  out[1] = left[1] + (b - middle) * left[0] + right[1];
}

void trm_mechanism_set_time(TrmMechanism *m, double time) {
  const TrmSystem *system = m->system;
  TrmState *state = m->state;
  double from = state->time;
  for (size_t i = 0; i < system->motion_count; i++) {
    const TrmMotion *motion = &system->motions[i];
    const TrmProgram *program = motion->course ? trm_system_program(system, motion->course) : NULL;
    TrmCourse *course = &state->course[i];
    double sums[2];
    if (!program || motion->level == 0 || time == from) continue;
    int splits = 0;
    integrate(m, program, from, time, 0, &splits, sums);
    if (motion->level == 1) {
      course->value += sums[0];
    } else {
      course->value += course->rate * (time - from) + sums[1];
      course->rate += sums[0];
    }
  }
  state->time = time;
  trm_state_courses(m->eq, state);
}

void trm_mechanism_begin_courses(TrmMechanism *m) {
  for (size_t i = 0; i < m->system->motion_count; i++) {
    int row = m->eq->motion_row[i];
    if (row < 0 || m->system->motions[i].level == 0) continue;
    TrmPiece room;
    const TrmPiece *piece = trm_row_piece(m->eq, &m->eq->rows[row], 0, &room);
    TrmPairMotion at;
    double rate, second;
    trm_term_motion(m->eq, m->state, piece, &at);
    m->state->course[i].value = trm_term_value(&piece->plan, &at, 0);
    trm_term_spins(&piece->plan, &at);
    trm_term_rates(&piece->plan, &at, &rate, &second);
    if (m->system->motions[i].level == 2) m->state->course[i].rate = rate;
  }
  trm_state_courses(m->eq, m->state);
}

double trm_mechanism_distance(const TrmMechanism *m, const TrmState *a, const TrmState *b) {
  double farthest = 0, turned = 0;
  for (size_t i = 0; i < m->eq->body_count; i++) {
    double d[3], e = 0;
    trm_vec3_add(a->body[i].r, -1, b->body[i].r, d);
    for (int k = 0; k < 4; k++) e += a->e[i][k] * b->e[i][k];
    double far = trm_vec3_dot(d, d), turn = 2 - 2 * fabs(e);
    if (far > farthest) farthest = far;
    if (turn > turned) turned = turn;
  }
  return fmax(sqrt(farthest) / m->size, 2 * sqrt(turned));
}

/* one step of h from the accepted state in `start`; 1 when it was taken */
static int try_step(TrmMechanism *m, double time) {
  const TrmEquations *eq = m->eq;
  double h = time - m->state->time;
  for (size_t k = 0; k < eq->column_count; k++) m->dq[k] = h * (m->u[k] + h / 2 * m->a[k]);
  trm_state_move(eq, m->state, 1, m->dq);
  trm_mechanism_set_time(m, time);
  trm_state_keep(eq, m->state, m->predicted);
  if (trm_mechanism_close(m, m->state) != TRM_OK) return 0;
  /* a correction that is no correction leads to another branch */
  double corrected = trm_mechanism_distance(m, m->state, m->predicted);
  if (corrected > 0.02) {
    double moved = trm_mechanism_distance(m, m->predicted, m->start);
    if (corrected > 0.2 * moved || (corrected > 0.5 && corrected > 0.02 * moved)) return 0;
  }
  return trm_mechanism_rates(m, m->state) == TRM_OK;
}

int trm_mechanism_go(TrmMechanism *m, double time) {
  const TrmEquations *eq = m->eq;
  double h = time - m->state->time;
  int halvings = 0;
  while (m->state->time < time) {
    trm_state_keep(eq, m->state, m->start);
    memcpy(m->kept, m->u, eq->column_count * sizeof *m->kept);
    memcpy(m->kept + eq->column_count, m->a, eq->column_count * sizeof *m->kept);
    double left = time - m->state->time;
    double next = h < left * (1 - 1e-9) ? m->state->time + h : time;
    m->steps++;
    if (try_step(m, next)) {
      trm_state_accept(eq, m->state);
      h *= 2;
      if (halvings) halvings--;
      continue;
    }
    m->halvings++;
    trm_state_restore(eq, m->start, m->state);
    memcpy(m->u, m->kept, eq->column_count * sizeof *m->kept);
    memcpy(m->a, m->kept + eq->column_count, eq->column_count * sizeof *m->kept);
    trm_state_set_velocity(eq, m->state, m->u);
    trm_state_set_acceleration(eq, m->state, m->a);
    h = (next - m->state->time) / 2;
    if (++halvings > MOST_HALVINGS || !(m->state->time + h > m->state->time)) return 0;
  }
  return 1;
}

TrmStatus trm_mechanism_advance(TrmMechanism *m, double time, TrmLog *log) {
  if (!trm_mechanism_go(m, time)) {
    trm_mechanism_report_lock(m, time, log);
    return TRM_FAILED;
  }
  trm_watch_look(m, log);
  return TRM_OK;
}
