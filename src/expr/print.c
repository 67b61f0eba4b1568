/* SPDX-License-Identifier: Apache-2.0
 *
 * Printing an expression with the fewest parentheses that read back to the same tree.
 */
#include "expr/expr.h"

enum { SPINE = 32 };

typedef struct Printer {
  const char *(*rename)(void *context, const char *name, int call);
  void *context;
  TrmText *out;
} Printer;

/* how each operator is written and how tightly it holds; operands that hold less get parentheses */
static const struct {
  const char *text;
  int rank, left, right;
} operators[] = {[TRM_OP_ADD] = {" + ", 5, 5, 6},
                 [TRM_OP_SUBTRACT] = {" - ", 5, 5, 6},
                 [TRM_OP_MULTIPLY] = {"*", 6, 6, 7},
                 [TRM_OP_DIVIDE] = {"/", 6, 6, 7},
                 [TRM_OP_POWER] = {"^", 8, 9, 7},
                 [TRM_OP_LESS] = {" < ", 4, 5, 5},
                 [TRM_OP_LESS_EQUAL] = {" <= ", 4, 5, 5},
                 [TRM_OP_GREATER] = {" > ", 4, 5, 5},
                 [TRM_OP_GREATER_EQUAL] = {" >= ", 4, 5, 5},
                 [TRM_OP_EQUAL] = {" == ", 4, 5, 5},
                 [TRM_OP_AND] = {" and ", 2, 2, 3},
                 [TRM_OP_OR] = {" or ", 1, 1, 2},
                 [TRM_OP_NOT] = {"not ", 3, 0, 3},
                 [TRM_OP_NEGATE] = {"-", 7, 0, 7}};

static int rank_of(const TrmExpr *e) {
  if (e->kind == TRM_EXPR_BINARY || e->kind == TRM_EXPR_UNARY) return operators[e->operation].rank;
  return e->kind == TRM_EXPR_NUMBER && e->number < 0 ? 7 : 9;
}

static void print_at(const Printer *p, const TrmExpr *e, int rank);

static void print_name(const Printer *p, const char *name, int call) {
  const char *other = p->rename ? p->rename(p->context, name, call) : NULL;
  trm_text_add(p->out, other ? other : name);
}

static void print_call(const Printer *p, const TrmExpr *e) {
  print_name(p, e->name, 1);
  trm_text_char(p->out, '(');
  for (size_t i = 0; i < e->count; i++) {
    if (i) trm_text_add(p->out, i == 1 && e->kind == TRM_EXPR_SIGN_IF ? ": " : ", ");
    print_at(p, e->arguments[i], 0);
  }
  trm_text_char(p->out, ')');
}

/* a chain that leans to the left: its head, then operator and right operand of each link */
static void print_chain(const Printer *p, const TrmExpr *e) {
  const TrmExpr *spine[SPINE];
  int n = 0;
  do {
    spine[n++] = e;
    e = e->arguments[0];
  } while (n < SPINE && e->kind == TRM_EXPR_BINARY &&
           rank_of(e) >= operators[spine[n - 1]->operation].left);
  print_at(p, e, operators[spine[n - 1]->operation].left);
  while (n-- > 0) {
    trm_text_add(p->out, operators[spine[n]->operation].text);
    print_at(p, spine[n]->arguments[1], operators[spine[n]->operation].right);
  }
}

/* print `e` where an operand must hold at least as tightly as `rank` */
static void print_at(const Printer *p, const TrmExpr *e, int rank) {
  int open = rank_of(e) < rank;
  if (open) trm_text_char(p->out, '(');
  switch (e->kind) {
  case TRM_EXPR_NUMBER: trm_text_number(p->out, e->number); break;
  case TRM_EXPR_NAME: print_name(p, e->name, 0); break;
  case TRM_EXPR_CALL:
  case TRM_EXPR_SIGN_IF: print_call(p, e); break;
  case TRM_EXPR_UNARY:
    trm_text_add(p->out, operators[e->operation].text);
    print_at(p, e->arguments[0], operators[e->operation].right);
    break;
  case TRM_EXPR_BINARY: print_chain(p, e); break;
  }
  if (open) trm_text_char(p->out, ')');
}

void trm_expr_print(const TrmExpr *expr,
                    const char *(*rename)(void *context, const char *name, int call), void *context,
                    TrmText *out) {
  Printer printer = {rename, context, out};
  print_at(&printer, expr, 0);
}
