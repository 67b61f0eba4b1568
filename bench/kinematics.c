/* SPDX-License-Identifier: Apache-2.0
 *
 * How fast driven mechanisms move: ladders of N loops in the plane and in space (there three
 * equations of every loop are redundant). Shown are the time per body and position, which should
 * not grow with N, and all of it against the sparse factorisations and solutions it contains.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <trammel/trammel.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static char *write_ladder(int loops, int planar, size_t *length) {
  char *text = NULL;
  FILE *out = open_memstream(&text, length);
  if (!out) return NULL;
  const char *z = planar ? "" : ", 0", *axis = planar ? "" : ", axis: z";
  const char *inertia = planar ? "1/12" : "[1/12, 1e-3, 1/12]";
  fprintf(out, "trammel: 1\nplanar: %s\ngravity: [0, -9.81%s]\nbodies:\n",
          planar ? "true" : "false", z);
  for (int i = 0; i <= loops; i++)
    fprintf(out, "  u%d: {at: [%d, 0.5%s], mass: 1, inertia: %s}\n", i, i, z, inertia);
  for (int i = 1; i <= loops; i++)
    fprintf(out, "  h%d: {at: [%g, 1%s], mass: 1, inertia: %s}\n", i, i - 0.5, z, inertia);
  fputs("joints:\n", out);
  for (int i = 0; i <= loops; i++)
    fprintf(out, "  a%d: {revolute: [ground, u%d], at: [%d, 0%s]%s}\n", i, i, i, z, axis);
  for (int i = 1; i <= loops; i++)
    fprintf(out,
            "  b%d: {revolute: [u%d, h%d], at: [%d, 1%s]%s}\n"
            "  c%d: {revolute: [u%d, h%d], at: [%d, 1%s]%s}\n",
            i, i - 1, i, i - 1, z, axis, i, i, i, i, z, axis);
  fputs("motions:\n  drive: {joint: a0, angle: time}\n", out);
  return fclose(out) == 0 ? text : NULL;
}

/* one ladder moved through `steps` positions */
static int measure(int loops, int planar, int steps) {
  size_t length;
  char *text = write_ladder(loops, planar, &length);
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmAnalysis *analysis = NULL;
  TrmAnalysisCount before, after;
  size_t wanted[] = {0};
  trm_model_parse(text, length, "ladder.yaml", NULL, 0, log, &model);
  if (model) trm_system_compile(model, log, &system);
  double start = now();
  TrmStatus status = system ? trm_analysis_new(system, log, &analysis) : TRM_BAD_MODEL;
  if (status == TRM_OK) status = trm_analysis_assemble(analysis, log);
  if (status == TRM_OK) status = trm_analysis_drive(analysis, log);
  double assembled = now(), took = 0;
  if (status == TRM_OK) {
    int freedoms, redundant;
    trm_analysis_freedoms(analysis, &freedoms, &redundant);
    trm_analysis_want(analysis, wanted, 1);
    trm_analysis_count(analysis, &before);
    for (int i = 1; i <= steps && status == TRM_OK; i++)
      status = trm_analysis_advance(analysis, 0.5 * i / steps, log);
    took = now() - assembled;
    trm_analysis_count(analysis, &after);
    double bodies = 2.0 * loops + 1, solving = after.solving - before.solving;
    printf("%-6s %7d %7.0f %9d %10.3f %14.3f %12.2f %10.2f\n", planar ? "plane" : "space", loops,
           bodies, redundant, assembled - start, 1e6 * took / steps / bodies, took / solving,
           (double)(after.iterations - before.iterations) / steps);
  } else {
    char *messages = trm_log_render(log, TRM_LOG_PLAIN);
    fprintf(stderr, "%s\n", messages ? messages : "out of memory");
    trm_text_free(messages);
  }
  trm_analysis_free(analysis);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
  free(text);
  return status == TRM_OK;
}

int main(void) {
  printf("%-6s %7s %7s %9s %10s %14s %12s %10s\n", "ladder", "loops", "bodies", "redundant",
         "ready in s", "us/body/place", "all/solving", "factors");
  int good = 1;
  good &= measure(100, 1, 200);
  good &= measure(1000, 1, 20);
  good &= measure(10000, 1, 10);
  good &= measure(100, 0, 100);
  good &= measure(1000, 0, 10);
  return good ? 0 : 1;
}
