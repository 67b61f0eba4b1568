/* SPDX-License-Identifier: Apache-2.0
 *
 * The yardstick for accelerations: KLU refactors and solves the matrix of a revolute chain's
 * constraint forces, S = G M^-1 G^T, one 5 x 5 block for each joint and two beside it. The pattern
 * is analysed once. Shown per body: KLU as it comes, and with the chain's own order and no scaling,
 * whose better one is the yardstick.
 */
#include <klu.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* one joint's equations on one body: a point and two directions across the axis */
typedef struct Rows {
  double G[5][6];
} Rows;

typedef struct Matrix {
  int n;
  int *start, *row;
  double *value, *right, *solution;
} Matrix;

static double cpu_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* R = R * turn about z (even i) or y (odd i) */
static void turn(double R[3][3], int i, double angle) {
  double c = cos(angle), s = sin(angle);
  int a = i % 2 ? 2 : 0, b = i % 2 ? 0 : 1;
  for (int k = 0; k < 3; k++) {
    double x = R[k][a], y = R[k][b];
    R[k][a] = c * x + s * y, R[k][b] = c * y - s * x;
  }
}

/* rows of joint i on a body with axes R, which the joint holds at `along` of its x axis */
static void fill(Rows *rows, const double R[3][3], int i, double along, double sign) {
  double s[3] = {along * R[0][0], along * R[1][0], along * R[2][0]};
  memset(rows, 0, sizeof *rows);
  for (int k = 0; k < 3; k++) rows->G[k][k] = sign;
  rows->G[0][4] = sign * s[2], rows->G[0][5] = -sign * s[1];
  rows->G[1][3] = -sign * s[2], rows->G[1][5] = sign * s[0];
  rows->G[2][3] = sign * s[1], rows->G[2][4] = -sign * s[0];
  for (int k = 0; k < 3; k++) {
    rows->G[3][3 + k] = sign * R[k][0];
    rows->G[4][3 + k] = sign * R[k][i % 2 ? 2 : 1];
  }
}

/* add A M^-1 B^T for a rod of 1 kg and 1 m with axes R */
static void add(double block[5][5], const Rows *A, const Rows *B, const double R[3][3]) {
  static const double inertia[3] = {1e-3, 1. / 12, 1. / 12};
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++) {
      for (int k = 0; k < 3; k++) block[i][j] += A->G[i][k] * B->G[j][k];
      for (int l = 0; l < 3; l++) {
        double a = 0, b = 0;
        for (int k = 0; k < 3; k++) a += R[k][l] * A->G[i][3 + k], b += R[k][l] * B->G[j][3 + k];
        block[i][j] += a * b / inertia[l];
      }
    }
}

/* the matrix by columns: blocks (i-1, i), (i, i), (i+1, i), each full */
static Matrix chain(int bodies) {
  typedef double Block[5][5];
  Matrix m = {.n = 5 * bodies};
  size_t n = (size_t)m.n;
  Block *diagonal = calloc((size_t)bodies, sizeof *diagonal);
  Block *below = calloc((size_t)bodies, sizeof *below); /* (i+1, i) */
  m.start = malloc((n + 1) * sizeof *m.start);
  m.row = malloc(15 * n * sizeof *m.row);
  m.value = malloc(15 * n * sizeof *m.value);
  m.right = malloc(n * sizeof *m.right);
  m.solution = malloc(n * sizeof *m.solution);
  double R[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int i = 0; i < bodies; i++) {
    Rows head, tail;
    turn(R, i, 0.3 * sin(1.0 + i));
    fill(&head, (const double(*)[3])R, i, -0.5, 1);
    add(diagonal[i], &head, &head, (const double(*)[3])R);
    if (i + 1 == bodies) break;
    fill(&tail, (const double(*)[3])R, i + 1, 0.5, -1);
    add(diagonal[i + 1], &tail, &tail, (const double(*)[3])R);
    add(below[i], &tail, &head, (const double(*)[3])R);
  }
  int count = 0;
  for (int i = 0; i < bodies; i++)
    for (int column = 0; column < 5; column++) {
      m.start[5 * i + column] = count;
      m.right[5 * i + column] = 1 + 0.1 * column;
      for (int k = i ? i - 1 : 0; k <= i + 1 && k < bodies; k++)
        for (int row = 0; row < 5; row++) {
          m.row[count] = 5 * k + row;
          m.value[count++] = k == i  ? diagonal[i][row][column]
                             : k < i ? below[k][column][row]
                                     : below[i][row][column];
        }
    }
  m.start[m.n] = count;
  free(diagonal);
  free(below);
  return m;
}

/* the largest residual relative to the right side: the solution must be one */
static double residual(const Matrix *m) {
  double worst = 0, *r = malloc((size_t)m->n * sizeof *r);
  memcpy(r, m->right, (size_t)m->n * sizeof *r);
  for (int j = 0; j < m->n; j++)
    for (int k = m->start[j]; k < m->start[j + 1]; k++)
      r[m->row[k]] -= m->value[k] * m->solution[j];
  for (int i = 0; i < m->n; i++) worst = fmax(worst, fabs(r[i]));
  free(r);
  return worst;
}

static void measure(int bodies, int natural) {
  Matrix m = chain(bodies);
  klu_common common;
  klu_defaults(&common);
  if (natural) common.scale = 0, common.btf = 0, common.ordering = 2;
  klu_symbolic *symbolic = natural ? klu_analyze_given(m.n, m.start, m.row, NULL, NULL, &common)
                                   : klu_analyze(m.n, m.start, m.row, &common);
  klu_numeric *numeric = klu_factor(m.start, m.row, m.value, symbolic, &common);
  double best = HUGE_VAL, spent = 0;
  for (int i = 0; numeric && (i < 5 || spent < 0.5) && i < 100000; i++) {
    memcpy(m.solution, m.right, (size_t)m.n * sizeof *m.solution);
    double start = cpu_now();
    klu_refactor(m.start, m.row, m.value, symbolic, numeric, &common);
    klu_solve(symbolic, numeric, m.n, 1, m.solution, &common);
    double took = cpu_now() - start;
    best = fmin(best, took), spent += took;
  }
  if (residual(&m) < 1e-6)
    printf("eval %s chain %d %.1f\n", natural ? "klu-natural" : "klu-default", bodies,
           1e9 * best / bodies);
  else
    printf("eval %s chain %d failed\n", natural ? "klu-natural" : "klu-default", bodies);
  klu_free_numeric(&numeric, &common);
  klu_free_symbolic(&symbolic, &common);
  free(m.start), free(m.row), free(m.value), free(m.right), free(m.solution);
}

int main(void) {
  for (int bodies = 100; bodies <= 10000; bodies *= 10)
    for (int natural = 0; natural < 2; natural++) measure(bodies, natural);
  return 0;
}
