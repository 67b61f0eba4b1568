/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading URDF, the descriptions of robots: XML to the tree of the model language.
 */
#ifndef TRM_READ_URDF_READ_H
#define TRM_READ_URDF_READ_H

#include "model/model.h"
#include "read/document.h"

/* 1 when the source is a robot, by its name or its first element. */
int trm_urdf_is(const TrmSource *source);

/* Its tree, as trm_document_read gives one of a YAML file; NULL after an error that leaves none.
 * Only inside a guard. */
TrmNode *trm_urdf_read(TrmArena *arena, TrmModel *model, const TrmSource *source,
                       const char *ignore, TrmLog *log);

#endif
