/* SPDX-License-Identifier: Apache-2.0
 *
 * What constant expressions and compiled functions share: built-in names, truth and power of plain
 * numbers, calls of table functions on plain numbers, and the messages about names and calls.
 */
#ifndef TRM_EXPR_CONSTANT_H
#define TRM_EXPR_CONSTANT_H

#include "expr/dimension.h"

/* pi, dtor, rtod (any case) or a unit (its own case) in the model's units; 0 when it is neither. */
int trm_constant_builtin(const TrmUnits *units, const char *name, double *value, TrmQuantity *q);

/* a operation b for two numbers; comparisons and logic give 0 or 1. */
double trm_constant_binary(unsigned operation, double a, double b);

/* x^n by repeated multiplication for whole |n| <= 32, else pow. */
double trm_constant_power(double x, double n);

/* Value of a table function at plain numbers. */
double trm_constant_call(const TrmFunction *function, const TrmUnits *units, const double *x,
                         size_t n);

/* The table function that `e` calls, with the right number of arguments; NULL after an error. */
const TrmFunction *trm_call_function(const TrmExpr *e, TrmPlace place, TrmLog *log);

/* Say that a call has the wrong number of arguments. */
void trm_call_count_error(const TrmExpr *e, const char *form, TrmPlace place, TrmLog *log);

#endif
