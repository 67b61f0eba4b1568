/* SPDX-License-Identifier: Apache-2.0
 *
 * Same bits: a run that goes on from a saved memory in a stepper newly made, at random steps, is
 * the run that was not interrupted, interpolation and counts included; so is a run made twice. And
 * limits: a run onto many times has no tiny steps, evaluates nothing beyond them, and takes little
 * more work; asking for values inside steps changes no step. Copies of one equation, which fall on
 * loops of different widths, stay the same to the bit.
 */
#include "integrator_fixture.h"

enum { STEPS = 4000, TRIALS = 40 };

static const char *const problems[] = {"body", "pendulum"};

static TrmStepControl control_of(const TrmIntegratorType *type) {
  return (TrmStepControl){.relative = 1e-7, .absolute = 1e-7, .first = type->fixed ? 0.05 : 0};
}

/* A limit now and then, so that steps that were cut short are among those saved */
static double limit_after(double t) {
  return floor(t / 3 + 1e-9) * 3 + 3;
}

/* What a step leaves, as bits */
typedef struct Trace {
  double t, y[4], inside[4];
  TrmStepCount count;
} Trace;

static void trace_step(TrmStepper *s, Trace *trace, int dense) {
  memset(trace, 0, sizeof *trace);
  CHECK(s->type->step(s, limit_after(s->t)) == TRM_OK);
  trace->t = s->t;
  memcpy(trace->y, s->y, s->ode->n * sizeof(double));
  if (dense)
    CHECK(trm_stepper_interpolate(s, s->t_old + 0.3 * (s->t - s->t_old), trace->inside) == TRM_OK);
  trace->count = s->count;
}

/* A whole run of `count` steps into trace, its memory after step `at` into `saved` */
static double *run(const TrmIntegratorType *type, const char *problem, size_t count, Trace *trace,
                   size_t at, double *saved, int dense) {
  static Calls calls;
  static Problem p;
  p = problem_of(problem, &calls);
  TrmArena *arena = trm_arena_new();
  TrmStepControl control = control_of(type);
  TrmStepper *s = stepper_make(arena, type->name, &p.ode, &control);
  CHECK(s->type->begin(s, 0, p.y0) == TRM_OK);
  for (size_t i = 0; i < count; i++) {
    trace_step(s, &trace[i], dense);
    if (i == at && saved) trm_stepper_save(s, saved);
  }
  trm_arena_free(arena);
  return saved;
}

static void check_resume(const TrmIntegratorType *type, const char *problem) {
  static Trace whole[STEPS], again[STEPS];
  size_t count = type->fixed ? 100 : 120;
  run(type, problem, count, whole, 0, NULL, 1);
  int same = 1;
  for (int trial = 0; trial < CHECK_ROUNDS(TRIALS); trial++) {
    size_t at = (size_t)check_random(0, (double)count - 1);
    double saved[4096];
    run(type, problem, count, again, at, saved, 1);
    if (memcmp(whole, again, count * sizeof *whole) != 0) same = 0;

    /* another stepper, its memory full of something else */
    Calls calls;
    Problem p = problem_of(problem, &calls);
    TrmArena *arena = trm_arena_new();
    TrmStepControl control = control_of(type);
    TrmStepper *s = stepper_make(arena, type->name, &p.ode, &control);
    CHECK(s->memory_count <= sizeof saved / sizeof *saved);
    CHECK(s->type->begin(s, 1, p.y0) == TRM_OK && s->type->step(s, 2) == TRM_OK);
    CHECK(trm_stepper_load(s, saved) == TRM_OK);
    double inside[4] = {0};
    CHECK(trm_stepper_interpolate(s, s->t_old + 0.3 * (s->t - s->t_old), inside) == TRM_OK);
    if (memcmp(inside, whole[at].inside, sizeof inside) != 0) same = 0;
    for (size_t i = at + 1; i < count; i++) trace_step(s, &again[i], 1);
    if (memcmp(whole, again, count * sizeof *whole) != 0) same = 0;
    trm_arena_free(arena);
  }
  if (!same) fprintf(stderr, "%s on %s: other bits\n", type->name, problem);
  CHECK(same);

  /* values inside steps change no step */
  run(type, problem, count, again, 0, NULL, 0);
  for (size_t i = 0; i < count; i++)
    CHECK(memcmp(whole[i].y, again[i].y, sizeof again[i].y) == 0 && whole[i].t == again[i].t);
}

/* Steps onto `parts` times: the least step, and the evaluations */
static size_t run_parts(const TrmIntegratorType *type, int parts, double *least) {
  Calls calls;
  Problem p = problem_of("pendulum", &calls);
  TrmArena *arena = trm_arena_new();
  TrmStepControl control = control_of(type);
  TrmStepper *s = stepper_make(arena, type->name, &p.ode, &control);
  double until = 20;
  *least = 1;
  CHECK(s->type->begin(s, 0, p.y0) == TRM_OK);
  for (int i = 1; i <= parts; i++) {
    double limit = until * i / parts, size = 0;
    while (s->t < limit && s->type->step(s, limit) == TRM_OK) {
      CHECK(calls.latest <= limit);
      if (s->t > 2) *least = fmin(*least, s->t - s->t_old);
      size = fmax(size, s->t - s->t_old);
    }
    CHECK(s->t == limit);
  }
  size_t evaluations = s->count.evaluations;
  trm_arena_free(arena);
  return evaluations;
}

static void check_limits(const TrmIntegratorType *type) {
  double least, least_cut;
  size_t whole = run_parts(type, 1, &least), cut = run_parts(type, 17, &least_cut);
  if (type->fixed) return; /* takes what is left */
  if (!(least_cut > 0.2 * least && (double)cut < 1.3 * (double)whole))
    fprintf(stderr, "%s: least step %g and %g, evaluations %zu and %zu\n", type->name, least,
            least_cut, whole, cut);
  CHECK(least_cut > 0.2 * least);
  CHECK((double)cut < 1.3 * (double)whole);
}

/* COPIES pendulums side by side, theta and its rate */
enum { COPIES = 23 };

static TrmStatus copies_rate(void *context, double t, const double *y, double *dy) {
  calls_note(context, t);
  for (size_t i = 0; i < COPIES; i++) {
    dy[2 * i] = y[2 * i + 1];
    dy[2 * i + 1] = -sin(y[2 * i]);
  }
  return TRM_OK;
}

static TrmStatus copies_factor(void *context, double t, const double *y, double gamma) {
  Calls *calls = context;
  (void)t;
  calls->a[0] = gamma;
  calls->a[1] = -cos(y[0]);
  return TRM_OK;
}

static TrmStatus copies_solve(void *context, double *r) {
  const Calls *calls = context;
  double g = calls->a[0], k = calls->a[1], det = 1 - g * g * k;
  for (size_t i = 0; i < COPIES; i++) {
    double a = r[2 * i], b = r[2 * i + 1];
    r[2 * i] = (a + g * b) / det;
    r[2 * i + 1] = (b + g * k * a) / det;
  }
  return TRM_OK;
}

static TrmStatus copies_pair(void *context, double t, const double *y, double gamma, double re,
                             double im) {
  Calls *calls = context;
  (void)t;
  calls->a[0] = gamma;
  calls->a[2] = re;
  calls->a[3] = im;
  if (y) calls->a[1] = -cos(y[0]);
  return TRM_OK;
}

static TrmStatus copies_solve_complex(void *context, double *re, double *im) {
  const Calls *calls = context;
  double complex g = trm_complex(calls->a[2], calls->a[3]), det = 1 - g * g * calls->a[1];
  for (size_t i = 0; i < COPIES; i++) {
    double complex a = trm_complex(re[2 * i], im[2 * i]),
                   b = trm_complex(re[2 * i + 1], im[2 * i + 1]);
    double complex x = (a + g * b) / det, z = (b + g * calls->a[1] * a) / det;
    re[2 * i] = creal(x), im[2 * i] = cimag(x);
    re[2 * i + 1] = creal(z), im[2 * i + 1] = cimag(z);
  }
  return TRM_OK;
}

static void check_copies(const TrmIntegratorType *type) {
  Calls calls = {0};
  double y0[2 * COPIES], y[2 * COPIES], scale[2 * COPIES];
  TrmOde ode = {.n = 2 * COPIES,
                .context = &calls,
                .rate = copies_rate,
                .factor = copies_factor,
                .solve = copies_solve,
                .factor_pair = copies_pair,
                .solve_complex = copies_solve_complex,
                .scale = scale};
  for (size_t i = 0; i < 2 * COPIES; i++) {
    y0[i] = i % 2 ? 0.1 : 2;
    scale[i] = i % 2 ? 0.5 : 1;
  }
  TrmArena *arena = trm_arena_new();
  TrmStepControl control = control_of(type);
  TrmStepper *s = stepper_make(arena, type->name, &ode, &control);
  int same = 1;
  CHECK(s->type->begin(s, 0, y0) == TRM_OK);
  while (s->t < 10 && s->type->step(s, 10) == TRM_OK) {
    CHECK(trm_stepper_interpolate(s, s->t_old + 0.7 * (s->t - s->t_old), y) == TRM_OK);
    for (size_t i = 1; i < COPIES; i++)
      if (memcmp(y + 2 * i, y, 2 * sizeof *y) != 0 ||
          memcmp(s->y + 2 * i, s->y, 2 * sizeof *y) != 0)
        same = 0;
  }
  CHECK(same && s->t == 10 && s->count.steps > 10);
  trm_arena_free(arena);
}

int main(void) {
  for (const TrmIntegratorType *const *type = trm_integrators; *type; type++) {
    if ((*type)->dae || (*type)->leaps) continue;
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++)
      check_resume(*type, problems[i]);
    check_limits(*type);
    check_copies(*type);
  }
  return check_done();
}
