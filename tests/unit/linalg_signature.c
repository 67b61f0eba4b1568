/* SPDX-License-Identifier: Apache-2.0
 *
 * Signature and eigenvalues: Jacobi's rotations against matrices of known eigenvalues, the sparse
 * count of negative eigenvalues against Jacobi's rotations, and against a grid of known ones.
 */
#include "check.h"
#include "linalg/signature.h"
#include "linalg/symmetric.h"

enum { N = 40 };

/* Q diag(values) Q' with Q a product of reflections */
static void make(size_t n, const double *values, double *A) {
  double *v = calloc(n, sizeof *v);
  memset(A, 0, n * n * sizeof *A);
  for (size_t i = 0; i < n; i++) A[i * n + i] = values[i];
  for (int pass = 0; pass < 3; pass++) {
    double size = 0;
    for (size_t i = 0; i < n; i++) {
      v[i] = check_random(-1, 1);
      size += v[i] * v[i];
    }
    /* A <- H A H with H = I - 2 v v'/v'v */
    for (int side = 0; side < 2; side++)
      for (size_t j = 0; j < n; j++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++) sum += v[i] * (side ? A[j * n + i] : A[i * n + j]);
        for (size_t i = 0; i < n; i++)
          *(side ? &A[j * n + i] : &A[i * n + j]) -= 2 * sum / size * v[i];
      }
  }
  free(v);
}

/* known eigenvalues from -3 to 5, some equal, one zero */
static void check_known(void) {
  static double A[N * N], B[N * N], V[N * N], values[N], found[N];
  double worst = 0, residual = 0;
  for (int round = 0; round < CHECK_ROUNDS(25); round++) {
    for (size_t i = 0; i < N; i++) values[i] = i < 4 ? -3 : i == 4 ? 0 : (double)(i / 3) * 5 / 13;
    make(N, values, A);
    memcpy(B, A, sizeof A);
    trm_symmetric_eigen(N, A, found, V);
    for (size_t i = 0; i < N; i++) {
      worst = fmax(worst, fabs(found[i] - values[i]));
      for (size_t j = 0; j < N; j++) {
        double sum = 0;
        for (size_t k = 0; k < N; k++) sum += B[j * N + k] * V[i * N + k];
        residual = fmax(residual, fabs(sum - found[i] * V[i * N + j]));
      }
    }
  }
  check_figure("linear algebra", "eigenvalues of a symmetric matrix", "known ones", worst, 1e-13);
  check_figure("linear algebra", "eigenvectors of a symmetric matrix", "A v - value v", residual,
               1e-13);
}

/* small eigenvalues beside large ones: a matrix scaled on both sides keeps them to many digits */
static void check_graded(void) {
  double A[4] = {1, 1e10, 1e10, 4e20}, V[4], values[2];
  trm_symmetric_eigen(2, A, values, V);
  /* the determinant is 3e20, the trace 4e20 */
  CHECK_NEAR(values[0], 0.75, 1e-12);
  CHECK_NEAR(values[1] / 4e20, 1, 1e-12);
  double one[1] = {-2};
  trm_symmetric_eigen(1, one, values, V);
  CHECK(values[0] == -2 && V[0] == 1);
  trm_symmetric_eigen(0, one, values, V);
}

typedef struct Sparse {
  size_t row[N * N], column[N * N], count;
  double value[N * N];
} Sparse;

static void add(Sparse *s, size_t i, size_t j, double value) {
  s->row[s->count] = i;
  s->column[s->count] = j;
  s->value[s->count++] = value;
}

/* random sparse matrices, not symmetric in what is given: their symmetric part counts */
static void compare(void *context) {
  TrmArena *arena = context;
  static double A[N * N], V[N * N], values[N], x[N];
  static Sparse s;
  size_t wrong = 0;
  double worst = 0;
  for (int round = 0; round < CHECK_ROUNDS(300); round++) {
    s.count = 0;
    for (size_t i = 0; i < N; i++) add(&s, i, i, check_random(-1, 6));
    for (size_t k = 0; k < 2 * N; k++)
      add(&s, (size_t)check_random(0, N - 1e-9), (size_t)check_random(0, N - 1e-9),
          check_random(-1.5, 1.5));
    memset(A, 0, sizeof A);
    for (size_t k = 0; k < s.count; k++) {
      A[s.row[k] * N + s.column[k]] += s.value[k] / 2;
      A[s.column[k] * N + s.row[k]] += s.value[k] / 2;
    }
    TrmSignature *signature = trm_signature_new(arena, N, s.count, s.row, s.column);
    CHECK(signature != NULL);
    size_t count = trm_signature_count(signature, s.value);
    if (count) {
      trm_signature_direction(signature, x);
      double curve = 0, size = 0;
      for (size_t i = 0; i < N; i++) {
        for (size_t j = 0; j < N; j++) curve += x[i] * A[i * N + j] * x[j];
        size += x[i] * x[i];
      }
      CHECK(curve < 0);
      worst = fmax(worst, fabs(size - 1));
    }
    trm_symmetric_eigen(N, A, values, V);
    size_t negative = 0;
    while (negative < N && values[negative] < 0) negative++;
    wrong += count != negative;
  }
  CHECK(wrong == 0);
  CHECK_NEAR(worst, 0, 1e-12);
}

/* the grid of side m has the eigenvalues 4 - 2 cos(i pi/(m+1)) - 2 cos(j pi/(m+1)): counted below
 * shifts, again and again with the same analysis */
static void count_grid(void *context) {
  TrmArena *arena = context;
  enum { M = 30 };
  static size_t row[5 * M * M], column[5 * M * M];
  static double value[5 * M * M];
  size_t count = 0;
  for (size_t i = 0; i < M; i++)
    for (size_t j = 0; j < M; j++) {
      size_t at = i * M + j;
      row[count] = column[count] = at;
      count++;
      /* an entry given once stands for half of two */
      if (i + 1 < M) row[count] = at, column[count] = at + M, value[count++] = -2;
      if (j + 1 < M) row[count] = at, column[count] = at + 1, value[count++] = -2;
    }
  TrmSignature *signature = trm_signature_new(arena, M * M, count, row, column);
  double pi = acos(-1);
  for (double shift = -0.37; shift < 8; shift += 0.61) {
    size_t below = 0;
    for (size_t k = 0; k < count; k++)
      if (row[k] == column[k]) value[k] = 4 - shift;
    for (int i = 1; i <= M; i++)
      for (int j = 1; j <= M; j++)
        below += 4 - 2 * cos(i * pi / (M + 1)) - 2 * cos(j * pi / (M + 1)) < shift;
    CHECK(trm_signature_count(signature, value) == below);
  }
  TrmSignature *none = trm_signature_new(arena, 0, 0, row, column);
  CHECK(trm_signature_count(none, value) == 0);
}

int main(void) {
  check_known();
  check_graded();
  TrmArena *arena = trm_arena_new();
  CHECK(trm_guard(compare, arena) == TRM_OK);
  CHECK(trm_guard(count_grid, arena) == TRM_OK);
  trm_arena_free(arena);
  return check_done();
}
