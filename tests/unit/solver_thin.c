/* SPDX-License-Identifier: Apache-2.0
 *
 * Thin bodies: every example with as little as 1e-8 of the inertia about one axis of its bodies.
 * The way that comes first must balance all forces and hold all rows there as well as the sparse
 * one does.
 */
#include "solver_bench.h"
#include <dirent.h>

/* next to no inertia about one axis of bodies whose axes are principal ones; in the plane about
 * the only one */
static void make_thin(TrmSystem *system, int axis, double part) {
  for (size_t i = 0; i < system->body_count; i++) {
    double *I = system->bodies[i].inertia_b;
    if (I[1] == 0 && I[2] == 0 && I[5] == 0) I[system->planar ? 8 : 4 * axis] *= part;
  }
}

/* what the first way leaves more than the sparse one; -1 where the model has no answer */
static double shake_thin(Bench *b, int fits) {
  size_t last = b->count - 1;
  double off[2] = {0, 0};
  if (!bench_shake(b, fits)) return -1;
  for (int k = 0; k < 2; k++) {
    TrmSolver *solver = b->solver[k ? 0 : last];
    double *a = b->a[0], *lambda = b->lambda[0];
    if (solver->type->accelerate(solver, b->m->state, b->Q, a, lambda) != TRM_OK) return HUGE_VAL;
    off[k] = bench_balance(b, a, lambda);
    if (!k && !(off[0] < 1e-9)) return -1;
  }
  return off[1];
}

/* how far apart the answers to other right-hand sides with the factors of the state are */
static double solve_thin(Bench *b) {
  const TrmEquations *eq = b->m->eq;
  TrmSolver *tree = b->solver[0], *sparse = b->solver[b->count - 1];
  double differ = 0, size = 0;
  for (int k = 0; k < 2; k++) {
    TrmSolver *solver = k ? tree : sparse;
    CHECK(solver->type->factor(solver, b->m->state) == TRM_OK);
    CHECK(solver->type->solve(solver, NULL, b->gamma, b->a[k], NULL) == TRM_OK);
  }
  for (size_t c = 0; c < eq->column_count; c++) {
    differ = fmax(differ, fabs(b->a[1][c] - b->a[0][c]));
    size = fmax(size, fabs(b->a[0][c]));
  }
  return size > 0 ? differ / size : 0;
}

int main(void) {
  static const double parts[] = {1e-4, 1e-6, 1e-8};
  DIR *folder = opendir("examples");
  double worst = 0, differ = 0;
  int count = 0;
  CHECK(folder != NULL);
  for (struct dirent *file; folder && (file = readdir(folder)) != NULL;) {
    char path[300];
    if (!strstr(file->d_name, ".yaml")) continue;
    snprintf(path, sizeof path, "examples/%.255s", file->d_name);
    for (int kind = 0; kind < 9; kind++) {
      Bench b = {.log = trm_log_new()};
      trm_model_read(path, NULL, 0, b.log, &b.model);
      if (b.model) trm_system_compile(b.model, b.log, &b.system);
      if (b.system) make_thin(b.system, kind / 3, parts[kind % 3]);
      int begun = b.system && (kind < 3 || !b.system->planar) && bench_start(&b) && b.solver[0];
      for (int round = 0; round < 4 && begun; round++) {
        double off = shake_thin(&b, round % 2 == 0);
        if (off < 0) continue;
        double apart = solve_thin(&b);
        count++;
        worst = off > worst ? off : worst;
        differ = apart > differ ? apart : differ;
        CHECK(off < 1e-9 && apart < 1e-6);
        if (getenv("TRM_SHOW") || !(off < 1e-9 && apart < 1e-6))
          printf("%s, axis %d, %g: %.1e %.1e\n", file->d_name, kind / 3, parts[kind % 3], off,
                 apart);
      }
      bench_release(&b);
    }
  }
  if (folder) closedir(folder);
  printf("%d answers\n", count);
  CHECK(count >= 800);
  check_figure("Solvers", "tree, down to 1e-8 of the inertia about one axis: balance",
               "Newton and Euler, constraints", worst, 1e-9);
  check_figure("Solvers", "tree, down to 1e-8 of the inertia about one axis: closing velocities",
               "the sparse solver", differ, 1e-6);
  return check_done();
}
