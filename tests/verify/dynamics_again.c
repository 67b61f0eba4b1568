/* SPDX-License-Identifier: Apache-2.0
 *
 * The same again: a run repeated gives the same bits, and a run that goes on from what was saved
 * gives the bits of one that was not interrupted, with every formulation and integrator, through
 * events, counted turns, differential states and coordinates chosen anew.
 */
#include "machine.h"
#include "motion.h"

enum { REPORTS = 192, KEEP = 64 };
enum { STRIDE = CHECK_TIMED ? 1 : 3 }; /* sanitizers look at every third combination */

static const char *const formulations[] = {"constraint_force", "projection", "multipliers",
                                           "baumgarte",        "penalty",    "augmented_lagrangian",
                                           "partitioning",     NULL};
static const char *const integrators[] = {"dop853", "dopri5", "abm", "rk4", "bdf", "radau5", NULL};

static const char machine[] = MACHINE("", "", "outputs: {count: turns}\n");

static const char *const on_constraints[] = {"gstiff", "si2", "radau5", "hht", "generalized_alpha",
                                             NULL};

static Motion begin(const char *path, const char *formulation, const char *integrator) {
  TrmDynamicsOptions options = {.formulation = formulation,
                                .integrator = integrator,
                                .tolerance = 1e-7,
                                .step = strcmp(integrator, "rk4") == 0 ? 2e-3 : 0,
                                .until = 0.01 * REPORTS,
                                .every = 0.01};
  return path ? motion_read(path, NULL, 0, &options) : motion_begin(machine, &options);
}

/* the values of all signals at the reports from `first` on; what can be saved at KEEP is */
static int follow(Motion *m, int first, double *values, double **saved) {
  for (int i = first; i <= REPORTS; i++) {
    if (!motion_advance(m, 0.01 * i)) return 0;
    memcpy(values + (size_t)i * m->count, m->values, m->count * sizeof *values);
    if (i != KEEP || !saved) continue;
    size_t size = trm_analysis_memory(m->a);
    CHECK(size > 0);
    *saved = calloc(size + 1, sizeof **saved);
    if (*saved && size) trm_analysis_save(m->a, *saved);
  }
  return 1;
}

static void check(const char *path, const char *formulation, const char *integrator,
                  size_t *events) {
  Motion once = begin(path, formulation, integrator), twice = begin(path, formulation, integrator);
  Motion later = begin(path, formulation, integrator);
  size_t size = (REPORTS + 1) * (once.count + 1);
  double *one = calloc(size, sizeof *one), *two = calloc(size, sizeof *two), *saved = NULL;
  double *rest = calloc(size, sizeof *rest);
  int good = one && two && rest && follow(&once, 1, one, &saved) && follow(&twice, 1, two, NULL);
  CHECK(good && saved);
  if (good && saved) {
    int same = memcmp(one, two, size * sizeof *one) == 0;
    CHECK(trm_analysis_load(later.a, saved) == TRM_OK);
    good = follow(&later, KEEP + 1, rest, NULL);
    size_t from = (KEEP + 1) * once.count;
    int goes_on = memcmp(one + from, rest + from, (REPORTS - KEEP) * once.count * sizeof *one) == 0;
    TrmDynamicsReport a = motion_report(&once), b = motion_report(&later);
    goes_on = goes_on && a.steps == b.steps && a.evaluations == b.evaluations &&
              a.events == b.events && a.energy_error == b.energy_error && a.work == b.work;
    CHECK(good && same && goes_on);
    if (!same || !goes_on)
      fprintf(stderr, "%s with %s: same %d, goes on %d\n",
              formulation ? formulation : "no formulation", integrator, same, goes_on);
    *events += a.events;
  }
  free(one);
  free(two);
  free(rest);
  free(saved);
  motion_end(&once);
  motion_end(&twice);
  motion_end(&later);
}

/* what is looked at on the way does not change the steps, also where stages need care; implicit
 * methods make their factors anew at some of the looks */
static void check_looks(const char *path, const char *integrator) {
  Motion often = begin(path, "constraint_force", integrator);
  Motion once = begin(path, "constraint_force", integrator);
  for (int i = 1; i <= REPORTS; i++) CHECK(motion_advance(&often, 0.01 * i));
  CHECK(motion_advance(&once, 0.01 * REPORTS));
  CHECK(once.count == often.count);
  CHECK(memcmp(once.values, often.values, once.count * sizeof *once.values) == 0);
  CHECK(motion_report(&once).steps == motion_report(&often).steps);
  CHECK(motion_report(&once).rejected == motion_report(&often).rejected);
  motion_end(&often);
  motion_end(&once);
}

int main(void) {
  size_t events = 0, none = 0;
  for (int i = 0; formulations[i]; i++)
    for (int k = 0; integrators[k]; k++)
      if ((i + k) % STRIDE == 0) check(NULL, formulations[i], integrators[k], &events);
  /* methods on the constraints, which need no formulation */
  for (int k = 0; on_constraints[k]; k++) {
    check(NULL, NULL, on_constraints[k], &events);
    check("examples/a04-bricard.yaml", NULL, on_constraints[k], &none);
    check("examples/a02-four-bars.yaml", NULL, on_constraints[k], &none);
  }
  /* rows that depend on each other, and a singular position: rates at projected places */
  static const char *const care[] = {"examples/a04-bricard.yaml", "examples/a02-four-bars.yaml"};
  for (int i = 0; i < 2; i++)
    for (int k = 0; integrators[k]; k++) {
      check(care[i], "constraint_force", integrators[k], &none);
      check(care[i], "projection", integrators[k], &none);
      if (k < 4) check_looks(care[i], integrators[k]);
    }
  /* the machine does what is to be kept */
  CHECK(events > 100 / STRIDE);
  printf("%zu events\n", events);
  return check_done();
}
