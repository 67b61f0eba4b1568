/* SPDX-License-Identifier: Apache-2.0
 *
 * Lexer: lines to statements. `!` begins a comment; a line that begins with a comma, or follows one
 * that ends with &, goes on with the statement before it. Such a comma may separate arguments or
 * merely continue a function: it is kept as '\n', and args.c decides.
 */
#include "read/adams/adams.h"
#include <ctype.h>
#include <string.h>

typedef struct Lexer {
  TrmAdams *a;
  const TrmSource *source;
  TrmAdamsStatement *open; /* the statement that may go on */
  TrmText text;            /* its lines so far, in the arena when it closes */
  const char *view;        /* name in a comment above */
  int glued;               /* the line before ended with & */
  int commands;            /* a command file: names of files may come first */
} Lexer;

static int is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/* the name in a comment such as ! adams_view_name='PART_2' */
static const char *view_name(TrmAdams *a, const char *s, size_t length) {
  static const char mark[] = "adams_view_name";
  for (size_t i = 0; i + sizeof mark < length; i++) {
    size_t n = 0;
    while (n < sizeof mark - 1 && tolower((unsigned char)s[i + n]) == mark[n]) n++;
    if (n < sizeof mark - 1) continue;
    i += n;
    while (i < length && (is_blank(s[i]) || s[i] == '=')) i++;
    if (i >= length || (s[i] != '\'' && s[i] != '"')) return NULL;
    const char *end = memchr(s + i + 1, s[i], length - i - 1);
    if (!end || end == s + i + 1) return NULL;
    return trm_arena_copy(a->arena, s + i + 1, (size_t)(end - (s + i + 1)));
  }
  return NULL;
}

/* where the comment of a line begins, its end when there is none */
static size_t comment_at(const char *s, size_t length) {
  int quoted = 0;
  for (size_t i = 0; i < length; i++) {
    if (s[i] == '"' && (quoted || memchr(s + i + 1, '"', length - i - 1))) quoted = !quoted;
    if (s[i] == '!' && !quoted) return i;
  }
  return length;
}

/* characters in bytes of UTF-8 */
static size_t characters(const char *s, size_t length) {
  size_t count = 0;
  for (size_t i = 0; i < length; i++) count += ((unsigned char)s[i] & 0xC0) != 0x80;
  return count;
}

static void close_statement(Lexer *l) {
  TrmAdamsStatement *s = l->open;
  l->glued = 0;
  if (!s) return;
  s->text = trm_arena_copy(l->a->arena, l->text.bytes ? l->text.bytes : "", l->text.length);
  s->length = l->text.length;
  l->text.length = 0;
  l->open = NULL;
}

/* add the part of a line from byte `from` to `to` to the open statement */
static void add_run(Lexer *l, uint32_t line, const char *s, size_t from, size_t to) {
  TrmAdamsRun run = {l->source, l->text.length, line, characters(s, from) + 1};
  TRM_PUSH(l->a->arena, l->open->runs, l->open->run_count, l->open->run_capacity, run);
  trm_text_bytes(&l->text, s + from, to - from);
}

/* the name of the statement that begins here, up to `/`; 0 when none does */
static size_t statement_word(const char *s, size_t length) {
  size_t n = 0;
  while (n < length && (isalnum((unsigned char)s[n]) || s[n] == '_')) n++;
  if (n == 0 || !isalpha((unsigned char)s[0])) return 0;
  size_t slash = n;
  while (slash < length && is_blank(s[slash])) slash++;
  return slash < length && s[slash] == '/' ? n : 0;
}

/* a statement that is commented out: the name above it is its own */
static int is_silenced(const char *s, size_t length) {
  size_t at = 0;
  while (at < length && (is_blank(s[at]) || s[at] == '!')) at++;
  size_t word = statement_word(s + at, length - at);
  int several;
  return word > 2 && trm_adams_kind(s + at, word, 0, &several) != NULL;
}

/* STOP alone on its line */
static int is_stop(const char *s, size_t length) {
  static const char word[] = "stop";
  for (size_t i = 0; i < length; i++)
    if (length != 4 || tolower((unsigned char)s[i]) != word[i]) return 0;
  return length == 4;
}

static void begin_statement(Lexer *l, uint32_t line, const char *s, size_t from, size_t to) {
  TrmAdams *a = l->a;
  size_t word = statement_word(s + from, to - from);
  if (l->commands && is_stop(s + from, to - from)) word = to - from;
  TrmPlace place = {l->source, line, (uint16_t)(characters(s, from) + 1), 0};
  if (!word && l->commands && a->count == 0 && a->lead_count < 2) {
    a->lead[a->lead_count++] = trm_arena_copy(a->arena, s + from, to - from);
    return;
  }
  if (!word) {
    size_t n = characters(s + from, to - from);
    trm_log_add(a->log, TRM_E_ADAMS_LINE, trm_place_part(place, 0, n < 40 ? n : 40), NULL,
                "this line is no statement: '%.*s'", (int)(to - from < 40 ? to - from : 40),
                s + from);
    trm_log_hint(a->log, "a statement is NAME/id, arguments; a line that goes on begins with ','");
    return;
  }
  TrmAdamsStatement *made = trm_arena_alloc(a->arena, sizeof *made);
  made->source = l->source;
  made->id = -1;
  made->word = word;
  made->view = l->view;
  l->view = NULL;
  TRM_PUSH(a->arena, a->list, a->count, a->capacity, made);
  l->open = made;
  add_run(l, line, s, from, to);
}

/* one line without its comment: bytes `from` to `to` of it are not blank */
static void take_line(Lexer *l, uint32_t line, const char *s, size_t from, size_t to) {
  int glue = s[to - 1] == '&';
  if (glue) to--;
  while (to > from && is_blank(s[to - 1])) to--;
  int comma = s[from] == ',';
  if (l->open && (comma || l->glued)) {
    trm_text_char(&l->text, comma ? '\n' : ' ');
    if (comma) from++;
    while (from < to && is_blank(s[from])) from++;
    add_run(l, line, s, from, to);
  } else {
    close_statement(l);
    if (to > from) begin_statement(l, line, s, from, to);
  }
  l->glued = glue && l->open != NULL;
}

static int is_end(const char *s, size_t length) {
  return length == 3 && tolower((unsigned char)s[0]) == 'e' &&
         tolower((unsigned char)s[1]) == 'n' && tolower((unsigned char)s[2]) == 'd';
}

static void lex(Lexer *l, int titled) {
  size_t total, at = 0;
  const char *text = trm_source_text(l->source, &total);
  for (uint32_t line = 1; at < total && !l->a->ended; line++) {
    const char *s = text + at, *stop = memchr(s, '\n', total - at);
    size_t length = stop ? (size_t)(stop - s) : total - at;
    at += length + 1;
    if (line == 1 && titled) {
      l->a->title = trm_arena_copy(l->a->arena, s, length);
      continue;
    }
    size_t to = comment_at(s, length), from = 0;
    while (from < to && is_blank(s[from])) from++;
    if (to < length) {
      const char *view = view_name(l->a, s + to, length - to);
      if (view)
        l->view = view;
      else if (from == to && is_silenced(s + to, length - to))
        l->view = NULL;
    }
    while (to > from && is_blank(s[to - 1])) to--;
    if (from == to) continue;
    if (titled && is_end(s + from, to - from) && !l->glued)
      l->a->ended = 1;
    else
      take_line(l, line, s, from, to);
  }
  close_statement(l);
}

static void release_text(void *text) {
  trm_text_clear(text);
}

void trm_adams_lex(TrmAdams *a, const TrmSource *source, int titled) {
  Lexer *l = trm_arena_alloc(a->arena, sizeof *l);
  *l = (Lexer){.a = a, .source = source, .commands = !titled};
  trm_arena_defer(a->arena, release_text, &l->text);
  lex(l, titled);
}
