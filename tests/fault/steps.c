/* SPDX-License-Identifier: Apache-2.0
 *
 * No allocation in a step: every driven example is moved through its time, and allocations are
 * counted once it is under way. Only where pivots have to be chosen anew does KLU ask for memory,
 * and only at a branch point is a rank decided.
 */
#include "check.h"
#include "counted.h"
#include "trammel/trammel.h"
#include <dirent.h>

/* allocations while moving, after the first two steps; -1 when the model is not driven */
static long count_steps(const char *path, size_t *factorisations) {
  enum { STEPS = 100 };
  static double values[8192];
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmAnalysis *analysis = NULL;
  long counted = -1;
  TrmStatus status = trm_model_read(path, NULL, 0, log, &model);
  if (status == TRM_OK) status = trm_system_compile(model, log, &system);
  if (status == TRM_OK) status = trm_analysis_new(system, log, &analysis);
  if (status == TRM_OK) status = trm_analysis_assemble(analysis, log);
  if (status == TRM_OK) status = trm_analysis_drive(analysis, log);
  if (status == TRM_OK) {
    TrmAnalysisCount before, after;
    CHECK(trm_analysis_signals(analysis) < 8192);
    for (int i = 1; i <= 2 && status == TRM_OK; i++)
      status = trm_analysis_advance(analysis, 0.005 * i, log);
    trm_analysis_count(analysis, &before);
    counted = made;
    for (int i = 3; i <= STEPS && status == TRM_OK; i++) {
      status = trm_analysis_advance(analysis, 0.005 * i, log);
      trm_analysis_values(analysis, values);
    }
    counted = made - counted;
    trm_analysis_count(analysis, &after);
    *factorisations = after.factorisations - before.factorisations;
    CHECK(after.steps >= STEPS || status != TRM_OK);
  }
  trm_analysis_free(analysis);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
  return counted;
}

int main(void) {
  struct dirent **files;
  int found = scandir("examples", &files, NULL, alphasort), driven = 0, silent = 0;
  for (int i = 0; i < found; i++) {
    const char *dot = strrchr(files[i]->d_name, '.');
    char path[512];
    size_t factorisations = 0;
    long counted = -1;
    snprintf(path, sizeof path, "examples/%s", files[i]->d_name);
    if (dot && strcmp(dot, ".yaml") == 0) counted = count_steps(path, &factorisations);
    if (counted >= 0) {
      driven++;
      silent += counted == 0;
      printf("%s: %ld allocations, %zu new choices of pivots\n", path, counted, factorisations);
      /* none that is not KLU's own: it makes at most twenty blocks each time */
      int branches = strstr(path, "parallelogram") != NULL;
      CHECK(branches || counted <= 20 * (long)factorisations);
    }
    free(files[i]);
  }
  if (found >= 0) free(files);
  CHECK(driven >= 25 && silent >= driven - 4);
  printf("%d of %d without any\n", silent, driven);
  return check_done();
}
