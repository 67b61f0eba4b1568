/* SPDX-License-Identifier: Apache-2.0
 *
 * The cost of a linear model, in seconds of the processor: that of a chain, one freedom a body,
 * beside the dense eigenvalue problem that it leads to; and that of one freedom in ever more
 * bodies.
 */
#include "linalg/eigen.h"
#include "verify/linear.h"
#include <time.h>

#define GROUP "linear models"

static const char *const kinds[] = {"revolute", "fixed"};

/* bodies one below the other, on a hinge, then held by joints of one kind */
static char *chain(size_t bodies, int fixed) {
  char *text = malloc(2000);
  if (text)
    snprintf(text, 2000,
             "trammel: 1\n"
             "gravity: [0, 0, -9.81]\n"
             "bodies: {}\n"
             "repeat:\n"
             "  - for: {i: 1..%zu}\n"
             "    bodies:\n"
             "      \"b{i}\": {at: [0, 0, -i + 0.5], mass: 1, inertia: [0.1, 0.1, 0.01]}\n"
             "  - for: {i: 2..%zu}\n"
             "    joints:\n"
             "      \"j{i}\": {%s: [\"b{i-1}\", \"b{i}\"], at: [0, 0, -i + 1]%s}\n"
             "joints:\n"
             "  j1: {revolute: [ground, b1], at: [0, 0, 0], axis: y}\n",
             bodies, bodies, kinds[fixed], fixed ? "" : ", axis: y");
  return text;
}

/* assembled, and the least time of two that the linear model took */
static Linear timed(size_t bodies, int fixed, double *seconds) {
  char *text = chain(bodies, fixed);
  Linear m = linear_of(text ? text : "", LINEAR_ASSEMBLED);
  *seconds = HUGE_VAL;
  for (int round = 0; round < 2; round++) {
    clock_t before = clock();
    CHECK(trm_analysis_linearize(m.r.a, -1, m.r.log) == TRM_OK);
    *seconds = fmin(*seconds, (double)(clock() - before) / CLOCKS_PER_SEC);
  }
  trm_analysis_linear(m.r.a, &m.l);
  free(text);
  return m;
}

typedef struct Dense {
  const TrmLinearReport *l;
  double seconds;
} Dense;

static void solve(void *context) {
  Dense *d = context;
  TrmArena *arena = trm_arena_new();
  size_t n = d->l->order;
  double *A = trm_arena_array(arena, 2 * n * n + 2 * n, sizeof *A), *V = A + n * n;
  double *re = V + n * n, *im = re + n;
  d->seconds = HUGE_VAL;
  for (int round = 0; round < 2; round++) {
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++) A[j * n + i] = d->l->A[i * n + j];
    clock_t before = clock();
    CHECK(trm_eigen_general(arena, n, A, re, im, V) == TRM_OK);
    d->seconds = fmin(d->seconds, (double)(clock() - before) / CLOCKS_PER_SEC);
  }
  trm_arena_free(arena);
}

int main(void) {
  double whole, few, many;
  /* with the eigenvalues it is at most three times what they alone take */
  Linear m = timed(300, 0, &whole);
  Dense d = {.l = &m.l};
  CHECK(m.l.order == 600 && trm_guard(solve, &d) == TRM_OK);
  check_time(GROUP, "chain of 300 bodies: time, in parts of its eigenvalue problem", "LAPACK",
             whole / d.seconds, 3);
  linear_end(&m);
  /* eight times the bodies at one freedom */
  m = timed(250, 1, &few);
  linear_end(&m);
  m = timed(2000, 1, &many);
  CHECK(m.l.order == 2);
  check_time(GROUP, "one freedom, 2000 bodies for 250: time, in parts of eight times", "linear",
             many / few / 8, 1.6);
  linear_end(&m);
  return check_done();
}
