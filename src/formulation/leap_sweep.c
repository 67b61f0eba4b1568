/* SPDX-License-Identifier: Apache-2.0
 *
 * Rounds of sweeps over the touches (projected Gauss-Seidel), forwards and backwards: each is
 * brought to its law while the others wait, first along the normal, then in the cone of friction.
 * From round to round impulses go on along their way (Nesterov), which begins anew when it turns
 * against what a round does (O'Donoghue and Candes 2015).
 */
#include "formulation/leap.h"
#include <math.h>
#include <string.h>

/* rounds of two sweeps: as many are made for exact impulses, more only against depth */
enum { MOST_ROUNDS = 30, MOST_DEEP_ROUNDS = 150, MOST_LIFTS = 15 };

/* changes of velocity below this part of what one step of gravity or of the fastest gives are done
 */
static const double good_change = 1e-7;

static double rate_of(double (*speed)[6], const TrmStrike *s, int k) {
  double rate = 0;
  for (int side = 0; side < 2; side++) {
    if (s->body[side] < 0) continue;
    const double *v = speed[s->body[side]], *d = s->direction[k], *a = s->turn[side][k];
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
  double P = fmax(0, s->impulse[0] - (rate_of(leap->speed, s, 0) + s->bias) / s->size[0]);
  double d = P - s->impulse[0];
  if (d != 0) strike(leap, s, 0, d);
  s->impulse[0] = P;
  change = fabs(d) * s->size[0];
  if (!(s->mu > 0) || (P == 0 && s->impulse[1] == 0 && s->impulse[2] == 0)) return change;
  double size = fmax(s->size[1], s->size[2]), next[2];
  for (int k = 0; k < 2; k++)
    next[k] = s->size[k + 1] > 0 ? s->impulse[k + 1] - rate_of(leap->speed, s, k + 1) / size : 0;
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

/* begin with the impulses of the step before; the change of a velocity that counts as none */
static double begin(TrmFlow *flow) {
  TrmLeap *leap = flow->leap;
  double most = 0, fall = trm_vec3_norm(flow->eq->system->gravity) * leap->h;
  for (size_t i = 0; i < leap->count; i++) {
    TrmStrike *s = &leap->strikes[i];
    if (!(s->mu > 0)) s->impulse[1] = s->impulse[2] = 0;
    for (int k = 0; k < 3; k++)
      if (s->impulse[k] != 0) strike(leap, s, k, s->impulse[k]);
    memcpy(s->was, s->impulse, sizeof s->was);
    memcpy(s->way, s->impulse, sizeof s->way);
  }
  for (size_t i = 0; i < flow->eq->body_count; i++)
    most = fmax(most, trm_vec3_norm(leap->before[i]));
  return good_change * fmax(fall, 0.01 * most);
}

/* 1 when a touch would sink in deeper than it may */
static int is_deep(const TrmLeap *leap) {
  for (size_t i = 0; i < leap->count; i++) {
    const TrmStrike *s = &leap->strikes[i];
    if (-(rate_of(leap->speed, s, 0) + s->bias) * leap->h > s->slack) return 1;
  }
  return 0;
}

/* where the way of the impulses has turned against what the last round did: 1 */
static int has_turned(const TrmLeap *leap) {
  double sum = 0;
  for (size_t i = 0; i < leap->count; i++) {
    const TrmStrike *s = &leap->strikes[i];
    for (int k = 0; k < 3; k++)
      sum += s->size[k] * (s->was[k] - s->impulse[k]) * (s->impulse[k] - s->way[k]);
  }
  return sum > 0;
}

/* impulses and speeds beyond those of the last round, by a part of the way from the one before */
static void go_on(TrmLeap *leap, size_t bodies, double part) {
  for (size_t i = 0; i < leap->count; i++) {
    TrmStrike *s = &leap->strikes[i];
    for (int k = 0; k < 3; k++) {
      double now = s->impulse[k];
      s->impulse[k] = s->was[k] = now + part * (now - s->way[k]);
      s->way[k] = now;
    }
  }
  for (size_t i = 0; i < bodies; i++)
    for (int k = 0; k < 6; k++) {
      double now = leap->speed[i][k];
      leap->speed[i][k] = now + part * (now - leap->way[i][k]);
      leap->way[i][k] = now;
    }
}

TrmStatus trm_leap_sweep(TrmFlow *flow, TrmLeapHold hold) {
  TrmLeap *leap = flow->leap;
  size_t bodies = flow->eq->body_count;
  double good = begin(flow), change = 0, pace = 1;
  TrmStatus status = hold && leap->count ? hold(flow) : TRM_OK;
  memcpy(leap->way, leap->speed, bodies * sizeof *leap->way);
  for (int round = 1; leap->count && status == TRM_OK; round++) {
    change = 0;
    for (size_t i = 0; i < leap->count; i++) settle(leap, &leap->strikes[i]);
    for (size_t i = leap->count; i > 0; i--)
      change = fmax(change, settle(leap, &leap->strikes[i - 1]));
    leap->sweeps += 2;
    if (hold) status = hold(flow);
    if (!(change > good) || round == MOST_DEEP_ROUNDS) break;
    if (round >= MOST_ROUNDS && !is_deep(leap)) break;
    if (has_turned(leap)) pace = 1;
    double next = (1 + sqrt(1 + 4 * pace * pace)) / 2;
    go_on(leap, bodies, (pace - 1) / next);
    pace = next;
  }
  leap->left = fmax(leap->left, change);
  /* shorter steps are easier, and sink in less */
  if (status == TRM_OK && leap->h > leap->wide / 20 && is_deep(leap)) return TRM_RETRY;
  return status;
}

TrmStatus trm_leap_lift(TrmFlow *flow, TrmLeapHold hold) {
  TrmLeap *leap = flow->leap;
  TrmStatus status = TRM_OK;
  double deepest = 0;
  for (size_t i = 0; i < leap->count; i++) {
    TrmStrike *s = &leap->strikes[i];
    /* what is left open may close, no further */
    s->push = s->gap / leap->h + rate_of(leap->free, s, 0);
    deepest = fmax(deepest, -s->push);
  }
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
      if (!(s->size[0] > 0)) continue;
      double P = fmax(0, s->lift - (rate_of(leap->speed, s, 0) + s->push) / s->size[0]);
      double d = P - s->lift;
      if (d != 0) strike(leap, s, 0, d);
      s->lift = P;
      change = fmax(change, fabs(d) * s->size[0]);
    }
    if (hold) status = hold(flow);
    if (!(change > 0.01 * deepest)) break;
  }
  return status;
}

/* speeds with which positions move: the new ones, of bodies in free flight the mean, unless that
 * would bring a surface into another which the new ones would not */
void trm_leap_choose(TrmFlow *flow) {
  TrmLeap *leap = flow->leap;
  for (size_t i = 0; i < flow->eq->body_count; i++)
    for (int c = 0; c < 6; c++)
      leap->free[i][c] =
          leap->struck[i] ? leap->speed[i][c] : 0.5 * (leap->speed[i][c] + leap->before[i][c]);
  for (int again = 1; again;) {
    again = 0;
    for (size_t i = 0; i < leap->count; i++) {
      const TrmStrike *s = &leap->strikes[i];
      if (s->gap / leap->h + rate_of(leap->free, s, 0) >= 0) continue;
      for (int side = 0; side < 2; side++) {
        int body = s->body[side];
        if (body < 0 || leap->struck[body]) continue;
        leap->struck[body] = 1;
        memcpy(leap->free[body], leap->speed[body], sizeof *leap->free);
        again = 1;
      }
    }
  }
}
