/* SPDX-License-Identifier: Apache-2.0
 *
 * Log: entries in an arena of their own; sources named by places are held as long as the log.
 */
#include "base/arena.h"
#include "base/journal.h"
#include "base/log_data.h"
#include "base/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct CodeInfo {
  const char *name, *title, *explanation;
  TrmSeverity severity;
} CodeInfo;

#define SEVERITY_E TRM_ERROR
#define SEVERITY_W TRM_WARNING
#define SEVERITY_N TRM_NOTE

static const CodeInfo codes[] = {
#define TRM_CODE(letter, number, id, title, explanation)                                           \
  {#letter #number, title, explanation, SEVERITY_##letter},
#include "base/codes.def"
#undef TRM_CODE
};

const char *trm_code_name(TrmCode code) {
  return codes[code].name;
}

TrmLog *trm_log_new(void) {
  TrmLog *log = calloc(1, sizeof *log);
  if (!log) return NULL;
  log->arena = trm_arena_new();
  if (!log->arena) {
    free(log);
    return NULL;
  }
  return log;
}

void trm_log_free(TrmLog *log) {
  if (!log) return;
  trm_arena_free(log->arena);
  free(log);
}

void trm_log_clear(TrmLog *log) {
  TrmArena *fresh = trm_arena_new();
  if (!fresh) return;
  trm_arena_free(log->arena);
  *log = (TrmLog){.arena = fresh};
}

size_t trm_log_count(const TrmLog *log) {
  return log->count;
}

size_t trm_log_errors(const TrmLog *log) {
  return log->totals[TRM_ERROR];
}

size_t trm_log_warnings(const TrmLog *log) {
  return log->totals[TRM_WARNING];
}

int trm_log_full(const TrmLog *log) {
  return !log || log->totals[TRM_ERROR] >= TRM_LOG_CAP;
}

static void release_source(void *source) {
  trm_source_release(source);
}

void trm_log_keep(TrmLog *log, const TrmSource *source) {
  if (!log || !source) return;
  for (size_t i = log->source_count; i-- > 0;)
    if (log->sources[i] == source) return;
  trm_arena_defer(log->arena, release_source, (void *)(uintptr_t)source);
  trm_source_retain(source);
  TRM_PUSH(log->arena, log->sources, log->source_count, log->source_capacity, source);
}

void trm_log_add(TrmLog *log, TrmCode code, TrmPlace place, const char *object, const char *format,
                 ...) {
  if (!log) return;
  log->open = 0;
  TrmSeverity severity = codes[code].severity;
  log->totals[severity]++;
  if (log->totals[severity] > TRM_LOG_CAP) return;
  va_list args;
  va_start(args, format);
  LogEntry entry = {.code = code, .severity = severity, .place = place};
  entry.text = trm_arena_vprintf(log->arena, format, args);
  va_end(args);
  entry.object = object ? trm_arena_string(log->arena, object) : NULL;
  trm_log_keep(log, place.source);
  TRM_PUSH(log->arena, log->entries, log->count, log->capacity, entry);
  log->open = 1;
}

void trm_log_note(TrmLog *log, TrmPlace place, const char *format, ...) {
  if (!log || !log->open) return;
  va_list args;
  va_start(args, format);
  LogNote note = {place, trm_arena_vprintf(log->arena, format, args)};
  va_end(args);
  trm_log_keep(log, place.source);
  LogEntry *entry = &log->entries[log->count - 1];
  TRM_PUSH(log->arena, entry->notes, entry->note_count, entry->note_capacity, note);
}

void trm_log_hint(TrmLog *log, const char *format, ...) {
  if (!log || !log->open || log->entries[log->count - 1].hint) return;
  va_list args;
  va_start(args, format);
  log->entries[log->count - 1].hint = trm_arena_vprintf(log->arena, format, args);
  va_end(args);
}

/* fill the place-dependent part of a public entry */
static void show_place(TrmEntry *entry, TrmPlace place) {
  entry->file = place.source ? trm_source_name(place.source) : NULL;
  entry->sheet = place.source ? trm_source_sheet(place.source) : NULL;
  entry->line = place.line;
  entry->column = place.column;
  entry->length = place.length;
}

TrmStatus trm_log_entry(const TrmLog *log, size_t index, TrmEntry *entry) {
  if (index >= log->count) return TRM_BAD_USAGE;
  const LogEntry *e = &log->entries[index];
  *entry = (TrmEntry){.severity = e->severity,
                      .code = trm_code_name(e->code),
                      .object = e->object,
                      .text = e->text,
                      .hint = e->hint,
                      .note_count = e->note_count};
  show_place(entry, e->place);
  return TRM_OK;
}

TrmStatus trm_log_entry_note(const TrmLog *log, size_t index, size_t note, TrmEntry *entry) {
  if (index >= log->count || note >= log->entries[index].note_count) return TRM_BAD_USAGE;
  const LogNote *n = &log->entries[index].notes[note];
  *entry = (TrmEntry){.severity = TRM_NOTE, .code = "", .text = n->text};
  show_place(entry, n->place);
  return TRM_OK;
}

/* the index of a code such as "e204", or TRM_CODE_COUNT */
static size_t code_index(const char *code) {
  size_t i = 0;
  while (i < TRM_CODE_COUNT && !trm_same_word(codes[i].name, code)) i++;
  return i;
}

const char *trm_code_title(const char *code) {
  size_t i = code_index(code);
  return i < TRM_CODE_COUNT ? codes[i].title : NULL;
}

const char *trm_code_explanation(const char *code) {
  size_t i = code_index(code);
  return i < TRM_CODE_COUNT ? codes[i].explanation : NULL;
}

const char *trm_code_at(size_t index) {
  return index < TRM_CODE_COUNT ? codes[index].name : NULL;
}

const char *trm_status_text(TrmStatus status) {
  switch (status) {
  case TRM_OK: return "done";
  case TRM_RETRY: return "not done, may be retried";
  case TRM_BAD_USAGE: return "arguments that make no sense";
  case TRM_BAD_MODEL: return "the model is invalid";
  case TRM_FAILED: return "the analysis failed";
  case TRM_BAD_FILE: return "a file cannot be read or written";
  case TRM_NO_MEMORY: return "out of memory";
  case TRM_INTERNAL: return "a fault of Trammel's own";
  }
  return "unknown status";
}
