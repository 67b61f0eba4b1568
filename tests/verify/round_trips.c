/* SPDX-License-Identifier: Apache-2.0
 *
 * Every example, written as an Adams dataset and as an Excel workbook and read back, moves as it
 * did, or the writer names what the format cannot say. Each moves under its forces, or along its
 * motions where it has no masses; places, velocities and accelerations of all bodies are compared.
 */
#include "verify/motion.h"
#include <dirent.h>

#define FOLDER "examples/"

enum { MOST = 200, REPORTS = 4, QUANTITIES = 9 };

static const double until = 0.1;

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* the examples in order; their number */
static size_t list_examples(char *names[MOST]) {
  DIR *folder = opendir(FOLDER);
  size_t count = 0;
  CHECK(folder != NULL);
  for (struct dirent *entry; folder && (entry = readdir(folder)) != NULL;) {
    const char *dot = strrchr(entry->d_name, '.');
    if (!dot || strcmp(dot, ".yaml") != 0 || count == MOST) continue;
    names[count] = malloc(strlen(entry->d_name) + sizeof FOLDER);
    sprintf(names[count++], FOLDER "%s", entry->d_name);
  }
  if (folder) closedir(folder);
  qsort(names, count, sizeof *names, by_name);
  return count;
}

/* ready to move: under forces, or along motions */
static void prepare(Motion *m, int driven, const TrmDynamicsOptions *options) {
  if (m->status == TRM_OK) m->status = trm_system_compile(m->model, m->log, &m->system);
  if (m->status == TRM_OK) m->status = trm_analysis_new(m->system, m->log, &m->a);
  if (m->status == TRM_OK) m->status = trm_analysis_assemble(m->a, m->log);
  if (m->status == TRM_OK)
    m->status = driven ? trm_analysis_drive(m->a, m->log)
                       : trm_analysis_begin_dynamics(m->a, options, m->log);
  m->count = m->a ? trm_analysis_signals(m->a) : 0;
  m->values = calloc(m->count + 1, sizeof *m->values);
  if (m->status == TRM_OK && m->values) trm_analysis_values(m->a, m->values);
}

static Motion begin(const char *path, int driven, const TrmDynamicsOptions *options) {
  Motion m = {.log = trm_log_new()};
  m.status = trm_model_read(path, NULL, 0, m.log, &m.model);
  prepare(&m, driven, options);
  return m;
}

/* 1 when the model is written; 0 when all that is said is what the format cannot say */
static int write_out(const Motion *m, int workbook, TrmLog *log, char **bytes, size_t *length) {
  TrmStatus status = workbook ? trm_system_to_workbook(m->system, log, bytes, length)
                              : trm_system_to_adams(m->system, log, bytes);
  const char *code = workbook ? "E747" : "E715";
  if (status == TRM_OK) {
    if (!workbook) *length = strlen(*bytes);
    return 1;
  }
  CHECK(status == TRM_BAD_MODEL && trm_log_errors(log) > 0);
  for (size_t i = 0; i < trm_log_count(log); i++) {
    TrmEntry entry;
    trm_log_entry(log, i, &entry);
    if (entry.severity != TRM_ERROR) continue;
    CHECK_TEXT(entry.code, code);
    CHECK(entry.text[0] == '\'');
  }
  return 0;
}

/* x to az of body `name`, where they begin among the signals; their number when nowhere */
static size_t find_body(const Motion *m, const char *name) {
  char signal[128];
  snprintf(signal, sizeof signal, "%s.x", name);
  for (size_t i = 0; i < m->count; i++)
    if (strcmp(trm_analysis_signal(m->a, i, NULL), signal) == 0) return i;
  return m->count;
}

/* the largest difference over the largest of its kind in the model */
static double apart(const Motion *m, const Motion *again) {
  double size[3] = {1e-3, 1e-3, 1e-2}, worst = 0;
  for (int pass = 0; pass < 2; pass++)
    for (size_t b = 0; b < trm_system_bodies(m->system); b++) {
      TrmBodyInfo info;
      trm_system_body(m->system, b, &info);
      size_t p = find_body(m, info.name), q = find_body(again, info.name);
      CHECK(p < m->count && q < again->count);
      if (p == m->count || q == again->count) fprintf(stderr, "body %s is lost\n", info.name);
      for (size_t k = 0; k < QUANTITIES && p < m->count && q < again->count; k++) {
        double value = m->values[p + k];
        if (pass)
          worst = motion_worse(worst, (again->values[q + k] - value) / size[k / 3]);
        else
          size[k / 3] = fmax(size[k / 3], fabs(value));
      }
    }
  return worst;
}

/* one example by one format: how far apart, or -1 when it cannot be written */
static double follow(const char *path, int workbook) {
  TrmDynamicsOptions options = {.until = until, .every = until / REPORTS, .tolerance = 1e-12};
  int driven = 0;
  Motion m = begin(path, driven, &options), again = {.log = trm_log_new()};
  if (m.status != TRM_OK && m.system) {
    motion_end(&m);
    m = begin(path, driven = 1, &options);
  }
  CHECK(m.system != NULL);
  char *bytes = NULL;
  size_t length = 0;
  double worst = -1;
  if (m.system && write_out(&m, workbook, again.log, &bytes, &length)) {
    CHECK(m.status == TRM_OK);
    if (m.status != TRM_OK) motion_complain(&m);
    again.status = trm_model_parse(bytes, length, workbook ? "again.xlsx" : "again.adm", NULL, 0,
                                   again.log, &again.model);
    prepare(&again, driven, &options);
    CHECK(again.status == TRM_OK);
    if (again.status != TRM_OK) motion_complain(&again);
    worst = m.status == TRM_OK && again.status == TRM_OK ? 0 : HUGE_VAL;
    for (int i = 0; i <= REPORTS && m.status == TRM_OK && again.status == TRM_OK; i++) {
      double t = until * i / REPORTS;
      if (i && (!motion_advance(&m, t) || !motion_advance(&again, t))) break;
      worst = motion_worse(worst, apart(&m, &again));
    }
  }
  trm_text_free(bytes);
  motion_end(&again);
  motion_end(&m);
  return worst;
}

int main(void) {
  char *names[MOST];
  size_t count = list_examples(names), kept[2] = {0, 0};
  double worst[2] = {0, 0};
  CHECK(count > 60);
  for (size_t i = 0; i < count; i++) {
    for (int workbook = 0; workbook < 2; workbook++) {
      double error = follow(names[i], workbook);
      if (error >= 0) {
        kept[workbook]++;
        worst[workbook] = motion_worse(worst[workbook], error);
      }
      printf("%-42s %s %.1e\n", names[i], workbook ? "workbook" : "dataset ", error);
    }
    free(names[i]);
  }
  printf("of %zu examples %zu as datasets, %zu as workbooks\n", count, kept[0], kept[1]);
  CHECK(kept[0] >= 50 && kept[1] >= 30);
  check_figure("round trips", "examples as Adams datasets and back", "the examples", worst[0],
               1e-8);
  check_figure("round trips", "examples as workbooks and back", "the examples", worst[1], 1e-8);
  return check_done();
}
