/* SPDX-License-Identifier: Apache-2.0
 *
 * Arnoldi: the eigenvalues of largest size of an operator that is known by what it does to vectors,
 * by ARPACK, which is loaded when it is first asked for. ARPACK keeps what it knows in variables of
 * its own, so that one search waits for another. Reference: Lehoucq, Sorensen, Yang, ARPACK Users'
 * Guide, 1998.
 */
#ifndef TRM_LINALG_ARNOLDI_H
#define TRM_LINALG_ARNOLDI_H

#include "base/arena.h"

/* 1 when ARPACK is there. */
int trm_arnoldi_available(void);

/* y = A x; other than TRM_OK ends the search. Neither it nor what it calls may leave a guard. */
typedef TrmStatus (*TrmArnoldiApply)(void *context, const double *x, double *y);

/* Search for the `wanted` eigenvalues of largest size of an operator of n rows, wanted + 2 < n. The
 * number found goes to *count; conjugates stand next to each other, the one with im > 0 first, with
 * re and im of wanted + 1 and V of n (wanted + 1) numbers as in linalg/eigen.h. `tolerance` is
 * relative, 0: as good as rounding allows. The search begins at the same vector every time.
 * TRM_FAILED when nothing was found, TRM_BAD_FILE without ARPACK, else what the operator said. */
TrmStatus trm_arnoldi_largest(TrmArena *arena, size_t n, size_t wanted, double tolerance,
                              TrmArnoldiApply apply, void *context, double *re, double *im,
                              double *V, size_t *count);

#endif
