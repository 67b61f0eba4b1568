/* SPDX-License-Identifier: Apache-2.0
 *
 * Sweep: its table from a result, in words, as JSON and as plots.
 */
#include "cli/sweep.h"
#include "cli/output.h"
#include "compile/system.h"
#include "write/plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* in the order of the table, with the sweeps they are shown for (bits by TrmSweepKind) */
static const struct {
  const char *name, *title;
  unsigned sweeps;
} quantities[] = {
    {"roll", "roll", 2},
    {"travel", "travel", 3},
    {"steer", "steer", 4},
    {"camber", "camber", 7},
    {"toe", "toe", 3},
    {"caster", "caster", 5},
    {"kingpin", "kingpin", 5},
    {"trail", "trail", 5},
    {"scrub", "scrub", 5},
    {"half_track", "half track", 1},
    {"wheelbase_change", "wheelbase", 1},
    {"track", "track", 7},
    {"camber_gain", "camber gain", 3},
    {"bump_steer", "bump steer", 3},
    {"roll_centre", "roll centre", 1},
    {"motion_ratio", "ratio", 3},
    {"anti_dive", "anti-dive", 1},
    {"anti_lift", "anti-lift", 1},
    {"anti_squat", "anti-squat", 1},
    {"roll_centre_height", "roll centre", 2},
    {"roll_centre_side", "to the left", 2},
    {"ackermann", "Ackermann", 4},
};
enum { QUANTITIES = sizeof quantities / sizeof *quantities, MOST_SHOWN = 13 };

/* the column of a wheel's quantity, or NULL */
static const TrmSweepColumn *find_column(const TrmSweepTable *table, const char *wheel,
                                         const char *quantity) {
  for (size_t i = 0; i < table->count; i++)
    if (strcmp(table->columns[i].wheel, wheel) == 0 &&
        strcmp(table->columns[i].quantity, quantity) == 0)
      return &table->columns[i];
  return NULL;
}

/* the signal wheel_quantity, when the result has it */
static TrmStatus add_column(TrmSweepTable *table, TrmResult *result, const char *wheel,
                            const char *quantity, TrmArena *arena) {
  const char *name = trm_arena_printf(arena, "%s_%s", wheel, quantity);
  int index = trm_result_find(result, name);
  if (index < 0) return TRM_OK;
  double *values = trm_arena_array(arena, table->rows + 1, sizeof *values);
  TrmSweepColumn column = {
      name,   trm_arena_string(arena, trm_result_signal(result, (size_t)index)->unit),
      wheel,  quantity,
      values, 0};
  TRM_PUSH(arena, table->columns, table->count, table->capacity, column);
  return trm_result_column(result, (size_t)index, values);
}

/* Ackermann's part: cot(right) - cot(left) in parts of track / wheelbase, which makes all wheels
 * turn about one point; where they go straight ahead there is none */
static void add_ackermann(TrmSweepTable *table, const TrmWheel *left, const TrmWheel *right,
                          const char *axle, double length, TrmArena *arena) {
  const TrmSweepColumn *l = find_column(table, left->item->name, "steer");
  const TrmSweepColumn *r = find_column(table, right->item->name, "steer");
  const TrmSweepColumn *track = find_column(table, axle, "track");
  if (!l || !r || !track || !(left->wheelbase > 0)) return;
  const double degree = 0.017453292519943295;
  double *values = trm_arena_array(arena, table->rows + 1, sizeof *values);
  for (size_t i = 0; i < table->rows; i++) {
    double a = l->values[i] * degree, b = r->values[i] * degree, both = sin(a) * sin(b);
    values[i] = both > 1e-6 ? 100 * sin(a - b) / both * left->wheelbase / length / track->values[i]
                            : (double)NAN;
  }
  TrmSweepColumn column = {
      trm_arena_printf(arena, "%s_ackermann", axle), "%", axle, "ackermann", values, 1};
  TRM_PUSH(arena, table->columns, table->count, table->capacity, column);
}

TrmStatus trm_sweep_read(TrmSweepTable *table, const TrmSystem *system, TrmArena *arena,
                         TrmLog *log) {
  TrmResult *result = NULL;
  TrmStatus status = trm_result_open(table->path, log, &result);
  if (status != TRM_OK) return status;
  table->rows = trm_result_rows(result);
  unsigned bit = 1u << table->kind;
  /* what moves stands first */
  for (int rear = 0; rear < 2; rear++) {
    const TrmWheel *side[2] = {NULL, NULL};
    const char *axle = rear ? "rear_axle" : "front_axle";
    for (size_t i = system->wheel_count; i-- > 0;)
      if (system->wheels[i].rear == rear) side[system->wheels[i].side < 0] = &system->wheels[i];
    for (size_t i = 0; i < system->wheel_count; i++)
      for (size_t q = 0; q < QUANTITIES && status == TRM_OK; q++)
        if (system->wheels[i].rear == rear && quantities[q].sweeps & bit)
          status =
              add_column(table, result, system->wheels[i].item->name, quantities[q].name, arena);
    for (size_t q = 0; q < QUANTITIES && status == TRM_OK; q++)
      if (quantities[q].sweeps & bit)
        status = add_column(table, result, axle, quantities[q].name, arena);
    if (status == TRM_OK && side[0] && side[1])
      add_ackermann(table, side[0], side[1], axle, system->units.length, arena);
  }
  trm_result_free(result);
  return status;
}

const char *trm_sweep_title(const char *quantity) {
  for (size_t q = 0; q < QUANTITIES; q++)
    if (strcmp(quantities[q].name, quantity) == 0) return quantities[q].title;
  return quantity;
}

/* digits after the point that show a column to about one part in ten thousand */
static int digits_of(const TrmSweepColumn *column, size_t rows) {
  double most = 0;
  for (size_t i = 0; i < rows; i++)
    if (isfinite(column->values[i])) most = fmax(most, fabs(column->values[i]));
  int digits = 4;
  for (double limit = 1; digits > 1 && most >= limit; limit *= 10) digits--;
  return digits;
}

static const char *number(TrmArena *arena, double value, int digits) {
  if (!isfinite(value)) return "-";
  const char *text = trm_arena_printf(arena, "%.*f", digits, value);
  return strtod(text, NULL) == 0 && *text == '-' ? text + 1 : text; /* no minus zero */
}

/* one block of columns that fits a screen */
static void add_block(const TrmSweepTable *table, const size_t *shown, size_t count,
                      TrmArena *arena, TrmText *out) {
  size_t step = (table->rows + MOST_SHOWN - 1) / MOST_SHOWN;
  if (step == 0) step = 1;
  while (table->rows > 1 && (table->rows - 1) % step != 0) step++;
  size_t width[32];
  int digits[32];
  for (size_t k = 0; k < count; k++) {
    const TrmSweepColumn *column = &table->columns[shown[k]];
    width[k] = strlen(trm_sweep_title(column->quantity));
    digits[k] = digits_of(column, table->rows);
    if (strlen(column->unit) > width[k]) width[k] = strlen(column->unit);
    for (size_t i = 0; i < table->rows; i += step) {
      size_t length = strlen(number(arena, column->values[i], digits[k]));
      if (length > width[k]) width[k] = length;
    }
  }
  for (int line = 0; line < 2; line++) {
    for (size_t k = 0; k < count; k++) {
      const TrmSweepColumn *column = &table->columns[shown[k]];
      trm_text_printf(out, "  %*s", (int)width[k],
                      line ? column->unit : trm_sweep_title(column->quantity));
    }
    trm_text_char(out, '\n');
  }
  for (size_t i = 0; i < table->rows; i += step) {
    for (size_t k = 0; k < count; k++)
      trm_text_printf(out, "  %*s", (int)width[k],
                      number(arena, table->columns[shown[k]].values[i], digits[k]));
    trm_text_char(out, '\n');
  }
}

/* the column that tells what moves: the first of this wheel, or of an axle that before it */
static size_t first_of(const TrmSweepTable *table, size_t begin) {
  if (begin == 0 || !strstr(table->columns[begin].wheel, "_axle")) return begin;
  if (strcmp(table->columns[begin].quantity, "roll") == 0) return begin;
  size_t first = begin - 1;
  while (first > 0 && strcmp(table->columns[first - 1].wheel, table->columns[first].wheel) == 0)
    first--;
  return first;
}

void trm_sweep_text(const TrmSweepTable *table, TrmArena *arena, TrmText *out) {
  enum { MOST_COLUMNS = 9 };
  for (size_t begin = 0; begin < table->count;) {
    size_t shown[32], count = 0, end = begin;
    const char *wheel = table->columns[begin].wheel;
    while (end < table->count && strcmp(table->columns[end].wheel, wheel) == 0) end++;
    trm_text_printf(out, "%s, %s\n", wheel, table->word);
    /* long rows go on in a second block, which begins with what moves */
    size_t over = first_of(table, begin);
    for (size_t k = begin; k < end; k++) {
      if (count == 0 && k != over) shown[count++] = over;
      shown[count++] = k;
      if (count < MOST_COLUMNS && k + 1 < end) continue;
      add_block(table, shown, count, arena, out);
      count = 0;
    }
    begin = end;
  }
}

void trm_sweep_json(const TrmSweepTable *table, TrmText *out) {
  trm_text_printf(out, "{\"sweep\": \"%s\", \"result\": ", table->word);
  trm_text_json(out, table->path);
  trm_text_add(out, ", \"columns\": [");
  for (size_t k = 0; k < table->count; k++) {
    const TrmSweepColumn *column = &table->columns[k];
    trm_text_add(out, k ? ",\n{\"name\": " : "\n{\"name\": ");
    trm_text_json(out, column->name);
    trm_text_add(out, ", \"unit\": ");
    trm_text_json(out, column->unit);
    trm_text_add(out, ", \"values\": [");
    for (size_t i = 0; i < table->rows; i++) {
      trm_text_add(out, i ? ", " : "");
      if (isfinite(column->values[i])) {
        trm_text_number(out, column->values[i]);
      } else {
        trm_text_add(out, "null");
      }
    }
    trm_text_add(out, "]}");
  }
  trm_text_add(out, "]}");
}

/* a quantity of all wheels over the first column of each */
static int make_plot(const TrmSweepTable *table, const char *quantity, TrmArena *arena,
                     TrmPlot *plot) {
  TrmPlotSeries *series = trm_arena_array(arena, table->count + 1, sizeof *series);
  const TrmSweepColumn *over = NULL, *column = NULL;
  size_t count = 0;
  for (size_t k = 0; k < table->count; k++) {
    if (strcmp(table->columns[k].quantity, quantity) != 0) continue;
    column = &table->columns[k];
    for (size_t i = k + 1; i-- > 0;)
      if (strcmp(table->columns[i].wheel, column->wheel) == 0) over = &table->columns[i];
    if (over == column) continue;
    series[count++] = (TrmPlotSeries){
        .name = column->wheel, .x = over->values, .y = column->values, .count = table->rows};
  }
  if (!count) return 0;
  const char *space = *column->unit ? " [" : "", *close = *column->unit ? "]" : "";
  *plot = (TrmPlot){.title = trm_arena_printf(arena, "%s over %s", trm_sweep_title(quantity),
                                              trm_sweep_title(over->quantity)),
                    .x = {.title = trm_arena_printf(arena, "%s [%s]",
                                                    trm_sweep_title(over->quantity), over->unit)},
                    .y = {.title = trm_arena_printf(arena, "%s%s%s%s", trm_sweep_title(quantity),
                                                    space, column->unit, close)},
                    .series = series,
                    .count = count};
  return 1;
}

void trm_sweep_plot(const TrmSweepTable *tables, size_t count, TrmArena *arena, TrmText *out) {
  TrmPlot *plots = trm_arena_array(arena, count * QUANTITIES + 1, sizeof *plots);
  size_t made = 0;
  for (size_t t = 0; t < count; t++)
    for (size_t q = 0; q < QUANTITIES; q++)
      made += (size_t)make_plot(&tables[t], quantities[q].name, arena, &plots[made]);
  trm_plot_write(plots, made, 720, 320, arena, out);
}
