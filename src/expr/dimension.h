/* SPDX-License-Identifier: Apache-2.0
 *
 * Quantity: what is known of the dimension of a subexpression, and how operators and functions
 * combine it. Plain numbers are neutral: they may stand for a quantity of any dimension.
 */
#ifndef TRM_EXPR_DIMENSION_H
#define TRM_EXPR_DIMENSION_H

#include "expr/expr.h"
#include "expr/function.h"

typedef enum TrmQuantityKind {
  TRM_QUANTITY_LITERAL,  /* a bare number: fits anywhere */
  TRM_QUANTITY_UNKNOWN,  /* may be anything */
  TRM_QUANTITY_CONSTANT, /* known, made of numbers with units: 2 times it is known too */
  TRM_QUANTITY_MEASURED  /* known, measured: a number before it may carry units */
} TrmQuantityKind;

typedef struct TrmQuantity {
  TrmQuantityKind kind;
  TrmDimension dimension;
} TrmQuantity;

/* Where the text of the expression stands and where warnings go. */
typedef struct TrmDimensionCheck {
  const TrmUnits *units;
  TrmPlace place;
  TrmLog *log;
} TrmDimensionCheck;

TrmQuantity trm_quantity_unknown(void);
TrmQuantity trm_quantity_measured(TrmDimension dimension);

/* The quantity of a constant found by name. */
TrmQuantity trm_quantity_of(const TrmConstant *constant);

/* 1 when the dimension is known. */
int trm_quantity_known(TrmQuantity q);

/* The quantity of `e`, a binary expression of `a` and `b`; `exponent` (NULL: not constant) is the
 * value of b where the operator is a power. */
TrmQuantity trm_quantity_binary(const TrmDimensionCheck *check, const TrmExpr *e, TrmQuantity a,
                                TrmQuantity b, const double *exponent);

/* The quantity of the values of an `if`, which should be alike; `from` is the first of them. */
TrmQuantity trm_quantity_choice(const TrmDimensionCheck *check, const TrmExpr *e, size_t from,
                                const TrmQuantity *values, size_t count);

/* The quantity of a call of `function` with the given arguments. */
TrmQuantity trm_quantity_call(const TrmDimensionCheck *check, const TrmExpr *e,
                              const TrmFunction *function, const TrmQuantity *arguments);

/* Warn when the argument `e`, or the whole expression, is known not to be of dimension `expected`.
 */
void trm_quantity_expect(const TrmDimensionCheck *check, const TrmExpr *e, const char *function,
                         TrmQuantity q, TrmDimension expected);

#endif
