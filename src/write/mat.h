/* SPDX-License-Identifier: Apache-2.0
 *
 * MAT-5 files of matrices and lists of names, beside those of results (write.h).
 */
#ifndef TRM_WRITE_MAT_H
#define TRM_WRITE_MAT_H

#include "base/arena.h"
#include "base/text.h"

/* A matrix by rows; name NULL ends a list. */
typedef struct TrmMatMatrix {
  const char *name;
  const double *values;
  size_t rows, columns;
} TrmMatMatrix;

/* A cell array of texts; name NULL ends a list. */
typedef struct TrmMatNames {
  const char *name;
  const char *const *list;
  size_t count;
} TrmMatNames;

/* Append a whole file; 0 when a matrix is larger than such a file can hold. Only inside a guard. */
int trm_mat_matrices(const TrmMatMatrix *matrices, const TrmMatNames *names, TrmArena *arena,
                     TrmText *out);

#endif
