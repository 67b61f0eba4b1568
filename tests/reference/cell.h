/* SPDX-License-Identifier: Apache-2.0
 *
 * Cell: one benchmark run with one choice of methods and numbers, and what came of it: the worst
 * error of a position in parts of its range, the work, and what was said when it failed.
 */
#ifndef TRM_TESTS_CELL_H
#define TRM_TESTS_CELL_H

#include "table.h"
#include <time.h>

typedef struct Benchmark {
  const char *name, *model, *table;
  double until, step; /* time up to which it is compared, and the step of rk4 */
} Benchmark;

/* the stiff governor is followed through its first swing only, which shows as much */
static const Benchmark benchmarks[] = {{"A01", "a01-pendulum", "a01", 10, 2.5e-3},
                                       {"A02", "a02-four-bars", "a02-2", 10, 2.5e-3},
                                       {"A03", "a03-andrews", "a03", 0.03, 3e-6},
                                       {"A04", "a04-bricard", "a04", 10, 2.5e-3},
                                       {"A05", "a05-flyball", "a05", 0.5, 2e-5}};
enum { BENCHMARKS = sizeof benchmarks / sizeof *benchmarks };

typedef struct Cell {
  double error;       /* infinite: it failed */
  size_t evaluations; /* of the accelerations */
  double seconds;     /* of computing */
  char code[8];       /* of the error, or of the warning that names a wrong branch */
  char why[200];
} Cell;

/* the first entry of a severity, an error's code and text; 0 when there is none */
static inline int cell_entry(const TrmLog *log, TrmSeverity severity, Cell *cell) {
  TrmEntry entry = {0};
  for (size_t i = 0; trm_log_entry(log, i, &entry) == TRM_OK; i++) {
    if (entry.severity != severity) continue;
    snprintf(cell->code, sizeof cell->code, "%s", entry.code);
    snprintf(cell->why, sizeof cell->why, "%s", entry.text);
    return 1;
  }
  return 0;
}

static inline double cell_clock(void) {
  return (double)clock() / CLOCKS_PER_SEC;
}

static inline Cell cell_run(const Benchmark *b, const TrmDynamicsOptions *options) {
  static Table table;
  Cell cell = {.error = HUGE_VAL};
  char path[256];
  double worst[2] = {HUGE_VAL, HUGE_VAL};
  TrmDynamicsOptions chosen = *options;
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmAnalysis *a = NULL;
  chosen.until = b->until;
  if (chosen.integrator && strcmp(chosen.integrator, "rk4") == 0) chosen.step = b->step;
  snprintf(path, sizeof path, "examples/%s.yaml", b->model);
  table_read(&table, b->table);
  while (table.rows > 1 && table.values[table.rows - 1][0] > b->until) table.rows--;
  TrmStatus status = trm_model_read(path, NULL, 0, log, &model);
  if (status == TRM_OK) status = trm_system_compile(model, log, &system);
  if (status == TRM_OK) status = trm_analysis_new(system, log, &a);
  if (status == TRM_OK) status = trm_analysis_assemble(a, log);
  double start = cell_clock();
  if (status == TRM_OK) status = trm_analysis_begin_dynamics(a, &chosen, log);
  if (status == TRM_OK) table_measure(a, &table, 1, log, worst);
  cell.seconds = cell_clock() - start;
  cell.error = worst[0];
  TrmDynamicsReport report = {0};
  if (status == TRM_OK) trm_analysis_dynamics(a, &report);
  cell.evaluations = report.evaluations;
  if (!cell_entry(log, TRM_ERROR, &cell)) cell_entry(log, TRM_WARNING, &cell);
  trm_analysis_free(a);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
  return cell;
}

#endif
