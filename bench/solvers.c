/* SPDX-License-Identifier: Apache-2.0
 *
 * How fast accelerations are: evaluation of motion, masses and constraints, elimination and
 * solution, per body, for chains, binary trees and ladders of loops, against KLU's refactorisation
 * and solution of the chain's block-tridiagonal matrix of constraint forces (blocks of five) in the
 * same run; and against a dense solution of all equations of Newton and Euler.
 */
#include "base/arena.h"
#include "formulation/formulation.h"
#include "integrator/integrator.h"
#include "ladder.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/klu.h>
#include <time.h>
#include <trammel/trammel.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* KLU on the matrix of a chain of n revolute joints: seconds per body, best of a few rounds */
typedef struct Yardstick {
  int n, *start, *row;
  double *value, *b;
  klu_common common;
  klu_symbolic *symbolic;
  klu_numeric *numeric;
} Yardstick;

static int yardstick_new(Yardstick *y, int joints) {
  int n = 5 * joints, entries = 0;
  y->n = n;
  y->start = malloc(((size_t)n + 1) * sizeof(int));
  y->row = malloc(15 * (size_t)n * sizeof(int));
  y->value = malloc(15 * (size_t)n * sizeof(double));
  y->b = malloc((size_t)n * sizeof(double));
  if (!y->start || !y->row || !y->value || !y->b) return 0;
  for (int j = 0; j < n; j++) {
    int block = j / 5, from = block > 0 ? block - 1 : 0,
        to = block + 2 < joints ? block + 2 : joints;
    y->start[j] = entries;
    for (int i = 5 * from; i < 5 * to; i++) {
      y->row[entries] = i;
      y->value[entries++] = (i == j ? 10 : 0) + ((7 * i + 7 * j) % 11) / 11.0;
    }
  }
  y->start[n] = entries;
  klu_defaults(&y->common);
  y->symbolic = klu_analyze(n, y->start, y->row, &y->common);
  if (!y->symbolic) return 0;
  y->numeric = klu_factor(y->start, y->row, y->value, y->symbolic, &y->common);
  return y->numeric != NULL;
}

/* the first of each round is not counted: it finds the caches full of the other's */
static double yardstick_measure(Yardstick *y) {
  int repeats = 2 + 100000 / y->n;
  double start = 0;
  for (int k = -1; k < repeats; k++) {
    if (k == 0) start = now();
    klu_refactor(y->start, y->row, y->value, y->symbolic, y->numeric, &y->common);
    for (int i = 0; i < y->n; i++) y->b[i] = 1;
    klu_solve(y->symbolic, y->numeric, y->n, 1, y->b, &y->common);
  }
  return (now() - start) / repeats / (y->n / 5.0);
}

static void yardstick_free(Yardstick *y) {
  klu_free_numeric(&y->numeric, &y->common);
  klu_free_symbolic(&y->symbolic, &y->common);
  free(y->start);
  free(y->row);
  free(y->value);
  free(y->b);
}

typedef enum Shape { CHAIN, TREE, LADDER, PLANAR_LADDER } Shape;
static const char *const shape_names[] = {"chain", "tree", "ladder", "planar-ladder"};

static void write_ladder(FILE *out, int bodies, int planar) {
  fprintf(out, "planar: %s\n", planar ? "true" : "false");
  write_loops(out, bodies / 2, planar, planar ? "1/12" : "[1e-3, 1/12, 1/12]");
}

static char *write_model(Shape shape, int bodies, size_t *length) {
  char *text = NULL;
  FILE *out = open_memstream(&text, length);
  if (!out) return NULL;
  fputs("trammel: 1\n", out);
  if (shape == LADDER || shape == PLANAR_LADDER) {
    write_ladder(out, bodies, shape == PLANAR_LADDER);
    return fclose(out) == 0 ? text : NULL;
  }
  fputs("bodies:\n", out);
  for (int i = 0; i < bodies; i++)
    fprintf(out, "  b%d: {at: [%g, %g, 0], mass: 1, inertia: [1e-3, 1/12, 1/12]}\n", i, i + 0.5,
            0.01 * (i % 7));
  fputs("joints:\n", out);
  for (int i = 0; i < bodies; i++) {
    int parent = shape == CHAIN ? i - 1 : (i - 1) / 2;
    char name[20] = "ground";
    if (i) snprintf(name, sizeof name, "b%d", parent);
    fprintf(out, "  j%d: {revolute: [%s, b%d], at: [%d, 0, 0], axis: %s}\n", i, name, i, i,
            i % 2 ? "y" : "z");
  }
  return fclose(out) == 0 ? text : NULL;
}

/* a model ready to be accelerated */
typedef struct Model {
  TrmArena *arena;
  TrmLog *log;
  TrmModel *model;
  TrmSystem *system;
  TrmEquations *eq;
  TrmState *state;
  const char *way, *why;
  TrmSolver *solver;
  size_t bytes; /* of the solver */
  double *Q, *a, *lambda;
} Model;

static void lay_out(void *context) {
  Model *m = context;
  m->eq = trm_equations_new(m->arena, m->system, m->log);
  if (!m->eq) return;
  size_t columns = m->eq->column_count;
  m->state = trm_state_new(m->arena, m->eq);
  m->Q = trm_arena_array(m->arena, columns + 1, sizeof(double));
  m->a = trm_arena_array(m->arena, columns + 1, sizeof(double));
  m->lambda = trm_arena_array(m->arena, m->eq->row_count + 1, sizeof(double));
  size_t before = trm_arena_bytes(m->arena);
  m->solver = trm_solver_find(m->way)->make(m->arena, m->eq, &m->why);
  m->bytes = trm_arena_bytes(m->arena) - before;
  for (size_t k = 0; k < columns; k++) m->Q[k] = sin((double)k);
}

static int model_new(Model *m, Shape shape, int bodies, const char *way) {
  size_t length;
  char *text = write_model(shape, bodies, &length);
  *m = (Model){.log = trm_log_new(), .arena = trm_arena_new(), .way = way};
  if (text) trm_model_parse(text, length, "model.yaml", NULL, 0, m->log, &m->model);
  if (m->model) trm_system_compile(m->model, m->log, &m->system);
  free(text);
  return m->system && trm_guard(lay_out, m) == TRM_OK && m->solver;
}

static void model_free(Model *m) {
  trm_arena_free(m->arena);
  trm_system_free(m->system);
  trm_model_free(m->model);
  trm_log_free(m->log);
}

/* seconds per body of one evaluation */
static double model_measure(Model *m, double *lambda) {
  size_t repeats = 2 + 20000 / m->eq->body_count;
  double start = 0;
  for (size_t k = 0; k <= repeats; k++) {
    if (k == 1) start = now();
    if (m->solver->type->accelerate(m->solver, m->state, m->Q, m->a, lambda) != TRM_OK)
      return HUGE_VAL;
  }
  return (now() - start) / (double)repeats / (double)m->eq->body_count;
}

/* what the table of peers is made of, printed after this one */
typedef struct Pair {
  Shape shape;
  int bodies;
  double ours, klu; /* ns per body */
} Pair;
static Pair pairs[16];
static size_t pair_count;

/* one line of the table: best of rounds that alternate with the yardstick */
static int measure(Shape shape, int bodies, const char *way, int rounds) {
  Model m;
  Yardstick y;
  double ours = HUGE_VAL, forces = HUGE_VAL, klu = HUGE_VAL;
  if (!model_new(&m, shape, bodies, way) || !yardstick_new(&y, bodies)) return 0;
  for (int k = 0; k < rounds; k++) {
    ours = fmin(ours, model_measure(&m, NULL));
    klu = fmin(klu, yardstick_measure(&y));
    if (k % 4 == 0) forces = fmin(forces, model_measure(&m, m.lambda));
  }
  double corrections = (double)m.solver->corrections / (double)m.solver->solves;
  printf("%-14s %-7s %7zu %9.1f %9.1f %7.3f %9.1f %5.1f %8zu\n", shape_names[shape], way,
         m.eq->body_count, 1e9 * ours, 1e9 * klu, ours / klu, 1e9 * forces, corrections,
         m.bytes / m.eq->body_count);
  fflush(stdout);
  if (strcmp(way, "tree") == 0 && pair_count < sizeof pairs / sizeof *pairs)
    pairs[pair_count++] = (Pair){shape, bodies, 1e9 * ours, 1e9 * klu};
  yardstick_free(&y);
  model_free(&m);
  return isfinite(ours);
}

/* A x = b by Gauss with partial pivoting, over A and b; 0 when singular */
static int dense_solve(double *A, double *b, size_t n) {
  for (size_t k = 0; k < n; k++) {
    size_t pivot = k;
    for (size_t i = k + 1; i < n; i++)
      if (fabs(A[i * n + k]) > fabs(A[pivot * n + k])) pivot = i;
    if (!(fabs(A[pivot * n + k]) > 0)) return 0;
    for (size_t j = k; j < n && pivot != k; j++) {
      double keep = A[k * n + j];
      A[k * n + j] = A[pivot * n + j];
      A[pivot * n + j] = keep;
    }
    double keep = b[k];
    b[k] = b[pivot];
    b[pivot] = keep;
    for (size_t i = k + 1; i < n; i++) {
      double factor = A[i * n + k] / A[k * n + k];
      if (factor == 0) continue;
      for (size_t j = k + 1; j < n; j++) A[i * n + j] -= factor * A[k * n + j];
      b[i] -= factor * b[k];
    }
  }
  for (size_t k = n; k-- > 0;) {
    for (size_t j = k + 1; j < n; j++) b[k] -= A[k * n + j] * b[j];
    b[k] /= A[k * n + k];
  }
  return 1;
}

/* all equations of Newton and Euler with the constraints, as one full matrix */
static int dense_accelerate(const Model *m, double *A, double *b, double *G, double *gamma) {
  const TrmEquations *eq = m->eq;
  size_t columns = eq->column_count, n = columns + eq->row_count;
  memset(A, 0, n * n * sizeof *A);
  trm_equations_position(eq, m->state, NULL, G, NULL);
  trm_equations_gamma(eq, m->state, gamma);
  memcpy(b, m->Q, columns * sizeof *b);
  memcpy(b + columns, gamma, eq->row_count * sizeof *b);
  for (size_t i = 0; i < eq->body_count; i++)
    for (int k = 0; k < 6; k++) {
      size_t c = (size_t)eq->body_column[i][k];
      const TrmBody *body = &eq->system->bodies[i];
      A[c * n + c] = k < 3 ? body->mass : body->inertia_b[4 * (k - 3)];
    }
  for (size_t i = 0; i < eq->row_count; i++)
    for (size_t e = eq->start[i]; e < eq->start[i + 1]; e++) {
      A[(columns + i) * n + eq->column[e]] = G[e];
      A[eq->column[e] * n + columns + i] = G[e];
    }
  return dense_solve(A, b, n);
}

/* one chain: microseconds of the dense way, of `schur` and of `tree`, forces of joints included */
static int compare_dense(int bodies) {
  Model m, s;
  if (!model_new(&m, CHAIN, bodies, "tree") || !model_new(&s, CHAIN, bodies, "schur")) return 0;
  size_t n = m.eq->column_count + m.eq->row_count;
  double *A = malloc(n * n * sizeof *A), *b = malloc(n * sizeof *b), full = HUGE_VAL;
  double *G = malloc((m.eq->entry_count + 1) * sizeof *G), *gamma = malloc(n * sizeof *gamma);
  double tree = HUGE_VAL, schur = HUGE_VAL, differ = 0, size = 0;
  int good = A && b && G && gamma, repeats = bodies <= 20 ? 20 : 1;
  for (int k = 0; k < 3 && good; k++) {
    double start = now();
    for (int r = 0; r < repeats && good; r++) good = dense_accelerate(&m, A, b, G, gamma);
    full = fmin(full, (now() - start) / repeats);
    tree = fmin(tree, model_measure(&m, m.lambda) * bodies);
    schur = fmin(schur, model_measure(&s, s.lambda) * bodies);
    if (full > 3) break;
  }
  for (size_t k = 0; k < m.eq->column_count && good; k++) {
    differ = fmax(differ, fabs(b[k] - m.a[k]));
    size = fmax(size, fabs(b[k]));
  }
  printf("%7d %12.1f %12.1f %12.2f %10.0f %10.0f %12.1e\n", bodies, 1e6 * full, 1e6 * schur,
         1e6 * tree, full / schur, full / tree, differ / size);
  fflush(stdout);
  free(A);
  free(b);
  free(G);
  free(gamma);
  model_free(&m);
  model_free(&s);
  return good;
}

/* a run of a model: its flow and its integrator; the bytes of all with the equations */
typedef struct Run {
  Model *m;
  TrmArena *arena;
  size_t bytes;
} Run;

static void lay_out_run(void *context) {
  Run *run = context;
  const char *why = NULL;
  TrmEquations *eq = trm_equations_new(run->arena, run->m->system, run->m->log);
  TrmState *state = trm_state_new(run->arena, eq);
  const TrmFormulationType *type = trm_formulation_find("constraint_force");
  TrmFlow *flow = trm_flow_new(run->arena, eq, state, type, NULL, 1, &why);
  TrmStepControl control = {.relative = 1e-8, .absolute = 1e-8};
  TrmOde ode = {.n = flow->n, .context = flow, .rate = trm_flow_rate, .project = trm_flow_project};
  trm_integrator_find("dop853")->make(run->arena, &ode, &control);
  run->bytes = trm_arena_bytes(run->arena);
}

/* a chain that is long: it runs, and in how much memory */
static int measure_long(int bodies) {
  Model m;
  if (!model_new(&m, CHAIN, bodies, "tree")) return 0;
  double time = model_measure(&m, NULL);
  Run run = {.m = &m, .arena = trm_arena_new()};
  int good = trm_guard(lay_out_run, &run) == TRM_OK;
  printf("\nchain of %d bodies: %.1f ns/body, %zu B/body in the solver, %zu with equations, %zu "
         "with flow and dop853\n",
         bodies, 1e9 * time, m.bytes / m.eq->body_count,
         trm_arena_bytes(m.arena) / m.eq->body_count, run.bytes / m.eq->body_count);
  trm_arena_free(run.arena);
  model_free(&m);
  return good && isfinite(time);
}

int main(int count, char **words) {
  int good = 1, rounds = count > 1 ? atoi(words[1]) : 40;
  static const int sizes[] = {100, 1000, 10000}, few[] = {2, 5, 10, 20, 50, 100, 200};
  puts("Accelerations, everything included, per body; KLU: refactorisation and solution of the\n"
       "chain's matrix of constraint forces, per body, same run; reactions: with multipliers");
  printf("%-14s %-7s %7s %9s %9s %7s %9s %5s %8s\n", "model", "solver", "bodies", "ns/body", "KLU",
         "ratio", "reactions", "corr", "B/body");
  for (Shape shape = CHAIN; shape <= PLANAR_LADDER; shape++)
    for (int k = 0; k < 3; k++) good &= measure(shape, sizes[k], "tree", rounds);
  good &= measure(CHAIN, 1000, "schur", 3);
  good &= measure(CHAIN, 1000, "sparse", 3);
  good &= measure(LADDER, 1000, "schur", 3);
  good &= measure(LADDER, 1000, "sparse", 3);
  good &= measure_long(100000);
  puts("\nA chain by a dense solution of all equations (Newton, Euler and constraints), us each");
  printf("%7s %12s %12s %12s %10s %10s %12s\n", "bodies", "dense", "schur", "tree", "d/schur",
         "d/tree", "difference");
  for (int k = 0; k < 7; k++) good &= compare_dense(few[k]);
  puts("\nThe same for the table of peers: engine, model, bodies, ns per body; KLU beside each");
  for (size_t k = 0; k < pair_count; k++)
    printf("eval trammel %s %d %.1f\neval klu-beside %s %d %.1f\n", shape_names[pairs[k].shape],
           pairs[k].bodies, pairs[k].ours, shape_names[pairs[k].shape], pairs[k].bodies,
           pairs[k].klu);
  return good ? 0 : 1;
}
