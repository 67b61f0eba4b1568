/* SPDX-License-Identifier: Apache-2.0
 *
 * Balance: the matrix of slopes, with A = (G' lambda)_q - Q_q,
 *   [  A     G'   -Q_z  ] [ dq      ]   [ r    ]
 *   [  G   -eps D   0   ] [ dlambda ] = [ -phi ]
 *   [ -z'_q  0   -z'_z  ] [ dz      ]   [ z'   ];
 * where functions read reactions these stand behind, with their own slopes by q and lambda.
 * Its pattern is found by computing it once; entries then come in the same order again.
 */
#include "analysis/balance.h"
#include "analysis/reduced.h"
#include "system/reads.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double epsilon = 1e-10;

/* what the constraints weigh against the stiffness where directions are counted */
static const double held = 1e7;

/* entries while they are announced, or put in */
typedef struct Pass {
  TrmBalance *b;
  int announces;
  size_t next, row_offset, column_offset;
  double sign;
} Pass;

static void put(Pass *pass, size_t row, size_t column, double value) {
  TrmBalance *b = pass->b;
  if (pass->announces) {
    TrmBalanceEntry entry = {row, column, 0};
    TRM_PUSH(b->m->arena, b->entries, b->entry_count, b->entry_capacity, entry);
    return;
  }
  b->raw[pass->next++] = value;
}

static void put_force(void *context, size_t row, size_t column, double value) {
  put(context, row, column, -value);
}

static void put_force_by_state(void *context, size_t row, size_t column, double value) {
  Pass *pass = context;
  put(pass, row, pass->b->columns + pass->b->rows + column, -value);
}

static void put_rate(void *context, size_t row, size_t column, double value) {
  Pass *pass = context;
  put(pass, pass->b->columns + pass->b->rows + row, column, -value);
}

static void put_rate_by_state(void *context, size_t row, size_t column, double value) {
  Pass *pass = context;
  size_t first = pass->b->columns + pass->b->rows;
  put(pass, first + row, first + column, -value);
}

static void put_bend(void *context, size_t row, size_t column, double value) {
  put(context, row, column, value);
}

/* where what functions read begins */
static size_t first_read(const TrmBalance *b) {
  return b->columns + b->rows + b->states;
}

static void put_force_by_read(void *context, size_t row, size_t column, double value) {
  const Pass *pass = context;
  put(context, row, first_read(pass->b) + column, -value);
}

static void put_rate_by_read(void *context, size_t row, size_t column, double value) {
  const Pass *pass = context;
  put(context, pass->b->columns + pass->b->rows + row, first_read(pass->b) + column, -value);
}

static void put_read(void *context, size_t row, size_t column, double value) {
  const Pass *pass = context;
  (void)row;
  put(context, pass->row_offset, column, -value);
}

static void put_read_by_multiplier(void *context, size_t row, size_t column, double value) {
  const Pass *pass = context;
  put_read(context, row, pass->b->columns + column, value);
}

/* all slopes, one after the other */
static void run(TrmBalance *b, int announces) {
  TrmMechanism *m = b->m;
  Pass pass = {.b = b, .announces = announces};
  TrmForceSlopes slopes = {.force_by_position = put_force,
                           .force_by_state = put_force_by_state,
                           .rate_by_position = put_rate,
                           .rate_by_state = put_rate_by_state,
                           .force_by_read = put_force_by_read,
                           .rate_by_read = put_rate_by_read,
                           .context = &pass};
  trm_forces_slopes(m->eq, m->state, &slopes);
  if (announces) b->bend_first = b->entry_count;
  trm_equations_bend(m->eq, m->state, m->lambda, put_bend, &pass);
  for (size_t k = 0; k < m->eq->read_count; k++) {
    pass.row_offset = first_read(b) + k;
    put(&pass, pass.row_offset, pass.row_offset, 1);
    trm_read_slopes(m->eq, m->state, k, m->lambda, put_read, put_read_by_multiplier, &pass);
  }
}

static void announce(TrmBalance *b, TrmArena *arena) {
  const TrmEquations *eq = b->m->eq;
  TrmPattern *pattern = trm_pattern_new(arena, b->n);
  run(b, 1);
  for (size_t i = 0; i < b->entry_count; i++)
    trm_pattern_add(pattern, b->entries[i].row, b->entries[i].column);
  for (size_t i = 0; i < b->n; i++) trm_pattern_add(pattern, i, i);
  for (size_t i = 0; i < b->rows; i++)
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) {
      trm_pattern_add(pattern, b->columns + i, eq->column[k]);
      trm_pattern_add(pattern, eq->column[k], b->columns + i);
    }
  b->matrix = trm_sparse_new(arena, pattern);
  trm_pattern_drop(pattern);
  for (size_t i = 0; i < b->entry_count; i++)
    b->entries[i].slot = trm_sparse_slot(b->matrix, b->entries[i].row, b->entries[i].column);
  b->lower = trm_arena_array(arena, eq->entry_count + 1, sizeof *b->lower);
  b->upper = trm_arena_array(arena, eq->entry_count + 1, sizeof *b->upper);
  b->diagonal = trm_arena_array(arena, b->n + 1, sizeof *b->diagonal);
  for (size_t i = 0; i < b->n; i++) b->diagonal[i] = trm_sparse_slot(b->matrix, i, i);
  for (size_t i = 0; i < b->rows; i++)
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) {
      b->lower[k] = trm_sparse_slot(b->matrix, b->columns + i, eq->column[k]);
      b->upper[k] = trm_sparse_slot(b->matrix, eq->column[k], b->columns + i);
    }
}

/* 1 for entries that count in the signature: of positions by positions */
static int mechanical(const TrmBalance *b, const TrmBalanceEntry *entry) {
  return entry->row < b->columns && entry->column < b->columns;
}

/* the matrix whose signs are counted: A, a diagonal, and the squares of the rows of G */
static void announce_signature(TrmBalance *b, TrmArena *arena) {
  const TrmEquations *eq = b->m->eq;
  size_t count = b->columns, next = 0;
  for (size_t i = 0; i < b->entry_count; i++) count += (size_t)mechanical(b, &b->entries[i]);
  for (size_t i = 0; i < b->rows; i++)
    count += (eq->start[i + 1] - eq->start[i]) * (eq->start[i + 1] - eq->start[i]);
  size_t *row = trm_arena_array(arena, 2 * count + 2, sizeof *row), *column = row + count + 1;
  for (size_t i = 0; i < b->columns; i++, next++) row[next] = column[next] = i;
  for (size_t i = 0; i < b->entry_count; i++) {
    if (!mechanical(b, &b->entries[i])) continue;
    row[next] = b->entries[i].row;
    column[next++] = b->entries[i].column;
  }
  for (size_t i = 0; i < b->rows; i++)
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      for (size_t l = eq->start[i]; l < eq->start[i + 1]; l++, next++) {
        row[next] = eq->column[k];
        column[next] = eq->column[l];
      }
  b->signature_values = trm_arena_array(arena, count + 1, sizeof *b->signature_values);
  b->signature = trm_signature_new(arena, b->columns, count, row, column);
  if (!b->signature) trm_guard_leave();
}

TrmBalance *trm_balance_new(TrmArena *arena, TrmMechanism *m) {
  const TrmEquations *eq = m->eq;
  TrmBalance *b = trm_arena_alloc(arena, sizeof *b);
  b->m = m;
  b->columns = eq->column_count;
  b->rows = eq->row_count;
  b->states = eq->state_count;
  b->n = first_read(b) + eq->read_count;
  announce(b, arena);
  announce_signature(b, arena);
  b->raw = trm_arena_array(arena, b->entry_count + 1, sizeof *b->raw);
  b->scale = trm_arena_array(arena, b->n + 1, sizeof *b->scale);
  b->scale_row = trm_arena_array(arena, b->n + 1, sizeof *b->scale_row);
  b->rate = trm_arena_array(arena, 2 * b->states + 2, sizeof *b->rate);
  b->dz = b->rate + b->states + 1;
  b->Q = trm_arena_array(arena, 3 * b->columns + 3, sizeof *b->Q);
  b->r = b->Q + b->columns + 1;
  b->shape = b->r + b->columns + 1;
  b->b = trm_arena_array(arena, b->n + 1, sizeof *b->b);
  for (size_t i = 0; i < b->rows; i++) b->has_velocity_rows |= m->velocity_rows[i];
  b->force = 1;
  return b;
}

/* a coordinate's unit: the size, or the turn that moves a typical arm by it */
static void scale_columns(TrmBalance *b) {
  const TrmEquations *eq = b->m->eq;
  double size = b->m->size;
  for (size_t k = 0; k < b->columns; k++) b->scale[k] = size;
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 3; k < 6; k++)
      if (eq->body_column[i][k] >= 0) b->scale[eq->body_column[i][k]] = size / eq->length[i];
  for (size_t k = 0; k < b->columns; k++) b->scale_row[k] = b->scale[k] / (b->force * size);
  for (size_t i = 0; i < b->rows; i++) {
    b->scale_row[b->columns + i] = 1 / b->m->row_size[i];
    b->scale[b->columns + i] = b->force * size / b->m->row_size[i];
  }
  for (size_t k = 0; k < eq->read_count; k++) {
    double one = fmax(trm_read_size(eq, k, b->force, size), fabs(b->m->state->read[k]));
    b->scale[first_read(b) + k] = one;
    b->scale_row[first_read(b) + k] = 1 / one;
  }
}

/* states by their values, rates by what a unit of anything changes in them */
static void scale_states(TrmBalance *b) {
  size_t first = b->columns + b->rows;
  double *row = b->scale_row + first;
  for (size_t i = 0; i < b->states; i++) {
    b->scale[first + i] = fmax(1, fabs(b->m->state->z[i]));
    row[i] = 0;
  }
  for (size_t i = 0; i < b->bend_first; i++) {
    const TrmBalanceEntry *entry = &b->entries[i];
    if (entry->row >= first)
      row[entry->row - first] =
          fmax(row[entry->row - first], fabs(b->raw[i]) * b->scale[entry->column]);
  }
  for (size_t i = 0; i < b->states; i++) row[i] = row[i] > 0 ? 1 / row[i] : 1;
}

static int all_finite(const double *x, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!isfinite(x[i])) return 0;
  return 1;
}

/* what is left of the forces, and the size of it all */
static void find_merit(TrmBalance *b) {
  const TrmEquations *eq = b->m->eq;
  double sum = 0;
  memcpy(b->r, b->Q, b->columns * sizeof *b->r);
  for (size_t i = 0; i < b->rows; i++)
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      b->r[eq->column[k]] -= b->m->G[k] * b->m->lambda[i];
  for (size_t k = 0; k < b->columns; k++) {
    double part = b->r[k] * b->scale_row[k];
    sum += part * part;
  }
  for (size_t i = 0; i < b->states; i++) {
    double part = b->rate[i] * b->scale_row[b->columns + b->rows + i];
    sum += part * part;
  }
  b->merit = sqrt(sum);
}

/* multipliers that leave least of the forces */
static TrmStatus hold(void *context, const double *Q, double *a, double *lambda) {
  TrmBalance *b = context;
  (void)a;
  if (!all_finite(Q, b->columns)) return TRM_RETRY;
  return trm_saddle_solve(b->m->saddle, Q, NULL, b->m->a, lambda);
}

TrmStatus trm_balance_look(TrmBalance *b) {
  TrmMechanism *m = b->m;
  b->merit = HUGE_VAL;
  if (!all_finite(m->G, m->eq->entry_count)) return TRM_RETRY;
  if (b->has_velocity_rows && trm_saddle_factor(m->saddle, &m->weights, m->G, NULL) != TRM_OK)
    return TRM_RETRY;
  if (trm_reads_settle(m->eq, m->state, hold, b, b->Q, NULL, m->lambda) != TRM_OK) return TRM_RETRY;
  trm_states_rate(m->eq, m->state, b->rate);
  if (!all_finite(b->Q, b->columns) || !all_finite(b->rate, b->states)) return TRM_RETRY;
  if (!all_finite(m->lambda, b->rows)) return TRM_RETRY;
  find_merit(b);
  return isfinite(b->merit) ? TRM_OK : TRM_RETRY;
}

void trm_balance_measure(TrmBalance *b) {
  const TrmEquations *eq = b->m->eq;
  const TrmSystem *system = eq->system;
  double most = 0, size = b->m->size;
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 3; k++)
      most = fmax(most, fabs(system->bodies[i].mass * system->gravity[k]));
  for (size_t i = 0; i < system->force_count; i++) {
    TrmForceReport report;
    trm_forces_report(eq, b->m->state, i, &report);
    for (int k = 0; k < 3; k++)
      most = fmax(most, fmax(fabs(report.force[k]), fabs(report.torque[k]) / size));
  }
  b->force = 1;
  scale_columns(b);
  for (size_t k = 0; k < b->columns; k++) most = fmax(most, fabs(b->Q[k]) * b->scale_row[k]);
  for (size_t i = 0; i < b->rows; i++)
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      most = fmax(most, fabs(b->m->G[k] * b->m->lambda[i]) * b->scale_row[eq->column[k]]);
  b->largest = isfinite(most) ? most : 0;
  b->force = b->largest > 0 ? b->largest : 1;
  scale_columns(b);
}

/* where little acts on stiff springs, forces are measured by what these put up against a move of
 * 1e-7 of the size, since rounding does not let them be smaller */
static void measure_stiffness(TrmBalance *b) {
  double most = 0;
  for (size_t i = 0; i < b->entry_count; i++) {
    const TrmBalanceEntry *entry = &b->entries[i];
    if (mechanical(b, entry))
      most = fmax(most, fabs(b->raw[i]) * b->scale[entry->row] * b->scale[entry->column]);
  }
  if (!(1e-7 * most > b->force * b->m->size)) return;
  b->force = 1e-7 * most / b->m->size;
  scale_columns(b);
}

void trm_balance_slopes(TrmBalance *b) {
  run(b, 0);
  measure_stiffness(b);
  scale_states(b);
  find_merit(b);
}

/* the scaled value of entry i */
static double scaled(const TrmBalance *b, size_t i) {
  const TrmBalanceEntry *entry = &b->entries[i];
  return b->raw[i] * b->scale_row[entry->row] * b->scale[entry->column];
}

TrmStatus trm_balance_factor(TrmBalance *b, double shift) {
  const TrmEquations *eq = b->m->eq;
  double *value = trm_sparse_values(b->matrix);
  memset(value, 0, trm_sparse_entries(b->matrix) * sizeof *value);
  for (size_t i = 0; i < b->entry_count; i++) value[b->entries[i].slot] += scaled(b, i);
  for (size_t i = 0; i < b->rows; i++) {
    double sum = 0;
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) {
      size_t column = eq->column[k];
      double entry = b->m->G[k] * b->scale[column] * b->scale_row[b->columns + i];
      value[b->lower[k]] = value[b->upper[k]] = entry;
      sum += entry * entry / fmax(1, fabs(value[b->diagonal[column]]));
    }
    value[b->diagonal[b->columns + i]] = -epsilon * (sum > 0 ? sum : 1);
  }
  for (size_t k = 0; k < b->columns; k++) value[b->diagonal[k]] += shift;
  for (size_t i = b->columns + b->rows; i < first_read(b); i++) value[b->diagonal[i]] += shift;
  TrmStatus status = trm_sparse_factor(b->matrix);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  return status;
}

TrmStatus trm_balance_step(TrmBalance *b) {
  size_t first = b->columns + b->rows;
  for (size_t k = 0; k < b->columns; k++) b->b[k] = b->r[k] * b->scale_row[k];
  /* positions are closed */
  memset(b->b + b->columns, 0, (b->n - b->columns) * sizeof *b->b);
  for (size_t i = 0; i < b->states; i++) b->b[first + i] = b->rate[i] * b->scale_row[first + i];
  TrmStatus status = trm_sparse_solve(b->matrix, b->b, 1);
  if (status != TRM_OK || !all_finite(b->b, b->n)) return TRM_RETRY;
  for (size_t k = 0; k < b->columns; k++) b->m->dq[k] = b->b[k] * b->scale[k];
  for (size_t i = 0; i < b->states; i++) b->dz[i] = b->b[first + i] * b->scale[first + i];
  return TRM_OK;
}

/* the values whose signs are counted, less what rounding hides */
static void fill_signature(TrmBalance *b, double shift) {
  const TrmEquations *eq = b->m->eq;
  double *value = b->signature_values, stiffest = 1;
  size_t next = b->columns;
  for (size_t i = 0; i < b->entry_count; i++) {
    if (!mechanical(b, &b->entries[i])) continue;
    value[next] = scaled(b, i);
    stiffest = fmax(stiffest, fabs(value[next++]));
  }
  for (size_t k = 0; k < b->columns; k++) value[k] = shift + 2 * stiffest / held;
  for (size_t i = 0; i < b->rows; i++) {
    double sum = 0;
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++) {
      double entry = b->m->G[k] * b->scale[eq->column[k]];
      sum += entry * entry;
    }
    double weight = sum > 0 ? held * stiffest / sum : 0;
    for (size_t k = eq->start[i]; k < eq->start[i + 1]; k++)
      for (size_t l = eq->start[i]; l < eq->start[i + 1]; l++)
        value[next++] =
            weight * b->m->G[k] * b->scale[eq->column[k]] * b->m->G[l] * b->scale[eq->column[l]];
  }
}

size_t trm_balance_unstable(TrmBalance *b, double shift, double *x) {
  TrmReduced *reduced = trm_balance_reduce(b, trm_mechanism_passing(b->m), TRM_BALANCE_DENSE);
  size_t count = 0;
  if (reduced->stiffness) {
    while (count < reduced->freedoms && reduced->stiffness[count] < -shift) count++;
    if (x && reduced->freedoms) memcpy(x, reduced->direction, b->columns * sizeof *x);
    return count;
  }
  fill_signature(b, shift);
  count = trm_signature_count(b->signature, b->signature_values);
  if (!count || !x) return count;
  trm_signature_direction(b->signature, x);
  for (size_t k = 0; k < b->columns; k++) x[k] *= b->scale[k];
  return count;
}

double trm_balance_deficit(TrmBalance *b) {
  TrmReduced *reduced = trm_balance_reduce(b, trm_mechanism_passing(b->m), TRM_BALANCE_DENSE);
  if (!reduced->freedoms) return 0;
  if (reduced->stiffness) return fmax(0, -reduced->stiffness[0]);
  double shift = 0;
  for (int raise = 0; raise < 40; raise++) {
    fill_signature(b, shift);
    if (!trm_signature_count(b->signature, b->signature_values)) break;
    shift = fmax(4 * shift, 1e-6);
  }
  return shift;
}

double trm_balance_rounding(const TrmBalance *b) {
  double stiffest = 0;
  for (size_t i = 0; i < b->entry_count; i++) stiffest = fmax(stiffest, fabs(scaled(b, i)));
  return 10 * DBL_EPSILON * (10 + stiffest);
}

TrmUnbalanced trm_balance_worst(const TrmBalance *b) {
  const TrmEquations *eq = b->m->eq;
  TrmUnbalanced worst = {0};
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      int column = eq->body_column[i][k];
      double value = column < 0 ? 0 : fabs(b->r[column]),
             size = k < 3 ? value : value / eq->length[i];
      if (size > worst.size) worst = (TrmUnbalanced){size, i, k >= 3, value};
    }
  return worst;
}
