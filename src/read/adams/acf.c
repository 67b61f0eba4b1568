/* SPDX-License-Identifier: Apache-2.0
 *
 * Command files: FILE/MODEL names the dataset, SIMULATE and LINEAR become analyses, ACTIVATE and
 * DEACTIVATE events at the time reached. A statement that is repeated before the first analysis
 * replaces arguments of the one in the dataset. Analyses of one kind that follow each other are
 * one.
 */
#include "read/adams/adams.h"
#include <string.h>

const char *trm_adams_commands(TrmAdams *a, TrmAdams *commands, const TrmSource *source) {
  commands->source = source;
  trm_adams_lex(commands, source, 0);
  trm_adams_sort(commands, 0, 1);
  const char *name = commands->lead_count ? commands->lead[0] : NULL;
  for (size_t i = 0; i < commands->count && !name; i++) {
    const TrmAdamsStatement *s = commands->list[i];
    if (s->kind && strcmp(s->kind->name, "FILE") == 0) name = trm_adams_text(a, s, "MODEL");
  }
  return name && *name ? name : NULL;
}

static int is(const TrmAdamsStatement *s, const char *kind) {
  return s->kind && strcmp(s->kind->name, kind) == 0;
}

static int starts_analysis(const TrmAdamsStatement *s) {
  return is(s, "SIMULATE") || is(s, "LINEAR");
}

/* put the arguments of `change` behind those of `s`, in place of those of the same name */
static void merge(TrmAdams *a, TrmAdamsStatement *s, const TrmAdamsStatement *change) {
  size_t shift = s->length + 1;
  s->text = trm_arena_printf(a->arena, "%s\n%s", s->text, change->text);
  for (size_t i = 0; i < change->run_count; i++) {
    TrmAdamsRun run = change->runs[i];
    run.at += shift;
    TRM_PUSH(a->arena, s->runs, s->run_count, s->run_capacity, run);
  }
  s->length = strlen(s->text);
  for (size_t i = 0; i < change->arg_count; i++) {
    TrmAdamsArg arg = change->args[i];
    arg.name += shift;
    arg.name_end += shift;
    arg.at += shift;
    size_t k = 0;
    while (k < s->arg_count && strcmp(s->args[k].key, arg.key) != 0) k++;
    if (k < s->arg_count)
      s->args[k] = arg;
    else
      TRM_PUSH(a->arena, s->args, s->arg_count, s->arg_capacity, arg);
  }
}

void trm_adams_changes(TrmAdams *a, TrmAdams *commands) {
  int moved = 0;
  for (size_t i = 0; i < commands->count; i++) {
    TrmAdamsStatement *s = commands->list[i];
    moved |= starts_analysis(s);
    if (!s->kind || s->kind->use != TRM_ADAMS_MEANS) continue;
    int single = is(s, "UNITS") || is(s, "ACCGRAV");
    TrmAdamsStatement *target = trm_adams_find(a, s->kind->name, single ? 0 : s->id);
    if (moved) {
      trm_log_add(a->log, TRM_E_ADAMS_COMMAND, s->place, NULL,
                  "%s/%ld is changed after an analysis, which is not modelled", s->kind->name,
                  s->id);
      trm_log_hint(a->log, "change it before the first SIMULATE, or run two files");
    } else if (target) {
      merge(a, target, s);
    } else {
      trm_log_add(a->log, TRM_E_ADAMS_REFERENCE, s->place, NULL,
                  "the command changes %s/%ld, which the dataset does not have", s->kind->name,
                  s->id);
    }
  }
}

/* where the analyses have come to */
typedef struct Course {
  TrmAdams *a;
  double now, every;
  const char *word; /* of the analysis before */
  TrmNode *until, *interval;
  size_t switches;
} Course;

static void add_analysis(Course *c, TrmAdamsStatement *s, const char *word) {
  TrmAdams *a = c->a;
  TrmNode *entry = trm_adams_map(a, s->place), *options = trm_adams_map(a, s->place);
  if (!a->simulate) a->simulate = trm_adams_list(a, s->place);
  trm_adams_put(a, entry, word, s->place, options);
  trm_adams_push(a, a->simulate, entry);
  c->word = word;
  c->until = c->interval = NULL;
  if (c->now <= 0 && c->every <= 0) return;
  c->until = trm_adams_value(a, s->place, c->now);
  trm_adams_put(a, options, "until", s->place, c->until);
  if (c->every <= 0) return;
  c->interval = trm_adams_value(a, s->place, c->every);
  trm_adams_put(a, options, "every", s->place, c->interval);
}

static void refuse(Course *c, const TrmAdamsStatement *s, const char *why) {
  trm_log_add(c->a->log, TRM_E_ADAMS_COMMAND, s->place, NULL, "%s", why);
}

/* where a simulation ends and how often it reports; 0 when it has no end */
static int read_span(Course *c, TrmAdamsStatement *s, double *end, double *every) {
  double value, count = 0;
  *every = 0;
  if (trm_adams_real(c->a, s, "END", &value))
    *end = value;
  else if (trm_adams_real(c->a, s, "DURATION", &value))
    *end = c->now + value;
  else
    return 0;
  if (trm_adams_real(c->a, s, "DTOUT", &value) && value > 0)
    *every = value;
  else if (trm_adams_real(c->a, s, "STEPS", &count) && count >= 1)
    *every = (*end - c->now) / count;
  return 1;
}

/* the same analysis goes on: one with the later end and the finer interval */
static void go_on(Course *c, double end, double every) {
  if (every > 0 && (c->every <= 0 || every < c->every)) c->every = every;
  c->now = end;
  *c->until = *trm_adams_value(c->a, c->until->place, c->now);
  if (c->interval) *c->interval = *trm_adams_value(c->a, c->interval->place, c->every);
}

/* a sensor that returns ends one simulation at a time that is not known, and the next goes on */
static void refuse_return(Course *c, TrmAdamsStatement *s) {
  for (size_t i = 0; i < c->a->count; i++) {
    const TrmAdamsStatement *sensor = c->a->list[i];
    if (!is(sensor, "SENSOR") || sensor->dropped || !trm_adams_has(sensor, "RETURN")) continue;
    refuse(c, s, "a simulation cannot go on from where a sensor with RETURN ended the one before");
    trm_log_note(c->a->log, sensor->place, "this is the sensor");
    trm_log_hint(c->a->log, "--ignore SENSOR lets the simulations before run to their ends");
    return;
  }
}

static void simulate(Course *c, TrmAdamsStatement *s) {
  const char *kind =
      trm_adams_choice(c->a, s, "DYNAMIC|KINEMATIC|STATIC|TRANSIENT|INITIAL_CONDITIONS|ACF", 0);
  const char *word = "dynamics";
  double end = 0, every = 0;
  if (!kind) return;
  int timed = read_span(c, s, &end, &every);
  if (*kind == 'K') word = "kinematics";
  if (*kind == 'I') word = "assemble";
  if (*kind == 'S') word = timed ? "quasistatics" : "statics";
  if (*kind == 'A') {
    refuse(c, s, "a command file within another is not read");
    return;
  }
  if (!timed && *kind != 'S' && *kind != 'I') {
    refuse(c, s, "the simulation needs END or DURATION");
    return;
  }
  if (timed && !(end > c->now)) {
    refuse(c, s, "the simulation ends before it begins");
    return;
  }
  if (c->now > 0 && (!c->word || strcmp(c->word, word) != 0)) {
    refuse(c, s, "an analysis of another kind cannot go on from where the one before ended");
    trm_log_hint(c->a->log, "put it first, or into a file of its own");
    return;
  }
  if (c->now > 0) {
    refuse_return(c, s);
    go_on(c, end, every);
    return;
  }
  c->now = timed ? end : 0;
  c->every = timed ? every : 0;
  add_analysis(c, s, word);
}

/* switch elements at the time reached: `active: 0` before the first analysis, then by an event */
static void switch_elements(Course *c, TrmAdamsStatement *s) {
  TrmAdams *a = c->a;
  int on = is(s, "ACTIVATE");
  long *ids;
  size_t count = trm_adams_ids(a, s, "ID", &ids);
  TrmNode *names = trm_adams_list(a, s->place);
  for (size_t k = 0; k < s->arg_count; k++) {
    if (s->args[k].length) continue;
    if (strcmp(s->args[k].key, "SENSOR") == 0) {
      refuse(c, s, "sensors cannot be switched");
      continue;
    }
    for (size_t i = 0; i < count; i++) {
      TrmAdamsStatement *e = trm_adams_find(a, s->args[k].key, ids[i]);
      if (!e) {
        trm_log_add(a->log, TRM_E_ADAMS_REFERENCE, s->place, NULL,
                    "%s/%ld, which is to be switched, does not exist", s->args[k].key, ids[i]);
      } else if (c->now > 0 && e->node) {
        trm_adams_push(a, names, trm_adams_word(a, s->place, e->name));
      } else if (e->node && !on) {
        trm_adams_put(a, e->node, "active", s->place, trm_adams_word(a, s->place, "0"));
      }
    }
  }
  if (!names->count) return;
  char now[32];
  trm_number_format(c->now, now);
  TrmNode *event = trm_adams_map(a, s->place);
  trm_adams_put(a, event, "when", s->place, trm_adams_wordf(a, s->place, "time - %s", now));
  trm_adams_put(a, event, "direction", s->place, trm_adams_word(a, s->place, "rising"));
  trm_adams_put(a, event, on ? "activate" : "deactivate", s->place, names);
  if (!a->sections[TRM_ADAMS_EVENTS]) a->sections[TRM_ADAMS_EVENTS] = trm_adams_map(a, s->place);
  const char *name = trm_arena_printf(a->arena, "switch_%zu", ++c->switches);
  trm_adams_put(a, a->sections[TRM_ADAMS_EVENTS], trm_adams_unique(a, name, 0), s->place, event);
}

void trm_adams_analyses(TrmAdams *a, TrmAdams *commands) {
  Course c = {.a = a};
  for (size_t i = 0; i < commands->count; i++) {
    TrmAdamsStatement *s = commands->list[i];
    if (!s->kind || trm_adams_ignored(a, s)) continue;
    if (is(s, "STOP")) break;
    if (is(s, "SIMULATE"))
      simulate(&c, s);
    else if (is(s, "LINEAR") && c.now > 0)
      refuse(&c, s, "LINEAR after a motion is not modelled; it can follow a static analysis");
    else if (is(s, "LINEAR"))
      add_analysis(&c, s, "linearize");
    else if (is(s, "ACTIVATE") || is(s, "DEACTIVATE"))
      switch_elements(&c, s);
    else if (is(s, "CONTROL") || is(s, "RELOAD"))
      refuse(&c, s, "this command is not performed");
  }
}
