/* SPDX-License-Identifier: Apache-2.0
 *
 * Parser: precedence climbing over
 *   or < and < not < comparison < + - < * / < unary minus < ^ (from the right),
 * calls name(a, b), and Adams' if(e: a, b, c). It stops at the first error. Left-associative chains
 * grow by iteration, so that nesting (at most 200) bounds the recursion and not the length.
 */
#include "expr/expr.h"
#include "expr/function.h"
#include "expr/lex.h"
#include <string.h>

enum { DEEPEST = 200, LONGEST = 1 << 20, MOST_TERMS = 20000, UNARY_RANK = 7, POWER_RANK = 8 };

typedef struct Parser {
  TrmArena *arena;
  TrmLexer lexer;
  TrmToken token; /* the one looked at */
  size_t end;     /* where the token before it ended */
  unsigned depth;
  int failed;
} Parser;

static TrmExpr *parse_rank(Parser *p, int rank);

static TrmPlace token_place(const Parser *p) {
  return trm_place_part(p->lexer.place, p->token.at, p->token.length ? p->token.length : 1);
}

static void advance(Parser *p) {
  p->end = p->token.at + p->token.length;
  p->token = trm_lexer_next(&p->lexer);
  if (p->token.kind == TRM_TOKEN_BAD) p->failed = 1;
}

/* the text of the current token, cut to a printable length */
static int shown(const Parser *p) {
  return p->token.length > 40 ? 40 : (int)p->token.length;
}

static const char *token_text(const Parser *p) {
  return p->lexer.text + p->token.at;
}

static TrmExpr *new_expr(Parser *p, TrmExprKind kind, size_t at, size_t count) {
  TrmExpr *e = trm_arena_alloc(p->arena, sizeof *e);
  e->kind = kind;
  e->at = at;
  e->count = count;
  if (count) e->arguments = trm_arena_array(p->arena, count, sizeof *e->arguments);
  return e;
}

static TrmExpr *binary(Parser *p, unsigned operation, TrmExpr *a, TrmExpr *b) {
  TrmExpr *e = new_expr(p, TRM_EXPR_BINARY, a->at, 2);
  e->operation = operation;
  e->arguments[0] = a;
  e->arguments[1] = b;
  e->length = p->end - e->at;
  return e;
}

/* say what is missing where an operand should begin */
static TrmExpr *missing_operand(Parser *p) {
  if (p->failed) return NULL;
  p->failed = 1;
  TrmLog *log = p->lexer.log;
  int first = p->end == 0;
  switch (p->token.kind) {
  case TRM_TOKEN_END:
    if (first)
      trm_log_add(log, TRM_E_EXPR_OPERAND, p->lexer.place, NULL, "the expression is empty");
    else
      trm_log_add(log, TRM_E_EXPR_OPERAND, token_place(p), NULL,
                  "the expression ends where a number or name should follow");
    break;
  case TRM_TOKEN_CLOSE:
    trm_log_add(log, first ? TRM_E_EXPR_PARENTHESIS : TRM_E_EXPR_OPERAND, token_place(p), NULL,
                "')' stands where a number or name should be");
    break;
  default:
    trm_log_add(log, TRM_E_EXPR_OPERAND, token_place(p), NULL,
                "'%.*s' stands where a number or name should be", shown(p), token_text(p));
    if (p->token.kind == TRM_TOKEN_OPERATOR && p->token.operation == TRM_OP_NOT)
      trm_log_hint(log, "put parentheses around it: (not x)");
  }
  return NULL;
}

/* a ')' that closes what was opened at `open` */
static int expect_close(Parser *p, size_t open) {
  if (p->failed) return 0;
  if (p->token.kind == TRM_TOKEN_CLOSE) {
    advance(p);
    return !p->failed;
  }
  p->failed = 1;
  TrmLog *log = p->lexer.log;
  if (p->token.kind == TRM_TOKEN_END) {
    trm_log_add(log, TRM_E_EXPR_PARENTHESIS, trm_place_part(p->lexer.place, open, 1), NULL,
                "'(' is not closed");
    trm_log_hint(log, "add ')' at the end, or where the bracket should close");
  } else if (p->token.kind == TRM_TOKEN_COMMA || p->token.kind == TRM_TOKEN_COLON) {
    trm_log_add(log, TRM_E_EXPR_PARENTHESIS, token_place(p), NULL,
                "'%.*s' stands in plain parentheses", shown(p), token_text(p));
    trm_log_hint(log, "only the arguments of a function are separated by commas");
  } else {
    trm_log_add(log, TRM_E_EXPR_OPERATOR, token_place(p), NULL,
                "an operator is missing before '%.*s'", shown(p), token_text(p));
  }
  return 0;
}

/* the arguments after `name(`; `e` is the call, filled in here */
static TrmExpr *parse_arguments(Parser *p, TrmExpr *e, size_t open) {
  TrmExpr *list[TRM_FUNCTION_ARGUMENTS];
  size_t count = 0, colons = 0;
  while (!p->failed && (p->token.kind != TRM_TOKEN_CLOSE || count)) {
    TrmExpr *argument = parse_rank(p, 0);
    if (!argument) return NULL;
    if (count == TRM_FUNCTION_ARGUMENTS) {
      p->failed = 1;
      trm_log_add(p->lexer.log, TRM_E_FUNCTION_ARGUMENTS,
                  trm_place_part(p->lexer.place, argument->at, argument->length), e->name,
                  "'%s' has more than %d arguments", e->name, TRM_FUNCTION_ARGUMENTS);
      return NULL;
    }
    list[count++] = argument;
    if (p->token.kind == TRM_TOKEN_COLON && count == 1 && trm_same_word(e->name, "if")) {
      colons = 1;
    } else if (p->token.kind != TRM_TOKEN_COMMA) {
      break;
    }
    advance(p);
  }
  if (!expect_close(p, open)) return NULL;
  if (colons && count != 4) {
    p->failed = 1;
    trm_log_add(p->lexer.log, TRM_E_FUNCTION_ARGUMENTS,
                trm_place_part(p->lexer.place, e->at, p->end - e->at), e->name,
                "'if' with a colon has %zu values, not 3", count - 1);
    trm_log_hint(p->lexer.log, "write if(e: negative, zero, positive)");
    return NULL;
  }
  e->kind = colons ? TRM_EXPR_SIGN_IF : TRM_EXPR_CALL;
  e->count = count;
  e->arguments = trm_arena_array(p->arena, count ? count : 1, sizeof *e->arguments);
  if (count) memcpy(e->arguments, list, count * sizeof *list);
  e->length = p->end - e->at;
  return e;
}

static TrmExpr *parse_name(Parser *p) {
  TrmExpr *e = new_expr(p, TRM_EXPR_NAME, p->token.at, 0);
  e->length = p->token.length;
  e->name = trm_arena_copy(p->arena, token_text(p), p->token.length);
  advance(p);
  if (p->failed || p->token.kind != TRM_TOKEN_OPEN) return p->failed ? NULL : e;
  size_t open = p->token.at;
  advance(p);
  return parse_arguments(p, e, open);
}

static TrmExpr *parse_number(Parser *p) {
  TrmToken token = p->token;
  TrmExpr *e = new_expr(p, TRM_EXPR_NUMBER, token.at, 0);
  e->number = token.number;
  e->length = token.length - (size_t)token.degrees;
  advance(p);
  if (p->failed) return NULL;
  if (token.degrees) {
    TrmExpr *unit = new_expr(p, TRM_EXPR_NAME, token.at + token.length - 1, 0);
    unit->length = 1;
    unit->name = "deg";
    e = binary(p, TRM_OP_MULTIPLY, e, unit);
  }
  if (p->token.kind == TRM_TOKEN_NAME && p->token.at == p->end) {
    p->failed = 1;
    trm_log_add(p->lexer.log, TRM_E_EXPR_OPERATOR,
                trm_place_part(p->lexer.place, token.at, p->token.at + p->token.length - token.at),
                NULL, "an operator is missing between '%.*s' and '%.*s'",
                token.length > 40 ? 40 : (int)token.length, p->lexer.text + token.at, shown(p),
                token_text(p));
    trm_log_hint(p->lexer.log, "write %.*s*%.*s", token.length > 40 ? 40 : (int)token.length,
                 p->lexer.text + token.at, shown(p), token_text(p));
    return NULL;
  }
  return e;
}

static TrmExpr *parse_primary(Parser *p) {
  switch (p->token.kind) {
  case TRM_TOKEN_NUMBER: return parse_number(p);
  case TRM_TOKEN_NAME: return parse_name(p);
  case TRM_TOKEN_OPEN: {
    size_t open = p->token.at;
    advance(p);
    TrmExpr *e = p->failed ? NULL : parse_rank(p, 0);
    return e && expect_close(p, open) ? e : NULL;
  }
  default: return missing_operand(p);
  }
}

/* -x, +x, not x: the operand's rank decides how far it reaches */
static TrmExpr *parse_prefix(Parser *p, int rank) {
  TrmToken token = p->token;
  int sign = token.kind == TRM_TOKEN_OPERATOR &&
             (token.operation == TRM_OP_SUBTRACT || token.operation == TRM_OP_ADD);
  int negation = token.kind == TRM_TOKEN_OPERATOR && token.operation == TRM_OP_NOT && rank <= 3;
  if (!sign && !negation) return parse_primary(p);
  advance(p);
  if (p->failed) return NULL;
  TrmExpr *operand = parse_rank(p, sign ? UNARY_RANK : 3);
  if (!operand || (sign && token.operation == TRM_OP_ADD)) return operand;
  TrmExpr *e = new_expr(p, TRM_EXPR_UNARY, token.at, 1);
  e->operation = sign ? TRM_OP_NEGATE : TRM_OP_NOT;
  e->arguments[0] = operand;
  e->length = p->end - e->at;
  return e;
}

/* how tightly a binary operator holds: 1 or, 2 and, 4 comparison, 5 sum, 6 product, 8 power */
static int binary_rank(const TrmToken *token) {
  static const int ranks[] = {
      [TRM_OP_ADD] = 5,        [TRM_OP_SUBTRACT] = 5, [TRM_OP_MULTIPLY] = 6,
      [TRM_OP_DIVIDE] = 6,     [TRM_OP_POWER] = 8,    [TRM_OP_LESS] = 4,
      [TRM_OP_LESS_EQUAL] = 4, [TRM_OP_GREATER] = 4,  [TRM_OP_GREATER_EQUAL] = 4,
      [TRM_OP_EQUAL] = 4,      [TRM_OP_AND] = 2,      [TRM_OP_OR] = 1,
      [TRM_OP_NOT] = 0,        [TRM_OP_NEGATE] = 0};
  return token->kind == TRM_TOKEN_OPERATOR ? ranks[token->operation] : 0;
}

/* a chain of operators of at least `rank` */
static TrmExpr *parse_chain(Parser *p, int rank) {
  TrmExpr *left = parse_prefix(p, rank);
  int compared = 0;
  for (int terms = 1; left && !p->failed; terms++) {
    int found = binary_rank(&p->token);
    if (found == 0 || found < rank) return left;
    if (found == 4 && compared) {
      p->failed = 1;
      trm_log_add(p->lexer.log, TRM_E_EXPR_OPERATOR, token_place(p), NULL,
                  "'%.*s' follows another comparison", shown(p), token_text(p));
      trm_log_hint(p->lexer.log, "write 'a < b and b < c'");
      return NULL;
    }
    if (terms == MOST_TERMS) {
      p->failed = 1;
      trm_log_add(p->lexer.log, TRM_E_EXPR_SIZE, token_place(p), NULL,
                  "more than %d terms in a row", MOST_TERMS);
      return NULL;
    }
    compared = found == 4;
    unsigned operation = p->token.operation;
    advance(p);
    if (p->failed) return NULL;
    /* ^ takes a signed power on its right; the others a tighter chain */
    TrmExpr *right = parse_rank(p, found == POWER_RANK ? UNARY_RANK : found + 1);
    if (!right) return NULL;
    left = binary(p, operation, left, right);
  }
  return p->failed ? NULL : left;
}

static TrmExpr *parse_rank(Parser *p, int rank) {
  if (p->depth == DEEPEST) {
    p->failed = 1;
    trm_log_add(p->lexer.log, TRM_E_EXPR_SIZE, token_place(p), NULL,
                "the expression is nested more than %d deep", DEEPEST);
    return NULL;
  }
  p->depth++;
  TrmExpr *e = parse_chain(p, rank);
  p->depth--;
  return e;
}

/* what stands after a complete expression */
static void trailing(Parser *p) {
  TrmLog *log = p->lexer.log;
  if (p->token.kind == TRM_TOKEN_CLOSE) {
    trm_log_add(log, TRM_E_EXPR_PARENTHESIS, token_place(p), NULL, "')' closes nothing");
    trm_log_hint(log, "remove it, or add '(' before");
  } else if (p->token.kind == TRM_TOKEN_COMMA || p->token.kind == TRM_TOKEN_COLON) {
    trm_log_add(log, TRM_E_EXPR_OPERATOR, token_place(p), NULL,
                "'%.*s' stands outside a function's arguments", shown(p), token_text(p));
    if (p->token.kind == TRM_TOKEN_COMMA) trm_log_hint(log, "decimals are written with a point");
  } else {
    trm_log_add(log, TRM_E_EXPR_OPERATOR, token_place(p), NULL,
                "an operator is missing before '%.*s'", shown(p), token_text(p));
  }
}

TrmExpr *trm_expr_parse(TrmArena *arena, const char *text, TrmPlace place, TrmLog *log) {
  size_t length = strlen(text);
  if (length > LONGEST) {
    trm_log_add(log, TRM_E_EXPR_SIZE, place, NULL, "the expression is %zu characters long", length);
    trm_log_hint(log, "at most 1 MiB is read; put tables into splines");
    return NULL;
  }
  Parser p = {.arena = arena, .lexer = {text, 0, place, log}};
  p.token = trm_lexer_next(&p.lexer);
  if (p.token.kind == TRM_TOKEN_BAD) return NULL;
  TrmExpr *e = parse_rank(&p, 0);
  if (!e || p.failed) return NULL;
  if (p.token.kind == TRM_TOKEN_END) return e;
  trailing(&p);
  return NULL;
}
