/* SPDX-License-Identifier: Apache-2.0
 *
 * The reader of datasets, in order: text to statements, their kinds and arguments, ids, names, what
 * is ignored, then every statement written as nodes, in passes: units, parts, markers, the rest,
 * and splines when it is known how they are read.
 */
#include "read/adams/adams.h"
#include "read/adams/read.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static int ends_with(const char *name, const char *ending) {
  size_t n = strlen(name), m = strlen(ending);
  return n > m && trm_same_word(name + n - m, ending);
}

static int is_commands(const TrmSource *source) {
  return ends_with(trm_source_name(source), ".acf");
}

int trm_adams_is(const TrmSource *source) {
  static const char title[] = "adams/view model name";
  size_t length, n = 0;
  const char *text = trm_source_text(source, &length);
  if (ends_with(trm_source_name(source), ".adm") || is_commands(source)) return 1;
  while (n < length && title[n] && tolower((unsigned char)text[n]) == title[n]) n++;
  return !title[n];
}

static void release_source(void *slot) {
  trm_source_release(*(TrmSource **)slot);
}

/* a place for a source that the arena gives back */
static TrmSource **source_slot(TrmArena *arena) {
  TrmSource **slot = trm_arena_alloc(arena, sizeof(TrmSource *));
  trm_arena_defer(arena, release_source, slot);
  return slot;
}

/* text in Latin-1, as old files are, becomes UTF-8; end-of-file marks and page feeds are blanks;
 * where no line ends otherwise, carriage returns end them */
static const TrmSource *cleaned(TrmArena *arena, TrmModel *model, const TrmSource *source) {
  size_t length, bad = 0, odd = 0;
  const char *text = trm_source_text(source, &length);
  int lines = memchr(text, '\n', length) != NULL;
  for (size_t i = 0; i < length;) {
    size_t n = trm_utf8_length(text + i, length - i);
    bad += n == 0;
    odd += text[i] == 0x1A || text[i] == '\f' || (text[i] == '\r' && !lines);
    i += n ? n : 1;
  }
  if (!bad && !odd) return source;
  char *copy = trm_arena_alloc(arena, 2 * length + 1), *out = copy;
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c >= 0x80 && bad) {
      *out++ = (char)(0xC0 | c >> 6);
      *out++ = (char)(0x80 | (c & 0x3F));
    } else {
      *out++ = c == 0x1A || c == '\f' ? ' ' : c == '\r' && !lines ? '\n' : (char)c;
    }
  }
  TrmSource **slot = source_slot(arena);
  *slot = trm_source_new(trm_source_name(source), copy, (size_t)(out - copy));
  if (!*slot) trm_guard_leave();
  trm_model_keep(model, *slot);
  return *slot;
}

/* arguments that are ignored on request, as JOINT.ICROT */
static void drop_arguments(TrmAdams *a, TrmAdamsStatement *s) {
  size_t kept = 0;
  for (size_t i = 0; i < s->arg_count; i++) {
    char key[96];
    snprintf(key, sizeof key, "%s.%s", s->kind->name, s->args[i].key);
    TrmAdamsStatement probe = {.text = key, .word = strlen(key), .id = -1};
    if (!trm_adams_ignored(a, &probe)) s->args[kept++] = s->args[i];
  }
  s->arg_count = kept;
}

void trm_adams_sort(TrmAdams *a, size_t first, int commands) {
  for (size_t i = first; i < a->count; i++) {
    TrmAdamsStatement *s = a->list[i];
    int several;
    s->kind = trm_adams_kind(s->text, s->word, commands, &several);
    trm_adams_split(a, s);
    if (s->kind) {
      if (a->ignore) drop_arguments(a, s);
      continue;
    }
    s->dropped = 1;
    int shown = (int)(s->word < 40 ? s->word : 40);
    if (trm_adams_ignored(a, s)) continue;
    if (several) {
      trm_log_add(a->log, TRM_E_ADAMS_SHORT, s->place, NULL, "'%.*s' may mean several statements",
                  shown, s->text);
      continue;
    }
    trm_log_add(a->log, TRM_W_ADAMS_UNKNOWN, s->place, NULL,
                "'%.*s' is no statement of Adams that is known here; it is left out", shown,
                s->text);
    TrmNearest nearest = trm_nearest(trm_arena_copy(a->arena, s->text, s->word));
    for (const TrmAdamsKind *k = trm_adams_kinds; k->name; k++) trm_nearest_try(&nearest, k->name);
    if (nearest.best) trm_log_hint(a->log, "did you mean '%s'?", nearest.best);
  }
}

/* enter the ids; a second of the same kind is an error */
static void enter_ids(TrmAdams *a) {
  for (size_t i = 0; i < a->count; i++) {
    TrmAdamsStatement *s = a->list[i];
    if (!s->kind || s->kind->use == TRM_ADAMS_SKIP) continue;
    int single = strcmp(s->kind->name, "UNITS") == 0 || strcmp(s->kind->name, "ACCGRAV") == 0;
    if (s->id < 0 && !single) {
      s->dropped = 1;
      if (s->kind->use == TRM_ADAMS_MEANS)
        trm_log_add(a->log, TRM_E_ADAMS_ID, s->place, NULL, "%s needs an id: %s/1", s->kind->name,
                    s->kind->name);
      if (s->kind->use == TRM_ADAMS_MEANS) continue;
    }
    const char *key = trm_arena_printf(a->arena, "%ld", single ? 0 : s->id);
    TrmAdamsStatement *earlier = trm_map_put(a->ids, s->kind, key, s);
    if (!earlier) continue;
    s->dropped = 1;
    trm_log_add(a->log, TRM_E_ADAMS_TWICE, s->place, NULL,
                single ? "%s is given twice" : "%s/%ld is defined twice", s->kind->name, s->id);
    trm_log_note(a->log, earlier->place, "first defined here");
  }
}

/* what is left out on request, and what would have to be modelled */
static void weed(TrmAdams *a) {
  for (size_t i = 0; i < a->count; i++) {
    TrmAdamsStatement *s = a->list[i];
    if (s->kind && trm_adams_ignored(a, s)) {
      s->dropped = 1;
      s->shown = "ignored on request";
    } else if (s->kind && s->kind->use == TRM_ADAMS_LACK) {
      trm_adams_lacking(a, s, s->place, trm_arena_printf(a->arena, "is %s", s->kind->about));
    }
  }
}

static void write_all(TrmAdams *a) {
  for (int pass = 0; pass < 5; pass++)
    for (size_t i = 0; i < a->count; i++) {
      TrmAdamsStatement *s = a->list[i];
      if (s->kind && s->kind->use == TRM_ADAMS_MEANS && s->kind->pass == pass && !s->dropped)
        s->kind->write(a, s);
    }
}

/* the model's name: the title without what Adams puts before it, and nothing that means more */
static void write_title(TrmAdams *a) {
  static const char before[] = "adams/view model name:";
  const char *text = a->title ? a->title : "";
  size_t n = 0;
  while (before[n] && tolower((unsigned char)text[n]) == before[n]) n++;
  if (!before[n]) text += n;
  while (*text == ' ' || *text == '!') text++;
  char *name = trm_arena_string(a->arena, text);
  for (char *c = name; *c; c++)
    if (strchr("{}\t\r\\\"", *c) || (unsigned char)*c >= 0x7F) *c = ' ';
  size_t length = strlen(name);
  while (length && name[length - 1] == ' ') name[--length] = 0;
  TrmPlace place = trm_source_place(a->source, 0);
  TrmNode *node = trm_adams_word(a, place, name);
  node->plain = 0;
  if (length) trm_adams_put(a, a->root, "name", place, node);
}

/* everything under its key */
static void finish(TrmAdams *a) {
  static const char *const keys[] = {"splines",
                                     "points",
                                     "bodies",
                                     "joints",
                                     "motions",
                                     "constraints",
                                     "forces",
                                     "contacts",
                                     "variables",
                                     "equations",
                                     "transfer_functions",
                                     "state_spaces",
                                     "events",
                                     "outputs"};
  for (size_t i = 0; i < a->count; i++) {
    TrmAdamsStatement *s = a->list[i];
    if (!s->markers || !s->node) continue;
    if (s->markers->count) trm_adams_put(a, s->node, "markers", s->place, s->markers);
    if (s->shapes->count) trm_adams_put(a, s->node, "shape", s->place, s->shapes);
  }
  for (size_t k = 0; k < TRM_ADAMS_SECTIONS; k++)
    if (a->sections[k]) trm_adams_put(a, a->root, keys[k], a->sections[k]->place, a->sections[k]);
  if (a->simulate && a->simulate->count)
    trm_adams_put(a, a->root, "simulate", a->simulate->place, a->simulate);
}

static void release_text(void *text) {
  trm_text_clear(text);
}

static void release_log(void *slot) {
  trm_log_free(*(TrmLog **)slot);
}

static TrmAdams *begin(TrmArena *arena, const char *ignore, TrmLog *log) {
  TrmAdams *a = trm_arena_alloc(arena, sizeof *a);
  TrmLog **probe = trm_arena_alloc(arena, sizeof(TrmLog *));
  a->arena = arena;
  a->log = log;
  a->ignore = ignore;
  a->mass_unit = 1;
  a->ids = trm_map_new(arena);
  a->names = trm_map_new(arena);
  a->scratch = trm_arena_alloc(arena, sizeof *a->scratch);
  trm_arena_defer(arena, release_text, a->scratch);
  trm_arena_defer(arena, release_log, probe);
  *probe = trm_log_new();
  if (!*probe) trm_guard_leave();
  a->probe = *probe;
  return a;
}

/* what is called as the command file is, when it names none */
static const char *same_name(TrmAdams *a, const TrmSource *commands) {
  const char *own = trm_source_name(commands), *slash = strrchr(own, '/');
  if (slash) own = slash + 1;
  const char *dot = strrchr(own, '.');
  return trm_arena_printf(a->arena, "%.*s.adm", dot ? (int)(dot - own) : (int)strlen(own), own);
}

/* the dataset that a command file names, beside it */
static const TrmSource *open_dataset(TrmAdams *a, TrmModel *model, const TrmSource *commands,
                                     const char *named) {
  const char *own = trm_source_name(commands), *slash = strrchr(own, '/'), *reason = NULL;
  const char *name = named ? named : same_name(a, commands);
  const char *dot = strrchr(name, '.');
  int folder = slash && *name != '/';
  const char *path = trm_arena_printf(a->arena, "%.*s%s%s", folder ? (int)(slash - own + 1) : 0,
                                      own, name, dot && !strchr(dot, '/') ? "" : ".adm");
  TrmSource **slot = source_slot(a->arena);
  TrmStatus status = trm_source_read(path, TRM_NAMED_BY_MODEL, TRM_SOURCE_LIMIT, slot, &reason);
  if (status == TRM_NO_MEMORY) trm_guard_leave();
  if (status == TRM_OK) {
    trm_model_keep(model, *slot);
    return *slot;
  }
  if (!named) {
    trm_log_add(a->log, TRM_E_ADAMS_COMMAND, trm_source_place(commands, 0), NULL,
                "the command file names no dataset, and there is no '%s'", path);
    trm_log_hint(a->log, "write FILE/MODEL=name of the .adm file");
    return NULL;
  }
  trm_log_add(a->log, TRM_E_FILE_OPEN, trm_source_place(commands, 0), path,
              "the dataset '%s' cannot be read: %s", path, reason ? reason : "no such file");
  return NULL;
}

TrmNode *trm_adams_read(TrmArena *arena, TrmModel *model, const TrmSource *source,
                        const char *ignore, TrmLog *log) {
  TrmAdams *a = begin(arena, ignore, log), *commands = NULL;
  source = cleaned(arena, model, source);
  if (!trm_encoding_check(source, log)) return NULL;
  if (is_commands(source)) {
    commands = begin(arena, ignore, log);
    const char *name = trm_adams_commands(a, commands, source);
    source = open_dataset(a, model, source, name);
    if (source) source = cleaned(arena, model, source);
    if (!source || !trm_encoding_check(source, log)) return NULL;
  }
  a->source = source;
  a->root = trm_adams_map(a, trm_source_place(source, 0));
  trm_adams_lex(a, source, 1);
  trm_adams_sort(a, 0, 0);
  enter_ids(a);
  if (commands) trm_adams_changes(a, commands);
  trm_adams_name_all(a);
  weed(a);
  trm_adams_put(a, a->root, "trammel", a->root->place, trm_adams_word(a, a->root->place, "1"));
  write_title(a);
  trm_adams_starts(a);
  write_all(a);
  if (commands) trm_adams_analyses(a, commands);
  finish(a);
  if (!a->ended)
    trm_log_add(log, TRM_W_ADAMS_END, trm_source_place(source, 0), NULL,
                "the dataset does not close with END; it may be cut off");
  if (trm_log_errors(log) == 0) trm_adams_summary(a);
  return a->root;
}
