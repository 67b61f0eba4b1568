/* SPDX-License-Identifier: Apache-2.0
 *
 * Failures of every method: rates that are not numbers, solutions that blow up, calls that always
 * want a smaller step or fail for good, limits that make no sense, huge and small steps. All end
 * in bounded time, in words, with the last good step kept.
 */
#include "integrator_fixture.h"

static TrmStatus no_factor(void *context, double t, const double *y, double gamma) {
  Calls *calls = context;
  (void)t;
  (void)y;
  calls->a[0] = gamma;
  return TRM_OK;
}

/* I - gamma J for J = a[1] */
static TrmStatus diagonal_solve(void *context, double *r) {
  Calls *calls = context;
  r[0] /= 1 - calls->a[0] * calls->a[1];
  return TRM_OK;
}

/* the same with a pair; a failure of `factor` is one of the pair */
static TrmStatus no_pair(void *context, double t, const double *y, double gamma, double re,
                         double im) {
  Calls *calls = context;
  calls->a[3] = re;
  calls->a[4] = im;
  return calls->factor(context, t, y, gamma);
}

static TrmStatus diagonal_solve_complex(void *context, double *re, double *im) {
  Calls *calls = context;
  double complex x =
      trm_complex(re[0], im[0]) / (1 - trm_complex(calls->a[3], calls->a[4]) * calls->a[1]);
  re[0] = creal(x);
  im[0] = cimag(x);
  return TRM_OK;
}

/* not a number after t = 1 */
static TrmStatus nan_rate(void *context, double t, const double *y, double *dy) {
  calls_note(context, t);
  dy[0] = t > 1 ? (double)NAN : -y[0];
  return TRM_OK;
}

/* infinite after t = 1 */
static TrmStatus inf_rate(void *context, double t, const double *y, double *dy) {
  calls_note(context, t);
  dy[0] = t > 1 ? -HUGE_VAL : -y[0];
  return TRM_OK;
}

/* y = 1/(1 - t) */
static TrmStatus blow_rate(void *context, double t, const double *y, double *dy) {
  calls_note(context, t);
  dy[0] = y[0] * y[0];
  return TRM_OK;
}

/* no rate after t = 1, or where y has gone below a[2] */
static TrmStatus retry_rate(void *context, double t, const double *y, double *dy) {
  Calls *calls = context;
  calls_note(context, t);
  if (t > 1 || y[0] < calls->a[2]) return TRM_RETRY;
  dy[0] = -y[0];
  return TRM_OK;
}

static TrmStatus final_rate(void *context, double t, const double *y, double *dy) {
  calls_note(context, t);
  dy[0] = -y[0];
  return t > 1 ? TRM_BAD_MODEL : TRM_OK;
}

static TrmStatus decay_rate(void *context, double t, const double *y, double *dy) {
  calls_note(context, t);
  dy[0] = -y[0];
  return TRM_OK;
}

static TrmStatus retry_project(void *context, double t, double *y) {
  ((Calls *)context)->projections++;
  (void)y;
  return t > 1 ? TRM_RETRY : TRM_OK;
}

static TrmStatus retry_factor(void *context, double t, const double *y, double gamma) {
  return t > 1 ? TRM_RETRY : no_factor(context, t, y, gamma);
}

/* one equation, and a stepper of it */
typedef struct Case {
  TrmArena *arena;
  Calls calls;
  TrmOde ode;
  TrmStepper *s;
} Case;

static void case_open(Case *c, const char *method, const TrmOde *ode,
                      const TrmStepControl *control) {
  memset(&c->calls, 0, sizeof c->calls);
  c->calls.a[1] = -1;
  c->calls.a[2] = -1;
  c->arena = trm_arena_new();
  c->ode = *ode;
  c->ode.n = 1;
  c->ode.context = &c->calls;
  if (!c->ode.factor) c->ode.factor = no_factor;
  c->ode.solve = diagonal_solve;
  c->calls.factor = c->ode.factor;
  c->ode.factor_pair = no_pair;
  c->ode.solve_complex = diagonal_solve_complex;
  c->s = stepper_make(c->arena, method, &c->ode, control);
}

/* Run from (0, 1) to 2, which must fail near t = 1 with `status` and `words` */
static void check_failure(const char *method, const TrmOde *ode, TrmStatus status,
                          const char *words, double near) {
  TrmStepControl control = {.relative = 1e-6, .absolute = 1e-6, .first = 0.01};
  double y0 = 1;
  Case c;
  case_open(&c, method, ode, &control);
  TrmStepper *s = c.s;
  CHECK(s->type->begin(s, 0, &y0) == TRM_OK);
  CHECK_TEXT(trm_stepper_failure(s), "");
  CHECK(stepper_run(s, 2, 100000) == status);
  CHECK_TEXT(trm_stepper_failure(s), words);
  CHECK(fabs(s->t - 1) < near && (s->t <= 1 || near == 1) && isfinite(s->y[0]));
  CHECK(c.calls.rates == s->count.evaluations && s->count.evaluations < 100000);
  if (status == TRM_FAILED) CHECK(s->count.rejected > 0);

  /* the last good step is kept, and the method can begin again there */
  double t = s->t, y = s->y[0];
  CHECK(s->type->step(s, 2) == status && s->t == t && s->y[0] == y);
  CHECK(s->type->begin(s, 0.25, &y) == TRM_OK && s->type->step(s, 0.75) == TRM_OK);
  CHECK_TEXT(trm_stepper_failure(s), "");
  trm_arena_free(c.arena);
}

static void check_causes(const TrmIntegratorType *type) {
  const char *m = type->name;
  check_failure(m, &(TrmOde){.rate = nan_rate}, TRM_FAILED,
                "the step became too small: the rate is not a number", 1e-12);
  check_failure(m, &(TrmOde){.rate = inf_rate}, TRM_FAILED,
                "the step became too small: the rate is not a number", 1e-12);
  check_failure(m, &(TrmOde){.rate = retry_rate}, TRM_FAILED,
                "the step became too small: the rate cannot be evaluated", 1e-12);
  check_failure(m, &(TrmOde){.rate = decay_rate, .project = retry_project}, TRM_FAILED,
                "the step became too small: the state cannot be brought onto its constraints",
                1e-12);
  check_failure(m, &(TrmOde){.rate = final_rate}, TRM_BAD_MODEL, "a call failed", 0.6);

  /* old factors serve for a while */
  if (type->implicit)
    check_failure(m, &(TrmOde){.rate = decay_rate, .factor = retry_factor}, TRM_FAILED,
                  "the step became too small: Newton's matrix cannot be factored", 1);
}

/* y grows beyond bounds at t = 1: bounded work, and an error that is named */
static void check_blow(const char *method) {
  TrmStepControl control = {.relative = 1e-8, .absolute = 1e-8};
  double y0 = 1;
  Case c;
  case_open(&c, method, &(TrmOde){.rate = blow_rate}, &control);
  TrmStepper *s = c.s;
  c.calls.a[1] = 0;
  CHECK(s->type->begin(s, 0, &y0) == TRM_OK);
  TrmStatus status = stepper_run(s, 2, 100000);
  CHECK(status == TRM_FAILED && fabs(s->t - 1) < 1e-3 && isfinite(s->y[0]) && s->y[0] > 1e3);
  CHECK(strncmp(trm_stepper_failure(s), "the step became too small: ", 27) == 0);
  trm_arena_free(c.arena);
}

/* Where it begins there is no rate */
static void check_start(const char *method) {
  TrmStepControl control = {.relative = 1e-6, .absolute = 1e-6};
  double y0 = 1, nan = (double)NAN;
  Case c;
  case_open(&c, method, &(TrmOde){.rate = nan_rate}, &control);
  TrmStepper *s = c.s;
  CHECK(s->type->begin(s, 2, &y0) == TRM_FAILED);
  CHECK_TEXT(trm_stepper_failure(s), "the rate is not a number at the start");
  CHECK(s->type->begin(s, 0, &nan) == TRM_FAILED);
  c.ode.rate = retry_rate;
  CHECK(s->type->begin(s, 2, &y0) == TRM_FAILED);
  CHECK_TEXT(trm_stepper_failure(s), "the rate cannot be evaluated at the start");
  c.ode.rate = final_rate;
  CHECK(s->type->begin(s, 2, &y0) == TRM_BAD_MODEL);

  /* rates that end at once after the start: the first step is found, and fails */
  c.ode.rate = retry_rate;
  CHECK(s->type->begin(s, 1, &y0) == TRM_OK);
  CHECK(s->type->step(s, 2) == TRM_FAILED && s->t == 1 && s->y[0] == 1);
  trm_arena_free(c.arena);
}

static void check_limits(const TrmIntegratorType *type) {
  TrmStepControl control = {.relative = 1e-6, .absolute = 1e-6, .first = type->fixed ? 0.01 : 0};
  double y0 = 1, y;
  Case c;
  case_open(&c, type->name, &(TrmOde){.rate = decay_rate}, &control);
  TrmStepper *s = c.s;
  CHECK(s->type->begin(s, 0.5, &y0) == TRM_OK);

  /* nothing to do; and no sense */
  size_t rates = c.calls.rates;
  CHECK(s->type->step(s, 0.5) == TRM_OK && s->t == 0.5 && s->count.steps == 0);
  CHECK(s->type->step(s, 0.4) == TRM_BAD_USAGE);
  CHECK_TEXT(trm_stepper_failure(s), "the limit lies before the present time");
  CHECK(s->type->step(s, (double)NAN) == TRM_BAD_USAGE && c.calls.rates == rates);
  CHECK(trm_stepper_interpolate(s, 0.5, &y) == TRM_OK && y == 1);

  /* one bit further */
  double next = nextafter(0.5, 1);
  CHECK(s->type->step(s, next) == TRM_OK && s->t == next);
  CHECK_NEAR(s->y[0], 1, 3e-16);
  CHECK(trm_stepper_interpolate(s, 0.5, &y) == TRM_OK && y == 1);
  CHECK(stepper_run(s, 1.5, 10000) == TRM_OK && s->t == 1.5);
  CHECK_NEAR(s->y[0], exp(-1), 1e-5);

  /* no end */
  CHECK(s->type->step(s, HUGE_VAL) == TRM_OK && s->t > 1.5 && isfinite(s->t));
  trm_arena_free(c.arena);
}

/* First steps that are much too large or too small, far from t = 0 too; bounds are kept */
static void check_sizes(const TrmIntegratorType *type) {
  double firsts[] = {1e-12, 1e-3, 1e6}, starts[] = {0, 1e6}, y0 = 1;
  for (int i = 0; i < 6 && !type->fixed; i++) {
    TrmStepControl control = {
        .relative = 1e-8, .absolute = 1e-8, .first = firsts[i % 3], .largest = 0.25};
    Case c;
    case_open(&c, type->name, &(TrmOde){.rate = decay_rate}, &control);
    TrmStepper *s = c.s;
    double t0 = starts[i / 3], largest = 0;
    CHECK(s->type->begin(s, t0, &y0) == TRM_OK);
    while (s->t < t0 + 3 && s->type->step(s, t0 + 3) == TRM_OK)
      largest = fmax(largest, s->t - s->t_old);
    CHECK(s->t == t0 + 3 && s->count.steps < 2000 && largest <= 0.25 * 1.06);
    CHECK_NEAR(s->y[0], exp(-3), 1e-6);
    trm_arena_free(c.arena);

    /* a least step that the error does not allow */
    control = (TrmStepControl){.relative = 1e-12, .absolute = 1e-12, .first = 1, .smallest = 0.5};
    case_open(&c, type->name, &(TrmOde){.rate = decay_rate}, &control);
    CHECK(c.s->type->begin(c.s, 0, &y0) == TRM_OK);
    CHECK(stepper_run(c.s, 3, 100) == TRM_FAILED);
    CHECK_TEXT(trm_stepper_failure(c.s), "the step became too small: its error stays too large");
    trm_arena_free(c.arena);
  }
}

static TrmStatus empty_rate(void *context, double t, const double *y, double *dy) {
  calls_note(context, t);
  (void)y;
  (void)dy;
  return TRM_OK;
}

static TrmStatus empty_solve(void *context, double *r) {
  (void)context;
  (void)r;
  return TRM_OK;
}

static TrmStatus empty_solve_complex(void *context, double *re, double *im) {
  (void)re;
  return empty_solve(context, im);
}

/* Nothing to integrate; and an implicit method without derivatives */
static void check_empty(const TrmIntegratorType *type) {
  Calls calls = {.factor = no_factor};
  TrmArena *arena = trm_arena_new();
  TrmStepControl control = {.relative = 1e-6, .absolute = 1e-6, .first = 0.1};
  TrmOde ode = {.context = &calls,
                .rate = empty_rate,
                .factor = no_factor,
                .solve = empty_solve,
                .factor_pair = no_pair,
                .solve_complex = empty_solve_complex};
  double y0 = 1;
  TrmStepper *s = stepper_make(arena, type->name, &ode, &control);
  CHECK(s->type->begin(s, 0, &y0) == TRM_OK && stepper_run(s, 1, 100) == TRM_OK && s->t == 1);

  ode = (TrmOde){.n = 1, .context = &calls, .rate = decay_rate};
  s = stepper_make(arena, type->name, &ode, &control);
  CHECK(s->type->begin(s, 0, &y0) == (type->implicit ? TRM_BAD_USAGE : TRM_OK));
  CHECK_TEXT(trm_stepper_failure(s),
             type->implicit ? "an implicit method needs the derivatives of the rate" : "");
  trm_arena_free(arena);
}

int main(void) {
  CHECK(trm_integrator_find("euler") == NULL);
  for (const TrmIntegratorType *const *type = trm_integrators; *type; type++) {
    if ((*type)->dae || (*type)->leaps) continue;
    CHECK(trm_integrator_find((*type)->name) == *type && strlen((*type)->summary) > 10);
    check_causes(*type);
    if (!(*type)->fixed) check_blow((*type)->name);
    check_start((*type)->name);
    check_limits(*type);
    check_sizes(*type);
    check_empty(*type);
  }
  return check_done();
}
