/* SPDX-License-Identifier: Apache-2.0
 *
 * Run: `COMMAND kinematics MODEL --csv FILE` in a folder of its own, and its results by name.
 * run_compare holds them against a truth given as jets. A signal is written
 *   "b.x"      position, with b.vx and b.ax           "b.turnz"  only b.wz and b.wdz
 *   "output"   a value                                "~output"  an angle in rad, whole turns free
 */
#ifndef TRM_TESTS_RUN_H
#define TRM_TESTS_RUN_H

#include "check.h"
#include "jet.h"
#include <unistd.h>

typedef struct Run {
  const char *model;
  size_t rows, columns;
  char *text;     /* the whole file; names point into it */
  char **names;   /* without their units */
  double *values; /* row by row */
} Run;

/* the whole file as text, or NULL */
static inline char *run_read(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  size_t room = 1 << 16, length = 0, got;
  char *text = malloc(room);
  while (text && (got = fread(text + length, 1, room - length - 1, file)) > 0) {
    length += got;
    if (length + 1 < room) continue;
    char *more = realloc(text, room *= 2);
    if (!more) free(text);
    text = more;
  }
  if (text) text[length] = 0;
  fclose(file);
  return text;
}

/* cut the header into names, and the rest into numbers */
static inline void run_parse(Run *run) {
  char *body = strchr(run->text, '\n');
  if (!body) return;
  *body++ = 0;
  size_t lines = 0;
  for (char *c = body; *c; c++) lines += *c == '\n';
  run->columns = 1;
  for (char *c = run->text; *c; c++) run->columns += *c == ',';
  run->names = calloc(run->columns, sizeof *run->names);
  run->values = calloc((lines + 1) * run->columns, sizeof *run->values);
  if (!run->names || !run->values) return;
  char *name = run->text;
  for (size_t i = 0; i < run->columns; i++) {
    char *next = strchr(name, ','), *unit = strstr(name, " [");
    run->names[i] = name;
    if (unit && (!next || unit < next)) *unit = 0;
    if (next) *next = 0, name = next + 1;
  }
  for (char *c = body; run->rows < lines; run->rows++) {
    for (size_t i = 0; i < run->columns; i++) {
      char *end;
      run->values[run->rows * run->columns + i] = strtod(c, &end);
      if (end == c) return;
      c = end + (*end == ',' || *end == '\n');
    }
  }
}

/* Run the kinematics of a model; `options` may be "". A run that failed has no rows. */
static inline Run run_kinematics(const char *command, const char *model, const char *options) {
  Run run = {.model = model};
  const char *place = getenv("TMPDIR");
  char folder[512], path[600], line[2048];
  snprintf(folder, sizeof folder, "%s/trammel-verify-XXXXXX", place && *place ? place : "/tmp");
  const char *made = mkdtemp(folder);
  CHECK(made != NULL);
  if (!made) return run;
  snprintf(path, sizeof path, "%s/results.csv", folder);
  snprintf(line, sizeof line, "'%s' kinematics '%s' --csv '%s' %s >/dev/null", command, model, path,
           options);
  int status = system(line);
  if (status != 0) fprintf(stderr, "%s: kinematics failed\n", model);
  CHECK(status == 0);
  if (status == 0) run.text = run_read(path);
  if (run.text) run_parse(&run);
  CHECK(run.rows > 1);
  unlink(path);
  rmdir(folder);
  return run;
}

static inline void run_free(Run *run) {
  free(run->text);
  free(run->names);
  free(run->values);
  *run = (Run){0};
}

/* the column of a signal, or -1 after a message */
static inline int run_column(const Run *run, const char *name) {
  if (!run->rows) return -1; /* said already */
  for (size_t i = 0; i < run->columns; i++)
    if (strcmp(run->names[i], name) == 0) return (int)i;
  check_failed++;
  fprintf(stderr, "%s: no signal %s\n", run->model, name);
  return -1;
}

/* by the column that run_column found */
static inline double run_at(const Run *run, int column, size_t row) {
  if (column < 0 || row >= run->rows) return nan("");
  return run->values[row * run->columns + (size_t)column];
}

static inline double run_value(const Run *run, const char *name, size_t row) {
  if (row >= run->rows) return nan("");
  return run_at(run, run_column(run, name), row);
}

/* the row at time t; without one, a row that does not exist */
static inline size_t run_row(const Run *run, double t) {
  for (size_t i = 0; i < run->rows; i++)
    if (fabs(run_at(run, 0, i) - t) < 1e-9) return i;
  return run->rows;
}

/* names of the columns for the value, rate and second rate of a signal; "" where there is none */
static inline void run_names(const char *signal, char names[3][80]) {
  const char *dot = strchr(signal, '.');
  names[0][0] = names[1][0] = names[2][0] = 0;
  if (!dot) {
    snprintf(names[0], 80, "%s", signal + (*signal == '~'));
  } else if (strncmp(dot, ".turn", 5) == 0) {
    snprintf(names[1], 80, "%.*s.w%s", (int)(dot - signal), signal, dot + 5);
    snprintf(names[2], 80, "%.*s.wd%s", (int)(dot - signal), signal, dot + 5);
  } else {
    snprintf(names[0], 80, "%s", signal);
    snprintf(names[1], 80, "%.*s.v%s", (int)(dot - signal), signal, dot + 1);
    snprintf(names[2], 80, "%.*s.a%s", (int)(dot - signal), signal, dot + 1);
  }
}

/* a loop equation: x keeps its value, so that its rates are zero; relative to `size` */
static inline void check_constant(const char *what, Jet x, double value, double size) {
  double worst = fmax(fabs(x.v - value), fmax(fabs(x.d), fabs(x.a))) / size;
  check_count++;
  if (worst <= 1e-12) return;
  check_failed++;
  fprintf(stderr, "%s does not keep its value: %.3g\n", what, worst);
}

/* the truth at time t: one jet for each signal */
typedef void (*RunTruth)(Jet t, Jet *out);

enum { RUN_SIGNALS = 40 };

/* Worst errors of one signal at the three orders, relative to `size` (1 for turns) or to the
 * largest true value where that is more. */
static inline void run_errors(const Run *run, const char *signal, RunTruth truth, size_t index,
                              double size, double errors[3]) {
  char names[3][80];
  int column[3];
  double scale[3], worst[3] = {0, 0, 0};
  run_names(signal, names);
  int turns = *signal == '~' || strstr(signal, ".turn") != NULL;
  for (int k = 0; k < 3; k++) {
    column[k] = names[k][0] ? run_column(run, names[k]) : -1;
    scale[k] = turns ? 1 : size;
  }
  for (size_t row = 0; row < run->rows; row++) {
    Jet out[RUN_SIGNALS];
    truth(jet_time(run_at(run, 0, row)), out);
    double expected[3] = {out[index].v, out[index].d, out[index].a};
    for (int k = 0; k < 3; k++) {
      if (!names[k][0]) continue;
      double error = run_at(run, column[k], row) - expected[k];
      if (*signal == '~') error = remainder(error, 2 * acos(-1));
      if (!(fabs(error) <= worst[k])) worst[k] = isnan(error) ? HUGE_VAL : fabs(error);
      scale[k] = fmax(scale[k], fabs(expected[k]));
    }
  }
  for (int k = 0; k < 3; k++)
    if (names[k][0]) errors[k] = fmax(errors[k], run->rows ? worst[k] / scale[k] : HUGE_VAL);
}

/* Compare all signals (a list that ends with NULL) with the truth; figures for the three orders. */
static inline void run_compare(const Run *run, const char *what, const char *against,
                               RunTruth truth, const char *const *signals, double size) {
  static const char *const orders[] = {"positions", "velocities", "accelerations"};
  double errors[3] = {0, 0, 0};
  for (size_t i = 0; signals[i]; i++) run_errors(run, signals[i], truth, i, size, errors);
  for (int k = 0; k < 3; k++) {
    char row[160];
    snprintf(row, sizeof row, "%s: %s", what, orders[k]);
    check_figure("kinematics", row, against, errors[k], k ? 1e-10 : 1e-12);
  }
}

#endif
