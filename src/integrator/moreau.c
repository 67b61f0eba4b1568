/* SPDX-License-Identifier: Apache-2.0
 *
 * moreau: time stepping over rigid contacts with steps of constant size. The problem takes the step
 * itself (leap.h), in velocities and impulses; between its ends y runs straight. Of first order
 * where surfaces touch, exact for free flight under constant forces.
 */
#include "integrator/stepper.h"
#include "integrator/table.h"
#include <math.h>
#include <string.h>

static TrmStepper *moreau_make(TrmArena *arena, const TrmOde *ode, const TrmStepControl *control) {
  double *vectors, *scalars;
  TrmStepper *s =
      trm_stepper_new(arena, &trm_integrator_moreau, ode, control, 0, 0, &scalars, &vectors);
  s->method = trm_arena_array(arena, ode->n + 1, sizeof(double));
  return s;
}

static TrmStatus moreau_begin(TrmStepper *s, double t, const double *y) {
  trm_stepper_place(s, t, y);
  if (s->ode->leap) return TRM_OK;
  s->failure = TRM_FAILURE_CALL;
  return TRM_FAILED;
}

static TrmStatus moreau_step(TrmStepper *s, double limit) {
  double *y_new = s->method;
  TrmStatus status;
  if (trm_stepper_idle(s, limit, &status)) return status;
  double fixed = s->control.first, h = fmax(fixed, trm_stepper_least(s));
  for (;;) {
    double t_new = s->t + h;
    if (h * 1.001 >= limit - s->t) t_new = limit;
    status = s->ode->leap(s->ode->context, s->t, t_new - s->t, s->y, y_new);
    s->count.evaluations++;
    int finite = 1;
    for (size_t i = 0; i < s->ode->n; i++) finite &= isfinite(y_new[i]) != 0;
    if (status == TRM_OK && finite) {
      trm_stepper_accept(s, t_new, y_new);
      break;
    }
    s->failure = status == TRM_OK ? TRM_FAILURE_NAN : TRM_FAILURE_RATE;
    if (status < 0) break;
    status = trm_stepper_shrink(s, t_new - s->t, (t_new - s->t) / 2);
    h = s->natural;
    if (status < 0) break;
  }
  s->natural = fixed;
  return status;
}

static void moreau_interpolate(const TrmStepper *s, double t, double *y) {
  double h = s->t - s->t_old, x = h > 0 ? (t - s->t_old) / h : 1;
  for (size_t i = 0; i < s->ode->n; i++) y[i] = s->y_old[i] + x * (s->y[i] - s->y_old[i]);
  if (t == s->t) memcpy(y, s->y, s->ode->n * sizeof(double));
}

const TrmIntegratorType trm_integrator_moreau = {
    .name = "moreau",
    .summary = "time stepping over rigid contacts with steps of constant size",
    .order = 1,
    .fixed = 1,
    .leaps = 1,
    .make = moreau_make,
    .begin = moreau_begin,
    .step = moreau_step,
    .interpolate = moreau_interpolate};
