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

/* seconds of the processor so far */
static double now(void) {
  return (double)clock() / CLOCKS_PER_SEC;
}

/* assembled, and linearised once */
static Linear begin(size_t bodies, int fixed) {
  char *text = chain(bodies, fixed);
  Linear m = linear_of(text ? text : "", LINEAR_ASSEMBLED);
  free(text);
  return m;
}

/* the least time so far that its linear model took */
static void time_whole(Linear *m, double *least) {
  double before = now();
  CHECK(trm_analysis_linearize(m->r.a, -1, m->r.log) == TRM_OK);
  *least = fmin(*least, now() - before);
  trm_analysis_linear(m->r.a, &m->l);
}

typedef struct Dense {
  const TrmLinearReport *l;
  double least;
} Dense;

/* the least time so far that eigenvalues and vectors of its matrix took */
static void time_dense(void *context) {
  Dense *d = context;
  TrmArena *arena = trm_arena_new();
  size_t n = d->l->order;
  double *A = trm_arena_array(arena, 2 * n * n + 2 * n, sizeof *A), *V = A + n * n;
  double *re = V + n * n, *im = re + n;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) A[j * n + i] = d->l->A[i * n + j];
  double before = now();
  CHECK(trm_eigen_general(arena, n, A, re, im, V) == TRM_OK);
  d->least = fmin(d->least, now() - before);
  trm_arena_free(arena);
}

/* Rounds by turns, so that both sides meet the same load; the least times of at least so many, and
 * of more while neighbours on the machine leave the ratio beyond its limit. */
enum { ROUNDS = 2, MOST_ROUNDS = 20 };

/* with the eigenvalues it is at most three times what they alone take */
static void check_whole(void) {
  double least = HUGE_VAL;
  Linear m = begin(300, 0);
  Dense d = {.l = &m.l, .least = HUGE_VAL};
  CHECK(m.l.order == 600);
  for (int i = 0; i < ROUNDS || (i < MOST_ROUNDS && CHECK_TIMED && least > 3 * d.least); i++) {
    time_whole(&m, &least);
    CHECK(trm_guard(time_dense, &d) == TRM_OK);
  }
  check_time(GROUP, "chain of 300 bodies: time, in parts of its eigenvalue problem", "LAPACK",
             least / d.least, 3);
  linear_end(&m);
}

/* eight times the bodies at one freedom */
static void check_growth(void) {
  double few = HUGE_VAL, many = HUGE_VAL;
  Linear a = begin(250, 1), b = begin(2000, 1);
  CHECK(a.l.order == 2 && b.l.order == 2);
  for (int i = 0; i < ROUNDS || (i < MOST_ROUNDS && CHECK_TIMED && many > 1.6 * 8 * few); i++) {
    time_whole(&a, &few);
    time_whole(&b, &many);
  }
  check_time(GROUP, "one freedom, 2000 bodies for 250: time, in parts of eight times", "linear",
             many / few / 8, 1.6);
  linear_end(&a);
  linear_end(&b);
}

int main(void) {
  check_whole();
  check_growth();
  return check_done();
}
