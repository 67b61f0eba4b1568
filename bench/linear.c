/* SPDX-License-Identifier: Apache-2.0
 *
 * What linear models cost, in seconds of the processor: chains of hinged bodies, one freedom each,
 * beside the dense eigenvalue problem that they lead to; one freedom in ever more bodies; and the
 * lowest modes of chains that are too large for matrices.
 */
#include "linalg/eigen.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <trammel/trammel.h>

static double now(void) {
  return (double)clock() / CLOCKS_PER_SEC;
}

/* bodies one below the other on a hinge, held by hinges or firmly */
static char *write_chain(size_t bodies, int firm) {
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  if (!out) return NULL;
  fprintf(out,
          "trammel: 1\ngravity: [0, 0, -9.81]\nbodies: {}\nrepeat:\n"
          "  - for: {i: 1..%zu}\n    bodies:\n"
          "      \"b{i}\": {at: [0, 0, -i + 0.5], mass: 1, inertia: [0.1, 0.1, 0.01]}\n"
          "  - for: {i: 2..%zu}\n    joints:\n"
          "      \"j{i}\": {%s: [\"b{i-1}\", \"b{i}\"], at: [0, 0, -i + 1]%s}\n"
          "joints:\n  j1: {revolute: [ground, b1], at: [0, 0, 0], axis: y}\n",
          bodies, bodies, firm ? "fixed" : "revolute", firm ? "" : ", axis: y");
  return fclose(out) == 0 ? text : NULL;
}

typedef struct Chain {
  TrmLog *log;
  TrmModel *model;
  TrmSystem *system;
  TrmAnalysis *analysis;
  TrmLinearReport linear;
  double seconds;
  TrmStatus status;
} Chain;

/* assembled, and linearised so many times, of which the best counts */
static Chain begin(size_t bodies, int firm, int rounds, size_t modes) {
  Chain c = {.log = trm_log_new(), .seconds = HUGE_VAL};
  const TrmLinearOptions options = {.modes = modes};
  char *text = write_chain(bodies, firm);
  c.status =
      text ? trm_model_parse(text, strlen(text), "chain", NULL, 0, c.log, &c.model) : TRM_NO_MEMORY;
  if (c.status == TRM_OK) c.status = trm_system_compile(c.model, c.log, &c.system);
  if (c.status == TRM_OK) c.status = trm_analysis_new(c.system, c.log, &c.analysis);
  if (c.status == TRM_OK) c.status = trm_analysis_assemble(c.analysis, c.log);
  for (int i = 0; i < rounds && c.status == TRM_OK; i++) {
    double before = now();
    c.status = trm_analysis_linearize_with(c.analysis, -1, &options, c.log);
    c.seconds = fmin(c.seconds, now() - before);
  }
  if (c.status == TRM_OK) trm_analysis_linear(c.analysis, &c.linear);
  free(text);
  return c;
}

static int end(Chain *c) {
  if (c->status != TRM_OK) {
    char *messages = trm_log_render(c->log, TRM_LOG_PLAIN);
    fprintf(stderr, "%s\n", messages ? messages : "out of memory");
    trm_text_free(messages);
  }
  trm_analysis_free(c->analysis);
  trm_system_free(c->system);
  trm_model_free(c->model);
  trm_log_free(c->log);
  return c->status == TRM_OK;
}

typedef struct Dense {
  const TrmLinearReport *linear;
  int rounds;
  double seconds;
} Dense;

static void solve(void *context) {
  Dense *d = context;
  TrmArena *arena = trm_arena_new();
  size_t n = d->linear->order;
  double *A = trm_arena_array(arena, 2 * n * n + 2 * n, sizeof *A), *V = A + n * n;
  double *re = V + n * n, *im = re + n;
  d->seconds = HUGE_VAL;
  for (int round = 0; round < d->rounds; round++) {
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++) A[j * n + i] = d->linear->A[i * n + j];
    double before = now();
    if (trm_eigen_general(arena, n, A, re, im, V) != TRM_OK) break;
    d->seconds = fmin(d->seconds, now() - before);
  }
  trm_arena_free(arena);
}

int main(void) {
  static const size_t lengths[] = {100, 300, 1000}, many[] = {250, 1000, 4000},
                      large[] = {1500, 3000, 6000};
  int good = 1;
  double first = 0;
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
  printf("chains of hinged bodies, all states (seconds of the processor)\n"
         "%8s %8s %12s %14s %18s\n",
         "bodies", "states", "whole in s", "eigenvalues", "whole/eigenvalues");
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    int rounds = lengths[i] > 500 ? 1 : 3;
    Chain c = begin(lengths[i], 0, rounds, 0);
    Dense d = {.linear = &c.linear, .rounds = rounds};
    if (c.status == TRM_OK && trm_guard(solve, &d) == TRM_OK)
      printf("%8zu %8zu %12.4f %14.4f %18.3f\n", lengths[i], c.linear.order, c.seconds, d.seconds,
             c.seconds / d.seconds);
    good &= end(&c);
  }
  printf("\none freedom, bodies held firmly: two states\n%8s %12s %16s\n", "bodies", "whole in s",
         "us per body");
  for (size_t i = 0; i < sizeof many / sizeof *many; i++) {
    Chain c = begin(many[i], 1, 3, 0);
    double each = 1e6 * c.seconds / (double)many[i];
    if (!i) first = each;
    printf("%8zu %12.4f %16.2f\n", many[i], c.seconds, each);
    if (i + 1 == sizeof many / sizeof *many)
      printf("Per body, %zu bodies take %.2f times as long as %zu.\n", many[i], each / first,
             many[0]);
    good &= end(&c);
  }
  printf("\nthe ten lowest modes of hinged chains, by sparse equations\n%8s %8s %12s %16s\n",
         "bodies", "states", "whole in s", "us per body");
  for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
    Chain c = begin(large[i], 0, 1, 10);
    printf("%8zu %8zu %12.4f %16.2f\n", large[i], c.linear.order, c.seconds,
           1e6 * c.seconds / (double)large[i]);
    good &= end(&c);
  }
  return good ? 0 : 1;
}
