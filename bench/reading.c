/* SPDX-License-Identifier: Apache-2.0
 *
 * How fast models are read, checked and printed back: chains of N bodies and N joints with every
 * value written out, for growing N. The time per body should not grow with N. Each size runs in a
 * process of its own, so that its peak memory can be told; the best of several runs is shown.
 */
#define _DEFAULT_SOURCE /* wait4 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <trammel/trammel.h>
#include <unistd.h>

typedef struct Timing {
  double read, check, print, bytes;
} Timing;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* a chain of `count` links, about 330 bytes for each and its joint */
static char *write_chain(int count, size_t *length) {
  char *text = NULL;
  FILE *out = open_memstream(&text, length);
  if (!out) return NULL;
  fputs("trammel: 1\nname: chain\ngravity: [0, 0, -9.81]\nbodies:\n", out);
  for (int i = 0; i < count; i++)
    fprintf(out,
            "  link%d:\n    at: [%.6f, 0.0, 0.0]\n    mass: 1.25\n    cm: [0.0, 0.0, 0.0]\n"
            "    inertia: [0.00125, 0.0105, 0.0105]\n"
            "    markers: {a: {at: [-0.05, 0, 0], orient: {z: y}},"
            " b: {at: [0.05, 0, 0], orient: {z: y}}}\n"
            "    shape: {box: {size: [0.1, 0.02, 0.02]}}\n",
            i, 0.1 * i + 0.05);
  fputs("joints:\n", out);
  for (int i = 0; i < count; i++) {
    char first[32] = "ground";
    if (i) snprintf(first, sizeof first, "link%d", i - 1);
    fprintf(out, "  joint%d: {revolute: [%s, link%d], at: [%.6f, 0, 0], axis: y}\n", i, first, i,
            0.1 * i);
  }
  return fclose(out) == 0 ? text : NULL;
}

/* read, check and print once; 0 when it failed */
static int measure(int count, Timing *timing) {
  size_t length = 0;
  char *text = write_chain(count, &length);
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  double start = now();
  TrmStatus status = trm_model_parse(text, length, "chain.yaml", NULL, 0, log, &model);
  double read = now();
  if (status == TRM_OK) status = trm_system_compile(model, log, &system);
  double checked = now();
  char *printed = status == TRM_OK ? trm_model_to_yaml(model) : NULL;
  *timing = (Timing){read - start, checked - read, now() - checked, (double)length};
  trm_text_free(printed);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
  free(text);
  return printed != NULL;
}

/* the best of `runs`, each in a child; peak memory in MB */
static int best(int count, int runs, Timing *timing, double *peak) {
  *timing = (Timing){1e9, 1e9, 1e9, 0};
  *peak = 0;
  for (int run = 0; run < runs; run++) {
    int ends[2], state;
    Timing one;
    struct rusage usage;
    if (pipe(ends) != 0) return 0;
    pid_t child = fork();
    if (child == 0) {
      int good = measure(count, &one) && write(ends[1], &one, sizeof one) == sizeof one;
      _exit(good ? 0 : 1);
    }
    close(ends[1]);
    int good = child > 0 && read(ends[0], &one, sizeof one) == sizeof one;
    close(ends[0]);
    if (child < 0 || wait4(child, &state, 0, &usage) != child || !good) return 0;
    if (one.read + one.check + one.print < timing->read + timing->check + timing->print)
      *timing = one;
    if ((double)usage.ru_maxrss / 1024 > *peak) *peak = (double)usage.ru_maxrss / 1024;
  }
  return 1;
}

int main(void) {
  static const int sizes[] = {100, 1000, 10000, 100000};
  printf("%8s %9s %9s %9s %9s %9s %12s %9s\n", "bodies", "MB", "read s", "check s", "print s",
         "total s", "us per body", "peak MB");
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    Timing t;
    double peak;
    fflush(stdout);
    if (!best(sizes[i], sizes[i] < 100000 ? 5 : 2, &t, &peak)) return 1;
    double total = t.read + t.check + t.print;
    printf("%8d %9.2f %9.4f %9.4f %9.4f %9.4f %12.1f %9.0f\n", sizes[i], t.bytes / 1e6, t.read,
           t.check, t.print, total, 1e6 * total / sizes[i], peak);
  }
  return 0;
}
