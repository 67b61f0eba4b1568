/* SPDX-License-Identifier: Apache-2.0
 *
 * Arguments: the text of a statement cut into NAME = value and flags. Names may be shortened.
 * Values run to the next comma or backslash outside parentheses; what follows a comma and is no
 * argument goes on with the value before it, as in QP = 1, 2, 3.
 */
#include "read/adams/adams.h"
#include <ctype.h>
#include <string.h>

TrmPlace trm_adams_place(const TrmAdamsStatement *s, size_t at, size_t length) {
  size_t low = 0, high = s->run_count;
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    if (s->runs[middle].at <= at)
      low = middle;
    else
      high = middle;
  }
  const TrmAdamsRun *run = &s->runs[low];
  /* underline up to the end of the line at most */
  size_t end = low + 1 < s->run_count ? s->runs[low + 1].at - 1 : s->length;
  if (at + length > end) length = end > at ? end - at : 1;
  size_t column = run->column + (at > run->at ? at - run->at : 0);
  TrmPlace place = {run->source, run->line, (uint16_t)(column < UINT16_MAX ? column : UINT16_MAX),
                    0};
  return trm_place_part(place, 0, length);
}

TrmPlace trm_adams_value_place(const TrmAdamsStatement *s, const TrmAdamsArg *arg) {
  return trm_adams_place(s, arg->at, arg->length ? arg->length : 1);
}

TrmPlace trm_adams_name_place(const TrmAdamsStatement *s, const TrmAdamsArg *arg) {
  return trm_adams_place(s, arg->name, arg->name_end - arg->name);
}

static int is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

static int is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

static int is_separator(char c) {
  return c == ',' || c == '\n' || c == '\\' || c == 0;
}

/* the letters of a key in a table of keys, without its marks */
typedef struct Key {
  const char *word;
  size_t length;
  char form;     /* '=' value, '$' text, 0 flag */
  int preferred; /* short forms mean it */
} Key;

/* the key after `*keys`, which moves on; 0 at the end */
static int next_key(const char **keys, Key *key) {
  const char *s = *keys;
  while (*s == ' ') s++;
  if (!*s) return 0;
  key->preferred = *s == '*';
  key->word = s += key->preferred;
  while (is_word(*s)) s++;
  key->length = (size_t)(s - key->word);
  key->form = *s == '=' || *s == '$' ? *s++ : 0;
  *keys = s;
  return 1;
}

/* the plural counts as the word: DYNAMICS */
static int begins(const Key *key, const char *word, size_t length) {
  if (length == key->length + 1 && (word[length - 1] | 32) == 's') length--;
  if (length > key->length) return 0;
  for (size_t i = 0; i < length; i++)
    if (toupper((unsigned char)word[i]) != key->word[i]) return 0;
  return 1;
}

/* the key that `word` means, among flags or among values; the number of them when not one */
static int find_key(const char *keys, const char *word, size_t length, int valued, Key *found) {
  int count = 0, preferred = 0;
  Key key;
  for (const char *s = keys; next_key(&s, &key);) {
    if ((key.form != 0) != valued || !begins(&key, word, length)) continue;
    if (length == key.length) {
      *found = key;
      return 1;
    }
    if (!preferred) *found = key;
    preferred |= key.preferred;
    count++;
  }
  return preferred ? 1 : count;
}

/* does an argument begin at `at`? */
static int argument_at(const TrmAdamsStatement *s, size_t at) {
  size_t n = 0;
  Key key;
  while (is_space(s->text[at])) at++;
  while (is_word(s->text[at + n])) n++;
  if (n == 0) return 0;
  size_t after = at + n;
  while (is_space(s->text[after])) after++;
  if (s->text[after] == '=') return find_key(s->kind->keys, s->text + at, n, 1, &key) > 0;
  return is_separator(s->text[after]) && find_key(s->kind->keys, s->text + at, n, 0, &key) > 0;
}

/* is the value a function, in which a line may go on with an operator? */
static int is_function(const char *key) {
  return strncmp(key, "FUNCTION", 8) == 0 ||
         (strchr("FT", key[0]) && key[1] && strchr("XYZ12345678", key[1]) && !is_word(key[2]));
}

/* two operands side by side need a comma between them, and so do all entries of a list */
static int needs_comma(const char *text, size_t at, int listed) {
  size_t before = at, after = at + 1;
  while (before > 0 && is_space(text[before - 1])) before--;
  while (is_space(text[after])) after++;
  char b = before ? text[before - 1] : ',', c = text[after];
  if (listed) return b != ',' && b != '=' && c != ',';
  return (is_word(b) || b == '.' || b == ')') && (is_word(c) || c == '.' || c == '(');
}

/* the end of the value of `key` (NULL: of none that is known) that begins at `at`; continuations in
 * it are resolved */
static size_t value_end(TrmAdamsStatement *s, size_t at, const char *key, int plain) {
  int listed = key && !is_function(key);
  int depth = 0, quoted = 0;
  for (; at < s->length; at++) {
    char c = s->text[at];
    if (!plain && c == '"') quoted = !quoted;
    if (quoted && c != '\n') continue;
    if (!plain && c == '(') depth++;
    if (!plain && c == ')' && depth > 0) depth--;
    if (depth == 0 && (c == ',' || c == '\\')) return at;
    if (c != '\n') continue;
    if (argument_at(s, at + 1)) return at;
    s->text[at] = !plain && needs_comma(s->text, at, listed && depth == 0) ? ',' : ' ';
    if (s->text[at] == ',' && depth == 0) return at;
  }
  return s->length;
}

/* drop blanks around a value */
static void trim(const TrmAdamsStatement *s, TrmAdamsArg *arg) {
  while (arg->length && (is_space(s->text[arg->at]) || s->text[arg->at] == '\n')) {
    arg->at++;
    arg->length--;
  }
  while (arg->length && (is_space(s->text[arg->at + arg->length - 1]) ||
                         s->text[arg->at + arg->length - 1] == '\n'))
    arg->length--;
}

static void suggest(TrmAdams *a, const TrmAdamsStatement *s, const char *word) {
  TrmNearest nearest = trm_nearest(word);
  Key key;
  for (const char *keys = s->kind->keys; next_key(&keys, &key);)
    trm_nearest_try(&nearest, trm_arena_copy(a->arena, key.word, key.length));
  if (nearest.best) trm_log_hint(a->log, "did you mean '%s'?", nearest.best);
}

static void refuse(TrmAdams *a, const TrmAdamsStatement *s, size_t at, size_t length, int count) {
  size_t shown = length < 40 ? length : 40;
  char *word = trm_arena_copy(a->arena, s->text + at, shown);
  for (char *c = word; *c; c++) *c = (char)toupper((unsigned char)*c);
  TrmPlace place = trm_adams_place(s, at, length);
  if (count > 1) {
    trm_log_add(a->log, TRM_E_ADAMS_SHORT, place, s->name, "'%s' may mean several arguments of %s",
                word, s->kind->name);
    Key key;
    const char *list = "";
    for (const char *keys = s->kind->keys; next_key(&keys, &key);)
      if (begins(&key, word, strlen(word)))
        list = trm_arena_printf(a->arena, "%s%s%.*s", list, *list ? ", " : "", (int)key.length,
                                key.word);
    trm_log_hint(a->log, "write one of %s", list);
    return;
  }
  trm_log_add(a->log, TRM_E_ADAMS_ARGUMENT, place, s->name, "%s has no argument '%s'",
              s->kind->name, word);
  suggest(a, s, word);
}

static void add_arg(TrmAdams *a, TrmAdamsStatement *s, const Key *key, TrmAdamsArg arg) {
  arg.key = trm_arena_copy(a->arena, key->word, key->length);
  trim(s, &arg);
  const TrmAdamsArg *earlier = trm_adams_arg(s, arg.key);
  /* families of curves repeat Y */
  if (earlier && !(strcmp(s->kind->name, "SPLINE") == 0 && strcmp(arg.key, "Y") == 0)) {
    trm_log_add(a->log, TRM_E_ADAMS_TWICE, trm_adams_name_place(s, &arg), s->name,
                "%s is given twice", arg.key);
    trm_log_note(a->log, trm_adams_name_place(s, earlier), "first given here");
    return;
  }
  TRM_PUSH(a->arena, s->args, s->arg_count, s->arg_capacity, arg);
}

/* is the last argument a text, which may hold anything? */
static int ends_in_text(const TrmAdamsStatement *s) {
  Key key;
  const TrmAdamsArg *last = s->arg_count ? &s->args[s->arg_count - 1] : NULL;
  for (const char *keys = s->kind->keys; last && next_key(&keys, &key);)
    if (key.form == '$' && strlen(last->key) == key.length &&
        strncmp(last->key, key.word, key.length) == 0)
      return 1;
  return 0;
}

/* arguments that are not known do no harm where nothing moves by them; of pictures nobody asks */
static int is_lenient(TrmAdams *a, const TrmAdamsStatement *s, size_t at, size_t length,
                      int count) {
  static const char *const kinds[] = {"GRAPHICS", "REQUEST", "LINEAR", "FILE"};
  for (size_t i = 0; i < 4 && count == 0; i++) {
    if (strcmp(s->kind->name, kinds[i]) != 0) continue;
    if (i)
      trm_log_add(a->log, TRM_W_ADAMS_UNKNOWN, trm_adams_place(s, at, length), s->name,
                  "%s has no argument '%.*s' that is known here; it is left out", kinds[i],
                  (int)(length < 40 ? length : 40), s->text + at);
    return 1;
  }
  return 0;
}

/* one argument at `at`; where it ends */
static size_t take_argument(TrmAdams *a, TrmAdamsStatement *s, size_t at) {
  size_t n = 0;
  Key key;
  while (is_word(s->text[at + n])) n++;
  size_t after = at + n;
  while (is_space(s->text[after])) after++;
  TrmAdamsArg arg = {NULL, at, at + n, after, 0};
  int valued = n && s->text[after] == '=' && s->text[after + 1] != '=';
  if (valued || (n && is_separator(s->text[after]))) {
    int count = find_key(s->kind->keys, s->text + at, n, valued, &key);
    int number = !valued && isdigit((unsigned char)s->text[at]);
    if (count == 1 && !valued) {
      add_arg(a, s, &key, arg);
      return after;
    }
    if (count == 1 || (valued && !ends_in_text(s))) {
      arg.at = after + 1;
      size_t end =
          value_end(s, arg.at, count == 1 ? key.word : NULL, count == 1 && key.form == '$');
      arg.length = end - arg.at;
      if (count == 1)
        add_arg(a, s, &key, arg);
      else if (!is_lenient(a, s, at, n, count))
        refuse(a, s, at, n, count);
      return end;
    }
    if (!number && !ends_in_text(s) && is_lenient(a, s, at, n, count)) return after;
    if (!number && !ends_in_text(s) && (!s->arg_count || count > 1)) {
      refuse(a, s, at, n, count);
      return after;
    }
  }
  /* no argument: the value before it goes on, or it is out of place */
  const char *before = s->arg_count ? s->args[s->arg_count - 1].key : NULL;
  size_t end = value_end(s, at, before, 0);
  if (!s->arg_count || s->args[s->arg_count - 1].length == 0) {
    refuse(a, s, at, end > at ? end - at : 1, 0);
    return end;
  }
  TrmAdamsArg *last = &s->args[s->arg_count - 1];
  last->length = end - last->at;
  trim(s, last);
  return end;
}

void trm_adams_split(TrmAdams *a, TrmAdamsStatement *s) {
  size_t at = s->word;
  while (at < s->length && s->text[at] != '/') at++;
  at++;
  while (at < s->length && (is_space(s->text[at]) || s->text[at] == '\n')) at++;
  size_t digits = 0;
  while (at + digits < s->length && isdigit((unsigned char)s->text[at + digits])) digits++;
  size_t after = at + digits;
  while (after < s->length && is_space(s->text[after])) after++;
  if (digits && is_separator(after < s->length ? s->text[after] : 0)) {
    s->id = 0;
    for (size_t i = 0; i < digits; i++)
      if (s->id < 1000000000) s->id = 10 * s->id + (s->text[at + i] - '0');
    s->place = trm_adams_place(s, 0, after);
    at = after;
  } else {
    s->place = trm_adams_place(s, 0, s->word);
  }
  int read = s->kind && (s->kind->use == TRM_ADAMS_MEANS || *s->kind->keys);
  while (read && at < s->length) {
    if (is_space(s->text[at]) || is_separator(s->text[at]))
      at++;
    else
      at = take_argument(a, s, at);
  }
}

const TrmAdamsArg *trm_adams_arg(const TrmAdamsStatement *s, const char *key) {
  for (size_t i = 0; i < s->arg_count; i++)
    if (strcmp(s->args[i].key, key) == 0) return &s->args[i];
  return NULL;
}

int trm_adams_has(const TrmAdamsStatement *s, const char *key) {
  return trm_adams_arg(s, key) != NULL;
}

const char *trm_adams_choice(TrmAdams *a, const TrmAdamsStatement *s, const char *words,
                             int optional) {
  const TrmAdamsArg *found = NULL;
  const char *word = words;
  while (*word) {
    size_t n = strcspn(word, "|");
    for (size_t i = 0; i < s->arg_count; i++) {
      const TrmAdamsArg *arg = &s->args[i];
      if (strlen(arg->key) != n || strncmp(arg->key, word, n) != 0) continue;
      if (found) {
        trm_log_add(a->log, TRM_E_ADAMS_CLASH, trm_adams_name_place(s, arg), s->name,
                    "%s contradicts %s", arg->key, found->key);
        trm_log_note(a->log, trm_adams_name_place(s, found), "given here");
        return NULL;
      }
      found = arg;
    }
    word += n + (word[n] == '|');
  }
  if (found || optional) return found ? found->key : NULL;
  char *list = trm_arena_string(a->arena, words);
  for (char *c = list; *c; c++)
    if (*c == '|') *c = ' ';
  trm_log_add(a->log, TRM_E_ADAMS_MISSING, s->place, s->name, "%s does not say of which kind",
              trm_adams_label(a, s));
  trm_log_hint(a->log, "give one of %s", list);
  return NULL;
}
