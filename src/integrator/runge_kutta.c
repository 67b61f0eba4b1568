/* SPDX-License-Identifier: Apache-2.0
 *
 * Explicit Runge-Kutta methods at work. The projection comes before the stage at the end, so that
 * this one evaluation serves the error estimate, dense output and the next step. Where the error
 * can be known without it, it is tested first and the projection saved.
 */
#include "integrator/runge_kutta.h"
#include "integrator/start.h"
#include "integrator/stepper.h"
#include "integrator/vector.h"
#include <math.h>
#include <string.h>

/* scalars in memory */
enum { ERR_OLD, IS_DENSE, STIFF_NOT, SCALARS };

typedef struct RungeKutta {
  const TrmTableau *tableau;
  double *scalar;
  double **k;    /* stages */
  TrmSum *stage; /* sums of all stages, the one at the end not among them */
  TrmSum result, error[2], *polynomial;
  double *y_stage, *y_new; /* room for the step under way; y_new is that of y_old */
} RungeKutta;

/* The terms of a row of coefficients that are not zero */
static TrmSum sum_of_row(TrmArena *arena, double **k, const double *row, size_t width) {
  double *factor = trm_arena_array(arena, width, sizeof *factor);
  double **vector = trm_arena_array(arena, width, sizeof *vector);
  TrmSum sum = {0, factor, vector};
  for (size_t j = 0; j < width; j++)
    if (row[j] != 0) {
      factor[sum.count] = row[j];
      vector[sum.count++] = k[j];
    }
  return sum;
}

TrmStepper *trm_rk_make(TrmArena *arena, const TrmIntegratorType *type, const TrmTableau *tableau,
                        const TrmOde *ode, const TrmStepControl *control) {
  size_t n = ode->n, width = tableau->width, last = tableau->stages, kept = last + !tableau->end;
  size_t count = last + 1 + tableau->extra;
  double *vectors, *scalars;
  TrmStepper *s = trm_stepper_new(arena, type, ode, control, SCALARS, kept, &scalars, &vectors);
  RungeKutta *rk = trm_arena_alloc(arena, sizeof *rk);
  s->method = rk;
  rk->tableau = tableau;
  rk->scalar = scalars;
  rk->k = trm_arena_array(arena, count, sizeof *rk->k);
  for (size_t i = 0; i < count; i++)
    rk->k[i] = vectors + (i > last ? tableau->room[i - last - 1] : i) * n;
  if (tableau->end) rk->k[last] = rk->k[tableau->end];

  /* sums without zeros */
  rk->stage = trm_arena_array(arena, count, sizeof *rk->stage);
  for (size_t i = 0; i < count; i++)
    rk->stage[i] = sum_of_row(arena, rk->k, tableau->a + i * width, width);
  rk->result = sum_of_row(arena, rk->k, tableau->b, width);
  for (int i = 0; i < 2; i++)
    if (tableau->error[i]) rk->error[i] = sum_of_row(arena, rk->k, tableau->error[i], width);
  rk->polynomial = trm_arena_array(arena, tableau->polynomial, sizeof *rk->polynomial);
  for (size_t i = 0; i < tableau->polynomial; i++)
    rk->polynomial[i] = sum_of_row(arena, rk->k, tableau->d + i * width, width);

  rk->y_stage = trm_arena_array(arena, n, sizeof(double));
  rk->y_new = s->y_old;
  return s;
}

TrmStatus trm_rk_begin(TrmStepper *s, double t, const double *y) {
  RungeKutta *rk = s->method;
  trm_stepper_place(s, t, y);
  memset(rk->scalar, 0, SCALARS * sizeof(double));
  rk->scalar[ERR_OLD] = 1e-4;
  memset(rk->k[rk->tableau->stages], 0, s->ode->n * sizeof(double));
  return trm_stepper_rate_start(s, rk->k[rk->tableau->stages]);
}

/* The norm of the error; NaN never passes a test */
static double error_norm(TrmStepper *s, double h) {
  RungeKutta *rk = s->method;
  size_t n = s->ode->n;
  if (n == 0) return 0;
  double first = trm_vector_sum_norm2(s, h, &rk->error[0], s->y, rk->y_new);
  if (!rk->tableau->error[1]) return sqrt(first / (double)n);
  double both = first + 0.01 * trm_vector_sum_norm2(s, h, &rk->error[1], s->y, rk->y_new);
  return both > 0 ? first / sqrt(both * (double)n) : both;
}

/* Stages and result of a step to t_new: TRM_OK with *err <= 1: it is good; *err > 1: it is not. */
static TrmStatus attempt(TrmStepper *s, double h, double t_new, double *err) {
  RungeKutta *rk = s->method;
  const TrmTableau *tableau = rk->tableau;
  size_t n = s->ode->n, stages = tableau->stages;
  for (size_t i = 1; i < stages; i++) {
    trm_vector_sum(n, rk->y_stage, s->y, h, &rk->stage[i]);
    double t = tableau->c[i] < 1 ? fmin(s->t + tableau->c[i] * h, t_new) : t_new;
    TrmStatus status = trm_stepper_rate(s, t, rk->y_stage, rk->k[i]);
    if (status != TRM_OK) return status;
  }
  trm_vector_sum(n, rk->y_new, s->y, h, &rk->result);
  if (!trm_vector_finite(n, rk->y_new)) {
    s->failure = TRM_FAILURE_NAN;
    return TRM_RETRY;
  }

  /* the error first when it can be known */
  *err = tableau->error_at_end ? 0 : error_norm(s, h);
  s->failure = *err <= 1 ? TRM_FAILURE_NONE : TRM_FAILURE_ERROR;
  if (!(*err <= 1)) return TRM_OK;
  TrmStatus status = trm_stepper_project(s, t_new, rk->y_new);
  if (status == TRM_OK) status = trm_stepper_rate(s, t_new, rk->y_new, rk->k[stages]);
  if (status != TRM_OK || !tableau->error_at_end) return status;
  *err = error_norm(s, h);
  if (!(*err <= 1)) s->failure = TRM_FAILURE_ERROR;
  return TRM_OK;
}

/* what dies out may hold steps at this part of the limit already, where it oscillates as it does */
static const double near_part = 0.5;

/* Signs of stiffness: h |lambda| estimated from the last two stages, both at the end */
static void watch_stiffness(TrmStepper *s, double h) {
  RungeKutta *rk = s->method;
  size_t n = s->ode->n, last = rk->tableau->stages;
  double rates = trm_vector_distance2(n, rk->k[last], rk->k[last - 1]);
  double places = trm_vector_distance2(n, rk->y_new, rk->y_stage);
  double limit = rk->tableau->stiff, early = near_part * limit;
  if (places > 0 && h * h * rates > early * early * places)
    s->near++;
  else if (s->near > 0)
    s->near--;
  if (places > 0 && h * h * rates > limit * limit * places) {
    rk->scalar[STIFF_NOT] = 0;
    s->stiff++;
  } else if (++rk->scalar[STIFF_NOT] >= 6) {
    s->stiff = 0;
  }
}

TrmStatus trm_rk_step(TrmStepper *s, double limit) {
  RungeKutta *rk = s->method;
  const TrmPiControl *control = &rk->tableau->control;
  size_t n = s->ode->n, last = rk->tableau->stages;
  TrmStatus status;
  if (trm_stepper_idle(s, limit, &status)) return status;

  /* the last stage of the step before is the first of this one */
  memcpy(rk->k[0], rk->k[last], n * sizeof(double));
  if (s->natural <= 0) {
    /* in the places of the next two stages, side by side */
    status = trm_stepper_start(s, s->type->order, limit, rk->k[0], rk->k[1]);
    if (status < 0) return status;
  }

  int refused = 0;
  double h, t_new, err = HUGE_VAL, natural;
  for (;;) {
    natural = s->natural;
    h = trm_stepper_stride(s, limit, &t_new);
    status = attempt(s, h, t_new, &err);
    if (status < 0) break;
    int good = status == TRM_OK && err <= 1;
    if (trm_stepper_review(s, t_new, good)) continue;
    if (good) break;

    /* smaller: by half, or by what the error says */
    double factor = status != TRM_OK ? 0.5 : trm_control_reject(control, err);
    refused = 1;
    status = trm_stepper_shrink(s, h, h * factor);
    if (status < 0) break;
  }
  if (status < 0) {
    memcpy(rk->k[last], rk->k[0], n * sizeof(double));
    return status;
  }

  /* the next step; one that the limit cut short says less than the one before it */
  int cut = h < 0.99 * natural;
  double factor = trm_control_accept(control, err, rk->scalar[ERR_OLD]);
  if (refused) factor = fmin(factor, 1);
  s->natural = cut && factor >= control->most ? fmax(h * factor, natural) : h * factor;
  if (!cut) rk->scalar[ERR_OLD] = fmax(err, 1e-4);
  if (s->control.largest > 0) s->natural = fmin(s->natural, s->control.largest);
  watch_stiffness(s, h);
  trm_stepper_accept(s, t_new, rk->y_new);
  rk->scalar[IS_DENSE] = 0;
  return TRM_OK;
}

TrmStatus trm_rk_dense(TrmStepper *s) {
  RungeKutta *rk = s->method;
  const TrmTableau *tableau = rk->tableau;
  size_t n = s->ode->n, terms = tableau->polynomial;
  double h = s->t - s->t_old;
  if (rk->scalar[IS_DENSE] != 0 || !(h > 0)) return TRM_OK;

  /* further stages inside the step */
  for (size_t i = tableau->stages + 1; i < tableau->stages + 1 + tableau->extra; i++) {
    trm_vector_sum(n, rk->y_stage, s->y_old, h, &rk->stage[i]);
    TrmStatus status = trm_stepper_rate(s, s->t_old + tableau->c[i] * h, rk->y_stage, rk->k[i]);
    if (status < 0) return status;
    if (status > 0) return TRM_FAILED;
  }

  /* the polynomial takes the places of stages that are no longer needed */
  double *out[4];
  for (size_t j = 0; j < terms; j++) out[j] = rk->k[tableau->room[j]];
  trm_vector_sums(n, terms, out, h, rk->polynomial);
  rk->scalar[IS_DENSE] = 1;
  return TRM_OK;
}

void trm_rk_interpolate(const TrmStepper *s, double t, double *y) {
  const RungeKutta *rk = s->method;
  const TrmTableau *tableau = rk->tableau;
  double h = s->t - s->t_old, x = h > 0 ? (t - s->t_old) / h : 1, z = 1 - x;
  const double *first = rk->k[0], *last = rk->k[tableau->stages];
  for (size_t i = 0; i < s->ode->n; i++) {
    double sum = 0;
    for (size_t j = tableau->polynomial; j > 0; j--)
      sum = (rk->k[tableau->room[j - 1]][i] + sum) * (j % 2 ? z : x);
    double chord = s->y[i] - s->y_old[i], bend = h * first[i] - chord;
    double twist = chord - h * last[i] - bend;
    y[i] = s->y_old[i] + x * (chord + z * (bend + x * (twist + sum)));
  }
  /* the end itself, to the bit */
  if (t == s->t) memcpy(y, s->y, s->ode->n * sizeof(double));
}
