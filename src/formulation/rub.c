/* SPDX-License-Identifier: Apache-2.0
 *
 * Rub: one solution per sliding friction, then Newton's method for the normal forces.
 */
#include "formulation/rub.h"
#include "linalg/dense.h"
#include <math.h>
#include <string.h>

enum { MOST_ROUNDS = 60 };

const double trm_rub_least = 1e-9;

/* part of the speed at the beginning of a step */
static const double next_to_rest = 1e-8;

TrmRub *trm_rub_new(TrmArena *arena, TrmFlow *flow) {
  const TrmEquations *eq = flow->eq;
  size_t n = eq->dry_count;
  if (!n) return NULL;
  TrmRub *rub = trm_arena_alloc(arena, sizeof *rub);
  rub->flow = flow;
  rub->mode = trm_arena_array(arena, n + 1, sizeof *rub->mode);
  rub->away = trm_arena_array(arena, n + 1, sizeof *rub->away);
  rub->direction = trm_arena_array(arena, n + 1, sizeof *rub->direction);
  rub->speed = trm_arena_array(arena, n + 1, sizeof *rub->speed);
  rub->normal = trm_arena_array(arena, 3 * n + 1, sizeof *rub->normal);
  rub->began = rub->normal + 2 * n;
  rub->margin = rub->normal + n;
  rub->least = trm_rub_least;
  rub->wrench = trm_arena_array(arena, n + 1, sizeof *rub->wrench);
  rub->G = trm_arena_array(arena, eq->entry_count + 1, sizeof(double));
  rub->f = trm_arena_array(arena, eq->column_count + 1, sizeof(double));
  rub->x = trm_arena_array(arena, n * eq->column_count + 1, sizeof(double));
  rub->answer = trm_arena_array(arena, n * eq->row_count + 1, sizeof(double));
  rub->slope = trm_arena_array(arena, n * n + 1, sizeof(double));
  rub->rest = trm_arena_array(arena, eq->row_count + 1, sizeof(double));
  rub->residual = trm_arena_array(arena, n + 1, sizeof(double));
  rub->sliding = trm_arena_array(arena, n + 1, sizeof(size_t));
  rub->swap = trm_arena_array(arena, n + 1, sizeof(size_t));
  for (size_t j = 0; j < n; j++)
    rub->mode[j] = eq->dry[j].creep > 0 ? TRM_DRY_CREEP : TRM_DRY_SLIDE;
  return rub;
}

/* minus the rate that a motion asks for: what slides does so against it */
static double course_of(const TrmEquations *eq, const TrmState *state, size_t row) {
  int course = eq->rows[row].course;
  return course < 0 ? 0 : -state->course[course].rate;
}

void trm_rub_speeds(TrmRub *rub) {
  const TrmEquations *eq = rub->flow->eq;
  TrmState *state = rub->flow->state;
  trm_state_get_velocity(eq, state, rub->f);
  for (size_t j = 0; j < eq->dry_count; j++)
    for (unsigned i = 0; i < eq->dry[j].count; i++) {
      size_t row = eq->dry[j].row + i;
      double rate = course_of(eq, state, row);
      trm_equations_row_slopes(eq, state, row, rub->G + eq->start[row]);
      for (size_t k = eq->start[row]; k < eq->start[row + 1]; k++)
        rate += rub->G[k] * rub->f[eq->column[k]];
      rub->speed[j][i] = rate;
    }
}

/* wrenches of all joints that press, per multiplier */
static void find_wrenches(TrmRub *rub) {
  const TrmEquations *eq = rub->flow->eq;
  TrmState *state = rub->flow->state;
  for (size_t j = 0; j < eq->dry_count; j++) {
    const TrmDry *dry = &eq->dry[j];
    if (dry->joint < 0) continue;
    for (int i = 0; i < eq->joint_rows[dry->joint]; i++) {
      size_t row = (size_t)(eq->joint_row[dry->joint] + i);
      trm_equations_row_slopes(eq, state, row, rub->G + eq->start[row]);
    }
    trm_dry_wrench(eq, state, dry, rub->G, rub->wrench[j]);
  }
}

/* force and moment of a joint's reactions */
static void sum_wrench(const TrmRub *rub, size_t j, const double *lambda, double W[6]) {
  const TrmEquations *eq = rub->flow->eq;
  const TrmDry *dry = &eq->dry[j];
  memset(W, 0, 6 * sizeof *W);
  for (int i = 0; i < eq->joint_rows[dry->joint]; i++)
    for (int c = 0; c < 6; c++)
      W[c] += lambda[eq->joint_row[dry->joint] + i] * rub->wrench[j][i][c];
}

/* N of friction j, and its slope by W (NULL: not wanted) or by the one pressure */
static double normal_of(const TrmRub *rub, size_t j, const double *lambda, double by[6]) {
  const TrmEquations *eq = rub->flow->eq;
  const TrmDry *dry = &eq->dry[j];
  double W[6], sum = dry->preload;
  if (by) memset(by, 0, 6 * sizeof *by);
  if (dry->side >= 0) return sum - lambda[eq->sides[dry->side].row];
  if (dry->joint < 0) return sum;
  sum_wrench(rub, j, lambda, W);
  for (unsigned p = 0; p < dry->pad_count; p++) {
    double v[3], size;
    for (int i = 0; i < 3; i++) {
      v[i] = 0;
      for (int c = 0; c < 6; c++) v[i] += dry->pad[p][i][c] * W[c];
    }
    size = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    sum += size;
    for (int i = 0; i < 3 && by && size > 0; i++)
      for (int c = 0; c < 6; c++) by[c] += v[i] / size * dry->pad[p][i][c];
  }
  return sum;
}

/* slope of N of friction j along a change of the multipliers */
static double slope_along(const TrmRub *rub, size_t j, const double by[6], const double *change) {
  const TrmEquations *eq = rub->flow->eq;
  double W[6], sum = 0;
  if (eq->dry[j].side >= 0) return -change[eq->sides[eq->dry[j].side].row];
  if (eq->dry[j].joint < 0) return 0;
  sum_wrench(rub, j, change, W);
  for (int c = 0; c < 6; c++) sum += by[c] * W[c];
  return sum;
}

double trm_rub_normal(const TrmRub *rub, size_t j) {
  return normal_of(rub, j, rub->flow->lambda, NULL);
}

double trm_rub_moment_part(const TrmRub *rub, size_t j) {
  const TrmDry *dry = &rub->flow->eq->dry[j];
  double W[6], sum = 0;
  if (dry->joint < 0 || dry->pad_count < 2 || dry->pad[0][0][0] != 0.5) return 0;
  sum_wrench(rub, j, rub->flow->lambda, W);
  for (unsigned p = 0; p < 2; p++) {
    double x = 0, y = 0;
    for (int c = 0; c < 6; c++) x += dry->pad[p][0][c] * W[c], y += dry->pad[p][1][c] * W[c];
    sum += hypot(x, y);
  }
  return sum - hypot(W[0], W[1]);
}

double trm_rub_force(const TrmRub *rub, size_t j) {
  const TrmDry *dry = &rub->flow->eq->dry[j];
  double sum = 0;
  for (unsigned i = 0; i < dry->count; i++)
    sum += rub->flow->lambda[dry->row + i] * rub->flow->lambda[dry->row + i];
  return sqrt(sum);
}

double trm_rub_rate(const TrmRub *rub, size_t j) {
  const double *v = rub->speed[j];
  return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

int trm_rub_turns(const TrmRub *rub, size_t j) {
  const double *v = rub->speed[j], *d = rub->direction[j];
  double along = v[0] * d[0] + v[1] * d[1] + v[2] * d[2];
  return rub->flow->eq->dry[j].count > 1 && along > next_to_rest * rub->began[j];
}

/* friction force per normal force, as components */
static void find_pull(const TrmRub *rub, size_t j, double pull[3]) {
  const TrmDry *dry = &rub->flow->eq->dry[j];
  const double *v = rub->speed[j], *d = rub->direction[j];
  double rate = trm_rub_rate(rub, j);
  if (rub->mode[j] == TRM_DRY_CREEP) {
    /* grows to the dynamic coefficient, over the static one on the way */
    double s = rate / dry->creep;
    double mu = dry->slide * tanh(s) + (dry->stick - dry->slide) * s * exp((1 - s * s) / 2);
    for (int i = 0; i < 3; i++) pull[i] = rate > 0 ? mu * v[i] / rate : 0;
    return;
  }
  int turns = trm_rub_turns(rub, j);
  for (int i = 0; i < 3; i++) pull[i] = dry->slide * (turns ? v[i] / rate : d[i]);
}

/* what the mechanism answers to a unit of normal force of friction j, as number n */
static TrmStatus find_answer(TrmRub *rub, size_t j, size_t n, const double pull[3]) {
  const TrmEquations *eq = rub->flow->eq;
  const TrmDry *dry = &eq->dry[j];
  TrmSolver *solver = rub->flow->solver;
  double *answer = rub->answer + n * eq->row_count;
  memset(rub->f, 0, eq->column_count * sizeof *rub->f);
  for (unsigned i = 0; i < dry->count; i++)
    for (size_t k = eq->start[dry->row + i]; k < eq->start[dry->row + i + 1]; k++)
      rub->f[eq->column[k]] -= pull[i] * rub->G[k];
  TrmStatus status =
      solver->type->solve(solver, rub->f, NULL, rub->x + n * eq->column_count, answer);
  for (unsigned i = 0; i < dry->count; i++) answer[dry->row + i] = pull[i];
  return status;
}

/* multipliers with the normal forces of the n that slide */
static void add_all(TrmRub *rub, size_t n, double *lambda) {
  size_t rows = rub->flow->eq->row_count;
  memcpy(lambda, rub->rest, rows * sizeof *lambda);
  for (size_t a = 0; a < n; a++)
    for (size_t i = 0; i < rows; i++)
      lambda[i] += rub->normal[rub->sliding[a]] * rub->answer[a * rows + i];
}

/* normal forces by Newton's method */
static TrmStatus solve_normals(TrmRub *rub, size_t n) {
  TrmFlow *flow = rub->flow;
  size_t rows = flow->eq->row_count;
  double last = HUGE_VAL, size = 0;
  for (size_t a = 0; a < n; a++)
    rub->normal[rub->sliding[a]] = normal_of(rub, rub->sliding[a], rub->rest, NULL);
  for (int round = 0; round < MOST_ROUNDS; round++) {
    double change = 0, by[6];
    size = 0;
    add_all(rub, n, flow->lambda);
    for (size_t a = 0; a < n; a++) {
      size_t j = rub->sliding[a];
      rub->residual[a] = normal_of(rub, j, flow->lambda, by) - rub->normal[j];
      for (size_t b = 0; b < n; b++)
        rub->slope[a * n + b] = (a == b) - slope_along(rub, j, by, rub->answer + b * rows);
    }
    /* a contact whose friction presses it harder than it pushes */
    for (size_t a = 0; a < n; a++) {
      rub->failed = rub->sliding[a];
      if (flow->eq->dry[rub->failed].side < 0) continue;
      rub->margin[rub->failed] = rub->slope[a * n + a];
      if (rub->margin[rub->failed] <= rub->least) return TRM_RETRY;
    }
    rub->failed = rub->sliding[0];
    if (!trm_dense_factor(n, rub->slope, rub->swap)) return TRM_RETRY;
    trm_dense_solve(n, rub->slope, rub->swap, rub->residual);
    for (size_t a = 0; a < n; a++) {
      rub->normal[rub->sliding[a]] += rub->residual[a];
      change = fmax(change, fabs(rub->residual[a]));
      size = fmax(size, fabs(rub->normal[rub->sliding[a]]));
    }
    if (!isfinite(change)) return TRM_RETRY;
    if (change <= 1e-15 * size || (round > 3 && change <= 1e-13 * size && !(change < 0.5 * last)))
      break;
    if (round + 1 == MOST_ROUNDS) return TRM_RETRY;
    last = change;
  }
  add_all(rub, n, flow->lambda);
  for (size_t a = 0; a < n; a++) size = fmax(size, fabs(rub->normal[rub->sliding[a]]));
  for (size_t a = 0; a < n; a++) {
    rub->failed = rub->sliding[a];
    /* a contact that would pull is about to open */
    if (flow->eq->dry[rub->failed].side >= 0) continue;
    if (rub->normal[rub->failed] < -1e-9 * size) return TRM_RETRY;
  }
  return TRM_OK;
}

TrmStatus trm_rub_act(TrmRub *rub) {
  TrmFlow *flow = rub->flow;
  const TrmEquations *eq = flow->eq;
  size_t n = 0;
  TrmStatus status = TRM_OK;
  trm_rub_speeds(rub);
  find_wrenches(rub);
  for (size_t j = 0; j < eq->dry_count; j++) rub->margin[j] = 1;
  memcpy(rub->rest, flow->lambda, eq->row_count * sizeof *rub->rest);
  for (size_t j = 0; j < eq->dry_count && status == TRM_OK; j++) {
    double pull[3];
    if (rub->mode[j] == TRM_DRY_STICK || rub->away[j]) continue;
    /* an open contact does not rub */
    if (eq->dry[j].side >= 0 && flow->state->off[eq->sides[eq->dry[j].side].row]) continue;
    find_pull(rub, j, pull);
    if (pull[0] == 0 && pull[1] == 0 && pull[2] == 0) continue;
    status = find_answer(rub, j, n, pull);
    rub->sliding[n++] = j;
  }
  if (status == TRM_OK && n) status = solve_normals(rub, n);
  rub->active = n;
  if (status != TRM_OK) return status;
  for (size_t a = 0; a < n; a++)
    for (size_t k = 0; k < eq->column_count; k++)
      flow->a[k] += rub->normal[rub->sliding[a]] * rub->x[a * eq->column_count + k];
  for (size_t j = 0; j < eq->dry_count; j++) rub->normal[j] = trm_rub_normal(rub, j);
  return TRM_OK;
}

double trm_rub_taken(const TrmRub *rub, size_t j) {
  const TrmEquations *eq = rub->flow->eq;
  const TrmDry *dry = &eq->dry[j];
  double square = 0;
  for (size_t row = dry->row; row < dry->row + dry->count; row++) {
    double sum = 0;
    for (size_t a = 0; a < rub->active; a++)
      for (size_t k = eq->start[row]; k < eq->start[row + 1]; k++)
        sum +=
            rub->G[k] * rub->normal[rub->sliding[a]] * rub->x[a * eq->column_count + eq->column[k]];
    square += sum * sum;
  }
  return sqrt(square);
}

double trm_rub_power(const TrmRub *rub) {
  const TrmEquations *eq = rub->flow->eq;
  double power = 0;
  for (size_t j = 0; j < eq->dry_count; j++)
    for (unsigned i = 0; i < eq->dry[j].count && rub->mode[j] != TRM_DRY_STICK && !rub->away[j];
         i++)
      power -= rub->flow->lambda[eq->dry[j].row + i] * rub->speed[j][i];
  return power;
}
