/* SPDX-License-Identifier: Apache-2.0
 *
 * Record: the loop over times, the files, the bar and the closing lines.
 */
#include "cli/messages.h"
#include "cli/moves.h"
#include "cli/output.h"
#include "cli/recorder.h"
#include "cli/version.h"
#include "compile/system.h"
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef TrmRecorder Recorder;

static const char open_joints[] = "the best attempt; joints stay open";
static volatile sig_atomic_t stopped;

static void stop(int number) {
  (void)number;
  stopped = 1;
}

TrmRecorder trm_recorder(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                         const TrmSystem *system) {
  return (TrmRecorder){.request = request,
                       .log = log,
                       .analysis = analysis,
                       .system = system,
                       .attempt = open_joints};
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void free_analysis(void *analysis) {
  trm_analysis_free(analysis);
}

static void free_system(void *system) {
  trm_system_free(system);
}

TrmStatus trm_request_analysis(TrmRequest *request, TrmLog *log, TrmModel **model,
                               TrmSystem **system, TrmAnalysis **analysis) {
  TrmStatus status = trm_request_model(request, log, model);
  if (status == TRM_OK) status = trm_system_compile(*model, log, system);
  if (status == TRM_OK) trm_arena_defer(request->arena, free_system, *system);
  if (status == TRM_OK) status = trm_analysis_new(*system, log, analysis);
  if (status == TRM_OK) trm_arena_defer(request->arena, free_analysis, *analysis);
  const char *weights = trm_request_value(request, "weights");
  if (status == TRM_OK && weights) trm_analysis_weigh(*analysis, strcmp(weights, "inertia") == 0);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  return status;
}

double trm_request_number(const TrmRequest *request, const char *name) {
  const char *text = trm_request_value(request, name);
  char *after;
  if (!text) return 0;
  double value = strtod(text, &after);
  if (*text && !*after && isfinite(value) && value > 0) return value;
  trm_say_usage("--%s takes a positive number, not '%s'", name, text);
  return -1;
}

const TrmRun *trm_request_run(const TrmSystem *system, const char *name) {
  for (size_t i = 0; i < system->run_count; i++)
    if (strcmp(system->runs[i].item->type->name, name) == 0) return &system->runs[i];
  return NULL;
}

int trm_request_span(TrmRequest *request, const TrmSystem *system, const char *name,
                     const TrmRun *run, TrmTimes *span) {
  double unit = system->units.time;
  double until = trm_request_number(request, "until"), every = trm_request_number(request, "every");
  double steps = trm_request_number(request, "steps");
  if (until < 0 || every < 0 || steps < 0) return 0;
  until *= unit;
  every *= unit;
  if (!run) run = trm_request_run(system, name);
  if (until == 0 && run) until = run->until;
  if (every == 0 && steps == 0 && run) {
    every = run->every;
    steps = every > 0 ? 0 : (double)run->steps;
  }
  if (!(until > 0)) {
    trm_say_usage("how long? Give --until, or `simulate: [{%s: {until: ...}}]` in the model", name);
    return 0;
  }
  double intervals = steps > 0 ? steps : every > 0 ? until / every : 100;
  if (!(intervals <= 1e9)) {
    trm_say_usage("that would be more than a thousand million results");
    return 0;
  }
  span->until = until;
  span->intervals = (size_t)fmax(1, nearbyint(intervals));
  return 1;
}

/* "crank-rocker.h5" from "models/crank-rocker.yaml": beside the user, not beside the model */
static const char *default_path(TrmRequest *request, const char *suffix) {
  const char *model = request->arguments[0], *slash = strrchr(model, '/');
  const char *name = slash ? slash + 1 : model, *dot = strrchr(name, '.');
  if (strcmp(model, "-") == 0) dot = NULL, name = "model";
  return trm_arena_printf(request->arena, "%.*s%s.h5", (int)(dot ? dot - name : (long)strlen(name)),
                          name, suffix);
}

/* the signals wanted, as the store wants them */
TrmStatus trm_recorder_choose(Recorder *r) {
  TrmArena *arena = r->request->arena;
  r->all_count = trm_analysis_signals(r->analysis);
  TrmSignal *all = trm_arena_array(arena, r->all_count, sizeof *all);
  for (size_t i = 0; i < r->all_count; i++)
    all[i].name = trm_analysis_signal(r->analysis, i, &all[i].unit);
  const char *patterns = trm_request_value(r->request, "signals");
  TrmStatus status =
      trm_signals_select(all, r->all_count, patterns, arena, r->log, &r->index, &r->count);
  if (status != TRM_OK) return status;
  r->signals = trm_arena_array(arena, r->count, sizeof *r->signals);
  for (size_t i = 0; i < r->count; i++) r->signals[i] = all[r->index[i]];
  r->all = trm_arena_array(arena, r->all_count + 1, sizeof *r->all);
  r->row = trm_arena_array(arena, r->count + 1, sizeof *r->row);
  if (patterns) trm_analysis_want(r->analysis, r->index, r->count);
  return TRM_OK;
}

/* the parameters that were set on the command line, one a line */
static const char *settings_text(const TrmRequest *request) {
  const char *text = "";
  for (size_t i = 0; i < request->given_count; i++)
    if (strcmp(request->given[i].option->name, "set") == 0)
      text = trm_arena_printf(request->arena, "%s%s\n", text, request->given[i].value);
  return text;
}

static TrmStatus open_store(Recorder *r, const char *analysis) {
  const TrmModel *model = r->system->model;
  const TrmValue *name = trm_item_value(model->root, "name");
  const char *text = trm_request_keep(r->request, trm_model_to_yaml(model));
  TrmAttribute about[] = {
      {"analysis", analysis},
      {"name", name && name->form == TRM_FORM_TEXT ? name->text : r->request->arguments[0]},
      {"model_text", text},
      {"settings", settings_text(r->request)},
      {"version", TRM_VERSION}};
  r->path = trm_request_value(r->request, "output");
  if (!r->path) r->path = default_path(r->request, r->suffix ? r->suffix : "");
  return trm_store_create(r->path, r->signals, r->count, about, sizeof about / sizeof *about, 0,
                          r->log, &r->store);
}

/* the shortest digits that read back as the same number */
static void print_number(FILE *file, double value) {
  char text[40];
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (digits == 17 || strtod(text, NULL) == value) break;
  }
  fputs(text, file);
}

static TrmStatus open_csv(Recorder *r) {
  r->csv_path = trm_request_value(r->request, "csv");
  if (!r->csv_path) return TRM_OK;
  r->csv = strcmp(r->csv_path, "-") == 0 ? stdout : fopen(r->csv_path, "w");
  if (!r->csv) return trm_say_file("cannot write '%s': %s", r->csv_path, strerror(errno));
  for (size_t i = 0; i < r->count; i++) {
    fprintf(r->csv, "%s%s", i ? "," : "", r->signals[i].name);
    if (*r->signals[i].unit) fprintf(r->csv, " [%s]", r->signals[i].unit);
  }
  fputc('\n', r->csv);
  return TRM_OK;
}

static TrmStatus append(Recorder *r) {
  trm_analysis_values(r->analysis, r->all);
  for (size_t i = 0; i < r->count; i++) r->row[i] = r->all[r->index[i]];
  for (size_t i = 0; r->csv && i < r->count; i++) {
    if (i) fputc(',', r->csv);
    print_number(r->csv, r->row[i]);
  }
  if (r->csv && (fputc('\n', r->csv) == EOF || ferror(r->csv)))
    return trm_say_file("cannot write '%s': %s", r->csv_path, strerror(errno));
  r->rows++;
  return r->store ? trm_store_append(r->store, r->row) : TRM_OK;
}

static TrmStatus close_files(Recorder *r, TrmStatus status, int complete) {
  TrmStatus closed = r->store ? trm_store_close(r->store, complete) : TRM_OK;
  r->store = NULL;
  if (r->csv && (fflush(r->csv) != 0 || (r->csv != stdout && fclose(r->csv) != 0)))
    closed = trm_say_file("cannot write '%s': %s", r->csv_path, strerror(errno));
  return status == TRM_OK ? closed : status;
}

/* a bar with the time that is left, on a terminal only */
static void show_progress(Recorder *r, double done, int last) {
  double time = now();
  if (!isatty(STDERR_FILENO) || trm_request_flag(r->request, "quiet")) return;
  if (!last && time - r->shown < 0.1) return;
  if (last && r->shown == r->began) return;
  r->shown = time;
  int cells = (int)(20 * done);
  fprintf(stderr, "\r%3.0f%% ", 100 * done);
  for (int i = 0; i < 20; i++) fputs(i < cells ? "█" : " ", stderr);
  fprintf(stderr, "  %.1f s left  ", done > 0 ? (time - r->began) * (1 - done) / done : 0);
  if (last) fputs("\r\033[K", stderr);
  fflush(stderr);
}

/* names of the reactions kept that are not unique, "" when all are */
static const char *not_unique(const Recorder *r, size_t most) {
  const char *text = "";
  size_t count = 0;
  for (size_t i = 0; i < r->count; i++) {
    if (trm_analysis_unique(r->analysis, r->index[i]) || ++count > most) continue;
    text =
        trm_arena_printf(r->request->arena, "%s%s%s", text, *text ? ", " : "", r->signals[i].name);
  }
  if (count > most)
    text = trm_arena_printf(r->request->arena, "%s and %zu more", text, count - most);
  return text;
}

static TrmStatus move(Recorder *r, TrmTimes span) {
  int redundant, freedoms;
  trm_analysis_freedoms(r->analysis, &freedoms, &redundant);
  TrmStatus status = redundant ? trm_analysis_judge(r->analysis) : TRM_OK;
  if (status == TRM_OK) status = append(r);
  for (size_t i = 1; i <= span.intervals && status == TRM_OK; i++) {
    double time =
        i == span.intervals ? span.until : span.until * (double)i / (double)span.intervals;
    status = trm_analysis_advance(r->analysis, time, r->log);
    if (status == TRM_OK) status = append(r);
    /* directions turn on the way: two more looks */
    if (status == TRM_OK && redundant && (i == span.intervals / 3 || i == span.intervals * 2 / 3))
      status = trm_analysis_judge(r->analysis);
    show_progress(r, (double)i / (double)span.intervals, 0);
    TrmDynamicsReport report;
    trm_analysis_dynamics(r->analysis, &report);
    if (stopped || report.stopped) break;
  }
  show_progress(r, 1, 1);
  return status;
}

static void note_statistics(Recorder *r, const TrmAnalysisCount *count) {
  char text[64];
  if (!r->store) return;
  snprintf(text, sizeof text, "%zu", count->steps);
  trm_store_note(r->store, "steps", text);
  snprintf(text, sizeof text, "%zu", count->iterations);
  trm_store_note(r->store, "iterations", text);
  snprintf(text, sizeof text, "%zu", count->factorisations + count->refactorisations);
  trm_store_note(r->store, "factorisations", text);
  const char *names = not_unique(r, SIZE_MAX);
  if (*names) trm_store_note(r->store, "not_unique", names);
}

const char *trm_recorder_model(const Recorder *r) {
  const TrmValue *name = trm_item_value(r->system->model->root, "name");
  return name && name->form == TRM_FORM_TEXT ? name->text : r->request->arguments[0];
}

void trm_recorder_say_heading(Recorder *r) {
  int freedoms, redundant;
  trm_analysis_freedoms(r->analysis, &freedoms, &redundant);
  fprintf(stderr, "%s: %zu %s, %zu joint%s, %d freedom%s left", trm_recorder_model(r),
          r->system->body_count, r->system->body_count == 1 ? "body" : "bodies",
          r->system->joint_count, r->system->joint_count == 1 ? "" : "s", freedoms,
          freedoms == 1 ? "" : "s");
  if (redundant)
    fprintf(stderr, " (%d equation%s redundant)", redundant, redundant == 1 ? "" : "s");
  fputc('\n', stderr);
}

/* what reactions of this analysis leave out */
static void say_left_out(const Recorder *r) {
  size_t left, light = 0;
  trm_model_section(r->system->model, "contacts", &left);
  for (size_t i = 0; i < r->system->force_count; i++) left += !r->system->forces[i].ready;
  for (size_t i = 0; i < r->system->body_count; i++) light += !(r->system->bodies[i].mass > 0);
  if (left)
    fprintf(stderr, "Reactions leave out %zu tyre%s, road%s or contact%s.\n", left,
            left == 1 ? "" : "s", left == 1 ? "" : "s", left == 1 ? "" : "s");
  if (r->system->equation_count + r->system->block_count)
    fputs("Kinematics does not integrate: states of equations keep their initial values.\n",
          stderr);
  if (light)
    fprintf(stderr, "%zu of %zu bodies have no mass, so reactions leave their inertia out.\n",
            light, r->system->body_count);
}

static void say_done(Recorder *r, TrmTimes span, TrmStatus status) {
  TrmAnalysisCount count;
  TrmDynamicsReport report;
  trm_analysis_count(r->analysis, &count);
  trm_analysis_dynamics(r->analysis, &report);
  if (status != TRM_OK || stopped)
    fprintf(stderr, "%zu of %zu positions were solved and kept.\n", r->rows, span.intervals + 1);
  else if (report.integrator)
    fprintf(stderr, "Done in %.3g s: %zu steps (%zu rejected), %zu evaluations%s%s.\n",
            now() - r->began, report.steps, report.rejected, report.evaluations,
            report.stopped ? ", ended by event " : "", report.stopped ? report.stopped : "");
  else
    fprintf(stderr, "Done in %.3g s: %zu positions, %zu steps (%zu halved), %zu iterations.\n",
            now() - r->began, r->rows, count.steps, count.halvings, count.iterations);
}

/* energy and constraints, in words */
static void say_accuracy(const Recorder *r) {
  const TrmUnits *units = &r->system->units;
  TrmDynamicsReport d;
  char joule[64];
  double unit = trm_units_scale(units, (TrmDimension)TRM_TORQUE);
  trm_analysis_dynamics(r->analysis, &d);
  trm_dimension_format(units, (TrmDimension)TRM_TORQUE, joule, sizeof joule);
  fprintf(stderr, "Accuracy: energy kept to %.1g %s of %.3g %s", d.energy_error / unit, joule,
          d.energy_scale / unit, joule);
  if (d.work != 0 || d.dissipated != 0)
    fprintf(stderr, " (put in %.3g, dissipated %.3g)", d.work / unit, d.dissipated / unit);
  fprintf(stderr, "; constraints to %.1g %s, %.1g %s/%s.\n", d.position_gap / units->length,
          units->length_name, d.velocity_gap / units->length * units->time, units->length_name,
          units->time_name);
}

void trm_recorder_say_results(const Recorder *r) {
  const char *names = not_unique(r, 6);
  if (*names) fprintf(stderr, "Not unique, the smallest are given: %s.\n", names);
  if (r->path)
    fprintf(stderr, "Results: %s   See what is in it: trammel info %s\n", r->path, r->path);
}

/* which method, and why */
static void say_method(const Recorder *r) {
  TrmDynamicsReport d;
  trm_analysis_dynamics(r->analysis, &d);
  fprintf(stderr, "Method: %s + %s (%s)%s%s\n", d.formulation, d.integrator, d.solver,
          d.reason ? ", because " : "", d.reason ? d.reason : "");
}

void trm_recorder_note(Recorder *r, const char *name, double value) {
  char text[64];
  snprintf(text, sizeof text, "%.17g", value);
  if (r->store) trm_store_note(r->store, name, text);
}

static void note_dynamics(Recorder *r) {
  TrmDynamicsReport d;
  trm_analysis_dynamics(r->analysis, &d);
  if (!r->store) return;
  trm_store_note(r->store, "integrator", d.integrator);
  trm_store_note(r->store, "formulation", d.formulation);
  trm_store_note(r->store, "solver", d.solver);
  trm_recorder_note(r, "steps", (double)d.steps);
  trm_recorder_note(r, "rejected", (double)d.rejected);
  trm_recorder_note(r, "evaluations", (double)d.evaluations);
  trm_recorder_note(r, "factorisations", (double)d.factorisations);
  trm_recorder_note(r, "events", (double)d.events);
  trm_recorder_note(r, "energy_error", d.energy_error);
  trm_recorder_note(r, "constraint_position", d.position_gap);
  trm_recorder_note(r, "constraint_velocity", d.velocity_gap);
}

TrmStatus trm_recorder_keep(Recorder *r, TrmStatus status) {
  int output = trm_request_value(r->request, "output") != NULL;
  int asked = output || trm_request_value(r->request, "csv");
  TrmStatus kept = TRM_OK;
  if (status != TRM_OK) r->suffix = "-open";
  /* an assembly alone leaves no file unless one was asked for */
  if (output || ((status != TRM_OK || r->analysis_name) && !asked))
    kept = open_store(r, r->analysis_name ? r->analysis_name : "assemble");
  if (kept == TRM_OK) kept = open_csv(r);
  if (kept == TRM_OK && (r->store || r->csv)) kept = trm_analysis_judge(r->analysis);
  if (kept == TRM_OK && (r->store || r->csv)) kept = append(r);
  const char *names = not_unique(r, SIZE_MAX);
  if (kept == TRM_OK && r->store && *names) kept = trm_store_note(r->store, "not_unique", names);
  if (kept == TRM_OK && r->store && status != TRM_OK)
    kept = trm_store_note(r->store, "position", r->attempt);
  if (kept == TRM_OK && r->store && r->notes) r->notes(r);
  return close_files(r, kept, status == TRM_OK);
}

void trm_recorder_say_kept(const Recorder *r) {
  if (r->path && !trm_request_flag(r->request, "quiet"))
    fprintf(stderr, "The best attempt is in %s   See what is in it: trammel info %s\n", r->path,
            r->path);
}

TrmStatus trm_recorder_move(Recorder *r, TrmTimes span, const TrmDynamicsOptions *dynamics) {
  TrmRequest *request = r->request;
  TrmLog *log = r->log;
  TrmAnalysis *analysis = r->analysis;
  int quiet = trm_request_flag(request, "quiet");
  struct sigaction ours = {.sa_handler = stop}, before;
  r->began = r->shown = now();
  TrmStatus status = trm_recorder_choose(r);
  TrmStatus assembled = status == TRM_OK ? trm_analysis_assemble(analysis, log) : status;
  status = assembled;
  if (assembled == TRM_OK && dynamics)
    status = trm_analysis_begin_dynamics(analysis, dynamics, log);
  if (assembled == TRM_OK && r->begin) status = r->begin(r);
  if (assembled == TRM_OK && !dynamics && !r->begin) status = trm_analysis_drive(analysis, log);
  if (status != TRM_OK) {
    int attempted = status == TRM_FAILED && (assembled != TRM_OK || r->begin);
    if (assembled != TRM_OK) r->attempt = open_joints;
    TrmStatus kept = attempted ? trm_recorder_keep(r, status) : TRM_BAD_USAGE;
    trm_messages_print(request, log, "nothing was moved");
    if (kept == TRM_OK) trm_recorder_say_kept(r);
    return status;
  }
  if (!quiet) trm_recorder_say_heading(r);
  if (!quiet && dynamics) say_method(r);
  if (!quiet && !dynamics && !r->begin) say_left_out(r);
  /* a CSV file alone is enough when only that was asked for */
  if (trm_request_value(request, "output") || !trm_request_value(request, "csv"))
    status = open_store(r, r->analysis_name);
  if (status == TRM_OK) status = open_csv(r);
  sigaction(SIGINT, &ours, &before);
  if (status == TRM_OK) status = move(r, span);
  TrmAnalysisCount count;
  trm_analysis_count(analysis, &count);
  note_statistics(r, &count);
  if (dynamics) note_dynamics(r);
  if (r->notes && r->store) r->notes(r);
  status = close_files(r, status, status == TRM_OK && !stopped);
  sigaction(SIGINT, &before, NULL);
  trm_messages_print(request, log, "what was solved before is kept");
  if (!quiet) say_done(r, span, status);
  if (!quiet && dynamics) say_accuracy(r);
  if (!quiet && r->say) r->say(r);
  if (!quiet) trm_recorder_say_results(r);
  if (stopped) {
    trm_output_abandon();
    _exit(130);
  }
  return status;
}

TrmStatus trm_record_kinematics(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                                const TrmSystem *system, TrmTimes span) {
  Recorder r = trm_recorder(request, log, analysis, system);
  r.analysis_name = "kinematics";
  return trm_recorder_move(&r, span, NULL);
}

/* what the options say, else the model */
static int read_dynamics(TrmRequest *request, const TrmSystem *system, const TrmRun *run,
                         TrmTimes span, TrmDynamicsOptions *o) {
  const double time = system->units.time;
  const struct {
    const char *option;
    double *number, unit;
  } numbers[] = {
      {"tolerance", &o->tolerance, 1}, {"step", &o->step, time}, {"max-step", &o->max_step, time}};
  *o = (TrmDynamicsOptions){.until = span.until, .every = span.until / (double)span.intervals};
  if (run) {
    o->integrator = run->integrator;
    o->formulation = run->formulation;
    o->solver = run->solver;
    o->tolerance = run->tolerance;
    o->absolute_tolerance = run->absolute_tolerance;
    o->step = run->step;
    o->max_step = run->max_step;
    o->min_step = run->min_step;
    o->penalty = run->penalty;
    o->omega = run->omega;
    o->mu = run->mu;
    o->alpha = run->alpha;
    o->beta = run->beta;
  }
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    double value = trm_request_number(request, numbers[i].option);
    if (value < 0) return 0;
    if (value > 0) *numbers[i].number = value * numbers[i].unit;
  }
  if (trm_request_value(request, "tolerance")) o->absolute_tolerance = 0;
  const char *integrator = trm_request_value(request, "integrator");
  const char *formulation = trm_request_value(request, "formulation");
  const char *solver = trm_request_value(request, "solver");
  if (integrator) o->integrator = integrator;
  if (formulation) o->formulation = formulation;
  if (solver) o->solver = solver;
  if (o->solver && strcmp(o->solver, "auto") == 0) o->solver = NULL;
  return 1;
}

TrmStatus trm_record_dynamics(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                              const TrmSystem *system, const TrmRun *run) {
  Recorder r = trm_recorder(request, log, analysis, system);
  TrmTimes span;
  TrmDynamicsOptions options;
  r.analysis_name = "dynamics";
  if (!run) run = trm_request_run(system, "dynamics");
  if (!trm_request_span(request, system, "dynamics", run, &span)) return TRM_BAD_USAGE;
  if (!read_dynamics(request, system, run, span, &options)) return TRM_BAD_USAGE;
  return trm_recorder_move(&r, span, &options);
}

static void add_assembly_json(Recorder *r, TrmStatus status, TrmText *out) {
  TrmAnalysisCount count;
  trm_analysis_count(r->analysis, &count);
  trm_text_add(out, "{\"file\": ");
  trm_text_json(out, r->request->arguments[0]);
  trm_text_printf(out, ", \"assembled\": %s, \"iterations\": %zu,\n\"diagnostics\": ",
                  status == TRM_OK ? "true" : "false", count.iterations);
  trm_messages_json(r->request, r->log, out);
  while (out->length && out->bytes[out->length - 1] == '\n') out->length--;
  trm_text_add(out, ",\n");
  trm_moves_json(r->analysis, r->system, out);
  trm_text_add(out, "}\n");
}

TrmStatus trm_record_assembly(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                              const TrmSystem *system) {
  Recorder r = trm_recorder(request, log, analysis, system);
  int json = trm_request_flag(request, "json"), quiet = trm_request_flag(request, "quiet");
  TrmText *out = trm_request_text(request);
  TrmStatus status = trm_recorder_choose(&r), kept = TRM_OK;
  if (status == TRM_OK) status = trm_analysis_assemble(analysis, log);
  if (status == TRM_OK || status == TRM_FAILED) kept = trm_recorder_keep(&r, status);
  if (json) {
    add_assembly_json(&r, status, out);
  } else {
    TrmAnalysisCount count;
    trm_messages_print(request, log, "the assembly failed");
    if (status == TRM_FAILED && kept == TRM_OK) trm_recorder_say_kept(&r);
    if (status != TRM_OK || quiet) return status ? status : kept;
    trm_analysis_count(analysis, &count);
    trm_text_printf(out, "%s assembled in %zu iteration%s.\n", trm_recorder_model(&r),
                    count.iterations, count.iterations == 1 ? "" : "s");
    trm_moves_text(analysis, system, request->arena, out);
  }
  TrmStatus wrote = r.csv == stdout ? TRM_OK : trm_output_write(NULL, out);
  if (status != TRM_OK) return status;
  return wrote ? wrote : kept;
}
