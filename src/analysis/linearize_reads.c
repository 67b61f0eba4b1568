/* SPDX-License-Identifier: Apache-2.0
 *
 * What functions read of accelerations and reactions, in the linear equations: its changes dr are
 * unknowns beside da and dlambda,
 *   M da + G' dlambda - f_r dr = ...,   dr - r_a da - r_lambda dlambda = r_q dq.
 */
#include "analysis/linearize.h"
#include "system/reads.h"

/* slopes while they are kept */
typedef struct Keep {
  TrmLinear *l;
  size_t read;
} Keep;

static void keep(const Keep *k, TrmLinearSlopes *to, size_t column, double value) {
  TrmSlope entry = {k->read, column, value};
  if (value != 0) TRM_PUSH(k->l->arena, to->list, to->count, to->capacity, entry);
}

static void keep_by_position(void *context, size_t row, size_t column, double value) {
  const Keep *k = context;
  (void)row;
  keep(k, &k->l->read_q, column, value);
}

static void keep_by_multiplier(void *context, size_t row, size_t i, double value) {
  const Keep *k = context;
  (void)row;
  keep(k, &k->l->read_lambda, i, value);
}

void trm_linear_read_slopes(TrmLinear *l) {
  for (size_t k = 0; k < l->eq->read_count; k++) {
    Keep kept = {l, k};
    trm_read_slopes(l->eq, l->m->state, k, l->m->lambda, keep_by_position, keep_by_multiplier,
                    &kept);
  }
}

void trm_linear_read_entries(const TrmLinear *l, TrmTriplets *matrix, size_t a,
                             const size_t *row_of, size_t reads) {
  const TrmEquations *eq = l->eq;
  for (size_t i = 0; i < l->slopes->count[TRM_BY_READ]; i++) {
    const TrmSlope *e = &l->slopes->entry[TRM_BY_READ][i];
    if (e->row < eq->column_count)
      trm_triplets_add(matrix, a + e->row, reads + e->column, -e->value);
  }
  for (size_t k = 0; k < eq->read_count; k++) {
    int column = eq->forces->reads[k].column;
    trm_triplets_add(matrix, reads + k, reads + k, 1);
    if (column >= 0) trm_triplets_add(matrix, reads + k, a + (size_t)column, -1);
  }
  for (size_t i = 0; i < l->read_lambda.count; i++) {
    const TrmSlope *e = &l->read_lambda.list[i];
    if (row_of[e->column] != SIZE_MAX)
      trm_triplets_add(matrix, reads + e->row, row_of[e->column], -e->value);
  }
}

void trm_linear_read_positions(const TrmLinear *l, const double *dq, double *right) {
  for (size_t i = 0; i < l->read_q.count; i++) {
    const TrmSlope *e = &l->read_q.list[i];
    right[e->row] += e->value * dq[e->column];
  }
}
