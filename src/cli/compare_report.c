/* SPDX-License-Identifier: Apache-2.0
 *
 * What is said of a comparison: a table and one sentence of advice, every run as CSV or JSON, and
 * the work and precision of all methods as a plot.
 */
#include "cli/compare.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "write/plot.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* methods that are as far apart make no difference */
static const double as_good = 1.5;

const char *trm_trial_name(const TrmComparison *c, const TrmTrial *trial) {
  const TrmMethod *method = &c->methods[trial->method];
  const TrmTrialOutcome *out = trial->outcome;
  TrmArena *arena = c->request->arena;
  const char *formulation = *out->formulation ? out->formulation : method->formulation;
  const char *integrator = *out->integrator ? out->integrator : method->integrator;
  if (!integrator) integrator = "auto";
  const char *name =
      formulation ? trm_arena_printf(arena, "%s + %s", formulation, integrator) : integrator;
  int automatic = !method->integrator && *out->integrator;
  return automatic ? trm_arena_printf(arena, "auto: %s", name) : name;
}

/* 1234567 as "1,234,567" */
static const char *grouped(const TrmComparison *c, size_t value) {
  const char *text = value < 1000 ? trm_arena_printf(c->request->arena, "%zu", value) : NULL;
  if (text) return text;
  return trm_arena_printf(c->request->arena, "%s,%03zu", grouped(c, value / 1000), value % 1000);
}

/* "2.1 ms" */
static const char *seconds_text(const TrmComparison *c, double seconds) {
  const char *unit = seconds < 1e-3 ? "us" : seconds < 1 ? "ms" : "s";
  double value = seconds < 1e-3 ? 1e6 * seconds : seconds < 1 ? 1e3 * seconds : seconds;
  return trm_arena_printf(c->request->arena, value < 99.5 ? "%.2g %s" : "%.0f %s", value, unit);
}

/* "1e-06" as "1e-6" */
static const char *short_number(const TrmComparison *c, double value) {
  if (value == 0) return "0";
  char *text = trm_arena_printf(c->request->arena, value < 0.01 ? "%.0e" : "%.1g", value),
       *e = strchr(text, 'e');
  if (e && (e[1] == '-' || e[1] == '+') && e[2] == '0') memmove(e + 2, e + 3, strlen(e + 3) + 1);
  return text;
}

const char *trm_trial_setting(const TrmComparison *c, const TrmTrial *trial) {
  TrmArena *arena = c->request->arena;
  if (trial->step > 0)
    return trm_arena_printf(arena, "step %.2g %s", trial->step / c->system->units.time,
                            c->system->units.time_name);
  return trm_arena_printf(arena, "tolerance %s", short_number(c, trial->tolerance));
}

static const char *error_text(const TrmComparison *c, const TrmTrial *trial) {
  const char *text = short_number(c, trial->error);
  return trial->below ? trm_arena_printf(c->request->arena, "<%s", text) : text;
}

/* what stands behind a row: why it is there, or not */
static const char *remark(const TrmComparison *c, size_t index, size_t method) {
  const TrmTrial *trial = index < c->trial_count ? &c->trials[index] : NULL;
  if (trial && index == c->best) return "best";
  if (trial && trial->error <= c->wanted) return "";
  if (trial && trial->error >= 0)
    return trm_arena_printf(c->request->arena, "does not come to %s", short_number(c, c->wanted));
  if (trial) return "";
  /* no run came to the end: what the first says */
  for (size_t i = 0; i < c->trial_count; i++) {
    const TrmTrial *one = &c->trials[i];
    if (one->method != method || one->for_reference) continue;
    if (one->state == TRM_TRIAL_SLOW)
      return trm_arena_printf(c->request->arena, "more than %g s", c->limit);
    if (one->state == TRM_TRIAL_FAILED)
      return trm_arena_printf(c->request->arena, "%s%s%s", one->outcome->code,
                              *one->outcome->code ? ": " : "", one->outcome->why);
  }
  return "not run";
}

/* a row of the table */
typedef struct Row {
  const char *name, *setting, *error, *steps, *evaluations, *time, *remark;
  double order;
} Row;

static Row row_of(const TrmComparison *c, size_t method) {
  size_t index = trm_comparison_of_method(c, method);
  Row row = {.setting = "", .error = "", .steps = "", .evaluations = "", .time = ""};
  row.remark = remark(c, index, method);
  row.order = HUGE_VAL;
  for (size_t i = 0; i < c->trial_count && !row.name; i++)
    if (c->trials[i].method == method) row.name = trm_trial_name(c, &c->trials[i]);
  if (index == c->trial_count) return row;
  const TrmTrial *trial = &c->trials[index];
  row.name = trm_trial_name(c, trial);
  row.setting = trial->step > 0 ? trm_trial_setting(c, trial) : short_number(c, trial->tolerance);
  row.error = isfinite(trial->error) ? error_text(c, trial) : "far off";
  row.steps = grouped(c, trial->outcome->steps);
  row.evaluations = grouped(c, trial->outcome->evaluations);
  row.time = seconds_text(c, trial->outcome->seconds);
  /* those that are accurate by time, then the others by error */
  row.order = trial->error <= c->wanted ? trial->outcome->seconds : 1e6 + fmin(1e6, trial->error);
  return row;
}

/* the rows in order; equal ones stay as they were */
static Row *list_rows(const TrmComparison *c, size_t *count) {
  Row *rows = trm_arena_array(c->request->arena, c->method_count + 1, sizeof *rows);
  *count = 0;
  for (size_t m = 0; m < c->method_count; m++) {
    if (!c->methods[m].listed) continue;
    Row row = row_of(c, m);
    size_t at = (*count)++;
    for (; at > 0 && rows[at - 1].order > row.order; at--) rows[at] = rows[at - 1];
    rows[at] = row;
  }
  return rows;
}

/* text in a column of `width`, at its left or right end */
static void cell(TrmText *out, const char *text, size_t width, int right) {
  size_t room = trm_output_columns(text) < width ? width - trm_output_columns(text) : 0;
  if (!right) trm_text_add(out, text);
  while (room-- > 0) trm_text_char(out, ' ');
  if (right) trm_text_add(out, text);
}

void trm_comparison_table(const TrmComparison *c, TrmText *out) {
  static const char *const heads[] = {"method", "tolerance",   "error",
                                      "steps",  "evaluations", "time"};
  enum { COLUMNS = 6 };
  size_t count, width[COLUMNS];
  const Row *rows = list_rows(c, &count);
  for (size_t k = 0; k < COLUMNS; k++) width[k] = strlen(heads[k]);
  for (size_t i = 0; i <= count; i++) {
    const char *const texts[COLUMNS] = {rows[i].name,  rows[i].setting,     rows[i].error,
                                        rows[i].steps, rows[i].evaluations, rows[i].time};
    for (size_t k = 0; k < COLUMNS && i < count; k++)
      if (trm_output_columns(texts[k]) > width[k]) width[k] = trm_output_columns(texts[k]);
  }
  for (size_t i = 0; i <= count; i++) {
    const Row *row = i ? &rows[i - 1] : NULL;
    const char *const texts[COLUMNS] = {
        row ? row->name : heads[0],  row ? row->setting : heads[1],     row ? row->error : heads[2],
        row ? row->steps : heads[3], row ? row->evaluations : heads[4], row ? row->time : heads[5]};
    for (size_t k = 0; k < COLUMNS; k++) {
      cell(out, texts[k], width[k], k >= 2);
      if (k + 1 < COLUMNS) trm_text_add(out, "  ");
    }
    if (row && *row->remark) trm_text_printf(out, "   %s", row->remark);
    while (out->length && out->bytes[out->length - 1] == ' ') out->length--;
    trm_text_char(out, '\n');
  }
}

/* the fastest accurate run among methods that are implicit or not; the number of trials: none */
static size_t fastest(const TrmComparison *c, int implicit) {
  size_t found = c->trial_count;
  for (size_t m = 0; m < c->method_count; m++) {
    size_t i = trm_comparison_of_method(c, m);
    if (i == c->trial_count || !(c->trials[i].error <= c->wanted)) continue;
    if (!c->methods[m].integrator || c->methods[m].implicit != implicit) continue;
    if (found == c->trial_count ||
        c->trials[i].outcome->seconds < c->trials[found].outcome->seconds)
      found = i;
  }
  return found;
}

/* 1 when two trials ran the same method */
static int same_method(const TrmTrial *a, const TrmTrial *b) {
  return strcmp(a->outcome->integrator, b->outcome->integrator) == 0 &&
         strcmp(a->outcome->formulation, b->outcome->formulation) == 0;
}

/* why the best is: how the other family does */
static void add_why(const TrmComparison *c, TrmText *out) {
  const TrmTrial *best = &c->trials[c->best];
  size_t other[2] = {fastest(c, 0), fastest(c, 1)};
  int implicit = other[1] < c->trial_count && same_method(best, &c->trials[other[1]]);
  size_t rival = other[!implicit];
  if (rival == c->trial_count) {
    if (implicit) trm_text_add(out, ", because the model is stiff: no explicit method gets there");
    return;
  }
  double times = c->trials[rival].outcome->seconds / best->outcome->seconds;
  trm_text_printf(out, ", because %s: the best %s method takes %.1f times as long",
                  implicit ? "the model is stiff" : "nothing that counts is stiff",
                  implicit ? "explicit" : "implicit", times);
}

void trm_comparison_advice(const TrmComparison *c, TrmText *out) {
  if (c->best == c->trial_count) {
    trm_text_printf(out, "No method comes to an error of %s; try tighter --tolerances.\n",
                    short_number(c, c->wanted));
    return;
  }
  const TrmTrial *best = &c->trials[c->best], *automatic = NULL;
  const char *file = c->request->arguments[0];
  for (size_t m = 0; m < c->method_count; m++) {
    size_t i = trm_comparison_of_method(c, m);
    if (i < c->trial_count && !c->methods[m].integrator && c->methods[m].listed &&
        c->trials[i].error <= c->wanted)
      automatic = &c->trials[i];
  }
  /* what is chosen anyway need not be asked for */
  int leave = automatic && automatic->outcome->seconds <= as_good * best->outcome->seconds;
  const TrmTrial *use = leave ? automatic : best;
  trm_text_printf(out, "For an error of %s of the range: ", short_number(c, c->wanted));
  if (leave)
    trm_text_printf(out, "leave the method to auto, which takes %s + %s, with tolerance %s",
                    use->outcome->formulation, use->outcome->integrator,
                    short_number(c, use->tolerance));
  else
    trm_text_printf(out, "use %s with %s", trm_trial_name(c, use), trm_trial_setting(c, use));
  add_why(c, out);
  trm_text_printf(out, ".\nTry: trammel dynamics %s", file);
  /* as it was asked for: some methods take no formulation */
  const TrmMethod *method = &c->methods[use->method];
  if (!leave && method->integrator) trm_text_printf(out, " --integrator %s", method->integrator);
  if (!leave && method->formulation) trm_text_printf(out, " --formulation %s", method->formulation);
  trm_text_add(out, use->step > 0 ? " --step " : " --tolerance ");
  trm_text_number(out, use->step > 0 ? use->step / c->system->units.time : use->tolerance);
  trm_text_char(out, '\n');
}

static const char *const state_words[] = {"waits", "runs", "done", "failed", "slow", "left"};

/* the error where there is one */
static void add_error(const TrmTrial *trial, const char *none, TrmText *out) {
  if (isfinite(trial->error))
    trm_text_printf(out, "%.3g", trial->error);
  else
    trm_text_add(out, none);
}

void trm_comparison_csv(const TrmComparison *c, TrmText *out) {
  trm_text_add(out, "method,tolerance,step [s],error,steps,rejected,evaluations,factorisations,"
                    "time [s],outcome\n");
  for (size_t i = 0; i < c->trial_count; i++) {
    const TrmTrial *trial = &c->trials[i];
    const TrmTrialOutcome *o = trial->outcome;
    if (trial->for_reference) continue;
    trm_text_printf(out, "%s,", trm_trial_name(c, trial));
    if (trial->tolerance > 0) trm_text_number(out, trial->tolerance);
    trm_text_char(out, ',');
    if (trial->step > 0) trm_text_number(out, trial->step);
    trm_text_char(out, ',');
    add_error(trial, "", out);
    if (trial->state == TRM_TRIAL_DONE)
      trm_text_printf(out, ",%zu,%zu,%zu,%zu,%.6g", o->steps, o->rejected, o->evaluations,
                      o->factorisations, o->seconds);
    else
      trm_text_add(out, ",,,,,");
    trm_text_printf(out, ",%s\n", state_words[trial->state]);
  }
}

/* one run as an object */
static void add_run(const TrmComparison *c, const TrmTrial *trial, TrmText *out) {
  const TrmTrialOutcome *o = trial->outcome;
  const TrmMethod *method = &c->methods[trial->method];
  trm_text_add(out, "{\"method\": ");
  trm_text_json(out, trm_trial_name(c, trial));
  trm_text_printf(out, ", \"asked\": \"%s%s%s\"", method->formulation ? method->formulation : "",
                  method->formulation ? "+" : "", method->integrator ? method->integrator : "auto");
  trm_text_add(out, trial->step > 0 ? ", \"step\": " : ", \"tolerance\": ");
  trm_text_number(out, trial->step > 0 ? trial->step : trial->tolerance);
  trm_text_printf(out, ", \"outcome\": \"%s\"", state_words[trial->state]);
  if (trial->state == TRM_TRIAL_FAILED) {
    trm_text_add(out, ", \"why\": ");
    trm_text_json(out, o->why);
  }
  if (trial->state == TRM_TRIAL_DONE) {
    trm_text_add(out, ", \"error\": ");
    add_error(trial, "null", out);
    trm_text_printf(out,
                    ", \"steps\": %zu, \"rejected\": %zu, \"evaluations\": %zu, "
                    "\"factorisations\": %zu, \"seconds\": ",
                    o->steps, o->rejected, o->evaluations, o->factorisations);
    trm_text_number(out, o->seconds);
  }
  trm_text_char(out, '}');
}

void trm_comparison_json(const TrmComparison *c, const char *plot, TrmText *out) {
  int first = 1;
  trm_text_add(out, "{\"file\": ");
  trm_text_json(out, c->request->arguments[0]);
  trm_text_add(out, ", \"until\": ");
  trm_text_number(out, c->span.until);
  trm_text_add(out, ", \"wanted\": ");
  trm_text_number(out, c->wanted);
  trm_text_printf(out, ", \"complete\": %s", c->interrupted ? "false" : "true");
  if (c->reference < c->trial_count) {
    trm_text_add(out, ",\n\"reference\": ");
    add_run(c, &c->trials[c->reference], out);
    trm_text_add(out, ",\n\"check\": ");
    if (c->check < c->trial_count)
      add_run(c, &c->trials[c->check], out);
    else
      trm_text_add(out, "null");
    trm_text_printf(out, ",\n\"known_to\": %.3g", c->trust);
  }
  trm_text_add(out, ",\n\"runs\": [");
  for (size_t i = 0; i < c->trial_count; i++) {
    if (c->trials[i].for_reference) continue;
    trm_text_add(out, first ? "\n  " : ",\n  ");
    add_run(c, &c->trials[i], out);
    first = 0;
  }
  trm_text_add(out, "],\n\"best\": ");
  if (c->best < c->trial_count)
    add_run(c, &c->trials[c->best], out);
  else
    trm_text_add(out, "null");
  trm_text_add(out, ",\n\"plot\": ");
  if (plot)
    trm_text_json(out, plot);
  else
    trm_text_add(out, "null");
  trm_text_add(out, ",\n\"diagnostics\": ");
  trm_messages_json(c->request, c->log, out);
  while (out->length && out->bytes[out->length - 1] == '\n') out->length--;
  trm_text_add(out, "}\n");
}

void trm_comparison_plot(const TrmComparison *c, TrmText *out) {
  TrmArena *arena = c->request->arena;
  TrmPlotSeries *series = trm_arena_array(arena, c->method_count + 1, sizeof *series);
  size_t count = 0;
  for (size_t m = 0; m < c->method_count; m++) {
    double *x = trm_arena_array(arena, c->trial_count + 1, sizeof *x);
    double *y = trm_arena_array(arena, c->trial_count + 1, sizeof *y);
    TrmPlotSeries line = {.x = x, .y = y, .marks = 1};
    for (size_t i = 0; i < c->trial_count; i++) {
      const TrmTrial *trial = &c->trials[i];
      if (trial->method != m || trial->for_reference || trial->state != TRM_TRIAL_DONE) continue;
      line.name = trm_trial_name(c, trial);
      line.bold |= c->best < c->trial_count && c->trials[c->best].method == m;
      x[line.count] = 1e3 * trial->outcome->seconds;
      y[line.count++] = trial->error;
    }
    if (line.count) series[count++] = line;
  }
  const char *slash = strrchr(c->request->arguments[0], '/');
  const char *file = slash ? slash + 1 : c->request->arguments[0];
  char note[160];
  snprintf(note, sizeof note,
           "%g %s of motion; error: largest deviation of a body, in parts of "
           "the range of its motion",
           c->span.until / c->system->units.time, c->system->units.time_name);
  const TrmPlot plot = {.title = trm_arena_printf(arena, "Work and precision of %s", file),
                        .note = note,
                        .x = {.title = "CPU time of the stepping [ms]", .log = 1},
                        .y = {.title = "error", .log = 1},
                        .series = series,
                        .count = count};
  trm_plot_write(&plot, 1, 0, 0, arena, out);
}
