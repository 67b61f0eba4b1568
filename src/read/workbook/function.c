/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions in the grammar of MATLAB, @(t) expression, translated to the model language by way of
 * an expression tree: operators with their elementwise forms, && || ~, comparisons, the usual
 * functions. A power binds from the left there, and mod has the sign of the divisor.
 */
#include "expr/expr.h"
#include "read/workbook/table.h"
#include <stdio.h>
#include <string.h>

enum { DEEPEST = 100, LONGEST = 8192, MOST_ARGUMENTS = 16, LARGEST = 20000 };

typedef struct Matlab {
  TrmArena *arena;
  TrmLog *log;
  TrmPlace place;
  const char *text;
  size_t at;
  const char *variable; /* what the function calls its argument */
  TrmExpr *argument;    /* what stands in its place */
  int depth, failed;
} Matlab;

static TrmExpr *parse_or(Matlab *m);

static TrmExpr *fail(Matlab *m, const char *what) {
  if (!m->failed)
    trm_log_add(m->log, TRM_E_CELL_FUNCTION, m->place, NULL, "the function cannot be read: %s",
                what);
  m->failed = 1;
  return NULL;
}

static TrmExpr *number(Matlab *m, double value) {
  TrmExpr *e = trm_arena_alloc(m->arena, sizeof *e);
  e->kind = TRM_EXPR_NUMBER;
  e->number = value;
  e->length = 1;
  return e;
}

static TrmExpr *call(Matlab *m, const char *name, TrmExpr *const *arguments, size_t count) {
  TrmExpr *e = trm_arena_alloc(m->arena, sizeof *e);
  e->kind = count ? TRM_EXPR_CALL : TRM_EXPR_NAME;
  e->name = name;
  e->count = count;
  e->arguments = trm_arena_array(m->arena, count + 1, sizeof *e->arguments);
  if (count) memcpy(e->arguments, arguments, count * sizeof *arguments);
  /* arguments may be written out several times: `length` counts them here */
  e->length = 1;
  for (size_t i = 0; i < count; i++) e->length += arguments[i]->length;
  if (e->length > LARGEST) fail(m, "it is too long when written out");
  return e;
}

static TrmExpr *binary(Matlab *m, TrmOperator operation, TrmExpr *x, TrmExpr *y) {
  if (!x || !y) return NULL;
  TrmExpr *list[2] = {x, y}, *e = call(m, NULL, list, 2);
  e->kind = TRM_EXPR_BINARY;
  e->operation = operation;
  return e;
}

static TrmExpr *unary(Matlab *m, TrmOperator operation, TrmExpr *x) {
  if (!x) return NULL;
  TrmExpr *e = call(m, NULL, &x, 1);
  e->kind = TRM_EXPR_UNARY;
  e->operation = operation;
  return e;
}

static void skip_blanks(Matlab *m) {
  while (m->text[m->at] && strchr(" \t\r\n", m->text[m->at])) m->at++;
}

/* take `word` when it comes next */
static int take(Matlab *m, const char *word) {
  skip_blanks(m);
  size_t length = strlen(word);
  if (strncmp(m->text + m->at, word, length) != 0) return 0;
  m->at += length;
  return 1;
}

static int letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static int digit(char c) {
  return c >= '0' && c <= '9';
}

static TrmExpr *parse_number(Matlab *m) {
  const char *text = m->text + m->at;
  size_t n = 0;
  double value;
  while (digit(text[n])) n++;
  /* a point before * / ^ belongs to the operator */
  if (text[n] == '.' && !(text[n + 1] && strchr("*/^'", text[n + 1]))) n++;
  while (digit(text[n])) n++;
  if (text[n] == 'e' || text[n] == 'E') {
    size_t sign = text[n + 1] == '+' || text[n + 1] == '-';
    if (digit(text[n + 1 + sign])) n += 1 + sign;
    while (digit(text[n])) n++;
  }
  char *copy = trm_arena_copy(m->arena, text, n);
  m->at += n;
  if (n && copy[n - 1] == '.') copy[--n] = 0;
  if (!trm_number_parse(copy, n, &value)) return fail(m, "a number makes no sense");
  if (letter(m->text[m->at])) return fail(m, "a * is missing behind a number");
  return number(m, value);
}

/* functions of MATLAB that the model language calls otherwise, or has by others */
static TrmExpr *other_call(Matlab *m, const char *name, TrmExpr **a, size_t count) {
  TrmExpr *degree = binary(m, TRM_OP_DIVIDE, call(m, "pi", NULL, 0), number(m, 180)), *x[2];
  if (count == 2 && strcmp(name, "mod") == 0) {
    /* x - floor(x/y)*y */
    TrmExpr *ratio = binary(m, TRM_OP_DIVIDE, a[0], a[1]);
    TrmExpr *whole = call(m, "floor", &ratio, 1);
    return binary(m, TRM_OP_SUBTRACT, a[0], binary(m, TRM_OP_MULTIPLY, whole, a[1]));
  }
  if (count == 2 && strcmp(name, "rem") == 0) return call(m, "mod", a, 2);
  if (count == 2 && strcmp(name, "power") == 0) return binary(m, TRM_OP_POWER, a[0], a[1]);
  if (count == 2 && strcmp(name, "hypot") == 0) {
    x[0] = binary(m, TRM_OP_POWER, a[0], number(m, 2));
    x[1] = binary(m, TRM_OP_POWER, a[1], number(m, 2));
    TrmExpr *sum = binary(m, TRM_OP_ADD, x[0], x[1]);
    return call(m, "sqrt", &sum, 1);
  }
  if (count != 1) return NULL;
  if (strcmp(name, "fix") == 0) return call(m, "trunc", a, 1);
  if (strcmp(name, "log2") == 0) {
    x[0] = number(m, 2);
    return binary(m, TRM_OP_DIVIDE, call(m, "log", a, 1), call(m, "log", x, 1));
  }
  x[0] = binary(m, TRM_OP_MULTIPLY, a[0], degree);
  if (strcmp(name, "sind") == 0) return call(m, "sin", x, 1);
  if (strcmp(name, "cosd") == 0) return call(m, "cos", x, 1);
  if (strcmp(name, "tand") == 0) return call(m, "tan", x, 1);
  if (strcmp(name, "deg2rad") == 0) return x[0];
  if (strcmp(name, "heaviside") != 0) return NULL;
  /* one half at zero, as there */
  TrmExpr *sign = call(m, "sign", a, 1);
  return binary(m, TRM_OP_DIVIDE, binary(m, TRM_OP_ADD, number(m, 1), sign), number(m, 2));
}

/* functions that are the same in both */
static int same_call(const char *name, size_t count) {
  static const char one[] = "abs|acos|asin|atan|ceil|cos|cosh|exp|floor|log|log10|round|sign|sin|"
                            "sinh|sqrt|tan|tanh";
  static const char two[] = "atan2|max|min";
  return trm_layout_lists(count == 1 ? one : count == 2 ? two : "", name, strlen(name));
}

static TrmExpr *parse_call(Matlab *m, const char *name) {
  TrmExpr *a[MOST_ARGUMENTS];
  size_t count = 0;
  do {
    if (count == MOST_ARGUMENTS) return fail(m, "a function has too many arguments");
    a[count++] = parse_or(m);
    if (m->failed) return NULL;
  } while (take(m, ","));
  if (!take(m, ")")) return fail(m, "a closing parenthesis is missing");
  if (same_call(name, count)) return call(m, name, a, count);
  TrmExpr *other = other_call(m, name, a, count);
  if (other) return other;
  return fail(m, trm_arena_printf(m->arena, "'%.40s' is not known with %zu argument%s", name, count,
                                  count == 1 ? "" : "s"));
}

static TrmExpr *parse_name(Matlab *m) {
  size_t n = 0;
  while (letter(m->text[m->at + n]) || digit(m->text[m->at + n])) n++;
  const char *name = trm_arena_copy(m->arena, m->text + m->at, n);
  m->at += n;
  if (take(m, "(")) {
    if (strcmp(name, m->variable) != 0) return parse_call(m, name);
    return fail(m, "a * is missing before a parenthesis");
  }
  if (strcmp(name, m->variable) == 0) return m->argument;
  if (strcmp(name, "pi") == 0) return call(m, "pi", NULL, 0);
  return fail(m, trm_arena_printf(m->arena, "'%.40s' is not known; the argument is '%.20s'", name,
                                  m->variable));
}

static TrmExpr *parse_primary(Matlab *m) {
  skip_blanks(m);
  char c = m->text[m->at];
  if (digit(c) || (c == '.' && digit(m->text[m->at + 1]))) return parse_number(m);
  if (letter(c)) return parse_name(m);
  if (take(m, "(")) {
    TrmExpr *inside = parse_or(m);
    if (!m->failed && !take(m, ")")) return fail(m, "a closing parenthesis is missing");
    return inside;
  }
  if (!c) return fail(m, "it ends too early");
  return fail(m, trm_arena_printf(m->arena, "'%.1s' is not expected", m->text + m->at));
}

/* -2^2 is -(2^2), 2^-1 is 2^(-1), 2^3^2 is (2^3)^2 */
static TrmExpr *parse_power(Matlab *m) {
  TrmExpr *base = parse_primary(m);
  while (!m->failed && (take(m, ".^") || take(m, "^"))) {
    int negative = take(m, "-");
    if (!negative) take(m, "+");
    TrmExpr *exponent = parse_primary(m);
    if (negative) exponent = unary(m, TRM_OP_NEGATE, exponent);
    base = binary(m, TRM_OP_POWER, base, exponent);
  }
  return base;
}

static TrmExpr *parse_sign(Matlab *m) {
  TrmExpr *e;
  if (++m->depth > DEEPEST) return fail(m, "it is nested too deep");
  skip_blanks(m);
  int not = m->text[m->at] == '~' || (m->text[m->at] == '!' && m->text[m->at + 1] != '=');
  if (take(m, "-")) {
    e = unary(m, TRM_OP_NEGATE, parse_sign(m));
  } else if (take(m, "+")) {
    e = parse_sign(m);
  } else if (not ) {
    m->at++;
    e = unary(m, TRM_OP_NOT, parse_sign(m));
  } else {
    e = parse_power(m);
  }
  m->depth--;
  return e;
}

static TrmExpr *parse_product(Matlab *m) {
  TrmExpr *e = parse_sign(m);
  while (!m->failed) {
    if (take(m, ".*") || take(m, "*")) {
      e = binary(m, TRM_OP_MULTIPLY, e, parse_sign(m));
    } else if (take(m, "./") || take(m, "/")) {
      e = binary(m, TRM_OP_DIVIDE, e, parse_sign(m));
    } else {
      break;
    }
  }
  return e;
}

static TrmExpr *parse_sum(Matlab *m) {
  TrmExpr *e = parse_product(m);
  while (!m->failed) {
    if (take(m, "+")) {
      e = binary(m, TRM_OP_ADD, e, parse_product(m));
    } else if (take(m, "-")) {
      e = binary(m, TRM_OP_SUBTRACT, e, parse_product(m));
    } else {
      break;
    }
  }
  return e;
}

static TrmExpr *parse_comparison(Matlab *m) {
  static const struct {
    const char *word;
    TrmOperator operation;
    int not ;
  } words[] = {{"<=", TRM_OP_LESS_EQUAL, 0}, {">=", TRM_OP_GREATER_EQUAL, 0},
               {"==", TRM_OP_EQUAL, 0},      {"~=", TRM_OP_EQUAL, 1},
               {"!=", TRM_OP_EQUAL, 1},      {"<", TRM_OP_LESS, 0},
               {">", TRM_OP_GREATER, 0}};
  TrmExpr *e = parse_sum(m);
  for (size_t i = 0; !m->failed && i < sizeof words / sizeof *words; i++) {
    if (!take(m, words[i].word)) continue;
    e = binary(m, words[i].operation, e, parse_sum(m));
    if (words[i].not ) e = unary(m, TRM_OP_NOT, e);
    i = (size_t)-1;
  }
  return e;
}

static TrmExpr *parse_and(Matlab *m) {
  TrmExpr *e = parse_comparison(m);
  while (!m->failed && (take(m, "&&") || take(m, "&")))
    e = binary(m, TRM_OP_AND, e, parse_comparison(m));
  return e;
}

static TrmExpr *parse_or(Matlab *m) {
  if (++m->depth > DEEPEST) return fail(m, "it is nested too deep");
  TrmExpr *e = parse_and(m);
  while (!m->failed && (take(m, "||") || take(m, "|"))) e = binary(m, TRM_OP_OR, e, parse_and(m));
  m->depth--;
  return e;
}

/* "@(x)" and the name of the argument; 0 after an error */
static int parse_head(Matlab *m) {
  if (!take(m, "@")) {
    fail(m, "it does not begin with @(t)");
    trm_log_hint(m->log, "write @(t) %.60s", m->text);
    return 0;
  }
  size_t n = 0;
  if (take(m, "(")) {
    skip_blanks(m);
    while (letter(m->text[m->at + n]) || (n && digit(m->text[m->at + n]))) n++;
    m->variable = trm_arena_copy(m->arena, m->text + m->at, n);
    m->at += n;
  }
  if (n && take(m, ")")) return 1;
  fail(m, "its argument is not given as (t)");
  return 0;
}

static void release_text(void *text) {
  trm_text_clear(text);
}

const char *trm_matlab_function(TrmArena *arena, const char *text, const char *argument,
                                TrmPlace place, TrmLog *log) {
  Matlab m = {.arena = arena, .log = log, .place = place, .text = text};
  size_t length = strlen(text);
  if (length > LONGEST) return fail(&m, "it is longer than 8192 characters") ? "" : NULL;
  /* quotes around it, and a semicolon behind, are of no account */
  while (length && strchr(" \t\r\n;", text[length - 1])) length--;
  while (length && strchr(" \t\r\n", *text)) text++, length--;
  if (length > 1 && (*text == '\'' || *text == '"') && text[length - 1] == *text)
    m.text = trm_arena_copy(arena, text + 1, length - 2);
  else
    m.text = trm_arena_copy(arena, text, length);
  if (!parse_head(&m)) return NULL;
  m.argument = trm_expr_parse(arena, argument, place, log);
  TrmExpr *tree = m.argument ? parse_or(&m) : NULL;
  skip_blanks(&m);
  if (tree && !m.failed && m.text[m.at]) {
    const char *rest = m.text + m.at;
    tree = fail(&m, trm_arena_printf(arena, "'%.20s' is not expected", rest));
    if (m.at && *rest == ',' && digit(rest[-1]) && digit(rest[1]))
      trm_log_hint(log, "in functions numbers have a point, not a comma");
  }
  if (!tree || m.failed) return NULL;
  TrmText *out = trm_arena_alloc(arena, sizeof *out);
  trm_arena_defer(arena, release_text, out);
  trm_expr_print(tree, NULL, NULL, out);
  return out->bytes;
}
