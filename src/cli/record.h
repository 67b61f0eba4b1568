/* SPDX-License-Identifier: Apache-2.0
 *
 * Record: an analysis carried through its times, its signals written to a result file and, when
 * asked for, to CSV, with progress on a terminal. What was computed is kept, whatever happens.
 */
#ifndef TRM_CLI_RECORD_H
#define TRM_CLI_RECORD_H

#include "cli/command.h"
#include "trammel/analysis.h"

struct TrmRun; /* compile/system.h */

/* When to stop and how often to report, s. */
typedef struct TrmTimes {
  double until;
  size_t intervals;
} TrmTimes;

/* Options of every command that records. */
#define TRM_RECORD_OPTIONS                                                                         \
  {"csv", 0, NULL, "FILE", NULL, "write the signals to FILE as CSV (- is standard output)"}, {     \
    "signals", 0, NULL, "LIST", NULL, "only these signals, such as time,crank.*,rocker_angle"      \
  }

/* How the assembly weighs; for commands that assemble only or first. */
#define TRM_WEIGHTS_OPTION                                                                         \
  {                                                                                                \
    "weights", 0, NULL, "KIND", "plain|inertia",                                                   \
        "what a change counts in the assembly: plain or inertia"                                   \
  }

/* How often checkpoints are written; for commands that write them. */
#define TRM_CHECKPOINT_OPTION                                                                      \
  {                                                                                                \
    "checkpoint-every", 0, NULL, "SECONDS", NULL,                                                  \
        "least time between checkpoints, of the clock on the wall (0.25)"                          \
  }

/* Assemble and move through the span, printing what happened. */
TrmStatus trm_record_kinematics(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                                const TrmSystem *system, TrmTimes span);

/* The assembled position alone. */
TrmStatus trm_record_assembly(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                              const TrmSystem *system);

/* Go on with the run of a checkpoint file. */
TrmStatus trm_record_resume(TrmRequest *request, TrmLog *log, const char *path);

/* Read, check and lay out the model of a request; all is freed with it. */
TrmStatus trm_request_analysis(TrmRequest *request, TrmLog *log, TrmModel **model,
                               TrmSystem **system, TrmAnalysis **analysis);

/* The span that --until, --every and --steps give, else what `run`, or the model's first analysis
 * of this name when `run` is NULL, says; 0 and a message when neither does. */
int trm_request_span(TrmRequest *request, const TrmSystem *system, const char *name,
                     const struct TrmRun *run, TrmTimes *span);

/* Options of commands that move a model through time. */
#define TRM_SPAN_OPTIONS                                                                           \
  {"until", 0, NULL, "TIME", NULL, "when it ends, in the model's unit of time"},                   \
      {"every", 0, NULL, "TIME", NULL, "interval of the results"}, {                               \
    "steps", 0, NULL, "NUMBER", NULL, "number of intervals, in place of --every"                   \
  }

/* Which method of dynamics, and how well. */
#define TRM_METHOD_OPTIONS                                                                         \
  {"integrator",                                                                                   \
   0,                                                                                              \
   NULL,                                                                                           \
   "NAME",                                                                                         \
   "auto|dop853|dopri5|abm|bdf|radau5|gstiff|si2|hht|generalized_alpha|rk4|moreau",                \
   "method that steps through time"},                                                              \
      {"formulation",                                                                              \
       0,                                                                                          \
       NULL,                                                                                       \
       "NAME",                                                                                     \
       "auto|constraint_force|projection|multipliers|baumgarte|penalty|augmented_lagrangian|"      \
       "partitioning",                                                                             \
       "how the joints enter the equations"},                                                      \
      {"solver", 0, NULL, "NAME", "auto|tree|schur|sparse", "how accelerations are eliminated"},   \
      {"tolerance", 0, NULL, "NUMBER", NULL, "error allowed in a step, relative (1e-8)"},          \
      {"step", 0, NULL, "TIME", NULL, "step of rk4, or the first one tried"}, {                    \
    "max-step", 0, NULL, "TIME", NULL, "largest step"                                              \
  }

/* What the method options say, over what `o` holds; 0 after a message. */
int trm_request_method(TrmRequest *request, const TrmSystem *system, TrmDynamicsOptions *o);

/* The first analysis of this name that the model lists, or NULL. */
const struct TrmRun *trm_request_run(const TrmSystem *system, const char *name);

/* A positive number of an option; -1 after a message, 0 when it was not given. */
double trm_request_number(const TrmRequest *request, const char *name);

/* Assemble and move under forces, as `run` (NULL: the model's first `dynamics`) and the options
 * say.
 */
TrmStatus trm_record_dynamics(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                              const TrmSystem *system, const struct TrmRun *run);

/* Assemble, find the equilibrium as `run` (NULL: the model's first `statics`) and the options say,
 * and keep it. */
TrmStatus trm_record_statics(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                             const TrmSystem *system, const struct TrmRun *run);

/* Assemble and follow the equilibrium through time, in the same way. */
TrmStatus trm_record_quasistatics(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                                  const TrmSystem *system, const struct TrmRun *run);

/* A command that is one of these three: read the model of the request and record it. */
typedef TrmStatus (*TrmRecord)(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                               const TrmSystem *system, const struct TrmRun *run);
TrmStatus trm_request_record(TrmRequest *request, TrmRecord record);

/* Options of commands that seek an equilibrium. */
#define TRM_STATICS_OPTIONS                                                                        \
  {"stable", 0, NULL, NULL, NULL, "go on from an unstable equilibrium to a stable one"},           \
      {"tolerance", 0,                                                                             \
       NULL,        "NUMBER",                                                                      \
       NULL,        "largest force left unbalanced, relative to the forces in the model (1e-8)"},  \
  {                                                                                                \
    "iterations", 0, NULL, "NUMBER", NULL,                                                         \
        "iterations of Newton's method before the model is relaxed instead (50)"                   \
  }

#endif
