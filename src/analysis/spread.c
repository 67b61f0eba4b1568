/* SPDX-License-Identifier: Apache-2.0
 *
 * Spread: places where the same two bodies stick to each other bear more forces than equations
 * decide. Of those with the same sum, f = sum G' lambda, the forces are taken that follow a common
 * slip y by the pressures N,
 *   lambda = N G y,   (sum N G'G) y = f,
 * so that places which carry more hold more, as they do when they slip together; where one would
 * bear more than friction can, its weight is lowered until none does, if that can be.
 */
#include "analysis/sticking.h"
#include "linalg/dense.h"
#include <math.h>
#include <string.h>

enum { COLUMNS = 12, ROUNDS = 60, CORRECTIONS = 4 };
static const double softness = 1e-10, closing = 1e-9;

/* Columns of two bodies, their forces, and how slips are answered. */
typedef struct Patch {
  const int *body;
  size_t count, column[COLUMNS], swap[COLUMNS];
  double sum[COLUMNS], matrix[COLUMNS * COLUMNS], factors[COLUMNS * COLUMNS];
} Patch;

static const int *bodies_of(const TrmSides *s, size_t j) {
  return s->eq->rows[s->eq->dry[j].row].given->body;
}

/* 1 when friction j is one of a contact that sticks */
static int sticks(const TrmSides *s, size_t j) {
  const TrmDry *dry = &s->eq->dry[j];
  return dry->joint < 0 && s->rub->mode[j] == TRM_DRY_STICK && trm_dry_there(s, j) &&
         s->mode[dry->side] == TRM_SIDE_CLOSED;
}

static int belongs(const TrmSides *s, size_t j, const Patch *patch) {
  const int *body = sticks(s, j) ? bodies_of(s, j) : NULL;
  return body && body[0] == patch->body[0] && body[1] == patch->body[1];
}

/* slopes of a row by the columns of the patch */
static void take_row(const TrmSides *s, const Patch *patch, size_t row, double g[COLUMNS]) {
  const TrmEquations *eq = s->eq;
  memset(g, 0, COLUMNS * sizeof *g);
  for (size_t k = eq->start[row]; k < eq->start[row + 1]; k++)
    for (size_t c = 0; c < patch->count; c++)
      if (patch->column[c] == eq->column[k]) g[c] += s->rub->G[k];
}

/* the columns, and the sum of what its places bear */
static void begin_patch(const TrmSides *s, size_t first, Patch *patch) {
  const TrmEquations *eq = s->eq;
  patch->count = 0;
  for (int side = 0; side < 2; side++)
    for (int c = 0; c < 6 && patch->body[side] >= 0; c++)
      if (eq->body_column[patch->body[side]][c] >= 0)
        patch->column[patch->count++] = (size_t)eq->body_column[patch->body[side]][c];
  memset(patch->sum, 0, sizeof patch->sum);
  for (size_t j = first; j < eq->dry_count; j++)
    for (size_t row = eq->dry[j].row; row < eq->dry[j].row + eq->dry[j].count; row++) {
      double g[COLUMNS];
      if (!belongs(s, j, patch)) continue;
      take_row(s, patch, row, g);
      for (size_t c = 0; c < patch->count; c++) patch->sum[c] += s->flow->lambda[row] * g[c];
    }
}

/* the slip y whose forces have the sum f; 0 where there is none */
static int find_slip(const TrmSides *s, size_t first, Patch *patch, double y[COLUMNS]) {
  const TrmEquations *eq = s->eq;
  size_t n = patch->count;
  double left[COLUMNS], size = 0, gap = 0;
  memset(patch->matrix, 0, sizeof patch->matrix);
  for (size_t j = first; j < eq->dry_count; j++)
    for (size_t row = eq->dry[j].row; row < eq->dry[j].row + eq->dry[j].count; row++) {
      double g[COLUMNS];
      if (!belongs(s, j, patch)) continue;
      take_row(s, patch, row, g);
      for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) patch->matrix[i * n + k] += s->weight[j] * g[i] * g[k];
    }
  memcpy(patch->factors, patch->matrix, sizeof patch->factors);
  for (size_t i = 0; i < n; i++) {
    double *d = &patch->factors[i * n + i];
    *d = *d > 0 ? *d * (1 + softness) : 1;
  }
  memset(y, 0, COLUMNS * sizeof *y);
  memcpy(left, patch->sum, sizeof left);
  if (!trm_dense_factor(n, patch->factors, patch->swap)) return 0;
  for (int round = 0; round < CORRECTIONS; round++) {
    trm_dense_solve(n, patch->factors, patch->swap, left);
    for (size_t i = 0; i < n; i++) y[i] += left[i];
    for (size_t i = 0; i < n; i++) {
      left[i] = patch->sum[i];
      for (size_t k = 0; k < n; k++) left[i] -= patch->matrix[i * n + k] * y[k];
    }
  }
  for (size_t i = 0; i < n; i++) {
    size = fmax(size, fabs(patch->sum[i]));
    gap = fmax(gap, fabs(left[i]));
  }
  return gap <= closing * size;
}

/* forces by the slip; how many times what it can bear the worst place bears, and lower weights */
static double share_out(TrmSides *s, size_t first, const Patch *patch, const double y[COLUMNS]) {
  const TrmEquations *eq = s->eq;
  double worst = 0;
  for (size_t j = first; j < eq->dry_count; j++) {
    const TrmDry *dry = &eq->dry[j];
    double square = 0, bearable;
    if (!belongs(s, j, patch)) continue;
    for (size_t row = dry->row; row < dry->row + dry->count; row++) {
      double g[COLUMNS], force = 0;
      take_row(s, patch, row, g);
      for (size_t c = 0; c < patch->count; c++) force += s->weight[j] * g[c] * y[c];
      s->flow->lambda[row] = force;
      square += force * force;
    }
    bearable = dry->stick * trm_rub_normal(s->rub, j);
    if (square <= 0 || !(bearable > 0)) continue;
    double part = sqrt(square) / bearable;
    worst = fmax(worst, part);
    if (part > 1) s->weight[j] /= part;
  }
  return worst;
}

static void spread_patch(TrmSides *s, size_t first) {
  const TrmEquations *eq = s->eq;
  Patch patch = {.body = bodies_of(s, first)};
  double y[COLUMNS], firmest = 0;
  size_t places = 0;
  for (size_t j = first; j < eq->dry_count; j++) {
    if (!belongs(s, j, &patch)) continue;
    s->seen[j] = 1;
    s->weight[j] = fmax(trm_rub_normal(s->rub, j), 0);
    firmest = fmax(firmest, s->weight[j]);
    places++;
  }
  if (places < 2 || !(firmest > 0)) return;
  begin_patch(s, first, &patch);
  for (int round = 0; round < ROUNDS; round++)
    if (!find_slip(s, first, &patch, y) || share_out(s, first, &patch, y) <= 1) return;
}

void trm_sticking_spread(TrmSides *s) {
  memset(s->seen, 0, s->eq->dry_count);
  for (size_t j = 0; j < s->eq->dry_count; j++)
    if (!s->seen[j] && sticks(s, j)) spread_patch(s, j);
}
