/* SPDX-License-Identifier: Apache-2.0
 *
 * suspension: camber, toe and the rest over wheel travel, roll and steering.
 */
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/recorder.h"
#include "cli/sweep.h"
#include "cli/table.h"
#include "compile/system.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *word, *fallback; /* its option, and what it is without */
} sweeps[] = {{"travel", "-0.03:0.03"}, {"roll", "-2:2"}, {"steer", "-0.02:0.02"}};
enum { SWEEPS = 3 };

static const double degree = 0.017453292519943295;

static void free_system(void *system) {
  trm_system_free(system);
}

static void free_analysis(void *analysis) {
  trm_analysis_free(analysis);
}

/* "a:b", two numbers in `unit`, the lower one first; 0 after a message */
static int read_range(const char *option, const char *text, double unit, TrmSweep *sweep) {
  char *after;
  sweep->low = strtod(text, &after);
  const char *second = *after == ':' ? after + 1 : after;
  sweep->high = strtod(second, &after);
  int good = after != second && *second && !*after && second > text && second[-1] == ':';
  if (good && isfinite(sweep->low) && isfinite(sweep->high) && sweep->low < sweep->high) {
    sweep->low *= unit;
    sweep->high *= unit;
    return 1;
  }
  trm_say_usage("--%s takes LOW:HIGH, such as -30:30, not '%s'", option, text);
  return 0;
}

/* what a sweep runs between, SI; lengths and angles of the command line in the model's unit and deg
 */
static int choose_range(const TrmRequest *request, const TrmSystem *system, TrmSweep *sweep) {
  int steers, turns;
  trm_suspension_wheels(system, &steers, &turns);
  const char *word = sweeps[sweep->kind].word, *given = trm_request_value(request, word);
  int angle = sweep->kind == TRM_SWEEP_ROLL || (sweep->kind == TRM_SWEEP_STEER && turns);
  if (given) return read_range(word, given, angle ? degree : system->units.length, sweep);
  if (sweep->kind == TRM_SWEEP_STEER && turns) return read_range(word, "-90:90", degree, sweep);
  return read_range(word, sweeps[sweep->kind].fallback, angle ? degree : 1, sweep);
}

/* the model once more, with a suspension */
static TrmStatus load(TrmRequest *request, TrmLog *log, TrmModel **model, TrmSystem **system) {
  TrmStatus status = trm_request_model(request, log, model);
  if (status == TRM_OK) status = trm_suspension_find(*model, log);
  if (status == TRM_OK) status = trm_system_compile(*model, log, system);
  if (status == TRM_OK) trm_arena_defer(request->arena, free_system, *system);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  return status;
}

/* "car-travel.h5" from "car.h5" */
static const char *own_path(const TrmRequest *request, const char *word, const char *ending) {
  const char *path = trm_request_value(request, "output");
  if (!path) path = trm_recorder_default(request, "");
  const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
  return trm_arena_printf(request->arena, "%.*s-%s%s",
                          (int)(dot && dot != path ? dot - path : (long)strlen(path)), path, word,
                          ending);
}

/* move the model of a sweep, quietly, into a result of its own */
static TrmStatus move(TrmRequest *request, TrmLog *log, const TrmSweep *sweep, size_t intervals,
                      TrmSweepTable *table) {
  TrmModel *model = NULL;
  TrmSystem *described = NULL, *system = NULL;
  TrmAnalysis *analysis = NULL;
  /* what was said when the model was read first is not said again */
  TrmLog *again = trm_request_log(request);
  TrmStatus status = load(request, again, &model, &described);
  if (status == TRM_OK) status = trm_suspension_sweep(model, described, sweep, log);
  if (status == TRM_OK) status = trm_system_compile(model, log, &system);
  if (status == TRM_OK) trm_arena_defer(request->arena, free_system, system);
  if (status == TRM_OK) status = trm_analysis_new(system, log, &analysis);
  if (status == TRM_OK) trm_arena_defer(request->arena, free_analysis, analysis);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  if (status != TRM_OK) {
    trm_messages_print(request, log, "nothing was moved");
    return status;
  }
  table->kind = sweep->kind;
  table->word = sweeps[sweep->kind].word;
  table->path = own_path(request, table->word, ".h5");
  /* what is said of all sweeps is said once, in the end */
  TrmRequest own = *request;
  own.given = trm_arena_array(request->arena, request->given_count + 1, sizeof *own.given);
  own.given_count = own.given_capacity = 0;
  for (size_t i = 0; i < request->given_count; i++)
    if (strcmp(request->given[i].option->name, "json") != 0)
      own.given[own.given_count++] = request->given[i];
  own.given_capacity = own.given_count;
  request = &own;
  trm_request_put(request, "output", table->path);
  trm_request_put(request, "quiet", "1");
  status = trm_record_kinematics(request, log, analysis, system,
                                 (TrmTimes){.until = 1, .intervals = intervals});
  if (status == TRM_OK) status = trm_sweep_read(table, described, request->arena, log);
  return status;
}

/* tables or JSON on standard output, plots and the page beside the results */
static TrmStatus report(TrmRequest *request, TrmLog *log, const TrmSweepTable *tables,
                        size_t count) {
  TrmText *out = trm_request_text(request), *plot = trm_request_text(request);
  int json = trm_request_flag(request, "json");
  if (json) {
    trm_text_add(out, "{\"file\": ");
    trm_text_json(out, request->arguments[0]);
    trm_text_add(out, ", \"sweeps\": [");
  }
  for (size_t i = 0; i < count; i++) {
    trm_text_add(out, i ? (json ? ",\n" : "\n") : "");
    if (json) {
      trm_sweep_json(&tables[i], out);
    } else {
      trm_sweep_text(&tables[i], request->arena, out);
    }
  }
  if (json) trm_text_add(out, "]}\n");
  TrmStatus status = trm_output_write(NULL, out);
  const char *plots = own_path(request, "suspension", ".svg");
  const char *shown = own_path(request, "suspension", ".html");
  trm_sweep_plot(tables, count, request->arena, plot);
  if (status == TRM_OK) status = trm_output_write(plots, plot);
  if (status == TRM_OK) status = trm_sweep_page(request, tables, count, shown, log);
  if (status != TRM_OK || trm_request_flag(request, "quiet") || json) return status;
  fprintf(stderr, "Results:");
  for (size_t i = 0; i < count; i++) fprintf(stderr, " %s", tables[i].path);
  fprintf(stderr, "\nPlots: %s   Page: %s\n", plots, shown);
  return TRM_OK;
}

static TrmStatus run(TrmRequest *request) {
  TrmLog *log = trm_request_log(request);
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmSweepTable tables[SWEEPS] = {{.path = NULL}};
  size_t count = 0, sides = 0;
  int steers, turns;
  TrmStatus status = load(request, log, &model, &system);
  trm_messages_print(request, log, "nothing was moved");
  if (status != TRM_OK) return status;
  double steps = trm_request_number(request, "steps");
  if (steps < 0) return TRM_BAD_USAGE;
  size_t intervals = steps > 0 ? (size_t)fmin(fmax(steps, 2), 1e6) : 60;
  trm_suspension_wheels(system, &steers, &turns);
  for (size_t i = 0; i < system->wheel_count; i++) sides |= system->wheels[i].side > 0 ? 1u : 2u;
  if (!steers && trm_request_value(request, "steer"))
    return trm_say_usage("nothing steers the wheels: name the `rack` of one in `suspension`");
  trm_log_clear(log);
  for (int kind = 0; kind < SWEEPS && status == TRM_OK; kind++) {
    TrmSweep sweep = {.kind = (TrmSweepKind)kind};
    if (kind == TRM_SWEEP_ROLL && sides != 3 && !trm_request_value(request, "roll")) continue;
    if (kind == TRM_SWEEP_STEER && !steers) continue;
    if (!choose_range(request, system, &sweep)) return TRM_BAD_USAGE;
    status = move(request, log, &sweep, intervals, &tables[count]);
    count += status == TRM_OK;
    trm_log_clear(log);
  }
  return status == TRM_OK ? report(request, log, tables, count) : status;
}

static const TrmOption options[] = {
    {"travel", 0, NULL, "LOW:HIGH", NULL, "of the wheels, in the model's unit of length (30 mm)"},
    {"roll", 0, NULL, "LOW:HIGH", NULL, "of the body, in degrees (2)"},
    {"steer", 0, NULL, "LOW:HIGH", NULL, "of the rack, or in degrees of the column (20 mm, 90)"},
    {"steps", 0, NULL, "NUMBER", NULL, "intervals of each sweep (60)"},
    {NULL, 0, NULL, NULL, NULL, NULL},
};

static const TrmExample examples[] = {
    {"suspension axle.yaml", "tables, axle-suspension.svg and axle-suspension.html"},
    {"suspension axle.yaml --travel -25:25 --steer -15:15", "other ranges, mm"},
    {"suspension axle.yaml --json", "all numbers for another program"},
    {NULL, NULL},
};

const TrmCommand trm_command_suspension = {
    .name = "suspension",
    .summary = "camber, toe and the rest over travel, roll and steering",
    .usage = "MODEL",
    .details =
        "Moves the wheels of a suspension up and down together, against each other, and by the "
        "rack, and prints for each: camber, toe, caster, kingpin inclination, trail, scrub radius, "
        "track, roll centre, motion ratio, bump steer, anti-dive, Ackermann. Needs a section "
        "`suspension` in the model (trammel describe suspension), or points that have the names "
        "that its keys have. Results are kept for each sweep, with plots and a page.",
    .options = options,
    .common = TRM_TAKES_SET | TRM_TAKES_OUTPUT | TRM_TAKES_JSON,
    .least = 1,
    .most = 1,
    .examples = examples,
    .run = run,
};
