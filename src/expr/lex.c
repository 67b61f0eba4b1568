/* SPDX-License-Identifier: Apache-2.0
 *
 * Tokens: decimal numbers (with D for degrees), dotted names, operators in their own and in the
 * Adams spelling. A character that does not belong is an error with a hint at what was meant.
 */
#include "expr/lex.h"
#include "base/text.h"
#include "expr/expr.h"
#include <string.h>

static int is_digit(char c) {
  return c >= '0' && c <= '9';
}

static int is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static int is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* digits [. digits] [e [+-] digits]; returns the length */
static size_t number_length(const char *s) {
  size_t n = 0;
  while (is_digit(s[n])) n++;
  if (s[n] == '.') n++;
  while (is_digit(s[n])) n++;
  if (s[n] == 'e' || s[n] == 'E') {
    size_t sign = s[n + 1] == '+' || s[n + 1] == '-';
    if (is_digit(s[n + 1 + sign])) {
      n += 1 + sign;
      while (is_digit(s[n])) n++;
    }
  }
  return n;
}

static TrmToken number_token(TrmLexer *lexer, TrmToken token) {
  const char *s = lexer->text + lexer->at;
  size_t n = number_length(s);
  token.kind = TRM_TOKEN_NUMBER;
  if (!trm_number_parse(s, n, &token.number)) {
    trm_log_add(lexer->log, TRM_E_EXPR_NUMBER, trm_place_part(lexer->place, lexer->at, n), NULL,
                "'%.*s' is not a number that can be stored", n > 40 ? 40 : (int)n, s);
    trm_log_hint(lexer->log, "numbers go up to about 1.8e308");
    token.kind = TRM_TOKEN_BAD;
  }
  /* 30D: degrees, unless the D begins a name */
  if ((s[n] == 'D' || s[n] == 'd') && !is_letter(s[n + 1]) && !is_digit(s[n + 1])) {
    token.degrees = 1;
    n++;
  }
  token.length = n;
  return token;
}

static size_t name_length(const char *s) {
  size_t n = 0;
  for (;;) {
    while (is_letter(s[n]) || is_digit(s[n])) n++;
    if (s[n] != '.' || !is_letter(s[n + 1])) return n;
    n++;
  }
}

static TrmToken name_token(TrmLexer *lexer, TrmToken token) {
  static const struct {
    const char *word;
    unsigned operation;
  } words[] = {{"and", TRM_OP_AND}, {"or", TRM_OP_OR}, {"not", TRM_OP_NOT}};
  const char *s = lexer->text + lexer->at;
  token.kind = TRM_TOKEN_NAME;
  token.length = name_length(s);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    char word[4] = {0};
    if (token.length != strlen(words[i].word)) continue;
    memcpy(word, s, token.length);
    if (!trm_same_word(word, words[i].word)) continue;
    token.kind = TRM_TOKEN_OPERATOR;
    token.operation = words[i].operation;
  }
  return token;
}

/* spellings of other languages, and what to write instead; longer ones first */
static const struct {
  const char *spelling, *instead;
} foreign[] = {{"!=", "write 'not (a == b)'"},
               {"<>", "write 'not (a == b)'"},
               {"&&", "write 'and'"},
               {"||", "write 'or'"},
               {"!", "write 'not'"},
               {"&", "write 'and'"},
               {"|", "write 'or', or abs(x) for a magnitude"},
               {"=", "write '==' to compare"},
               {"%", "write mod(a, b)"},
               {"[", "write '('"},
               {"]", "write ')'"},
               {"{", "write '('"},
               {"}", "write ')'"},
               {";", "write ','"},
               {"\xc3\x97", "write '*'"},
               {"\xc2\xb7", "write '*'"},
               {"\xc3\xb7", "write '/'"},
               {"\xe2\x88\x92", "write '-'"},
               {"\xe2\x80\x93", "write '-'"},
               {"\xc2\xb2", "write '^2'"},
               {"\xc2\xb3", "write '^3'"},
               {"\xc2\xb0", "write '*deg'"},
               {"\xcf\x80", "write 'pi'"}};

/* bytes of the UTF-8 character at s, for showing it whole */
static size_t character_length(const char *s) {
  size_t n = 1;
  if ((unsigned char)*s >= 0xC0)
    while (n < 4 && ((unsigned char)s[n] & 0xC0) == 0x80) n++;
  return n;
}

static TrmToken foreign_token(TrmLexer *lexer, TrmToken token) {
  const char *s = lexer->text + lexer->at, *instead = NULL;
  token.kind = TRM_TOKEN_BAD;
  token.length = character_length(s);
  for (size_t i = 0; i < sizeof foreign / sizeof *foreign && !instead; i++) {
    size_t n = strlen(foreign[i].spelling);
    if (strncmp(s, foreign[i].spelling, n) != 0) continue;
    instead = foreign[i].instead;
    token.length = n;
  }
  TrmPlace place = trm_place_part(lexer->place, lexer->at, token.length);
  unsigned char c = (unsigned char)*s;
  if (c < 0x20 || c == 0x7F || (c >= 0x80 && token.length == 1)) {
    trm_log_add(lexer->log, TRM_E_EXPR_CHARACTER, place, NULL,
                "byte 0x%02x does not belong in an expression", c);
  } else {
    trm_log_add(lexer->log, TRM_E_EXPR_CHARACTER, place, NULL,
                "'%.*s' does not belong in an expression", (int)token.length, s);
  }
  if (instead) trm_log_hint(lexer->log, "%s", instead);
  return token;
}

TrmToken trm_lexer_next(TrmLexer *lexer) {
  static const struct {
    char spelling[3];
    unsigned operation;
  } operators[] = {{"**", TRM_OP_POWER},   {"<=", TRM_OP_LESS_EQUAL}, {">=", TRM_OP_GREATER_EQUAL},
                   {"==", TRM_OP_EQUAL},   {"+", TRM_OP_ADD},         {"-", TRM_OP_SUBTRACT},
                   {"*", TRM_OP_MULTIPLY}, {"/", TRM_OP_DIVIDE},      {"^", TRM_OP_POWER},
                   {"<", TRM_OP_LESS},     {">", TRM_OP_GREATER}};
  static const char marks[] = "(),:";
  static const TrmTokenKind kinds[] = {TRM_TOKEN_OPEN, TRM_TOKEN_CLOSE, TRM_TOKEN_COMMA,
                                       TRM_TOKEN_COLON};
  while (is_space(lexer->text[lexer->at])) lexer->at++;
  const char *s = lexer->text + lexer->at;
  TrmToken token = {TRM_TOKEN_END, 0, lexer->at, 1, 0, 0};
  const char *mark = *s ? strchr(marks, *s) : NULL;
  if (!*s) {
    token.length = 0;
  } else if (is_digit(*s) || (*s == '.' && is_digit(s[1]))) {
    token = number_token(lexer, token);
  } else if (is_letter(*s)) {
    token = name_token(lexer, token);
  } else if (mark) {
    token.kind = kinds[mark - marks];
  } else {
    token.kind = TRM_TOKEN_BAD;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
      size_t n = strlen(operators[i].spelling);
      if (strncmp(s, operators[i].spelling, n) != 0 || strncmp(s, "<>", 2) == 0) continue;
      token.kind = TRM_TOKEN_OPERATOR;
      token.operation = operators[i].operation;
      token.length = n;
      break;
    }
    if (token.kind == TRM_TOKEN_BAD) token = foreign_token(lexer, token);
  }
  lexer->at += token.length;
  return token;
}
