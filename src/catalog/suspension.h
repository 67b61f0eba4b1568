/* SPDX-License-Identifier: Apache-2.0
 *
 * The words by which points of a suspension are known where a model has no section for it.
 */
#ifndef TRM_CATALOG_SUSPENSION_H
#define TRM_CATALOG_SUSPENSION_H

typedef struct TrmSuspensionWord {
  const char *key, *words; /* of the section `suspension`; "lower_ball_joint|lca_outer" */
} TrmSuspensionWord;

extern const TrmSuspensionWord
    trm_suspension_words[]; /* ends with a NULL key; wheel_centre first */

/* How long the prefix is before one of these words, when `name` ends in it; else -1. */
int trm_suspension_names(const char *name, const char *words);

#endif
