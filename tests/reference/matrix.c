/* SPDX-License-Identifier: Apache-2.0
 *
 * The matrix: five benchmarks with every formulation and every integrator, nothing else chosen, and
 * with the methods on the constraints. A cell is the error and the work, or the diagnosed reason
 * why there is none; no cell is wrong without a word. Rows go to the file of figures under
 * "matrix", which verification.sh lays out.
 */
#include "cell.h"

static const char *const formulations[] = {
    "constraint_force", "projection",  "partitioning", "augmented_lagrangian",
    "baumgarte",        "multipliers", "penalty"};
static const char *const integrators[] = {"dop853", "dopri5", "abm", "rk4", "bdf", "radau5"};
/* these bring their formulation with them: index 3, si2 the stabilised one */
static const char *const on_constraints[] = {"gstiff", "si2", "radau5", "hht", "generalized_alpha"};
enum {
  ON_CONSTRAINTS = sizeof on_constraints / sizeof *on_constraints,
  FORMULATIONS = sizeof formulations / sizeof *formulations,
  INTEGRATORS = sizeof integrators / sizeof *integrators
};

/* two digits of a count: 1234 becomes 1200 */
static size_t rounded(size_t count) {
  size_t unit = 1;
  while (count / unit >= 100) unit *= 10;
  return (count + unit / 2) / unit * unit;
}

/* one cell in words */
static void put(FILE *file, const Cell *cell) {
  if (cell->error <= 1e-2) {
    fprintf(file, "\t%.0e, %zu", cell->error, rounded(cell->evaluations));
  } else {
    fprintf(file, "\t%s", cell->code);
  }
}

/* the methods on the constraints on one benchmark, a row of their own; those of order 2 and those
 * of higher orders reach what their tolerance of 1e-8 gives them. How many are wrong without a
 * word. */
static int check_constraints(const Benchmark *it, FILE *file) {
  int silent = 0;
  if (file) fprintf(file, "constraints-matrix\t%s", it->name);
  for (int i = 0; i < ON_CONSTRAINTS; i++) {
    TrmDynamicsOptions options = {.integrator = on_constraints[i]};
    Cell cell = cell_run(it, &options);
    printf("%s %s: %.2g, %zu evaluations, %.2f s %s %s\n", it->name, on_constraints[i], cell.error,
           cell.evaluations, cell.seconds, cell.code, cell.error <= 1e-2 ? "" : cell.why);
    if (file) put(file, &cell);
    silent += cell.error > 1e-2 && !*cell.code;
    CHECK(cell.error <= (i < 3 ? 1e-3 : 1e-2));
  }
  if (file) fputc('\n', file);
  return silent;
}

int main(void) {
  const char *path = getenv("TRM_FIGURES");
  FILE *file = path ? fopen(path, "a") : NULL;
  int silent = 0, cells = 0, solved = 0;
  /* sanitizers would take minutes for all */
  int count = CHECK_ROUNDS(100) < 100 ? 1 : BENCHMARKS;
  for (int b = 0; b < count; b++) silent += check_constraints(&benchmarks[b], file);
  for (int b = 0; b < count; b++)
    for (int f = 0; f < FORMULATIONS; f++) {
      if (file) fprintf(file, "matrix\t%s\t%d %s", benchmarks[b].name, f, formulations[f]);
      for (int i = 0; i < INTEGRATORS; i++) {
        TrmDynamicsOptions options = {.formulation = formulations[f], .integrator = integrators[i]};
        Cell cell = cell_run(&benchmarks[b], &options);
        printf("%s %s %s: %.2g, %zu evaluations, %.2f s %s %s\n", benchmarks[b].name,
               formulations[f], integrators[i], cell.error, cell.evaluations, cell.seconds,
               cell.code, cell.error <= 1e-2 ? "" : cell.why);
        cells++;
        solved += cell.error <= 1e-2;
        if (file) put(file, &cell);
        /* wrong without a word */
        if (cell.error > 1e-2 && !*cell.code) {
          silent++;
          fprintf(stderr, "%s with %s and %s is wrong without a word: %g\n", benchmarks[b].name,
                  formulations[f], integrators[i], cell.error);
        }
        /* the default, and the augmented Lagrangian with its defaults, solve all five */
        int must = (f == 0 && i == 0) || (f == 3 && i < 3);
        if (must) CHECK(cell.error <= 1e-4);
        /* as do those that hold positions and velocities with the implicit methods */
        if (i > 3 && f < 4) CHECK(cell.error <= 1e-4);
        /* a redundant equation costs no digits: stages are taken at projected places */
        if (b == 3 && f < 2 && i < 3) CHECK(cell.error <= 5e-6);
      }
      if (file) fputc('\n', file);
    }
  if (file) fclose(file);
  CHECK(silent == 0);
  printf("%d of %d cells solved\n", solved, cells);
  return check_done();
}
