/* SPDX-License-Identifier: Apache-2.0
 *
 * Record: the loop over times, the files, the bar and the closing lines.
 */
#include "cli/record.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/version.h"
#include "compile/system.h"
#include "results/store.h"
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* one run: what is recorded and where it goes */
typedef struct Recorder {
  TrmRequest *request;
  TrmLog *log;
  TrmAnalysis *analysis;
  const TrmSystem *system;
  TrmSignal *signals; /* those that are kept */
  size_t *index;      /* their numbers among all */
  size_t count, all_count;
  double *all, *row;
  TrmStore *store;
  FILE *csv;
  const char *path, *csv_path;
  size_t rows;
  double began, shown;
} Recorder;

static volatile sig_atomic_t stopped;

static void stop(int number) {
  (void)number;
  stopped = 1;
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
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  return status;
}

/* a positive number of an option; -1 after a message, 0 when it was not given */
static double option_number(const TrmRequest *request, const char *name) {
  const char *text = trm_request_value(request, name);
  char *after;
  if (!text) return 0;
  double value = strtod(text, &after);
  if (*text && !*after && isfinite(value) && value > 0) return value;
  trm_say_usage("--%s takes a positive number, not '%s'", name, text);
  return -1;
}

int trm_request_span(TrmRequest *request, const TrmSystem *system, TrmTimes *span) {
  double unit = system->units.time;
  double until = option_number(request, "until"), every = option_number(request, "every");
  double steps = option_number(request, "steps");
  if (until < 0 || every < 0 || steps < 0) return 0;
  until *= unit;
  every *= unit;
  const TrmRun *run = NULL;
  for (size_t i = 0; i < system->run_count && !run; i++)
    if (strcmp(system->runs[i].item->type->name, "kinematics") == 0) run = &system->runs[i];
  if (until == 0 && run) until = run->until;
  if (every == 0 && steps == 0 && run) {
    every = run->every;
    steps = every > 0 ? 0 : (double)run->steps;
  }
  if (!(until > 0)) {
    trm_say_usage(
        "how long? Give --until, or `simulate: [{kinematics: {until: ...}}]` in the model");
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
static const char *default_path(TrmRequest *request) {
  const char *model = request->arguments[0], *slash = strrchr(model, '/');
  const char *name = slash ? slash + 1 : model, *dot = strrchr(name, '.');
  if (strcmp(model, "-") == 0) return "model.h5";
  return trm_arena_printf(request->arena, "%.*s.h5", (int)(dot ? dot - name : (long)strlen(name)),
                          name);
}

/* the signals wanted, as the store wants them */
static TrmStatus choose_signals(Recorder *r) {
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
  if (!r->path) r->path = default_path(r->request);
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

static TrmStatus move(Recorder *r, TrmTimes span) {
  TrmStatus status = append(r);
  for (size_t i = 1; i <= span.intervals && status == TRM_OK; i++) {
    double time =
        i == span.intervals ? span.until : span.until * (double)i / (double)span.intervals;
    status = trm_analysis_advance(r->analysis, time, r->log);
    if (status == TRM_OK) status = append(r);
    show_progress(r, (double)i / (double)span.intervals, 0);
    if (stopped) break;
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
}

static const char *model_name(const Recorder *r) {
  const TrmValue *name = trm_item_value(r->system->model->root, "name");
  return name && name->form == TRM_FORM_TEXT ? name->text : r->request->arguments[0];
}

static void say_heading(Recorder *r) {
  int freedoms, redundant;
  trm_analysis_freedoms(r->analysis, &freedoms, &redundant);
  fprintf(stderr, "%s: %zu %s, %zu joint%s, %d freedom%s left", model_name(r),
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
  trm_analysis_count(r->analysis, &count);
  if (status == TRM_OK && !stopped)
    fprintf(stderr, "Done in %.3g s: %zu positions, %zu steps (%zu halved), %zu iterations.\n",
            now() - r->began, r->rows, count.steps, count.halvings, count.iterations);
  else
    fprintf(stderr, "%zu of %zu positions were solved and kept.\n", r->rows, span.intervals + 1);
  if (r->path)
    fprintf(stderr, "Results: %s   See what is in it: trammel info %s\n", r->path, r->path);
}

TrmStatus trm_record_kinematics(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                                const TrmSystem *system, TrmTimes span) {
  Recorder r = {.request = request, .log = log, .analysis = analysis, .system = system};
  int quiet = trm_request_flag(request, "quiet");
  struct sigaction ours = {.sa_handler = stop}, before;
  r.began = r.shown = now();
  TrmStatus status = choose_signals(&r);
  if (status == TRM_OK) status = trm_analysis_assemble(analysis, log);
  if (status == TRM_OK) status = trm_analysis_drive(analysis, log);
  if (status != TRM_OK) {
    trm_messages_print(request, log, "nothing was moved");
    return status;
  }
  if (!quiet) say_heading(&r);
  if (!quiet) say_left_out(&r);
  /* a CSV file alone is enough when only that was asked for */
  if (trm_request_value(request, "output") || !trm_request_value(request, "csv"))
    status = open_store(&r, "kinematics");
  if (status == TRM_OK) status = open_csv(&r);
  sigaction(SIGINT, &ours, &before);
  if (status == TRM_OK) status = move(&r, span);
  TrmAnalysisCount count;
  trm_analysis_count(analysis, &count);
  note_statistics(&r, &count);
  status = close_files(&r, status, status == TRM_OK && !stopped);
  sigaction(SIGINT, &before, NULL);
  trm_messages_print(request, log, "what was solved before is kept");
  if (!quiet) say_done(&r, span, status);
  if (stopped) {
    trm_output_abandon();
    _exit(130);
  }
  return status;
}

TrmStatus trm_record_assembly(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                              const TrmSystem *system) {
  Recorder r = {.request = request, .log = log, .analysis = analysis, .system = system};
  TrmStatus status = choose_signals(&r);
  if (status == TRM_OK) status = trm_analysis_assemble(analysis, log);
  /* the best attempt is worth a picture too */
  TrmStatus kept = status;
  if (status == TRM_OK || status == TRM_FAILED) {
    if (trm_request_value(request, "output")) kept = open_store(&r, "assemble");
    if (kept >= TRM_FAILED) kept = open_csv(&r);
    if (kept == TRM_OK && (r.store || r.csv)) kept = append(&r);
    kept = close_files(&r, kept, status == TRM_OK);
  }
  trm_messages_print(request, log, "the assembly failed");
  if (status != TRM_OK || trm_request_flag(request, "quiet")) return status ? status : kept;
  TrmAnalysisCount count;
  trm_analysis_count(analysis, &count);
  TrmText *out = trm_request_text(request);
  const TrmUnits *units = &system->units;
  trm_text_printf(out, "%s assembled in %zu iteration%s.\n", model_name(&r), count.iterations,
                  count.iterations == 1 ? "" : "s");
  if (count.moved_body && count.moved / units->length > 1e-12)
    trm_text_printf(out, "Largest move: the centre of '%s' by %.4g %s.\n", count.moved_body,
                    count.moved / units->length, units->length_name);
  else
    trm_text_add(out, "Nothing had to move.\n");
  TrmStatus wrote = r.csv == stdout ? TRM_OK : trm_output_write(NULL, out);
  return wrote ? wrote : kept;
}
