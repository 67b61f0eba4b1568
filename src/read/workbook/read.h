/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading Excel workbooks (.xlsx) that follow the layout: cells to the tree of the model language.
 */
#ifndef TRM_READ_WORKBOOK_READ_H
#define TRM_READ_WORKBOOK_READ_H

#include "model/model.h"
#include "read/document.h"

/* 1 when the source is a workbook, by its name or its first bytes. */
int trm_workbook_is(const TrmSource *source);

/* Its tree, as trm_document_read gives one of a YAML file; NULL after an error that leaves none.
 * The sheets are sources kept by the model. Only inside a guard. */
TrmNode *trm_workbook_read(TrmArena *arena, TrmModel *model, const TrmSource *source,
                           const char *ignore, TrmLog *log);

#endif
