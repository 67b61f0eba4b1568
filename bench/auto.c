/* SPDX-License-Identifier: Apache-2.0
 *
 * The automatic choice on every example that moves: `trammel compare` with all integrators, and the
 * time that each needs for one error, between its tolerances on a straight line over decades. How
 * `auto` does beside the best of them. Left out are examples with nothing to compare: those that
 * only moreau can follow (rigid contacts of many or curved places: drop, pile, wheel), and those
 * without masses. auto EXAMPLE ERROR BEST TIME_MS AUTO_MS RATIO
 */
#define _XOPEN_SOURCE 700
#include "integrator/integrator.h"
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_METHODS = 32, MOST_RUNS = 24, MOST_EXAMPLES = 200 };
static const double errors[] = {1e-4, 1e-6};

/* the runs of one method, from loose to tight */
typedef struct Line {
  char name[80];
  double error[MOST_RUNS], seconds[MOST_RUNS];
  size_t count;
} Line;

static Line lines[MOST_METHODS];
static size_t line_count;

/* take a row of `compare --csv -` */
static void read_row(char *row) {
  char *cell[10];
  size_t count = 0;
  for (char *at = row; count < 10; at = NULL) {
    cell[count] = count ? strchr(cell[count - 1], ',') : at;
    if (!cell[count]) return;
    if (count) *cell[count]++ = 0;
    count++;
  }
  if (strncmp(cell[9], "done", 4) != 0 || !*cell[3]) return;
  /* what is chosen may differ with the tolerance */
  if (strncmp(cell[0], "auto", 4) == 0) cell[0][4] = 0;
  size_t m = 0;
  while (m < line_count && strcmp(lines[m].name, cell[0]) != 0) m++;
  if (m == line_count) {
    if (m == MOST_METHODS) return;
    lines[line_count++] = (Line){.count = 0};
    snprintf(lines[m].name, sizeof lines[m].name, "%.79s", cell[0]);
  }
  if (lines[m].count == MOST_RUNS) return;
  lines[m].error[lines[m].count] = fmax(1e-30, strtod(cell[3], NULL));
  lines[m].seconds[lines[m].count++] = strtod(cell[8], NULL);
}

/* the least time for an error; infinite: it is not reached */
static double time_for(const Line *line, double wanted) {
  double least = HUGE_VAL;
  for (size_t i = 0; i < line->count; i++) {
    double e = line->error[i], s = line->seconds[i];
    if (!(e <= wanted)) continue;
    least = fmin(least, s);
    if (i == 0 || !(line->error[i - 1] > wanted)) continue;
    /* between this run and the looser one before it */
    double part = log(wanted / e) / log(line->error[i - 1] / e);
    least = fmin(least, exp(log(s) + part * (log(line->seconds[i - 1]) - log(s))));
  }
  return least;
}

static int compare(const char *folder, const char *example) {
  char command[1024], row[1024];
  int length = snprintf(command, sizeof command, "%s/trammel compare examples/%s --methods auto",
                        folder, example);
  for (size_t i = 0; trm_integrators[i] && length < (int)sizeof command; i++)
    length += snprintf(command + length, sizeof command - (size_t)length, ",%s",
                       trm_integrators[i]->name);
  snprintf(command + length, sizeof command - (size_t)length,
           " --tolerances 1e-3,1e-4,1e-5,1e-6,1e-7,1e-8,1e-9,1e-10 --limit 10 --csv - 2>/dev/null");
  FILE *pipe = popen(command, "r");
  line_count = 0;
  while (pipe && fgets(row, sizeof row, pipe)) read_row(row);
  return pipe && pclose(pipe) == 0 && line_count > 1;
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(int count, char **words) {
  char folder[512] = ".", *names[MOST_EXAMPLES];
  const char *slash = count ? strrchr(words[0], '/') : NULL;
  size_t examples = 0, good = 0, all = 0;
  double worst = 0;
  if (slash) snprintf(folder, sizeof folder, "%.*s", (int)(slash - words[0]), words[0]);
  DIR *list = opendir("examples");
  for (struct dirent *one; list && (one = readdir(list)) && examples < MOST_EXAMPLES;)
    if (strstr(one->d_name, ".yaml")) names[examples++] = strdup(one->d_name);
  if (list) closedir(list);
  qsort(names, examples, sizeof *names, by_name);
  printf("time of the stepping for an error, in parts of the range of each body's motion\n\n");
  for (size_t i = 0; i < examples; i++) {
    if (!names[i] || !compare(folder, names[i])) continue;
    for (size_t k = 0; k < sizeof errors / sizeof *errors; k++) {
      double best = HUGE_VAL, automatic = HUGE_VAL;
      const char *name = "";
      for (size_t m = 0; m < line_count; m++) {
        double time = time_for(&lines[m], errors[k]);
        if (strcmp(lines[m].name, "auto") == 0) automatic = time;
        if (time < best) best = time, name = lines[m].name;
      }
      if (!(best < HUGE_VAL)) continue;
      double ratio = automatic / best;
      printf("auto %-28s %.0e  %-36s %8.3g %8.3g  %.2f\n", names[i], errors[k], name, 1e3 * best,
             1e3 * automatic, ratio);
      fflush(stdout);
      good += ratio <= 1.5;
      worst = fmax(worst, ratio);
      all++;
    }
  }
  printf("\nwithin 1.5 times the best in %zu of %zu (%.0f %%), at most %.2f times\n", good, all,
         all ? 100.0 * (double)good / (double)all : 0, worst);
  for (size_t i = 0; i < examples; i++) free(names[i]);
  return 0;
}
