/* SPDX-License-Identifier: Apache-2.0
 *
 * Backward differentiation on the constraints. With p' = c p + past, u follows from p and p', and
 * u' = c u + past; what remains are the equations of motion and phi(p) = 0 at the new time, solved
 * for p and the multipliers by Newton's method, p moved on its manifold. Past places of unit length
 * are added as vectors: u = 2 e* past then has full order, and no equation is needed for the
 * length. Stabilised, u are unknowns too. The matrix is scaled by h^2, so that it stays well
 * conditioned however small h is.
 */
#include "integrator/bdf_dae.h"
#include "integrator/bdf_core.h"
#include "integrator/dae_vector.h"
#include "integrator/vector.h"
#include <math.h>
#include <string.h>

enum { ITERATIONS = 10 };

/* parts of the tolerance that Newton's increments must fall below, or may stagnate at */
static const double newton_goal = 0.01, stagnation = 0.33;

/* part of a step that velocities count by: noise from differences must not rule the step; those
 * that are unknowns have little of it */
static const double speed_part = 0.1, stabilised_part = 30;

typedef struct Method {
  TrmBdf *bdf;
  size_t n, m;               /* of y, multipliers */
  double *lambda;            /* multipliers at y */
  double *tried;             /* room: those of the step under way */
  double *rate, *x, *before; /* room: rates of y, unknowns, y before an increment */
} Method;

static double norm(const TrmStepper *s, const double *e, const double *y, const double *z) {
  const Method *w = s->method;
  double part = s->ode->dae->stabilised ? stabilised_part : speed_part;
  return trm_dae_norm(s, part * w->bdf->h, e, y, z);
}

TrmStepper *trm_bdf_dae_make(TrmArena *arena, const TrmIntegratorType *type, const TrmOde *ode,
                             const TrmStepControl *control) {
  size_t n = ode->n, m = ode->dae ? ode->dae->multipliers : 0;
  size_t unknowns = ode->dae ? ode->dae->unknowns : 0;
  double *vectors, *scalars;
  TrmStepper *s = trm_stepper_new(arena, type, ode, control, TRM_BDF_SCALARS + m, TRM_BDF_PHIS,
                                  &scalars, &vectors);
  Method *w = trm_arena_alloc(arena, sizeof *w);
  s->method = w;
  w->n = n;
  w->m = m;
  w->lambda = scalars + TRM_BDF_SCALARS;
  w->bdf = trm_bdf_new(arena, n, scalars, vectors);
  w->bdf->growth = 1.2;
  w->bdf->norm = norm;
  w->rate = trm_arena_array(arena, 2 * n + unknowns + m + 1, sizeof(double));
  w->before = w->rate + n;
  w->x = w->before + n;
  w->tried = w->x + unknowns;
  return s;
}

TrmStatus trm_bdf_dae_begin(TrmStepper *s, double t, const double *y) {
  Method *w = s->method;
  trm_bdf_begin(s, w->bdf);
  s->order = (int)fmin(2, w->bdf->scalar[TRM_BDF_CAP]);
  w->bdf->scalar[TRM_BDF_ORDER] = s->order;
  TrmStatus status = trm_dae_begin(s, t, y, w->bdf->phi[2], w->bdf->phi[3], w->lambda);
  memcpy(w->bdf->phi[1], s->y, w->n * sizeof(double));
  return status;
}

/* The first step, as if there had been two before it, on a parabola of positions and a line of the
 * rest */
static void start(TrmStepper *s, double limit) {
  Method *w = s->method;
  double **phi = w->bdf->phi, *psi = w->bdf->scalar + TRM_BDF_PSI;
  trm_dae_first(s, limit, phi[2]);
  double h = s->natural;
  psi[1] = h;
  psi[2] = 2 * h;
  for (size_t i = 0; i < w->n; i++) {
    phi[3][i] *= h * h;
    phi[2][i] = h * phi[2][i] - phi[3][i] / 2;
  }
}

/* rates of part of y */
static void take_rate(Method *w, size_t from, size_t to) {
  const TrmBdf *bdf = w->bdf;
  for (size_t i = from; i < to; i++)
    w->rate[i] = bdf->dy_pred[i] + bdf->c * (bdf->y_new[i] - bdf->y_pred[i]);
}

/* what follows from the positions of y_new */
static void take_speeds(TrmStepper *s) {
  Method *w = s->method;
  const TrmDae *dae = s->ode->dae;
  TrmBdf *bdf = w->bdf;
  take_rate(w, 0, dae->velocities);
  if (!dae->stabilised)
    dae->speeds(s->ode->context, bdf->y_new, w->rate, bdf->y_new + dae->velocities);
  take_rate(w, dae->velocities, dae->courses);
}

/* courses, or all that follows: y from its rate by the formula, twice, for rates of rates */
static TrmStatus follow(TrmStepper *s, double t, int all) {
  Method *w = s->method;
  const TrmDae *dae = s->ode->dae;
  TrmBdf *bdf = w->bdf;
  size_t from = all ? dae->work : dae->courses, to = all ? w->n : dae->work;
  for (int round = all; round < 2 && to > from; round++) {
    TrmStatus status = dae->follow(s->ode->context, t, bdf->y_new, all, w->rate);
    if (status != TRM_OK) return status;
    for (size_t i = from; i < to; i++)
      bdf->y_new[i] = bdf->y_pred[i] + (w->rate[i] - bdf->dy_pred[i]) / bdf->c;
  }
  return TRM_OK;
}

static TrmStepScale scale_of(const TrmBdf *bdf) {
  double h = 1 / bdf->c;
  return (TrmStepScale){h, h * h, h, h};
}

/* Newton's method from the predicted place */
static TrmStatus newton(TrmStepper *s, double t_new) {
  Method *w = s->method;
  TrmBdf *bdf = w->bdf;
  const TrmDae *dae = s->ode->dae;
  TrmStepScale scale = scale_of(bdf);
  double last = 0;
  memcpy(bdf->y_new, bdf->y_pred, w->n * sizeof(double));
  /* not extrapolated: what rounding has put into directions that G does not decide would grow */
  memcpy(w->tried, w->lambda, w->m * sizeof(double));
  TrmStatus status = dae->settle(s->ode->context, bdf->y_new);
  if (status == TRM_OK) status = follow(s, t_new, 0);
  for (int i = 0; i < ITERATIONS && status == TRM_OK; i++) {
    take_speeds(s);
    status = trm_dae_residual(s, t_new, bdf->y_new, w->rate, w->tried, w->x);
    if (status == TRM_OK && i == 0) status = trm_dae_factor(s, &scale);
    if (status == TRM_OK) status = trm_dae_solve(s, &scale, w->x);
    if (status != TRM_OK) break;
    memcpy(w->before, bdf->y_new, w->n * sizeof(double));
    dae->move(s->ode->context, w->x, bdf->y_new, w->tried);
    double change = trm_dae_distance(s, bdf->y_new, w->before);
    double rate = i > 0 && last > 0 ? change / last : 1;
    /* what is to come, by the rate so far, or nothing is gained any more */
    if (change <= 4 * trm_dae_rounding(s, s->y)) rate = 0;
    int done = rate < 0.9 && rate / (1 - rate) * change <= newton_goal;
    if (done || (i > 1 && rate > 0.5 && change <= stagnation)) {
      take_speeds(s);
      s->failure = TRM_FAILURE_NONE;
      return follow(s, t_new, 1);
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

/* One trial: TRM_OK with err <= 1: good */
static TrmStatus attempt(TrmStepper *s, double h, double t_new, int k) {
  Method *w = s->method;
  TrmBdf *bdf = w->bdf;
  trm_bdf_predict(bdf, h, k);
  bdf->scalar[TRM_BDF_C] = bdf->c;
  TrmStatus status = newton(s, t_new);
  if (status != TRM_OK) return status;
  for (size_t i = 0; i < w->n; i++) bdf->e[i] = bdf->y_new[i] - bdf->y_pred[i];
  trm_bdf_estimate(s, bdf, k);
  if (!(bdf->err <= 1)) s->failure = bdf->err > 1 ? TRM_FAILURE_ERROR : TRM_FAILURE_NAN;
  return TRM_OK;
}

/* A step too short to be taken: extrapolated, positions then brought onto the constraints.
 * TRM_RETRY: it is no such step. */
static TrmStatus hop(TrmStepper *s, double h, double t_new) {
  Method *w = s->method;
  trm_bdf_predict(w->bdf, h, trm_bdf_degree(w->bdf));
  if (!trm_dae_stays(s, h, w->bdf->y_pred)) return TRM_RETRY;
  memcpy(w->before, w->bdf->y_pred, w->n * sizeof(double));
  memcpy(w->bdf->y_new, w->bdf->y_pred, w->n * sizeof(double));
  TrmStatus status = trm_stepper_project(s, t_new, w->before);
  memcpy(w->bdf->y_new, w->before, s->ode->dae->velocities * sizeof(double));
  if (status == TRM_OK) trm_bdf_shift(s, w->bdf, t_new);
  return status;
}

TrmStatus trm_bdf_dae_step(TrmStepper *s, double limit) {
  Method *w = s->method;
  TrmStatus status;
  if (trm_stepper_idle(s, limit, &status)) return status;
  if (s->natural <= 0) start(s, limit);
  for (int times = 1;; times++) {
    double natural = s->natural, t_new, h = trm_stepper_stride(s, limit, &t_new);
    int k = (int)w->bdf->scalar[TRM_BDF_ORDER];
    if (t_new == s->t + natural) h = natural;
    if (h < TRM_DAE_TINY * natural && hop(s, h, t_new) == TRM_OK) return TRM_OK;
    status = attempt(s, h, t_new, k);
    if (status < 0) return status;
    if (status == TRM_OK && w->bdf->err <= 1) {
      trm_bdf_accept(s, w->bdf, natural, t_new, k);
      memcpy(w->lambda, w->tried, w->m * sizeof(double));
      return TRM_OK;
    }
    double factor = trm_bdf_refuse(w->bdf, k, times, status == TRM_OK, 0.6);
    status = trm_stepper_shrink(s, h, h * factor);
    if (status < 0) return status;
  }
}

void trm_bdf_dae_interpolate(const TrmStepper *s, double t, double *y) {
  const Method *w = s->method;
  trm_bdf_interpolate(s, w->bdf, t, y);
}
