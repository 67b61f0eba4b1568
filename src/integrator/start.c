/* SPDX-License-Identifier: Apache-2.0
 *
 * The first step. With the norm of the error test, h0 = 0.01 |y|/|y'|; then y'' from y' at the end
 * of a step of Euler's method with h0; then h with h^p max(|y'|, |y''|) = 0.01, at most 100 h0.
 */
#include "integrator/start.h"
#include "integrator/stepper.h"
#include "integrator/vector.h"
#include <math.h>

TrmStatus trm_stepper_start(TrmStepper *s, int order, double limit, const double *dy,
                            double *work) {
  size_t n = s->ode->n;
  double largest = s->control.largest > 0 ? s->control.largest : HUGE_VAL;
  s->natural = fmin(s->control.first, largest);
  if (s->control.first > 0) return TRM_OK;

  /* a guess from sizes alone, inside the limit */
  double size = trm_vector_norm(s, s->y, s->y, s->y), speed = trm_vector_norm(s, dy, s->y, s->y);
  double h = size > 1e-5 && speed > 1e-5 ? 0.01 * size / speed : 1e-6;
  h = fmin(fmin(h, largest), limit - s->t);

  /* the rate at the end of a step of Euler's method, which is made smaller while there is none */
  double *y = work, *dy_new = work + n, bend = 0;
  for (int trial = 0; trial < 60; trial++, h /= 8) {
    for (size_t i = 0; i < n; i++) y[i] = s->y[i] + h * dy[i];
    TrmStatus status = trm_stepper_rate(s, fmin(s->t + h, limit), y, dy_new);
    if (status < 0) return status;
    if (status > 0) continue;
    for (size_t i = 0; i < n; i++) dy_new[i] -= dy[i];
    bend = trm_vector_norm(s, dy_new, s->y, s->y) / h;
    break;
  }

  /* the step with which the next term of the series is small */
  double most = fmax(speed, bend);
  double fit = most <= 1e-15 ? fmax(1e-6, h * 1e-3) : pow(0.01 / most, 1.0 / order);
  s->natural = fmin(fmin(100 * h, fit), largest);
  s->failure = TRM_FAILURE_NONE;
  return TRM_OK;
}
