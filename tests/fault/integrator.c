/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory of integrators: all of it is taken when a stepper is made. Beginning, stepping,
 * interpolating, saving, restoring and failing allocate nothing; making one fails cleanly at every
 * allocation.
 */
#include "integrator/integrator.h"
#include "check.h"
#include "counted.h"
#include "linalg/dense.h"

/* many oscillators, each with its own speed; there is no rate after t = 3 */
enum { COUNT = 1500 };

static double gamma_now;

static TrmStatus rate(void *context, double t, const double *y, double *dy) {
  (void)context;
  if (t > 3) return TRM_RETRY;
  for (size_t i = 0; i < COUNT; i += 2) {
    dy[i] = y[i + 1];
    dy[i + 1] = -(1 + (double)i / COUNT) * y[i];
  }
  return TRM_OK;
}

static TrmStatus project(void *context, double t, double *y) {
  (void)context;
  (void)t;
  y[0] *= 1 + 1e-12;
  return TRM_OK;
}

static TrmStatus factor(void *context, double t, const double *y, double gamma) {
  (void)context;
  (void)t;
  (void)y;
  gamma_now = gamma;
  return TRM_OK;
}

static TrmStatus solve(void *context, double *r) {
  (void)context;
  for (size_t i = 0; i < COUNT; i += 2) {
    double k = gamma_now * (1 + (double)i / COUNT), a = r[i], b = r[i + 1];
    double det = 1 + gamma_now * k;
    r[i] = (a + gamma_now * b) / det;
    r[i + 1] = (b - k * a) / det;
  }
  return TRM_OK;
}

static double complex complex_gamma;

static TrmStatus factor_pair(void *context, double t, const double *y, double gamma, double re,
                             double im) {
  complex_gamma = trm_complex(re, im);
  return factor(context, t, y, gamma);
}

static TrmStatus solve_complex(void *context, double *re, double *im) {
  (void)context;
  for (size_t i = 0; i < COUNT; i += 2) {
    double complex g = complex_gamma, k = g * (1 + (double)i / COUNT), det = 1 + g * k;
    double complex a = trm_complex(re[i], im[i]), b = trm_complex(re[i + 1], im[i + 1]);
    double complex p = (a + g * b) / det, q = (b - k * a) / det;
    re[i] = creal(p), im[i] = cimag(p);
    re[i + 1] = creal(q), im[i + 1] = cimag(q);
  }
  return TRM_OK;
}

static const TrmOde ode = {.n = COUNT,
                           .rate = rate,
                           .project = project,
                           .factor = factor,
                           .solve = solve,
                           .factor_pair = factor_pair,
                           .solve_complex = solve_complex};
static const TrmStepControl control = {.relative = 1e-7, .absolute = 1e-7};

typedef struct Making {
  TrmArena *arena;
  const TrmIntegratorType *type;
  TrmStepper *stepper;
} Making;

static void make(void *context) {
  Making *m = context;
  m->stepper = m->type->make(m->arena, &ode, &control);
}

static double y0[COUNT], y[COUNT], memory[40 * COUNT];

static void check_steps(const TrmIntegratorType *type) {
  Making m = {trm_arena_new(), type, NULL};
  CHECK(m.arena && trm_guard(make, &m) == TRM_OK);
  TrmStepper *s = m.stepper;
  CHECK(s->memory_count <= sizeof memory / sizeof *memory);
  long before = made;
  CHECK(type->begin(s, 0, y0) == TRM_OK);
  TrmStatus status = TRM_OK;
  while (s->t < 4 && status == TRM_OK) {
    status = type->step(s, 4);
    if (status == TRM_OK) CHECK(trm_stepper_interpolate(s, (s->t + s->t_old) / 2, y) == TRM_OK);
    if (s->count.steps == 20) trm_stepper_save(s, memory);
  }
  CHECK(status == TRM_FAILED && s->count.rejected > 0 && s->count.steps > 20);
  CHECK(*trm_stepper_failure(s) != 0);
  CHECK(trm_stepper_load(s, memory) == TRM_OK && s->count.steps == 20);
  CHECK(type->step(s, 4) == TRM_OK);
  CHECK(made == before);
  trm_arena_free(m.arena);
}

static void check_making(const TrmIntegratorType *type) {
  long before = live, failures = 0;
  for (long n = 0; n < 1000; n++) {
    countdown = n;
    Making m = {trm_arena_new(), type, NULL};
    TrmStatus status = m.arena ? trm_guard(make, &m) : TRM_NO_MEMORY;
    int whole = countdown >= 0;
    countdown = -1;
    CHECK(status == (whole ? TRM_OK : TRM_NO_MEMORY));
    trm_arena_free(m.arena);
    CHECK(live == before);
    failures += status != TRM_OK;
    if (whole) break;
  }
  CHECK(failures > 0 && failures < 1000);
}

int main(void) {
  for (size_t i = 0; i < COUNT; i++) y0[i] = 1;
  for (const TrmIntegratorType *const *type = trm_integrators; *type; type++) {
    if ((*type)->dae || (*type)->leaps) continue;
    check_steps(*type);
    check_making(*type);
  }
  return check_done();
}
