/* SPDX-License-Identifier: Apache-2.0
 *
 * The shared work of methods. Memory is one block of doubles: the head (times, counts, ...), y_old,
 * y, the method's scalars, the method's vectors.
 */
#include "integrator/stepper.h"
#include "integrator/vector.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* the head of the memory */
enum {
  HEAD_T_OLD,
  HEAD_T,
  HEAD_NATURAL,
  HEAD_ORDER,
  HEAD_STIFF,
  HEAD_NEAR,
  HEAD_FAILURE,
  HEAD_STEPS,
  HEAD_REJECTED,
  HEAD_EVALUATIONS,
  HEAD_PROJECTIONS,
  HEAD_FACTORISATIONS,
  HEAD_SOLVES,
  HEAD_SIZE
};

static const char *const words[TRM_FAILURE_COUNT] = {
    [TRM_FAILURE_NONE] = "",
    [TRM_FAILURE_ERROR] = "the step became too small: its error stays too large",
    [TRM_FAILURE_RATE] = "the step became too small: the rate cannot be evaluated",
    [TRM_FAILURE_NAN] = "the step became too small: the rate is not a number",
    [TRM_FAILURE_PROJECTION] =
        "the step became too small: the state cannot be brought onto its constraints",
    [TRM_FAILURE_FACTOR] = "the step became too small: Newton's matrix cannot be factored",
    [TRM_FAILURE_NEWTON] = "the step became too small: Newton's method does not converge",
    [TRM_FAILURE_START_RATE] = "the rate cannot be evaluated at the start",
    [TRM_FAILURE_START_NAN] = "the rate is not a number at the start",
    [TRM_FAILURE_CALL] = "a call failed",
    [TRM_FAILURE_LIMIT] = "the limit lies before the present time",
    [TRM_FAILURE_IMPLICIT] = "an implicit method needs the derivatives of the rate"};

const char *trm_stepper_failure(const TrmStepper *stepper) {
  int failure = stepper->failure;
  return failure >= 0 && failure < TRM_FAILURE_COUNT ? words[failure] : "";
}

TrmStepper *trm_stepper_new(TrmArena *arena, const TrmIntegratorType *type, const TrmOde *ode,
                            const TrmStepControl *control, size_t scalars, size_t vectors,
                            double **scalar, double **vector) {
  size_t n = ode->n;
  TrmStepper *s = trm_arena_alloc(arena, sizeof *s);
  s->type = type;
  s->ode = ode;
  s->control = *control;
  s->order = type->order;
  s->memory_count = HEAD_SIZE + scalars + (2 + vectors) * n;
  s->memory = trm_arena_array(arena, s->memory_count, sizeof(double));
  s->y_old = s->memory + HEAD_SIZE;
  s->y = s->y_old + n;
  *scalar = s->y + n;
  *vector = *scalar + scalars;
  return s;
}

void trm_stepper_save(const TrmStepper *s, double *memory) {
  memmove(memory, s->memory, s->memory_count * sizeof(double));
  memory[HEAD_T_OLD] = s->t_old;
  memory[HEAD_T] = s->t;
  memory[HEAD_NATURAL] = s->natural;
  memory[HEAD_ORDER] = s->order;
  memory[HEAD_STIFF] = s->stiff;
  memory[HEAD_NEAR] = s->near;
  memory[HEAD_FAILURE] = s->failure;
  memory[HEAD_STEPS] = (double)s->count.steps;
  memory[HEAD_REJECTED] = (double)s->count.rejected;
  memory[HEAD_EVALUATIONS] = (double)s->count.evaluations;
  memory[HEAD_PROJECTIONS] = (double)s->count.projections;
  memory[HEAD_FACTORISATIONS] = (double)s->count.factorisations;
  memory[HEAD_SOLVES] = (double)s->count.solves;
}

TrmStatus trm_stepper_load(TrmStepper *s, const double *memory) {
  memmove(s->memory, memory, s->memory_count * sizeof(double));
  s->t_old = s->memory[HEAD_T_OLD];
  s->t = s->memory[HEAD_T];
  s->natural = s->memory[HEAD_NATURAL];
  s->order = (int)s->memory[HEAD_ORDER];
  s->stiff = (int)s->memory[HEAD_STIFF];
  s->near = (int)s->memory[HEAD_NEAR];
  s->failure = (int)s->memory[HEAD_FAILURE];
  s->count.steps = (size_t)s->memory[HEAD_STEPS];
  s->count.rejected = (size_t)s->memory[HEAD_REJECTED];
  s->count.evaluations = (size_t)s->memory[HEAD_EVALUATIONS];
  s->count.projections = (size_t)s->memory[HEAD_PROJECTIONS];
  s->count.factorisations = (size_t)s->memory[HEAD_FACTORISATIONS];
  s->count.solves = (size_t)s->memory[HEAD_SOLVES];
  return s->type->restore ? s->type->restore(s) : TRM_OK;
}

TrmStatus trm_stepper_interpolate(TrmStepper *s, double t, double *y) {
  TrmStatus status = s->type->dense ? s->type->dense(s) : TRM_OK;
  if (status == TRM_OK) s->type->interpolate(s, t, y);
  return status;
}

void trm_stepper_place(TrmStepper *s, double t, const double *y) {
  size_t n = s->ode->n;
  s->t_old = s->t = t;
  memmove(s->y, y, n * sizeof *y);
  memcpy(s->y_old, s->y, n * sizeof *y);
  s->natural = 0;
  s->stiff = s->near = 0;
  s->failure = TRM_FAILURE_NONE;
}

TrmStatus trm_stepper_rate(TrmStepper *s, double t, const double *y, double *dy) {
  s->count.evaluations++;
  TrmStatus status = s->ode->rate(s->ode->context, t, y, dy);
  if (status != TRM_OK) {
    s->failure = status > 0 ? TRM_FAILURE_RATE : TRM_FAILURE_CALL;
    return status;
  }
  if (trm_vector_finite(s->ode->n, dy)) return TRM_OK;
  s->failure = TRM_FAILURE_NAN;
  return TRM_RETRY;
}

TrmStatus trm_stepper_project(TrmStepper *s, double t, double *y) {
  if (!s->ode->project) return TRM_OK;
  s->count.projections++;
  TrmStatus status = s->ode->project(s->ode->context, t, y);
  if (status == TRM_OK && !trm_vector_finite(s->ode->n, y)) status = TRM_RETRY;
  if (status != TRM_OK) s->failure = status > 0 ? TRM_FAILURE_PROJECTION : TRM_FAILURE_CALL;
  return status;
}

int trm_stepper_review(TrmStepper *s, double t_new, int good) {
  if (!s->ode->review || !s->ode->review(s->ode->context, s->t, t_new, good)) return 0;
  s->count.rejected++;
  return 1;
}

TrmStatus trm_stepper_rate_start(TrmStepper *s, double *dy) {
  TrmStatus status = trm_stepper_rate(s, s->t, s->y, dy);
  if (status <= 0) return status;
  s->failure = s->failure == TRM_FAILURE_NAN ? TRM_FAILURE_START_NAN : TRM_FAILURE_START_RATE;
  return TRM_FAILED;
}

int trm_stepper_idle(TrmStepper *s, double limit, TrmStatus *status) {
  if (limit > s->t) {
    s->failure = TRM_FAILURE_NONE;
    return 0;
  }
  *status = limit == s->t ? TRM_OK : TRM_BAD_USAGE;
  if (*status != TRM_OK) s->failure = TRM_FAILURE_LIMIT;
  return 1;
}

double trm_stepper_least(const TrmStepper *s) {
  return fmax(s->control.smallest, 16 * DBL_EPSILON * fabs(s->t) + 16 * DBL_MIN);
}

double trm_stepper_stride(const TrmStepper *s, double limit, double *t_new) {
  double left = limit - s->t, h = s->natural;
  if (s->control.largest > 0) h = fmin(h, s->control.largest);
  h = fmax(h, trm_stepper_least(s));
  if (h * 1.05 >= left || s->t + h >= limit) {
    *t_new = limit;
    return left;
  }
  if (h * 2 > left) h = left / 2;
  *t_new = s->t + h;
  return *t_new - s->t;
}

TrmStatus trm_stepper_shrink(TrmStepper *s, double tried, double h) {
  double least = trm_stepper_least(s);
  s->count.rejected++;
  s->natural = fmax(h, least);
  /* the least is as few as 16 roundings of t, of which the step tried may be one more */
  return tried > least * 1.07 ? TRM_OK : TRM_FAILED;
}

void trm_stepper_accept(TrmStepper *s, double t_new, const double *y_new) {
  size_t n = s->ode->n;
  if (y_new == s->y_old) {
    trm_vector_swap(n, s->y_old, s->y);
  } else {
    memcpy(s->y_old, s->y, n * sizeof(double));
    memcpy(s->y, y_new, n * sizeof(double));
  }
  s->t_old = s->t;
  s->t = t_new;
  s->failure = TRM_FAILURE_NONE;
  s->count.steps++;
}
