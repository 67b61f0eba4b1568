/* SPDX-License-Identifier: Apache-2.0
 *
 * Eigenvalues of Hessenberg matrices: one is split off at the lower end after the other.
 */
#include "linalg/hessenberg.h"
#include <float.h>
#include <math.h>

enum { MOST_SWEEPS = 60 };

/* the eigenvalue of the last 2 by 2 block that is nearer to its last entry */
static double complex find_shift(size_t n, const double complex *H, size_t last) {
  const double complex *low = H + last * n + last, *high = low - n;
  double complex a = high[-1], b = high[0], c = low[-1], d = low[0];
  double complex half = (a - d) / 2, root = csqrt(half * half + b * c);
  double complex sum = cabs(half + root) > cabs(half - root) ? half + root : half - root;
  return cabs(sum) > 0 ? d - b * c / sum : d;
}

/* rows and columns first to last: H - shift = Q R, then H = R Q + shift */
static void sweep(size_t n, double complex *H, size_t first, size_t last) {
  double complex shift = find_shift(n, H, last);
  for (size_t i = first; i <= last; i++) H[i * n + i] -= shift;
  /* a rotation of rows i and i + 1 takes away the entry below the diagonal; it is applied to
   * columns one row behind, when nobody needs them any more */
  double complex c_old = 0, s_old = 0;
  for (size_t i = first; i < last + 1; i++) {
    double complex c = 0, s = 0;
    if (i < last) {
      double complex x = H[i * n + i], y = H[(i + 1) * n + i];
      double size = hypot(cabs(x), cabs(y));
      c = size > 0 ? x / size : 1;
      s = size > 0 ? y / size : 0;
      for (size_t k = i; k <= last; k++) {
        double complex u = H[i * n + k], v = H[(i + 1) * n + k];
        H[i * n + k] = conj(c) * u + conj(s) * v;
        H[(i + 1) * n + k] = c * v - s * u;
      }
    }
    for (size_t k = first; k <= i && i > first; k++) {
      double complex u = H[k * n + i - 1], v = H[k * n + i];
      H[k * n + i - 1] = c_old * u + s_old * v;
      H[k * n + i] = conj(c_old) * v - conj(s_old) * u;
    }
    c_old = c;
    s_old = s;
  }
  for (size_t i = first; i <= last; i++) H[i * n + i] += shift;
}

int trm_hessenberg_eigenvalues(size_t n, double complex *H, double complex *value) {
  for (size_t i = 0; i < n * n; i++)
    if (!isfinite(cabs(H[i]))) return 0;
  int sweeps = 0;
  for (size_t left = n; left > 0;) {
    size_t last = left - 1, first = last;
    /* up to where the matrix falls apart */
    for (; first > 0; first--) {
      double size = cabs(H[first * n + first]) + cabs(H[(first - 1) * n + first - 1]);
      double complex *below = &H[first * n + first - 1];
      if (cabs(*below) > DBL_EPSILON * size) continue;
      *below = 0;
      break;
    }
    if (first == last) {
      value[--left] = H[last * n + last];
      sweeps = 0;
      continue;
    }
    if (++sweeps > MOST_SWEEPS) return 0;
    sweep(n, H, first, last);
  }
  return 1;
}
