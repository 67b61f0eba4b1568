/* SPDX-License-Identifier: Apache-2.0
 *
 * Datasets against models of the same mechanisms written by hand (adams/twins.h): signals agree, as
 * datasets and again after a way round through the model language's own file and a dataset.
 */
#include "verify/adams/twins.h"
#include "verify/motion.h"

static Motion parse(const char *text, const char *name, const TrmDynamicsOptions *options) {
  Motion m = {.log = trm_log_new()};
  m.status = trm_model_parse(text, strlen(text), name, NULL, 0, m.log, &m.model);
  motion_prepare(&m, options);
  CHECK(m.status == TRM_OK);
  if (m.status != TRM_OK) motion_complain(&m);
  return m;
}

/* the dataset that a model is written as, read again */
static Motion way_round(const Motion *m, const TrmDynamicsOptions *options) {
  char *text = NULL;
  TrmStatus status = trm_system_to_adams(m->system, m->log, &text);
  CHECK(status == TRM_OK);
  if (status != TRM_OK) motion_complain(m);
  Motion again = parse(text ? text : "", "again.adm", options);
  trm_text_free(text);
  return again;
}

/* of the pairs of signals, in parts of the value or of 1 */
static double apart(const Motion *m, const Motion *twin, const char *const *same) {
  double worst = 0;
  for (size_t k = 0; same[k]; k += 2) {
    int minus = same[k + 1][0] == '-';
    double b = (minus ? -1 : 1) * motion_value(twin, same[k + 1] + minus);
    double a = motion_value(m, same[k]);
    double error = (a - b) / fmax(1, fabs(b));
    if (!(fabs(error) < 1e-9))
      fprintf(stderr, "%s = %.12g, %s = %.12g\n", same[k], a, same[k + 1], b);
    worst = motion_worse(worst, error);
  }
  return worst;
}

static void follow(const Twin *t) {
  enum { REPORTS = 10 };
  TrmDynamicsOptions options = {.until = t->until, .every = t->until / REPORTS, .tolerance = 1e-11};
  Motion m = parse(t->dataset, "twin.adm", &options), twin = motion_begin(t->model, &options);
  Motion again = way_round(&m, &options);
  double worst = 0, back = 0;
  for (int i = 0; i <= REPORTS; i++) {
    double time = t->until * i / REPORTS;
    if (i &&
        !(motion_advance(&m, time) && motion_advance(&twin, time) && motion_advance(&again, time)))
      break;
    worst = motion_worse(worst, apart(&m, &twin, t->same));
    for (size_t k = 0; t->same[k]; k += 2)
      if (strncmp(t->same[k], "REQUEST", 7) != 0) {
        double a = motion_value(&m, t->same[k]);
        back = motion_worse(back, (motion_value(&again, t->same[k]) - a) / fmax(1, fabs(a)));
      }
  }
  check_figure("Adams datasets", t->what, "the mechanism in the model language", worst, 1e-9);
  char what[160];
  snprintf(what, sizeof what, "%s, written as a dataset and read again", t->what);
  check_figure("Adams datasets", what, "the model itself", back, 1e-9);
  motion_end(&again);
  motion_end(&twin);
  motion_end(&m);
}

int main(void) {
  for (size_t i = 0; i < sizeof twins / sizeof *twins; i++) follow(&twins[i]);
  return check_done();
}
