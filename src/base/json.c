/* SPDX-License-Identifier: Apache-2.0
 *
 * JSON that is read (RFC 8259), by recursive descent.
 */
#include "base/json.h"
#include "base/text.h"
#include <stdint.h>
#include <string.h>

enum { MOST_DEPTH = 64 };

typedef struct Reader {
  const char *at;
  TrmArena *arena;
  int depth;
} Reader;

static TrmJson *read_value(Reader *r);

static void skip(Reader *r) {
  while (*r->at && strchr(" \t\r\n", *r->at)) r->at++;
}

/* four hexadecimal digits; -1: they are none */
static long read_hex(const char *c) {
  long code = 0;
  for (int i = 0; i < 4; i++) {
    const char *digits = "0123456789abcdef", *found;
    char small = c[i] >= 'A' && c[i] <= 'F' ? (char)(c[i] + 32) : c[i];
    if (!small || !(found = strchr(digits, small))) return -1;
    code = 16 * code + (found - digits);
  }
  return code;
}

/* a code point as UTF-8; how many bytes */
static size_t put_code(char *out, long code) {
  if (code < 0x80) {
    out[0] = (char)code;
    return 1;
  }
  size_t more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  static const int lead[] = {0, 0xC0, 0xE0, 0xF0};
  out[0] = (char)(lead[more] | code >> 6 * more);
  for (size_t i = 1; i <= more; i++) out[i] = (char)(0x80 | (code >> 6 * (more - i) & 0x3F));
  return more + 1;
}

/* after the backslash; how many bytes were written, 0: it is no escape */
static size_t read_escape(Reader *r, char *out) {
  static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
  const char *found = *r->at ? strchr(from, *r->at) : NULL;
  if (found) {
    r->at++;
    *out = to[found - from];
    return 1;
  }
  if (*r->at != 'u') return 0;
  long code = read_hex(r->at + 1);
  if (code < 0) return 0;
  r->at += 5;
  /* two halves of one beyond U+FFFF */
  if (code >= 0xD800 && code < 0xDC00 && r->at[0] == '\\' && r->at[1] == 'u') {
    long low = read_hex(r->at + 2);
    if (low >= 0xDC00 && low < 0xE000) {
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
      r->at += 6;
    }
  }
  /* half of a letter, or the end of a text inside it, is none */
  if (code == 0 || (code >= 0xD800 && code < 0xE000)) code = 0xFFFD;
  return put_code(out, code);
}

static const char *read_text(Reader *r) {
  if (*r->at != '"') return NULL;
  const char *end = ++r->at;
  while (*end && *end != '"') end += *end == '\\' && end[1] ? 2 : 1;
  char *text = trm_arena_alloc(r->arena, (size_t)(end - r->at) + 4);
  size_t length = 0;
  while (*r->at && *r->at != '"') {
    char c = *r->at++;
    if (c != '\\') {
      text[length++] = c;
      continue;
    }
    size_t wrote = read_escape(r, text + length);
    if (!wrote) return NULL;
    length += wrote;
  }
  if (*r->at != '"') return NULL;
  r->at++;
  return text;
}

static TrmJson *read_number(Reader *r, TrmJson *json) {
  size_t length = strspn(r->at, "+-0123456789.eE");
  if (!length || !trm_number_parse(r->at, length, &json->number)) return NULL;
  json->kind = TRM_JSON_NUMBER;
  r->at += length;
  return json;
}

/* what stands between brackets */
static TrmJson *read_list(Reader *r, TrmJson *json, char end) {
  const TrmJson **last = &json->first;
  json->kind = end == '}' ? TRM_JSON_OBJECT : TRM_JSON_ARRAY;
  r->at++;
  skip(r);
  while (*r->at != end) {
    const char *name = NULL;
    if (end == '}') {
      name = read_text(r);
      skip(r);
      if (!name || *r->at != ':') return NULL;
      r->at++;
    }
    TrmJson *item = read_value(r);
    if (!item) return NULL;
    item->name = name;
    *last = item;
    last = &item->next;
    json->count++;
    skip(r);
    if (*r->at == ',' && r->at[1]) {
      r->at++;
      skip(r);
      if (*r->at == end) return NULL;
    } else if (*r->at != end) {
      return NULL;
    }
  }
  r->at++;
  return json;
}

static TrmJson *read_word(Reader *r, TrmJson *json) {
  static const char *const words[] = {"null", "false", "true"};
  for (int i = 0; i < 3; i++) {
    size_t length = strlen(words[i]);
    if (strncmp(r->at, words[i], length) != 0) continue;
    r->at += length;
    json->kind = (TrmJsonKind)i;
    return json;
  }
  return NULL;
}

static TrmJson *read_value(Reader *r) {
  TrmJson *json = trm_arena_alloc(r->arena, sizeof *json);
  skip(r);
  if (r->depth == MOST_DEPTH) return NULL;
  r->depth++;
  if (*r->at == '{')
    json = read_list(r, json, '}');
  else if (*r->at == '[')
    json = read_list(r, json, ']');
  else if (*r->at == '"')
    json = (json->text = read_text(r)) ? json->kind = TRM_JSON_TEXT, json : NULL;
  else if (*r->at && strchr("-0123456789", *r->at))
    json = read_number(r, json);
  else
    json = read_word(r, json);
  r->depth--;
  return json;
}

const TrmJson *trm_json_read(const char *text, TrmArena *arena) {
  Reader r = {.at = text, .arena = arena};
  const TrmJson *json = read_value(&r);
  if (!json) return NULL;
  skip(&r);
  return *r.at ? NULL : json;
}

const TrmJson *trm_json_get(const TrmJson *json, const char *name) {
  if (!json || json->kind != TRM_JSON_OBJECT) return NULL;
  for (const TrmJson *item = json->first; item; item = item->next)
    if (strcmp(item->name, name) == 0) return item;
  return NULL;
}

double trm_json_number(const TrmJson *json, const char *name, double otherwise) {
  const TrmJson *item = trm_json_get(json, name);
  return item && item->kind == TRM_JSON_NUMBER ? item->number : otherwise;
}

const char *trm_json_text(const TrmJson *json, const char *name, const char *otherwise) {
  const TrmJson *item = trm_json_get(json, name);
  return item && item->kind == TRM_JSON_TEXT ? item->text : otherwise;
}

size_t trm_json_numbers(const TrmJson *json, const char *name, double *out, size_t most) {
  const TrmJson *list = trm_json_get(json, name);
  size_t count = 0;
  if (!list || list->kind != TRM_JSON_ARRAY) return 0;
  for (const TrmJson *item = list->first; item && count < most; item = item->next)
    if (item->kind == TRM_JSON_NUMBER) out[count++] = item->number;
  return count;
}
