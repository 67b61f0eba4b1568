/* SPDX-License-Identifier: Apache-2.0
 *
 * Tuning tables of penalty formulations as a thesis gives them (error and time over alpha and
 * Omega): five benchmarks with dop853 and its default tolerance. Here alpha counts in parts of each
 * row's effective mass, so that the same numbers serve all of them.
 */
#include "reference/cell.h"

static const char *const formulations[] = {"augmented_lagrangian", "penalty", NULL};
static const double alphas[] = {1e3, 1e5, 1e7, 1e9};
static const double omegas[] = {1, 10, 100, 1000};
enum { ALPHAS = sizeof alphas / sizeof *alphas, OMEGAS = sizeof omegas / sizeof *omegas };

/* one table */
static void table(const Benchmark *b, const char *formulation) {
  /* Omega counts for the time a benchmark takes: A03 is over in 30 ms */
  double faster = b->until < 0.1 ? 1000 : 1;
  printf("\n%s, %s: error of positions (evaluations, CPU time in ms)\n%12s", b->name, formulation,
         "alpha");
  for (int k = 0; k < OMEGAS; k++) printf("  Omega = %-16g", omegas[k] * faster);
  for (int i = 0; i < ALPHAS; i++) {
    printf("\n%12.0e", alphas[i]);
    for (int k = 0; k < OMEGAS; k++) {
      TrmDynamicsOptions options = {
          .formulation = formulation, .penalty = alphas[i], .omega = omegas[k] * faster};
      Cell cell = cell_run(b, &options);
      char text[60];
      snprintf(text, sizeof text, "%.0e (%zu, %.3g)", cell.error, cell.evaluations,
               1e3 * cell.seconds);
      if (!(cell.error <= 1)) snprintf(text, sizeof text, "%s (%zu)", cell.code, cell.evaluations);
      printf("  %-24s", text);
      fflush(stdout);
    }
  }
  printf("\n");
}

int main(void) {
  printf("dop853, tolerance 1e-8; left out, alpha is 1e7 and Omega 10/s for augmented_lagrangian, "
         "1e8 and 100/s for penalty\n");
  for (int f = 0; formulations[f]; f++)
    for (int b = 0; b < BENCHMARKS; b++) table(&benchmarks[b], formulations[f]);
  return 0;
}
