/* SPDX-License-Identifier: Apache-2.0
 *
 * The system: a model compiled and checked, in SI units. It never changes, so threads can share it.
 * The model and the log must outlive it.
 */
#ifndef TRAMMEL_SYSTEM_H
#define TRAMMEL_SYSTEM_H

#include "trammel/log.h"
#include "trammel/model.h"
#include "trammel/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TrmSystem TrmSystem;

/* Compile and check. On failure `*system` is NULL and the log says why; warnings and notes may be
 * there on success. */
TrmStatus trm_system_compile(const TrmModel *model, TrmLog *log, TrmSystem **system);
void trm_system_free(TrmSystem *system);

/* What was understood of a body, SI units, ground axes at the design position. */
typedef struct TrmBodyInfo {
  const char *name;
  double mass;       /* kg; 0 when not given */
  double centre[3];  /* m */
  double inertia[9]; /* kg m^2 about the centre of mass, body axes, row-major */
  double axes[9];    /* body axes as columns, row-major */
} TrmBodyInfo;

size_t trm_system_bodies(const TrmSystem *system);
TrmStatus trm_system_body(const TrmSystem *system, size_t index, TrmBodyInfo *info);

/* Totals: mass (kg) and centre of mass (m) of everything. */
void trm_system_totals(const TrmSystem *system, double *mass, double centre[3]);

/* Coordinates, constraint equations of joints, equations of motions; freedoms by count are the
 * first less the others. */
void trm_system_counts(const TrmSystem *system, int *coordinates, int *joint_equations,
                       int *motion_equations);

/* What was understood, as text for people or as JSON; free with trm_text_free. */
char *trm_system_report(const TrmSystem *system);
char *trm_system_report_json(const TrmSystem *system);

/* The model as an Adams dataset (.adm); free with trm_text_free. TRM_BAD_MODEL, with the reasons in
 * the log, when it has something that a dataset cannot say. */
TrmStatus trm_system_to_adams(const TrmSystem *system, TrmLog *log, char **text);

/* The model as an Excel workbook (.xlsx), `*length` bytes; free with trm_text_free. The same where
 * it has something that the layout of a workbook cannot say. */
TrmStatus trm_system_to_workbook(const TrmSystem *system, TrmLog *log, char **bytes,
                                 size_t *length);

/* A workbook with all sheets and what they mean, and nothing filled in. NULL when memory is out. */
char *trm_workbook_empty(size_t *length);

#ifdef __cplusplus
}
#endif
#endif
