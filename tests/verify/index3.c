/* SPDX-License-Identifier: Apache-2.0
 *
 * What methods on the constraints are known to do badly. Accelerations and reactions at reports
 * close together, through singular positions and where steps change, are those of the explicit
 * family: no spikes. Fast motions that nothing damps are not lost, or fed, without a word, by
 * any method at any tolerance. A spring as stiff as a contact, which one side of a weight meets
 * again and again, and a controller with rates of 1e3 that drives a weight, follow references that
 * radau5 finds at 1e-12.
 */
#include "motion.h"

static const char *const methods[] = {"gstiff", "si2", "radau5", "hht", "generalized_alpha"};
enum { METHODS = sizeof methods / sizeof *methods };

/* all values at so many reports; their status */
static TrmStatus record(Motion *m, double until, int reports, double *rows) {
  for (int i = 1; i <= reports && m->status == TRM_OK; i++) {
    m->status = trm_analysis_advance(m->a, until * i / reports, m->log);
    if (m->status == TRM_OK) trm_analysis_values(m->a, rows + (size_t)(i - 1) * m->count);
  }
  return m->status;
}

/* 1: an acceleration, 2: a reaction; 0: neither */
static int kind_of(const Motion *m, size_t signal) {
  const char *unit, *name = trm_analysis_signal(m->a, signal, &unit);
  if (strchr(name, '.') == NULL || strncmp(name, "energy", 6) == 0) return 0;
  if (strstr(unit, "/s^2")) return 1;
  return *unit == 'N' ? 2 : 0;
}

/* a model moved by a method against the explicit family; values count in parts of the largest of
 * their unit, reactions not below a millionth of the largest of all */
static void check_signals(const char *path, const char *name, const char *method, double tolerance,
                          double until, double limit) {
  enum { REPORTS = 400 };
  TrmDynamicsOptions options = {.tolerance = 1e-13, .integrator = "dop853", .until = until};
  Motion truth = motion_read(path, NULL, 0, &options);
  options.integrator = method;
  options.tolerance = tolerance;
  Motion m = motion_read(path, NULL, 0, &options);
  size_t count = m.count;
  double *a = calloc(REPORTS * count + 1, sizeof *a), *b = calloc(REPORTS * count + 1, sizeof *b);
  double worst = 0, force = 0;
  CHECK(a && b && record(&truth, until, REPORTS, a) == TRM_OK &&
        record(&m, until, REPORTS, b) == TRM_OK);
  for (size_t i = 0; a && i < REPORTS * count; i++)
    if (kind_of(&m, i % count) == 2) force = fmax(force, fabs(a[i]));
  for (size_t s = 0; a && b && s < count; s++) {
    const char *unit, *other;
    double size = kind_of(&m, s) == 2 ? 1e-6 * force : 0;
    if (!kind_of(&m, s)) continue;
    trm_analysis_signal(m.a, s, &unit);
    for (size_t o = 0; o < count; o++) {
      trm_analysis_signal(m.a, o, &other);
      for (size_t i = 0; strcmp(unit, other) == 0 && i < REPORTS; i++)
        size = fmax(size, fabs(a[i * count + o]));
    }
    for (size_t i = 0; size > 0 && i < REPORTS; i++)
      worst = motion_worse(worst, (b[i * count + s] - a[i * count + s]) / size);
  }
  char what[120];
  snprintf(what, sizeof what, "%s, %s: accelerations and reactions at 400 reports", method, name);
  printf("%s: %.1e in %zu steps\n", what, worst, motion_report(&m).steps);
  check_figure("constraints", what, "dop853, 1e-13", worst, limit);
  motion_end(&truth);
  motion_end(&m);
  free(a);
  free(b);
}

/* 1 when a run said that something is off, or why it ended */
static int warned(const Motion *m) {
  TrmEntry entry;
  for (size_t i = 0; trm_log_entry(m->log, i, &entry) == TRM_OK; i++)
    if (entry.severity != TRM_NOTE) return 1;
  return 0;
}

/* a governor without dampers: height at the reports */
static TrmStatus ring(const char *method, double tolerance, double until, double *s, int *said) {
  static const TrmSetting undamped = {"c", "0"};
  TrmDynamicsOptions options = {.integrator = method, .tolerance = tolerance, .until = until};
  Motion m = motion_read("examples/a05-flyball.yaml", &undamped, 1, &options);
  for (int i = 1; i <= 30 && m.status == TRM_OK; i++) {
    m.status = trm_analysis_advance(m.a, until * i / 30, m.log);
    s[i - 1] = m.status == TRM_OK ? motion_value(&m, "s") : 0;
  }
  *said = warned(&m);
  TrmStatus status = m.status;
  motion_end(&m);
  return status;
}

static void check_ringing(void) {
  static const char *const all[] = {"gstiff", "si2", "radau5", "hht",    "generalized_alpha",
                                    "bdf",    "abm", "auto",   "dopri5", "dop853"};
  const double until = 3;
  double truth[30], s[30], low = HUGE_VAL, high = -HUGE_VAL;
  int silent = 0, runs = 0, lost = 0, said;
  CHECK(ring("dop853", 1e-12, until, truth, &said) == TRM_OK);
  for (int i = 0; i < 30; i++) low = fmin(low, truth[i]), high = fmax(high, truth[i]);
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    for (int decade = 2; decade <= 7; decade++) {
      TrmStatus status = ring(all[k], pow(10, -decade), until, s, &said);
      double worst = 0;
      for (int i = 0; i < 30; i++) worst = motion_worse(worst, s[i] - truth[i]);
      int wrong = status != TRM_OK || !(worst <= 0.02 * (high - low));
      runs++;
      lost += wrong;
      silent += wrong && !said;
      if (wrong && !said)
        printf("%s 1e-%d: %.1e of %.1e without a word\n", all[k], decade, worst, high - low);
    }
  printf("governor without dampers: %d of %d runs wrong\n", lost, runs);
  check_figure("constraints", "governor without dampers, ten methods: height off by 2 % silently",
               "none", silent, 0);
}

/* worst difference of named signals from radau5 of the flow at 1e-12 */
static void check_stiff(const char *text, const char *name, const char *const *signals,
                        const char *method, double tolerance, double limit) {
  enum { REPORTS = 40 };
  const double until = 2;
  TrmDynamicsOptions options = {.integrator = "radau5",
                                .formulation = "constraint_force",
                                .tolerance = 1e-12,
                                .until = until};
  Motion truth = motion_begin(text, &options);
  options = (TrmDynamicsOptions){.integrator = method, .tolerance = tolerance, .until = until};
  Motion m = motion_begin(text, &options);
  double worst = 0;
  for (int i = 1; i <= REPORTS; i++) {
    CHECK(motion_advance(&truth, until * i / REPORTS) && motion_advance(&m, until * i / REPORTS));
    for (int k = 0; signals[k]; k++)
      worst = motion_worse(worst, motion_value(&m, signals[k]) - motion_value(&truth, signals[k]));
  }
  char what[120];
  snprintf(what, sizeof what, "%s, %s", method, name);
  printf("%s: %.1e in %zu steps\n", what, worst, motion_report(&m).steps);
  check_figure("constraints", what, "radau5 of the flow at 1e-12", worst, limit);
  motion_end(&truth);
  motion_end(&m);
}

/* a weight on a rod that swings against a pad: its force grows with the third power of how far it
 * is pressed in, smooth as a contact's, 1e9 N/m^3, and is damped there */
static const char pad[] =
    "trammel: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "variables:\n"
    "  deep: max(0, 0.3 - dx(rod))\n"
    "bodies:\n"
    "  rod: {at: [0.5, 0, 0], mass: 2, inertia: [0.01, 0.2, 0.2]}\n"
    "joints:\n"
    "  hinge: {revolute: [ground, rod], at: [0, 0, 0], axis: y}\n"
    "forces:\n"
    "  pad: {force: rod, vector: ['1e9*deep^3 - 1e7*deep^2*vx(rod)', 0, 0]}\n";

/* van der Pol's oscillator, whose phases change a thousand times faster than they last, drives a
 * weight on a spring */
static const char drive[] =
    "trammel: 1\n"
    "bodies:\n"
    "  rod: {at: [0.5, 0, 0], mass: 1, inertia: [0.01, 0.1, 0.1]}\n"
    "joints:\n"
    "  hinge: {revolute: [ground, rod], at: [0, 0, 0], axis: y}\n"
    "forces:\n"
    "  drive: {torque: rod, vector: [0, 'dif(x) - 20*asin(-dz(rod)/0.5)', 0]}\n"
    "equations:\n"
    "  x: {rate: dif(v), initial: 2}\n"
    "  v: {rate: '((1 - dif(x)^2)*dif(v) - dif(x))*1e3', initial: 0}\n";

int main(void) {
  static const char *const places[] = {"rod.x", "rod.z", NULL};
  static const char *const driven[] = {"rod.x", "rod.z", "x", NULL};
  static const double tight[METHODS] = {3e-13, 1e-11, 1e-10, 1e-10, 1e-10};
  for (int k = 0; k < METHODS; k++) {
    int high = k < 3; /* others have order 2 */
    check_signals("examples/a02-four-bars.yaml", "A02 through singular positions", methods[k],
                  tight[k], 2, high ? 1e-5 : 1e-3);
    check_signals("examples/a01-pendulum.yaml", "A01", methods[k], high ? 1e-11 : 1e-10, 2, 1e-5);
    check_stiff(pad, "rod against a pad of 1e9 N/m^3", places, methods[k], high ? 1e-10 : 1e-8,
                high ? 1e-6 : 1e-4);
    check_stiff(drive, "rod driven by van der Pol's oscillator", driven, methods[k],
                high ? 1e-10 : 1e-8, high ? 1e-6 : 1e-4);
  }
  /* by itself too, whichever method is at work when, and however tight */
  for (int k = 0; k < 4; k++) {
    char what[80];
    snprintf(what, sizeof what, "rod driven by van der Pol's oscillator, tolerance 1e-%d",
             4 + 2 * k);
    check_stiff(drive, what, driven, "auto", pow(10, -4 - 2 * k), 1e3 * pow(10, -4 - 2 * k));
    snprintf(what, sizeof what, "rod against a pad of 1e9 N/m^3, tolerance 1e-%d", 4 + 2 * k);
    check_stiff(pad, what, places, "auto", pow(10, -4 - 2 * k), 1e2 * pow(10, -4 - 2 * k));
  }
  check_ringing();
  return check_done();
}
