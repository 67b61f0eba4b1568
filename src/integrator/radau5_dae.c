/* SPDX-License-Identifier: Apache-2.0
 *
 * radau5 on the constraints: positions and multipliers of three stages are the unknowns (index 3).
 * With Y' = A^-1 (Y - y)/h velocities follow from positions, and their rates from them; what
 * remains are the equations of motion and phi(p) = 0 in each stage. Increments are taken in
 * eigenvalues of A^-1, with one real and one complex matrix at the middle of the step. The error of
 * positions is that of the embedded formula, of velocities too, times h.
 */
#include "integrator/dae_vector.h"
#include "integrator/radau_numbers.h"
#include "integrator/table.h"
#include "integrator/vector.h"
#include <math.h>
#include <string.h>

/* of Newton's method; so many that the step should not grow */
enum { ITERATIONS = 40, SLOW = 12 };

/* parts of the tolerance that increments must fall below, or may stagnate at; a rate at which
 * factors of the same step serve on; what a step is multiplied by that does not converge */
static const double newton_goal = 1e-5, stagnation = 1e-3, keep_rate = 1e-3, failed = 0.6;

/* what is kept between steps */
enum {
  H_FACTOR, /* step of the factors at hand; 0: there are none */
  H_OLD,    /* of the last step, whose polynomial is at hand; 0: there is none */
  T_END,    /* its end */
  ERR_OLD,
  H_GOOD, /* of the last step that the tolerance chose */
  KEEP,   /* Newton's method converged so fast that the factors serve on */
  SCALARS
};

/* the part of the multipliers' change that goes on into the next step: with all of it, rounding in
 * directions that G does not decide would grow */
static const double carried = 0.9;

/* y' and p'' at the start; the polynomial of the last step, of positions one of displacements from
 * where it began, MOVED those at its end */
enum { RATE, BEND, P1, P2, P3, BASE, MOVED, VECTORS };

typedef struct Radau {
  double *scalar, *lambda, *slope, *vector[VECTORS];
  size_t n, m, unknowns;
  double inverse[3][3], A[3][3];
  double *stage[3], *rate[3], *force[3], *x[3]; /* y, y', multipliers, residuals of the stages */
  double *chart[3];                             /* displacements from y */
  double *y_new, *e, *before;
  double part;  /* tolerance the method works with, over the one asked for */
  double theta; /* rate of Newton's method in the step under way */
  int rounds;   /* its iterations there */
} Radau;

/* A^-1 = T diag(u, a + i b) T^-1, and A the same way */
static void find_coefficients(Radau *r) {
  const double a = trm_radau_a, b = trm_radau_b, u = trm_radau_u, size = a * a + b * b;
  const double D[3][3] = {{u, 0, 0}, {0, a, -b}, {0, b, a}};
  const double E[3][3] = {{1 / u, 0, 0}, {0, a / size, b / size}, {0, -b / size, a / size}};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 9; k++) {
        double both = trm_radau_T[i][k / 3] * trm_radau_T_inverse[k % 3][j];
        r->inverse[i][j] += both * D[k / 3][k % 3];
        r->A[i][j] += both * E[k / 3][k % 3];
      }
}

static TrmStepper *radau_make(TrmArena *arena, const TrmOde *ode, const TrmStepControl *control) {
  const TrmDae *dae = ode->dae;
  size_t n = ode->n, m = dae ? dae->multipliers : 0, unknowns = dae ? dae->unknowns : 0;
  double *scalars, *vectors;
  TrmStepper *s = trm_stepper_new(arena, &trm_integrator_radau5_index3, ode, control,
                                  SCALARS + 2 * m, VECTORS, &scalars, &vectors);
  Radau *r = trm_arena_alloc(arena, sizeof *r);
  s->method = r;
  r->n = n;
  r->m = m;
  r->unknowns = unknowns;
  r->scalar = scalars;
  r->lambda = scalars + SCALARS;
  r->slope = r->lambda + m;
  for (size_t i = 0; i < VECTORS; i++) r->vector[i] = vectors + i * n;
  double *room = trm_arena_array(arena, 12 * n + 3 * m + 3 * unknowns + 1, sizeof(double));
  for (size_t i = 0; i < 3; i++) {
    r->stage[i] = room + i * n;
    r->rate[i] = room + (3 + i) * n;
    r->chart[i] = room + (9 + i) * n;
    r->force[i] = room + 12 * n + i * m;
    r->x[i] = room + 12 * n + 3 * m + i * unknowns;
  }
  r->y_new = room + 6 * n;
  r->e = r->y_new + n;
  r->before = r->e + n;
  double tolerance = control->relative > 0 ? control->relative : control->absolute;
  r->part = 0.5 * pow(tolerance, 0.8) / tolerance;
  find_coefficients(r);
  return s;
}

static TrmStatus radau_begin(TrmStepper *s, double t, const double *y) {
  Radau *r = s->method;
  memset(r->scalar, 0, (SCALARS + 2 * r->m) * sizeof(double));
  memset(r->vector[0], 0, VECTORS * r->n * sizeof(double));
  return trm_dae_begin(s, t, y, r->vector[RATE], r->vector[BEND], r->lambda);
}

/* a number of the polynomial at x, counted in its step from the end of it */
static double polynomial(const Radau *r, double x, size_t i) {
  const double *p1 = r->vector[P1], *p2 = r->vector[P2], *p3 = r->vector[P3];
  return x * (p1[i] + (x + 1 - trm_radau_c2) * (p2[i] + (x + 1 - trm_radau_c1) * p3[i]));
}

/* positions of the polynomial there */
static void displace(const Radau *r, const TrmStepper *s, double x, double *y) {
  const TrmDae *dae = s->ode->dae;
  double *by = r->x[0];
  for (size_t i = 0; i < dae->states - dae->velocities; i++)
    by[i] = r->vector[MOVED][i] + polynomial(r, x, i);
  memcpy(y, r->vector[BASE], dae->velocities * sizeof *y);
  dae->displace_positions(s->ode->context, by, y);
}

/* y at a time behind the end of the last step, h over it: the polynomial of that step, or a
 * parabola. Positions move from where that step began: numbers of a rotation do not lie on a
 * polynomial, however even it is. */
static void extrapolate(const TrmStepper *s, double h, double *y) {
  const Radau *r = s->method;
  const TrmDae *dae = s->ode->dae;
  const double *rate = r->vector[RATE], *bend = r->vector[BEND];
  double old = r->scalar[H_OLD];
  if (!(old > 0)) {
    for (size_t i = 0; i < r->n; i++) y[i] = s->y[i] + h * (rate[i] + h / 2 * bend[i]);
    return;
  }
  displace(r, s, (s->t + h - r->scalar[T_END]) / old, y);
  for (size_t i = dae->velocities; i < r->n; i++) y[i] = s->y[i] + polynomial(r, h / old, i);
}

/* rates of part of the stages */
static void take_rates(const TrmStepper *s, double h, size_t from, size_t to) {
  Radau *r = s->method;
  for (int k = 0; k < 3; k++) {
    const double *c = r->inverse[k];
    for (size_t i = from; i < to; i++) {
      double y = s->y[i];
      r->rate[k][i] = (c[0] * (r->stage[0][i] - y) + c[1] * (r->stage[1][i] - y) +
                       c[2] * (r->stage[2][i] - y)) /
                      h;
    }
  }
}

/* what follows from the positions of the stages */
static void take_speeds(TrmStepper *s, double h) {
  Radau *r = s->method;
  const TrmDae *dae = s->ode->dae;
  size_t columns = dae->states - dae->velocities;
  for (int k = 0; k < 3; k++) dae->chart(s->ode->context, s->y, r->stage[k], r->chart[k]);
  for (int k = 0; k < 3; k++) {
    const double *c = r->inverse[k];
    for (size_t i = 0; i < columns; i++)
      r->rate[k][i] = (c[0] * r->chart[0][i] + c[1] * r->chart[1][i] + c[2] * r->chart[2][i]) / h;
    dae->chart_speeds(s->ode->context, r->chart[k], r->rate[k], r->stage[k] + dae->velocities);
  }
  take_rates(s, h, dae->velocities, dae->courses);
}

static void stage_times(const TrmStepper *s, double h, double t_new, double at[3]) {
  at[0] = fmin(s->t + trm_radau_c1 * h, t_new);
  at[1] = fmin(s->t + trm_radau_c2 * h, t_new);
  at[2] = t_new;
}

/* courses, or the work, of the stages from their rates; twice, for rates of rates */
static TrmStatus follow(TrmStepper *s, double h, double t_new, int all) {
  Radau *r = s->method;
  const TrmDae *dae = s->ode->dae;
  size_t from = all ? dae->work : dae->courses, to = all ? r->n : dae->work;
  double at[3];
  stage_times(s, h, t_new, at);
  for (int round = all; round < 2 && to > from; round++) {
    for (int k = 0; k < 3; k++) {
      TrmStatus status = dae->follow(s->ode->context, at[k], r->stage[k], all, r->rate[k]);
      if (status != TRM_OK) return status;
    }
    for (size_t i = from; i < to; i++)
      for (int k = 0; k < 3; k++)
        r->stage[k][i] = s->y[i] + h * (r->A[k][0] * r->rate[0][i] + r->A[k][1] * r->rate[1][i] +
                                        r->A[k][2] * r->rate[2][i]);
  }
  return TRM_OK;
}

/* positions of the stages onto the constraints: the matrix of the middle one would put what it
 * takes for contradictions of others into multipliers */
static TrmStatus close(TrmStepper *s, double h, double t_new) {
  Radau *r = s->method;
  double at[3];
  stage_times(s, h, t_new, at);
  for (int k = 0; k < 3; k++) {
    TrmStatus status = s->ode->dae->close(s->ode->context, at[k], r->stage[k]);
    if (status != TRM_OK) s->failure = status > 0 ? TRM_FAILURE_PROJECTION : TRM_FAILURE_CALL;
    if (status != TRM_OK) return status;
  }
  return TRM_OK;
}

/* stages to begin with */
static TrmStatus predict(TrmStepper *s, double h, double t_new) {
  Radau *r = s->method;
  double at[3];
  stage_times(s, h, t_new, at);
  for (int k = 0; k < 3; k++) {
    extrapolate(s, at[k] - s->t, r->stage[k]);
    for (size_t i = 0; i < r->m; i++) r->force[k][i] = r->lambda[i] + (at[k] - s->t) * r->slope[i];
    TrmStatus status = s->ode->dae->settle(s->ode->context, r->stage[k]);
    if (status != TRM_OK) return status;
  }
  TrmStatus status = follow(s, h, t_new, 0);
  return status == TRM_OK ? close(s, h, t_new) : status;
}

/* residuals of the stages, that of the middle one last, at which slopes are taken */
static TrmStatus evaluate(TrmStepper *s, double h, double t_new) {
  Radau *r = s->method;
  static const int order[3] = {0, 2, 1};
  double at[3];
  stage_times(s, h, t_new, at);
  take_speeds(s, h);
  for (int i = 0; i < 3; i++) {
    int k = order[i];
    TrmStatus status = trm_dae_residual(s, at[k], r->stage[k], r->rate[k], r->force[k], r->x[k]);
    if (status != TRM_OK) return status;
  }
  return TRM_OK;
}

static TrmStatus factor(TrmStepper *s, double h) {
  Radau *r = s->method;
  const double a = trm_radau_a, b = trm_radau_b, size = a * a + b * b;
  if (r->scalar[KEEP] > 0 && r->scalar[H_FACTOR] == h) return TRM_OK;
  s->count.factorisations++;
  r->scalar[H_FACTOR] = 0;
  TrmStatus status =
      s->ode->dae->factor_pair(s->ode->context, h / trm_radau_u, h * a / size, -h * b / size);
  if (status == TRM_OK) r->scalar[H_FACTOR] = h;
  if (status != TRM_OK) s->failure = status > 0 ? TRM_FAILURE_FACTOR : TRM_FAILURE_CALL;
  return status;
}

static TrmStepScale scale_of(double h) {
  double gamma = h / trm_radau_u;
  return (TrmStepScale){gamma, gamma * gamma, gamma, gamma};
}

/* increments of the unknowns of the stages, in x */
static TrmStatus correct(TrmStepper *s, double h) {
  Radau *r = s->method;
  TrmStepScale scale = scale_of(h);
  trm_radau_transform(r->unknowns, trm_radau_T_inverse, r->x, r->x);
  TrmStatus status = trm_dae_solve(s, &scale, r->x[0]);
  s->count.solves++;
  if (status == TRM_OK) status = s->ode->dae->solve_complex(s->ode->context, r->x[1], r->x[2]);
  if (status != TRM_OK) s->failure = status > 0 ? TRM_FAILURE_FACTOR : TRM_FAILURE_CALL;
  trm_radau_transform(r->unknowns, trm_radau_T, r->x, r->x);
  return status;
}

/* the increments taken; *change is their size in parts of the tolerance */
static TrmStatus move(TrmStepper *s, double h, double t_new, double *change) {
  Radau *r = s->method;
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    memcpy(r->chart[k], r->stage[k], r->n * sizeof(double));
    s->ode->dae->move(s->ode->context, r->x[k], r->stage[k], r->force[k]);
  }
  TrmStatus status = close(s, h, t_new);
  for (int k = 0; k < 3; k++) {
    double size = trm_dae_distance(s, r->stage[k], r->chart[k]);
    sum += size * size / 3;
  }
  *change = sqrt(sum);
  return status;
}

static TrmStatus newton(TrmStepper *s, double h, double t_new) {
  Radau *r = s->method;
  double last = 0, before = 1, floor = 4 * trm_dae_rounding(s, s->y);
  r->theta = 0;
  TrmStatus status = predict(s, h, t_new);
  for (int m = 0; m < ITERATIONS && status == TRM_OK; m++) {
    status = evaluate(s, h, t_new);
    if (status == TRM_OK && m == 0) status = factor(s, h);
    double change = 0;
    if (status == TRM_OK) status = correct(s, h);
    if (status == TRM_OK) status = move(s, h, t_new, &change);
    if (status != TRM_OK) break;
    double rate = m > 0 && last > 0 ? change / last : 1;
    r->rounds = m + 1;
    r->theta = fmax(r->theta, m > 0 ? rate : 0);
    if (change <= floor) rate = 0;
    double steady = m > 1 ? sqrt(rate * before) : rate;
    before = rate;
    rate = steady;
    int done = rate < 0.9 && rate / (1 - rate) * change <= newton_goal;
    if (done || (m > 2 && rate > 0.9 && change <= stagnation)) {
      take_speeds(s, h);
      s->failure = TRM_FAILURE_NONE;
      return follow(s, h, t_new, 1);
    }
    if (!(change < 1e10) || (m > 1 && rate > 2)) break;
    last = change;
  }
  if (status == TRM_OK) {
    s->failure = TRM_FAILURE_NEWTON;
    status = TRM_RETRY;
  }
  return status;
}

/* the norm of the error: the real system with the residual at the start of the step, where rates
 * are those of the embedded formula; positions are displaced by what their rates differ */
static TrmStatus estimate(TrmStepper *s, double h, double *err) {
  Radau *r = s->method;
  const TrmDae *dae = s->ode->dae;
  TrmStepScale scale = scale_of(h);
  double gamma = scale.u, *x = r->x[0], *rate = r->rate[0], *by = r->x[1];
  size_t columns = dae->states - dae->velocities;
  for (size_t i = dae->velocities; i < dae->courses; i++) {
    double sum = 0;
    for (int k = 0; k < 3; k++) sum += trm_radau_error[k] * (r->stage[k][i] - s->y[i]);
    rate[i] = -sum / h;
  }
  TrmStatus status = trm_dae_residual(s, s->t, s->y, rate, r->lambda, x);
  if (status != TRM_OK) return status;
  for (size_t i = 0; i < columns; i++) {
    double sum = 0;
    for (int k = 0; k < 3; k++) sum += trm_radau_error[k] * r->chart[k][i];
    by[i] = gamma * (sum / h + s->y[dae->velocities + i]);
  }
  dae->displace(s->ode->context, by, x);
  status = trm_dae_solve(s, &scale, x);
  if (status != TRM_OK) return status;
  /* the error in y */
  memcpy(r->e, s->y, r->n * sizeof(double));
  memcpy(r->before, x, columns * sizeof(double));
  for (size_t i = 0; i < columns; i++) x[i] += by[i];
  dae->move(s->ode->context, x, r->e, r->force[0]);
  for (size_t i = 0; i < r->n; i++) r->e[i] -= s->y[i];
  for (size_t i = 0; i < columns; i++) r->e[dae->velocities + i] = r->before[i] / gamma;
  for (size_t i = dae->courses; i < r->n; i++) r->e[i] = 0;
  *err = fmax(trm_dae_norm(s, h, r->e, s->y, r->stage[2]) / r->part, 1e-10);
  s->failure = *err <= 1 ? TRM_FAILURE_NONE : *err > 1 ? TRM_FAILURE_ERROR : TRM_FAILURE_NAN;
  return TRM_OK;
}

/* a polynomial through 0 and three values, from its end back */
static void lay(Radau *r, size_t i, double z1, double z2, double z3) {
  const double c1 = trm_radau_c1, c2 = trm_radau_c2;
  double first = (z2 - z3) / (c2 - 1), chord = (z1 - z2) / (c1 - c2);
  double start = (chord - z1 / c1) / c2;
  r->vector[P1][i] = first;
  r->vector[P2][i] = (chord - first) / (c1 - 1);
  r->vector[P3][i] = r->vector[P2][i] - start;
}

/* the polynomial of the step from y to t_new through the stages */
static void lay_polynomial(TrmStepper *s, double h, double t_new) {
  Radau *r = s->method;
  const TrmDae *dae = s->ode->dae;
  dae->chart(s->ode->context, s->y, r->stage[2], r->chart[2]);
  for (size_t i = 0; i < dae->states - dae->velocities; i++) {
    lay(r, i, r->chart[0][i], r->chart[1][i], r->chart[2][i]);
    r->vector[MOVED][i] = r->chart[2][i];
  }
  for (size_t i = dae->velocities; i < r->n; i++)
    lay(r, i, r->stage[0][i] - s->y[i], r->stage[1][i] - s->y[i], r->stage[2][i] - s->y[i]);
  memcpy(r->vector[BASE], s->y, r->n * sizeof(double));
  r->scalar[H_OLD] = h;
  r->scalar[T_END] = t_new;
}

/* what the next step is divided by, from the error and the work of this one */
static double quotient(const Radau *r, double h, double err) {
  double safety = fmin(0.9, 0.9 * (1 + 2 * ITERATIONS) / (r->rounds + 2 * ITERATIONS));
  double by = fmax(0.125, fmin(5, pow(err, 0.25) / safety));
  if (!(r->scalar[H_GOOD] > 0) || !(err <= 1)) return by;
  double trend = r->scalar[H_GOOD] / h * pow(err * err / r->scalar[ERR_OLD], 0.25) / 0.9;
  return fmax(by, fmax(0.125, fmin(5, trend)));
}

/* A step too short to be taken: extrapolated, positions then brought onto the constraints.
 * TRM_RETRY: it is no such step. */
static TrmStatus hop(TrmStepper *s, double h, double t_new) {
  Radau *r = s->method;
  extrapolate(s, h, r->y_new);
  if (!trm_dae_stays(s, h, r->y_new)) return TRM_RETRY;
  memcpy(r->before, r->y_new, r->n * sizeof(double));
  TrmStatus status = trm_stepper_project(s, t_new, r->before);
  memcpy(r->y_new, r->before, s->ode->dae->velocities * sizeof(double));
  if (status == TRM_OK) trm_stepper_accept(s, t_new, r->y_new);
  return status;
}

/* what follows from a good step: the next one, and the polynomial */
static void accept(TrmStepper *s, double h, double t_new, double natural, double err, int refused) {
  Radau *r = s->method;
  int cut = h < 0.99 * natural;
  double next = h / quotient(r, h, err);
  if (refused || r->rounds > SLOW) next = fmin(next, h);
  if (!cut) {
    r->scalar[H_GOOD] = h;
    r->scalar[ERR_OLD] = fmax(err, 1e-2);
  }
  /* factors serve on while the step hardly grows */
  r->scalar[KEEP] = r->theta <= keep_rate;
  if (r->scalar[KEEP] > 0 && next >= h && next <= 1.2 * h) next = h;
  s->natural = cut && next >= h ? fmax(next, natural) : next;
  if (s->control.largest > 0) s->natural = fmin(s->natural, s->control.largest);
  lay_polynomial(s, h, t_new);
  for (size_t i = 0; i < r->m; i++) r->slope[i] = carried * (r->force[2][i] - r->lambda[i]) / h;
  memcpy(r->lambda, r->force[2], r->m * sizeof(double));
  trm_stepper_accept(s, t_new, r->stage[2]);
}

static TrmStatus radau_step(TrmStepper *s, double limit) {
  Radau *r = s->method;
  TrmStatus status;
  if (trm_stepper_idle(s, limit, &status)) return status;
  if (s->natural <= 0) trm_dae_first(s, limit, r->vector[RATE]);
  for (int refused = 0;; refused = 1) {
    double natural = s->natural, t_new, err = 0, h = trm_stepper_stride(s, limit, &t_new);
    if (t_new == s->t + natural) h = natural;
    if (h < TRM_DAE_TINY * natural && hop(s, h, t_new) == TRM_OK) return TRM_OK;
    status = newton(s, h, t_new);
    if (status == TRM_OK) status = estimate(s, h, &err);
    /* velocities of the last stage have order 3 across the constraints, projected they have 5 */
    if (status == TRM_OK && err <= 1) status = trm_stepper_project(s, t_new, r->stage[2]);
    if (status < 0) return status;
    if (status == TRM_OK && err <= 1) {
      accept(s, h, t_new, natural, err, refused);
      return TRM_OK;
    }
    /* factors of an earlier step are made anew before the step is made smaller */
    int kept = r->scalar[KEEP] > 0;
    r->scalar[KEEP] = 0;
    if (status > 0 && kept) continue;
    double by = status == TRM_OK ? fmin(0.9, 1 / quotient(r, h, err)) : failed;
    status = trm_stepper_shrink(s, h, h * by);
    if (status < 0) return status;
  }
}

/* The polynomial; a line in a step that was extrapolated */
static void radau_interpolate(const TrmStepper *s, double t, double *y) {
  const Radau *r = s->method;
  double h = s->t - s->t_old, x = h > 0 ? (t - s->t) / h : 0;
  int line = !(r->scalar[H_OLD] > 0) || h < 0.5 * r->scalar[H_OLD];
  if (t == s->t || t == s->t_old) {
    memcpy(y, t == s->t ? s->y : s->y_old, r->n * sizeof(double));
    return;
  }
  for (size_t i = 0; i < r->n; i++)
    y[i] = s->y[i] + (line ? x * (s->y[i] - s->y_old[i]) : polynomial(r, x, i));
  if (!line) displace(r, s, x, y);
}

/* The factors at hand are not in the memory: the next step makes new ones */
static TrmStatus radau_restore(TrmStepper *s) {
  Radau *r = s->method;
  r->scalar[KEEP] = 0;
  return TRM_OK;
}

const TrmIntegratorType trm_integrator_radau5_index3 = {
    .name = "radau5",
    .summary = "the implicit method of Radau, three stages and order 5, on the constraints "
               "themselves",
    .order = 5,
    .implicit = 1,
    .pair = 1,
    .dae = 1,
    .on_constraints = &trm_integrator_radau5_index3,
    .make = radau_make,
    .begin = radau_begin,
    .step = radau_step,
    .interpolate = radau_interpolate,
    .restore = radau_restore};
