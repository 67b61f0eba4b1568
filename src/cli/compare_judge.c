/* SPDX-License-Identifier: Apache-2.0
 *
 * Judging the trials of a comparison. Two motions are as far apart as the worst body at the worst
 * time: its centre in parts of the box that it moves in, its turn in parts of the largest that it
 * makes. Where nothing moves, parts are those of the model's length. The reference is one of the
 * two runs by different integrators that agree best.
 */
#include "cli/compare.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* bodies that move less than such a part of what moves most are measured by that part; turns count
 * by what they move at the model's length */
static const double least_part = 1e-3;

/* less than this part of its length, or angle, and a model is at rest */
static const double rest_part = 1e-6;

static const double *place_of(const TrmComparison *c, const TrmTrial *trial, size_t time,
                              size_t body) {
  return trial->outcome->places + (time * c->bodies + body) * TRM_BODY_NUMBERS;
}

static double distance3(const double *a, const double *b) {
  double sum = 0;
  for (int k = 0; k < 3; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sqrt(sum);
}

/* the angle between two attitudes; e and -e are one */
static double turn_between(const double *e, const double *f) {
  double minus = 0, plus = 0;
  for (int k = 0; k < 4; k++) {
    minus += (e[k] - f[k]) * (e[k] - f[k]);
    plus += (e[k] + f[k]) * (e[k] + f[k]);
  }
  return 4 * asin(fmin(1, sqrt(fmin(minus, plus)) / 2));
}

/* the ranges of the centre and the turn of a body */
static void range_of(const TrmComparison *c, const TrmTrial *trial, size_t body, double *size) {
  const double *first = place_of(c, trial, 0, body);
  double low[3], high[3];
  memcpy(low, first, sizeof low);
  memcpy(high, first, sizeof high);
  size[1] = 0;
  for (size_t t = 1; t < c->times; t++) {
    const double *p = place_of(c, trial, t, body);
    for (int k = 0; k < 3; k++) {
      low[k] = fmin(low[k], p[k]);
      high[k] = fmax(high[k], p[k]);
    }
    size[1] = fmax(size[1], turn_between(first + 3, p + 3));
  }
  size[0] = distance3(low, high);
}

/* the model's length: how far centres are from the first one on their way, and radii of gyration */
static double length_of(const TrmComparison *c, const TrmTrial *trial) {
  double length = 0;
  for (size_t i = 0; i < c->bodies; i++) {
    const TrmBody *body = &c->system->bodies[i];
    for (size_t t = 0; t < c->times; t++)
      length = fmax(length, distance3(place_of(c, trial, 0, 0), place_of(c, trial, t, i)));
    for (int k = 0; k < 3 && body->mass > 0; k++)
      length = fmax(length, sqrt(fmax(0, body->inertia_b[4 * k]) / body->mass));
  }
  return length > 0 ? length : 1;
}

/* the ranges of a trial, which others are then measured by */
static void measure(TrmComparison *c, const TrmTrial *trial) {
  double length = length_of(c, trial), most = 0;
  for (size_t i = 0; i < c->bodies; i++) {
    range_of(c, trial, i, c->size + 2 * i);
    most = fmax(most, fmax(c->size[2 * i], length * c->size[2 * i + 1]));
  }
  c->at_rest = !(most > rest_part * length);
  /* what only moves by rounding must not be measured by it */
  for (size_t i = 0; i < 2 * c->bodies; i++) {
    double unit = i % 2 ? length : 1;
    c->size[i] = c->at_rest ? length / unit : fmax(c->size[i], least_part * most / unit);
  }
}

/* how far a trial is from the one that was measured */
static double deviation(const TrmComparison *c, const TrmTrial *from, const TrmTrial *trial) {
  double worst = 0;
  for (size_t t = 0; t < c->times; t++)
    for (size_t i = 0; i < c->bodies; i++) {
      const double *a = place_of(c, from, t, i), *b = place_of(c, trial, t, i);
      double move = distance3(a, b) / c->size[2 * i];
      double turn = turn_between(a + 3, b + 3) / c->size[2 * i + 1];
      if (!(move <= DBL_MAX && turn <= DBL_MAX)) return HUGE_VAL;
      worst = fmax(worst, fmax(move, turn));
    }
  return worst;
}

/* the tightest run of a method that came to the end; the number of trials: none */
static size_t tightest(const TrmComparison *c, size_t method) {
  size_t found = c->trial_count;
  for (size_t i = 0; i < c->trial_count; i++) {
    const TrmTrial *trial = &c->trials[i];
    if (trial->method != method || trial->state != TRM_TRIAL_DONE) continue;
    if (found == c->trial_count ||
        trial->tolerance + trial->step < c->trials[found].tolerance + c->trials[found].step)
      found = i;
  }
  return found;
}

/* 1 when trial a is to be believed before b */
static int before(const TrmComparison *c, const TrmTrial *a, const TrmTrial *b) {
  const TrmMethod *first = &c->methods[a->method], *second = &c->methods[b->method];
  if (first->fixed != second->fixed) return !first->fixed;
  if (a->tolerance != b->tolerance) return a->tolerance < b->tolerance;
  return first->order > second->order;
}

/* two tight runs by different integrators that agree best; one is the reference, as is one that
 * the user names */
static void find_reference(TrmComparison *c, const char *named) {
  c->reference = c->check = c->trial_count;
  c->trust = HUGE_VAL;
  for (size_t m = 0; m < c->method_count; m++)
    for (size_t k = 0; k < c->method_count; k++) {
      size_t a = tightest(c, m), b = tightest(c, k);
      if (a == c->trial_count || b == c->trial_count) continue;
      const TrmTrial *first = &c->trials[a], *second = &c->trials[b];
      if (strcmp(first->outcome->integrator, second->outcome->integrator) == 0) continue;
      if (named ? strcmp(first->outcome->integrator, named) != 0 : !before(c, first, second))
        continue;
      measure(c, first);
      double apart = deviation(c, first, second);
      if (!(apart < c->trust)) continue;
      c->trust = apart;
      c->reference = a;
      c->check = b;
    }
  if (c->reference < c->trial_count) return;
  /* one alone has to be believed */
  c->trust = 0;
  for (size_t m = 0; m < c->method_count; m++) {
    size_t a = tightest(c, m);
    if (a == c->trial_count) continue;
    if (c->reference == c->trial_count || before(c, &c->trials[a], &c->trials[c->reference]))
      c->reference = a;
  }
}

/* runs of one method by two names, as of auto, took the same time: the less of both */
static void share_times(TrmComparison *c) {
  for (size_t i = 0; i < c->trial_count; i++)
    for (size_t k = 0; k < c->trial_count; k++) {
      TrmTrial *a = &c->trials[i], *b = &c->trials[k];
      if (a->state != TRM_TRIAL_DONE || b->state != TRM_TRIAL_DONE) continue;
      if (a->tolerance != b->tolerance || a->step != b->step) continue;
      if (strcmp(a->outcome->formulation, b->outcome->formulation) == 0 &&
          strcmp(a->outcome->integrator, b->outcome->integrator) == 0 &&
          a->outcome->steps == b->outcome->steps)
        a->outcome->seconds = fmin(a->outcome->seconds, b->outcome->seconds);
    }
}

void trm_comparison_judge(TrmComparison *c) {
  share_times(c);
  find_reference(c, trm_request_value(c->request, "reference"));
  c->best = c->trial_count;
  for (size_t i = 0; i < c->trial_count; i++) c->trials[i].error = (double)NAN;
  if (c->reference == c->trial_count) return;
  const TrmTrial *truth = &c->trials[c->reference];
  measure(c, truth);
  for (size_t i = 0; i < c->trial_count; i++) {
    TrmTrial *trial = &c->trials[i];
    if (trial->state != TRM_TRIAL_DONE) continue;
    double error = deviation(c, truth, trial);
    trial->below = error < c->trust;
    trial->error = fmax(error, c->trust);
  }
  for (size_t m = 0; m < c->method_count; m++) {
    size_t one = trm_comparison_of_method(c, m);
    if (one == c->trial_count || !(c->trials[one].error <= c->wanted)) continue;
    if (c->best == c->trial_count ||
        c->trials[one].outcome->seconds < c->trials[c->best].outcome->seconds)
      c->best = one;
  }
}

size_t trm_comparison_of_method(const TrmComparison *c, size_t method) {
  size_t found = c->trial_count;
  for (size_t i = 0; i < c->trial_count; i++) {
    const TrmTrial *trial = &c->trials[i];
    if (trial->method != method || trial->state != TRM_TRIAL_DONE || trial->for_reference) continue;
    const TrmTrial *other = found < c->trial_count ? &c->trials[found] : NULL;
    int good = trial->error <= c->wanted;
    if (!other) {
      found = i;
    } else if (good && other->error <= c->wanted) {
      if (trial->outcome->seconds < other->outcome->seconds) found = i;
    } else if (trial->error < other->error) {
      found = i;
    }
  }
  return found;
}
