/* SPDX-License-Identifier: Apache-2.0
 *
 * Checking the accuracy of a run: the same motion with a tolerance a hundred times tighter,
 * compared with what was recorded, signal by signal, in parts of the signal's range.
 */
#include "cli/messages.h"
#include "cli/recorder.h"
#include "compile/system.h"
#include <math.h>
#include <string.h>

enum { MOST_NAMED = 5 };

/* how a signal differs between the two runs */
typedef struct Difference {
  double most, low, high, turn; /* turn: what makes no difference to an angle, or 0 */
  double size;                  /* its range, and at least a little of the largest of its unit */
} Difference;

static double part(const Difference *d) {
  return d->most > 0 && d->size > 0 ? d->most / d->size : 0;
}

/* 1 for two of one unit; torques are energies along a turn */
static int alike(const char *a, const char *b) {
  if (strcmp(a, "J") == 0) a = "N m";
  if (strcmp(b, "J") == 0) b = "N m";
  return strcmp(a, b) == 0;
}

/* what hardly changes is compared with its like, since its range is rounding */
static void find_sizes(const TrmRecorder *r, Difference *list) {
  for (size_t i = 1; i < r->count; i++) {
    double largest = 0;
    for (size_t k = 1; k < r->count; k++)
      if (alike(r->signals[k].unit, r->signals[i].unit))
        largest = fmax(largest, list[k].high - list[k].low);
    list[i].size = fmax(list[i].high - list[i].low, 1e-3 * largest);
    /* violations of constraints are errors themselves */
    if (strncmp(r->signals[i].name, "constraint.", 11) == 0) list[i].most = 0;
  }
}

static void compare(const TrmRecorder *r, const double *recorded, Difference *list) {
  for (size_t i = 1; i < r->count; i++) {
    Difference *d = &list[i];
    double now = r->all[r->index[i]], more = now - recorded[i];
    if (!isfinite(now)) continue;
    if (d->turn > 0) more = remainder(more, d->turn);
    d->most = fmax(d->most, fabs(more));
    d->low = fmin(d->low, now);
    d->high = fmax(d->high, now);
  }
}

/* the tighter run against the result */
static TrmStatus repeat(TrmRecorder *r, TrmAnalysis *again, TrmResult *result, Difference *list) {
  TrmDynamicsOptions tight = *r->dynamics;
  tight.tolerance = (tight.tolerance > 0 ? tight.tolerance : 1e-8) / 100;
  if (tight.absolute_tolerance > 0) tight.absolute_tolerance /= 100;
  if (tight.step > 0) tight.step /= 4;
  TrmStatus status = trm_analysis_assemble(again, r->log);
  if (status == TRM_OK) status = trm_analysis_begin_dynamics(again, &tight, r->log);
  for (size_t i = 0; i < trm_result_rows(result) && status == TRM_OK; i++) {
    status = trm_result_read(result, i, 1, r->row);
    if (status == TRM_OK && i)
      status = trm_analysis_advance(again, r->row[0] * r->system->units.time, r->log);
    if (status != TRM_OK) break;
    trm_analysis_values(again, r->all);
    compare(r, r->row, list);
    trm_recorder_progress(r, (double)(i + 1) / (double)(r->span.intervals + 1), 0);
  }
  trm_recorder_progress(r, 1, 1);
  return status;
}

static void say_differences(const TrmRecorder *r, Difference *list) {
  find_sizes(r, list);
  for (int named = 0; named < MOST_NAMED; named++) {
    size_t worst = 0;
    for (size_t i = 1; i < r->count; i++)
      if (list[i].most > 0 && (!worst || part(&list[i]) > part(&list[worst]))) worst = i;
    if (!worst || !(part(&list[worst]) > 0)) break;
    fprintf(stderr, "%s%s by %.1g%s%s, %.1g of its range\n",
            named ? "  " : "With a tolerance a hundred times tighter:\n  ", r->signals[worst].name,
            list[worst].most, *r->signals[worst].unit ? " " : "", r->signals[worst].unit,
            part(&list[worst]));
    list[worst].most = 0;
  }
}

TrmStatus trm_record_check(TrmRecorder *r) {
  const TrmUnits *units = &r->system->units;
  Difference *list = trm_arena_array(r->request->arena, r->count + 1, sizeof *list);
  TrmAnalysis *again = NULL;
  TrmResult *result = NULL;
  for (size_t i = 0; i < r->count; i++) {
    int angle = strcmp(r->signals[i].unit, units->angle_name) == 0;
    list[i] = (Difference){.low = HUGE_VAL,
                           .high = -HUGE_VAL,
                           .turn = angle ? 6.283185307179586477 / units->angle : 0};
  }
  TrmStatus status = trm_result_open(r->path, r->log, &result);
  if (status == TRM_OK) status = trm_analysis_new(r->system, r->log, &again);
  if (status == TRM_OK) trm_analysis_want(again, r->index, r->count);
  if (status == TRM_OK) status = repeat(r, again, result, list);
  trm_analysis_free(again);
  trm_result_free(result);
  if (status != TRM_OK) trm_messages_print(r->request, r->log, "the accuracy was not checked");
  if (status == TRM_OK) say_differences(r, list);
  return status;
}
