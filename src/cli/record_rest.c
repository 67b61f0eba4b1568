/* SPDX-License-Identifier: Apache-2.0
 *
 * Rest: equilibria recorded: one position, or a path of them; what is said of their balance and
 * stability, for people and for programs.
 */
#include "cli/collect.h"
#include "cli/messages.h"
#include "cli/moves.h"
#include "cli/output.h"
#include "cli/recorder.h"
#include "cli/table.h"
#include "compile/system.h"
#include <math.h>
#include <string.h>

enum { MOST_JOINTS = 20 };

const char trm_rest_attempt[] = "the best attempt; forces stay unbalanced";
static const char *const stabilities[] = {"stable", "neutral", "unstable", "not judged"};

/* what the options say, else the model */
static int read_statics(TrmRequest *request, const TrmRun *run, TrmStaticsOptions *o) {
  /* of `run` it is the tolerance of dynamics */
  int whole = request->command == &trm_command_run;
  double tolerance = whole ? 0 : trm_request_number(request, "tolerance");
  double iterations = trm_request_number(request, "iterations");
  *o = (TrmStaticsOptions){0};
  if (tolerance < 0 || iterations < 0) return 0;
  if (run) *o = (TrmStaticsOptions){run->tolerance, run->iterations, run->stable};
  if (tolerance > 0) o->tolerance = tolerance;
  if (iterations > 0) o->iterations = (size_t)fmin(1e9, ceil(iterations));
  if (trm_request_flag(request, "stable")) o->stable = 1;
  return 1;
}

void trm_rest_note(TrmRecorder *r) {
  TrmStaticsReport report;
  trm_analysis_equilibrium(r->analysis, &report);
  trm_recorder_note(r, "iterations", (double)report.iterations);
  trm_recorder_note(r, "relaxations", (double)report.relaxations);
  trm_recorder_note(r, "unbalanced", report.unbalanced);
  trm_recorder_note(r, "largest_force", report.force);
  trm_store_note(r->store, "stability", stabilities[report.stability]);
  if (report.snaps) trm_recorder_note(r, "snaps", (double)report.snaps);
}

/* "stable", "unstable in 2 directions", and what was judged where forces have no potential */
static const char *stability_text(const TrmRecorder *r, const TrmStaticsReport *report) {
  TrmArena *arena = r->request->arena;
  size_t count = report->unstable ? report->unstable : report->neutral;
  if (!report->freedoms) return "nothing is free to move";
  if (report->stability == TRM_NOT_JUDGED)
    return "stability not judged, since states integrate or forces read reactions";
  const char *text = stabilities[report->stability];
  if (count)
    text = trm_arena_printf(arena, "%s in %zu direction%s", text, count, count == 1 ? "" : "s");
  if (report->by_potential) return text;
  return trm_arena_printf(arena,
                          "%s (judged by the stiffness alone: not all forces come from a "
                          "potential, and flutter would not be seen)",
                          text);
}

/* ": largest unbalanced force 3e-14 N of 10 N; stable." */
static void say_balance(const TrmRecorder *r, const TrmStaticsReport *report) {
  const TrmUnits *units = &r->system->units;
  char unit[64];
  trm_dimension_format(units, (TrmDimension)TRM_FORCE, unit, sizeof unit);
  if (report->force > 0)
    fprintf(stderr, ": largest unbalanced force %.1g %s of %.3g %s",
            report->unbalanced / units->force, unit, report->force / units->force, unit);
  else
    fputs(": no force acts", stderr);
  fprintf(stderr, "; %s", stability_text(r, report));
  if (report->snaps == 1) fputs("; it snapped once on the way", stderr);
  if (report->snaps > 1) fprintf(stderr, "; it snapped %zu times on the way", report->snaps);
  fputs(".\n", stderr);
}

/* "Equilibrium found in 7 iterations: largest unbalanced force 3e-14 N; stable." */
static void say_found(const TrmRecorder *r) {
  TrmStaticsReport report;
  size_t light = 0;
  trm_analysis_equilibrium(r->analysis, &report);
  if (!report.iterations && !report.relaxations) {
    fputs("In equilibrium as it stands", stderr);
  } else if (report.relaxations) {
    fprintf(stderr, "Equilibrium found in %zu steps along the forces and %zu iteration%s",
            report.relaxations, report.iterations, report.iterations == 1 ? "" : "s");
  } else {
    fprintf(stderr, "Equilibrium found in %zu iteration%s", report.iterations,
            report.iterations == 1 ? "" : "s");
  }
  say_balance(r, &report);
  for (size_t i = 0; i < r->system->body_count; i++) light += !(r->system->bodies[i].mass > 0);
  double g =
      fabs(r->system->gravity[0]) + fabs(r->system->gravity[1]) + fabs(r->system->gravity[2]);
  if (light && g > 0)
    fprintf(stderr, "%zu of %zu bodies %s no mass and so no weight.\n", light,
            r->system->body_count, light == 1 ? "has" : "have");
}

/* a number without what rounding left of zero */
static double clean(double value, double noise) {
  return fabs(value) > noise ? value : 0;
}

/* values from the signal `owner.part` on, NULL when there is none */
static const double *find_values(const TrmRecorder *r, const double *values, const char *owner,
                                 const char *part) {
  const char *name;
  size_t length = strlen(owner);
  for (size_t i = 0; (name = trm_analysis_signal(r->analysis, i, NULL)); i++)
    if (strncmp(name, owner, length) == 0 && name[length] == '.' &&
        strcmp(name + length + 1, part) == 0)
      return values + i;
  return NULL;
}

/* forces of joints and motions, a line each */
static void add_reactions(const TrmRecorder *r, TrmText *out) {
  const TrmSystem *system = r->system;
  TrmStaticsReport report;
  char force[64], torque[64];
  double *values = trm_arena_array(r->request->arena, r->all_count + 1, sizeof *values);
  size_t shown = system->joint_count < MOST_JOINTS ? system->joint_count : MOST_JOINTS, width = 0;
  trm_analysis_equilibrium(r->analysis, &report);
  double noise = 1e-11 * report.force / system->units.force,
         arm = report.length / system->units.length;
  trm_dimension_format(&system->units, (TrmDimension)TRM_FORCE, force, sizeof force);
  trm_dimension_format(&system->units, (TrmDimension)TRM_TORQUE, torque, sizeof torque);
  trm_analysis_want(r->analysis, NULL, 0);
  trm_analysis_values(r->analysis, values);
  if (shown) trm_text_add(out, "Forces and torques that joints put on their first body:\n");
  for (size_t i = 0; i < shown; i++) {
    size_t length = strlen(system->joints[i].item->name);
    width = length > width ? length : width;
  }
  for (size_t i = 0; i < shown; i++) {
    const char *name = system->joints[i].item->name;
    const double *v = find_values(r, values, name, "fx");
    if (!v) continue;
    trm_text_printf(out, "  %-*s  (%.5g, %.5g, %.5g) %s  (%.5g, %.5g, %.5g) %s\n", (int)width, name,
                    clean(v[0], noise), clean(v[1], noise), clean(v[2], noise), force,
                    clean(v[3], noise * arm), clean(v[4], noise * arm), clean(v[5], noise * arm),
                    torque);
  }
  if (system->joint_count > shown)
    trm_text_printf(out, "  and %zu more\n", system->joint_count - shown);
  for (size_t i = 0; i < system->motion_count && i < MOST_JOINTS; i++) {
    int turns = system->motions[i].turns;
    const char *name = system->motions[i].item->name;
    const double *v = find_values(r, values, name, turns ? "torque" : "force");
    if (v)
      trm_text_printf(out, "Motion %s holds with %.5g %s.\n", name,
                      clean(v[0], noise * (turns ? arm : 1)), turns ? torque : force);
  }
}

/* how well forces balance, and whether they would again after a push */
static void add_balance(const TrmStaticsReport *report, TrmText *out) {
  trm_text_printf(out,
                  "\"unbalanced\": %.6g, \"largest_force\": %.6g,\n\"stability\": \"%s\", "
                  "\"freedoms\": %zu, \"unstable\": %zu, \"neutral\": %zu, \"potential\": %s",
                  report->unbalanced, report->force, stabilities[report->stability],
                  report->freedoms, report->unstable, report->neutral,
                  report->by_potential ? "true" : "false");
}

void trm_rest_json_path(const TrmRecorder *r, TrmText *out) {
  TrmStaticsReport report;
  trm_analysis_equilibrium(r->analysis, &report);
  trm_text_printf(out, ", \"snaps\": %zu,\n\"last\": {", report.snaps);
  add_balance(&report, out);
  trm_text_char(out, '}');
}

static void add_json(TrmRecorder *r, TrmStatus status, TrmText *out) {
  TrmStaticsReport report;
  trm_analysis_equilibrium(r->analysis, &report);
  trm_text_add(out, "{\"file\": ");
  trm_text_json(out, r->request->arguments[0]);
  trm_text_printf(out, ", \"equilibrium\": %s, \"iterations\": %zu, \"relaxations\": %zu, ",
                  status == TRM_OK ? "true" : "false", report.iterations, report.relaxations);
  add_balance(&report, out);
  trm_text_add(out, ",\n\"diagnostics\": ");
  trm_messages_json(r->request, r->log, out);
  while (out->length && out->bytes[out->length - 1] == '\n') out->length--;
  trm_text_add(out, "}\n");
}

TrmStatus trm_record_statics(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                             const TrmSystem *system, const TrmRun *run) {
  TrmRecorder r = {.request = request, .log = log, .analysis = analysis, .system = system};
  int json = trm_request_flag(request, "json"), quiet = trm_request_flag(request, "quiet");
  TrmStaticsOptions options;
  TrmText *out = trm_request_text(request);
  if (!run) run = trm_request_run(system, "statics");
  if (!read_statics(request, run, &options)) return TRM_BAD_USAGE;
  TrmStatus status = trm_recorder_choose(&r), kept = TRM_OK;
  if (status == TRM_OK) status = trm_analysis_assemble(analysis, log);
  int assembled = status == TRM_OK;
  if (assembled) status = trm_analysis_statics(analysis, &options, log);
  if (status == TRM_OK || status == TRM_FAILED)
    kept = trm_record_position(&r, assembled ? "statics" : "assemble", status,
                               assembled ? trm_rest_attempt : "the best attempt; joints stay open");
  if (json) {
    add_json(&r, status, out);
  } else {
    if (status == TRM_OK && !quiet) trm_recorder_say_heading(&r);
    trm_messages_print(request, log, assembled ? "no equilibrium was kept" : "the assembly failed");
    if (status == TRM_FAILED && kept == TRM_OK) trm_record_say_kept(&r);
    if (status != TRM_OK || quiet) return status ? status : kept;
    say_found(&r);
    trm_recorder_say_results(&r);
    add_reactions(&r, out);
  }
  TrmStatus wrote = r.csv == stdout ? TRM_OK
                    : json          ? trm_collect_write(request, out)
                                    : trm_output_write(NULL, out);
  if (status != TRM_OK) return status;
  return wrote ? wrote : kept;
}

void trm_rest_say_path(const TrmRecorder *r) {
  TrmStaticsReport report;
  trm_analysis_equilibrium(r->analysis, &report);
  fputs("Last equilibrium", stderr);
  say_balance(r, &report);
}

TrmStatus trm_record_quasistatics(TrmRequest *request, TrmLog *log, TrmAnalysis *analysis,
                                  const TrmSystem *system, const TrmRun *run) {
  TrmRecorder r = {.request = request, .log = log, .analysis = analysis, .system = system};
  TrmStaticsOptions options;
  TrmTimes span;
  if (!run) run = trm_request_run(system, "quasistatics");
  if (!trm_request_span(request, system, "quasistatics", run, &span)) return TRM_BAD_USAGE;
  if (!read_statics(request, run, &options)) return TRM_BAD_USAGE;
  r.statics = &options;
  r.span = span;
  return trm_record_motion(&r);
}
