/* SPDX-License-Identifier: Apache-2.0
 *
 * Text: a growing buffer to write into, quoting for JSON, the nearest word to a mistyped one, and
 * numbers printed with the fewest digits that read back to the same bits.
 */
#ifndef TRM_BASE_TEXT_H
#define TRM_BASE_TEXT_H

#include <stdarg.h>
#include <stddef.h>

/* Start from {0}. `bytes` is always terminated once anything was written. */
typedef struct TrmText {
  char *bytes;
  size_t length, capacity;
} TrmText;

/* Append; running out of memory leaves the innermost guard. Release with trm_text_clear. */
void trm_text_add(TrmText *text, const char *string);
void trm_text_bytes(TrmText *text, const char *bytes, size_t length);
void trm_text_char(TrmText *text, char c);
void trm_text_printf(TrmText *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void trm_text_json(TrmText *text, const char *string); /* quoted and escaped */
void trm_text_number(TrmText *text, double value);     /* shortest that reads back */
void trm_text_base64(TrmText *text, const void *bytes, size_t length);
void trm_text_clear(TrmText *text);

/* Write the shortest decimal that reads back to `value` into `buffer` (at least 32 bytes). */
void trm_number_format(double value, char *buffer);

/* Parse a plain decimal number that spans the whole of `text`; 1 on success. No locale. */
int trm_number_parse(const char *text, size_t length, double *value);

/* The nearest word: call trm_nearest_try for each candidate, then read `best` (NULL: none near). */
typedef struct TrmNearest {
  const char *word, *best;
  unsigned distance;
} TrmNearest;

TrmNearest trm_nearest(const char *word);
void trm_nearest_try(TrmNearest *nearest, const char *candidate);

/* Bytes of the UTF-8 character that begins at `bytes` (at most `left` long); 0: it is not one. */
size_t trm_utf8_length(const char *bytes, size_t left);

/* Equality without regard to ASCII case. */
int trm_same_word(const char *a, const char *b);

/* 1 when the pattern fits the whole text: * stands for any characters and ? for one. */
int trm_text_fits(const char *pattern, const char *text);

#endif
