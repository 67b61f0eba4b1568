/* SPDX-License-Identifier: Apache-2.0
 *
 * info: what a result file holds: what was run, how far it came, how it went, and its signals.
 */
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/stored.h"
#include "cli/table.h"
#include <string.h>

static void free_result(void *result) {
  trm_result_free(result);
}

TrmStatus trm_request_stored(TrmRequest *request, const char *path, TrmLog *log,
                             TrmResult **result) {
  TrmStatus status = trm_result_open(path, log, result);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  if (*result) trm_arena_defer(request->arena, free_result, *result);
  return status;
}

TrmStatus trm_request_result(TrmRequest *request, TrmLog *log, TrmResult **result) {
  return trm_request_stored(request, request->arguments[0], log, result);
}

/* what the status means to a reader */
static const char *status_text(const TrmResult *result) {
  const char *status = trm_result_status(result);
  if (strcmp(status, "running") == 0) return "not ended: still running, or stopped by force";
  return status;
}

/* the first and the last time; 0 when there is no row */
static int time_span(TrmRequest *request, TrmResult *result, double *span, TrmStatus *status) {
  size_t rows = trm_result_rows(result);
  double *row = trm_arena_array(request->arena, trm_result_signals(result), sizeof *row);
  if (rows == 0) return 0;
  *status = trm_result_read(result, 0, 1, row);
  span[0] = row[0];
  if (*status == TRM_OK) *status = trm_result_read(result, rows - 1, 1, row);
  span[1] = row[0];
  return *status == TRM_OK;
}

static void add_pairs(TrmText *out, const TrmAttribute *(*at)(const TrmResult *, size_t),
                      const TrmResult *result) {
  const TrmAttribute *pair;
  trm_text_char(out, '{');
  for (size_t i = 0; (pair = at(result, i)); i++) {
    if (i) trm_text_add(out, ", ");
    trm_text_json(out, pair->name);
    trm_text_add(out, ": ");
    trm_text_json(out, pair->text);
  }
  trm_text_char(out, '}');
}

/* 1 when `name` is among the reactions noted as not unique: "a.fz, b.fz" */
static int is_open(const char *list, const char *name) {
  size_t length = strlen(name);
  for (const char *at = list; at && (at = strstr(at, name)); at += length)
    if ((at == list || at[-1] == ' ') && (!at[length] || at[length] == ',')) return 1;
  return 0;
}

static void print_json(TrmRequest *request, const TrmResult *result, const double *span,
                       TrmText *out) {
  trm_text_add(out, "{\"file\": ");
  trm_text_json(out, request->arguments[0]);
  trm_text_add(out, ", \"status\": ");
  trm_text_json(out, trm_result_status(result));
  trm_text_printf(out, ", \"rows\": %zu, \"time\": ", trm_result_rows(result));
  if (span) {
    trm_text_char(out, '[');
    trm_text_number(out, span[0]);
    trm_text_add(out, ", ");
    trm_text_number(out, span[1]);
    trm_text_char(out, ']');
  } else {
    trm_text_add(out, "null");
  }
  trm_text_add(out, ",\n\"about\": ");
  add_pairs(out, trm_result_attribute, result);
  trm_text_add(out, ",\n\"statistics\": ");
  add_pairs(out, trm_result_note, result);
  const TrmAttribute *pair;
  const char *open = NULL;
  for (size_t i = 0; (pair = trm_result_note(result, i)); i++)
    if (strcmp(pair->name, "not_unique") == 0) open = pair->text;
  trm_text_add(out, ",\n\"signals\": [");
  for (size_t i = 0; i < trm_result_signals(result); i++) {
    const TrmSignal *signal = trm_result_signal(result, i);
    trm_text_add(out, i ? ",\n{\"name\": " : "\n{\"name\": ");
    trm_text_json(out, signal->name);
    trm_text_add(out, ", \"unit\": ");
    trm_text_json(out, signal->unit);
    trm_text_add(out, is_open(open, signal->name) ? ", \"unique\": false}" : "}");
  }
  trm_text_add(out, "]}\n");
}

/* the widest left side that rows are aligned to */
static size_t widen(size_t width, size_t columns) {
  return columns > width && columns <= 24 ? columns : width;
}

/* short texts about the run and its notes */
static void print_texts(const TrmResult *result, TrmArena *arena, TrmText *out) {
  const TrmAttribute *pair;
  size_t width = 8;
  for (size_t i = 0; (pair = trm_result_attribute(result, i)); i++)
    width = widen(width, trm_output_columns(pair->name));
  for (size_t i = 0; (pair = trm_result_note(result, i)); i++)
    width = widen(width, trm_output_columns(pair->name));
  for (size_t i = 0; (pair = trm_result_attribute(result, i)); i++) {
    size_t length = strlen(pair->text);
    if (strcmp(pair->name, "name") == 0 || strcmp(pair->name, "analysis") == 0) continue;
    const char *text = length > 200 || strchr(pair->text, '\n')
                           ? trm_arena_printf(arena, "kept, %zu bytes of text", length)
                           : pair->text;
    trm_output_row(out, pair->name, width, text);
  }
  for (size_t i = 0; (pair = trm_result_note(result, i)); i++)
    trm_output_row(out, pair->name, width, pair->text);
}

/* the part of a name before its last dot */
static size_t group_of(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot ? (size_t)(dot - name) : 0;
}

/* signals, those of one thing on one line: `crank  angle [rad], speed [rad/s]` */
static void print_signals(const TrmResult *result, TrmArena *arena, TrmText *out) {
  size_t count = trm_result_signals(result), width = 4;
  for (size_t i = 0; i < count; i++) {
    const char *name = trm_result_signal(result, i)->name;
    size_t length = group_of(name);
    width = widen(width, length ? length : trm_output_columns(name));
  }
  trm_text_printf(out, "%zu signal%s\n", count, count == 1 ? "" : "s");
  for (size_t i = 0; i < count;) {
    const TrmSignal *first = trm_result_signal(result, i);
    size_t length = group_of(first->name);
    const char *left = length ? trm_arena_copy(arena, first->name, length) : first->name;
    if (!length) {
      const char *unit = *first->unit ? trm_arena_printf(arena, "[%s]", first->unit) : "number";
      trm_output_row(out, left, width, unit);
      i++;
      continue;
    }
    /* all that follow in the same group */
    const char *list = "";
    for (; i < count; i++) {
      const TrmSignal *signal = trm_result_signal(result, i);
      if (group_of(signal->name) != length || strncmp(signal->name, left, length) != 0) break;
      list = trm_arena_printf(arena, "%s%s%s%s%s%s", list, *list ? ", " : "",
                              signal->name + length + 1, *signal->unit ? " [" : "", signal->unit,
                              *signal->unit ? "]" : "");
    }
    trm_output_row(out, left, width, list);
  }
}

static void print_plain(TrmRequest *request, const TrmResult *result, const double *span,
                        TrmText *out) {
  const char *name = trm_result_about(result, "name"), *run = trm_result_about(result, "analysis");
  const char *file = request->arguments[0];
  /* what it is and how far it came */
  trm_text_printf(out, "%s: %s", file, run && *run ? run : "result");
  if (name && *name) trm_text_printf(out, " of %s", name);
  trm_text_printf(out, ", %s\n", status_text(result));
  size_t rows = trm_result_rows(result);
  trm_text_printf(out, "%zu row%s", rows, rows == 1 ? "" : "s");
  if (span)
    trm_text_printf(out, ", %s from %.6g to %.6g", trm_result_signal(result, 0)->name, span[0],
                    span[1]);
  if (span) trm_text_printf(out, " %s", trm_result_signal(result, 0)->unit);
  trm_text_char(out, '\n');
  print_texts(result, request->arena, out);
  print_signals(result, request->arena, out);
  trm_text_printf(out, "Next: trammel view %s, or trammel export %s -o FILE.csv\n", file, file);
}

static TrmStatus run(TrmRequest *request) {
  TrmLog *log = trm_request_log(request);
  TrmResult *result = NULL;
  double span[2];
  TrmStatus status = trm_request_result(request, log, &result);
  int has_span = status == TRM_OK && time_span(request, result, span, &status);
  trm_messages_print(request, log, "nothing was read");
  if (status != TRM_OK) return status;
  TrmText *out = trm_request_text(request);
  if (trm_request_flag(request, "json"))
    print_json(request, result, has_span ? span : NULL, out);
  else
    print_plain(request, result, has_span ? span : NULL, out);
  return trm_output_write(NULL, out);
}

static const TrmExample examples[] = {
    {"info crank-rocker.h5", "what was run, how far it came, and its signals with units"},
    {"info crank-rocker.h5 --json", "the same as one JSON object, for scripts"},
    {NULL, NULL},
};

const TrmCommand trm_command_info = {
    .name = "info",
    .summary = "say what a result file holds",
    .usage = "RESULT",
    .details = "Prints what was run, whether it came to its end, the rows and the time they span, "
               "the statistics of the run, and the signals with their units. RESULT is the .h5 "
               "file that an analysis wrote, or is still writing.",
    .common = TRM_TAKES_JSON,
    .least = 1,
    .most = 1,
    .examples = examples,
    .run = run,
};
