/* SPDX-License-Identifier: Apache-2.0
 *
 * Linear complementarity: find z >= 0 with w = M z + q >= 0 and w z = 0, M dense.
 */
#ifndef TRM_LINALG_LCP_H
#define TRM_LINALG_LCP_H

#include "base/arena.h"
#include "trammel/status.h"

typedef struct TrmLcp TrmLcp;

/* Room for up to `most` unknowns. */
TrmLcp *trm_lcp_new(TrmArena *arena, size_t most);

/* M is n x n by rows. TRM_OK, or TRM_FAILED where there is no solution or none was found; pivots
 * are bounded. For positive semidefinite M a solution is found where there is one. */
TrmStatus trm_lcp_solve(TrmLcp *lcp, size_t n, const double *M, const double *q, double *z);

#endif
