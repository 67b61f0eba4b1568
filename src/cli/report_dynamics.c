/* SPDX-License-Identifier: Apache-2.0
 *
 * What is said of a run of dynamics: the method, the work it took, the accuracy, and where the time
 * went; in words, as statistics of the result, and as JSON.
 */
#include "base/clock.h"
#include "cli/messages.h"
#include "cli/recorder.h"
#include "compile/system.h"
#include <string.h>

enum { PHASES = 7, NOTES_OF_EVENTS = 32 };

/* the phases and their seconds */
static void list_phases(const TrmRecorder *r, const TrmDynamicsReport *d, const char *names[PHASES],
                        double seconds[PHASES]) {
  static const char *const all[PHASES] = {"assembly", "preparation", "integration", "projection",
                                          "events",   "reports",     "output"};
  const double values[PHASES] = {d->seconds.assembly,
                                 d->seconds.preparation,
                                 d->seconds.integration,
                                 d->seconds.projection,
                                 d->seconds.events,
                                 d->seconds.reports,
                                 r->output};
  memcpy(names, all, sizeof all);
  memcpy(seconds, values, sizeof values);
}

void trm_dynamics_say_method(const TrmRecorder *r) {
  TrmDynamicsReport d;
  trm_analysis_dynamics(r->analysis, &d);
  fprintf(stderr, "Method: %s + %s (%s)%s%s\n", d.formulation, d.integrator, d.solver,
          d.reason ? ", because " : "", d.reason ? d.reason : "");
}

void trm_dynamics_say_done(const TrmRecorder *r, TrmStatus status, int interrupted) {
  TrmDynamicsReport d;
  const char *names[PHASES];
  double seconds[PHASES];
  trm_analysis_dynamics(r->analysis, &d);
  if (status != TRM_OK || interrupted)
    fprintf(stderr, "%zu of %zu positions were solved and kept.\nEnded after", r->rows,
            r->span.intervals + 1);
  else
    fputs("Done in", stderr);
  fprintf(stderr, " %.3g s: %zu steps (%zu rejected), %zu evaluations, %zu factorisations%s%s.\n",
          trm_clock() - r->began, d.steps, d.rejected, d.evaluations, d.factorisations,
          d.stopped ? ", ended by event " : "", d.stopped ? d.stopped : "");
  list_phases(r, &d, names, seconds);
  for (int i = 0; i < PHASES; i++)
    fprintf(stderr, "%s%s %.2g", i ? ", " : "Time in ms: ", names[i], 1e3 * seconds[i]);
  fputs(".\n", stderr);
}

/* how well energy and constraints were kept, as a sentence */
static const char *accuracy_of(const TrmRecorder *r) {
  const TrmUnits *units = &r->system->units;
  TrmDynamicsReport d;
  char joule[64];
  double unit = trm_units_scale(units, (TrmDimension)TRM_TORQUE);
  trm_analysis_dynamics(r->analysis, &d);
  trm_energy_format(units, joule, sizeof joule);
  return trm_arena_printf(r->request->arena,
                          "energy kept to %.1g %s of %.3g %s (put in %.3g, dissipated %.3g, stored "
                          "%.3g); constraints to %.1g %s, %.1g %s/%s.",
                          d.energy_error / unit, joule, d.energy_scale / unit, joule, d.work / unit,
                          d.dissipated / unit, d.stored / unit, d.position_gap / units->length,
                          units->length_name, d.velocity_gap / units->length * units->time,
                          units->length_name, units->time_name);
}

void trm_dynamics_say_accuracy(const TrmRecorder *r) {
  const TrmUnits *units = &r->system->units;
  TrmDynamicsReport d;
  fprintf(stderr, "Accuracy: %s\n", accuracy_of(r));
  trm_analysis_dynamics(r->analysis, &d);
  if (d.touches)
    fprintf(stderr, "Contacts: up to %zu touches; deepest %.1g %s; velocities to %.1g %s/%s.\n",
            d.touches, d.touch_depth / units->length, units->length_name,
            d.touch_change / units->length * units->time, units->length_name, units->time_name);
}

/* what happened, some a note, one a line: time, kind, name; as many as there are notes left for */
static void note_events(TrmRecorder *r) {
  const TrmHappening *list;
  size_t count = trm_analysis_happened(r->analysis, &list), note = 0;
  for (size_t i = 0; i < count && note < NOTES_OF_EVENTS; note++) {
    const char *text = "";
    for (; i < count; i++) {
      const char *more = trm_arena_printf(r->request->arena, "%s%.17g %s %s\n", text, list[i].time,
                                          trm_happening_word(list[i].kind), list[i].name);
      if (strlen(more) >= TRM_STORE_NOTE_SIZE) break;
      text = more;
    }
    /* a name that is longer than a note is left out */
    if (!*text) i++;
    trm_store_note(r->store, trm_arena_printf(r->request->arena, "events_%02zu", note), text);
  }
}

void trm_dynamics_note(TrmRecorder *r) {
  TrmDynamicsReport d;
  const char *names[PHASES];
  double seconds[PHASES];
  trm_analysis_dynamics(r->analysis, &d);
  if (!r->store) return;
  const struct {
    const char *name;
    double value;
  } numbers[] = {{"steps", (double)d.steps},
                 {"rejected", (double)d.rejected},
                 {"evaluations", (double)d.evaluations},
                 {"projections", (double)d.projections},
                 {"factorisations", (double)d.factorisations},
                 {"events", (double)d.events},
                 {"switches", (double)d.switches},
                 {"energy_start", d.energy_start},
                 {"energy_put_in", d.work},
                 {"energy_dissipated", d.dissipated},
                 {"energy_stored", d.stored},
                 {"energy_error", d.energy_error},
                 {"energy_scale", d.energy_scale},
                 {"constraint_position", d.position_gap},
                 {"constraint_velocity", d.velocity_gap}};
  trm_store_note(r->store, "integrator", d.integrator);
  trm_store_note(r->store, "formulation", d.formulation);
  trm_store_note(r->store, "solver", d.solver);
  if (d.reason) trm_store_note(r->store, "reason", d.reason);
  trm_store_note(r->store, "accuracy", accuracy_of(r));
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    trm_recorder_note(r, numbers[i].name, numbers[i].value);
  list_phases(r, &d, names, seconds);
  note_events(r);
  for (int i = 0; i < PHASES; i++)
    trm_recorder_note(r, trm_arena_printf(r->request->arena, "seconds_%s", names[i]), seconds[i]);
}

/* a member of an object */
static void member(TrmText *out, const char *before, const char *name, double value) {
  trm_text_printf(out, "%s\"%s\": ", before, name);
  trm_text_number(out, value);
}

static void add_text(TrmText *out, const char *before, const char *name, const char *text) {
  trm_text_printf(out, "%s\"%s\": ", before, name);
  if (text)
    trm_text_json(out, text);
  else
    trm_text_add(out, "null");
}

/* what happened, in the order of time */
static void add_events(const TrmRecorder *r, TrmText *out) {
  const TrmHappening *list;
  size_t count = trm_analysis_happened(r->analysis, &list);
  trm_text_add(out, ",\n\"events\": [");
  for (size_t i = 0; i < count; i++) {
    member(out, i ? ",\n  {" : "\n  {", "time", list[i].time);
    add_text(out, ", ", "kind", trm_happening_word(list[i].kind));
    add_text(out, ", ", "name", list[i].name);
    trm_text_add(out, "}");
  }
  trm_text_add(out, "]");
}

/* what was kept, what it took, and where the time went; SI units */
static void add_report(TrmRecorder *r, TrmText *out) {
  TrmDynamicsReport d;
  const char *names[PHASES];
  double seconds[PHASES];
  trm_analysis_dynamics(r->analysis, &d);
  add_text(out, ",\n", "integrator", d.integrator);
  add_text(out, ", ", "formulation", d.formulation);
  add_text(out, ", ", "solver", d.solver);
  add_text(out, ", ", "reason", d.reason);
  add_text(out, ", ", "stopped_by", d.stopped);
  trm_text_add(out, ",\n\"switches\": [");
  for (size_t i = 0; i < d.switches && i < TRM_SWITCHES; i++) {
    member(out, i ? ", {" : "{", "time", d.switched[i].time);
    add_text(out, ", ", "to", d.switched[i].to);
    trm_text_char(out, '}');
  }
  trm_text_char(out, ']');
  trm_text_printf(out,
                  ",\n\"steps\": %zu, \"rejected\": %zu, \"evaluations\": %zu, "
                  "\"projections\": %zu, \"factorisations\": %zu, \"event_count\": %zu",
                  d.steps, d.rejected, d.evaluations, d.projections, d.factorisations, d.events);
  add_events(r, out);
  member(out, ",\n\"energy\": {", "start", d.energy_start);
  member(out, ", ", "put_in", d.work);
  member(out, ", ", "dissipated", d.dissipated);
  member(out, ", ", "stored", d.stored);
  member(out, ", ", "error", d.energy_error);
  member(out, ", ", "scale", d.energy_scale);
  member(out, "},\n\"constraints\": {", "position", d.position_gap);
  member(out, ", ", "velocity", d.velocity_gap);
  list_phases(r, &d, names, seconds);
  for (int i = 0; i < PHASES; i++)
    member(out, i ? ", " : "},\n\"seconds\": {", names[i], seconds[i]);
  member(out, ", ", "all", trm_clock() - r->began);
  trm_text_add(out, "}");
}

/* the work of a path that is not integrated, and what it ended at */
static void add_path(const TrmRecorder *r, TrmText *out) {
  TrmAnalysisCount count;
  trm_analysis_count(r->analysis, &count);
  trm_text_printf(out,
                  ",\n\"steps\": %zu, \"halvings\": %zu, \"iterations\": %zu, "
                  "\"factorisations\": %zu",
                  count.steps, count.halvings, count.iterations,
                  count.factorisations + count.refactorisations);
  if (r->statics) trm_rest_json_path(r, out);
  member(out, ",\n\"seconds\": {", "all", trm_clock() - r->began);
  trm_text_char(out, '}');
}

void trm_motion_json(TrmRecorder *r, const char *status, TrmText *out) {
  TrmDynamicsReport d;
  trm_analysis_dynamics(r->analysis, &d);
  add_text(out, "{", "file", r->request->arguments[0]);
  add_text(out, ", ", "status", status);
  add_text(out, ", ", "result", r->path);
  trm_text_printf(out, ", \"rows\": %zu", r->rows);
  if (r->dynamics && d.integrator) add_report(r, out);
  if (!r->dynamics) add_path(r, out);
  trm_text_add(out, ",\n\"diagnostics\": ");
  trm_messages_json(r->request, r->log, out);
  while (out->length && out->bytes[out->length - 1] == '\n') out->length--;
  trm_text_add(out, "}\n");
}
