/* SPDX-License-Identifier: Apache-2.0
 *
 * Reduced: Z from the rank decision, made orthonormal in coordinates free of units. States follow
 * from the position where they can: with blocks [A B; D C] of the slopes, A - B C^-1 D.
 */
#include "analysis/reduced.h"
#include "analysis/freedoms.h"
#include "linalg/symmetric.h"
#include "system/forces_data.h"
#include <math.h>
#include <string.h>

enum { MOST_STATES = 200 };

/* null vectors as rows, orthonormal by two passes of Gram and Schmidt */
static double *null_space(const TrmBalance *b, const TrmRank *rank, TrmArena *arena) {
  size_t n = b->columns, f = rank->free_count;
  double *Z = trm_arena_array(arena, f * n + 1, sizeof *Z);
  for (size_t k = 0; k < f; k++) {
    double *z = Z + k * n;
    trm_rank_freedom(rank, k, z);
    for (size_t i = 0; i < n; i++) z[i] /= b->scale[i];
    for (int pass = 0; pass < 2; pass++) {
      for (size_t l = 0; l < k; l++) {
        double dot = 0;
        for (size_t i = 0; i < n; i++) dot += Z[l * n + i] * z[i];
        for (size_t i = 0; i < n; i++) z[i] -= dot * Z[l * n + i];
      }
      double size = 0;
      for (size_t i = 0; i < n; i++) size += z[i] * z[i];
      for (size_t i = 0; i < n; i++) z[i] /= sqrt(size);
    }
  }
  return Z;
}

static double scaled(const TrmBalance *b, size_t i) {
  const TrmBalanceEntry *entry = &b->entries[i];
  return b->raw[i] * b->scale_row[entry->row] * b->scale[entry->column];
}

/* solve C X = D (s by s, s by f) in place by elimination with row exchanges; 0 when singular */
static int solve_dense(size_t s, size_t f, double *C, double *D) {
  double largest = 0;
  for (size_t i = 0; i < s * s; i++) largest = fmax(largest, fabs(C[i]));
  for (size_t k = 0; k < s; k++) {
    size_t pivot = k;
    for (size_t i = k + 1; i < s; i++)
      if (fabs(C[i * s + k]) > fabs(C[pivot * s + k])) pivot = i;
    if (!(fabs(C[pivot * s + k]) > 1e-12 * largest)) return 0;
    for (size_t j = 0; j < s; j++) {
      double x = C[k * s + j];
      C[k * s + j] = C[pivot * s + j];
      C[pivot * s + j] = x;
    }
    for (size_t j = 0; j < f; j++) {
      double x = D[k * f + j];
      D[k * f + j] = D[pivot * f + j];
      D[pivot * f + j] = x;
    }
    for (size_t i = 0; i < s; i++) {
      if (i == k) continue;
      double factor = C[i * s + k] / C[k * s + k];
      for (size_t j = k; j < s; j++) C[i * s + j] -= factor * C[k * s + j];
      for (size_t j = 0; j < f; j++) D[i * f + j] -= factor * D[k * f + j];
    }
  }
  for (size_t k = 0; k < s; k++)
    for (size_t j = 0; j < f; j++) D[k * f + j] /= C[k * s + k];
  return 1;
}

/* AZ -= B C^-1 D Z; 0 when the states do not follow */
static int follow_states(const TrmBalance *b, TrmArena *arena, size_t f, const double *Z,
                         double *AZ) {
  size_t s = b->states, n = b->columns, first = n + b->rows;
  if (!s) return 1;
  if (s > MOST_STATES) return 0;
  double *C = trm_arena_array(arena, s * s + 1, sizeof *C);
  double *D = trm_arena_array(arena, s * f + 1, sizeof *D);
  for (size_t i = 0; i < b->entry_count; i++) {
    const TrmBalanceEntry *entry = &b->entries[i];
    if (entry->row < first || entry->row >= first + s || entry->column >= first + s) continue;
    double value = scaled(b, i);
    if (entry->column >= first) {
      C[(entry->row - first) * s + entry->column - first] += value;
    } else if (entry->column < n) {
      for (size_t j = 0; j < f; j++)
        D[(entry->row - first) * f + j] += value * Z[j * n + entry->column];
    }
  }
  if (!solve_dense(s, f, C, D)) return 0;
  for (size_t i = 0; i < b->entry_count; i++) {
    const TrmBalanceEntry *entry = &b->entries[i];
    if (entry->row >= n || entry->column < first || entry->column >= first + s) continue;
    for (size_t j = 0; j < f; j++)
      AZ[j * n + entry->row] -= scaled(b, i) * D[(entry->column - first) * f + j];
  }
  return 1;
}

/* K = Z'AZ, its symmetric part left in K; how much was not symmetric */
static double reduce(size_t n, size_t f, const double *Z, const double *AZ, double *K) {
  double largest = 0, apart = 0;
  for (size_t i = 0; i < f; i++)
    for (size_t j = 0; j < f; j++) {
      double sum = 0;
      for (size_t k = 0; k < n; k++) sum += Z[i * n + k] * AZ[j * n + k];
      K[i * f + j] = sum;
      largest = fmax(largest, fabs(sum));
    }
  for (size_t i = 0; i < f; i++)
    for (size_t j = 0; j < i; j++) {
      double mean = (K[i * f + j] + K[j * f + i]) / 2;
      apart = fmax(apart, fabs(K[i * f + j] - mean));
      K[i * f + j] = K[j * f + i] = mean;
    }
  return largest > 0 ? apart / largest : 0;
}

TrmReduced *trm_balance_reduce(TrmBalance *b, TrmArena *arena, size_t most) {
  TrmReduced *reduced = trm_arena_alloc(arena, sizeof *reduced);
  const TrmRank *rank = trm_mechanism_rank_at(b->m, arena, trm_rank_tolerance);
  size_t n = b->columns, f = rank->free_count;
  reduced->freedoms = f;
  if (f > most) return reduced;
  double *Z = null_space(b, rank, arena);
  double *AZ = trm_arena_array(arena, f * n + 1, sizeof *AZ);
  double *K = trm_arena_array(arena, 2 * f * f + 1, sizeof *K), *V = K + f * f;
  for (size_t i = 0; i < b->entry_count; i++) {
    const TrmBalanceEntry *entry = &b->entries[i];
    if (entry->row >= n || entry->column >= n) continue;
    double value = scaled(b, i);
    for (size_t j = 0; j < f; j++) AZ[j * n + entry->row] += value * Z[j * n + entry->column];
  }
  /* what forces read of their effects depends on how the model moves, too */
  reduced->states_held = !follow_states(b, arena, f, Z, AZ) || b->m->eq->forces->coupled;
  reduced->asymmetry = reduce(n, f, Z, AZ, K);
  reduced->stiffness = trm_arena_array(arena, f + 1, sizeof *reduced->stiffness);
  trm_symmetric_eigen(f, K, reduced->stiffness, V);
  reduced->direction = AZ;
  for (size_t k = 0; k < f; k++)
    for (size_t i = 0; i < n; i++) {
      double sum = 0;
      for (size_t j = 0; j < f; j++) sum += V[k * f + j] * Z[j * n + i];
      AZ[k * n + i] = sum * b->scale[i];
    }
  return reduced;
}
