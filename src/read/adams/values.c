/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of arguments: numbers (with exponents, and D for degrees), ids, texts, and the statements
 * that ids refer to. What cannot be read is reported where it stands.
 */
#include "read/adams/adams.h"
#include <ctype.h>
#include <math.h>
#include <string.h>

static const double degree = 0.017453292519943295769236907684886;

static int is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

int trm_adams_number(const char *text, size_t length, double *value, int *degrees) {
  char copy[64];
  size_t n = 0;
  *degrees = 0;
  /* a sign may stand apart from its number */
  for (size_t i = 0; i < length; i++) {
    if (is_space(text[i]) && (n == 0 || (n == 1 && (copy[0] == '-' || copy[0] == '+')))) continue;
    if (is_space(text[i]) || n + 1 >= sizeof copy) return 0;
    copy[n++] = text[i];
  }
  copy[n] = 0;
  if (n > 1 && (copy[n - 1] == 'D' || copy[n - 1] == 'd')) {
    copy[--n] = 0;
    *degrees = 1;
  }
  /* the exponent of double precision */
  char *d = strpbrk(copy, "Dd");
  if (d && !*degrees) *d = 'e';
  char *start = copy[0] == '+' ? copy + 1 : copy;
  if (!trm_number_parse(start, strlen(start), value)) return 0;
  return isfinite(*value);
}

/* the entry of a list that begins at `at`; its end */
static size_t entry_end(const TrmAdamsStatement *s, const TrmAdamsArg *arg, size_t at) {
  size_t end = arg->at + arg->length;
  while (at < end && s->text[at] != ',' && s->text[at] != ':') at++;
  return at;
}

static void trim(const TrmAdamsStatement *s, size_t *at, size_t *end) {
  while (*at < *end && is_space(s->text[*at])) ++*at;
  while (*end > *at && is_space(s->text[*end - 1])) --*end;
}

static void bad_value(TrmAdams *a, const TrmAdamsStatement *s, const TrmAdamsArg *arg, size_t at,
                      size_t end, const char *wanted) {
  if (at >= end) {
    trm_log_add(a->log, TRM_E_ADAMS_VALUE, trm_adams_name_place(s, arg), s->name, "%s needs %s",
                arg->key, wanted);
    return;
  }
  size_t shown = end - at < 40 ? end - at : 40;
  trm_log_add(a->log, TRM_E_ADAMS_VALUE, trm_adams_place(s, at, end - at), s->name,
              "%s needs %s, found '%.*s'", arg->key, wanted, (int)shown, s->text + at);
}

/* calls take(context, value, degrees, at, end) for each number; 0 after an error */
static int each_real(TrmAdams *a, const TrmAdamsStatement *s, const TrmAdamsArg *arg,
                     void (*take)(TrmAdams *a, void *context, double value, int degrees,
                                  TrmPlace place),
                     void *context) {
  size_t at = arg->at, stop = arg->at + arg->length;
  int good = 1;
  do {
    size_t end = entry_end(s, arg, at), from = at, to = end;
    double value;
    int degrees;
    trim(s, &from, &to);
    if (!trm_adams_number(s->text + from, to - from, &value, &degrees)) {
      bad_value(a, s, arg, from, to, "a number");
      good = 0;
      break;
    }
    take(a, context, value, degrees, trm_adams_place(s, from, to - from));
    at = end + 1;
  } while (at < stop);
  return good;
}

typedef struct Reals {
  double *values;
  size_t count, capacity;
} Reals;

static void take_real(TrmAdams *a, void *context, double value, int degrees, TrmPlace place) {
  Reals *reals = context;
  (void)place;
  TRM_PUSH(a->arena, reals->values, reals->count, reals->capacity,
           degrees ? value * degree : value);
}

static void take_node(TrmAdams *a, void *context, double value, int degrees, TrmPlace place) {
  char number[32];
  trm_number_format(value, number);
  TrmNode *node = degrees && value != 0 ? trm_adams_wordf(a, place, "%s*deg", number)
                                        : trm_adams_wordf(a, place, "%s", number);
  trm_adams_push(a, context, node);
}

size_t trm_adams_reals(TrmAdams *a, TrmAdamsStatement *s, const TrmAdamsArg *arg, double **values) {
  Reals reals = {0};
  if (!each_real(a, s, arg, take_real, &reals)) {
    s->dropped = 1;
    return 0;
  }
  *values = reals.values;
  return reals.count;
}

static int check_count(TrmAdams *a, TrmAdamsStatement *s, const TrmAdamsArg *arg, size_t count,
                       size_t least, size_t most) {
  if (count >= least && count <= most) return 1;
  s->dropped = 1;
  if (least == most)
    trm_log_add(a->log, TRM_E_ADAMS_VALUE, trm_adams_value_place(s, arg), s->name,
                "%s needs %zu number%s, found %zu", arg->key, least, least == 1 ? "" : "s", count);
  else
    trm_log_add(a->log, TRM_E_ADAMS_VALUE, trm_adams_value_place(s, arg), s->name,
                "%s needs %zu to %zu numbers, found %zu", arg->key, least, most, count);
  return 0;
}

int trm_adams_vector(TrmAdams *a, TrmAdamsStatement *s, const char *key, double *values,
                     size_t least, size_t most) {
  const TrmAdamsArg *arg = trm_adams_arg(s, key);
  double *list = NULL;
  if (!arg) return 0;
  size_t count = trm_adams_reals(a, s, arg, &list);
  if (!count || !check_count(a, s, arg, count, least, most)) return 0;
  memcpy(values, list, count * sizeof *values);
  return (int)count;
}

int trm_adams_real(TrmAdams *a, TrmAdamsStatement *s, const char *key, double *value) {
  return trm_adams_vector(a, s, key, value, 1, 1);
}

TrmNode *trm_adams_vector_node(TrmAdams *a, TrmAdamsStatement *s, const char *key, size_t least,
                               size_t most) {
  const TrmAdamsArg *arg = trm_adams_arg(s, key);
  if (!arg) return NULL;
  TrmNode *list = trm_adams_list(a, trm_adams_value_place(s, arg));
  if (!each_real(a, s, arg, take_node, list)) {
    s->dropped = 1;
    return NULL;
  }
  return check_count(a, s, arg, list->count, least, most) ? list : NULL;
}

TrmNode *trm_adams_real_node(TrmAdams *a, TrmAdamsStatement *s, const char *key) {
  TrmNode *list = trm_adams_vector_node(a, s, key, 1, 1);
  return list ? list->items[0] : NULL;
}

size_t trm_adams_ids(TrmAdams *a, TrmAdamsStatement *s, const char *key, long **ids) {
  const TrmAdamsArg *arg = trm_adams_arg(s, key);
  size_t count = 0, capacity = 0;
  *ids = NULL;
  if (!arg) return 0;
  size_t at = arg->at, stop = arg->at + arg->length;
  do {
    size_t end = entry_end(s, arg, at), from = at, to = end;
    long id = 0;
    trim(s, &from, &to);
    int good = to > from && to - from < 12;
    for (size_t i = from; i < to && good; i++) {
      good = isdigit((unsigned char)s->text[i]);
      id = 10 * id + (s->text[i] - '0');
    }
    if (!good) {
      bad_value(a, s, arg, from, to, "an id (a whole number)");
      s->dropped = 1;
      return 0;
    }
    TRM_PUSH(a->arena, *ids, count, capacity, id);
    at = end + 1;
  } while (at < stop);
  return count;
}

int trm_adams_id(TrmAdams *a, TrmAdamsStatement *s, const char *key, long *id) {
  long *ids;
  size_t count = trm_adams_ids(a, s, key, &ids);
  if (count == 0) return 0;
  *id = ids[0];
  return check_count(a, s, trm_adams_arg(s, key), count, 1, 1);
}

const char *trm_adams_text(TrmAdams *a, const TrmAdamsStatement *s, const char *key) {
  const TrmAdamsArg *arg = trm_adams_arg(s, key);
  if (!arg) return NULL;
  const char *from = s->text + arg->at;
  size_t length = arg->length;
  if (length >= 2 && (*from == '"' || *from == '\'') && from[length - 1] == *from) {
    from++;
    length -= 2;
  }
  char *text = trm_arena_copy(a->arena, from, length);
  for (char *c = text; *c; c++)
    if (*c == '\n' || *c == '\t') *c = ' ';
  return text;
}

TrmAdamsStatement *trm_adams_ref(TrmAdams *a, TrmAdamsStatement *s, const char *key,
                                 const char *kind, int required) {
  const TrmAdamsArg *arg = trm_adams_arg(s, key);
  long id = 0;
  if (!arg) {
    if (!required) return NULL;
    s->dropped = 1;
    trm_log_add(a->log, TRM_E_ADAMS_MISSING, s->place, s->name, "%s/%ld needs %s", s->kind->name,
                s->id, key);
    return NULL;
  }
  if (!trm_adams_id(a, s, key, &id)) return NULL;
  TrmAdamsStatement *found = trm_adams_find(a, kind, id);
  if (found) return found;
  s->dropped = 1;
  trm_log_add(a->log, TRM_E_ADAMS_REFERENCE, trm_adams_value_place(s, arg), s->name,
              "%s/%ld refers to %s/%ld, which does not exist", s->kind->name, s->id, kind, id);
  return NULL;
}
