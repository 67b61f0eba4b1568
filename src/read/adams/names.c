/* SPDX-License-Identifier: Apache-2.0
 *
 * Names: every statement with an id gets the name that a comment above it gives, else its kind and
 * id, as PART_2. Names of the model language have letters, digits and _ only; one that is taken, or
 * means a unit, gets the id behind it.
 */
#include "read/adams/adams.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

TrmAdamsStatement *trm_adams_find(const TrmAdams *a, const char *kind, long id) {
  char key[32];
  snprintf(key, sizeof key, "%ld", id);
  for (const TrmAdamsKind *k = trm_adams_kinds; k->name; k++)
    if (strcmp(k->name, kind) == 0) return trm_map_get(a->ids, k, key);
  return NULL;
}

/* words that mean something else in expressions; units do where a value is meant */
static int is_reserved(const char *name, int value) {
  static const char *const words[] = {"time", "pi",   "ground", "and",   "or",   "not",
                                      "if",   "true", "false",  "yes",   "no",   "on",
                                      "off",  "null", "length", "speed", "angle"};
  double si;
  TrmDimension dimension;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (trm_same_word(name, words[i])) return 1;
  return value && trm_unit_find(name, &si, &dimension);
}

/* what is between the last dot and the end, for markers, or all of it */
static char *cleaned(TrmAdams *a, const char *name) {
  size_t length = strlen(name);
  if (length > 100) length = 100;
  char *copy = trm_arena_alloc(a->arena, length + 2), *out = copy;
  if (isdigit((unsigned char)*name)) *out++ = '_';
  for (size_t i = 0; i < length; i++) *out++ = isalnum((unsigned char)name[i]) ? name[i] : '_';
  return copy;
}

static const char *lower(TrmAdams *a, const char *name) {
  char *copy = trm_arena_string(a->arena, name);
  for (char *c = copy; *c; c++) *c = (char)tolower((unsigned char)*c);
  return copy;
}

/* `wanted`, or with numbers behind it when it is taken among those of `owner`; a marker's name,
 * which follows its body's, may be any word */
static const char *unique(TrmAdams *a, const void *owner, const char *wanted, long id, int value) {
  const char *name = wanted;
  if (!owner && is_reserved(name, value))
    name = trm_arena_printf(a->arena, "%s_%ld", wanted, id < 0 ? 0 : id);
  for (unsigned i = 0; trm_map_get(a->names, owner, lower(a, name)); i++)
    name = i ? trm_arena_printf(a->arena, "%s_%ld_%u", wanted, id < 0 ? 0 : id, i)
             : trm_arena_printf(a->arena, "%s_%ld", wanted, id < 0 ? 0 : id);
  trm_map_put(a->names, owner, lower(a, name), a);
  return name;
}

const char *trm_adams_unique(TrmAdams *a, const char *wanted, long id) {
  return unique(a, NULL, cleaned(a, wanted), id, 1);
}

/* the part of a marker: as given, else the part before it */
static void find_part(TrmAdams *a, TrmAdamsStatement *s, TrmAdamsStatement *last) {
  const TrmAdamsArg *arg = trm_adams_arg(s, "PART");
  if (!arg) arg = trm_adams_arg(s, "POINT_MASS");
  if (!arg) {
    s->part = last;
    if (last || trm_adams_has(s, "FLEX_BODY") || trm_adams_has(s, "FE_PART")) return;
    s->dropped = 1;
    trm_log_add(a->log, TRM_E_ADAMS_MISSING, s->place, NULL, "MARKER/%ld needs PART", s->id);
    return;
  }
  long id = 0;
  if (!trm_adams_id(a, s, arg->key, &id)) return;
  s->part = trm_adams_find(a, "PART", id);
  if (!s->part) s->part = trm_adams_find(a, "POINT_MASS", id);
  if (s->part) return;
  s->dropped = 1;
  trm_log_add(a->log, TRM_E_ADAMS_REFERENCE, trm_adams_value_place(s, arg), NULL,
              "MARKER/%ld is on PART/%ld, which does not exist", s->id, id);
}

static int is_marker(const TrmAdamsStatement *s) {
  return s->kind && strcmp(s->kind->name, "MARKER") == 0;
}

static int is_part(const TrmAdamsStatement *s) {
  return s->kind &&
         (strcmp(s->kind->name, "PART") == 0 || strcmp(s->kind->name, "POINT_MASS") == 0);
}

/* do expressions read it by its bare name? */
static int is_value(const TrmAdamsStatement *s) {
  static const char *const kinds[] = {"VARIABLE", "DIFF", "TFSISO", "LSE", "REQUEST", "SPLINE"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strcmp(s->kind->name, kinds[i]) == 0) return 1;
  return 0;
}

static void name_thing(TrmAdams *a, TrmAdamsStatement *s) {
  const char *plain =
      s->id >= 0 ? trm_arena_printf(a->arena, "%s_%ld", s->kind->name, s->id) : s->kind->name;
  /* what is left out takes no name from others */
  if (s->kind->use == TRM_ADAMS_SKIP) {
    s->name = s->view ? s->view : plain;
    return;
  }
  if (is_part(s) && trm_adams_has(s, "GROUND")) {
    s->name = "ground";
    return;
  }
  s->name = unique(a, NULL, cleaned(a, s->view ? s->view : plain), s->id, is_value(s));
}

void trm_adams_name_all(TrmAdams *a) {
  TrmAdamsStatement *last = NULL;
  for (size_t i = 0; i < a->count; i++)
    if (a->list[i]->kind && !is_marker(a->list[i]) && !a->list[i]->dropped)
      name_thing(a, a->list[i]);
  /* a marker's name is its own within its part; the last word of a dotted one will do */
  for (size_t i = 0; i < a->count; i++) {
    TrmAdamsStatement *s = a->list[i];
    if (is_part(s)) last = s;
    if (!is_marker(s) || s->dropped) continue;
    find_part(a, s, last);
    const char *dot = s->view ? strrchr(s->view, '.') : NULL;
    const char *wanted = s->view ? cleaned(a, dot && dot[1] ? dot + 1 : s->view)
                                 : trm_arena_printf(a->arena, "MARKER_%ld", s->id);
    s->name = unique(a, s->part ? (const void *)s->part : (const void *)a, wanted, s->id, 0);
    if (s->part) s->full = trm_arena_printf(a->arena, "%s.%s", s->part->name, s->name);
  }
}

/* 1 when `word` stands between the commas of `list` */
static int listed(const char *list, const char *word) {
  size_t length = strlen(word);
  while (list && *list) {
    size_t n = strcspn(list, ",");
    size_t from = 0, to = n;
    while (from < to && list[from] == ' ') from++;
    while (to > from && list[to - 1] == ' ') to--;
    if (to - from == length) {
      size_t i = 0;
      while (i < length &&
             tolower((unsigned char)list[from + i]) == tolower((unsigned char)word[i]))
        i++;
      if (i == length) return 1;
    }
    list += n + (list[n] == ',');
  }
  return 0;
}

int trm_adams_ignored(const TrmAdams *a, const TrmAdamsStatement *s) {
  char key[96];
  if (!a->ignore) return 0;
  char word[64];
  snprintf(word, sizeof word, "%.*s", (int)(s->word < 63 ? s->word : 63), s->text);
  if (listed(a->ignore, s->kind ? s->kind->name : word)) return 1;
  snprintf(key, sizeof key, "%s/%ld", s->kind ? s->kind->name : word, s->id);
  return listed(a->ignore, key) || (s->name && listed(a->ignore, s->name)) ||
         (s->view && listed(a->ignore, s->view));
}
