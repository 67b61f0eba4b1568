/* SPDX-License-Identifier: Apache-2.0
 *
 * Curves: which signals, in which plot, under which name.
 */
#include "write/curves.h"
#include "base/journal.h"
#include <string.h>

typedef struct Curve {
  const TrmSignal *signal;
  TrmPlotSeries series;
} Curve;

typedef struct Maker {
  const TrmCurves *wanted;
  TrmArena *arena;
  TrmLog *log;
  Curve *curves;
  size_t count, capacity;
  const TrmSignal *over; /* what goes to the right */
} Maker;

/* the outputs of a model have no dot in their names; "" when there are none */
static const char *outputs_of(const TrmResult *result, TrmArena *arena) {
  const char *list = "";
  for (size_t i = 1; i < trm_result_signals(result); i++) {
    const char *name = trm_result_signal(result, i)->name;
    if (!strchr(name, '.') && strcmp(name, "freedoms") != 0)
      list = trm_arena_printf(arena, "%s%s%s", list, *list ? "," : "", name);
  }
  return list;
}

/* the signals wanted of a result, without time; none may be twice */
static TrmStatus choose(const Maker *m, TrmResult *result, const char *patterns, size_t **signals,
                        size_t *count) {
  TrmStatus status = trm_result_select(result, patterns, m->arena, m->log, signals, count);
  if (status != TRM_OK) return status;
  ++*signals;
  --*count;
  return TRM_OK;
}

/* the number of the signal to the right */
static TrmStatus find_over(Maker *m, TrmResult *result, size_t *over) {
  size_t *signals, count;
  *over = 0;
  if (m->wanted->versus) {
    TrmStatus status =
        trm_result_select(result, m->wanted->versus, m->arena, m->log, &signals, &count);
    if (status != TRM_OK) return status;
    *over = signals[count > 1 ? 1 : 0];
  }
  if (!m->over) m->over = trm_result_signal(result, *over);
  return TRM_OK;
}

/* the curves of result number `run` */
static TrmStatus add_run(Maker *m, size_t run, const char *patterns) {
  TrmResult *result = m->wanted->results[run];
  size_t *signals, count, over, rows = trm_result_rows(result);
  TrmStatus status = choose(m, result, patterns, &signals, &count);
  if (status == TRM_OK) status = find_over(m, result, &over);
  if (status != TRM_OK) return status;
  if (m->count + count > TRM_CURVES_MOST) {
    trm_log_add(m->log, TRM_E_RESULT_CURVES, TRM_NOWHERE, NULL,
                "%zu curves are more than a plot can show, which is %d", m->count + count,
                TRM_CURVES_MOST);
    return TRM_BAD_USAGE;
  }
  double *x = trm_arena_array(m->arena, rows + 1, sizeof *x);
  double *values = trm_arena_array(m->arena, count * rows + 1, sizeof *values);
  status = trm_result_column(result, over, x);
  if (status == TRM_OK && count) status = trm_result_columns(result, signals, count, values);
  for (size_t i = 0; i < count && status == TRM_OK; i++) {
    const TrmSignal *signal = trm_result_signal(result, signals[i]);
    const char *name = signal->name;
    if (m->wanted->count > 1)
      name = trm_arena_printf(m->arena, "%s (%s)", name, m->wanted->names[run]);
    /* colours of the first result, dashes of this one */
    Curve curve = {signal,
                   {.name = name,
                    .x = x,
                    .y = values + i * rows,
                    .count = rows,
                    .look = 1 + i % 8 + 8 * (run ? run : i / 8)}};
    TRM_PUSH(m->arena, m->curves, m->count, m->capacity, curve);
  }
  return status;
}

static const char *titled(TrmArena *arena, const char *name, const char *unit) {
  if (!*unit) return name;
  return trm_arena_printf(arena, "%s%s[%s]", name, *name ? " " : "", unit);
}

/* 1 when a curve of this unit stands before */
static int is_known(const Maker *m, size_t index) {
  for (size_t i = 0; i < index; i++)
    if (strcmp(m->curves[i].signal->unit, m->curves[index].signal->unit) == 0) return 1;
  return 0;
}

/* the plot of all curves that have the unit of curve `first` */
static TrmPlot plot_of(Maker *m, size_t first) {
  const TrmSignal *signal = m->curves[first].signal;
  TrmPlotSeries *series = trm_arena_array(m->arena, m->count, sizeof *series);
  TrmPlot plot = {.series = series};
  int alike = 1;
  for (size_t i = first; i < m->count; i++) {
    if (strcmp(m->curves[i].signal->unit, signal->unit) != 0) continue;
    alike &= strcmp(m->curves[i].signal->name, signal->name) == 0;
    series[plot.count++] = m->curves[i].series;
  }
  /* a signal alone is named at its axis */
  if (alike || *signal->unit)
    plot.y.title = titled(m->arena, alike ? signal->name : "", signal->unit);
  plot.x.title = titled(m->arena, m->over->name, m->over->unit);
  if (plot.count == 1) series[0].name = NULL;
  return plot;
}

TrmStatus trm_curves_plots(const TrmCurves *wanted, TrmArena *arena, TrmLog *log, TrmPlot **plots,
                           size_t *count) {
  Maker m = {.wanted = wanted, .arena = arena, .log = log};
  const char *patterns =
      wanted->patterns ? wanted->patterns : outputs_of(wanted->results[0], arena);
  *count = 0;
  if (!*patterns) return TRM_OK;
  for (size_t r = 0; r < wanted->count; r++) {
    TrmStatus status = add_run(&m, r, patterns);
    if (status != TRM_OK) return status;
  }
  *plots = trm_arena_array(arena, m.count + 1, sizeof **plots);
  for (size_t i = 0; i < m.count; i++)
    if (!is_known(&m, i)) (*plots)[(*count)++] = plot_of(&m, i);
  if (!*count) return TRM_OK;
  const char *name = trm_result_about(wanted->results[0], "name");
  (*plots)[0].title = wanted->title ? wanted->title : name && *name ? name : wanted->names[0];
  return TRM_OK;
}
