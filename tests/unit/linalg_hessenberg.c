/* SPDX-License-Identifier: Apache-2.0
 *
 * Eigenvalues of Hessenberg matrices: of companion matrices, which are the roots that their
 * polynomials were made of, of triangles, of a matrix without any order; traces and determinants.
 */
#include "check.h"
#include "linalg/hessenberg.h"

enum { MOST = 12 };
static double complex H[MOST * MOST], value[MOST], root[MOST];

/* the largest distance of a root from the value nearest to it, each taken once */
static double apart(size_t n) {
  double worst = 0;
  int taken[MOST] = {0};
  for (size_t i = 0; i < n; i++) {
    size_t best = n;
    for (size_t k = 0; k < n; k++)
      if (!taken[k] && (best == n || cabs(value[k] - root[i]) < cabs(value[best] - root[i])))
        best = k;
    taken[best] = 1;
    worst = fmax(worst, cabs(value[best] - root[i]));
  }
  return worst;
}

/* the companion matrix of the polynomial with these roots */
static void make_companion(size_t n) {
  double complex p[MOST + 1] = {1};
  for (size_t i = 0; i < n; i++)
    for (size_t k = i + 1; k > 0; k--) p[k] -= root[i] * p[k - 1];
  memset(H, 0, sizeof H);
  for (size_t k = 0; k < n; k++) H[k] = -p[k + 1];
  for (size_t k = 1; k < n; k++) H[k * n + k - 1] = 1;
}

int main(void) {
  /* roots on a circle, pairs, far apart */
  for (size_t n = 1; n <= MOST; n++) {
    for (size_t i = 0; i < n; i++) {
      double angle = 6.283185307179586 * (double)i / (double)n;
      root[i] = trm_complex(cos(angle), sin(angle));
    }
    make_companion(n);
    CHECK(trm_hessenberg_eigenvalues(n, H, value));
    CHECK(apart(n) < 1e-13);
  }
  double worst = 0;
  for (int round = 0; round < 300; round++) {
    size_t n = 2 + (size_t)(round % 5);
    for (size_t i = 0; i < n; i++)
      root[i] = trm_complex(check_random(-2, 2) + 3 * (double)i, check_random(-2, 2));
    make_companion(n);
    CHECK(trm_hessenberg_eigenvalues(n, H, value));
    worst = fmax(worst, apart(n));
  }
  check_figure("linear algebra", "eigenvalues of a companion matrix", "roots", worst, 1e-9);
  root[0] = -1e6, root[1] = -1, root[2] = -1e-3;
  make_companion(3);
  CHECK(trm_hessenberg_eigenvalues(3, H, value));
  CHECK(apart(3) < 1e-8);

  /* without order: the trace, and that of the square, are the sums */
  for (int round = 0; round < 300; round++) {
    size_t n = 1 + (size_t)(round % MOST);
    double complex trace[2] = {0, 0}, sum[2] = {0, 0};
    for (size_t i = 0; i < n; i++)
      for (size_t k = 0; k < n; k++)
        H[i * n + k] = i > k + 1 ? 0 : trm_complex(check_random(-1, 1), check_random(-1, 1));
    for (size_t i = 0; i < n; i++) {
      trace[0] += H[i * n + i];
      for (size_t k = 0; k < n; k++) trace[1] += H[i * n + k] * H[k * n + i];
    }
    CHECK(trm_hessenberg_eigenvalues(n, H, value));
    for (size_t i = 0; i < n; i++) sum[0] += value[i], sum[1] += value[i] * value[i];
    CHECK(cabs(trace[0] - sum[0]) < 1e-12 * (double)n &&
          cabs(trace[1] - sum[1]) < 1e-11 * (double)n);
  }

  /* zero, nothing, and what is no number */
  memset(H, 0, sizeof H);
  CHECK(trm_hessenberg_eigenvalues(4, H, value) && cabs(value[0]) == 0);
  CHECK(trm_hessenberg_eigenvalues(0, H, value));
  H[1] = (double)NAN;
  CHECK(!trm_hessenberg_eigenvalues(4, H, value));
  return check_done();
}
