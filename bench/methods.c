/* SPDX-License-Identifier: Apache-2.0
 *
 * Five benchmarks with every formulation and integrator, nothing else chosen: error of the worst
 * position in parts of its range, and CPU time of the dynamics, the best of three runs.
 */
#include "reference/cell.h"

static const char *const formulations[] = {
    "constraint_force", "projection",  "partitioning", "augmented_lagrangian",
    "baumgarte",        "multipliers", "penalty",      NULL};
static const char *const integrators[] = {"dop853", "dopri5", "abm", "rk4", NULL};

int main(void) {
  printf(
      "error of positions, and CPU time in ms; - where the run says that it is wrong or fails\n");
  for (int b = 0; b < BENCHMARKS; b++) {
    printf("\n%s, %g s%26s", benchmarks[b].name, benchmarks[b].until, "");
    for (int i = 0; integrators[i]; i++) printf("%-18s", integrators[i]);
    for (int f = 0; formulations[f]; f++) {
      printf("\n  %-30s", formulations[f]);
      for (int i = 0; integrators[i]; i++) {
        TrmDynamicsOptions options = {.formulation = formulations[f], .integrator = integrators[i]};
        Cell cell = {0};
        double best = HUGE_VAL;
        char text[40] = "-";
        for (int round = 0; round < 3; round++) {
          cell = cell_run(&benchmarks[b], &options);
          best = fmin(best, cell.seconds);
        }
        if (cell.error <= 1e-2) snprintf(text, sizeof text, "%.0e %8.3g", cell.error, 1e3 * best);
        printf("%-18s", text);
      }
    }
    printf("\n");
  }
  return 0;
}
