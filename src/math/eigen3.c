/* SPDX-License-Identifier: Apache-2.0
 *
 * Eigen3: the cyclic Jacobi method. Each turn makes one off-diagonal entry zero by the smaller of
 * the two angles that do, t^2 + 2 h t - 1 = 0 with h = (a_qq - a_pp)/(2 a_pq); convergence is
 * quadratic and small eigenvalues of graded matrices stay accurate.
 * Reference: Golub and Van Loan, Matrix Computations, section 8.5.
 */
#include "math/eigen3.h"
#include "math/mat3.h"

/* make S[p][q] zero by a turn in the plane of p and q, gathered in V; none where it is nothing
 * beside its diagonal entries */
static void turn_plane(double S[9], double V[9], int p, int q) {
  double apq = S[3 * p + q];
  if (fabs(apq) <= 0x1p-54 * sqrt(fabs(S[4 * p] * S[4 * q]))) {
    S[3 * p + q] = S[3 * q + p] = 0;
    return;
  }
  double h = (S[4 * q] - S[4 * p]) / (2 * apq);
  double t = (h < 0 ? -1 : 1) / (fabs(h) + hypot(h, 1));
  double c = 1 / sqrt(1 + t * t), s = t * c;
  int r = 3 - p - q;

  /* the two diagonal entries, the pair in row r, and the columns of V */
  S[4 * p] -= t * apq;
  S[4 * q] += t * apq;
  S[3 * p + q] = S[3 * q + p] = 0;
  double arp = S[3 * r + p], arq = S[3 * r + q];
  S[3 * r + p] = S[3 * p + r] = c * arp - s * arq;
  S[3 * r + q] = S[3 * q + r] = s * arp + c * arq;
  for (int i = 0; i < 9; i += 3) {
    double vp = V[i + p], vq = V[i + q];
    V[i + p] = c * vp - s * vq;
    V[i + q] = s * vp + c * vq;
  }
}

/* exchange eigenpairs i and j, one axis reversed to keep V a rotation */
static void exchange(double values[3], double V[9], int i, int j) {
  double value = values[i];
  values[i] = values[j];
  values[j] = value;
  for (int k = 0; k < 9; k += 3) {
    double v = V[k + i];
    V[k + i] = V[k + j];
    V[k + j] = -v;
  }
}

int trm_eigen3(const double A[9], double values[3], double V[9]) {
  double S[9] = {A[0], A[3], A[6], A[3], A[4], A[7], A[6], A[7], A[8]}, big = 0;
  trm_mat3_identity(V);
  for (int i = 0; i < 9; i++) {
    if (!isfinite(S[i])) return 0;
    big = fmax(big, fabs(S[i]));
  }

  /* sweep until every off-diagonal entry is zero */
  double scale = big > 0 ? big : 1;
  for (int i = 0; i < 9; i++) S[i] /= scale;
  for (int sweep = 0; sweep < 30; sweep++) {
    if (fabs(S[1]) + fabs(S[2]) + fabs(S[5]) == 0) break;
    turn_plane(S, V, 0, 1);
    turn_plane(S, V, 0, 2);
    turn_plane(S, V, 1, 2);
  }

  for (int i = 0; i < 3; i++) values[i] = S[4 * i] * scale;
  if (values[0] > values[1]) exchange(values, V, 0, 1);
  if (values[1] > values[2]) exchange(values, V, 1, 2);
  if (values[0] > values[1]) exchange(values, V, 0, 1);
  return 1;
}
