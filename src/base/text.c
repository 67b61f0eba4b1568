/* SPDX-License-Identifier: Apache-2.0
 *
 * Text: growing buffers, JSON quoting, shortest round-trip numbers, and the nearest word by
 * Damerau-Levenshtein distance.
 */
#include "base/text.h"
#include "base/arena.h"
#include "trammel/log.h"
#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* room for `more` bytes and the terminator */
static void reserve(TrmText *text, size_t more) {
  if (more > SIZE_MAX / 4 || text->length > SIZE_MAX / 4) trm_guard_leave();
  size_t wanted = text->length + more + 1;
  if (wanted <= text->capacity) return;
  size_t capacity = text->capacity ? text->capacity : 256;
  while (capacity < wanted) capacity *= 2;
  char *bytes = realloc(text->bytes, capacity);
  if (!bytes) {
    trm_text_clear(text);
    trm_guard_leave();
  }
  text->bytes = bytes;
  text->capacity = capacity;
}

void trm_text_bytes(TrmText *text, const char *bytes, size_t length) {
  reserve(text, length);
  if (length) memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
  text->bytes[text->length] = 0;
}

void trm_text_add(TrmText *text, const char *string) {
  trm_text_bytes(text, string, strlen(string));
}

void trm_text_char(TrmText *text, char c) {
  trm_text_bytes(text, &c, 1);
}

void trm_text_printf(TrmText *text, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  va_end(args);
  if (length > 0) {
    reserve(text, (size_t)length);
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
    text->length += (size_t)length;
  }
  va_end(again);
}

size_t trm_utf8_length(const char *bytes, size_t left) {
  const unsigned char *b = (const unsigned char *)bytes;
  if (left == 0) return 0;
  size_t length = b[0] < 0x80 ? 1 : b[0] >= 0xF0 ? 4 : b[0] >= 0xE0 ? 3 : 2;
  if (b[0] >= 0x80 && (b[0] < 0xC2 || b[0] > 0xF4)) return 0;
  if (length > left) return 0;
  for (size_t i = 1; i < length; i++)
    if ((b[i] & 0xC0) != 0x80) return 0;
  return length;
}

void trm_text_json(TrmText *text, const char *string) {
  trm_text_char(text, '"');
  for (const char *s = string; *s; s++) {
    unsigned char c = (unsigned char)*s;
    size_t length = c < 0x80 ? 1 : trm_utf8_length(s, strlen(s));
    if (length == 0) {
      trm_text_add(text, "\\ufffd");
    } else if (length > 1) {
      trm_text_bytes(text, s, length);
      s += length - 1;
    } else if (c == '"' || c == '\\') {
      trm_text_char(text, '\\');
      trm_text_char(text, (char)c);
    } else if (c == '\n') {
      trm_text_add(text, "\\n");
    } else if (c < 0x20) {
      trm_text_printf(text, "\\u%04x", c);
    } else {
      trm_text_char(text, (char)c);
    }
  }
  trm_text_char(text, '"');
}

void trm_text_base64(TrmText *text, const void *bytes, size_t length) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const unsigned char *b = bytes;
  for (size_t i = 0; i < length; i += 3) {
    size_t left = length - i;
    unsigned word = (unsigned)b[i] << 16;
    if (left > 1) word |= (unsigned)b[i + 1] << 8;
    if (left > 2) word |= b[i + 2];
    char four[4] = {digits[word >> 18], digits[word >> 12 & 63], '=', '='};
    if (left > 1) four[2] = digits[word >> 6 & 63];
    if (left > 2) four[3] = digits[word & 63];
    trm_text_bytes(text, four, sizeof four);
  }
}

void trm_text_clear(TrmText *text) {
  free(text->bytes);
  *text = (TrmText){0};
}

void trm_text_free(char *text) {
  free(text);
}

void trm_number_format(double value, char *buffer) {
  /* whole numbers, the most common ones, need no search */
  if (fabs(value) < 1e15 && value == floor(value) && (value != 0 || !signbit(value))) {
    snprintf(buffer, 32, "%lld", (long long)value);
    return;
  }
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(buffer, 32, "%.*g", digits, value);
    if (strtod(buffer, NULL) == value) return;
  }
}

void trm_text_number(TrmText *text, double value) {
  char buffer[32];
  trm_number_format(value, buffer);
  trm_text_add(text, buffer);
}

/* [+-] digits [. digits] [e [+-] digits] */
static int looks_decimal(const char *s, const char *end) {
  int digits = 0;
  if (s < end && (*s == '+' || *s == '-')) s++;
  for (; s < end && isdigit((unsigned char)*s); s++) digits++;
  if (s < end && *s == '.')
    for (s++; s < end && isdigit((unsigned char)*s); s++) digits++;
  if (!digits) return 0;
  if (s < end && (*s == 'e' || *s == 'E')) {
    s++;
    if (s < end && (*s == '+' || *s == '-')) s++;
    if (s == end) return 0;
    while (s < end && isdigit((unsigned char)*s)) s++;
  }
  return s == end;
}

int trm_number_parse(const char *text, size_t length, double *value) {
  char buffer[512];
  if (length == 0 || length >= sizeof buffer || !looks_decimal(text, text + length)) return 0;
  memcpy(buffer, text, length);
  buffer[length] = 0;
  *value = strtod(buffer, NULL);
  return isfinite(*value);
}

int trm_same_word(const char *a, const char *b) {
  for (; *a && *b; a++, b++)
    if (tolower((unsigned char)*a) != tolower((unsigned char)*b)) return 0;
  return *a == *b;
}

enum { LONGEST_WORD = 64 };

/* edits (insert, delete, replace, swap neighbours) from a to b; case counts as half nothing */
static unsigned edit_distance(const char *a, size_t n, const char *b, size_t m) {
  unsigned rows[3][LONGEST_WORD + 1];
  for (size_t j = 0; j <= m; j++) rows[0][j] = (unsigned)j;
  for (size_t i = 1; i <= n; i++) {
    unsigned *row = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
    row[0] = (unsigned)i;
    for (size_t j = 1; j <= m; j++) {
      int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[j - 1]);
      unsigned best = last[j - 1] + (x != y);
      if (last[j] + 1 < best) best = last[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      if (i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) &&
          y == tolower((unsigned char)a[i - 2]) && before[j - 2] + 1 < best)
        best = before[j - 2] + 1;
      row[j] = best;
    }
  }
  return rows[n % 3][m];
}

TrmNearest trm_nearest(const char *word) {
  size_t length = strlen(word);
  /* a third of the word may differ, at least one letter */
  unsigned allowed = length < 3 ? 1 : (unsigned)(length / 3) + 1;
  return (TrmNearest){word, NULL, allowed + 1};
}

void trm_nearest_try(TrmNearest *nearest, const char *candidate) {
  size_t n = strlen(nearest->word), m = strlen(candidate);
  if (n > LONGEST_WORD || m > LONGEST_WORD || n == 0) return;
  size_t gap = n > m ? n - m : m - n;
  unsigned distance;
  if (gap < nearest->distance) {
    distance = edit_distance(nearest->word, n, candidate, m);
  } else if (n >= 3 && m > n && strncmp(nearest->word, candidate, n) == 0) {
    /* the beginning of a longer word is worth a try when nothing is nearer */
    distance = nearest->best ? nearest->distance : nearest->distance - 1;
  } else {
    return;
  }
  if (distance < nearest->distance && distance < (unsigned)(n > m ? n : m)) {
    nearest->distance = distance;
    nearest->best = candidate;
  }
}

/* the pattern fits the whole text; on a mismatch the last * takes one character more */
int trm_text_fits(const char *pattern, const char *text) {
  const char *star = NULL, *resume = NULL;
  while (*text) {
    if (*pattern == '*') {
      star = ++pattern;
      resume = text;
    } else if (*pattern == '?' || *pattern == *text) {
      pattern++;
      text++;
    } else if (star) {
      pattern = star;
      text = ++resume;
    } else {
      return 0;
    }
  }
  while (*pattern == '*') pattern++;
  return !*pattern;
}
