/* SPDX-License-Identifier: Apache-2.0
 *
 * Tables of reference: comma-separated files of this folder. The names over the columns are
 * signals, "~" marks angles of which whole turns are left out.
 */
#ifndef TRM_TESTS_TABLE_H
#define TRM_TESTS_TABLE_H

#include "check.h"
#include "trammel/trammel.h"

enum { TABLE_COLUMNS = 16, TABLE_ROWS = 64 };

typedef struct Table {
  char text[32768];
  char *names[TABLE_COLUMNS]; /* without the sign for angles */
  int turns[TABLE_COLUMNS];
  size_t columns, rows;
  double values[TABLE_ROWS][TABLE_COLUMNS];
} Table;

/* the words of one line, cut at commas; where the next line begins */
static inline char *table_cut(char *line, char **words, size_t *count) {
  char *end = line + strcspn(line, "\n"), *next = *end ? end + 1 : end;
  *end = 0;
  for (*count = 0; line && *count < TABLE_COLUMNS; (*count)++) {
    words[*count] = line;
    line = strchr(line, ',');
    if (line) *line++ = 0;
  }
  return next;
}

/* a table of this folder; without rows when it cannot be read */
static inline void table_read(Table *table, const char *name) {
  char path[256], *words[TABLE_COLUMNS];
  snprintf(path, sizeof path, "tests/reference/%s.csv", name);
  table->rows = table->columns = 0;
  FILE *file = fopen(path, "rb");
  CHECK(file != NULL);
  if (!file) return;
  size_t length = fread(table->text, 1, sizeof table->text - 1, file), count;
  CHECK(length < sizeof table->text - 1);
  fclose(file);
  table->text[length] = 0;
  char *line = table->text;
  while (*line == '#') line += strcspn(line, "\n") + 1;
  line = table_cut(line, table->names, &table->columns);
  for (size_t i = 0; i < table->columns; i++) {
    table->turns[i] = *table->names[i] == '~';
    table->names[i] += table->turns[i];
  }
  for (; *line && table->rows < TABLE_ROWS; table->rows++) {
    line = table_cut(line, words, &count);
    CHECK(count == table->columns);
    for (size_t i = 0; i < count; i++) table->values[table->rows][i] = strtod(words[i], NULL);
  }
  CHECK(table->columns > 1 && table->rows > 1);
}

/* which signals the columns are; what is missing is said */
static inline int table_signals(TrmAnalysis *a, const Table *table, size_t *signal) {
  size_t count = trm_analysis_signals(a), found = 1;
  for (size_t i = 1; i < table->columns; i++) {
    signal[i] = count;
    for (size_t k = 0; k < count && signal[i] == count; k++)
      if (strcmp(trm_analysis_signal(a, k, NULL), table->names[i]) == 0) signal[i] = k;
    if (signal[i] < count)
      found++;
    else
      fprintf(stderr, "no signal %s\n", table->names[i]);
  }
  CHECK(found == table->columns);
  return found == table->columns;
}

/* a column of speeds: its name has a component v or ends in _rate */
static inline int table_is_rate(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot && (dot[1] == 'v' || strstr(dot, "_rate") != NULL);
}

/* the size to which an error is held: 1 or the largest speed; in a plain run the range */
static inline double table_size(const Table *table, size_t column, int plain) {
  double low = HUGE_VAL, high = -HUGE_VAL, most = 0;
  for (size_t i = 0; i < table->rows; i++) {
    double value = table->values[i][column];
    low = fmin(low, value), high = fmax(high, value), most = fmax(most, fabs(value));
  }
  if (plain) return table->turns[column] ? fmin(high - low, 2 * acos(-1)) : high - low;
  return table_is_rate(table->names[column]) ? most : 1;
}

/* Worst errors of positions and speeds at all times of the table; infinite when the run fails. */
static inline void table_measure(TrmAnalysis *a, const Table *table, int plain, TrmLog *log,
                                 double worst[2]) {
  size_t signal[TABLE_COLUMNS], count = trm_analysis_signals(a);
  double *now = calloc(count, sizeof *now);
  worst[0] = worst[1] = 0;
  if (!now || !table_signals(a, table, signal)) worst[0] = worst[1] = HUGE_VAL;
  for (size_t row = 0; row < table->rows && worst[0] < HUGE_VAL; row++) {
    double time = table->values[row][0];
    if (row && trm_analysis_advance(a, time, log) != TRM_OK) worst[0] = worst[1] = HUGE_VAL;
    trm_analysis_values(a, now);
    for (size_t i = 1; i < table->columns && worst[0] < HUGE_VAL; i++) {
      double error = now[signal[i]] - table->values[row][i];
      if (table->turns[i]) error = remainder(error, 2 * acos(-1));
      error = isnan(error) ? HUGE_VAL : fabs(error) / table_size(table, i, plain);
      int rate = table_is_rate(table->names[i]);
      worst[rate] = fmax(worst[rate], error);
    }
  }
  free(now);
}

#endif
