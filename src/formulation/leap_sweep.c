/* SPDX-License-Identifier: Apache-2.0
 *
 * Sweeps over the touches (projected Gauss-Seidel), forwards and backwards in turn: each is brought
 * to its law while the others wait, first along the normal, then in the cone of friction.
 */
#include "formulation/leap.h"
#include <math.h>
#include <string.h>

enum { MOST_SWEEPS = 60, MOST_LIFTS = 15 };

/* changes of velocity below this part of what one step of gravity or of the fastest gives are done
 */
static const double good_change = 1e-7;

static double rate_of(const TrmLeap *leap, const TrmStrike *s, int k) {
  double rate = 0;
  for (int side = 0; side < 2; side++) {
    if (s->body[side] < 0) continue;
    const double *v = leap->speed[s->body[side]], *d = s->direction[k], *a = s->turn[side][k];
    double sum = d[0] * v[0] + d[1] * v[1] + d[2] * v[2] + a[0] * v[3] + a[1] * v[4] + a[2] * v[5];
    rate += side ? sum : -sum;
  }
  return rate;
}

/* an impulse P along direction k: on the second, and against it on the first */
static void strike(TrmLeap *leap, const TrmStrike *s, int k, double P) {
  for (int side = 0; side < 2; side++) {
    int body = s->body[side];
    if (body < 0) continue;
    double *v = leap->speed[body], part = side ? P : -P;
    for (int i = 0; i < 3; i++) {
      v[i] += part * leap->light[body][i] * s->direction[k][i];
      v[3 + i] += part * s->spin[side][k][i];
    }
  }
}

/* one touch by its law; the change of velocity that this takes */
static double settle(TrmLeap *leap, TrmStrike *s) {
  double change = 0;
  if (!(s->size[0] > 0)) return 0;
  double P = fmax(0, s->impulse[0] - (rate_of(leap, s, 0) + s->bias) / s->size[0]);
  double d = P - s->impulse[0];
  if (d != 0) strike(leap, s, 0, d);
  s->impulse[0] = P;
  change = fabs(d) * s->size[0];
  if (!(s->mu > 0) || (P == 0 && s->impulse[1] == 0 && s->impulse[2] == 0)) return change;
  double size = fmax(s->size[1], s->size[2]), next[2];
  for (int k = 0; k < 2; k++)
    next[k] = s->size[k + 1] > 0 ? s->impulse[k + 1] - rate_of(leap, s, k + 1) / size : 0;
  double length = hypot(next[0], next[1]), most = s->mu * P;
  double scale = length > most ? most / length : 1;
  for (int k = 0; k < 2; k++) {
    d = scale * next[k] - s->impulse[k + 1];
    if (d != 0) strike(leap, s, k + 1, d);
    s->impulse[k + 1] = scale * next[k];
    change = fmax(change, fabs(d) * size);
  }
  return change;
}

TrmStatus trm_leap_sweep(TrmFlow *flow, TrmLeapHold hold) {
  TrmLeap *leap = flow->leap;
  const TrmSystem *system = flow->eq->system;
  double most = 0, good = trm_vec3_norm(system->gravity) * leap->h, change = 0;
  for (size_t i = 0; i < leap->count; i++) {
    TrmStrike *s = &leap->strikes[i];
    if (!(s->mu > 0)) s->impulse[1] = s->impulse[2] = 0;
    for (int k = 0; k < 3; k++)
      if (s->impulse[k] != 0) strike(leap, s, k, s->impulse[k]);
  }
  for (size_t i = 0; i < flow->eq->body_count; i++)
    most = fmax(most, trm_vec3_norm(leap->before[i]));
  good = good_change * fmax(good, 0.01 * most);
  TrmStatus status = hold && leap->count ? hold(flow) : TRM_OK;
  for (int round = 0; round < MOST_SWEEPS && leap->count && status == TRM_OK; round++) {
    change = 0;
    for (size_t i = 0; i < leap->count; i++) {
      TrmStrike *s = &leap->strikes[round % 2 ? leap->count - 1 - i : i];
      change = fmax(change, settle(leap, s));
    }
    leap->sweeps++;
    if (hold) status = hold(flow);
    if (!(change > good)) break;
  }
  leap->left = fmax(leap->left, change);
  return status;
}

TrmStatus trm_leap_lift(TrmFlow *flow, TrmLeapHold hold) {
  TrmLeap *leap = flow->leap;
  TrmStatus status = TRM_OK;
  double deepest = 0;
  for (size_t i = 0; i < leap->count; i++) deepest = fmax(deepest, -leap->strikes[i].push);
  if (!(deepest > 0)) return TRM_OK;
  for (size_t i = 0; i < leap->count; i++) {
    TrmStrike *s = &leap->strikes[i];
    if (!(s->push < 0)) s->lift = 0;
    if (s->lift > 0) strike(leap, s, 0, s->lift);
  }
  for (int round = 0; round < MOST_LIFTS && status == TRM_OK; round++) {
    double change = 0;
    for (size_t i = 0; i < leap->count; i++) {
      TrmStrike *s = &leap->strikes[round % 2 ? leap->count - 1 - i : i];
      /* what is open may close, no further */
      double bias = s->push < 0 ? s->push : s->gap / leap->h;
      if (!(s->size[0] > 0)) continue;
      double P = fmax(0, s->lift - (rate_of(leap, s, 0) + bias) / s->size[0]), d = P - s->lift;
      if (d != 0) strike(leap, s, 0, d);
      s->lift = P;
      change = fmax(change, fabs(d) * s->size[0]);
    }
    if (hold) status = hold(flow);
    if (!(change > 0.01 * deepest)) break;
  }
  return status;
}
