/* SPDX-License-Identifier: Apache-2.0
 *
 * compare: which method is best for a model.
 */
#include "cli/compare.h"
#include "base/journal.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/table.h"
#include "formulation/formulation.h"
#include "integrator/integrator.h"
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_TOLERANCES = 16, FIXED_STEPS = 4 };

/* the reference is so much tighter than what is compared, and no run is tighter than this */
static const double tighter = 100, tightest_of_all = 1e-13;

/* a method once; its number */
static size_t add_method(TrmComparison *c, const char *formulation, const char *integrator,
                         int listed) {
  const TrmIntegratorType *type = integrator ? trm_integrator_find(integrator) : NULL;
  for (size_t m = 0; m < c->method_count; m++) {
    TrmMethod *one = &c->methods[m];
    const char *names[2][2] = {{one->formulation, formulation}, {one->integrator, integrator}};
    int same = 1;
    for (int k = 0; k < 2; k++)
      same &= names[k][0] && names[k][1] ? strcmp(names[k][0], names[k][1]) == 0
                                         : names[k][0] == names[k][1];
    if (!same) continue;
    one->listed |= listed;
    return m;
  }
  TrmMethod method = {.formulation = formulation, .integrator = integrator, .listed = listed};
  if (type) {
    method.fixed = type->fixed;
    method.implicit = type->implicit;
    method.order = type->order;
  }
  TRM_PUSH(c->request->arena, c->methods, c->method_count, c->method_capacity, method);
  return c->method_count - 1;
}

/* all integrators, then every other formulation with the default one */
static void add_all_methods(TrmComparison *c) {
  add_method(c, NULL, NULL, 1);
  for (size_t i = 0; trm_integrators[i]; i++) add_method(c, NULL, trm_integrators[i]->name, 1);
  for (size_t i = 1; trm_formulations[i]; i++)
    add_method(c, trm_formulations[i]->name, "dop853", 1);
}

/* "abm", "projection", "projection+abm", "auto" */
static TrmStatus read_method(TrmComparison *c, const char *word) {
  const char *plus = strchr(word, '+');
  TrmArena *arena = c->request->arena;
  const char *first = trm_arena_copy(arena, word, plus ? (size_t)(plus - word) : strlen(word));
  const char *formulation = NULL, *integrator = plus ? plus + 1 : NULL;
  if (trm_formulation_find(first))
    formulation = first;
  else if (!plus)
    integrator = first;
  int known = !integrator || strcmp(integrator, "auto") == 0 || trm_integrator_find(integrator);
  if (plus && !formulation && strcmp(first, "auto") != 0) known = 0;
  if (!known || (plus && !plus[1])) {
    TrmNearest nearest = trm_nearest(integrator && (!plus || formulation) ? integrator : first);
    for (size_t i = 0; trm_integrators[i]; i++) trm_nearest_try(&nearest, trm_integrators[i]->name);
    for (size_t i = 0; trm_formulations[i]; i++)
      trm_nearest_try(&nearest, trm_formulations[i]->name);
    return trm_say_usage("--methods: there is no method '%s'%s%s%s; an integrator, a formulation, "
                         "or both as projection+abm",
                         word, nearest.best ? "; did you mean '" : "",
                         nearest.best ? nearest.best : "", nearest.best ? "'?" : "");
  }
  if (integrator && strcmp(integrator, "auto") == 0) integrator = NULL;
  if (formulation && !integrator) integrator = "dop853";
  add_method(c, formulation, integrator, 1);
  return TRM_OK;
}

static TrmStatus read_methods(TrmComparison *c) {
  const char *list = trm_request_value(c->request, "methods");
  if (!list) {
    add_all_methods(c);
    return TRM_OK;
  }
  TrmStatus status = TRM_OK;
  while (*list && status == TRM_OK) {
    size_t length = strcspn(list, ",");
    if (length) status = read_method(c, trm_arena_copy(c->request->arena, list, length));
    list += length + (list[length] == ',');
  }
  if (status == TRM_OK && !c->method_count) return trm_say_usage("--methods names no method");
  return status;
}

/* the tolerances from loose to tight; 0 after a message */
static size_t read_tolerances(const TrmRequest *request, double *list) {
  const char *text = trm_request_value(request, "tolerances");
  size_t count = 0;
  if (!text) text = "1e-4,1e-6,1e-8,1e-10";
  while (*text) {
    char *after;
    double value = strtod(text, &after);
    if (after == text || (*after && *after != ',') || !(value >= 1e-14 && value <= 0.1) ||
        count == MOST_TOLERANCES) {
      trm_say_usage("--tolerances takes up to %d numbers from 1e-14 to 0.1, as 1e-4,1e-6, not '%s'",
                    MOST_TOLERANCES, text);
      return 0;
    }
    size_t at = count++;
    for (; at > 0 && list[at - 1] < value; at--) list[at] = list[at - 1];
    list[at] = value;
    text = after + (*after == ',');
  }
  if (!count) trm_say_usage("--tolerances is empty");
  return count;
}

static void add_trial(TrmComparison *c, size_t method, double tolerance, double step,
                      int for_reference) {
  TrmTrial trial = {
      .method = method, .tolerance = tolerance, .step = step, .for_reference = for_reference};
  TRM_PUSH(c->request->arena, c->trials, c->trial_count, c->trial_capacity, trial);
}

/* the loose ones first, so that what is slow is known before it costs much */
static void list_trials(TrmComparison *c, const double *tolerances, size_t count) {
  double every = c->span.until / (double)c->span.intervals;
  double step = c->run && c->run->step > 0 ? 4 * c->run->step : fmin(every, c->span.until / 100);
  size_t listed = c->method_count;
  for (size_t k = 0; k < count || k < FIXED_STEPS; k++)
    for (size_t m = 0; m < listed; m++) {
      if (c->methods[m].fixed && k < FIXED_STEPS) add_trial(c, m, 0, step / pow(4, (double)k), 0);
      if (!c->methods[m].fixed && k < count) add_trial(c, m, tolerances[k], 0, 0);
    }
  /* for the reference: accurate methods, explicit and implicit */
  double tight = fmax(tightest_of_all, tolerances[count - 1] / tighter);
  for (size_t i = 0; trm_integrators[i]; i++) {
    const TrmIntegratorType *type = trm_integrators[i];
    if (type->fixed || type->order < 5 || (type->order == 5 && !type->implicit)) continue;
    add_trial(c, add_method(c, NULL, type->name, 0), tight, 0, 1);
  }
}

/* what is compared: bodies and times, as many as memory holds */
static void choose_samples(TrmComparison *c) {
  c->bodies = c->system->body_count;
  size_t most = TRM_TRIAL_NUMBERS / (TRM_BODY_NUMBERS * (c->bodies + 1));
  c->times = most < 10 ? 10 : most > TRM_TRIAL_TIMES ? TRM_TRIAL_TIMES : most;
  c->size = trm_arena_array(c->request->arena, 2 * c->bodies + 1, sizeof *c->size);
}

static TrmStatus read_numbers(TrmComparison *c) {
  const char *named = trm_request_value(c->request, "reference");
  c->limit = trm_request_number(c->request, "limit");
  c->wanted = trm_request_number(c->request, "error");
  if (c->limit < 0 || c->wanted < 0) return TRM_BAD_USAGE;
  if (c->limit == 0) c->limit = 10;
  if (c->wanted == 0) c->wanted = 1e-4;
  double jobs = trm_request_number(c->request, "jobs");
  if (jobs < 0) return TRM_BAD_USAGE;
  c->workers = jobs > 0 ? (size_t)fmin(1000, fmax(1, jobs)) : 0;
  const TrmIntegratorType *type = named ? trm_integrator_find(named) : NULL;
  if (named && !type) return trm_say_usage("--reference: there is no integrator '%s'", named);
  return TRM_OK;
}

/* what was found out about the reference */
static void say_reference(const TrmComparison *c) {
  const TrmTrial *truth = &c->trials[c->reference];
  fprintf(stderr, "Reference: %s with %s", trm_trial_name(c, truth), trm_trial_setting(c, truth));
  if (c->check < c->trial_count)
    fprintf(stderr, "; %s agrees with it to %.2g of the %s.\n",
            trm_trial_name(c, &c->trials[c->check]), c->trust,
            c->at_rest ? "model's length, since nothing moves" : "range of each body's motion");
  else
    fputs("; no other method came to the end to check it.\n", stderr);
}

/* complain where errors mean nothing */
static TrmStatus check_reference(TrmComparison *c) {
  if (c->reference == c->trial_count) {
    const char *why = "";
    for (size_t i = 0; i < c->trial_count && !*why; i++)
      if (c->trials[i].state == TRM_TRIAL_FAILED) why = c->trials[i].outcome->why;
    trm_log_add(c->log, TRM_E_NONE_COMPARED, TRM_NOWHERE, NULL,
                "no method came to the end within %g s%s%s", c->limit, *why ? ": " : "", why);
    trm_log_hint(c->log, "give a shorter --until, or more seconds with --limit");
    return TRM_FAILED;
  }
  if (c->check < c->trial_count && c->trust > c->wanted) {
    trm_log_add(c->log, TRM_W_METHODS_DIFFER, TRM_NOWHERE, NULL,
                "the two runs that agree best are %.1g of the range apart: errors below that "
                "mean nothing",
                c->trust);
    trm_log_hint(c->log, "a motion that magnifies every difference can be compared over a shorter "
                         "--until only");
  }
  return TRM_OK;
}

/* "andrews-compare.svg" from "models/andrews.yaml" */
static const char *default_plot(const TrmRequest *request) {
  const char *model = request->arguments[0], *slash = strrchr(model, '/');
  const char *name = slash ? slash + 1 : model, *dot = strrchr(name, '.');
  if (strcmp(model, "-") == 0) return "model-compare.svg";
  return trm_arena_printf(request->arena, "%.*s-compare.svg",
                          (int)(dot && dot != name ? dot - name : (long)strlen(name)), name);
}

/* the table, the advice, the plot, other programs' formats */
static TrmStatus report(TrmComparison *c, TrmStatus judged) {
  TrmRequest *request = c->request;
  TrmText *text = trm_request_text(request), *csv = trm_request_text(request);
  TrmText *svg = trm_request_text(request);
  int json = trm_request_flag(request, "json"), quiet = trm_request_flag(request, "quiet");
  const char *csv_path = trm_request_value(request, "csv");
  const char *plot = trm_request_value(request, "output");
  TrmStatus status = TRM_OK;
  if (!plot && !json && !csv_path) plot = default_plot(request);
  if (judged != TRM_OK) plot = NULL;
  if (plot) {
    trm_comparison_plot(c, svg);
    status = trm_output_write(plot, svg);
  }
  if (status == TRM_OK && csv_path) {
    trm_comparison_csv(c, csv);
    status = trm_output_write(csv_path, csv);
  }
  if (status != TRM_OK) return status;
  if (json) {
    trm_comparison_json(c, plot, text);
    return trm_output_write(NULL, text);
  }
  int shown =
      !quiet && !(csv_path && strcmp(csv_path, "-") == 0) && !(plot && strcmp(plot, "-") == 0);
  if (shown) {
    trm_comparison_table(c, text);
    if (judged == TRM_OK) trm_comparison_advice(c, text);
    status = trm_output_write(NULL, text);
    if (judged == TRM_OK) say_reference(c);
  }
  trm_messages_print(request, c->log, "nothing could be compared");
  if (plot && !quiet && strcmp(plot, "-") != 0) fprintf(stderr, "Plot: %s\n", plot);
  return status;
}

static TrmStatus run(TrmRequest *request) {
  TrmComparison c = {.request = request, .log = trm_request_log(request)};
  double tolerances[MOST_TOLERANCES];
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmAnalysis *analysis = NULL;
  TrmDynamicsOptions first = {0};
  TrmStatus status = read_methods(&c);
  size_t count = status == TRM_OK ? read_tolerances(request, tolerances) : 0;
  if (count) status = read_numbers(&c);
  if (!count || status != TRM_OK) return TRM_BAD_USAGE;
  status = trm_request_analysis(request, c.log, &model, &system, &analysis);
  /* what no method can move is said once */
  if (status == TRM_OK) status = trm_analysis_assemble(analysis, c.log);
  if (status == TRM_OK) status = trm_analysis_begin_dynamics(analysis, &first, c.log);
  if (status != TRM_OK) {
    trm_messages_print(request, c.log, "nothing was compared");
    return status;
  }
  trm_log_clear(c.log);
  c.system = system;
  c.run = trm_request_run(system, "dynamics");
  if (!trm_request_span(request, system, "dynamics", c.run, &c.span)) return TRM_BAD_USAGE;
  list_trials(&c, tolerances, count);
  choose_samples(&c);
  status = trm_comparison_run(&c);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  trm_comparison_judge(&c);
  TrmStatus judged = check_reference(&c);
  status = report(&c, judged);
  if (c.interrupted) {
    fflush(NULL);
    _exit(130);
  }
  return status == TRM_OK ? judged : status;
}

static const TrmOption options[] = {
    {"methods", 0, NULL, "LIST", NULL,
     "integrators, formulations or both: auto,bdf,projection+abm (all)"},
    {"tolerances", 0, NULL, "LIST", NULL, "errors allowed in a step (1e-4,1e-6,1e-8,1e-10)"},
    {"error", 0, NULL, "NUMBER", NULL,
     "error that methods are compared at, in parts of the range (1e-4)"},
    {"reference", 0, NULL, "INTEGRATOR", NULL, "what is compared with (two that agree best)"},
    {"limit", 0, NULL, "SECONDS", NULL, "longest CPU time of a run (10)"},
    {"jobs", 0, NULL, "NUMBER", NULL, "runs at a time (as many as there are cores)"},
    TRM_SPAN_OPTIONS,
    TRM_WEIGHTS_OPTION,
    {"csv", 0, NULL, "FILE", NULL, "write all runs to FILE as CSV (- is standard output)"},
    {NULL, 0, NULL, NULL, NULL, NULL},
};

static const TrmExample examples[] = {
    {"compare andrews.yaml", "a table of all methods; their work and precision in "
                             "andrews-compare.svg"},
    {"compare car.yaml --methods auto,bdf,radau5 --error 1e-3 --until 2",
     "only these, over two seconds"},
    {"compare car.yaml --tolerances 1e-3,1e-5,1e-7 --csv -", "all runs as CSV"},
    {NULL, NULL},
};

const TrmCommand trm_command_compare = {
    .name = "compare",
    .summary = "find the best method for a model",
    .usage = "MODEL",
    .details =
        "Moves the model under its forces by many methods at many tolerances, on all cores, and "
        "says "
        "which one to use. A method's row is its fastest run that comes to the error wanted: the "
        "largest deviation of a body from the reference, its centre in parts of the box it moves "
        "in, "
        "its turn in parts of the largest it makes (where they hardly move, of a thousandth of "
        "what "
        "moves most). The reference is one of the two tightest runs "
        "by different integrators that agree best; no error below their difference is claimed. "
        "Time "
        "is CPU time of the stepping, the least of several runs where they are short.\n"
        "rk4 has steps in place of tolerances. A run that fails or takes longer than --limit is a "
        "row that says so. Without -o the plot is named after the model; with --csv or --json "
        "there "
        "is one only with -o.\n"
        "Exit codes: 0 methods were compared, 1 wrong usage, 2 the model is invalid, 3 no method "
        "came "
        "to the end, 4 a file cannot be written, 130 interrupted (with what was done by then).",
    .options = options,
    .common = TRM_TAKES_SET | TRM_TAKES_OUTPUT | TRM_TAKES_JSON,
    .least = 1,
    .most = 1,
    .examples = examples,
    .run = run,
};
