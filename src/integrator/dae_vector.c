/* SPDX-License-Identifier: Apache-2.0
 *
 * What methods on constraints share.
 */
#include "integrator/dae_vector.h"
#include "integrator/vector.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* sum of squares over part of y; sizes of velocities are those of lengths per step */
static double part(const TrmStepper *s, size_t from, size_t to, double h, const double *e,
                   const double *y, const double *z) {
  double relative = s->control.relative, absolute = s->control.absolute, sum = 0;
  const double *scale = s->ode->dae->scale;
  for (size_t i = from; i < to; i++) {
    double size = h * fmax(fabs(y[i]), fabs(z[i]));
    double x = h * e[i] / (absolute * scale[i] + relative * size + 1e-300);
    sum += x * x;
  }
  return sum;
}

double trm_dae_norm(const TrmStepper *s, double h, const double *e, const double *y,
                    const double *z) {
  const TrmDae *dae = s->ode->dae;
  double sum = part(s, 0, dae->velocities, 1, e, y, z) +
               part(s, dae->velocities, dae->states, h, e, y, z) +
               part(s, dae->states, dae->work, 1, e, y, z);
  return dae->work ? sqrt(sum / (double)dae->work) : 0;
}

double trm_dae_distance(const TrmStepper *s, const double *a, const double *b) {
  const TrmDae *dae = s->ode->dae;
  double relative = s->control.relative, absolute = s->control.absolute, sum = 0;
  size_t count = dae->velocities + dae->courses - dae->states;
  for (size_t i = 0; i < dae->courses; i++) {
    if (i == dae->velocities) i = dae->states;
    if (i >= dae->courses) break;
    double x = (a[i] - b[i]) / (absolute * dae->scale[i] + relative * fabs(a[i]) + 1e-300);
    sum += x * x;
  }
  return count ? sqrt(sum / (double)count) : 0;
}

double trm_dae_rounding(const TrmStepper *s, const double *y) {
  const TrmDae *dae = s->ode->dae;
  double relative = s->control.relative, absolute = s->control.absolute, sum = 0;
  for (size_t i = 0; i < dae->velocities; i++) {
    double size = fmax(fabs(y[i]), dae->scale[i]);
    double x = DBL_EPSILON * size / (absolute * dae->scale[i] + relative * fabs(y[i]) + 1e-300);
    sum += x * x;
  }
  return dae->velocities ? sqrt(sum / (double)dae->velocities) : 0;
}

TrmStatus trm_dae_begin(TrmStepper *s, double t, const double *y, double *dy, double *ddy,
                        double *lambda) {
  trm_stepper_place(s, t, y);
  if (!s->ode->dae) {
    s->failure = TRM_FAILURE_IMPLICIT;
    return TRM_BAD_USAGE;
  }
  TrmStatus status = trm_stepper_project(s, t, s->y);
  if (status == TRM_OK) {
    memcpy(s->y_old, s->y, s->ode->n * sizeof *y);
    s->count.evaluations++;
    status = s->ode->dae->start(s->ode->context, t, s->y, dy, ddy, lambda);
    if (status != TRM_OK) s->failure = status > 0 ? TRM_FAILURE_START_RATE : TRM_FAILURE_CALL;
    if (status == TRM_OK && !trm_vector_finite(s->ode->n, dy)) {
      s->failure = TRM_FAILURE_START_NAN;
      status = TRM_FAILED;
    }
  }
  return status > 0 ? TRM_FAILED : status;
}

void trm_dae_first(TrmStepper *s, double limit, const double *dy) {
  const TrmDae *dae = s->ode->dae;
  double largest = s->control.largest > 0 ? s->control.largest : HUGE_VAL;
  s->natural = fmin(s->control.first, largest);
  if (s->control.first > 0) return;
  /* a tenth of the tolerance for h |z'| and the third term of p, with the time in which p'' moves
   * things by their size for what changes p''. No smaller than it must be: differences of positions
   * over h are velocities, in which rounding counts. */
  double bend = sqrt(part(s, dae->velocities, dae->states, 1, dy, s->y, s->y));
  double drift = sqrt(part(s, dae->states, dae->work, 1, dy, s->y, s->y));
  /* nor may things move by more than a hundredth of their size */
  double pace = fmax(s->control.absolute, s->control.relative) *
                sqrt(part(s, 0, dae->velocities, 1, dy, s->y, s->y));
  drift = fmax(drift, 10 * pace);
  double slow = sqrt(1 / (fmax(s->control.absolute, s->control.relative) * bend));
  double h = fmin(bend > 0 ? 0.05 * cbrt(0.6 / bend * slow) : HUGE_VAL,
                  drift > 0 ? 0.1 / drift : HUGE_VAL);
  /* where nothing is accelerated yet, that may change at once */
  s->natural = fmin(largest, h < limit - s->t ? h : 1e-3 * (limit - s->t));
}

TrmStatus trm_dae_residual(TrmStepper *s, double t, const double *y, const double *rate,
                           const double *lambda, double *r) {
  const TrmDae *dae = s->ode->dae;
  s->count.evaluations++;
  TrmStatus status = dae->residual(s->ode->context, t, y, rate, lambda, r);
  if (status == TRM_OK && trm_vector_finite(dae->unknowns, r)) return TRM_OK;
  s->failure = status == TRM_OK ? TRM_FAILURE_NAN
               : status > 0     ? TRM_FAILURE_RATE
                                : TRM_FAILURE_CALL;
  return status == TRM_OK ? TRM_RETRY : status;
}

TrmStatus trm_dae_factor(TrmStepper *s, const TrmStepScale *scale) {
  s->count.factorisations++;
  TrmStatus status = s->ode->dae->factor(s->ode->context, scale);
  if (status != TRM_OK) s->failure = status > 0 ? TRM_FAILURE_FACTOR : TRM_FAILURE_CALL;
  return status;
}

TrmStatus trm_dae_solve(TrmStepper *s, const TrmStepScale *scale, double *r) {
  s->count.solves++;
  TrmStatus status = s->ode->dae->solve(s->ode->context, scale, r);
  if (status == TRM_OK && !trm_vector_finite(s->ode->dae->unknowns, r)) status = TRM_RETRY;
  if (status != TRM_OK) s->failure = status > 0 ? TRM_FAILURE_FACTOR : TRM_FAILURE_CALL;
  return status;
}

int trm_dae_stays(const TrmStepper *s, double h, const double *y_pred) {
  return h < TRM_DAE_TINY * s->natural && trm_dae_distance(s, s->y, y_pred) < 1;
}
