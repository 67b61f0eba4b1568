/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading Adams datasets (.adm) and command files (.acf): text to the tree of the model language.
 */
#ifndef TRM_READ_ADAMS_READ_H
#define TRM_READ_ADAMS_READ_H

#include "model/model.h"
#include "read/document.h"

/* 1 when the source is a dataset or command file, by its name or its first line. */
int trm_adams_is(const TrmSource *source);

/* Its tree, as trm_document_read gives one of a YAML file; NULL after an error that leaves none.
 * Sources it reads are kept by the model. `ignore` (may be NULL) lists statements to leave out:
 * FRICTION, SFORCE/3, JOINT.ICROT or names, separated by commas. Only inside a guard. */
TrmNode *trm_adams_read(TrmArena *arena, TrmModel *model, const TrmSource *source,
                        const char *ignore, TrmLog *log);

#endif
