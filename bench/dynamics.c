/* SPDX-License-Identifier: Apache-2.0
 *
 * Time to solution: the benchmarks that the peers solve too, with formulations, integrators and
 * tolerances until the tightest error that is wanted is met. CPU time is of the stepping alone,
 * best of several; it contains the watch over the energy. The error is that of the final position
 * (A01) or the largest defect of the energy balance after any step (J).
 *   solve trammel MODEL SETTING CPU_MS ERROR POSITION NOISE    (NOISE: slowest over fastest)
 */
#include "peers/mechanism.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <trammel/trammel.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* a benchmark: its example, and the marker whose place at the end is known */
typedef struct Case {
  const char *file, *windows, *marker;
} Case;

static const Case cases[] = {{"a01-pendulum", NULL, "ball"},
                             {"a02-four-bars", "2", "u0.top"},
                             {"a02-four-bars", "40", "u0.top"},
                             {"a03-andrews", NULL, "FE.end"},
                             {"a04-bricard", NULL, "rod2.corner"}};
enum { CASES = sizeof cases / sizeof *cases, MOST_ROUNDS = 9 };

typedef struct Method {
  const char *formulation, *integrator;
} Method;

static const Method methods[] = {{"constraint_force", "dop853"}, {"constraint_force", "abm"},
                                 {"constraint_force", "dopri5"}, {"baumgarte", "dop853"},
                                 {"baumgarte", "abm"},           {"augmented_lagrangian", "dop853"},
                                 {"projection", "abm"},          {"augmented_lagrangian", "abm"}};
enum { METHODS = sizeof methods / sizeof *methods };

static void make(const Case *c, Mechanism *m) {
  if (c->windows)
    mechanism_a02(m, atoi(c->windows));
  else if (c->file[2] == '1')
    mechanism_a01(m);
  else if (c->file[2] == '3')
    mechanism_a03(m);
  else
    mechanism_a04(m);
}

/* what one run gave */
typedef struct Outcome {
  double cpu, energy, miss;
} Outcome;

/* how far the marker is from where it should be */
static double miss_of(TrmAnalysis *a, const Case *c, const Mechanism *m) {
  static const char *const axes[] = {"x", "y", "z"};
  size_t count = trm_analysis_signals(a), found = 0;
  double *values = malloc((count + 1) * sizeof *values), sum = 0;
  if (!values) return HUGE_VAL;
  trm_analysis_values(a, values);
  for (size_t i = 0; i < count; i++)
    for (int k = 0; k < 3; k++) {
      char name[64];
      snprintf(name, sizeof name, "%s.%s", c->marker, axes[k]);
      if (strcmp(trm_analysis_signal(a, i, NULL), name) != 0) continue;
      sum += (values[i] - m->expected[k]) * (values[i] - m->expected[k]);
      found++;
    }
  free(values);
  return found >= 2 ? sqrt(sum) : HUGE_VAL;
}

static Outcome run(const TrmSystem *system, const Case *c, const Mechanism *m,
                   const TrmDynamicsOptions *options) {
  Outcome out = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
  TrmLog *log = trm_log_new();
  TrmAnalysis *a = NULL;
  if (trm_analysis_new(system, log, &a) == TRM_OK && trm_analysis_assemble(a, log) == TRM_OK &&
      trm_analysis_begin_dynamics(a, options, log) == TRM_OK) {
    double start = now();
    TrmStatus status = trm_analysis_advance(a, m->until, log);
    double took = now() - start;
    TrmDynamicsReport report;
    trm_analysis_dynamics(a, &report);
    if (status == TRM_OK) out = (Outcome){took, report.energy_error, miss_of(a, c, m)};
  }
  trm_analysis_free(a);
  trm_log_free(log);
  return out;
}

/* one setting: a line, and its error */
static double measure(const TrmSystem *system, const Case *c, const Mechanism *m,
                      const Method *method, double tolerance, double *cpu) {
  TrmDynamicsOptions options = {.formulation = method->formulation,
                                .integrator = method->integrator,
                                .tolerance = tolerance,
                                .until = m->until};
  Outcome best = run(system, c, m, &options);
  double slowest = best.cpu, spent = best.cpu, error = m->by_position ? best.miss : best.energy;
  for (int i = 1; i < MOST_ROUNDS && spent < 0.5 && isfinite(error); i++) {
    Outcome one = run(system, c, m, &options);
    best.cpu = fmin(best.cpu, one.cpu);
    slowest = fmax(slowest, one.cpu);
    spent += one.cpu;
  }
  printf("solve trammel %s %s+%s,tolerance=%.3g ", m->name, method->formulation, method->integrator,
         tolerance);
  if (isfinite(error))
    printf("%.5g %.3g %.3g %.2f\n", 1e3 * best.cpu, error, best.miss, slowest / best.cpu);
  else
    printf("- failed - -\n");
  fflush(stdout);
  *cpu = best.cpu;
  return error;
}

/* from loose to tight, finer around the errors that are wanted, until errors shrink no more or a
 * run takes longer than others that did better */
static void sweep(const TrmSystem *system, const Case *c, const Mechanism *m, const Method *method,
                  double best[2]) {
  const double factor = pow(10, 0.25);
  double least = HUGE_VAL;
  for (double tolerance = 1e-2, worse = 0; tolerance > 1e-13 && worse < 4; tolerance /= factor) {
    double cpu = HUGE_VAL, error = measure(system, c, m, method, tolerance, &cpu);
    for (int k = 0; k < 2; k++)
      if (error <= (k ? m->tight : m->loose)) best[k] = fmin(best[k], cpu);
    worse = error < 0.9 * least ? 0 : worse + 1;
    least = fmin(least, error);
    if (error <= m->tight || (isfinite(cpu) && cpu > 1.5 * best[least <= m->loose])) break;
    /* far from what is wanted steps may be longer */
    if (error > 30 * m->loose || (error < 0.3 * m->loose && error > 30 * m->tight))
      tolerance /= factor;
  }
}

int main(int count, char **words) {
  int good = 1;
  puts("A line for every run: engine, model, setting, CPU ms, error, miss of the end (m), noise\n");
  for (int k = 0; k < CASES; k++) {
    Mechanism m;
    TrmLog *log = trm_log_new();
    TrmModel *model = NULL;
    TrmSystem *system = NULL;
    TrmSetting setting = {"N", cases[k].windows};
    char path[128];
    make(&cases[k], &m);
    if (count > 1 && strcmp(words[1], m.name) != 0) continue;
    snprintf(path, sizeof path, "examples/%s.yaml", cases[k].file);
    good &= trm_model_read(path, &setting, cases[k].windows ? 1 : 0, log, &model) == TRM_OK &&
            trm_system_compile(model, log, &system) == TRM_OK;
    double best[2] = {HUGE_VAL, HUGE_VAL};
    for (int i = 0; system && i < METHODS; i++) sweep(system, &cases[k], &m, &methods[i], best);
    trm_system_free(system);
    trm_model_free(model);
    trm_log_free(log);
  }
  return good ? 0 : 1;
}
