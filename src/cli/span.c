/* SPDX-License-Identifier: Apache-2.0
 *
 * Span: the model of a request laid out, and the times that it asks for.
 */
#include "cli/messages.h"
#include "cli/record.h"
#include "compile/system.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void free_analysis(void *analysis) {
  trm_analysis_free(analysis);
}

static void free_system(void *system) {
  trm_system_free(system);
}

TrmStatus trm_request_analysis(TrmRequest *request, TrmLog *log, TrmModel **model,
                               TrmSystem **system, TrmAnalysis **analysis) {
  TrmStatus status = trm_request_model(request, log, model);
  if (status == TRM_OK) status = trm_system_compile(*model, log, system);
  if (status == TRM_OK) trm_arena_defer(request->arena, free_system, *system);
  if (status == TRM_OK) status = trm_analysis_new(*system, log, analysis);
  if (status == TRM_OK) trm_arena_defer(request->arena, free_analysis, *analysis);
  const char *weights = trm_request_value(request, "weights");
  if (status == TRM_OK && weights) trm_analysis_weigh(*analysis, strcmp(weights, "inertia") == 0);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  return status;
}

double trm_request_number(const TrmRequest *request, const char *name) {
  const char *text = trm_request_value(request, name);
  char *after;
  if (!text) return 0;
  double value = strtod(text, &after);
  if (*text && !*after && isfinite(value) && value > 0) return value;
  trm_say_usage("--%s takes a positive number, not '%s'", name, text);
  return -1;
}

const TrmRun *trm_request_run(const TrmSystem *system, const char *name) {
  for (size_t i = 0; i < system->run_count; i++)
    if (strcmp(system->runs[i].item->type->name, name) == 0) return &system->runs[i];
  return NULL;
}

int trm_request_span(TrmRequest *request, const TrmSystem *system, const char *name,
                     const TrmRun *run, TrmTimes *span) {
  double unit = system->units.time;
  double until = trm_request_number(request, "until"), every = trm_request_number(request, "every");
  double steps = trm_request_number(request, "steps");
  if (until < 0 || every < 0 || steps < 0) return 0;
  until *= unit;
  every *= unit;
  if (!run) run = trm_request_run(system, name);
  if (until == 0 && run) until = run->until;
  if (every == 0 && steps == 0 && run) {
    every = run->every;
    steps = every > 0 ? 0 : (double)run->steps;
  }
  if (!(until > 0)) {
    trm_say_usage("how long? Give --until, or `simulate: [{%s: {until: ...}}]` in the model", name);
    return 0;
  }
  double intervals = steps > 0 ? steps : every > 0 ? until / every : 100;
  if (!(intervals <= 1e9)) {
    trm_say_usage("that would be more than a thousand million results");
    return 0;
  }
  span->until = until;
  span->intervals = (size_t)fmax(1, nearbyint(intervals));
  return 1;
}

TrmStatus trm_request_record(TrmRequest *request, TrmRecord record) {
  TrmLog *log = trm_request_log(request);
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmAnalysis *analysis = NULL;
  TrmStatus status = trm_request_analysis(request, log, &model, &system, &analysis);
  if (status == TRM_OK) return record(request, log, analysis, system, NULL);
  trm_messages_print(request, log, "nothing was run");
  return status;
}
