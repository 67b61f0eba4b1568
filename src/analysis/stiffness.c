/* SPDX-License-Identifier: Apache-2.0
 *
 * Stiffness by Arnoldi's method, with Gram and Schmidt twice, from a vector without any order that
 * is the same every time.
 */
#include "analysis/stiffness.h"
#include "linalg/hessenberg.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MOST = 12 };

/* what dies out loses this part of itself while it turns by one radian */
static const double dying = 0.3;

/* the basis, by rows of n, and the norm that it is orthonormal in */
struct TrmKrylov {
  TrmFlow *flow;
  size_t n, count;
  double *V, *weight, H[(MOST + 1) * MOST];
};

TrmKrylov *trm_stiffness_new(TrmArena *arena, TrmFlow *flow) {
  TrmKrylov *k = trm_arena_alloc(arena, sizeof *k);
  k->flow = flow;
  k->n = flow->n;
  k->V = trm_arena_array(arena, (MOST + 1) * k->n + 1, sizeof *k->V);
  k->weight = trm_arena_array(arena, k->n + 1, sizeof *k->weight);
  return k;
}

/* lengths and angles in parts of their scales, speeds by what they move in gamma; no work */
static void weigh(TrmKrylov *k, const double *scale, double gamma) {
  const TrmFlow *flow = k->flow;
  for (size_t i = 0; i < k->n; i++) {
    int moves = i >= flow->velocities && i < flow->states;
    k->weight[i] = isfinite(scale[i]) ? (moves ? gamma : 1) / scale[i] : 0;
  }
}

static double product(const TrmKrylov *k, const double *a, const double *b) {
  double sum = 0;
  for (size_t i = 0; i < k->n; i++) sum += k->weight[i] * a[i] * (k->weight[i] * b[i]);
  return sum;
}

/* a vector made one long; 0 where it vanishes */
static int make_unit(const TrmKrylov *k, double *v, double *size) {
  *size = sqrt(product(k, v, v));
  if (!(*size > 1e-10 && isfinite(*size))) return 0;
  for (size_t i = 0; i < k->n; i++) v[i] /= *size;
  return 1;
}

static void begin(TrmKrylov *k) {
  uint64_t seed = 0x9e3779b97f4a7c15u;
  double size;
  for (size_t i = 0; i < k->n; i++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    double part = (double)(seed >> 11) / 9007199254740992.0 - 0.5;
    k->V[i] = k->weight[i] > 0 ? part / k->weight[i] : 0;
  }
  make_unit(k, k->V, &size);
}

/* one more vector, B of the last; 0 when the space is complete or there is no solution */
static int extend(TrmKrylov *k) {
  size_t j = k->count, n = k->n;
  const double *v = k->V + j * n;
  double *next = k->V + (j + 1) * n, size;
  memcpy(next, v, n * sizeof *next);
  if (trm_flow_solve(k->flow, next) != TRM_OK) return 0;
  for (size_t i = 0; i < n; i++) next[i] = k->weight[i] > 0 ? v[i] - next[i] : 0;
  k->count++;
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i <= j; i++) {
      double part = product(k, k->V + i * n, next);
      k->H[i * MOST + j] += part;
      for (size_t l = 0; l < n; l++) next[l] -= part * k->V[i * n + l];
    }
  int more = make_unit(k, next, &size);
  k->H[(j + 1) * MOST + j] = more ? size : 0;
  return more;
}

TrmStiffness trm_stiffness_find(TrmKrylov *k, double t, const double *y, const double *scale,
                                double longest) {
  TrmStiffness found = {0, 0};
  double complex H[MOST * MOST], nu[MOST];
  /* three times faster than `longest` is found with certainty */
  double gamma = 3 * longest;
  if (!(gamma > 0) || trm_flow_factor(k->flow, t, y, gamma) != TRM_OK) return found;
  k->count = 0;
  memset(k->H, 0, sizeof k->H);
  weigh(k, scale, gamma);
  begin(k);
  while (k->count < MOST && extend(k)) {
  }
  for (size_t i = 0; i < k->count; i++)
    for (size_t j = 0; j < k->count; j++) H[i * k->count + j] = k->H[i * MOST + j];
  if (!trm_hessenberg_eigenvalues(k->count, H, nu)) return found;
  for (size_t i = 0; i < k->count; i++) {
    double complex lambda = (1 - 1 / (1 - nu[i])) / gamma;
    double speed = cabs(lambda);
    if (!(speed * longest >= 1) || !isfinite(speed)) continue;
    if (creal(lambda) < -dying * speed)
      found.decay = fmax(found.decay, speed);
    else
      found.turning = fmax(found.turning, speed);
  }
  return found;
}
