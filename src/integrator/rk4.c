/* SPDX-License-Identifier: Apache-2.0
 *
 * rk4: the classical method of fourth order with steps of constant size,
 *   k1 = f(t, y), k2 = f(t + h/2, y + h/2 k1), k3 = f(t + h/2, y + h/2 k2), k4 = f(t + h, y + h
 * k3), y_new = y + h/6 (k1 + 2 k2 + 2 k3 + k4), and Hermite's cubic between. A step that cannot be
 * evaluated is halved; the next is whole again.
 */
#include "integrator/start.h"
#include "integrator/stepper.h"
#include "integrator/table.h"
#include "integrator/vector.h"
#include <math.h>
#include <string.h>

/* first and last are kept, for the next step and between */
typedef struct Rk4 {
  double *first, *last, *k2, *k3, *k4, *y_stage;
} Rk4;

static TrmStepper *rk4_make(TrmArena *arena, const TrmOde *ode, const TrmStepControl *control) {
  double *vectors, *scalars;
  TrmStepper *s =
      trm_stepper_new(arena, &trm_integrator_rk4, ode, control, 0, 2, &scalars, &vectors);
  Rk4 *rk = trm_arena_alloc(arena, sizeof *rk);
  s->method = rk;
  rk->first = vectors;
  rk->last = vectors + ode->n;
  rk->k2 = trm_arena_array(arena, 4 * ode->n, sizeof(double));
  rk->k3 = rk->k2 + ode->n;
  rk->k4 = rk->k3 + ode->n;
  rk->y_stage = rk->k4 + ode->n;
  return s;
}

static TrmStatus rk4_begin(TrmStepper *s, double t, const double *y) {
  Rk4 *rk = s->method;
  trm_stepper_place(s, t, y);
  memset(rk->last, 0, s->ode->n * sizeof(double));
  return trm_stepper_rate_start(s, rk->last);
}

/* y_stage = y + h k, and its rate */
static TrmStatus stage(TrmStepper *s, double t, double h, const double *k, double *dy) {
  Rk4 *rk = s->method;
  for (size_t i = 0; i < s->ode->n; i++) rk->y_stage[i] = s->y[i] + h * k[i];
  return trm_stepper_rate(s, t, rk->y_stage, dy);
}

/* A step to t_new: the result in y_stage, its rate in k2 */
static TrmStatus attempt(TrmStepper *s, double h, double t_new) {
  Rk4 *rk = s->method;
  TrmStatus status = stage(s, s->t + h / 2, h / 2, rk->first, rk->k2);
  if (status == TRM_OK) status = stage(s, s->t + h / 2, h / 2, rk->k2, rk->k3);
  if (status == TRM_OK) status = stage(s, t_new, h, rk->k3, rk->k4);
  if (status != TRM_OK) return status;
  for (size_t i = 0; i < s->ode->n; i++)
    rk->y_stage[i] = s->y[i] + h / 6 * (rk->first[i] + 2 * (rk->k2[i] + rk->k3[i]) + rk->k4[i]);
  status = trm_stepper_project(s, t_new, rk->y_stage);
  return status == TRM_OK ? trm_stepper_rate(s, t_new, rk->y_stage, rk->k2) : status;
}

static TrmStatus rk4_step(TrmStepper *s, double limit) {
  Rk4 *rk = s->method;
  size_t n = s->ode->n;
  TrmStatus status;
  if (trm_stepper_idle(s, limit, &status)) return status;

  /* the rate at the end of the step before is the first of this one */
  memcpy(rk->first, rk->last, n * sizeof(double));
  if (s->natural <= 0) {
    status = trm_stepper_start(s, s->type->order, limit, rk->first, rk->k2);
    if (status < 0) return status;
  }

  double fixed = s->natural, h = fmax(fixed, trm_stepper_least(s));
  for (;;) {
    /* up to the limit when it is a step away, rounding aside */
    double t_new = s->t + h;
    if (h * 1.001 >= limit - s->t) t_new = limit;
    double stride = t_new - s->t;
    status = attempt(s, stride, t_new);
    if (status < 0) break;
    if (trm_stepper_review(s, t_new, status == TRM_OK)) continue;
    if (status == TRM_OK) {
      trm_stepper_accept(s, t_new, rk->y_stage);
      memcpy(rk->last, rk->k2, n * sizeof(double));
      break;
    }
    status = trm_stepper_shrink(s, stride, stride / 2);
    h = s->natural;
    if (status < 0) break;
  }
  s->natural = fixed;
  return status;
}

static void rk4_interpolate(const TrmStepper *s, double t, double *y) {
  const Rk4 *rk = s->method;
  double h = s->t - s->t_old, x = h > 0 ? (t - s->t_old) / h : 1, z = 1 - x;
  for (size_t i = 0; i < s->ode->n; i++) {
    double chord = s->y[i] - s->y_old[i], bend = h * rk->first[i] - chord;
    y[i] = s->y_old[i] + x * (chord + z * (bend + x * (chord - h * rk->last[i] - bend)));
  }
  /* the end itself, to the bit */
  if (t == s->t) memcpy(y, s->y, s->ode->n * sizeof(double));
}

const TrmIntegratorType trm_integrator_rk4 = {
    .name = "rk4",
    .summary = "the classical Runge-Kutta method of fourth order with steps of constant size",
    .order = 4,
    .fixed = 1,
    .make = rk4_make,
    .begin = rk4_begin,
    .step = rk4_step,
    .interpolate = rk4_interpolate};
