/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads: with (a, lambda) = S(Q) and r_k = -sum w_ki lambda_i or a_k, Newton's method for
 * r = R S(Q(r)): (1 - R S' Q_r) dr = R S(Q(r)) - r, where S' Q_r is found a column at a time as
 * S(Q + Q_r) - S(Q), which is exact since S is linear. Forces that have no value at r = 0, divided
 * by a load for example, are left out for the first r.
 */
#include "system/reads.h"
#include "linalg/dense.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_ROUNDS = 30 };

/* what is as near as this and no longer gets nearer has settled */
static const double settled = 1e-9;

/* where each kind of work begins in state->read_work */
typedef struct Work {
  double *next, *matrix, *weight, *by_read, *Q, *a, *lambda;
} Work;

size_t trm_reads_size(const TrmEquations *eq) {
  const struct TrmForces *f = eq->forces;
  size_t k = f->read_count, n = eq->column_count;
  return k ? k + k * (k + 1) + f->read_weights + k * n + 2 * n + eq->row_count : 0;
}

const TrmItem *trm_reads_item(const TrmEquations *eq) {
  for (size_t i = 0; i < eq->forces->node_count; i++)
    if (eq->forces->nodes[i].reads) return eq->forces->nodes[i].item;
  return NULL;
}

static Work lay(const TrmEquations *eq, const TrmState *state) {
  size_t k = eq->read_count, n = eq->column_count;
  Work w = {.next = state->read_work};
  w.matrix = w.next + k;
  w.weight = w.matrix + k * (k + 1);
  w.by_read = w.weight + eq->forces->read_weights;
  w.Q = w.by_read + k * n;
  w.a = w.Q + n;
  w.lambda = w.a + n;
  return w;
}

/* weights of the move and turn slopes of rows: wF - wT x (R s), R'wT */
static void weigh(const TrmState *state, const TrmFrame *at, const double wF[3], const double wT[3],
                  double force[3], double turn[3]) {
  const TrmBodyMotion *body = at->body < 0 ? &trm_ground_motion : &state->body[at->body];
  double arm[3], x[3];
  trm_mat3_apply(body->R, at->s, arm);
  trm_vec3_cross(wT, arm, x);
  trm_vec3_add(wF, -1, x, force);
  trm_mat3_apply_transposed(body->R, wT, turn);
}

/* slopes of one row, added up with weights */
typedef struct Lead {
  double force[3], turn[3], lambda;
  TrmAdd add;
  void *context;
} Lead;

static void put_lead(void *context, size_t k, size_t column, double value) {
  const Lead *lead = context;
  double weight = k < 3 ? lead->force[k] : lead->turn[k - 3];
  if (lead->add) lead->add(lead->context, 0, column, -lead->lambda * weight * value);
}

void trm_reaction_slopes(const TrmEquations *eq, const TrmState *state, const TrmReaction *reaction,
                         const double *lambda, TrmAdd by_position, TrmAdd by_multiplier,
                         void *context) {
  const TrmFrame *at = reaction->at;
  Lead lead = {.add = by_position, .context = context};
  double F[3] = {0, 0, 0}, t[3] = {0, 0, 0}, x[3], y[3], z[3];
  weigh(state, at, reaction->force, reaction->torque, lead.force, lead.turn);
  for (size_t i = reaction->first; i < reaction->first + reaction->count; i++) {
    double g[6], sum = 0;
    lead.lambda = lambda[i];
    trm_equations_lead(eq, state, i, g, put_lead, &lead);
    for (int k = 0; k < 3; k++) {
      sum += lead.force[k] * g[k] + lead.turn[k] * g[3 + k];
      F[k] -= lambda[i] * g[k];
      t[k] -= lambda[i] * g[3 + k];
    }
    by_multiplier(context, 0, i, -sum);
  }
  if (at->body < 0 || !by_position) return;
  /* the body's axes and the arm turn too */
  trm_vec3_cross(t, lead.turn, x);
  trm_vec3_cross(F, reaction->torque, y);
  trm_mat3_apply_transposed(state->body[at->body].R, y, z);
  trm_vec3_cross(at->s, z, y);
  for (int k = 0; k < 3; k++) {
    int column = eq->body_column[at->body][3 + k];
    if (column >= 0) by_position(context, 0, (size_t)column, x[k] - y[k]);
  }
}

void trm_read_slopes(const TrmEquations *eq, const TrmState *state, size_t k, const double *lambda,
                     TrmAdd by_position, TrmAdd by_multiplier, void *context) {
  const TrmRead *read = &eq->forces->reads[k];
  TrmReaction reaction = {.at = read->at, .first = read->first, .count = read->count};
  if (read->column >= 0) return;
  double *weights = read->component < 3 ? reaction.force : reaction.torque;
  weights[read->component % 3] = read->factor;
  trm_reaction_slopes(eq, state, &reaction, lambda, by_position, by_multiplier, context);
}

double trm_read_size(const TrmEquations *eq, size_t k, double force, double length) {
  const TrmRead *read = &eq->forces->reads[k];
  if (read->column >= 0) return 1;
  return fabs(read->factor) * force * (read->component > 2 ? length : 1);
}

void trm_reads_offer(const TrmEquations *eq, TrmState *state) {
  const struct TrmForces *f = eq->forces;
  for (size_t i = 0; i < eq->system->external_count; i++) {
    double *slope = state->external_slope + f->sources[i].first, sum = 0;
    if (f->read_of[i] < 0) continue;
    const double *r = state->read + f->read_of[i];
    if (f->read_wide[i] == 1) {
      state->externals[i] = r[0];
      slope[0] = 1;
      continue;
    }
    for (size_t k = 0; k < 3; k++) sum += r[k] * r[k];
    double size = state->externals[i] = sqrt(sum);
    for (size_t k = 0; k < 3; k++) slope[k] = size > 0 ? r[k] / size : 0;
  }
}

/* numbers read into the state: reactions by way of trm_reads_offer */
static void put(const TrmEquations *eq, TrmState *state) {
  const struct TrmForces *f = eq->forces;
  for (size_t k = 0; k < f->read_count; k++) {
    const TrmRead *read = &f->reads[k];
    TrmBodyMotion *body = &state->body[read->body];
    if (read->column < 0) continue;
    double *x = read->component < 3 ? body->a : body->alpha;
    x[read->component % 3] = state->read[k];
  }
}

typedef struct Weights {
  double *weight;
  size_t first;
} Weights;

static void put_weight(void *context, size_t row, size_t i, double value) {
  const Weights *w = context;
  (void)row;
  w->weight[i - w->first] = value;
}

static void find_weights(const TrmEquations *eq, const TrmState *state, const Work *w,
                         const double *lambda) {
  const struct TrmForces *f = eq->forces;
  for (size_t k = 0; k < f->read_count; k++) {
    Weights weights = {w->weight + f->reads[k].weights, f->reads[k].first};
    trm_read_slopes(eq, state, k, lambda, NULL, put_weight, &weights);
  }
}

/* read k of accelerations (NULL: rest) and multipliers, or of their differences from others */
static double measure(const TrmEquations *eq, const Work *w, size_t k, const double *a,
                      const double *a_less, const double *lambda, const double *lambda_less) {
  const TrmRead *read = &eq->forces->reads[k];
  const double *weight = w->weight + read->weights;
  double sum = 0;
  if (read->column >= 0) return a ? a[read->column] - (a_less ? a_less[read->column] : 0) : 0;
  for (size_t i = 0; i < read->count; i++) {
    size_t row = read->first + i;
    sum += weight[i] * (lambda[row] - (lambda_less ? lambda_less[row] : 0));
  }
  return sum;
}

static void put_by_read(void *context, size_t row, size_t column, double value) {
  const Work *w = context;
  /* a column of Q after the other */
  w->by_read[column * (size_t)(w->a - w->Q) + row] += value;
}

/* what numbers of one kind are measured by: forces and accelerations of the whole model */
static void find_sizes(const TrmEquations *eq, const double *Q, const double *a, double *force,
                       double *acceleration, double *length) {
  *force = *acceleration = *length = 0;
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      int column = eq->body_column[i][k];
      double arm = k < 3 ? 1 : eq->length[i];
      *length = fmax(*length, eq->length[i]);
      if (column < 0) continue;
      *force = fmax(*force, fabs(Q[column]) / arm);
      if (a) *acceleration = fmax(*acceleration, fabs(a[column]) * arm);
    }
}

/* the largest difference of what was read and what it led to, in parts of the sizes */
static double find_gap(const TrmEquations *eq, const TrmState *state, const Work *w,
                       const double *Q, const double *a) {
  const struct TrmForces *f = eq->forces;
  double force, acceleration, length, worst = 0;
  find_sizes(eq, Q, a, &force, &acceleration, &length);
  for (size_t k = 0; k < f->read_count; k++) {
    const TrmRead *read = &f->reads[k];
    int turns = read->component > 2;
    double size = read->column < 0 ? fabs(read->factor) * force * (turns ? length : 1)
                                   : acceleration / (turns ? length : 1);
    double gap = fabs(w->next[k] - state->read[k]);
    size = fmax(size, fmax(fabs(w->next[k]), fabs(state->read[k])));
    if (!isfinite(gap)) return HUGE_VAL;
    if (gap > 0) worst = fmax(worst, gap / size);
  }
  return worst;
}

/* one step of Newton's method */
static TrmStatus step(const TrmEquations *eq, TrmState *state, Work *w, TrmReadSolve solve,
                      void *context, const double *Q, const double *a, const double *lambda) {
  size_t count = eq->read_count, n = eq->column_count, wide = count + 1;
  memset(w->by_read, 0, count * n * sizeof *w->by_read);
  trm_forces_by_reads(eq, state, put_by_read, w);
  for (size_t j = 0; j < count; j++) {
    double most = 0;
    for (size_t i = 0; i < n; i++) {
      double slope = w->by_read[j * n + i];
      w->Q[i] = Q[i] + slope;
      most = fmax(most, fabs(slope));
    }
    for (size_t k = 0; k < count; k++) w->matrix[k * wide + j] = k == j;
    if (!(most > 0)) continue;
    TrmStatus status = solve(context, w->Q, a ? w->a : NULL, w->lambda);
    if (status != TRM_OK) return status;
    for (size_t k = 0; k < count; k++)
      w->matrix[k * wide + j] -= measure(eq, w, k, a ? w->a : NULL, a, w->lambda, lambda);
  }
  for (size_t k = 0; k < count; k++) w->matrix[k * wide + count] = w->next[k] - state->read[k];
  if (!trm_dense_eliminate(count, w->matrix)) return TRM_RETRY;
  for (size_t k = 0; k < count; k++) state->read[k] += w->matrix[k * wide + count];
  return TRM_OK;
}

/* forces that are no numbers become none; 1 when there are any */
static int leave_out(double *Q, size_t count) {
  int any = 0;
  for (size_t i = 0; i < count; i++) {
    if (isfinite(Q[i])) continue;
    Q[i] = 0;
    any = 1;
  }
  return any;
}

TrmStatus trm_reads_settle(const TrmEquations *eq, TrmState *state, TrmReadSolve solve,
                           void *context, double *Q, double *a, double *lambda) {
  const struct TrmForces *f = eq->forces;
  size_t count = f->read_count;
  double last = HUGE_VAL;
  if (!count) {
    trm_forces_evaluate(eq, state, Q);
    return solve(context, Q, a, lambda);
  }
  Work w = lay(eq, state);
  memset(state->read, 0, count * sizeof *state->read);
  for (int round = 0; round < MOST_ROUNDS; round++) {
    put(eq, state);
    trm_forces_evaluate(eq, state, Q);
    int rough = !round && f->coupled && leave_out(Q, eq->column_count);
    TrmStatus status = solve(context, Q, a, lambda);
    if (status != TRM_OK) return status;
    if (!round) find_weights(eq, state, &w, lambda);
    for (size_t k = 0; k < count; k++) w.next[k] = measure(eq, &w, k, a, NULL, lambda, NULL);
    if (rough) {
      memcpy(state->read, w.next, count * sizeof *w.next);
      continue;
    }
    double gap = find_gap(eq, state, &w, Q, a);
    if (!f->coupled) {
      /* forces are what they are; rates read what follows from them */
      memcpy(state->read, w.next, count * sizeof *w.next);
      put(eq, state);
      trm_forces_evaluate(eq, state, Q);
      return isfinite(gap) ? TRM_OK : TRM_RETRY;
    }
    if (gap <= 4 * DBL_EPSILON || (gap < settled && !(gap < 0.5 * last))) return TRM_OK;
    last = gap;
    status = step(eq, state, &w, solve, context, Q, a, lambda);
    if (status != TRM_OK) return status;
    for (size_t k = 0; k < count; k++)
      if (!isfinite(state->read[k])) return TRM_RETRY;
  }
  return TRM_RETRY;
}
