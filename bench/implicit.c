/* SPDX-License-Identifier: Apache-2.0
 *
 * Methods on the constraints: steps for an error beside those of the prototype they were made from;
 * iterations of Newton's method and factorisations for a step, and the time of steps beside that of
 * residuals, factorisations and solutions; their time beside the best explicit method where nothing
 * is stiff, and on suspension arms in bushings of 1e7 N/m; and their time for a body on ladders.
 *   steps METHOD MECHANISM ERROR STEPS PROTOTYPE RATIO
 *   newton METHOD MECHANISM ITERATIONS FACTORISATIONS WHOLE/KERNELS
 *   plain MECHANISM METHOD TIME_MS BEST_EXPLICIT_MS RATIO
 *   stiff METHOD TIME_MS BEST_EXPLICIT_MS RATIO
 *   ladder METHOD BODIES MICROSECONDS_PER_BODY_AND_STEP RATIO
 */
#include "analysis/dynamics_data.h"
#include "analysis/kinematics.h"
#include "ladder.h"
#include "reference/cell.h"
#include "verify/arms.h"

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* a run that can be looked into */
typedef struct Run {
  TrmArena *arena;
  TrmLog *log;
  TrmModel *model;
  TrmSystem *system;
  TrmDynamics *d;
  double until, took;
  TrmDynamicsOptions options;
} Run;

static void begin_inside(void *context) {
  Run *run = context;
  TrmMechanism *m = trm_mechanism_new(run->arena, run->system, run->log);
  trm_mechanism_begin_courses(m);
  if (trm_mechanism_assemble(m, run->log) == TRM_OK)
    run->d = trm_dynamics_new(run->arena, m, &run->options, run->log);
}

static void go_inside(void *context) {
  Run *run = context;
  double began = now();
  if (trm_dynamics_advance(run->d, run->until, run->log) != TRM_OK) run->d = NULL;
  run->took = now() - began;
}

static Run begin(const char *path, const char *text, const char *method, double tolerance,
                 double until) {
  Run run = {.arena = trm_arena_new(), .log = trm_log_new(), .until = until};
  run.options = (TrmDynamicsOptions){.integrator = method, .tolerance = tolerance, .until = until};
  TrmStatus status =
      text ? trm_model_parse(text, strlen(text), "model", NULL, 0, run.log, &run.model)
           : trm_model_read(path, NULL, 0, run.log, &run.model);
  if (status == TRM_OK) status = trm_system_compile(run.model, run.log, &run.system);
  if (status == TRM_OK) trm_guard(begin_inside, &run);
  return run;
}

static void finish(Run *run) {
  trm_arena_free(run->arena);
  trm_system_free(run->system);
  trm_model_free(run->model);
  trm_log_free(run->log);
}

/* the calls of a method on the constraints, timed */
static TrmDae inner;
static double kernels;
static size_t iterations, factors;

static TrmStatus residual(void *context, double t, const double *y, const double *rate,
                          const double *lambda, double *r) {
  double began = now();
  TrmStatus status = inner.residual(context, t, y, rate, lambda, r);
  kernels += now() - began;
  return status;
}

static TrmStatus factor(void *context, const TrmStepScale *scale) {
  double began = now();
  TrmStatus status = inner.factor(context, scale);
  kernels += now() - began;
  factors++;
  return status;
}

static TrmStatus solve(void *context, const TrmStepScale *scale, double *r) {
  double began = now();
  TrmStatus status = inner.solve(context, scale, r);
  kernels += now() - began;
  iterations++;
  return status;
}

static TrmStatus factor_pair(void *context, double gamma, double re, double im) {
  double began = now();
  TrmStatus status = inner.factor_pair(context, gamma, re, im);
  kernels += now() - began;
  factors++;
  return status;
}

static TrmStatus solve_complex(void *context, double *re, double *im) {
  double began = now();
  TrmStatus status = inner.solve_complex(context, re, im);
  kernels += now() - began;
  return status;
}

static TrmStatus close_timed(void *context, double t, double *y) {
  double began = now();
  TrmStatus status = inner.close(context, t, y);
  kernels += now() - began;
  return status;
}

static const char *const methods[] = {"gstiff", "si2", "radau5", "hht", "generalized_alpha"};
enum { METHODS = sizeof methods / sizeof *methods };

static void measure_newton(void) {
  double sum[3] = {0};
  int count = 0;
  printf("\niterations and factorisations for a step at 1e-6, and time over that of kernels\n");
  for (int m = 0; m < METHODS; m++)
    for (int b = 0; b < BENCHMARKS; b++) {
      char path[256];
      snprintf(path, sizeof path, "examples/%s.yaml", benchmarks[b].model);
      Run run = begin(path, NULL, methods[m], 1e-6, b == 2 ? 0.03 : 10);
      if (!run.d) continue;
      inner = run.d->dae;
      kernels = 0;
      iterations = factors = 0;
      run.d->dae.residual = residual;
      run.d->dae.factor = factor;
      run.d->dae.solve = solve;
      run.d->dae.factor_pair = factor_pair;
      run.d->dae.solve_complex = solve_complex;
      run.d->dae.close = close_timed;
      trm_guard(go_inside, &run);
      if (!run.d) continue;
      double steps = (double)(run.d->stepper->count.steps + run.d->stepper->count.rejected);
      /* the estimate of radau5 solves once more */
      double rounds = (double)iterations / steps - (strcmp(methods[m], "radau5") == 0);
      double each[3] = {rounds, (double)factors / steps, run.took / kernels};
      printf("newton %-18s %s %6.2f %6.2f %6.2f\n", methods[m], benchmarks[b].name, each[0],
             each[1], each[2]);
      for (int k = 0; k < 3; k++) sum[k] += each[k];
      count++;
      finish(&run);
    }
  printf("on average %.2f iterations, %.2f factorisations, time %.2f of that of kernels\n",
         sum[0] / count, sum[1] / count, sum[2] / count);
}

/* worst error of positions over the run, in m or rad, and its steps */
static double follow(int b, const char *method, double tolerance, int lengths, size_t *steps) {
  static Table table;
  double worst[2] = {HUGE_VAL, HUGE_VAL};
  TrmDynamicsOptions options = {.integrator = method, .tolerance = tolerance, .until = 10};
  char path[256];
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmAnalysis *a = NULL;
  TrmDynamicsReport report = {0};
  snprintf(path, sizeof path, "examples/%s.yaml", benchmarks[b].model);
  table_read(&table, benchmarks[b].table);
  if (lengths) table.columns = 2;
  TrmStatus status = trm_model_read(path, NULL, 0, log, &model);
  if (status == TRM_OK) status = trm_system_compile(model, log, &system);
  if (status == TRM_OK) status = trm_analysis_new(system, log, &a);
  if (status == TRM_OK) status = trm_analysis_assemble(a, log);
  if (status == TRM_OK) status = trm_analysis_begin_dynamics(a, &options, log);
  if (status == TRM_OK) table_measure(a, &table, 0, log, worst);
  if (status == TRM_OK) trm_analysis_dynamics(a, &report);
  *steps = report.steps;
  trm_analysis_free(a);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
  return worst[0];
}

/* on a line of logarithms between tolerances half a decade apart */
static double steps_for(int b, const char *method, int lengths, double goal) {
  double last = HUGE_VAL;
  size_t before = 0, steps = 0;
  for (double t = 1e-4; t > 1e-13; t /= sqrt(10)) {
    double error = follow(b, method, t, lengths, &steps);
    if (error <= goal) {
      if (!(last < HUGE_VAL)) return (double)steps;
      double part = log(last / goal) / log(last / error);
      return exp(log((double)before) + part * log((double)steps / (double)before));
    }
    last = error;
    before = steps;
  }
  return HUGE_VAL;
}

static void measure_steps(void) {
  static const int which[] = {0, 1, 3, 4};
  static const double goals[] = {1e-4, 1e-6};
  /* the prototype's, by error, method and mechanism */
  static const double known[2][3][4] = {
      {{811, 1411, 280, 580}, {663, 1161, 273, 542}, {301, 409, 137, 275}},
      {{2062, 2982, 565, 1697}, {2044, 2978, 554, 1371}, {701, 1253, 242, 472}}};
  printf("steps for the largest deviation over 10 s, and beside the prototype's\n");
  for (int g = 0; g < 2; g++)
    for (int m = 0; m < 3; m++)
      for (int k = 0; k < 4; k++) {
        int b = which[k];
        double steps = steps_for(b, methods[m], 0, goals[g]);
        printf("steps %-8s %s %.0e %6.0f %6.0f %.2f\n", methods[m], benchmarks[b].name, goals[g],
               steps, known[g][m][k], steps / known[g][m][k]);
      }
  printf("steps %-8s %s %.0e %6.0f (its height alone)\n", methods[2], benchmarks[4].name, 1e-6,
         steps_for(4, methods[2], 1, 1e-6));
}

/* CPU time for an error of 1e-4 of the range, the least over tolerances, on a line between them */
static double time_of(const Benchmark *it, const char *method) {
  double least = HUGE_VAL, last = HUGE_VAL, before = 0;
  for (double t = 1e-3; t > 1e-11; t /= 10) {
    Cell best = {.seconds = HUGE_VAL};
    for (int round = 0; round < 3; round++) {
      TrmDynamicsOptions options = {.integrator = method, .tolerance = t};
      Cell cell = cell_run(it, &options);
      cell.seconds = fmin(cell.seconds, best.seconds);
      best = cell;
    }
    if (best.error <= 1e-4) {
      double part = last < HUGE_VAL ? log(last / 1e-4) / log(last / best.error) : 1;
      double time = part < 1 ? before * pow(best.seconds / before, part) : best.seconds;
      return fmin(least, time);
    }
    last = best.error;
    before = best.seconds;
  }
  return least;
}

static void measure_plain(void) {
  static const char *const explicit[] = {"dop853", "dopri5", "abm"};
  printf("\ntime for an error of 1e-4 of the range where nothing is stiff\n");
  for (int b = 0; b < 4; b++) {
    double best = HUGE_VAL;
    for (int k = 0; k < 3; k++) best = fmin(best, time_of(&benchmarks[b], explicit[k]));
    for (int m = 0; m < 3; m++) {
      double time = time_of(&benchmarks[b], methods[m]);
      printf("plain %s %-8s %8.3g %8.3g %6.1f\n", benchmarks[b].name, methods[m], 1e3 * time,
             1e3 * best, time / best);
    }
  }
}

/* places of all bodies at the end, and the time */
static double end_of(const char *text, const char *method, double tolerance, double *places) {
  double least = HUGE_VAL;
  for (int round = 0; round < 2; round++) {
    Run run = begin(NULL, text, method, tolerance, 0.5);
    if (run.d) trm_guard(go_inside, &run);
    if (run.d) least = fmin(least, run.took);
    for (int i = 0; run.d && i < 2 * PAIRS; i++)
      memcpy(places + 3 * i, run.d->m->state->body[i].r, 3 * sizeof *places);
    finish(&run);
    if (least > 1) break;
  }
  return least;
}

static void measure_stiff(void) {
  static const char *const names[] = {"dop853", "dopri5", "abm", "gstiff", "si2", "radau5"};
  char *text = row_of_arms();
  double truth[6 * PAIRS], places[6 * PAIRS], best = HUGE_VAL;
  printf("\nthirty bodies in bushings of 1e7 N/m, 0.5 s: time for an error of 1e-6 m\n");
  end_of(text, "radau5", 1e-11, truth);
  for (int k = 0; k < 6; k++) {
    double time = HUGE_VAL;
    for (double t = 1e-4; t > 1e-10 && !(time < HUGE_VAL); t /= 10) {
      double worst = 0, took = end_of(text, names[k], t, places);
      for (int i = 0; i < 6 * PAIRS; i++) worst = fmax(worst, fabs(places[i] - truth[i]));
      if (worst <= 1e-6) time = took;
    }
    if (k < 3) best = fmin(best, time);
    printf("stiff %-8s %8.3g %8.3g %6.1f\n", names[k], 1e3 * time, 1e3 * best, best / time);
  }
  free(text);
}

static void measure_ladders(void) {
  printf("\nladders: time for a body and a step\n");
  for (int m = 0; m < 3; m++) {
    double first = 0;
    for (int bodies = 100; bodies <= 10000; bodies *= 10) {
      char *text = NULL;
      size_t length = 0;
      FILE *out = open_memstream(&text, &length);
      fputs("trammel: 1\nplanar: true\ngravity: [0, -9.81]\n", out);
      write_loops(out, bodies / 2, 1, "1/12");
      fclose(out);
      double least = HUGE_VAL;
      for (int round = 0; round < (bodies < 1000 ? 9 : 2); round++) {
        Run run = begin(NULL, text, methods[m], 1e-4, 0.2);
        if (run.d) trm_guard(go_inside, &run);
        if (run.d) least = fmin(least, run.took / (double)run.d->stepper->count.steps / bodies);
        finish(&run);
      }
      if (bodies == 100) first = least;
      printf("ladder %-8s %6d %8.3g %.2f\n", methods[m], bodies, 1e6 * least, least / first);
      free(text);
    }
  }
}

int main(void) {
  measure_steps();
  measure_newton();
  measure_plain();
  measure_stiff();
  measure_ladders();
  return 0;
}
