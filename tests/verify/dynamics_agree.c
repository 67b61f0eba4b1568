/* SPDX-License-Identifier: Apache-2.0
 *
 * Agreement: every example that the dynamics accepts, moved with every formulation, way of
 * elimination and integrator, gives the same motions, accelerations and reactions. A value counts
 * in parts of the largest one of the same unit; accelerations not below speeds over the time,
 * torques not below the largest force at the largest distance. Reactions that are not unique are
 * left out, and so are angles and quaternions, of which two can mean one attitude.
 */
#include "motion.h"
#include <dirent.h>

enum { REPORTS = 4, MOST_EXAMPLES = 80 };
enum { STRIDE = CHECK_TIMED ? 1 : 5 }; /* sanitizers look at every fifth example */

/* what is compared with constraint_force by the first way of elimination and dop853 */
typedef struct Way {
  const char *what;
  TrmDynamicsOptions options;
  double motions, reactions; /* limits */
  double worst[2];
  const char *where[2];
  int count;
} Way;

#define TIGHT .tolerance = 1e-12, .absolute_tolerance = 1e-14
static Way ways[] = {
    {.what = "schur", .options = {TIGHT, .solver = "schur"}, .motions = 5e-8, .reactions = 2e-9},
    {.what = "sparse", .options = {TIGHT, .solver = "sparse"}, .motions = 5e-8, .reactions = 2e-9},
    {.what = "projection",
     .options = {TIGHT, .formulation = "projection"},
     .motions = 5e-8,
     .reactions = 2e-9},
    {.what = "multipliers",
     .options = {TIGHT, .formulation = "multipliers"},
     .motions = 5e-8,
     .reactions = 2e-9},
    {.what = "baumgarte",
     .options = {TIGHT, .formulation = "baumgarte"},
     .motions = 5e-8,
     .reactions = 2e-9},
    {.what = "augmented_lagrangian",
     .options = {TIGHT, .formulation = "augmented_lagrangian"},
     .motions = 5e-8,
     .reactions = 2e-9},
    {.what = "penalty",
     .options = {.formulation = "penalty", .tolerance = 1e-11},
     .motions = 1e-5,
     .reactions = 1e-5},
    {.what = "partitioning",
     .options = {TIGHT, .formulation = "partitioning"},
     .motions = 5e-8,
     .reactions = 2e-9},
    {.what = "dopri5",
     .options = {TIGHT, .integrator = "dopri5"},
     .motions = 5e-8,
     .reactions = 2e-9},
    {.what = "abm", .options = {TIGHT, .integrator = "abm"}, .motions = 5e-8, .reactions = 2e-9},
    {.what = "bdf", .options = {TIGHT, .integrator = "bdf"}, .motions = 5e-8, .reactions = 2e-9},
    {.what = "radau5",
     .options = {TIGHT, .integrator = "radau5", .formulation = "constraint_force"},
     .motions = 5e-8,
     .reactions = 2e-9},
    {.what = "radau5 on the constraints",
     .options = {TIGHT, .integrator = "radau5"},
     .motions = 1e-6,
     .reactions = 1e-6},
    {.what = "gstiff",
     .options = {TIGHT, .integrator = "gstiff"},
     .motions = 1e-5,
     .reactions = 1e-5},
};

/* 0: not compared, 1: motion, 2: reaction */
static int kind_of(const Motion *m, size_t signal) {
  const char *unit, *name = trm_analysis_signal(m->a, signal, &unit);
  const char *dot = strrchr(name, '.');
  if (!dot || strncmp(name, "energy", 6) == 0 || strncmp(name, "constraint", 10) == 0) return 0;
  if (dot[1] == 'e' && dot[2] >= '0' && dot[2] <= '3') return 0;
  if (strcmp(unit, "rad") == 0 || strcmp(unit, "deg") == 0 || !*unit) return 0;
  if (!trm_analysis_unique(m->a, signal)) return 0;
  return strchr(unit, 'N') || strchr(unit, 'W') ? 2 : 1;
}

/* all signals at the reports; 0 when the run fails */
static int follow(Motion *m, double until, double *values) {
  for (int i = 0; i <= REPORTS && m->status == TRM_OK; i++) {
    if (i) m->status = trm_analysis_advance(m->a, until * i / REPORTS, m->log);
    if (m->status == TRM_OK) trm_analysis_values(m->a, values + (size_t)i * m->count);
  }
  return m->status == TRM_OK;
}

/* what a value of unit `other` counts for one of `unit`: 1 when alike, 1 / until for the speeds
 * of an acceleration, else 0 */
static double weight(const char *unit, const char *other, double until) {
  size_t length = strlen(other);
  if (strcmp(unit, other) == 0) return 1;
  return strncmp(unit, other, length) == 0 && strcmp(unit + length, "^2") == 0 ? 1 / until : 0;
}

/* the largest value of a unit */
static double largest(const Motion *m, const double *values, const char *unit) {
  double size = 0;
  for (size_t s = 0; s < m->count; s++) {
    const char *own;
    trm_analysis_signal(m->a, s, &own);
    for (size_t i = 0; i <= REPORTS && kind_of(m, s) && strcmp(own, unit) == 0; i++)
      size = fmax(size, fabs(values[i * m->count + s]));
  }
  return size;
}

/* the largest value of every unit; torques and powers not below those of the largest force */
static void find_sizes(const Motion *m, const double *values, double until, double *sizes) {
  double force = largest(m, values, "N");
  for (size_t s = 0; s < m->count; s++) {
    const char *unit, *other;
    trm_analysis_signal(m->a, s, &unit);
    sizes[s] = strstr(unit, "/s^2") ? 1 : 1e-3;
    for (size_t o = 0; o < m->count; o++) {
      trm_analysis_signal(m->a, o, &other);
      double part = kind_of(m, o) ? weight(unit, other, until) : 0;
      for (size_t i = 0; i <= REPORTS && part > 0; i++)
        sizes[s] = fmax(sizes[s], part * fabs(values[i * m->count + o]));
    }
    const char *along = strncmp(unit, "N m", 3) == 0 ? unit + 2 : strcmp(unit, "W") ? NULL : "m/s";
    if (along) sizes[s] = fmax(sizes[s], force * largest(m, values, along));
  }
}

static void compare(Way *way, const char *path, const Motion *truth, const double *expected,
                    const double *sizes, const char *name, double until) {
  TrmDynamicsOptions options = way->options;
  options.until = until;
  Motion m = motion_read(path, NULL, 0, &options);
  double *values = calloc((REPORTS + 1) * (truth->count + 1), sizeof *values);
  int refused = m.status != TRM_OK;
  double worst[2] = {0, 0};
  if (values && !refused && follow(&m, until, values)) {
    for (size_t s = 0; s < truth->count; s++) {
      int kind = kind_of(truth, s);
      for (size_t i = 0; i <= REPORTS && kind; i++) {
        size_t at = i * truth->count + s;
        double error = (values[at] - expected[at]) / sizes[s];
        if (!(fabs(error) <= worst[kind - 1]))
          worst[kind - 1] = isnan(error) ? HUGE_VAL : fabs(error);
      }
    }
    way->count++;
  } else if (!refused) {
    worst[0] = worst[1] = HUGE_VAL;
    fprintf(stderr, "%s: %s fails\n", name, way->what);
    motion_complain(&m);
  } else {
    TrmEntry entry = {0};
    for (size_t i = 0; trm_log_entry(m.log, i, &entry) == TRM_OK; i++)
      if (strcmp(entry.code, "E332") == 0) break;
    CHECK(entry.code && strcmp(entry.code, "E332") == 0);
    printf("%s: %s\n", name, entry.text);
  }
  if (getenv("TRM_SHOW")) printf("%-26s %-22s %.1e %.1e\n", name, way->what, worst[0], worst[1]);
  for (int k = 0; k < 2; k++)
    if (worst[k] > way->worst[k]) way->worst[k] = worst[k], way->where[k] = name;
  free(values);
  motion_end(&m);
}

static int by_name(const void *a, const void *b) {
  return strcmp(a, b);
}

int main(void) {
  static char names[MOST_EXAMPLES][260];
  size_t count = 0;
  DIR *folder = opendir("examples");
  CHECK(folder != NULL);
  for (struct dirent *file; folder && (file = readdir(folder)) != NULL && count < MOST_EXAMPLES;)
    if (strstr(file->d_name, ".yaml")) snprintf(names[count++], 260, "%s", file->d_name);
  if (folder) closedir(folder);
  qsort(names, count, sizeof *names, by_name);
  int accepted = 0;
  for (size_t i = 0; i < count; i += STRIDE) {
    char path[300];
    double until = strncmp(names[i], "a03", 3) == 0 ? 0.01 : 0.08;
    TrmDynamicsOptions tight = {TIGHT, .integrator = "dop853", .until = until};
    snprintf(path, sizeof path, "examples/%.259s", names[i]);
    Motion m = motion_read(path, NULL, 0, &tight);
    double *values = calloc((REPORTS + 1) * (m.count + 1), sizeof *values);
    double *sizes = calloc(m.count + 1, sizeof *sizes);
    if (m.status == TRM_OK) CHECK(trm_analysis_judge(m.a) == TRM_OK);
    if (m.status == TRM_OK && values && sizes && follow(&m, until, values)) {
      CHECK(trm_analysis_judge(m.a) == TRM_OK);
      accepted++;
      find_sizes(&m, values, until, sizes);
      for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
        compare(&ways[w], path, &m, values, sizes, names[i], until);
    } else {
      printf("%s is not moved\n", names[i]);
    }
    free(values);
    free(sizes);
    motion_end(&m);
  }
  CHECK(accepted >= 49 / STRIDE - 1);
  for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
    Way *way = &ways[w];
    /* some go with no massless curves, others not with the four examples whose rows switch */
    CHECK(way->count >= accepted - 5 - 4);
    char what[160];
    printf("%s: %d examples, worst %s and %s\n", way->what, way->count,
           way->where[0] ? way->where[0] : "none", way->where[1] ? way->where[1] : "none");
    snprintf(what, sizeof what, "%s on all examples it applies to: motions", way->what);
    check_figure("dynamics, methods", what, "constraint_force with dop853, of the largest",
                 way->worst[0], way->motions);
    snprintf(what, sizeof what, "%s on all examples it applies to: reactions", way->what);
    check_figure("dynamics, methods", what, "constraint_force with dop853, of the largest",
                 way->worst[1], way->reactions);
  }
  return check_done();
}
