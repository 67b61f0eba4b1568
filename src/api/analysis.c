/* SPDX-License-Identifier: Apache-2.0
 *
 * Analysis as programs see it: a mechanism and its signals, each call inside a guard.
 */
#include "trammel/analysis.h"
#include "analysis/changes.h"
#include "analysis/dynamics.h"
#include "analysis/freedoms.h"
#include "analysis/kinematics.h"
#include "analysis/signals.h"
#include "analysis/statics.h"
#include "api/place.h"
#include "base/clock.h"
#include <stdlib.h>

struct TrmAnalysis {
  TrmArena *arena;
  const TrmSystem *system;
  TrmMechanism *mechanism;
  TrmSignals *signals;
  TrmDynamics *dynamics;  /* NULL: kinematics, or */
  TrmStatics *statics;    /* an equilibrium, */
  int follows;            /* which is followed through time */
  TrmBodyChange *changes; /* of each body, by the assembly */
  size_t change_count;
  double assembly;      /* seconds it took */
  TrmLinearPlace place; /* of the linear model */
};

/* one guarded call */
typedef struct Call {
  TrmAnalysis *analysis;
  TrmLog *log;
  TrmStatus status;
} Call;

static void make(void *context) {
  Call *call = context;
  TrmAnalysis *a = call->analysis;
  a->mechanism = trm_mechanism_new(a->arena, a->system, call->log);
  if (a->mechanism) a->signals = trm_signals_new(a->arena, a->mechanism);
  call->status = a->mechanism ? TRM_OK : TRM_BAD_MODEL;
}

TrmLinearPlace *trm_analysis_place(TrmAnalysis *analysis) {
  analysis->place.m = analysis->mechanism;
  return &analysis->place;
}

static TrmStatus guarded(TrmAnalysis *analysis, TrmLog *log, void (*body)(void *context)) {
  Call call = {analysis, log, TRM_OK};
  TrmStatus status = trm_guard(body, &call);
  return status == TRM_OK ? call.status : status;
}

TrmStatus trm_analysis_new(const TrmSystem *system, TrmLog *log, TrmAnalysis **analysis) {
  *analysis = NULL;
  TrmAnalysis *made = calloc(1, sizeof *made);
  if (!made) return TRM_NO_MEMORY;
  made->system = system;
  made->arena = trm_arena_new();
  TrmStatus status = made->arena ? guarded(made, log, make) : TRM_NO_MEMORY;
  if (status == TRM_OK) {
    *analysis = made;
  } else {
    trm_analysis_free(made);
  }
  return status;
}

void trm_analysis_free(TrmAnalysis *analysis) {
  if (!analysis) return;
  trm_arena_free(analysis->place.arena);
  trm_arena_free(analysis->arena);
  free(analysis);
}

void trm_analysis_weigh(TrmAnalysis *analysis, int by_inertia) {
  analysis->mechanism->by_inertia = by_inertia != 0;
}

static void assemble(void *context) {
  Call *call = context;
  TrmAnalysis *a = call->analysis;
  size_t bodies = a->mechanism->eq->body_count;
  if (!a->changes) a->changes = trm_arena_array(a->arena, bodies + 1, sizeof *a->changes);
  trm_mechanism_begin_courses(a->mechanism);
  call->status = trm_mechanism_assemble(a->mechanism, call->log);
  trm_mechanism_changes(a->mechanism, a->changes);
  a->change_count = bodies;
}

TrmStatus trm_analysis_assemble(TrmAnalysis *analysis, TrmLog *log) {
  double began = trm_clock();
  TrmStatus status = guarded(analysis, log, assemble);
  analysis->assembly += trm_clock() - began;
  return status;
}

int trm_analysis_change(const TrmAnalysis *analysis, size_t index, TrmBodyChange *change) {
  if (index >= analysis->change_count) return 0;
  *change = analysis->changes[index];
  return 1;
}

static void drive(void *context) {
  Call *call = context;
  call->status = trm_mechanism_drive(call->analysis->mechanism, call->log);
}

TrmStatus trm_analysis_drive(TrmAnalysis *analysis, TrmLog *log) {
  return guarded(analysis, log, drive);
}

typedef struct Advance {
  Call call;
  double time;
} Advance;

static void advance(void *context) {
  Advance *a = context;
  TrmAnalysis *analysis = a->call.analysis;
  if (analysis->follows) {
    a->call.status = trm_quasistatics_advance(analysis->statics, a->time, a->call.log);
    return;
  }
  a->call.status = analysis->dynamics
                       ? trm_dynamics_advance(analysis->dynamics, a->time, a->call.log)
                       : trm_mechanism_advance(analysis->mechanism, a->time, a->call.log);
}

TrmStatus trm_analysis_advance(TrmAnalysis *analysis, double time, TrmLog *log) {
  Advance a = {{analysis, log, TRM_OK}, time};
  TrmStatus status = trm_guard(advance, &a);
  return status == TRM_OK ? a.call.status : status;
}

typedef struct Begin {
  Call call;
  const TrmDynamicsOptions *options;
} Begin;

static void begin_dynamics(void *context) {
  Begin *b = context;
  TrmAnalysis *a = b->call.analysis;
  trm_mechanism_rank(a->mechanism);
  a->dynamics = trm_dynamics_new(a->arena, a->mechanism, b->options, b->call.log);
  b->call.status = a->dynamics ? TRM_OK : TRM_BAD_MODEL;
}

TrmStatus trm_analysis_begin_dynamics(TrmAnalysis *analysis, const TrmDynamicsOptions *options,
                                      TrmLog *log) {
  Begin b = {{analysis, log, TRM_OK}, options};
  TrmStatus status = trm_guard(begin_dynamics, &b);
  return status == TRM_OK ? b.call.status : status;
}

void trm_analysis_dynamics(const TrmAnalysis *analysis, TrmDynamicsReport *report) {
  *report = (TrmDynamicsReport){0};
  if (!analysis->dynamics) return;
  trm_dynamics_report(analysis->dynamics, report);
  report->seconds.assembly = analysis->assembly;
}

size_t trm_analysis_happened(const TrmAnalysis *analysis, const TrmHappening **list) {
  return analysis->dynamics ? trm_dynamics_happened(analysis->dynamics, list) : 0;
}

typedef struct Rest {
  Call call;
  const TrmStaticsOptions *options;
} Rest;

static void find_rest(void *context) {
  Rest *r = context;
  TrmAnalysis *a = r->call.analysis;
  a->statics = trm_statics_new(a->arena, a->mechanism, r->options, r->call.log);
  r->call.status = a->statics ? trm_statics_find(a->statics, r->call.log) : TRM_BAD_MODEL;
}

TrmStatus trm_analysis_statics(TrmAnalysis *analysis, const TrmStaticsOptions *options,
                               TrmLog *log) {
  Rest r = {{analysis, log, TRM_OK}, options};
  TrmStatus status = trm_guard(find_rest, &r);
  return status == TRM_OK ? r.call.status : status;
}

TrmStatus trm_analysis_begin_quasistatics(TrmAnalysis *analysis, const TrmStaticsOptions *options,
                                          TrmLog *log) {
  TrmStatus status = trm_analysis_statics(analysis, options, log);
  if (status != TRM_OK) return status;
  trm_quasistatics_begin(analysis->statics);
  analysis->follows = 1;
  return TRM_OK;
}

void trm_analysis_equilibrium(const TrmAnalysis *analysis, TrmStaticsReport *report) {
  *report = (TrmStaticsReport){0};
  if (analysis->statics) trm_statics_report(analysis->statics, report);
}

void trm_analysis_begin_at(TrmAnalysis *analysis, const TrmAnalysis *other) {
  TrmMechanism *m = analysis->mechanism;
  trm_state_copy(m->eq, other->mechanism->state, m->state);
  m->states_begun = 1;
}

size_t trm_analysis_memory(const TrmAnalysis *analysis) {
  return analysis->dynamics && trm_dynamics_may_save(analysis->dynamics)
             ? trm_dynamics_memory(analysis->dynamics) + trm_analysis_signals(analysis)
             : 0;
}

void trm_analysis_save(const TrmAnalysis *analysis, double *memory) {
  trm_dynamics_save(analysis->dynamics, memory);
  trm_signals_save(analysis->signals, memory + trm_dynamics_memory(analysis->dynamics));
}

TrmStatus trm_analysis_load(TrmAnalysis *analysis, const double *memory) {
  trm_signals_load(analysis->signals, memory + trm_dynamics_memory(analysis->dynamics));
  return trm_dynamics_load(analysis->dynamics, memory);
}

size_t trm_analysis_signals(const TrmAnalysis *analysis) {
  size_t count;
  trm_signals_list(analysis->signals, &count);
  return count;
}

const char *trm_analysis_signal(const TrmAnalysis *analysis, size_t index, const char **unit) {
  size_t count;
  const TrmSignalInfo *list = trm_signals_list(analysis->signals, &count);
  if (index >= count) return NULL;
  if (unit) *unit = list[index].unit;
  return list[index].name;
}

void trm_analysis_values(TrmAnalysis *analysis, double *values) {
  trm_signals_evaluate(analysis->signals, analysis->mechanism, values);
}

/* values to be judged */
typedef struct Reading {
  Call call;
  double *values;
} Reading;

static void read_values(void *context) {
  Reading *r = context;
  TrmAnalysis *a = r->call.analysis;
  trm_signals_evaluate(a->signals, a->mechanism, r->values);
  int good = trm_signals_finite(a->signals, a->mechanism, r->values, r->call.log);
  r->call.status = good ? TRM_OK : TRM_FAILED;
}

TrmStatus trm_analysis_read_values(TrmAnalysis *analysis, double *values, TrmLog *log) {
  Reading r = {{analysis, log, TRM_OK}, values};
  TrmStatus status = trm_guard(read_values, &r);
  return status == TRM_OK ? r.call.status : status;
}

void trm_analysis_want(TrmAnalysis *analysis, const size_t *signals, size_t count) {
  trm_signals_want(analysis->signals, signals, count);
}

void trm_analysis_count(const TrmAnalysis *analysis, TrmAnalysisCount *count) {
  const TrmMechanism *m = analysis->mechanism;
  const TrmSparseCount *sparse = trm_saddle_count(m->saddle);
  *count = (TrmAnalysisCount){.steps = m->steps,
                              .halvings = m->halvings,
                              .iterations = m->iterations,
                              .factorisations = sparse->factorisations,
                              .refactorisations = sparse->refactorisations,
                              .solves = sparse->solves,
                              .solving = sparse->seconds};
}

static void judge(void *context) {
  Call *call = context;
  trm_signals_judge(call->analysis->signals, call->analysis->mechanism);
}

TrmStatus trm_analysis_judge(TrmAnalysis *analysis) {
  return guarded(analysis, NULL, judge);
}

int trm_analysis_unique(const TrmAnalysis *analysis, size_t signal) {
  return trm_signals_unique(analysis->signals, signal);
}

typedef struct Report {
  TrmAnalysis *analysis;
  TrmText *out;
} Report;

static void report(void *context) {
  Report *r = context;
  trm_mechanism_report(r->analysis->mechanism, r->out);
}

char *trm_analysis_report(TrmAnalysis *analysis) {
  TrmText text = {0};
  Report r = {analysis, &text};
  if (trm_guard(report, &r) != TRM_OK) trm_text_clear(&text);
  return text.bytes;
}

void trm_analysis_freedoms(TrmAnalysis *analysis, int *freedoms, int *redundant) {
  *freedoms = (int)analysis->mechanism->freedoms;
  *redundant = (int)analysis->mechanism->redundant;
}
