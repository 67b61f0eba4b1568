/* SPDX-License-Identifier: Apache-2.0
 *
 * Messages: the log on standard error. Colours only on a terminal that can show them: --colour
 * decides first, then NO_COLOR (no-color.org), TERM and isatty.
 */
#include "cli/messages.h"
#include "model/model.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void free_log(void *log) {
  trm_log_free(log);
}

static void free_model(void *model) {
  trm_model_free(model);
}

TrmLog *trm_request_log(TrmRequest *request) {
  TrmLog *log = trm_log_new();
  if (!log) trm_guard_leave();
  trm_arena_defer(request->arena, free_log, log);
  return log;
}

/* the --set options as settings */
static TrmSetting *settings_of(TrmRequest *request, size_t *count) {
  TrmSetting *settings = NULL;
  size_t capacity = 0;
  *count = 0;
  for (size_t i = 0; i < request->given_count; i++) {
    if (strcmp(request->given[i].option->name, "set") != 0) continue;
    const char *text = request->given[i].value, *equals = strchr(text, '=');
    char *name = trm_arena_copy(request->arena, text, (size_t)(equals - text));
    TrmSetting setting = {name, equals + 1};
    TRM_PUSH(request->arena, settings, *count, capacity, setting);
  }
  return settings;
}

/* the --ignore options as one list */
static const char *ignored_of(TrmRequest *request) {
  const char *list = NULL;
  for (size_t i = 0; i < request->given_count; i++) {
    if (strcmp(request->given[i].option->name, "ignore") != 0) continue;
    const char *more = request->given[i].value;
    list = list ? trm_arena_printf(request->arena, "%s,%s", list, more) : more;
  }
  return list;
}

TrmStatus trm_request_model(TrmRequest *request, TrmLog *log, TrmModel **model) {
  TrmReading reading = {.ignore = ignored_of(request)};
  reading.settings = settings_of(request, &reading.setting_count);
  TrmStatus status = trm_model_load(request->arguments[0], &reading, log, model);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  if (*model) trm_arena_defer(request->arena, free_model, *model);
  return status;
}

int trm_messages_colour(const TrmRequest *request, int file) {
  const char *when = trm_request_value(request, "colour");
  if (when && strcmp(when, "auto") != 0) return strcmp(when, "always") == 0;
  const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM");
  if (no_colour && *no_colour) return 0;
  if (!term || !*term || strcmp(term, "dumb") == 0) return 0;
  return isatty(file);
}

/* the code of the last entry of this severity */
static const char *last_code(const TrmLog *log, TrmSeverity severity) {
  TrmEntry entry;
  for (size_t i = trm_log_count(log); i-- > 0;)
    if (trm_log_entry(log, i, &entry) == TRM_OK && entry.severity == severity) return entry.code;
  return NULL;
}

void trm_messages_json(TrmRequest *request, const TrmLog *log, TrmText *out) {
  trm_text_add(out, trm_request_keep(request, trm_log_render(log, TRM_LOG_JSON)));
}

void trm_messages_print(TrmRequest *request, const TrmLog *log, const char *consequence) {
  size_t errors = trm_log_errors(log), warnings = trm_log_warnings(log);
  if (trm_log_count(log) == 0 || (trm_request_flag(request, "quiet") && !errors)) return;
  /* the messages themselves */
  fputs(trm_request_keep(request, trm_log_render(log, trm_messages_colour(request, STDERR_FILENO)
                                                          ? TRM_LOG_COLOUR
                                                          : TRM_LOG_PLAIN)),
        stderr);
  /* how many, and where to read more */
  if (errors) {
    fprintf(stderr, "%zu error%s, %s.", errors, errors == 1 ? "" : "s", consequence);
  } else if (warnings) {
    fprintf(stderr, "%zu warning%s.", warnings, warnings == 1 ? "" : "s");
  } else {
    return;
  }
  const char *code = last_code(log, errors ? TRM_ERROR : TRM_WARNING);
  if (code) fprintf(stderr, "  (trammel explain %s)", code);
  fputc('\n', stderr);
}
