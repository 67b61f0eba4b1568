/* SPDX-License-Identifier: Apache-2.0
 *
 * Compare: one model moved by many methods at many tolerances. Each trial is a process of its own,
 * as many at a time as there are cores, so that one that is slow, fails or breaks harms no other;
 * what it found stands in memory shared with it.
 */
#ifndef TRM_CLI_COMPARE_H
#define TRM_CLI_COMPARE_H

#include "cli/command.h"
#include "cli/record.h"
#include "compile/system.h"

/* Bodies are compared at so many times at most, and so many numbers in all are kept of a trial. */
enum { TRM_TRIAL_TIMES = 100, TRM_TRIAL_NUMBERS = 1 << 20, TRM_BODY_NUMBERS = 7 };

typedef enum TrmTrialState {
  TRM_TRIAL_WAITS,
  TRM_TRIAL_RUNS,
  TRM_TRIAL_DONE,
  TRM_TRIAL_FAILED, /* the method said why, or broke */
  TRM_TRIAL_SLOW,   /* it was given up */
  TRM_TRIAL_LEFT    /* not tried, since a looser tolerance was slow or failed */
} TrmTrialState;

/* What a trial writes into shared memory: texts by name, counts, seconds of CPU time, and then
 * position and Euler parameters of every body at every time. */
typedef struct TrmTrialOutcome {
  int done;
  char formulation[40], integrator[40], reason[200], why[200], code[8];
  size_t steps, rejected, evaluations, factorisations;
  double seconds;
  double places[];
} TrmTrialOutcome;

/* A method as it is asked for: NULL or "auto" where the model's default serves. */
typedef struct TrmMethod {
  const char *formulation, *integrator;
  int fixed;  /* its steps are given, not its tolerance */
  int listed; /* it is compared; else it serves for the reference alone */
  int implicit, order;
} TrmMethod;

typedef struct TrmTrial {
  size_t method;          /* its number */
  double tolerance, step; /* one of them, the other 0 */
  int for_reference;      /* tighter than any that is compared */
  TrmTrialState state;
  TrmTrialOutcome *outcome;
  double error; /* against the reference; NaN: none */
  int below;    /* it is less than the reference is known to */
} TrmTrial;

typedef struct TrmComparison {
  TrmRequest *request;
  TrmLog *log;
  const TrmSystem *system;
  const TrmRun *run; /* of the model's `simulate`, or NULL */
  TrmTimes span;
  TrmMethod *methods;
  size_t method_count, method_capacity;
  TrmTrial *trials;
  size_t trial_count, trial_capacity;
  size_t bodies, times;    /* that are compared */
  double limit;            /* seconds of CPU time that a trial may take */
  size_t workers;          /* trials at a time */
  double wanted;           /* the error that methods are compared at */
  double *size;            /* range of the position and the turn of each body: 2 numbers each */
  size_t reference, check; /* trials; the number of trials: none */
  double trust;            /* how far these two are apart */
  int at_rest;             /* nothing moves */
  size_t best;             /* trial; the number of trials: none */
  int interrupted;
} TrmComparison;

/* compare_run.c: run all trials. A bar on a terminal. An interrupt ends all. */
TrmStatus trm_comparison_run(TrmComparison *c);

/* The options of a trial. */
TrmDynamicsOptions trm_trial_options(const TrmComparison *c, const TrmTrial *trial);

/* compare_judge.c: the reference, the errors, the best. */
void trm_comparison_judge(TrmComparison *c);

/* The trial of a method that reaches the error wanted in the least time, or comes nearest to it;
 * the number of trials where none came to the end. */
size_t trm_comparison_of_method(const TrmComparison *c, size_t method);

/* compare_report.c: for people, other programs and papers. */
void trm_comparison_table(const TrmComparison *c, TrmText *out);
void trm_comparison_advice(const TrmComparison *c, TrmText *out);
void trm_comparison_csv(const TrmComparison *c, TrmText *out);
void trm_comparison_json(const TrmComparison *c, const char *plot, TrmText *out);
void trm_comparison_plot(const TrmComparison *c, TrmText *out);

/* "constraint_force + dop853" as it ran, or as it was asked for. */
const char *trm_trial_name(const TrmComparison *c, const TrmTrial *trial);

/* "tolerance 1e-6" or "step 0.01 s". */
const char *trm_trial_setting(const TrmComparison *c, const TrmTrial *trial);

#endif
