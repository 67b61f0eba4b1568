/* SPDX-License-Identifier: Apache-2.0
 *
 * The IFToMM benchmarks A01 to A05 and the variants of a thesis, against tables computed without
 * any multibody program (their first lines say how). The names over a table's columns are signals;
 * "~" marks angles of which whole turns are left out. A tight run is held to the accuracy that each
 * benchmark must reach, a run with nothing chosen to 1e-4 of the range of every signal.
 */
#include "check.h"
#include "trammel/trammel.h"

enum { COLUMNS = 16, ROWS = 64, SETTINGS = 6 };

typedef struct Table {
  char text[32768];
  char *names[COLUMNS]; /* without the sign for angles */
  int turns[COLUMNS];
  size_t columns, rows;
  double values[ROWS][COLUMNS];
} Table;

typedef struct Case {
  const char *what, *model, *table;
  TrmSetting settings[SETTINGS];
  double tolerance, limit; /* of the tight run */
} Case;

static const Case cases[] = {
    {"A01", "a01-pendulum", "a01", {{0}}, 1e-13, 1e-10},
    {"A01 of the thesis, g = 9.86", "a01-pendulum-thesis", "a01-thesis-9.86", {{0}}, 1e-13, 1e-10},
    {"A01 of the thesis, g = 9.81",
     "a01-pendulum-thesis",
     "a01-thesis-9.81",
     {{"g", "9.81"}},
     1e-13,
     1e-10},
    {"A02, N = 2", "a02-four-bars", "a02-2", {{0}}, 1e-11, 1e-6},
    {"A02, N = 2, in space", "a02-four-bars-3d", "a02-2", {{0}}, 1e-11, 1e-6},
    {"A02, N = 40", "a02-four-bars", "a02-40", {{"N", "40"}}, 1e-9, 1e-6},
    {"A02, N = 40, in space", "a02-four-bars-3d", "a02-40", {{"N", "40"}}, 1e-9, 1e-6},
    {"A02 of the thesis",
     "a02-four-bars",
     "a02-thesis",
     {{"m", "1.03"}, {"izz", "0.0915"}, {"v0", "1.5"}},
     1e-11,
     1e-6},
    {"A02 of the thesis, in space",
     "a02-four-bars-3d",
     "a02-thesis",
     {{"m", "1.03"}, {"izz", "0.0915"}, {"v0", "1.5"}},
     1e-11,
     1e-6},
    {"A03", "a03-andrews", "a03", {{0}}, 1e-13, 1e-9},
    {"A03, start rounded", "a03-andrews", "a03-rounded", {{"beta0", "-0.0620"}}, 1e-13, 1e-9},
    {"A04", "a04-bricard", "a04", {{0}}, 1e-13, 1e-8},
    {"A04, slender rods",
     "a04-bricard",
     "a04-slender",
     {{"axial", "1e-10"}, {"across", "1/12"}},
     1e-13,
     1e-8},
    {"A04 of the thesis, gravity along x",
     "a04-bricard-thesis",
     "a04-thesis-x",
     {{0}},
     1e-13,
     1e-8},
    {"A04 of the thesis, gravity along -y",
     "a04-bricard-thesis",
     "a04-thesis-y",
     {{"gx", "0"}, {"gy", "-9.81"}},
     1e-13,
     1e-8},
    {"A04 of the thesis, gravity along -z",
     "a04-bricard-thesis",
     "a04-thesis-z",
     {{"gx", "0"}, {"gz", "-9.81"}},
     1e-13,
     1e-8},
    {"A05", "a05-flyball", "a05", {{0}}, 1e-12, 1e-9},
    {"A05 of the thesis",
     "a05-flyball",
     "a05-thesis",
     {{"mr", "5.9425"},
      {"lc", "0.9825876245913134"},
      {"ia", "0.010867"},
      {"it", "0.35"},
      {"mp", "0"},
      {"shaft", "7.808e-05"}},
     1e-12,
     1e-9},
};

/* the words of one line, cut at commas; where the next line begins */
static char *cut_line(char *line, char **words, size_t *count) {
  char *end = line + strcspn(line, "\n"), *next = *end ? end + 1 : end;
  *end = 0;
  for (*count = 0; line && *count < COLUMNS; (*count)++) {
    words[*count] = line;
    line = strchr(line, ',');
    if (line) *line++ = 0;
  }
  return next;
}

/* a table of this folder; without rows when it cannot be read */
static void table_read(Table *table, const char *name) {
  char path[256], *words[COLUMNS];
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
  line = cut_line(line, table->names, &table->columns);
  for (size_t i = 0; i < table->columns; i++) {
    table->turns[i] = *table->names[i] == '~';
    table->names[i] += table->turns[i];
  }
  for (; *line && table->rows < ROWS; table->rows++) {
    line = cut_line(line, words, &count);
    CHECK(count == table->columns);
    for (size_t i = 0; i < count; i++) table->values[table->rows][i] = strtod(words[i], NULL);
  }
  CHECK(table->columns > 1 && table->rows > 1);
}

/* which signals the columns are; what is missing is said */
static int find_signals(TrmAnalysis *a, const Table *table, size_t *signal) {
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
static int is_rate(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot && (dot[1] == 'v' || strstr(dot, "_rate") != NULL);
}

/* the size to which an error is held: 1 or the largest speed; in a plain run the range */
static double column_size(const Table *table, size_t column, int plain) {
  double low = HUGE_VAL, high = -HUGE_VAL, most = 0;
  for (size_t i = 0; i < table->rows; i++) {
    double value = table->values[i][column];
    low = fmin(low, value), high = fmax(high, value), most = fmax(most, fabs(value));
  }
  if (plain) return table->turns[column] ? fmin(high - low, 2 * acos(-1)) : high - low;
  return is_rate(table->names[column]) ? most : 1;
}

/* Worst errors of positions and speeds at all times of the table; infinite when the run fails. */
static void measure(TrmAnalysis *a, const Table *table, int plain, TrmLog *log, double worst[2]) {
  size_t signal[COLUMNS], count = trm_analysis_signals(a);
  double *now = calloc(count, sizeof *now);
  worst[0] = worst[1] = 0;
  if (!now || !find_signals(a, table, signal)) worst[0] = worst[1] = HUGE_VAL;
  for (size_t row = 0; row < table->rows && worst[0] < HUGE_VAL; row++) {
    double time = table->values[row][0];
    if (row && trm_analysis_advance(a, time, log) != TRM_OK) worst[0] = worst[1] = HUGE_VAL;
    trm_analysis_values(a, now);
    for (size_t i = 1; i < table->columns && worst[0] < HUGE_VAL; i++) {
      double error = now[signal[i]] - table->values[row][i];
      if (table->turns[i]) error = remainder(error, 2 * acos(-1));
      error = isnan(error) ? HUGE_VAL : fabs(error) / column_size(table, i, plain);
      int rate = is_rate(table->names[i]);
      worst[rate] = fmax(worst[rate], error);
    }
  }
  free(now);
}

/* one benchmark, tight or with nothing chosen */
static void run(const Case *c, int plain) {
  static Table table;
  char path[256], what[160];
  double worst[2] = {HUGE_VAL, HUGE_VAL};
  size_t settings = 0;
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmAnalysis *a = NULL;
  TrmDynamicsOptions tight = {.tolerance = c->tolerance, .absolute_tolerance = c->tolerance};
  snprintf(path, sizeof path, "examples/%s.yaml", c->model);
  while (settings < SETTINGS && c->settings[settings].name) settings++;
  table_read(&table, c->table);
  TrmStatus status = trm_model_read(path, c->settings, settings, log, &model);
  if (status == TRM_OK) status = trm_system_compile(model, log, &system);
  if (status == TRM_OK) status = trm_analysis_new(system, log, &a);
  if (status == TRM_OK) status = trm_analysis_assemble(a, log);
  if (status == TRM_OK) status = trm_analysis_begin_dynamics(a, plain ? NULL : &tight, log);
  CHECK(status == TRM_OK);
  if (status == TRM_OK) measure(a, &table, plain, log, worst);
  double limit = plain ? 1e-4 : c->limit;
  snprintf(what, sizeof what, "%s: positions%s", c->what, plain ? ", nothing chosen" : "");
  check_figure("benchmarks", what, plain ? "table, of the range" : "table", worst[0], limit);
  int rates = 0;
  for (size_t i = 1; i < table.columns; i++) rates += is_rate(table.names[i]);
  snprintf(what, sizeof what, "%s: velocities%s", c->what, plain ? ", nothing chosen" : "");
  if (rates)
    check_figure("benchmarks", what, plain ? "table, of the range" : "table, of the largest",
                 worst[1], limit);
  trm_analysis_free(a);
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
}

int main(void) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (int plain = 0; plain < 2; plain++) run(&cases[i], plain);
  return check_done();
}
