/* SPDX-License-Identifier: Apache-2.0
 *
 * How fast driven mechanisms move: ladders of N loops in the plane and in space (there three
 * equations of every loop are redundant). Shown are the time per body and position, which should
 * not grow with N, of the best of many passes that the ladders make in turn, and the time of all
 * passes against the sparse factorisations and solutions in it.
 */
#include "ladder.h"
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
  fprintf(out, "trammel: 1\nplanar: %s\ngravity: [0, -9.81%s]\n", planar ? "true" : "false",
          planar ? "" : ", 0");
  write_loops(out, loops, planar, planar ? "1/12" : "[1/12, 1e-3, 1/12]");
  fputs("motions:\n  drive: {joint: a0, angle: 0.5*sin(time)}\n", out);
  return fclose(out) == 0 ? text : NULL;
}

enum { PASSES = 30 };

/* a ladder under way, with the best of its passes and the sums of all */
typedef struct Ladder {
  int loops, planar, steps; /* positions in a pass */
  TrmLog *log;
  TrmModel *model;
  TrmSystem *system;
  TrmAnalysis *analysis;
  TrmStatus status;
  double ready, time, best, all, solving; /* s */
  double bodies, factors;
  int redundant;
} Ladder;

/* read, assemble and drive it */
static void start_ladder(Ladder *l) {
  size_t length, wanted[] = {0};
  char *text = write_ladder(l->loops, l->planar, &length);
  int freedoms;
  l->log = trm_log_new();
  l->bodies = 2.0 * l->loops + 1;
  trm_model_parse(text, length, "ladder.yaml", NULL, 0, l->log, &l->model);
  free(text);
  if (l->model) trm_system_compile(l->model, l->log, &l->system);
  double start = now();
  l->status = l->system ? trm_analysis_new(l->system, l->log, &l->analysis) : TRM_BAD_MODEL;
  if (l->status == TRM_OK) l->status = trm_analysis_assemble(l->analysis, l->log);
  if (l->status == TRM_OK) l->status = trm_analysis_drive(l->analysis, l->log);
  l->ready = now() - start;
  if (l->status != TRM_OK) return;
  trm_analysis_freedoms(l->analysis, &freedoms, &l->redundant);
  trm_analysis_want(l->analysis, wanted, 1);
}

/* one pass through `steps` positions */
static void move_ladder(Ladder *l) {
  TrmAnalysisCount before, after;
  if (l->status != TRM_OK) return;
  trm_analysis_count(l->analysis, &before);
  double start = now(), first = l->time;
  for (int i = 1; i <= l->steps && l->status == TRM_OK; i++) {
    l->time = first + 0.01 * i;
    l->status = trm_analysis_advance(l->analysis, l->time, l->log);
  }
  double took = now() - start;
  trm_analysis_count(l->analysis, &after);
  l->factors += (double)(after.iterations - before.iterations);
  l->solving += after.solving - before.solving;
  l->all += took;
  if (!(l->best > 0 && took >= l->best)) l->best = took;
}

static double per_body(const Ladder *l) {
  return 1e6 * l->best / l->steps / l->bodies;
}

/* its line, or why it stopped; 1 when it went well */
static int end_ladder(Ladder *l) {
  if (l->status == TRM_OK) {
    printf("%-6s %7d %7.0f %9d %10.3f %14.3f %12.2f %10.2f\n", l->planar ? "plane" : "space",
           l->loops, l->bodies, l->redundant, l->ready, per_body(l), l->all / l->solving,
           l->factors / l->steps / PASSES);
  } else {
    char *messages = trm_log_render(l->log, TRM_LOG_PLAIN);
    fprintf(stderr, "%s\n", messages ? messages : "out of memory");
    trm_text_free(messages);
  }
  trm_analysis_free(l->analysis);
  trm_system_free(l->system);
  trm_model_free(l->model);
  trm_log_free(l->log);
  return l->status == TRM_OK;
}

int main(void) {
  /* passes of about the same duration */
  Ladder ladders[] = {{.loops = 100, .planar = 1, .steps = 200},
                      {.loops = 1000, .planar = 1, .steps = 20},
                      {.loops = 10000, .planar = 1, .steps = 2},
                      {.loops = 100, .steps = 20},
                      {.loops = 1000, .steps = 2}};
  enum { COUNT = sizeof ladders / sizeof *ladders };
  int good = 1;
  for (int i = 0; i < COUNT; i++) start_ladder(&ladders[i]);
  /* in turn, so that all see the same machine */
  for (int pass = 0; pass < PASSES; pass++)
    for (int i = 0; i < COUNT; i++) move_ladder(&ladders[i]);
  printf("%-6s %7s %7s %9s %10s %14s %12s %10s\n", "ladder", "loops", "bodies", "redundant",
         "ready in s", "us/body/place", "all/solving", "factors");
  for (int i = 0; i < COUNT; i++) good &= end_ladder(&ladders[i]);
  if (!good) return 1;
  printf("\nPer body, 10000 loops take %.2f times as long as 100 in the plane,\n"
         "1000 loops %.2f times as long as 100 in space.\n",
         per_body(&ladders[2]) / per_body(&ladders[0]),
         per_body(&ladders[4]) / per_body(&ladders[3]));
  return 0;
}
