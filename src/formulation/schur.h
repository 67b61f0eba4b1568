/* SPDX-License-Identifier: Apache-2.0
 *
 * Schur: the plan of the constraint-force method: rows in groups (joints, motions, constraints),
 * their parts on bodies, and the blocks of S in the order of elimination.
 */
#ifndef TRM_FORMULATION_SCHUR_H
#define TRM_FORMULATION_SCHUR_H

#include "formulation/ways.h"

/* M and M^-1 of a body, body axes, and the inverse of M's diagonal by columns (0: no such column).
 */
typedef struct TrmSchurBody {
  double mass, inertia[9];
  double move, turn[9], diagonal[6];
} TrmSchurBody;

/* Rows that are eliminated together. */
typedef struct TrmSchurGroup {
  size_t row; /* the first */
  int rows;
  size_t first_part, parts, first_link, links;
  size_t block; /* where its diagonal block is */
} TrmSchurGroup;

/* A group on a body: six columns of G for each row, from `start` on. */
typedef struct TrmSchurPart {
  size_t body, start;
} TrmSchurPart;

/* A coupling with a group that is eliminated later: rows by other's rows. */
typedef struct TrmSchurLink {
  size_t other, block;
} TrmSchurLink;

/* A contribution to S: the parts of two groups on one body. */
typedef struct TrmSchurPair {
  size_t row_start, column_start, block;
  int rows, columns;
} TrmSchurPair;

typedef struct TrmSchur {
  TrmSolver solver;
  size_t group_count, part_count, link_count, pair_count, block_size;
  TrmSchurBody *body;
  TrmSchurGroup *group;
  TrmSchurPart *part;
  TrmSchurLink *link;
  TrmSchurPair *pair;
  size_t *order, *target; /* blocks that each elimination takes from, in turn */
  size_t *slot;           /* of each entry of G among the parts */
  double *G, *part_G, *part_MG, *block, *over, *D;
  double *x, *y, *lambda, *d, *before, *whole, *force, *f, *g;
} TrmSchur;

TrmSchur *trm_schur_new(TrmArena *arena, const TrmEquations *eq, const char **why);

#endif
