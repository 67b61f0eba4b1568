/* SPDX-License-Identifier: Apache-2.0
 *
 * Fold: names without regard to case. Expressions find a name by its exact spelling first; when
 * there is none, the one name of its kind that differs only in case is meant.
 */
#ifndef TRM_MODEL_FOLD_H
#define TRM_MODEL_FOLD_H

#include "base/arena.h"

typedef struct TrmFold TrmFold;

TrmFold *trm_fold_new(TrmArena *arena);

/* Enter a name of a kind; the name is not copied. */
void trm_fold_add(TrmFold *fold, unsigned kind, const char *name);

/* The one name of that kind spelt like `name` but for case; NULL when there is none or several. */
const char *trm_fold_find(TrmFold *fold, unsigned kind, const char *name);

#endif
