/* SPDX-License-Identifier: Apache-2.0
 *
 * Linear models on the command line.
 */
#ifndef TRM_CLI_LINEAR_H
#define TRM_CLI_LINEAR_H

#include "cli/record.h"
#include "trammel/linear.h"

/* Linearise as `run` (NULL: the model's first `linearize`) says, and write what was found. `place`
 * is where the analysis stands, in words; NULL: it is assembled and brought to where --at says. */
TrmStatus trm_record_linear(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                            const TrmSystem *system, const struct TrmRun *run, const char *place);

/* linearize.c: --modes and --threads; TRM_BAD_USAGE after a message. */
TrmStatus trm_linear_options(const TrmRequest *request, TrmLinearOptions *options);

/* 1 when --at is a word or a time; else 0 after a message. Assemble and go where it says, which
 * `*place` puts in words. */
int trm_linear_check(const TrmRequest *request);
TrmStatus trm_linear_go(TrmRequest *request, TrmAnalysis *analysis, const TrmSystem *system,
                        TrmLog *log, const char **place);

/* sweep_linear.c: the modes over the values of a parameter, as --sweep says. */
TrmStatus trm_linear_sweep(TrmRequest *request);

/* report_linear.c: the table of modes, with their energies when asked for; everything as one JSON
 * object. `errors`, of each eigenvalue,
 * are those of --verify, or NULL. */
void trm_linear_text(TrmAnalysis *analysis, const TrmSystem *system, const char *place,
                     int energies, const double *errors, TrmText *out);
void trm_linear_json(TrmRequest *request, TrmAnalysis *analysis, const TrmLog *log,
                     TrmStatus status, const double *errors, TrmText *out);

/* linear_modes.c: a result file with a row for each mode; one that plays mode `number` of the
 * table.
 */
TrmStatus trm_linear_store(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                           const TrmSystem *system, const char *path);
TrmStatus trm_linear_animate(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                             const TrmSystem *system, size_t number, const char *path);

/* The present poses of all bodies in the model's units, x y z e0 e1 e2 e3 each. */
double *trm_linear_poses(TrmAnalysis *analysis, TrmArena *arena);

/* linear_files.c: every mode held against the nonlinear model. */
TrmStatus trm_linear_verify_all(TrmRequest *request, TrmAnalysis *analysis, TrmLog *log,
                                const double **errors);

/* linear_files.c: what --csv, --mat and --bode ask for. */
TrmStatus trm_linear_files(TrmRequest *request, TrmAnalysis *analysis);

#endif
