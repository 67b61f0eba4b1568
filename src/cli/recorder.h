/* SPDX-License-Identifier: Apache-2.0
 *
 * Recorder: what the commands that record share: the signals that are kept, the files they go to,
 * and what is said before and after.
 */
#ifndef TRM_CLI_RECORDER_H
#define TRM_CLI_RECORDER_H

#include "cli/record.h"
#include "results/store.h"
#include <stdio.h>

/* One run: what is recorded and where it goes. */
typedef struct TrmRecorder TrmRecorder;
struct TrmRecorder {
  TrmRequest *request;
  TrmLog *log;
  TrmAnalysis *analysis;
  const TrmSystem *system;
  const char *analysis_name;          /* as results say it; NULL: an assembly */
  const char *attempt;                /* what is said of a position that is not what was wanted */
  TrmStatus (*begin)(TrmRecorder *r); /* in place of driving, after the assembly */
  void (*notes)(TrmRecorder *r);      /* what the result keeps beside signals */
  void (*say)(TrmRecorder *r);        /* at the end */
  const void *options;                /* of the analysis */
  TrmSignal *signals;                 /* those that are kept */
  size_t *index;                      /* their numbers among all */
  size_t count, all_count;
  double *all, *row;
  TrmStore *store;
  FILE *csv;
  const char *path, *csv_path, *suffix;
  size_t rows;
  double began, shown;
};

TrmRecorder trm_recorder(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                         const TrmSystem *system);

/* Choose the signals that --signals names. */
TrmStatus trm_recorder_choose(TrmRecorder *r);

/* Keep the present position alone: what was wanted, or the best attempt at it, which is worth a
 * picture too. */
TrmStatus trm_recorder_keep(TrmRecorder *r, TrmStatus status);

/* Assemble, then drive through the span, move under forces as `dynamics` says, or as `begin` does.
 */
TrmStatus trm_recorder_move(TrmRecorder *r, TrmTimes span, const TrmDynamicsOptions *dynamics);

/* A number that the result keeps. */
void trm_recorder_note(TrmRecorder *r, const char *name, double value);

const char *trm_recorder_model(const TrmRecorder *r);
void trm_recorder_say_heading(TrmRecorder *r);
void trm_recorder_say_results(const TrmRecorder *r);
void trm_recorder_say_kept(const TrmRecorder *r);

#endif
