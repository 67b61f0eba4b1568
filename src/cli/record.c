/* SPDX-License-Identifier: Apache-2.0
 *
 * Record: the loop over times, and the assembly alone.
 */
#include "base/clock.h"
#include "cli/checkpoint.h"
#include "cli/collect.h"
#include "cli/messages.h"
#include "cli/moves.h"
#include "cli/output.h"
#include "cli/recorder.h"
#include "compile/system.h"
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* between checkpoints when nothing is said, so that they cost nothing */
static const double checkpoint_seconds = 0.25;

static volatile sig_atomic_t stopped;

static void stop(int number) {
  (void)number;
  stopped = 1;
}

/* keep what the run goes on from, when it may be kept and the last one is old enough */
static TrmStatus keep_checkpoint(TrmRecorder *r, size_t row) {
  size_t count = r->checkpoint ? trm_analysis_memory(r->analysis) : 0;
  double time = count ? trm_clock() : 0;
  if (!count || time - r->kept < r->pause) return TRM_OK;
  TrmCheckpoint c = {.model = r->request->arguments[0],
                     .settings = trm_recorder_settings(r->request),
                     .result = r->path,
                     .signals = trm_request_value(r->request, "signals"),
                     .text = r->text,
                     .span = r->span,
                     .options = *r->dynamics,
                     .rows = row + 1,
                     .memory = r->memory,
                     .memory_count = count};
  trm_analysis_save(r->analysis, r->memory);
  r->kept = time;
  /* rows that it counts on are on the disk before it is */
  TrmStatus status = trm_store_sync(r->store);
  return status == TRM_OK ? trm_checkpoint_write(&c, r->checkpoint) : status;
}

static TrmStatus move(TrmRecorder *r) {
  const TrmTimes span = r->span;
  int redundant, freedoms;
  trm_analysis_freedoms(r->analysis, &freedoms, &redundant);
  TrmStatus status = redundant ? trm_analysis_judge(r->analysis) : TRM_OK;
  size_t first = r->resumed ? r->resumed->rows : 1;
  if (status == TRM_OK && !r->resumed) {
    status = trm_recorder_append(r);
    if (status == TRM_OK) status = keep_checkpoint(r, 0);
  }
  for (size_t i = first; i <= span.intervals && status == TRM_OK; i++) {
    double time =
        i == span.intervals ? span.until : span.until * (double)i / (double)span.intervals;
    status = trm_analysis_advance(r->analysis, time, r->log);
    if (status == TRM_OK) status = trm_recorder_append(r);
    /* directions turn on the way: two more looks */
    if (status == TRM_OK && redundant && (i == span.intervals / 3 || i == span.intervals * 2 / 3))
      status = trm_analysis_judge(r->analysis);
    /* what ends is said by the run that ends */
    if (status == TRM_OK && i < span.intervals) status = keep_checkpoint(r, i);
    trm_recorder_progress(r, (double)i / (double)span.intervals, 0);
    TrmDynamicsReport report;
    trm_analysis_dynamics(r->analysis, &report);
    if (stopped || report.stopped) break;
  }
  trm_recorder_progress(r, 1, 1);
  return status;
}

static void note_statistics(TrmRecorder *r, const TrmAnalysisCount *count) {
  char text[64];
  if (!r->store) return;
  snprintf(text, sizeof text, "%zu", count->steps);
  trm_store_note(r->store, "steps", text);
  snprintf(text, sizeof text, "%zu", count->iterations);
  trm_store_note(r->store, "iterations", text);
  snprintf(text, sizeof text, "%zu", count->factorisations + count->refactorisations);
  trm_store_note(r->store, "factorisations", text);
  const char *names = trm_recorder_not_unique(r, SIZE_MAX);
  if (*names) trm_store_note(r->store, "not_unique", names);
}

/* what reactions of this analysis leave out */
static void say_left_out(const TrmRecorder *r) {
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

static void say_done(TrmRecorder *r, TrmStatus status) {
  TrmAnalysisCount count;
  trm_analysis_count(r->analysis, &count);
  if (status != TRM_OK || stopped)
    fprintf(stderr, "%zu of %zu positions were solved and kept.\n", r->rows, r->span.intervals + 1);
  else
    fprintf(stderr, "Done in %.3g s: %zu positions, %zu steps (%zu halved), %zu iterations.\n",
            trm_clock() - r->began, r->rows, count.steps, count.halvings, count.iterations);
}

/* the lines after a run */
static void say_end(TrmRecorder *r, TrmStatus status) {
  if (r->dynamics) {
    trm_dynamics_say_done(r, status, stopped);
    trm_dynamics_say_accuracy(r);
  } else {
    say_done(r, status);
  }
  if (r->statics) trm_rest_say_path(r);
  trm_recorder_say_results(r);
}

/* the same as one JSON object on standard output, where no rows go */
static TrmStatus say_json(TrmRecorder *r, TrmStatus status) {
  TrmText *out = trm_request_text(r->request);
  const char *word = status != TRM_OK ? "failed" : stopped ? "interrupted" : "complete";
  trm_motion_json(r, word, out);
  TrmStatus wrote = r->csv == stdout ? TRM_OK : trm_collect_write(r->request, out);
  return status ? status : wrote;
}

TrmStatus trm_record_position(TrmRecorder *r, const char *analysis, TrmStatus status,
                              const char *attempt) {
  int output = trm_request_value(r->request, "output") != NULL;
  int asked = output || trm_request_value(r->request, "csv");
  int rests = strcmp(analysis, "assemble") != 0;
  TrmStatus kept = TRM_OK;
  if (status != TRM_OK) r->suffix = "-open";
  /* an assembly leaves a file where one was asked for */
  if (output || ((status != TRM_OK || rests) && !asked))
    kept = trm_recorder_open_store(r, analysis);
  if (kept == TRM_OK) kept = trm_recorder_open_csv(r);
  if (kept == TRM_OK && (r->store || r->csv)) kept = trm_analysis_judge(r->analysis);
  if (kept == TRM_OK && (r->store || r->csv)) kept = trm_recorder_append(r);
  const char *names = trm_recorder_not_unique(r, SIZE_MAX);
  if (kept == TRM_OK && r->store && *names) kept = trm_store_note(r->store, "not_unique", names);
  if (kept == TRM_OK && r->store && status != TRM_OK)
    kept = trm_store_note(r->store, "position", attempt);
  if (kept == TRM_OK && r->store && rests) trm_rest_note(r);
  trm_recorder_note_messages(r);
  return trm_recorder_close(r, kept, status == TRM_OK);
}

static TrmStatus keep_assembly(TrmRecorder *r, TrmStatus status) {
  return trm_record_position(r, "assemble", status, "the best attempt; joints stay open");
}

void trm_record_say_kept(const TrmRecorder *r) {
  if (r->path && !trm_request_flag(r->request, "quiet"))
    fprintf(stderr, "The best attempt is in %s   See it: trammel view %s\n", r->path, r->path);
}

/* the memory of a run that is checkpointed, and what it begins from when it is resumed */
static TrmStatus prepare_checkpoint(TrmRecorder *r) {
  if (!r->checkpoint) return TRM_OK;
  r->pause = trm_request_number(r->request, "checkpoint-every");
  if (r->pause < 0) return TRM_BAD_USAGE;
  if (r->pause == 0) r->pause = checkpoint_seconds;
  const char *text = trm_request_keep(r->request, trm_model_to_yaml(r->system->model));
  r->text = trm_checkpoint_hash(text, strlen(text));
  size_t count = trm_analysis_memory(r->analysis);
  r->memory = trm_arena_array(r->request->arena, count + 1, sizeof *r->memory);
  if (!r->resumed) return TRM_OK;
  if (r->resumed->memory_count != count)
    return trm_say_file("'%s' does not fit this model", r->checkpoint);
  return trm_analysis_load(r->analysis, r->resumed->memory);
}

TrmStatus trm_record_motion(TrmRecorder *r) {
  const TrmDynamicsOptions *dynamics = r->dynamics;
  TrmRequest *request = r->request;
  TrmLog *log = r->log;
  TrmAnalysis *analysis = r->analysis;
  int json = trm_request_flag(request, "json");
  int quiet = json || trm_request_flag(request, "quiet");
  /* the first interrupt asks to end after this interval, the second ends at once */
  struct sigaction ours = {.sa_handler = stop, .sa_flags = (int)SA_RESETHAND}, before;
  r->began = r->shown = trm_clock();
  r->shows = !quiet && (isatty(STDERR_FILENO) || trm_recorder_is_watched());
  TrmStatus status = trm_recorder_choose(r);
  TrmStatus assembled = status == TRM_OK ? trm_analysis_assemble(analysis, log) : status;
  status = assembled;
  if (assembled == TRM_OK && dynamics)
    status = trm_analysis_begin_dynamics(analysis, dynamics, log);
  if (assembled == TRM_OK && r->statics)
    status = trm_analysis_begin_quasistatics(analysis, r->statics, log);
  if (assembled == TRM_OK && !dynamics && !r->statics) status = trm_analysis_drive(analysis, log);
  if (status != TRM_OK) {
    TrmStatus kept = assembled == TRM_FAILED ? keep_assembly(r, assembled) : TRM_BAD_USAGE;
    if (assembled == TRM_OK && status == TRM_FAILED && r->statics)
      kept = trm_record_position(r, "quasistatics", status, trm_rest_attempt);
    if (json) return say_json(r, status);
    trm_messages_print(request, log, "nothing was moved");
    if (kept == TRM_OK) trm_record_say_kept(r);
    return status;
  }
  if (!quiet) trm_recorder_say_heading(r);
  if (!quiet && dynamics) trm_dynamics_say_method(r);
  if (!quiet && !dynamics && !r->statics) say_left_out(r);
  /* a CSV file alone is enough when only that was asked for */
  if (trm_request_value(request, "output") || !trm_request_value(request, "csv"))
    status = r->resumed ? trm_recorder_reopen(r, "dynamics", r->resumed->rows)
                        : trm_recorder_open_store(r, dynamics     ? "dynamics"
                                                     : r->statics ? "quasistatics"
                                                                  : "kinematics");
  if (status == TRM_OK) status = trm_recorder_open_csv(r);
  if (status == TRM_OK) status = prepare_checkpoint(r);
  sigaction(SIGINT, &ours, &before);
  if (status == TRM_OK) status = move(r);
  TrmAnalysisCount count;
  trm_analysis_count(analysis, &count);
  note_statistics(r, &count);
  if (dynamics) trm_dynamics_note(r);
  if (r->statics && r->store) trm_rest_note(r);
  trm_recorder_note_messages(r);
  status = trm_recorder_close(r, status, status == TRM_OK && !stopped);
  sigaction(SIGINT, &before, NULL);
  if (!json) trm_messages_print(request, log, "what was solved before is kept");
  if (!quiet) say_end(r, status);
  if (json) status = say_json(r, status);
  if (stopped) {
    trm_collect_end(request, "interrupted");
    trm_output_abandon();
    _exit(130);
  }
  return status;
}

TrmStatus trm_record_kinematics(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                                const TrmSystem *system, TrmTimes span) {
  TrmRecorder r = {
      .request = request, .log = log, .analysis = analysis, .system = system, .span = span};
  return trm_record_motion(&r);
}

static void add_assembly_json(TrmRecorder *r, TrmStatus status, TrmText *out) {
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
  TrmRecorder r = {.request = request, .log = log, .analysis = analysis, .system = system};
  int json = trm_request_flag(request, "json"), quiet = trm_request_flag(request, "quiet");
  TrmText *out = trm_request_text(request);
  TrmStatus status = trm_recorder_choose(&r), kept = TRM_OK;
  if (status == TRM_OK) status = trm_analysis_assemble(analysis, log);
  if (status == TRM_OK || status == TRM_FAILED) kept = keep_assembly(&r, status);
  if (json) {
    add_assembly_json(&r, status, out);
  } else {
    TrmAnalysisCount count;
    trm_messages_print(request, log, "the assembly failed");
    if (status == TRM_FAILED && kept == TRM_OK) trm_record_say_kept(&r);
    if (status != TRM_OK || quiet) return status ? status : kept;
    trm_analysis_count(analysis, &count);
    trm_text_printf(out, "%s assembled in %zu iteration%s.\n", trm_recorder_name(&r),
                    count.iterations, count.iterations == 1 ? "" : "s");
    trm_moves_text(analysis, system, request->arena, out);
  }
  TrmStatus wrote = r.csv == stdout ? TRM_OK
                    : json          ? trm_collect_write(request, out)
                                    : trm_output_write(NULL, out);
  if (status != TRM_OK) return status;
  return wrote ? wrote : kept;
}
