/* SPDX-License-Identifier: Apache-2.0
 *
 * Alpha methods. The unknowns are positions and multipliers at the end of a step; from the
 * displacement of positions follow a_new, velocities and their rates, and what remains are the
 * equations of motion and phi(p) = 0 there. a is u' at a time (m - f) h off, so that on a change of
 * step a - u' is scaled with it. M. Arnold and O. Bruels, Multibody System Dynamics 18 (2007).
 */
#include "integrator/alpha_core.h"
#include "integrator/dae_vector.h"
#include <math.h>
#include <string.h>

enum { ITERATIONS = 10 };

/* parts of the tolerance that Newton's increments must fall below, or may stagnate at; what a step
 * is multiplied by that does not converge; the least growth that is worth a change of step */
static const double newton_goal = 1e-3, stagnation = 0.33, failed = 0.6, growth = 1.2;

/* what is kept between steps */
enum {
  H_OLD,  /* of the last step; 0: there is none */
  H_MEAN, /* the step that `mean` belongs to */
  SCALARS
};
/* rates at the last two ends, means of accelerations (velocities and states of y), displacement in
 * the last step */
enum { RATE, RATE_OLD, MEAN, MOVE, VECTORS };

typedef struct Alpha {
  TrmAlphaNumbers numbers;
  double *scalar, *lambda, *vector[VECTORS];
  size_t n, m, unknowns;
  double *y_new, *rate, *mean, *tried; /* of the step under way; multipliers */
  double *x, *by, *before, *e;         /* room */
} Alpha;

TrmStepper *trm_alpha_make(TrmArena *arena, const TrmIntegratorType *type, const TrmOde *ode,
                           const TrmStepControl *control, TrmAlphaNumbers numbers) {
  const TrmDae *dae = ode->dae;
  size_t n = ode->n, m = dae ? dae->multipliers : 0, unknowns = dae ? dae->unknowns : 0;
  double *scalars, *vectors;
  TrmStepper *s =
      trm_stepper_new(arena, type, ode, control, SCALARS + m, VECTORS, &scalars, &vectors);
  Alpha *w = trm_arena_alloc(arena, sizeof *w);
  s->method = w;
  w->numbers = numbers;
  w->n = n;
  w->m = m;
  w->unknowns = unknowns;
  w->scalar = scalars;
  w->lambda = scalars + SCALARS;
  for (size_t i = 0; i < VECTORS; i++) w->vector[i] = vectors + i * n;
  double *room = trm_arena_array(arena, 6 * n + m + unknowns + 1, sizeof(double));
  w->y_new = room;
  w->rate = room + n;
  w->mean = room + 2 * n;
  w->by = room + 3 * n;
  w->before = room + 4 * n;
  w->e = room + 5 * n;
  w->tried = room + 6 * n;
  w->x = w->tried + m;
  return s;
}

TrmStatus trm_alpha_begin(TrmStepper *s, double t, const double *y) {
  Alpha *w = s->method;
  memset(w->scalar, 0, SCALARS * sizeof(double));
  memset(w->vector[0], 0, VECTORS * w->n * sizeof(double));
  TrmStatus status = trm_dae_begin(s, t, y, w->vector[RATE], w->vector[RATE_OLD], w->lambda);
  memcpy(w->vector[MEAN], w->vector[RATE], w->n * sizeof(double));
  memcpy(w->vector[RATE_OLD], w->vector[RATE], w->n * sizeof(double));
  return status;
}

/* mean of an element for steps h from here on */
static double mean_of(const Alpha *w, size_t i, double h) {
  double rate = w->vector[RATE][i], old = w->scalar[H_MEAN];
  return old > 0 ? rate + h / old * (w->vector[MEAN][i] - rate) : w->vector[MEAN][i];
}

/* y_new displaced from y by what accelerations would do that do not change; states by their rates
 */
static TrmStatus predict(TrmStepper *s, double h) {
  Alpha *w = s->method;
  const TrmDae *dae = s->ode->dae;
  size_t columns = dae->states - dae->velocities;
  memset(w->x, 0, w->unknowns * sizeof(double));
  memcpy(w->y_new, s->y, w->n * sizeof(double));
  memcpy(w->tried, w->lambda, w->m * sizeof(double));
  for (size_t k = 0; k < columns; k++)
    w->x[k] = h * (s->y[dae->velocities + k] + h / 2 * w->vector[RATE][dae->velocities + k]);
  dae->move(s->ode->context, w->x, w->y_new, w->tried);
  for (size_t i = dae->velocities; i < w->n; i++) w->y_new[i] += h * w->vector[RATE][i];
  return dae->settle(s->ode->context, w->y_new);
}

/* courses, or the work, by the trapezoidal rule; twice, for rates of rates */
static TrmStatus follow(TrmStepper *s, double h, double t_new, int all) {
  Alpha *w = s->method;
  const TrmDae *dae = s->ode->dae;
  size_t from = all ? dae->work : dae->courses, to = all ? w->n : dae->work;
  for (int round = all; round < 2 && to > from; round++) {
    TrmStatus status = dae->follow(s->ode->context, t_new, w->y_new, all, w->rate);
    if (status != TRM_OK) return status;
    for (size_t i = from; i < to; i++)
      w->y_new[i] = s->y[i] + h / 2 * (w->vector[RATE][i] + w->rate[i]);
  }
  return TRM_OK;
}

/* velocities and all rates from positions and states at the end of the step */
static void take_rates(TrmStepper *s, double h) {
  Alpha *w = s->method;
  const TrmDae *dae = s->ode->dae;
  const TrmAlphaNumbers *c = &w->numbers;
  dae->chart(s->ode->context, s->y, w->y_new, w->by);
  for (size_t i = dae->velocities; i < dae->courses; i++) {
    double mean = mean_of(w, i, h), rate = w->vector[RATE][i], next;
    if (i < dae->states) {
      double by = w->by[i - dae->velocities];
      next = ((by - h * s->y[i]) / (h * h) - (0.5 - c->beta) * mean) / c->beta;
      w->y_new[i] = s->y[i] + h * ((1 - c->gamma) * mean + c->gamma * next);
    } else {
      next = ((w->y_new[i] - s->y[i]) / h - (1 - c->gamma) * mean) / c->gamma;
    }
    w->mean[i] = next;
    w->rate[i] = ((1 - c->m) * next + c->m * mean - c->f * rate) / (1 - c->f);
  }
}

static TrmStatus newton(TrmStepper *s, double h, double t_new) {
  Alpha *w = s->method;
  const TrmDae *dae = s->ode->dae;
  const TrmAlphaNumbers *c = &w->numbers;
  double last = 0, part = (1 - c->f) / (1 - c->m), floor = 4 * trm_dae_rounding(s, s->y);
  TrmStepScale scale = {c->beta * h / c->gamma, c->beta * h * h * part, c->gamma * h * part, h};
  TrmStatus status = predict(s, h);
  if (status == TRM_OK) status = follow(s, h, t_new, 0);
  for (int i = 0; i < ITERATIONS && status == TRM_OK; i++) {
    take_rates(s, h);
    status = trm_dae_residual(s, t_new, w->y_new, w->rate, w->tried, w->x);
    if (status == TRM_OK && i == 0) status = trm_dae_factor(s, &scale);
    if (status == TRM_OK) status = trm_dae_solve(s, &scale, w->x);
    if (status != TRM_OK) break;
    memcpy(w->before, w->y_new, w->n * sizeof(double));
    dae->move(s->ode->context, w->x, w->y_new, w->tried);
    double change = trm_dae_distance(s, w->y_new, w->before);
    double rate = i > 0 && last > 0 ? change / last : 1;
    if (change <= floor) rate = 0;
    int done = rate < 0.9 && rate / (1 - rate) * change <= newton_goal;
    if (done || (i > 1 && rate > 0.5 && change <= stagnation)) {
      take_rates(s, h);
      s->failure = TRM_FAILURE_NONE;
      return follow(s, h, t_new, 1);
    }
    if (!(change < 1e10) || (i > 1 && rate > 2)) break;
    last = change;
  }
  if (status == TRM_OK) {
    s->failure = TRM_FAILURE_NEWTON;
    status = TRM_RETRY;
  }
  return status;
}

/* the errors of the step: of positions from the change of their accelerations, of velocities and
 * states from its change */
static double estimate(TrmStepper *s, double h) {
  Alpha *w = s->method;
  const TrmDae *dae = s->ode->dae;
  const TrmAlphaNumbers *c = &w->numbers;
  double third = fabs(c->beta + (c->m - c->f) / 2 - 1.0 / 6), old = w->scalar[H_OLD];
  memset(w->x, 0, w->unknowns * sizeof(double));
  memset(w->e, 0, w->n * sizeof(double));
  for (size_t i = dae->velocities; i < dae->courses; i++) {
    double rate = w->vector[RATE][i], by = w->rate[i] - rate;
    double bend = old > 0 ? 2 * (by / h - (rate - w->vector[RATE_OLD][i]) / old) / (h + old) : 0;
    if (i < dae->states) w->x[i - dae->velocities] = third * h * h * by;
    w->e[i] = h * h * h * bend / 12;
  }
  memcpy(w->before, s->y, w->n * sizeof(double));
  dae->displace_positions(s->ode->context, w->x, w->before);
  for (size_t i = 0; i < dae->velocities; i++) w->e[i] = w->before[i] - s->y[i];
  double err = trm_dae_norm(s, h, w->e, s->y, w->y_new);
  s->failure = err <= 1 ? TRM_FAILURE_NONE : err > 1 ? TRM_FAILURE_ERROR : TRM_FAILURE_NAN;
  return err;
}

/* what follows from a good step */
static void accept(TrmStepper *s, double h, double t_new, double natural, double by) {
  Alpha *w = s->method;
  const TrmDae *dae = s->ode->dae;
  double next = by >= growth ? h * fmin(by, 2) : by < 1 ? h * by : h;
  s->natural = h < 0.99 * natural && next >= h ? fmax(next, natural) : next;
  if (s->control.largest > 0) s->natural = fmin(s->natural, s->control.largest);
  dae->chart(s->ode->context, s->y, w->y_new, w->vector[MOVE]);
  memcpy(w->vector[RATE_OLD], w->vector[RATE], w->n * sizeof(double));
  memcpy(w->vector[RATE], w->rate, w->n * sizeof(double));
  memcpy(w->vector[MEAN], w->mean, w->n * sizeof(double));
  memcpy(w->lambda, w->tried, w->m * sizeof(double));
  w->scalar[H_OLD] = w->scalar[H_MEAN] = h;
  trm_stepper_accept(s, t_new, w->y_new);
}

/* A step too short to be taken: predicted, positions then brought onto the constraints. TRM_RETRY:
 * it is no such step. */
static TrmStatus hop(TrmStepper *s, double h, double t_new) {
  Alpha *w = s->method;
  const TrmDae *dae = s->ode->dae;
  TrmStatus status = predict(s, h);
  if (status == TRM_OK && !trm_dae_stays(s, h, w->y_new)) status = TRM_RETRY;
  if (status != TRM_OK) return status;
  memcpy(w->before, w->y_new, w->n * sizeof(double));
  status = trm_stepper_project(s, t_new, w->before);
  if (status != TRM_OK) return status;
  memcpy(w->y_new, w->before, dae->velocities * sizeof(double));
  dae->chart(s->ode->context, s->y, w->y_new, w->vector[MOVE]);
  trm_stepper_accept(s, t_new, w->y_new);
  return TRM_OK;
}

TrmStatus trm_alpha_step(TrmStepper *s, double limit) {
  Alpha *w = s->method;
  TrmStatus status;
  if (trm_stepper_idle(s, limit, &status)) return status;
  if (s->natural <= 0) trm_dae_first(s, limit, w->vector[RATE]);
  for (;;) {
    double natural = s->natural, t_new, err = HUGE_VAL, h = trm_stepper_stride(s, limit, &t_new);
    if (t_new == s->t + natural) h = natural;
    if (h < TRM_DAE_TINY * natural && hop(s, h, t_new) == TRM_OK) return TRM_OK;
    status = newton(s, h, t_new);
    if (status == TRM_OK) err = estimate(s, h);
    if (status < 0) return status;
    double by = status == TRM_OK ? fmax(0.2, 0.9 * pow(fmax(err, 1e-10), -1.0 / 3)) : failed;
    if (status == TRM_OK && err <= 1) {
      accept(s, h, t_new, natural, by);
      return TRM_OK;
    }
    if (!(by < 0.9)) by = 0.9;
    status = trm_stepper_shrink(s, h, h * by);
    if (status < 0) return status;
  }
}

/* Hermite's cubic of displacements, velocities, states, courses and work */
void trm_alpha_interpolate(const TrmStepper *s, double t, double *y) {
  const Alpha *w = s->method;
  const TrmDae *dae = s->ode->dae;
  double h = s->t - s->t_old, x = h > 0 ? (t - s->t_old) / h : 0;
  double one = x * x * (3 - 2 * x), from = h * x * (1 - x) * (1 - x), to = h * x * x * (x - 1);
  size_t columns = dae->states - dae->velocities;
  if (t == s->t || t == s->t_old) {
    memcpy(y, t == s->t ? s->y : s->y_old, w->n * sizeof(double));
    return;
  }
  for (size_t k = 0; k < columns; k++)
    w->x[k] = one * w->vector[MOVE][k] + from * s->y_old[dae->velocities + k] +
              to * s->y[dae->velocities + k];
  memcpy(y, s->y_old, w->n * sizeof(double));
  dae->displace_positions(s->ode->context, w->x, y);
  for (size_t i = dae->velocities; i < w->n; i++)
    y[i] = s->y_old[i] + one * (s->y[i] - s->y_old[i]) + from * w->vector[RATE_OLD][i] +
           to * w->vector[RATE][i];
}
