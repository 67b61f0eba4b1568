/* SPDX-License-Identifier: Apache-2.0
 *
 * Motion: the dynamics of a model through the library, its signals by name, and truths to hold them
 * against: extrapolation of the modified midpoint rule (Gragg, Bulirsch and Stoer) in extended
 * precision, which shares nothing with the integrators of the engine.
 */
#ifndef TRM_TESTS_MOTION_H
#define TRM_TESTS_MOTION_H

#include "check.h"
#include "trammel/trammel.h"

typedef struct Motion {
  TrmLog *log;
  TrmModel *model;
  TrmSystem *system;
  TrmAnalysis *a;
  size_t count;
  double *values;
  TrmStatus status;
} Motion;

/* everything the log says, for a failed check */
static inline void motion_complain(const Motion *m) {
  char *text = trm_log_render(m->log, TRM_LOG_PLAIN);
  fprintf(stderr, "%s\n", text ? text : "");
  trm_text_free(text);
}

static inline void motion_prepare(Motion *m, const TrmDynamicsOptions *options) {
  if (m->status == TRM_OK) m->status = trm_system_compile(m->model, m->log, &m->system);
  if (m->status == TRM_OK) m->status = trm_analysis_new(m->system, m->log, &m->a);
  if (m->status == TRM_OK) m->status = trm_analysis_assemble(m->a, m->log);
  if (m->status == TRM_OK) m->status = trm_analysis_begin_dynamics(m->a, options, m->log);
  m->count = m->a ? trm_analysis_signals(m->a) : 0;
  m->values = calloc(m->count + 1, sizeof *m->values);
  if (m->status == TRM_OK && m->values) trm_analysis_values(m->a, m->values);
}

/* The dynamics of a file begun; the status says whether it could be. */
static inline Motion motion_read(const char *path, const TrmSetting *settings, size_t count,
                                 const TrmDynamicsOptions *options) {
  Motion m = {.log = trm_log_new()};
  m.status = trm_model_read(path, settings, count, m.log, &m.model);
  motion_prepare(&m, options);
  return m;
}

/* The dynamics of a model given as text, which must begin. */
static inline Motion motion_begin(const char *text, const TrmDynamicsOptions *options) {
  Motion m = {.log = trm_log_new()};
  m.status = trm_model_parse(text, strlen(text), "model", NULL, 0, m.log, &m.model);
  motion_prepare(&m, options);
  CHECK(m.status == TRM_OK);
  if (m.status != TRM_OK) motion_complain(&m);
  return m;
}

/* Go on to `time`; 0 when that fails. */
static inline int motion_advance(Motion *m, double time) {
  if (m->status != TRM_OK) return 0;
  m->status = trm_analysis_advance(m->a, time, m->log);
  CHECK(m->status == TRM_OK);
  if (m->status != TRM_OK) motion_complain(m);
  trm_analysis_values(m->a, m->values);
  return m->status == TRM_OK;
}

/* which signal it is; the number of signals after a message */
static inline size_t motion_find(const Motion *m, const char *name) {
  for (size_t i = 0; i < m->count; i++)
    if (strcmp(trm_analysis_signal(m->a, i, NULL), name) == 0) return i;
  check_failed++;
  fprintf(stderr, "no signal %s\n", name);
  return m->count;
}

static inline double motion_value(const Motion *m, const char *name) {
  size_t i = m->a ? motion_find(m, name) : m->count;
  return i < m->count ? m->values[i] : nan("");
}

static inline TrmDynamicsReport motion_report(const Motion *m) {
  TrmDynamicsReport report = {0};
  if (m->status == TRM_OK) trm_analysis_dynamics(m->a, &report);
  return report;
}

static inline void motion_end(Motion *m) {
  free(m->values);
  trm_analysis_free(m->a);
  trm_system_free(m->system);
  trm_model_free(m->model);
  trm_log_free(m->log);
  *m = (Motion){0};
}

/* the larger of two errors; one that is no number counts as infinite */
static inline double motion_worse(double worst, double error) {
  return isnan(error) ? HUGE_VAL : fmax(worst, fabs(error));
}

/* signals (a list that ends with NULL) and their true values at a time */
typedef void (*MotionTruth)(double t, double *values);

enum { MOTION_SIGNALS = 24 };

/* Follow a model to `until` and give the worst error of any signal, in parts of its largest true
 * value or of 1; of "~signal", an angle in rad, whole turns are left out. */
static inline double motion_follow(Motion *m, const char *const *signals, MotionTruth truth,
                                   double until, int reports) {
  double worst[MOTION_SIGNALS] = {0}, size[MOTION_SIGNALS], now[MOTION_SIGNALS], most = 0;
  size_t index[MOTION_SIGNALS], count = 0;
  for (; signals[count]; count++) {
    index[count] = m->a ? motion_find(m, signals[count] + (*signals[count] == '~')) : 0;
    size[count] = 1;
  }
  for (int i = 0; i <= reports; i++) {
    double t = until * i / reports;
    if (i && !motion_advance(m, t)) return HUGE_VAL;
    if (m->status != TRM_OK) return HUGE_VAL;
    truth(t, now);
    for (size_t k = 0; k < count; k++) {
      double value = index[k] < m->count ? m->values[index[k]] : nan("");
      double error = value - now[k];
      if (*signals[k] == '~') error = remainder(error, 2 * acos(-1));
      worst[k] = motion_worse(worst[k], error);
      size[k] = *signals[k] == '~' ? 1 : fmax(size[k], fabs(now[k]));
    }
  }
  for (size_t k = 0; k < count; k++) most = fmax(most, worst[k] / size[k]);
  return most;
}

/* y' = f(t, y) in extended precision */
typedef void (*TruthRate)(long double t, const long double *y, long double *dy);

enum { TRUTH_SIZE = 12, TRUTH_COLUMNS = 9 };

/* one step from t to t + h in place: midpoint rules of 2, 4, ... 2 TRUTH_COLUMNS parts,
 * extrapolated in the square of the part */
static inline void truth_step(TruthRate rate, long double t, long double h, long double *y,
                              size_t n) {
  long double table[TRUTH_COLUMNS][TRUTH_SIZE], last[TRUTH_SIZE], now[TRUTH_SIZE], dy[TRUTH_SIZE];
  for (int j = 0; j < TRUTH_COLUMNS; j++) {
    int parts = 2 * (j + 1);
    long double part = h / parts;
    rate(t, y, dy);
    for (size_t i = 0; i < n; i++) last[i] = y[i], now[i] = y[i] + part * dy[i];
    for (int s = 1; s < parts; s++) {
      rate(t + s * part, now, dy);
      for (size_t i = 0; i < n; i++) {
        long double next = last[i] + 2 * part * dy[i];
        last[i] = now[i];
        now[i] = next;
      }
    }
    rate(t + h, now, dy);
    for (size_t i = 0; i < n; i++) table[j][i] = (now[i] + last[i] + part * dy[i]) / 2;
    /* Neville's rule towards parts of no length; row j - k becomes the value of rows j - k to j */
    for (int k = 1; k <= j; k++) {
      long double ratio = (long double)(j + 1) / (j + 1 - k);
      for (size_t i = 0; i < n; i++)
        table[j - k][i] =
            table[j - k + 1][i] + (table[j - k + 1][i] - table[j - k][i]) / (ratio * ratio - 1);
    }
  }
  for (size_t i = 0; i < n; i++) y[i] = table[0][i];
}

/* a truth followed in steps of about h */
static inline void truth_advance(TruthRate rate, long double *t, long double to, long double h,
                                 long double *y, size_t n) {
  int steps = (int)ceill((to - *t) / h - 1e-9L);
  long double from = *t, width = steps > 0 ? (to - from) / steps : 0;
  for (int i = 0; i < steps; i++) truth_step(rate, from + i * width, width, y, n);
  *t = to;
}

#endif
