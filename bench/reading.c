/* SPDX-License-Identifier: Apache-2.0
 *
 * How fast models are read and checked: the ladder of N loops, for growing N. Prints the best of
 * several runs; the time per body should not grow with N.
 */
#include <stdio.h>
#include <time.h>
#include <trammel/log.h>
#include <trammel/model.h>
#include <trammel/system.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Read and compile once; the two times in seconds and the number of bodies. 0 when it failed */
static int measure(const char *path, const char *n, double *read, double *compile, size_t *bodies) {
  TrmSetting setting = {"N", n};
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  if (!log) return 0;
  double start = now();
  TrmStatus status = trm_model_read(path, &setting, 1, log, &model);
  double middle = now();
  if (status == TRM_OK) status = trm_system_compile(model, log, &system);
  *read = middle - start;
  *compile = now() - middle;
  if (status == TRM_OK) *bodies = trm_system_bodies(system);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
  return status == TRM_OK;
}

int main(int argc, char **argv) {
  static const char *const sizes[] = {"10", "100", "1000", "10000"};
  const char *path = argc > 1 ? argv[1] : "examples/ladder.yaml";
  printf("%s\n%8s %8s %12s %12s %14s\n", path, "N", "bodies", "read", "check", "per body");
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    double best_read = 1e9, best_check = 1e9;
    size_t bodies = 1;
    for (int run = 0; run < 5; run++) {
      double read, check;
      if (!measure(path, sizes[i], &read, &check, &bodies)) {
        fprintf(stderr, "%s with N = %s could not be checked\n", path, sizes[i]);
        return 1;
      }
      if (read < best_read) best_read = read;
      if (check < best_check) best_check = check;
    }
    printf("%8s %8zu %9.2f ms %9.2f ms %11.2f us\n", sizes[i], bodies, 1e3 * best_read,
           1e3 * best_check, 1e6 * (best_read + best_check) / (double)bodies);
  }
  return 0;
}
