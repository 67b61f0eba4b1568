/* SPDX-License-Identifier: Apache-2.0
 *
 * Linear: the linear model of a model given as text, its matrices by the names of states, and
 * eigenvalues held against expected ones, whatever their order.
 */
#ifndef TRM_TESTS_LINEAR_H
#define TRM_TESTS_LINEAR_H

#include "rest.h"
#include <complex.h>

/* the imaginary unit */
#define LINEAR_I ((double complex)_Complex_I)

typedef struct Linear {
  Rest r;
  TrmLinearReport l;
} Linear;

enum { LINEAR_ASSEMBLED, LINEAR_AT_REST };

/* linearise as assembled or at rest, with options (NULL: none); the status says whether that worked
 */
static inline Linear linear_try_with(const char *text, int place, const TrmLinearOptions *options) {
  Linear m = {.r = {.log = trm_log_new()}};
  Rest *r = &m.r;
  r->status = trm_model_parse(text, strlen(text), "model", NULL, 0, r->log, &r->model);
  if (r->status == TRM_OK) r->status = trm_system_compile(r->model, r->log, &r->system);
  if (r->status == TRM_OK) r->status = trm_analysis_new(r->system, r->log, &r->a);
  if (r->status == TRM_OK) r->status = trm_analysis_assemble(r->a, r->log);
  if (r->status == TRM_OK && place == LINEAR_AT_REST)
    r->status = trm_analysis_statics(r->a, NULL, r->log);
  if (r->status == TRM_OK) r->status = trm_analysis_linearize_with(r->a, -1, options, r->log);
  if (r->a) trm_analysis_linear(r->a, &m.l);
  return m;
}

static inline Linear linear_try(const char *text, int place) {
  return linear_try_with(text, place, NULL);
}

static inline Linear linear_with(const char *text, int place, const TrmLinearOptions *options) {
  Linear m = linear_try_with(text, place, options);
  CHECK(m.r.status == TRM_OK);
  if (m.r.status != TRM_OK) rest_complain(&m.r);
  return m;
}

static inline Linear linear_of(const char *text, int place) {
  return linear_with(text, place, NULL);
}

static inline void linear_end(Linear *m) {
  rest_end(&m->r);
}

/* the number of a state by its name */
static inline size_t linear_state(const Linear *m, const char *name) {
  for (size_t i = 0; i < m->l.order; i++)
    if (strcmp(m->l.names[i], name) == 0) return i;
  check_failed++;
  fprintf(stderr, "no state %s\n", name);
  return 0;
}

/* the largest difference of two matrices, in parts of the largest entry expected */
static inline double linear_apart(const double *found, const double *expected, size_t count) {
  double worst = 0, size = 0;
  for (size_t i = 0; i < count; i++) size = fmax(size, fabs(expected[i]));
  for (size_t i = 0; i < count; i++) worst = rest_worse(worst, found[i] - expected[i]);
  return size > 0 ? worst / size : worst;
}

/* the largest distance of an expected eigenvalue from the nearest found, each taken once */
static inline double linear_values(const Linear *m, const double complex *expected, size_t count) {
  double worst = m->l.order == count ? 0 : HUGE_VAL, size = 0;
  char *taken = calloc(m->l.order + 1, 1);
  for (size_t i = 0; i < count; i++) size = fmax(size, cabs(expected[i]));
  for (size_t i = 0; i < count && taken; i++) {
    size_t best = 0;
    double least = HUGE_VAL;
    for (size_t k = 0; k < m->l.order; k++) {
      double apart = hypot(m->l.re[k] - creal(expected[i]), m->l.im[k] - cimag(expected[i]));
      if (!taken[k] && apart < least) least = apart, best = k;
    }
    if (least < HUGE_VAL) taken[best] = 1;
    worst = fmax(worst, least / size);
  }
  free(taken);
  return worst;
}

#endif
