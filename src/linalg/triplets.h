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

#endif
