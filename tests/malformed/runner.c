/* SPDX-License-Identifier: Apache-2.0
 *
 * Malformed models: each file in tests/malformed/cases begins with what the library must say of it,
 *   # expect: E101 7:12              code, line:column, one line per message, in the order reported
 *   # expect: E013 part/a.yaml:2:1   the same in an included file, named as it is in the message
 *   # expect: E313                   a message without a place
 *   # set: name=value                a parameter set from outside
 *   ! expect: E704 5:3               the same in an Adams dataset or command file
 *   <!-- expect: E762 5:3 -->        the same in URDF
 *   # run: kinematics 2 [100]        moved to this time (s) in so many steps, after the assembly
 *   # run: quasistatics 2 [100]      the same with an equilibrium
 *   # run: statics [stable]          brought to rest
 *   # run: dynamics 2 [100] [rk4] [penalty]   moved under forces, by these methods
 * and the complete list must agree. `runner --show FILE...` prints the lines a file would need.
 */
#include "check.h"
#include "trammel/trammel.h"
#include <dirent.h>
#include <time.h>

#define FOLDER "tests/malformed/cases"

enum { MOST = 256, LINE = 512, MOST_SETTINGS = 8 };

typedef struct Case {
  char expected[MOST][LINE];
  size_t count;
  char names[MOST_SETTINGS][LINE], values[MOST_SETTINGS][LINE];
  TrmSetting settings[MOST_SETTINGS];
  size_t setting_count;
  double until; /* 0 when the case is only assembled */
  size_t steps;
  int rests, stable, follows, moves;
  char integrator[LINE], formulation[LINE];
} Case;

/* the comment lines at the head of a case */
static int read_case(const char *path, Case *it) {
  FILE *file = fopen(path, "rb");
  if (!file) return 0;
  char line[LINE];
  while (fgets(line, sizeof line, file) && strchr("#!<", line[0])) {
    line[strcspn(line, "\r\n")] = 0;
    char *tail = strstr(line, " -->");
    if (strncmp(line, "<!-- ", 5) == 0 && tail) {
      *tail = 0;
      memmove(line + 1, line + 4, strlen(line + 4) + 1);
    }
    line[0] = '#'; /* an Adams dataset has its comments behind ! */
    if (strncmp(line, "# expect: ", 10) == 0 && it->count < MOST) {
      snprintf(it->expected[it->count++], LINE, "%s", line + 10);
    } else if (strncmp(line, "# set: ", 7) == 0 && it->setting_count < MOST_SETTINGS) {
      char *equals = strchr(line, '=');
      if (!equals) continue;
      *equals = 0;
      size_t i = it->setting_count++;
      snprintf(it->names[i], LINE, "%s", line + 7);
      snprintf(it->values[i], LINE, "%s", equals + 1);
      it->settings[i] = (TrmSetting){it->names[i], it->values[i]};
    } else if (strncmp(line, "# run: statics", 14) == 0) {
      it->rests = 1;
      it->stable = strstr(line, "stable") != NULL;
    } else if (strncmp(line, "# run: dynamics ", 16) == 0) {
      it->moves = sscanf(line + 16, "%lf %zu %s %s", &it->until, &it->steps, it->integrator,
                         it->formulation);
      if (!it->steps) it->steps = 10;
    } else if (strncmp(line, "# run: kinematics ", 18) == 0 ||
               strncmp(line, "# run: quasistatics ", 20) == 0) {
      char *end;
      it->follows = line[7] == 'q';
      it->until = strtod(line + (it->follows ? 20 : 18), &end);
      it->steps = strtoul(end, NULL, 10);
      if (!it->steps) it->steps = 10;
    }
  }
  fclose(file);
  return 1;
}

/* one message as an expectation is written */
static void describe(const TrmEntry *entry, const char *path, char *out) {
  const char *file = entry->file ? entry->file : "";
  size_t folder = (size_t)(strrchr(path, '/') - path) + 1;
  if (!entry->line) {
    snprintf(out, LINE, "%s", entry->code);
    return;
  }
  if (!entry->file || strcmp(file, path) == 0) {
    snprintf(out, LINE, "%s %u:%u", entry->code, entry->line, entry->column);
    return;
  }
  if (strncmp(file, path, folder) == 0) file += folder;
  snprintf(out, LINE, "%s %s:%u:%u", entry->code, file, entry->line, entry->column);
}

/* assemble a system and move it as the case asks */
static void run_analysis(const TrmSystem *system, const Case *it, TrmLog *log) {
  TrmAnalysis *analysis = NULL;
  TrmStatus status = trm_analysis_new(system, log, &analysis);
  CHECK((status == TRM_OK) == (analysis != NULL));
  if (status == TRM_OK) status = trm_analysis_assemble(analysis, log);
  TrmStaticsOptions options = {.stable = it->stable};
  if (status == TRM_OK && it->rests) status = trm_analysis_statics(analysis, &options, log);
  if (status == TRM_OK && it->follows)
    status = trm_analysis_begin_quasistatics(analysis, &options, log);
  TrmDynamicsOptions motion = {.until = it->until,
                               .every = it->until / (double)(it->steps ? it->steps : 1),
                               .integrator = *it->integrator ? it->integrator : NULL,
                               .formulation = *it->formulation ? it->formulation : NULL};
  if (status == TRM_OK && it->moves) status = trm_analysis_begin_dynamics(analysis, &motion, log);
  if (status == TRM_OK && it->steps && !it->follows && !it->moves)
    status = trm_analysis_drive(analysis, log);
  double *values = analysis ? calloc(trm_analysis_signals(analysis) + 1, sizeof *values) : NULL;
  if (status == TRM_OK) status = trm_analysis_read_values(analysis, values, log);
  for (size_t i = 1; i <= it->steps && status == TRM_OK; i++) {
    status = trm_analysis_advance(analysis, it->until * (double)i / (double)it->steps, log);
    if (status == TRM_OK) status = trm_analysis_read_values(analysis, values, log);
  }
  free(values);
  CHECK((status == TRM_OK) == (trm_log_errors(log) == 0));
  trm_analysis_free(analysis);
}

/* read, compile and run a case; the log is the caller's to free */
static TrmLog *run_case(const char *path, const Case *it) {
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmStatus status = trm_model_read(path, it->settings, it->setting_count, log, &model);
  CHECK((status == TRM_OK) == (model != NULL));
  CHECK((status == TRM_OK) == (trm_log_errors(log) == 0));
  if (status == TRM_OK) {
    status = trm_system_compile(model, log, &system);
    CHECK((status == TRM_OK) == (trm_log_errors(log) == 0));
  }
  if (status == TRM_OK) run_analysis(system, it, log);
  trm_system_free(system);
  trm_model_free(model);
  return log;
}

/* every message is a sentence with a place on a line that exists */
static void check_entry(const char *path, const TrmEntry *entry) {
  int good = entry->text && *entry->text && trm_code_title(entry->code) != NULL;
  if (entry->file && entry->line == 0) good = 0;
  if (entry->line && entry->column == 0) good = 0;
  CHECK(good);
  if (!good) fprintf(stderr, "  in %s: %s\n", path, entry->code);
}

/* cases that are moved under forces, and that are brought to rest */
static size_t moved, rested;

static void check_case(const char *path) {
  static Case it;
  memset(&it, 0, sizeof it);
  CHECK(read_case(path, &it));
  CHECK(it.count > 0);
  moved += it.moves != 0;
  rested += it.rests || it.follows;
  clock_t began = clock();
  TrmLog *log = run_case(path, &it);
  double took = (double)(clock() - began) / CLOCKS_PER_SEC;
  /* sanitizers make it about ten times slower */
  double most = CHECK_ROUNDS(100) < 100 ? 20 : 2;
  CHECK(took < most);
  if (took >= most) fprintf(stderr, "  %s took %.1f s\n", path, took);
  size_t found = trm_log_count(log);
  int same = found == it.count;
  for (size_t i = 0; i < found; i++) {
    TrmEntry entry;
    char line[LINE];
    trm_log_entry(log, i, &entry);
    check_entry(path, &entry);
    describe(&entry, path, line);
    if (i < it.count && strcmp(line, it.expected[i]) != 0) same = 0;
  }
  CHECK(same);
  if (!same) {
    fprintf(stderr, "%s: expected\n", path);
    for (size_t i = 0; i < it.count; i++) fprintf(stderr, "  %s\n", it.expected[i]);
    char *text = trm_log_render(log, TRM_LOG_PLAIN);
    fprintf(stderr, "found\n%s\n", text ? text : "");
    trm_text_free(text);
  }
  trm_log_free(log);
}

static void show_case(const char *path) {
  static Case it;
  memset(&it, 0, sizeof it);
  if (!read_case(path, &it)) return;
  TrmLog *log = run_case(path, &it);
  for (size_t i = 0; i < trm_log_count(log); i++) {
    TrmEntry entry;
    char line[LINE];
    trm_log_entry(log, i, &entry);
    describe(&entry, path, line);
    printf("# expect: %s\n", line);
  }
  trm_log_free(log);
}

int main(int argc, char **argv) {
  if (argc > 2 && strcmp(argv[1], "--show") == 0) {
    for (int i = 2; i < argc; i++) show_case(argv[i]);
    return 0;
  }
  DIR *folder = opendir(FOLDER);
  CHECK(folder != NULL);
  size_t cases = 0;
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    const char *dot = strrchr(entry->d_name, '.');
    static const char *const endings[] = {".yaml", ".adm", ".acf", ".urdf"};
    int model = 0;
    for (size_t i = 0; dot && i < 4; i++) model |= strcmp(dot, endings[i]) == 0;
    if (!model || strncmp(entry->d_name, "part_", 5) == 0) continue;
    char path[LINE];
    snprintf(path, sizeof path, FOLDER "/%.200s", entry->d_name);
    check_case(path);
    cases++;
  }
  if (folder) closedir(folder);
  CHECK(cases >= 300 && moved >= 40 && rested >= 12);
  printf("%zu cases, %zu moved under forces, %zu brought to rest\n", cases, moved, rested);
  return check_done();
}
