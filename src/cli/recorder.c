/* SPDX-License-Identifier: Apache-2.0
 *
 * Recorder: the signals wanted, the files, the bar, and the lines that every analysis prints.
 */
#include "cli/recorder.h"
#include "base/clock.h"
#include "cli/output.h"
#include "cli/version.h"
#include "compile/picture.h"
#include "compile/system.h"
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* messages that a result keeps */
enum { MOST_MESSAGES = 12 };

static int watched;

void trm_recorder_watched(void) {
  watched = 1;
}

int trm_recorder_is_watched(void) {
  return watched;
}

/* "crank-rocker.h5" from "models/crank-rocker.yaml": beside the user, not beside the model */
const char *trm_recorder_default(const TrmRequest *request, const char *suffix) {
  const char *model = request->arguments[0], *slash = strrchr(model, '/');
  const char *name = slash ? slash + 1 : model, *dot = strrchr(name, '.');
  if (strcmp(model, "-") == 0) dot = NULL, name = "model";
  return trm_arena_printf(request->arena, "%.*s%s.h5", (int)(dot ? dot - name : (long)strlen(name)),
                          name, suffix);
}

/* the signals wanted, as the store wants them */
TrmStatus trm_recorder_choose(TrmRecorder *r) {
  TrmArena *arena = r->request->arena;
  r->all_count = trm_analysis_signals(r->analysis);
  TrmSignal *all = trm_arena_array(arena, r->all_count, sizeof *all);
  for (size_t i = 0; i < r->all_count; i++)
    all[i].name = trm_analysis_signal(r->analysis, i, &all[i].unit);
  const char *patterns = trm_request_value(r->request, "signals");
  TrmStatus status =
      trm_signals_select(all, r->all_count, patterns, arena, r->log, &r->index, &r->count);
  if (status != TRM_OK) return status;
  r->signals = trm_arena_array(arena, r->count, sizeof *r->signals);
  for (size_t i = 0; i < r->count; i++) r->signals[i] = all[r->index[i]];
  r->all = trm_arena_array(arena, r->all_count + 1, sizeof *r->all);
  r->row = trm_arena_array(arena, r->count + 1, sizeof *r->row);
  if (patterns) trm_analysis_want(r->analysis, r->index, r->count);
  return TRM_OK;
}

/* the parameters that were set on the command line, one a line */
const char *trm_recorder_settings(const TrmRequest *request) {
  const char *text = "";
  for (size_t i = 0; i < request->given_count; i++)
    if (strcmp(request->given[i].option->name, "set") == 0)
      text = trm_arena_printf(request->arena, "%s%s\n", text, request->given[i].value);
  return text;
}

TrmStatus trm_recorder_open_store(TrmRecorder *r, const char *analysis) {
  const TrmModel *model = r->system->model;
  const TrmValue *name = trm_item_value(model->root, "name");
  const char *text = trm_request_keep(r->request, trm_model_to_yaml(model));
  TrmText *picture = trm_request_text(r->request);
  trm_picture_json(r->system, picture);
  TrmAttribute about[] = {
      {"analysis", analysis},
      {"name", name && name->form == TRM_FORM_TEXT ? name->text : r->request->arguments[0]},
      {"model_text", text},
      {"picture", picture->bytes},
      {"settings", trm_recorder_settings(r->request)},
      {"version", TRM_VERSION}};
  r->path = trm_request_value(r->request, "output");
  if (!r->path) r->path = trm_recorder_default(r->request, r->suffix ? r->suffix : "");
  return trm_store_create(r->path, r->signals, r->count, about, sizeof about / sizeof *about, 0,
                          r->log, &r->store);
}

TrmStatus trm_recorder_reopen(TrmRecorder *r, const char *analysis, size_t rows) {
  const char *path = trm_request_value(r->request, "output");
  const char *beside = trm_arena_printf(r->request->arena, "%s.part", path);
  TrmResult *old = NULL;
  TrmStatus status = trm_result_open(path, r->log, &old);
  if (status != TRM_OK) return status;
  int fits = trm_result_rows(old) >= rows && trm_result_signals(old) == r->count;
  for (size_t i = 0; fits && i < r->count; i++)
    fits = strcmp(trm_result_signal(old, i)->name, r->signals[i].name) == 0;
  trm_request_put(r->request, "output", beside);
  if (fits) status = trm_recorder_open_store(r, analysis);
  for (size_t i = 0; i < rows && fits && status == TRM_OK; i++) {
    status = trm_result_read(old, i, 1, r->row);
    if (status == TRM_OK) status = trm_store_append(r->store, r->row);
  }
  trm_result_free(old);
  if (!fits)
    return trm_say_file("'%s' does not hold the %zu rows that the run goes on from", path, rows);
  if (status == TRM_OK) status = trm_store_flush(r->store);
  if (status == TRM_OK && rename(beside, path) != 0)
    status = trm_say_file("cannot write '%s': %s", path, strerror(errno));
  r->rows = rows;
  r->path = path;
  return status;
}

/* the shortest digits that read back as the same number */
static void print_number(FILE *file, double value) {
  char text[40];
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (digits == 17 || strtod(text, NULL) == value) break;
  }
  fputs(text, file);
}

TrmStatus trm_recorder_open_csv(TrmRecorder *r) {
  r->csv_path = trm_request_value(r->request, "csv");
  if (!r->csv_path) return TRM_OK;
  r->csv = strcmp(r->csv_path, "-") == 0 ? stdout : fopen(r->csv_path, "w");
  if (!r->csv) return trm_say_file("cannot write '%s': %s", r->csv_path, strerror(errno));
  for (size_t i = 0; i < r->count; i++) {
    fprintf(r->csv, "%s%s", i ? "," : "", r->signals[i].name);
    if (*r->signals[i].unit) fprintf(r->csv, " [%s]", r->signals[i].unit);
  }
  fputc('\n', r->csv);
  return TRM_OK;
}

TrmStatus trm_recorder_append(TrmRecorder *r) {
  double began = trm_clock();
  /* what is not a number is not kept: it ends the run */
  TrmStatus status = trm_analysis_read_values(r->analysis, r->all, r->log);
  if (status != TRM_OK) return status;
  for (size_t i = 0; i < r->count; i++) r->row[i] = r->all[r->index[i]];
  for (size_t i = 0; r->csv && i < r->count; i++) {
    if (i) fputc(',', r->csv);
    print_number(r->csv, r->row[i]);
  }
  if (r->csv && (fputc('\n', r->csv) == EOF || ferror(r->csv)))
    return trm_say_file("cannot write '%s': %s", r->csv_path, strerror(errno));
  r->rows++;
  if (r->store) status = trm_store_append(r->store, r->row);
  r->output += trm_clock() - began;
  return status;
}

TrmStatus trm_recorder_close(TrmRecorder *r, TrmStatus status, int complete) {
  TrmStatus closed = r->store ? trm_store_close(r->store, complete) : TRM_OK;
  r->store = NULL;
  if (r->csv && (fflush(r->csv) != 0 || (r->csv != stdout && fclose(r->csv) != 0)))
    closed = trm_say_file("cannot write '%s': %s", r->csv_path, strerror(errno));
  return status == TRM_OK ? closed : status;
}

/* a bar with the time that is left, on a terminal only */
void trm_recorder_progress(TrmRecorder *r, double done, int last) {
  if (!r->shows) return;
  double time = trm_clock();
  if (!last && time - r->shown < 0.1) return;
  if (last && r->shown == r->began) return;
  r->shown = time;
  int cells = (int)(20 * done);
  fprintf(stderr, "\r%3.0f%% ", 100 * done);
  for (int i = 0; i < 20; i++) fputs(i < cells ? "█" : " ", stderr);
  fprintf(stderr, "  %.1f s left  ", done > 0 ? (time - r->began) * (1 - done) / done : 0);
  if (last) fputs("\r\033[K", stderr);
  fflush(stderr);
}

/* names of the reactions kept that are not unique, "" when all are */
const char *trm_recorder_not_unique(const TrmRecorder *r, size_t most) {
  const char *text = "";
  size_t count = 0;
  for (size_t i = 0; i < r->count; i++) {
    if (trm_analysis_unique(r->analysis, r->index[i]) || ++count > most) continue;
    text =
        trm_arena_printf(r->request->arena, "%s%s%s", text, *text ? ", " : "", r->signals[i].name);
  }
  if (count > most)
    text = trm_arena_printf(r->request->arena, "%s and %zu more", text, count - most);
  return text;
}

void trm_recorder_note(TrmRecorder *r, const char *name, double value) {
  char text[64];
  snprintf(text, sizeof text, "%.17g", value);
  if (r->store) trm_store_note(r->store, name, text);
}

/* the first bytes of a text, whole letters only */
static const char *first_part(TrmArena *arena, const char *text, size_t most) {
  size_t length = strlen(text);
  if (length <= most) return text;
  for (length = most - 3; length && ((unsigned char)text[length] & 0xC0) == 0x80;) length--;
  return trm_arena_printf(arena, "%.*s...", (int)length, text);
}

void trm_recorder_note_messages(TrmRecorder *r) {
  TrmArena *arena = r->request->arena;
  TrmEntry entry;
  for (size_t i = 0; r->store && i < MOST_MESSAGES; i++) {
    if (trm_log_entry(r->log, i, &entry) != TRM_OK) break;
    const char *text = trm_arena_printf(arena, "%s: %s%s%s", entry.code, entry.text,
                                        entry.hint ? "; hint: " : "", entry.hint ? entry.hint : "");
    trm_store_note(r->store, trm_arena_printf(arena, "message_%zu", i + 1),
                   first_part(arena, text, TRM_STORE_NOTE_SIZE - 1));
  }
}

const char *trm_recorder_name(const TrmRecorder *r) {
  const TrmValue *name = trm_item_value(r->system->model->root, "name");
  return name && name->form == TRM_FORM_TEXT ? name->text : r->request->arguments[0];
}

void trm_recorder_say_heading(TrmRecorder *r) {
  int freedoms, redundant;
  trm_analysis_freedoms(r->analysis, &freedoms, &redundant);
  fprintf(stderr, "%s: %zu %s, %zu joint%s, %d freedom%s left", trm_recorder_name(r),
          r->system->body_count, r->system->body_count == 1 ? "body" : "bodies",
          r->system->joint_count, r->system->joint_count == 1 ? "" : "s", freedoms,
          freedoms == 1 ? "" : "s");
  if (redundant)
    fprintf(stderr, " (%d equation%s redundant)", redundant, redundant == 1 ? "" : "s");
  fputc('\n', stderr);
}

void trm_recorder_say_results(const TrmRecorder *r) {
  const char *names = trm_recorder_not_unique(r, 6);
  if (*names) fprintf(stderr, "Not unique, the smallest are given: %s.\n", names);
  if (r->path) fprintf(stderr, "Results: %s   See it: trammel view %s\n", r->path, r->path);
}
