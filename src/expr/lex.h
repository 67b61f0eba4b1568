/* SPDX-License-Identifier: Apache-2.0
 *
 * Tokens of the function language, read one at a time from a text that stands at a place.
 */
#ifndef TRM_EXPR_LEX_H
#define TRM_EXPR_LEX_H

#include "base/journal.h"
#include <stddef.h>

typedef enum TrmTokenKind {
  TRM_TOKEN_END,
  TRM_TOKEN_NUMBER,   /* number; degrees is 1 for 30D */
  TRM_TOKEN_NAME,     /* may be dotted */
  TRM_TOKEN_OPERATOR, /* operation: a TrmOperator */
  TRM_TOKEN_OPEN,
  TRM_TOKEN_CLOSE,
  TRM_TOKEN_COMMA,
  TRM_TOKEN_COLON,
  TRM_TOKEN_BAD /* an error, which is in the log */
} TrmTokenKind;

typedef struct TrmToken {
  TrmTokenKind kind;
  unsigned operation;
  size_t at, length;
  double number;
  int degrees;
} TrmToken;

typedef struct TrmLexer {
  const char *text;
  size_t at; /* next character */
  TrmPlace place;
  TrmLog *log;
} TrmLexer;

/* The next token; after TRM_TOKEN_BAD the lexer must not be used again. */
TrmToken trm_lexer_next(TrmLexer *lexer);

#endif
