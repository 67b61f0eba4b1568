/* SPDX-License-Identifier: Apache-2.0
 *
 * Recorder: where the signals of an analysis go: a result file, CSV, or both.
 */
#ifndef TRM_CLI_RECORDER_H
#define TRM_CLI_RECORDER_H

#include "cli/record.h"
#include "results/store.h"
#include <stdint.h>
#include <stdio.h>

/* one run: what is recorded and where it goes */
typedef struct TrmRecorder {
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
  const char *path, *csv_path, *suffix;
  size_t rows;
  double began, shown;
  int shows;     /* a bar, on a terminal */
  double output; /* seconds that signals and files took */
  TrmTimes span;
  const TrmDynamicsOptions *dynamics;  /* NULL: kinematics, or */
  const TrmStaticsOptions *statics;    /* an equilibrium that is followed */
  const char *checkpoint;              /* file, or NULL */
  const struct TrmCheckpoint *resumed; /* what it goes on from, or NULL */
  double *memory, kept, pause; /* of checkpoints; when the last was written, and s between them */
  uint64_t text;               /* hash of the model */
} TrmRecorder;

/* The signals that --signals names, or all. */
TrmStatus trm_recorder_choose(TrmRecorder *r);

/* The name of the result file when none is given: of the model, and a suffix. */
const char *trm_recorder_default(const TrmRequest *request, const char *suffix);

/* Open the result file of -o, or one named after the model; the CSV file of --csv, if any. */
TrmStatus trm_recorder_open_store(TrmRecorder *r, const char *analysis);
TrmStatus trm_recorder_open_csv(TrmRecorder *r);

/* Make the result file anew with the first rows of the old one, which is replaced. */
TrmStatus trm_recorder_reopen(TrmRecorder *r, const char *analysis, size_t rows);

/* What was set on the command line, one a line. */
const char *trm_recorder_settings(const TrmRequest *request);

/* Write the signals as they are now. */
TrmStatus trm_recorder_append(TrmRecorder *r);

/* Close all files; the status that was, or what went wrong now. */
TrmStatus trm_recorder_close(TrmRecorder *r, TrmStatus status, int complete);

/* From now on somebody watches: the bar is shown although there is no terminal. */
void trm_recorder_watched(void);
int trm_recorder_is_watched(void);

/* A bar with the time that is left, on a terminal only. */
void trm_recorder_progress(TrmRecorder *r, double done, int last);

/* A number among the statistics of the result. */
void trm_recorder_note(TrmRecorder *r, const char *name, double value);

/* What was said of the run, each message a note: "E331: ...", the first of them. */
void trm_recorder_note_messages(TrmRecorder *r);

/* Names of reactions that are not unique, at most so many; the model's name; lines for people. */
const char *trm_recorder_not_unique(const TrmRecorder *r, size_t most);
const char *trm_recorder_name(const TrmRecorder *r);
void trm_recorder_say_heading(TrmRecorder *r);
void trm_recorder_say_results(const TrmRecorder *r);

/* record.c: assemble, then drive through the span, or move under forces where `dynamics` is given.
 */
TrmStatus trm_record_motion(TrmRecorder *r);

/* record_check.c: move again with a tolerance a hundred times tighter, and say what differs. */
TrmStatus trm_record_check(TrmRecorder *r);

/* report_dynamics.c: method, work, accuracy and time in words, among the statistics, and as JSON.
 */
void trm_dynamics_say_method(const TrmRecorder *r);
void trm_dynamics_say_done(const TrmRecorder *r, TrmStatus status, int interrupted);
void trm_dynamics_say_accuracy(const TrmRecorder *r);
void trm_dynamics_note(TrmRecorder *r);
void trm_motion_json(TrmRecorder *r, const char *status, TrmText *out);

/* record_rest.c: the balance and stability of the last equilibrium, in words,
 * as members of JSON, and as statistics. */
void trm_rest_say_path(const TrmRecorder *r);
void trm_rest_json_path(const TrmRecorder *r, TrmText *out);
void trm_rest_note(TrmRecorder *r);
extern const char trm_rest_attempt[]; /* what is said of a position without balance */

/* record.c: keep the present position alone, under the name of its analysis: what was wanted, or an
 * attempt at it, which is worth a picture too. Then say where it is. */
TrmStatus trm_record_position(TrmRecorder *r, const char *analysis, TrmStatus status,
                              const char *attempt);
void trm_record_say_kept(const TrmRecorder *r);

#endif
