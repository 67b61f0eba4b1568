/* SPDX-License-Identifier: Apache-2.0
 *
 * Constant expressions: worked out directly on the tree, with what is known of the dimension of the
 * result. Units are constants worth one such unit in the model's units.
 */
#include "expr/constant.h"
#include "expr/measure.h"
#include <math.h>
#include <string.h>

enum { SPINE = 32 };

static const double pi = 3.14159265358979323846;

typedef struct Evaluator {
  const TrmConstants *constants;
  TrmDimensionCheck check;
} Evaluator;

typedef struct Value {
  double number;
  TrmQuantity q;
} Value;

static int evaluate(const Evaluator *v, const TrmExpr *e, Value *out);

int trm_constant_builtin(const TrmUnits *units, const char *name, double *value, TrmQuantity *q) {
  static const char *const words[] = {"pi", "dtor", "rtod"};
  const double numbers[] = {pi, pi / 180, 180 / pi};
  *q = (TrmQuantity){TRM_QUANTITY_LITERAL, TRM_DIMENSIONLESS};
  for (size_t i = 0; i < 3; i++) {
    if (!trm_same_word(name, words[i])) continue;
    *value = numbers[i];
    return 1;
  }
  double si;
  if (!trm_unit_find(name, &si, &q->dimension)) return 0;
  q->kind = TRM_QUANTITY_CONSTANT;
  *value = si / trm_units_scale(units, q->dimension);
  return 1;
}

double trm_constant_power(double x, double n) {
  if (n != floor(n) || fabs(n) > 32) return pow(x, n);
  double result = 1, square = x;
  for (unsigned k = (unsigned)fabs(n); k; k >>= 1) {
    if (k & 1) result *= square;
    square *= square;
  }
  return n < 0 ? 1 / result : result;
}

double trm_constant_binary(unsigned operation, double a, double b) {
  switch (operation) {
  case TRM_OP_ADD: return a + b;
  case TRM_OP_SUBTRACT: return a - b;
  case TRM_OP_MULTIPLY: return a * b;
  case TRM_OP_DIVIDE: return a / b;
  case TRM_OP_POWER: return trm_constant_power(a, b);
  case TRM_OP_LESS: return a < b;
  case TRM_OP_LESS_EQUAL: return a <= b;
  case TRM_OP_GREATER: return a > b;
  case TRM_OP_GREATER_EQUAL: return a >= b;
  case TRM_OP_EQUAL: return a == b;
  case TRM_OP_AND: return a != 0 && b != 0;
  case TRM_OP_OR: return a != 0 || b != 0;
  default: return 0;
  }
}

double trm_constant_call(const TrmFunction *function, const TrmUnits *units, const double *x,
                         size_t n) {
  TrmKernel k = {.x = x, .n = n, .angle = units->angle};
  function->kernel(&k);
  return k.value;
}

void trm_call_count_error(const TrmExpr *e, const char *form, TrmPlace place, TrmLog *log) {
  trm_log_add(log, TRM_E_FUNCTION_ARGUMENTS, trm_place_part(place, e->at, e->length), e->name,
              "'%s' has %zu argument%s", e->name, e->count, e->count == 1 ? "" : "s");
  trm_log_hint(log, "write %s", form);
}

const TrmFunction *trm_call_function(const TrmExpr *e, TrmPlace place, TrmLog *log) {
  const TrmFunction *function = trm_function_find(e->name);
  if (function) {
    size_t most = function->most ? function->most : TRM_FUNCTION_ARGUMENTS;
    if (e->count >= function->least && e->count <= most) return function;
    trm_call_count_error(e, function->form, place, log);
    return NULL;
  }
  trm_log_add(log, TRM_E_FUNCTION_UNKNOWN, trm_place_part(place, e->at, strlen(e->name)), e->name,
              "there is no function '%s'", e->name);
  if (trm_log_full(log)) return NULL;
  TrmNearest nearest = trm_nearest(e->name);
  trm_nearest_try(&nearest, "if");
  for (size_t i = 0; trm_functions[i]; i++) trm_nearest_try(&nearest, trm_functions[i]->name);
  for (size_t i = 0; trm_measures[i].name; i++) trm_nearest_try(&nearest, trm_measures[i].name);
  if (nearest.best) trm_log_hint(log, "did you mean '%s'?", nearest.best);
  return NULL;
}

static int not_constant(const Evaluator *v, const TrmExpr *e) {
  trm_log_add(v->check.log, TRM_E_NOT_CONSTANT,
              trm_place_part(v->check.place, e->at, strlen(e->name)), e->name,
              "'%s' changes while the model moves, but a constant is needed here", e->name);
  return 0;
}

static int evaluate_name(const Evaluator *v, const TrmExpr *e, Value *out) {
  TrmPlace place = trm_place_part(v->check.place, e->at, e->length);
  TrmConstant constant = {0};
  int found = v->constants->find ? v->constants->find(v->constants->context, e->name, place,
                                                      v->check.log, &constant)
                                 : 0;
  if (found < 0) return 0;
  if (found) {
    *out = (Value){constant.value, trm_quantity_of(&constant)};
    return 1;
  }
  if (trm_constant_builtin(v->constants->units, e->name, &out->number, &out->q)) return 1;
  if (trm_same_word(e->name, "time")) return not_constant(v, e);
  if (trm_function_find(e->name)) {
    trm_log_add(v->check.log, TRM_E_NOT_A_NUMBER, place, e->name,
                "'%s' is a function, not a number", e->name);
    trm_log_hint(v->check.log, "write %s", trm_function_find(e->name)->form);
    return 0;
  }
  trm_log_add(v->check.log, TRM_E_UNKNOWN_NAME, place, e->name,
              "there is no parameter or constant '%s'", e->name);
  if (trm_log_full(v->check.log)) return 0;
  TrmNearest nearest = trm_nearest(e->name);
  if (v->constants->suggest) v->constants->suggest(v->constants->context, &nearest);
  trm_nearest_try(&nearest, "pi");
  for (size_t i = 0; trm_unit_at(i, NULL); i++) trm_nearest_try(&nearest, trm_unit_at(i, NULL));
  if (nearest.best) trm_log_hint(v->check.log, "did you mean '%s'?", nearest.best);
  return 0;
}

static int evaluate_if(const Evaluator *v, const TrmExpr *e, Value *out) {
  Value values[4];
  TrmQuantity q[3];
  size_t count = e->kind == TRM_EXPR_SIGN_IF ? 4 : 3;
  if (e->count != count) {
    trm_call_count_error(e, "if(condition, then, else)", v->check.place, v->check.log);
    return 0;
  }
  for (size_t i = 0; i < count; i++) {
    if (!evaluate(v, e->arguments[i], &values[i])) return 0;
    if (i) q[i - 1] = values[i].q;
  }
  double c = values[0].number;
  size_t taken = count == 4 ? (c < 0 ? 1 : c > 0 ? 3 : 2) : (c != 0 ? 1 : 2);
  *out = (Value){values[taken].number, trm_quantity_choice(&v->check, e, 1, q, count - 1)};
  return 1;
}

static int evaluate_call(const Evaluator *v, const TrmExpr *e, Value *out) {
  if (trm_same_word(e->name, "if")) return evaluate_if(v, e, out);
  if (trm_measure_find(e->name)) return not_constant(v, e);
  const TrmFunction *function = trm_call_function(e, v->check.place, v->check.log);
  if (!function) return 0;
  double x[TRM_FUNCTION_ARGUMENTS];
  TrmQuantity q[TRM_FUNCTION_ARGUMENTS];
  for (size_t i = 0; i < e->count; i++) {
    Value value;
    if (!evaluate(v, e->arguments[i], &value)) return 0;
    x[i] = value.number;
    q[i] = value.q;
  }
  out->number = trm_constant_call(function, v->constants->units, x, e->count);
  out->q = trm_quantity_call(&v->check, e, function, q);
  /* what functions give of numbers with units is itself a number with units */
  if (out->q.kind == TRM_QUANTITY_MEASURED) out->q.kind = TRM_QUANTITY_CONSTANT;
  return 1;
}

static int evaluate_leaf(const Evaluator *v, const TrmExpr *e, Value *out) {
  switch (e->kind) {
  case TRM_EXPR_NUMBER:
    *out = (Value){e->number, {TRM_QUANTITY_LITERAL, TRM_DIMENSIONLESS}};
    return 1;
  case TRM_EXPR_NAME: return evaluate_name(v, e, out);
  case TRM_EXPR_CALL: return evaluate_call(v, e, out);
  case TRM_EXPR_SIGN_IF: return evaluate_if(v, e, out);
  default:
    if (!evaluate(v, e->arguments[0], out)) return 0;
    if (e->operation == TRM_OP_NEGATE)
      out->number = -out->number;
    else
      *out = (Value){out->number == 0, {TRM_QUANTITY_LITERAL, TRM_DIMENSIONLESS}};
    return 1;
  }
}

/* chains lean to the left: down the spine by iteration, then back up */
static int evaluate(const Evaluator *v, const TrmExpr *e, Value *out) {
  const TrmExpr *spine[SPINE];
  int n = 0;
  for (; e->kind == TRM_EXPR_BINARY && n < SPINE; e = e->arguments[0]) spine[n++] = e;
  if (!(e->kind == TRM_EXPR_BINARY ? evaluate(v, e, out) : evaluate_leaf(v, e, out))) return 0;
  while (n-- > 0) {
    Value right;
    if (!evaluate(v, spine[n]->arguments[1], &right)) return 0;
    out->q = trm_quantity_binary(&v->check, spine[n], out->q, right.q, &right.number);
    out->number = trm_constant_binary(spine[n]->operation, out->number, right.number);
  }
  return 1;
}

int trm_expr_constant(const TrmExpr *expr, const TrmConstants *constants, TrmPlace place,
                      TrmLog *log, TrmConstant *result) {
  Evaluator evaluator = {constants, {constants->units, place, log}};
  Value value = {0};
  if (!evaluate(&evaluator, expr, &value)) return 0;
  if (!isfinite(value.number)) {
    trm_log_add(log, TRM_E_NOT_FINITE, trm_place_part(place, expr->at, expr->length), NULL,
                "the expression has no finite value (%s)",
                isnan(value.number) ? "not a number" : "infinite");
    return 0;
  }
  *result = (TrmConstant){value.number, trm_quantity_known(value.q), value.q.dimension};
  return 1;
}
