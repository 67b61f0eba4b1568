/* SPDX-License-Identifier: Apache-2.0
 *
 * Reduced: the stiffness that is left when the bodies may move only as the constraints let them,
 * K = Z' A Z with G Z = 0, and its eigenvalues. Dense, so for models of not too many freedoms.
 */
#ifndef TRM_ANALYSIS_REDUCED_H
#define TRM_ANALYSIS_REDUCED_H

#include "analysis/balance.h"

typedef struct TrmReduced {
  size_t freedoms;
  double *stiffness; /* ascending, in parts of force by size; NULL: too many freedoms */
  double *direction; /* freedoms by columns: how the columns move in each, SI */
  double asymmetry;  /* of K, in parts of its largest entry */
  int states_held;   /* states have no rest of their own: they were held */
} TrmReduced;

/* At the state whose slopes are at hand. Memory from `arena`; fills freedoms and redundant of the
 * mechanism. With more than `most` freedoms only these. */
TrmReduced *trm_balance_reduce(TrmBalance *balance, TrmArena *arena, size_t most);

#endif
