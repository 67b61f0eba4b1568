/* SPDX-License-Identifier: Apache-2.0
 *
 * Rest: the equilibrium of a model through the library, its signals by name, what the log says of
 * it, and roots of functions in extended precision to hold it against.
 */
#ifndef TRM_TESTS_REST_H
#define TRM_TESTS_REST_H

#include "check.h"
#include "trammel/trammel.h"

typedef struct Rest {
  TrmLog *log;
  TrmModel *model;
  TrmSystem *system;
  TrmAnalysis *a;
  size_t count;
  double *values;
  TrmStatus status;
  TrmStaticsReport report;
} Rest;

/* everything the log says, for a failed check */
static inline void rest_complain(const Rest *r) {
  char *text = trm_log_render(r->log, TRM_LOG_PLAIN);
  fprintf(stderr, "%s\n", text ? text : "");
  trm_text_free(text);
}

/* 1 when the log has an entry with this code, with `text` in it or in its notes (NULL: any) */
static inline int rest_says(const Rest *r, const char *code, const char *text) {
  for (size_t i = 0; i < trm_log_count(r->log); i++) {
    TrmEntry entry, note;
    trm_log_entry(r->log, i, &entry);
    if (strcmp(entry.code, code) != 0) continue;
    if (!text || strstr(entry.text, text)) return 1;
    for (size_t k = 0; k < entry.note_count; k++) {
      trm_log_entry_note(r->log, i, k, &note);
      if (strstr(note.text, text)) return 1;
    }
  }
  return 0;
}

static inline void rest_find(Rest *r, const TrmStaticsOptions *options, int path) {
  if (r->status == TRM_OK) r->status = trm_system_compile(r->model, r->log, &r->system);
  if (r->status == TRM_OK) r->status = trm_analysis_new(r->system, r->log, &r->a);
  if (r->status == TRM_OK) r->status = trm_analysis_assemble(r->a, r->log);
  if (r->status == TRM_OK)
    r->status = path ? trm_analysis_begin_quasistatics(r->a, options, r->log)
                     : trm_analysis_statics(r->a, options, r->log);
  r->count = r->a ? trm_analysis_signals(r->a) : 0;
  r->values = calloc(r->count + 1, sizeof *r->values);
  if (r->a && r->values) {
    trm_analysis_values(r->a, r->values);
    trm_analysis_equilibrium(r->a, &r->report);
  }
}

/* The equilibrium of a model given as text; the status says whether there is one. */
static inline Rest rest_try(const char *text, const TrmStaticsOptions *options) {
  Rest r = {.log = trm_log_new()};
  r.status = trm_model_parse(text, strlen(text), "model", NULL, 0, r.log, &r.model);
  rest_find(&r, options, 0);
  return r;
}

static inline Rest rest_need(Rest r) {
  CHECK(r.status == TRM_OK);
  if (r.status != TRM_OK) rest_complain(&r);
  return r;
}

/* The same where there must be one. */
static inline Rest rest_of(const char *text) {
  return rest_need(rest_try(text, NULL));
}

/* The equilibrium of a file with settings, or the beginning of its path. */
static inline Rest rest_read(const char *path, const TrmSetting *settings, size_t count,
                             const TrmStaticsOptions *options, int follows) {
  Rest r = {.log = trm_log_new()};
  r.status = trm_model_read(path, settings, count, r.log, &r.model);
  rest_find(&r, options, follows);
  return rest_need(r);
}

/* The beginning of the path of a model given as text. */
static inline Rest rest_begin(const char *text) {
  Rest r = {.log = trm_log_new()};
  r.status = trm_model_parse(text, strlen(text), "model", NULL, 0, r.log, &r.model);
  rest_find(&r, NULL, 1);
  return rest_need(r);
}

/* Follow the path to `time`; 0 when that fails, which is left to the caller. */
static inline int rest_follow(Rest *r, double time) {
  if (r->status != TRM_OK) return 0;
  r->status = trm_analysis_advance(r->a, time, r->log);
  trm_analysis_values(r->a, r->values);
  trm_analysis_equilibrium(r->a, &r->report);
  return r->status == TRM_OK;
}

static inline double rest_value(const Rest *r, const char *name) {
  for (size_t i = 0; r->a && i < r->count; i++)
    if (strcmp(trm_analysis_signal(r->a, i, NULL), name) == 0) return r->values[i];
  check_failed++;
  fprintf(stderr, "no signal %s\n", name);
  return nan("");
}

static inline void rest_end(Rest *r) {
  free(r->values);
  trm_analysis_free(r->a);
  trm_system_free(r->system);
  trm_model_free(r->model);
  trm_log_free(r->log);
  *r = (Rest){0};
}

/* the larger of two errors; one that is no number counts as infinite */
static inline double rest_worse(double worst, double error) {
  return isnan(error) ? HUGE_VAL : fmax(worst, fabs(error));
}

/* the root of f between a and b, where it has opposite signs, by bisection */
static inline long double rest_root(long double (*f)(long double x), long double a, long double b) {
  int up = f(b) > 0;
  for (int i = 0; i < 200; i++) {
    long double middle = (a + b) / 2;
    if ((f(middle) > 0) == up) {
      b = middle;
    } else {
      a = middle;
    }
  }
  return (a + b) / 2;
}

#endif
