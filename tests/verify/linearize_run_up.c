/* SPDX-License-Identifier: Apache-2.0
 *
 * The paper's experiment on the rotor: brought from rest to 1.25 Hz in 2500 s while its base moves
 * at random, its signals have their peaks on the branches of the linear models at the speed of the
 * instant, within one bin of the spectrum, seen from ground and from the rotor.
 */
#include "linear.h"

#define GROUP "linear models"

enum { PER_SECOND = 8, WINDOW = 32, POINTS = PER_SECOND * WINDOW, WINDOWS = 10, SIGNALS = 4 };

static const char *const names[SIGNALS] = {"tilt", "side", "tilt_seen", "side_seen"};

/* amplitude at bin k of a Hann window */
static double amplitude(const double *x, int k) {
  double complex sum = 0;
  const double turn = 2 * acos(-1);
  double mean = 0;
  for (int i = 0; i < POINTS; i++) mean += x[i] / POINTS;
  for (int i = 0; i < POINTS; i++) {
    double hann = 1 - cos(turn * i / POINTS);
    sum += hann * (x[i] - mean) * cexp(-LINEAR_I * turn * (double)k * i / POINTS);
  }
  return cabs(sum);
}

/* damped frequencies of the linear model at a speed, Hz */
static size_t branches(double speed, const char *frame, double *hz) {
  char set[40], entry[80];
  snprintf(set, sizeof set, "%.17g", speed);
  snprintf(entry, sizeof entry, "[{linearize: {frame: %s}}]", frame);
  TrmSetting setting = {"speed", set};
  Linear m = {.r = {.log = trm_log_new()}};
  Rest *x = &m.r;
  size_t count = 0;
  x->status = trm_model_read("examples/rotor-stator.yaml", &setting, 1, x->log, &x->model);
  if (x->status == TRM_OK)
    x->status = trm_item_set_yaml(x->model, trm_model_root(x->model), "simulate", entry, x->log);
  if (x->status == TRM_OK) x->status = trm_system_compile(x->model, x->log, &x->system);
  if (x->status == TRM_OK) x->status = trm_analysis_new(x->system, x->log, &x->a);
  if (x->status == TRM_OK) x->status = trm_analysis_assemble(x->a, x->log);
  if (x->status == TRM_OK) x->status = trm_analysis_linearize(x->a, -1, x->log);
  CHECK(x->status == TRM_OK);
  if (x->a) trm_analysis_linear(x->a, &m.l);
  for (size_t i = 0; i < m.l.order; i++)
    if (m.l.im[i] >= 0) hz[count++] = m.l.im[i] / (2 * acos(-1));
  linear_end(&m);
  return count;
}

/* the distance of a frequency from the nearest branch, in bins */
static double apart(double bin, const double *hz, size_t count) {
  double least = HUGE_VAL;
  for (size_t i = 0; i < count; i++) least = fmin(least, fabs(bin - hz[i] * WINDOW));
  return least;
}

/* peaks above three tenths of the largest, which stand out of the noise */
static double compare(const double *x, const double *hz, size_t count, size_t *peaks) {
  static double a[POINTS / 2];
  double most = 0, worst = 0;
  for (int k = 0; k < POINTS / 2; k++) most = fmax(most, a[k] = amplitude(x, k));
  for (int k = 1; k + 1 < POINTS / 2; k++) {
    if (!(a[k] > 0.3 * most) || a[k] < a[k - 1] || a[k] < a[k + 1]) continue;
    worst = fmax(worst, apart(k, hz, count));
    ++*peaks;
  }
  return worst;
}

int main(void) {
  static double x[SIGNALS][POINTS];
  Rest r = {.log = trm_log_new()};
  TrmDynamicsOptions options = {.until = 2500, .every = 1.0 / PER_SECOND, .tolerance = 1e-6};
  size_t at[SIGNALS], peaks[SIGNALS] = {0};
  double worst[2] = {0};
  r.status = trm_model_read("examples/rotor-run-up.yaml", NULL, 0, r.log, &r.model);
  if (r.status == TRM_OK) r.status = trm_system_compile(r.model, r.log, &r.system);
  if (r.status == TRM_OK) r.status = trm_analysis_new(r.system, r.log, &r.a);
  if (r.status == TRM_OK) r.status = trm_analysis_assemble(r.a, r.log);
  if (r.status == TRM_OK) r.status = trm_analysis_begin_dynamics(r.a, &options, r.log);
  CHECK(r.status == TRM_OK);
  r.count = r.a ? trm_analysis_signals(r.a) : 0;
  r.values = calloc(r.count + 1, sizeof *r.values);
  for (size_t s = 0; s < SIGNALS; s++)
    for (size_t i = 0; i < r.count; i++)
      if (strcmp(trm_analysis_signal(r.a, i, NULL), names[s]) == 0) at[s] = i;
  if (r.a) trm_analysis_want(r.a, at, SIGNALS);
  for (int window = 1; window <= WINDOWS && r.status == TRM_OK; window++) {
    double middle = 2500.0 * window / WINDOWS - WINDOW / 2.0;
    for (int i = 0; i < POINTS && r.status == TRM_OK; i++) {
      double time = middle + ((double)i - POINTS / 2.0) / PER_SECOND;
      r.status = trm_analysis_advance(r.a, time, r.log);
      trm_analysis_values(r.a, r.values);
      for (size_t s = 0; s < SIGNALS; s++) x[s][i] = r.values[at[s]];
    }
    for (size_t s = 0; s < SIGNALS; s++) {
      double hz[20];
      int turning = s >= 2;
      size_t count = branches(0.0005 * 2 * acos(-1) * middle, turning ? "rotor" : "ground", hz);
      double error = compare(x[s], hz, count, &peaks[s]);
      if (error > 1) fprintf(stderr, "%s at %g s: %.2f bins\n", names[s], middle, error);
      worst[turning] = fmax(worst[turning], error);
    }
  }
  CHECK(r.status == TRM_OK);
  if (r.status != TRM_OK) rest_complain(&r);
  for (size_t s = 0; s < SIGNALS; s++) CHECK(peaks[s] >= WINDOWS);
  check_figure(GROUP, "rotor run up: peaks seen from ground, bins off the branches",
               "linear models", worst[0], 1);
  check_figure(GROUP, "rotor run up: peaks seen from the rotor, bins off the branches",
               "linear models", worst[1], 1);
  rest_end(&r);
  return check_done();
}
