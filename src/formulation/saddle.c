/* SPDX-License-Identifier: Apache-2.0
 *
 * Saddle: assembly of the fixed pattern and the corrections. With D the diagonal of G W^-1 G' and
 * eps = 1e-10, a correction shrinks the defect by eps D / (S + eps D) in every direction that the
 * constraints decide. A square and well conditioned G answers by itself (square.c).
 */
#include "formulation/saddle.h"
#include "formulation/square.h"
#include <math.h>
#include <string.h>

static const double epsilon = 1e-10, faded = 1e-14, hardly = 1e-9, nothing = 1e-17;
enum { MOST_CORRECTIONS = 12, MOST_PASSES = 3, MOST_FADES = 40 };

struct TrmSaddle {
  const TrmEquations *eq;
  TrmSparse *matrix;
  TrmSquare *square; /* NULL: G is not square */
  int direct;        /* the factors at hand are those of G */
  unsigned (*move_slot)[3];
  unsigned (*turn_slot)[9];
  unsigned *curve_slot, *lower_slot, *upper_slot, *corner_slot;
  const TrmWeights *weights;
  const double *G;
  const unsigned char *skip;
  double *inverse; /* of the diagonal of W */
  double *corner;  /* D */
  double *b, *x, *lambda, *work, *before;
  double settling;
  TrmSparseCount count; /* of both matrices */
  double *probe;        /* columns that have a part in every direction */
};

static void announce(const TrmEquations *eq, TrmPattern *pattern) {
  size_t n = eq->column_count;
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    for (int k = 0; k < 3; k++) {
      if (c[k] >= 0) trm_pattern_add(pattern, (size_t)c[k], (size_t)c[k]);
      for (int l = 0; l < 3; l++)
        if (c[3 + k] >= 0 && c[3 + l] >= 0)
          trm_pattern_add(pattern, (size_t)c[3 + k], (size_t)c[3 + l]);
    }
  }
  for (size_t i = 0; i < eq->curve_count; i++)
    trm_pattern_add(pattern, eq->curve_column[i], eq->curve_column[i]);
  for (size_t i = 0; i < eq->row_count; i++) {
    trm_pattern_add(pattern, n + i, n + i);
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) {
      trm_pattern_add(pattern, n + i, eq->column[k]);
      trm_pattern_add(pattern, eq->column[k], n + i);
    }
  }
}

static unsigned slot(const TrmSparse *matrix, size_t row, size_t column) {
  return (unsigned)trm_sparse_slot(matrix, row, column);
}

static void find_slots(TrmSaddle *saddle, TrmArena *arena) {
  const TrmEquations *eq = saddle->eq;
  const TrmSparse *matrix = saddle->matrix;
  size_t n = eq->column_count;
  saddle->move_slot = trm_arena_array(arena, eq->body_count + 1, sizeof *saddle->move_slot);
  saddle->turn_slot = trm_arena_array(arena, eq->body_count + 1, sizeof *saddle->turn_slot);
  saddle->curve_slot = trm_arena_array(arena, eq->curve_count + 1, sizeof(unsigned));
  saddle->lower_slot = trm_arena_array(arena, 2 * eq->entry_count + 1, sizeof(unsigned));
  saddle->upper_slot = saddle->lower_slot + eq->entry_count;
  saddle->corner_slot = trm_arena_array(arena, eq->row_count + 1, sizeof(unsigned));
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    for (int k = 0; k < 3; k++) {
      if (c[k] >= 0) saddle->move_slot[i][k] = slot(matrix, (size_t)c[k], (size_t)c[k]);
      for (int l = 0; l < 3; l++)
        if (c[3 + k] >= 0 && c[3 + l] >= 0)
          saddle->turn_slot[i][3 * k + l] = slot(matrix, (size_t)c[3 + k], (size_t)c[3 + l]);
    }
  }
  for (size_t i = 0; i < eq->curve_count; i++)
    saddle->curve_slot[i] = slot(matrix, eq->curve_column[i], eq->curve_column[i]);
  for (size_t i = 0; i < eq->row_count; i++) {
    saddle->corner_slot[i] = slot(matrix, n + i, n + i);
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) {
      saddle->lower_slot[k] = slot(matrix, n + i, eq->column[k]);
      saddle->upper_slot[k] = slot(matrix, eq->column[k], n + i);
    }
  }
}

TrmSaddle *trm_saddle_new(TrmArena *arena, const TrmEquations *eq) {
  TrmSaddle *saddle = trm_arena_alloc(arena, sizeof *saddle);
  size_t n = eq->column_count + eq->row_count;
  TrmPattern *pattern = trm_pattern_new(arena, n);
  saddle->eq = eq;
  announce(eq, pattern);
  saddle->matrix = trm_sparse_new(arena, pattern);
  trm_pattern_drop(pattern);
  find_slots(saddle, arena);
  saddle->inverse = trm_arena_array(arena, eq->column_count + 1, sizeof(double));
  saddle->corner = trm_arena_array(arena, eq->row_count + 1, sizeof(double));
  saddle->b = trm_arena_array(arena, n + 1, sizeof(double));
  saddle->x = trm_arena_array(arena, n + 1, sizeof(double));
  saddle->lambda = saddle->x + eq->column_count;
  saddle->work = trm_arena_array(arena, eq->column_count + 1, sizeof(double));
  saddle->before = trm_arena_array(arena, eq->row_count + 1, sizeof(double));
  saddle->square = trm_square_new(arena, eq);
  saddle->probe = trm_arena_array(arena, eq->column_count + 1, sizeof(double));
  for (size_t k = 0; k < eq->column_count; k++) saddle->probe[k] = trm_uneven(k);
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 3; k < 6; k++)
      if (eq->body_column[i][k] >= 0) saddle->probe[eq->body_column[i][k]] /= eq->length[i];
  return saddle;
}

/* what stands for the weight of a column without one where rows are measured: the mean */
static double mean_weight(const TrmEquations *eq, const TrmWeights *w) {
  double sum = 0;
  size_t count = 0;
  for (size_t i = 0; i < eq->body_count; i++)
    if (w->move[i][0] > 0) {
      sum += w->move[i][0];
      count++;
    }
  return count ? sum / (double)count : 1;
}

/* weights into the upper left, and the inverse of their diagonal */
static void put_weights(TrmSaddle *saddle, const TrmWeights *w, double *value) {
  const TrmEquations *eq = saddle->eq;
  double mean = mean_weight(eq, w);
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    for (int k = 0; k < 3; k++) {
      if (c[k] >= 0) {
        value[saddle->move_slot[i][k]] = w->move[i][k];
        saddle->inverse[c[k]] = 1 / (w->move[i][k] > 0 ? w->move[i][k] : mean);
      }
      if (c[3 + k] < 0) continue;
      double length = eq->length[i];
      saddle->inverse[c[3 + k]] =
          1 / (w->turn[i][4 * k] > 0 ? w->turn[i][4 * k] : mean * length * length);
      for (int l = 0; l < 3; l++)
        if (c[3 + l] >= 0) value[saddle->turn_slot[i][3 * k + l]] = w->turn[i][3 * k + l];
    }
  }
  /* parameters of curves weigh next to nothing, which must not be the measure of a row */
  for (size_t i = 0; i < eq->curve_count; i++) {
    value[saddle->curve_slot[i]] = w->curve[i];
    saddle->inverse[eq->curve_column[i]] = 0;
  }
}

/* the saddle system itself, with the weights and G at hand */
static TrmStatus factor_whole(TrmSaddle *saddle) {
  const TrmEquations *eq = saddle->eq;
  const unsigned char *skip = saddle->skip;
  const double *G = saddle->G;
  double *value = trm_sparse_values(saddle->matrix);
  saddle->direct = 0;
  put_weights(saddle, saddle->weights, value);
  for (size_t i = 0; i < eq->row_count; i++) {
    int out = skip && skip[i];
    double sum = 0;
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) {
      double entry = out ? 0 : G[k];
      value[saddle->lower_slot[k]] = value[saddle->upper_slot[k]] = entry;
      sum += entry * entry * saddle->inverse[eq->column[k]];
    }
    saddle->corner[i] = sum > 0 ? sum : 1;
    value[saddle->corner_slot[i]] = out ? -1 : -epsilon * saddle->corner[i];
  }
  TrmStatus status = trm_sparse_factor(saddle->matrix);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  return status;
}

TrmStatus trm_saddle_factor(TrmSaddle *saddle, const TrmWeights *weights, const double *G,
                            const unsigned char *skip) {
  saddle->weights = weights;
  saddle->G = G;
  saddle->skip = skip;
  int all = !skip || !memchr(skip, 1, saddle->eq->row_count);
  saddle->direct = all && saddle->square && trm_square_factor(saddle->square, G);
  return saddle->direct ? TRM_OK : factor_whole(saddle);
}

/* the inverse of the diagonal of W at a column */
static void invert_diagonal(const TrmEquations *eq, const TrmWeights *w, double *inverse) {
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 3; k++) {
      const int *c = eq->body_column[i];
      if (c[k] >= 0) inverse[c[k]] = 1 / w->move[i][k];
      if (c[3 + k] >= 0) inverse[c[3 + k]] = 1 / w->turn[i][4 * k];
    }
  for (size_t i = 0; i < eq->curve_count; i++) inverse[eq->curve_column[i]] = 1 / w->curve[i];
}

/* sum over a row of G^2 / W */
static double row_diagonal(const TrmEquations *eq, const double *inverse, const double *G,
                           size_t row) {
  double sum = 0;
  for (size_t k = eq->start[row]; k < eq->start[row + 1]; k++)
    sum += G[k] * G[k] * inverse[eq->column[k]];
  return sum > 0 ? sum : 1;
}

void trm_saddle_diagonal(const TrmSaddle *saddle, const TrmWeights *weights, const double *G,
                         double *diagonal) {
  invert_diagonal(saddle->eq, weights, saddle->inverse);
  for (size_t i = 0; i < saddle->eq->row_count; i++)
    diagonal[i] = row_diagonal(saddle->eq, saddle->inverse, G, i);
}

TrmStatus trm_saddle_factor_soft(TrmSaddle *saddle, const TrmWeights *weights, const double *G,
                                 const double *soft) {
  const TrmEquations *eq = saddle->eq;
  double *value = trm_sparse_values(saddle->matrix);
  put_weights(saddle, weights, value);
  for (size_t k = 0; k < eq->entry_count; k++)
    value[saddle->lower_slot[k]] = value[saddle->upper_slot[k]] = G[k];
  for (size_t i = 0; i < eq->row_count; i++) value[saddle->corner_slot[i]] = -soft[i];
  TrmStatus status = trm_sparse_factor(saddle->matrix);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  return status;
}

TrmStatus trm_saddle_solve_once(TrmSaddle *saddle, const double *f, const double *g, double *x,
                                double *lambda) {
  const TrmEquations *eq = saddle->eq;
  memcpy(saddle->b, f, eq->column_count * sizeof *f);
  memcpy(saddle->b + eq->column_count, g, eq->row_count * sizeof *g);
  TrmStatus status = trm_sparse_solve(saddle->matrix, saddle->b, 1);
  if (status != TRM_OK) return status;
  memcpy(x, saddle->b, eq->column_count * sizeof *x);
  memcpy(lambda, saddle->b + eq->column_count, eq->row_count * sizeof *lambda);
  return TRM_OK;
}

void trm_weights_apply(const TrmEquations *eq, const TrmWeights *w, const double *x, double *y) {
  for (size_t i = 0; i < eq->body_count; i++) {
    const int *c = eq->body_column[i];
    for (int k = 0; k < 3; k++) {
      if (c[k] >= 0) y[c[k]] = w->move[i][k] * x[c[k]];
      if (c[3 + k] < 0) continue;
      double sum = 0;
      for (int l = 0; l < 3; l++)
        if (c[3 + l] >= 0) sum += w->turn[i][3 * k + l] * x[c[3 + l]];
      y[c[3 + k]] = sum;
    }
  }
  for (size_t i = 0; i < eq->curve_count; i++)
    y[eq->curve_column[i]] = w->curves_light ? 0 : w->curve[i] * x[eq->curve_column[i]];
}

/* right-hand side of a correction; returns the size of the constraints' defect, scaled by rows */
static double defect(TrmSaddle *saddle, const double *f, const double *g) {
  const TrmEquations *eq = saddle->eq;
  double *b = saddle->b, worst = 0;
  trm_weights_apply(eq, saddle->weights, saddle->x, saddle->work);
  for (size_t k = 0; k < eq->column_count; k++) b[k] = (f ? f[k] : 0) - saddle->work[k];
  for (size_t i = 0; i < eq->row_count; i++) {
    double *row = &b[eq->column_count + i];
    if (saddle->skip && saddle->skip[i]) {
      *row = 0;
      continue;
    }
    double sum = g ? g[i] : 0, lambda = saddle->lambda[i];
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) {
      sum -= saddle->G[k] * saddle->x[eq->column[k]];
      b[eq->column[k]] -= saddle->G[k] * lambda;
    }
    *row = sum;
    double scaled = fabs(sum) / sqrt(saddle->corner[i]);
    if (scaled > worst) worst = scaled;
  }
  return worst;
}

/* by G alone: x = G^-1 g, lambda = G'^-1 (f - W x) */
static TrmStatus solve_direct(TrmSaddle *saddle, const double *f, const double *g, double *x,
                              double *lambda) {
  size_t n = saddle->eq->column_count;
  double *solution = x ? x : saddle->x, *b = saddle->b;
  if (g) {
    TrmStatus status = trm_square_solve(saddle->square, g, solution);
    if (status != TRM_OK) return status;
  } else if (x) {
    memset(x, 0, n * sizeof *x);
  }
  if (!lambda) return TRM_OK;
  if (f && !g) return trm_square_solve_transposed(saddle->square, f, lambda);
  memset(b, 0, n * sizeof *b);
  if (g) trm_weights_apply(saddle->eq, saddle->weights, solution, b);
  for (size_t k = 0; k < n; k++) b[k] = (f ? f[k] : 0) - b[k];
  return trm_square_solve_transposed(saddle->square, b, lambda);
}

/* the largest of accelerations that loads alone would give, of which solutions are differences */
static double free_size(const TrmSaddle *saddle, const double *f) {
  double most = 0;
  for (size_t k = 0; f && k < saddle->eq->column_count; k++)
    if (fabs(f[k]) * saddle->inverse[k] > most) most = fabs(f[k]) * saddle->inverse[k];
  return most;
}

/* by the saddle system, corrected until its regularisation no longer shows */
static TrmStatus solve_whole(TrmSaddle *saddle, const double *f, const double *g, double *x,
                             double *lambda) {
  const TrmEquations *eq = saddle->eq;
  size_t n = eq->column_count + eq->row_count;
  double last = HUGE_VAL, part = HUGE_VAL, most = free_size(saddle, f);
  saddle->settling = 0;
  memset(saddle->x, 0, n * sizeof *saddle->x);
  for (int round = 0; round < MOST_CORRECTIONS; round++) {
    double now = defect(saddle, f, g), size = 0, change = 0;
    /* one correction beyond the first is always worth it, another one shows whether what is left
     * settles; later ones while they help */
    if (round > 1 && !(now < 0.5 * last) && (round > 2 || part <= 1e-13)) break;
    last = now;
    TrmStatus status = trm_sparse_solve(saddle->matrix, saddle->b, 1);
    if (status != TRM_OK) return status;
    for (size_t k = 0; k < n; k++) {
      saddle->x[k] += saddle->b[k];
      if (!isfinite(saddle->x[k])) return TRM_FAILED;
      if (k >= eq->column_count) continue;
      if (fabs(saddle->b[k]) > change) change = fabs(saddle->b[k]);
      if (fabs(saddle->x[k]) > size) size = fabs(saddle->x[k]);
    }
    if (round > 1 && change > 1e-13 * fmax(size, most))
      saddle->settling = fmax(saddle->settling, change / (part * size));
    part = size > 0 ? change / size : 0;
    if (round > 0 && part <= 1e-15) break;
  }
  if (x) memcpy(x, saddle->x, eq->column_count * sizeof *x);
  if (lambda) memcpy(lambda, saddle->lambda, eq->row_count * sizeof *lambda);
  return TRM_OK;
}

TrmStatus trm_saddle_solve(TrmSaddle *saddle, const double *f, const double *g, double *x,
                           double *lambda) {
  TrmStatus status;
  if (saddle->direct) {
    status = solve_direct(saddle, f, g, x, lambda);
    if (status != TRM_RETRY) return status;
    status = factor_whole(saddle);
    if (status != TRM_OK) return status;
  }
  return solve_whole(saddle, f, g, x, lambda);
}

double trm_saddle_softness(void) {
  return epsilon;
}

double trm_saddle_settling(const TrmSaddle *saddle) {
  return saddle->direct ? 0 : saddle->settling;
}

/* nu in b <- (S + eps D)^-1 eps D nu, the solution for f = 0 and g = -eps D nu; how much that
 * changes it and how much is left, to the size of lambda; infinite: no solution */
static double fade(TrmSaddle *saddle, double *left) {
  const TrmEquations *eq = saddle->eq;
  double *nu = saddle->b + eq->column_count, *before = saddle->before, change = 0, size = 0;
  double rest = 0;
  memset(saddle->b, 0, eq->column_count * sizeof *saddle->b);
  for (size_t i = 0; i < eq->row_count; i++) {
    before[i] = saddle->skip && saddle->skip[i] ? 0 : nu[i];
    nu[i] = -epsilon * saddle->corner[i] * before[i];
  }
  if (trm_sparse_solve(saddle->matrix, saddle->b, 1) != TRM_OK) return HUGE_VAL;
  for (size_t i = 0; i < eq->row_count; i++) {
    change += saddle->corner[i] * (nu[i] - before[i]) * (nu[i] - before[i]);
    rest += saddle->corner[i] * nu[i] * nu[i];
    size += saddle->corner[i] * saddle->lambda[i] * saddle->lambda[i];
  }
  *left = size > 0 ? sqrt(rest / size) : 0;
  return size > 0 ? sqrt(change / size) : 0;
}

/* Fading leaves what S does not decide as it is and makes the rest smaller every time, down to
 * rounding. Where nothing is left there is none; where it goes on for long a row is about to become
 * dependent, and all stays. */
void trm_saddle_least(TrmSaddle *saddle, double *lambda) {
  const TrmEquations *eq = saddle->eq;
  double *nu = saddle->b + eq->column_count;
  if (saddle->direct) return; /* a square and regular G decides all */
  double left = HUGE_VAL;
  for (int pass = 0; pass < MOST_PASSES && left > nothing; pass++) {
    double last = HUGE_VAL, change = HUGE_VAL;
    memcpy(nu, saddle->lambda, eq->row_count * sizeof *nu);
    for (int round = 0; round < MOST_FADES && last > faded && left > nothing; round++) {
      change = fade(saddle, &left);
      if (!(change < 0.7 * last)) break;
      last = change;
    }
    if (!(change <= hardly)) return;
    for (size_t i = 0; i < eq->row_count; i++) saddle->lambda[i] -= nu[i];
    memcpy(lambda, saddle->lambda, eq->row_count * sizeof *lambda);
  }
}

TrmWeights trm_weights_new(TrmArena *arena, const TrmEquations *eq) {
  TrmWeights w;
  w.move = trm_arena_array(arena, eq->body_count + 1, sizeof *w.move);
  w.turn = trm_arena_array(arena, eq->body_count + 1, sizeof *w.turn);
  w.curve = trm_arena_array(arena, eq->curve_count + 1, sizeof *w.curve);
  trm_weights_plain(eq, &w);
  return w;
}

void trm_weights_plain(const TrmEquations *eq, TrmWeights *w) {
  for (size_t i = 0; i < eq->body_count; i++) {
    memset(w->turn[i], 0, sizeof w->turn[i]);
    for (int k = 0; k < 3; k++) {
      w->move[i][k] = 1;
      w->turn[i][4 * k] = eq->length[i] * eq->length[i];
    }
  }
  for (size_t i = 0; i < eq->curve_count; i++) w->curve[i] = 1;
  w->curves_light = 0;
}

int trm_weights_mass(const TrmEquations *eq, TrmWeights *w, size_t *which) {
  for (size_t i = 0; i < eq->body_count; i++) {
    const TrmBody *body = &eq->system->bodies[i];
    int turns = eq->body_column[i][5] >= 0, good = body->mass > 0 && (!turns || body->has_inertia);
    for (int k = 0; k < 3; k++) {
      w->move[i][k] = body->mass;
      if (eq->body_column[i][3 + k] >= 0) good &= body->inertia_b[4 * k] > 0;
    }
    memcpy(w->turn[i], body->inertia_b, sizeof w->turn[i]);
    if (good) continue;
    if (which) *which = i;
    return 0;
  }
  for (size_t i = 0; i < eq->curve_count; i++) w->curve[i] = 1e-3 * eq->system->mass;
  w->curves_light = 1;
  return 1;
}

const TrmSparseCount *trm_saddle_count(TrmSaddle *saddle) {
  saddle->count = *trm_sparse_count(saddle->matrix);
  if (saddle->square) {
    const TrmSparseCount *more = trm_square_count(saddle->square);
    saddle->count.analyses += more->analyses;
    saddle->count.factorisations += more->factorisations;
    saddle->count.refactorisations += more->refactorisations;
    saddle->count.solves += more->solves;
    saddle->count.seconds += more->seconds;
  }
  return &saddle->count;
}

void trm_saddle_renew(TrmSaddle *saddle) {
  trm_sparse_renew(saddle->matrix);
  if (saddle->square) trm_square_renew(saddle->square);
}

/* the solution of the probe from G alone: b = eps G^-1 D G^-T work */
static int probe_square(TrmSaddle *saddle) {
  const TrmEquations *eq = saddle->eq;
  double *lambda = saddle->lambda;
  if (trm_square_solve_transposed(saddle->square, saddle->work, lambda) != TRM_OK) return 0;
  trm_saddle_diagonal(saddle, saddle->weights, saddle->G, saddle->corner);
  for (size_t i = 0; i < eq->row_count; i++) lambda[i] *= epsilon * saddle->corner[i];
  return trm_square_solve(saddle->square, lambda, saddle->b) == TRM_OK;
}

/* With f = W z and g = 0 the solution is x = eps (G' D^-1 G + eps W)^-1 W z, which is z itself
 * where no equation holds it and eps/s^2 of it in the direction of a singular value s. */
double trm_saddle_health(TrmSaddle *saddle) {
  const TrmEquations *eq = saddle->eq;
  double size = 0, left = 0;
  trm_weights_apply(eq, saddle->weights, saddle->probe, saddle->work);
  for (size_t k = 0; k < eq->column_count; k++) size += saddle->probe[k] * saddle->work[k];
  /* factors of G that do not serve leave it to the saddle system */
  int done = saddle->direct && probe_square(saddle);
  if (saddle->direct && !done && factor_whole(saddle) != TRM_OK) return 0;
  if (!done) {
    memset(saddle->b, 0, (eq->column_count + eq->row_count) * sizeof *saddle->b);
    memcpy(saddle->b, saddle->work, eq->column_count * sizeof *saddle->b);
    if (trm_sparse_solve(saddle->matrix, saddle->b, 1) != TRM_OK) return 0;
  }
  trm_weights_apply(eq, saddle->weights, saddle->b, saddle->work);
  for (size_t k = 0; k < eq->column_count; k++) left += saddle->b[k] * saddle->work[k];
  return left > 0 ? sqrt(epsilon / sqrt(left / size)) : HUGE_VAL;
}
