/* SPDX-License-Identifier: Apache-2.0
 *
 * Triplets: a sparse square matrix given entry by entry, scaled by powers of two so that rows and
 * columns are of size one, factored once, and solved with one step of refinement.
 */
#ifndef TRM_LINALG_TRIPLETS_H
#define TRM_LINALG_TRIPLETS_H

#include "linalg/sparse.h"

typedef struct TrmTriplets TrmTriplets;

/* An empty matrix of n rows; then its entries, of which those of one place add up. */
TrmTriplets *trm_triplets_new(TrmArena *arena, size_t n);
void trm_triplets_add(TrmTriplets *triplets, size_t row, size_t column, double value);

/* Factor what was given. TRM_FAILED when it is singular or not finite; leaves the guard when memory
 * is out. */
TrmStatus trm_triplets_factor(TrmTriplets *triplets);

/* Solve in place for b[n]. Needs good factors. */
TrmStatus trm_triplets_solve(TrmTriplets *triplets, double *b);

/* The same for `count` right-hand sides b[count * n], one after the other, with `work`,
 * trm_triplets_work doubles for up to four of them: several may solve at the same time. */
size_t trm_triplets_work(const TrmTriplets *triplets);
TrmStatus trm_triplets_solve_block(const TrmTriplets *triplets, double *b, size_t count,
                                   double *work);

#endif
