/* SPDX-License-Identifier: Apache-2.0
 *
 * Expression: the syntax tree of a function of the model language, and what can be done with it
 * before anything is known about a mechanism: parse, print back, list names, work out constants.
 */
#ifndef TRM_EXPR_EXPR_H
#define TRM_EXPR_EXPR_H

#include "base/arena.h"
#include "base/journal.h"
#include "base/text.h"
#include "math/units.h"

typedef struct TrmExpr TrmExpr;

typedef enum TrmExprKind {
  TRM_EXPR_NUMBER, /* number; 30D counts as 30*deg */
  TRM_EXPR_NAME,   /* parameter, unit, variable, output, time; may be dotted: crank.tip */
  TRM_EXPR_CALL,   /* name(arguments) */
  TRM_EXPR_UNARY,  /* operator, arguments[0] */
  TRM_EXPR_BINARY, /* operator, arguments[0], arguments[1] */
  TRM_EXPR_SIGN_IF /* if(e: negative, zero, positive), four arguments */
} TrmExprKind;

struct TrmExpr {
  TrmExprKind kind;
  unsigned operation; /* of UNARY and BINARY, see TrmOperator */
  size_t at, length;  /* its span in the text */
  double number;
  const char *name;
  TrmExpr **arguments;
  size_t count;
};

typedef enum TrmOperator {
  TRM_OP_ADD,
  TRM_OP_SUBTRACT,
  TRM_OP_MULTIPLY,
  TRM_OP_DIVIDE,
  TRM_OP_POWER,
  TRM_OP_LESS,
  TRM_OP_LESS_EQUAL,
  TRM_OP_GREATER,
  TRM_OP_GREATER_EQUAL,
  TRM_OP_EQUAL,
  TRM_OP_AND,
  TRM_OP_OR,
  TRM_OP_NOT,
  TRM_OP_NEGATE
} TrmOperator;

/* Parse `text`, which stands at `place`. NULL after an error, which is in the log. Bounded: nesting
 * at most 200, text at most 1 MiB. */
TrmExpr *trm_expr_parse(TrmArena *arena, const char *text, TrmPlace place, TrmLog *log);

/* Print with the fewest parentheses. `rename` (may be NULL) may replace a name: it returns the text
 * to write in its place, or NULL to keep it; `call` is 1 when the name is that of a function. */
void trm_expr_print(const TrmExpr *expr,
                    const char *(*rename)(void *context, const char *name, int call), void *context,
                    TrmText *out);

/* A value found for a name in a constant expression. */
typedef struct TrmConstant {
  double value;
  int has_dimension; /* the dimension below is known (from units), not merely a bare number */
  TrmDimension dimension;
} TrmConstant;

/* Where constant expressions look names up; returns 1 and fills `constant`, 0 when it does not know
 * the name, -1 when it knows it but could not work it out (and has said why). */
typedef struct TrmConstants {
  const TrmUnits *units;
  int (*find)(void *context, const char *name, TrmPlace place, TrmLog *log, TrmConstant *constant);
  void (*suggest)(void *context,
                  struct TrmNearest *nearest); /* offer the known names; may be NULL */
  void *context;
} TrmConstants;

/* Work out an expression over constants, units and names from `constants`. 0 after an error (in the
 * log): an unknown name, a function of state, a value that is not finite. */
int trm_expr_constant(const TrmExpr *expr, const TrmConstants *constants, TrmPlace place,
                      TrmLog *log, TrmConstant *result);

#endif
